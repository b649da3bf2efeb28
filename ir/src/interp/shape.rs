//! Operations that move elements: broadcast, permute, extract, insert, reshape, cat, iota.
//!
//! Broadcast, permute and extract are one thing: result element `i` is the source element at
//! `offset + sum(i[d] * stride[d])`. Insert is the opposite of extract.

use smallvec::SmallVec;

use super::data::{Data, Lanes, Word, with_word};
use super::trap::Malformed;

type Strides = SmallVec<[usize; 4]>;

/// Row-major strides of a tile.
pub(super) fn row_major(dims: &[u32]) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(1, dims.len());
    for i in (1..dims.len()).rev() {
        strides[i - 1] = strides[i] * dims[i] as usize;
    }
    strides
}

/// Calls `f` with the source offset of each row of the result, in row-major order. A row is the
/// last dimension.
fn for_each_row(dims: &[u32], strides: &[usize], offset: usize, f: &mut impl FnMut(usize)) {
    match (dims, strides) {
        ([] | [_], _) => f(offset),
        ([dim, dims @ ..], [stride, strides @ ..]) => {
            for i in 0..*dim as usize {
                for_each_row(dims, strides, offset + i * stride, f);
            }
        }
        ([_, _, ..], []) => {}
    }
}

/// The tile of shape `dims` whose element `i` is the source element at
/// `offset + sum(i[d] * strides[d])`; `bytes` is the width of the source's words.
pub(super) fn gather(
    bytes: usize,
    source: &Data,
    dims: &[u32],
    strides: &[usize],
    offset: usize,
) -> Result<Data, Malformed> {
    fn each<W: Word>(
        source: &[W],
        dims: &[u32],
        strides: &[usize],
        offset: usize,
    ) -> Result<Data, Malformed> {
        let count = dims.iter().map(|&dim| dim as usize).product();
        let last = dims.last().map_or(1, |&dim| dim as usize);
        let stride = strides.last().copied().unwrap_or(1);
        let mut result = Vec::with_capacity(count);
        let mut outside = false;
        for_each_row(dims, strides, offset, &mut |start| match stride {
            1 => match source.get(start..start + last) {
                Some(row) => result.extend_from_slice(row),
                None => outside = true,
            },
            0 => match source.get(start) {
                Some(&element) => result.resize(result.len() + last, element),
                None => outside = true,
            },
            _ => {
                let row = source.get(start..).unwrap_or_default();
                result.extend(row.iter().step_by(stride).take(last).copied());
            }
        });
        if outside || result.len() != count { Err(Malformed) } else { Ok(W::wrap(result)) }
    }
    with_word!(bytes, W => match source.lanes::<W>()? {
        Lanes::Splat(word) => Ok(Data::Splat(word.bits())),
        Lanes::Each(words) => each::<W>(words, dims, strides, offset),
    })
}

/// Duplicates the dimensions of size one.
pub(super) fn broadcast(
    bytes: usize,
    source: &Data,
    from: &[u32],
    to: &[u32],
) -> Result<Data, Malformed> {
    let mut strides = row_major(from);
    for (stride, (&from, &to)) in strides.iter_mut().zip(from.iter().zip(to)) {
        if from != to {
            *stride = 0;
        }
    }
    gather(bytes, source, to, &strides, 0)
}

/// Result dimension `i` is source dimension `permutation[i]`.
pub(super) fn permute(
    bytes: usize,
    source: &Data,
    from: &[u32],
    permutation: &[u32],
) -> Result<Data, Malformed> {
    let source_strides = row_major(from);
    let mut dims: SmallVec<[u32; 4]> = SmallVec::new();
    let mut strides = Strides::new();
    for &dim in permutation {
        dims.push(*from.get(dim as usize).ok_or(Malformed)?);
        strides.push(*source_strides.get(dim as usize).ok_or(Malformed)?);
    }
    gather(bytes, source, &dims, &strides, 0)
}

/// Part number `part` of the partition of the source into tiles of shape `to`.
pub(super) fn extract(
    bytes: usize,
    source: &Data,
    from: &[u32],
    to: &[u32],
    part: &[u32],
) -> Result<Data, Malformed> {
    let strides = row_major(from);
    gather(bytes, source, to, &strides, part_offset(&strides, to, part))
}

/// Where part number `part`, of shape `dims`, begins in a tile with these strides.
fn part_offset(strides: &[usize], dims: &[u32], part: &[u32]) -> usize {
    let parts = strides.iter().zip(part.iter().zip(dims));
    parts.map(|(&stride, (&part, &dim))| stride * part as usize * dim as usize).sum()
}

