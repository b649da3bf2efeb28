//! The back end's decisions as JSON, one kernel a line: `--remarks=json`,
//! `docs/schemas/remarks.schema.json`.

use backend_ptx::report::{
    Engine, Failed, KernelReport, MmaReport, OperandReport, OperandSource, PipelineReport,
    ReductionReport,
};
use lang::base::SourceMap;
use serde_json::{Value, json};

use crate::json::place;

/// A kernel as its users call it, for a target.
pub fn kernel(map: &SourceMap, target: &str, declaration: &str, report: &KernelReport) -> Value {
    let mmas: Vec<Value> = report.mmas.iter().map(|report| mma(map, report)).collect();
    let reductions = report.reductions.iter().map(|report| reduction(map, report));
    json!({
        "version": 1,
        "kernel": declaration,
        "symbol": report.symbol,
        "target": target,
        "at": place(map, report.span, ""),
        "threads": report.threads,
        "shared_bytes": report.shared_bytes,
        "pipeline": report.pipeline.as_ref().map(pipeline),
        "mmas": mmas,
        "reductions": reductions.collect::<Vec<_>>(),
    })
}

fn pipeline(report: &PipelineReport) -> Value {
    let stages = report.stages.iter();
    let stages = stages.map(|(stages, bytes)| json!({ "stages": stages, "bytes": bytes }));
    let registers = report.registers;
    json!({
        "consumer_warpgroups": report.consumer_warpgroups,
        "pipelines": stages.collect::<Vec<_>>(),
        "registers": registers.map(|(producer, consumer)| {
            json!({ "producer": producer, "consumer": consumer })
        }),
        "persistent": report.is_persistent,
        "ctas_per_sm": report.ctas_per_sm,
    })
}

fn mma(map: &SourceMap, report: &MmaReport) -> Value {
    let (engine, instruction, transposed) = match report.engine {
        Engine::Wgmma { is_transposed } => ("wgmma", None, is_transposed),
        Engine::Tcgen05 { is_transposed } => ("tcgen05", None, is_transposed),
        Engine::MmaSync(m, n, k) => ("mma.sync", Some([m, n, k]), false),
        Engine::SmallFma(..) | Engine::Fma => ("fma", None, false),
    };
    json!({
        "at": place(map, report.span, ""),
        "engine": engine,
        "instruction": instruction,
        "transposed": transposed,
        "accumulator": report.c_elem.to_string(),
        "a": operand(map, &report.a, &report.a_extents, report.a_elem.to_string()),
        "b": operand(map, &report.b, &report.b_extents, report.a_elem.to_string()),
        "failed": report.failed.as_ref().map(|failure| failed(map, failure)),
    })
}

fn reduction(map: &SourceMap, report: &ReductionReport) -> Value {
    json!({
        "at": place(map, report.span, ""),
        "mode": report.mode.text(),
        "extents": report.extents,
        "element": report.elem.to_string(),
        "bulk": report.failed.is_none(),
        "failed": report.failed.as_ref().map(|failure| failed(map, failure)),
    })
}

fn operand(map: &SourceMap, report: &OperandReport, extents: &[u32], elem: String) -> Value {
    json!({
        "extents": extents,
        "element": elem,
        "source": match report.source {
            OperandSource::Tma => "tma",
            OperandSource::TmaGathered => "tma_gathered",
            OperandSource::CopiedByWarps => "copied_by_warps",
            OperandSource::TmaThroughRegisters => "tma_through_registers",
            OperandSource::TmaComputed => "tma_computed",
            OperandSource::TmaStored => "tma_stored",
            OperandSource::CopiedAhead => "copied_ahead",
            OperandSource::Registers => "registers",
            OperandSource::Stored => "stored",
        },
        "failed": report.failed.as_ref().map(|failure| failed(map, failure)),
    })
}

fn failed(map: &SourceMap, &Failed { requirement, span }: &Failed) -> Value {
    json!({
        "requirement": requirement.name(),
        "text": requirement.text(),
        "help": requirement.help(),
        "at": place(map, span, ""),
    })
}
