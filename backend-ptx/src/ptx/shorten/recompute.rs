//! Cheap values that each block computes for itself.
//!
//! ```text
//! a = x + 4; B; use a  =>  B; a' = x + 4; use a'
//! ```
//!
//! A value is *cheap* if one instruction of the integer units computes it from parameters and constants, or from these and one
//! register that is written once and is no wider: where that register is live anyway, each value takes one register less.
//! A loop around the use alone would repeat the computation, so it must not be innermost, and a value that is computed in the
//! partition must be in the same loops. Operands of a block of MMAs stay in their registers: between the fence and the MMAs
//! nothing may write them.

use std::ops::Range;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use crate::ptx::blocks::{BasicBlock, Blocks};
use crate::ptx::dce::{for_each_reg, for_each_use, replace_regs};
use crate::ptx::inst::{Inst, Label, Line, Op, Operand};
use crate::ptx::regs::{Class, Reg, Regs};
use crate::ptx::types::{Part, Ty};

/// Instructions that one value may take in a block beside those of other values.
const MAX_CHAIN: usize = 40;

/// Which values blocks compute for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// Those that all threads compute before they part.
    BeforePartition,
    /// Those of the partition too.
    All,
}

/// The body in which the blocks of a partition compute cheap values themselves.
pub(super) fn recompute(
    body: &[Line],
    regs: &mut Regs,
    partition: &Range<usize>,
    values: Values,
) -> Vec<Line> {
    let code = CheapValues::of(body, regs);
    let is_chosen = code.chosen(partition, values);
    let mut out = Vec::with_capacity(body.len());
    let mut copies: FxHashMap<Reg, Reg> = FxHashMap::default();
    for (index, line) in body.iter().enumerate() {
        if index > 0 && code.block[index] != code.block[index - 1] {
            copies.clear();
        }
        let mut line = line.clone();
        if let Line::Inst(inst) = &mut line
            && partition.contains(&index)
        {
            let mut wanted = Vec::new();
            for_each_use(inst, |reg| wanted.push(reg));
            for reg in wanted.into_iter().filter(|&reg| is_chosen[reg]) {
                code.copy(reg, code.block[index], regs, (&mut copies, &mut out));
            }
            replace_regs(&mut inst.operands, |reg| copies.get(&reg).copied());
        }
        out.push(line);
    }
    out
}

struct CheapValues<'a> {
    body: &'a [Line],
    /// The number of the block of each line.
    block: Vec<usize>,
    /// The blocks with MMAs.
    multiplies: Vec<bool>,
    /// The loops around each block.
    loops: Vec<LoopNest>,
    /// The line that writes a register, if one does.
    written: SecondaryMap<Reg, Option<usize>>,
    /// Whether one instruction computes a value, and whether from parameters and constants alone.
    is_cheap: SecondaryMap<Reg, bool>,
    is_known: SecondaryMap<Reg, bool>,
}

impl<'a> CheapValues<'a> {
    fn of(body: &'a [Line], regs: &Regs) -> CheapValues<'a> {
        let blocks = Blocks::of(body);
        let mut block = vec![0; body.len()];
        for found in &blocks.all {
            block[found.lines.clone()].fill(found.index);
        }
        let mut code = CheapValues {
            body,
            block,
            multiplies: vec![false; blocks.all.len()],
            loops: nests(&blocks, &loops(body)),
            written: SecondaryMap::new(),
            is_cheap: SecondaryMap::new(),
            is_known: SecondaryMap::new(),
        };
        let mut writes: SecondaryMap<Reg, u32> = SecondaryMap::new();
        for (line, inst) in insts(body) {
            code.multiplies[code.block[line]] |= matches!(inst.op, Op::WgmmaFence {});
            for_each_reg(&inst.results, |reg| {
                writes[reg] += 1;
                code.written[reg] = Some(line).filter(|_| writes[reg] == 1 && inst.guard.is_none());
            });
        }
        // Operands stand in front of what is computed from them.
        for (_, inst) in insts(body) {
            if let [Operand::Val(result)] = inst.results[..]
                && let Some(result) = result.reg()
                && code.written[result].is_some()
                && is_simple(inst.op)
            {
                let (mut others, mut is_fit) = (Vec::new(), true);
                for_each_reg(&inst.operands, |reg| {
                    is_fit &= code.written[reg].is_some();
                    if !code.is_known[reg] && !others.contains(&reg) {
                        others.push(reg);
                    }
                });
                let width = |reg: Reg| regs.class(reg).bits();
                is_fit &=
                    others.len() <= 1 && others.iter().all(|&reg| width(reg) <= width(result));
                code.is_cheap[result] = is_fit && regs.class(result) != Class::Pred;
                code.is_known[result] = code.is_cheap[result] && others.is_empty();
            }
        }
        code
    }

    /// The values that blocks of a partition compute for themselves: all their uses in other blocks allow it.
    fn chosen(&self, partition: &Range<usize>, values: Values) -> SecondaryMap<Reg, bool> {
        let mut is_used: SecondaryMap<Reg, bool> = SecondaryMap::new();
        let mut is_kept: SecondaryMap<Reg, bool> = SecondaryMap::new();
        let mut cheap = Vec::new();
        for (line, inst) in insts(self.body).filter(|(line, _)| partition.contains(line)) {
            for_each_use(inst, |reg| {
                let Some(written) = self.written[reg].filter(|_| self.is_cheap[reg]) else {
                    return;
                };
                if self.block[written] == self.block[line] {
                    return;
                }
                if !std::mem::replace(&mut is_used[reg], true) {
                    cheap.push(reg);
                }
                let may_repeat = if partition.contains(&written) {
                    let nest = |line: usize| &self.loops[self.block[line]].around;
                    values == Values::All && nest(line) == nest(written)
                } else {
                    !self.loops[self.block[line]].is_innermost
                };
                is_kept[reg] |= !may_repeat || self.multiplies[self.block[line]];
            });
        }
        let mut is_chosen = SecondaryMap::new();
        cheap.into_iter().filter(|&reg| !is_kept[reg]).for_each(|reg| is_chosen[reg] = true);
        is_chosen
    }

    /// Computes a value of another block again, and what it is computed from if that is cheap too.
    fn copy(
        &self,
        reg: Reg,
        block: usize,
        regs: &mut Regs,
        (copies, out): (&mut FxHashMap<Reg, Reg>, &mut Vec<Line>),
    ) {
        let mut chain = vec![reg];
        let mut at = 0;
        while at < chain.len() && chain.len() < MAX_CHAIN {
            let Some(inst) = self.cheap_inst(chain[at]) else { return };
            for_each_reg(&inst.operands, |operand| {
                let is_elsewhere =
                    self.written[operand].is_some_and(|line| self.block[line] != block);
                let is_new = !copies.contains_key(&operand) && !chain.contains(&operand);
                if self.is_cheap[operand] && is_elsewhere && is_new {
                    chain.push(operand);
                }
            });
            at += 1;
        }
        chain.retain(|reg| !copies.contains_key(reg) && self.is_elsewhere(*reg, block));
        chain.sort_by_key(|&reg| self.written[reg]);
        for reg in chain {
            let Some(inst) = self.cheap_inst(reg) else { continue };
            let mut inst = inst.clone();
            replace_regs(&mut inst.operands, |reg| copies.get(&reg).copied());
            let copy = regs.fresh(regs.class(reg));
            inst.results = [Operand::from(copy)].into_iter().collect();
            copies.insert(reg, copy);
            out.push(Line::Inst(inst));
        }
    }

    fn is_elsewhere(&self, reg: Reg, block: usize) -> bool {
        self.written[reg].is_some_and(|line| self.block[line] != block)
    }

    /// The instruction that computes a cheap value.
    fn cheap_inst(&self, reg: Reg) -> Option<&'a Inst> {
        match &self.body[self.written[reg].filter(|_| self.is_cheap[reg])?] {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
        }
    }
}

