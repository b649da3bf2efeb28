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
//! other instructions that needs it, or that writes a register which it reads. An instruction that
//! writes a register with other writers stays where it is.
//!
//! Addresses and predicates are placed so in a straight line outside of loops that multiply too, if more is live in it than a
//! thread has registers: `ptxas` moves few instructions beyond barriers, and spills what waits there for its use. Where that makes
//! less live, those in front of a loop that multiplies, and of which only the line behind it has uses, move there first.
//!
//! A few branches forward without other entries or exits, as a group of quotients is, stand in
//! a straight line as one instruction that needs and writes what those in it do, and is as pure: what
//! the quotients of one group are rounded to is computed before those of the next group.

use std::ops::Range;

use cranelift_entity::SecondaryMap;
use lang::base::Span;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ptx::behind_loops;
use crate::ptx::dce::{for_each_reg, for_each_use, live_bits};
use crate::ptx::fold::is_integer;
use crate::ptx::inst::{Effect, Inst, Label, Line, Op, Operand};
use crate::ptx::regs::Reg;
use crate::ptx::types::{Round, Sem, Space, Ty};

/// Longer sequences are loops or branches, which other passes move code out of.
const MAX_FORWARD: usize = 256;

/// Expanded instructions of a straight line from which on it is reordered.
const SEVERAL: usize = 2;

/// Exact live ranges take time with the square of the blocks: a body with more labels stays in the order of selection.
const MAX_LABELS: usize = 256;

/// The straight lines that are reordered.
#[derive(Clone, Copy)]
enum Selection<'a> {
    /// Those with several expanded instructions.
    Expanded,
    All,
    /// Those in one of whose lines this holds, of which addresses and predicates move.
    Marked(&'a [bool]),
    /// None.
    Nothing,
}

/// Reorders the straight lines of a body with several expanded instructions.
pub fn sink(body: &mut Vec<Line>) {
    if body.iter().any(|line| matches!(line, Line::Inst(inst) if is_expanded(inst))) {
        reorder(body, Selection::Expanded);
    }
}

/// Reorders all straight lines of a body, so that values are computed, or come from shared memory, where
/// they are needed.
pub fn sink_everywhere(body: &mut Vec<Line>) {
    reorder(body, Selection::All);
}

/// Moves addresses and predicates in the straight lines in which more is live than so many registers, outside of loops that
/// multiply, if that makes it less. Accumulators that are in registers before the line begins are live whatever moves, and
/// `ptxas` overlaps the computations of elements better in the order of selection.
pub fn sink_where_crowded(body: &mut Vec<Line>, registers: u32, bits: impl Fn(Reg) -> u32) {
    let most = i64::from(registers) * 32;
    let n_labels = body.iter().filter(|line| matches!(line, Line::Label(_))).count();
    if n_labels > MAX_LABELS || most_bits(body, &bits) <= most {
        return;
    }
    let is_crowded = |body: &[Line]| -> Vec<bool> {
        let live = live_bits(body, &bits);
        let mut marked: Vec<bool> = live.iter().map(|&live| live > most).collect();
        for (head, back) in multiplying_loops(body) {
            marked[head..=back].fill(false);
        }
        marked
    };
    if !is_crowded(body).contains(&true) {
        return;
    }
    let crowded = |body: &[Line]| {
        live_bits(body, &bits).iter().map(|&live| (live - most).max(0)).sum::<i64>()
    };
    let mut behind = body.clone();
    // Accumulators in tensor memory leave the registers to the addresses.
    let is_moved = !body.iter().any(is_in_tensor_memory)
        && behind_loops::sink(&mut behind, &multiplying_loops(body));
    let mut least = crowded(body);
    for mut changed in [body.clone(), behind].into_iter().take(1 + usize::from(is_moved)) {
        let marked = is_crowded(&changed);
        reorder(&mut changed, Selection::Marked(&marked));
        let live = crowded(&changed);
        if live < least {
            (least, *body) = (live, changed);
        }
    }
}

