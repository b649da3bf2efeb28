//! The meaning of the built-in operators ([expr.unary] to [expr.comma]): conversions of the
//! operands,
//! the type of the result.

use lang::ast::{BinaryOp as Syntax, UnaryOp as SyntaxUnary};
use lang::base::{Diagnostic, Span};

use super::init::Form;
use super::operand::{Check, Operand, Reported, Source};
use crate::Cx;
use crate::codes;
use crate::convert::Context;
use crate::entity::{DeclName, Entity};
use crate::lookup::Wanted;
use crate::ty::{Ty, TyKind};
use crate::typed::{
    BinaryOp, ExprId, ExprKind, IncDecOp, LocalId, LogicalOp, UnaryOp, ValueCategory,
};

impl Cx<'_> {
    /// A built-in binary operator; neither operand is of class type, unless for the comma.
    pub fn builtin_binary(
        &mut self,
        op: Syntax,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        match op {
            Syntax::Comma => Ok(self.comma_node(lhs, rhs, span)),
            Syntax::LogicalOr | Syntax::LogicalAnd => {
                let lhs = self.initialize(Ty::BOOL, Operand::Expr(lhs), Form::Direct, span)?;
                let rhs = self.initialize(Ty::BOOL, Operand::Expr(rhs), Form::Direct, span)?;
                let op = if op == Syntax::LogicalOr { LogicalOp::Or } else { LogicalOp::And };
                let kind = ExprKind::Logical { op, lhs, rhs };
                Ok(self.typed.prvalue(kind, Ty::BOOL, span))
            }
            Syntax::MemberPointer | Syntax::ArrowMemberPointer => {
                self.member_pointer_access(op, lhs, rhs, op_span, span)
            }
            Syntax::Add => self.addition(lhs, rhs, op_span, span),
            Syntax::Sub => self.subtraction(lhs, rhs, op_span, span),
            Syntax::Mul => self.arithmetic(BinaryOp::Mul, lhs, rhs, op_span, span),
            Syntax::Div => self.arithmetic(BinaryOp::Div, lhs, rhs, op_span, span),
            Syntax::Rem => self.integral(BinaryOp::Rem, lhs, rhs, op_span, span),
            Syntax::BitAnd => self.integral(BinaryOp::And, lhs, rhs, op_span, span),
            Syntax::BitOr => self.integral(BinaryOp::Or, lhs, rhs, op_span, span),
            Syntax::BitXor => self.integral(BinaryOp::Xor, lhs, rhs, op_span, span),
            Syntax::Shl => self.shift(BinaryOp::Shl, lhs, rhs, op_span, span),
            Syntax::Shr => self.shift(BinaryOp::Shr, lhs, rhs, op_span, span),
            Syntax::Equal => self.comparison(BinaryOp::Eq, lhs, rhs, op_span, span),
            Syntax::NotEqual => self.comparison(BinaryOp::Ne, lhs, rhs, op_span, span),
            Syntax::Less => self.comparison(BinaryOp::Lt, lhs, rhs, op_span, span),
            Syntax::LessEqual => self.comparison(BinaryOp::Le, lhs, rhs, op_span, span),
            Syntax::Greater => self.comparison(BinaryOp::Gt, lhs, rhs, op_span, span),
            Syntax::GreaterEqual => self.comparison(BinaryOp::Ge, lhs, rhs, op_span, span),
            Syntax::Spaceship => self.three_way(lhs, rhs, op_span, span),
        }
    }

    pub(super) fn invalid_operands<T>(
        &mut self,
        op: &str,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
    ) -> Check<T> {
        let (a, b) = (self.typed.exprs[lhs].ty, self.typed.exprs[rhs].ty);
        if !self.types.is_error(a) && !self.types.is_error(b) {
            let message =
                format!("operator `{op}` does not take `{}` and `{}`", self.show(a), self.show(b));
            let mut diagnostic = Diagnostic::new(codes::INVALID_OPERAND, op_span, message);
            // [conv.integral] has none of a scoped enumeration.
            let is_scoped =
                |ty: Ty| self.types.enum_of(ty).is_some_and(|id| self.entities[id].is_scoped);
            for (scoped, other, operand) in [(a, b, lhs), (b, a, rhs)] {
                if is_scoped(scoped) && self.types.is_arithmetic(self.types.strip_cvref(other)) {
                    let text = self.unit.sources.text(self.typed.exprs[operand].span);
                    let help = format!(
                        "a scoped enumeration does not convert to a number by itself: `static_cast<int>({text})`"
                    );
                    diagnostic = diagnostic.help(help);
                }
            }
            self.report(diagnostic);
        }
        Err(Reported)
    }

    /// The type in which an unscoped enumeration takes part in arithmetic.
    pub fn arithmetic_type(&mut self, ty: Ty) -> Ty {
        match self.types.enum_of(ty) {
            Some(_) => self.promoted(ty),
            None => ty,
        }
    }

    /// The operands in their common type; `None` when one is not arithmetic.
    fn usual_conversions(&mut self, lhs: ExprId, rhs: ExprId) -> Option<(ExprId, ExprId, Ty)> {
        let (a, b) = (self.promoted_type(lhs), self.promoted_type(rhs));
        if !self.types.is_arithmetic(a) || !self.types.is_arithmetic(b) {
            return None;
        }
        let common = self.common_arithmetic(a, b)?;
        Some((self.apply_standard(lhs, common), self.apply_standard(rhs, common), common))
    }

    /// The promoted type of an operand; of what does not promote, its own unqualified one.
    fn promoted_type(&mut self, expr: ExprId) -> Ty {
        self.promoted_operand(expr)
    }

    fn binary_node(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: Ty,
        span: Span,
    ) -> ExprId {
        self.typed.prvalue(ExprKind::Binary { op, lhs, rhs }, ty, span)
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        match self.usual_conversions(lhs, rhs) {
            Some((a, b, ty)) => Ok(self.binary_node(op, a, b, ty, span)),
            None => self.invalid_operands(op.text(), lhs, rhs, op_span),
        }
    }

    fn integral(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        match self.usual_conversions(lhs, rhs) {
            Some((a, b, ty)) if self.types.is_integral(ty) => {
                Ok(self.binary_node(op, a, b, ty, span))
            }
            _ => self.invalid_operands(op.text(), lhs, rhs, op_span),
        }
    }

    /// [expr.shift]: each operand is promoted by itself.
    fn shift(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        let (a, b) = (self.promoted_type(lhs), self.promoted_type(rhs));
        if !self.types.is_integral(a) || !self.types.is_integral(b) {
            return self.invalid_operands(op.text(), lhs, rhs, op_span);
        }
        let (lhs, rhs) = (self.apply_standard(lhs, a), self.apply_standard(rhs, b));
        Ok(self.binary_node(op, lhs, rhs, a, span))
    }

    /// The pointer behind an operand that is one, loaded and decayed.
    fn pointer_operand(&mut self, expr: ExprId) -> Option<(ExprId, Ty)> {
        let ty = self.typed.exprs[expr].ty;
        let decayed = self.types.decay(ty);
        let pointee = self.types.pointee(decayed)?;
        Some((self.load(expr), pointee))
    }

    /// [expr.add]
    fn addition(&mut self, lhs: ExprId, rhs: ExprId, op_span: Span, span: Span) -> Check<ExprId> {
        match (self.pointer_operand(lhs), self.pointer_operand(rhs)) {
            (Some((pointer, pointee)), None) => {
                self.pointer_offset(pointer, pointee, rhs, false, ("+", lhs, rhs), op_span, span)
            }
            (None, Some((pointer, pointee))) => {
                self.pointer_offset(pointer, pointee, lhs, false, ("+", lhs, rhs), op_span, span)
            }
            (Some(_), Some(_)) => self.invalid_operands("+", lhs, rhs, op_span),
            (None, None) => self.arithmetic(BinaryOp::Add, lhs, rhs, op_span, span),
        }
    }

    fn subtraction(
        &mut self,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        match (self.pointer_operand(lhs), self.pointer_operand(rhs)) {
            (Some((pointer, pointee)), None) => {
                self.pointer_offset(pointer, pointee, rhs, true, ("-", lhs, rhs), op_span, span)
            }
            (Some((a, p)), Some((b, q))) => {
                if self.types.unqualified(p) != self.types.unqualified(q)
                    || !self.is_complete_object(p, span)
                {
                    return self.invalid_operands("-", lhs, rhs, op_span);
                }
                let kind = ExprKind::PointerDifference { lhs: a, rhs: b };
                Ok(self.typed.prvalue(kind, Ty::PTRDIFF, span))
            }
            (None, Some(_)) => self.invalid_operands("-", lhs, rhs, op_span),
            (None, None) => self.arithmetic(BinaryOp::Sub, lhs, rhs, op_span, span),
        }
    }

    fn is_complete_object(&mut self, ty: Ty, span: Span) -> bool {
        !self.types.is_void(ty)
            && self.types.function_of(ty).is_none()
            && self.require_complete(ty, span)
    }

    #[expect(clippy::too_many_arguments, reason = "the operands are needed for the message only")]
    fn pointer_offset(
        &mut self,
        pointer: ExprId,
        pointee: Ty,
        index: ExprId,
        subtract: bool,
        (op, lhs, rhs): (&str, ExprId, ExprId),
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        let index_ty = self.promoted_type(index);
        if !self.types.is_integral(index_ty) {
            return self.invalid_operands(op, lhs, rhs, op_span);
        }
        if !self.is_complete_object(pointee, span) {
            if self.types.is_void(pointee) || self.types.function_of(pointee).is_some() {
                return self.invalid_operands(op, lhs, rhs, op_span);
            }
            return Err(Reported);
        }
        let index = self.apply_standard(index, index_ty);
        let ty = self.types.strip_cv(self.typed.exprs[pointer].ty);
        let kind = ExprKind::PointerOffset { pointer, index, subtract };
        Ok(self.typed.prvalue(kind, ty, span))
    }

    /// `a[i]` is `*(a + i)`; of an array xvalue it is an xvalue ([expr.sub]).
    pub fn builtin_subscript(
        &mut self,
        object: ExprId,
        index: ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let (object, index) = match (self.pointer_operand(object), self.pointer_operand(index)) {
            (None, Some(_)) => (index, object),
            _ => (object, index),
        };
        let node = &self.typed.exprs[object];
        let is_array = matches!(self.types.kind(node.ty), TyKind::Array(..));
        let category = match node.category {
            ValueCategory::XValue | ValueCategory::PRValue if is_array => ValueCategory::XValue,
            _ => ValueCategory::LValue,
        };
        let object = if is_array { self.materialize(object) } else { object };
        let Some((pointer, pointee)) = self.pointer_operand(object) else {
            let (a, b) = (self.typed.exprs[object].ty, self.typed.exprs[index].ty);
            let message =
                format!("`{}` has no elements that `[{}]` could pick", self.show(a), self.show(b));
            self.error(codes::INVALID_OPERAND, span, message);
            return Err(Reported);
        };
        let operands = ("[]", object, index);
        let element = self.pointer_offset(pointer, pointee, index, false, operands, span, span)?;
        Ok(self.typed.expr(ExprKind::Deref(element), pointee, category, span))
    }

    /// [expr.rel], [expr.eq]
    fn comparison(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        match self.comparison_operands(op, lhs, rhs) {
            Some((a, b, _)) => Ok(self.binary_node(op, a, b, Ty::BOOL, span)),
            None => self.invalid_operands(op.text(), lhs, rhs, op_span),
        }
    }

    fn comparison_operands(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Option<(ExprId, ExprId, Ty)> {
        if let Some(converted) = self.usual_conversions(lhs, rhs) {
            return Some(converted);
        }
        let (a, b) = (
            self.types.decay(self.typed.exprs[lhs].ty),
            self.types.decay(self.typed.exprs[rhs].ty),
        );
        if a == b && self.types.enum_of(a).is_some() {
            return Some((self.load(lhs), self.load(rhs), a));
        }
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if a == Ty::NULLPTR && b == Ty::NULLPTR {
            return is_equality.then(|| (self.load(lhs), self.load(rhs), a));
        }
        let is_null = |cx: &Cx<'_>, expr| cx.is_null_constant(Source::of(cx, expr));
        if !is_equality && (is_null(self, lhs) || is_null(self, rhs)) {
            return None;
        }
        let ty = self.composite_pointer(lhs, rhs)?;
        Some((self.apply_standard(lhs, ty), self.apply_standard(rhs, ty), ty))
    }

    /// `a <=> b` ([expr.spaceship]): a value of a class of `<compare>`, chosen by comparisons.
    fn three_way(&mut self, lhs: ExprId, rhs: ExprId, op_span: Span, span: Span) -> Check<ExprId> {
        let Some((a, b, ty)) = self.comparison_operands(BinaryOp::Lt, lhs, rhs) else {
            return self.invalid_operands("<=>", lhs, rhs, op_span);
        };
        // A truth value has an order among truth values only, and no operand may be narrowed, but to a
        // floating-point type ([expr.spaceship]/3, 4).
        let types = [lhs, rhs].map(|operand| self.types.strip_cv(self.typed.exprs[operand].ty));
        if (types[0] == Ty::BOOL) != (types[1] == Ty::BOOL) {
            return self.invalid_operands("<=>", lhs, rhs, op_span);
        }
        for (operand, from) in [lhs, rhs].into_iter().zip(types) {
            if self.types.is_integral(from) && self.types.is_integral(ty) {
                let (value, at) = (self.load(operand), self.typed.exprs[operand].span);
                self.check_narrowing(value, ty, at)?;
            }
        }
        // The operands are compared more than once and evaluated once.
        let (first, a) = self.hidden(a, span);
        let (second, b) = self.hidden(b, span);
        let is_partial = self.types.is_floating(ty);
        let category = if is_partial { "partial_ordering" } else { "strong_ordering" };
        let less = self.ordering_member(category, "less", span)?;
        let equal =
            self.ordering_member(category, if is_partial { "equivalent" } else { "equal" }, span)?;
        let greater = self.ordering_member(category, "greater", span)?;
        let is_less = self.binary_node(BinaryOp::Lt, a, b, Ty::BOOL, span);
        let is_equal = self.binary_node(BinaryOp::Eq, a, b, Ty::BOOL, span);
        let rest = if is_partial {
            let unordered = self.ordering_member(category, "unordered", span)?;
            let is_greater = self.binary_node(BinaryOp::Gt, a, b, Ty::BOOL, span);
            self.conditional_exprs(is_greater, greater, unordered, span)?
        } else {
            greater
        };
        let rest = self.conditional_exprs(is_equal, equal, rest, span)?;
        let chosen = self.conditional_exprs(is_less, less, rest, span)?;
        let ty = self.types.strip_cv(self.typed.exprs[chosen].ty);
        let mut made = self.initialize(ty, Operand::Expr(chosen), Form::Copy, span)?;
        for (local, init) in [second, first] {
            let kind = ExprKind::Let { local, init, body: made };
            made = self.typed.prvalue(kind, ty, span);
        }
        Ok(made)
    }

    /// A hidden variable for the value of a scalar, and its use.
    fn hidden(&mut self, value: ExprId, span: Span) -> ((LocalId, ExprId), ExprId) {
        let ty = self.typed.exprs[value].ty;
        let local = self.typed.local(None, ty, span);
        let object = self.typed.lvalue(ExprKind::Local(local), ty, span);
        ((local, value), self.typed.prvalue(ExprKind::Load(object), ty, span))
    }

    /// `std::strong_ordering::less` and its kin.
    pub fn ordering_member(&mut self, class: &str, member: &str, span: Span) -> Check<ExprId> {
        let found = (|| {
            let std = DeclName::Identifier(self.names.get("std")?);
            let order = crate::scope::Order::END;
            let global = self.global;
            let ns = self.lookup_in_namespace(global, order, std, Wanted::Any);
            let Some(&Entity::Namespace(ns)) = ns.single() else { return None };
            let name = DeclName::Identifier(self.names.get(class)?);
            let found = self.lookup_in_namespace(ns, order, name, Wanted::Any);
            let Some(&Entity::Type(ty)) = found.single() else { return None };
            let class = self.types.class_of(ty)?;
            if !self.complete_class(class, span) {
                return None;
            }
            let name = DeclName::Identifier(self.names.get(member)?);
            match self.lookup_member(class, name).single() {
                Some(&Entity::Variable(var)) => Some(var),
                _ => None,
            }
        })();
        match found {
            Some(var) => self.variable(var, span),
            None => {
                let message = format!("`<=>` needs `std::{class}`; include <compare>");
                self.error(codes::UNDECLARED_NAME, span, message);
                Err(Reported)
            }
        }
    }

    pub fn not(&mut self, value: ExprId, span: Span) -> ExprId {
        let kind = ExprKind::Unary { op: UnaryOp::Not, operand: value };
        self.typed.prvalue(kind, Ty::BOOL, span)
    }

    /// A built-in unary operator but `&`.
    pub fn builtin_unary(&mut self, op: SyntaxUnary, operand: ExprId, span: Span) -> Check<ExprId> {
        match op {
            SyntaxUnary::Plus => {
                if self.pointer_operand(operand).is_some() {
                    return Ok(self.load(operand));
                }
                self.promoted_unary(UnaryOp::Plus, op, operand, span)
            }
            SyntaxUnary::Minus => self.promoted_unary(UnaryOp::Neg, op, operand, span),
            SyntaxUnary::BitNot => self.promoted_unary(UnaryOp::BitNot, op, operand, span),
            SyntaxUnary::Not => {
                let value =
                    self.initialize(Ty::BOOL, Operand::Expr(operand), Form::Direct, span)?;
                Ok(self.not(value, span))
            }
            SyntaxUnary::Deref => {
                let pointer = self.load(operand);
                let ty = self.typed.exprs[pointer].ty;
                match self.types.pointee(ty) {
                    Some(pointee) if !self.types.is_void(pointee) => {
                        Ok(self.typed.lvalue(ExprKind::Deref(pointer), pointee, span))
                    }
                    _ => self.invalid_operand("*", operand, span),
                }
            }
            SyntaxUnary::AddressOf => Err(Reported),
            SyntaxUnary::PreIncrement
            | SyntaxUnary::PreDecrement
            | SyntaxUnary::PostIncrement
            | SyntaxUnary::PostDecrement => self.increment(op, operand, span),
        }
    }

    fn invalid_operand<T>(&mut self, op: &str, operand: ExprId, span: Span) -> Check<T> {
        let ty = self.typed.exprs[operand].ty;
        if !self.types.is_error(ty) {
            let message = format!("operator `{op}` does not take `{}`", self.show(ty));
            let diagnostic = Diagnostic::new(codes::INVALID_OPERAND, span, message);
            let is_power = op == "*" && {
                let before = Span::new(lang::base::Pos(span.lo.0.saturating_sub(1)), span.lo);
                self.unit.sources.text(before) == "*"
            };
            self.report(match is_power {
                true => {
                    let message = "C++ has no operator `**`: this is `*` before a second `*`";
                    let advice = "`pow(x, y)` is a power, `x * x` a square";
                    Diagnostic::new(codes::INVALID_OPERAND, span, message)
                        .label(format!("is `{}`", self.show(ty)))
                        .help(self.in_users_spelling(advice))
                }
                false => diagnostic,
            });
        }
        Err(Reported)
    }

    fn promoted_unary(
        &mut self,
        op: UnaryOp,
        syntax: SyntaxUnary,
        operand: ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let ty = self.promoted_type(operand);
        let fits = match op {
            UnaryOp::BitNot => self.types.is_integral(ty),
            UnaryOp::Plus | UnaryOp::Neg | UnaryOp::Not => {
                self.types.is_arithmetic(ty) && self.common_arithmetic(ty, ty).is_some()
            }
        };
        if !fits {
            return self.invalid_operand(syntax.text(), operand, span);
        }
        let operand = self.apply_standard(operand, ty);
        Ok(self.typed.prvalue(ExprKind::Unary { op, operand }, ty, span))
    }

    /// [expr.pre.incr], [expr.post.incr]
    fn increment(&mut self, op: SyntaxUnary, target: ExprId, span: Span) -> Check<ExprId> {
        let node = &self.typed.exprs[target];
        let ty = node.ty;
        let value = self.types.strip_cv(ty);
        let is_pointer = self.types.pointee(value).is_some();
        if value == Ty::BOOL || !(self.types.is_arithmetic(value) || is_pointer) {
            return self.invalid_operand(op.text(), target, span);
        }
        self.require_modifiable(target, span)?;
        if let Some(pointee) = self.types.pointee(value)
            && !self.is_complete_object(pointee, span)
        {
            return self.invalid_operand(op.text(), target, span);
        }
        let inc_dec = match op {
            SyntaxUnary::PreIncrement => IncDecOp::PreInc,
            SyntaxUnary::PreDecrement => IncDecOp::PreDec,
            SyntaxUnary::PostIncrement => IncDecOp::PostInc,
            _ => IncDecOp::PostDec,
        };
        if self.bit_field_width(target).is_some() {
            return Ok(self.bit_field_increment(inc_dec, target, span));
        }
        let kind = ExprKind::IncDec { op: inc_dec, target };
        Ok(if op.is_postfix() {
            self.typed.prvalue(kind, value, span)
        } else {
            self.typed.lvalue(kind, ty, span)
        })
    }

    /// Reports unless the expression designates an object that may change.
    pub fn require_modifiable(&mut self, target: ExprId, span: Span) -> Check<()> {
        let node = &self.typed.exprs[target];
        let (ty, category) = (node.ty, node.category);
        if category != ValueCategory::LValue {
            let message = "expression is not assignable: it is a temporary value, not a variable";
            self.error(codes::NOT_AN_LVALUE, span, message);
            return Err(Reported);
        }
        if self.types.cv(ty).is_const() {
            let scope = self.check.context;
            let function = scope.and_then(|scope| self.scopes.enclosing_function(scope));
            let diagnostic = self.assignment_to_const(target, ty, function, span);
            self.report(diagnostic);
            return Err(Reported);
        }
        if matches!(self.types.kind(ty), TyKind::Array(..) | TyKind::Function(_)) {
            let message = format!("`{}` cannot be assigned as a whole", self.show(ty));
            self.error(codes::INVALID_OPERAND, span, message);
            return Err(Reported);
        }
        Ok(())
    }

    /// Reports `acc = acc + tile`, where `acc` was declared as a scalar: the declaration is the mistake.
    pub(crate) fn check_not_scalar_for_tile(
        &mut self,
        target: ExprId,
        ty: Ty,
        value: &Operand,
    ) -> Check<()> {
        let ExprKind::Local(local) = self.typed.exprs[target].kind else { return Ok(()) };
        let Some(expr) = value.as_expr().filter(|_| self.types.is_arithmetic(ty)) else {
            return Ok(());
        };
        let value_ty = self.types.strip_cvref(self.typed.exprs[expr].ty);
        let Some((_, dims)) = self.tile_of(value_ty) else { return Ok(()) };
        if dims.iter().product::<u64>() == 1 {
            return Ok(());
        }
        if !self.is_tentative() {
            self.check.misdeclared.insert(local);
        }
        let name = self.typed.locals[local].name.map_or("the variable", |name| self.text(name));
        let (scalar, tile) = (self.show(ty), self.show(value_ty));
        let message = format!("`{name}` is a `{scalar}`, but a tile is assigned to it, `{tile}`");
        let full = format!("full<{}>", self.show_in_source(value_ty));
        let full = self.code_in_users_spelling(&full);
        let diagnostic = Diagnostic::new(codes::NO_CONVERSION, self.typed.exprs[expr].span, message)
            .label(format!("is `{tile}`"))
            .secondary(self.typed.locals[local].span, format!("declared as `{scalar}`"))
            .help(format!(
                "declare `{name}` as a tile, `auto {name} = {full}(x);`, where `x` is the value of each element"
            ));
        self.report(diagnostic);
        Err(Reported)
    }

    /// `target = value`, `target op= value` on a type without operator functions ([expr.ass]).
    pub fn builtin_assign(
        &mut self,
        op: Option<Syntax>,
        target: ExprId,
        value: Operand,
        op_span: Span,
        span: Span,
    ) -> Check<ExprId> {
        self.require_modifiable(target, op_span)?;
        let ty = self.typed.exprs[target].ty;
        let plain = self.types.strip_cv(ty);
        let Some(op) = op else {
            let at = value.span(self);
            self.check_not_scalar_for_tile(target, plain, &value)?;
            let value = self.initialize(plain, value, Form::Copy, at)?;
            return Ok(self.assignment(target, value, span));
        };
        let value = match value {
            Operand::Expr(value) => value,
            operand => {
                let at = operand.span(self);
                self.initialize(plain, operand, Form::Copy, at)?
            }
        };
        let text = format!("{}=", op.text());
        if self.types.pointee(plain).is_some() {
            let index_ty = self.promoted_type(value);
            let subtract = op == Syntax::Sub;
            if !self.types.is_integral(index_ty) || !(subtract || op == Syntax::Add) {
                return self.invalid_operands(&text, target, value, op_span);
            }
            let pointee = self.types.pointee(plain).unwrap_or(Ty::ERROR);
            if !self.is_complete_object(pointee, span) {
                return self.invalid_operands(&text, target, value, op_span);
            }
            let index = self.apply_standard(value, index_ty);
            let kind = ExprKind::PointerAssign { target, index, subtract };
            return Ok(self.typed.lvalue(kind, ty, span));
        }
        let Some(binary) = compound(op) else {
            return self.invalid_operands(&text, target, value, op_span);
        };
        if !self.types.is_arithmetic(plain) {
            return self.invalid_operands(&text, target, value, op_span);
        }
        let (left, right) = (self.promoted_type(target), self.promoted_type(value));
        let compute = match binary {
            BinaryOp::Shl | BinaryOp::Shr => {
                (self.types.is_integral(left) && self.types.is_integral(right)).then_some(left)
            }
            _ if !self.types.is_arithmetic(right) => None,
            _ => self.common_arithmetic(left, right),
        };
        let needs_integral =
            matches!(binary, BinaryOp::Rem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let Some(compute) = compute.filter(|&ty| !needs_integral || self.types.is_integral(ty))
        else {
            return self.invalid_operands(&text, target, value, op_span);
        };
        let value_ty = match binary {
            BinaryOp::Shl | BinaryOp::Shr => right,
            _ => compute,
        };
        let value = self.apply_standard(value, value_ty);
        if self.bit_field_width(target).is_some() {
            return Ok(self.bit_field_update(binary, target, value, compute, span));
        }
        let kind = ExprKind::CompoundAssign { op: binary, target, value, compute };
        Ok(self.typed.lvalue(kind, ty, span))
    }

    /// `__is_assignable`: whether `to = from` is well-formed.
    pub fn assigns(&mut self, scope: crate::scope::ScopeId, to: ExprId, from: ExprId) -> bool {
        let check = |cx: &mut Cx<'_>| {
            super::expr::Checker::new(cx, scope).assign_operands(
                None,
                Span::NONE,
                Operand::Expr(to),
                Operand::Expr(from),
                Span::NONE,
            )
        };
        // Scalars need no resolution: ask for the conversion alone.
        let ty = self.typed.exprs[to].ty;
        if self.types.is_scalar(ty) && self.types.class_of(self.typed.exprs[from].ty).is_none() {
            let source = Source::of(self, from);
            let plain = self.types.strip_cv(ty);
            return self.typed.exprs[to].category == ValueCategory::LValue
                && !self.types.cv(ty).is_const()
                && self.conversion_of(source, plain, Context::IMPLICIT).is_ok();
        }
        self.tentatively(check).is_ok_and(|made| made.is_ok())
    }
}

/// The operator inside a compound assignment.
fn compound(op: Syntax) -> Option<BinaryOp> {
    Some(match op {
        Syntax::Add => BinaryOp::Add,
        Syntax::Sub => BinaryOp::Sub,
        Syntax::Mul => BinaryOp::Mul,
        Syntax::Div => BinaryOp::Div,
        Syntax::Rem => BinaryOp::Rem,
        Syntax::BitAnd => BinaryOp::And,
        Syntax::BitOr => BinaryOp::Or,
        Syntax::BitXor => BinaryOp::Xor,
        Syntax::Shl => BinaryOp::Shl,
        Syntax::Shr => BinaryOp::Shr,
        Syntax::Comma
        | Syntax::LogicalOr
        | Syntax::LogicalAnd
        | Syntax::Equal
        | Syntax::NotEqual
        | Syntax::Less
        | Syntax::Greater
        | Syntax::LessEqual
        | Syntax::GreaterEqual
        | Syntax::Spaceship
        | Syntax::MemberPointer
        | Syntax::ArrowMemberPointer => return None,
    })
}
