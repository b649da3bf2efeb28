//! Rule 30: rows that are gathered.

use super::{Place, Verified, Verifier};
use crate::schedule::assemble::gathered_rows;
use crate::schedule::pipeline::{AsyncLoad, MapSource, RowGather, TileSharing};
use crate::target::Feature;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    let loads = v.pipeline.async_loads.iter().enumerate();
    loads.into_iter().try_for_each(|(number, load)| of_load(v, Place::Load(number), load))
}

fn of_load(v: &Verifier<'_>, place: Place<'_>, load: &AsyncLoad) -> Verified {
    let gathered = gathered_rows(v.module, v.function, load.inst);
    v.ensure(gathered.is_some() == load.gather.is_some(), place, || {
        "a load gathers rows exactly where it is one of a gather/scatter view".to_owned()
    })?;
    let (Some((view, numbers)), Some(gather)) = (gathered, load.gather) else { return Ok(()) };
    let pipeline = v.pipeline;
    v.ensure(v.target.has(Feature::TmaGather) == (gather == RowGather::Tma), place, || {
        format!("rows are not gathered so on {}", v.target.name)
    })?;
    let map = &pipeline.maps[load.map];
    let is_of_rows = map.bounds.len() == 2 && map.bounds[1] == 1;
    v.ensure(is_of_rows, place, || {
        format!("rows are gathered through a map of a part of one row, not of {:?}", map.bounds)
    })?;
    let sparse_dim = v.module.types.sparse_dim(v.function.value_type(view));
    v.ensure(load.outer == 1 && sparse_dim == load.axes.get(1).copied(), place, || {
        "the rows of the map are not those of the sparse dimension".to_owned()
    })?;
    let rows = load.boxes_per_chunk * gather.rows();
    v.ensure(rows == load.staged.rows, place, || {
        format!("the copies bring {rows} rows, a chunk of the tile has {}", load.staged.rows)
    })?;
    v.ensure(map.source == MapSource::Kernel, place, || {
        "the tensor whose rows are gathered differs between tile blocks".to_owned()
    })?;
    let is_alone = pipeline.sharing() == TileSharing::None && !pipeline.cp_async;
    v.ensure(is_alone && pipeline.multistage.is_none() && !load.by_threads, place, || {
        "rows are gathered for the MMAs of one tile block, and no other warps copy with `cp.async`"
            .to_owned()
    })?;
    let epilogue = pipeline.async_loads.iter().any(|load| load.epilogue_load.is_some());
    let is_same = pipeline.maps.iter().all(|map| map.source == MapSource::Kernel);
    v.ensure(gather == RowGather::Tma || (is_same && !epilogue), place, || {
        "where warps gather rows, no tensor map is replaced and no tile is copied behind the loop"
            .to_owned()
    })?;
    v.ensure(pipeline.row_numbers.contains(numbers), place, || {
        "the producer cannot compute the numbers of the rows".to_owned()
    })
}
