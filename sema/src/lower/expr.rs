//! Expressions: glvalues to places, prvalues to leaves.

use ir::Scalar;
use lang::base::Span;

use super::storage::{Leaf, Leaves, Origin, OriginKind, Place, SlotPlace};
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::value::{Address, Root, Step, Value as Constant};
use crate::entity::VarId;
use crate::ty::{Ty, TyKind};
use crate::typed::{
    BinaryOp, ConvertKind, ExprId, ExprKind, HostOnly, IncDecOp, LogicalOp, UnaryOp,
};

impl Lowerer<'_, '_> {
    /// Evaluates for its effects.
    pub(super) fn discard(&mut self, expr: ExprId) -> Low<()> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            self.place(expr).map(drop)
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

    fn info(&self, expr: ExprId) -> (Ty, Span) {
        let node = &self.cx.typed.exprs[expr];
        (node.ty, node.span)
    }

    fn at(&mut self, span: Span) {
        if !span.is_none() {
            self.span = self.user_span(span);
        }
    }

    pub(super) fn origin(&self, kind: OriginKind, node: u32) -> Origin {
        Origin { kind, node, path: self.frames.last().map_or(0, |frame| frame.path) }
    }

    /// A prvalue made into an object.
    fn temporary(&mut self, expr: ExprId, leaves: Leaves) -> Low<Place> {
        let (ty, span) = self.info(expr);
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        self.new_object(origin, ty, leaves, span)
    }

    // ---- glvalues ----

    /// The object that a glvalue designates.
    pub(super) fn place(&mut self, expr: ExprId) -> Low<Place> {
        let node = self.cx.typed.exprs[expr].clone();
        let (ty, span) = (node.ty, node.span);
        self.at(span);
        match node.kind {
            ExprKind::Local(local) => match self.frame().locals.get(&local) {
                Some(place) => Ok(place.clone()),
                None => match self.cx.typed.locals[local].constant.clone() {
                    // A constant of an enclosing function, used without capture ([expr.prim.lambda]).
                    Some(value) => {
                        let leaves = self.constant_leaves(&value, ty, span)?;
                        self.temporary(expr, leaves)
                    }
                    None => self.bug(span, "a variable before its declaration"),
                },
            },
            ExprKind::Global(var) => self.global(var, expr, span),
            ExprKind::Function(function) => Ok(Place::Function(function)),
            ExprKind::Field { object, index } => self.field(object, index, span),
            ExprKind::Base { object, index } => {
                let class_ty = self.info(object).0;
                let object = self.object(object)?;
                self.subobject(&object, class_ty, index, span)
            }
            ExprKind::Derived { object, path } => {
                let object = self.object(object)?;
                self.containing(&object, ty, &path, span)
            }
            ExprKind::Deref(pointer) => {
                let pointer = self.pointer(pointer)?;
                self.pointed_at(&pointer, ty, span)
            }
            ExprKind::Materialize(value) => {
                let leaves = self.rvalue(value)?;
                self.temporary(expr, leaves)
            }
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, target, span)?;
                Ok(place)
            }
            ExprKind::Assign { target, value } => {
                // The right operand is sequenced before the left ([expr.ass]/1).
                let leaves = self.rvalue(value)?;
                let place = self.place(target)?;
                let ty = self.info(target).0;
                self.write_place(&place, ty, leaves, span)?;
                Ok(place)
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                self.compound_assign(op, target, value, compute, span)
            }
            ExprKind::PointerAssign { target, index, subtract } => {
                let (index_ty, _) = self.info(index);
                let index = self.scalar(index)?;
                let place = self.place(target)?;
                let ty = self.info(target).0;
                let old = self.read_place(&place, ty, span)?;
                let pointee = self.pointee_ty(ty);
                let moved =
                    self.offset_pointer(&old[0], pointee, index, index_ty, subtract, span)?;
                self.write_place(&place, ty, moved.into(), span)?;
                Ok(place)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let pointer_ty = self.cx.types.pointer(ty);
                let leaves =
                    self.choose(expr, condition, pointer_ty, span, &mut |this, first| {
                        this.operand(if first { then } else { otherwise })
                    })?;
                self.pointed_at(&leaves[0], ty, span)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.place(second)
            }
            ExprKind::CallPointer { pointer, arguments } => {
                let leaves = self.call_pointer(pointer, &arguments, expr)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::Call { callee, arguments } => {
                let leaves = self.call(callee, &arguments, expr)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::Convert { kind: ConvertKind::NoOp, operand } => self.place(operand),
            ExprKind::String(bytes) => self.string(&bytes, ty, expr, span),
            ExprKind::Const(Constant::Address(address)) => {
                let leaf = self.constant_address(&address, ty, span)?;
                self.pointed_at(&leaf, ty, span)
            }
            ExprKind::HostOnly(what) => self.host_only(what, span),
            ExprKind::Error => Err(super::Stop::Reported),
            _ if !node.category.is_glvalue() => {
                let leaves = self.rvalue(expr)?;
                self.temporary(expr, leaves)
            }
            _ => self.bug(span, "a glvalue without a place"),
        }
    }

