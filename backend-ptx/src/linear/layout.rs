//! Layouts: which thread holds which element of a tile, as a linear map over GF(2).
//!
//! A tile value lives in registers spread over the threads of a CTA. A place is named by three
//! numbers, each a string of bits: the *register* (of those that hold this value in one thread),
//! the *lane* in the warp, and the *warp*. A [`LinearLayout`] maps places to tile elements:
//!
//! ```text
//! element(register, lane, warp) = XOR of the bases of all bits that are set in the three numbers
//! ```
//!
//! The image of a single bit is its *basis*. Since all tile dimensions are powers of two, every
//! distribution in use (blocked, mma fragments, slices, replicas, swizzles) has this form, and
//! whatever one wants to know about two of them is linear algebra instead of a case per pair.
//!
//! # Worked example
//!
//! A 4x8 tile over 8 lanes, each holding 4 elements, two adjacent ones in each of rows r and r+2:
//!
//! ```text
//!          col 0  1  2  3  4  5  6  7            bases, as (row, column)
//! row 0       L0 L0 L1 L1 L2 L2 L3 L3            register  (0,1) (2,0)
//! row 1       L4 L4 L5 L5 L6 L6 L7 L7            lane      (0,2) (0,4) (1,0)
//! row 2       L0 L0 L1 L1 L2 L2 L3 L3            warp      none
//! row 3       L4 L4 L5 L5 L6 L6 L7 L7
//! ```
//!
//! Lane 5 = 0b101 has (0,2) XOR (1,0) = (1,2); its register 3 = 0b11 adds (0,1) XOR (2,0): (3,3).
//!
//! # Elements are flat indices
//!
//! An element is named by its row-major index. Dimensions are powers of two, so the coordinates
//! are disjoint bit fields of that index (the last dimension lowest), XOR of indices is XOR of
//! coordinates, *reshape* changes nothing but the shape, and *permute* shuffles bit fields.
//!
//! # Replication
//!
//! The map goes from places to elements, not back, because several places may hold one element: a
//! *zero basis* says that a bit does not matter. A value reduced over a dimension that lanes
//! covered, a scalar that all threads hold, a tile smaller than the CTA: all have zero bases.
//! Register bits are never zero: a thread never holds an element twice.
//!
//! # Unit layouts
//!
//! Layouts of register values are *unit layouts*: each basis is zero or a single bit, and no two
//! bits share one. The operations here keep that property; only shared-memory addresses
//! (`convert.rs`) use sums of bits.

use smallvec::SmallVec;
use std::fmt;

use crate::linear::gf2;
use crate::linear::gf2::Columns;
use crate::target::LANES;

/// One of the three numbers that name a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    Register,
    Lane,
    Warp,
}

impl Axis {
    pub const ALL: [Axis; 3] = [Axis::Register, Axis::Lane, Axis::Warp];
}

/// log2 of the threads of a warp.
pub const LANE_BITS: u32 = LANES.ilog2();

/// The extents of a tile, outermost first; each is a power of two.
pub type Shape = SmallVec<[u32; 4]>;

/// log2 of the number of elements.
pub fn shape_bits(shape: &[u32]) -> u32 {
    shape.iter().map(|extent| extent.trailing_zeros()).sum()
}

/// For each dimension, the position of its lowest bit in a flat index.
pub fn dim_shifts(shape: &[u32]) -> SmallVec<[u32; 4]> {
    let mut shift = shape_bits(shape);
    shape
        .iter()
        .map(|extent| {
            shift -= extent.trailing_zeros();
            shift
        })
        .collect()
}

/// The bits of a flat index that belong to `dim`.
pub fn dim_mask(shape: &[u32], dim: usize) -> u32 {
    (shape[dim] - 1) << dim_shifts(shape)[dim]
}

/// The coordinates of a flat index.
pub fn coordinates(shape: &[u32], flat: u32) -> Shape {
    dim_shifts(shape)
        .iter()
        .zip(shape)
        .map(|(shift, extent)| flat >> shift & (extent - 1))
        .collect()
}

/// The flat index of coordinates.
pub fn flatten(shape: &[u32], coordinates: &[u32]) -> u32 {
    dim_shifts(shape).iter().zip(coordinates).fold(0, |flat, (shift, c)| flat | c << shift)
}

/// A map from (register, lane, warp) to elements of a tile; see the module header.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LinearLayout {
    shape: Shape,
    register: Columns,
    lane: Columns,
    warp: Columns,
}

