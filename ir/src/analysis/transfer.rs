//! How each op makes the facts of its results from those of its operands.

use std::cmp::min;

use super::bounds::Bounds;
use super::facts::{Axis, FactMap, Facts, MAX_DIVISOR, unit_of};
use crate::attrs::{Assumption, CmpPredicate, Overflow, Permutation, Rounding, Signedness};
use crate::entities::{Inst, Type, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::scalar::int;
use crate::types::{Elem, Scalar, TypeKind, TypeStore};

/// The largest grid: what the block coordinates and counts are below (PTX, launch limits).
const MAX_GRID: [i64; 3] = [(1 << 31) - 1, 65535, 65535];

/// What the type alone says.
pub(super) fn of_type(types: &TypeStore, ty: Type) -> Facts {
    match types.kind(ty) {
        TypeKind::Tile(tile) => match tile.elem {
            Elem::Scalar(elem) if elem.is_int() => Facts::unknown(&tile.dims, elem),
            // An access through a pointer that is not aligned to its pointee is undefined, and a
            // pointer that nothing accesses needs no facts.
            Elem::Ptr(pointee) | Elem::MultimemPtr(pointee, _) => {
                let mut facts = Facts::unknown(&tile.dims, Scalar::I64);
                for axis in &mut facts.axes {
                    axis.divisor = u64::from(pointee.bytes());
                }
                facts
            }
            Elem::Scalar(_) => Facts::default(),
        },
        TypeKind::Token
        | TypeKind::TensorView(_)
        | TypeKind::PartitionView(_)
        | TypeKind::StridedView(_)
        | TypeKind::GatherScatterView(_) => Facts::default(),
    }
}

/// The induction variable of a `for`: `lower + k * step` below `upper`.
pub(super) fn of_induction(
    map: &FactMap,
    elem: Option<Scalar>,
    [lower, upper, step]: [Value; 3],
    unsigned: bool,
) -> Facts {
    let (lower, upper, step) = (map.get(lower), map.get(upper), map.get(step));
    let divisor = min(lower.divisor(), step.divisor());
    let all = elem.map_or(Bounds::ALL, Bounds::of);
    let ordered = !unsigned || (lower.bounds.is_non_negative() && upper.bounds.is_non_negative());
    let bounds = if ordered {
        // In the body there is a turn, so the upper bound exceeds the lower one.
        let last = upper.bounds.upper.saturating_sub(1).max(lower.bounds.lower);
        Bounds::new(lower.bounds.lower, last)
    } else {
        all
    };
    Facts::uniform(&[], divisor, bounds)
}

/// Computes the facts of the results of an instruction without regions.
pub(super) fn visit(map: &mut FactMap, function: &Function, types: &TypeStore, inst: Inst) {
    let data = function.data(inst);
    let results = function.results(inst);
    if let (InstData::GetTileBlockId {} | InstData::GetNumTileBlocks {}, &[x, y, z]) =
        (data, results)
    {
        let first = i64::from(matches!(data, InstData::GetNumTileBlocks {}));
        for (value, max) in [x, y, z].into_iter().zip(MAX_GRID) {
            map.set(value, Facts::uniform(&[], 1, Bounds::new(first, max + first - 1)));
        }
        return;
    }
    for &result in results {
        let ty = function.value_type(result);
        let facts = Transfer { map, function, types, ty }.facts(data);
        map.set(result, facts.unwrap_or_else(|| of_type(types, ty)));
    }
}

/// One application of a rule.
struct Transfer<'a> {
    map: &'a FactMap,
    function: &'a Function,
    types: &'a TypeStore,
    /// The type of the result.
    ty: Type,
}

