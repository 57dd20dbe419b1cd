//! The shared data beside the project: the corpus and the oracle.
//!
//! A stranger's clone does not have it; then tests say so and pass. In CI it must be there.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Data that is not beside the project.
#[derive(Debug, thiserror::Error)]
pub enum SharedError {
    /// Git could not unpack the corpus.
    #[error("the corpus could not be unpacked: {0}")]
    Unpack(String),
}

/// The folder with the shared data, when it is there.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    folder.join("corpus/corpus.bundle").is_file().then_some(folder)
}

/// The folder with the shared data; where it is missing the skip is printed.
///
/// # Panics
/// In CI, where the data must be there.
#[must_use]
pub fn folder_or_skip(test: &str) -> Option<PathBuf> {
    let folder = folder();
    if folder.is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the shared data is missing, and in CI it must be there"
        );
        eprintln!("skipped: {test} (no shared data beside the project)");
    }
    folder
}

/// The corpus as a bare repository below `into`.
///
/// # Errors
/// When git cannot unpack the bundle.
pub fn unpack_corpus(shared: &Path, into: &Path) -> Result<PathBuf, SharedError> {
    let target = into.join("corpus.git");
    let output = Command::new("git")
        .args(["clone", "--quiet", "--bare"])
        .arg(shared.join("corpus/corpus.bundle"))
        .arg(&target)
        .output()
        .map_err(|error| SharedError::Unpack(error.to_string()))?;
    if output.status.success() {
        Ok(target)
    } else {
        Err(SharedError::Unpack(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}
