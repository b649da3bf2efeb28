//! Whether any element holds, or all do.
//!
//! A reduction of truth values by `or` or `and` is a question, and lanes have instructions for those: a
//! vote asks a warp, and a barrier can ask all of its threads. Lanes that hold replicated elements
//! contribute more than once; AND and OR are idempotent.

use ir::{Block, Elem, InstData, Scalar, Value};
use smallvec::smallvec;

use crate::linear::layout::{Axis, LinearLayout};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{AtomOp, Cmp, Ty, VoteMode};
use crate::select::Cx;
use crate::select::memory::exchange::ALL_LANES;

/// A thread has seven predicate registers.
const FEW_PREDICATES: usize = 4;

/// What a reduction asks, as a vote and as a barrier say it.
#[derive(Clone, Copy)]
pub struct Question {
    vote: VoteMode,
    barrier: AtomOp,
}

impl Cx<'_> {
    /// The question that a reduction is, if it is one.
    pub(in crate::select) fn question(&self, body: Block, elems: &[Elem]) -> Option<Question> {
        let &[Elem::Scalar(Scalar::I1)] = elems else { return None };
        let &[combine, end] = self.function.insts(body) else { return None };
        let (lhs, rhs, question) = match *self.function.data(combine) {
            InstData::OrI { lhs, rhs } => {
                (lhs, rhs, Question { vote: VoteMode::Any, barrier: AtomOp::Or })
            }
            InstData::AndI { lhs, rhs } => {
                (lhs, rhs, Question { vote: VoteMode::All, barrier: AtomOp::And })
            }
            _ => return None,
        };
        let InstData::Yield { operands } = self.function.data(end) else { return None };
        let params = self.function.block_params(body);
        let plain = params == [lhs, rhs] || params == [rhs, lhs];
        (plain && operands[..] == *self.function.results(combine)).then_some(question)
    }

    /// Whether the truth values of a tile are needed for something else as well, and too many to be in
    /// predicate registers until then.
    pub(in crate::select) fn is_kept(&self, value: Value, tile: &[Val]) -> bool {
        let mut value = value;
        while self.uses[value] == 1
            && let Some(&InstData::Reshape { source } | &InstData::Permute { source, .. }) =
                self.function.def_data(value)
        {
            value = source;
        }
        self.uses[value] > 1 && tile.len() > FEW_PREDICATES
    }

    /// The answers of a thread's registers, found in words: later uses of the truth values read
    /// them from there,
    /// and no predicate is kept.
    pub(in crate::select) fn ask_registers(
        &mut self,
        question: Question,
        layout: &LinearLayout,
        mask: u32,
        tile: &[Val],
    ) -> Vec<Val> {
        let op = match question.vote {
            VoteMode::Any => Op::Or { ty: Ty::B32 },
            VoteMode::All => Op::And { ty: Ty::B32 },
        };
        let bases = layout.bases(Axis::Register).iter().enumerate();
        let along =
            bases.fold(0, |bits, (bit, basis)| bits | usize::from(basis & mask != 0) << bit);
        let mut answers: Vec<Val> = Vec::new();
        let words: Vec<Val> = tile.iter().map(|&pred| self.flag(pred)).collect();
        for first in (0..words.len()).filter(|register| register & along == 0) {
            let word = (first + 1..words.len())
                .filter(|register| register & !along == first)
                .fold(words[first], |word, register| self.b.def(op, &[word, words[register]]));
            answers.push(self.compare(Cmp::Ne, Ty::U32, word, Val::ZERO));
        }
        answers
    }

    /// The answer of a warp.
    pub(in crate::select) fn ask_warp(&mut self, question: Question, pred: Val) -> Val {
        if pred.imm().is_some() {
            return pred;
        }
        self.b.def(Op::Vote { mode: question.vote }, &[pred, ALL_LANES])
    }

    /// The answer of all threads, which have met then.
    pub(in crate::select) fn ask_all(&mut self, question: Question, pred: Val) -> Val {
        if pred.imm().is_some() {
            return pred;
        }
        let pred = self.b.reg(pred, Class::Pred);
        let op = question.barrier;
        let answer = match self.barrier_subset() {
            None => self.b.def_all(Op::BarRed { op }, smallvec![Val::ZERO.into(), pred.into()]),
            Some((number, threads)) => {
                let operands = smallvec![number.into(), threads.into(), pred.into()];
                self.b.def_all(Op::BarRedCount { op }, operands)
            }
        };
        self.passed_barrier();
        Val::Reg(answer[0])
    }
}

/// Whether each lane has a part of every element that a reduction of the dimension of `mask` leaves.
pub(in crate::select) fn lanes_answer(layout: &LinearLayout, mask: u32) -> bool {
    let lanes = layout.bases(Axis::Lane);
    lanes.iter().all(|basis| basis & !mask == 0) && lanes.iter().any(|&basis| basis != 0)
}

/// Whether every thread has, and warps have different ones.
pub(in crate::select) fn threads_answer(layout: &LinearLayout, mask: u32) -> bool {
    let lanes = layout.bases(Axis::Lane);
    let warps = layout.bases(Axis::Warp);
    lanes.iter().chain(warps).all(|basis| basis & !mask == 0)
        && warps.iter().any(|&basis| basis != 0)
}
