//! `arbitrary_ir FIRST COUNT`: checks that many modules of `arbitrary`, and prints those that fail.

use std::process::ExitCode;

use rayon::prelude::*;
use tilec_tests::arbitrary;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let [first, count] = numbers[..] else {
        eprintln!("usage: arbitrary_ir FIRST COUNT");
        return ExitCode::from(2);
    };
    let failures: Vec<String> = (first..first.saturating_add(count))
        .into_par_iter()
        .filter_map(|seed| arbitrary::check(seed).err())
        .collect();
    failures.iter().take(20).for_each(|failure| println!("{failure}"));
    println!("{count} modules, {} failures", failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
