//! Laws of the layout algebra, on every layout of a family that includes all kinds in use.

use super::*;
use crate::linear::blocked::blocked;
use crate::linear::index_map::MoveScope;
use crate::mma::fragment::{Fragment, MmaMatrix, WarpGrid, mma_operand};

/// Blocked, fragment, sliced and replicated layouts of two-dimensional tiles.
fn family() -> Vec<LinearLayout> {
    let mut all = Vec::new();
    for shape in [[4, 8], [16, 64], [64, 16], [128, 1], [1, 256], [2, 2]] {
        for vector in [1, 2, 8] {
            for order in [[0, 1], [1, 0]] {
                all.push(blocked(&shape, vector, &order, 2));
            }
        }
        all.push(LinearLayout::replicated(&shape, 2));
    }
    for operand in [MmaMatrix::A, MmaMatrix::B, MmaMatrix::C] {
        let fragment = Fragment::M16N8 { bits: 16 };
        let layout = mma_operand(fragment, operand, (64, 32, 32), WarpGrid { m: 2, n: 2 });
        all.extend(layout);
    }
    all
}

fn places(layout: &LinearLayout) -> impl Iterator<Item = HardwareIndex> + use<> {
    let (registers, warps) = (layout.num_registers(), 1 << layout.warp_bits());
    (0..registers).flat_map(move |register| {
        (0..32).flat_map(move |lane| {
            (0..warps).map(move |warp| HardwareIndex { register, lane, warp })
        })
    })
}

#[test]
fn the_worked_example_of_the_header() {
    let at = |row: u32, col: u32| flatten(&[4, 8], &[row, col]);
    let layout = LinearLayout::new(
        &[4, 8],
        &[at(0, 1), at(2, 0)],
        &[at(0, 2), at(0, 4), at(1, 0), 0, 0],
        &[],
    );
    assert_eq!(layout.element(HardwareIndex { register: 0, lane: 5, warp: 0 }), at(1, 2));
    assert_eq!(layout.element(HardwareIndex { register: 3, lane: 5, warp: 0 }), at(3, 3));
    assert!(layout.is_surjective() && !layout.is_injective() && layout.is_unit());
    assert_eq!(layout.replicated_bits(Axis::Lane), 0b11000);
    assert_eq!(layout.num_contiguous(1), 2);
    assert_eq!(layout.num_contiguous(0), 1);
}

#[test]
fn every_layout_covers_its_tile_with_units() {
    for layout in family() {
        assert!(layout.is_surjective(), "{layout:?}");
        assert!(layout.is_unit(), "{layout:?}");
        let seen: std::collections::BTreeSet<u32> =
            places(&layout).map(|place| layout.element(place)).collect();
        assert_eq!(seen.len(), 1 << shape_bits(layout.shape()));
    }
}

#[test]
fn elements_add_like_places() {
    for layout in family() {
        let zero = HardwareIndex { register: 0, lane: 0, warp: 0 };
        assert_eq!(layout.element(zero), 0);
        for place in places(&layout) {
            let parts = layout.element(HardwareIndex { lane: 0, warp: 0, ..place })
                ^ layout.element(HardwareIndex { register: 0, warp: 0, ..place })
                ^ layout.element(HardwareIndex { register: 0, lane: 0, ..place });
            assert_eq!(layout.element(place), parts);
        }
    }
}

#[test]
fn reshape_keeps_flat_indices_and_permute_keeps_coordinates() {
    for layout in family() {
        let count = 1 << shape_bits(layout.shape());
        let flat = layout.reshape(&[count]);
        let transposed = layout.permute(&[1, 0]);
        assert_eq!(transposed.permute(&[1, 0]), layout);
        for place in places(&layout) {
            assert_eq!(flat.element(place), layout.element(place));
            let mut coords = coordinates(layout.shape(), layout.element(place));
            coords.reverse();
            assert_eq!(coordinates(transposed.shape(), transposed.element(place)), coords);
        }
    }
}

