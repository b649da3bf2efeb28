//! Library operations: calls of functions marked `[[tilec::op("...")]]`, each one tile IR op or a
//! short fixed sequence.
//!
//! The declaration of an intrinsic in the header is its typing rule; here its template arguments
//! become attributes and its arguments operands. [`TABLE`] is the closed set.

use ir::{
    Assumption, CmpOrdering, CmpPredicate, DenseConstant, Literal, MemoryOrdering, MemoryScope,
    Overflow, RmwMode, Rounding, Scalar, Signedness, Type, Value,
};
use lang::base::{Name, Span};
use smallvec::SmallVec;

use super::emit::{Arithmetic, ir_hints};
use super::storage::{Leaf, Leaves};
use super::{Low, Lowerer};
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::{TemplateArg, TyKind};
use crate::typed::ExprId;

/// A call of an intrinsic, taken apart.
pub(super) struct Call {
    /// The explicit and deduced template arguments.
    template: Vec<TemplateArg>,
    /// The operands; text is none.
    pub(super) args: Vec<Value>,
    /// The known text that an argument points to.
    pub(super) texts: Vec<Option<String>>,
    pub(super) exprs: Box<[ExprId]>,
    /// The IR type of the result; `None` for void.
    pub(super) result: Option<Type>,
    pub(super) span: Span,
}

type Handler = fn(&mut Lowerer<'_, '_>, &Call) -> Low<Option<Value>>;

/// The intrinsics whose arguments may be text.
const WITH_TEXT: &[&str] = &["assert", "given", "require", "print"];

