//! Loops around an MMA that are left in many ways: emitted PTX, executed by the emulator, does what the interpreter says, and
//! schedules pass their verifier.
//!
//! `TILEC_PROGRAMS=400` checks so many drawn ones; `TILEC_SEED=n` begins with that one.

use rayon::prelude::*;
use tilec_tests::exits::{Fed, Program, check, draw};

const USUAL: u64 = 150;
/// The generations in turn.
const TARGETS: [&str; 3] = ["sm_90a", "sm_100a", "sm_80"];
const COUNTED: &str = "for (int step : ct::irange(0, steps)) {";

#[test]
fn producers_leave_loops_with_the_consumers() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("TILEC_PROGRAMS").unwrap_or(USUAL);
    let first = number("TILEC_SEED").unwrap_or(0);
    let one = |seed: u64| {
        let arch = TARGETS[seed as usize % TARGETS.len()];
        check(&draw(seed), arch).map_err(|what| format!("seed {seed}, {what}"))
    };
    let checked: Vec<Result<Fed, String>> =
        (first..first + count).into_par_iter().map(one).collect();
    let failures: Vec<&str> =
        checked.iter().filter_map(|result| result.as_ref().err()).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let fed = checked.iter().filter(|result| **result == Ok(Fed::Pipeline)).count();
    assert!(4 * fed as u64 >= count, "pipelines feed {fed} of {count} kernels");
}

/// A branch that leaves the loop only from branches in it, in front of the loads and behind the MMA. Pipelines feed all of them.
#[test]
fn exits_may_be_nested() {
    let nests = [
        "if (step > p) { if (x == 0) break; else break; }",
        "if (step > p) { if (x == 0) { acc = acc + 1.0f; continue; } else continue; }",
        "if (step > p) { if (x == 0) return; if (y == 0) break; }",
        "if (step > p) { if (x == 0) { if (y == 0) break; } else { acc = -acc; } }",
        "if (step == p) { } else if (step > q) { if (x == 0) break; else { if (y == 1) continue; else return; } }",
        "if (step > p) { for (int i : ct::irange(0, q)) { if (i == x) return; } }",
        "switch (step) { case 0: break; case 2: if (x == 0) continue; break; default: if (y == 0) return; }",
    ];
    for nest in nests {
        for statements in [[nest, "", "", ""], ["", "", "", nest]] {
            for arch in TARGETS {
                let fed = check(&Program::new(COUNTED, &statements, [1, 2]), arch);
                // The threads that compute copy ahead on sm_80, which they cannot in a loop that something leaves.
                let wanted = if arch == "sm_80" { Fed::Threads } else { Fed::Pipeline };
                assert_eq!(fed, Ok(wanted), "{arch}: {nest}");
            }
        }
    }
}
