//! Syntax to modules: names to values, ops to instructions, types checked against those written.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::EntryNames;
use super::Reporter;
use super::ast::{
    AtomKind, Dictionary, EntryAst, EntryParam, GlobalAst, ItemAst, ModuleAst, Name, OpAst,
    PartKind, ValueParam,
};
use super::fields::{Fields, Reported, Scope, constant, unquoted};
use crate::attrs::{DenseConstant, Visibility};
use crate::codes;
use crate::entities::{Block, Global, Inst, Type, Value};
use crate::literal::number_bits;
use crate::module::{Function, GlobalData, Module, Param, Relocation};
use crate::ops::{InstData, Opcode, ResultRule};
use crate::print;
use crate::record::{Piece, Record};
use crate::results::result_types;
use crate::types::Scalar;

/// Fills `module`, whose types the grammar has made already.
pub(super) fn build(
    ast: &ModuleAst<'_>,
    module: &mut Module,
    reporter: &mut Reporter<'_>,
) -> Vec<EntryNames> {
    module.name = unquoted(ast.name.text);
    for (name, value) in &ast.attributes {
        if let ("producer", Some(AtomKind::Text(text))) =
            (name.text, value.as_ref().map(|value| &value.kind))
        {
            module.producer = Some(unquoted(text));
        }
    }
    // Globals first: an entry may name one that follows it, and they may name each other.
    let mut globals = Vec::new();
    for item in &ast.items {
        if let ItemAst::Global(ast) = item
            && let Ok(global) = build_global(ast, module, reporter)
        {
            let id = module.globals.push(global);
            globals.push((id, ast));
        }
    }
    for (id, ast) in globals {
        build_addresses(id, ast, module, reporter);
    }
    let mut names = Vec::new();
    for item in &ast.items {
        if let ItemAst::Entry(entry) = item {
            let (function, of_entry) = build_entry(entry, module, reporter);
            module.entries.push(function);
            names.push(of_entry);
        }
    }
    names
}

fn build_global(
    ast: &GlobalAst<'_>,
    module: &Module,
    reporter: &mut Reporter<'_>,
) -> Result<GlobalData, Reported> {
    let mut global = GlobalData {
        name: String::new(),
        ty: ast.ty,
        value: DenseConstant::splat(Scalar::I8, 0),
        alignment: 0,
        visibility: Visibility::Public,
        constant: false,
        span: reporter.span(ast.range),
    };
    let (mut has_name, mut has_value) = (false, false);
    for part in &ast.parts {
        let bad = |reporter: &mut Reporter<'_>, message: &str| {
            reporter.report(codes::BAD_OP_SYNTAX, part.range, message);
            Err(Reported)
        };
        let value = match &part.kind {
            PartKind::Comma => continue,
            PartKind::Word("private") => {
                global.visibility = Visibility::Private;
                continue;
            }
            PartKind::Word("public") => continue,
            PartKind::Word("constant") => {
                global.constant = true;
                continue;
            }
            PartKind::Symbol(name) => {
                global.name = unquoted(name);
                has_name = true;
                continue;
            }
            PartKind::Named("alignment", atom) => {
                let number = match atom.kind {
                    AtomKind::Number(text) | AtomKind::Typed(text, _) => {
                        number_bits(Scalar::I64, text)
                    }
                    _ => None,
                };
                match number {
                    Some(alignment) => global.alignment = alignment,
                    None => return bad(reporter, "the alignment must be a number"),
                }
                continue;
            }
            PartKind::Angle("tilec.addresses", _) => continue,
            PartKind::Constant(elem, value) => Scalar::from_text(elem).map(|elem| (elem, value)),
            PartKind::Angle("dense", items) => {
                let value = items.first().and_then(|item| item.first());
                module.types.elem_scalar(ast.ty).zip(value)
            }
            _ => return bad(reporter, "a global does not have this part"),
        };
        let value = value.and_then(|(elem, value)| constant(elem, value).ok());
        match value {
            Some(value) => global.value = value,
            None => return bad(reporter, "these are not numbers of the element type"),
        }
        has_value = true;
    }
    if !has_name || !has_value {
        reporter.report(codes::BAD_OP_SYNTAX, ast.range, "a global has a name and a value");
        return Err(Reported);
    }
    Ok(global)
}

