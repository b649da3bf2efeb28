//! Tile IR as text, in the syntax of the open dialect.
//!
//! Each row of the op table carries an assembly format, which is interpreted here:
//!
//! ```text
//! $name              an operand, attribute or region of the row
//! type($name)        type of an operand or result      types($name)    all types of a group
//! {...}              nothing if the first name in it is absent or has its default
//! induction($body)   the induction variable            params($body)   %name: type, ...
//! carried($inits)    %param = %init, ...               loop_types(..)  the types of a `loop`
//! extents($dynamic)  static numbers and dynamic operands of a tensor view
//! ```
//!
//! Values are numbered in the order of the text, parameters of an entry keep their names, so that
//! equal IR gives equal text. Malformed IR still prints: an unknown value becomes `%<v17>`.

mod annotated;

use std::fmt::Write;

use cranelift_entity::SecondaryMap;

use crate::attrs::{Assumption, AttrValue, ConstArg, DenseConstant, Hints, Literal, Visibility};
use crate::entities::{Block, Global, Inst, Type, Value};
use crate::literal::number_text;
use crate::module::{Function, GlobalData, Module, Relocation};
use crate::ops::{InstData, OpInfo, Opcode};
use crate::record::{Piece, Record, SourceParam};
use crate::types::Scalar;

pub use annotated::{ValueNames, annotated_module};

/// The text of a module.
pub fn module(module: &Module) -> String {
    let mut out = format!("cuda_tile.module {}", symbol(&module.name));
    if let Some(producer) = &module.producer {
        let _ = write!(out, " attributes {{producer = {}}}", quoted(producer));
    }
    out.push_str(" {\n");
    for (id, global) in module.globals.iter() {
        let _ = writeln!(out, "  {}", global_text(module, id, global));
    }
    for entry in module.entries.values() {
        let mut printer = Printer::new(module, entry, 1);
        printer.entry();
        out.push_str(&printer.out);
    }
    out.push_str("}\n");
    out
}

/// The text of one entry.
pub fn entry(module: &Module, entry: &Function) -> String {
    let mut printer = Printer::new(module, entry, 0);
    printer.entry();
    printer.out
}

/// The text of one entry, and the line on which each instruction starts, counted from zero.
pub fn entry_with_lines(module: &Module, entry: &Function) -> (String, Vec<(usize, Inst)>) {
    let mut printer = Printer::new(module, entry, 0);
    printer.entry();
    let (mut line, mut counted) = (0, 0);
    let lines = printer.starts.iter().map(|&(start, inst)| {
        let between = printer.out.get(counted..start).unwrap_or_default();
        line += between.matches('\n').count();
        counted = start;
        (line, inst)
    });
    let lines = lines.collect();
    (printer.out, lines)
}

/// The names that the text of an entry gives its values.
pub fn value_names<'a>(module: &'a Module, entry: &'a Function) -> ValueNames<'a> {
    let mut printer = Printer::new(module, entry, 1);
    printer.entry();
    printer.names
}

/// One instruction without its regions' content, for messages: `%<v3> = addf %<v1>, %<v2> : ...`.
pub fn inst(module: &Module, function: &Function, inst: Inst) -> String {
    let mut printer = Printer::new(module, function, 0);
    printer.brief = true;
    printer.inst_text(inst);
    printer.out
}

/// The types that the text of `inst` shows, in order.
pub fn signature(module: &Module, function: &Function, inst: Inst) -> Vec<Type> {
    let mut printer = Printer::new(module, function, 0);
    printer.brief = true;
    printer.inst_text(inst);
    printer.shown_types
}

