//! Views of memory: tensors with any extents and strides, and the tiles they are cut into.

use ir::types::TensorViewType;
use ir::{Class, Elem, MultimemAddress, Opcode, PaddingValue, Scalar, TypeKind, Value};

use super::Generator;

impl Generator {
    /// A new view of the kind that `op` makes.
    pub(super) fn view(&mut self, op: Opcode) -> Option<Value> {
        self.view_in(op, None)
    }

    /// A new view of plain memory, or by such addresses of multimem memory.
    fn view_in(&mut self, op: Opcode, multimem: Option<MultimemAddress>) -> Option<Value> {
        let elem = self.random.pick(&[Scalar::F32, Scalar::I32, Scalar::F16]);
        let rank = 1 + self.random.below(2);
        let pointer = self.module.types.tile(&[], Elem::pointer(elem, multimem));
        let base = self.value(pointer);
        let index = self.module.types.scalar(Scalar::I32);
        let open = |generator: &mut Generator| {
            let mut dynamic = Vec::new();
            let known: Vec<Option<i64>> = (0..rank)
                .map(|_| {
                    if generator.random.one_in(2) {
                        dynamic.push(generator.value(index));
                        None
                    } else {
                        Some(1 + generator.random.below(64) as i64)
                    }
                })
                .collect();
            (known, dynamic)
        };
        let ((shape, extents), (strides, steps)) = (open(self), open(self));
        let (shape, strides) = (shape.into(), strides.into());
        let tensor = TensorViewType { elem, shape, strides, multimem };
        let tensor = self.module.types.intern(TypeKind::TensorView(tensor));
        let view = self.builder().make_tensor_view(base, extents, steps, tensor);
        if op == Opcode::MakeTensorView {
            return Some(view);
        }
        self.is_an_attempt(view);
        let tile: ir::types::Dims = (0..rank).map(|_| self.random.pick(&[2, 4, 8])).collect();
        let padding = self.random.pick(&[None, Some(PaddingValue::Zero)]);
        let dim_map = if self.random.one_in(3) {
            (0..rank as u32).rev().collect()
        } else {
            (0..rank as u32).collect()
        };
        Some(match op {
            Opcode::MakeStridedView => {
                let traversal_strides = tile.iter().map(|&dim| dim + 1).collect();
                let view_type = ir::types::StridedViewType {
                    tile,
                    traversal_strides,
                    padding,
                    tensor,
                    dim_map,
                };
                let ty = self.module.types.intern(TypeKind::StridedView(view_type));
                self.builder().make_strided_view(view, ty)
            }
            Opcode::MakeGatherScatterView => {
                let sparse_dim = self.random.below(rank) as u32;
                let view_type =
                    ir::types::GatherScatterViewType { tile, padding, tensor, sparse_dim };
                let ty = self.module.types.intern(TypeKind::GatherScatterView(view_type));
                self.builder().make_gather_scatter_view(view, ty)
            }
            _ => {
                let view_type = ir::types::PartitionViewType { tile, padding, tensor, dim_map };
                let ty = self.module.types.intern(TypeKind::PartitionView(view_type));
                self.builder().make_partition_view(view, ty)
            }
        })
    }

    /// The view that an op works on, if it does.
    pub(super) fn operands_on_view(&mut self, op: Opcode) -> Option<Value> {
        let is_multimem = matches!(
            op,
            Opcode::MultimemLoadReduceViewTko
                | Opcode::MultimemReduceViewTko
                | Opcode::MultimemStoreViewTko
        );
        if is_multimem {
            let all_copies = Some(MultimemAddress::Multicast);
            let view = self.view_in(Opcode::MakePartitionView, all_copies)?;
            self.is_an_attempt(view);
            return Some(view);
        }
        let has = |class| op.info().operands.iter().any(|operand| operand.class == class);
        let maker = if has(Class::TensorView) {
            Opcode::MakeTensorView
        } else if has(Class::TiledView) {
            self.random.pick(&[
                Opcode::MakePartitionView,
                Opcode::MakeStridedView,
                Opcode::MakeGatherScatterView,
            ])
        } else {
            return None;
        };
        let view = self.view(maker)?;
        self.is_an_attempt(view);
        Some(view)
    }
}
