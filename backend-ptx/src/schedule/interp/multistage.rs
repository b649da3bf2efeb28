//! Runs the warps of a kernel that copy for themselves against each other.
//!
//! Two warps execute the same trace. Each copies a part of every tile: a stage holds, for each load and warp, the iteration of
//! its part. Groups of a warp's copies arrive at any time from their issue to the wait for them:
//!
//! ```text
//! at once   a copy to a stage that the other warp still reads is found
//! late      a read in front of the wait is found
//! ```
//!
//! A wait leaves as many groups of the warp in flight as there are stages but two, and all warps meet there.

use ir::Function;
use rustc_hash::FxHashMap;

use super::trace::{self, Choices, PartitionEvent, TileKey, TraceStep};
use super::{TRIPS, span};
use crate::schedule::body::{Body, LoadId, PipelineId};
use crate::schedule::build::multistage::MULTISTAGE;
use crate::schedule::pipeline::Pipeline;
use crate::schedule::verify::Fault;

const WARPS: usize = 2;

/// Runs the loops a few times, with both warps ahead of the other one, and copies that arrive at once and late.
pub(super) fn run(
    function: &Function,
    pipeline: &Pipeline,
    (copies, body): (&Body, &Body),
) -> Result<(), Fault> {
    let most = pipeline.rings.iter().map(|ring| ring.stages).max().unwrap_or_default();
    for trips in TRIPS.into_iter().chain([most, most + 1]) {
        let choices = Choices { trips, seed: 0, tiles: 1 };
        let steps = trace::of(function, pipeline, body, &choices, false);
        let wanted = trace::of(function, pipeline, copies, &choices, false);
        let keys = |steps: &[TraceStep]| -> Vec<TileKey> {
            let key = |step: &TraceStep| match step.event {
                PartitionEvent::Copy { key, .. } | PartitionEvent::CopyAhead { key, .. } => {
                    Some(key)
                }
                _ => None,
            };
            let mut keys: Vec<TileKey> = steps.iter().filter_map(key).collect();
            keys.sort_unstable();
            keys
        };
        if keys(&steps) != keys(&wanted) {
            let message = "what is copied ahead is not what the iterations copy";
            return Err(Fault { span: function.span, message: message.to_owned() });
        }
        for first in 0..WARPS {
            for arrives_at_once in [false, true] {
                let warps = Warps::new(pipeline, &steps, arrives_at_once);
                warps.run(first).map_err(|(at, message)| {
                    let at = steps.get(at);
                    let span =
                        at.map_or(function.span, |step| span(function, pipeline, body, step));
                    Fault { span, message }
                })?;
            }
        }
    }
    Ok(())
}

/// Copies to a stage: the load and the iteration.
type Copies = Vec<(usize, LoadId, TileKey)>;

#[derive(Default)]
struct Warp {
    at: usize,
    /// How many stages it has read since the loop began.
    visits: u32,
    /// How many fills it has issued since.
    fills: u32,
    open: Copies,
    /// Oldest first.
    groups: Vec<Copies>,
    /// Whether it has come to a barrier.
    waits: bool,
}

struct Warps<'a> {
    pipeline: &'a Pipeline,
    steps: &'a [TraceStep],
    arrives_at_once: bool,
    warps: [Warp; WARPS],
    /// The iteration of each warp's part of a load's tile in a stage.
    parts: FxHashMap<(usize, LoadId, usize), TileKey>,
}

impl<'a> Warps<'a> {
    fn new(pipeline: &'a Pipeline, steps: &'a [TraceStep], arrives_at_once: bool) -> Warps<'a> {
        let warps = Default::default();
        Warps { pipeline, steps, arrives_at_once, warps, parts: FxHashMap::default() }
    }

    /// Runs to the end, each warp as far as it comes; the step of a fault and what it is.
    fn run(mut self, first: usize) -> Result<(), (usize, String)> {
        loop {
            let mut is_stuck = true;
            for warp in [first, 1 - first] {
                while self.step(warp).map_err(|message| (self.warps[warp].at, message))? {
                    is_stuck = false;
                }
            }
            if self.warps.iter().all(|warp| warp.waits) {
                for warp in &mut self.warps {
                    warp.waits = false;
                    warp.at += 1;
                }
            } else if is_stuck {
                return Ok(());
            }
        }
    }

    /// The next step of a warp, unless it waits for the other one.
    fn step(&mut self, number: usize) -> Result<bool, String> {
        let stages = self.pipeline.rings[MULTISTAGE].stages;
        let warp = &mut self.warps[number];
        let Some(step) = self.steps.get(warp.at).filter(|_| !warp.waits) else { return Ok(false) };
        match &step.event {
            PartitionEvent::Meet => {
                (warp.visits, warp.fills, warp.waits) = (0, 0, true);
                return Ok(true);
            }
            PartitionEvent::Wait { .. } => {
                let left = stages.saturating_sub(2) as usize;
                let arrived = warp.groups.len().saturating_sub(left);
                let arrived: Vec<Copies> = warp.groups.drain(..arrived).collect();
                warp.waits = true;
                self.arrive(number, arrived.into_iter().flatten().collect());
                return Ok(true);
            }
            PartitionEvent::CopyAhead { load, key, .. } => {
                warp.open.push(((warp.fills % stages) as usize, *load, *key));
            }
            PartitionEvent::Group => {
                warp.fills += 1;
                let group = std::mem::take(&mut warp.open);
                match self.arrives_at_once {
                    true => self.arrive(number, group.clone()),
                    false => self.overwrite(number, &group),
                }
                self.warps[number].groups.push(group);
            }
            PartitionEvent::Read { load, key } => {
                let stage = (warp.visits % stages) as usize;
                self.expect(stage, *load, *key)?;
            }
            PartitionEvent::Release { .. } => warp.visits += 1,
            _ => {}
        }
        self.warps[number].at += 1;
        Ok(true)
    }

    fn arrive(&mut self, number: usize, copies: Copies) {
        for (stage, load, key) in copies {
            self.parts.insert((stage, load, number), key);
        }
    }

    /// From their issue on, what copies go to holds nothing.
    fn overwrite(&mut self, number: usize, copies: &Copies) {
        for &(stage, load, _) in copies {
            self.parts.remove(&(stage, load, number));
        }
    }

    /// That all parts of a tile are in a stage.
    fn expect(&self, stage: usize, load: LoadId, key: TileKey) -> Result<(), String> {
        let ring: PipelineId = MULTISTAGE;
        for warp in 0..WARPS {
            match self.parts.get(&(stage, load, warp)) {
                Some(there) if *there == key => {}
                Some(_) => {
                    return Err(format!(
                        "the stage of p{ring} holds the tile of another iteration"
                    ));
                }
                None => {
                    return Err(format!(
                        "the stage of p{ring} does not hold the tile that is read"
                    ));
                }
            }
        }
        Ok(())
    }
}
