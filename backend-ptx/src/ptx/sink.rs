//! Brings computations to where they are needed, around instructions that `ptxas` expands to
//! branches.
//!
//! Selection computes an operation for all elements of a tile before the next operation, and
//! leaves the order to `ptxas`. It cannot move anything across the branches of a rounded division
//! or root, so the operands of all of them would be live at once:
//!
//! ```text
//! e0 = ..; e1 = ..; q0 = div e0; q1 = div e1; st q0; st q1
//!     =>  e0 = ..; q0 = div e0; st q0; e1 = ..; q1 = div e1; st q1
//! ```
//!
//! In straight lines with several of them, what is pure is placed in front of the first of the
//! other instructions that needs it, or that writes a register which it reads. What itself writes
//! a register that others write too stays where it is.
//!
//! A few branches forward that nobody else enters or leaves, as a group of quotients is, stand in
//! a straight line as one instruction that needs and writes what those in it do.

use cranelift_entity::SecondaryMap;
use lang::base::Span;

use rustc_hash::FxHashMap;

use super::dce::{for_each_reg, for_each_use};
use super::inst::{Effect, Inst, Label, Line, Op, Operand};
use super::regs::Reg;
use super::types::{Round, Ty};

/// Longer ones are no instruction any more, but code that things are moved out of.
const MAX_FORWARD: usize = 256;

/// Reorders the straight lines of a body.
pub fn sink(body: &mut Vec<Line>) {
    if !body.iter().any(|line| matches!(line, Line::Inst(inst) if is_expanded(inst))) {
        return;
    }
    let mut sinker = Sinker { writes: SecondaryMap::new(), out: Vec::with_capacity(body.len()) };
    for line in body.iter() {
        if let Line::Inst(inst) = line {
            for_each_reg(&inst.results, |reg| sinker.writes[reg] += 1);
        }
    }
    sinker.lines(std::mem::take(body));
    *body = sinker.out;
}

/// A part of a straight line.
enum Part {
    Line(Line),
    /// Branches forward, up to the label where all of them meet.
    Forward(Vec<Line>),
}

impl Part {
    fn insts(&self) -> impl Iterator<Item = &Inst> {
        let lines = match self {
            Part::Line(line) => std::slice::from_ref(line),
            Part::Forward(lines) => lines.as_slice(),
        };
        lines.iter().filter_map(|line| match line {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
        })
    }
}

struct Sinker {
    /// How many instructions write a register.
    writes: SecondaryMap<Reg, u32>,
    out: Vec<Line>,
}

impl Sinker {
    fn lines(&mut self, lines: Vec<Line>) {
        let forward = forward_branches(&lines);
        let mut lines = lines.into_iter().enumerate();
        let mut straight = Vec::new();
        while let Some((index, line)) = lines.next() {
            if let Some(&end) = forward.get(&index) {
                let rest = lines.by_ref().take(end - index).map(|(_, line)| line);
                straight.push(Part::Forward(std::iter::once(line).chain(rest).collect()));
                continue;
            }
            let ends = match &line {
                Line::Inst(inst) => inst.op.effect() == Effect::Branches,
                Line::Label(_) => true,
                Line::Comment(_) | Line::Source(_) => false,
            };
            straight.push(Part::Line(line));
            if ends {
                self.place(std::mem::take(&mut straight));
            }
        }
        self.place(straight);
    }

    /// What is in branches forward, by itself.
    fn forward(&mut self, lines: Vec<Line>) {
        let mut lines = lines.into_iter();
        self.out.extend(lines.next());
        self.lines(lines.collect());
    }
}

/// Where branches forward begin and end that nobody else enters, leaves or repeats.
fn forward_branches(lines: &[Line]) -> FxHashMap<usize, usize> {
    let mut places: FxHashMap<Label, usize> = FxHashMap::default();
    let mut uses: FxHashMap<Label, u32> = FxHashMap::default();
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Label(label) => {
                places.insert(*label, index);
            }
            Line::Inst(inst) => {
                labels(inst).for_each(|label| *uses.entry(label).or_default() += 1);
            }
            Line::Comment(_) | Line::Source(_) => {}
        }
    }
    let end = |begin: usize| {
        let mut end = begin;
        let mut inside: FxHashMap<Label, u32> = FxHashMap::default();
        let mut index = begin;
        while index <= end && end - begin < MAX_FORWARD {
            match &lines[index] {
                Line::Inst(inst) if inst.op.effect() == Effect::Branches => {
                    let mut targets = labels(inst).peekable();
                    targets.peek()?;
                    for label in targets {
                        *inside.entry(label).or_default() += 1;
                        end = end.max(*places.get(&label).filter(|&&place| place > index)?);
                    }
                }
                Line::Label(label) => {
                    (inside.get(label) == uses.get(label)).then_some(())?;
                }
                Line::Inst(_) | Line::Comment(_) | Line::Source(_) => {}
            }
            index += 1;
        }
        (index > end).then_some(end)
    };
    let mut found = FxHashMap::default();
    let mut index = 0;
    while index < lines.len() {
        let branches =
            matches!(&lines[index], Line::Inst(inst) if inst.op.effect() == Effect::Branches);
        if let Some(end) = branches.then(|| end(index)).flatten() {
            found.insert(index, end);
            index = end;
        }
        index += 1;
    }
    found
}

/// Where an instruction may branch to.
fn labels(inst: &Inst) -> impl Iterator<Item = Label> {
    inst.operands.iter().filter_map(|operand| match operand {
        Operand::Label(label) => Some(*label),
        _ => None,
    })
}

