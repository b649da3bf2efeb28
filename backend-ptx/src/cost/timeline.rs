//! The time of a launch, and what bounds it.
//!
//! Resources overlap, but not wholly: what they take together is their p-norm,
//!
//! ```text
//! together(x, y, ..; p) = (x^p + y^p + ..)^(1/p)
//!
//! pipelined    iteration = together(tensor, shared, issue or special, l2, tma, copied, chain, refill; 8)
//!              refill    = (latency of a copy + its bytes / l2_bytes) / stages that are in flight meanwhile
//!              tile block = iterations + what threads do behind the loop + epilogue
//!              SM        = the tile blocks that its CTAs get one after the other, whose sum is largest
//! otherwise    CTA       = together(work, chain / resident CTAs; 3)      work = the resource that is busy longest
//!              SM        = tile blocks of an SM * CTA
//! launch       launch_us + together(SM / clock, DRAM bytes / bandwidth; 3 or 12)
//! clock        1 / clock = (1 - u) / clock_mhz + u / tensor_mhz          u: the part of the time that MMAs take
//! ```
//!
//! A kernel without pipeline keeps DRAM busy with other CTAs while one computes, hence the larger exponent.

use crate::cost::demand::{self, Demand};
use crate::cost::memory::{self, DramBytes};
use crate::cost::model::{KernelModel, MmaRate, ModelRegion, OpKind, RegionKind};
use crate::target::{Chip, Timing};

const OVERLAP: f64 = 8.0;
const OCCUPANCY_OVERLAP: f64 = 3.0;
const PIPELINE_MEMORY_OVERLAP: f64 = 3.0;
const STREAM_MEMORY_OVERLAP: f64 = 12.0;
/// Waves of CTAs from which on the last one, which is not full, does not count.
const FULL_WAVES: f64 = 8.0;

/// What time is spent on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    TensorCores,
    Issue,
    SpecialFunctions,
    SharedMemory,
    L2,
    TmaRows,
    ThreadCopies,
    Latency,
    Epilogue,
    Dram,
    Launch,
}

impl Resource {
    pub const ALL: [Resource; 11] = [
        Resource::TensorCores,
        Resource::Issue,
        Resource::SpecialFunctions,
        Resource::SharedMemory,
        Resource::L2,
        Resource::TmaRows,
        Resource::ThreadCopies,
        Resource::Latency,
        Resource::Epilogue,
        Resource::Dram,
        Resource::Launch,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Resource::TensorCores => "tensor cores",
            Resource::Issue => "instruction issue",
            Resource::SpecialFunctions => "special functions",
            Resource::SharedMemory => "shared memory",
            Resource::L2 => "L2 cache",
            Resource::TmaRows => "TMA rows",
            Resource::ThreadCopies => "copies by threads",
            Resource::Latency => "latencies",
            Resource::Epilogue => "epilogue",
            Resource::Dram => "DRAM",
            Resource::Launch => "launch",
        }
    }
}

/// Clocks that a tile block takes of each resource of an SM alone.
pub type Clocks = [f64; Resource::ALL.len()];

/// The prediction for a launch.
#[derive(Clone, Debug)]
pub struct Prediction {
    pub seconds: f64,
    /// The clock of the SMs.
    pub clock_mhz: f64,
    /// Clocks of a CTA for the tile blocks that it computes at the same time, on average.
    pub block_clocks: f64,
    /// Tile blocks that the busiest place for a CTA gets, and those that a place gets on average.
    pub waves: (f64, f64),
    /// Seconds of each resource if it were alone.
    pub resources: Vec<(Resource, f64)>,
    pub bound: Resource,
    pub dram: DramBytes,
    pub regions: Vec<RegionCost>,
}

/// What one run of a region takes, of a CTA with its tile blocks.
#[derive(Clone, Copy, Debug)]
pub struct RegionCost {
    pub demand: Demand,
    /// Clocks of the CTA; without pipeline those of a CTA that is alone.
    pub clocks: f64,
    /// What bounds it; none if it takes no time.
    pub bound: Option<Resource>,
}

