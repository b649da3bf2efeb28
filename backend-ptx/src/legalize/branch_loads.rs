//! Operands that both sides of a branch load from one tensor.
//!
//! Users load tiles without a mask inside of a matrix and masked ones at its edge. A pipeline cannot bring the result of a
//! branch, though both sides load the same tile, or two of the same tensor:
//!
//! ```text
//! if c { load v[i] } else { load w[j] }   =>   load w[select c i j]
//! ```
//!
//! where the two views differ by their padding at most, and that of `v` says nothing of elements outside of the tensor. Each
//! execution loads the tile that it loaded before. A load on one side alone stays where it is: it may be of a tile that does
//! not exist.
//!
//! In: a verified module. Out: the module with such loads, in kernels more of whose operands a pipeline brings then.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{Block, Effect, Function, Inst, InstData, MemoryOrdering, Module, TypeKind, Value};

use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::unfed_operands::unfed_extent;
use crate::mma::is_mma;
use crate::target::Target;

/// The module with such loads; `None` if there are none.
pub fn load_behind_branches(module: &Module, target: &Target) -> Option<Module> {
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let found = BranchLoad::all(module, function);
        if found.is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            for load in &found {
                load.rewrite(&mut changed.entries[entry], &mut changed.types);
            }
            clean_up(changed, entry);
            let before = unfed_extent(module, function, target);
            unfed_extent(changed, &changed.entries[entry], target) < before
        });
    }
    rewrites.into_module()
}

/// A tile that both sides of a branch load.
struct BranchLoad {
    branch: Inst,
    condition: Value,
    result: Value,
    /// The loads of both sides.
    loads: [Inst; 2],
    view: Value,
    /// The instructions of the branch that compute indices, in program order.
    moved: Vec<Inst>,
}

impl BranchLoad {
    /// Those that operands of MMAs come from.
    fn all(module: &Module, function: &Function) -> Vec<BranchLoad> {
        let uses = function.count_uses();
        let insts = function.insts_in_order();
        let mut pending: Vec<Value> = Vec::new();
        for &mma in insts.iter().filter(|&&inst| is_mma(function.data(inst))) {
            pending.extend(function.data(mma).operands().into_iter().take(2));
        }
        let mut seen: EntitySet<Value> = EntitySet::new();
        let mut found = Vec::new();
        while let Some(value) = pending.pop() {
            let Some(inst) = function.def_inst(value).filter(|_| seen.insert(value)) else {
                continue;
            };
            match *function.data(inst) {
                InstData::Permute { source, .. }
                | InstData::Reshape { source }
                | InstData::Extract { source, .. } => pending.push(source),
                InstData::FToF { from, .. } => pending.push(from),
                InstData::Cat { lhs, rhs, .. } => pending.extend([lhs, rhs]),
                InstData::If { .. } => found.extend(Self::of(module, function, &uses, value)),
                _ => {}
            }
        }
        found
    }

