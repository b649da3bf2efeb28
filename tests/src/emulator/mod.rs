//! A GPU for tests: runs emitted PTX and finds what a real one would leave to luck.
//!
//! It executes the module that is printed, one CTA after the other. Threads of a CTA run until they
//! have to wait for others: a barrier for all of them, a warp-wide instruction for their warp. It
//! stops with an error, naming instruction and thread, on
//!
//! * a register read before it is written;
//! * an access outside every allocation, or misaligned;
//! * two threads touching the same byte of shared or global memory, one of them writing, with no
//!   barrier in between (within a CTA; atomics among themselves are fine);
//! * threads that wait for each other in different places.
//!
//! Approximate instructions (`ex2.approx` and the like) give the correctly rounded result, so what
//! is measured against them is the algorithm and not the hardware's tables.

mod alu;
mod collective;
mod memory;

pub use memory::Memory;

use backend_ptx::ptx::inst::{Base, Inst, Label, Line, Op, Operand, Symbol};
use backend_ptx::ptx::regs::{Reg, Val};
use backend_ptx::ptx::types::{Dim, Space, Sreg, Ty};
use backend_ptx::ptx::{Kernel, PtxModule, print};
use cranelift_entity::{EntityRef, SecondaryMap};

use memory::{Races, Shared};

/// Steps of one CTA after which it counts as hanging.
const STEP_LIMIT: u64 = 200_000_000;

type Run<T> = Result<T, String>;

/// A thread's state.
struct Thread {
    regs: Vec<Option<u64>>,
    pc: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Running,
    /// At a CTA barrier.
    AtBarrier,
    /// At a warp-wide instruction.
    AtWarp,
    Done,
}

/// A CTA being executed.
struct Cta<'a> {
    kernel: &'a Kernel,
    labels: SecondaryMap<Label, usize>,
    addresses: SecondaryMap<Symbol, u64>,
    memory: &'a mut Memory,
    shared: Shared,
    races: Races,
    threads: Vec<Thread>,
    block: [u32; 3],
    grid: [u32; 3],
    steps: u64,
}

/// Runs a kernel over a grid.
///
/// # Errors
/// The first thing found wrong.
pub fn launch(
    module: &PtxModule,
    name: &str,
    grid: [u32; 3],
    args: &[u64],
    memory: &mut Memory,
) -> Run<()> {
    let kernel =
        module.kernels.iter().find(|kernel| kernel.name == name).ok_or("no such kernel")?;
    if kernel.params.len() != args.len() {
        return Err(format!("{} arguments for {} parameters", args.len(), kernel.params.len()));
    }
    let mut addresses: SecondaryMap<Symbol, u64> = SecondaryMap::new();
    let mut shared_size = 0u64;
    for (symbol, variable) in module.variables.iter() {
        match variable.space {
            Space::Shared => {
                shared_size = shared_size.next_multiple_of(u64::from(variable.align));
                addresses[symbol] = shared_size;
                shared_size += variable.bytes;
            }
            Space::Global | Space::Const => {
                let mut bytes = variable.init.clone();
                bytes.resize(variable.bytes as usize, 0);
                addresses[symbol] = memory.alloc(&bytes);
            }
            _ => {}
        }
    }
    for (param, &arg) in kernel.params.iter().zip(args) {
        addresses[param.symbol] = arg;
    }
    let mut labels: SecondaryMap<Label, usize> = SecondaryMap::new();
    for (i, line) in kernel.body.iter().enumerate() {
        if let Line::Label(label) = line {
            labels[*label] = i;
        }
    }
    for z in 0..grid[2] {
        for y in 0..grid[1] {
            for x in 0..grid[0] {
                let thread =
                    || Thread { regs: vec![None; kernel.regs.len()], pc: 0, state: State::Running };
                let mut cta = Cta {
                    kernel,
                    labels: labels.clone(),
                    addresses: addresses.clone(),
                    memory,
                    shared: Shared::new(shared_size as usize),
                    races: Races::default(),
                    threads: (0..kernel.threads).map(|_| thread()).collect(),
                    block: [x, y, z],
                    grid,
                    steps: 0,
                };
                cta.run()?;
            }
        }
    }
    Ok(())
}

