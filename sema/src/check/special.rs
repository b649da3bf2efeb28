//! Special member functions and the properties of classes that follow from them ([special],
//! [class.prop], [dcl.init.aggr]).
//!
//! Implicit members are functions without a declaration ([`FunctionOrigin::Implicit`]) whose
//! definition is `Defaulted`, or `Deleted` where the standard says so.

use std::cmp::Ordering;

use lang::ast::{Access, OverloadedOperator};
use lang::base::Span;
use smallvec::smallvec;

use super::decl::Declared;
use crate::Cx;
use crate::codes;
use crate::entity::{
    BodyState, Class, ClassId, DeclName, Definition, Entity, Field, Function, FunctionId,
    FunctionKind, FunctionOrigin, Owner, Parameter, SpecialKind, SpecialMembers,
};
use crate::scope::ScopeKind;
use crate::ty::{Cv, Exceptions, FunctionTy, Ty, TyKind};

/// A base or field as special members see it.
#[derive(Clone, Copy)]
struct Subobject {
    ty: Ty,
    /// Has a default member initialiser.
    has_init: bool,
    is_mutable: bool,
    access: Access,
}

impl<'a> Cx<'a> {
    /// The special members of a class, completing it.
    pub fn special_members(&mut self, class: ClassId) -> SpecialMembers {
        if let Some(special) = self.entities[class].special {
            return special;
        }
        let span = self.entities[class].span;
        self.complete_class(class, span);
        // A question about the class from its own members sees none yet.
        self.entities[class].special = Some(SpecialMembers::default());
        let special = self.compute_special_members(class);
        self.entities[class].special = Some(special);
        special
    }

    /// All constructors and constructor templates, implicit and inherited ones included.
    pub fn constructors(&mut self, class: ClassId) -> Vec<Entity> {
        let special = self.special_members(class);
        let mut all: Vec<Entity> =
            self.lookup_own_member(class, DeclName::Constructor).entities.to_vec();
        for function in
            [special.default_constructor, special.copy_constructor, special.move_constructor]
        {
            let entity = function.map(Entity::Function);
            all.extend(entity.filter(|entity| !all.contains(entity)));
        }
        // The default constructor of the class is better than one that it inherits ([over.match.best.general]/2).
        if special.default_constructor.is_some() {
            all.retain(|entity| match *entity {
                Entity::Function(id) if self.is_inherited_constructor(entity) => {
                    !self.entities[id].params.is_empty()
                }
                _ => true,
            });
        }
        all
    }

    fn is_inherited_constructor(&self, entity: &Entity) -> bool {
        match *entity {
            Entity::Function(id) => {
                matches!(self.entities[id].origin, FunctionOrigin::Inherited(_))
            }
            _ => false,
        }
    }

    /// The assignment operators, implicit ones included, besides what lookup finds in bases.
    pub fn assignment_operators(&mut self, class: ClassId) -> Vec<Entity> {
        let special = self.special_members(class);
        let name = DeclName::Operator(OverloadedOperator::Assign);
        let mut all: Vec<Entity> = self.lookup_own_member(class, name).entities.to_vec();
        for function in [special.copy_assignment, special.move_assignment] {
            let entity = function.map(Entity::Function);
            all.extend(entity.filter(|entity| !all.contains(entity)));
        }
        all
    }

    fn potential_subobjects(&self, class: ClassId) -> Vec<Subobject> {
        let class = &self.entities[class];
        let bases = class.bases.iter().map(|base| Subobject {
            ty: base.ty,
            has_init: false,
            is_mutable: false,
            access: base.access,
        });
        let fields = class.fields.iter().filter(|f| f.name.is_some() || f.bit_width.is_none());
        let fields = fields.map(|field| Subobject {
            ty: field.ty,
            has_init: field.decl.is_some_and(|decl| match &self.ast[decl].kind {
                lang::ast::DeclKind::Field(field) => {
                    !matches!(field.init, lang::ast::Initializer::None)
                }
                _ => false,
            }),
            is_mutable: field.is_mutable,
            access: field.access,
        });
        bases.chain(fields).collect()
    }

