//! Values are computed where they are needed, in partitions that hold more than their threads have registers for.
//!
//! `setmaxnreg` gives the threads of each partition a share of the registers. `ptxas` keeps to the share and spills what
//! does not fit, though much of it need not wait in a register: addresses and masks of an epilogue that selection computes
//! for all elements at once, and numbers that follow from parameters. Two rewritings shorten live ranges:
//!
//! ```text
//! recompute   blocks compute cheap values themselves         those from before the partition, then those of it too
//! sink        pure values stand in front of their first use
//! ```
//!
//! In: a body with partitions, each from its `setmaxnreg` on. Out: the body, rewritten in those partitions where more
//! registers are live ([`live_words`]) than have room, by the first rewriting that makes room; else it stays as it is.

mod recompute;

use std::ops::Range;

use cranelift_entity::SecondaryMap;

use crate::ptx::dce::{eliminate_dead_code, for_each_reg, register_pressure};
use crate::ptx::inst::{Inst, Label, Line, Op, Operand};
use crate::ptx::liveness::live_words;
use crate::ptx::regs::{Reg, Regs};
use crate::ptx::shorten::recompute::{Values, recompute};
use crate::ptx::sink::sink_lines;

/// Registers of a thread that computes which `ptxas` takes beside those that are live here, as it computes in parallel.
const BESIDE: u32 = 12;

/// Registers that may be live in a warp that copies, by its share, since `ptxas` keeps what is the same for all threads of a
/// warp in uniform registers. With as many, `ptxas` 13.3 spills nothing in the products of `tests/gpu/bench/gemm_f16.cu`;
/// with 77 of 56 and more it spills in sources of `tests/variants`. The warp that only starts TMA loads stays as it is: if it
/// is rewritten, `ptxas` spills values that are computed before the partition.
const ROOM_OF_COPYING_WARPS: [(u32, u32); 3] = [(24, u32::MAX), (40, 68), (56, 76)];

/// Longer bodies stay as they are: counting takes as long as they have blocks times registers.
const MAX_LINES: usize = 8192;

/// The code of a partition, and the registers that its threads have.
struct PartitionCode {
    lines: Range<usize>,
    registers: u32,
}

impl PartitionCode {
    /// The registers that may be live at once.
    fn room(&self) -> u32 {
        let of_copying = ROOM_OF_COPYING_WARPS.iter().find(|(share, _)| *share == self.registers);
        of_copying.map_or(self.registers.saturating_sub(BESIDE), |&(_, room)| room)
    }
}

/// Shortens live ranges in each partition that has no room for its values; the last one ends at the label, if there is one.
pub fn shorten(body: &mut Vec<Line>, regs: &mut Regs, end: Option<Label>) {
    let count = partitions(body, end).len();
    if count == 0 || body.len() > MAX_LINES {
        return;
    }
    let mut words = live_words(body, regs);
    for number in 0..count {
        let partition = &partitions(body, end)[number];
        let room = partition.room();
        let most = words[partition.lines.clone()].iter().copied().max();
        if most.is_none_or(|most| most <= room) {
            continue;
        }
        for values in [Values::BeforePartition, Values::All] {
            let (lines, fresh) = shortened(body, regs, (end, number), values);
            if live_in(&lines, &fresh, end, number) <= room {
                (*body, *regs) = (lines, fresh);
                words = live_words(body, regs);
                break;
            }
        }
    }
}

/// Blocks of a kernel without partitions compute cheap values themselves, if more registers are live than the threads of as
/// many CTAs as are wanted have, and fewer then.
pub fn shorten_whole(body: &mut Vec<Line>, regs: &mut Regs, room: u32) {
    let pressure =
        |body: &[Line], regs: &Regs| register_pressure(body, |reg| regs.class(reg).bits());
    let before = pressure(body, regs);
    if before <= room || body.len() > MAX_LINES {
        return;
    }
    let mut fresh = regs.clone();
    let mut lines = recompute(body, &mut fresh, &(0..body.len()), Values::All);
    eliminate_dead_code(&mut lines);
    if pressure(&lines, &fresh) < before {
        (*body, *regs) = (lines, fresh);
    }
}

