//! Fragments that threads fetch from a tile in shared memory which is contiguous along M.
//!
//! `wgmma` reads operands of 8 and 32 bits from shared memory only where they are contiguous along
//! K; from registers it takes what the threads put there. A register has 4 bytes that are
//! neighbours along K, memory has neighbours along M. So a thread reads a few neighbours along M
//! at once, does so for each k of a register, and transposes the bytes:
//!
//! ```text
//! memory, 8 bits         k   | m m+1 m+2 m+3 |  one access      registers of m: k k+1 k+2 k+3
//! (a square for each     k+1 | m m+1 m+2 m+3 |  one access                 m+1: k k+1 k+2 k+3
//! thread)                ...
//! ```
//!
//! Two things are free, and chosen by rank over GF(2). *Which row of the tile is which row of the
//! instruction* ([`row_order`]): the rows of one thread become neighbours, so that it reads, and
//! later stores, several at once; those of the lanes that access memory together lie in different
//! banks. And *the order in which a thread reads the k of a register* ([`Fetch::flips`]): where two
//! lanes would meet in a bank still, one of them reads them in another order.
//!
//! *Invariant:* no two lanes of an access meet in a bank if any order of rows and reads prevents
//! it.

use smallvec::SmallVec;

use crate::linear::gf2::{Columns, Span};
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, dim_mask};
use crate::target::{ALL_BANKS, BANK_BYTES};

/// Bits of the number of neighbours along M that one access reads: four of 32 bits are as wide as
/// an access can be, four of 8 bits are a word.
const VECTOR_BITS: usize = 2;
/// The bits of an address that choose a bank.
const BANKS: u32 = ALL_BANKS - BANK_BYTES;

/// How threads read their registers of a layout; see the module header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fetch {
    /// Byte offsets, as columns for the bits of lane and warp.
    pub threads: Columns,
    /// Byte offsets, as columns for the bits of the register.
    pub registers: Columns,
    /// How many of the lowest register bits are in one 32-bit register.
    pub in_word: usize,
    /// The register bits whose elements one access reads, in the order of memory.
    pub vector: SmallVec<[usize; VECTOR_BITS]>,
    /// For each lane bit, the register bits in a word that lanes with this bit read the other way
    /// round.
    pub flips: [u32; LANE_BITS as usize],
}

/// The part of an offset that tells banks apart, for accesses of this many bytes.
fn bank(offset: u32, access: u32) -> u32 {
    offset & BANKS & !(access - 1)
}

/// How many lane bits count the lanes that access memory at the same time.
fn lanes_at_once(access: u32) -> usize {
    ALL_BANKS.checked_div(access).map_or(0, |lanes| lanes.ilog2() as usize).min(5)
}

/// The bit of the other axis, for each bit of the rows of fragments, that suits memory best:
/// `places` has the byte offset of each bit of an element's index.
///
/// *Requires* a unit layout of rank 2 or more, rows last but one, that holds each element once.
pub fn row_order(fragments: &LinearLayout, places: &[u32], bytes: u32) -> Columns {
    let rows = dim_mask(fragments.shape(), fragments.rank() - 2);
    let (first, count) = (rows.trailing_zeros(), rows.count_ones());
    let mut free: SmallVec<[u32; 16]> = (0..count).collect();
    let mut order: Columns = (0..count).map(|_| u32::MAX).collect();
    let mut take = |row: u32, wanted: &mut dyn FnMut(u32) -> bool| {
        let found = free.iter().position(|&bit| wanted(bit)).unwrap_or(0);
        order[row as usize] = free.remove(found);
    };
    let owned = |axis: Axis| {
        let bases = fragments.bases(axis).iter().enumerate();
        let rows = bases.filter(move |(_, basis)| **basis & rows != 0);
        rows.map(move |(bit, basis)| (bit, basis.trailing_zeros() - first))
    };
    let mut kept = owned(Axis::Register);
    let mut access = bytes;
    for (_, row) in kept.by_ref().take(VECTOR_BITS) {
        take(row, &mut |_| true);
        access *= 2;
    }
    let place = |row: u32| places[(first + row) as usize];
    let at_once = lanes_at_once(access);
    let mut span = Span::default();
    for &basis in &fragments.bases(Axis::Lane)[..at_once] {
        if basis & rows == 0 {
            span.add(bank(places[basis.trailing_zeros() as usize], access));
        }
    }
    for (lane, row) in owned(Axis::Lane) {
        // Lanes that read the same word do not meet either.
        take(row, &mut |bit| {
            let place = place(bit);
            lane >= at_once || place < BANK_BYTES.max(access) || span.add(bank(place, access))
        });
    }
    for (_, row) in owned(Axis::Warp).chain(kept) {
        take(row, &mut |_| true);
    }
    order
}