    fn compute_special_members(&mut self, class: ClassId) -> SpecialMembers {
        let subobjects = self.potential_subobjects(class);
        let mut special = SpecialMembers::default();
        let constructors = self.lookup_own_member(class, DeclName::Constructor).entities;
        let assignments =
            self.lookup_own_member(class, DeclName::Operator(OverloadedOperator::Assign)).entities;
        let destructors = self.lookup_own_member(class, DeclName::Destructor).entities;
        for entity in constructors.iter().chain(&assignments).chain(&destructors) {
            let Entity::Function(id) = *entity else { continue };
            if self.entities[id].requires.is_some() && self.constraints_satisfied(id).is_err() {
                continue;
            }
            let kind = self.entities[id].special;
            let slot = match kind {
                Some(SpecialKind::DefaultConstructor) => &mut special.default_constructor,
                Some(SpecialKind::CopyConstructor) => &mut special.copy_constructor,
                Some(SpecialKind::MoveConstructor) => &mut special.move_constructor,
                Some(SpecialKind::CopyAssignment) => &mut special.copy_assignment,
                Some(SpecialKind::MoveAssignment) => &mut special.move_assignment,
                Some(SpecialKind::Destructor) => &mut special.destructor,
                Some(SpecialKind::Comparison(_)) | None => continue,
            };
            // Of several without parameters the most constrained one is chosen ([class.dtor]/4).
            let first = *slot.get_or_insert(id);
            let has_no_parameters =
                matches!(kind, Some(SpecialKind::DefaultConstructor | SpecialKind::Destructor));
            if first != id
                && has_no_parameters
                && self.more_constrained(id, first) == Some(Ordering::Less)
            {
                *slot = Some(id);
            }
        }
        if let (None, Some(&Entity::Function(first))) = (special.destructor, destructors.first())
            && !self.entities[class].is_pattern
        {
            // [class.dtor]/4
            let name = self.show(self.entities[class].ty);
            let message = format!("no destructor of `{name}` has satisfied constraints");
            let span = self.entities[first].span;
            self.outside(|cx| cx.error(codes::CONSTRAINT_NOT_SATISFIED, span, message));
            special.destructor = Some(first);
        }
        let declared = special;
        let is_closure = self.entities[class].closure.is_some();
        let has_captures =
            self.entities[class].closure.as_ref().is_some_and(|closure| closure.has_captures);
        self.declare_destructor(class, &subobjects, &mut special);

        // What a constructor made must be destroyed if a later member throws.
        let destructible =
            subobjects.iter().all(|sub| self.subobject_has(class, sub.ty, SpecialKind::Destructor));
        let default_ok = destructible && self.is_default_constructible(class, &subobjects);
        self.settle_defaulted(declared.default_constructor, default_ok);
        // Those of a base do not count ([class.default.ctor]/1). Templates of it do here: they may make what
        // `is_default_constructible` does not find.
        let has_own_constructor =
            constructors.iter().any(|entity| !self.is_inherited_constructor(entity));
        if !has_own_constructor {
            let deleted = !default_ok || has_captures;
            special.default_constructor =
                Some(self.implicit_member(class, SpecialKind::DefaultConstructor, deleted));
        }
        let moves = declared.move_constructor.is_some() || declared.move_assignment.is_some();
        let copies = declared.copy_constructor.is_some() || declared.copy_assignment.is_some();
        let all = |cx: &mut Self, kind: SpecialKind| {
            subobjects.iter().all(|sub| cx.subobject_has(class, sub.ty, kind))
        };
        // [class.copy.ctor]/6..10
        let copy_ok = destructible && all(self, SpecialKind::CopyConstructor);
        let of_constants = self.copy_constants(&subobjects, SpecialKind::CopyConstructor);
        let fits = of_constants || !self.takes_constant(declared.copy_constructor);
        self.settle_defaulted(declared.copy_constructor, copy_ok && fits);
        if declared.copy_constructor.is_none() {
            let deleted = moves || !copy_ok;
            special.copy_constructor = Some(self.implicit_copy(
                class,
                SpecialKind::CopyConstructor,
                of_constants,
                deleted,
            ));
        }
        let move_ok = destructible && all(self, SpecialKind::MoveConstructor);
        self.settle_defaulted(declared.move_constructor, move_ok);
        let moves_implicitly =
            !copies && !moves && declared.destructor.is_none() && !self.entities[class].is_pattern;
        if moves_implicitly && move_ok {
            special.move_constructor =
                Some(self.implicit_member(class, SpecialKind::MoveConstructor, false));
        }
        // [class.copy.assign]
        let copy_ok = all(self, SpecialKind::CopyAssignment);
        let of_constants = self.copy_constants(&subobjects, SpecialKind::CopyAssignment);
        let fits = of_constants || !self.takes_constant(declared.copy_assignment);
        self.settle_defaulted(declared.copy_assignment, copy_ok && fits);
        if declared.copy_assignment.is_none() {
            let deleted = moves || !copy_ok || is_closure && has_captures;
            special.copy_assignment =
                Some(self.implicit_copy(class, SpecialKind::CopyAssignment, of_constants, deleted));
        }
        let move_ok = all(self, SpecialKind::MoveAssignment);
        self.settle_defaulted(declared.move_assignment, move_ok);
        if moves_implicitly && move_ok && !(is_closure && has_captures) {
            special.move_assignment =
                Some(self.implicit_member(class, SpecialKind::MoveAssignment, false));
        }
        self.derive_properties(class, &subobjects, !has_own_constructor, &mut special);
        special
    }

