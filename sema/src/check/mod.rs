//! Checking: syntax to typed tree.
//!
//! | asks | gets |
//! |---|---|
//! | a declaration | `decl`, `class`, `types`: its entity, members, type |
//! | an expression | `expr` and its kin: a typed expression |
//! | a function | `stmt`: its [`FunctionBody`](crate::typed::FunctionBody) |
//!
//! This file is the door to the second and third: what declarations, templates and concepts ask
//! of expressions.

pub mod class;
pub mod constant;
pub mod decl;
pub mod enter;
pub mod enumeration;
pub mod function;
pub mod operand;
pub mod special;
pub mod traits;
pub mod types;
pub mod variable;

use lang::ast;
use lang::base::Span;
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::constexpr::value::Value;
use crate::entity::{FunctionId, VarId};
use crate::scope::ScopeId;
use crate::ty::Ty;
use crate::typed::ExprId;

pub use operand::{Check, Reported};

/// What checking expressions remembers about typed nodes.
#[derive(Default)]
pub struct State {
    /// Integer literals with the value zero: null pointer constants ([conv.ptr]/1).
    pub zero_literals: FxHashSet<ExprId>,
}

impl Cx<'_> {
    /// Checks an unevaluated operand ([expr.context]): of `decltype`, `noexcept`, a requirement.
    pub fn check_unevaluated(&mut self, _scope: ScopeId, _expr: ast::ExprId) -> Check<ExprId> {
        Err(Reported)
    }

    /// `decltype(expr)` ([dcl.type.decltype]).
    pub fn decltype_of(&mut self, _scope: ScopeId, _expr: ast::ExprId) -> Check<Ty> {
        Err(Reported)
    }

    /// Whether an unevaluated operand is potentially throwing, negated ([expr.unary.noexcept]).
    pub fn is_noexcept(&mut self, _expr: ExprId) -> bool {
        true
    }

    /// A converted constant expression of type `to` ([expr.const]/10): template arguments, array
    /// bounds, enumerators, `case`, `explicit(...)`.
    pub fn converted_constant(
        &mut self,
        _scope: ScopeId,
        _expr: ast::ExprId,
        _to: Ty,
    ) -> Check<Value> {
        Err(Reported)
    }

    /// A constant expression of any type, with the type its value decays to: the argument of an
    /// `auto` template parameter, an enumerator without fixed type.
    pub fn constant_expr(&mut self, _scope: ScopeId, _expr: ast::ExprId) -> Check<(Value, Ty)> {
        Err(Reported)
    }

    /// The same conversion for a value computed earlier: `Value` of type `from` to `to`.
    pub fn convert_value(
        &mut self,
        _value: &Value,
        _from: Ty,
        _to: Ty,
        _span: Span,
    ) -> Check<Value> {
        Err(Reported)
    }

    /// A constant expression contextually converted to `bool` ([dcl.pre]/10, [stmt.if]).
    pub fn constant_bool(&mut self, _scope: ScopeId, _expr: ast::ExprId) -> Check<bool> {
        Err(Reported)
    }

    /// Checks a function's body and deduces its return type; the result is in its
    /// [`BodyState`](crate::entity::BodyState) and its type.
    pub fn check_body(&mut self, _function: FunctionId, _span: Span) {}

    /// Checks a variable's initialiser, deducing its type if that has a placeholder; the result is
    /// in its [`VariableState`](crate::entity::VariableState) and its type. The declared type is in
    /// `ty` before.
    pub fn check_variable(&mut self, _var: VarId, _span: Span) {}

    /// The value of a variable that is usable in constant expressions; silent.
    pub fn constant_value(&mut self, _var: VarId) -> Option<Value> {
        None
    }

    /// `__is_constructible(ty, args...)` and, for one argument, `__is_convertible`.
    pub fn is_constructible(&mut self, _ty: Ty, _args: &[Ty], _implicit: bool) -> bool {
        false
    }

    /// `__is_assignable(to, from)`
    pub fn is_assignable(&mut self, _to: Ty, _from: Ty) -> bool {
        false
    }
}
