//! Code under construction: a kernel's lines, written front to back.
//!
//! Pure instructions are *defined* ([`Builder::def`]): the builder folds constants, returns the
//! earlier result of an equal instruction, and allocates the result. Everything else is *emitted*
//! ([`Builder::emit`]).
//!
//! Registers made by definitions have one definition. Variables, such as what a loop carries, come from
//! [`Builder::fresh`] and are written by [`Builder::assign`] and what else emits.
//!
//! *Invariant:* a result is reused only where its instruction dominates, and while its operands still have
//! their values. Every instruction and every label goes through `Builder::push` and [`Builder::place`], which
//! tell [`flow`](super::flow) where control goes; callers cannot emit a branch past it.

mod halves;
mod integer;

use lang::base::Span;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

pub use self::integer::{Exact, Sum};

use crate::ptx::dce::for_each_reg;
use crate::ptx::flow::{Block, Flow};
use crate::ptx::fold;
use crate::ptx::inst::{Base, Effect, Guard, Inst, Label, Line, Op, Operand, Slot, Symbol};
use crate::ptx::regs::{Class, Reg, Regs, Val};
use crate::ptx::types::{Space, Sreg, Ty, Uniform};
use crate::ptx::{Variable, Variables};

/// Lines for which there is room from the beginning.
const EXPECTED_LINES: usize = 2048;

type Key = (Op, SmallVec<[Operand; 3]>);

/// Several results of one instruction.
pub type Results = SmallVec<[Reg; 4]>;

/// Something that held behind `since` lines.
#[derive(Clone, Copy)]
struct Fact<T> {
    what: T,
    since: u32,
}

/// The results of an instruction, which are known while the block that it is in is open.
struct Known {
    results: Results,
    since: u32,
    block: Block,
    /// The place of the block among the open ones.
    depth: u32,
}

pub struct Builder<'m> {
    pub regs: Regs,
    /// What the lines that follow come from.
    pub span: Span,
    body: Vec<Line>,
    variables: &'m mut Variables,
    flow: Flow,
    known: FxHashMap<Key, Known>,
    sums: FxHashMap<Reg, Fact<Sum>>,
    /// Comparisons and their conjunctions, by the predicate that they define.
    predicates: FxHashMap<Reg, Fact<(Op, [Val; 2])>>,
    /// 32-bit integers by the 64-bit ones that they were extended to, and whether with their sign.
    widened: FxHashMap<Reg, Fact<(Val, bool)>>,
    /// Floats by their negatives.
    negated: FxHashMap<Reg, Fact<Val>>,
}

