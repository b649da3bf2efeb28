//! A scheduled kernel as PTX: layouts, selection, and the passes over its instructions.

use ir::Module;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use lang::base::{Diagnostic, Diagnostics};

use crate::codes;
use crate::cost::{occupancy, registers};
use crate::layout::assign::assign;
use crate::legalize::split_tiles;
use crate::mma;
use crate::options::Options;
use crate::ptx;
use crate::ptx::builder::Builder;
use crate::ptx::inst::Symbol;
use crate::ptx::types::Space;
use crate::ptx::{Kernel, Variable, Variables, spill_to_shared};
use crate::remarks::{self, Remark};
use crate::schedule::pipeline::{PAIR, Pipeline};
use crate::schedule::{Schedule, ScheduledModule, build};
use crate::select::{Cx, Subject, parameters, partitions};
use crate::target::{self, Target};

/// The variables of a module: those of its globals, and those that kernels add.
pub(crate) struct Symbols<'a> {
    pub globals: &'a [Symbol],
    pub variables: &'a mut Variables,
}

/// Compiles a kernel, and as what it is without pipelined MMAs where its pipeline cannot be used.
pub(crate) fn compile(
    scheduled: &ScheduledModule<'_>,
    entry: ir::Entry,
    target: &Target,
    options: &Options,
    Symbols { globals, variables }: Symbols<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let (module, plain) = (scheduled.module(), scheduled.unpipelined());
    let function = &module.entries[entry];
    let facts = FactMap::of(function, &module.types);
    let aliases = AliasMap::of(function, &module.types);
    let schedule = &scheduled.schedules[entry];
    let Schedule { computing_warps: computing, pipeline, body, producers } = schedule;
    let (computing, pipeline) = (*computing, pipeline.as_ref());
    let warps = schedule.warps();
    let layouts = |module: &Module, subject: Subject<'_>, pipeline: Option<&Pipeline>| {
        let Subject { function, facts, .. } = subject;
        let of_block = pipeline.map_or(computing, Pipeline::block_warps);
        let (warp_bits, fed) = (of_block.trailing_zeros(), pipeline.map(|pipeline| &pipeline.mmas));
        let mmas = mma::assign::assign(module, function, target, warp_bits, fed);
        assign(module, function, facts, mmas, warp_bits, pipeline)
    };
    let subject = Subject { function, facts: &facts, aliases: &aliases, body };
    let builder = Builder::new(variables);
    let plan = layouts(module, subject, pipeline);
    let (split, plain_facts, plain_aliases, plain_body);
    let mut cx = Cx::new(module, subject, target, plan, builder, &function.name, globals);
    cx.line_info = options.line_info;
    let params = parameters::declare(&mut cx);
    parameters::load(&mut cx, &params);
    let mut otherwise = Ok(None);
    match pipeline.zip(producers.as_ref()) {
        Some((pipeline, producers)) => {
            let bodies = (body, producers);
            (cx, otherwise) = partitions::pipelined(cx, pipeline, bodies, &params);
        }
        None => partitions::whole(&mut cx),
    }
    let mut remarks = Vec::new();
    if options.remarks {
        remarks = remarks::of_kernel(&cx, pipeline, warps);
    }
    match otherwise {
        Ok(Some(label)) => {
            split = split_tiles::split_unpipelined(plain, entry, computing);
            let plain = split.as_ref().unwrap_or(plain);
            let function = &plain.entries[entry];
            plain_facts = FactMap::of(function, &plain.types);
            plain_aliases = AliasMap::of(function, &plain.types);
            plain_body = build::whole(function);
            let (facts, aliases, body) = (&plain_facts, &plain_aliases, &plain_body);
            let subject = Subject { function, facts, aliases, body };
            cx = cx.unpipelined(plain, subject, layouts(plain, subject, None));
            cx.b.place(label);
            parameters::load(&mut cx, &params);
            partitions::otherwise(&mut cx);
        }
        Ok(None) => {}
        Err(why) => cx.report(why),
    }
    diagnostics.extend(std::mem::take(&mut cx.diagnostics));
    let cluster = if cx.is_clustered { PAIR } else { 1 };
    let header = header(&cx, target, (warps, cluster), pipeline);
    let scratch = cx.scratch.bytes;
    let (regs, mut body) = match cx.b.finish() {
        Ok(written) => written,
        Err(_) if diagnostics.has_errors() => return None,
        Err(what) => {
            diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, function.span, what));
            return None;
        }
    };
    ptx::dce::eliminate_dead_code(&mut body);
    ptx::sink::sink(&mut body);
    let min_ctas = function
        .hints
        .get(target.compute, ir::HintKey::Occupancy)
        .and_then(|occupancy| u32::try_from(occupancy).ok());
    let per_sm = pipeline.map_or(1, |pipeline| pipeline.per_sm);
    let mut kernel = Kernel {
        name: function.name.clone(),
        params,
        threads: warps * 32,
        min_ctas: min_ctas
            .filter(|&ctas| {
                ctas > 1
                    && ctas * warps * target::LANES <= target.chip.sm_threads
                    && pipeline.is_none()
            })
            .or_else(|| (per_sm > 1).then_some(per_sm)),
        cluster,
        shared_bytes: scratch,
        header,
        remarks,
        regs,
        body,
    };
    let may_spill = pipeline.is_none() && options.warps.is_none();
    if may_spill && min_ctas.is_none_or(|ctas| ctas == occupancy::wanted_ctas(warps * 32)) {
        let remark = spilled(&mut kernel, target, scratch, variables);
        if let Some(what) = remark.filter(|_| options.remarks && !diagnostics.has_errors()) {
            let remark = Diagnostic::new(codes::KERNEL_SHAPE, function.span, what);
            kernel.remarks.push(Remark::analysis(remark));
        }
    }
    if diagnostics.has_errors() {
        return None;
    }
    for remark in &kernel.remarks {
        diagnostics.push(remark.diagnostic.clone());
    }
    if let Err(what) = ptx::check::check(&kernel) {
        diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, function.span, what));
        return None;
    }
    if (options.verify || cfg!(debug_assertions))
        && let Err(found) = ptx::verify::verify(&kernel)
    {
        let span = if found.span.is_none() { function.span } else { found.span };
        let what = found.to_string();
        diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, span, what));
        return None;
    }
    Some(kernel)
}

