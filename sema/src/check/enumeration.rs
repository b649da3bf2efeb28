//! Enumerations ([dcl.enum]).

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Diagnostic, Span};
use smallvec::smallvec;

use super::decl::{Declared, Place};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{Entity, EnumId, Enumeration, Enumerator, Owner};
use crate::evaluate::Query;
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::Ty;

/// How far the enumerators are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumState {
    Pending,
    /// The enumerators so far can be used by the next ones.
    InProgress,
    Complete,
}

impl<'a> Cx<'a> {
    pub(crate) fn declare_enum(
        &mut self,
        place: Place,
        decl: DeclId,
        before: &[Entity],
    ) -> Declared {
        for entity in before {
            if let Entity::Type(ty) = *entity
                && let Some(id) = self.types.enum_of(ty)
            {
                self.check_enum_agrees(place, id, decl);
                let is_definition =
                    |decl| self.enum_decl(decl).is_some_and(|e: &ast::EnumDecl| e.is_definition);
                if is_definition(decl) && is_definition(self.entities[id].decl) {
                    let message = format!("`{}` is defined a second time", self.show(ty));
                    let span = self.name_span(decl);
                    let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
                        .secondary(self.entities[id].span, "defined before");
                    self.report(diagnostic);
                } else if is_definition(decl) {
                    self.entities[id].decl = decl;
                    self.entities[id].state = EnumState::Pending;
                }
                let home = self.home(place.scope);
                self.type_decls.insert((decl, home), ty);
                return Declared::new();
            }
        }
        let ty = self.defined_type(place.scope, decl);
        smallvec![Entity::Type(ty)]
    }

