//! Where this reader and PyYAML are known to differ, and why that is accepted.

use serde_json::Value;

/// A kind of difference.
pub struct Known {
    /// What and why.
    pub what: &'static str,
    /// Whether a text that is read differently is of this kind.
    pub applies: fn(&str, &Result<Value, Vec<String>>, &Value) -> bool,
}

fn theirs(answer: &Value) -> String {
    answer.to_string()
}

fn refused_with(ours: &Result<Value, Vec<String>>, part: &str) -> bool {
    ours.as_ref().is_err_and(|messages| messages.iter().any(|message| message.contains(part)))
}

/// Every known kind.
pub const KNOWN: &[Known] = &[
    Known {
        what: "sets, ordered maps and pairs are shown as the mapping or list they are written as; no file uses them",
        applies: |text, _, _| ["!!set", "!!omap", "!!pairs"].iter().any(|tag| text.contains(tag)),
    },
    Known {
        what: "U+0085, U+2028 and U+2029 outside quotes are refused: PyYAML breaks the line there, GitHub and editors do not",
        applies: |_, ours, _| refused_with(ours, "is a line break for PyYAML"),
    },
    Known {
        what: "a comment glued to a closing bracket or quote is refused; PyYAML accepts it",
        applies: |_, ours, _| refused_with(ours, "comments must be separated"),
    },
    Known {
        what: "a dash alone inside brackets is refused; PyYAML reads the text `-`",
        applies: |_, ours, _| refused_with(ours, "plain scalar cannot start with '-'"),
    },
    Known {
        what: "a question mark alone inside brackets is an empty pair for PyYAML",
        applies: |text, _, _| {
            text.contains("[?")
                || text.contains("{b: ?")
                || text.contains("? a : b")
                || text.contains("? b : c")
        },
    },
    Known {
        what: "a document end without a document is an empty document; PyYAML refuses it",
        applies: |text, _, answer| {
            text.trim_start().starts_with("...") && theirs(answer).contains("document end")
        },
    },
];
