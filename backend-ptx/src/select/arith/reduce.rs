//! Reductions.
//!
//! The element along the dimension is a number whose bits the layout gives to registers, lanes and
//! warps. A reduction folds one bit after the other, so its order is a tree fixed by the layout:
//!
//! * a register bit: two registers of the thread are combined;
//! * a lane bit: each lane is combined with the one across that bit, by a shuffle, after which both
//!   hold the result;
//! * the warp bits at last, all at once: each warp leaves its part in shared memory, and every
//!   thread combines what all of them left.
//!
//! Truth values that lanes, or all threads, are simply asked for are in [`crate::select::arith::vote`].
//!
//! In: the registers of the operands in the layout that assignment anchors the operation in. Out: those of the results,
//! which all threads along the dimension hold alike.

use ir::{Block, Elem, Inst, Value};
use smallvec::SmallVec;

use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_mask};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, ShflMode, Ty};
use crate::select::arith::combine::Tiles;
use crate::select::arith::vote::{lanes_answer, threads_answer};
use crate::select::memory::element;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select};

impl Cx<'_> {
    pub fn reduce(&mut self, inst: Inst, operands: &[Value], dim: u32, body: Block) -> Select<()> {
        let Some((at, tiles)) = self.operand_tiles(inst, operands)? else { return Ok(()) };
        let layout = self.layout(at);
        let elems: Vec<Elem> = operands.iter().map(|&v| self.elem(v)).collect();
        let mask = dim_mask(layout.shape(), dim as usize);
        let question = self.question(body, &elems);
        let tiles = match question {
            Some(question) if self.is_kept(operands[0], &tiles[0]) => {
                vec![self.ask_registers(question, &layout, mask, &tiles[0])]
            }
            _ => self.reduce_registers(body, &layout, mask, &elems, tiles)?,
        };
        let tiles = match question {
            Some(question) if threads_answer(&layout, mask) && tiles[0].len() == 1 => {
                vec![vec![self.ask_all(question, tiles[0][0])]]
            }
            Some(question) if lanes_answer(&layout, mask) => {
                let answers = tiles[0].iter().map(|&pred| self.ask_warp(question, pred)).collect();
                self.reduce_warps(body, &layout, dim as usize, &elems, vec![answers])?
            }
            _ => {
                let tiles = self.reduce_lanes(body, &layout, mask, &elems, tiles)?;
                self.reduce_warps(body, &layout, dim as usize, &elems, tiles)?
            }
        };
        for (&result, tile) in self.function.results(inst).iter().zip(tiles) {
            if let Some(def_layout) = self.plan.def_layout(result) {
                self.set_def_layout(result, def_layout, tile)?;
            }
        }
        Ok(())
    }

    /// Folds the register bits along the dimension; registers that are left keep their order.
    ///
    /// Neighbours first: as a tree is computed from left to right, the elements that were loaded first
    /// are used up first. Of 16-bit elements the pairs in a word stay together to the end.
    fn reduce_registers(
        &mut self,
        body: Block,
        layout: &LinearLayout,
        mask: u32,
        elems: &[Elem],
        mut tiles: Tiles,
    ) -> Select<Tiles> {
        let bases = layout.bases(Axis::Register);
        let mut bits: SmallVec<[u32; 8]> =
            (0..bases.len() as u32).filter(|&bit| bases[bit as usize] & mask != 0).collect();
        if bits.first() == Some(&0) && elems.iter().all(|&elem| element::bytes(elem) == 2) {
            bits.rotate_left(1);
        }
        while !bits.is_empty() {
            let bit = bits.remove(0);
            let split = |tile: &Vec<Val>, side: usize| -> Vec<Val> {
                let picked = tile.iter().enumerate().filter(|(i, _)| i >> bit & 1 == side);
                picked.map(|(_, &val)| val).collect()
            };
            let low: Tiles = tiles.iter().map(|tile| split(tile, 0)).collect();
            let high: Tiles = tiles.iter().map(|tile| split(tile, 1)).collect();
            tiles = self.combine(body, &high, &low)?;
            // The numbers of the registers that are left have a bit less.
            bits.iter_mut().filter(|other| **other > bit).for_each(|other| *other -= 1);
        }
        Ok(tiles)
    }

    fn reduce_lanes(
        &mut self,
        body: Block,
        layout: &LinearLayout,
        mask: u32,
        elems: &[Elem],
        mut tiles: Tiles,
    ) -> Select<Tiles> {
        for bit in 0..LANE_BITS {
            if layout.bases(Axis::Lane)[bit as usize] & mask == 0 {
                continue;
            }
            let across = Val::u32(1 << bit);
            let others: Tiles = tiles
                .iter()
                .zip(elems)
                .map(|(tile, &elem)| self.shuffle_all(tile, elem, ShflMode::Bfly, across))
                .collect();
            tiles = self.combine(body, &others, &tiles)?;
        }
        Ok(tiles)
    }

    /// Shuffles all registers of a tile; 16-bit elements go two at a time.
    fn shuffle_all(&mut self, tile: &[Val], elem: Elem, mode: ShflMode, lane: Val) -> Vec<Val> {
        let two = element::bytes(elem) == 2 && tile.len().is_multiple_of(2);
        if !two {
            return tile.iter().map(|&val| self.shuffle(val, elem, mode, lane)).collect();
        }
        let words = self.pack_words(tile, 2);
        let i32 = Elem::Scalar(ir::Scalar::I32);
        let moved: Vec<Val> =
            words.iter().map(|&word| self.shuffle(word, i32, mode, lane)).collect();
        self.unpack_words(&moved, 2)
    }

    /// Combines what the warps have, through shared memory. Each part has a word of its own at
    /// `(part of the warps, element of the result)`, elements of neighbouring lanes side by side.
    fn reduce_warps(
        &mut self,
        body: Block,
        layout: &LinearLayout,
        dim: usize,
        elems: &[Elem],
        tiles: Tiles,
    ) -> Select<Tiles> {
        let mask = dim_mask(layout.shape(), dim);
        let warps: SmallVec<[u32; 5]> = (0..layout.warp_bits())
            .filter(|&bit| layout.bases(Axis::Warp)[bit as usize] & mask != 0)
            .collect();
        if warps.is_empty() {
            return Ok(tiles);
        }
        let boxes_per_chunk = 1u32 << warps.len();
        let result = layout.slice(dim);
        let count = result.shape().iter().product::<u32>();
        let order = lanes_first(&result);
        let place_of = |index: u32| permuted(&order, index);
        let mut out = Tiles::new();
        let mut gathered: Vec<Tiles> = (0..boxes_per_chunk).map(|_| Tiles::new()).collect();
        for (tile, &elem) in tiles.iter().zip(elems) {
            let bytes = element::bytes(elem);
            let (region, base) = self.acquire(boxes_per_chunk * count * bytes)?;
            // Where a thread's part goes: element of the result, and which part.
            let mut write = thread_columns(&result, |basis| place_of(basis) * bytes);
            for (i, &warp) in warps.iter().enumerate() {
                write[(LANE_BITS + warp) as usize] |= (count << i) * bytes;
            }
            let writer = self.part_writer(&result, &warps);
            let thread = self.map_thread(&write);
            let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, thread]);
            for register in 0..result.num_registers() {
                let val = self.to_memory(tile[register as usize], elem);
                let offset = place_of(result.register_part(register)) * bytes;
                let place = self.b.mem(address, offset as i32);
                self.store_shared(writer, place, &[val], bytes);
            }
            self.publish(region);
            let read = thread_columns(&result, |basis| place_of(basis) * bytes);
            let thread = self.map_thread(&read);
            let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, thread]);
            for part in 0..boxes_per_chunk {
                let mut loaded = Vec::new();
                for register in 0..result.num_registers() {
                    let offset = (place_of(result.register_part(register)) + part * count) * bytes;
                    let place = self.b.mem(address, offset as i32);
                    let val = self.load_shared(place, 1, bytes)[0];
                    loaded.push(self.from_memory(val, elem));
                }
                gathered[part as usize].push(loaded);
            }
        }
        // Neighbours first, as a tree.
        while gathered.len() > 1 {
            let mut next = Vec::new();
            for pair in gathered.chunks(2) {
                next.push(self.combine(body, &pair[1], &pair[0])?);
            }
            gathered = next;
        }
        out.extend(gathered.into_iter().flatten());
        Ok(out)
    }

    /// One thread of those that hold equal parts: all replicas but for the warps that differ.
    fn part_writer(
        &mut self,
        result: &LinearLayout,
        warps: &[u32],
    ) -> Option<crate::ptx::inst::Guard> {
        let distinct = warps.iter().fold(0, |mask, warp| mask | 1 << warp);
        let lanes = result.replicated_bits(Axis::Lane);
        let mask = lanes | (result.replicated_bits(Axis::Warp) & !distinct) << LANE_BITS;
        if mask == 0 {
            return None;
        }
        let bits = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(mask)]);
        let op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        let pred = self.b.def(op, &[bits, Val::ZERO]).reg()?;
        Some(crate::ptx::inst::Guard { pred, negated: false })
    }
}

/// For each bit of an element's index the bit of its place in shared memory: what lanes tell apart
/// comes first, so that they do not meet in banks.
fn lanes_first(layout: &LinearLayout) -> Vec<u32> {
    let bits = layout.shape().iter().product::<u32>().trailing_zeros();
    let of_lanes = layout.bases(Axis::Lane).iter().fold(0, |bits, basis| bits | basis);
    let is_of_lanes = |bit: u32| of_lanes >> bit & 1 != 0;
    let first = (0..bits).filter(|&bit| is_of_lanes(bit)).count() as u32;
    let (mut low, mut high) = (0..first, first..bits);
    let place = |bit| if is_of_lanes(bit) { low.next() } else { high.next() };
    (0..bits).map(place).map(Option::unwrap_or_default).collect()
}

/// A number with its bits at other places.
fn permuted(places: &[u32], number: u32) -> u32 {
    let bits = places.iter().enumerate();
    bits.fold(0, |moved, (bit, place)| moved | (number >> bit & 1) << place)
}
