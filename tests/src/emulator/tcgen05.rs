//! `tcgen05`: products that one thread issues, their commits, and the names of the rest.
//!
//! A product is computed when it is issued, by the thread's agent for products (see
//! [`super::tensor_memory`]); a commit has the agent arrive at an mbarrier with all that it has
//! done. A thread that reads the result, fills a buffer anew or takes the columns for something
//! else without
//! having waited for such an arrival is in a race with the agent.
//!
//! Descriptors and data paths are written out from the manual (PTX ISA, "Instruction descriptor",
//! "Shared memory descriptor", "Data path layout organization"), not taken from the compiler.

use super::machine::{Cx, lanes};
use super::matrix::{self, Product, Scaling};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op};
use super::race::TouchKind;
use super::report::FindingKind;
use super::syntax::Result;
use super::tensor_memory::{LANES, Shape, split};
use super::types::{Space, Ty};
use super::warpgroup::{Descriptor, UNIT};

/// Lanes of a quarter of tensor memory.
const QUARTER: u64 = 32;

/// An instruction of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tcgen05 {
    Alloc,
    Relinquish,
    Dealloc,
    Product(Kind),
    Commit,
    FenceBefore,
    FenceAfter,
    Load(Shape),
    Store(Shape),
    AwaitLoads,
    AwaitStores,
}

/// Formats of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    F16,
    Tf32,
    F8,
    I8,
    /// With scales: of 32 bytes, of 32 halves of bytes, of 16 halves of bytes.
    Mxf8f6f4,
    Mxf4,
    Mxf4nvf4,
}

impl Kind {
    /// Scales of a row or column in one instruction.
    fn scales(self) -> Option<usize> {
        match self {
            Kind::F16 | Kind::Tf32 | Kind::F8 | Kind::I8 => None,
            Kind::Mxf8f6f4 => Some(1),
            Kind::Mxf4 => Some(2),
            Kind::Mxf4nvf4 => Some(4),
        }
    }
}

const SIMPLE: &[(&str, Tcgen05)] = &[
    ("fence::before_thread_sync", Tcgen05::FenceBefore),
    ("fence::after_thread_sync", Tcgen05::FenceAfter),
    ("wait::ld", Tcgen05::AwaitLoads),
    ("wait::st", Tcgen05::AwaitStores),
    ("alloc", Tcgen05::Alloc),
    ("relinquish_alloc_permit", Tcgen05::Relinquish),
    ("dealloc", Tcgen05::Dealloc),
    ("commit", Tcgen05::Commit),
];

const KINDS: &[(&str, Kind)] = &[
    ("kind::f16", Kind::F16),
    ("kind::tf32", Kind::Tf32),
    ("kind::f8f6f4", Kind::F8),
    ("kind::i8", Kind::I8),
    ("kind::mxf8f6f4", Kind::Mxf8f6f4),
    ("kind::mxf4", Kind::Mxf4),
    ("kind::mxf4nvf4", Kind::Mxf4nvf4),
];

const SHAPES: &[(&str, Shape)] =
    &[("32x32b", Shape::L32x32), ("16x128b", Shape::L16x128), ("16x256b", Shape::L16x256)];

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() != "tcgen05" {
        return Ok(None);
    }
    let words = |m: &mut Mnemonic<'_>, words: &[&str]| {
        words.iter().try_for_each(|word| m.one_of(&[(*word, ())]))
    };
    if let Some(op) = m.optional(SIMPLE) {
        let expected: &[&str] = match op {
            Tcgen05::AwaitLoads | Tcgen05::AwaitStores => &["sync", "aligned"],
            Tcgen05::Alloc => &["cta_group::1", "sync", "aligned", "shared::cta", "b32"],
            Tcgen05::Relinquish => &["cta_group::1", "sync", "aligned"],
            Tcgen05::Dealloc => &["cta_group::1", "sync", "aligned", "b32"],
            Tcgen05::Commit => &["cta_group::1", "mbarrier::arrive::one", "shared::cluster", "b64"],
            _ => &[],
        };
        words(m, expected)?;
        let gather = if expected.contains(&"aligned") { Gather::Warp } else { Gather::Alone };
        return Ok(Some(Decoded { op: Op::Tcgen05(op), results: 0, gather }));
    }
    if m.flag("mma") {
        words(m, &["cta_group::1"])?;
        let kind = m.one_of(KINDS)?;
        if kind.scales().is_some() {
            words(m, &["block_scale"])?;
        }
        if kind == Kind::Mxf4nvf4 {
            words(m, &["block16"])?;
        }
        return Ok(Some(Decoded::alone(Op::Tcgen05(Tcgen05::Product(kind)), 0)));
    }
    let is_load = m.one_of(&[("ld", true), ("st", false)])?;
    words(m, &["sync", "aligned"])?;
    let shape = m.one_of(SHAPES)?;
    let times = m.word().and_then(|word| word.strip_prefix('x')?.parse::<usize>().ok());
    let legal = |times: &usize| times.is_power_of_two() && shape.registers(*times) <= 128;
    if times.filter(legal).is_none() {
        return Err(m.error("a number of repetitions is needed"));
    }
    words(m, &["b32"])?;
    let op = if is_load { Tcgen05::Load(shape) } else { Tcgen05::Store(shape) };
    let results = usize::from(is_load);
    Ok(Some(Decoded { op: Op::Tcgen05(op), results, gather: Gather::Warp }))
}

