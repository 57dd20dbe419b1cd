//! Which config keys a change touches, and how.

use std::collections::{BTreeMap, BTreeSet};

use sweeplint_inferencex::master::Entry;
use sweeplint_inferencex::{ParsedFile, Project};
use sweeplint_source::RepoPath;
use sweeplint_yaml::{Kind, Node};

use crate::ChangeContext;

/// How a config key is touched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Touch {
    /// Only what a point is called changed, or points were taken away: nothing new runs.
    Label,
    /// The entry or a recipe of it changed, so something else runs.
    Run,
    /// The key is new.
    New,
}

/// A touched key.
pub(super) struct Touched<'c> {
    pub file: &'c ParsedFile,
    pub entry: &'c Entry,
    pub touch: Touch,
    /// The recipe that changed, when the entry itself did not.
    pub recipe: Option<RepoPath>,
    pub image_changed: bool,
}

/// Fields that only name what runs (RULES.md C3).
const LABELS: &[&str] =
    &["router", "kv-p2p-transfer", "kv-offloading", "kv-offload-backend", "dram-utilization"];

/// Every key of the head that the change touches. Comments and layout do not count.
pub(super) fn touched<'c>(change: &ChangeContext<'c>) -> Vec<Touched<'c>> {
    let base: BTreeMap<&str, (&ParsedFile, &Entry)> =
        change.base.entries().map(|pair| (pair.1.key.value.as_str(), pair)).collect();
    let recipes = changed_recipes(change);
    let used = recipes_of(change.head);
    let mut touched = Vec::new();
    for (file, entry) in change.head.entries() {
        let key = entry.key.value.as_str();
        let recipe = used
            .get(key)
            .and_then(|used| used.iter().find(|path| recipes.contains(**path)))
            .map(|path| (*path).clone());
        let before = base.get(key);
        let (touch, image_changed) = match before {
            None => (Some(Touch::New), false),
            Some((before_file, before)) => {
                let image = |entry: &Entry| entry.image.as_ref().map(|image| image.value.clone());
                let touch = entry_touch(before_file, before, file, entry);
                (touch, image(before) != image(entry))
            }
        };
        let touch = touch.max(recipe.as_ref().map(|_| Touch::Run));
        if let Some(touch) = touch {
            let from_recipe = before.is_some_and(|(before_file, before)| {
                entry_touch(before_file, before, file, entry) != Some(Touch::Run)
            });
            let recipe = recipe.filter(|_| from_recipe);
            touched.push(Touched { file, entry, touch, recipe, image_changed });
        }
    }
    touched
}

fn entry_touch(
    base_file: &ParsedFile,
    base: &Entry,
    head_file: &ParsedFile,
    head: &Entry,
) -> Option<Touch> {
    if base_file.is_same_text(head_file) {
        return None;
    }
    let before = base_file.document().node(base.node);
    let after = head_file.document().node(head.node);
    let has_alias = |node: Node<'_>| node.raw().contains(['*', '<']);
    if before.raw() == after.raw() && !has_alias(before) {
        return None;
    }
    if equal(before, after, &[]) {
        None
    } else if equal(before, after, LABELS) || only_fewer_points(before, after) {
        Some(Touch::Label)
    } else {
        Some(Touch::Run)
    }
}

/// Whether two values are the same data, keys in `but` left out wherever they stand.
fn equal(a: Node<'_>, b: Node<'_>, but: &[&str]) -> bool {
    match (a.kind(), b.kind()) {
        (Kind::Scalar, Kind::Scalar) => a.scalar() == b.scalar() && a.text() == b.text(),
        (Kind::Sequence, Kind::Sequence) => {
            a.items().len() == b.items().len()
                && a.items().zip(b.items()).all(|(a, b)| equal(a, b, but))
        }
        (Kind::Mapping, Kind::Mapping) => {
            let kept = |node: Node<'_>| {
                node.effective_entries()
                    .into_iter()
                    .filter(|entry| !entry.key.as_str().is_some_and(|key| but.contains(&key)))
                    .count()
            };
            kept(a) == kept(b)
                && a.effective_entries()
                    .into_iter()
                    .filter(|entry| !entry.key.as_str().is_some_and(|key| but.contains(&key)))
                    .all(|entry| {
                        entry
                            .key
                            .as_str()
                            .and_then(|key| b.get(key))
                            .is_some_and(|value| equal(entry.value, value, but))
                    })
        }
        _ => false,
    }
}

/// Whether the head only leaves out items of lists that the base has.
fn only_fewer_points(before: Node<'_>, after: Node<'_>) -> bool {
    match (before.kind(), after.kind()) {
        (Kind::Sequence, Kind::Sequence) => {
            let mut rest = before.items();
            after.items().all(|item| rest.any(|old| only_fewer_points(old, item)))
        }
        (Kind::Mapping, Kind::Mapping) => {
            let after_entries = after.effective_entries();
            after_entries.len() <= before.effective_entries().len()
                && after_entries.into_iter().all(|entry| {
                    entry
                        .key
                        .as_str()
                        .and_then(|key| before.get(key))
                        .is_some_and(|old| only_fewer_points(old, entry.value))
                })
        }
        _ => equal(before, after, &[]),
    }
}

/// Recipes whose data differs between base and head; new ones count.
fn changed_recipes(change: &ChangeContext<'_>) -> BTreeSet<RepoPath> {
    let layout = &change.head.layout;
    change
        .head
        .files
        .values()
        .filter(|file| layout.is_recipe(&file.path))
        .filter(|file| {
            let Some(before) = change.base.file(&file.path) else { return true };
            if before.is_same_text(file) {
                return false;
            }
            match (before.document().root(), file.document().root()) {
                (Some(before), Some(after)) => !equal(before, after, &[]),
                _ => true,
            }
        })
        .map(|file| file.path.clone())
        .collect()
}

fn recipes_of(project: &Project) -> BTreeMap<&str, BTreeSet<&RepoPath>> {
    let mut recipes: BTreeMap<&str, BTreeSet<&RepoPath>> = BTreeMap::new();
    for placed in project.points() {
        for deployment in placed.deployments() {
            recipes.entry(placed.key()).or_default().insert(&deployment.path);
        }
    }
    recipes
}
