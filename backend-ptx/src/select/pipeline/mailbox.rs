//! Numbers that one partition hands to the other.
//!
//! The sender is one thread, the one that copies by TMA or the first one that computes: once the next slot of the mailbox is empty,
//! it writes the number there. An instruction that it fetches is executed then. Each thread of the other partition reads the number; one of each
//! warp arrives at the barrier of the empty slot when the warp has.
//!
//! In: an instruction and its mailbox. Out: its number in registers of all partitions.

use ir::{Inst, InstData, MemoryOrdering};

use crate::analysis::mailed::Sender;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::schedule::body::MailboxId;
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::schedule::smem::MAILBOX_SLOTS;
use crate::select::memory::access::Access;
use crate::select::memory::element;
use crate::select::pipeline::ring_state::PipelineState;
use crate::select::{Cx, Select, Unsupported};
use crate::target::LANES;

impl Cx<'_> {
    /// Initialises the barriers of the mailboxes: one thread fills a slot, and each warp that reads it empties it.
    pub(in crate::select) fn init_mailboxes(&mut self, pipeline: &Pipeline, first: Option<Guard>) {
        for (mailbox, mailed) in pipeline.mailboxes.iter().enumerate() {
            let (full, empty, _) = pipeline.mailbox_places(mailbox);
            let readers = match mailed.sender {
                Sender::Producer => pipeline.consumer_warps(),
                Sender::Consumers => 1,
            };
            for slot in 0..MAILBOX_SLOTS {
                for (start, arrivals) in [(full, 1), (empty, readers)] {
                    let address = self.shared_at(start + slot * 8);
                    let operands = [address, Val::u32(arrivals).into()];
                    self.b.emit_if(first, Op::MbarrierInit {}, &[], &operands);
                }
            }
        }
    }

    /// Executes the instruction of a mailbox for all.
    pub(in crate::select) fn fetch_number(
        &mut self,
        pipeline: &Pipeline,
        mailbox: MailboxId,
    ) -> Select<()> {
        let inst = pipeline.mailboxes[mailbox].inst;
        self.mark(inst);
        self.wait_for_empty_slot(pipeline, mailbox);
        let number = self.access_once(inst)?;
        self.fill_slot(pipeline, mailbox, number);
        self.advance(pipeline.rings.len() + mailbox, MAILBOX_SLOTS);
        self.materialize(self.function.results(inst)[0], |_, _| Ok(vec![number]))
    }

    /// Hands the number of an instruction to the producer.
    pub(in crate::select) fn report_number(
        &mut self,
        pipeline: &Pipeline,
        mailbox: MailboxId,
    ) -> Select<()> {
        let inst = pipeline.mailboxes[mailbox].inst;
        self.mark(inst);
        self.finish_register_operands();
        let result = self.function.results(inst)[0];
        let mut number = self.scalar(result)?;
        if element::class(self.elem(result)) == Class::Pred {
            number = self.flag(number);
        }
        let (done, others) = (self.b.label(), self.compare(Cmp::Ne, Ty::U32, self.tid, Val::ZERO));
        self.b.branch_if(others, false, Uniform::No, done);
        self.wait_for_empty_slot(pipeline, mailbox);
        self.fill_slot(pipeline, mailbox, number);
        self.b.place(done);
        self.advance(pipeline.rings.len() + mailbox, MAILBOX_SLOTS);
        Ok(())
    }

    /// Takes the number of an instruction that the other partition executes.
    pub(in crate::select) fn receive_number(
        &mut self,
        pipeline: &Pipeline,
        mailbox: MailboxId,
    ) -> Select<()> {
        let inst = pipeline.mailboxes[mailbox].inst;
        self.mark(inst);
        self.finish_register_operands();
        let result = self.function.results(inst)[0];
        let ring = pipeline.rings.len() + mailbox;
        let (full, empty, words) = pipeline.mailbox_places(mailbox);
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        self.wait_for_phase(stage.into(), full, phase.into());
        let address = self.stage_address(stage.into(), 8, words);
        let address = self.b.mem(address, 0);
        let mut number = self.load_shared(address, 1, self.word_bytes(inst))[0];
        if element::class(self.elem(result)) == Class::Pred {
            number = self.compare(Cmp::Ne, Ty::U32, number, Val::ZERO);
        }
        let mut first = None;
        if self.partition == Partition::Consumer {
            self.warp_barrier();
            let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(LANES - 1)]);
            first = self.test(Cmp::Eq, lane, Val::ZERO);
        }
        let address = self.stage_address(stage.into(), 8, empty);
        let address = self.b.mem(address, 0);
        self.b.emit_if(first, Op::MbarrierArrive {}, &[], &[Operand::Sink, address]);
        self.advance(ring, MAILBOX_SLOTS);
        self.materialize(result, |_, _| Ok(vec![number]))
    }

    fn wait_for_empty_slot(&mut self, pipeline: &Pipeline, mailbox: MailboxId) {
        let (_, empty, _) = pipeline.mailbox_places(mailbox);
        let PipelineState { stage, phase, .. } =
            self.pipeline_states[pipeline.rings.len() + mailbox];
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), Val::u32(1)]);
        self.wait_for_phase(stage.into(), empty, opposite);
    }

    fn fill_slot(&mut self, pipeline: &Pipeline, mailbox: MailboxId, number: Val) {
        let (full, _, words) = pipeline.mailbox_places(mailbox);
        let stage = self.pipeline_states[pipeline.rings.len() + mailbox].stage.into();
        let address = self.stage_address(stage, 8, words);
        let address = self.b.mem(address, 0);
        let bytes = self.word_bytes(pipeline.mailboxes[mailbox].inst);
        self.store_shared(None, address, &[number], bytes);
        let address = self.stage_address(stage, 8, full);
        let address = self.b.mem(address, 0);
        self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, address]);
    }

    /// Bytes of a number in its slot.
    fn word_bytes(&self, inst: Inst) -> u32 {
        element::bytes(self.elem(self.function.results(inst)[0])).max(4)
    }

    /// Accesses memory by this thread.
    fn access_once(&mut self, inst: Inst) -> Select<Val> {
        let elem = self.elem(self.function.results(inst)[0]);
        let untyped = if element::bytes(elem) == 8 { Ty::B64 } else { Ty::B32 };
        let data = self.function.data(inst);
        let ordering = data.memory_ordering();
        let access = |scope| {
            let ordering = ordering.unwrap_or(MemoryOrdering::Relaxed);
            Access { ordering, scope, token: None }
        };
        let pointer = data.accessed().map(|pointer| self.scalar(pointer)).transpose()?;
        let address = self.b.mem(pointer.unwrap_or(Val::ZERO), 0);
        let space = self.pointer_space();
        match data {
            InstData::AtomicRmwTko { arg, mode, scope, .. } => {
                let arg = self.scalar(*arg)?;
                let access = access(Some(*scope));
                let (op, noftz, ty) = self.atom_op(*mode, elem)?;
                let (sem, scope) = (access.sem(), access.ptx_scope());
                let old = self.b.fresh(ty.class());
                let op = Op::Atom { sem, scope, space, op, noftz, ty };
                self.b.emit(op, &[old.into()], &[address, arg.into()]);
                Ok(old.into())
            }
            InstData::AtomicCasTko { cmp, val, scope, .. } => {
                let (cmp, val) = (self.scalar(*cmp)?, self.scalar(*val)?);
                let access = access(Some(*scope));
                let (sem, scope, ty) = (access.sem(), access.ptx_scope(), untyped);
                let old = self.b.fresh(ty.class());
                let op = Op::AtomCas { sem, scope, space, ty };
                self.b.emit(op, &[old.into()], &[address, cmp.into(), val.into()]);
                Ok(old.into())
            }
            InstData::LoadPtrTko { scope, .. } => {
                let value = self.b.fresh(untyped.class());
                self.b.emit(access(*scope).load(space, untyped), &[value.into()], &[address]);
                Ok(value.into())
            }
            _ => Err(Unsupported::op(data.opcode().mnemonic())),
        }
    }
}
