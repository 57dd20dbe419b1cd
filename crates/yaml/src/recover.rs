//! Reading the sound parts of a text that has a broken one.
//!
//! Master configs, runners, recipes and the changelog are block mappings or lists at the left
//! margin. When such a text cannot be parsed whole, it is cut at the lines that start a key or
//! item there, each part is parsed alone, and the parts that can be read are joined.

use std::ops::Range;
use std::sync::Arc;

use crate::compose::{Composer, Limits};
use crate::document::{Content, NodeData};
use crate::{NodeId, Problem, Span};

/// Composes `text` part by part after `first` stopped it whole. Records `first` or, when the parts
/// show the breakage themselves, theirs.
pub(crate) fn compose_parts(
    text: &Arc<str>,
    limits: Limits,
    first: Problem,
    composer: &mut Composer<'_>,
) -> Option<NodeId> {
    let parts = parts(text);
    if parts.len() < 2 {
        composer.problems.push(first);
        return None;
    }
    let before = composer.problems.len();
    let mut joined: Option<NodeData> = None;
    let mut broken = 0;
    for part in parts {
        match composer.compose(part) {
            Ok(Some(root)) => join(&mut joined, composer, root),
            Ok(None) => {}
            Err(problem) => {
                broken += 1;
                if broken <= limits.broken_parts {
                    composer.problems.push(problem);
                }
            }
        }
    }
    if broken == 0 {
        composer.problems.insert(before, first);
    }
    let joined = joined?;
    let id = NodeId(u32::try_from(composer.nodes.len()).unwrap_or(u32::MAX));
    composer.push_joined(joined);
    Some(id)
}

/// Byte ranges that start at a key or item at the left margin. What stands before the first one
/// (comments, `---`) belongs to it.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with("- ")
            || line.starts_with("-\n")
            || (!line.starts_with([' ', '\t', '#', '\n', '\r', '-', ']', '}', '.', '%', ','])
                && line.contains(':'));
        if begins {
            starts.push(offset);
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Adds the children of a part's root to the joined collection, if they are of one kind.
fn join(joined: &mut Option<NodeData>, composer: &mut Composer<'_>, root: NodeId) {
    let node = &mut composer.nodes[root.0 as usize];
    let (span, outer) = (node.span, node.outer);
    let content =
        std::mem::replace(&mut node.content, Content::Sequence { items: Vec::new(), flow: false });
    let Some(whole) = joined else {
        if matches!(content, Content::Mapping { .. } | Content::Sequence { .. }) {
            *joined = Some(NodeData { span, outer, content });
        }
        return;
    };
    match (&mut whole.content, content) {
        (Content::Mapping { entries, .. }, Content::Mapping { entries: more, .. }) => {
            entries.extend(more);
        }
        (Content::Sequence { items, .. }, Content::Sequence { items: more, .. }) => {
            items.extend(more);
        }
        _ => return,
    }
    whole.span = Span::cover(whole.span, span);
    whole.outer = Span::cover(whole.outer, outer);
}
