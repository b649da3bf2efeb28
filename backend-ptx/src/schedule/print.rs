//! Schedules as text.
//!
//! The text of a scheduled module is its tile IR with a `schedule` block in front of each entry. The block has the
//! decisions about the kernel and the body of each partition; it names instructions by their first result.
//!
//! ```text
//! schedule @name {
//!   target sm_90a
//!   scheduler persistent, 1 cta per sm, sharing none
//!   warps 8, registers 232, of producers 40
//!   tensormap t0 = %26: f16 dims [1, 0] box [64, 128] swizzle 3 aligned lines
//!   pipeline p0 = 4 stages of 49152 bytes: [%33, %35]
//!   load %33 = t0 to p0 at 0: 128 bytes x 128 rows x 1, axes [1, 0], outer 1
//!   mma %37 = wgmma m128n256k64 rank 2 steps 4, a %33 k, b %35 mn
//!   refused %52 a: view_load %50    why A of another MMA is not copied asynchronously, and what fails that
//!   partition tma {
//!     compute %1..%29                 the instructions from %1 to %29 of this block
//!     for %31 {                       the loop with this induction variable
//!       acquire p0 49152
//!       copy %33
//!       copy %35
//!       commit p0
//!       continue
//!     }
//!     return
//!   }
//!   partition cp_async { ... }        the same, with `await_copies` and `fence` in front of `commit`
//!   partition consumer {
//!     compute %0..%29
//!     for %31 {
//!       compute %33, %35              what a consumer does for a load that is copied: its place in memory order
//!       wait p0
//!       mma %37                       issued, and in flight until `mma_wait` or the next one
//!       release p0
//!       continue
//!     }
//!     mma_wait
//!     compute %38
//!     return
//!   }
//! }
//! ```
//!
//! An operand that the consumers write to an operand buffer is `b registers to smem k at 0`, with its place in the buffer;
//! in front of the MMA stand `store_operand %37` and `publish %37`.
//!
//! A load of rows that a tile of numbers names ends with `gather`: a copy brings four rows, so that a chunk of 128 rows has
//! `boxes 32`, and the tensor map has a part of one row. `partition tma` computes the numbers of the rows. With
//! `gather_by_warps` a copy by `cp.async` brings a row, the bytes of an `acquire` are those that TMA copies, and `await_copies`
//! and `fence` stand in front of each `commit`.
//!
//! An atomic reduction of a view that is carried out in bulk is `reduction %57 = bulk, rows of 512 bytes along 1` in the
//! header, and `reduce %57` where the consumers come to it.
//!
//! An instruction that the producer executes for all is `mailbox b0 = %16 of producer` in the header, `fetch b0` where the producer
//! comes to it, and `receive b0` where the consumers do. One that the consumers execute is `of consumers`; behind it they have
//! `report b0`, and the producer has `receive b0`.
//!
//! Behind a tensor map stands `replaced` where the producer replaces it, by `replace_map t0` behind the view, and
//! `by_threads` where it only says what warps copy; the schedule then has no `partition tma`.
//!
//! Where warps copy for themselves, the header has `warps 8, multistage`, `partition cp_async` says what is copied in an
//! iteration, and the consumers have `fill p0 %31` in front of the loop, `copy_ahead p0` behind `wait p0`, and `drain p0`
//! behind the loop.
//!
//! A loop or branch without such a name has the number of the instruction in the entry, `#12`. The inverse is
//! [`parse`](super::parse).

use std::fmt::Write;

use ir::print::ValueNames;
use ir::{Block, Effect, Entry, Function, Inst, InstData};

use super::body::{Body, Op};
use super::build::regions;
use super::pipeline::{AsyncLoad, Pipeline, RowGather, TensorMap, TileSharing};
use super::reduction::BulkReduction;
use super::refusal::Refusals;
use super::{Schedule, ScheduledModule};
use crate::analysis::mailed::Sender;
use crate::mma::async_mma::{AsyncMma, BlockScales, MmaOperand, StoredOperand};
use crate::target::Target;

/// The widest line.
const COLUMNS: usize = 118;

/// The text of a scheduled module.
pub fn text(scheduled: &ScheduledModule<'_>, target: &Target) -> String {
    let before = |entry: Entry, names: &ValueNames<'_>| lines(scheduled, target, entry, names);
    ir::print::annotated_module(scheduled.module(), COLUMNS, &before)
}