    fn declare_destructor(
        &mut self,
        class: ClassId,
        subobjects: &[Subobject],
        special: &mut SpecialMembers,
    ) {
        let all_ok =
            subobjects.iter().all(|sub| self.subobject_has(class, sub.ty, SpecialKind::Destructor));
        self.settle_defaulted(special.destructor, all_ok);
        if special.destructor.is_none() {
            special.destructor =
                Some(self.implicit_member(class, SpecialKind::Destructor, !all_ok));
        }
    }

    /// A function that is `= default` where no definition can be made is deleted
    /// ([dcl.fct.def.default]/4).
    fn settle_defaulted(&mut self, function: Option<FunctionId>, ok: bool) {
        if let Some(id) = function
            && self.entities[id].definition == Definition::Defaulted
            && !ok
        {
            self.entities[id].definition = Definition::Deleted;
        }
    }

    fn is_default_constructible(&mut self, class: ClassId, subobjects: &[Subobject]) -> bool {
        if self.is_union(class) {
            // A variant member is not initialised unless one of them says how.
            return subobjects.iter().any(|sub| sub.has_init)
                || subobjects.iter().all(|sub| {
                    let inner = self.class_of_element(sub.ty);
                    inner.is_none_or(|inner| {
                        self.special_members(inner).trivially_default_constructible
                    })
                });
        }
        subobjects.iter().all(|sub| {
            if sub.has_init {
                return true;
            }
            match self.types.kind(sub.ty) {
                TyKind::LRef(_) | TyKind::RRef(_) => false,
                TyKind::Qualified(inner, cv)
                    if cv.is_const() && self.types.class_of(*inner).is_none() =>
                {
                    false
                }
                _ => self.subobject_has(class, sub.ty, SpecialKind::DefaultConstructor),
            }
        })
    }

