//! The decisions about a kernel, as data that remarks and JSON show.
//!
//! In: a schedule with its function. Out: a [`KernelReport`] with the engine of each MMA, the source of each operand, and
//! the first requirement that failed where there is a faster way ([`crate::schedule::refusal`]).

use cranelift_entity::EntitySet;
use ir::{Effect, Entry, Function, Inst, InstData, Module, RmwMode, Scalar, Value};
use lang::base::Span;

use crate::analysis::slice;
use crate::mma::assign::MmaEngine;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::fragment::Fragment;
use crate::mma::instruction::fragment;
use crate::mma::is_mma;
use crate::ptx::PtxModule;
use crate::schedule::build::multistage::loads_behind;
use crate::schedule::pipeline::{AsyncLoad, RowGather};
use crate::schedule::refusal::{Refusal, Requirement};
use crate::schedule::{Schedule, ScheduledModule};
use crate::target::{self, Target};

/// What was decided for a kernel.
#[derive(Clone, Debug)]
pub struct KernelReport {
    pub symbol: String,
    pub span: Span,
    pub threads: u32,
    pub shared_bytes: u32,
    pub pipeline: Option<PipelineReport>,
    pub mmas: Vec<MmaReport>,
    /// Atomic reductions of views, where the target can carry them out in bulk.
    pub reductions: Vec<ReductionReport>,
}

/// What was decided for an atomic reduction of a view.
#[derive(Clone, PartialEq, Debug)]
pub struct ReductionReport {
    pub span: Span,
    pub mode: RmwMode,
    pub extents: Vec<u32>,
    pub elem: Scalar,
    /// Why it is not carried out in bulk; none if it is.
    pub failed: Option<Failed>,
}

/// What was decided about the pipelines of a kernel.
#[derive(Clone, Debug)]
pub struct PipelineReport {
    /// The decisions in one line.
    pub text: String,
    pub consumer_warpgroups: u32,
    /// Stages, and bytes of one, of each pipeline.
    pub stages: Vec<(u32, u32)>,
    /// Registers of a thread of the producers and of the consumers, where they differ.
    pub registers: Option<(u32, u32)>,
    pub is_persistent: bool,
    pub ctas_per_sm: u32,
    /// Whether the kernel tests that what it loads is apart from what it stores.
    pub tests_memory: bool,
}

/// What was decided for an MMA.
#[derive(Clone, PartialEq, Debug)]
pub struct MmaReport {
    pub span: Span,
    pub a_extents: Vec<u32>,
    pub b_extents: Vec<u32>,
    pub a_elem: Scalar,
    pub c_elem: Scalar,
    pub is_scaled: bool,
    pub engine: Engine,
    pub a: OperandReport,
    pub b: OperandReport,
    /// What the MMA, or the kernel, fails.
    pub failed: Option<Failed>,
}

/// The instruction of an MMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Wgmma {
        is_transposed: bool,
    },
    Tcgen05 {
        is_transposed: bool,
    },
    /// `mma.sync` with these extents.
    MmaSync(u32, u32, u32),
    /// Scalar multiply-adds, though there is an `mma.sync` of these extents.
    SmallFma(u32, u32, u32),
    /// Scalar multiply-adds.
    Fma,
}

/// What was decided for an operand.
#[derive(Clone, PartialEq, Debug)]
pub struct OperandReport {
    pub source: OperandSource,
    /// Why it is not copied asynchronously.
    pub failed: Option<Failed>,
}

/// Where the instruction of an MMA takes an operand from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandSource {
    /// Shared memory that TMA copies to.
    Tma,
    /// Shared memory to which TMA gathers rows.
    TmaGathered,
    /// Shared memory that warps copy to with `cp.async`.
    CopiedByWarps,
    /// Registers that threads load from shared memory that TMA copies to.
    TmaThroughRegisters,
    /// Registers that threads compute from tiles in shared memory that TMA copies to.
    TmaComputed,
    /// Shared memory to which threads write what they compute from tiles that TMA copies.
    TmaStored,
    /// Registers that threads load from shared memory that they copy to ahead.
    CopiedAhead,
    Registers,
    /// Shared memory to which threads write what they have in registers.
    Stored,
}

/// A requirement that failed, and where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Failed {
    pub requirement: Requirement,
    /// The operation that fails it; none if that is the MMA.
    pub span: Span,
}

/// The reports of the kernels of a scheduled module, with what their code says of shared memory.
pub fn of_module(
    scheduled: &ScheduledModule<'_>,
    target: &Target,
    ptx: &PtxModule,
) -> Vec<KernelReport> {
    let module = scheduled.module();
    let report = |(entry, function): (Entry, &Function)| {
        let kernel = ptx.kernels.iter().find(|kernel| kernel.name == function.name)?;
        let schedule = &scheduled.schedules[entry];
        Some(of_kernel((module, function), schedule, target, kernel.shared_bytes))
    };
    module.entries.iter().filter_map(report).collect()
}

