//! Declarations: from a member of a namespace or class to its entity.

use lang::ast;
use lang::base::Span;

use crate::Cx;
use crate::entity::{Entity, EnumId, FunctionId, VarId};
use crate::scope::ScopeId;
use crate::ty::Ty;

impl Cx<'_> {
    /// The type of a variable; of a placeholder type, what its initialiser says.
    pub fn variable_type(&mut self, _var: VarId, _span: Span) -> Ty {
        Ty::ERROR
    }

    /// The return type; a placeholder is deduced from the body. Reports at `span` when that fails.
    pub fn return_type(&mut self, _function: FunctionId, _span: Span) -> Ty {
        Ty::ERROR
    }

    /// The function is called or its address taken by code that is kept: its body will be checked.
    pub fn use_function(&mut self, _function: FunctionId, _span: Span) {}

    /// The fixed or computed underlying type.
    pub fn underlying_type(&mut self, _id: EnumId) -> Ty {
        Ty::ERROR
    }

    /// Declares what a declaration at block scope declares but variables: classes, enumerations,
    /// aliases, functions, using-declarations, static assertions. Returns the entity when it is a
    /// class or function.
    pub fn declare_local(&mut self, _scope: ScopeId, _decl: ast::DeclId) -> Option<Entity> {
        None
    }
}
