use std::path::Path;

use super::*;
use crate::fixture::{Folder, Repo, text};
use crate::{Limits, Snapshot};

#[test]
fn is_found_from_inside() {
    let repo = Repo::of(&[("a/b", "1")]);
    let git = GitRepository::discover(&repo.path().join("a")).unwrap();
    let workdir = git.workdir().unwrap();
    assert_eq!(workdir.canonicalize().unwrap(), repo.path().canonicalize().unwrap());
    let bare = repo.clone_with(&["--bare"]);
    assert_eq!(bare.open().workdir(), None);
    assert!(format!("{:?}", bare.open()).starts_with("GitRepository("));
}

#[test]
fn is_found_from_a_linked_working_tree() {
    let repo = Repo::of(&[("a", "1")]);
    let other = Folder::new();
    let place = other.path().join("linked");
    repo.git(&["worktree", "add", "-q", "-b", "topic", place.to_str().unwrap()]);
    std::fs::write(place.join("a"), "2").unwrap();
    let git = GitRepository::discover(&place).unwrap();
    let tree = Snapshot::worktree(git.workdir().unwrap(), Limits::default()).unwrap();
    assert_eq!(text(&tree, "a"), "2");
    assert_eq!(git.resolve("HEAD"), git.resolve("topic"));
}

#[test]
fn may_be_missing_or_broken() {
    let folder = Folder::new();
    let path = folder.path().display().to_string();
    let error = GitRepository::discover(folder.path()).unwrap_err();
    assert_eq!(error, SourceError::NoRepository { path });
    let nowhere = GitRepository::discover(Path::new("/nowhere/at/all")).unwrap_err();
    assert_eq!(nowhere.to_string(), "/nowhere/at/all is not in a git repository");

    let repo = Repo::of(&[]);
    repo.write(".git/config", "[core\nnonsense");
    assert!(matches!(GitRepository::discover(repo.path()), Err(SourceError::Unopened { .. })));
    let other = Repo::with(&["-b", "main", "--object-format=sha256"]);
    assert!(matches!(GitRepository::discover(other.path()), Err(SourceError::Unopened { .. })));
}

