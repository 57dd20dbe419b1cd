//! A base and an override seen as one mapping, nothing copied.
//!
//! srt-slurm merges an override into its base so: mappings recurse, lists and scalars replace,
//! null deletes. In one slice of a zip override every list leaf stands for its n-th item. Source:
//! srt-slurm `core/config.py`, `deep_merge` and `_apply_zip_slice`.

use sweeplint_yaml::{Kind, Node, Span};

/// A place in a merged tree.
#[derive(Clone, Copy, Debug)]
pub struct Merged<'d> {
    /// The override's mapping at this place, and the slice it is read in.
    over: Option<(Node<'d>, Option<usize>)>,
    /// The base's node at this place, or the value that replaced it.
    under: Option<Node<'d>>,
}

impl<'d> Merged<'d> {
    /// A tree that nothing overrides.
    #[must_use]
    pub fn plain(root: Node<'d>) -> Self {
        Self { over: None, under: Some(root) }
    }

    /// `over` merged into `base`; `slice` picks one variant of a zip override.
    #[must_use]
    pub fn new(base: Node<'d>, over: Node<'d>, slice: Option<usize>) -> Self {
        Self { over: Some((over, slice)), under: Some(base) }
    }

    /// The value under a key; absent when the override deletes it.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        let under = self.under.and_then(|node| node.get(key));
        let Some((over, slice)) = self.over else {
            return under.map(Self::plain);
        };
        let Some(value) = over.get(key) else { return under.map(Self::plain) };
        if value.kind() == Kind::Mapping {
            let under = under.filter(|node| node.kind() == Kind::Mapping);
            return Some(Self { over: Some((value, slice)), under });
        }
        let value = match slice {
            Some(index) if value.kind() == Kind::Sequence => pick(value, index)?,
            _ => value,
        };
        if value.is_null() {
            return None;
        }
        let under = under.filter(|node| node.kind() == Kind::Mapping);
        match (value.kind(), under) {
            (Kind::Mapping, Some(under)) => Some(Self::new(under, value, None)),
            _ => Some(Self::plain(value)),
        }
    }

    /// The value at a path of keys.
    #[must_use]
    pub fn at(self, path: &[&str]) -> Option<Self> {
        path.iter().try_fold(self, |place, key| place.get(key))
    }

    /// The value under the first of several names that is there, `_` and `-` alike.
    #[must_use]
    pub fn find(self, names: &[&str]) -> Option<Self> {
        names.iter().find_map(|name| {
            self.get(name).or_else(|| {
                let snake = name.replace('-', "_");
                let other = if snake == *name { name.replace('_', "-") } else { snake };
                if other == *name { None } else { self.get(&other) }
            })
        })
    }

    /// Every key of the mapping, the base's first.
    #[must_use]
    pub fn keys(self) -> Vec<&'d str> {
        let mut keys: Vec<&'d str> = Vec::new();
        let nodes = [self.under, self.over.map(|(node, _)| node)];
        for entry in nodes.into_iter().flatten().flat_map(Node::effective_entries) {
            if let Some(key) = entry.key.as_str()
                && !keys.contains(&key)
                && self.get(key).is_some()
            {
                keys.push(key);
            }
        }
        keys
    }

    /// The node that stands for the value: for a merged mapping the override's.
    #[must_use]
    pub fn node(self) -> Option<Node<'d>> {
        self.over.map(|(node, _)| node).or(self.under)
    }

    /// The base's node, where there is one.
    #[must_use]
    pub fn under(self) -> Option<Node<'d>> {
        self.under
    }

    /// Where the value is written.
    #[must_use]
    pub fn span(self) -> Option<Span> {
        self.node().map(Node::span)
    }

    /// Whether the value is a mapping.
    #[must_use]
    pub fn is_mapping(self) -> bool {
        self.node().is_some_and(|node| node.kind() == Kind::Mapping)
    }
}

/// The item of a zip dimension: lists of one are the same in every slice.
fn pick(list: Node<'_>, index: usize) -> Option<Node<'_>> {
    let mut items = list.items();
    if items.len() == 1 { items.next() } else { items.nth(index) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweeplint_yaml::Document;

    #[test]
    fn merges_as_srt_slurm_does() {
        let document = Document::parse(
            "base: {a: 1, b: {x: 1, y: 2}, c: [1, 2], gone: 3}\n\
             override_one: {a: 2, b: {y: 3}, c: [9], gone: null}\n\
             zip_override_two: {a: [5, 6], b: {y: [[7], [8]]}, c: [4]}\n",
        );
        let root = document.root().unwrap();
        let base = root.get("base").unwrap();
        let int = |place: Option<Merged<'_>>| place.and_then(|m| m.node()?.as_int());
        let one = Merged::new(base, root.get("override_one").unwrap(), None);
        assert_eq!(int(one.get("a")), Some(2));
        assert_eq!(int(one.at(&["b", "x"])), Some(1));
        assert_eq!(int(one.at(&["b", "y"])), Some(3));
        assert_eq!(one.get("c").unwrap().node().unwrap().items().len(), 1);
        assert!(one.get("gone").is_none());
        assert_eq!(one.keys(), ["a", "b", "c"]);
        let two = Merged::new(base, root.get("zip_override_two").unwrap(), Some(1));
        assert_eq!(int(two.get("a")), Some(6));
        assert_eq!(int(two.get("c")), Some(4));
        let list = two.at(&["b", "y"]).unwrap().node().unwrap();
        assert_eq!(list.items().next().unwrap().as_int(), Some(8));
    }
}
