//! Virtual functions ([class.virtual], [class.abstract]): what overrides what, which function a
//! call on an object of known class reaches, and the rules of `override`, `final` and `= 0`.

use lang::ast::{self, DeclId, DeclKind, VirtSpecs};
use lang::base::{Diagnostic, Span};

use super::enter::declared_name;
use super::function_by_type::names_type;
use super::operand::{Check, Reported};
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, DeclName, Entity, FunctionId, FunctionOrigin, Owner};
use crate::ty::{Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, ValueCategory};

impl<'a> Cx<'a> {
    /// Whether objects of the class have a pointer to a table of virtual functions that none of
    /// its bases has.
    pub fn has_own_table(&self, class: ClassId) -> bool {
        let class = &self.entities[class];
        class.is_polymorphic
            && !class.bases.iter().any(|base| self.entities[base.class].is_polymorphic)
    }

    /// Whether the function is declared `virtual` or overrides one that is ([class.virtual]/2).
    pub fn is_virtual_function(&mut self, function: FunctionId) -> bool {
        if self.entities[function].is_virtual {
            return true;
        }
        let Owner::Class(class) = self.entities[function].owner else { return false };
        if !self.entities[class].is_polymorphic
            || self.entities[function].template.is_some()
            || self.entities[function].is_static
        {
            return false;
        }
        // A chain of overriders is walked once.
        if self.overriders.contains(&function) {
            return true;
        }
        let overrides = !self.overridden(function).is_empty();
        if overrides {
            self.overriders.insert(function);
        }
        overrides
    }

