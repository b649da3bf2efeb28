//! Classes: completion, layout, bases, special members ([class]).

use lang::base::Span;

use crate::Cx;
use crate::entity::{ClassId, Entity, SpecialMembers};
use crate::ty::Ty;

impl Cx<'_> {
    /// Completes the class, instantiating it if need be; `false` when it is incomplete. Silent.
    pub fn complete_class(&mut self, _class: ClassId, _span: Span) -> bool {
        false
    }

    /// Reports unless `ty` is complete after instantiation. `span`: who needs it.
    pub fn require_complete(&mut self, _ty: Ty, _span: Span) -> bool {
        false
    }

    /// Size and alignment in bytes of a complete object type.
    pub fn layout(&mut self, _ty: Ty) -> Option<(u64, u64)> {
        None
    }

    /// The direct-base indices that lead from `derived` to `base`; empty when they are the same
    /// class. `None` when it is no base or an ambiguous one.
    pub fn base_path(&mut self, _derived: ClassId, _base: ClassId) -> Option<Vec<u32>> {
        None
    }

    /// All constructors and constructor templates, implicit and inherited ones included.
    pub fn constructors(&mut self, _class: ClassId) -> Vec<Entity> {
        Vec::new()
    }

    /// All visible conversion functions and templates of the class and its bases.
    pub fn conversion_functions(&mut self, _class: ClassId) -> Vec<Entity> {
        Vec::new()
    }

    pub fn special_members(&mut self, _class: ClassId) -> SpecialMembers {
        SpecialMembers::default()
    }
}
