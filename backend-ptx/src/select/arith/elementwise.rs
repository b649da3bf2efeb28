//! Element by element: float arithmetic, comparison, selection, and the way to the other families.
//!
//! f16 and bf16 sums and products are computed in pairs where the target can; other operations on
//! them, and all with directed rounding, in f32, which is wide enough for one more rounding to
//! change nothing (24 >= 2p + 2 bits).

use std::borrow::Cow;

use ir::{CmpOrdering, CmpPredicate, Elem, InstData, Rounding, Scalar, Signedness, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::ptx::builder::{Exact, untyped};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ftz, NanMode, Round, Ty};
use crate::select::memory::element;
use crate::select::{Cx, Select, Tile, Unsupported};

/// IEEE rounding as a PTX modifier.
pub fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::Nearest,
        Rounding::Zero | Rounding::NearestIntToZero => Round::Zero,
        Rounding::NegativeInf => Round::Down,
        Rounding::PositiveInf => Round::Up,
        Rounding::Approx => Round::Approx,
        Rounding::Full => Round::Full,
        Rounding::NearestAway => Round::NearestAway,
    }
}

pub fn ftz(flush_to_zero: bool) -> Ftz {
    if flush_to_zero { Ftz::Flush } else { Ftz::Keep }
}

/// The PTX type of a float format that has arithmetic.
pub fn float_type(scalar: Scalar) -> Ty {
    match scalar {
        Scalar::F16 => Ty::F16,
        Scalar::BF16 => Ty::Bf16,
        Scalar::F64 => Ty::F64,
        _ => Ty::F32,
    }
}

fn cmp(predicate: CmpPredicate, ordering: CmpOrdering) -> Cmp {
    match (predicate, ordering) {
        (CmpPredicate::Equal, CmpOrdering::Ordered) => Cmp::Eq,
        (CmpPredicate::NotEqual, CmpOrdering::Ordered) => Cmp::Ne,
        (CmpPredicate::LessThan, CmpOrdering::Ordered) => Cmp::Lt,
        (CmpPredicate::LessThanOrEqual, CmpOrdering::Ordered) => Cmp::Le,
        (CmpPredicate::GreaterThan, CmpOrdering::Ordered) => Cmp::Gt,
        (CmpPredicate::GreaterThanOrEqual, CmpOrdering::Ordered) => Cmp::Ge,
        (CmpPredicate::Equal, CmpOrdering::Unordered) => Cmp::Equ,
        (CmpPredicate::NotEqual, CmpOrdering::Unordered) => Cmp::Neu,
        (CmpPredicate::LessThan, CmpOrdering::Unordered) => Cmp::Ltu,
        (CmpPredicate::LessThanOrEqual, CmpOrdering::Unordered) => Cmp::Leu,
        (CmpPredicate::GreaterThan, CmpOrdering::Unordered) => Cmp::Gtu,
        (CmpPredicate::GreaterThanOrEqual, CmpOrdering::Unordered) => Cmp::Geu,
    }
}