struct Printer<'a> {
    module: &'a Module,
    function: &'a Function,
    names: ValueNames<'a>,
    indent: usize,
    /// Do not print the content of regions.
    brief: bool,
    /// The types of operands and results that were printed.
    shown_types: Vec<Type>,
    /// Where the text of each instruction of a block starts.
    starts: Vec<(usize, Inst)>,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, function: &'a Function, indent: usize) -> Printer<'a> {
        let numbers = SecondaryMap::new();
        Printer {
            module,
            function,
            names: ValueNames { function, numbers, next_number: 0 },
            indent,
            brief: false,
            shown_types: Vec::new(),
            starts: Vec::new(),
            out: String::new(),
        }
    }

    fn put(&mut self, text: impl std::fmt::Display) {
        let _ = write!(self.out, "{text}");
    }

    fn put_indent(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn entry(&mut self) {
        self.put_indent();
        self.put(format_args!("entry {}(", symbol(&self.function.name)));
        for (i, param) in self.function.source_params().into_iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            match param {
                SourceParam::Value(index) => self.param(index, None),
                SourceParam::Record(record) => self.record(record),
            }
        }
        self.put(")");
        if !self.function.hints.is_empty() {
            self.put(format_args!(" optimization_hints=<{}>", hints_text(&self.function.hints)));
        }
        self.put(" ");
        self.block(self.function.entry_block);
        self.put("\n");
    }

    /// `%name: type {attributes}`
    fn param(&mut self, index: usize, piece: Option<Piece>) {
        let params = self.function.block_params(self.function.entry_block);
        let Some(&value) = params.get(index) else { return };
        self.define(value);
        self.put(": ");
        self.put_type(self.function.value_type(value));
        let mut attributes = Vec::new();
        match piece {
            Some(Piece::Value { offset }) => attributes.push(format!("tilec.offset = {offset}")),
            Some(Piece::Address) => attributes.push("tilec.address".to_owned()),
            None => {}
        }
        if self.function.params.get(index).is_some_and(|param| param.restrict) {
            attributes.push("tilec.restrict".to_owned());
        }
        if !attributes.is_empty() {
            self.put(format_args!(" {{{}}}", attributes.join(", ")));
        }
    }

    /// `%name = (pieces) {attributes}`
    fn record(&mut self, record: &Record) {
        let name = if is_identifier(&record.name) { record.name.as_str() } else { "record" };
        self.put(format_args!("%{name} = ("));
        for (i, &piece) in record.pieces.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.param(record.first + i, Some(piece));
        }
        let (size, align) = (record.size, record.align);
        self.put(format_args!(") {{tilec.size = {size}, tilec.align = {align}}}"));
    }

    // ---- values and types ----

    /// Gives `value` its name and prints it.
    fn define(&mut self, value: Value) {
        self.names.define(value);
        self.put_value(value);
    }

    fn put_value(&mut self, value: Value) {
        self.put(self.names.name(value));
    }

    fn put_list(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.put_value(value);
        }
    }

    fn put_type(&mut self, ty: Type) {
        self.put(self.module.types.display(ty));
    }

    fn put_types(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            if self.function.is_valid_value(value) {
                let ty = self.function.value_type(value);
                self.shown_types.push(ty);
                self.put_type(ty);
            }
        }
    }

    // ---- blocks and instructions ----

    fn block(&mut self, block: Block) {
        if self.brief {
            self.put("{ ... }");
            return;
        }
        self.put("{\n");
        self.indent += 1;
        for &inst in self.function.insts(block) {
            if self.is_implicit(block, inst) {
                continue;
            }
            self.put_indent();
            self.starts.push((self.out.len(), inst));
            self.inst_text(inst);
            self.put("\n");
        }
        self.indent -= 1;
        self.put_indent();
        self.put("}");
    }

    /// Whether `inst` is a terminator that the syntax leaves out.
    fn is_implicit(&self, block: Block, inst: Inst) -> bool {
        let owner = self.function.block_owner(block).map(|owner| self.function.data(owner));
        match (self.function.data(inst), owner) {
            (InstData::Yield { operands }, Some(InstData::If { .. })) => operands.is_empty(),
            (
                InstData::Continue { operands },
                Some(InstData::For { .. } | InstData::Loop { .. }),
            ) => operands.is_empty(),
            _ => false,
        }
    }

    fn inst_text(&mut self, inst: Inst) {
        for (i, &result) in self.function.results(inst).iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.define(result);
        }
        if !self.function.results(inst).is_empty() {
            self.put(" = ");
        }
        let info = self.function.data(inst).info();
        self.put(info.mnemonic);
        self.put(" ");
        self.format(inst, info.format);
        if self.out.ends_with(' ') {
            self.out.pop();
        }
    }

    /// Interprets an assembly format.
    fn format(&mut self, inst: Inst, format: &str) {
        let mut rest = format;
        while let Some(c) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix('{') {
                let (inner, after) = after.split_once('}').unwrap_or((after, ""));
                if first_name(inner).is_some_and(|name| self.is_present(inst, name)) {
                    self.format(inst, inner);
                }
                rest = after;
            } else if let Some(after) = rest.strip_prefix('$') {
                let (name, after) = split_name(after);
                self.field(inst, name);
                rest = after;
            } else if let Some((function, name, after)) = split_call(rest) {
                self.call(inst, function, name);
                rest = after;
            } else {
                self.out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }

    fn is_present(&self, inst: Inst, name: &str) -> bool {
        let data = self.function.data(inst);
        let info = data.info();
        if let Some(block) = self.region(inst, name) {
            // An else block that only yields nothing is left out.
            return !self.function.insts(block).iter().all(|&inst| self.is_implicit(block, inst));
        }
        if let Some(value) = data.attr(name) {
            let kind = info.attrs.iter().find(|attr| attr.name == name).map(|attr| attr.kind);
            return kind.and_then(|kind| info.opcode.default_attr(kind)) != Some(value);
        }
        match (info.opcode, name) {
            (Opcode::Loop, "loop_types") => {
                !data.operands().is_empty() || !self.function.results(inst).is_empty()
            }
            (Opcode::MakeTensorView, "extents") => data.operands().len() > 1,
            _ => !data.operand_group(name).is_empty() || self.result(inst, name).is_some(),
        }
    }

    fn region(&self, inst: Inst, name: &str) -> Option<Block> {
        let data = self.function.data(inst);
        let index = data.info().regions.iter().position(|&region| region == name)?;
        data.blocks().get(index).copied()
    }

    /// The result called `name`; the first one if the name stands for any number.
    fn result(&self, inst: Inst, name: &str) -> Option<Value> {
        let index = self.function.data(inst).info().result_names().position(|n| n == name)?;
        self.function.results(inst).get(index).copied()
    }

    fn field(&mut self, inst: Inst, name: &str) {
        let function = self.function;
        let data = function.data(inst);
        if let Some(block) = self.region(inst, name) {
            self.block(block);
        } else if let Some(attr) = data.attr(name) {
            self.attr(inst, name, &attr);
        } else {
            self.put_list(&data.operand_group(name));
        }
    }

    fn call(&mut self, inst: Inst, function: &str, name: &str) {
        let data = self.function.data(inst);
        match function {
            "type" if name == "extents" => {
                self.put_types(data.operands().get(1..2).unwrap_or_default());
            }
            "type" => {
                let mut values = data.operand_group(name);
                if values.is_empty() {
                    values.extend(self.result(inst, name));
                }
                // One type stands for all if they agree.
                let function = self.function;
                let ty = |v| function.is_valid_value(v).then(|| function.value_type(v));
                if values.windows(2).all(|pair| ty(pair[0]) == ty(pair[1])) {
                    values.truncate(1);
                }
                self.put_types(&values);
            }
            "types" if data.info().result_names().any(|result| result == name) => {
                self.put_types(self.function.results(inst));
            }
            "types" => self.put_types(&data.operand_group(name)),
            "induction" => self.define_params(data.blocks().first().copied(), 1),
            "params" => self.typed_params(data.blocks().first().copied()),
            "carried" => self.carried(data, &data.operand_group(name)),
            "loop_types" => self.loop_types(&data.operands(), self.function.results(inst)),
            "extents" => self.extents(inst, name),
            _ => self.put(format_args!("{function}?")),
        }
    }

    fn define_params(&mut self, block: Option<Block>, count: usize) {
        let params = block.map_or(&[][..], |block| self.function.block_params(block));
        for (i, &param) in params.iter().take(count).enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.define(param);
        }
    }

    fn typed_params(&mut self, block: Option<Block>) {
        let params = block.map_or(&[][..], |block| self.function.block_params(block));
        for (i, &param) in params.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.define(param);
            self.put(": ");
            self.put_type(self.function.value_type(param));
        }
    }

    /// `%param = %init` for each carried value.
    fn carried(&mut self, data: &InstData, inits: &[Value]) {
        let Some(&body) = data.blocks().first() else { return };
        let params = self.function.block_params(body);
        // The first parameter of a `for` body is the induction variable.
        let first = params.len().saturating_sub(inits.len());
        for (i, (&param, &init)) in params[first..].iter().zip(inits).enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.define(param);
            self.put(" = ");
            self.put_value(init);
        }
    }

    /// `: inits -> results`, or `: results` when nothing is carried.
    fn loop_types(&mut self, inits: &[Value], results: &[Value]) {
        self.put(": ");
        self.put_types(if inits.is_empty() { results } else { inits });
        if !inits.is_empty() && !results.is_empty() {
            self.put(" -> ");
            self.put_types(results);
        }
    }

    /// The extents or strides of a tensor view: numbers, and operands where the type has `?`.
    fn extents(&mut self, inst: Inst, name: &str) {
        let dynamic = self.function.data(inst).operand_group(name);
        let ty = self.function.results(inst).first().map(|&view| self.function.value_type(view));
        let Some(view) = ty.and_then(|ty| self.module.types.as_tensor_view(ty)) else {
            return self.put_list(&dynamic);
        };
        let is_shape = name == "dynamic_shape";
        let mut dynamic = dynamic.into_iter();
        for (i, extent) in (if is_shape { &view.shape } else { &view.strides }).iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            match extent {
                Some(extent) => self.put(extent),
                None => match dynamic.next() {
                    Some(value) => self.put_value(value),
                    None => self.put("?"),
                },
            }
        }
    }

    // ---- attributes ----

    fn attr(&mut self, inst: Inst, name: &str, value: &AttrValue) {
        match value {
            AttrValue::Flag(value) => match self.function.data(inst) {
                // The one flag that is written as a value.
                InstData::Scan { .. } => self.put(value),
                _ => self.put(name),
            },
            AttrValue::Dim(value) => self.put(value),
            AttrValue::Int(value) => self.put(value),
            AttrValue::Text(value) => self.put(quoted(value)),
            AttrValue::Signedness(value) => self.put(value.text()),
            AttrValue::Overflow(value) => self.put(value.text()),
            AttrValue::Rounding(value) => self.put(value.text()),
            AttrValue::Predicate(value) => self.put(value.text()),
            AttrValue::CmpOrdering(value) => self.put(value.text()),
            AttrValue::MemoryOrdering(value) => self.put(value.text()),
            AttrValue::Scope(value) => self.put(value.text()),
            AttrValue::OptScope(value) => self.put(value.map_or("", |scope| scope.text())),
            AttrValue::RmwMode(value) => self.put(value.text()),
            AttrValue::Reduction(value) => self.put(value.text()),
            AttrValue::Event(value) => self.put(value.text()),
            AttrValue::Constant(value) => {
                let ty = self.function.results(inst).first();
                let ty = ty.map(|&result| self.function.value_type(result));
                let dims = ty.map_or(&[][..], |ty| self.module.types.dims(ty));
                self.put(constant_text(value, dims));
            }
            AttrValue::Permutation(value) => self.put(list(value)),
            AttrValue::Identities(value) => self.put(list(value.iter().map(identity_text))),
            AttrValue::Assumption(value) => self.put(assumption_text(value)),
            AttrValue::Global(value) => match self.module.globals.get(*value) {
                Some(global) => self.put(symbol(&global.name)),
                None => self.put(format_args!("@<{value}>")),
            },
            AttrValue::Hints(value) => self.put(hints_text(value)),
            AttrValue::Inbounds(value) => self.put(list(value)),
            AttrValue::ConstArgs(value) => self.put(list(value.iter().map(const_arg_text))),
        }
    }
}

