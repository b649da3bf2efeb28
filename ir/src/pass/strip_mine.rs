//! Splits a tile block into several parts, for tiles that are too large to be held at once.
//!
//! ```text
//! body(tile<M x N>, view[i, j])  =>  for part in (0 to P) { body(tile<M/P x N>, view[P i + part, j]) }
//! ```
//!
//! A tile that reaches over the edge of its tensor may have parts that lie beyond: the tile before
//! is loaded for them, and nothing is stored.
//!
//! It holds along an axis no op of which needs several slices at once ([`Axes`]), if the parts can
//! follow each other:
//! whatever has an effect is done for slices of the axis, so that the parts divide what is done;
//! and nothing is written that another part reads
//! or writes. Values that are not on the axis are computed in every part,
//! or before all of them where they are invariant.
//!
//! Not a pass of [`PASSES`](super::PASSES): whether it pays is for a back end to say.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::{OptLevel, Options, canonicalize, cse, licm};
use crate::analysis::alias::AliasMap;
use crate::analysis::axes::{Axes, Axis};
use crate::attrs::{CmpPredicate, Overflow, Rounding, Signedness};
use crate::builder::{Builder, IfParts};
use crate::entities::{Inst, Type, Value};
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::{Scalar, TypeKind, TypeStore};

/// Splits `function` into `parts` parts, a power of two, along the axis of a value's
/// dimension; says whether it could. If not, the function means what it did.
pub fn strip_mine(
    function: &mut Function,
    types: &mut TypeStore,
    seed: (Value, usize),
    parts: u32,
) -> bool {
    copy_leaves(function);
    let axes = Axes::of(function, types);
    let axis = axes.axis(seed.0, seed.1);
    let members = Members::on(function, types, (&axes, axis), |kind, dim, length| {
        length.is_multiple_of(parts)
            && match kind {
                TypeKind::Tile(_) | TypeKind::PartitionView(_) => true,
                // Its tiles must follow each other without a gap.
                TypeKind::StridedView(view) => view.traversal_strides[dim] == view.tile[dim],
                TypeKind::GatherScatterView(_) | TypeKind::TensorView(_) | TypeKind::Token => false,
            }
    });
    let Some(members) = members else { return false };
    if !strips_are_independent(function, types, &members) {
        return false;
    }
    let Some(end) = only_return(function) else { return false };
    rewrite(function, types, &members, parts, end);
    let options = Options { level: OptLevel::Full, fmad: false };
    for pass in [cse::run, canonicalize::run, licm::run, cse::run] {
        pass(function, types, &options);
    }
    true
}

/// Gives each use of a computation without operands its own copy, so that no axis is tied to
/// another one for sharing a constant.
pub(super) fn copy_leaves(function: &mut Function) {
    copy_for_uses(function, |data| {
        matches!(data, InstData::Constant { .. } | InstData::Iota {} | InstData::Poison {})
    });
}

/// Gives each use of some pure computations its own copy.
pub fn copy_for_uses(function: &mut Function, is_copied: impl Fn(&InstData) -> bool) {
    for inst in function.insts_in_order() {
        let leaf = |value: &Value| {
            let data = function.def_data(*value)?;
            is_copied(data).then(|| (data.clone(), function.value_type(*value)))
        };
        let operands = function.data(inst).operands();
        let copies: SmallVec<[_; 4]> = operands.iter().map(leaf).collect();
        let span = function.span(inst);
        let copy = |leaf: Option<(InstData, Type)>| {
            let (data, ty) = leaf?;
            let copy = function.make_inst(data, &[ty], span);
            function.insert_before(inst, copy);
            Some(function.results(copy)[0])
        };
        let fresh: SmallVec<[Option<Value>; 4]> = copies.into_iter().map(copy).collect();
        let mut fresh = fresh.into_iter();
        function.data_mut(inst).for_each_operand_mut(|operand| {
            *operand = fresh.next().flatten().unwrap_or(*operand);
        });
    }
}

/// Values with a dimension on the axis, and which one it is.
#[derive(Default)]
pub struct Members(SecondaryMap<Value, Option<usize>>);

