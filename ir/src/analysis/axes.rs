//! Which dimensions of a kernel's tiles are the same axis of its iteration space.
//!
//! Two dimensions are tied if an op computes slice `x` of the one from slice `x` of the other
//! alone, and so can be done slice by slice. An axis is a class of tied dimensions:
//!
//! ```text
//! r = a + b        (r, d) ~ (a, d) ~ (b, d)
//! r = mma a, b, c  (r, 0) ~ (c, 0) ~ (a, 0)     (r, 1) ~ (c, 1) ~ (b, 1)     (a, 1), (b, 0) mixed
//! r = permute a    (r, i) ~ (a, permutation[i])
//! r = reduce a     (r, i) ~ (a, i) but for the dimension that is reduced, which is mixed
//! load view[i]     (tile, d) ~ (view, d)
//! ```
//!
//! An axis is *mixed* if an op needs several of its slices at once. Along an axis that is not, a
//! tile block is as many independent pieces of work as the axis is long.
//! A dimension of extent 1 is tied to nothing that it is broadcast to.

use cranelift_entity::SecondaryMap;

use crate::attrs::Assumption;
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::{TypeKind, TypeStore};

/// A class of tied dimensions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Axis(u32);

/// The axes of a function.
pub struct Axes<'a> {
    function: &'a Function,
    types: &'a TypeStore,
    /// The number of a value's first dimension.
    first: SecondaryMap<Value, u32>,
    /// Of each dimension, another one of its class, nearer to the one that stands for it.
    parent: Vec<u32>,
    /// Of dimensions that stand for a class.
    mixed: Vec<bool>,
}