/// `0.0 : f32`; a truth value says its type itself.
fn identity_text(identity: &Literal) -> String {
    let Literal { elem, bits } = *identity;
    let number = number_text(elem, bits);
    if elem == Scalar::I1 { number } else { format!("{number} : {elem}") }
}

/// `f32`, `ptr<f32>`, `5` or `"text"`.
fn const_arg_text(arg: &ConstArg) -> String {
    match arg {
        ConstArg::Type(elem) => elem.to_string(),
        ConstArg::Int(number) => number.to_string(),
        ConstArg::Text(text) => quoted(text),
    }
}

/// The first `$name` or `call($name)` in a format.
fn first_name(format: &str) -> Option<&str> {
    let (_, after) = format.split_once('$').or_else(|| format.split_once("type("))?;
    Some(split_name(after).0)
}

/// `name` and what follows it.
fn split_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !is_name_char(c)).unwrap_or(text.len()))
}

/// `function($name)rest` or `function(name)rest`.
fn split_call(text: &str) -> Option<(&str, &str, &str)> {
    let (function, after) = split_name(text);
    let after = after.strip_prefix('(').filter(|_| !function.is_empty())?;
    let (name, after) = split_name(after.strip_prefix('$').unwrap_or(after));
    Some((function, name, after.strip_prefix(')')?))
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| is_name_char(c) || matches!(c, '$' | '.'))
}