/// The body with short live ranges in a partition.
fn shortened(
    body: &[Line],
    regs: &Regs,
    (end, number): (Option<Label>, usize),
    values: Values,
) -> (Vec<Line>, Regs) {
    let (mut lines, mut regs) = (body.to_vec(), regs.clone());
    if let Some(partition) = partitions(&lines, end).get(number) {
        lines = recompute(&lines, &mut regs, &partition.lines, values);
        eliminate_dead_code(&mut lines);
    }
    if let Some(partition) = partitions(&lines, end).get(number) {
        lines = sunk(&lines, &partition.lines);
    }
    (lines, regs)
}

fn live_in(body: &[Line], regs: &Regs, end: Option<Label>, number: usize) -> u32 {
    let words = live_words(body, regs);
    let lines = partitions(body, end).get(number).map(|partition| partition.lines.clone());
    lines.and_then(|lines| words[lines].iter().copied().max()).unwrap_or(0)
}

fn partitions(body: &[Line], end: Option<Label>) -> Vec<PartitionCode> {
    let mut found: Vec<PartitionCode> = Vec::new();
    let is_end = |line: &Line| matches!(line, Line::Label(label) if Some(*label) == end);
    let last = body.iter().position(is_end).unwrap_or(body.len());
    for (index, line) in body[..last].iter().enumerate() {
        if let Line::Inst(Inst { op: Op::SetMaxRegisters { .. }, operands, .. }) = line
            && let [Operand::Val(registers)] = operands[..]
            && let Some(registers) = registers.imm()
        {
            if let Some(before) = found.last_mut() {
                before.lines.end = index;
            }
            found.push(PartitionCode { lines: index..last, registers: registers as u32 });
        }
    }
    found
}

