//! A scheduled kernel as PTX, in stages: layouts, selection, and the passes over its instructions.
//!
//! ```text
//! layouts   a function                 -> a layout for each of its values
//! select    the kernel with layouts    -> its instructions, for its pipeline and for tensors that this cannot copy
//! kernel    the instructions           -> the kernel, without dead code, with what its launch needs
//! spill     the kernel                 -> the same with values in shared memory, where more CTAs then fit on an SM
//! checked   the kernel                 -> the same, well-formed and verified
//! ```
//!
//! A stage that fails leaves an error in the diagnostics, and the kernel has no code. A kernel that [`compile`] gives
//! has passed the checks of `ptx`.

use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Function, InstData, Module, Opcode};
use lang::base::{Diagnostic, Diagnostics, Severity};

use crate::codes;
use crate::cost::{occupancy, registers};
use crate::layout::assign::{Assignment, assign};
use crate::legalize::{carried_pointers, late_loads, split_tiles};
use crate::mma;
use crate::options::Options;
use crate::ptx;
use crate::ptx::builder::Builder;
use crate::ptx::inst::{Line, Symbol};
use crate::ptx::regs::Regs;
use crate::ptx::types::Space;
use crate::ptx::{Kernel, Param, Variable, Variables, spill_to_shared};
use crate::remarks::{self, Remark};
use crate::report;
use crate::schedule::body::Body;
use crate::schedule::pipeline::{PAIR, Pipeline};
use crate::schedule::{Schedule, ScheduledModule, build, verify};
use crate::select::{Cx, Subject, parameters, partitions};
use crate::target::{self, Target};

/// The variables of a module: those of its globals, and those that kernels add.
pub(crate) struct Symbols<'a> {
    pub globals: &'a [Symbol],
    pub variables: &'a mut Variables,
}

/// What a kernel is compiled from.
#[derive(Clone, Copy)]
struct KernelSource<'a> {
    module: &'a Module,
    entry: ir::Entry,
    /// The module without pipelined MMAs, and its entry there.
    plain: (&'a Module, ir::Entry),
    schedule: &'a Schedule,
    target: &'a Target,
    options: &'a Options,
}

impl<'a> KernelSource<'a> {
    fn function(self) -> &'a Function {
        &self.module.entries[self.entry]
    }

    fn pipeline(self) -> Option<&'a Pipeline> {
        self.schedule.pipeline.as_ref()
    }
}

/// What the analyses know of a function.
struct FunctionFacts {
    facts: FactMap,
    aliases: AliasMap,
}

impl FunctionFacts {
    fn of(function: &Function, module: &Module) -> FunctionFacts {
        FunctionFacts {
            facts: FactMap::of(function, &module.types),
            aliases: AliasMap::of(function, &module.types),
        }
    }

    fn subject<'a>(&'a self, function: &'a Function, body: &'a Body) -> Subject<'a> {
        Subject { function, facts: &self.facts, aliases: &self.aliases, body }
    }
}

/// The kernel as what it is where its pipeline cannot be used.
struct UnpipelinedKernel<'a> {
    plain: &'a Module,
    /// The module with less to hold in registers, if that is another one.
    reduced: Option<Module>,
    entry: ir::Entry,
    known: FunctionFacts,
    body: Body,
}

impl<'a> UnpipelinedKernel<'a> {
    fn of(source: KernelSource<'a>) -> UnpipelinedKernel<'a> {
        let KernelSource { plain: (plain, entry), schedule, .. } = source;
        let mut reduced = split_tiles::split_unpipelined(plain, entry, schedule.computing_warps);
        // Accumulators in tensor memory leave the registers to the addresses and to tiles that are loaded early.
        let has_registers = source.pipeline().is_some_and(|it| it.tensor_memory.is_some());
        // Threads have no registers of the producer's.
        if !has_registers && source.pipeline().is_some_and(|pipeline| pipeline.registers.is_none())
        {
            let late = late_loads::load_late(reduced.as_ref().unwrap_or(plain), entry);
            reduced = late.or(reduced);
        }
        if !has_registers {
            let carried = carried_pointers::carry_numbers(reduced.as_ref().unwrap_or(plain), entry);
            reduced = carried.or(reduced);
        }
        let module = reduced.as_ref().unwrap_or(plain);
        let function = &module.entries[entry];
        let (known, body) = (FunctionFacts::of(function, module), build::whole(function));
        UnpipelinedKernel { plain, reduced, entry, known, body }
    }

    fn module(&self) -> &Module {
        self.reduced.as_ref().unwrap_or(self.plain)
    }

    fn subject(&self) -> Subject<'_> {
        self.known.subject(&self.module().entries[self.entry], &self.body)
    }
}

