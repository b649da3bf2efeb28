//! Tensor memory: 128 lanes of 512 columns of 32 bits, taken in columns, reached by warps.
//!
//! `tcgen05.ld` and `.st` are asynchronous, and neither program order nor a barrier orders them or
//! products with what other threads do: fences do. Here a warp's loads and stores are touches by an
//! *agent* of the warp, which publishes to its threads and learns from them at fences only (PTX ISA,
//! "tcgen05.fence"); products are touches by another agent of their thread, of which the thread
//! itself learns nothing, and a thread that waits for a commit learns everything. So a missing
//! fence, commit or wait
//! is a race.
//!
//! Found beside that: columns that are used before they are taken or after they are given back, or
//! that are not given back; lanes that a warp cannot reach; unwritten cells;
//! registers of loads that have not been waited for.

use super::machine::{Cx, Lanes, Run, lanes};
use super::memory::Region;
use super::program::Reg;
use super::race::TouchKind;
use super::report::FindingKind;
use super::types::Space;

pub const LANES: u64 = 128;
pub const COLUMNS: u64 = 512;
const LANE_SHIFT: u64 = 16;
/// Lanes that a warp reaches.
const WARP_LANES: u64 = 32;

/// The tensor memory of a CTA.
#[derive(Clone, Debug, Default)]
pub struct TensorMemory {
    /// Column by column.
    cells: Region,
    taken: Vec<Columns>,
    /// The CTA takes no more.
    relinquished: bool,
}

/// Columns that have been taken, by an instruction of this line.
#[derive(Clone, Copy, Debug)]
struct Columns {
    first: u64,
    count: u64,
    line: u32,
}

/// A warp's accesses that it has not waited for.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    pub loads: Vec<Reg>,
    stores: bool,
}

/// What one `tcgen05.ld` or `.st` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// 32 lanes of one column.
    L32x32,
    /// 16 lanes of 4 columns.
    L16x128,
    /// 16 lanes of 8 columns.
    L16x256,
}

impl Shape {
    /// The cell of register `r` of lane `l` (PTX ISA, "Matrix fragments for shape"): lane and
    /// column from the address.
    fn cell(self, l: u64, r: u64) -> (u64, u64) {
        match self {
            Shape::L32x32 => (l, r),
            Shape::L16x128 => (l / 4 + 8 * (r % 2), l % 4 + 4 * (r / 2)),
            Shape::L16x256 => (l / 4 + 8 * (r / 2 % 2), r % 2 + 2 * (l % 4) + 8 * (r / 4)),
        }
    }

    pub fn registers(self, times: usize) -> usize {
        match self {
            Shape::L32x32 => times,
            Shape::L16x128 => 2 * times,
            Shape::L16x256 => 4 * times,
        }
    }

    fn lanes(self) -> u64 {
        match self {
            Shape::L32x32 => 32,
            Shape::L16x128 | Shape::L16x256 => 16,
        }
    }
}

impl TensorMemory {
    fn offset(lane: u64, column: u64) -> u64 {
        4 * (column * LANES + lane)
    }

    pub fn read(&self, lane: u64, column: u64) -> u64 {
        self.cells.read(TensorMemory::offset(lane, column), 4)
    }

    pub fn write(&mut self, lane: u64, column: u64, value: u64) {
        self.cells.write(TensorMemory::offset(lane, column), 4, value);
    }

    pub fn is_written(&self, lane: u64, column: u64) -> bool {
        self.cells.is_written(TensorMemory::offset(lane, column), 4)
    }

    fn has(&self, first: u64, count: u64) -> bool {
        let inside = |at: &Columns| first >= at.first && first + count <= at.first + at.count;
        self.taken.iter().any(inside)
    }
}

/// Lane and column of an address.
pub fn split(address: u64) -> (u64, u64) {
    (address >> LANE_SHIFT & 0xFFFF, address & 0xFFFF)
}

