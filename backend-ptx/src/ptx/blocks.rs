//! Basic blocks of a body.
//!
//! In: lines with labels and branches. Out: blocks, which begin at labels and behind branches, and where control goes from
//! each. A branch under a guard may go both ways.

use std::ops::Range;

use cranelift_entity::SecondaryMap;

use crate::ptx::inst::{Effect, Inst, Label, Line, Op, Operand};

/// Lines that control enters at the first and leaves behind the last one.
pub(super) struct BasicBlock {
    pub index: usize,
    pub lines: Range<usize>,
    /// The blocks that control may go to from here.
    pub next: Vec<usize>,
}

/// The blocks of a body in text order.
pub(super) struct Blocks {
    pub all: Vec<BasicBlock>,
}

impl Blocks {
    pub fn of(body: &[Line]) -> Blocks {
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
pub(super) fn leaves(inst: &Inst) -> bool {
    inst.op.effect() == Effect::Branches || matches!(inst.op, Op::Trap {})
}
