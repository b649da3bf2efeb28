//! How a streamed tile lies in shared memory, and how `wgmma` and `tcgen05` are told.
//!
//! A tile is copied in *chunks*: boxes as wide as the swizzle's span along the axis that is
//! contiguous in memory, and as long as the tile along the other. A row of a chunk is one span;
//! rows follow each other, chunks follow each other. TMA swizzles: it XORs the address
//! bits 4..7 with the row number modulo 8 (as many bits as the span has), so that eight rows of
//! 16 bytes lie in different banks. The matrix descriptor (PTX ISA, "Matrix descriptor format")
//! names the same swizzle and two distances. That of `tcgen05` (PTX ISA, "Shared memory
//! descriptor") agrees with it but for a constant in bits 46 to 48:
//!
//! ```text
//!            contiguous along K                contiguous along M or N (8 and 16 bits)
//! row        one m (or n), span bytes of K     one k, span bytes of M (or N)
//! SBO        8 rows                            8 rows: the next 8 k
//! LBO        not used                          the next chunk along M (or N)
//! K step     32 bytes on in the span,          the elements' number of rows on
//!            then the next chunk
//! ```

use ir::Scalar;

use crate::linear::gf2::Columns;
use crate::target::{K_STEP_BYTES, MAP_ALIGN, MAX_BOX, MAX_SWIZZLE, SWIZZLE_ROWS};

/// The axis of an operand that is contiguous in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Major {
    K,
    /// M of the A operand, N of the right one.
    Mn,
}

impl Major {
    pub fn text(self) -> &'static str {
        match self {
            Major::K => "k",
            Major::Mn => "mn",
        }
    }
}

/// A tile in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Staged {
    pub elem: Scalar,
    /// Bytes of a row of a chunk: 32, 64 or 128 where it is swizzled.
    pub span: u32,
    /// Rows of a chunk: the tile's extent along the axis that is not contiguous.
    pub rows: u32,
    pub chunks: u32,
}

/// The element type of a tensor map (PTX ISA, "tensormap.replace": the values of `elemtype`).
pub fn map_elem(elem: Scalar) -> Option<u32> {
    Some(match elem {
        Scalar::I8 | Scalar::F8E4M3FN | Scalar::F8E5M2 => 0,
        Scalar::I16 => 1,
        Scalar::I32 => 3,
        Scalar::I64 => 5,
        Scalar::F16 => 6,
        Scalar::F32 | Scalar::TF32 => 7,
        Scalar::F64 => 9,
        Scalar::BF16 => 10,
        _ => return None,
    })
}

impl Staged {
    /// A tile with `inner` elements along its contiguous axis and `rows` along the other; `None`
    /// where no swizzle and box fits.
    pub fn new(elem: Scalar, inner: u32, rows: u32) -> Option<Staged> {
        map_elem(elem)?;
        let bytes = inner * elem.bytes();
        let span = bytes.min(MAX_SWIZZLE);
        let fits = span >= K_STEP_BYTES && (SWIZZLE_ROWS..=MAX_BOX).contains(&rows);
        fits.then_some(Staged { elem, span, rows, chunks: bytes / span })
    }

    /// An operand of an MMA with so many rows (of A) or columns (of B).
    pub fn operand(elem: Scalar, major: Major, mn: u32, k: u32) -> Option<Staged> {
        match major {
            Major::K => Staged::new(elem, k, mn),
            Major::Mn => Staged::new(elem, mn, k),
        }
    }

    /// One row of `count` elements, for threads to read; `None` where no box fits.
    pub fn row(elem: Scalar, count: u32) -> Option<Staged> {
        map_elem(elem)?;
        let bytes = count * elem.bytes();
        let fits = count <= MAX_BOX && bytes.is_multiple_of(MAP_ALIGN);
        fits.then_some(Staged { elem, span: bytes, rows: 1, chunks: 1 })
    }

    /// Whether it is a row, which is copied as it is.
    fn is_row(self) -> bool {
        self.rows == 1
    }

    pub fn chunk_bytes(self) -> u32 {
        self.span * self.rows
    }

    pub fn bytes(self) -> u32 {
        self.chunk_bytes() * self.chunks
    }

    /// Elements in a row of a chunk.
    pub fn row_elems(self) -> u32 {
        self.span / self.elem.bytes()
    }

    /// The swizzle in a tensor map: 1 for spans of 32 bytes, 2 for 64, 3 for 128; none of a row.
    pub fn map_swizzle(self) -> u32 {
        if self.is_row() { 0 } else { self.span.trailing_zeros() - 4 }
    }

