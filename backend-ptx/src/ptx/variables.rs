//! Declarations of variables as text: bytes, or words where some of them are addresses.
//!
//! ```text
//! .global .align 16 .b8 table[4] = {1, 2, 3, 4};
//! .visible .global .align 16 .u64 list[2] = {generic(table)+2, 5};
//! ```
//!
//! An initial value can only name what has been declared, so the order follows from the addresses.
//! Only `.extern` declares without defining; ptxas warns of each ("ignoring extern qualifier") and
//! takes the definition that follows.

use cranelift_entity::SecondaryMap;
use std::fmt::Write;

use crate::ptx::inst::Symbol;
use crate::ptx::types::{Space, Suffix};
use crate::ptx::{PtxModule, Variable};

/// The variables of the module, each behind those whose addresses it holds. Where two hold each
/// other's, the one that comes later is declared before.
pub(super) fn write_all(module: &PtxModule, out: &mut String) {
    let mut order = Declarations { module, states: SecondaryMap::new(), lines: String::new() };
    for (symbol, variable) in module.variables.iter() {
        if !matches!(variable.space, Space::Param | Space::Local) && variable.bytes > 0 {
            order.declare(symbol);
        }
    }
    if !order.lines.is_empty() {
        out.push('\n');
        out.push_str(&order.lines);
    }
}

struct Declarations<'a> {
    module: &'a PtxModule,
    states: SecondaryMap<Symbol, Declared>,
    lines: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Declared {
    #[default]
    No,
    /// What it holds the addresses of comes first.
    Waits,
    /// Declared as `.extern`, because something behind which it waits holds its address.
    Ahead,
    Yes,
}

impl Declarations<'_> {
    fn declare(&mut self, symbol: Symbol) {
        if self.states[symbol] != Declared::No {
            return;
        }
        self.states[symbol] = Declared::Waits;
        // An explicit stack: a list of any length may be linked in the source.
        let mut stack = vec![(symbol, self.targets(symbol).into_iter())];
        while let Some((waiting, targets)) = stack.last_mut() {
            let waiting = *waiting;
            match targets.next() {
                Some(target) => match self.states[target] {
                    Declared::No => {
                        self.states[target] = Declared::Waits;
                        stack.push((target, self.targets(target).into_iter()));
                    }
                    Declared::Waits => {
                        self.states[target] = Declared::Ahead;
                        self.lines.push_str(".extern ");
                        let typed = self.is_typed(target);
                        write_declarator(&self.module.variables[target], typed, &mut self.lines);
                        self.lines.push_str(";\n");
                    }
                    Declared::Ahead | Declared::Yes => {}
                },
                None => {
                    self.define(waiting);
                    stack.pop();
                }
            }
        }
    }

    fn targets(&self, symbol: Symbol) -> Vec<Symbol> {
        let relocations = self.module.relocations.iter();
        relocations.filter(|r| r.variable == symbol).map(|r| r.target).collect()
    }

    /// Whether it holds addresses, and is an array of words for their sake.
    fn is_typed(&self, symbol: Symbol) -> bool {
        self.module.relocations.iter().any(|relocation| relocation.variable == symbol)
    }

    fn define(&mut self, symbol: Symbol) {
        let variable = &self.module.variables[symbol];
        let is_ahead = self.states[symbol] == Declared::Ahead;
        self.states[symbol] = Declared::Yes;
        if !self.is_typed(symbol) && !is_ahead {
            return write(variable, &mut self.lines);
        }
        // What is declared ahead is visible: PTX cannot declare a private one.
        self.lines.push_str(if variable.visible || is_ahead { ".visible " } else { "" });
        write_declarator(variable, true, &mut self.lines);
        let relocations = self.module.relocations.iter().filter(|r| r.variable == symbol);
        let addresses: Vec<_> = relocations.collect();
        for word in 0..variable.bytes.div_ceil(8) {
            self.lines.push_str(if word == 0 { " = {" } else { ", " });
            match addresses.iter().find(|relocation| relocation.offset == word * 8) {
                Some(relocation) => {
                    let target = &self.module.variables[relocation.target].name;
                    let _ = write!(self.lines, "generic({target})");
                    if relocation.addend != 0 {
                        let _ = write!(self.lines, "{:+}", relocation.addend);
                    }
                }
                None => {
                    let bytes = variable.init.iter().skip(word as usize * 8).take(8).rev();
                    let bits = bytes.fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                    let _ = write!(self.lines, "{bits}");
                }
            }
        }
        self.lines.push_str("};\n");
    }
}

/// `.global .align 16 .b8 name[64]`, or an array of words.
fn write_declarator(variable: &Variable, in_words: bool, out: &mut String) {
    variable.space.write(out);
    let (name, align) = (&variable.name, variable.align);
    let _ = match in_words {
        true => write!(out, " .align {align} .u64 {name}[{}]", variable.bytes.div_ceil(8)),
        false => write!(out, " .align {align} .b8 {name}[{}]", variable.bytes),
    };
}

/// A declaration with its initial bytes.
pub(super) fn write(variable: &Variable, out: &mut String) {
    out.push_str(if variable.visible { ".visible " } else { "" });
    write_declarator(variable, false, out);
    for (i, byte) in variable.init.iter().enumerate() {
        let _ = write!(out, "{}{byte}", if i == 0 { " = {" } else { ", " });
    }
    out.push_str(if variable.init.is_empty() { ";\n" } else { "};\n" });
}
