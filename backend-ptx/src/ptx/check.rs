//! Whether a kernel is well formed: what `ptxas` would refuse, found before it runs.
//!
//! * operands and results fit the signature of the instruction, by count, kind and class;
//! * guards are predicates;
//! * every register is written before it is read, in text order (loops write their carried
//!   registers before they are entered);
//! * every label that is jumped to is placed once.
//!
//! A failure is a bug of this crate, never the user's; `compile` reports it as one.

use cranelift_entity::SecondaryMap;

use crate::ptx::dce::{for_each_reg, for_each_use};
use crate::ptx::inst::{Inst, Label, Line, Operand, Slot};
use crate::ptx::regs::{Class, Reg, Regs, Val};
use crate::ptx::{Kernel, print};

/// The first thing wrong with a kernel, in words.
pub fn check(kernel: &Kernel) -> Result<(), String> {
    let mut written: SecondaryMap<Reg, bool> = SecondaryMap::new();
    written.resize(kernel.regs.len());
    let mut placed: SecondaryMap<Label, u32> = SecondaryMap::new();
    for line in &kernel.body {
        if let Line::Label(label) = line {
            placed[*label] += 1;
        }
    }
    for (number, line) in kernel.body.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        let fail = |what: String| {
            let text = print::inst_text(&kernel.regs, inst);
            Err(format!("{}: line {number}: {what}: {text}", kernel.name))
        };
        if let Err(what) = check_inst(&kernel.regs, inst) {
            return fail(what);
        }
        let mut unwritten = None;
        for_each_use(inst, |reg| {
            if !written[reg] {
                unwritten = Some(reg);
            }
        });
        if let Some(reg) = unwritten {
            return fail(format!("{reg} is read before it is written"));
        }
        for_each_reg(&inst.results, |reg| written[reg] = true);
        for operand in &inst.operands {
            if let Operand::Label(label) = operand
                && placed[*label] != 1
            {
                return fail(format!("{label} is placed {} times", placed[*label]));
            }
        }
    }
    Ok(())
}

fn check_inst(regs: &Regs, inst: &Inst) -> Result<(), String> {
    let signature = inst.op.signature();
    if let Some(guard) = inst.guard
        && regs.class(guard.pred) != Class::Pred
    {
        return Err("the guard is not a predicate".into());
    }
    if signature.results.len() != inst.results.len() {
        return Err(format!("{} results, not {}", inst.results.len(), signature.results.len()));
    }
    if signature.operands.len() != inst.operands.len() {
        return Err(format!("{} operands, not {}", inst.operands.len(), signature.operands.len()));
    }
    let lists = [
        (&signature.results[..], &inst.results[..], 0),
        (&signature.operands[..], &inst.operands[..], inst.results.len()),
    ];
    for (slots, given, first) in lists {
        for (i, (slot, operand)) in slots.iter().zip(given).enumerate() {
            if !fits(regs, *slot, operand) {
                return Err(format!("position {} wants {slot:?}", first + i));
            }
        }
    }
    Ok(())
}

fn fits(regs: &Regs, slot: Slot, operand: &Operand) -> bool {
    let is_reg = |val: Val, class: Class| val.reg().is_some_and(|reg| regs.class(reg) == class);
    match (slot, operand) {
        (Slot::Val(ty), &Operand::Val(val)) => val.imm().is_some() || is_reg(val, ty.class()),
        (Slot::Reg(class), &Operand::Val(val)) => is_reg(val, class),
        (Slot::Imm, Operand::Val(val)) => val.imm().is_some(),
        (Slot::Vec(count, class), Operand::Vec(list)) => {
            list.len() as u32 == count && list.iter().all(|&val| is_reg(val, class))
        }
        (Slot::Mem, Operand::Mem { .. }) => true,
        (Slot::Sreg, Operand::Sreg(_)) => true,
        (Slot::Label, Operand::Label(_)) => true,
        (Slot::Address, Operand::Address(_)) => true,
        (Slot::Tensor(rank), Operand::Tensor { map, coordinates }) => {
            regs.class(*map) == Class::B64
                && coordinates.len() as u32 == rank
                && coordinates.iter().all(|&val| val.imm().is_some() || is_reg(val, Class::B32))
        }
        (Slot::Immediates(count), Operand::Immediates(list)) => list.len() as u32 == count,
        (Slot::Selector, Operand::Immediates(list)) => list.len() == 2,
        (Slot::Sink, Operand::Sink) => true,
        (
            Slot::Val(_)
            | Slot::Reg(_)
            | Slot::Imm
            | Slot::Vec(..)
            | Slot::Mem
            | Slot::Sreg
            | Slot::Label
            | Slot::Address
            | Slot::Tensor(_)
            | Slot::Immediates(_)
            | Slot::Selector
            | Slot::Sink,
            _,
        ) => false,
    }
}