    /// Whether the special member of a subobject's class is there and usable; scalars have all, but
    /// const ones and references are not assignable.
    pub(super) fn subobject_has(&mut self, class: ClassId, ty: Ty, kind: SpecialKind) -> bool {
        let is_assignment =
            matches!(kind, SpecialKind::CopyAssignment | SpecialKind::MoveAssignment);
        match *self.types.kind(ty) {
            TyKind::Array(element, _) => return self.subobject_has(class, element, kind),
            TyKind::LRef(_) => return !is_assignment,
            TyKind::RRef(_) => return !is_assignment && kind != SpecialKind::CopyConstructor,
            _ => {}
        }
        if is_assignment && self.types.cv(ty).is_const() {
            return false;
        }
        let Some(inner) = self.types.class_of(ty) else { return true };
        let special = self.special_members(inner);
        let function = match kind {
            SpecialKind::DefaultConstructor => special.default_constructor,
            SpecialKind::CopyConstructor => special.copy_constructor,
            SpecialKind::MoveConstructor => special.move_constructor.or(special.copy_constructor),
            SpecialKind::CopyAssignment => special.copy_assignment,
            SpecialKind::MoveAssignment => special.move_assignment.or(special.copy_assignment),
            SpecialKind::Destructor => special.destructor,
            SpecialKind::Comparison(_) => return true,
        };
        // Which variant member to copy or destroy is unknown ([class.copy.ctor]/10).
        let is_trivial = match kind {
            SpecialKind::CopyConstructor => special.trivial_copy_constructor,
            SpecialKind::MoveConstructor => special.trivial_move_constructor,
            SpecialKind::CopyAssignment => special.trivial_copy_assignment,
            SpecialKind::MoveAssignment => special.trivial_move_assignment,
            SpecialKind::Destructor => special.trivially_destructible,
            SpecialKind::DefaultConstructor | SpecialKind::Comparison(_) => true,
        };
        if self.is_union(class) && !is_trivial {
            return false;
        }
        let is_usable = function.is_some_and(|id| {
            self.entities[id].definition != Definition::Deleted && self.may_use(class, id)
        });
        is_usable || self.template_does(inner, kind)
    }

    /// Whether overload resolution finds a template that copies or moves objects of a class ([class.copy.ctor]/10,
    /// [class.copy.assign]/7).
    fn template_does(&mut self, class: ClassId, kind: SpecialKind) -> bool {
        let candidates = match kind {
            SpecialKind::CopyConstructor | SpecialKind::MoveConstructor => self.constructors(class),
            SpecialKind::CopyAssignment | SpecialKind::MoveAssignment => {
                self.assignment_operators(class)
            }
            _ => return false,
        };
        if !candidates.iter().any(|candidate| matches!(candidate, Entity::Template(_))) {
            return false;
        }
        let ty = self.entities[class].ty;
        let source = match kind {
            SpecialKind::CopyConstructor | SpecialKind::CopyAssignment => {
                let constant = self.types.qualified(ty, Cv::CONST);
                self.types.lref(constant)
            }
            _ => self.types.rref(ty),
        };
        match kind {
            SpecialKind::CopyConstructor | SpecialKind::MoveConstructor => {
                self.is_constructible(ty, &[source], false)
            }
            _ => {
                let target = self.types.lref(ty);
                self.is_assignable(target, source)
            }
        }
    }

