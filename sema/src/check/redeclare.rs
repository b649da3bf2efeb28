//! Names that two declarations of one scope give different meanings ([basic.scope.scope]/6).
//!
//! In: the entities that a scope has under a name, and what one more declaration adds. Out: what
//! may stay. Functions and function templates overload; a class or enumeration is hidden by
//! anything else of its name ([basic.scope.hiding]/2); whatever else meets is a conflict.

use lang::ast::DeclId;
use lang::base::Diagnostic;
use smallvec::SmallVec;

use super::decl::{Declared, Place};
use crate::Cx;
use crate::codes;
use crate::entity::{DeclName, Entity, Owner};
use crate::ty::Ty;

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
                || self.is_namespace_name(place.owner, name);
            if is_conflict {
                self.report_conflict(name, decl, before.first());
            } else {
                kept.push(entity);
            }
        }
        kept
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
}
