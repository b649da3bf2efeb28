//! Instructions to bytes: the opposite of `body_reader`.

use cranelift_entity::SecondaryMap;

use super::attrs;
use super::encoder::Encoder;
use super::layout::{Layout, OperandLayout, Presence};
use super::writer::{Sections, report_missing_type};
use crate::attrs::{AttrKind, AttrValue, DenseConstant};
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::{Arity, EXTENSION, InstData};

/// The body of `function`.
pub(super) fn write(function: &Function, sections: &mut Sections<'_>) -> Encoder {
    let mut writer = BodyWriter {
        function,
        sections,
        numbers: SecondaryMap::new(),
        next: 0,
        out: Encoder::new(),
    };
    let block = function.entry_block;
    writer.define(function.block_params(block));
    writer.insts(block);
    writer.out
}

struct BodyWriter<'a, 's, 'm> {
    function: &'a Function,
    sections: &'s mut Sections<'m>,
    numbers: SecondaryMap<Value, u32>,
    /// The number of the next value.
    next: u32,
    out: Encoder,
}

impl BodyWriter<'_, '_, '_> {
    fn define(&mut self, values: &[Value]) {
        for &value in values {
            self.numbers[value] = self.next;
            self.next += 1;
        }
    }

    fn value_types(&mut self, values: &[Value]) {
        for &value in values {
            let ty = self.function.value_type(value);
            self.out.count(self.sections.types.value_type(ty));
        }
    }

    /// Recurses with the nesting of regions, which the verifier and the readers limit.
    fn insts(&mut self, block: Block) {
        for &inst in self.function.insts(block) {
            if !is_left_out(self.function.data(inst)) {
                self.inst(inst);
            }
        }
    }

    fn inst(&mut self, inst: Inst) {
        let function = self.function;
        let (data, span) = (function.data(inst), function.span(inst));
        let published = self.published(inst, data);
        let data = published.as_ref().unwrap_or(data);
        let info = data.info();
        let version = self.sections.version;
        if !version.has(info.since()) {
            self.sections.need(info.since(), span, &format!("`{}`", info.mnemonic));
        }
        let layout = Layout::new(info.opcode, version);
        let Sections { debug, strings, .. } = &mut *self.sections;
        debug.location(span, strings);
        self.out.varint(u64::from(info.bytecode));
        let results = function.results(inst);
        let numbered = &results[..results.len().saturating_sub(layout.missing_results())];
        if layout.counts_results {
            self.out.count(numbered.len());
        }
        self.value_types(numbered);
        let (attrs, operands) = (data.attrs(), data.operand_groups());
        self.flags(&layout, data);
        for (i, attr) in attrs.iter().enumerate() {
            self.attr(inst, &layout, i, attr);
        }
        if layout.operands == OperandLayout::Counted {
            self.out.count(operands.iter().map(|group| group.len()).sum());
        }
        for (i, (operand, group)) in info.operands.iter().zip(&operands).enumerate() {
            let presence = layout.operand(i);
            if presence == Presence::Never {
                if !group.is_empty() {
                    self.need_field(inst, operand.name);
                }
                continue;
            }
            if operand.arity == Arity::Many && layout.operands == OperandLayout::Grouped {
                self.out.count(group.len());
            }
            for &value in group {
                self.out.varint(u64::from(self.numbers[value]));
            }
        }
        if !info.regions.is_empty() {
            self.out.count(info.regions.len());
            for &block in &data.blocks() {
                self.region(inst, block);
            }
        }
        self.define(numbered);
        report_missing_type(self.sections, span);
    }

    /// An instruction of the published dialect in the place of an extension of ours.
    fn published(&self, inst: Inst, data: &InstData) -> Option<InstData> {
        let splat = |bits| {
            let ty = self.function.value_type(*self.function.results(inst).first()?);
            let elem = self.sections.module.types.elem_scalar(ty)?;
            Some(InstData::Constant { value: DenseConstant::splat(elem, bits) })
        };
        match data {
            InstData::Poison {} => splat(0),
            InstData::SameObject { .. } => splat(1),
            InstData::Given { value: source, .. }
            | InstData::Subobject { pointer: source, .. }
            | InstData::Based { pointer: source } => Some(InstData::Reshape { source: *source }),
            _ => None,
        }
    }

    /// The word that says which optional fields are there.
    fn flags(&mut self, layout: &Layout, data: &InstData) {
        if !layout.has_flags() {
            return;
        }
        let mut flags = 0;
        for (i, attr) in data.attrs().iter().enumerate() {
            if let Presence::Flag(bit) = layout.attr(i) {
                flags |= u64::from(!is_default(layout, attr, i)) << bit;
            }
        }
        for (i, group) in data.operand_groups().iter().enumerate() {
            if let Presence::Flag(bit) = layout.operand(i) {
                flags |= u64::from(!group.is_empty()) << bit;
            }
        }
        self.out.varint(flags);
    }

    fn attr(&mut self, inst: Inst, layout: &Layout, index: usize, value: &AttrValue) {
        let info = &layout.info.attrs[index];
        match layout.attr(index) {
            Presence::Never => {
                // What we add are promises, and so is `inbounds`: a program means the same without them.
                let is_extension = layout.info.field_since(info.name) == EXTENSION;
                let is_promise = is_extension || info.kind == AttrKind::Inbounds;
                if !is_promise && !is_default(layout, value, index) {
                    self.need_field(inst, info.name);
                }
            }
            Presence::Flag(_) if attrs::is_unit(info.kind) || is_default(layout, value, index) => {}
            Presence::Flag(_) | Presence::Always => {
                if let AttrValue::Rounding(rounding) = value
                    && !self.sections.version.has(rounding.since())
                {
                    let what = format!("the rounding {}", rounding.text());
                    self.sections.need(rounding.since(), self.function.span(inst), &what);
                }
                let indices = self.function.data(inst).operand_group("index").len();
                attrs::write(value, indices, self.sections, &mut self.out);
            }
        }
    }

    fn region(&mut self, inst: Inst, block: Block) {
        let function = self.function;
        let insts = function.insts(block).iter().copied();
        let mut kept = insts.filter(|&inst| !is_left_out(function.data(inst)));
        let first = kept.next();
        // An `else` without effect is left out.
        if let InstData::If { else_block, .. } = function.data(inst)
            && *else_block == block
            && function.results(inst).is_empty()
            && let Some(only) = first.filter(|_| kept.next().is_none())
            && matches!(function.data(only), InstData::Yield { .. })
        {
            self.out.count(0);
            return;
        }
        let first = self.next;
        self.out.count(1);
        let params = function.block_params(block);
        self.out.count(params.len());
        self.value_types(params);
        self.define(params);
        let insts = function.insts(block).iter();
        self.out.count(insts.filter(|&&inst| !is_left_out(function.data(inst))).count());
        self.insts(block);
        self.next = first;
    }

    fn need_field(&mut self, inst: Inst, name: &str) {
        let info = self.function.data(inst).info();
        let what = format!("`{}` with {name}", info.mnemonic);
        self.sections.need(info.field_since(name), self.function.span(inst), &what);
    }
}

/// Whether an instruction is an extension of ours without which the program means the same.
fn is_left_out(data: &InstData) -> bool {
    matches!(data, InstData::Require { .. } | InstData::Note { .. })
}

/// Whether an attribute has the value that it has when it is left out.
fn is_default(layout: &Layout, value: &AttrValue, index: usize) -> bool {
    let kind = layout.info.attrs[index].kind;
    layout.info.opcode.default_attr(kind).as_ref() == Some(value)
}