/// The loops around a block.
#[derive(Clone, Default)]
struct LoopNest {
    /// From the lines of their labels to those of their branches back, by their beginnings.
    around: Vec<(usize, usize)>,
    /// Whether the innermost of them has no loop in it.
    is_innermost: bool,
}

/// The loops around each block: labels of loops begin blocks, and branches back end them.
fn nests(blocks: &Blocks, loops: &[(usize, usize)]) -> Vec<LoopNest> {
    let has_inner = |of: &(usize, usize)| {
        let first = loops.partition_point(|other| other.0 < of.0);
        let mut later = loops[first..].iter().take_while(|other| other.0 <= of.1);
        later.any(|other| other != of && other.1 <= of.1)
    };
    let has_inner: Vec<bool> = loops.iter().map(has_inner).collect();
    let mut active: Vec<usize> = Vec::new();
    let mut next = 0;
    let nest = |block: &BasicBlock| {
        let line = block.lines.start;
        active.retain(|&number| line <= loops[number].1);
        while next < loops.len() && loops[next].0 <= line {
            if line <= loops[next].1 {
                active.push(next);
            }
            next += 1;
        }
        let around: Vec<(usize, usize)> = active.iter().map(|&number| loops[number]).collect();
        let innermost =
            active.iter().max_by_key(|&&number| (loops[number].0, usize::MAX - loops[number].1));
        let is_innermost = innermost.is_some_and(|&number| !has_inner[number]);
        LoopNest { around, is_innermost }
    };
    blocks.all.iter().map(nest).collect()
}

fn insts(body: &[Line]) -> impl Iterator<Item = (usize, &Inst)> {
    body.iter().enumerate().filter_map(|(index, line)| match line {
        Line::Inst(inst) => Some((index, inst)),
        Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
    })
}

/// From the labels of loops to the branches back to them.
fn loops(body: &[Line]) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<Label, usize> = FxHashMap::default();
    let mut found = Vec::new();
    for (index, line) in body.iter().enumerate() {
        match line {
            Line::Label(label) => {
                places.insert(*label, index);
            }
            Line::Inst(inst) => {
                for operand in &inst.operands {
                    if let Operand::Label(label) = operand
                        && let Some(&head) = places.get(label)
                    {
                        found.push((head, index));
                    }
                }
            }
            Line::Comment(_) | Line::Source(_) => {}
        }
    }
    found.sort_unstable();
    found
}

/// Whether one instruction of the integer units does it.
fn is_simple(op: Op) -> bool {
    match op {
        Op::Mul { part, ty } | Op::Mad { part, ty } => {
            part == Part::Wide || ty.class() == Class::B32
        }
        Op::Cvt { to, from, .. } => is_integer(to) && is_integer(from),
        Op::Mov { .. } | Op::MovBits { .. } | Op::MovAddress { .. } | Op::LdParam { .. } => true,
        Op::Add { .. } | Op::Sub { .. } | Op::Shl { .. } | Op::Shr { .. } => true,
        Op::And { .. } | Op::Or { .. } | Op::Xor { .. } | Op::Not { .. } | Op::Cvta { .. } => true,
        _ => false,
    }
}

fn is_integer(ty: Ty) -> bool {
    matches!(ty, Ty::U16 | Ty::S16 | Ty::U32 | Ty::S32 | Ty::U64 | Ty::S64)
}
