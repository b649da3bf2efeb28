//! Lengthens an axis of a tile block, for instructions that have no form for so few elements.
//!
//! ```text
//! body(tile<M x N>, view of M rows [0, j])   =>   body(tile<R x N>, view of R rows [0, j])         R > M
//! load p, mask                               =>   load p', mask' & (iota < M)
//! store p, v, mask                           =>   store p', v', mask' & (iota < M)
//! ```
//!
//! Along an axis no op of which needs several slices at once ([`Axes`]), no slice depends on another one. So slices from M
//! on are padding: whatever they hold goes into no other slice, and into no memory, if
//!
//! * a view's tensor has at most M elements along the axis, and its tile begins with the first: elements from M on are
//!   outside of the tensor;
//! * an access by pointers is masked for these slices;
//! * what slices compute cannot trap, and nothing is promised of them.
//!
//! Not a pass of [`PASSES`](super::PASSES): whether it pays is for a back end to say.

use smallvec::SmallVec;

use super::strip_mine::{Members, copy_leaves};
use crate::analysis::axes::{Axes, Axis};
use crate::attrs::{CmpPredicate, MemoryOrdering, Signedness};
use crate::builder::Builder;
use crate::entities::{Inst, Type, Value};
use crate::fold;
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::{Scalar, TypeKind, TypeStore, extent_of};

/// Makes the axis of a value's dimension `to` elements long; says whether it could. If not, the function means what it
/// did.
pub fn pad_axis(
    function: &mut Function,
    types: &mut TypeStore,
    seed: (Value, usize),
    to: u32,
) -> bool {
    let Some(&from) = types.dims(function.value_type(seed.0)).get(seed.1) else { return false };
    copy_leaves(function);
    let axes = Axes::of(function, types);
    let axis = axes.axis(seed.0, seed.1);
    let subject = Subject { function, types, from };
    let Some(members) = subject.members(&axes, axis) else { return false };
    let insts = function.insts_in_order();
    if from >= to || !insts.iter().all(|&inst| subject.can_pad(&members, inst)) {
        return false;
    }
    for (value, dim) in members.iter() {
        let ty = lengthened(types, function.value_type(value), dim, to);
        function.set_value_type(value, ty);
    }
    for inst in insts {
        restrict_access(function, types, &members, inst, from);
    }
    true
}

struct Subject<'a> {
    function: &'a Function,
    types: &'a TypeStore,
    /// How long the axis is.
    from: u32,
}

impl Subject<'_> {
    /// The values on the axis; `None` if slices depend on each other, or one value has two dimensions on it.
    fn members(&self, axes: &Axes<'_>, axis: Axis) -> Option<Members> {
        let &Subject { function, types, from } = self;
        Members::on(function, types, (axes, axis), |kind, _, length| {
            length == from && matches!(kind, TypeKind::Tile(_) | TypeKind::PartitionView(_))
        })
    }

    /// Whether slices from `from` on may be added to what an instruction does; see the module header.
    fn can_pad(&self, members: &Members, inst: Inst) -> bool {
        let data = self.function.data(inst);
        let on_axis = || {
            let results = self.function.results(inst).iter().copied();
            members.any(data.operands().into_iter().chain(results))
        };
        let is_weak = || data.memory_ordering() == Some(MemoryOrdering::Weak);
        match data {
            InstData::LoadViewTko { view, index, .. }
            | InstData::StoreViewTko { view, index, .. } => {
                let Some(dim) = members.dim(*view) else { return true };
                is_weak() && fold::splat_int(self.function, index[dim]) == Some(0)
            }
            InstData::MakePartitionView { tensor_view } => {
                let view = self.function.results(inst)[0];
                members.dim(view).is_none_or(|dim| self.is_short(*tensor_view, view, dim))
            }
            InstData::LoadPtrTko { .. } | InstData::StorePtrTko { .. } => !on_axis() || is_weak(),
            InstData::Assume { .. } | InstData::GetIndexSpaceShape { .. } => !on_axis(),
            _ => match data.effect() {
                Effect::Pure | Effect::Structured | Effect::Terminator => true,
                _ => !on_axis(),
            },
        }
    }

    /// Whether a tensor has at most `from` elements along the dimension of a view's tile.
    fn is_short(&self, tensor_view: Value, view: Value, dim: usize) -> bool {
        let &Subject { function, types, from } = self;
        let TypeKind::PartitionView(view) = types.kind(function.value_type(view)) else {
            return false;
        };
        let Some(tensor) = types.as_tensor_view(view.tensor) else { return false };
        let along = view.dim_map[dim] as usize;
        let dynamic = match function.def_data(tensor_view) {
            Some(InstData::MakeTensorView { dynamic_shape, .. }) => &dynamic_shape[..],
            _ => &[],
        };
        let extent = match extent_of(&tensor.shape, dynamic, along) {
            Some(Ok(extent)) => fold::splat_int(function, extent),
            Some(Err(extent)) => Some(extent),
            None => None,
        };
        extent.is_some_and(|extent| extent <= i64::from(from))
    }
}

