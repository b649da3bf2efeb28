//! Sums that a loop keeps in memory, in registers.
//!
//! Code for small tiles adds to C in each step, so that each step waits for memory twice. Where nothing else in the loop can
//! see that tile of C, it is loaded before the loop and stored behind it:
//!
//! ```text
//!                                             x0 = if lo < hi { load v[j] } else { 0 }
//! for i in lo to hi {                         sum = for i in lo to hi, x = x0 {
//!     x = load v[j]                               y = mma a b x
//!     y = mma a b x                    =>         continue y
//!     store y, v[j]                           }
//! }                                           if lo < hi { store sum, v[j] }
//! ```
//!
//! The number that a step loads is the one that the step before it has stored, so a carried value is that number, if
//!
//! * `v` and `j` are the same in all iterations, and the elements of a tile of a view are different places;
//! * nothing else in the loop may access what `v` reaches, and nothing orders accesses with those of other tile blocks;
//! * control flow leaves an iteration at its end only, and nothing that can end the kernel is in it;
//! * elements outside of the tensor, which are padding in each step, get nowhere: from the load to the store each element
//!   depends on its own alone, in products and sums and conversions that nothing else uses.
//!
//! In: a verified module. Out: the module with such loops, in kernels of whose operands a pipeline brings as many then.

use cranelift_entity::SecondaryMap;
use ir::analysis::alias::AliasMap;
use ir::builder::Builder;
use ir::pass::{OptLevel, Options, run_pass_on};
use ir::types::TypeStore;
use ir::{
    Block, CmpPredicate, Effect, Function, Inst, InstData, MemoryOrdering, Module, Signedness,
    Value, ValueDef,
};

use crate::analysis::slice;
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::unfed_operands::unfed_extent;
use crate::mma::is_mma;
use crate::target::Target;

/// The passes that leave a loop without the tokens that it carries for nothing.
const CLEAN_UP: &[&str] = &["canonicalize", "control", "carried", "dce"];

/// The module with such loops; `None` if there are none.
pub fn keep_in_registers(module: &Module, target: &Target) -> Option<Module> {
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        if MemorySum::first(module, function).is_none() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            while let Some(sum) = MemorySum::first(changed, &changed.entries[entry]) {
                sum.rewrite(&mut changed.entries[entry], &mut changed.types);
            }
            let options = Options { level: OptLevel::Full, fmad: false };
            for name in CLEAN_UP {
                run_pass_on(changed, entry, name, &options);
            }
            let before = unfed_extent(module, function, target);
            unfed_extent(changed, &changed.entries[entry], target) <= before
        });
    }
    rewrites.into_module()
}

/// A loop, and the load and the store of a sum in it.
struct MemorySum {
    around: ForLoop,
    load: Inst,
    store: Inst,
    /// The tile that is loaded, and the one that is stored.
    loaded: Value,
    stored: Value,
    /// The number of the carried token that orders the two.
    token: usize,
}

/// A `for` loop.
#[derive(Clone, Copy)]
struct ForLoop {
    inst: Inst,
    body: Block,
    /// The end of an iteration, and what is behind the loop.
    end: Inst,
    behind: Inst,
    lower_bound: Value,
    upper_bound: Value,
    signedness: Signedness,
}

impl ForLoop {
    fn of(function: &Function, inst: Inst) -> Option<ForLoop> {
        let InstData::For { lower_bound, upper_bound, unsigned, body, .. } = *function.data(inst)
        else {
            return None;
        };
        let end = function.terminator(body)?;
        let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
        let behind = function.following(inst)?;
        Some(ForLoop { inst, body, end, behind, lower_bound, upper_bound, signedness })
    }

    /// Whether control flow leaves an iteration at its end only.
    fn ends_at_end(self, function: &Function) -> bool {
        matches!(function.data(self.end), InstData::Continue { .. })
            && !function.insts(self.body).iter().any(|&inst| slice::leaves(function, inst))
    }

    /// Whether a value is the same in all iterations.
    fn is_invariant(self, function: &Function, value: Value) -> bool {
        match function.def(value) {
            ValueDef::Result(inst, _) => !function.is_inside(inst, self.inst),
            ValueDef::Param(block, _) => {
                block != self.body
                    && !function
                        .block_owner(block)
                        .is_some_and(|owner| function.is_inside(owner, self.inst))
            }
        }
    }
}

