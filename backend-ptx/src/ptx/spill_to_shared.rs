//! Values wait in shared memory, so that more CTAs have room on an SM.
//!
//! A CTA whose threads take more than half of the registers of an SM is alone there: while it
//! computes, no load is in flight,
//! and the times of its bytes and of its instructions add up. The same holds,
//! less strictly, of few small CTAs. But most of what a thread holds only waits, such as a row that is
//! divided by its sum at last:
//!
//! ```text
//! v = ..; A; use v              =>  v = ..; spill v; A; w = fetch v; use w
//! v = f x; use v; A; use v      =>  v = f x; use v; A; w = f x; use w
//! ```
//!
//! where `A` waits for other threads, `f` is a conversion, and the second is done where several values
//! are converted from one word, which takes less room than they do.
//!
//! `C` CTAs of `T` threads reside if a thread has `R = 65536 / (C T)` registers at most. If it needs `P`
//! of them (text order is taken for that of execution), `P - R` words have to wait, and they may if
//! `4 T (P - R)` bytes are within the `C`-th part of the shared memory of an SM. A word costs a store
//! and a load, four at a time: `T / 16` clocks of shared memory and half an instruction a thread,
//! where computing it once more would cost as much as it did. Each thread has a place of its own, so
//! there is nothing to wait for.
//!
//! *Requires* what is spilled to be written once and unconditionally. Nothing changes unless all
//! of this is enough for the CTAs that are wanted.

mod rewrite;

use std::collections::BTreeMap;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::rewrite::rewritten;
use crate::ptx::dce::{for_each_reg, for_each_use, live_bits, register_pressure};
use crate::ptx::inst::{Effect, Inst, Line, Op, Operand, Symbol};
use crate::ptx::regs::{Class, Reg, Regs};
use crate::ptx::sink::sink_everywhere;
use crate::ptx::types::Ty;

/// What the CTAs of an SM share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OccupancyTarget {
    /// 32-bit registers of a thread with which that many CTAs reside, with which one does, and that it can have.
    pub registers: u32,
    pub alone: u32,
    pub most: u32,
    /// Threads of an SM.
    pub sm_threads: u32,
    /// Threads of a CTA.
    pub threads: u32,
    /// CTAs that are wanted on an SM.
    pub ctas: u32,
    /// Bytes that each of them may have for what is spilled.
    pub bytes: u32,
}

/// Registers beyond the estimate that are wanted, for what `ptxas` computes in parallel.
const SPARE: u32 = 12;
/// Registers beyond the estimate that it takes at least.
const LEAST_SPARE: u32 = 2;
/// Words of one access to shared memory.
const WORDS: usize = 4;
/// Conversions in a row that are computed again.
const MAX_CHAIN: usize = 2;

/// Rewrites a body of which too few CTAs would reside on an SM, and says how many bytes of shared memory, at
/// the address of the symbol, it spills in; `None` if it stays as it is.
pub fn spill(
    body: &mut Vec<Line>,
    regs: &mut Regs,
    room: OccupancyTarget,
    at: Symbol,
) -> Option<u32> {
    let enough = room.registers;
    let possible = (2 * SPARE..=room.most).contains(&enough);
    if !possible || room.threads * room.ctas > room.sm_threads {
        return None;
    }
    let pressure = |body: &[Line], regs: &Regs| register_pressure(body, |reg| bits(regs, reg));
    let mut sunk = body.clone();
    sink_everywhere(&mut sunk);
    let (now, before) = (pressure(&sunk, regs), pressure(body, regs));
    // Where more is live for the order that is wanted here, as in scans, none of this is known.
    if now <= enough || now > before || now > room.alone.min(room.most) {
        return None;
    }
    let waits = Code::of(&sunk, regs).waits(enough - SPARE, enough - LEAST_SPARE)?;
    if waits.is_empty() {
        return None;
    }
    let mut fresh = regs.clone();
    let (spilled, bytes) = rewritten(&sunk, &mut fresh, waits, room.threads, at);
    let fits = bytes <= room.bytes && pressure(&spilled, &fresh) + LEAST_SPARE <= enough;
    fits.then(|| {
        (*body, *regs) = (spilled, fresh);
        bytes
    })
}

fn bits(regs: &Regs, reg: Reg) -> u32 {
    regs.class(reg).bits()
}

/// Lines from the first to the last of an access: that of the instruction, or all that belong to
/// the branches or loops around it.
type LineSpan = (u32, u32);

/// A value that is not in its register for some time.
#[derive(Clone, Debug)]
struct Wait {
    reg: Reg,
    /// The line that writes it.
    written: u32,
    /// The last line before the time, and the first one after it.
    from: u32,
    until: u32,
    recovery: Recovery,
}