impl Members {
    /// `None` if slices of the axis depend on each other, one value has two dimensions on it, or `fits` refuses the kind of
    /// one, the dimension and its length.
    pub fn on(
        function: &Function,
        types: &TypeStore,
        (axes, axis): (&Axes<'_>, Axis),
        fits: impl Fn(&TypeKind, usize, u32) -> bool,
    ) -> Option<Members> {
        if axes.is_mixed(axis) {
            return None;
        }
        let mut members = Members::default();
        for value in values_in_order(function) {
            let mut dims = axes.dims_on(value, axis);
            let (Some(dim), more) = (dims.next(), dims.next()) else { continue };
            let ty = function.value_type(value);
            let tile = types.tiled_view(ty).map_or_else(|| types.dims(ty), |(_, tile)| tile);
            if more.is_some() || !fits(types.kind(ty), dim, tile[dim]) {
                return None;
            }
            members.insert(value, dim);
        }
        Some(members)
    }

    fn insert(&mut self, value: Value, dim: usize) {
        self.0[value] = Some(dim);
    }

    pub fn dim(&self, value: Value) -> Option<usize> {
        self.0[value]
    }

    pub fn any(&self, mut values: impl Iterator<Item = Value>) -> bool {
        values.any(|value| self.dim(value).is_some())
    }

    pub fn iter(&self) -> impl Iterator<Item = (Value, usize)> {
        self.0.iter().filter_map(|(value, dim)| Some((value, (*dim)?)))
    }
}

/// All results and block parameters of a function.
pub(super) fn values_in_order(function: &Function) -> Vec<Value> {
    let mut values = Vec::new();
    for inst in function.insts_in_order() {
        values.extend_from_slice(function.results(inst));
        for block in function.data(inst).blocks() {
            values.extend_from_slice(function.block_params(block));
        }
    }
    values
}

/// Whether no part reads or writes what another one writes.
fn strips_are_independent(function: &Function, types: &TypeStore, members: &Members) -> bool {
    let aliases = AliasMap::of(function, types);
    let mut read: SmallVec<[Value; 8]> = SmallVec::new();
    let mut written: SmallVec<[Value; 8]> = SmallVec::new();
    for inst in function.insts_in_order() {
        let data = function.data(inst);
        match data.effect() {
            Effect::Pure | Effect::Partial | Effect::Structured | Effect::Terminator => {}
            Effect::Read => read.extend(data.accessed()),
            Effect::Write if members.any(data.operands().into_iter()) => {
                // Scattered, several turns of a loop may write the same place in turn.
                let once = function.inst_block(inst) == Some(function.entry_block);
                let view = matches!(data, InstData::StoreViewTko { .. });
                let Some(place) = data.accessed().filter(|_| once || view) else { return false };
                written.push(place);
            }
            Effect::Write | Effect::ReadWrite | Effect::Alloc | Effect::Io => {
                return false;
            }
        }
    }
    written.iter().enumerate().all(|(i, &place)| {
        let others = written.iter().enumerate().filter(|(j, _)| i != *j).map(|(_, other)| other);
        !read.iter().chain(others).any(|&other| aliases.may_alias(place, other))
    })
}

/// The one `return` of a function that has no other.
fn only_return(function: &Function) -> Option<Inst> {
    let is_return = |inst: &Inst| matches!(function.data(*inst), InstData::Return { .. });
    let returns = function.insts_in_order().into_iter().filter(is_return).count();
    function.terminator(function.entry_block).filter(|end| is_return(end) && returns == 1)
}

fn rewrite(
    function: &mut Function,
    types: &mut TypeStore,
    members: &Members,
    parts: u32,
    end: Inst,
) {
    let insts = function.insts_in_order();
    for (value, dim) in members.iter() {
        let ty = part_of(types, function.value_type(value), dim, parts);
        function.set_value_type(value, ty);
    }

    // The loop, with everything but the end of the function in it.
    let entry = function.entry_block;
    let mut all = function.take_insts(entry);
    all.retain(|&inst| inst != end);
    let span = function.span(end);
    let mut b = Builder::new(function, types, entry, span);
    let (zero, count, one) = (b.const_i32(0), b.const_i32(parts as i32), b.const_i32(1));
    let strips = b.open_for(zero, count, one, false, &[]);
    b.function.set_insts(strips.body, all);
    b.switch_to(strips.body);
    b.continue_([]);
    b.function.push_inst(entry, end);

    for inst in insts {
        place(function, types, members, inst, strips.induction, parts);
    }
}

/// A type with a dimension divided by `parts`.
fn part_of(types: &mut TypeStore, ty: Type, dim: usize, parts: u32) -> Type {
    let mut kind = types.kind(ty).clone();
    match &mut kind {
        TypeKind::Tile(tile) => tile.dims[dim] /= parts,
        TypeKind::PartitionView(view) => view.tile[dim] /= parts,
        TypeKind::StridedView(view) => {
            view.tile[dim] /= parts;
            view.traversal_strides[dim] /= parts;
        }
        TypeKind::GatherScatterView(_) | TypeKind::TensorView(_) | TypeKind::Token => {}
    }
    types.intern(kind)
}

/// Adapts what says where on the axis something is.
fn place(
    function: &mut Function,
    types: &mut TypeStore,
    members: &Members,
    inst: Inst,
    part: Value,
    parts: u32,
) {
    let data = function.data(inst).clone();
    match &data {
        InstData::Iota {} => {
            let result = function.results(inst)[0];
            if members.dim(result).is_some() {
                shift_iota(function, types, inst, part);
            }
        }
        InstData::LoadViewTko { view, index, .. } => {
            let Some(dim) = members.dim(*view) else { return };
            let mut b = Builder::before(function, types, inst);
            let (number, count) = numbered(&mut b, *view, index, dim, part, parts);
            let elem = b.types.elem_scalar(b.value_type(count)).unwrap_or(Scalar::I32);
            let one = b.const_int(elem, 1);
            let last = b.subi(count, one, Overflow::None);
            let number = b.mini(number, last, Signedness::Unsigned);
            set_index(function, inst, dim, number);
        }
        InstData::StoreViewTko { view, index, token, .. } => {
            let Some(dim) = members.dim(*view) else { return };
            let mut b = Builder::before(function, types, inst);
            let (number, count) = numbered(&mut b, *view, index, dim, part, parts);
            let inside = b.cmpi(number, count, CmpPredicate::LessThan, Signedness::Unsigned);
            let before = token.unwrap_or_else(|| b.make_token());
            let ty = b.types.token();
            let guard = b.open_if(inside, &[ty]);
            b.switch_to(guard.else_block);
            b.yield_([before]);
            set_index(function, inst, dim, number);
            guard_store(function, types, inst, &guard);
        }
        InstData::GetIndexSpaceShape { src } => {
            let Some(dim) = members.dim(*src) else { return };
            whole_tiles(function, types, inst, dim, parts);
        }
        _ => {}
    }
}

/// The number of a part's tile along `dim`, `parts * index[dim] + part`, and how many tiles there
/// are. The parts of a tile on the edge may lie beyond.
fn numbered(
    b: &mut Builder<'_>,
    view: Value,
    index: &[Value],
    dim: usize,
    part: Value,
    parts: u32,
) -> (Value, Value) {
    let ty = b.value_type(index[dim]);
    let elem = b.types.elem_scalar(ty).unwrap_or(Scalar::I32);
    let factor = b.const_int(elem, i64::from(parts));
    let first = b.muli(index[dim], factor, Overflow::None);
    let part = resized(b, part, ty);
    let number = b.addi(first, part, Overflow::None);
    let counts = vec![ty; index.len()];
    let counts = b.insert(InstData::GetIndexSpaceShape { src: view }, &counts);
    (number, b.function.results(counts)[dim])
}

fn set_index(function: &mut Function, access: Inst, dim: usize, number: Value) {
    if let InstData::LoadViewTko { index, .. } | InstData::StoreViewTko { index, .. } =
        function.data_mut(access)
    {
        index[dim] = number;
    }
}

/// Moves a store to the branch that is taken where its tile exists.
fn guard_store(function: &mut Function, types: &mut TypeStore, store: Inst, guard: &IfParts) {
    let stored = function.results(store)[0];
    function.replace_all_uses(stored, guard.results[0]);
    function.remove_inst(store);
    function.push_inst(guard.then_block, store);
    let span = function.span(store);
    Builder::new(function, types, guard.then_block, span).yield_([stored]);
}

/// A small number that is not negative, as another integer type.
fn resized(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let bits = |b: &Builder<'_>, ty| b.types.elem(ty).map_or(32, |elem| elem.bits());
    let from = b.value_type(value);
    match bits(b, ty).cmp(&bits(b, from)) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => b.exti(value, Signedness::Unsigned, ty),
        std::cmp::Ordering::Less => b.trunci(value, Overflow::None, ty),
    }
}

