//! That a virtual function has one final overrider in each class ([class.virtual]/2).
//!
//! A subobject of a virtual base is shared, so two bases that override the same function of it
//! leave nobody to say which one a call reaches, unless one of them derives from the other or the
//! class overrides the function itself. Without virtual bases each base has its own subobject and
//! the question does not arise.

use lang::ast::DeclKind;
use lang::base::{Diagnostic, Span};

use super::enter::declared_name;
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, Entity, FunctionId, FunctionOrigin, Owner};

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
                let mut overriders = Vec::new();
                self.collect_overriders(class, base, function, &mut overriders);
                let owners: Vec<ClassId> =
                    overriders.iter().filter_map(|&id| self.class_of_function(id)).collect();
                // What a more derived class overrides is no final overrider.
                overriders.retain(|&id| {
                    let owner = self.class_of_function(id);
                    owner.is_some_and(|owner| {
                        !owners.iter().any(|&other| other != owner && self.is_base_of(owner, other))
                    })
                });
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

    fn class_of_function(&self, function: FunctionId) -> Option<ClassId> {
        match self.entities[function].owner {
            Owner::Class(class) => Some(class),
            Owner::Namespace(_) | Owner::Function => None,
        }
    }

    /// The classes of the virtual bases, of all levels, each once.
    fn collect_virtual_bases(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for base in &self.entities[class].bases {
            if found.contains(&base.class) {
                continue;
            }
            if base.is_virtual {
                found.push(base.class);
            }
            self.collect_virtual_bases(base.class, found);
        }
    }

    /// The virtual functions that the class itself declares.
    fn declared_virtual_functions(&mut self, class: ClassId) -> Vec<FunctionId> {
        let ast = self.ast;
        let written = self.entities[class].decl.and_then(|decl| self.class_decl(decl));
        let mut functions = Vec::new();
        for &decl in written.map_or(&[][..], |written| &written.members) {
            let DeclKind::Function(_) = &ast[decl].kind else { continue };
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

    /// What overrides `function` of the virtual base `base` first on each way down from `class`.
    fn collect_overriders(
        &mut self,
        class: ClassId,
        base: ClassId,
        function: FunctionId,
        found: &mut Vec<FunctionId>,
    ) {
        if let Some(own) = self.own_match(class, function) {
            if !found.contains(&own) {
                found.push(own);
            }
            return;
        }
        for index in 0..self.entities[class].bases.len() {
            let next = self.entities[class].bases[index].class;
            if next == base || self.is_base_of(base, next) {
                self.collect_overriders(next, base, function, found);
            }
        }
    }
}
