//! Standard conversions ([conv]): what they are, and the typed nodes that carry them out.

use lang::base::Span;

use super::ListTarget;
use super::rank::Rank;
use crate::Cx;
use crate::check::operand::Source;
use crate::constexpr::value::Value;
use crate::ty::fundamental::{FloatKind, IntKind};
use crate::ty::{ArrayLen, Cv, Exceptions, FunctionTy, Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, ValueCategory};

/// A standard conversion sequence ([over.ics.scs]). The lvalue transformation is left out: it
/// never decides between two sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandardConversion {
    /// The type after the lvalue transformation.
    pub from: Ty,
    /// The target; the referent for a reference binding.
    pub to: Ty,
    pub second: SecondConversion,
    /// Adds qualifiers behind a pointer ([conv.qual]), or is a function pointer conversion.
    pub qualification: bool,
    /// The parameter is a reference that binds directly.
    pub binding: Option<Binding>,
    /// What a braced list initialises, when that decides ([over.ics.rank]/3.1).
    pub list: ListTarget,
}

/// The promotion or conversion in the middle of the sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondConversion {
    Identity,
    IntegralPromotion,
    /// Of an unscoped enumeration; to its fixed underlying type rather than to that promoted.
    EnumPromotion {
        to_underlying: bool,
    },
    FloatingPromotion,
    /// Between integers, floating-point types, or from one to the other.
    Arithmetic,
    Boolean,
    PointerToBool,
    /// Null, to `void*`, or to a base so many steps away.
    Pointer {
        depth: u32,
        to_void: bool,
    },
    /// Null, or to a derived class.
    MemberPointer {
        depth: u32,
    },
    /// A class to its base, so many steps away.
    DerivedToBase(u32),
}

/// A reference that binds directly ([over.ics.ref]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    pub is_rvalue_ref: bool,
    pub binds_rvalue: bool,
    /// To a function lvalue.
    pub binds_function: bool,
    /// The object parameter of a member function without ref-qualifier.
    pub is_bare_object: bool,
}

impl StandardConversion {
    pub fn identity(from: Ty, to: Ty) -> StandardConversion {
        StandardConversion {
            from,
            to,
            second: SecondConversion::Identity,
            qualification: false,
            binding: None,
            list: ListTarget::Other,
        }
    }

    pub fn is_identity(&self) -> bool {
        self.second == SecondConversion::Identity && !self.qualification
    }

    pub fn rank(&self) -> Rank {
        match self.second {
            SecondConversion::Identity => Rank::Exact,
            SecondConversion::IntegralPromotion
            | SecondConversion::EnumPromotion { .. }
            | SecondConversion::FloatingPromotion => Rank::Promotion,
            SecondConversion::Arithmetic
            | SecondConversion::Boolean
            | SecondConversion::PointerToBool
            | SecondConversion::Pointer { .. }
            | SecondConversion::MemberPointer { .. }
            | SecondConversion::DerivedToBase(_) => Rank::Conversion,
        }
    }
}

