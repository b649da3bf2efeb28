//! PTX from tile IR.
//!
//! [`compile`] takes a verified module and a target and gives one PTX text with every entry, or
//! diagnostics. Per entry it goes through
//!
//! ```text
//! legalize   tile IR to tile IR:
//!   fp8_mma           8-bit float MMAs become f16 MMAs where the tensor cores have only those
//!   reduction_bodies  code of a reduction body that depends on no element moves in front of the reduction
//!   split_tiles       tiles that exceed the register budget are split; the kernel loops over the parts
//!   prefetch_rows     loads of a reduction loop are issued one iteration early
//!   pipeline_mma      an MMA that depends on another one is issued one iteration late
//! facts      known values, alignment and contiguity of integers and pointers (`ir::analysis`)
//! pipeline   which loads a producer warp copies to shared memory for the tensor cores
//! cost       how many warps
//! layout     which thread holds which element of every tile
//! select     instructions, barriers, conversions between layouts
//! ptx        dead code elimination, spilling to shared memory where more CTAs then fit on an SM, checks,
//!            text
//! ```
//!
//! The contract of an emitted kernel: `.visible .entry NAME` with exactly the parameters of the
//! source, one CTA per tile block, `.reqntid` fixing its threads (drivers then accept a launch of
//! `<<<grid, 1>>>`), no dynamic shared memory. Equal input gives byte-equal text.
//!
//! Start reading at [`linear::layout`] for the one idea that everything rests on, then
//! [`select`] for how an operation becomes instructions.

#![deny(clippy::disallowed_methods)]

mod analysis;
pub mod codes;
mod cost;
pub mod layout;
mod legalize;
pub mod linear;
pub mod mma;
pub mod pipeline;
pub mod ptx;
mod remark;
pub mod remarks;
mod schedule;
pub mod select;
pub mod target;

use ir::Module;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use lang::base::{Diagnostic, Diagnostics, Severity};

use cost::num_warps;
use layout::assign::assign;
use legalize::{fp8_mma, pipeline_mma, prefetch_rows, reduction_bodies, split_tiles};
use pipeline::{PAIR, Pipeline};
use ptx::builder::Builder;
use ptx::inst::Symbol;
use ptx::types::Space;
use ptx::{Kernel, PtxModule, Variable, Variables, spill_to_shared};
use remarks::Remark;
use schedule::build::{self, PipelinedBodies};
use select::{Cx, Subject, parameters, partitions};
use target::Target;

/// What the user may choose besides the target.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Comment lines at the top of the text.
    pub header: Vec<String>,
    /// Warps per CTA, instead of the estimate.
    pub warps: Option<u32>,
    /// Whether code is marked with the lines that it comes from.
    pub line_info: bool,
    /// Whether remarks tell what was chosen.
    pub remarks: bool,
    /// Whether each kernel is proved to read no register that may not have been written
    /// ([`ptx::verify`]); builds with debug assertions always do that.
    pub verify: bool,
}

/// Compiles every entry of a verified module.
///
/// The module is complete if the diagnostics have no errors.
pub fn compile(module: &Module, target: Target, options: &Options) -> (PtxModule, Diagnostics) {
    let legal = ir::pass::legalize::legalized(module);
    let module = legal.as_ref().unwrap_or(module);
    let widened = fp8_mma::widen(module, &target);
    let module = widened.as_ref().unwrap_or(module);
    let hoisted = reduction_bodies::hoist(module);
    let module = hoisted.as_ref().unwrap_or(module);
    let split = split_tiles::split_oversized_tiles(module, &target);
    let module = split.as_ref().unwrap_or(module);
    let prefetch_rows = prefetch_rows::prefetch_rows(module, &target, options.warps);
    let module = prefetch_rows.as_ref().unwrap_or(module);
    let pipelined =
        options.warps.is_none().then(|| pipeline_mma::pipeline_mmas(module, &target)).flatten();
    let (plain, module) = (module, pipelined.as_ref().unwrap_or(module));
    let mut out = PtxModule {
        version: target.ptx,
        target: target.name,
        header: options.header.clone(),
        ..PtxModule::default()
    };
    let mut diagnostics = Diagnostics::new();
    let globals: Vec<Symbol> = module
        .globals
        .values()
        .map(|global| {
            let size = u64::from(global.value.elem().bytes());
            let count = module.types.num_elems(global.ty);
            let mut init = Vec::new();
            if global.value.bytes().iter().any(|&byte| byte != 0) {
                let element = |i: u64| global.value.get(i as usize).to_le_bytes();
                init.extend((0..count).flat_map(|i| element(i)[..size as usize].to_vec()));
            }
            let align = u32::try_from(global.alignment).unwrap_or(0).max(16);
            let name = global.name.clone();
            out.variables.push(Variable {
                name,
                space: Space::Global,
                align,
                bytes: count * size,
                init,
                visible: global.visibility == ir::Visibility::Public,
            })
        })
        .collect();
    for relocation in &module.relocations {
        let symbol = |global: ir::Global| globals.get(global.as_u32() as usize).copied();
        if let (Some(variable), Some(target)) =
            (symbol(relocation.global), symbol(relocation.target))
        {
            let ir::Relocation { offset, addend, .. } = *relocation;
            out.relocations.push(ptx::Relocation { variable, offset, target, addend });
        }
    }
    for entry in module.entries.keys() {
        let mut found = Diagnostics::new();
        let kernel = compile_entry(
            (module, plain),
            entry,
            &target,
            options,
            &globals,
            &mut out.variables,
            &mut found,
        );
        out.kernels.extend(kernel);
        // The line does not say of which specialisation an error is.
        let symbol = &module.entries[entry].name;
        for diagnostic in found {
            diagnostics.push(match diagnostic.severity {
                Severity::Error | Severity::Bug => diagnostic.note(format!("in kernel `{symbol}`")),
                Severity::Warning | Severity::Remark => diagnostic,
            });
        }
    }
    if out.kernels.iter().any(|kernel| kernel.cluster > 1) {
        out.version = out.version.max(ptx::BLOCKS_ARE_CLUSTERS);
    }
    (out, diagnostics)
}

