//! PTX as data: what a module is, how code is put together, checked and printed.
//!
//! Nothing outside this directory knows how PTX is spelled. A kernel is a list of [`Line`]s over
//! typed virtual registers; [`builder`] makes it and reuses what dominates (`flow`), [`dce`] drops unused
//! results, [`check`] proves that the text will assemble, [`verify`] that each register is written on every path
//! before it is read, [`print`](mod@print) writes it.
//!
//! [`Line`]: inst::Line

mod behind_loops;
pub mod builder;
pub mod check;
pub mod dce;
mod divide;
mod flow;
pub mod fold;
pub mod inst;
pub mod print;
pub mod regs;
pub mod sink;
pub mod spill_to_shared;
pub mod types;
mod variables;
pub mod verify;

use cranelift_entity::PrimaryMap;

use self::inst::{Line, Symbol};
use self::regs::Regs;
use self::types::{Space, Ty};

/// One `.ptx` text.
#[derive(Clone, Default)]
pub struct PtxModule {
    /// `.version`
    pub version: (u32, u32),
    /// `.target`
    pub target: &'static str,
    /// Comment lines at the top.
    pub header: Vec<String>,
    pub variables: Variables,
    /// The addresses among the initial bytes of global variables.
    pub relocations: Vec<Relocation>,
    pub kernels: Vec<Kernel>,
}

/// Eight bytes of a variable that are an address: `generic(target)+addend`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    pub variable: Symbol,
    /// The first byte, a multiple of eight.
    pub offset: u64,
    pub target: Symbol,
    pub addend: i64,
}

pub type Variables = PrimaryMap<Symbol, Variable>;

/// A variable of the module: shared memory of a kernel, a global, a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub space: Space,
    pub align: u32,
    pub bytes: u64,
    /// Initial bytes of a global; empty for zeros.
    pub init: Vec<u8>,
    /// Whether other modules and the host can name it.
    pub visible: bool,
}

/// A parameter of a kernel: a variable of the parameter space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    pub symbol: Symbol,
    /// The type of a number or address; none of a run of bytes.
    pub ty: Option<Ty>,
}

/// The version of PTX that has `.blocksareclusters`.
pub const BLOCKS_ARE_CLUSTERS: (u32, u32) = (9, 0);
/// The version of PTX that has `.scale_vec::4X` with scales that are powers of two.
pub const FOUR_POWERS: (u32, u32) = (9, 1);
/// The version of PTX that has `.block16`.
pub const SMALL_BLOCKS: (u32, u32) = (8, 8);

/// One `.visible .entry`.
#[derive(Clone)]
pub struct Kernel {
    pub name: String,
    pub params: Vec<Param>,
    /// `.reqntid`
    pub threads: u32,
    /// `.minnctapersm`, where an occupancy was asked for.
    pub min_ctas: Option<u32>,
    /// CTAs of a cluster, which runs one or more blocks of the grid: if more than one, the grid counts
    /// clusters.
    pub cluster: u32,
    /// Shared memory that it declares.
    pub shared_bytes: u32,
    /// The machine-readable comment block in front of the kernel.
    pub header: Vec<String>,
    /// The remarks, if [`Options`](crate::Options) asks for them.
    pub remarks: Vec<crate::remark::Remark>,
    pub regs: Regs,
    pub body: Vec<Line>,
}
