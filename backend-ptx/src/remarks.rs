//! What the back end chose, and why not something faster: remarks for `--remarks`.
//!
//! In: a kernel with its pipeline and layouts. Out: a remark for the kernel, with its threads,
//! memory and pipeline, and one for each MMA of matrices, at the user's line.

use ir::{Inst, InstData};
use lang::base::Diagnostic;

pub use crate::remark::{Remark, Verdict};

use crate::codes;
use crate::mma::assign::MmaEngine;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::fragment::Fragment;
use crate::mma::instruction::fragment;
use crate::schedule::pipeline::Pipeline;
use crate::select::Cx;
use crate::target::{Feature, Target};

/// The remarks of a kernel that has been selected.
pub(crate) fn of_kernel(cx: &Cx<'_>, pipeline: Option<&Pipeline>, warps: u32) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    let threads = warps * 32;
    let shared = pipeline.map_or(cx.scratch.bytes, |pipeline| pipeline.smem.declared);
    let message = format!(
        "`{}` runs in blocks of {threads} threads with {shared} bytes of shared memory",
        cx.function.name
    );
    let mut kernel = Diagnostic::new(codes::KERNEL_SHAPE, cx.function.span, message);
    if let Some(pipeline) = pipeline {
        kernel = kernel.note(format!("pipeline: {pipeline}"));
    }
    remarks.push(Remark::analysis(kernel));
    for inst in cx.function.insts_in_order() {
        if matches!(
            cx.function.data(inst),
            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. }
        ) {
            let remark = of_mma(cx, inst, pipeline);
            // An MMA that was copied is told of once.
            let new = &remark.diagnostic;
            if !remarks.iter().any(|Remark { diagnostic: known, .. }| {
                known.message == new.message && known.primary.span == new.primary.span
            }) {
                remarks.push(remark);
            }
        }
    }
    remarks
}

fn of_mma(cx: &Cx<'_>, inst: Inst, pipeline: Option<&Pipeline>) -> Remark {
    let operands = cx.function.data(inst).operands();
    let dims = |operand: usize| {
        let extents = cx.dims(operands[operand]).iter().map(u32::to_string);
        extents.collect::<Vec<_>>().join("x")
    };
    let elem = cx.elem(operands[0]);
    let what = format!("the product of {} by {} of {elem}", dims(0), dims(1));
    let engine = cx.plan.mmas.get(inst).map(|plan| plan.engine);
    let how = match engine {
        Some(MmaEngine::Wgmma(mma)) => {
            format!("runs on `wgmma`, {}", operand_sources(&mma, "registers"))
        }
        Some(MmaEngine::Tcgen05(mma)) => {
            let sources = operand_sources(&mma, "registers through tensor memory");
            format!("runs on `tcgen05`, {sources}, the sum in tensor memory")
        }
        Some(MmaEngine::Sync(fragment)) => {
            let (m, n, k) = fragment.shape();
            format!("runs on `mma.sync` of {m}x{n}x{k} from registers")
        }
        Some(MmaEngine::Fma) | None => "runs on scalar multiply-adds".to_owned(),
    };
    let remark =
        Diagnostic::new(codes::PRODUCT_PATH, cx.function.span(inst), format!("{what} {how}"));
    match why_not_better(cx, inst, engine, pipeline) {
        Some(why) => Remark { verdict: Verdict::Missed, diagnostic: remark.note(why) },
        None => Remark { verdict: Verdict::Passed, diagnostic: remark },
    }
}

/// Where the operands of a pipelined MMA come from, `computed` being the way of those that are
/// not loaded.
fn operand_sources(mma: &AsyncMma, computed: &'static str) -> String {
    let from = |operand: MmaOperand| match operand {
        MmaOperand::Registers => computed,
        MmaOperand::Smem(..) => "bulk tensor copies",
        MmaOperand::SmemToRegisters(..) => "bulk tensor copies through registers",
    };
    match mma.swapped {
        false => format!("A from {}, B from {}", from(mma.a), from(mma.b)),
        true => {
            format!("A from {}, B from {}, as the transposed product", from(mma.b), from(mma.a))
        }
    }
}

/// What stands in the way of a faster instruction.
fn why_not_better(
    cx: &Cx<'_>,
    inst: Inst,
    engine: Option<MmaEngine>,
    pipeline: Option<&Pipeline>,
) -> Option<String> {
    let operands = cx.function.data(inst).operands();
    let elem = cx.elem(operands[0]);
    match engine? {
        MmaEngine::Wgmma(_) | MmaEngine::Tcgen05(_) => None,
        MmaEngine::Sync(_) => why_not_fed(cx.target, pipeline),
        MmaEngine::Fma => {
            let scaled = matches!(cx.function.data(inst), InstData::MmaFScaled { .. });
            let (from, to) = (elem.scalar()?, cx.elem(operands[2]).scalar()?);
            match fragment(from, to, cx.target).filter(|_| !scaled) {
                None => Some(format!(
                    "no tensor-core instruction of {} in use multiplies {elem}{} into {to}",
                    cx.target.name,
                    if scaled { " with scales" } else { "" }
                )),
                Some(fragment) => Some(too_small(fragment)),
            }
        }
    }
}

/// Why tensor cores take an MMA's operands from registers, where they could take them from
/// shared memory.
fn why_not_fed(target: &Target, pipeline: Option<&Pipeline>) -> Option<String> {
    let name = match (target.has(Feature::Wgmma), target.has(Feature::Tcgen05)) {
        (true, _) => "wgmma",
        (_, true) => "tcgen05",
        _ => return None,
    };
    if pipeline.is_some() {
        return Some(format!(
            "not `{name}`: its factors are not loaded from views by this kernel's pipeline"
        ));
    }
    Some(format!(
        "not `{name}`: no factor is a tile of a view that is copied for products alone, at indices that depend on no memory, with \
         at least 64 rows or columns of the result"
    ))
}

fn too_small(fragment: Fragment) -> String {
    let (m, n, k) = fragment.shape();
    format!("not `mma.sync`: a dimension is smaller than the instruction's {m}x{n}x{k}")
}
