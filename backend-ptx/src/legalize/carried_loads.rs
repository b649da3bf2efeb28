//! Operands that a loop loads for its next iteration.
//!
//! Users rotate loops by hand, so that a load is on its way while the tile before it is multiplied. Then operands are
//! carried from one iteration to the next, and no pipeline can bring them, though it would load them several iterations
//! ahead. So each is loaded by the iteration that uses it:
//!
//! ```text
//! t = load v[f(lo - step)]                          for i in lo to hi step step {
//! for i in lo to hi step step, t {                      t = load v[f(i - step)]
//!     use t                                      =>     use t
//!     continue load v[f(i)]                         }
//! } -> last; use last                               use load v[f(max(lo, hi) - 1)]        where the step is 1
//! ```
//!
//! where `f` adds a constant in one dimension, and the load of the next tile may be under the condition that there is a next
//! iteration. An iteration loads the tile that it did before, and no other. That holds for loads that nothing has to be
//! ordered with.
//!
//! In: a verified module. Out: the module with such loads, in kernels more of whose operands a pipeline brings then.

use cranelift_entity::SecondaryMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{
    Block, CmpPredicate, Function, Inst, InstData, MemoryOrdering, Module, Overflow, Signedness,
    Value, ValueDef, fold,
};
use smallvec::SmallVec;

use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::operand_steps::index_sum;
use crate::legalize::pointer_tiles::clean_up;
use crate::legalize::unfed_operands::num_unfed_operands;
use crate::mma::is_mma;
use crate::target::Target;

/// The module with such loads; `None` if there are none.
pub fn load_where_used(module: &Module, target: &Target) -> Option<Module> {
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let has_mma = function.insts_in_order().iter().any(|&inst| is_mma(function.data(inst)));
        if !has_mma || CarriedSearch::of(function).first().is_none() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            // A tile that is carried through two iterations is found in two steps.
            while let Some(found) = CarriedSearch::of(&changed.entries[entry]).first() {
                found.rewrite(&mut changed.entries[entry], &mut changed.types);
            }
            clean_up(changed, entry);
            let before = num_unfed_operands(module, function, target);
            num_unfed_operands(changed, &changed.entries[entry], target) < before
        });
    }
    rewrites.into_module()
}

/// A tile that a loop carries from the iteration that loads it to the next.
struct CarriedTile {
    around: Inst,
    body: Block,
    /// The number of the carried value.
    number: usize,
    /// The load of the first iteration's tile and what permutes and converts it, in program order.
    first: SmallVec<[Inst; 3]>,
    /// The dimension of the index that follows the induction variable, and its distance from that in the iteration that uses
    /// the tile.
    dim: usize,
    distance: i64,
}

struct CarriedSearch<'a> {
    function: &'a Function,
    uses: SecondaryMap<Value, u32>,
}

