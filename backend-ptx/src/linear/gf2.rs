//! Linear maps over GF(2): bit vectors in, bit vectors out, addition is XOR.
//!
//! A map from `n` input bits is the list of its `n` columns: column `i` is the image of the input
//! that has only bit `i` set. The image of any other input is the XOR of the columns of its set
//! bits. Every question about layouts (is it onto, which thread holds this element, which banks
//! does this
//! access touch) is Gaussian elimination on such lists; vectors are `u32`, so each step is one XOR.

use smallvec::SmallVec;

/// The columns of a linear map.
pub type Columns = SmallVec<[u32; 8]>;

/// The image of `input`.
pub fn apply(columns: &[u32], input: u32) -> u32 {
    debug_assert!(columns.len() >= 32 - input.leading_zeros() as usize, "input outside the map");
    columns.iter().enumerate().filter(|(i, _)| input >> i & 1 == 1).fold(0, |sum, (_, c)| sum ^ c)
}

/// `outer` after `inner`.
pub fn compose(outer: &[u32], inner: &[u32]) -> Columns {
    inner.iter().map(|&column| apply(outer, column)).collect()
}

/// A basis of the span of some vectors, in which membership and coordinates can be asked for.
///
/// Invariant: `rows[i].0` has a leading bit that no other row has as its leading bit; `rows[i].1`
/// says of which of the vectors given to [`Span::add`] it is the sum.
#[derive(Clone, Default)]
pub struct Span {
    rows: SmallVec<[(u32, u64); 16]>,
    added: u32,
}

impl Span {
    pub fn of(vectors: &[u32]) -> Span {
        let mut span = Span::default();
        for &vector in vectors {
            span.add(vector);
        }
        span
    }

    /// Adds a vector; true if it was not in the span before.
    pub fn add(&mut self, vector: u32) -> bool {
        let (rest, sum) = self.reduce(vector);
        let this = 1 << self.added;
        self.added += 1;
        if rest == 0 {
            return false;
        }
        self.rows.push((rest, sum | this));
        true
    }

    /// The dimension of the span.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    pub fn contains(&self, vector: u32) -> bool {
        self.reduce(vector).0 == 0
    }

    /// Which of the added vectors XOR to `vector`: bit `i` stands for the `i`-th one added. Among
    /// dependent vectors the ones added first are used.
    pub fn coordinates(&self, vector: u32) -> Option<u64> {
        match self.reduce(vector) {
            (0, sum) => Some(sum),
            _ => None,
        }
    }

    fn reduce(&self, mut vector: u32) -> (u32, u64) {
        let mut sum = 0;
        // Rows are in order of insertion; a row may contain the leading bits of later rows but
        // never of earlier ones, so one pass in order is enough.
        for &(row, parts) in &self.rows {
            let leading = 31 - row.leading_zeros();
            if vector >> leading & 1 == 1 {
                vector ^= row;
                sum ^= parts;
            }
        }
        (vector, sum)
    }
}

/// The dimension of the image.
pub fn rank(columns: &[u32]) -> usize {
    Span::of(columns).rank()
}

/// A map `r` with `columns(r(x)) = x` for all `x` of `out_bits` bits, or `None` if the map is not
/// onto. Where several inputs have the same image, low input bits are preferred.
pub fn right_inverse(columns: &[u32], out_bits: u32) -> Option<Columns> {
    let span = Span::of(columns);
    (0..out_bits).map(|bit| span.coordinates(1 << bit).map(|sum| sum as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_inverse_undoes_the_map() {
        // A swizzle: bits 0 and 1 are XORed with bits 2 and 3.
        let swizzle = [0b0001, 0b0010, 0b0101, 0b1010];
        let inverse = right_inverse(&swizzle, 4).expect("bijective");
        for x in 0..16 {
            assert_eq!(apply(&swizzle, apply(&inverse, x)), x);
            assert_eq!(apply(&inverse, apply(&swizzle, x)), x);
        }
    }

    #[test]
    fn maps_that_miss_a_bit_have_no_right_inverse() {
        assert_eq!(right_inverse(&[1, 2, 3], 3), None);
        assert_eq!(rank(&[1, 2, 3]), 2);
    }

    #[test]
    fn span_membership_agrees_with_enumeration() {
        let vectors = [0b1100, 0b0110, 0b1010, 0b1_0001];
        let span = Span::of(&vectors);
        for x in 0..32 {
            let reachable = (0..16).any(|input| apply(&vectors, input) == x);
            assert_eq!(span.contains(x), reachable, "{x:b}");
            if let Some(sum) = span.coordinates(x) {
                assert_eq!(apply(&vectors, sum as u32), x);
            }
        }
    }
}
