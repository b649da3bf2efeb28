//! Extrema are found before a widening conversion.
//!
//! ```text
//! reduce (widen x) { max }  =>  widen (reduce x { max })        likewise min
//! ```
//!
//! A conversion of f16 or bf16 to a wider format changes neither numbers nor their order, and there
//! are instructions for the larger ones of two pairs. So the row stays narrow until something else
//! needs it wide.

use super::Options;
use crate::attrs::{Identities, Literal, Rounding};
use crate::builder::Builder;
use crate::entities::{Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::{Scalar, TypeStore};

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    for inst in function.insts_in_order() {
        if let Some(extremum) = Extremum::of(function, types, inst) {
            extremum.narrow(function, types, inst);
            changed = true;
        }
    }
    changed
}

/// A reduction to the largest or smallest of converted elements.
struct Extremum {
    source: Value,
    from: Scalar,
    rounding: Rounding,
    dim: u32,
    is_max: bool,
    propagate_nan: bool,
}

impl Extremum {
    fn of(function: &Function, types: &TypeStore, inst: Inst) -> Option<Extremum> {
        let InstData::Reduce { operands, dim, body, .. } = function.data(inst) else { return None };
        let &[operand] = &operands[..] else { return None };
        let &InstData::FToF { from: source, rounding, .. } = function.def_data(operand)? else {
            return None;
        };
        let from = types.elem_scalar(function.value_type(source))?;
        let to = types.elem_scalar(function.value_type(operand))?;
        let widens = matches!((from, to), (Scalar::F16 | Scalar::BF16, Scalar::F32 | Scalar::F64));
        let &[combine, end] = function.insts(*body) else { return None };
        let (lhs, rhs, propagate_nan, is_max) = match *function.data(combine) {
            InstData::MaxF { lhs, rhs, propagate_nan, flush_to_zero: false } => {
                (lhs, rhs, propagate_nan, true)
            }
            InstData::MinF { lhs, rhs, propagate_nan, flush_to_zero: false } => {
                (lhs, rhs, propagate_nan, false)
            }
            _ => return None,
        };
        let InstData::Yield { operands: yielded } = function.data(end) else { return None };
        let params = function.block_params(*body);
        let plain = params == [lhs, rhs] && yielded[..] == *function.results(combine);
        let dim = *dim;
        (widens && plain).then_some(Extremum { source, from, rounding, dim, is_max, propagate_nan })
    }

    fn narrow(&self, function: &mut Function, types: &mut TypeStore, inst: Inst) {
        let wide = function.results(inst)[0];
        let ty = function.value_type(wide);
        let mut b = Builder::before(function, types, inst);
        let parts = b.open_reduce(&[self.source], self.dim, self.identity());
        b.switch_to(parts.body);
        let (element, accumulator) = (parts.params[0], parts.params[1]);
        let combined = match self.is_max {
            true => b.maxf(element, accumulator, self.propagate_nan, false),
            false => b.minf(element, accumulator, self.propagate_nan, false),
        };
        b.yield_([combined]);
        let mut b = Builder::before(function, types, inst);
        let widened = b.ftof(parts.results[0], self.rounding, ty);
        function.replace_all_uses(wide, widened);
    }

    /// The least or greatest of all numbers.
    fn identity(&self) -> Identities {
        let infinity = match self.from {
            Scalar::F16 => 0x7C00,
            _ => 0x7F80,
        };
        let sign = if self.is_max { 0x8000 } else { 0 };
        [Literal { elem: self.from, bits: infinity | sign }].into_iter().collect()
    }
}
