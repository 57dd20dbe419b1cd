//! `yaml/duplicate-key`

use std::collections::BTreeMap;

use sweeplint_inferencex::Project;
use sweeplint_yaml::{Entry, Kind, Node};

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # yaml/duplicate-key
    ///
    /// **What it finds.** A key that stands twice in one mapping.
    ///
    /// **Why it matters.** PyYAML keeps the last value and drops the first without a word, so what
    /// the first one says is not what runs.
    ///
    /// **Fix.** None: only the author knows which value is meant.
    ///
    /// **Exceptions.** `<<` merge keys.
    DuplicateKey, "yaml/duplicate-key", Blocking, fix: None,
    "a key stands twice in one mapping; the first value is lost"
}

impl Rule for DuplicateKey {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for file in project.files.values() {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for duplicate in file.document().duplicate_keys() {
                let (first, second) = (duplicate.first, duplicate.second);
                let name = second.key.raw();
                let count = counts.entry(name).or_default();
                *count += 1;
                let at_top = file.document().root() == Some(duplicate.mapping);
                let message = if at_top && project.layout.is_master(&file.path) {
                    format!("the config key {name} stands twice; the first entry is lost")
                } else {
                    format!("`{name}` stands twice in one mapping; the first value is lost")
                };
                let mut draft =
                    Draft::new(&file.path, second.key.span(), "the value that counts", message)
                        .identity(&file.path)
                        .identity(name)
                        .identity(*count)
                        .related(&file.path, first.key.span(), lost(first, second))
                        .why("PyYAML keeps the last of two equal keys without a word, so what the first one says does not run");
                if at_top {
                    draft = draft.key(name);
                }
                reporter.report(draft);
            }
        }
    }
}

fn lost(first: Entry<'_>, second: Entry<'_>) -> &'static str {
    let same = |a: Node<'_>, b: Node<'_>| {
        a.kind() == Kind::Scalar && b.kind() == Kind::Scalar && a.text() == b.text()
    };
    if same(first.value, second.value) { "lost, the same value" } else { "lost" }
}

#[cfg(test)]
mod tests {
    use crate::tester::{LATENCY, MASTER, Toy};

    const RULE: &str = "yaml/duplicate-key";

    #[test]
    fn the_later_key_is_named_with_the_lost_one() {
        let toy = Toy::clean().replace(
            LATENCY,
            "      max-num-seqs: 256\n",
            "      max-num-seqs: 256\n      max-num-seqs: 64\n",
        );
        let finding = toy.one(RULE);
        assert_eq!(finding.related[0].text, "lost");
        assert!(finding.primary.span > finding.related[0].span);
        toy.suppressed(RULE);
        let single = "orbit1-fp8-b200-vllm: {}\n";
        let top = Toy::clean().replace(
            MASTER,
            "orbit1-fp8-b200-vllm:\n",
            &format!("{single}orbit1-fp8-b200-vllm:\n"),
        );
        assert_eq!(top.one(RULE).config_key.as_deref(), Some("orbit1-fp8-b200-vllm"));
    }

    #[test]
    fn merges_are_no_duplicates() {
        Toy::clean()
            .write("benchmarks/x.yaml", "a: &a {k: 1}\nb: &b {l: 1}\nc: {<<: *a, <<: *b}\n")
            .quiet(RULE);
    }
}
