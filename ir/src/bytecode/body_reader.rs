//! The body of a function: instructions with their operands by number.
//!
//! Values are numbered in the order of their definition. A region's values are forgotten at its
//! end, so a number always names a value that is visible. Regions are read with a stack of their
//! own: nesting is limited by [`MAX_DEPTH`], not by the thread.

use lang::base::Span;
use smallvec::SmallVec;

use super::cursor::{Cursor, Malformed, Result};
use super::layout::{Layout, OperandLayout, Presence};
use super::reader::Tables;
use super::{Version, attrs};
use crate::attrs::{AttrKind, AttrValue};
use crate::codes;
use crate::entities::{Block, Type, Value};
use crate::module::Function;
use crate::ops::{Arity, FieldSource, InstData, Opcode, ValueList};

/// Regions may be nested this deep.
const MAX_DEPTH: usize = 200;

/// Ops that tilec does not have: number, name, and the minor version that added it.
const OTHER_OPS: &[(u64, &str, u32)] =
    &[(0x4003, "preview$func", 5), (0x4004, "preview$extern_impl", 5)];

/// What is wrong with the number of an op.
fn unknown_op(number: u64, version: Version) -> String {
    let other = OTHER_OPS.iter().find(|&&(other, _, since)| other == number && version.has(since));
    match other {
        Some((_, name, since)) => {
            format!("the op {name}, which version 13.{since} added, is not supported")
        }
        None => format!("version {version} has no op {number:#x}"),
    }
}

/// Reads the instructions of `function`, which has its parameters already; they have these locations, in order.
pub(super) fn read<'a>(
    body: Cursor<'a>,
    tables: &mut Tables<'a>,
    function: &mut Function,
    locations: std::ops::Range<usize>,
) -> Result<()> {
    let block = function.entry_block;
    let values = function.block_params(block).to_vec();
    let span = function.span;
    let open = Vec::new();
    let mut reader = BodyReader { at: body, tables, function, values, open, locations, span };
    while !reader.at.is_at_end() {
        if let Some(pending) = reader.inst(block)? {
            reader.regions(block, pending)?;
        }
    }
    Ok(())
}

/// An instruction whose regions have not all been read.
struct Pending {
    fields: Fields,
    result_types: SmallVec<[Type; 3]>,
    /// How many regions are still to be read.
    regions_left: usize,
    start: usize,
    span: Span,
}

/// A block that is being read.
struct OpenBlock {
    block: Block,
    insts_left: usize,
    /// How many values were visible before it.
    visible: usize,
    /// The instruction that it belongs to, and the block of that.
    owner: Pending,
    outer: Block,
}

struct BodyReader<'a, 't, 'f> {
    at: Cursor<'a>,
    tables: &'t mut Tables<'a>,
    function: &'f mut Function,
    /// By number.
    values: Vec<Value>,
    open: Vec<OpenBlock>,
    /// Those of the instructions to come.
    locations: std::ops::Range<usize>,
    /// The span of operations without a location.
    span: Span,
}

