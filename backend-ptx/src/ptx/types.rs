//! The modifiers of PTX instructions: types, rounding, comparison, memory order and the like.
//!
//! Each prints itself as the suffix it is in a mnemonic, through [`Suffix`].

use crate::ptx::regs::Class;

/// Something that appends itself to a mnemonic.
pub trait Suffix {
    fn write(&self, out: &mut String);
}

impl Suffix for &str {
    fn write(&self, out: &mut String) {
        out.push_str(self);
    }
}

/// An enum whose variants are mnemonic suffixes.
macro_rules! suffixes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl Suffix for $name {
            fn write(&self, out: &mut String) {
                out.push_str(match self { $($name::$variant => $text,)* });
            }
        }
    )*};
}

suffixes! {
    /// Type of an operand.
    Ty {
        Pred = ".pred",
        B8 = ".b8", B16 = ".b16", B32 = ".b32", B64 = ".b64",
        U8 = ".u8", U16 = ".u16", U32 = ".u32", U64 = ".u64",
        S8 = ".s8", S16 = ".s16", S32 = ".s32", S64 = ".s64",
        F16 = ".f16", Bf16 = ".bf16", F32 = ".f32", Tf32 = ".tf32", F64 = ".f64",
        F16x2 = ".f16x2", Bf16x2 = ".bf16x2",
        E4m3 = ".e4m3", E5m2 = ".e5m2", E4m3x2 = ".e4m3x2", E5m2x2 = ".e5m2x2",
        /// Scale factors of block-scaled products: powers of two.
        Ue8m0x2 = ".ue8m0x2",
        E2m1x2 = ".e2m1x2",
        /// Elements and scales of block-scaled products.
        E2m1 = ".e2m1", Ue8m0 = ".ue8m0", Ue4m3 = ".ue4m3",
    }
    /// Rounding of a floating-point result, or nothing where the operation is exact.
    Round {
        None = "",
        Nearest = ".rn", Zero = ".rz", Down = ".rm", Up = ".rp",
        /// To nearest, ties away from zero (tf32 only).
        NearestAway = ".rna",
        /// To an integral value.
        NearestInt = ".rni", ZeroInt = ".rzi", DownInt = ".rmi", UpInt = ".rpi",
        /// An approximation, with no rounding promised.
        Approx = ".approx",
        /// Division within 2 ulp over the full range.
        Full = ".full",
    }
    /// What happens to subnormal f32 inputs and results.
    Ftz { Keep = "", Flush = ".ftz", }
    /// Whether a result is clamped to the range of its type.
    Saturate { No = "", Yes = ".sat", Finite = ".satfinite", }
    /// What min and max do about NaN.
    NanMode { Ignore = "", Propagate = ".NaN", }
    /// Which part of a product is wanted.
    Part { Lo = ".lo", Hi = ".hi", Wide = ".wide", }
    /// Comparison. The `U` forms of floats are true when an operand is NaN.
    Cmp {
        Eq = ".eq", Ne = ".ne", Lt = ".lt", Le = ".le", Gt = ".gt", Ge = ".ge",
        Equ = ".equ", Neu = ".neu", Ltu = ".ltu", Leu = ".leu", Gtu = ".gtu", Geu = ".geu",
        Nan = ".nan", Num = ".num",
    }
    /// State space. `Generic` addresses carry their space in their value.
    Space {
        Generic = "", Global = ".global", Shared = ".shared", SharedCluster = ".shared::cluster",
        Param = ".param", Const = ".const", Local = ".local",
    }
    /// Memory ordering of one access.
    Sem {
        /// An ordinary access, which prints nothing.
        Weak = "", Relaxed = ".relaxed", Acquire = ".acquire", Release = ".release",
        AcqRel = ".acq_rel", SeqCst = ".sc",
    }
    /// The threads among which a strong access is ordered.
    Scope { None = "", Cta = ".cta", Cluster = ".cluster", Gpu = ".gpu", Sys = ".sys", }
    /// How many elements one access moves.
    Vector { One = "", V2 = ".v2", V4 = ".v4", V8 = ".v8", }
    /// Cache hint of a load or store.
    Cache { Default = "", Streaming = ".cs", NoL1 = ".cg", ReadOnly = ".nc", }
    /// What an atomic operation does.
    AtomOp {
        Add = ".add", Min = ".min", Max = ".max", And = ".and", Or = ".or", Xor = ".xor",
        Exch = ".exch", Cas = ".cas",
    }
    /// Required on f16 and bf16 atomics, which never flush.
    NoFtz { No = "", Yes = ".noftz", }
    /// Which lane a shuffle reads.
    ShflMode { Bfly = ".bfly", Up = ".up", Down = ".down", Idx = ".idx", }
    /// What a vote asks.
    VoteMode { All = ".all", Any = ".any", }
    /// Shape of a `mma.sync`.
    MmaShape {
        M16N8K4 = ".m16n8k4", M16N8K8 = ".m16n8k8", M16N8K16 = ".m16n8k16",
        M16N8K32 = ".m16n8k32", M16N8K64 = ".m16n8k64", M8N8K4 = ".m8n8k4",
    }
    /// Formats of a block-scaled `mma.sync`, and how many scales it takes of each row or column.
    ScaledKind {
        Mxf8f6f4X1 = ".kind::mxf8f6f4.block_scale.scale_vec::1X",
        Mxf4nvf4X2 = ".kind::mxf4nvf4.block_scale.scale_vec::2X",
        Mxf4nvf4X4 = ".kind::mxf4nvf4.block_scale.scale_vec::4X",
    }
    /// Number of 8x8 matrices of an `ldmatrix` or `stmatrix`.
    Matrices { X1 = ".x1", X2 = ".x2", X4 = ".x4", }
    /// Whether matrices are transposed on the way.
    Trans { No = "", Yes = ".trans", }
    /// Number of dimensions of a tensor map.
    TensorRank { R1 = ".1d", R2 = ".2d", R3 = ".3d", R4 = ".4d", R5 = ".5d", }
    /// Formats of the operands of a `tcgen05.mma`; the instruction descriptor tells more.
    MmaKind { F16 = ".kind::f16", Tf32 = ".kind::tf32", F8 = ".kind::f8f6f4", I8 = ".kind::i8", }
    /// Formats of the operands and the scales of a `tcgen05.mma` with scales for blocks along K: of 32 bytes, of 32
    /// halves of bytes, of 16 halves of bytes.
    BlockScaleKind {
        Mxf8f6f4 = ".kind::mxf8f6f4.block_scale",
        Mxf4 = ".kind::mxf4.block_scale",
        Mxf4nvf4 = ".kind::mxf4nvf4.block_scale.block16",
    }
    /// Which accesses to tensor memory are waited for.
    TensorAccess { Load = "::ld", Store = "::st", }
    /// On which side of a synchronisation a fence of `tcgen05` stands.
    FenceSide { Before = "::before_thread_sync", After = "::after_thread_sync", }
    /// Which way a warpgroup's share of the registers changes.
    RegisterChange { Less = ".dec", More = ".inc", }
    /// A field of a tensor map.
    TensorMapField {
        Address = ".global_address", Rank = ".rank", Elem = ".elemtype",
        Interleave = ".interleave_layout", Swizzle = ".swizzle_mode", Fill = ".fill_mode",
    }
    /// A field of each dimension of a tensor map.
    TensorMapDim {
        Box = ".box_dim", Extent = ".global_dim", Stride = ".global_stride",
        Step = ".element_stride",
    }
    /// Whether all active threads of a warp are known to branch alike.
    Uniform { No = "", Yes = ".uni", }
}

