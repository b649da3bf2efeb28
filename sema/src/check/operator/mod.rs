//! Operators: overloaded ([over.match.oper]) and what they mean here and there; the meaning of the
//! built-in ones is in `builtin_op`.
//!
//! An operator with an operand of class or enumeration type goes through overload resolution
//! (`resolve`) over members, non-members found by both lookups, rewritten comparisons, and built-in
//! candidates (`candidate`); every other one is built in. `?:` is in `conditional`.

mod candidate;
mod conditional;
mod resolve;

use lang::ast::{self, BinaryOp, OverloadedOperator, UnaryOp};
use lang::base::{Diagnostic, Span};

use crate::check::expr::Checker;
use crate::check::operand::{Check, Operand, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::overload::{CandidateSet, Resolution, Rewrite};
use crate::ty::Ty;
use crate::typed::{ConvertKind, ExprId, ExprKind, ValueCategory};

/// What resolution decided for an operator.
enum Choice {
    /// No user-defined operator: the operands, those of class type converted.
    Builtin(Vec<ExprId>),
    Call(ExprId),
}

impl<'a> Checker<'_, 'a> {
    pub fn binary(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let left = self.operand(lhs);
        let right = self.operand(rhs);
        let left = left?;
        let left_value = left.as_expr();
        let right = right?;
        let ty_of = |cx: &Self, expr: Option<ExprId>| expr.map(|expr| cx.typed.exprs[expr].ty);
        let types = (ty_of(self, left_value), ty_of(self, right.as_expr()));
        let value = self.binary_operands(op, op_span, left, right, span)?;
        let scope = self.scope;
        self.note_chained_comparison(scope, op, lhs, left_value, value);
        self.note_compared_bits(op, (lhs, rhs), types, value);
        self.warn_of_power(op, lhs, rhs, span);
        Ok(value)
    }

    /// A binary operator other than assignment, on checked operands.
    pub fn binary_operands(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let lhs = Operand::Expr(self.designated(lhs)?);
        let rhs = match (op, rhs) {
            (BinaryOp::Comma, rhs) => Operand::Expr(self.designated(rhs)?),
            (_, Operand::Overloads(set)) => {
                Operand::Expr(self.designated(Operand::Overloads(set))?)
            }
            (_, rhs) => rhs,
        };
        if self.is_error_operand(&lhs) || self.is_error_operand(&rhs) {
            return Err(Reported);
        }
        let operands = [lhs, rhs];
        // `.*` cannot be overloaded.
        if op != BinaryOp::MemberPointer && self.needs_resolution(&operands) {
            let scope = self.scope;
            match self.resolve_operator(
                scope,
                overloaded(op),
                Some(op),
                &operands,
                op_span,
                span,
            )? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    return self.builtin_binary(op, values[0], values[1], op_span, span);
                }
            }
        }
        let [lhs, rhs] = operands;
        let (lhs, rhs) = (self.designated(lhs)?, self.designated(rhs)?);
        self.builtin_binary(op, lhs, rhs, op_span, span)
    }

    fn is_error_operand(&self, operand: &Operand) -> bool {
        operand.as_expr().is_some_and(|expr| self.types.is_error(self.typed.exprs[expr].ty))
    }

    fn needs_resolution(&self, operands: &[Operand]) -> bool {
        operands.iter().any(|operand| {
            operand.as_expr().is_some_and(|expr| {
                let ty = self.typed.exprs[expr].ty;
                self.types.class_of(ty).is_some() || self.types.enum_of(ty).is_some()
            })
        })
    }

    pub fn unary(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> Check<Operand> {
        if op == UnaryOp::AddressOf {
            return self.address_of(operand, span);
        }
        let expr = self.expr(operand)?;
        self.unary_expr(op, expr, span)
    }

    /// A unary operator but `&`, on a checked operand.
    pub fn unary_expr(&mut self, op: UnaryOp, expr: ExprId, span: Span) -> Check<Operand> {
        if self.types.is_error(self.typed.exprs[expr].ty) {
            return Err(Reported);
        }
        let operands = [Operand::Expr(expr)];
        let mut value = expr;
        if self.needs_resolution(&operands) {
            let scope = self.scope;
            let mut operands = operands.to_vec();
            if op.is_postfix() {
                // Told apart by a second argument 0 ([over.inc]).
                let zero = self.constant(Value::Int(0), Ty::INT, span);
                self.check.zero_literals.insert(zero);
                operands.push(Operand::Expr(zero));
            }
            match self.resolve_operator(scope, overloaded_unary(op), None, &operands, span, span)? {
                Choice::Call(call) => return Ok(Operand::Expr(call)),
                Choice::Builtin(values) => value = values[0],
            }
        }
        self.builtin_unary(op, value, span).map(Operand::Expr)
    }

    /// `&x` ([expr.unary.op]/3)
    fn address_of(&mut self, operand: ast::ExprId, span: Span) -> Check<Operand> {
        if let ast::ExprKind::Name(name) = self.ast[operand].kind
            && self.ast[name].is_qualified()
            && let Some(member) = self.member_pointer(name, span)?
        {
            return Ok(Operand::Expr(member));
        }
        let operand = self.operand(operand)?;
        let expr = match operand {
            // The set stays one: what it initialises picks the function.
            Operand::Overloads(set) => match self.single_function(&set) {
                Some(function) if !self.has_object_parameter(function) => {
                    self.check_declared(function)?;
                    self.require_access(&set, function)?;
                    self.check_usable(function, set.span)?;
                    self.function_expr(function, set.span)
                }
                _ => return Ok(Operand::Overloads(set)),
            },
            operand => self.designated(operand)?,
        };
        let ty = self.typed.exprs[expr].ty;
        if self.types.class_of(ty).is_some() {
            let operands = [Operand::Expr(expr)];
            if let Some(call) = self.user_operator(OverloadedOperator::Amp, &operands, span)? {
                return Ok(Operand::Expr(call));
            }
        }
        if self.typed.exprs[expr].category != ValueCategory::LValue {
            let message = "only a variable or other object has an address, not a temporary";
            self.error(codes::NOT_AN_LVALUE, span, message);
            return Err(Reported);
        }
        if self.bit_field_width(expr).is_some() {
            self.error(codes::INVALID_OPERAND, span, "a bit-field has no address");
            return Err(Reported);
        }
        self.check_captured(expr)?;
        let pointer = self.types.pointer(ty);
        if let ExprKind::Function(_) = self.typed.exprs[expr].kind {
            let made = self.convert(ConvertKind::FunctionToPointer, expr, pointer, span);
            return Ok(Operand::Expr(made));
        }
        Ok(Operand::Expr(self.typed.prvalue(ExprKind::AddressOf(expr), pointer, span)))
    }

    /// A user-defined unary operator without built-in rival; `None` when there is none.
    fn user_operator(
        &mut self,
        op: OverloadedOperator,
        operands: &[Operand],
        span: Span,
    ) -> Check<Option<ExprId>> {
        let scope = self.scope;
        let mut set = CandidateSet::default();
        self.collect_operator(&mut set, scope, op, operands, Rewrite::None);
        match self.best_candidate(&set) {
            Resolution::Best(index) => {
                let function = set.viable[index].function().ok_or(Reported)?;
                self.call_operator(function, operands.to_vec(), span).map(Some)
            }
            Resolution::NoViable | Resolution::Ambiguous(_) => Ok(None),
        }
    }

    pub fn assign(
        &mut self,
        op: Option<BinaryOp>,
        op_span: Span,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        // The right operand is sequenced first ([expr.ass]/1); checking has no such order.
        let left = self.operand(lhs);
        let right = self.operand(rhs);
        self.assign_operands(op, op_span, left?, right?, span)
    }

    pub fn assign_operands(
        &mut self,
        op: Option<BinaryOp>,
        op_span: Span,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let target = self.designated(lhs)?;
        let ty = self.typed.exprs[target].ty;
        if self.types.is_error(ty) || self.is_error_operand(&rhs) {
            return Err(Reported);
        }
        let operands = [Operand::Expr(target), rhs];
        let is_class = self.types.class_of(ty).is_some();
        if is_class || (op.is_some() && self.needs_resolution(&operands)) {
            let scope = self.scope;
            let overload = overloaded_assign(op);
            match self.resolve_operator(scope, overload, None, &operands, op_span, span)? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    let value = Operand::Expr(values[1]);
                    return self.builtin_assign(op, values[0], value, op_span, span);
                }
            }
        }
        let [_, rhs] = operands;
        self.builtin_assign(op, target, rhs, op_span, span)
    }

    /// `object[index]` ([expr.sub], [over.sub])
    pub fn subscript(
        &mut self,
        object: ast::ExprId,
        indices: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        let object = self.expr(object);
        let written = indices;
        let indices = self.operands(indices);
        let (object, mut indices) = (object?, indices?);
        self.note_comma_in_subscript(written, &indices);
        if self.types.is_error(self.typed.exprs[object].ty) {
            return Err(Reported);
        }
        if self.types.class_of(self.typed.exprs[object].ty).is_some() {
            let mut operands = vec![Operand::Expr(object)];
            operands.append(&mut indices);
            let scope = self.scope;
            let op = OverloadedOperator::Subscript;
            match self.resolve_operator(scope, op, None, &operands, span, span)? {
                Choice::Call(call) => return Ok(call),
                Choice::Builtin(values) => {
                    return self.builtin_subscript(values[0], values[1], span);
                }
            }
        }
        let [index] = indices.as_slice() else {
            let message = format!("an array takes one subscript, not {}", indices.len());
            self.error(codes::INVALID_OPERAND, span, message);
            return Err(Reported);
        };
        let index = self.designated(index.clone())?;
        let index = match self.types.class_of(self.typed.exprs[index].ty) {
            Some(_)
                if self
                    .tile_of(self.typed.exprs[index].ty)
                    .is_some_and(|(_, dims)| dims.iter().product::<u64>() > 1) =>
            {
                let shown = self.show(self.typed.exprs[index].ty);
                let is_pointer = self.types.pointee(self.typed.exprs[object].ty).is_some();
                let (what, table) = match is_pointer {
                    true => ("a pointer", ""),
                    false => ("an array", "; a table of constants is passed in memory"),
                };
                let message = format!("the index of {what} is one number, not `{shown}`");
                let at = self.typed.exprs[index].span;
                let help = self.in_users_spelling(&format!(
                    "`load(p + index)` and `store(p + index, x)` reach an element of memory for each index{table}"
                ));
                self.report(Diagnostic::new(codes::INVALID_OPERAND, at, message).help(help));
                return Err(Reported);
            }
            Some(_) => {
                let operands = [Operand::Expr(object), Operand::Expr(index)];
                let scope = self.scope;
                let op = OverloadedOperator::Subscript;
                match self.resolve_operator(scope, op, None, &operands, span, span)? {
                    Choice::Call(call) => return Ok(call),
                    Choice::Builtin(values) => values[1],
                }
            }
            None => index,
        };
        self.builtin_subscript(object, index, span)
    }
}

