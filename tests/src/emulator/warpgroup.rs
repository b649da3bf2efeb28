//! Products of four warps: `wgmma`.
//!
//! Each warp computes its sixteen rows when it issues the instruction. A wait lets a warp go on
//! when all four have issued what is waited for; it has then seen what they had done, for only
//! then is the product complete. Operands in shared memory count as read when the product is
//! issued
//! and, by the warpgroup's first warp, once more when it is waited for: a buffer that is handed
//! back and filled again in between is a race. Registers of a product in flight must not be used.
//!
//! Descriptors and fragments are written out from the manual (PTX ISA, "Asynchronous warpgroup
//! level matrix instructions"), not taken from the compiler.

use std::collections::VecDeque;

use super::machine::{Cx, Lanes, Step, lanes};
use super::matrix::{self, Product};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op, Reg, Src};
use super::race::{Clock, TouchKind};
use super::report::FindingKind;
use super::syntax::Result;
use super::tensor::swizzled;
use super::types::{Space, Ty};

/// An instruction of a warpgroup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warpgroup {
    Fence,
    Commit,
    Wait,
    Product { n: usize, k: usize, d: Ty, a: Ty, b: Ty },
}

/// Products of one warp.
#[derive(Clone, Debug, Default)]
pub struct Products {
    /// Whether registers written so far may be used.
    fenced: bool,
    open: Group,
    groups: VecDeque<Group>,
    /// How many groups have been committed.
    committed: u64,
    /// What the warp had done at its last commits.
    clocks: VecDeque<(u64, Clock)>,
    /// Of a warpgroup's first warp: the warps that know that the operands of so many groups were
    /// read.
    read: VecDeque<(u64, Clock)>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    registers: Vec<Reg>,
    /// Registers that have an A operand.
    factors: Vec<Reg>,
    /// Units of 16 bytes of shared memory that are read.
    units: Vec<u64>,
}

impl Products {
    pub fn is_in_flight(&self, reg: Reg) -> bool {
        self.groups().any(|group| group.registers.contains(&reg))
    }

    /// Whether a product in flight reads a register.
    pub fn is_read(&self, reg: Reg) -> bool {
        self.groups().any(|group| group.factors.contains(&reg))
    }

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().chain([&self.open])
    }
}

const WARPS: usize = 4;
pub const UNIT: u64 = 16;

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() != "wgmma" {
        return Ok(None);
    }
    let simple = m.optional(&[
        ("fence", Warpgroup::Fence),
        ("commit_group", Warpgroup::Commit),
        ("wait_group", Warpgroup::Wait),
    ]);
    if simple.is_none() {
        m.one_of(&[("mma_async", ())])?;
    }
    for word in ["sync", "aligned"] {
        m.one_of(&[(word, ())])?;
    }
    if let Some(op) = simple {
        let op = Op::Warpgroup(op);
        return Ok(Some(Decoded { op, results: 0, gather: Gather::Warp }));
    }
    let shape = m.word().and_then(|word| {
        let (n, k) = word.strip_prefix("m64n")?.split_once('k')?;
        Some((n.parse().ok()?, k.parse().ok()?))
    });
    let Some((n, k)) = shape else { return Err(m.error("a shape is needed")) };
    let (d, a, b) = (m.ty()?, m.ty()?, m.ty()?);
    let legal = n % 8 == 0 && (8..=256).contains(&n) && k * a.bits() as usize == 256;
    let exists = matches!(
        (d, a, b),
        (Ty::F16 | Ty::F32, Ty::F16, Ty::F16)
            | (Ty::F32, Ty::Bf16, Ty::Bf16)
            | (Ty::F32, Ty::Tf32, Ty::Tf32)
            | (Ty::F16 | Ty::F32, Ty::E4m3 | Ty::E5m2, Ty::E4m3 | Ty::E5m2)
            | (Ty::S32, Ty::S8 | Ty::U8, Ty::S8 | Ty::U8)
    );
    if !legal || !exists {
        return Err(m.error("there is no product of this shape and these types"));
    }
    let op = Op::Warpgroup(Warpgroup::Product { n, k, d, a, b });
    Ok(Some(Decoded { op, results: 1, gather: Gather::Warp }))
}

