//! Matrices spread over the lanes of a warp: `ldmatrix`, `stmatrix`, `mma.sync`.
//!
//! Fragments are written out from the manual and not taken from the compiler's catalogue of
//! layouts: a shared mistake would go unseen. `wgmma` and `tcgen05` have a module of their own each
//! beside this one; products in general are [`multiply`].

use ir::scalar::float;
use ir::scalar::format::FloatFormat;

use super::count;
use super::lane;
use super::machine::{Cx, Lanes, Location, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op};
use super::race::TouchKind;
use super::syntax::Result;
use super::types::{Space, Ty};

/// An instruction on matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matrix {
    /// So many 8x8 matrices of 16-bit elements.
    Load {
        count: usize,
        transposed: bool,
    },
    Store {
        count: usize,
        transposed: bool,
    },
    Product(Product),
}

/// `D = A B + C`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub d: Ty,
    pub a: Ty,
    pub b: Ty,
    pub c: Ty,
    /// Integer sums saturate instead of wrapping around.
    pub saturates: bool,
    pub scaling: Option<Scaling>,
}

/// Scales for blocks of elements along K.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    /// Scales of each row of A and each column of B.
    pub count: usize,
    pub ty: Ty,
}

const SHAPES: &[(&str, (usize, usize, usize))] = &[
    ("m8n8k4", (8, 8, 4)),
    ("m8n8k16", (8, 8, 16)),
    ("m16n8k4", (16, 8, 4)),
    ("m16n8k8", (16, 8, 8)),
    ("m16n8k16", (16, 8, 16)),
    ("m16n8k32", (16, 8, 32)),
    ("m16n8k64", (16, 8, 64)),
];

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    let (is_load, is_store) = (m.base() == "ldmatrix", m.base() == "stmatrix");
    if is_load || is_store {
        for word in ["sync", "aligned", "m8n8"] {
            m.one_of(&[(word, ())])?;
        }
        let count = m.one_of(&[("x1", 1), ("x2", 2), ("x4", 4)])?;
        let transposed = m.flag("trans");
        if m.space() != Space::Shared || m.ty()? != Ty::B16 {
            return Err(m.error("matrices of b16 in shared memory are wanted"));
        }
        let matrix = match is_load {
            true => Matrix::Load { count, transposed },
            false => Matrix::Store { count, transposed },
        };
        let results = usize::from(is_load);
        return Ok(Some(Decoded { op: Op::Matrix(matrix), results, gather: Gather::Warp }));
    }
    if m.base() != "mma" {
        return Ok(None);
    }
    for word in ["sync", "aligned"] {
        m.one_of(&[(word, ())])?;
    }
    let (rows, columns, depth) = m.one_of(SHAPES)?;
    for word in ["row", "col"] {
        m.one_of(&[(word, ())])?;
    }
    let saturates = m.flag("satfinite");
    let kind =
        m.optional(&[("kind::mxf8f6f4", Narrow::Bytes), ("kind::mxf4nvf4", Narrow::Nibbles)]);
    let count = match kind {
        None => 0,
        Some(_) => {
            m.one_of(&[("block_scale", ())])?;
            m.one_of(&[("scale_vec::1X", 1), ("scale_vec::2X", 2), ("scale_vec::4X", 4)])?
        }
    };
    let (d, a, b, c) = (m.ty()?, m.ty()?, m.ty()?, m.ty()?);
    let scaling = match kind {
        None => None,
        Some(kind) => {
            let scaling = Scaling { count, ty: m.ty()? };
            if !scaling.exists(kind) {
                return Err(m.error("this kind of product does not take these scales"));
            }
            Some(scaling)
        }
    };
    let product = Product { m: rows, n: columns, k: depth, d, a, b, c, saturates, scaling };
    if !product.exists() {
        return Err(m.error("there is no product of this shape and these types"));
    }
    let op = Op::Matrix(Matrix::Product(product));
    Ok(Some(Decoded { op, results: 1, gather: Gather::Warp }))
}

/// The kinds of products with scales.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrow {
    Bytes,
    Nibbles,
}

