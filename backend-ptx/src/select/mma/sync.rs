//! `mma.sync`: the warp-wide MMA of fragments in registers.
//!
//! Each warp has the fragments of its rows of A and columns of B (`catalog::mma_operand`); register
//! order is fragment, then repetition along K (N for C), then along M, then batch. The K loop is
//! outermost, so that consecutive instructions accumulate into different registers.

use ir::{Elem, InstData, Scalar, Signedness};

use crate::mma::fragment::{Fragment, MmaMatrix};
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::Val;
use crate::ptx::types::{MmaShape, Saturate, Ty};
use crate::select::mma::RegisterMma;
use crate::select::{Cx, Select, Unsupported};

/// The PTX types of an MMA's operands, of these elements.
pub(super) fn operand_types(data: &InstData, lhs: Elem, rhs: Elem) -> Option<(Ty, Ty)> {
    let (sign_a, sign_b) = match data {
        InstData::MmaI { signedness_lhs, signedness_rhs, .. } => {
            (Some(*signedness_lhs), Some(*signedness_rhs))
        }
        _ => (None, None),
    };
    operand_type(lhs.scalar()?, sign_a).zip(operand_type(rhs.scalar()?, sign_b))
}

/// The PTX type of an operand.
fn operand_type(scalar: Scalar, signedness: Option<Signedness>) -> Option<Ty> {
    Some(match (scalar, signedness) {
        (Scalar::F16, _) => Ty::F16,
        (Scalar::BF16, _) => Ty::Bf16,
        (Scalar::TF32, _) => Ty::Tf32,
        (Scalar::F64, _) => Ty::F64,
        (Scalar::F8E4M3FN, _) => Ty::E4m3,
        (Scalar::F8E5M2, _) => Ty::E5m2,
        (Scalar::I8, Some(Signedness::Unsigned)) => Ty::U8,
        (Scalar::I8, _) => Ty::S8,
        _ => return None,
    })
}

pub(super) fn shape(fragment: Fragment) -> MmaShape {
    match fragment {
        Fragment::M16N8 { bits: 4 } => MmaShape::M16N8K64,
        Fragment::M16N8 { bits: 8 } => MmaShape::M16N8K32,
        Fragment::M16N8 { bits: 16 } => MmaShape::M16N8K16,
        Fragment::M16N8 { .. } => MmaShape::M16N8K8,
        Fragment::M8N8K4F64 => MmaShape::M8N8K4,
    }
}

impl Cx<'_> {
    pub fn mma_sync(&mut self, mma: &RegisterMma<'_>, fragment: Fragment) -> Select<Vec<Val>> {
        let from = Elem::Scalar(mma.from.0);
        let Some((a_type, b_type)) = operand_types(mma.data, from, from) else {
            return Err(Unsupported::op(format!("mma.sync of {}", mma.from.0)));
        };
        let c_type = match mma.to {
            Scalar::I32 => Ty::S32,
            Scalar::F16 => Ty::F16,
            Scalar::F64 => Ty::F64,
            _ => Ty::F32,
        };
        let op = Op::Mma {
            shape: shape(fragment),
            d: c_type,
            a: a_type,
            b: b_type,
            c: c_type,
            sat: Saturate::No,
        };

        let size = |operand: MmaMatrix| fragment.operand(operand).num_registers() as usize;
        let a = self.fragments(&mma.a, size(MmaMatrix::A), mma.from.0);
        let b = self.fragments(&mma.b, size(MmaMatrix::B), mma.from.0);
        let mut c = self.fragments(&mma.c, size(MmaMatrix::C), mma.to);
        for Step { a: of_a, b: of_b, c: at } in steps(mma, fragment) {
            let list = |vals: &[Val]| Arg::Vec(vals.into());
            let operands = [list(&a[of_a]), list(&b[of_b]), list(&c[at])].into_iter().collect();
            c[at] = self.b.def_all(op, operands).iter().map(|&reg| reg.into()).collect();
        }
        let bytes = mma.to.bytes();
        Ok(c.iter().flat_map(|words| self.unpack_words(words, bytes)).collect())
    }

    /// The words of each fragment of `count` elements.
    pub(super) fn fragments(
        &mut self,
        tile: &[Val],
        count: usize,
        scalar: Scalar,
    ) -> Vec<Vec<Val>> {
        tile.chunks_exact(count).map(|elements| self.pack_words(elements, scalar.bytes())).collect()
    }
}

/// The fragments of one instruction, by their numbers among a warp's fragments of A, B and C.
pub(super) struct Step {
    pub a: usize,
    pub b: usize,
    pub c: usize,
}

/// The instructions of a warp, K outermost.
pub(super) fn steps(mma: &RegisterMma<'_>, fragment: Fragment) -> Vec<Step> {
    let size = |operand: MmaMatrix| fragment.operand(operand).num_registers() as usize;
    let (batches_a, batches_b, batches) = mma.batches;
    let (batches_a, batches_b) = (batches_a as usize, batches_b as usize);
    let along_k = (mma.plan.a.shape()[mma.plan.a.rank() - 1] / fragment.shape().2) as usize;
    let tiles_a = mma.a.len() / size(MmaMatrix::A) / (along_k * batches_a);
    let tiles_b = mma.b.len() / size(MmaMatrix::B) / (along_k * batches_b);
    let mut steps = Vec::new();
    for batch in 0..batches as usize {
        for k in 0..along_k {
            for m in 0..tiles_a {
                for n in 0..tiles_b {
                    steps.push(Step {
                        a: k + along_k * (m + tiles_a * (batch % batches_a)),
                        b: k + along_k * (n + tiles_b * (batch % batches_b)),
                        c: n + tiles_b * (m + tiles_a * batch),
                    });
                }
            }
        }
    }
    steps
}