/// The code of a kernel, and what its selection has found out.
struct SelectedCode {
    params: Vec<Param>,
    cluster: u32,
    /// Bytes of shared memory.
    scratch: u32,
    header: Vec<String>,
    remarks: Vec<Remark>,
    /// The registers and the lines that use them, or why they are malformed.
    written: Result<(Regs, Vec<Line>), String>,
}

/// Compiles a kernel, and as what it is without pipelined MMAs where its pipeline cannot be used or is wrong.
pub(crate) fn compile(
    scheduled: &ScheduledModule<'_>,
    entry: ir::Entry,
    target: &Target,
    options: &Options,
    Symbols { globals, variables }: Symbols<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let (module, plain) = (scheduled.module(), scheduled.unpipelined(entry));
    if let Some(missing) = unselected_op(&module.entries[entry]) {
        diagnostics.push(missing);
        return None;
    }
    let schedule = &scheduled.schedules[entry];
    let source = KernelSource { module, plain, entry, schedule, target, options };
    let before = variables.clone();
    let mut found = Diagnostics::new();
    let kernel = compile_source(source, Symbols { globals, variables }, &mut found);
    let fault = found.iter().find(|it| it.severity == Severity::Bug).map(|it| it.message.clone());
    let Some(fault) = fault.filter(|_| options.avoid_faults && source.pipeline().is_some()) else {
        diagnostics.extend(found);
        return kernel;
    };
    *variables = before;
    without_pipeline(source, Symbols { globals, variables }, &fault, diagnostics)
}

/// Compiles a kernel without its pipeline, which is wrong.
fn without_pipeline(
    source: KernelSource<'_>,
    symbols: Symbols<'_>,
    fault: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let unpipelined = UnpipelinedKernel::of(source);
    let (module, entry) = (unpipelined.module(), unpipelined.entry);
    let function = &module.entries[entry];
    let schedule = Schedule {
        computing_warps: source.schedule.computing_warps,
        body: unpipelined.body.clone(),
        ..Schedule::default()
    };
    let source = KernelSource { module, entry, schedule: &schedule, ..source };
    if source.options.remarks {
        let what = format!(
            "the kernel is compiled without a pipeline, for its pipeline is wrong, which is a defect of tilec: {fault}"
        );
        diagnostics.push(Diagnostic::new(codes::KERNEL_SHAPE, function.span, what));
    }
    compile_source(source, symbols, diagnostics)
}

/// Compiles a kernel as it is scheduled.
fn compile_source(
    source: KernelSource<'_>,
    Symbols { globals, variables }: Symbols<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    // A wrong schedule would wait for ever or read what is not there: no kernel is better.
    if let Err(fault) = verify_schedule(source) {
        let what = format!("the schedule is wrong: {fault}");
        diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, fault.span, what));
        return None;
    }
    let selected = select(source, Symbols { globals, variables }, diagnostics);
    let mut kernel = kernel(source, selected, diagnostics)?;
    spill(source, &mut kernel, variables, diagnostics);
    checked(source, kernel, diagnostics)
}

