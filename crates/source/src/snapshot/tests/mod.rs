//! What holds for every tree; trees of one kind have tests of their own.

mod links;
mod revision;
mod worktree;

use proptest::prelude::*;

use super::*;
use crate::fixture::{changes, memory, names, path, text};

#[test]
fn lists_files_sorted_by_bytes() {
    let tree = memory(&[("b", ""), ("a/b", ""), ("a-b", ""), ("a0", ""), ("a/c/d", "")]);
    assert_eq!(names(&tree), ["a-b", "a/b", "a/c/d", "a0", "b"]);
    assert!(tree.contains("a/b") && !tree.contains("a") && !tree.contains("a/"));
    assert!(tree.is_dir("a") && tree.is_dir("a/c/") && tree.is_dir(""));
    assert!(!tree.is_dir("a-b") && !tree.is_dir("a/b") && !tree.is_dir("A"));
    assert_eq!(tree.paths_below("a"), [path("a/b"), path("a/c/d")]);
    assert_eq!(tree.kind("a0"), Some(EntryKind::File));
    assert_eq!(tree.kind("a"), None);
    assert_eq!(tree.describe(), "memory");
    assert_eq!(format!("{tree:?}"), "Snapshot(memory, 5 files)");
    assert!(!memory(&[]).is_dir("") && memory(&[]).paths().is_empty());
}

#[test]
fn says_why_a_path_cannot_be_read() {
    let tree = memory(&[("a/b", "1")]);
    let error = |path: &str| tree.read(path).unwrap_err();
    assert_eq!(error("a"), SourceError::IsDirectory { path: "a".into() });
    for missing in ["x", "a/b/c", "../a/b", "/a/b", "a/\0"] {
        assert_eq!(error(missing), SourceError::Missing { path: missing.into() });
    }
    assert_eq!(error("a/x").to_string(), "a/x: no such file");
}

#[test]
fn takes_the_last_of_two_files_and_refuses_large_ones() {
    let files = [(path("a"), b"1".to_vec()), (path("a"), b"2".to_vec())];
    assert_eq!(text(&Snapshot::memory(files), "a"), "2");
    let tree = Snapshot::memory([(path("a"), vec![b' '; 4 * 1024 * 1024 + 1])]);
    let (size, limit) = (4_194_305, 4_194_304);
    assert_eq!(tree.read("a"), Err(SourceError::TooLarge { path: "a".into(), size, limit }));
}

#[test]
fn an_overlay_replaces_adds_and_removes() {
    let tree = memory(&[("a", "1"), ("b/c", "2"), ("d", "3")]);
    let over = tree.overlay(changes(&[("a", Some("one")), ("b/c", None), ("e/f", Some("new"))]));
    assert_eq!(names(&over), ["a", "d", "e/f"]);
    assert_eq!(text(&over, "a"), "one");
    assert!(!over.is_dir("b") && over.is_dir("e"));
    let (before, after) = (tree.read("d").unwrap(), over.read("d").unwrap());
    assert!(std::ptr::eq(before.bytes(), after.bytes()));
    assert_eq!(text(&tree, "a"), "1");
}

#[test]
fn is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Snapshot>();
    shared::<GitRepository>();
    shared::<crate::Change>();
}

proptest! {
    #[test]
    fn folders_hold_what_starts_with_their_name(
        files in prop::collection::btree_set("[ab0/-]{1,6}", 0..12),
        folder in "[ab0-]{1,2}(/[ab0-])?",
    ) {
        let files = files.iter().filter_map(|name| RepoPath::new(name).ok());
        let tree = Snapshot::memory(files.map(|name| (name, Vec::new())));
        let below: Vec<RepoPath> =
            tree.paths().iter().filter(|path| path.starts_with_dir(&folder)).cloned().collect();
        prop_assert_eq!(tree.is_dir(&folder), !below.is_empty());
        prop_assert_eq!(tree.paths_below(&folder), below);
    }
}
