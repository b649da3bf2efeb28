//! Run-time values: tiles as typed vectors, and the loops over their elements.
//!
//! The elements of a tile are words of its storage width, row-major; what their bits mean is
//! known from the static type of the value. A tile whose elements are all equal is one
//! [`Data::Splat`], whatever its shape: a scalar is the common case, constants and broadcast
//! scalars are others. So scalar code never allocates, and a mask that is all true costs nothing.
//!
//! The loops take functions on raw bits in `u64` (those of [`scalar`](crate::scalar)); with the
//! format a constant they compile to vector code on the words.

use std::ops::Deref;
use std::sync::Arc;

use smallvec::SmallVec;

use super::shadow::Tainted;
use super::trap::Malformed;
use crate::scalar::{FloatFormat, IntWidth};
use crate::types::Elem;

/// The value of an SSA value while a tile block runs.
#[derive(Clone, Debug, Default)]
pub(super) enum Data {
    /// Not defined, or not used any more.
    #[default]
    Absent,
    Token,
    /// Every element has these bits.
    Splat(u64),
    W8(Arc<Elements<u8>>),
    W16(Arc<Elements<u16>>),
    W32(Arc<Elements<u32>>),
    W64(Arc<Elements<u64>>),
    /// A tensor view or any view made of it; the rest of the latter is in its type.
    View(Arc<TensorView>),
    /// A tile with undefined bits, under the sanitizer; its elements read as if they were defined.
    Tainted(Arc<Tainted>),
}

/// The elements of a tile that are not all equal. Few of them are in one allocation with their count.
#[derive(Clone, Debug)]
pub(super) enum Elements<W> {
    Few([W; FEW], u8),
    Many(Vec<W>),
}

/// The most elements of [`Elements::Few`].
const FEW: usize = 8;

impl<W> Deref for Elements<W> {
    type Target = [W];

    #[inline(always)]
    fn deref(&self) -> &[W] {
        match self {
            Elements::Few(words, count) => &words[..usize::from(*count).min(FEW)],
            Elements::Many(words) => words,
        }
    }
}

/// A strided tensor in memory: what `make_tensor_view` made.
#[derive(Clone, Debug)]
pub(super) struct TensorView {
    pub base: u64,
    /// Extents and strides in elements, as many as the type has dimensions.
    pub shape: SmallVec<[i64; 4]>,
    pub strides: SmallVec<[i64; 4]>,
}

/// A word that stores an element.
pub(super) trait Word: Copy + Default + PartialEq + Send + Sync + 'static {
    const BYTES: usize;
    fn bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
    fn vector(data: &Data) -> Option<&[Self]>;
    fn hold(elements: Elements<Self>) -> Data;

    fn wrap(words: Vec<Self>) -> Data {
        match words[..] {
            [word] => Data::Splat(word.bits()),
            _ => Self::hold(Elements::Many(words)),
        }
    }

    /// The words of an iterator.
    #[inline(always)]
    fn collect(mut words: impl ExactSizeIterator<Item = Self>) -> Data {
        let count = words.len();
        if count > FEW {
            return Self::wrap(words.collect());
        }
        let mut few = [Self::default(); FEW];
        for place in &mut few {
            let Some(word) = words.next() else { break };
            *place = word;
        }
        Self::few(few, count)
    }

    /// The first of a few words.
    fn few(words: [Self; FEW], count: usize) -> Data {
        match count {
            1 => Data::Splat(words[0].bits()),
            _ => Self::hold(Elements::Few(words, count.min(FEW) as u8)),
        }
    }
}

macro_rules! word {
    ($($ty:ident $variant:ident)*) => { $(
        impl Word for $ty {
            const BYTES: usize = size_of::<$ty>();

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn from_bits(bits: u64) -> $ty {
                bits as $ty
            }

            fn vector(data: &Data) -> Option<&[$ty]> {
                match data {
                    Data::$variant(words) => Some(words),
                    _ => None,
                }
            }

            fn hold(elements: Elements<$ty>) -> Data {
                Data::$variant(Arc::new(elements))
            }
        }
    )* };
}

