//! Functions that are declared without a function declarator: `using F = int(int); F f;` ([dcl.fct]/13).
//!
//! The parser takes such a declaration for one of a variable or of a data member. Its type says what it is.

use lang::ast::{self, DeclId, DeclKind, Explicit, SpecFlags, TypeExprKind};
use lang::base::Span;
use smallvec::smallvec;

use super::decl::{Declared, Place};
use super::function::FunctionSource;
use crate::Cx;
use crate::codes;
use crate::entity::{DeclName, Definition, Entity, FunctionKind, FunctionOrigin, Owner};
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::{Cv, Exceptions, FunctionTy, Ty, TyKind};

/// The parts that a variable and a data member have in common.
struct Declarator<'a> {
    specs: &'a ast::DeclSpecs,
    ty: ast::TypeExprId,
    span: Span,
}

impl<'a> Cx<'a> {
    /// The function that a variable, or a data member, of function type is.
    pub(crate) fn declare_function_by_type(
        &mut self,
        place: Place,
        decl: DeclId,
        before: &[Entity],
    ) -> Option<Declared> {
        let ast = self.ast;
        let written = match &ast[ast.templated(decl)].kind {
            DeclKind::Variable(variable) if matches!(variable.init, ast::Initializer::None) => {
                let (specs, span) = (&variable.specs, ast[variable.name].span);
                Declarator { specs, ty: variable.ty, span }
            }
            DeclKind::Field(field) => {
                let span = field.name?.span;
                let ty = self.resolve_type(place.scope, field.ty);
                // Said where the class was completed.
                if self.depends_on_parameter(place.scope, Pattern::Type(field.ty))
                    && matches!(self.types.kind(ty), TyKind::Function(_))
                {
                    return None;
                }
                Declarator { specs: &field.specs, ty: field.ty, span }
            }
            _ => return None,
        };
        if !names_type(ast, written.ty) || written.specs.flags.has(SpecFlags::CONSTEXPR) {
            return None;
        }
        let ty = self.tentatively(|cx| cx.resolve_type(place.scope, written.ty)).ok()?;
        let TyKind::Function(function) = self.types.kind(ty).clone() else { return None };
        if !self.may_declare_function(place, &written, ty) {
            return Some(smallvec![Entity::Error]);
        }
        let (name, _) = super::enter::declared_name(ast, ast.templated(decl))?;
        Some(self.function_of_type(place, name, decl, &written, function, before))
    }

    /// Reports a function that is one only by the arguments of the template around it ([temp.arg.type]/3).
    pub(crate) fn is_function_by_argument(
        &mut self,
        scope: ScopeId,
        written: ast::TypeExprId,
        ty: Ty,
        span: Span,
    ) -> bool {
        let is_dependent = self.depends_on_parameter(scope, Pattern::Type(written));
        if is_dependent {
            let message = format!(
                "a template argument gives this the function type `{}`; a function in a template is declared with its parameters",
                self.show(ty)
            );
            self.error(codes::INVALID_TYPE, span, message);
        }
        is_dependent
    }

    /// [dcl.fct]/6
    fn may_declare_function(&mut self, place: Place, written: &Declarator<'_>, ty: Ty) -> bool {
        if self.is_function_by_argument(place.scope, written.ty, ty, written.span) {
            return false;
        }
        let is_static = written.specs.flags.has(SpecFlags::STATIC);
        let is_member = matches!(place.owner, Owner::Class(_)) && !is_static;
        let is_qualified = self
            .types
            .function_of(ty)
            .is_some_and(|function| function.cv != Cv::NONE || function.ref_qualifier.is_some());
        if is_qualified && !is_member {
            let message = format!(
                "`{}` is the type of a non-static member function, which this is not",
                self.show(ty)
            );
            self.error(codes::INVALID_TYPE, written.span, message);
        }
        is_member || !is_qualified
    }

    fn function_of_type(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        written: &Declarator<'a>,
        ty: FunctionTy,
        before: &[Entity],
    ) -> Declared {
        let ast = self.ast;
        let inner = ast.templated(decl);
        let source = FunctionSource {
            name,
            kind: FunctionKind::Ordinary,
            origin: FunctionOrigin::Declared(inner),
            params: &[],
            is_variadic: ty.variadic,
            ret: None,
            has_trailing_return: false,
            cv: ty.cv,
            ref_qualifier: None,
            noexcept: match ty.exceptions {
                Exceptions::Noexcept => ast::Noexcept::Always,
                _ => ast::Noexcept::Absent,
            },
            requires: None,
            flags: written.specs.flags,
            spaces: written.specs.spaces,
            explicit: Explicit::No,
            definition: Definition::None,
            attrs: &ast[inner].attrs,
            access: ast[decl].access.or(ast[inner].access).unwrap_or(ast::Access::Public),
            span: written.span,
        };
        let id = self.blank_function(place, &source, place.scope, None);
        let params = ty.params.iter().map(|&param| self.unnamed_parameter(param, written.span));
        self.entities[id].params = params.collect();
        self.entities[id].ty = self.types.function(ty);
        self.enter_function(place, id, before)
    }
}

/// Whether a type is given by a name or an expression, so that it may be that of a function.
pub(crate) fn names_type(ast: &ast::Ast, ty: ast::TypeExprId) -> bool {
    matches!(ast[ty].kind, TypeExprKind::Named { .. } | TypeExprKind::Decltype(_))
}

/// Whether a type may be that of a function as far as its text tells: it names something that an alias, a
/// *using-declaration* or a template parameter may declare so.
pub(crate) fn may_name_function(ast: &ast::Ast, ty: ast::TypeExprId) -> bool {
    let TypeExprKind::Named { name, .. } = ast[ty].kind else { return names_type(ast, ty) };
    let Some(name) = ast[name].last.identifier() else { return true };
    ast.decls.values().any(|decl| match &decl.kind {
        DeclKind::TypeAlias(alias) if alias.name.name == name => {
            names_type(ast, alias.ty) || matches!(ast[alias.ty].kind, TypeExprKind::Function(_))
        }
        DeclKind::UsingDecl(using) => ast[using.name].last.identifier() == Some(name),
        DeclKind::TemplateParam(param) => param.name.is_some_and(|param| param.name == name),
        _ => false,
    })
}
