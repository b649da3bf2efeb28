//! Rules 27 and 28: what tensor maps describe where copies use them.

use ir::Block;

use super::{Executor, Place, Verified, Verifier};
use crate::analysis::slice;
use crate::schedule::body::{Body, MapId, Op};
use crate::schedule::build::regions;
use crate::schedule::pipeline::MapSource;

/// Checks the maps, and where a body replaces them.
pub(super) fn verify(v: &Verifier<'_>, body: &Body, executor: Executor) -> Verified {
    for (number, map) in v.pipeline.maps.iter().enumerate() {
        // Warps that copy for themselves compute one tile block, and build no map.
        let is_same = match v.pipeline.multistage {
            Some(_) => slice::is_known_at_entry(v.function, map.view),
            None => slice::is_invariant(v.function, map.view),
        };
        v.ensure(is_same || map.source != MapSource::Kernel, Place::Map(number), || {
            format!(
                "the tensor of t{number} differs between tile blocks, and the map is not replaced"
            )
        })?;
        let is_copied = map.source != MapSource::Threads || v.pipeline.cp_async;
        v.ensure(is_copied, Place::Map(number), || {
            format!("no warps copy the tensor of t{number} with `cp.async`")
        })?;
    }
    for block in body.blocks() {
        for (at, op) in body.ops(block).iter().enumerate() {
            let Op::ReplaceMap { map } = *op else { continue };
            let place = Place::Op(body, block, at);
            v.ensure(executor == Executor::Tma, place, || {
                "only the thread that copies by TMA has tensor maps".to_owned()
            })?;
            let is_replaced = v.pipeline.maps[map].source == MapSource::Replaced;
            v.ensure(is_replaced, place, || format!("the map t{map} is not one that is replaced"))?;
        }
    }
    if executor == Executor::Tma {
        (0..v.pipeline.maps.len()).try_for_each(|map| replacement(v, body, map))?;
    }
    Ok(())
}

/// That a map is replaced where it must be.
fn replacement(v: &Verifier<'_>, body: &Body, number: MapId) -> Verified {
    let map = &v.pipeline.maps[number];
    if map.source != MapSource::Replaced {
        return Ok(());
    }
    let made = v.function.def_inst(map.view);
    let is_replacement = |op: &Op| *op == Op::ReplaceMap { map: number };
    let of_block = |block: Block| {
        let ops = body.ops(block).iter().enumerate();
        ops.filter(|(_, op)| is_replacement(op)).map(move |(at, _)| (block, at))
    };
    let found: Vec<(Block, usize)> = body.blocks().flat_map(of_block).collect();
    let place = found.first().map_or(Place::Map(number), |&(block, at)| Place::Op(body, block, at));
    let (&[(block, at)], Some(made)) = (&found[..], made) else {
        let message = format!("the map t{number} is replaced {} times, not once", found.len());
        return Err(v.fault(place, message));
    };
    let before = &body.ops(block)[..at];
    v.ensure(before.contains(&Op::Compute(made)), place, || {
        format!("the view of t{number} is not made in front of this, in this block")
    })?;
    let made_at = before.iter().position(|op| *op == Op::Compute(made)).unwrap_or_default();
    let is_used = before[made_at..].iter().any(|op| uses(v, body, op, number));
    v.ensure(!is_used, place, || {
        format!("a tile is copied through t{number} before the map is replaced")
    })
}

/// Whether an operation, or one in its blocks, copies a tile through a map.
fn uses(v: &Verifier<'_>, body: &Body, op: &Op, map: MapId) -> bool {
    match op {
        Op::Copy { load } | Op::CopyEpilogue { load } => v.pipeline.async_loads[*load].map == map,
        Op::Compute(inst) => {
            let blocks = regions(v.function, *inst).into_iter();
            blocks.flat_map(|block| body.ops(block)).any(|op| uses(v, body, op, map))
        }
        _ => false,
    }
}
