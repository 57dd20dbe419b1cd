//! Read-only snapshots of a repository and the change between two of them.
