//! Tile IR: what a kernel computes, independent of source language and machine.
//!
//! This header defines the IR. The author of a back end or a producer needs this page, the op
//! reference `docs/ir.md` (generated from the op table in [`ops`]) and the types they name.
//!
//! ```
//! # use tilec_ir as ir; use lang::base::Pos;
//! let text = r#"
//! cuda_tile.module @m {
//!   entry @scale(%p: tile<ptr<f32>>, %x: tile<f32>) {
//!     %i, %j, %k = get_tile_block_id : tile<i32>
//!     %q = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
//!     %v, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
//!     %w = mulf %v, %x : tile<f32>
//!     %u = store_ptr_tko weak %q, %w token=%t : tile<ptr<f32>>, tile<f32> -> token
//!     return
//!   }
//! }"#;
//! let (module, diagnostics) = ir::parse::module(text, Pos(1));
//! let module = module.unwrap();
//! assert!(diagnostics.is_empty() && ir::verify::module(&module).is_empty());
//! ```
//!
//! # Modules and entries
//!
//! A [`Module`] has global buffers and kernel entries, in order; their symbols are unique. An entry
//! is a [`Function`] without results whose parameters are tiles of rank 0: numbers and pointers.
//! An argument that is an object of several numbers is passed as bytes: a [`record`] says which
//! parameters come out of it.
//! A launch executes an entry once for each point of a grid of up to three dimensions. One such
//! execution is a *tile block*: a single thread of control whose values are whole tiles. How many
//! hardware threads share the work of a block is a matter of the back end and cannot be observed.
//!
//! # Blocks and control flow
//!
//! A [`Block`] is a list of instructions; the last one and no other is a terminator. Control flow
//! is structured: `if`, `for` and `loop` hold blocks as regions. Every region is exactly one block,
//! so there is no separate notion of region.
//!
//! * `if` executes one of its two blocks and has the values that it yields. Both blocks are always
//!   there; text leaves out an else block that yields nothing.
//! * `for` gives its body the induction variable and the carried values. It counts from the lower
//!   bound while below the upper one, in steps that are positive; counting past the end of the
//!   type does not happen. Its results are the carried values when it ends, the inits if there was
//!   no turn.
//! * `loop` repeats until a `break`, whose operands are its results.
//! * `reduce` and `scan` have a block that combines rank-0 elements and does nothing else.
//!
//! `continue` and `break` act on the innermost `for` or `loop`, through any number of `if`s around
//! them; `return` ends the tile block and does not occur in loops. A region uses values from
//! outside directly; values that change between iterations are carried.
//!
//! # Values and types
//!
//! A [`Value`] is defined once, as a parameter of a block or a result of an instruction, and is
//! visible after its definition in its block and in every block nested there. Its [`Type`] is
//!
//! * `tile<4x8xf32>`: a tile of numbers, or of pointers into global memory. Dimensions are powers
//!   of two, elements are in row-major order, a scalar is a tile of rank 0. Integers are signless
//!   two's complement, ops say how to read them; `i1` is a truth value;
//! * `token`: an ordering between memory operations, nothing at run time;
//! * a view: a tensor in memory (`tensor_view`), or its tiles (`partition_view` and others). Views
//!   are named, not stored: they are neither carried nor yielded.
//!
//! Ops on tiles work element by element unless their row says otherwise. There is no implicit
//! conversion and no implicit broadcast: shapes and types agree, or the verifier objects.
//!
//! # Constants and attributes
//!
//! Constants hold exact bits ([`DenseConstant`]), a splat one element only. Everything else that is
//! known at compile time is an attribute, a typed field of [`InstData`]. Hints never change
//! meaning; a back end ignores those that it cannot follow.
//!
//! # Numbers
//!
//! Every arithmetic op rounds once, as its `rounding` says, to the format of its result; subnormals
//! count unless `flush_to_zero` is set. [`scalar`] computes exactly this, and the interpreter and
//! the folder use nothing else. `approx` and `full` allow a back end an error that the language
//! reference bounds. Sums and products are contracted by the pass `contract` or not at all: what
//! is written as `mulf` and `addf` after passes rounds twice.
//!
//! # Memory
//!
//! Tokens alone order memory operations of one tile block: an operation happens after those whose
//! tokens it takes, directly or through others. Two accesses to the same address, one of them a
//! write, without such a path are undefined behaviour. Tokens order nothing between tile blocks:
//! there, ordering and scope of the operations mean what they mean in the PTX memory model, and a
//! `weak` access promises that no other thread accesses the memory meanwhile. A masked-off
//! element is
//! not accessed.
//!
//! # Undefined behaviour
//!
//! An op's row says when its result is undefined. A broken overflow flag or assumption makes the
//! result meaningless, not the instruction: such ops are pure and may be moved. An op that is
//! undefined for some operands (`divi` by zero) is [`Effect::Partial`] and is never executed where
//! the program did not. Accesses outside of memory, data races and misaligned pointers are
//! undefined. The interpreter's sanitizer reports each of these at its source line.
//!
//! # Invariants
//!
//! * A producer makes only modules that [`verify`] accepts; a verified module never makes a pass,
//!   the printer, the interpreter or a back end panic.
//! * Every [`Inst`] has the [`Span`](lang::base::Span) of the source that it came from, through all
//!   passes.
//! * Nothing depends on ids or on the order of a hash table: equal input gives equal text.
//! * The IR knows no source language and no machine: there is no C++ type and no warp in it.
//!
//! # Where to start
//!
//! [`ops`] has THE op table; opcode, instruction data, builder, text, documents and checks come
//! from it. [`module`] is the data structure, [`builder`] makes instructions, [`types`] and
//! [`attrs`] are what they are made of. [`print`](mod@print) and [`parse`] are the text form,
//! [`pass`] rewrites, [`analysis`] finds facts, [`interp`] executes.

#![deny(clippy::disallowed_methods)]

pub mod analysis;
pub mod assertion;
pub mod attrs;
pub mod builder;
pub mod bytecode;
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
pub mod printf;
pub mod record;
pub mod reference;
pub mod results;
pub mod scalar;
pub mod types;
pub mod verify;

pub use attrs::{
    Assumption, CmpOrdering, CmpPredicate, ConstArg, ConstArgs, DenseConstant, Event, HintKey,
    Hints, Identities, Inbounds, Literal, MemoryOrdering, MemoryScope, MultimemAddress, Overflow,
    PaddingValue, Permutation, ReductionKind, RmwMode, Rounding, Signedness, TargetHints,
    Visibility,
};
pub use builder::Builder;
pub use entities::{Block, Entry, Global, Inst, Type, Value};
pub use module::{Function, GlobalData, Module, Param, Relocation, ValueDef, ValueMap};
pub use ops::{Arity, Class, Effect, InstData, OpInfo, Opcode, ResultRule, ValueList};
pub use record::{Piece, Record, SourceParam};
pub use types::{Elem, Scalar, TileType, TypeKind, TypeStore};
