//! One file per rule.

pub mod changelog;
pub mod master;
pub mod recipe;
pub mod runner;
pub mod sweeplint;
pub mod yaml;
