//! A value together with its place, and the lax conversions of the real validator.

use sweeplint_yaml::{Node, NodeId, Scalar, Span};

/// A value read from a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<T> {
    /// What was read.
    pub value: T,
    /// Where the value stands.
    pub span: Span,
    /// The value's node in its document.
    pub node: NodeId,
}

impl<T> Field<T> {
    /// A field from its node.
    pub(crate) fn new(value: T, node: Node<'_>) -> Self {
        Self { value, span: node.span(), node: node.id() }
    }
}

/// A string value; numbers and booleans are no strings, as the real validator has it.
pub(crate) fn string(node: Node<'_>) -> Option<Field<String>> {
    node.as_str().map(|text| Field::new(text.to_owned(), node))
}

/// A scalar's characters whatever its type; null is absent.
pub(crate) fn characters(node: Node<'_>) -> Option<Field<String>> {
    if node.is_null() {
        return None;
    }
    node.text().map(|text| Field::new(text.to_owned(), node))
}

/// An integer, or what pydantic's lax mode turns into one: `"8"`, `8.0`, `true`.
pub(crate) fn integer(node: Node<'_>) -> Option<Field<i64>> {
    let value = match node.scalar()? {
        Scalar::Int(value) => *value,
        Scalar::Bool(value) => i64::from(*value),
        Scalar::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
            // Exact: the value is whole and small.
            #[allow(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
            let whole = *value as i64;
            whole
        }
        Scalar::Str => node.text()?.trim().parse().ok()?,
        _ => return None,
    };
    Some(Field::new(value, node))
}

/// A boolean, or what pydantic's lax mode turns into one: `"yes"`, `1`, `"off"`.
pub(crate) fn boolean(node: Node<'_>) -> Option<Field<bool>> {
    let value = match node.scalar()? {
        Scalar::Bool(value) => *value,
        Scalar::Int(0) => false,
        Scalar::Int(1) => true,
        Scalar::Str => match node.text()?.to_lowercase().as_str() {
            "1" | "t" | "true" | "y" | "yes" | "on" => true,
            "0" | "f" | "false" | "n" | "no" | "off" => false,
            _ => return None,
        },
        _ => return None,
    };
    Some(Field::new(value, node))
}

/// The value under a field name, in either spelling (`dp-attn`, `dp_attn`).
pub(crate) fn member<'d>(mapping: Node<'d>, name: &str) -> Option<Node<'d>> {
    mapping
        .get(name)
        .or_else(|| if name.contains('-') { mapping.get(&name.replace('-', "_")) } else { None })
}