    /// Declarations of an enumeration agree in its kind and underlying type ([dcl.enum]/6).
    fn check_enum_agrees(&mut self, place: Place, id: EnumId, decl: DeclId) {
        let before = self.entities[id].decl;
        let (Some(old), Some(new)) = (self.enum_decl(before), self.enum_decl(decl)) else { return };
        let underlying = |cx: &mut Self, written: &'a ast::EnumDecl| match written.underlying {
            Some(ty) => cx.tentatively(|cx| cx.resolve_type(place.scope, ty)).unwrap_or(Ty::ERROR),
            None if written.is_scoped => Ty::INT,
            None => Ty::ERROR,
        };
        let (a, b) = (underlying(self, old), underlying(self, new));
        let what = if old.is_scoped != new.is_scoped {
            "is scoped in one declaration and not in the other"
        } else if a != b && a != Ty::ERROR && b != Ty::ERROR {
            "is declared again with another underlying type"
        } else {
            return;
        };
        let message = format!("`{}` {what}", self.show(self.entities[id].ty));
        let diagnostic =
            Diagnostic::new(codes::CONFLICTING_DECLARATION, self.name_span(decl), message)
                .secondary(self.entities[id].span, "declared before");
        self.report(diagnostic);
    }

    /// An enumerator of an unscoped enumeration, as a member of the scope around.
    pub(crate) fn declare_enumerator(&mut self, place: Place, decl: DeclId) -> Declared {
        let Some(&(owner, index)) = self.index.enum_of.get(&decl) else { return Declared::new() };
        let ty = self.defined_type(place.scope, owner);
        let Some(id) = self.types.enum_of(ty) else { return Declared::new() };
        self.complete_enum(id);
        smallvec![Entity::Enumerator(id, index)]
    }

    fn enum_decl(&self, decl: DeclId) -> Option<&'a ast::EnumDecl> {
        match &self.ast[decl].kind {
            DeclKind::Enum(e) => Some(e),
            _ => None,
        }
    }

    pub(crate) fn new_enum(&mut self, owner: Owner, outer: ScopeId, decl: DeclId) -> EnumId {
        let written = self.enum_decl(decl);
        let name = written.and_then(|e| e.name).and_then(|name| self.ast[name].last.identifier());
        let is_scoped = written.is_some_and(|e| e.is_scoped);
        let underlying = match written.and_then(|e| e.underlying) {
            Some(ty) => {
                let span = self.ast[ty].span;
                let ty = self.resolve_type(outer, ty);
                let ty = self.types.strip_cv(ty);
                Some(self.integral_base(ty, span))
            }
            None if is_scoped => Some(Ty::INT),
            None => None,
        };
        let scope = self.scopes.push(Some(outer), ScopeKind::Block);
        let id = self.entities.enums.push(Enumeration {
            name,
            owner,
            decl,
            scope,
            ty: Ty::ERROR,
            is_scoped,
            underlying: underlying.unwrap_or(Ty::INT),
            is_fixed: underlying.is_some(),
            enumerators: Vec::new(),
            state: EnumState::Pending,
            span: self.name_span(decl),
        });
        self.scopes[scope].kind = ScopeKind::Enum(id);
        self.entities[id].ty = self.types.enumeration(id);
        id
    }

    /// The underlying type of an enumeration is an integral one ([dcl.enum]/2).
    fn integral_base(&mut self, ty: Ty, span: Span) -> Ty {
        if self.types.is_integral(ty) || self.types.is_dependent(ty) || ty == Ty::ERROR {
            return ty;
        }
        // One whose own type is wrong has been reported.
        if self.types.enum_of(ty).is_some_and(|id| self.entities[id].underlying == Ty::ERROR) {
            return Ty::ERROR;
        }
        let message = format!(
            "the underlying type of an enumeration must be an integral type, not `{}`",
            self.show(ty)
        );
        self.error(codes::INVALID_TYPE, span, message);
        Ty::ERROR
    }

    /// Evaluates the enumerators.
    pub(crate) fn complete_enum(&mut self, id: EnumId) {
        if self.entities[id].state != EnumState::Pending {
            return;
        }
        self.entities[id].state = EnumState::InProgress;
        self.adopt_outside_enum(id);
        let span = self.entities[id].span;
        let is_instantiated = self.is_of_specialization(self.entities[id].owner);
        self.under_way_deeper(Query::Enum(id), span, is_instantiated, |cx| {
            let around = cx.incomplete_in_enumerators(id);
            cx.before_brace(&around, |cx| cx.evaluate_enumerators(id));
        });
        self.entities[id].state = EnumState::Complete;
    }

    fn evaluate_enumerators(&mut self, id: EnumId) {
        self.entities[id].enumerators.clear();
        let ast = self.ast;
        let scope = self.entities[id].scope;
        let Some(written) = self.enum_decl(self.entities[id].decl) else { return };
        let mut next = 0;
        for &decl in &written.enumerators {
            let DeclKind::Enumerator { name, value } = &ast[decl].kind else { continue };
            if let Some(expr) = value {
                let value = if self.entities[id].is_fixed {
                    let ty = self.entities[id].underlying;
                    self.converted_constant(scope, *expr, ty).ok()
                } else {
                    self.constant_expr(scope, *expr).ok().map(|(value, _)| value)
                };
                match value.as_ref().and_then(Value::as_int) {
                    Some(value) => next = value,
                    None if value.is_some() => {
                        let message = format!("`{}` needs an integer", self.text(name.name));
                        self.error(codes::ENUMERATOR_RANGE, ast[*expr].span, message);
                    }
                    None => {}
                }
            }
            self.check_enumerator_range(id, next, name);
            let enumerator = Enumerator { name: name.name, value: next, span: name.span };
            self.entities[id].enumerators.push(enumerator);
            next += 1;
        }
        if !self.entities[id].is_fixed {
            self.entities[id].underlying = self.smallest_underlying(id);
        }
    }

    /// The fixed or computed underlying type.
    pub fn underlying_type(&mut self, id: EnumId) -> Ty {
        if !self.entities[id].is_fixed {
            self.complete_enum(id);
        }
        self.entities[id].underlying
    }

    fn check_enumerator_range(&mut self, id: EnumId, value: i128, name: &ast::Ident) {
        if !self.entities[id].is_fixed {
            return;
        }
        let ty = self.entities[id].underlying;
        if self.convert_constant(&Value::Int(value), Ty::INT128, ty).is_none() && ty != Ty::ERROR {
            let message = format!(
                "the value {value} of `{}` is not `{}`",
                self.text(name.name),
                self.show(ty)
            );
            self.report(Diagnostic::new(codes::ENUMERATOR_RANGE, name.span, message));
        }
    }

    /// [dcl.enum]/7
    fn smallest_underlying(&self, id: EnumId) -> Ty {
        let values = || self.entities[id].enumerators.iter().map(|e| e.value);
        let (min, max) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0));
        let candidates: &[(Ty, i128, i128)] = &[
            (Ty::INT, i32::MIN as i128, i32::MAX as i128),
            (Ty::UINT, 0, u32::MAX as i128),
            (Ty::LONG, i64::MIN as i128, i64::MAX as i128),
            (Ty::ULONG, 0, u64::MAX as i128),
        ];
        candidates
            .iter()
            .find(|&&(_, low, high)| low <= min && max <= high)
            .map_or(Ty::LONG, |&(ty, ..)| ty)
    }
}