/// Predicts the time of a launch.
pub fn predict(model: &KernelModel, chip: &Chip) -> Prediction {
    let timing = &chip.timing;
    let demands: Vec<Demand> =
        model.regions.iter().map(|region| demand::of_region(region, &model.cta, chip)).collect();
    let mean: Vec<f64> = (0..model.regions.len()).map(|region| model.mean_runs(region)).collect();
    let block = BlockClocks { model, demands: &demands, timing };
    let (block_clocks, alone) = block.clocks(&mean);
    let (sm_clocks, waves) = block.sm_clocks(chip, block_clocks, &alone);
    let tensor = alone[Resource::TensorCores as usize] * groups(model) / f64::from(chip.sms);
    let clock = clock_mhz(model, timing, tensor / sm_clocks.max(1.0));
    let dram = memory::traffic(model, chip);
    let dram_seconds =
        dram.read / (timing.dram_read * 1e9) + dram.written / (timing.dram_write * 1e9);
    let sm_seconds = sm_clocks / (clock * 1e6);
    let exponent = match model.cta.stages {
        0 => STREAM_MEMORY_OVERLAP,
        _ => PIPELINE_MEMORY_OVERLAP,
    };
    let launch = timing.launch_us * 1e-6;
    let seconds = together(&[sm_seconds, dram_seconds], exponent) + launch;
    let of_sm = groups(model) / f64::from(chip.sms) / (clock * 1e6);
    let resources: Vec<(Resource, f64)> = Resource::ALL
        .into_iter()
        .map(|resource| match resource {
            Resource::Dram => (resource, dram_seconds),
            Resource::Launch => (resource, launch),
            _ => (resource, alone[resource as usize] * of_sm),
        })
        .collect();
    let bound = resources.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    let bound = bound.map_or(Resource::Launch, |(resource, _)| resource);
    let regions = block.regions();
    Prediction { seconds, clock_mhz: clock, block_clocks, waves, resources, bound, dram, regions }
}

/// Groups of tile blocks that a CTA computes at the same time.
fn groups(model: &KernelModel) -> f64 {
    model.blocks.div_ceil(u64::from(model.cta.tiles.max(1))) as f64
}

/// The p-norm.
pub fn together(clocks: &[f64], exponent: f64) -> f64 {
    let most = clocks.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return 0.0;
    }
    let sum: f64 = clocks.iter().map(|&clocks| power(clocks / most, exponent)).sum();
    most * power(sum, 1.0 / exponent)
}

/// The same on every machine.
fn power(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// The clock if MMAs take this part of the time.
fn clock_mhz(model: &KernelModel, timing: &Timing, busy: f64) -> f64 {
    let mut ops = model.regions.iter().flat_map(|region| &region.ops);
    let rate = ops.find_map(|op| match &op.kind {
        OpKind::Mma(mma) => Some(mma.rate),
        OpKind::Copy(_) | OpKind::Access(_) | OpKind::Compute(_) => None,
    });
    let limited = match rate {
        Some(MmaRate::Bf16) => timing.tensor_mhz[0],
        Some(MmaRate::F16) => timing.tensor_mhz[1],
        Some(MmaRate::F8) => timing.tensor_mhz[2],
        Some(MmaRate::I8) => timing.tensor_mhz[3],
        Some(MmaRate::Tf32) => timing.tensor_mhz[4],
        Some(MmaRate::F64 | MmaRate::F32) | None => timing.clock_mhz,
    };
    let busy = busy.clamp(0.0, 1.0);
    1.0 / ((1.0 - busy) / timing.clock_mhz + busy / limited)
}

/// The clocks of tile blocks.
struct BlockClocks<'a> {
    model: &'a KernelModel,
    demands: &'a [Demand],
    timing: &'a Timing,
}

