//! Loads and stores of both sides of a branch through the same pointers, as one with a mask for both.
//!
//! Users load tiles without a mask for K where a tile divides it, and store whole tiles without a mask:
//!
//! ```text
//! if c { load p, m & x } else { load p, m & y }   =>   load p, m & (!c | x) & (c | y)
//! if c { store p, v } else { store p, v, y }      =>   store p, v, y                        where y follows from c
//! ```
//!
//! Each execution accesses the elements that it accessed before. A part of the mask that both sides have stays as it is, and so
//! does one of a single side that is all ones on the other side. Of loads, another part becomes an alternative to the condition,
//! which is what [`tile`](crate::analysis::affine::tile) takes apart.
//!
//! In: an entry. Out: the entry with such accesses in front of their branches.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{
    Block, Effect, Entry, Function, Inst, InstData, MemoryOrdering, Module, Overflow, Scalar,
    Value, fold, pass,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::analysis::affine::tile::TileSearch;
use crate::analysis::promises::is_promise;
use crate::analysis::slice;
use crate::legalize::branch_loads::{needed_inside, only_reads};
use crate::legalize::terms::scalar;

/// Whether a kernel may have such accesses.
pub fn has_branch_accesses(function: &Function) -> bool {
    !BranchAccesses::all(function).is_empty()
}

/// Merges such accesses of an entry; whether there are any.
pub fn merge_branch_accesses(module: &mut Module, entry: Entry) -> bool {
    let function = &mut module.entries[entry];
    let mut moved: FxHashSet<Inst> = FxHashSet::default();
    for accesses in BranchAccesses::all(function) {
        moved.extend(&accesses.moved);
        for inst in accesses.moved {
            // Another access of the branch may have needed it too.
            if function.inst_block(inst) != function.inst_block(accesses.branch) {
                function.remove_inst(inst);
                function.insert_before(accesses.branch, inst);
            }
        }
    }
    // What both sides compute is one value then.
    let options = pass::Options { level: pass::OptLevel::Full, fmad: false };
    pass::run_pass_on(module, entry, "cse", &options);
    let function = &module.entries[entry];
    let facts = FactMap::of(function, &module.types);
    let search = TileSearch { module, function, facts: &facts };
    let found: Vec<(BranchAccesses, MergedMask)> = BranchAccesses::all(function)
        .into_iter()
        .filter_map(|accesses| {
            let merged = accesses.merged_mask(search, &moved)?;
            Some((accesses, merged))
        })
        .collect();
    let Module { entries, types, .. } = module;
    for (accesses, merged) in &found {
        accesses.merge(&mut entries[entry], types, merged);
    }
    !found.is_empty()
}

/// The accesses of both sides of a branch.
struct BranchAccesses {
    branch: Inst,
    condition: Value,
    accesses: [Inst; 2],
    /// What a result of the branch is on both sides: the tile that a load gets, or the token of a store.
    result: Option<Value>,
    /// The instructions of the branch that compute operands, in program order.
    moved: Vec<Inst>,
}

/// A mask for both sides: what holds on both, and the alternatives to the condition and to its opposite.
struct MergedMask {
    both: Vec<Value>,
    unless: Vec<Value>,
    unless_not: Vec<Value>,
    padding: Option<Value>,
}

impl BranchAccesses {
    fn all(function: &Function) -> Vec<BranchAccesses> {
        let uses = function.count_uses();
        let mut found = Vec::new();
        for branch in function.insts_in_order() {
            let &InstData::If { condition, then_block, else_block } = function.data(branch) else {
                continue;
            };
            let blocks = [then_block, else_block];
            let mut pairs = Vec::new();
            if let [Some(one), Some(other)] = blocks.map(|block| only_store(function, block)) {
                let results = function.results(branch);
                pairs
                    .extend((results.len() <= 1).then(|| (results.first().copied(), [one, other])));
            } else if only_reads(function, branch) {
                for (number, &result) in function.results(branch).iter().enumerate() {
                    let loads = blocks.map(|block| yielded_load(function, block, number, &uses));
                    if let [Some(one), Some(other)] = loads {
                        pairs.push((Some(result), [one, other]));
                    }
                }
            }
            for (result, accesses) in pairs {
                let operands = accesses.map(|access| function.data(access).operands());
                let operands = operands.into_iter().flatten().collect();
                // What a branch promises does not hold in front of it.
                let promises = |moved: &Vec<Inst>| moved.iter().any(|&it| is_promise(function, it));
                let moved = needed_inside(function, branch, operands);
                if let Some(moved) = moved.filter(|moved| !promises(moved)) {
                    found.push(BranchAccesses { branch, condition, accesses, result, moved });
                }
            }
        }
        found
    }

