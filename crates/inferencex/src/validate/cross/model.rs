//! A model of an entry, with its place.

use serde_json::Value;

use crate::validate::lax;
use crate::validate::violation::Segment;

/// A mapping inside an entry.
pub(super) struct Model<'v> {
    value: &'v Value,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
enum Step {
    Key(&'static str),
    Index(usize),
}

impl<'v> Model<'v> {
    /// The entry itself.
    pub(super) fn root(value: &'v Value) -> Self {
        Self { value, steps: Vec::new() }
    }

    fn step(&self, value: &'v Value, step: Step) -> Self {
        let mut steps = Vec::with_capacity(self.steps.len() + 1);
        steps.extend_from_slice(&self.steps);
        steps.push(step);
        Self { value, steps }
    }

    /// The path from the entry.
    pub(super) fn path(&self) -> Vec<Segment> {
        let segment = |step: &Step| match step {
            Step::Key(key) => Segment::Key((*key).to_owned()),
            Step::Index(index) => Segment::Index(*index),
        };
        self.steps.iter().map(segment).collect()
    }

    /// A field's value; `None` where it is absent or null.
    pub(super) fn value(&self, name: &str) -> Option<&'v Value> {
        self.value.get(name).filter(|value| !value.is_null())
    }

    /// Whether a field has a value.
    pub(super) fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// Whether a field is written, whatever its value.
    pub(super) fn is_written(&self, name: &str) -> bool {
        self.value.get(name).is_some()
    }

    /// A field's value as a model of its own.
    pub(super) fn get(&self, name: &'static str) -> Option<Self> {
        self.value(name).map(|value| self.step(value, Step::Key(name)))
    }

    /// The items of a list, each a model.
    pub(super) fn list(&self, names: &[&'static str]) -> Vec<Self> {
        let mut place = Self { value: self.value, steps: self.steps.clone() };
        for name in names {
            match place.get(name) {
                Some(next) => place = next,
                None => return Vec::new(),
            }
        }
        let items = place.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| place.step(value, Step::Index(index))).collect()
    }

    /// An integer field as a lax field reads it.
    pub(super) fn integer(&self, name: &str) -> Option<i128> {
        self.value(name).and_then(lax::integer)
    }

    /// A boolean field as a lax field reads it; false where it is absent.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(lax::boolean).unwrap_or(false)
    }

    /// A text field.
    pub(super) fn text(&self, name: &str) -> Option<&'v str> {
        self.value(name).and_then(Value::as_str)
    }

    /// The search-space entries of every scenario, this being the entry.
    pub(super) fn points(&self) -> Vec<Self> {
        ["fixed-seq-len", "agentic-coding"]
            .into_iter()
            .flat_map(|kind| self.list(&["scenarios", kind]))
            .flat_map(|config| config.list(&["search-space"]))
            .collect()
    }
}
