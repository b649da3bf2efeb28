//! Races between streams: two operations use the same bytes, one of them writes, and nothing orders them.
//!
//! An operation has the vector clock of what is complete before it begins ([`crate::order::Clock`]): the operations before
//! it in its stream, those of streams and events that it waits for, and all that the program knew to be complete when it
//! asked for it. Whether two operations race does not depend on when they run. Host code that waits counts for all threads
//! of the program, since threads may tell each other what they know; this may miss a race, and reports nothing that is
//! ordered.
//!
//! Of several accesses of a stream to the same bytes the last is kept: what is ordered behind that one is ordered behind
//! those before it.

use std::ops::Range;

use ir::interp::Touch;

use super::Site;
use crate::queue::{OpId, Operation, StreamId};

/// What operations have used.
#[derive(Default)]
pub struct History {
    past: Vec<Past>,
}

struct Past {
    touch: Touch,
    stream: StreamId,
    op: OpId,
    name: String,
    stream_name: String,
    site: Site,
}

/// Two operations that race.
pub struct Race {
    pub message: String,
    /// Where the program has asked for the earlier one.
    pub other: Site,
}

impl History {
    /// Notes what an operation has used; gives the operations that it races with, each once.
    pub(super) fn launched(&mut self, operation: &Operation, touched: &[Touch]) -> Vec<Race> {
        let mut races: Vec<(OpId, Race)> = Vec::new();
        for touch in touched {
            for past in &self.past {
                let is_same = past.op == operation.id;
                let is_ordered = operation.clock.knows(past.stream, past.op);
                let is_known = races.iter().any(|(op, _)| *op == past.op);
                if !is_same && !is_ordered && !is_known && conflict(&past.touch, touch) {
                    races.push((past.op, race(operation, touch, past)));
                }
            }
        }
        for touch in touched {
            self.note(operation, touch);
        }
        races.into_iter().map(|(_, race)| race).collect()
    }

    fn note(&mut self, operation: &Operation, touch: &Touch) {
        let is_covered = |past: &Past| {
            past.stream == operation.stream
                && (past.touch.is_written, past.touch.is_weak) == (touch.is_written, touch.is_weak)
                && touch.bytes.start <= past.touch.bytes.start
                && past.touch.bytes.end <= touch.bytes.end
        };
        self.past.retain(|past| !is_covered(past));
        self.past.push(Past {
            touch: touch.clone(),
            stream: operation.stream,
            op: operation.id,
            name: operation.action.name(),
            stream_name: operation.stream_name(),
            site: operation.site.clone(),
        });
    }

    /// Memory is freed: its addresses may be those of other memory next.
    pub(super) fn forget(&mut self, bytes: &Range<u64>) {
        self.past.retain(|past| !overlap(&past.touch.bytes, bytes));
    }
}

fn overlap(left: &Range<u64>, right: &Range<u64>) -> bool {
    left.start < right.end && right.start < left.end
}

fn conflict(left: &Touch, right: &Touch) -> bool {
    overlap(&left.bytes, &right.bytes)
        && (left.is_written || right.is_written)
        && (left.is_weak || right.is_weak)
}

fn race(operation: &Operation, touch: &Touch, past: &Past) -> Race {
    let verb = |touch: &Touch| if touch.is_written { "writes" } else { "reads" };
    let start = touch.bytes.start.max(past.touch.bytes.start);
    let bytes = touch.bytes.end.min(past.touch.bytes.end) - start;
    let message = format!(
        "race between streams: `{}` in the {} {} {bytes} bytes at {start:#x} that `{}` in the {} {}, and nothing orders them",
        operation.action.name(),
        operation.stream_name(),
        verb(touch),
        past.name,
        past.stream_name,
        verb(&past.touch),
    );
    Race { message, other: past.site.clone() }
}