/// The lines of one schedule.
fn lines(
    scheduled: &ScheduledModule<'_>,
    target: &Target,
    entry: Entry,
    names: &ValueNames<'_>,
) -> Vec<String> {
    let function = &scheduled.module().entries[entry];
    let schedule = &scheduled.schedules[entry];
    let mut printer = Printer { function, names, lines: Vec::new(), depth: 0 };
    printer.line(format!("schedule {} {{", ir::print::symbol(&function.name)));
    printer.depth = 1;
    printer.line(format!("target {}", target.name));
    match &schedule.pipeline {
        None => {
            printer.line(format!("warps {}", schedule.computing_warps));
            printer.reductions(&schedule.body);
            printer.refusals(&schedule.refusals);
        }
        Some(pipeline) => {
            printer.pipelines(pipeline);
            printer.reductions(&schedule.body);
            printer.refusals(&schedule.refusals);
            printer.partitions(schedule, pipeline);
        }
    }
    printer.depth = 0;
    printer.line("}".to_owned());
    printer.lines
}

struct Printer<'a, 'n> {
    function: &'a Function,
    names: &'a ValueNames<'n>,
    lines: Vec<String>,
    depth: usize,
}

impl Printer<'_, '_> {
    fn line(&mut self, line: String) {
        self.lines.push(format!("{:1$}{line}", "", 2 * self.depth));
    }

    /// The name of an instruction: that of its first result.
    fn inst(&self, inst: Inst) -> String {
        inst_name(self.function, inst, self.names)
    }

    fn pipelines(&mut self, pipeline: &Pipeline) {
        let order = if pipeline.is_persistent { "persistent" } else { "one_tile" };
        let (per_sm, sharing) = (pipeline.per_sm, pipeline.sharing().text());
        self.line(format!("scheduler {order}, {per_sm} cta per sm, sharing {sharing}"));
        let mut warps = format!("warps {}", pipeline.consumer_warps());
        if pipeline.multistage.is_some() {
            warps.push_str(", multistage");
        }
        if let Some((producer, consumer)) = pipeline.registers {
            let _ = write!(warps, ", registers {consumer}, of producers {producer}");
        }
        self.line(warps);
        for (number, map) in pipeline.maps.iter().enumerate() {
            let text = self.tensormap(map);
            self.line(format!("tensormap t{number} = {text}"));
        }
        for (number, ring) in pipeline.rings.iter().enumerate() {
            let inst = |&load: &usize| self.inst(pipeline.async_loads[load].inst);
            let group = |loads: &super::pipeline::StageLoads| {
                format!("[{}]", loads.iter().map(inst).collect::<Vec<_>>().join(", "))
            };
            let groups: Vec<String> = ring.stage_loads.iter().map(group).collect();
            let (stages, bytes, groups) = (ring.stages, ring.bytes, groups.join(", "));
            self.line(format!("pipeline p{number} = {stages} stages of {bytes} bytes: {groups}"));
        }
        for load in &pipeline.async_loads {
            let text = self.load(load);
            self.line(text);
        }
        for (number, mailed) in pipeline.mailboxes.iter().enumerate() {
            let (name, sender) = (self.inst(mailed.inst), mailed.sender.text());
            self.line(format!("mailbox b{number} = {name} of {sender}"));
        }
        let is_mma = |inst: &Inst| pipeline.mma(*inst).is_some();
        for inst in self.function.insts_in_order().into_iter().filter(is_mma) {
            let text = pipeline.mma(inst).map(|mma| self.mma(inst, mma, pipeline));
            self.lines_from(text);
        }
    }

    fn reductions(&mut self, body: &Body) {
        for (&inst, BulkReduction { dim, bytes }) in &body.reductions {
            let name = self.inst(inst);
            self.line(format!("reduction {name} = bulk, rows of {bytes} bytes along {dim}"));
        }
    }

    fn refusals(&mut self, refusals: &Refusals) {
        for inst in self.function.insts_in_order() {
            let Some(refused) = refusals.get(&inst) else { continue };
            for (part, refusal) in refused.parts() {
                let mut text = format!("refused {}{part}: ", self.inst(inst));
                text.push_str(refusal.requirement.name());
                if let Some(at) = refusal.at {
                    let _ = write!(text, " {}", self.inst(at));
                }
                self.line(text);
            }
        }
    }

    fn lines_from(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    fn tensormap(&self, map: &TensorMap) -> String {
        let mut text = format!(
            "{}: {} dims {:?} box {:?} swizzle {}",
            self.names.name(map.view),
            map.elem,
            map.dims,
            map.bounds,
            map.swizzle
        );
        let flags = [
            (map.aligned, "aligned"),
            (map.is_pitch_line_aligned, "lines"),
            (map.rounds, "rounds"),
        ];
        let flags = flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag);
        for flag in flags.chain(map.source.text()) {
            let _ = write!(text, " {flag}");
        }
        text
    }

