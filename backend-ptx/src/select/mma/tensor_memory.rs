//! Tensor memory as code: taking it, and the values that are resident there.
//!
//! The result of an MMA is *resident*: it stays in tensor memory until it is read ([`Cx::at`]),
//! and an MMA that adds to it goes on there. So a loop that sums up MMAs moves nothing.
//! Whatever else is added to is stored to tensor memory first, so that each series of MMAs
//! begins with a barrier of the consumers: what they had read of those columns has been read then.
//!
//! In: values, and the columns that the pipeline gives them. Out: loads and stores of the threads' parts, and the waits
//! for the MMAs before. A value is resident in one place; from the first read on it is in registers.

use ir::Value;
use smallvec::{SmallVec, smallvec};

use crate::linear::interned::LayoutId;
use crate::mma::assign::MmaEngine;
use crate::mma::async_mma::AsyncMma;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, FenceSide, Ftz, TensorAccess, Times, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::memory::element;
use crate::select::{Cx, Select};
use crate::target::{MAX_ROWS, WARPGROUP};

/// A warp's lanes in an address of tensor memory: bits 5 and 6 of the thread, 16 bits up.
const WARP_LANES: u32 = 0x60;
const LANE_SHIFT: u32 = 16;
/// Lanes of the shapes 16x256b and 16x128b.
const SHAPE_LANES: u32 = 16;
/// Columns of 32 bits of the first, for accumulators, and of the second, for A operands.
const ACCUMULATOR: u32 = 8;
const A_OPERAND: u32 = 4;

/// The consumers' view of tensor memory.
pub struct TensorState {
    /// The address of the kernel's columns.
    pub(super) base: Val,
    /// The same in the first lane that this thread's warp reaches.
    own: Val,
    /// The parity of the phase of the accumulators' barrier that is awaited next.
    phase: Reg,
    resident: SmallVec<[(Value, Accumulator); 4]>,
    /// Whether all MMAs that may have been issued are known to be done.
    pub(super) idle: bool,
}

impl TensorState {
    /// The address of the kernel's columns in the first lane that this thread's warp reaches.
    pub(super) fn own(&self) -> Val {
        self.own
    }
}

/// Where the result of an MMA is in tensor memory, and its layout in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    pub(super) first_column: u32,
    m: u32,
    n: u32,
    pub(super) layout: LayoutId,
}

impl Accumulator {
    pub(super) fn new(first_column: u32, mma: &AsyncMma, layout: LayoutId) -> Accumulator {
        Accumulator { first_column, m: mma.m, n: mma.n, layout }
    }

    fn span(&self) -> TmemRange {
        TmemRange { first_column: self.first_column, m: self.m, columns: self.n }
    }

    fn overlaps(&self, other: &Accumulator) -> bool {
        let end = |at: &Accumulator| at.first_column + at.m.div_ceil(MAX_ROWS) * at.n;
        self.first_column < end(other) && other.first_column < end(self)
    }
}

/// A matrix of `m` rows in tensor memory, so many columns of it for each block of rows.
struct TmemRange {
    first_column: u32,
    m: u32,
    columns: u32,
}

/// How a thread's registers of a matrix lie in tensor memory: `times` repetitions of a shape for
/// each place, given by lane and column.
struct TmemAccess {
    times: Times,
    places: SmallVec<[(u32, u32); 4]>,
    /// Columns that the second warpgroup is away from the first.
    group_columns: u32,
}

impl TmemAccess {
    fn new(span: &TmemRange, warpgroups: u32, shape_columns: u32) -> TmemAccess {
        let rows = span.m.min(MAX_ROWS);
        let (columns, own_blocks) = match span.m / rows {
            1 => (span.columns / warpgroups, 1),
            blocks => (span.columns, blocks / warpgroups),
        };
        // Each quarter of the lanes has that of an instruction's rows, sixteen at a time.
        let halves = rows / 4 / SHAPE_LANES;
        let place = |block, half| (half * SHAPE_LANES, span.first_column + block * span.columns);
        let places = (0..own_blocks).flat_map(|b| (0..halves).map(move |half| place(b, half)));
        TmemAccess {
            times: Times(columns / shape_columns),
            places: places.collect(),
            group_columns: own_blocks * columns,
        }
    }
}

