//! Remarks of `--remarks`: what the back end decided, and which requirement failed where there is a faster way.
//!
//! In: a [`KernelReport`]. Out: a remark for the kernel, with its threads, memory and pipeline, and one for each MMA and
//! atomic reduction of a view, at the user's line.

use lang::base::{Diagnostic, NoteKind};

pub use crate::remark::{Remark, Verdict};

use crate::codes;
use crate::report::{
    Engine, Failed, KernelReport, MmaReport, OperandReport, OperandSource, ReductionReport,
};
use crate::schedule::refusal::Requirement;
use crate::target::{Feature, Target};

const MEMORY_TEST: &str = "where it begins, the kernel tests that it stores to no memory that it loads operands from; else it has no pipeline";
const NO_MEMORY_TEST: &str =
    "mark pointers to memory that does not overlap with `__restrict__`, which needs no test";

/// The remarks of a kernel.
pub(crate) fn of_report(report: &KernelReport, target: &Target) -> Vec<Remark> {
    let KernelReport { symbol, threads, shared_bytes, .. } = report;
    let message = format!(
        "`{symbol}` runs in blocks of {threads} threads with {shared_bytes} bytes of shared memory"
    );
    let mut kernel = Diagnostic::new(codes::KERNEL_SHAPE, report.span, message);
    if let Some(pipeline) = &report.pipeline {
        kernel = kernel.note(format!("pipeline: {}", pipeline.text));
        if pipeline.tests_memory {
            kernel = kernel.note(MEMORY_TEST).help(NO_MEMORY_TEST);
        }
    }
    let mmas = report.mmas.iter().map(|mma| of_mma(mma, target));
    let reductions = report.reductions.iter().map(of_reduction);
    [Remark::analysis(kernel)].into_iter().chain(mmas).chain(reductions).collect()
}

fn of_reduction(reduction: &ReductionReport) -> Remark {
    let ReductionReport { span, mode, extents: of_tile, elem, failed } = reduction;
    let what = format!("the atomic reduction `{}` of {} of {elem}", mode.text(), extents(of_tile));
    match failed {
        None => {
            let message = format!("{what} runs on `cp.reduce.async.bulk`");
            let diagnostic = Diagnostic::new(codes::REDUCTION_PATH, *span, message);
            Remark { verdict: Verdict::Passed, diagnostic }
        }
        Some(Failed { requirement, .. }) => {
            let message = format!("{what} runs on `red`, an instruction for each element");
            let text = format!("not `cp.reduce.async.bulk`: {}", requirement.text());
            let remark = Diagnostic::new(codes::REDUCTION_PATH, *span, message).note(text);
            let diagnostic = requirement.help().into_iter().fold(remark, Diagnostic::help);
            Remark { verdict: Verdict::Missed, diagnostic }
        }
    }
}

