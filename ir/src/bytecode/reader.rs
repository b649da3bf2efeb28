//! A file to a module: header, sections, globals and the heads of functions.

use cranelift_entity::PrimaryMap;
use lang::base::Span;
use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Malformed, Result};
use super::debug::{DebugTable, Place, Spans};
use super::tables::{ConstantTable, StringTable};
use super::types::TypeTable;
use super::{
    MAGIC, MODULE_NAME, PREVIEW, Section, TAGGED_FUNCTIONS, TAGGED_HEADER, Version, body_reader,
    function_flags, tagged,
};
use crate::attrs::Visibility;
use crate::codes;
use crate::entities::Global;
use crate::module::{Function, GlobalData, Module, Param};

/// What indices in the file refer to.
pub(super) struct Tables<'a> {
    pub version: Version,
    /// Whether the header says that there is content of a preview.
    pub has_preview: bool,
    pub strings: StringTable<'a>,
    pub types: TypeTable<'a>,
    pub constants: ConstantTable<'a>,
    pub globals: FxHashMap<String, Global>,
    pub debug: DebugTable<'a>,
    pub spans: Spans<'a>,
}

impl Tables<'_> {
    /// The span of a location, if something is known of it.
    pub(super) fn span(&mut self, location: usize) -> Result<Option<Span>> {
        self.spans.get(&self.debug, &mut self.strings, location)
    }
}

/// Functions may have this many parameters altogether: many can share one long signature.
const MAX_PARAMS: usize = 1 << 20;

pub(super) fn read<'a>(
    bytes: &'a [u8],
    span: Span,
    span_of: &'a mut dyn FnMut(&Place) -> Option<Span>,
) -> Result<Module> {
    let mut at = Cursor::new(bytes);
    let (version, has_preview) = read_header(&mut at)?;
    let sections = read_sections(&mut at)?;
    let section = |section: Section| sections[section as usize];
    let mut tables = Tables {
        version,
        has_preview,
        strings: StringTable::new(section(Section::String))?,
        types: TypeTable::new(section(Section::Type), version)?,
        constants: ConstantTable::new(section(Section::Constant))?,
        globals: FxHashMap::default(),
        debug: DebugTable::new(section(Section::Debug))?,
        spans: Spans { span_of, known: FxHashMap::default() },
    };
    let mut module = Module::new(MODULE_NAME);
    module.has_preview = has_preview;
    if let Some(mut at) = section(Section::Producer) {
        module.producer = Some(tables.strings.string(&mut at)?.into_owned());
    }
    if let Some(at) = section(Section::Global) {
        module.globals = read_globals(at, &mut tables, span)?;
    }
    if let Some(mut at) = section(Section::Func) {
        let count = at.count(5)?;
        let mut params = 0;
        for _ in 0..count {
            let start = at;
            let function = read_function(&mut at, &mut tables, span)?;
            params += function.params.len();
            if params > MAX_PARAMS {
                return start.fail(codes::BYTECODE_TOO_LARGE, "there are too many parameters");
            }
            module.entries.push(function);
        }
    }
    module.types = tables.types.store;
    Ok(module)
}

/// The version, and whether the file has content of a preview.
fn read_header(at: &mut Cursor<'_>) -> Result<(Version, bool)> {
    let start = *at;
    if !at.bytes(MAGIC.len()).is_ok_and(|magic| magic == MAGIC) {
        return start.fail(codes::BYTECODE_NO_MAGIC, "this is not Tile IR bytecode");
    }
    let start = *at;
    let [major, minor] = at.array()?;
    let Some(version) = Version::from_numbers(major, minor) else {
        let message = format!("version {major}.{minor} is not known");
        return start.fail(codes::BYTECODE_VERSION, message);
    };
    let start = *at;
    match u16::from_le_bytes(at.array()?) {
        PREVIEW if version.has(TAGGED_HEADER) => Ok((version, true)),
        tag if tag != 0 && version.has(TAGGED_HEADER) => {
            let message = format!("the header has unknown flags {tag:#x}");
            start.fail(codes::BYTECODE_UNKNOWN, message)
        }
        _ => Ok((version, false)),
    }
}

