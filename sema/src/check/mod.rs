//! Checking: syntax to typed tree.
//!
//! | asks | gets |
//! |---|---|
//! | a declaration | `decl`, `class`, `types`: its entity, members, type |
//! | an expression | `expr` and its kin: a typed expression |
//! | a function | `body`, `stmt`: its [`FunctionBody`](crate::typed::FunctionBody) |
//!
//! This file is the door to the second and third: what declarations, templates and concepts ask
//! of expressions. Start reading at `expr`, whose `Checker` walks syntax; `operator`, `call` and
//! `init` are what its arms call.

mod attribute;
pub mod bit_field;
pub mod body;
pub mod builtin;
pub mod builtin_op;
pub mod call;
pub mod class;
pub mod closure_pointer;
pub mod completeness;
mod composite_pointer;
mod const_assignment;
pub mod constant;
pub mod conversion_function;
pub mod decl;
pub mod declare_class;
mod declare_template;
mod deleted;
mod deleted_comparison;
pub mod enter;
pub mod enumeration;
mod exception;
pub mod expr;
mod extent;
mod final_overrider;
pub mod foreign;
pub mod function;
mod function_by_type;
pub mod hint;
pub mod implicit;
pub mod init;
pub mod jump;
pub mod lambda;
mod layout;
pub mod literal;
pub mod local;
mod member_pointer;
pub mod name;
mod odr_use;
pub mod operand;
pub mod operator;
mod overflow;
mod overriding;
mod placement;
mod range_for;
mod redeclare;
mod rules;
pub mod set_aside;
pub mod special;
mod statement_expression;
pub mod stmt;
pub mod structured_binding;
mod surrogate;
mod switch;
pub mod tile_rules;
pub mod traits;
pub mod types;
mod unused;
pub mod variable;
pub mod walk;

use lang::ast;
use lang::base::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::{DeclName, Entity, FunctionId};
use crate::scope::ScopeId;
use crate::ty::{Ty, TyKind};
use crate::typed::{Allocation, ExprId, ExprKind, HostOnly, ValueCategory};

use expr::Checker;
use init::Form;
use operand::{Operand, Source};

pub use operand::{Check, Reported};

/// What checking expressions remembers.
#[derive(Default)]
pub struct State {
    /// Integer literals with the value zero: null pointer constants ([conv.ptr]/1).
    pub zero_literals: FxHashSet<ExprId>,
    /// So many unevaluated operands are around ([expr.context]).
    pub unevaluated: u32,
    /// The call that the operand of a `decltype` is.
    pub decltype_call: Option<Span>,
    /// So many immediate function contexts are around ([expr.const]/13).
    pub immediate: u32,
    /// The scope of what is checked just now, for access control; `None` at the top.
    pub context: Option<ScopeId>,
    /// The outermost call whose default arguments are being made.
    pub default_argument_site: Option<CallSite>,
    /// Functions that calls go to of which only lowering knows where, and whether they may.
    pub resolved_calls: FxHashMap<crate::entity::FunctionId, bool>,
    /// The last variable of threads, as `threadIdx`, that was reported.
    pub thread_variable: Option<Span>,
    /// Names that are not declared, with the functions that use them.
    pub undeclared: FxHashSet<(Option<FunctionId>, DeclName)>,
    /// Variables that are `constexpr` and have no value, of which has been reported.
    pub broken_constants: FxHashSet<crate::typed::LocalId>,
    /// Functions that are declared in a block and look like variables.
    pub vexing: FxHashSet<FunctionId>,
    /// Classes of whose private members an error speaks, where all members are private.
    pub private_classes: FxHashSet<crate::entity::ClassId>,
    /// Constraints that a type with a name of its own does not satisfy, as they were reported.
    pub unmet: FxHashSet<String>,
    /// Variables whose declared type does not fit what is assigned to them: errors about their uses follow from that.
    pub misdeclared: FxHashSet<crate::typed::LocalId>,
    /// Variables in operations whose operands were spread over each other, of which has been told.
    pub spread: FxHashSet<crate::typed::LocalId>,
    /// The names of threads that were reported, with the functions that use them.
    pub thread_names: FxHashSet<(Option<FunctionId>, &'static str)>,
    pub set_aside: set_aside::SetAside,
    /// The names of kernel templates that were not instantiated.
    pub uninstantiated_kernels: Vec<lang::base::Span>,
    /// Variables whose initialisers are being checked, innermost last.
    pub initializing: Vec<crate::typed::LocalId>,
    /// The names of an explicit instantiation are being looked up: access does not matter
    /// ([temp.spec.general]/6).
    pub is_access_free: bool,
    /// An aggregate is initialised to learn whether a list converts to it: narrowing does not matter ([over.best.ics]/2).
    pub is_narrowing_free: bool,
    /// The class whose constructor is chosen for a base of an object just now.
    pub base_under_construction: Option<crate::entity::ClassId>,
    /// The types of structured bindings of tuple-like objects, by the hidden reference of each.
    pub binding_types: FxHashMap<crate::typed::LocalId, Ty>,
    /// Scalar constants of enclosing functions as lambdas name them, and where.
    pub foreign_constants: FxHashMap<ExprId, (lang::base::Name, crate::typed::LocalId, ScopeId)>,
    /// Captures of variables with known values: reading them in a constant expression reads the variable
    /// ([basic.def.odr]/5, [expr.prim.lambda.capture]/11).
    pub captured_constants: FxHashMap<ExprId, crate::typed::LocalId>,
    /// Uses that have been warned of.
    pub warned: FxHashSet<(lang::base::Code, Span)>,
    /// The notes for warnings about bodies.
    pub lint: crate::lint::Noted,
}

/// Where a call is, and in which scope.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    pub span: Span,
    pub scope: Option<ScopeId>,
}

