//! L2 traffic: whether tensor cores wait for operands, and what sharing them between two tile blocks saves.
//!
//! An SM gets [`Chip::l2_bytes`] a clock from the L2 cache and its tensor cores do [`Chip::mma_bytes`] multiply-adds a
//! clock times the bytes of an element, so that a kernel waits for its operands where
//!
//! ```text
//! demand   = bytes copied / (m n k bytes of an element / mma_bytes) > l2_bytes
//!            over all asynchronous loads and MMAs in loops
//! uneven   rows that 128 bytes do not divide count twice: of those that begin 16 bytes behind a multiple of 32,
//!          twice the sectors are fetched
//! paired   = 2 bytes - shared        of two tile blocks that copy `shared` bytes once
//! worth    paired <= 5/6 * 2 bytes   less is eaten up by waiting for each other
//! ```
//!
//! [`Chip::l2_bytes`]: crate::target::Chip::l2_bytes
//! [`Chip::mma_bytes`]: crate::target::Chip::mma_bytes

use crate::cost::registers::WARPGROUP_WORDS;
use crate::target::Chip;

/// Elements of C in a tile block of a cluster: what fills the registers of two warpgroups.
pub const MIN_CLUSTER_ACCUMULATOR: u64 = 2 * WARPGROUP_WORDS;
/// Least rows and columns of a tile block that shares a CTA with another: with fewer an operand is hardly used again,
/// and the time is that of its bytes.
pub const MIN_TWO_TILE_SIDE: u32 = 64;
/// Of the bytes that there were, what sharing must leave at most.
const WORTH: (u64, u64) = (5, 6);

/// What the loops of a tile block copy, and what they compute from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traffic {
    pub bytes: u64,
    /// Multiply-adds times bytes of an element; at least 1.
    pub work: u64,
    /// Elements of the largest C.
    pub largest_accumulator: u64,
}

impl Traffic {
    /// Bytes a clock of the L2 cache with which tensor cores do not wait.
    fn demand(&self, chip: &Chip) -> u64 {
        self.bytes * u64::from(chip.mma_bytes) / self.work
    }

    /// Whether a kernel waits for operands.
    pub fn is_bound(&self, chip: &Chip) -> bool {
        self.demand(chip) >= u64::from(chip.l2_bytes)
    }

    /// Whether it does where all rows are uneven.
    pub fn is_bound_if_uneven(&self, chip: &Chip) -> bool {
        2 * self.demand(chip) > u64::from(chip.l2_bytes)
    }

    /// Whether two tile blocks that copy so many bytes once gain.
    pub fn is_sharing_worth(&self, shared: u64) -> bool {
        (2 * self.bytes - shared) * WORTH.1 <= 2 * self.bytes * WORTH.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    /// A K step of 64 of 16 bits.
    fn of_tile(m: u64, n: u64) -> Traffic {
        Traffic { bytes: (m + n) * 128, work: m * n * 128, largest_accumulator: m * n }
    }

    #[test]
    fn small_tiles_wait_for_the_l2_cache() {
        let chip = &Target::named("sm_90a").map(|target| target.chip).expect("a row of the table");
        assert!(!of_tile(128, 256).is_bound(chip) && of_tile(128, 256).is_bound_if_uneven(chip));
        assert!(of_tile(128, 128).is_bound(chip));
        assert!(of_tile(128, 128).is_sharing_worth(128 * 128));
    }
}
