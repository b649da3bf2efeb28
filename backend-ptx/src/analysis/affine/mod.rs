//! Integers and pointers as polynomials: what a tile of them is at a place, and what that is for the memory that
//! a load of such pointers reads.
//!
//! ```text
//! polynomial   c * a * b * .. * i + ..                      c a constant, a, b atoms, i the place along a dimension,
//!                                                        or the number that a tile has there
//! expand       value  -> polynomial                         exact, or modulo 2^64
//! recurrence   what a loop carries -> polynomial            by its initial value and its step
//! tile         access -> base, strides, starts, extents
//! footprint    access -> the memory that it can touch in any tile block
//! rows         load -> base, numbers of rows, stride, columns
//! wrapped      remainder -> the places that wrap around, and stores that have no effect there
//! ```
//!
//! Nothing here changes a function.

pub mod expand;
pub mod footprint;
pub mod polynomial;
mod recurrence;
pub mod rows;
pub mod tile;
pub mod wrapped;
