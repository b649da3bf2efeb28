//! One instruction, executed by the active lanes of a warp.

use super::lane::Lane;
use super::machine::{Cx, Lanes, Step, lanes};
use super::program::{Callee, Mem, Op, Reg, Special, Src};
use super::report::FindingKind;
use super::types::Space;

/// Generic addresses carry their space above everything that global memory uses.
pub const SHARED_WINDOW: u64 = 1 << 56;
pub const LOCAL_WINDOW: u64 = 2 << 56;
pub const PARAM_WINDOW: u64 = 3 << 56;
/// Addresses of the cluster's shared memory carry the rank of the CTA, plus one, from this bit.
/// Without it they are the own CTA's, whose window lies in the cluster's.
pub const RANK_SHIFT: u32 = 24;

/// The contents of an unwritten register.
const POISON: u64 = 0xABAD_CAFE_ABAD_CAFE;

impl Cx<'_, '_> {
    pub fn execute(&mut self) -> Step {
        let inst = self.inst;
        let counts = &mut self.run.counts[inst.line as usize];
        counts.issued += 1;
        counts.threads += u64::from(self.active.count_ones());
        match &inst.op {
            Op::Lane(lane) => self.lane(lane),
            Op::Move => {
                let values = self.fetch(inst.src[0]);
                self.write(0, &values);
            }
            Op::Pack(bits) => self.pack(*bits),
            Op::Unpack(bits) => self.unpack(*bits),
            Op::ToGeneric(space) => {
                let values = self.fetch(inst.src[0]).map(|address| to_generic(*space, address));
                self.write(0, &values);
            }
            Op::FromGeneric(space) => {
                let window = to_generic(*space, 0);
                let values = self.fetch(inst.src[0]).map(|address| address.wrapping_sub(window));
                self.write(0, &values);
            }
            Op::InCta => {
                let (addresses, ranks) = (self.fetch(inst.src[0]), self.fetch(inst.src[1]));
                let place = |lane: usize| addresses[lane] & ((1 << RANK_SHIFT) - 1);
                let moved = |lane: usize| (ranks[lane] + 1) << RANK_SHIFT | place(lane);
                self.write(0, &std::array::from_fn(moved));
            }
            Op::Access(access) => self.access(access),
            Op::Fence(fence) => self.fence(fence),
            Op::Copy(copy) => self.copy(copy),
            Op::Bulk(bulk) => self.bulk(bulk),
            Op::Collective(collective) => self.collective(collective),
            Op::Matrix(matrix) => self.matrix(matrix),
            Op::Barrier(barrier) => return self.barrier(barrier),
            Op::Mbarrier(mbarrier) => return self.mbarrier(mbarrier),
            Op::Tensor(tensor) => self.tensor(tensor),
            Op::Warpgroup(warpgroup) => return self.warpgroup(warpgroup),
            Op::Tcgen05(tcgen05) => self.tcgen05(tcgen05),
            Op::Branch(target) => return Step::Branch(*target),
            Op::Exit => {
                self.end_bulk();
                return Step::Exit;
            }
            Op::Trap => {
                let lane = self.active.trailing_zeros() as usize;
                self.finding(FindingKind::Trap, lane, || "the kernel trapped".into());
                self.run.stopped = true;
            }
            Op::Call(Callee::Print) => self.print(),
            Op::Call(Callee::AssertFail) => self.assert_fail(),
            Op::Nothing => {}
        }
        Step::Next
    }

    /// The value of a source in all lanes; only those of active lanes mean anything.
    pub fn fetch(&mut self, src: Src) -> Lanes {
        match src {
            Src::Reg(reg) => self.register(reg),
            Src::Not(reg) => self.register(reg).map(|bit| bit ^ 1),
            Src::Imm(bits) => [bits; 32],
            Src::Special(special) => std::array::from_fn(|lane| self.special(special, lane)),
            Src::Address(symbol) => {
                let place = &self.run.program.symbols[symbol];
                let address = match place.variable.space {
                    Space::Global | Space::Const => self.run.addresses[symbol],
                    _ => place.offset,
                };
                [address; 32]
            }
        }
    }

    fn register(&mut self, reg: Reg) -> Lanes {
        let active = self.active;
        self.check_in_flight(reg);
        let warp = self.this_warp();
        let mut values = *warp.register(reg);
        let missing = active & !warp.written(reg);
        if missing != 0 {
            warp.mark_written(reg, missing);
            for lane in lanes(missing) {
                values[lane] = POISON;
            }
            let name = self.run.program.register_name(reg);
            let lane = missing.trailing_zeros() as usize;
            self.finding(FindingKind::UnwrittenRegister, lane, || {
                format!("{name} has no value yet")
            });
            let program = self.run.program;
            self.this_warp().write(program, reg, missing, &values);
        }
        values
    }