/// No fewer bits than are live at once anywhere, found in one walk:
///
/// ```text
/// max over lines of sum of bits(r) for first(r) <= line <= last(r)
/// ```
///
/// where a register that is first or last named in a loop is live in all of the outermost loop around.
fn most_bits(body: &[Line], bits: impl Fn(Reg) -> u32) -> i64 {
    // Where the outermost loop around each line begins and ends.
    let mut around: Vec<(usize, usize)> = (0..body.len()).map(|line| (line, line)).collect();
    let mut loops = backward_jumps(body);
    loops.sort_unstable();
    let mut outermost: Vec<(usize, usize)> = Vec::new();
    for (head, back) in loops {
        match outermost.last_mut() {
            Some(last) if head <= last.1 => last.1 = last.1.max(back),
            _ => outermost.push((head, back)),
        }
    }
    for (head, back) in outermost {
        around[head..=back].fill((head, back));
    }
    let mut ranges: SecondaryMap<Reg, Option<(usize, usize)>> = SecondaryMap::new();
    for (index, line) in body.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        let (head, back) = around[index];
        let mut name = |reg| {
            let (first, last) = ranges[reg].unwrap_or((head, back));
            ranges[reg] = Some((first.min(head), last.max(back)));
        };
        for_each_reg(&inst.results, &mut name);
        for_each_use(inst, &mut name);
    }
    let mut change = vec![0; body.len() + 1];
    for (reg, range) in ranges.iter() {
        let &Some((first, last)) = range else { continue };
        let size = i64::from(bits(reg));
        change[first] += size;
        change[last + 1] -= size;
    }
    let mut live = 0;
    change.into_iter().fold(0, |most, change| {
        live += change;
        most.max(live)
    })
}

/// The loops of a body, each from its first line to a jump back to it.
fn backward_jumps(body: &[Line]) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<Label, usize> = FxHashMap::default();
    let mut loops = Vec::new();
    for (index, line) in body.iter().enumerate() {
        match line {
            Line::Label(label) => {
                places.insert(*label, index);
            }
            Line::Inst(inst) => {
                loops.extend(labels(inst).filter_map(|label| Some((*places.get(&label)?, index))));
            }
            Line::Comment(_) | Line::Source(_) => {}
        }
    }
    loops
}

/// The innermost loops with MMAs, from their first line to their last.
fn multiplying_loops(body: &[Line]) -> Vec<(usize, usize)> {
    let mut loops = backward_jumps(body);
    let is_mma = |line: &Line| matches!(line, Line::Inst(inst) if multiplies(inst));
    let mmas: Vec<usize> = (0..body.len()).filter(|&index| is_mma(&body[index])).collect();
    loops.retain(|(head, back)| mmas.iter().any(|mma| (head..=back).contains(&mma)));
    let is_inside =
        |(a, b): (usize, usize), (c, d): (usize, usize)| (a, b) != (c, d) && c <= a && b <= d;
    let all = loops.clone();
    loops.retain(|&outer| !all.iter().any(|&inner| is_inside(inner, outer)));
    loops
}

fn reorder(body: &mut Vec<Line>, selection: Selection<'_>) {
    let mut writes = SecondaryMap::new();
    for line in body.iter() {
        if let Line::Inst(inst) = line {
            for_each_reg(&inst.results, |reg| writes[reg] += 1);
        }
    }
    *body = Sinker { writes: &writes, selection, out: Vec::new() }.lines(std::mem::take(body));
}

/// A part of a straight line.
enum Movable {
    Line(Line),
    /// Branches forward, up to the label where all of them meet.
    Forward(Vec<Line>),
}

impl Movable {
    fn multiplies(&self) -> bool {
        self.insts().any(multiplies)
    }

    fn insts(&self) -> impl Iterator<Item = &Inst> {
        let lines = match self {
            Movable::Line(line) => std::slice::from_ref(line),
            Movable::Forward(lines) => lines.as_slice(),
        };
        lines.iter().filter_map(|line| match line {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) | Line::Comment(_) | Line::Source(_) => None,
        })
    }

    /// Whether it may stand anywhere before its first use: it is pure, and what it writes nothing
    /// else does.
    fn moves(&self, writes: &SecondaryMap<Reg, u32>) -> bool {
        let mut own: FxHashMap<Reg, u32> = FxHashMap::default();
        for inst in self.insts() {
            let pure = match inst.op.effect() {
                Effect::Pure => inst.guard.is_none(),
                Effect::Branches => matches!(self, Movable::Forward(_)),
                Effect::Reads | Effect::Writes => false,
            };
            if !pure {
                return false;
            }
            for_each_reg(&inst.results, |reg| *own.entry(reg).or_default() += 1);
        }
        own.iter().all(|(&reg, &count)| writes[reg] == count)
    }

    /// Whether it computes integers and predicates of integers alone.
    fn is_of_integers(&self) -> bool {
        self.insts().all(is_of_integers)
    }

    /// Whether it is a load that may stand anywhere before its first use and the next write.
    fn is_shared_load(&self, writes: &SecondaryMap<Reg, u32>) -> bool {
        let Movable::Line(Line::Inst(inst)) = self else { return false };
        let mut once = inst.guard.is_none();
        for_each_reg(&inst.results, |reg| once &= writes[reg] == 1);
        once && matches!(inst.op, Op::Ld { sem: Sem::Weak, space: Space::Shared, .. })
    }

    /// The registers that it reads before it writes them.
    fn for_each_operand(&self, mut found: impl FnMut(Reg)) {
        let mut own: FxHashSet<Reg> = FxHashSet::default();
        for inst in self.insts() {
            for_each_use(inst, |reg| {
                if !own.contains(&reg) {
                    found(reg);
                }
            });
            for_each_reg(&inst.results, |reg| {
                own.insert(reg);
            });
        }
    }
}

