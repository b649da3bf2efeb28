//! PTX text.
//!
//! The text is a function of the module alone: registers are numbered per class in the order of
//! their first appearance, so equal code prints equally whatever was dropped on the way.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use lang::base::Span;
use std::fmt::Write;

use crate::ptx::builder::untyped;
use crate::ptx::inst::{Base, Inst, Line, Op, Operand, Slot, Symbol};
use crate::ptx::regs::{Class, Reg, Regs, Val};
use crate::ptx::types::{Space, Suffix, Ty};
use crate::ptx::{Kernel, PtxModule, Variable, Variables, variables};

/// More than most lines have.
const BYTES_PER_LINE: usize = 40;

/// A prefix and the digits of a number.
const NAME_BYTES: usize = 16;

/// Functions of the driver, by the instructions that call them.
const EXTERNAL: &[(Op, &str)] = &[
    (
        Op::CallVprintf {},
        "(.param .b32 status) vprintf (.param .b64 format, .param .b64 arguments)",
    ),
    (
        Op::CallAssertFail {},
        "__assertfail (.param .b64 message, .param .b64 file, .param .b32 line, \
         .param .b64 function, .param .b64 char_size)",
    ),
];

/// Where a person finds a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// The text of a module, without lines of the source.
pub fn module_text(module: &PtxModule) -> String {
    module_text_with_lines(module, &|_| None)
}

/// The text of a module, its code marked with the lines that it comes from as far as `locate`
/// knows them (`.file` and `.loc`).
pub fn module_text_with_lines(
    module: &PtxModule,
    locate: &dyn Fn(Span) -> Option<SourceLocation>,
) -> String {
    let mut sources = Sources { locate, files: Vec::new(), current: None };
    let n_lines: usize = module.kernels.iter().map(|kernel| kernel.body.len()).sum();
    let mut out = String::with_capacity(n_lines * BYTES_PER_LINE);
    for line in &module.header {
        let _ = writeln!(out, "// {line}");
    }
    let (major, minor) = module.version;
    let _ = writeln!(out, ".version {major}.{minor}\n.target {}\n.address_size 64", module.target);
    for (op, declaration) in EXTERNAL {
        let mut lines = module.kernels.iter().flat_map(|kernel| &kernel.body);
        if lines.any(|line| matches!(line, Line::Inst(inst) if inst.op == *op)) {
            let _ = writeln!(out, "\n.extern .func {declaration};");
        }
    }
    variables::write_all(module, &mut out);
    for kernel in &module.kernels {
        out.push('\n');
        write_kernel(kernel, &module.variables, &mut sources, &mut out);
    }
    for (number, file) in (1..).zip(&sources.files) {
        let _ = writeln!(out, ".file {number} \"{}\"", file.escape_default());
    }
    out
}

/// The files that code comes from, numbered in the order in which they are met.
struct Sources<'a> {
    locate: &'a dyn Fn(Span) -> Option<SourceLocation>,
    files: Vec<String>,
    current: Option<SourceLocation>,
}

impl Sources<'_> {
    /// Marks that what follows comes from a span, if that is news.
    fn write(&mut self, span: Span, out: &mut String) {
        let place = (self.locate)(span);
        if place.is_none() || place == self.current {
            return;
        }
        self.current = place;
        let Some(SourceLocation { file, line, column }) = &self.current else { return };
        let known = self.files.iter().position(|known| known == file);
        let number = known.unwrap_or(self.files.len()) + 1;
        if known.is_none() {
            self.files.push(file.clone());
        }
        let _ = writeln!(out, "\t.loc {number} {line} {column}");
    }
}

