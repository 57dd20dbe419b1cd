//! A value under judgement, which gives faults their place and sentence.

use sweeplint_yaml::{Kind, Node, Span};

use super::fault::{Expected, Fault, Fields, What};
use super::place::{Place, locate};
use super::violation::{Code, Segment, Violation};
use super::{cross, json, message};

/// Violations of one entry, or of the runners file, that are written out: nobody is served by more.
pub(super) const MOST: usize = 1000;

/// A value with what is known of it.
pub(super) struct Judged<'d> {
    /// The value that paths begin at.
    pub node: Node<'d>,
    /// The key it stands under.
    pub key: Option<Node<'d>>,
    /// The path of the value in the file.
    pub path: Vec<Segment>,
    /// Whether Python unpacks the value into keyword arguments, where a key that is no text raises.
    pub unpacked: bool,
    /// What the violations are filed under.
    pub config_key: Option<String>,
}

impl<'d> Judged<'d> {
    /// A violation at a path below the value.
    pub(super) fn violation(
        &self,
        path: &[Segment],
        span: Span,
        code: Code,
        message: String,
    ) -> Violation {
        let mut full = self.path.clone();
        full.extend_from_slice(path);
        Violation { path: full, span, code, message, config_key: self.config_key.clone() }
    }

    /// The place of a path below the value.
    pub(super) fn place(&self, path: &[Segment]) -> Place<'d> {
        locate(self.node, self.key, path)
    }

    /// A fault of a schema, with its place.
    pub(super) fn fault(&self, fault: &Fault) -> Violation {
        let path = fault.path.as_slice();
        let place = self.place(path);
        let found = path.get(..path.len() - place.left.min(path.len())).unwrap_or(path);
        if place.left > 0 && place.node.kind() != Kind::Mapping {
            // A scalar without a counterpart in JSON stood for a mapping.
            return self.unexpected(
                found,
                place,
                Code::Type,
                &Expected::Words("a mapping".to_owned()),
            );
        }
        match &fault.what {
            What::Missing => self.violation(
                path,
                place.head_span(),
                Code::Missing,
                message::missing(&self.named(path)),
            ),
            What::Unknown(fields) => self.unknown(path, place, fields),
            What::Expected(code, expected) => self.unexpected(found, place, *code, expected),
            What::Sentence(code, sentence) => {
                self.violation(path, place.value_span(), *code, sentence.clone())
            }
        }
    }

    fn unknown(&self, path: &[Segment], place: Place<'d>, fields: &Fields) -> Violation {
        let Some(key) = place.key.filter(|_| place.left == 0) else {
            let sentence = message::unknown("?", &self.named(path), fields);
            return self.violation(path, place.head_span(), Code::Unknown, sentence);
        };
        let mut path = path.to_vec();
        if let Some(Segment::Key(name)) = path.last_mut() {
            if json::is_foreign(name) {
                key.raw().clone_into(name);
                let raises = self.unpacked && path.len() == 1;
                let code = if raises { Code::Crash } else { Code::Type };
                return self.violation(&path, key.span(), code, message::key_is_no_text(key));
            }
            // The key may have been respelled on the way.
            key.text().unwrap_or_default().clone_into(name);
        }
        let written = key.text().unwrap_or_default();
        let sentence = message::unknown(written, &self.named(&path), fields);
        self.violation(&path, key.span(), Code::Unknown, sentence)
    }

    fn unexpected(
        &self,
        path: &[Segment],
        place: Place<'d>,
        code: Code,
        expected: &Expected,
    ) -> Violation {
        let sentence = message::expected(&self.named(path), place.node, expected);
        self.violation(path, place.value_span(), code, sentence)
    }

    /// A decision over several fields.
    pub(super) fn refusal(&self, refusal: &cross::Refusal) -> Violation {
        let place = self.place(&refusal.path);
        let span = if place.left > 0 { place.head_span() } else { place.value_span() };
        self.violation(
            &refusal.path,
            span,
            Code::CrossField(refusal.decision),
            refusal.message.clone(),
        )
    }

    /// A path with what stands above it, for a sentence.
    fn named(&self, path: &[Segment]) -> Vec<Segment> {
        let mut named = self.path.clone();
        named.extend_from_slice(path);
        named
    }
}