impl BodyReader<'_, '_, '_> {
    /// Reads all regions of an instruction in `outer`, and those nested in them.
    fn regions(&mut self, outer: Block, pending: Pending) -> Result<()> {
        self.next_region(outer, pending)?;
        while let Some(mut top) = self.open.pop() {
            if top.insts_left > 0 {
                top.insts_left -= 1;
                let block = top.block;
                self.open.push(top);
                if let Some(pending) = self.inst(block)? {
                    self.next_region(block, pending)?;
                }
            } else {
                self.values.truncate(top.visible);
                top.owner.fields.regions.push(top.block);
                self.next_region(top.outer, top.owner)?;
            }
        }
        Ok(())
    }

    /// Opens the next region of an instruction, or makes the instruction if there is none left.
    fn next_region(&mut self, outer: Block, mut owner: Pending) -> Result<()> {
        while owner.regions_left > 0 {
            owner.regions_left -= 1;
            let start = self.at;
            let fail = |code, message: &str| -> Result<()> {
                Err(start.error(code, message).of_op(owner.fields.opcode.mnemonic()))
            };
            let block = self.function.make_block();
            match self.at.varint()? {
                // An `else` that was left out.
                0 if owner.fields.opcode == Opcode::If && !owner.fields.regions.is_empty() => {
                    let data = InstData::Yield { operands: ValueList::new() };
                    self.function.append_inst(block, data, &[], owner.span);
                    owner.fields.regions.push(block);
                    continue;
                }
                1 => {}
                _ => return fail(codes::BYTECODE_MALFORMED, "a region must have one block"),
            }
            if self.open.len() >= MAX_DEPTH {
                return fail(codes::BYTECODE_TOO_DEEP, "regions are nested too deeply");
            }
            let visible = self.values.len();
            let params = self.at.count(1)?;
            for _ in 0..params {
                let ty = self.tables.types.value_type(&mut self.at)?;
                self.values.push(self.function.append_block_param(block, ty));
            }
            let insts_left = self.at.count(2)?;
            self.open.push(OpenBlock { block, insts_left, visible, owner, outer });
            return Ok(());
        }
        self.finish(outer, owner)
    }

    /// Puts the instruction into its block.
    fn finish(&mut self, block: Block, mut pending: Pending) -> Result<()> {
        let opcode = pending.fields.opcode;
        let data =
            InstData::from_fields(opcode, &mut pending.fields).map_err(|field| Malformed {
                code: codes::BYTECODE_MALFORMED,
                offset: pending.start,
                message: format!("{}: {field} is missing", opcode.mnemonic()),
            })?;
        let types = &pending.result_types;
        let inst = self.function.append_inst(block, data, types, pending.span);
        let numbered = types.len() - pending.fields.missing_results;
        self.values.extend(self.function.results(inst).iter().take(numbered));
        Ok(())
    }

    /// Reads an instruction up to its regions; makes it if there are none.
    fn inst(&mut self, block: Block) -> Result<Option<Pending>> {
        let start = self.at;
        let number = self.at.varint()?;
        let version = self.tables.version;
        let opcode = Opcode::from_bytecode(number).filter(|op| version.has(op.info().since()));
        let Some(opcode) = opcode else {
            return start.fail(codes::BYTECODE_UNKNOWN, unknown_op(number, version));
        };
        if opcode.info().is_preview() && !self.tables.has_preview {
            let message =
                format!("{} is of a preview, and the header does not say so", opcode.mnemonic());
            return start.fail(codes::BYTECODE_MALFORMED, message);
        }
        let pending = self
            .head(opcode, version, start.offset())
            .map_err(|error| error.of_op(opcode.mnemonic()))?;
        if pending.regions_left > 0 {
            return Ok(Some(pending));
        }
        self.finish(block, pending)?;
        Ok(None)
    }

    /// Everything between the opcode and the regions.
    fn head(&mut self, opcode: Opcode, version: Version, start: usize) -> Result<Pending> {
        let layout = Layout::new(opcode, version);
        let missing_results = layout.missing_results();
        let result_types = self.result_types(&layout, missing_results)?;
        let flags = if layout.has_flags() { self.at.varint()? } else { 0 };
        if flags & !layout.flag_mask() != 0 {
            return self.at.fail(codes::BYTECODE_UNKNOWN, "there are unknown flags");
        }
        let mut fields = Fields {
            opcode,
            attrs: self.attrs(&layout, flags, result_types.first().copied())?,
            operands: self.operands(&layout, flags)?,
            regions: Vec::new(),
            next_operand: 0,
            missing_results,
        };
        fields.attrs.reverse();
        let info = layout.info;
        let mut regions_left = 0;
        if !info.regions.is_empty() {
            let start = self.at;
            regions_left = self.at.count(1)?;
            if regions_left != info.regions.len() {
                return start.fail(codes::BYTECODE_MALFORMED, "the number of regions is wrong");
            }
        }
        let span = match self.locations.next() {
            Some(location) => self.tables.span(location)?.unwrap_or(self.span),
            None => self.span,
        };
        Ok(Pending { fields, result_types, regions_left, start, span })
    }

    fn result_types(&mut self, layout: &Layout, missing: usize) -> Result<SmallVec<[Type; 3]>> {
        let count = if layout.counts_results {
            self.at.count(1)?
        } else {
            layout.info.result_names().count() - missing
        };
        let mut types = SmallVec::with_capacity(count + missing);
        for _ in 0..count {
            types.push(self.tables.types.value_type(&mut self.at)?);
        }
        types.extend(std::iter::repeat_n(self.tables.types.store.token(), missing));
        Ok(types)
    }

    fn attrs(
        &mut self,
        layout: &Layout,
        flags: u64,
        result: Option<Type>,
    ) -> Result<Vec<AttrValue>> {
        let mut values = Vec::with_capacity(layout.info.attrs.len());
        for (i, attr) in layout.info.attrs.iter().enumerate() {
            let presence = layout.attr(i);
            values.push(match presence {
                Presence::Flag(bit) if flags & 1 << bit != 0 && attrs::is_unit(attr.kind) => {
                    AttrValue::Flag(true)
                }
                Presence::Flag(bit) if flags & 1 << bit == 0 => self.default_attr(layout, i)?,
                Presence::Never => self.default_attr(layout, i)?,
                Presence::Flag(_) | Presence::Always => {
                    attrs::read(self.tables, &mut self.at, attr.kind, result)?
                }
            });
        }
        Ok(values)
    }

    /// The value of an attribute that is not there.
    fn default_attr(&self, layout: &Layout, index: usize) -> Result<AttrValue> {
        let attr = &layout.info.attrs[index];
        layout.info.opcode.default_attr(attr.kind).ok_or_else(|| {
            self.at.error(codes::BYTECODE_MALFORMED, format!("{} is missing", attr.name))
        })
    }

    fn operands(&mut self, layout: &Layout, flags: u64) -> Result<Vec<ValueList>> {
        let infos = layout.info.operands;
        let total = match layout.operands {
            OperandLayout::Counted => {
                let start = self.at;
                let total = self.at.count(1)?;
                if total + 1 < infos.len() {
                    return start.fail(codes::BYTECODE_MALFORMED, "there are too few operands");
                }
                total
            }
            OperandLayout::Fixed | OperandLayout::Grouped => 0,
        };
        let mut groups = Vec::with_capacity(infos.len());
        for (i, operand) in infos.iter().enumerate() {
            let len = match (operand.arity, layout.operand(i)) {
                (_, Presence::Never) => 0,
                (Arity::Opt, Presence::Flag(bit)) => usize::from(flags & 1 << bit != 0),
                (Arity::One | Arity::Opt, _) => 1,
                (Arity::Many, _) if layout.operands == OperandLayout::Counted => {
                    total - (infos.len() - 1)
                }
                (Arity::Many, _) => self.at.count(1)?,
            };
            let mut group = ValueList::with_capacity(len);
            for _ in 0..len {
                let index = self.at.index(self.values.len(), "value")?;
                group.push(self.values[index]);
            }
            groups.push(group);
        }
        Ok(groups)
    }
}

