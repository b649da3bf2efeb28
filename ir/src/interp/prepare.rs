//! The preparation of a kernel, done once for all its launches: constants as tiles, where values die, which reduction
//! bodies work lane by lane.

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use smallvec::SmallVec;

use super::data::{Data, Word, with_word, word_bytes};
use super::trap::{Malformed, TrapKind};
use crate::attrs::DenseConstant;
use crate::entities::{Block, Inst, Value};
use crate::module::{Function, Module, ValueDef};
use crate::ops::{Class, Effect, InstData, Opcode, OperandInfo};
use crate::types::TypeStore;

/// Regions may be nested this deep: each level is a few frames of the interpreter's own stack.
const MAX_DEPTH: u32 = 200;

/// A kernel ready to run.
pub(super) struct Program<'m> {
    pub module: &'m Module,
    pub function: &'m Function,
    pub prepared: &'m Prepared,
}

/// What launches of a kernel have in common. It is of use for no other kernel.
pub struct Prepared {
    pub(super) constants: SecondaryMap<Inst, Data>,
    pub(super) facts: SecondaryMap<Inst, InstFacts>,
    pub(super) invariants: Invariants,
    /// Bodies of `reduce` and `scan` whose instructions all compute element by element: such a
    /// body runs on whole tiles in place of its rank-0 parameters.
    pub(super) lanewise: EntitySet<Block>,
    /// Whether some loop may wait for another tile block.
    pub(super) waits: bool,
}

/// The most bytes of results that a thread keeps for its next tile block. To compute a larger tile again costs little beside what a
/// block does with it, and its memory would be held by each thread.
pub(super) const MOST_KEPT: u64 = 64 << 10;

/// The instructions of a kernel's body that compute from parameters and constants alone: they give the same results in all tile blocks
/// of a launch, and a thread that runs several blocks keeps these from one block to the next, up to [`MOST_KEPT`]. Instructions in regions
/// are not among them, since another block may not execute them.
pub(super) struct Invariants {
    /// The other instructions of the body.
    pub others: Vec<Inst>,
    /// A result of the last one.
    pub last: Option<Value>,
}

/// What is known of an instruction before it is executed.
#[derive(Clone, Default)]
pub(super) struct InstFacts {
    /// The estimated time to execute it once, roughly in nanoseconds, without the regions of it that run as blocks.
    pub work: u64,
    /// The values that no later instruction uses, without the results of [`Invariants`].
    pub last_uses: SmallVec<[Value; 2]>,
    /// Those of [`Invariants`].
    pub last_uses_of_invariants: SmallVec<[Value; 2]>,
}

impl Prepared {
    pub(super) fn new(module: &Module, function: &Function) -> Result<Prepared, TrapKind> {
        let (invariants, kept) = Invariants::new(&module.types, function);
        let mut prepared = Prepared {
            constants: SecondaryMap::new(),
            facts: facts(&module.types, function, &kept),
            invariants,
            lanewise: EntitySet::new(),
            waits: false,
        };
        let mut depths: SecondaryMap<Block, u32> = SecondaryMap::new();
        for inst in function.insts_in_order() {
            let data = function.data(inst);
            let Some(block) = function.inst_block(inst) else { continue };
            for region in data.blocks() {
                depths[region] = depths[block] + 1;
                if depths[region] > MAX_DEPTH {
                    return Err(TrapKind::TooDeep);
                }
            }
            prepared.waits |= data.effect() == Effect::ReadWrite && is_in_loop(function, block);
            match data {
                InstData::Constant { value, .. } => {
                    let constant = function
                        .single_result(inst)
                        .and_then(|result| constant(value, count(&module.types, function, result)));
                    prepared.constants[inst] = constant.ok_or(TrapKind::Malformed)?;
                }
                InstData::Reduce { body, .. } | InstData::Scan { body, .. }
                    if is_lanewise(function, *body) =>
                {
                    prepared.lanewise.insert(*body);
                }
                _ => {}
            }
        }
        Ok(prepared)
    }
}

impl<'m> Program<'m> {
    pub fn types(&self) -> &'m TypeStore {
        &self.module.types
    }
}

