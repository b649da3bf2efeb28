//! Accesses of memory through views: the intrinsics `view_load`, `view_store` and `view_reduce`, each a tensor view, a
//! view of it and the access.
//!
//! How a view divides its tensor is a list of numbers in the header: [`PARTITION`], [`STRIDED`] with the traversal
//! strides, or [`GATHERED`] with the dimension.

use ir::types::{GatherScatterViewType, PartitionViewType, StridedViewType, TypeKind};
use ir::{Elem, Inbounds, MemoryScope, PaddingValue, RmwMode, Type, Value};
use smallvec::SmallVec;

use super::emit::ir_hints;
use super::intrinsic::Call;
use super::undefined::ViewAxis;
use super::{Low, Lowerer};

const PARTITION: i64 = 0;
const STRIDED: i64 = 1;
const GATHERED: i64 = 2;

impl Lowerer<'_, '_> {
    pub(super) fn view_load(&mut self, call: &Call) -> Low<Option<Value>> {
        let padding = match call.int(self, 1)? {
            -1 => None,
            _ => Some(call.attr(self, 1, PaddingValue::from_number)?),
        };
        let (ordering, scope) = call.order(self, 2)?;
        let result = call.result(self)?;
        let (view, indices) = self.make_view(call, 4, &call.args, result, padding)?;
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let (value, token) =
            self.ins().load_view_tko(view, indices, token, ordering, scope, hints, Inbounds::new());
        self.set_token(token);
        Ok(Some(value))
    }

    pub(super) fn view_store(&mut self, call: &Call) -> Low<Option<Value>> {
        let (ordering, scope) = call.order(self, 1)?;
        let value = call.args[0];
        let tile = self.function.value_type(value);
        // A padding value tells a store that may be partly outside from one that may not.
        let padding = if call.flag(self, 0)? { Some(PaddingValue::Zero) } else { None };
        let (view, indices) = self.make_view(call, 3, &call.args[1..], tile, padding)?;
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let token = self.ins().store_view_tko(
            value,
            view,
            indices,
            token,
            ordering,
            scope,
            hints,
            Inbounds::new(),
        );
        self.set_token(token);
        Ok(None)
    }

    pub(super) fn view_reduce(&mut self, call: &Call) -> Low<Option<Value>> {
        let mode = call.attr(self, 0, RmwMode::from_number)?;
        let (ordering, scope) = call.order(self, 2)?;
        let value = call.args[0];
        let tile = self.function.value_type(value);
        let padding = if call.flag(self, 1)? { Some(PaddingValue::Zero) } else { None };
        let (view, indices) = self.make_view(call, 4, &call.args[1..], tile, padding)?;
        let token = self.token();
        let scope = scope.unwrap_or(MemoryScope::Device);
        let token = self.ins().atomic_red_view_tko(
            view,
            indices,
            value,
            token,
            ordering,
            scope,
            mode,
            Inbounds::new(),
        );
        self.set_token(token);
        Ok(None)
    }

    /// The view of tiles of type `tile`, and the indices. The template arguments from `lists` on are how the view divides
    /// its tensor, the extents and the strides; `args` are the base pointer, then per dimension an index, an extent and a
    /// stride.
    fn make_view(
        &mut self,
        call: &Call,
        lists: usize,
        args: &[Value],
        tile: Type,
        padding: Option<PaddingValue>,
    ) -> Low<(Value, Vec<Value>)> {
        let kind = call.dims(self, lists)?;
        let extents = call.dims(self, lists + 1)?;
        let strides = call.dims(self, lists + 2)?;
        let rank = extents.len();
        let Some((&base, scalars)) = args.split_first() else {
            return self.bug(call.span, "a view without a base");
        };
        if scalars.len() != 3 * rank || strides.len() != rank {
            return self.bug(call.span, "a view with the wrong number of extents");
        }
        let base_ty = self.function.value_type(base);
        let Some(elem) = self.types.elem(base_ty).and_then(Elem::pointee) else {
            return self.bug(call.span, "a view on something that is not a pointer");
        };
        let fixed = |list: &[i64]| -> Vec<Option<i64>> {
            list.iter().map(|&v| (v >= 0).then_some(v)).collect()
        };
        let steps: Vec<u32> = match kind.as_slice() {
            [PARTITION] => self.types.dims(tile).to_vec(),
            [STRIDED, traversal @ ..] => traversal.iter().map(|&stride| stride as u32).collect(),
            _ => Vec::new(),
        };
        let axes: Vec<ViewAxis> = std::iter::zip(steps, &extents)
            .enumerate()
            .map(|(axis, (step, &extent))| ViewAxis {
                index: scalars[axis],
                extent: (extent >= 0).then_some(extent),
                extent_value: scalars[rank + axis],
                step,
            })
            .collect();
        self.note_tile_of_view(call.span, &axes);
        let open = |list: &[i64], values: &[Value]| -> Vec<Value> {
            let pairs = list.iter().zip(values);
            pairs.filter(|(v, _)| **v < 0).map(|(_, &value)| value).collect()
        };
        let dynamic_extents = open(&extents, &scalars[rank..2 * rank]);
        let dynamic_strides = open(&strides, &scalars[2 * rank..]);
        let tensor_ty = self.types.tensor_view(elem, &fixed(&extents), &fixed(&strides));
        let base_view =
            self.ins().make_tensor_view(base, dynamic_extents, dynamic_strides, tensor_ty);
        let dims: SmallVec<[u32; 4]> = self.types.dims(tile).into();
        let dim_map = (0..dims.len() as u32).collect();
        let view = match kind.as_slice() {
            [PARTITION] => {
                let ty = PartitionViewType { tile: dims, padding, tensor: tensor_ty, dim_map };
                let ty = self.types.intern(TypeKind::PartitionView(ty));
                self.ins().make_partition_view(base_view, ty)
            }
            [STRIDED, traversal @ ..] => {
                let traversal_strides = traversal.iter().map(|&stride| stride as u32).collect();
                let tensor = tensor_ty;
                let ty =
                    StridedViewType { tile: dims, traversal_strides, padding, tensor, dim_map };
                let ty = self.types.intern(TypeKind::StridedView(ty));
                self.ins().make_strided_view(base_view, ty)
            }
            [GATHERED, dim] => {
                let sparse_dim = *dim as u32;
                let ty =
                    GatherScatterViewType { tile: dims, padding, tensor: tensor_ty, sparse_dim };
                let ty = self.types.intern(TypeKind::GatherScatterView(ty));
                self.ins().make_gather_scatter_view(base_view, ty)
            }
            _ => return self.bug(call.span, "a view of a kind that there is not"),
        };
        Ok((view, scalars[..rank].to_vec()))
    }
}
