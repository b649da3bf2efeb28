//! The instruction table.
//!
//! One row per PTX instruction in use: its modifiers, how the mnemonic is put together from them,
//! and what operands it takes. From the rows come the [`Op`] enum, its text, the signature that
//! the builder allocates results by and `check.rs` verifies, and whether an unused or repeated
//! instance may be dropped. A row reads
//!
//! ```text
//! Name { modifiers } = [mnemonic parts] (results) <- (operands) effect;
//! ```
//!
//! The PTX ISA manual has a section per mnemonic; comments here only say what it does not.

use cranelift_entity::entity_impl;
use lang::base::Span;
use smallvec::SmallVec;

use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::*;

/// A branch target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);
entity_impl!(Label, "L");

/// A named variable of the module or kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);
entity_impl!(Symbol, "sym");

/// What stands at one operand position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Val(Val),
    /// `{a, b, c, d}`
    Vec(Box<[Val]>),
    /// `[base + offset]`
    Mem {
        base: Base,
        offset: i32,
    },
    Sreg(Sreg),
    Label(Label),
    /// The address of a variable.
    Address(Symbol),
    /// `[map, {c0, c1}]`: the box of a tensor map that begins at these coordinates.
    Tensor {
        map: Reg,
        coordinates: Box<[Val]>,
    },
    /// Constants that belong together: `1, 1, 0, 1`
    Immediates(SmallVec<[u32; 4]>),
    /// `_`, an unused result.
    Sink,
}

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Reg(Reg),
    Symbol(Symbol),
}

impl From<Val> for Operand {
    fn from(val: Val) -> Operand {
        Operand::Val(val)
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Val(Val::Reg(reg))
    }
}

/// What an instruction accepts at one operand position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A register, or a constant if the type has any.
    Val(Ty),
    /// A register only.
    Reg(Class),
    /// A constant only.
    Imm,
    Vec(u32, Class),
    Mem,
    Sreg,
    Label,
    Address,
    /// Coordinates of a box of a tensor map, that many.
    Tensor(u32),
    Immediates(u32),
    /// `{0, 0}`: the byte of a register of scales and the lanes that count.
    Selector,
    Sink,
}

/// What else an instruction does than compute its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: equal operands give equal results, anywhere.
    Pure,
    /// Its result depends on memory or on other threads.
    Reads,
    /// It must happen, once, where it stands.
    Writes,
    /// It leaves the straight line.
    Branches,
}

/// Operand positions of an instruction.
pub struct Signature {
    pub results: SmallVec<[Slot; 2]>,
    pub operands: SmallVec<[Slot; 4]>,
}

/// A register or constant of a type.
fn val(ty: Ty) -> Slot {
    if ty.has_immediates() { Slot::Val(ty) } else { Slot::Reg(ty.class()) }
}

/// A register of a type.
fn reg(ty: Ty) -> Slot {
    Slot::Reg(ty.class())
}

/// One register or a brace list, as many as the access moves.
fn vector_regs(count: Vector, ty: Ty) -> Slot {
    if count == Vector::One { reg(ty) } else { Slot::Vec(count.count(), ty.class()) }
}

/// The type of a product's wanted part.
fn product(part: Part, ty: Ty) -> Ty {
    match (part, ty) {
        (Part::Lo | Part::Hi, _) => ty,
        (Part::Wide, Ty::U16) => Ty::U32,
        (Part::Wide, Ty::S16) => Ty::S32,
        (Part::Wide, Ty::U32) => Ty::U64,
        (Part::Wide, _) => Ty::S64,
    }
}

/// Registers of the (A, B, C) fragments of a product of one shape and its types.
pub fn mma_registers(shape: MmaShape, ab: Ty, c: Ty) -> (Slot, Slot, Slot) {
    let (m, n, k) = match shape {
        MmaShape::M16N8K4 => (16, 8, 4),
        MmaShape::M16N8K8 => (16, 8, 8),
        MmaShape::M16N8K16 => (16, 8, 16),
        MmaShape::M16N8K32 => (16, 8, 32),
        MmaShape::M16N8K64 => (16, 8, 64),
        MmaShape::M8N8K4 => (8, 8, 4),
    };
    let fragment = |elements: u32, ty: Ty| {
        let (class, bits) = if ty.bits() == 64 { (Class::B64, 64) } else { (Class::B32, 32) };
        Slot::Vec(elements * ty.bits() / bits / 32, class)
    };
    (fragment(m * k, ab), fragment(k * n, ab), fragment(m * n, c))
}

