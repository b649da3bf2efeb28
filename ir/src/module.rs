//! Modules, functions and their arenas.
//!
//! A [`Module`] owns its types, globals and entries. A [`Function`] owns the values, instructions
//! and blocks of one entry; a block owns the order of its instructions. There are no use lists:
//! a pass that replaces values collects a map and applies it in one walk
//! ([`Function::replace_values`]). Removed instructions leave the block and stay in the arena.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use lang::base::Span;
use smallvec::SmallVec;

use crate::attrs::{DenseConstant, Hints, Visibility};
pub use crate::entities::{Block, Entry, Global, Inst, Type, Value};
use crate::ops::InstData;
use crate::record::Record;
use crate::types::TypeStore;

/// A compilation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub name: String,
    /// The tool that made it, if the text or bytecode says so.
    pub producer: Option<String>,
    /// The bytecode that it was read from says that it has content of a preview.
    pub has_preview: bool,
    pub types: TypeStore,
    pub globals: PrimaryMap<Global, GlobalData>,
    /// The addresses among the initial values of globals, by global and offset.
    pub relocations: Vec<Relocation>,
    pub entries: PrimaryMap<Entry, Function>,
}

impl Module {
    pub fn new(name: impl Into<String>) -> Module {
        Module { name: name.into(), ..Module::default() }
    }

    pub fn global_named(&self, name: &str) -> Option<Global> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// The relocations of one global.
    pub fn relocations_of(&self, global: Global) -> impl Iterator<Item = &Relocation> {
        self.relocations.iter().filter(move |relocation| relocation.global == global)
    }

    /// The first op of a preview: the entry that has it, and the op.
    pub fn first_preview_op(&self) -> Option<(&Function, Inst)> {
        self.entries.values().find_map(|entry| {
            let mut insts = entry.insts_in_order().into_iter();
            insts.find(|&inst| entry.data(inst).info().is_preview()).map(|inst| (entry, inst))
        })
    }

    pub fn entry_named(&self, name: &str) -> Option<Entry> {
        self.entries.iter().find(|(_, entry)| entry.name == name).map(|(id, _)| id)
    }
}

/// A buffer that lives as long as the module.
#[derive(Clone, Debug)]
pub struct GlobalData {
    pub name: String,
    /// A tile of rank 1.
    pub ty: Type,
    pub value: DenseConstant,
    /// Alignment in bytes, or 0 for that of the element.
    pub alignment: u64,
    pub visibility: Visibility,
    /// Never written.
    pub constant: bool,
    pub span: Span,
}

/// Eight bytes of a global's initial value that are an address: `target + addend`.
///
/// The value of the global has zeros there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    pub global: Global,
    /// The first byte, a multiple of eight.
    pub offset: u64,
    pub target: Global,
    pub addend: i64,
}

/// A parameter of an entry. Its value is the parameter of the entry block at the same index.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    /// Nothing else that the kernel can reach overlaps what is accessed through this pointer
    /// (`__restrict__`).
    pub restrict: bool,
    pub span: Span,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    /// The parameters that come out of arguments passed as bytes, in order.
    pub records: Vec<Record>,
    pub hints: Hints,
    pub span: Span,
    /// The body; its parameters are those of the function.
    pub entry_block: Block,
    insts: PrimaryMap<Inst, InstNode>,
    values: PrimaryMap<Value, ValueNode>,
    blocks: PrimaryMap<Block, BlockNode>,
}

#[derive(Clone, Debug)]
struct InstNode {
    data: InstData,
    span: Span,
    results: SmallVec<[Value; 2]>,
    /// The block it is in; none once removed.
    block: PackedOption<Block>,
}

#[derive(Clone, Debug)]
struct ValueNode {
    ty: Type,
    def: ValueDef,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result number `.1` of an instruction.
    Result(Inst, usize),
    /// Parameter number `.1` of a block.
    Param(Block, usize),
}