/// `iota` of a part: the numbers from where the part begins.
fn shift_iota(function: &mut Function, types: &mut TypeStore, inst: Inst, part: Value) {
    let result = function.results(inst)[0];
    let ty = function.value_type(result);
    let span = function.span(inst);
    let (len, elem) = (types.dims(ty)[0], types.elem_scalar(ty));
    let Some(elem) = elem else { return };
    let iota = function.make_inst(InstData::Iota {}, &[ty], span);
    function.insert_before(inst, iota);
    let numbers = function.results(iota)[0];
    let mut b = Builder::before(function, types, inst);
    let scalar = b.types.scalar(elem);
    let part = resized(&mut b, part, scalar);
    let len = b.const_int(elem, i64::from(len));
    let first = b.muli(part, len, Overflow::None);
    let one = b.types.tile(&[1], elem);
    let first = b.reshape(first, one);
    let first = b.broadcast(first, ty);
    *function.data_mut(inst) =
        InstData::AddI { lhs: numbers, rhs: first, overflow: Overflow::None };
}

/// The number of whole tiles from that of their parts.
fn whole_tiles(function: &mut Function, types: &mut TypeStore, inst: Inst, dim: usize, parts: u32) {
    let count = function.results(inst)[dim];
    let ty = function.value_type(count);
    let Some(elem) = types.elem_scalar(ty) else { return };
    let span = function.span(inst);
    let divisor = crate::attrs::DenseConstant::splat(elem, u64::from(parts));
    let divisor = function.make_inst(InstData::Constant { value: divisor }, &[ty], span);
    let rhs = function.results(divisor)[0];
    let (signedness, rounding) = (Signedness::Signed, Rounding::PositiveInf);
    let whole = InstData::DivI { lhs: count, rhs, signedness, rounding };
    let whole = function.make_inst(whole, &[ty], span);
    let replacement = function.results(whole)[0];
    function.replace_all_uses(count, replacement);
    if let InstData::DivI { lhs, .. } = function.data_mut(whole) {
        *lhs = count;
    }
    let Some(block) = function.inst_block(inst) else { return };
    let mut insts = function.take_insts(block);
    let at = insts.iter().position(|&other| other == inst).map_or(insts.len(), |at| at + 1);
    insts.splice(at..at, [divisor, whole]);
    function.set_insts(block, insts);
}