struct Sinker<'a> {
    /// How many instructions write a register.
    writes: &'a SecondaryMap<Reg, u32>,
    selection: Selection<'a>,
    out: Vec<Line>,
}

impl Sinker<'_> {
    fn lines(mut self, lines: Vec<Line>) -> Vec<Line> {
        let forward = forward_branches(&lines);
        let count = lines.len();
        let mut lines = lines.into_iter().enumerate();
        let mut straight = Vec::new();
        let mut begin = 0;
        // Marks are of lines of the whole body.
        let inside = match self.selection {
            Selection::Marked(..) => Selection::Nothing,
            other => other,
        };
        while let Some((index, line)) = lines.next() {
            if let Some(&end) = forward.get(&index) {
                let rest = lines.by_ref().take(end - index).map(|(_, line)| line).collect();
                // What is in branches forward, by itself.
                let inner = Sinker { writes: self.writes, selection: inside, out: vec![line] };
                straight.push(Movable::Forward(inner.lines(rest)));
                continue;
            }
            let ends = match &line {
                Line::Inst(inst) => inst.op.effect() == Effect::Branches,
                Line::Label(_) => true,
                Line::Comment(_) | Line::Source(_) => false,
            };
            straight.push(Movable::Line(line));
            if ends {
                self.place(std::mem::take(&mut straight), begin..index + 1);
                begin = index + 1;
            }
        }
        self.place(straight, begin..count);
        self.out
    }
}

/// Where branches forward begin and end without other entries or exits, outside of a loop of their
/// own.
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

/// Whether a line multiplies into tensor memory.
fn is_in_tensor_memory(line: &Line) -> bool {
    let Line::Inst(inst) = line else { return false };
    multiplies(inst)
        && !matches!(
            inst.op,
            Op::Wgmma { .. } | Op::WgmmaRegs { .. } | Op::Mma { .. } | Op::MmaScaled { .. }
        )
}

/// Whether an instruction is an MMA of any generation.
fn multiplies(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Wgmma { .. }
            | Op::WgmmaRegs { .. }
            | Op::Mma { .. }
            | Op::MmaScaled { .. }
            | Op::Tcgen05Mma { .. }
            | Op::Tcgen05MmaTensor { .. }
            | Op::Tcgen05MmaScaled { .. }
            | Op::Tcgen05MmaTensorScaled { .. }
    )
}

/// Whether an instruction computes an integer, or a predicate of integers.
pub(super) fn is_of_integers(inst: &Inst) -> bool {
    match inst.op {
        Op::Add { .. } | Op::Sub { .. } | Op::Mul { .. } | Op::Mad { .. } => true,
        Op::Shl { .. } | Op::Shr { .. } => true,
        Op::And { .. } | Op::Or { .. } | Op::Xor { .. } | Op::Not { .. } => true,
        Op::Setp { ty, .. } | Op::Min { ty } | Op::Max { ty } => is_integer(ty),
        Op::Cvt { to, from, .. } => is_integer(to) && is_integer(from),
        _ => false,
    }
}

/// Where an instruction may branch to.
pub(super) fn labels(inst: &Inst) -> impl Iterator<Item = Label> {
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

impl Sinker<'_> {
    /// A straight line, with what is pure before its first use.
    fn place(&mut self, straight: Vec<Movable>, lines: Range<usize>) {
        let expanded = |part: &&Movable| part.insts().any(is_expanded);
        let few = match self.selection {
            Selection::Expanded => straight.iter().filter(expanded).count() < SEVERAL,
            Selection::All => false,
            // What an MMA reads is written in front of its fence.
            Selection::Marked(marked) => {
                !marked[lines].contains(&true) || straight.iter().any(Movable::multiplies)
            }
            Selection::Nothing => true,
        };
        let of_integers = matches!(self.selection, Selection::Marked(_));
        let moves_loads = !of_integers && !matches!(self.selection, Selection::Expanded);
        let mut waiting = Waiting::default();
        let mut source = None;
        let mut marked = None;
        for part in straight {
            let mut placed = Output { out: &mut self.out, source: marked };
            match part {
                Movable::Line(Line::Source(span)) if !few => source = Some(span),
                Movable::Line(Line::Label(_) | Line::Comment(_)) if !few => {
                    waiting.place_all(&mut placed);
                    placed.push(part, None);
                }
                part if few => placed.push(part, None),
                part if part.moves(self.writes) && (!of_integers || part.is_of_integers()) => {
                    waiting.add(part, source, self.writes);
                }
                part if moves_loads && part.is_shared_load(self.writes) => {
                    waiting.loads.push(waiting.parts.len() as u32);
                    waiting.add(part, source, self.writes);
                }
                part => {
                    let leaves =
                        |inst: &Inst| !matches!(part, Movable::Forward(_)) && branches(inst);
                    if part.insts().any(leaves) {
                        waiting.place_all(&mut placed);
                    } else {
                        if part.insts().any(|inst| inst.op.effect() == Effect::Writes) {
                            waiting.place_loads(&mut placed);
                        }
                        waiting.place_for(&part, &mut placed);
                    }
                    placed.push(part, source);
                }
            }
            marked = placed.source;
        }
        let mut placed = Output { out: &mut self.out, source: marked };
        waiting.place_all(&mut placed);
        if let Some(span) = source.filter(|_| placed.source != source) {
            placed.out.push(Line::Source(span));
        }
    }
}

