//! Links, in working trees and in revisions.

use crate::fixture::{Repo, text};
use crate::{EntryKind, Snapshot, SourceError};

/// The same tree twice: as a working tree and as a revision.
fn both(links: &[(&str, &str)]) -> (Repo, [Snapshot; 2]) {
    let repo = Repo::new();
    for (path, target) in links {
        repo.link(path, target);
    }
    repo.commit(&[("a/file", "content"), ("top", "of the tree")]);
    let trees = [repo.worktree(), repo.at("main")];
    (repo, trees)
}

#[test]
fn leads_to_files_inside_the_tree() {
    let (_repo, trees) = both(&[
        ("link", "a/file"),
        ("a/up", "../top"),
        ("a/dots", ".//../a/./file"),
        ("b/folder", "../a"),
        ("b/deep", "folder/../top"),
    ]);
    for tree in trees {
        assert_eq!(tree.kind("link"), Some(EntryKind::Link));
        assert_eq!(text(&tree, "link"), "content");
        assert_eq!(text(&tree, "a/up"), "of the tree");
        assert_eq!(text(&tree, "a/dots"), "content");
        assert_eq!(text(&tree, "b/folder/file"), "content");
        // A system leaves the folder that the link leads to, not the one that the link is in.
        assert_eq!(text(&tree, "b/deep"), "of the tree");
        assert_eq!(
            tree.read("b/folder"),
            Err(SourceError::IsDirectory { path: "b/folder".into() })
        );
        assert!(!tree.contains("b/folder/file"));
    }
}

#[test]
fn is_refused_when_it_leaves_the_tree() {
    let targets = ["/etc/passwd", "../../etc/passwd", "..", "./../x", "a/../../x"];
    let links: Vec<(String, &str)> = (1..).map(|n| format!("l{n}")).zip(targets).collect();
    let named: Vec<(&str, &str)> = links.iter().map(|(name, to)| (name.as_str(), *to)).collect();
    let (_repo, trees) = both(&named);
    for tree in trees {
        for (path, target) in &links {
            let (path, target) = (path.clone(), (*target).to_owned());
            assert_eq!(
                tree.read(&path),
                Err(SourceError::LinkLeaves { path: path.clone(), target })
            );
        }
    }
}

#[test]
fn is_followed_eight_times_at_most() {
    let chain: Vec<(String, String)> =
        (1..=9).map(|n| (format!("l{n}"), format!("l{}", n - 1))).collect();
    let mut links: Vec<(&str, &str)> =
        chain.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    links[0].1 = "a/file";
    links.extend([("self", "self"), ("x", "y"), ("y", "x"), ("in", "in/in")]);
    let (_repo, trees) = both(&links);
    for tree in trees {
        assert_eq!(text(&tree, "l8"), "content");
        for path in ["l9", "self", "x", "in", "in/a"] {
            let path = path.to_owned();
            assert_eq!(
                tree.read(&path),
                Err(SourceError::LinkLoop { path: path.clone(), limit: 8 })
            );
        }
    }
}

#[test]
fn may_be_broken() {
    let long = "x/".repeat(1000);
    let links = [("gone", "nowhere"), ("under", "a/file/x"), ("long", long.as_str())];
    let (_repo, trees) = both(&links);
    for tree in trees {
        for (path, target) in links {
            let (path, target) = (path.to_owned(), target.to_owned());
            assert_eq!(
                tree.read(&path),
                Err(SourceError::BrokenLink { path: path.clone(), target })
            );
        }
    }
}

#[test]
fn has_a_target_of_bounded_length_that_need_not_be_text() {
    let repo = Repo::new();
    let (long, bytes) = (repo.blob(&[b'x'; 5000]), repo.blob(b"\xff\xfe"));
    let tree = repo.tree(&[("120000", b"bytes", &bytes), ("120000", b"long", &long)]);
    let tree = repo.at(&repo.commit_tree(&tree));
    assert!(matches!(tree.read("long"), Err(SourceError::TooLarge { size: 5000, .. })));
    assert!(matches!(tree.read("bytes"), Err(SourceError::BrokenLink { .. })));
}
