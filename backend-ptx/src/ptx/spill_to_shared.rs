//! Values wait in shared memory, so that more CTAs have room on an SM.
//!
//! A CTA whose threads take more than half of the registers of an SM is alone there: while it
//! computes nobody loads, and the times of its bytes and of its instructions add up. The same holds,
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

use std::collections::BTreeMap;

use cranelift_entity::SecondaryMap;
use lang::base::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ptx::dce::{for_each_reg, for_each_use, live_bits, register_pressure};
use crate::ptx::inst::{Base, Effect, Inst, Line, Op, Operand, Symbol};
use crate::ptx::regs::{Class, Reg, Regs, Val};
use crate::ptx::sink::sink_everywhere;
use crate::ptx::types::{Part, Space, Sreg, Ty, Vector};

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

/// Lines to be inserted, and registers that take the place of others from a line on.
struct Rewriter<'a> {
    body: &'a [Line],
    regs: &'a mut Regs,
    before: FxHashMap<u32, Vec<Line>>,
    behind: FxHashMap<u32, Vec<Line>>,
    renamed: SecondaryMap<Reg, Option<(u32, Reg)>>,
}

/// The body in which those values wait, and how many bytes of shared memory they need.
fn rewritten(
    body: &[Line],
    regs: &mut Regs,
    waits: Vec<Wait>,
    threads: u32,
    at: Symbol,
) -> (Vec<Line>, u32) {
    let [thread, base, address] = [(); 3].map(|()| regs.fresh(Class::B32));
    let mut rewriter = Rewriter {
        body,
        regs,
        before: FxHashMap::default(),
        behind: FxHashMap::default(),
        renamed: SecondaryMap::new(),
    };
    let (mut spilled, again): (Vec<Wait>, Vec<Wait>) =
        waits.into_iter().partition(|wait| matches!(wait.recovery, Recovery::Reloaded));
    again.iter().for_each(|wait| rewriter.compute_again(wait));
    // What comes back together is spilled together.
    spilled.sort_by_key(|wait| (wait.until, wait.written));
    let mut bytes = 0;
    let mut rest = &spilled[..];
    while let Some((first, others)) = rest.split_first() {
        // All are written before any is wanted back; with fewer, threads would meet in banks.
        let fit = rest.iter().take(WORDS).take_while(|wait| wait.written < first.until).count();
        if fit < WORDS {
            rest = others;
            continue;
        }
        let place = Operand::Mem { base: Base::Reg(address), offset: bytes as i32 };
        rewriter.spill(&rest[..WORDS], place);
        bytes += (WORDS * 4) as u32 * threads;
        rest = &rest[WORDS..];
    }
    let mut out = Vec::new();
    if bytes > 0 {
        let (tid, symbol) = (Operand::Sreg(Sreg::Tid), Operand::Address(at));
        let scale = Val::u32((WORDS * 4) as u32).into();
        let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        out.push(line(Op::MovSreg {}, &[thread.into()], &[tid]));
        out.push(line(Op::MovAddress { ty: Ty::U32 }, &[base.into()], &[symbol]));
        out.push(line(mad, &[address.into()], &[thread.into(), scale, base.into()]));
    }
    rewriter.write(&mut out);
    (out, bytes)
}

fn line(op: Op, results: &[Operand], operands: &[Operand]) -> Line {
    Line::Inst(Inst {
        guard: None,
        op,
        results: results.into(),
        operands: operands.into(),
        span: Span::NONE,
    })
}

impl Rewriter<'_> {
    fn compute_again(&mut self, wait: &Wait) {
        let Recovery::Recomputed { lines, .. } = &wait.recovery else { return };
        let mut copies: FxHashMap<Reg, Reg> = FxHashMap::default();
        for &index in lines {
            let Line::Inst(inst) = &self.body[index as usize] else { continue };
            let mut inst = inst.clone();
            replace(&mut inst.operands, |reg| copies.get(&reg).copied());
            let regs = &mut *self.regs;
            replace(&mut inst.results, |reg| {
                let copy = regs.fresh(regs.class(reg));
                copies.insert(reg, copy);
                Some(copy)
            });
            self.before.entry(wait.until).or_default().push(Line::Inst(inst));
        }
        self.renamed[wait.reg] = copies.get(&wait.reg).map(|&copy| (wait.until, copy));
    }

    fn spill(&mut self, waits: &[Wait], place: Operand) {
        let written = waits.iter().map(|wait| wait.written).max().unwrap_or(0);
        let until = waits.iter().map(|wait| wait.until).min().unwrap_or(0);
        let fetched: Vec<Reg> = waits.iter().map(|_| self.regs.fresh(Class::B32)).collect();
        let list = |regs: &[Reg]| Operand::Vec(regs.iter().map(|&reg| Val::Reg(reg)).collect());
        let kept = list(&waits.iter().map(|wait| wait.reg).collect::<Vec<_>>());
        let back = list(&fetched);
        let store = Op::store(Space::Shared, Vector::V4, Ty::B32);
        let load = Op::load(Space::Shared, Vector::V4, Ty::B32);
        self.behind.entry(written).or_default().push(line(store, &[], &[place.clone(), kept]));
        self.before.entry(until).or_default().push(line(load, &[back], &[place]));
        for (wait, &fetched) in waits.iter().zip(&fetched) {
            self.renamed[wait.reg] = Some((wait.until, fetched));
        }
    }

    fn write(mut self, out: &mut Vec<Line>) {
        for (index, line) in self.body.iter().enumerate() {
            let index = index as u32;
            out.extend(self.before.remove(&index).unwrap_or_default());
            let mut line = line.clone();
            if let Line::Inst(inst) = &mut line {
                replace(&mut inst.operands, |reg| {
                    self.renamed[reg].filter(|&(from, _)| from <= index).map(|(_, new)| new)
                });
            }
            out.push(line);
            out.extend(self.behind.remove(&index).unwrap_or_default());
        }
    }
}

/// Puts other registers in the place of those for which there are some.
fn replace(operands: &mut [Operand], mut other: impl FnMut(Reg) -> Option<Reg>) {
    let mut change = |reg: &mut Reg| {
        if let Some(other) = other(*reg) {
            *reg = other;
        }
    };
    for operand in operands {
        match operand {
            Operand::Val(Val::Reg(reg)) | Operand::Mem { base: Base::Reg(reg), .. } => change(reg),
            Operand::Vec(list) => list.iter_mut().for_each(|val| {
                if let Val::Reg(reg) = val {
                    change(reg);
                }
            }),
            Operand::Tensor { map, coordinates } => {
                change(map);
                coordinates.iter_mut().for_each(|val| {
                    if let Val::Reg(reg) = val {
                        change(reg);
                    }
                });
            }
            Operand::Val(Val::Imm(_)) | Operand::Mem { base: Base::Symbol(_), .. } => {}
            Operand::Sreg(_) | Operand::Label(_) | Operand::Address(_) => {}
            Operand::Immediates(_) | Operand::Sink => {}
        }
    }
}
