//! Attributes: what an instruction is told at compile time besides its operands.
//!
//! Enumerations are declared with their dialect keyword and bytecode number in one row each.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::entities::Global;
use crate::types::{Dims, Elem, Scalar};

macro_rules! attr_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        ///
        /// The declaration order is the bytecode number.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The keyword in Tile IR text.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            pub fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }

            /// The number in bytecode.
            pub fn number(self) -> u64 {
                self as u64
            }

            pub fn from_number(number: u64) -> Option<$name> {
                $name::ALL.get(usize::try_from(number).ok()?).copied()
            }
        }
    };
}

attr_enum! {
    /// How an operation reads the bits of a signless integer.
    Signedness { Unsigned "unsigned", Signed "signed", }
}

attr_enum! {
    /// What the producer promises about overflow; breaking the promise is undefined behaviour.
    Overflow {
        None "none",
        NoSignedWrap "no_signed_wrap",
        NoUnsignedWrap "no_unsigned_wrap",
        NoWrap "no_wrap",
    }
}

impl Overflow {
    pub fn no_signed_wrap(self) -> bool {
        matches!(self, Overflow::NoSignedWrap | Overflow::NoWrap)
    }

    pub fn no_unsigned_wrap(self) -> bool {
        matches!(self, Overflow::NoUnsignedWrap | Overflow::NoWrap)
    }
}

attr_enum! {
    /// Rounding of floating point results, of `ftoi` and of integer division.
    Rounding {
        NearestEven "nearest_even",
        Zero "zero",
        NegativeInf "negative_inf",
        PositiveInf "positive_inf",
        /// The hardware's fast approximation.
        Approx "approx",
        /// Full range with a small error.
        Full "full",
        NearestIntToZero "nearest_int_to_zero",
        /// To nearest, ties to the greater magnitude: conversions between floats alone.
        NearestAway "nearest_away",
    }
}

impl Rounding {
    /// The minor version of dialect 13 that introduced it.
    pub fn since(self) -> u32 {
        if self == Rounding::NearestAway { 4 } else { 1 }
    }

    /// The four modes of IEEE 754.
    pub fn is_ieee(self) -> bool {
        matches!(
            self,
            Rounding::NearestEven | Rounding::Zero | Rounding::NegativeInf | Rounding::PositiveInf
        )
    }
}

attr_enum! {
    CmpPredicate {
        Equal "equal",
        NotEqual "not_equal",
        LessThan "less_than",
        LessThanOrEqual "less_than_or_equal",
        GreaterThan "greater_than",
        GreaterThanOrEqual "greater_than_or_equal",
    }
}

impl CmpPredicate {
    /// The predicate `q` with `a p b == b q a`.
    pub fn swapped(self) -> CmpPredicate {
        match self {
            CmpPredicate::Equal => CmpPredicate::Equal,
            CmpPredicate::NotEqual => CmpPredicate::NotEqual,
            CmpPredicate::LessThan => CmpPredicate::GreaterThan,
            CmpPredicate::LessThanOrEqual => CmpPredicate::GreaterThanOrEqual,
            CmpPredicate::GreaterThan => CmpPredicate::LessThan,
            CmpPredicate::GreaterThanOrEqual => CmpPredicate::LessThanOrEqual,
        }
    }

    /// The predicate `q` with `a q b == !(a p b)`, for integers.
    pub fn negated(self) -> CmpPredicate {
        match self {
            CmpPredicate::Equal => CmpPredicate::NotEqual,
            CmpPredicate::NotEqual => CmpPredicate::Equal,
            CmpPredicate::LessThan => CmpPredicate::GreaterThanOrEqual,
            CmpPredicate::LessThanOrEqual => CmpPredicate::GreaterThan,
            CmpPredicate::GreaterThan => CmpPredicate::LessThanOrEqual,
            CmpPredicate::GreaterThanOrEqual => CmpPredicate::LessThan,
        }
    }
}

attr_enum! {
    /// What a float comparison says when an operand is NaN: false (ordered) or true (unordered).
    CmpOrdering { Unordered "unordered", Ordered "ordered", }
}

attr_enum! {
    MemoryOrdering {
        /// No synchronisation: no other thread may touch the memory meanwhile.
        Weak "weak",
        Relaxed "relaxed",
        Acquire "acquire",
        Release "release",
        AcqRel "acq_rel",
    }
}

attr_enum! {
    /// The threads that take part in the ordering; absent exactly for weak accesses.
    MemoryScope { TileBlock "tl_blk", Device "device", System "sys", }
}

