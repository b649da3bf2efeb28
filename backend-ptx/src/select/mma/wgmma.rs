//! `wgmma`: the product of a warpgroup, asynchronous, with factors in shared memory.
//!
//! The accumulator is read and written in place, so a loop carries it in one set of registers.
//! All instructions of one product form a group. When it has been committed, the group before it
//! is waited for and the buffers that one read are handed back: two products are in flight at
//! most. Whoever uses an accumulator waits for all ([`Cx::drain`]).

use ir::{Inst, Scalar, Value};
use smallvec::smallvec;

use super::Plan;
use super::sync::factor_types;
use crate::layout::interned::LayoutId;
use crate::pipeline::{Factor, K_STEP_BYTES, Major, Product, WARPGROUP};
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Ty, WgmmaShape};
use crate::select::{Cx, Select, Unsupported, element};

impl Cx<'_> {
    pub fn wgmma(
        &mut self,
        inst: Inst,
        product: &Product,
        plan: &Plan,
        home: LayoutId,
    ) -> Select<()> {
        let Some(pipeline) = self.pipeline else { return Ok(()) };
        let data = self.function.data(inst);
        let result = self.function.results(inst)[0];
        let [lhs, rhs, acc] = data.operands()[..3] else { return Ok(()) };
        let types = factor_types(data, self.elem(lhs), self.elem(rhs));
        let Some((ty, rhs_ty)) = types else {
            return Err(Unsupported::op(format!("wgmma of {}", self.elem(lhs))));
        };
        let bytes = ty.bits() / 8;
        let d = if self.elem(acc) == ir::Elem::Scalar(Scalar::I32) { Ty::S32 } else { Ty::F32 };
        let shape = WgmmaShape { n: product.n, k: K_STEP_BYTES / bytes };
        let in_registers = match product.a {
            Factor::Registers => {
                let layout = self.plan.layouts.intern(plan.a.clone());
                let elements = self.at(lhs, layout)?;
                self.pack_words(&elements, bytes)
            }
            Factor::Stream(..) => Vec::new(),
        };
        let accumulators = self.accumulator(acc, home)?;
        let blocks = product.m / 64 / pipeline.warpgroups;
        let steps = product.k / shape.k;
        let group = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(WARPGROUP.ilog2())]);

        let a = match product.a {
            Factor::Stream(stream, major) => {
                let staged = pipeline.streams[stream].staged;
                let mut start = self.await_stream(stream);
                if pipeline.warpgroups > 1 {
                    let rows = staged.step_offset(major, 64 * blocks, 0);
                    let own = self.b.mul_int(Ty::U32, group, Val::u32(rows), Exact::NEITHER);
                    start = self.b.def(Op::Add { ty: Ty::U32 }, &[start, own]);
                }
                Some((self.descriptor(start, staged.descriptor(major)), staged, major))
            }
            Factor::Registers => None,
        };
        let Factor::Stream(stream, b_major) = product.b else { return Ok(()) };
        let b_staged = pipeline.streams[stream].staged;
        let start = self.await_stream(stream);
        let b = self.descriptor(start, b_staged.descriptor(b_major));

        let always = self.always();
        self.b.emit(Op::WgmmaFence {}, &[], &[]);
        let sixteen_bits = bytes == 2;
        let transposed = |major: Major| u32::from(major == Major::Mn);
        let count = accumulators.len() / blocks as usize;
        for step in 0..steps {
            let b_at = self.step(b, b_staged.step_offset(b_major, 0, step));
            for block in 0..blocks {
                let regs = &accumulators[block as usize * count..][..count];
                let list = Arg::Vec(regs.iter().map(|&reg| Val::Reg(reg)).collect());
                let mut flags = smallvec![1, 1];
                let (op, first) = match a {
                    Some((a, staged, major)) => {
                        if sixteen_bits {
                            flags.push(transposed(major));
                        }
                        let a_at = self.step(a, staged.step_offset(major, 64 * block, step));
                        (Op::Wgmma { shape, d, a: ty, b: rhs_ty }, a_at.into())
                    }
                    None => {
                        let at = (block * steps + step) as usize * 4;
                        let words = &in_registers[at..at + 4];
                        (Op::WgmmaRegs { shape, d, a: ty, b: rhs_ty }, Arg::Vec(words.into()))
                    }
                };
                if sixteen_bits {
                    flags.push(transposed(b_major));
                }
                if d == Ty::S32 {
                    flags.clear();
                }
                let operands = [first, b_at.into(), always.into(), Arg::Immediates(flags)];
                self.b.emit(op, &[list], &operands);
            }
        }
        self.b.emit(Op::WgmmaCommit {}, &[], &[]);
        self.b.emit(Op::WgmmaWait {}, &[], &[Val::u32(1).into()]);
        self.release_held();
        self.b.clobber(&accumulators);
        self.in_flight.remove(acc);
        self.in_flight.insert(result);
        self.latest = Some(result);
        self.set_home(result, home, accumulators.iter().map(|&reg| reg.into()).collect())
    }

    /// The registers to accumulate to: those of the operand if nobody else needs them, else new
    /// ones with its values.
    fn accumulator(&mut self, acc: Value, home: LayoutId) -> Select<Vec<Reg>> {
        if self.in_flight.contains(acc)
            && let Some(tile) = self.tiles.get(&(acc, home))
            && self.uses[acc] == 1
        {
            return Ok(tile.iter().filter_map(|val| val.reg()).collect());
        }
        let tile = self.at(acc, home)?;
        let regs: Vec<Reg> = tile.iter().map(|_| self.b.fresh(Class::B32)).collect();
        for (&reg, &val) in regs.iter().zip(tile.iter()) {
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

    /// A predicate that holds.
    pub(super) fn always(&mut self) -> Val {
        let zero = self.b.reg(Val::ZERO, Class::B32);
        let op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        Val::Reg(self.b.def_all(op, smallvec![zero.into(), Val::ZERO.into()])[0])
    }
}
