//! Tensor views: the numbers they are made of, and the questions about their shapes.
//!
//! A view is nothing at run time but base, extents and strides, as numbers that all threads hold alike. In: the values
//! that a view is made from. Out: a [`View`] for each value of view type; tiled views have that of their tensor.

use std::rc::Rc;

use ir::types::TensorViewType;
use ir::{Elem, InstData, Scalar, Type, TypeKind, Value};
use smallvec::SmallVec;

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::Ty;
use crate::select::memory::element;
use crate::select::{Cx, Select, Unsupported, family};

/// A tensor view.
pub struct View {
    pub base: Val,
    /// Extent and stride in elements of each dimension, in 64 bits.
    pub dims: Vec<ViewDim>,
    /// Power of two that divides the base address.
    pub base_divisor: u64,
}

/// One dimension of a tensor view.
#[derive(Clone, Copy)]
pub struct ViewDim {
    pub extent: Val,
    pub stride: Val,
    /// Whether the extent is known to be at most 2^31.
    pub is_short: bool,
    /// Whether the extent is known not to be 0.
    pub is_filled: bool,
    /// Whether the stride is known to be less than 2^32.
    pub is_stride_short: bool,
    /// Powers of two that divide them.
    pub extent_divisor: u64,
    pub stride_divisor: u64,
}

