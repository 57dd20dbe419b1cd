//! What a rule is.

use sweeplint_inferencex::Project;
use sweeplint_source::Change;

use crate::{Finding, Options, Reporter, Severity};

/// Facts about a rule, and its page.
#[derive(Debug)]
pub struct Meta {
    /// `group/name`.
    pub id: &'static str,
    /// The severity its findings usually have.
    pub severity: Severity,
    /// Which fixes it offers.
    pub fix: FixKind,
    /// One line.
    pub summary: &'static str,
    /// The rule's page in Markdown.
    pub page: &'static str,
}

/// Which fixes a rule offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixKind {
    /// None: a person has to decide.
    None,
    /// Fixes that may be applied unseen.
    Safe,
    /// Fixes that a person has to look at.
    Unsafe,
    /// Of both kinds.
    Mixed,
}

impl FixKind {
    /// For people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::Mixed => "safe or unsafe",
        }
    }
}

/// A change as the rules see it.
#[derive(Clone, Copy, Debug)]
pub struct ChangeContext<'c> {
    /// The two sides.
    pub change: &'c Change,
    /// The merge base, read.
    pub base: &'c Project,
    /// The head, read.
    pub head: &'c Project,
    /// What the caller asked for.
    pub options: &'c Options,
}

/// A rule. One file each; its doc comment is its page.
pub trait Rule: Send + Sync {
    /// Facts about the rule.
    fn meta(&self) -> &'static Meta;

    /// Looks at one snapshot. Runs on the head and on the base; what stands at both is history.
    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let _ = (project, reporter);
    }

    /// Looks at a change. What it reports is introduced by the change.
    fn check_change(&self, change: &ChangeContext<'_>, reporter: &mut Reporter<'_>) {
        let _ = (change, reporter);
    }

    /// Adjusts an introduced finding where what the change touches decides its severity or its fix.
    fn refine(&self, finding: &mut Finding, change: &ChangeContext<'_>) {
        let _ = (finding, change);
    }
}

/// Declares a rule: its type, [`Meta`] and page. The doc comment is the page.
#[macro_export]
macro_rules! declare_rule {
    (
        $(#[doc = $page:literal])*
        $name:ident, $id:literal, $severity:ident, fix: $fix:ident, $summary:literal
    ) => {
        $(#[doc = $page])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// Facts about the rule.
            pub const META: $crate::Meta = $crate::Meta {
                id: $id,
                severity: $crate::Severity::$severity,
                fix: $crate::FixKind::$fix,
                summary: $summary,
                page: concat!($($page, "\n"),*),
            };
        }
    };
}
