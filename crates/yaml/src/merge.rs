//! `<<` merge keys, in the order of PyYAML 6.0.4.

use crate::key::Key;
use crate::{Entry, Kind, Node};

/// Merges nested deeper than this are cut; the expansion limit has reported them already.
const DEPTH: usize = 64;

/// The mappings that the `<<` entries of `mapping` bring in, the one that wins first: of several
/// `<<` the later, within a list the earlier.
fn merged<'d>(mapping: Node<'d>) -> Vec<Node<'d>> {
    let mut sources = Vec::new();
    for entry in mapping.entries().rev().filter(Entry::is_merge) {
        match entry.value.kind() {
            Kind::Mapping => sources.push(entry.value.resolved()),
            Kind::Sequence => sources.extend(
                entry.value.items().filter(|item| item.kind() == Kind::Mapping).map(Node::resolved),
            ),
            Kind::Scalar => {}
        }
    }
    sources
}

pub(crate) fn lookup<'d>(mapping: Node<'d>, key: &str, depth: usize) -> Option<Entry<'d>> {
    if depth > DEPTH {
        return None;
    }
    merged(mapping).into_iter().find_map(|source| {
        let own = source.entries().rev().find(|entry| entry.is_string_key(key));
        own.or_else(|| lookup(source, key, depth + 1))
    })
}

pub(crate) fn effective_entries<'d>(mapping: Node<'d>) -> Vec<Entry<'d>> {
    let mut flat = Vec::new();
    flatten(mapping, 0, &mut flat);
    // Python's dict keeps the place of the first equal key and the value of the last.
    let mut kept: Vec<(Option<Key<'d>>, Entry<'d>)> = Vec::with_capacity(flat.len());
    for entry in flat {
        let key = Key::of(entry.key);
        match kept.iter_mut().find(|(other, _)| key.is_some() && *other == key) {
            Some((_, place)) => *place = entry,
            None => kept.push((key, entry)),
        }
    }
    kept.into_iter().map(|(_, entry)| entry).collect()
}

/// Entries in the order in which PyYAML assigns them: merged ones first, the winner last.
fn flatten<'d>(mapping: Node<'d>, depth: usize, out: &mut Vec<Entry<'d>>) {
    if depth > DEPTH {
        return;
    }
    for source in merged(mapping).into_iter().rev() {
        flatten(source, depth + 1, out);
    }
    out.extend(mapping.entries().filter(|entry| !entry.is_merge()));
}
