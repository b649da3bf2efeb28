//! Placeholder types ([dcl.type.auto.deduct]): what `auto` and `decltype(auto)` stand for.
//!
//! The placeholder is made a template parameter of its own depth and deduced as from the argument
//! of a call; then the constraint in front of it is checked.

use lang::base::Span;

use super::bindings::Bindings;
use super::deduce::ArgInfo;
use crate::Cx;
use crate::codes;
use crate::ty::{AutoKind, FunctionTy, Param, TemplateArg, Ty, TyKind, TypeRef};

/// The depth of the parameter that stands for `auto` while it is deduced.
const AUTO_DEPTH: u16 = u16::MAX;

impl<'a> Cx<'a> {
    /// What replaces the placeholder of the declared type `declared` for an initialiser
    /// ([dcl.type.auto.deduct]): the whole type of the variable. For `decltype(auto)` the argument's
    /// type is what `decltype` says of the initialiser. Reports.
    pub fn deduce_auto(&mut self, declared: Ty, init: &ArgInfo, span: Span) -> Ty {
        let Some((kind, constraint)) = self.placeholder_in(declared) else { return declared };
        if kind == AutoKind::DecltypeAuto {
            return match init {
                ArgInfo::Expr { ty, .. } => self.constrain_auto(*ty, constraint, *ty, span),
                ArgInfo::InitList(_) | ArgInfo::Overloaded(_) => {
                    self.report_auto(declared, span);
                    Ty::ERROR
                }
            };
        }
        let param = Param { depth: AUTO_DEPTH, index: 0, pack: false };
        let placeholder = self.types.intern(TyKind::Param(param));
        let pattern = self.replace_placeholder(declared, placeholder);
        let mut bindings = Bindings::single(AUTO_DEPTH);
        if let ArgInfo::Expr { ty, .. } = init
            && self.types.is_error(*ty)
        {
            return Ty::ERROR;
        }
        let deduced = match init {
            // Only `auto x = {1, 2}` is a `std::initializer_list`: see `deduce_auto_list`.
            ArgInfo::InitList(_) => None,
            _ => self
                .unify_argument(&mut bindings, pattern, init, true)
                .ok()
                .and_then(|()| bindings.arg(param).cloned()),
        };
        let Some(TemplateArg::Type(found)) = deduced else {
            self.report_auto(declared, span);
            return Ty::ERROR;
        };
        let whole = self.replace_placeholder(declared, found);
        self.constrain_auto(whole, constraint, found, span)
    }

    /// `auto x = {a, b}`: a `std::initializer_list` of the one type that all elements have
    /// ([dcl.type.auto.deduct]/4).
    pub fn deduce_auto_list(&mut self, declared: Ty, items: &[ArgInfo], span: Span) -> Ty {
        let Some((_, constraint)) = self.placeholder_in(declared) else { return declared };
        let param = Param { depth: AUTO_DEPTH, index: 0, pack: false };
        let element = self.types.intern(TyKind::Param(param));
        let mut bindings = Bindings::single(AUTO_DEPTH);
        let agree = items
            .iter()
            .all(|item| self.unify_argument(&mut bindings, element, item, true).is_ok());
        let list = match bindings.arg(param).cloned() {
            Some(argument @ TemplateArg::Type(_)) if agree => {
                self.std_class("initializer_list", vec![argument], span)
            }
            _ => None,
        };
        let Some(list) = list else {
            self.report_auto(declared, span);
            return Ty::ERROR;
        };
        let list = self.entities[list].ty;
        let whole = self.replace_placeholder(declared, list);
        self.constrain_auto(whole, constraint, list, span)
    }

    /// [dcl.type.auto.deduct]/5: a constrained placeholder.
    fn constrain_auto(
        &mut self,
        whole: Ty,
        constraint: Option<TypeRef>,
        found: Ty,
        span: Span,
    ) -> Ty {
        let Some(constraint) = constraint else { return whole };
        let ast = self.ast;
        if let lang::ast::TypeExprKind::Auto { constraint: Some(written) }
        | lang::ast::TypeExprKind::DecltypeAuto { constraint: Some(written) } =
            &ast[constraint.ty].kind
            && let Err(why) = self.satisfy_type_constraint(constraint.scope, written, found, span)
        {
            self.report(*why);
            return Ty::ERROR;
        }
        whole
    }

    fn report_auto(&mut self, declared: Ty, span: Span) {
        let message = format!("`{}` cannot be deduced from this initialiser", self.show(declared));
        self.error(codes::CANNOT_DEDUCE_AUTO, span, message);
    }

    /// The `auto` inside a type.
    fn placeholder_in(&self, ty: Ty) -> Option<(AutoKind, Option<TypeRef>)> {
        match self.types.kind(ty) {
            TyKind::Auto { kind, constraint } => Some((*kind, *constraint)),
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::MemberPointer { pointee: inner, .. }
            | TyKind::Array(inner, _) => self.placeholder_in(*inner),
            TyKind::Function(function) => self.placeholder_in(function.ret),
            _ => None,
        }
    }

    /// `ty` with its placeholder replaced.
    pub fn replace_placeholder(&mut self, ty: Ty, by: Ty) -> Ty {
        if !self.types.has_placeholder(ty) {
            return ty;
        }
        match self.types.kind(ty).clone() {
            TyKind::Auto { .. } | TyKind::DeducedClass(_) => by,
            TyKind::Qualified(inner, cv) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.qualified(inner, cv)
            }
            TyKind::Pointer(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.pointer(inner)
            }
            TyKind::LRef(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.lref(inner)
            }
            TyKind::RRef(inner) => {
                let inner = self.replace_placeholder(inner, by);
                self.types.rref(inner)
            }
            TyKind::MemberPointer { class, pointee } => {
                let pointee = self.replace_placeholder(pointee, by);
                self.types.member_pointer(class, pointee)
            }
            TyKind::Array(element, len) => {
                let element = self.replace_placeholder(element, by);
                self.types.array(element, len)
            }
            TyKind::Function(function) => {
                let ret = self.replace_placeholder(function.ret, by);
                self.types.function(FunctionTy { ret, ..function })
            }
            _ => ty,
        }
    }
}
