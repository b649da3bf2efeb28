//! Whether a schedule can be carried out, and does what the kernel does.
//!
//! In: a kernel's function and its schedule, built or read from text. Out: nothing, or the first [`Fault`] with the place
//! that it is at. The rules are checked on the structure of the bodies, without values: a schedule that keeps them
//! neither deadlocks nor reads a stage that does not hold the tile of this iteration, whatever the trip counts are.
//!
//! Resources ([`resources`])
//! 1. A pipeline has at least two stages; shared memory has room for all of them.
//! 2. Warps and threads do not exceed those of a CTA and of an SM.
//! 3. The registers of `setmaxnreg` are multiples of 8 from 24 to 256, and all threads' fit the register file.
//!
//! Places of tiles ([`placement`])
//! 4. Each load that MMAs or threads read in a loop is in one stage group of its pipeline; an epilogue load is in none.
//! 5. The tiles of a stage group lie in the stage, do not overlap, and are aligned for their swizzle.
//! 6. A tensor map has 1 to 5 dimensions, a box of at most 256 elements along each, rows of a multiple of 16 bytes, and
//!    the swizzle of its rows; the boxes of a load fill its tile.
//!
//! MMAs ([`mma`])
//! 7. The shape of an MMA is one of the instruction's, its steps cover K, and it is that of the tiles it multiplies.
//! 8. An operand in shared memory is a load with as many elements, in an order that the instruction reads.
//!
//! Slices ([`slices`])
//! 9. A block ends with its terminator, and executes an instruction once at most, and only its own.
//! 10. A partition computes each value before it uses it.
//! 11. The producer executes nothing that writes, and each branch that leaves a block it executes.
//! 12. The consumers execute each instruction with an effect once, in the order of the function.
//!
//! Producers ([`producer`])
//! 13. A stage is acquired before it is written, and committed once; nothing is held over the end of a block.
//! 14. Each load of a stage group is copied exactly once, and the bytes that are announced are those that are copied.
//! 15. Copies with `cp.async` are awaited, and then fenced, before the commit; the warp that has a stage acquires it where
//!     it copies.
//!
//! Consumers ([`consumer`])
//! 16. A stage is waited for before it is read, and released once on every path; branches and loops agree on it.
//! 17. All loads of the stage are read.
//!
//! MMAs in flight ([`in_flight`])
//! 18. No accumulator is read while an MMA writes it.
//! 19. Registers that an MMA reads are not in flight where a loop's body ends, nor where a mailbox is waited for.
//! 20. A release waits for the MMA in flight; another release of the pipeline does not come before that.
//!
//! Warps that copy for themselves ([`multistage`])
//! 23. There is one pipeline, and each CTA computes one tile block with all of its warps.
//! 24. The loads of a stage are in the body of a `for` loop that nothing leaves and that has no such loop in it; what a copy
//!     depends on there is pure, and follows from the loop counter.
//! 25. The stages are filled in front of the loop and drained behind it; all threads have met between the last read of a
//!     stage and the copy to it, so that copies stand behind waits, one for each.
//!
//! Operands that consumers write ([`stored`])
//! 26. An operand is stored to the operand buffer, published while no MMA is in flight, and then read by its MMA, in one
//!     block and before the next operand is stored.
//!
//! Tensor maps ([`maps`])
//! 27. A tensor map that is not replaced describes a tensor that is the same for all tile blocks, or where warps copy for
//!     themselves one that is known where the kernel begins; without TMA no map is built, and warps copy.
//! 28. A map is replaced once, behind its view in the block of that, and in front of all copies through it.
//!
//! Atomic reductions of views ([`reductions`])
//! 29. A reduction in bulk meets the requirements of one, and has the rows of its tile; partitions that copy have none.
//!
//! Gathered rows ([`gathers`])
//! 30. A load gathers rows exactly where its view is a gather/scatter view, all loads of a kernel alike: by TMA on a target
//!     that can, or by warps; through a map of a part of one row, four rows a copy by TMA and one by warps, for one tile
//!     block, by numbers that the producer can compute.
//!
//! Mailboxes ([`mailboxes`])
//! 31. There are mailboxes only where one thread copies by TMA for one tile block. Instructions that it fetches are relaxed accesses
//!     to memory that the consumers do not access, in a kernel whose operations order none.
//! 32. Each mailbox has one sender and one receiver: the producer fetches and the consumers receive, or these execute the
//!     instruction, report its number behind it, and the producer receives.
//!
//! Partitions against each other ([`order`])
//! 21. Producer and consumers visit the stages of a pipeline for the same loads, and the slots of a mailbox, in the same order,
//!     in the same regions.
//! 22. They do not wait for each other in a circle: where a consumer waits for a stage, the producer comes to its commit
//!     with the stages that have been released by then.

