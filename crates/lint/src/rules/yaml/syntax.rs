//! `yaml/syntax`

use sweeplint_inferencex::{ParsedFile, Project};
use sweeplint_yaml::{Node, ScalarStyle, Span};

use crate::{Draft, Edit, Fix, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # yaml/syntax
    ///
    /// **What it finds.** A file that PyYAML's `safe_load` refuses: bad indentation, a tab, an
    /// undefined alias, a second document, an impossible date, an unknown tag; a file that is no
    /// UTF-8 or larger than the limit; and full-width or typographic punctuation where YAML's own
    /// is meant.
    ///
    /// **Why it matters.** The generator stops with a traceback and nothing runs. With full-width
    /// punctuation it may also read something else than what stands there.
    ///
    /// **Fix.** Punctuation is replaced by its ASCII form where the file can then be read (safe).
    ///
    /// **Exceptions.** Punctuation in comments, quoted text and the changelog's sentences is text.
    Syntax, "yaml/syntax", Blocking, fix: Safe,
    "a file that PyYAML refuses, or with unreadable punctuation"
}

/// Characters that look like YAML's punctuation, with what is meant.
const LOOKALIKES: &[(char, &str)] = &[
    ('\u{FF0C}', ", "),
    ('\u{FF1A}', ": "),
    ('\u{201C}', "\""),
    ('\u{201D}', "\""),
    ('\u{2018}', "'"),
    ('\u{2019}', "'"),
    ('\u{00A0}', " "),
    ('\u{3000}', " "),
    ('\u{FF5B}', "{"),
    ('\u{FF5D}', "}"),
    ('\u{3010}', "["),
    ('\u{3011}', "]"),
];

impl Rule for Syntax {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for problem in &project.problems {
            reporter.report(
                Draft::new(&problem.path, Span::at(problem.offset), "", &problem.message)
                    .identity(&problem.path)
                    .identity(&problem.message)
                    .why("nothing in this file can be read, so nothing it says is checked"),
            );
        }
        for file in project.files.values() {
            refusals(file, reporter);
            if file.path.as_str() != project.layout.changelog && file.document().is_accepted() {
                lookalikes(file, reporter);
            }
        }
    }
}

fn refusals(file: &ParsedFile, reporter: &mut Reporter<'_>) {
    let refused = file.document().problems().iter().filter(|problem| problem.kind.refuses());
    for problem in refused {
        let mut span = problem.span;
        let mut message = problem.message.clone();
        let found = lookalike_on_line(file, problem.span.start as usize);
        if let Some((at, character)) = found {
            span = Span::new(at, at + character.len_utf8());
            message = format!(
                "{character} (U+{:04X}) stands where YAML's own punctuation is meant",
                u32::from(character)
            );
        }
        let draft = Draft::new(&file.path, span, "", message)
            .identity(&file.path)
            .identity(&problem.message)
            .why("PyYAML refuses the file, so the generator stops and nothing runs");
        reporter.report(match found {
            Some(_) => draft.fix_edits(on_line(file, span.start as usize)),
            None => draft,
        });
    }
}

/// Plain scalars that hold a look-alike.
fn lookalikes(file: &ParsedFile, reporter: &mut Reporter<'_>) {
    if file.text().is_ascii() {
        return;
    }
    let scalars = file.document().mappings().flat_map(|mapping| {
        mapping.entries().flat_map(|entry| [entry.key, entry.value]).collect::<Vec<Node<'_>>>()
    });
    for node in scalars.filter(|node| node.style() == Some(ScalarStyle::Plain)) {
        let Some((at, character)) = first_lookalike(node.raw()) else { continue };
        let start = node.span().start as usize + at;
        let span = Span::new(start, start + character.len_utf8());
        reporter.report(
            Draft::new(
                &file.path,
                span,
                "",
                format!(
                    "{character} (U+{:04X}) is read as a part of the value {:?}",
                    u32::from(character),
                    node.raw()
                ),
            )
            .identity(&file.path)
            .identity(node.raw())
            .why("PyYAML reads another value than the one that is meant")
            .fix_edits(on_line(file, start)),
        );
    }
}

fn first_lookalike(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, c)| LOOKALIKES.iter().any(|(lookalike, _)| lookalike == c))
}

/// The line's first look-alike outside quotes and comments, for a problem on that line or the one
/// before it.
fn lookalike_on_line(file: &ParsedFile, offset: usize) -> Option<(usize, char)> {
    let line = file.lines().line_of(offset);
    [line, line.saturating_sub(1)].into_iter().filter(|line| *line > 0).find_map(|line| {
        let range = file.lines().line_range(file.text(), line);
        outside_quotes(&file.text()[range.clone()]).map(|(at, c)| (range.start + at, c))
    })
}

fn outside_quotes(line: &str) -> Option<(usize, char)> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' && before.is_whitespace() => return None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if LOOKALIKES.iter().any(|(lookalike, _)| *lookalike == c) => {
                return Some((at, c));
            }
            None => {}
        }
        before = c;
    }
    None
}

/// Every look-alike of a line replaced.
fn on_line(file: &ParsedFile, offset: usize) -> Fix {
    let text = file.text();
    let range = file.lines().line_range(text, file.lines().line_of(offset));
    let mut edits = Vec::new();
    let mut from = range.start;
    while let Some((at, character)) = outside_quotes(&text[from..range.end]) {
        let start = from + at;
        let end = start + character.len_utf8();
        let meant = LOOKALIKES.iter().find(|(lookalike, _)| *lookalike == character);
        let mut replacement = meant.map_or("", |(_, ascii)| ascii);
        if text[end..].starts_with(' ') {
            replacement = replacement.trim_end();
        }
        let span = Span::new(start, end);
        edits.push(Edit { file: file.path.clone(), span, text: replacement.to_owned() });
        from = end;
    }
    Fix { title: "ASCII punctuation".to_owned(), safety: Safety::Safe, edits }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{LATENCY, MASTER, Toy};

    const RULE: &str = "yaml/syntax";

    #[test]
    fn full_width_punctuation_is_named_and_replaced() {
        let toy =
            Toy::clean().replace(MASTER, "{ tp: 8, conc-start: 4,", "{ tp: 8， conc-start： 4,");
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "，");
        assert_eq!(toy.fixed(RULE, Safety::Safe)[MASTER], Toy::clean().head_text(MASTER));
        toy.suppressed(RULE);
        let value = Toy::clean().replace(LATENCY, "  precision: fp4\n", "  precision: fp4，x\n");
        assert!(value.one(RULE).message.contains("is read as a part of the value"));
    }

    #[test]
    fn what_pyyaml_refuses_is_found_in_place() {
        for (text, line) in [
            ("a: 1\n\tb: 2\n", "\t"),
            ("a: *x\n", "*x"),
            ("a: 2024-13-45\n", "2024-13-45"),
            ("a: !foo b\n", "b"),
        ] {
            let toy = Toy::clean().write("benchmarks/x.yaml", text);
            let finding = toy.one(RULE);
            let pointed = finding.primary.span.slice(text);
            assert!(pointed.is_empty() || pointed == line, "{text:?}: {pointed:?}");
        }
        Toy::clean().write("benchmarks/x.yaml", "a: '，' # ，\nb: \"：\"\n").quiet(RULE);
    }
}
