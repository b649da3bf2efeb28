//! The decisions in front of a schedule's partitions.

use ir::{Inst, InstData, Scalar};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::KernelText;
use super::cursor::{Cursor, Parsed, SyntaxError};
use super::split::TextLine;
use crate::analysis::mailed::{Mailed, Sender};
use crate::mma::assign::AsyncMmas;
use crate::mma::async_mma::{AsyncMma, BlockScales, MmaOperand, StoredOperand};
use crate::mma::block_scale::ScaledMma;
use crate::mma::smem_operand::{Major, Staged};
use crate::schedule::pipeline::{
    AsyncLoad, EpilogueLoad, MapSource, PipelinePlan, RowGather, StageLoads, StageRing, TensorMap,
    TileSharing,
};
use crate::schedule::reduction::{BulkReduction, BulkReductions};
use crate::schedule::refusal::{Refusal, Refusals, Requirement};
use crate::schedule::verify::DecisionSpans;
use crate::target::{LANES, Target, WARPGROUP};

/// What the lines say.
pub struct Header {
    pub warps: u32,
    pub plan: Option<PipelinePlan>,
    pub reductions: BulkReductions,
    pub refusals: Refusals,
    pub spans: DecisionSpans,
}

/// The lines read so far.
struct HeaderDraft<'a> {
    kernel: &'a KernelText<'a>,
    target: &'a Target,
    warps: u32,
    is_persistent: Option<bool>,
    per_sm: u32,
    sharing: TileSharing,
    registers: Option<(u32, u32)>,
    cp_async: bool,
    is_multistage: bool,
    maps: Vec<TensorMap>,
    rings: Vec<(u32, u32, Vec<Vec<Inst>>)>,
    async_loads: Vec<AsyncLoad>,
    mailboxes: Vec<Mailed>,
    mmas: FxHashMap<Inst, AsyncMma>,
    in_tensor_memory: bool,
    reductions: BulkReductions,
    refusals: Refusals,
    spans: DecisionSpans,
}

/// Reads the lines in front of the first partition.
pub fn read(kernel: &KernelText<'_>, target: &Target, lines: &[TextLine<'_>]) -> Parsed<Header> {
    let mut draft = HeaderDraft {
        kernel,
        target,
        warps: 0,
        is_persistent: None,
        per_sm: 1,
        sharing: TileSharing::None,
        registers: None,
        cp_async: false,
        is_multistage: false,
        maps: Vec::new(),
        rings: Vec::new(),
        async_loads: Vec::new(),
        mailboxes: Vec::new(),
        mmas: FxHashMap::default(),
        in_tensor_memory: false,
        reductions: BulkReductions::new(),
        refusals: Refusals::default(),
        spans: DecisionSpans::default(),
    };
    let mut depth = 0;
    for line in lines {
        let mut cursor = kernel.cursor(line);
        let first = cursor.peek();
        if first == "partition" {
            draft.cp_async |= line.text.split_whitespace().nth(1) == Some("cp_async");
        }
        let opens = line.text.matches('{').count();
        let closes = line.text.matches('}').count();
        if depth > 0 || opens + closes > 0 || first == "partition" {
            depth = (depth + opens).saturating_sub(closes);
            continue;
        }
        draft.line(&mut cursor)?;
        cursor.end()?;
    }
    draft.finish(lines)
}

