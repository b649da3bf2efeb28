//! Verified modules changed at random: mutants that the verifier accepts.
//!
//! In: a verified module and decisions. Out: the module after a few edits of its data: instructions
//! inserted, removed and moved, operands, attributes and ops replaced, element types and extents
//! replaced throughout. *Invariant:* the result is verified; an edit after which it is not is undone.

use ir::attrs::{AttrKind, AttrValue};
use ir::ops::FieldSource;
use ir::types::Dims;
use ir::{
    Block, DenseConstant, Elem, Entry, Function, Inst, InstData, Module, Opcode, Scalar, Type,
    TypeKind, Value, ValueList, verify,
};
use smallvec::SmallVec;

use super::fields::{Drawn, Impossible};
use super::{Generator, NUMBERS};
use crate::random::Random;

/// How often another edit is tried where the verifier refuses one.
const ATTEMPTS: usize = 12;
/// Modules with more instructions are not grown.
const LARGE: usize = 400;

/// Edits a verified module a few times; says whether anything changed.
pub fn edit(module: &mut Module, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let entries: Vec<Entry> = module.entries.keys().collect();
    if entries.is_empty() {
        return false;
    }
    let wanted = 1 + random.below(4);
    let mut made = 0;
    for _ in 0..wanted + ATTEMPTS {
        let entry = random.pick(&entries);
        let before = module.clone();
        let draws = Random::new(random.draw());
        let changed = once(module, entry, draws).is_some();
        if changed && verify::module(module).is_empty() {
            made += 1;
            if made == wanted {
                break;
            }
        } else {
            *module = before;
        }
    }
    made > 0
}

/// One edit; `None` if it turned out to be impossible.
fn once(module: &mut Module, entry: Entry, mut random: Random) -> Option<()> {
    let function = &module.entries[entry];
    let order = function.insts_in_order();
    let at = *order.get(random.below(order.len()))?;
    match random.below(16) {
        0..=3 if order.len() < LARGE => insert(module, entry, at, random),
        4 | 5 => remove(module, entry, at, random),
        6 => {
            let other = random.pick(&order);
            let function = &mut module.entries[entry];
            if at == other || is_fixed(function, at) || function.is_inside(other, at) {
                return None;
            }
            function.remove_inst(at);
            function.insert_before(other, at);
            Some(())
        }
        7..=9 => operand(module, entry, at, random),
        10 | 11 => attribute(module, entry, at, random),
        12 | 13 => op(module, entry, at, random),
        14 => elements(module, random),
        _ => extents(module, random),
    }
}

/// Whether an instruction ends its block.
fn is_fixed(function: &Function, inst: Inst) -> bool {
    function.data(inst).is_terminator()
}

/// A generator that inserts before an instruction.
fn generator(module: &mut Module, entry: Entry, at: Inst, random: Random) -> Generator {
    let values = visible(&module.entries[entry], at);
    Generator {
        module: std::mem::replace(module, Module::new("")),
        entry,
        random,
        values,
        end: Some(at),
        failed: Vec::new(),
        buffers: Vec::new(),
    }
}

/// The values that an instruction may use.
fn visible(function: &Function, at: Inst) -> Vec<Value> {
    let mut values = Vec::new();
    let mut inst = at;
    while let Some(block) = function.inst_block(inst) {
        values.extend_from_slice(function.block_params(block));
        let before = function.insts(block).iter().take_while(|&&other| other != inst);
        values.extend(before.flat_map(|&other| function.results(other)));
        let Some(owner) = function.block_owner(block) else { break };
        inst = owner;
    }
    values
}

fn insert(module: &mut Module, entry: Entry, at: Inst, mut random: Random) -> Option<()> {
    let op = random.pick(Opcode::ALL);
    let mut generator = generator(module, entry, at, random);
    let known = generator.values.len();
    generator.op(op, 1);
    let new = generator.values.get(known..).unwrap_or_default().to_vec();
    // What is made is used, where something takes its type.
    let function = &mut generator.module.entries[entry];
    for value in new {
        let ty = function.value_type(value);
        let mut operands = function.data(at).operands().into_iter().enumerate();
        let fits = |&(_, operand): &(usize, Value)| function.value_type(operand) == ty;
        if let Some((index, _)) = operands.find(fits) {
            set_operand(function, at, index, value);
        }
    }
    *module = generator.module;
    Some(())
}

