//! A compiled module, as the cost model sees it.

use ir::analysis::facts::FactMap;
use ir::{Entry, Function, Module};
use lang::base::Diagnostics;

use crate::compile::{compile_scheduled, schedule};
use crate::cost::model::KernelModel;
use crate::launch;
use crate::launch::evaluate::Launch;
use crate::layout::assign::{Assignment, assign};
use crate::mma;
use crate::options::Options;
use crate::ptx;
use crate::ptx::Kernel;
use crate::schedule::ScheduledModule;
use crate::schedule::pipeline::Pipeline;
use crate::schedule::reduction::BulkReductions;
use crate::target::Target;

/// Predicts times of a module's kernels.
pub struct CostAnalysis<'a> {
    scheduled: ScheduledModule<'a>,
    target: Target,
    kernels: Vec<Kernel>,
}

/// A compiled kernel and what was decided for it.
pub(crate) struct PlannedKernel<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub kernel: &'a Kernel,
    pub pipeline: Option<&'a Pipeline>,
    pub reductions: &'a BulkReductions,
    pub plan: Assignment,
}

impl<'a> CostAnalysis<'a> {
    /// Compiles a verified module.
    ///
    /// # Errors
    /// What [`compile_scheduled`] reports.
    pub fn of(module: &'a Module, target: Target) -> Result<CostAnalysis<'a>, Diagnostics> {
        let options = Options::default();
        CostAnalysis::of_scheduled(schedule(module, target, &options, None), target)
    }

    /// The same for a module whose kernels have schedules.
    ///
    /// # Errors
    /// What [`compile_scheduled`] reports.
    pub fn of_scheduled(
        scheduled: ScheduledModule<'a>,
        target: Target,
    ) -> Result<CostAnalysis<'a>, Diagnostics> {
        let (compiled, diagnostics) = compile_scheduled(&scheduled, target, &Options::default());
        match diagnostics.has_errors() {
            true => Err(diagnostics),
            false => Ok(CostAnalysis { scheduled, target, kernels: compiled.kernels }),
        }
    }

    /// The kernel of this name with its layouts and pipeline; `None` if the module lacks it.
    pub(crate) fn planned(&self, symbol: &str) -> Option<PlannedKernel<'_>> {
        let module = self.scheduled.module();
        let entry: Entry = module.entry_named(symbol)?;
        let function = &module.entries[entry];
        let kernel = self.kernels.iter().find(|kernel| kernel.name == symbol)?;
        let facts = FactMap::of(function, &module.types);
        let schedule = &self.scheduled.schedules[entry];
        let pipeline = schedule.pipeline.as_ref();
        let of_block = pipeline.map_or(schedule.computing_warps, Pipeline::block_warps);
        let warp_bits = of_block.trailing_zeros();
        let fed = pipeline.map(|pipeline| &pipeline.mmas);
        let mmas = mma::assign::assign(module, function, &self.target, warp_bits, fed);
        let plan = assign(module, function, &facts, mmas, warp_bits, pipeline);
        let reductions = &schedule.body.reductions;
        Some(PlannedKernel { module, function, kernel, pipeline, reductions, plan })
    }

    /// The model of a launch of a kernel; `None` if the module lacks the kernel.
    pub fn model(&self, symbol: &str, launch: &Launch) -> Option<KernelModel> {
        let PlannedKernel { module, function, kernel, pipeline, reductions, plan } =
            self.planned(symbol)?;
        let bits = |reg| kernel.regs.class(reg).bits();
        let compiled = launch::Compiled {
            module,
            function,
            plan: &plan,
            pipeline,
            reductions,
            target: &self.target,
            threads: kernel.threads,
            registers: ptx::dce::register_pressure(&kernel.body, bits),
            shared_bytes: kernel.shared_bytes,
            min_ctas: kernel.min_ctas,
        };
        Some(launch::build(&compiled, launch))
    }
}
