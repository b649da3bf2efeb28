//! Runs and times the kernels of `tests/variants` on a GPU: see `tilec_tests::variants::measure`.
//!
//! ```text
//! variants --errors [--only TEXT]
//! variants [--only TEXT] [--arch ARCH] [--workers N] [--seconds N] [--record FILE] [--title TEXT]
//! ```
//!
//! With `--errors` nothing runs: the times that the cost model predicts are compared with the record. A worker prepares a
//! kernel while another has the GPU; a file gives turns.

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use rayon::prelude::*;
use runtime::Device;
use tilec_tests::supervise::{Limits, serve, supervise};
use tilec_tests::variants::measure::measure;
use tilec_tests::variants::model_error::{ModelErrors, report};
use tilec_tests::variants::predicted::of_variant;
use tilec_tests::variants::{Variant, all};

/// So many kernels are few.
const FEW: usize = 3;

/// Runs and times the kernels of `tests/variants` on a GPU.
#[derive(Parser)]
struct Cli {
    /// Only those whose names have this text in them.
    #[arg(long, default_value = "")]
    only: String,
    #[arg(long, default_value = "sm_90a")]
    arch: String,
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// All of it ends after so many seconds; the kernels that are left are named.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Where the lines of the record go.
    #[arg(long, default_value = "variants.tsv")]
    record: PathBuf,
    /// The machine, for the reader of the record.
    #[arg(long, default_value = "")]
    title: String,
    /// Compare what the cost model predicts with the record; needs no GPU.
    #[arg(long)]
    errors: bool,
    /// Measure the kernels that the standard input names.
    #[arg(long, hide = true)]
    serve: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match (cli.errors, cli.serve) {
        (true, _) => Ok(errors(&cli)),
        (false, true) => worker(&cli).map(|()| 0),
        (false, false) => run(&cli),
    };
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("variants: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints how far the cost model is from the record, with what bounds each kernel if few are asked for; returns how many
/// kernels have no prediction.
fn errors(cli: &Cli) -> usize {
    let variants: Vec<Variant> =
        all().into_iter().filter(|variant| variant.name.contains(&cli.only)).collect();
    let predicted = |variant: &Variant| (variant.name.clone(), of_variant(variant, &cli.arch));
    let found: Vec<_> = variants.par_iter().map(predicted).collect();
    let mut seconds = BTreeMap::new();
    let mut failures = 0;
    for (name, prediction) in &found {
        match prediction {
            Ok(Some(prediction)) => {
                seconds.insert(name.clone(), prediction.seconds);
                if found.len() <= FEW {
                    println!("{name}: {:.1?}", prediction.resources);
                    prediction.regions.iter().for_each(|region| println!("  {region:.1?}"));
                }
            }
            Ok(None) => {}
            Err(what) => {
                failures += 1;
                println!("FAILED {name}: {what}");
            }
        }
    }
    print!("{}", report(&ModelErrors::of(&seconds)));
    failures
}

/// How many kernels failed or had no time.
fn run(cli: &Cli) -> std::io::Result<usize> {
    let start = Instant::now();
    let is_chosen = |variant: &Variant| variant.name.contains(&cli.only);
    let names: Vec<String> =
        all().into_iter().filter(is_chosen).map(|variant| variant.name).collect();
    std::fs::write(&cli.record, "")?;
    let program = std::env::current_exe()?;
    let command = || {
        let mut command = Command::new(&program);
        command.arg("--serve").args(["--arch", &cli.arch]).arg("--record").arg(&cli.record);
        // What the driver compiles is of no use a second time.
        command.env("CUDA_CACHE_DISABLE", "1");
        command
    };
    let waiting = Duration::from_secs(120);
    let limits = Limits { seconds: 600.0, waiting, bytes: 16 << 30 };
    let end = start + Duration::from_secs(cli.seconds);
    let mut late = Vec::new();
    let in_time = names.iter().filter(|name| {
        let is_late = Instant::now() > end;
        if is_late {
            late.push((*name).clone());
        }
        !is_late
    });
    let in_time = in_time.cloned();
    let failures = supervise(command, in_time, limits, cli.workers)?;
    for failure in &failures {
        println!("FAILED {}: {}", failure.request, failure.what);
    }
    for name in &late {
        println!("no time for {name}");
    }
    let text = std::fs::read_to_string(&cli.record)?;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    std::fs::write(&cli.record, format!("# {}\n{}\n", cli.title, lines.join("\n")))?;
    let seconds = start.elapsed().as_secs();
    println!(
        "{} kernels, {} fail, {} had no time, {seconds} s",
        names.len(),
        failures.len(),
        late.len()
    );
    Ok(failures.len() + late.len())
}

/// Measures the kernels that are asked for, and adds the lines to the record.
fn worker(cli: &Cli) -> std::io::Result<()> {
    let device = Device::cuda(0).map_err(std::io::Error::other)?;
    let variants = all();
    let named = |name: &str| variants.iter().find(|variant| variant.name == name);
    serve(std::io::stdin().lock(), std::io::stdout(), |name| {
        let variant = named(name).ok_or("tests/variants does not have it")?;
        let base = variant.base.as_deref().and_then(named);
        let turn = cli.record.with_extension("turn");
        let measured = measure(&device, &cli.arch, variant, base, &turn)?;
        append(&cli.record, &format!("{measured}\n")).map_err(|error| error.to_string())?;
        match measured.wrong.is_empty() {
            true => Ok(()),
            false => Err(measured.wrong.join("; ")),
        }
    })
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    std::fs::OpenOptions::new().append(true).create(true).open(path)?.write_all(line.as_bytes())
}