impl Fetch {
    /// How to read the registers of `fragments`, whose elements are of this many bytes at `places`;
    /// `None` where they are not whole words or nothing can be read at once.
    pub fn new(fragments: &LinearLayout, places: &[u32], bytes: u32) -> Option<Fetch> {
        let place = |basis: &u32| places[basis.trailing_zeros() as usize];
        let registers: Columns = fragments.bases(Axis::Register).iter().map(place).collect();
        let in_word = (BANK_BYTES / bytes).ilog2() as usize;
        let mut vector: SmallVec<[usize; VECTOR_BITS]> = SmallVec::new();
        while vector.len() < VECTOR_BITS {
            let next = bytes << vector.len();
            let Some(bit) = registers.iter().position(|&column| column == next) else { break };
            vector.push(bit);
        }
        if !matches!(bytes, 1 | 4) || vector.is_empty() || vector.iter().any(|&bit| bit < in_word) {
            return None;
        }
        let access = bytes << vector.len();
        let lanes = fragments.bases(Axis::Lane).iter().chain(fragments.bases(Axis::Warp));
        let mut threads: Columns = lanes.map(place).collect();
        let mut flips = [0; LANE_BITS as usize];
        let mut span = Span::default();
        let mut meet: SmallVec<[usize; 5]> = SmallVec::new();
        for (lane, &column) in threads.iter().enumerate().take(lanes_at_once(access)) {
            if column >= BANK_BYTES.max(access) && !span.add(bank(column, access)) {
                meet.push(lane);
            }
        }
        for lane in meet {
            let other = |bit: &usize| span.add(bank(threads[lane] ^ registers[*bit], access));
            if let Some(bit) = (0..in_word).find(other) {
                threads[lane] ^= registers[bit];
                flips[lane] = 1 << bit;
            }
        }
        Some(Fetch { threads, registers, in_word, vector, flips })
    }
}

#[cfg(test)]
mod tests {
    use ir::Scalar;

    use super::*;
    use crate::linear::gf2;
    use crate::mma::fragment::{Fragment, MmaMatrix};
    use crate::mma::smem_operand::Staged;

    /// The fragments of `wgmma` of M x K elements in so many warpgroups, rows in order.
    fn fragments(bits: u32, m: u32, k: u32, warpgroups: u32) -> LinearLayout {
        let fragment = Fragment::M16N8 { bits };
        let steps = k / fragment.shape().2;
        let block = fragment.operand(MmaMatrix::A).repeat_registers(1, steps).repeat_warps(0, 4);
        block.repeat_registers(0, m / 64 / warpgroups).repeat_warps(0, warpgroups)
    }

    /// The most words of one bank that lanes read at the same time.
    fn conflicts(fetch: &Fetch, bytes: u32) -> usize {
        let access = bytes << fetch.vector.len();
        let together = 1 << lanes_at_once(access);
        let mut worst = 0;
        for register in 0..1u32 << fetch.registers.len() {
            if fetch.vector.iter().any(|bit| register >> bit & 1 == 1) {
                continue;
            }
            for first in (0..32).step_by(together) {
                let mut words = vec![std::collections::BTreeSet::new(); 32];
                for lane in first..first + together as u32 {
                    let at =
                        gf2::apply(&fetch.threads, lane) ^ gf2::apply(&fetch.registers, register);
                    for word in at / 4..(at + access).div_ceil(4) {
                        words[(word % 32) as usize].insert(word);
                    }
                }
                worst = worst.max(words.iter().map(|set| set.len()).max().unwrap_or(0));
            }
        }
        worst
    }

    #[test]
    fn no_lanes_meet_in_a_bank_and_threads_have_neighbours() {
        let formats = [(Scalar::F8E4M3FN, 128), (Scalar::I8, 32), (Scalar::TF32, 32)];
        for (elem, k) in formats {
            for (m, warpgroups) in [(64, 1), (128, 1), (128, 2), (256, 2), (512, 2)] {
                let bytes = elem.bytes();
                let standard = fragments(bytes * 8, m, k, warpgroups);
                let places = Staged::new(elem, m, k).expect("fits").places();
                let order = row_order(&standard, &places, bytes);
                let mut sorted: Vec<u32> = order.to_vec();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..m.ilog2()).collect::<Vec<_>>(), "a permutation");
                let layout = standard.reorder(0, &order);
                assert!(layout.is_unit() && layout.is_injective());
                let fetch = Fetch::new(&layout, &places, bytes).expect("fits");
                let neighbours = (m / 64 / warpgroups * 2).min(4);
                assert_eq!(1 << fetch.vector.len(), neighbours);
                assert_eq!(conflicts(&fetch, bytes), 1, "{elem} {m} {warpgroups}: {layout}");
                // In the order of rows as they are they would meet.
                let plain = Fetch::new(&standard, &places, bytes);
                assert!(plain.is_none(), "{plain:?}");
            }
        }
    }
}
