//! Tiles and rows that threads read behind a loop of MMAs, through the ring of that loop.
//!
//! Threads that load such a tile when the last MMA is done wait for memory, all SMs at once, while
//! the tensor cores have nothing to do. The producer is ahead of them by a ring: it copies the tile behind the
//! loop's last ones, and goes on with those of the next tile block. Some turns before, it asks for the
//! tile in the L2 cache; what is asked for much earlier other tiles would have driven out again. A tile
//! that is larger than a buffer fills several in turn.
//!
//! ```text
//! producer   for each step: prefetch if near the end; copy A, B; for each part: copy the part
//! consumers  for each step: multiply; for each part: wait until it is there, read it, release it
//! ```
//!
//! Whether tensor maps can describe the tensors is a test at run time. It comes out alike in all threads of
//! both partitions, and where it fails consumers load as others do.

use ir::{Inst, InstData, Value};
use smallvec::{SmallVec, smallvec};

use crate::cost::occupancy::EPILOGUE_PREFETCH_DISTANCE;
use crate::linear::interned::LayoutId;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Ty, Uniform};
use crate::schedule::body::LoadId;
use crate::schedule::pipeline::Pipeline;
use crate::select::memory::access::Access;
use crate::select::memory::element;
use crate::select::pipeline::tma_box::{TmaBox, boxes};
use crate::select::{Cx, Select};
use crate::target::WARPGROUP;

/// The named barrier of the first warpgroup of consumers; the next one's is the next.
const FIRST_GROUP_BARRIER: Val = Val::Imm(2);