impl<'a> Cx<'a> {
    /// Checks an unevaluated operand ([expr.context]): of `decltype`, `noexcept`, a requirement.
    pub fn check_unevaluated(&mut self, scope: ScopeId, expr: ast::ExprId) -> Check<ExprId> {
        let mut checker = Checker::new(self, scope);
        checker.unevaluated(|c| c.expr(expr))
    }

    /// `decltype(expr)` ([dcl.type.decltype]).
    pub fn decltype_of(&mut self, scope: ScopeId, expr: ast::ExprId) -> Check<Ty> {
        let mut checker = Checker::new(self, scope);
        checker.unevaluated(|c| c.declared_type(expr))
    }

    /// `decltype(name)`
    pub fn decltype_of_name(&mut self, scope: ScopeId, name: ast::QualNameId) -> Check<Ty> {
        let mut checker = Checker::new(self, scope);
        checker.unevaluated(|c| c.declared_type_of_name(name))
    }

    /// Whether an unevaluated operand is not potentially throwing ([expr.unary.noexcept]).
    pub fn is_noexcept(&mut self, expr: ExprId) -> bool {
        let parts = self.typed.subexpressions(expr);
        parts.into_iter().all(|part| self.calls_nothing_that_throws(part))
    }

    /// The same of one expression without its operands. The temporary that it makes is destroyed at the end
    /// ([except.spec]/6).
    fn calls_nothing_that_throws(&mut self, part: ExprId) -> bool {
        let node = &self.typed.exprs[part];
        let (ty, is_temporary) = (node.ty, node.category == ValueCategory::PRValue);
        let holds = match &node.kind {
            ExprKind::Call { callee: function, .. }
            | ExprKind::VirtualCall { callee: function, .. }
            | ExprKind::Construct { constructor: function, .. } => {
                let function = *function;
                self.is_noexcept_function(function)
            }
            // Of a function that only its type tells of.
            ExprKind::CallPointer { pointer: callee, .. }
            | ExprKind::CallMember { member: callee, .. } => {
                let ty = self.types.strip_cv(self.typed.exprs[*callee].ty);
                let called = match *self.types.kind(ty) {
                    TyKind::Pointer(pointee) | TyKind::MemberPointer { pointee, .. } => pointee,
                    _ => ty,
                };
                self.types
                    .function_of(called)
                    .is_some_and(|function| function.exceptions.is_noexcept())
            }
            ExprKind::HostOnly(what) => {
                let what = *what;
                return self.host_only_throws_nothing(part, what);
            }
            _ => true,
        };
        if !holds || !is_temporary {
            return holds;
        }
        let element = self.element_of(ty);
        let Some(class) = self.types.class_of(element) else { return true };
        let destructor = self.special_members(class).destructor;
        destructor.is_none_or(|destructor| self.is_noexcept_function(destructor))
    }

