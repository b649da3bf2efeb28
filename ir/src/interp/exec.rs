//! One arm per op: operands in, results out. The meaning of an op is in the function that its arm
//! calls.

use smallvec::SmallVec;

use super::data::{Data, map_int, word_bytes};
use super::elementwise::{self, Arithmetic, Extreme, IntBinary};
use super::run::{Outcome, Run};
use super::sanitize::Rule;
use super::shape;
use super::trap::{Malformed, Stop, TrapKind};
use super::view::TileIndex;
use crate::attrs::{Overflow, Rounding, Signedness};
use crate::entities::{Inst, Value};
use crate::ops::InstData;
use crate::scalar::int::{self, QuotientRounding};
use crate::scalar::{IntWidth, NanMode, RoundingMode, convert, math};

impl Run<'_> {
    /// Executes an instruction that is not control flow.
    pub fn execute(&mut self, inst: Inst, data: &InstData) -> Result<Outcome, Stop> {
        use InstData as I;
        Ok(match data {
            // Core.
            I::Broadcast { source } => {
                let (from, to) = (self.dims(*source), self.dims(self.result()?));
                shape::broadcast(self.word_bytes(*source)?, self.get(*source), from, to)?.into()
            }
            I::Cat { lhs, rhs, dim } => {
                let (left, right) = (self.dims(*lhs), self.dims(*rhs));
                let (lhs, rhs) = ((self.get(*lhs), left), (self.get(*rhs), right));
                let bytes = self.word_bytes(self.result()?)?;
                shape::cat(bytes, lhs, rhs, *dim as usize)?.into()
            }
            I::Constant { .. } => self.program.prepared.constants[inst].clone().into(),
            I::Extract { source, indices } => self.extract(*source, indices)?.into(),
            I::GetGlobal { global } => Data::Splat(self.shared.globals[*global]).into(),
            I::GetNumTileBlocks {} => Outcome::Triple(self.shared.grid),
            I::GetTileBlockId {} => Outcome::Triple(self.block_id),
            I::Insert { source, destination, indices } => {
                self.insert(*source, *destination, indices)?.into()
            }
            I::Iota {} => {
                let tile = self.tile(self.result()?)?;
                let mask = tile.elem.scalar().ok_or(Malformed)?.mask();
                shape::iota(word_bytes(tile.elem), mask, tile.num_elems() as usize).into()
            }
            I::Offset { ptr, offset } => self.offset(*ptr, *offset)?.into(),
            I::Poison {} => self.poison()?.into(),
            I::Permute { source, permutation } => {
                let from = self.dims(*source);
                let bytes = self.word_bytes(*source)?;
                shape::permute(bytes, self.get(*source), from, permutation)?.into()
            }
            I::Reduce { operands, dim, body, .. } => {
                self.reduce(operands, *dim as usize, *body)?.into()
            }
            I::Reshape { source } => self.get(*source).clone().into(),
            I::Scan { operands, dim, reverse, body, .. } => {
                self.scan(operands, *dim as usize, *reverse, *body)?.into()
            }
            I::Select { cond, val_if_true, val_if_false } => {
                let bytes = self.word_bytes(*val_if_true)?;
                let (a, b) = (self.get(*val_if_true), self.get(*val_if_false));
                elementwise::select(bytes, self.get(*cond), a, b)?.into()
            }

            // Conversions.
            I::Bitcast { source } | I::IntToPtr { source } => self.get(*source).clone().into(),
            I::PtrToInt { source } => self.addresses(self.get(*source))?.into(),
            I::PtrToPtr { source } => self.get(*source).clone().into(),
            I::ExtI { from, signedness } => self.resize(*from, *signedness)?.into(),
            I::FToF { from, rounding } => {
                let (source, target) = (self.format(*from)?, self.format(self.result()?)?);
                let rounding = RoundingMode::of(*rounding);
                elementwise::float_cast(source, target, rounding, self.get(*from))?.into()
            }
            I::FToI { from, signedness, saturating, .. } => {
                self.float_to_int(*from, *signedness, *saturating)?.into()
            }
            I::IToF { from, signedness, rounding } => {
                let (source, target) = (self.width(*from)?, self.format(self.result()?)?);
                let rounding = RoundingMode::of(*rounding);
                let from = self.get(*from);
                elementwise::int_to_floats(source, *signedness, target, rounding, from)?.into()
            }
            I::TruncI { from, overflow } => self.truncate(*from, *overflow)?.into(),

            // Control flow that is left.
            I::Assert { condition, message } => {
                self.assert(*condition, message)?;
                Outcome::Nothing
            }
            I::Break { .. }
            | I::Continue { .. }
            | I::For { .. }
            | I::If { .. }
            | I::Loop { .. }
            | I::Return { .. }
            | I::Yield { .. } => return Err(Malformed.into()),

            // Memory.
            // Grids run one after the other here, and an address is one place.
            I::GdcLaunchDependentsTko { .. }
            | I::GdcWaitTko { .. }
            | I::MemoryFenceAliasTko { .. }
            | I::JoinTokens { .. }
            | I::MakeToken {} => Data::Token.into(),
            I::LoadPtrTko { source, mask, padding, ordering, scope, .. } => {
                let order = (*ordering, *scope);
                Outcome::WithToken(self.load_pointers(*source, *mask, *padding, order)?)
            }
            I::StorePtrTko { destination, value, mask, ordering, scope, .. } => {
                self.store_pointers(*destination, *value, *mask, (*ordering, *scope))?;
                Data::Token.into()
            }

            // Floating point.
            I::AbsF { source } => {
                elementwise::float_abs(self.format(*source)?, self.get(*source))?.into()
            }
            I::AddF { lhs, rhs, rounding, flush_to_zero } => {
                self.arithmetic(Arithmetic::Add, [*lhs, *rhs], *rounding, *flush_to_zero)?.into()
            }
            I::Atan2 { x, y } => self.math_binary(math::Binary::Atan2, *x, *y)?.into(),
            I::Ceil { source } => self.math(math::Unary::Ceil, *source, false)?.into(),
            I::CmpF { lhs, rhs, predicate, ordering } => {
                let format = self.format(*lhs)?;
                let (lhs, rhs) = (self.get(*lhs), self.get(*rhs));
                elementwise::compare_floats(*predicate, *ordering, format, lhs, rhs)?.into()
            }
            I::Cos { source } => self.math(math::Unary::Cos, *source, false)?.into(),
            I::Cosh { source } => self.math(math::Unary::Cosh, *source, false)?.into(),
            I::DivF { lhs, rhs, rounding, flush_to_zero } => {
                self.arithmetic(Arithmetic::Div, [*lhs, *rhs], *rounding, *flush_to_zero)?.into()
            }
            I::FPowI { source, exponent } => {
                let (format, width) = (self.format(*source)?, self.width(*exponent)?);
                let (source, exponent) = (self.get(*source), self.get(*exponent));
                elementwise::float_powi(format, source, width, exponent)?.into()
            }
            I::Exp { source, .. } => self.math(math::Unary::Exp, *source, false)?.into(),
            I::Exp2 { source, flush_to_zero } => {
                self.math(math::Unary::Exp2, *source, *flush_to_zero)?.into()
            }
            I::Floor { source } => self.math(math::Unary::Floor, *source, false)?.into(),
            I::Fma { lhs, rhs, acc, rounding, flush_to_zero } => {
                let mode = elementwise::float_mode(*rounding, *flush_to_zero);
                let format = self.format(*lhs)?;
                let (lhs, rhs, acc) = (self.get(*lhs), self.get(*rhs), self.get(*acc));
                elementwise::fma(format, mode, lhs, rhs, acc)?.into()
            }
            I::Log { source } => self.math(math::Unary::Log, *source, false)?.into(),
            I::Log2 { source } => self.math(math::Unary::Log2, *source, false)?.into(),
            I::MaxF { lhs, rhs, propagate_nan, flush_to_zero } => {
                self.extreme(Extreme::Max, [*lhs, *rhs], *propagate_nan, *flush_to_zero)?.into()
            }
            I::MinF { lhs, rhs, propagate_nan, flush_to_zero } => {
                self.extreme(Extreme::Min, [*lhs, *rhs], *propagate_nan, *flush_to_zero)?.into()
            }
            I::MmaF { lhs, rhs, acc, .. } => self.mma_float(*lhs, *rhs, *acc)?.into(),
            I::MmaFScaled { lhs, rhs, acc, lhs_scale, rhs_scale } => {
                self.mma_scaled([*lhs, *rhs], *acc, [*lhs_scale, *rhs_scale])?.into()
            }
            I::MulF { lhs, rhs, rounding, flush_to_zero } => {
                self.arithmetic(Arithmetic::Mul, [*lhs, *rhs], *rounding, *flush_to_zero)?.into()
            }
            I::NegF { source } => {
                elementwise::float_neg(self.format(*source)?, self.get(*source))?.into()
            }
            I::Pow { lhs, rhs } => self.math_binary(math::Binary::Pow, *lhs, *rhs)?.into(),
            I::RemF { lhs, rhs } => {
                let format = self.format(*lhs)?;
                elementwise::float_rem(format, self.get(*lhs), self.get(*rhs))?.into()
            }
            I::Rsqrt { source, flush_to_zero } => {
                self.math(math::Unary::Rsqrt, *source, *flush_to_zero)?.into()
            }
            I::Sin { source } => self.math(math::Unary::Sin, *source, false)?.into(),
            I::Sinh { source } => self.math(math::Unary::Sinh, *source, false)?.into(),
            I::Sqrt { source, rounding, flush_to_zero } => {
                let mode = elementwise::float_mode(*rounding, *flush_to_zero);
                elementwise::sqrt(self.format(*source)?, mode, self.get(*source))?.into()
            }
            I::SubF { lhs, rhs, rounding, flush_to_zero } => {
                self.arithmetic(Arithmetic::Sub, [*lhs, *rhs], *rounding, *flush_to_zero)?.into()
            }
            I::Tan { source } => self.math(math::Unary::Tan, *source, false)?.into(),
            I::Tanh { source, .. } => self.math(math::Unary::Tanh, *source, false)?.into(),

            // Integer.
            I::AbsI { source } => {
                let width = self.width(*source)?;
                self.check_each(
                    Rule::AbsOverflow,
                    *source,
                    |a| int::neg_overflows(width, a),
                    |a| format!("abs({})", signed(width, a)),
                );
                elementwise::int_abs(width, self.get(*source))?.into()
            }
            I::AddI { lhs, rhs, overflow } => {
                self.check_wrap([*lhs, *rhs], *overflow, "+", int::add_overflows)?;
                self.int_binary(IntBinary::Add, *lhs, *rhs)?.into()
            }
            I::CmpI { lhs, rhs, predicate, signedness } => {
                let width = self.width(*lhs)?;
                let (lhs, rhs) = (self.get(*lhs), self.get(*rhs));
                elementwise::compare_ints(*predicate, *signedness, width, lhs, rhs)?.into()
            }
            I::DivI { lhs, rhs, signedness, rounding } => {
                self.check_division(*lhs, *rhs, *signedness)?;
                let op = IntBinary::Div(*signedness, QuotientRounding::of(*rounding));
                self.int_binary(op, *lhs, *rhs)?.into()
            }
            I::MaxI { lhs, rhs, signedness } => {
                self.int_binary(IntBinary::Max(*signedness), *lhs, *rhs)?.into()
            }
            I::MinI { lhs, rhs, signedness } => {
                self.int_binary(IntBinary::Min(*signedness), *lhs, *rhs)?.into()
            }
            I::MmaI { lhs, rhs, acc, signedness_lhs, signedness_rhs } => {
                self.mma_int([*lhs, *rhs], *acc, [*signedness_lhs, *signedness_rhs])?.into()
            }
            I::MulI { lhs, rhs, overflow } => {
                self.check_wrap([*lhs, *rhs], *overflow, "*", int::mul_overflows)?;
                self.int_binary(IntBinary::Mul, *lhs, *rhs)?.into()
            }
            I::MulhiI { lhs, rhs } => self.int_binary(IntBinary::MulHigh, *lhs, *rhs)?.into(),
            I::NegI { source, overflow } => {
                let width = self.width(*source)?;
                if overflow.no_signed_wrap() {
                    self.check_each(
                        Rule::NegationOverflow,
                        *source,
                        |a| int::neg_overflows(width, a),
                        |a| format!("-({})", signed(width, a)),
                    );
                }
                elementwise::int_neg(width, self.get(*source))?.into()
            }
            I::RemI { lhs, rhs, signedness } => {
                self.check_division(*lhs, *rhs, *signedness)?;
                self.int_binary(IntBinary::Rem(*signedness), *lhs, *rhs)?.into()
            }
            I::ShlI { value, amount, overflow } => {
                self.check_shift(*value, *amount)?;
                self.check_wrap([*value, *amount], *overflow, "<<", int::shl_overflows)?;
                self.int_binary(IntBinary::Shl, *value, *amount)?.into()
            }
            I::ShrI { value, amount, signedness } => {
                self.check_shift(*value, *amount)?;
                self.int_binary(IntBinary::Shr(*signedness), *value, *amount)?.into()
            }
            I::SubI { lhs, rhs, overflow } => {
                self.check_wrap([*lhs, *rhs], *overflow, "-", int::sub_overflows)?;
                self.int_binary(IntBinary::Sub, *lhs, *rhs)?.into()
            }

            // Bits.
            I::AndI { lhs, rhs } => self.int_binary(IntBinary::And, *lhs, *rhs)?.into(),
            I::OrI { lhs, rhs } => self.int_binary(IntBinary::Or, *lhs, *rhs)?.into(),
            I::XorI { lhs, rhs } => self.int_binary(IntBinary::Xor, *lhs, *rhs)?.into(),
            I::Pack { source } | I::Unpack { source } => {
                let (from, to) = (self.tile(*source)?, self.elem(self.result()?)?);
                let scalars = from.elem.scalar().zip(to.scalar()).ok_or(Malformed)?;
                let count = from.num_elems() as usize;
                elementwise::repack(scalars.0, scalars.1, count, self.get(*source))?.into()
            }

            // Atomics.
            I::AtomicCasTko { pointers, cmp, val, mask, ordering, scope, .. } => {
                let order = (*ordering, *scope);
                Outcome::WithToken(self.compare_and_swap(*pointers, *cmp, *val, *mask, order)?)
            }
            I::AtomicRmwTko { pointers, arg, mask, ordering, scope, mode, overflow, .. } => {
                let (order, what) = ((*ordering, *scope), (*mode, *overflow));
                Outcome::WithToken(self.read_modify_write(*pointers, *arg, *mask, order, what)?)
            }
            I::AtomicRedViewTko { view, index, value, ordering, scope, mode, inbounds, .. } => {
                let place = TileIndex { view: *view, index, inbounds };
                self.reduce_into_view(place, *value, (*ordering, *scope), *mode)?;
                Data::Token.into()
            }

            // Views.
            I::Alloca { num_elem, alignment, .. } => self.alloca(*num_elem, *alignment)?.into(),
            I::GetIndexSpaceShape { src } => self.index_space(*src)?.into(),
            I::GetTensorShape { src } => self.tensor_shape(*src)?.into(),
            I::LoadViewTko { view, index, ordering, scope, inbounds, .. } => {
                let place = TileIndex { view: *view, index, inbounds };
                Outcome::WithToken(self.load_view(place, (*ordering, *scope))?)
            }
            I::MakeGatherScatterView { tensor_view }
            | I::MakePartitionView { tensor_view }
            | I::MakeStridedView { tensor_view } => {
                self.check_injective(*tensor_view)?;
                self.get(*tensor_view).clone().into()
            }
            I::MakeTensorView { base, dynamic_shape, dynamic_strides } => {
                self.tensor_view(*base, dynamic_shape, dynamic_strides)?.into()
            }
            I::StoreViewTko { tile, view, index, ordering, scope, inbounds, .. } => {
                let place = TileIndex { view: *view, index, inbounds };
                self.store_view(*tile, place, (*ordering, *scope))?;
                Data::Token.into()
            }

            // This device is the only one with a copy of multicast memory.
            I::MultimemLoadReduceViewTko { view, index, ordering, scope, inbounds, .. } => {
                let place = TileIndex { view: *view, index, inbounds };
                Outcome::WithToken(self.load_view(place, (*ordering, *scope))?)
            }
            I::MultimemReduceViewTko {
                view,
                tile,
                index,
                ordering,
                scope,
                reduction,
                inbounds,
                ..
            } => {
                let place = TileIndex { view: *view, index, inbounds };
                self.reduce_copies(place, *tile, (*ordering, *scope), *reduction)?;
                Data::Token.into()
            }
            I::MultimemStoreViewTko { view, tile, index, ordering, scope, inbounds, .. } => {
                let place = TileIndex { view: *view, index, inbounds };
                self.store_view(*tile, place, (*ordering, *scope))?;
                Data::Token.into()
            }

            I::PreviewCall { callee, .. } => {
                return Err(TrapKind::NoLibrary { function: callee.clone() }.into());
            }

            // Miscellaneous.
            I::Assume { value, predicate } => {
                self.check_assumption(*value, predicate)?;
                self.get(*value).clone().into()
            }
            I::Require { condition, rule, text } => {
                self.check_precondition(*condition, *rule, text)?;
                Outcome::Nothing
            }
            // `shadow` looks whether it was.
            I::Given { value, .. } => self.get(*value).clone().into(),
            I::SameObject { lhs, rhs } => self.same_object(*lhs, *rhs)?.into(),
            I::Subobject { pointer, bytes } => self.subobject(*pointer, *bytes)?.into(),
            I::Based { pointer } => self.based(*pointer)?.into(),
            I::Note { pointer, event, place, bytes, node } => {
                self.note(*pointer, *event, (*place, *bytes, *node))?;
                Outcome::Nothing
            }
            I::PrintTko { values, format, .. } => {
                self.print(values, format)?;
                Data::Token.into()
            }
        })
    }

    fn arithmetic(
        &self,
        op: Arithmetic,
        [lhs, rhs]: [Value; 2],
        rounding: Rounding,
        flush: bool,
    ) -> Result<Data, Malformed> {
        let mode = elementwise::float_mode(rounding, flush);
        elementwise::arithmetic(op, self.format(lhs)?, mode, self.get(lhs), self.get(rhs))
    }

    fn extreme(
        &self,
        op: Extreme,
        [lhs, rhs]: [Value; 2],
        propagate_nan: bool,
        flush: bool,
    ) -> Result<Data, Malformed> {
        let nan = if propagate_nan { NanMode::Propagate } else { NanMode::Suppress };
        let format = self.format(lhs)?;
        elementwise::float_extreme(op, format, nan, flush, self.get(lhs), self.get(rhs))
    }

    fn math(&self, function: math::Unary, a: Value, flush: bool) -> Result<Data, Malformed> {
        elementwise::math_unary(function, self.format(a)?, flush, self.get(a))
    }

    fn math_binary(&self, function: math::Binary, a: Value, b: Value) -> Result<Data, Malformed> {
        elementwise::math_binary(function, self.format(a)?, self.get(a), self.get(b))
    }

    fn int_binary(&self, op: IntBinary, lhs: Value, rhs: Value) -> Result<Data, Malformed> {
        elementwise::int_binary(op, self.width(lhs)?, self.get(lhs), self.get(rhs))
    }

    fn resize(&self, from: Value, signedness: Signedness) -> Result<Data, Malformed> {
        let (source, target) = (self.width(from)?, self.width(self.result()?)?);
        elementwise::resize(source, target, signedness, self.get(from))
    }

    fn truncate(&mut self, from: Value, overflow: Overflow) -> Result<Data, Malformed> {
        let (source, target) = (self.width(from)?, self.width(self.result()?)?);
        for (promised, signedness) in promises(overflow) {
            if promised {
                let loses = |a| {
                    let value = int::value(source, signedness, a);
                    int::value(target, signedness, int::truncate(target, a)) != value
                };
                self.check_each(Rule::ViewIndex, from, loses, |a| {
                    int::value(source, signedness, a).to_string()
                });
            }
        }
        self.resize(from, Signedness::Unsigned)
    }

    fn float_to_int(
        &mut self,
        from: Value,
        signedness: Signedness,
        saturating: bool,
    ) -> Result<Data, Malformed> {
        let (source, target) = (self.format(from)?, self.width(self.result()?)?);
        self.check_each(
            Rule::FloatToInt,
            from,
            |a| !saturating && !convert::in_int_range(source, target, signedness, a),
            |a| crate::scalar::float::to_f64(source, a).to_string(),
        );
        elementwise::floats_to_int(source, target, signedness, self.get(from))
    }

    fn extract(&mut self, source: Value, indices: &[Value]) -> Result<Data, Stop> {
        let (from, to) = (self.dims(source), self.dims(self.result()?));
        let Some(part) = self.part(indices, from, to, false)? else { return Ok(Data::Splat(0)) };
        let bytes = self.word_bytes(source)?;
        Ok(shape::extract(bytes, self.get(source), from, to, &part)?)
    }

    fn insert(
        &mut self,
        source: Value,
        destination: Value,
        indices: &[Value],
    ) -> Result<Data, Stop> {
        let (dims, to) = (self.dims(source), self.dims(destination));
        let Some(part) = self.part(indices, to, dims, true)? else {
            return Ok(self.get(destination).clone());
        };
        let (from, into) = ((self.get(source), dims), (self.get(destination), to));
        Ok(shape::insert(self.word_bytes(source)?, from, into, &part)?)
    }

    /// The number of a part of shape `part` of a tile, with rule 17; `None` if there is no such part.
    fn part(
        &mut self,
        indices: &[Value],
        whole: &[u32],
        part: &[u32],
        is_insert: bool,
    ) -> Result<Option<SmallVec<[u32; 4]>>, Stop> {
        let mut number: SmallVec<[u32; 4]> = SmallVec::new();
        for &index in indices {
            number.push(self.scalar(index)? as u32);
        }
        let mut dims = number.iter().zip(whole.iter().zip(part));
        if !dims.any(|(&number, (&whole, &part))| number >= whole / part.max(1)) {
            return Ok(Some(number));
        }
        self.report(Rule::ExtractIndex, &[], 0, || format!("part {number:?}"));
        if self.is_sanitizing() {
            return Ok(None);
        }
        Err(match is_insert {
            true => TrapKind::InsertOutOfRange { part: number },
            false => TrapKind::ExtractOutOfRange { part: number },
        }
        .into())
    }

    fn assert(&mut self, condition: Value, message: &str) -> Result<(), Stop> {
        let dims = self.dims(condition);
        let condition = self.get(condition);
        let failed =
            (0..condition.len().unwrap_or(1)).find(|&lane| condition.bits(lane) == Some(0));
        match failed {
            None => Ok(()),
            Some(lane) => {
                let index = super::data::index_of(lane, dims);
                Err(TrapKind::AssertFailed { message: message.to_owned(), index }.into())
            }
        }
    }

    // ---- rules of the sanitizer that belong to one op ----

    /// The rule of the annex that a precondition belongs to.
    fn check_precondition(
        &mut self,
        condition: Value,
        rule: i64,
        text: &str,
    ) -> Result<(), Malformed> {
        let rule = Rule::numbered(rule).unwrap_or(Rule::Precondition);
        self.check_each(rule, condition, |holds| holds & 1 == 0, |_| text.to_owned());
        Ok(())
    }

    /// Rule 1, and the unsigned promise, of `+`, `-`, `*` and `<<`.
    fn check_wrap(
        &mut self,
        operands: [Value; 2],
        overflow: Overflow,
        symbol: &str,
        overflows: impl Fn(IntWidth, Signedness, u64, u64) -> bool,
    ) -> Result<(), Malformed> {
        if !self.is_sanitizing() {
            return Ok(());
        }
        let width = self.width(operands[0])?;
        for (promised, signedness) in promises(overflow) {
            let rule = match signedness {
                Signedness::Signed => Rule::SignedOverflow,
                Signedness::Unsigned => Rule::Assumption,
            };
            if promised {
                let value = |bits| int::value(width, signedness, bits);
                self.check_pairs(
                    rule,
                    operands,
                    |a, b| overflows(width, signedness, a, b),
                    |a, b| format!("{} {symbol} {}", value(a), value(b)),
                );
            }
        }
        Ok(())
    }

    /// Rules 3 and 4.
    fn check_division(
        &mut self,
        lhs: Value,
        rhs: Value,
        signedness: Signedness,
    ) -> Result<(), Malformed> {
        let width = self.width(lhs)?;
        let text = |a, b| {
            let value = |bits| int::value(width, signedness, bits);
            format!("{} by {}", value(a), value(b))
        };
        self.check_pairs(Rule::DivisionByZero, [lhs, rhs], |_, b| b == 0, text);
        if signedness == Signedness::Signed {
            let overflows = |a, b| int::div_overflows(width, a, b);
            self.check_pairs(Rule::DivisionOverflow, [lhs, rhs], overflows, text);
        }
        Ok(())
    }

    /// Rule 5.
    fn check_shift(&mut self, value: Value, amount: Value) -> Result<(), Malformed> {
        let width = self.width(value)?;
        self.check_pairs(
            Rule::ShiftAmount,
            [value, amount],
            |_, amount| int::shift_undefined(width, amount),
            |_, amount| format!("by {}", signed(width, amount)),
        );
        Ok(())
    }

    /// `ptr + offset * size`, with rule 10.
    fn offset(&mut self, pointer: Value, offset: Value) -> Result<Data, Stop> {
        let pointee = self.elem(pointer)?.pointee().ok_or(Malformed)?;
        if pointee.bits() < 8 && pointee.bits() != 1 {
            return Err(TrapKind::Unsupported("pointers to 4-bit elements").into());
        }
        let size = u64::from(pointee.bytes());
        let width = self.width(offset)?;
        if self.is_sanitizing() {
            self.check_offset(pointer, offset, width, size)?;
        }
        Ok(elementwise::offset_pointers(size, width, self.get(pointer), self.get(offset))?)
    }

    fn check_offset(
        &mut self,
        pointer: Value,
        offset: Value,
        width: IntWidth,
        size: u64,
    ) -> Result<(), Malformed> {
        let dims = self.dims(pointer);
        let pointers = self.get(pointer).clone();
        let offsets = map_int(width, self.get(offset), |_, bits| bits)?;
        for lane in 0..pointers.len().or(offsets.len()).unwrap_or(1) {
            let (Some(from), Some(by)) = (pointers.bits(lane), offsets.bits(lane)) else {
                return Err(Malformed);
            };
            let by = int::sign_extend(width, by);
            let address = self.address(from);
            let to = i128::from(address) + i128::from(by) * i128::from(size);
            let is_inside = match self.object_of(from) {
                // A null pointer, or one made from an integer, has no object to leave.
                None => by == 0 || from != 0,
                // Masked-off lanes commonly point behind an argument of the launch: of tiles, what
                // counts there is the access.
                Some(_)
                    if !dims.is_empty()
                        && self.look(from).1.bounds.is_none()
                        && self.shared.memory.find(address).is_some() =>
                {
                    true
                }
                Some(object) => {
                    let start = i128::from(object.start);
                    start <= to && to <= start + i128::from(object.len)
                }
            };
            if !is_inside {
                self.report(Rule::PointerArithmetic, dims, lane, || {
                    format!("{address:#x} moved by {by} elements of {size} bytes")
                });
            }
        }
        Ok(())
    }
}

/// The signednesses in which an overflow flag promises a result that fits.
pub(super) fn promises(overflow: Overflow) -> [(bool, Signedness); 2] {
    [
        (overflow.no_signed_wrap(), Signedness::Signed),
        (overflow.no_unsigned_wrap(), Signedness::Unsigned),
    ]
}

fn signed(width: IntWidth, bits: u64) -> i64 {
    int::sign_extend(width, bits)
}