    /// The mask of one access in place of both, if they differ in their masks alone.
    fn merged_mask(&self, search: TileSearch<'_>, moved: &FxHashSet<Inst>) -> Option<MergedMask> {
        let function = search.function;
        let parts = self.accesses.map(|access| {
            let mut data = function.data(access).clone();
            let (mask, padding) = take_mask(&mut data);
            (data, conjuncts(function, mask), padding)
        });
        let [(data, masks, padding), (other_data, others, other_padding)] = parts;
        let bits = |padding: Option<Value>| padding.and_then(|it| fold::splat_bits(function, it));
        let is_same_padding = padding.is_none()
            || other_padding.is_none()
            || padding == other_padding
            || (bits(padding).is_some() && bits(padding) == bits(other_padding));
        if data != other_data || !is_same_padding {
            return None;
        }
        // The address is computed on both sides, so that what it promises holds on both.
        let address = data.accessed().into_iter();
        let mut on_both: FxHashSet<Inst> =
            slice::needed_for(function, address).into_iter().collect();
        on_both.retain(|inst| !moved.contains(inst));
        // A part of one side's mask that holds everywhere on the other side.
        let is_implied = |mask: Value, on: bool| {
            !may_wrap_elsewhere(function, mask, &on_both)
                && search.is_implied(mask, self.condition, on)
        };
        let (of_one, mut both): (Vec<Value>, Vec<Value>) =
            masks.iter().partition(|&mask| !others.contains(mask) && !is_implied(*mask, false));
        let (of_other, more): (Vec<Value>, Vec<Value>) =
            others.iter().partition(|&mask| !masks.contains(mask) && !is_implied(*mask, true));
        let new = more.into_iter().filter(|mask| !both.contains(mask)).collect::<Vec<_>>();
        both.extend(new);
        let padding = padding.or(other_padding);
        let merged = MergedMask { both, unless: of_other, unless_not: of_one, padding };
        let is_load = matches!(data, InstData::LoadPtrTko { .. });
        (is_load || (merged.unless.is_empty() && merged.unless_not.is_empty())).then_some(merged)
    }

    /// Makes one access of both.
    fn merge(&self, function: &mut Function, types: &mut TypeStore, merged: &MergedMask) {
        let BranchAccesses { branch, condition, accesses, result, .. } = *self;
        let mut data = function.data(accesses[0]).clone();
        let result_types: Vec<_> =
            function.results(accesses[0]).iter().map(|&it| function.value_type(it)).collect();
        let accessed = match data {
            InstData::LoadPtrTko { source, .. } => source,
            InstData::StorePtrTko { destination, .. } => destination,
            _ => return,
        };
        let accessed = function.value_type(accessed);
        let span = function.span(accesses[0]);
        let mut b = Builder::before(function, types, branch);
        b.set_span(span);
        let dims: SmallVec<[u32; 4]> = b.types.dims(accessed).into();
        let all = b.types.tile(&dims, Scalar::I1);
        let condition = scalar(&mut b, condition);
        let everywhere = |b: &mut Builder<'_>, condition: Value| {
            let ones: SmallVec<[u32; 4]> = SmallVec::from_elem(1, dims.len());
            let ones = b.types.tile(&ones, Scalar::I1);
            let condition = b.reshape(condition, ones);
            b.broadcast(condition, all)
        };
        let mut parts = merged.both.clone();
        if let Some(mask) = conjunction(&mut b, &merged.unless_not) {
            let yes = b.const_i1(true);
            let opposite = b.xori(condition, yes);
            let opposite = everywhere(&mut b, opposite);
            parts.push(b.ori(opposite, mask));
        }
        if let Some(mask) = conjunction(&mut b, &merged.unless) {
            let condition = everywhere(&mut b, condition);
            parts.push(b.ori(condition, mask));
        }
        let mask = conjunction(&mut b, &parts);
        match &mut data {
            InstData::LoadPtrTko { mask: own, padding, .. } => {
                (*own, *padding) = (mask, mask.and(merged.padding));
            }
            InstData::StorePtrTko { mask: own, .. } => *own = mask,
            _ => return,
        }
        let is_store = matches!(data, InstData::StorePtrTko { .. });
        let access = b.insert(data, &result_types);
        let new = function.results(access)[0];
        if let Some(result) = result {
            function.replace_all_uses(result, new);
        }
        if is_store {
            for store in accesses {
                let token = function.results(store)[0];
                function.replace_all_uses(token, new);
                function.remove_inst(store);
            }
        }
    }
}

