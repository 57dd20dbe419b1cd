//! `sweeplint fix`

use std::fs;
use std::io::Write as _;
use std::path::Path;

use sweeplint_inferencex::ParseCache;
use sweeplint_lint::fix::{FixRun, fix};
use sweeplint_lint::{Safety, registry};
use sweeplint_report::diff;

use super::{check, open, print};
use crate::args::{Colour, FixArgs};
use crate::error::CliError;

pub fn run(args: &FixArgs, _: Colour) -> Result<u8, CliError> {
    if args.target.head.is_some() && !args.diff {
        return Err(CliError::Usage(
            "fixes are written to the working tree; with --head only --diff is possible".to_owned(),
        ));
    }
    let target = open::target(&args.target)?;
    let options = open::options(&args.target)?;
    let allowed = if args.r#unsafe { Safety::Unsafe } else { Safety::Safe };
    let run = fix(&target, &registry(), &options, allowed, &ParseCache::default());
    if args.diff {
        let mut text = String::new();
        for (path, after) in &run.files {
            let before = target.head().read(path)?;
            text.push_str(&diff::unified(path, before.text().unwrap_or(""), after));
        }
        print(&text)?;
    } else {
        let root = open::root(&args.target.path)?;
        for (path, after) in &run.files {
            write(&root.join(path.as_str()), after)?;
        }
    }
    for (finding, reason) in &run.refused {
        eprintln!("not applied, sweeplint's own fault: {}: {reason}", finding.rule);
    }
    eprintln!("{}", sentence(&run, args));
    check::complain(&run.left);
    Ok(u8::from(run.left.summary.blocking > 0))
}

fn sentence(run: &FixRun, args: &FixArgs) -> String {
    let (done, files) = (run.fixed.len(), run.files.len());
    let verb = if args.diff { "would be fixed" } else { "fixed" };
    let left = run.left.findings.len();
    let held_back = run
        .left
        .findings
        .iter()
        .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Unsafe))
        .count();
    let mut text = format!("{done} {verb} in {files} files, {left} left");
    if held_back > 0 && !args.r#unsafe {
        text.push_str(&format!("; {held_back} of them have a fix to look at (--unsafe)"));
    }
    text
}

/// Replaces a file as a whole: through a temporary file beside it, its permissions kept.
pub fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    let target = fs::canonicalize(path).map_err(failed)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let permissions = fs::metadata(&target).map_err(failed)?.permissions();
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    temporary.write_all(text.as_bytes()).map_err(failed)?;
    temporary.as_file().set_permissions(permissions).map_err(failed)?;
    temporary.persist(&target).map_err(|error| failed(error.error))?;
    Ok(())
}
