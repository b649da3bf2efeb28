//! Matrix multiply-accumulate.
//!
//! The language leaves the rounding of a matrix product open, so its reference is the best one
//! can do in passing: products of the narrow formats are exact in f64, sums are taken in f64 in
//! the order of the contracted dimension, and the result is rounded once to the accumulator's
//! format. Integer products wrap.

use super::data::{Data, Lanes, Word, with_word};
use super::run::Run;
use super::trap::{Malformed, Stop, TrapKind};
use crate::attrs::Signedness;
use crate::entities::Value;
use crate::scalar::{FloatFormat, IntWidth, float, int};

/// `batch` products of `m x k` by `k x n`.
#[derive(Clone, Copy)]
struct Sizes {
    batch: usize,
    /// An operand with one matrix serves every batch.
    lhs_batch: usize,
    rhs_batch: usize,
    m: usize,
    k: usize,
    n: usize,
}

impl Run<'_> {
    pub fn mma_float(&self, lhs: Value, rhs: Value, acc: Value) -> Result<Data, Stop> {
        let sizes = self.sizes(lhs, rhs, acc)?;
        let left = self.floats(lhs)?;
        let right = self.floats(rhs)?;
        self.multiply_floats(sizes, &left, &right, acc)
    }

    /// Each element of the operands is scaled by the scale of its block: the tile of scales has
    /// the operand's shape, but for the contracted dimension, which it divides.
    pub fn mma_scaled(
        &self,
        [lhs, rhs]: [Value; 2],
        acc: Value,
        [lhs_scale, rhs_scale]: [Value; 2],
    ) -> Result<Data, Stop> {
        let sizes = self.sizes(lhs, rhs, acc)?;
        let left = self.scaled(lhs, lhs_scale)?;
        let right = self.scaled(rhs, rhs_scale)?;
        self.multiply_floats(sizes, &left, &right, acc)
    }

    fn scaled(&self, tile: Value, scale: Value) -> Result<Vec<f64>, Stop> {
        let mut elements = self.floats(tile)?;
        let scales = self.floats(scale)?;
        let (dims, scale_dims) = (self.dims(tile), self.dims(scale));
        let divides = dims.len() == scale_dims.len()
            && dims.iter().zip(scale_dims).all(|(&dim, &scale)| scale != 0 && dim % scale == 0);
        if !divides {
            return Err(TrapKind::Unsupported("scales of this shape").into());
        }
        for (lane, element) in elements.iter_mut().enumerate() {
            let index = super::data::index_of(lane, dims);
            let scale = index
                .iter()
                .zip(dims.iter().zip(scale_dims))
                .fold(0, |at, (&i, (&dim, &scale))| {
                    at * scale as usize + (i / (dim / scale)) as usize
                });
            *element *= scales.get(scale).copied().unwrap_or(f64::NAN);
        }
        Ok(elements)
    }

    fn multiply_floats(
        &self,
        sizes: Sizes,
        left: &[f64],
        right: &[f64],
        acc: Value,
    ) -> Result<Data, Stop> {
        let format = self.format(acc)?;
        let mut sums = self.floats(acc)?;
        multiply(sizes, left, right, &mut sums, |a, b, c| *c += a * b);
        Ok(with_word!(format.storage_bytes(), W => {
            W::wrap(sums.iter().map(|&sum| W::from_bits(float::from_f64(format, sum))).collect())
        }))
    }

    pub fn mma_int(
        &self,
        [lhs, rhs]: [Value; 2],
        acc: Value,
        signedness: [Signedness; 2],
    ) -> Result<Data, Stop> {
        let sizes = self.sizes(lhs, rhs, acc)?;
        let left = self.ints(lhs, signedness[0])?;
        let right = self.ints(rhs, signedness[1])?;
        let mut sums = self.ints(acc, Signedness::Signed)?;
        let product = |a: i32, b: i32, c: &mut i32| *c = c.wrapping_add(a.wrapping_mul(b));
        multiply(sizes, &left, &right, &mut sums, product);
        Ok(u32::wrap(sums.into_iter().map(|sum| sum as u32).collect()))
    }

    fn sizes(&self, lhs: Value, rhs: Value, acc: Value) -> Result<Sizes, Malformed> {
        let split = |value| match *self.dims(value) {
            [rows, columns] => Ok((1, rows as usize, columns as usize)),
            [batch, rows, columns] => Ok((batch as usize, rows as usize, columns as usize)),
            _ => Err(Malformed),
        };
        let (lhs_batch, m, k) = split(lhs)?;
        let (rhs_batch, k_again, n) = split(rhs)?;
        let (batch, m_again, n_again) = split(acc)?;
        let fits = |operand_batch| operand_batch == 1 || operand_batch == batch;
        if (m, k, n) != (m_again, k_again, n_again) || !fits(lhs_batch) || !fits(rhs_batch) {
            return Err(Malformed);
        }
        Ok(Sizes { batch, lhs_batch, rhs_batch, m, k, n })
    }

    /// The elements of a float tile as f64, exactly.
    fn floats(&self, value: Value) -> Result<Vec<f64>, Malformed> {
        let format = self.format(value)?;
        let count = self.tile(value)?.num_elems() as usize;
        let data = self.get(value);
        match format {
            FloatFormat::F16 => {
                widen::<u16, _>(data, count, |x| float::to_f64(FloatFormat::F16, x))
            }
            FloatFormat::Bf16 => {
                widen::<u16, _>(data, count, |x| float::to_f64(FloatFormat::Bf16, x))
            }
            FloatFormat::F32 => {
                widen::<u32, _>(data, count, |x| float::to_f64(FloatFormat::F32, x))
            }
            FloatFormat::F64 => widen::<u64, _>(data, count, f64::from_bits),
            FloatFormat::Tf32 => widen::<u32, _>(data, count, |x| float::to_f64(format, x)),
            FloatFormat::E4M3
            | FloatFormat::E5M2
            | FloatFormat::E8M0
            | FloatFormat::E2M1
            | FloatFormat::UE5M3 => {
                let table: Vec<f64> = (0..256).map(|x| float::to_f64(format, x)).collect();
                widen::<u8, _>(data, count, |x| table[x as usize & 255])
            }
        }
    }

    fn ints(&self, value: Value, signedness: Signedness) -> Result<Vec<i32>, Malformed> {
        let width = self.width(value)?;
        let count = self.tile(value)?.num_elems() as usize;
        let extend = |x| int::resize(width, IntWidth::W32, signedness, x) as i32;
        with_word!(width.storage_bytes(), W => widen::<W, _>(self.get(value), count, extend))
    }
}

