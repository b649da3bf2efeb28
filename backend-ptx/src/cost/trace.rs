//! The timeline of one CTA: what each partition does in its first tile block.
//!
//! Iterations of a loop follow each other in the time that [`crate::cost::timeline`] predicts. A few of them are shown,
//! one of a loop with inner loops. The others are one event of each track, in which each takes as long as the last one
//! that is shown. The producer fills a stage as soon as the consumers have released it.

use crate::cost::demand::Demand;
use crate::cost::model::{KernelModel, OpKind, RegionKind};
use crate::cost::timeline::{Prediction, RegionCost};
use crate::target::Chip;

/// Iterations of a loop that are events of their own.
const SHOWN: u64 = 6;

/// The unit that executes an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Track {
    Producer,
    TensorCores,
    Threads,
}

impl Track {
    pub fn name(self) -> &'static str {
        match self {
            Track::Producer => "producer",
            Track::TensorCores => "tensor cores",
            Track::Threads => "threads",
        }
    }
}

/// Something that takes time, in clocks since the CTA began.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceEvent {
    pub track: Track,
    pub what: String,
    pub start: f64,
    pub end: f64,
    /// The iterations that it stands for, if it is the rest of a loop.
    pub iterations: Option<u64>,
}

/// The events of one CTA, in the order of their starts.
pub fn of_cta(model: &KernelModel, prediction: &Prediction, chip: &Chip) -> Vec<TraceEvent> {
    let mut trace = Tracer {
        model,
        regions: &prediction.regions,
        chip,
        now: 0.0,
        producer_free: 0.0,
        events: Vec::new(),
    };
    trace.region(0);
    let mut events = trace.events;
    events.sort_by(|a, b| a.start.total_cmp(&b.start));
    events
}

struct Tracer<'a> {
    model: &'a KernelModel,
    regions: &'a [RegionCost],
    chip: &'a Chip,
    now: f64,
    /// When the producer can begin another copy.
    producer_free: f64,
    events: Vec<TraceEvent>,
}

