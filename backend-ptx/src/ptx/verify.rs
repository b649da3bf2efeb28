//! Verifies that every register that is read has been written on every path to the read.
//!
//! [`check`](super::check) requires this of the text order only; this pass follows branches. Blocks of lines begin at
//! labels and behind branches. For each block a forward analysis finds the registers that all paths from the
//! first line write:
//!
//! ```text
//! assigned before B = the intersection of what is assigned behind the predecessors of B
//! assigned behind B = assigned before B and what B writes            the largest solution
//! ```
//!
//! The rules:
//!
//! * An instruction reads its guard and its operands before it writes its results.
//! * A write under a guard does not count, since it may not happen. The emitter gives a register that is
//!   written under a guard a value before, such as the padding of a masked load.
//! * A branch under a guard may go both ways; the pass does not evaluate predicates.
//! * Control ends at a `ret`, `trap` or `bra` without a guard. Blocks that no path reaches are not checked.
//! * The accumulator of a `wgmma` counts as written by it: a predicate decides whether it is read.
//!
//! The pass is exact up to the feasibility of paths: it never accepts a read that some path of the graph
//! does not precede with a write.
//!
//! It costs one pass over the lines, and one bit a block for each register that is read in a block that has
//! not written it.

use std::fmt;

use cranelift_entity::SecondaryMap;
use lang::base::Span;

use crate::ptx::dce::{for_each_reg, for_each_use};
use crate::ptx::inst::{Effect, Inst, Label, Line, Op, Operand};
use crate::ptx::regs::Reg;
use crate::ptx::{Kernel, print};

/// A register that is read where it may not have been written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unassigned {
    /// The register, with the number that it was made with.
    pub reg: String,
    /// The line of the body.
    pub line: usize,
    /// The instruction that reads it.
    pub inst: String,
    /// What the instruction comes from.
    pub span: Span,
}

impl fmt::Display for Unassigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unassigned { reg, line, inst, .. } = self;
        write!(f, "line {line}: {reg} is read on a path that does not write it: {inst}")
    }
}

/// The first read, in text order, of a register that some path to it does not write.
pub fn verify(kernel: &Kernel) -> Result<(), Unassigned> {
    let blocks = Blocks::of(&kernel.body);
    let exposed = Exposed::of(&kernel.body, &blocks);
    let before = exposed.assigned(&blocks);
    for (block, before) in blocks.all.iter().zip(&before) {
        let Some(before) = before else { continue };
        for &(line, reg) in &exposed.reads[block.index] {
            if before.contains(exposed.number[reg]) {
                continue;
            }
            let Line::Inst(inst) = &kernel.body[line] else { continue };
            let reg = format!("{}{}", kernel.regs.class(reg).prefix(), reg.as_u32());
            let text = print::inst_text(&kernel.regs, inst);
            return Err(Unassigned { reg, line, inst: text, span: inst.span });
        }
    }
    Ok(())
}

struct BasicBlock {
    index: usize,
    lines: std::ops::Range<usize>,
    /// The blocks that control may go to from here.
    next: Vec<usize>,
}

struct Blocks {
    all: Vec<BasicBlock>,
}

impl Blocks {
    fn of(body: &[Line]) -> Blocks {
        let mut starts = vec![0];
        let mut places: SecondaryMap<Label, Option<usize>> = SecondaryMap::new();
        for (index, line) in body.iter().enumerate() {
            match line {
                Line::Label(label) => {
                    if *starts.last().unwrap_or(&0) != index {
                        starts.push(index);
                    }
                    places[*label] = Some(starts.len() - 1);
                }
                Line::Inst(inst) if leaves(inst) && index + 1 < body.len() => {
                    starts.push(index + 1)
                }
                Line::Inst(_) | Line::Comment(_) | Line::Source(_) => {}
            }
        }
        let ends = starts.iter().skip(1).copied().chain([body.len()]);
        let ranges: Vec<_> = starts.iter().zip(ends).map(|(&start, end)| start..end).collect();
        let count = ranges.len();
        let all = ranges.into_iter().enumerate().map(|(index, lines)| {
            let mut next = Vec::new();
            let last = lines.clone().rev().find_map(|line| match &body[line] {
                Line::Inst(inst) => Some(inst),
                Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
            });
            let runs_on = last.is_none_or(|last| !leaves(last) || last.guard.is_some());
            if runs_on && index + 1 < count {
                next.push(index + 1);
            }
            if let Some(last) = last {
                next.extend(last.operands.iter().filter_map(|operand| match operand {
                    Operand::Label(label) => places[*label],
                    _ => None,
                }));
            }
            BasicBlock { index, lines, next }
        });
        Blocks { all: all.collect() }
    }
}

