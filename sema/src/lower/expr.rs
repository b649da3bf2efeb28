//! Expressions: prvalues to leaves. Glvalues are in [`place`](super::place), operators and
//! conversions in [`operator`](super::operator), constants in [`constant`](super::constant).

use ir::Scalar;
use lang::base::Span;

use super::layout::Layout;
use super::observe::{Subscript, UNREACHABLE};
use super::storage::{Leaf, Leaves, Origin, OriginKind, Place};
use super::{Low, Lowerer};
use crate::codes;
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind, HostOnly, LogicalOp};

impl Lowerer<'_, '_> {
    /// Evaluates for its effects.
    pub(super) fn discard(&mut self, expr: ExprId) -> Low<()> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            self.place(expr).map(drop)
        } else if self.has_identity(self.info(expr).0) {
            self.materialize_object(expr, expr).map(drop)
        } else {
            self.rvalue(expr).map(drop)
        }
    }

    /// What an argument or initialiser contributes: the leaves of a prvalue, or the address of a
    /// glvalue that a reference binds to.
    pub(super) fn operand(&mut self, expr: ExprId) -> Low<Leaves> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            let place = self.place(expr)?;
            Ok(self.address_of(&place).into())
        } else {
            self.rvalue(expr)
        }
    }

    /// The only leaf of a scalar or tile prvalue, as an IR value.
    pub(super) fn scalar(&mut self, expr: ExprId) -> Low<ir::Value> {
        let (ty, span) = self.info(expr);
        let leaves = self.rvalue(expr)?;
        let ir = self.value_type(ty, span)?;
        match &leaves[..] {
            [leaf] => self.leaf_value(leaf, ir, span),
            _ => self.bug(span, "a scalar of several leaves"),
        }
    }

    /// The only leaf of a pointer prvalue.
    pub(super) fn pointer(&mut self, expr: ExprId) -> Low<Leaf> {
        let (_, span) = self.info(expr);
        let mut leaves = self.rvalue(expr)?;
        match leaves.pop() {
            Some(leaf) if leaves.is_empty() => Ok(leaf),
            _ => self.bug(span, "a pointer of several leaves"),
        }
    }

    pub(super) fn info(&self, expr: ExprId) -> (Ty, Span) {
        let node = &self.cx.typed.exprs[expr];
        (node.ty, node.span)
    }

    pub(super) fn at(&mut self, span: Span) {
        if !span.is_none() {
            self.span = self.user_span(span);
        }
    }

    pub(super) fn origin(&self, kind: OriginKind, node: u32) -> Origin {
        Origin { kind, node, path: self.frames.last().map_or(0, |frame| frame.path) }
    }

    /// A prvalue made into an object.
    pub(super) fn temporary(&mut self, expr: ExprId, leaves: Leaves) -> Low<Place> {
        let (ty, span) = self.info(expr);
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        self.new_object(origin, ty, leaves, span)
    }

    // ---- prvalues ----

    /// The leaves of a prvalue.
    pub(super) fn rvalue(&mut self, expr: ExprId) -> Low<Leaves> {
        let node = self.cx.typed.exprs[expr].clone();
        let (ty, span) = (node.ty, node.span);
        self.at(span);
        self.check_size(span)?;
        match node.kind {
            ExprKind::Const(value) => self.constant_leaves(&value, ty, span),
            ExprKind::This => match self.frame().this.clone() {
                Some(place) => Ok(self.address_of(&place).into()),
                None => self.bug(span, "`this` outside a member function"),
            },
            ExprKind::AddressOf(object) => self.address_of_object(object, span).map(Leaves::from),
            ExprKind::Load(object) => self.load(object, ty, span),
            ExprKind::Convert { kind, operand } => self.conversion(kind, operand, ty, span),
            ExprKind::Unary { op, operand } => {
                let value = self.scalar(operand)?;
                let Some(arithmetic) = self.arithmetic(ty) else {
                    return self.bug(span, "arithmetic on something that is not a number");
                };
                Ok(Leaf::Value(self.unary(op, arithmetic, value)).into())
            }
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, target, span).map(Leaves::from)
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary_expr(op, lhs, rhs, span),
            ExprKind::PointerOffset { pointer, index, subtract } => {
                let subscript = std::mem::take(&mut self.subscript);
                let node = match subscript {
                    Subscript::None => self.first_operand([pointer, index]),
                    Subscript::Address | Subscript::Access => None,
                };
                let mut base = self.pointer(pointer)?;
                if subscript == Subscript::Access {
                    base = self.within_row(pointer, base)?;
                }
                let index_ty = self.info(index).0;
                self.second_operand(node);
                let index = self.scalar(index)?;
                self.operands_done(node);
                let pointee = self.pointee_ty(ty);
                self.offset_pointer(&base, pointee, index, index_ty, subtract, span)
                    .map(Leaves::from)
            }
            ExprKind::PointerDifference { lhs, rhs } => {
                let pointee = self.pointee_ty(self.info(lhs).0);
                let node = self.first_operand([lhs, rhs]);
                let a = self.pointer(lhs)?;
                self.second_operand(node);
                let b = self.pointer(rhs)?;
                self.operands_done(node);
                let distance = self.pointer_difference(&a, &b, pointee, span)?;
                Ok(Leaf::Value(distance).into())
            }
            ExprKind::Logical { op, lhs, rhs } => self.logical(expr, op, lhs, rhs, span),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.choose(expr, condition, ty, span, &mut |this, first| {
                    this.rvalue(if first { then } else { otherwise })
                })
            }
            ExprKind::Let { local, init, body } => {
                self.bind_hidden(local, init)?;
                self.rvalue(body)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.rvalue(second)
            }
            ExprKind::Statements { stmts, value } => match value {
                Some(_) if self.has_identity(ty) => {
                    let place = self.object_of(expr, expr)?;
                    self.read_place(&place, ty, span)
                }
                Some(value) => self.statement_expression(&stmts, |this| this.rvalue(value)),
                None => self.statement_expression(&stmts, |_| Ok(Leaves::new())),
            },
            ExprKind::Call { callee, arguments, .. } => self.call(callee, &arguments, expr),
            ExprKind::VirtualCall { callee, arguments } => {
                self.virtual_call(callee, &arguments, expr, None)
            }
            ExprKind::CallPointer { pointer, arguments } => {
                self.call_pointer(pointer, &arguments, expr)
            }
            ExprKind::CallMember { object, member, arguments } => {
                self.call_member(object, member, &arguments, expr)
            }
            ExprKind::Construct { .. } => {
                let place = self.object_of(expr, expr)?;
                self.read_place(&place, ty, span)
            }
            ExprKind::Aggregate { elements, filler } => {
                if elements.iter().any(|&element| self.is_default_member(element)) {
                    let place = self.object_of(expr, expr)?;
                    return self.read_place(&place, ty, span);
                }
                self.aggregate(&elements, filler, ty, span)
            }
            ExprKind::DefaultMember(_) => {
                self.bug(span, "a default member initialiser without its object")
            }
            ExprKind::Union { field, value } => {
                let leaves = self.operand(value)?;
                let member = match self.cx.types.class_of(ty) {
                    Some(class) => self.cx.field_info(class, field).1,
                    None => return self.bug(span, "a union that is not a class"),
                };
                let member = self.stored_type(member);
                self.union_leaves(ty, member, leaves, span)
            }
            ExprKind::Zero => {
                let layout = self.layout(ty, span)?;
                self.require_leaves(&layout, ty, span)?;
                Ok(self.zero_leaves(&layout))
            }
            ExprKind::Uninitialized => {
                let layout = self.layout(ty, span)?;
                Ok(layout.leaves.iter().map(|_| Leaf::Undef).collect())
            }
            ExprKind::BitCast(operand) => {
                let leaves = self.rvalue(operand)?;
                self.bit_cast(leaves, self.info(operand).0, ty, span)
            }
            ExprKind::IsConstantEvaluated => {
                Ok(Leaf::Value(self.int_constant(Scalar::I1, 0)).into())
            }
            ExprKind::Trap => {
                let holds = self.int_constant(Scalar::I1, 0);
                self.ins().assert(holds, "__builtin_trap()".into());
                Ok(Leaves::new())
            }
            ExprKind::Unreachable => {
                self.violated(UNREACHABLE, "`__builtin_unreachable()` is reached");
                Ok(Leaves::new())
            }
            ExprKind::HostOnly(what) => self.host_only(what, span),
            ExprKind::Error => Err(super::Stop::Reported),
            // An array of characters initialised by a literal.
            ExprKind::String(text) => self.text_leaves(&text, span),
            ExprKind::Materialize(inner) => self.rvalue(inner),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::Field { .. }
            | ExprKind::Base { .. }
            | ExprKind::Derived { .. }
            | ExprKind::MemberAccess { .. }
            | ExprKind::Deref(_)
            | ExprKind::Assign { .. }
            | ExprKind::Emplace { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. } => {
                let place = self.place(expr)?;
                self.read_place(&place, ty, span)
            }
        }
    }

    /// The lvalue-to-rvalue conversion. A choice between two objects is made between their values,
    /// so that neither needs an address.
    fn load(&mut self, object: ExprId, ty: Ty, span: Span) -> Low<Leaves> {
        if let ExprKind::Conditional { condition, then, otherwise } =
            self.cx.typed.exprs[object].kind
        {
            return self.choose(object, condition, ty, span, &mut |this, first| {
                this.load(if first { then } else { otherwise }, ty, span)
            });
        }
        if let ExprKind::MemberAccess { object, member } = self.cx.typed.exprs[object].kind {
            return self.load_member(object, member, ty, span);
        }
        let place = self.place(object)?;
        self.touch(&place, ty, false, span)?;
        self.read_place(&place, ty, span)
    }

    fn logical(
        &mut self,
        expr: ExprId,
        op: LogicalOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Low<Leaves> {
        let decided = op == LogicalOp::Or;
        self.choose(expr, lhs, Ty::BOOL, span, &mut |this, first| {
            if first == decided {
                Ok(Leaf::Value(this.int_constant(Scalar::I1, decided.into())).into())
            } else {
                this.rvalue(rhs)
            }
        })
    }

    /// The value of one of two arms, `arm(true)` when the condition holds: a branch that leaves its
    /// value in a temporary of type `ty`.
    pub(super) fn choose(
        &mut self,
        expr: ExprId,
        condition: ExprId,
        ty: Ty,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<Leaves>,
    ) -> Low<Leaves> {
        let condition = self.scalar(condition)?;
        self.choose_by(expr, condition, ty, span, arm)
    }

    /// The same by a condition that has been evaluated.
    pub(super) fn choose_by(
        &mut self,
        expr: ExprId,
        condition: ir::Value,
        ty: Ty,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<Leaves>,
    ) -> Low<Leaves> {
        if let Some(known) = self.constant_int(condition, false) {
            return arm(self, known != 0);
        }
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        let place = self.new_object(origin, ty, Leaves::new(), span)?;
        self.conditional_operand(condition, span, &mut |this, first| {
            let leaves = arm(this, first)?;
            this.write_place(&place, ty, leaves, span)
        })?;
        self.read_place(&place, ty, span)
    }

    fn is_default_member(&self, expr: ExprId) -> bool {
        matches!(self.cx.typed.exprs[expr].kind, ExprKind::DefaultMember(_))
    }

    fn aggregate(
        &mut self,
        elements: &[ExprId],
        filler: Option<ExprId>,
        ty: Ty,
        span: Span,
    ) -> Low<Leaves> {
        let layout = self.layout(ty, span)?;
        self.require_leaves(&layout, ty, span)?;
        let mut leaves = Leaves::new();
        for &element in elements {
            leaves.extend(self.operand(element)?);
        }
        if let (Some(filler), Some((_, len))) = (filler, self.array_of(ty)) {
            let is_constant =
                matches!(self.cx.typed.exprs[filler].kind, ExprKind::Const(_) | ExprKind::Zero);
            let mut repeated = None;
            for _ in elements.len() as u64..len {
                let value = match repeated.take() {
                    Some(value) => value,
                    None => self.operand(filler)?,
                };
                leaves.extend(value.iter().cloned());
                repeated = is_constant.then_some(value);
            }
        }
        leaves.resize(layout.leaves.len(), Leaf::Undef);
        Ok(leaves)
    }

    /// An object that is initialised leaf by leaf must not have too many.
    fn require_leaves(&mut self, layout: &Layout, ty: Ty, span: Span) -> Low<()> {
        if !layout.is_large || !layout.leaves.is_empty() {
            return Ok(());
        }
        let shown = self.cx.show(ty);
        let message = format!("a local object of type `{shown}` is too large to initialise");
        self.error(codes::LOWERING_LIMIT, span, message)
    }

    pub(super) fn host_only<T>(&mut self, what: HostOnly, span: Span) -> Low<T> {
        let what = match what {
            HostOnly::Throw => "`throw`",
            HostOnly::Try => "`try`",
            HostOnly::New => "`new`",
            HostOnly::Delete => "`delete`",
            HostOnly::Typeid => "`typeid`",
            HostOnly::DynamicCast => "`dynamic_cast`",
            HostOnly::Asm => "inline assembly",
            HostOnly::Launch => "a kernel launch",
            HostOnly::Shared => "`__shared__` variables",
        };
        self.error(codes::HOST_ONLY, span, format!("tile code cannot contain {what}"))
    }

    /// The kind of a type, without qualifiers.
    pub(super) fn kind(&self, ty: Ty) -> &TyKind {
        self.cx.types.kind(self.cx.types.strip_cv(ty))
    }
}
