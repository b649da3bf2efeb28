//! Shared memory of a kernel with pipelines.
//!
//! From the bottom, with `S` stages in all rings together:
//!
//! ```text
//! scratch         PIPELINE_SCRATCH      conversions and reductions
//! rings           stages * bytes        each, in their order
//! operands        2 * bytes             the operand buffers, if threads write operands of MMAs
//! barriers        16 S                  of each ring: full ones, then empty ones
//! state           48, 16 or 0           of two tile blocks; of tensor memory, or the number of a set of tensor maps
//! mailboxes       48 each               of each: full barriers, empty ones, words
//! tensor maps     128 each, for each producer
//! ```
//!
//! Warps that copy for themselves have neither barriers nor tensor maps, and outside of their loops the rings are scratch
//! memory too.

use crate::cost::occupancy::PIPELINE_SCRATCH;
use crate::schedule::pipeline::{PAIR, StageRing, TileSharing};
use crate::target::MAP_BYTES;

/// What members hand over: for consumers and for producers a word and two barriers.
pub const STATE_TRANSFER_BYTES: u32 = 2 * 24;

/// Buffers for the operands that threads write: one that MMAs may still read, one that is written.
pub const OPERAND_BUFFERS: u32 = 2;

/// Numbers that the sender is ahead: those of the tile that is being computed, and of the next one.
pub const MAILBOX_SLOTS: u32 = 2;

/// Two barriers and a word for each slot of a mailbox.
pub const MAILBOX_BYTES: u32 = 24 * MAILBOX_SLOTS;

/// Where the parts of a kernel's shared memory begin, in bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SmemLayout {
    /// Shared memory below the rings, for everything else.
    pub scratch: u32,
    /// Of each ring: the stages, and its barriers.
    pub rings: Vec<u32>,
    /// The operand buffers, and the bytes of one of the two.
    pub operands: (u32, u32),
    pub barriers: Vec<u32>,
    /// Behind the barriers: what the state of the kernel needs.
    pub state: u32,
    /// Where the mailboxes begin.
    pub mailboxes: u32,
    /// Where tensor maps are put together.
    pub maps: u32,
    /// What all parts take.
    pub used: u32,
    /// What the kernel declares: more than half of an SM's memory, where a CTA must be alone on its SM.
    pub declared: u32,
}

impl SmemLayout {
    /// The layout for these rings of warps that copy for themselves, whose loops need so much scratch memory.
    pub fn of_multistage(rings: &[StageRing], scratch: u32) -> SmemLayout {
        let (mut at, mut starts) = (scratch, Vec::new());
        for ring in rings {
            starts.push(at);
            at += ring.stages * ring.bytes;
        }
        SmemLayout { scratch, rings: starts, used: at, declared: at, ..SmemLayout::default() }
    }

    /// The layout for these rings, operand buffers of so many bytes, and so many tensor maps; whether a word of the
    /// kernel's state is there, and so many mailboxes.
    pub fn of(
        rings: &[StageRing],
        operand_bytes: u32,
        maps: u32,
        sharing: TileSharing,
        (has_state, mailboxes): (bool, u32),
    ) -> SmemLayout {
        let scratch = PIPELINE_SCRATCH;
        let (mut at, mut starts) = (scratch, Vec::new());
        for ring in rings {
            starts.push(at);
            at += ring.stages * ring.bytes;
        }
        let operands = (at, operand_bytes);
        at += OPERAND_BUFFERS * operand_bytes;
        let mut barriers = Vec::new();
        for ring in rings {
            barriers.push(at);
            at += ring.stages * 16;
        }
        let (behind, producers) = match sharing {
            TileSharing::TwoTiles => (STATE_TRANSFER_BYTES, PAIR),
            TileSharing::None | TileSharing::Multicast => (16 * u32::from(has_state), 1),
        };
        let end = at + behind + mailboxes * MAILBOX_BYTES;
        let map_scratch = end.next_multiple_of(MAP_BYTES);
        let used = map_scratch + producers * maps * MAP_BYTES;
        SmemLayout {
            scratch,
            rings: starts,
            operands,
            barriers,
            state: at,
            mailboxes: at + behind,
            maps: map_scratch,
            used,
            declared: used,
        }
    }
}