mod consumer;
mod gathers;
mod in_flight;
mod mailboxes;
mod maps;
mod mma;
mod multistage;
mod order;
mod placement;
mod producer;
mod reductions;
mod resources;
mod slices;
mod stored;

use std::fmt;

use ir::{Block, Function, Inst, Module};
use lang::base::Span;
use rustc_hash::FxHashMap;

use super::Schedule;
use super::body::{Body, LoadId, Op, PipelineId};
use super::pipeline::Pipeline;
use crate::target::Target;

/// A rule that a schedule breaks, and the line that breaks it.
#[derive(Clone, Debug)]
pub struct Fault {
    pub span: Span,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

type Verified<T = ()> = Result<T, Fault>;

/// Where the decisions of a schedule are written, if it has been read from text.
#[derive(Clone, Default, Debug)]
pub struct DecisionSpans {
    pub head: Option<Span>,
    pub maps: Vec<Span>,
    pub rings: Vec<Span>,
    pub loads: Vec<Span>,
    /// Of MMAs and of reductions in bulk.
    pub insts: FxHashMap<Inst, Span>,
}

/// A schedule and what it is of.
#[derive(Clone, Copy)]
pub struct ScheduleSubject<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub schedule: &'a Schedule,
    pub target: &'a Target,
}

/// Checks a schedule: see the module header.
pub fn verify(subject: ScheduleSubject<'_>, spans: &DecisionSpans) -> Verified {
    let ScheduleSubject { module, function, schedule, target } = subject;
    let no_pipeline = Pipeline::default();
    let pipeline = schedule.pipeline.as_ref().unwrap_or(&no_pipeline);
    let verifier = Verifier { module, function, schedule, pipeline, target, spans };
    resources::verify(&verifier)?;
    reductions::verify(&verifier)?;
    let Some(producers) = &schedule.producers else {
        return slices::verify(&verifier, &schedule.body, Executor::Consumer);
    };
    placement::verify(&verifier)?;
    gathers::verify(&verifier)?;
    mailboxes::verify(&verifier)?;
    mma::verify(&verifier)?;
    let mut bodies = Vec::new();
    match pipeline.multistage {
        Some(_) => {
            multistage::verify(&verifier)?;
            bodies.push((&producers.cp_async, Executor::Ahead));
        }
        None if pipeline.warps_gather() => {
            bodies.push((&producers.tma, Executor::GatheringWarps));
        }
        None if pipeline.has_tma() => bodies.push((&producers.tma, Executor::Tma)),
        None => {}
    }
    if pipeline.cp_async {
        bodies.push((&producers.cp_async, Executor::CpAsync));
    }
    slices::verify(&verifier, &schedule.body, Executor::Consumer)?;
    stored::verify(&verifier, &schedule.body, function.entry_block)?;
    let read = consumer::verify(&verifier, &schedule.body)?;
    let pending = in_flight::verify(&verifier, &schedule.body)?;
    for (body, executor) in bodies {
        slices::verify(&verifier, body, executor)?;
        maps::verify(&verifier, body, executor)?;
        let copied = producer::verify(&verifier, body, executor)?;
        order::verify(&verifier, (body, &copied), (&schedule.body, &read), &pending, executor)?;
    }
    Ok(())
}

