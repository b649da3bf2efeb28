//! Scales of blocks in tensor memory, from which `tcgen05.mma` reads them.
//!
//! Each warp of a warpgroup has all scales, and stores them to its quarter of the lanes: an instruction reads its own
//! copy in each quarter (PTX ISA, "Block Scaling").
//!
//! The instruction does not read the sign of an e4m3. Scales that may have one are there twice, those without a sign and,
//! behind them, those with one, each with zeros in place of the others:
//!
//! ```text
//! s = p - n       (A p_a - A n_a) (B p_b - B n_b) = A p_a B p_b + A n_a B n_b + -A p_a B n_b + -A n_a B p_b
//! ```
//!
//! The last three MMAs are issued where there is a scale with a sign. They are exact: a negated e2m1 is one, and a zero times
//! an e2m1 is zero.

use ir::{Inst, InstData, Value};

use crate::linear::layout::LinearLayout;
use crate::mma::assign::MmaPlan;
use crate::mma::async_mma::{AsyncMma, BlockScales};
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Times, Ty, VoteMode};
use crate::select::memory::exchange::ALL_LANES;
use crate::select::{Cx, Select};
use crate::target::{LANES, SCALES_OF_CELL, WARPGROUP};

/// `prmt` with this selector gives the sign of each byte, eight times.
const SIGNS_OF_BYTES: u32 = 0xBA98;
/// The signs of the bytes of a word, and the rest.
const SIGNS: u32 = 0x8080_8080;
const MAGNITUDES: u32 = 0x7F7F_7F7F;
/// The truth tables of `a & ~b` and `a & b & c`.
const AND_NOT: u32 = 0x30;
const AND_AND: u32 = 0x80;

/// The scales of an MMA as words, those of A before those of B, in the order of columns.
pub(super) struct ScaleWords {
    a: Vec<Val>,
    b: Vec<Val>,
    /// Whether a scale of this warp, which has all, has a sign; none where scales have no signs.
    pub has_signs: Option<Val>,
}

/// Which copy of the scales of A and B an instruction reads, that of scales with a sign or that of the others.
#[derive(Clone, Copy)]
pub(super) struct SignedScales {
    pub a: bool,
    pub b: bool,
}

/// The columns of the scales that one instruction multiplies with.
#[derive(Clone, Copy)]
pub(super) struct ScaleColumns {
    pub first_a: u32,
    pub first_b: u32,
    /// Columns from the scales without a sign to those with one.
    pub to_signed_a: u32,
    pub to_signed_b: u32,
    copies: u32,
}

impl ScaleColumns {
    /// Those of an MMA whose scales begin in a column.
    pub fn new(first: u32, mma: &AsyncMma, scales: BlockScales) -> ScaleColumns {
        let (of_a, of_b) = mma.scale_columns();
        let copies = if scales.mma.has_signs() { 2 } else { 1 };
        ScaleColumns {
            first_a: first,
            first_b: first + of_a,
            to_signed_a: of_a / copies,
            to_signed_b: of_b / copies,
            copies,
        }
    }

    fn has_copies(self) -> bool {
        self.copies > 1
    }

    /// Those of A and of B that an instruction reads: of a block of rows, and of four scales along K.
    pub fn of_step(
        self,
        signed: SignedScales,
        (block, cell): (u32, u32),
        mma: &AsyncMma,
    ) -> [u32; 2] {
        let of_scales = |rows: u32| mma.scales.map_or(0, |scales| scales.columns(rows));
        let rows = mma.instruction_rows();
        let a = self.first_a + block * of_scales(rows) + cell * BlockScales::word_columns(rows);
        let b = self.first_b + cell * BlockScales::word_columns(mma.n);
        let to_signed = |is_signed: bool, columns: u32| if is_signed { columns } else { 0 };
        [a + to_signed(signed.a, self.to_signed_a), b + to_signed(signed.b, self.to_signed_b)]
    }
}

