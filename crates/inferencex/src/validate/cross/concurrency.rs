//! How many requests are in flight.

use serde_json::Value;

use super::model::Model;
use super::{Decision, Verdict};
use crate::validate::lax;

/// Concurrency is a list or a range, of positive numbers in order.
pub(super) fn judge(point: &Model<'_>) -> Verdict {
    let list = point.value("conc-list").and_then(Value::as_array).filter(|list| !list.is_empty());
    let range = point.integer("conc-start").zip(point.integer("conc-end"));
    match (list, range) {
        (Some(_), Some(_)) => Some((
            Some("conc-list"),
            Decision::ConcurrencyTwice,
            "`conc-list` and `conc-start` with `conc-end` exclude each other".to_owned(),
        )),
        (None, None) => Some((None, Decision::ConcurrencyAbsent, absent(point))),
        (None, Some((start, end))) => range_in_order(start, end),
        (Some(list), None) => positive(list),
    }
}

fn absent(point: &Model<'_>) -> String {
    let half = [("conc-start", "conc-end"), ("conc-end", "conc-start")]
        .into_iter()
        .find(|(given, _)| point.has(given));
    match half {
        Some((given, lacking)) => {
            format!(
                "`{given}` stands without `{lacking}`; a range needs both, else give `conc-list`"
            )
        }
        None => "no concurrency is given, expected `conc-list`, or `conc-start` with `conc-end`"
            .to_owned(),
    }
}

fn range_in_order(start: i128, end: i128) -> Verdict {
    for (field, value) in [("conc-start", start), ("conc-end", end)] {
        if value <= 0 {
            let message = format!("`{field}` is {value}, expected more than 0");
            return Some((Some(field), Decision::ConcurrencyPositive, message));
        }
    }
    (start > end).then(|| {
        let message = format!("`conc-start` is {start}, above `conc-end`, which is {end}");
        (Some("conc-start"), Decision::ConcurrencyOrder, message)
    })
}

fn positive(list: &[Value]) -> Verdict {
    let low = list.iter().filter_map(lax::integer).find(|value| *value <= 0)?;
    let message = format!("`conc-list` holds {low}, expected every concurrency above 0");
    Some((Some("conc-list"), Decision::ConcurrencyPositive, message))
}
