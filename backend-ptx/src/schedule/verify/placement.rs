//! Rules 4 to 6: where tiles lie in the stages, and what tensor maps describe.

use super::{Place, Verified, Verifier};
use crate::mma::smem_operand::map_elem;
use crate::schedule::body::{LoadId, PipelineId};
use crate::schedule::pipeline::{AsyncLoad, RowGather};
use crate::target::{MAP_ALIGN, MAX_BOX, MAX_MAP_RANK, MAX_SWIZZLE, TILE_ALIGN};

/// The widest swizzle of a tensor map (PTX ISA, "tensormap.replace": `swizzle_mode`).
const MAX_SWIZZLE_MODE: u32 = 3;

pub(super) fn verify(v: &Verifier<'_>) -> Verified {
    for map in 0..v.pipeline.maps.len() {
        tensor_map(v, map)?;
    }
    for (load, async_load) in v.pipeline.async_loads.iter().enumerate() {
        membership(v, load, async_load)?;
        boxes(v, load, async_load)?;
        match async_load.epilogue_load {
            Some(epilogue) => epilogue_tile(v, load, async_load, epilogue.chunks)?,
            None => tile(v, load, async_load)?,
        }
    }
    for (ring, stage) in v.pipeline.rings.iter().enumerate() {
        v.ensure(stage.bytes.is_multiple_of(TILE_ALIGN), Place::Ring(ring), || {
            format!(
                "the stages of p{ring} are {} bytes, not a multiple of {TILE_ALIGN}",
                stage.bytes
            )
        })?;
        for group in &stage.stage_loads {
            stage_group(v, ring, group)?;
        }
    }
    Ok(())
}

fn tensor_map(v: &Verifier<'_>, number: usize) -> Verified {
    let map = &v.pipeline.maps[number];
    let place = Place::Map(number);
    let rank = map.dims.len();
    v.ensure((1..=MAX_MAP_RANK).contains(&rank), place, || {
        format!("a tensor map has 1 to {MAX_MAP_RANK} dimensions, this one has {rank}")
    })?;
    let is_order = (0..rank).all(|dim| map.dims.contains(&dim)) && map.bounds.len() == rank;
    v.ensure(is_order, place, || "the dimensions are not those of the box, each once".to_owned())?;
    if let Some(&bound) = map.bounds.iter().find(|bound| !(1..=MAX_BOX).contains(*bound)) {
        return Err(v.fault(
            place,
            format!("a box has 1 to {MAX_BOX} elements along a dimension, not {bound}"),
        ));
    }
    v.ensure(map_elem(map.elem).is_some(), place, || {
        format!("there are no tensor maps of {}", map.elem)
    })?;
    let row = map.bounds[0] * map.elem.bytes();
    v.ensure(row.is_multiple_of(MAP_ALIGN), place, || {
        format!("a row of the box is {row} bytes, not a multiple of {MAP_ALIGN}")
    })?;
    // The spans are 32, 64 and 128 bytes.
    let fits = map.swizzle <= MAX_SWIZZLE_MODE && (map.swizzle == 0 || row <= 16 << map.swizzle);
    v.ensure(fits, place, || {
        format!("a row of {row} bytes does not fit the span of swizzle {}", map.swizzle)
    })
}

fn membership(v: &Verifier<'_>, load: LoadId, async_load: &AsyncLoad) -> Verified {
    let groups = v.pipeline.rings.iter().enumerate();
    let all =
        groups.flat_map(|(ring, stage)| stage.stage_loads.iter().map(move |group| (ring, group)));
    let found: Vec<PipelineId> = all
        .flat_map(|(ring, group)| group.iter().filter(|&&other| other == load).map(move |_| ring))
        .collect();
    match async_load.epilogue_load {
        Some(_) => v.ensure(found.is_empty(), Place::Load(load), || {
            "an epilogue load comes behind the stages of a loop, and is not in a stage group"
                .to_owned()
        }),
        None => v.ensure(found == [async_load.ring], Place::Load(load), || {
            format!("the load is not in one stage group of p{}", async_load.ring)
        }),
    }
}