    /// An operation of host code alone: an allocation function of the class may be `noexcept`, the global one is not.
    fn host_only_throws_nothing(&mut self, expr: ExprId, what: HostOnly) -> bool {
        let node = &self.typed.exprs[expr];
        let (ty, is_reference) = (node.ty, node.category.is_glvalue());
        let allocation = self.typed.allocations.get(&expr).copied();
        match what {
            HostOnly::Throw => false,
            HostOnly::DynamicCast => !is_reference,
            HostOnly::New => {
                let object = self.types.pointee(ty).unwrap_or(Ty::ERROR);
                match allocation {
                    Some(Allocation::New { value }) => {
                        let is_array = matches!(
                            self.types.kind(self.typed.exprs[value].ty),
                            TyKind::Array(..)
                        );
                        self.has_noexcept_new(object, is_array) && self.is_noexcept(value)
                    }
                    Some(Allocation::NewArray { count, given, element }) => {
                        let mut parts = [Some(count), given, Some(element)].into_iter().flatten();
                        self.has_noexcept_new(object, true)
                            && parts.all(|part| self.is_noexcept(part))
                    }
                    // The functions with further arguments that the language declares do not throw.
                    Some(Allocation::Delete { .. }) | None => true,
                }
            }
            HostOnly::Delete => {
                let Some(Allocation::Delete { pointer, .. }) = allocation else { return true };
                let ty = self.typed.exprs[pointer].ty;
                let object = self.types.pointee(ty).map(|object| self.element_of(object));
                let destructor = object
                    .and_then(|object| self.types.class_of(object))
                    .and_then(|class| self.special_members(class).destructor);
                self.is_noexcept(pointer)
                    && destructor.is_none_or(|destructor| self.is_noexcept_function(destructor))
            }
            _ => true,
        }
    }

    fn has_noexcept_new(&mut self, object: Ty, is_array: bool) -> bool {
        let Some(class) = self.types.class_of(object) else { return false };
        let name = DeclName::Operator(match is_array {
            true => ast::OverloadedOperator::NewArray,
            false => ast::OverloadedOperator::New,
        });
        let found = self.lookup_member(class, name).entities;
        let functions = found.iter().filter_map(|entity| match entity {
            Entity::Function(function) => Some(*function),
            _ => None,
        });
        let functions: Vec<FunctionId> = functions.collect();
        // The function for one object takes a size alone.
        let mut plain = functions.into_iter().filter(|&f| self.entities[f].params.len() == 1);
        let Some(function) = plain.next() else { return false };
        drop(plain);
        self.is_noexcept_function(function)
    }

    /// A converted constant expression of type `to` ([expr.const]/10): template arguments, array
    /// bounds, enumerators, `case`, `explicit(...)`.
    pub fn converted_constant(
        &mut self,
        scope: ScopeId,
        expr: ast::ExprId,
        to: Ty,
    ) -> Check<Value> {
        let span = self.ast[expr].span;
        let operand = self.constant_operand(scope, expr)?;
        self.converted_operand(operand, to, span)
    }

    fn converted_operand(&mut self, operand: Operand, to: Ty, span: Span) -> Check<Value> {
        let to = self.types.strip_cv(to);
        let value = match operand {
            Operand::List(list) => self.initialize_list(to, *list, Form::Copy, span)?,
            operand => {
                let made = self
                    .tentatively(|cx| cx.initialize_element(to, operand.clone(), Form::Copy, span));
                match made {
                    Ok(made) => made?,
                    Err(why) => {
                        // What is not a constant narrows for that reason alone.
                        if why.code == codes::NARROWING
                            && let Some(expr) = operand.as_expr()
                        {
                            let value = self.load(expr);
                            self.evaluated(value)?;
                        }
                        self.report(*why);
                        return Err(Reported);
                    }
                }
            }
        };
        self.evaluated(value)
    }

