//! Moves integers from in front of a loop to the straight line behind it, if they are used there only.
//!
//! ```text
//!     r = add a, 1                         @p bra exit
//!     @p bra exit                      head:
//! head:                                    ..
//!     ..                           =>      @q bra head
//!     @q bra head                      exit:
//! exit:                                    r = add a, 1
//!     use r                                use r
//! ```
//!
//! Tiles of places are computed once for the operands in a loop and for the result behind it; where TMA copies the operands,
//! only the latter use is left, and each place would be in a register of its own while the loop runs.
//!
//! An instruction moves if nothing writes its operands before its new place, no other instruction writes its result, nothing but
//! the line in front leads into the loop or to its exit, and at most one of its operands is not needed behind the loop anyway: so no
//! more is live in the loop than before.
//!
//! In: the lines of a kernel and loops among them. Out: the same lines in another order.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ptx::dce::{for_each_reg, for_each_use};
use crate::ptx::inst::{Effect, Label, Line};
use crate::ptx::regs::Reg;
use crate::ptx::sink::{is_of_integers, labels};

/// Moves what can be moved behind each of some loops, from its first line to its last; whether anything moved.
pub(super) fn sink(body: &mut Vec<Line>, loops: &[(usize, usize)]) -> bool {
    let mut is_moved = false;
    // From the last loop to the first: lines in front of a loop keep their numbers.
    let mut loops = loops.to_vec();
    loops.sort_unstable();
    for &(head, back) in loops.iter().rev() {
        is_moved |= LoopSurroundings::of(body, head, back).is_some_and(|place| place.sink(body));
    }
    is_moved
}

/// Lines around a loop.
struct LoopSurroundings {
    /// The straight line in front of it.
    begin: usize,
    end: usize,
    /// The label behind it, and the end of the straight line that begins there.
    exit: usize,
    last: usize,
}

impl LoopSurroundings {
    fn of(body: &[Line], head: usize, back: usize) -> Option<LoopSurroundings> {
        let exit = back + 1;
        let Some(Line::Label(label)) = body.get(exit) else { return None };
        let branches_to = |line: &Line, is_one: &dyn Fn(Label) -> bool| matches!(line, Line::Inst(inst) if labels(inst).any(is_one));
        let branches_to_exit = |line: &Line| branches_to(line, &|it| it == *label);
        let mut end = head;
        while end > 0 && branches_to_exit(&body[end - 1]) {
            end -= 1;
        }
        let is_straight = |line: &Line| match line {
            Line::Inst(inst) => inst.op.effect() != Effect::Branches,
            Line::Label(_) => false,
            Line::Comment(_) | Line::Source(_) => true,
        };
        let begin = end - body[..end].iter().rev().take_while(|line| is_straight(line)).count();
        let last = exit + 1 + body[exit + 1..].iter().take_while(|line| is_straight(line)).count();
        let of_loop: FxHashSet<Label> = body[head..=exit]
            .iter()
            .filter_map(|line| match line {
                Line::Label(label) => Some(*label),
                Line::Inst(_) | Line::Comment(_) | Line::Source(_) => None,
            })
            .collect();
        let is_of_loop = body.iter().enumerate().all(|(index, line)| {
            (end..exit).contains(&index) || !branches_to(line, &|it| of_loop.contains(&it))
        });
        (is_of_loop && begin < end).then_some(LoopSurroundings { begin, end, exit, last })
    }

