//! Structure-aware fuzzing: an input is a verified module, which is mutated as a module.

use ir::{Module, bytecode, parse, verify};
use lang::base::{Pos, Span};
use tilec_tests::arbitrary::{edit, endure};

/// The verified module of a text.
pub fn from_text(data: &[u8]) -> Option<Module> {
    let (module, _) = parse::module(std::str::from_utf8(data).ok()?, Pos(1));
    module.filter(|module| !verify::module(module).has_errors())
}

/// The verified module of bytecode.
pub fn from_bytecode(data: &[u8]) -> Option<Module> {
    let (module, _) = bytecode::read(data, Span::NONE);
    module.filter(|module| !verify::module(module).has_errors())
}

/// Edits the module of an input; now and then, and where there is none, its bytes.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    read: impl Fn(&[u8]) -> Option<Module>,
    write: impl Fn(&Module) -> Option<Vec<u8>>,
) -> usize {
    let module = data.get(..size).filter(|_| seed % 16 != 0).and_then(read);
    let Some(mut module) = module else {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    };
    edit::edit(&mut module, seed.into());
    match write(&module) {
        Some(bytes) if bytes.len() <= max_size.min(data.len()) => {
            data[..bytes.len()].copy_from_slice(&bytes);
            bytes.len()
        }
        _ => size,
    }
}

/// # Panics
/// Something does not get over the module.
pub fn endures(module: &Module, data: &[u8]) {
    // The target follows from the input, so that a file fails again.
    let seed = data.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    if let Err(what) = endure::endure(module, seed) {
        panic!("{what}");
    }
}