word! { u8 W8 u16 W16 u32 W32 u64 W64 }

/// Calls `$body` with the type `$W` set to the word of `$bytes` bytes.
macro_rules! with_word {
    ($bytes:expr, $W:ident => $body:expr) => {
        match $bytes {
            1 => {
                type $W = u8;
                $body
            }
            2 => {
                type $W = u16;
                $body
            }
            4 => {
                type $W = u32;
                $body
            }
            _ => {
                type $W = u64;
                $body
            }
        }
    };
}
pub(super) use with_word;

/// Bytes of the word that stores an element.
pub(super) fn word_bytes(elem: Elem) -> usize {
    match elem {
        Elem::Scalar(scalar) => scalar.bytes() as usize,
        Elem::Ptr(_) | Elem::MultimemPtr(..) => 8,
    }
}

/// The elements of a tile.
#[derive(Clone, Copy)]
pub(super) enum Lanes<'a, W> {
    Splat(W),
    Each(&'a [W]),
}

/// Where the elements of a splat are spread out: on the stack, if they are few.
pub(super) type Room<W> = SmallVec<[W; 32]>;

impl<'a, W: Word> Lanes<'a, W> {
    /// All elements, which must be `count`.
    #[inline(always)]
    pub fn spread<'r>(self, count: usize, room: &'r mut Room<W>) -> Result<&'r [W], Malformed>
    where
        'a: 'r,
    {
        match self {
            Lanes::Splat(word) => {
                *room = Room::from_elem(word, count);
                Ok(room)
            }
            Lanes::Each(words) if words.len() == count => Ok(words),
            Lanes::Each(_) => Err(Malformed),
        }
    }

    /// Whether there are so many elements.
    #[inline(always)]
    fn has(self, count: usize) -> bool {
        match self {
            Lanes::Splat(_) => true,
            Lanes::Each(words) => words.len() == count,
        }
    }

    #[inline(always)]
    pub fn get(self, lane: usize) -> W {
        match self {
            Lanes::Splat(word) => word,
            Lanes::Each(words) => words.get(lane).copied().unwrap_or_default(),
        }
    }

    /// All elements, which must be `count`, in one vector.
    pub fn to_vec(self, count: usize) -> Result<Vec<W>, Malformed> {
        match self {
            Lanes::Splat(word) => Ok(vec![word; count]),
            Lanes::Each(words) if words.len() == count => Ok(words.to_vec()),
            Lanes::Each(_) => Err(Malformed),
        }
    }
}

impl Data {
    /// Replaces the value. Most are replaced when they hold nothing that has to be freed.
    #[inline(always)]
    pub fn set(&mut self, data: Data) {
        match std::mem::replace(self, data) {
            old @ (Data::Absent | Data::Token | Data::Splat(_)) => std::mem::forget(old),
            old => drop(old),
        }
    }

    /// The elements as words of their width.
    pub fn lanes<W: Word>(&self) -> Result<Lanes<'_, W>, Malformed> {
        match self {
            Data::Splat(bits) => Ok(Lanes::Splat(W::from_bits(*bits))),
            Data::Tainted(tainted) => tainted.bits.lanes(),
            _ => W::vector(self).map(|words| Lanes::Each(words)).ok_or(Malformed),
        }
    }

    /// The bits of element `lane`.
    pub fn bits(&self, lane: usize) -> Option<u64> {
        match self {
            Data::Splat(bits) => Some(*bits),
            Data::W8(words) => words.get(lane).map(|&word| word.into()),
            Data::W16(words) => words.get(lane).map(|&word| word.into()),
            Data::W32(words) => words.get(lane).map(|&word| word.into()),
            Data::W64(words) => words.get(lane).copied(),
            Data::Tainted(tainted) => tainted.bits.bits(lane),
            Data::Absent | Data::Token | Data::View(_) => None,
        }
    }

    /// The bits of the only element.
    pub fn scalar(&self) -> Result<u64, Malformed> {
        self.bits(0).ok_or(Malformed)
    }

    pub fn view(&self) -> Result<&Arc<TensorView>, Malformed> {
        match self {
            Data::View(view) => Ok(view),
            Data::Absent
            | Data::Token
            | Data::Splat(_)
            | Data::W8(_)
            | Data::W16(_)
            | Data::W32(_)
            | Data::W64(_)
            | Data::Tainted(_) => Err(Malformed),
        }
    }

    /// The number of stored elements; `None` for a splat, which has any number.
    pub fn len(&self) -> Option<usize> {
        match self {
            Data::W8(words) => Some(words.len()),
            Data::W16(words) => Some(words.len()),
            Data::W32(words) => Some(words.len()),
            Data::W64(words) => Some(words.len()),
            Data::Tainted(tainted) => tainted.bits.len(),
            Data::Splat(_) | Data::Absent | Data::Token | Data::View(_) => None,
        }
    }
}

