//! Where the scales of an operand's blocks are.

use smallvec::SmallVec;

use crate::linear::layout::LinearLayout;

/// The layout in which each thread has the scales of the elements that it has of an operand.
///
/// *Requires* that the extents of the scales divide those of the operand.
pub fn scale_layout(operand: &LinearLayout, scales: &[u32]) -> LinearLayout {
    // Every dimension is that of the scales and, inside of it, that of a block.
    let pairs = operand.shape().iter().zip(scales);
    let split: SmallVec<[u32; 8]> = pairs.flat_map(|(&all, &of)| [of, all / of]).collect();
    let within: SmallVec<[usize; 4]> = (0..scales.len()).map(|dim| 2 * dim + 1).collect();
    operand.reshape(&split).collapse(&within).reshape(scales)
}