    /// Bits 16 to 63 of a descriptor; bits 0 to 13 are the address, in units of 16 bytes.
    pub fn descriptor(self, major: Major) -> u64 {
        // Counted the other way round than in a tensor map.
        let swizzle = u64::from(4 - self.map_swizzle());
        let rows_of_eight = u64::from((SWIZZLE_ROWS * self.span) >> 4);
        let leading = match major {
            Major::K => 1,
            Major::Mn => u64::from(self.chunk_bytes() >> 4),
        };
        swizzle << 62 | rows_of_eight << 32 | leading << 16
    }

    /// Where the elements are, in bytes: a column for each bit of an index that counts rows first,
    /// then along the contiguous axis.
    pub fn places(self) -> Columns {
        self.row_places().chain(self.inner_places()).collect()
    }

    /// The same by axis, in a buffer that takes so many chunks at a time: a column for each bit of the
    /// number along the axis that is not contiguous, and along the one that is. Bits that count
    /// buffers have none.
    pub fn places_by_axis(self, chunks: u32) -> (Columns, Columns) {
        let beyond = chunks * self.chunk_bytes();
        let here = |place: u32| if place < beyond { place } else { 0 };
        (self.row_places().collect(), self.inner_places().map(here).collect())
    }

    fn row_places(self) -> impl Iterator<Item = u32> {
        (0..self.rows.ilog2()).map(move |bit| self.swizzled((1 << bit) * self.span))
    }

    fn inner_places(self) -> impl Iterator<Item = u32> {
        (0..(self.row_elems() * self.chunks).ilog2()).map(move |bit| {
            let byte = (1 << bit) * self.elem.bytes();
            self.swizzled(byte / self.span * self.chunk_bytes() + byte % self.span)
        })
    }

    /// Where TMA puts the byte that would be at an offset without swizzling.
    fn swizzled(self, offset: u32) -> u32 {
        if self.is_row() {
            return offset;
        }
        offset ^ (offset >> 7 & (self.span / 16 - 1)) << 4
    }

    /// Where step `k` of the block of M (or N) that begins at `mn` begins.
    pub fn step_offset(self, major: Major, mn: u32, k: u32) -> u32 {
        match major {
            Major::K => {
                let byte = k * K_STEP_BYTES;
                byte / self.span * self.chunk_bytes() + byte % self.span + mn * self.span
            }
            Major::Mn => {
                let byte = mn * self.elem.bytes();
                let row = k * K_STEP_BYTES / self.elem.bytes();
                byte / self.span * self.chunk_bytes() + byte % self.span + row * self.span
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_those_that_were_measured() {
        // Constants from the measurements: K-major 128 bytes, and 64 k of 64 columns.
        let a = Staged::new(Scalar::BF16, 64, 128).expect("fits");
        assert_eq!((a.bytes(), a.chunks, a.map_swizzle()), (16384, 1, 3));
        assert_eq!(a.descriptor(Major::K), 1 << 62 | 64 << 32 | 1 << 16);
        let b = Staged::new(Scalar::BF16, 256, 64).expect("fits");
        assert_eq!((b.bytes(), b.chunks), (32768, 4));
        assert_eq!(b.descriptor(Major::Mn), 1 << 62 | 64 << 32 | (8192 >> 4) << 16);
    }

    #[test]
    fn bytes_of_a_row_move_with_its_number() {
        let staged = Staged::new(Scalar::I8, 256, 64).expect("fits");
        let places = staged.places();
        // Rows are 128 bytes apart, and their chunks of 16 bytes change places.
        assert_eq!(places[..4], [128 + 16, 256 + 32, 512 + 64, 1024]);
        assert_eq!(places[6..], [1, 2, 4, 8, 16, 32, 64, 64 * 128]);
    }

    #[test]
    fn steps_stay_in_the_span_and_then_go_to_the_next_chunk() {
        let a = Staged::new(Scalar::F16, 128, 128).expect("fits");
        assert_eq!(a.step_offset(Major::K, 0, 3), 96);
        assert_eq!(a.step_offset(Major::K, 64, 1), 64 * 128 + 32);
        assert_eq!(a.step_offset(Major::K, 0, 4), 128 * 128);
        let b = Staged::new(Scalar::F16, 128, 64).expect("fits");
        assert_eq!(b.step_offset(Major::Mn, 0, 1), 16 * 128);
        assert_eq!(b.step_offset(Major::Mn, 64, 0), 64 * 128);
        // 32 halves of K: a span of 64 bytes.
        let narrow = Staged::new(Scalar::F16, 32, 128).expect("fits");
        assert_eq!((narrow.span, narrow.map_swizzle()), (64, 2));
        assert_eq!(narrow.descriptor(Major::K) >> 62, 2);
        assert_eq!(Staged::new(Scalar::F16, 8, 128), None);
    }
}