/// `@name`, in quotes unless it is an identifier.
pub fn symbol(name: &str) -> String {
    if is_identifier(name) { format!("@{name}") } else { format!("@{}", quoted(name)) }
}

/// A string literal: what is not printable ASCII is written as `\XX`.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' | 0..=0x1F | 0x7F.. => {
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(byte as char),
        }
    }
    out.push('"');
    out
}

fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

fn global_text(module: &Module, id: Global, global: &GlobalData) -> String {
    let mut out = String::from("global ");
    if global.visibility == Visibility::Private {
        out.push_str("private ");
    }
    if global.constant {
        out.push_str("constant ");
    }
    out.push_str(&symbol(&global.name));
    if global.alignment != 0 {
        let _ = write!(out, " alignment = {}", global.alignment);
    }
    let value = constant_text(&global.value, module.types.dims(global.ty));
    let _ = write!(out, " {value}");
    let addresses: Vec<String> = module
        .relocations_of(id)
        .map(|Relocation { offset, target, addend, .. }| {
            let target = module.globals.get(*target).map_or("", |target| &target.name);
            format!("{offset} {} {addend}", symbol(target))
        })
        .collect();
    if !addresses.is_empty() {
        let _ = write!(out, " tilec.addresses<{}>", addresses.join(", "));
    }
    let _ = write!(out, " : {}", module.types.display(global.ty));
    out
}