/// How a value comes back.
#[derive(Clone, Debug)]
enum Recovery {
    /// From shared memory.
    Reloaded,
    /// Computed by these lines, the first of which reads only the root.
    Recomputed { root: Reg, lines: SmallVec<[u32; MAX_CHAIN]> },
}

impl Wait {
    /// Whether it is in no register behind a line.
    fn spans(&self, line: u32) -> bool {
        self.from <= line && line + 1 < self.until
    }
}

struct Code<'a> {
    body: &'a [Line],
    regs: &'a Regs,
    /// Branches, forward or around a loop, that are within no others.
    spans: Vec<LineSpan>,
    writes: SecondaryMap<Reg, Vec<u32>>,
    reads: SecondaryMap<Reg, Vec<LineSpan>>,
    /// Bits of registers that are live behind each line.
    live: Vec<i64>,
    /// What is computed from memory. Addresses and the like are not worth spilling.
    data: SecondaryMap<Reg, bool>,
    /// How many barriers come before a line.
    barriers: Vec<u32>,
}

impl<'a> Code<'a> {
    fn of(body: &'a [Line], regs: &'a Regs) -> Code<'a> {
        let mut code = Code {
            body,
            regs,
            spans: spans(body),
            writes: SecondaryMap::new(),
            reads: SecondaryMap::new(),
            live: live_bits(body, |reg| bits(regs, reg)),
            data: SecondaryMap::new(),
            barriers: Vec::with_capacity(body.len()),
        };
        let mut barriers = 0;
        for (index, line) in body.iter().enumerate() {
            code.barriers.push(barriers);
            let Line::Inst(inst) = line else { continue };
            barriers += u32::from(inst.op.is_barrier());
            let mut data = inst.op.effect() == Effect::Reads;
            for_each_use(inst, |reg| data |= code.data[reg]);
            for_each_reg(&inst.results, |reg| code.data[reg] |= data);
            let index = index as u32;
            let place = code.place(index);
            for_each_use(inst, |reg| code.reads[reg].push(place));
            for_each_reg(&inst.results, |reg| code.writes[reg].push(index));
        }
        code
    }

    fn place(&self, line: u32) -> LineSpan {
        let after = self.spans.partition_point(|&(start, _)| start <= line);
        let around = after.checked_sub(1).map(|at| self.spans[at]);
        around.filter(|&(_, end)| line <= end).unwrap_or((line, line))
    }

    fn inst(&self, line: u32) -> Option<&'a Inst> {
        match &self.body[line as usize] {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
        }
    }

    /// What has to wait so that no more than `wanted` words are live, but where nothing can wait, and
    /// nowhere more than `most`.
    fn waits(mut self, wanted_ctas: u32, most: u32) -> Option<Vec<Wait>> {
        let [wanted_ctas, most] = [wanted_ctas, most].map(|words| i64::from(words * 32));
        let mut candidates: Vec<Wait> = (0..self.regs.len() as u32)
            .filter_map(|reg| self.longest_wait(Reg::from_u32(reg)))
            .collect();
        let mut chosen = Vec::new();
        let mut fixed = vec![false; self.live.len()];
        loop {
            let open = (0..self.live.len()).rev().filter(|&line| !fixed[line]);
            let line = open.max_by_key(|&line| self.live[line])?;
            if self.live[line] <= wanted_ctas {
                fill(&mut chosen, candidates);
                return Some(chosen);
            }
            let mut next = self.computed_again(&candidates, line as u32);
            if next.is_empty() {
                let over = candidates.iter().filter(|wait| wait.spans(line as u32));
                next.extend(over.max_by_key(|wait| wait.until - wait.from).cloned());
            }
            if next.is_empty() {
                (self.live[line] <= most).then_some(())?;
                fixed[line] = true;
            }
            for wait in next {
                self.apply(&wait);
                let kept = |other: &Wait| match wait.recovery {
                    Recovery::Reloaded => other.reg != wait.reg,
                    Recovery::Recomputed { root, .. } => other.reg != wait.reg && other.reg != root,
                };
                candidates.retain(kept);
                chosen.push(wait);
            }
        }
    }

    /// The longest time for which data in a word that is written once is not used, if other threads
    /// are waited for meanwhile.
    fn longest_wait(&self, reg: Reg) -> Option<Wait> {
        let &[written] = &self.writes[reg][..] else { return None };
        let unconditional = self.place(written) == (written, written);
        if self.regs.class(reg) != Class::B32 || !unconditional || !self.data[reg] {
            return None;
        }
        self.inst(written)?.guard.is_none().then_some(())?;
        let mut last = written;
        let mut longest: Option<(u32, u32)> = None;
        for &(first, end) in &self.reads[reg] {
            let waits = self.barriers[first as usize] > self.barriers[last as usize];
            if waits && longest.is_none_or(|(from, until)| until - from < first - last) {
                longest = Some((last, first));
            }
            last = last.max(end);
        }
        let (from, until) = longest?;
        Some(Wait { reg, written, from, until, recovery: Recovery::Reloaded })
    }

    /// Values that wait behind a line and take less room as one word that they are converted from.
    fn computed_again(&self, candidates: &[Wait], line: u32) -> Vec<Wait> {
        let mut groups: BTreeMap<Reg, Vec<Wait>> = BTreeMap::new();
        for wait in candidates.iter().filter(|wait| wait.spans(line)) {
            if let Some((root, lines)) = self.chain(wait.reg) {
                let recovery = Recovery::Recomputed { root, lines };
                groups.entry(root).or_default().push(Wait { recovery, ..wait.clone() });
            }
        }
        let smaller = |(root, group): &(Reg, Vec<Wait>)| {
            let is_kept = candidates.iter().any(|other| other.reg == *root)
                || self.last_read(*root) > line
                || self.writes[*root].len() > 1;
            is_kept && group.len() > 1
        };
        groups.into_iter().find(smaller).map(|(_, group)| group).unwrap_or_default()
    }

    fn last_read(&self, reg: Reg) -> u32 {
        self.reads[reg].iter().map(|&(_, end)| end).max().unwrap_or(0)
    }

    /// The word that a value is converted from and the lines that do it.
    fn chain(&self, reg: Reg) -> Option<(Reg, SmallVec<[u32; MAX_CHAIN]>)> {
        let mut lines = SmallVec::new();
        let mut at = reg;
        while lines.len() < MAX_CHAIN {
            let &[written] = &self.writes[at][..] else { break };
            let Some(source) = self.inst(written).and_then(converted) else { break };
            lines.insert(0, written);
            at = source;
        }
        let &first = lines.first()?;
        let before = self.writes[at].iter().all(|&written| written < first);
        (before && self.regs.class(at) == Class::B32).then_some((at, lines))
    }

    /// Takes a value out of what is live for the time that it waits.
    fn apply(&mut self, wait: &Wait) {
        for live in &mut self.live[wait.from as usize..wait.until as usize - 1] {
            *live -= i64::from(Class::B32.bits());
        }
        if let Recovery::Recomputed { root, .. } = wait.recovery {
            let last = self.last_read(root);
            if last < wait.until {
                for live in &mut self.live[last as usize..wait.until as usize] {
                    *live += i64::from(bits(self.regs, root));
                }
                self.reads[root].push((wait.until, wait.until));
            }
        }
    }
}

