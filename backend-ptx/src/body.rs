//! The code of a kernel from its parameters on: once for all threads, or once for each role of a
//! pipeline.

use crate::layout::assign::Assignment;
use crate::parameters;
use crate::pipeline::{Pipeline, Role};
use crate::ptx::Param;
use crate::ptx::inst::{Inst, Line, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty, Uniform};
use crate::select::Cx;

/// The code of a kernel, once.
pub(crate) fn whole(cx: &mut Cx<'_>) {
    cx.b.enter_scope();
    cx.block(cx.function.entry_block);
    let ends =
        matches!(cx.b.body.last(), Some(Line::Inst(Inst { op: Op::Ret {}, guard: None, .. })));
    if !ends {
        cx.ret();
    }
    cx.b.leave_scope();
}

/// The code of a kernel with a pipeline: for consumers, for the producer, and without streams for
/// tensors that the copy engine cannot take.
pub(crate) fn pipelined<'a>(
    cx: &mut Cx<'a>,
    pipeline: &'a Pipeline,
    params: &[Param],
    plain: impl FnOnce() -> Assignment,
) {
    let threads = pipeline.consumer_warps() * 32;
    cx.reserve_shared(pipeline.shared_bytes);
    let possible = match cx.streams_possible(pipeline) {
        Ok(possible) => possible,
        Err(why) => return cx.report(why),
    };
    cx.leave_walked(pipeline, possible);
    cx.set_up_barriers(pipeline);
    let (producer, otherwise) = (cx.b.label(), cx.b.label());
    let ge = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
    let copies = cx.b.def(ge, &[cx.tid, Val::u32(threads)]);
    cx.b.branch_if(copies, false, Uniform::Yes, producer);

    cx.barrier_threads = Some(threads);
    cx.b.enter_scope();
    cx.take_registers(pipeline, Role::Consumer);
    cx.b.branch_if(possible, true, Uniform::Yes, otherwise);
    cx.scratch_limit = pipeline.scratch_limit;
    cx.enter_role(pipeline, Role::Consumer);
    tile_blocks(cx, pipeline);
    cx.b.leave_scope();

    cx.b.place(producer);
    cx.b.enter_scope();
    cx.restart(None);
    cx.take_registers(pipeline, Role::Producer);
    parameters::load(cx, params);
    if let Err(why) = cx.enter_producer(pipeline, possible) {
        return cx.report(why);
    }
    tile_blocks(cx, pipeline);
    cx.b.leave_scope();

    if possible.imm() != Some(1) {
        cx.b.place(otherwise);
        cx.restart(Some(plain()));
        parameters::load(cx, params);
        cx.leave_pipeline();
        whole(cx);
    }
}

/// The code of one role for all tile blocks of its CTA.
fn tile_blocks(cx: &mut Cx<'_>, pipeline: &Pipeline) {
    if !pipeline.walks {
        return whole(cx);
    }
    let (id, head) = cx.enter_walk();
    cx.b.enter_scope();
    cx.block(cx.function.entry_block);
    cx.leave_walk(id, head);
    cx.b.leave_scope();
}
