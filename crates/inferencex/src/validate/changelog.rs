//! The changelog.

use sweeplint_yaml::{Document, Kind, Node, Span};

use super::cross::Decision;
use super::json::convert;
use super::judged::{Judged, MOST};
use super::keyword::Mode;
use super::master::{empty, whole};
use super::place::first_line;
use super::schema::{self, Part};
use super::violation::{ByteRule, Code, Segment, Violation};
use super::{Edition, lax, message, style};
use crate::changelog::entry_starts;

pub(super) fn judge(raw: &[u8], document: &Document, edition: Edition) -> Vec<Violation> {
    let mut violations = bytes(raw);
    violations.extend(unique_keys(document));
    let expected = "a list of entries";
    let Some(root) = document.root() else {
        violations.extend(empty(document, expected));
        return violations;
    };
    if root.kind() != Kind::Sequence {
        let message = format!("the file is {}, expected {expected}", message::describe(root));
        violations.push(whole(first_line(root), Code::Type, message));
        return violations;
    }
    for (index, item) in root.items().enumerate() {
        violations.extend(judge_entry(index, item, edition));
    }
    violations
}

/// What lax conversion hides in the changelog.
pub(super) fn lax_style(document: &Document, edition: Edition) -> Vec<Violation> {
    let items = document.root().into_iter().flat_map(Node::items).enumerate();
    items
        .filter(|(_, item)| item.kind() == Kind::Mapping)
        .flat_map(|(index, item)| {
            let converted = convert(item, 0);
            style::remarks(&judged(index, item), Part::ChangelogEntry, edition, &converted)
        })
        .collect()
}

fn judged(index: usize, item: Node<'_>) -> Judged<'_> {
    let first_key = item.get("config-keys").and_then(|keys| keys.items().next()?.as_str());
    Judged {
        node: item,
        key: None,
        path: vec![Segment::Index(index)],
        unpacked: false,
        config_key: first_key.map(str::to_owned),
    }
}

fn judge_entry(index: usize, item: Node<'_>, edition: Edition) -> Vec<Violation> {
    let judged = judged(index, item);
    if item.kind() != Kind::Mapping {
        let found = message::describe(item);
        let message = format!("entry {} is {found}, expected a mapping", index + 1);
        return vec![judged.violation(&[], judged.place(&[]).value_span(), Code::Type, message)];
    }
    let value = convert(item, 0).value;
    let faults = schema::faults(Part::ChangelogEntry, edition, Mode::Lax, &value);
    if faults.is_empty() {
        return eval_fields(&judged, &value).into_iter().collect();
    }
    faults.iter().take(MOST).map(|fault| judged.fault(fault)).collect()
}

/// `append-only` and `no-evals` exclude the fields that select evaluations.
fn eval_fields(judged: &Judged<'_>, value: &serde_json::Value) -> Option<Violation> {
    let flag = |name: &str| value.get(name).and_then(lax::boolean).unwrap_or(false);
    let minimum = value.get("eval-min-prefill-ep").is_some_and(|value| !value.is_null());
    let selecting = ["evals-only", "all-evals"]
        .into_iter()
        .find(|name| flag(name))
        .or(minimum.then_some("eval-min-prefill-ep"))?;
    let excluding = ["no-evals", "append-only"].into_iter().find(|name| flag(name))?;
    let path = [Segment::Key(excluding.to_owned())];
    let message = format!("`{excluding}` and `{selecting}` exclude each other");
    let span = judged.place(&path).value_span();
    Some(judged.violation(&path, span, Code::CrossField(Decision::EvalFields), message))
}

/// The changelog's reader takes neither a key twice nor `<<`.
fn unique_keys(document: &Document) -> Vec<Violation> {
    let twice = document.duplicate_keys().into_iter().map(|duplicate| {
        let key = duplicate.second.key;
        let message = format!("`{}` stands twice in one mapping", message::short(key.raw()));
        whole(key.span(), Code::DuplicateKey, message)
    });
    let merges =
        document.mappings().flat_map(Node::entries).filter(sweeplint_yaml::Entry::is_merge).map(
            |entry| {
                let message =
                    "`<<` is not read in the changelog, expected the fields themselves".to_owned();
                whole(entry.key.span(), Code::Crash, message)
            },
        );
    twice.chain(merges).collect()
}

/// Whether every entry begins with `- config-keys:` at the left margin. The merge tool counts those
/// lines; the sweep's set-up does not, so this is no part of the verdict.
pub(super) fn miscounted(document: &Document) -> Option<Violation> {
    let root = document.root().filter(|root| root.kind() == Kind::Sequence)?;
    let starts = entry_starts(document.text());
    if !document.is_accepted() || starts.len() == root.items().len() {
        return None;
    }
    let begins = |item: &Node<'_>| {
        let start = item.span().start as usize;
        starts.contains(
            &document.text().get(..start).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1),
        )
    };
    let odd = root.items().enumerate().find(|(_, item)| !begins(item));
    let message = format!(
        "{} lines begin `- config-keys:` at the left margin and {} entries are read, expected as many",
        starts.len(),
        root.items().len()
    );
    Some(match odd {
        Some((index, item)) => {
            let judged = judged(index, item);
            judged.violation(&[], judged.place(&[]).head_span(), Code::Miscounted, message)
        }
        None => whole(Span::at(0), Code::Miscounted, message),
    })
}

/// Rules about the file's bytes: the first breach of each.
fn bytes(raw: &[u8]) -> Vec<Violation> {
    let mut violations = Vec::new();
    if let Err(error) = std::str::from_utf8(raw) {
        let span = Span::at(error.valid_up_to());
        let message = "the file is not UTF-8 from here on".to_owned();
        violations.push(whole(span, Code::Bytes(ByteRule::Utf8), message));
    }
    if raw.last() != Some(&b'\n') {
        let message = "the file does not end with a line break".to_owned();
        violations.push(whole(Span::at(raw.len()), Code::Bytes(ByteRule::FinalNewline), message));
    }
    for (byte, rule, message) in [
        (
            b'\r',
            ByteRule::CarriageReturn,
            "a carriage return, expected lines that end with a line feed alone",
        ),
        (b'\t', ByteRule::Tab, "a tab, expected blanks"),
        (b'\0', ByteRule::Nul, "a NUL byte, expected text"),
    ] {
        if let Some(at) = raw.iter().position(|found| *found == byte) {
            let span = Span::new(at, at + 1);
            violations.push(whole(span, Code::Bytes(rule), message.to_owned()));
        }
    }
    violations
}
