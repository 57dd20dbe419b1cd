//! `recipe/image`

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sweeplint_inferencex::master::Entry;
use sweeplint_inferencex::recipe::Deployment;
use sweeplint_inferencex::{Field, ParsedFile, Project};
use sweeplint_source::RepoPath;
use sweeplint_yaml::edit;

use crate::{ChangeContext, Draft, Edit, Finding, Fix, Meta, Reporter, Rule, Safety, declare_rule};

/// Recipes named by one finding; the rest are counted.
const NAMED: usize = 4;

declare_rule! {
    /// # recipe/image
    ///
    /// **What it finds.** An entry whose `image` is not its recipe's `model.container`, or not the
    /// `identity.container.image` that the recipe says it was made for. The container is compared
    /// literally, because the launcher looks the literal text up; the identity is compared with
    /// `#` read as `/`.
    ///
    /// **Why it matters.** The launcher imports `image` and the recipe asks for its container: the
    /// job fails, or runs another image than the one published.
    ///
    /// **Fix.** Where most recipes of the key agree with `image`, the odd recipe takes it; else
    /// `image` takes the recipes' container. Safe when the change touched only the other side.
    ///
    /// **Exceptions.** A container that is an alias of the launcher (`dynamo-trtllm`, `latest`) is
    /// no image reference and is not compared. On H100 and H200 the launcher also maps `nvcr.io#…`
    /// to `nvcr.io/…`.
    Image, "recipe/image", Blocking, fix: Mixed,
    "`image` is not the container that the recipe runs"
}

/// Runner labels whose launcher maps `nvcr.io#…` for TensorRT-LLM itself.
const HASH_MAPPED: &[&str] = &["h100", "h200"];

impl Rule for Image {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let mut recipes: BTreeMap<(&RepoPath, &str), Recipes<'_>> = BTreeMap::new();
        for placed in project.points() {
            let id = (&placed.file.path, placed.key());
            let group =
                recipes.entry(id).or_insert_with(|| (placed.file, placed.entry, BTreeMap::new()));
            for deployment in placed.deployments() {
                group.2.insert(&deployment.path, deployment);
            }
        }
        for (file, entry, deployments) in recipes.into_values() {
            if let Some(image) = &entry.image {
                containers(project, file, entry, image, &deployments, reporter);
                identities(project, file, entry, image, &deployments, reporter);
            }
        }
    }

    fn refine(&self, finding: &mut Finding, change: &ChangeContext<'_>) {
        let Some(key) = finding.config_key.clone() else { return };
        let image = |project: &Project| {
            project
                .entries()
                .find(|(_, entry)| entry.key.value == key)
                .and_then(|(_, entry)| entry.image.as_ref().map(|image| image.value.clone()))
        };
        let (before, after) = (image(change.base), image(change.head));
        let labels = std::iter::once(&finding.primary).chain(&finding.related);
        let recipes: BTreeSet<RepoPath> = labels
            .map(|label| label.file.clone())
            .filter(|path| change.head.layout.is_recipe(path))
            .collect();
        let untouched = |path: &RepoPath| {
            let (base, head) = (change.base.file(path), change.head.file(path));
            base.zip(head).is_some_and(|(base, head)| base.is_same_text(head))
        };
        let master_moved = before.is_some() && before != after;
        let recipes_moved = !recipes.iter().all(untouched);
        let into_recipe = |fix: &Fix| fix.edits.iter().all(|edit| recipes.contains(&edit.file));
        let wanted = match (master_moved, recipes_moved) {
            (true, false) => true,
            (false, true) if before.is_some() => false,
            _ => return,
        };
        let fixes: Vec<Fix> =
            finding.fix.take().into_iter().chain(finding.alternatives.drain(..)).collect();
        let (chosen, rest): (Vec<Fix>, Vec<Fix>) =
            fixes.into_iter().partition(|fix| into_recipe(fix) == wanted);
        finding.alternatives = rest;
        finding.fix = chosen.into_iter().next().map(|fix| Fix {
            // Only one side moved, so the other has to follow it.
            safety: if wanted { Safety::Safe } else { fix.safety },
            ..fix
        });
    }
}

type Recipes<'p> = (&'p ParsedFile, &'p Entry, BTreeMap<&'p RepoPath, &'p Arc<Deployment>>);

/// Whether a container is an image reference and no alias.
fn is_reference(container: &str) -> bool {
    container.contains(['/', '#'])
}

fn launcher_maps_hash(entry: &Entry) -> bool {
    let runner = entry.runner.as_ref().map_or("", |runner| &runner.value);
    let name = runner.strip_prefix("cluster:").unwrap_or(runner);
    HASH_MAPPED.iter().any(|prefix| name.starts_with(prefix)) && entry.framework_has("trt")
}

