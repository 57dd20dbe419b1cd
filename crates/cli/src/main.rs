//! The `sweeplint` command.
//!
//! Output goes to stdout, progress and errors to stderr. Exit status: 0 nothing blocking, 1
//! blocking findings, 2 bad usage or unreadable input.

mod args;
mod commands;
mod error;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(status) => ExitCode::from(status),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
