//! The language server as editors use it: the real program, over its standard input and output.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

mod client;
mod clients;
mod diagnostics;
mod features;
mod latency;
mod launches;
mod names;
mod protocol;
#[path = "../../../tests/src/skip.rs"]
mod skip;
mod supervisor;
mod typing;
mod workspace;
mod writing;