fn of_mma(mma: &MmaReport, target: &Target) -> Remark {
    let MmaReport { a, b, a_elem, c_elem, .. } = mma;
    let from = |operand: &OperandReport, registers: &'static str| match operand.source {
        OperandSource::Tma => "bulk tensor copies".to_owned(),
        OperandSource::TmaGathered => "bulk tensor copies that gather rows".to_owned(),
        OperandSource::CopiedByWarps => "asynchronous copies of producer warps".to_owned(),
        OperandSource::TmaThroughRegisters => "bulk tensor copies through registers".to_owned(),
        OperandSource::TmaComputed => format!("{registers} (computed from bulk tensor copies)"),
        OperandSource::TmaStored => {
            "shared memory that threads write (computed from bulk tensor copies)".to_owned()
        }
        OperandSource::CopiedAhead => "asynchronous copies".to_owned(),
        OperandSource::Registers => registers.to_owned(),
        OperandSource::Stored => "shared memory that threads write".to_owned(),
    };
    let sources = |registers, is_transposed| {
        let transposed = if is_transposed { ", as the transposed product" } else { "" };
        format!("A from {}, B from {}{transposed}", from(a, registers), from(b, registers))
    };
    let how = match mma.engine {
        Engine::Wgmma { is_transposed } => {
            format!("runs on `wgmma`, {}", sources("registers", is_transposed))
        }
        Engine::Tcgen05 { is_transposed } => {
            let sources = sources("registers through tensor memory", is_transposed);
            let scales = if mma.is_scaled { " and the scales" } else { "" };
            format!("runs on `tcgen05`, {sources}, the sum{scales} in tensor memory")
        }
        Engine::MmaSync(m, n, k) => {
            let is_fed = [a, b].iter().any(|it| it.source == OperandSource::CopiedAhead);
            let from = match is_fed {
                true => format!(", {}", sources("registers", false)),
                false => " from registers".to_owned(),
            };
            format!("runs on `mma.sync` of {m}x{n}x{k}{from}")
        }
        Engine::SmallFma(..) | Engine::Fma => "runs on scalar multiply-adds".to_owned(),
    };
    let (left, right) = (extents(&mma.a_extents), extents(&mma.b_extents));
    let message = format!("the product of {left} by {right} of {a_elem} {how}");
    let remark = Diagnostic::new(codes::PRODUCT_PATH, mma.span, message);
    match mma.engine {
        Engine::Wgmma { .. } | Engine::Tcgen05 { .. } => {
            // Operands that are computed come from registers at full speed.
            let loaded = |operand: &&(&str, &OperandReport)| {
                let failed = operand.1.failed.map(|failed| failed.requirement);
                failed != Some(Requirement::LoadedTile)
            };
            let operands = [("A", a), ("B", b)];
            let diagnostic = with_failed_operands(remark, operands.iter().filter(loaded).copied());
            Remark { verdict: Verdict::Passed, diagnostic }
        }
        Engine::MmaSync(..) => match asynchronous_mma(target) {
            Some(name) => {
                Remark { verdict: Verdict::Missed, diagnostic: not_asynchronous(remark, mma, name) }
            }
            None if [mma.failed, a.failed, b.failed].iter().any(Option::is_some) => {
                let diagnostic = not_asynchronous(remark, mma, "cp.async");
                Remark { verdict: Verdict::Missed, diagnostic }
            }
            None => Remark { verdict: Verdict::Passed, diagnostic: remark },
        },
        Engine::SmallFma(m, n, k) => {
            let requirement = format!(
                "not `mma.sync`: a dimension is smaller than the instruction's {m}x{n}x{k}"
            );
            Remark { verdict: Verdict::Missed, diagnostic: remark.note(requirement) }
        }
        Engine::Fma => {
            let requirement = format!(
                "no tensor-core instruction of {} in use multiplies {a_elem}{} into {c_elem}",
                target.name,
                if mma.is_scaled { " with scales" } else { "" }
            );
            Remark { verdict: Verdict::Missed, diagnostic: remark.note(requirement) }
        }
    }
}

/// The instruction that takes operands from shared memory, if the target has one.
fn asynchronous_mma(target: &Target) -> Option<&'static str> {
    match (target.has(Feature::Wgmma), target.has(Feature::Tcgen05)) {
        (true, _) => Some("wgmma"),
        (_, true) => Some("tcgen05"),
        _ => None,
    }
}

/// Which requirements of the asynchronous MMA failed.
fn not_asynchronous(remark: Diagnostic, mma: &MmaReport, name: &str) -> Diagnostic {
    let Some(Failed { requirement, span }) = mma.failed else {
        return with_failed_operands(remark, [("A", &mma.a), ("B", &mma.b)].into_iter());
    };
    let remark =
        remark.note_at(NoteKind::Note, span, format!("not `{name}`: {}", requirement.text()));
    let is_of_operand =
        [&mma.a, &mma.b].iter().any(|operand| operand.failed == Some(Failed { requirement, span }));
    let remark = match requirement.help() {
        Some(help) if !is_of_operand => remark.help(help),
        _ => remark,
    };
    with_failed_operands(remark, [("A", &mma.a), ("B", &mma.b)].into_iter())
}

/// Adds which requirement of an asynchronous load each operand fails.
fn with_failed_operands<'a>(
    mut remark: Diagnostic,
    operands: impl Iterator<Item = (&'static str, &'a OperandReport)>,
) -> Diagnostic {
    let mut helps: Vec<&str> = Vec::new();
    for (name, operand) in operands {
        let Some(Failed { requirement, span }) = operand.failed else { continue };
        let what = match operand.source {
            OperandSource::TmaComputed | OperandSource::TmaStored => "comes through registers",
            OperandSource::CopiedByWarps => "is not copied by TMA",
            _ => "is not copied asynchronously",
        };
        let text = format!("{name} {what}: {}", requirement.text());
        remark = remark.note_at(NoteKind::Note, span, text);
        helps.extend(requirement.help().filter(|help| !helps.contains(help)));
    }
    helps.into_iter().fold(remark, Diagnostic::help)
}

fn extents(extents: &[u32]) -> String {
    extents.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}