impl MemorySum {
    /// The first of a kernel.
    fn first(module: &Module, function: &Function) -> Option<MemorySum> {
        let insts = function.insts_in_order();
        if !insts.iter().any(|&inst| is_mma(function.data(inst))) {
            return None;
        }
        let mut found: Option<(SecondaryMap<Value, u32>, AliasMap)> = None;
        insts.into_iter().find_map(|store| {
            let InstData::StoreViewTko { .. } = function.data(store) else { return None };
            let owner = function.inst_block(store).and_then(|block| function.block_owner(block))?;
            let around = ForLoop::of(function, owner)?;
            let (uses, aliases) = found.get_or_insert_with(|| {
                (function.count_uses(), AliasMap::of(function, &module.types))
            });
            MemorySum::of(function, uses, store, around)
                .filter(|sum| sum.is_alone(function, aliases))
        })
    }

    fn of(
        function: &Function,
        uses: &SecondaryMap<Value, u32>,
        store: Inst,
        around: ForLoop,
    ) -> Option<MemorySum> {
        let InstData::StoreViewTko {
            tile: stored,
            view,
            ref index,
            ordering: MemoryOrdering::Weak,
            ..
        } = *function.data(store)
        else {
            return None;
        };
        let load = load_of_sum(function, uses, around.body, stored)?;
        let InstData::LoadViewTko {
            view: loaded_view,
            index: ref loaded_index,
            ordering: MemoryOrdering::Weak,
            ..
        } = *function.data(load)
        else {
            return None;
        };
        let mut places = index.iter().chain([&view]);
        let is_same = view == loaded_view
            && index == loaded_index
            && places.all(|&value| around.is_invariant(function, value));
        let token = carried_token(function, around, [load, store])?;
        let &[loaded, _] = function.results(load) else { return None };
        (is_same && around.ends_at_end(function)).then_some(MemorySum {
            around,
            load,
            store,
            loaded,
            stored,
            token,
        })
    }

    /// Whether nothing else in the loop can see the tile, or end the kernel.
    fn is_alone(&self, function: &Function, aliases: &AliasMap) -> bool {
        let InstData::LoadViewTko { view, .. } = *function.data(self.load) else { return false };
        let is_apart = |inst: Inst| {
            let data = function.data(inst);
            match data.effect() {
                Effect::Pure | Effect::Partial | Effect::Alloc => true,
                Effect::Terminator | Effect::Structured => true,
                Effect::Read | Effect::Write | Effect::ReadWrite => {
                    let is_unordered = matches!(
                        data.memory_ordering(),
                        Some(MemoryOrdering::Weak | MemoryOrdering::Relaxed)
                    );
                    is_unordered
                        && data.accessed().is_some_and(|other| !aliases.may_alias(other, view))
                }
                Effect::Io => false,
            }
        };
        let others = function.insts_inside(self.around.inst).into_iter();
        others.filter(|&inst| inst != self.load && inst != self.store).all(is_apart)
    }

