//! Registers: what a CTA, a warpgroup and a thread have room for.
//!
//! ```text
//! even share      floor8(SM_REGISTERS / (C T))         C CTAs of T threads: what `.reqntid` and C leave a thread
//! uneven shares   p + W c <= SM_REGISTERS / 128         setmaxnreg: p of a producer thread, c of a consumer thread
//!                 c = min(floor8((512 - p) / W), 240)   W = 2 consumer warpgroups
//! accumulator     m n b / (32 x 128 W) <= MAX_ACCUMULATOR   sums of b bits; the other half: A fragments, addresses,
//!                                                      conversions
//! tiles           words <= SM_REGISTERS / 2             of a CTA of sixteen warps, for the same reason
//! rows            P + ceil(w / T) (1 + L)               w words of a row, L rows ahead, P registers for the rest
//! ```
//!
//! Pure functions of shapes; the figures of a chip are in [`crate::target`].

use crate::target::{REGISTER_BITS, REGISTER_UNIT, SM_REGISTERS, WARPGROUP, WGMMA_ROWS};

/// Registers of one accumulator in a thread: half of what a thread has.
pub const MAX_ACCUMULATOR: u32 = 128;
/// The same where an accumulator is read from tensor memory: this many leave enough of an even share.
pub const MAX_EVEN_SHARE_ACCUMULATOR: u32 = MAX_ACCUMULATOR / 2;
/// Words of accumulators in a thread that has both operands in registers too.
pub const ACCUMULATOR_BESIDE_OPERANDS: u64 = 64;
/// Words of tiles that a CTA holds: half of the register file.
pub const CTA_WORDS: u64 = SM_REGISTERS as u64 / 2;
/// Words of tiles that one of two warpgroups of a CTA holds.
pub const WARPGROUP_WORDS: u64 = CTA_WORDS / 2;
/// Words of several accumulators that two warpgroups hold: 192 of a thread's 240 registers.
pub const WARPGROUPS_ACCUMULATORS: u64 = 192 * 2 * WARPGROUP as u64;
/// Rows of a warpgroup's fragments of one step along K, twice: eight blocks of 64 rows for each of two warpgroups.
pub const MAX_FETCHED_ROWS: u32 = 2 * 8 * WGMMA_ROWS;
/// Registers of fetched fragments in a thread, of two parts of an MMA.
pub const MAX_FETCHED: u32 = 64;
/// Registers of a thread for all but the rows that a loop loads, in `ptxas` 13.0's code of row softmax.
const BESIDE_ROWS: u64 = 40;
/// Registers of a thread in a loop of MMAs for all but the tiles that it holds: addresses, fragments on their way.
pub const BESIDE_TILES: u32 = 40;
/// The most registers of a consumer thread: `setmaxnreg` allows 256, and the producer keeps 24.
const MAX_CONSUMER: u32 = 240;

/// What a producer warpgroup does, by which the registers of its threads follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProducerWork {
    /// One thread issues TMA loads, and consumers need each register.
    TmaOnly,
    /// The same thread replaces tensor maps, and holds what goes into them.
    MapReplacement,
    /// Threads may copy words with `cp.async`, whose addresses they hold.
    CpAsync,
    /// Lanes copy the rows whose numbers they hold, beside TMA.
    Gather,
    /// The same for tiles of more than 128 rows, whose numbers take more registers.
    GatherLong,
    /// Threads may copy words for two tile blocks, with one more set of pipeline states.
    TwoTiles,
    /// The same for two tile blocks whose tensors have more than two dimensions, or differ between tile blocks: threads
    /// hold more extents and strides.
    TwoTilesOfTensors,
}

impl ProducerWork {
    /// Registers of a thread of the producer warpgroup.
    const fn registers(self) -> u32 {
        match self {
            ProducerWork::TmaOnly => 24,
            ProducerWork::MapReplacement | ProducerWork::CpAsync => 40,
            ProducerWork::Gather | ProducerWork::TwoTiles => 56,
            ProducerWork::TwoTilesOfTensors => 72,
            ProducerWork::GatherLong => 112,
        }
    }

    /// Registers of a producer thread and of a thread of the two consumer warpgroups.
    pub const fn shares(self) -> (u32, u32) {
        let producer = self.registers();
        let consumer = (SM_REGISTERS / WARPGROUP - producer) / 2 / REGISTER_UNIT * REGISTER_UNIT;
        (producer, if consumer < MAX_CONSUMER { consumer } else { MAX_CONSUMER })
    }
}

/// Registers of a thread if `ctas` CTAs of `threads` threads reside on an SM.
pub fn even_share(ctas: u32, threads: u32) -> u32 {
    SM_REGISTERS / (ctas * threads) / REGISTER_UNIT * REGISTER_UNIT
}

/// Registers of an accumulator of m x n sums of so many bits in a thread.
pub fn accumulator((m, n): (u32, u32), bits: u32, warpgroups: u32) -> u32 {
    m * n * bits / (REGISTER_BITS * warpgroups * WARPGROUP)
}

/// Registers of a thread that holds the rows of two iterations of a loop: `loaded` words for the next, and the larger
/// of those and the `reduced` ones for the present.
pub fn of_prefetched_rows(loaded: u64, reduced: u64, threads: u32) -> u64 {
    let of_thread = |words: u64| words.div_ceil(u64::from(threads));
    BESIDE_ROWS + of_thread(loaded.max(reduced)) + of_thread(loaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fill_the_register_file_and_no_more() {
        let all = [
            ProducerWork::TmaOnly,
            ProducerWork::MapReplacement,
            ProducerWork::CpAsync,
            ProducerWork::Gather,
            ProducerWork::GatherLong,
            ProducerWork::TwoTiles,
            ProducerWork::TwoTilesOfTensors,
        ];
        for work in all {
            let (producer, consumer) = work.shares();
            let all = (producer + 2 * consumer) * WARPGROUP;
            assert!(
                all <= SM_REGISTERS && all + 4 * REGISTER_UNIT * WARPGROUP > SM_REGISTERS,
                "{work:?}"
            );
        }
        assert_eq!(ProducerWork::CpAsync.shares(), (40, 232));
    }
}