/// How many constants end a `wgmma`: signs of the operands but for integers, and for 16-bit types
/// whether each operand in shared memory
/// is transposed.
fn wgmma_immediates(ab: Ty, a_in_registers: bool) -> Slot {
    Slot::Immediates(match ab {
        Ty::S8 | Ty::U8 => 0,
        Ty::F16 | Ty::Bf16 if a_in_registers => 3,
        Ty::F16 | Ty::Bf16 => 4,
        _ => 2,
    })
}

/// Registers of the accumulator of one `wgmma`.
fn wgmma_accumulator(shape: WgmmaShape, d: Ty) -> Slot {
    Slot::Vec(64 * shape.n / 128 * d.bits() / 32, Class::B32)
}

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $fty:ty),* }
        = [$($part:expr),*] ($($result:expr),*) <- ($($operand:expr),*) $effect:ident;)*) => {
        /// An instruction without its operands.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Op { $($(#[$doc])* $name { $($field: $fty),* },)* }

        impl Op {
            /// Appends the mnemonic with its suffixes.
            pub fn write_mnemonic(&self, out: &mut String) {
                match *self {
                    $(Op::$name { $($field),* } => {
                        $(let _ = &$field;)*
                        $(Suffix::write(&$part, out);)*
                    })*
                }
            }

            pub fn signature(&self) -> Signature {
                match *self {
                    $(Op::$name { $($field),* } => {
                        $(let _ = $field;)*
                        Signature {
                            results: SmallVec::from_slice(&[$($result),*]),
                            operands: SmallVec::from_slice(&[$($operand),*]),
                        }
                    })*
                }
            }

            /// The results of the signature alone.
            pub fn results(&self) -> SmallVec<[Slot; 2]> {
                match *self {
                    $(Op::$name { $($field),* } => {
                        $(let _ = $field;)*
                        SmallVec::from_slice(&[$($result),*])
                    })*
                }
            }

            pub fn effect(&self) -> Effect {
                match self { $(Op::$name { .. } => Effect::$effect,)* }
            }
        }
    };
}