/// The error for the first operation that no target has code for.
fn unselected_op(function: &Function) -> Option<Diagnostic> {
    let is_one = |opcode: Opcode| {
        matches!(
            opcode,
            Opcode::MultimemLoadReduceViewTko
                | Opcode::MultimemReduceViewTko
                | Opcode::MultimemStoreViewTko
                | Opcode::PreviewCall
        )
    };
    let insts = function.insts_in_order();
    let inst = insts.iter().copied().find(|&inst| is_one(function.data(inst).opcode()))?;
    let message = match function.data(inst) {
        InstData::PreviewCall { callee, .. } => {
            format!(
                "`{callee}` is a function of a tile library: bytecode has the call, PTX does not"
            )
        }
        data => {
            let mnemonic = data.opcode().mnemonic();
            format!("`{mnemonic}` has no PTX: the CPU device and bytecode have it")
        }
    };
    Some(Diagnostic::new(codes::UNSUPPORTED_OP, function.span(inst), message))
}

/// A layout for each value of the kernel's function or of what stands for it, whose MMAs the pipeline feeds.
fn layouts(
    source: KernelSource<'_>,
    module: &Module,
    Subject { function, facts, .. }: Subject<'_>,
    pipeline: Option<&Pipeline>,
) -> Assignment {
    let of_block = pipeline.map_or(source.schedule.computing_warps, Pipeline::block_warps);
    let warp_bits = of_block.trailing_zeros();
    let fed = pipeline.map(|pipeline| &pipeline.mmas);
    let mmas = mma::assign::assign(module, function, source.target, warp_bits, fed);
    assign(module, function, facts, mmas, warp_bits, pipeline)
}

/// Selects the code of all partitions, and behind it that for tensors that the pipeline cannot copy.
fn select(
    source: KernelSource<'_>,
    Symbols { globals, variables }: Symbols<'_>,
    diagnostics: &mut Diagnostics,
) -> SelectedCode {
    let KernelSource { module, schedule, target, options, .. } = source;
    let (function, pipeline, warps) = (source.function(), source.pipeline(), schedule.warps());
    let known = FunctionFacts::of(function, module);
    let subject = known.subject(function, &schedule.body);
    let plan = layouts(source, module, subject, pipeline);
    let unpipelined;
    let builder = Builder::new(variables);
    let mut cx = Cx::new(module, subject, target, plan, builder, &function.name, globals);
    cx.line_info = options.line_info;
    let params = parameters::declare(&mut cx);
    parameters::load(&mut cx, &params);
    let mut otherwise = Ok(None);
    match pipeline.zip(schedule.producers.as_ref()) {
        Some((pipeline, _)) if pipeline.multistage.is_some() => {
            (cx, otherwise) = partitions::multistage(cx, pipeline);
        }
        Some((pipeline, producers)) => {
            let bodies = (&schedule.body, producers);
            (cx, otherwise) = partitions::pipelined(cx, pipeline, bodies, &params);
        }
        None => partitions::whole(&mut cx),
    }
    let mut remarks = Vec::new();
    if options.remarks {
        let report = report::of_kernel((module, function), schedule, target, cx.scratch.bytes);
        remarks = remarks::of_report(&report, target);
    }
    match otherwise {
        Ok(Some(label)) => {
            unpipelined = UnpipelinedKernel::of(source);
            let (module, subject) = (unpipelined.module(), unpipelined.subject());
            cx = cx.unpipelined(module, subject, layouts(source, module, subject, None));
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
    SelectedCode { params, cluster, scratch, header, remarks, written: cx.b.finish() }
}

/// The kernel of the selected code, without what nothing uses.
fn kernel(
    source: KernelSource<'_>,
    selected: SelectedCode,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let SelectedCode { params, cluster, scratch, header, remarks, written } = selected;
    let function = source.function();
    let (regs, mut body) = match written {
        Ok(written) => written,
        Err(_) if diagnostics.has_errors() => return None,
        Err(what) => {
            diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, function.span, what));
            return None;
        }
    };
    ptx::dce::eliminate_dead_code(&mut body, regs.len());
    ptx::sink::sink(&mut body);
    if let Some(pipeline) = source.pipeline().filter(|pipeline| pipeline.tensor_memory.is_none()) {
        let ctas = min_ctas(source).unwrap_or(1);
        let even = registers::even_share(ctas, source.schedule.warps() * target::LANES);
        let most = pipeline.registers.map_or(even, |(_, many)| many).min(target::MAX_REGISTERS);
        ptx::sink::sink_where_crowded(&mut body, most, |reg| regs.class(reg).bits());
    }
    Some(Kernel {
        name: function.name.clone(),
        params,
        threads: source.schedule.warps() * 32,
        min_ctas: min_ctas(source),
        cluster,
        shared_bytes: scratch,
        header,
        remarks,
        regs,
        body,
    })
}

