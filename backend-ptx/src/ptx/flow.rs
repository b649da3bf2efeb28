//! Control flow of a kernel while it is written, and where the results of earlier lines may be used.
//!
//! A block begins at each label and behind each conditional branch. The parent of a block is a block that
//! dominates it: for a label the nearest common ancestor of the branches to it and of the line in front of
//! it, for the lines behind a branch the block of the branch. The open blocks, from the first block down to the current
//! one, are a path in that tree. The builder finds only the results that open blocks computed:
//!
//! ```text
//! B0: a = ..; @p bra L      open: B0
//! B1: b = ..                open: B0, B1
//! L:  c = ..                open: B0, L      `b` is not found here: the branch skips it
//! ```
//!
//! Callers do not open or close blocks. [`Builder`](super::builder::Builder) has one place that writes instructions, and
//! it calls [`branch`](Flow::branch) and [`exit`](Flow::exit) for those that leave the straight line.
//!
//! A conditional branch back to the head of a loop closes the blocks of the loop: the code behind the loop
//! could use the results of the last iteration, but they would stay in registers for it.
//!
//! *Variables* are registers that are written more than once. A result that was computed from a variable
//! holds until a line in between writes the variable ([`holds`](Flow::holds)). A line further down may write it too,
//! and then branch back: if a loop uses a result from in front of the loop, the loop must not write the
//! variables behind that result. Each branch back checks this, and also that its target heads a loop
//! around it. Text order and dominance then suffice: a write that can happen between the computation and
//! the use is in the text between them, or it is behind the use and in front of a branch back to a head
//! between them.
//!
//! A check that fails is a bug of this crate; [`fault`](Flow::fault) returns the first one.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::FxHashSet;

use crate::ptx::inst::Label;
use crate::ptx::regs::Reg;

/// Lines that control enters only at the first one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Block(u32);
entity_impl!(Block, "block");

#[derive(Clone, Copy)]
struct Node {
    /// A block that dominates it, none for the first.
    parent: Option<Block>,
    depth: u32,
    /// Whether a path leads there, as far as is known.
    reached: bool,
}

/// What is known of a label.
#[derive(Clone, Default)]
struct LabelState {
    /// Whether branches may go back to it.
    is_head: bool,
    /// A block that dominates all branches to it so far.
    from: Option<Block>,
    /// The same for branches in unreachable code.
    from_dead: Option<Block>,
    placed: Option<PlacedLabel>,
}

#[derive(Clone)]
struct PlacedLabel {
    block: Block,
    time: u32,
    /// Whether a conditional branch back to this head has been written.
    closed: bool,
    /// Variables whose values in front of the head are behind results that the loop uses.
    kept: FxHashSet<Reg>,
}

#[derive(Clone)]
pub(super) struct Flow {
    blocks: PrimaryMap<Block, Node>,
    /// The blocks that are open: each is the parent of the next one.
    open: Vec<Block>,
    labels: PrimaryMap<Label, LabelState>,
    /// Heads of loops whose blocks are open, outermost first.
    heads: Vec<Label>,
    /// How many lines came before, at the last write.
    written: SecondaryMap<Reg, u32>,
    /// Registers that are written once.
    defined: SecondaryMap<Reg, bool>,
    fault: Option<String>,
}

impl Flow {
    pub fn new() -> Flow {
        let mut blocks = PrimaryMap::new();
        let first = blocks.push(Node { parent: None, depth: 0, reached: true });
        Flow {
            blocks,
            open: vec![first],
            labels: PrimaryMap::new(),
            heads: Vec::new(),
            written: SecondaryMap::new(),
            defined: SecondaryMap::new(),
            fault: None,
        }
    }