    /// The object of a member access, which may be a prvalue.
    fn object(&mut self, expr: ExprId) -> Low<Place> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            return self.place(expr);
        }
        let leaves = self.rvalue(expr)?;
        self.temporary(expr, leaves)
    }

    fn field(&mut self, object: ExprId, index: u32, span: Span) -> Low<Place> {
        let class_ty = self.info(object).0;
        let place = self.object(object)?;
        let Some(class) = self.cx.types.class_of(class_ty) else {
            return self.bug(span, "a member of something that is no class");
        };
        let (bases, ty, is_union) = self.cx.field_info(class, index);
        let part = if is_union { index } else { bases + index };
        let member = self.subobject(&place, class_ty, part, span)?;
        if !self.cx.types.is_ref(ty) {
            return Ok(member);
        }
        let stored = self.stored_type(ty);
        let leaves = self.read_place(&member, stored, span)?;
        let referent = self.cx.types.strip_ref(ty);
        self.pointed_at(&leaves[0], referent, span)
    }

    /// A variable with static storage. Constants have no address of their own here: each use makes
    /// an object with the value.
    fn global(&mut self, var: VarId, expr: ExprId, span: Span) -> Low<Place> {
        let ty = self.cx.var_type(var);
        match self.cx.constant_value(var) {
            Some(Constant::Address(address)) if self.cx.types.is_ref(ty) => {
                let referent = self.cx.types.strip_ref(ty);
                let leaf = self.constant_address(&address, referent, span)?;
                self.pointed_at(&leaf, referent, span)
            }
            Some(value) => {
                let leaves = self.constant_leaves(&value, ty, span)?;
                self.temporary(expr, leaves)
            }
            None => {
                let name = self.cx.display_var(var);
                let message =
                    format!("`{name}` is not a constant, and tile code has no such storage yet");
                self.error(codes::GLOBAL_STORAGE, span, message)
            }
        }
    }

    /// A string literal as an object.
    fn string(&mut self, bytes: &[u8], _ty: Ty, expr: ExprId, span: Span) -> Low<Place> {
        let mut leaves = Leaves::new();
        for &byte in bytes {
            let value = self.scalar_constant(Ty::CHAR, byte.into(), span)?;
            leaves.push(Leaf::Value(value));
        }
        self.temporary(expr, leaves)
    }

    fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Ty,
        span: Span,
    ) -> Low<Place> {
        let rhs = self.scalar(value)?;
        let value_ty = self.info(value).0;
        let place = self.place(target)?;
        let ty = self.info(target).0;
        let old = self.read_place(&place, ty, span)?;
        let ir = self.value_type(ty, span)?;
        let old = self.leaf_value(&old[0], ir, span)?;
        let (Some(from), Some(with)) = (self.arithmetic(ty), self.arithmetic(compute)) else {
            return self.bug(span, "compound assignment to something that is no number");
        };
        let lhs = self.convert(old, from.signed, with.scalar, with.signed);
        let rhs = self.shift_amount(op, rhs, value_ty, with);
        let result = self.binary(op, with, lhs, rhs, span)?;
        let result = self.convert(result, with.signed, from.scalar, from.signed);
        self.write_place(&place, ty, Leaf::Value(result).into(), span)?;
        Ok(place)
    }

    /// The right operand of a shift keeps its own type in C++; the IR wants that of the left.
    fn shift_amount(
        &mut self,
        op: BinaryOp,
        rhs: ir::Value,
        rhs_ty: Ty,
        with: super::emit::Arithmetic,
    ) -> ir::Value {
        match (op, self.arithmetic(rhs_ty)) {
            (BinaryOp::Shl | BinaryOp::Shr, Some(from)) => {
                self.convert(rhs, from.signed, with.scalar, with.signed)
            }
            _ => rhs,
        }
    }

    /// Steps the object and returns the value of the expression as a prvalue.
    fn increment(&mut self, op: IncDecOp, place: &Place, target: ExprId, span: Span) -> Low<Leaf> {
        let ty = self.info(target).0;
        let decrement = matches!(op, IncDecOp::PreDec | IncDecOp::PostDec);
        let old = self.read_place(place, ty, span)?;
        let new = if self.cx.types.pointee(ty).is_some() {
            let one = self.int_constant(Scalar::I64, 1);
            let pointee = self.pointee_ty(ty);
            self.offset_pointer(&old[0], pointee, one, Ty::LONG, decrement, span)?
        } else {
            let ir = self.value_type(ty, span)?;
            let value = self.leaf_value(&old[0], ir, span)?;
            let Some(with) = self.arithmetic(ty) else {
                return self.bug(span, "an increment of something that is no number");
            };
            // A type narrower than int is promoted, so only the way back can wrap.
            let wide = match with.scalar {
                Scalar::I1 | Scalar::I8 | Scalar::I16 => {
                    super::emit::Arithmetic { scalar: Scalar::I32, signed: true }
                }
                _ => with,
            };
            let value = self.convert(value, with.signed, wide.scalar, wide.signed);
            let one = self.int_constant(Scalar::I32, 1);
            let one = self.convert(one, true, wide.scalar, wide.signed);
            let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
            let stepped = self.binary(op, wide, value, one, span)?;
            Leaf::Value(self.convert(stepped, wide.signed, with.scalar, with.signed))
        };
        self.write_place(place, ty, new.clone().into(), span)?;
        Ok(match op {
            IncDecOp::PreInc | IncDecOp::PreDec => new,
            IncDecOp::PostInc | IncDecOp::PostDec => old[0].clone(),
        })
    }

    fn pointee_ty(&self, pointer: Ty) -> Ty {
        self.cx.types.pointee(pointer).unwrap_or(Ty::CHAR)
    }

    // ---- prvalues ----

    /// The leaves of a prvalue.
    pub(super) fn rvalue(&mut self, expr: ExprId) -> Low<Leaves> {
        let node = self.cx.typed.exprs[expr].clone();
        let (ty, span) = (node.ty, node.span);
        self.at(span);
        match node.kind {
            ExprKind::Const(value) => self.constant_leaves(&value, ty, span),
            ExprKind::This => match self.frame().this.clone() {
                Some(place) => Ok(self.address_of(&place).into()),
                None => self.bug(span, "`this` outside a member function"),
            },
            ExprKind::AddressOf(object) => {
                let place = self.place(object)?;
                Ok(self.address_of(&place).into())
            }
            ExprKind::Load(object) => self.load(object, ty, span),
            ExprKind::Convert { kind, operand } => self.conversion(kind, operand, ty, span),
            ExprKind::Unary { op, operand } => {
                let value = self.scalar(operand)?;
                let Some(arithmetic) = self.arithmetic(ty) else {
                    return self.bug(span, "arithmetic on something that is no number");
                };
                Ok(Leaf::Value(self.unary(op, arithmetic, value)).into())
            }
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, target, span).map(Leaves::from)
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary_expr(op, lhs, rhs, span),
            ExprKind::PointerOffset { pointer, index, subtract } => {
                let base = self.pointer(pointer)?;
                let index_ty = self.info(index).0;
                let index = self.scalar(index)?;
                let pointee = self.pointee_ty(ty);
                self.offset_pointer(&base, pointee, index, index_ty, subtract, span)
                    .map(Leaves::from)
            }
            ExprKind::PointerDifference { lhs, rhs } => {
                let pointee = self.pointee_ty(self.info(lhs).0);
                let a = self.pointer(lhs)?;
                let b = self.pointer(rhs)?;
                let distance = self.pointer_difference(&a, &b, pointee, span)?;
                Ok(Leaf::Value(distance).into())
            }
            ExprKind::Logical { op, lhs, rhs } => self.logical(expr, op, lhs, rhs, span),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.choose(expr, condition, ty, span, &mut |this, first| {
                    this.rvalue(if first { then } else { otherwise })
                })
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.rvalue(second)
            }
            ExprKind::Call { callee, arguments } => self.call(callee, &arguments, expr),
            ExprKind::CallPointer { pointer, arguments } => {
                self.call_pointer(pointer, &arguments, expr)
            }
            ExprKind::Construct { constructor, arguments } => {
                self.construct(constructor, &arguments, ty, expr)
            }
            ExprKind::Aggregate { elements, filler } => self.aggregate(&elements, filler, ty, span),
            ExprKind::Union { value, .. } => {
                let mut leaves = self.operand(value)?;
                let count = self.layout(ty, span)?.leaves.len();
                leaves.resize(count.max(leaves.len()), Leaf::Undef);
                Ok(leaves)
            }
            ExprKind::Zero => {
                let layout = self.layout(ty, span)?;
                Ok(layout.leaves.iter().map(|leaf| Leaf::Value(self.zero_value(leaf.ir))).collect())
            }
            ExprKind::Uninitialized => {
                let layout = self.layout(ty, span)?;
                Ok(layout.leaves.iter().map(|_| Leaf::Undef).collect())
            }
            ExprKind::BitCast(operand) => {
                let leaves = self.rvalue(operand)?;
                let (from, to) = (self.layout(self.info(operand).0, span)?, self.layout(ty, span)?);
                if leaves.len() != to.leaves.len() {
                    let message = "a bit cast between objects of different structure";
                    return self.error(codes::NO_TILE_REPRESENTATION, span, message);
                }
                let pairs = from.leaves.iter().zip(&to.leaves);
                let mut result = Leaves::new();
                for (leaf, (from, to)) in leaves.iter().zip(pairs) {
                    let value = self.leaf_value(leaf, from.ir, span)?;
                    result.push(Leaf::Value(self.reinterpret(value, to.ir)?));
                }
                Ok(result)
            }
            ExprKind::IsConstantEvaluated => {
                Ok(Leaf::Value(self.int_constant(Scalar::I1, 0)).into())
            }
            ExprKind::Unreachable => Ok(Leaves::new()),
            ExprKind::HostOnly(what) => self.host_only(what, span),
            ExprKind::Error => Err(super::Stop::Reported),
            // An array of characters initialised by a literal.
            ExprKind::String(bytes) => bytes
                .iter()
                .map(|&byte| self.scalar_constant(Ty::CHAR, byte.into(), span).map(Leaf::Value))
                .collect(),
            ExprKind::Materialize(inner) => self.rvalue(inner),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::Field { .. }
            | ExprKind::Base { .. }
            | ExprKind::Derived { .. }
            | ExprKind::Deref(_)
            | ExprKind::Assign { .. }
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
        let place = self.place(object)?;
        self.read_place(&place, ty, span)
    }

    fn conversion(
        &mut self,
        kind: ConvertKind,
        operand: ExprId,
        ty: Ty,
        span: Span,
    ) -> Low<Leaves> {
        let from_ty = self.info(operand).0;
        match kind {
            ConvertKind::NoOp => self.rvalue(operand),
            ConvertKind::IntToInt
            | ConvertKind::IntToFloat
            | ConvertKind::FloatToInt
            | ConvertKind::FloatToFloat => {
                let value = self.scalar(operand)?;
                let (Some(from), Some(to)) = (self.arithmetic(from_ty), self.arithmetic(ty)) else {
                    return self.bug(span, "a numeric conversion of something that is no number");
                };
                Ok(Leaf::Value(self.convert(value, from.signed, to.scalar, to.signed)).into())
            }
            ConvertKind::ToBool => {
                if self.cx.types.pointee(from_ty).is_some()
                    && let leaf @ (Leaf::Address(_) | Leaf::Function(_)) = self.pointer(operand)?
                {
                    // The address of an object is never null.
                    let _ = leaf;
                    return Ok(Leaf::Value(self.int_constant(Scalar::I1, 1)).into());
                }
                let value = self.scalar(operand)?;
                let signed = self.arithmetic(from_ty).is_some_and(|a| a.signed);
                let is_number = self.arithmetic(from_ty).is_some();
                let truth = if is_number {
                    self.convert(value, signed, Scalar::I1, false)
                } else {
                    self.is_nonzero(value)
                };
                Ok(Leaf::Value(truth).into())
            }
            ConvertKind::NullToPointer => {
                let ir = self.value_type(ty, span)?;
                Ok(Leaf::Value(self.zero_value(ir)).into())
            }
            ConvertKind::PointerToPointer => {
                let leaf = self.pointer(operand)?;
                let Leaf::Value(pointer) = leaf else { return Ok(leaf.into()) };
                let pointee = self.pointee_ty(ty);
                let pointee = self.pointee(pointee);
                Ok(Leaf::Value(self.cast_pointer(pointer, pointee)).into())
            }
            ConvertKind::PointerToInt => {
                let pointer = self.scalar(operand)?;
                let value = self.ins().ptr_to_int(pointer);
                let to = self.arithmetic(ty).map_or(Scalar::I64, |a| a.scalar);
                Ok(Leaf::Value(self.convert(value, false, to, false)).into())
            }
            ConvertKind::IntToPointer => {
                let value = self.scalar(operand)?;
                let signed = self.arithmetic(from_ty).is_some_and(|a| a.signed);
                let address = self.convert(value, signed, Scalar::I64, false);
                let ir = self.value_type(ty, span)?;
                Ok(Leaf::Value(self.ins().int_to_ptr(address, ir)).into())
            }
            ConvertKind::ArrayToPointer => {
                let array = self.place(operand)?;
                let elem = self.pointee_ty(ty);
                let first = self.first_element(&array, elem);
                Ok(self.address_of(&first).into())
            }
            ConvertKind::FunctionToPointer => {
                let place = self.place(operand)?;
                Ok(self.address_of(&place).into())
            }
            ConvertKind::ToVoid => {
                self.discard(operand)?;
                Ok(Leaves::new())
            }
        }
    }

    fn binary_expr(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Low<Leaves> {
        let (lhs_ty, rhs_ty) = (self.info(lhs).0, self.info(rhs).0);
        let Some(arithmetic) = self.arithmetic(lhs_ty) else {
            return self.compare_pointers(op, lhs, rhs, span);
        };
        let a = self.scalar(lhs)?;
        let b = self.scalar(rhs)?;
        let b = self.shift_amount(op, b, rhs_ty, arithmetic);
        self.binary(op, arithmetic, a, b, span).map(|value| Leaf::Value(value).into())
    }

    fn compare_pointers(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Low<Leaves> {
        let a = self.pointer(lhs)?;
        let b = self.pointer(rhs)?;
        let known = match (&a, &b) {
            (Leaf::Address(a), Leaf::Address(b)) if a.slot == b.slot => {
                Some(a.offset.cmp(&b.offset))
            }
            // Different objects have different addresses, and no object is at null.
            (Leaf::Address(_), _) | (_, Leaf::Address(_)) => Some(std::cmp::Ordering::Less),
            (Leaf::Function(a), Leaf::Function(b)) => Some(a.cmp(b)),
            _ => None,
        };
        if let Some(ordering) = known {
            let truth = crate::constexpr::arith::compare(op, Some(ordering));
            return Ok(Leaf::Value(self.int_constant(Scalar::I1, truth.into())).into());
        }
        let mut addresses = [None, None];
        for (slot, (leaf, expr)) in addresses.iter_mut().zip([(&a, lhs), (&b, rhs)]) {
            let ir = self.value_type(self.info(expr).0, span)?;
            let pointer = self.leaf_value(leaf, ir, span)?;
            *slot = Some(self.ins().ptr_to_int(pointer));
        }
        let [Some(a), Some(b)] = addresses else { return self.bug(span, "a pointer comparison") };
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I64, signed: false };
        self.binary(op, arithmetic, a, b, span).map(|value| Leaf::Value(value).into())
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
    fn choose(
        &mut self,
        expr: ExprId,
        condition: ExprId,
        ty: Ty,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<Leaves>,
    ) -> Low<Leaves> {
        let condition = self.scalar(condition)?;
        if let Some(known) = self.constant_int(condition, false) {
            return arm(self, known != 0);
        }
        let layout = self.layout(ty, span)?;
        let types: Vec<ir::Type> = layout.leaves.iter().map(|leaf| leaf.ir).collect();
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        let slot = self.new_slot(origin, vec![Leaf::Undef; types.len()], types);
        let place = Place::Slot(SlotPlace { slot, offset: 0 });
        self.branch(condition, span, &mut |this, first| {
            let leaves = arm(this, first)?;
            this.write_place(&place, ty, leaves, span)?;
            Ok(super::control::Flow::Falls)
        })?;
        self.read_place(&place, ty, span)
    }

    fn aggregate(
        &mut self,
        elements: &[ExprId],
        filler: Option<ExprId>,
        ty: Ty,
        span: Span,
    ) -> Low<Leaves> {
        let mut leaves = Leaves::new();
        for &element in elements {
            leaves.extend(self.operand(element)?);
        }
        if let (Some(filler), Some((_, len))) = (filler, self.array_of(ty)) {
            for _ in elements.len() as u64..len {
                leaves.extend(self.operand(filler)?);
            }
        }
        let count = self.layout(ty, span)?.leaves.len();
        leaves.resize(count, Leaf::Undef);
        Ok(leaves)
    }

    // ---- constants ----

    /// The leaves of a constant of type `ty`.
    pub(super) fn constant_leaves(&mut self, value: &Constant, ty: Ty, span: Span) -> Low<Leaves> {
        let bare = self.cx.types.strip_cv(ty);
        match value {
            Constant::Indeterminate => {
                let layout = self.layout(bare, span)?;
                Ok(layout.leaves.iter().map(|_| Leaf::Undef).collect())
            }
            Constant::Int(int) => {
                self.scalar_constant(bare, *int as u64, span).map(|v| Leaf::Value(v).into())
            }
            Constant::Float(bits) => {
                self.scalar_constant(bare, *bits, span).map(|v| Leaf::Value(v).into())
            }
            Constant::Address(Address::Null) => {
                let ir = self.value_type(bare, span)?;
                Ok(Leaf::Value(self.zero_value(ir)).into())
            }
            Constant::Address(address) => {
                let pointee = self.pointee_ty(bare);
                self.constant_address(address, pointee, span).map(Leaves::from)
            }
            Constant::Aggregate(parts) => {
                let mut leaves = Leaves::new();
                if let Some((elem, _)) = self.array_of(bare) {
                    for part in parts {
                        leaves.extend(self.constant_leaves(part, elem, span)?);
                    }
                } else if let Some(class) = self.cx.types.class_of(bare) {
                    let types = self.cx.subobjects(class);
                    for (part, (ty, _)) in parts.iter().zip(types) {
                        let ty = self.stored_type(ty);
                        leaves.extend(self.constant_leaves(part, ty, span)?);
                    }
                }
                Ok(leaves)
            }
            Constant::Union(index, part) => {
                let Some(class) = self.cx.types.class_of(bare) else {
                    return self.bug(span, "a union value of a type that is no union");
                };
                let types = self.cx.subobjects(class);
                let ty = types.get(*index as usize).map_or(Ty::INT, |(ty, _)| *ty);
                let mut leaves = self.constant_leaves(part, ty, span)?;
                let count = self.layout(bare, span)?.leaves.len();
                leaves.resize(count.max(leaves.len()), Leaf::Undef);
                Ok(leaves)
            }
            Constant::MemberPointer(_) => {
                let message = "tile code cannot store a pointer to member";
                self.error(codes::NO_TILE_REPRESENTATION, span, message)
            }
        }
    }

    /// The leaf of the address of a constant object, which is made anew.
    fn constant_address(&mut self, address: &Address, pointee: Ty, span: Span) -> Low<Leaf> {
        let (root, path) = match address {
            Address::Null => {
                let pointee = self.pointee(pointee);
                let ty = self.types.ptr(pointee);
                return Ok(Leaf::Value(self.zero_value(ty)));
            }
            Address::Function(function) => return Ok(Leaf::Function(*function)),
            Address::Integer(int) => {
                let pointee = self.pointee(pointee);
                let ty = self.types.ptr(pointee);
                let int = self.int_constant(Scalar::I64, (*int).into());
                return Ok(Leaf::Value(self.ins().int_to_ptr(int, ty)));
            }
            Address::Object { root, path } => (root, path),
        };
        let (mut ty, leaves, node) = match root {
            Root::Global(var) => {
                let ty = self.cx.var_type(*var);
                let value = match self.cx.constant_value(*var) {
                    Some(value) => value,
                    None => {
                        let name = self.cx.display_var(*var);
                        let message = format!(
                            "`{name}` is not a constant, and tile code has no such storage yet"
                        );
                        return self.error(codes::GLOBAL_STORAGE, span, message);
                    }
                };
                (ty, self.constant_leaves(&value, ty, span)?, var.as_u32())
            }
            Root::String(bytes) => {
                let len = bytes.len() as u64;
                let ty = self.cx.types.array(Ty::CHAR, crate::ty::ArrayLen::Known(len));
                let mut leaves = Leaves::new();
                for &byte in bytes {
                    let value = self.scalar_constant(Ty::CHAR, byte.into(), span)?;
                    leaves.push(Leaf::Value(value));
                }
                (ty, leaves, u32::MAX)
            }
            Root::Frame(_) => return self.bug(span, "an address inside a finished evaluation"),
        };
        let origin = self.origin(OriginKind::Temporary, node);
        let mut place = self.new_object(origin, ty, leaves, span)?;
        for step in path {
            match *step {
                Step::Member(part) => {
                    place = self.subobject(&place, ty, part, span)?;
                    let class = self.cx.types.class_of(ty);
                    let parts = class.map(|class| self.cx.subobjects(class)).unwrap_or_default();
                    ty = parts.get(part as usize).map_or(Ty::INT, |(ty, _)| *ty);
                }
                Step::Element(index) => {
                    let elem = self.array_of(ty).map_or(ty, |(elem, _)| elem);
                    let first = self.first_element(&place, elem);
                    let first = self.address_of(&first);
                    let index = self.int_constant(Scalar::I64, index.into());
                    let leaf = self.offset_pointer(&first, elem, index, Ty::LONG, false, span)?;
                    place = self.pointed_at(&leaf, elem, span)?;
                    ty = elem;
                }
            }
        }
        Ok(self.address_of(&place))
    }

    fn host_only<T>(&mut self, what: HostOnly, span: Span) -> Low<T> {
        let what = match what {
            HostOnly::Throw => "`throw`",
            HostOnly::Try => "`try`",
            HostOnly::New => "`new`",
            HostOnly::Delete => "`delete`",
            HostOnly::Typeid => "`typeid`",
            HostOnly::DynamicCast => "`dynamic_cast`",
            HostOnly::VirtualCall => "a virtual call",
            HostOnly::IndirectCall => "a call through a pointer to member",
            HostOnly::Goto => "`goto`",
            HostOnly::Asm => "inline assembly",
            HostOnly::Launch => "a kernel launch",
        };
        self.error(codes::HOST_ONLY, span, format!("tile code cannot contain {what}"))
    }

    /// The kind of a type, without qualifiers.
    pub(super) fn kind(&self, ty: Ty) -> &TyKind {
        self.cx.types.kind(self.cx.types.strip_cv(ty))
    }

    /// `!condition`
    pub(super) fn not(&mut self, condition: ir::Value) -> ir::Value {
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I1, signed: false };
        self.unary(UnaryOp::Not, arithmetic, condition)
    }
}