impl<'m> Builder<'m> {
    pub fn new(variables: &'m mut Variables) -> Builder<'m> {
        Builder {
            regs: Regs::default(),
            span: Span::NONE,
            body: Vec::with_capacity(EXPECTED_LINES),
            variables,
            flow: Flow::new(),
            known: FxHashMap::with_capacity_and_hasher(EXPECTED_LINES / 4, Default::default()),
            sums: FxHashMap::default(),
            predicates: FxHashMap::default(),
            widened: FxHashMap::default(),
            negated: FxHashMap::default(),
        }
    }

    /// The registers and the lines, unless something in them is known to be wrong.
    pub fn finish(self) -> Result<(Regs, Vec<Line>), String> {
        match self.flow.fault() {
            Some(fault) => Err(fault.to_owned()),
            None => Ok((self.regs, self.body)),
        }
    }

    /// The line written last.
    pub fn last(&self) -> Option<&Line> {
        self.body.last()
    }

    fn time(&self) -> u32 {
        self.body.len() as u32
    }

    /// Writes an instruction; nothing else adds one to the body.
    fn push(&mut self, inst: Inst) {
        let Inst { guard, op, .. } = inst;
        let target = inst.operands.iter().find_map(|operand| match operand {
            Operand::Label(label) => Some(*label),
            _ => None,
        });
        self.body.push(Line::Inst(inst));
        match target {
            Some(label) => self.flow.branch(label, guard.is_some()),
            None if op.ends_control() && guard.is_none() => self.flow.exit(),
            None => {}
        }
    }

    /// The known value, if its registers still hold it.
    fn holding<T: Copy>(&mut self, fact: Fact<T>, regs: [Option<Reg>; 2]) -> Option<T> {
        self.flow.holds(fact.since, regs.into_iter().flatten()).then_some(fact.what)
    }

    fn fact<T>(&self, what: T) -> Fact<T> {
        Fact { what, since: self.time() }
    }

    pub fn fresh(&mut self, class: Class) -> Reg {
        self.regs.fresh(class)
    }

    pub fn variable(&mut self, variable: Variable) -> Symbol {
        self.variables.push(variable)
    }

    /// A variable that is found by its name: a table that all kernels of the module share, or one that a kernel mentions twice.
    pub fn named_variable(&mut self, variable: Variable) -> Symbol {
        let known = self.variables.iter().find(|(_, known)| known.name == variable.name);
        match known {
            Some((symbol, _)) => symbol,
            None => self.variables.push(variable),
        }
    }

    /// A constant of the module with these bytes.
    pub fn text(&mut self, bytes: Vec<u8>) -> Symbol {
        let same = |known: &Variable| {
            known.space == Space::Global && !known.visible && known.init == bytes
        };
        if let Some((symbol, _)) = self.variables.iter().find(|(_, known)| same(known)) {
            return symbol;
        }
        self.variables.push(Variable {
            name: format!("$text{}", self.variables.len()),
            space: Space::Global,
            align: 1,
            bytes: bytes.len() as u64,
            init: bytes,
            visible: false,
        })
    }

    pub fn variable_mut(&mut self, symbol: Symbol) -> &mut Variable {
        &mut self.variables[symbol]
    }

    /// The class of a value's register; constants have none.
    pub fn class(&self, val: Val) -> Option<Class> {
        val.reg().map(|reg| self.regs.class(reg))
    }

    /// The result of a pure instruction, or of one that reads.
    pub fn def(&mut self, op: Op, operands: &[Val]) -> Val {
        if let Some(val) = fold::simplify(op, operands) {
            return val;
        }
        let list: SmallVec<[Operand; 3]> = operands.iter().map(|&v| Operand::Val(v)).collect();
        let result = self.def_all(op, list)[0];
        if let (Op::Setp { .. } | Op::And { ty: Ty::Pred }, &[a, b]) = (op, operands) {
            self.predicates.insert(result, self.fact((op, [a, b])));
        }
        Val::Reg(result)
    }

    /// The comparison or conjunction that defines a predicate.
    pub fn predicate(&mut self, val: Val) -> Option<(Op, [Val; 2])> {
        let fact = *self.predicates.get(&val.reg()?)?;
        self.holding(fact, fact.what.1.map(Val::reg))
    }

    /// A predicate computed anew, so that it need not be kept since it was computed first: there
    /// are few predicate registers.
    pub fn recompute(&mut self, pred: Val) -> Val {
        let Some((op, [a, b])) = self.predicate(pred) else { return pred };
        let (a, b) = match op {
            Op::And { .. } => (self.recompute(a), self.recompute(b)),
            _ => (a, b),
        };
        let reg = self.fresh(Class::Pred);
        self.emit(op, &[reg.into()], &[a.into(), b.into()]);
        Val::Reg(reg)
    }

    /// [`def`](Self::def) for other operands than values.
    pub fn def_from(&mut self, op: Op, operand: Operand) -> Val {
        Val::Reg(self.def_all(op, smallvec![operand])[0])
    }

    /// All results of an instruction; brace lists are flattened.
    pub fn def_all(&mut self, op: Op, operands: SmallVec<[Operand; 3]>) -> Results {
        let operands = self.legal(op, operands);
        let pure = op.effect() == Effect::Pure;
        let key = (op, operands);
        if pure && let Some(results) = self.recall(&key) {
            return results;
        }
        let (_, operands) = key;
        let mut all = Results::new();
        let mut list = SmallVec::new();
        for slot in op.results() {
            let start = all.len();
            match slot {
                Slot::Vec(count, class) => {
                    all.extend((0..count).map(|_| self.regs.fresh(class)));
                    list.push(Operand::Vec(all[start..].iter().map(|&r| Val::Reg(r)).collect()));
                }
                Slot::Reg(class) => {
                    all.push(self.regs.fresh(class));
                    list.push(all[start].into());
                }
                Slot::Val(_) | Slot::Imm | Slot::Mem | Slot::Sreg | Slot::Label | Slot::Address => {
                }
                Slot::Tensor(_) | Slot::Immediates(_) | Slot::Selector | Slot::Sink => {}
            }
        }
        all.iter().for_each(|&reg| self.flow.define(reg));
        self.push(Inst {
            guard: None,
            op,
            results: list,
            operands: operands.clone(),
            span: self.span,
        });
        if pure {
            self.note((op, operands), all.clone());
        }
        all
    }

    /// The result of a pure instruction if it has been computed.
    pub fn find(&mut self, op: Op, operands: &[Val]) -> Option<Val> {
        let operands = operands.iter().map(|&val| Operand::Val(val)).collect();
        self.recall(&(op, operands)).map(|results| Val::Reg(results[0]))
    }

    /// The results of an instruction that has been written, if they are what it would give here.
    fn recall(&mut self, key: &Key) -> Option<Results> {
        let Known { results, since, block, depth } = self.known.get(key)?;
        if self.flow.open().get(*depth as usize) != Some(block) {
            return None;
        }
        let mut regs: SmallVec<[Reg; 8]> = SmallVec::from_slice(results);
        for_each_reg(&key.1, |reg| regs.push(reg));
        self.flow.holds(*since, regs.iter().copied()).then(|| results.clone())
    }

    /// Records that an instruction would give these results, so that it is never emitted.
    fn remember(&mut self, op: Op, operands: SmallVec<[Operand; 3]>, results: Results) {
        let key = (op, operands);
        if self.recall(&key).is_none() {
            self.note(key, results);
        }
    }

    /// Records the results of an instruction that [`recall`](Self::recall) does not know.
    fn note(&mut self, key: Key, results: Results) {
        let (block, depth) = self.flow.here();
        self.known.insert(key, Known { results, since: self.time(), block, depth });
    }

    /// An instruction that must happen here.
    pub fn emit(&mut self, op: Op, results: &[Operand], operands: &[Operand]) {
        self.emit_if(None, op, results, operands);
    }

    pub fn emit_if(
        &mut self,
        guard: Option<Guard>,
        op: Op,
        results: &[Operand],
        operands: &[Operand],
    ) {
        let operands = self.legal(op, operands.into());
        let span = self.span;
        self.push(Inst { guard, op, results: results.into(), operands, span });
        let time = self.time();
        for_each_reg(results, |reg| self.flow.write(reg, time));
    }

    /// Moves constants to registers where the instruction takes no constants.
    fn legal(&mut self, op: Op, mut operands: SmallVec<[Operand; 3]>) -> SmallVec<[Operand; 3]> {
        let may_be_constant =
            |operand: &Operand| matches!(operand, Operand::Val(Val::Imm(_)) | Operand::Vec(_));
        if !operands.iter().any(may_be_constant) {
            return operands;
        }
        let signature = op.signature();
        for (operand, slot) in operands.iter_mut().zip(&signature.operands) {
            match (operand, slot) {
                (Operand::Val(val @ Val::Imm(_)), &Slot::Reg(class)) => {
                    *val = Val::Reg(self.reg(*val, class));
                }
                (Operand::Vec(list), &Slot::Vec(_, class)) => {
                    for val in list {
                        *val = Val::Reg(self.reg(*val, class));
                    }
                }
                _ => {}
            }
        }
        operands
    }

    /// The value in a register.
    pub fn reg(&mut self, val: Val, class: Class) -> Reg {
        match val {
            Val::Reg(reg) => reg,
            Val::Imm(_) => {
                let ty = untyped(class);
                self.def_all(Op::MovBits { ty }, smallvec![Operand::Val(val)])[0]
            }
        }
    }

    /// Writes a register made by [`fresh`](Self::fresh).
    pub fn assign(&mut self, reg: Reg, val: Val) {
        if val == Val::Reg(reg) {
            return;
        }
        let ty = untyped(self.regs.class(reg));
        let op = match val {
            Val::Imm(_) => Op::MovBits { ty },
            Val::Reg(_) => Op::Mov { ty },
        };
        self.emit(op, &[reg.into()], &[val.into()]);
    }

    /// Writes several registers at once: all values are read before any register is written.
    pub fn assign_all(&mut self, moves: &[(Reg, Val)]) {
        let targets: SmallVec<[Reg; 16]> = moves.iter().map(|&(reg, _)| reg).collect();
        let safe: SmallVec<[Val; 16]> = moves
            .iter()
            .map(|&(reg, val)| match val {
                Val::Reg(source) if source != reg && targets.contains(&source) => {
                    let copy = self.regs.fresh(self.regs.class(source));
                    self.assign(copy, val);
                    Val::Reg(copy)
                }
                Val::Reg(_) | Val::Imm(_) => val,
            })
            .collect();
        let mut moves = targets.into_iter().zip(safe).peekable();
        while let Some((reg, val)) = moves.next() {
            let is_zero =
                |&(reg, val): &(Reg, Val)| val == Val::ZERO && self.regs.class(reg) == Class::B32;
            match moves.next_if(|next| is_zero(&(reg, val)) && is_zero(next)) {
                Some((other, _)) => {
                    let both = Operand::Vec(Box::new([Val::Reg(reg), Val::Reg(other)]));
                    self.emit(Op::ZeroPair {}, &[both], &[Val::ZERO.into()]);
                }
                None => self.assign(reg, val),
            }
        }
    }

    pub fn sreg(&mut self, sreg: Sreg) -> Val {
        self.def_from(Op::MovSreg {}, Operand::Sreg(sreg))
    }

    /// A label that branches go forward to.
    pub fn label(&mut self) -> Label {
        self.flow.label(false)
    }

    /// The label at the beginning of a loop, which branches in the loop go back to.
    pub fn loop_head(&mut self) -> Label {
        self.flow.label(true)
    }

    pub fn place(&mut self, label: Label) {
        self.flow.place(label, self.time());
        self.body.push(Line::Label(label));
    }

    /// Marks what follows with the lines that it comes from.
    pub fn source(&mut self, span: Span) {
        self.body.push(Line::Source(span));
    }

    /// A jump that all threads of the CTA take together.
    pub fn branch(&mut self, target: Label) {
        self.emit(Op::Bra { uniform: Uniform::Yes }, &[], &[Operand::Label(target)]);
    }

    /// A jump that threads may take each for itself.
    pub fn branch_nonuniform(&mut self, target: Label) {
        self.emit(Op::Bra { uniform: Uniform::No }, &[], &[Operand::Label(target)]);
    }

    /// A jump taken if (or unless) a value holds; alike in all threads iff `uniform` says so.
    pub fn branch_if(&mut self, pred: Val, negated: bool, uniform: Uniform, target: Label) {
        match self.guard(pred, negated) {
            Guarded::Always => self.branch(target),
            Guarded::Never => {}
            Guarded::If(guard) => {
                let op = Op::Bra { uniform };
                self.emit_if(Some(guard), op, &[], &[Operand::Label(target)]);
            }
        }
    }

    /// How an instruction that depends on a predicate value is to be guarded.
    pub fn guard(&mut self, pred: Val, negated: bool) -> Guarded {
        match pred {
            Val::Imm(bits) if (bits != 0) != negated => Guarded::Always,
            Val::Imm(_) => Guarded::Never,
            Val::Reg(pred) => Guarded::If(Guard { pred, negated }),
        }
    }

    pub fn comment(&mut self, text: impl Into<String>) {
        self.body.push(Line::Comment(text.into()));
    }

    /// `[base + offset]`, where the base is a 32- or 64-bit address.
    pub fn mem(&mut self, base: Val, offset: i32) -> Operand {
        if let Some(sum) = self.sum_of(base)
            && let Ok(whole) = i32::try_from(sum.add + i64::from(offset))
        {
            return Operand::Mem { base: Base::Reg(sum.base), offset: whole };
        }
        let base = match base {
            Val::Reg(reg) => reg,
            Val::Imm(_) => self.reg(base, Class::B64),
        };
        Operand::Mem { base: Base::Reg(base), offset }
    }
}

/// See [`Builder::guard`].
pub enum Guarded {
    Always,
    Never,
    If(Guard),
}

/// The untyped type of a class.
pub fn untyped(class: Class) -> Ty {
    match class {
        Class::Pred => Ty::Pred,
        Class::B16 => Ty::B16,
        Class::B32 => Ty::B32,
        Class::B64 => Ty::B64,
    }
}
