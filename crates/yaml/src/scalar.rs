//! YAML 1.1 scalar resolution, exactly as PyYAML's `SafeLoader` does it.
//!
//! The patterns are tried in PyYAML's order (bool, float, int, merge, null, timestamp, value) and
//! only when the first character is one of the pattern's, as its resolver table does. Source:
//! PyYAML `resolver.py` and `constructor.py`, checked by the differential tests.

use std::fmt::Write as _;

/// The value of a scalar after resolution.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `null`, `~` or nothing.
    Null,
    /// `yes`, `No`, `TRUE`, `off` …
    Bool(bool),
    /// An integer that fits 64 bits.
    Int(i64),
    /// An integer that does not, as a decimal number with its sign.
    BigInt(Box<str>),
    /// A float, infinities and NaN included.
    Float(f64),
    /// Text; the characters are the node's [`text`](crate::Node::text).
    Str,
    /// A date or a date with a time; the characters are the node's text.
    Timestamp,
    /// Base64 data under an explicit `!!binary`.
    Binary,
    /// A plain `<<`; a merge when it stands as a key, an error as a value.
    Merge,
    /// A plain `=`; the string `=` when it stands as a key, an error as a value.
    Equals,
}

impl Scalar {
    /// Python's name of the type, for messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Int(_) | Self::BigInt(_) => "integer",
            Self::Float(_) => "float",
            Self::Str | Self::Merge | Self::Equals => "string",
            Self::Timestamp => "date",
            Self::Binary => "binary data",
        }
    }
}

/// Why a scalar that resolves to a type cannot be built as that type. PyYAML raises here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} looks like {kind} but is not a valid one")]
pub struct ScalarError {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
}

/// Resolves a plain scalar.
///
/// # Errors
/// When PyYAML's resolver picks a type whose constructor then raises (`2024-13-45`, `0b_`).
pub fn resolve_plain(text: &str) -> Result<Scalar, ScalarError> {
    let Some(first) = text.bytes().next() else { return Ok(Scalar::Null) };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' => {
            if let Some(value) = bool_value(text) {
                return Ok(Scalar::Bool(value));
            }
            if matches!(text, "null" | "Null" | "NULL") {
                return Ok(Scalar::Null);
            }
            Ok(Scalar::Str)
        }
        b'~' if text == "~" => Ok(Scalar::Null),
        b'<' if text == "<<" => Ok(Scalar::Merge),
        b'=' if text == "=" => Ok(Scalar::Equals),
        b'-' | b'+' | b'0'..=b'9' | b'.' => resolve_number(text),
        _ => Ok(Scalar::Str),
    }
}

fn resolve_number(text: &str) -> Result<Scalar, ScalarError> {
    let error = |kind| ScalarError { text: text.to_owned(), kind };
    if matches_float(text) {
        return float_value(text).map(Scalar::Float).ok_or_else(|| error("a float"));
    }
    if matches_int(text) {
        return int_value(text).ok_or_else(|| error("an integer"));
    }
    if is_timestamp(text) {
        return if timestamp_is_valid(text) { Ok(Scalar::Timestamp) } else { Err(error("a date")) };
    }
    Ok(Scalar::Str)
}