#[test]
fn collapsed_layouts_agree_with_broadcasting() {
    for layout in family() {
        for dim in 0..2 {
            let row = layout.collapse(&[dim]);
            let slice = layout.slice(dim);
            assert!(row.is_surjective() && row.is_unit() && slice.is_unit(), "{layout:?}");
            // The registers of the collapsed layout are those of the whole one that differ
            // outside the dimension, in the same order.
            let kept: Vec<u32> = (0..layout.bases(Axis::Register).len() as u32)
                .filter(|&bit| {
                    layout.bases(Axis::Register)[bit as usize] & dim_mask(layout.shape(), dim) == 0
                })
                .collect();
            for place in places(&layout) {
                let register = kept
                    .iter()
                    .enumerate()
                    .fold(0, |r, (i, &bit)| r | (place.register >> bit & 1) << i);
                let mut coords = coordinates(layout.shape(), layout.element(place));
                coords[dim] = 0;
                let small = row.element(HardwareIndex { register, ..place });
                assert_eq!(coordinates(row.shape(), small), coords);
                coords.remove(dim);
                assert_eq!(
                    coordinates(slice.shape(), slice.element(HardwareIndex { register, ..place })),
                    coords
                );
            }
        }
    }
}

#[test]
fn cat_is_undone_by_halve() {
    for layout in family() {
        for dim in 0..2 {
            let whole = layout.cat(dim);
            let (half, bit) = whole.halve(dim).expect("the new bit is a register's");
            assert_eq!(half, layout);
            assert_eq!(1 << bit, layout.num_registers());
            assert!(whole.is_surjective() && whole.is_unit());
        }
    }
}

#[test]
fn sources_hold_the_same_element() {
    let family = family();
    for to in &family {
        for from in family.iter().filter(|from| from.shape() == to.shape()) {
            let map = to.source_of(from).expect("both cover the tile");
            for place in places(to) {
                assert_eq!(
                    from.element(map.source(place)),
                    to.element(place),
                    "{from:?} -> {to:?}"
                );
            }
        }
    }
}

#[test]
fn converting_a_layout_to_itself_moves_nothing() {
    for layout in family() {
        let map = layout.source_of(&layout).expect("covers");
        assert_eq!(map.move_scope(), MoveScope::Thread);
        for place in places(&layout) {
            assert_eq!(map.source(place), place);
        }
    }
}

#[test]
fn reach_is_what_the_places_say() {
    let family = family();
    for to in &family {
        for from in family.iter().filter(|from| from.shape() == to.shape()) {
            let map = to.source_of(from).expect("both cover the tile");
            let moved = places(to).map(|place| {
                let source = map.source(place);
                match (source.warp == place.warp, source.lane == place.lane) {
                    (true, true) => MoveScope::Thread,
                    (true, false) => MoveScope::Warp,
                    (false, _) => MoveScope::Block,
                }
            });
            assert_eq!(moved.max(), Some(map.move_scope()));
        }
    }
}

#[test]
fn division_inverts_repetition() {
    for layout in family() {
        let big = layout.repeat_registers(1, 4).repeat_warps(0, 2);
        let quotient = big.divide_left(&layout).expect("repeats it");
        assert_eq!(quotient.shape(), [2, 4]);
        assert_eq!(quotient.bases(Axis::Register), [1, 2]);
        assert_eq!(quotient.bases(Axis::Warp), [4]);
    }
    let rows = blocked(&[16, 64], 1, &[1, 0], 2);
    assert_eq!(rows.divide_left(&blocked(&[16, 64], 2, &[1, 0], 2)), None);
}

#[test]
fn squeeze_closes_gaps() {
    assert_eq!(squeeze(0b1011_0101, 0b0000_1111), 0b1011);
    assert_eq!(squeeze(0b1010, 0b0100), 0b110);
}