fn branches(inst: &Inst) -> bool {
    inst.op.effect() == Effect::Branches
}

/// What has been placed, and the source that its last line is from.
struct Output<'a> {
    out: &'a mut Vec<Line>,
    source: Option<Span>,
}

impl Output<'_> {
    fn push(&mut self, part: Movable, source: Option<Span>) {
        match part {
            Movable::Line(line) => {
                if let Some(span) = source.filter(|_| self.source != source) {
                    self.out.push(Line::Source(span));
                    self.source = source;
                }
                self.out.push(line);
            }
            Movable::Forward(lines) => {
                self.out.extend(lines);
                self.source = None;
            }
        }
    }
}

/// Pure parts, and loads, whose results are not used yet.
#[derive(Default)]
struct Waiting {
    parts: Vec<Option<(Movable, Option<Span>)>>,
    /// The part that writes a register.
    by: SecondaryMap<Reg, Option<u32>>,
    /// The parts that read a register which others write more than once.
    readers: SecondaryMap<Reg, Vec<u32>>,
    /// The parts that are loads.
    loads: Vec<u32>,
}

impl Waiting {
    fn add(&mut self, part: Movable, source: Option<Span>, writes: &SecondaryMap<Reg, u32>) {
        let index = self.parts.len() as u32;
        part.for_each_operand(|reg| {
            if writes[reg] > 1 {
                self.readers[reg].push(index);
            }
        });
        for inst in part.insts() {
            for_each_reg(&inst.results, |reg| self.by[reg] = Some(index));
        }
        self.parts.push(Some((part, source)));
    }

    /// What a part needs, in the order in which selection has computed it: what was loaded first is
    /// there first.
    fn operands(&self, part: &Movable) -> Vec<u32> {
        let mut found = Vec::new();
        part.for_each_operand(|reg| found.extend(self.by[reg]));
        found.retain(|&index| self.parts[index as usize].is_some());
        found.sort_unstable();
        found
    }

    /// Places what a part needs, operands first, and what must not come after it.
    fn place_for(&mut self, part: &Movable, placed: &mut Output<'_>) {
        let mut open = Vec::new();
        for inst in part.insts() {
            for_each_reg(&inst.results, |reg| open.append(&mut self.readers[reg]));
        }
        open.extend(self.operands(part));
        open.reverse();
        while let Some(&index) = open.last() {
            let Some((part, _)) = &self.parts[index as usize] else {
                open.pop();
                continue;
            };
            let mut before = self.operands(part);
            if !before.is_empty() {
                before.reverse();
                open.extend(before);
            } else if let Some((part, source)) = self.parts[index as usize].take() {
                placed.push(part, source);
            }
        }
    }

    /// Places the loads, which must not come after what writes.
    fn place_loads(&mut self, placed: &mut Output<'_>) {
        for index in std::mem::take(&mut self.loads) {
            if let Some((part, source)) = self.parts[index as usize].take() {
                self.place_for(&part, placed);
                placed.push(part, source);
            }
        }
    }

    /// Places everything: what nothing here needs, one after the other, each after its operands.
    fn place_all(&mut self, placed: &mut Output<'_>) {
        let mut needed = vec![false; self.parts.len()];
        for (part, _) in self.parts.iter().flatten() {
            self.operands(part).into_iter().for_each(|index| needed[index as usize] = true);
        }
        for (index, needed) in needed.into_iter().enumerate() {
            let last = self.parts[index].take_if(|_| !needed);
            if let Some((part, source)) = last {
                self.place_for(&part, placed);
                placed.push(part, source);
            }
        }
        self.parts.clear();
        self.readers.clear();
        self.loads.clear();
    }
}
