//! Kernels that were lowered from C++ go through bytecode unchanged, by way of the driver.

use std::path::Path;
use std::sync::Arc;

use ir::bytecode::{self, Version};
use lang::base::SourceLoader;
use tilec::{Compiled, Stage};
use tilec_tests::compile::{compile_file, rendered, session, with_stack};

/// One file of bytecode.
struct Bytecode(Vec<u8>);

impl SourceLoader for Bytecode {
    fn load(&self, _: &str) -> Option<Arc<str>> {
        None
    }

    fn load_bytes(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }
}

fn compile_bytecode(bytes: Vec<u8>) -> Compiled {
    let mut session = session("sm_90a");
    session.passes = tilec::Passes::Minimal;
    with_stack(|| tilec::compile(&session, &Bytecode(bytes), "kernel.tilebc", Stage::Lower))
}

/// The text of a module but for the names that bytecode does not hold.
fn anonymous(module: &ir::Module) -> String {
    let mut module = module.clone();
    module.name.clear();
    for param in module.entries.values_mut().flat_map(|entry| &mut entry.params) {
        param.name.clear();
        param.restrict = false;
    }
    ir::print::module(&module)
}

#[track_caller]
fn module(compiled: &Compiled) -> &ir::Module {
    compiled.module.as_ref().unwrap_or_else(|| panic!("{}", rendered(compiled)))
}

#[test]
fn the_examples_survive() {
    let mut count = 0;
    for path in tilec_tests::files("examples", "cu") {
        let compiled = compile_file(Path::new(&path), "sm_90a", Stage::Lower);
        let lowered = module(&compiled);
        let bytes = bytecode::write(lowered, Version::LATEST).expect("13.3 has all ops");
        let read = compile_bytecode(bytes);
        assert_eq!(anonymous(module(&read)), anonymous(lowered), "{}", path.display());
        let symbols: Vec<&String> = lowered.entries.values().map(|entry| &entry.name).collect();
        let kernels: Vec<&String> = read.kernels.iter().map(|kernel| &kernel.symbol).collect();
        assert_eq!(kernels, symbols);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn a_broken_file_is_named_with_the_byte() {
    let compiled = compile_bytecode(b"\x7FTileIR\0\x0D\x09\0\0".to_vec());
    let text = rendered(&compiled);
    assert!(text.contains("error[E0641]: version 13.9 is not known at byte 0x8"), "{text}");
    assert!(text.contains("kernel.tilebc"), "{text}");
}
