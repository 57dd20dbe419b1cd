//! scratch
use sweeplint_inferencex::*;
use sweeplint_lint::*;
use sweeplint_source::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let g = GitRepository::discover(std::path::Path::new(&a[1])).unwrap();
    let target = if a.len() > 3 {
        Target::Change(Change::between(&g, &a[3], Some(&a[2]), Limits::default()).unwrap())
    } else {
        Target::Tree(Snapshot::revision(&g, g.resolve(&a[2]).unwrap(), Limits::default()).unwrap())
    };
    let o = lint(
        &target,
        &registry(),
        &Options { pr: a.get(4).and_then(|x| x.parse().ok()), ..Default::default() },
        &ParseCache::default(),
    );
    let mut c = std::collections::BTreeMap::new();
    for f in &o.findings {
        *c.entry((f.rule, f.severity)).or_insert(0) += 1;
    }
    eprintln!("{:?}", t.elapsed());
    for f in &o.findings {
        let p =
            o.head.file(&f.primary.file).map(|x| x.lines().line_of(f.primary.span.start as usize));
        println!(
            "{} {:?} {}:{:?} [{}] {}\n    why {} help {:?}\n    fix {:?}",
            f.rule,
            f.severity,
            f.primary.file,
            p,
            f.config_key.as_deref().unwrap_or(""),
            f.message,
            f.why,
            f.help,
            f.fix.as_ref().map(|x| (
                &x.title,
                x.safety,
                x.edits.iter().map(|e| e.text.clone()).collect::<Vec<_>>()
            ))
        );
    }
    for (k, n) in c {
        println!("{n} {k:?}");
    }
    println!("{:?} {:?}", o.summary, o.skipped);
    println!("{:?}", o.failures);
}