/// A place, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HardwareIndex {
    pub register: u32,
    pub lane: u32,
    pub warp: u32,
}

impl LinearLayout {
    /// A layout from its bases.
    ///
    /// *Requires* five lane bases, and bases inside the shape.
    pub fn new(shape: &[u32], register: &[u32], lane: &[u32], warp: &[u32]) -> LinearLayout {
        let layout = LinearLayout {
            shape: shape.into(),
            register: register.into(),
            lane: lane.into(),
            warp: warp.into(),
        };
        debug_assert_eq!(layout.lane.len() as u32, LANE_BITS);
        debug_assert!(shape.iter().all(|extent| extent.is_power_of_two()));
        debug_assert!(
            layout.all_bases().iter().all(|&b| u64::from(b) >> shape_bits(shape) == 0),
            "basis outside the tile: {layout:?}"
        );
        layout
    }

    /// Every thread of `1 << warp_bits` warps holds the whole tile.
    pub fn replicated(shape: &[u32], warp_bits: u32) -> LinearLayout {
        let register: Columns = (0..shape_bits(shape)).map(|bit| 1 << bit).collect();
        let warp: Columns = (0..warp_bits).map(|_| 0).collect();
        LinearLayout::new(shape, &register, &[0; LANE_BITS as usize], &warp)
    }

