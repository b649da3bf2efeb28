//! Rule 33: side effects that are unsequenced ([intro.execution]/10).
//!
//! Lowering puts notes around the operands of an operator that are unsequenced, if one of them has a
//! side effect, and one on each access that such an operand makes itself, not in a function that it
//! calls: calls are indeterminately sequenced. A side effect on a location and another access to it
//! from the other operand is the finding.

use std::ops::Range;

use super::run::Run;
use super::sanitize::Rule;
use super::trap::Malformed;
use crate::attrs::Event;
use crate::entities::Value;

/// An operator whose operands are being evaluated.
#[derive(Debug)]
struct Operator {
    node: i64,
    /// The operand that is evaluated.
    operand: usize,
    /// The accesses of each operand, reads and writes.
    accesses: [Vec<(Range<u64>, bool)>; 2],
}

/// The operators around the place of execution, innermost last.
#[derive(Default, Debug)]
pub(super) struct Operators(Vec<Operator>);

impl Operators {
    pub fn start_block(&mut self) {
        self.0.clear();
    }

    fn step(&mut self, node: i64, event: Event) {
        // What a jump left stays behind on the stack until here.
        if let Some(known) = self.0.iter().position(|operator| operator.node == node) {
            self.0.truncate(known + usize::from(event == Event::Second));
        }
        match event {
            Event::First => {
                let accesses = Default::default();
                self.0.push(Operator { node, operand: 0, accesses });
            }
            Event::Second => {
                if let Some(operator) = self.0.last_mut().filter(|it| it.node == node) {
                    operator.operand = 1;
                }
            }
            _ => {}
        }
    }

    /// Notes an access in the innermost `count` operators; says whether it conflicts with one of
    /// the other operand of some.
    fn access(&mut self, count: i64, bytes: Range<u64>, writes: bool) -> bool {
        let count = usize::try_from(count).unwrap_or(0).min(self.0.len());
        let first = self.0.len() - count;
        let mut conflicts = false;
        for operator in &mut self.0[first..] {
            let other = &operator.accesses[1 - operator.operand];
            conflicts |= other.iter().any(|(old, wrote)| {
                (writes || *wrote) && old.start < bytes.end && bytes.start < old.end
            });
            operator.accesses[operator.operand].push((bytes.clone(), writes));
        }
        conflicts
    }
}

impl Run<'_> {
    /// What a `note` says.
    pub fn note(
        &mut self,
        pointer: Option<Value>,
        event: Event,
        (place, bytes, node): (i64, i64, i64),
    ) -> Result<(), Malformed> {
        if !self.is_sanitizing() {
            return Ok(());
        }
        let pointer = match pointer {
            Some(pointer) => self.scalar(pointer)?,
            None => place as u64,
        };
        let (address, provenance) = self.look(pointer);
        let end = address.saturating_add(u64::try_from(bytes).unwrap_or(0));
        let Some(sanitizer) = &mut self.sanitizer else { return Ok(()) };
        match event {
            Event::Begin => self.scratch.thaw(address),
            Event::End => self.scratch.end(address),
            Event::Constant if self.scratch.find(address).is_some() => {
                self.scratch.freeze(address..end);
            }
            Event::Constant => sanitizer.freeze(address..end),
            Event::Leave => sanitizer.restricted.leave(provenance.tag),
            Event::First | Event::Second | Event::Done => sanitizer.operators.step(node, event),
            Event::Read | Event::Write => {
                let writes = event == Event::Write;
                if sanitizer.operators.access(node, address..end, writes) {
                    self.report(Rule::Unsequenced, &[], 0, || {
                        let verb = if writes { "writes" } else { "reads" };
                        format!(
                            "[intro.execution]: {verb} an object that the other operand accesses, and one of them changes it"
                        )
                    });
                }
            }
        }
        Ok(())
    }
}
