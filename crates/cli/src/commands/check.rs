//! `sweeplint check`

use std::time::Instant;

use sweeplint_inferencex::ParseCache;
use sweeplint_lint::{Outcome, lint, registry};
use sweeplint_report::json::Report;
use sweeplint_report::text::{self, Tally};

use super::{open, print};
use crate::args::{CheckArgs, Colour, Deny, Format};
use crate::error::CliError;
use crate::terminal;

pub fn run(args: &CheckArgs, colour: Colour) -> Result<u8, CliError> {
    let started = Instant::now();
    let target = open::target(&args.target)?;
    let options = open::options(&args.target)?;
    let outcome = lint(&target, &registry(), &options, &ParseCache::default());
    match args.format {
        Format::Json => print(&Report::new(&outcome).to_text()?)?,
        Format::Text => {
            let style = terminal::style(colour, args.target.base.as_deref());
            let findings = text::findings(&outcome, &style);
            let tally = Tally { elapsed: started.elapsed(), all: args.target.all };
            print(&format!("{findings}{}", text::closing(&outcome, tally)))?
        }
    };
    complain(&outcome);
    Ok(status(&outcome, args.deny))
}

/// Says on stderr what went wrong by sweeplint's own fault.
pub fn complain(outcome: &Outcome) {
    for (rule, reason) in &outcome.failures {
        eprintln!("sweeplint's own fault: {rule} stopped: {reason}. Please report it.");
    }
}

fn status(outcome: &Outcome, deny: Option<Deny>) -> u8 {
    let warnings = deny == Some(Deny::Warnings) && outcome.summary.warning > 0;
    u8::from(outcome.summary.blocking > 0 || warnings)
}
