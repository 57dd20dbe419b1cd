//! `sweeplint topology`

use sweeplint_inferencex::changelog::matches_key;
use sweeplint_inferencex::master::Worker;
use sweeplint_inferencex::recipe::{DeployedWorker, Deployment, Outcome};
use sweeplint_inferencex::{Layout, ParseCache, Placed, Project};

use super::{open, print};
use crate::args::TopologyArgs;
use crate::error::CliError;

pub fn run(args: &TopologyArgs) -> Result<u8, CliError> {
    let tree = open::tree(&args.path, args.head.as_deref())?;
    let project = Project::load(&tree, &Layout::default(), &ParseCache::default());
    let mut out = String::new();
    let mut last = "";
    let mut rows = Vec::new();
    for placed in project.points() {
        let wanted = if args.keys.is_empty() {
            placed.entry.multinode
        } else {
            args.keys.iter().any(|key| matches_key(key, placed.key()))
        };
        if !wanted {
            continue;
        }
        if placed.key() != last {
            flush(&mut out, last, &mut rows);
            last = placed.key();
        }
        rows.extend(point(&placed));
    }
    flush(&mut out, last, &mut rows);
    if out.is_empty() {
        return Err(CliError::UnknownKey(args.keys.join(", ")));
    }
    print(&out)
}

type Row = [String; 5];

fn flush(out: &mut String, key: &str, rows: &mut Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&format!("{key}\n"));
    let head = ["point", "role", "claimed", "deployed", "GPUs"].map(str::to_owned);
    out.push_str(&table(std::iter::once(&head).chain(rows.iter())));
    rows.clear();
}

/// Rows with columns as wide as their widest cell.
pub fn table<'r, const N: usize>(rows: impl Iterator<Item = &'r [String; N]> + Clone) -> String {
    let mut widths = [0; N];
    for row in rows.clone() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width - cell.chars().count() + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn point(placed: &Placed<'_>) -> Vec<Row> {
    let outcome = placed.resolutions.first().map(|resolution| &resolution.outcome);
    let label = placed.label();
    match outcome {
        Some(Outcome::Deployed(deployments)) => {
            deployments.iter().flat_map(|deployment| pools(placed, deployment, &label)).collect()
        }
        other => {
            let why = match other {
                None => "no recipe",
                Some(Outcome::External) => "outside this repository",
                Some(Outcome::StagedElsewhere { .. }) => "perhaps copied from another folder",
                Some(Outcome::NoSelector { .. }) => "no selector",
                Some(Outcome::Selector { .. }) => "wrong selector",
                _ => "recipe missing",
            };
            let claimed = placed.point.pools().into_iter().filter(|pool| pool.workers() > 0);
            claimed
                .map(|pool| {
                    let gpus = pool.gpus().to_string();
                    [label.clone(), pool.role.name().to_owned(), shape(pool), why.to_owned(), gpus]
                })
                .collect()
        }
    }
}

fn pools(placed: &Placed<'_>, deployment: &Deployment, label: &str) -> Vec<Row> {
    let claimed = placed.point.pools();
    deployment
        .workers
        .iter()
        .enumerate()
        .map(|(index, deployed)| {
            let pool = claimed.get(index);
            let (accounted, runs) = (pool.map_or(0, |pool| pool.gpus()), deployed.gpus());
            let sign = if accounted == runs { '=' } else { '≠' };
            let marks = pool.map_or_else(String::new, |pool| marks(pool, deployed));
            [
                label.to_owned(),
                deployed.role.name().to_owned(),
                pool.map_or_else(|| "–".to_owned(), |pool| shape(pool)),
                deployed_shape(deployed),
                format!("{accounted} {sign} {runs}  {marks}"),
            ]
        })
        .collect()
}

fn marks(claimed: &Worker, deployed: &DeployedWorker) -> String {
    let mut wrong = Vec::new();
    if claimed.ep_size() != deployed.ep.value {
        wrong.push("ep");
    }
    if claimed.has_dp_attention() != deployed.dp_attention.value {
        wrong.push("dp-attn");
    }
    if claimed.gpus() != deployed.gpus() {
        wrong.push("GPUs");
    }
    if wrong.is_empty() { "✓".to_owned() } else { format!("✗ {}", wrong.join(" ")) }
}

fn shape(worker: &Worker) -> String {
    let mut shape = format!("{} × tp{}", worker.workers(), worker.tp_size());
    for (name, size) in [("pp", &worker.pp), ("dcp", &worker.dcp_size), ("pcp", &worker.pcp_size)] {
        if let Some(size) = size.as_ref().filter(|size| size.value > 1) {
            shape.push_str(&format!(" {name}{}", size.value));
        }
    }
    if worker.ep_size() > 1 {
        shape.push_str(&format!(" ep{}", worker.ep_size()));
    }
    if worker.has_dp_attention() {
        shape.push_str(" dpa");
    }
    shape
}

/// A deployed pool in the words of the table.
pub fn deployed_shape(worker: &DeployedWorker) -> String {
    let mut shape = format!("{} × tp{}", worker.workers.value, worker.tp.value);
    let sizes = [
        ("dp", &worker.dp),
        ("pp", &worker.pp),
        ("dcp", &worker.dcp),
        ("pcp", &worker.pcp),
        ("ep", &worker.ep),
    ];
    for (name, size) in sizes {
        if size.value > 1 {
            shape.push_str(&format!(" {name}{}", size.value));
        }
    }
    if worker.dp_attention.value {
        shape.push_str(" dpa");
    }
    shape
}
