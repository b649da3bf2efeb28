//! Rule 26: how operands that the consumers write come to their MMAs.
//!
//! Each MMA with such operands takes the next of the two operand buffers: it is written, published and read in this order,
//! in one block and without another such MMA or a region between. That no MMA is in flight at a `publish` is checked with
//! the MMAs in flight ([`in_flight`](super::in_flight)).

use ir::{Block, Inst};

use super::{Place, Verified, Verifier};
use crate::schedule::body::{Body, Op};
use crate::schedule::build::regions;

/// What has become of the operand buffer at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BufferState {
    Free,
    Stored(Inst),
    Published(Inst),
}

/// Checks a block of the consumers, and those in it.
pub(super) fn verify(v: &Verifier<'_>, body: &Body, block: Block) -> Verified {
    let mut state = BufferState::Free;
    for (at, op) in body.ops(block).iter().enumerate() {
        let place = Place::Op(body, block, at);
        match *op {
            Op::StoreOperand { inst } => {
                let has_stored = v.pipeline.mma(inst).is_some_and(|mma| mma.has_stored());
                v.ensure(has_stored, place, || {
                    "threads write no operand of the MMA to shared memory".to_owned()
                })?;
                v.ensure(state == BufferState::Free, place, || {
                    "the operand buffer is written before the MMA above has read it".to_owned()
                })?;
                state = BufferState::Stored(inst);
            }
            Op::Publish { inst } => {
                v.ensure(state == BufferState::Stored(inst), place, || {
                    "an operand is published that has not been stored".to_owned()
                })?;
                state = BufferState::Published(inst);
            }
            Op::Compute(inst) if v.pipeline.mma(inst).is_some_and(|mma| mma.has_stored()) => {
                v.ensure(state == BufferState::Published(inst), place, || {
                    "an MMA reads an operand that has not been stored and published".to_owned()
                })?;
                state = BufferState::Free;
            }
            Op::Compute(inst) => {
                let inner = regions(v.function, inst);
                v.ensure(inner.is_empty() || state == BufferState::Free, place, || {
                    "a loop or branch stands between an operand and its MMA".to_owned()
                })?;
                inner.into_iter().try_for_each(|block| verify(v, body, block))?;
            }
            _ => {}
        }
        let is_last = at + 1 == body.ops(block).len();
        v.ensure(!is_last || state == BufferState::Free, place, || {
            "the block ends before the MMA of a stored operand".to_owned()
        })?;
    }
    Ok(())
}
