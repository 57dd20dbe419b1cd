//! The changelog's bytes, links and keys.

pub mod dropped_entry;
pub mod history_changed;
pub mod history_link;
pub mod key_coverage;
pub mod missing_entry;
pub mod not_at_tail;
pub mod pr_link;
pub mod schema;
pub mod separator;
pub mod unknown_key;

mod history;
mod touched;