/// Adds what waits longest, until whole accesses take all that is fetched.
fn fill(chosen: &mut Vec<Wait>, mut candidates: Vec<Wait>) {
    let fetched = chosen.iter().filter(|wait| matches!(wait.recovery, Recovery::Reloaded)).count();
    candidates.sort_by_key(|wait| wait.until - wait.from);
    let missing = fetched.next_multiple_of(WORDS) - fetched;
    chosen.extend(candidates.into_iter().rev().take(missing));
}

/// What a cheap conversion converts: its one operand that is not a constant.
fn converted(inst: &Inst) -> Option<Reg> {
    let cheap = matches!(
        inst.op,
        Op::And { ty: Ty::B32 }
            | Op::Shl { ty: Ty::B32 }
            | Op::Unpack16 {}
            | Op::Cvt { .. }
            | Op::Prmt {}
    );
    let mut operands: SmallVec<[Reg; 2]> = SmallVec::new();
    for_each_use(inst, |reg| operands.push(reg));
    match operands[..] {
        [operand] if cheap && inst.guard.is_none() => Some(operand),
        _ => None,
    }
}

/// The branches of a body, forward or around a loop, without those within others.
fn spans(body: &[Line]) -> Vec<LineSpan> {
    let mut labels = FxHashMap::default();
    for (index, line) in body.iter().enumerate() {
        if let Line::Label(label) = line {
            labels.insert(*label, index as u32);
        }
    }
    let mut spans: Vec<LineSpan> = Vec::new();
    for (index, line) in body.iter().enumerate() {
        let Line::Inst(Inst { op, operands, .. }) = line else { continue };
        if op.effect() != Effect::Branches {
            continue;
        }
        for operand in operands {
            if let Operand::Label(label) = operand
                && let Some(&target) = labels.get(label)
            {
                spans.push((target.min(index as u32), target.max(index as u32)));
            }
        }
    }
    spans.sort_unstable();
    let mut merged: Vec<LineSpan> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.0 <= last.1 => last.1 = last.1.max(span.1),
            _ => merged.push(span),
        }
    }
    merged
}