    fn constant_operand(&mut self, scope: ScopeId, expr: ast::ExprId) -> Check<Operand> {
        let unevaluated = std::mem::take(&mut self.check.unevaluated);
        let operand = Checker::new(self, scope).operand(expr);
        self.check.unevaluated = unevaluated;
        operand
    }

    fn constant_name(&mut self, scope: ScopeId, name: ast::QualNameId) -> Check<Operand> {
        let unevaluated = std::mem::take(&mut self.check.unevaluated);
        let operand = Checker::new(self, scope).name(name);
        self.check.unevaluated = unevaluated;
        operand
    }

    /// The value of a constant expression, or a report of why it is none.
    pub fn evaluated(&mut self, expr: ExprId) -> Check<Value> {
        if let ExprKind::Const(value) = &self.typed.exprs[expr].kind {
            return Ok(value.clone());
        }
        match crate::constexpr::evaluate(self, expr) {
            Ok(value) => Ok(value),
            Err(why) => {
                self.report(*why);
                Err(Reported)
            }
        }
    }

    /// A constant expression of any type, with the type its value decays to: the argument of an
    /// `auto` template parameter, an enumerator without fixed type.
    pub fn constant_expr(&mut self, scope: ScopeId, expr: ast::ExprId) -> Check<(Value, Ty)> {
        let (value, ty) = self.constant_parts(scope, expr)?;
        Ok((self.evaluated(value)?, ty))
    }

    /// A constant expression that is not evaluated yet, and its type.
    pub(crate) fn constant_parts(
        &mut self,
        scope: ScopeId,
        expr: ast::ExprId,
    ) -> Check<(ExprId, Ty)> {
        let span = self.ast[expr].span;
        let operand = self.constant_operand(scope, expr)?;
        self.value_of_operand(scope, operand, span)
    }

    fn constant_of_operand(
        &mut self,
        scope: ScopeId,
        operand: Operand,
        span: Span,
    ) -> Check<(Value, Ty)> {
        let (value, ty) = self.value_of_operand(scope, operand, span)?;
        Ok((self.evaluated(value)?, ty))
    }

    fn value_of_operand(
        &mut self,
        scope: ScopeId,
        operand: Operand,
        span: Span,
    ) -> Check<(ExprId, Ty)> {
        let expr = Checker::new(self, scope).designated(operand)?;
        let ty = self.typed.exprs[expr].ty;
        let ty = self.types.decay(ty);
        if self.types.is_error(ty) {
            return Err(Reported);
        }
        let value = match self.types.class_of(ty) {
            Some(_) => self.initialize(ty, Operand::Expr(expr), Form::Copy, span)?,
            None => self.load(expr),
        };
        Ok((value, ty))
    }

    /// The same conversion for a value computed earlier: `Value` of type `from` to `to`.
    pub fn convert_value(&mut self, value: &Value, from: Ty, to: Ty, span: Span) -> Check<Value> {
        let constant = self.value_expr(value.clone(), from, span);
        self.converted_operand(Operand::Expr(constant), to, span)
    }

    /// A constant expression contextually converted to `bool` ([dcl.pre]/10, [stmt.if]).
    pub fn constant_bool(&mut self, scope: ScopeId, expr: ast::ExprId) -> Check<bool> {
        let span = self.ast[expr].span;
        let operand = self.constant_operand(scope, expr)?;
        let value = Checker::new(self, scope).to_bool(operand, span)?;
        self.evaluated(value)?.truth().ok_or(Reported)
    }

    /// `__is_constructible(ty, args...)` and, for one argument, `__is_convertible`.
    pub fn is_constructible(&mut self, ty: Ty, args: &[Ty], implicit: bool) -> bool {
        if self.types.is_void(ty) || matches!(self.types.kind(ty), TyKind::Function(_)) {
            return false;
        }
        let args: Vec<ExprId> = args.iter().map(|&arg| self.declval_of(arg)).collect();
        if implicit && let [arg] = args.as_slice() {
            let source = Source::of(self, *arg);
            return self.converts_implicitly(source, ty) && self.may_convert(*arg, ty);
        }
        self.construction(ty, args).is_some()
    }