/// Columns that a CTA has not given back when it ends.
pub fn report_leaks(run: &mut Run<'_>, cluster: &super::machine::Cluster) {
    for cta in &cluster.ctas {
        for at in &cta.tensor_memory.taken {
            run.finding(FindingKind::TensorMemory, at.line, cta.id, 0, || {
                format!("{} columns are not given back", at.count)
            });
        }
    }
}

impl Cx<'_, '_> {
    /// The agent of a warp's loads and stores.
    fn access_agent(&mut self) -> usize {
        32 * self.cta().warps.len() + self.thread(0)
    }

    /// The agent of a thread's products.
    pub fn product_agent(&mut self, lane: usize) -> usize {
        64 * self.cta().warps.len() + self.thread(lane)
    }

    /// A thread's products begin after what its loads and stores come after.
    pub fn begin_product(&mut self, lane: usize) {
        let (before, agent) = (self.access_agent(), self.product_agent(lane));
        let clock = self.cta().clocks.release([before].into_iter());
        self.cta().clocks.acquire([agent].into_iter(), &clock);
    }

    pub fn take_columns(&mut self) {
        let count = self.fetch(self.inst.src[0])[0];
        let legal = count.is_power_of_two() && (32..=COLUMNS).contains(&count);
        let line = self.inst.line;
        let memory = &mut self.cta().tensor_memory;
        let end = memory.taken.iter().map(|at| at.first).min().unwrap_or(COLUMNS);
        let wrong = match (legal, end.checked_sub(count)) {
            (false, _) => Some(format!("{count} columns cannot be taken")),
            (_, None) => Some(format!("{count} columns are not there, the CTA waits for itself")),
            _ if memory.relinquished => Some("the CTA has said that it takes no more".to_owned()),
            _ => None,
        };
        if let Some(what) = wrong {
            self.finding(FindingKind::TensorMemory, 0, || what);
            return;
        }
        let first = end - count;
        if memory.cells.size() == 0 {
            memory.cells = Region::unwritten((4 * LANES * COLUMNS) as usize);
        }
        memory.taken.push(Columns { first, count, line });
        let address = self.addresses(self.inst.mem[0])[0];
        if let Some(at) = self.locate(Space::Shared, address, 4, 0) {
            self.touch(at, 4, true, TouchKind::Weak, 0);
            self.region(at.area, 0).write(at.offset, 4, first);
        }
    }

    pub fn relinquish_columns(&mut self) {
        self.cta().tensor_memory.relinquished = true;
    }

    pub fn give_columns_back(&mut self) {
        let [first, count] = [0, 1].map(|i| self.fetch(self.inst.src[i])[0]);
        let taken = &mut self.cta().tensor_memory.taken;
        let Some(index) = taken.iter().position(|at| (at.first, at.count) == (first, count)) else {
            self.finding(FindingKind::TensorMemory, 0, || {
                format!("{count} columns from {first} have not been taken")
            });
            return;
        };
        taken.remove(index);
        // Whatever was done there must be over.
        let thread = self.thread(0);
        for column in first..first + count {
            self.touch_cells(0..LANES, column, true, thread, 0);
        }
    }

    /// Records an access by a thread or agent to lanes of a column.
    pub fn touch_cells(
        &mut self,
        lanes: std::ops::Range<u64>,
        column: u64,
        writes: bool,
        agent: usize,
        lane: usize,
    ) {
        let start = TensorMemory::offset(lanes.start, column);
        let bytes = 4 * (lanes.end - lanes.start);
        let cta = self.cta();
        let now = cta.clocks.touch(agent, TouchKind::Weak);
        let shadow = &mut cta.tensor_memory.cells.shadow;
        let Some(other) = shadow.access((start, bytes), now, writes, &cta.clocks) else { return };
        let threads = 32 * cta.warps.len();
        let (kind, thread) = match other.first().1 {
            thread if thread < threads => ("thread", thread),
            agent if agent < 2 * threads => ("an access of the warp of thread", agent - threads),
            agent => ("a product of thread", agent - 2 * threads),
        };
        self.finding(FindingKind::Race, lane, || {
            format!("lanes {lanes:?} of column {column}, with {kind} {thread}")
        });
    }