/// `f` of each element.
#[inline(always)]
pub(super) fn map<A: Word, R: Word>(a: &Data, f: impl Fn(u64) -> u64) -> Result<Data, Malformed> {
    Ok(match a.lanes::<A>()? {
        Lanes::Splat(a) => Data::Splat(f(a.bits())),
        Lanes::Each(a) => R::collect(a.iter().map(|a| R::from_bits(f(a.bits())))),
    })
}

/// `f` of each pair of elements.
#[inline(always)]
pub(super) fn zip<A: Word, R: Word>(
    a: &Data,
    b: &Data,
    f: impl Fn(u64, u64) -> u64,
) -> Result<Data, Malformed> {
    let (a, b) = (a.lanes::<A>()?, b.lanes::<A>()?);
    if let (Lanes::Splat(a), Lanes::Splat(b)) = (a, b) {
        return Ok(Data::Splat(f(a.bits(), b.bits())));
    }
    let count = match (a, b) {
        (Lanes::Each(words), _) | (_, Lanes::Each(words)) => words.len(),
        (Lanes::Splat(_), Lanes::Splat(_)) => 1,
    };
    if count <= FEW {
        if !a.has(count) || !b.has(count) {
            return Err(Malformed);
        }
        let element = |lane| R::from_bits(f(a.get(lane).bits(), b.get(lane).bits()));
        return Ok(R::collect((0..count).map(element)));
    }
    // One loop for all cases keeps the code small: a splat operand is rare beside a vector.
    let (mut a_room, mut b_room) = (Room::new(), Room::new());
    let (a, b) = (a.spread(count, &mut a_room)?, b.spread(count, &mut b_room)?);
    Ok(R::wrap(a.iter().zip(b).map(|(a, b)| R::from_bits(f(a.bits(), b.bits()))).collect()))
}

/// `f` of each triple of elements.
#[inline(always)]
pub(super) fn zip3<A: Word>(
    a: &Data,
    b: &Data,
    c: &Data,
    f: impl Fn(u64, u64, u64) -> u64,
) -> Result<Data, Malformed> {
    let Some(count) = a.len().or(b.len()).or(c.len()) else {
        return Ok(Data::Splat(f(a.scalar()?, b.scalar()?, c.scalar()?)));
    };
    let (a, b, c) = (a.lanes::<A>()?, b.lanes::<A>()?, c.lanes::<A>()?);
    if let (Lanes::Each(a), Lanes::Each(b), Lanes::Each(c)) = (a, b, c) {
        let triples = a.iter().zip(b).zip(c);
        return Ok(A::collect(
            triples.map(|((a, b), c)| A::from_bits(f(a.bits(), b.bits(), c.bits()))),
        ));
    }
    let element = |lane| f(a.get(lane).bits(), b.get(lane).bits(), c.get(lane).bits());
    Ok(A::collect((0..count).map(|lane| A::from_bits(element(lane)))))
}