/// The body with the straight lines of a partition reordered.
fn sunk(body: &[Line], lines: &Range<usize>) -> Vec<Line> {
    let mut writes: SecondaryMap<Reg, u32> = SecondaryMap::new();
    for line in body {
        if let Line::Inst(inst) = line {
            for_each_reg(&inst.results, |reg| writes[reg] += 1);
        }
    }
    let (before, rest) = body.split_at(lines.start);
    let (inside, behind) = rest.split_at(lines.len());
    let inside = sink_lines(inside.to_vec(), &writes);
    [before, &inside, behind].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Variables;
    use crate::ptx::builder::Builder;
    use crate::ptx::regs::Val;
    use crate::ptx::types::{Cmp, Ftz, RegisterChange, Space, Sreg, Ty, Uniform, Vector};

    const ADD: Op = Op::Add { ty: Ty::U32 };
    const EQUAL: Op = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };

    /// A body of one partition with 32 registers, which gets a number that differs between threads.
    fn body(of: impl FnOnce(&mut Builder<'_>, Val)) -> (Regs, Vec<Line>) {
        let mut variables = Variables::new();
        let mut b = Builder::new(&mut variables);
        let tid = b.sreg(Sreg::Tid);
        of(&mut b, tid);
        b.emit(Op::Ret {}, &[], &[]);
        b.finish().expect("no fault")
    }

    fn begin(b: &mut Builder<'_>) {
        let change = RegisterChange::Less;
        b.emit(Op::SetMaxRegisters { change }, &[], &[Val::u32(32).into()]);
    }

    /// Stores a number at its own address.
    fn store(b: &mut Builder<'_>, val: Val) {
        let at = b.mem(val, 0);
        b.emit(Op::store(Space::Shared, Vector::One, Ty::B32), &[], &[at, val.into()]);
    }

    fn remainders(b: &mut Builder<'_>, of: Val, count: u32) -> Vec<Val> {
        (0..count).map(|n| b.def(Op::Rem { ty: Ty::U32 }, &[of, Val::u32(n + 3)])).collect()
    }

    fn sums(b: &mut Builder<'_>, of: Val, count: u32) -> Vec<Val> {
        (0..count).map(|n| b.def(ADD, &[of, Val::u32(n + 3)])).collect()
    }

    fn live(body: &[Line], regs: &Regs) -> u32 {
        live_in(body, regs, None, 0)
    }

    #[test]
    fn what_is_computed_at_once_is_computed_where_it_is_stored() {
        let (mut regs, mut body) = body(|b, tid| {
            begin(b);
            let values = remainders(b, tid, 40);
            values.into_iter().for_each(|value| store(b, value));
        });
        assert!(live(&body, &regs) >= 40);
        let lines = body.len();
        shorten(&mut body, &mut regs, None);
        assert!(live(&body, &regs) <= 2, "{}", live(&body, &regs));
        assert_eq!(body.len(), lines);
    }

    #[test]
    fn a_partition_with_room_stays_as_it_is() {
        let (mut regs, mut body) = body(|b, tid| {
            begin(b);
            let values = remainders(b, tid, 18);
            values.into_iter().for_each(|value| store(b, value));
        });
        let before = body.clone();
        shorten(&mut body, &mut regs, None);
        assert!(body == before);
    }

    #[test]
    fn blocks_compute_cheap_values_from_before_the_partition() {
        let (mut regs, mut body) = body(|b, tid| {
            let values = sums(b, tid, 40);
            begin(b);
            let behind = b.label();
            let is_first = b.def(EQUAL, &[tid, Val::ZERO]);
            b.branch_if(is_first, true, Uniform::No, behind);
            values.into_iter().for_each(|value| store(b, value));
            b.place(behind);
        });
        assert!(live(&body, &regs) >= 40);
        shorten(&mut body, &mut regs, None);
        assert!(live(&body, &regs) <= 4, "{}", live(&body, &regs));
    }

    #[test]
    fn innermost_loops_compute_nothing_again() {
        let (mut regs, mut body) = body(|b, tid| {
            let values = sums(b, tid, 40);
            begin(b);
            let head = b.loop_head();
            b.place(head);
            values.into_iter().for_each(|value| store(b, value));
            let is_first = b.def(EQUAL, &[tid, Val::ZERO]);
            b.branch_if(is_first, false, Uniform::No, head);
        });
        let before = body.clone();
        shorten(&mut body, &mut regs, None);
        assert!(body == before);
    }

    #[test]
    fn blocks_of_a_whole_kernel_compute_cheap_values_where_registers_are_short() {
        let make = || {
            body(|b, tid| {
                let values = sums(b, tid, 40);
                let behind = b.label();
                let is_first = b.def(EQUAL, &[tid, Val::ZERO]);
                b.branch_if(is_first, true, Uniform::No, behind);
                values.into_iter().for_each(|value| store(b, value));
                b.place(behind);
            })
        };
        let most = |body: &[Line], regs: &Regs| live_words(body, regs).into_iter().max();
        let (mut regs, mut body) = make();
        assert!(most(&body, &regs) >= Some(40));
        let before = body.clone();
        shorten_whole(&mut body, &mut regs, 64);
        assert!(body == before);
        // The block computes its sums itself, so that only what they are computed from waits for it.
        shorten_whole(&mut body, &mut regs, 24);
        let branch =
            |line: &Line| matches!(line, Line::Inst(inst) if matches!(inst.op, Op::Bra { .. }));
        let at = body.iter().position(branch).expect("a branch");
        assert_eq!(live_words(&body, &regs)[at], 1);
    }

    #[test]
    fn the_last_partition_ends_at_the_label() {
        let mut end = None;
        let (mut regs, mut body) = body(|b, tid| {
            begin(b);
            let otherwise = b.label();
            end = Some(otherwise);
            let is_first = b.def(EQUAL, &[tid, Val::ZERO]);
            b.branch_if(is_first, true, Uniform::No, otherwise);
            b.emit(Op::Ret {}, &[], &[]);
            b.place(otherwise);
            let values = remainders(b, tid, 40);
            values.into_iter().for_each(|value| store(b, value));
        });
        let before = body.clone();
        shorten(&mut body, &mut regs, end);
        assert!(body == before);
        shorten(&mut body, &mut regs, None);
        assert!(body != before);
    }
}