/// The payload of each section, by its place in the table.
fn read_sections<'a>(at: &mut Cursor<'a>) -> Result<[Option<Cursor<'a>>; Section::COUNT]> {
    let mut sections = [None; Section::COUNT];
    loop {
        let start = *at;
        let head = at.byte()?;
        if head == 0 {
            return Ok(sections);
        }
        let Some(section) = Section::from_id(head & 0x7F) else {
            let message = format!("there is no section {}", head & 0x7F);
            return start.fail(codes::BYTECODE_UNKNOWN, message);
        };
        let len = at.count(1)?;
        if head & 0x80 != 0 {
            let start = *at;
            match at.varint()? {
                alignment @ 1..=4096 if alignment.is_power_of_two() => {
                    at.align(alignment as usize)?;
                }
                _ => return start.fail(codes::BYTECODE_MALFORMED, "this is not an alignment"),
            }
        }
        let slot = &mut sections[section as usize];
        if slot.is_some() {
            return start.fail(codes::BYTECODE_MALFORMED, "this section is duplicated");
        }
        *slot = Some(at.part(len)?);
    }
}

fn read_globals(
    mut at: Cursor<'_>,
    tables: &mut Tables<'_>,
    span: Span,
) -> Result<PrimaryMap<Global, GlobalData>> {
    let mut globals = PrimaryMap::new();
    let count = at.count(4)?;
    for _ in 0..count {
        let name = tables.strings.string(&mut at)?.into_owned();
        let start = at;
        let ty = tables.types.value_type(&mut at)?;
        let Some((elem, count)) = tables.types.numbers(ty) else {
            return start.fail(codes::BYTECODE_MALFORMED, "a global must be a tile of numbers");
        };
        let value = tables.constants.constant(&mut at, elem, count)?;
        let alignment = at.varint()?;
        let (mut visibility, mut constant) = (Visibility::Public, false);
        if tables.version.has(3) {
            let start = at;
            let number = at.varint()?;
            visibility = Visibility::from_number(number).ok_or_else(|| {
                start.error(codes::BYTECODE_UNKNOWN, format!("there is no visibility {number}"))
            })?;
            constant = at.varint()? != 0;
        }
        let data =
            GlobalData { name: name.clone(), ty, value, alignment, visibility, constant, span };
        let global = globals.push(data);
        // The verifier reports names that are there twice.
        tables.globals.entry(name).or_insert(global);
    }
    Ok(globals)
}

fn read_function<'a>(at: &mut Cursor<'a>, tables: &mut Tables<'a>, span: Span) -> Result<Function> {
    let name = tables.strings.string(at)?;
    let mut function = Function::new(name, span);
    let start = *at;
    let signature = tables.types.signature(at)?;
    if !signature.results.is_empty() {
        return start.fail(codes::BYTECODE_MALFORMED, "a kernel cannot have results");
    }
    for ty in signature.params {
        function.add_param(Param { name: String::new(), restrict: false, span }, ty);
    }
    let start = *at;
    let flags = at.byte()?;
    let is_tagged = tables.version.has(TAGGED_FUNCTIONS);
    let mut known = function_flags::PRIVATE | function_flags::KERNEL;
    if !is_tagged {
        known |= function_flags::HINTS;
    }
    if flags & !known != 0 {
        return start.fail(codes::BYTECODE_UNKNOWN, "a function has unknown flags");
    }
    if flags & function_flags::KERNEL == 0 {
        return start.fail(codes::BYTECODE_UNKNOWN, "functions must be kernels");
    }
    let locations = tables.debug.group(at)?;
    if !locations.is_empty()
        && let Some(span) = tables.span(locations.start)?
    {
        function.span = span;
        function.params.iter_mut().for_each(|param| param.span = span);
    }
    if is_tagged || flags & function_flags::HINTS != 0 {
        function.hints = tagged::read_tagged_hints(tables, at)?;
    }
    if is_tagged {
        tagged::skip_tagged_array(tables, at)?;
    }
    let len = at.count(1)?;
    let of_insts = locations.start + 1..locations.end.max(locations.start + 1);
    body_reader::read(at.part(len)?, tables, &mut function, of_insts)?;
    Ok(function)
}

impl Malformed {
    /// The same error said of an op.
    pub(super) fn of_op(mut self, mnemonic: &str) -> Malformed {
        self.message = format!("{mnemonic}: {}", self.message);
        self
    }
}
