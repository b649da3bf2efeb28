//! The state of a launch: clusters of CTAs of warps of lanes.

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use super::barrier::{ClusterBarrier, CtaBarrier};
use super::bulk::BulkGroups;
use super::copy::Copies;
use super::mbarrier::Phases;
use super::memory::{Memory, Region};
use super::program::{Inst, Program, Reg, Symbol};
use super::proxy::Unfenced;
use super::race::{Clock, Clocks};
use super::report::{Finding, FindingKind, LineCounts};
use super::tensor_memory::{Pending, TensorMemory};
use super::warpgroup::Products;

/// One value for each lane of a warp.
pub type Lanes = [u64; 32];

/// The lanes of a mask.
pub fn lanes(mask: u32) -> impl Iterator<Item = usize> + Clone {
    (0..32).filter(move |lane| mask >> lane & 1 == 1)
}

/// What a launch shares.
pub struct Run<'p> {
    pub program: &'p Program,
    pub memory: &'p mut Memory,
    pub grid: [u32; 3],
    pub params: Region,
    /// Addresses of the module's variables in global memory.
    pub addresses: SecondaryMap<Symbol, u64>,
    /// What was published at a place of a CTA (or of all), by releases.
    pub published: FxHashMap<(u32, Location), Clock>,
    pub findings: BTreeMap<(u32, FindingKind), Finding>,
    pub counts: Vec<LineCounts>,
    pub output: String,
    /// Instructions of warps executed.
    pub steps: u64,
    /// A warp of each CTA that goes on only where no other can.
    pub starved: Option<usize>,
    /// The launch cannot go on.
    pub stopped: bool,
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    pub area: Area,
    pub offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Area {
    /// Number of the allocation.
    Global(usize),
    /// Rank of the CTA in its cluster.
    Shared(usize),
    /// The executing thread's own.
    Local,
    Param,
}

/// CTAs that run at the same time and see each other's shared memory.
pub struct Cluster {
    pub id: [u32; 3],
    pub ctas: Vec<Cta>,
    pub barrier: ClusterBarrier,
}

/// A thread block.
pub struct Cta {
    /// Linear number in the grid.
    pub number: u32,
    pub id: [u32; 3],
    pub shared: Region,
    /// Of each thread.
    pub locals: Vec<Region>,
    pub warps: Vec<Warp>,
    pub barriers: [CtaBarrier; 16],
    /// By their offset in shared memory.
    pub mbarriers: BTreeMap<u64, Phases>,
    pub tensor_memory: TensorMemory,
    pub clocks: Clocks,
    pub fences: Vec<Fences>,
    pub unfenced: Unfenced,
}

/// What the fences of a thread have published and seen.
#[derive(Clone, Default)]
pub struct Fences {
    /// Published by the next strong writes.
    pub released: Option<Clock>,
    /// Seen by strong reads, and by the thread after its next fence.
    pub observed: Clock,
}

/// 32 lanes.
pub struct Warp {
    registers: Vec<Lanes>,
    /// Lanes in which a register has been written.
    written: Vec<u32>,
    pub groups: Vec<Group>,
    /// Lanes that there are.
    pub lanes: u32,
    pub exited: u32,
    /// Copies in flight, of each lane.
    pub copies: Vec<Copies>,
    /// Reductions in bulk, of each lane.
    pub bulk: Vec<BulkGroups>,
    /// Products of its warpgroup in flight.
    pub products: Products,
    /// Accesses to tensor memory in flight.
    pub pending: Pending,
}

/// Lanes that are at the same instruction.
#[derive(Clone, Debug)]
pub struct Group {
    pub pc: usize,
    pub lanes: u32,
    pub state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Ready,
    /// Other lanes have to come here first.
    Gathering,
    /// Looks again, when the warp's turn comes, whether what it waits for has happened.
    Polling,
    /// At a barrier of the CTA, which will wake it.
    Blocked(usize),
}

impl Warp {
    pub fn new(program: &Program, lanes: u32) -> Warp {
        Warp {
            registers: vec![[0; 32]; program.registers.len()],
            written: vec![0; program.registers.len()],
            groups: vec![Group { pc: 0, lanes, state: State::Ready }],
            lanes,
            exited: 0,
            copies: vec![Copies::default(); 32],
            bulk: vec![BulkGroups::default(); 32],
            products: Products::default(),
            pending: Pending::default(),
        }
    }

    pub fn register(&self, reg: Reg) -> &Lanes {
        &self.registers[reg.index()]
    }

    pub fn written(&self, reg: Reg) -> u32 {
        self.written[reg.index()]
    }

    /// Lanes become the given ones; bits beyond the register's width are dropped.
    pub fn write(&mut self, program: &Program, reg: Reg, active: u32, values: &Lanes) {
        let bits = program.registers[reg].bits;
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let register = &mut self.registers[reg.index()];
        if active == u32::MAX {
            for (old, &new) in register.iter_mut().zip(values) {
                *old = new & mask;
            }
        } else {
            for lane in lanes(active) {
                register[lane] = values[lane] & mask;
            }
        }
        self.written[reg.index()] |= active;
    }

    pub fn mark_written(&mut self, reg: Reg, active: u32) {
        self.written[reg.index()] |= active;
    }
}

impl Cta {
    pub fn is_done(&self) -> bool {
        self.warps.iter().all(|warp| warp.groups.is_empty())
    }
}

/// One instruction being executed by lanes of one warp.
pub struct Cx<'a, 'p> {
    pub run: &'a mut Run<'p>,
    pub cluster: &'a mut Cluster,
    pub rank: usize,
    pub warp: usize,
    /// The lanes that execute it; their guards hold.
    pub active: u32,
    pub inst: &'p Inst,
}

/// What becomes of the lanes after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Next,
    /// The instruction is executed again later.
    Again,
    /// The lanes wait at a barrier; the warp that completes it moves them on.
    Block(usize),
    Branch(usize),
    Exit,
}

impl Cx<'_, '_> {
    pub fn cta(&mut self) -> &mut Cta {
        &mut self.cluster.ctas[self.rank]
    }

    pub fn this_warp(&mut self) -> &mut Warp {
        let warp = self.warp;
        &mut self.cta().warps[warp]
    }

    /// The number of a lane's thread in its CTA.
    pub fn thread(&self, lane: usize) -> usize {
        32 * self.warp + lane
    }

    /// The active threads.
    pub fn threads(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let warp = self.warp;
        lanes(self.active).map(move |lane| 32 * warp + lane)
    }

    pub fn finding(&mut self, kind: FindingKind, lane: usize, detail: impl FnOnce() -> String) {
        let block = self.cluster.ctas[self.rank].id;
        let thread = self.thread(lane) as u32;
        self.run.finding(kind, self.inst.line, block, thread, detail);
    }
}

impl Run<'_> {
    /// Reports a finding; of the same kind on the same line only the first is kept.
    pub fn finding(
        &mut self,
        kind: FindingKind,
        line: u32,
        block: [u32; 3],
        thread: u32,
        detail: impl FnOnce() -> String,
    ) {
        let text = || self.program.line_text(line);
        let first =
            || Finding { kind, line, text: text(), block, thread, detail: detail(), count: 0 };
        self.findings.entry((line, kind)).or_insert_with(first).count += 1;
    }
}