/// `f` with the width as a constant, on each element.
#[inline(always)]
pub(super) fn map_int(
    width: IntWidth,
    a: &Data,
    f: impl Fn(IntWidth, u64) -> u64,
) -> Result<Data, Malformed> {
    match width {
        IntWidth::W1 => map::<u8, u8>(a, |a| f(IntWidth::W1, a)),
        IntWidth::W4 => map::<u8, u8>(a, |a| f(IntWidth::W4, a)),
        IntWidth::W8 => map::<u8, u8>(a, |a| f(IntWidth::W8, a)),
        IntWidth::W16 => map::<u16, u16>(a, |a| f(IntWidth::W16, a)),
        IntWidth::W32 => map::<u32, u32>(a, |a| f(IntWidth::W32, a)),
        IntWidth::W64 => map::<u64, u64>(a, |a| f(IntWidth::W64, a)),
    }
}

/// `f` with the width as a constant, on each pair of elements.
#[inline(always)]
pub(super) fn zip_int(
    width: IntWidth,
    a: &Data,
    b: &Data,
    f: impl Fn(IntWidth, u64, u64) -> u64,
) -> Result<Data, Malformed> {
    match width {
        IntWidth::W1 => zip::<u8, u8>(a, b, |a, b| f(IntWidth::W1, a, b)),
        IntWidth::W4 => zip::<u8, u8>(a, b, |a, b| f(IntWidth::W4, a, b)),
        IntWidth::W8 => zip::<u8, u8>(a, b, |a, b| f(IntWidth::W8, a, b)),
        IntWidth::W16 => zip::<u16, u16>(a, b, |a, b| f(IntWidth::W16, a, b)),
        IntWidth::W32 => zip::<u32, u32>(a, b, |a, b| f(IntWidth::W32, a, b)),
        IntWidth::W64 => zip::<u64, u64>(a, b, |a, b| f(IntWidth::W64, a, b)),
    }
}

/// `f` with the format as a constant, on each element.
#[inline(always)]
pub(super) fn map_float(
    format: FloatFormat,
    a: &Data,
    f: impl Fn(FloatFormat, u64) -> u64,
) -> Result<Data, Malformed> {
    match format {
        FloatFormat::F16 => map::<u16, u16>(a, |a| f(FloatFormat::F16, a)),
        FloatFormat::Bf16 => map::<u16, u16>(a, |a| f(FloatFormat::Bf16, a)),
        FloatFormat::F32 => map::<u32, u32>(a, |a| f(FloatFormat::F32, a)),
        FloatFormat::F64 => map::<u64, u64>(a, |a| f(FloatFormat::F64, a)),
        FloatFormat::Tf32 => map::<u32, u32>(a, |a| f(format, a)),
        FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => map::<u8, u8>(a, |a| f(format, a)),
    }
}

/// `f` with the format as a constant, on each pair of elements.
#[inline(always)]
pub(super) fn zip_float(
    format: FloatFormat,
    a: &Data,
    b: &Data,
    f: impl Fn(FloatFormat, u64, u64) -> u64,
) -> Result<Data, Malformed> {
    match format {
        FloatFormat::F16 => zip::<u16, u16>(a, b, |a, b| f(FloatFormat::F16, a, b)),
        FloatFormat::Bf16 => zip::<u16, u16>(a, b, |a, b| f(FloatFormat::Bf16, a, b)),
        FloatFormat::F32 => zip::<u32, u32>(a, b, |a, b| f(FloatFormat::F32, a, b)),
        FloatFormat::F64 => zip::<u64, u64>(a, b, |a, b| f(FloatFormat::F64, a, b)),
        FloatFormat::Tf32 => zip::<u32, u32>(a, b, |a, b| f(format, a, b)),
        FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => zip::<u8, u8>(a, b, |a, b| f(format, a, b)),
    }
}

/// The coordinates of element number `lane` of a tile.
pub(super) fn index_of(lane: usize, dims: &[u32]) -> SmallVec<[u32; 4]> {
    let mut rest = lane;
    let mut index = SmallVec::from_elem(0, dims.len());
    for (coordinate, &dim) in index.iter_mut().zip(dims).rev() {
        let dim = (dim as usize).max(1);
        *coordinate = (rest % dim) as u32;
        rest /= dim;
    }
    index
}
