//! Register fragments of the warp-wide `mma.sync` instructions as values of [`LinearLayout`] (PTX ISA, "Matrix
//! fragments for mma.m16n8k*").
//!
//! In the pictures `g = lane >> 2` and `t = lane & 3`.

use crate::linear::gf2::Columns;
use crate::linear::layout::LinearLayout;

/// The operand of an `mma.sync` instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MmaMatrix {
    /// A operand, M x K.
    A,
    /// B operand, K x N.
    B,
    /// Accumulator, M x N.
    C,
}

/// Shape of one `mma.sync` and the fragments of its operands.
///
/// The K extent of `m16n8` instructions is 32 bytes in every type: 16 of 16 bits, 32 of 8 bits,
/// 8 of 32 bits; each 32-bit register holds 4 bytes that are consecutive in K.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fragment {
    /// `m16n8k(256/bits)` with elements of this many bits in A and B, 32-bit (or f16) in C.
    M16N8 { bits: u32 },
    /// `m8n8k4` of f64.
    M8N8K4F64,
}

impl Fragment {
    /// (M, N, K) of one instruction.
    pub fn shape(self) -> (u32, u32, u32) {
        match self {
            Fragment::M16N8 { bits } => (16, 8, 256 / bits),
            Fragment::M8N8K4F64 => (8, 8, 4),
        }
    }

    /// The layout of one instruction's operand over one warp.
    ///
    /// ```text
    /// m16n8, e elements a register      A row g + 8h, column 4e*q + e*t + i   register i + e*(h + 2q)
    ///                                   B row 4e*q + e*t + i, column g        register i + e*q
    ///                                   C row g + 8h, column 2t + i           register i + 2h
    /// m8n8k4 f64                        A row g, column t    B row t, column g    C row g, column 2t + i
    /// ```
    pub fn operand(self, operand: MmaMatrix) -> LinearLayout {
        let (m, n, k) = self.shape();
        let shape = match operand {
            MmaMatrix::A => [m, k],
            MmaMatrix::B => [k, n],
            MmaMatrix::C => [m, n],
        };
        let row = |value: u32| value * shape[1];
        let col = |value: u32| value;
        match (self, operand) {
            (Fragment::M16N8 { bits }, MmaMatrix::A) => {
                let e = 32 / bits;
                let mut register = powers(e, col);
                register.extend([row(8), col(4 * e)]);
                let lane = [col(e), col(2 * e), row(1), row(2), row(4)];
                LinearLayout::new(&shape, &register, &lane, &[])
            }
            (Fragment::M16N8 { bits }, MmaMatrix::B) => {
                let e = 32 / bits;
                let mut register = powers(e, row);
                register.push(row(4 * e));
                let lane = [row(e), row(2 * e), col(1), col(2), col(4)];
                LinearLayout::new(&shape, &register, &lane, &[])
            }
            (Fragment::M16N8 { .. }, MmaMatrix::C) => {
                let lane = [col(2), col(4), row(1), row(2), row(4)];
                LinearLayout::new(&shape, &[col(1), row(8)], &lane, &[])
            }
            (Fragment::M8N8K4F64, MmaMatrix::A) => {
                let lane = [col(1), col(2), row(1), row(2), row(4)];
                LinearLayout::new(&shape, &[], &lane, &[])
            }
            (Fragment::M8N8K4F64, MmaMatrix::B) => {
                let lane = [row(1), row(2), col(1), col(2), col(4)];
                LinearLayout::new(&shape, &[], &lane, &[])
            }
            (Fragment::M8N8K4F64, MmaMatrix::C) => {
                let lane = [col(2), col(4), row(1), row(2), row(4)];
                LinearLayout::new(&shape, &[col(1)], &lane, &[])
            }
        }
    }
}

/// The bases 1, 2, 4 .. below `count`, through `place`.
fn powers(count: u32, place: impl Fn(u32) -> u32) -> Columns {
    (0..count.trailing_zeros()).map(|bit| place(1 << bit)).collect()
}