fn overloaded(op: BinaryOp) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        BinaryOp::Comma => O::Comma,
        BinaryOp::LogicalOr => O::OrOr,
        BinaryOp::LogicalAnd => O::AndAnd,
        BinaryOp::BitOr => O::Pipe,
        BinaryOp::BitXor => O::Caret,
        BinaryOp::BitAnd => O::Amp,
        BinaryOp::Equal => O::Equal,
        BinaryOp::NotEqual => O::NotEqual,
        BinaryOp::Less => O::Less,
        BinaryOp::Greater => O::Greater,
        BinaryOp::LessEqual => O::LessEqual,
        BinaryOp::GreaterEqual => O::GreaterEqual,
        BinaryOp::Spaceship => O::Spaceship,
        BinaryOp::Shl => O::Shl,
        BinaryOp::Shr => O::Shr,
        BinaryOp::Add => O::Plus,
        BinaryOp::Sub => O::Minus,
        BinaryOp::Mul => O::Star,
        BinaryOp::Div => O::Slash,
        BinaryOp::Rem => O::Percent,
        // `.*` cannot be overloaded and never comes here.
        BinaryOp::MemberPointer | BinaryOp::ArrowMemberPointer => O::ArrowStar,
    }
}

fn overloaded_unary(op: UnaryOp) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        UnaryOp::Plus => O::Plus,
        UnaryOp::Minus => O::Minus,
        UnaryOp::Not => O::Not,
        UnaryOp::BitNot => O::BitNot,
        UnaryOp::Deref => O::Star,
        UnaryOp::AddressOf => O::Amp,
        UnaryOp::PreIncrement | UnaryOp::PostIncrement => O::Increment,
        UnaryOp::PreDecrement | UnaryOp::PostDecrement => O::Decrement,
    }
}

/// `=`, or the compound assignment of an operator; those without one never come here.
fn overloaded_assign(op: Option<BinaryOp>) -> OverloadedOperator {
    use OverloadedOperator as O;
    match op {
        None => O::Assign,
        Some(BinaryOp::Add) => O::PlusAssign,
        Some(BinaryOp::Sub) => O::MinusAssign,
        Some(BinaryOp::Mul) => O::StarAssign,
        Some(BinaryOp::Div) => O::SlashAssign,
        Some(BinaryOp::Rem) => O::PercentAssign,
        Some(BinaryOp::BitXor) => O::CaretAssign,
        Some(BinaryOp::BitAnd) => O::AmpAssign,
        Some(BinaryOp::BitOr) => O::PipeAssign,
        Some(BinaryOp::Shl) => O::ShlAssign,
        Some(BinaryOp::Shr) => O::ShrAssign,
        Some(
            BinaryOp::Comma
            | BinaryOp::LogicalOr
            | BinaryOp::LogicalAnd
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Spaceship
            | BinaryOp::MemberPointer
            | BinaryOp::ArrowMemberPointer,
        ) => O::Assign,
    }
}
