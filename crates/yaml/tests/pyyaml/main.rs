//! The reader against PyYAML 6.0.4 itself, on generated and mutated texts.
//!
//! The generator is deterministic. Every text goes to one Python process; accepting or refusing it
//! and the value read must be the same, but for the kinds of difference in [`differences::KNOWN`].

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

mod differences;
mod generate;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sweeplint_yaml::{Document, Kind, Node, Scalar};

/// Texts compared.
const TEXTS: usize = 6_000;

/// A Python with PyYAML 6.0.4: `SWEEPLINT_PYTHON`, the project's `.venv`, or the machine's own.
fn python() -> Option<PathBuf> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin/python");
    let named = std::env::var_os("SWEEPLINT_PYTHON").map(PathBuf::from);
    named.into_iter().chain([venv, PathBuf::from("python3")]).find(|python| {
        Command::new(python)
            .args(["-c", "import yaml; print(yaml.__version__)"])
            .output()
            .is_ok_and(|output| output.stdout.starts_with(b"6.0.4"))
    })
}

fn shown(node: Node<'_>, depth: usize) -> Value {
    assert!(depth < 200);
    match node.kind() {
        Kind::Sequence => {
            json!(["list", node.items().map(|item| shown(item, depth + 1)).collect::<Vec<_>>()])
        }
        Kind::Mapping => {
            let pairs: Vec<Value> = node
                .effective_entries()
                .into_iter()
                .map(|entry| json!([shown(entry.key, depth + 1), shown(entry.value, depth + 1)]))
                .collect();
            json!(["map", pairs])
        }
        Kind::Scalar => match node.scalar() {
            None | Some(Scalar::Null) => json!(["null"]),
            Some(Scalar::Bool(value)) => json!(["bool", value]),
            Some(Scalar::Int(value)) => json!(["int", value.to_string()]),
            Some(Scalar::BigInt(digits)) => json!(["int", digits]),
            Some(Scalar::Float(value)) => json!(["float", value.to_bits().to_string()]),
            Some(Scalar::Str | Scalar::Equals | Scalar::Merge) => json!(["str", node.text()]),
            Some(Scalar::Timestamp) => json!(["date"]),
            Some(Scalar::Binary) => json!(["bytes"]),
        },
    }
}

/// Python prints floats exactly, in hexadecimal; here they become bits.
fn with_bits(value: &Value) -> Value {
    match value {
        Value::Array(items) => match &items[..] {
            [Value::String(kind), Value::String(text)] if kind == "float" => {
                json!(["float", hexadecimal(text).to_bits().to_string()])
            }
            _ => items.iter().map(with_bits).collect(),
        },
        other => other.clone(),
    }
}

fn hexadecimal(text: &str) -> f64 {
    match text {
        "nan" => return f64::NAN,
        "inf" => return f64::INFINITY,
        "-inf" => return f64::NEG_INFINITY,
        _ => {}
    }
    let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let rest = rest.strip_prefix("0x").unwrap();
    let (mantissa, exponent) = rest.split_once('p').unwrap();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = f64::from(u8::try_from(u64::from_str_radix(whole, 16).unwrap()).unwrap());
    let mut unit = 1.0 / 16.0;
    for digit in fraction.chars() {
        value += f64::from(digit.to_digit(16).unwrap()) * unit;
        unit /= 16.0;
    }
    // Scaled in two steps: a subnormal's own factor cannot be written as one float.
    let exponent: i32 = exponent.parse().unwrap();
    let half = exponent / 2;
    sign * value * 2_f64.powi(half) * 2_f64.powi(exponent - half)
}

#[test]
fn reads_what_pyyaml_reads() {
    let Some(python) = python() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "PyYAML 6.0.4 is missing, and in CI it must be there"
        );
        eprintln!("skipped: reads_what_pyyaml_reads (no Python with PyYAML 6.0.4)");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pyyaml.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to_python = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    answers.next().unwrap().unwrap();
    let texts = generate::texts(TEXTS);
    assert!(texts.len() >= 5_000);
    let mut used = vec![0; differences::KNOWN.len()];
    let mut unexplained = Vec::new();
    let mut accepted = 0;
    for text in &texts {
        writeln!(to_python, "{}", Value::from(text.as_str())).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        let document = Document::parse(text.as_str());
        let ours = if document.is_accepted() {
            Ok(document.root().map_or(json!(["null"]), |root| shown(root, 0)))
        } else {
            Err(document.problems().iter().map(|p| p.message.clone()).collect::<Vec<_>>())
        };
        let same = match (&ours, answer.get("value")) {
            (Ok(ours), Some(theirs)) => {
                accepted += 1;
                *ours == with_bits(theirs)
            }
            (Err(_), None) => true,
            _ => false,
        };
        if same {
            continue;
        }
        let known =
            differences::KNOWN.iter().position(|known| (known.applies)(text, &ours, &answer));
        match known {
            Some(index) => used[index] += 1,
            None => unexplained.push(format!("{text:?}\n   ours {ours:?}\n   PyYAML {answer}")),
        }
    }
    drop(to_python);
    child.wait().unwrap();
    println!("{} texts, {accepted} accepted by both", texts.len());
    for (known, count) in differences::KNOWN.iter().zip(&used) {
        println!("{count:>4} known: {}", known.what);
    }
    let count = unexplained.len();
    unexplained.truncate(140);
    assert!(count == 0, "{count} texts are read differently:\n{}", unexplained.join("\n"));
    for (known, count) in differences::KNOWN.iter().zip(&used) {
        assert!(*count > 0, "this difference no longer exists: {}", known.what);
    }
}
