//! A module to a file: sections, globals and the heads of functions.

use lang::base::{Diagnostic, Diagnostics, Span};

use super::debug::{DebugWriter, Place};
use super::encoder::Encoder;
use super::tables::Numbering;
use super::types::TypeEncoder;
use super::{
    MAGIC, MAJOR, PREVIEW, Section, TAGGED_FUNCTIONS, Version, body_writer, function_flags, tagged,
};
use crate::codes;
use crate::entities::Global;
use crate::module::{Function, Module};

/// The sections that the others fill.
pub(super) struct Sections<'a> {
    pub module: &'a Module,
    pub version: Version,
    pub strings: Numbering<String>,
    pub types: TypeEncoder<'a>,
    pub constants: Numbering<Vec<u8>>,
    pub debug: DebugWriter<'a>,
    /// What the version cannot say.
    pub diagnostics: Diagnostics,
}

impl Sections<'_> {
    /// The string that names a global.
    pub(super) fn global_name(&mut self, global: Global) -> usize {
        let name = self.module.globals.get(global).map_or("", |data| data.name.as_str());
        self.strings.string(name)
    }

    /// Reports something that version 13.`since` added.
    pub(super) fn need(&mut self, since: u32, span: Span, what: &str) {
        let message = format!(
            "{what} needs bytecode version {MAJOR}.{since}, but {} is to be written",
            self.version
        );
        self.diagnostics.push(Diagnostic::new(codes::BYTECODE_TOO_OLD, span, message));
    }
}

/// Reports initial values that are addresses: the format knows numbers only.
fn refuse_relocations(sections: &mut Sections<'_>) {
    let Some(first) = sections.module.relocations.first() else { return };
    let global = &sections.module.globals[first.global];
    let message =
        format!("bytecode has no initial value like that of `{}`, an address", global.name);
    let help = "set the pointer in a kernel, or pass it as a parameter";
    let diagnostic = Diagnostic::new(codes::BYTECODE_UNWRITABLE, global.span, message);
    sections.diagnostics.push(diagnostic.help(help));
}

/// The bytes of a module, which must have been verified.
///
/// # Errors
/// Something in the module that `version` does not have. Data that only describes the module (its
/// producer, which globals are private or constant) is left out
/// of versions without it.
pub fn write(module: &Module, version: Version) -> Result<Vec<u8>, Diagnostics> {
    write_placed(module, version, &|_| None)
}

/// The bytes of a module with the places in the source that `place_of` knows.
///
/// # Errors
/// As of [`write`].
pub fn write_placed(
    module: &Module,
    version: Version,
    place_of: &dyn Fn(Span) -> Option<Place>,
) -> Result<Vec<u8>, Diagnostics> {
    let mut sections = Sections {
        module,
        version,
        strings: Numbering::new(),
        types: TypeEncoder::new(&module.types, version),
        constants: Numbering::new(),
        debug: DebugWriter::new(version, place_of),
        diagnostics: Diagnostics::new(),
    };
    let globals = write_globals(&mut sections);
    let functions = write_functions(&mut sections);
    let producer = module.producer.as_ref().filter(|_| version.has(3)).map(|producer| {
        let mut out = Encoder::new();
        out.count(sections.strings.string(producer));
        out
    });
    if sections.diagnostics.has_errors() {
        return Err(sections.diagnostics);
    }
    let constants = (!sections.constants.is_empty()).then(|| sections.constants.section(8));
    let parts = [
        (Section::Global, (!module.globals.is_empty()).then_some(globals)),
        (Section::Func, Some(functions)),
        (Section::Constant, constants),
        (Section::Debug, sections.debug.section()),
        (Section::Type, Some(sections.types.section())),
        (Section::Producer, producer),
        (Section::String, Some(sections.strings.section(4))),
    ];
    let mut file = Encoder::new();
    file.raw(&MAGIC);
    let [tag, zero] = if module.first_preview_op().is_some() { PREVIEW } else { 0 }.to_le_bytes();
    file.raw(&[MAJOR, version as u8, tag, zero]);
    for (section, payload) in parts {
        if let Some(payload) = payload {
            write_section(section, &payload, &mut file);
        }
    }
    file.byte(0);
    Ok(file.bytes)
}

fn write_section(section: Section, payload: &Encoder, file: &mut Encoder) {
    let alignment = section.alignment();
    let is_aligned = alignment > 1;
    file.byte(section.id() | u8::from(is_aligned) << 7);
    file.count(payload.bytes.len());
    if is_aligned {
        file.count(alignment);
        file.align(alignment);
    }
    file.raw(&payload.bytes);
}

fn write_globals(sections: &mut Sections<'_>) -> Encoder {
    refuse_relocations(sections);
    let mut out = Encoder::new();
    let module = sections.module;
    out.count(module.globals.len());
    for global in module.globals.values() {
        out.count(sections.strings.string(&global.name));
        out.count(sections.types.value_type(global.ty));
        out.count(sections.constants.constant(&global.value));
        out.varint(global.alignment);
        if sections.version.has(3) {
            out.varint(global.visibility.number());
            out.varint(u64::from(global.constant));
        }
        report_missing_type(sections, global.span);
    }
    out
}

fn write_functions(sections: &mut Sections<'_>) -> Encoder {
    let mut out = Encoder::new();
    let module = sections.module;
    out.count(module.entries.len());
    for function in module.entries.values() {
        write_function(function, sections, &mut out);
    }
    out.align(Section::Func.alignment());
    out
}

fn write_function(function: &Function, sections: &mut Sections<'_>, out: &mut Encoder) {
    if let Some(record) = function.records.first() {
        let name = &record.name;
        let message = format!("bytecode has no parameter like `{name}`, which is passed as bytes");
        let help = "pass the members one by one: a launch would have to pass them so anyway";
        let diagnostic = Diagnostic::new(codes::BYTECODE_UNWRITABLE, record.span, message);
        sections.diagnostics.push(diagnostic.help(help));
    }
    out.count(sections.strings.string(&function.name));
    out.count(sections.types.signature(function));
    let is_tagged = sections.version.has(TAGGED_FUNCTIONS);
    let has_hints = !function.hints.is_empty();
    let flagged = if has_hints && !is_tagged { function_flags::HINTS } else { 0 };
    out.byte(function_flags::KERNEL | flagged);
    let Sections { debug, strings, .. } = sections;
    out.varint(debug.function(&function.name, function.span, strings));
    if has_hints || is_tagged {
        tagged::write_tagged_hints(&function.hints, sections, out);
    }
    if is_tagged {
        tagged::write_empty_array(out);
    }
    report_missing_type(sections, function.span);
    let body = body_writer::write(function, sections);
    out.count(body.bytes.len());
    out.raw(&body.bytes);
}

/// Reports a type that the version lacks, once, at the first thing that has it.
pub(super) fn report_missing_type(sections: &mut Sections<'_>, span: Span) {
    if let Some((since, ty)) = sections.types.missing.take() {
        sections.need(since, span, &format!("type {ty}"));
    }
}
