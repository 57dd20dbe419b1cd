//! Unified diffs of fixed files.

use similar::TextDiff;

/// A unified diff between two contents of a file, as `git diff` prints it.
#[must_use]
pub fn unified(path: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}
