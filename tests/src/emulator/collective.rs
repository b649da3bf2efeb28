//! Instructions that the lanes of a warp execute together.
//!
//! Fragments of matrix products are as the PTX manual draws them, written out here again instead of
//! taken from the compiler's catalogue: a shared mistake would go unseen.

use backend_ptx::ptx::inst::{Inst, Line, Op, Operand};
use backend_ptx::ptx::regs::Val;
use backend_ptx::ptx::types::{AtomOp, Matrices, MmaShape, ShflMode, Space, Trans, Ty, VoteMode};
use ir::scalar::float;

use super::{Cta, Run, alu, flatten};

impl Cta<'_> {
    /// Executes the instruction that all lanes of a warp are at.
    pub fn warp_step(&mut self, warp: usize) -> Run<()> {
        let first = warp * 32;
        let kernel = self.kernel;
        let Some(Line::Inst(inst)) = kernel.body.get(self.threads[first].pc) else { return Ok(()) };
        match inst.op {
            Op::BarWarpSync {} => {
                self.races.warp_barrier(warp);
                Ok(())
            }
            Op::Shfl { mode } => self.shuffle(first, inst, mode),
            Op::Vote { mode } => {
                let votes = self.gather(first, inst, 0)?;
                let holds = match mode {
                    VoteMode::All => votes.iter().all(|&vote| vote != 0),
                    VoteMode::Any => votes.iter().any(|&vote| vote != 0),
                };
                self.scatter(first, inst, &[u64::from(holds); 32])
            }
            Op::Redux { op, ty } => {
                let values = self.gather(first, inst, 0)?;
                let mut sum = values[0];
                for &value in &values[1..] {
                    sum = alu::atomic(op, ty, sum, value)?;
                }
                debug_assert!(op != AtomOp::Exch);
                self.scatter(first, inst, &[sum; 32])
            }
            Op::Mma { shape, a, b, d, .. } => self.mma(first, inst, shape, a, b, d),
            Op::LdMatrix { matrices, trans } => self.load_matrix(first, inst, matrices, trans),
            Op::StMatrix { matrices, trans } => self.store_matrix(first, inst, matrices, trans),
            _ => Err("not a warp-wide instruction".into()),
        }
    }

    /// Operand number `index` of all lanes.
    fn gather(&self, first: usize, inst: &Inst, index: usize) -> Run<Vec<u64>> {
        let Operand::Val(val) = inst.operands[index] else { return Err("no value".into()) };
        (0..32).map(|lane| self.read(first + lane, val)).collect()
    }

    fn scatter(&mut self, first: usize, inst: &Inst, values: &[u64]) -> Run<()> {
        for (lane, &value) in values.iter().enumerate() {
            self.write(first + lane, &inst.results[0], value)?;
        }
        Ok(())
    }

    fn shuffle(&mut self, first: usize, inst: &Inst, mode: ShflMode) -> Run<()> {
        let (values, selectors) = (self.gather(first, inst, 0)?, self.gather(first, inst, 1)?);
        let mut out = [0; 32];
        for lane in 0..32usize {
            let by = (selectors[lane] & 31) as usize;
            let source = match mode {
                ShflMode::Bfly => lane ^ by,
                ShflMode::Idx => by,
                ShflMode::Up => lane.checked_sub(by).unwrap_or(lane),
                ShflMode::Down => {
                    if lane + by < 32 {
                        lane + by
                    } else {
                        lane
                    }
                }
            };
            out[lane] = values[source];
        }
        self.scatter(first, inst, &out)
    }

    /// The registers of a brace list, for all lanes.
    fn lists(&self, first: usize, operand: &Operand) -> Run<Vec<Vec<u64>>> {
        let Operand::Vec(list) = operand else { return Err("no list".into()) };
        (0..32).map(|lane| list.iter().map(|&val| self.read(first + lane, val)).collect()).collect()
    }

    fn mma(&mut self, first: usize, inst: &Inst, shape: MmaShape, a: Ty, b: Ty, d: Ty) -> Run<()> {
        let (m, n, k) = match shape {
            MmaShape::M16N8K4 => (16, 8, 4),
            MmaShape::M16N8K8 => (16, 8, 8),
            MmaShape::M16N8K16 => (16, 8, 16),
            MmaShape::M16N8K32 => (16, 8, 32),
            MmaShape::M8N8K4 => (8, 8, 4),
        };
        let (ra, rb) =
            (self.lists(first, &inst.operands[0])?, self.lists(first, &inst.operands[1])?);
        let rc = self.lists(first, &inst.operands[2])?;
        let element = |regs: &[Vec<u64>], lane: usize, index: usize, ty: Ty| -> u64 {
            let bits = ty.bits() as usize;
            if bits == 64 {
                return regs[lane][index];
            }
            let per = 32 / bits;
            regs[lane][index / per] >> (bits * (index % per)) & alu::mask(ty.bits())
        };
        let number = |bits: u64, ty: Ty| -> f64 {
            match ty {
                Ty::S8 => f64::from(bits as u8 as i8),
                Ty::U8 => f64::from(bits as u8),
                Ty::S32 => f64::from(bits as u32 as i32),
                // The tensor core ignores the low bits of tf32.
                Ty::Tf32 => f64::from(f32::from_bits(bits as u32 & 0xFFFF_E000)),
                _ => float::to_f64(alu::format(ty), bits),
            }
        };
        let mut left = vec![vec![0.0; k]; m];
        let mut right = vec![vec![0.0; n]; k];
        let mut sum = vec![vec![0.0; n]; m];
        for lane in 0..32 {
            let (g, t) = (lane / 4, lane % 4);
            if shape == MmaShape::M8N8K4 {
                left[g][t] = number(element(&ra, lane, 0, a), a);
                right[t][g] = number(element(&rb, lane, 0, b), b);
            } else {
                let e = 32 / a.bits() as usize;
                for i in 0..m * k / 32 {
                    let (within, reg) = (i % e, i / e);
                    let (row, column) = (g + 8 * (reg % 2), t * e + within + 4 * e * (reg / 2));
                    left[row][column] = number(element(&ra, lane, i, a), a);
                }
                for i in 0..k * n / 32 {
                    let (within, reg) = (i % e, i / e);
                    right[t * e + within + 4 * e * reg][g] = number(element(&rb, lane, i, b), b);
                }
            }
            for i in 0..m * n / 32 {
                sum[g + 8 * (i / 2)][2 * t + i % 2] = number(element(&rc, lane, i, d), d);
            }
        }
        for row in 0..m {
            for column in 0..n {
                for (l, r) in left[row].iter().zip(&right) {
                    sum[row][column] += l * r[column];
                }
            }
        }
        let regs = flatten(&inst.results);
        for lane in 0..32 {
            let (g, t) = (lane / 4, lane % 4);
            let results: Vec<u64> = (0..m * n / 32)
                .map(|i| {
                    let value = sum[g + 8 * (i / 2)][2 * t + i % 2];
                    if d == Ty::S32 {
                        u64::from(value as i64 as u32)
                    } else {
                        float::from_f64(alu::format(d), value)
                    }
                })
                .collect();
            for (r, &reg) in regs.iter().enumerate() {
                let word = if d.bits() == 16 {
                    results[2 * r] | results[2 * r + 1] << 16
                } else {
                    results[r]
                };
                self.write_reg(first + lane, reg, word);
            }
        }
        Ok(())
    }

    /// Row addresses of each 8x8 matrix: lanes 8i..8i+8 give those of matrix i.
    fn matrix_rows(&self, first: usize, inst: &Inst, matrices: Matrices) -> Run<Vec<u64>> {
        (0..8 * matrices.count() as usize)
            .map(|lane| self.address(first + lane, &inst.operands[0]))
            .collect()
    }

    fn load_matrix(
        &mut self,
        first: usize,
        inst: &Inst,
        matrices: Matrices,
        trans: Trans,
    ) -> Run<()> {
        let rows = self.matrix_rows(first, inst, matrices)?;
        let regs = flatten(&inst.results);
        for (matrix, &reg) in regs.iter().enumerate() {
            for lane in 0..32 {
                let mut word = 0;
                for i in 0..2 {
                    let (row, column) = match trans {
                        Trans::No => (lane / 4, 2 * (lane % 4) + i),
                        Trans::Yes => (2 * (lane % 4) + i, lane / 4),
                    };
                    let address = rows[8 * matrix + row] + 2 * column as u64;
                    word |= self.load(first + lane, Space::Shared, address, 2, false)? << (16 * i);
                }
                self.write_reg(first + lane, reg, word);
            }
        }
        Ok(())
    }

    fn store_matrix(
        &mut self,
        first: usize,
        inst: &Inst,
        matrices: Matrices,
        trans: Trans,
    ) -> Run<()> {
        let rows = self.matrix_rows(first, inst, matrices)?;
        let Operand::Vec(list) = &inst.operands[1] else { return Err("no list".into()) };
        let list: Vec<Val> = list.to_vec();
        for (matrix, &val) in list.iter().enumerate() {
            for lane in 0..32 {
                let word = self.read(first + lane, val)?;
                for i in 0..2 {
                    let (row, column) = match trans {
                        Trans::No => (lane / 4, 2 * (lane % 4) + i),
                        Trans::Yes => (2 * (lane % 4) + i, lane / 4),
                    };
                    let address = rows[8 * matrix + row] + 2 * column as u64;
                    self.store(
                        first + lane,
                        Space::Shared,
                        address,
                        2,
                        word >> (16 * i) & 0xFFFF,
                        false,
                    )?;
                }
            }
        }
        Ok(())
    }
}