impl Cx<'_> {
    /// Takes tensor memory, by the first warp of the consumers.
    pub fn enter_tensor_memory(&mut self, pipeline: &Pipeline) {
        let Some(memory) = &pipeline.tensor_memory else { return };
        let slot = self.shared_at(memory.address);
        self.by_threads(32, |cx| {
            let columns = Val::u32(memory.columns);
            cx.b.emit(Op::Tcgen05Alloc {}, &[], &[slot.clone(), columns.into()]);
            cx.b.emit(Op::Tcgen05Relinquish {}, &[], &[]);
        });
        self.tensor_fence(FenceSide::Before);
        self.emit_barrier();
        self.tensor_fence(FenceSide::After);
        let base = self.load_shared(slot, 1, 4)[0];
        let warp = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(WARP_LANES)]);
        let lanes = self.b.def(Op::Shl { ty: Ty::B32 }, &[warp, Val::u32(LANE_SHIFT)]);
        let own = self.b.def(Op::Add { ty: Ty::U32 }, &[base, lanes]);
        let phase = self.b.fresh(Class::B32);
        self.b.assign(phase, Val::ZERO);
        self.tensor = Some(TensorState { base, own, phase, resident: SmallVec::new(), idle: true });
    }

    /// Gives tensor memory back: at the end of the consumers' code.
    pub fn leave_tensor_memory(&mut self) {
        if self.tensor.is_some() {
            self.wait_for_mmas();
        }
        let (Some(state), Some(pipeline)) = (&self.tensor, self.pipeline) else { return };
        let Some(memory) = &pipeline.tensor_memory else { return };
        let (base, columns) = (state.base, Val::u32(memory.columns));
        self.by_threads(32, |cx| {
            cx.b.emit(Op::Tcgen05Dealloc {}, &[], &[base.into(), columns.into()]);
        });
    }

    /// Nothing is known of tensor memory: what follows may be reached another way.
    pub fn forget_resident(&mut self) {
        if let Some(state) = &mut self.tensor {
            state.resident.clear();
            state.idle = false;
        }
    }

    /// Brings the words of an A operand to tensor memory, where MMAs before may have theirs.
    pub(super) fn store_factor(&mut self, words: &[Val], mma: &AsyncMma, first_column: u32) {
        if self.tensor.as_ref().is_some_and(|state| !state.idle) {
            self.wait_for_mmas();
        }
        let (m, columns) = (mma.m, mma.operand_columns());
        let (access, address) =
            self.tensor_access(&TmemRange { first_column, m, columns }, A_OPERAND);
        let op = Op::Tcgen05StFactor { times: access.times };
        self.store_cells(op, &access, address, words);
    }

    /// Stores registers to the places of an access.
    fn store_cells(&mut self, op: Op, access: &TmemAccess, address: Val, words: &[Val]) {
        let count = words.len() / access.places.len();
        for (&(lane, column), part) in access.places.iter().zip(words.chunks(count)) {
            let regs: Vec<Val> =
                part.iter().map(|&val| self.b.reg(val, Class::B32).into()).collect();
            let at = self.b.mem(address, (lane << LANE_SHIFT | column) as i32);
            self.b.emit(op, &[], &[at, Arg::Vec(regs.into())]);
        }
    }

    /// What has been stored can be used by MMAs.
    pub(super) fn publish_stores(&mut self) {
        self.b.emit(Op::Tcgen05Wait { what: TensorAccess::Store }, &[], &[]);
        self.tensor_fence(FenceSide::Before);
        self.barrier();
        self.tensor_fence(FenceSide::After);
    }

    /// Where a value is in tensor memory.
    pub(super) fn resident_at(&self, value: Value) -> Option<Accumulator> {
        let mut resident = self.tensor.as_ref()?.resident.iter();
        resident.find(|(known, _)| *known == value).map(|(_, at)| *at)
    }

    pub(super) fn take_resident(&mut self, value: Value) {
        if let Some(state) = &mut self.tensor {
            state.resident.retain(|(known, _)| *known != value);
        }
    }

    pub fn set_resident(&mut self, value: Value, at: Accumulator) {
        if let Some(state) = &mut self.tensor {
            state.resident.push((value, at));
        }
    }

    /// Whether a value is where a loop carries it.
    pub fn is_resident_at(&self, value: Value, at: &Accumulator) -> bool {
        self.resident_at(value).is_some_and(|resident| resident == *at)
    }

    /// Where a loop carries a value in tensor memory; `None` if it carries it in registers.
    pub fn carried_accumulator(&mut self, param: Value) -> Option<Accumulator> {
        let pipeline = self.pipeline.filter(|_| self.partition == Partition::Consumer)?;
        let inst = pipeline.mma_in_place(param)?;
        let memory = pipeline.tensor_memory.as_ref()?;
        let plan = self.plan.mmas.get(inst)?;
        let (MmaEngine::Tcgen05(mma), c) = (plan.engine, plan.c.clone()) else { return None };
        let layout = self.plan.layouts.intern(c);
        let first_column = memory.first_column(inst);
        let here = self.plan.def_layout(param) == Some(layout);
        here.then_some(Accumulator::new(first_column, &mma, layout))
    }

    /// Brings a value to tensor memory, for MMAs that are issued from here on.
    pub fn store_accumulator(&mut self, value: Value, to: &Accumulator) -> Select<()> {
        let overlapping: SmallVec<[Value; 4]> = match &self.tensor {
            Some(state) => {
                let inside = |(_, at): &&(Value, Accumulator)| at.overlaps(to);
                state.resident.iter().filter(inside).map(|(value, _)| *value).collect()
            }
            None => return Ok(()),
        };
        for other in overlapping {
            self.fetch_resident(other)?;
        }
        let tile = self.at(value, to.layout)?;
        let tile = self.cells_as(&tile, element::class(self.elem(value)), Class::B32);
        let (access, address) = self.tensor_access(&to.span(), ACCUMULATOR);
        let op = Op::Tcgen05St { times: access.times };
        self.store_cells(op, &access, address, &tile);
        self.publish_stores();
        Ok(())
    }

    /// Waits for a resident value and reads it to registers.
    pub fn fetch_resident(&mut self, value: Value) -> Select<()> {
        let Some(at) = self.resident_at(value) else { return Ok(()) };
        self.wait_for_mmas();
        self.read_resident(value, &at)
    }

    /// Reads all resident values to registers.
    pub fn fetch_all_resident(&mut self) -> Select<()> {
        let all = self.tensor.as_ref().map(|state| state.resident.clone()).unwrap_or_default();
        if all.is_empty() {
            return Ok(());
        }
        self.wait_for_mmas();
        for (value, at) in &all {
            self.read_resident(*value, at)?;
        }
        Ok(())
    }

    fn read_resident(&mut self, value: Value, at: &Accumulator) -> Select<()> {
        self.take_resident(value);
        let (access, address) = self.tensor_access(&at.span(), ACCUMULATOR);
        let op = Op::Tcgen05Ld { times: access.times };
        let mut tile = Vec::new();
        for &(lane, column) in &access.places {
            let from = self.b.mem(address, (lane << LANE_SHIFT | column) as i32);
            let regs = self.b.def_all(op, smallvec![from]);
            tile.extend(regs.iter().map(|&reg| Val::Reg(reg)));
        }
        self.b.emit(Op::Tcgen05Wait { what: TensorAccess::Load }, &[], &[]);
        let tile = self.cells_as(&tile, Class::B32, element::class(self.elem(value)));
        self.set_def_layout(value, at.layout, tile)
    }

    /// A cell has an element of an accumulator, one of 16 bits in its low half.
    fn cells_as(&mut self, tile: &[Val], from: Class, to: Class) -> Vec<Val> {
        let op = match (from, to) {
            (Class::B16, Class::B32) => element::cvt(Ty::U32, Ty::U16),
            (Class::B32, Class::B16) => element::cvt(Ty::U16, Ty::U32),
            _ => return tile.to_vec(),
        };
        let convert = |val: &Val| match val {
            Val::Imm(_) => *val,
            Val::Reg(_) => self.b.def(op, &[*val]),
        };
        tile.iter().map(convert).collect()
    }

    /// How a thread reaches its part of a matrix with a shape of so many columns: places, and the
    /// address that they are relative to.
    fn tensor_access(&mut self, at: &TmemRange, shape_columns: u32) -> (TmemAccess, Val) {
        let warpgroups = self.pipeline.map_or(1, |pipeline| pipeline.mmas.warpgroups);
        let access = TmemAccess::new(at, warpgroups, shape_columns);
        let Some(own) = self.tensor.as_ref().map(|state| state.own) else {
            return (access, Val::ZERO);
        };
        if warpgroups == 1 {
            return (access, own);
        }
        let group = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(WARPGROUP.ilog2())]);
        let columns = Val::u32(access.group_columns);
        let columns = self.b.mul_int(Ty::U32, group, columns, Exact::NEITHER);
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[own, columns]);
        (access, address)
    }

    /// Waits until all MMAs issued so far are done, whichever way consumers have come here.
    ///
    /// The barrier keeps the next phase of the accumulators' barrier from ending while a thread
    /// waits for this one.
    pub fn wait_for_mmas(&mut self) {
        let Some(memory) = self.pipeline.and_then(|pipeline| pipeline.tensor_memory.as_ref())
        else {
            return;
        };
        let Some(phase) = self.tensor.as_ref().map(|state| state.phase) else { return };
        self.tensor_fence(FenceSide::Before);
        self.emit_barrier();
        let done = self.shared_at(memory.done);
        self.by_threads(1, |cx| cx.b.emit(Op::Tcgen05Commit {}, &[], std::slice::from_ref(&done)));
        let again = self.b.loop_head();
        self.b.place(again);
        let ended = self.b.def_all(Op::MbarrierTryWait {}, smallvec![done, phase.into()])[0];
        self.b.branch_if(ended.into(), true, Uniform::No, again);
        let one = Val::u32(1).into();
        self.b.emit(Op::Xor { ty: Ty::B32 }, &[phase.into()], &[phase.into(), one]);
        self.tensor_fence(FenceSide::After);
        if let Some(state) = &mut self.tensor {
            state.idle = true;
        }
    }

    pub(super) fn tensor_fence(&mut self, side: FenceSide) {
        self.b.emit(Op::Tcgen05Fence { side }, &[], &[]);
    }

    /// Code that only the first so many threads execute: one, or a warp.
    pub fn by_threads(&mut self, count: u32, code: impl FnOnce(&mut Self)) {
        let others = self.b.label();
        let op = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
        let beyond = self.b.def(op, &[self.tid, Val::u32(count)]);
        self.b.branch_if(beyond, false, Uniform::No, others);
        code(self);
        self.b.place(others);
    }
}