impl Cx<'_> {
    /// Copies a tile buffer by buffer.
    pub(in crate::select) fn produce_epilogue_load(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
        view: Value,
        index: &[Value],
    ) -> Select<()> {
        let async_load = &pipeline.async_loads[number];
        let coordinates = self.tile_coordinates(async_load, view, index)?;
        let source = self.box_source(async_load, coordinates.len())?;
        let boxes = boxes(async_load);
        let each = boxes.len() / async_load.fills() as usize;
        let done = self.b.label();
        self.b.branch_if(self.epilogue_tma_applies, true, Uniform::No, done);
        for fill in boxes.chunks(each) {
            let bytes = async_load.staged.bytes() / async_load.fills();
            self.acquire_and_expect_tx(pipeline, async_load.ring, bytes, &[]);
            let (buffer, signal) = self.current_stage_buffer(pipeline, number);
            for one in fill {
                let one = TmaBox { offset: one.offset - fill[0].offset, ..*one };
                self.copy_box(async_load, source, &coordinates, (buffer, &signal), one, false);
            }
            self.advance(async_load.ring, pipeline.rings[async_load.ring].stages);
        }
        self.b.place(done);
        Ok(())
    }

    /// In the body of a loop of MMAs, when so many turns are left: asks for the tiles of epilogue loads behind it.
    pub(in crate::select) fn prefetch_epilogue_loads(&mut self, loads: &[LoadId]) -> Select<()> {
        let Some(pipeline) = self.pipeline else { return Ok(()) };
        let function = self.function;
        let Some(owner) = self.innermost() else { return Ok(()) };
        let InstData::For { lower_bound, upper_bound, step, body, .. } = function.data(owner)
        else {
            return Ok(());
        };
        if self.elem(*step).bits() != 32 {
            return Ok(());
        }
        // Once, also where there are fewer turns in all.
        let turn = function.block_params(*body)[0];
        if self.plan.def_layout(turn).is_none() {
            return Ok(());
        }
        let at = self.scalar(turn)?;
        let [first, end, step] =
            [*lower_bound, *upper_bound, *step].map(|value| self.scalar(value));
        let (first, end, step) = (first?, end?, step?);
        let left = self.b.def(Op::Sub { ty: Ty::U32 }, &[end, at]);
        let near =
            self.b.mul_int(Ty::U32, step, Val::u32(EPILOGUE_PREFETCH_DISTANCE), Exact::NEITHER);
        let nearer =
            self.b.mul_int(Ty::U32, step, Val::u32(EPILOGUE_PREFETCH_DISTANCE - 1), Exact::NEITHER);
        let compare = |cx: &mut Self, cmp: Cmp, a: Val, b: Val| {
            cx.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty: Ty::U32 }, &[a, b])
        };
        let is_near = compare(self, Cmp::Le, left, near);
        let just = compare(self, Cmp::Gt, left, nearer);
        let begins = compare(self, Cmp::Eq, at, first);
        let once = self.b.def(Op::Or { ty: Ty::Pred }, &[just, begins]);
        let now = self.and_pred(is_near, once);
        let now = self.and_pred(now, self.epilogue_tma_applies);
        let done = self.b.label();
        self.b.branch_if(now, true, Uniform::No, done);
        for &number in loads {
            let async_load = &pipeline.async_loads[number];
            let load = function.data(async_load.inst);
            let InstData::LoadViewTko { view, index, .. } = load else { continue };
            let coordinates = self.tile_coordinates(async_load, *view, index)?;
            let (map, rank) = self.box_source(async_load, coordinates.len())?;
            for one in boxes(async_load) {
                let coordinates = self.box_coordinates(async_load, &coordinates, one);
                let from = Operand::Tensor { map, coordinates };
                self.b.emit(Op::BulkTensorPrefetch { rank }, &[], &[from]);
            }
        }
        self.b.place(done);
        Ok(())
    }

    /// Reads a tile or row in the layouts that are wanted.
    pub(in crate::select) fn consume_epilogue_load(
        &mut self,
        (load, number): (Inst, usize),
        view: Value,
        index: &[Value],
        access: Access,
    ) -> Select<()> {
        // The buffer of the last MMAs is needed, too.
        self.drain()?;
        let result = self.function.results(load)[0];
        let def_layout = self.plan.def_layout(result);
        let wanted: SmallVec<[LayoutId; 2]> = match (def_layout, self.plan.required_layouts(result))
        {
            (Some(def_layout), [_, ..]) => smallvec![def_layout],
            (Some(_), []) => smallvec![],
            (None, required_layouts) => required_layouts.into(),
        };
        for &id in &wanted {
            let place = self.view_place(view, index, id);
            self.order_access(load, false, view, place, access);
        }
        let tiles = match self.epilogue_tma_applies.imm() {
            Some(1) => self.read_parts(number, result, &wanted)?,
            _ => self.read_either_way(number, result, &wanted, (view, index, access))?,
        };
        for (&id, tile) in wanted.iter().zip(tiles) {
            match def_layout {
                Some(_) => self.set_def_layout(result, id, tile)?,
                None => self.set(result, id, tile),
            }
        }
        Ok(())
    }

    /// Reads a tile from its buffers, or from memory where no map describes its tensor.
    fn read_either_way(
        &mut self,
        number: usize,
        result: Value,
        wanted: &[LayoutId],
        (view, index, access): (Value, &[Value], Access),
    ) -> Select<Vec<Vec<Val>>> {
        let (direct, done) = (self.b.label(), self.b.label());
        self.b.branch_if(self.epilogue_tma_applies, true, Uniform::Yes, direct);
        let mut meeting: Vec<Vec<Reg>> = Vec::new();
        for tile in self.read_parts(number, result, wanted)? {
            let words = self.words_of_tile(result, &tile);
            meeting.push(words.iter().map(|&word| self.variable_of(result, word)).collect());
        }
        self.b.branch(done);
        self.b.place(direct);
        for (&id, regs) in wanted.iter().zip(&meeting) {
            let tile = self.load_tile(view, index, access, id)?;
            let words = self.words_of_tile(result, &tile);
            for (&reg, word) in regs.iter().zip(words) {
                self.b.assign(reg, word);
            }
        }
        self.b.place(done);
        let tile = |regs: &Vec<Reg>| {
            let words: Vec<Val> = regs.iter().map(|&reg| reg.into()).collect();
            self.tile_of_words(result, &words)
        };
        Ok(meeting.iter().map(tile).collect())
    }

    /// Waits for each part of a tile, reads it in some layouts and hands its buffer back.
    fn read_parts(
        &mut self,
        number: usize,
        result: Value,
        wanted: &[LayoutId],
    ) -> Select<Vec<Vec<Val>>> {
        let Some(pipeline) = self.pipeline else { return Ok(Vec::new()) };
        let async_load = &pipeline.async_loads[number];
        let registers = |id: LayoutId| self.layout(id).num_registers() as usize;
        let mut tiles: Vec<Vec<Val>> =
            wanted.iter().map(|&id| vec![Val::ZERO; registers(id)]).collect();
        for part in 0..async_load.fills() {
            self.pipeline_states[async_load.ring].must_wait = true;
            let buffer = self.consumer_wait(number);
            for (&id, tile) in wanted.iter().zip(&mut tiles) {
                self.read_staged(result, async_load, (buffer, part), id, tile)?;
            }
            // All of a warpgroup have read it before one of them releases it.
            let group =
                self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(WARPGROUP.ilog2())]);
            let own = self.b.def(Op::Add { ty: Ty::U32 }, &[group, FIRST_GROUP_BARRIER]);
            self.b.emit(Op::BarSyncCount {}, &[], &[own.into(), Val::u32(WARPGROUP).into()]);
            let (_, empty) = pipeline.ring_barriers(async_load.ring);
            let stage = self.pipeline_states[async_load.ring].stage;
            let address = self.stage_address(stage.into(), 8, empty);
            self.consumer_release(Val::Imm(1), address);
            self.advance(async_load.ring, pipeline.rings[async_load.ring].stages);
        }
        Ok(tiles)
    }

    /// A register of its own for a word of a tile.
    fn variable_of(&mut self, tile: Value, word: Val) -> Reg {
        let class = match element::bytes(self.elem(tile)) {
            bytes if bytes < 4 && self.is_in_words(tile) => Class::B32,
            bytes => element::memory_type(bytes).class(),
        };
        let reg = self.b.fresh(class);
        self.b.assign(reg, word);
        reg
    }

    /// Whether all layouts have whole words of a tile's elements in a thread.
    fn is_in_words(&self, tile: Value) -> bool {
        let bytes = element::bytes(self.elem(tile));
        let whole = |&id: &LayoutId| (self.layout(id).num_registers() * bytes).is_multiple_of(4);
        self.plan.required_layouts(tile).iter().all(whole)
            && self.plan.def_layout(tile).iter().all(whole)
    }

    /// A thread's part of a tile in words, or in elements where they do not fill words.
    fn words_of_tile(&mut self, tile: Value, elements: &[Val]) -> Vec<Val> {
        let elem = self.elem(tile);
        let memory: Vec<Val> = elements.iter().map(|&val| self.to_memory(val, elem)).collect();
        match self.is_in_words(tile) {
            true => self.pack_words(&memory, element::bytes(elem)),
            false => memory,
        }
    }

    /// The inverse of [`Cx::words_of_tile`].
    fn tile_of_words(&mut self, tile: Value, words: &[Val]) -> Vec<Val> {
        let elem = self.elem(tile);
        let memory = match self.is_in_words(tile) {
            true => self.unpack_words(words, element::bytes(elem)),
            false => words.to_vec(),
        };
        memory.into_iter().map(|val| self.from_memory(val, elem)).collect()
    }
}
