//! Text and bytecode give back the module that they were made of.
//!
//! In: a verified module. It must be printed, read and printed as the same text, and written, read
//! and printed as the same text but for what bytecode does not hold: names of values, whether equal
//! elements are listed, and extensions of the dialect, which it has as the published dialect says
//! them.

use backend_ptx::schedule;
use backend_ptx::target::Target;
use ir::bytecode::{self, Version};
use ir::ops::EXTENSION;
use ir::{Module, Overflow, parse, print, verify};
use lang::base::{Pos, Span};

/// The text of a module's schedules.
///
/// # Panics
/// What is read of it has another text.
pub fn schedules(module: &Module, arch: &str) -> String {
    let target = Target::named(arch).expect("a known target");
    let options = backend_ptx::Options::default();
    let scheduled = backend_ptx::schedule(module, target, &options, None);
    let text = schedule::print::text(&scheduled, &target);
    let (read, found) = schedule::parse::parse(&text, Pos(1), &target);
    let read = read.unwrap_or_else(|| panic!("{found:?}\n{text}"));
    assert_eq!(schedule::print::text(&read, &target), text);
    text
}

/// Text and bytecode.
///
/// # Errors
/// What came back is something else; the text tells.
pub fn check(module: &Module) -> Result<(), String> {
    check_text(module)?;
    let bytes = bytecode::write(module, Version::LATEST)
        .map_err(|found| failure(module, "bytecode is not written", &messages(&found)))?;
    check_bytecode(module, &bytes)
}

/// Text, and bytecode if the format has a place for all of the module, which is said. It has none for
/// objects as parameters and for addresses in globals.
///
/// # Errors
/// What came back is something else; the text tells.
pub fn check_what_fits(module: &Module) -> Result<bool, String> {
    check_text(module)?;
    let Ok(bytes) = bytecode::write(module, Version::LATEST) else { return Ok(false) };
    check_bytecode(module, &bytes).map(|()| true)
}

fn failure(module: &Module, what: &str, more: &dyn std::fmt::Display) -> String {
    format!("{what}: {more}\n{}", print::module(module))
}

/// # Errors
/// What came back is something else; the text tells.
pub fn check_text(module: &Module) -> Result<(), String> {
    let text = print::module(module);
    let fail = |what: &str, more: &dyn std::fmt::Display| failure(module, what, more);
    let (read, found) = parse::module(&text, Pos(1));
    let read = read.ok_or_else(|| fail("text is not read", &messages(&found)))?;
    let again = print::module(&read);
    if again != text {
        return Err(fail("text reads back as", &difference(&text, &again)));
    }
    let found = verify::module(&read);
    if !found.is_empty() {
        return Err(fail("what is read is refused", &messages(&found)));
    }
    Ok(())
}

/// `bytes` is what the module was written as.
///
/// # Errors
/// What came back is something else; the text tells.
pub fn check_bytecode(module: &Module, bytes: &[u8]) -> Result<(), String> {
    let fail = |what: &str, more: &dyn std::fmt::Display| failure(module, what, more);
    let (read, found) = bytecode::read(bytes, Span::NONE);
    let read = read.ok_or_else(|| fail("bytecode is not read", &messages(&found)))?;
    let found = verify::module(&read);
    if !found.is_empty() {
        return Err(fail("what bytecode reads as is refused", &messages(&found)));
    }
    if bytecode::write(&read, Version::LATEST).ok().as_deref() != Some(bytes) {
        return Err(fail("bytecode is written differently", &anonymous(&read)));
    }
    let (wrote, got) = (anonymous(module), anonymous(&read));
    if !has_extensions(module) && wrote != got {
        return Err(fail("bytecode reads back as", &difference(&wrote, &got)));
    }
    Ok(())
}

/// The first line that differs, in both.
fn difference(a: &str, b: &str) -> String {
    let lines = a.lines().zip(b.lines()).find(|(a, b)| a != b);
    lines.map_or_else(|| "another number of lines".to_owned(), |(a, b)| format!("{a}\n  as {b}"))
}

fn messages(found: &lang::base::Diagnostics) -> String {
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    messages.join("; ")
}

/// The text without what bytecode does not hold.
fn anonymous(module: &Module) -> String {
    let mut module = module.clone();
    module.name.clear();
    for param in module.entries.values_mut().flat_map(|entry| &mut entry.params) {
        param.name.clear();
        param.restrict = false;
    }
    // A list of equal elements is one of them.
    for global in module.globals.values_mut() {
        global.value = global.value.clone().canonical();
    }
    for function in module.entries.values_mut() {
        for inst in function.insts_in_order() {
            if let ir::InstData::Constant { value } = function.data_mut(inst) {
                *value = value.clone().canonical();
            }
        }
    }
    print::module(&module)
}

fn has_extensions(module: &Module) -> bool {
    module.entries.values().any(|function| {
        function.insts_in_order().into_iter().any(|inst| match function.data(inst) {
            ir::InstData::AtomicRmwTko { overflow, .. } => *overflow != Overflow::None,
            data => data.info().since() == EXTENSION,
        })
    })
}
