//! The validators against the recorded verdicts of the real ones.

use sweeplint_inferencex::validate::{self, Code, Edition, Segment, Violation};
use sweeplint_testkit::{oracle, shared};
use sweeplint_yaml::Document;

fn judge(kind: &str, document: &Document) -> Vec<Violation> {
    match kind {
        "master" => validate::master(document, Edition::Summer),
        "runners" => validate::runners(document),
        _ => {
            assert_eq!(kind, "changelog");
            validate::changelog(document)
        }
    }
}

/// A field name in one spelling, an index as it is. Pydantic's `loc` begins below the config key.
fn spelled(step: &str) -> String {
    step.replace('_', "-")
}

fn matches(violation: &Violation, loc: &[String]) -> bool {
    let path: Vec<String> =
        violation.path.iter().map(|s| spelled(&Segment::to_string(s))).collect();
    let loc: Vec<String> = loc.iter().map(|s| spelled(s)).collect();
    path.ends_with(&loc) || path.windows(loc.len().max(1)).any(|window| window == loc)
}

#[test]
fn verdicts_equal_the_real_validators() {
    let Some(folder) = shared::folder_or_skip("verdicts_equal_the_real_validators") else { return };
    let verdicts = oracle::verdicts(&folder).unwrap();
    assert!(verdicts.len() >= 1400);
    let mut wrong = Vec::new();
    let (mut refused, mut placed) = (0, 0);
    for verdict in &verdicts {
        let document = Document::parse(verdict.yaml.as_str());
        let violations = judge(&verdict.kind, &document);
        let accepted = violations.is_empty() && document.is_accepted();
        if accepted != verdict.valid {
            let first = violations.first().map(|v| v.message.clone());
            let real: Vec<&str> = verdict.errors.iter().map(|error| error.msg.as_str()).collect();
            wrong.push(format!("{} ({}): ours {first:?}, real {real:?}", verdict.id, verdict.kind));
        }
        if verdict.stage == "crash" {
            assert!(
                violations.iter().any(|violation| violation.code == Code::Crash),
                "{}",
                verdict.id
            );
        }
        let locs: Vec<_> = verdict.errors.iter().filter(|error| !error.loc.is_empty()).collect();
        if !verdict.valid && !locs.is_empty() {
            refused += 1;
            let hit = violations
                .iter()
                .any(|violation| locs.iter().any(|error| matches(violation, &error.loc)));
            if hit {
                placed += 1;
            } else {
                let ours: Vec<String> = violations
                    .iter()
                    .map(|v| v.path.iter().map(ToString::to_string).collect::<Vec<_>>().join("."))
                    .collect();
                println!("{}: place differs: ours {ours:?}, real {:?}", verdict.id, locs[0].loc);
            }
        }
        for violation in &violations {
            assert!(verdict.yaml.get(violation.span.range()).is_some(), "{}", verdict.id);
        }
    }
    println!("{} documents, {} verdicts differ", verdicts.len(), wrong.len());
    println!("{placed} of {refused} refusals have a violation at the real place");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(placed * 100 >= refused * 97);
}
