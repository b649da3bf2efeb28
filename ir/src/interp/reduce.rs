//! Reductions and scans.
//!
//! A body is a function of rank-0 tiles. If all its instructions work element by element, which
//! is nearly always, it runs on whole tiles instead: one execution combines all rows of the tile
//! at once, so a general body is as fast as a built-in one.
//!
//! A reduction combines neighbours, then neighbouring results, and so on (a balanced tree over the
//! elements in their order): it needs an associative body, not a commutative one, and a float sum
//! of n elements has an error that grows with log n. A scan goes from element to element. The
//! identities are never used: no dimension is empty.

use smallvec::SmallVec;

use super::control::Flow;
use super::data::{Data, Word, with_word};
use super::run::Run;
use super::sanitize::Rule;
use super::shape;
use super::trap::{Malformed, Stop};
use crate::attrs::Signedness;
use crate::entities::{Block, Value};
use crate::ops::InstData;
use crate::scalar::int;

type Tiles = SmallVec<[Data; 3]>;

/// The dimension to combine, and those around it as one each.
#[derive(Clone, Copy)]
struct Axis {
    outer: usize,
    length: usize,
    inner: usize,
}

impl Axis {
    fn new(dims: &[u32], dim: usize) -> Result<Axis, Malformed> {
        let product = |dims: &[u32]| dims.iter().map(|&dim| dim as usize).product();
        let length = *dims.get(dim).ok_or(Malformed)? as usize;
        Ok(Axis { outer: product(&dims[..dim]), length, inner: product(&dims[dim + 1..]) })
    }

    /// The number of rows that are combined independently.
    fn rows(self) -> usize {
        self.outer * self.inner
    }

    /// Elements `first`, `first + step`, ... of each row, `count` of them.
    fn slice(
        self,
        bytes: usize,
        data: &Data,
        first: usize,
        step: usize,
        count: usize,
    ) -> Result<Data, Malformed> {
        let Axis { outer, length, inner } = self;
        let offset = first * inner;
        if inner == 1 {
            let dims = [outer as u32, count as u32];
            return shape::gather(bytes, data, &dims, &[length, step], offset);
        }
        let dims = [outer as u32, count as u32, inner as u32];
        shape::gather(bytes, data, &dims, &[length * inner, step * inner, 1], offset)
    }

    /// Where element `i` of row `row` is.
    fn position(self, row: usize, i: usize) -> usize {
        (row / self.inner * self.length + i) * self.inner + row % self.inner
    }
}