/// A type with a dimension of so many elements.
fn lengthened(types: &mut TypeStore, ty: Type, dim: usize, to: u32) -> Type {
    let mut kind = types.kind(ty).clone();
    match &mut kind {
        TypeKind::Tile(tile) => tile.dims[dim] = to,
        TypeKind::PartitionView(view) => view.tile[dim] = to,
        TypeKind::StridedView(_)
        | TypeKind::GatherScatterView(_)
        | TypeKind::TensorView(_)
        | TypeKind::Token => {}
    }
    types.intern(kind)
}

/// Keeps an access from memory that it did not reach before.
fn restrict_access(
    function: &mut Function,
    types: &mut TypeStore,
    members: &Members,
    inst: Inst,
    from: u32,
) {
    match function.data(inst).clone() {
        InstData::LoadViewTko { view, .. } | InstData::StoreViewTko { view, .. } => {
            let Some(dim) = members.dim(view) else { return };
            if let InstData::LoadViewTko { inbounds, .. } | InstData::StoreViewTko { inbounds, .. } =
                function.data_mut(inst)
                && let Some(promised) = inbounds.get_mut(dim)
            {
                *promised = false;
            }
        }
        InstData::LoadPtrTko { source, mask, padding, .. } => {
            let Some(dim) = members.dim(source) else { return };
            let loaded = function.value_type(function.results(inst)[0]);
            let mut b = Builder::before(function, types, inst);
            let within = within(&mut b, (source, dim), mask, from);
            let other = padding.unwrap_or_else(|| b.const_bits(loaded, 0));
            if let InstData::LoadPtrTko { mask, padding, .. } = function.data_mut(inst) {
                (*mask, *padding) = (Some(within), Some(other));
            }
        }
        InstData::StorePtrTko { destination, mask, .. } => {
            let Some(dim) = members.dim(destination) else { return };
            let mut b = Builder::before(function, types, inst);
            let within = within(&mut b, (destination, dim), mask, from);
            if let InstData::StorePtrTko { mask, .. } = function.data_mut(inst) {
                *mask = Some(within);
            }
        }
        _ => {}
    }
}

/// The elements of a tile of pointers whose slices there were before, and that a mask has.
fn within(
    b: &mut Builder<'_>,
    (pointers, dim): (Value, usize),
    mask: Option<Value>,
    from: u32,
) -> Value {
    let dims: SmallVec<[u32; 4]> = b.types.dims(b.value_type(pointers)).into();
    let line = b.types.tile(&[dims[dim]], Scalar::I32);
    let places = b.iota(line);
    let end = b.const_bits(line, u64::from(from));
    let is_before = b.cmpi(places, end, CmpPredicate::LessThan, Signedness::Signed);
    let mut along: SmallVec<[u32; 4]> = SmallVec::from_elem(1, dims.len());
    along[dim] = dims[dim];
    let along = b.types.tile(&along, Scalar::I1);
    let shape = b.types.tile(&dims, Scalar::I1);
    let is_before = b.reshape(is_before, along);
    let is_before = b.broadcast(is_before, shape);
    mask.map_or(is_before, |mask| b.andi(mask, is_before))
}