impl Scaling {
    /// The rows of the manual's table of scales.
    fn exists(self, kind: Narrow) -> bool {
        matches!(
            (kind, self.count, self.ty),
            (Narrow::Bytes, 1, Ty::Ue8m0)
                | (Narrow::Nibbles, 2 | 4, Ty::Ue8m0)
                | (Narrow::Nibbles, 4, Ty::Ue4m3)
        )
    }

    /// The lane that has the scales of a row of A, where the selector is `{0, 0}`.
    fn lane_of_row(row: usize) -> usize {
        4 * (row % 8) + row / 8
    }

    /// The lane that has those of a column of B.
    fn lane_of_column(column: usize) -> usize {
        4 * column
    }

    /// The value of a scale: its bits without a sign.
    fn value(self, word: u64, at: usize) -> f64 {
        let bits = word >> (8 * at) & 0xFF;
        let bits = if self.ty == Ty::Ue4m3 { bits & 0x7F } else { bits };
        self.ty.format().map_or(0.0, |format| float::to_f64(format, bits))
    }
}

impl Product {
    /// The rows of the manual's table that have a 16x8 or 8x8 result.
    fn exists(&self) -> bool {
        let shape = (self.m, self.n, self.k);
        if self.scaling.is_some() {
            let narrow = |ty: Ty| matches!(ty, Ty::E4m3 | Ty::E5m2);
            let is_bytes = shape == (16, 8, 32) && narrow(self.a) && narrow(self.b);
            let is_nibbles = shape == (16, 8, 64) && (self.a, self.b) == (Ty::E2m1, Ty::E2m1);
            return (is_bytes || is_nibbles) && (self.d, self.c) == (Ty::F32, Ty::F32);
        }
        let narrow = |ty: Ty| matches!(ty, Ty::E4m3 | Ty::E5m2);
        let byte = |ty: Ty| matches!(ty, Ty::S8 | Ty::U8);
        let sums = (self.d, self.c);
        match (self.a, self.b) {
            (Ty::F16, Ty::F16) => {
                matches!(shape, (16, 8, 8) | (16, 8, 16))
                    && matches!(sums, (Ty::F16 | Ty::F32, Ty::F16 | Ty::F32))
            }
            (Ty::Bf16, Ty::Bf16) => {
                matches!(shape, (16, 8, 8) | (16, 8, 16)) && sums == (Ty::F32, Ty::F32)
            }
            (Ty::Tf32, Ty::Tf32) => {
                matches!(shape, (16, 8, 4) | (16, 8, 8)) && sums == (Ty::F32, Ty::F32)
            }
            (Ty::F64, Ty::F64) => {
                matches!(shape, (8, 8, 4) | (16, 8, 4 | 8 | 16)) && sums == (Ty::F64, Ty::F64)
            }
            (a, b) if narrow(a) && narrow(b) => {
                matches!(shape, (16, 8, 32) | (16, 8, 16))
                    && matches!(sums, (Ty::F32, Ty::F32) | (Ty::F16, Ty::F16))
            }
            (a, b) if byte(a) && byte(b) => {
                matches!(shape, (8, 8, 16) | (16, 8, 16) | (16, 8, 32))
                    && sums == (Ty::S32, Ty::S32)
            }
            _ => false,
        }
    }

    /// Row and column in A of element `i` of a lane's fragment.
    ///
    /// A lane holds runs of 32 bits along a row; runs go first 8 rows down, then on along the row.
    fn place_a(&self, lane: usize, i: usize) -> (usize, usize) {
        let (group, in_group) = (lane / 4, lane % 4);
        let run = elements_per_run(self.a);
        let (reg, within) = (i / run, i % run);
        let blocks = self.m / 8;
        (group + 8 * (reg % blocks), in_group * run + within + 4 * run * (reg / blocks))
    }

    /// Row and column in B.
    fn place_b(&self, lane: usize, i: usize) -> (usize, usize) {
        let (group, in_group) = (lane / 4, lane % 4);
        let run = elements_per_run(self.b);
        let (reg, within) = (i / run, i % run);
        (in_group * run + within + 4 * run * reg, group)
    }

    /// Row and column in C and D: two neighbours of a row, then 8 rows down.
    fn place_c(&self, lane: usize, i: usize) -> (usize, usize) {
        let (group, in_group) = (lane / 4, lane % 4);
        (group + 8 * (i / 2), 2 * in_group + i % 2)
    }
}

