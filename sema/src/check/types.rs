//! Types as written to types ([dcl.type], [dcl.meaning]).

use lang::ast;

use crate::Cx;
use crate::scope::ScopeId;
use crate::ty::{Args, Ty};

impl Cx<'_> {
    /// The type that `ty` means in `scope`; [`Ty::ERROR`] after reporting. May hold placeholders.
    pub fn resolve_type(&mut self, _scope: ScopeId, _ty: ast::TypeExprId) -> Ty {
        Ty::ERROR
    }

    /// Template arguments as written, expansions expanded, kinds decided by lookup, but not yet
    /// converted to the parameters of any template. `None` after reporting.
    pub fn resolve_template_args(
        &mut self,
        _scope: ScopeId,
        _args: &ast::TemplateArgs,
    ) -> Option<Args> {
        None
    }

    /// How many elements an expansion of this pattern has in `scope`: the length of the packs that
    /// the expression or type names. `None` after reporting unequal lengths or no pack.
    pub fn expansion_len(&mut self, _scope: ScopeId, _pattern: Pattern) -> Option<u32> {
        None
    }
}

/// What stands before `...`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    Expr(ast::ExprId),
    Type(ast::TypeExprId),
}