    /// [class.prop], [dcl.init.aggr]/1, [basic.types.general]/10
    fn derive_properties(
        &mut self,
        class: ClassId,
        subobjects: &[Subobject],
        has_no_constructor: bool,
        special: &mut SpecialMembers,
    ) {
        let is_polymorphic = self.entities[class].is_polymorphic;
        let parts: Vec<Option<SpecialMembers>> = subobjects
            .iter()
            .map(|sub| {
                let class = self.class_of_element(sub.ty);
                class.map(|class| self.special_members(class))
            })
            .collect();
        let all = |property: fn(&SpecialMembers) -> bool| {
            parts.iter().flatten().all(property) && !is_polymorphic
        };
        let is_trivial = |cx: &Self, function: Option<FunctionId>| {
            function.is_some_and(|id| {
                let function = &cx.entities[id];
                matches!(function.origin, FunctionOrigin::Implicit)
                    || function.definition == Definition::Defaulted
            })
        };
        let is_usable = |cx: &Self, function: Option<FunctionId>| {
            function.is_some_and(|id| cx.entities[id].definition != Definition::Deleted)
        };
        special.trivial_copy_constructor =
            is_trivial(self, special.copy_constructor) && all(|s| s.trivial_copy_constructor);
        special.trivial_move_constructor = match special.move_constructor {
            Some(_) => {
                is_trivial(self, special.move_constructor) && all(|s| s.trivial_move_constructor)
            }
            None => special.trivial_copy_constructor,
        };
        special.trivial_copy_assignment =
            is_trivial(self, special.copy_assignment) && all(|s| s.trivial_copy_assignment);
        special.trivial_move_assignment = match special.move_assignment {
            Some(_) => {
                is_trivial(self, special.move_assignment) && all(|s| s.trivial_move_assignment)
            }
            None => special.trivial_copy_assignment,
        };
        special.trivially_destructible = is_trivial(self, special.destructor)
            && is_usable(self, special.destructor)
            && parts.iter().flatten().all(|s| s.trivially_destructible);
        let has_init = subobjects.iter().any(|sub| sub.has_init);
        special.trivially_default_constructible = is_trivial(self, special.default_constructor)
            && is_usable(self, special.default_constructor)
            && !has_init
            && all(|s| s.trivially_default_constructible);
        let operations = [
            (special.copy_constructor, special.trivial_copy_constructor),
            (special.move_constructor, special.trivial_move_constructor),
            (special.copy_assignment, special.trivial_copy_assignment),
            (special.move_assignment, special.trivial_move_assignment),
        ];
        let mut usable = operations.iter().filter(|(function, _)| is_usable(self, *function));
        special.trivially_copyable = special.trivially_destructible
            && usable.clone().next().is_some()
            && usable.all(|(_, trivial)| *trivial);
        let entity = &self.entities[class];
        special.empty = self.is_empty_shape(entity, &parts);
        special.aggregate = has_no_constructor
            && !entity.inherits_constructors
            && !is_polymorphic
            && entity.closure.is_none()
            && entity.fields.iter().all(|field| field.access == Access::Public)
            && entity.bases.iter().all(|base| base.access == Access::Public && !base.is_virtual);
        let is_public =
            subobjects.iter().all(|sub| sub.access == Access::Public && !sub.is_mutable);
        special.structural = is_public
            && entity.closure.as_ref().is_none_or(|closure| !closure.has_captures)
            && subobjects.iter().zip(&parts).all(|(sub, part)| match part {
                Some(part) => part.structural,
                None => !matches!(self.types.kind(sub.ty), TyKind::RRef(_)),
            })
            && special.trivially_destructible;
        let has_constexpr_constructor = {
            let constructors = self.lookup_own_member(class, DeclName::Constructor).entities;
            constructors.iter().any(|entity| self.is_constexpr_constructor(entity))
        };
        // Nothing makes such an object in a constant expression ([dcl.constexpr]/5).
        let has_virtual_base = self.entities[class].has_virtual_base;
        special.literal = special.trivially_destructible
            && !has_virtual_base
            && parts.iter().flatten().all(|part| part.literal)
            && (special.aggregate
                || self.entities[class].closure.is_some()
                || has_constexpr_constructor
                || has_no_constructor);
    }