/// The CTAs on an SM that the user asks for.
fn occupancy_hint(source: KernelSource<'_>) -> Option<u32> {
    let hints = &source.function().hints;
    let occupancy = hints.get(source.target.compute, ir::HintKey::Occupancy)?;
    u32::try_from(occupancy).ok()
}

/// The CTAs on an SM that registers have to leave room for, where there may be several.
fn min_ctas(source: KernelSource<'_>) -> Option<u32> {
    let threads = source.schedule.warps() * target::LANES;
    let Some(pipeline) = source.pipeline().filter(|pipeline| pipeline.multistage.is_none()) else {
        let fits = |ctas: u32| ctas > 1 && ctas * threads <= source.target.chip.sm_threads;
        return occupancy_hint(source).filter(|&ctas| fits(ctas));
    };
    (pipeline.per_sm > 1).then_some(pipeline.per_sm)
}

/// Spills values to shared memory, where more CTAs then fit on an SM, and says so.
fn spill(
    source: KernelSource<'_>,
    kernel: &mut Kernel,
    variables: &mut Variables,
    diagnostics: &Diagnostics,
) {
    if source.pipeline().is_some() || source.options.warps.is_some() {
        return;
    }
    let wanted = occupancy::wanted_ctas(kernel.threads);
    if occupancy_hint(source).is_some_and(|ctas| ctas != wanted) {
        return;
    }
    let scratch = kernel.shared_bytes;
    let remark = spilled(kernel, source.target, scratch, variables);
    if let Some(what) = remark.filter(|_| source.options.remarks && !diagnostics.has_errors()) {
        let remark = Diagnostic::new(codes::KERNEL_SHAPE, source.function().span, what);
        kernel.remarks.push(Remark::analysis(remark));
    }
}

/// The kernel with its remarks told, if nothing was wrong and it passes the checks.
fn checked(
    source: KernelSource<'_>,
    kernel: Kernel,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    if diagnostics.has_errors() {
        return None;
    }
    for remark in &kernel.remarks {
        diagnostics.push(remark.diagnostic.clone());
    }
    let function = source.function();
    if let Err(what) = ptx::check::check(&kernel) {
        diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, function.span, what));
        return None;
    }
    if (source.options.verify || cfg!(debug_assertions))
        && let Err(found) = ptx::verify::verify(&kernel)
    {
        let span = if found.span.is_none() { function.span } else { found.span };
        let what = found.to_string();
        diagnostics.push(Diagnostic::new(codes::MALFORMED_PTX, span, what));
        return None;
    }
    Some(kernel)
}

fn verify_schedule(source: KernelSource<'_>) -> Result<(), verify::Fault> {
    let KernelSource { module, schedule, target, .. } = source;
    let subject = verify::ScheduleSubject { module, function: source.function(), schedule, target };
    verify::verify(subject, &verify::DecisionSpans::default())
}

/// Makes room for more CTAs on an SM, where [`spill_to_shared`] can; the text of the remark.
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
            name: format!("{}_spilled", kernel.name),
            space: Space::Shared,
            align: 16,
            bytes: u64::from(bytes),
            init: Vec::new(),
            visible: false,
        });
    }
    kernel.shared_bytes += bytes;
    kernel.min_ctas = Some(ctas);
    kernel
        .header
        .insert(kernel.header.len() - 1, format!("spilled: {bytes} bytes to shared memory"));
    Some(format!(
        "{ctas} CTAs of `{}` fit on an SM, since each spills {bytes} bytes of values to shared memory",
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
