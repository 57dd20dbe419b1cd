//! Source frames, drawn by miette.

use std::collections::BTreeMap;
use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use sweeplint_inferencex::{ParsedFile, Project};
use sweeplint_lint::{Finding, Label};
use sweeplint_source::RepoPath;

use super::Style;

/// Bytes of one label that are shown; longer ones are cut at their first line.
const LONG: usize = 400;

/// The frames of a finding, one per file, the primary file first.
pub(super) fn frames(project: &Project, finding: &Finding, style: &Style) -> String {
    let mut files: Vec<&RepoPath> = Vec::new();
    let mut labels: BTreeMap<&RepoPath, Vec<LabeledSpan>> = BTreeMap::new();
    for label in std::iter::once(&finding.primary).chain(&finding.related) {
        if !files.contains(&&label.file) {
            files.push(&label.file);
        }
        if let Some(file) = project.file(&label.file) {
            labels.entry(&label.file).or_default().push(span(file, label));
        }
    }
    let mut out = String::new();
    for path in files {
        match (project.file(path), labels.remove(path)) {
            (Some(file), Some(labels)) => out.push_str(&frame(file, labels, style)),
            _ => out.push_str(&format!("     {path}\n")),
        }
    }
    out
}

fn span(file: &ParsedFile, label: &Label) -> LabeledSpan {
    let text = file.text();
    let start = (label.span.start as usize).min(text.len());
    let end = (label.span.end as usize).clamp(start, text.len());
    let shown = text.get(start..end).unwrap_or("");
    let first_line = shown.find('\n').map_or(shown.len(), |at| at);
    let length =
        if shown.len() > LONG || first_line == 0 { first_line } else { shown.trim_end().len() };
    let words = Some(label.text.clone()).filter(|text| !text.is_empty());
    LabeledSpan::new(words, start, length)
}

fn frame(file: &ParsedFile, labels: Vec<LabeledSpan>, style: &Style) -> String {
    let theme =
        if style.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_context_lines(1)
        .without_cause_chain();
    let shown = Shown { source: Window { file }, labels };
    let mut out = String::new();
    if handler.render_report(&mut out, &shown).is_err() {
        return format!("     {}\n", file.path);
    }
    // The report's own head is empty; only the frame is wanted.
    out.lines().filter(|line| !is_head(line)).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Whether a line is of the report's empty head: blank, or its mark alone, colours aside.
fn is_head(line: &str) -> bool {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(['×', '│', ' ']);
        match rest.strip_prefix("\u{1b}[").and_then(|codes| codes.split_once('m')) {
            Some((_, after)) => rest = after,
            None => return rest.is_empty(),
        }
    }
}

/// What miette draws: labels on a source, and no words of its own.
struct Shown<'f> {
    source: Window<'f>,
    labels: Vec<LabeledSpan>,
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shown")
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// A file whose lines are found by its index: miette's own source reads from the start each time.
struct Window<'f> {
    file: &'f ParsedFile,
}

impl SourceCode for Window<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (text, lines) = (self.file.text(), self.file.lines());
        if before == 0 && after == 0 {
            // Asked for the place alone, which stands in the frame's head.
            let place = lines.position(text, span.offset());
            let data = text.get(span.offset()..span.offset() + span.len());
            return Ok(Box::new(MietteSpanContents::new_named(
                self.file.path.to_string(),
                data.ok_or(MietteError::OutOfBounds)?.as_bytes(),
                *span,
                place.line - 1,
                place.column - 1,
                lines.line_count(),
            )));
        }
        let first = lines.line_of(span.offset());
        let last = lines.line_of(span.offset() + span.len());
        let top = first.saturating_sub(before).max(1);
        let bottom = (last + after).min(lines.line_count());
        let start = lines.line_range(text, top).start;
        let end = lines.line_range(text, bottom).end;
        let data = text.get(start..end).ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.path.to_string(),
            data.as_bytes(),
            SourceSpan::new(start.into(), end - start),
            top - 1,
            0,
            lines.line_count(),
        )))
    }
}