impl Run<'_> {
    pub fn reduce(&mut self, operands: &[Value], dim: usize, body: Block) -> Result<Tiles, Stop> {
        let (axis, bytes) = self.axis(operands, dim)?;
        self.check_groupings(operands, axis, body)?;
        let mut tiles: Tiles = operands.iter().map(|&operand| self.get(operand).clone()).collect();
        if !self.program.prepared.lanewise.contains(body) || !axis.length.is_power_of_two() {
            return self.reduce_rows(&tiles, &bytes, axis, body);
        }
        let mut axis = axis;
        while axis.length > 1 {
            let half = axis.length / 2;
            let mut args = SmallVec::<[Data; 6]>::new();
            for (tile, &bytes) in tiles.iter().zip(&bytes) {
                args.push(axis.slice(bytes, tile, 1, 2, half)?);
                args.push(axis.slice(bytes, tile, 0, 2, half)?);
            }
            tiles = self.combine(body, args)?;
            axis.length = half;
        }
        Ok(tiles)
    }

    /// A reduction whose body runs once per pair, in the same tree.
    fn reduce_rows(
        &mut self,
        tiles: &[Data],
        bytes: &[usize],
        axis: Axis,
        body: Block,
    ) -> Result<Tiles, Stop> {
        let mut results: SmallVec<[Vec<u64>; 3]> = SmallVec::from_elem(Vec::new(), tiles.len());
        for row in 0..axis.rows() {
            let at = |i: usize| -> Result<Tiles, Malformed> {
                let lane = axis.position(row, i);
                tiles.iter().map(|t| t.bits(lane).map(Data::Splat).ok_or(Malformed)).collect()
            };
            let mut level = (0..axis.length).map(at).collect::<Result<Vec<_>, _>>()?;
            while level.len() > 1 {
                let mut next = Vec::with_capacity(level.len().div_ceil(2));
                let mut rest = level.into_iter();
                while let Some(left) = rest.next() {
                    next.push(match rest.next() {
                        Some(right) => {
                            let pairs = right.into_iter().zip(left);
                            self.combine(body, pairs.flat_map(|(elem, acc)| [elem, acc]))?
                        }
                        None => left,
                    });
                }
                level = next;
            }
            for (result, acc) in results.iter_mut().zip(level.into_iter().flatten()) {
                result.push(acc.scalar()?);
            }
        }
        Ok(results.iter().zip(bytes).map(|(bits, &bytes)| from_bits(bytes, bits)).collect())
    }

    pub fn scan(
        &mut self,
        operands: &[Value],
        dim: usize,
        reverse: bool,
        body: Block,
    ) -> Result<Tiles, Stop> {
        let (axis, bytes) = self.axis(operands, dim)?;
        self.check_groupings(operands, axis, body)?;
        let tiles: Tiles = operands.iter().map(|&operand| self.get(operand).clone()).collect();
        let mut results: SmallVec<[Vec<u64>; 3]> =
            SmallVec::from_elem(vec![0; axis.rows() * axis.length], tiles.len());
        // All rows advance together, unless the body has to see one element at a time.
        let groups = if self.program.prepared.lanewise.contains(body) { 1 } else { axis.rows() };
        for group in 0..groups {
            let mut acc: Option<Tiles> = None;
            for step in 0..axis.length {
                let i = if reverse { axis.length - 1 - step } else { step };
                let mut elements = Tiles::new();
                for (tile, &bytes) in tiles.iter().zip(&bytes) {
                    elements.push(if groups == 1 {
                        axis.slice(bytes, tile, i, 1, 1)?
                    } else {
                        Data::Splat(tile.bits(axis.position(group, i)).ok_or(Malformed)?)
                    });
                }
                let next = match acc {
                    None => elements,
                    Some(acc) => {
                        let pairs =
                            elements.into_iter().zip(acc).flat_map(|(elem, acc)| [elem, acc]);
                        self.combine(body, pairs)?
                    }
                };
                let rows = if groups == 1 { 0..axis.rows() } else { group..group + 1 };
                for (result, data) in results.iter_mut().zip(&next) {
                    for row in rows.clone() {
                        let lane = if groups == 1 { row } else { 0 };
                        result[axis.position(row, i)] = data.bits(lane).ok_or(Malformed)?;
                    }
                }
                acc = Some(next);
            }
        }
        Ok(results.iter().zip(&bytes).map(|(bits, &bytes)| from_bits(bytes, bits)).collect())
    }

    fn axis(
        &self,
        operands: &[Value],
        dim: usize,
    ) -> Result<(Axis, SmallVec<[usize; 3]>), Malformed> {
        let first = *operands.first().ok_or(Malformed)?;
        let axis = Axis::new(self.dims(first), dim)?;
        let bytes: Result<_, _> =
            operands.iter().map(|&operand| self.word_bytes(operand)).collect();
        Ok((axis, bytes?))
    }

    /// Executes a body on (element, accumulator) pairs.
    fn combine(
        &mut self,
        body: Block,
        args: impl IntoIterator<Item = Data>,
    ) -> Result<Tiles, Stop> {
        let inst = self.inst;
        let flow = self.run_block(body, args)?;
        self.inst = inst;
        match flow {
            Flow::Yield(results) => Ok(results.into_iter().collect()),
            Flow::Continue(_) | Flow::Break(_) | Flow::Return => Err(Malformed.into()),
        }
    }

    /// Rule 7: no grouping of the elements may overflow, not just the one that we use.
    ///
    /// Elements may be taken in any order, those of a scan too (2.6.1 of the reference says
    /// so of those up to each result), so a partial result is that of any subset of a row.
    fn check_groupings(
        &mut self,
        operands: &[Value],
        axis: Axis,
        body: Block,
    ) -> Result<(), Malformed> {
        let function = self.program.function;
        let (&[operand], &[first, _], true) =
            (operands, function.insts(body), self.is_sanitizing())
        else {
            return Ok(());
        };
        let monoid = match function.data(first) {
            InstData::AddI { overflow, .. } if overflow.no_signed_wrap() => Monoid::Sum,
            InstData::MulI { overflow, .. } if overflow.no_signed_wrap() => Monoid::Product,
            _ => return Ok(()),
        };
        let width = self.width(operand)?;
        let limits = (
            int::value(width, Signedness::Signed, width.min(Signedness::Signed)),
            int::value(width, Signedness::Signed, width.max(Signedness::Signed)),
        );
        let (data, dims) = (self.get(operand).clone(), self.dims(operand));
        for row in 0..axis.rows() {
            let mut range = Range::new(monoid);
            for i in 0..axis.length {
                let lane = axis.position(row, i);
                let bits = data.bits(lane).ok_or(Malformed)?;
                range.add(i128::from(int::sign_extend(width, bits)));
                if range.low < limits.0 || range.high > limits.1 {
                    let detail = || format!("partial results from {} to {}", range.low, range.high);
                    self.report(Rule::ReductionOverflow, dims, lane, detail);
                    break;
                }
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Monoid {
    Sum,
    Product,
}

/// The least and the greatest result of all subsets of the elements so far.
struct Range {
    monoid: Monoid,
    low: i128,
    high: i128,
}

impl Range {
    fn new(monoid: Monoid) -> Range {
        let identity = match monoid {
            Monoid::Sum => 0,
            Monoid::Product => 1,
        };
        Range { monoid, low: identity, high: identity }
    }

    fn add(&mut self, x: i128) {
        // Limits are 64-bit and checked after each element, so nothing here comes near 128.
        let limits = match self.monoid {
            Monoid::Sum => [self.low + x, self.high + x],
            Monoid::Product => [self.low * x, self.high * x],
        };
        self.low = limits.into_iter().fold(self.low, i128::min);
        self.high = limits.into_iter().fold(self.high, i128::max);
    }
}

fn from_bits(bytes: usize, bits: &[u64]) -> Data {
    with_word!(bytes, W => W::wrap(bits.iter().map(|&bits| W::from_bits(bits)).collect()))
}
