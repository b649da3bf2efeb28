//! `wgmma`: the MMA of a warpgroup, asynchronous, with operands in shared memory.
//!
//! The accumulator is read and written in place, so a loop carries it in one set of registers.
//! All instructions of one MMA form a group. When it has been committed, the group before it
//! is waited for and the buffers that one read are released: two MMAs are in flight at
//! most. A use of an accumulator waits for all ([`Cx::drain`]).
//!
//! An MMA whose A operand threads fetch goes in parts along K, a group each, with registers of
//! their own for the fragments: those of a part are fetched while the part before is computed.
//!
//! Registers that an MMA reads are its own until it is done. `ptxas` of CUDA 13.0, which drivers
//! have, keeps them from other values up to the next wait in the text, but not along the edge back to
//! the head of a loop: what follows there was given the registers of an MMA in flight. So none
//! with an operand in registers is in flight where an iteration ends ([`Cx::finish_register_operands`]).
//!
//! An MMA that adds to zeros needs none: its first instructions do not read the accumulator.

use std::ops::Range;

use ir::{Elem, Inst, InstData, Scalar, Value};
use smallvec::smallvec;

use crate::linear::interned::LayoutId;
use crate::mma::assign::MmaPlan;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::smem_fragment::Fetch;
use crate::mma::smem_operand::{Major, Staged};
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Ty, WgmmaShape};
use crate::schedule::build::mma_waits::reads_accumulator;
use crate::schedule::pipeline::Pipeline;
use crate::select::memory::element;
use crate::select::mma::fetch::FragmentSource;
use crate::select::mma::sync::operand_types;
use crate::select::{Cx, Select, Unsupported};
use crate::target::{K_STEP_BYTES, REGISTER_BITS, WARPGROUP};

/// The A operand of an MMA.
enum Left {
    /// The words of its fragments.
    Words(Vec<Val>),
    InSmem(MmaOperand),
    ToFetch(usize, Fetch),
}

/// The same, when its buffer is full.
enum Ready {
    Words(Vec<Val>),
    At(Val, Staged, Major),
    Fetched(FragmentSource),
}

/// Formats and shape of an MMA's instructions.
#[derive(Clone, Copy)]
struct WgmmaFormat {
    d: Ty,
    a: Ty,
    b: Ty,
    shape: WgmmaShape,
}

impl WgmmaFormat {
    /// Bytes of an element of A or B.
    fn bytes(self) -> u32 {
        self.a.bits() / 8
    }
}

/// An MMA whose operands are in place.
struct ReadyWgmma<'m> {
    mma: &'m AsyncMma,
    format: WgmmaFormat,
    a: Ready,
    b: Val,
    b_staged: Staged,
    b_major: Major,
    /// Registers in the order of instructions.
    accumulators: Vec<Val>,
    /// Blocks of rows that a warpgroup has.
    blocks: u32,
    /// Whether the first step adds to the accumulator, and whether the others do.
    first_adds: Val,
    adds: Val,
}

