//! Initialisation ([dcl.init]): every form, for every type.
//!
//! In: the type, and operands. Out: the initialiser as [`typed`](crate::typed) wants it: a
//! prvalue of the unqualified type for an object, the glvalue that it binds to for a reference.
//! The type decides first, then the form: `= e`, `(e...)`, `{e...}`, nothing.
//!
//! | what is initialised, by what | where |
//! |---|---|
//! | a scalar, a reference, an array by one operand | here |
//! | a class by a constructor | `class` |
//! | anything by `{...}` | `list`; the elements of an aggregate: `aggregate` |
//! | anything by nothing or by `()` | `default` |

mod aggregate;
mod class;
mod default;
mod list;

use lang::base::Span;

use crate::Cx;
use crate::check::operand::{Check, Operand, Reported};
use crate::codes;
use crate::convert::{Context, ConversionSequence, Mismatch};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

/// [dcl.init.general]/14, 15
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `= e`, arguments, `return`: no explicit constructors.
    Copy,
    /// `T x(e)`, `T{e}`, casts.
    Direct,
}

impl Form {
    fn context(self) -> Context {
        match self {
            Form::Copy => Context::IMPLICIT,
            Form::Direct => Context::EXPLICIT,
        }
    }
}

impl<'a> Cx<'a> {
    /// Initialises an object or reference of type `to` by one operand.
    pub fn initialize(
        &mut self,
        to: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        if self.types.is_error(to) {
            return Err(Reported);
        }
        let operand = match operand {
            Operand::List(list) => return self.initialize_list(to, *list, form, span),
            Operand::Overloads(set) => {
                let Some(function) = self.address_of_overload(&set, to) else {
                    let operand = Operand::Overloads(set);
                    self.report_mismatch(&operand, to, &Mismatch::NoSuchOverload, span);
                    return Err(Reported);
                };
                self.check_deleted(function, set.span)?;
                Operand::Expr(self.overload_expr(function, set.span))
            }
            Operand::Expr(expr) => {
                if self.types.is_error(self.typed.exprs[expr].ty) {
                    return Err(Reported);
                }
                Operand::Expr(expr)
            }
        };
        match *self.types.kind(to) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => {
                self.initialize_reference(to, referent, operand, form, span)
            }
            TyKind::Array(elem, ref len) => {
                let len = len.clone();
                self.initialize_array(to, elem, len, operand, span)
            }
            _ => {
                let value = self.types.unqualified(to);
                match self.types.class_of(value) {
                    Some(class) => self.initialize_class(class, operand, form, span),
                    None => self.initialize_scalar(value, operand, form, span),
                }
            }
        }
    }

    /// Initialises by a parenthesised list ([dcl.init.general]/16).
    pub fn initialize_parenthesized(
        &mut self,
        to: Ty,
        mut args: Vec<Operand>,
        span: Span,
    ) -> Check<ExprId> {
        if self.types.is_error(to) {
            return Err(Reported);
        }
        if args.is_empty() {
            return self.value_initialize(to, span);
        }
        if args.len() == 1 && !self.is_first_element(to, &args[0]) {
            let arg = args.remove(0);
            let target = self.types.unqualified(to);
            if let (Operand::List(_), true) = (&arg, self.types.is_scalar(target)) {
                // Only without parentheses does a list initialise a scalar ([dcl.init.general]/16).
                self.report_mismatch(&arg, to, &crate::convert::Mismatch::List, span);
                return Err(Reported);
            }
            if self.types.class_of(to).is_none() || !matches!(arg, Operand::List(_)) {
                return self.initialize(to, arg, Form::Direct, span);
            }
            args.push(arg);
        }
        let value = self.types.unqualified(to);
        if let Some(class) = self.types.class_of(value) {
            return self.construct_class(class, args, Form::Direct, span);
        }
        if let TyKind::Array(..) = self.types.kind(value) {
            return self.parenthesized_aggregate(value, args, span);
        }
        let message =
            format!("`{}` is initialised by one value, not {}", self.show(to), args.len());
        self.error(codes::INITIALIZER_COUNT, span, message);
        Err(Reported)
    }

    /// Whether the only value in parentheses is that of the first element of an array ([dcl.init.general]/16.5).
    fn is_first_element(&self, to: Ty, arg: &Operand) -> bool {
        let is_array = |ty: Ty| matches!(self.types.kind(ty), TyKind::Array(..));
        is_array(self.types.strip_cv(to))
            && match arg {
                Operand::Expr(expr) => {
                    !is_array(self.types.strip_cvref(self.typed.exprs[*expr].ty))
                }
                Operand::List(_) => false,
                _ => true,
            }
    }

    fn initialize_scalar(
        &mut self,
        to: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        match self.implicit_conversion(&operand, to, form.context()) {
            Ok(ConversionSequence::Standard(_)) => {
                let value = self.apply_standard(expr, to);
                // A cast is a conversion already.
                if form == Form::Copy && value != expr {
                    self.note_implicit_conversion(value);
                }
                Ok(value)
            }
            Ok(ConversionSequence::User(user)) => {
                let converted = self.apply_user(expr, &user, span)?;
                Ok(self.apply_standard(converted, to))
            }
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) => {
                self.report_ambiguous_conversion(&operand, to, span);
                Err(Reported)
            }
            Err(mismatch) => {
                self.report_mismatch(&operand, to, &mismatch, span);
                Err(Reported)
            }
        }
    }

    fn report_ambiguous_conversion(&mut self, operand: &Operand, to: Ty, span: Span) {
        let message = format!(
            "the conversion from {} to `{}` is ambiguous",
            operand.describe(self),
            self.show(to)
        );
        self.error(codes::AMBIGUOUS_CALL, span, message);
    }

    /// [dcl.init.ref]
    fn initialize_reference(
        &mut self,
        to: Ty,
        referent: Ty,
        operand: Operand,
        form: Form,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        match self.implicit_conversion(&operand, to, form.context()) {
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) => {
                self.report_ambiguous_conversion(&operand, to, span);
                Err(Reported)
            }
            Ok(ConversionSequence::Standard(standard))
                if standard.binding.is_some_and(|b| b.binds_rvalue)
                    && self.types.class_of(referent).is_some()
                    && self.reference_related(referent, standard.from).is_none() =>
            {
                // A temporary of class type that no constructor was needed for: a base copied.
                let value = self.types.unqualified(referent);
                let value = self.initialize(value, operand, Form::Copy, span)?;
                Ok(self.temporary(value, referent, span))
            }
            Ok(sequence) => self.apply_reference(expr, referent, &sequence, span),
            Err(mismatch) => {
                self.report_mismatch(&operand, to, &mismatch, span);
                Err(Reported)
            }
        }
    }

    /// An array by a string literal ([dcl.init.string]), or by an array prvalue.
    fn initialize_array(
        &mut self,
        to: Ty,
        elem: Ty,
        len: ArrayLen,
        operand: Operand,
        span: Span,
    ) -> Check<ExprId> {
        let Operand::Expr(expr) = operand else { return Err(Reported) };
        if let Some(array) = self.string_initializer(expr, elem, &len, span)? {
            return Ok(array);
        }
        let node = &self.typed.exprs[expr];
        let (ty, category) = (node.ty, node.category);
        if category == ValueCategory::PRValue
            && self.types.unqualified(ty) == self.types.unqualified(to)
        {
            return Ok(expr);
        }
        self.report_mismatch(&operand, to, &Mismatch::NoConversion, span);
        Err(Reported)
    }

    /// `char a[] = "text"`: the elements with the final zero, and zeros to the end.
    fn string_initializer(
        &mut self,
        expr: ExprId,
        elem: Ty,
        len: &ArrayLen,
        span: Span,
    ) -> Check<Option<ExprId>> {
        let ExprKind::String(text) = &self.typed.exprs[expr].kind else { return Ok(None) };
        let text = text.clone();
        let (unit, elem) = (text.unit, self.types.strip_cv(elem));
        let is_char = |ty| matches!(ty, Ty::CHAR | Ty::SCHAR | Ty::UCHAR);
        let fits = unit == elem || (is_char(elem) && (is_char(unit) || unit == Ty::CHAR8));
        if !fits {
            return Ok(None);
        }
        let mut elements: Vec<ExprId> = Vec::new();
        for &unit in &text.units {
            // Plain char is signed on the device.
            let value = match elem {
                Ty::CHAR | Ty::SCHAR => i128::from(unit as i8),
                Ty::UCHAR => i128::from(unit as u8),
                _ => i128::from(unit),
            };
            let kind = ExprKind::Const(crate::constexpr::value::Value::Int(value));
            elements.push(self.typed.prvalue(kind, elem, span));
        }
        let count = elements.len() as u64;
        let len = match *len {
            ArrayLen::Known(len) => len,
            ArrayLen::Unknown | ArrayLen::Dependent(_) => count,
        };
        if count > len {
            let message = format!(
                "the string has {count} characters with its terminating zero, but the array has {len}"
            );
            self.error(codes::INITIALIZER_COUNT, span, message);
            return Err(Reported);
        }
        let filler = (count < len).then(|| self.typed.prvalue(ExprKind::Zero, elem, span));
        let ty = self.types.array(elem, ArrayLen::Known(len));
        let kind = ExprKind::Aggregate { elements: elements.into(), filler };
        Ok(Some(self.typed.prvalue(kind, ty, span)))
    }
}