/// What an instruction descriptor says. `None` if it means nothing, or nothing that exists.
struct TensorProduct {
    product: Product,
    transposed_a: bool,
    transposed_b: bool,
    /// Whether A is negated.
    negates: bool,
    /// The bytes of cells in which the scales of A and B begin.
    scale_bytes: (usize, usize),
}

impl TensorProduct {
    fn read(kind: Kind, bits: u64) -> Option<TensorProduct> {
        if let Some(scales) = kind.scales() {
            return TensorProduct::read_scaled(kind, scales, bits);
        }
        let (product, transposed_a, transposed_b) = instruction(kind, bits)?;
        let scale_bytes = (0, 0);
        Some(TensorProduct { product, transposed_a, transposed_b, negates: false, scale_bytes })
    }

    /// The tables of the kinds with scales.
    fn read_scaled(kind: Kind, scales: usize, bits: u64) -> Option<TensorProduct> {
        let field = |low: u32, size: u32| bits >> low & ((1 << size) - 1);
        let halves = kind != Kind::Mxf8f6f4;
        let format = |code: u64| match (halves, code) {
            (false, 0) => Some(Ty::E4m3),
            (false, 1) => Some(Ty::E5m2),
            (true, 1) => Some(Ty::E2m1),
            _ => None,
        };
        let (a, b) = (format(field(7, 3))?, format(field(10, 3))?);
        let ty = match (kind, field(23, 1)) {
            (_, 1) => Ty::Ue8m0,
            (Kind::Mxf4nvf4, 0) => Ty::Ue4m3,
            _ => return None,
        };
        let (n, m) = (8 * field(17, 6) as usize, 128 * field(27, 2) as usize);
        let (transposed_a, transposed_b) = (field(15, 1) == 1, field(16, 1) == 1);
        // Sparsity, the sign of B, longer rows and what is reserved.
        let unused = [field(0, 4), field(6, 1), field(14, 1), field(24, 3), field(31, 1)];
        let scale_bytes = (field(29, 2) as usize, field(4, 2) as usize);
        let begins = |byte: usize| byte.is_multiple_of(scales);
        let exists = m == 128
            && (8..=256).contains(&n)
            && begins(scale_bytes.0)
            && begins(scale_bytes.1)
            && !(halves && (transposed_a || transposed_b))
            && unused == [0; 5];
        let (k, d) = (if halves { 64 } else { 32 }, Ty::F32);
        let scaling = Some(Scaling { count: scales, ty });
        let product = Product { m, n, k, d, a, b, c: d, saturates: false, scaling };
        let negates = field(13, 1) == 1;
        exists.then_some(TensorProduct {
            product,
            transposed_a,
            transposed_b,
            negates,
            scale_bytes,
        })
    }
}

/// The product and whether A and B are transposed, of the kinds without scales.
fn instruction(kind: Kind, bits: u64) -> Option<(Product, bool, bool)> {
    let field = |low: u32, size: u32| bits >> low & ((1 << size) - 1);
    // Sparsity, saturation, signs, shifts and what is reserved.
    let unused = [field(0, 4), field(6, 1), field(13, 2), field(23, 1), field(29, 3)];
    let d = match (kind, field(4, 2)) {
        (Kind::F16 | Kind::Tf32 | Kind::F8, 1) => Ty::F32,
        (Kind::F16 | Kind::F8, 0) => Ty::F16,
        (Kind::I8, 2) => Ty::S32,
        _ => return None,
    };
    let format = |code: u64| match (kind, code) {
        (Kind::F16, 0) => Some(Ty::F16),
        (Kind::F16, 1) => Some(Ty::Bf16),
        (Kind::Tf32, 2) => Some(Ty::Tf32),
        (Kind::F8, 0) => Some(Ty::E4m3),
        (Kind::F8, 1) => Some(Ty::E5m2),
        (Kind::I8, 0) => Some(Ty::U8),
        (Kind::I8, 1) => Some(Ty::S8),
        _ => None,
    };
    let (a, b) = (format(field(7, 3))?, format(field(10, 3))?);
    let (n, m) = (8 * field(17, 6) as usize, 16 * field(24, 5) as usize);
    let (transposed_a, transposed_b) = (field(15, 1) == 1, field(16, 1) == 1);
    let step = if m == 128 { 16 } else { 8 };
    let exists = (m == 64 || m == 128)
        && n.is_multiple_of(step)
        && (step..=256).contains(&n)
        && !(kind == Kind::I8 && n > 32 && !n.is_multiple_of(16))
        // Only in a swizzle that is not modelled.
        && !(kind == Kind::Tf32 && (transposed_a || transposed_b))
        && unused == [0; 5];
    let k = 32 / a.bytes() as usize;
    let product = Product { m, n, k, d, a, b, c: d, saturates: false, scaling: None };
    exists.then_some((product, transposed_a, transposed_b))
}

