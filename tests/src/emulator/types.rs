//! Operand types and state spaces.

use ir::Signedness;
use ir::scalar::format::FloatFormat;
use ir::scalar::int::IntWidth;

macro_rules! types {
    ($($name:ident $text:literal $bits:literal $kind:ident;)*) => {
        /// A type of an operand.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Ty { $($name,)* }

        impl Ty {
            /// The type of a modifier, without its dot.
            pub fn named(text: &str) -> Option<Ty> {
                match text { $($text => Some(Ty::$name),)* _ => None }
            }

            /// Width of a value, all elements of a packed one together.
            pub fn bits(self) -> u32 {
                match self { $(Ty::$name => $bits,)* }
            }

            pub fn kind(self) -> Kind {
                match self { $(Ty::$name => Kind::$kind,)* }
            }
        }
    };
}

/// How the bits of a type are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Predicate,
    /// No arithmetic.
    Bits,
    Unsigned,
    Signed,
    Float,
    /// Two floats, the first in the low half.
    FloatPair,
}

types! {
    Pred "pred" 1 Predicate;
    B8 "b8" 8 Bits;
    B16 "b16" 16 Bits;
    B32 "b32" 32 Bits;
    B64 "b64" 64 Bits;
    B128 "b128" 128 Bits;
    U8 "u8" 8 Unsigned;
    U16 "u16" 16 Unsigned;
    U32 "u32" 32 Unsigned;
    U64 "u64" 64 Unsigned;
    S8 "s8" 8 Signed;
    S16 "s16" 16 Signed;
    S32 "s32" 32 Signed;
    S64 "s64" 64 Signed;
    F16 "f16" 16 Float;
    Bf16 "bf16" 16 Float;
    F32 "f32" 32 Float;
    Tf32 "tf32" 32 Float;
    F64 "f64" 64 Float;
    E4m3 "e4m3" 8 Float;
    E5m2 "e5m2" 8 Float;
    F16x2 "f16x2" 32 FloatPair;
    Bf16x2 "bf16x2" 32 FloatPair;
    E4m3x2 "e4m3x2" 16 FloatPair;
    E5m2x2 "e5m2x2" 16 FloatPair;
    Ue8m0x2 "ue8m0x2" 16 FloatPair;
    E2m1x2 "e2m1x2" 8 FloatPair;
    E2m1 "e2m1" 4 Float;
    Ue8m0 "ue8m0" 8 Float;
    Ue4m3 "ue4m3" 8 Float;
}

impl Ty {
    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    pub fn mask(self) -> u64 {
        if self.bits() >= 64 { u64::MAX } else { (1 << self.bits()) - 1 }
    }

    pub fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float | Kind::FloatPair)
    }

    pub fn is_signed(self) -> bool {
        self.kind() == Kind::Signed
    }

    pub fn signedness(self) -> Signedness {
        if self.is_signed() { Signedness::Signed } else { Signedness::Unsigned }
    }

    /// The width of an integer or untyped value.
    pub fn width(self) -> IntWidth {
        match self.bits() {
            1 => IntWidth::W1,
            8 => IntWidth::W8,
            16 => IntWidth::W16,
            32 => IntWidth::W32,
            _ => IntWidth::W64,
        }
    }

    /// The float format of a value, or of one element of a pair.
    pub fn format(self) -> Option<FloatFormat> {
        Some(match self {
            Ty::F16 | Ty::F16x2 => FloatFormat::F16,
            Ty::Bf16 | Ty::Bf16x2 => FloatFormat::Bf16,
            Ty::F32 => FloatFormat::F32,
            Ty::Tf32 => FloatFormat::Tf32,
            Ty::F64 => FloatFormat::F64,
            Ty::E4m3 | Ty::E4m3x2 => FloatFormat::E4M3,
            Ty::E5m2 | Ty::E5m2x2 => FloatFormat::E5M2,
            Ty::Ue8m0x2 | Ty::Ue8m0 => FloatFormat::E8M0,
            Ty::E2m1x2 | Ty::E2m1 => FloatFormat::E2M1,
            Ty::Ue4m3 => FloatFormat::E4M3,
            _ => return None,
        })
    }

    /// The mathematical value of integer bits.
    pub fn integer(self, bits: u64) -> i128 {
        ir::scalar::int::value(self.width(), self.signedness(), bits & self.mask())
    }

    /// Bits of a register that holds the value: narrow signed ones are extended.
    pub fn extended(self, bits: u64) -> u64 {
        if self.is_signed() { self.integer(bits) as u64 } else { bits & self.mask() }
    }
}

/// A state space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// The space is a part of the address.
    Generic,
    Global,
    /// Of the own CTA.
    Shared,
    /// Of any CTA of the cluster.
    SharedCluster,
    Const,
    Param,
    Local,
}

impl Space {
    /// The space of a directive or modifier, with its dot.
    pub fn named(text: &str) -> Option<Space> {
        Some(match text {
            ".global" => Space::Global,
            ".shared" | ".shared::cta" => Space::Shared,
            ".shared::cluster" => Space::SharedCluster,
            ".const" => Space::Const,
            ".param" | ".param::entry" | ".param::func" => Space::Param,
            ".local" => Space::Local,
            _ => return None,
        })
    }
}
