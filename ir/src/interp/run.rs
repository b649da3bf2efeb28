//! The state of a running tile block, and how it says what went wrong.

use cranelift_entity::SecondaryMap;
use lang::base::Span;
use smallvec::SmallVec;

use super::data::{Data, word_bytes};
use super::memory::{Allocation, Memory};
use super::prepare::Program;
use super::sanitize::{Finding, Rule, Sanitizer, Site};
use super::trap::{Malformed, Stop, Trap, TrapKind};
use super::{Interrupt, Options, Pool};
use crate::entities::{Global, Inst, Value};
use crate::scalar::{FloatFormat, IntWidth};
use crate::types::{Elem, TileType, TypeStore};

/// Where scratch memory of a tile block starts: no address of another allocation is up here.
const SCRATCH_ADDRESS: u64 = 3 << 61;

/// What the tile blocks of a launch share.
pub(super) struct Shared<'l> {
    pub memory: &'l Memory,
    /// Holds the globals, unless they are in `memory` already.
    pub globals_memory: &'l Memory,
    pub globals: &'l SecondaryMap<Global, u64>,
    pub grid: [u32; 3],
    pub args: &'l [u64],
    pub options: &'l Options,
    pub is_interrupted: Interrupt<'l>,
    pub pool: Option<Pool<'l>>,
}

/// One tile block after another on one thread.
pub(super) struct Run<'l> {
    pub program: &'l Program<'l>,
    pub shared: &'l Shared<'l>,
    pub block_id: [u32; 3],
    pub values: SecondaryMap<Value, Data>,
    /// Memory of this tile block only.
    pub scratch: Memory,
    pub output: String,
    pub sanitizer: Option<Sanitizer>,
    pub steps: u64,
    /// The step before which to check what may stop the block.
    pub next_check: u64,
    /// The work that was done, in the units of [`InstFacts::work`](super::prepare::InstFacts).
    pub worked: u64,
    /// The most that is done before `call_all`, which has other threads help within a block.
    pub most_work: u64,
    pub call_all: Option<&'l dyn Fn()>,
    /// Whether the results of invariant instructions stay for the next block.
    pub keeps_invariants: bool,
    /// Whether a block before this one has left all of them.
    has_invariants: bool,
    /// The instruction being executed.
    pub inst: Option<Inst>,
}