    /// Writes result number `index`.
    pub fn write(&mut self, index: usize, values: &Lanes) {
        let (program, active) = (self.run.program, self.active);
        if let Some(&Some(reg)) = self.inst.dst.get(index) {
            self.check_in_flight(reg);
            if self.this_warp().products.is_read(reg) {
                let name = self.run.program.register_name(reg);
                let lane = active.trailing_zeros() as usize;
                self.finding(FindingKind::InFlight, lane, || {
                    format!("a product that has not been waited for reads {name}")
                });
            }
            self.this_warp().write(program, reg, active, values);
        }
    }

    /// That no product or load in flight has a register.
    fn check_in_flight(&mut self, reg: Reg) {
        let warp = self.this_warp();
        if warp.products.is_in_flight(reg) || warp.pending.loads.contains(&reg) {
            let name = self.run.program.register_name(reg);
            let lane = self.active.trailing_zeros() as usize;
            self.finding(FindingKind::InFlight, lane, || {
                format!("what has not been waited for uses {name}")
            });
        }
    }

    pub fn addresses(&mut self, mem: Mem) -> Lanes {
        self.fetch(mem.base).map(|base| base.wrapping_add(mem.offset as u64))
    }

    fn lane(&mut self, lane: &Lane) {
        let inst = self.inst;
        let mut operands = [[0; 32]; 4];
        for ((values, &src), &bits) in operands.iter_mut().zip(&inst.src).zip(&lane.inputs) {
            let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            *values = self.fetch(src).map(|value| value & mask);
        }
        let mut results = [[0; 32]; 2];
        for i in lanes(self.active) {
            let x = [operands[0][i], operands[1][i], operands[2][i], operands[3][i]];
            if let Some((is_undefined, why)) = lane.undefined
                && is_undefined(&x)
            {
                self.finding(FindingKind::UndefinedResult, i, || why.to_owned());
            }
            let [first, second] = (lane.compute)(&x);
            results[0][i] = first;
            results[1][i] = second;
        }
        for (index, values) in results.iter().enumerate().take(inst.dst.len()) {
            self.write(index, values);
        }
    }

    fn pack(&mut self, bits: u32) {
        let inst = self.inst;
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let mut packed = [0; 32];
        for (i, &src) in inst.src.iter().enumerate() {
            let part = self.fetch(src);
            for (word, part) in packed.iter_mut().zip(part) {
                *word |= (part & mask) << (bits * i as u32);
            }
        }
        self.write(0, &packed);
    }

    fn unpack(&mut self, bits: u32) {
        let packed = self.fetch(self.inst.src[0]);
        for i in 0..self.inst.dst.len() {
            // Registers cut what is above their width.
            self.write(i, &packed.map(|word| word >> (bits * i as u32)));
        }
    }

    fn special(&self, special: Special, lane: usize) -> u64 {
        let program = self.run.program;
        let cta = &self.cluster.ctas[self.rank];
        let thread = self.thread(lane) as u32;
        let [x, y, _] = program.threads;
        let per_cluster = |dim: usize| self.run.grid[dim] / program.cluster[dim];
        u64::from(match special {
            Special::Tid(0) => thread % x,
            Special::Tid(1) => thread / x % y,
            Special::Tid(_) => thread / x / y,
            Special::Ntid(dim) => program.threads[dim],
            Special::CtaId(dim) => cta.id[dim],
            Special::NumCta(dim) => self.run.grid[dim],
            Special::ClusterId(dim) => self.cluster.id[dim],
            Special::NumCluster(dim) => per_cluster(dim),
            Special::ClusterCtaId(dim) => cta.id[dim] % program.cluster[dim],
            Special::ClusterNumCta(dim) => program.cluster[dim],
            Special::ClusterRank => self.rank as u32,
            Special::ClusterSize => self.cluster.ctas.len() as u32,
            Special::Lane => lane as u32,
            Special::Warp => self.warp as u32,
            Special::NumWarp => cta.warps.len() as u32,
            // Any number will do, as they are volatile; neighbours share an SM that has room for them.
            Special::Sm => cta.number / program.per_sm % 132,
            Special::MaskEq => 1 << lane,
            Special::MaskLt => (1 << lane) - 1,
            Special::MaskLe => u32::MAX >> (31 - lane),
            Special::MaskGt => !(u32::MAX >> (31 - lane)),
            Special::MaskGe => !((1 << lane) - 1),
        })
    }
}

/// The generic address of an address of a space.
pub fn to_generic(space: Space, address: u64) -> u64 {
    match space {
        Space::Shared | Space::SharedCluster => SHARED_WINDOW + address,
        Space::Local => LOCAL_WINDOW + address,
        Space::Param => PARAM_WINDOW + address,
        Space::Global | Space::Const | Space::Generic => address,
    }
}
