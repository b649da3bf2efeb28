//! Products in parts along K, as one product.
//!
//! Users load a large tile and multiply it part by part, as the loops of CUTLASS do, or load two halves and join them. An
//! instruction that reads its operands from shared memory takes whole tiles that a pipeline brings, so parts go through
//! registers. Parts of one tile that follow each other along K are multiplied at once:
//!
//! ```text
//! s = mma a1 b1 acc
//! t = mma a2 b2 s     =>   t = mma (a1 | a2) (b1 | b2) acc
//! cat a1 a2           =>   a1 | a2
//! ```
//!
//! where `|` is the tile that two adjacent tiles are the halves of:
//!
//! ```text
//! extract t[2 i] | extract t[2 i + 1]   =   extract t[i] in parts of twice the extent, or t if that is all of it
//! load v[i] | load v[i + 1]             =   load v'[i] of the same tensor in tiles of twice the extent
//! permute a1 | permute a2               =   permute (a1 | a2); likewise reshape and ftof
//! ```
//!
//! A second half that is loaded only where there is one, with zeros in its place elsewhere, is a half like any other if the
//! view pads with zeros:
//!
//! ```text
//! load v[i] | if i + 1 < ceil (extent / step) { load v[i + 1] } else { 0 }   =   load v'[i]
//! ```
//!
//! and two of four are halves of the next. Terms are added up in the same order. Parts are adjacent where both are in the
//! same iteration: a tile that a loop carries is a tile like any other, whatever the next iteration makes of it. The language
//! leaves the rounding of the sums inside of a product open, which between two products is to the format of the accumulator:
//! only accumulators of 32 bits and more are merged.
//!
//! In: a verified module. Out: the module with such products and operands, in kernels more of whose operands a pipeline
//! brings then.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::types::{MAX_TILE_ELEMS, StridedViewType, TypeStore};
use ir::{
    CmpPredicate, Entry, Function, Inst, InstData, MemoryOrdering, Module, PaddingValue, Rounding,
    Signedness, TileType, TypeKind, Value, fold,
};
use smallvec::SmallVec;

use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::operand_steps::{index_sum, is_only_read_between, step_source};
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::unfed_operands::unfed_extent;
use crate::target::Target;

/// The module with such products; `None` if there are none.
pub fn join_k(module: &Module, target: &Target) -> Option<Module> {
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        if Joins::of(module, entry).is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            // Two that were merged may be a half of a larger one.
            loop {
                let joins = Joins::of(changed, entry);
                if joins.is_empty() {
                    break;
                }
                joins.rewrite(&mut changed.entries[entry], &mut changed.types);
                clean_up(changed, entry);
            }
            let before = unfed_extent(module, function, target);
            unfed_extent(changed, &changed.entries[entry], target) < before
        });
    }
    rewrites.into_module()
}

/// What can be merged at once in a kernel.
struct Joins {
    mmas: Vec<MergedMma>,
    cats: Vec<(Inst, MergedTile)>,
}

/// Two MMAs, the second of which adds to the first.
struct MergedMma {
    first: Inst,
    second: Inst,
    lhs: MergedTile,
    rhs: MergedTile,
}

/// The tile that two adjacent tiles are the halves of.
struct MergedTile {
    source: MergedSource,
    /// The operation on it, with the type of the result.
    steps: SmallVec<[(Inst, TileType); 2]>,
}

enum MergedSource {
    /// A tile that there is.
    Whole(Value),
    Extract {
        /// The extraction of the first half.
        first: Inst,
        dim: usize,
        number: i32,
        tile: TileType,
    },
    Load {
        /// The load of the first half, and the one of both that comes later.
        first: Inst,
        later: Inst,
        /// Whether it is within the tensor, by dimension.
        inbounds: SmallVec<[bool; 4]>,
        /// The instruction that makes the view of both, and the type of the view of tiles of twice the extent.
        view: Inst,
        kind: StridedViewType,
        tile: TileType,
    },
}

/// A tile that is extracted or loaded, and what is done to it.
struct Part {
    source: Inst,
    /// The branch around the load, which skips the load where the tile does not exist.
    guard: Option<Inst>,
    /// The dimension of the source along which the part has adjacent parts.
    dim: usize,
    /// Instructions from the source on, in program order, each with that dimension of its result.
    steps: SmallVec<[(Inst, usize); 2]>,
}

