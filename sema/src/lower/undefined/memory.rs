//! Accesses that constants decide: a tile of a view that its tensor does not have, a store of many elements to one address,
//! a reduction of elements that a mask left without a value.
//!
//! The operations that make a value say along which axes it varies. Everything that they do not prove is unknown and
//! no reason for a warning.

use ir::ops::InstData;
use ir::{CmpPredicate, Inst, Signedness, Type, Value};
use lang::base::{Diagnostic, Span};

use super::super::Lowerer;
use super::{Flaw, Help, Rule, Undefined};
use crate::codes;

/// How far back the operations that make a value are followed.
const MAX_STEPS: u32 = 8;

/// One axis of a view: the index of a tile, the extent of the tensor, and how far apart tiles begin.
pub(in crate::lower) struct ViewAxis {
    pub index: Value,
    /// `None` if a value has it.
    pub extent: Option<i64>,
    pub extent_value: Value,
    pub step: u32,
}

impl Lowerer<'_, '_> {
    /// An access of the tile of a view that the indices number.
    pub(in crate::lower) fn note_tile_of_view(&mut self, at: Span, axes: &[ViewAxis]) {
        let outside = axes.iter().enumerate().find_map(|(axis, of_axis)| {
            let index = self.constant_of_all(of_axis.index)?;
            if index < 0 {
                return Some((axis, index, None));
            }
            let extent = of_axis.extent.or_else(|| self.constant_of_all(of_axis.extent_value))?;
            let extent = u64::try_from(extent).ok()?;
            let count = extent.div_ceil(u64::from(of_axis.step.max(1)));
            (index.unsigned_abs() >= count).then_some((axis, index, Some(count)))
        });
        let undefined = outside.map(|(axis, index, count)| {
            let has = match count {
                None => "has no tile with a negative number".to_owned(),
                Some(1) => "of the tensor has 1 tile of this shape".to_owned(),
                Some(count) => format!("of the tensor has {count} tiles of this shape"),
            };
            Undefined {
                code: codes::UNDEFINED_OPERATION,
                message: format!("index {index} is outside: axis {axis} {has}"),
                help: Help::Text(
                    "an index of a view is the number of a tile, not of its first element"
                        .to_owned(),
                ),
            }
        });
        self.note_operation(at, undefined);
    }

    /// A store without a mask.
    pub(in crate::lower) fn note_store(&mut self, at: Span, pointers: Value, masked: bool) {
        let dims = self.types.dims(self.function.value_type(pointers));
        let n_elements: u64 = dims.iter().map(|&dim| u64::from(dim)).product();
        if n_elements <= 1 {
            return;
        }
        let dims = dims.to_vec();
        let n_same = |axis: usize| match self.is_same_along(pointers, axis, MAX_STEPS) {
            true => u64::from(dims[axis]),
            false => 1,
        };
        let n_at_once: u64 = match masked {
            true => 1,
            false => (0..dims.len()).map(n_same).product(),
        };
        let undefined = (n_at_once > 1).then(|| {
            let what = match n_at_once == n_elements {
                true => format!("all {n_elements} elements go to one address"),
                false => format!("each address takes {n_at_once} of the {n_elements} elements"),
            };
            Undefined {
                code: codes::UNDEFINED_OPERATION,
                message: format!("the store is undefined: {what}"),
                help: Help::Text("reduce the tile to one element, `sum<0>(x)`, or add to the address with `atomic_add`"
                    .to_owned()),
            }
        });
        self.note_operation(at, undefined);
    }

    /// A reduction of `x` along an axis.
    pub(in crate::lower) fn note_reduction(&mut self, at: Span, x: Value, axis: u32) {
        let load = self.load_without_padding(x, MAX_STEPS);
        let load = load.filter(|&(_, mask)| self.varies_along(mask, axis as usize, MAX_STEPS));
        let span = self.user_call(self.span);
        let found = load.map(|(load, _)| {
            let message = "the reduction reads elements that a masked load left without a value";
            let help = "give the load a third argument, the value of the elements outside of the mask: `load_masked(p, mask, 0.0f)` for a sum";
            let diagnostic = Diagnostic::new(codes::UNSPECIFIED_ELEMENTS, span, message)
                .label("reduced here")
                .help(self.cx.in_users_spelling(help));
            let at = self.function.span(load);
            Flaw::Told(Box::new(match self.cx.is_users_text(at) {
                true => diagnostic.secondary(at, "loaded here, without a value where the mask is false"),
                false => diagnostic,
            }))
        });
        self.note_at(span, at, Rule::Constants, found);
    }

    /// The load that a value comes from, through conversions alone, and its mask, if the load has no padding.
    fn load_without_padding(&self, value: Value, steps: u32) -> Option<(Inst, Value)> {
        let steps = steps.checked_sub(1)?;
        let inst = self.function.def_inst(value)?;
        match self.function.data(inst) {
            InstData::LoadPtrTko { mask, padding, .. } if padding.is_none() => {
                mask.map(|mask| (inst, mask))
            }
            data @ (InstData::FToF { .. }
            | InstData::ExtI { .. }
            | InstData::TruncI { .. }
            | InstData::IToF { .. }
            | InstData::NegF { .. }
            | InstData::NegI { .. }) => self.load_without_padding(*data.operands().first()?, steps),
            _ => None,
        }
    }