/// Whether `block` is inside of a `loop`, which may spin. A `for` does not wait.
fn is_in_loop(function: &Function, mut block: Block) -> bool {
    while let Some(owner) = function.block_owner(block) {
        if matches!(function.data(owner), InstData::Loop { .. }) {
            return true;
        }
        let Some(outer) = function.inst_block(owner) else { return false };
        block = outer;
    }
    false
}

/// See [`InstFacts::work`].
fn work(types: &TypeStore, function: &Function, inst: Inst) -> u64 {
    const INSTRUCTION: u64 = 50;
    let data = function.data(inst);
    let elements = |value: Value| types.num_elems(function.value_type(value));
    let results = function.results(inst).iter().map(|&result| elements(result));
    let mut most = results.max().unwrap_or_default();
    data.for_each_operand(|value| most = most.max(elements(value)));
    let of_elements = match data {
        InstData::MmaF { lhs, .. }
        | InstData::MmaFScaled { lhs, .. }
        | InstData::MmaI { lhs, .. } => {
            let k = types.dims(function.value_type(*lhs)).last().copied().unwrap_or(1);
            most.saturating_mul(u64::from(k)) / 4
        }
        InstData::Reduce { body, .. } | InstData::Scan { body, .. } => {
            most.saturating_mul(3 * function.insts(*body).len() as u64)
        }
        _ => most.saturating_mul(element_work(data.opcode())),
    };
    of_elements.saturating_add(INSTRUCTION)
}

fn element_work(opcode: Opcode) -> u64 {
    match opcode {
        Opcode::Exp
        | Opcode::Exp2
        | Opcode::Log
        | Opcode::Log2
        | Opcode::Rsqrt
        | Opcode::Sin
        | Opcode::Cos => 5,
        Opcode::Tan
        | Opcode::Sinh
        | Opcode::Cosh
        | Opcode::Tanh
        | Opcode::Pow
        | Opcode::FPowI
        | Opcode::RemF
        | Opcode::Atan2 => 20,
        _ => 2,
    }
}

fn count(types: &TypeStore, function: &Function, value: Value) -> usize {
    types.num_elems(function.value_type(value)) as usize
}

/// A constant as a tile of `count` elements.
pub(super) fn constant(value: &DenseConstant, count: usize) -> Option<Data> {
    if let Some(bits) = value.as_splat() {
        return Some(Data::Splat(bits));
    }
    if value.len() != count {
        return None;
    }
    let bits = (0..count).map(|i| value.get(i));
    Some(with_word!(value.elem().bytes() as usize, W => W::wrap(bits.map(W::from_bits).collect())))
}

/// Whether each instruction of a reduction body works on the elements of tiles one by one, so
/// that its meaning on tiles is its meaning on scalars, repeated.
fn is_lanewise(function: &Function, body: Block) -> bool {
    function.insts(body).iter().all(|&inst| {
        let data = function.data(inst);
        matches!(data, InstData::Yield { .. }) || is_elementwise(data)
    })
}

/// Whether each element of the result follows from the elements at the same place, as the op table
/// tells: ops that rearrange elements take a `Tile` of anything.
fn is_elementwise(data: &InstData) -> bool {
    let info = data.info();
    match info.effect {
        Effect::Pure | Effect::Partial => {}
        Effect::Read
        | Effect::Write
        | Effect::ReadWrite
        | Effect::Alloc
        | Effect::Io
        | Effect::Terminator
        | Effect::Structured => return false,
    }
    let is_aligned = |operand: &OperandInfo| match operand.class {
        Class::Int
        | Class::AnyInt
        | Class::Float
        | Class::AnyFloat
        | Class::Bool
        | Class::I64
        | Class::Ptr
        | Class::SameAs(_)
        | Class::BoolLike(_)
        | Class::IntLike(_) => true,
        Class::Any
        | Class::Carried
        | Class::Token
        | Class::Tile
        | Class::Number
        | Class::Bytes
        | Class::Matrix
        | Class::IntScalar
        | Class::I32Scalar
        | Class::BoolScalar
        | Class::PtrScalar
        | Class::TensorView
        | Class::TiledView
        | Class::ViewIndex
        | Class::PointeeOf(_)
        | Class::TileOf(_) => false,
    };
    let has_operands = !info.operands.is_empty();
    match data.opcode() {
        // These take tiles of anything and move nothing.
        Opcode::Constant | Opcode::Bitcast | Opcode::Select => true,
        _ => has_operands && info.operands.iter().all(is_aligned),
    }
}

