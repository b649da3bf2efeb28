//! Memory: loads and stores, views, atomics, and the exchange of elements through shared memory.

mod atomic;
pub(in crate::select) mod element;
pub(in crate::select) mod exchange;
pub(in crate::select) mod global;
pub mod order;
pub mod scratch;
pub(in crate::select) mod view;
