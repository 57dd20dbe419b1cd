//! `changelog/pr-link`

use sweeplint_yaml::{Document, Span, edit};

use super::history::{CANONICAL, History, is_canonical};
use crate::{ChangeContext, Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # changelog/pr-link
    ///
    /// **What it finds.** A new entry whose `pr-link` is not the address of its own pull request.
    /// `XXX` and `…/pull/XXX` are placeholders: fine while the number is unknown, wrong at merge.
    ///
    /// **Why it matters.** The link is how a published result is traced to its change; wrong ones
    /// reached main and had to be corrected one by one.
    ///
    /// **Fix.** The pull request's own address, where its number is known (safe). Only the new entry
    /// is touched.
    ///
    /// **Exceptions.** A pull request that recovers an earlier sweep keeps the original number; that
    /// is why this is a warning.
    PrLink, "changelog/pr-link", Warning, fix: Safe,
    "a new changelog entry does not link its own pull request"
}

const PLACEHOLDERS: &[&str] = &["XXX", "https://github.com/SemiAnalysisAI/InferenceX/pull/XXX"];

impl Rule for PrLink {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let Some(history) = History::read(change) else { return };
        for block in &history.own {
            let text = &history.head[block.clone()];
            let Some(entry) = History::entry(text) else { continue };
            let Some(link) = entry.pr_link.as_ref() else { continue };
            let Some(message) = fault(&link.value, change.options.pr) else { continue };
            let span = shifted(link.span, block.start);
            let mut draft = Draft::new(&history.file, span, "new entry", message)
                .identity(&link.value)
                .why("the link is how a published result is traced to its change");
            if let Some(key) = entry.config_keys.first() {
                draft = draft.key(&key.value).identity(&key.value);
            }
            if let Some(number) = change.options.pr {
                let document = Document::parse(text);
                let mut edit = edit::replace_with_str(
                    document.node(link.node),
                    &format!("{CANONICAL}{number}"),
                );
                edit.span = shifted(edit.span, block.start);
                draft = draft.fix(format!("link #{number}"), Safety::Safe, &history.file, [edit]);
            }
            reporter.report(draft);
        }
    }
}

fn shifted(span: Span, by: usize) -> Span {
    Span::new(span.start as usize + by, span.end as usize + by)
}

fn fault(link: &str, pr: Option<u64>) -> Option<String> {
    if let Some(number) = pr {
        let expected = format!("{CANONICAL}{number}");
        if link == expected {
            return None;
        }
        if PLACEHOLDERS.contains(&link) {
            return Some(format!("pr-link is a placeholder; this is pull request {number}"));
        }
        return Some(match link.strip_prefix(CANONICAL).filter(|_| is_canonical(link)) {
            Some(other) => format!("pr-link names #{other}, this is pull request {number}"),
            None => format!("pr-link is {link:?}, not the address of pull request {number}"),
        });
    }
    if is_canonical(link) {
        None
    } else if PLACEHOLDERS.contains(&link) {
        Some(
            "pr-link is a placeholder; it needs the pull request's number before merging"
                .to_owned(),
        )
    } else {
        Some(format!(
            "pr-link is {link:?}, not the address of a pull request ({CANONICAL}<number>)"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::Safety;
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/pr-link";

    #[test]
    fn a_placeholder_takes_the_number_and_history_stays() {
        let toy =
            Toy::clean().in_change().replace_after(CHANGELOG, "Add Orbit-1 AgentX", "/123", "/XXX");
        let finding = toy.one(RULE);
        assert!(finding.message.contains("placeholder"));
        assert_eq!(toy.fixed(RULE, Safety::Safe)[CHANGELOG], Toy::clean().head_text(CHANGELOG));
        toy.suppressed(RULE);
        assert!(toy.without_number().one(RULE).fix.is_none());
    }

    #[test]
    fn accepts_only_the_own_number() {
        let link = |n: &str| format!("https://github.com/SemiAnalysisAI/InferenceX/pull/{n}");
        assert_eq!(fault(&link("12"), Some(12)), None);
        assert_eq!(fault(&link("12"), None), None);
        for bad in ["", "TBD", "XXX", "xxxx", &link("13"), &link("12/changes"), &link("")] {
            assert!(fault(bad, Some(12)).is_some(), "{bad}");
        }
        assert!(fault(&link("XXX"), None).unwrap().contains("placeholder"));
    }
}
