//! From parser events to the arena: places corrected, anchors resolved, limits kept.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Options, Parser, ScalarStyle as Style, StructureStyle, Tag};

use crate::document::{Content, NodeData, Text};
use crate::{
    Document, Kind, NodeId, Problem, ProblemKind, Scalar, ScalarStyle, Span, construct, recover,
};
use crate::{merge, precheck};

/// What protects the reader from hostile text. Each breach is a [`Problem`] with a place.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nested collections, block and flow counted apart.
    pub depth: usize,
    /// Nodes of one document.
    pub nodes: usize,
    /// Nodes of one document after every alias is replaced by what it stands for.
    pub expanded_nodes: u64,
    /// Broken parts that are reported for one document.
    pub broken_parts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 64, nodes: 500_000, expanded_nodes: 1_000_000, broken_parts: 20 }
    }
}

impl Document {
    /// Reads a text with the default [`Limits`].
    #[must_use]
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        Self::parse_within(text, Limits::default())
    }

    /// Reads a text. Never fails: what `safe_load` would refuse stands in
    /// [`problems`](Self::problems). When a block mapping or list at the left margin has a broken
    /// part, its other parts are still there.
    #[must_use]
    pub fn parse_within(text: impl Into<Arc<str>>, limits: Limits) -> Self {
        let text: Arc<str> = text.into();
        let mut composer = Composer::new(&text, limits);
        let root = match composer.compose(0..text.len()) {
            Ok(root) => root,
            Err(problem) => recover::compose_parts(&text, limits, problem, &mut composer),
        };
        composer.finish(root)
    }
}

/// An open collection.
enum Frame {
    Sequence { id: NodeId, flow: bool, items: Vec<NodeId> },
    Mapping { id: NodeId, flow: bool, entries: Vec<(NodeId, NodeId)>, key: Option<NodeId> },
}

/// Builds nodes out of the events of one text or of several of its parts.
pub(crate) struct Composer<'t> {
    text: &'t Arc<str>,
    limits: Limits,
    pub(crate) nodes: Vec<NodeData>,
    /// Nodes below each node with aliases expanded, itself included.
    sizes: Vec<u64>,
    anchors: HashMap<Box<str>, NodeId>,
    open: Vec<Frame>,
    comments: Vec<Span>,
    pub(crate) problems: Vec<Problem>,
    root: Option<NodeId>,
    last: Option<NodeId>,
    /// First byte not yet consumed by a token that stands for something.
    cursor: usize,
}

impl<'t> Composer<'t> {
    fn new(text: &'t Arc<str>, limits: Limits) -> Self {
        let expected = text.len() / 12;
        Self {
            text,
            limits,
            nodes: Vec::with_capacity(expected),
            sizes: Vec::with_capacity(expected),
            anchors: HashMap::new(),
            open: Vec::new(),
            comments: Vec::new(),
            problems: Vec::new(),
            root: None,
            last: None,
            cursor: 0,
        }
    }