/// Every intrinsic. The handler reads template arguments by their position in the header.
const TABLE: &[(&str, Handler)] = &[
    // Construction and shape.
    ("splat", |lw, c| {
        let result = c.result(lw)?;
        let elem = lw.types.with_dims(result, &[]).unwrap_or(result);
        let value = lw.reinterpret(c.args[0], elem)?;
        Ok(Some(lw.splat(value, result)))
    }),
    ("elements", |lw, c| lw.elements(c)),
    ("iota", |lw, c| {
        let result = c.result(lw)?;
        if lw.types.dims(result).is_empty() {
            return Ok(Some(lw.zero_value(result)));
        }
        Ok(Some(lw.ins().iota(result)))
    }),
    ("reshape", |lw, c| {
        let result = c.result(lw)?;
        if lw.function.value_type(c.args[0]) == result {
            return Ok(Some(c.args[0]));
        }
        Ok(Some(lw.ins().reshape(c.args[0], result)))
    }),
    ("broadcast", |lw, c| {
        let result = c.result(lw)?;
        if lw.function.value_type(c.args[0]) == result {
            return Ok(Some(c.args[0]));
        }
        Ok(Some(lw.ins().broadcast(c.args[0], result)))
    }),
    ("permute", |lw, c| {
        let order = c.dims(lw, 1)?.into_iter().map(|dim| dim as u32).collect();
        Ok(Some(lw.ins().permute(c.args[0], order)))
    }),
    ("extract", |lw, c| {
        let result = c.result(lw)?;
        let mut indices = Vec::new();
        for &index in &c.args[1..] {
            indices.push(lw.convert(index, true, Scalar::I32, true));
        }
        lw.note_parts(c.span, c.args[0], result, &indices);
        Ok(Some(lw.ins().extract(c.args[0], indices, result)))
    }),
    ("insert", |lw, c| {
        let mut indices = Vec::new();
        for &index in &c.args[2..] {
            indices.push(lw.convert(index, true, Scalar::I32, true));
        }
        lw.note_parts(c.span, c.args[1], lw.function.value_type(c.args[0]), &indices);
        Ok(Some(lw.ins().insert_(c.args[0], c.args[1], indices)))
    }),
    ("cat", |lw, c| {
        let dim = c.int(lw, 1)? as u32;
        Ok(Some(lw.ins().cat(c.args[0], c.args[1], dim)))
    }),
    ("select", |lw, c| Ok(Some(lw.ins().select(c.args[0], c.args[1], c.args[2])))),
    // Conversions.
    ("cast", |lw, c| {
        let (mut from, mut to) = c.formats(lw)?;
        (from.signed, to.signed) = (c.flag(lw, 1)?, c.flag(lw, 2)?);
        Ok(Some(lw.convert_numbers(c.args[0], from, to, None)))
    }),
    ("cast_rounded", |lw, c| {
        let (rounding, (from, to)) = (c.rounding(lw, 1)?, c.formats(lw)?);
        Ok(Some(lw.convert_numbers(c.args[0], from, to, Some(rounding))))
    }),
    ("cast_saturating", |lw, c| {
        let (signedness, result) = (c.signedness(lw, 1)?, c.result(lw)?);
        let rounding = Rounding::NearestIntToZero;
        Ok(Some(lw.ins().ftoi(c.args[0], signedness, rounding, true, result)))
    }),
    ("pack", |lw, c| {
        let result = c.result(lw)?;
        Ok(Some(lw.ins().pack(c.args[0], result)))
    }),
    ("unpack", |lw, c| {
        let result = c.result(lw)?;
        Ok(Some(lw.ins().unpack(c.args[0], result)))
    }),
    ("bitcast", |lw, c| {
        let result = c.result(lw)?;
        lw.reinterpret(c.args[0], result).map(Some)
    }),
    ("ptr_to_int", |lw, c| Ok(Some(lw.ins().ptr_to_int(c.args[0])))),
    ("int_to_ptr", |lw, c| {
        let result = c.result(lw)?;
        Ok(Some(lw.ins().int_to_ptr(c.args[0], result)))
    }),
    ("ptr_to_ptr", |lw, c| {
        let result = c.result(lw)?;
        lw.reinterpret(c.args[0], result).map(Some)
    }),
    ("offset", |lw, c| Ok(Some(lw.ins().offset(c.args[0], c.args[1])))),
    // Floating point.
    ("addf", |lw, c| lw.rounded_op(c, |b, x, y, r, f| b.addf(x, y, r, f))),
    ("subf", |lw, c| lw.rounded_op(c, |b, x, y, r, f| b.subf(x, y, r, f))),
    ("mulf", |lw, c| lw.rounded_op(c, |b, x, y, r, f| b.mulf(x, y, r, f))),
    ("divf", |lw, c| {
        let (rounding, ftz) = (c.rounding(lw, 0)?, c.flag(lw, 1)?);
        Ok(Some(lw.ins().divf(c.args[0], c.args[1], rounding, ftz)))
    }),
    ("fma", |lw, c| {
        let (rounding, ftz) = (c.rounding(lw, 0)?, c.flag(lw, 1)?);
        Ok(Some(lw.ins().fma(c.args[0], c.args[1], c.args[2], rounding, ftz)))
    }),
    ("remf", |lw, c| Ok(Some(lw.ins().remf(c.args[0], c.args[1])))),
    ("maxf", |lw, c| {
        let (propagate, ftz) = (c.flag(lw, 0)?, c.flag(lw, 1)?);
        Ok(Some(lw.ins().maxf(c.args[0], c.args[1], propagate, ftz)))
    }),
    ("minf", |lw, c| {
        let (propagate, ftz) = (c.flag(lw, 0)?, c.flag(lw, 1)?);
        Ok(Some(lw.ins().minf(c.args[0], c.args[1], propagate, ftz)))
    }),
    ("cmpf", |lw, c| {
        let predicate = c.attr(lw, 1, CmpPredicate::from_number)?;
        let ordering = if c.flag(lw, 2)? { CmpOrdering::Ordered } else { CmpOrdering::Unordered };
        lw.note_comparison(c.span, (c.args[0], c.args[1]), ordering);
        Ok(Some(lw.ins().cmpf(c.args[0], c.args[1], predicate, ordering)))
    }),
    ("absf", |lw, c| Ok(Some(lw.ins().absf(c.args[0])))),
    ("negf", |lw, c| Ok(Some(lw.ins().negf(c.args[0])))),
    ("ceil", |lw, c| Ok(Some(lw.ins().ceil(c.args[0])))),
    ("floor", |lw, c| Ok(Some(lw.ins().floor(c.args[0])))),
    ("exp", |lw, c| Ok(Some(lw.ins().exp(c.args[0], Rounding::Full)))),
    ("exp_rounded", |lw, c| {
        let rounding = c.rounding(lw, 0)?;
        Ok(Some(lw.ins().exp(c.args[0], rounding)))
    }),
    ("tanh_rounded", |lw, c| {
        let rounding = c.rounding(lw, 0)?;
        Ok(Some(lw.ins().tanh(c.args[0], rounding)))
    }),
    ("powi", |lw, c| Ok(Some(lw.ins().fpowi(c.args[0], c.args[1])))),
    ("exp2", |lw, c| {
        let ftz = c.flag(lw, 0)?;
        Ok(Some(lw.ins().exp2(c.args[0], ftz)))
    }),
    ("log", |lw, c| Ok(Some(lw.ins().log(c.args[0])))),
    ("log2", |lw, c| Ok(Some(lw.ins().log2(c.args[0])))),
    ("pow", |lw, c| Ok(Some(lw.ins().pow(c.args[0], c.args[1])))),
    ("sqrt", |lw, c| {
        let (rounding, ftz) = (c.rounding(lw, 0)?, c.flag(lw, 1)?);
        Ok(Some(lw.ins().sqrt(c.args[0], rounding, ftz)))
    }),
    ("rsqrt", |lw, c| {
        let ftz = c.flag(lw, 0)?;
        Ok(Some(lw.ins().rsqrt(c.args[0], ftz)))
    }),
    ("sin", |lw, c| Ok(Some(lw.ins().sin(c.args[0])))),
    ("cos", |lw, c| Ok(Some(lw.ins().cos(c.args[0])))),
    ("tan", |lw, c| Ok(Some(lw.ins().tan(c.args[0])))),
    ("sinh", |lw, c| Ok(Some(lw.ins().sinh(c.args[0])))),
    ("cosh", |lw, c| Ok(Some(lw.ins().cosh(c.args[0])))),
    ("tanh", |lw, c| Ok(Some(lw.ins().tanh(c.args[0], Rounding::Full)))),
    ("atan2", |lw, c| Ok(Some(lw.ins().atan2(c.args[0], c.args[1])))),
    // Integers.
    ("addi", |lw, c| {
        let overflow = c.attr(lw, 0, Overflow::from_number)?;
        Ok(Some(lw.ins().addi(c.args[0], c.args[1], overflow)))
    }),
    ("subi", |lw, c| {
        let overflow = c.attr(lw, 0, Overflow::from_number)?;
        Ok(Some(lw.ins().subi(c.args[0], c.args[1], overflow)))
    }),
    ("muli", |lw, c| {
        let overflow = c.attr(lw, 0, Overflow::from_number)?;
        Ok(Some(lw.ins().muli(c.args[0], c.args[1], overflow)))
    }),
    ("negi", |lw, c| {
        let overflow = c.attr(lw, 0, Overflow::from_number)?;
        Ok(Some(lw.ins().negi(c.args[0], overflow)))
    }),
    ("divi", |lw, c| {
        let (signedness, rounding) = (c.signedness(lw, 0)?, c.rounding(lw, 1)?);
        lw.note_division(c.span, c.args[1]);
        Ok(Some(lw.ins().divi(c.args[0], c.args[1], signedness, rounding)))
    }),
    ("remi", |lw, c| {
        let signedness = c.signedness(lw, 0)?;
        lw.note_division(c.span, c.args[1]);
        Ok(Some(lw.ins().remi(c.args[0], c.args[1], signedness)))
    }),
    ("mulhii", |lw, c| Ok(Some(lw.ins().mulhii(c.args[0], c.args[1])))),
    ("maxi", |lw, c| {
        let signedness = c.signedness(lw, 0)?;
        Ok(Some(lw.ins().maxi(c.args[0], c.args[1], signedness)))
    }),
    ("mini", |lw, c| {
        let signedness = c.signedness(lw, 0)?;
        Ok(Some(lw.ins().mini(c.args[0], c.args[1], signedness)))
    }),
    ("absi", |lw, c| Ok(Some(lw.ins().absi(c.args[0])))),
    ("andi", |lw, c| Ok(Some(lw.ins().andi(c.args[0], c.args[1])))),
    ("ori", |lw, c| Ok(Some(lw.ins().ori(c.args[0], c.args[1])))),
    ("xori", |lw, c| Ok(Some(lw.ins().xori(c.args[0], c.args[1])))),
    ("shli", |lw, c| {
        let overflow = c.attr(lw, 0, Overflow::from_number)?;
        lw.note_shift(c.span, c.args[0], c.args[1]);
        Ok(Some(lw.ins().shli(c.args[0], c.args[1], overflow)))
    }),
    ("shri", |lw, c| {
        let signedness = c.signedness(lw, 0)?;
        lw.note_shift(c.span, c.args[0], c.args[1]);
        Ok(Some(lw.ins().shri(c.args[0], c.args[1], signedness)))
    }),
    ("cmpi", |lw, c| {
        let predicate = c.attr(lw, 1, CmpPredicate::from_number)?;
        let signedness = c.signedness(lw, 2)?;
        Ok(Some(lw.ins().cmpi(c.args[0], c.args[1], predicate, signedness)))
    }),
    // Reductions, scans, matrix products.
    ("reduce", |lw, c| lw.reduce(c)),
    ("scan", |lw, c| lw.scan(c)),
    ("mmaf", |lw, c| Ok(Some(lw.ins().mmaf(c.args[0], c.args[1], c.args[2], false)))),
    ("mmaf_scaled", |lw, c| {
        let mut args = [c.args[0], c.args[1], c.args[2], c.args[3], c.args[4]];
        // The operands; the accumulator is the third argument.
        for (index, arg) in args.iter_mut().enumerate().take(2) {
            let ty = lw.info(c.exprs[index]).0;
            if lw.numbers(ty).is_some_and(|numbers| numbers.scalar == Scalar::F4E2M1FN) {
                *arg = lw.four_bits(*arg);
            }
        }
        let [lhs, rhs, acc, lhs_scale, rhs_scale] = args;
        Ok(Some(lw.ins().mmaf_scaled(lhs, rhs, acc, lhs_scale, rhs_scale)))
    }),
    ("mmai", |lw, c| {
        let (lhs, rhs) = (c.signedness(lw, 0)?, c.signedness(lw, 1)?);
        Ok(Some(lw.ins().mmai(c.args[0], c.args[1], c.args[2], lhs, rhs)))
    }),
    // Memory.
    ("load_ptr", |lw, c| lw.load_ptr(c)),
    ("store_ptr", |lw, c| lw.store_ptr(c)),
    ("atomic_rmw", |lw, c| {
        let mode = c.attr(lw, 0, RmwMode::from_number)?;
        let overflow = c.attr(lw, 1, Overflow::from_number)?;
        let (ordering, scope) = c.order(lw, 2)?;
        let token = lw.token();
        let mask = c.args.get(2).copied();
        let scope = scope.unwrap_or(MemoryScope::System);
        let (value, token) = lw
            .ins()
            .atomic_rmw_tko(c.args[0], c.args[1], mask, token, ordering, scope, mode, overflow);
        lw.set_token(token);
        Ok(Some(value))
    }),
    ("atomic_cas", |lw, c| {
        let (ordering, scope) = c.order(lw, 0)?;
        let token = lw.token();
        let mask = c.args.get(3).copied();
        let scope = scope.unwrap_or(MemoryScope::System);
        let (value, token) =
            lw.ins().atomic_cas_tko(c.args[0], c.args[1], c.args[2], mask, token, ordering, scope);
        lw.set_token(token);
        Ok(Some(value))
    }),
    ("view_load", |lw, c| lw.view_load(c)),
    ("view_store", |lw, c| lw.view_store(c)),
    ("view_reduce", |lw, c| lw.view_reduce(c)),
    // Grid, assumptions, output.
    ("tile_block_id", |lw, c| {
        let (x, y, z) = lw.ins().get_tile_block_id();
        lw.grid_coordinate(c, [x, y, z])
    }),
    ("num_tile_blocks", |lw, c| {
        let (x, y, z) = lw.ins().get_num_tile_blocks();
        lw.grid_coordinate(c, [x, y, z])
    }),
    ("assume_div_by", |lw, c| {
        let (divisor, every, along) = (c.int(lw, 0)?, c.int(lw, 1)?, c.int(lw, 2)?);
        let every = (every != 0).then_some((every, along as u32));
        let predicate = Assumption::DivBy { divisor: divisor as u64, every };
        lw.note_assumption(c.span, c.args[0], &predicate);
        Ok(Some(lw.ins().assume(c.args[0], predicate)))
    }),
    ("assume_bounded", |lw, c| {
        let lower = if c.flag(lw, 0)? { Some(c.int(lw, 1)?) } else { None };
        let upper = if c.flag(lw, 2)? { Some(c.int(lw, 3)?) } else { None };
        let predicate = Assumption::Bounded { lower, upper };
        lw.note_assumption(c.span, c.args[0], &predicate);
        Ok(Some(lw.ins().assume(c.args[0], predicate)))
    }),
    ("assume_same_elements", |lw, c| {
        let groups = c.dims(lw, 0)?.into();
        Ok(Some(lw.ins().assume(c.args[0], Assumption::SameElements { groups })))
    }),
    ("assert", |lw, c| lw.assertion(c)),
    ("require", |lw, c| {
        let rule = c.int(lw, 0)?;
        let text = lw.text(c, 1)?;
        lw.note_requirement(c.span, c.args[0], &text);
        lw.ins().require(c.args[0], rule, text.into());
        Ok(None)
    }),
    ("given", |lw, c| {
        let rule = c.int(lw, 0)?;
        let text = lw.text(c, 1)?;
        Ok(Some(lw.ins().given(c.args[0], rule, text.into())))
    }),
    ("same_object", |lw, c| Ok(Some(lw.ins().same_object(c.args[0], c.args[1])))),
    ("print", |lw, c| lw.print(c)),
];

