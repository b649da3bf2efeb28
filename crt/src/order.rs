//! Vector clocks: which operations are complete before another one begins.

use std::collections::BTreeMap;

use crate::queue::{OpId, StreamId};

/// For each stream, the last operation of those that are complete. Those before it in its stream are too.
///
/// Clocks are kept for the sanitizer, and are empty without it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Clock(BTreeMap<StreamId, OpId>);

impl Clock {
    /// What is complete by another clock is complete by this one.
    pub fn join(&mut self, other: &Clock) {
        for (&stream, &op) in &other.0 {
            self.advance(stream, op);
        }
    }

    /// An operation of a stream is complete.
    pub fn advance(&mut self, stream: StreamId, op: OpId) {
        let known = self.0.entry(stream).or_insert(op);
        *known = op.max(*known);
    }

    /// Whether an operation of a stream is complete.
    pub fn knows(&self, stream: StreamId, op: OpId) -> bool {
        self.0.get(&stream).is_some_and(|&known| known >= op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maximum_of_clocks_has_the_times_of_both() {
        let (a, b) = (StreamId(16), StreamId(32));
        let (mut left, mut right) = (Clock::default(), Clock::default());
        left.advance(a, 5);
        left.advance(a, 3);
        right.advance(a, 2);
        right.advance(b, 7);
        assert!(left.knows(a, 5) && !left.knows(a, 6) && !left.knows(b, 0));
        left.join(&right);
        assert!(left.knows(a, 5) && left.knows(b, 7) && !left.knows(b, 8));
    }
}
