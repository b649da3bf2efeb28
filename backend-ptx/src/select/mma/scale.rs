//! MMAs whose operands have a scale per block of elements.
//!
//! Scales are multiplied into the operands, in f32: an element and a power of two give an exact
//! MMA, so only the sums round, as in any MMA by multiply-adds.

use ir::{InstData, Scalar, Value};
use smallvec::SmallVec;

use crate::linear::layout::{LinearLayout, coordinates};
use crate::mma::assign::MmaPlan;
use crate::mma::block_scale::scale_layout;
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Ftz, Round, Ty};
use crate::select::shape::register_of;
use crate::select::{Cx, Select, Unsupported};

/// The scales of an operand, each thread's own.
pub struct Scales {
    layout: LinearLayout,
    format: Scalar,
    values: Vec<Val>,
}

impl Scales {
    /// Which of the scales is that of the element in a register of the operand's layout.
    fn place(&self, layout: &LinearLayout, register: u32) -> usize {
        let mut at = coordinates(layout.shape(), layout.register_part(register));
        let blocks = layout.shape().iter().zip(self.layout.shape());
        for (place, (&all, &of)) in at.iter_mut().zip(blocks) {
            *place /= all / of;
        }
        register_of(&self.layout, &at) as usize
    }

    /// The scale of the element in a register of the operand's layout.
    pub fn of_register(&self, layout: &LinearLayout, register: u32) -> Val {
        self.values[self.place(layout, register)]
    }
}

impl Cx<'_> {
    /// The scales of A and B where each thread has them beside its elements, if this MMA wants them there.
    pub(super) fn scales_of_operands(
        &mut self,
        plan: &MmaPlan,
        data: &InstData,
    ) -> Select<Option<(Scales, Scales)>> {
        let InstData::MmaFScaled { lhs_scale, rhs_scale, .. } = data else { return Ok(None) };
        if !plan.engine.multiplies_with_own_scales() {
            return Ok(None);
        }
        Ok(Some((self.scales(&plan.a, *lhs_scale)?, self.scales(&plan.b, *rhs_scale)?)))
    }

    fn scales(&mut self, operand: &LinearLayout, scale: Value) -> Select<Scales> {
        let ir::Elem::Scalar(format) = self.elem(scale) else {
            return Err(Unsupported::op("scales that are pointers"));
        };
        let dims: SmallVec<[u32; 4]> = self.dims(scale).into();
        let layout = scale_layout(operand, &dims);
        let id = self.plan.layouts.intern(layout.clone());
        let values = self.at(scale, id)?.to_vec();
        Ok(Scales { layout, format, values })
    }

    /// Elements of an operand as f32, each times its scale, from these registers of its layout.
    pub(super) fn scaled(
        &mut self,
        operand: &[Val],
        registers: &[u32],
        from: Scalar,
        layout: &LinearLayout,
        scales: &Scales,
    ) -> Select<Vec<Val>> {
        let near = ir::Rounding::NearestEven;
        // Each scale is converted once.
        let places: Vec<usize> =
            registers.iter().map(|&register| scales.place(layout, register)).collect();
        let mut used = places.clone();
        used.sort_unstable();
        used.dedup();
        let few: Vec<Val> = used.iter().map(|&at| scales.values[at]).collect();
        let few = self.convert_floats(&few, scales.format, Scalar::F32, near)?;
        let operand = self.convert_floats(operand, from, Scalar::F32, near)?;
        let mma = Op::MulF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        let mut out = Vec::with_capacity(operand.len());
        for (place, element) in places.iter().zip(operand) {
            let scale = few[used.binary_search(place).unwrap_or_default()];
            out.push(self.b.def(mma, &[element, scale]));
        }
        Ok(out)
    }
}
