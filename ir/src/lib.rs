//! Tile IR: what a kernel computes, independent of source language and machine.
//!
//! # Modules, entries, blocks
//!
//! A [`Module`] has global buffers and kernel entries. An entry is a [`Function`]: parameters of
//! rank 0 (numbers and pointers), no results, one block. A *tile block* is one execution of an
//! entry: a single thread of control whose values are whole tiles.
//!
//! A [`Block`] is a list of instructions that ends in a terminator. Control flow is structured:
//! `if`, `for` and `loop` hold blocks as regions, `yield`, `continue`, `break` and `return` leave
//! them. Every region is exactly one block, so there is no separate notion of region.
//!
//! # Values and types
//!
//! A [`Value`] is defined once, as a parameter of a block or a result of an instruction, and is
//! visible after its definition in its block and in every block nested there. Its [`Type`] is
//!
//! * `tile<4x8xf32>`: a tile of numbers, or of pointers into global memory; dimensions are powers
//!   of two; a scalar is a tile of rank 0; integers are signless, ops say how to read them;
//! * `token`: an ordering between memory operations, nothing at run time;
//! * a view: a tensor in memory (`tensor_view`) or its tiles (`partition_view`, ...).
//!
//! # Memory
//!
//! Tokens alone order memory operations of one tile block: an operation happens after those whose
//! tokens it takes, directly or through others. Two accesses to the same address, one of them a
//! write, without such a path are undefined behaviour. Between tile blocks, ordering and scope
//! of the operations mean what they mean in the PTX memory model.
//!
//! # Undefined behaviour
//!
//! An op row says when a result is undefined. A broken overflow flag or assumption makes the
//! result meaningless, not the instruction: such ops are pure and may be moved. An op that is
//! undefined for some operands (`divi` by zero) is [`Effect::Partial`] and is never executed where
//! the program did not.
//!
//! # Where to start
//!
//! [`ops`] has THE op table; opcode, instruction data, builder, documents and checks come from it.
//! [`module`] is the data structure, [`builder`] makes instructions, [`types`] and [`attrs`] are
//! what they are made of.

pub mod analysis;
pub mod attrs;
pub mod builder;
pub mod codes;
pub mod entities;
pub mod fold;
pub mod interp;
pub mod literal;
pub mod module;
pub mod ops;
pub mod parse;
pub mod pass;
pub mod print;
pub mod reference;
pub mod results;
pub mod scalar;
pub mod types;
pub mod verify;

pub use attrs::{
    Assumption, CmpOrdering, CmpPredicate, DenseConstant, HintKey, Hints, Identities, Literal,
    MemoryOrdering, MemoryScope, Overflow, PaddingValue, Permutation, RmwMode, Rounding,
    Signedness, TargetHints, Visibility,
};
pub use builder::Builder;
pub use entities::{Block, Entry, Global, Inst, Type, Value};
pub use module::{Function, GlobalData, Module, Param, ValueDef, ValueMap};
pub use ops::{Arity, Class, Effect, InstData, OpInfo, Opcode, ResultRule, ValueList};
pub use types::{Elem, Scalar, TileType, TypeKind, TypeStore};
