//! Classes: completion, layout, bases ([class.mem], [class.derived], [temp.inst]).
//!
//! A class is completed on demand, once: its bases and fields are resolved and laid out and its
//! members entered by name. Completing a specialisation is its implicit instantiation; it stands
//! outside of the immediate context of what needs it. `layout` gives it a size.

use std::collections::hash_map::Entry;

use lang::ast::{self, DeclKind, SpecFlags};
use lang::base::{Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::enumeration::EnumState;
use super::function_by_type::may_name_function;
use crate::Cx;
use crate::codes;
use crate::cx::Instantiated;
use crate::entity::{Base, ClassId, ClassState, DeclName, Entity, EnumId, Field, Owner};
use crate::evaluate::Query;
use crate::scope::ScopeId;
use crate::template::pack::{Element, Pattern};
use crate::ty::{ArrayLen, Ty, TyKind};

impl<'a> Cx<'a> {
    /// Completes the class, instantiating it if need be; `false` when it is incomplete. Silent
    /// about incompleteness, not about what is wrong inside.
    pub fn complete_class(&mut self, class: ClassId, span: Span) -> bool {
        match self.entities[class].state {
            ClassState::Complete => return self.entities[class].n_open == 0,
            ClassState::InProgress | ClassState::Invalid => return false,
            ClassState::Incomplete => {}
        }
        self.n_in_progress += 1;
        let is_complete = self.complete_new(class, span);
        self.n_in_progress -= 1;
        is_complete
    }

    fn complete_new(&mut self, class: ClassId, span: Span) -> bool {
        // Choosing a partial specialisation checks constraints, which may name this class again.
        self.entities[class].state = ClassState::InProgress;
        self.prepare_definition(class, span);
        let decl = self.entities[class].decl;
        let written = decl.and_then(|decl| self.class_decl(decl));
        let Some(written) = written.filter(|written| written.is_definition) else {
            if self.entities[class].state == ClassState::InProgress {
                self.entities[class].state = ClassState::Incomplete;
            }
            return false;
        };
        let query = Query::Class(class);
        let run = |cx: &mut Self| cx.under_way(query, span, |cx| cx.complete_from(class, written));
        if self.entities[class].template.is_some() && !self.entities[class].is_pattern {
            if self.instantiating(Instantiated::Class(class), span, run).is_none() {
                self.entities[class].state = ClassState::Invalid;
                return false;
            }
        } else if self.resolving(span, |cx| cx.outside(run)).is_none() {
            self.entities[class].state = ClassState::Invalid;
            return false;
        }
        if self.entities[class].state == ClassState::Invalid {
            return false;
        }
        self.entities[class].state = ClassState::Complete;
        true
    }

    /// Makes sure that the members can be looked up. While a class is being completed its members
    /// so far can be.
    pub(crate) fn prepare_members(&mut self, class: ClassId) {
        if self.entities[class].state == ClassState::Incomplete {
            let span = self.entities[class].span;
            self.complete_class(class, span);
        }
    }

    fn complete_from(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        self.entities[class].is_final = written.is_final;
        self.report_members_set_aside(written);
        let n_found = self.n_reported();
        self.enter_class(class, written);
        let around = self.incomplete_in_definition(class);
        let is_laid_out = self.before_brace(&around, |cx| {
            cx.entities[class].finds_bases = true;
            cx.resolve_bases(class, written);
            cx.entities[class].finds_bases = false;
            cx.resolve_fields(class, written);
            if cx.types.is_dependent(cx.entities[class].ty) {
                return true;
            }
            let is_measured = cx.measure_class(class);
            if is_measured {
                cx.lay_out_class(class);
            }
            is_measured
        });
        if !is_laid_out {
            if self.n_reported() > n_found {
                self.check_assertions(class, written, n_found);
            }
            self.entities[class].bases.clear();
            self.entities[class].fields.clear();
            self.entities[class].state = ClassState::Invalid;
            return;
        }
        self.entities[class].state = ClassState::Complete;
        self.n_members += written.members.len();
        self.instantiate_declarations(class, written);
        self.check_friend_specializations(class, written);
        self.check_assertions(class, written, n_found);
        let says_virtual = |&decl: &ast::DeclId| match &self.ast[decl].kind {
            DeclKind::Function(function) => function.virt.has(ast::VirtSpecs::FINAL),
            _ => false,
        };
        let has_virtual =
            self.entities[class].is_polymorphic || written.members.iter().any(says_virtual);
        if has_virtual {
            self.note_overridable(class, written);
        }
        if has_virtual && !self.types.is_dependent(self.entities[class].ty) {
            self.check_overriding(class, written);
            let span = self.entities[class].span;
            self.check_final_overriders(class, span);
        }
    }

    /// Checks the assertions among the members. Diagnostics of the other members of a
    /// specialisation since `n_found` follow from the one that fails.
    fn check_assertions(&mut self, class: ClassId, written: &'a ast::ClassDecl, n_found: usize) {
        let scope = self.entities[class].scope;
        let is_assertion =
            |&decl: &ast::DeclId| matches!(self.ast[decl].kind, DeclKind::StaticAssert { .. });
        let assertions: Vec<ast::DeclId> =
            written.members.iter().copied().filter(is_assertion).collect();
        let n_others = self.n_reported();
        let mut holds = true;
        let around = self.incomplete_in_member(Owner::Class(class));
        self.before_brace(&around, |cx| {
            for decl in assertions {
                holds &= cx.check_static_assert(scope, decl);
            }
        });
        if !holds && self.entities[class].template.is_some() {
            self.entities[class].fails_assertion = true;
            self.forget_reported(n_found..n_others);
        }
    }

    /// The base classes are looked up around the class, not in it.
    fn resolve_bases(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        let outer = self.entities[class].outer;
        let mut known = FxHashSet::default();
        for specifier in &written.bases {
            if !specifier.is_pack_expansion {
                self.resolve_base(class, outer, specifier, written.key, &mut known);
                continue;
            }
            let elements = self.expansion(outer, Pattern::Type(specifier.ty)).unwrap_or_default();
            for (index, element) in elements.into_iter().enumerate() {
                if element == Element::Open {
                    self.entities[class].has_dependent_base = true;
                    continue;
                }
                let scope = self.scopes.expansion(outer, index as u32);
                self.resolve_base(class, scope, specifier, written.key, &mut known);
            }
        }
    }

    fn resolve_base(
        &mut self,
        class: ClassId,
        scope: ScopeId,
        specifier: &'a ast::BaseSpecifier,
        key: ast::TagKey,
        known: &mut FxHashSet<ClassId>,
    ) {
        let ty = self.resolve_type(scope, specifier.ty);
        if ty == Ty::ERROR {
            return;
        }
        let ty = self.types.strip_cv(ty);
        if self.types.is_dependent(ty) {
            self.entities[class].has_dependent_base = true;
            return;
        }
        let Some(base) = self.types.class_of(ty) else {
            let message = format!("base type `{}` is not a class", self.show(ty));
            self.error(codes::INVALID_BASE, specifier.span, message);
            return;
        };
        if !self.require_complete(ty, specifier.span) {
            return;
        }
        if self.entities[base].is_final {
            let message = format!("`{}` is `final`, so it cannot be a base", self.show(ty));
            let diagnostic = Diagnostic::new(codes::INVALID_BASE, specifier.span, message)
                .secondary(self.entities[base].span, "declared `final`");
            // It stays a base, so that nothing follows from the error.
            self.report(diagnostic);
        }
        let problem = if self.is_union(base) {
            Some("a union cannot be a base")
        } else if self.is_union(class) {
            Some("a union has no bases")
        } else if !known.insert(base) {
            Some("a class cannot be a direct base twice")
        } else {
            None
        };
        if let Some(message) = problem {
            self.error(codes::INVALID_BASE, specifier.span, message);
            return;
        }
        let default = match key {
            ast::TagKey::Class => ast::Access::Private,
            ast::TagKey::Struct | ast::TagKey::Union | ast::TagKey::Enum => ast::Access::Public,
        };
        self.entities[class].is_polymorphic |=
            specifier.is_virtual || self.entities[base].is_polymorphic;
        self.entities[class].has_virtual_base |=
            specifier.is_virtual || self.entities[base].has_virtual_base;
        let is_dependent = self.depends_on_parameter(scope, Pattern::Type(specifier.ty));
        self.entities[class].bases.push(Base {
            class: base,
            ty,
            access: specifier.access.unwrap_or(default),
            is_virtual: specifier.is_virtual,
            is_dependent,
            offset: 0,
            span: specifier.span,
        });
    }

    fn resolve_fields(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        let ast = self.ast;
        let scope = self.entities[class].scope;
        let mut known: FxHashMap<Name, Span> = FxHashMap::default();
        for &decl in &written.members {
            let node = &ast[decl];
            match &node.kind {
                DeclKind::Field(field) => {
                    let ty = self.resolve_type(scope, field.ty);
                    // A member function, which is declared when it is looked up.
                    if let Some(name) = field.name
                        && matches!(self.types.kind(ty), TyKind::Function(_))
                    {
                        self.is_function_by_argument(scope, field.ty, ty, name.span);
                        self.entities[class].is_polymorphic |=
                            field.specs.flags.has(SpecFlags::VIRTUAL);
                        continue;
                    }
                    // The rules of specifiers report what cannot be a function by its text.
                    if field.specs.flags.has(SpecFlags::VIRTUAL)
                        && !self.types.is_error(ty)
                        && may_name_function(ast, field.ty)
                    {
                        let span = field.name.map_or(node.span, |name| name.span);
                        let message = "only a member function can be `virtual`";
                        self.error(codes::INVALID_SPECIFIER, span, message);
                    }
                    let ty = self.check_field(class, ty, field, node.span);
                    let bit_width = field
                        .bit_width
                        .and_then(|width| self.bit_field_declared(scope, ty, width, field));
                    if let Some(name) = field.name {
                        match known.entry(name.name) {
                            Entry::Vacant(place) => drop(place.insert(name.span)),
                            Entry::Occupied(before) => {
                                self.report_field_name(class, name, decl, *before.get());
                            }
                        }
                    }
                    self.entities[class].fields.push(Field {
                        name: field.name.map(|name| name.name),
                        ty,
                        access: node.access.unwrap_or(ast::Access::Public),
                        decl: Some(decl),
                        is_mutable: field.specs.flags.has(SpecFlags::MUTABLE),
                        bit_width,
                        offset: 0,
                        bit_shift: 0,
                        span: field.name.map_or(node.span, |name| name.span),
                    });
                }
                DeclKind::Function(function)
                    if function.specs.flags.has(SpecFlags::VIRTUAL)
                        || function.virt.has(ast::VirtSpecs::OVERRIDE) =>
                {
                    self.entities[class].is_polymorphic = true;
                }
                _ => {}
            }
        }
    }

    /// Reports a field whose name another one has; the earlier keeps it.
    fn report_field_name(
        &mut self,
        class: ClassId,
        name: ast::Ident,
        decl: ast::DeclId,
        before: Span,
    ) {
        let message = format!("the class has a member `{}` already", self.text(name.name));
        let diagnostic = Diagnostic::new(codes::CONFLICTING_DECLARATION, name.span, message)
            .secondary(before, "declared before");
        self.report(diagnostic);
        let key = DeclName::Identifier(name.name);
        if let Some(members) = self.entities[class].members.get_mut(&key) {
            members.retain(|member| member.decl != decl);
        }
    }

    /// A field has a complete object type; what is wrong is said once, here.
    fn check_field(&mut self, class: ClassId, ty: Ty, field: &ast::FieldDecl, span: Span) -> Ty {
        if self.types.is_dependent(ty) || self.types.is_error(ty) {
            return ty;
        }
        if self.types.has_placeholder(ty) {
            let span = self.ast[field.ty].span;
            let written = self.one_line(span);
            let is_auto = written.contains("auto") || written.is_empty();
            let diagnostic = match is_auto {
                true => {
                    let message = "a non-static data member cannot be declared `auto`";
                    Diagnostic::new(codes::CANNOT_DEDUCE_AUTO, span, message)
                }
                false => {
                    let message = format!(
                        "the template arguments of `{written}` are not deduced for a data member"
                    );
                    Diagnostic::new(codes::CANNOT_DEDUCE_AUTO, span, message).help(format!(
                        "write them, `{written}<...>`, or make the type of the member a template parameter of the class"
                    ))
                }
            };
            self.report(diagnostic);
            return Ty::ERROR;
        }
        if self.types.class_of(ty) == Some(class) {
            let message = format!("`{}` contains itself", self.show(ty));
            self.error(codes::INCOMPLETE_TYPE, span, message);
            return Ty::ERROR;
        }
        // A pattern's fields wait for its specialisations.
        if !self.entities[class].is_pattern && !self.require_complete(ty, self.ast[field.ty].span) {
            return Ty::ERROR;
        }
        let is_abstract = !self.entities[class].is_pattern
            && self.require_concrete(ty, self.ast[field.ty].span).is_err();
        if is_abstract { Ty::ERROR } else { ty }
    }

    /// Reports unless `ty` is complete after instantiation. `span`: the use that needs it.
    pub fn require_complete(&mut self, ty: Ty, span: Span) -> bool {
        match *self.types.kind(ty) {
            TyKind::Error => false,
            TyKind::Void => {
                self.error(codes::INCOMPLETE_TYPE, span, "an object cannot have type `void`");
                false
            }
            TyKind::Qualified(inner, _) => self.require_complete(inner, span),
            TyKind::Array(element, ArrayLen::Known(_)) => self.require_complete(element, span),
            TyKind::Array(_, ArrayLen::Unknown) => {
                let message = format!("`{}` has no length", self.show(ty));
                self.error(codes::INCOMPLETE_TYPE, span, message);
                false
            }
            TyKind::Class(class) => {
                if self.complete_class(class, span) {
                    self.check_class_specialized_before(class, span);
                    return true;
                }
                // In its own member functions the class is complete.
                let state = self.entities[class].state;
                if state == ClassState::Invalid {
                    return false;
                }
                let message = if state != ClassState::Incomplete {
                    format!("`{}` is not complete before its closing brace", self.show(ty))
                } else {
                    format!("`{}` is declared, but its definition is missing", self.show(ty))
                };
                let declared = self.entities[class].span;
                let mut diagnostic = Diagnostic::new(codes::INCOMPLETE_TYPE, span, message);
                // A declaration of the library says itself where its definition is.
                if self.unit.sources.in_system_file(declared.lo) {
                    diagnostic =
                        self.advice(declared).into_iter().fold(diagnostic, Diagnostic::help);
                    if let (Owner::Namespace(ns), Some(name)) =
                        (self.entities[class].owner, self.entities[class].name)
                    {
                        diagnostic = self.with_std_header(diagnostic, ns, self.text(name));
                    }
                } else {
                    diagnostic = diagnostic.secondary(declared, "declared here");
                }
                self.report(self.with_cycle(Query::Class(class), span, diagnostic));
                false
            }
            TyKind::Enum(id) if self.is_open_enum(id) => {
                let message =
                    format!("`{}` is not complete before its closing brace", self.show(ty));
                let diagnostic = Diagnostic::new(codes::INCOMPLETE_TYPE, span, message)
                    .secondary(self.entities[id].span, "declared here");
                self.report(self.with_cycle(Query::Enum(id), span, diagnostic));
                false
            }
            _ => true,
        }
    }

    /// Whether `ty` is complete, instantiating it; silent.
    pub fn is_complete(&mut self, ty: Ty, span: Span) -> bool {
        match *self.types.kind(ty) {
            TyKind::Error | TyKind::Void | TyKind::Array(_, ArrayLen::Unknown) => false,
            TyKind::Qualified(inner, _) | TyKind::Array(inner, _) => self.is_complete(inner, span),
            TyKind::Class(class) => self.complete_class(class, span),
            TyKind::Enum(id) => !self.is_open_enum(id),
            _ => true,
        }
    }

    /// Whether an enumeration has no underlying type yet, since its enumerators are being evaluated
    /// ([dcl.enum]/5).
    fn is_open_enum(&self, id: EnumId) -> bool {
        let entity = &self.entities[id];
        entity.state == EnumState::InProgress && !entity.is_fixed
    }

    pub(crate) fn has_dependent_base(&mut self, class: ClassId) -> bool {
        self.prepare_members(class);
        self.entities[class].has_dependent_base
    }

    /// The direct-base indices that lead from `derived` to `base`; empty when they are the same
    /// class. `None` when it is not a base or an ambiguous one.
    pub fn base_path(&mut self, derived: ClassId, base: ClassId) -> Option<Vec<u32>> {
        let mut paths = Vec::new();
        self.collect_base_paths(derived, base, &mut Vec::new(), &mut paths);
        // All ways to a virtual base lead to one subobject ([class.mi]/7).
        if paths.len() > 1 {
            let mut ways = paths.iter().map(|path| self.classes_passed(derived, path));
            let first = ways.next();
            if ways.any(|way| Some(&way) != first.as_ref()) {
                return None;
            }
        }
        paths.into_iter().min_by_key(Vec::len)
    }

    /// The classes that a path of bases passes from its last virtual base on.
    fn classes_passed(&self, derived: ClassId, path: &[u32]) -> Vec<ClassId> {
        let (mut at, mut passed) = (derived, vec![derived]);
        for &index in path {
            let Some(base) = self.entities[at].bases.get(index as usize) else { break };
            if base.is_virtual {
                passed.clear();
            }
            passed.push(base.class);
            at = base.class;
        }
        passed
    }

    /// The direct-base indices that lead from `derived`, where a member is that a pointer to a member
    /// of `base` designates ([expr.static.cast]/12), to `base`; `None` if that does not contain it.
    pub fn path_down(&mut self, base: ClassId, derived: ClassId) -> Option<Vec<u32>> {
        self.is_base_of(base, derived).then(|| self.base_path(derived, base))?
    }

    /// Whether `base` is a base of `derived`, perhaps an ambiguous one.
    pub fn is_base_of(&mut self, base: ClassId, derived: ClassId) -> bool {
        let mut paths = Vec::new();
        self.collect_base_paths(derived, base, &mut Vec::new(), &mut paths);
        base != derived && !paths.is_empty()
    }

    fn collect_base_paths(
        &mut self,
        from: ClassId,
        to: ClassId,
        path: &mut Vec<u32>,
        paths: &mut Vec<Vec<u32>>,
    ) {
        if from == to {
            paths.push(path.clone());
            return;
        }
        self.prepare_members(from);
        for index in 0..self.entities[from].bases.len() {
            let base = self.entities[from].bases[index].class;
            let entity = &self.entities[base];
            // Nothing to be found in it: what most bases of a class with many are.
            if base != to && entity.bases.is_empty() && entity.state == ClassState::Complete {
                continue;
            }
            path.push(index as u32);
            self.collect_base_paths(base, to, path, paths);
            path.pop();
        }
    }

    /// The class whose member function or data member an entity is.
    pub fn owner_class(&self, entity: &Entity) -> Option<ClassId> {
        let owner = match entity {
            Entity::Function(id) => self.entities[*id].owner,
            Entity::Template(id) => self.entities[*id].owner,
            Entity::Variable(id) => self.entities[*id].owner,
            Entity::Field(class, _) => return Some(*class),
            _ => return None,
        };
        match owner {
            Owner::Class(class) => Some(class),
            Owner::Namespace(_) | Owner::Function => None,
        }
    }
}
