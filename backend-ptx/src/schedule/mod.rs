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

use crate::analysis::affine::tile::stride_tests;

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
            // No tensor map tests what the kernel relies on.
            if let Some(before) = &legalized.unpipelined
                && schedules[entry].lacks_tests(&legalized.module, entry)
            {
                let function = before.entries[entry].clone();
                legalized.module.to_mut().entries[entry] = function;
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

    /// The module without pipelined MMAs, for kernels whose pipeline cannot be used.
    pub fn unpipelined(&self) -> &Module {
        self.legalized.unpipelined.as_deref().unwrap_or(self.module())
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

    /// Whether a kernel has views with a test that no tensor map of its pipeline has.
    fn lacks_tests(&self, module: &Module, entry: Entry) -> bool {
        let function = &module.entries[entry];
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
