//! Output formats for findings.