impl Cx<'_> {
    /// The scales of an MMA whose plan has layouts for them.
    pub(super) fn tensor_scale_words(
        &mut self,
        inst: Inst,
        plan: &MmaPlan,
        scales: BlockScales,
    ) -> Select<Option<ScaleWords>> {
        let InstData::MmaFScaled { lhs_scale, rhs_scale, .. } = *self.function.data(inst) else {
            return Ok(None);
        };
        let Some((of_a, of_b)) = &plan.scales else { return Ok(None) };
        let a = self.cells_of_scales(lhs_scale, of_a, scales)?;
        let b = self.cells_of_scales(rhs_scale, of_b, scales)?;
        let has_signs = scales.mma.has_signs().then(|| {
            let all = a
                .iter()
                .chain(&b)
                .copied()
                .reduce(|all, word| self.b.def(Op::Or { ty: Ty::B32 }, &[all, word]));
            let signs = [all.unwrap_or(Val::ZERO), Val::u32(SIGNS)];
            let signs = self.b.def(Op::And { ty: Ty::B32 }, &signs);
            let is_signed = self.compare(Cmp::Ne, Ty::U32, signs, Val::ZERO);
            let is_signed = self.b.reg(is_signed, Class::Pred).into();
            self.b.def(Op::Vote { mode: VoteMode::Any }, &[is_signed, ALL_LANES])
        });
        Ok(Some(ScaleWords { a, b, has_signs }))
    }

    fn cells_of_scales(
        &mut self,
        value: Value,
        layout: &LinearLayout,
        scales: BlockScales,
    ) -> Select<Vec<Val>> {
        let id = self.plan.layouts.intern(layout.clone());
        let bytes = self.at(value, id)?.to_vec();
        let of_cell = scales.count.min(SCALES_OF_CELL) as usize;
        Ok(bytes.chunks_exact(of_cell).map(|few| self.scale_word(few)).collect())
    }

    /// Brings scales to tensor memory, when the MMAs before have read theirs.
    pub(super) fn store_scales(&mut self, words: &ScaleWords, mma: &AsyncMma, at: ScaleColumns) {
        let Some(state) = &self.tensor else { return };
        let own = state.own();
        if !state.idle {
            self.wait_for_mmas();
        }
        let (rows, columns) = (mma.instruction_rows(), mma.n);
        self.by_threads(WARPGROUP, |cx| {
            let operands = [
                (&words.a, rows, at.first_a, at.to_signed_a),
                (&words.b, columns, at.first_b, at.to_signed_b),
            ];
            for (words, rows, first, to_signed) in operands {
                if at.has_copies() {
                    let (plain, signed): (Vec<Val>, Vec<Val>) =
                        words.iter().map(|&word| cx.split_signs(word)).unzip();
                    cx.store_scale_cells(&plain, rows, own, first);
                    cx.store_scale_cells(&signed, rows, own, first + to_signed);
                } else {
                    cx.store_scale_cells(words, rows, own, first);
                }
            }
        });
    }

    /// The scales of a word without a sign, and the others without their signs; zeros in place of the rest.
    fn split_signs(&mut self, word: Val) -> (Val, Val) {
        let signs = self.b.def(Op::Prmt {}, &[word, word, Val::u32(SIGNS_OF_BYTES)]);
        let plain = self.b.def(Op::Lop3 {}, &[word, signs, Val::ZERO, Val::u32(AND_NOT)]);
        let all = [word, signs, Val::u32(MAGNITUDES), Val::u32(AND_AND)];
        (plain, self.b.def(Op::Lop3 {}, &all))
    }

    /// Stores the words of scales, those of the same four scales of one instruction's rows together.
    fn store_scale_cells(&mut self, words: &[Val], rows: u32, own: Val, first: u32) {
        let together = rows.div_ceil(LANES);
        let step = BlockScales::word_columns(rows);
        for (column, cells) in (first..).step_by(step as usize).zip(words.chunks(together as usize))
        {
            let regs: Vec<Val> =
                cells.iter().map(|&val| self.b.reg(val, Class::B32).into()).collect();
            let at = self.b.mem(own, column as i32);
            let op = Op::Tcgen05StScales { times: Times(together) };
            self.b.emit(op, &[], &[at, Arg::Vec(regs.into())]);
        }
    }
}
