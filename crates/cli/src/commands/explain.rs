//! `sweeplint explain`

use sweeplint_lint::registry;

use super::print;
use crate::error::CliError;

pub fn run(id: &str) -> Result<u8, CliError> {
    let registry = registry();
    let Some(rule) = registry.find(id) else {
        let similar = registry.similar(id);
        return Err(CliError::UnknownRule { id: id.to_owned(), similar });
    };
    let meta = rule.meta();
    let page: Vec<&str> =
        meta.page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    print(&format!(
        "{}\n\nSeverity: {}. Fix: {}.\n",
        page.join("\n").trim_end(),
        meta.severity.name(),
        meta.fix.name()
    ))
}