/// A matrix in shared memory, as its descriptor has it.
pub struct Descriptor {
    start: u64,
    leading: u64,
    stride: u64,
    /// Bytes of a row of the swizzle's pattern; 16 without one.
    span: u64,
    /// Whether M or N is contiguous, and not K.
    transposed: bool,
}

impl Descriptor {
    fn new(bits: u64, transposed: bool) -> Option<Descriptor> {
        let span = match bits >> 62 {
            1 => 128,
            2 => 64,
            3 => 32,
            _ => return None,
        };
        let base_offset = bits >> 49 & 7;
        let [start, leading, stride] = [0, 16, 32].map(|low| (bits >> low & 0x3FFF) << 4);
        (base_offset == 0).then_some(Descriptor { start, leading, stride, span, transposed })
    }

    /// That of `tcgen05` (PTX ISA, "Shared memory descriptor"): three bits tell the swizzle, three
    /// are constant, and what is left must be 0.
    pub fn of_tcgen05(bits: u64, transposed: bool) -> Option<Descriptor> {
        let swizzles = [(2, 1), (4, 2), (6, 3)];
        let (_, swizzle) = swizzles.iter().find(|(code, _)| *code == bits >> 61)?;
        let constant = bits >> 46 & 0x7FFF;
        let unused = bits >> 14 & 3 | bits >> 30 & 3;
        if constant != 1 || unused != 0 {
            return None;
        }
        Descriptor::new(bits & 0x3FFF_3FFF_3FFF | swizzle << 62, transposed)
    }

    /// The address of an element of `bytes` bytes: number `mn` along M or N, `k` along K.
    pub fn address(&self, mn: usize, k: usize, bytes: u64) -> u64 {
        let (mn, k) = (mn as u64, k as u64);
        let linear = if self.transposed {
            let byte = mn * bytes;
            let (chunk, within) = (byte / self.span, byte % self.span);
            chunk * self.leading + k / 8 * self.stride + k % 8 * self.span + within
        } else {
            mn / 8 * self.stride + mn % 8 * self.span + k * bytes
        };
        swizzled(self.start + linear, self.span)
    }
}

impl Cx<'_, '_> {
    pub fn warpgroup(&mut self, what: &Warpgroup) -> Step {
        match *what {
            Warpgroup::Fence => {
                self.this_warp().products.fenced = true;
                Step::Next
            }
            Warpgroup::Commit => {
                let threads = self.threads();
                let clock = self.cta().clocks.release(threads);
                let products = &mut self.this_warp().products;
                let group = std::mem::take(&mut products.open);
                products.groups.push_back(group);
                products.committed += 1;
                products.fenced = false;
                products.clocks.push_back((products.committed, clock));
                if products.clocks.len() > 8 {
                    products.clocks.pop_front();
                }
                Step::Next
            }
            Warpgroup::Wait => self.await_products(),
            Warpgroup::Product { n, k, d, a, b } => {
                let product =
                    Product { m: 64, n, k, d, a, b, c: d, saturates: false, scaling: None };
                self.warpgroup_product(&product);
                Step::Next
            }
        }
    }

