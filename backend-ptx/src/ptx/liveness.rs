//! How many registers are live behind each line.
//!
//! ```text
//! live before B = what B reads and has not written + (live behind B - what B writes)
//! live behind B = the union of what is live before the successors of B        the smallest solution
//! ```
//!
//! A write under a guard may not happen, so the value before it stays live.
//! Unlike [`live_bits`](super::dce::live_bits), which takes text order for that of execution, this counts nothing in code
//! that control skips.

use cranelift_entity::SecondaryMap;

use crate::ptx::blocks::{BasicBlock, Blocks};
use crate::ptx::dce::{for_each_reg, for_each_use};
use crate::ptx::inst::Line;
use crate::ptx::regs::{Reg, Regs};

/// The 32-bit registers that are live behind each line.
pub(super) fn live_words(body: &[Line], regs: &Regs) -> Vec<u32> {
    let blocks = Blocks::of(body);
    let exposed = ExposedRegs::of(body, &blocks);
    let behind = exposed.live_behind(&blocks);
    let mut words = vec![0; body.len()];
    let mut is_live: SecondaryMap<Reg, bool> = SecondaryMap::new();
    for (block, live) in blocks.all.iter().zip(&behind) {
        let mut open: Vec<Reg> = exposed.regs_of(live).collect();
        open.iter().for_each(|&reg| is_live[reg] = true);
        let bits = |reg: Reg| regs.class(reg).bits();
        let mut count: u32 = open.iter().map(|&reg| bits(reg)).sum();
        for line in block.lines.clone().rev() {
            words[line] = count.div_ceil(32);
            let Line::Inst(inst) = &body[line] else { continue };
            if inst.guard.is_none() {
                for_each_reg(&inst.results, |reg| {
                    if std::mem::replace(&mut is_live[reg], false) {
                        count -= bits(reg);
                    }
                });
            }
            for_each_use(inst, |reg| {
                if !std::mem::replace(&mut is_live[reg], true) {
                    count += bits(reg);
                    open.push(reg);
                }
            });
        }
        open.into_iter().for_each(|reg| is_live[reg] = false);
    }
    words
}

/// Registers that are read in blocks that have not written them: all that blocks have to tell each other.
struct ExposedRegs {
    /// Such registers, whose numbers are their places.
    regs: Vec<Reg>,
    /// Those that each block reads, and those that it writes in any case.
    reads: Vec<Vec<u32>>,
    writes: Vec<Vec<u32>>,
}

/// A set of numbers of exposed registers.
type Set = Vec<u64>;

impl ExposedRegs {
    fn of(body: &[Line], blocks: &Blocks) -> ExposedRegs {
        let mut numbers: SecondaryMap<Reg, Option<u32>> = SecondaryMap::new();
        let mut regs = Vec::new();
        let mut written: Vec<Vec<Reg>> = Vec::new();
        let mut reads = Vec::new();
        let mut writer: SecondaryMap<Reg, usize> = SecondaryMap::new();
        for BasicBlock { index, lines, .. } in &blocks.all {
            let (mut read, mut writes) = (Vec::new(), Vec::new());
            for line in lines.clone() {
                let Line::Inst(inst) = &body[line] else { continue };
                for_each_use(inst, |reg| {
                    if writer[reg] != index + 1 {
                        read.push(*numbers[reg].get_or_insert_with(|| {
                            regs.push(reg);
                            regs.len() as u32 - 1
                        }));
                    }
                });
                if inst.guard.is_none() {
                    for_each_reg(&inst.results, |reg| {
                        writer[reg] = index + 1;
                        writes.push(reg);
                    });
                }
            }
            reads.push(read);
            written.push(writes);
        }
        let numbered = |regs: Vec<Reg>| regs.into_iter().filter_map(|reg| numbers[reg]).collect();
        let writes = written.into_iter().map(numbered).collect();
        ExposedRegs { regs, reads, writes }
    }

