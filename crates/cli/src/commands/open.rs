//! From the command line to what is linted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sweeplint_lint::{Options, Target, registry};
use sweeplint_source::{Change, GitRepository, Limits, Snapshot};

use crate::args::TargetArgs;
use crate::error::CliError;

/// The target that the arguments name.
pub fn target(args: &TargetArgs) -> Result<Target, CliError> {
    let limits = Limits::default();
    match (&args.base, &args.head) {
        (Some(base), head) => {
            let repository = GitRepository::discover(&args.path)?;
            Ok(Target::Change(Change::between(&repository, base, head.as_deref(), limits)?))
        }
        (None, head) => Ok(Target::Tree(tree(&args.path, head.as_deref())?)),
    }
}

/// A working tree, or a revision of a repository.
pub fn tree(path: &Path, head: Option<&str>) -> Result<Snapshot, CliError> {
    let limits = Limits::default();
    match head {
        Some(head) => {
            let repository = GitRepository::discover(path)?;
            Ok(Snapshot::revision(&repository, head, limits)?)
        }
        None => Ok(Snapshot::worktree(&root(path)?, limits)?),
    }
}

/// The root of the checkout that holds `path`, or the folder itself outside of git.
pub fn root(path: &Path) -> Result<PathBuf, CliError> {
    if !path.is_dir() {
        let source = std::io::Error::new(std::io::ErrorKind::NotADirectory, "not a directory");
        return Err(CliError::File { path: path.to_owned(), source });
    }
    match GitRepository::discover(path) {
        Ok(repository) => repository.workdir().map(Path::to_owned).ok_or_else(|| {
            CliError::Usage(format!(
                "{} is a bare repository; name a revision with --head",
                path.display()
            ))
        }),
        Err(_) => Ok(path.to_owned()),
    }
}

/// The options that the arguments ask for.
pub fn options(args: &TargetArgs) -> Result<Options, CliError> {
    let registry = registry();
    let mut only = BTreeSet::new();
    for id in &args.rules {
        if registry.find(id).is_none() {
            let similar = registry.similar(id);
            return Err(CliError::UnknownRule { id: id.clone(), similar });
        }
        only.insert(id.clone());
    }
    Ok(Options { pr: args.pr, only, all: args.all, ..Options::default() })
}