    pub fn shape(&self) -> &[u32] {
        &self.shape
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The bases of one axis, for bit 0 first.
    pub fn bases(&self, axis: Axis) -> &[u32] {
        match axis {
            Axis::Register => &self.register,
            Axis::Lane => &self.lane,
            Axis::Warp => &self.warp,
        }
    }

    pub(super) fn all_bases(&self) -> Columns {
        Axis::ALL.iter().flat_map(|&axis| self.bases(axis).iter().copied()).collect()
    }

    /// How many registers each thread holds.
    pub fn num_registers(&self) -> u32 {
        1 << self.register.len()
    }

    pub fn warp_bits(&self) -> u32 {
        self.warp.len() as u32
    }

    /// The flat index of the element at a place.
    pub fn element(&self, place: HardwareIndex) -> u32 {
        gf2::apply(&self.register, place.register)
            ^ gf2::apply(&self.lane, place.lane)
            ^ gf2::apply(&self.warp, place.warp)
    }

    /// The part of the element's flat index that the register decides.
    pub fn register_part(&self, register: u32) -> u32 {
        gf2::apply(&self.register, register)
    }

    /// Whether every element is held somewhere.
    pub fn is_surjective(&self) -> bool {
        gf2::rank(&self.all_bases()) as u32 == shape_bits(&self.shape)
    }

    /// Whether no element is held twice.
    pub fn is_injective(&self) -> bool {
        let bases = self.all_bases();
        gf2::rank(&bases) == bases.len()
    }

    /// Whether each basis is zero or a bit that no other basis has, and no register bit is zero.
    pub fn is_unit(&self) -> bool {
        let mut seen = 0;
        let units = self.all_bases().iter().all(|&basis| {
            let fresh = basis & seen == 0 && basis.count_ones() <= 1;
            seen |= basis;
            fresh
        });
        units && self.register.iter().all(|&basis| basis != 0)
    }

    /// The bits of one axis that do not matter: places that differ in these alone hold the same.
    ///
    /// *Requires* a unit layout.
    pub fn replicated_bits(&self, axis: Axis) -> u32 {
        let bases = self.bases(axis).iter().enumerate();
        bases.filter(|&(_, &basis)| basis == 0).fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    /// The hardware bit that decides a bit of the flat index.
    pub fn owner(&self, element_bit: u32) -> Option<(Axis, u32)> {
        Axis::ALL.iter().find_map(|&axis| {
            let bit = self.bases(axis).iter().position(|&basis| basis == 1 << element_bit)?;
            Some((axis, bit as u32))
        })
    }

    /// All bits of the flat index that an axis decides.
    pub fn covered(&self, axis: Axis) -> u32 {
        self.bases(axis).iter().fold(0, |mask, basis| mask | basis)
    }

    /// How many neighbours along `dim` sit in registers `0..n` of every thread, in order.
    ///
    /// It is what a vector access along that dimension can take at once.
    pub fn num_contiguous(&self, dim: usize) -> u32 {
        let shift = dim_shifts(&self.shape)[dim];
        let bits = self.shape[dim].trailing_zeros();
        let in_order =
            self.register.iter().zip(0..bits).take_while(|&(&b, i)| b == 1 << (shift + i));
        1 << in_order.count()
    }

    /// The same places with every basis sent through `map`, for a tile of another shape; register
    /// bits that come to nothing disappear.
    fn map_bases(&self, shape: &[u32], map: impl Fn(u32) -> u32) -> LinearLayout {
        let image = |bases: &[u32]| bases.iter().map(|&basis| map(basis)).collect::<Columns>();
        let mut register = image(&self.register);
        register.retain(|basis| *basis != 0);
        LinearLayout::new(shape, &register, &image(&self.lane), &image(&self.warp))
    }

    /// The layout of the reshaped tile: same registers, same flat indices.
    ///
    /// *Requires* an equal number of elements.
    pub fn reshape(&self, shape: &[u32]) -> LinearLayout {
        debug_assert_eq!(shape_bits(shape), shape_bits(&self.shape));
        LinearLayout { shape: shape.into(), ..self.clone() }
    }

    /// The layout of the permuted tile: dimension `i` of the result is `permutation[i]` of this.
    pub fn permute(&self, permutation: &[usize]) -> LinearLayout {
        let shape: Shape = permutation.iter().map(|&dim| self.shape[dim]).collect();
        self.map_bases(&shape, |basis| {
            let old = coordinates(&self.shape, basis);
            let new: Shape = permutation.iter().map(|&dim| old[dim]).collect();
            flatten(&shape, &new)
        })
    }

    /// The layout of the tile whose index along `dim` has its bits in another order: what was bit
    /// `i` is bit `order[i]`.
    pub fn reorder(&self, dim: usize, order: &[u32]) -> LinearLayout {
        let (mask, shift) = (dim_mask(&self.shape, dim), dim_shifts(&self.shape)[dim]);
        self.map_bases(&self.shape, |basis| {
            let set = order.iter().enumerate().filter(|(bit, _)| basis >> shift >> bit & 1 == 1);
            set.fold(basis & !mask, |moved, (_, &to)| moved | 1 << (shift + to))
        })
    }

    /// The same layout with registers numbered so that neighbours along the last dimension come
    /// first, then those along the one before it.
    pub fn sort_registers(&self) -> LinearLayout {
        let mut layout = self.clone();
        layout.register.sort_unstable();
        layout
    }

    /// The layout in which a tile of extent 1 along `dims` must be held so that broadcasting it
    /// to this layout moves nothing: what varied along `dims` becomes replication.
    pub fn collapse(&self, dims: &[usize]) -> LinearLayout {
        let mut shape = self.shape.clone();
        let mut dropped = 0;
        for &dim in dims {
            dropped |= dim_mask(&self.shape, dim);
            shape[dim] = 1;
        }
        self.map_bases(&shape, |basis| squeeze(basis, dropped))
    }

    /// [`collapse`](Self::collapse), and the dimension is removed: the layout of a reduction's
    /// result.
    pub fn slice(&self, dim: usize) -> LinearLayout {
        let mut layout = self.collapse(&[dim]);
        layout.shape.remove(dim);
        layout
    }

    /// The layout of one half of the tile along `dim`, where this one splits along a register
    /// bit; `None` where the halves lie in different lanes or warps.
    ///
    /// It inverts [`cat`](Self::cat). The half with the bit clear and the half with it set have
    /// the same layout; their registers interleave by the bit returned.
    pub fn halve(&self, dim: usize) -> Option<(LinearLayout, u32)> {
        let extent = self.shape[dim];
        let top = dim_shifts(&self.shape)[dim] + extent.trailing_zeros().checked_sub(1)?;
        let (Axis::Register, bit) = self.owner(top)? else { return None };
        let mut shape = self.shape.clone();
        shape[dim] = extent / 2;
        Some((self.map_bases(&shape, |basis| squeeze(basis, 1 << top)), bit))
    }

    /// The layout of two tiles of this layout concatenated along `dim`: the upper half follows in
    /// a new
    /// highest register bit.
    pub fn cat(&self, dim: usize) -> LinearLayout {
        self.repeat_registers(dim, 2)
    }

    /// The layout of a tile `times` as long along `dim`, the repetitions in new register bits.
    pub fn repeat_registers(&self, dim: usize, times: u32) -> LinearLayout {
        self.repeat(dim, times, |layout, basis| layout.register.push(basis))
    }

    /// The layout of a tile `times` as long along `dim`, the repetitions in new warp bits.
    pub fn repeat_warps(&self, dim: usize, times: u32) -> LinearLayout {
        self.repeat(dim, times, |layout, basis| layout.warp.push(basis))
    }

    /// `count` more warps that hold the same as the ones there are.
    pub fn replicate_warps(&self, count: u32) -> LinearLayout {
        let mut layout = self.clone();
        layout.warp.extend((0..count.trailing_zeros()).map(|_| 0));
        layout
    }

    fn repeat(
        &self,
        dim: usize,
        times: u32,
        push: impl Fn(&mut LinearLayout, u32),
    ) -> LinearLayout {
        debug_assert!(times.is_power_of_two());
        let mut shape = self.shape.clone();
        shape[dim] *= times;
        let mut layout =
            self.map_bases(&shape, |basis| flatten(&shape, &coordinates(&self.shape, basis)));
        let shift = dim_shifts(&shape)[dim];
        for bit in self.shape[dim].trailing_zeros()..shape[dim].trailing_zeros() {
            push(&mut layout, 1 << (shift + bit));
        }
        layout
    }

    /// Left division: the layout `q` of which this is `tile` repeated, or `None`.
    ///
    /// *Postcondition*: the bases of `self` are those of `tile` (register bits first in number),
    /// followed by those of `q` scaled by the shape of `tile`. It asks whether an instruction that
    /// works on `tile` can be issued over and over for the whole value; `q` then says which
    /// repetition sits in which further register and warp bits.
    pub fn divide_left(&self, tile: &LinearLayout) -> Option<LinearLayout> {
        let fits = tile.rank() == self.rank()
            && tile.shape.iter().zip(&self.shape).all(|(part, whole)| part <= whole);
        if !fits {
            return None;
        }
        let shape: Shape = self.shape.iter().zip(&tile.shape).map(|(w, p)| w / p).collect();
        let low = |flat: u32| flatten(&self.shape, &coordinates(&tile.shape, flat));
        let quotient = |axis: Axis| -> Option<Columns> {
            let (own, parts) = (self.bases(axis), tile.bases(axis));
            let begins =
                own.len() >= parts.len() && own.iter().zip(parts).all(|(&o, &p)| o == low(p));
            if !begins {
                return None;
            }
            own[parts.len()..]
                .iter()
                .map(|&basis| {
                    let coords = coordinates(&self.shape, basis);
                    let inside =
                        coords.iter().zip(&tile.shape).any(|(c, part)| c & (part - 1) != 0);
                    let outer: Shape = coords.iter().zip(&tile.shape).map(|(c, p)| c / p).collect();
                    (!inside).then(|| flatten(&shape, &outer))
                })
                .collect()
        };
        let register = quotient(Axis::Register)?;
        let lane = quotient(Axis::Lane)?;
        debug_assert!(lane.is_empty());
        let warp = quotient(Axis::Warp)?;
        Some(LinearLayout {
            shape,
            register,
            lane: SmallVec::from_elem(0, LANE_BITS as usize),
            warp,
        })
    }

    /// Whether the layouts differ at most in what the registers of a thread hold.
    pub fn same_threads(&self, other: &LinearLayout) -> bool {
        self.lane == other.lane && self.warp == other.warp
    }
}

/// Removes the bits of `dropped` from an index, closing the gaps.
pub fn squeeze(index: u32, dropped: u32) -> u32 {
    let mut out = 0;
    let mut place = 0;
    for bit in 0..32 {
        if dropped >> bit & 1 == 0 {
            out |= (index >> bit & 1) << place;
            place += 1;
        }
    }
    out
}

/// `[register: (0,1) (0,2); lane: (1,0) ...; warp: 0]`: the form in headers of emitted kernels.
impl fmt::Display for LinearLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, axis) in Axis::ALL.into_iter().enumerate() {
            let name = match axis {
                Axis::Register => "reg",
                Axis::Lane => "lane",
                Axis::Warp => "warp",
            };
            write!(f, "{}{name}", if i == 0 { "" } else { "; " })?;
            for &basis in self.bases(axis) {
                if basis == 0 {
                    f.write_str(" -")?;
                    continue;
                }
                let coords = coordinates(&self.shape, basis);
                f.write_str(" ")?;
                for (dim, c) in coords.iter().enumerate() {
                    write!(f, "{}{c}", if dim == 0 { "" } else { "," })?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for LinearLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}[{self}]", self.shape)
    }
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
