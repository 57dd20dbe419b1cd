//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// A linter for InferenceX: compares what a benchmark point is claimed to be with what runs.
#[derive(Debug, Parser)]
#[command(name = "sweeplint", version, propagate_version = true, max_term_width = 100)]
pub struct Args {
    /// When to colour the output.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub colour: Colour,
    /// How many threads to use; all cores by default.
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<usize>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lint a checkout or a change. Exit status 1 when something blocks.
    Check(CheckArgs),
    /// Apply fixes to the working tree.
    Fix(FixArgs),
    /// Judge files exactly as the real validators do. Exit status 1 when one is refused.
    Validate(ValidateArgs),
    /// Print a rule's page.
    Explain {
        /// The rule, such as recipe/gpu-count.
        rule: String,
    },
    /// List the rules.
    Rules,
    /// Show a recipe: its variants and the topology each deploys.
    Recipe(RecipeArgs),
    /// Show claimed against deployed topology, worker by worker.
    Topology(TopologyArgs),
    /// Print a JSON Schema: master, runners, changelog or findings.
    Schema {
        /// Its name; without one the names are listed.
        name: Option<String>,
    },
    /// Write a small example repository with five mistakes, check it and show the fixes.
    Demo {
        /// Where to write it; a temporary folder by default.
        dir: Option<PathBuf>,
    },
    /// Print a completion script.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Which tree or change.
#[derive(Debug, clap::Args)]
pub struct TargetArgs {
    /// The checkout, or a git repository (bare ones too, with --head).
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// Show only what a change introduces since its merge base with this revision.
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// The revision that is judged; the working tree by default.
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
    /// The pull request's number, which new changelog links must carry.
    #[arg(long, value_name = "N")]
    pub pr: Option<u64>,
    /// Run only this rule; may be given several times.
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Show findings that were there before the change as well.
    #[arg(long)]
    pub all: bool,
}

/// `check`.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// Which tree or change.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// What else makes the exit status 1.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
}

/// Forms of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: schemas/findings.schema.json.
    Json,
}

/// What is denied besides blocking findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Warnings too.
    Warnings,
}

/// `fix`.
#[derive(Debug, clap::Args)]
pub struct FixArgs {
    /// Which tree or change.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Apply fixes that a person should look at as well.
    #[arg(long)]
    pub r#unsafe: bool,
    /// Show a unified diff and write nothing.
    #[arg(long)]
    pub diff: bool,
}

/// `validate`.
#[derive(Debug, clap::Args)]
pub struct ValidateArgs {
    /// What the files are.
    #[arg(value_enum)]
    pub kind: Kind,
    /// The files; `-` or none reads standard input.
    pub files: Vec<PathBuf>,
}

/// Kinds of file with a validator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A master config.
    Master,
    /// The runners file.
    Runners,
    /// The changelog.
    Changelog,
}

/// `recipe`.
#[derive(Debug, clap::Args)]
pub struct RecipeArgs {
    /// The recipe as a master config names it: `PATH` or `PATH:SELECTOR`.
    pub config_file: String,
    /// The checkout or repository.
    #[arg(long, default_value = ".")]
    pub path: PathBuf,
    /// The revision; the working tree by default.
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
}

/// `topology`.
#[derive(Debug, clap::Args)]
pub struct TopologyArgs {
    /// Config keys; `*` stands for any characters. All multi-node keys by default.
    pub keys: Vec<String>,
    /// The checkout or repository.
    #[arg(long, default_value = ".")]
    pub path: PathBuf,
    /// The revision; the working tree by default.
    #[arg(long, value_name = "REV")]
    pub head: Option<String>,
}