/// Reduction kinds, in the numbers of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Combine {
    Sum,
    Prod,
    Max,
    Min,
    And,
    Or,
    Xor,
}

impl Combine {
    fn from_number(number: u64) -> Option<Combine> {
        use Combine::*;
        [Sum, Prod, Max, Min, And, Or, Xor].get(usize::try_from(number).ok()?).copied()
    }

    /// The bits `e` with `x op e == x` for every x.
    fn identity(self, scalar: Scalar, signedness: Signedness) -> u64 {
        use ir::scalar::FloatFormat;
        let signed = signedness == Signedness::Signed;
        let (smallest, largest) = if scalar.is_float() {
            let infinity = |negative| {
                ir::scalar::float::from_f64(
                    match scalar {
                        Scalar::F16 => FloatFormat::F16,
                        Scalar::BF16 => FloatFormat::Bf16,
                        Scalar::F64 => FloatFormat::F64,
                        _ => FloatFormat::F32,
                    },
                    if negative { f64::NEG_INFINITY } else { f64::INFINITY },
                )
            };
            (infinity(true), infinity(false))
        } else if signed && scalar != Scalar::I1 {
            let top = 1u64 << (scalar.bits() - 1);
            (top, scalar.mask() ^ top)
        } else {
            (0, scalar.mask())
        };
        let one = match scalar {
            Scalar::F16 => 0x3C00,
            Scalar::BF16 => 0x3F80,
            Scalar::F32 => 0x3F80_0000,
            Scalar::F64 => 0x3FF0_0000_0000_0000,
            _ => 1,
        };
        match self {
            Combine::Sum | Combine::Or | Combine::Xor => 0,
            Combine::Prod => one,
            Combine::Max => smallest,
            Combine::Min => largest,
            Combine::And => scalar.mask(),
        }
    }
}