    fn load(&self, load: &AsyncLoad) -> String {
        let staged = load.staged;
        let mut text = format!(
            "load {} = t{} to p{} at {}: {} bytes x {} rows x {}, axes {:?}, outer {}",
            self.inst(load.inst),
            load.map,
            load.ring,
            load.offset,
            staged.span,
            staged.rows,
            staged.chunks,
            load.axes,
            load.outer
        );
        if load.boxes_per_chunk > 1 {
            let _ = write!(text, ", boxes {}", load.boxes_per_chunk);
        }
        text.push_str(match load.gather {
            None => "",
            Some(RowGather::Tma) => ", gather",
            Some(RowGather::Warps) => ", gather_by_warps",
        });
        if let Some(epilogue) = load.epilogue_load {
            let _ = write!(text, ", epilogue {}", epilogue.chunks);
            if let Some(like) = epilogue.like {
                let _ = write!(text, " like {}", self.inst(like));
            }
        } else if load.by_threads {
            text.push_str(", threads");
        }
        text
    }

    fn mma(&self, inst: Inst, mma: &AsyncMma, pipeline: &Pipeline) -> String {
        let engine = if pipeline.tensor_memory.is_some() { "tcgen05" } else { "wgmma" };
        let operand = |operand: MmaOperand| match operand {
            MmaOperand::Registers => "registers".to_owned(),
            MmaOperand::Smem(load, major) => {
                format!("{} {}", self.inst(pipeline.async_loads[load].inst), major.text())
            }
            MmaOperand::SmemToRegisters(load, _) => {
                format!("{} to registers", self.inst(pipeline.async_loads[load].inst))
            }
            MmaOperand::RegistersToSmem(StoredOperand { major, offset, .. }) => {
                format!("registers to smem {} at {offset}", major.text())
            }
        };
        let AsyncMma { rank, m, n, k, steps, swapped, a, b, scales } = *mma;
        let swapped = if swapped { ", swapped" } else { "" };
        let scales = scales.map_or(String::new(), |BlockScales { mma, count }| {
            format!(", scales {} for {}", mma.scale_text(), k / count)
        });
        format!(
            "mma {} = {engine} m{m}n{n}k{k} rank {rank} steps {steps}, a {}, b {}{swapped}{scales}",
            self.inst(inst),
            operand(a),
            operand(b)
        )
    }

    fn partitions(&mut self, schedule: &Schedule, pipeline: &Pipeline) {
        if let Some(producers) = &schedule.producers {
            if pipeline.has_tma() {
                self.partition("tma", pipeline, &producers.tma);
            }
            if pipeline.cp_async || pipeline.multistage.is_some() {
                self.partition("cp_async", pipeline, &producers.cp_async);
            }
        }
        self.partition("consumer", pipeline, &schedule.body);
    }

    fn partition(&mut self, name: &str, pipeline: &Pipeline, body: &Body) {
        self.line(format!("partition {name} {{"));
        self.depth += 1;
        self.block(self.function.entry_block, pipeline, body);
        self.depth -= 1;
        self.line("}".to_owned());
    }

    fn block(&mut self, block: Block, pipeline: &Pipeline, body: &Body) {
        let mut computed: Vec<Inst> = Vec::new();
        for op in body.ops(block) {
            let Op::Compute(inst) = *op else {
                self.computed(&mut computed);
                self.line(op_text(op, pipeline, self.function, self.names));
                continue;
            };
            if pipeline.mma(inst).is_some() {
                self.computed(&mut computed);
                self.line(format!("mma {}", self.inst(inst)));
                continue;
            }
            if body.reductions.contains_key(&inst) {
                self.computed(&mut computed);
                self.line(format!("reduce {}", self.inst(inst)));
                continue;
            }
            let data = self.function.data(inst);
            let blocks = regions(self.function, inst);
            if blocks.is_empty() && data.effect() != Effect::Terminator {
                computed.push(inst);
                continue;
            }
            self.computed(&mut computed);
            let mnemonic = data.opcode().mnemonic();
            if blocks.is_empty() {
                self.line(mnemonic.to_owned());
                continue;
            }
            self.line(format!("{mnemonic} {} {{", region_name(self.function, inst, self.names)));
            for (number, &inner) in blocks.iter().enumerate() {
                if number > 0 {
                    self.line("} else {".to_owned());
                }
                self.depth += 1;
                self.block(inner, pipeline, body);
                self.depth -= 1;
            }
            self.line("}".to_owned());
        }
        self.computed(&mut computed);
    }

