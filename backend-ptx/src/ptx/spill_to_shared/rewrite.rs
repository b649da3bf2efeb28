//! The body of a kernel with values in shared memory.
//!
//! In: the lines, and which values wait from which line to which. Out: the lines with what stores and loads them, or
//! computes them again.

use cranelift_entity::SecondaryMap;
use lang::base::Span;
use rustc_hash::FxHashMap;

use crate::ptx::inst::{Base, Inst, Line, Op, Operand, Symbol};
use crate::ptx::regs::{Class, Reg, Regs, Val};
use crate::ptx::spill_to_shared::{Recovery, WORDS, Wait};
use crate::ptx::types::{Part, Space, Sreg, Ty, Vector};

/// Lines to be inserted, and registers that take the place of others from a line on.
struct Rewriter<'a> {
    body: &'a [Line],
    regs: &'a mut Regs,
    before: FxHashMap<u32, Vec<Line>>,
    behind: FxHashMap<u32, Vec<Line>>,
    renamed: SecondaryMap<Reg, Option<(u32, Reg)>>,
}

/// The body in which those values wait, and how many bytes of shared memory they need.
pub(super) fn rewritten(
    body: &[Line],
    regs: &mut Regs,
    waits: Vec<Wait>,
    threads: u32,
    at: Symbol,
) -> (Vec<Line>, u32) {
    let [thread, base, address] = [(); 3].map(|()| regs.fresh(Class::B32));
    let mut rewriter = Rewriter {
        body,
        regs,
        before: FxHashMap::default(),
        behind: FxHashMap::default(),
        renamed: SecondaryMap::new(),
    };
    let (mut spilled, again): (Vec<Wait>, Vec<Wait>) =
        waits.into_iter().partition(|wait| matches!(wait.recovery, Recovery::Reloaded));
    again.iter().for_each(|wait| rewriter.compute_again(wait));
    // What comes back together is spilled together.
    spilled.sort_by_key(|wait| (wait.until, wait.written));
    let mut bytes = 0;
    let mut rest = &spilled[..];
    while let Some((first, others)) = rest.split_first() {
        // All are written before any is wanted back; with fewer, threads would meet in banks.
        let fit = rest.iter().take(WORDS).take_while(|wait| wait.written < first.until).count();
        if fit < WORDS {
            rest = others;
            continue;
        }
        let place = Operand::Mem { base: Base::Reg(address), offset: bytes as i32 };
        rewriter.spill(&rest[..WORDS], place);
        bytes += (WORDS * 4) as u32 * threads;
        rest = &rest[WORDS..];
    }
    let mut out = Vec::new();
    if bytes > 0 {
        let (tid, symbol) = (Operand::Sreg(Sreg::Tid), Operand::Address(at));
        let scale = Val::u32((WORDS * 4) as u32).into();
        let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        out.push(line(Op::MovSreg {}, &[thread.into()], &[tid]));
        out.push(line(Op::MovAddress { ty: Ty::U32 }, &[base.into()], &[symbol]));
        out.push(line(mad, &[address.into()], &[thread.into(), scale, base.into()]));
    }
    rewriter.write(&mut out);
    (out, bytes)
}

fn line(op: Op, results: &[Operand], operands: &[Operand]) -> Line {
    Line::Inst(Inst {
        guard: None,
        op,
        results: results.into(),
        operands: operands.into(),
        span: Span::NONE,
    })
}

impl Rewriter<'_> {
    fn compute_again(&mut self, wait: &Wait) {
        let Recovery::Recomputed { lines, .. } = &wait.recovery else { return };
        let mut copies: FxHashMap<Reg, Reg> = FxHashMap::default();
        for &index in lines {
            let Line::Inst(inst) = &self.body[index as usize] else { continue };
            let mut inst = inst.clone();
            replace(&mut inst.operands, |reg| copies.get(&reg).copied());
            let regs = &mut *self.regs;
            replace(&mut inst.results, |reg| {
                let copy = regs.fresh(regs.class(reg));
                copies.insert(reg, copy);
                Some(copy)
            });
            self.before.entry(wait.until).or_default().push(Line::Inst(inst));
        }
        self.renamed[wait.reg] = copies.get(&wait.reg).map(|&copy| (wait.until, copy));
    }

    fn spill(&mut self, waits: &[Wait], place: Operand) {
        let written = waits.iter().map(|wait| wait.written).max().unwrap_or(0);
        let until = waits.iter().map(|wait| wait.until).min().unwrap_or(0);
        let fetched: Vec<Reg> = waits.iter().map(|_| self.regs.fresh(Class::B32)).collect();
        let list = |regs: &[Reg]| Operand::Vec(regs.iter().map(|&reg| Val::Reg(reg)).collect());
        let kept = list(&waits.iter().map(|wait| wait.reg).collect::<Vec<_>>());
        let back = list(&fetched);
        let store = Op::store(Space::Shared, Vector::V4, Ty::B32);
        let load = Op::load(Space::Shared, Vector::V4, Ty::B32);
        self.behind.entry(written).or_default().push(line(store, &[], &[place.clone(), kept]));
        self.before.entry(until).or_default().push(line(load, &[back], &[place]));
        for (wait, &fetched) in waits.iter().zip(&fetched) {
            self.renamed[wait.reg] = Some((wait.until, fetched));
        }
    }

    fn write(mut self, out: &mut Vec<Line>) {
        for (index, line) in self.body.iter().enumerate() {
            let index = index as u32;
            out.extend(self.before.remove(&index).unwrap_or_default());
            let mut line = line.clone();
            if let Line::Inst(inst) = &mut line {
                replace(&mut inst.operands, |reg| {
                    self.renamed[reg].filter(|&(from, _)| from <= index).map(|(_, new)| new)
                });
            }
            out.push(line);
            out.extend(self.behind.remove(&index).unwrap_or_default());
        }
    }
}

/// Puts other registers in the place of those for which there are some.
fn replace(operands: &mut [Operand], mut other: impl FnMut(Reg) -> Option<Reg>) {
    let mut change = |reg: &mut Reg| {
        if let Some(other) = other(*reg) {
            *reg = other;
        }
    };
    for operand in operands {
        match operand {
            Operand::Val(Val::Reg(reg)) | Operand::Mem { base: Base::Reg(reg), .. } => change(reg),
            Operand::Vec(list) => list.iter_mut().for_each(|val| {
                if let Val::Reg(reg) = val {
                    change(reg);
                }
            }),
            Operand::Tensor { map, coordinates } => {
                change(map);
                coordinates.iter_mut().for_each(|val| {
                    if let Val::Reg(reg) = val {
                        change(reg);
                    }
                });
            }
            Operand::Val(Val::Imm(_)) | Operand::Mem { base: Base::Symbol(_), .. } => {}
            Operand::Sreg(_) | Operand::Label(_) | Operand::Address(_) => {}
            Operand::Immediates(_) | Operand::Sink => {}
        }
    }
}
