//! Pointers to members: `&C::m`, `.*`, `->*` and calls through them ([expr.unary.op]/3,
//! [expr.mptr.oper]).
//!
//! A member that is known makes an ordinary member access or call; otherwise the access keeps the
//! pointer, and the evaluator of the tree finds the member.

use lang::ast::{self, BinaryOp};
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use crate::Cx;
use crate::codes;
use crate::constexpr::value::{Member, Value};
use crate::entity::{Entity, FunctionId, Owner};
use crate::ty::{FunctionTy, RefQualifier, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

impl<'a> Checker<'_, 'a> {
    /// `&C::member` for a non-static member.
    pub(super) fn member_pointer(
        &mut self,
        name: ast::QualNameId,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let scope = self.scope;
        let mut lookup = self.lookup_name(scope, name).ok_or(Reported)?;
        self.select_conversion(&mut lookup, name)?;
        match lookup.found.single() {
            Some(&Entity::Field(class, index)) => {
                let field = self.entities[class].fields[index as usize].ty;
                let member = Value::MemberPointer(Some(Member::Field(class, index)));
                let class = self.naming_class(class);
                let class = self.entities[class].ty;
                let ty = self.types.member_pointer(class, field);
                Ok(Some(self.constant(member, ty, span)))
            }
            Some(&Entity::Function(function)) if self.has_object_parameter(function) => {
                match self.entities[function].owner {
                    Owner::Class(_) => {
                        self.check_deleted(function, span)?;
                        Ok(Some(self.overload_expr(function, span)))
                    }
                    Owner::Namespace(_) | Owner::Function => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
}

impl Cx<'_> {
    /// `object.*member`, `pointer->*member`.
    pub(super) fn member_pointer_access(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.types.strip_cv(self.typed.exprs[rhs].ty);
        let TyKind::MemberPointer { class, pointee } = *self.types.kind(ty) else {
            return self.invalid_operands(op.text(), lhs, rhs, op_span);
        };
        let object = if op == BinaryOp::ArrowMemberPointer {
            let pointer = self.load(lhs);
            self.deref(pointer, span)?
        } else {
            lhs
        };
        let from = self.types.class_of(self.typed.exprs[object].ty);
        let (Some(from), Some(class)) = (from, self.types.class_of(class)) else {
            return self.invalid_operands(op.text(), lhs, rhs, op_span);
        };
        if self.base_depth(from, class).is_none() {
            return self.invalid_operands(op.text(), lhs, rhs, op_span);
        }
        // Of several bases that have the member, the class of the pointer says which.
        let object = self.named_through(object, Some(class), span)?;
        let member = self.load(rhs);
        if self.types.function_of(pointee).is_some() {
            let object = self.materialize(object);
            let kind = ExprKind::MemberAccess { object, member };
            return Ok(self.typed.prvalue(kind, pointee, span));
        }
        if let Some(Value::MemberPointer(Some(Member::Field(owner, index)))) =
            self.constant_of(member)
            && self.member_path(from, owner).is_some()
        {
            return self.field(object, owner, index, span);
        }
        let object = self.materialize(object);
        let node = &self.typed.exprs[object];
        let (cv, category) = (self.types.cv(node.ty), node.category);
        let ty = self.types.qualified(pointee, cv);
        Ok(self.typed.expr(ExprKind::MemberAccess { object, member }, ty, category, span))
    }

    /// What `.*` and `->*` make of a pointer to a member function can only be called ([expr.mptr.oper]/6).
    pub(crate) fn require_called(&mut self, expr: ExprId) -> Check<()> {
        let node = &self.typed.exprs[expr];
        if !matches!(node.kind, ExprKind::MemberAccess { .. })
            || self.types.function_of(node.ty).is_none()
        {
            return Ok(());
        }
        let message = "a member function is named through a pointer but not called";
        self.error(codes::NOT_AN_EXPRESSION, node.span, message);
        Err(Reported)
    }

    /// Whether a function is one of the object's class or of a base.
    fn has_member_of(&mut self, object: ExprId, function: FunctionId) -> bool {
        let from = self.types.class_of(self.typed.exprs[object].ty);
        match (from, self.entities[function].owner) {
            (Some(from), Owner::Class(class)) => self.base_depth(from, class).is_some(),
            _ => true,
        }
    }

    /// `(object.*member)(args)`
    pub(super) fn call_member_pointer(
        &mut self,
        object: ExprId,
        member: ExprId,
        function: &FunctionTy,
        args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        self.check_object_of(object, function, span)?;
        if args.len() != function.params.len() && !function.variadic {
            let message = format!("takes {} arguments, not {}", function.params.len(), args.len());
            self.error(codes::NO_VIABLE_OVERLOAD, span, message);
            return Err(Reported);
        }
        if let Some(Value::MemberPointer(Some(Member::Function(known)))) = self.constant_of(member)
            && !self.entities[known].is_virtual
            && self.has_member_of(object, known)
        {
            return self.call_function(known, Some(object), args, span);
        }
        let mut arguments = Vec::with_capacity(args.len());
        for (arg, &param) in args.into_iter().zip(function.params.iter()) {
            let at = arg.span(self);
            arguments.push(self.initialize(param, arg, Form::Copy, at)?);
        }
        let category = self.result_category(function.ret);
        let ty = self.types.strip_ref(function.ret);
        let kind = ExprKind::CallMember { object, member, arguments: arguments.into() };
        Ok(self.typed.expr(kind, ty, category, span))
    }

    /// The object has no qualifier that the function lacks, and a value category that it takes
    /// ([expr.mptr.oper]/6).
    fn check_object_of(&mut self, object: ExprId, function: &FunctionTy, span: Span) -> Check<()> {
        let node = &self.typed.exprs[object];
        let is_lvalue = node.category == ValueCategory::LValue;
        let takes = function.cv.includes(self.types.cv(node.ty))
            && match function.ref_qualifier {
                Some(RefQualifier::LValue) => is_lvalue || function.cv == crate::ty::Cv::CONST,
                Some(RefQualifier::RValue) => !is_lvalue,
                None => true,
            };
        if takes {
            return Ok(());
        }
        let ty: Ty = node.ty;
        let message = format!("the member function cannot be called on a `{}`", self.show(ty));
        self.error(codes::NO_VIABLE_OVERLOAD, span, message);
        Err(Reported)
    }
}