attr_enum! {
    /// What `note` tells the sanitizer.
    Event {
        /// The lifetime of the object at the pointer begins, again perhaps.
        Begin "begin",
        /// It ends.
        End "end",
        /// The bytes at the pointer are those of a constant object from here on.
        Constant "immutable",
        /// The block of the restricted pointer ends.
        Leave "leave",
        /// Operands of an operator that are unsequenced begin: the first, the second, and their end.
        First "first",
        Second "second",
        Done "done",
        /// The evaluation reads or writes an object.
        Read "read",
        Write "write",
    }
}

attr_enum! {
    /// What `atomic_rmw_tko` computes.
    RmwMode {
        And "and",
        Or "or",
        Xor "xor",
        Add "add",
        AddF "addf",
        Max "max",
        Min "min",
        UMax "umax",
        UMin "umin",
        Xchg "xchg",
    }
}

attr_enum! {
    /// How a multimem operation combines the copies of an element, or a number with each of them.
    ReductionKind {
        Add "add",
        Min "min",
        Max "max",
        And "and",
        Or "or",
        Xor "xor",
        UMin "umin",
        UMax "umax",
    }
}

attr_enum! {
    /// The addresses of memory that several GPUs have a copy of each: of one copy, or of all at once.
    MultimemAddress { Unicast "unicast", Multicast "multicast", }
}

attr_enum! {
    /// What a view load yields outside the tensor.
    PaddingValue {
        Zero "zero",
        NegZero "neg_zero",
        Nan "nan",
        PosInf "pos_inf",
        NegInf "neg_inf",
    }
}

attr_enum! {
    Visibility { Public "public", Private "private", }
}

/// The elements of a constant tile, as exact bits.
///
/// A splat keeps one element, whatever the number of elements of the type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DenseConstant {
    elem: Scalar,
    splat: bool,
    /// Little-endian elements of [`Scalar::bytes`] bytes each, row-major.
    bytes: Arc<[u8]>,
}

impl DenseConstant {
    /// Every element is `bits`; bits beyond the element's width are dropped.
    pub fn splat(elem: Scalar, bits: u64) -> DenseConstant {
        DenseConstant { elem, splat: true, bytes: Arc::from(element_bytes(elem, bits).as_slice()) }
    }

    /// One element after the other, row-major.
    pub fn dense(elem: Scalar, bits: impl IntoIterator<Item = u64>) -> DenseConstant {
        let mut bytes = Vec::new();
        for element in bits {
            bytes.extend_from_slice(&element_bytes(elem, element));
        }
        DenseConstant { elem, splat: false, bytes: bytes.into() }
    }

    /// As a splat, if all elements are equal: one form for one value.
    pub fn canonical(self) -> DenseConstant {
        match self.as_splat() {
            Some(bits) => DenseConstant::splat(self.elem, bits),
            None => self,
        }
    }

    pub fn elem(&self) -> Scalar {
        self.elem
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of stored elements: 1 for a splat.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.elem.bytes() as usize
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether it is stored as a splat.
    pub fn is_splat(&self) -> bool {
        self.splat
    }

    /// The one value that all elements have.
    pub fn as_splat(&self) -> Option<u64> {
        let first = self.stored(0)?;
        (self.splat || (1..self.len()).all(|i| self.stored(i) == Some(first))).then_some(first)
    }

    /// The bits of element `index` in row-major order, zero beyond the last one.
    pub fn get(&self, index: usize) -> u64 {
        self.stored(if self.splat { 0 } else { index }).unwrap_or(0)
    }

    fn stored(&self, index: usize) -> Option<u64> {
        let size = self.elem.bytes() as usize;
        self.bytes.get(index * size..(index + 1) * size).map(read_le)
    }
}

fn element_bytes(elem: Scalar, bits: u64) -> SmallVec<[u8; 8]> {
    SmallVec::from_slice(&(bits & elem.mask()).to_le_bytes()[..elem.bytes() as usize])
}

fn read_le(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

/// A typed number: the identity of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    pub elem: Scalar,
    pub bits: u64,
}

/// A permutation of dimensions: `result dim i = source dim permutation[i]`.
pub type Permutation = Dims;
/// For each index of a view access whether the tile is promised to be within the tensor along that dimension. Where
/// nothing is promised the list is empty.
pub type Inbounds = SmallVec<[bool; 4]>;
/// The template arguments of a function of a tile library.
pub type ConstArgs = Vec<ConstArg>;
/// One identity per operand of a reduction or scan.
pub type Identities = SmallVec<[Literal; 1]>;

/// A template argument of a function of a tile library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstArg {
    Type(Elem),
    Int(i64),
    Text(Box<str>),
}

