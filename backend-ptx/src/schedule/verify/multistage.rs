//! Rules 23 to 25: warps that copy for themselves, iterations ahead.
//!
//! The copies of a stage are issued behind the wait for the next one. That wait is a barrier too, so it comes behind the last
//! read of the stage in all threads.

use ir::{Block, Inst, InstData};

use super::{Place, Verified, Verifier};
use crate::analysis::slice;
use crate::schedule::body::{LoadId, Op};
use crate::schedule::build::multistage::MULTISTAGE;
use crate::schedule::build::regions;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    let pipeline = v.pipeline;
    let is_alone = pipeline.rings.len() == 1
        && !pipeline.is_persistent
        && pipeline.pairs.is_none()
        && pipeline.two_tile.is_none()
        && pipeline.registers.is_none()
        && pipeline.mmas.mmas.is_empty();
    v.ensure(is_alone, Place::Head, || {
        "warps that copy for themselves have one pipeline, and one tile block to a CTA".to_owned()
    })?;
    (0..pipeline.async_loads.len()).try_for_each(|load| is_ahead(v, load))?;
    block(v, v.function.entry_block)
}

/// Rule 24.
fn is_ahead(v: &Verifier<'_>, load: LoadId) -> Verified {
    let (function, place) = (v.function, Place::Load(load));
    let async_load = &v.pipeline.async_loads[load];
    let inst = async_load.inst;
    let body = function.inst_block(inst);
    let owner = body.and_then(|body| function.block_owner(body));
    let (Some(body), Some(owner)) = (body, owner) else {
        return Err(v.fault(place, "the load is in no `for` loop"));
    };
    v.ensure(v.pipeline.copies_ahead(function, owner), place, || {
        "the load is in no `for` loop".to_owned()
    })?;
    v.ensure(async_load.by_threads && async_load.epilogue_load.is_none(), place, || {
        "threads do not read the load".to_owned()
    })?;
    let leaves = |&inst: &Inst| slice::leaves(function, inst);
    v.ensure(!function.insts(body).iter().any(leaves), place, || {
        "the loop of the load is left before its end".to_owned()
    })?;
    let InstData::LoadViewTko { view, index, .. } = function.data(inst) else {
        return Err(v.fault(place, "not a load of a view"));
    };
    let map = v.pipeline.maps[async_load.map].view;
    let needed = [map, *view].into_iter().chain(index.iter().copied());
    v.ensure(slice::in_iteration(function, body, needed).is_some(), place, || {
        "what the load depends on does not follow from the loop counter".to_owned()
    })?;
    let inner = function.insts_inside(owner);
    let has_other = inner.into_iter().any(|inst| v.pipeline.copies_ahead(function, inst));
    v.ensure(!has_other, place, || "the loop of the load has another such loop in it".to_owned())
}

/// Rule 25.
fn block(v: &Verifier<'_>, block: Block) -> Verified {
    let body = &v.schedule.body;
    let ops = body.ops(block);
    for (at, op) in ops.iter().enumerate() {
        let place = Place::Op(body, block, at);
        let before = at.checked_sub(1).and_then(|before| ops.get(before));
        let behind = ops.get(at + 1);
        let ring = MULTISTAGE;
        match *op {
            Op::Compute(inst) => {
                let is_filled = before == Some(&Op::Fill { pipeline: ring, inst });
                let is_drained = behind == Some(&Op::Drain { pipeline: ring });
                let is_loop = v.pipeline.copies_ahead(v.function, inst);
                v.ensure(!is_loop || is_filled, place, || {
                    format!("the stages of p{ring} are not filled in front of the loop")
                })?;
                v.ensure(!is_loop || is_drained, place, || {
                    format!("p{ring} is not drained behind the loop")
                })?;
                regions(v.function, inst)
                    .into_iter()
                    .try_for_each(|inner| self::block(v, inner))?;
            }
            Op::Fill { inst, .. } => {
                let is_loop = v.pipeline.copies_ahead(v.function, inst);
                v.ensure(is_loop && behind == Some(&Op::Compute(inst)), place, || {
                    format!("the stages of p{ring} are filled, and the loop does not follow")
                })?;
            }
            Op::Drain { .. } => {
                let is_behind = matches!(before, Some(Op::Compute(inst)) if v.pipeline.copies_ahead(v.function, *inst));
                v.ensure(is_behind, place, || {
                    format!("p{ring} is drained, and not behind a loop that fills it")
                })?;
            }
            Op::Wait { .. } => {
                let is_next = behind == Some(&Op::CopyAhead { pipeline: ring });
                v.ensure(is_next, place, || {
                    format!("nothing is copied ahead behind the wait for a stage of p{ring}")
                })?;
            }
            Op::CopyAhead { .. } => {
                let is_next = before == Some(&Op::Wait { pipeline: ring });
                v.ensure(is_next, place, || {
                    format!(
                        "the copy is not directly behind the wait for a stage of p{ring}: other threads may be reading"
                    )
                })?;
            }
            _ => {}
        }
    }
    Ok(())
}
