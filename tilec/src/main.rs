//! Entry point: exit codes only.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilec::main(std::env::args_os())
}
