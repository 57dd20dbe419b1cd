//! What the terminal can show.

use std::io::IsTerminal as _;

use sweeplint_report::text::Style;

/// Columns where nothing else is known.
const WIDTH: usize = 100;

/// Width and colour of the output: colour on a terminal, unless `NO_COLOR` is set.
pub fn style(colour: crate::args::Colour, base: Option<&str>) -> Style {
    let terminal = std::io::stdout().is_terminal();
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = match colour {
        crate::args::Colour::Always => true,
        crate::args::Colour::Never => false,
        crate::args::Colour::Auto => terminal && !no_colour,
    };
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = columns.or_else(|| terminal.then(measured).flatten()).unwrap_or(WIDTH);
    Style { width: width.clamp(60, 200), colour, base: base.map(str::to_owned) }
}

fn measured() -> Option<usize> {
    terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| columns.into())
}
