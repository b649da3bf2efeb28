//! Drops instructions whose results are unused.
//!
//! Selection computes what it might need, such as the addresses of all elements of a vector access
//! that only uses the first. `ptxas` would drop the rest as well; doing it here keeps the text
//! readable and the register estimate true.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::ptx::inst::{Base, Effect, Inst, Line, Op, Operand};
use crate::ptx::regs::{Reg, Val};

/// Calls `found` for each register among operands.
pub fn for_each_reg(operands: &[Operand], mut found: impl FnMut(Reg)) {
    for operand in operands {
        match operand {
            Operand::Val(Val::Reg(reg)) | Operand::Mem { base: Base::Reg(reg), .. } => found(*reg),
            Operand::Vec(list) => list.iter().filter_map(|val| val.reg()).for_each(&mut found),
            Operand::Val(Val::Imm(_)) | Operand::Mem { base: Base::Symbol(_), .. } => {}
            Operand::Tensor { map, coordinates } => {
                found(*map);
                coordinates.iter().filter_map(|val| val.reg()).for_each(&mut found);
            }
            Operand::Sreg(_) | Operand::Label(_) | Operand::Address(_) => {}
            Operand::Immediates(_) | Operand::Sink => {}
        }
    }
}

/// Calls `found` for each register that an instruction reads.
pub fn for_each_use(inst: &Inst, mut found: impl FnMut(Reg)) {
    if let Some(guard) = inst.guard {
        found(guard.pred);
    }
    for_each_reg(&inst.operands, found);
}

/// Removes what has no effect and no used result; there are `n_regs` registers.
pub fn eliminate_dead_code(body: &mut Vec<Line>, n_regs: usize) {
    // By register its last definition, and by definition the one before it, each plus one; 0 ends the chain.
    let mut last: SecondaryMap<Reg, u32> = SecondaryMap::new();
    last.resize(n_regs);
    let mut definitions: Vec<(u32, u32)> = Vec::with_capacity(body.len());
    let mut live = vec![false; body.len()];
    let mut pending = Vec::new();
    for (i, line) in body.iter().enumerate() {
        let Line::Inst(inst) = line else {
            live[i] = true;
            continue;
        };
        for_each_reg(&inst.results, |reg| {
            definitions.push((i as u32, last[reg]));
            last[reg] = definitions.len() as u32;
        });
        if matches!(inst.op.effect(), Effect::Writes | Effect::Branches) {
            live[i] = true;
            pending.push(i as u32);
        }
    }
    let mut seen: SecondaryMap<Reg, bool> = SecondaryMap::new();
    seen.resize(n_regs);
    while let Some(i) = pending.pop() {
        let Line::Inst(inst) = &body[i as usize] else { continue };
        for_each_use(inst, |reg| {
            if std::mem::replace(&mut seen[reg], true) {
                return;
            }
            let mut link = last[reg];
            while let Some(at) = link.checked_sub(1) {
                let (definition, before) = definitions[at as usize];
                if !std::mem::replace(&mut live[definition as usize], true) {
                    pending.push(definition);
                }
                link = before;
            }
        });
    }
    let mut index = 0;
    body.retain(|_| {
        index += 1;
        live[index - 1]
    });
}

/// Lines between which a register is live: from the one that writes it first to the one that
/// reads it last, in text order, and to the end of each loop that it enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveRange {
    pub reg: Reg,
    pub start: u32,
    pub end: u32,
}

/// The live ranges of all registers, in the order of their starts. The halves of a word are not
/// registers of their own: the word lives as long as they do.
pub fn live_ranges(body: &[Line]) -> Vec<LiveRange> {
    let mut n_regs = 0;
    for line in body {
        if let Line::Inst(inst) = line {
            for_each_reg(&inst.results, |reg| n_regs = n_regs.max(reg.index() + 1));
        }
    }
    let mut index: SecondaryMap<Reg, Option<u32>> = SecondaryMap::new();
    let mut ranges: Vec<LiveRange> = Vec::new();
    let mut words: SecondaryMap<Reg, Option<Reg>> = SecondaryMap::new();
    // They would grow by one register at a time.
    index.resize(n_regs);
    words.resize(n_regs);
    let mut labels = Vec::new();
    let mut loops = Vec::new();
    for (i, line) in body.iter().enumerate() {
        let i = i as u32;
        let inst = match line {
            Line::Label(label) => {
                labels.push((*label, i));
                continue;
            }
            Line::Comment(_) | Line::Source(_) => continue,
            Line::Inst(inst) => inst,
        };
        for operand in &inst.operands {
            if let Operand::Label(target) = operand
                && let Some(&(_, start)) = labels.iter().find(|(label, _)| label == target)
            {
                loops.push((start, i));
            }
        }
        let mut extend = |reg: Reg, written: bool| match index[reg] {
            Some(at) => ranges[at as usize].end = i,
            None if written => {
                index[reg] = Some(ranges.len() as u32);
                ranges.push(LiveRange { reg, start: i, end: i });
            }
            None => {}
        };
        for_each_use(inst, |reg| extend(words[reg].unwrap_or(reg), false));
        match (inst.op, &inst.operands[..]) {
            (Op::Unpack16 {}, &[Operand::Val(Val::Reg(word))]) => {
                for_each_reg(&inst.results, |half| words[half] = Some(word));
            }
            _ => for_each_reg(&inst.results, |reg| extend(reg, true)),
        }
    }
    // In the order of their starts few ranges have the head of a loop in them.
    let mut heads: Vec<u32> = loops.iter().map(|&(head, _)| head).collect();
    heads.sort_unstable();
    let mut heads = heads.into_iter().peekable();
    for range in &mut ranges {
        while heads.next_if(|&head| head <= range.start).is_some() {}
        if heads.peek().is_none_or(|&head| head >= range.end) {
            continue;
        }
        for &(head, back) in &loops {
            if range.start < head && head < range.end && range.end < back {
                range.end = back;
            }
        }
    }
    ranges
}

/// How many bits of registers are live behind each line.
///
/// It is an estimate: `ptxas` moves definitions towards their uses, but never does much better.
pub fn live_bits(body: &[Line], bits: impl Fn(Reg) -> u32) -> Vec<i64> {
    let mut live = vec![0; body.len()];
    for range in live_ranges(body) {
        let size = i64::from(bits(range.reg));
        live[range.start as usize] += size;
        live[range.end as usize] -= size;
    }
    let mut current = 0;
    for bits in &mut live {
        current += *bits;
        *bits = current;
    }
    debug_assert_eq!(current, 0);
    live
}

/// The largest number of 32-bit registers live at once; see [`live_bits`].
pub fn register_pressure(body: &[Line], bits: impl Fn(Reg) -> u32) -> u32 {
    let most = live_bits(body, bits).into_iter().max().unwrap_or(0);
    (most as u32).div_ceil(32)
}
