//! Repository builders and access to the shared corpus, for tests and the demo only.
