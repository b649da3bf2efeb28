//! `tilec cost FILE --kernel NAME --grid X,Y,Z --arg SPEC...`: what a launch takes, without a GPU.
//!
//! The model is `backend_ptx::cost`; this module compiles, evaluates the launch and prints.

use std::fmt::Write;

use backend_ptx::cost::model::{KernelModel, RegionKind};
use backend_ptx::cost::timeline::{Prediction, Resource, predict};
use backend_ptx::cost::trace::{self, TraceEvent};
use backend_ptx::target::Target;
use serde_json::{Value, json};

use super::Exit;
use super::launched::Launched;
use crate::cli::{CostArgs, CostFormat};
use crate::driver::Compiled;
use crate::failure::Failure;
use crate::output::write;
use crate::report::Report;

/// A kernel, its launch and what is predicted.
struct Estimate<'a> {
    args: &'a CostArgs,
    kernel: String,
    target: Target,
    grid: [u32; 3],
    model: KernelModel,
    prediction: Prediction,
    events: Vec<TraceEvent>,
    lines: Vec<u32>,
}

/// Predicts the time of a launch.
pub fn cost(args: &CostArgs, report: &mut Report) -> Result<Exit, Failure> {
    let Some(launched) = Launched::of(&args.launch, true, report)? else {
        return Ok(Exit::Errors);
    };
    let Some(analysis) = launched.analysis(report)? else { return Ok(Exit::Errors) };
    let Launched { compiled, symbol, target, launch } = &launched;
    let Some(model) = analysis.model(symbol, launch) else {
        return Err(launched.without_code().into());
    };
    let prediction = predict(&model, &target.chip);
    let events = trace::of_cta(&model, &prediction, &target.chip);
    let lines = lines(compiled, &model);
    let (kernel, target, grid) = (launched.declaration(), *target, launch.grid);
    let estimate = Estimate { args, kernel, target, grid, model, prediction, events, lines };
    let text = match args.format {
        CostFormat::Table => estimate.table(),
        CostFormat::Json => estimate.json(),
    };
    write(&args.launch.output, text.as_bytes())?;
    Ok(Exit::Success)
}

/// The line that each region of a kernel begins at.
fn lines(compiled: &Compiled, model: &KernelModel) -> Vec<u32> {
    let line = |region: &backend_ptx::cost::model::ModelRegion| {
        compiled.map.locate(region.span.lo).map_or(0, |(_, at)| at.line)
    };
    model.regions.iter().map(line).collect()
}

impl Estimate<'_> {
    /// One line a resource, in the order of their time, then one a region.
    fn table(&self) -> String {
        let (model, prediction) = (&self.model, &self.prediction);
        let [x, y, z] = self.grid;
        let mut text = format!("{} on {}, grid {x},{y},{z}\n", self.kernel, self.target.name);
        let total = prediction.seconds;
        let _ = writeln!(text, "{}, bound by {}\n", time(total), prediction.bound.name());
        let mut resources = prediction.resources.clone();
        resources.sort_by(|a, b| b.1.total_cmp(&a.1));
        let _ = writeln!(text, "{:20} {:>12} {:>6}", "resource, alone", "time", "share");
        for (resource, seconds) in resources.into_iter().filter(|(_, seconds)| *seconds > 0.0) {
            let share = 100.0 * seconds / total;
            let _ = writeln!(text, "{:20} {:>12} {share:>5.1}%", resource.name(), time(seconds));
        }
        let cta = &model.cta;
        let _ = writeln!(
            text,
            "\n{} tile blocks; {} at a time in a CTA, {} CTAs on an SM; {:.2} waves, {:.2} at most; {:.0} MHz",
            model.blocks,
            cta.tiles,
            cta.resident,
            prediction.waves.1,
            prediction.waves.0,
            prediction.clock_mhz
        );
        let mega = |bytes: f64| bytes / 1e6;
        let (read, written) = (mega(prediction.dram.read), mega(prediction.dram.written));
        let _ = writeln!(text, "{read:.1} MB read from DRAM, {written:.1} MB written");
        let _ = writeln!(
            text,
            "\n{:8} {:>6} {:>10} {:>10}  bound by",
            "region", "line", "runs", "clocks"
        );
        for (number, cost) in prediction.regions.iter().enumerate() {
            let runs = model.mean_runs(number);
            if let Some(bound) = cost.bound.filter(|_| runs > 0.0) {
                let kind = kind(model.regions[number].kind);
                let line = self.lines[number];
                let bound = bound.name();
                let _ = writeln!(
                    text,
                    "{kind:8} {line:>6} {runs:>10.2} {:>10.0}  {bound}",
                    cost.clocks
                );
            }
        }
        for note in &model.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text
    }

    fn json(&self) -> String {
        let (model, prediction) = (&self.model, &self.prediction);
        let resources: Vec<Value> = prediction
            .resources
            .iter()
            .map(|(resource, seconds)| {
                let share = seconds / prediction.seconds;
                json!({ "name": resource.name(), "seconds": seconds, "share": share })
            })
            .collect();
        let regions = prediction.regions.iter().enumerate().map(|(number, cost)| {
            json!({
                "kind": kind(model.regions[number].kind),
                "parent": model.regions[number].parent,
                "line": self.lines[number],
                "runs": model.mean_runs(number),
                "clocks": cost.clocks,
                "bound": cost.bound.map(Resource::name),
            })
        });
        let event = |event: &TraceEvent| {
            json!({
                "partition": event.track.name(),
                "what": event.what,
                "start": event.start,
                "end": event.end,
            })
        };
        let cta = &model.cta;
        let value = json!({
            "version": 1,
            "file": self.args.launch.file,
            "kernel": self.kernel,
            "target": self.target.name,
            "grid": self.grid,
            "seconds": prediction.seconds,
            "bound": prediction.bound.name(),
            "clock_mhz": prediction.clock_mhz,
            "resources": resources,
            "dram": { "read": prediction.dram.read, "written": prediction.dram.written },
            "waves": { "busiest": prediction.waves.0, "mean": prediction.waves.1 },
            "cta": {
                "consumer_warps": cta.consumer_warps,
                "producer_warps": cta.producer_warps,
                "registers": cta.registers,
                "shared_bytes": cta.shared_bytes,
                "resident": cta.resident,
                "tiles": cta.tiles,
                "cluster": cta.cluster,
                "is_persistent": cta.is_persistent,
                "stages": cta.stages,
                "stage_bytes": cta.stage_bytes,
            },
            "regions": regions.collect::<Vec<_>>(),
            "timeline": self.events.iter().map(event).collect::<Vec<_>>(),
            "notes": model.notes,
        });
        serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
    }
}

fn kind(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Body => "body",
        RegionKind::Loop => "loop",
        RegionKind::Branch => "branch",
    }
}

/// A time with three or four digits that mean something.
fn time(seconds: f64) -> String {
    match seconds * 1e6 {
        t if t < 1e3 => format!("{t:.2} us"),
        t if t < 1e6 => format!("{:.3} ms", t / 1e3),
        t => format!("{:.3} s", t / 1e6),
    }
}
