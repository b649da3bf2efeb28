//! Compares random programs about objects with what a host compiler makes of them.
//!
//! ```text
//! objects [--first N] [--count N] [--batch N] [--emulate N] | objects --show SEED
//! ```
//!
//! GCC is the oracle. Where results differ from GCC's and clang is there (`CLANGXX`, `clang++`), clang
//! is asked too: if its results are tilec's, the difference is listed but does not count.

use std::process::ExitCode;

use clap::Parser;
use tilec_tests::objects::{self, Way};

/// Compares random programs about objects with a host compiler.
#[derive(Parser)]
struct Cli {
    /// The seed of the first program.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many programs.
    #[arg(long, default_value_t = 2000)]
    count: u64,
    /// How many programs make one source.
    #[arg(long, default_value_t = 20)]
    batch: u64,
    /// Of so many batches one is executed by the emulator too.
    #[arg(long, default_value_t = 10)]
    emulate: u64,
    /// Prints the program of a seed.
    #[arg(long)]
    show: Option<u64>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(seed) = cli.show {
        print!("{}", objects::source(&[seed]));
        return ExitCode::SUCCESS;
    }
    let Some(compiler) = objects::host_compiler() else {
        eprintln!("there is no host compiler");
        return ExitCode::FAILURE;
    };
    let folder = std::env::temp_dir().join(format!("objects.{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let seeds: Vec<u64> = (cli.first..cli.first + cli.count).collect();
    let second = objects::second_compiler();
    let agreed = "results are clang's, not GCC's";
    let (mut failures, mut contested) = (0, 0);
    for (number, batch) in (0..).zip(seeds.chunks(cli.batch.max(1) as usize)) {
        let expected = match objects::on_host(&compiler, &folder, batch) {
            Ok(expected) => expected,
            Err(what) => {
                println!("seeds {batch:?} on the host: {what}");
                failures += 1;
                continue;
            }
        };
        let mut ways = vec![Way::Lowered, Way::Optimised];
        if number % cli.emulate.max(1) == 0 {
            ways.push(Way::Emulated);
        }
        for failure in objects::compare(batch, &expected, &ways) {
            if second.as_ref().is_some_and(|other| failure.is_result_of(other, &folder)) {
                println!("{}; {agreed}", failure.text);
                contested += 1;
            } else {
                println!("{}", failure.text);
                failures += 1;
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{} programs, {failures} failures, {contested} {agreed}", seeds.len());
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