/// What `assume` promises about a value; a broken promise is undefined behaviour.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assumption {
    /// The first element of each group of `every` elements along dimension `along` is a multiple
    /// of `divisor`, a power of two; inside a group elements increase by one (pointers: by the
    /// size of the pointee). Without `every` each element is a group.
    DivBy { divisor: u64, every: Option<(i64, u32)> },
    /// Groups of `groups[d]` elements along each dimension `d` are equal.
    SameElements { groups: SmallVec<[i64; 4]> },
    /// Inclusive signed bounds; `None` is open.
    Bounded { lower: Option<i64>, upper: Option<i64> },
}

attr_enum! {
    /// What an optimisation hint is about.
    HintKey {
        NumCtaInCga "num_cta_in_cga",
        NumWorkerWarpsPerCta "num_worker_warps_per_cta",
        Occupancy "occupancy",
        Latency "latency",
        AllowTma "allow_tma",
    }
}

impl HintKey {
    /// Whether the value prints as `true` or `false`.
    pub fn is_bool(self) -> bool {
        self == HintKey::AllowTma
    }
}

/// The hints for one architecture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TargetHints {
    /// `90` for `sm_90`; `None` for `default`.
    pub sm: Option<u32>,
    pub hints: Vec<(HintKey, i64)>,
}

/// Optimisation hints by architecture. They never change meaning; bad ones are ignored.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hints {
    pub targets: Vec<TargetHints>,
}

impl Hints {
    pub fn new() -> Hints {
        Hints::default()
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Adds or replaces one hint.
    pub fn set(&mut self, sm: Option<u32>, key: HintKey, value: i64) {
        let index = self.targets.iter().position(|target| target.sm == sm).unwrap_or_else(|| {
            self.targets.push(TargetHints { sm, hints: Vec::new() });
            self.targets.len() - 1
        });
        let hints = &mut self.targets[index].hints;
        match hints.iter_mut().find(|(known, _)| *known == key) {
            Some(slot) => slot.1 = value,
            None => hints.push((key, value)),
        }
    }

    /// The hint for architecture `sm`: the specific one, else the default.
    pub fn get(&self, sm: u32, key: HintKey) -> Option<i64> {
        let of = |wanted: Option<u32>| {
            let target = self.targets.iter().find(|target| target.sm == wanted)?;
            target.hints.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
        };
        of(Some(sm)).or_else(|| of(None))
    }
}

macro_rules! attr_values {
    ($($kind:ident($ty:ty),)*) => {
        /// An attribute of any type, for code that goes over the fields of the op table.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum AttrValue { $($kind($ty),)* }

        /// The type of an [`AttrValue`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AttrKind { $($kind,)* }

        $(impl Attr for $ty {
            const KIND: AttrKind = AttrKind::$kind;

            fn to_value(&self) -> AttrValue {
                AttrValue::$kind(self.clone())
            }

            fn from_value(value: AttrValue) -> Option<$ty> {
                match value {
                    AttrValue::$kind(value) => Some(value),
                    _ => None,
                }
            }
        })*
    };
}

/// A type that attributes of the op table may have.
pub trait Attr: Sized {
    const KIND: AttrKind;
    fn to_value(&self) -> AttrValue;
    fn from_value(value: AttrValue) -> Option<Self>;
}

attr_values! {
    Flag(bool),
    Dim(u32),
    Int(i64),
    Text(Box<str>),
    Signedness(Signedness),
    Overflow(Overflow),
    Rounding(Rounding),
    Predicate(CmpPredicate),
    CmpOrdering(CmpOrdering),
    MemoryOrdering(MemoryOrdering),
    Scope(MemoryScope),
    OptScope(Option<MemoryScope>),
    RmwMode(RmwMode),
    Reduction(ReductionKind),
    Event(Event),
    Constant(DenseConstant),
    Permutation(Permutation),
    Identities(Identities),
    Assumption(Assumption),
    Global(Global),
    Hints(Hints),
    Inbounds(Inbounds),
    ConstArgs(ConstArgs),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_exact_bits() {
        let c = DenseConstant::dense(Scalar::I16, [1, 0xFFFF_FFFF, 3]);
        assert_eq!((c.get(0), c.get(1), c.get(2)), (1, 0xFFFF, 3));
        assert_eq!(c.bytes(), [1, 0, 0xFF, 0xFF, 3, 0]);
        assert_eq!(c.as_splat(), None);
        assert_eq!(DenseConstant::splat(Scalar::I1, 3).get(77), 1);
    }

    #[test]
    fn specific_hints_beat_the_default() {
        let mut hints = Hints::new();
        hints.set(None, HintKey::Occupancy, 2);
        hints.set(Some(90), HintKey::Occupancy, 4);
        assert_eq!(hints.get(90, HintKey::Occupancy), Some(4));
        assert_eq!(hints.get(80, HintKey::Occupancy), Some(2));
        assert_eq!(hints.get(90, HintKey::Latency), None);
    }
}