/// Arithmetic types.
impl Cx<'_> {
    /// [conv.prom]; of a type that does not promote, the type itself. Takes unqualified types.
    pub fn promoted(&mut self, ty: Ty) -> Ty {
        match *self.types.kind(ty) {
            TyKind::Bool => Ty::INT,
            TyKind::Int(kind) => match kind {
                IntKind::Char
                | IntKind::SChar
                | IntKind::UChar
                | IntKind::Char8
                | IntKind::Char16
                | IntKind::WChar
                | IntKind::Short
                | IntKind::UShort => Ty::INT,
                IntKind::Char32 => Ty::UINT,
                IntKind::Int
                | IntKind::UInt
                | IntKind::Long
                | IntKind::ULong
                | IntKind::LongLong
                | IntKind::ULongLong
                | IntKind::Int128
                | IntKind::UInt128 => ty,
            },
            TyKind::Enum(id) if !self.entities[id].is_scoped => {
                let underlying = self.underlying_type(id);
                self.promoted(underlying)
            }
            _ => ty,
        }
    }

    /// [conv.prom]/5: a bit-field that `int` holds promotes to `int` whatever its type.
    pub fn promoted_operand(&mut self, expr: ExprId) -> Ty {
        let node = &self.typed.exprs[expr];
        let ty = self.types.strip_cv(node.ty);
        if let (Some(width), Some(kind)) = (self.bit_field_width(expr), self.types.int_of(ty)) {
            if width < 32 || (width == 32 && kind.is_signed()) {
                return Ty::INT;
            }
            if width == 32 {
                return Ty::UINT;
            }
        }
        self.promoted(ty)
    }

    /// The width of the bit-field that a glvalue designates.
    pub fn bit_field_width(&self, expr: ExprId) -> Option<u64> {
        match self.typed.exprs[expr].kind {
            ExprKind::Field { object, index } => {
                let class = self.types.class_of(self.typed.exprs[object].ty)?;
                self.entities[class].fields.get(index as usize)?.bit_width
            }
            ExprKind::Load(inner) => self.bit_field_width(inner),
            ExprKind::Assign { target: inner, .. }
            | ExprKind::Comma { second: inner, .. }
            | ExprKind::Let { body: inner, .. }
                if self.typed.exprs[expr].category.is_glvalue() =>
            {
                self.bit_field_width(inner)
            }
            _ => None,
        }
    }

    /// The usual arithmetic conversions ([expr.arith.conv]) of unqualified arithmetic types;
    /// `None` for formats without a common type.
    pub fn common_arithmetic(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        match (self.types.float_of(a), self.types.float_of(b)) {
            (Some(x), Some(y)) => match float_rank(x)?.cmp(&float_rank(y)?) {
                std::cmp::Ordering::Less => Some(b),
                std::cmp::Ordering::Greater => Some(a),
                std::cmp::Ordering::Equal => (a == b).then_some(a),
            },
            (Some(kind), None) => float_rank(kind).map(|_| a),
            (None, Some(kind)) => float_rank(kind).map(|_| b),
            (None, None) => {
                let (a, b) = (self.promoted(a), self.promoted(b));
                let (x, y) = (self.types.int_of(a)?, self.types.int_of(b)?);
                Some(self.types.intern(TyKind::Int(common_int(x, y))))
            }
        }
    }
}

/// Formats in which arithmetic is done; the restricted ones have none.
fn float_rank(kind: FloatKind) -> Option<u32> {
    match kind {
        FloatKind::F16 | FloatKind::BF16 => Some(1),
        FloatKind::F32 => Some(2),
        FloatKind::F64 => Some(3),
        FloatKind::LongDouble => Some(4),
        FloatKind::TF32
        | FloatKind::E4M3
        | FloatKind::E5M2
        | FloatKind::E8M0
        | FloatKind::UE5M3
        | FloatKind::E2M1 => None,
    }
}

