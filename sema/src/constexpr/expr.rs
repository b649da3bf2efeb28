//! Expressions of a constant evaluation.

use lang::base::Span;
use smallvec::SmallVec;

use super::arith::{self, Number};
use super::object::{self, AccessError};
use super::value::{Address, Root, Step, Value};
use super::{Eval, Evaluator};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{
    BinaryOp, ConvertKind, ExprId, ExprKind, HostOnly, IncDecOp, LocalId, LogicalOp, UnaryOp,
};

impl Evaluator<'_, '_> {
    /// The value of a prvalue, or the address of a glvalue.
    pub(super) fn any(&mut self, expr: ExprId) -> Eval<Value> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            self.place(expr).map(Value::Address)
        } else {
            self.value(expr)
        }
    }

    /// `&place`. The address of a base of what a null pointer points to, or of the object that it is a
    /// base of, is how a null pointer is converted to either ([conv.ptr]/3, [expr.static.cast]/11).
    fn address_of(&mut self, place: ExprId) -> Eval<Address> {
        let mut at = place;
        while let ExprKind::Base { object, .. } | ExprKind::Derived { object, .. } =
            self.cx.typed.exprs[at].kind
        {
            at = object;
        }
        if at == place {
            return self.place(place);
        }
        let ExprKind::Deref(pointer) = self.cx.typed.exprs[at].kind else {
            return self.place(place);
        };
        let span = self.cx.typed.exprs[place].span;
        let address = match self.value(pointer)? {
            Value::Address(address) => address,
            _ => return Err(self.fail(span, "dereferences something that is not an address")),
        };
        if address == Address::Null {
            return Ok(address);
        }
        self.related(place, at, &address).map_err(|error| self.access(span, error))
    }

    /// The object that `place` names by bases and derived classes of the one that `at` names, which is
    /// at `address`.
    fn related(
        &self,
        place: ExprId,
        at: ExprId,
        address: &Address,
    ) -> Result<Address, AccessError> {
        let mut steps = Vec::new();
        let mut step = place;
        while step != at {
            steps.push(step);
            step = match self.cx.typed.exprs[step].kind {
                ExprKind::Base { object, .. } | ExprKind::Derived { object, .. } => object,
                _ => at,
            };
        }
        let mut address = address.clone();
        for step in steps.into_iter().rev() {
            address = match &self.cx.typed.exprs[step].kind {
                ExprKind::Base { index, .. } => object::subobject(&address, Step::Member(*index))?,
                ExprKind::Derived { path, .. } => object::containing(&address, path)?,
                _ => address,
            };
        }
        Ok(address)
    }

    /// A variable of an enclosing function, which is not being evaluated.
    fn outside(&mut self, local: LocalId, span: Span) -> Eval<Address> {
        match self.cx.typed.locals[local].constant.clone() {
            Some(Value::Address(address))
                if self.cx.types.is_ref(self.cx.typed.locals[local].ty) =>
            {
                Ok(address)
            }
            Some(value) => {
                // It is one object, however often it is named.
                let known = self.outside.get(&local).filter(|known| self.is_alive(known));
                if let Some(known) = known {
                    return Ok(known.clone());
                }
                self.charge(&value, span)?;
                let ty = self.cx.typed.locals[local].ty;
                let address = self.create_variable(value, ty);
                self.outside.insert(local, address.clone());
                Ok(address)
            }
            // Naming an object that is not being evaluated reads nothing; what a
            // reference is bound to would have to be read ([expr.const]/5.9, 5.12).
            None => {
                if self.cx.types.is_ref(self.cx.typed.locals[local].ty) {
                    return Err(self.unknown_local(local, span));
                }
                let root = Root::Outside(local);
                Ok(Address::Object { root, path: Box::default() })
            }
        }
    }

    /// The object that a glvalue designates.
    pub(super) fn place(&mut self, expr: ExprId) -> Eval<Address> {
        let span = self.enter_node(expr)?;
        match self.cx.typed.exprs[expr].kind {
            ExprKind::Local(local) => {
                if let Some(address) = self.frame().locals.get(&local) {
                    return Ok(address.clone());
                }
                self.outside(local, span)
            }
            ExprKind::Global(var) => self.global(var),
            ExprKind::Function(function) => Ok(Address::Function(function)),
            ExprKind::String(ref text) => {
                Ok(Address::Object { root: Root::String(text.clone()), path: Box::default() })
            }
            ExprKind::Field { object, index } => {
                // The captured variable, where the lambda is not being evaluated.
                if self.frame().this.is_none()
                    && let Some(&local) = self.cx.check.captured_constants.get(&expr)
                {
                    return self.outside(local, span);
                }
                self.field(object, index, span)
            }
            ExprKind::Base { object, .. } | ExprKind::Derived { object, .. } => {
                let address = self.object(object)?;
                self.related(expr, object, &address).map_err(|error| self.access(span, error))
            }
            ExprKind::Deref(pointer) => match self.value(pointer)? {
                Value::Address(Address::Null) => Err(self.access(span, AccessError::Null)),
                Value::Address(address) => Ok(address),
                _ => Err(self.fail(span, "dereferences something that is not an address")),
            },
            ExprKind::Materialize(inner) => {
                let ty = self.cx.typed.exprs[inner].ty;
                self.new_object(inner, ty, Some(expr))
            }
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, self.cx.typed.exprs[target].ty, span)?;
                Ok(place)
            }
            ExprKind::Assign { target, value } => {
                // The right operand is sequenced before the left ([expr.ass]/1).
                let value = self.value(value)?;
                let place = self.place(target)?;
                self.write(span, &place, value)?;
                Ok(place)
            }
            ExprKind::Emplace { place, value } => {
                let place = self.place(place)?;
                self.make_at(&place, value)?;
                Ok(place)
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                let rhs = self.value(value)?;
                let place = self.place(target)?;
                let ty = self.cx.typed.exprs[target].ty;
                let old = self.read(span, &place)?;
                let lhs = self.as_number(ty, compute, old, span)?;
                let result = self.binary(op, compute, &lhs, &rhs, span)?;
                let result = self.as_number(compute, ty, result, span)?;
                self.write(span, &place, result)?;
                Ok(place)
            }
            ExprKind::PointerAssign { target, index, subtract } => {
                let index = self.value(index)?;
                let place = self.place(target)?;
                let old = self.read(span, &place)?;
                let moved = self.offset(&old, &index, subtract, span)?;
                self.write(span, &place, moved)?;
                Ok(place)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let arm = if self.truth(condition)? { then } else { otherwise };
                self.place(arm)
            }
            ExprKind::Let { local, init, body } => {
                self.bind_hidden(local, init)?;
                self.place(body)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.place(second)
            }
            ExprKind::Call { callee, ref arguments, .. } => {
                let arguments = held(arguments);
                let result = self.call_at(expr, callee, &arguments)?;
                self.referent(result, span)
            }
            ExprKind::VirtualCall { callee, ref arguments } => {
                let arguments = held(arguments);
                let result = self.virtual_call(callee, &arguments, span)?;
                self.referent(result, span)
            }
            ExprKind::CallPointer { pointer, ref arguments } => {
                let arguments = held(arguments);
                let result = self.call_pointer(pointer, &arguments, span)?;
                self.referent(result, span)
            }
            ExprKind::CallMember { object, member, ref arguments } => {
                let arguments = held(arguments);
                let result = self.call_member(object, member, &arguments, span)?;
                self.referent(result, span)
            }
            ExprKind::MemberAccess { object, member } => {
                self.member_of_object(object, member, span)
            }
            // Conversions of a glvalue keep the object: qualifiers, noexcept.
            ExprKind::Convert { kind: ConvertKind::NoOp, operand } => self.place(operand),
            ExprKind::Error => Err(self.fail(span, "contains an error")),
            ExprKind::HostOnly(HostOnly::DynamicCast) => match self.dynamic_cast(expr)? {
                Some(address) => Ok(address),
                None => Err(self.fail(span, "throws `std::bad_cast`")),
            },
            ExprKind::Const(Value::Address(ref address)) => Ok(address.clone()),
            _ => Err(self.fail(span, "has no address")),
        }
    }

    pub(super) fn bind_hidden(&mut self, local: LocalId, init: ExprId) -> Eval<()> {
        let ty = self.cx.typed.exprs[init].ty;
        let address = self.create(Value::Indeterminate, ty);
        self.make_at(&address, init)?;
        self.frame().locals.insert(local, address);
        Ok(())
    }

    /// The object that a reference returned by a call refers to.
    fn referent(&mut self, result: Value, span: Span) -> Eval<Address> {
        match result {
            Value::Address(address) => Ok(address),
            _ => Err(self.fail(span, "calls a function that returns no reference")),
        }
    }

    fn call_pointer(&mut self, pointer: ExprId, arguments: &[ExprId], span: Span) -> Eval<Value> {
        match self.value(pointer)? {
            Value::Address(Address::Function(callee)) => self.call(callee, arguments, span),
            _ => Err(self.fail(span, "calls through a null pointer")),
        }
    }

    /// The object of a member access, which may be a prvalue.
    pub(super) fn object(&mut self, expr: ExprId) -> Eval<Address> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            return self.place(expr);
        }
        let ty = self.cx.typed.exprs[expr].ty;
        self.new_object(expr, ty, Some(expr))
    }

    fn global(&mut self, var: crate::entity::VarId) -> Eval<Address> {
        let ty = self.cx.var_type(var);
        if self.cx.types.is_ref(ty) {
            // A reference is usable through the constant that it is bound to.
            let span = self.cx.entities[var].span;
            if let Some(Value::Address(address)) = self.cx.constant_value(var, span) {
                return Ok(address);
            }
        }
        Ok(Address::Object { root: Root::Global(var), path: Box::default() })
    }

    fn field(&mut self, object: ExprId, index: u32, span: Span) -> Eval<Address> {
        let class = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        let Some(class) = class else {
            return Err(self.fail(span, "accesses a member of something that is not a class"));
        };
        let (bases, ty, is_union) = self.cx.field_info(class, index);
        let step = if is_union { index } else { bases + index };
        let member = object::subobject(&place, Step::Member(step))
            .map_err(|error| self.access(span, error))?;
        if !self.cx.types.is_ref(ty) {
            return Ok(member);
        }
        match self.read(span, &member)? {
            Value::Address(address) => Ok(address),
            _ => Err(self.access(span, AccessError::Indeterminate)),
        }
    }

    /// The value of a prvalue.
    pub(super) fn value(&mut self, expr: ExprId) -> Eval<Value> {
        let span = self.enter_node(expr)?;
        let node = &self.cx.typed.exprs[expr];
        let ty = node.ty;
        match node.kind {
            ExprKind::Const(Value::Int(int)) => Ok(Value::Int(int)),
            ExprKind::Load(place) => self.load(place, ty, span),
            ExprKind::Convert { kind, operand } => self.convert(kind, operand, ty, span),
            ExprKind::Unary { op, operand } => {
                let value = self.value(operand)?;
                self.unary(op, ty, &value, span)
            }
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, self.cx.typed.exprs[target].ty, span)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let operand_ty = self.cx.typed.exprs[lhs].ty;
                let lhs = self.value(lhs)?;
                let rhs = self.value(rhs)?;
                self.binary(op, operand_ty, &lhs, &rhs, span)
            }
            ExprKind::Logical { op, lhs, rhs } => {
                let decided = match op {
                    LogicalOp::And => false,
                    LogicalOp::Or => true,
                };
                if self.truth(lhs)? == decided {
                    return Ok(Value::bool(decided));
                }
                self.truth(rhs).map(Value::bool)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let arm = if self.truth(condition)? { then } else { otherwise };
                self.value(arm)
            }
            ExprKind::Const(ref value) => {
                let value = value.clone();
                self.charge(&value, span)?;
                Ok(value)
            }
            ExprKind::This => match self.frame().this.clone() {
                Some(address) => Ok(Value::Address(address)),
                None => Err(self.fail(span, "uses `this` outside a call")),
            },
            ExprKind::AddressOf(place) => self.address_of(place).map(Value::Address),
            ExprKind::PointerOffset { pointer, index, subtract } => {
                let pointer = self.value(pointer)?;
                let index = self.value(index)?;
                self.offset(&pointer, &index, subtract, span)
            }
            ExprKind::PointerDifference { lhs, rhs } => {
                let lhs = self.value(lhs)?;
                let rhs = self.value(rhs)?;
                let distance = match (&lhs, &rhs) {
                    (Value::Address(a), Value::Address(b)) => object::distance(a, b),
                    _ => None,
                };
                match distance {
                    Some(distance) => Ok(Value::Int(distance)),
                    None => Err(self.fail(span, "subtracts pointers into different objects")),
                }
            }
            ExprKind::Let { local, init, body } => {
                self.bind_hidden(local, init)?;
                self.value(body)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.value(second)
            }
            ExprKind::Statements { ref stmts, value } => {
                let stmts = stmts.clone();
                self.statement_expression(&stmts, value, span)
            }
            ExprKind::Call { callee, ref arguments, .. } => {
                let arguments = held(arguments);
                self.call_at(expr, callee, &arguments)
            }
            ExprKind::VirtualCall { callee, ref arguments } => {
                let arguments = held(arguments);
                self.virtual_call(callee, &arguments, span)
            }
            ExprKind::CallPointer { pointer, ref arguments } => {
                let arguments = held(arguments);
                self.call_pointer(pointer, &arguments, span)
            }
            ExprKind::CallMember { object, member, ref arguments } => {
                let arguments = held(arguments);
                self.call_member(object, member, &arguments, span)
            }
            ExprKind::DefaultMember(value) => self.value(value),
            ExprKind::Construct { .. } => self.made(expr, ty, span),
            ExprKind::Aggregate { .. } if self.is_seen(expr) => self.made(expr, ty, span),
            ExprKind::Aggregate { ref elements, filler } => {
                let elements = elements.clone();
                self.aggregate(&elements, filler, ty, span)
            }
            ExprKind::Union { field, value } => {
                let value = self.any(value)?;
                Ok(Value::Union(field, Box::new(value)))
            }
            ExprKind::Zero => self.zero(ty, span),
            ExprKind::Uninitialized => self.skeleton(ty, span),
            ExprKind::BitCast(operand) => {
                let from = self.cx.typed.exprs[operand].ty;
                let value = self.value(operand)?;
                self.bit_cast(from, ty, &value, span)
            }
            ExprKind::IsConstantEvaluated => Ok(Value::bool(true)),
            ExprKind::Trap => Err(self.fail(span, "reaches `__builtin_trap()`")),
            ExprKind::Unreachable => Err(self.fail(span, "reaches `__builtin_unreachable()`")),
            // Nothing that a constant evaluates throws.
            ExprKind::HostOnly(HostOnly::Try) => Ok(Value::Indeterminate),
            ExprKind::HostOnly(HostOnly::DynamicCast) => {
                let found = self.dynamic_cast(expr)?;
                Ok(Value::Address(found.unwrap_or(Address::Null)))
            }
            ExprKind::HostOnly(what) => match self.cx.typed.allocations.get(&expr).copied() {
                Some(allocation) => self.allocation(allocation, span),
                None => Err(self.fail(span, impossible(what))),
            },
            ExprKind::Error => Err(self.fail(span, "contains an error")),
            // A string literal as the initialiser of a character array.
            ExprKind::String(ref text) => Ok(Value::Aggregate(text.elements().collect())),
            ExprKind::Materialize(inner) => self.value(inner),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::Deref(_)
            | ExprKind::Assign { .. }
            | ExprKind::Emplace { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. } => {
                let address = self.place(expr)?;
                self.read(span, &address)
            }
            // A member of a prvalue that was not materialised.
            ExprKind::Field { .. }
            | ExprKind::Base { .. }
            | ExprKind::Derived { .. }
            | ExprKind::MemberAccess { .. } => {
                let address = self.place(expr)?;
                self.read(span, &address)
            }
        }
    }

    /// The lvalue-to-rvalue conversion ([conv.lval]).
    fn load(&mut self, place: ExprId, ty: Ty, span: Span) -> Eval<Value> {
        if let Some(number) = self.number_of_local(place) {
            return Ok(number);
        }
        let address = self.place(place)?;
        let value = self.read(span, &address)?;
        if value == Value::Indeterminate && !self.is_empty_class(ty) {
            return Err(self.access(span, AccessError::Indeterminate));
        }
        Ok(value)
    }

    /// What a variable of the running call holds, if that is a number: most loads are of one, and
    /// they need no address.
    fn number_of_local(&self, place: ExprId) -> Option<Value> {
        let ExprKind::Local(local) = self.cx.typed.exprs[place].kind else { return None };
        match self.frames.last()?.locals.get(&local)? {
            Address::Object { root: Root::Frame(object), path } => {
                match object::read(self.objects.get(*object)?, path) {
                    Ok(&Value::Int(int)) => Some(Value::Int(int)),
                    Ok(&Value::Float(bits)) => Some(Value::Float(bits)),
                    Ok(_) | Err(_) => None,
                }
            }
            Address::Object { .. } | Address::Null | Address::Function(_) | Address::Integer(_) => {
                None
            }
        }
    }

    pub(super) fn truth(&mut self, expr: ExprId) -> Eval<bool> {
        let value = self.value(expr)?;
        let span = self.cx.typed.exprs[expr].span;
        value.truth().ok_or_else(|| self.fail(span, "has a condition that is not a truth value"))
    }

    pub(super) fn number(&mut self, ty: Ty) -> Option<Number> {
        arith::number(&self.cx.types, ty).or_else(|| {
            let underlying = self.cx.enum_to_underlying(ty);
            arith::number(&self.cx.types, underlying)
        })
    }

    fn as_number(&mut self, from: Ty, to: Ty, value: Value, span: Span) -> Eval<Value> {
        if from == to {
            return Ok(value);
        }
        match (self.number(from), self.number(to)) {
            (Some(from), Some(to)) => {
                arith::convert(from, to, &value).map_err(|error| self.fail(span, error.describe()))
            }
            _ => Ok(value),
        }
    }

    fn convert(&mut self, kind: ConvertKind, operand: ExprId, ty: Ty, span: Span) -> Eval<Value> {
        let from = self.cx.typed.exprs[operand].ty;
        match kind {
            ConvertKind::NoOp => self.value(operand),
            ConvertKind::PointerToPointer => {
                let value = self.value(operand)?;
                if value != Value::Address(Address::Null) && !self.keeps_pointee(from, ty) {
                    return Err(self.fail(span, "reinterprets a pointer as one to another type"));
                }
                Ok(value)
            }
            ConvertKind::IntToInt
            | ConvertKind::IntToFloat
            | ConvertKind::FloatToInt
            | ConvertKind::FloatToFloat => {
                let value = self.value(operand)?;
                self.as_number(from, ty, value, span)
            }
            ConvertKind::ToBool => {
                let value = self.value(operand)?;
                match value.truth() {
                    Some(truth) => Ok(Value::bool(truth)),
                    None => self.as_number(from, Ty::BOOL, value, span),
                }
            }
            ConvertKind::NullToPointer => {
                Ok(match self.cx.types.kind(self.cx.types.strip_cv(ty)) {
                    TyKind::MemberPointer { .. } => Value::MemberPointer(None),
                    _ => Value::Address(Address::Null),
                })
            }
            ConvertKind::PointerToInt | ConvertKind::IntToPointer if !self.casts_addresses => {
                let value = self.value(operand)?;
                match kind {
                    ConvertKind::PointerToInt => {
                        Err(self.fail(span, "casts a pointer to an integer"))
                    }
                    // As g++ has it, 0 is the null pointer in a cast too.
                    _ if value.as_int() == Some(0) => Ok(Value::Address(Address::Null)),
                    _ => Err(self.fail(span, "casts an integer to a pointer")),
                }
            }
            ConvertKind::PointerToInt => match self.value(operand)? {
                Value::Address(Address::Null) => Ok(Value::Int(0)),
                Value::Address(Address::Integer(int)) => Ok(Value::Int(int.into())),
                _ => Err(self.fail(span, "casts a pointer to an integer")),
            },
            ConvertKind::IntToPointer => match self.value(operand)?.as_int() {
                Some(0) => Ok(Value::Address(Address::Null)),
                Some(int) => Ok(Value::Address(Address::Integer(int as u64))),
                None => Err(self.fail(span, "casts something that is not an integer to a pointer")),
            },
            ConvertKind::ArrayToPointer => {
                let array = self.object(operand)?;
                object::subobject(&array, Step::Element(0))
                    .map(Value::Address)
                    .map_err(|error| self.access(span, error))
            }
            ConvertKind::FunctionToPointer => self.place(operand).map(Value::Address),
            ConvertKind::ToVoid => {
                self.discard(operand)?;
                Ok(Value::Indeterminate)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: Ty, value: &Value, span: Span) -> Eval<Value> {
        let number = self.number(ty);
        let result = match (op, number) {
            (UnaryOp::Plus, _) => Ok(value.clone()),
            (UnaryOp::Not, _) => match value.truth() {
                Some(truth) => Ok(Value::bool(!truth)),
                None => Err(arith::ArithError::NotANumber),
            },
            (UnaryOp::Neg, Some(number)) => arith::negate(number, value),
            (UnaryOp::BitNot, Some(number)) => arith::complement(number, value),
            (UnaryOp::Neg | UnaryOp::BitNot, None) => Err(arith::ArithError::NotANumber),
        };
        result.map_err(|error| self.fail_arithmetic(ty, error, span))
    }

    /// An operation without a value; an overflow names the type that is too small.
    fn fail_arithmetic(
        &self,
        ty: Ty,
        error: arith::ArithError,
        span: Span,
    ) -> Box<lang::base::Diagnostic> {
        match error {
            arith::ArithError::Overflow => {
                let what = format!("overflows: the result does not fit in `{}`", self.cx.show(ty));
                self.fail(span, &what)
            }
            _ => self.fail(span, error.describe()),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        ty: Ty,
        lhs: &Value,
        rhs: &Value,
        span: Span,
    ) -> Eval<Value> {
        if let (Value::Address(a), Value::Address(b)) = (lhs, rhs) {
            return self.compare_addresses(op, a, b, span);
        }
        if let (Value::MemberPointer(a), Value::MemberPointer(b)) = (lhs, rhs) {
            return Ok(Value::bool((a == b) == (op == BinaryOp::Eq)));
        }
        match self.number(ty) {
            Some(number) => arith::binary(op, number, lhs, rhs)
                .map_err(|error| self.fail_arithmetic(ty, error, span)),
            None => Err(self.fail(span, arith::ArithError::NotANumber.describe())),
        }
    }

    fn offset(&mut self, ptr: &Value, index: &Value, subtract: bool, span: Span) -> Eval<Value> {
        let (Value::Address(address), Value::Int(index)) = (ptr, index) else {
            return Err(self.fail(span, "offsets something that is not a pointer"));
        };
        let by = if subtract { -*index } else { *index };
        let len = match address {
            Address::Object { root, path } => self.array_len(root, object::split(path).0),
            Address::Null | Address::Function(_) | Address::Integer(_) => None,
        };
        object::advance(address, by, len)
            .map(Value::Address)
            .map_err(|error| self.access(span, error))
    }

    /// The length of the array at a path, as far as it is known.
    fn array_len(&mut self, root: &Root, path: &[Step]) -> Option<u64> {
        match root {
            Root::Frame(frame) => match object::read(self.objects.get(*frame)?, path) {
                Ok(Value::Aggregate(parts)) => Some(parts.len() as u64),
                Ok(_) | Err(_) => None,
            },
            Root::String(text) => Some(text.units.len() as u64),
            Root::Global(var) => {
                let ty = self.cx.var_type(*var);
                self.array_len_at(ty, path)
            }
            Root::Outside(local) => {
                let ty = self.cx.typed.locals[*local].ty;
                self.array_len_at(ty, path)
            }
        }
    }

    fn array_len_at(&mut self, ty: Ty, path: &[Step]) -> Option<u64> {
        let ty = self.type_at(ty, path)?;
        match self.cx.types.kind(ty) {
            TyKind::Array(_, ArrayLen::Known(len)) => Some(*len),
            _ => None,
        }
    }

    /// The type of the subobject at a path in an object of type `ty`.
    pub(super) fn type_at(&mut self, mut ty: Ty, path: &[Step]) -> Option<Ty> {
        for step in path {
            ty = match *step {
                Step::Member(index) => {
                    let class = self.cx.types.class_of(ty)?;
                    *self.cx.subobject_types(class).get(index as usize)?
                }
                Step::Element(_) => self.cx.types.element_of(ty)?,
                Step::Past => return None,
            };
        }
        Some(ty)
    }

    /// Whether a pointer that was converted still points to an object of the type it says: the
    /// same one, or `void` ([expr.const]/5.14, 5.15).
    fn keeps_pointee(&mut self, from: Ty, to: Ty) -> bool {
        let (from, to) = (self.cx.types.decay(from), self.cx.types.decay(to));
        match (self.cx.types.pointee(from), self.cx.types.pointee(to)) {
            (Some(_), Some(to)) if self.cx.types.is_void(to) => true,
            (Some(from), Some(to)) => {
                self.cx.similar(from, to)
                    || matches!(self.cx.types.kind(from), TyKind::Function(_))
                        && matches!(self.cx.types.kind(to), TyKind::Function(_))
            }
            _ => true,
        }
    }

    /// Steps the object and returns the value of the expression as a prvalue.
    fn increment(&mut self, op: IncDecOp, place: &Address, ty: Ty, span: Span) -> Eval<Value> {
        let old = self.read(span, place)?;
        let decrement = matches!(op, IncDecOp::PreDec | IncDecOp::PostDec);
        let new = match &old {
            Value::Address(_) => self.offset(&old, &Value::Int(1), decrement, span)?,
            Value::Int(_) | Value::Float(_) => {
                let one = self.as_number(Ty::INT, ty, Value::Int(1), span)?;
                let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
                // A type narrower than int is promoted, so only the way back can wrap.
                match self.number(ty) {
                    Some(Number::Int { bits, .. }) if bits < 32 => {
                        let wide = self.binary(op, Ty::INT, &old, &one, span)?;
                        self.as_number(Ty::INT, ty, wide, span)?
                    }
                    _ => self.binary(op, ty, &old, &one, span)?,
                }
            }
            _ => return Err(self.access(span, AccessError::Indeterminate)),
        };
        self.write(span, place, new.clone())?;
        Ok(match op {
            IncDecOp::PreInc | IncDecOp::PreDec => new,
            IncDecOp::PostInc | IncDecOp::PostDec => old,
        })
    }
}

/// The arguments of a call while they are evaluated, which may add to the tree that has them.
pub(super) fn held(arguments: &[ExprId]) -> SmallVec<[ExprId; 4]> {
    SmallVec::from_slice(arguments)
}

/// Why a construct ends an evaluation.
fn impossible(what: HostOnly) -> &'static str {
    match what {
        HostOnly::Throw => "throws an exception",
        HostOnly::New => "allocates with a form of `new` that constants cannot have",
        HostOnly::Delete => "frees memory with `delete`",
        HostOnly::Typeid => "uses `typeid`",
        HostOnly::DynamicCast => "uses `dynamic_cast`",
        HostOnly::Try => "catches exceptions",
        HostOnly::Asm => "contains inline assembly",
        HostOnly::Launch => "launches a kernel",
        HostOnly::Shared => "uses `__shared__` memory",
    }
}
