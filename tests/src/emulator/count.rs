//! The cost of a warp's accesses: passes of the banks, sectors of the caches.

use super::report::LineCounts;

const BANKS: u64 = 32;
const BANK_BYTES: u64 = 4;
const SECTOR_BYTES: u64 = 32;

/// Adds an access of shared memory by some lanes.
///
/// A pass serves as many lanes as can together take 128 bytes; of those, words in the same bank
/// take a further pass each, unless they are the same word.
pub fn shared(accesses: &[(usize, u64)], bytes: u64, counts: &mut LineCounts) {
    let lanes_a_pass = (BANKS * BANK_BYTES / bytes.max(BANK_BYTES)).max(1) as usize;
    for pass in 0..32usize.div_ceil(lanes_a_pass) {
        let served = |&&(lane, _): &&(usize, u64)| lane / lanes_a_pass == pass;
        let mut words: Vec<u64> = accesses
            .iter()
            .filter(served)
            .flat_map(|&(_, address)| address / BANK_BYTES..(address + bytes).div_ceil(BANK_BYTES))
            .collect();
        if words.is_empty() {
            continue;
        }
        words.sort_unstable();
        words.dedup();
        let mut of_bank = [0; BANKS as usize];
        for word in words {
            of_bank[(word % BANKS) as usize] += 1;
        }
        counts.wavefronts += of_bank.iter().max().copied().unwrap_or(0);
        counts.min_wavefronts += 1;
    }
}

/// Adds an access of global memory by some lanes.
pub fn global(accesses: &[(usize, u64)], bytes: u64, counts: &mut LineCounts) {
    let mut starts: Vec<u64> = accesses.iter().map(|&(_, address)| address).collect();
    starts.sort_unstable();
    let (mut sectors, mut useful) = (0, 0);
    // First sector and first byte that have not been counted.
    let (mut next_sector, mut next_byte) = (0, 0);
    for start in starts {
        let end = start + bytes;
        let (first, last) = (start / SECTOR_BYTES, (end - 1) / SECTOR_BYTES);
        sectors += (last + 1).saturating_sub(first.max(next_sector));
        useful += end.saturating_sub(start.max(next_byte));
        next_sector = next_sector.max(last + 1);
        next_byte = next_byte.max(end);
    }
    counts.sectors += sectors;
    counts.min_sectors += useful.div_ceil(SECTOR_BYTES);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(address: impl Fn(u64) -> u64) -> Vec<(usize, u64)> {
        (0..32).map(|lane| (lane, address(lane as u64))).collect()
    }

    #[test]
    fn banks() {
        let passes = |bytes: u64, address: &dyn Fn(u64) -> u64| {
            let mut counts = LineCounts::default();
            shared(&lanes(address), bytes, &mut counts);
            (counts.wavefronts, counts.min_wavefronts)
        };
        assert_eq!(passes(4, &|lane| 4 * lane), (1, 1));
        assert_eq!(passes(4, &|_| 64), (1, 1), "a broadcast");
        assert_eq!(passes(4, &|lane| 8 * lane), (2, 1));
        assert_eq!(passes(4, &|lane| 128 * lane), (32, 1));
        assert_eq!(passes(4, &|lane| 132 * lane), (1, 1), "padded rows");
        assert_eq!(passes(2, &|lane| 2 * lane), (1, 1));
        assert_eq!(passes(16, &|lane| 16 * lane), (4, 4));
        assert_eq!(passes(16, &|lane| 128 * lane), (32, 4));
    }

    #[test]
    fn sectors() {
        let count = |bytes: u64, address: &dyn Fn(u64) -> u64| {
            let mut counts = LineCounts::default();
            global(&lanes(address), bytes, &mut counts);
            (counts.sectors, counts.min_sectors)
        };
        assert_eq!(count(4, &|lane| 4 * lane), (4, 4));
        assert_eq!(count(4, &|lane| 4 * (31 - lane) + 64), (4, 4));
        assert_eq!(count(4, &|lane| 4 * lane + 16), (5, 4));
        assert_eq!(count(4, &|lane| 128 * lane), (32, 4));
        assert_eq!(count(16, &|lane| 16 * lane), (16, 16));
        assert_eq!(count(8, &|_| 40), (1, 1));
    }
}