impl<'a> Transfer<'a> {
    fn of(&self, value: Value) -> &'a Facts {
        self.map.get(value)
    }

    fn dims(&self) -> &'a [u32] {
        self.types.dims(self.ty)
    }

    /// The integer format of the result.
    fn elem(&self) -> Option<Scalar> {
        self.types.elem_scalar(self.ty).filter(|elem| elem.is_int())
    }

    fn unit(&self, value: Value) -> u64 {
        unit_of(self.types.elem(self.function.value_type(value)))
    }

    /// Whether an op reads truth values as signed, so that true is -1: bounds have it as 1.
    fn reads_negative_truth(&self, data: &InstData) -> bool {
        let (InstData::MaxI { lhs, signedness, .. }
        | InstData::MinI { lhs, signedness, .. }
        | InstData::DivI { lhs, signedness, .. }
        | InstData::RemI { lhs, signedness, .. }
        | InstData::ShrI { value: lhs, signedness, .. }) = data
        else {
            let InstData::CmpI { lhs, signedness, predicate, .. } = data else { return false };
            let orders = !matches!(predicate, CmpPredicate::Equal | CmpPredicate::NotEqual);
            return orders && *signedness == Signedness::Signed && self.is_truth(*lhs);
        };
        *signedness == Signedness::Signed && self.is_truth(*lhs)
    }

    fn is_truth(&self, value: Value) -> bool {
        self.types.elem_scalar(self.function.value_type(value)) == Some(Scalar::I1)
    }

    /// The facts of the first result; `None` for what only its type says.
    fn facts(&self, data: &InstData) -> Option<Facts> {
        if self.reads_negative_truth(data) {
            return None;
        }
        match data {
            InstData::Constant { value } => self.constant(value),
            InstData::Iota {} => {
                let len = *self.dims().first()?;
                let mut facts =
                    Facts::uniform(&[len], MAX_DIVISOR, Bounds::new(0, i64::from(len) - 1));
                facts.axes[0] = Axis { contiguity: len, constancy: 1, divisor: MAX_DIVISOR };
                Some(facts)
            }
            InstData::AddI { lhs, rhs, overflow } => self.sum(*lhs, *rhs, *overflow),
            InstData::SubI { lhs, rhs, overflow } => self.difference(*lhs, *rhs, *overflow),
            InstData::MulI { lhs, rhs, overflow } => self.product(*lhs, *rhs, *overflow),
            InstData::ShlI { value, amount, overflow } => {
                let amount = self.of(*amount).bounds.value().filter(|n| (0..63).contains(n))?;
                Some(self.scaled(*value, 1 << amount, *overflow))
            }
            InstData::ShrI { value, amount, signedness } => {
                let amount = self.of(*amount).bounds.value().filter(|n| (0..63).contains(n))?;
                Some(self.quotient(*value, 1 << amount, *signedness))
            }
            InstData::DivI { lhs, rhs, signedness, rounding } => {
                self.division(*lhs, *rhs, *signedness, *rounding)
            }
            InstData::RemI { lhs, rhs, signedness } => self.remainder(*lhs, *rhs, *signedness),
            InstData::AndI { lhs, rhs } => self.and(*lhs, *rhs),
            InstData::OrI { lhs, rhs } | InstData::XorI { lhs, rhs } => self.or(*lhs, *rhs),
            InstData::NegI { source, overflow } => {
                let zero = Bounds::exactly(0);
                let bounds = zero.sub(self.of(*source).bounds, self.elem()?, *overflow);
                Some(self.elementwise(&[*source], bounds))
            }
            InstData::MaxI { lhs, rhs, signedness } => {
                self.extreme(*lhs, *rhs, *signedness, |a, b| {
                    Bounds::new(a.lower.max(b.lower), a.upper.max(b.upper))
                })
            }
            InstData::MinI { lhs, rhs, signedness } => {
                self.extreme(*lhs, *rhs, *signedness, |a, b| {
                    Bounds::new(a.lower.min(b.lower), a.upper.min(b.upper))
                })
            }
            InstData::CmpI { lhs, rhs, predicate, signedness } => {
                Some(self.comparison(*lhs, *rhs, *predicate, *signedness))
            }
            InstData::Select { cond, val_if_true, val_if_false } => {
                self.select(*cond, *val_if_true, *val_if_false)
            }
            InstData::ExtI { from, signedness } => self.extended(*from, *signedness),
            InstData::TruncI { from, overflow } => self.truncated(*from, *overflow),
            InstData::Offset { ptr, offset } => Some(self.offset(*ptr, *offset)),
            InstData::PtrToPtr { source } | InstData::PtrToInt { source } => {
                Some(self.with_other_unit(*source))
            }
            InstData::IntToPtr { source } => Some(self.with_other_unit(*source)),
            InstData::Broadcast { source } => Some(self.broadcast(*source)),
            InstData::Reshape { source } => Some(self.reshape(*source)),
            InstData::Permute { source, permutation } => Some(self.permute(*source, permutation)),
            InstData::Extract { source, .. } => Some(self.extract(*source)),
            // Runs of elements have lengths that are powers of two, so none crosses the edge of a part.
            InstData::Insert { source: lhs, destination: rhs, .. }
            | InstData::Cat { lhs, rhs, .. } => {
                let unit = self.unit(*lhs);
                Some(self.of(*lhs).join(self.of(*rhs), unit))
            }
            InstData::Assume { value, predicate } => Some(self.assume(*value, predicate)),
            InstData::Given { value: source, .. }
            | InstData::Subobject { pointer: source, .. }
            | InstData::Based { pointer: source } => Some(self.of(*source).clone()),
            InstData::MakeTensorView { base, .. } => Some(self.of(*base).clone()),
            InstData::MakePartitionView { tensor_view }
            | InstData::MakeStridedView { tensor_view }
            | InstData::MakeGatherScatterView { tensor_view } => {
                Some(self.of(*tensor_view).clone())
            }
            InstData::Alloca { alignment, .. } => {
                Some(Facts::uniform(&[], u64::try_from(*alignment).ok()?, Bounds::ALL))
            }
            InstData::LoadPtrTko { source, mask: None, .. } => {
                // Equal addresses in one load give equal elements.
                let mut facts = of_type(self.types, self.ty);
                for (axis, from) in facts.axes.iter_mut().zip(&self.of(*source).axes) {
                    axis.constancy = from.constancy;
                }
                Some(facts)
            }
            _ => None,
        }
    }

    fn constant(&self, value: &crate::attrs::DenseConstant) -> Option<Facts> {
        let elem = self.elem()?;
        let width = elem.int_width()?;
        let signed = |bits: u64| {
            if elem == Scalar::I1 { bits as i64 } else { int::sign_extend(width, bits) }
        };
        if let Some(bits) = value.as_splat() {
            let number = signed(bits);
            return Some(Facts::uniform(self.dims(), divisor_of(bits), Bounds::exactly(number)));
        }
        let numbers = || (0..value.len()).map(|i| signed(value.get(i)));
        let mut facts = Facts::unknown(self.dims(), elem);
        facts.bounds = Bounds::new(numbers().min()?, numbers().max()?);
        let divisor = (0..value.len()).map(|i| divisor_of(value.get(i))).min()?;
        for axis in &mut facts.axes {
            axis.divisor = divisor;
        }
        Some(facts)
    }

    /// An op that treats each element alike: constant where all operands are, divisible by what
    /// divides all elements of all of them.
    fn elementwise(&self, operands: &[Value], bounds: Bounds) -> Facts {
        let rank = self.dims().len().max(1);
        let axes = (0..rank).map(|d| {
            let of = |&operand: &Value| (self.of(operand).axis(d), self.unit(operand));
            let constancy = operands.iter().map(|o| of(o).0.constancy).min().unwrap_or(1);
            let divisors = operands.iter().map(|o| of(o).0.divisor_of_runs(1, of(o).1));
            Axis { contiguity: 1, constancy, divisor: divisors.min().unwrap_or(1) }
        });
        Facts { axes: axes.collect(), bounds, wraps: false }
    }

    /// Whether the sum of these bounds can leave the signed range.
    fn may_wrap(&self, exact: Bounds, overflow: Overflow) -> bool {
        let all = self.elem().map_or(Bounds::ALL, Bounds::of);
        !overflow.no_signed_wrap() && exact == all
    }

    /// ```text
    /// contiguous + constant is contiguous; the start of a group is a sum of the starts
    /// ```
    fn sum(&self, lhs: Value, rhs: Value, overflow: Overflow) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.add(b.bounds, self.elem()?, overflow);
        let wraps = a.wraps || b.wraps || self.may_wrap(bounds, overflow);
        let axes = a.axes.iter().zip(&b.axes).map(|(&a, &b)| sum_axis((a, 1), (b, 1)));
        Some(Facts { axes: axes.collect(), bounds, wraps })
    }

    fn difference(&self, lhs: Value, rhs: Value, overflow: Overflow) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.sub(b.bounds, self.elem()?, overflow);
        let wraps = a.wraps || b.wraps || self.may_wrap(bounds, overflow);
        let axes = a.axes.iter().zip(&b.axes).map(|(&a, &b)| {
            // What is subtracted may only be constant, or each of its elements counts.
            let contiguity = min(a.contiguity, b.constancy);
            let divisor = min(a.divisor_of_runs(contiguity, 1), b.divisor_of_runs(1, 1));
            Axis { contiguity, constancy: min(a.constancy, b.constancy), divisor }
        });
        Some(Facts { axes: axes.collect(), bounds, wraps })
    }

    fn product(&self, lhs: Value, rhs: Value, overflow: Overflow) -> Option<Facts> {
        for (value, factor) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(factor) = self.of(factor).bounds.value() {
                return Some(self.scaled(value, factor, overflow));
            }
        }
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.mul(b.bounds, self.elem()?, overflow);
        let axes = a.axes.iter().zip(&b.axes).map(|(a, b)| Axis {
            contiguity: 1,
            constancy: min(a.constancy, b.constancy),
            divisor: times(a.divisor_of_runs(1, 1), b.divisor_of_runs(1, 1)),
        });
        Some(Facts { axes: axes.collect(), bounds, wraps: false })
    }

    /// `value * factor`.
    fn scaled(&self, value: Value, factor: i64, overflow: Overflow) -> Facts {
        let of = self.of(value);
        if factor == 1 {
            return of.clone();
        }
        let elem = self.elem().unwrap_or(Scalar::I64);
        let bounds = of.bounds.mul(Bounds::exactly(factor), elem, overflow);
        let axes = of.axes.iter().map(|axis| Axis {
            contiguity: 1,
            constancy: axis.constancy,
            divisor: times(axis.divisor_of_runs(1, 1), divisor_of(factor as u64)),
        });
        Facts { axes: axes.collect(), bounds, wraps: false }
    }

    fn division(
        &self,
        lhs: Value,
        rhs: Value,
        signedness: Signedness,
        rounding: Rounding,
    ) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.div(b.bounds, self.elem()?, signedness, rounding);
        // The rules below are about rounding down; of what is not negative toward zero is down.
        let down = rounding == Rounding::NegativeInf
            || rounding == Rounding::Zero
                && (a.bounds.is_non_negative() || signedness == Signedness::Unsigned);
        match b.bounds.value() {
            Some(divisor) if down && divisor > 0 && (divisor as u64).is_power_of_two() => {
                let mut facts = self.quotient(lhs, divisor, signedness);
                facts.bounds = bounds;
                Some(facts)
            }
            _ => Some(constant_where_both_are(a, b, bounds)),
        }
    }

    /// `value` divided by a power of two, rounded down.
    ///
    /// ```text
    /// 8, 9, .., 15  / 4  =  2, 2, 2, 2, 3, 3, 3, 3     contiguous groups become constant ones
    /// ```
    fn quotient(&self, value: Value, divisor: i64, signedness: Signedness) -> Facts {
        let of = self.of(value);
        let elem = self.elem().unwrap_or(Scalar::I64);
        let by = divisor as u64;
        let axes = of.axes.iter().map(|&axis| {
            let group = u32::try_from(by).unwrap_or(u32::MAX).min(axis.contiguity);
            let start = axis.divisor_of_runs(group, 1);
            let constancy =
                if start >= u64::from(group) && group > 1 { group } else { axis.constancy };
            let exact =
                axis.divisor_of_runs(1, 1).max(if axis.contiguity <= group { start } else { 1 });
            Axis { contiguity: 1, constancy, divisor: (exact / by).max(1) }
        });
        let bounds =
            of.bounds.div(Bounds::exactly(divisor), elem, signedness, Rounding::NegativeInf);
        Facts { axes: axes.collect(), bounds, wraps: false }
    }

    fn remainder(&self, lhs: Value, rhs: Value, signedness: Signedness) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.rem(b.bounds, self.elem()?, signedness);
        let non_negative = a.bounds.is_non_negative() || signedness == Signedness::Unsigned;
        match b.bounds.value() {
            Some(n) if non_negative && n > 0 && (n as u64).is_power_of_two() => {
                Some(self.low_bits(lhs, n as u64, bounds))
            }
            _ => Some(constant_where_both_are(a, b, bounds)),
        }
    }

    /// `value` modulo a power of two: groups up to that length stay contiguous if they begin at a
    /// multiple of their length.
    fn low_bits(&self, value: Value, modulus: u64, bounds: Bounds) -> Facts {
        let axes = self.of(value).axes.iter().map(|&axis| {
            let mut group = u32::try_from(modulus).unwrap_or(u32::MAX).min(axis.contiguity);
            while u64::from(group) > axis.divisor_of_runs(group, 1) {
                group /= 2;
            }
            let start = axis.divisor_of_runs(group, 1);
            // Zero is divisible by everything.
            let divisor = if start >= modulus { MAX_DIVISOR } else { start };
            Axis { contiguity: group, constancy: axis.constancy, divisor }
        });
        Facts { axes: axes.collect(), bounds, wraps: false }
    }

    fn and(&self, lhs: Value, rhs: Value) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let bounds = a.bounds.and(b.bounds, self.elem()?);
        for (value, mask) in [(lhs, b), (rhs, a)] {
            if let Some(modulus) = mask.bounds.value().and_then(|mask| mask.checked_add(1))
                && modulus > 1
                && (modulus as u64).is_power_of_two()
            {
                return Some(self.low_bits(value, modulus as u64, bounds));
            }
        }
        let mut facts = self.elementwise(&[lhs, rhs], bounds);
        for (axis, (a, b)) in facts.axes.iter_mut().zip(a.axes.iter().zip(&b.axes)) {
            // Low zero bits of either are low zero bits of the result.
            axis.divisor = a.divisor_of_runs(1, 1).max(b.divisor_of_runs(1, 1));
        }
        Some(facts)
    }

    /// Or and exclusive or. Where one is below what divides the other, both are a sum.
    fn or(&self, lhs: Value, rhs: Value) -> Option<Facts> {
        let (a, b) = (self.of(lhs), self.of(rhs));
        for (low, high) in [(a, b), (b, a)] {
            let fits =
                low.bounds.is_non_negative() && (low.bounds.upper as u64) < high.divisor_of_all(1);
            if fits && self.elem()? != Scalar::I1 {
                return self.sum(lhs, rhs, Overflow::NoWrap);
            }
        }
        let bounds = a.bounds.or(b.bounds, self.elem()?);
        Some(self.elementwise(&[lhs, rhs], bounds))
    }

    fn extreme(
        &self,
        lhs: Value,
        rhs: Value,
        signedness: Signedness,
        pick: fn(Bounds, Bounds) -> Bounds,
    ) -> Option<Facts> {
        let (a, b) = (self.of(lhs).bounds, self.of(rhs).bounds);
        let ordered =
            signedness == Signedness::Signed || a.is_non_negative() && b.is_non_negative();
        let bounds = if ordered { pick(a, b) } else { Bounds::of(self.elem()?) };
        Some(self.elementwise(&[lhs, rhs], bounds))
    }

    /// ```text
    /// 8, 9, .., 15 < n  is constant if 8 divides n
    /// ```
    fn comparison(
        &self,
        lhs: Value,
        rhs: Value,
        predicate: CmpPredicate,
        signedness: Signedness,
    ) -> Facts {
        let (a, b) = (self.of(lhs), self.of(rhs));
        let known = a.bounds.compare(b.bounds, predicate, signedness);
        let bounds = known.map_or(Bounds::new(0, 1), |known| Bounds::exactly(i64::from(known)));
        if known.is_some() {
            return Facts::uniform(self.dims(), divisor_of(bounds.lower as u64), bounds);
        }
        let axes = a.axes.iter().zip(&b.axes).map(|(&a, &b)| {
            let constancy = min(a.constancy, b.constancy).max(match predicate {
                CmpPredicate::LessThan | CmpPredicate::GreaterThanOrEqual => group_below(a, b),
                CmpPredicate::GreaterThan | CmpPredicate::LessThanOrEqual => group_below(b, a),
                CmpPredicate::Equal | CmpPredicate::NotEqual => 1,
            });
            Axis { contiguity: 1, constancy, divisor: 1 }
        });
        Facts { axes: axes.collect(), bounds, wraps: false }
    }

    fn select(&self, cond: Value, yes: Value, no: Value) -> Option<Facts> {
        let unit = self.unit(yes);
        let (mut facts, cond) = (self.of(yes).join(self.of(no), unit), self.of(cond));
        match cond.bounds.value() {
            Some(0) => return Some(self.of(no).clone()),
            Some(_) => return Some(self.of(yes).clone()),
            None => {}
        }
        for (d, axis) in facts.axes.iter_mut().enumerate() {
            let same = cond.axis(d).constancy;
            axis.divisor = axis.divisor_of_runs(same, unit);
            axis.contiguity = axis.contiguity.min(same);
            axis.constancy = axis.constancy.min(same);
        }
        Some(facts)
    }

    // ---- conversions ----

    fn extended(&self, from: Value, signedness: Signedness) -> Option<Facts> {
        let mut facts = self.of(from).clone();
        let narrow = self.types.elem_scalar(self.function.value_type(from))?;
        let keeps = match signedness {
            _ if narrow == Scalar::I1 => false,
            Signedness::Signed => !facts.wraps,
            Signedness::Unsigned => !facts.wraps && facts.bounds.is_non_negative(),
        };
        if !keeps {
            // A group that begins at a multiple of its length does not cross the end of the range.
            for axis in &mut facts.axes {
                while u64::from(axis.contiguity) > axis.divisor {
                    *axis = axis.join(Axis { contiguity: axis.contiguity / 2, ..*axis }, 1);
                }
            }
        }
        facts.wraps = false;
        facts.bounds = match (narrow, signedness) {
            (Scalar::I1, Signedness::Signed) => {
                Bounds::new(-facts.bounds.upper, -facts.bounds.lower)
            }
            (_, Signedness::Unsigned) if !facts.bounds.is_non_negative() => {
                Bounds::new(0, narrow.mask() as i64)
            }
            _ => facts.bounds,
        };
        Some(facts)
    }

    fn truncated(&self, from: Value, overflow: Overflow) -> Option<Facts> {
        let mut facts = self.of(from).clone();
        let all = Bounds::of(self.elem()?);
        if overflow.no_signed_wrap() {
            facts.bounds = facts.bounds.intersection(all);
        } else if !all.contains(facts.bounds) {
            facts.bounds = all;
            facts.wraps = true;
        }
        Some(facts)
    }

    /// Pointers and integers as each other, or as pointers of another size: groups survive only
    /// if the step is the same.
    fn with_other_unit(&self, source: Value) -> Facts {
        let unit = self.unit(source);
        let mut facts = self.of(source).clone();
        facts.bounds = Bounds::ALL;
        if unit == unit_of(self.types.elem(self.ty)) {
            return facts;
        }
        for axis in &mut facts.axes {
            axis.divisor = axis.divisor_of_runs(1, unit);
            axis.contiguity = 1;
        }
        facts
    }

    fn offset(&self, ptr: Value, offset: Value) -> Facts {
        let unit = self.unit(ptr);
        let (p, o) = (self.of(ptr), self.of(offset));
        let narrow = self.types.elem_scalar(self.function.value_type(offset)) != Some(Scalar::I64);
        let axes = p.axes.iter().zip(&o.axes).map(|(&p, &o)| {
            let mut o = o;
            while narrow && self.of(offset).wraps && u64::from(o.contiguity) > o.divisor {
                o = o.join(Axis { contiguity: o.contiguity / 2, ..o }, 1);
            }
            let scaled = Axis { divisor: times(o.divisor, unit), ..o };
            sum_axis((p, unit), (scaled, unit))
        });
        Facts { axes: axes.collect(), bounds: Bounds::ALL, wraps: false }
    }

    // ---- shapes ----

    fn broadcast(&self, source: Value) -> Facts {
        let from = self.types.dims(self.function.value_type(source));
        let of = self.of(source);
        let mut facts = of.clone();
        for (d, (&old, &new)) in from.iter().zip(self.dims()).enumerate() {
            if old != new && d < facts.axes.len() {
                facts.axes[d] = Axis::constant(new, of.axes[d].divisor);
            }
        }
        facts
    }

    fn reshape(&self, source: Value) -> Facts {
        let (from, to) = (self.types.dims(self.function.value_type(source)), self.dims());
        let of = self.of(source);
        let unit = self.unit(source);
        let every = of.divisor_of_all(unit);
        if of.axes.is_empty() {
            return Facts::default();
        }
        if of.is_uniform(from) {
            return Facts { wraps: of.wraps, ..Facts::uniform(to, every, of.bounds) };
        }
        let long =
            |dims: &[u32]| -> Vec<usize> { (0..dims.len()).filter(|&d| dims[d] != 1).collect() };
        let (old, new) = (long(from), long(to));
        let mut axes = smallvec::SmallVec::from_elem(Axis::constant(1, every), to.len().max(1));
        let only_ones =
            old.len() == new.len() && old.iter().zip(&new).all(|(&o, &n)| from[o] == to[n]);
        if only_ones {
            for (&o, &n) in old.iter().zip(&new) {
                axes[n] = of.axes[o];
            }
        } else if let (Some(&o), Some(&n)) = (old.last(), new.last()) {
            // Row-major order: neighbours along the last axis stay neighbours.
            let axis = of.axes[o];
            let contiguity = axis.contiguity.min(to[n]);
            let divisor = axis.divisor_of_runs(contiguity, unit);
            axes[n] = Axis { contiguity, constancy: axis.constancy.min(to[n]), divisor };
        }
        Facts { axes, bounds: of.bounds, wraps: of.wraps }
    }

    fn permute(&self, source: Value, permutation: &Permutation) -> Facts {
        let of = self.of(source);
        let axes = permutation.iter().map(|&dim| of.axis(dim as usize)).collect();
        Facts { axes, bounds: of.bounds, wraps: of.wraps }
    }

    fn extract(&self, source: Value) -> Facts {
        let of = self.of(source);
        let unit = self.unit(source);
        let axes = self.dims().iter().enumerate().map(|(d, &dim)| {
            let axis = of.axis(d);
            let contiguity = axis.contiguity.min(dim);
            let divisor = axis.divisor_of_runs(contiguity, unit);
            Axis { contiguity, constancy: axis.constancy.min(dim), divisor }
        });
        if self.dims().is_empty() {
            return of.clone();
        }
        Facts { axes: axes.collect(), bounds: of.bounds, wraps: of.wraps }
    }

    // ---- promises ----

    fn assume(&self, value: Value, predicate: &Assumption) -> Facts {
        let mut facts = self.of(value).clone();
        if facts.axes.is_empty() {
            // A view: only its base address is spoken of.
            facts.axes.push(Axis::UNKNOWN);
        }
        let dims = self.dims();
        let unit = self.unit(value);
        match predicate {
            Assumption::DivBy { divisor, every: None } => {
                for axis in &mut facts.axes {
                    if axis.contiguity == 1 {
                        axis.divisor = axis.divisor.max((*divisor).min(MAX_DIVISOR));
                    }
                }
            }
            Assumption::DivBy { divisor, every: Some((every, along)) } => {
                let d = *along as usize;
                if let (Some(axis), Some(&dim)) = (facts.axes.get_mut(d), dims.get(d)) {
                    let run = u32::try_from(divisor_of(*every as u64)).unwrap_or(u32::MAX).min(dim);
                    let promised = Axis {
                        contiguity: run,
                        constancy: 1,
                        divisor: (*divisor).min(MAX_DIVISOR),
                    };
                    if run >= axis.contiguity {
                        let known = axis.divisor_of_runs(run, unit);
                        axis.divisor = promised.divisor.max(known);
                        axis.contiguity = run;
                    } else {
                        // Longer groups were known; their starts are starts of the promised ones.
                        axis.divisor = axis.divisor.max(promised.divisor);
                    }
                }
            }
            Assumption::SameElements { groups } => {
                for ((axis, &group), &dim) in facts.axes.iter_mut().zip(groups).zip(dims) {
                    let group = u32::try_from(divisor_of(group as u64)).unwrap_or(u32::MAX);
                    axis.constancy = axis.constancy.max(group.min(dim));
                }
            }
            Assumption::Bounded { lower, upper } => {
                let promised = Bounds::new(lower.unwrap_or(i64::MIN), upper.unwrap_or(i64::MAX));
                facts.bounds = facts.bounds.intersection(promised);
            }
        }
        facts
    }
}