pub(crate) fn bool_value(text: &str) -> Option<bool> {
    match text {
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// A cursor over ASCII patterns.
struct Cursor<'t> {
    rest: &'t [u8],
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        Self { rest: text.as_bytes() }
    }

    fn one(&mut self, accept: impl Fn(u8) -> bool) -> bool {
        match self.rest.split_first() {
            Some((&byte, rest)) if accept(byte) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn byte(&mut self, wanted: u8) -> bool {
        self.one(|byte| byte == wanted)
    }

    fn sign(&mut self) -> bool {
        self.one(|byte| matches!(byte, b'-' | b'+'))
    }

    fn many(&mut self, accept: impl Fn(u8) -> bool + Copy) -> usize {
        let mut count = 0;
        while self.one(accept) {
            count += 1;
        }
        count
    }

    fn digits(&mut self, least: usize, most: usize) -> bool {
        let mut count = 0;
        while count < most && self.one(|byte| byte.is_ascii_digit()) {
            count += 1;
        }
        count >= least
    }

    fn at_end(&self) -> bool {
        // Python's `$` also matches before one trailing line feed.
        self.rest.is_empty() || self.rest == b"\n"
    }
}

fn digit_or_underscore(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'_'
}

/// `(?::[0-5]?[0-9])+`, followed by what `end` accepts.
fn sexagesimal_tail(cursor: &mut Cursor<'_>) -> bool {
    let mut groups = 0;
    while cursor.byte(b':') {
        let mut digits = 0;
        let first = cursor.rest.first().copied();
        while digits < 2 && cursor.one(|byte| byte.is_ascii_digit()) {
            digits += 1;
        }
        if digits == 0 || (digits == 2 && first.is_some_and(|byte| byte > b'5')) {
            return false;
        }
        groups += 1;
    }
    groups > 0
}

fn matches_float(text: &str) -> bool {
    decimal_float(text) || leading_dot_float(text) || sexagesimal_float(text) || special_float(text)
}

/// `[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?`
fn decimal_float(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.sign();
    if !cursor.one(|byte| byte.is_ascii_digit()) {
        return false;
    }
    cursor.many(digit_or_underscore);
    if !cursor.byte(b'.') {
        return false;
    }
    cursor.many(digit_or_underscore);
    exponent(&mut cursor) && cursor.at_end()
}

/// `\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`
fn leading_dot_float(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    if !cursor.byte(b'.') || !cursor.one(|byte| byte.is_ascii_digit()) {
        return false;
    }
    cursor.many(digit_or_underscore);
    exponent(&mut cursor) && cursor.at_end()
}

fn exponent(cursor: &mut Cursor<'_>) -> bool {
    if !cursor.one(|byte| matches!(byte, b'e' | b'E')) {
        return true;
    }
    cursor.sign() && cursor.many(|byte| byte.is_ascii_digit()) > 0
}

/// `[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*`
fn sexagesimal_float(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.sign();
    if !cursor.one(|byte| byte.is_ascii_digit()) {
        return false;
    }
    cursor.many(digit_or_underscore);
    if !sexagesimal_tail(&mut cursor) || !cursor.byte(b'.') {
        return false;
    }
    cursor.many(digit_or_underscore);
    cursor.at_end()
}

fn special_float(text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN")
}

fn matches_int(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.sign();
    let rest = cursor.rest;
    let all = |prefix: usize, accept: fn(u8) -> bool| {
        let mut cursor = Cursor { rest: &rest[prefix..] };
        cursor.many(accept) > 0 && cursor.at_end()
    };
    if rest.starts_with(b"0b") && all(2, |byte| matches!(byte, b'0' | b'1' | b'_')) {
        return true;
    }
    if rest.starts_with(b"0x") && all(2, |byte| byte.is_ascii_hexdigit() || byte == b'_') {
        return true;
    }
    if rest.starts_with(b"0") && all(1, |byte| matches!(byte, b'0'..=b'7' | b'_')) {
        return true;
    }
    if rest == b"0" || rest == b"0\n" {
        return true;
    }
    if !cursor.one(|byte| matches!(byte, b'1'..=b'9')) {
        return false;
    }
    cursor.many(digit_or_underscore);
    cursor.at_end() || (sexagesimal_tail(&mut cursor) && cursor.at_end())
}

/// Builds what [`matches_int`] accepted. `None` where Python's `int()` raises.
pub(crate) fn int_value(text: &str) -> Option<Scalar> {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let digits = digits.trim();
    let negative = digits.starts_with('-');
    let unsigned = digits.strip_prefix(['-', '+']).unwrap_or(digits);
    if unsigned == "0" {
        return Some(Scalar::Int(0));
    }
    if let Some(binary) = unsigned.strip_prefix("0b") {
        return radix(binary, 2, negative);
    }
    if let Some(hex) = unsigned.strip_prefix("0x") {
        return radix(hex, 16, negative);
    }
    if unsigned.starts_with('0') {
        return radix(unsigned, 8, negative);
    }
    if unsigned.contains(':') {
        let mut value: i64 = 0;
        for part in unsigned.split(':') {
            value = value.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        }
        return Some(Scalar::Int(if negative { -value } else { value }));
    }
    radix(unsigned, 10, negative)
}

fn radix(digits: &str, radix: u32, negative: bool) -> Option<Scalar> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
    if let Ok(value) = i64::from_str_radix(&signed, radix) {
        return Some(Scalar::Int(value));
    }
    let decimal = to_decimal(digits, radix);
    Some(Scalar::BigInt(if negative { format!("-{decimal}") } else { decimal }.into_boxed_str()))
}

/// Little-endian limbs of nine decimal digits.
const LIMB: u64 = 1_000_000_000;

/// Digits of a non-negative number in `radix`, as decimal digits.
fn to_decimal(digits: &str, radix: u32) -> String {
    if radix == 10 {
        return digits.trim_start_matches('0').to_owned();
    }
    let mut limbs: Vec<u64> = vec![0];
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            let value = *limb * u64::from(radix) + carry;
            *limb = value % LIMB;
            carry = value / LIMB;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut out = String::new();
    for (index, limb) in limbs.iter().rev().enumerate() {
        if index == 0 {
            out.push_str(&limb.to_string());
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "{limb:09}");
        }
    }
    out
}