#[test]
fn resolves_what_git_resolves() {
    let repo = Repo::of(&[("a", "1")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["tag", "-a", "-m", "a tag", "v1"]);
    repo.git(&["tag", "light"]);
    let second = repo.commit(&[("a", "2")]);
    repo.git(&["branch", "feature/x", "HEAD~1"]);
    let git = repo.open();
    let named = [
        ("main", &second),
        ("refs/heads/main", &second),
        ("HEAD", &second),
        ("@", &second),
        (&second[..8], &second),
        ("main~1", &first),
        ("HEAD^", &first),
        ("feature/x", &first),
        ("v1", &first),
        ("light", &first),
        ("v1^{commit}", &first),
    ];
    for (name, id) in named {
        assert_eq!(git.resolve(name).map(|commit| commit.to_string()).as_ref(), Ok(id), "{name}");
    }
    let commit = git.resolve("main").unwrap();
    assert_eq!(commit.short(), &second[..7]);
    assert_eq!(git.first_parent(&commit).unwrap().unwrap().to_string(), first);
    assert_eq!(git.parents(&git.resolve("v1").unwrap()), Ok(Vec::new()));
    assert_eq!(git.first_parent(&git.resolve("v1").unwrap()), Ok(None));
}

#[test]
fn finds_branches_of_the_remote() {
    let origin = Repo::of(&[("a", "1")]);
    origin.git(&["branch", "topic"]);
    let copy = origin.clone_with(&[]);
    let git = copy.open();
    assert_eq!(git.resolve("topic"), git.resolve("origin/topic"));
    assert!(git.resolve("topic").is_ok());
}

#[test]
fn suggests_a_similar_name() {
    let repo = Repo::of(&[]);
    repo.git(&["branch", "release/1.0"]);
    repo.git(&["tag", "v2.0.0"]);
    let git = repo.open();
    let error = |name: &str| git.resolve(name).unwrap_err().to_string();
    let say =
        |name: &str, more: &str| format!("revision '{name}' not found in this repository{more}");
    assert_eq!(error("mian"), say("mian", "; did you mean 'main'?"));
    assert_eq!(error("Main"), say("Main", "; did you mean 'main'?"));
    assert_eq!(error("relaese/1.0"), say("relaese/1.0", "; did you mean 'release/1.0'?"));
    assert_eq!(error("v2.0.1"), say("v2.0.1", "; did you mean 'v2.0.0'?"));
    for name in
        ["entirely-different", "x", "", "main~99", "a..b", "HEAD@{u}", "中", "\0", "-x", ":/x"]
    {
        assert_eq!(error(name), say(name, ""), "{name:?}");
    }
    let gone = "1".repeat(40);
    assert_eq!(error(&gone), say(&gone, ""));
}

#[test]
fn a_branch_cannot_pose_as_a_commit() {
    let repo = Repo::of(&[("a", "1")]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    let second = repo.commit(&[("a", "2")]);
    repo.write(&format!(".git/refs/heads/{first}"), format!("{second}\n"));
    let git = repo.open();
    assert_eq!(git.resolve(&first).unwrap().to_string(), first);
}

#[test]
fn says_what_is_no_commit() {
    let repo = Repo::of(&[("a", "1")]);
    let git = repo.open();
    for (name, kind) in [("HEAD:a", "blob"), ("HEAD^{tree}", "tree")] {
        let error = git.resolve(name).unwrap_err();
        assert_eq!(error.to_string(), format!("revision '{name}' is no commit: it is a {kind}"));
    }
}

#[test]
fn may_have_no_commit_yet() {
    let repo = Repo::new();
    let git = repo.open();
    for name in ["HEAD", "@"] {
        let error = git.resolve(name).unwrap_err();
        assert!(matches!(&error, SourceError::Unborn { branch, .. } if branch == "main"));
        assert!(error.to_string().ends_with("the branch 'main' has no commit yet"));
    }
    assert!(matches!(git.resolve("main"), Err(SourceError::UnknownRevision { .. })));
}

#[test]
fn finds_the_merge_base() {
    let repo = Repo::of(&[("a", "1")]);
    let base = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(&[("b", "1")]);
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("c", "1")]);
    repo.git(&["checkout", "-q", "--orphan", "alone"]);
    repo.commit(&[("d", "1")]);
    let git = repo.open();
    let at = |name: &str| git.resolve(name).unwrap();
    assert_eq!(git.merge_base(&at("main"), &at("topic")).unwrap().to_string(), base);
    assert_eq!(git.merge_base(&at("main"), &at("main")), Ok(at("main")));
    let error = git.merge_base(&at("main"), &at("alone")).unwrap_err();
    let (base, head) = (at("main").short(), at("alone").short());
    assert_eq!(error, SourceError::NoMergeBase { base, head, shallow: false });
    assert!(!git.is_shallow());
}

#[test]
fn says_when_a_shallow_clone_lacks_the_history() {
    let repo = Repo::of(&[("a", "1")]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(&[("b", "1")]);
    repo.git(&["checkout", "-q", "main"]);
    let first = repo.git(&["rev-parse", "HEAD"]);
    repo.commit(&[("c", "1")]);
    let shallow = repo.clone_with(&["--depth=1", "--no-single-branch"]);
    let git = shallow.open();
    assert!(git.is_shallow());
    let (main, topic) = (git.resolve("main").unwrap(), git.resolve("origin/topic").unwrap());
    let error = git.merge_base(&main, &topic).unwrap_err().to_string();
    assert!(
        error.ends_with("have no common history; the clone is shallow, fetch more of its history")
    );
    let error = git.resolve(&first).unwrap_err().to_string();
    assert!(error.ends_with("; the clone is shallow, fetch more of its history"), "{error}");
    assert_eq!(text(&shallow.at("main"), "c"), "1");
}

#[test]
fn sees_commits_that_came_after_it_was_opened() {
    let repo = Repo::of(&[("a", "1")]);
    let git = repo.open();
    let old = Snapshot::revision(&git, "main", Limits::default()).unwrap();
    assert_eq!(text(&old, "a"), "1");
    repo.commit(&[("a", "2")]);
    repo.git(&["gc", "-q", "--prune=now"]);
    let new = Snapshot::revision(&git, "main", Limits::default()).unwrap();
    assert_eq!(text(&new, "a"), "2");
}