    fn of(
        module: &Module,
        function: &Function,
        uses: &SecondaryMap<Value, u32>,
        result: Value,
    ) -> Option<BranchLoad> {
        let branch = function.def_inst(result)?;
        let InstData::If { condition, then_block, else_block } = *function.data(branch) else {
            return None;
        };
        let number = function.results(branch).iter().position(|&it| it == result)?;
        if !only_reads(function, branch) {
            return None;
        }
        let load = |block: Block| {
            let InstData::Yield { operands } = function.data(function.terminator(block)?) else {
                return None;
            };
            let load = function.def_inst(*operands.get(number)?)?;
            let &[_, token] = function.results(load) else { return None };
            (function.inst_block(load) == Some(block) && uses[token] == 0).then_some(load)
        };
        let loads @ [one, other] = [load(then_block)?, load(else_block)?];
        let (
            InstData::LoadViewTko {
                view,
                index,
                token: None,
                ordering: MemoryOrdering::Weak,
                hints,
                ..
            },
            InstData::LoadViewTko {
                view: other_view,
                index: others,
                token: None,
                ordering: MemoryOrdering::Weak,
                hints: other_hints,
                ..
            },
        ) = (function.data(one), function.data(other))
        else {
            return None;
        };
        let view = covering_view(module, function, *view, *other_view)?;
        let is_outside = function.def_inst(view).is_none_or(|it| !function.is_inside(it, branch));
        let has_equal_types = index
            .iter()
            .zip(others)
            .all(|(&one, &other)| function.value_type(one) == function.value_type(other));
        if hints != other_hints || !is_outside || !has_equal_types {
            return None;
        }
        let indices = index.iter().zip(others).filter(|(one, other)| one != other);
        let indices = indices.flat_map(|(&one, &other)| [one, other]).collect();
        let moved = needed_inside(function, branch, indices)?;
        Some(BranchLoad { branch, condition, result, loads, view, moved })
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let BranchLoad { branch, condition, result, loads: [one, other], view, ref moved } = *self;
        for &inst in moved {
            // Another tile of the branch may have needed it too.
            if function.inst_block(inst) != function.inst_block(branch) {
                function.remove_inst(inst);
                function.insert_before(branch, inst);
            }
        }
        let mut data = function.data(one).clone();
        let (
            InstData::LoadViewTko { view: to, index, inbounds, .. },
            InstData::LoadViewTko { index: others, inbounds: bounds, .. },
        ) = (&mut data, function.data(other).clone())
        else {
            return;
        };
        *to = view;
        *inbounds = inbounds.iter().zip(&bounds).map(|(&one, &other)| one && other).collect();
        for (one, other) in index.iter_mut().zip(others) {
            if *one != other {
                let mut b = Builder::before(function, types, branch);
                *one = b.select(condition, *one, other);
            }
        }
        let block = function.inst_block(branch);
        let insts = block.map_or(&[][..], |block| function.insts(block));
        let Some(&next) = insts.iter().skip_while(|&&inst| inst != branch).nth(1) else { return };
        let tys = function.results(one).to_vec().into_iter().map(|it| function.value_type(it));
        let tys: Vec<_> = tys.collect();
        let span = function.span(one);
        let mut b = Builder::before(function, types, next);
        b.set_span(span);
        let load = b.insert(data, &tys);
        let tile = function.results(load)[0];
        function.replace_all_uses(result, tile);
    }
}

/// That of two views of the same tiles of a tensor which gives what both give inside of it, and outside of it what that view
/// gives which says so.
fn covering_view(module: &Module, function: &Function, one: Value, other: Value) -> Option<Value> {
    if one == other {
        return Some(one);
    }
    let tensor_view = |view: Value| match function.def_data(view) {
        Some(
            InstData::MakePartitionView { tensor_view } | InstData::MakeStridedView { tensor_view },
        ) => Some(*tensor_view),
        _ => None,
    };
    let [(padding, kind), (other_padding, other_kind)] = [one, other].map(|view| {
        let mut kind = module.types.kind(function.value_type(view)).clone();
        let padding = match &mut kind {
            TypeKind::PartitionView(kind) => kind.padding.take(),
            TypeKind::StridedView(kind) => kind.padding.take(),
            _ => None,
        };
        (padding, kind)
    });
    if tensor_view(one)? != tensor_view(other)? || kind != other_kind {
        return None;
    }
    match (padding, other_padding) {
        (None, _) => Some(other),
        (_, None) => Some(one),
        (Some(_), Some(_)) => (padding == other_padding).then_some(one),
    }
}

/// Whether a branch has no effects, and control flow leaves it at its end.
pub(super) fn only_reads(function: &Function, branch: Inst) -> bool {
    function.insts_inside(branch).into_iter().all(|inst| {
        matches!(
            function.data(inst).effect(),
            Effect::Pure | Effect::Partial | Effect::Read | Effect::Structured
        ) || matches!(function.data(inst), InstData::Yield { .. })
    })
}

/// The instructions in a branch that compute values of it, in program order, if they are pure and may be executed whatever
/// the condition is.
pub(super) fn needed_inside(
    function: &Function,
    branch: Inst,
    mut pending: Vec<Value>,
) -> Option<Vec<Inst>> {
    let mut needed: EntitySet<Inst> = EntitySet::new();
    while let Some(value) = pending.pop() {
        let Some(inst) = function.def_inst(value).filter(|&it| function.is_inside(it, branch))
        else {
            continue;
        };
        let data = function.data(inst);
        if data.effect() != Effect::Pure || !data.blocks().is_empty() {
            return None;
        }
        if needed.insert(inst) {
            pending.extend(data.operands());
        }
    }
    let insts = function.insts_inside(branch).into_iter();
    Some(insts.filter(|&inst| needed.contains(inst)).collect())
}