impl Cta<'_> {
    fn run(&mut self) -> Run<()> {
        loop {
            for thread in 0..self.threads.len() {
                while self.threads[thread].state == State::Running {
                    self.step(thread).map_err(|what| self.explain(thread, &what))?;
                }
            }
            let mut progress = false;
            for warp in 0..self.threads.len() / 32 {
                let lanes = warp * 32..warp * 32 + 32;
                if lanes.clone().all(|t| self.threads[t].state == State::AtWarp) {
                    let pc = self.threads[lanes.start].pc;
                    if lanes.clone().any(|t| self.threads[t].pc != pc) {
                        return Err(self.explain(
                            lanes.start,
                            "the lanes of a warp are at different instructions",
                        ));
                    }
                    self.warp_step(warp).map_err(|what| self.explain(lanes.start, &what))?;
                    for t in lanes {
                        self.threads[t].pc += 1;
                        self.threads[t].state = State::Running;
                    }
                    progress = true;
                }
            }
            if progress {
                continue;
            }
            if self.threads.iter().all(|thread| thread.state == State::Done) {
                return Ok(());
            }
            if self.threads.iter().all(|thread| thread.state == State::AtBarrier) {
                let pc = self.threads[0].pc;
                if self.threads.iter().any(|thread| thread.pc != pc) {
                    return Err(self.explain(0, "threads are at different barriers"));
                }
                self.races.barrier();
                for thread in &mut self.threads {
                    thread.pc += 1;
                    thread.state = State::Running;
                }
                continue;
            }
            let stuck = self.threads.iter().position(|t| t.state != State::Done).unwrap_or(0);
            return Err(self.explain(stuck, "threads wait for each other"));
        }
    }

    fn explain(&self, thread: usize, what: &str) -> String {
        let line = match self.kernel.body.get(self.threads[thread].pc) {
            Some(Line::Inst(inst)) => print::inst_text(&self.kernel.regs, inst),
            _ => String::new(),
        };
        format!("{}: block {:?}, thread {thread}: {what}\n    {line}", self.kernel.name, self.block)
    }

    fn step(&mut self, thread: usize) -> Run<()> {
        self.steps += 1;
        if self.steps > STEP_LIMIT {
            return Err("it does not end".into());
        }
        let kernel = self.kernel;
        let Some(line) = kernel.body.get(self.threads[thread].pc) else {
            return Err("control runs off the end".into());
        };
        let Line::Inst(inst) = line else {
            self.threads[thread].pc += 1;
            return Ok(());
        };
        if let Some(guard) = inst.guard
            && (self.read_reg(thread, guard.pred)? != 0) == guard.negated
        {
            self.threads[thread].pc += 1;
            return Ok(());
        }
        match inst.op {
            Op::BarSync {} => {
                self.threads[thread].state = State::AtBarrier;
                return Ok(());
            }
            Op::Shfl { .. }
            | Op::Vote { .. }
            | Op::Redux { .. }
            | Op::BarWarpSync {}
            | Op::Mma { .. }
            | Op::LdMatrix { .. }
            | Op::StMatrix { .. } => {
                self.threads[thread].state = State::AtWarp;
                return Ok(());
            }
            Op::Bra { .. } => {
                let Some(Operand::Label(target)) = inst.operands.first() else {
                    return Err("no target".into());
                };
                self.threads[thread].pc = self.labels[*target];
                return Ok(());
            }
            Op::Ret {} => {
                self.threads[thread].state = State::Done;
                return Ok(());
            }
            Op::Trap {} => return Err("trap".into()),
            _ => self.execute(thread, inst)?,
        }
        self.threads[thread].pc += 1;
        Ok(())
    }

    fn execute(&mut self, thread: usize, inst: &Inst) -> Run<()> {
        match inst.op {
            Op::LdParam { .. } => {
                let Some(Operand::Mem { base: Base::Symbol(symbol), .. }) = inst.operands.first()
                else {
                    return Err("no parameter".into());
                };
                let value = self.addresses[*symbol];
                self.write(thread, &inst.results[0], value)
            }
            Op::MovSreg {} => {
                let Some(Operand::Sreg(sreg)) = inst.operands.first() else {
                    return Err("no register".into());
                };
                let value = self.special(thread, *sreg)?;
                self.write(thread, &inst.results[0], value)
            }
            Op::MovAddress { .. } => {
                let Some(Operand::Address(symbol)) = inst.operands.first() else {
                    return Err("no symbol".into());
                };
                let value = self.addresses[*symbol];
                self.write(thread, &inst.results[0], value)
            }
            Op::Ld { .. }
            | Op::St { .. }
            | Op::Atom { .. }
            | Op::AtomCas { .. }
            | Op::Red { .. }
            | Op::Fence { .. } => self.access(thread, inst),
            Op::CpAsync {} | Op::CpAsyncSmall {} | Op::CpAsyncCommit {} | Op::CpAsyncWait {} => {
                self.access(thread, inst)
            }
            _ => {
                let mut operands = Vec::new();
                for operand in &inst.operands {
                    match operand {
                        Operand::Vec(list) => {
                            for &val in list {
                                operands.push(self.read(thread, val)?);
                            }
                        }
                        Operand::Val(val) => operands.push(self.read(thread, *val)?),
                        _ => return Err("unexpected operand".into()),
                    }
                }
                let results = alu::compute(inst.op, &operands)?;
                let targets = flatten(&inst.results);
                for (target, value) in targets.into_iter().zip(results) {
                    self.write_reg(thread, target, value);
                }
                Ok(())
            }
        }
    }

    fn special(&self, thread: usize, sreg: Sreg) -> Run<u64> {
        let of = |values: [u32; 3], dim: Dim| match dim {
            Dim::X => values[0],
            Dim::Y => values[1],
            Dim::Z => values[2],
        };
        Ok(u64::from(match sreg {
            Sreg::Tid => thread as u32,
            Sreg::Lane => thread as u32 % 32,
            Sreg::CtaId(dim) | Sreg::ClusterId(dim) => of(self.block, dim),
            Sreg::NumCta(dim) | Sreg::NumCluster(dim) => of(self.grid, dim),
            Sreg::ClusterRank | Sreg::SmId => 0,
        }))
    }

    fn read(&self, thread: usize, val: Val) -> Run<u64> {
        match val {
            Val::Imm(bits) => Ok(bits),
            Val::Reg(reg) => self.read_reg(thread, reg),
        }
    }

    fn read_reg(&self, thread: usize, reg: Reg) -> Run<u64> {
        self.threads[thread].regs[reg.index()].ok_or_else(|| format!("{reg} has no value"))
    }

    fn write(&mut self, thread: usize, operand: &Operand, value: u64) -> Run<()> {
        match operand {
            Operand::Val(Val::Reg(reg)) => {
                self.write_reg(thread, *reg, value);
                Ok(())
            }
            _ => Err("a result that is no register".into()),
        }
    }

    fn write_reg(&mut self, thread: usize, reg: Reg, value: u64) {
        let mask = u64::MAX >> (64 - self.kernel.regs.class(reg).bits());
        self.threads[thread].regs[reg.index()] = Some(value & mask);
    }

    /// The address that an operand names.
    fn address(&self, thread: usize, operand: &Operand) -> Run<u64> {
        let Operand::Mem { base, offset } = operand else { return Err("no address".into()) };
        let base = match base {
            Base::Reg(reg) => self.read_reg(thread, *reg)?,
            Base::Symbol(symbol) => self.addresses[*symbol],
        };
        Ok(base.wrapping_add(i64::from(*offset) as u64))
    }
}

/// The registers of results, brace lists taken apart.
fn flatten(operands: &[Operand]) -> Vec<Reg> {
    let mut regs = Vec::new();
    for operand in operands {
        match operand {
            Operand::Val(Val::Reg(reg)) => regs.push(*reg),
            Operand::Vec(list) => regs.extend(list.iter().filter_map(|val| val.reg())),
            _ => {}
        }
    }
    regs
}

/// Bytes of one element of an access.
fn size(ty: Ty) -> usize {
    ty.bits() as usize / 8
}