fn facts(
    types: &TypeStore,
    function: &Function,
    kept: &EntitySet<Value>,
) -> SecondaryMap<Inst, InstFacts> {
    let mut facts: SecondaryMap<Inst, InstFacts> = SecondaryMap::new();
    for inst in function.insts_in_order() {
        facts[inst].work = work(types, function, inst);
    }
    note_last_uses(function, kept, &mut facts);
    facts
}

impl Invariants {
    /// With the values that are kept.
    fn new(types: &TypeStore, function: &Function) -> (Invariants, EntitySet<Value>) {
        let mut invariants = Invariants { others: Vec::new(), last: None };
        let mut kept = EntitySet::new();
        let mut room = MOST_KEPT;
        let params = function.block_params(function.entry_block);
        for &inst in function.insts(function.entry_block) {
            let data = function.data(inst);
            let mut is_invariant = match data.info().effect {
                Effect::Pure | Effect::Partial => data.opcode() != Opcode::GetTileBlockId,
                Effect::Read
                | Effect::Write
                | Effect::ReadWrite
                | Effect::Alloc
                | Effect::Io
                | Effect::Terminator
                | Effect::Structured => false,
            };
            data.for_each_operand(|value| {
                is_invariant &= params.contains(&value) || kept.contains(value);
            });
            let bytes = match data {
                // The preparation has them.
                InstData::Constant { .. } => 0,
                _ => function.results(inst).iter().map(|&it| size(types, function, it)).sum(),
            };
            match function.results(inst) {
                results @ [first, ..] if is_invariant && bytes <= room => {
                    room -= bytes;
                    invariants.last = Some(*first);
                    kept.extend(results.iter().copied());
                }
                _ => invariants.others.push(inst),
            }
        }
        (invariants, kept)
    }
}

/// The most bytes that the elements of a value take.
fn size(types: &TypeStore, function: &Function, value: Value) -> u64 {
    let tile = types.as_tile(function.value_type(value));
    tile.map_or(0, |tile| tile.num_elems().saturating_mul(word_bytes(tile.elem) as u64))
}

/// Notes for each instruction the values that are used last by it or inside of it.
///
/// A value dies in the block that defines it: if its last use is in a nested region, after the
/// instruction that holds the region, since a loop may come back to the use.
fn note_last_uses(
    function: &Function,
    kept: &EntitySet<Value>,
    facts: &mut SecondaryMap<Inst, InstFacts>,
) {
    let mut last: SecondaryMap<Value, Option<Inst>> = SecondaryMap::new();
    for inst in function.insts_in_order() {
        for &result in function.results(inst) {
            last[result] = Some(inst);
        }
        function.data(inst).for_each_operand(|value| {
            if let Some(holder) = holder(function, inst, defining_block(function, value)) {
                // Later instructions come later in the order, so the last one wins.
                last[value] = Some(holder);
            }
        });
    }
    for index in 0..function.num_values() {
        let value = Value::new(index);
        if let Some(inst) = last[value] {
            let facts = &mut facts[inst];
            match kept.contains(value) {
                true => facts.last_uses_of_invariants.push(value),
                false => facts.last_uses.push(value),
            }
        }
    }
}

fn defining_block(function: &Function, value: Value) -> Option<Block> {
    match function.def(value) {
        ValueDef::Result(inst, _) => function.inst_block(inst),
        ValueDef::Param(block, _) => Some(block),
    }
}

/// The instruction of `block` that is `inst` or holds it.
fn holder(function: &Function, inst: Inst, block: Option<Block>) -> Option<Inst> {
    let mut holder = inst;
    while function.inst_block(holder) != block {
        holder = function.block_owner(function.inst_block(holder)?)?;
    }
    Some(holder)
}

impl From<Malformed> for TrapKind {
    fn from(_: Malformed) -> TrapKind {
        TrapKind::Malformed
    }
}
