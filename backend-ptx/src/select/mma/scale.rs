//! Products whose factors have a scale per block of elements.
//!
//! Scales are multiplied into the factors, in f32: an element and a power of two give an exact
//! product, so only the sums round, as in any product by multiply-adds.

use ir::{Scalar, Value};
use smallvec::SmallVec;

use crate::layout::linear::{LinearLayout, coordinates};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Ftz, Round, Ty};
use crate::select::shape::register_of;
use crate::select::{Cx, Select};

/// The layout in which each thread has the scales of the elements that it has of a factor.
///
/// *Requires* that the extents of the scales divide those of the factor.
pub fn scale_layout(factor: &LinearLayout, scales: &[u32]) -> LinearLayout {
    // Every dimension is that of the scales and, inside of it, that of a block.
    let pairs = factor.shape().iter().zip(scales);
    let split: SmallVec<[u32; 8]> = pairs.flat_map(|(&all, &of)| [of, all / of]).collect();
    let within: SmallVec<[usize; 4]> = (0..scales.len()).map(|dim| 2 * dim + 1).collect();
    factor.reshape(&split).collapse(&within).reshape(scales)
}

impl Cx<'_> {
    /// The registers of a factor as f32, each times its scale.
    pub(super) fn scaled(
        &mut self,
        factor: &[Val],
        from: Scalar,
        layout: &LinearLayout,
        scale: Value,
    ) -> Select<Vec<Val>> {
        let near = ir::Rounding::NearestEven;
        let ir::Elem::Scalar(format) = self.elem(scale) else { return Ok(factor.to_vec()) };
        let dims: SmallVec<[u32; 4]> = self.dims(scale).into();
        let of_scales = scale_layout(layout, &dims);
        let id = self.plan.layouts.intern(of_scales.clone());
        let scales = self.at(scale, id)?;
        let scales = self.convert_floats(&scales, format, Scalar::F32, near)?;
        let factor = self.convert_floats(factor, from, Scalar::F32, near)?;
        let product = Op::MulF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        Ok((0..)
            .zip(factor)
            .map(|(register, element)| {
                let mut at = coordinates(layout.shape(), layout.register_part(register));
                for (place, (&all, &of)) in at.iter_mut().zip(layout.shape().iter().zip(&dims)) {
                    *place /= all / of;
                }
                let scale = scales[register_of(&of_scales, &at) as usize];
                self.b.def(product, &[element, scale])
            })
            .collect())
    }
}