    /// Keeps the sum in registers. The loop carries it behind all other values.
    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let ForLoop { inst: around, body, end, .. } = self.around;
        let ty = function.value_type(self.loaded);
        let first = self.load_first(function, types);
        let carried = function.append_block_param(body, ty);
        let sum = function.append_result(around, ty);
        if let InstData::For { init_values, .. } = function.data_mut(around) {
            init_values[self.token] = first.token;
            init_values.push(first.tile);
        }
        if let InstData::Continue { operands } = function.data_mut(end) {
            operands.push(self.stored);
        }
        function.replace_all_uses(self.loaded, carried);
        let last = function.results(around)[self.token];
        self.store_last(function, types, (sum, last));
        // What was ordered behind the two is ordered behind what they were ordered behind.
        for inst in [self.load, self.store] {
            if let (Some(&after), Some(before)) =
                (function.results(inst).last(), token_of(function.data(inst)))
            {
                function.replace_all_uses(after, before);
            }
            function.remove_inst(inst);
        }
    }

    /// Loads the tile before the loop, if that has an iteration.
    fn load_first(&self, function: &mut Function, types: &mut TypeStore) -> FirstTile {
        let around = self.around;
        let before = match function.data(around.inst) {
            InstData::For { init_values, .. } => init_values[self.token],
            _ => self.loaded,
        };
        let mut data = function.data(self.load).clone();
        if let InstData::LoadViewTko { token, .. } = &mut data {
            *token = Some(before);
        }
        let result_types: Vec<_> =
            function.results(self.load).iter().map(|&it| function.value_type(it)).collect();
        let span = function.span(self.load);
        let mut b = Builder::before(function, types, around.inst);
        b.set_span(span);
        let has_iteration = has_iteration(&mut b, around);
        let branch = b.open_if(has_iteration, &result_types);
        b.switch_to(branch.then_block);
        let load = b.insert(data, &result_types);
        let loaded = b.function.results(load).to_vec();
        b.yield_(loaded);
        b.switch_to(branch.else_block);
        let none = b.const_bits(result_types[0], 0);
        b.yield_([none, before]);
        FirstTile { tile: branch.results[0], token: branch.results[1] }
    }

    /// Stores the tile behind the loop, if that had an iteration.
    fn store_last(
        &self,
        function: &mut Function,
        types: &mut TypeStore,
        (sum, before): (Value, Value),
    ) {
        let mut data = function.data(self.store).clone();
        if let InstData::StoreViewTko { tile, token, .. } = &mut data {
            (*tile, *token) = (sum, Some(before));
        }
        let span = function.span(self.store);
        let token_type = function.value_type(before);
        let mut b = Builder::before(function, types, self.around.behind);
        b.set_span(span);
        let has_iteration = has_iteration(&mut b, self.around);
        let branch = b.open_if(has_iteration, &[token_type]);
        // Before the branch has uses of its own.
        b.function.replace_all_uses(before, branch.results[0]);
        b.switch_to(branch.then_block);
        let store = b.insert(data, &[token_type]);
        let stored = b.function.results(store).to_vec();
        b.yield_(stored);
        b.switch_to(branch.else_block);
        b.yield_([before]);
    }
}

/// The tile before the first iteration, and the token behind its load.
struct FirstTile {
    tile: Value,
    token: Value,
}

fn has_iteration(b: &mut Builder<'_>, around: ForLoop) -> Value {
    let ForLoop { lower_bound, upper_bound, signedness, .. } = around;
    b.cmpi(lower_bound, upper_bound, CmpPredicate::LessThan, signedness)
}

/// The load in a block whose tile a sum is, element by element, and terms.
fn load_of_sum(
    function: &Function,
    uses: &SecondaryMap<Value, u32>,
    body: Block,
    sum: Value,
) -> Option<Inst> {
    let mut pending = vec![sum];
    while let Some(value) = pending.pop() {
        let Some(inst) = function.def_inst(value) else { continue };
        if uses[value] != 1 || function.inst_block(inst) != Some(body) {
            continue;
        }
        match *function.data(inst) {
            InstData::LoadViewTko { .. } => return Some(inst),
            InstData::MmaF { acc, .. } | InstData::MmaI { acc, .. } => pending.push(acc),
            InstData::FToF { from, .. } => pending.push(from),
            InstData::AddF { lhs, rhs, .. } | InstData::AddI { lhs, rhs, .. } => {
                pending.extend([lhs, rhs]);
            }
            _ => {}
        }
    }
    None
}

/// The number of the carried token that instructions of an iteration are ordered by, one after the other.
fn carried_token(function: &Function, around: ForLoop, ordered: [Inst; 2]) -> Option<usize> {
    let InstData::Continue { operands } = function.data(around.end) else { return None };
    let uses = function.count_uses();
    let is_behind = |(number, &last): (usize, &Value)| {
        let (mut at, mut count) = (last, 0);
        loop {
            match function.def(at) {
                ValueDef::Param(block, place) => {
                    let is_carried = block == around.body && place == number + 1;
                    return (is_carried && count == ordered.len()).then_some(number);
                }
                ValueDef::Result(inst, _) => {
                    if ordered.contains(&inst) {
                        // What else is ordered behind it would not be behind the store that replaces it.
                        if uses[at] != 1 {
                            return None;
                        }
                        count += 1;
                    }
                    at = token_of(function.data(inst))?;
                }
            }
        }
    };
    operands.iter().enumerate().find_map(is_behind)
}

/// The token that an access is ordered behind.
fn token_of(data: &InstData) -> Option<Value> {
    match *data {
        InstData::LoadPtrTko { token, .. }
        | InstData::StorePtrTko { token, .. }
        | InstData::LoadViewTko { token, .. }
        | InstData::StoreViewTko { token, .. }
        | InstData::AtomicCasTko { token, .. }
        | InstData::AtomicRmwTko { token, .. }
        | InstData::AtomicRedViewTko { token, .. } => token,
        _ => None,
    }
}
