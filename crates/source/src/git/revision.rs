//! What a revision names.

use gix::objs::Kind;
use gix::{Id, Repository};

use super::CommitId;
use crate::SourceError;

/// Names of branches and tags that are looked at for one that is similar.
const NAMES: usize = 10_000;

pub(super) fn resolve(repository: &Repository, revision: &str) -> Result<CommitId, SourceError> {
    if let Some(branch) = unborn(repository, revision) {
        let path = repository.git_dir().display().to_string();
        return Err(SourceError::Unborn { path, branch });
    }
    let unknown = || SourceError::UnknownRevision {
        revision: revision.to_owned(),
        suggestion: similar_name(repository, revision),
        shallow: repository.is_shallow().unwrap_or(false),
    };
    let id = find(repository, revision).ok_or_else(unknown)?;
    let object = id.object().map_err(|_| unknown())?;
    let kind = object.kind;
    let commit = object.peel_to_kind(Kind::Commit).map_err(|_| SourceError::NotACommit {
        revision: revision.to_owned(),
        reason: format!("it is a {kind}"),
    })?;
    Ok(CommitId(commit.id))
}

/// The branch that `HEAD` is to become, when `revision` is `HEAD` and has no commit.
fn unborn(repository: &Repository, revision: &str) -> Option<String> {
    if !matches!(revision, "HEAD" | "@") {
        return None;
    }
    let head = repository.head().ok()?;
    head.is_unborn()
        .then(|| head.referent_name().map(|name| name.shorten().to_string()).unwrap_or_default())
}

fn find<'r>(repository: &'r Repository, revision: &str) -> Option<Id<'r>> {
    let reference = |name: &str| repository.find_reference(name).ok()?.peel_to_id().ok();
    let expression = || repository.rev_parse_single(revision).ok();
    let is_id = revision.len() == repository.object_hash().len_in_hex()
        && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id {
        // A branch that is named like an id never stands for the commit.
        return expression();
    }
    // A branch may be named like one of git's expressions.
    reference(revision)
        .or_else(expression)
        .or_else(|| reference(&format!("refs/remotes/origin/{revision}")))
}

/// A branch or tag whose name is one or two typing errors away, the nearest first.
fn similar_name(repository: &Repository, wanted: &str) -> Option<String> {
    let allowed = (wanted.chars().count() / 3).min(2);
    let references = repository.references().ok()?;
    let names = references
        .local_branches()
        .into_iter()
        .chain(references.tags())
        .chain(references.remote_branches())
        .flatten()
        .filter_map(Result::ok)
        .map(|reference| reference.name().shorten().to_string());
    names
        .take(NAMES)
        .filter(|name| name.len().abs_diff(wanted.len()) <= 4 * allowed)
        .map(|name| (strsim::osa_distance(&name, wanted), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| name)
}
