//! One tile block of a launch, its scalars alone: how often each block of code runs, and which tiles it accesses.
//!
//! In: a function, the arguments and the grid of a launch, the number of a tile block. Out: a [`Trace`]. Of tiles the
//! first element is computed, which of pointers is the place of the tile in memory; a scalar that comes from other
//! elements is unknown, and so is one that is loaded from a buffer whose contents are not given. A branch on an unknown
//! condition counts both sides half, a loop with unknown bounds as one iteration, and the trace says so.
//!
//! Loops of many iterations are sampled: their first, their last and some in between stand for all.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::SecondaryMap;
use ir::fold::fold_element;
use ir::record::{Piece, SourceParam};
use ir::scalar::{IntWidth, int};
use ir::{Block, Effect, Function, Inst, InstData, Module, Scalar, Value};
use smallvec::{SmallVec, smallvec};

/// What a kernel is launched with.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    pub grid: [u32; 3],
    /// The bytes of each argument of the source.
    pub args: Vec<Vec<u8>>,
    /// Address and contents of buffers whose contents are known.
    pub memory: Vec<(u64, Vec<u8>)>,
}

/// Iterations of a loop that stand for all.
const SAMPLED: u64 = 5;
/// Iterations of a loop without bounds that are followed.
const MAX_FOLLOWED: u64 = 64;

/// A scalar, or the first element of a tile; none if it is unknown.
pub(super) type Number = Option<u64>;
pub(super) type Numbers = SmallVec<[Number; 4]>;

/// What a tile block does.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    /// How often each block of code runs, loops' bodies once an iteration.
    pub runs: BTreeMap<Block, f64>,
    pub accesses: BTreeMap<Inst, AccessTrace>,
    /// Whether control flow depends on something unknown.
    pub is_guessed: bool,
}

/// The tiles that an access of a view goes to.
#[derive(Clone, Default, Debug)]
pub struct AccessTrace {
    pub count: f64,
    /// Base of the tensor and indices of the first and the last tile.
    pub first: Option<(u64, Numbers)>,
    pub last: Option<(u64, Numbers)>,
    /// The indices of all tiles of a view, if iterations are followed ([`Evaluator::following`]).
    pub tiles: BTreeSet<Numbers>,
    /// Whether the access is in a loop of which some iterations stand for all, or in a branch that may not run.
    pub is_sampled: bool,
    /// The part of its elements that is inside the tensor, on average.
    pub inside: f64,
    /// Bytes from row to row, where there are rows.
    pub pitch: Number,
    /// Elements along each dimension of the tensor, and from one to the next.
    pub shape: Numbers,
    pub strides: Numbers,
}

/// How a block of code ended.
enum BlockEnd {
    Yield(Numbers),
    Continue(Numbers),
    Break(Numbers),
    Return,
}

/// Runs tile blocks of a launch.
pub struct Evaluator<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    launch: &'a Launch,
    pub(super) values: SecondaryMap<Value, Number>,
    block: [u32; 3],
    /// Iterations of a tile block's counted loops that are all run, and those of them that are left in this one.
    followed: u64,
    followed_left: u64,
    pub(super) trace: Trace,
}

impl<'a> Evaluator<'a> {
    pub fn new(module: &'a Module, function: &'a Function, launch: &'a Launch) -> Evaluator<'a> {
        let mut values = SecondaryMap::new();
        for (value, bits) in parameters(module, function, &launch.args) {
            values[value] = bits;
        }
        let trace = Trace::default();
        let block = [0; 3];
        Evaluator { module, function, launch, values, block, followed: 0, followed_left: 0, trace }
    }

    /// The same, that runs all iterations of counted loops, as long as a tile block has no more than this many, and
    /// records the tiles of all accesses.
    pub fn following(
        module: &'a Module,
        function: &'a Function,
        launch: &'a Launch,
        iterations: u64,
    ) -> Evaluator<'a> {
        Evaluator { followed: iterations, ..Evaluator::new(module, function, launch) }
    }

    pub(super) fn records_tiles(&self) -> bool {
        self.followed > 0
    }

