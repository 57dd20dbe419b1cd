//! Rules about sweeplint's own comments.

pub mod suppression;