impl Ty {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Ty::Pred => 1,
            Ty::E2m1 => 4,
            Ty::B8 | Ty::U8 | Ty::S8 | Ty::E4m3 | Ty::E5m2 | Ty::E2m1x2 => 8,
            Ty::Ue8m0 | Ty::Ue4m3 => 8,
            Ty::B16 | Ty::U16 | Ty::S16 | Ty::F16 | Ty::Bf16 => 16,
            Ty::E4m3x2 | Ty::E5m2x2 | Ty::Ue8m0x2 => 16,
            Ty::B32 | Ty::U32 | Ty::S32 | Ty::F32 | Ty::Tf32 | Ty::F16x2 | Ty::Bf16x2 => 32,
            Ty::B64 | Ty::U64 | Ty::S64 | Ty::F64 => 64,
        }
    }

    /// The registers that hold it. Bytes live in 32-bit registers, whose upper bits are then
    /// unspecified.
    pub fn class(self) -> Class {
        match self.bits() {
            1 => Class::Pred,
            4 | 8 => Class::B32,
            16 => Class::B16,
            32 => Class::B32,
            _ => Class::B64,
        }
    }

    /// Whether a constant of this type can be written in an instruction.
    pub fn has_immediates(self) -> bool {
        match self {
            Ty::Pred | Ty::F16 | Ty::Bf16 | Ty::F16x2 | Ty::Bf16x2 => false,
            Ty::E4m3 | Ty::E5m2 | Ty::E4m3x2 | Ty::E5m2x2 | Ty::Ue8m0x2 | Ty::E2m1x2 => false,
            Ty::E2m1 | Ty::Ue8m0 | Ty::Ue4m3 => false,
            Ty::B8 | Ty::B16 | Ty::B32 | Ty::B64 | Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64 => true,
            Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64 | Ty::F32 | Ty::Tf32 | Ty::F64 => true,
        }
    }

    /// The untyped bits of this width.
    pub fn untyped(self) -> Ty {
        match self.bits() {
            1 => Ty::Pred,
            4 | 8 => Ty::B8,
            16 => Ty::B16,
            32 => Ty::B32,
            _ => Ty::B64,
        }
    }
}