#[inline(always)]
fn widen<W: Word, T: Copy>(
    data: &Data,
    count: usize,
    f: impl Fn(u64) -> T,
) -> Result<Vec<T>, Malformed> {
    let elements: Vec<T> = match data.lanes::<W>()? {
        Lanes::Splat(word) => vec![f(word.bits()); count],
        Lanes::Each(words) => words.iter().map(|word| f(word.bits())).collect(),
    };
    if elements.len() == count { Ok(elements) } else { Err(Malformed) }
}

/// Adds the products to `sums`: row by row, so that the inner loop runs along rows of the right
/// operand and of the sums.
fn multiply<T: Copy>(
    sizes: Sizes,
    left: &[T],
    right: &[T],
    sums: &mut [T],
    add_product: impl Fn(T, T, &mut T),
) {
    let Sizes { batch, lhs_batch, rhs_batch, m, k, n } = sizes;
    for b in 0..batch {
        let left = &left[if lhs_batch == 1 { 0 } else { b } * m * k..][..m * k];
        let right = &right[if rhs_batch == 1 { 0 } else { b } * k * n..][..k * n];
        let sums = &mut sums[b * m * n..][..m * n];
        for (left, sums) in left.chunks_exact(k).zip(sums.chunks_exact_mut(n)) {
            for (&a, right) in left.iter().zip(right.chunks_exact(n)) {
                for (&b, sum) in right.iter().zip(&mut *sums) {
                    add_product(a, b, sum);
                }
            }
        }
    }
}
