//! Loops that the source asks to unroll (`#pragma unroll`), written out while lowering:
//!
//! ```text
//! #pragma unroll
//! for (int i = 0; i < 3; ++i) f(i);       =>      f(0); f(1); f(2);
//! ```
//!
//! Lowering knows constants, so a loop whose condition is a constant each time it is asked is its
//! rounds one after the other: the counter is a number in each of them, and an array that it
//! indexes needs no memory. `break` and `continue` set flags, as where a label begins a loop. A
//! condition that turns out not to be constant, or more rounds or instructions than allowed, takes
//! all back, and the loop stays one. `#pragma unroll N` allows N rounds: a loop of more stays.

use std::hash::{Hash, Hasher};

use lang::base::Span;
use rustc_hash::FxHasher;

use super::control::{BreakTarget, Exit, Flow};
use super::storage::OriginKind;
use super::{Low, Lowerer};
use crate::typed::{Loop, StmtId, Unroll};

/// The rounds that one loop may be written out to.
const ROUNDS: u32 = 1024;

/// The instructions that one loop may be written out to.
const INSTRUCTIONS: usize = 1 << 15;

/// A loop that is being written out.
struct Rounds<'a> {
    node: &'a Loop,
    span: Span,
    leave: Exit,
    again: Exit,
    /// The path of the calls around; each round has one of its own.
    path: u64,
    most: u32,
    /// How many instructions there may be.
    budget: usize,
    /// The loop cannot be written out.
    failed: bool,
}

impl Lowerer<'_, '_> {
    /// The rounds of a loop one after the other; `None` if it has to stay a loop.
    pub(super) fn unrolled(&mut self, stmt: StmtId, node: &Loop, span: Span) -> Low<Option<Flow>> {
        let most = match node.unroll {
            Unroll::Full => ROUNDS,
            Unroll::By(factor) => factor.min(ROUNDS),
            Unroll::Unspecified | Unroll::Never => return Ok(None),
        };
        let is_jumped_into =
            self.jump_plan().is_some_and(|plan| plan.labels(stmt).is_some() || plan.is_left(stmt));
        if node.condition.is_none() || is_jumped_into {
            return Ok(None);
        }
        let start = self.checkpoint();
        let path = self.frame().path;
        let leave = self.new_exit(OriginKind::Leave, stmt.as_u32());
        let again = self.new_exit(OriginKind::Again, stmt.as_u32());
        let budget = self.function.num_insts() + INSTRUCTIONS;
        let mut rounds = Rounds { node, span, leave, again, path, most, budget, failed: false };
        self.frame().breaks.push(BreakTarget::Through { leave, again });
        let result = self.round(&mut rounds, 0);
        self.frame().breaks.pop();
        self.frame().path = path;
        let flow = result?;
        if rounds.failed {
            self.roll_back(start);
            return Ok(None);
        }
        if flow != Flow::Ended {
            self.set_flag(leave, 0);
        }
        // What else was left is seen by the statements around.
        Ok(Some(if flow == Flow::Ended { Flow::Ended } else { Flow::Falls }))
    }

    /// The rounds from `first` on.
    fn round(&mut self, rounds: &mut Rounds<'_>, first: u32) -> Low<Flow> {
        let node = rounds.node;
        for index in first.. {
            if index > rounds.most || self.function.num_insts() > rounds.budget {
                rounds.failed = true;
                return Ok(Flow::Falls);
            }
            if let Some(condition) = node.condition.filter(|_| index > 0 || !node.test_at_end) {
                let value = self.full_expression(&[], |this| this.scalar(condition))?;
                match self.constant_int(value, false) {
                    Some(0) => return Ok(Flow::Falls),
                    Some(_) => {}
                    None => {
                        rounds.failed = true;
                        return Ok(Flow::Falls);
                    }
                }
            }
            let mut hasher = FxHasher::default();
            (rounds.path, rounds.leave.flag, index).hash(&mut hasher);
            self.frame().path = hasher.finish();
            let flow = self.scope(|this| match this.sequence(&node.prologue)? {
                Flow::Falls => this.sequence(&[node.body]),
                flow @ (Flow::Exits | Flow::Ended) => Ok(flow),
            })?;
            self.frame().path = rounds.path;
            if flow == Flow::Ended {
                return Ok(Flow::Ended);
            }
            self.set_flag(rounds.again, 0);
            let Some(pending) = self.leave_pending_loops()? else { return Ok(Flow::Ended) };
            if pending.is_empty() {
                self.step(node)?;
                continue;
            }
            // The rounds that follow are those of a loop that has not been left.
            let mut left = self.any_set(&pending.exits)?;
            if let Some(jumping) = pending.jumping {
                left = self.or(left, jumping)?;
            }
            if self.constant_int(left, false).is_some_and(|left| left != 0) {
                return Ok(Flow::Exits);
            }
            return stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
                self.branch(left, rounds.span, &mut |this, first| {
                    if first {
                        return Ok(Flow::Exits);
                    }
                    for &exit in &pending.exits {
                        this.set_flag(exit, 0);
                    }
                    this.stop_jumping();
                    this.step(node)?;
                    this.round(rounds, index + 1)
                })
            });
        }
        Ok(Flow::Falls)
    }

    fn step(&mut self, node: &Loop) -> Low<()> {
        match node.step {
            Some(step) => self.full_expression(&[], |this| this.discard(step)),
            None => Ok(()),
        }
    }
}
