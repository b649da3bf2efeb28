//! `arbitrary_ir FIRST COUNT`: checks that many modules of `arbitrary`, and prints those that fail.
//! `arbitrary_ir run FIRST COUNT`: runs that many of those that can run, before and after passes.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tilec_tests::arbitrary;

fn main() -> ExitCode {
    let runs = std::env::args().nth(1).is_some_and(|word| word == "run");
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let [first, count] = numbers[..] else {
        eprintln!("usage: arbitrary_ir [run] FIRST COUNT");
        return ExitCode::from(2);
    };
    let n_ran = AtomicU64::new(0);
    let failures: Vec<String> = (first..first.saturating_add(count))
        .into_par_iter()
        .filter_map(|seed| match runs {
            true => match arbitrary::execute::check(seed) {
                Ok(ran) => {
                    n_ran.fetch_add(ran.into(), Ordering::Relaxed);
                    None
                }
                Err(what) => Some(what),
            },
            false => arbitrary::check(seed).err(),
        })
        .collect();
    failures.iter().take(20).for_each(|failure| println!("{failure}"));
    if runs {
        println!("{} of {count} modules ran", n_ran.load(Ordering::Relaxed));
    }
    println!("{count} modules, {} failures", failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
