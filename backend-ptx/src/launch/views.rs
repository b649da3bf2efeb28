//! Views in one tile block of a launch: the numbers of their tensors, and the tiles that are accessed.

use ir::{Inst, InstData, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use crate::launch::evaluate::{Evaluator, Number, Numbers};

/// Tiles of an access in one tile block that are recorded, at most.
pub(crate) const MAX_TILES: usize = 1 << 12;

pub(crate) type Extents = SmallVec<[u32; 4]>;

/// A tensor view's numbers.
pub(super) struct TensorNumbers {
    base: Number,
    pub shape: Numbers,
    strides: Numbers,
    bytes: u32,
}

impl Evaluator<'_> {
    /// The tensor that a view is of.
    pub(super) fn tensor(&self, view: Value) -> Option<TensorNumbers> {
        let mut view = view;
        loop {
            match self.function.def_data(view)? {
                InstData::MakePartitionView { tensor_view }
                | InstData::MakeStridedView { tensor_view }
                | InstData::MakeGatherScatterView { tensor_view } => view = *tensor_view,
                InstData::Assume { value, .. } => view = *value,
                InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } => {
                    let ty = self.module.types.as_tensor_view(self.function.value_type(view))?;
                    let numbers = |known: &[Option<i64>], dynamic: &[Value]| -> Numbers {
                        let mut dynamic = dynamic.iter();
                        let next = |known: &Option<i64>| match known {
                            Some(number) => Some(*number as u64),
                            None => dynamic.next().and_then(|&value| self.values[value]),
                        };
                        known.iter().map(next).collect()
                    };
                    return Some(TensorNumbers {
                        base: self.values[*base],
                        shape: numbers(&ty.shape, dynamic_shape),
                        strides: numbers(&ty.strides, dynamic_strides),
                        bytes: ty.elem.bytes(),
                    });
                }
                _ => return None,
            }
        }
    }

    /// The tile, the steps and the dimensions of a view.
    pub(crate) fn tiling(&self, view: Value) -> Option<(Extents, Extents, Extents)> {
        let ty = self.function.value_type(view);
        let (_, tile) = self.module.types.tiled_view(ty)?;
        let tile: SmallVec<[u32; 4]> = tile.iter().copied().collect();
        Some(match self.module.types.kind(ty) {
            TypeKind::PartitionView(view) => {
                (tile.clone(), tile, view.dim_map.iter().copied().collect())
            }
            TypeKind::StridedView(view) => (
                tile,
                view.traversal_strides.iter().copied().collect(),
                view.dim_map.iter().copied().collect(),
            ),
            TypeKind::GatherScatterView(_) => {
                let ones = tile.iter().map(|_| 1).collect();
                let identity = (0..tile.len() as u32).collect();
                (tile, ones, identity)
            }
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => return None,
        })
    }

    pub(super) fn index_space(&self, view: Value) -> Numbers {
        let (Some(tensor), Some((_, steps, dims))) = (self.tensor(view), self.tiling(view)) else {
            return smallvec![];
        };
        let count = |(&step, &dim): (&u32, &u32)| {
            let extent = tensor.shape.get(dim as usize).copied().flatten()?;
            Some(extent.div_ceil(u64::from(step.max(1))))
        };
        steps.iter().zip(&dims).map(count).collect()
    }

    /// Records an access to the tile at `index`.
    pub(super) fn access(&mut self, inst: Inst, view: Value, index: &[Value], weight: f64) {
        let (Some(tensor), Some((tile, steps, dims))) = (self.tensor(view), self.tiling(view))
        else {
            let access = self.trace.accesses.entry(inst).or_default();
            access.count += weight;
            access.inside += weight;
            return;
        };
        let index = self.numbers(index);
        let mut inside = 1.0;
        for (at, (&extent_of_tile, &step)) in tile.iter().zip(&steps).enumerate() {
            let extent =
                dims.get(at).and_then(|&dim| tensor.shape.get(dim as usize).copied().flatten());
            if let (Some(Some(number)), Some(extent)) = (index.get(at), extent) {
                let left = extent
                    .saturating_sub(number.saturating_mul(u64::from(step)))
                    .min(u64::from(extent_of_tile));
                inside *= left as f64 / f64::from(extent_of_tile);
            }
        }
        let base = tensor.base.unwrap_or(0);
        let rows = tensor.strides.iter().flatten().filter(|&&stride| stride != 1).min();
        let records_tiles = self.records_tiles();
        let access = self.trace.accesses.entry(inst).or_default();
        access.count += weight;
        access.inside += weight * inside;
        access.is_sampled |= weight != 1.0;
        if records_tiles && access.tiles.len() < MAX_TILES {
            access.tiles.insert(index.clone());
        }
        access.first.get_or_insert_with(|| (base, index.clone()));
        access.last = Some((base, index));
        access.pitch = rows.map(|&stride| stride * u64::from(tensor.bytes));
        (access.shape, access.strides) = (tensor.shape, tensor.strides);
    }

    pub(super) fn pointer_access(&mut self, inst: Inst, pointers: Value, weight: f64) {
        let at = self.values[pointers].map(|at| (at, Numbers::new()));
        let access = self.trace.accesses.entry(inst).or_default();
        access.count += weight;
        access.inside += weight;
        if access.first.is_none() {
            access.first = at.clone();
        }
        access.last = at;
    }

    /// The element that a load of a tile of one element gives.
    pub(super) fn loaded_element(&self, inst: Inst, view: Value, index: &[Value]) -> Number {
        if !self.is_single(self.function.results(inst)[0]) {
            return None;
        }
        let tensor = self.tensor(view)?;
        let (_, steps, dims) = self.tiling(view)?;
        let mut at = tensor.base?;
        for ((&number, &step), &dim) in self.numbers(index).iter().zip(&steps).zip(&dims) {
            let stride = tensor.strides.get(dim as usize).copied().flatten()?;
            at = at.wrapping_add(number? * u64::from(step) * stride * u64::from(tensor.bytes));
        }
        self.read(at, tensor.bytes)
    }
}
