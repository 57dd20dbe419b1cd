use std::process::Command;

use super::*;
use crate::fixture::{Repo, changes, memory, path, text};

fn shown(change: &Change) -> Vec<String> {
    let changes = change.changed_paths();
    changes.iter().map(|change| format!("{:?} {}", change.status, change.path)).collect()
}

fn between(repo: &Repo, base: &str, head: Option<&str>) -> Change {
    Change::between(&repo.open(), base, head, Limits::default()).unwrap()
}

/// `main` and `topic` have both gone on from a common commit.
fn forked() -> Repo {
    let repo = Repo::of(&[("kept", "1\n"), ("edited", "a\nb\nc\n"), ("removed", "x\n")]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.remove("removed");
    repo.commit(&[("edited", "a\nB\nc\n"), ("added", "new\n")]);
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("edited", "a\nb\nc\nd\n"), ("of-main", "1\n")]);
    repo
}

#[test]
fn compares_the_head_with_the_merge_base() {
    let repo = forked();
    let expected = ["Added added", "Modified edited", "Removed removed"];
    let change = between(&repo, "main", Some("topic"));
    assert_eq!(shown(&change), expected);
    assert_eq!(text(&change.base, "edited"), "a\nb\nc\n");
    let target = change.target.as_ref().unwrap();
    assert_eq!(text(target, "of-main"), "1\n");
    assert!(target.describe().starts_with("main ("));
    assert!(change.head.describe().starts_with("topic ("));
    assert_eq!(change.base.describe().len(), 7);
    assert_eq!(change.hunks("edited"), [Hunk { base: 1..2, head: 1..2 }]);
    assert_eq!(change.shown_hunks("edited"), [Hunk { base: 0..3, head: 0..3 }]);
    assert_eq!(change.hunks("added"), [Hunk { base: 0..0, head: 0..1 }]);
    assert_eq!(change.hunks("removed"), [Hunk { base: 0..1, head: 0..0 }]);
    assert_eq!(change.hunks("kept"), []);
    assert_eq!(change.hunks("nowhere"), []);

    let bare = repo.clone_with(&["--bare"]);
    assert_eq!(shown(&between(&bare, "main", Some("topic"))), expected);
}

#[test]
fn has_no_target_when_nothing_was_added_to_it() {
    let repo = forked();
    let change = between(&repo, "topic~1", Some("topic"));
    assert!(change.target.is_none());
    assert!(change.base.describe().starts_with("topic~1 ("));
    assert_eq!(shown(&between(&repo, "topic", Some("topic"))), [""; 0]);
    let id = repo.git(&["rev-parse", "topic"]);
    assert_eq!(shown(&between(&repo, "main", Some(&id))).len(), 3);
}

#[test]
fn takes_the_working_tree_as_head() {
    let repo = forked();
    repo.git(&["checkout", "-q", "topic"]);
    repo.write("untracked", "");
    repo.write("added", "new\nand more\n");
    repo.git(&["add", "added"]);
    repo.write("kept", "2\n");
    let change = between(&repo, "main", None);
    let expected =
        ["Added added", "Modified edited", "Modified kept", "Removed removed", "Added untracked"];
    assert_eq!(shown(&change), expected);
    assert_eq!(change.head.describe(), "working tree");
    let bare = repo.clone_with(&["--bare"]);
    let error = Change::between(&bare.open(), "main", None, Limits::default()).unwrap_err();
    assert!(matches!(error, SourceError::NoWorktree { .. }));
}

#[test]
fn trusts_git_about_files_that_it_knows_to_be_unchanged() {
    let repo = Repo::of(&[("same", "1\n"), ("other", "3\n")]);
    // Older than the index by years: their stamps can be trusted.
    let date_back = |name: &str| {
        let touch = ["-d", "2020-01-01T00:00:00Z", name];
        let done = Command::new("touch").args(touch).current_dir(repo.path()).status();
        assert!(done.unwrap().success());
    };
    date_back("same");
    date_back("other");
    repo.git(&["update-index", "--refresh"]);
    // Without the object nothing can be compared: git's word is all there is.
    let id = repo.git(&["rev-parse", "main:same"]);
    repo.remove(&format!(".git/objects/{}/{}", &id[..2], &id[2..]));
    assert_eq!(shown(&between(&repo, "main", None)), [""; 0]);
    // The same size and date again and another content: the time of the change tells.
    repo.write("other", "2\n");
    date_back("other");
    assert_eq!(shown(&between(&repo, "main", None)), ["Modified other"]);
}

