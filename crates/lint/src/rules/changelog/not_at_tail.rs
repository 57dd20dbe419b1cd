//! `changelog/not-at-tail`

use sweeplint_yaml::Span;

use super::history::{History, Relation};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # changelog/not-at-tail
    ///
    /// **What it finds.** A new entry that stands before an entry of the merge base.
    ///
    /// **Why it matters.** Sweep reuse compares the changelog's bytes: the base's bytes must be a
    /// prefix of the head's. The usual cause is a merge with main.
    ///
    /// **Fix.** The base's bytes, then the branch's own entries (safe).
    NotAtTail, "changelog/not-at-tail", Blocking, fix: Safe,
    "a new changelog entry does not stand at the end"
}

impl Rule for NotAtTail {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        let Relation::Broken(breakage) = &history.relation else { return };
        for block in &breakage.inserted {
            let text = &history.head[block.clone()];
            let first_line = text.lines().next().map_or(0, str::len);
            let span = Span::new(block.start, block.start + first_line);
            let entry = History::entry(text);
            let keys: Vec<String> = entry
                .into_iter()
                .flat_map(|entry| entry.config_keys)
                .map(|key| key.value)
                .collect();
            let mut draft = Draft::new(
                &history.file,
                span,
                "new here",
                "this new entry stands before entries of the base; new entries go to the end",
            )
            .identity(text)
            .why("sweep reuse compares bytes: the base's changelog must be a prefix of this one, so merging would be refused");
            if let Some(key) = keys.first() {
                draft = draft.key(key);
            }
            if let Some(fix) = history.fix() {
                draft = draft.fix_edits(fix);
            }
            reporter.report(draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/not-at-tail";

    #[test]
    fn an_entry_in_the_middle_moves_to_the_end() {
        let base = Toy::clean().in_change();
        let own = base.head_text(CHANGELOG)[base.head_text(CHANGELOG).len() / 2..].to_owned();
        let own = &own[own.find("- config-keys").unwrap()..];
        let rest = base.head_text(CHANGELOG).replace(own, "");
        let toy = base.clone().write(CHANGELOG, format!("{own}\n{}\n", rest.trim_end()));
        let findings = toy.findings(RULE);
        assert!(!findings.is_empty());
        let fixed = toy.fixed(RULE, Safety::Safe);
        let mended = toy.write(CHANGELOG, fixed[CHANGELOG].clone());
        mended.quiet("");
    }
}