impl Cx<'_, '_> {
    pub fn tcgen05(&mut self, what: &Tcgen05) {
        match what {
            Tcgen05::Alloc => self.take_columns(),
            Tcgen05::Relinquish => self.relinquish_columns(),
            Tcgen05::Dealloc => self.give_columns_back(),
            Tcgen05::Product(kind) => self.tensor_product(*kind),
            Tcgen05::Commit => self.commit_products(),
            Tcgen05::FenceBefore => self.fence_before(),
            Tcgen05::FenceAfter => self.fence_after(),
            Tcgen05::Load(shape) => self.load_cells(*shape),
            Tcgen05::Store(shape) => self.store_cells(*shape),
            Tcgen05::AwaitLoads => self.await_loads(),
            Tcgen05::AwaitStores => self.await_stores(),
        }
    }

    fn commit_products(&mut self) {
        let addresses = self.addresses(self.inst.mem[0]);
        for lane in lanes(self.active) {
            let agent = self.product_agent(lane);
            let clock = self.cta().clocks.release([agent].into_iter());
            if let Some(at) = self.locate(Space::Shared, addresses[lane], 8, lane) {
                self.arrive_at(at, 0, &clock, lane);
            }
        }
    }

    fn tensor_product(&mut self, kind: Kind) {
        let inst = self.inst;
        let lane = self.active.trailing_zeros() as usize;
        if self.active.count_ones() != 1 {
            self.finding(FindingKind::Divergence, lane, || "one thread issues a product".into());
        }
        let (first_lane, column) = split(self.addresses(inst.mem[0])[lane]);
        let src: Vec<u64> = inst.src.iter().map(|&src| self.fetch(src)[lane]).collect();
        // A has a descriptor, or an address in tensor memory.
        let plain = inst.mem.len() - if kind.scales().is_some() { 2 } else { 0 };
        let in_tensor_memory = inst.mem[..plain].get(1).copied();
        let of_a = in_tensor_memory.map_or(src[0], |_| 0);
        let &[of_b, descriptor, accumulates] = &src[src.len() - 3..] else { return };
        let found = TensorProduct::read(kind, descriptor).and_then(|found| {
            let a = match in_tensor_memory {
                // Rows of fewer lanes and other orders are not modelled.
                Some(_) if found.product.m != 128 || found.transposed_a => return None,
                Some(_) => None,
                None => Some(Descriptor::of_tcgen05(of_a, found.transposed_a)?),
            };
            let b = Descriptor::of_tcgen05(of_b, found.transposed_b)?;
            Some((found, a, b))
        });
        let Some((TensorProduct { product, negates, scale_bytes, .. }, of_a, of_b)) = found else {
            self.finding(FindingKind::UndefinedResult, lane, || {
                format!("the descriptors {of_a:#x}, {of_b:#x} and {descriptor:#x}")
            });
            return;
        };
        let Product { m, n, k, d, a, b, .. } = product;
        if first_lane != 0 {
            self.finding(FindingKind::TensorMemory, lane, || {
                format!("an accumulator begins in lane {first_lane}")
            });
        }
        if !self.check_taken(column, n as u64, lane) {
            return;
        }
        self.begin_product(lane);
        let agent = self.product_agent(lane);
        let mut units = Vec::new();
        let left = match (&of_a, in_tensor_memory) {
            (Some(of_a), _) => self.operand(of_a, (0, m), k, a, &mut units),
            (None, Some(at)) => {
                let address = self.addresses(at)[lane];
                self.factor_in_tensor_memory(address, k, a, lane)
            }
            (None, None) => return,
        };
        let right = self.operand(&of_b, (0, n), k, b, &mut units);
        units.sort_unstable();
        units.dedup();
        for unit in units {
            if let Some(at) = self.locate(Space::Shared, unit, UNIT, lane) {
                self.touch_as(agent, (at, UNIT), false, TouchKind::Weak, lane);
                self.read_by_product(at, UNIT);
            }
        }
        let (mut left, right) = (matrix::values(a, &left), matrix::values(b, &right));
        if negates {
            left.iter_mut().for_each(|value| *value = -*value);
        }
        let scales = product.scaling.map(|scaling| {
            let [of_a, of_b] = [plain, plain + 1].map(|at| self.addresses(inst.mem[at])[lane]);
            let words_a = self.scales_in_tensor_memory(of_a, m, scale_bytes.0, lane);
            (scaling, words_a, self.scales_in_tensor_memory(of_b, n, scale_bytes.1, lane))
        });
        for j in 0..n {
            let column = column + j as u64;
            // Of 128 rows each has its lane; of 64 each quarter of the lanes has sixteen.
            let run = if m == 128 { 128 } else { 16 };
            for i in 0..m {
                let row = (32 * (i / run) + i % run) as u64;
                if i % run == 0 {
                    self.touch_cells(row..row + run as u64, column, true, agent, lane);
                }
                let mut before = 0;
                if accumulates == 1 {
                    let memory = &self.cta().tensor_memory;
                    before = memory.read(row, column) & d.mask();
                    if !memory.is_written(row, column) {
                        self.finding(FindingKind::UnwrittenMemory, lane, || {
                            format!("lane {row} of column {column} of tensor memory")
                        });
                    }
                }
                let pairs = (&left[i * k..][..k], &right[j * k..][..k]);
                let value = match &scales {
                    Some((scaling, of_a, of_b)) => {
                        let words = (of_a[i], of_b[j]);
                        matrix::multiply_scaled(&product, *scaling, words, pairs, before)
                    }
                    None => matrix::multiply(&product, pairs, before),
                } & d.mask();
                self.cta().tensor_memory.write(row, column, value);
            }
        }
    }

