//! Shared memory that conversions, reductions and products use for a moment.
//!
//! All such uses share one array, as large as the largest needs. Who writes to it first makes sure
//! that everybody has read what was in it before: `in_use` says whether a barrier is needed.

use crate::ptx::inst::Symbol;

/// The array and its state.
#[derive(Default)]
pub struct Scratch {
    pub symbol: Option<Symbol>,
    pub bytes: u32,
    /// Some thread may still read what was last written.
    pub in_use: bool,
}