instructions! {
    // Moves and conversions.
    Mov { ty: Ty } = ["mov", ty] (reg(ty)) <- (val(ty)) Pure;
    /// A constant of a type whose arithmetic takes registers only.
    MovBits { ty: Ty } = ["mov", ty] (reg(ty)) <- (Slot::Imm) Pure;
    MovAddress { ty: Ty } = ["mov", ty] (reg(ty)) <- (Slot::Address) Pure;
    MovSreg {} = ["mov.u32"] (reg(Ty::U32)) <- (Slot::Sreg) Pure;
    /// Two 16-bit halves to a word, low half first.
    Pack16 {} = ["mov.b32"] (reg(Ty::B32)) <- (Slot::Vec(2, Class::B16)) Pure;
    Unpack16 {} = ["mov.b32"] (Slot::Vec(2, Class::B16)) <- (reg(Ty::B32)) Pure;
    Pack32 {} = ["mov.b64"] (reg(Ty::B64)) <- (Slot::Vec(2, Class::B32)) Pure;
    Unpack32 {} = ["mov.b64"] (Slot::Vec(2, Class::B32)) <- (reg(Ty::B64)) Pure;
    /// Zero to two registers, which the hardware writes at once.
    ZeroPair {} = ["mov.b64"] (Slot::Vec(2, Class::B32)) <- (Slot::Imm) Pure;
    Cvt { round: Round, ftz: Ftz, sat: Saturate, to: Ty, from: Ty }
        = ["cvt", round, ftz, sat, to, from] (reg(to)) <- (reg(from)) Pure;
    /// Two f32 to a pair of narrower ones; the *first* operand becomes the high half.
    CvtPair { round: Round, sat: Saturate, to: Ty }
        = ["cvt", round, sat, to, ".f32"] (reg(to)) <- (reg(Ty::F32), reg(Ty::F32)) Pure;
    /// A pair of fp8 to a pair of f16, or back.
    CvtPairs { round: Round, sat: Saturate, to: Ty, from: Ty }
        = ["cvt", round, sat, to, from] (reg(to)) <- (reg(from)) Pure;
    /// The generic address of a variable of a space.
    Cvta { space: Space } = ["cvta", space, ".u64"] (reg(Ty::U64)) <- (reg(Ty::U64)) Pure;

    // Integers.
    Add { ty: Ty } = ["add", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Sub { ty: Ty } = ["sub", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Mul { part: Part, ty: Ty } = ["mul", part, ty] (reg(product(part, ty))) <- (val(ty), val(ty)) Pure;
    Mad { part: Part, ty: Ty } = ["mad", part, ty]
        (reg(product(part, ty))) <- (val(ty), val(ty), val(product(part, ty))) Pure;
    Div { ty: Ty } = ["div", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Rem { ty: Ty } = ["rem", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Neg { ty: Ty } = ["neg", ty] (reg(ty)) <- (val(ty)) Pure;
    Min { ty: Ty } = ["min", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Max { ty: Ty } = ["max", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    And { ty: Ty } = ["and", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Or { ty: Ty } = ["or", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Xor { ty: Ty } = ["xor", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Not { ty: Ty } = ["not", ty] (reg(ty)) <- (val(ty)) Pure;
    Shl { ty: Ty } = ["shl", ty] (reg(ty)) <- (val(ty), val(Ty::U32)) Pure;
    Shr { ty: Ty } = ["shr", ty] (reg(ty)) <- (val(ty), val(Ty::U32)) Pure;
    /// Field extraction: value, position, length; signed types extend the sign.
    Bfe { ty: Ty } = ["bfe", ty] (reg(ty)) <- (val(ty), val(Ty::U32), val(Ty::U32)) Pure;
    /// Field insertion: field, value, position, length.
    Bfi { ty: Ty } = ["bfi", ty]
        (reg(ty)) <- (val(ty), val(ty), val(Ty::U32), val(Ty::U32)) Pure;
    /// Four bytes picked from eight by the nibbles of the last operand.
    Prmt {} = ["prmt.b32"] (reg(Ty::B32)) <- (val(Ty::B32), val(Ty::B32), val(Ty::U32)) Pure;
    /// Bitwise function of three operands, given by its truth table.
    Lop3 {} = ["lop3.b32"]
        (reg(Ty::B32)) <- (val(Ty::B32), val(Ty::B32), val(Ty::B32), Slot::Imm) Pure;

    // Floats.
    AddF { round: Round, ftz: Ftz, ty: Ty } = ["add", round, ftz, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    SubF { round: Round, ftz: Ftz, ty: Ty } = ["sub", round, ftz, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    MulF { round: Round, ftz: Ftz, ty: Ty } = ["mul", round, ftz, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Fma { round: Round, ftz: Ftz, ty: Ty } = ["fma", round, ftz, ty]
        (reg(ty)) <- (val(ty), val(ty), val(ty)) Pure;
    /// Clamped to [0, 1]; NaN gives 0.
    FmaSat {} = ["fma.rn.sat.f32"] (reg(Ty::F32)) <- (val(Ty::F32), val(Ty::F32), val(Ty::F32)) Pure;
    DivF { round: Round, ftz: Ftz, ty: Ty } = ["div", round, ftz, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Rcp { round: Round, ftz: Ftz, ty: Ty } = ["rcp", round, ftz, ty] (reg(ty)) <- (val(ty)) Pure;
    Sqrt { round: Round, ftz: Ftz, ty: Ty } = ["sqrt", round, ftz, ty] (reg(ty)) <- (val(ty)) Pure;
    Rsqrt { ftz: Ftz, ty: Ty } = ["rsqrt.approx", ftz, ty] (reg(ty)) <- (val(ty)) Pure;
    NegF { ftz: Ftz, ty: Ty } = ["neg", ftz, ty] (reg(ty)) <- (val(ty)) Pure;
    AbsF { ftz: Ftz, ty: Ty } = ["abs", ftz, ty] (reg(ty)) <- (val(ty)) Pure;
    MinF { ftz: Ftz, nan: NanMode, ty: Ty } = ["min", ftz, nan, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    MaxF { ftz: Ftz, nan: NanMode, ty: Ty } = ["max", ftz, nan, ty] (reg(ty)) <- (val(ty), val(ty)) Pure;
    Ex2 { ftz: Ftz } = ["ex2.approx", ftz, ".f32"] (reg(Ty::F32)) <- (val(Ty::F32)) Pure;
    Lg2 { ftz: Ftz } = ["lg2.approx", ftz, ".f32"] (reg(Ty::F32)) <- (val(Ty::F32)) Pure;
    SinApprox {} = ["sin.approx.f32"] (reg(Ty::F32)) <- (val(Ty::F32)) Pure;
    CosApprox {} = ["cos.approx.f32"] (reg(Ty::F32)) <- (val(Ty::F32)) Pure;
    TanhApprox {} = ["tanh.approx.f32"] (reg(Ty::F32)) <- (val(Ty::F32)) Pure;
    /// Magnitude of the second operand with the sign of the first.
    CopySign { ty: Ty } = ["copysign", ty] (reg(ty)) <- (val(ty), val(ty)) Pure;

    // Comparison and selection.
    Setp { cmp: Cmp, ftz: Ftz, ty: Ty } = ["setp", cmp, ftz, ty] (reg(Ty::Pred)) <- (val(ty), val(ty)) Pure;
    Selp { ty: Ty } = ["selp", ty] (reg(ty)) <- (val(ty), val(ty), reg(Ty::Pred)) Pure;

    // Memory.
    LdParam { ty: Ty } = ["ld.param", ty] (reg(ty)) <- (Slot::Mem) Pure;
    Ld { sem: Sem, scope: Scope, space: Space, cache: Cache, vector: Vector, ty: Ty }
        = ["ld", sem, scope, space, cache, vector, ty] (vector_regs(vector, ty)) <- (Slot::Mem) Reads;
    St { sem: Sem, scope: Scope, space: Space, cache: Cache, vector: Vector, ty: Ty }
        = ["st", sem, scope, space, cache, vector, ty] () <- (Slot::Mem, vector_regs(vector, ty)) Writes;
    /// Read-modify-write; the result is the old value.
    Atom { sem: Sem, scope: Scope, space: Space, op: AtomOp, noftz: NoFtz, ty: Ty }
        = ["atom", sem, scope, space, op, noftz, ty] (reg(ty)) <- (Slot::Mem, reg(ty)) Writes;
    /// Compare and swap: address, expected, new.
    AtomCas { sem: Sem, scope: Scope, space: Space, ty: Ty }
        = ["atom", sem, scope, space, ".cas", ty] (reg(ty)) <- (Slot::Mem, reg(ty), reg(ty)) Writes;
    /// Read-modify-write without a result.
    Red { sem: Sem, scope: Scope, space: Space, op: AtomOp, noftz: NoFtz, ty: Ty }
        = ["red", sem, scope, space, op, noftz, ty] () <- (Slot::Mem, reg(ty)) Writes;
    Fence { sem: Sem, scope: Scope } = ["fence", sem, scope] () <- () Writes;
    /// Orders accesses of one place through different virtual addresses.
    FenceProxyAlias {} = ["fence.proxy.alias"] () <- () Writes;
    /// Grids that depend on this one may start.
    GridLaunchDependents {} = ["griddepcontrol.launch_dependents"] () <- () Writes;
    /// Waits for the grids that this one depends on, and sees what they wrote.
    GridWait {} = ["griddepcontrol.wait"] () <- () Writes;
    /// 16 bytes from global to shared memory, without registers: destination, source, bytes to
    /// read (fewer than 16: the rest becomes zero).
    CpAsync {} = ["cp.async.cg.shared.global"]
        () <- (Slot::Mem, Slot::Mem, Slot::Imm, val(Ty::U32)) Writes;
    /// The same for 4 or 8 bytes.
    CpAsyncSmall {} = ["cp.async.ca.shared.global"]
        () <- (Slot::Mem, Slot::Mem, Slot::Imm, val(Ty::U32)) Writes;
    CpAsyncCommit {} = ["cp.async.commit_group"] () <- () Writes;
    /// Waits until at most this many of the youngest groups are in flight.
    CpAsyncWait {} = ["cp.async.wait_group"] () <- (Slot::Imm) Writes;

    // Bulk copies and the barriers that count them.
    /// Address, number of arrivals that end a phase.
    MbarrierInit {} = ["mbarrier.init.shared::cta.b64"] () <- (Slot::Mem, val(Ty::U32)) Writes;
    /// Makes the initialisation visible to the copy engine.
    MbarrierInitFence {} = ["fence.mbarrier_init.release.cluster"] () <- () Writes;
    MbarrierArrive {} = ["mbarrier.arrive.shared::cta.b64"] () <- (Slot::Sink, Slot::Mem) Writes;
    /// Arrives so often.
    MbarrierArriveCount {} = ["mbarrier.arrive.shared::cta.b64"]
        () <- (Slot::Sink, Slot::Mem, val(Ty::U32)) Writes;
    /// Arrives, and the phase ends only after that many bytes more.
    MbarrierExpect {} = ["mbarrier.arrive.expect_tx.shared::cta.b64"]
        () <- (Slot::Sink, Slot::Mem, val(Ty::U32)) Writes;
    /// Whether the phase of a parity has ended; it waits a while before it says no.
    MbarrierTryWait {} = ["mbarrier.try_wait.parity.shared::cta.b64"]
        (reg(Ty::Pred)) <- (Slot::Mem, val(Ty::U32)) Writes;
    /// A box of a tensor to shared memory: destination, box, barrier that counts the bytes.
    BulkTensorLoad { rank: TensorRank }
        = ["cp.async.bulk.tensor", rank, ".shared::cluster.global.tile.mbarrier::complete_tx::bytes"]
        () <- (Slot::Mem, Slot::Tensor(rank.count()), Slot::Mem) Writes;
    /// Parts of four rows of a tensor to shared memory, one behind the other: destination; map, first column and the four
    /// rows; barrier that counts the bytes.
    BulkTensorGather {}
        = ["cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes"]
        () <- (Slot::Mem, Slot::Tensor(5), Slot::Mem) Writes;
    /// A box of a tensor to the L2 cache.
    BulkTensorPrefetch { rank: TensorRank }
        = ["cp.async.bulk.prefetch.tensor", rank, ".L2.global.tile"]
        () <- (Slot::Tensor(rank.count())) Writes;
    /// The same as the load to the shared memory of each CTA of the cluster whose bit is set in the last operand,
    /// at the same place; each one's barrier counts its bytes.
    BulkTensorMulticast { rank: TensorRank }
        = ["cp.async.bulk.tensor", rank,
            ".shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"]
        () <- (Slot::Mem, Slot::Tensor(rank.count()), Slot::Mem, Slot::Imm) Writes;
    /// Combines bytes of shared memory with as many of global memory: destination, source, bytes.
    BulkReduce { op: AtomOp, noftz: NoFtz, ty: Ty }
        = ["cp.reduce.async.bulk.global.shared::cta.bulk_group", op, noftz, ty]
        () <- (Slot::Mem, Slot::Mem, val(Ty::U32)) Writes;
    /// What this thread has issued since the last commit becomes a group.
    BulkCommit {} = ["cp.async.bulk.commit_group"] () <- () Writes;
    /// Waits until at most this many of the thread's youngest groups have not read their sources.
    BulkWaitRead {} = ["cp.async.bulk.wait_group.read"] () <- (Slot::Imm) Writes;
    /// Waits until at most this many of the thread's youngest groups are not complete.
    BulkWait {} = ["cp.async.bulk.wait_group"] () <- (Slot::Imm) Writes;
    /// The address of the same place in the shared memory of another CTA of the cluster, by its rank.
    Mapa {} = ["mapa.shared::cluster.u32"] (reg(Ty::U32)) <- (reg(Ty::U32), val(Ty::U32)) Pure;
    /// Arrives at a barrier of any CTA of the cluster.
    MbarrierArriveCluster {} = ["mbarrier.arrive.shared::cluster.b64"]
        () <- (Slot::Sink, Slot::Mem) Writes;
    /// What ordinary stores to shared memory wrote becomes visible to bulk copies and `wgmma`.
    FenceProxyAsync {} = ["fence.proxy.async.shared::cta"] () <- () Writes;
    /// The same of accesses to all memory.
    FenceProxyAsyncAll {} = ["fence.proxy.async"] () <- () Writes;
    /// A field of a tensor map in shared memory.
    TensorMapField { field: TensorMapField, ty: Ty }
        = ["tensormap.replace.tile", field, ".shared::cta.b1024", ty] () <- (Slot::Mem, val(ty)) Writes;
    /// A field that each dimension has: address, dimension, value.
    TensorMapDim { field: TensorMapDim, ty: Ty }
        = ["tensormap.replace.tile", field, ".shared::cta.b1024", ty]
        () <- (Slot::Mem, Slot::Imm, val(ty)) Writes;
    /// A tensor map from shared to global memory, by a whole warp: destination, source, bytes.
    TensorMapPublish {}
        = ["tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"]
        () <- (Slot::Mem, Slot::Mem, Slot::Imm) Writes;
    /// What this thread wrote to tensor maps in global memory goes before what a thread acquires.
    TensorMapRelease {} = ["fence.proxy.tensormap::generic.release.gpu"] () <- () Writes;
    /// The counterpart, in the thread that uses the map: address, bytes.
    TensorMapAcquire {} = ["fence.proxy.tensormap::generic.acquire.gpu"]
        () <- (Slot::Mem, Slot::Imm) Writes;

    // Other threads.
    /// How many registers each thread of the warpgroup has from here on; it waits until they are
    /// there.
    SetMaxRegisters { change: RegisterChange }
        = ["setmaxnreg", change, ".sync.aligned.u32"] () <- (Slot::Imm) Writes;
    /// Barrier of the whole CTA.
    BarSync {} = ["bar.sync"] () <- (Slot::Imm) Writes;
    /// Barrier of some warps: its number, how many threads take part.
    BarSyncCount {} = ["bar.sync"] () <- (val(Ty::B32), Slot::Imm) Writes;
    /// The same barriers, asking every thread for a predicate: any of them, or all.
    BarRed { op: AtomOp } = ["bar.red", op, ".pred"]
        (reg(Ty::Pred)) <- (Slot::Imm, reg(Ty::Pred)) Writes;
    BarRedCount { op: AtomOp } = ["bar.red", op, ".pred"]
        (reg(Ty::Pred)) <- (val(Ty::B32), Slot::Imm, reg(Ty::Pred)) Writes;
    /// Barrier of all threads of the cluster that have not left, in two steps.
    ClusterArrive {} = ["barrier.cluster.arrive.release"] () <- () Writes;
    ClusterWait {} = ["barrier.cluster.wait.acquire"] () <- () Writes;
    BarWarpSync {} = ["bar.warp.sync"] () <- (val(Ty::B32)) Writes;
    /// Value, lane or mask, clamp, member mask.
    Shfl { mode: ShflMode } = ["shfl.sync", mode, ".b32"]
        (reg(Ty::B32)) <- (reg(Ty::B32), val(Ty::U32), val(Ty::U32), val(Ty::B32)) Reads;
    Vote { mode: VoteMode } = ["vote.sync", mode, ".pred"]
        (reg(Ty::Pred)) <- (reg(Ty::Pred), val(Ty::B32)) Reads;
    /// Reduction of a whole warp.
    Redux { op: AtomOp, ty: Ty } = ["redux.sync", op, ty] (reg(ty)) <- (reg(ty), val(Ty::B32)) Reads;

    // Tensor cores.
    LdMatrix { matrices: Matrices, trans: Trans }
        = ["ldmatrix.sync.aligned.m8n8", matrices, trans, ".shared.b16"]
        (Slot::Vec(matrices.count(), Class::B32)) <- (Slot::Mem) Reads;
    StMatrix { matrices: Matrices, trans: Trans }
        = ["stmatrix.sync.aligned.m8n8", matrices, trans, ".shared.b16"]
        () <- (Slot::Mem, Slot::Vec(matrices.count(), Class::B32)) Writes;
    /// Registers written before may be read by the products that follow.
    WgmmaFence {} = ["wgmma.fence.sync.aligned"] () <- () Writes;
    WgmmaCommit {} = ["wgmma.commit_group.sync.aligned"] () <- () Writes;
    /// Waits until at most this many of the youngest groups are in flight.
    WgmmaWait {} = ["wgmma.wait_group.sync.aligned"] () <- (Slot::Imm) Writes;
    /// The product of a warpgroup, in flight until waited for. The accumulator is read and written
    /// in place; operands are the descriptors of A and B, whether to accumulate, and signs and
    /// transpositions.
    Wgmma { shape: WgmmaShape, d: Ty, a: Ty, b: Ty } = ["wgmma.mma_async.sync.aligned", shape, d, a, b]
        (wgmma_accumulator(shape, d))
        <- (reg(Ty::B64), reg(Ty::B64), reg(Ty::Pred), wgmma_immediates(a, false)) Writes;
    /// The same with A in registers.
    WgmmaRegs { shape: WgmmaShape, d: Ty, a: Ty, b: Ty }
        = ["wgmma.mma_async.sync.aligned", shape, d, a, b] (wgmma_accumulator(shape, d))
        <- (Slot::Vec(4, Class::B32), reg(Ty::B64), reg(Ty::Pred), wgmma_immediates(a, true)) Writes;
    /// Takes columns of tensor memory, by a warp, and writes their address to shared memory.
    Tcgen05Alloc {} = ["tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32"]
        () <- (Slot::Mem, Slot::Imm) Writes;
    /// The CTA takes no more of them.
    Tcgen05Relinquish {} = ["tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned"] () <- () Writes;
    Tcgen05Dealloc {} = ["tcgen05.dealloc.cta_group::1.sync.aligned.b32"]
        () <- (reg(Ty::B32), Slot::Imm) Writes;
    /// A product that one thread issues: accumulator in tensor memory, descriptors of A, B and the
    /// instruction, whether to accumulate.
    Tcgen05Mma { kind: MmaKind } = ["tcgen05.mma.cta_group::1", kind]
        () <- (Slot::Mem, reg(Ty::B64), reg(Ty::B64), reg(Ty::B32), reg(Ty::Pred)) Writes;
    /// The same with A in tensor memory, after the accumulator.
    Tcgen05MmaTensor { kind: MmaKind } = ["tcgen05.mma.cta_group::1", kind]
        () <- (Slot::Mem, Slot::Mem, reg(Ty::B64), reg(Ty::B32), reg(Ty::Pred)) Writes;
    /// The same with scales in tensor memory, before the predicate those of A and of B.
    Tcgen05MmaScaled { kind: BlockScaleKind } = ["tcgen05.mma.cta_group::1", kind]
        () <- (Slot::Mem, reg(Ty::B64), reg(Ty::B64), reg(Ty::B32), Slot::Mem, Slot::Mem, reg(Ty::Pred)) Writes;
    Tcgen05MmaTensorScaled { kind: BlockScaleKind } = ["tcgen05.mma.cta_group::1", kind]
        () <- (Slot::Mem, Slot::Mem, reg(Ty::B64), reg(Ty::B32), Slot::Mem, Slot::Mem, reg(Ty::Pred)) Writes;
    /// An mbarrier gets an arrival when the products that this thread has issued are done.
    Tcgen05Commit {} = ["tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64"]
        () <- (Slot::Mem) Writes;
    Tcgen05Fence { side: FenceSide } = ["tcgen05.fence", side] () <- () Writes;
    /// Sixteen lanes of tensor memory, 8 columns at a time, to the registers of a warp: the
    /// fragments of an accumulator.
    Tcgen05Ld { times: Times } = ["tcgen05.ld.sync.aligned.16x256b", times, ".b32"]
        (Slot::Vec(4 * times.0, Class::B32)) <- (Slot::Mem) Reads;
    Tcgen05St { times: Times } = ["tcgen05.st.sync.aligned.16x256b", times, ".b32"]
        () <- (Slot::Mem, Slot::Vec(4 * times.0, Class::B32)) Writes;
    /// The same with 4 columns at a time: the fragments of an A operand.
    Tcgen05StFactor { times: Times } = ["tcgen05.st.sync.aligned.16x128b", times, ".b32"]
        () <- (Slot::Mem, Slot::Vec(2 * times.0, Class::B32)) Writes;
    /// A column for each register, to all lanes of a warp: scales of blocks.
    Tcgen05StScales { times: Times } = ["tcgen05.st.sync.aligned.32x32b", times, ".b32"]
        () <- (Slot::Mem, Slot::Vec(times.0, Class::B32)) Writes;
    Tcgen05Wait { what: TensorAccess } = ["tcgen05.wait", what, ".sync.aligned"] () <- () Writes;
    Mma { shape: MmaShape, d: Ty, a: Ty, b: Ty, c: Ty, sat: Saturate }
        = ["mma.sync.aligned", shape, ".row.col", sat, d, a, b, c]
        (mma_registers(shape, a, d).2)
        <- (mma_registers(shape, a, c).0, mma_registers(shape, a, c).1, mma_registers(shape, a, c).2) Pure;
    /// The same of f32 with a scale for each block along K, after the accumulator those of A and of B.
    MmaScaled { shape: MmaShape, kind: ScaledKind, ab: Ty, scale: Ty }
        = ["mma.sync.aligned", shape, ".row.col", kind, ".f32", ab, ab, ".f32", scale]
        (mma_registers(shape, ab, Ty::F32).2)
        <- (mma_registers(shape, ab, Ty::F32).0, mma_registers(shape, ab, Ty::F32).1,
            mma_registers(shape, ab, Ty::F32).2, reg(Ty::B32), Slot::Selector, reg(Ty::B32), Slot::Selector) Pure;

    // Control.
    Bra { uniform: Uniform } = ["bra", uniform] () <- (Slot::Label) Branches;
    Ret {} = ["ret"] () <- () Branches;
    Trap {} = ["trap"] () <- () Writes;
    /// `vprintf(format, arguments)` with generic addresses.
    CallVprintf {} = ["call.uni vprintf"] () <- (reg(Ty::U64), reg(Ty::U64)) Writes;
    /// `__assertfail(message, file, line, function, size of a character)`, which does not return.
    CallAssertFail {} = ["call.uni __assertfail"] () <- (reg(Ty::U64), reg(Ty::U64), reg(Ty::U32),
        reg(Ty::U64), reg(Ty::U64)) Writes;
}

impl Op {
    /// A load that nothing orders, into one register or several.
    pub fn load(space: Space, vector: Vector, ty: Ty) -> Op {
        let (sem, scope, cache) = (Sem::Weak, Scope::None, Cache::Default);
        Op::Ld { sem, scope, space, cache, vector, ty }
    }

    /// The same of a store.
    pub fn store(space: Space, vector: Vector, ty: Ty) -> Op {
        let (sem, scope, cache) = (Sem::Weak, Scope::None, Cache::Default);
        Op::St { sem, scope, space, cache, vector, ty }
    }

    /// Whether nothing runs on from it, where it is executed and does not branch.
    pub fn ends_control(&self) -> bool {
        matches!(self, Op::Ret {} | Op::Trap {})
    }

    /// Whether threads of a CTA wait for each other.
    pub fn is_barrier(&self) -> bool {
        matches!(
            self,
            Op::BarSync {} | Op::BarSyncCount {} | Op::BarRed { .. } | Op::BarRedCount { .. }
        )
    }
}

/// Whether an instruction is executed: if (or unless) a predicate holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    pub pred: Reg,
    /// `@!p` instead of `@p`.
    pub negated: bool,
}

/// An instruction with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    pub guard: Option<Guard>,
    pub op: Op,
    pub results: SmallVec<[Operand; 1]>,
    pub operands: SmallVec<[Operand; 3]>,
    /// What it comes from.
    pub span: Span,
}

/// One line of a kernel's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    Inst(Inst),
    Label(Label),
    /// `// text`
    Comment(String),
    /// What follows comes from there.
    Source(Span),
}
