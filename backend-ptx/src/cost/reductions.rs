//! Atomic reductions of tiles: by an instruction for each element, or in bulk.
//!
//! ```text
//! red          2 e                                                      e elements a thread: the `red`, and its address or test
//! bulk         e b / 16 + STAGING                                       stores of 16 bytes of elements of b bytes
//! ```
//!
//! Both move the bytes of the tile through the L2 cache, which reads what it adds to. A `red` of a warp whose lanes have
//! pairs of elements, as the sums of MMAs are, moves half of each sector; a bulk reduction moves rows.

use crate::target::MAX_VECTOR_BYTES;

/// Instructions of a `red` with its address or its test.
const RED: u64 = 2;
/// Instructions of a warp around its stores: fence, barriers, addresses, bounds, the reductions, and waits for them.
const STAGING: u64 = 24;

/// Whether a tile of so many elements is reduced in bulk by so many threads.
pub fn in_bulk_pays(elements: u64, threads: u32, elem_bytes: u32) -> bool {
    let of_thread = elements / u64::from(threads);
    of_thread * RED >= of_thread * u64::from(elem_bytes) / u64::from(MAX_VECTOR_BYTES) + STAGING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_elements_are_reduced_by_instructions() {
        assert!(!in_bulk_pays(64, 128, 4));
        assert!(!in_bulk_pays(8 * 128, 128, 4));
        assert!(in_bulk_pays(16 * 128, 128, 4));
        assert!(in_bulk_pays(16 * 128, 128, 2));
        assert!(in_bulk_pays(128 * 128, 128, 8));
    }
}
