//! Brings computations to where they are needed, around instructions that `ptxas` expands to
//! branches.
//!
//! Selection computes an operation for all elements of a tile before the next operation, and
//! leaves the order to `ptxas`. It cannot move anything across the branches of a rounded division
//! or root, so the operands of all of them would be live at once:
//!
//! ```text
//! e0 = ..; e1 = ..; q0 = div e0; q1 = div e1; st q0; st q1
//!     =>  e0 = ..; q0 = div e0; st q0; e1 = ..; q1 = div e1; st q1
//! ```
//!
//! In straight lines with several of them, what is pure is placed in front of the first of the
//! other instructions that needs it, or that writes a register which it reads. What itself writes
//! a register that others write too stays where it is.

use cranelift_entity::SecondaryMap;
use lang::base::Span;

use super::dce::{for_each_reg, for_each_use};
use super::inst::{Effect, Inst, Line, Op};
use super::regs::Reg;
use super::types::{Round, Ty};

/// Reorders the straight lines of a body.
pub fn sink(body: &mut Vec<Line>) {
    if !body.iter().any(|line| matches!(line, Line::Inst(inst) if is_expanded(inst))) {
        return;
    }
    let mut writes: SecondaryMap<Reg, u32> = SecondaryMap::new();
    for line in body.iter() {
        if let Line::Inst(inst) = line {
            for_each_reg(&inst.results, |reg| writes[reg] += 1);
        }
    }
    let mut out = Vec::with_capacity(body.len());
    let mut straight = Vec::new();
    for line in body.drain(..) {
        let ends = match &line {
            Line::Inst(inst) => inst.op.effect() == Effect::Branches,
            Line::Label(_) => true,
            Line::Comment(_) | Line::Source(_) => false,
        };
        straight.push(line);
        if ends {
            place(std::mem::take(&mut straight), &writes, &mut out);
        }
    }
    place(straight, &writes, &mut out);
    *body = out;
}

/// Whether `ptxas` makes branches of an instruction: those whose result is rounded correctly.
fn is_expanded(inst: &Inst) -> bool {
    match inst.op {
        Op::DivF { round, .. } | Op::Rcp { round, .. } | Op::Sqrt { round, .. } => {
            !matches!(round, Round::Approx | Round::Full)
        }
        Op::Div { ty } => matches!(ty, Ty::U64 | Ty::S64),
        _ => false,
    }
}

/// A straight line, with what is pure before its first use.
fn place(straight: Vec<Line>, writes: &SecondaryMap<Reg, u32>, out: &mut Vec<Line>) {
    let expanded = |line: &&Line| matches!(line, Line::Inst(inst) if is_expanded(inst));
    if straight.iter().filter(expanded).count() < 2 {
        out.extend(straight);
        return;
    }
    let mut waiting =
        Waiting { insts: Vec::new(), by: SecondaryMap::new(), readers: SecondaryMap::new() };
    let mut placed = Placed { out, source: None };
    let mut source = None;
    for line in straight {
        let inst = match line {
            Line::Inst(inst) => inst,
            Line::Source(span) => {
                source = Some(span);
                continue;
            }
            Line::Label(_) | Line::Comment(_) => {
                waiting.place_all(&mut placed);
                placed.out.push(line);
                continue;
            }
        };
        if moves(&inst, writes) {
            waiting.add(inst, source, writes);
            continue;
        }
        if inst.op.effect() == Effect::Branches {
            waiting.place_all(&mut placed);
        } else {
            waiting.place_for(&inst, &mut placed);
        }
        placed.push(inst, source);
    }
    waiting.place_all(&mut placed);
    if let Some(span) = source.filter(|_| placed.source != source) {
        placed.out.push(Line::Source(span));
    }
}

fn moves(inst: &Inst, writes: &SecondaryMap<Reg, u32>) -> bool {
    let mut once = inst.guard.is_none() && inst.op.effect() == Effect::Pure;
    for_each_reg(&inst.results, |reg| once &= writes[reg] == 1);
    once
}

/// What has been placed, and the source that its last line is from.
struct Placed<'a> {
    out: &'a mut Vec<Line>,
    source: Option<Span>,
}

impl Placed<'_> {
    fn push(&mut self, inst: Inst, source: Option<Span>) {
        if let Some(span) = source.filter(|_| self.source != source) {
            self.out.push(Line::Source(span));
            self.source = source;
        }
        self.out.push(Line::Inst(inst));
    }
}

/// Pure instructions that nobody has needed yet.
struct Waiting {
    insts: Vec<Option<(Inst, Option<Span>)>>,
    /// The instruction that writes a register.
    by: SecondaryMap<Reg, Option<u32>>,
    /// The instructions that read a register which is written more than once.
    readers: SecondaryMap<Reg, Vec<u32>>,
}

impl Waiting {
    fn add(&mut self, inst: Inst, source: Option<Span>, writes: &SecondaryMap<Reg, u32>) {
        let index = self.insts.len() as u32;
        for_each_reg(&inst.results, |reg| self.by[reg] = Some(index));
        for_each_use(&inst, |reg| {
            if writes[reg] > 1 {
                self.readers[reg].push(index);
            }
        });
        self.insts.push(Some((inst, source)));
    }

    fn operands(&self, inst: &Inst) -> Vec<u32> {
        let mut found = Vec::new();
        for_each_use(inst, |reg| found.extend(self.by[reg]));
        found.retain(|&index| self.insts[index as usize].is_some());
        found
    }

    /// Places what an instruction needs, operands first, and what must not come after it.
    fn place_for(&mut self, inst: &Inst, placed: &mut Placed<'_>) {
        let mut open = Vec::new();
        for_each_reg(&inst.results, |reg| open.append(&mut self.readers[reg]));
        open.extend(self.operands(inst));
        open.reverse();
        while let Some(&index) = open.last() {
            let Some((inst, _)) = &self.insts[index as usize] else {
                open.pop();
                continue;
            };
            let mut before = self.operands(inst);
            if !before.is_empty() {
                before.reverse();
                open.extend(before);
            } else if let Some((inst, source)) = self.insts[index as usize].take() {
                placed.push(inst, source);
            }
        }
    }

    /// Places everything: what nothing here needs, one after the other, each after its operands.
    fn place_all(&mut self, placed: &mut Placed<'_>) {
        let mut needed = vec![false; self.insts.len()];
        for (inst, _) in self.insts.iter().flatten() {
            self.operands(inst).into_iter().for_each(|index| needed[index as usize] = true);
        }
        for (index, needed) in needed.into_iter().enumerate() {
            let last = self.insts[index].take_if(|_| !needed);
            if let Some((inst, source)) = last {
                self.place_for(&inst, placed);
                placed.push(inst, source);
            }
        }
        self.insts.clear();
        self.readers.clear();
    }
}
