//! Equality of mapping keys, as Python's `dict` has it.

use crate::{Document, Entry, Node, Scalar, Span};

/// A key that two entries of one mapping can share. `1`, `1.0` and `true` are one key in Python.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key<'d> {
    /// A string.
    Str(&'d str),
    /// A number or boolean, written so that equal numbers are equal.
    Number(String),
    /// Null.
    Null,
    /// A date or binary value, by its characters.
    Other(&'d str),
}

impl<'d> Key<'d> {
    /// The key a node is; `None` for a list or mapping, which Python cannot hash.
    #[must_use]
    pub fn of(node: Node<'d>) -> Option<Self> {
        let text = node.text()?;
        Some(match node.scalar()? {
            Scalar::Null => Self::Null,
            Scalar::Bool(value) => Self::Number(u8::from(*value).to_string()),
            Scalar::Int(value) => Self::Number(value.to_string()),
            Scalar::BigInt(digits) => Self::Number(digits.to_string()),
            Scalar::Float(value) => Self::Number(value.to_string()),
            Scalar::Str | Scalar::Merge | Scalar::Equals => Self::Str(text),
            Scalar::Timestamp | Scalar::Binary => Self::Other(text),
        })
    }
}

/// Two entries of one mapping with equal keys; PyYAML keeps the later one without a word.
#[derive(Clone, Copy, Debug)]
pub struct DuplicateKey<'d> {
    /// The mapping.
    pub mapping: Node<'d>,
    /// The entry that is lost.
    pub first: Entry<'d>,
    /// The next entry with the same key.
    pub second: Entry<'d>,
}

/// Keys that are compared one with another rather than sorted.
const FEW: usize = 48;

fn has_equal(keys: &[(Key<'_>, Entry<'_>)]) -> bool {
    keys.iter().enumerate().any(|(index, (key, _))| keys[..index].iter().any(|(k, _)| k == key))
}

impl Document {
    /// Every pair of neighbouring entries with equal keys, in the order of the text.
    #[must_use]
    pub fn duplicate_keys(&self) -> Vec<DuplicateKey<'_>> {
        let mut duplicates = Vec::new();
        let mut keys: Vec<(Key<'_>, Entry<'_>)> = Vec::new();
        for mapping in self.mappings() {
            keys.clear();
            keys.extend(
                mapping
                    .entries()
                    .filter(|entry| !entry.is_merge())
                    .filter_map(|entry| Key::of(entry.key).map(|key| (key, entry))),
            );
            // Short mappings are the rule: comparing each key with those before it beats sorting.
            if keys.len() <= FEW && !has_equal(&keys) {
                continue;
            }
            keys.sort_by(|(left, a), (right, b)| {
                left.cmp(right).then(a.key.span().cmp(&b.key.span()))
            });
            for pair in keys.windows(2) {
                if let [(first_key, first), (second_key, second)] = pair
                    && first_key == second_key
                {
                    duplicates.push(DuplicateKey { mapping, first: *first, second: *second });
                }
            }
        }
        duplicates.sort_by_key(|duplicate| duplicate.second.key.span());
        duplicates
    }

    /// The innermost node whose span holds `offset`, keys included.
    #[must_use]
    pub fn node_at(&self, offset: usize) -> Option<Node<'_>> {
        let holds = |span: Span| span.contains(offset);
        let mut node = self.root().filter(|root| holds(root.span()))?;
        loop {
            let inner = if node.is_alias() {
                None
            } else {
                node.items()
                    .chain(node.entries().flat_map(|entry| [entry.key, entry.value]))
                    .find(|child| holds(child.span()))
            };
            match inner {
                Some(inner) => node = inner,
                None => return Some(node),
            }
        }
    }
}
