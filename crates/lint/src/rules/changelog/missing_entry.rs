//! `changelog/missing-entry`

use super::history::History;
use super::touched::{Touch, Touched, touched};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, Severity, declare_rule};

/// Keys named in the sentence.
const NAMED: usize = 4;

declare_rule! {
    /// # changelog/missing-entry
    ///
    /// **What it finds.** A change that touches config keys, in a master config or through a recipe,
    /// and adds no changelog entry at all.
    ///
    /// **Why it matters.** Sweeps are started by changelog entries: nothing of this change would run,
    /// and no check would start on the pull request.
    ///
    /// **Fix.** In words: the entry to add.
    ///
    /// **Exceptions.** Comments, removed keys, the runners file and documents need no entry. Changes
    /// that only rename what runs (router, KV transfer, offload labels) or take points away are a
    /// note.
    MissingEntry, "changelog/missing-entry", Blocking, fix: None,
    "config keys change and no changelog entry is added"
}

impl Rule for MissingEntry {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        if !history.own.is_empty() {
            return;
        }
        let mut touched = touched(change);
        let runs = touched.iter().any(|touched| touched.touch > Touch::Label);
        if runs {
            touched.retain(|touched| touched.touch > Touch::Label);
        }
        let Some(first) = touched.first() else { return };
        let keys: Vec<&str> = touched.iter().map(|t| t.entry.key.value.as_str()).collect();
        let shown = keys[..keys.len().min(NAMED)].join(", ");
        let more = keys.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let verb = if keys.len() == 1 { "changes" } else { "change" };
        let mut draft = Draft::new(
            &first.file.path,
            first.entry.key.span,
            what(first),
            format!("{shown}{more} {verb}, and no changelog entry is added"),
        )
        .key(&first.entry.key.value)
        .identity(keys.join(","))
        .why("sweeps are started by changelog entries: nothing of this change would run")
        .help(format!(
            "append an entry to {} whose config-keys select {}",
            history.file,
            if keys.len() == 1 { "this key" } else { "these keys" }
        ));
        if let Some(recipe) = &first.recipe
            && let Some(root) = change.head.file(recipe).and_then(|file| file.document().root())
        {
            let start = root.span().start as usize;
            draft = draft.related(recipe, sweeplint_yaml::Span::at(start), "recipe that changes");
        }
        if !runs {
            draft = draft.severity(Severity::Note);
        }
        reporter.report(draft);
    }
}

/// What happens to a key, for a label.
pub(super) fn what(touched: &Touched<'_>) -> &'static str {
    match (touched.touch, &touched.recipe) {
        (Touch::New, _) => "new key",
        (_, Some(_)) => "its recipe changes",
        (Touch::Label, None) => "only labels or fewer points",
        (Touch::Run, None) => "changed",
    }
}

#[cfg(test)]
mod tests {
    use crate::Severity;
    use crate::tester::{CHANGELOG, MASTER, Toy};

    const RULE: &str = "changelog/missing-entry";

    fn without_entries() -> Toy {
        let base =
            sweeplint_testkit::example::BASE.iter().find(|(path, _)| *path == CHANGELOG).unwrap().1;
        Toy::clean().in_change().write(CHANGELOG, base)
    }

    #[test]
    fn keys_that_change_without_an_entry_are_named() {
        let finding = without_entries().one(RULE);
        assert_eq!(finding.severity, Severity::Blocking);
        assert!(finding.message.contains("orbit1-fp4-gb200-dynamo-vllm-agentic"));
        without_entries().suppressed(RULE);
    }

    #[test]
    fn comments_need_none_and_labels_are_a_note() {
        let base = |path: &str| {
            sweeplint_testkit::example::BASE.iter().find(|(p, _)| *p == path).unwrap().1
        };
        let unchanged = without_entries()
            .write(MASTER, format!("# new words\n{}", base(MASTER)))
            .write(crate::tester::DISAGG, base(crate::tester::DISAGG));
        unchanged.quiet(RULE);
        let label =
            unchanged.clone().replace(MASTER, "kv-p2p-transfer: nixl", "kv-p2p-transfer: mooncake");
        assert_eq!(label.one(RULE).severity, Severity::Note);
        let fewer = unchanged.replace(MASTER, "[64, 128, 256]", "[64, 256]");
        assert_eq!(fewer.one(RULE).severity, Severity::Note);
    }
}