    /// Whether all elements along an axis are certainly equal.
    fn is_same_along(&self, value: Value, axis: usize, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let Some(data) = self.function.def_data(value) else { return false };
        let all = |operands: &[Value]| {
            operands.iter().all(|&operand| self.is_same_along(operand, axis, steps))
        };
        match data {
            InstData::Constant { value } => value.as_splat().is_some(),
            InstData::Broadcast { source } => {
                let dims = |ty: Type| self.types.dims(ty).get(axis).copied();
                let from = dims(self.function.value_type(*source));
                let is_spread = from == Some(1) && dims(self.function.value_type(value)) != from;
                is_spread || self.is_same_along(*source, axis, steps)
            }
            InstData::Reshape { source } => self
                .axis_before_reshape(*source, value, axis)
                .is_some_and(|axis| self.is_same_along(*source, axis, steps)),
            InstData::MulI { .. } if self.has_zero(data) => true,
            InstData::CmpI { .. } if self.is_decided(data) => true,
            InstData::Offset { .. }
            | InstData::AddI { .. }
            | InstData::SubI { .. }
            | InstData::MulI { .. }
            | InstData::ExtI { .. }
            | InstData::TruncI { .. }
            | InstData::PtrToPtr { .. }
            | InstData::CmpI { .. }
            | InstData::AndI { .. } => all(&data.operands()),
            _ => false,
        }
    }

    /// Whether constants decide a comparison for all elements.
    pub(super) fn is_decided(&self, comparison: &InstData) -> bool {
        let InstData::CmpI { lhs, rhs, predicate, signedness: Signedness::Signed } = *comparison
        else {
            return false;
        };
        let (Some(x), Some(y)) = (self.range_of(lhs, MAX_STEPS), self.range_of(rhs, MAX_STEPS))
        else {
            return false;
        };
        match predicate {
            CmpPredicate::LessThan | CmpPredicate::GreaterThanOrEqual => x.1 < y.0 || x.0 >= y.1,
            CmpPredicate::GreaterThan | CmpPredicate::LessThanOrEqual => y.1 < x.0 || y.0 >= x.1,
            CmpPredicate::Equal | CmpPredicate::NotEqual => x.1 < y.0 || y.1 < x.0,
        }
    }

    /// The least and the greatest element of a tile that places and constants make.
    fn range_of(&self, value: Value, steps: u32) -> Option<(i64, i64)> {
        let steps = steps.checked_sub(1)?;
        if let Some(constant) = self.constant_of_all(value) {
            return Some((constant, constant));
        }
        match *self.function.def_data(value)? {
            InstData::Iota {} => {
                let &length = self.types.dims(self.function.value_type(value)).first()?;
                Some((0, i64::from(length) - 1))
            }
            InstData::Broadcast { source }
            | InstData::Reshape { source }
            | InstData::ExtI { from: source, signedness: Signedness::Signed } => {
                self.range_of(source, steps)
            }
            InstData::AddI { lhs, rhs, .. } => {
                let (x, y) = (self.range_of(lhs, steps)?, self.range_of(rhs, steps)?);
                Some((x.0.checked_add(y.0)?, x.1.checked_add(y.1)?))
            }
            _ => None,
        }
    }

    /// Whether elements along an axis may differ, and do not where another axis alone decides.
    fn varies_along(&self, mask: Value, axis: usize, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        if let Some(InstData::AndI { lhs, rhs, .. }) = self.function.def_data(mask) {
            return self.varies_along(*lhs, axis, steps) || self.varies_along(*rhs, axis, steps);
        }
        let dims = self.types.dims(self.function.value_type(mask));
        let others = (0..dims.len()).filter(|&other| other != axis && dims[other] > 1);
        dims.get(axis).is_some_and(|&dim| dim > 1)
            && self.splat_of(mask).is_none()
            && !self.is_same_along(mask, axis, MAX_STEPS)
            && others.into_iter().all(|other| self.is_same_along(mask, other, MAX_STEPS))
    }

    /// Whether an operand is a constant zero.
    fn has_zero(&self, data: &InstData) -> bool {
        data.operands().iter().any(|&operand| self.constant_of_all(operand) == Some(0))
    }

    /// The axis of `source` that is `axis` of its reshape `result`, where axes of extent 1 come or go and no other does.
    fn axis_before_reshape(&self, source: Value, result: Value, axis: usize) -> Option<usize> {
        let large = |value: Value| -> Vec<(usize, u32)> {
            let dims = self.types.dims(self.function.value_type(value));
            dims.iter().copied().enumerate().filter(|&(_, dim)| dim > 1).collect()
        };
        let (before, after) = (large(source), large(result));
        let dims = |axes: &[(usize, u32)]| axes.iter().map(|axis| axis.1).collect::<Vec<_>>();
        if dims(&before) != dims(&after) {
            return None;
        }
        let place = after.iter().position(|&(found, _)| found == axis)?;
        before.get(place).map(|&(axis, _)| axis)
    }
}