/// The threads that execute a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Executor {
    /// The thread that copies by TMA.
    Tma,
    /// The warps that gather rows with `cp.async`, and copy other tiles by TMA.
    GatheringWarps,
    /// The warps that copy with `cp.async`.
    CpAsync,
    /// What the warps that compute copy for themselves.
    Ahead,
    /// The warps that compute.
    Consumer,
}

/// What is in a stage between two operations of a partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// The loads with this number in the pipeline's stage groups.
    Group(usize),
    /// A part of the tile of an epilogue load.
    Epilogue(LoadId),
    /// The number of a mailbox, as if the mailbox were a pipeline.
    Number,
}

/// What the stages hold that a partition takes in operations of a block.
type Contents = FxHashMap<(Block, usize), Content>;

/// What a fault is at.
#[derive(Clone, Copy)]
enum Place<'a> {
    Head,
    Map(usize),
    Ring(PipelineId),
    Load(LoadId),
    Inst(Inst),
    Op(&'a Body, Block, usize),
}

struct Verifier<'a> {
    module: &'a Module,
    function: &'a Function,
    schedule: &'a Schedule,
    pipeline: &'a Pipeline,
    target: &'a Target,
    spans: &'a DecisionSpans,
}

impl Verifier<'_> {
    fn fault(&self, place: Place<'_>, message: impl Into<String>) -> Fault {
        Fault { span: self.span(place), message: message.into() }
    }

    fn ensure(&self, holds: bool, place: Place<'_>, message: impl FnOnce() -> String) -> Verified {
        if holds { Ok(()) } else { Err(self.fault(place, message())) }
    }

    /// Where something is written, in the schedule or else in the program.
    fn span(&self, place: Place<'_>) -> Span {
        let Verifier { function, pipeline, spans, .. } = self;
        let of_load = |load: LoadId| pipeline.async_loads.get(load).map(|load| load.inst);
        let (written, inst) = match place {
            Place::Head => (spans.head, None),
            Place::Map(map) => {
                let view = pipeline.maps.get(map).and_then(|map| function.def_inst(map.view));
                (spans.maps.get(map).copied(), view)
            }
            Place::Ring(ring) => {
                let group = pipeline.rings.get(ring).and_then(|ring| ring.stage_loads.first());
                let first = group.and_then(|group| of_load(*group.first()?));
                (spans.rings.get(ring).copied(), first)
            }
            Place::Load(load) => (spans.loads.get(load).copied(), of_load(load)),
            Place::Inst(inst) => (spans.insts.get(&inst).copied(), Some(inst)),
            Place::Op(body, block, at) => {
                let inst = match body.ops(block).get(at) {
                    Some(Op::Compute(inst) | Op::StoreOperand { inst } | Op::Publish { inst }) => {
                        Some(*inst)
                    }
                    Some(
                        Op::Fetch { mailbox } | Op::Report { mailbox } | Op::Receive { mailbox },
                    ) => pipeline.mailboxes.get(*mailbox).map(|it| it.inst),
                    Some(Op::ReplaceMap { map }) => {
                        pipeline.maps.get(*map).and_then(|map| function.def_inst(map.view))
                    }
                    Some(
                        Op::Copy { load }
                        | Op::CopyEpilogue { load }
                        | Op::Read { load }
                        | Op::ReadEpilogue { load },
                    ) => of_load(*load),
                    _ => function.block_owner(block),
                };
                (body.span(block, at), inst)
            }
        };
        let of_program = || inst.map(|inst| function.span(inst)).or(spans.head);
        written.or_else(of_program).unwrap_or(function.span)
    }

    /// The number of a stage group that has exactly these loads.
    fn group_of(&self, ring: PipelineId, loads: &[LoadId]) -> Option<usize> {
        let is_it = |group: &super::pipeline::StageLoads| {
            group.len() == loads.len() && group.iter().all(|load| loads.contains(load))
        };
        self.pipeline.rings[ring].stage_loads.iter().position(is_it)
    }
}
