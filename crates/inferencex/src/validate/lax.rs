//! Pydantic's lax mode, and the schema keywords that stand for it.
//!
//! Measured against pydantic 2.13: an integer field takes whole floats within 64 bits, booleans and
//! decimal texts (`" 8 "`, `"8.0"`, `"1_000"`); a boolean field takes 0, 1 and ten words in any
//! case, not trimmed; a float field takes decimal texts and booleans; `Literal[True]` takes 1.

use jsonschema::paths::Location;
use jsonschema::{Keyword, ValidationError, ValidationOptions};
use serde_json::{Map, Value};

/// The integer a lax field reads.
pub(super) fn integer(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(number) => {
            let float = number.as_f64()?;
            let fits = number.is_i64() || number.is_u64() || float.abs() < 9.3e18;
            (fits && float.fract() == 0.0).then_some(float)
        }
        Value::String(text) => integer_text(text),
        _ => None,
    }
}

fn integer_text(text: &str) -> Option<f64> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').map_or((unsigned, "0"), |parts| parts);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let whole_is_digits = whole.split('_').all(digits);
    let nothing_behind = digits(fraction) && fraction.bytes().all(|b| b == b'0');
    if !whole_is_digits || !nothing_behind || whole.len() > 4300 {
        return None;
    }
    let value: f64 = whole.replace('_', "").parse().ok()?;
    Some(if text.starts_with('-') { -value } else { value })
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
        Value::String(text) => match text.to_lowercase().as_str() {
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
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Adds the schemas' own keywords.
pub(super) fn with_keywords(options: ValidationOptions<'_>) -> ValidationOptions<'_> {
    options
        .with_keyword("x-lax", keyword(Lax::read))
        .with_keyword("x-strict", keyword(|_, _| Some(Strict)))
        .with_keyword("x-literal", keyword(|_, value| Some(Literal(value.as_bool()?))))
        .with_keyword("x-not-prefix", keyword(|_, value| Some(NotPrefix(value.as_str()?.to_owned()))))
}

trait Check: Send + Sync + 'static {
    /// What is wrong with an instance, in one sentence that begins with "expected".
    fn fault(&self, instance: &Value) -> Option<String>;
}

struct Checked<C>(C);

impl<'i, C: Check> Keyword<'i> for Checked<C> {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        self.0.fault(instance).map_or(Ok(()), |fault| Err(ValidationError::custom(fault)))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        self.0.fault(instance).is_none()
    }
}

/// A keyword from a reader of its value and the schema around it.
fn keyword<C: Check>(
    read: impl Fn(&Map<String, Value>, &Value) -> Option<C> + Send + Sync + 'static,
) -> impl for<'a> Fn(
    &'a Map<String, Value>,
    &'a Value,
    Location,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>>
+ Send
+ Sync
+ 'static {
    move |parent, value, _| match read(parent, value) {
        Some(check) => Ok(Box::new(Checked(check))),
        None => Err(ValidationError::custom("the keyword's value is not understood")),
    }
}

/// A field that pydantic converts.
struct Lax {
    kind: LaxKind,
    above: Option<f64>,
    least: Option<f64>,
    most: Option<f64>,
}

#[derive(Clone, Copy)]
enum LaxKind {
    Integer,
    Boolean,
    Number,
}

impl Lax {
    fn read(parent: &Map<String, Value>, value: &Value) -> Option<Self> {
        let kind = match value.as_str()? {
            "integer" => LaxKind::Integer,
            "boolean" => LaxKind::Boolean,
            "number" => LaxKind::Number,
            _ => return None,
        };
        let bound = |name: &str| parent.get(name).and_then(Value::as_f64);
        Some(Self {
            kind,
            above: bound("exclusiveMinimum"),
            least: bound("minimum"),
            most: bound("maximum"),
        })
    }
}

impl Check for Lax {
    fn fault(&self, instance: &Value) -> Option<String> {
        // Null and what is no scalar at all is judged by `type`.
        if instance.is_null() || instance.is_array() || instance.is_object() {
            return None;
        }
        let (read, expected) = match self.kind {
            LaxKind::Integer => (integer(instance), "expected an integer"),
            LaxKind::Number => (number(instance), "expected a number"),
            LaxKind::Boolean => {
                let fault = "expected true or false".to_owned();
                return boolean(instance).is_none().then_some(fault);
            }
        };
        let Some(value) = read else { return Some(expected.to_owned()) };
        // JSON's own keywords judge the bounds of numbers.
        if instance.is_number() {
            return None;
        }
        let low = self.above.is_some_and(|above| value <= above)
            || self.least.is_some_and(|least| value < least);
        let high = self.most.is_some_and(|most| value > most);
        (low || high || value.is_nan()).then(|| "expected a number within the limits".to_owned())
    }
}

/// An integer that is written as one.
struct Strict;

impl Check for Strict {
    fn fault(&self, instance: &Value) -> Option<String> {
        let integer = match instance {
            Value::Number(number) => number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|f| f.abs() > 9.3e18),
            Value::Null => true,
            _ => false,
        };
        (!integer).then(|| "expected an integer, not converted from anything else".to_owned())
    }
}

/// One boolean, or the number equal to it.
struct Literal(bool);

impl Check for Literal {
    fn fault(&self, instance: &Value) -> Option<String> {
        let equal = match instance {
            Value::Bool(value) => *value == self.0,
            Value::Number(number) => number.as_f64() == Some(f64::from(u8::from(self.0))),
            _ => false,
        };
        (!equal).then(|| format!("expected {}", self.0))
    }
}

/// A text that must not begin in a certain way.
struct NotPrefix(String);

impl Check for NotPrefix {
    fn fault(&self, instance: &Value) -> Option<String> {
        let begins = instance.as_str().is_some_and(|text| text.starts_with(&self.0));
        begins.then(|| {
            "expected a release, package version or source commit, not an image reference".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_are_read_as_pydantic_does() {
        for good in [
            json!(0), json!(true), json!(1.0), json!("8"), json!(" 8 "), json!("8.0"), json!("+8"),
            json!("1_000"), json!("08"), json!("-0"), json!("8.00"), json!("8\n"), json!("\t8"),
        ] {
            assert!(integer(&good).is_some(), "{good}");
        }
        for bad in [
            json!(2.5), json!("8.5"), json!("_1"), json!("1__0"), json!("0x10"), json!("8."),
            json!("1e3"), json!(".0"), json!(""), json!("--8"), json!(1e30), json!("8 0"), json!(null),
        ] {
            assert!(integer(&bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn booleans_are_read_as_pydantic_does() {
        for good in [json!(0), json!(1.0), json!("yes"), json!("OFF"), json!("T"), json!("n")] {
            assert!(boolean(&good).is_some(), "{good}");
        }
        for bad in [json!(2), json!(" yes"), json!("01"), json!("true "), json!(""), json!(null)] {
            assert!(boolean(&bad).is_none(), "{bad}");
        }
    }
}