fn containers(
    project: &Project,
    file: &ParsedFile,
    entry: &Entry,
    image: &Field<String>,
    deployments: &BTreeMap<&RepoPath, &Arc<Deployment>>,
    reporter: &mut Reporter<'_>,
) {
    let agrees = |container: &str| {
        container == image.value
            || launcher_maps_hash(entry) && slashes(container) == slashes(&image.value)
    };
    let mut agreeing = 0;
    let mut differing: BTreeMap<&str, Vec<(&Deployment, &Field<String>)>> = BTreeMap::new();
    for deployment in deployments.values() {
        let Some(container) = deployment.container.as_ref() else { continue };
        if !is_reference(&container.value) {
            continue;
        }
        if agrees(&container.value) {
            agreeing += 1;
        } else {
            differing.entry(&container.value).or_default().push((deployment, container));
        }
    }
    let sole = differing.len() == 1 && agreeing == 0;
    for (container, recipes) in differing {
        let spelled = slashes(container) == slashes(&image.value);
        if sole || recipes.len() > agreeing {
            reporter.report(master_is_odd(
                project, file, entry, image, container, &recipes, spelled, sole,
            ));
        } else {
            for (deployment, field) in recipes {
                reporter
                    .report(recipe_is_odd(project, file, entry, image, deployment, field, spelled));
            }
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the parts of one sentence")]
fn master_is_odd(
    project: &Project,
    file: &ParsedFile,
    entry: &Entry,
    image: &Field<String>,
    container: &str,
    recipes: &[(&Deployment, &Field<String>)],
    spelled: bool,
    sole: bool,
) -> Draft {
    let count = recipes.len();
    let noun = if count == 1 { "its recipe asks for" } else { "its recipes ask for" };
    let message = if spelled {
        format!(
            "image is {}, {noun} {container}: the same image, spelled with another separator",
            image.value
        )
    } else {
        format!("image is {}, {noun} {container}", image.value)
    };
    let mut draft = Draft::new(&file.path, image.span, "published image", message)
        .key(&entry.key.value)
        .identity(&image.value)
        .identity(container)
        .why(WHY);
    for (deployment, field) in recipes.iter().take(NAMED) {
        draft = draft.related(&deployment.path, field.span, "container that runs");
    }
    if count > NAMED {
        draft = draft
            .help(format!("{} more recipes of this key ask for the same container", count - NAMED));
    }
    let into_recipes: Vec<Edit> = recipes
        .iter()
        .flat_map(|(deployment, _)| into_recipe(project, deployment, &image.value))
        .collect();
    let into_recipes = Fix {
        title: format!(
            "container: {} in {count} recipe{}",
            image.value,
            if count == 1 { "" } else { "s" }
        ),
        safety: Safety::Unsafe,
        edits: into_recipes,
    };
    let into_master = replace(project, &file.path, image, container).map(|edit| Fix {
        title: format!("image: {container}"),
        safety: Safety::Unsafe,
        edits: vec![edit],
    });
    match into_master {
        Some(fix) if sole => draft.fix_edits(fix).alternative(into_recipes),
        _ => draft.fix_edits(into_recipes),
    }
}

fn recipe_is_odd(
    project: &Project,
    file: &ParsedFile,
    entry: &Entry,
    image: &Field<String>,
    deployment: &Deployment,
    container: &Field<String>,
    spelled: bool,
) -> Draft {
    let message = format!(
        "container is {}, the image of {} is {}{}",
        container.value,
        entry.key.value,
        image.value,
        if spelled { ": the same image, spelled with another separator" } else { "" }
    );
    let path = &deployment.path;
    let draft = Draft::new(path, container.span, "container that runs", message)
        .key(&entry.key.value)
        .identity(path)
        .identity(&image.value)
        .identity(&container.value)
        .related(&file.path, image.span, "published image")
        .why(WHY);
    let edits = into_recipe(project, deployment, &image.value);
    draft.fix_edits(Fix {
        title: format!("container: {}", image.value),
        safety: Safety::Unsafe,
        edits,
    })
}

fn identities(
    project: &Project,
    file: &ParsedFile,
    entry: &Entry,
    image: &Field<String>,
    deployments: &BTreeMap<&RepoPath, &Arc<Deployment>>,
    reporter: &mut Reporter<'_>,
) {
    for (path, deployment) in deployments {
        let Some(identity) = deployment.identity_image.as_ref() else { continue };
        let container = deployment.container.as_ref().map(|field| field.value.as_str());
        // Where the container itself disagrees, that finding says it all.
        let said = container.is_some_and(|container| {
            is_reference(container) && slashes(container) != slashes(&image.value)
        });
        if said
            || slashes(&identity.value) == slashes(&image.value)
            || !is_reference(&identity.value)
        {
            continue;
        }
        let edits: Vec<Edit> = replace(project, path, identity, &image.value).into_iter().collect();
        reporter.report(
            Draft::new(
                path,
                identity.span,
                "image the recipe names as its own",
                format!(
                    "identity.container.image is {}, the image of {} is {}",
                    identity.value, entry.key.value, image.value
                ),
            )
            .key(&entry.key.value)
            .identity(path)
            .identity(&identity.value)
            .identity(&image.value)
            .related(&file.path, image.span, "published image")
            .why("the recipe records another image than the one that runs, so the result cannot be reproduced from it")
            .fix_edits(Fix {
                title: format!("identity.container.image: {}", image.value),
                safety: Safety::Unsafe,
                edits,
            }),
        );
    }
}

const WHY: &str = "the launcher imports `image` and the recipe asks for its container by that exact name: the job fails, or publishes an image that did not run";

fn slashes(image: &str) -> String {
    image.replace('#', "/")
}

/// The recipe's container and, where it has one, the image it says it was made for.
fn into_recipe(project: &Project, deployment: &Deployment, image: &str) -> Vec<Edit> {
    [&deployment.container, &deployment.identity_image]
        .into_iter()
        .flatten()
        .filter(|field| slashes(&field.value) != slashes(image) || field.value != image)
        .filter_map(|field| replace(project, &deployment.path, field, image))
        .collect()
}

fn replace(project: &Project, path: &RepoPath, field: &Field<String>, value: &str) -> Option<Edit> {
    let document = project.file(path)?.document();
    let edit = edit::replace_with_str(document.node(field.node), value);
    Some(Edit { file: path.clone(), span: edit.span, text: edit.text })
}

#[cfg(test)]
mod tests {
    use crate::tester::{CHANGELOG, DISAGG, LATENCY, MASTER, RUNNERS, Toy};
    use crate::{Safety, Severity};

    const RULE: &str = "recipe/image";

    #[test]
    fn the_side_that_did_not_move_follows() {
        let recipe_moved =
            Toy::clean().replace(MASTER, "sglang:v0.5.11", "sglang:v0.5.10").in_change();
        let finding = recipe_moved.one(RULE);
        assert_eq!(finding.severity, Severity::Blocking);
        assert_eq!(finding.primary.file.as_str(), MASTER);
        assert_eq!(finding.fix.as_ref().unwrap().title, "image: lmsysorg/sglang:v0.5.11");
        assert_eq!(
            recipe_moved.fixed(RULE, Safety::Unsafe)[MASTER],
            Toy::clean().head_text(MASTER)
        );
        let base = Toy::clean().head_text(DISAGG).replace("v0.5.11", "v0.5.10");
        let image_moved = Toy::clean().write(DISAGG, base).in_change();
        let finding = image_moved.one(RULE);
        let fix = finding.fix.unwrap();
        assert_eq!((fix.safety, fix.edits[0].file.as_str()), (Safety::Safe, DISAGG));
        image_moved.fixed(RULE, Safety::Safe);
    }

    #[test]
    fn the_odd_recipe_is_named_where_most_agree() {
        let toy = Toy::clean().replace(LATENCY, "vllm-openai:v0.21.0", "vllm-openai:v0.20.0");
        let finding = toy.one(RULE);
        assert_eq!(finding.primary.file.as_str(), LATENCY);
        toy.suppressed(RULE);
    }

    #[test]
    fn another_separator_is_a_kind_of_its_own() {
        let toy = Toy::clean().replace(DISAGG, "container: lmsysorg/", "container: lmsysorg#");
        assert!(toy.one(RULE).message.contains("another separator"));
        let identity = Toy::clean().replace(LATENCY, "image: vllm/", "image: vllm#");
        identity.quiet(RULE);
    }

    #[test]
    fn an_identity_alone_is_named() {
        let toy = Toy::clean().replace(
            LATENCY,
            "    image: vllm/vllm-openai:v0.21.0",
            "    image: vllm/vllm-openai:v0.20.0",
        );
        assert!(toy.one(RULE).message.starts_with("identity.container.image"));
        toy.fixed(RULE, Safety::Unsafe);
    }

    #[test]
    fn aliases_of_the_launcher_are_not_compared() {
        Toy::clean()
            .replace(DISAGG, "container: lmsysorg/sglang:v0.5.11", "container: dynamo-sglang")
            .quiet(RULE);
        let mapped = Toy::clean()
            .replace(DISAGG, "lmsysorg/sglang:v0.5.11", "nvcr.io#nvidia/release:1.0")
            .replace(MASTER, "lmsysorg/sglang:v0.5.11", "nvcr.io/nvidia/release:1.0")
            .replace(MASTER, "runner: gb200\n", "runner: h200\n")
            .replace(MASTER, "framework: dynamo-sglang", "framework: dynamo-trt")
            .replace(RUNNERS, "  gb200:", "  h200:\n  - h200-cw_00\n  gb200:");
        mapped.quiet(RULE);
        assert!(mapped.head_text(CHANGELOG).contains("SGLang"));
    }
}
