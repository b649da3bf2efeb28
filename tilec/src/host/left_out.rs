//! Kernels that the source defines and the program lacks: nothing is left out without a word.

use lang::base::{Diagnostic, Interner, SourceMap};
use lang::lex::{Token, TokenKind};

use super::declared::{Form, Partners, function_at};
use crate::codes;

/// A warning for each kernel that is not a template, is defined in the user's `tokens`, and is not among the
/// names of those that were compiled.
pub fn left_out(
    tokens: &[Token],
    interner: &Interner,
    map: &SourceMap,
    compiled: &[sema::KernelName],
) -> Vec<Diagnostic> {
    if !tokens.iter().any(|token| token.kind == TokenKind::KwTileGlobal) {
        return Vec::new();
    }
    let partners = Partners::new(tokens);
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::KwTileGlobal {
            continue;
        }
        let Some(function) = function_at(tokens, &partners, index) else { continue };
        let name = tokens[function.name];
        if function.form != Form::Function
            || function.body.is_none()
            || name.kind != TokenKind::Ident
        {
            continue;
        }
        let text = interner.text(name.name);
        let is_named = |kernel: &sema::KernelName| {
            let name = kernel.source.split('<').next().unwrap_or_default();
            name.rsplit("::").next().is_some_and(|last| last == text)
        };
        if compiled.iter().any(is_named) {
            continue;
        }
        let message = format!("the kernel `{text}` is not compiled");
        let mut diagnostic = Diagnostic::new(codes::KERNEL_LEFT_OUT, name.span, message);
        if map.in_system_file(name.span.lo) {
            diagnostic = diagnostic.note("it is in a header of the system");
        }
        found.push(diagnostic.help(format!(
            "a kernel is a function of a namespace; one that is a member is named, `--kernel '...::{text}'`"
        )));
    }
    found
}