#[derive(Clone, Debug, Default)]
struct BlockNode {
    params: SmallVec<[Value; 4]>,
    insts: Vec<Inst>,
    /// The instruction whose region this is; none for the entry block.
    owner: PackedOption<Inst>,
}

/// Values to be replaced by others; chains are followed.
#[derive(Clone, Debug, Default)]
pub struct ValueMap {
    map: SecondaryMap<Value, PackedOption<Value>>,
    is_empty: bool,
}

impl ValueMap {
    pub fn new() -> ValueMap {
        ValueMap { map: SecondaryMap::new(), is_empty: true }
    }

    /// From now on `old` is `new`. The two must not be each other's replacement already.
    pub fn replace(&mut self, old: Value, new: Value) {
        let new = self.get(new);
        if old != new {
            self.map[old] = new.into();
            self.is_empty = false;
        }
    }

    /// What `value` is now.
    pub fn get(&self, mut value: Value) -> Value {
        while let Some(next) = self.map.get(value).and_then(|next| next.expand()) {
            value = next;
        }
        value
    }

    pub fn is_empty(&self) -> bool {
        self.is_empty
    }
}

impl Function {
    /// A function with an empty body.
    pub fn new(name: impl Into<String>, span: Span) -> Function {
        let mut blocks = PrimaryMap::new();
        let entry_block = blocks.push(BlockNode::default());
        Function {
            name: name.into(),
            params: Vec::new(),
            records: Vec::new(),
            hints: Hints::new(),
            span,
            entry_block,
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            blocks,
        }
    }

    /// Adds a parameter and returns its value.
    pub fn add_param(&mut self, param: Param, ty: Type) -> Value {
        self.params.push(param);
        self.append_block_param(self.entry_block, ty)
    }

    /// The parameter that `value` is, if it is one of the function's.
    pub fn param_index(&self, value: Value) -> Option<usize> {
        match self.def(value) {
            ValueDef::Param(block, index) if block == self.entry_block => Some(index),
            ValueDef::Param(..) | ValueDef::Result(..) => None,
        }
    }

