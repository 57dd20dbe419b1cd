//! `sweeplint/suppression`

use crate::{Meta, Rule, declare_rule};

declare_rule! {
    /// # sweeplint/suppression
    ///
    /// **What it finds.** A `# sweeplint: ignore[rule] reason` comment that gives no reason, or
    /// that suppresses nothing.
    ///
    /// **Why it matters.** An exception without a reason cannot be told from a mistake, and a
    /// stale one would hide the next real mistake.
    ///
    /// **Fix.** A comment that suppresses nothing is removed (safe).
    Suppression, "sweeplint/suppression", Warning, fix: Safe,
    "a suppression comment without a reason, or that suppresses nothing"
}

/// The engine itself judges suppressions, since only it knows what they suppressed.
impl Rule for Suppression {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }
}