impl<'l> Run<'l> {
    pub fn new(program: &'l Program<'l>, shared: &'l Shared<'l>) -> Run<'l> {
        let mut values = SecondaryMap::with_default(Data::Absent);
        values.resize(program.function.num_values());
        Run {
            program,
            shared,
            block_id: [0; 3],
            values,
            scratch: Memory::starting_at(SCRATCH_ADDRESS),
            output: String::new(),
            sanitizer: shared.options.sanitize.then(Sanitizer::default),
            steps: 0,
            next_check: 0,
            worked: 0,
            most_work: u64::MAX,
            call_all: None,
            keeps_invariants: false,
            has_invariants: false,
            inst: None,
        }
    }

    /// Has the run keep the results of invariant instructions if this thread has more than one of the blocks, which as many threads
    /// share.
    pub fn keep_for(&mut self, blocks: usize, threads: usize) {
        // The sanitizer looks at each block, and a limit counts the steps of each.
        let executes_all = self.is_sanitizing() || self.shared.options.step_limit.is_some();
        self.keeps_invariants = blocks > threads && !executes_all;
    }

    /// Runs a tile block from start to end; what it printed is in `output`.
    pub fn run_tile_block(&mut self, block_id: [u32; 3]) -> Result<(), Box<Trap>> {
        self.block_id = block_id;
        self.scratch = Memory::starting_at(SCRATCH_ADDRESS);
        self.steps = 0;
        self.plan_check();
        self.inst = None;
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.races.start_block();
            sanitizer.restricted.start_block();
            sanitizer.operators.start_block();
        }
        // A grid may have any number of short tile blocks.
        if (self.shared.is_interrupted)() {
            return Err(self.trap(TrapKind::Interrupted));
        }
        self.run_body().map_err(|Stop(kind)| self.trap(*kind))
    }

    fn run_body(&mut self) -> Result<(), Stop> {
        let function = self.program.function;
        let params = function.block_params(function.entry_block);
        for (&param, &bits) in params.iter().zip(self.shared.args) {
            self.values[param].set(Data::Splat(bits));
        }
        let invariants = &self.program.prepared.invariants;
        if self.has_invariants {
            self.run_insts(&invariants.others)?;
            return Ok(());
        }
        self.run_insts(function.insts(function.entry_block))?;
        // A block that returned before its end has not left all.
        let is_there = |value| !matches!(self.values[value], Data::Absent);
        self.has_invariants = self.keeps_invariants && invariants.last.is_some_and(is_there);
        Ok(())
    }

    pub fn trap(&mut self, kind: TrapKind) -> Box<Trap> {
        let function = self.program.function;
        Box::new(Trap {
            kind,
            span: self.inst.map_or(Span::NONE, |inst| function.span(inst)),
            op: self.inst.map(|inst| function.data(inst).opcode()),
            block: self.block_id,
            output: std::mem::take(&mut self.output),
            findings: self.take_findings(),
        })
    }

    pub fn take_findings(&mut self) -> Vec<Finding> {
        self.sanitizer.take().map(Sanitizer::into_findings).unwrap_or_default()
    }

    pub fn types(&self) -> &'l TypeStore {
        self.program.types()
    }

    pub fn get(&self, value: Value) -> &Data {
        &self.values[value]
    }

    pub fn scalar(&self, value: Value) -> Result<u64, Malformed> {
        self.get(value).scalar()
    }

    pub fn tile(&self, value: Value) -> Result<&'l TileType, Malformed> {
        let function = self.program.function;
        self.types().as_tile(function.value_type(value)).ok_or(Malformed)
    }

    pub fn dims(&self, value: Value) -> &'l [u32] {
        self.types().dims(self.program.function.value_type(value))
    }

    pub fn elem(&self, value: Value) -> Result<Elem, Malformed> {
        Ok(self.tile(value)?.elem)
    }

    pub fn width(&self, value: Value) -> Result<IntWidth, Malformed> {
        self.elem(value)?.scalar().and_then(|scalar| scalar.int_width()).ok_or(Malformed)
    }

    pub fn format(&self, value: Value) -> Result<FloatFormat, Malformed> {
        self.elem(value)?.scalar().and_then(|scalar| scalar.float_format()).ok_or(Malformed)
    }

    /// Bytes of the word of an element.
    pub fn word_bytes(&self, value: Value) -> Result<usize, Malformed> {
        self.elem(value).map(word_bytes)
    }

    /// The type of the only tile result of the current instruction, which a row calls `Given`.
    pub fn result(&self) -> Result<Value, Malformed> {
        let inst = self.inst.ok_or(Malformed)?;
        self.program.function.results(inst).first().copied().ok_or(Malformed)
    }

    /// The allocation that holds `address`, or ends there.
    pub fn locate(&self, address: u64) -> Option<&Allocation> {
        let memories = [self.shared.memory, self.shared.globals_memory, &self.scratch];
        memories.into_iter().find_map(|memory| memory.find(address))
    }

    // ---- the sanitizer ----

    pub fn is_sanitizing(&self) -> bool {
        self.sanitizer.is_some()
    }

    /// Reports that element `lane` of a tile of shape `shape` breaks a rule in the current
    /// instruction. Nothing happens without the sanitizer.
    pub fn report(
        &mut self,
        rule: Rule,
        shape: &[u32],
        lane: usize,
        detail: impl FnOnce() -> String,
    ) {
        let (Some(sanitizer), Some(inst)) = (&mut self.sanitizer, self.inst) else { return };
        let function = self.program.function;
        let (span, op) = (function.span(inst), function.data(inst).opcode());
        sanitizer.report(Site { inst, span, op, block: self.block_id, shape }, rule, lane, detail);
    }

    /// Reports each element of `a` that is bad.
    pub fn check_each(
        &mut self,
        rule: Rule,
        a: Value,
        is_bad: impl Fn(u64) -> bool,
        detail: impl Fn(u64) -> String,
    ) {
        if !self.is_sanitizing() {
            return;
        }
        let data = self.get(a).clone();
        let dims = self.dims(a);
        for lane in 0..data.len().unwrap_or(1) {
            if let Some(bits) = data.bits(lane)
                && is_bad(bits)
            {
                self.report(rule, dims, lane, || detail(bits));
            }
        }
    }

    /// Reports each pair of elements of `a` and `b` that is bad.
    pub fn check_pairs(
        &mut self,
        rule: Rule,
        [a, b]: [Value; 2],
        is_bad: impl Fn(u64, u64) -> bool,
        detail: impl Fn(u64, u64) -> String,
    ) {
        if !self.is_sanitizing() {
            return;
        }
        let (left, right) = (self.get(a).clone(), self.get(b).clone());
        let dims = self.dims(a);
        for lane in 0..left.len().or(right.len()).unwrap_or(1) {
            if let (Some(a), Some(b)) = (left.bits(lane), right.bits(lane))
                && is_bad(a, b)
            {
                self.report(rule, dims, lane, || detail(a, b));
            }
        }
    }
}

/// What an instruction gives its results: a few words, as each instruction moves one.
pub(super) enum Outcome {
    Nothing,
    One(Data),
    /// One result, and the token after it.
    WithToken(Data),
    /// Three numbers.
    Triple([u32; 3]),
    Many(Box<[Data]>),
}

impl From<Data> for Outcome {
    fn from(data: Data) -> Outcome {
        Outcome::One(data)
    }
}

impl From<SmallVec<[Data; 3]>> for Outcome {
    fn from(data: SmallVec<[Data; 3]>) -> Outcome {
        Outcome::Many(data.into_vec().into())
    }
}
