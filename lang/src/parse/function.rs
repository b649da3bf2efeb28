//! Init-declarators: functions, variables, members, typedefs, deduction guides, and the bodies of
//! functions. `[dcl.init]`, `[dcl.fct.def]`, `[class.mem]`, `[class.base.init]`

use super::codes;
use super::declarator::{Chunk, Declarator, DeclaratorName};
use super::names::NameKind;
use super::parser::Parser;
use super::probe::Place;
use super::specifier::{DeclContext, Head, Specifiers};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// A function behind its declarator: specifiers, requires-clause, body.
    pub fn finish_function(
        &mut self,
        context: DeclContext,
        found: &Specifiers,
        mut declarator: Declarator,
        name: DeclaratorName,
        start: Span,
    ) -> (DeclId, DeclaratorEnd) {
        let invented = std::mem::take(&mut self.invented);
        let Chunk::Function(chunk) = declarator.chunks.remove(0) else {
            let span = self.span_from(start);
            return (self.decl(DeclKind::Error, span), DeclaratorEnd::Declarator);
        };
        let mut ty = chunk.ty;
        let kind = match &self.ast[name.id].last.id {
            UnqualifiedId::Conversion(_) => FunctionKind::Conversion,
            UnqualifiedId::Destructor(_) => FunctionKind::Destructor,
            _ if found.ty.is_some() => FunctionKind::Ordinary,
            _ if name.is_constructor || name.ident == self.current_class => {
                FunctionKind::Constructor
            }
            _ => FunctionKind::Ordinary,
        };
        if found.ty.is_none() && kind == FunctionKind::Ordinary {
            if ty.has_trailing_return && name.ident.is_some() {
                let specs = found.specs.clone();
                let id = self.finish_deduction_guide(specs, name, ty, chunk.scope, start);
                return (id, DeclaratorEnd::Declarator);
            }
            self.error(codes::MISSING_TYPE, name.span, "the declaration has no type");
        }
        self.check_no_return_type(found, kind, &name);
        if kind == FunctionKind::Constructor && ty.has_trailing_return {
            let message = "a constructor has no return type, and a deduction guide stands outside of \
                           its class";
            self.report_certain(
                Diagnostic::new(codes::BAD_DECLARATOR, name.span, message)
                    .help("move the guide after the class template"),
            );
        }
        if let Some(base) = found.ty
            && !ty.has_trailing_return
        {
            ty.ret = Some(self.apply_chunks(base, declarator.chunks));
        }
        let is_friend = found.specs.flags.has(SpecFlags::FRIEND);
        if let Some(ident) = name.ident
            && !name.is_qualified
            && !name.has_args
            && !is_friend
            && kind == FunctionKind::Ordinary
            && context.head != Head::Instantiation
        {
            let is_template = context.head == Head::Template || !invented.is_empty();
            let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Function };
            self.declare(ident, kind, None);
        }
        let outer = self.scope;
        self.scope = chunk.scope;
        let mut virt = VirtSpecs::NONE;
        let mut requires = None;
        loop {
            if self.at(TokenKind::KwRequires) {
                requires = Some(self.parse_requires_clause());
            } else if self.at_word(self.words.override_word) {
                self.parse_virt_specifier(&mut virt, VirtSpecs::OVERRIDE);
            } else if self.at_word(self.words.final_word) {
                self.parse_virt_specifier(&mut virt, VirtSpecs::FINAL);
            } else if self.at_vendor_attribute() {
                declarator.attrs.extend(self.parse_attributes());
            } else if !self.skip_asm_label() {
                break;
            }
        }
        let body = self.parse_function_tail(chunk.scope, &mut virt);
        self.scope = outer;
        if context.place == Place::Block && matches!(body, FunctionBody::Definition(_)) {
            self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATOR,
                    name.span,
                    "a function cannot be defined inside of a function",
                )
                .help("write a lambda, or close the function above with `}`"),
            );
        }
        if context.place == Place::Block && kind == FunctionKind::Ordinary {
            self.simple_name(&name, "a function that is declared in a function");
        }
        let end = match body {
            FunctionBody::Definition(_) => DeclaratorEnd::Body,
            FunctionBody::None | FunctionBody::Defaulted | FunctionBody::Deleted => {
                DeclaratorEnd::Declarator
            }
        };
        let span = self.span_from(start);
        let function = FunctionDecl {
            specs: found.specs.clone(),
            name: name.id,
            kind,
            ty,
            virt,
            requires,
            body,
        };
        let mut id = self.decl(DeclKind::Function(function), span);
        self.ast[id].attrs = declarator.attrs;
        if !invented.is_empty() {
            let template =
                TemplateDecl { params: invented, requires: None, inner: id, is_abbreviated: true };
            id = self.decl(DeclKind::Template(template), span);
        }
        if is_friend {
            id = self.decl(DeclKind::Friend(FriendDecl::Decl(id)), span);
        }
        (id, end)
    }

    /// Constructors, destructors and conversion functions are written without a type:
    /// `[class.ctor]`, `[class.dtor]`, `[class.conv.fct]`.
    fn check_no_return_type(
        &mut self,
        found: &Specifiers,
        kind: FunctionKind,
        name: &DeclaratorName,
    ) {
        let Some(ty) = found.ty else { return };
        let what = match kind {
            FunctionKind::Conversion => "a conversion function",
            FunctionKind::Destructor => "a destructor",
            FunctionKind::Ordinary
                if name.ident.is_some()
                    && name.ident == self.current_class
                    && !name.is_qualified =>
            {
                "a constructor"
            }
            FunctionKind::Ordinary | FunctionKind::Constructor => return,
        };
        let span = self.ast[ty].span;
        self.report_certain(
            Diagnostic::new(
                codes::BAD_DECLARATOR,
                span,
                format!("{what} cannot have a return type"),
            )
            .fix("remove the type", Applicability::Always, span, ""),
        );
    }

    fn finish_deduction_guide(
        &mut self,
        specs: DeclSpecs,
        name: DeclaratorName,
        ty: FunctionType,
        scope: ScopeId,
        start: Span,
    ) -> DeclId {
        let outer = self.scope;
        self.scope = scope;
        let requires = self.at(TokenKind::KwRequires).then(|| self.parse_requires_clause());
        self.scope = outer;
        let result = match ty.ret {
            Some(ret) => ret,
            None => self.error_type(),
        };
        let span = self.span_from(start);
        let guide = DeductionGuide {
            specs,
            name: name.id,
            params: ty.params,
            is_variadic: ty.is_variadic,
            result,
            requires,
        };
        self.decl(DeclKind::DeductionGuide(guide), span)
    }

    /// `override` or `final` at the cursor, each at most once ([class.mem.general]/19).
    fn parse_virt_specifier(&mut self, virt: &mut VirtSpecs, specifier: VirtSpecs) {
        let span = self.bump().span;
        if virt.has(specifier) {
            self.report_twice(specifier.words().next().unwrap_or_default(), span);
        }
        virt.insert(specifier);
    }
}

/// What a declarator ended with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaratorEnd {
    /// A `,` or `;` is next.
    Declarator,
    /// A function's body: nothing follows.
    Body,
}