/// [expr.arith.conv]/1.3 for promoted types.
fn common_int(a: IntKind, b: IntKind) -> IntKind {
    if a == b {
        return a;
    }
    if a.is_signed() == b.is_signed() {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if signed.bits() > unsigned.bits() {
        signed
    } else {
        signed.to_unsigned()
    }
}

/// Which conversion it is.
impl Cx<'_> {
    /// The standard conversion to an unqualified type that is neither a class nor a reference.
    pub fn standard_conversion(&mut self, source: Source, to: Ty) -> Option<StandardConversion> {
        let from = self.types.decay(source.ty);
        let identity = StandardConversion::identity(from, to);
        if from == to {
            return Some(identity);
        }
        let second = |second| Some(StandardConversion { second, ..identity });
        match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (TyKind::Pointer(_) | TyKind::MemberPointer { .. }, TyKind::Bool) => {
                second(SecondConversion::PointerToBool)
            }
            (TyKind::Int(_) | TyKind::Float(_), TyKind::Bool) => second(SecondConversion::Boolean),
            (TyKind::Enum(id), TyKind::Bool) if !self.entities[id].is_scoped => {
                second(SecondConversion::Boolean)
            }
            (TyKind::Bool | TyKind::Int(_), TyKind::Int(_)) => {
                let promoted = match source.expr {
                    Some(expr) if source.category.is_glvalue() => self.promoted_operand(expr),
                    _ => self.promoted(from),
                };
                second(if promoted == to && self.promoted(from) != from {
                    SecondConversion::IntegralPromotion
                } else {
                    SecondConversion::Arithmetic
                })
            }
            (TyKind::Enum(id), TyKind::Int(_)) if !self.entities[id].is_scoped => {
                let underlying = self.underlying_type(id);
                let is_fixed = self.entities[id].is_fixed;
                second(if is_fixed && to == underlying {
                    SecondConversion::EnumPromotion { to_underlying: true }
                } else if to == self.promoted(underlying) {
                    SecondConversion::EnumPromotion { to_underlying: false }
                } else {
                    SecondConversion::Arithmetic
                })
            }
            (TyKind::Enum(id), TyKind::Float(_)) if !self.entities[id].is_scoped => {
                second(SecondConversion::Arithmetic)
            }
            (TyKind::Float(FloatKind::F32), TyKind::Float(FloatKind::F64)) => {
                second(SecondConversion::FloatingPromotion)
            }
            (TyKind::Float(_), TyKind::Float(_) | TyKind::Int(_))
            | (TyKind::Bool | TyKind::Int(_), TyKind::Float(_)) => {
                second(SecondConversion::Arithmetic)
            }
            (_, TyKind::Pointer(_)) if self.is_null_constant(source) => {
                second(SecondConversion::Pointer { depth: 0, to_void: false })
            }
            (_, TyKind::MemberPointer { .. }) if self.is_null_constant(source) => {
                second(SecondConversion::MemberPointer { depth: 0 })
            }
            (_, TyKind::NullPtr) if self.is_null_constant(source) => {
                second(SecondConversion::Pointer { depth: 0, to_void: false })
            }
            (TyKind::Pointer(p), TyKind::Pointer(q)) => self.pointer_conversion(p, q, identity),
            (
                TyKind::MemberPointer { class: c, pointee: p },
                TyKind::MemberPointer { class: d, pointee: q },
            ) => self.member_pointer_conversion((c, p), (d, q), identity),
            _ => None,
        }
    }

    /// [conv.ptr], [conv.qual], [conv.fctptr]
    fn pointer_conversion(
        &mut self,
        from: Ty,
        to: Ty,
        identity: StandardConversion,
    ) -> Option<StandardConversion> {
        if let (TyKind::Function(f), TyKind::Function(g)) =
            (self.types.kind(from), self.types.kind(to))
        {
            let dropped = drops_noexcept(f, g);
            return dropped.then_some(StandardConversion { qualification: true, ..identity });
        }
        if self.is_qualification_conversion(identity.from, identity.to) {
            return Some(StandardConversion { qualification: true, ..identity });
        }
        let (p, q) = (self.types.cv(from), self.types.cv(to));
        if !q.includes(p) {
            return None;
        }
        let qualification = p != q;
        let (from, to) = (self.types.unqualified(from), self.types.unqualified(to));
        if to == Ty::VOID {
            if matches!(self.types.kind(from), TyKind::Function(_)) {
                return None;
            }
            let second = SecondConversion::Pointer { depth: 0, to_void: true };
            return Some(StandardConversion { second, qualification, ..identity });
        }
        let (derived, base) = (self.types.class_of(from)?, self.types.class_of(to)?);
        let depth = self.base_depth(derived, base)?;
        let second = SecondConversion::Pointer { depth, to_void: false };
        Some(StandardConversion { second, qualification, ..identity })
    }

    /// [conv.mem]: from a base to a derived class.
    fn member_pointer_conversion(
        &mut self,
        (from_class, from): (Ty, Ty),
        (to_class, to): (Ty, Ty),
        identity: StandardConversion,
    ) -> Option<StandardConversion> {
        let qualification = from != to;
        let drops_noexcept = match (self.types.kind(from), self.types.kind(to)) {
            (TyKind::Function(f), TyKind::Function(g)) => drops_noexcept(f, g),
            _ => false,
        };
        if qualification
            && !drops_noexcept
            && !self.is_qualification_conversion_of_pointees(from, to, true)
        {
            return None;
        }
        if from_class == to_class {
            return Some(StandardConversion { qualification, ..identity });
        }
        let derived = self.types.class_of(to_class)?;
        let base = self.types.class_of(from_class)?;
        let depth = self.base_depth(derived, base)?;
        let second = SecondConversion::MemberPointer { depth };
        Some(StandardConversion { second, qualification, ..identity })
    }

    /// Whether one pointer type becomes another by adding qualifiers ([conv.qual]/3); true of
    /// equal types.
    pub fn is_qualification_conversion(&mut self, from: Ty, to: Ty) -> bool {
        let (from, to) = (self.types.unqualified(from), self.types.unqualified(to));
        if from == to {
            return true;
        }
        match (self.types.kind(from), self.types.kind(to)) {
            (&TyKind::Pointer(p), &TyKind::Pointer(q)) => {
                self.is_qualification_conversion_of_pointees(p, q, true)
            }
            (
                &TyKind::MemberPointer { class: c, pointee: p },
                &TyKind::MemberPointer { class: d, pointee: q },
            ) => c == d && self.is_qualification_conversion_of_pointees(p, q, true),
            _ => false,
        }
    }

    /// The levels behind the first pointer. `outer_const`: all levels so far, from the second
    /// on, are `const` in the target; only then may a deeper one differ.
    pub(super) fn is_qualification_conversion_of_pointees(
        &mut self,
        from: Ty,
        to: Ty,
        outer_const: bool,
    ) -> bool {
        if from == to {
            return true;
        }
        let (p, q) = (self.types.cv(from), self.types.cv(to));
        if !q.includes(p) || (p != q && !outer_const) {
            return false;
        }
        let outer_const = outer_const && q.is_const();
        let (from, to) = (self.types.unqualified(from), self.types.unqualified(to));
        if from == to {
            return true;
        }
        match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                self.is_qualification_conversion_of_pointees(p, q, outer_const)
            }
            (
                TyKind::MemberPointer { class: c, pointee: p },
                TyKind::MemberPointer { class: d, pointee: q },
            ) => c == d && self.is_qualification_conversion_of_pointees(p, q, outer_const),
            (TyKind::Array(p, m), TyKind::Array(q, n)) => {
                (m == n || n == ArrayLen::Unknown)
                    && self.is_qualification_conversion_of_pointees(p, q, outer_const)
            }
            _ => false,
        }
    }

    /// [conv.ptr]/1: a literal zero, or a prvalue of type `std::nullptr_t`.
    pub fn is_null_constant(&self, source: Source) -> bool {
        if self.types.strip_cv(source.ty) == Ty::NULLPTR {
            return true;
        }
        source.expr.is_some_and(|expr| self.check.zero_literals.contains(&expr))
    }
}

