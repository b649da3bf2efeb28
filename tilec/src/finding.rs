//! Findings of the interpreter in a kernel, as diagnostics at the user's line.

use ir::interp::{Finding, Trap};
use lang::base::{Code, Diagnostic, Span};

use crate::codes;

/// A finding of the sanitizer.
pub fn of_sanitizer(finding: &Finding, kernel: &str) -> Diagnostic {
    let [x, y, z] = finding.block;
    let message = format!("undefined behavior: {}", finding.rule.text());
    let mut label = format!("`{}` in tile block ({x}, {y}, {z})", finding.op.mnemonic());
    if !finding.shape.is_empty() {
        label.push_str(&format!(", element {:?} of shape {:?}", finding.index, finding.shape));
    }
    let mut diagnostic = at(codes::UNDEFINED_BEHAVIOR, finding.span, message).label(label);
    if !finding.detail.is_empty() {
        diagnostic = diagnostic.note(finding.detail.clone());
    }
    if finding.count > 1 {
        diagnostic = diagnostic.note(format!("{} elements in all", finding.count));
    }
    let rule = match finding.rule.is_of_annex() {
        true => format!(", rule {} of the annex", finding.rule.number()),
        false => String::new(),
    };
    diagnostic.note(format!("kernel `{kernel}`{rule}"))
}

/// What stopped a kernel.
pub fn of_trap(trap: &Trap, kernel: &str) -> Diagnostic {
    at(codes::TRAP, trap.span, trap.to_string()).note(format!("kernel `{kernel}`"))
}

fn at(code: Code, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, span, message)
}
