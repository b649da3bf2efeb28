//! Every pair of operands of the formats of 16 bits, against arithmetic of another kind.
//!
//! `TILEC_EXHAUSTIVE=1 cargo test --locked --release -p tilec-ir --lib exhaustive -- --nocapture` tries all
//! 2^32 pairs of each operation, in minutes; otherwise every second operand meets some first ones.
//! The smaller formats are in `laws`, where all of their pairs are tried each time.

mod floats;
mod integers;

use std::time::Instant;

use rayon::prelude::*;

/// First operands of the short form: the ends and middles of ranges of integers and floats.
const ENDS: [u64; 16] = [
    0, 1, 0x7f, 0x80, 0x3bff, 0x3c00, 0x3f80, 0x7bff, 0x7c00, 0x7f7f, 0x7f80, 0x7fff, 0x8000,
    0x8001, 0xbf7f, 0xffff,
];

/// Tries pairs of 16-bit operands: all of them in the long form. `check` is given a first operand
/// and tries every second one.
#[expect(clippy::disallowed_methods, reason = "the long form is asked for")]
fn pairs(name: &str, check: impl Fn(u64) + Sync) {
    let firsts: Vec<u64> = match std::env::var_os("TILEC_EXHAUSTIVE") {
        Some(_) => (0..1 << 16).collect(),
        None => ENDS.to_vec(),
    };
    let start = Instant::now();
    firsts.par_iter().for_each(|&a| check(a));
    let n_pairs = firsts.len() as u64 * (1 << 16);
    println!("{name}: {n_pairs} pairs in {:.0?}", start.elapsed());
}

/// All values of 16 bits.
fn all() -> std::ops::Range<u64> {
    0..1 << 16
}
