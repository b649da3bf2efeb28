//! The common parts of all accesses to global memory: their order, their masks, and the threads
//! that make them.
//!
//! In: the memory semantics of an access and the values that it goes by. Out: PTX qualifiers, guards, and barriers where
//! program order needs them. An access is recorded in [`Order`](super::order::Order) before its code is emitted.

use ir::{Elem, Inst, MemoryOrdering, MemoryScope, Value};
use smallvec::smallvec;

use crate::codes;
use crate::linear::convert;
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cache, Scope, Sem, Space, Ty, Vector};
use crate::schedule::pipeline::Partition;
use crate::select::memory::element;
use crate::select::memory::order::{AccessFootprint, Pending};
use crate::select::{Cx, Select, Unsupported};

/// How an access is ordered.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub ordering: MemoryOrdering,
    pub scope: Option<MemoryScope>,
    pub token: Option<Value>,
}

impl Access {
    pub fn is_strong(self) -> bool {
        self.ordering != MemoryOrdering::Weak
    }

    pub fn sem(self) -> Sem {
        match self.ordering {
            MemoryOrdering::Weak => Sem::Weak,
            MemoryOrdering::Relaxed => Sem::Relaxed,
            MemoryOrdering::Acquire => Sem::Acquire,
            MemoryOrdering::Release => Sem::Release,
            MemoryOrdering::AcqRel => Sem::AcqRel,
        }
    }

    pub fn ptx_scope(self) -> Scope {
        match self.scope.filter(|_| self.is_strong()) {
            None => Scope::None,
            Some(MemoryScope::TileBlock) => Scope::Cta,
            Some(MemoryScope::Device) => Scope::Gpu,
            Some(MemoryScope::System) => Scope::Sys,
        }
    }

    /// The load of one element.
    pub fn load(self, space: Space, ty: Ty) -> Op {
        let (sem, scope) = (self.sem(), self.ptx_scope());
        Op::Ld { sem, scope, space, cache: Cache::Default, vector: Vector::One, ty }
    }

    /// The store of one element.
    pub fn store(self, space: Space, ty: Ty) -> Op {
        let (sem, scope) = (self.sem(), self.ptx_scope());
        Op::St { sem, scope, space, cache: Cache::Default, vector: Vector::One, ty }
    }

    /// Whether what this thread of the tile block did before must be visible with the access.
    pub fn releases(self) -> bool {
        matches!(self.ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel)
    }

    /// Whether what follows in the tile block must see what the access saw.
    pub fn acquires(self) -> bool {
        matches!(self.ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel)
    }
}

impl Cx<'_> {
    /// The space that pointers point into. Memory of the tile block itself is shared memory, and
    /// that of an argument is the parameters', so where there is any, pointers are generic.
    pub fn pointer_space(&self) -> Space {
        if self.has_private_memory { Space::Generic } else { Space::Global }
    }

    /// Keeps program order with accesses of other threads, by a barrier if need be.
    pub fn order_access(
        &mut self,
        inst: Inst,
        writes: bool,
        address: Value,
        place: Option<AccessFootprint>,
        access: Access,
    ) {
        // What copies reads memory that no thread writes.
        if self.partition == Partition::Producer {
            return;
        }
        let pending = Pending { inst, writes, address, place };
        if access.releases()
            || self.order.conflicts(
                self.function,
                &self.loop_exits,
                self.aliases,
                &pending,
                access.token,
            )
        {
            self.barrier();
        }
        self.order.push(pending);
    }

    /// The place of an access through a tile of pointers.
    pub fn pointer_place(&self, pointers: Value, layout: LayoutId) -> Option<AccessFootprint> {
        AccessFootprint::of(smallvec![pointers], &self.plan.layouts, layout)
    }

    /// Records that an access in a loop may have happened in an earlier iteration.
    pub fn expect_access(&mut self, inst: Inst) {
        let writes = match self.function.data(inst).effect() {
            ir::Effect::Read => false,
            ir::Effect::Write | ir::Effect::ReadWrite => true,
            ir::Effect::Pure | ir::Effect::Partial | ir::Effect::Alloc => return,
            ir::Effect::Io | ir::Effect::Terminator | ir::Effect::Structured => return,
        };
        if let Some(address) = self.function.data(inst).accessed() {
            self.order.push(Pending { inst, writes, address, place: None });
        }
    }

    /// The guard of an access under a mask that is made only where `only` holds.
    pub fn mask_guard(&mut self, mask: Option<Val>, only: Option<Guard>) -> Guarded {
        match (mask, only) {
            (None, None) => Guarded::Always,
            (None, Some(only)) => Guarded::If(only),
            (Some(mask), None) => self.b.guard(mask, false),
            (Some(mask), Some(only)) => match self.b.guard(mask, false) {
                Guarded::Always => Guarded::If(only),
                Guarded::Never => Guarded::Never,
                Guarded::If(_) => {
                    let both = self.b.def(Op::And { ty: Ty::Pred }, &[mask, only.pred.into()]);
                    self.b.guard(both, false)
                }
            },
        }
    }

    pub fn emit_guarded(
        &mut self,
        guard: Guarded,
        op: Op,
        results: &[Operand],
        operands: &[Operand],
    ) {
        match guard {
            Guarded::Never => {}
            Guarded::Always => self.b.emit(op, results, operands),
            Guarded::If(guard) => self.b.emit_if(Some(guard), op, results, operands),
        }
    }

    pub fn and_pred(&mut self, a: Val, b: Val) -> Val {
        match (a.imm(), b.imm()) {
            (Some(0), _) | (_, Some(0)) => Val::ZERO,
            (Some(_), _) => b,
            (_, Some(_)) => a,
            (None, None) => self.b.def(Op::And { ty: Ty::Pred }, &[a, b]),
        }
    }

    /// Gives what the first of the replicas holds to all of them.
    pub fn share(&mut self, tile: &[Val], elem: Elem, layout: &LinearLayout) -> Select<Vec<Val>> {
        let bytes = element::bytes(elem);
        let plan = convert::exchange(layout, layout, bytes, self.scratch_limit, false);
        let plan = plan.ok_or_else(|| {
            Unsupported::new(
                codes::TILE_TOO_LARGE,
                "the result of this operation does not fit shared memory",
            )
        })?;
        self.exchange(tile, elem, layout, layout, &plan)
    }
}