impl Joins {
    fn of(module: &Module, entry: Entry) -> Joins {
        let function = &module.entries[entry];
        let mut joins = Joins { mmas: Vec::new(), cats: Vec::new() };
        let insts = function.insts_in_order();
        let may_join = |&inst: &Inst| {
            matches!(function.data(inst), InstData::MmaF { .. } | InstData::MmaI { .. })
        };
        let mmas: Vec<Inst> = insts.iter().copied().filter(may_join).collect();
        if mmas.is_empty() {
            return joins;
        }
        let facts = FactMap::of(function, &module.types);
        let uses = function.count_uses();
        let search = PartSearch { module, function, facts: &facts, uses: &uses };
        let mut taken: EntitySet<Inst> = EntitySet::new();
        for &second in &mmas {
            if let Some(merged) = search.mma(second)
                && !taken.contains(merged.first)
                && taken.insert(second)
            {
                taken.insert(merged.first);
                joins.mmas.push(merged);
            }
        }
        let of_operands = search.cats(&mmas);
        let is_found = |inst: &Inst| of_operands.contains(*inst);
        let cats = insts.into_iter().filter(is_found);
        joins.cats.extend(cats.filter_map(|cat| Some((cat, search.cat(cat)?))));
        joins
    }

    fn is_empty(&self) -> bool {
        self.mmas.is_empty() && self.cats.is_empty()
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        for (cat, merged) in &self.cats {
            let tile = merged.make(function, types, *cat);
            let before = function.results(*cat).to_vec();
            before.iter().for_each(|&before| function.replace_all_uses(before, tile));
        }
        for MergedMma { first, second, lhs, rhs } in &self.mmas {
            let [left, right] = [lhs, rhs].map(|operand| operand.make(function, types, *second));
            let sum = accumulator(function, *first);
            if let InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } =
                function.data_mut(*second)
            {
                (*lhs, *rhs) = (left, right);
                *acc = sum.unwrap_or(*acc);
            }
            function.remove_inst(*first);
        }
    }
}

/// The accumulator that an MMA adds to.
fn accumulator(function: &Function, mma: Inst) -> Option<Value> {
    match *function.data(mma) {
        InstData::MmaF { acc, .. } | InstData::MmaI { acc, .. } => Some(acc),
        _ => None,
    }
}

/// A kernel, and what is known of it.
struct PartSearch<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    uses: &'a SecondaryMap<Value, u32>,
}

