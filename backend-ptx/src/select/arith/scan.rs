//! Scans.
//!
//! A scan goes from the lowest bit of an element's index to the highest. Before bit `k` every block of `2^k` elements has
//! its own prefixes; then each element whose bit is set is combined with the last element of the
//! block below it. That one is in another register, lane or warp, as its bits say.
//!
//! In: the registers of the operands in the layout that assignment anchors the operation in. Out: those of the results,
//! in the same layout.

use ir::{Block, Elem, Inst, Value};
use rustc_hash::FxHashMap;

use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_shifts, squeeze};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, ShflMode, Ty};
use crate::select::arith::combine::Tiles;
use crate::select::memory::element;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported};

impl Cx<'_> {
    pub fn scan(
        &mut self,
        inst: Inst,
        operands: &[Value],
        dim: u32,
        reverse: bool,
        body: Block,
    ) -> Select<()> {
        let Some((at, mut tiles)) = self.operand_tiles(inst, operands)? else { return Ok(()) };
        let layout = self.layout(at);
        let elems: Vec<Elem> = operands.iter().map(|&v| self.elem(v)).collect();
        let shift = dim_shifts(layout.shape())[dim as usize];
        let bits = layout.shape()[dim as usize].trailing_zeros();
        for step in 0..bits {
            tiles = self.scan_step(body, &layout, shift, step, reverse, &elems, tiles)?;
        }
        for (&result, tile) in self.function.results(inst).iter().zip(tiles) {
            if let Some(def_layout) = self.plan.def_layout(result) {
                self.set_def_layout(result, def_layout, tile)?;
            }
        }
        Ok(())
    }

    /// Joins blocks of `2^step` elements to blocks of twice the size.
    #[allow(clippy::too_many_arguments, reason = "the scan's own parameters and one step of it")]
    fn scan_step(
        &mut self,
        body: Block,
        layout: &LinearLayout,
        shift: u32,
        step: u32,
        reverse: bool,
        elems: &[Elem],
        tiles: Tiles,
    ) -> Select<Tiles> {
        // In the direction of the scan: the bit is set in elements that take, and the block before
        // them ends where the bit is clear and all lower bits are set. Backward, all is inverted.
        let two_tile = 1u32 << (shift + step);
        let below = two_tile - (1 << shift);
        let (fixed, ones) =
            if reverse { (two_tile | below, two_tile) } else { (two_tile | below, below) };
        let before = self.fetch(layout, fixed, ones, elems, &tiles)?;
        let combined = self.combine(body, &tiles, &before)?;
        // Which elements take: decided per register, or by the thread.
        let (axis, bit) =
            layout.owner(shift + step).ok_or_else(|| Unsupported::op("scan in this layout"))?;
        if axis == Axis::Register {
            let takes = |register: usize| (register >> bit & 1 == 1) != reverse;
            let merge = |(old, new): (&Vec<Val>, &Vec<Val>)| -> Vec<Val> {
                (0..old.len()).map(|r| if takes(r) { new[r] } else { old[r] }).collect()
            };
            return Ok(tiles.iter().zip(&combined).map(merge).collect());
        }
        let thread_bit = if axis == Axis::Lane { bit } else { LANE_BITS + bit };
        let own = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(1 << thread_bit)]);
        let cmp = if reverse { Cmp::Eq } else { Cmp::Ne };
        let takes = self.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty: Ty::U32 }, &[own, Val::ZERO]);
        let mut out = Tiles::new();
        for ((old, new), &elem) in tiles.iter().zip(&combined).zip(elems) {
            let mut tile = Vec::new();
            for (&old, &new) in old.iter().zip(new) {
                tile.push(self.choose(takes, new, old, elem)?);
            }
            out.push(tile);
        }
        Ok(out)
    }

    /// For every element, the one whose index bits in `fixed` are `ones` instead.
    fn fetch(
        &mut self,
        layout: &LinearLayout,
        fixed: u32,
        ones: u32,
        elems: &[Elem],
        tiles: &Tiles,
    ) -> Select<Tiles> {
        let on = |axis: Axis, mask: u32| -> u32 {
            let bases = layout.bases(axis).iter().enumerate();
            bases.fold(
                0,
                |bits, (bit, basis)| if basis & mask != 0 { bits | 1 << bit } else { bits },
            )
        };
        let registers = (on(Axis::Register, fixed), on(Axis::Register, ones));
        let lanes = (on(Axis::Lane, fixed), on(Axis::Lane, ones));
        let warps = (on(Axis::Warp, fixed), on(Axis::Warp, ones));
        let mut out = Tiles::new();
        for (tile, &elem) in tiles.iter().zip(elems) {
            let mut tile: Vec<Val> = (0..tile.len() as u32)
                .map(|r| tile[(r & !registers.0 | registers.1) as usize])
                .collect();
            if warps.0 != 0 {
                tile = self.fetch_from_warp(layout, registers, lanes, warps, elem, &tile)?;
            } else if lanes.0 != 0 {
                let lane =
                    self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(31 & !lanes.0)]);
                let lane = self.b.def(Op::Or { ty: Ty::B32 }, &[lane, Val::u32(lanes.1)]);
                tile = self.shuffle_distinct(&tile, elem, lane);
            }
            out.push(tile);
        }
        Ok(out)
    }

    /// Shuffles each register once, however often it occurs.
    fn shuffle_distinct(&mut self, tile: &[Val], elem: Elem, lane: Val) -> Vec<Val> {
        let mut done: FxHashMap<Val, Val> = FxHashMap::default();
        let mut out = Vec::new();
        for &val in tile {
            let moved = match done.get(&val) {
                Some(&moved) => moved,
                None => self.shuffle(val, elem, ShflMode::Idx, lane),
            };
            done.insert(val, moved);
            out.push(moved);
        }
        out
    }

    /// The block's last elements are in one warp (and lane): they go through shared memory.
    fn fetch_from_warp(
        &mut self,
        layout: &LinearLayout,
        registers: (u32, u32),
        lanes: (u32, u32),
        warps: (u32, u32),
        elem: Elem,
        tile: &[Val],
    ) -> Select<Vec<Val>> {
        let bytes = element::bytes(elem);
        let fixed = |axis: Axis, bits: u32| {
            let bases = layout.bases(axis).iter().enumerate();
            bases.filter(|&(bit, _)| bits >> bit & 1 == 1).fold(0, |mask, (_, basis)| mask | basis)
        };
        let dropped = fixed(Axis::Register, registers.0)
            | fixed(Axis::Lane, lanes.0)
            | fixed(Axis::Warp, warps.0);
        let place = |element: u32| squeeze(element & !dropped, dropped) * bytes;
        let kept = layout.shape().iter().product::<u32>() >> dropped.count_ones();
        let (region, base) = self.acquire(kept * bytes)?;
        let thread = self.map_thread(&thread_columns(layout, place));
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, thread]);
        // The writers have the wanted bits and are the first of their replicas.
        let mut mask = lanes.0 | warps.0 << LANE_BITS;
        let wanted = lanes.1 | warps.1 << LANE_BITS;
        mask |=
            layout.replicated_bits(Axis::Lane) | layout.replicated_bits(Axis::Warp) << LANE_BITS;
        let bits = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(mask)]);
        let op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        let writes = self.b.def(op, &[bits, Val::u32(wanted)]);
        let guard = writes.reg().map(|pred| crate::ptx::inst::Guard { pred, negated: false });
        let free = (0..tile.len() as u32).filter(|r| r & registers.0 == 0);
        for register in free.clone() {
            let val = self.to_memory(tile[register as usize], elem);
            let to = self.b.mem(address, place(layout.register_part(register)) as i32);
            self.store_shared(guard, to, &[val], bytes);
        }
        self.publish(region);
        let mut loaded: FxHashMap<u32, Val> = FxHashMap::default();
        for register in free {
            let from = self.b.mem(address, place(layout.register_part(register)) as i32);
            let val = self.load_shared(from, 1, bytes)[0];
            loaded.insert(register, self.from_memory(val, elem));
        }
        Ok((0..tile.len() as u32).map(|r| loaded[&(r & !registers.0)]).collect())
    }
}