    /// Whether the conversion that there is from `arg` to `ty` may be used in a context unrelated
    /// to either: its functions and bases are accessible and not deleted ([meta.rel]/5).
    fn may_convert(&mut self, arg: ExprId, ty: Ty) -> bool {
        let from = self.typed.exprs[arg].ty;
        let class = |cx: &Self, ty: Ty| cx.types.class_of(cx.types.strip_ref(ty)).is_some();
        let pointee = |cx: &Self, ty: Ty| {
            let ty = cx.types.pointee(cx.types.strip_ref(ty));
            ty.is_some_and(|ty| cx.types.class_of(ty).is_some())
        };
        let both_point = pointee(self, from) && pointee(self, ty);
        if !class(self, from) && !class(self, ty) && !both_point {
            return true;
        }
        let scope = self.global_scope();
        let context = self.check.context.replace(scope);
        let made = self.tentatively(|cx| {
            cx.initialize(ty, Operand::Expr(arg), Form::Copy, Span::NONE)?;
            if cx.types.is_ref(ty) { Ok(()) } else { cx.require_object(ty, Span::NONE) }
        });
        self.check.context = context;
        matches!(made, Ok(Ok(())))
    }

    /// `__is_nothrow_constructible(ty, args...)`
    pub fn is_nothrow_constructible(&mut self, ty: Ty, args: &[Ty]) -> bool {
        if self.types.is_void(ty) || matches!(self.types.kind(ty), TyKind::Function(_)) {
            return false;
        }
        let args: Vec<ExprId> = args.iter().map(|&arg| self.declval_of(arg)).collect();
        self.construction(ty, args).is_some_and(|made| self.is_noexcept(made))
    }

    /// A variable of the type initialised by values of unknown origin: well-formed in a context
    /// unrelated to any of the types, its destruction included ([meta.unary.prop]/9).
    fn construction(&mut self, ty: Ty, args: Vec<ExprId>) -> Option<ExprId> {
        let args = args.into_iter().map(Operand::Expr).collect();
        let scope = self.global_scope();
        let context = self.check.context.replace(scope);
        self.check.unevaluated += 1;
        let made = self.tentatively(|cx| {
            let made = cx.initialize_parenthesized(ty, args, Span::NONE)?;
            if !cx.types.is_ref(ty) {
                cx.require_object(ty, Span::NONE)?;
            }
            Ok(made)
        });
        self.check.unevaluated -= 1;
        self.check.context = context;
        match made {
            Ok(Ok(made)) => Some(made),
            Ok(Err(Reported)) | Err(_) => None,
        }
    }

    /// `__is_nothrow_assignable(to, from)`
    pub fn is_nothrow_assignable(&mut self, to: Ty, from: Ty) -> bool {
        if !self.is_assignable(to, from) {
            return false;
        }
        let (to, from) = (self.declval_of(to), self.declval_of(from));
        let scope = self.global_scope();
        let (to, from) = (Operand::Expr(to), Operand::Expr(from));
        let made = self.tentatively(|cx| {
            let mut checker = Checker::new(cx, scope);
            checker.assign_operands(None, Span::NONE, to, from, Span::NONE)
        });
        matches!(made, Ok(Ok(made)) if self.is_noexcept(made))
    }

    /// `std::declval<ty>()`
    pub(crate) fn declval_of(&mut self, ty: Ty) -> ExprId {
        match *self.types.kind(ty) {
            TyKind::LRef(referent) => self.declval(referent, ValueCategory::LValue),
            TyKind::RRef(referent) => match self.types.kind(referent) {
                TyKind::Function(_) => self.declval(referent, ValueCategory::LValue),
                _ => self.declval(referent, ValueCategory::XValue),
            },
            TyKind::Function(_) => self.declval(ty, ValueCategory::LValue),
            _ => self.declval(ty, ValueCategory::XValue),
        }
    }

    /// `__is_assignable(to, from)`
    pub fn is_assignable(&mut self, to: Ty, from: Ty) -> bool {
        if self.types.is_void(to) || self.types.is_void(from) {
            return false;
        }
        let (to, from) = (self.declval_of(to), self.declval_of(from));
        let scope = self.global_scope();
        self.assigns(scope, to, from)
    }
}

