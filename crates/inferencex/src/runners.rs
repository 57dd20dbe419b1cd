//! `runners.yaml`: labels with their runners, and what a fleet's nodes hold.

use std::collections::BTreeMap;

use sweeplint_yaml::{Document, Span};

use crate::field::{Field, integer, member, string};

/// The runners file.
#[derive(Clone, Debug, Default)]
pub struct Runners {
    /// Label → its runners.
    pub labels: BTreeMap<String, Label>,
    /// Label → hardware facts.
    pub hardware: BTreeMap<String, Hardware>,
}

/// A label that jobs queue on.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where the label's name stands.
    pub span: Span,
    /// Runner names, `<base>_<NN>`.
    pub runners: Vec<Field<String>>,
}

/// Facts about one node of a fleet.
#[derive(Clone, Debug)]
pub struct Hardware {
    /// Where the label's name stands.
    pub span: Span,
    /// CPU memory that offloading may use, in MiB.
    pub available_cpu_dram_mib: Option<Field<i64>>,
    /// GPUs of one node.
    pub gpus_per_node: Option<Field<i64>>,
}

impl Runners {
    /// Reads the file.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let mut runners = Self::default();
        let Some(root) = document.root() else { return runners };
        for entry in member(root, "labels").map(|n| n.effective_entries()).unwrap_or_default() {
            if let Some(name) = entry.key.as_str() {
                let names = entry.value.items().filter_map(string).collect();
                let label = Label { span: entry.key.span(), runners: names };
                runners.labels.insert(name.to_owned(), label);
            }
        }
        for entry in member(root, "hardware").map(|n| n.effective_entries()).unwrap_or_default() {
            if let Some(name) = entry.key.as_str() {
                let fact = |name| member(entry.value, name).and_then(integer);
                let hardware = Hardware {
                    span: entry.key.span(),
                    available_cpu_dram_mib: fact("available-cpu-dram-mib"),
                    gpus_per_node: fact("gpus-per-node"),
                };
                runners.hardware.insert(name.to_owned(), hardware);
            }
        }
        runners
    }
}
