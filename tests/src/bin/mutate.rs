//! The mutation test in its long form: `mutate COUNT [FROM]` compiles mutants `FROM..FROM+COUNT` and
//! lists those that the compiler did not get over; `mutate --show NUMBER` prints a mutant.
//!
//! `cargo run --locked --release -p tilec-tests --bin mutate -- 20000` takes some minutes.
//!
//! `--self` and `--deep` print the programs that need themselves and those that nest, `--stored` the
//! numbers of the former whose answers are stored; `--incomplete` prints those that use a class before
//! its closing brace, a zero byte behind each.

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::path::Path;
use std::process::ExitCode;

use tilec_tests::{completeness, deep, mutation, self_reference};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    match args.as_slice() {
        [_, "--serve"] => match mutation::serve(std::io::stdin().lock(), std::io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        [_, "--show", which] => {
            let mutant = mutation::mutant(&mutation::sources(), number(which).unwrap_or(0));
            eprintln!("{}", mutant.path.display());
            print!("{}", mutant.text);
            ExitCode::SUCCESS
        }
        [_, "--self", which] => {
            print!("{}", self_reference::program(number(which).unwrap_or(0)));
            ExitCode::SUCCESS
        }
        [_, "--stored"] => {
            self_reference::stored().for_each(|number| println!("{number}"));
            ExitCode::SUCCESS
        }
        [_, "--incomplete"] => {
            completeness::programs().iter().for_each(|program| print!("{}\0", program.text));
            ExitCode::SUCCESS
        }
        [_, "--deep", which] => {
            print!("{}", deep::program(number(which).unwrap_or(0) as usize));
            ExitCode::SUCCESS
        }
        [program, count, rest @ ..] if number(count).is_some() => {
            let first = rest.first().and_then(|from| number(from)).unwrap_or(0);
            let count = number(count).unwrap_or(0);
            run(Path::new(program), first, count)
        }
        _ => {
            eprintln!(
                "usage: mutate COUNT [FROM] | --show NUMBER | --self NUMBER | --deep NUMBER | --stored | --incomplete"
            );
            ExitCode::from(2)
        }
    }
}

/// Mutants between two signs of life.
const CHUNK: u64 = 1000;

fn run(program: &Path, first: u64, count: u64) -> ExitCode {
    let processes = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let end = first.saturating_add(count);
    let mut n_failures = 0;
    let mut from = first;
    while from < end {
        let to = from.saturating_add(CHUNK).min(end);
        let requests = (from..to).map(|number| number.to_string());
        match mutation::supervise(program, requests, processes) {
            Ok(failures) => {
                n_failures += failures.len();
                failures.iter().for_each(|failure| println!("{failure}"));
            }
            Err(error) => {
                eprintln!("{}: {error}", program.display());
                return ExitCode::FAILURE;
            }
        }
        println!("mutants {first} to {to}: {n_failures} failures");
        from = to;
    }
    if n_failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