impl<'a> Checker<'_, 'a> {
    /// [dcl.type.decltype]/1: the declared type of what a name or member access denotes, else the
    /// type with the category.
    fn declared_type(&mut self, id: ast::ExprId) -> Check<Ty> {
        match self.ast[id].kind {
            ast::ExprKind::Name(name) => self.declared_type_of_name(name),
            ast::ExprKind::Member { .. } => {
                let expr = self.expr(id)?;
                match self.typed.exprs[expr].kind {
                    ExprKind::Field { object, index } => {
                        let class = self.types.class_of(self.typed.exprs[object].ty);
                        let field =
                            class.and_then(|class| self.entities[class].fields.get(index as usize));
                        field.map(|field| field.ty).ok_or(Reported)
                    }
                    ExprKind::Global(var) => Ok(self.entities[var].ty),
                    _ => Ok(self.type_with_category(expr)),
                }
            }
            _ => {
                let operand = Some(self.ast[self.operand_called(id)].span);
                let outer = std::mem::replace(&mut self.check.decltype_call, operand);
                let expr = self.expr(id);
                self.check.decltype_call = outer;
                Ok(self.type_with_category(expr?))
            }
        }
    }

    /// The call that the value of the operand of `decltype` is made by, if one is.
    fn operand_called(&self, id: ast::ExprId) -> ast::ExprId {
        let mut at = self.ast.strip_parens(id);
        while let ast::ExprKind::Binary { op: ast::BinaryOp::Comma, rhs, .. } = self.ast[at].kind {
            at = self.ast.strip_parens(rhs);
        }
        at
    }

    fn declared_type_of_name(&mut self, name: ast::QualNameId) -> Check<Ty> {
        let scope = self.scope;
        let lookup = self.lookup_name(scope, name).ok_or(Reported)?;
        match lookup.found.single().cloned() {
            Some(Entity::Local(local)) => {
                self.check_initializer_names(local, lookup.span)?;
                let ty = self.typed.locals[local].ty;
                return if self.types.is_error(ty) { Err(Reported) } else { Ok(ty) };
            }
            Some(Entity::Variable(var)) => {
                let ty = self.variable_type(var, lookup.span);
                return if self.types.is_error(ty) { Err(Reported) } else { Ok(ty) };
            }
            Some(Entity::Field(class, index)) => {
                let field = self.entities[class].fields.get(index as usize);
                return field.map(|field| field.ty).ok_or(Reported);
            }
            Some(Entity::Expr(expr)) => return Ok(self.bound_type(expr)),
            Some(Entity::Value(args, index)) => {
                let ty = self.types.constant(args, index).map(|(_, ty)| ty);
                if let Some(ty) = ty.filter(|&ty| self.types.class_of(ty).is_none()) {
                    return Ok(ty);
                }
            }
            _ => {}
        }
        let operand = self.name(name)?;
        let expr = self.designated(operand)?;
        // A variable template's specialisation, a function, an enumerator.
        let node = &self.typed.exprs[expr];
        if let ExprKind::Global(var) = node.kind {
            return Ok(self.entities[var].ty);
        }
        if let ExprKind::Function(_) = node.kind {
            return Ok(node.ty);
        }
        Ok(self.type_with_category(expr))
    }

    /// The declared type of a field, of what a structured binding is bound to, or of the variable
    /// that a capture holds.
    fn bound_type(&mut self, expr: ExprId) -> Ty {
        let node = &self.typed.exprs[expr];
        match node.kind {
            ExprKind::Field { object, index } => {
                let object_ty = self.typed.exprs[object].ty;
                let Some(class) = self.types.class_of(object_ty) else { return node.ty };
                let Some(field) = self.entities[class].fields.get(index as usize) else {
                    return node.ty;
                };
                if let Some(closure) = &self.entities[class].closure {
                    // Of the variable, not of its copy ([expr.prim.id.unqual]/3).
                    let reference = closure.references.iter().find(|(known, _)| *known == index);
                    return reference.map_or_else(|| self.types.strip_ref(field.ty), |(_, ty)| *ty);
                }
                if self.types.is_ref(field.ty) { field.ty } else { node.ty }
            }
            ExprKind::Local(local) => {
                let declared = self.check.binding_types.get(&local).copied();
                declared.unwrap_or(self.typed.locals[local].ty)
            }
            _ => node.ty,
        }
    }
}
