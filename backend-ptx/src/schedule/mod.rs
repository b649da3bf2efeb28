//! The schedule of a kernel: what each partition of its threads executes, in which order, and how they wait for each
//! other.
//!
//! A schedule stands between tile IR and selection. It does not change what a kernel computes; it says which warps
//! execute which operations, through which stages of shared memory tiles go, and where a partition waits.
//! Selection turns it into instructions and decides nothing of this again.

mod assemble;
pub mod body;
pub mod build;
pub mod interp;
pub mod parse;
pub mod pipeline;
pub mod print;
pub mod reduction;
pub mod refusal;
pub(crate) mod smem;
mod tensor_memory;
pub mod verify;

use std::borrow::Cow;

use cranelift_entity::SecondaryMap;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Entry, Function, Module, Value};
use rustc_hash::FxHashSet;

use crate::cost::num_warps;
use crate::mma::assign::{MmaPlans, assign};
use crate::target::Target;

use crate::analysis::affine::tile::{disjointness_tests, has_failed_test, stride_tests};

use self::body::Body;
use self::build::Producers;
use self::build::pipeline::{Planned, ScheduledFunction};
use self::pipeline::Pipeline;
use self::refusal::{Refusal, Refusals, Requirement};

/// A module behind the passes over tile IR.
pub struct Legalized<'a> {
    pub module: Cow<'a, Module>,
    /// The module without pipelined MMAs, if it is another one.
    pub unpipelined: Option<Cow<'a, Module>>,
    /// Of kernels that test that memory is disjoint, what they execute where it is not.
    pub overlapping: Vec<OverlappingKernel>,
}

/// A kernel as it is where memory that it reads may be memory that it writes.
pub struct OverlappingKernel {
    /// The entry of the module behind the passes.
    pub of: Entry,
    /// A module of one entry, without pipelined MMAs.
    pub kernel: Module,
    pub entry: Entry,
    /// The function before the passes that rely on the test.
    pub before: Function,
}

impl<'a> Legalized<'a> {
    /// A module before all passes.
    pub fn of(module: &'a Module) -> Legalized<'a> {
        Legalized { module: Cow::Borrowed(module), unpipelined: None, overlapping: Vec::new() }
    }

    /// Whether a kernel relies on a test of memory that it has not.
    fn lacks_tests_of_memory(&self, entry: Entry) -> bool {
        let relies = self.overlapping.iter().any(|it| it.of == entry);
        relies && disjointness_tests(&self.module.entries[entry]).is_empty()
    }

    /// A kernel from before the passes that rely on tests, which it is without a pipeline from now on.
    fn before_tests(&mut self, entry: Entry) -> Option<Function> {
        let Some(number) = self.overlapping.iter().position(|it| it.of == entry) else {
            return self.unpipelined.as_ref().map(|before| before.entries[entry].clone());
        };
        let OverlappingKernel { before, .. } = self.overlapping.remove(number);
        if let Some(unpipelined) = &mut self.unpipelined {
            unpipelined.to_mut().entries[entry] = before.clone();
        }
        Some(before)
    }
}

/// A legalised module and the schedules of its entries.
pub struct ScheduledModule<'a> {
    legalized: Legalized<'a>,
    pub schedules: SecondaryMap<Entry, Schedule>,
}

/// The schedule of a kernel.
#[derive(Clone, Default, Debug)]
pub struct Schedule {
    /// Warps that compute, of all tile blocks of a CTA.
    pub computing_warps: u32,
    pub pipeline: Option<Pipeline>,
    /// What the warps that compute execute.
    pub body: Body,
    /// What the warps that copy execute, if there is a pipeline.
    pub producers: Option<Producers>,
    /// Why MMAs, or operands of them, are not fed by the pipeline, and why atomic reductions are not carried out in bulk.
    pub refusals: Refusals,
}