impl Tracer<'_> {
    fn push(&mut self, track: Track, what: String, start: f64, clocks: f64) {
        if clocks > 0.0 {
            let end = start + clocks;
            self.events.push(TraceEvent { track, what, start, end, iterations: None });
        }
    }

    /// One run of a region and of what is inside of it.
    fn region(&mut self, region: usize) {
        let Some(&cost) = self.regions.get(region) else { return };
        let is_loop = self.model.regions[region].kind == RegionKind::Loop;
        if is_loop {
            return self.iterations(region, &cost);
        }
        let latency = self.chip.timing.copy;
        if cost.demand.filled > 0.0 {
            let clocks = cost.demand.l2.max(cost.demand.tma) + latency;
            self.push(Track::Producer, "copies".into(), self.now, clocks);
            self.now += clocks;
        }
        let loads = self.loads(&cost.demand);
        self.push(Track::Threads, "loads".into(), self.now, loads);
        self.now += loads;
        self.children(region);
        self.threads(&cost.demand, if region == 0 { "epilogue" } else { "branch" });
    }

    /// What is inside of a region, that runs at all.
    fn children(&mut self, region: usize) {
        for child in region + 1..self.regions.len() {
            let is_run = self.model.mean_runs(child) >= 0.5;
            if self.model.regions[child].parent == Some(region) && is_run {
                self.region(child);
            }
        }
    }

    fn iterations(&mut self, region: usize, cost: &RegionCost) {
        let parent =
            self.model.regions[region].parent.map_or(1.0, |parent| self.model.mean_runs(parent));
        let count = (self.model.mean_runs(region) / parent.max(1.0)).round().max(1.0) as u64;
        // The first iteration waits for its tiles, the later ones find theirs.
        let tiles = f64::from(self.model.cta.tiles);
        if cost.demand.filled > 0.0 {
            self.producer_free = self.now;
            self.now += self.copy_rate(&cost.demand) * tiles + self.chip.timing.copy;
        }
        let first_event = self.events.len();
        let shown = if self.has_inner_loop(region) { 1 } else { count.min(SHOWN) };
        let mut length = 0.0;
        for iteration in 0..shown {
            let start = self.now;
            self.iteration(region, cost, iteration);
            length = self.now - start;
        }
        if count > shown {
            self.rest(first_event, (shown, count), length);
        }
    }

    /// Whether an iteration runs a loop.
    fn has_inner_loop(&self, region: usize) -> bool {
        (region + 1..self.regions.len()).any(|child| {
            let is_run = self.model.mean_runs(child) >= 0.5;
            self.model.regions[child].parent == Some(region)
                && is_run
                && (self.model.regions[child].kind == RegionKind::Loop
                    || self.has_inner_loop(child))
        })
    }

    /// The iterations of a loop that are not shown, of the tracks that work in it.
    fn rest(&mut self, first_event: usize, (shown, count): (u64, u64), length: f64) {
        let rest = (count - shown) as f64 * length;
        let works =
            |track: &Track| self.events[first_event..].iter().any(|event| event.track == *track);
        let mut tracks = vec![Track::Producer, Track::TensorCores, Track::Threads];
        tracks.retain(works);
        if tracks.is_empty() {
            tracks.push(Track::Threads);
        }
        for track in tracks {
            // The producer is ahead by the stages that it has filled.
            let start = if track == Track::Producer { self.producer_free } else { self.now };
            self.events.push(TraceEvent {
                track,
                what: format!("iterations {shown} to {}", count - 1),
                start,
                end: start + rest,
                iterations: Some(count - shown),
            });
        }
        self.producer_free += rest;
        self.now += rest;
    }

    fn iteration(&mut self, region: usize, cost: &RegionCost, number: u64) {
        let (demand, tiles) = (&cost.demand, f64::from(self.model.cta.tiles));
        let start = self.now;
        if demand.filled > 0.0 {
            // A stage is free when the iteration that read it last is done.
            let rate = self.copy_rate(demand) * tiles;
            let ahead = (f64::from(self.model.cta.stages) - 1.0).max(0.0) * cost.clocks;
            let from = self.producer_free.max(start - ahead);
            self.producer_free = from + rate;
            let copy = rate + self.chip.timing.copy;
            self.push(Track::Producer, format!("stage of iteration {number}"), from, copy);
        }
        self.push(Track::TensorCores, self.mma(region), start, demand.tensor * tiles);
        let busy = demand.issue.max(demand.special) * tiles;
        self.push(
            Track::Threads,
            format!("iteration {number}"),
            start + cost.clocks - busy.min(cost.clocks),
            busy,
        );
        let loads = self.loads(demand);
        self.push(Track::Threads, format!("loads of iteration {number}"), start, loads);
        self.now = start + cost.clocks;
        let own = self.now;
        self.children(region);
        self.now = self.now.max(own);
    }

    fn threads(&mut self, demand: &Demand, what: &str) {
        let tiles = f64::from(self.model.cta.tiles);
        let clocks = demand.issue.max(demand.special).max(demand.shared) * tiles;
        self.push(Track::Threads, what.into(), self.now, clocks);
        self.now += clocks;
        let stores = demand.accessed * f64::from(u8::from(demand.stores > 0.0)) * tiles;
        self.push(Track::Threads, "stores".into(), self.now, stores);
        self.now += stores;
    }

    /// Clocks that threads wait for loads.
    fn loads(&self, demand: &Demand) -> f64 {
        demand.loads * self.chip.timing.load + demand.cached_loads * self.chip.timing.copy
    }

    /// Clocks from the begin of a copy to that of the next one.
    fn copy_rate(&self, demand: &Demand) -> f64 {
        demand.l2.max(demand.tma).max(demand.copied)
    }

    /// The MMAs of a region, by their shapes.
    fn mma(&self, region: usize) -> String {
        let shapes = self.model.regions[region].ops.iter().filter_map(|op| match &op.kind {
            OpKind::Mma(mma) => Some(format!("{}x{}x{}", mma.m, mma.n, mma.k)),
            OpKind::Copy(_) | OpKind::Access(_) | OpKind::Compute(_) => None,
        });
        format!("mma {}", shapes.collect::<Vec<_>>().join(", "))
    }
}
