//! Runs the partitions of a schedule against each other.
//!
//! In: a kernel's function and its schedule. Out: nothing, or the first [`Fault`] that an interleaving comes to. Tiles are
//! symbolic: a stage holds the number of a load and of the iteration that the load is of. The
//! parts that run:
//!
//! ```text
//! partitions   a producer, by TMA, with cp.async or both, and each warpgroup of the consumers
//! barriers     phases, pending arrivals and bytes of transactions, waited for by parity
//! copies       land at any time behind their issue; with cp.async, before `await_copies` at the latest
//! MMAs         read their stages from their issue until they are waited for
//! ```
//!
//! Loops get a few trip counts and branches both ways, alike in all partitions; several interleavings are tried, in a
//! fixed order. It finds a deadlock, a read of a stage that does not hold the load of this iteration, a stage that is
//! overwritten while it is read, and a missing fence, on these runs; [`verify`](super::verify) holds for all of them.
//!
//! Warps that copy for themselves run against each other in [`multistage`].
//!
//! Two tile blocks of a CTA or of a cluster that share copies run as one tile block each.

mod machine;
mod multistage;
mod trace;

use ir::Function;
use lang::base::Span;

use super::Schedule;
use super::body::Body;
use super::pipeline::Pipeline;
use super::verify::Fault;

use self::machine::{Landing, Machine, Turns};
use self::trace::{Choices, PartitionEvent, ProducerKind, TraceStep};

/// How often loops are executed, besides once more than the pipelines have stages.
const TRIPS: [u32; 3] = [0, 1, 3];
/// Tile blocks that a persistent CTA computes.
const TILES: u32 = 2;

/// Runs a schedule with a pipeline; one without has nothing that could go wrong here.
pub fn run(function: &Function, schedule: &Schedule) -> Result<(), Fault> {
    let (Some(pipeline), Some(producers)) = (&schedule.pipeline, &schedule.producers) else {
        return Ok(());
    };
    if pipeline.multistage.is_some() {
        return multistage::run(function, pipeline, (&producers.cp_async, &schedule.body));
    }
    let most = pipeline.rings.iter().map(|ring| ring.stages).max().unwrap_or_default();
    let mut roles = Vec::new();
    if pipeline.has_tma() {
        let role = match pipeline.warps_gather() {
            true => ProducerKind::GatheringWarps,
            false => ProducerKind::Tma,
        };
        roles.push((role, &producers.tma));
    }
    if pipeline.cp_async {
        roles.push((ProducerKind::CpAsync, &producers.cp_async));
    }
    for (role, body) in roles {
        for trips in TRIPS.into_iter().chain([most + 1]) {
            for seed in 0..2 {
                let tiles = if pipeline.is_persistent { TILES } else { 1 };
                let choices = Choices { trips, seed, tiles };
                let with_epilogue = role != ProducerKind::CpAsync;
                let produce = trace::of(function, pipeline, body, &choices, with_epilogue);
                let consume =
                    trace::of(function, pipeline, &schedule.body, &choices, with_epilogue);
                interleave(function, pipeline, (role, body, &produce), (&schedule.body, &consume))?;
            }
        }
    }
    Ok(())
}

/// Runs two traces in several interleavings.
fn interleave(
    function: &Function,
    pipeline: &Pipeline,
    (role, producer, produce): (ProducerKind, &Body, &[TraceStep]),
    (consumer, consume): (&Body, &[TraceStep]),
) -> Result<(), Fault> {
    let orders = [
        (Turns::InTurn, Landing::AtOnce),
        (Turns::ProducerFirst, Landing::AtOnce),
        (Turns::ConsumersFirst, Landing::Late),
        (Turns::ProducerFirst, Landing::Late),
        (Turns::Random(1), Landing::Random),
        (Turns::Random(2), Landing::Random),
    ];
    for (turns, landing) in orders {
        let machine = Machine::new(pipeline, role, (produce, consume));
        machine.run(turns, landing).map_err(|found| {
            let (body, step) = match found.is_consumer {
                true => (consumer, consume.get(found.step)),
                false => (producer, produce.get(found.step)),
            };
            let span = step.map_or(function.span, |step| span(function, pipeline, body, step));
            Fault { span, message: found.message }
        })?;
    }
    Ok(())
}

/// Where a step is written, in the schedule or else in the program.
fn span(function: &Function, pipeline: &Pipeline, body: &Body, step: &TraceStep) -> Span {
    let of_program = || match step.event {
        PartitionEvent::Copy { load, .. }
        | PartitionEvent::CopyAhead { load, .. }
        | PartitionEvent::Read { load, .. } => function.span(pipeline.async_loads[load].inst),
        PartitionEvent::Mma { inst, .. } => function.span(inst),
        _ => function.block_owner(step.block).map_or(function.span, |owner| function.span(owner)),
    };
    body.span(step.block, step.at).unwrap_or_else(of_program)
}