    /// The virtual functions of the bases that `function` overrides.
    fn overridden(&mut self, function: FunctionId) -> Vec<FunctionId> {
        let mut found = Vec::new();
        let Owner::Class(class) = self.entities[function].owner else { return found };
        if self.no_other_declares(class, self.entities[function].name) {
            return found;
        }
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].class;
            self.collect_overridden(base, function, &mut found);
        }
        found
    }

    /// Notes the functions of a polymorphic class, before anything asks what they override.
    pub(crate) fn note_overridable(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        for &decl in &written.members {
            if self.written_virt(decl).is_some()
                && let Some((name, _)) = declared_name(self.ast, decl)
            {
                let only = self.overridable.entry(name).or_insert(Some(class));
                *only = only.filter(|&only| only == class);
            }
        }
    }

    /// Whether no other polymorphic class than `class` declares functions of the name: then none
    /// of its bases does, however many they are. Destructors override each other without a name.
    fn no_other_declares(&self, class: ClassId, name: DeclName) -> bool {
        let only = self.overridable.get(&name);
        name != DeclName::Destructor && only.is_none_or(|only| *only == Some(class))
    }

    fn collect_overridden(
        &mut self,
        class: ClassId,
        function: FunctionId,
        found: &mut Vec<FunctionId>,
    ) {
        if !self.entities[class].is_polymorphic {
            return;
        }
        if let Some(own) = self.own_match(class, function)
            && self.is_virtual_function(own)
        {
            found.push(own);
            return;
        }
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].class;
            self.collect_overridden(base, function, found);
        }
    }

    /// The class's own member function that has the name, parameters and qualifiers of `function`.
    pub(super) fn own_match(&mut self, class: ClassId, function: FunctionId) -> Option<FunctionId> {
        let name = self.entities[function].name;
        if name == DeclName::Destructor {
            return self.special_members(class).destructor;
        }
        let found = self.lookup_own_member(class, name).entities;
        found.into_iter().find_map(|entity| match entity {
            Entity::Function(own)
                if self.entities[own].owner == Owner::Class(class)
                    && self.same_parameters(own, function) =>
            {
                Some(own)
            }
            _ => None,
        })
    }

    /// The final overrider of `function` in an object whose complete type is `dynamic`, and the
    /// indices of the bases that lead to the subobject it belongs to.
    pub fn final_overrider(
        &mut self,
        dynamic: ClassId,
        function: FunctionId,
    ) -> Option<(FunctionId, Vec<u32>)> {
        if let Some(own) = self.own_match(dynamic, function) {
            return Some((own, Vec::new()));
        }
        let Owner::Class(owner) = self.entities[function].owner else { return None };
        for index in 0..self.entities[dynamic].bases.len() {
            let base = self.entities[dynamic].bases[index].class;
            if (base == owner || self.is_base_of(owner, base))
                && let Some((found, mut path)) = self.final_overrider(base, function)
            {
                path.insert(0, index as u32);
                return Some((found, path));
            }
        }
        None
    }

    /// A call of a member function, made a virtual one where the class of the object is not known.
    pub fn virtually(&mut self, call: ExprId, is_qualified: bool) -> ExprId {
        let ExprKind::Call { callee, arguments, .. } = &self.typed.exprs[call].kind else {
            return call;
        };
        let (callee, arguments) = (*callee, arguments.clone());
        let Some(&object) = arguments.first() else { return call };
        if is_qualified
            || !self.has_object_parameter(callee)
            || !self.is_virtual_function(callee)
            || self.is_most_derived(object)
        {
            return call;
        }
        let mut node = self.typed.exprs[call].clone();
        node.kind = ExprKind::VirtualCall { callee, arguments };
        self.typed.exprs.push(node)
    }

    /// Whether the object is known to be no base of another: a variable, a member, an element of an
    /// array, a temporary, or of a class that nothing can derive from.
    fn is_most_derived(&self, object: ExprId) -> bool {
        let at = self.without_bases(object);
        let node = &self.typed.exprs[at];
        let is_whole = match node.kind {
            ExprKind::Local(local) => !self.types.is_ref(self.typed.locals[local].ty),
            ExprKind::Field { object, index } => self
                .types
                .class_of(self.typed.exprs[object].ty)
                .and_then(|class| self.entities[class].fields.get(index as usize))
                .is_some_and(|field| !self.types.is_ref(field.ty)),
            ExprKind::Deref(pointer) => self.is_array_element(pointer),
            ExprKind::Materialize(_) => true,
            _ => node.category == ValueCategory::PRValue,
        };
        let Some(class) = self.types.class_of(node.ty) else { return false };
        // What lookup found in the class of the object is the final overrider then.
        is_whole || self.entities[class].is_final
    }

    /// Whether a call names its object as the one that the enclosing member function was called on:
    /// what that is, the outer call knew.
    pub(crate) fn is_own_object(&self, object: ExprId) -> bool {
        let at = self.without_bases(object);
        matches!(self.typed.exprs[at].kind, ExprKind::Deref(pointer)
            if matches!(self.typed.exprs[pointer].kind, ExprKind::This))
    }

    fn without_bases(&self, object: ExprId) -> ExprId {
        let mut at = object;
        while let ExprKind::Base { object, .. } = self.typed.exprs[at].kind {
            at = object;
        }
        at
    }

    /// Whether a pointer is made from an array that is named.
    fn is_array_element(&self, pointer: ExprId) -> bool {
        let mut at = pointer;
        while let ExprKind::PointerOffset { pointer, .. } = self.typed.exprs[at].kind {
            at = pointer;
        }
        matches!(
            self.typed.exprs[at].kind,
            ExprKind::Convert { kind: ConvertKind::ArrayToPointer, .. }
        )
    }

    /// Checks the virtual functions that a class declares, once it is complete.
    pub(crate) fn check_overriding(&mut self, class: ClassId, written: &'a ast::ClassDecl) {
        let ast = self.ast;
        let has_virtual_base =
            self.entities[class].bases.iter().any(|base| self.entities[base.class].is_polymorphic);
        for &decl in &written.members {
            let Some(virt) = self.written_virt(decl) else { continue };
            let says = virt.has(VirtSpecs::OVERRIDE)
                || virt.has(VirtSpecs::FINAL)
                || virt.has(VirtSpecs::PURE);
            if !says && !has_virtual_base {
                continue;
            }
            let Some((name, _)) = declared_name(ast, decl) else { continue };
            if matches!(name, DeclName::Constructor) {
                continue;
            }
            let found = self.lookup_own_member(class, name).entities;
            let id = found.into_iter().find_map(|entity| match entity {
                Entity::Function(id)
                    if self.entities[id].origin == FunctionOrigin::Declared(decl) =>
                {
                    Some(id)
                }
                _ => None,
            });
            if let Some(id) = id {
                self.check_overrider_of(id, virt, name == DeclName::Destructor);
            }
        }
    }

    fn check_overrider_of(&mut self, id: FunctionId, virt: VirtSpecs, is_destructor: bool) {
        let span = self.entities[id].span;
        let overridden = self.overridden(id);
        let name = self.show_function(id);
        if overridden.is_empty() {
            let (word, is_virtual) = match () {
                () if virt.has(VirtSpecs::OVERRIDE) => ("override", false),
                () if virt.has(VirtSpecs::FINAL) => ("final", self.entities[id].is_virtual),
                () if virt.has(VirtSpecs::PURE) => ("= 0", self.entities[id].is_virtual),
                () => return,
            };
            if !is_virtual {
                let message = match word {
                    "override" => format!(
                        "`{name}` is marked `override` but does not override a member function"
                    ),
                    _ => format!("`{name}` is marked `{word}` but is not virtual"),
                };
                let mut diagnostic = Diagnostic::new(codes::INVALID_OVERRIDE, span, message);
                if let Some(near) = self.same_name_in_bases(id) {
                    let (label, advice) = self.difference_of_override(id, near);
                    diagnostic = diagnostic.secondary(self.entities[near].span, label);
                    diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
                }
                self.report(diagnostic);
            }
            return;
        }
        for base in overridden {
            if self.declared_virt(base).has(VirtSpecs::FINAL) {
                let message = format!("`{name}` overrides a function that is `final`");
                let diagnostic = Diagnostic::new(codes::INVALID_OVERRIDE, span, message)
                    .secondary(self.entities[base].span, "declared `final` here");
                self.report(diagnostic);
                return;
            }
            if !is_destructor && !self.is_covariant(id, base) {
                let message = format!("`{name}` overrides a function with another return type");
                let diagnostic = Diagnostic::new(codes::INVALID_OVERRIDE, span, message)
                    .secondary(self.entities[base].span, "overridden here");
                self.report(diagnostic);
                return;
            }
            if let Some(why) = self.contradicts_overridden(id, base) {
                let message = format!("`{name}` {why}");
                let diagnostic = Diagnostic::new(codes::INVALID_OVERRIDE, span, message)
                    .secondary(self.entities[base].span, "overridden here");
                self.report(diagnostic);
                return;
            }
        }
    }

    /// What an overrider may not change besides its type ([except.spec]/4, [class.virtual]/16-17).
    fn contradicts_overridden(
        &mut self,
        overrider: FunctionId,
        overridden: FunctionId,
    ) -> Option<&'static str> {
        let is_deleted = |cx: &Self, id: FunctionId| {
            cx.entities[id].definition == crate::entity::Definition::Deleted
        };
        let is_immediate = |cx: &Self, id: FunctionId| cx.entities[id].is_consteval;
        if is_deleted(self, overrider) != is_deleted(self, overridden) {
            return Some("is deleted and the function it overrides is not, or the other way round");
        }
        if is_immediate(self, overrider) != is_immediate(self, overridden) {
            return Some(
                "is `consteval` and the function it overrides is not, or the other way round",
            );
        }
        let may_throw_more = !is_deleted(self, overrider)
            && self.is_noexcept_function(overridden)
            && !self.is_noexcept_function(overrider);
        may_throw_more.then_some("may throw, and the function it overrides is `noexcept`")
    }

    /// A virtual function of the same name that a base has.
    fn same_name_in_bases(&mut self, function: FunctionId) -> Option<FunctionId> {
        let Owner::Class(class) = self.entities[function].owner else { return None };
        let name = self.entities[function].name;
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].class;
            for entity in self.lookup_member(base, name).entities {
                if let Entity::Function(found) = entity
                    && self.is_virtual_function(found)
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// How a function differs from the virtual function of its name, and what makes them the same.
    fn difference_of_override(&self, id: FunctionId, near: FunctionId) -> (String, Option<String>) {
        let ty = |id: FunctionId| self.types.function_of(self.entities[id].ty);
        let (Some(own), Some(base)) = (ty(id), ty(near)) else {
            return ("this function is declared with another type".to_owned(), None);
        };
        if self.entities[id].is_static {
            return ("this one is virtual, and the other is `static`".to_owned(), None);
        }
        if own.params != base.params {
            let shown = self.show_function(near);
            return (format!("this one has other parameters, `{shown}`"), None);
        }
        let is_same = own.ref_qualifier == base.ref_qualifier
            && own.cv.is_volatile() == base.cv.is_volatile();
        if !is_same || own.cv.is_const() == base.cv.is_const() {
            return ("this one has other qualifiers behind its parameters".to_owned(), None);
        }
        match base.cv.is_const() {
            true => (
                "this one is `const`".to_owned(),
                Some("write `const` behind the parameters".to_owned()),
            ),
            false => (
                "this one is not `const`".to_owned(),
                Some("leave out the `const` behind the parameters".to_owned()),
            ),
        }
    }

    /// Whether the class has a function of a name that is marked `override` and overrides nothing, of which is reported.
    fn has_failed_override(&mut self, class: ClassId, name: DeclName) -> bool {
        self.lookup_own_member(class, name).entities.into_iter().any(|entity| match entity {
            Entity::Function(id) => {
                self.declared_virt(id).has(VirtSpecs::OVERRIDE) && self.overridden(id).is_empty()
            }
            _ => false,
        })
    }

    /// [class.virtual]/8
    fn is_covariant(&mut self, overrider: FunctionId, overridden: FunctionId) -> bool {
        let ret = |cx: &Self, id: FunctionId| {
            cx.types.function_of(cx.entities[id].ty).map(|function| function.ret)
        };
        let (Some(from), Some(to)) = (ret(self, overrider), ret(self, overridden)) else {
            return true;
        };
        if from == to || self.types.is_error(from) || self.types.is_error(to) {
            return true;
        }
        let classes = match (self.types.kind(from), self.types.kind(to)) {
            (TyKind::Pointer(a), TyKind::Pointer(b))
            | (TyKind::LRef(a), TyKind::LRef(b))
            | (TyKind::RRef(a), TyKind::RRef(b)) => {
                self.types.class_of(*a).zip(self.types.class_of(*b))
            }
            _ => None,
        };
        match classes {
            Some((a, b)) => a == b || self.base_path(a, b).is_some(),
            None => false,
        }
    }

    fn declared_virt(&self, function: FunctionId) -> VirtSpecs {
        match self.entities[function].origin {
            FunctionOrigin::Declared(decl) => self.written_virt(decl).unwrap_or(VirtSpecs::NONE),
            _ => VirtSpecs::NONE,
        }
    }

    /// The part behind the declarator of a member function, which may be declared by its type alone; `None` for other
    /// members.
    pub(super) fn written_virt(&self, decl: DeclId) -> Option<VirtSpecs> {
        match &self.ast[decl].kind {
            DeclKind::Function(function) => Some(function.virt),
            DeclKind::Field(field) if names_type(self.ast, field.ty) => Some(match field.init {
                ast::Initializer::None => VirtSpecs::NONE,
                _ => VirtSpecs::PURE,
            }),
            _ => None,
        }
    }

    /// A pure virtual function without a final overrider, which makes the class abstract.
    pub fn pure_virtual(&mut self, class: ClassId) -> Option<FunctionId> {
        if !self.entities[class].is_polymorphic {
            return None;
        }
        let mut declared = Vec::new();
        self.collect_pure(class, &mut declared);
        declared.into_iter().find(|&function| {
            self.final_overrider(class, function)
                .is_some_and(|(found, _)| self.declared_virt(found).has(VirtSpecs::PURE))
        })
    }

    fn collect_pure(&mut self, class: ClassId, found: &mut Vec<FunctionId>) {
        let ast = self.ast;
        if let Some(decl) = self.entities[class].decl
            && let Some(written) = self.class_decl(decl)
        {
            for &decl in &written.members {
                if !self.written_virt(decl).is_some_and(|virt| virt.has(VirtSpecs::PURE)) {
                    continue;
                }
                let Some((name, _)) = super::enter::declared_name(ast, decl) else { continue };
                for entity in self.lookup_own_member(class, name).entities {
                    if let Entity::Function(id) = entity
                        && self.entities[id].origin == FunctionOrigin::Declared(decl)
                    {
                        found.push(id);
                    }
                }
            }
        }
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].class;
            self.collect_pure(base, found);
        }
    }

    /// Reports when there can be no variable or temporary of the type: its class is abstract, or
    /// its destructor cannot be called ([class.dtor]/15).
    pub fn require_object(&mut self, ty: Ty, span: Span) -> Check<()> {
        let element = self.element_of(ty);
        let Some(class) = self.types.class_of(element) else { return Ok(()) };
        if self.special_members(class).trivially_destructible
            && !self.entities[class].is_polymorphic
            && !self.entities[class].members.contains_key(&DeclName::Destructor)
        {
            return Ok(());
        }
        self.require_concrete(element, span)?;
        match self.special_members(class).destructor {
            Some(destructor) => self.check_usable(destructor, span),
            None => Ok(()),
        }
    }

    /// Reports when `ty` is an abstract class, of which there are no objects ([class.abstract]/2).
    pub fn require_concrete(&mut self, ty: Ty, span: Span) -> Check<()> {
        let element = self.element_of(ty);
        let Some(class) = self.types.class_of(element) else { return Ok(()) };
        let Some(function) = self.pure_virtual(class) else { return Ok(()) };
        let (shown, name) = (self.show(element), self.show_function(function));
        let message = format!("`{shown}` is abstract: `{name}` has no definition to call");
        let mut diagnostic = Diagnostic::new(codes::ABSTRACT_CLASS, span, message)
            .secondary(self.entities[function].span, "declared pure here");
        let name = self.entities[function].name;
        diagnostic.is_consequence = self.has_failed_override(class, name);
        self.report(diagnostic);
        Err(Reported)
    }
}
