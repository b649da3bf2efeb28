//! Compares kernels on a GPU with the interpreter: see `tilec_tests::agreement`.
//!
//! ```text
//! agree programs|targets|broadcasts|products|reductions|empty_tensors|gathers [--device cuda|emulator|ptxas] [--arch A,B] [--first N] [--count N] [--workers N]
//! ```

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use tilec_tests::agreement::{self, Batch, Executor, Finding, Kind, Suite};
use tilec_tests::supervise::Limits;

/// Compares kernels on a GPU with the interpreter.
#[derive(Parser)]
struct Cli {
    /// `programs`, `targets`, `broadcasts`, `products`, `reductions`, `empty_tensors` or `gathers`.
    suite: String,
    /// `cuda`, `emulator` in its place, or `ptxas`, which executes nothing.
    #[arg(long, default_value = "cuda")]
    device: String,
    /// The targets whose code runs; programs take turns, the others run on each.
    #[arg(long, default_value = "sm_80,sm_90a,sm_89,sm_90")]
    arch: String,
    /// The number of the first kernel.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many kernels.
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// How many kernels make one text.
    #[arg(long, default_value_t = 20)]
    batch: u64,
    /// How many processes execute them.
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// Seconds that a batch may take.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Where the names of the kernels go that agree, each with its targets.
    #[arg(long)]
    record: Option<PathBuf>,
    /// The machine, for the reader of the record.
    #[arg(long, default_value = "")]
    title: String,
    /// Execute the batches that the standard input names.
    #[arg(long, hide = true)]
    serve: bool,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::from(2)
        }
    }
}

/// How many batches failed.
fn run(cli: &Cli) -> Result<usize, String> {
    let kind = Kind::named(&cli.suite).ok_or_else(|| format!("no suite `{}`", cli.suite))?;
    let suite = Suite::new(kind);
    if cli.serve {
        let executor = Executor::named(&cli.device)?;
        let served =
            agreement::serve(&suite, &executor, std::io::stdin().lock(), std::io::stdout());
        return served.map(|()| 0).map_err(|error| error.to_string());
    }
    let start = Instant::now();
    let batches = batches(cli, &suite, kind);
    let numbers = |batch: &Batch| batch.first..batch.first + batch.count;
    let is_defined = |batch: &&Batch, number: &u64| suite.is_defined_on(*number, &batch.arch);
    let n_kernels: usize = batches
        .iter()
        .map(|batch| numbers(batch).filter(|number| is_defined(&batch, number)).count())
        .sum();
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let command = || {
        let mut command = Command::new(&program);
        command.args([kind.text(), "--serve", "--device", &cli.device]);
        // What the driver compiles is of no use a second time.
        command.env("CUDA_CACHE_DISABLE", "1");
        command
    };
    let waiting = Duration::from_secs(cli.seconds);
    let limits = Limits { seconds: 10.0 * cli.seconds as f64, waiting, bytes: 16 << 30 };
    let findings = agreement::check(command, batches, limits, cli.workers)
        .map_err(|error| format!("{}: {error}", program.display()))?;
    for Finding { batch, what } in &findings {
        println!("FAILED {batch}: {what}");
    }
    if let Some(path) = &cli.record {
        let text = record(cli, &suite, &findings);
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!(
        "{}: {n_kernels} kernels on {}, {} fail, {:.0} s",
        kind.text(),
        cli.device,
        findings.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(findings.len())
}

fn archs(cli: &Cli) -> Vec<&str> {
    cli.arch.split(',').collect()
}

fn batches(cli: &Cli, suite: &Suite, kind: Kind) -> Vec<Batch> {
    let archs = archs(cli);
    let end = cli.first.saturating_add(cli.count).min(suite.n_cases().unwrap_or(u64::MAX));
    let starts = (cli.first..end).step_by(cli.batch.max(1) as usize);
    let batch = |first: u64, arch: &str| {
        let count = cli.batch.max(1).min(end - first);
        Batch { arch: arch.to_owned(), first, count }
    };
    match kind {
        Kind::Programs => {
            starts.zip(archs.iter().cycle()).map(|(first, arch)| batch(first, arch)).collect()
        }
        Kind::Targets
        | Kind::Broadcasts
        | Kind::Products
        | Kind::Reductions
        | Kind::EmptyTensors
        | Kind::Gathers => {
            starts.flat_map(|first| archs.iter().map(move |arch| batch(first, arch))).collect()
        }
    }
}

/// The names of the kernels of a suite with the targets whose code agreed.
fn record(cli: &Cli, suite: &Suite, findings: &[Finding]) -> String {
    let mut text = format!("# {}\n", cli.title);
    let end = cli.first.saturating_add(cli.count).min(suite.n_cases().unwrap_or(u64::MAX));
    for number in cli.first..end {
        let Some(case) = suite.case(number) else { continue };
        let fails = |arch: &str| {
            findings.iter().any(|Finding { batch, .. }| {
                batch.arch == arch && (batch.first..batch.first + batch.count).contains(&number)
            })
        };
        let agreed: Vec<&str> = archs(cli).into_iter().filter(|arch| !fails(arch)).collect();
        let _ = writeln!(text, "{}\t{}", case.name, agreed.join(" "));
    }
    text
}