impl<'a> CarriedSearch<'a> {
    fn of(function: &'a Function) -> CarriedSearch<'a> {
        CarriedSearch { function, uses: function.count_uses() }
    }

    fn first(&self) -> Option<CarriedTile> {
        let function = self.function;
        function.insts_in_order().into_iter().find_map(|around| {
            let InstData::For { body, .. } = *function.data(around) else { return None };
            let count = function.results(around).len();
            (0..count).find_map(|number| self.carried_tile(around, body, number))
        })
    }

    fn carried_tile(&self, around: Inst, body: Block, number: usize) -> Option<CarriedTile> {
        let function = self.function;
        let InstData::For { step, ref init_values, .. } = *function.data(around) else {
            return None;
        };
        let InstData::Continue { operands } = function.data(function.terminator(body)?) else {
            return None;
        };
        // Another end of the iteration may hand on another tile.
        if self.ends_early(body) {
            return None;
        }
        let (next, is_conditional) = self.next(around, body, (number, operands[number]))?;
        let (next, first) = (self.chain(next)?, self.chain(init_values[number])?);
        let is_alike = |(&one, &other): (&Inst, &Inst)| self.is_alike(one, other);
        (next.len() == first.len() && next.iter().zip(&first).all(is_alike)).then_some(())?;
        let (dim, distance) = self.distance(around, body, (next[0], first[0]))?;
        let is_used = self.uses[function.results(around)[number]] > 0;
        let has_last = !is_conditional && fold::splat_int(function, step) == Some(1);
        (has_last || !is_used).then_some(())?;
        Some(CarriedTile { around, body, number, first, dim, distance })
    }

    /// Whether an iteration may end inside of an instruction of the block.
    fn ends_early(&self, block: Block) -> bool {
        let function = self.function;
        function.insts(block).iter().any(|&inst| {
            let data = function.data(inst);
            !matches!(data, InstData::For { .. } | InstData::Loop { .. })
                && data.blocks().iter().any(|&inner| {
                    let ends = |inst: Option<Inst>| {
                        inst.is_some_and(|inst| {
                            matches!(
                                function.data(inst),
                                InstData::Continue { .. } | InstData::Break { .. }
                            )
                        })
                    };
                    ends(function.terminator(inner)) || self.ends_early(inner)
                })
        })
    }

    /// The tile of the next iteration, and whether only an iteration with a next one has it.
    fn next(
        &self,
        around: Inst,
        body: Block,
        (number, carried): (usize, Value),
    ) -> Option<(Value, bool)> {
        let function = self.function;
        let ValueDef::Result(inst, result) = function.def(carried) else { return None };
        let InstData::If { condition, then_block, else_block } = *function.data(inst) else {
            return Some((carried, false));
        };
        let yielded = |block: Block| match function.data(function.terminator(block)?) {
            InstData::Yield { operands } => operands.get(result).copied(),
            _ => None,
        };
        let present = function.block_params(body)[number + 1];
        let is_kept = yielded(else_block)? == present;
        let has_next = is_kept && self.has_next(around, body, condition);
        has_next.then(|| yielded(then_block)).flatten().map(|next| (next, true))
    }

    /// Whether a condition is that there is another iteration.
    fn has_next(&self, around: Inst, body: Block, condition: Value) -> bool {
        let function = self.function;
        let InstData::For { upper_bound, step, unsigned, .. } = *function.data(around) else {
            return false;
        };
        let Some(&InstData::CmpI { lhs, rhs, predicate, signedness }) =
            function.def_data(condition)
        else {
            return false;
        };
        let induction = function.block_params(body)[0];
        let after = fold::splat_int(function, step).map(|step| (Some(induction), step));
        predicate == CmpPredicate::LessThan
            && (signedness == Signedness::Unsigned) == unsigned
            && rhs == upper_bound
            && Some(index_sum(function, lhs)) == after
    }

    /// The load that a tile comes from and what permutes and converts it, in program order.
    fn chain(&self, tile: Value) -> Option<SmallVec<[Inst; 3]>> {
        let function = self.function;
        let mut chain = SmallVec::new();
        let mut at = tile;
        loop {
            let inst = function.def_inst(at)?;
            chain.insert(0, inst);
            at = match *function.data(inst) {
                InstData::Permute { source, .. } | InstData::Reshape { source } => source,
                InstData::FToF { from, .. } => from,
                InstData::LoadViewTko { ordering, token: None, .. } => {
                    let &[_, after] = function.results(inst) else { return None };
                    let is_free = ordering == MemoryOrdering::Weak && self.uses[after] == 0;
                    return is_free.then_some(chain);
                }
                _ => return None,
            };
        }
    }

    /// Whether two instructions do the same with their operands, of loads with the tiles of the same view.
    fn is_alike(&self, one: Inst, other: Inst) -> bool {
        let function = self.function;
        let ty = |inst: Inst| function.value_type(function.results(inst)[0]);
        let [data, of_other] = [one, other].map(|inst| {
            let mut data = function.data(inst).clone();
            match &mut data {
                InstData::LoadViewTko { index, .. } => index.clear(),
                data => data.for_each_operand_mut(|value| *value = Value::from_u32(0)),
            }
            data
        });
        ty(one) == ty(other) && data == of_other
    }

    /// The dimension that follows the induction variable in the loads of the next and of the first tile, and its distance from
    /// that in the iteration that uses the tile.
    fn distance(
        &self,
        around: Inst,
        body: Block,
        (next, first): (Inst, Inst),
    ) -> Option<(usize, i64)> {
        let function = self.function;
        let InstData::For { lower_bound, step, .. } = *function.data(around) else { return None };
        let (InstData::LoadViewTko { index: next, .. }, InstData::LoadViewTko { index: first, .. }) =
            (function.data(next), function.data(first))
        else {
            return None;
        };
        let induction = function.block_params(body)[0];
        let (from, step) = (index_sum(function, lower_bound), fold::splat_int(function, step)?);
        let mut found = None;
        for (dim, (&next, &first)) in next.iter().zip(first).enumerate() {
            // Indices of a load are of one type, which constants of others equal.
            if function.value_type(next) != function.value_type(first) {
                return None;
            }
            let (term, constant) = index_sum(function, next);
            if term == Some(induction) {
                let distance = constant.checked_sub(step)?;
                let is_first =
                    index_sum(function, first) == (from.0, from.1.checked_add(distance)?);
                (is_first && found.is_none()).then_some(())?;
                found = Some((dim, distance));
            } else if (term, constant) != index_sum(function, first) {
                return None;
            }
        }
        found
    }
}

impl CarriedTile {
    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let InstData::For { lower_bound, upper_bound, unsigned, .. } = *function.data(self.around)
        else {
            return;
        };
        let (carried, last) = (
            function.block_params(self.body)[self.number + 1],
            function.results(self.around)[self.number],
        );
        let induction = function.block_params(self.body)[0];
        if let Some(&begin) = function.insts(self.body).first() {
            let tile = self.load(function, types, (begin, induction));
            function.replace_all_uses(carried, tile);
        }
        if function.count_uses()[last] > 0
            && let Some(behind) = function.following(self.around)
        {
            let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
            let mut b = Builder::before(function, types, behind);
            let end = b.maxi(lower_bound, upper_bound, signedness);
            let tile = self.load(function, types, (behind, end));
            function.replace_all_uses(last, tile);
        }
        // The value is carried no more; `dce` removes it.
        if let Some(end) = function.terminator(self.body)
            && let InstData::Continue { operands } = function.data_mut(end)
        {
            operands[self.number] = carried;
        }
    }

    /// The tile at the distance from a number, in front of an instruction.
    fn load(
        &self,
        function: &mut Function,
        types: &mut TypeStore,
        (before, number): (Inst, Value),
    ) -> Value {
        let mut tile = number;
        for (place, &inst) in self.first.iter().enumerate() {
            let mut data = function.data(inst).clone();
            let results = function.results(inst).to_vec();
            let result_types: Vec<_> = results.iter().map(|&it| function.value_type(it)).collect();
            let span = function.span(inst);
            let mut b = Builder::before(function, types, before);
            b.set_span(span);
            match &mut data {
                InstData::LoadViewTko { index, .. } if place == 0 => {
                    let ty = b.value_type(number);
                    index[self.dim] = match self.distance {
                        0 => number,
                        distance => {
                            let distance = b.const_bits(ty, distance as u64);
                            b.addi(number, distance, Overflow::None)
                        }
                    };
                }
                data => data.for_each_operand_mut(|operand| *operand = tile),
            }
            let inst = b.insert(data, &result_types);
            tile = function.results(inst)[0];
        }
        tile
    }
}