    /// That some columns have been taken; reports it if not.
    pub fn check_taken(&mut self, first: u64, count: u64, lane: usize) -> bool {
        let taken = self.cta().tensor_memory.has(first, count);
        if !taken {
            self.finding(FindingKind::TensorMemory, lane, || {
                format!("the columns {first}..{} have not been taken", first + count)
            });
        }
        taken
    }

    /// The first lane and column of a warp's access.
    fn accessed(&mut self, shape: Shape, registers: usize) -> Option<(u64, u64)> {
        let addresses = self.addresses(self.inst.mem[0]);
        let (lane, column) = split(addresses[0]);
        let quarter = WARP_LANES * (self.warp as u64 % 4);
        let reached = lane >= quarter && lane + shape.lanes() <= quarter + WARP_LANES;
        let differs = addresses.iter().any(|&address| address != addresses[0]);
        if differs || !reached || !lane.is_multiple_of(shape.lanes()) {
            let warp = self.warp;
            self.finding(FindingKind::TensorMemory, 0, || {
                format!("warp {warp} does not reach lane {lane} like this")
            });
            return None;
        }
        let last = shape.cell(31, registers as u64 - 1).1;
        self.check_taken(column, last + 1, 0).then_some((lane, column))
    }

    pub fn load_cells(&mut self, shape: Shape) {
        if self.this_warp().pending.stores {
            self.finding(FindingKind::InFlight, 0, || "stores have not been waited for".into());
        }
        let inst = self.inst;
        let count = inst.dst.len();
        let Some((lane, column)) = self.accessed(shape, count) else { return };
        for number in 0..count {
            let mut values: Lanes = [0; 32];
            for thread in lanes(u32::MAX) {
                let (row, at) = shape.cell(thread as u64, number as u64);
                let (row, at) = (lane + row, column + at);
                if !self.cta().tensor_memory.is_written(row, at) {
                    self.finding(FindingKind::UnwrittenMemory, thread, || {
                        format!("lane {row} of column {at} of tensor memory")
                    });
                }
                let agent = self.access_agent();
                self.touch_cells(row..row + 1, at, false, agent, thread);
                values[thread] = self.cta().tensor_memory.read(row, at);
            }
            self.write(number, &values);
        }
        self.this_warp().pending.loads.extend(inst.dst.iter().flatten());
    }

    pub fn store_cells(&mut self, shape: Shape) {
        let inst = self.inst;
        let Some((lane, column)) = self.accessed(shape, inst.src.len()) else { return };
        for (number, &src) in inst.src.iter().enumerate() {
            let values = self.fetch(src);
            for thread in lanes(u32::MAX) {
                let (row, at) = shape.cell(thread as u64, number as u64);
                let (row, at) = (lane + row, column + at);
                let agent = self.access_agent();
                self.touch_cells(row..row + 1, at, true, agent, thread);
                self.cta().tensor_memory.write(row, at, values[thread]);
            }
        }
        self.this_warp().pending.stores = true;
    }

    pub fn await_loads(&mut self) {
        self.this_warp().pending.loads.clear();
    }

    pub fn await_stores(&mut self) {
        self.this_warp().pending.stores = false;
    }

    /// What a thread's loads and stores did is published when the thread next synchronises.
    pub fn fence_before(&mut self) {
        let pending = &self.this_warp().pending;
        if pending.stores || !pending.loads.is_empty() {
            self.finding(FindingKind::InFlight, 0, || {
                "loads or stores have not been waited for".into()
            });
        }
        for lane in lanes(self.active) {
            let (thread, agent) = (self.thread(lane), self.access_agent());
            let clock = self.cta().clocks.release([agent].into_iter());
            self.cta().clocks.acquire([thread].into_iter(), &clock);
        }
    }

    /// What follows comes after what the thread has seen.
    pub fn fence_after(&mut self) {
        for lane in lanes(self.active) {
            let (thread, agent) = (self.thread(lane), self.access_agent());
            let clock = self.cta().clocks.release([thread].into_iter());
            self.cta().clocks.acquire([agent].into_iter(), &clock);
        }
    }
}
