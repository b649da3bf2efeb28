//! The conversion functions of a class and of its bases ([class.conv.fct]).

use lang::base::Span;

use crate::Cx;
use crate::entity::{ClassId, DeclName, Entity, FunctionId};
use crate::lookup::LookupResult;
use crate::ty::Ty;

impl Cx<'_> {
    /// All visible conversion functions and templates of the class and its bases
    /// ([class.conv.fct]).
    pub fn conversion_functions(&mut self, class: ClassId) -> Vec<Entity> {
        self.prepare_members(class);
        let mut functions: Vec<Entity> =
            self.lookup_own_member(class, DeclName::Conversion).entities.to_vec();
        functions.extend(self.closure_conversion(class, None).map(Entity::Function));
        for index in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[index].class;
            for inherited in self.conversion_functions(base) {
                if !functions.iter().any(|own| self.hides_conversion(own, &inherited)) {
                    functions.push(inherited);
                }
            }
        }
        functions
    }

    /// The type that an object of the class is contextually implicitly converted to: the only one that `fits`
    /// among the results of its functions that are not explicit ([conv.general]/5).
    pub(super) fn contextual_target(
        &mut self,
        class: ClassId,
        fits: impl Fn(&Self, Ty) -> bool,
        span: Span,
    ) -> Option<Ty> {
        self.complete_class(class, span);
        let mut target = None;
        for entity in self.conversion_functions(class) {
            let Entity::Function(function) = entity else { continue };
            let result = self.return_type(function, span);
            let result = self.types.strip_cvref(result);
            if self.entities[function].is_explicit || !fits(self, result) {
                continue;
            }
            if target.is_some_and(|found| found != result) {
                return None;
            }
            target = Some(result);
        }
        target
    }

    /// What `operator target` names in a class: functions to different types have different names, so that those of the class
    /// hide no others. Without such a function, a specialisation of a template is found.
    pub fn conversions_to(&mut self, class: ClassId, target: Ty, span: Span) -> LookupResult {
        self.prepare_members(class);
        let mut found = LookupResult { naming_class: Some(class), ..LookupResult::default() };
        let mut own = self.lookup_own_member(class, DeclName::Conversion).entities;
        own.extend(self.closure_conversion(class, None).map(Entity::Function));
        let is_exact = |cx: &Self, function: FunctionId| {
            let ty = cx.types.function_of(cx.entities[function].ty);
            ty.is_some_and(|function| function.ret == target)
        };
        for entity in &own {
            if let Entity::Function(function) = *entity
                && is_exact(self, function)
            {
                found.add(entity.clone());
            }
        }
        for entity in own {
            if let Entity::Template(template) = entity
                && found.is_empty()
                && let Ok(function) = self.deduce_conversion(template, target, span)
                && is_exact(self, function)
            {
                found.add(Entity::Function(function));
            }
        }
        if found.is_empty() {
            for index in 0..self.entities[class].bases.len() {
                let base = self.entities[class].bases[index].class;
                let inner = self.conversions_to(base, target, span);
                found.is_ambiguous |= inner.is_ambiguous
                    || !inner.is_empty() && !found.is_empty() && inner.entities != found.entities;
                found.extend(inner.entities);
            }
        }
        found
    }

    fn hides_conversion(&self, own: &Entity, inherited: &Entity) -> bool {
        match (own, inherited) {
            (Entity::Function(own), Entity::Function(inherited)) => {
                let ret =
                    |id: FunctionId| self.types.function_of(self.entities[id].ty).map(|f| f.ret);
                ret(*own) == ret(*inherited)
            }
            _ => own == inherited,
        }
    }
}
