//! The crates depend on each other in one direction only.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

use std::process::Command;

use serde_json::Value;

/// Crates in the order of the picture; each may depend on those before it.
const ORDER: &[&str] = &[
    "sweeplint-yaml",
    "sweeplint-source",
    "sweeplint-inferencex",
    "sweeplint-lint",
    "sweeplint-report",
    "sweeplint-testkit",
    "sweeplint",
];

/// Edges that the order alone would allow and the design does not.
const FORBIDDEN: &[(&str, &str)] = &[
    ("sweeplint-source", "sweeplint-yaml"),
    ("sweeplint-testkit", "sweeplint-lint"),
    ("sweeplint-testkit", "sweeplint-report"),
];

#[test]
fn dependencies_point_left() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let place = |name: &str| ORDER.iter().position(|other| *other == name);
    let mut edges = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if name == "sweeplint-tests" {
            continue;
        }
        let own = place(name).unwrap_or_else(|| panic!("{name} has no place in the picture"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let target = dependency["name"].as_str().unwrap();
            let Some(other) = place(target).filter(|_| dependency["kind"].is_null()) else {
                continue;
            };
            edges += 1;
            assert!(other < own, "{name} must not depend on {target}");
            assert!(!FORBIDDEN.contains(&(name, target)), "{name} must not depend on {target}");
        }
    }
    assert!(edges >= 10, "{edges} edges");
}