impl Cx<'_> {
    pub fn wgmma(
        &mut self,
        inst: Inst,
        mma: &AsyncMma,
        plan: &MmaPlan,
        def_layout: LayoutId,
    ) -> Select<()> {
        let Some(pipeline) = self.pipeline else { return Ok(()) };
        let data = self.function.data(inst);
        let result = self.function.results(inst)[0];
        let [lhs, rhs, acc] = data.operands()[..3] else { return Ok(()) };
        let format = self.wgmma_format(data, mma, [lhs, rhs, acc])?;
        let Some(layouts) = &plan.fragments else { return Ok(()) };
        let left = self.left_operand(mma, plan, (lhs, rhs), format.bytes())?;
        let reads = reads_accumulator(self.function, acc);
        let regs = self.accumulator(acc, def_layout, reads)?;
        let order = match mma.swapped {
            true => layouts.c.permute(&[1, 0]),
            false => layouts.c.clone(),
        };
        let order = order.registers_in(&self.layout(def_layout).reshape(order.shape()));
        let order = order.and_then(|order| words_of(&order, (order.len() / regs.len()) as u32));
        let order = order.ok_or_else(|| Unsupported::op("an accumulator of other threads"))?;
        let accumulators = order.iter().map(|&word| Val::Reg(regs[word as usize])).collect();
        let blocks = mma.blocks_each(pipeline.mmas.warpgroups);
        let Some(a) = self.ready_left(pipeline, left, blocks) else { return Ok(()) };
        let Some((start, b_staged, b_major)) = self.smem_operand(mma.b) else { return Ok(()) };
        let b = self.descriptor(start, b_staged.descriptor(b_major));
        let adds = self.always(true);
        let first_adds = if reads { adds } else { self.always(false) };
        let ready = ReadyWgmma {
            mma,
            format,
            a,
            b,
            b_staged,
            b_major,
            accumulators,
            blocks,
            first_adds,
            adds,
        };
        let at_once = mma.steps_at_once(pipeline.mmas.warpgroups);
        for first in (0..mma.steps).step_by(at_once as usize) {
            self.wgmma_group(&ready, first..first + at_once);
        }
        if mma.has_stored() {
            self.next_operand_buffer();
        }
        self.in_flight.remove(acc);
        self.in_flight.insert(result);
        self.latest = Some(result);
        self.is_mma_wait_announced = false;
        self.set_def_layout(result, def_layout, regs.iter().map(|&reg| reg.into()).collect())
    }

    fn wgmma_format(
        &self,
        data: &InstData,
        mma: &AsyncMma,
        [lhs, rhs, acc]: [Value; 3],
    ) -> Select<WgmmaFormat> {
        let types = operand_types(data, self.elem(lhs), self.elem(rhs));
        let types = types.map(|(lhs, rhs)| if mma.swapped { (rhs, lhs) } else { (lhs, rhs) });
        let Some((a, b)) = types else {
            return Err(Unsupported::op(format!("wgmma of {}", self.elem(lhs))));
        };
        let d = match self.elem(acc) {
            Elem::Scalar(Scalar::I32) => Ty::S32,
            Elem::Scalar(Scalar::F16) => Ty::F16,
            _ => Ty::F32,
        };
        let shape = WgmmaShape { n: mma.n, k: K_STEP_BYTES / (a.bits() / 8) };
        Ok(WgmmaFormat { d, a, b, shape })
    }

    /// The A operand, which is the right one of an MMA that is swapped.
    fn left_operand(
        &mut self,
        mma: &AsyncMma,
        plan: &MmaPlan,
        (lhs, rhs): (Value, Value),
        bytes: u32,
    ) -> Select<Left> {
        match mma.a {
            MmaOperand::Registers => {
                let (given, layout) = match mma.swapped {
                    true => (rhs, plan.b.clone()),
                    false => (lhs, plan.a.clone()),
                };
                let layout = self.plan.layouts.intern(layout);
                let elements = self.at(given, layout)?;
                Ok(Left::Words(self.pack_words(&elements, bytes)))
            }
            MmaOperand::Smem(..) | MmaOperand::RegistersToSmem(_) => Ok(Left::InSmem(mma.a)),
            MmaOperand::SmemToRegisters(async_load, staged) => {
                let layouts = plan.fragments.as_ref();
                let fetch =
                    layouts.and_then(|layouts| Fetch::new(&layouts.a, &staged.places(), bytes));
                let fetch = fetch.ok_or_else(|| Unsupported::op("fragments of that width"))?;
                Ok(Left::ToFetch(async_load, fetch))
            }
        }
    }

    /// Waits for the buffer of the A operand, if it is in one.
    fn ready_left(&mut self, pipeline: &Pipeline, left: Left, blocks: u32) -> Option<Ready> {
        let group = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(WARPGROUP.ilog2())]);
        match left {
            Left::InSmem(operand) => {
                let (mut start, staged, major) = self.smem_operand(operand)?;
                if pipeline.mmas.warpgroups > 1 {
                    let rows = staged.step_offset(major, 64 * blocks, 0);
                    let own = self.b.mul_int(Ty::U32, group, Val::u32(rows), Exact::NEITHER);
                    start = self.b.def(Op::Add { ty: Ty::U32 }, &[start, own]);
                }
                let at = self.descriptor(start, staged.descriptor(major));
                Some(Ready::At(at, staged, major))
            }
            Left::Words(words) => Some(Ready::Words(words)),
            Left::ToFetch(async_load, fetch) => {
                let start = self.consumer_wait(async_load);
                Some(Ready::Fetched(self.fetch_from(fetch, start)))
            }
        }
    }

    /// The instructions of some steps along K, which are a group, and the wait for the group before.
    fn wgmma_group(&mut self, ready: &ReadyWgmma<'_>, steps: Range<u32>) {
        let fetched = match &ready.a {
            Ready::Fetched(source) => {
                let in_part = |word: u32| steps.contains(&(word / 4 % ready.mma.steps));
                self.fetch_words(source, in_part)
            }
            Ready::At(..) | Ready::Words(_) => Vec::new(),
        };
        self.b.emit(Op::WgmmaFence {}, &[], &[]);
        for step in steps {
            let b_at = self.step(ready.b, ready.b_staged.step_offset(ready.b_major, 0, step));
            for block in 0..ready.blocks {
                self.wgmma_instruction(ready, (block, step), &fetched, b_at);
            }
        }
        self.b.emit(Op::WgmmaCommit {}, &[], &[]);
        self.b.emit(Op::WgmmaWait {}, &[], &[Val::u32(1).into()]);
        self.release_consumed();
    }

    /// One block of rows times one step along K.
    fn wgmma_instruction(
        &mut self,
        ready: &ReadyWgmma<'_>,
        (block, step): (u32, u32),
        fetched: &[Val],
        b_at: Val,
    ) {
        let WgmmaFormat { d, a, b, shape } = ready.format;
        let count = ready.accumulators.len() / ready.blocks as usize;
        let regs = &ready.accumulators[block as usize * count..][..count];
        let transposed = |major: Major| u32::from(major == Major::Mn);
        let has_order = ready.format.bytes() == 2;
        let mut flags = smallvec![1, 1];
        let at = (block * ready.mma.steps + step) as usize * 4;
        let in_registers = Op::WgmmaRegs { shape, d, a, b };
        let (op, operand) = match &ready.a {
            Ready::At(start, staged, major) => {
                if has_order {
                    flags.push(transposed(*major));
                }
                let a_at = self.step(*start, staged.step_offset(*major, 64 * block, step));
                (Op::Wgmma { shape, d, a, b }, a_at.into())
            }
            Ready::Words(words) => (in_registers, Arg::Vec(words[at..at + 4].into())),
            Ready::Fetched(_) => (in_registers, Arg::Vec(fetched[at..at + 4].into())),
        };
        if has_order {
            flags.push(transposed(ready.b_major));
        }
        if d == Ty::S32 {
            flags.clear();
        }
        let adds = if step == 0 { ready.first_adds } else { ready.adds };
        let operands = [operand, b_at.into(), adds.into(), Arg::Immediates(flags)];
        self.b.emit(op, &[Arg::Vec(regs.into())], &operands);
    }

    /// The registers to accumulate to: those of the operand if it has no other use, else new
    /// ones, with its values if these are read.
    fn accumulator(&mut self, acc: Value, def_layout: LayoutId, read: bool) -> Select<Vec<Reg>> {
        let bits = self.elem(acc).bits();
        if !read {
            let words = self.layout(def_layout).num_registers() * bits / REGISTER_BITS;
            return Ok((0..words).map(|_| self.b.fresh(Class::B32)).collect());
        }
        if self.in_flight.contains(acc)
            && let Some(tile) = self.tiles.get(&(acc, def_layout))
            && self.uses[acc] == 1
        {
            return Ok(tile.iter().filter_map(|val| val.reg()).collect());
        }
        let words = self.words_at(acc, def_layout)?;
        let regs: Vec<Reg> = words.iter().map(|_| self.b.fresh(Class::B32)).collect();
        for (&reg, &val) in regs.iter().zip(&words) {
            self.b.assign(reg, val);
        }
        Ok(regs)
    }

    /// The descriptor of a matrix that begins at an address: the rest of its bits is constant.
    pub(super) fn descriptor(&mut self, start: Val, rest: u64) -> Val {
        let low = self.b.def(Op::And { ty: Ty::B32 }, &[start, Val::u32(0x3FFFF)]);
        let low = self.b.def(Op::Shr { ty: Ty::U32 }, &[low, Val::u32(4)]);
        let wide = self.b.def(element::cvt(Ty::U64, Ty::U32), &[low]);
        self.b.def(Op::Or { ty: Ty::B64 }, &[wide, Val::Imm(rest)])
    }

    /// The descriptor of what lies `bytes` further on.
    pub(super) fn step(&mut self, descriptor: Val, bytes: u32) -> Val {
        self.b.def(Op::Add { ty: Ty::U64 }, &[descriptor, Val::u32(bytes >> 4)])
    }

    /// A predicate that holds, or one that does not.
    pub(super) fn always(&mut self, holds: bool) -> Val {
        let zero = self.b.reg(Val::ZERO, Class::B32);
        let cmp = if holds { Cmp::Eq } else { Cmp::Ne };
        let op = Op::Setp { cmp, ftz: Ftz::Keep, ty: Ty::U32 };
        Val::Reg(self.b.def_all(op, smallvec![zero.into(), Val::ZERO.into()])[0])
    }
}

/// The words of an accumulator, by the numbers of its elements in the order of instructions; `None` where elements of one
/// word are not neighbours.
fn words_of(order: &[u32], per_word: u32) -> Option<Vec<u32>> {
    let word = |elements: &[u32]| {
        let first = elements[0];
        let is_word =
            first.is_multiple_of(per_word) && (first..).zip(elements).all(|(at, &elem)| at == elem);
        is_word.then_some(first / per_word)
    };
    order.chunks_exact(per_word as usize).map(word).collect()
}
