//! `recipe/missing`

use sweeplint_inferencex::recipe::{Outcome, Resolution};
use sweeplint_inferencex::{Placed, Project};

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # recipe/missing
    ///
    /// **What it finds.** A `CONFIG_FILE` or `EVAL_CONFIG_FILE` that leads to no recipe: the file
    /// does not exist although its family's folder stands in this repository, it is a directory, it
    /// cannot be read as YAML, or the path is one that is never followed (`..`, absolute).
    ///
    /// **Why it matters.** The launcher stops before anything runs, or falls back to defaults
    /// without a word (llm-d).
    ///
    /// **Fix.** None: commit the recipe, correct the path, or drop the search-space entry.
    ///
    /// **Exceptions.** Recipes of the external srt-slurm checkout are skipped and counted, and so are
    /// those whose workload and file name stand in another folder that a launcher may copy.
    Missing, "recipe/missing", Blocking, fix: None,
    "a point names a recipe that does not exist"
}

impl Rule for Missing {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            for resolution in placed.resolutions {
                let skip = match resolution.outcome {
                    Outcome::External => Some("recipe outside this repository"),
                    Outcome::StagedElsewhere { .. } => {
                        Some("recipe that a launcher may copy from another folder")
                    }
                    _ => None,
                };
                if let Some(reason) = skip {
                    reporter.skip(reason);
                } else if let Some(draft) = judge(project, &placed, resolution) {
                    reporter.report(draft);
                }
            }
        }
    }
}

fn judge(project: &Project, placed: &Placed<'_>, resolution: &Resolution) -> Option<Draft> {
    let reference = &resolution.reference;
    let name = &reference.setting;
    let (message, help) = match &resolution.outcome {
        Outcome::Missing { looked_at } => {
            let near = nearest(project, looked_at);
            let help = near.map_or_else(
                || "commit the recipe, or drop the search-space entry".to_owned(),
                |near| {
                    format!("commit the recipe, or drop the search-space entry; `{near}` exists")
                },
            );
            (format!("{name} names {looked_at}, which does not exist"), help)
        }
        Outcome::Refused(error) => (
            format!("{name} is not followed: {error}"),
            "name a file of the repository or of srt-slurm, relative to it".to_owned(),
        ),
        Outcome::Unreadable { path, reason } => (
            format!("{name} names {path}, which cannot be read as a recipe: {reason}"),
            "name a recipe file".to_owned(),
        ),
        _ => return None,
    };
    let why = if placed.entry.framework_has("llmd") {
        "the server only warns about a missing recipe and runs with its defaults"
    } else {
        "the launcher stops before anything runs"
    };
    Some(
        Draft::new(&placed.file.path, reference.span, "no such recipe", message)
            .at_point(placed)
            .identity(name)
            .identity(&reference.path)
            .why(why)
            .help(help),
    )
}

/// The recipe of the same folder with the most similar name.
fn nearest(project: &Project, path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    project
        .files
        .keys()
        .filter(|other| other.parent() == folder)
        .map(|other| (strsim::osa_distance(other.file_name(), name), other))
        .filter(|(distance, _)| *distance <= 4)
        .min()
        .map(|(_, other)| other.to_string())
}

#[cfg(test)]
mod tests {
    use crate::tester::{MASTER, Toy};

    const RULE: &str = "recipe/missing";

    fn naming(path: &str) -> Toy {
        Toy::clean().replace(
            MASTER,
            "recipes/vllm/orbit-1/agentic/agg-gb200-tp16-latency.yaml",
            path,
        )
    }

    #[test]
    fn a_recipe_of_a_known_family_must_exist() {
        let toy = naming("recipes/vllm/orbit-1/agentic/agg-gb200-tp16-latancy.yaml");
        let finding = toy.one(RULE);
        assert!(finding.help.as_ref().unwrap().contains("agg-gb200-tp16-latency.yaml"));
        toy.suppressed(RULE);
        assert_eq!(naming("benchmarks/nowhere.yaml").findings(RULE).len(), 1);
    }

    #[test]
    fn hostile_paths_are_refused_and_named() {
        for path in
            ["../../etc/passwd", "/etc/passwd", "recipes/../../x.yaml", "benchmarks/multi_node"]
        {
            let finding = naming(path).one(RULE);
            assert_eq!(finding.primary.file.as_str(), MASTER, "{path}");
        }
        let broken = Toy::clean().write(crate::tester::LATENCY, "a: [1\n");
        assert!(broken.one(RULE).message.contains("cannot be read"));
    }

    #[test]
    fn external_and_staged_recipes_are_skipped_and_counted() {
        let external = naming("recipes/trtllm/elsewhere/x.yaml");
        external.quiet(RULE);
        assert_eq!(external.skipped(RULE), 1);
        let staged = naming("recipes/vllm/orbit-1-b300/agentic/agg-gb200-tp16-latency.yaml");
        staged.quiet(RULE);
        assert_eq!(staged.skipped(RULE), 1);
    }
}