fn set_operand(function: &mut Function, inst: Inst, index: usize, value: Value) {
    let mut number = 0;
    function.data_mut(inst).for_each_operand_mut(|operand| {
        if number == index {
            *operand = value;
        }
        number += 1;
    });
}

fn remove(module: &mut Module, entry: Entry, at: Inst, random: Random) -> Option<()> {
    if is_fixed(&module.entries[entry], at) {
        return None;
    }
    let results = module.entries[entry].results(at).to_vec();
    let mut generator = generator(module, entry, at, random);
    for result in results {
        let ty = generator.value_type(result);
        let fitting: Vec<Value> = generator.values.clone();
        let fitting: Vec<Value> =
            fitting.into_iter().filter(|&value| generator.value_type(value) == ty).collect();
        let is_view = generator.module.types.is_view(ty);
        let other = match (fitting.is_empty(), is_view) {
            (true, true) => continue,
            (true, false) => generator.value(ty),
            (false, _) => generator.random.pick(&fitting),
        };
        generator.function().replace_all_uses(result, other);
    }
    generator.function().remove_inst(at);
    *module = generator.module;
    Some(())
}

fn operand(module: &mut Module, entry: Entry, at: Inst, mut random: Random) -> Option<()> {
    let function = &mut module.entries[entry];
    let operands = function.data(at).operands();
    let index = random.below(operands.len());
    let ty = function.value_type(*operands.get(index)?);
    let any = random.one_in(8);
    let mut values = visible(function, at);
    values.retain(|&value| any || function.value_type(value) == ty);
    let value = *values.get(random.below(values.len()))?;
    set_operand(function, at, index, value);
    Some(())
}

/// The fields of an instruction, some of them drawn.
struct Edited<'a, 'g> {
    groups: std::vec::IntoIter<ValueList>,
    attrs: Vec<(&'static str, AttrValue)>,
    /// The attribute that is drawn in any case.
    drawn: Option<&'static str>,
    blocks: std::vec::IntoIter<Block>,
    source: &'a mut Drawn<'g>,
}

impl FieldSource for Edited<'_, '_> {
    type Error = Impossible;

    fn one(&mut self, name: &'static str) -> Result<Value, Impossible> {
        let value = *self.groups.next().ok_or(Impossible)?.first().ok_or(Impossible)?;
        self.source.names.push((name, value));
        Ok(value)
    }

    fn opt(&mut self, _: &'static str) -> Result<Option<Value>, Impossible> {
        Ok(self.groups.next().ok_or(Impossible)?.first().copied())
    }

    fn many(&mut self, name: &'static str) -> Result<ValueList, Impossible> {
        let values = self.groups.next().ok_or(Impossible)?;
        self.source.names.extend(values.first().map(|&value| (name, value)));
        Ok(values)
    }

    fn attr(&mut self, name: &'static str, kind: AttrKind) -> Result<AttrValue, Impossible> {
        let known = self.attrs.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, value)) if self.drawn != Some(name) => Ok(value.clone()),
            _ => self.source.attr(name, kind),
        }
    }

    fn region(&mut self, _: &'static str) -> Result<Block, Impossible> {
        self.blocks.next().ok_or(Impossible)
    }

    fn wrong_kind(&mut self, _: &'static str) -> Impossible {
        Impossible
    }
}

/// Makes the instruction again as `op`, with the attribute `drawn` another one.
fn remake(
    module: &mut Module,
    entry: Entry,
    at: Inst,
    random: Random,
    op: Opcode,
    drawn: Option<&'static str>,
) -> Option<()> {
    let data = module.entries[entry].data(at).clone();
    let names = data.info().attrs.iter().map(|attr| attr.name);
    let attrs = names.zip(data.attrs()).collect();
    let mut generator = generator(module, entry, at, random);
    let mut source =
        Drawn { op, view: None, names: Vec::new(), shape: &[], generator: &mut generator };
    let mut fields = Edited {
        groups: data.operand_groups().to_vec().into_iter(),
        attrs,
        drawn,
        blocks: data.blocks().to_vec().into_iter(),
        source: &mut source,
    };
    let made = InstData::from_fields(op, &mut fields);
    *module = generator.module;
    *module.entries[entry].data_mut(at) = made.ok()?;
    Some(())
}