/// Builds what [`matches_float`] accepted. `None` where Python's `float()` raises.
pub(crate) fn float_value(text: &str) -> Option<f64> {
    let lower: String = text.chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    let lower = lower.trim();
    let negative = lower.starts_with('-');
    let unsigned = lower.strip_prefix(['-', '+']).unwrap_or(lower);
    let value = match unsigned {
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        _ if unsigned.contains(':') => {
            let mut value = 0.0;
            let mut base = 1.0;
            for part in unsigned.rsplit(':') {
                value += part.parse::<f64>().ok()? * base;
                base *= 60.0;
            }
            value
        }
        _ => unsigned.parse::<f64>().ok()?,
    };
    Some(if negative { -value } else { value })
}

fn is_timestamp(text: &str) -> bool {
    let mut date = Cursor::new(text);
    if date.digits(4, 4)
        && date.byte(b'-')
        && date.digits(2, 2)
        && date.byte(b'-')
        && date.digits(2, 2)
        && date.at_end()
    {
        return true;
    }
    let mut full = Cursor::new(text);
    if !(full.digits(4, 4)
        && full.byte(b'-')
        && full.digits(1, 2)
        && full.byte(b'-')
        && full.digits(1, 2))
    {
        return false;
    }
    let blank = |byte: u8| matches!(byte, b' ' | b'\t');
    if !full.one(|byte| matches!(byte, b'T' | b't')) && full.many(blank) == 0 {
        return false;
    }
    if !(full.digits(1, 2)
        && full.byte(b':')
        && full.digits(2, 2)
        && full.byte(b':')
        && full.digits(2, 2))
    {
        return false;
    }
    if full.byte(b'.') {
        full.many(|byte| byte.is_ascii_digit());
    }
    if full.at_end() {
        return true;
    }
    full.many(blank);
    if full.byte(b'Z') {
        return full.at_end();
    }
    if !full.sign() || !full.digits(1, 2) {
        return false;
    }
    full.at_end() || (full.byte(b':') && full.digits(2, 2) && full.at_end())
}

fn timestamp_is_valid(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut next = |default: u32| numbers.next().map_or(Some(default), |part| part.parse().ok());
    let (Some(year), Some(month), Some(day)) = (next(0), next(0), next(0)) else { return false };
    let (Some(hour), Some(minute), Some(second)) = (next(0), next(0), next(0)) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    let zone_is_valid = zone_minutes(text).is_none_or(|minutes| minutes < 24 * 60);
    year >= 1
        && (1..=days).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60
        && zone_is_valid
}

/// Size of the UTC offset in minutes, when one stands after the time.
fn zone_minutes(text: &str) -> Option<u32> {
    let time = text.find(':')?;
    let sign = text[time..].find(['+', '-'])? + time;
    let mut parts = text[sign + 1..].trim().split(':');
    let hours: u32 = parts.next()?.parse().ok()?;
    let minutes: u32 = parts.next().map_or(Some(0), |part| part.parse().ok())?;
    Some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_the_points_people_get_wrong() {
        let int = |text| resolve_plain(text).unwrap();
        assert_eq!(int("860_160"), Scalar::Int(860_160));
        assert_eq!(int("0x1F"), Scalar::Int(31));
        assert_eq!(int("0b11"), Scalar::Int(3));
        assert_eq!(int("017"), Scalar::Int(15));
        assert_eq!(int("1:30"), Scalar::Int(90));
        assert_eq!(int("0_"), Scalar::Int(0));
        for string in ["1e5", "1.0e5", "-.5", "08", "0o17", "nULL", "y", "n", "1:75"] {
            assert_eq!(int(string), Scalar::Str, "{string}");
        }
        assert_eq!(int("1.0e+5"), Scalar::Float(100_000.0));
        assert_eq!(int("5."), Scalar::Float(5.0));
        assert_eq!(int(".5"), Scalar::Float(0.5));
        assert_eq!(int("1.10"), Scalar::Float(1.1));
        assert_eq!(int("1:30.5"), Scalar::Float(90.5));
        assert_eq!(int("2026-08-21"), Scalar::Timestamp);
        assert_eq!(int("18446744073709551616"), Scalar::BigInt("18446744073709551616".into()));
        assert_eq!(int("0x10000000000000000"), Scalar::BigInt("18446744073709551616".into()));
        assert!(resolve_plain("2024-13-45").is_err());
        assert!(resolve_plain("0b_").is_err());
    }
}
