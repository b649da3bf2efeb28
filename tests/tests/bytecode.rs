//! Kernels that were lowered from C++ go through bytecode unchanged, by way of the driver.

use std::path::Path;
use std::sync::Arc;

use ir::bytecode::{self, Version};
use lang::base::SourceLoader;
use tilec::{Compiled, Stage};
use tilec_tests::compile::{compile_file, rendered, session, with_stack};

/// One file of bytecode, and the source that it names.
struct Bytecode {
    bytes: Vec<u8>,
    source: Option<(&'static str, &'static str)>,
}

impl SourceLoader for Bytecode {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.source.filter(|(name, _)| *name == path).map(|(_, text)| text.into())
    }

    fn load_bytes(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.bytes.clone())
    }
}

fn compile_bytecode(bytes: Vec<u8>) -> Compiled {
    compile_with(Bytecode { bytes, source: None })
}

fn compile_with(files: Bytecode) -> Compiled {
    let mut session = session("sm_90a");
    session.passes = tilec::Passes::Minimal;
    with_stack(|| tilec::compile(&session, &files, "kernel.tilebc", Stage::Lower))
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
    for path in tilec_tests::example_kernels() {
        let compiled = compile_file(Path::new(&path), "sm_90a", Stage::Lower);
        let lowered = module(&compiled);
        let bytes =
            bytecode::write(lowered, Version::LATEST).expect("the latest version has all ops");
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

/// What is wrong with a kernel is shown in the source that its bytecode names, if that is there.
#[test]
fn places_are_shown_in_the_source() {
    const SOURCE: &str = "cuda_tile.module @m {\n  entry @k(%n: tile<i32>) {\n    return\n  }\n}\n";
    let mut module = {
        let (module, found) = ir::parse::module(SOURCE, lang::base::Pos(1));
        module.unwrap_or_else(|| panic!("{found:#?}"))
    };
    // Without a terminator the verifier refuses it.
    let entry = &mut module.entries.values_mut().next().expect("an entry");
    let data = ir::InstData::Return { operands: Default::default() };
    let block = entry.entry_block;
    entry.append_inst(block, data, &[], entry.span);
    let place = |_| Some(bytecode::Place { file: "dir/kernel.cu".into(), line: 3, column: 5 });
    let bytes =
        bytecode::write_placed(&module, Version::LATEST, &place).expect("it can be written");
    for (source, shown) in [
        (Some(("dir/kernel.cu", SOURCE)), "dir/kernel.cu:3:5"),
        (Some(("dir/kernel.cu", "one line")), "kernel.tilebc"),
        (None, "kernel.tilebc"),
    ] {
        let compiled = compile_with(Bytecode { bytes: bytes.clone(), source });
        let text = rendered(&compiled);
        assert!(text.contains("error[E0606]") && text.contains(shown), "{text}");
    }
}
