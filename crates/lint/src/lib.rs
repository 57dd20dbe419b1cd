//! Rules, findings, fixes, attribution to a change.