    // ---- values ----

    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty
    }

    pub fn def(&self, value: Value) -> ValueDef {
        self.values[value].def
    }

    /// The instruction that `value` is a result of.
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.def(value) {
            ValueDef::Result(inst, _) => Some(inst),
            ValueDef::Param(..) => None,
        }
    }

    /// The data of the instruction that `value` is a result of.
    pub fn def_data(&self, value: Value) -> Option<&InstData> {
        self.def_inst(value).map(|inst| self.data(inst))
    }

    pub fn num_values(&self) -> usize {
        self.values.len()
    }

    /// Whether `value` is one of this function's, whatever its id says.
    pub fn is_valid_value(&self, value: Value) -> bool {
        self.values.is_valid(value)
    }

    /// Gives a value another type, for a producer that learns it late.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    // ---- instructions ----

    pub fn data(&self, inst: Inst) -> &InstData {
        &self.insts[inst].data
    }

    pub fn data_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst].data
    }

    pub fn span(&self, inst: Inst) -> Span {
        self.insts[inst].span
    }

    pub fn set_span(&mut self, inst: Inst, span: Span) {
        self.insts[inst].span = span;
    }

    pub fn results(&self, inst: Inst) -> &[Value] {
        &self.insts[inst].results
    }

    /// The only result of an instruction that has exactly one.
    pub fn single_result(&self, inst: Inst) -> Option<Value> {
        match *self.results(inst) {
            [result] => Some(result),
            _ => None,
        }
    }

    pub fn num_insts(&self) -> usize {
        self.insts.len()
    }

    /// The block that `inst` is in; none once removed.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.insts[inst].block.expand()
    }

    /// The instruction behind another one in its block.
    pub fn following(&self, inst: Inst) -> Option<Inst> {
        let insts = self.insts(self.inst_block(inst)?);
        let place = insts.iter().position(|&other| other == inst)?;
        insts.get(place + 1).copied()
    }

    /// Makes room for so many instructions.
    pub fn reserve(&mut self, n_insts: usize) {
        self.insts.reserve(n_insts);
        self.values.reserve(n_insts);
    }

    /// Makes an instruction that is in no block yet. Owns the blocks of its regions from now on.
    pub fn make_inst(&mut self, data: InstData, result_types: &[Type], span: Span) -> Inst {
        let inst = self.insts.next_key();
        for block in data.blocks() {
            self.blocks[block].owner = inst.into();
        }
        let results = result_types
            .iter()
            .enumerate()
            .map(|(i, &ty)| self.values.push(ValueNode { ty, def: ValueDef::Result(inst, i) }))
            .collect();
        self.insts.push(InstNode { data, span, results, block: None.into() })
    }

    /// Makes an instruction at the end of `block`.
    pub fn append_inst(
        &mut self,
        block: Block,
        data: InstData,
        result_types: &[Type],
        span: Span,
    ) -> Inst {
        let inst = self.make_inst(data, result_types, span);
        self.push_inst(block, inst);
        inst
    }

    /// Puts an instruction that is in no block at the end of `block`.
    pub fn push_inst(&mut self, block: Block, inst: Inst) {
        self.insts[inst].block = block.into();
        self.blocks[block].insts.push(inst);
    }

    /// Puts an instruction that is in no block before `before`.
    pub fn insert_before(&mut self, before: Inst, inst: Inst) {
        let Some(block) = self.inst_block(before) else { return };
        let index = self.position(block, before);
        self.insts[inst].block = block.into();
        self.blocks[block].insts.insert(index, inst);
    }

    fn position(&self, block: Block, inst: Inst) -> usize {
        let insts = &self.blocks[block].insts;
        insts.iter().position(|&other| other == inst).unwrap_or(insts.len())
    }

    /// Takes `inst` out of its block. Its results must have no uses left.
    pub fn remove_inst(&mut self, inst: Inst) {
        if let Some(block) = self.inst_block(inst) {
            self.blocks[block].insts.retain(|&other| other != inst);
            self.insts[inst].block = None.into();
        }
    }

    /// Adds a result to an instruction, for a producer that learns carried values late.
    pub fn append_result(&mut self, inst: Inst, ty: Type) -> Value {
        let index = self.insts[inst].results.len();
        let value = self.values.push(ValueNode { ty, def: ValueDef::Result(inst, index) });
        self.insts[inst].results.push(value);
        value
    }

    /// Keeps only the results for which `keep` holds.
    pub fn retain_results(&mut self, inst: Inst, keep: impl Fn(usize) -> bool) {
        let mut index = 0;
        self.insts[inst].results.retain(|_| {
            index += 1;
            keep(index - 1)
        });
        for (i, &result) in self.insts[inst].results.iter().enumerate() {
            self.values[result].def = ValueDef::Result(inst, i);
        }
    }

    // ---- blocks ----

    /// An empty block that no instruction owns yet.
    pub fn make_block(&mut self) -> Block {
        self.blocks.push(BlockNode::default())
    }

    pub fn append_block_param(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].params.len();
        let value = self.values.push(ValueNode { ty, def: ValueDef::Param(block, index) });
        self.blocks[block].params.push(value);
        value
    }

    /// Keeps only the parameters for which `keep` holds.
    pub fn retain_block_params(&mut self, block: Block, keep: impl Fn(usize) -> bool) {
        let mut index = 0;
        self.blocks[block].params.retain(|_| {
            index += 1;
            keep(index - 1)
        });
        for (i, &param) in self.blocks[block].params.iter().enumerate() {
            self.values[param].def = ValueDef::Param(block, i);
        }
    }

    pub fn block_params(&self, block: Block) -> &[Value] {
        &self.blocks[block].params
    }

    pub fn insts(&self, block: Block) -> &[Inst] {
        &self.blocks[block].insts
    }

    /// Takes the instruction list of `block`, to be given back with [`set_insts`](Self::set_insts).
    pub fn take_insts(&mut self, block: Block) -> Vec<Inst> {
        std::mem::take(&mut self.blocks[block].insts)
    }

    /// Makes `insts` the whole content of `block`. Instructions that were in it before and are
    /// not in `insts` count as removed only if the caller says so ([`detach`](Self::detach)).
    pub fn set_insts(&mut self, block: Block, insts: Vec<Inst>) {
        for &inst in &insts {
            self.insts[inst].block = block.into();
        }
        self.blocks[block].insts = insts;
    }

    /// Marks an instruction as being in no block.
    pub fn detach(&mut self, inst: Inst) {
        self.insts[inst].block = None.into();
    }

    pub fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The instruction whose region `block` is; none for the entry block.
    pub fn block_owner(&self, block: Block) -> Option<Inst> {
        self.blocks[block].owner.expand()
    }

    /// The last instruction of `block` if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.insts(block).last().copied().filter(|&inst| self.data(inst).is_terminator())
    }

    // ---- walks ----

    /// All instructions in the order of the text: an instruction comes before those in its
    /// regions.
    pub fn insts_in_order(&self) -> Vec<Inst> {
        let mut order = Vec::with_capacity(self.insts.len());
        self.walk(vec![(self.entry_block, 0)], &mut order);
        order
    }

    /// The instructions in the regions of one, at any depth, in the order of the text.
    pub fn insts_inside(&self, owner: Inst) -> Vec<Inst> {
        let blocks = self.data(owner).blocks();
        let mut inside = Vec::new();
        self.walk(blocks.iter().rev().map(|&block| (block, 0)).collect(), &mut inside);
        inside
    }

    /// Goes through the blocks on a stack, each from the instruction with a number on.
    fn walk(&self, mut stack: Vec<(Block, usize)>, order: &mut Vec<Inst>) {
        while let Some((block, next)) = stack.pop() {
            let rest = self.insts(block).get(next..).unwrap_or_default();
            // Few instructions have blocks.
            let n_plain = rest.iter().take_while(|&&inst| !self.data(inst).has_blocks()).count();
            let (plain, rest) = rest.split_at(n_plain);
            order.extend_from_slice(plain);
            let Some(&inst) = rest.first() else { continue };
            order.push(inst);
            stack.push((block, next + n_plain + 1));
            stack.extend(self.data(inst).blocks().iter().rev().map(|&block| (block, 0)));
        }
    }

    /// Whether `inst` is inside a region of `ancestor`, at any depth.
    pub fn is_inside(&self, inst: Inst, ancestor: Inst) -> bool {
        let mut at = inst;
        while let Some(owner) = self.inst_block(at).and_then(|block| self.block_owner(block)) {
            if owner == ancestor {
                return true;
            }
            at = owner;
        }
        false
    }

    // ---- uses ----

    /// Whether an instruction, or one in its blocks, takes a value.
    pub fn takes(&self, inst: Inst, value: Value) -> bool {
        let data = self.data(inst);
        let inside =
            |block: &Block| self.insts(*block).iter().any(|&inner| self.takes(inner, value));
        data.operands().contains(&value) || data.blocks().iter().any(inside)
    }

    /// How often each value is used.
    pub fn count_uses(&self) -> SecondaryMap<Value, u32> {
        let mut uses = SecondaryMap::new();
        uses.resize(self.values.len());
        for inst in self.insts_in_order() {
            self.data(inst).for_each_operand(|value| uses[value] += 1);
        }
        uses
    }

    /// Replaces every use of `old` by `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        let mut map = ValueMap::new();
        map.replace(old, new);
        self.replace_values(&map);
    }

    /// Replaces every use of a value in `map`.
    pub fn replace_values(&mut self, map: &ValueMap) {
        if map.is_empty() {
            return;
        }
        for inst in self.insts_in_order() {
            self.data_mut(inst).for_each_operand_mut(|value| *value = map.get(*value));
        }
    }
}
