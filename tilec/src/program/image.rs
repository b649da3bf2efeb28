//! The tile IR of an object, with the places of its instructions in the source.
//!
//! In: the module of a source, and the same without rewrites, which has each operation where the source has it and what the
//! sanitizer is told of objects. Out: their texts, each with comments behind it:
//!
//! ```text
//! // places
//! // file x.cu
//! // FILE LINE COLUMN        for each instruction in the order of the text; FILE counts the lines above from 0
//! // -                       one that has no place
//! ```

use std::fmt::Write as _;

use crate::driver::Compiled;
use crate::places::place;

/// The line between the two texts.
const AS_WRITTEN: &str = "// as written\n";

/// The texts of a source.
pub fn texts(compiled: &Compiled, as_written: &Compiled) -> String {
    let of = |compiled: &Compiled| compiled.module.as_ref().map(|module| text(module, compiled));
    let (first, second) = (of(compiled).unwrap_or_default(), of(as_written).unwrap_or_default());
    first + AS_WRITTEN + &second
}

/// The text of a module.
fn text(module: &ir::Module, compiled: &Compiled) -> String {
    let mut text = ir::print::module(module);
    let mut files: Vec<String> = Vec::new();
    let mut lines = String::new();
    for function in module.entries.values() {
        for inst in function.insts_in_order() {
            let Some(at) = place(&compiled.map, function.span(inst)) else {
                lines.push_str("// -\n");
                continue;
            };
            let file = files.iter().position(|file| *file == at.file).unwrap_or(files.len());
            if file == files.len() {
                files.push(at.file);
            }
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "// {file} {} {}", at.line, at.column);
        }
    }
    text.push_str("// places\n");
    for file in files {
        let _ = writeln!(text, "// file {}", file.replace(['\n', '\r'], " "));
    }
    text + &lines
}
