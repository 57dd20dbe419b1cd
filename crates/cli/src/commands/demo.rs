//! `sweeplint demo`

use std::path::{Path, PathBuf};
use std::time::Instant;

use sweeplint_inferencex::ParseCache;
use sweeplint_lint::fix::fix;
use sweeplint_lint::{Options, Safety, Target, lint, registry};
use sweeplint_report::diff;
use sweeplint_report::text::{self, Tally};
use sweeplint_source::{Change, GitRepository, Limits};
use sweeplint_testkit::{example, repository};

use super::print;
use crate::args::Colour;
use crate::error::CliError;
use crate::terminal;

pub fn run(dir: Option<&Path>, colour: Colour) -> Result<u8, CliError> {
    let root = match dir {
        Some(dir) => dir.to_owned(),
        None => temporary()?,
    };
    repository::example(&root)?;
    let started = Instant::now();
    let repository = GitRepository::discover(&root)?;
    let target = Target::Change(Change::between(&repository, "main", None, Limits::default())?);
    let options = Options { pr: Some(example::NUMBER), ..Options::default() };
    let cache = ParseCache::default();
    let outcome = lint(&target, &registry(), &options, &cache);
    let elapsed = started.elapsed();
    let shown = root.display();
    print(&format!(
        "An example repository with a pull request of five mistakes: {shown}\n\n$ sweeplint check {shown} --base main --pr {}\n\n",
        example::NUMBER
    ))?;
    print(&text::findings(&outcome, &terminal::style(colour, Some("main"))))?;
    print(&text::closing(&outcome, Tally { elapsed, all: false }))?;
    print(&format!(
        "\n$ sweeplint fix {shown} --base main --pr {} --unsafe --diff\n\n",
        example::NUMBER
    ))?;
    let fixed = fix(&target, &registry(), &options, Safety::Unsafe, &cache);
    for (path, after) in &fixed.files {
        let before = target.head().read(path)?;
        print(&diff::unified(path, before.text().unwrap_or(""), after))?;
    }
    print(&format!(
        "\n{} of {} findings have a fix; {} left after it.\n\nTry next, in {shown}:\n  sweeplint topology --path {shown}\n  sweeplint explain recipe/gpu-count\n  sweeplint fix {shown} --base main --pr {}\n",
        fixed.fixed.len(),
        outcome.findings.len(),
        fixed.left.findings.len(),
        example::NUMBER
    ))
}

/// A new folder that stays, so that the reader can go on with it.
fn temporary() -> Result<PathBuf, CliError> {
    let folder = tempfile::Builder::new().prefix("sweeplint-demo-").tempdir()?;
    Ok(folder.keep())
}
