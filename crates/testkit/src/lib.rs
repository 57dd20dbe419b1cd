//! Repository builders and access to the shared corpus, for tests and the demo only.

pub mod example;
pub mod oracle;
pub mod repository;
pub mod shared;
