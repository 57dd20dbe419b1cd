//! The subcommands, one file each.

mod check;
mod demo;
mod explain;
mod fix;
mod open;
mod recipe;
mod schema;
mod topology;
mod validate;

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::{Args, Command};
use crate::error::CliError;

/// Runs the command; the exit status.
pub fn run(args: Args) -> Result<u8, CliError> {
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| CliError::Usage(error.to_string()))?;
    }
    let colour = args.colour;
    match args.command {
        Command::Check(args) => check::run(&args, colour),
        Command::Fix(args) => fix::run(&args, colour),
        Command::Validate(args) => validate::run(&args),
        Command::Explain { rule } => explain::run(&rule),
        Command::Rules => print(&sweeplint_report::text::rules()),
        Command::Recipe(args) => recipe::run(&args),
        Command::Topology(args) => topology::run(&args),
        Command::Schema { name } => schema::run(name.as_deref()),
        Command::Demo { dir } => demo::run(dir.as_deref(), colour),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "sweeplint", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
    }
}

/// Writes to stdout; the exit status 0.
fn print(text: &str) -> Result<u8, CliError> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(0)
}