fn write_kernel(
    kernel: &Kernel,
    variables: &Variables,
    sources: &mut Sources<'_>,
    out: &mut String,
) {
    sources.current = None;
    for line in &kernel.header {
        let _ = writeln!(out, "// {line}");
    }
    let _ = write!(out, ".visible .entry {}(", kernel.name);
    for (i, param) in kernel.params.iter().enumerate() {
        out.push_str(if i == 0 { "\n\t.param " } else { ",\n\t.param " });
        let Variable { name, align, bytes, .. } = &variables[param.symbol];
        match param.ty {
            Some(ty) => {
                ty.write(out);
                let _ = write!(out, " {name}");
            }
            None => {
                let _ = write!(out, ".align {align} .b8 {name}[{bytes}]");
            }
        }
    }
    let _ = writeln!(out, "{})", if kernel.params.is_empty() { "" } else { "\n" });
    let _ = writeln!(out, ".reqntid {}, 1, 1", kernel.threads);
    if kernel.cluster > 1 {
        let _ = writeln!(out, ".reqnctapercluster {}, 1, 1\n.blocksareclusters", kernel.cluster);
    }
    if let Some(ctas) = kernel.min_ctas {
        let _ = writeln!(out, ".minnctapersm {ctas}");
    }
    out.push_str("{\n");
    let names = Names::of(kernel);
    for class in Class::ALL {
        if names.counts[class as usize] > 0 {
            let (ty, prefix) = (class.declared(), class.prefix());
            let _ = writeln!(out, "\t.reg {ty} {prefix}<{}>;", names.counts[class as usize]);
        }
    }
    for symbol in local_variables(kernel, variables) {
        out.push('\t');
        variables::write(&variables[symbol], out);
    }
    let writer = Writer { names: &names, variables: Some(variables) };
    for line in &kernel.body {
        match line {
            Line::Label(label) => {
                let _ = writeln!(out, "$L{}:", label.index());
            }
            Line::Comment(text) => {
                let _ = writeln!(out, "\t// {text}");
            }
            Line::Source(span) => sources.write(*span, out),
            Line::Inst(inst) => {
                out.push('\t');
                writer.write_inst(inst, out);
                out.push('\n');
            }
        }
    }
    out.push_str("}\n");
}

/// The variables in local memory that a kernel names: they belong to its body.
fn local_variables(kernel: &Kernel, variables: &Variables) -> Vec<Symbol> {
    let mut found = Vec::new();
    for line in &kernel.body {
        let Line::Inst(inst) = line else { continue };
        for operand in &inst.operands {
            let (Operand::Address(symbol) | Operand::Mem { base: Base::Symbol(symbol), .. }) =
                operand
            else {
                continue;
            };
            if variables[*symbol].space == Space::Local && !found.contains(symbol) {
                found.push(*symbol);
            }
        }
    }
    found
}

/// A type as it stands in a declaration.
fn suffix(ty: Ty) -> String {
    let mut text = String::new();
    ty.write(&mut text);
    text
}

/// One instruction, for messages; registers have the numbers they were made with.
pub fn inst_text(regs: &Regs, inst: &Inst) -> String {
    let mut names = Names::default();
    let mut name = |reg: Reg| names.set(reg, regs.class(reg), reg.index() as u32);
    super::dce::for_each_use(inst, &mut name);
    super::dce::for_each_reg(&inst.results, &mut name);
    let mut out = String::new();
    Writer { names: &names, variables: None }.write_inst(inst, &mut out);
    out
}

/// The names of the registers that appear.
#[derive(Default)]
struct Names {
    /// One behind the other, each in as many bytes: most registers appear several times.
    text: String,
    /// Where each stands in the text, and its length.
    of: SecondaryMap<Reg, (u32, u32)>,
    counts: [u32; 4],
}

impl Names {
    fn of(kernel: &Kernel) -> Names {
        let mut names = Names::default();
        names.of.resize(kernel.regs.len());
        let mut visit = |reg: Reg| {
            if names.of[reg] == (0, 0) {
                let class = kernel.regs.class(reg);
                names.set(reg, class, names.counts[class as usize]);
                names.counts[class as usize] += 1;
            }
        };
        for line in &kernel.body {
            if let Line::Inst(inst) = line {
                super::dce::for_each_use(inst, &mut visit);
                super::dce::for_each_reg(&inst.results, &mut visit);
            }
        }
        names
    }

    fn set(&mut self, reg: Reg, class: Class, number: u32) {
        let start = self.text.len();
        self.text.push_str(class.prefix());
        push_decimal(number.into(), &mut self.text);
        let len = self.text.len() - start;
        self.text.extend(std::iter::repeat_n(' ', NAME_BYTES - len));
        self.of[reg] = (start as u32, len as u32);
    }

    /// Appends the name of a register: a copy of so many bytes whatever the name is takes few instructions.
    fn write(&self, reg: Reg, out: &mut String) {
        let (start, len) = self.of[reg];
        let end = out.len() + len as usize;
        out.push_str(&self.text[start as usize..start as usize + NAME_BYTES]);
        out.truncate(end);
    }
}

struct Writer<'a> {
    names: &'a Names,
    variables: Option<&'a PrimaryMap<Symbol, Variable>>,
}