/// Whether control may go elsewhere than to the next line.
fn leaves(inst: &Inst) -> bool {
    inst.op.effect() == Effect::Branches || matches!(inst.op, Op::Trap {})
}

/// Registers that are read in blocks that have not written them: all that blocks have to tell each other.
struct Exposed {
    /// Where each block reads such registers, in text order.
    reads: Vec<Vec<(usize, Reg)>>,
    /// What each block writes.
    writes: Vec<Vec<Reg>>,
    /// The numbers of exposed registers, from 1 on.
    number: SecondaryMap<Reg, u32>,
    count: u32,
}

impl Exposed {
    fn of(body: &[Line], blocks: &Blocks) -> Exposed {
        let mut exposed = Exposed {
            reads: Vec::with_capacity(blocks.all.len()),
            writes: Vec::with_capacity(blocks.all.len()),
            number: SecondaryMap::new(),
            count: 0,
        };
        // The block that wrote a register last, from 1 on.
        let mut writer: SecondaryMap<Reg, usize> = SecondaryMap::new();
        for block in &blocks.all {
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for index in block.lines.clone() {
                let Line::Inst(inst) = &body[index] else { continue };
                for_each_use(inst, |reg| {
                    if writer[reg] != block.index + 1 {
                        reads.push((index, reg));
                        if exposed.number[reg] == 0 {
                            exposed.count += 1;
                            exposed.number[reg] = exposed.count;
                        }
                    }
                });
                if inst.guard.is_none() {
                    for_each_reg(&inst.results, |reg| {
                        writer[reg] = block.index + 1;
                        writes.push(reg);
                    });
                }
            }
            exposed.reads.push(reads);
            exposed.writes.push(writes);
        }
        exposed
    }

    /// What is assigned in front of each block; none where no path leads.
    fn assigned(&self, blocks: &Blocks) -> Vec<Option<Bits>> {
        let mut before: Vec<Option<Bits>> = vec![None; blocks.all.len()];
        before[0] = Some(Bits::none(self.count));
        let mut waits = vec![false; blocks.all.len()];
        let mut open = std::collections::BTreeSet::from([0]);
        waits[0] = true;
        // In text order, which is that of control but for loops: few blocks come twice.
        while let Some(index) = open.pop_first() {
            let Some(mut behind) = before[index].clone() else { continue };
            for &reg in &self.writes[index] {
                behind.insert(self.number[reg]);
            }
            for &next in &blocks.all[index].next {
                let changed = match &mut before[next] {
                    Some(known) => known.intersect(&behind),
                    unknown => {
                        *unknown = Some(behind.clone());
                        true
                    }
                };
                if changed {
                    open.insert(next);
                }
            }
        }
        before
    }
}

