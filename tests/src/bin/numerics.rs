//! Measures errors of the library's arithmetic and mathematics: see `tilec_tests::numerics`.
//!
//! ```text
//! numerics [--device cpu|emulator|cuda] [--inputs LOG2] [--only TEXT] [--record FILE] [--title TEXT]
//! ```

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use tilec_tests::numerics::bounds::Bound;
use tilec_tests::numerics::device::Device;
use tilec_tests::numerics::measure::{Outcome, measure};
use tilec_tests::numerics::record::Record;
use tilec_tests::numerics::subject::Subject;
use tilec_tests::numerics::{Effort, programs};

/// Measures errors of the library's arithmetic and mathematics in units in the last place.
#[derive(Parser)]
struct Cli {
    /// `cpu`, `emulator` or `cuda`.
    #[arg(long, default_value = "cuda")]
    device: String,
    /// Random inputs of an f32 function, as a power of two; other formats get fewer.
    #[arg(long, default_value_t = 26)]
    inputs: u32,
    /// Some of the boundaries only.
    #[arg(long)]
    thin: bool,
    /// Subjects whose name has this text.
    #[arg(long, default_value = "")]
    only: String,
    /// Where the numbers go.
    #[arg(long)]
    record: Option<std::path::PathBuf>,
    /// The machine, for the reader of the numbers.
    #[arg(long, default_value = "")]
    title: String,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(count) => {
            eprintln!("{count} subjects out of bounds");
            ExitCode::FAILURE
        }
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

/// How many subjects are out of bounds.
fn run(cli: &Cli) -> Result<usize, String> {
    let device = Device::named(&cli.device)?;
    let effort = if cli.thin { Effort::thinned(cli.inputs) } else { Effort::full(cli.inputs) };
    let subjects: Vec<Subject> = Subject::all()
        .into_iter()
        .filter(|subject| subject.to_string().contains(&cli.only))
        .collect();
    let mut record = Record { title: cli.title.clone(), rows: Vec::new() };
    let mut failures = 0;
    println!(
        "{:32} {:>9} {:>5} {:>9} {:>5}  {:>6}",
        "subject", "inputs", "steps", "ulps", "wrong", "s"
    );
    for program in programs(&subjects) {
        let kernels = device.load(&program)?;
        for (index, subject) in program.iter().enumerate() {
            let start = Instant::now();
            let outcome = measure(&kernels, index, subject, &effort.sample(subject))?;
            let bound = Bound::of(subject);
            let holds = bound.holds(&outcome);
            failures += usize::from(!holds);
            show(subject, &outcome, start.elapsed().as_secs_f64());
            if !holds {
                println!(
                    "    OUT OF BOUNDS {bound:?}, worst {:x?}, wrong {:x?}",
                    outcome.worst, outcome.first_wrong
                );
            }
            record.rows.push((*subject, outcome));
        }
        // After each program, so that a run that is cut short leaves what it measured.
        if let Some(path) = &cli.record {
            std::fs::write(path, record.text())
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(failures)
}

fn show(subject: &Subject, outcome: &Outcome, seconds: f64) {
    let Outcome { count, steps, ulps, wrong, .. } = outcome;
    println!("{:32} {count:9} {steps:5} {ulps:9.4} {wrong:5}  {seconds:6.2}", subject.to_string());
}
