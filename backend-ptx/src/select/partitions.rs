//! The code of a kernel from its parameters on: once for all threads, or once for each partition of a
//! pipeline.

use crate::ptx::Param;
use crate::ptx::inst::{Inst, Label, Line, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty, Uniform};
use crate::schedule::build::Producers;
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::parameters;
use crate::select::{Cx, Select};

/// The code of a kernel, once.
pub(crate) fn whole(cx: &mut Cx<'_>) {
    cx.block(cx.function.entry_block);
    let ends = matches!(cx.b.last(), Some(Line::Inst(Inst { op: Op::Ret {}, guard: None, .. })));
    if !ends {
        cx.ret();
    }
}

/// The code of a kernel with a pipeline, for consumers and for the producer. For tensors that TMA
/// cannot take there are threads that copy; or else code without asynchronous loads is to follow at the label.
pub(crate) fn pipelined<'a>(
    cx: &mut Cx<'a>,
    pipeline: &'a Pipeline,
    producers: &'a Producers,
    params: &[Param],
) -> Select<Option<Label>> {
    let threads = pipeline.consumer_warps() * 32;
    cx.is_clustered = pipeline.pairs.is_some();
    cx.reserve_shared(pipeline.smem.declared);
    let possible = cx.tma_applies(pipeline)?;
    let cp_async_warps = pipeline.cp_async_warps().filter(|_| possible.imm() != Some(1));
    // With threads that copy all tensors are walked over alike.
    let is_fed = if cp_async_warps.is_some() { Val::Imm(1) } else { possible };
    cx.exit_idle_ctas(pipeline, is_fed);
    cx.find_tile_swizzle(pipeline)?;
    cx.acquire_tensormap_slot(pipeline, possible);
    cx.init_barriers(pipeline, possible);
    let (producer, by_threads, otherwise) = (cx.b.label(), cx.b.label(), cx.b.label());
    let ge = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
    let copies = cx.b.def(ge, &[cx.tid, Val::u32(threads)]);
    cx.b.branch_if(copies, false, Uniform::Yes, producer);

    cx.barrier_threads = Some(threads);
    cx.set_max_registers(pipeline, Partition::Consumer);
    cx.b.branch_if(is_fed, true, Uniform::Yes, otherwise);
    cx.scratch_limit = pipeline.smem.scratch;
    let all = cx.tid;
    cx.enter_tile_of_cta(pipeline, Partition::Consumer);
    cx.enter_partition(pipeline, Partition::Consumer);
    tile_blocks(cx, pipeline);
    (cx.tid, cx.barrier_threads, cx.tile_in_cta) = (all, Some(threads), None);

    cx.b.place(producer);
    cx.restart();
    cx.set_max_registers(pipeline, Partition::Producer);
    parameters::load(cx, params);
    cx.enter_producer(pipeline, possible, cp_async_warps.map(|_| by_threads))?;
    cx.body = &producers.tma;
    tile_blocks(cx, pipeline);
    cx.tile_in_cta = None;

    if let Some(warps) = cp_async_warps {
        cx.b.place(by_threads);
        cx.restart();
        parameters::load(cx, params);
        cx.enter_cp_async_producer(pipeline, warps)?;
        cx.body = &producers.cp_async;
        tile_blocks(cx, pipeline);
        cx.leave_cp_async_producer();
    }
    Ok((is_fed.imm() != Some(1)).then_some(otherwise))
}

/// The code of one partition for all tile blocks of its CTA.
fn tile_blocks(cx: &mut Cx<'_>, pipeline: &Pipeline) {
    if !pipeline.is_persistent {
        return whole(cx);
    }
    let head = cx.enter_tile_loop();
    cx.compare_with_partner();
    // What follows is reached from elsewhere too: by returns, and by who leaves a tile block to others.
    cx.block(cx.function.entry_block);
    cx.leave_tile_loop(head);
}

/// The code for tensors that TMA cannot take, by a CTA for each tile block.
pub(crate) fn otherwise(cx: &mut Cx<'_>) {
    cx.enter_one_tile();
    whole(cx);
}