impl Writer<'_> {
    fn write_inst(&self, inst: &Inst, out: &mut String) {
        if let Some(guard) = inst.guard {
            out.push_str(if guard.negated { "@!" } else { "@" });
            self.write_reg(guard.pred, out);
            out.push(' ');
        }
        match inst.op {
            Op::CallVprintf {} => return self.write_call("vprintf", true, inst, out),
            Op::CallAssertFail {} => return self.write_call("__assertfail", false, inst, out),
            _ => {}
        }
        inst.op.write_mnemonic(out);
        let signature = inst.op.signature();
        let slots = signature.results.iter().chain(&signature.operands);
        let operands = inst.results.iter().chain(&inst.operands);
        let shown = slots.zip(operands).filter(|(slot, _)| **slot != Slot::Immediates(0));
        for (i, (slot, operand)) in shown.enumerate() {
            out.push_str(if i == 0 { " " } else { ", " });
            self.write_operand(*slot, operand, out);
        }
        out.push(';');
    }

    /// A call needs its parameters in named slots of their own scope.
    fn write_call(&self, function: &str, has_status: bool, inst: &Inst, out: &mut String) {
        let signature = inst.op.signature();
        let types = signature.operands.iter().map(|slot| match slot {
            Slot::Reg(class) => untyped(*class),
            _ => Ty::B64,
        });
        out.push_str("{ ");
        for (i, ty) in types.clone().enumerate() {
            let _ = write!(out, ".param {} p{i}; ", suffix(ty));
        }
        out.push_str(if has_status { ".param .b32 s; " } else { "" });
        for (i, ((slot, operand), ty)) in
            signature.operands.iter().zip(&inst.operands).zip(types).enumerate()
        {
            let _ = write!(out, "st.param{} [p{i}], ", suffix(ty));
            self.write_operand(*slot, operand, out);
            out.push_str("; ");
        }
        let status = if has_status { "(s), " } else { "" };
        let names: Vec<String> = (0..inst.operands.len()).map(|i| format!("p{i}")).collect();
        let _ = write!(out, "call.uni {status}{function}, ({}); }}", names.join(", "));
    }

    fn write_operand(&self, slot: Slot, operand: &Operand, out: &mut String) {
        match operand {
            Operand::Val(Val::Reg(reg)) => self.write_reg(*reg, out),
            Operand::Val(Val::Imm(bits)) => write_constant(slot, *bits, out),
            Operand::Vec(list) => {
                out.push('{');
                for (i, &val) in list.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    self.write_operand(slot, &Operand::Val(val), out);
                }
                out.push('}');
            }
            Operand::Mem { base, offset } => {
                out.push('[');
                match base {
                    Base::Reg(reg) => self.write_reg(*reg, out),
                    Base::Symbol(symbol) => self.write_symbol(*symbol, out),
                }
                if *offset != 0 {
                    out.push(if *offset < 0 { '-' } else { '+' });
                    push_decimal(offset.unsigned_abs().into(), out);
                }
                out.push(']');
            }
            Operand::Sreg(sreg) => out.push_str(&sreg.name()),
            Operand::Label(label) => {
                out.push_str("$L");
                push_decimal(label.index() as u64, out);
            }
            Operand::Address(symbol) => self.write_symbol(*symbol, out),
            Operand::Tensor { map, coordinates } => {
                out.push('[');
                self.write_reg(*map, out);
                out.push_str(", ");
                self.write_operand(Slot::Val(Ty::S32), &Operand::Vec(coordinates.clone()), out);
                out.push(']');
            }
            Operand::Immediates(list) => {
                let list: Vec<String> = list.iter().map(u32::to_string).collect();
                let (open, close) = if slot == Slot::Selector { ("{", "}") } else { ("", "") };
                let _ = write!(out, "{open}{}{close}", list.join(", "));
            }
            Operand::Sink => out.push('_'),
        }
    }

    fn write_reg(&self, reg: Reg, out: &mut String) {
        self.names.write(reg, out);
    }

    fn write_symbol(&self, symbol: Symbol, out: &mut String) {
        match self.variables {
            Some(variables) => out.push_str(&variables[symbol].name),
            None => {
                let _ = write!(out, "{symbol}");
            }
        }
    }
}

/// A number in decimal. A text has thousands, and formatting takes several times as long.
fn push_decimal(mut number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    for &digit in &digits[start..] {
        out.push(char::from(digit));
    }
}

fn push_signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    push_decimal(number.unsigned_abs(), out);
}

/// Floats by their exact bits, addresses and masks in hexadecimal, integers in decimal.
fn write_constant(slot: Slot, bits: u64, out: &mut String) {
    let _ = match slot {
        Slot::Val(Ty::F32 | Ty::Tf32) => write!(out, "0f{:08X}", bits as u32),
        Slot::Val(Ty::F64) => write!(out, "0d{bits:016X}"),
        Slot::Val(Ty::B32) if bits > 0xFFFF => write!(out, "0x{bits:x}"),
        Slot::Val(Ty::S64 | Ty::B64 | Ty::U64) => return push_signed(bits as i64, out),
        Slot::Val(Ty::S32) => return push_signed((bits as i32).into(), out),
        Slot::Val(Ty::S16) => return push_signed((bits as i16).into(), out),
        _ => return push_decimal(bits, out),
    };
}