fn elements_per_run(ty: Ty) -> usize {
    (32 / ty.bits() as usize).max(1)
}

/// Element `i` of a fragment, packed into registers of 32 bits or more.
fn element(registers: &[Lanes], ty: Ty, lane: usize, i: usize) -> u64 {
    let per = elements_per_run(ty);
    registers[i / per][lane] >> (ty.bits() as usize * (i % per)) & ty.mask()
}

/// The values of elements of an operand. Integers of operands and sums of their products have less than 53 bits: they
/// are exact in f64, as the values of all formats are.
pub fn values(ty: Ty, elements: &[u64]) -> Vec<f64> {
    elements.iter().map(|&bits| value(ty, bits)).collect()
}

fn value(ty: Ty, bits: u64) -> f64 {
    match ty.format() {
        Some(format) => float::to_f64(format, bits),
        None => ty.integer(bits) as f64,
    }
}

/// A row of A times a column of B, added to an element of C.
///
/// The hardware adds groups of products with a few extra bits and truncates, which is not
/// documented; rounding once is the value that it approximates. f64 is chained FMAs.
pub fn multiply(product: &Product, (row, column): (&[f64], &[f64]), c: u64) -> u64 {
    let (start, d) = (value(product.c, c), product.d);
    let pairs = row.iter().zip(column);
    if d == Ty::F64 {
        let sum = pairs.fold(start, |sum, (x, y)| x.mul_add(*y, sum));
        return lane::canonical(FloatFormat::F64, sum.to_bits());
    }
    // Products of the narrow formats are exact in f64.
    let sum = pairs.fold(start, |sum, (x, y)| sum + x * y);
    if !d.is_float() {
        let clamped = sum.clamp(f64::from(i32::MIN), f64::from(i32::MAX));
        return (if product.saturates { clamped } else { sum }) as i64 as u64 & d.mask();
    }
    let format = d.format().unwrap_or(FloatFormat::F32);
    lane::canonical(format, float::from_f64(format, sum))
}

/// The same with scales, from the registers that have them: products of the scaled numbers, added in f64 and rounded
/// once.
pub fn multiply_scaled(
    product: &Product,
    scaling: Scaling,
    (a, b): (u64, u64),
    (row, column): (&[f64], &[f64]),
    c: u64,
) -> u64 {
    let block = product.k / scaling.count;
    let sum = row.iter().zip(column).enumerate().fold(value(product.c, c), |sum, (i, (x, y))| {
        let scale = scaling.value(a, i / block) * scaling.value(b, i / block);
        sum + x * y * scale
    });
    lane::canonical(FloatFormat::F32, float::from_f64(FloatFormat::F32, sum))
}

impl Cx<'_, '_> {
    pub fn matrix(&mut self, matrix: &Matrix) {
        match matrix {
            Matrix::Load { count, transposed } => self.load_matrices(*count, *transposed),
            Matrix::Store { count, transposed } => self.store_matrices(*count, *transposed),
            Matrix::Product(product) => self.product(product),
        }
    }

    /// Row addresses: lanes `8i..8i+8` give those of matrix `i`. Counts the passes.
    fn matrix_rows(&mut self, count: usize) -> Vec<u64> {
        let addresses = self.addresses(self.inst.mem[0]);
        let counts = &mut self.run.counts[self.inst.line as usize];
        for matrix in 0..count {
            // Eight rows of 16 bytes fill one pass.
            let rows: Vec<(usize, u64)> =
                (0..8).map(|row| (row, addresses[8 * matrix + row])).collect();
            count::shared(&rows, 16, counts);
        }
        addresses[..8 * count].to_vec()
    }

