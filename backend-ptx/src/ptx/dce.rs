//! Drops instructions whose results nobody uses.
//!
//! Selection computes what it might need, such as the addresses of all elements of a vector access
//! that only uses the first. `ptxas` would drop the rest as well; doing it here keeps the text
//! readable and the register estimate true.

use cranelift_entity::SecondaryMap;

use super::inst::{Base, Effect, Inst, Line, Operand};
use super::regs::{Reg, Val};

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

/// Removes what has no effect and no used result.
pub fn eliminate_dead_code(body: &mut Vec<Line>) {
    let mut definitions: SecondaryMap<Reg, Vec<u32>> = SecondaryMap::new();
    let mut live = vec![false; body.len()];
    let mut pending = Vec::new();
    for (i, line) in body.iter().enumerate() {
        let Line::Inst(inst) = line else {
            live[i] = true;
            continue;
        };
        for_each_reg(&inst.results, |reg| definitions[reg].push(i as u32));
        if matches!(inst.op.effect(), Effect::Writes | Effect::Branches) {
            live[i] = true;
            pending.push(i as u32);
        }
    }
    let mut seen: SecondaryMap<Reg, bool> = SecondaryMap::new();
    while let Some(i) = pending.pop() {
        let Line::Inst(inst) = &body[i as usize] else { continue };
        for_each_use(inst, |reg| {
            if std::mem::replace(&mut seen[reg], true) {
                return;
            }
            for &definition in &definitions[reg] {
                if !std::mem::replace(&mut live[definition as usize], true) {
                    pending.push(definition);
                }
            }
        });
    }
    let mut index = 0;
    body.retain(|_| {
        index += 1;
        live[index - 1]
    });
}

/// The largest number of 32-bit registers live at once, if every value is kept from its first
/// definition to its last use in text order, and to the end of each loop that it enters.
///
/// It is an estimate: `ptxas` moves definitions towards their uses, but never does much better.
pub fn register_pressure(body: &[Line], bits: impl Fn(Reg) -> u32) -> u32 {
    let mut first: SecondaryMap<Reg, u32> = SecondaryMap::with_default(u32::MAX);
    let mut last: SecondaryMap<Reg, u32> = SecondaryMap::new();
    let mut registers = Vec::new();
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
        for_each_use(inst, |reg| last[reg] = i);
        for_each_reg(&inst.results, |reg| {
            if first[reg] == u32::MAX {
                first[reg] = i;
                registers.push(reg);
            }
            last[reg] = last[reg].max(i);
        });
    }
    let mut change = vec![0i64; body.len() + 1];
    for reg in registers {
        let (start, mut end) = (first[reg], last[reg]);
        for &(head, back) in &loops {
            if start < head && head < end && end < back {
                end = back;
            }
        }
        let size = i64::from(bits(reg));
        change[start as usize] += size;
        change[end as usize] -= size;
    }
    let mut current = 0;
    let mut most = 0;
    for delta in change {
        current += delta;
        most = most.max(current);
    }
    debug_assert_eq!(current, 0);
    (most as u32).div_ceil(32)
}