/// Shape of a `wgmma`, whose M is always 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WgmmaShape {
    pub n: u32,
    pub k: u32,
}

impl Suffix for WgmmaShape {
    fn write(&self, out: &mut String) {
        out.push_str(&format!(".m64n{}k{}", self.n, self.k));
    }
}

/// How often the shape of a `tcgen05.ld` or `.st` is repeated along the columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Times(pub u32);

impl Suffix for Times {
    fn write(&self, out: &mut String) {
        out.push_str(&format!(".x{}", self.0));
    }
}

impl TensorRank {
    pub fn of(rank: usize) -> Option<TensorRank> {
        const RANKS: [TensorRank; 5] =
            [TensorRank::R1, TensorRank::R2, TensorRank::R3, TensorRank::R4, TensorRank::R5];
        RANKS.get(rank.checked_sub(1)?).copied()
    }

    pub fn count(self) -> u32 {
        self as u32 + 1
    }
}

impl Vector {
    pub fn of(count: u32) -> Option<Vector> {
        match count {
            1 => Some(Vector::One),
            2 => Some(Vector::V2),
            4 => Some(Vector::V4),
            8 => Some(Vector::V8),
            _ => None,
        }
    }

    pub fn count(self) -> u32 {
        match self {
            Vector::One => 1,
            Vector::V2 => 2,
            Vector::V4 => 4,
            Vector::V8 => 8,
        }
    }
}

impl Matrices {
    pub fn count(self) -> u32 {
        match self {
            Matrices::X1 => 1,
            Matrices::X2 => 2,
            Matrices::X4 => 4,
        }
    }
}

/// Special registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sreg {
    Tid,
    Lane,
    CtaId(Dim),
    NumCta(Dim),
    ClusterId(Dim),
    NumCluster(Dim),
    ClusterRank,
    SmId,
}

/// Component of a grid index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dim {
    X,
    Y,
    Z,
}

impl Sreg {
    pub fn name(self) -> String {
        let dotted = |base: &str, dim: Dim| {
            let dim = match dim {
                Dim::X => "x",
                Dim::Y => "y",
                Dim::Z => "z",
            };
            format!("%{base}.{dim}")
        };
        match self {
            Sreg::Tid => "%tid.x".into(),
            Sreg::Lane => "%laneid".into(),
            Sreg::CtaId(dim) => dotted("ctaid", dim),
            Sreg::NumCta(dim) => dotted("nctaid", dim),
            Sreg::ClusterId(dim) => dotted("clusterid", dim),
            Sreg::NumCluster(dim) => dotted("nclusterid", dim),
            Sreg::ClusterRank => "%cluster_ctarank".into(),
            Sreg::SmId => "%smid".into(),
        }
    }
}