/// `<f32: [[1.0, 2.0], [3.0, 4.0]]>`, or `<f32: 1.0>` for a splat.
fn constant_text(value: &DenseConstant, dims: &[u32]) -> String {
    let elem = value.elem();
    let mut out = format!("<{elem}: ");
    if value.is_splat() || dims.is_empty() {
        out.push_str(&number_text(elem, value.get(0)));
    } else {
        nested(value, dims, &mut 0, &mut out);
    }
    out.push('>');
    out
}

fn nested(value: &DenseConstant, dims: &[u32], index: &mut usize, out: &mut String) {
    let Some((&dim, inner)) = dims.split_first() else {
        out.push_str(&number_text(value.elem(), value.get(*index)));
        *index += 1;
        return;
    };
    out.push('[');
    for i in 0..dim {
        out.push_str(if i == 0 { "" } else { ", " });
        nested(value, inner, index, out);
    }
    out.push(']');
}

fn assumption_text(assumption: &Assumption) -> String {
    let bound = |bound: &Option<i64>| bound.map_or("?".to_owned(), |bound| bound.to_string());
    match assumption {
        Assumption::DivBy { divisor, every: None } => format!("div_by<{divisor}>"),
        Assumption::DivBy { divisor, every: Some((every, along)) } => {
            format!("div_by<{divisor}, every {every} along {along}>")
        }
        Assumption::SameElements { groups } => format!("same_elements<[{}]>", list(groups)),
        Assumption::Bounded { lower, upper } => {
            format!("bounded<{}, {}>", bound(lower), bound(upper))
        }
    }
}

/// `sm_90 = {occupancy = 2}, default = {latency = 4, allow_tma = false}`.
fn hints_text(hints: &Hints) -> String {
    list(hints.targets.iter().map(|target| {
        let arch = target.sm.map_or("default".to_owned(), |sm| format!("sm_{sm}"));
        let hints = target.hints.iter().map(|&(key, value)| match key.is_bool() {
            true => format!("{} = {}", key.text(), value != 0),
            false => format!("{} = {value}", key.text()),
        });
        format!("{arch} = {{{}}}", list(hints))
    }))
}