    /// The instructions in a row, on as few lines as possible.
    fn computed(&mut self, computed: &mut Vec<Inst>) {
        let mut rest = std::mem::take(computed);
        while !rest.is_empty() {
            let mut line = String::from("compute ");
            let mut taken = 0;
            while taken < rest.len() {
                let run = self.run(&rest[taken..]);
                let (first, last) = (self.inst(rest[taken]), self.inst(rest[taken + run - 1]));
                let comma = if taken == 0 { "" } else { ", " };
                let text = if run > 2 { format!("{first}..{last}") } else { first };
                if taken > 0 && 2 * self.depth + line.len() + comma.len() + text.len() > COLUMNS - 4
                {
                    break;
                }
                let _ = write!(line, "{comma}{text}");
                taken += if run > 2 { run } else { 1 };
            }
            self.line(line);
            rest.drain(..taken);
        }
    }

    /// How many instructions follow each other in their block as they do here, from a numbered one on.
    fn run(&self, insts: &[Inst]) -> usize {
        let Some(block) = self.function.inst_block(insts[0]) else { return 1 };
        let in_block = self.function.insts(block);
        let from = in_block.iter().position(|&inst| inst == insts[0]).unwrap_or_default();
        let pairs = insts.iter().zip(&in_block[from..]);
        pairs.take_while(|(a, b)| a == b).count().max(1)
    }
}

impl Sender {
    pub fn text(self) -> &'static str {
        match self {
            Sender::Producer => "producer",
            Sender::Consumers => "consumers",
        }
    }
}

impl TileSharing {
    pub fn text(self) -> &'static str {
        match self {
            TileSharing::None => "none",
            TileSharing::Multicast => "multicast",
            TileSharing::TwoTiles => "two_tiles",
        }
    }
}

/// An operation of a pipeline.
fn op_text(op: &Op, pipeline: &Pipeline, function: &Function, names: &ValueNames<'_>) -> String {
    let load = |&load: &usize| inst_name(function, pipeline.async_loads[load].inst, names);
    match op {
        Op::Compute(inst) => format!("compute {}", inst_name(function, *inst, names)),
        Op::ReplaceMap { map } => format!("replace_map t{map}"),
        Op::Acquire { pipeline, bytes } => format!("acquire p{pipeline} {bytes}"),
        Op::Copy { load: number } => format!("copy {}", load(number)),
        Op::Fetch { mailbox } => format!("fetch b{mailbox}"),
        Op::Report { mailbox } => format!("report b{mailbox}"),
        Op::Receive { mailbox } => format!("receive b{mailbox}"),
        Op::AwaitCopies => "await_copies".to_owned(),
        Op::Fence => "fence".to_owned(),
        Op::Commit { pipeline } => format!("commit p{pipeline}"),
        Op::CopyEpilogue { load: number } => format!("copy_epilogue {}", load(number)),
        Op::PrefetchEpilogue { loads } => {
            let loads: Vec<String> = loads.iter().map(load).collect();
            format!("prefetch_epilogue {}", loads.join(", "))
        }
        Op::Fill { pipeline, inst } => {
            format!("fill p{pipeline} {}", region_name(function, *inst, names))
        }
        Op::CopyAhead { pipeline } => format!("copy_ahead p{pipeline}"),
        Op::Drain { pipeline } => format!("drain p{pipeline}"),
        Op::Wait { pipeline } => format!("wait p{pipeline}"),
        Op::Read { load: number } => format!("read {}", load(number)),
        Op::ReadEpilogue { load: number } => format!("read_epilogue {}", load(number)),
        Op::Release { pipeline } => format!("release p{pipeline}"),
        Op::StoreOperand { inst } => {
            format!("store_operand {}", inst_name(function, *inst, names))
        }
        Op::Publish { inst } => format!("publish {}", inst_name(function, *inst, names)),
        Op::MmaWait => "mma_wait".to_owned(),
    }
}

/// The name of an instruction: that of its first result, or its number in the entry.
fn inst_name(function: &Function, inst: Inst, names: &ValueNames<'_>) -> String {
    match function.results(inst).first() {
        Some(&result) => names.name(result),
        None => ordinal(function, inst),
    }
}

/// The name of a loop or branch: that of its induction variable or first result, or its number in the entry.
fn region_name(function: &Function, inst: Inst, names: &ValueNames<'_>) -> String {
    match function.data(inst) {
        InstData::For { body, .. } => names.name(function.block_params(*body)[0]),
        _ => inst_name(function, inst, names),
    }
}

fn ordinal(function: &Function, inst: Inst) -> String {
    let order = function.insts_in_order();
    let number = order.iter().position(|&other| other == inst).unwrap_or_default();
    format!("#{number}")
}