/// The largest power of two that divides `n`; of zero the largest there is.
fn divisor_of(n: u64) -> u64 {
    if n == 0 { MAX_DIVISOR } else { (1u64 << n.trailing_zeros()).min(MAX_DIVISOR) }
}

/// The product of two divisors.
fn times(a: u64, b: u64) -> u64 {
    a.saturating_mul(b).min(MAX_DIVISOR)
}

/// The axis of a sum; each operand with the step inside its groups.
fn sum_axis((a, a_unit): (Axis, u64), (b, b_unit): (Axis, u64)) -> Axis {
    let contiguity = min(a.contiguity, b.constancy).max(min(a.constancy, b.contiguity));
    let divisor = min(a.divisor_of_runs(contiguity, a_unit), b.divisor_of_runs(contiguity, b_unit));
    Axis { contiguity, constancy: min(a.constancy, b.constancy), divisor }
}

/// How long aligned groups of `a < b` are constant: `a` contiguous, `b` constant, both groups of
/// `a` and `b` at multiples of that length.
fn group_below(a: Axis, b: Axis) -> u32 {
    let mut group = min(a.contiguity, b.constancy);
    while group > 1 {
        let length = u64::from(group);
        if a.divisor_of_runs(group, 1) >= length && b.divisor_of_runs(1, 1) >= length {
            break;
        }
        group /= 2;
    }
    group.max(1)
}

/// Of an operation without rules of its own: constant where both operands are.
fn constant_where_both_are(a: &Facts, b: &Facts, bounds: Bounds) -> Facts {
    let axes = a.axes.iter().zip(&b.axes).map(|(a, b)| Axis {
        contiguity: 1,
        constancy: min(a.constancy, b.constancy),
        divisor: 1,
    });
    Facts { axes: axes.collect(), bounds, wraps: false }
}