/// Makes room for more CTAs on an SM, where [`spill`] can, and says so.
fn spilled(
    kernel: &mut Kernel,
    target: &Target,
    scratch: u32,
    variables: &mut Variables,
) -> Option<String> {
    let ctas = occupancy::wanted_ctas(kernel.threads);
    let most = (target.chip.sm_shared / ctas).min(target.max_shared);
    let room = spill_to_shared::OccupancyTarget {
        registers: registers::even_share(ctas, kernel.threads),
        alone: registers::even_share(1, kernel.threads),
        most: target::MAX_REGISTERS,
        sm_threads: target.chip.sm_threads,
        threads: kernel.threads,
        ctas,
        bytes: most.checked_sub(target::CTA_RESERVED + scratch.next_multiple_of(1024))?,
    };
    let symbol = variables.next_key();
    let bytes = spill_to_shared::spill(&mut kernel.body, &mut kernel.regs, room, symbol)?;
    if bytes > 0 {
        variables.push(Variable {
            name: format!("{}_parked", kernel.name),
            space: Space::Shared,
            align: 16,
            bytes: u64::from(bytes),
            init: Vec::new(),
            visible: false,
        });
    }
    kernel.shared_bytes += bytes;
    kernel.min_ctas = Some(ctas);
    kernel.header.insert(kernel.header.len() - 1, format!("parked: {bytes} bytes"));
    Some(format!(
        "{ctas} blocks of `{}` have room on a multiprocessor: {bytes} bytes of values in each wait in \
         shared memory",
        kernel.name
    ))
}

/// The machine-readable comment block of a kernel.
fn header(
    cx: &Cx<'_>,
    target: &Target,
    (warps, cluster): (u32, u32),
    pipeline: Option<&Pipeline>,
) -> Vec<String> {
    let mut lines = vec![
        format!("kernel: {}", cx.name),
        format!("arch: {}", target.name),
        format!("threads: {}", warps * 32),
        format!("cluster: {cluster}"),
        format!("scratch: {} bytes", cx.scratch.bytes),
    ];
    lines.extend(pipeline.map(|pipeline| format!("pipeline: {pipeline}")));
    for (id, layout) in cx.plan.layouts.iter() {
        let shape: Vec<String> = layout.shape().iter().map(|extent| extent.to_string()).collect();
        let count = cx.required_count(id);
        if layout.num_registers() > 1 && count > 0 {
            lines.push(format!("layout: {} x{count}: {layout}", shape.join("x")));
        }
    }
    lines
}
