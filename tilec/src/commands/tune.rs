//! `tilec tune FILE --kernel NAME --param NAME=VALUES...`

use std::time::Duration;

use serde_json::json;

use super::Exit;
use crate::argument;
use crate::cli::{TuneArgs, TuneFormat};
use crate::driver::{Stage, compile};
use crate::failure::Failure;
use crate::output::{check, say, write};
use crate::progress::Progress;
use crate::session::{FileLoader, Session};
use crate::tune::{Candidate, Fate, Known, Outcome, Parameter, Tune};

/// Tries the candidates and writes what came of them.
pub fn tune(args: &TuneArgs) -> Result<Exit, Failure> {
    refuse_inputs(args)?;
    let parameters = args.params.iter().map(|text| Parameter::parse(text));
    let tune = Tune {
        compile: args.compile.clone(),
        parameters: parameters.collect::<Result<Vec<_>, _>>()?,
        conditions: args.conditions.clone(),
        grid: args.grid.clone(),
        arguments: args.args.clone(),
        device: args.device,
        rounds: args.rounds,
        rest: args.rest.map(Duration::from_millis),
        tolerance: args.tolerance,
        compare_with_cpu: args.compare_with_cpu,
        progress: Progress::of_terminal(),
        known: if args.fresh { Known::Replace } else { Known::Take },
        ..Tune::new(&args.file, args.kernel.as_deref().unwrap_or_default())
    };
    let outcome = tune.run()?;
    let text = match args.format {
        TuneFormat::Table => table(&outcome),
        TuneFormat::Json => json(args, &outcome),
        TuneFormat::Name => outcome.best().map_or(String::new(), |best| best.kernel.clone() + "\n"),
    };
    write(&args.output, text.as_bytes())?;
    match outcome.best() {
        Some(_) => Ok(Exit::Success),
        None => {
            let why = why_not(args, &outcome);
            let kernel = args.kernel.as_deref().unwrap_or(&args.file);
            say(&format!("tilec: no candidate of `{kernel}` ran{why}\n"));
            Ok(Exit::Errors)
        }
    }
}

/// Refuses to write over the source, what it includes and files of arguments, before the candidates take their time.
fn refuse_inputs(args: &TuneArgs) -> Result<(), Failure> {
    let files = args.args.iter().filter_map(|spec| argument::input_file(spec));
    let inputs: Vec<&str> = std::iter::once(args.file.as_str()).chain(files).collect();
    check([args.output.as_str()], inputs)?;
    if args.output == "-" {
        return Ok(());
    }
    let session = Session::for_file(&args.compile, &args.file, &[])?;
    let compiled = compile(&session, &FileLoader, &args.file, Stage::Preprocess);
    check([args.output.as_str()], compiled.dependencies.iter().map(|file| &*file.path))?;
    Ok(())
}

/// One line a candidate, in their order: the median of a launch and how many times that is of the best.
fn table(outcome: &Outcome) -> String {
    let of_best = outcome.best().map_or(f64::NAN, |best| median(&best.fate).unwrap_or(f64::NAN));
    let width = outcome.candidates.iter().map(|found| found.kernel.len()).max().unwrap_or(0);
    let mut text =
        format!("{}{}\n", outcome.device, if outcome.is_cached { ", known" } else { "" });
    for candidate in &outcome.candidates {
        let [x, y, z] = candidate.grid;
        let head = format!("{:width$}  {:>14}", candidate.kernel, format!("{x},{y},{z}"));
        let tail = match &candidate.fate {
            Fate::Measured { median, .. } => {
                let is_best = outcome.best().is_some_and(|best| best.kernel == candidate.kernel);
                let mark = if is_best { "  best" } else { "" };
                format!("{:>12}  {:5.2}{mark}", time(*median), median / of_best)
            }
            Fate::Hopeless { median, .. } => {
                format!("{:>12}  {:5.2}  dropped", time(*median), median / of_best)
            }
            Fate::Refused { message } => format!("does not compile: {message}"),
            Fate::Failed { message } => format!("does not run: {message}"),
            Fate::Differs { message } => format!("computes something else: {message}"),
        };
        text.push_str(&format!("{head}  {tail}\n"));
    }
    text
}

fn median(fate: &Fate) -> Option<f64> {
    match fate {
        Fate::Measured { median, .. } | Fate::Hopeless { median, .. } => Some(*median),
        Fate::Refused { .. } | Fate::Failed { .. } | Fate::Differs { .. } => None,
    }
}

/// What became of the first candidate, where a table does not say so.
fn why_not(args: &TuneArgs, outcome: &Outcome) -> String {
    let first = outcome.candidates.first();
    first.map_or(String::new(), |Candidate { kernel, fate, .. }| match fate {
        Fate::Refused { message } => format!(
            "; `{kernel}`: {message}\n  help: `tilec build {} --kernel '{kernel}'` shows where",
            args.file
        ),
        Fate::Failed { message } | Fate::Differs { message } => format!("; `{kernel}`: {message}"),
        Fate::Measured { .. } | Fate::Hopeless { .. } => String::new(),
    })
}

/// Microseconds with three or four digits that mean something.
fn time(microseconds: f64) -> String {
    match microseconds {
        t if t < 1e3 => format!("{t:.2} us"),
        t if t < 1e6 => format!("{:.3} ms", t / 1e3),
        t => format!("{:.3} s", t / 1e6),
    }
}

fn json(args: &TuneArgs, outcome: &Outcome) -> String {
    let value = json!({
        "version": 1,
        "file": args.file,
        "kernel": args.kernel.as_deref().unwrap_or_default(),
        "device": outcome.device,
        "is_cached": outcome.is_cached,
        "best": outcome.best(),
        "candidates": outcome.candidates,
    });
    let text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text + "\n"
}
