//! The properties of a module that a reader made of any bytes.

use ir::bytecode::{self, Version};
use ir::{Module, pass, verify};
use lang::base::SourceMap;
use tilec_tests::round_trip;

use crate::show;

/// The verifier says what is wrong with the module, or it goes through text, bytecode and passes.
///
/// # Panics
/// It comes back as another one, or a pass breaks it.
pub fn survives(map: &SourceMap, module: Option<Module>) {
    let Some(mut module) = module else { return };
    let found = verify::module(&module);
    show(map, found.iter());
    if found.has_errors() {
        return;
    }
    // Text holds every module; what bytecode does not hold, its writer says.
    let mut back = round_trip::check_text(&module);
    if let Ok(bytes) = bytecode::write(&module, Version::LATEST) {
        back = back.and_then(|()| round_trip::check_bytecode(&module, &bytes));
    }
    if let Err(what) = back {
        panic!("{what}");
    }
    // Debug assertions are on: the verifier looks at what each pass made.
    pass::run(&mut module, &pass::Options { level: pass::OptLevel::Full, fmad: true });
}