    fn is_constexpr_constructor(&self, entity: &Entity) -> bool {
        match entity {
            Entity::Function(id) => {
                let function = &self.entities[*id];
                let is_copy = matches!(
                    function.special,
                    Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor)
                );
                (function.is_constexpr || function.definition == Definition::Defaulted) && !is_copy
            }
            Entity::Template(id) => {
                let source = self.entities[*id].decl.and_then(|decl| self.function_source(decl));
                source.is_some_and(|source| source.flags.has(lang::ast::SpecFlags::CONSTEXPR))
            }
            _ => false,
        }
    }

    pub(super) fn class_of_element(&self, ty: Ty) -> Option<ClassId> {
        match *self.types.kind(ty) {
            TyKind::Array(element, _) => self.class_of_element(element),
            _ => self.types.class_of(ty),
        }
    }

    /// Whether all subobjects of a class can be copied or assigned from constants ([class.copy.ctor]/7,
    /// [class.copy.assign]/2).
    fn copy_constants(&mut self, subobjects: &[Subobject], kind: SpecialKind) -> bool {
        subobjects.iter().all(|sub| {
            let Some(class) = self.class_of_element(sub.ty) else { return true };
            let special = self.special_members(class);
            let function = match kind {
                SpecialKind::CopyConstructor => special.copy_constructor,
                _ => special.copy_assignment,
            };
            function.is_none() || self.takes_constant(function)
        })
    }

    /// Whether a copy takes constants: by value, or by a reference to `const`.
    fn takes_constant(&self, function: Option<FunctionId>) -> bool {
        let param = function.and_then(|function| self.entities[function].params.first());
        match param.map(|param| self.types.kind(param.ty)) {
            Some(TyKind::LRef(referent)) => self.types.cv(*referent).is_const(),
            Some(_) => true,
            None => false,
        }
    }

    /// An implicitly declared copy, which takes constants or other objects.
    fn implicit_copy(
        &mut self,
        class: ClassId,
        kind: SpecialKind,
        of_constants: bool,
        deleted: bool,
    ) -> FunctionId {
        let function = self.implicit_member(class, kind, deleted);
        if !of_constants {
            let own = self.entities[class].ty;
            let reference = self.types.lref(own);
            if let Some(mut ty) = self.types.function_of(self.entities[function].ty).cloned() {
                ty.params = Box::new([reference]);
                self.entities[function].ty = self.types.function(ty);
            }
            if let Some(param) = self.entities[function].params.first_mut() {
                param.ty = reference;
                let local = param.local;
                self.typed.locals[local].ty = reference;
            }
        }
        function
    }

    /// An implicitly declared special member function.
    fn implicit_member(&mut self, class: ClassId, kind: SpecialKind, deleted: bool) -> FunctionId {
        let own = self.entities[class].ty;
        let const_ref = {
            let constant = self.types.add_const(own);
            self.types.lref(constant)
        };
        let rvalue = self.types.rref(own);
        let reference = self.types.lref(own);
        let (name, param, ret) = match kind {
            SpecialKind::DefaultConstructor => (DeclName::Constructor, None, Ty::VOID),
            SpecialKind::CopyConstructor => (DeclName::Constructor, Some(const_ref), Ty::VOID),
            SpecialKind::MoveConstructor => (DeclName::Constructor, Some(rvalue), Ty::VOID),
            SpecialKind::CopyAssignment => {
                (DeclName::Operator(OverloadedOperator::Assign), Some(const_ref), reference)
            }
            SpecialKind::MoveAssignment => {
                (DeclName::Operator(OverloadedOperator::Assign), Some(rvalue), reference)
            }
            SpecialKind::Destructor => (DeclName::Destructor, None, Ty::VOID),
            SpecialKind::Comparison(op) => (DeclName::Operator(op), Some(const_ref), Ty::BOOL),
        };
        self.synthetic_function(class, name, param.as_slice(), ret, |function| {
            function.special = Some(kind);
            function.definition = if deleted { Definition::Deleted } else { Definition::Defaulted };
        })
    }

    /// A member function without a declaration.
    pub(crate) fn synthetic_function(
        &mut self,
        class: ClassId,
        name: DeclName,
        params: &[Ty],
        ret: Ty,
        adjust: impl FnOnce(&mut Function),
    ) -> FunctionId {
        let (outer, span) = (self.entities[class].scope, self.entities[class].span);
        let scope = self.scopes.push(Some(outer), ScopeKind::Parameters);
        let parameters: Vec<Parameter> =
            params.iter().map(|&ty| self.unnamed_parameter(ty, span)).collect();
        let ty = self.types.function(FunctionTy {
            ret,
            params: params.into(),
            variadic: false,
            cv: crate::ty::Cv::NONE,
            ref_qualifier: None,
            exceptions: Exceptions::Noexcept,
        });
        let mut spaces = lang::ast::Spaces::TILE;
        spaces.insert(lang::ast::Spaces::DEVICE);
        spaces.insert(lang::ast::Spaces::HOST);
        let mut function = Function {
            name,
            kind: match name {
                DeclName::Constructor => FunctionKind::Constructor,
                DeclName::Destructor => FunctionKind::Destructor,
                _ => FunctionKind::Ordinary,
            },
            origin: FunctionOrigin::Implicit,
            owner: Owner::Class(class),
            outer,
            scope,
            ty,
            params: parameters,
            template: None,
            definition: Definition::Defaulted,
            special: None,
            spaces,
            is_static: false,
            is_constexpr: true,
            is_consteval: false,
            is_virtual: false,
            is_inline: true,
            is_explicit: false,
            is_extern_c: false,
            is_explicit_specialization: false,
            access: Access::Public,
            requires: None,
            noexcept: lang::ast::Noexcept::Always,
            intrinsic: None,
            foreign: None,
            queued: false,
            has_looked_for_definition: true,
            body: BodyState::Unchecked,
            order: self.entities[class].order,
            span,
        };
        adjust(&mut function);
        let id = self.entities.functions.push(function);
        self.scopes[scope].kind = ScopeKind::Function(id);
        id
    }

    pub(crate) fn unnamed_parameter(&mut self, ty: Ty, span: Span) -> Parameter {
        let local = self.typed.local(None, ty, span);
        Parameter { name: None, ty, decl: None, default: None, local, from_pack: false, span }
    }

    /// `using Base::Base;`: a constructor of the base as one of the class ([class.inhctor.init]).
    pub(crate) fn inherit_constructors(
        &mut self,
        place: super::decl::Place,
        using: &'a lang::ast::UsingDecl,
    ) -> Declared {
        let Owner::Class(class) = place.owner else { return Declared::new() };
        let ast = self.ast;
        let mut scopes = vec![place.scope];
        if using.is_pack_expansion {
            let pattern = crate::template::pack::Pattern::Name(using.name);
            let len = self.expansion_len(place.scope, pattern).unwrap_or(0);
            scopes = (0..len).map(|index| self.scopes.expansion(place.scope, index)).collect();
        }
        let mut declared = Declared::new();
        for scope in scopes {
            // `Base::Base` names the constructors of the class before `::` ([class.qual]/2).
            let qualifier = self.named_qualifier(scope, using.name);
            let Some(crate::lookup::name::Qualifier::Class(base)) = qualifier else { continue };
            if !self.entities[class].bases.iter().any(|direct| direct.class == base) {
                let message = format!(
                    "`{}` is not a direct base of the class",
                    self.show(self.entities[base].ty)
                );
                self.error(crate::codes::INVALID_BASE, ast[using.name].span, message);
                continue;
            }
            self.inherit_from(class, base, &mut declared);
        }
        declared
    }

    fn inherit_from(&mut self, class: ClassId, base: ClassId, declared: &mut Declared) {
        self.entities[class].inherits_constructors = true;
        for entity in self.constructors(base) {
            match entity {
                Entity::Function(inherited) => {
                    let function = &self.entities[inherited];
                    if let Some(SpecialKind::CopyConstructor | SpecialKind::MoveConstructor) =
                        function.special
                    {
                        continue;
                    }
                    let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
                    let defaults: Vec<_> =
                        function.params.iter().map(|param| param.default).collect();
                    let access = function.access;
                    let (is_explicit, spaces, is_constexpr) =
                        (function.is_explicit, function.spaces, function.is_constexpr);
                    let is_deleted = function.definition == Definition::Deleted;
                    let id = self.synthetic_function(
                        class,
                        DeclName::Constructor,
                        &params,
                        Ty::VOID,
                        |function| {
                            function.origin = FunctionOrigin::Inherited(inherited);
                            function.access = access;
                            function.is_explicit = is_explicit;
                            function.is_constexpr = is_constexpr;
                            function.spaces = spaces;
                            if is_deleted {
                                function.definition = Definition::Deleted;
                            }
                        },
                    );
                    for (param, default) in self.entities[id].params.iter_mut().zip(defaults) {
                        param.default = default;
                    }
                    declared.push(Entity::Function(id));
                }
                // Its specialisations construct the base; their owner tells the caller that they
                // were inherited.
                Entity::Template(_) => declared.extend(smallvec![entity] as Declared),
                _ => {}
            }
        }
    }

    /// [meta.unary.prop]: nothing but subobjects of size zero, which members marked
    /// `[[no_unique_address]]` are where their class is empty.
    fn is_empty_shape(&self, class: &Class, parts: &[Option<SpecialMembers>]) -> bool {
        let may_be_empty =
            |field: &Field| field.bit_width == Some(0) || self.is_overlapping(field.decl);
        class.fields.iter().all(may_be_empty)
            && class.key != lang::ast::TagKey::Union
            && !class.is_polymorphic
            && parts.iter().all(|part| part.is_some_and(|part| part.empty))
    }
}
