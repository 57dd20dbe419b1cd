//! Working trees.

use std::path::Path;
use std::process::Command;

use crate::fixture::{Folder, Repo, names, skipped, text};
use crate::{Limits, Snapshot, SourceError};

#[test]
fn holds_hidden_files_and_not_those_that_git_ignores() {
    let repo = Repo::new();
    repo.write("kept.log", "tracked before it was ignored");
    repo.write("out/kept/a.log", "");
    repo.commit(&[]);
    repo.write(".gitignore", "*.log\n/out\n");
    repo.write("new.log", "");
    repo.write("out/new", "");
    repo.write("sub/.gitignore", "secret\n!good.log\n");
    repo.write("sub/secret", "");
    repo.write("sub/good.log", "");
    repo.write(".github/workflows/a.yml", "");
    repo.write(".ignore", "new.yaml\n");
    repo.write("new.yaml", "");
    let tree = repo.worktree();
    let expected = [
        ".github/workflows/a.yml",
        ".gitignore",
        ".ignore",
        "kept.log",
        "new.yaml",
        "out/kept/a.log",
        "sub/.gitignore",
        "sub/good.log",
    ];
    assert_eq!(names(&tree), expected);
    assert_eq!(tree.describe(), "working tree");
    assert_eq!(text(&tree, "kept.log"), "tracked before it was ignored");
}

#[test]
fn needs_no_repository_and_looks_at_no_settings_above_it() {
    let folder = Folder::new();
    folder.write(".gitignore", "tree\n*.yaml\n");
    folder.write("tree/a.yaml", "1");
    folder.write("tree/.gitignore", "b\n");
    folder.write("tree/b", "2");
    let root = folder.path().join("tree");
    let tree = Snapshot::worktree(&root, Limits::default()).unwrap();
    assert_eq!(names(&tree), [".gitignore", "a.yaml"]);
}

#[test]
fn may_be_named_by_a_link() {
    let folder = Folder::new();
    folder.write("tree/a", "1");
    folder.link("other", "tree");
    let tree = Snapshot::worktree(&folder.path().join("other"), Limits::default()).unwrap();
    assert_eq!(text(&tree, "a"), "1");
    assert_eq!(names(&folder.worktree()), ["other", "tree/a"]);
}

#[test]
fn leaves_out_other_repositories_pipes_and_names_that_are_no_paths() {
    use std::os::unix::ffi::OsStrExt;
    let repo = Repo::of(&[("a", "")]);
    repo.write("sub/.git", "gitdir: elsewhere");
    repo.write("sub/b", "");
    repo.write("back\\slash", "");
    repo.write("new\nline", "");
    let name = std::ffi::OsStr::from_bytes(b"no\xfftext");
    std::fs::write(repo.path().join(name), "").unwrap();
    let pipe = repo.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let tree = repo.worktree();
    assert_eq!(names(&tree), ["a"]);
    let expected = [
        r#"back\\slash: the path "back\\slash" holds '\\'"#,
        r#"new\nline: the path "new\nline" holds '\n'"#,
        "no\u{fffd}text: its name is not UTF-8",
        "pipe: neither a file nor a link",
        "sub: another repository",
    ];
    assert_eq!(skipped(&tree), expected);
}

#[test]
fn is_refused_when_it_is_no_folder_or_has_too_many_files() {
    let folder = Folder::new();
    folder.write("a", "");
    folder.write("b", "");
    let open = |path: &Path, files| {
        Snapshot::worktree(path, Limits { files, ..Limits::default() }).unwrap_err()
    };
    let missing = folder.path().join("nothing");
    assert!(matches!(open(&missing, 9), SourceError::Io { path, .. } if path.ends_with("nothing")));
    let file = open(&folder.path().join("a"), 9);
    assert!(matches!(file, SourceError::Io { reason, .. } if reason == "not a directory"));
    let tree = folder.path().display().to_string();
    assert_eq!(open(folder.path(), 1), SourceError::TooManyFiles { tree, limit: 1 });
    assert!(Snapshot::worktree(folder.path(), Limits { files: 2, ..Limits::default() }).is_ok());
}

#[test]
fn is_read_once_and_when_asked_for() {
    let folder = Folder::new();
    for name in ["read", "gone", "grown", "pipe"] {
        folder.write(name, name);
    }
    let tree =
        Snapshot::worktree(folder.path(), Limits { file_bytes: 5, ..Limits::default() }).unwrap();
    let first = tree.read("read").unwrap();
    folder.write("read", "other");
    assert!(std::ptr::eq(first.bytes(), tree.read("read").unwrap().bytes()));
    folder.remove("gone");
    assert!(matches!(tree.read("gone"), Err(SourceError::Io { path, .. }) if path == "gone"));
    folder.write("grown", "grown more");
    let (size, limit) = (10, 5);
    assert_eq!(
        tree.read("grown"),
        Err(SourceError::TooLarge { path: "grown".into(), size, limit })
    );
    folder.remove("pipe");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(matches!(tree.read("pipe"), Err(SourceError::Io { .. })));
}

#[test]
fn does_not_look_for_tracked_files_behind_links() {
    let repo = Repo::of(&[("folder/tracked.log", ""), (".gitignore", "*.log\nfolder\n")]);
    repo.git(&["add", "-f", "folder/tracked.log"]);
    let outside = Folder::new();
    outside.write("tracked.log", "of somebody else");
    std::fs::remove_dir_all(repo.path().join("folder")).unwrap();
    repo.link("folder", outside.path().to_str().unwrap());
    let tree = repo.worktree();
    assert!(!tree.contains("folder/tracked.log"));
    assert!(tree.read("folder/tracked.log").is_err());
}

#[test]
fn survives_an_index_that_is_garbage() {
    let repo = Repo::of(&[("a", "1")]);
    repo.write(".git/index", "garbage");
    assert_eq!(names(&repo.worktree()), ["a"]);
    repo.write(".git/HEAD", "garbage");
    assert_eq!(names(&repo.worktree()), ["a"]);
}
