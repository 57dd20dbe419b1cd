//! Revisions.

use crate::fixture::{Repo, changes, names, skipped, text};
use crate::{GitRepository, Limits, Snapshot, SourceError};

#[test]
fn is_read_without_a_checkout() {
    let repo = Repo::of(&[("a", "1"), ("配置/文件.yaml", "值: 1\n")]);
    repo.commit(&[("a", "2")]);
    repo.git(&["update-index", "--chmod=+x", "a"]);
    repo.commit(&[]);
    let bare = repo.clone_with(&["--bare"]);
    for repo in [&repo, &bare] {
        let head = repo.at("main");
        assert_eq!(names(&head), ["a", "配置/文件.yaml"]);
        assert_eq!(text(&head, "a"), "2");
        assert_eq!(text(&head, "配置/文件.yaml"), "值: 1\n");
        assert_eq!(text(&repo.at("main~2"), "a"), "1");
        let id = repo.git(&["rev-parse", "main"]);
        assert_eq!(head.describe(), format!("main ({})", &id[..7]));
        assert_eq!(repo.at(&id).describe(), &id[..7]);
    }
}

#[test]
fn shares_unchanged_content_with_other_revisions() {
    let repo = Repo::of(&[("a", "1"), ("b", "2"), ("c", "1")]);
    repo.commit(&[("b", "3")]);
    let git = repo.open();
    let at = |name: &str| Snapshot::revision(&git, name, Limits::default()).unwrap();
    let (base, head) = (at("main~1"), at("main"));
    let read = |tree: &Snapshot, path: &str| tree.read(path).unwrap().bytes().as_ptr();
    assert_eq!(read(&base, "a"), read(&head, "a"));
    assert_eq!(read(&base, "a"), read(&head, "c"));
    assert_ne!(read(&base, "b"), read(&head, "b"));
    let over = head.overlay(changes(&[("b", Some("4"))]));
    assert_eq!(read(&over, "a"), read(&head, "a"));
    assert_eq!(over.describe(), head.describe());
}

#[test]
fn is_read_by_several_threads_at_once() {
    let files: Vec<(String, String)> =
        (0..60).map(|n| (format!("f{n}"), format!("content {n}"))).collect();
    let named: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let repo = Repo::of(&named);
    repo.git(&["gc", "-q"]);
    let tree = repo.at("main");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (path, content) in &files {
                    assert_eq!(&text(&tree, path), content);
                }
            });
        }
    });
}

#[test]
fn refuses_large_files_without_reading_them() {
    let repo = Repo::of(&[("large", &"x".repeat(101)), ("small", &"x".repeat(100))]);
    let limits = Limits { file_bytes: 100, ..Limits::default() };
    let tree = Snapshot::revision(&repo.open(), "main", limits).unwrap();
    let (size, limit) = (101, 100);
    assert_eq!(
        tree.read("large"),
        Err(SourceError::TooLarge { path: "large".into(), size, limit })
    );
    assert_eq!(tree.read("small").unwrap().bytes().len(), 100);
}

#[test]
fn leaves_out_submodules_and_names_that_are_no_paths() {
    let repo = Repo::of(&[("a", "1")]);
    let commit = repo.git(&["rev-parse", "main"]);
    let (one, two) = (repo.blob(b"1"), repo.blob(b"2"));
    let inner = repo.tree(&[("100644", b"x", &one)]);
    let long = vec![b'n'; 5000];
    let tree = repo.tree(&[
        ("100644", b"", &one),
        ("40000", b".", &inner),
        ("40000", b"..", &inner),
        ("100644", b"a/b", &one),
        ("100644", b"back\\slash", &one),
        ("100644", b"double", &one),
        ("100644", b"double", &two),
        ("100644", b"esc\x1b[31m", &one),
        ("100644", b"no\xfftext", &one),
        ("160000", b"sub", &commit),
        ("100644", &long, &one),
        ("100644", b"z", &two),
    ]);
    let tree = repo.at(&repo.commit_tree(&tree));
    assert_eq!(names(&tree), ["double", "z"]);
    assert_eq!(text(&tree, "double"), "1");
    let expected = [
        r#": the path "" is empty"#.to_owned(),
        r#".: the path "." is empty"#.to_owned(),
        r#"..: the path ".." has a `..` part"#.to_owned(),
        "a/b: the name holds a slash".to_owned(),
        r#"back\\slash: the path "back\\slash" holds '\\'"#.to_owned(),
        "double: its path occurs twice".to_owned(),
        r#"esc\u{1b}[31m: the path "esc\u{1b}[31m" holds '\u{1b}'"#.to_owned(),
        format!("{}…: the path is too long", "n".repeat(200)),
        "no\u{fffd}text: its name is not UTF-8".to_owned(),
        "sub: another repository".to_owned(),
    ];
    assert_eq!(skipped(&tree), expected);
}

#[test]
fn is_refused_when_it_has_too_many_files() {
    let repo = Repo::of(&[("a", ""), ("b/c", "")]);
    let open = |git: &GitRepository, name: &str, files| {
        Snapshot::revision(git, name, Limits { files, ..Limits::default() })
    };
    let git = repo.open();
    let tree = repo.git(&["rev-parse", "--short=7", "main"]);
    assert_eq!(
        open(&git, "main", 1).unwrap_err(),
        SourceError::TooManyFiles { tree: tree.clone(), limit: 1 }
    );
    assert_eq!(open(&git, "main", 2).unwrap().paths().len(), 2);

    // Fifteen trees, each of which holds the next one ten times, and no file at all.
    let mut tree = repo.tree(&[]);
    for _ in 0..15 {
        let names: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        let entries: Vec<(&str, &[u8], &str)> =
            names.iter().map(|name| ("40000", name.as_bytes(), tree.as_str())).collect();
        tree = repo.tree(&entries);
    }
    let bomb = repo.commit_tree(&tree);
    assert!(matches!(open(&git, &bomb, 1000), Err(SourceError::TooManyFiles { limit: 1000, .. })));
}

#[test]
fn says_which_object_is_broken() {
    let repo = Repo::of(&[("a", "1")]);
    let tree = repo.at("main");
    let id = repo.git(&["rev-parse", "main:a"]);
    let object = format!(".git/objects/{}/{}", &id[..2], &id[2..]);
    repo.remove(&object);
    let error = tree.read("a").unwrap_err();
    assert!(
        matches!(&error, SourceError::Object { place, id: named, .. } if place == "a" && *named == id)
    );

    // A tree that says it is a file, a file that says it is a tree, and no tree at all.
    let blob = repo.blob(b"text");
    let inner = repo.tree(&[("100644", b"x", &blob)]);
    let tree = repo.at(&repo.commit_tree(&repo.tree(&[("100644", b"f", &inner)])));
    assert!(matches!(tree.read("f"), Err(SourceError::Object { .. })));
    for entries in [[("40000", b"d", &blob)], [("40000", b"d", &"1".repeat(40))]] {
        let entries: Vec<(&str, &[u8], &str)> =
            entries.iter().map(|(mode, name, id)| (*mode, name.as_slice(), id.as_str())).collect();
        let commit = repo.commit_tree(&repo.tree(&entries));
        let tree = Snapshot::revision(&repo.open(), &commit, Limits::default());
        assert!(matches!(tree, Err(SourceError::Object { place, .. }) if place == "d"));
    }
}
