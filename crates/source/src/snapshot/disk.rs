//! Files and links of a working tree.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use gix::ObjectId;
use gix::objs::{Kind, compute_stream_hash};

use crate::{Blob, SourceError};

/// The content of a file of at most `limit` bytes.
pub(super) fn read_file(root: &Path, path: &str, limit: u64) -> Result<Blob, SourceError> {
    let failed = |error| io_error(path, &error);
    let too_large = |size| SourceError::TooLarge { path: path.to_owned(), size, limit };
    let facts = regular(root, path).map_err(failed)?;
    if facts.len() > limit {
        return Err(too_large(facts.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(facts.len()).unwrap_or_default());
    let file = File::open(root.join(path)).map_err(failed)?;
    // The file may have grown since.
    let size = file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)? as u64;
    if size > limit { Err(too_large(size)) } else { Ok(Blob::new(bytes)) }
}

/// The target of a link.
pub(super) fn read_link(root: &Path, path: &str) -> Result<Blob, SourceError> {
    let target = root.join(path).read_link().map_err(|error| io_error(path, &error))?;
    Ok(Blob::new(target.into_os_string().into_encoded_bytes()))
}

/// Bytes of a file, or of the target of a link.
pub(super) fn size(root: &Path, path: &str) -> Result<u64, SourceError> {
    let facts = root.join(path).symlink_metadata().map_err(|error| io_error(path, &error))?;
    Ok(facts.len())
}

/// Git's id of a file, which is read piece by piece.
pub(super) fn file_id(root: &Path, path: &str) -> Option<ObjectId> {
    let size = regular(root, path).ok()?.len();
    id(File::open(root.join(path)).ok()?, size)
}

/// Git's id of a blob of `size` bytes.
pub(super) fn id(mut content: impl Read, size: u64) -> Option<ObjectId> {
    let (hash, never) = (gix::hash::Kind::Sha1, AtomicBool::new(false));
    let progress = &mut gix::progress::Discard;
    compute_stream_hash(hash, Kind::Blob, &mut content, size, progress, &never).ok()
}

/// Looks at a file before it is opened: opening a pipe would wait for somebody to write.
fn regular(root: &Path, path: &str) -> io::Result<Metadata> {
    let facts = root.join(path).symlink_metadata()?;
    if facts.is_file() {
        return Ok(facts);
    }
    Err(io::Error::other("not a regular file any more"))
}

pub(super) fn io_error(path: &str, error: &io::Error) -> SourceError {
    SourceError::Io { path: path.to_owned(), reason: error.to_string() }
}