impl BlockClocks<'_> {
    /// Clocks of a CTA for tile blocks that run each region so often, and of each resource alone.
    fn clocks(&self, runs: &[f64]) -> (f64, Clocks) {
        let mut alone: Clocks = [0.0; Resource::ALL.len()];
        let (mut clocks, mut work, mut serial) = (0.0, 0.0, 0.0);
        let regions = self.demands.iter().zip(&self.model.regions).zip(runs);
        for ((demand, region), &runs) in regions.filter(|(_, runs)| **runs > 0.0) {
            let once = match self.model.cta.stages {
                0 => self.unpipelined(demand, region.kind),
                _ => self.pipelined(demand, region.kind),
            };
            clocks += runs * once.clocks;
            serial += runs * once.serial;
            work +=
                runs * once.alone[..Resource::Latency as usize].iter().copied().fold(0.0, f64::max);
            alone.iter_mut().zip(once.alone).for_each(|(all, once)| *all += runs * once);
        }
        if self.model.cta.stages == 0 {
            let serial = serial / f64::from(self.model.cta.resident);
            alone[Resource::Latency as usize] = serial;
            clocks = together(&[work, serial], OCCUPANCY_OVERLAP);
        }
        (clocks, alone)
    }

    fn regions(&self) -> Vec<RegionCost> {
        let regions = self.demands.iter().zip(&self.model.regions);
        let cost = |(demand, region): (&Demand, &ModelRegion)| {
            let once = match self.model.cta.stages {
                0 => self.unpipelined(demand, region.kind),
                _ => self.pipelined(demand, region.kind),
            };
            let busy =
                Resource::ALL.into_iter().map(|resource| (resource, once.alone[resource as usize]));
            let bound = busy.filter(|(_, clocks)| *clocks > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
            RegionCost {
                demand: *demand,
                clocks: once.clocks.max(once.serial),
                bound: bound.map(|(resource, _)| resource),
            }
        };
        regions.map(cost).collect()
    }

    /// What one run of a region takes of each resource.
    fn busy(&self, demand: &Demand) -> Clocks {
        let tiles = f64::from(self.model.cta.tiles);
        let mut alone: Clocks = [0.0; Resource::ALL.len()];
        let busy = [
            (Resource::TensorCores, demand.tensor),
            (Resource::Issue, demand.issue),
            (Resource::SpecialFunctions, demand.special),
            (Resource::SharedMemory, demand.shared),
            (Resource::L2, demand.l2),
            (Resource::TmaRows, demand.tma),
            (Resource::ThreadCopies, demand.copied),
        ];
        for (resource, clocks) in busy {
            alone[resource as usize] = clocks * tiles;
        }
        alone
    }

    fn pipelined(&self, demand: &Demand, kind: RegionKind) -> Once {
        let (cta, timing) = (&self.model.cta, self.timing);
        let mut alone = self.busy(demand);
        if kind != RegionKind::Body {
            alone[Resource::L2 as usize] += demand.accessed * f64::from(cta.tiles);
        }
        let is_fed = kind == RegionKind::Loop || demand.l2 > 0.0;
        let wait = if is_fed && demand.chain > 0.0 { timing.stage_wait } else { 0.0 };
        let refill = if kind == RegionKind::Loop { self.refill(demand) } else { 0.0 };
        alone[Resource::Latency as usize] = (demand.chain + wait).max(refill);
        let mut terms = alone;
        if !is_fed {
            terms[Resource::TensorCores as usize] = 0.0;
        }
        // Special functions are instructions, too.
        let (issue, special) = (Resource::Issue as usize, Resource::SpecialFunctions as usize);
        terms[issue] = terms[issue].max(terms[special]);
        terms[special] = 0.0;
        terms[Resource::Latency as usize] = demand.chain + wait;
        let mut clocks = together(&[&terms[..], &[refill]].concat(), OVERLAP);
        if kind == RegionKind::Body {
            let accessed = demand.accessed * f64::from(cta.tiles);
            let loads = demand.loads * timing.load + demand.cached_loads * timing.copy;
            let behind = timing.epilogue + accessed + loads;
            alone[Resource::Epilogue as usize] = behind + clocks;
            clocks += behind;
        }
        Once { clocks, serial: 0.0, alone }
    }

    /// Clocks of an iteration below which the producer cannot refill stages: consumers hold the one that they read, and
    /// one more whose MMAs are in flight unless they wait for these.
    fn refill(&self, demand: &Demand) -> f64 {
        let cta = &self.model.cta;
        if demand.filled <= 0.0 || cta.stage_bytes == 0 {
            return 0.0;
        }
        let fills =
            (demand.filled * f64::from(cta.tiles) / f64::from(cta.stage_bytes)).round().max(1.0);
        let (fills, held) = if demand.is_waited { (fills, 1.0) } else { (1.0, 2.0) };
        let latency = self.timing.copy + demand.l2.max(demand.tma) * f64::from(cta.tiles) / fills;
        latency / (f64::from(cta.stages) / fills - held).max(0.5)
    }

    fn unpipelined(&self, demand: &Demand, kind: RegionKind) -> Once {
        let timing = self.timing;
        let mut alone = self.busy(demand);
        alone[Resource::L2 as usize] = demand.accessed;
        alone[Resource::ThreadCopies as usize] = demand.uneven;
        let mut serial = demand.chain + demand.loads * timing.load;
        serial += demand.cached_loads * timing.copy;
        if kind == RegionKind::Body {
            serial += timing.cta_start;
        }
        if demand.stores > 0.0 {
            serial += timing.store;
        }
        Once { clocks: 0.0, serial, alone }
    }

    /// Clocks of the busiest SM, and the tile blocks of a place for a CTA: the most, and on average.
    fn sm_clocks(&self, chip: &Chip, block_clocks: f64, alone: &Clocks) -> (f64, (f64, f64)) {
        let cta = &self.model.cta;
        let places = f64::from(chip.sms * cta.resident);
        let mean = groups(self.model) / places;
        if cta.stages == 0 {
            let waves = if mean < FULL_WAVES { mean.ceil() } else { mean };
            return (waves * f64::from(cta.resident) * block_clocks, (waves, mean));
        }
        let is_whole = self.model.sample.len() as u64 == self.model.blocks;
        let mut clocks = mean.ceil() * block_clocks;
        if is_whole {
            clocks = self.largest_load(places as usize);
        }
        // CTAs that share an SM share its resources.
        if cta.resident > 1 {
            let work = alone[..Resource::Latency as usize].iter().copied().fold(0.0, f64::max);
            clocks = clocks.max(groups(self.model) / f64::from(chip.sms) * work);
        }
        let waves = if block_clocks > 0.0 { clocks / block_clocks } else { 0.0 };
        (clocks + self.timing.fill, (waves, mean))
    }

    /// The largest sum of tile blocks that one place gets, in turn.
    fn largest_load(&self, places: usize) -> f64 {
        let mut loads = vec![0.0; places.max(1)];
        let mut last: Option<(&[f64], f64)> = None;
        let tiles = self.model.cta.tiles.max(1) as usize;
        for (number, group) in self.model.sample.chunks(tiles).enumerate() {
            let clocks = group.iter().map(|block| {
                // Most tile blocks do the same.
                if let Some((_, clocks)) = last.filter(|(runs, _)| *runs == block.runs.as_slice()) {
                    return clocks;
                }
                let (clocks, _) = self.clocks(&block.runs);
                last = Some((&block.runs, clocks));
                clocks
            });
            let clocks = clocks.fold(0.0, f64::max);
            let place = number % loads.len();
            loads[place] += clocks;
        }
        loads.into_iter().fold(0.0, f64::max)
    }
}

/// One run of a region.
struct Once {
    clocks: f64,
    /// Of a CTA without pipeline: from its start to its end, alone.
    serial: f64,
    alone: Clocks,
}
