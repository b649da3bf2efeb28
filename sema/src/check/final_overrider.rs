//! That a virtual function has one final overrider in each class ([class.virtual]/2).
//!
//! A subobject of a virtual base is shared, so two bases that override the same function of it
//! leave the target of a call ambiguous, unless one of them is a part of the other or the
//! class overrides the function itself. Without virtual bases each base has its own subobject and
//! the question does not arise.

use lang::base::{Diagnostic, Span};

use super::enter::declared_name;
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, Entity, FunctionId, FunctionOrigin};
use crate::lookup::subobject::{Descent, Subobject};

/// A function that overrides, and the subobject whose class declares it.
struct Overrider {
    function: FunctionId,
    subobject: Subobject,
}

impl Cx<'_> {
    /// Reports the virtual functions that have several final overriders in a complete class.
    pub(super) fn check_final_overriders(&mut self, class: ClassId, span: Span) {
        if self.entities[class].bases.len() < 2 || !self.entities[class].is_polymorphic {
            return;
        }
        let mut shared = Vec::new();
        self.collect_virtual_bases(class, &mut shared);
        for base in shared {
            for function in self.declared_virtual_functions(base) {
                let overriders = self.final_overriders(class, base, function);
                if let [first, second, ..] = overriders[..] {
                    let name = self.show_function(function);
                    let shown = self.show(self.entities[class].ty);
                    let message = format!("`{name}` has several final overriders in `{shown}`");
                    let diagnostic = Diagnostic::new(codes::INVALID_OVERRIDE, span, message)
                        .secondary(self.entities[first].span, "overridden here")
                        .secondary(self.entities[second].span, "and here")
                        .help("override it in this class too");
                    self.report(diagnostic);
                    return;
                }
            }
        }
    }

    /// The virtual functions that the class itself declares.
    fn declared_virtual_functions(&mut self, class: ClassId) -> Vec<FunctionId> {
        let ast = self.ast;
        let written = self.entities[class].decl.and_then(|decl| self.class_decl(decl));
        let mut functions = Vec::new();
        for &decl in written.map_or(&[][..], |written| &written.members) {
            if self.written_virt(decl).is_none() {
                continue;
            }
            let Some((name, _)) = declared_name(ast, decl) else { continue };
            for entity in self.lookup_own_member(class, name).entities {
                if let Entity::Function(id) = entity
                    && self.entities[id].origin == FunctionOrigin::Declared(decl)
                    && self.is_virtual_function(id)
                {
                    functions.push(id);
                }
            }
        }
        functions
    }

    /// What overrides `function` of the virtual base `base` and is not overridden itself: in no
    /// other overrider's subobject ([class.virtual]/2).
    fn final_overriders(
        &mut self,
        class: ClassId,
        base: ClassId,
        function: FunctionId,
    ) -> Vec<FunctionId> {
        let overriders = self.overriders(class, base, function);
        let last = self.no_parts(overriders.iter().map(|overrider| &overrider.subobject));
        last.map(|index| overriders[index].function).collect()
    }

    /// What overrides `function` first on each way down from `class`.
    fn overriders(
        &mut self,
        class: ClassId,
        base: ClassId,
        function: FunctionId,
    ) -> Vec<Overrider> {
        let mut found = Vec::new();
        self.walk_subobjects(class, |cx, class, subobject| {
            if class != base && !cx.is_base_of(base, class) {
                return Descent::Stop;
            }
            match cx.own_match(class, function) {
                Some(own) => {
                    found.push(Overrider { function: own, subobject: subobject.clone() });
                    Descent::Stop
                }
                None => Descent::GoOn,
            }
        });
        found
    }
}