    /// What the tile block with this number does.
    pub fn run(&mut self, number: u64) -> Trace {
        let [x, y, _] = self.launch.grid.map(|extent| u64::from(extent.max(1)));
        self.block = [number % x, number / x % y, number / x / y].map(|at| at as u32);
        self.trace = Trace::default();
        self.followed_left = self.followed;
        self.block(self.function.entry_block, &[], 1.0);
        for access in self.trace.accesses.values_mut() {
            access.inside /= access.count.max(f64::MIN_POSITIVE);
        }
        std::mem::take(&mut self.trace)
    }

    fn block(&mut self, block: Block, args: &[Number], weight: f64) -> BlockEnd {
        let function = self.function;
        *self.trace.runs.entry(block).or_default() += weight;
        for (&param, &arg) in function.block_params(block).iter().zip(args) {
            self.values[param] = arg;
        }
        for &inst in function.insts(block) {
            if let Some(end) = self.inst(inst, weight) {
                return end;
            }
        }
        BlockEnd::Yield(smallvec![])
    }

    pub(super) fn numbers(&self, values: &[Value]) -> Numbers {
        values.iter().map(|&value| self.values[value]).collect()
    }

    fn set_results(&mut self, inst: Inst, numbers: &[Number]) {
        let results = self.function.results(inst);
        for (index, &result) in results.iter().enumerate() {
            self.values[result] = numbers.get(index).copied().flatten();
        }
    }