impl PartSearch<'_> {
    /// The MMA together with the one that it adds to.
    fn mma(&self, second: Inst) -> Option<MergedMma> {
        let function = self.function;
        let sum = accumulator(function, second)?;
        let first = function.def_inst(sum)?;
        let is_alone = self.uses[sum] == 1
            && function.inst_block(first) == function.inst_block(second)
            && self.module.types.elem_scalar(function.value_type(sum))?.bits() >= 32;
        let operands = match (function.data(first), function.data(second)) {
            (
                &InstData::MmaF { lhs, rhs, fast_acc, .. },
                &InstData::MmaF { lhs: other_lhs, rhs: other_rhs, fast_acc: other_fast, .. },
            ) if fast_acc == other_fast => Some([(lhs, other_lhs), (rhs, other_rhs)]),
            (
                &InstData::MmaI { lhs, rhs, signedness_lhs, signedness_rhs, .. },
                &InstData::MmaI {
                    lhs: other_lhs,
                    rhs: other_rhs,
                    signedness_lhs: signedness_other_lhs,
                    signedness_rhs: signedness_other_rhs,
                    ..
                },
            ) if signedness_lhs == signedness_other_lhs
                && signedness_rhs == signedness_other_rhs =>
            {
                Some([(lhs, other_lhs), (rhs, other_rhs)])
            }
            _ => None,
        };
        let [left, right] = operands.filter(|_| is_alone)?;
        let rank = |value: Value| self.module.types.dims(function.value_type(value)).len();
        let lhs = self.adjacent_tiles(left, rank(left.0).checked_sub(1)?)?;
        let rhs = self.adjacent_tiles(right, rank(right.0).checked_sub(2)?)?;
        Some(MergedMma { first, second, lhs, rhs })
    }

    /// The concatenations that operands come from.
    fn cats(&self, mmas: &[Inst]) -> EntitySet<Inst> {
        let function = self.function;
        let mut found: EntitySet<Inst> = EntitySet::new();
        let operands =
            mmas.iter().flat_map(|&mma| function.data(mma).operands().into_iter().take(2));
        let mut pending: Vec<Value> = operands.collect();
        while let Some(value) = pending.pop() {
            let Some(inst) = function.def_inst(value) else { continue };
            match *function.data(inst) {
                InstData::Cat { lhs, rhs, .. } if found.insert(inst) => pending.extend([lhs, rhs]),
                InstData::Permute { source, .. } | InstData::Reshape { source } => {
                    pending.push(source);
                }
                InstData::FToF { from, .. } => pending.push(from),
                _ => {}
            }
        }
        found
    }

    fn cat(&self, cat: Inst) -> Option<MergedTile> {
        let InstData::Cat { lhs, rhs, dim } = *self.function.data(cat) else { return None };
        let is_used = self.function.results(cat).iter().any(|&result| self.uses[result] > 0);
        is_used.then(|| self.adjacent_tiles((lhs, rhs), dim as usize)).flatten()
    }

    /// The tile that two are the halves of, in this order along a dimension.
    fn adjacent_tiles(&self, (first, second): (Value, Value), dim: usize) -> Option<MergedTile> {
        let function = self.function;
        let (first, second) = (self.part(first, dim)?, self.part(second, dim)?);
        let are_alike = first.dim == second.dim
            && first.steps.len() == second.steps.len()
            && first.steps.iter().zip(&second.steps).all(|(&(one, dim), &(other, other_dim))| {
                dim == other_dim && self.is_alike(one, other)
            })
            && self.result_type(first.source) == self.result_type(second.source);
        if !are_alike || first.guard.is_some() {
            return None;
        }
        let source = match (function.data(first.source), function.data(second.source)) {
            (InstData::Extract { .. }, InstData::Extract { .. }) => {
                self.extract(first.source, second.source, first.dim)
            }
            (InstData::LoadViewTko { .. }, InstData::LoadViewTko { .. }) => {
                self.load(first.source, (second.source, second.guard), first.dim)
            }
            _ => None,
        };
        let steps = first.steps.iter();
        let steps = steps.map(|&(step, dim)| Some((step, self.doubled(step, dim)?)));
        Some(MergedTile { source: source?, steps: steps.collect::<Option<_>>()? })
    }

    fn part(&self, value: Value, mut dim: usize) -> Option<Part> {
        let (mut at, mut steps) = (value, SmallVec::new());
        loop {
            let inst = self.function.def_inst(at)?;
            match step_source(self.function, &self.module.types, inst, dim) {
                Some((source, source_dim)) => {
                    steps.push((inst, dim));
                    (at, dim) = (source, source_dim);
                }
                None => {
                    steps.reverse();
                    let guarded = self.guarded_load(inst, at, dim);
                    let guard = guarded.map(|_| inst);
                    return Some(Part { source: guarded.unwrap_or(inst), guard, dim, steps });
                }
            }
        }
    }

    /// The load of a branch that gives a tile where that begins inside of the tensor along a dimension, and zeros where it
    /// does not, as the view does.
    fn guarded_load(&self, branch: Inst, result: Value, dim: usize) -> Option<Inst> {
        let function = self.function;
        let InstData::If { condition, then_block, else_block } = *function.data(branch) else {
            return None;
        };
        let number = function.results(branch).iter().position(|&it| it == result)?;
        let [tile, otherwise] = [then_block, else_block].map(|block| {
            match function.data(function.terminator(block)?) {
                InstData::Yield { operands } => operands.get(number).copied(),
                _ => None,
            }
        });
        let load = function.def_inst(tile?)?;
        let InstData::LoadViewTko { view, ref index, .. } = *function.data(load) else {
            return None;
        };
        let InstData::CmpI {
            lhs,
            rhs,
            predicate: CmpPredicate::LessThan,
            signedness: Signedness::Signed,
        } = *function.def_data(condition)?
        else {
            return None;
        };
        let InstData::DivI {
            lhs: extent,
            rhs: step,
            signedness: Signedness::Signed,
            rounding: Rounding::PositiveInf,
        } = *function.def_data(rhs)?
        else {
            return None;
        };
        let (kind, _) = self.doubled_view(view, dim)?;
        let is_guarded = function.inst_block(load) == Some(then_block)
            && *index.get(dim)? == lhs
            && fold::splat_int(function, step)
                == Some(i64::from(*kind.traversal_strides.get(dim)?))
            && self.is_extent(view, *kind.dim_map.get(dim)? as usize, extent)
            && kind.padding == Some(PaddingValue::Zero)
            && fold::splat_bits(function, otherwise?) == Some(0);
        is_guarded.then_some(load)
    }

    /// Whether a value is the extent of a view's tensor in a dimension.
    fn is_extent(&self, view: Value, dim: usize, value: Value) -> bool {
        let made = self.function.def_data(view).and_then(|data| match data {
            InstData::MakePartitionView { tensor_view }
            | InstData::MakeStridedView { tensor_view } => Some(*tensor_view),
            _ => None,
        });
        let Some(tensor_view) = made else { return false };
        let Some(InstData::MakeTensorView { dynamic_shape, .. }) =
            self.function.def_data(tensor_view)
        else {
            return false;
        };
        let ty = self.function.value_type(tensor_view);
        let Some(tensor) = self.module.types.as_tensor_view(ty) else { return false };
        let Some(extent) = tensor.shape.get(dim) else { return false };
        match extent {
            Some(extent) => fold::splat_int(self.function, value) == Some(*extent),
            None => {
                let open = tensor.shape[..dim].iter().filter(|it| it.is_none()).count();
                dynamic_shape.get(open) == Some(&value)
            }
        }
    }

    /// Whether two instructions of one operand do the same with it.
    fn is_alike(&self, one: Inst, other: Inst) -> bool {
        let [data, of_other] = [one, other].map(|inst| {
            let mut data = self.function.data(inst).clone();
            data.for_each_operand_mut(|value| *value = Value::from_u32(0));
            data
        });
        self.result_type(one) == self.result_type(other) && data == of_other
    }

    fn result_type(&self, inst: Inst) -> Option<&TileType> {
        let &result = self.function.results(inst).first()?;
        self.module.types.as_tile(self.function.value_type(result))
    }

    /// The type of an instruction's result with twice the extent in a dimension.
    fn doubled(&self, inst: Inst, dim: usize) -> Option<TileType> {
        let mut tile = self.result_type(inst)?.clone();
        *tile.dims.get_mut(dim)? *= 2;
        (tile.num_elems() <= MAX_TILE_ELEMS).then_some(tile)
    }

    fn extract(&self, first: Inst, second: Inst, dim: usize) -> Option<MergedSource> {
        let function = self.function;
        let (
            InstData::Extract { source, indices },
            InstData::Extract { source: other, indices: others },
        ) = (function.data(first), function.data(second))
        else {
            return None;
        };
        let is_neighbour = |at: usize, one: Value, next: Value| match at == dim {
            true => {
                let number = fold::splat_int(function, one);
                number.is_some_and(|it| it % 2 == 0)
                    && fold::splat_int(function, next) == number.map(|it| it + 1)
            }
            false => one == next || index_sum(function, one) == index_sum(function, next),
        };
        let mut pairs = indices.iter().zip(others).enumerate();
        if source != other || !pairs.all(|(at, (&one, &next))| is_neighbour(at, one, next)) {
            return None;
        }
        let number = fold::splat_int(function, *indices.get(dim)?)? / 2;
        let tile = self.doubled(first, dim)?;
        let is_whole = self.module.types.dims(function.value_type(*source)) == &tile.dims[..];
        Some(match is_whole {
            true => MergedSource::Whole(*source),
            false => {
                MergedSource::Extract { first, dim, number: i32::try_from(number).ok()?, tile }
            }
        })
    }

    fn load(
        &self,
        first: Inst,
        (second, guard): (Inst, Option<Inst>),
        dim: usize,
    ) -> Option<MergedSource> {
        let function = self.function;
        let loads = [first, second].map(|load| match function.data(load) {
            InstData::LoadViewTko {
                view,
                index,
                token: None,
                ordering: MemoryOrdering::Weak,
                hints,
                inbounds,
                ..
            } => Some((*view, index, hints, inbounds)),
            _ => None,
        });
        let [Some((view, index, hints, inbounds)), Some((other, others, other_hints, bounds))] =
            loads
        else {
            return None;
        };
        let has_token =
            |load: Inst| function.results(load)[1..].iter().any(|&it| self.uses[it] > 0);
        if view != other || hints != other_hints || has_token(first) || has_token(second) {
            return None;
        }
        let (kind, step) = self.doubled_view(view, dim)?;
        let is_neighbour = |at: usize, one: Value, next: Value| {
            let is_same_type = function.value_type(one) == function.value_type(next);
            let ((term, constant), (other, next_constant)) =
                (index_sum(function, one), index_sum(function, next));
            let is_index = |value: Value| self.facts.get(value).bounds.is_non_negative();
            let distance = next_constant.checked_sub(constant);
            is_same_type
                && match at == dim {
                    // No index of the two is one that wrapped around.
                    true => {
                        term == other && distance == Some(step) && is_index(one) && is_index(next)
                    }
                    false => one == next || (term == other && distance == Some(0)),
                }
        };
        let mut pairs = index.iter().zip(others).enumerate();
        if !pairs.all(|(at, (&one, &next))| is_neighbour(at, one, next)) {
            return None;
        }
        // The assumptions hold only where there is a second half.
        let both = |(&one, &other): (&bool, &bool)| one && other && guard.is_none();
        let inbounds = inbounds.iter().zip(bounds).map(both).collect();
        let second = guard.unwrap_or(second);
        let later = self.later(first, second)?;
        let earlier = if later == first { second } else { first };
        let can_move = is_only_read_between(function, earlier, later);
        let view = function.def_inst(view)?;
        let tile = self.doubled(first, dim)?;
        can_move.then_some(MergedSource::Load { first, later, inbounds, view, kind, tile })
    }

    /// The view of tiles of twice the extent that begin where those of a view do, and how many tiles of that view are in one.
    fn doubled_view(&self, view: Value, dim: usize) -> Option<(StridedViewType, i64)> {
        let function = self.function;
        let (InstData::MakePartitionView { .. } | InstData::MakeStridedView { .. }) =
            function.def_data(view)?
        else {
            return None;
        };
        let mut kind = match self.module.types.kind(function.value_type(view)) {
            TypeKind::PartitionView(view) => StridedViewType {
                tile: view.tile.clone(),
                traversal_strides: view.tile.clone(),
                padding: view.padding,
                tensor: view.tensor,
                dim_map: view.dim_map.clone(),
            },
            TypeKind::StridedView(view) => view.clone(),
            _ => return None,
        };
        let extent = kind.tile.get_mut(dim)?;
        let step = kind.traversal_strides[dim];
        let tiles = (*extent % step == 0).then(|| i64::from(*extent / step))?;
        *extent *= 2;
        Some((kind, tiles))
    }

    /// That of two instructions of a block which comes later.
    fn later(&self, one: Inst, other: Inst) -> Option<Inst> {
        let block = self.function.inst_block(one)?;
        let insts = self.function.insts(block);
        let place = |inst: Inst| insts.iter().position(|&it| it == inst);
        Some(if place(one)? > place(other)? { one } else { other })
    }
}