impl HeaderDraft<'_> {
    fn line(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let error = cursor.error(format!("a schedule has no `{}`", cursor.peek()));
        let span = cursor.line_span();
        match cursor.next() {
            "" => Ok(()),
            "target" => {
                let name = cursor.next();
                let ours = self.target.name;
                let message = format!("the schedule is for {name}, not for {ours}");
                if name == ours { Ok(()) } else { Err(SyntaxError { message, ..error }) }
            }
            "scheduler" => self.scheduler(cursor),
            "warps" => {
                self.warps = cursor.number()?;
                if cursor.eat(",") {
                    self.is_multistage = cursor.eat("multistage");
                    if self.is_multistage {
                        return Ok(());
                    }
                    cursor.expect(&["registers"])?;
                    let consumer = cursor.number()?;
                    cursor.expect(&[",", "of", "producers"])?;
                    self.registers = Some((cursor.number()?, consumer));
                }
                Ok(())
            }
            "tensormap" => {
                self.spans.maps.push(span);
                self.tensormap(cursor)
            }
            "pipeline" => {
                self.spans.rings.push(span);
                self.pipeline(cursor)
            }
            "load" => {
                self.spans.loads.push(span);
                self.load(cursor)
            }
            "mailbox" => self.mailbox(cursor),
            "mma" => self.mma(cursor),
            "reduction" => self.reduction(cursor),
            "refused" => self.refused(cursor),
            _ => Err(error),
        }
    }

    fn scheduler(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.is_persistent = Some(match cursor.eat("persistent") {
            true => true,
            false => cursor.expect(&["one_tile"]).map(|()| false)?,
        });
        cursor.expect(&[","])?;
        self.per_sm = cursor.number()?;
        cursor.expect(&["cta", "per", "sm", ",", "sharing"])?;
        let all = [TileSharing::None, TileSharing::Multicast, TileSharing::TwoTiles];
        let found = all.into_iter().find(|sharing| sharing.text() == cursor.peek());
        self.sharing = found.ok_or_else(|| cursor.error("there is no such sharing"))?;
        cursor.next();
        Ok(())
    }

    fn tensormap(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.expect_number(cursor, 't', self.maps.len())?;
        cursor.expect(&["="])?;
        let view = self.kernel.value(cursor)?;
        cursor.expect(&[":"])?;
        let elem = ir::Scalar::from_text(cursor.peek());
        let elem = elem.ok_or_else(|| cursor.error("expected an element type here"))?;
        cursor.next();
        cursor.expect(&["dims"])?;
        let dims = cursor.numbers()?.into_iter().map(|dim| dim as usize).collect();
        cursor.expect(&["box"])?;
        let bounds = cursor.numbers()?.into();
        cursor.expect(&["swizzle"])?;
        let swizzle = cursor.number()?;
        let aligned = cursor.eat("aligned");
        let is_pitch_line_aligned = cursor.eat("lines");
        let rounds = cursor.eat("rounds");
        let sources = [MapSource::Replaced, MapSource::Threads];
        let is_next = |source: &MapSource| source.text() == Some(cursor.peek());
        let source = sources.into_iter().find(is_next);
        if source.is_some() {
            cursor.next();
        }
        self.maps.push(TensorMap {
            view,
            elem,
            dims,
            bounds,
            swizzle,
            aligned,
            is_pitch_line_aligned,
            rounds,
            source: source.unwrap_or(MapSource::Kernel),
        });
        Ok(())
    }

    fn pipeline(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.expect_number(cursor, 'p', self.rings.len())?;
        cursor.expect(&["="])?;
        let stages = cursor.number()?;
        cursor.expect(&["stages", "of"])?;
        let bytes = cursor.number()?;
        cursor.expect(&["bytes", ":"])?;
        let mut groups = Vec::new();
        loop {
            groups.push(cursor.list(|cursor| self.kernel.inst(cursor))?);
            if !cursor.eat(",") {
                break;
            }
        }
        self.rings.push((stages, bytes, groups));
        Ok(())
    }

    fn load(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let at = cursor.error("not a load of a view");
        let inst = self.kernel.inst(cursor)?;
        let InstData::LoadViewTko { .. } = self.kernel.function.data(inst) else { return Err(at) };
        cursor.expect(&["="])?;
        let map = cursor.numbered('t')?;
        let Some(TensorMap { elem, .. }) = self.maps.get(map) else {
            return Err(cursor.error("the schedule does not declare this tensor map"));
        };
        cursor.expect(&["to"])?;
        let ring = cursor.numbered('p')?;
        if ring >= self.rings.len() {
            return Err(cursor.error("there is no such pipeline"));
        }
        cursor.expect(&["at"])?;
        let offset = cursor.number()?;
        cursor.expect(&[":"])?;
        let span = cursor.number()?;
        cursor.expect(&["bytes", "x"])?;
        let rows = cursor.number()?;
        cursor.expect(&["rows", "x"])?;
        let staged = Staged { elem: *elem, span, rows, chunks: cursor.number()? };
        cursor.expect(&[",", "axes"])?;
        let axes = cursor.numbers()?.into_iter().map(|axis| axis as usize).collect();
        cursor.expect(&[",", "outer"])?;
        let outer = cursor.number()? as usize;
        let mut load = AsyncLoad {
            inst,
            epilogue_load: None,
            ring,
            offset,
            map,
            axes,
            staged,
            by_threads: false,
            gather: None,
            boxes_per_chunk: 1,
            outer,
        };
        while cursor.eat(",") {
            match cursor.next() {
                "boxes" => load.boxes_per_chunk = cursor.number()?,
                "gather" => load.gather = Some(RowGather::Tma),
                "gather_by_warps" => load.gather = Some(RowGather::Warps),
                "threads" => load.by_threads = true,
                "epilogue" => {
                    let chunks = cursor.number()?;
                    let like = cursor.eat("like").then(|| self.kernel.inst(cursor)).transpose()?;
                    load.by_threads = true;
                    load.epilogue_load = Some(EpilogueLoad { chunks, like });
                }
                _ => return Err(cursor.error("a load has no such property")),
            }
        }
        self.async_loads.push(load);
        Ok(())
    }

    fn mailbox(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let span = cursor.line_span();
        self.expect_number(cursor, 'b', self.mailboxes.len())?;
        cursor.expect(&["="])?;
        let inst = self.kernel.inst(cursor)?;
        self.spans.insts.insert(inst, span);
        cursor.expect(&["of"])?;
        let senders = [Sender::Producer, Sender::Consumers];
        let sender = senders.into_iter().find(|sender| cursor.eat(sender.text()));
        let sender = sender.ok_or_else(|| cursor.error("expected `producer` or `consumers`"))?;
        self.mailboxes.push(Mailed { inst, sender });
        Ok(())
    }

    fn mma(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let span = cursor.line_span();
        let inst = self.kernel.inst(cursor)?;
        self.spans.insts.insert(inst, span);
        cursor.expect(&["="])?;
        self.in_tensor_memory = cursor.eat("tcgen05");
        if !self.in_tensor_memory {
            cursor.expect(&["wgmma"])?;
        }
        let shape = cursor.peek();
        let extents = shape
            .strip_prefix('m')
            .and_then(|rest| rest.split_once('n'))
            .and_then(|(m, rest)| Some((m, rest.split_once('k')?)))
            .and_then(|(m, (n, k))| Some((m.parse().ok()?, n.parse().ok()?, k.parse().ok()?)));
        let (m, n, k) =
            extents.ok_or_else(|| cursor.error("expected a shape such as `m64n64k16`"))?;
        cursor.next();
        cursor.expect(&["rank"])?;
        let rank = cursor.number()? as usize;
        cursor.expect(&["steps"])?;
        let steps = cursor.number()?;
        cursor.expect(&[",", "a"])?;
        let elem = self.operand_elem(inst);
        let a = self.operand(cursor, (elem, m, k))?;
        cursor.expect(&[",", "b"])?;
        let b = self.operand(cursor, (elem, n, k))?;
        let (mut swapped, mut scales) = (false, None);
        while cursor.eat(",") {
            match cursor.next() {
                "swapped" => swapped = true,
                "scales" => scales = Some(block_scales(cursor, elem, k)?),
                _ => return Err(cursor.error("an MMA has no such property")),
            }
        }
        self.mmas.insert(inst, AsyncMma { rank, m, n, k, steps, swapped, a, b, scales });
        Ok(())
    }

    fn reduction(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let span = cursor.line_span();
        let error = cursor.error("not an atomic reduction of a view");
        let inst = self.kernel.inst(cursor)?;
        let InstData::AtomicRedViewTko { .. } = self.kernel.function.data(inst) else {
            return Err(error);
        };
        self.spans.insts.insert(inst, span);
        cursor.expect(&["=", "bulk", ",", "rows", "of"])?;
        let bytes = cursor.number()?;
        cursor.expect(&["bytes", "along"])?;
        let dim = cursor.number()? as usize;
        self.reductions.insert(inst, BulkReduction { dim, bytes });
        Ok(())
    }

    fn refused(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let inst = self.kernel.inst(cursor)?;
        let refused = self.refusals.entry(inst).or_default();
        let part = match cursor.peek() {
            "a" => &mut refused.a,
            "b" => &mut refused.b,
            _ => &mut refused.whole,
        };
        if cursor.peek() != ":" {
            cursor.next();
        }
        cursor.expect(&[":"])?;
        let named = |requirement: &&Requirement| requirement.name() == cursor.peek();
        let requirement = Requirement::ALL.iter().find(named);
        let requirement =
            *requirement.ok_or_else(|| cursor.error("there is no such requirement"))?;
        cursor.next();
        let at = (!cursor.peek().is_empty()).then(|| self.kernel.inst(cursor)).transpose()?;
        *part = Some(Refusal { requirement, at });
        Ok(())
    }

    /// The element type of an MMA's operands.
    fn operand_elem(&self, mma: Inst) -> Option<Scalar> {
        let KernelText { module, function, .. } = *self.kernel;
        let lhs = function.data(mma).operands().first().copied()?;
        module.types.elem_scalar(function.value_type(lhs))
    }

    /// An operand with this element type and extents along M or N and along K.
    fn operand(
        &self,
        cursor: &mut Cursor<'_>,
        (elem, mn, k): (Option<Scalar>, u32, u32),
    ) -> Parsed<MmaOperand> {
        if cursor.eat("registers") {
            if !cursor.eat("to") {
                return Ok(MmaOperand::Registers);
            }
            cursor.expect(&["smem"])?;
            let major = if cursor.eat("mn") { Major::Mn } else { Major::K };
            if major == Major::K {
                cursor.expect(&["k"])?;
            }
            let error = cursor.error("an operand of this shape has no place in shared memory");
            let staged = elem.and_then(|elem| Staged::operand(elem, major, mn, k)).ok_or(error)?;
            cursor.expect(&["at"])?;
            let offset = cursor.number()?;
            return Ok(MmaOperand::RegistersToSmem(StoredOperand { staged, major, offset }));
        }
        let at = cursor.error("not an asynchronous load");
        let inst = self.kernel.inst(cursor)?;
        let number = self.async_loads.iter().position(|load| load.inst == inst).ok_or(at)?;
        match cursor.next() {
            "k" => Ok(MmaOperand::Smem(number, Major::K)),
            "mn" => Ok(MmaOperand::Smem(number, Major::Mn)),
            "to" => {
                cursor.expect(&["registers"])?;
                Ok(MmaOperand::SmemToRegisters(number, self.async_loads[number].staged))
            }
            _ => Err(cursor.error("expected `k`, `mn` or `to registers` before this")),
        }
    }

    /// Things are numbered in their order.
    fn expect_number(&self, cursor: &mut Cursor<'_>, letter: char, number: usize) -> Parsed<()> {
        let wrong = cursor.error(format!("the next one is `{letter}{number}`"));
        match cursor.numbered(letter)? == number {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    fn finish(self, lines: &[TextLine<'_>]) -> Parsed<Header> {
        let head = lines.first().map_or(TextLine { text: "", start: 0 }, |line| *line);
        let error = |message: &str| self.kernel.cursor(&head).error(message);
        if !self.warps.is_power_of_two() || self.warps > 32 {
            return Err(error("`warps` is a power of two, at most 32"));
        }
        let Some(is_persistent) = self.is_persistent else {
            return Ok(Header {
                warps: self.warps,
                plan: None,
                reductions: self.reductions,
                refusals: self.refusals,
                spans: self.spans,
            });
        };
        let number = |inst: Inst| self.async_loads.iter().position(|load| load.inst == inst);
        let mut rings = Vec::new();
        for (stages, bytes, groups) in &self.rings {
            let group = |insts: &Vec<Inst>| -> Option<StageLoads> {
                insts.iter().map(|&inst| number(inst)).collect()
            };
            let stage_loads: Option<SmallVec<[StageLoads; 2]>> = groups.iter().map(group).collect();
            let stage_loads =
                stage_loads.ok_or_else(|| error("a pipeline has a load that is not described"))?;
            rings.push(StageRing { stage_loads, stages: *stages, bytes: *bytes });
        }
        let tiles = if self.sharing == TileSharing::TwoTiles { 2 } else { 1 };
        let warpgroups = match self.is_multistage {
            true => 0,
            false => self.warps * LANES / WARPGROUP / tiles,
        };
        if !self.is_multistage && !(1..=2).contains(&warpgroups) {
            return Err(error("a tile block has one or two warpgroups of consumers"));
        }
        let mmas =
            AsyncMmas { mmas: self.mmas, warpgroups, in_tensor_memory: self.in_tensor_memory };
        let plan = PipelinePlan {
            async_loads: self.async_loads,
            rings,
            maps: self.maps,
            mmas,
            is_persistent,
            per_sm: self.per_sm,
            sharing: self.sharing,
            registers: self.registers,
            cp_async: self.cp_async && !self.is_multistage,
            multistage: self.is_multistage.then_some(self.warps),
            mailboxes: self.mailboxes,
        };
        Ok(Header {
            warps: self.warps,
            plan: Some(plan),
            reductions: self.reductions,
            refusals: self.refusals,
            spans: self.spans,
        })
    }
}

/// The scales of a row of `k` elements.
fn block_scales(cursor: &mut Cursor<'_>, elem: Option<Scalar>, k: u32) -> Parsed<BlockScales> {
    let scale = match cursor.next() {
        "ue8m0" => Scalar::F8E8M0FNU,
        "ue4m3" => Scalar::F8E4M3FN,
        _ => return Err(cursor.error("expected the format of scales")),
    };
    cursor.expect(&["for"])?;
    let block = cursor.number()?;
    let mma = elem.and_then(|elem| ScaledMma::form(elem, scale, block));
    let mma = mma.ok_or_else(|| cursor.error("no instruction reads such scales"))?;
    Ok(BlockScales { mma, count: k / block })
}
