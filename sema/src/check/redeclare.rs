//! Names that two declarations of one scope give different meanings ([basic.scope.scope]/6), and
//! declarations of one entity that contradict each other ([basic.link]/9, [dcl.stc]/6, [dcl.link]/5).
//!
//! In: the entities that a scope has under a name, and what one more declaration adds. Out: what
//! may stay. Functions and function templates overload; a class or enumeration is hidden by
//! anything else of its name ([basic.scope.hiding]/2); whatever else meets is a conflict. Library
//! headers may declare again what the compiler knows; only the user's declarations must agree.

use lang::ast::{DeclId, DeclKind, Initializer, Noexcept, SpecFlags};
use lang::base::{Diagnostic, Name, Span};
use smallvec::SmallVec;

use super::decl::{Declared, Place};
use super::enter::QualifiedDecl;
use super::function::tile_spaces;
use crate::Cx;
use crate::codes;
use crate::entity::{
    ClassId, DeclName, Entity, FunctionId, FunctionKind, FunctionOrigin, Owner, VarId,
};
use crate::lookup::name::Qualifier;
use crate::scope::{Order, ScopeId};
use crate::template::outside::OutsideDeclaration;
use crate::ty::{ArrayLen, Ty, TyKind};

impl Cx<'_> {
    /// What of `declared` may stand beside `before`; the rest is reported.
    pub(super) fn without_conflicts(
        &mut self,
        place: Place,
        name: DeclName,
        decl: DeclId,
        before: &[Entity],
        declared: Declared,
    ) -> Declared {
        // Operators, constructors and deduction guides only ever overload.
        if !matches!(name, DeclName::Identifier(_)) {
            return declared;
        }
        let mut kept = SmallVec::new();
        for entity in declared {
            let is_conflict = before.iter().any(|old| !self.may_share_name(old, &entity))
                || self.is_member_alias_again(place, decl, before)
                || self.is_namespace_name(place.owner, name);
            if is_conflict {
                self.report_conflict(name, decl, before.first());
            } else {
                kept.push(entity);
            }
        }
        kept
    }

    /// Whether what a *using-declaration* or *using-enum-declaration* names may stand in the block
    /// beside what the block declares ([namespace.udecl]/10); reports if not.
    pub(super) fn may_join_block(
        &mut self,
        scope: ScopeId,
        name: Name,
        entity: &Entity,
        span: Span,
    ) -> bool {
        let known = self.scopes[scope].locals.iter().filter(|(local, _)| *local == name);
        let known: Vec<Entity> = known.map(|(_, known)| known.clone()).collect();
        let Some(before) = known.iter().find(|old| !self.may_share_name(old, entity)) else {
            return true;
        };
        let what = self.describe_entity(before);
        let message = format!("`{}` is {what} in this block already", self.text(name));
        let mut diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message);
        if let Some(before) = self.entity_span(before) {
            diagnostic = diagnostic.secondary(before, "declared before");
        }
        self.report(diagnostic);
        false
    }

    fn may_share_name(&self, old: &Entity, new: &Entity) -> bool {
        if old == new || *old == Entity::Error || *new == Entity::Error {
            return true;
        }
        match (old, new) {
            (Entity::Type(old), Entity::Type(new)) => self.is_alias_of(*old, *new),
            (Entity::Type(ty), _) | (_, Entity::Type(ty)) => {
                self.types.class_of(*ty).is_some() || self.types.enum_of(*ty).is_some()
            }
            _ => self.is_function_like(old) && self.is_function_like(new),
        }
    }

    /// Only outside of classes may an alias be declared again ([class.mem.general]/5, [dcl.typedef]/3).
    fn is_member_alias_again(&self, place: Place, decl: DeclId, before: &[Entity]) -> bool {
        let DeclKind::TypeAlias(alias) = &self.ast[decl].kind else { return false };
        // `typedef struct A { } A;` names the class again ([dcl.typedef]/5).
        let names_it = |ty: Ty| {
            let class = self.types.class_of(ty).map(|class| &self.entities[class]);
            let enumeration = self.types.enum_of(ty).map(|id| &self.entities[id]);
            let declared = class
                .map(|class| (class.owner, class.name))
                .or(enumeration.map(|enumeration| (enumeration.owner, enumeration.name)));
            declared == Some((place.owner, Some(alias.name.name)))
        };
        let is_again = |entity: &Entity| matches!(*entity, Entity::Type(ty) if !names_it(ty));
        matches!(place.owner, Owner::Class(_)) && before.iter().any(is_again)
    }

    /// Whether two declarations may mean the same type, known later.
    fn is_alias_of(&self, old: Ty, new: Ty) -> bool {
        old == new || self.types.is_dependent(old) || self.types.is_dependent(new)
    }

    fn is_namespace_name(&self, owner: Owner, name: DeclName) -> bool {
        match (owner, name) {
            (Owner::Namespace(ns), DeclName::Identifier(name)) => {
                self.entities[ns].children.contains_key(&name)
            }
            _ => false,
        }
    }

    fn report_conflict(&mut self, name: DeclName, decl: DeclId, before: Option<&Entity>) {
        let text = self.show_name(name);
        let message = match before {
            Some(before) => {
                format!("`{text}` is {} in this scope already", self.describe_entity(before))
            }
            None => format!("`{text}` is a namespace in this scope already"),
        };
        let span = self.name_span(decl);
        let mut diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message);
        if let Some(before) = before.and_then(|before| self.entity_span(before)) {
            diagnostic = diagnostic.secondary(before, "declared before");
        }
        self.report(diagnostic);
    }

    fn report_disagreement(&mut self, again: Span, before: Span, message: String) {
        let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, again, message)
            .secondary(before, "declared before");
        self.report(diagnostic);
    }

    /// Whether both declarations are the user's.
    fn are_users(&self, a: Span, b: Span) -> bool {
        let sources = self.unit.sources;
        !sources.in_system_file(a.lo) && !sources.in_system_file(b.lo)
    }

    /// What two declarations of a function say besides its type.
    pub(super) fn check_function_agrees(&mut self, old: FunctionId, new: FunctionId) {
        let (before, again) = (&self.entities[old], &self.entities[new]);
        let (before_span, again_span) = (before.span, again.span);
        if !self.are_users(before_span, again_span) || !matches!(again.owner, Owner::Namespace(_)) {
            return;
        }
        let differs_in_constexpr =
            before.is_constexpr != again.is_constexpr || before.is_consteval != again.is_consteval;
        let differs_in_noexcept = matches!(
            (before.noexcept, again.noexcept),
            (Noexcept::Absent, Noexcept::Always) | (Noexcept::Always, Noexcept::Absent)
        );
        let what = if again.is_static && !before.is_static {
            "is declared `static` here, and was not before"
        } else if again.is_extern_c && !before.is_extern_c {
            "is declared `extern \"C\"` here, and was not before"
        } else if differs_in_constexpr {
            "is `constexpr` or `consteval` in one declaration and not in the other"
        } else if differs_in_noexcept {
            "is `noexcept` in one declaration and not in the other"
        } else {
            return;
        };
        let message = format!("`{}` {what}", self.show_function(old));
        self.report_disagreement(again_span, before_span, message);
    }

    /// What the user defines outside of a class, the class declares ([class.mfct]/1).
    pub(crate) fn check_outside_definitions(&mut self) {
        let ast = self.ast;
        let mut names: Vec<(Order, DeclName)> = Vec::new();
        #[expect(clippy::iter_over_hash_type, reason = "sorted by order below")]
        for (&name, entries) in &self.index.qualified {
            for entry in entries {
                let is_tile = match &ast[ast.templated(entry.decl)].kind {
                    DeclKind::Function(function) => function.specs.spaces.intersects(tile_spaces()),
                    _ => false,
                };
                if is_tile && !self.unit.sources.in_system_file(ast[entry.decl].span.lo) {
                    names.push((entry.order, name));
                }
            }
        }
        names.sort_unstable_by_key(|&(order, _)| order);
        for (order, name) in names {
            self.adopt_qualified(name);
            let entries = self.index.qualified.get(&name);
            let entry = entries.and_then(|entries| entries.iter().find(|e| e.order == order));
            if let Some(&QualifiedDecl {
                decl, target: Some(Some(Qualifier::Class(class))), ..
            }) = entry
            {
                self.check_outside_definition(class, name, decl);
            }
        }
    }

    fn check_outside_definition(&mut self, class: ClassId, name: DeclName, decl: DeclId) {
        let span = self.name_span(decl);
        if !self.outside(|cx| cx.complete_class(class, span)) {
            return;
        }
        let declared = self.lookup_own_member(class, name).entities;
        if declared.is_empty() {
            return self.report_no_member(Qualifier::Class(class), name, span);
        }
        // Of templates the types may be written in different ways.
        let outside = self.outside_declarations(class, name);
        let Some(&OutsideDeclaration { scope, order, .. }) =
            outside.iter().find(|outside| outside.decl == decl)
        else {
            return;
        };
        let Some(source) = self.function_source(decl) else { return };
        if !matches!(self.ast[decl].kind, DeclKind::Function(_)) || self.scopes[scope].is_open {
            return;
        }
        let owner = Owner::Class(class);
        let place = Place { owner, scope, order, c_linkage: false };
        let Ok(new) = self.tentatively(|cx| cx.new_function(place, &source, scope, None)) else {
            return;
        };
        let mut nearest = None;
        for entity in declared {
            let Entity::Function(old) = entity else { return };
            if self.types.is_error(self.entities[old].ty) {
                return;
            }
            // A static function does not repeat its qualifiers.
            let same = self.same_parameters(old, new) || {
                let params = |id: FunctionId| {
                    self.types.function_of(self.entities[id].ty).map(|ty| ty.params.clone())
                };
                self.entities[old].is_static && params(old) == params(new)
            };
            if same {
                return self.check_return_agrees(old, new);
            }
            nearest = nearest.or(Some(old));
        }
        let message = format!(
            "definition of `{}` does not match any declaration in `{}`",
            self.show_name(name),
            self.show(self.entities[class].ty)
        );
        let mut diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, span, message)
            .help("write the parameters and qualifiers as the class does");
        if let Some(old) = nearest {
            diagnostic = diagnostic.secondary(self.entities[old].span, "declared like this");
        }
        self.report(diagnostic);
    }

    /// [over.dcl]/2: member functions with the same parameters that differ in what their object is.
    /// `false` after reporting that they do not overload.
    pub(super) fn check_members_overload(&mut self, old: FunctionId, new: FunctionId) -> bool {
        let ty = |id: FunctionId| self.types.function_of(self.entities[id].ty);
        let (Some(a), Some(b)) = (ty(old), ty(new)) else { return true };
        // Conversion functions to different types have different names.
        if self.entities[new].kind == FunctionKind::Conversion
            || a.params != b.params
            || a.variadic != b.variadic
            || !self.same_requires(old, new)
        {
            return true;
        }
        let why = if self.entities[old].is_static != self.entities[new].is_static {
            "is static and the one before it is not, or the other way round"
        } else if a.ref_qualifier.is_some() != b.ref_qualifier.is_some() {
            "has a `&` or `&&` behind its parameters and the one before it has not, or the other \
             way round"
        } else {
            return true;
        };
        let (before, again) = (self.entities[old].span, self.entities[new].span);
        let message = format!("`{}` {why}", self.show_function(new));
        self.report_disagreement(again, before, message);
        false
    }

    fn check_return_agrees(&mut self, old: FunctionId, new: FunctionId) {
        let ret = |id: FunctionId| {
            self.types.function_of(self.entities[id].ty).map(|function| function.ret)
        };
        let (Some(a), Some(b)) = (ret(old), ret(new)) else { return };
        if a == b || self.types.has_placeholder(b) {
            return self.check_constexpr_agrees(old, new);
        }
        let (before, again) = (self.entities[old].span, self.entities[new].span);
        let message =
            format!("`{}` is declared again with another return type", self.show_function(old));
        self.report_disagreement(again, before, message);
    }

    /// [dcl.constexpr]/1
    fn check_constexpr_agrees(&mut self, old: FunctionId, new: FunctionId) {
        let ast = self.ast;
        let flags = |cx: &Self, id: FunctionId| match cx.entities[id].origin {
            FunctionOrigin::Declared(decl) => match &ast[ast.templated(decl)].kind {
                DeclKind::Function(function) => Some(function.specs.flags),
                _ => None,
            },
            _ => None,
        };
        let (Some(a), Some(b)) = (flags(self, old), flags(self, new)) else { return };
        let differs = |flag: SpecFlags| a.has(flag) != b.has(flag);
        if differs(SpecFlags::CONSTEXPR) || differs(SpecFlags::CONSTEVAL) {
            let (before, again) = (self.entities[old].span, self.entities[new].span);
            let name = self.show_function(old);
            let message = format!(
                "`{name}` is `constexpr` or `consteval` in one declaration and not in the other"
            );
            self.report_disagreement(again, before, message);
        }
    }

    /// Two functions of one name with C linkage are one function ([dcl.link]/6).
    pub(super) fn check_c_linkage(&mut self, new: FunctionId, before: &[Entity]) {
        if !self.entities[new].has_c_symbol() {
            return;
        }
        let again = self.entities[new].span;
        let other = before.iter().find_map(|entity| match *entity {
            Entity::Function(old) if self.entities[old].has_c_symbol() => Some(old),
            _ => None,
        });
        let Some(old) = other else { return };
        let before = self.entities[old].span;
        if self.are_users(before, again) {
            let message = format!(
                "`{}` has C linkage and cannot be overloaded",
                self.show_name(self.entities[new].name)
            );
            self.report_disagreement(again, before, message);
        }
    }

    /// `decl` declares the variable of a namespace again.
    pub(super) fn check_variable_agrees(&mut self, place: Place, var: VarId, decl: DeclId) {
        let Some(again) = self.variable_decl(decl) else { return };
        let Some(before) = self.variable_decl(self.entities[var].decl) else { return };
        let (again_span, before_span) = (self.name_span(decl), self.entities[var].span);
        if !matches!(place.owner, Owner::Namespace(_)) || !self.are_users(before_span, again_span) {
            return;
        }
        let name = self.text(self.entities[var].name);
        let is_definition = |written: &lang::ast::VariableDecl| {
            !written.specs.flags.has(SpecFlags::EXTERN)
                || !matches!(written.init, Initializer::None)
        };
        if is_definition(again) && is_definition(before) && !place.c_linkage {
            let message = format!("`{name}` is defined a second time");
            return self.report_disagreement(again_span, before_span, message);
        }
        let is_static =
            |written: &lang::ast::VariableDecl| written.specs.flags.has(SpecFlags::STATIC);
        if is_static(again) && !is_static(before) {
            let message = format!("`{name}` is declared `static` here, and was not before");
            return self.report_disagreement(again_span, before_span, message);
        }
        let (a, b) = (
            self.tentatively(|cx| cx.resolve_type(place.scope, before.ty)),
            self.tentatively(|cx| cx.resolve_type(place.scope, again.ty)),
        );
        let (Ok(a), Ok(b)) = (a, b) else { return };
        let is_const = |flags: SpecFlags| flags.has(SpecFlags::CONSTEXPR);
        let a = if is_const(before.specs.flags) { self.types.add_const(a) } else { a };
        let b = if is_const(again.specs.flags) { self.types.add_const(b) } else { b };
        if !self.may_be_one_object(a, b) {
            let message = format!(
                "`{name}` is declared again with another type, `{}` and not `{}`",
                self.show(b),
                self.show(a)
            );
            self.report_disagreement(again_span, before_span, message);
        }
    }

    /// [basic.link]/11: types are equal but for a bound that one leaves out.
    fn may_be_one_object(&self, a: Ty, b: Ty) -> bool {
        if a == b || self.types.is_error(a) || self.types.is_error(b) {
            return true;
        }
        if self.types.has_placeholder(a) || self.types.has_placeholder(b) {
            return true;
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (TyKind::Array(x, ArrayLen::Unknown), TyKind::Array(y, _))
            | (TyKind::Array(x, _), TyKind::Array(y, ArrayLen::Unknown)) => x == y,
            _ => false,
        }
    }
}
