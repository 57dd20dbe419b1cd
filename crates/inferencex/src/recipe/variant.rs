//! Override files and their selectors.
//!
//! Source: srt-slurm `core/config.py`, `generate_override_configs`.

use sweeplint_yaml::{Kind, Node, Span};

use super::Merged;

/// A variant of an override file holds at most this many slices.
const MOST_SLICES: usize = 4096;

/// One configuration that a recipe submits.
#[derive(Clone, Debug)]
pub struct Variant<'d> {
    /// Its name: empty for a plain recipe, else `base`, `override_x` or `zip_override_x[i]`.
    pub name: String,
    /// Its tree.
    pub tree: Merged<'d>,
}

/// Why a selector cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// The recipe is no override file.
    #[error("the recipe has no overrides, so there is nothing to select")]
    NotAnOverrideFile,
    /// No such override.
    #[error("the recipe has no `{wanted}`")]
    Unknown {
        /// What was asked for.
        wanted: String,
        /// What there is, in the order of the file.
        available: Vec<String>,
    },
    /// The index is past the end.
    #[error("index {index} is out of range: `{name}` has {count} variants, 0 to {last}", last = count - 1)]
    OutOfRange {
        /// The zip override.
        name: String,
        /// The index asked for.
        index: usize,
        /// How many variants there are.
        count: usize,
    },
    /// The lists of a zip override differ in length, or there is none to zip.
    #[error("the lists of `{name}` cannot be zipped: lengths {lengths:?}")]
    Unequal {
        /// The zip override.
        name: String,
        /// The lengths found, 1 left out.
        lengths: Vec<usize>,
        /// Where the override stands.
        span: Span,
    },
}

/// Whether a recipe's root is a `base` with overrides.
#[must_use]
pub fn is_override_file(root: Node<'_>) -> bool {
    root.get("base").is_some_and(|base| base.kind() == Kind::Mapping)
}

/// The configurations a reference submits.
///
/// # Errors
/// A selector that the file has no answer for; see [`SelectorError`].
pub fn variants<'d>(
    root: Node<'d>,
    selector: Option<&str>,
) -> Result<Vec<Variant<'d>>, SelectorError> {
    let base = root.get("base").filter(|base| base.kind() == Kind::Mapping);
    let Some(base) = base else {
        return match selector {
            None => Ok(vec![Variant { name: String::new(), tree: Merged::plain(root) }]),
            Some(_) => Err(SelectorError::NotAnOverrideFile),
        };
    };
    let overrides = overrides(root);
    let Some(selector) = selector else {
        let mut all = Vec::new();
        for (name, node) in overrides {
            all.extend(expand(base, name, node)?);
        }
        return Ok(all);
    };
    if selector == "base" {
        return Ok(vec![Variant { name: "base".to_owned(), tree: Merged::plain(base) }]);
    }
    let (name, index) = split_index(selector);
    if index.is_none() && name.contains(['*', '?']) {
        let mut matched = Vec::new();
        for (key, node) in overrides.iter().filter(|(key, _)| glob(name, key)) {
            matched.extend(expand(base, key, *node)?);
        }
        if !matched.is_empty() {
            return Ok(matched);
        }
    }
    let Some((name, node)) = overrides.iter().find(|(key, _)| *key == name) else {
        let available = overrides.iter().map(|(key, _)| (*key).to_owned()).collect();
        return Err(SelectorError::Unknown { wanted: name.to_owned(), available });
    };
    let mut variants = expand(base, name, *node)?;
    match index {
        None => Ok(variants),
        Some(index) if index < variants.len() => Ok(vec![variants.swap_remove(index)]),
        Some(index) => {
            let count = variants.len().max(1);
            Err(SelectorError::OutOfRange { name: (*name).to_owned(), index, count })
        }
    }
}

fn overrides(root: Node<'_>) -> Vec<(&str, Node<'_>)> {
    root.effective_entries()
        .into_iter()
        .filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
        .filter(|(key, _)| key.starts_with("override_") || key.starts_with("zip_override_"))
        .collect()
}

fn expand<'d>(
    base: Node<'d>,
    name: &str,
    over: Node<'d>,
) -> Result<Vec<Variant<'d>>, SelectorError> {
    if !name.starts_with("zip_override_") {
        let tree = Merged::new(base, over, None);
        return Ok(vec![Variant { name: name.to_owned(), tree }]);
    }
    let count = zip_length(name, over)?;
    Ok((0..count)
        .map(|index| Variant {
            name: format!("{name}[{index}]"),
            tree: Merged::new(base, over, Some(index)),
        })
        .collect())
}