    fn await_products(&mut self) -> Step {
        let allowed = self.fetch(self.inst.src[0])[0];
        let (warp, threads) = (self.warp, self.threads());
        let first = warp / WARPS * WARPS;
        let cta = self.cta();
        let target = cta.warps[warp].products.committed.saturating_sub(allowed);
        let group = &cta.warps[first..(first + WARPS).min(cta.warps.len())];
        if group.iter().any(|warp| warp.products.committed < target) {
            return Step::Again;
        }
        let mut seen = Clock::default();
        for warp in group {
            let clocks = warp.products.clocks.iter();
            if let Some((_, clock)) = clocks.rev().find(|(number, _)| *number <= target) {
                seen.join(clock);
            }
        }
        cta.clocks.acquire(threads.clone(), &seen);
        let products = &mut cta.warps[warp].products;
        let keep = ((products.committed - target) as usize).min(products.groups.len());
        let oldest = products.committed - products.groups.len() as u64 + 1;
        let done: Vec<Group> = products.groups.drain(..products.groups.len() - keep).collect();
        // Operands have been read when one of the warps knows that; the others learn it from
        // here.
        let read = &cta.warps[first].products.read;
        let known = read.back().map_or(0, |(number, _)| *number);
        let by_others = read.iter().find(|(number, _)| *number >= target).or(read.back());
        if let Some((_, clock)) = by_others.cloned() {
            cta.clocks.acquire(threads, &clock);
        }
        if known < target {
            for (_, group) in (oldest..).zip(&done).filter(|(number, _)| *number > known) {
                for unit in &group.units {
                    if let Some(at) = self.locate(Space::Shared, *unit, UNIT, 0) {
                        self.touch(at, UNIT, false, TouchKind::Weak, 0);
                    }
                }
            }
            let thread = self.thread(0);
            let cta = self.cta();
            let clock = cta.clocks.release([thread].into_iter());
            let read = &mut cta.warps[first].products.read;
            read.push_back((target, clock));
            if read.len() > 8 {
                read.pop_front();
            }
        }
        Step::Next
    }

    fn warpgroup_product(&mut self, product: &Product) {
        let Product { n, k, d, a, b, .. } = *product;
        if !self.this_warp().products.fenced {
            self.finding(FindingKind::InFlight, 0, || "no wgmma.fence since the last group".into());
        }
        let inst = self.inst;
        let accumulators: Vec<Reg> = inst.dst.iter().copied().flatten().collect();
        let flags = match (a, b) {
            (Ty::F16 | Ty::Bf16, _) => 4,
            (Ty::S8 | Ty::U8, _) => 0,
            _ => 2,
        };
        // A descriptor each, and whether to accumulate; or four registers for A.
        let in_registers = inst.src.len() != 3 + flags;
        let factors = if in_registers { 5 } else { 2 };
        let src: Vec<Lanes> = inst.src.iter().map(|&src| self.fetch(src)).collect();
        let flag = |number: usize| src[factors + 1 + number][0] == 1;
        let transposes = flags == 4;
        let b_transposed = transposes && flag(if in_registers { 2 } else { 3 });
        let descriptors = (
            Descriptor::new(src[0][0], transposes && !in_registers && flag(2)),
            Descriptor::new(src[factors - 1][0], b_transposed),
        );
        let (_, Some(of_b)) = &descriptors else {
            self.finding(FindingKind::UndefinedResult, 0, || {
                "a descriptor that the emulator does not know".into()
            });
            return;
        };
        let mut units = Vec::new();
        let rows = 16 * (self.warp % WARPS);
        let left = match &descriptors.0 {
            Some(of_a) if !in_registers => self.operand(of_a, (rows, 16), k, a, &mut units),
            _ => {
                // Rows g and g + 8, and 4 bytes of K each for t, then 16 bytes on.
                let per = 4 / a.bytes() as usize;
                let element = |row: usize, column: usize| {
                    let (run, within) = (column / per, column % per);
                    let lane = row % 8 * 4 + run % 4;
                    let reg = row / 8 + 2 * (run / 4);
                    src[reg][lane] >> (a.bits() as usize * within) & a.mask()
                };
                (0..16 * k).map(|i| element(i / k, i % k)).collect()
            }
        };
        let right = self.operand(of_b, (0, n), k, b, &mut units);
        units.sort_unstable();
        units.dedup();
        for &unit in &units {
            if let Some(at) = self.locate(Space::Shared, unit, UNIT, 0) {
                self.touch(at, UNIT, false, TouchKind::Weak, 0);
                self.read_by_product(at, UNIT);
            }
        }
        let accumulates = src[factors][0] == 1;
        let (left, right) = (matrix::values(a, &left), matrix::values(b, &right));
        let program = self.run.program;
        let per_register = (32 / d.bits()) as usize;
        for (register, &reg) in accumulators.iter().enumerate() {
            let before = if accumulates { self.accumulator(reg) } else { [0; 32] };
            let mut values = [0; 32];
            for (lane, within) in
                lanes(u32::MAX).flat_map(|lane| (0..per_register).map(move |at| (lane, at)))
            {
                // Element 4j + 2h + e: row g + 8h, column 8j + 2t + e.
                let number = per_register * register + within;
                let row = lane / 4 + 8 * (number / 2 % 2);
                let column = 8 * (number / 4) + 2 * (lane % 4) + number % 2;
                let pairs = (&left[row * k..][..k], &right[column * k..][..k]);
                let shift = d.bits() as usize * within;
                let sum = matrix::multiply(product, pairs, before[lane] >> shift & d.mask());
                values[lane] |= (sum & d.mask()) << shift;
            }
            self.this_warp().write(program, reg, u32::MAX, &values);
        }
        let read = inst.src[..if in_registers { 4 } else { 0 }].iter();
        let factors = read.filter_map(|src| match src {
            Src::Reg(reg) => Some(*reg),
            Src::Not(_) | Src::Imm(_) | Src::Special(_) | Src::Address(_) => None,
        });
        let open = &mut self.this_warp().products.open;
        open.units.extend(units);
        open.factors.extend(factors);
        for reg in accumulators {
            if !open.registers.contains(&reg) {
                open.registers.push(reg);
            }
        }
    }

