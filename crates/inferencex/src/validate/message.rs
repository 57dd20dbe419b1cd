//! Sentences for people.

use sweeplint_yaml::{Kind, Node, Scalar, ScalarStyle};

use super::fault::{Elsewhere, Expected, Fields};
use super::violation::Segment;

/// Characters of a value that a message quotes.
const QUOTED: usize = 72;

/// What a value is.
pub(super) fn describe(node: Node<'_>) -> String {
    match node.kind() {
        Kind::Mapping => return "a mapping".to_owned(),
        Kind::Sequence if node.items().len() == 0 => return "an empty list".to_owned(),
        Kind::Sequence => return "a list".to_owned(),
        Kind::Scalar => {}
    }
    let raw = short(node.resolved().raw());
    match node.scalar() {
        None | Some(Scalar::Null) if raw.is_empty() => "empty".to_owned(),
        None | Some(Scalar::Null) => format!("`{raw}`, which is nothing"),
        Some(Scalar::Bool(value)) if raw == value.to_string() => format!("the boolean {value}"),
        Some(Scalar::Bool(value)) => format!("`{raw}`, the boolean {value}"),
        Some(Scalar::Int(_) | Scalar::BigInt(_) | Scalar::Float(_)) => format!("the number {raw}"),
        Some(Scalar::Timestamp) => format!("the date {raw}"),
        Some(Scalar::Binary) => "binary data".to_owned(),
        Some(Scalar::Str | Scalar::Merge | Scalar::Equals) => match node.text().unwrap_or("") {
            "" => "an empty text".to_owned(),
            text => format!("the text \"{}\"", short(text)),
        },
    }
}

/// The beginning of a text, fit for a line of a message.
pub(super) fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut short = String::new();
    for character in line.chars().take(QUOTED) {
        if is_invisible(character) {
            short.extend(character.escape_default());
        } else {
            short.push(character);
        }
    }
    if line.chars().count() > QUOTED || line.len() < text.trim_end().len() {
        short.push('…');
    }
    short
}

/// Characters that break a line, steer a terminal or turn the direction of text.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// "`tp` is the text "x", expected an integer".
pub(super) fn expected(path: &[Segment], node: Node<'_>, expected: &Expected) -> String {
    let subject = subject(path);
    let found = describe(node);
    match expected {
        Expected::Words(words) => {
            let advice = if words == "a text" { quoting_advice(node) } else { String::new() };
            format!("{subject} is {found}, expected {words}{advice}")
        }
        Expected::Choice(choices) => {
            let near = node.text().and_then(|text| nearest(choices, text));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("{subject} is {found}, expected {}{near}", listed(choices))
        }
    }
}

/// How to turn a plain number, boolean or date into the text that was meant.
fn quoting_advice(node: Node<'_>) -> String {
    let raw = node.raw();
    let is_plain = node.style() == Some(ScalarStyle::Plain) && !node.is_null();
    let is_quotable =
        is_plain && !raw.is_empty() && raw.len() <= QUOTED && !raw.contains(['"', '\\']);
    if is_quotable { format!("; quote it: \"{raw}\"") } else { String::new() }
}

fn listed(choices: &[String]) -> String {
    let quoted: Vec<String> = choices.iter().map(|choice| format!("`{choice}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".to_owned(),
    }
}

/// "`tp` is missing from `prefill`".
pub(super) fn missing(path: &[Segment]) -> String {
    let (field, within) = path.split_last().map_or(("this", path), |(last, rest)| match last {
        Segment::Key(name) => (name.as_str(), rest),
        Segment::Index(_) => ("this", rest),
    });
    match within {
        [] => format!("`{field}` is missing"),
        within => format!("`{field}` is missing from {}", owner(within)),
    }
}

/// "`tpp` is not a field of `prefill`; did you mean `tp`?", `written` being the key in the text.
pub(super) fn unknown(written: &str, path: &[Segment], fields: &Fields) -> String {
    let within = path.split_last().map_or(path, |(_, rest)| rest);
    let written = short(written);
    if fields.repeated {
        return format!(
            "`{written}` repeats `{}` in its other spelling",
            written.replace('_', "-")
        );
    }
    if let Some(elsewhere) = fields.elsewhere {
        let truth = elsewhere == Elsewhere::MultiNode;
        let kind = if truth { "multi-node" } else { "single-node" };
        return format!("`{written}` is a field of {kind} entries only (`multinode: {truth}`)");
    }
    let of = if within.is_empty() { String::new() } else { format!(" of {}", owner(within)) };
    let near = nearest(&fields.absent, &written.replace('_', "-"));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("`{written}` is not a field{of}{near}")
}

/// "the key 8 is a number, expected a text".
pub(super) fn key_is_no_text(key: Node<'_>) -> String {
    format!("a key is {}, expected a text{}", describe(key), quoting_advice(key))
}

/// The value at a path, for the start of a sentence.
pub(super) fn subject(path: &[Segment]) -> String {
    match path {
        [.., Segment::Key(_), Segment::Index(_)] | [.., Segment::Key(_)] => owner(path),
        [Segment::Index(index)] => format!("entry {}", index + 1),
        _ => "this".to_owned(),
    }
}

/// The mapping at a path.
fn owner(path: &[Segment]) -> String {
    match path {
        [.., Segment::Key(name), Segment::Index(index)] => {
            format!("item {} of `{}`", index + 1, short(name))
        }
        [.., Segment::Key(name)] => format!("`{}`", short(name)),
        [.., Segment::Index(index)] => format!("entry {}", index + 1),
        [] => "the file".to_owned(),
    }
}

/// The candidate that a word is most likely a slip of.
fn nearest<'c>(candidates: &'c [String], word: &str) -> Option<&'c str> {
    let length = word.chars().count();
    let most = match length {
        2..=5 => 1,
        6..=64 => 2,
        _ => return None,
    };
    let close = |candidate: &&String| {
        strsim::osa_distance(candidate, word) <= most
            || length > 3 && candidate.starts_with(word)
            || length > 3 && candidate.len() > 3 && word.starts_with(candidate.as_str())
    };
    candidates
        .iter()
        .filter(close)
        .min_by_key(|candidate| (strsim::osa_distance(candidate, word), candidate.as_str()))
        .map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_field_is_a_likely_slip_and_no_other() {
        let fields = ["tp", "pp", "ep", "dp-attn", "conc-list", "conc-start"].map(str::to_owned);
        assert_eq!(nearest(&fields, "conc-lst"), Some("conc-list"));
        assert_eq!(nearest(&fields, "conc-list-sweep"), Some("conc-list"));
        assert_eq!(nearest(&fields, "tpp"), Some("pp"));
        assert_eq!(nearest(&fields, "hardware"), None);
        assert_eq!(nearest(&fields, "x"), None);
        assert_eq!(nearest(&fields, &"conc-list".repeat(50)), None);
    }
}
