//! Library operations in constant expressions: calls of functions that are `constexpr` and marked
//! `[[tilec::op("...")]]`.
//!
//! In: the operands, floats of one format. Out: the float that the interpreter would compute, for
//! both call `ir::scalar`. [`TABLE`] is the closed set; a header declares an operation `constexpr`
//! only if it is there. A domain or range error has no value: an evaluation that raises a
//! floating-point exception other than "inexact" is not constant (C++23, [library.c]).

use ir::attrs::Rounding;
use ir::scalar::{FloatFormat, FloatMode, NanMode, RoundingMode, float, math};
use lang::base::{Name, Span};

use super::arith::{Number, number};
use super::value::{Address, Root, Value};
use super::{Eval, Evaluator};
use crate::entity::{FunctionId, Precondition};
use crate::ty::TemplateArg;
use crate::typed::ExprId;

/// What an operation computes.
#[derive(Clone, Copy)]
enum Rule {
    Unary(math::Unary),
    Binary(math::Binary),
    Abs,
    Rem,
    /// With the number of the template argument that says whether a NaN wins.
    Max(usize),
    Min(usize),
    /// With the number of the template argument that is the rounding.
    Sqrt(usize),
    Fma(usize),
}

/// Mnemonic and rule, sorted by mnemonic. Operations that flush subnormals are not used in
/// constants.
const TABLE: &[(&str, Rule)] = &[
    ("absf", Rule::Abs),
    ("atan2", Rule::Binary(math::Binary::Atan2)),
    ("ceil", Rule::Unary(math::Unary::Ceil)),
    ("cos", Rule::Unary(math::Unary::Cos)),
    ("cosh", Rule::Unary(math::Unary::Cosh)),
    ("exp", Rule::Unary(math::Unary::Exp)),
    ("exp2", Rule::Unary(math::Unary::Exp2)),
    ("floor", Rule::Unary(math::Unary::Floor)),
    ("fma", Rule::Fma(0)),
    ("log", Rule::Unary(math::Unary::Log)),
    ("log2", Rule::Unary(math::Unary::Log2)),
    ("maxf", Rule::Max(0)),
    ("minf", Rule::Min(0)),
    ("pow", Rule::Binary(math::Binary::Pow)),
    ("remf", Rule::Rem),
    ("rsqrt", Rule::Unary(math::Unary::Rsqrt)),
    ("sin", Rule::Unary(math::Unary::Sin)),
    ("sinh", Rule::Unary(math::Unary::Sinh)),
    ("sqrt", Rule::Sqrt(0)),
    ("tan", Rule::Unary(math::Unary::Tan)),
    ("tanh", Rule::Unary(math::Unary::Tanh)),
];

impl Rule {
    /// The result; `None` if the operation is not called with what it takes.
    fn apply(self, format: FloatFormat, attributes: &[Option<u64>], args: &[u64]) -> Option<u64> {
        let attribute = |index: usize| attributes.get(index).copied().flatten();
        let mode = |index| {
            let rounding = RoundingMode::of(Rounding::from_number(attribute(index)?)?);
            Some(FloatMode { rounding, flush_to_zero: false })
        };
        let nan = |index| {
            Some(if attribute(index)? == 0 { NanMode::Suppress } else { NanMode::Propagate })
        };
        Some(match (self, args) {
            (Rule::Unary(function), &[x]) => math::unary(function, format, false, x),
            (Rule::Binary(function), &[a, b]) => math::binary(function, format, a, b),
            (Rule::Abs, &[x]) => float::abs(format, x),
            (Rule::Rem, &[a, b]) => float::rem(format, a, b),
            (Rule::Max(index), &[a, b]) => float::max(format, nan(index)?, false, a, b),
            (Rule::Min(index), &[a, b]) => float::min(format, nan(index)?, false, a, b),
            (Rule::Sqrt(index), &[x]) => float::sqrt(format, mode(index)?, x),
            (Rule::Fma(index), &[a, b, c]) => float::fma(format, mode(index)?, a, b, c),
            _ => return None,
        })
    }
}

impl Evaluator<'_, '_> {
    /// `__op::require<rule>(condition, text)`: notes the first one that is broken.
    pub(super) fn require(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        self.step(span)?;
        let &[condition, text] = arguments else {
            return Err(self.fail(span, "calls an operation with other operands"));
        };
        if !self.truth(condition)? && self.broken.is_none() {
            let rule = match self.cx.entities[callee].template {
                Some((_, list)) => self.cx.types.list(list).first().and_then(attribute),
                None => None,
            };
            let text = match self.value(text)? {
                Value::Address(Address::Object { root: Root::String(text), .. }) => text.to_text(),
                _ => String::new(),
            };
            let rule = rule.and_then(|rule| i64::try_from(rule).ok()).unwrap_or(0);
            self.broken = Some(Precondition { rule, text: text.into() });
        }
        Ok(Value::Indeterminate)
    }

    pub(super) fn intrinsic(
        &mut self,
        op: Name,
        callee: FunctionId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        self.step(span)?;
        if self.cx.text(op) == "elements" {
            let mut elements = Vec::with_capacity(arguments.len());
            for &argument in arguments {
                match self.value(argument)? {
                    value @ (Value::Int(_) | Value::Float(_)) => elements.push(value),
                    _ => {
                        let why = "makes a tile of elements that have no value at compile time";
                        return Err(self.fail(span, why));
                    }
                }
            }
            return Ok(Value::Aggregate(elements.into()));
        }
        let mut format = None;
        let mut args = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            if let Some(Number::Float(found)) =
                number(&self.cx.types, self.cx.typed.exprs[argument].ty)
            {
                format = Some(found);
            }
            if let Value::Float(bits) = self.value(argument)? {
                args.push(bits);
            }
        }
        let attributes: Vec<Option<u64>> = match self.cx.entities[callee].template {
            Some((_, list)) => self.cx.types.list(list).iter().map(attribute).collect(),
            None => Vec::new(),
        };
        let mnemonic = self.cx.text(op);
        let rule = TABLE.iter().find(|(name, _)| *name == mnemonic).map(|(_, rule)| *rule);
        let result = rule
            .zip(format)
            .and_then(|(rule, format)| Some((format, rule.apply(format, &attributes, &args)?)));
        let Some((format, result)) = result else {
            let why =
                format!("calls the operation `{mnemonic}`, which has no value at compile time");
            return Err(self.fail(span, &why));
        };
        if format.is_nan(result) && !args.iter().any(|&arg| format.is_nan(arg)) {
            return Err(self.fail(span, "calls a function with a value that it is not defined for"));
        }
        let is_finite = |bits| !format.is_nan(bits) && !format.is_infinite(bits);
        if format.is_infinite(result) && args.iter().all(|&arg| is_finite(arg)) {
            return Err(self.fail(span, "calls a function whose result there is infinite"));
        }
        Ok(Value::Float(result))
    }
}

/// A template argument that is a number.
fn attribute(argument: &TemplateArg) -> Option<u64> {
    match argument {
        TemplateArg::Value(value, _) => value.as_int().and_then(|int| u64::try_from(int).ok()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