/// `tilec.addresses<8 @target 4, ..>`: offset, global, addend.
fn build_addresses(
    global: Global,
    ast: &GlobalAst<'_>,
    module: &mut Module,
    reporter: &mut Reporter<'_>,
) {
    for part in &ast.parts {
        let PartKind::Angle("tilec.addresses", items) = &part.kind else { continue };
        for item in items {
            let kinds: Vec<&AtomKind<'_>> = item.iter().map(|atom| &atom.kind).collect();
            let parsed = match kinds[..] {
                [AtomKind::Number(offset), AtomKind::Symbol(name), AtomKind::Number(addend)] => {
                    Some((offset.parse(), unquoted(name), addend.parse()))
                }
                _ => None,
            };
            let Some((Ok(offset), name, Ok(addend))) = parsed else {
                let message = "an address is an offset, a global and an addend";
                reporter.report(codes::BAD_OP_SYNTAX, part.range, message);
                return;
            };
            let Some(target) = module.global_named(&name) else {
                let message = format!("there is no global `@{name}`");
                reporter.report(codes::UNRESOLVED, part.range, message);
                return;
            };
            module.relocations.push(Relocation { global, offset, target, addend });
        }
    }
}

fn build_entry(
    ast: &EntryAst<'_>,
    module: &mut Module,
    reporter: &mut Reporter<'_>,
) -> (Function, EntryNames) {
    let mut function = Function::new(unquoted(ast.name.text), reporter.span(ast.range));
    function.hints = super::ast::hints(&ast.hints);
    let mut builder = EntryBuilder { module, function, names: Names::default() };
    let entry_block = builder.function.entry_block;
    for param in &ast.params {
        match param {
            EntryParam::Value(param) => builder.param(param, reporter),
            EntryParam::Record { name, pieces, attributes } => {
                builder.record(name, pieces, attributes, reporter);
            }
        }
    }
    builder.block(&ast.body, entry_block, Opcode::Return, reporter);
    (builder.function, builder.names.all)
}

/// The values that names stand for at a place.
#[derive(Default)]
struct Names<'a> {
    values: FxHashMap<&'a str, SmallVec<[Value; 1]>>,
    /// Names in the order of their definitions, to forget those of a block at its end.
    defined: Vec<&'a str>,
    /// What each name stood for last.
    all: EntryNames,
}

impl<'a> Names<'a> {
    fn define(&mut self, name: &Name<'a>, values: &[Value], reporter: &mut Reporter<'_>) {
        if self.values.insert(name.text, values.into()).is_some() {
            let message = format!("`%{}` is defined twice", name.text);
            reporter.report(codes::UNRESOLVED, name.range, message);
        }
        self.defined.push(name.text);
        if let Some(&first) = values.first() {
            self.all.insert(name.text.to_owned(), first);
        }
    }

    fn forget_from(&mut self, len: usize) {
        for name in self.defined.drain(len..) {
            self.values.remove(name);
        }
    }
}

struct EntryBuilder<'a, 'm> {
    module: &'m mut Module,
    function: Function,
    names: Names<'a>,
}

impl Scope for EntryBuilder<'_, '_> {
    fn value(&mut self, name: &Name<'_>, reporter: &mut Reporter<'_>) -> Result<Value, Reported> {
        let (text, number) = match name.text.split_once('#') {
            Some((text, number)) => (text, number.parse().unwrap_or(usize::MAX)),
            None => (name.text, 0),
        };
        let found = self.names.values.get(text).and_then(|values| values.get(number));
        found.copied().ok_or_else(|| {
            let message = format!("`%{}` is not defined here", name.text);
            reporter.report(codes::UNRESOLVED, name.range, message);
            Reported
        })
    }

    fn global(&self, name: &str) -> Option<Global> {
        self.module.global_named(name)
    }
}