/// Whether `ptxas` makes branches of an instruction: those whose result is rounded correctly.
fn is_expanded(inst: &Inst) -> bool {
    match inst.op {
        Op::DivF { round, .. } | Op::Rcp { round, .. } | Op::Sqrt { round, .. } => {
            !matches!(round, Round::Approx | Round::Full)
        }
        Op::Div { ty } => matches!(ty, Ty::U64 | Ty::S64),
        _ => false,
    }
}

impl Sinker {
    /// A straight line, with what is pure before its first use.
    fn place(&mut self, straight: Vec<Part>) {
        let expanded = |part: &&Part| part.insts().any(is_expanded);
        let few = straight.iter().filter(expanded).count() < 2;
        let mut waiting =
            Waiting { insts: Vec::new(), by: SecondaryMap::new(), readers: SecondaryMap::new() };
        let mut source = None;
        let mut marked = None;
        for part in straight {
            let mut placed = Placed { out: &mut self.out, source: marked };
            match part {
                Part::Forward(lines) => {
                    let part = Part::Forward(lines);
                    waiting.place_for(part.insts(), &mut placed);
                    if let Part::Forward(lines) = part {
                        self.forward(lines);
                    }
                    marked = None;
                    continue;
                }
                Part::Line(line) if few => placed.out.push(line),
                Part::Line(Line::Inst(inst)) => {
                    if moves(&inst, &self.writes) {
                        waiting.add(inst, source, &self.writes);
                        continue;
                    }
                    if inst.op.effect() == Effect::Branches {
                        waiting.place_all(&mut placed);
                    } else {
                        waiting.place_for(std::iter::once(&inst), &mut placed);
                    }
                    placed.push(inst, source);
                }
                Part::Line(Line::Source(span)) => source = Some(span),
                Part::Line(line @ (Line::Label(_) | Line::Comment(_))) => {
                    waiting.place_all(&mut placed);
                    placed.out.push(line);
                }
            }
            marked = placed.source;
        }
        let mut placed = Placed { out: &mut self.out, source: marked };
        waiting.place_all(&mut placed);
        if let Some(span) = source.filter(|_| placed.source != source) {
            placed.out.push(Line::Source(span));
        }
    }
}

fn moves(inst: &Inst, writes: &SecondaryMap<Reg, u32>) -> bool {
    let mut once = inst.guard.is_none() && inst.op.effect() == Effect::Pure;
    for_each_reg(&inst.results, |reg| once &= writes[reg] == 1);
    once
}

/// What has been placed, and the source that its last line is from.
struct Placed<'a> {
    out: &'a mut Vec<Line>,
    source: Option<Span>,
}

impl Placed<'_> {
    fn push(&mut self, inst: Inst, source: Option<Span>) {
        if let Some(span) = source.filter(|_| self.source != source) {
            self.out.push(Line::Source(span));
            self.source = source;
        }
        self.out.push(Line::Inst(inst));
    }
}

/// Pure instructions that nobody has needed yet.
struct Waiting {
    insts: Vec<Option<(Inst, Option<Span>)>>,
    /// The instruction that writes a register.
    by: SecondaryMap<Reg, Option<u32>>,
    /// The instructions that read a register which is written more than once.
    readers: SecondaryMap<Reg, Vec<u32>>,
}

impl Waiting {
    fn add(&mut self, inst: Inst, source: Option<Span>, writes: &SecondaryMap<Reg, u32>) {
        let index = self.insts.len() as u32;
        for_each_reg(&inst.results, |reg| self.by[reg] = Some(index));
        for_each_use(&inst, |reg| {
            if writes[reg] > 1 {
                self.readers[reg].push(index);
            }
        });
        self.insts.push(Some((inst, source)));
    }

    fn operands(&self, inst: &Inst) -> Vec<u32> {
        let mut found = Vec::new();
        for_each_use(inst, |reg| found.extend(self.by[reg]));
        found.retain(|&index| self.insts[index as usize].is_some());
        found
    }

    /// Places what instructions need, operands first, and what must not come after them.
    fn place_for<'i>(&mut self, insts: impl Iterator<Item = &'i Inst>, placed: &mut Placed<'_>) {
        let mut open = Vec::new();
        for inst in insts {
            for_each_reg(&inst.results, |reg| open.append(&mut self.readers[reg]));
            open.extend(self.operands(inst));
        }
        open.reverse();
        while let Some(&index) = open.last() {
            let Some((inst, _)) = &self.insts[index as usize] else {
                open.pop();
                continue;
            };
            let mut before = self.operands(inst);
            if !before.is_empty() {
                before.reverse();
                open.extend(before);
            } else if let Some((inst, source)) = self.insts[index as usize].take() {
                placed.push(inst, source);
            }
        }
    }

    /// Places everything: what nothing here needs, one after the other, each after its operands.
    fn place_all(&mut self, placed: &mut Placed<'_>) {
        let mut needed = vec![false; self.insts.len()];
        for (inst, _) in self.insts.iter().flatten() {
            self.operands(inst).into_iter().for_each(|index| needed[index as usize] = true);
        }
        for (index, needed) in needed.into_iter().enumerate() {
            let last = self.insts[index].take_if(|_| !needed);
            if let Some((inst, source)) = last {
                self.place_for(std::iter::once(&inst), placed);
                placed.push(inst, source);
            }
        }
        self.insts.clear();
        self.readers.clear();
    }
}
