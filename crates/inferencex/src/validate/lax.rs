//! What pydantic's lax mode reads.
//!
//! Measured against pydantic 2.13: an integer field takes whole floats within 64 bits, booleans and
//! decimal texts (`" 8 "`, `"8.0"`, `"1_000"`); a boolean field takes 0, 1 and ten words in any
//! case, not trimmed; a float field takes decimal texts and booleans.

use serde_json::Value;

/// Digits, with a minus sign, above which Python reads no text as an integer.
const MOST_DIGITS: usize = 4300;

/// The integer a lax field reads. Integers beyond 128 bits are cut to the nearest of 128 bits.
pub(super) fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Number(number) => {
            let exact = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
            exact.or_else(|| number.as_f64().filter(|float| float.fract() == 0.0).map(whole))
        }
        Value::String(text) => integer_text(text),
        _ => None,
    }
}

/// A whole float as an integer.
#[allow(clippy::cast_possible_truncation, reason = "the cast saturates, as is wanted")]
fn whole(float: f64) -> i128 {
    float as i128
}

fn integer_text(text: &str) -> Option<i128> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = match unsigned.split_once('.') {
        Some((_, fraction)) if fraction.is_empty() || !fraction.trim_matches('0').is_empty() => {
            return None;
        }
        Some((whole, _)) => whole,
        None => unsigned,
    };
    let digits = without_leading_zeros(digits);
    // `0-1` is minus one: the zeros go first, then the rest is read with its sign.
    let inner = digits.strip_prefix('-').filter(|_| text.starts_with('0'));
    let digits = without_underscores(inner.unwrap_or(digits))?;
    let negative = text.starts_with('-') || inner.is_some();
    if digits.is_empty()
        || !digits.bytes().all(|byte| byte.is_ascii_digit())
        || digits.len() + usize::from(negative) > MOST_DIGITS
    {
        return None;
    }
    let value = digits.parse().unwrap_or(i128::MAX);
    Some(if negative { -value } else { value })
}

/// Digits without the zeros, and underscores after a zero, that they begin with; the last
/// character stays.
fn without_leading_zeros(digits: &str) -> &str {
    if !digits.starts_with('0') {
        return digits;
    }
    let rest = digits.trim_start_matches(['0', '_']);
    if rest.is_empty() { digits.get(digits.len() - 1..).unwrap_or(digits) } else { rest }
}

/// A number without the underscores between its characters, if they stand one by one.
fn without_underscores(number: &str) -> Option<String> {
    let wrong = number.starts_with('_') || number.ends_with('_') || number.contains("__");
    (!wrong).then(|| number.replace('_', ""))
}

/// The boolean a lax field reads.
pub(super) fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        Value::Number(number) => match number.as_f64()? {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        },
        Value::String(text) => match text.to_ascii_lowercase().as_str() {
            "1" | "on" | "t" | "true" | "y" | "yes" => Some(true),
            "0" | "off" | "f" | "false" | "n" | "no" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The float a lax field reads.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(number) => number.as_f64(),
        Value::String(text) => without_underscores(text.trim())?.parse().ok(),
        _ => None,
    }
}

/// Python's truth of a value.
pub(super) fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_are_read_as_pydantic_does() {
        for (good, value) in [
            (json!(0), 0),
            (json!(true), 1),
            (json!(1.0), 1),
            (json!("8"), 8),
            (json!(" 8 "), 8),
            (json!("8.0"), 8),
            (json!("+8"), 8),
            (json!("1_000"), 1000),
            (json!("08"), 8),
            (json!("0__8"), 8),
            (json!("00"), 0),
            (json!("-0"), 0),
            (json!("0-1"), -1),
            (json!("8.00"), 8),
            (json!("8\n"), 8),
            (json!("\t8\u{a0}"), 8),
            (json!("9".repeat(4300)), i128::MAX),
        ] {
            assert_eq!(integer(&good), Some(value), "{good}");
        }
        for bad in [
            json!(2.5),
            json!("8.5"),
            json!("_1"),
            json!("1_"),
            json!("0_"),
            json!("1__0"),
            json!("0x10"),
            json!("8."),
            json!("1.0_0"),
            json!("1e3"),
            json!(".0"),
            json!(""),
            json!("--8"),
            json!("-0-1"),
            json!("8 0"),
            json!("٣"),
            json!("9".repeat(4301)),
            json!(format!("-{}", "9".repeat(4300))),
            json!(null),
            json!([]),
        ] {
            assert_eq!(integer(&bad), None, "{bad}");
        }
    }

    #[test]
    fn booleans_are_read_as_pydantic_does() {
        for good in [json!(0), json!(1.0), json!("yes"), json!("OFF"), json!("T"), json!("n")] {
            assert!(boolean(&good).is_some(), "{good}");
        }
        for bad in [
            json!(2),
            json!(" yes"),
            json!("01"),
            json!("true "),
            json!("1.0"),
            json!(""),
            json!(null),
        ] {
            assert!(boolean(&bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_read_as_pydantic_does() {
        for good in
            [json!(0.5), json!(true), json!(" .5\n"), json!("1_.5"), json!("5e-1"), json!("-inf")]
        {
            assert!(number(&good).is_some(), "{good}");
        }
        for bad in [json!("1__0"), json!("_1"), json!("0x1"), json!("1e"), json!(""), json!(null)] {
            assert!(number(&bad).is_none(), "{bad}");
        }
    }
}
