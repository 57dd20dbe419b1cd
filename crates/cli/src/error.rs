//! What ends the command.

use std::path::PathBuf;

use sweeplint_source::SourceError;

/// Why the command stopped.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A tree could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A rule that does not exist.
    #[error("no rule '{id}'{}", did_you_mean(.similar))]
    UnknownRule {
        /// What was asked for.
        id: String,
        /// Ids that look like it.
        similar: Vec<&'static str>,
    },
    /// A config key that does not exist.
    #[error("no config key matches '{0}'")]
    UnknownKey(String),
    /// A schema that does not exist.
    #[error("no schema '{0}'; there are: changelog, findings, master, runners")]
    UnknownSchema(String),
    /// Options that do not go together.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Output could not be written.
    #[error("output: {0}")]
    Output(#[from] std::io::Error),
    /// The demo's repository could not be written.
    #[error("demo: {0}")]
    Demo(#[from] sweeplint_testkit::repository::RepositoryError),
    /// The report is no JSON; never in practice.
    #[error("report: {0}")]
    Report(#[from] serde_json::Error),
}

impl CliError {
    /// Whether the reader of the output went away, as `head` does.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

fn did_you_mean(similar: &[&str]) -> String {
    similar.first().map_or_else(String::new, |id| format!("; did you mean '{id}'?"))
}
