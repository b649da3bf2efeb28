//! The layout that coalesced memory accesses want.

use smallvec::SmallVec;

use crate::linear::gf2::Columns;
use crate::linear::layout::{LANE_BITS, LinearLayout, dim_shifts};

/// A tile spread over threads so that neighbours along `order[0]` are in neighbouring registers
/// (`vector` of them), then in neighbouring lanes, then along `order[1]`, and so on.
///
/// Warps take the slowest dimensions first: a warp already covers the longest contiguous run that
/// one access can use, and rows that stay within a warp are reduced without shared memory. The
/// rest of the tile goes to further registers; the rest of the CTA holds replicas.
pub fn blocked(shape: &[u32], vector: u32, order: &[usize], warp_bits: u32) -> LinearLayout {
    let shifts = dim_shifts(shape);
    let bits = |dim: usize| shifts[dim]..shifts[dim] + shape[dim].trailing_zeros();
    // All bits of the tile, from the one that changes fastest in memory to the slowest.
    let mut fast: SmallVec<[u32; 24]> = order.iter().flat_map(|&dim| bits(dim)).collect();
    let in_vector = (vector.trailing_zeros() as usize).min(fast.len());
    let mut register: Columns = fast.drain(..in_vector).map(|bit| 1 << bit).collect();
    let in_lanes = (LANE_BITS as usize).min(fast.len());
    let mut lane: Columns = fast.drain(..in_lanes).map(|bit| 1 << bit).collect();
    // The highest bits of the slowest remaining dimensions tell warps apart, but within a
    // single remaining dimension the lowest: neighbouring warps then read neighbouring lines.
    let fastest_is_left =
        order.first().is_some_and(|&dim| fast.iter().all(|bit| bits(dim).contains(bit)));
    let in_warps = (warp_bits as usize).min(fast.len());
    let from = if fastest_is_left { 0 } else { fast.len() - in_warps };
    let mut warp: Columns = fast.drain(from..from + in_warps).map(|bit| 1 << bit).collect();
    register.extend(fast.iter().map(|bit| 1 << bit));
    lane.resize(LANE_BITS as usize, 0);
    warp.resize(warp_bits as usize, 0);
    LinearLayout::new(shape, &register, &lane, &warp)
}

/// `0, 1, .. rank` from the last dimension to the first: the order of a row-major tile.
pub fn row_major_order(rank: usize) -> SmallVec<[usize; 4]> {
    (0..rank).rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::layout::{Axis, HardwareIndex, coordinates};

    fn at(layout: &LinearLayout, register: u32, lane: u32, warp: u32) -> (u32, u32) {
        let flat = layout.element(HardwareIndex { register, lane, warp });
        let coords = coordinates(layout.shape(), flat);
        (coords[0], coords[1])
    }

    #[test]
    fn blocked_layouts_are_coalesced() {
        // 1024 floats over 128 threads, 4 at a time: two vectors a thread.
        let layout = blocked(&[1024], 4, &[0], 2);
        assert_eq!(layout.num_contiguous(0), 4);
        assert_eq!(layout.bases(Axis::Lane), [4, 8, 16, 32, 64]);
        assert_eq!(layout.bases(Axis::Warp), [128, 256]);
        assert_eq!(layout.bases(Axis::Register), [1, 2, 512]);
        // Rows of 64 halves: 8 lanes a row, warps over the rows.
        let layout = blocked(&[64, 64], 8, &[1, 0], 2);
        assert_eq!(at(&layout, 0, 8, 0), (1, 0));
        assert_eq!(at(&layout, 0, 0, 1), (16, 0));
        // A tile smaller than the CTA is replicated.
        let layout = blocked(&[16], 1, &[0], 2);
        assert_eq!(layout.replicated_bits(Axis::Lane), 0b10000);
        assert_eq!(layout.replicated_bits(Axis::Warp), 0b11);
        assert!(layout.is_surjective() && layout.is_unit());
    }
}
