//! From a path to a place in the text.

use sweeplint_yaml::{Kind, Node, Span};

use super::json;
use super::violation::Segment;

/// Where a path leads: the deepest value that exists on it.
#[derive(Clone, Copy)]
pub(super) struct Place<'d> {
    /// The value.
    pub node: Node<'d>,
    /// The key it stands under; `None` for an item of a list.
    pub key: Option<Node<'d>>,
    /// Steps of the path that lead on.
    pub left: usize,
}

/// Follows a path from a value that stands under a key.
pub(super) fn locate<'d>(root: Node<'d>, key: Option<Node<'d>>, path: &[Segment]) -> Place<'d> {
    let mut place = Place { node: root, key, left: path.len() };
    for segment in path {
        let next = match segment {
            Segment::Key(name) => {
                json::entry(place.node, name).map(|entry| (entry.value, Some(entry.key)))
            }
            Segment::Index(index) => place.node.items().nth(*index).map(|item| (item, None)),
        };
        let Some((node, key)) = next else { break };
        place = Place { node, key, left: place.left - 1 };
    }
    place
}

impl Place<'_> {
    /// The value where it is short, else what stands for it: its key, or the first key or line of
    /// an item.
    pub(super) fn value_span(&self) -> Span {
        let span = self.node.span();
        let is_short = !span.is_empty() && !self.node.raw().contains('\n');
        if is_short { span } else { self.head_span() }
    }

    /// The key of the value, or the first key or line of an item.
    pub(super) fn head_span(&self) -> Span {
        if let Some(key) = self.key {
            return key.span();
        }
        let first =
            (self.node.kind() == Kind::Mapping && !self.node.is_alias() && !self.node.is_flow())
                .then(|| self.node.entries().next())
                .flatten();
        first.map_or_else(|| first_line(self.node), |entry| entry.key.span())
    }
}

/// A value's first line.
pub(super) fn first_line(node: Node<'_>) -> Span {
    let span = node.span();
    let length = node.raw().lines().next().map_or(0, str::len);
    Span::new(span.start as usize, span.start as usize + length)
}