impl<'a> ScheduledModule<'a> {
    pub fn new(mut legalized: Legalized<'a>, target: &Target, warps: Option<u32>) -> Self {
        let mut schedules = SecondaryMap::new();
        let entries: Vec<Entry> = legalized.module.entries.keys().collect();
        for entry in entries {
            let of = |module: &Module| Schedule::of(module, &module.entries[entry], target, warps);
            schedules[entry] = of(&legalized.module);
            // Nothing tests what the kernel relies on.
            let lacks_tests = schedules[entry].lacks_tests(&legalized.module, entry)
                || legalized.lacks_tests_of_memory(entry);
            if lacks_tests && let Some(before) = legalized.before_tests(entry) {
                legalized.module.to_mut().entries[entry] = before;
                schedules[entry] = of(&legalized.module);
            }
        }
        ScheduledModule { legalized, schedules }
    }

    pub fn module(&self) -> &Module {
        &self.legalized.module
    }

    /// Has kernels whose pipeline cannot be used execute what stands in the schedule, as those of a `.sched` file do.
    pub fn forget_unpipelined(&mut self) {
        self.legalized.unpipelined = None;
    }

    /// The module without pipelined MMAs, for a kernel whose pipeline cannot be used, and its entry there.
    pub fn unpipelined(&self, entry: Entry) -> (&Module, Entry) {
        let Legalized { unpipelined, overlapping, .. } = &self.legalized;
        match overlapping.iter().find(|it| it.of == entry) {
            Some(other) => (&other.kernel, other.entry),
            None => (unpipelined.as_deref().unwrap_or(self.module()), entry),
        }
    }
}

impl Schedule {
    /// The schedule of a function; with a number of warps that the user has chosen, without a pipeline.
    fn of(module: &Module, function: &Function, target: &Target, warps: Option<u32>) -> Schedule {
        let facts = FactMap::of(function, &module.types);
        let aliases = AliasMap::of(function, &module.types);
        let subject =
            ScheduledFunction { module, function, facts: &facts, aliases: &aliases, target };
        let (planned, refusals) = match warps {
            None => build::pipeline::plan(subject),
            Some(_) => {
                let mut refusals = Refusals::default();
                if target.has_pipelines() {
                    let failed = Refusal::of(Requirement::DefaultWarps);
                    build::pipeline::refuse_all(function, failed, &mut refusals);
                }
                (None, refusals)
            }
        };
        let mut schedule = match planned {
            Some(planned) => Schedule::pipelined(function, planned),
            None => Schedule {
                computing_warps: warps
                    .unwrap_or_else(|| num_warps::choose(module, function, &facts, target)),
                body: build::whole(function),
                ..Schedule::default()
            },
        };
        schedule.refusals = refusals;
        reduction::plan(module, function, target, &mut schedule);
        schedule
    }

    /// The schedule of a function with a pipeline.
    fn pipelined(function: &Function, Planned { pipeline, stage_uses }: Planned) -> Schedule {
        Schedule {
            computing_warps: pipeline.consumer_warps(),
            body: build::consumer(function, &pipeline, &stage_uses),
            producers: Some(Producers::of(function, &pipeline)),
            pipeline: Some(pipeline),
            refusals: Refusals::default(),
        }
    }

    /// Whether a kernel tests memory and has no pipeline, or has views with a test that never holds or that no tensor map of its
    /// pipeline has.
    fn lacks_tests(&self, module: &Module, entry: Entry) -> bool {
        let function = &module.entries[entry];
        let is_unused = self.pipeline.is_none() && !disjointness_tests(function).is_empty();
        if is_unused || has_failed_test(&module.types, function) {
            return true;
        }
        let maps = self.pipeline.iter().flat_map(|pipeline| {
            let of_loop = (0..).zip(&pipeline.maps);
            of_loop.filter(|(number, _)| !pipeline.is_for_epilogue_loads(*number))
        });
        let tested: FxHashSet<Value> =
            maps.flat_map(|(_, map)| stride_tests(function, map.view)).collect();
        let views = function.insts_in_order().into_iter().flat_map(|inst| function.results(inst));
        views.flat_map(|&view| stride_tests(function, view)).any(|test| !tested.contains(&test))
    }