/// Compiles a kernel, and as what it is in `plain` where its pipeline cannot be used.
fn compile_entry(
    (module, plain): (&Module, &Module),
    entry: ir::Entry,
    target: &Target,
    options: &Options,
    globals: &[Symbol],
    variables: &mut Variables,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let function = &module.entries[entry];
    let facts = FactMap::of(function, &module.types);
    let aliases = AliasMap::of(function, &module.types);
    let pipeline = match options.warps {
        None => Pipeline::of(module, function, &facts, &aliases, target),
        Some(_) => None,
    };
    let computing = match &pipeline {
        Some(pipeline) => pipeline.consumer_warps(),
        None => options.warps.unwrap_or_else(|| num_warps::choose(module, function, &facts)),
    };
    let warps = computing + pipeline.as_ref().map_or(0, Pipeline::producer_warps);
    let layouts = |module: &Module, subject: Subject<'_>, pipeline: Option<&Pipeline>| {
        let Subject { function, facts, .. } = subject;
        let of_block = pipeline.map_or(computing, Pipeline::block_warps);
        let (warp_bits, fed) = (of_block.trailing_zeros(), pipeline.map(|pipeline| &pipeline.mmas));
        let mmas = mma::assign::assign(module, function, target, warp_bits, fed);
        assign(module, function, facts, mmas, warp_bits, pipeline)
    };
    let body = build::whole(function);
    let bodies = pipeline.as_ref().map(|pipeline| PipelinedBodies::of(function, pipeline));
    let subject = Subject { function, facts: &facts, aliases: &aliases, body: &body };
    let builder = Builder::new(variables);
    let plan = layouts(module, subject, pipeline.as_ref());
    let (split, plain_facts, plain_aliases, plain_body);
    let mut cx = Cx::new(module, subject, target, plan, builder, &function.name, globals);
    cx.line_info = options.line_info;
    let params = parameters::declare(&mut cx);
    parameters::load(&mut cx, &params);
    let otherwise = match pipeline.as_ref().zip(bodies.as_ref()) {
        Some((pipeline, bodies)) => partitions::pipelined(&mut cx, pipeline, bodies, &params),
        None => {
            partitions::whole(&mut cx);
            Ok(None)
        }
    };
    let mut remarks = Vec::new();
    if options.remarks {
        remarks = remarks::of_kernel(&cx, pipeline.as_ref(), warps);
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
            cx.b.place(label);
            cx.turn_to(plain, subject, layouts(plain, subject, None));
            parameters::load(&mut cx, &params);
            partitions::otherwise(&mut cx);
        }
        Ok(None) => {}
        Err(why) => cx.report(why),
    }
    diagnostics.extend(std::mem::take(&mut cx.diagnostics));
    let cluster = if cx.is_clustered { PAIR } else { 1 };
    let header = header(&cx, target, (warps, cluster), pipeline.as_ref());
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
    let per_sm = pipeline.as_ref().map_or(1, |pipeline| pipeline.per_sm);
    let mut kernel = Kernel {
        name: function.name.clone(),
        params,
        threads: warps * 32,
        min_ctas: min_ctas
            .filter(|&ctas| ctas > 1 && ctas * warps * 32 <= 2048 && pipeline.is_none())
            .or_else(|| (per_sm > 1).then_some(per_sm)),
        cluster,
        header,
        remarks,
        regs,
        body,
    };
    let may_spill = pipeline.is_none() && options.warps.is_none();
    if may_spill && min_ctas.is_none_or(|ctas| ctas == spill_to_shared::wanted_ctas(warps * 32)) {
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
    let ctas = spill_to_shared::wanted_ctas(kernel.threads);
    let most = (target.sm_shared / ctas).min(target.max_shared);
    let room = spill_to_shared::OccupancyTarget {
        registers: target::SM_REGISTERS,
        threads: kernel.threads,
        ctas,
        bytes: most.checked_sub(select::RESERVED + scratch.next_multiple_of(1024))?,
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
