//! The types that every program has: those of [basic.fundamental], the formats of the tile extensions among them.

use super::{Ty, TyKind};

/// The types that every program has, under fixed ids.
macro_rules! fixed_types {
    ($($(#[$doc:meta])* $name:ident = $kind:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Fixed { $($name),* }
        impl Ty {
            $($(#[$doc])* pub const $name: Ty = Ty(Fixed::$name as u32);)*
        }
        pub(super) const FIXED: &[TyKind] = &[$($kind),*];
    };
}

fixed_types! {
    ERROR = TyKind::Error;
    VOID = TyKind::Void;
    NULLPTR = TyKind::NullPtr;
    BOOL = TyKind::Bool;
    CHAR = TyKind::Int(IntKind::Char);
    SCHAR = TyKind::Int(IntKind::SChar);
    UCHAR = TyKind::Int(IntKind::UChar);
    CHAR8 = TyKind::Int(IntKind::Char8);
    CHAR16 = TyKind::Int(IntKind::Char16);
    CHAR32 = TyKind::Int(IntKind::Char32);
    WCHAR = TyKind::Int(IntKind::WChar);
    SHORT = TyKind::Int(IntKind::Short);
    USHORT = TyKind::Int(IntKind::UShort);
    INT = TyKind::Int(IntKind::Int);
    UINT = TyKind::Int(IntKind::UInt);
    LONG = TyKind::Int(IntKind::Long);
    ULONG = TyKind::Int(IntKind::ULong);
    LLONG = TyKind::Int(IntKind::LongLong);
    ULLONG = TyKind::Int(IntKind::ULongLong);
    INT128 = TyKind::Int(IntKind::Int128);
    UINT128 = TyKind::Int(IntKind::UInt128);
    F16 = TyKind::Float(FloatKind::F16);
    BF16 = TyKind::Float(FloatKind::BF16);
    TF32 = TyKind::Float(FloatKind::TF32);
    E4M3 = TyKind::Float(FloatKind::E4M3);
    E5M2 = TyKind::Float(FloatKind::E5M2);
    E8M0 = TyKind::Float(FloatKind::E8M0);
    UE5M3 = TyKind::Float(FloatKind::UE5M3);
    E2M1 = TyKind::Float(FloatKind::E2M1);
    FLOAT = TyKind::Float(FloatKind::F32);
    DOUBLE = TyKind::Float(FloatKind::F64);
    /// The same values as `double` on the device, yet a type of its own.
    LONG_DOUBLE = TyKind::Float(FloatKind::LongDouble);
}

impl Ty {
    /// `std::size_t`
    pub const SIZE: Ty = Ty::ULONG;
    /// `std::ptrdiff_t`
    pub const PTRDIFF: Ty = Ty::LONG;
}

/// The integer types but `bool` ([basic.fundamental]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Char8,
    Char16,
    Char32,
    WChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Width in bits on the device (LP64).
    pub fn bits(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => 8,
            Char16 | Short | UShort => 16,
            Char32 | WChar | Int | UInt => 32,
            Long | ULong | LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    pub fn is_signed(self) -> bool {
        use IntKind::*;
        match self {
            Char | SChar | WChar | Short | Int | Long | LongLong | Int128 => true,
            UChar | Char8 | Char16 | Char32 | UShort | UInt | ULong | ULongLong | UInt128 => false,
        }
    }

    /// Integer conversion rank ([conv.rank]); larger is higher.
    pub fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => 1,
            Char16 | Short | UShort => 2,
            Char32 | WChar | Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The unsigned type of the same rank ([conv.rank]/1.3).
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => UChar,
            Char16 | Short | UShort => UShort,
            Char32 | WChar | Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
        }
    }

    /// The signed type of the same rank.
    pub fn to_signed(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar | Char8 => SChar,
            Char16 | Short | UShort => Short,
            Char32 | WChar | Int | UInt => Int,
            Long | ULong => Long,
            LongLong | ULongLong => LongLong,
            Int128 | UInt128 => Int128,
        }
    }

    /// `char8_t`, `char16_t`, `char32_t`, `wchar_t` and the plain `char`: no standard integer
    /// type, whatever its width.
    pub fn is_character(self) -> bool {
        use IntKind::*;
        matches!(self, Char | Char8 | Char16 | Char32 | WChar)
    }
}

/// The floating-point types, those of the tile extensions included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    F16,
    BF16,
    TF32,
    E4M3,
    E5M2,
    E8M0,
    UE5M3,
    /// Four bits, in a byte of their own.
    E2M1,
    F32,
    F64,
    LongDouble,
}

impl FloatKind {
    /// Width of the storage in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::E4M3
            | FloatKind::E5M2
            | FloatKind::E8M0
            | FloatKind::UE5M3
            | FloatKind::E2M1 => 8,
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::TF32 | FloatKind::F32 => 32,
            FloatKind::F64 | FloatKind::LongDouble => 64,
        }
    }
}
