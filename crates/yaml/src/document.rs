//! The arena that holds a parsed text, and the node handle people work with.

use std::sync::Arc;

use crate::{Problem, Scalar, Span};

/// Index of a node in its document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

/// A parsed text: nodes with exact spans, comments, and everything PyYAML would object to.
///
/// Duplicate keys stay visible, aliases stay references, and nothing is lost: the text is kept.
#[derive(Debug)]
pub struct Document {
    pub(crate) text: Arc<str>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) root: Option<NodeId>,
    pub(crate) comments: Vec<Span>,
    pub(crate) problems: Vec<Problem>,
}

#[derive(Debug)]
pub(crate) struct NodeData {
    /// The value as written, without anchor and tag.
    pub span: Span,
    /// The same, with anchor and tag.
    pub outer: Span,
    pub content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Scalar { scalar: Scalar, text: Text, style: ScalarStyle },
    Sequence { items: Vec<NodeId>, flow: bool },
    Mapping { entries: Vec<(NodeId, NodeId)>, flow: bool },
    Alias { target: Option<NodeId> },
}

/// Characters of a scalar after escapes and folding.
#[derive(Debug)]
pub(crate) enum Text {
    Source(Span),
    Owned(Box<str>),
}

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarStyle {
    /// `text`
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|` or `>`
    Block,
}

/// What a node is, aliases followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A single value.
    Scalar,
    /// A list.
    Sequence,
    /// A mapping.
    Mapping,
}

impl Document {
    /// The text that was parsed, byte for byte.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, shared.
    #[must_use]
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// The top node. `None` when the text is empty or could not be read at all.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.root.map(|id| self.node(id))
    }

    /// Everything PyYAML objects to, in the order of the text.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether `safe_load` accepts the text.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.problems.iter().any(|problem| problem.kind.refuses())
    }

    /// Spans of the comments, `#` included, line break excluded, in the order of the text.
    #[must_use]
    pub fn comments(&self) -> &[Span] {
        &self.comments
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node with that id. An id of another document gives some node of this one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { document: self, id }
    }

    /// Every item of every list, in the order of the text.
    pub(crate) fn sequence_items(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes
            .iter()
            .filter_map(|data| match &data.content {
                Content::Sequence { items, .. } => Some(items),
                _ => None,
            })
            .flatten()
            .map(|id| self.node(*id))
    }

    /// Every mapping of the document, in the order of the text.
    pub fn mappings(&self) -> impl Iterator<Item = Node<'_>> {
        (0_u32..)
            .zip(&self.nodes)
            .filter(|(_, data)| matches!(data.content, Content::Mapping { .. }))
            .map(|(index, _)| self.node(NodeId(index)))
    }
}

/// A node of a document. `Copy`, and ordered by its place in the arena.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    pub(crate) document: &'d Document,
    pub(crate) id: NodeId,
}

/// A key with its value, as written.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'d> {
    /// The key's node.
    pub key: Node<'d>,
    /// The value's node; may be an alias.
    pub value: Node<'d>,
}

