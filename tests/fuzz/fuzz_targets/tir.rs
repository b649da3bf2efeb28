//! Edits of verified modules in their text form, through everything that takes a module.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tilec_fuzz::edited::{endures, from_text, mutate};
use tilec_fuzz::{Source, within_limits};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed, from_text, |module| {
        Some(ir::print::module(module).into_bytes())
    })
});

fuzz_target!(|data: &[u8]| {
    let source = Source::new(data);
    within_limits(source.text().as_bytes(), || {
        if let Some(module) = from_text(source.text().as_bytes()) {
            endures(&module, data);
        }
    });
});
