//! Linear layouts: the algebra over GF(2), conversions between two layouts, and the layout of coalesced accesses.

pub mod blocked;
pub mod convert;
pub mod gf2;
pub mod index_map;
pub mod interned;
pub mod layout;
