//! `perf-changelog.yaml`: which config keys a change runs, oldest entry first.

use std::ops::Range;

use sweeplint_yaml::{Document, Node, Span};

use crate::field::{Field, boolean, member, string};

/// The changelog.
#[derive(Clone, Debug, Default)]
pub struct Changelog {
    /// Its entries, in the order of the file.
    pub entries: Vec<ChangelogEntry>,
}

/// One entry.
#[derive(Clone, Debug)]
pub struct ChangelogEntry {
    /// The mapping, from its first key to the end of its last value.
    pub span: Span,
    /// Config keys, or patterns in which `*` stands for anything.
    pub config_keys: Vec<Field<String>>,
    /// Sentences for people.
    pub description: Vec<Field<String>>,
    /// The pull request's address.
    pub pr_link: Option<Field<String>>,
    /// Only these scenario types run.
    pub scenario_types: Vec<Field<String>>,
    /// Only points that are new may run.
    pub append_only: bool,
}

impl Changelog {
    /// Reads the file.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let Some(root) = document.root() else { return Self::default() };
        let entries = root.items().map(ChangelogEntry::read).collect();
        Self { entries }
    }
}

impl ChangelogEntry {
    fn read(node: Node<'_>) -> Self {
        let strings =
            |name: &str| member(node, name).map(|list| list.items().filter_map(string).collect());
        Self {
            span: node.span(),
            config_keys: strings("config-keys").unwrap_or_default(),
            description: strings("description").unwrap_or_default(),
            pr_link: member(node, "pr-link").and_then(string),
            scenario_types: strings("scenario-type").unwrap_or_default(),
            append_only: member(node, "append-only")
                .and_then(boolean)
                .is_some_and(|field| field.value),
        }
    }

    /// Whether one of the entry's keys or patterns selects `key`.
    #[must_use]
    pub fn selects(&self, key: &str) -> bool {
        self.config_keys.iter().any(|pattern| matches_key(&pattern.value, key))
    }
}

/// Whether a key or pattern of the changelog selects a config key: `*` stands for any characters,
/// and the whole key must match.
#[must_use]
pub fn matches_key(pattern: &str, key: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = key.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The start of every entry's first line (`- config-keys:` at the left margin), as byte offsets.
#[must_use]
pub fn entry_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("- config-keys:") {
            starts.push(offset);
        }
        offset += line.len();
    }
    starts
}

/// Each entry's block: from its first line to the end of its last line that is not blank, line
/// break included where there is one.
#[must_use]
pub fn entry_blocks(text: &str) -> Vec<Range<usize>> {
    let starts = entry_starts(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| {
            let body = text[start..end].trim_end().len();
            let rest = &text[start + body..end];
            let line_break = rest.find('\n').map_or(rest.len(), |at| at + 1);
            start..start + body + line_break
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_the_whole_key() {
        assert!(matches_key("dsr1-fp8-h200-sglang", "dsr1-fp8-h200-sglang"));
        assert!(!matches_key("dsr1-fp8-h200", "dsr1-fp8-h200-sglang"));
        assert!(matches_key("dsr1-*-sglang", "dsr1-fp8-h200-sglang"));
        assert!(matches_key("*", "anything"));
        assert!(matches_key("*h200*", "dsr1-fp8-h200-sglang"));
        assert!(!matches_key("a*a", "a"));
        assert!(matches_key("a*b*c", "a1b2b3c"));
    }

    #[test]
    fn blocks_end_at_their_last_line() {
        let text = "- config-keys:\n  - a\n  pr-link: x\n\n\n- config-keys: [b]\n  pr-link: y";
        let blocks = entry_blocks(text);
        assert_eq!(&text[blocks[0].clone()], "- config-keys:\n  - a\n  pr-link: x\n");
        assert_eq!(&text[blocks[1].clone()], "- config-keys: [b]\n  pr-link: y");
    }
}
