//! Linting the corpus head: parse of the largest master config, whole check, check of a change.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sweeplint_inferencex::ParseCache;
use sweeplint_lint::{Options, Target, lint, registry};
use sweeplint_source::{Change, GitRepository, Limits, Snapshot};
use sweeplint_testkit::shared;
use sweeplint_yaml::Document;

fn corpus(criterion: &mut Criterion) {
    let Some(shared) = shared::folder() else {
        eprintln!("skipped: no shared data beside the project");
        return;
    };
    let Ok(folder) = tempfile::tempdir() else { return };
    let Ok(bare) = shared::unpack_corpus(&shared, folder.path()) else { return };
    let open = || GitRepository::discover(&bare).ok();
    let Some(repository) = open() else { return };
    let Ok(head) = Snapshot::revision(&repository, "main", Limits::default()) else { return };
    let Ok(master) = head.read("configs/nvidia-master.yaml") else { return };
    let text: std::sync::Arc<str> = master.text().unwrap_or("").into();
    criterion.bench_function("parse nvidia-master.yaml", |bencher| {
        bencher.iter(|| Document::parse(black_box(std::sync::Arc::clone(&text))));
    });
    criterion.bench_function("check the head, cold", |bencher| {
        bencher.iter(|| {
            let repository = open()?;
            let tree = Snapshot::revision(&repository, "main", Limits::default()).ok()?;
            Some(lint(
                &Target::Tree(tree),
                &registry(),
                &Options::default(),
                &ParseCache::default(),
            ))
        });
    });
    criterion.bench_function("check the last ten commits, cold", |bencher| {
        bencher.iter(|| {
            let repository = open()?;
            let change =
                Change::between(&repository, "main~10", Some("main"), Limits::default()).ok()?;
            Some(lint(
                &Target::Change(change),
                &registry(),
                &Options::default(),
                &ParseCache::default(),
            ))
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = corpus
}
criterion_main!(benches);
