//! Findings for people: what disagrees, both sides in the source, what breaks, what to do.

mod frame;
mod tally;

use std::fmt::Write as _;

use sweeplint_lint::{Finding, FixKind, Outcome, Severity, registry};

pub use tally::{Tally, closing};

/// How the text is laid out.
#[derive(Clone, Debug)]
pub struct Style {
    /// Columns of the terminal.
    pub width: usize,
    /// ANSI colours.
    pub colour: bool,
    /// The base revision, to name in the commands that are suggested.
    pub base: Option<String>,
}

/// Every finding of an outcome, without the closing line.
#[must_use]
pub fn findings(outcome: &Outcome, style: &Style) -> String {
    let mut out = String::new();
    for finding in &outcome.findings {
        out.push_str(&one(outcome, finding, style));
        out.push('\n');
    }
    out
}

/// One finding.
#[must_use]
pub fn one(outcome: &Outcome, finding: &Finding, style: &Style) -> String {
    let mut out = String::new();
    let paint = Paint(style.colour);
    let _ =
        write!(out, "{} {}", mark(finding.severity), paint.rule(finding.rule, finding.severity));
    if let Some(key) = &finding.config_key {
        let _ = write!(out, "  {key}");
        if let Some(point) = &finding.point {
            let _ = write!(out, " · {point}");
        }
    }
    out.push_str("\n\n");
    out.push_str(&wrapped("  ", "  ", &finding.message, style.width));
    out.push('\n');
    out.push_str(&frame::frames(&outcome.head, finding, style));
    let mut row = |name: &str, text: &str| {
        let first = format!("  {}  ", paint.label(&format!("{name:<3}")));
        out.push_str(&wrapped(&first, "       ", text, style.width));
    };
    if !finding.why.is_empty() {
        row("why", &finding.why);
    }
    if let Some(fix) = &finding.fix {
        let how = style.base.as_ref().map_or(String::new(), |base| format!(" --base {base}"));
        let unsafe_flag = if fix.safety.name() == "unsafe" { " --unsafe" } else { "" };
        row(
            "fix",
            &format!("{}  ({}: sweeplint fix{how}{unsafe_flag})", fix.title, fix.safety.name()),
        );
    }
    if let Some(help) = &finding.help {
        row(if finding.fix.is_some() { "or" } else { "fix" }, help);
    }
    out
}

/// A page of facts about every rule, one line each.
#[must_use]
pub fn rules() -> String {
    let mut out = String::new();
    for rule in registry().rules() {
        let meta = rule.meta();
        let fix = match meta.fix {
            FixKind::None => "",
            FixKind::Safe => "safe fix",
            FixKind::Unsafe => "unsafe fix",
            FixKind::Mixed => "fix",
        };
        let _ =
            writeln!(out, "{} {:<34} {:<10}  {}", mark(meta.severity), meta.id, fix, meta.summary);
    }
    out
}

/// The only emoji: how much a finding matters.
#[must_use]
pub fn mark(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocking => "🔴",
        Severity::Warning => "🟡",
        Severity::Note => "⚪",
    }
}

/// Words wrapped to the width; `first` and `next` begin the lines.
fn wrapped(first: &str, next: &str, text: &str, width: usize) -> String {
    let room = width.clamp(40, 110);
    let mut out = String::from(first);
    let mut column = next.chars().count();
    let mut at_start = true;
    for word in text.split(' ') {
        let length = word.chars().count();
        if !at_start && column + 1 + length > room {
            out.push('\n');
            out.push_str(next);
            column = next.chars().count();
            at_start = true;
        }
        if !at_start {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
        at_start = false;
    }
    out.push('\n');
    out
}

/// ANSI colours, when they are wanted.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn rule(self, id: &str, severity: Severity) -> String {
        let code = match severity {
            Severity::Blocking => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1",
        };
        self.with(code, id)
    }

    fn label(self, text: &str) -> String {
        self.with("1;36", text)
    }
}
