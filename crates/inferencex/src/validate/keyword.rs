//! The schemas' own keywords, which stand for what JSON Schema cannot say about pydantic.
//!
//! | keyword | value | meaning |
//! |---|---|---|
//! | `x-lax` | `integer`, `boolean`, `number` | what pydantic converts to the type is accepted; bounds beside it hold after conversion |
//! | `x-strict` | `integer` | an integer that is written as one: `8.0` is none |
//! | `x-literal` | a boolean | with `enum`, which also has the number that Python takes for it |
//! | `x-not-prefix` | a text | the value may not begin so |

use jsonschema::paths::Location;
use jsonschema::{Keyword, ValidationError, ValidationOptions};
use serde_json::{Map, Value};

use super::lax;
use super::violation::{Code, Limit};

/// How the keywords read a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// As the real validator does.
    Lax,
    /// As people should write: no conversion.
    Plain,
}

/// What a keyword objects to; handed through `jsonschema` as text.
pub(super) struct Objection {
    pub code: Code,
    /// What is expected, without the word.
    pub expected: String,
}

const TYPE: &str = "type";
const BOUND: &str = "bound";
const IMAGE: &str = "image";

impl Objection {
    /// Reads what a [`Check`] wrote.
    pub(super) fn read(message: &str) -> Self {
        let (kind, expected) = message.split_once(' ').unwrap_or((TYPE, message));
        let code = match kind {
            BOUND => Code::Value(Limit::Bound),
            IMAGE => Code::Value(Limit::ImageReference),
            _ => Code::Type,
        };
        Self { code, expected: expected.to_owned() }
    }
}

/// Adds the keywords.
pub(super) fn with_keywords(options: ValidationOptions<'_>, mode: Mode) -> ValidationOptions<'_> {
    options
        .with_keyword("x-lax", keyword(move |parent, value| Lax::read(parent, value, mode)))
        .with_keyword("x-strict", keyword(|_, _| Some(Strict)))
        .with_keyword(
            "x-literal",
            keyword(move |_, value| Some(Literal { value: value.as_bool()?, mode })),
        )
        .with_keyword(
            "x-not-prefix",
            keyword(|_, value| Some(NotPrefix(value.as_str()?.to_owned()))),
        )
}

trait Check: Send + Sync + 'static {
    /// What is wrong with an instance: a kind, a blank, what is expected.
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
#[allow(clippy::type_complexity, reason = "the type that `with_keyword` takes")]
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
    mode: Mode,
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
    fn read(parent: &Map<String, Value>, value: &Value, mode: Mode) -> Option<Self> {
        let kind = match value.as_str()? {
            "integer" => LaxKind::Integer,
            "boolean" => LaxKind::Boolean,
            "number" => LaxKind::Number,
            _ => return None,
        };
        let bound = |name: &str| parent.get(name).and_then(Value::as_f64);
        Some(Self {
            kind,
            mode,
            above: bound("exclusiveMinimum"),
            least: bound("minimum"),
            most: bound("maximum"),
        })
    }

    fn expected(&self) -> String {
        let noun = match self.kind {
            LaxKind::Integer => "an integer",
            LaxKind::Number => "a number",
            LaxKind::Boolean => "true or false",
        };
        format!("{TYPE} {noun}")
    }

    fn is_plain(&self, instance: &Value) -> bool {
        match self.kind {
            LaxKind::Integer => is_written_integer(instance),
            LaxKind::Number => instance.is_number(),
            LaxKind::Boolean => instance.is_boolean(),
        }
    }

    /// The bound that a converted value breaks. JSON's own keywords judge numbers.
    #[allow(clippy::cast_precision_loss, reason = "the bounds are small")]
    fn broken_bound(&self, instance: &Value) -> Option<String> {
        if instance.is_number() {
            return None;
        }
        let value = match self.kind {
            LaxKind::Integer => lax::integer(instance)? as f64,
            LaxKind::Number => lax::number(instance)?,
            LaxKind::Boolean => return None,
        };
        let above = self.above.filter(|above| value <= *above || value.is_nan());
        let least = self.least.filter(|least| value < *least || value.is_nan());
        let most = self.most.filter(|most| value > *most);
        above
            .map(|bound| format!("{BOUND} more than {bound}"))
            .or(least.map(|bound| format!("{BOUND} at least {bound}")))
            .or(most.map(|bound| format!("{BOUND} at most {bound}")))
    }
}

impl Check for Lax {
    fn fault(&self, instance: &Value) -> Option<String> {
        // What is no scalar, or nothing, is judged by `type`.
        if instance.is_null() || instance.is_array() || instance.is_object() {
            return None;
        }
        if self.mode == Mode::Plain {
            return (!self.is_plain(instance)).then(|| self.expected());
        }
        let is_read = match self.kind {
            LaxKind::Integer => lax::integer(instance).is_some(),
            LaxKind::Number => lax::number(instance).is_some(),
            LaxKind::Boolean => lax::boolean(instance).is_some(),
        };
        if is_read { self.broken_bound(instance) } else { Some(self.expected()) }
    }
}

/// Whether a value is an integer and written as one. Integers of more than 64 bits are kept as
/// floats of at least that size, and floats of that size are no numbers here.
fn is_written_integer(value: &Value) -> bool {
    const SIZE: f64 = 9_223_372_036_854_775_808.0;
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|float| float.abs() >= SIZE)
}

/// An integer that is written as one. What is no number at all is judged by `type`.
struct Strict;

impl Check for Strict {
    fn fault(&self, instance: &Value) -> Option<String> {
        // A float with a fraction is no integer to `type` either.
        let whole = instance.as_f64().is_some_and(|float| float.fract() == 0.0);
        (instance.is_number() && whole && !is_written_integer(instance))
            .then(|| format!("{TYPE} an integer without a decimal point"))
    }
}

/// One boolean. `enum` beside it judges whether it is one at all.
struct Literal {
    value: bool,
    mode: Mode,
}

impl Check for Literal {
    fn fault(&self, instance: &Value) -> Option<String> {
        (self.mode == Mode::Plain && instance.as_bool() != Some(self.value))
            .then(|| format!("{TYPE} {}", self.value))
    }
}

/// A text that must not begin in a certain way.
struct NotPrefix(String);

impl Check for NotPrefix {
    fn fault(&self, instance: &Value) -> Option<String> {
        let begins = instance.as_str().is_some_and(|text| text.starts_with(&self.0));
        begins.then(|| {
            format!("{IMAGE} a release, package version or source commit, not an image reference")
        })
    }
}
