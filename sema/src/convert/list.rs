//! Braced lists: their conversion sequences ([over.ics.list]) and narrowing ([dcl.init.list]/7).
//! The initialisation by a list is built in `check::init`.

use ir::scalar::RoundingMode;
use ir::scalar::float::to_f64;
use ir::scalar::format::{Decoded, Exact, decode, round};
use lang::base::Span;

use super::{
    Binding, Context, ConversionSequence, ListTarget, Mismatch, StandardConversion, UserConversion,
};
use crate::Cx;
use crate::check::operand::{BracedList, Check, ListItem, Operand, Reported};
use crate::codes;
use crate::constexpr::arith::{self, Number, float_format};
use crate::constexpr::value::Value;
use crate::entity::ClassId;
use crate::ty::fundamental::FloatKind;
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{BinaryOp, ExprId, ExprKind};

impl Cx<'_> {
    /// The sequence from a braced list to a parameter of type `to`.
    pub fn list_conversion(
        &mut self,
        list: &BracedList,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        match *self.types.kind(to) {
            TyKind::LRef(referent) => self.list_reference(list, referent, false, context),
            TyKind::RRef(referent) => self.list_reference(list, referent, true, context),
            _ => self.list_object(list, to, context),
        }
    }

    /// [over.ics.list]/10: a temporary is made, unless the list holds one related object.
    fn list_reference(
        &mut self,
        list: &BracedList,
        referent: Ty,
        is_rvalue_ref: bool,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        if let [item] = list.items.as_slice()
            && item.designator.is_none()
            && let Operand::Expr(expr) = item.value
        {
            let source = crate::check::operand::Source::of(self, expr);
            if self.reference_related(referent, source.ty).is_some() {
                return self.reference_conversion(source, referent, is_rvalue_ref, context);
            }
        }
        if !is_rvalue_ref && self.types.cv(referent) != crate::ty::Cv::CONST {
            return Err(Mismatch::NeedsLvalue);
        }
        let binding = Some(Binding {
            is_rvalue_ref,
            binds_rvalue: true,
            binds_function: false,
            is_bare_object: false,
        });
        let mut sequence = self.list_object(list, referent, context)?;
        match &mut sequence {
            ConversionSequence::Standard(standard) => {
                (standard.binding, standard.to) = (binding, referent);
            }
            ConversionSequence::User(user) => {
                (user.after.binding, user.after.to) = (binding, referent);
            }
            ConversionSequence::Ambiguous | ConversionSequence::Ellipsis => {}
        }
        Ok(sequence)
    }

    fn list_object(
        &mut self,
        list: &BracedList,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let to = self.types.unqualified(to);
        let designated = list.items.iter().any(|item| item.designator.is_some());
        match self.types.kind(to).clone() {
            TyKind::Class(class) => {
                if !self.complete_class(class, Span::NONE) {
                    return Err(Mismatch::Incomplete);
                }
                self.list_class(list, class, designated, context)
            }
            // Only an aggregate class takes designators ([over.ics.list]/2).
            TyKind::Array(..) if designated => Err(Mismatch::List),
            TyKind::Array(elem, len) => self.list_array(list, elem, len, context),
            _ if designated => Err(Mismatch::List),
            _ => match list.items.as_slice() {
                [] => Ok(ConversionSequence::identity(to, to)),
                [item] => match &item.value {
                    Operand::List(_) => Err(Mismatch::List),
                    value => self.implicit_conversion(value, to, context),
                },
                _ => Err(Mismatch::List),
            },
        }
    }

    /// [over.ics.list]/2, 4-8 for a class.
    fn list_class(
        &mut self,
        list: &BracedList,
        class: ClassId,
        designated: bool,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let ty = self.entities[class].ty;
        let user = |function, list| {
            ConversionSequence::User(UserConversion {
                function,
                after: StandardConversion::identity(ty, ty),
                list,
            })
        };
        let is_aggregate = self.special_members(class).aggregate;
        if is_aggregate
            && !designated
            && let [item] = list.items.as_slice()
        {
            // 2: `{x}` with x of the class or a derived one is as good as x.
            if let Operand::Expr(expr) = item.value
                && let Some(from) = self.types.class_of(self.typed.exprs[expr].ty)
                && self.base_depth(from, class).is_some()
            {
                return self.implicit_conversion(&item.value, ty, context);
            }
        }
        if let Some(elem) = self.initializer_list_element(ty)
            && !designated
        {
            return self.list_to_elements(list, elem, ListTarget::InitializerList, ty, context);
        }
        if is_aggregate {
            if !context.user_defined {
                return Err(Mismatch::List);
            }
            let operand = list.clone();
            let outer = std::mem::replace(&mut self.check.is_narrowing_free, true);
            let fits = self
                .tentatively(|cx| cx.initialize_aggregate(ty, operand, Span::NONE))
                .is_ok_and(|made| made.is_ok());
            self.check.is_narrowing_free = outer;
            return if fits { Ok(user(None, ListTarget::Other)) } else { Err(Mismatch::List) };
        }
        if designated || !context.user_defined {
            return Err(Mismatch::List);
        }
        match self.list_constructor(class, list, context.explicit) {
            Ok(Some(function)) => {
                // 6: an identical or derived source keeps the rank it would have by itself.
                if let [item] = list.items.as_slice()
                    && let Operand::Expr(expr) = item.value
                    && let Some(from) = self.types.class_of(self.typed.exprs[expr].ty)
                    && self.base_depth(from, class).is_some()
                {
                    return self.implicit_conversion(&item.value, ty, context);
                }
                Ok(user(Some(function), ListTarget::Other))
            }
            Ok(None) => Ok(ConversionSequence::Ambiguous),
            Err(mismatch) => Err(mismatch),
        }
    }

    /// The element type when `ty` is a `std::initializer_list`.
    pub fn initializer_list_element(&self, ty: Ty) -> Option<Ty> {
        let class = self.types.class_of(ty)?;
        let (_, args) = self.entities[class].template?;
        let name = self.entities[class].name?;
        if self.text(name) != "initializer_list" || !self.is_in_std(class) {
            return None;
        }
        match self.types.list(args).first() {
            Some(crate::ty::TemplateArg::Type(elem)) => Some(*elem),
            _ => None,
        }
    }

    fn is_in_std(&self, class: ClassId) -> bool {
        let crate::entity::Owner::Namespace(mut ns) = self.entities[class].owner else {
            return false;
        };
        loop {
            let namespace = &self.entities[ns];
            if namespace.name.is_some_and(|name| self.text(name) == "std") {
                return namespace.parent == Some(self.global);
            }
            match namespace.parent {
                Some(parent) if namespace.is_inline => ns = parent,
                _ => return false,
            }
        }
    }

    /// The worst conversion of the elements ([over.ics.list]/5, 6).
    fn list_to_elements(
        &mut self,
        list: &BracedList,
        elem: Ty,
        target: ListTarget,
        to: Ty,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let mut worst: Option<ConversionSequence> = None;
        for item in &list.items {
            let sequence = self.implicit_conversion(&item.value, elem, context)?;
            let is_worse = match &worst {
                None => true,
                Some(old) => self.compare_conversions(old, &sequence).is_lt(),
            };
            if is_worse {
                worst = Some(sequence);
            }
        }
        Ok(match worst {
            None => ConversionSequence::Standard(StandardConversion {
                list: target,
                ..StandardConversion::identity(to, to)
            }),
            Some(ConversionSequence::Standard(standard)) => {
                ConversionSequence::Standard(StandardConversion { list: target, ..standard })
            }
            Some(ConversionSequence::User(user)) => {
                ConversionSequence::User(UserConversion { list: target, ..user })
            }
            Some(other @ (ConversionSequence::Ambiguous | ConversionSequence::Ellipsis)) => other,
        })
    }

    fn list_array(
        &mut self,
        list: &BracedList,
        elem: Ty,
        len: ArrayLen,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let count = list.items.len() as u64;
        let len = match len {
            ArrayLen::Known(len) if count > len => return Err(Mismatch::List),
            ArrayLen::Known(len) => len,
            ArrayLen::Unknown | ArrayLen::Dependent(_) => count,
        };
        let to = self.types.array(elem, ArrayLen::Known(len));
        // Elements without an initialiser are made from `{}` ([over.ics.list]/6).
        let mut list = list.clone();
        if count < len {
            let empty = BracedList { items: Vec::new(), span: list.span };
            list.items.push(ListItem { designator: None, value: Operand::List(Box::new(empty)) });
        }
        self.list_to_elements(&list, elem, ListTarget::Array(len), to, context)
    }

    /// Reports when converting `expr`, inside braces, to `to` may change its value
    /// ([dcl.init.list]/7). Both are unqualified; the conversion is a standard one.
    pub fn check_narrowing(&mut self, expr: ExprId, to: Ty, span: Span) -> Check<()> {
        if self.check.is_narrowing_free {
            return Ok(());
        }
        let from = self.types.strip_cv(self.typed.exprs[expr].ty);
        let from = match self.types.kind(from) {
            TyKind::Array(..) | TyKind::Function(_) => self.types.decay(from),
            _ => from,
        };
        if from == to || self.types.is_error(from) || self.types.is_error(to) {
            return Ok(());
        }
        let narrows = match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (TyKind::Float(_), TyKind::Bool | TyKind::Int(_)) => true,
            (TyKind::Float(a), TyKind::Float(b)) => {
                let fits = self.constant_fits_float(expr, b) || self.is_infinite_quotient(expr);
                !float_includes(b, a) && !fits
            }
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Float(kind)) => {
                !self.constant_exact_in_float(expr, kind)
            }
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Int(_) | TyKind::Bool) => {
                !self.int_range_includes(to, from) && !self.constant_fits_int(expr, to)
            }
            (TyKind::Pointer(_) | TyKind::MemberPointer { .. }, TyKind::Bool) => true,
            _ => false,
        };
        if !narrows {
            return Ok(());
        }
        let constant = self.constant_of(expr);
        let number = match constant {
            Some(Value::Int(value)) => Some(arith::integer_text(&self.types, from, value)),
            _ => None,
        };
        let (from, to) = (self.show(from), self.show(to));
        let message = match number {
            Some(number) => format!("{number} does not fit in `{to}`"),
            _ => format!(
                "the conversion of `{from}` to `{to}` may change the value, which is not allowed here"
            ),
        };
        let text = self.unit.sources.text(span);
        let mut diagnostic = lang::base::Diagnostic::new(codes::NARROWING, span, message);
        // A cast of a constant that does not fit gives another number.
        if !text.is_empty() && !matches!(constant, Some(Value::Int(_))) {
            let fix = format!("static_cast<{to}>({text})");
            diagnostic = diagnostic.fix(
                format!("write `{fix}`"),
                lang::base::Applicability::Maybe,
                span,
                fix,
            );
        }
        self.report(diagnostic);
        Err(Reported)
    }

    /// Whether the integers of `to` include all values of `from`.
    fn int_range_includes(&mut self, to: Ty, from: Ty) -> bool {
        let (from, to) = (self.integer_format(from), self.integer_format(to));
        from.zip(to).is_some_and(|(from, to)| to.includes(from))
    }

    /// The format of `bool`, an integer type or an enumeration.
    fn integer_format(&mut self, ty: Ty) -> Option<Number> {
        let ty = match *self.types.kind(ty) {
            TyKind::Enum(id) => self.underlying_type(id),
            _ => ty,
        };
        arith::number(&self.types, ty).filter(|number| !matches!(number, Number::Float(_)))
    }

    /// Lowest and highest value of `bool`, an integer type or an enumeration. 128-bit unsigned
    /// values above the signed range are taken as the largest signed one.
    pub fn int_range(&mut self, ty: Ty) -> Option<(i128, i128)> {
        Some(match *self.types.kind(ty) {
            TyKind::Bool => (0, 1),
            TyKind::Int(kind) => match (kind.is_signed(), kind.bits()) {
                (true, 128) => (i128::MIN, i128::MAX),
                (false, 128) => (0, i128::MAX),
                (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
                (false, bits) => (0, (1 << bits) - 1),
            },
            TyKind::Enum(id) => {
                let underlying = self.underlying_type(id);
                return self.int_range(underlying);
            }
            _ => return None,
        })
    }

    fn constant_fits_int(&mut self, expr: ExprId, to: Ty) -> bool {
        let from = self.types.strip_cv(self.typed.exprs[expr].ty);
        let Some(Value::Int(value)) = self.constant_of(expr) else { return false };
        let (from, to) = (self.integer_format(from), self.integer_format(to));
        from.zip(to).is_some_and(|(from, to)| to.holds(from, value))
    }

    /// [dcl.init.list]/7.3: exact after conversion there and back.
    fn constant_exact_in_float(&mut self, expr: ExprId, kind: FloatKind) -> bool {
        let from = self.types.strip_cv(self.typed.exprs[expr].ty);
        let Some(Value::Int(value)) = self.constant_of(expr) else { return false };
        let Some(from) = self.integer_format(from) else { return false };
        let format = float_format(kind);
        let exact = from.exact(value);
        let bits = round(format, RoundingMode::NearestEven, exact.normalized());
        if value == 0 {
            return format.is_zero(bits);
        }
        let odd = |x: Exact| {
            let zeros = x.significand.trailing_zeros();
            (x.negative, x.significand >> zeros, x.exponent + zeros as i32)
        };
        matches!(decode(format, bits), Decoded::Finite(there) if there.significand != 0 && odd(there) == odd(exact))
    }

    /// [dcl.init.list]/7.2: a constant within the range, exact or not.
    fn constant_fits_float(&mut self, expr: ExprId, to: FloatKind) -> bool {
        let from = self.types.float_of(self.typed.exprs[expr].ty);
        let Some(Value::Float(bits)) = self.constant_of(expr) else { return false };
        let value = match from {
            Some(FloatKind::F64 | FloatKind::LongDouble) => f64::from_bits(bits),
            Some(FloatKind::F32) => f64::from(f32::from_bits(bits as u32)),
            _ => return false,
        };
        let format = float_format(to);
        let max = match to {
            // The numbers between these have the exponents of f32.
            FloatKind::BF16 | FloatKind::TF32 => f64::from(f32::MAX),
            _ => to_f64(format, format.max_finite()),
        };
        let has_sign = format.sign_bit() != 0 || !value.is_sign_negative();
        value.is_nan() || value.is_infinite() || has_sign && value.abs() <= max
    }

    /// Whether a constant is divided by a constant zero. That is not a constant expression
    /// ([expr.mul]/4), but IEC 60559 gives it a value that no conversion changes, an infinity or
    /// NaN; listings of the API reference (2.3.5) initialise arrays of `float` so.
    fn is_infinite_quotient(&mut self, expr: ExprId) -> bool {
        let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = self.typed.exprs[expr].kind else {
            return false;
        };
        let is_constant = matches!(self.constant_of(lhs), Some(Value::Float(_)));
        // Zeros of all formats but their sign bits are zero bits.
        let Some(Value::Float(divisor)) = self.constant_of(rhs) else { return false };
        let sign = match self.types.float_of(self.typed.exprs[rhs].ty) {
            Some(FloatKind::F64 | FloatKind::LongDouble) => 1 << 63,
            Some(FloatKind::F32) => 1 << 31,
            _ => return false,
        };
        is_constant && divisor & !sign == 0
    }

    /// The constant that a prvalue is, if it is one; silent.
    pub fn constant_of(&mut self, expr: ExprId) -> Option<Value> {
        if let ExprKind::Const(value) = &self.typed.exprs[expr].kind {
            return Some(value.clone());
        }
        let value = self.load(expr);
        if let ExprKind::Const(value) = &self.typed.exprs[value].kind {
            return Some(value.clone());
        }
        self.tentatively(|cx| crate::constexpr::evaluate(cx, value)).ok()?.ok()
    }
}

/// Whether every value of `from` is one of `to`.
fn float_includes(to: FloatKind, from: FloatKind) -> bool {
    match (to, from) {
        (FloatKind::LongDouble, _) => true,
        (_, FloatKind::LongDouble) => false,
        _ => float_format(to).holds_all_of(float_format(from)),
    }
}