    /// An A operand of 128 rows: each has a lane, whose columns have 4 bytes along K each.
    fn factor_in_tensor_memory(&mut self, address: u64, k: usize, ty: Ty, lane: usize) -> Vec<u64> {
        let (first_lane, column) = split(address);
        let per = 4 / ty.bytes() as usize;
        let columns = (k / per) as u64;
        let mut values = vec![0; LANES as usize * k];
        if first_lane != 0 || !self.check_taken(column, columns, lane) {
            self.finding(FindingKind::TensorMemory, lane, || {
                format!("a factor in columns from {column}, lanes from {first_lane}")
            });
            return values;
        }
        let agent = self.product_agent(lane);
        for at in 0..columns {
            self.touch_cells(0..LANES, column + at, false, agent, lane);
            for row in 0..LANES {
                let memory = &self.cta().tensor_memory;
                let word = memory.read(row, column + at);
                if !memory.is_written(row, column + at) {
                    self.finding(FindingKind::UnwrittenMemory, lane, || {
                        format!("lane {row} of column {} of tensor memory", column + at)
                    });
                }
                for within in 0..per {
                    let depth = at as usize * per + within;
                    values[row as usize * k + depth] =
                        word >> (ty.bits() as usize * within) & ty.mask();
                }
            }
        }
        values
    }

    /// The scales of rows or columns, from a byte of the cells on: row `r` has a cell in lane `r % 32` of each quarter,
    /// in column `r / 32`. The quarters have the same.
    fn scales_in_tensor_memory(
        &mut self,
        address: u64,
        rows: usize,
        byte: usize,
        lane: usize,
    ) -> Vec<u64> {
        let (first_lane, column) = split(address);
        let columns = rows.div_ceil(QUARTER as usize) as u64;
        if first_lane != 0 || !self.check_taken(column, columns, lane) {
            self.finding(FindingKind::TensorMemory, lane, || {
                format!("scales in columns from {column}, lanes from {first_lane}")
            });
            return vec![0; rows];
        }
        let agent = self.product_agent(lane);
        let mut words = Vec::new();
        for row in 0..rows as u64 {
            let at = column + row / QUARTER;
            let quarters: Vec<u64> =
                (0..LANES / QUARTER).map(|q| q * QUARTER + row % QUARTER).collect();
            for &from in &quarters {
                self.touch_cells(from..from + 1, at, false, agent, lane);
                if !self.cta().tensor_memory.is_written(from, at) {
                    self.finding(FindingKind::UnwrittenMemory, lane, || {
                        format!("lane {from} of column {at} of tensor memory")
                    });
                }
            }
            let memory = &self.cta().tensor_memory;
            let copies: Vec<u64> = quarters.iter().map(|&from| memory.read(from, at)).collect();
            if copies.iter().any(|&copy| copy != copies[0]) {
                self.finding(FindingKind::TensorMemory, lane, || {
                    format!("the quarters differ in the scales of row {row}")
                });
            }
            words.push(copies[0] >> (8 * byte));
        }
        words
    }
}