/// The destination with part number `part` of its partition into tiles of the source's shape replaced.
pub(super) fn insert(
    bytes: usize,
    (source, dims): (&Data, &[u32]),
    (destination, to): (&Data, &[u32]),
    part: &[u32],
) -> Result<Data, Malformed> {
    let strides = row_major(to);
    let count = |dims: &[u32]| -> usize { dims.iter().map(|&dim| dim as usize).product() };
    with_word!(bytes, W => {
        let source = source.lanes::<W>()?.to_vec(count(dims))?;
        let mut result = destination.lanes::<W>()?.to_vec(count(to))?;
        let row = dims.last().map_or(1, |&dim| dim as usize).max(1);
        let mut rows = source.chunks(row);
        let mut outside = false;
        for_each_row(dims, &strides, part_offset(&strides, dims, part), &mut |start| {
            match (rows.next(), result.get_mut(start..start + row)) {
                (Some(from), Some(to)) if from.len() == row => to.copy_from_slice(from),
                _ => outside = true,
            }
        });
        if outside { Err(Malformed) } else { Ok(W::wrap(result)) }
    })
}

/// `lhs` before `rhs` along `dim`.
pub(super) fn cat(
    bytes: usize,
    (lhs, lhs_dims): (&Data, &[u32]),
    (rhs, rhs_dims): (&Data, &[u32]),
    dim: usize,
) -> Result<Data, Malformed> {
    let inner = |dims: &[u32]| -> usize {
        dims.get(dim..).unwrap_or_default().iter().map(|&dim| dim as usize).product()
    };
    let (lhs_run, rhs_run) = (inner(lhs_dims), inner(rhs_dims));
    let outer: usize =
        lhs_dims.get(..dim).ok_or(Malformed)?.iter().map(|&dim| dim as usize).product();
    with_word!(bytes, W => {
        let lhs = lhs.lanes::<W>()?.to_vec(outer * lhs_run)?;
        let rhs = rhs.lanes::<W>()?.to_vec(outer * rhs_run)?;
        let mut result = Vec::with_capacity(lhs.len() + rhs.len());
        for (lhs, rhs) in lhs.chunks(lhs_run.max(1)).zip(rhs.chunks(rhs_run.max(1))) {
            result.extend_from_slice(lhs);
            result.extend_from_slice(rhs);
        }
        Ok(W::wrap(result))
    })
}

/// 0, 1, 2, ... modulo the width of the element.
pub(super) fn iota(bytes: usize, mask: u64, count: usize) -> Data {
    with_word!(bytes, W => W::wrap((0..count as u64).map(|i| W::from_bits(i & mask)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(count: u32) -> Data {
        u32::wrap((0..count).collect())
    }

    fn words(data: &Data) -> Vec<u64> {
        (0..data.len().unwrap()).map(|lane| data.bits(lane).unwrap()).collect()
    }

    #[test]
    fn permutation_moves_source_dimensions() {
        // 2x3 would be no tile, but is a better test: the transpose of 0 1 2 / 3 4 5.
        let result = permute(4, &tile(6), &[2, 3], &[1, 0]).unwrap();
        assert_eq!(words(&result), [0, 3, 1, 4, 2, 5]);
        let twice = permute(4, &result, &[3, 2], &[1, 0]).unwrap();
        assert_eq!(words(&twice), words(&tile(6)));
    }

    #[test]
    fn broadcast_repeats_and_extract_cuts() {
        let column = broadcast(4, &tile(2), &[2, 1], &[2, 3]).unwrap();
        assert_eq!(words(&column), [0, 0, 0, 1, 1, 1]);
        let row = broadcast(4, &tile(2), &[1, 2], &[2, 2]).unwrap();
        assert_eq!(words(&row), [0, 1, 0, 1]);
        let part = extract(4, &tile(16), &[4, 4], &[2, 2], &[1, 0]).unwrap();
        assert_eq!(words(&part), [8, 9, 12, 13]);
        assert!(extract(4, &tile(16), &[4, 4], &[2, 2], &[2, 0]).is_err());
        let whole = insert(4, (&part, &[2, 2]), (&Data::Splat(7), &[2, 4]), &[0, 1]).unwrap();
        assert_eq!(words(&whole), [7, 7, 8, 9, 7, 7, 12, 13]);
        let one = insert(4, (&Data::Splat(5), &[]), (&tile(1), &[]), &[]).unwrap();
        assert_eq!(one.bits(0), Some(5));
        assert!(insert(4, (&part, &[2, 2]), (&tile(8), &[2, 4]), &[1, 0]).is_err());
    }

    #[test]
    fn cat_joins_along_a_dimension() {
        let (a, b) = (tile(4), Data::Splat(9));
        let columns = cat(4, (&a, &[2, 2]), (&b, &[2, 2]), 1).unwrap();
        assert_eq!(words(&columns), [0, 1, 9, 9, 2, 3, 9, 9]);
        let rows = cat(4, (&a, &[2, 2]), (&b, &[2, 2]), 0).unwrap();
        assert_eq!(words(&rows), [0, 1, 2, 3, 9, 9, 9, 9]);
    }
}