    /// The first check that failed.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    fn fail(&mut self, what: impl FnOnce() -> String) {
        self.fault.get_or_insert_with(what);
    }

    /// The blocks that are open, each the parent of the next one.
    pub fn open(&self) -> &[Block] {
        &self.open
    }

    /// A label that branches only go forward to, or the head of a loop.
    pub fn label(&mut self, is_head: bool) -> Label {
        self.labels.push(LabelState { is_head, ..LabelState::default() })
    }

    /// The block that lines are written to, and its place among the open ones.
    pub fn here(&self) -> (Block, u32) {
        (self.block(), self.open.len() as u32 - 1)
    }

    fn block(&self) -> Block {
        // The first block is never closed.
        self.open.last().copied().unwrap_or(Block(0))
    }

    /// The nearest common ancestor.
    fn common(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let lower = if self.blocks[a].depth >= self.blocks[b].depth { &mut a } else { &mut b };
            match self.blocks[*lower].parent {
                Some(parent) => *lower = parent,
                None => return *lower,
            }
        }
        a
    }

    /// Closes the blocks that are not ancestors of `above`, and opens a new one.
    fn open_under(&mut self, above: Block, reached: bool) -> Block {
        while self.open.len() > 1 && self.common(self.block(), above) != self.block() {
            self.open.pop();
        }
        let parent = self.block();
        let depth = self.blocks[parent].depth + 1;
        let block = self.blocks.push(Node { parent: Some(parent), depth, reached });
        self.open.push(block);
        let (labels, blocks, open) = (&self.labels, &self.blocks, &self.open);
        self.heads.retain(|&head| {
            labels[head].placed.as_ref().is_some_and(|placed| {
                open.get(blocks[placed.block].depth as usize) == Some(&placed.block)
            })
        });
        block
    }

    /// A label stands behind `time` lines.
    pub fn place(&mut self, label: Label, time: u32) {
        let here = self.block();
        let runs_on = self.blocks[here].reached;
        let LabelState { is_head, from, from_dead, ref placed } = self.labels[label];
        if placed.is_some() {
            self.fail(|| format!("{label} is placed twice"));
        }
        // Branches in unreachable code count only if the label has no other branches.
        let alive = [from, runs_on.then_some(here)];
        let dead = [from_dead, (!runs_on).then_some(here)];
        let is_alive = alive.iter().any(Option::is_some);
        let entered = if is_alive { alive } else { dead };
        let above = entered.into_iter().flatten().reduce(|a, b| self.common(a, b));
        let block = self.open_under(above.unwrap_or(here), is_alive);
        let kept = FxHashSet::default();
        self.labels[label].placed = Some(PlacedLabel { block, time, closed: false, kept });
        if is_head {
            self.heads.push(label);
        }
    }

    /// A branch stands in front of what follows.
    pub fn branch(&mut self, label: Label, is_conditional: bool) {
        let here = self.block();
        let reached = self.blocks[here].reached;
        let mut above = here;
        if self.labels[label].placed.is_some() {
            above = self.branch_back(label, is_conditional);
        } else {
            let LabelState { from, from_dead, .. } = self.labels[label];
            let known = if reached { from } else { from_dead };
            let common = Some(known.map_or(here, |known| self.common(known, here)));
            let target = &mut self.labels[label];
            if reached {
                target.from = common;
            } else {
                target.from_dead = common;
            }
        }
        self.open_under(above, reached && is_conditional);
    }

    /// Checks a branch to a placed label; returns the parent of the lines behind it.
    fn branch_back(&mut self, label: Label, is_conditional: bool) -> Block {
        let here = self.block();
        let LabelState { is_head, ref placed, .. } = self.labels[label];
        let Some(PlacedLabel { block, time, closed, kept }) = placed else { return here };
        let (block, time, closed) = (*block, *time, *closed);
        let mut changed: Vec<Reg> =
            kept.iter().copied().filter(|&reg| self.written[reg] > time).collect();
        changed.sort_unstable();
        if !is_head || closed || self.common(block, here) != block {
            self.fail(|| {
                format!("a branch back to {label}, which is not the head of a loop around it")
            });
        }
        if let Some(reg) = changed.first() {
            self.fail(|| format!("the loop at {label} writes {reg}, from which something was computed in front of it"));
        }
        if !is_conditional {
            return here;
        }
        if let Some(placed) = &mut self.labels[label].placed {
            placed.closed = true;
        }
        self.blocks[block].parent.unwrap_or(block)
    }

    /// Control does not reach the next line from the line before.
    pub fn exit(&mut self) {
        self.open_under(self.block(), false);
    }

    /// A register is written by an instruction that may do so again, at the end of `time` lines.
    pub fn write(&mut self, reg: Reg, time: u32) {
        if self.defined[reg] {
            self.fail(|| format!("{reg}, which is not a variable, is written again"));
        }
        self.written[reg] = time;
    }

    /// A register is written by the only instruction that does so.
    pub fn define(&mut self, reg: Reg) {
        self.defined[reg] = true;
    }

    /// Whether registers still have the values that they had behind `since` lines, so that a result computed
    /// from them there may be used here.
    pub fn holds(&mut self, since: u32, regs: impl Iterator<Item = Reg> + Clone) -> bool {
        if regs.clone().any(|reg| self.written[reg] > since) {
            return false;
        }
        for at in (0..self.heads.len()).rev() {
            let head = self.heads[at];
            let Some(placed) = &mut self.labels[head].placed else { continue };
            if placed.time < since {
                break;
            }
            placed.kept.extend(regs.clone().filter(|&reg| self.written[reg] > 0));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regs<const N: usize>() -> [Reg; N] {
        std::array::from_fn(cranelift_entity::EntityRef::new)
    }

    #[test]
    fn a_label_is_under_what_all_branches_to_it_are_under() {
        let mut flow = Flow::new();
        let [first, second, done] = [(); 3].map(|()| flow.label(false));
        flow.branch(done, true);
        flow.branch(first, true);
        assert_eq!(flow.open().len(), 3);
        flow.branch(second, true);
        flow.place(second, 1);
        assert_eq!(flow.open().len(), 4);
        flow.place(first, 2);
        assert_eq!(flow.open().len(), 3);
        flow.place(done, 3);
        assert_eq!(flow.open().len(), 2);
        assert_eq!(flow.fault(), None);
    }

    #[test]
    fn what_ends_does_not_come_to_the_label_behind_it() {
        let mut flow = Flow::new();
        let otherwise = flow.label(false);
        flow.branch(otherwise, true);
        flow.exit();
        flow.place(otherwise, 1);
        // Only the branch comes there, so it is under the block of the branch and nothing else.
        assert_eq!(flow.open().len(), 2);
        assert_eq!(flow.fault(), None);
    }

    #[test]
    fn a_loop_is_closed_behind_its_branch_back() {
        let mut flow = Flow::new();
        let head = flow.label(true);
        flow.place(head, 1);
        flow.branch(head, true);
        assert_eq!(flow.open().len(), 2);
        flow.branch(head, true);
        assert!(flow.fault().is_some());
    }

    #[test]
    fn a_forward_label_takes_no_branches_back() {
        let mut flow = Flow::new();
        let label = flow.label(false);
        flow.place(label, 1);
        flow.branch(label, true);
        assert!(flow.fault().is_some());
    }

    #[test]
    fn what_was_computed_from_a_variable_holds_until_it_is_written() {
        let mut flow = Flow::new();
        let [variable, other] = regs();
        flow.write(variable, 1);
        assert!(flow.holds(1, [variable, other].into_iter()));
        flow.write(variable, 3);
        assert!(!flow.holds(2, [variable, other].into_iter()));
        assert!(flow.holds(2, [other].into_iter()));
    }

    #[test]
    fn a_loop_must_not_write_what_it_uses_from_in_front_of_it() {
        let mut flow = Flow::new();
        let [variable] = regs();
        flow.write(variable, 1);
        let head = flow.label(true);
        flow.place(head, 4);
        assert!(flow.holds(2, [variable].into_iter()));
        flow.write(variable, 6);
        assert_eq!(flow.fault(), None);
        flow.branch(head, true);
        assert!(flow.fault().is_some());
    }

    #[test]
    fn a_definition_is_not_written_again() {
        let mut flow = Flow::new();
        let [reg] = regs();
        flow.define(reg);
        flow.write(reg, 2);
        assert!(flow.fault().is_some());
    }
}
