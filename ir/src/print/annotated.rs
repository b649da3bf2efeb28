//! Tile IR text with lines of another reader in front of entries: a schedule beside what it schedules.

use std::fmt::Write;

use cranelift_entity::SecondaryMap;

use super::{Printer, global_text, is_identifier, symbol};
use crate::entities::{Entry, Value};
use crate::module::{Function, Module};

/// Lines in front of an entry, whose values have these names.
pub type BeforeEntry<'a> = dyn Fn(Entry, &ValueNames<'_>) -> Vec<String> + 'a;

/// The text of a module with further lines; its own are not wider than `columns` where they can be broken.
pub fn annotated_module(module: &Module, columns: usize, before: &BeforeEntry<'_>) -> String {
    let mut out = format!("cuda_tile.module {} {{\n", symbol(&module.name));
    for (id, global) in module.globals.iter() {
        let _ = writeln!(out, "  {}", global_text(module, id, global));
    }
    let mut broken = String::new();
    out.lines().for_each(|line| break_line(line, columns, &mut broken));
    for (id, entry) in module.entries.iter() {
        let mut printer = Printer::new(module, entry, 1);
        printer.entry();
        let Printer { out: text, names, .. } = printer;
        for line in before(id, &names) {
            let _ = writeln!(broken, "  {line}");
        }
        text.lines().for_each(|line| break_line(line, columns, &mut broken));
    }
    broken.push_str("}\n");
    broken
}

/// Appends a line, broken behind spaces outside of quotes so that each part has at most so many columns.
fn break_line(line: &str, columns: usize, out: &mut String) {
    let indent = line.len() - line.trim_start().len();
    let (mut rest, mut indented) = (line, 0);
    while indented + rest.chars().count() > columns {
        let mut quoted = false;
        let mut at = None;
        for (column, (i, c)) in rest.char_indices().enumerate() {
            quoted ^= c == '"';
            let is_inside = i > indent && indented + column < columns;
            if c == ' ' && !quoted && is_inside {
                at = Some(i);
            }
        }
        let Some(at) = at.filter(|&at| !rest[..at].trim().is_empty()) else { break };
        let _ = writeln!(out, "{:indented$}{}", "", &rest[..at]);
        (rest, indented) = (&rest[at + 1..], indent + 4);
    }
    let _ = writeln!(out, "{:indented$}{rest}", "");
}

/// The names that the text of an entry gives its values.
pub struct ValueNames<'a> {
    pub(super) function: &'a Function,
    /// One more than the number of a value's name; 0 when it has none yet.
    pub(super) numbers: SecondaryMap<Value, u32>,
    pub(super) next_number: u32,
}

impl<'a> ValueNames<'a> {
    /// Gives a value the next name, if it has none.
    pub(super) fn define(&mut self, value: Value) {
        if self.param_name(value).is_none() && self.numbers[value] == 0 {
            self.next_number += 1;
            self.numbers[value] = self.next_number;
        }
    }

    /// The name of a value in the text so far, with its `%`.
    pub fn name(&self, value: Value) -> String {
        match (self.param_name(value), self.numbers[value]) {
            (Some(name), _) => format!("%{name}"),
            (None, 0) => format!("%<{value}>"),
            (None, number) => format!("%{}", number - 1),
        }
    }

    /// The name of a function parameter that has a usable one of its own.
    pub(super) fn param_name(&self, value: Value) -> Option<&'a str> {
        if !self.function.is_valid_value(value) {
            return None;
        }
        let index = self.function.param_index(value)?;
        let name = self.function.params.get(index)?.name.as_str();
        let first = self.function.params.iter().position(|param| param.name == name);
        (is_identifier(name) && first == Some(index)).then_some(name)
    }
}
