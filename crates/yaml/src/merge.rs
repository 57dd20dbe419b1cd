//! `<<` merge keys, in the order of PyYAML 6.0.4.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use crate::key::Key;
use crate::{Entry, Kind, Node};

/// Merges nested deeper than this are cut; the expansion limit has reported them already.
const DEPTH: usize = 64;

/// The mappings that the `<<` entries of `mapping` bring in, the one that wins first: of several
/// `<<` the later, within a list the earlier.
fn merged(mapping: Node<'_>) -> Vec<Node<'_>> {
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

pub(crate) fn effective_entries(mapping: Node<'_>) -> Vec<Entry<'_>> {
    let mut flat = Vec::new();
    flatten(mapping, 0, &mut flat);
    // Python's dict keeps the place of the first equal key and the value of the last.
    let mut places: HashMap<Key<'_>, usize> = HashMap::with_capacity(flat.len());
    let mut kept: Vec<Entry<'_>> = Vec::with_capacity(flat.len());
    for entry in flat {
        match Key::of(entry.key).map(|key| places.entry(key)) {
            Some(Slot::Occupied(place)) => kept[*place.get()] = entry,
            Some(Slot::Vacant(slot)) => {
                slot.insert(kept.len());
                kept.push(entry);
            }
            None => kept.push(entry),
        }
    }
    kept
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