    fn load_matrices(&mut self, count: usize, transposed: bool) {
        let rows = self.matrix_rows(count);
        let mut words = Vec::new();
        for (lane, &address) in rows.iter().enumerate() {
            let mut row = [0; 8];
            if let Some(at) = self.locate(Space::Shared, address, 16, lane) {
                self.check_written(at, 16, lane);
                for word in 0..4 {
                    let place = Location { offset: at.offset + 4 * word as u64, ..at };
                    // The lanes whose fragments hold the two elements of the word.
                    let readers = match transposed {
                        false => [4 * (lane % 8) + word; 2],
                        true => [0, 4].map(|next| 8 * word + next + lane % 8 / 2),
                    };
                    for reader in readers {
                        self.touch(place, 4, false, TouchKind::Weak, reader);
                    }
                }
                let region = self.region(at.area, lane);
                for (i, element) in row.iter_mut().enumerate() {
                    *element = region.read(at.offset + 2 * i as u64, 2);
                }
            }
            words.push(row);
        }
        for matrix in 0..count {
            let at = |row: usize, column: usize| words[8 * matrix + row][column];
            let values = std::array::from_fn(|lane| {
                let pair = |i: usize| {
                    let (along, across) = (2 * (lane % 4) + i, lane / 4);
                    if transposed { at(along, across) } else { at(across, along) }
                };
                pair(0) | pair(1) << 16
            });
            self.write(matrix, &values);
        }
    }

    fn store_matrices(&mut self, count: usize, transposed: bool) {
        let rows = self.matrix_rows(count);
        let src = self.inst.src.clone();
        for matrix in 0..count {
            let words = self.fetch(src[matrix]);
            for row in 0..8 {
                let address = rows[8 * matrix + row];
                let lane = 8 * matrix + row;
                let Some(at) = self.locate(Space::Shared, address, 16, lane) else { continue };
                for column in 0..8 {
                    let (holder, half) = match transposed {
                        false => (4 * row + column / 2, column % 2),
                        true => (4 * column + row / 2, row % 2),
                    };
                    let place = Location { offset: at.offset + 2 * column as u64, ..at };
                    self.touch(place, 2, true, TouchKind::Weak, holder);
                    self.written_generically(place, 2, holder);
                    let bits = words[holder] >> (16 * half);
                    self.region(at.area, lane).write(place.offset, 2, bits);
                }
            }
        }
    }

    fn product(&mut self, product: &Product) {
        let Product { m, n, k, d, a, b, c, .. } = *product;
        let registers = |elements: usize, ty: Ty| elements.div_ceil(32 * elements_per_run(ty));
        let (of_a, of_b) = (registers(m * k, a), registers(k * n, b));
        let of_c = registers(m * n, c);
        let src = self.inst.src.clone();
        // A register and a selector each for the scales of A and B.
        let of_scales = if product.scaling.is_some() { 6 } else { 0 };
        if src.len() != of_a + of_b + of_c + of_scales {
            return;
        }
        let fragments: Vec<Lanes> = src.iter().map(|&src| self.fetch(src)).collect();
        let (fa, rest) = fragments.split_at(of_a);
        let (fb, rest) = rest.split_at(of_b);
        let (fc, scales) = rest.split_at(of_c);
        let mut left = vec![0; m * k];
        let mut right = vec![0; n * k];
        let mut sums = vec![0; m * n];
        for lane in lanes(u32::MAX) {
            for i in 0..m * k / 32 {
                let (row, column) = product.place_a(lane, i);
                left[row * k + column] = element(fa, a, lane, i);
            }
            for i in 0..k * n / 32 {
                let (row, column) = product.place_b(lane, i);
                right[column * k + row] = element(fb, b, lane, i);
            }
            for i in 0..m * n / 32 {
                let (row, column) = product.place_c(lane, i);
                sums[row * n + column] = element(fc, c, lane, i);
            }
        }
        let (left, right) = (values(a, &left), values(b, &right));
        for row in 0..m {
            for column in 0..n {
                let pairs = (&left[row * k..][..k], &right[column * k..][..k]);
                let sum = &mut sums[row * n + column];
                *sum = match product.scaling {
                    None => multiply(product, pairs, *sum),
                    Some(scaling) => {
                        let a = scales[0][Scaling::lane_of_row(row)];
                        let b = scales[3][Scaling::lane_of_column(column)];
                        multiply_scaled(product, scaling, (a, b), pairs, *sum)
                    }
                };
            }
        }
        let per = elements_per_run(d);
        for reg in 0..registers(m * n, d) {
            let values = std::array::from_fn(|lane| {
                (0..per).fold(0, |word, within| {
                    let (row, column) = product.place_c(lane, per * reg + within);
                    word | sums[row * n + column] << (d.bits() as usize * within)
                })
            });
            self.write(reg, &values);
        }
    }
}
