//! Reductions and scans.
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
//! A scan goes from the lowest bit to the highest. Before bit `k` every block of `2^k` elements has
//! its own prefixes; then each element whose bit is set is combined with the last element of the
//! block below it. That one is in another register, lane or warp, as its bits say.

use ir::{Block, Elem, Inst, InstData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::linear::interned::LayoutId;
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_mask, dim_shifts, squeeze};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, ShflMode, Ty};
use crate::select::arith::vote::{lanes_answer, threads_answer};
use crate::select::memory::element;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Tile, Unsupported};

/// The registers of each operand.
type Tiles = Vec<Vec<Val>>;

impl Cx<'_> {
    /// The body of a reduction on many elements at once; one list of registers per operand.
    fn combine(&mut self, body: Block, elements: &Tiles, accumulators: &Tiles) -> Select<Tiles> {
        let mut values: FxHashMap<Value, Tile> = FxHashMap::default();
        let params = self.function.block_params(body);
        for (i, (element, accumulator)) in elements.iter().zip(accumulators).enumerate() {
            values.insert(params[2 * i], element.as_slice().into());
            values.insert(params[2 * i + 1], accumulator.as_slice().into());
        }
        let count = elements.first().map_or(0, Vec::len);
        let results = self.combine_block(body, count, &mut values)?;
        Ok(results.iter().map(|tile| tile.to_vec()).collect())
    }

    /// A block of a body on `count` elements at once: what it yields.
    fn combine_block(
        &mut self,
        block: Block,
        count: usize,
        values: &mut FxHashMap<Value, Tile>,
    ) -> Select<Vec<Tile>> {
        for &inst in self.function.insts(block) {
            let data = self.function.data(inst);
            self.need_single_elements(inst)?;
            let mut operands: SmallVec<[Tile; 4]> = SmallVec::new();
            for operand in data.operands() {
                operands.push(match values.get(&operand) {
                    Some(tile) => tile.clone(),
                    // From outside, and the same for all.
                    None => vec![self.scalar(operand)?; count].into(),
                });
            }
            let tile: Tile = match data {
                // What only the sanitizer executes.
                InstData::Require { .. } => continue,
                InstData::Yield { .. } => return Ok(operands.to_vec()),
                InstData::If { then_block, else_block, .. } => {
                    let (then_block, else_block) = (*then_block, *else_block);
                    let chosen = self.combine_block(then_block, count, values)?;
                    let other = self.combine_block(else_block, count, values)?;
                    let branches = chosen.iter().zip(&other);
                    for (&result, (yes, no)) in self.function.results(inst).iter().zip(branches) {
                        let elem = self.elem(result);
                        let picked: Select<Vec<Val>> = (0..count)
                            .map(|i| self.choose(operands[0][i], yes[i], no[i], elem))
                            .collect();
                        values.insert(result, picked?.into());
                    }
                    continue;
                }
                InstData::Constant { value } => vec![Val::Imm(value.get(0)); count].into(),
                InstData::Poison {} => vec![Val::ZERO; count].into(),
                // Of one element there is one place.
                InstData::Reshape { .. }
                | InstData::Broadcast { .. }
                | InstData::Permute { .. }
                | InstData::Extract { .. } => operands[0].clone(),
                _ => {
                    let elems: SmallVec<[Elem; 4]> =
                        data.operands().iter().map(|&v| self.elem(v)).collect();
                    let x: SmallVec<[&[Val]; 4]> = operands.iter().map(|tile| &tile[..]).collect();
                    let result = self.elem(self.function.results(inst)[0]);
                    self.elementwise(data, &elems, result, &x)?.into()
                }
            };
            values.insert(self.function.results(inst)[0], tile);
        }
        // Only a branch may end without a yield: its `if` has no results.
        Ok(Vec::new())
    }

    /// *Requires* of an instruction in a body that all its values are single elements.
    fn need_single_elements(&self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let operands = data.operands();
        let mut values = operands.iter().chain(self.function.results(inst));
        let is_single = |&value: &Value| {
            let ty = self.function.value_type(value);
            self.module.types.as_tile(ty).is_some_and(|tile| tile.num_elems() == 1)
        };
        if values.all(is_single) {
            return Ok(());
        }
        let op = data.opcode().mnemonic();
        Err(Unsupported::op(format!("{op} of several elements in the body of a reduction")))
    }

    fn operand_tiles(
        &mut self,
        inst: Inst,
        operands: &[Value],
    ) -> Select<Option<(LayoutId, Tiles)>> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(None) };
        let used = self
            .function
            .results(inst)
            .iter()
            .any(|&result| !self.plan.required_layouts(result).is_empty());
        if !used {
            return Ok(None);
        }
        let tiles: Select<Tiles> = operands.iter().map(|&v| Ok(self.at(v, at)?.to_vec())).collect();
        Ok(Some((at, tiles?)))
    }

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

    /// `takes ? new : old`.
    fn choose(&mut self, takes: Val, new: Val, old: Val, elem: Elem) -> Select<Val> {
        self.select_element(&[takes, new, old], elem)
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
