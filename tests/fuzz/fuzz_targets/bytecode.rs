//! Edits of verified modules as bytecode, through everything that takes a module.
#![no_main]

use ir::bytecode::{self, Version};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tilec_fuzz::edited::{endures, from_bytecode, mutate};
use tilec_fuzz::within_limits;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed, from_bytecode, |module| {
        bytecode::write(module, Version::LATEST).ok()
    })
});

fuzz_target!(|data: &[u8]| {
    within_limits(data, || {
        if let Some(module) = from_bytecode(data) {
            endures(&module, data);
        }
    });
});
