//! Runs conformance cases on a GPU, all in one process: see `tilec_tests::launches`.
//!
//! ```text
//! cases FOLDER... [--except NAME]
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use runtime::Device;
use tilec_tests::launches::{Launched, try_case};

/// Runs conformance cases on a GPU and in the interpreter.
#[derive(Parser)]
struct Cli {
    /// Folders of cases, or cases.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Names of cases that are left out.
    #[arg(long)]
    except: Vec<String>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // The driver keeps its context as long as the device is in use.
    let device = Device::cuda(0);
    if let Err(error) = &device {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    let mut files = Vec::new();
    for path in &cli.paths {
        collect(path, &mut files);
    }
    files.sort();
    let (mut n_agree, mut n_fail) = (0, 0);
    let is_left_out = |path: &PathBuf| {
        path.file_stem().is_some_and(|name| cli.except.iter().any(|except| name == except.as_str()))
    };
    for path in files.iter().filter(|path| !is_left_out(path)) {
        match try_case(path) {
            Launched::Skipped => {}
            Launched::Agrees => n_agree += 1,
            Launched::NoDevice => {
                eprintln!("the GPU is gone");
                return ExitCode::from(2);
            }
            Launched::Fails(why) => {
                n_fail += 1;
                println!("FAILED {}: {}", path.display(), why.join("\n    "));
            }
        }
    }
    println!("{n_agree} cases agree, {n_fail} do not");
    if n_fail == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The `.cu` files at or below a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|extension| extension == "cu") {
        files.push(path.to_owned());
    }
}
