//! Sets of tensor maps where two CTAs of a kernel are on an SM at a time.
//!
//! A CTA alone on its SM has the set of the SM's number, and no other CTA takes it before this one
//! has exited. Two of them *acquire* sets:
//! a word for each set in global memory says whether it is taken. The search begins
//! with the two of the SM's number, though any other will do, and goes on until one is free: a CTA
//! that holds one never waits for a CTA that looks for one.
//! The set is released when consumers have got the last buffer, for then no
//! copy is on its way that could still ask for a map.

use crate::ptx::Variable;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cache, Cmp, Part, Scope, Sem, Space, Sreg, Ty, Uniform, Vector};
use crate::schedule::pipeline::Pipeline;
use crate::select::Cx;
use crate::select::pipeline::tensor_maps::TENSORMAP_SLOTS;

impl Cx<'_> {
    /// Acquires a set, if maps are `possible`: one thread, which leaves its number in shared
    /// memory for
    /// those behind the next barrier.
    pub fn acquire_tensormap_slot(&mut self, pipeline: &Pipeline, possible: Val) {
        let Some(place) = pipeline.tensormap_slot() else { return };
        let sets = TENSORMAP_SLOTS * u64::from(pipeline.per_sm);
        let symbol = self.b.variable(Variable {
            name: format!("{}_tensormap_slots", self.name),
            space: Space::Global,
            align: 4,
            bytes: 4 * sets,
            init: Vec::new(),
            visible: false,
        });
        let tensormap_slots =
            self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        self.tensormap_slots = Some(tensormap_slots);
        let done = self.b.label();
        let first = self.compare(Cmp::Eq, Ty::U32, self.tid, Val::ZERO);
        let acquires = self.and_pred(first, possible);
        self.b.branch_if(acquires, true, Uniform::No, done);
        let sm = self.b.sreg(Sreg::SmId);
        let start = self.b.mul_int(Ty::U32, sm, Val::u32(pipeline.per_sm), Exact::NEITHER);
        let set = self.b.fresh(Class::B32);
        self.b.assign(set, start);
        let (again, taken) = (self.b.loop_head(), self.b.label());
        self.b.place(again);
        let at = self.tensormap_slot_word(tensormap_slots, set.into());
        let one = self.b.reg(Val::u32(1), Class::B32);
        let none = self.b.reg(Val::ZERO, Class::B32);
        let swap =
            Op::AtomCas { sem: Sem::Acquire, scope: Scope::Gpu, space: Space::Global, ty: Ty::B32 };
        let old = self.b.def_all(swap, smallvec::smallvec![at, none.into(), one.into()])[0];
        let got = self.compare(Cmp::Eq, Ty::U32, old.into(), Val::ZERO);
        self.b.branch_if(got, false, Uniform::No, taken);
        let next = self.b.def(Op::Add { ty: Ty::U32 }, &[set.into(), Val::u32(1)]);
        let next = self.b.def(Op::And { ty: Ty::B32 }, &[next, Val::Imm(sets - 1)]);
        self.b.assign(set, next);
        self.b.branch(again);
        self.b.place(taken);
        let to = self.shared_at(place);
        self.store_shared(None, to, &[set.into()], 4);
        self.b.place(done);
    }

    /// The number of this CTA's set of maps.
    pub(in crate::select) fn tensormap_slot(&mut self, pipeline: &Pipeline) -> Val {
        let Some(place) = pipeline.tensormap_slot() else { return self.b.sreg(Sreg::SmId) };
        let from = self.shared_at(place);
        self.load_shared(from, 1, 4)[0]
    }

    /// Releases the set.
    pub(in crate::select) fn release_tensormap_slot(&mut self) {
        let (Some(pipeline), Some(tensormap_slots)) = (self.pipeline, self.tensormap_slots) else {
            return;
        };
        let done = self.b.label();
        let first = self.compare(Cmp::Eq, Ty::U32, self.tid, Val::ZERO);
        self.b.branch_if(first, true, Uniform::No, done);
        let set = self.tensormap_slot(pipeline);
        let at = self.tensormap_slot_word(tensormap_slots, set);
        let none = self.b.reg(Val::ZERO, Class::B32);
        let store = Op::St {
            sem: Sem::Release,
            scope: Scope::Gpu,
            space: Space::Global,
            cache: Cache::Default,
            vector: Vector::One,
            ty: Ty::B32,
        };
        self.b.emit(store, &[], &[at, none.into()]);
        self.b.place(done);
    }

    fn tensormap_slot_word(&mut self, tensormap_slots: Val, set: Val) -> Operand {
        let offset = self.b.def(Op::Mul { part: Part::Wide, ty: Ty::U32 }, &[set, Val::u32(4)]);
        let at = self.b.def(Op::Add { ty: Ty::U64 }, &[tensormap_slots, offset]);
        self.b.mem(at, 0)
    }
}
