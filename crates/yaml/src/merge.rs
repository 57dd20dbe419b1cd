//! `<<` merge keys, as PyYAML 6.0.4 and 6.0.3 expand them.
//!
//! 6.0.3 puts the mappings of a list in reverse, so that the earlier wins. 6.0.4 keeps their order,
//! so that the later wins, but drops a pair whose key *object* it has seen; CPython shares the
//! objects of texts of at most one character, so for those the earlier wins. Explicit keys win in
//! both. Where the two differ the document has a problem of its own.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeSet, HashMap};

use crate::key::Key;
use crate::{Document, Entry, Kind, Node, NodeId, Problem, ProblemKind};

/// Pairs that one expansion looks at; beyond that the expansion limit has been reported.
const BUDGET: usize = 100_000;

/// How a version of PyYAML orders merged pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// 6.0.3 and before.
    EarlierWins,
    /// 6.0.4.
    LaterWins,
}

/// The entry that a `<<` brings in for a key.
pub(crate) fn lookup<'d>(mapping: Node<'d>, key: &str) -> Option<Entry<'d>> {
    if !mapping.entries().any(|entry| entry.is_merge()) {
        return None;
    }
    assigned(mapping, Order::LaterWins).into_iter().rev().find(|entry| entry.is_string_key(key))
}

pub(crate) fn effective_entries(mapping: Node<'_>) -> Vec<Entry<'_>> {
    last_of_equal(assigned(mapping, Order::LaterWins))
}

/// Python's dict keeps the place of the first equal key and the value of the last.
fn last_of_equal(assigned: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut places: HashMap<Key<'_>, usize> = HashMap::with_capacity(assigned.len());
    let mut kept: Vec<Entry<'_>> = Vec::with_capacity(assigned.len());
    for entry in assigned {
        match Key::of(entry.key).map(|key| places.entry(key)) {
            Some(Slot::Occupied(place)) => {
                // Python keeps the first key itself as well.
                let key = kept[*place.get()].key;
                kept[*place.get()] = Entry { key: shown_key(key, entry.key), ..entry };
            }
            Some(Slot::Vacant(slot)) => {
                slot.insert(kept.len());
                kept.push(entry);
            }
            None => kept.push(entry),
        }
    }
    kept
}

/// Of two equal keys the later, whose place is where the value stands, unless only their types
/// differ (`1` and `true`), where Python keeps the first.
fn shown_key<'d>(first: Node<'d>, last: Node<'d>) -> Node<'d> {
    if first.scalar() == last.scalar() && first.text() == last.text() { last } else { first }
}

/// Pairs in the order in which they are assigned: merged ones first, then the mapping's own.
fn assigned(mapping: Node<'_>, order: Order) -> Vec<Entry<'_>> {
    let mut budget = BUDGET;
    expand(mapping, order, &mut budget)
}

fn expand<'d>(mapping: Node<'d>, order: Order, budget: &mut usize) -> Vec<Entry<'d>> {
    let mut pairs = Vec::with_capacity(mapping.entries().len());
    let mut seen = Seen::default();
    for entry in mapping.entries().filter(Entry::is_merge) {
        let mut sources: Vec<Node<'d>> = match entry.value.kind() {
            Kind::Mapping => vec![entry.value.resolved()],
            Kind::Sequence => entry
                .value
                .items()
                .filter(|i| i.kind() == Kind::Mapping)
                .map(Node::resolved)
                .collect(),
            Kind::Scalar => Vec::new(),
        };
        if order == Order::EarlierWins {
            sources.reverse();
        }
        for source in sources {
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
                return pairs;
            }
            for pair in expand(source, order, budget) {
                *budget = budget.saturating_sub(1);
                if order == Order::EarlierWins || seen.is_new(pair.key) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs.extend(mapping.entries().filter(|entry| !entry.is_merge()));
    pairs
}

/// Key objects that 6.0.4 has seen in one merge.
#[derive(Default)]
struct Seen<'d> {
    nodes: BTreeSet<NodeId>,
    /// Texts whose object CPython shares: at most one character of Latin-1.
    short: BTreeSet<&'d str>,
}

impl<'d> Seen<'d> {
    fn is_new(&mut self, key: Node<'d>) -> bool {
        let text = key.text().unwrap_or("");
        let mut characters = text.chars();
        let shared = match (characters.next(), characters.next()) {
            (None, _) => true,
            (Some(only), None) => u32::from(only) <= 0xFF,
            _ => false,
        };
        if shared { self.short.insert(text) } else { self.nodes.insert(key.resolved().id()) }
    }
}

/// Merges that the two versions expand to different values.
pub(crate) fn version_dependent(document: &Document) -> Vec<Problem> {
    let merging = document.mappings().filter(|mapping| mapping.entries().any(|e| e.is_merge()));
    merging
        .filter_map(|mapping| {
            let old = last_of_equal(assigned(mapping, Order::EarlierWins));
            let new = effective_entries(mapping);
            let differs = new.iter().find(|entry| {
                let key = Key::of(entry.key);
                let other = old.iter().find(|other| Key::of(other.key) == key);
                other.is_some_and(|other| {
                    other.value.resolved() != entry.value.resolved()
                        && other.value.resolved().raw() != entry.value.resolved().raw()
                })
            })?;
            let merge = mapping.entries().find(Entry::is_merge)?;
            Some(Problem {
                kind: ProblemKind::VersionDependent,
                span: merge.span(),
                message: format!(
                    "the merged mappings overlap in `{}`: PyYAML 6.0.3 takes the first, 6.0.4 another",
                    differs.key.raw()
                ),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (i64, usize) {
        let document = Document::parse(text);
        let value = document
            .root()
            .unwrap()
            .at(&["b", "key"])
            .or_else(|| document.root().unwrap().at(&["b", "p"]));
        let overlaps = document
            .problems()
            .iter()
            .filter(|problem| problem.kind == ProblemKind::VersionDependent)
            .count();
        (value.unwrap().as_int().unwrap(), overlaps)
    }

    #[test]
    fn overlapping_merges_are_named() {
        let two = "a: &x {key: 1}\nc: &y {key: 2}\n";
        assert_eq!(value(&format!("{two}b: {{<<: [*x, *y]}}\n")), (2, 1));
        assert_eq!(value(&format!("{two}b: {{<<: *x, key: 3}}\n")), (3, 0));
        assert_eq!(value(&format!("{two}b: {{<<: [*x, *x]}}\n")), (1, 0));
        let short = two.replace("key", "p");
        assert_eq!(value(&format!("{short}b: {{<<: [*x, *y]}}\n")), (1, 0));
        assert_eq!(value(&format!("{short}b: {{<<: *x, <<: *y}}\n")), (1, 1));
    }
}
