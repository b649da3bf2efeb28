//! Scales of blocks: which instruction multiplies with them, and where the scales of an operand are.

use ir::Scalar;
use smallvec::SmallVec;

use crate::linear::gf2::Columns;
use crate::linear::layout::LinearLayout;
use crate::mma::fragment::{Fragment, MmaMatrix, WarpGrid};
use crate::ptx::types::{ScaledKind, Ty};
use crate::target::{Feature, LANES, SCALES_OF_CELL, Target};

/// An instruction that multiplies elements with the scale of their block (PTX ISA, "Block scaling for mma.sync" and,
/// of `tcgen05.mma`, "Block Scaling").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScaledMma {
    pub kind: ScaledKind,
    /// The format of its scales.
    pub scale: Ty,
}

impl ScaledMma {
    /// The `mma.sync` of a target for elements of which so many along K have one scale, if there is one.
    pub fn of(elem: Scalar, scale: Scalar, block: u32, target: &Target) -> Option<ScaledMma> {
        ScaledMma::form(elem, scale, block).filter(|_| target.has(Feature::ScaledMma))
    }

    /// The `tcgen05.mma` of a target for such elements, if there is one.
    pub fn of_tcgen05(
        elem: Scalar,
        scale: Scalar,
        block: u32,
        target: &Target,
    ) -> Option<ScaledMma> {
        ScaledMma::form(elem, scale, block).filter(|_| target.has(Feature::Tcgen05))
    }

    /// What both have in common.
    pub fn form(elem: Scalar, scale: Scalar, block: u32) -> Option<ScaledMma> {
        let (kind, scale) = match (elem, scale, block) {
            (Scalar::F8E4M3FN | Scalar::F8E5M2, Scalar::F8E8M0FNU, 32) => {
                (ScaledKind::Mxf8f6f4X1, Ty::Ue8m0)
            }
            (Scalar::F4E2M1FN, Scalar::F8E8M0FNU, 32) => (ScaledKind::Mxf4nvf4X2, Ty::Ue8m0),
            (Scalar::F4E2M1FN, Scalar::F8E8M0FNU, 16) => (ScaledKind::Mxf4nvf4X4, Ty::Ue8m0),
            (Scalar::F4E2M1FN, Scalar::F8E4M3FN, 16) => (ScaledKind::Mxf4nvf4X4, Ty::Ue4m3),
            _ => return None,
        };
        Some(ScaledMma { kind, scale })
    }

    /// The format of its scales, as schedules have it.
    pub fn scale_text(self) -> &'static str {
        if self.has_signs() { "ue4m3" } else { "ue8m0" }
    }

    /// The fragments of its operands.
    pub fn fragment(self) -> Fragment {
        match self.kind {
            ScaledKind::Mxf8f6f4X1 => Fragment::M16N8 { bits: 8 },
            ScaledKind::Mxf4nvf4X2 | ScaledKind::Mxf4nvf4X4 => Fragment::M16N8 { bits: 4 },
        }
    }

    /// Scales of a row or column in one instruction, a byte each of one register.
    pub fn scales(self) -> u32 {
        match self.kind {
            ScaledKind::Mxf8f6f4X1 => 1,
            ScaledKind::Mxf4nvf4X2 => 2,
            ScaledKind::Mxf4nvf4X4 => 4,
        }
    }

    /// Whether a scale may have a sign, which the instruction does not read.
    pub fn has_signs(self) -> bool {
        self.scale == Ty::Ue4m3
    }

    /// The layout of the scales of one instruction's operand over one warp, where its selector is `{0, 0}`.
    ///
    /// ```text
    /// A row lane/4 + 8 * (lane%2), scale i    B scale i, column lane/4    register i
    /// ```
    fn operand(self, operand: MmaMatrix) -> LinearLayout {
        let (m, n, _) = self.fragment().shape();
        let count = self.scales();
        let powers = |place: u32| -> Columns {
            (0..count.trailing_zeros()).map(|bit| place << bit).collect()
        };
        match operand {
            MmaMatrix::A => {
                let lane = [8 * count, 0, count, 2 * count, 4 * count];
                LinearLayout::new(&[m, count], &powers(1), &lane, &[])
            }
            MmaMatrix::B | MmaMatrix::C => {
                LinearLayout::new(&[count, n], &powers(n), &[0, 0, 1, 2, 4], &[])
            }
        }
    }

    /// The layout in which the warps of a warpgroup store scales to tensor memory, each the same to its own quarter of the
    /// lanes: `count` scales of each row of A, or of each column of B. An instruction has `of_instruction` rows.
    ///
    /// ```text
    /// scale i of row r    lane r % 32, byte i % 4 of the cell in column r / 32 of those for four scales of one instruction
    /// registers           by i % 4, r / 32 in the instruction, i / 4, instruction
    /// ```
    pub fn tensor_layout(
        operand: MmaMatrix,
        (rows, of_instruction): (u32, u32),
        count: u32,
        warps: u32,
    ) -> LinearLayout {
        let (shape, row, scale) = match operand {
            MmaMatrix::A => ([rows, count], count, 1),
            MmaMatrix::B | MmaMatrix::C => ([count, rows], 1, rows),
        };
        let bits = |from: u32, to: u32, unit: u32| {
            (from.ilog2()..to.max(from).ilog2()).map(move |bit| unit << bit)
        };
        let of_cell = count.min(SCALES_OF_CELL);
        let registers: Columns = bits(1, of_cell, scale)
            .chain(bits(LANES, of_instruction, row))
            .chain(bits(of_cell, count, scale))
            .chain(bits(of_instruction, rows, row))
            .collect();
        let mut lanes: Columns = bits(1, rows.min(LANES), row).collect();
        lanes.resize(LANES.ilog2() as usize, 0);
        LinearLayout::new(&shape, &registers, &lanes, &[]).replicate_warps(warps)
    }

    /// The layouts of the scales of both operands of a whole M x N x K MMA, as those of the operands
    /// (`fragment::mma_operand`).
    pub fn layouts(
        self,
        (m, n, k): (u32, u32, u32),
        warps: WarpGrid,
    ) -> (LinearLayout, LinearLayout) {
        let (fm, fn_, fk) = self.fragment().shape();
        let a = self
            .operand(MmaMatrix::A)
            .repeat_registers(1, k / fk)
            .repeat_registers(0, m / (fm * warps.m))
            .replicate_warps(warps.n)
            .repeat_warps(0, warps.m);
        let b = self
            .operand(MmaMatrix::B)
            .repeat_registers(0, k / fk)
            .repeat_registers(1, n / (fn_ * warps.n))
            .repeat_warps(1, warps.n)
            .replicate_warps(warps.m);
        (a, b)
    }
}

/// The layout in which each thread has the scales of the elements that it has of an operand.
///
/// *Requires* that the extents of the scales divide those of the operand.
pub fn scale_layout(operand: &LinearLayout, scales: &[u32]) -> LinearLayout {
    // Every dimension is that of the scales and, inside of it, that of a block.
    let pairs = operand.shape().iter().zip(scales);
    let split: SmallVec<[u32; 8]> = pairs.flat_map(|(&all, &of)| [of, all / of]).collect();
    let within: SmallVec<[usize; 4]> = (0..scales.len()).map(|dim| 2 * dim + 1).collect();
    operand.reshape(&split).collapse(&within).reshape(scales)
}
