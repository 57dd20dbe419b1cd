//! Links, followed inside the tree.

use super::{EntryKind, Snapshot};
use crate::SourceError;

/// Links that are followed in a row.
const LINKS: usize = 8;

/// The path of the file that `path` leads to, through links to files and to folders, as a system
/// would go.
pub(super) fn follow(snapshot: &Snapshot, path: &str) -> Result<String, SourceError> {
    let mut walk = Walk { ahead: Vec::new(), place: String::new(), target: None };
    if path.starts_with('/') {
        return Err(walk.missing(path));
    }
    walk.push(path);
    let mut links = 0;
    while let Some(part) = walk.ahead.pop() {
        match part.as_str() {
            "" | "." => continue,
            ".." => {
                if walk.place.is_empty() {
                    return Err(walk.leaves(path));
                }
                walk.place.truncate(walk.place.rfind('/').unwrap_or(0));
                continue;
            }
            _ => {}
        }
        let folder = walk.place.len();
        if folder > 0 {
            walk.place.push('/');
        }
        walk.place.push_str(&part);
        match snapshot.kind(&walk.place) {
            Some(EntryKind::File) if walk.is_over() => return Ok(walk.place),
            Some(EntryKind::Link) => {
                links += 1;
                if links > LINKS {
                    return Err(SourceError::LinkLoop { path: path.to_owned(), limit: LINKS });
                }
                let target = snapshot.read_entry(&walk.place)?;
                let target = String::from_utf8_lossy(target.bytes()).into_owned();
                walk.place.truncate(folder);
                walk.push(&target);
                let is_absolute = target.starts_with('/');
                walk.target = Some(target);
                if is_absolute {
                    return Err(walk.leaves(path));
                }
            }
            None if snapshot.is_dir(&walk.place) => {}
            _ => return Err(walk.missing(path)),
        }
    }
    Err(SourceError::IsDirectory { path: path.to_owned() })
}

struct Walk {
    /// Parts that are still to go, the next one last.
    ahead: Vec<String>,
    /// The folder that was reached.
    place: String,
    /// What the last link holds.
    target: Option<String>,
}

impl Walk {
    fn push(&mut self, path: &str) {
        self.ahead.extend(path.split('/').rev().map(str::to_owned));
    }

    fn is_over(&self) -> bool {
        self.ahead.iter().all(|part| matches!(part.as_str(), "" | "."))
    }

    fn leaves(self, path: &str) -> SourceError {
        let path = path.to_owned();
        match self.target {
            Some(target) => SourceError::LinkLeaves { path, target },
            None => SourceError::Missing { path },
        }
    }

    fn missing(self, path: &str) -> SourceError {
        let path = path.to_owned();
        match self.target {
            Some(target) => SourceError::BrokenLink { path, target },
            None => SourceError::Missing { path },
        }
    }
}