impl Call {
    pub(super) fn result<'u>(&self, lowerer: &mut Lowerer<'_, 'u>) -> Low<Type> {
        match self.result {
            Some(result) => Ok(result),
            None => lowerer.bug(self.span, "an intrinsic without the result it needs"),
        }
    }

    /// The numbers of the operand of a conversion and those of its result, its first template argument.
    fn formats(&self, lowerer: &mut Lowerer<'_, '_>) -> Low<(Arithmetic, Arithmetic)> {
        let operand = self.exprs.first().map(|&operand| lowerer.info(operand).0);
        let from = operand.and_then(|ty| lowerer.numbers(ty));
        let to = match self.template.first() {
            Some(TemplateArg::Type(ty)) => lowerer.numbers(*ty),
            _ => None,
        };
        match (from, to) {
            (Some(from), Some(to)) => Ok((from, to)),
            _ => lowerer.bug(self.span, "a conversion of something that is not a number"),
        }
    }

    pub(super) fn int(&self, lowerer: &mut Lowerer<'_, '_>, index: usize) -> Low<i64> {
        match self.template.get(index) {
            Some(TemplateArg::Value(value, _)) => match value.as_int() {
                Some(int) => Ok(int as i64),
                None => lowerer.bug(self.span, "an intrinsic's argument that is not an integer"),
            },
            _ => lowerer.bug(self.span, "an intrinsic without an integer argument it needs"),
        }
    }

    pub(super) fn flag(&self, lowerer: &mut Lowerer<'_, '_>, index: usize) -> Low<bool> {
        Ok(self.int(lowerer, index)? != 0)
    }

    pub(super) fn attr<T>(
        &self,
        lowerer: &mut Lowerer<'_, '_>,
        index: usize,
        from_number: fn(u64) -> Option<T>,
    ) -> Low<T> {
        let number = self.int(lowerer, index)?;
        match u64::try_from(number).ok().and_then(from_number) {
            Some(attr) => Ok(attr),
            None => {
                let what = format!("attribute number {number}, which there is not");
                lowerer.bug(self.span, &what)
            }
        }
    }

    fn rounding(&self, lowerer: &mut Lowerer<'_, '_>, index: usize) -> Low<Rounding> {
        self.attr(lowerer, index, Rounding::from_number)
    }

    fn signedness(&self, lowerer: &mut Lowerer<'_, '_>, index: usize) -> Low<Signedness> {
        Ok(if self.flag(lowerer, index)? { Signedness::Signed } else { Signedness::Unsigned })
    }

    /// Memory order and scope, at `index` and the one after.
    pub(super) fn order(
        &self,
        lowerer: &mut Lowerer<'_, '_>,
        index: usize,
    ) -> Low<(MemoryOrdering, Option<MemoryScope>)> {
        let ordering = self.attr(lowerer, index, MemoryOrdering::from_number)?;
        let scope = self.attr(lowerer, index + 1, MemoryScope::from_number)?;
        Ok((ordering, (ordering != MemoryOrdering::Weak).then_some(scope)))
    }

    /// The integers of a `__dims<...>` type argument.
    pub(super) fn dims(&self, lowerer: &mut Lowerer<'_, '_>, index: usize) -> Low<Vec<i64>> {
        let Some(TemplateArg::Type(ty)) = self.template.get(index) else {
            return lowerer.bug(self.span, "an intrinsic without a list it needs");
        };
        let class = lowerer.cx.types.class_of(*ty);
        let args = class.and_then(|class| lowerer.cx.entities[class].template);
        let Some((_, args)) = args else {
            return lowerer.bug(self.span, "an intrinsic's list that is not a template");
        };
        let mut ints = Vec::new();
        let mut pending: Vec<TemplateArg> = lowerer.cx.types.list(args).to_vec();
        pending.reverse();
        while let Some(arg) = pending.pop() {
            match arg {
                TemplateArg::Pack(inner) => {
                    pending.extend(lowerer.cx.types.list(inner).iter().rev().cloned());
                }
                TemplateArg::Value(value, _) => ints.push(value.as_int().unwrap_or(0) as i64),
                _ => {}
            }
        }
        Ok(ints)
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn intrinsic(
        &mut self,
        op: Name,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let (ty, span) = (self.cx.typed.exprs[expr].ty, self.cx.typed.exprs[expr].span);
        let mnemonic = self.cx.text(op);
        let Some((_, handler)) = TABLE.iter().find(|(name, _)| *name == mnemonic) else {
            let message = format!("`{mnemonic}` is not an operation of tile IR");
            return self.error(codes::UNKNOWN_INTRINSIC, span, message);
        };
        let template = match self.cx.entities[callee].template {
            Some((_, args)) => self.cx.types.list(args).to_vec(),
            None => Vec::new(),
        };
        let takes_text = WITH_TEXT.contains(&mnemonic);
        let (mut args, mut texts) = (Vec::new(), Vec::new());
        for &argument in arguments {
            if takes_text && self.is_char_pointer(argument) {
                let (text, pointer) = self.char_pointer(argument)?;
                texts.push(text);
                args.extend(pointer);
            } else {
                args.push(self.scalar(argument)?);
                texts.push(None);
            }
        }
        let result = match self.kind(ty) {
            TyKind::Void => None,
            _ => Some(self.value_type(ty, span)?),
        };
        self.span = self.user_span(span);
        let call = Call { template, args, texts, exprs: arguments.into(), result, span };
        match handler(self, &call)? {
            Some(value) => Ok(Leaf::Value(value).into()),
            None => Ok(Leaves::new()),
        }
    }

    fn grid_coordinate(&mut self, call: &Call, coordinates: [Value; 3]) -> Low<Option<Value>> {
        let dim = call.int(self, 0)?;
        Ok(coordinates.get(usize::try_from(dim).unwrap_or(3)).copied())
    }

    /// An operation with a rounding mode. The header also says whether the mode was written out;
    /// the IR has no mark for that, so such an operation may be fused like any other.
    fn rounded_op(
        &mut self,
        call: &Call,
        make: fn(&mut ir::builder::Builder<'_>, Value, Value, Rounding, bool) -> Value,
    ) -> Low<Option<Value>> {
        let (rounding, ftz) = (call.rounding(self, 0)?, call.flag(self, 1)?);
        Ok(Some(make(&mut self.ins(), call.args[0], call.args[1], rounding, ftz)))
    }

    /// A constant tile of constants.
    fn elements(&mut self, call: &Call) -> Low<Option<Value>> {
        let result = call.result(self)?;
        let Some(elem) = self.types.elem_scalar(result) else {
            return self.bug(call.span, "a constant tile of addresses");
        };
        let mut bits = Vec::with_capacity(call.args.len());
        for (index, &value) in call.args.iter().enumerate() {
            let Some(element) = self.constant_bits(value) else {
                let message = format!("element {index} of the tile is not a constant");
                return self.error(codes::NOT_CONSTANT, call.span, message);
            };
            bits.push(element);
        }
        Ok(Some(self.ins().constant(DenseConstant::dense(elem, bits).canonical(), result)))
    }

    // ---- reductions ----

    fn reduce(&mut self, call: &Call) -> Low<Option<Value>> {
        let kind = call.attr(self, 1, Combine::from_number)?;
        let dim = call.int(self, 2)? as u32;
        self.note_reduction(call.span, call.args[0], dim);
        let modes = Modes {
            signedness: call.signedness(self, 3)?,
            rounding: call.rounding(self, 4)?,
            flush_to_zero: call.flag(self, 5)?,
            propagate_nan: call.flag(self, 6)?,
        };
        let result = call.result(self)?;
        let Some(elem) = self.types.elem_scalar(result) else {
            return self.bug(call.span, "a reduction of addresses");
        };
        let bits = kind.identity(elem, modes.signedness);
        let identities = SmallVec::from_iter([Literal { elem, bits }]);
        let parts = self.ins().open_reduce(&call.args[..1], dim, identities);
        self.combine(&parts, kind, elem, modes);
        let reduced = parts.results[0];
        if self.function.value_type(reduced) == result {
            return Ok(Some(reduced));
        }
        Ok(Some(self.ins().reshape(reduced, result)))
    }

    fn scan(&mut self, call: &Call) -> Low<Option<Value>> {
        let kind = call.attr(self, 0, Combine::from_number)?;
        let dim = call.int(self, 1)? as u32;
        let reverse = call.flag(self, 2)?;
        let modes = Modes {
            signedness: call.signedness(self, 3)?,
            rounding: call.rounding(self, 4)?,
            flush_to_zero: call.flag(self, 5)?,
            propagate_nan: false,
        };
        let result = call.result(self)?;
        let Some(elem) = self.types.elem_scalar(result) else {
            return self.bug(call.span, "a scan of addresses");
        };
        let bits = kind.identity(elem, modes.signedness);
        let identities = SmallVec::from_iter([Literal { elem, bits }]);
        let parts = self.ins().open_scan(&call.args[..1], dim, reverse, identities);
        self.combine(&parts, kind, elem, modes);
        Ok(Some(parts.results[0]))
    }

    /// The body of a reduction: one operation on the element and the accumulator.
    fn combine(
        &mut self,
        parts: &ir::builder::CombineParts,
        kind: Combine,
        elem: Scalar,
        modes: Modes,
    ) {
        let outer = self.block;
        self.block = parts.body;
        let (x, acc) = (parts.params[0], parts.params[1]);
        let Modes { signedness, rounding, flush_to_zero, propagate_nan } = modes;
        // Any grouping of a signed sum must be in range, so no partial result wraps.
        let overflow = match signedness {
            Signedness::Signed if elem != Scalar::I1 => Overflow::NoSignedWrap,
            Signedness::Signed | Signedness::Unsigned => Overflow::None,
        };
        let float = elem.is_float();
        let mut b = self.ins();
        let value = match kind {
            Combine::Sum if float => b.addf(x, acc, rounding, flush_to_zero),
            Combine::Sum => b.addi(x, acc, overflow),
            Combine::Prod if float => b.mulf(x, acc, rounding, flush_to_zero),
            Combine::Prod => b.muli(x, acc, overflow),
            Combine::Max if float => b.maxf(x, acc, propagate_nan, flush_to_zero),
            Combine::Max => b.maxi(x, acc, signedness),
            Combine::Min if float => b.minf(x, acc, propagate_nan, flush_to_zero),
            Combine::Min => b.mini(x, acc, signedness),
            Combine::And => b.andi(x, acc),
            Combine::Or => b.ori(x, acc),
            Combine::Xor => b.xori(x, acc),
        };
        b.yield_([value]);
        self.block = outer;
    }

    // ---- memory through pointers ----

    fn load_ptr(&mut self, call: &Call) -> Low<Option<Value>> {
        let (ordering, scope) = call.order(self, 1)?;
        let (mask, padding) = (call.args.get(1).copied(), call.args.get(2).copied());
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let (value, token) =
            self.ins().load_ptr_tko(call.args[0], mask, padding, token, ordering, scope, hints);
        self.set_token(token);
        Ok(Some(value))
    }

    fn store_ptr(&mut self, call: &Call) -> Low<Option<Value>> {
        let (ordering, scope) = call.order(self, 0)?;
        let mask = call.args.get(2).copied();
        if ordering == MemoryOrdering::Weak {
            self.note_store(call.span, call.args[0], mask.is_some());
        }
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let token = self.ins().store_ptr_tko(
            call.args[0],
            call.args[1],
            mask,
            token,
            ordering,
            scope,
            hints,
        );
        self.set_token(token);
        Ok(None)
    }
}

/// The numeric modes of a reduction.
#[derive(Clone, Copy)]
struct Modes {
    signedness: Signedness,
    rounding: Rounding,
    flush_to_zero: bool,
    propagate_nan: bool,
}