impl<'a> Axes<'a> {
    pub fn of(function: &'a Function, types: &'a TypeStore) -> Axes<'a> {
        let mut axes = Axes {
            function,
            types,
            first: SecondaryMap::new(),
            parent: Vec::new(),
            mixed: Vec::new(),
        };
        axes.number(function.block_params(function.entry_block));
        let insts = function.insts_in_order();
        for &inst in &insts {
            axes.number(function.results(inst));
            for block in function.data(inst).blocks() {
                axes.number(function.block_params(block));
            }
        }
        for inst in insts {
            axes.tie_inst(inst);
        }
        axes
    }

    fn number(&mut self, values: &[Value]) {
        for &value in values {
            let rank = self.dims(value).len() as u32;
            self.first[value] = self.parent.len() as u32;
            self.parent.extend(self.first[value]..self.first[value] + rank);
            self.mixed.resize(self.parent.len(), false);
        }
    }

    /// The extents of a tile, or of the tiles of a view.
    fn dims(&self, value: Value) -> &'a [u32] {
        let ty = self.function.value_type(value);
        match self.types.kind(ty) {
            TypeKind::Tile(tile) => &tile.dims,
            TypeKind::PartitionView(_)
            | TypeKind::StridedView(_)
            | TypeKind::GatherScatterView(_) => {
                self.types.tiled_view(ty).map_or(&[], |view| view.1)
            }
            TypeKind::Token | TypeKind::TensorView(_) => &[],
        }
    }

    /// The axis of a dimension.
    pub fn axis(&self, value: Value, dim: usize) -> Axis {
        let mut at = self.first[value] + dim as u32;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        Axis(at)
    }

    /// Whether an op needs several slices at once.
    pub fn is_mixed(&self, axis: Axis) -> bool {
        self.mixed[axis.0 as usize]
    }

    /// The dimensions of a value on an axis.
    pub fn dims_on(&self, value: Value, axis: Axis) -> impl Iterator<Item = usize> {
        (0..self.dims(value).len()).filter(move |&dim| self.axis(value, dim) == axis)
    }

    fn tie(&mut self, a: Value, i: usize, b: Value, j: usize) {
        let (a, b) = (self.axis(a, i).0 as usize, self.axis(b, j).0 as usize);
        // The smaller number stands for both, so that the outcome has no history.
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high] = low as u32;
        self.mixed[low] |= self.mixed[high];
    }

    fn mix(&mut self, value: Value, dim: usize) {
        let axis = self.axis(value, dim);
        self.mixed[axis.0 as usize] = true;
    }

    fn mix_all(&mut self, value: Value) {
        for dim in 0..self.dims(value).len() {
            self.mix(value, dim);
        }
    }

    /// Ties all dimensions of two values of one shape; of others mixes them.
    fn tie_all(&mut self, a: Value, b: Value) {
        if self.dims(a) == self.dims(b) {
            for dim in 0..self.dims(a).len() {
                self.tie(a, dim, b, dim);
            }
        } else {
            self.mix_all(a);
            self.mix_all(b);
        }
    }

    /// The tile of numbers along the sparse dimension of a gather/scatter view has one for each element there.
    fn tie_index(&mut self, view: Value, index: &[Value]) {
        for (dim, &number) in index.iter().enumerate() {
            if !self.dims(number).is_empty() {
                self.tie(number, 0, view, dim);
            }
        }
    }

    fn tie_each<'v>(&mut self, a: impl IntoIterator<Item = &'v Value>, b: &[Value]) {
        for (&a, &b) in a.into_iter().zip(b) {
            self.tie_all(a, b);
        }
    }

    fn tie_inst(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        let results = function.results(inst);
        match data {
            InstData::Constant { value } => {
                if value.as_splat().is_none() {
                    results.iter().for_each(|&result| self.mix_all(result));
                }
            }
            InstData::Iota {} | InstData::Poison {} => {}
            InstData::Broadcast { source } => {
                for (dim, &extent) in self.dims(*source).iter().enumerate() {
                    if extent == self.dims(results[0])[dim] {
                        self.tie(*source, dim, results[0], dim);
                    }
                }
            }
            InstData::Permute { source, permutation } => {
                for (dim, &from) in permutation.iter().enumerate() {
                    self.tie(*source, from as usize, results[0], dim);
                }
            }
            InstData::Reshape { source } => self.tie_reshaped(*source, results[0]),
            InstData::Reduce { operands, dim, .. } => {
                let reduced = *dim as usize;
                for (&operand, &result) in operands.iter().zip(results) {
                    self.mix(operand, reduced);
                    for at in (0..self.dims(operand).len()).filter(|&at| at != reduced) {
                        self.tie(operand, at, result, at - usize::from(at > reduced));
                        self.tie(operand, at, operands[0], at);
                    }
                }
            }
            InstData::Scan { operands, dim, .. } => {
                for (&operand, &result) in operands.iter().zip(results) {
                    self.mix(operand, *dim as usize);
                    self.tie_all(operand, result);
                    self.tie_all(operand, operands[0]);
                }
            }
            InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } => {
                self.tie_all(*acc, results[0]);
                // Batches first, then rows and columns; both operands end with (M, K) and (K, N).
                let batch = self.dims(*acc).len().saturating_sub(2);
                for dim in 0..batch {
                    self.tie(*acc, dim, *lhs, dim);
                    self.tie(*acc, dim, *rhs, dim);
                }
                self.tie(*acc, batch, *lhs, batch);
                self.tie(*acc, batch + 1, *rhs, batch + 1);
                self.mix(*lhs, batch + 1);
                self.mix(*rhs, batch);
            }
            InstData::For { init_values, body, .. } => {
                let carried = &function.block_params(*body)[1..];
                self.tie_each(init_values, carried);
                self.tie_each(carried, results);
            }
            InstData::Loop { init_values, body } => {
                self.tie_each(init_values, function.block_params(*body));
            }
            InstData::If { then_block, else_block, .. } => {
                self.tie_ends(*then_block, results);
                self.tie_ends(*else_block, results);
            }
            // With the op that they end or leave.
            InstData::Yield { .. } | InstData::Return { .. } => {}
            InstData::Continue { operands } => {
                if let Some(params) = self.continued(inst) {
                    self.tie_each(operands, params);
                }
            }
            InstData::Break { operands } => {
                if let Some(owner) = self.enclosing_loop(inst) {
                    self.tie_each(operands, function.results(owner));
                }
            }
            InstData::LoadViewTko { view, index, .. }
            | InstData::MultimemLoadReduceViewTko { view, index, .. } => {
                self.tie_all(*view, results[0]);
                self.tie_index(*view, index);
            }
            InstData::StoreViewTko { tile, view, index, .. }
            | InstData::MultimemReduceViewTko { tile, view, index, .. }
            | InstData::MultimemStoreViewTko { tile, view, index, .. } => {
                self.tie_all(*view, *tile);
                self.tie_index(*view, index);
            }
            InstData::AtomicRedViewTko { value, view, index, .. } => {
                self.tie_all(*view, *value);
                self.tie_index(*view, index);
            }
            InstData::Assume { value, predicate } => {
                self.tie_all(*value, results[0]);
                let dims = 0..self.dims(*value).len();
                match predicate {
                    Assumption::Bounded { .. } | Assumption::DivBy { every: None, .. } => {}
                    Assumption::DivBy { every: Some((_, along)), .. } => {
                        dims.filter(|dim| *dim == *along as usize)
                            .for_each(|dim| self.mix(*value, dim));
                    }
                    Assumption::SameElements { .. } => dims.for_each(|dim| self.mix(*value, dim)),
                }
            }
            // What looks at a tile as a whole.
            InstData::Cat { .. }
            | InstData::Extract { .. }
            | InstData::Insert { .. }
            | InstData::Pack { .. }
            | InstData::Unpack { .. }
            | InstData::MmaFScaled { .. }
            | InstData::PrintTko { .. }
            | InstData::PreviewCall { .. }
            | InstData::Assert { .. } => {
                data.for_each_operand(|operand| self.mix_all(operand));
                results.iter().for_each(|&result| self.mix_all(result));
            }
            // Only scalars, and views as such.
            InstData::GetIndexSpaceShape { .. }
            | InstData::GetTensorShape { .. }
            | InstData::MakePartitionView { .. }
            | InstData::MakeStridedView { .. }
            | InstData::MakeTensorView { .. }
            | InstData::Require { .. }
            | InstData::Note { .. } => {}
            InstData::MakeGatherScatterView { .. } => self.mix_all(results[0]),
            // Everything else goes element by element.
            _ => self.tie_elements(inst),
        }
    }

    fn tie_elements(&mut self, inst: Inst) {
        let mut tiles = self.function.data(inst).operands();
        tiles.extend(self.function.results(inst).iter().copied());
        tiles.retain(|value| !self.dims(*value).is_empty());
        for pair in tiles.windows(2) {
            self.tie_all(pair[0], pair[1]);
        }
    }

    /// Dimensions of more than one element that follow each other alike.
    fn tie_reshaped(&mut self, source: Value, result: Value) {
        let long =
            |dims: &[u32]| -> Vec<usize> { (0..dims.len()).filter(|&d| dims[d] > 1).collect() };
        let (from, to) = (self.dims(source), self.dims(result));
        let pairs: Vec<_> = long(from).into_iter().zip(long(to)).collect();
        let same =
            long(from).len() == long(to).len() && pairs.iter().all(|&(i, j)| from[i] == to[j]);
        if same {
            pairs.into_iter().for_each(|(i, j)| self.tie(source, i, result, j));
        } else {
            self.mix_all(source);
            self.mix_all(result);
        }
    }

    /// Ties what a region's last instruction yields.
    fn tie_ends(&mut self, block: Block, results: &[Value]) {
        if let Some(InstData::Yield { operands }) =
            self.function.terminator(block).map(|inst| self.function.data(inst))
        {
            self.tie_each(operands, results);
        }
    }

    fn enclosing_loop(&self, inst: Inst) -> Option<Inst> {
        let mut at = inst;
        loop {
            at = self.function.block_owner(self.function.inst_block(at)?)?;
            if matches!(self.function.data(at), InstData::For { .. } | InstData::Loop { .. }) {
                return Some(at);
            }
        }
    }

    /// The parameters that a `continue` gives values to.
    fn continued(&self, inst: Inst) -> Option<&'a [Value]> {
        match self.function.data(self.enclosing_loop(inst)?) {
            InstData::For { body, .. } => self.function.block_params(*body).get(1..),
            InstData::Loop { body, .. } => Some(self.function.block_params(*body)),
            _ => None,
        }
    }
}
