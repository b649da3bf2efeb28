//! Arithmetic that constants decide: a divisor that is zero, a comparison with NaN, a conversion of what no integer type has,
//! an assumption that is false.

use ir::attrs::DenseConstant;
use ir::scalar::float;
use ir::{Assumption, CmpOrdering, Value};
use lang::base::Span;

use super::super::Lowerer;
use super::super::emit::Arithmetic;
use super::{Help, Undefined};
use crate::codes;

impl Lowerer<'_, '_> {
    /// A quotient or a remainder of integers.
    pub(in crate::lower) fn note_division(&mut self, at: Span, divisor: Value) {
        let undefined = (self.constant_of_all(divisor) == Some(0)).then(|| Undefined {
            code: codes::DIVISION_BY_ZERO,
            message: "division by zero: its result is undefined".to_owned(),
            help: Help::Text(
                "divide by a value that is not 0, or test the divisor first".to_owned(),
            ),
        });
        self.note_operation(at, undefined);
    }

    /// A comparison of `x` and `y`, which an operand that is NaN decides.
    pub(in crate::lower) fn note_comparison(
        &mut self,
        at: Span,
        (x, y): (Value, Value),
        ordering: CmpOrdering,
    ) {
        let is_nan = |value| self.float_of_all(value).is_some_and(f64::is_nan);
        let undefined = (is_nan(x) || is_nan(y)).then(|| {
            let result = match ordering {
                CmpOrdering::Ordered => "false",
                CmpOrdering::Unordered => "true",
            };
            Undefined {
                code: codes::TYPE_LIMITS,
                message: format!(
                    "this is always {result}: nothing compares equal to NaN, itself not either"
                ),
                help: Help::Text("`isnan(x)` says which values are NaN".to_owned()),
            }
        });
        self.note_operation(at, undefined);
    }

    /// A conversion of floating-point elements to integers, which truncates.
    pub(in crate::lower) fn note_truncation(&mut self, at: Span, x: Value, to: Arithmetic) {
        let undefined = self.float_of_all(x).and_then(|x| {
            let bits = i32::try_from(to.scalar.bits()).ok()?;
            let (low, high) = match to.signed {
                true => (-2f64.powi(bits - 1), 2f64.powi(bits - 1)),
                false => (0.0, 2f64.powi(bits)),
            };
            // NaN is in no range.
            if (low..high).contains(&x.trunc()) {
                return None;
            }
            let sign = if to.signed { "signed" } else { "unsigned" };
            let limit = if x < 0.0 { "min" } else { "max" };
            let shown = match x {
                x if x.is_nan() => "NaN".to_owned(),
                x if x.is_infinite() && x < 0.0 => "minus infinity".to_owned(),
                x if x.is_infinite() => "infinity".to_owned(),
                x => format!("{x:e}"),
            };
            Some(Undefined {
                code: codes::CONSTANT_CONVERSION,
                message: format!(
                    "no {sign} integer of {bits} bits is {shown}: the result of the conversion is undefined"
                ),
                help: Help::Text(format!("`std::numeric_limits<T>::{limit}()` is the limit of an integer type `T`")),
            })
        });
        self.note_operation(at, undefined);
    }

    /// An assumption about `x`.
    pub(in crate::lower) fn note_assumption(
        &mut self,
        at: Span,
        x: Value,
        assumption: &Assumption,
    ) {
        let value = self.constant_of_all(x);
        let why = value.and_then(|value| match *assumption {
            Assumption::DivBy { divisor, every: None } => {
                let is_false = divisor != 0 && value.unsigned_abs() % divisor != 0;
                is_false.then(|| format!("{value} is not a multiple of {divisor}"))
            }
            Assumption::Bounded { lower, upper } => {
                let below = lower.filter(|&lower| value < lower);
                let above = upper.filter(|&upper| value > upper);
                below
                    .map(|lower| format!("{value} is less than {lower}"))
                    .or_else(|| above.map(|upper| format!("{value} is greater than {upper}")))
            }
            Assumption::DivBy { .. } | Assumption::SameElements { .. } => None,
        });
        let undefined = why.map(|why| Undefined {
            code: codes::UNDEFINED_OPERATION,
            message: format!("the assumption is false: {why}"),
            help: Help::Text(
                "assume what holds for each value that the kernel has there".to_owned(),
            ),
        });
        self.note_operation(at, undefined);
    }

    fn float_of_all(&self, value: Value) -> Option<f64> {
        let ty = self.function.value_type(value);
        let format = self.types.elem_scalar(ty)?.float_format()?;
        let constant: DenseConstant = self.splat_of(value)?;
        Some(float::to_f64(format, constant.as_splat()?))
    }
}