/// The boxes of a load are those of its map, and fill its tile.
fn boxes(v: &Verifier<'_>, load: LoadId, async_load: &AsyncLoad) -> Verified {
    let (place, staged) = (Place::Load(load), async_load.staged);
    let map = &v.pipeline.maps[async_load.map];
    let rank = map.dims.len();
    let axes = &async_load.axes;
    let in_order =
        axes.len() == rank && (0..rank).all(|axis| axes.contains(&axis)) && async_load.outer < rank;
    v.ensure(in_order, place, || "the axes are not those of the tensor map, each once".to_owned())?;
    v.ensure(map.swizzle == staged.map_swizzle(), place, || {
        format!("the tile has swizzle {}, its tensor map {}", staged.map_swizzle(), map.swizzle)
    })?;
    let row = map.bounds[0] * map.elem.bytes();
    v.ensure(row == staged.span, place, || {
        format!("a row of the box is {row} bytes, one of the tile {}", staged.span)
    })?;
    let rows: u32 = map.bounds[1..].iter().product();
    // A copy that gathers may bring several boxes.
    let rows = rows * async_load.gather.map_or(1, RowGather::rows);
    let all = rows * async_load.boxes_per_chunk;
    v.ensure(all == staged.rows, place, || {
        format!("the boxes have {all} rows, a chunk of the tile {}", staged.rows)
    })
}

fn tile(v: &Verifier<'_>, load: LoadId, async_load: &AsyncLoad) -> Verified {
    let (place, ring) = (Place::Load(load), async_load.ring);
    let align = if async_load.staged.rows == 1 { MAX_SWIZZLE } else { TILE_ALIGN };
    v.ensure(async_load.offset.is_multiple_of(align), place, || {
        format!("the tile begins at {}, not at a multiple of {align}", async_load.offset)
    })?;
    let (end, bytes) =
        (async_load.offset + async_load.staged.bytes(), v.pipeline.rings[ring].bytes);
    v.ensure(end <= bytes, place, || {
        format!("the tile ends at {end}, the stage of p{ring} at {bytes}")
    })
}

fn epilogue_tile(v: &Verifier<'_>, load: LoadId, async_load: &AsyncLoad, chunks: u32) -> Verified {
    let (place, ring, staged) = (Place::Load(load), async_load.ring, async_load.staged);
    let fills = chunks > 0 && staged.chunks.is_multiple_of(chunks);
    v.ensure(fills && async_load.by_threads, place, || {
        format!("{} chunks do not fill stages of {chunks} each", staged.chunks)
    })?;
    let (end, bytes) = (chunks * staged.chunk_bytes(), v.pipeline.rings[ring].bytes);
    v.ensure(async_load.offset == 0 && end <= bytes, place, || {
        format!("a part of the tile ends at {end}, the stage of p{ring} at {bytes}")
    })
}

/// The loads of a group are in one block, in its order, and do not overlap.
fn stage_group(v: &Verifier<'_>, ring: PipelineId, group: &[LoadId]) -> Verified {
    let (function, loads) = (v.function, &v.pipeline.async_loads);
    let Some(&first) = group.first() else {
        return Err(v.fault(Place::Ring(ring), format!("p{ring} has a stage group without loads")));
    };
    let block = function.inst_block(loads[first].inst);
    let insts = block.map_or(&[][..], |block| function.insts(block));
    let position = |load: LoadId| insts.iter().position(|&inst| inst == loads[load].inst);
    for pair in group.windows(2) {
        let in_order = position(pair[0]).is_some() && position(pair[0]) < position(pair[1]);
        v.ensure(in_order, Place::Ring(ring), || {
            format!("the loads of a stage of p{ring} are not in one block, in its order")
        })?;
    }
    let end = |load: LoadId| loads[load].offset + loads[load].staged.bytes();
    for (number, &load) in group.iter().enumerate() {
        let meets = |other: &&LoadId| {
            loads[**other].offset < end(load) && loads[load].offset < end(**other)
        };
        if group[..number].iter().any(|other| meets(&other)) {
            let message = format!("the tile overlaps another one in the stage of p{ring}");
            return Err(v.fault(Place::Load(load), message));
        }
    }
    Ok(())
}