    /// Runs an instruction; what it says ends the block.
    fn inst(&mut self, inst: Inst, weight: f64) -> Option<BlockEnd> {
        let function = self.function;
        let data = function.data(inst);
        match data {
            InstData::Yield { operands } => return Some(BlockEnd::Yield(self.numbers(operands))),
            InstData::Continue { operands } => {
                return Some(BlockEnd::Continue(self.numbers(operands)));
            }
            InstData::Break { operands } => return Some(BlockEnd::Break(self.numbers(operands))),
            InstData::Return { .. } => return Some(BlockEnd::Return),
            InstData::If { condition, then_block, else_block } => {
                return self.branch(
                    inst,
                    self.values[*condition],
                    (*then_block, *else_block),
                    weight,
                );
            }
            InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } => {
                let bounds =
                    [*lower_bound, *upper_bound, *step].map(|bound| self.signed(bound, *unsigned));
                let carried = self.numbers(init_values);
                return self.counted_loop(inst, bounds, carried, *body, weight);
            }
            InstData::Loop { init_values, body } => {
                let carried = self.numbers(init_values);
                return self.open_loop(inst, carried, *body, weight);
            }
            InstData::LoadViewTko { view, index, .. } => {
                self.access(inst, *view, index, weight);
                let loaded = self.loaded_element(inst, *view, index);
                self.set_results(inst, &[loaded]);
            }
            InstData::StoreViewTko { view, index, .. }
            | InstData::AtomicRedViewTko { view, index, .. } => {
                self.access(inst, *view, index, weight);
            }
            InstData::LoadPtrTko { source, .. } => {
                self.pointer_access(inst, *source, weight);
                let result = function.results(inst)[0];
                let bytes = self.elem(result).map_or(0, Scalar::bytes);
                let loaded = self.values[*source].and_then(|at| self.read(at, bytes));
                self.set_results(inst, &[loaded.filter(|_| self.is_single(result))]);
            }
            InstData::StorePtrTko { destination: pointers, .. }
            | InstData::AtomicRmwTko { pointers, .. }
            | InstData::AtomicCasTko { pointers, .. } => {
                self.pointer_access(inst, *pointers, weight);
                self.set_results(inst, &[]);
            }
            _ => self.scalar(inst, data),
        }
        None
    }

    fn branch(
        &mut self,
        inst: Inst,
        condition: Number,
        (then_block, else_block): (Block, Block),
        weight: f64,
    ) -> Option<BlockEnd> {
        let Some(condition) = condition else {
            self.trace.is_guessed = true;
            self.block(then_block, &[], weight / 2.0);
            self.block(else_block, &[], weight / 2.0);
            self.set_results(inst, &[]);
            return None;
        };
        let taken = if condition & 1 == 1 { then_block } else { else_block };
        match self.block(taken, &[], weight) {
            BlockEnd::Yield(numbers) => {
                self.set_results(inst, &numbers);
                None
            }
            end => Some(end),
        }
    }

    fn counted_loop(
        &mut self,
        inst: Inst,
        bounds: [Option<i64>; 3],
        mut carried: Numbers,
        body: Block,
        weight: f64,
    ) -> Option<BlockEnd> {
        let [lower, upper, step] = bounds;
        let (Some(lower), Some(upper), Some(step)) = (lower, upper, step) else {
            self.trace.is_guessed = true;
            let mut args: Numbers = smallvec![None];
            args.extend(carried.iter().map(|_| None));
            self.block(body, &args, weight);
            self.set_results(inst, &[]);
            return None;
        };
        let count =
            if upper > lower && step > 0 { ((upper - lower - 1) / step + 1) as u64 } else { 0 };
        // How often an open loop inside of it turns follows from what iterations hand on.
        let is_followed = self.spend(count) || (count <= MAX_FOLLOWED && self.has_open_loop(body));
        let sampled = if is_followed { count } else { count.min(SAMPLED) };
        for sample in 0..sampled {
            let iteration = if sampled == 1 { 0 } else { sample * (count - 1) / (sampled - 1) };
            // The first and the last stand for themselves, as they are often different.
            let is_end = sample == 0 || sample == sampled - 1;
            let share =
                if is_end || is_followed { 1.0 } else { (count - 2) as f64 / (sampled - 2) as f64 };
            let mut args: Numbers = smallvec![Some((lower + iteration as i64 * step) as u64)];
            let width =
                self.function.block_params(body).first().and_then(|&param| self.int_width(param));
            args[0] = args[0].map(|bits| width.map_or(bits, |width| int::truncate(width, bits)));
            args.extend(carried.iter().copied());
            match self.block(body, &args, weight * share) {
                BlockEnd::Continue(next) => {
                    // Between samples there are iterations that were not run.
                    let skips = count > sampled;
                    for (now, next) in carried.iter_mut().zip(next) {
                        *now = if skips && *now != next { None } else { next };
                    }
                }
                BlockEnd::Break(numbers) => {
                    self.set_results(inst, &numbers);
                    return None;
                }
                BlockEnd::Return => return Some(BlockEnd::Return),
                BlockEnd::Yield(_) => {}
            }
        }
        self.set_results(inst, &carried);
        None
    }

    /// Takes the iterations of a loop from those that are followed, if as many are left.
    fn spend(&mut self, iterations: u64) -> bool {
        let is_followed = iterations <= self.followed_left;
        if is_followed {
            self.followed_left -= iterations;
        }
        is_followed
    }

    fn has_open_loop(&self, body: Block) -> bool {
        self.function.insts(body).iter().any(|&inst| match self.function.data(inst) {
            InstData::Loop { .. } => true,
            data => data.blocks().iter().any(|&block| self.has_open_loop(block)),
        })
    }

    fn open_loop(
        &mut self,
        inst: Inst,
        mut carried: Numbers,
        body: Block,
        weight: f64,
    ) -> Option<BlockEnd> {
        for _ in 0..MAX_FOLLOWED {
            match self.block(body, &carried, weight) {
                BlockEnd::Continue(next) => carried = next,
                BlockEnd::Break(numbers) => {
                    self.set_results(inst, &numbers);
                    return None;
                }
                BlockEnd::Return => return Some(BlockEnd::Return),
                BlockEnd::Yield(_) => break,
            }
            if carried.iter().all(Option::is_none) {
                break;
            }
        }
        self.trace.is_guessed = true;
        self.set_results(inst, &[]);
        None
    }

    /// Gives the results of an instruction on scalars their values.
    fn scalar(&mut self, inst: Inst, data: &InstData) {
        let function = self.function;
        let results = function.results(inst);
        let Some(&result) = results.first() else { return };
        match data {
            InstData::GetTileBlockId {} => {
                let numbers = self.block.map(|at| Some(u64::from(at)));
                self.set_results(inst, &numbers);
                return;
            }
            InstData::GetNumTileBlocks {} => {
                let numbers = self.launch.grid.map(|extent| Some(u64::from(extent)));
                self.set_results(inst, &numbers);
                return;
            }
            InstData::GetTensorShape { src } => {
                let shape = self.tensor(*src).map_or_else(Numbers::new, |tensor| tensor.shape);
                self.set_results(inst, &shape);
                return;
            }
            InstData::GetIndexSpaceShape { src } => {
                let counts = self.index_space(*src);
                self.set_results(inst, &counts);
                return;
            }
            _ => {}
        }
        let pure = matches!(data.effect(), Effect::Pure | Effect::Partial);
        let number = if pure { self.element(data, result) } else { None };
        self.set_results(inst, &[number]);
    }

    /// The first element of a pure instruction's result.
    fn element(&self, data: &InstData, result: Value) -> Number {
        match data {
            InstData::Constant { value } => value.as_splat(),
            InstData::Offset { ptr, offset } => {
                let bytes = self.pointee(*ptr)?;
                let offset = self.signed(*offset, false)?.wrapping_mul(i64::from(bytes));
                Some(self.values[*ptr]?.wrapping_add(offset as u64))
            }
            InstData::Select { cond, val_if_true, val_if_false } => {
                self.values[if self.values[*cond]? & 1 == 1 { *val_if_true } else { *val_if_false }]
            }
            InstData::Assume { .. } | InstData::Given { .. } => {
                self.values[*data.operands().first()?]
            }
            InstData::Broadcast { .. } | InstData::Reshape { .. } => {
                self.values[*data.operands().first()?]
            }
            InstData::Subobject { .. } | InstData::Based { .. } => {
                self.values[*data.operands().first()?]
            }
            InstData::PtrToInt { .. } | InstData::IntToPtr { .. } | InstData::PtrToPtr { .. } => {
                self.values[*data.operands().first()?]
            }
            InstData::Iota {} => Some(0),
            _ => {
                let operands = data.operands();
                let from = self.elem(*operands.first()?)?;
                let to = self.elem(result)?;
                let args: Option<SmallVec<[u64; 3]>> =
                    operands.iter().map(|&operand| self.values[operand]).collect();
                fold_element(data, from, to, &args?)
            }
        }
    }

    pub(super) fn is_single(&self, value: Value) -> bool {
        let tile = self.module.types.as_tile(self.function.value_type(value));
        tile.is_some_and(|tile| tile.num_elems() == 1)
    }

    fn elem(&self, value: Value) -> Option<Scalar> {
        self.module.types.elem_scalar(self.function.value_type(value))
    }

    fn int_width(&self, value: Value) -> Option<IntWidth> {
        self.elem(value)?.int_width()
    }

    fn pointee(&self, pointer: Value) -> Option<u32> {
        let elem = self.module.types.elem(self.function.value_type(pointer))?;
        elem.pointee().map(Scalar::bytes)
    }

    fn signed(&self, value: Value, unsigned: bool) -> Option<i64> {
        let bits = self.values[value]?;
        let width = self.int_width(value)?;
        Some(if unsigned { bits as i64 } else { int::sign_extend(width, bits) })
    }

    pub(super) fn read(&self, address: u64, bytes: u32) -> Number {
        let find = |(base, contents): &(u64, Vec<u8>)| {
            let at = usize::try_from(address.checked_sub(*base)?).ok()?;
            let bytes = contents.get(at..at.checked_add(bytes as usize)?)?;
            Some(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
        };
        self.launch.memory.iter().find_map(find)
    }
}

/// The parameters of a function and the bits that arguments give them.
fn parameters(module: &Module, function: &Function, args: &[Vec<u8>]) -> Vec<(Value, Number)> {
    let params = function.block_params(function.entry_block);
    let number =
        |bytes: &[u8]| bytes.iter().take(8).rev().fold(0, |bits, &b| bits << 8 | u64::from(b));
    let mut found = Vec::new();
    for (source, bytes) in function.source_params().into_iter().zip(args) {
        match source {
            SourceParam::Value(param) => {
                found.extend(params.get(param).map(|&value| (value, Some(number(bytes)))));
            }
            SourceParam::Record(record) => {
                for (piece, &param) in record.pieces.iter().zip(&params[record.first..]) {
                    let elem = module.types.elem(function.value_type(param));
                    let size = elem.map_or(8, |elem| elem.bits().div_ceil(8) as usize);
                    let bits = match *piece {
                        Piece::Value { offset } => {
                            let rest = bytes.get(offset as usize..).unwrap_or_default();
                            Some(number(&rest[..size.min(rest.len())]))
                        }
                        Piece::Address => None,
                    };
                    found.push((param, bits));
                }
            }
        }
    }
    found
}