    /// The plan of each MMA.
    pub fn mma_plans(&self, module: &Module, function: &Function, target: &Target) -> MmaPlans {
        let pipeline = self.pipeline.as_ref();
        let warps = pipeline.map_or(self.computing_warps, Pipeline::block_warps);
        let fed = pipeline.map(|pipeline| &pipeline.mmas);
        assign(module, function, target, warps.trailing_zeros(), fed)
    }

    /// Warps of a CTA.
    pub fn warps(&self) -> u32 {
        self.computing_warps + self.pipeline.as_ref().map_or(0, Pipeline::producer_warps)
    }
}

#[cfg(test)]
mod tests {
    use lang::base::Pos;
    use smallvec::smallvec;

    use super::*;
    use crate::mma::smem_operand::Staged;
    use crate::schedule::pipeline::{AsyncLoad, MapSource, TensorMap};

    /// Two tensors, each with a test of its own.
    const TWO_TESTS: &str = "cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %n: tile<i64>, %s: tile<i64>, %t: tile<i64>) {
    %0 = constant <i64: 1> : tile<i64>
    %1 = constant <i64: 4611686018427387904> : tile<i64>
    %2 = cmpi equal %s, %0, signed : tile<i64> -> tile<i1>
    %3 = select %2, %n, %1 : tile<i1>, tile<i64>
    %4 = make_tensor_view %a, shape = [%n, %n], strides = [%3, 1] : tile<i64> -> tensor_view<?x?xf16, strides=[?,1]>
    %5 = cmpi equal %t, %0, signed : tile<i64> -> tile<i1>
    %6 = select %5, %n, %1 : tile<i1>, tile<i64>
    %7 = make_tensor_view %b, shape = [%n, %n], strides = [%6, 1] : tile<i64> -> tensor_view<?x?xf16, strides=[?,1]>
    return
  }
}";

    #[test]
    fn each_test_needs_a_map() {
        let (module, found) = ir::parse::module(TWO_TESTS, Pos(1));
        let module = module.unwrap_or_else(|| panic!("{found:#?}"));
        let entry = module.entry_named("k").expect("an entry");
        let function = &module.entries[entry];
        let views = function.insts_in_order().into_iter().filter_map(|inst| {
            let &view = function.results(inst).first()?;
            stride_tests(function, view).next().map(|_| view)
        });
        let map = |view: Value| TensorMap {
            view,
            elem: ir::Scalar::F16,
            dims: smallvec![1, 0],
            bounds: smallvec![64, 64],
            swizzle: 3,
            aligned: false,
            is_pitch_line_aligned: false,
            rounds: false,
            source: MapSource::Kernel,
        };
        let maps: Vec<TensorMap> = views.map(map).collect();
        assert_eq!(maps.len(), 2);
        let load = |(map, of): (usize, &TensorMap)| AsyncLoad {
            inst: function.def_inst(of.view).expect("a view is made"),
            epilogue_load: None,
            ring: 0,
            offset: 0,
            map,
            axes: of.dims.clone(),
            staged: Staged::new(of.elem, 64, 64).expect("such tiles can be in a stage"),
            by_threads: false,
            gather: None,
            boxes_per_chunk: 1,
            outer: 1,
        };
        let lacks = |maps: &[TensorMap]| {
            let async_loads = maps.iter().enumerate().map(load).collect();
            let maps = maps.to_vec();
            let pipeline = Some(Pipeline { async_loads, maps, ..Pipeline::default() });
            Schedule { pipeline, ..Schedule::default() }.lacks_tests(&module, entry)
        };
        assert_eq!([lacks(&[]), lacks(&maps[..1]), lacks(&maps[1..])], [true; 3]);
        assert!(!lacks(&maps));
    }
}