#[test]
fn does_not_trust_an_index_of_the_same_second() {
    for _ in 0..20 {
        let repo = Repo::of(&[("a", "1\n")]);
        repo.write("a", "2\n");
        assert_eq!(shown(&between(&repo, "main", None)), ["Modified a"]);
    }
}

#[test]
fn compares_links_by_their_target() {
    let repo = Repo::of(&[("file", "1\n"), ("other", "1\n"), ("becomes-link", "file")]);
    repo.link("stays", "file");
    repo.link("moves", "file");
    repo.link("leaves", "/etc/passwd");
    repo.link("turns", "file");
    repo.commit(&[]);
    for name in ["moves", "becomes-link", "turns"] {
        repo.remove(name);
    }
    repo.link("moves", "other");
    repo.link("becomes-link", "file");
    repo.write("file", "2\n");
    repo.write("turns", "2\n");
    let expected = ["Modified becomes-link", "Modified file", "Modified moves", "Modified turns"];
    assert_eq!(shown(&between(&repo, "main", None)), expected);
    repo.commit(&[]);
    let change = between(&repo, "main~1", Some("main"));
    assert_eq!(shown(&change), expected);
    assert_eq!(change.hunks("moves"), [Hunk { base: 0..1, head: 0..1 }]);
    assert_eq!(change.hunks("leaves"), []);
}

#[test]
fn knows_large_files_without_reading_them() {
    let (long, other) = ("x".repeat(60), "y".repeat(60));
    let repo = Repo::of(&[("same", &long), ("changed", &long), ("grown", "x"), ("small", "s")]);
    repo.write("changed", &other);
    repo.write("grown", &long);
    let limits = Limits { file_bytes: 50, ..Limits::default() };
    let change = Change::between(&repo.open(), "main", None, limits).unwrap();
    assert_eq!(shown(&change), ["Modified changed", "Modified grown"]);
    assert!(change.base.read("same").is_err());
    assert_eq!(change.hunks("grown"), []);
    repo.commit(&[]);
    let change = Change::between(&repo.open(), "main~1", Some("main"), limits).unwrap();
    assert_eq!(shown(&change), ["Modified changed", "Modified grown"]);
}

#[test]
fn works_in_memory_and_on_overlays() {
    let base = memory(&[("a", "1"), ("b", "2"), ("c", "3")]);
    let head =
        base.overlay(changes(&[("a", Some("1")), ("b", Some("x")), ("c", None), ("d", Some(""))]));
    let change = Change::new(base, head);
    assert_eq!(shown(&change), ["Modified b", "Removed c", "Added d"]);
    assert!(change.is_same("a") && change.is_same("nowhere") && !change.is_same("c"));
    let moved = PathChange { path: path("b"), status: Status::Modified };
    assert_eq!(change.changed_paths()[0], moved);
}

#[test]
fn says_which_revision_is_wrong() {
    let repo = forked();
    let error = |base: &str, head: Option<&str>| {
        Change::between(&repo.open(), base, head, Limits::default()).unwrap_err().to_string()
    };
    let unknown = "revision 'mian' not found in this repository; did you mean 'main'?";
    assert_eq!(error("mian", None), unknown);
    assert_eq!(error("main", Some("mian")), unknown);
    repo.git(&["checkout", "-q", "--orphan", "alone"]);
    assert!(error("main", None).ends_with("the branch 'alone' has no commit yet"));
    repo.commit(&[]);
    assert!(error("main", Some("alone")).ends_with("have no common history"));
}
