//! One list of the tests that are skipped because something is missing on this machine.
//!
//! The harness hides what a test that passes prints, so each skip is a line of the file that `TILEC_SKIPS` names: the place and the
//! reason. `tests/run` names the file, prints the list at its end, and with `--ci` fails on a reason that `tests/skips` does not have.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Notes that a test, or a part of one, is left out.
#[track_caller]
pub fn skip(reason: &str) {
    let place = std::panic::Location::caller();
    let line = format!("{}:{}: {reason}\n", place.file(), place.line());
    eprint!("skipped: {line}");
    let Some(path) = std::env::var_os("TILEC_SKIPS") else { return };
    // One write of a line is not mixed with those of other processes.
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("TILEC_SKIPS names a file");
}