/// Whether a value follows from an operation that promises that it does not wrap around and that the program executes on one side
/// of a branch alone, as far as is known: another pass may have moved it in front of the branch.
fn may_wrap_elsewhere(function: &Function, value: Value, on_both: &FxHashSet<Inst>) -> bool {
    let promises = |inst: Inst| match *function.data(inst) {
        InstData::AddI { overflow, .. }
        | InstData::SubI { overflow, .. }
        | InstData::MulI { overflow, .. }
        | InstData::ShlI { overflow, .. }
        | InstData::TruncI { overflow, .. } => overflow != Overflow::None,
        _ => false,
    };
    let needed = slice::needed_for(function, [value].into_iter());
    needed.into_iter().any(|inst| !on_both.contains(&inst) && promises(inst))
}

/// The load whose tile a block yields as one of its results.
fn yielded_load(
    function: &Function,
    block: Block,
    number: usize,
    uses: &SecondaryMap<Value, u32>,
) -> Option<Inst> {
    let InstData::Yield { operands } = function.data(function.terminator(block)?) else {
        return None;
    };
    let load = function.def_inst(*operands.get(number)?)?;
    let InstData::LoadPtrTko { ordering: MemoryOrdering::Weak, .. } = function.data(load) else {
        return None;
    };
    let &[_, token] = function.results(load) else { return None };
    (function.inst_block(load) == Some(block) && uses[token] == 0).then_some(load)
}

/// The store of a block that does nothing else, and yields at most its token.
fn only_store(function: &Function, block: Block) -> Option<Inst> {
    let (&last, insts) = function.insts(block).split_last()?;
    let is_other = |&inst: &Inst| function.data(inst).effect() != Effect::Pure;
    let mut others = insts.iter().copied().filter(is_other);
    let (store, None) = (others.next()?, others.next()) else { return None };
    let InstData::StorePtrTko { ordering: MemoryOrdering::Weak, .. } = function.data(store) else {
        return None;
    };
    let InstData::Yield { operands } = function.data(last) else { return None };
    let token = function.results(store)[0];
    operands.iter().all(|&operand| operand == token).then_some(store)
}

/// Takes the mask and the padding of an access away.
fn take_mask(data: &mut InstData) -> (Option<Value>, Option<Value>) {
    match data {
        InstData::LoadPtrTko { mask, padding, .. } => (mask.take(), padding.take()),
        InstData::StorePtrTko { mask, .. } => (mask.take(), None),
        _ => (None, None),
    }
}

/// The masks that a mask is the conjunction of.
fn conjuncts(function: &Function, mask: Option<Value>) -> Vec<Value> {
    let mut pending: Vec<Value> = mask.into_iter().collect();
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut found = Vec::new();
    while let Some(mask) = pending.pop() {
        match function.def_data(mask) {
            _ if !seen.insert(mask) => {}
            Some(&InstData::AndI { lhs, rhs }) => pending.extend([rhs, lhs]),
            _ => found.push(mask),
        }
    }
    found
}

fn conjunction(b: &mut Builder<'_>, masks: &[Value]) -> Option<Value> {
    masks.iter().copied().reduce(|one, other| b.andi(one, other))
}
