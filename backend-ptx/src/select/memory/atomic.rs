//! Atomic read-modify-write and compare-and-swap.
//!
//! Each element is updated by exactly one thread; where several threads hold it, the first does,
//! and hands the old value to the others if an instruction uses it.

use ir::{Elem, Inst, MemoryOrdering, RmwMode, Scalar, Value};

use crate::linear::layout::LinearLayout;
use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{AtomOp, Cache, Cmp, Ftz, NoFtz, Round, Sem, Ty, Uniform, Vector};
use crate::select::memory::access::Access;
use crate::select::memory::element;
use crate::select::memory::tile_access::TileAccess;
use crate::select::{Cx, Select, Unsupported};
use crate::target::Feature;

/// The operation of an atomic update, with its type.
pub(in crate::select) type AtomicUpdate = (AtomOp, NoFtz, Ty);

impl Cx<'_> {
    /// Operation and type of an atomic update, or why the target has none.
    pub(in crate::select) fn atom_op(&self, mode: RmwMode, elem: Elem) -> Select<AtomicUpdate> {
        let Elem::Scalar(scalar) = elem else { return Err(Unsupported::op("atomics on pointers")) };
        let bits = scalar.bits();
        let (unsigned, signed, untyped) = match bits {
            32 => (Ty::U32, Ty::S32, Ty::B32),
            64 => (Ty::U64, Ty::S64, Ty::B64),
            16 if mode == RmwMode::AddF => (Ty::F16, Ty::F16, Ty::F16),
            _ => return Err(Unsupported::op(format!("atomic {} of {scalar}", mode.text()))),
        };
        let float = match scalar {
            Scalar::F16 => Ty::F16,
            Scalar::BF16 if self.target.has(Feature::Bf16Arithmetic) => Ty::Bf16,
            Scalar::F64 => Ty::F64,
            _ => Ty::F32,
        };
        let no_ftz = if bits == 16 { NoFtz::Yes } else { NoFtz::No };
        Ok(match mode {
            RmwMode::And => (AtomOp::And, NoFtz::No, untyped),
            RmwMode::Or => (AtomOp::Or, NoFtz::No, untyped),
            RmwMode::Xor => (AtomOp::Xor, NoFtz::No, untyped),
            // Two's complement: the sign does not matter.
            RmwMode::Add => (AtomOp::Add, NoFtz::No, unsigned),
            RmwMode::AddF => (AtomOp::Add, no_ftz, float),
            RmwMode::Max => (AtomOp::Max, NoFtz::No, signed),
            RmwMode::Min => (AtomOp::Min, NoFtz::No, signed),
            RmwMode::UMax => (AtomOp::Max, NoFtz::No, unsigned),
            RmwMode::UMin => (AtomOp::Min, NoFtz::No, unsigned),
            RmwMode::Xchg => (AtomOp::Exch, NoFtz::No, untyped),
        })
    }

    /// Whether an update is a compare-and-swap loop.
    fn needs_retries(&self, mode: RmwMode, elem: Elem) -> bool {
        mode == RmwMode::AddF
            && elem == Elem::Scalar(Scalar::BF16)
            && !self.target.has(Feature::Bf16Arithmetic)
    }

    /// Adds to a bf16 in memory by compare-and-swap, and returns what was there.
    fn add_with_retries(
        &mut self,
        guard: Guarded,
        address: Operand,
        arg: Val,
        access: Access,
    ) -> Val {
        let ty = Ty::B16;
        let (scope, space) = (access.ptx_scope(), self.pointer_space());
        let found = self.b.fresh(ty.class());
        self.b.assign(found, Val::ZERO);
        let (second_is_next, done) = (self.b.loop_head(), self.b.label());
        match guard {
            Guarded::Always => {}
            Guarded::Never => return found.into(),
            Guarded::If(Guard { pred, negated }) => {
                self.b.branch_if(pred.into(), !negated, Uniform::No, done);
            }
        }
        let (cache, vector) = (Cache::Default, Vector::One);
        let load = Op::Ld { sem: Sem::Relaxed, scope, space, cache, vector, ty };
        self.b.emit(load, &[found.into()], std::slice::from_ref(&address));
        self.b.place(second_is_next);
        let expected = self.b.fresh(ty.class());
        self.b.assign(expected, found.into());
        let [x, y] = [expected.into(), arg].map(|val| self.to_f32(val, Scalar::BF16));
        let add = Op::AddF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        let sum = self.b.def(add, &[x, y]);
        let sum = self.from_f32(sum, Scalar::BF16, ir::Rounding::NearestEven);
        let swap = Op::AtomCas { sem: access.sem(), scope, space, ty };
        self.b.emit(swap, &[found.into()], &[address, expected.into(), sum.into()]);
        let differs = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U16 };
        let differs = self.b.def(differs, &[found.into(), expected.into()]);
        self.b.branch_if(differs, false, Uniform::No, second_is_next);
        self.b.place(done);
        found.into()
    }

    /// Whether another instruction uses what an instruction returns, its token aside.
    fn result_is_used(&self, result: Value) -> bool {
        self.uses[result] > 0
    }

    pub fn atomic_rmw(
        &mut self,
        inst: Inst,
        pointers: Value,
        arg: Value,
        mask: Option<Value>,
        mode: RmwMode,
        access: Access,
    ) -> Select<()> {
        let result = self.function.results(inst)[0];
        let Some(at) = self.plan.def_layout(result) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(arg);
        let (op, noftz, ty) = self.atom_op(mode, elem)?;
        let (addresses, args) = (self.at(pointers, at)?, self.at(arg, at)?);
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let place = self.pointer_place(pointers, at);
        self.order_access(inst, true, pointers, place, access);
        let only = self.representative(&layout);
        let (sem, scope, space) = (access.sem(), access.ptx_scope(), self.pointer_space());
        let used = self.result_is_used(result);
        let mut old = Vec::new();
        for (i, &address) in addresses.iter().enumerate() {
            let guard = self.mask_guard(masks.as_ref().map(|masks| masks[i]), only);
            let address = self.b.mem(address, 0);
            if self.needs_retries(mode, elem) {
                old.push(self.add_with_retries(guard, address, args[i], access));
                continue;
            }
            // `red` knows no ordering but relaxed.
            if !used && op != AtomOp::Exch && access.ordering == MemoryOrdering::Relaxed {
                let op = Op::Red { sem, scope, space, op, noftz, ty };
                self.emit_guarded(guard, op, &[], &[address, args[i].into()]);
                old.push(Val::ZERO);
                continue;
            }
            let reg = self.b.fresh(ty.class());
            if !matches!(guard, Guarded::Always) {
                self.b.assign(reg, Val::ZERO);
            }
            let op = Op::Atom { sem, scope, space, op, noftz, ty };
            self.emit_guarded(guard, op, &[reg.into()], &[address, args[i].into()]);
            old.push(reg.into());
        }
        self.finish_atomic(result, at, old, elem, only.filter(|_| used), access)
    }

    fn finish_atomic(
        &mut self,
        result: Value,
        at: crate::linear::interned::LayoutId,
        mut old: Vec<Val>,
        elem: Elem,
        only: Option<Guard>,
        access: Access,
    ) -> Select<()> {
        if only.is_some() {
            let layout = self.layout(at);
            old = self.share(&old, elem, &layout)?;
        }
        if access.acquires() {
            self.barrier();
        }
        self.set_def_layout(result, at, old)
    }

    #[allow(clippy::too_many_arguments, reason = "the operands of the instruction")]
    pub fn atomic_cas(
        &mut self,
        inst: Inst,
        pointers: Value,
        cmp: Value,
        val: Value,
        mask: Option<Value>,
        access: Access,
    ) -> Select<()> {
        let result = self.function.results(inst)[0];
        let Some(at) = self.plan.def_layout(result) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(cmp);
        let ty = match element::bytes(elem) {
            4 => Ty::B32,
            8 => Ty::B64,
            _ => return Err(Unsupported::op(format!("atomic compare and swap of {elem}"))),
        };
        let (addresses, expected, new) =
            (self.at(pointers, at)?, self.at(cmp, at)?, self.at(val, at)?);
        let masks = mask.map(|mask| self.at(mask, at)).transpose()?;
        let place = self.pointer_place(pointers, at);
        self.order_access(inst, true, pointers, place, access);
        let only = self.representative(&layout);
        let op = Op::AtomCas {
            sem: access.sem(),
            scope: access.ptx_scope(),
            space: self.pointer_space(),
            ty,
        };
        let mut old = Vec::new();
        for (i, &address) in addresses.iter().enumerate() {
            let guard = self.mask_guard(masks.as_ref().map(|masks| masks[i]), only);
            let address = self.b.mem(address, 0);
            let reg = self.b.fresh(ty.class());
            if !matches!(guard, Guarded::Always) {
                // Masked elements yield what they were compared with.
                self.b.assign(reg, expected[i]);
            }
            self.emit_guarded(
                guard,
                op,
                &[reg.into()],
                &[address, expected[i].into(), new[i].into()],
            );
            old.push(reg.into());
        }
        let used = self.result_is_used(result);
        self.finish_atomic(result, at, old, elem, only.filter(|_| used), access)
    }

    pub fn atomic_view(
        &mut self,
        inst: Inst,
        view: Value,
        index: &[Value],
        value: Value,
        mode: RmwMode,
        access: Access,
    ) -> Select<()> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(()) };
        let layout = self.layout(at);
        let elem = self.elem(value);
        let atom = self.atom_op(mode, elem)?;
        let values = self.at(value, at)?;
        self.order_access(inst, true, view, None, access);
        let tile = self.tile_access(view, index, &layout)?;
        if let Some(bulk) = self.staged_reduction(inst, view, &tile, &layout)? {
            self.either(
                bulk.applies,
                |cx| cx.reduce_in_bulk(&bulk, &tile, &layout, (atom, &values)),
                |cx| cx.reduce_by_threads((&tile, &layout), (mode, atom), &values, access),
            );
            return Ok(());
        }
        self.reduce_by_threads((&tile, &layout), (mode, atom), &values, access);
        Ok(())
    }

    /// Reduces each element of a tile of a view by an instruction.
    fn reduce_by_threads(
        &mut self,
        (tile, layout): (&TileAccess, &LinearLayout),
        (mode, (op, noftz, ty)): (RmwMode, AtomicUpdate),
        values: &[Val],
        access: Access,
    ) {
        let (addresses, bounds) = self.addresses_and_bounds(tile, layout);
        let only = self.representative(layout);
        let (sem, scope, space) = (access.sem(), access.ptx_scope(), self.pointer_space());
        let op = Op::Red { sem, scope, space, op, noftz, ty };
        for (i, &address) in addresses.iter().enumerate() {
            let guard = self.mask_guard(Some(bounds[i]), only);
            let address = self.b.mem(address, 0);
            if self.needs_retries(mode, tile.elem) {
                self.add_with_retries(guard, address, values[i], access);
                continue;
            }
            self.emit_guarded(guard, op, &[], &[address, values[i].into()]);
        }
    }
}