/// The report of a kernel that uses `shared_bytes` of shared memory.
pub(crate) fn of_kernel(
    (module, function): (&Module, &Function),
    schedule: &Schedule,
    target: &Target,
    shared_bytes: u32,
) -> KernelReport {
    let reader = ReportReader { module, function, schedule, target };
    let pipeline = schedule.pipeline.as_ref();
    let plans = schedule.mma_plans(module, function, target);
    let mut mmas: Vec<MmaReport> = Vec::new();
    for inst in function.insts_in_order() {
        if is_mma(function.data(inst)) {
            let report = reader.mma(inst, plans.get(inst).map(|plan| plan.engine));
            // An MMA that was copied is reported once.
            mmas.extend(report.filter(|report| !mmas.contains(report)));
        }
    }
    let mut reductions: Vec<ReductionReport> = Vec::new();
    for inst in function.insts_in_order() {
        reductions.extend(reader.reduction(inst).filter(|report| !reductions.contains(report)));
    }
    KernelReport {
        symbol: function.name.clone(),
        span: function.span,
        threads: schedule.warps() * target::LANES,
        shared_bytes: pipeline.map_or(shared_bytes, |pipeline| pipeline.smem.declared),
        pipeline: pipeline.map(|pipeline| PipelineReport {
            text: pipeline.to_string(),
            consumer_warpgroups: pipeline.mmas.warpgroups * pipeline.tiles_per_cta(),
            stages: pipeline.rings.iter().map(|ring| (ring.stages, ring.bytes)).collect(),
            registers: pipeline.registers,
            is_persistent: pipeline.is_persistent,
            ctas_per_sm: pipeline.per_sm,
            tests_memory: !pipeline.tests.is_empty(),
        }),
        mmas,
        reductions,
    }
}

/// What is read.
struct ReportReader<'a> {
    module: &'a Module,
    function: &'a Function,
    schedule: &'a Schedule,
    target: &'a Target,
}

