//! The typed ids of the IR.
//!
//! Everything in a function lives in arenas and is named by a `u32` id: ids are `Copy`, hash
//! and compare in one instruction, and a pass can hold thousands of them while it changes the
//! function. An id is only meaningful for the module (`Type`, `Global`, `Entry`) or the function
//! (`Value`, `Inst`, `Block`) that made it.
//!
//! There is no separate region id: every region of the dialect has exactly one block, so a
//! structured op holds the [`Block`]s of its regions directly.

use cranelift_entity::entity_impl;

/// An interned type of a [`TypeStore`](crate::types::TypeStore).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(u32);
entity_impl!(Type, "type");

/// An SSA value: the result of an instruction or a parameter of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A straight-line list of instructions that ends in a terminator; the body of one region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// A module-level buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Global(u32);
entity_impl!(Global, "global");

/// A kernel entry point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry(u32);
entity_impl!(Entry, "entry");
