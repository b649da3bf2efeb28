//! Functions that a tile library has: `--tile-preview=simt` of CUDA 13.5.
//!
//! `__experimental_foreign_decl__` is `[[tilec::foreign_decl]]`, and `__experimental_foreign_name__("name")` is
//! `[[tilec::foreign_name("name")]]`. Such a function has no body here: a call of it becomes a call in Tile IR
//! (`lower/library_call.rs`). This module decides which types a library can take and give: those that nvcc takes.
//!
//! A function is checked where it is declared, and a specialisation of a template where it is called.

use lang::ast;
use lang::base::{Diagnostic, Span};
use lang::lex::TokenKind;

use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, ClassRole, Definition, Entity, Foreign, FunctionId, Owner};
use crate::ty::{TemplateArg, Ty, TyKind};

impl Cx<'_> {
    /// What the attributes of a declaration say of a library.
    pub(super) fn foreign_of(&self, attrs: &[ast::Attribute]) -> Option<Foreign> {
        let mut is_foreign = false;
        let mut library_name = None;
        for attr in attrs {
            let ast::AttributeKind::Standard { scope: Some(scope), name, args } = attr.kind else {
                continue;
            };
            if self.text(scope) != "tilec" {
                continue;
            }
            match self.text(name) {
                "foreign_decl" => is_foreign = true,
                "foreign_name" => {
                    let tokens = args.and_then(|args| self.unit.tokens.get(args.indices()));
                    let text = tokens.unwrap_or_default().iter().find_map(|token| {
                        let text =
                            (token.kind == TokenKind::StringLit).then(|| self.text(token.name))?;
                        text.strip_prefix('"')?.strip_suffix('"')
                    });
                    library_name = Some(text.unwrap_or_default().into());
                }
                _ => {}
            }
        }
        is_foreign.then_some(Foreign { name: library_name })
    }

    /// A declaration of a function that is not a template, beside those that its scope has by its name.
    pub(super) fn check_foreign_declaration(&mut self, id: FunctionId, before: &[Entity]) {
        let others = before.iter().filter_map(|entity| match entity {
            Entity::Function(other) => Some(*other),
            _ => None,
        });
        let is_foreign = |cx: &Self, id: FunctionId| cx.entities[id].foreign.is_some();
        let other =
            others.into_iter().find(|&other| is_foreign(self, other) || is_foreign(self, id));
        if let Some(other) = other {
            let name = self.show_function(id);
            let message = format!(
                "`{name}` overloads a function of a tile library, which finds functions by name"
            );
            let diagnostic =
                Diagnostic::new(codes::FOREIGN_FUNCTION, self.entities[id].span, message)
                    .secondary(self.entities[other].span, "declared before")
                    .help("give the functions different names");
            self.report(diagnostic);
            return;
        }
        if is_foreign(self, id) {
            self.check_foreign(id);
        }
    }

    /// Reports what a library cannot have of a function; says whether there was nothing to report.
    pub(crate) fn check_foreign(&mut self, id: FunctionId) -> bool {
        let Some((span, message, help)) = self.wrong_in_foreign(id) else { return true };
        self.report(Diagnostic::new(codes::FOREIGN_FUNCTION, span, message).help(help));
        false
    }

    fn wrong_in_foreign(&mut self, id: FunctionId) -> Option<(Span, String, &'static str)> {
        let function = &self.entities[id];
        let span = function.span;
        let is_nameless = function.foreign.as_ref()?.name.as_deref() == Some("");
        let signature = self.types.function_of(function.ty)?.clone();
        let wrong =
            |what: &str, help| Some((span, format!("a function of a tile library {what}"), help));
        if is_nameless {
            let help = "write the name that the library has for it as a string literal";
            return wrong("must have a name", help);
        }
        if matches!(function.owner, Owner::Class(_)) {
            return wrong("cannot be a member", "declare it in a namespace");
        }
        if function.definition != Definition::None {
            return wrong(
                "cannot have a definition",
                "declare it only: the library has the definition",
            );
        }
        if signature.variadic {
            return wrong("cannot be variadic", "give it the parameters that the library has");
        }
        if signature.params.is_empty() {
            return wrong(
                "must have a parameter",
                "give it a parameter, which the library may ignore",
            );
        }
        let params: Vec<(Ty, Span)> = signature
            .params
            .iter()
            .copied()
            .zip(function.params.iter().map(|it| it.span))
            .collect();
        let help = "a library has scalars, enumerations, pointers and references to these, and tiles of them";
        for (ty, span) in params {
            if !self.is_library_value(self.types.strip_ref(ty)) {
                let message =
                    format!("a function of a tile library cannot take `{}`", self.show(ty));
                return Some((span, message, help));
            }
        }
        if !self.is_library_result(signature.ret) {
            let ty = self.show(signature.ret);
            return wrong(&format!("cannot return `{ty}`"), help);
        }
        let (_, args) = self.entities[id].template?;
        let args = self.types.list(args).to_vec();
        let wrong = args.iter().find_map(|arg| self.wrong_template_argument(arg))?;
        let help = "a library has scalars, pointers to them, integers of 64 bits and `fixedString`";
        Some((
            span,
            format!("a function of a tile library cannot have {wrong} as a template argument"),
            help,
        ))
    }

    /// Whether a library has values of a type: scalars, pointers to them, and tiles.
    fn is_library_value(&mut self, ty: Ty) -> bool {
        let bare = self.types.strip_cv(ty);
        match *self.types.kind(bare) {
            TyKind::Pointer(pointee) => {
                self.types.is_void(pointee) || self.is_library_scalar(pointee)
            }
            TyKind::Tile { .. } => true,
            TyKind::Class(class) if self.entities[class].role == ClassRole::Tile => true,
            _ => self.is_library_scalar(bare),
        }
    }

    /// Numbers, also those that the library has as classes around one.
    fn is_library_scalar(&mut self, ty: Ty) -> bool {
        let bare = self.types.strip_cv(ty);
        match *self.types.kind(bare) {
            TyKind::Bool | TyKind::Int(_) | TyKind::Float(_) | TyKind::Enum(_) => true,
            TyKind::Class(class) => self.is_float_class(class),
            _ => false,
        }
    }

    /// Whether a class is of a header of ours and has a float as its only member, as `__half` does.
    fn is_float_class(&mut self, class: ClassId) -> bool {
        let span = self.entities[class].span;
        self.unit.sources.in_system_file(span.lo)
            && self.complete_class(class, span)
            && matches!(self.subobject_types(class)[..], [only] if matches!(self.types.kind(only), TyKind::Float(_)))
    }

    /// Whether a library has results of a type: a value, nothing, or the members of a class for several.
    fn is_library_result(&mut self, ty: Ty) -> bool {
        let bare = self.types.strip_cv(ty);
        match *self.types.kind(bare) {
            TyKind::Void => true,
            TyKind::Class(class) if self.entities[class].role == ClassRole::Results => {
                self.are_library_values(class)
            }
            _ => self.is_library_value(ty),
        }
    }

    fn are_library_values(&mut self, class: ClassId) -> bool {
        let span = self.entities[class].span;
        self.complete_class(class, span)
            && self.subobject_types(class).into_iter().all(|ty| self.is_library_value(ty))
    }

    /// What is wrong with a template argument.
    fn wrong_template_argument(&mut self, arg: &TemplateArg) -> Option<String> {
        match arg {
            TemplateArg::Type(ty) => {
                let bare = self.types.strip_cv(*ty);
                let is_known = match *self.types.kind(bare) {
                    TyKind::Enum(_) => false,
                    TyKind::Pointer(pointee) => self.is_library_scalar(pointee),
                    _ => self.is_library_scalar(bare),
                };
                (!is_known).then(|| format!("`{}`", self.show(*ty)))
            }
            TemplateArg::Value(_, ty) => {
                let bare = self.types.strip_cv(*ty);
                let is_known = match *self.types.kind(bare) {
                    TyKind::Int(kind) => kind.bits() == 64,
                    TyKind::Class(class) => self.entities[class].role == ClassRole::Text,
                    _ => false,
                };
                (!is_known).then(|| format!("a value of type `{}`", self.show(*ty)))
            }
            TemplateArg::Pack(_) => Some("a pack".to_owned()),
            TemplateArg::Template(_) => Some("a template".to_owned()),
            TemplateArg::Param(_)
            | TemplateArg::Expr(_)
            | TemplateArg::Pending(_)
            | TemplateArg::Injected(..)
            | TemplateArg::Expansion(_)
            | TemplateArg::Error => None,
        }
    }
}
