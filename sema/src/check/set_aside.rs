//! Declarations that could not be parsed and are reported only if tile code needs them.
//!
//! Host code may be written in any dialect, so the parser sets aside declarations that it cannot
//! read ([`DeclKind::Unparsed`]), and bodies of functions that are not declared for tile code are
//! parsed without reporting. Here is where tile code turns out to need them: a class is completed,
//! a body is checked, a name is found nowhere else. Each mistake is reported once, however many
//! specialisations have it.

use lang::ast::{self, BodyId, DeclId, DeclKind, FunctionBody};
use lang::base::{Diagnostic, Name, Span};
use lang::lex::TokenKind;
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::check::{Check, Reported};
use crate::codes;
use crate::needed::{WithheldDiagnostics, may_be_needed};

/// What is known of unreadable code.
#[derive(Default)]
pub struct SetAside {
    withheld: WithheldDiagnostics,
    /// Members that have been reported.
    reported: FxHashSet<DeclId>,
    /// Bodies that are needed and were not parsed.
    missing: Vec<BodyId>,
}

impl SetAside {
    pub fn new(withheld: WithheldDiagnostics) -> SetAside {
        SetAside { withheld, reported: FxHashSet::default(), missing: Vec::new() }
    }

    pub fn has_missing(&self) -> bool {
        !self.missing.is_empty()
    }

    /// The bodies without which what was checked means nothing.
    pub fn take_missing(&mut self) -> Vec<BodyId> {
        std::mem::take(&mut self.missing)
    }
}

impl Cx<'_> {
    /// Reports what is wrong with the members of a class, unless a header that was not found may
    /// have made it right: then those that are missed are reported where they are.
    pub(crate) fn report_members_set_aside(&mut self, class: &ast::ClassDecl) {
        if self.options.has_missing_headers {
            return;
        }
        let ast = self.ast;
        for &member in &class.members {
            if let DeclKind::Unparsed(unparsed) = &ast[member].kind
                && self.check.set_aside.reported.insert(member)
            {
                for diagnostic in unparsed.diagnostics.iter() {
                    self.report(diagnostic.clone());
                }
            }
        }
    }

    /// Reports what is wrong with a body, which is about to be checked.
    pub(crate) fn report_withheld(&mut self, body: BodyId) -> Check<()> {
        let Some(found) = self.check.set_aside.withheld.get_mut(&body) else { return Ok(()) };
        // A later specialisation has nothing to add.
        for diagnostic in std::mem::take(found) {
            self.report(diagnostic);
        }
        Err(Reported)
    }

    /// Notes a body that was not parsed, if that is because nothing seemed to need it.
    pub(crate) fn misses_body(&mut self, body: BodyId) -> bool {
        let ast = self.ast;
        let is_missed = ast.decls.values().any(|decl| {
            matches!(&decl.kind, DeclKind::Function(function)
                if function.body == FunctionBody::Definition(body) && may_be_needed(ast, function))
        });
        if is_missed && !self.check.set_aside.missing.contains(&body) {
            self.check.set_aside.missing.push(body);
        }
        is_missed
    }

    /// The error about a name whose only declaration could not be read, if there is one.
    pub(crate) fn declared_unreadably(&self, name: Name, span: Span) -> Option<Diagnostic> {
        // There may be thousands of errors, and declarations.
        let all = self.unparsed.get_or_init(|| {
            let decls = self.ast.decls.iter();
            let unparsed = decls.filter(|(_, decl)| matches!(decl.kind, DeclKind::Unparsed(_)));
            unparsed.map(|(id, _)| id).collect()
        });
        let unparsed = all.iter().find_map(|&decl| match &self.ast[decl].kind {
            DeclKind::Unparsed(unparsed) if self.seems_to_declare(unparsed, name) => Some(unparsed),
            _ => None,
        })?;
        let reason = unparsed.diagnostics.iter().next()?;
        let text = self.text(name);
        let message = format!("the declaration of `{text}` could not be read");
        Some(
            Diagnostic::new(codes::UNPARSED_DECLARATION, span, message)
                .secondary(reason.primary.span, reason.message.clone())
                .help("if this is a macro of a missing header, name the header's folder with `-I`"),
        )
    }

    pub(crate) fn starts_with(&self, unparsed: &ast::UnparsedDecl, kind: TokenKind) -> bool {
        let tokens = self.unit.tokens.get(unparsed.tokens.indices()).unwrap_or_default();
        tokens.first().is_some_and(|token| token.kind == kind)
    }

    /// Whether there may be an extension of the host compiler in it: `_Complex`, `__real__`.
    fn has_reserved_word(&self, unparsed: &ast::UnparsedDecl) -> bool {
        let tokens = self.unit.tokens.get(unparsed.tokens.indices()).unwrap_or_default();
        tokens.iter().filter(|token| token.kind == TokenKind::Ident).any(|token| {
            let text = self.names.text(token.name).as_bytes();
            matches!(text, [b'_', second, ..] if *second == b'_' || second.is_ascii_uppercase())
        })
    }

    /// Reports why an assertion of the user's own files could not be read: no later use does.
    pub(crate) fn report_unread_assertion(&mut self, decl: DeclId) {
        let ast = self.ast;
        let DeclKind::Unparsed(unparsed) = &ast[decl].kind else { return };
        if self.options.has_missing_headers
            || self.unit.sources.in_foreign_file(ast[decl].span.lo)
            || self.has_reserved_word(unparsed)
            || !self.check.set_aside.reported.insert(decl)
        {
            return;
        }
        // What follows the first error may be a consequence.
        if let Some(diagnostic) = unparsed.diagnostics.iter().next() {
            self.report(diagnostic.clone());
        }
    }

    /// Whether the name stands in the tokens where a declarator could have it: outside of all
    /// brackets, before any initialiser.
    fn seems_to_declare(&self, unparsed: &ast::UnparsedDecl, name: Name) -> bool {
        let tokens = self.unit.tokens.get(unparsed.tokens.indices()).unwrap_or_default();
        let mut depth = 0_u32;
        for token in tokens {
            match token.kind {
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
                TokenKind::LBrace | TokenKind::Eq | TokenKind::Semi => return false,
                TokenKind::Ident if depth == 0 && token.name == name => return true,
                _ => {}
            }
        }
        false
    }
}
