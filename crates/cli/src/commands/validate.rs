//! `sweeplint validate`

use std::io::Read as _;
use std::path::Path;

use sweeplint_inferencex::validate::{self, Edition};
use sweeplint_source::LineIndex;
use sweeplint_yaml::Document;

use super::print;
use crate::args::{Kind, ValidateArgs};
use crate::error::CliError;

pub fn run(args: &ValidateArgs) -> Result<u8, CliError> {
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut refused = false;
    let mut texts = Vec::new();
    for path in files {
        texts.push((path.display().to_string(), read(path)?));
    }
    let mut out = String::new();
    for (name, bytes) in &texts {
        let faults = judge(args.kind, bytes);
        refused |= !faults.is_empty();
        for fault in faults {
            out.push_str(&format!("{name}:{fault}\n"));
        }
    }
    if args.kind == Kind::Master {
        for fault in keys_in_two_files(&texts) {
            refused = true;
            out.push_str(&fault);
        }
    }
    print(&out)?;
    Ok(u8::from(refused))
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        let failed = |source| CliError::File { path: path.to_owned(), source };
        bytes = std::fs::read(path).map_err(failed)?;
    }
    Ok(bytes)
}

/// Every reason for refusal as `line:column: sentence`, in the order of the text.
fn judge(kind: Kind, bytes: &[u8]) -> Vec<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
            return vec![format!("{line}:1: not UTF-8: byte {}", error.valid_up_to())];
        }
    };
    let document = Document::parse(text);
    let mut faults: Vec<(usize, String)> = document
        .problems()
        .iter()
        .filter(|problem| problem.kind.refuses())
        .map(|problem| (problem.span.start as usize, problem.message.clone()))
        .collect();
    let violations = match kind {
        Kind::Master => validate::master(&document, Edition::Summer),
        Kind::Runners => validate::runners(&document),
        Kind::Changelog => validate::changelog(&document),
    };
    faults.extend(violations.into_iter().map(|v| (v.span.start as usize, v.message)));
    faults.sort();
    let lines = LineIndex::new(text);
    faults
        .into_iter()
        .map(|(offset, message)| {
            let place = lines.position(text, offset);
            format!("{}:{}: {message}", place.line, place.column)
        })
        .collect()
}

fn keys_in_two_files(texts: &[(String, Vec<u8>)]) -> Vec<String> {
    let documents: Vec<(&str, Document)> = texts
        .iter()
        .filter_map(|(name, bytes)| {
            Some((name.as_str(), Document::parse(std::str::from_utf8(bytes).ok()?)))
        })
        .collect();
    let files: Vec<(&str, &Document)> =
        documents.iter().map(|(name, document)| (*name, document)).collect();
    validate::master_keys_unique(&files)
        .into_iter()
        .map(|shared| format!("{}: {}\n", shared.again, shared.violation.message))
        .collect()
}