/// The common length of the list leaves; lists of one broadcast.
fn zip_length(name: &str, over: Node<'_>) -> Result<usize, SelectorError> {
    let mut lengths = Vec::new();
    collect_lengths(over, &mut lengths, 0);
    let mut distinct: Vec<usize> = lengths.iter().copied().filter(|length| *length != 1).collect();
    distinct.sort_unstable();
    distinct.dedup();
    match distinct[..] {
        [] if !lengths.is_empty() => Ok(1),
        [length] if length > 0 && length <= MOST_SLICES => Ok(length),
        _ => Err(SelectorError::Unequal {
            name: name.to_owned(),
            lengths: distinct,
            span: over.span(),
        }),
    }
}

fn collect_lengths(node: Node<'_>, lengths: &mut Vec<usize>, depth: usize) {
    if depth > 64 {
        return;
    }
    for entry in node.effective_entries() {
        match entry.value.kind() {
            Kind::Sequence => lengths.push(entry.value.items().len()),
            Kind::Mapping => collect_lengths(entry.value, lengths, depth + 1),
            Kind::Scalar => {}
        }
    }
}

/// `name[3]` into its name and index.
fn split_index(selector: &str) -> (&str, Option<usize>) {
    let split = || {
        let (name, rest) = selector.split_once('[')?;
        Some((name, rest.strip_suffix(']')?.parse().ok()?))
    };
    split().map_or((selector, None), |(name, index)| (name, Some(index)))
}

/// Shell patterns of `*` and `?`.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let mut reachable = vec![false; text.len() + 1];
    reachable[0] = true;
    for wanted in pattern {
        if wanted == '*' {
            let first = reachable.iter().position(|at| *at).unwrap_or(reachable.len());
            for at in reachable.iter_mut().skip(first) {
                *at = true;
            }
        } else {
            for at in (0..text.len()).rev() {
                reachable[at + 1] = reachable[at] && (wanted == '?' || wanted == text[at]);
            }
            reachable[0] = false;
        }
    }
    reachable[text.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweeplint_yaml::Document;

    const RECIPE: &str = "\
base: {name: toy, resources: {decode_nodes: 1}}
override_small: {resources: {decode_nodes: 2}}
zip_override_sweep: {resources: {decode_nodes: [3, 4]}, frontend: {type: [dynamo]}}
zip_override_bad: {a: [1, 2], b: [1, 2, 3]}
";

    fn names(selector: Option<&str>) -> Result<Vec<String>, SelectorError> {
        let document = Document::parse(RECIPE);
        let root = document.root().unwrap();
        variants(root, selector).map(|all| all.into_iter().map(|v| v.name).collect())
    }

    #[test]
    fn selects_variants() {
        assert_eq!(names(Some("base")).unwrap(), ["base"]);
        assert_eq!(names(Some("override_small")).unwrap(), ["override_small"]);
        assert_eq!(
            names(Some("zip_override_sweep")).unwrap(),
            ["zip_override_sweep[0]", "zip_override_sweep[1]"]
        );
        assert_eq!(names(Some("zip_override_sweep[1]")).unwrap(), ["zip_override_sweep[1]"]);
        assert_eq!(names(Some("override_*")).unwrap(), ["override_small"]);
    }

    #[test]
    fn names_what_is_wrong_with_a_selector() {
        assert!(matches!(
            names(Some("zip_override_sweep[2]")),
            Err(SelectorError::OutOfRange { index: 2, count: 2, .. })
        ));
        assert!(matches!(names(Some("override_big")), Err(SelectorError::Unknown { .. })));
        assert!(matches!(
            names(Some("zip_override_bad")),
            Err(SelectorError::Unequal { ref lengths, .. }) if *lengths == [2, 3]
        ));
        let plain = Document::parse("name: toy\n");
        let error = variants(plain.root().unwrap(), Some("base")).unwrap_err();
        assert_eq!(error, SelectorError::NotAnOverrideFile);
    }

    #[test]
    fn globs() {
        assert!(glob("zip_*[", "zip_override[") && glob("a?c", "abc") && glob("*", ""));
        assert!(!glob("a?c", "ac") && !glob("b*", "abc"));
    }
}
