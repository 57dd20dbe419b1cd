//! `recipe/router-version`

use std::collections::BTreeMap;

use sweeplint_inferencex::recipe::DynamoVersion;
use sweeplint_inferencex::{Field, Placed, Project};
use sweeplint_source::RepoPath;
use sweeplint_yaml::edit;

use crate::{ChangeContext, Draft, Finding, Meta, Reporter, Rule, Safety, Severity, declare_rule};

declare_rule! {
    /// # recipe/router-version
    ///
    /// **What it finds.** A `dynamo-router` whose `version` is not what the recipe pins
    /// (`dynamo.hash`, `dynamo.wheel`, `dynamo.version`) nor the release it names in
    /// `identity.frameworks.dynamo`.
    ///
    /// **Why it matters.** The router's version is published beside the results.
    ///
    /// **Fix.** `version` takes the recipe's value: safe when the change touched the recipe and not
    /// the label.
    ///
    /// **Exceptions.** A release name may stand for the commit that a recipe pins, so that is a note; a
    /// commit is compared by its first digits.
    RouterVersion, "recipe/router-version", Warning, fix: Mixed,
    "the router's version is not what the recipe pins"
}

const ROUTER: &str = "dynamo-router";

impl Rule for RouterVersion {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        // One version label serves many points: one finding for each label and pinned version.
        let mut seen: BTreeMap<(&RepoPath, u32, &str), ()> = BTreeMap::new();
        for placed in project.points() {
            let Some(version) = claimed(&placed) else { continue };
            for deployment in placed.deployments() {
                if deployment.dynamo.iter().any(|pin| agrees(&version.value, &pin.value)) {
                    continue;
                }
                let Some(pin) = deployment.dynamo.first() else { continue };
                let id = (&placed.file.path, version.span.start, pin.value.as_str());
                if seen.insert(id, ()).is_none() {
                    reporter.report(draft(&placed, version, &deployment.path, pin));
                }
            }
        }
    }

    fn refine(&self, finding: &mut Finding, change: &ChangeContext<'_>) {
        let moved = |path: &RepoPath| {
            let (base, head) = (change.base.file(path), change.head.file(path));
            base.zip(head).is_none_or(|(base, head)| !base.is_same_text(head))
        };
        let recipe_moved = finding.related.iter().any(|label| moved(&label.file));
        let was = finding.config_key.as_deref().and_then(|key| {
            let placed = change.base.points().find(|placed| placed.key() == key)?;
            claimed(&placed).map(|version| version.value.clone())
        });
        let is = change.head.file(&finding.primary.file).map(|file| {
            finding.primary.span.slice(file.text()).trim_matches(['"', '\'']).to_owned()
        });
        if recipe_moved
            && was.is_some()
            && was == is
            && let Some(fix) = &mut finding.fix
        {
            fix.safety = Safety::Safe;
        }
    }
}

/// The router version that a point claims.
fn claimed<'p>(placed: &Placed<'p>) -> Option<&'p Field<String>> {
    let router = placed.point.router.as_ref().or(placed.entry.router.as_ref())?;
    let name = router.name.as_ref()?;
    router.version.as_ref().filter(|_| name.value == ROUTER)
}

fn draft(
    placed: &Placed<'_>,
    version: &Field<String>,
    path: &RepoPath,
    pin: &DynamoVersion,
) -> Draft {
    let node = placed.file.document().node(version.node);
    let severity = if is_commit(&pin.value) && !is_commit(&version.value) {
        // The release may be the very commit; nothing in the repository says so or denies it.
        Severity::Note
    } else {
        Severity::Warning
    };
    let edit = edit::replace_with_str(node, &pin.value);
    Draft::new(
        &placed.file.path,
        version.span,
        "claimed",
        format!(
            "router version {} is claimed, the recipe pins {} ({})",
            version.value, pin.value, pin.key
        ),
    )
    .key(placed.key())
    .severity(severity)
    .identity(&version.value)
    .identity(&pin.value)
    .related(path, pin.span, pin.key)
    .why("the router's version is published beside the results, and another one ran")
    .fix(format!("version: {}", pin.value), Safety::Unsafe, &placed.file.path, [edit])
}

fn agrees(claimed: &str, pinned: &str) -> bool {
    let plain = |version: &str| version.trim().trim_start_matches('v').to_lowercase();
    let (claimed, pinned) = (plain(claimed), plain(pinned));
    let (short, long) =
        if claimed.len() < pinned.len() { (&claimed, &pinned) } else { (&pinned, &claimed) };
    claimed == pinned || (is_commit(short) && is_commit(long) && long.starts_with(short.as_str()))
}

fn is_commit(text: &str) -> bool {
    text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use crate::tester::{LATENCY, MASTER, THROUGHPUT, Toy};
    use crate::{Safety, Severity};

    const RULE: &str = "recipe/router-version";

    fn pinned(pin: &str) -> Toy {
        let with = |toy: Toy, path| {
            toy.replace(path, "dynamo:\n  version: 1.3.0", &format!("dynamo:\n  {pin}"))
        };
        let toy = with(with(Toy::clean(), LATENCY), THROUGHPUT);
        toy.replace(LATENCY, "    dynamo: 1.3.0", "    vllm: 0.21.0").replace(
            THROUGHPUT,
            "    dynamo: 1.3.0",
            "    vllm: 0.21.0",
        )
    }

    #[test]
    fn another_version_is_found_once_for_the_label() {
        let toy = pinned("wheel: 1.4.0.dev1");
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "\"1.3.0\"");
        assert!(toy.fixed(RULE, Safety::Unsafe)[MASTER].contains("version: \"1.4.0.dev1\""));
        toy.suppressed(RULE);
    }

    #[test]
    fn a_release_may_stand_for_a_commit() {
        assert_eq!(
            pinned("hash: 71eb001e17fa73c742f0afe1a6ed96836cb135fd").one(RULE).severity,
            Severity::Note
        );
        Toy::clean()
            .replace(
                LATENCY,
                "  version: 1.3.0",
                "  hash: 71eb001e17fa73c742f0afe1a6ed96836cb135fd",
            )
            .quiet(RULE);
        pinned("hash: 71eb001e17fa73c742f0afe1a6ed96836cb135fd")
            .replace(MASTER, "\"1.3.0\"", "\"71eb001e17\"")
            .quiet(RULE);
    }
}
