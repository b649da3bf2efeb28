//! The code of a kernel from its parameters on: once for all threads, or once for each partition of a
//! pipeline.

use crate::ptx::Param;
use crate::ptx::inst::{Inst, Label, Line, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty, Uniform};
use crate::schedule::body::Body;
use crate::schedule::build::Producers;
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::parameters;
use crate::select::pipeline::copy_lines;
use crate::select::{Cx, Select};
use crate::target::LANES;

/// The code of a kernel, once.
pub(crate) fn whole(cx: &mut Cx<'_>) {
    cx.block(cx.function.entry_block);
    let ends = matches!(cx.b.last(), Some(Line::Inst(Inst { op: Op::Ret {}, guard: None, .. })));
    if !ends {
        cx.ret();
    }
}

/// The code of a kernel with a pipeline, for consumers and for the producers. For tensors that TMA cannot take there are
/// threads that copy; or else code without asynchronous loads is to follow at the label.
pub(crate) fn pipelined<'a>(
    mut cx: Cx<'a>,
    pipeline: &'a Pipeline,
    (consumer, producers): (&'a Body, &'a Producers),
    params: &[Param],
) -> (Cx<'a>, Select<Option<Label>>) {
    let prologue = match Prologue::select(&mut cx, pipeline) {
        Ok(prologue) => prologue,
        Err(why) => return (cx, Err(why)),
    };
    let Prologue { tma_applies, is_fed, cp_async_warps, producer, by_threads, otherwise } =
        prologue;
    // What all threads have loaded and computed is known to consumers, whose code comes first.
    cx.pipeline = Some(pipeline);
    cx.partition = Partition::Consumer;
    cx.body = consumer;
    cx.barrier_threads = Some(pipeline.consumer_warps() * LANES);
    cx.set_max_registers(pipeline, Partition::Consumer);
    cx.b.branch_if(is_fed, true, Uniform::Yes, otherwise);
    cx.scratch_limit = pipeline.smem.scratch;
    cx.enter_tile_of_cta(pipeline, Partition::Consumer);
    cx.begin_pipelines(pipeline, Partition::Consumer);
    tile_blocks(&mut cx, pipeline);

    // One code for both ways to copy, since what tells the tiles is the larger part of it. Where there are several kinds of
    // tiles, the registers of a producer are too few for that.
    let are_alike = producers.are_alike() && copy_lines::is_of_one_kind(pipeline);
    let copying_warps = match pipeline.has_tma() {
        true => cp_async_warps.filter(|_| cx.is_for_any_tensor && are_alike),
        false => cp_async_warps,
    };
    let body = if copying_warps.is_some() { &producers.cp_async } else { &producers.tma };
    let mut cx = cx.partition(pipeline, Partition::Producer, body);
    cx.plan.require_rows(cx.function, cx.module, pipeline);
    cx.b.place(producer);
    cx.set_max_registers(pipeline, Partition::Producer);
    parameters::load(&mut cx, params);
    if let Some(warps) = copying_warps {
        let tma = pipeline.has_tma().then_some(tma_applies);
        if let Err(why) = cx.enter_cp_async_producer(pipeline, warps, tma) {
            return (cx, Err(why));
        }
        tile_blocks(&mut cx, pipeline);
        return (cx, Ok(None));
    }
    if pipeline.warps_gather() {
        if let Err(why) = cx.enter_gathering_warps(pipeline, tma_applies) {
            return (cx, Err(why));
        }
        tile_blocks(&mut cx, pipeline);
        return (cx, Ok((is_fed.imm() != Some(1)).then_some(otherwise)));
    }
    let others = cp_async_warps.map(|_| by_threads);
    if let Err(why) = cx.enter_producer(pipeline, tma_applies, others) {
        return (cx, Err(why));
    }
    tile_blocks(&mut cx, pipeline);

    if let Some(warps) = cp_async_warps {
        cx = cx.partition(pipeline, Partition::Producer, &producers.cp_async);
        cx.b.place(by_threads);
        parameters::load(&mut cx, params);
        if let Err(why) = cx.enter_cp_async_producer(pipeline, warps, None) {
            return (cx, Err(why));
        }
        tile_blocks(&mut cx, pipeline);
    }
    (cx, Ok((is_fed.imm() != Some(1)).then_some(otherwise)))
}

/// The code of a kernel whose warps copy for themselves. For tensors with rows that 16 bytes do not divide, code without
/// asynchronous loads is to follow at the label.
pub(crate) fn multistage<'a>(
    mut cx: Cx<'a>,
    pipeline: &'a Pipeline,
) -> (Cx<'a>, Select<Option<Label>>) {
    let is_fed = match cx.enter_multistage(pipeline) {
        Ok(is_fed) => is_fed,
        Err(why) => return (cx, Err(why)),
    };
    let otherwise = cx.b.label();
    cx.b.branch_if(is_fed, true, Uniform::Yes, otherwise);
    cx.begin_multistage(pipeline);
    whole(&mut cx);
    (cx, Ok((is_fed.imm() != Some(1)).then_some(otherwise)))
}

/// What all threads compute before they part, and where they go.
struct Prologue {
    /// Whether tensor maps can describe all tensors.
    tma_applies: Val,
    /// Whether a warp copies, so that consumers execute their partition.
    is_fed: Val,
    /// Warps of a tile block that copy with `cp.async`, if tensor maps may not describe all tensors.
    cp_async_warps: Option<u32>,
    producer: Label,
    by_threads: Label,
    otherwise: Label,
}

impl Prologue {
    fn select<'a>(cx: &mut Cx<'a>, pipeline: &'a Pipeline) -> Select<Prologue> {
        let threads = pipeline.consumer_warps() * LANES;
        cx.is_clustered = pipeline.pairs.is_some();
        cx.reserve_shared(pipeline.smem.declared);
        let tma_applies = cx.tma_applies(pipeline)?;
        let cp_async_warps = pipeline.cp_async_warps().filter(|_| tma_applies.imm() != Some(1));
        // With threads that copy all tensors are walked over alike.
        let is_fed = if cp_async_warps.is_some() { Val::Imm(1) } else { tma_applies };
        cx.is_for_any_tensor = cp_async_warps.is_some() && tma_applies.imm().is_none();
        cx.exit_idle_ctas(pipeline, is_fed);
        cx.find_tile_swizzle(pipeline)?;
        cx.acquire_tensormap_slot(pipeline, tma_applies);
        cx.init_barriers(pipeline, tma_applies);
        let (producer, by_threads, otherwise) = (cx.b.label(), cx.b.label(), cx.b.label());
        let ge = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
        let copies = cx.b.def(ge, &[cx.tid, Val::u32(threads)]);
        cx.b.branch_if(copies, false, Uniform::Yes, producer);
        Ok(Prologue { tma_applies, is_fed, cp_async_warps, producer, by_threads, otherwise })
    }
}

/// The code of one partition for all tile blocks of its CTA.
fn tile_blocks(cx: &mut Cx<'_>, pipeline: &Pipeline) {
    if !pipeline.is_persistent {
        return whole(cx);
    }
    let head = cx.enter_tile_loop();
    cx.compare_with_partner();
    // Returns jump to the code below, and so do threads that leave a tile block to others.
    cx.block(cx.function.entry_block);
    cx.leave_tile_loop(head);
}

/// The code for tensors that TMA cannot take, by a CTA for each tile block.
pub(crate) fn otherwise(cx: &mut Cx<'_>) {
    cx.enter_one_tile();
    whole(cx);
}