impl Cx<'_> {
    /// An elementwise instruction in every layout required of its result.
    pub fn elementwise_inst(&mut self, data: &InstData, result: Value) -> Select<()> {
        let operands = data.operands();
        let elems: SmallVec<[Elem; 4]> = operands.iter().map(|&v| self.elem(v)).collect();
        let elem = self.elem(result);
        self.materialize(result, |cx, layout| {
            let tiles: SmallVec<[Tile; 4]> =
                operands.iter().map(|&v| cx.at(v, layout)).collect::<Select<_>>()?;
            let x: SmallVec<[&[Val]; 4]> = tiles.iter().map(|tile| &tile[..]).collect();
            let exact = cx.facts_exact(result);
            let out = cx.elementwise(data, &elems, elem, &x)?;
            Ok(if exact { cx.mark_exact(out) } else { out })
        })
    }

    /// Whether all elements of a tile form one aligned run, so that none wraps around.
    fn facts_exact(&self, value: Value) -> bool {
        let facts = self.facts.get(value);
        let dims = self.dims(value).iter().enumerate();
        !self.dims(value).is_empty()
            && dims.into_iter().all(|(dim, &extent)| {
                let axis = facts.axis(dim);
                let run = axis.contiguity >= extent && axis.divisor >= u64::from(extent);
                run || axis.constancy >= extent
            })
    }

    fn mark_exact(&mut self, tile: Vec<Val>) -> Vec<Val> {
        for &val in &tile {
            self.b.set_exact(val, Exact::BOTH);
        }
        tile
    }

    /// One instruction on all registers of its operands.
    pub fn elementwise(
        &mut self,
        data: &InstData,
        elems: &[Elem],
        result: Elem,
        x: &[&[Val]],
    ) -> Select<Vec<Val>> {
        if let Some(is_clustered) = self.is_clustered(data, elems, x) {
            return Ok(is_clustered);
        }
        if let InstData::FToF { rounding, .. } = data
            && let (Elem::Scalar(from), Elem::Scalar(to)) = (elems[0], result)
        {
            return self.convert_floats(x[0], from, to, *rounding);
        }
        if let InstData::DivF { rounding: Rounding::NearestEven, flush_to_zero: false, .. } = data
            && result == Elem::Scalar(Scalar::F32)
        {
            return Ok(self.quotients(x[0], x[1]));
        }
        let x = self.with_signs(data, elems.first(), x);
        let count = x.first().map_or(0, |tile| tile.len());
        (0..count)
            .map(|i| {
                let operands: SmallVec<[Val; 4]> = x.iter().map(|tile| tile[i]).collect();
                self.element(data, elems, result, &operands)
            })
            .collect()
    }

    /// One instruction on one element.
    fn element(&mut self, data: &InstData, elems: &[Elem], result: Elem, x: &[Val]) -> Select<Val> {
        let unsupported = || {
            let types: Vec<String> = elems.iter().map(|elem| elem.to_string()).collect();
            Unsupported::op(format!("{} of {}", data.opcode().mnemonic(), types.join(", ")))
        };
        match data {
            InstData::Assume { .. } | InstData::Bitcast { .. } => Ok(x[0]),
            InstData::Given { .. } | InstData::Subobject { .. } | InstData::Based { .. } => {
                Ok(x[0])
            }
            InstData::SameObject { .. } => Ok(Val::Imm(1)),
            InstData::PtrToPtr { .. } | InstData::PtrToInt { .. } | InstData::IntToPtr { .. } => {
                Ok(x[0])
            }
            InstData::Select { .. } => self.select_element(x, result),
            InstData::Offset { .. } => {
                let (Some(pointee), Elem::Scalar(int)) = (elems[0].pointee(), elems[1]) else {
                    return Err(unsupported());
                };
                self.need_whole_bytes(pointee.into())?;
                Ok(self.offset_pointer(x[0], x[1], int, pointee.bytes()))
            }
            InstData::ExtI { signedness, .. } => match (elems[0], result) {
                (Elem::Scalar(from), Elem::Scalar(to)) => {
                    Ok(self.extend_to(x[0], from, to, *signedness))
                }
                _ => Err(unsupported()),
            },
            InstData::TruncI { .. } => match (elems[0], result) {
                (Elem::Scalar(from), Elem::Scalar(to)) => Ok(self.truncate(x[0], from, to)),
                _ => Err(unsupported()),
            },
            InstData::FToI { signedness, .. } => match (elems[0], result) {
                (Elem::Scalar(from), Elem::Scalar(to)) => {
                    self.float_to_int(x[0], from, to, *signedness)
                }
                _ => Err(unsupported()),
            },
            InstData::IToF { signedness, rounding, .. } => match (elems[0], result) {
                (Elem::Scalar(from), Elem::Scalar(to)) => {
                    self.int_to_float(x[0], from, to, *signedness, *rounding)
                }
                _ => Err(unsupported()),
            },
            _ => match elems[0] {
                Elem::Scalar(scalar) if scalar.is_int() => self.integer(data, scalar, x),
                Elem::Scalar(scalar) if scalar.is_arith_float() => self.float(data, scalar, x),
                Elem::Scalar(_) | Elem::Ptr(_) | Elem::MultimemPtr(..) => Err(unsupported()),
            },
        }
    }

    pub fn select_element(&mut self, x: &[Val], elem: Elem) -> Select<Val> {
        let class = element::class(elem);
        if x[1] == x[2] {
            return Ok(x[1]);
        }
        if class != Class::Pred {
            return Ok(self.b.def(Op::Selp { ty: untyped(class) }, &[x[1], x[2], x[0]]));
        }
        let ty = Ty::Pred;
        let yes = self.b.def(Op::And { ty }, &[x[0], x[1]]);
        let not = match x[0].imm() {
            Some(bits) => Val::Imm(bits ^ 1),
            None => self.b.def(Op::Not { ty }, &[x[0]]),
        };
        let no = self.b.def(Op::And { ty }, &[not, x[2]]);
        Ok(self.b.def(Op::Or { ty }, &[yes, no]))
    }

    /// `ptr + offset * size`.
    pub fn offset_pointer(&mut self, ptr: Val, offset: Val, int: Scalar, size: u32) -> Val {
        let long = match int {
            Scalar::I64 => offset,
            _ => self.extend_to(offset, int, Scalar::I64, Signedness::Signed),
        };
        let bytes = self.b.scale(long, size);
        self.b.add_int(Ty::S64, ptr, bytes, Exact::BOTH)
    }

    // ---- floats ----

    /// Operations that the target has on pairs of 16-bit floats.
    fn is_clustered(&mut self, data: &InstData, elems: &[Elem], x: &[&[Val]]) -> Option<Vec<Val>> {
        let Elem::Scalar(scalar @ (Scalar::F16 | Scalar::BF16)) = *elems.first()? else {
            return None;
        };
        let ty = if scalar == Scalar::F16 { Ty::F16x2 } else { Ty::Bf16x2 };
        let native = self.target.has_arithmetic(ty);
        let (near, keep) = (Round::Nearest, Ftz::Keep);
        let nan = |propagate: bool| if propagate { NanMode::Propagate } else { NanMode::Ignore };
        let is_pitch_line_aligned = x[0].len().is_multiple_of(2);
        let op = match data {
            InstData::AddF { rounding: Rounding::NearestEven, .. } if native => {
                Op::AddF { round: near, ftz: keep, ty }
            }
            InstData::SubF { rounding: Rounding::NearestEven, .. } if native => {
                Op::SubF { round: near, ftz: keep, ty }
            }
            InstData::MulF { rounding: Rounding::NearestEven, .. } if native => {
                Op::MulF { round: near, ftz: keep, ty }
            }
            InstData::Fma { rounding: Rounding::NearestEven, .. } => {
                Op::Fma { round: near, ftz: keep, ty }
            }
            InstData::MaxF { propagate_nan, .. } => {
                Op::MaxF { ftz: keep, nan: nan(*propagate_nan), ty }
            }
            InstData::MinF { propagate_nan, .. } => {
                Op::MinF { ftz: keep, nan: nan(*propagate_nan), ty }
            }
            _ => return None,
        };
        if !is_pitch_line_aligned {
            return None;
        }
        let mut out = Vec::with_capacity(x[0].len());
        for i in (0..x[0].len()).step_by(2) {
            let words: SmallVec<[Val; 3]> =
                x.iter().map(|tile| self.b.pack16(tile[i], tile[i + 1])).collect();
            let word = self.b.def(op, &words);
            let (lo, hi) = self.b.unpack16(word);
            out.extend([lo, hi]);
        }
        Some(out)
    }

    /// One element of a float operation on operands of type `scalar`.
    fn float(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        match data {
            InstData::AbsF { .. } => return Ok(self.mask_sign(x[0], scalar, true)),
            InstData::NegF { .. } => return Ok(self.mask_sign(x[0], scalar, false)),
            _ => {}
        }
        match scalar {
            Scalar::F16 | Scalar::BF16 => self.half(data, scalar, x),
            _ => self.wide_float(data, scalar, x),
        }
    }

    /// Sign bit cleared or flipped: exact on every value, NaN included.
    fn mask_sign(&mut self, val: Val, scalar: Scalar, clear: bool) -> Val {
        let sign = 1u64 << (scalar.bits() - 1);
        let ty = float_type(scalar).untyped();
        if clear {
            self.b.def(Op::And { ty }, &[val, Val::Imm(sign - 1)])
        } else {
            let negated = self.b.def(Op::Xor { ty }, &[val, Val::Imm(sign)]);
            if scalar == Scalar::F32 {
                self.b.set_negative(negated, val);
            }
            negated
        }
    }

    /// The operands of a sum or product of f32, which takes the negative of a number for free. Which NaN
    /// one operand is does not show: the result is always the same.
    ///
    /// A negative that elements share, as that of a row's maximum, is one instruction for all of them and
    /// stays one: without it `ptxas` 13.0 brings the exponentials of a row into another order, with which
    /// attention on an H200 took 8 to 10 % longer where heads have 64 columns and the mask is causal,
    /// and 1 to 4 % less time without a mask.
    fn with_signs<'x>(
        &mut self,
        data: &InstData,
        elem: Option<&Elem>,
        x: &[&'x [Val]],
    ) -> SmallVec<[Cow<'x, [Val]>; 4]> {
        let is_sum_or_product = matches!(
            data,
            InstData::AddF { .. }
                | InstData::SubF { .. }
                | InstData::MulF { .. }
                | InstData::Fma { .. }
        );
        if !is_sum_or_product || elem != Some(&Elem::Scalar(Scalar::F32)) {
            return x.iter().map(|&tile| Cow::Borrowed(tile)).collect();
        }
        let mut signed = |tile: &&'x [Val]| {
            let sources: Vec<Option<Val>> =
                tile.iter().map(|&val| self.b.negative_of(val)).collect();
            let mut seen = FxHashSet::default();
            let mut negatives = tile.iter().zip(&sources).filter(|(_, source)| source.is_some());
            if negatives.any(|(&val, _)| !seen.insert(val)) {
                return Cow::Borrowed(*tile);
            }
            let neg = Op::NegF { ftz: Ftz::Keep, ty: Ty::F32 };
            let values = tile.iter().zip(sources);
            values.map(|(&val, of)| of.map_or(val, |of| self.b.def(neg, &[of]))).collect()
        };
        x.iter().map(&mut signed).collect()
    }

    /// f16 and bf16.
    fn half(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        let ty = float_type(scalar);
        let native = self.target.has_arithmetic(ty);
        let (near, keep) = (Round::Nearest, Ftz::Keep);
        let nan = |propagate: bool| if propagate { NanMode::Propagate } else { NanMode::Ignore };
        let op = match data {
            InstData::AddF { rounding: Rounding::NearestEven, .. } if native => {
                Some(Op::AddF { round: near, ftz: keep, ty })
            }
            InstData::SubF { rounding: Rounding::NearestEven, .. } if native => {
                Some(Op::SubF { round: near, ftz: keep, ty })
            }
            InstData::MulF { rounding: Rounding::NearestEven, .. } if native => {
                Some(Op::MulF { round: near, ftz: keep, ty })
            }
            InstData::Fma { rounding: Rounding::NearestEven, .. } => {
                Some(Op::Fma { round: near, ftz: keep, ty })
            }
            InstData::MaxF { propagate_nan, .. } => {
                Some(Op::MaxF { ftz: keep, nan: nan(*propagate_nan), ty })
            }
            InstData::MinF { propagate_nan, .. } => {
                Some(Op::MinF { ftz: keep, nan: nan(*propagate_nan), ty })
            }
            InstData::CmpF { predicate, ordering, .. } if native => {
                Some(Op::Setp { cmp: cmp(*predicate, *ordering), ftz: keep, ty })
            }
            _ => None,
        };
        if let Some(op) = op {
            return Ok(self.b.def(op, x));
        }
        let wide: SmallVec<[Val; 3]> = x.iter().map(|&val| self.to_f32(val, scalar)).collect();
        let result = self.wide_float(data, Scalar::F32, &wide)?;
        if let InstData::CmpF { .. } = data {
            return Ok(result);
        }
        let rounding = match data {
            InstData::AddF { rounding, .. } | InstData::SubF { rounding, .. } => *rounding,
            InstData::MulF { rounding, .. } | InstData::Fma { rounding, .. } => *rounding,
            InstData::DivF { rounding, .. } | InstData::Sqrt { rounding, .. } => *rounding,
            _ => Rounding::NearestEven,
        };
        let rounding = if rounding.is_ieee() { rounding } else { Rounding::NearestEven };
        Ok(self.from_f32(result, scalar, rounding))
    }

    /// f32 and f64.
    fn wide_float(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        let ty = float_type(scalar);
        let nan = |propagate: bool| if propagate { NanMode::Propagate } else { NanMode::Ignore };
        let op = match data {
            InstData::AddF { rounding, flush_to_zero, .. } => {
                Op::AddF { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::SubF { rounding, flush_to_zero, .. } => {
                Op::SubF { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::MulF { rounding, flush_to_zero, .. } => {
                Op::MulF { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::Fma { rounding, flush_to_zero, .. } => {
                Op::Fma { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::DivF { rhs, rounding: Rounding::Approx, flush_to_zero: false, .. }
                if scalar == Scalar::F32 && self.is_normal(*rhs) =>
            {
                let op = Op::Rcp { round: Round::Approx, ftz: Ftz::Flush, ty };
                let reciprocal = self.b.def(op, &[x[1]]);
                let op = Op::MulF { round: Round::None, ftz: Ftz::Keep, ty };
                return Ok(self.b.def(op, &[x[0], reciprocal]));
            }
            InstData::DivF { rounding, flush_to_zero, .. } => {
                Op::DivF { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::Sqrt { rounding, flush_to_zero, .. } => {
                Op::Sqrt { round: round(*rounding), ftz: ftz(*flush_to_zero), ty }
            }
            InstData::MaxF { propagate_nan, .. } | InstData::MinF { propagate_nan, .. }
                if scalar == Scalar::F64 && *propagate_nan =>
            {
                return Ok(self.extremum_f64(data, x));
            }
            InstData::MaxF { propagate_nan, flush_to_zero, .. } => {
                Op::MaxF { ftz: ftz(*flush_to_zero), nan: nan(*propagate_nan), ty }
            }
            InstData::MinF { propagate_nan, flush_to_zero, .. } => {
                Op::MinF { ftz: ftz(*flush_to_zero), nan: nan(*propagate_nan), ty }
            }
            InstData::CmpF { predicate, ordering, .. } => {
                Op::Setp { cmp: cmp(*predicate, *ordering), ftz: Ftz::Keep, ty }
            }
            InstData::Ceil { .. } => return Ok(self.round_to_integer(x[0], ty, Round::UpInt)),
            InstData::Floor { .. } => return Ok(self.round_to_integer(x[0], ty, Round::DownInt)),
            _ => return self.math(data, scalar, x),
        };
        Ok(self.b.def(op, x))
    }

    fn round_to_integer(&mut self, val: Val, ty: Ty, round: Round) -> Val {
        use crate::ptx::types::Saturate;
        let op = Op::Cvt { round, ftz: Ftz::Keep, sat: Saturate::No, to: ty, from: ty };
        self.b.def(op, &[val])
    }

    /// f64 minimum and maximum that propagate NaN, which PTX lacks.
    fn extremum_f64(&mut self, data: &InstData, x: &[Val]) -> Val {
        let ty = Ty::F64;
        let (ftz, nan) = (Ftz::Keep, NanMode::Ignore);
        let op = match data {
            InstData::MaxF { .. } => Op::MaxF { ftz, nan, ty },
            _ => Op::MinF { ftz, nan, ty },
        };
        let number = self.b.def(op, x);
        let is_nan = self.b.def(Op::Setp { cmp: Cmp::Nan, ftz, ty }, x);
        // The sum of a NaN and anything is that NaN.
        let sum = self.b.def(Op::AddF { round: Round::Nearest, ftz, ty }, x);
        self.b.def(Op::Selp { ty }, &[sum, number, is_nan])
    }
}
