//! Constraints ([temp.constr]): satisfaction, normal form, subsumption, explanations.

use lang::ast;
use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::entity::{FunctionId, TemplateId};
use crate::scope::ScopeId;
use crate::ty::{Args, Ty};

/// Why a constraint does not hold: what the user reads.
pub type WhyNot = Box<Diagnostic>;

impl Cx<'_> {
    /// Whether the associated constraints of a function hold ([temp.constr.decl]).
    pub fn constraints_satisfied(&mut self, _function: FunctionId) -> Result<(), WhyNot> {
        Ok(())
    }

    /// Whether `concept<args>` is satisfied, for converted arguments.
    pub fn satisfy_concept(
        &mut self,
        _concept: TemplateId,
        _args: Args,
        _span: Span,
    ) -> Result<bool, WhyNot> {
        Ok(false)
    }

    /// Whether `ty` satisfies a type constraint such as `C<int>` before `auto`.
    pub fn satisfy_type_constraint(
        &mut self,
        _scope: ScopeId,
        _constraint: &ast::TypeConstraint,
        _ty: Ty,
    ) -> Result<(), WhyNot> {
        Ok(())
    }

    /// The value of a *requires-expression* ([expr.prim.req]).
    pub fn requires_expr(&mut self, _scope: ScopeId, _expr: ast::ExprId) -> Result<(), WhyNot> {
        Ok(())
    }
}