impl Cx<'_> {
    /// Selects an operation of the family `view_ops`.
    pub(in crate::select) fn view_inst(
        &mut self,
        data: &InstData,
        results: &[Value],
    ) -> Select<()> {
        match data {
            InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } => {
                self.tensor_view(*base, dynamic_shape, dynamic_strides, results[0])
            }
            InstData::MakePartitionView { tensor_view }
            | InstData::MakeStridedView { tensor_view }
            | InstData::MakeGatherScatterView { tensor_view } => {
                self.views[results[0]] = self.views[*tensor_view].clone();
                Ok(())
            }
            InstData::GetTensorShape { src } => self.tensor_shape(*src, results),
            InstData::GetIndexSpaceShape { src } => self.index_space_shape(*src, results),
            not_view_ops!() => Err(family::misplaced(data)),
        }
    }

    pub fn tensor_view(
        &mut self,
        base: Value,
        dynamic_shape: &[Value],
        dynamic_strides: &[Value],
        result: Value,
    ) -> Select<()> {
        let ty = self.tensor_type(self.function.value_type(result))?;
        let base_divisor = self.facts.get(base).divisor();
        let base = self.scalar(base)?;
        let (mut shape, mut strides) = (dynamic_shape.iter(), dynamic_strides.iter());
        let mut dims = Vec::new();
        for (extent, stride) in ty.shape.iter().zip(&ty.strides) {
            let is_short = match extent {
                Some(extent) => *extent <= 1 << 31,
                // Extents are not negative.
                None => shape.as_slice().first().is_some_and(|&value| {
                    self.elem(value).bits() <= 32 || self.facts.get(value).bounds.upper < 1 << 31
                }),
            };
            let is_filled = match extent {
                Some(extent) => *extent > 0,
                None => shape
                    .as_slice()
                    .first()
                    .is_some_and(|&value| self.facts.get(value).bounds.lower > 0),
            };
            let is_stride_short = match stride {
                Some(stride) => *stride < 1 << 32,
                None => strides.as_slice().first().is_some_and(|&value| {
                    let bounds = self.facts.get(value).bounds;
                    let is_short = bounds.is_non_negative() && bounds.upper < 1 << 32;
                    self.elem(value).bits() <= 32 || is_short
                }),
            };
            let (extent, extent_divisor) = self.view_number(*extent, &mut shape)?;
            let (stride, stride_divisor) = self.view_number(*stride, &mut strides)?;
            dims.push(ViewDim {
                extent,
                stride,
                is_short,
                is_filled,
                is_stride_short,
                extent_divisor,
                stride_divisor,
            });
        }
        self.views[result] = Some(Rc::new(View { base, dims, base_divisor }));
        Ok(())
    }

    pub(in crate::select) fn tensor_type(&self, ty: Type) -> Select<TensorViewType> {
        let types = &self.module.types;
        let tensor = types.tiled_view(ty).map_or(ty, |(tensor, _)| tensor);
        types.as_tensor_view(tensor).cloned().ok_or_else(|| Unsupported::op("a view of no tensor"))
    }

    /// An extent or stride, in 64 bits; they are positive.
    fn view_number(
        &mut self,
        known: Option<i64>,
        dynamic: &mut std::slice::Iter<'_, Value>,
    ) -> Select<(Val, u64)> {
        match known {
            Some(number) => Ok((Val::s64(number), power_of_two_factor(number as u64))),
            None => {
                let value = *dynamic
                    .next()
                    .ok_or_else(|| Unsupported::op("a view that lacks an extent"))?;
                let number = self.scalar(value)?;
                Ok((self.unsigned_64(number, value), self.facts.get(value).divisor()))
            }
        }
    }

    pub(in crate::select) fn unsigned_64(&mut self, val: Val, value: Value) -> Val {
        match self.elem(value) {
            Elem::Scalar(Scalar::I64) | Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
            Elem::Scalar(int) => self.extend_to(val, int, Scalar::I64, ir::Signedness::Unsigned),
        }
    }

    /// The low 32 bits of a number without a sign.
    pub(in crate::select) fn low_32(&mut self, val: Val, value: Value) -> Val {
        match self.elem(value) {
            Elem::Scalar(Scalar::I64) => self.b.def(element::cvt(Ty::U32, Ty::U64), &[val]),
            Elem::Scalar(Scalar::I32) | Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
            Elem::Scalar(int) => self.extend_to(val, int, Scalar::I32, ir::Signedness::Unsigned),
        }
    }

    pub fn view(&self, value: Value) -> Select<Rc<View>> {
        self.views[value].clone().ok_or_else(|| Unsupported::op("this view"))
    }

    /// How far apart the tiles of a view are along each of its dimensions.
    pub fn view_steps(&self, view: Value) -> SmallVec<[u32; 4]> {
        match self.module.types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => view.tile.clone(),
            TypeKind::StridedView(view) => view.traversal_strides.clone(),
            TypeKind::GatherScatterView(_) | TypeKind::Token => SmallVec::new(),
            TypeKind::Tile(_) | TypeKind::TensorView(_) => SmallVec::new(),
        }
    }

    pub fn tensor_shape(&mut self, src: Value, results: &[Value]) -> Select<()> {
        let view = self.view(src)?;
        for (&result, dim) in results.iter().zip(&view.dims) {
            self.materialize(result, |cx, _| Ok(vec![cx.narrow_index(dim.extent, result)]))?;
        }
        Ok(())
    }

    /// The number of tiles along each dimension, those on the edge included.
    pub fn index_space_shape(&mut self, src: Value, results: &[Value]) -> Select<()> {
        let view = self.view(src)?;
        let ty = self.function.value_type(src);
        let (dim_map, steps) = self
            .module
            .types
            .view_traversal(ty)
            .ok_or_else(|| Unsupported::op("the index space of this view"))?;
        for (i, &result) in results.iter().enumerate() {
            let extent = view.dims[dim_map[i] as usize].extent;
            let step = Val::u32(steps[i]);
            self.materialize(result, |cx, _| {
                let up = cx
                    .b
                    .def(Op::Add { ty: Ty::S64 }, &[extent, Val::Imm(step.imm().unwrap_or(1) - 1)]);
                let count = cx.b.div_int(Ty::S64, up, step);
                Ok(vec![cx.narrow_index(count, result)])
            })?;
        }
        Ok(())
    }

    /// A 64-bit number in the type of an index.
    fn narrow_index(&mut self, val: Val, result: Value) -> Val {
        match self.elem(result) {
            Elem::Scalar(Scalar::I64) | Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
            Elem::Scalar(int) => self.truncate(val, Scalar::I64, int),
        }
    }
}

/// The largest power of two that divides a number; of zero, more than callers ask for.
pub fn power_of_two_factor(number: u64) -> u64 {
    1 << number.trailing_zeros().min(62)
}
