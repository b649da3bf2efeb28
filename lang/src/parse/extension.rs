//! Syntax of C++ and of its dialects that tilec reads only to say clearly that it does not have it:
//! coroutines, modules, complex types, labels as values, C's old designators.
//! `[dcl.fct.def.coroutine]`, `[module.unit]`, GCC's manual on C extensions
//!
//! In host code all of it is set aside or skipped with the body it stands in.

use super::codes;
use super::parser::Parser;
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

const NO_COROUTINES: &str = "coroutines are not supported";

impl Parser<'_> {
    pub fn unsupported(&mut self, span: Span, message: impl Into<String>) {
        self.error(codes::UNSUPPORTED_SYNTAX, span, message);
    }

    /// `co_await e` and `co_yield e` at their keyword.
    pub fn parse_coroutine_expr(&mut self) -> ExprId {
        let start = self.span();
        self.unsupported(start, NO_COROUTINES);
        self.bump();
        if self.at(TokenKind::LBrace) {
            self.parse_init_list();
        } else {
            self.parse_assignment_expr();
        }
        let span = self.span_from(start);
        self.expr(ExprKind::Error, span)
    }

    /// `co_return e;` at its keyword.
    pub fn parse_coroutine_statement(&mut self) -> StmtKind {
        let span = self.span();
        self.unsupported(span, NO_COROUTINES);
        self.skip_to_end_of_construct();
        StmtKind::Error
    }

    /// `&&label` where an operand must stand.
    pub fn parse_label_address(&mut self) -> ExprId {
        let start = self.span();
        self.bump();
        self.bump();
        let span = self.span_from(start);
        self.no_label_value(span, "the address of a label is not supported");
        self.expr(ExprKind::Error, span)
    }

    fn no_label_value(&mut self, span: Span, message: &str) {
        let help = "jump with a `switch` on a number: its labels may be anywhere in its body";
        self.report(Diagnostic::new(codes::LABEL_VALUE, span, message).help(help));
    }

    /// `goto *target;` behind `goto`.
    pub fn parse_computed_goto(&mut self) -> StmtKind {
        let span = self.span();
        self.no_label_value(span, "`goto` needs a label here, not a value");
        self.skip_to_end_of_construct();
        StmtKind::Error
    }

    /// Whether `name: value` in a braced list is C's designator of before 1999.
    pub fn at_old_designator(&self) -> bool {
        self.at(TokenKind::Ident) && self.peek_kind(1) == TokenKind::Colon
    }

    pub fn parse_old_designator(&mut self) -> Designator {
        let start = self.span();
        let token = self.bump();
        self.bump();
        let span = self.span_from(start);
        let text = self.interner.text(token.name);
        let message = format!("`{text}:` is not a designator in C++");
        let fix = format!(".{text} =");
        self.report(Diagnostic::new(codes::UNSUPPORTED_SYNTAX, span, message).fix(
            format!("write `{fix}`"),
            Applicability::Always,
            span,
            fix,
        ));
        Designator::Field(Ident { name: token.name, span: token.span })
    }

    /// Skips `_Complex` among the specifiers.
    pub fn skip_complex_word(&mut self) {
        let span = self.span();
        self.unsupported(span, "C++ has no built-in complex types");
        self.bump();
    }

    pub fn at_complex_word(&self) -> bool {
        self.at_word(self.words.complex) || self.at_word(self.words.complex_gnu)
    }

    /// Whether a *module-declaration* or *module-import-declaration* starts here, `export` in
    /// front or not. Both words are names elsewhere.
    pub fn at_module_directive(&self) -> bool {
        use TokenKind as T;
        let at = u32::from(self.at(T::KwExport));
        let word = self.peek(at);
        if word.kind != T::Ident || self.names.lookup(word.name, self.scope, self.index()).is_some()
        {
            return false;
        }
        let (next, second) = (self.peek_kind(at + 1), self.peek_kind(at + 2));
        let is_module_name =
            next == T::Ident && matches!(second, T::Semi | T::Dot | T::Colon | T::LBracket);
        if word.name == self.words.module {
            return is_module_name || matches!(next, T::Semi | T::Colon);
        }
        word.name == self.words.import
            && (is_module_name || matches!(next, T::Lt | T::StringLit | T::Colon))
    }

    /// Reports and skips a line about modules.
    pub fn parse_module_directive(&mut self, out: &mut Vec<DeclId>) {
        let start = self.span();
        self.skip_to_end_of_construct();
        let span = self.span_from(start);
        self.report_certain(
            Diagnostic::new(codes::UNSUPPORTED_SYNTAX, span, "modules are not supported")
                .help("include a header"),
        );
        out.push(self.decl(DeclKind::Error, span));
    }

    /// `export` before a declaration or `{ ... }`: everything is visible without.
    pub fn parse_export(&mut self, context: super::specifier::DeclContext, out: &mut Vec<DeclId>) {
        self.bump();
        if !self.at(TokenKind::LBrace) {
            self.parse_or_set_aside(context, out);
            return;
        }
        let open = self.index();
        self.bump();
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            self.parse_namespace_member(out);
        }
        self.expect_closing(open, TokenKind::RBrace, "after the declarations");
    }
}