fn attribute(module: &mut Module, entry: Entry, at: Inst, mut random: Random) -> Option<()> {
    let data = module.entries[entry].data(at);
    let attrs = data.info().attrs;
    let drawn = attrs.get(random.below(attrs.len()))?.name;
    let op = data.opcode();
    remake(module, entry, at, random, op, Some(drawn))
}

fn op(module: &mut Module, entry: Entry, at: Inst, mut random: Random) -> Option<()> {
    let info = module.entries[entry].data(at).info();
    let alike = |op: &&Opcode| {
        let other = op.info();
        let arities =
            |info: &ir::OpInfo| -> Vec<_> { info.operands.iter().map(|o| o.arity).collect() };
        **op != info.opcode
            && arities(other) == arities(info)
            && other.regions.len() == info.regions.len()
    };
    let others: Vec<Opcode> = Opcode::ALL.iter().filter(alike).copied().collect();
    let op = *others.get(random.below(others.len()))?;
    remake(module, entry, at, random, op, None)
}

/// Replaces an element format throughout.
fn elements(module: &mut Module, mut random: Random) -> Option<()> {
    let (from, to) = (random.pick(NUMBERS), random.pick(NUMBERS));
    let scalar = |elem: Scalar| if elem == from { to } else { elem };
    retype(module, &scalar, &|extent| extent)
}

/// Replaces an extent of tiles throughout.
fn extents(module: &mut Module, mut random: Random) -> Option<()> {
    let from = 1 << random.below(6);
    let to = if random.one_in(2) { from * 2 } else { (from / 2).max(1) };
    retype(module, &|elem| elem, &|extent| if extent == from { to } else { extent })
}

fn retype(
    module: &mut Module,
    scalar: &dyn Fn(Scalar) -> Scalar,
    extent: &dyn Fn(u32) -> u32,
) -> Option<()> {
    let Module { entries, types, .. } = module;
    for function in entries.values_mut() {
        for number in 0..function.num_values() {
            let value = Value::from_u32(number as u32);
            let ty = changed(types, function.value_type(value), scalar, extent);
            function.set_value_type(value, ty);
        }
        for inst in function.insts_in_order() {
            let ty = function.results(inst).first().map(|&result| function.value_type(result));
            match function.data_mut(inst) {
                InstData::Constant { value } => {
                    let elem = scalar(value.elem());
                    let bits = |index: usize| value.get(index % value.len().max(1)) & elem.mask();
                    *value = match value.is_splat() {
                        true => DenseConstant::splat(elem, bits(0)),
                        false => {
                            let count = types.num_elems(ty?) as usize;
                            DenseConstant::dense(elem, (0..count).map(bits)).canonical()
                        }
                    };
                }
                InstData::Reduce { identities, .. } | InstData::Scan { identities, .. } => {
                    for identity in identities {
                        identity.elem = scalar(identity.elem);
                        identity.bits &= identity.elem.mask();
                    }
                }
                _ => {}
            }
        }
    }
    Some(())
}

fn changed(
    types: &mut ir::TypeStore,
    ty: Type,
    scalar: &dyn Fn(Scalar) -> Scalar,
    extent: &dyn Fn(u32) -> u32,
) -> Type {
    let mut kind = types.kind(ty).clone();
    let dims = |dims: &mut Dims| dims.iter_mut().for_each(|dim| *dim = extent(*dim));
    let inner = |types: &mut ir::TypeStore, ty: &mut Type| {
        *ty = changed(types, *ty, scalar, extent);
    };
    match &mut kind {
        TypeKind::Token => return ty,
        TypeKind::Tile(tile) => {
            let all: SmallVec<[u32; 4]> = tile.dims.iter().map(|&dim| extent(dim)).collect();
            let elem = match tile.elem {
                Elem::Scalar(elem) => Elem::Scalar(scalar(elem)),
                Elem::Ptr(elem) => Elem::Ptr(scalar(elem)),
                Elem::MultimemPtr(elem, address) => Elem::MultimemPtr(scalar(elem), address),
            };
            return types.tile(&all, elem);
        }
        TypeKind::TensorView(view) => view.elem = scalar(view.elem),
        TypeKind::PartitionView(view) => {
            dims(&mut view.tile);
            inner(types, &mut view.tensor);
        }
        TypeKind::StridedView(view) => {
            dims(&mut view.tile);
            inner(types, &mut view.tensor);
        }
        TypeKind::GatherScatterView(view) => {
            dims(&mut view.tile);
            inner(types, &mut view.tensor);
        }
    }
    types.intern(kind)
}
