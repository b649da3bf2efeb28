//! A kernel ready to run: instructions with registers by number and labels by position.

use cranelift_entity::{PrimaryMap, entity_impl};
use smallvec::SmallVec;

use super::access::{Access, Fence};
use super::barrier::Barrier;
use super::bulk::Bulk;
use super::collective::Collective;
use super::copy::Copy;
use super::lane::Lane;
use super::matrix::Matrix;
use super::mbarrier::Mbarrier;
use super::syntax::Variable;
use super::tcgen05::Tcgen05;
use super::tensor::Tensor;
use super::types::Space;
use super::warpgroup::Warpgroup;

/// A register of the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(u32);
entity_impl!(Reg, "reg");

/// A variable of the module or the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);
entity_impl!(Symbol, "sym");

/// What is known of a register.
#[derive(Clone, Debug)]
pub struct RegisterInfo {
    pub name: String,
    pub bits: u32,
}

/// Where a variable is.
#[derive(Clone, Debug)]
pub struct Place {
    pub variable: Variable,
    /// Offset in shared, local or parameter space; global ones get an address per launch.
    pub offset: u64,
}

/// Something to read from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Src {
    Reg(Reg),
    /// The opposite of a predicate.
    Not(Reg),
    Imm(u64),
    Special(Special),
    /// The address of a variable in its space.
    Address(Symbol),
}

/// Special registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    Tid(usize),
    Ntid(usize),
    CtaId(usize),
    NumCta(usize),
    ClusterId(usize),
    NumCluster(usize),
    ClusterCtaId(usize),
    ClusterNumCta(usize),
    ClusterRank,
    ClusterSize,
    Lane,
    Warp,
    NumWarp,
    Sm,
    /// Lanes equal to, below, not above, above, not below the own one.
    MaskEq,
    MaskLt,
    MaskLe,
    MaskGt,
    MaskGe,
}

impl Special {
    pub fn named(name: &str) -> Option<Special> {
        let (base, dim) = match name.rsplit_once('.') {
            Some((base, "x")) => (base, 0),
            Some((base, "y")) => (base, 1),
            Some((base, "z")) => (base, 2),
            _ => (name, 3),
        };
        Some(match (base, dim) {
            ("%tid", 0..3) => Special::Tid(dim),
            ("%ntid", 0..3) => Special::Ntid(dim),
            ("%ctaid", 0..3) => Special::CtaId(dim),
            ("%nctaid", 0..3) => Special::NumCta(dim),
            ("%clusterid", 0..3) => Special::ClusterId(dim),
            ("%nclusterid", 0..3) => Special::NumCluster(dim),
            ("%cluster_ctaid", 0..3) => Special::ClusterCtaId(dim),
            ("%cluster_nctaid", 0..3) => Special::ClusterNumCta(dim),
            ("%cluster_ctarank", 3) => Special::ClusterRank,
            ("%cluster_nctarank", 3) => Special::ClusterSize,
            ("%laneid", 3) => Special::Lane,
            ("%warpid", 3) => Special::Warp,
            ("%nwarpid", 3) => Special::NumWarp,
            ("%smid", 3) => Special::Sm,
            ("%lanemask_eq", 3) => Special::MaskEq,
            ("%lanemask_lt", 3) => Special::MaskLt,
            ("%lanemask_le", 3) => Special::MaskLe,
            ("%lanemask_gt", 3) => Special::MaskGt,
            ("%lanemask_ge", 3) => Special::MaskGe,
            _ => return None,
        })
    }
}

/// `[base + offset]`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mem {
    pub base: Src,
    pub offset: i64,
}

/// Which lanes of a warp must be there before an instruction is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gather {
    /// Each lane goes on by itself.
    Alone,
    /// The lanes of the member mask, which is the last operand.
    Members,
    /// All lanes of the warp: `.aligned`.
    Warp,
}

/// What an instruction does.
pub enum Op {
    /// A function of the operands of one thread.
    Lane(Lane),
    /// One register, several to one, one to several; elements of this many bits.
    Move,
    Pack(u32),
    Unpack(u32),
    ToGeneric(Space),
    FromGeneric(Space),
    /// The address of a place in shared memory in that of the CTA with a rank.
    InCta,
    Access(Access),
    Fence(Fence),
    Copy(Copy),
    Bulk(Bulk),
    Collective(Collective),
    Matrix(Matrix),
    Barrier(Barrier),
    Mbarrier(Mbarrier),
    Tensor(Tensor),
    Warpgroup(Warpgroup),
    Tcgen05(Tcgen05),
    Branch(usize),
    Exit,
    Trap,
    /// A call of a function of the driver.
    Call(Callee),
    /// A hint.
    Nothing,
}

/// Functions that the driver has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// `vprintf(format, arguments)`
    Print,
    /// `__assertfail(message, file, line, function, size of a character)`
    AssertFail,
}

/// An operation as a family reads it off a mnemonic.
pub struct Decoded {
    pub op: Op,
    /// How many of the operands (brace lists count as one) are results.
    pub results: usize,
    pub gather: Gather,
}

impl Decoded {
    pub fn alone(op: Op, results: usize) -> Decoded {
        Decoded { op, results, gather: Gather::Alone }
    }
}

/// An instruction.
pub struct Inst {
    pub line: u32,
    pub mnemonic: String,
    /// A predicate, and whether it is negated.
    pub guard: Option<(Reg, bool)>,
    pub op: Op,
    pub gather: Gather,
    /// Results, brace lists flattened; `None` for `_`.
    pub dst: SmallVec<[Option<Reg>; 4]>,
    pub src: SmallVec<[Src; 4]>,
    pub mem: SmallVec<[Mem; 2]>,
}

/// A kernel.
pub struct Program {
    pub threads: [u32; 3],
    pub cluster: [u32; 3],
    /// CTAs that an SM has room for, as far as the kernel says.
    pub per_sm: u32,
    pub blocks_are_clusters: bool,
    pub registers: PrimaryMap<Reg, RegisterInfo>,
    pub symbols: PrimaryMap<Symbol, Place>,
    pub params: Vec<Symbol>,
    pub insts: Vec<Inst>,
    pub reduces_in_bulk: bool,
    pub shared_bytes: u64,
    pub local_bytes: u64,
    pub param_bytes: u64,
    /// Lines of the text, for findings.
    pub lines: Vec<String>,
}

impl Program {
    pub fn line_text(&self, line: u32) -> String {
        let line = (line as usize).checked_sub(1).and_then(|line| self.lines.get(line));
        line.map_or("", |text| text.trim()).to_owned()
    }

    pub fn register_name(&self, reg: Reg) -> &str {
        &self.registers[reg].name
    }
}