/// The fields of an instruction, as [`InstData::from_fields`] asks for them.
struct Fields {
    opcode: Opcode,
    /// In reverse order of the row.
    attrs: Vec<AttrValue>,
    operands: Vec<ValueList>,
    /// In order of the row.
    regions: Vec<Block>,
    next_operand: usize,
    missing_results: usize,
}

impl Fields {
    fn operand(&mut self) -> ValueList {
        self.next_operand += 1;
        self.operands.get_mut(self.next_operand - 1).map(std::mem::take).unwrap_or_default()
    }
}

impl FieldSource for Fields {
    /// The name of the field that is not there.
    type Error = &'static str;

    fn one(&mut self, name: &'static str) -> std::result::Result<Value, &'static str> {
        self.operand().first().copied().ok_or(name)
    }

    fn opt(&mut self, _: &'static str) -> std::result::Result<Option<Value>, &'static str> {
        Ok(self.operand().first().copied())
    }

    fn many(&mut self, _: &'static str) -> std::result::Result<ValueList, &'static str> {
        Ok(self.operand())
    }

    fn attr(
        &mut self,
        name: &'static str,
        _: AttrKind,
    ) -> std::result::Result<AttrValue, &'static str> {
        self.attrs.pop().ok_or(name)
    }

    fn region(&mut self, name: &'static str) -> std::result::Result<Block, &'static str> {
        if self.regions.is_empty() { Err(name) } else { Ok(self.regions.remove(0)) }
    }

    fn wrong_kind(&mut self, name: &'static str) -> &'static str {
        name
    }
}