/// How the warps of a CTA share an MMA: `m` warps along M times `n` along N.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WarpGrid {
    pub m: u32,
    pub n: u32,
}

/// Layouts of the operands of a whole M x N x K MMA, each warp computing its own block of C.
///
/// Warps along N need the same rows of A, so A is replicated over them; likewise B over M.
/// Within a warp the instruction's tile repeats along K (or N for C) first, then along M.
/// *Requires* tiles at least as large as one instruction per warp; `None` otherwise.
pub fn mma_operand(
    fragment: Fragment,
    operand: MmaMatrix,
    (m, n, k): (u32, u32, u32),
    warps: WarpGrid,
) -> Option<LinearLayout> {
    let (fm, fn_, fk) = fragment.shape();
    let times =
        |whole: u32, part: u32| (whole.is_multiple_of(part) && whole >= part).then(|| whole / part);
    let (rm, rn, rk) = (times(m, fm * warps.m)?, times(n, fn_ * warps.n)?, times(k, fk)?);
    let tile = fragment.operand(operand);
    // Warp bits: those of N low, those of M high.
    Some(match operand {
        MmaMatrix::A => tile
            .repeat_registers(1, rk)
            .repeat_registers(0, rm)
            .replicate_warps(warps.n)
            .repeat_warps(0, warps.m),
        MmaMatrix::B => tile
            .repeat_registers(0, rk)
            .repeat_registers(1, rn)
            .repeat_warps(1, warps.n)
            .replicate_warps(warps.m),
        MmaMatrix::C => tile
            .repeat_registers(1, rn)
            .repeat_registers(0, rm)
            .repeat_warps(1, warps.n)
            .repeat_warps(0, warps.m),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::layout::{HardwareIndex, coordinates};

    fn at(layout: &LinearLayout, register: u32, lane: u32, warp: u32) -> (u32, u32) {
        let flat = layout.element(HardwareIndex { register, lane, warp });
        let coords = coordinates(layout.shape(), flat);
        (coords[0], coords[1])
    }

    #[test]
    fn fragments_are_those_of_the_manual() {
        for bits in [8, 16, 32] {
            let fragment = Fragment::M16N8 { bits };
            let e = 32 / bits;
            for lane in 0..32 {
                let (g, t) = (lane >> 2, lane & 3);
                for i in 0..e {
                    for q in 0..2 {
                        for h in 0..2 {
                            let a =
                                at(&fragment.operand(MmaMatrix::A), i + e * (h + 2 * q), lane, 0);
                            assert_eq!(a, (g + 8 * h, 4 * e * q + e * t + i));
                        }
                        let b = at(&fragment.operand(MmaMatrix::B), i + e * q, lane, 0);
                        assert_eq!(b, (4 * e * q + e * t + i, g));
                    }
                }
                for h in 0..2 {
                    for i in 0..2 {
                        let c = at(&fragment.operand(MmaMatrix::C), i + 2 * h, lane, 0);
                        assert_eq!(c, (g + 8 * h, 2 * t + i));
                    }
                }
            }
        }
    }

    #[test]
    fn product_operands_cover_their_tiles() {
        let fragment = Fragment::M16N8 { bits: 16 };
        let warps = WarpGrid { m: 2, n: 2 };
        for operand in [MmaMatrix::A, MmaMatrix::B, MmaMatrix::C] {
            let layout = mma_operand(fragment, operand, (128, 64, 32), warps).expect("fits");
            assert!(layout.is_surjective() && layout.is_unit(), "{layout:?}");
            assert!(layout.divide_left(&fragment.operand(operand)).is_some());
        }
        let c = mma_operand(fragment, MmaMatrix::C, (128, 64, 32), warps).expect("fits");
        assert!(c.is_injective());
        assert_eq!(c.num_registers(), 128 * 64 / 128);
        assert_eq!(mma_operand(fragment, MmaMatrix::C, (16, 8, 16), warps), None);
    }
}