    /// Elements of an operand in shared memory, `k` for each of `count` rows of A or columns of B from `first` on. The
    /// units of 16 bytes that hold them are read as a whole and added to `units`.
    pub fn operand(
        &mut self,
        at: &Descriptor,
        (first, count): (usize, usize),
        k: usize,
        ty: Ty,
        units: &mut Vec<u64>,
    ) -> Vec<u64> {
        let mut elements = vec![0; count * k];
        let mut unit = None;
        for i in 0..count * k {
            // A unit has neighbours along K, or along M or N.
            let (mn, depth) = if at.transposed { (i % count, i / count) } else { (i / k, i % k) };
            // Elements of less than a byte are contiguous along K.
            let of_byte = (8 / ty.bits() as usize).max(1);
            let address = at.address(first + mn, depth / of_byte, ty.bytes());
            let start = address & !(UNIT - 1);
            let bits = match unit {
                Some((known, bits)) if known == start => bits,
                _ => {
                    units.push(start);
                    self.read_unit(start)
                }
            };
            unit = Some((start, bits));
            let below = 8 * (address - start) + u64::from(ty.bits()) * (depth % of_byte) as u64;
            elements[mn * k + depth] = (bits >> below) as u64 & ty.mask();
        }
        elements
    }

    fn read_unit(&mut self, address: u64) -> u128 {
        let Some(at) = self.locate(Space::Shared, address, UNIT, 0) else { return 0 };
        self.check_written(at, UNIT, 0);
        let region = self.region(at.area, 0);
        let half = |offset: u64| u128::from(region.read(at.offset + offset, 8));
        half(0) | half(8) << 64
    }

    /// A register that products accumulate to, whether they are in flight or not.
    fn accumulator(&mut self, reg: Reg) -> Lanes {
        let warp = self.this_warp();
        let values = *warp.register(reg);
        if warp.written(reg) != u32::MAX {
            self.finding(FindingKind::UnwrittenRegister, 0, || "an accumulator".into());
        }
        values
    }
}
