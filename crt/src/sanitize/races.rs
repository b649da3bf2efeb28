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
use crate::order::Clock;
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
    /// What was complete before it began.
    clock: Clock,
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
            clock: operation.clock.clone(),
            site: operation.site.clone(),
        });
    }

    /// What the program learns when host code reads a byte that an operation has written by strong accesses alone: it may be a
    /// release, which tells of all that was before.
    pub(super) fn learn(&self, address: u64, writes: bool, known: &mut Clock) {
        let is_release = |past: &&Past| past.touch.is_written && !past.touch.is_weak;
        for past in self.at(address).filter(|_| !writes).filter(is_release) {
            known.join(&past.clock);
            known.advance(past.stream, past.op);
        }
    }

    /// The operation that an access of a byte by host code races with.
    pub(super) fn host_race(
        &self,
        address: u64,
        writes: bool,
        known: &Clock,
    ) -> Option<(String, Site)> {
        let conflicts = |past: &&Past| {
            let Past { touch, stream, op, .. } = past;
            (writes || touch.is_written) && touch.is_weak && !known.knows(*stream, *op)
        };
        let past = self.at(address).find(conflicts)?;
        let (own, other) = (verb(writes), verb(past.touch.is_written));
        let message = format!(
            "race with the host: host code {own} {address:#x}, which `{}` in the {} {other}, and nothing has waited for that",
            past.name, past.stream_name
        );
        Some((message, past.site.clone()))
    }

    /// What operations have used of some bytes that the program does not know to be complete.
    pub(super) fn unknown(&self, bytes: &Range<u64>, known: &Clock) -> Vec<Touch> {
        let past = self.past.iter().filter(|past| !known.knows(past.stream, past.op));
        let part = |touch: &Touch| {
            let part = touch.bytes.start.max(bytes.start)..touch.bytes.end.min(bytes.end);
            (part.start < part.end).then(|| Touch { bytes: part, ..touch.clone() })
        };
        past.filter_map(|past| part(&past.touch)).collect()
    }

    fn at(&self, address: u64) -> impl Iterator<Item = &Past> {
        self.past.iter().filter(move |past| past.touch.bytes.contains(&address))
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

fn verb(writes: bool) -> &'static str {
    if writes { "writes" } else { "reads" }
}

fn race(operation: &Operation, touch: &Touch, past: &Past) -> Race {
    let start = touch.bytes.start.max(past.touch.bytes.start);
    let bytes = touch.bytes.end.min(past.touch.bytes.end) - start;
    let message = format!(
        "race between streams: `{}` in the {} {} {bytes} bytes at {start:#x} that `{}` in the {} {}, and nothing orders them",
        operation.action.name(),
        operation.stream_name(),
        verb(touch.is_written),
        past.name,
        past.stream_name,
        verb(past.touch.is_written),
    );
    Race { message, other: past.site.clone() }
}
