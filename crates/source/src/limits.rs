//! What protects a reader from hostile trees.

/// How much of a tree is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one file; a larger one is listed and not read.
    pub file_bytes: u64,
    /// Files of one tree, and as many folders; a larger tree is refused.
    pub files: usize,
}

impl Default for Limits {
    /// 4 MiB a file, 100,000 files.
    fn default() -> Self {
        Self { file_bytes: 4 * 1024 * 1024, files: 100_000 }
    }
}