    /// Composes the text of `part`. Nodes, anchors, comments and problems are added to what is
    /// there; on an error nothing but comments and anchors of complete nodes remain reachable.
    pub(crate) fn compose(&mut self, part: Range<usize>) -> Result<Option<NodeId>, Problem> {
        self.open.clear();
        self.root = None;
        self.last = None;
        self.cursor = part.start;
        let base = part.start;
        let Some(source) = self.text.get(part) else { return Ok(None) };
        let mut documents = 0;
        for event in Parser::new_from_str_with_options(source, options(self.limits)) {
            let (event, span) = event.map_err(|error| {
                let place = error.marker().byte_offset().unwrap_or(source.len()) + base;
                syntax_problem(&error, self.text, place)
            })?;
            let range = span.byte_range().unwrap_or(0..0);
            let place = Span::new(range.start + base, range.end + base);
            match event {
                Event::DocumentStart(explicit, _) => {
                    documents += 1;
                    if documents > 1 {
                        return Err(Problem {
                            kind: ProblemKind::Syntax,
                            span: place,
                            message: "a second document starts here; only one is read".to_owned(),
                        });
                    }
                    if explicit {
                        self.cursor = self.cursor.max(place.end as usize);
                    }
                }
                Event::Comment(..) => self.comments.push(place),
                Event::Anchor(_, name) => self.anchor(&name, place)?,
                Event::Alias(_) | Event::UnresolvedAlias(_) => self.alias(place)?,
                Event::Scalar(value, style, _, tag) => {
                    let tag_span = tag_span(&span, base);
                    let text = match &value {
                        std::borrow::Cow::Borrowed(slice) => {
                            let offset =
                                (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
                            Text::Source(Span::new(offset, offset + slice.len()))
                        }
                        std::borrow::Cow::Owned(owned) => Text::Owned(owned.as_str().into()),
                    };
                    self.scalar(&value, text, style, place, tag.as_deref(), tag_span)?;
                }
                Event::SequenceStart(style, _, tag) => {
                    let flow = style == StructureStyle::Flow;
                    let tag_at = tag_span(&span, base);
                    let id = self.start(Kind::Sequence, flow, place, tag.as_deref(), tag_at)?;
                    self.open.push(Frame::Sequence { id, flow, items: Vec::new() });
                }
                Event::MappingStart(style, _, tag) => {
                    let flow = style == StructureStyle::Flow;
                    let tag_at = tag_span(&span, base);
                    let id = self.start(Kind::Mapping, flow, place, tag.as_deref(), tag_at)?;
                    self.open.push(Frame::Mapping { id, flow, entries: Vec::new(), key: None });
                }
                Event::SequenceEnd | Event::MappingEnd => self.end(place),
                _ => {}
            }
        }
        Ok(self.root)
    }

    fn scalar(
        &mut self,
        value: &str,
        text: Text,
        style: Style,
        place: Span,
        tag: Option<&Tag>,
        tag_span: Option<Span>,
    ) -> Result<(), Problem> {
        self.before_node();
        let absent = style == Style::Plain && place.is_empty();
        let (span, style) = match style {
            Style::Plain if absent => {
                (Span::at(self.absent_place(place.start as usize)), ScalarStyle::Plain)
            }
            Style::Plain => (place, ScalarStyle::Plain),
            Style::SingleQuoted => (place, ScalarStyle::SingleQuoted),
            Style::DoubleQuoted => (place, ScalarStyle::DoubleQuoted),
            Style::Literal | Style::Folded => (self.block_scalar_span(place), ScalarStyle::Block),
        };
        let in_flow = self.open.last().is_some_and(|frame| frame.is_flow());
        if let Some(at) =
            span.slice(self.text).find('?').filter(|_| in_flow && style == ScalarStyle::Plain)
        {
            self.problems.push(Problem {
                kind: ProblemKind::Syntax,
                span: Span::at(span.start as usize + at),
                message: "an unquoted `?` inside brackets; quote the text".to_owned(),
            });
        }
        let text = if absent { Text::Source(span) } else { text };
        let value = if absent { "" } else { value };
        let scalar = match construct::scalar(value, style, tag) {
            Ok(scalar) => scalar,
            Err(message) => {
                self.problems.push(Problem { kind: ProblemKind::Construct, span, message });
                Scalar::Str
            }
        };
        let outer = tag_span.map_or(span, |tag| tag.cover(span));
        let id =
            self.add(NodeData { span, outer, content: Content::Scalar { scalar, text, style } })?;
        self.cursor = self.cursor.max(outer.end as usize);
        self.attach(id);
        Ok(())
    }

    fn start(
        &mut self,
        kind: Kind,
        flow: bool,
        place: Span,
        tag: Option<&Tag>,
        tag_span: Option<Span>,
    ) -> Result<NodeId, Problem> {
        self.before_node();
        let start = if flow { place.start as usize } else { skip_to_token(self.text, self.cursor) };
        let span = Span::at(start.max(self.cursor));
        if let Some(tag) = tag
            && let Some(message) = construct::collection_tag(tag, kind)
        {
            let span = tag_span.unwrap_or(span);
            self.problems.push(Problem { kind: ProblemKind::Construct, span, message });
        }
        let outer = tag_span.map_or(span, |tag| tag.cover(span));
        let id = self.add(NodeData {
            span,
            outer,
            content: Content::Sequence { items: Vec::new(), flow },
        })?;
        if flow {
            self.cursor = place.end as usize;
        }
        Ok(id)
    }

    fn end(&mut self, place: Span) {
        let (id, flow, content, children) = match self.open.pop() {
            Some(Frame::Sequence { id, flow, items }) => {
                let last = items.last().copied();
                let size = items
                    .iter()
                    .map(|item| self.sizes[item.0 as usize])
                    .fold(0, u64::saturating_add);
                (id, flow, Content::Sequence { items, flow }, (last, size))
            }
            Some(Frame::Mapping { id, flow, entries, .. }) => {
                let last = entries.last().map(|(_, value)| *value);
                let size = entries
                    .iter()
                    .map(|(key, value)| {
                        self.sizes[key.0 as usize].saturating_add(self.sizes[value.0 as usize])
                    })
                    .fold(0, u64::saturating_add);
                (id, flow, Content::Mapping { entries, flow }, (last, size))
            }
            None => return,
        };
        let end = if flow {
            place.end
        } else {
            let last = children.0.map(|child| self.nodes[child.0 as usize].outer.end);
            let open_end = self.nodes[id.0 as usize].span.end;
            last.unwrap_or(open_end).max(open_end)
        };
        let node = &mut self.nodes[id.0 as usize];
        node.span.end = end;
        node.outer.end = node.outer.end.max(end);
        node.content = content;
        self.sizes[id.0 as usize] = children.1.saturating_add(1);
        self.cursor = self.cursor.max(end as usize);
        self.attach(id);
        self.last = None;
    }

    fn anchor(&mut self, name: &str, place: Span) -> Result<(), Problem> {
        let Some(id) = self.last else { return Ok(()) };
        if !precheck::is_anchor_name(name) {
            self.problems.push(bad_name(name, place));
        }
        let node = &mut self.nodes[id.0 as usize];
        node.outer = place.cover(node.outer);
        if self.anchors.insert(name.into(), id).is_some() {
            return Err(Problem {
                kind: ProblemKind::Syntax,
                span: place,
                message: format!("anchor &{name} is defined twice"),
            });
        }
        Ok(())
    }

    fn alias(&mut self, place: Span) -> Result<(), Problem> {
        self.before_node();
        let name = place.slice(self.text).trim_start_matches('*');
        if !precheck::is_anchor_name(name) {
            self.problems.push(bad_name(name, place));
        }
        let mut target = self.anchors.get(name).copied();
        let mut problem =
            |kind, message| self.problems.push(Problem { kind, span: place, message });
        match target {
            None => problem(ProblemKind::Syntax, format!("alias *{name} is not defined before it")),
            Some(id) if self.open.iter().any(|frame| frame.id() == id) => {
                problem(ProblemKind::Limit, format!("alias *{name} stands inside its own value"));
                target = None;
            }
            Some(_) => {}
        }
        let size = target.map_or(1, |id| self.sizes[id.0 as usize]);
        let id =
            self.add(NodeData { span: place, outer: place, content: Content::Alias { target } })?;
        self.sizes[id.0 as usize] = size;
        self.cursor = self.cursor.max(place.end as usize);
        self.attach(id);
        Ok(())
    }

    fn add(&mut self, data: NodeData) -> Result<NodeId, Problem> {
        if self.nodes.len() >= self.limits.nodes {
            return Err(Problem {
                kind: ProblemKind::Limit,
                span: data.span,
                message: format!("more than {} values in one document", self.limits.nodes),
            });
        }
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(data);
        self.sizes.push(1);
        self.last = Some(id);
        Ok(id)
    }

    fn attach(&mut self, id: NodeId) {
        match self.open.last_mut() {
            Some(Frame::Sequence { items, .. }) => items.push(id),
            Some(Frame::Mapping { entries, key, .. }) => match key.take() {
                Some(key) => entries.push((key, id)),
                None => *key = Some(id),
            },
            None => self.root = Some(id),
        }
    }

    /// Moves the cursor past the dash or colon that introduces the node about to be added.
    fn before_node(&mut self) {
        match self.open.last() {
            Some(Frame::Sequence { flow: false, .. }) => {
                let dash = skip_to_token(self.text, self.cursor);
                if self.text.as_bytes().get(dash) == Some(&b'-') {
                    self.cursor = dash + 1;
                }
            }
            Some(Frame::Mapping { key: Some(_), .. }) => {
                let colon = skip_blank(self.text, self.cursor, b"");
                if self.text.as_bytes().get(colon) == Some(&b':') {
                    self.cursor = colon + 1;
                }
            }
            _ => {}
        }
    }

    /// Where a value that is not written would stand: after its colon or dash.
    fn absent_place(&self, reported: usize) -> usize {
        match self.open.last() {
            Some(Frame::Sequence { flow: false, .. } | Frame::Mapping { key: Some(_), .. }) => {
                self.cursor
            }
            _ => reported.max(self.cursor).min(self.text.len()),
        }
    }

    /// From the `|` or `>` to the end of the last line, without its line break.
    fn block_scalar_span(&self, content: Span) -> Span {
        let start = skip_to_token(self.text, self.cursor);
        let end = content.end as usize;
        let body = self.text.get(start..end.max(start)).unwrap_or("");
        Span::new(start, start + body.trim_end_matches(['\n', '\r', ' ']).len())
    }

    /// Adds the collection that joins the parts of a broken text.
    pub(crate) fn push_joined(&mut self, data: NodeData) {
        let children: Vec<NodeId> = match &data.content {
            Content::Sequence { items, .. } => items.clone(),
            Content::Mapping { entries, .. } => {
                entries.iter().flat_map(|(key, value)| [*key, *value]).collect()
            }
            _ => Vec::new(),
        };
        let size =
            children.iter().map(|child| self.sizes[child.0 as usize]).fold(1, u64::saturating_add);
        self.nodes.push(data);
        self.sizes.push(size);
    }

    fn finish(mut self, root: Option<NodeId>) -> Document {
        if let Some(root) = root
            && self.sizes[root.0 as usize] > self.limits.expanded_nodes
        {
            self.problems.push(Problem {
                kind: ProblemKind::Limit,
                span: Span::at(0),
                message: format!(
                    "aliases expand to more than {} values",
                    self.limits.expanded_nodes
                ),
            });
        }
        let mut document = Document {
            text: Arc::clone(self.text),
            nodes: self.nodes,
            root,
            comments: self.comments,
            problems: self.problems,
        };
        let mut problems = construct::check(&document);
        problems.extend(merge::version_dependent(&document));
        if let Some(forbidden) = precheck::forbidden_character(&document.text) {
            // What the parser made of the character is no news beside it.
            document.problems.retain(|problem| problem.span.start < forbidden.span.start);
            problems.push(forbidden);
        }
        if document.root.is_some() {
            problems.extend(precheck::separators(&document));
            problems.extend(precheck::absent_keys(&document));
        }
        document.problems.append(&mut problems);
        document.problems.sort_by_key(|problem| (problem.span, problem.kind));
        document.problems.dedup();
        document
    }
}

impl Frame {
    fn is_flow(&self) -> bool {
        match self {
            Self::Sequence { flow, .. } | Self::Mapping { flow, .. } => *flow,
        }
    }