impl ReportReader<'_> {
    fn mma(&self, inst: Inst, planned: Option<MmaEngine>) -> Option<MmaReport> {
        let operands = self.function.data(inst).operands();
        let ty = |operand: usize| self.function.value_type(operands[operand]);
        let extents = |operand: usize| self.module.types.dims(ty(operand)).to_vec();
        let elem = |operand: usize| self.module.types.elem_scalar(ty(operand));
        let (a_elem, c_elem) = (elem(0)?, elem(2)?);
        let is_scaled = matches!(self.function.data(inst), InstData::MmaFScaled { .. });
        let from_registers = (OperandSource::Registers, OperandSource::Registers);
        let (engine, (a, b)) = match planned {
            Some(MmaEngine::Wgmma(mma)) => {
                (Engine::Wgmma { is_transposed: mma.swapped }, self.sources(inst, &mma))
            }
            Some(MmaEngine::Tcgen05(mma)) => {
                (Engine::Tcgen05 { is_transposed: mma.swapped }, self.sources(inst, &mma))
            }
            Some(MmaEngine::Sync(fragment)) => self.mma_sync(inst, fragment),
            Some(MmaEngine::SyncScaled(mma)) => self.mma_sync(inst, mma.fragment()),
            Some(MmaEngine::Fma) | None => {
                let fragment = fragment(a_elem, c_elem, self.target).filter(|_| !is_scaled);
                let engine = fragment.map_or(Engine::Fma, |fragment| {
                    let (m, n, k) = fragment.shape();
                    Engine::SmallFma(m, n, k)
                });
                (engine, from_registers)
            }
        };
        let refused = self.schedule.refusals.get(&inst).copied().unwrap_or_default();
        let operand = |source: OperandSource, refusal: Option<Refusal>| OperandReport {
            source,
            failed: refusal.map(|refusal| self.failed(refusal)),
        };
        Some(MmaReport {
            span: self.function.span(inst),
            a_extents: extents(0),
            b_extents: extents(1),
            a_elem,
            c_elem,
            is_scaled,
            engine,
            a: operand(a, refused.a),
            b: operand(b, refused.b),
            failed: refused.whole.map(|refusal| self.failed(refusal)),
        })
    }

    /// An atomic reduction of a view that is in bulk, or is not for a reason.
    fn reduction(&self, inst: Inst) -> Option<ReductionReport> {
        let InstData::AtomicRedViewTko { value, mode, .. } = self.function.data(inst) else {
            return None;
        };
        let refused = self.schedule.refusals.get(&inst).and_then(|refused| refused.whole);
        let is_in_bulk = self.schedule.body.reductions.contains_key(&inst);
        let ty = self.function.value_type(*value);
        let elem = self.module.types.elem_scalar(ty)?;
        (is_in_bulk || refused.is_some()).then(|| ReductionReport {
            span: self.function.span(inst),
            mode: *mode,
            extents: self.module.types.dims(ty).to_vec(),
            elem,
            failed: refused.map(|refusal| self.failed(refusal)),
        })
    }

    /// A `mma.sync`, and where it takes A and B from.
    fn mma_sync(&self, inst: Inst, fragment: Fragment) -> (Engine, (OperandSource, OperandSource)) {
        let operands = self.function.data(inst).operands();
        let (m, n, k) = fragment.shape();
        let sources = (self.source(inst, operands[0]), self.source(inst, operands[1]));
        (Engine::MmaSync(m, n, k), sources)
    }

    /// Where `mma.sync` takes an operand from.
    fn source(&self, mma: Inst, operand: Value) -> OperandSource {
        let multistage = self.schedule.pipeline.as_ref().filter(|it| it.multistage.is_some());
        let Some(pipeline) = multistage else { return OperandSource::Registers };
        let loads = loads_behind(self.module, self.function, mma, operand);
        match loads.iter().any(|&load| pipeline.async_load(load).is_some()) {
            true => OperandSource::CopiedAhead,
            false => OperandSource::Registers,
        }
    }

    /// The sources of the operands of an asynchronous MMA as they are in the source, A and B.
    fn sources(&self, inst: Inst, mma: &AsyncMma) -> (OperandSource, OperandSource) {
        let operands = self.function.data(inst).operands();
        let (left, right) = if mma.swapped { (mma.b, mma.a) } else { (mma.a, mma.b) };
        let is_copied_by_warps = self.schedule.pipeline.as_ref().is_some_and(|it| !it.has_tma());
        let loads = self.schedule.pipeline.iter().flat_map(|it| &it.async_loads);
        let loads: Vec<&AsyncLoad> = loads.collect();
        let gather = |load: usize| loads.get(load).and_then(|load| load.gather);
        let source = |operand: MmaOperand, value: Value| {
            let is_copied = || self.is_computed_from_copies(inst, value);
            match operand {
                MmaOperand::Registers if is_copied() => OperandSource::TmaComputed,
                MmaOperand::Registers => OperandSource::Registers,
                MmaOperand::Smem(..) if is_copied_by_warps => OperandSource::CopiedByWarps,
                MmaOperand::Smem(load, _) => match gather(load) {
                    Some(RowGather::Tma) => OperandSource::TmaGathered,
                    Some(RowGather::Warps) => OperandSource::CopiedByWarps,
                    None => OperandSource::Tma,
                },
                MmaOperand::SmemToRegisters(..) => OperandSource::TmaThroughRegisters,
                MmaOperand::RegistersToSmem(_) if is_copied() => OperandSource::TmaStored,
                MmaOperand::RegistersToSmem(_) => OperandSource::Stored,
            }
        };
        (source(left, operands[0]), source(right, operands[1]))
    }

    /// Whether an operand is computed in a loop from tiles that are copied asynchronously, and from no others of the loop.
    fn is_computed_from_copies(&self, mma: Inst, operand: Value) -> bool {
        let Some(pipeline) = self.schedule.pipeline.as_ref() else { return false };
        let function = self.function;
        let loops = slice::loops_around(function, function.inst_block(mma));
        let is_tile =
            |value: &Value| !self.module.types.dims(function.value_type(*value)).is_empty();
        let mut seen: EntitySet<Value> = EntitySet::new();
        let (mut pending, mut is_copied) = (vec![operand], false);
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            // What a loop carries is of another iteration.
            let Some(inst) = function.def_inst(value) else { return false };
            if !loops.iter().any(|&around| function.is_inside(inst, around)) {
                continue;
            }
            let data = function.data(inst);
            if pipeline.async_load(inst).is_some() {
                is_copied = true;
            } else if is_mma(data) || !data.blocks().is_empty() {
                return false;
            } else if matches!(data.effect(), Effect::Pure | Effect::Partial) {
                pending.extend(data.operands().into_iter().filter(is_tile));
            } else {
                return false;
            }
        }
        is_copied
    }

    fn failed(&self, Refusal { requirement, at }: Refusal) -> Failed {
        let span = at.map_or(Span::NONE, |inst| self.function.span(inst));
        Failed { requirement, span }
    }
}
