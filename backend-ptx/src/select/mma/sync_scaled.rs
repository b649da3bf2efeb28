//! `mma.sync` with a scale for each block of elements along K.
//!
//! The scales of one instruction are bytes of one register, those of a row or column in one lane
//! (`mma::block_scale::ScaledMma`). The instruction does not read the sign of a scale, so that of an e4m3 goes to the
//! elements of its block; e2m1 has a sign, and minus a number is one.

use ir::Scalar;
use smallvec::smallvec;

use crate::linear::layout::LinearLayout;
use crate::mma::block_scale::ScaledMma;
use crate::mma::fragment::MmaMatrix;
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::Val;
use crate::ptx::types::Ty;
use crate::select::mma::RegisterMma;
use crate::select::mma::scale::Scales;
use crate::select::mma::sync::{Step, shape, steps};
use crate::select::{Cx, Select, Unsupported};

/// Elements of four bits in a word.
const NIBBLES: usize = 8;
/// `prmt` with this in a byte of its selector gives the sign of byte 0, eight times.
const SIGN_OF_FIRST: u32 = 0x8888;
/// The signs of the elements of a word.
const SIGNS: u32 = 0x8888_8888;
/// The truth table of `a ^ (b & c)`.
const XOR_OF_AND: u32 = 0x78;

impl Cx<'_> {
    pub fn mma_sync_scaled(
        &mut self,
        mma: &RegisterMma<'_>,
        scaled: ScaledMma,
    ) -> Select<Vec<Val>> {
        let fragment = scaled.fragment();
        let ab = match mma.from.0 {
            Scalar::F8E4M3FN => Ty::E4m3,
            Scalar::F8E5M2 => Ty::E5m2,
            Scalar::F4E2M1FN => Ty::E2m1,
            other => return Err(Unsupported::op(format!("mma.sync of {other} with scales"))),
        };
        let op =
            Op::MmaScaled { shape: shape(fragment), kind: scaled.kind, ab, scale: scaled.scale };
        let (scale_a, scale_b) = self.scale_words(mma, scaled)?;
        let size = |operand: MmaMatrix| fragment.operand(operand).num_registers() as usize;
        let (signs_a, signs_b) = match &mma.scales {
            Some((a, b)) => (Some((&mma.plan.a, a)), Some((&mma.plan.b, b))),
            None => (None, None),
        };
        let a = self.scaled_fragments(&mma.a, size(MmaMatrix::A), mma.from.0, signs_a);
        let b = self.scaled_fragments(&mma.b, size(MmaMatrix::B), mma.from.0, signs_b);
        let mut c = self.fragments(&mma.c, size(MmaMatrix::C), mma.to);
        for Step { a: of_a, b: of_b, c: at } in steps(mma, fragment) {
            let list = |vals: &[Val]| Arg::Vec(vals.into());
            // Scales of fewer batches than the elements stand for all of them.
            let scale = |words: &[Val], at: usize| Arg::Val(words[at % words.len()]);
            let selector = || Arg::Immediates(smallvec![0, 0]);
            let operands = [
                list(&a[of_a]),
                list(&b[of_b]),
                list(&c[at]),
                scale(&scale_a, of_a),
                selector(),
                scale(&scale_b, of_b),
                selector(),
            ];
            let sums = self.b.def_all(op, operands.into_iter().collect());
            c[at] = sums.iter().map(|&reg| reg.into()).collect();
        }
        Ok(c.concat())
    }

    /// The registers of scales of each fragment of A and of B.
    fn scale_words(
        &mut self,
        mma: &RegisterMma<'_>,
        scaled: ScaledMma,
    ) -> Select<(Vec<Val>, Vec<Val>)> {
        let (Some((a, b)), [.., lhs, rhs]) = (&mma.plan.scales, &mma.data.operands()[..]) else {
            return Err(Unsupported::op("an MMA without scales"));
        };
        let mut words = |layout: &LinearLayout, value| -> Select<Vec<Val>> {
            let id = self.plan.layouts.intern(layout.clone());
            let bytes = self.at(value, id)?.to_vec();
            Ok(bytes
                .chunks_exact(scaled.scales() as usize)
                .map(|few| self.scale_word(few))
                .collect())
        };
        Ok((words(a, *lhs)?, words(b, *rhs)?))
    }

    /// The scales of a row or column, a byte each. The bytes behind them are not read.
    pub(super) fn scale_word(&mut self, scales: &[Val]) -> Val {
        match *scales {
            [a] => a,
            [a, b] => self.b.def(Op::Prmt {}, &[a, b, Val::u32(0x0040)]),
            [a, b, c, d] => self.pack_bytes([a, b, c, d]),
            _ => Val::ZERO,
        }
    }

    /// The words of each fragment of `count` elements, with the signs of their scales.
    fn scaled_fragments(
        &mut self,
        tile: &[Val],
        count: usize,
        elem: Scalar,
        signs: Option<(&LinearLayout, &Scales)>,
    ) -> Vec<Vec<Val>> {
        if elem != Scalar::F4E2M1FN {
            return self.fragments(tile, count, elem);
        }
        let word = |(at, nibbles): (usize, &[Val])| {
            let word = self.pack_nibbles(nibbles);
            let Some((layout, scales)) = signs else { return word };
            // A word has elements of one block.
            let scale = scales.of_register(layout, (at * NIBBLES) as u32);
            let sign = self.b.def(Op::Prmt {}, &[scale, scale, Val::u32(SIGN_OF_FIRST)]);
            self.b.def(Op::Lop3 {}, &[word, sign, Val::u32(SIGNS), Val::u32(XOR_OF_AND)])
        };
        let words: Vec<Val> = tile.chunks_exact(NIBBLES).enumerate().map(word).collect();
        words.chunks_exact(count / NIBBLES).map(<[Val]>::to_vec).collect()
    }

    /// Elements of four bits in a word, the first lowest.
    fn pack_nibbles(&mut self, nibbles: &[Val]) -> Val {
        let mut word = nibbles[0];
        for (place, &nibble) in (0..).step_by(4).zip(nibbles).skip(1) {
            let operands = [nibble, word, Val::u32(place), Val::u32(4)];
            word = self.b.def(Op::Bfi { ty: Ty::B32 }, &operands);
        }
        word
    }
}