/// Whether `b` is `a` without its `noexcept`.
fn drops_noexcept(a: &FunctionTy, b: &FunctionTy) -> bool {
    a.exceptions == Exceptions::Noexcept
        && b.exceptions == Exceptions::MayThrow
        && FunctionTy { exceptions: Exceptions::MayThrow, ..a.clone() } == *b
}

/// Doing it.
impl Cx<'_> {
    /// The value of an expression of non-class type: array-to-pointer, function-to-pointer and
    /// lvalue-to-rvalue conversion ([conv.lval]). A prvalue stays; a class glvalue too.
    pub fn load(&mut self, expr: ExprId) -> ExprId {
        let node = &self.typed.exprs[expr];
        let (ty, span, category) = (node.ty, node.span, node.category);
        match *self.types.kind(ty) {
            TyKind::Array(elem, _) => {
                let pointer = self.types.pointer(elem);
                self.convert(ConvertKind::ArrayToPointer, expr, pointer, span)
            }
            TyKind::Function(_) => {
                let pointer = self.types.pointer(ty);
                self.convert(ConvertKind::FunctionToPointer, expr, pointer, span)
            }
            TyKind::Class(_) => expr,
            _ if !category.is_glvalue() => expr,
            _ => {
                let value = self.types.strip_cv(ty);
                if self.types.class_of(value).is_some() {
                    return expr;
                }
                if let Some(constant) = self.known_constant(expr) {
                    return self.typed.prvalue(ExprKind::Const(constant), value, span);
                }
                self.typed.prvalue(ExprKind::Load(expr), value, span)
            }
        }
    }

    /// The value of a scalar variable that is usable in constant expressions: reading it is not
    /// an odr-use ([basic.def.odr]/5), so that tile code may name a host's constants.
    fn known_constant(&mut self, expr: ExprId) -> Option<Value> {
        match self.typed.exprs[expr].kind {
            ExprKind::Materialize(inner) => match &self.typed.exprs[inner].kind {
                ExprKind::Const(constant) => Some(constant.clone()),
                _ => None,
            },
            ExprKind::Local(local) => {
                let constant = self.typed.locals[local].constant.clone()?;
                matches!(constant, Value::Int(_) | Value::Float(_)).then_some(constant)
            }
            ExprKind::Field { .. } => {
                self.is_part_of_captured_constant(expr).then_some(())?;
                let ty = self.typed.exprs[expr].ty;
                let (value, span) = (self.types.strip_cv(ty), self.typed.exprs[expr].span);
                let read = self.typed.prvalue(ExprKind::Load(expr), value, span);
                let constant = crate::constexpr::evaluate(self, read).ok()?;
                matches!(constant, Value::Int(_) | Value::Float(_)).then_some(constant)
            }
            ExprKind::Global(var) => {
                let ty = self.typed.exprs[expr].ty;
                if self.types.cv(ty).is_volatile() || !self.types.cv(ty).is_const() {
                    return None;
                }
                let span = self.typed.exprs[expr].span;
                let constant = self.constant_value(var, span)?;
                // Reading it at run time breaks what its evaluation broke.
                if self.entities[var].broken.is_some() {
                    return None;
                }
                matches!(constant, Value::Int(_) | Value::Float(_)).then_some(constant)
            }
            _ => None,
        }
    }

    pub fn convert(&mut self, kind: ConvertKind, operand: ExprId, ty: Ty, span: Span) -> ExprId {
        self.typed.prvalue(ExprKind::Convert { kind, operand }, ty, span)
    }

    /// Carries out a standard conversion that [`Cx::standard_conversion`] found, to an
    /// unqualified type that is neither a class nor a reference.
    pub fn apply_standard(&mut self, expr: ExprId, to: Ty) -> ExprId {
        let value = self.load(expr);
        let node = &self.typed.exprs[value];
        let (from, span) = (self.types.strip_cv(node.ty), node.span);
        if from == to || self.types.is_error(from) || self.types.is_error(to) {
            return value;
        }
        let kind = match (self.types.kind(from), self.types.kind(to)) {
            (_, TyKind::Void) => ConvertKind::ToVoid,
            (TyKind::NullPtr, TyKind::Bool) => {
                return self.typed.prvalue(ExprKind::Const(Value::bool(false)), to, span);
            }
            (_, TyKind::Bool) => ConvertKind::ToBool,
            (TyKind::NullPtr, _) => ConvertKind::NullToPointer,
            (_, TyKind::MemberPointer { .. }) if self.types.is_integral(from) => {
                ConvertKind::NullToPointer
            }
            (_, TyKind::NullPtr) => ConvertKind::NullToPointer,
            (_, TyKind::Pointer(_)) if self.types.is_integral(from) => ConvertKind::NullToPointer,
            (TyKind::Pointer(_), TyKind::Pointer(_)) => {
                return self.apply_pointer_conversion(value, from, to);
            }
            (TyKind::MemberPointer { .. }, TyKind::MemberPointer { .. }) => ConvertKind::NoOp,
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Int(_) | TyKind::Enum(_)) => {
                ConvertKind::IntToInt
            }
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Float(_)) => {
                ConvertKind::IntToFloat
            }
            (TyKind::Float(_), TyKind::Int(_) | TyKind::Enum(_)) => ConvertKind::FloatToInt,
            (TyKind::Float(_), TyKind::Float(_)) => ConvertKind::FloatToFloat,
            _ => ConvertKind::NoOp,
        };
        self.convert(kind, value, to, span)
    }

    /// A derived-to-base pointer conversion is the address of the base of what it points to, so
    /// that lowering needs no offsets. Null pointers have no base; in tile code such a pointer
    /// is only converted to be dereferenced.
    fn apply_pointer_conversion(&mut self, value: ExprId, from: Ty, to: Ty) -> ExprId {
        let span = self.typed.exprs[value].span;
        let (Some(p), Some(q)) = (self.types.pointee(from), self.types.pointee(to)) else {
            return value;
        };
        if let (Some(derived), Some(base)) = (self.types.class_of(p), self.types.class_of(q))
            && derived != base
        {
            self.check_base_access(derived, base, span);
            let object = self.typed.lvalue(ExprKind::Deref(value), p, span);
            let base = self.base_subobject(object, base);
            return self.typed.prvalue(ExprKind::AddressOf(base), to, span);
        }
        let same = self.types.unqualified(p) == self.types.unqualified(q);
        let kind = if same { ConvertKind::NoOp } else { ConvertKind::PointerToPointer };
        self.convert(kind, value, to, span)
    }

    /// The base subobject of a class glvalue or prvalue, keeping qualifiers and category.
    pub fn base_subobject(&mut self, object: ExprId, base: crate::entity::ClassId) -> ExprId {
        let node = &self.typed.exprs[object];
        let ty = node.ty;
        let Some(derived) = self.types.class_of(ty) else { return object };
        if derived == base {
            return object;
        }
        match self.base_path(derived, base) {
            Some(path) => self.base_along(object, &path),
            None => object,
        }
    }

    /// The base subobject that a way of direct bases leads to, which may be one of several of its
    /// class.
    pub fn base_along(&mut self, object: ExprId, path: &[u32]) -> ExprId {
        let node = &self.typed.exprs[object];
        let (ty, category, span) = (node.ty, node.category, node.span);
        let Some(derived) = self.types.class_of(ty) else { return object };
        let cv = self.types.cv(ty);
        let category = match category {
            ValueCategory::LValue => ValueCategory::LValue,
            ValueCategory::XValue | ValueCategory::PRValue => ValueCategory::XValue,
        };
        let mut object = self.materialize(object);
        let mut class = derived;
        for &index in path {
            let Some(step) = self.entities[class].bases.get(index as usize) else { break };
            class = step.class;
            let ty = self.entities[class].ty;
            let ty = self.types.qualified(ty, cv);
            object = self.typed.expr(ExprKind::Base { object, index }, ty, category, span);
        }
        object
    }

    /// A prvalue made into a temporary object ([conv.rval]); a glvalue stays.
    pub fn materialize(&mut self, expr: ExprId) -> ExprId {
        let node = &self.typed.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        if node.category.is_glvalue() || self.types.is_void(ty) || self.types.is_error(ty) {
            return expr;
        }
        self.typed.expr(ExprKind::Materialize(expr), ty, ValueCategory::XValue, span)
    }

    /// The qualifiers that a value category and type give to an object parameter.
    pub fn cv_of(&self, expr: ExprId) -> Cv {
        self.types.cv(self.typed.exprs[expr].ty)
    }
}