    /// What is live behind each block.
    fn live_behind(&self, blocks: &Blocks) -> Vec<Set> {
        let none = vec![0; self.regs.len().div_ceil(64)];
        let mut before = vec![none.clone(); blocks.all.len()];
        let mut behind = vec![none; blocks.all.len()];
        let mut changes = true;
        while changes {
            changes = false;
            for block in blocks.all.iter().rev() {
                let mut live = behind[block.index].clone();
                for &next in &block.next {
                    live.iter_mut().zip(&before[next]).for_each(|(word, next)| *word |= next);
                }
                behind[block.index].clone_from(&live);
                for &number in &self.writes[block.index] {
                    live[number as usize / 64] &= !(1 << (number % 64));
                }
                for &number in &self.reads[block.index] {
                    live[number as usize / 64] |= 1 << (number % 64);
                }
                changes |= before[block.index] != live;
                before[block.index] = live;
            }
        }
        behind
    }

    fn regs_of<'a>(&'a self, set: &'a Set) -> impl Iterator<Item = Reg> + 'a {
        set.iter().enumerate().flat_map(move |(place, &word)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            let numbers = rest.take_while(|&word| word != 0).map(u64::trailing_zeros);
            numbers.map(move |bit| self.regs[64 * place + bit as usize])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Variables;
    use crate::ptx::builder::Builder;
    use crate::ptx::inst::Op;
    use crate::ptx::regs::Val;
    use crate::ptx::types::{Cmp, Ftz, Space, Sreg, Ty, Uniform, Vector};

    fn store(b: &mut Builder<'_>, at: Val, val: Val) {
        let at = b.mem(at, 0);
        b.emit(Op::store(Space::Shared, Vector::One, Ty::B32), &[], &[at, val.into()]);
    }

    #[test]
    fn what_one_branch_reads_is_not_live_in_the_other() {
        let mut variables = Variables::new();
        let mut b = Builder::new(&mut variables);
        let tid = b.sreg(Sreg::Tid);
        let many: Vec<Val> =
            (0..30).map(|n| b.def(Op::Rem { ty: Ty::U32 }, &[tid, Val::u32(n + 3)])).collect();
        let other = b.label();
        let is_first =
            b.def(Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 }, &[tid, Val::ZERO]);
        b.branch_if(is_first, true, Uniform::No, other);
        store(&mut b, tid, tid);
        b.emit(Op::Ret {}, &[], &[]);
        b.place(other);
        many.iter().for_each(|&val| store(&mut b, tid, val));
        b.emit(Op::Ret {}, &[], &[]);
        let (regs, body) = b.finish().expect("no fault");
        let words = live_words(&body, &regs);
        let branch = body
            .iter()
            .position(|line| matches!(line, Line::Inst(inst) if matches!(inst.op, Op::Bra { .. })));
        let branch = branch.expect("a branch");
        assert_eq!(words[branch], 31);
        assert_eq!(words[branch + 1..branch + 3], [0, 0]);
    }

    #[test]
    fn a_write_under_a_guard_keeps_the_value_before_it() {
        let mut variables = Variables::new();
        let mut b = Builder::new(&mut variables);
        let tid = b.sreg(Sreg::Tid);
        let padded = b.fresh(crate::ptx::regs::Class::B32);
        b.emit(Op::MovBits { ty: Ty::B32 }, &[padded.into()], &[Val::ZERO.into()]);
        let pred = b.def(Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 }, &[tid, Val::ZERO]);
        let guard = pred.reg().map(|pred| crate::ptx::inst::Guard { pred, negated: false });
        b.emit_if(guard, Op::Mov { ty: Ty::B32 }, &[padded.into()], &[tid.into()]);
        store(&mut b, tid, padded.into());
        let (regs, body) = b.finish().expect("no fault");
        // Behind the move of the padding: it and the number of the thread.
        assert_eq!(live_words(&body, &regs)[1], 2);
    }
}
