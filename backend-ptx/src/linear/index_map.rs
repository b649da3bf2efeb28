//! Maps between the places of two layouts: where a layout finds its elements in another one.
//!
//! In: two layouts of the same tile. Out: for each place (register, lane, warp) of one a place of the other that holds
//! the same element, as a linear map, and how far the data has to move. A place names itself where it can.

use crate::linear::gf2;
use crate::linear::gf2::{Columns, Span};
use crate::linear::layout::{Axis, HardwareIndex, LANE_BITS, LinearLayout, shape_bits};

/// For each place of one layout, a place of another that holds the same element; made by
/// [`LinearLayout::source_of`]. Places are numbers with the register in the low bits, then lane,
/// then warp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardwareIndexMap {
    columns: Columns,
    /// Number of register bits of the two sides.
    to_registers: u32,
    from_registers: u32,
}

impl LinearLayout {
    /// For each place of this layout, a place of `source` that holds the same element; `None` when
    /// `source` lacks elements.
    ///
    /// It is the composition `source⁻¹ ∘ self`. Of the places that qualify it names the place
    /// itself where it can, then one in the same warp, so that the data moves no further than it
    /// must.
    pub fn source_of(&self, source: &LinearLayout) -> Option<HardwareIndexMap> {
        debug_assert_eq!(shape_bits(self.shape()), shape_bits(source.shape()));
        let span = Span::of(&source.all_bases());
        let from_registers = source.bases(Axis::Register).len() as u32;
        let mut columns = Columns::new();
        let mut base = 0;
        for axis in Axis::ALL {
            let theirs = source.bases(axis);
            for (bit, &basis) in self.bases(axis).iter().enumerate() {
                let same = theirs.get(bit) == Some(&basis) && axis != Axis::Register;
                columns.push(if same {
                    1 << (base + bit)
                } else {
                    span.coordinates(basis)? as u32
                });
            }
            base += theirs.len();
        }
        Some(HardwareIndexMap {
            columns,
            to_registers: self.bases(Axis::Register).len() as u32,
            from_registers,
        })
    }

    /// For each register, the register of `other` with the same elements; `None` where threads
    /// would have to exchange some.
    pub fn registers_in(&self, other: &LinearLayout) -> Option<Vec<u32>> {
        let map = self.source_of(other).filter(|map| map.move_scope() == MoveScope::Thread)?;
        let source = |register| map.source(HardwareIndex { register, lane: 0, warp: 0 }).register;
        Some((0..self.num_registers()).map(source).collect())
    }
}

impl HardwareIndexMap {
    /// The place that `place` gets its element from.
    pub fn source(&self, place: HardwareIndex) -> HardwareIndex {
        let (regs, lanes) = (self.to_registers, self.to_registers + LANE_BITS);
        let from =
            gf2::apply(&self.columns, place.register | place.lane << regs | place.warp << lanes);
        let (regs, lanes) = (self.from_registers, self.from_registers + LANE_BITS);
        HardwareIndex {
            register: from & ((1 << regs) - 1),
            lane: from >> regs & ((1 << LANE_BITS) - 1),
            warp: from >> lanes,
        }
    }

    fn columns_of(&self, axis: Axis) -> &[u32] {
        let (regs, lanes) = (self.to_registers as usize, (self.to_registers + LANE_BITS) as usize);
        match axis {
            Axis::Register => &self.columns[..regs],
            Axis::Lane => &self.columns[regs..lanes],
            Axis::Warp => &self.columns[lanes..],
        }
    }

    /// How far the data moves.
    pub fn move_scope(&self) -> MoveScope {
        let lane_base = self.from_registers;
        let warp_base = lane_base + LANE_BITS;
        let identity = |axis: Axis, base: u32| {
            self.columns_of(axis).iter().enumerate().all(|(bit, &c)| c == 1 << (base + bit as u32))
        };
        let below = |columns: &[u32], limit: u32| columns.iter().all(|&c| c >> limit == 0);
        let own_warp = identity(Axis::Warp, warp_base)
            && below(self.columns_of(Axis::Register), warp_base)
            && below(self.columns_of(Axis::Lane), warp_base);
        let own_thread = own_warp
            && identity(Axis::Lane, lane_base)
            && below(self.columns_of(Axis::Register), lane_base);
        match (own_thread, own_warp) {
            (true, _) => MoveScope::Thread,
            (false, true) => MoveScope::Warp,
            (false, false) => MoveScope::Block,
        }
    }

    /// Whether the register to read depends on the register to write only, never on the lane: one
    /// shuffle per register then does.
    pub fn lanes_keep_registers(&self) -> bool {
        let register_mask = (1 << self.from_registers) - 1;
        self.columns_of(Axis::Lane).iter().all(|&c| c & register_mask == 0)
    }
}

/// How far a conversion moves data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveScope {
    /// Registers are renamed.
    Thread,
    /// Lanes of one warp exchange.
    Warp,
    /// Warps exchange, through shared memory.
    Block,
}