/// The formats of the op table use only known calls and names of their row.
pub fn check_format(info: &OpInfo) -> Result<(), String> {
    const CALLS: &[&str] =
        &["type", "types", "induction", "params", "carried", "loop_types", "extents"];
    let known = |name: &str| {
        info.operands.iter().any(|operand| operand.name == name)
            || info.attrs.iter().any(|attr| attr.name == name)
            || info.regions.contains(&name)
            || info.result_names().any(|result| result == name)
            || matches!(name, "extents" | "loop_types")
    };
    let mut rest = info.format;
    while !rest.is_empty() {
        let (name, after) = match (rest.strip_prefix('$'), split_call(rest)) {
            (Some(after), _) => split_name(after),
            (None, Some((call, name, after))) if CALLS.contains(&call) => (name, after),
            (None, _) => {
                rest = &rest[1..];
                continue;
            }
        };
        if !known(name) {
            return Err(format!("{}: unknown name {name}", info.mnemonic));
        }
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use lang::base::Span;

    use super::*;
    use crate::attrs::{MemoryOrdering, Rounding, Signedness};
    use crate::builder::Builder;
    use crate::module::Param;
    use crate::types::{Elem, Scalar};

    #[test]
    fn formats_name_what_their_row_has() {
        for op in Opcode::ALL {
            assert_eq!(check_format(op.info()), Ok(()));
        }
    }

    fn kernel(build: impl FnOnce(&mut Builder<'_>, Value, Value)) -> String {
        let mut module = Module::new("m");
        let mut function = Function::new("k", Span::NONE);
        let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
        let ptr = module.types.ptr(Scalar::F32);
        let p = function.add_param(param("p"), ptr);
        let n = function.add_param(param("n"), module.types.scalar(Scalar::I32));
        let block = function.entry_block;
        build(&mut Builder::new(&mut function, &mut module.types, block, Span::NONE), p, n);
        entry(&module, &function)
    }

    #[test]
    fn straight_line_code() {
        let text = kernel(|b, p, n| {
            let ty = b.types.tile(&[4], Scalar::F32);
            let c = b.const_bits(ty, 0x3F80_0000);
            let d = b.addf(c, c, Rounding::Zero, true);
            let _ = b.divi(n, n, Signedness::Signed, Rounding::PositiveInf);
            let t = b.make_token();
            let (_, t) =
                b.load_ptr_tko(p, None, None, Some(t), MemoryOrdering::Weak, None, Hints::new());
            b.print_tko([d], Some(t), "%f\n\"".into());
            b.return_([]);
        });
        assert_eq!(
            text,
            r#"entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %0 = constant <f32: 1.000000e+00> : tile<4xf32>
  %1 = addf %0, %0 rounding<zero> flush_to_zero : tile<4xf32>
  %2 = divi %n, %n signed rounding<positive_inf> : tile<i32>
  %3 = make_token : token
  %4, %5 = load_ptr_tko weak %p token=%3 : tile<ptr<f32>> -> tile<f32>, token
  %6 = print_tko "%f\0A\22", %1 token=%5 : tile<4xf32> -> token
  return
}
"#
        );
    }

    #[test]
    fn structured_control_flow() {
        let text = kernel(|b, p, n| {
            let zero = b.const_i32(0);
            let parts = b.open_for(zero, n, n, false, &[zero]);
            b.switch_to(parts.body);
            let cond = b.const_i1(true);
            let branch = b.open_if(cond, &[]);
            b.switch_to(branch.then_block);
            b.continue_([parts.induction]);
            b.switch_to(branch.else_block);
            b.yield_([]);
            b.switch_to(parts.body);
            b.continue_(parts.carried.clone());
            b.switch_to(b.function.entry_block);
            let i32_ty = b.types.scalar(Scalar::I32);
            let repeat = b.open_loop(&[], &[i32_ty]);
            b.switch_to(repeat.body);
            b.break_([n]);
            b.switch_to(b.function.entry_block);
            let view_ty = b.types.tensor_view(Scalar::F32, &[None, Some(8)], &[Some(8), Some(1)]);
            b.make_tensor_view(p, [n], [], view_ty);
            let ptrs = b.types.tile(&[8], Elem::Ptr(Scalar::F32));
            b.assume(p, Assumption::DivBy { divisor: 16, every: None });
            let many = b.types.tile(&[1], Elem::Ptr(Scalar::F32));
            let one = b.reshape(p, many);
            b.broadcast(one, ptrs);
            b.return_([]);
        });
        assert_eq!(
            text,
            "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = for %2 in (%0 to %n, step %n) : tile<i32> iter_values(%3 = %0) -> (tile<i32>) {
    %4 = constant <i1: true> : tile<i1>
    if %4 {
      continue %2 : tile<i32>
    }
    continue %3 : tile<i32>
  }
  %5 = loop : tile<i32> {
    break %n : tile<i32>
  }
  %6 = make_tensor_view %p, shape = [%n, 8], strides = [8, 1] : tile<i32> -> tensor_view<?x8xf32, strides=[8,1]>
  %7 = assume div_by<16>, %p : tile<ptr<f32>>
  %8 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %9 = broadcast %8 : tile<1xptr<f32>> -> tile<8xptr<f32>>
  return
}
"
        );
    }
}