/// A set of numbers from 1 on; 0 is none.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(count: u32) -> Bits {
        Bits(vec![0; count as usize / 64 + 1])
    }

    fn insert(&mut self, number: u32) {
        if number != 0 {
            self.0[number as usize / 64] |= 1 << (number % 64);
        }
    }

    fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Keeps what both have, and says whether that is less.
    fn intersect(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::builder::Builder;
    use crate::ptx::inst::Guard;
    use crate::ptx::regs::{Class, Regs, Val};
    use crate::ptx::types::{Cmp, Ftz, Sreg, Ty, Uniform};
    use crate::ptx::{Variables, check};

    /// A kernel with a body that gets a number which differs between threads and a predicate.
    fn kernel(body: impl FnOnce(&mut Builder<'_>, Val, Val)) -> Kernel {
        let mut variables = Variables::new();
        let mut b = Builder::new(&mut variables);
        let tid = b.sreg(Sreg::Tid);
        let pred = b.def(Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 }, &[tid, Val::ZERO]);
        body(&mut b, tid, pred);
        b.emit(Op::Ret {}, &[], &[]);
        let (regs, body) = b.finish().expect("no fault");
        of_lines(regs, body)
    }

    fn of_lines(regs: Regs, body: Vec<Line>) -> Kernel {
        Kernel {
            name: "k".into(),
            params: Vec::new(),
            threads: 32,
            min_ctas: None,
            cluster: 1,
            shared_bytes: 0,
            header: Vec::new(),
            remarks: Vec::new(),
            regs,
            body,
        }
    }

    fn use_of(b: &mut Builder<'_>, reg: Reg) {
        let unused = b.fresh(Class::B32);
        b.emit(Op::Mov { ty: Ty::B32 }, &[unused.into()], &[reg.into()]);
    }

    /// What `check` takes and `verify` does not: the text is in order.
    fn refused(kernel: &Kernel) -> Unassigned {
        assert_eq!(check::check(kernel), Ok(()));
        verify(kernel).expect_err("it is read unwritten")
    }

    #[test]
    fn a_write_behind_a_branch_is_not_one_in_front_of_its_label() {
        let found = refused(&kernel(|b, tid, pred| {
            let reg = b.fresh(Class::B32);
            let done = b.label();
            b.branch_if(pred, false, Uniform::No, done);
            b.assign(reg, tid);
            b.place(done);
            use_of(b, reg);
        }));
        assert!(found.to_string().contains("is read on a path that does not write it: mov.b32"));
    }

    #[test]
    fn writes_on_both_ways_are_one() {
        let kernel = kernel(|b, tid, pred| {
            let reg = b.fresh(Class::B32);
            let (otherwise, done) = (b.label(), b.label());
            b.branch_if(pred, true, Uniform::No, otherwise);
            b.assign(reg, tid);
            b.branch_nonuniform(done);
            b.place(otherwise);
            b.assign(reg, Val::ZERO);
            b.place(done);
            use_of(b, reg);
        });
        assert_eq!(verify(&kernel), Ok(()));
    }

    #[test]
    fn a_way_that_ends_need_not_write() {
        let kernel = kernel(|b, tid, pred| {
            let reg = b.fresh(Class::B32);
            let otherwise = b.label();
            b.branch_if(pred, true, Uniform::No, otherwise);
            b.emit(Op::Trap {}, &[], &[]);
            b.place(otherwise);
            b.assign(reg, tid);
            use_of(b, reg);
        });
        assert_eq!(verify(&kernel), Ok(()));
    }

    #[test]
    fn a_guarded_write_is_none() {
        let guarded = |first: bool| {
            kernel(|b, tid, pred| {
                let reg = b.fresh(Class::B32);
                if first {
                    b.assign(reg, Val::ZERO);
                }
                let guard = pred.reg().map(|pred| Guard { pred, negated: false });
                b.emit_if(guard, Op::Mov { ty: Ty::B32 }, &[reg.into()], &[tid.into()]);
                use_of(b, reg);
            })
        };
        assert_eq!(verify(&guarded(true)), Ok(()));
        refused(&guarded(false));
    }

    #[test]
    fn a_loop_may_run_its_end_never() {
        let looped = |first: bool| {
            kernel(|b, tid, pred| {
                let reg = b.fresh(Class::B32);
                let (head, done) = (b.loop_head(), b.label());
                if first {
                    b.assign(reg, Val::ZERO);
                }
                b.place(head);
                b.branch_if(pred, false, Uniform::No, done);
                b.assign(reg, tid);
                b.branch(head);
                b.place(done);
                use_of(b, reg);
            })
        };
        assert_eq!(verify(&looped(true)), Ok(()));
        refused(&looped(false));
    }

    #[test]
    fn code_that_nothing_reaches_is_not_looked_at() {
        let kernel = kernel(|b, tid, _| {
            let reg = b.fresh(Class::B32);
            let (skipped, done) = (b.label(), b.label());
            b.branch(done);
            b.place(skipped);
            use_of(b, reg);
            b.place(done);
            b.assign(reg, tid);
        });
        assert_eq!(verify(&kernel), Ok(()));
    }

    #[test]
    fn the_builder_reuses_nothing_that_a_branch_passes() {
        let kernel = kernel(|b, tid, pred| {
            let op = Op::Add { ty: Ty::U32 };
            let done = b.label();
            b.branch_if(pred, false, Uniform::No, done);
            let inside = b.def(op, &[tid, Val::u32(1)]);
            b.place(done);
            let behind = b.def(op, &[tid, Val::u32(1)]);
            assert_ne!(inside, behind);
            assert_eq!(b.def(op, &[tid, Val::u32(1)]), behind);
            let stored = b.reg(behind, Class::B32);
            use_of(b, stored);
        });
        assert_eq!(verify(&kernel), Ok(()));
    }
}