    fn sink(&self, body: &mut Vec<Line>) -> bool {
        let &LoopSurroundings { begin, end, exit, last } = self;
        let mut uses: FxHashMap<Reg, Vec<usize>> = FxHashMap::default();
        let mut writes: FxHashMap<Reg, Vec<usize>> = FxHashMap::default();
        for (index, line) in body.iter().enumerate() {
            let Line::Inst(inst) = line else { continue };
            for_each_use(inst, |reg| uses.entry(reg).or_default().push(index));
            for_each_reg(&inst.results, |reg| writes.entry(reg).or_default().push(index));
        }
        let is_used_behind =
            |reg: &Reg| uses.get(reg).is_some_and(|uses| uses.iter().any(|&index| index > exit));
        let mut moved: FxHashSet<usize> = FxHashSet::default();
        let mut live_behind: FxHashSet<Reg> = FxHashSet::default();
        for index in (begin..end).rev() {
            let Line::Inst(inst) = &body[index] else { continue };
            if inst.guard.is_some() || !is_of_integers(inst) {
                continue;
            }
            let mut is_movable = true;
            for_each_reg(&inst.results, |reg| {
                let is_near = |&at: &usize| moved.contains(&at) || (exit + 1..last).contains(&at);
                is_movable &= writes[&reg].len() == 1;
                is_movable &= uses.get(&reg).is_some_and(|uses| uses.iter().all(is_near));
            });
            let mut others: FxHashSet<Reg> = FxHashSet::default();
            for_each_use(inst, |reg| {
                let is_written = |&at: &usize| index < at && at <= exit;
                is_movable &= !writes.get(&reg).is_some_and(|writes| writes.iter().any(is_written));
                if !is_used_behind(&reg) && !live_behind.contains(&reg) {
                    others.insert(reg);
                }
            });
            if is_movable && others.len() <= 1 {
                moved.insert(index);
                for_each_use(inst, |reg| {
                    live_behind.insert(reg);
                });
            }
        }
        if moved.is_empty() {
            return false;
        }
        let mut lines: Vec<Line> = Vec::with_capacity(body.len());
        let mut waiting: Vec<Line> = Vec::with_capacity(moved.len());
        for (index, line) in std::mem::take(body).into_iter().enumerate() {
            match moved.contains(&index) {
                true => waiting.push(line),
                false => lines.push(line),
            }
            if index == exit {
                lines.append(&mut waiting);
            }
        }
        *body = lines;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Variables;
    use crate::ptx::builder::Builder;
    use crate::ptx::inst::Op;
    use crate::ptx::regs::{Class, Val};
    use crate::ptx::types::{Cmp, Ftz, Sreg, Ty, Uniform};

    /// Whether a sum in front of a loop moves behind it, where it is used, perhaps also in the loop, or where it follows from
    /// what the loop counts.
    fn moves(is_used_inside: bool, is_of_counter: bool) -> bool {
        let mut variables = Variables::new();
        let mut b = Builder::new(&mut variables);
        let tid = b.sreg(Sreg::Tid);
        let count = b.fresh(Class::B32);
        b.assign(count, Val::ZERO);
        let add = Op::Add { ty: Ty::U32 };
        let from = if is_of_counter { count.into() } else { tid };
        let sum = b.fresh(Class::B32);
        b.emit(add, &[sum.into()], &[from.into(), Val::u32(1).into()]);
        let use_of_sum = |b: &mut Builder<'_>| {
            let unused = b.fresh(Class::B32);
            b.emit(Op::Mov { ty: Ty::B32 }, &[unused.into()], &[sum.into()]);
        };
        let less = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 };
        let is_empty = b.def(less, &[tid, Val::u32(3)]);
        let (exit, head) = (b.label(), b.loop_head());
        b.branch_if(is_empty, false, Uniform::Yes, exit);
        b.place(head);
        if is_used_inside {
            use_of_sum(&mut b);
        }
        b.emit(add, &[count.into()], &[count.into(), Val::u32(1).into()]);
        let goes_on = b.def(less, &[count.into(), tid]);
        b.branch_if(goes_on, false, Uniform::Yes, head);
        b.place(exit);
        use_of_sum(&mut b);
        b.emit(Op::Ret {}, &[], &[]);
        let (_, mut body) = b.finish().expect("no fault");
        let labels: Vec<usize> =
            (0..body.len()).filter(|&index| matches!(body[index], Line::Label(_))).collect();
        let &[head, exit] = labels.as_slice() else { panic!("two labels: {labels:?}") };
        let is_moved = sink(&mut body, &[(head, exit - 1)]);
        let writes_sum = |line: &Line| {
            let mut found = false;
            if let Line::Inst(inst) = line {
                for_each_reg(&inst.results, |reg| found |= reg == sum);
            }
            found
        };
        let exit = body.iter().rposition(|line| matches!(line, Line::Label(_)));
        let place = body.iter().position(writes_sum);
        assert_eq!(is_moved, place > exit);
        is_moved
    }

    #[test]
    fn what_only_the_line_behind_a_loop_uses_moves_there() {
        assert!(moves(false, false));
        assert!(!moves(true, false));
        assert!(!moves(false, true));
    }
}
