//! The tile IR of an object, with the places of its instructions in the source.
//!
//! In: a compiled module. Out: its text, which is also read as tile IR without the rest, behind it comments:
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

/// The text of a module.
pub fn text(module: &ir::Module, compiled: &Compiled) -> String {
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
