//! MMAs that have less of K than an instruction of tensor cores, with zeros for the rest.
//!
//! ```text
//! mma a, b, c : M x 16, 16 x N   =>   mma (a | 0), (b | -0), c : M x 32, 32 x N          of 8-bit floats, say
//! ```
//!
//! Without it such MMAs are multiply-adds of one element after the other. The sums are the same to the bit: each product
//! of padding is -0, which changes no number that it is added to, and no term of the MMA itself meets padding.
//!
//! In: a verified module. Out: the module with such MMAs, where the target has an instruction for their formats and they have
//! the rows and columns of one.

use ir::builder::Builder;
use ir::{DenseConstant, Function, Inst, InstData, Module, Scalar, TypeStore, Value};

use crate::mma::instruction::fragment;
use crate::target::Target;

/// The module with such MMAs; `None` if there are none.
pub fn pad_k(module: &Module, target: &Target) -> Option<Module> {
    let mut padded: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        for inst in function.insts_in_order() {
            let Some(short) = ShortMma::of(module, function, inst, target) else { continue };
            let Module { entries, types, .. } = padded.get_or_insert_with(|| module.clone());
            short.pad(&mut entries[entry], types, inst);
        }
    }
    padded
}

/// An MMA and the K of the instruction that computes it.
struct ShortMma {
    operands: [Value; 2],
    elem: Scalar,
    /// The dimension along K of each operand.
    dims: [usize; 2],
    wanted: u32,
}

impl ShortMma {
    fn of(module: &Module, function: &Function, inst: Inst, target: &Target) -> Option<ShortMma> {
        let (InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. }) =
            *function.data(inst)
        else {
            return None;
        };
        let scalar = |value| module.types.elem_scalar(function.value_type(value));
        let dims = |value| module.types.dims(function.value_type(value));
        let elem = scalar(lhs)?;
        let (rows, columns, wanted) = fragment(elem, scalar(acc)?, target)?.shape();
        let (&[ref batches @ .., m, n], &[.., k]) = (dims(acc), dims(lhs)) else { return None };
        let is_short = m >= rows && n >= columns && k < wanted && k.is_power_of_two();
        let dims = [batches.len() + 1, batches.len()];
        is_short.then_some(ShortMma { operands: [lhs, rhs], elem, dims, wanted })
    }

    fn pad(&self, function: &mut Function, types: &mut TypeStore, inst: Inst) {
        let sign = self.elem.float_format().map_or(0, |_| 1 << (self.elem.bits() - 1));
        let operands = [(0, 0), (1, sign)].map(|(number, zero)| {
            let mut b = Builder::before(function, types, inst);
            self.padded(&mut b, number, zero)
        });
        let [Some(left), Some(right)] = operands else { return };
        if let InstData::MmaF { lhs, rhs, .. } | InstData::MmaI { lhs, rhs, .. } =
            function.data_mut(inst)
        {
            (*lhs, *rhs) = (left, right);
        }
    }

    /// An operand with zeros of these bits behind its elements along K.
    fn padded(&self, b: &mut Builder<'_>, number: usize, zero: u64) -> Option<Value> {
        let (mut tile, dim) = (self.operands[number], self.dims[number]);
        loop {
            let ty = b.function.value_type(tile);
            let dims = b.types.dims(ty);
            if dims[dim] >= self.wanted {
                return Some(tile);
            }
            let zeros = b.constant(DenseConstant::splat(self.elem, zero), ty);
            tile = b.cat(tile, zeros, dim as u32);
        }
    }
}