impl<'a> EntryBuilder<'a, '_> {
    fn param(&mut self, param: &'a ValueParam<'a>, reporter: &mut Reporter<'_>) {
        let restrict = param.attributes.iter().any(|(name, _)| name.text == "tilec.restrict");
        let span = reporter.span(param.name.range);
        let info = Param { name: param.name.text.to_owned(), restrict, span };
        let value = self.function.add_param(info, param.ty);
        self.names.define(&param.name, &[value], reporter);
    }

    fn record(
        &mut self,
        name: &Name<'a>,
        params: &'a [ValueParam<'a>],
        attributes: &Dictionary<'a>,
        reporter: &mut Reporter<'_>,
    ) {
        let first = self.function.params.len();
        let mut pieces = Vec::new();
        for param in params {
            self.param(param, reporter);
            let has = |wanted: &str| param.attributes.iter().any(|(name, _)| name.text == wanted);
            pieces.push(match number_of(&param.attributes, "tilec.offset") {
                Some(offset) => Piece::Value { offset },
                None if has("tilec.address") => Piece::Address,
                None => {
                    let message = "a piece of a record has `tilec.offset` or `tilec.address`";
                    reporter.report(codes::BAD_OP_SYNTAX, param.name.range, message);
                    return;
                }
            });
        }
        let [size, align] = ["tilec.size", "tilec.align"].map(|key| number_of(attributes, key));
        let (Some(size), Some(align)) = (size, align) else {
            let message = "a record has `tilec.size` and `tilec.align`";
            reporter.report(codes::BAD_OP_SYNTAX, name.range, message);
            return;
        };
        let span = reporter.span(name.range);
        let name = name.text.to_owned();
        self.function.records.push(Record { name, first, pieces, size, align, span });
    }

    /// Reads the ops of a block; one without a terminator ends in `implicit`.
    fn block(
        &mut self,
        ops: &'a [OpAst<'a>],
        block: Block,
        implicit: Opcode,
        reporter: &mut Reporter<'_>,
    ) {
        let len = self.names.defined.len();
        for op in ops {
            // What an op defines must be known later even if the op itself is broken; an error
            // stops the entry instead of a flood of errors about its results.
            if self.op(op, block, reporter).is_err() {
                break;
            }
        }
        if self.function.terminator(block).is_none() {
            let operands = Default::default();
            let data = match implicit {
                Opcode::Return => InstData::Return { operands },
                Opcode::Continue => InstData::Continue { operands },
                _ => InstData::Yield { operands },
            };
            let span = ops.last().map_or(self.function.span, |op| reporter.span(op.range));
            self.function.append_inst(block, data, &[], span);
        }
        self.names.forget_from(len);
    }

    fn op(
        &mut self,
        op: &'a OpAst<'a>,
        block: Block,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Reported> {
        let Some(opcode) = Opcode::from_mnemonic(op.mnemonic.text) else {
            let message = format!("there is no op `{}`", op.mnemonic.text);
            reporter.report(codes::UNKNOWN_NAME, op.mnemonic.range, message);
            return Err(Reported);
        };
        let regions: Vec<Block> =
            opcode.info().regions.iter().map(|_| self.function.make_block()).collect();
        let written = op.to.as_ref().unwrap_or(&op.from);
        let result_elem = written.last().and_then(|&ty| self.module.types.elem_scalar(ty));
        let mut fields = Fields::new(op, opcode, self, reporter, regions.clone(), result_elem);
        let data = InstData::from_fields(opcode, &mut fields)?;
        fields.finish()?;

        let types = self.result_types(op, &data, reporter)?;
        let span = reporter.span(op.range);
        let params = self.region_params(op, &data, &regions);
        let inst = self.function.append_inst(block, data, &types, span);
        self.check_written_types(op, inst, reporter)?;
        self.regions(op, opcode, &regions, &params, reporter);
        self.define_results(op, inst, reporter)
    }

    fn result_types(
        &mut self,
        op: &OpAst<'_>,
        data: &InstData,
        reporter: &mut Reporter<'_>,
    ) -> Result<Vec<Type>, Reported> {
        let written = op.to.as_ref().unwrap_or(&op.from);
        match (data, data.info().result_rule) {
            (InstData::If { .. }, _) => return Ok(op.to.clone().unwrap_or_default()),
            (InstData::Loop { init_values, .. }, _) => {
                // `: types` are the results when nothing is carried.
                let results = if init_values.is_empty() {
                    written.clone()
                } else {
                    op.to.clone().unwrap_or_default()
                };
                return Ok(results);
            }
            (_, ResultRule::GivenEach) => {
                // One type for each result, or one for all.
                let count = op.results.iter().map(|(_, count)| count_of(*count)).sum();
                return match written.last() {
                    Some(_) if written.len() == count => Ok(written.clone()),
                    Some(&ty) => Ok(vec![ty; count]),
                    None => self.untyped(op, reporter),
                };
            }
            (_, ResultRule::Given) => {
                return match written.last() {
                    Some(&ty) => Ok(vec![ty]),
                    None => self.untyped(op, reporter),
                };
            }
            _ => {}
        }
        let derived = result_types(data, &self.function, &mut self.module.types);
        match derived {
            Some(types) => Ok(types.to_vec()),
            None => {
                let message =
                    format!("the operands of `{}` do not give it a result", op.mnemonic.text);
                reporter.report(codes::TYPE_MISMATCH, op.range, message);
                Err(Reported)
            }
        }
    }

    fn untyped<T>(&self, op: &OpAst<'_>, reporter: &mut Reporter<'_>) -> Result<T, Reported> {
        let message = format!("`{}` lacks its result type", op.mnemonic.text);
        reporter.report(codes::BAD_OP_SYNTAX, op.range, message);
        Err(Reported)
    }

    /// The types that are written must be among those that the op has, in order. Not all need be
    /// there: the published text leaves some out.
    fn check_written_types(
        &self,
        op: &OpAst<'_>,
        inst: Inst,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Reported> {
        // Written as `tile<3xi32>` in the published text.
        if matches!(
            self.function.data(inst),
            InstData::GetNumTileBlocks {} | InstData::GetTileBlockId {}
        ) {
            return Ok(());
        }
        let actual = print::signature(self.module, &self.function, inst);
        let mut actual = actual.into_iter();
        for &ty in op.from.iter().chain(op.to.iter().flatten()) {
            if !actual.any(|actual| actual == ty) {
                let ty = self.module.types.display(ty);
                let message =
                    format!("`{}` has no operand or result of type {ty} here", op.mnemonic.text);
                reporter.report(codes::TYPE_MISMATCH, op.range, message);
                return Err(Reported);
            }
        }
        Ok(())
    }

    /// The types of the parameters of the first region.
    fn region_params(&mut self, op: &OpAst<'_>, data: &InstData, regions: &[Block]) -> Vec<Value> {
        let mut types: Vec<Type> = Vec::new();
        match data {
            InstData::For { lower_bound, init_values, .. } => {
                types.push(self.function.value_type(*lower_bound));
                types.extend(init_values.iter().map(|&init| self.function.value_type(init)));
            }
            InstData::Loop { init_values, .. } => {
                types.extend(init_values.iter().map(|&init| self.function.value_type(init)));
            }
            _ => types.extend(op.params.iter().filter_map(|(_, ty)| *ty)),
        }
        let Some(&body) = regions.first() else { return Vec::new() };
        types.into_iter().map(|ty| self.function.append_block_param(body, ty)).collect()
    }

    fn regions(
        &mut self,
        op: &'a OpAst<'a>,
        opcode: Opcode,
        blocks: &[Block],
        params: &[Value],
        reporter: &mut Reporter<'_>,
    ) {
        let implicit = match opcode {
            Opcode::For | Opcode::Loop => Opcode::Continue,
            _ => Opcode::Yield,
        };
        let len = self.names.defined.len();
        for ((name, _), &param) in op.params.iter().zip(params) {
            self.names.define(name, &[param], reporter);
        }
        for (i, &block) in blocks.iter().enumerate() {
            let ops = op.regions.get(i).map_or(&[][..], |ops| ops);
            self.block(ops, block, implicit, reporter);
        }
        self.names.forget_from(len);
    }

    fn define_results(
        &mut self,
        op: &'a OpAst<'a>,
        inst: Inst,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Reported> {
        if op.results.is_empty() {
            return Ok(());
        }
        let results: Vec<Value> = self.function.results(inst).to_vec();
        let count: usize = op.results.iter().map(|(_, count)| count_of(*count)).sum();
        if count != results.len() {
            let message =
                format!("`{}` has {} results, not {count}", op.mnemonic.text, results.len());
            reporter.report(codes::BAD_OP_SYNTAX, op.range, message);
            return Err(Reported);
        }
        let mut rest = &results[..];
        for (name, count) in &op.results {
            let (values, after) = rest.split_at(count_of(*count).min(rest.len()));
            self.names.define(name, values, reporter);
            rest = after;
        }
        Ok(())
    }
}

/// The number that an attribute is.
fn number_of(attributes: &Dictionary<'_>, key: &str) -> Option<u64> {
    let (_, value) = attributes.iter().find(|(name, _)| name.text == key)?;
    match value.as_ref()?.kind {
        AtomKind::Number(number) | AtomKind::Typed(number, _) => number.parse().ok(),
        AtomKind::Word(_)
        | AtomKind::Text(_)
        | AtomKind::Symbol(_)
        | AtomKind::Pointer(_)
        | AtomKind::Open
        | AtomKind::Value(_)
        | AtomKind::List(_) => None,
    }
}

/// How many values `%name:count` stands for; more than any op has if the number is not a number.
fn count_of(count: Option<&str>) -> usize {
    count.map_or(1, |text| text.parse().unwrap_or(usize::MAX / 64).min(1 << 16))
}
