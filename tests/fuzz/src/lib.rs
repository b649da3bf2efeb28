//! The shared parts of the fuzz targets: the source of an input, the limits, and mutations of
//! tokens.

use std::sync::Arc;

use lang::base::{Diagnostic, SourceLoader, SourceMap};
use tilec_tests::mutation::{edit, shown_defect};

pub mod edited;
pub mod ir_module;

/// The name of every fuzzed source.
pub const PATH: &str = "kernel.cu";

/// Processor seconds that one input may take: other work on the machine must not count.
const MAX_SECONDS: f64 = 2.0;
/// Ticks a second of the times in `/proc`: it is 100 on every Linux.
const TICKS: f64 = 100.0;

/// A source and nothing else but the embedded headers.
pub struct Source(Arc<str>);

impl Source {
    /// Reads bytes as the driver reads a file that is not UTF-8.
    pub fn new(data: &[u8]) -> Source {
        Source(String::from_utf8_lossy(data).into())
    }

    pub fn text(&self) -> &str {
        &self.0
    }
}

impl SourceLoader for Source {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        (path == PATH).then(|| self.0.clone())
    }
}

/// Where the input under way is kept: a stack that overflows ends the process before libFuzzer
/// can save what did it.
const KEEP: &str = "TILEC_FUZZ_INPUT";

/// Runs a target with the stack that the driver has and within its time.
///
/// # Panics
/// It takes too long.
pub fn within_limits(input: &[u8], work: impl FnOnce() + Send) {
    if let Some(path) = std::env::var_os(KEEP) {
        std::fs::write(path, input).expect("the input can be kept");
    }
    tilec_tests::compile::with_stack(|| {
        work();
        // The thread is new, so this is the work's.
        let seconds = thread_seconds();
        assert!(seconds < MAX_SECONDS, "the input takes {seconds} s");
    });
}

/// The processor time of this thread: fields 12 and 13 behind the name of the program.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Shows diagnostics as people would see them: their spans must be in bounds.
///
/// # Panics
/// The compiler reports a defect of its own.
pub fn show<'a>(map: &SourceMap, found: impl IntoIterator<Item = &'a Diagnostic>) {
    if let Some(defect) = shown_defect(map, found) {
        panic!("{defect}");
    }
}

/// Mutates tokens as the mutation test does, in place of libFuzzer's bytes.
pub fn mutate_tokens(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let Some(text) = data.get(..size).and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return size;
    };
    let mutated = edit::mutate(text, &mut edit::Random::new(seed.into()));
    let kept = mutated.len().min(max_size).min(data.len());
    data[..kept].copy_from_slice(&mutated.as_bytes()[..kept]);
    kept
}

/// A target's mutator: every other time tokens, else bytes.
#[macro_export]
macro_rules! mutate_tokens_too {
    () => {
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            if seed % 2 == 0 {
                libfuzzer_sys::fuzzer_mutate(data, size, max_size)
            } else {
                $crate::mutate_tokens(data, size, max_size, seed)
            }
        });
    };
}
