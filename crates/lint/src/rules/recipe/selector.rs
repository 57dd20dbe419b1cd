//! `recipe/selector`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::recipe::{Outcome, SelectorError};

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # recipe/selector
    ///
    /// **What it finds.** A reference to an override file (top-level `base`) without a selector, a
    /// selector that the file does not have, an index past the end of a zip override, or a zip
    /// override whose lists differ in length.
    ///
    /// **Why it matters.** Without a selector every variant of the file is submitted under the name
    /// of one point; a wrong one stops the launcher.
    ///
    /// **Fix.** None: only the author knows which variant is meant. What there is to select is
    /// listed.
    Selector, "recipe/selector", Blocking, fix: None,
    "a recipe's selector is missing or wrong"
}

impl Rule for Selector {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            for resolution in placed.resolutions {
                let reference = &resolution.reference;
                let name = &reference.setting;
                let (path, message, why, help) = match &resolution.outcome {
                    Outcome::NoSelector { path, available } => (
                        path,
                        format!("{name} names an override file without a selector"),
                        "every variant of the file would be submitted under this one point",
                        choices(available),
                    ),
                    Outcome::Selector { path, error } => {
                        let help = match error {
                            SelectorError::Unknown { available, .. } => choices(available),
                            SelectorError::NotAnOverrideFile => "drop the selector".to_owned(),
                            SelectorError::OutOfRange { .. } | SelectorError::Unequal { .. } => {
                                "correct the index or the lists".to_owned()
                            }
                        };
                        (
                            path,
                            format!("{name} cannot be followed: {error}"),
                            "the launcher stops before anything runs",
                            help,
                        )
                    }
                    _ => continue,
                };
                let selector = reference.selector.as_deref().unwrap_or("");
                let base =
                    project.file(path).and_then(|file| file.document().root()?.entry("base"));
                let mut draft =
                    Draft::new(&placed.file.path, reference.span, "this reference", message)
                        .at_point(&placed)
                        .identity(name)
                        .identity(path)
                        .identity(selector)
                        .why(why)
                        .help(help);
                if let Some(base) = base {
                    draft = draft.related(path, base.key.span(), "an override file");
                }
                reporter.report(draft);
            }
        }
    }
}

fn choices(available: &[String]) -> String {
    const SHOWN: usize = 6;
    if available.is_empty() {
        return "the file has nothing to select but `base`".to_owned();
    }
    let shown: Vec<String> =
        available.iter().take(SHOWN).map(|name| format!("`:{name}`")).collect();
    let rest = available.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    format!("choose one of {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::tester::{DISAGG, MASTER, Toy};

    const RULE: &str = "recipe/selector";

    fn overrides(selector: &str) -> Toy {
        let plain = Toy::clean();
        let indented: String =
            plain.head_text(DISAGG).lines().map(|line| format!("  {line}\n")).collect();
        let text = format!(
            "base:\n{indented}zip_override_sweep:\n  resources: {{ decode_nodes: [2, 2] }}\noverride_one:\n  name: one\nzip_override_bad:\n  a: [1, 2]\n  b: [1, 2, 3]\n"
        );
        plain.write(DISAGG, text).replace(
            MASTER,
            "disagg-gb200-1p1d.yaml",
            &format!("disagg-gb200-1p1d.yaml{selector}"),
        )
    }

    #[test]
    fn missing_and_wrong_selectors_are_named() {
        let missing = overrides("");
        let finding = missing.one(RULE);
        assert!(finding.message.contains("without a selector"));
        missing.suppressed(RULE);
        for (selector, words) in [
            (":override_two", "no `override_two`"),
            (":zip_override_sweep[2]", "out of range"),
            (":zip_override_bad", "cannot be zipped"),
        ] {
            let finding = overrides(selector).one(RULE);
            assert!(finding.message.contains(words), "{}", finding.message);
        }
        let plain = Toy::clean().replace(MASTER, "1p1d.yaml", "1p1d.yaml:base");
        assert!(plain.one(RULE).message.contains("nothing to select"));
    }

    #[test]
    fn right_selectors_are_followed_and_compared() {
        for selector in [":base", ":override_one", ":zip_override_sweep", ":zip_override_sweep[1]"]
        {
            overrides(selector).quiet("");
        }
        let wrong =
            overrides(":override_one").replace_after(MASTER, "8k1k/disagg", "ep: 8", "ep: 4");
        assert_eq!(wrong.findings("recipe/expert-parallel").len(), 1);
    }
}