    fn id(&self) -> NodeId {
        match self {
            Self::Sequence { id, .. } | Self::Mapping { id, .. } => *id,
        }
    }
}

fn bad_name(name: &str, span: Span) -> Problem {
    let message = format!("{name:?} is no name of an anchor: letters, digits, - and _ only");
    Problem { kind: ProblemKind::Syntax, span, message }
}

fn options(limits: Limits) -> Options {
    granit_parser::options! {
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        bom_inside_document_as_content: true,
        block_scalar_eof_without_line_feed: true,
        max_buffered_comment_events: 1_000_000,
        flow_nesting_limit: limits.depth,
        block_nesting_limit: limits.depth,
    }
}

fn syntax_problem(error: &granit_parser::ScanError, text: &str, place: usize) -> Problem {
    let place = place.min(text.len());
    let place = (0..=place).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let at_tab = text[place..].starts_with('\t');
    let message = if at_tab { "tab used where blanks are needed".to_owned() } else { error.info() };
    Problem { kind: ProblemKind::Syntax, span: Span::at(place), message }
}

fn tag_span(span: &granit_parser::Span, base: usize) -> Option<Span> {
    let range = span.tag_span()?.byte_range()?;
    Some(Span::new(range.start + base, range.end + base))
}

/// The next byte that is neither blank, line break, comment nor one of `also`.
fn skip_blank(text: &str, from: usize, also: &[u8]) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'#' => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
            }
            byte if also.contains(byte) => at += 1,
            _ => break,
        }
    }
    at
}

/// The next byte that starts a node: blanks, comments, `:`, `?`, `,`, anchors and tags skipped.
fn skip_to_token(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        at = skip_blank(text, at, b":?,");
        match text.as_bytes().get(at) {
            Some(b'&' | b'!') => {
                let rest = &text[at..];
                at += rest.find([' ', '\t', '\n', '\r']).unwrap_or(rest.len());
            }
            Some(0xEF) if text[at..].starts_with('\u{FEFF}') => at += 3,
            _ => return at.min(text.len()),
        }
    }
}
