//! The code of a kernel from its parameters on: once for all threads, or once for each role of a
//! pipeline.

use crate::pipeline::{Pipeline, Role};
use crate::ptx::Param;
use crate::ptx::inst::{Inst, Label, Line, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty, Uniform};
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

/// The code of a kernel with a pipeline, for consumers and for the producer. For tensors that the copy engine
/// cannot take there are threads that copy; or else code without streams is to follow at the label.
pub(crate) fn pipelined<'a>(
    cx: &mut Cx<'a>,
    pipeline: &'a Pipeline,
    params: &[Param],
) -> Select<Option<Label>> {
    let threads = pipeline.consumer_warps() * 32;
    cx.paired = pipeline.pairs.is_some();
    cx.reserve_shared(pipeline.shared_bytes);
    let possible = cx.streams_possible(pipeline)?;
    let copiers = pipeline.copiers().filter(|_| possible.imm() != Some(1));
    // With threads that copy all tensors are walked over alike.
    let is_fed = if copiers.is_some() { Val::Imm(1) } else { possible };
    cx.leave_walked(pipeline, is_fed);
    cx.find_reach(pipeline)?;
    cx.claim_maps(pipeline, possible);
    cx.set_up_barriers(pipeline, possible);
    let (producer, by_threads, otherwise) = (cx.b.label(), cx.b.label(), cx.b.label());
    let ge = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
    let copies = cx.b.def(ge, &[cx.tid, Val::u32(threads)]);
    cx.b.branch_if(copies, false, Uniform::Yes, producer);

    cx.barrier_threads = Some(threads);
    cx.take_registers(pipeline, Role::Consumer);
    cx.b.branch_if(is_fed, true, Uniform::Yes, otherwise);
    cx.scratch_limit = pipeline.scratch_limit;
    let all = cx.tid;
    cx.enter_member(pipeline, Role::Consumer);
    cx.enter_role(pipeline, Role::Consumer);
    tile_blocks(cx, pipeline);
    (cx.tid, cx.barrier_threads, cx.member) = (all, Some(threads), None);

    cx.b.place(producer);
    cx.restart();
    cx.take_registers(pipeline, Role::Producer);
    parameters::load(cx, params);
    cx.enter_producer(pipeline, possible, copiers.map(|_| by_threads))?;
    tile_blocks(cx, pipeline);
    cx.member = None;

    if let Some(warps) = copiers {
        cx.b.place(by_threads);
        cx.restart();
        parameters::load(cx, params);
        cx.enter_copiers(pipeline, warps)?;
        tile_blocks(cx, pipeline);
        cx.leave_copiers();
    }
    Ok((is_fed.imm() != Some(1)).then_some(otherwise))
}

/// The code of one role for all tile blocks of its CTA.
fn tile_blocks(cx: &mut Cx<'_>, pipeline: &Pipeline) {
    if !pipeline.walks {
        return whole(cx);
    }
    let head = cx.enter_walk();
    cx.compare_with_other();
    // What follows is reached from elsewhere too: by returns, and by who leaves a tile block to others.
    cx.block(cx.function.entry_block);
    cx.leave_walk(head);
}

/// The code for tensors that the copy engine cannot take, by a CTA for each tile block.
pub(crate) fn otherwise(cx: &mut Cx<'_>) {
    cx.enter_single();
    whole(cx);
}
