//! `mutate_ir FIRST COUNT`: edits verified modules, those of `tests/suite` and drawn ones, and has everything that takes
//! modules get over them. `mutate_ir --show NUMBER` prints a mutant.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use tilec_tests::arbitrary::{endure, mutants};
use tilec_tests::compile::with_stack;

/// Without optimisation everything takes ten times as long.
const MAX_SECONDS: f64 = if cfg!(debug_assertions) { 20.0 } else { 2.0 };

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let sources = mutants::sources();
    if let ("--show", [number]) = (args.first().map_or("", String::as_str), &numbers[..]) {
        println!("{}", ir::print::module(&mutants::mutant(&sources, *number)));
        return ExitCode::SUCCESS;
    }
    let [first, count] = numbers[..] else {
        eprintln!("usage: mutate_ir FIRST COUNT, mutate_ir --show NUMBER");
        return ExitCode::from(2);
    };
    let mut failures = 0;
    for number in first..first.saturating_add(count) {
        let mutant = mutants::mutant(&sources, number);
        let begin = std::time::Instant::now();
        let work = || endure::endure(&mutant, number);
        let what = match with_stack(|| catch_unwind(AssertUnwindSafe(work))) {
            Ok(Ok(())) => None,
            Ok(Err(what)) => Some(what),
            Err(_) => Some("a panic".to_owned()),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let what = what.or((seconds > MAX_SECONDS).then(|| format!("takes {seconds:.1} s")));
        if let Some(what) = what {
            failures += 1;
            println!("{number}: {}", what.lines().next().unwrap_or_default());
        }
    }
    println!("{count} mutants, {failures} failures");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