impl<'d> Node<'d> {
    pub(crate) fn data(self) -> &'d NodeData {
        &self.document.nodes[self.id.0 as usize]
    }

    /// The node's index in its document.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The document the node belongs to.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// The value as it stands in the text: for a scalar its characters with quotes or block
    /// header, for a collection from its first key, dash or bracket to the end of its last value.
    /// An alias covers `*name`. An absent value is an empty span after the colon or dash.
    #[must_use]
    pub fn span(self) -> Span {
        self.data().span
    }

    /// [`span`](Self::span) with anchor and tag.
    #[must_use]
    pub fn outer_span(self) -> Span {
        self.data().outer
    }

    /// The text under [`span`](Self::span).
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.span().slice(&self.document.text)
    }

    /// The node an alias stands for (one that is undefined or recursive stands for itself), else
    /// the node itself.
    #[must_use]
    pub fn resolved(self) -> Self {
        match self.data().content {
            Content::Alias { target: Some(target) } => self.document.node(target),
            _ => self,
        }
    }

    /// Whether the node is written as an alias.
    #[must_use]
    pub fn is_alias(self) -> bool {
        matches!(self.data().content, Content::Alias { .. })
    }

    /// What the node is, aliases followed. An undefined alias counts as a scalar (null).
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.resolved().data().content {
            Content::Scalar { .. } | Content::Alias { .. } => Kind::Scalar,
            Content::Sequence { .. } => Kind::Sequence,
            Content::Mapping { .. } => Kind::Mapping,
        }
    }

    /// Whether a collection is written in flow style (`[…]`, `{…}`).
    #[must_use]
    pub fn is_flow(self) -> bool {
        matches!(
            self.data().content,
            Content::Sequence { flow: true, .. } | Content::Mapping { flow: true, .. }
        )
    }

    /// How the scalar is written; `None` for collections and aliases.
    #[must_use]
    pub fn style(self) -> Option<ScalarStyle> {
        match self.data().content {
            Content::Scalar { style, .. } => Some(style),
            _ => None,
        }
    }

    /// The scalar's value, aliases followed; `None` for a collection.
    #[must_use]
    pub fn scalar(self) -> Option<&'d Scalar> {
        match &self.resolved().data().content {
            Content::Scalar { scalar, .. } => Some(scalar),
            Content::Alias { .. } => Some(&Scalar::Null),
            _ => None,
        }
    }

    /// The scalar's characters after escapes and folding, whatever its type; `None` for a
    /// collection.
    #[must_use]
    pub fn text(self) -> Option<&'d str> {
        match &self.resolved().data().content {
            Content::Scalar { text: Text::Source(span), .. } => {
                Some(span.slice(&self.document.text))
            }
            Content::Scalar { text: Text::Owned(text), .. } => Some(text),
            Content::Alias { .. } => Some(""),
            _ => None,
        }
    }

    /// The characters, when the value is a string.
    #[must_use]
    pub fn as_str(self) -> Option<&'d str> {
        match self.scalar()? {
            Scalar::Str => self.text(),
            _ => None,
        }
    }

    /// The value, when it is an integer of 64 bits.
    #[must_use]
    pub fn as_int(self) -> Option<i64> {
        match self.scalar()? {
            Scalar::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The value, when it is a boolean.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.scalar()? {
            Scalar::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the value is null (an absent value is).
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.scalar(), Some(Scalar::Null))
    }

    /// The items of a list, aliases followed; empty for anything else.
    pub fn items(self) -> impl ExactSizeIterator<Item = Node<'d>> + DoubleEndedIterator {
        let items: &'d [NodeId] = match &self.resolved().data().content {
            Content::Sequence { items, .. } => items,
            _ => &[],
        };
        items.iter().map(move |id| self.document.node(*id))
    }

    /// The entries of a mapping as written: duplicates and `<<` included, aliases followed for the
    /// mapping itself. Empty for anything else.
    pub fn entries(self) -> impl ExactSizeIterator<Item = Entry<'d>> + DoubleEndedIterator {
        let entries: &'d [(NodeId, NodeId)] = match &self.resolved().data().content {
            Content::Mapping { entries, .. } => entries,
            _ => &[],
        };
        entries.iter().map(move |(key, value)| Entry {
            key: self.document.node(*key),
            value: self.document.node(*value),
        })
    }

    /// The entry `safe_load` keeps for a string key: the last one written in the mapping, else the
    /// one a `<<` brings in. The value may be an alias.
    #[must_use]
    pub fn entry(self, key: &str) -> Option<Entry<'d>> {
        let own = self.entries().rev().find(|entry| entry.is_string_key(key));
        own.or_else(|| crate::merge::lookup(self, key))
    }

    /// The value of [`entry`](Self::entry).
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        self.entry(key).map(|entry| entry.value)
    }

    /// The value at a path of string keys.
    #[must_use]
    pub fn at(self, path: &[&str]) -> Option<Node<'d>> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The entries `safe_load` sees: `<<` expanded, of equal keys only the one that wins, each at
    /// the place where Python's `dict` would have it.
    #[must_use]
    pub fn effective_entries(self) -> Vec<Entry<'d>> {
        crate::merge::effective_entries(self)
    }
}

impl Entry<'_> {
    /// Whether the key is the string `name` (a merge key is not).
    #[must_use]
    pub fn is_string_key(&self, name: &str) -> bool {
        self.key.as_str() == Some(name)
    }

    /// Whether this is a `<<` entry.
    #[must_use]
    pub fn is_merge(&self) -> bool {
        matches!(self.key.scalar(), Some(Scalar::Merge))
    }

    /// Key and value together.
    #[must_use]
    pub fn span(&self) -> Span {
        self.key.outer_span().cover(self.value.outer_span())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.raw(), self.span())
    }
}