impl MergedTile {
    /// Makes the tile in front of an instruction that comes behind both halves.
    fn make(&self, function: &mut Function, types: &mut TypeStore, before: Inst) -> Value {
        let mut tile = self.source.make(function, types, before);
        for (step, ty) in &self.steps {
            let mut data = function.data(*step).clone();
            data.for_each_operand_mut(|operand| *operand = tile);
            let ty = types.intern(TypeKind::Tile(ty.clone()));
            let mut b = Builder::before(function, types, before);
            b.set_span(b.function.span(*step));
            let made = b.insert(data, &[ty]);
            tile = function.results(made)[0];
        }
        tile
    }
}

impl MergedSource {
    fn make(&self, function: &mut Function, types: &mut TypeStore, before: Inst) -> Value {
        match self {
            MergedSource::Whole(tile) => *tile,
            MergedSource::Extract { first, dim, number, tile } => {
                let mut data = function.data(*first).clone();
                let ty = types.intern(TypeKind::Tile(tile.clone()));
                let mut b = Builder::before(function, types, before);
                b.set_span(b.function.span(*first));
                let number = b.const_i32(*number);
                if let InstData::Extract { indices, .. } = &mut data {
                    indices[*dim] = number;
                }
                let made = b.insert(data, &[ty]);
                function.results(made)[0]
            }
            MergedSource::Load { first, later, inbounds, view, kind, tile } => {
                let mut data = function.data(*first).clone();
                let token = function.value_type(function.results(*first)[1]);
                let ty = types.intern(TypeKind::Tile(tile.clone()));
                let view_type = types.intern(TypeKind::StridedView(kind.clone()));
                let tensor_view = function.data(*view).operands()[0];
                let mut b = Builder::before(function, types, *view);
                let merged_view = b.make_strided_view(tensor_view, view_type);
                if let InstData::LoadViewTko { view, inbounds: bounds, .. } = &mut data {
                    (*view, *bounds) = (merged_view, inbounds.clone());
                }
                let mut b = Builder::before(function, types, *later);
                let made = b.insert(data, &[ty, token]);
                function.results(made)[0]
            }
        }
    }
}
