//! PTX text to instructions with named operands.
//!
//! In: a module as the back end prints it (or a person writes it for a test). Out: variables and
//! kernels, instructions still as words: mnemonics are taken apart by
//! [`decode`](super::decode). Names of an inner `{ }` are made unique, so that afterwards a name
//! means one thing.

mod parser;
mod token;

pub use parser::parse;

use super::types::{Space, Ty};

pub type Result<T> = std::result::Result<T, String>;

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Of module scope.
    pub variables: Vec<Variable>,
    pub kernels: Vec<Kernel>,
}

/// A variable with an address.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub space: Space,
    pub align: u64,
    pub bytes: u64,
    /// Whether it has an extent: `.b8 name[16]`.
    pub is_array: bool,
    /// The first bytes; the rest is zero. Empty: not initialised.
    pub init: Vec<u8>,
    /// The addresses among the first bytes: where each is, of what, and how far behind that.
    pub addresses: Vec<(usize, String, u64)>,
}

/// A parameterised family of registers: `.reg .b32 %r<8>;`, or a single one.
#[derive(Clone, Debug)]
pub struct Registers {
    pub prefix: String,
    pub ty: Ty,
    /// `None`: the prefix is the whole name.
    pub count: Option<u32>,
}

/// An entry.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    pub name: String,
    pub params: Vec<Variable>,
    /// `.reqntid`
    pub threads: Option<[u32; 3]>,
    /// `.reqnctapercluster`
    pub cluster: Option<[u32; 3]>,
    /// `.minnctapersm`
    pub per_sm: Option<[u32; 3]>,
    /// `.blocksareclusters`: the grid counts clusters.
    pub blocks_are_clusters: bool,
    pub registers: Vec<Registers>,
    pub variables: Vec<Variable>,
    pub body: Vec<Instruction>,
    /// Labels by name, with the number of the instruction that follows.
    pub labels: Vec<(String, usize)>,
}

/// An instruction as written.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub line: u32,
    /// A predicate register, and whether it is `@!p`.
    pub guard: Option<(String, bool)>,
    pub mnemonic: String,
    pub operands: Vec<Operand>,
}

/// What stands at an operand position.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    Number(u64),
    /// A register, special register, label, symbol, or `_`.
    Name(String),
    /// `!p`
    Not(String),
    /// `p|q`
    Pair(String, String),
    /// `{a, b}`, also the parenthesised lists of a call.
    List(Vec<Operand>),
    /// `[base+offset]`, with further coordinates in tensor addresses: `[map, {x, y}]`.
    Address {
        base: Box<Operand>,
        offset: i64,
        coordinates: Vec<Operand>,
    },
}
