//! Positions in one 32-bit space that all sources of a compilation share.
//!
//! Every file and every macro expansion owns a contiguous range of positions in the
//! [`SourceMap`](super::SourceMap), so a position alone says which file it is in or which
//! expansion made it, and a span is eight bytes. Position 0 belongs to no file.

/// A byte position in the shared position space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Pos(pub u32);

impl Pos {
    /// The position of nothing.
    pub const NONE: Pos = Pos(0);

    /// The position `bytes` further on.
    pub fn offset(self, bytes: u32) -> Pos {
        Pos(self.0.saturating_add(bytes))
    }
}

/// A half-open range of positions `[lo, hi)`.
///
/// Both ends lie in the same file or macro expansion, or the span is resolved to their common
/// expansion site by [`SourceMap::resolve`](super::SourceMap::resolve).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Span {
    pub lo: Pos,
    pub hi: Pos,
}

impl Span {
    /// The span of compiler-made things.
    pub const NONE: Span = Span { lo: Pos::NONE, hi: Pos::NONE };

    pub fn new(lo: Pos, hi: Pos) -> Span {
        Span { lo, hi }
    }

    /// The span of `len` bytes from `lo`.
    pub fn sized(lo: Pos, len: u32) -> Span {
        Span { lo, hi: lo.offset(len) }
    }

    pub fn is_none(self) -> bool {
        self.lo == Pos::NONE
    }

    /// From the start of `self` to the end of `end`; either may be [`Span::NONE`].
    pub fn to(self, end: Span) -> Span {
        if self.is_none() {
            end
        } else if end.is_none() {
            self
        } else {
            Span { lo: self.lo, hi: end.hi }
        }
    }

    /// The empty span just behind `self`: where a missing token belongs.
    pub fn after(self) -> Span {
        Span { lo: self.hi, hi: self.hi }
    }
}
