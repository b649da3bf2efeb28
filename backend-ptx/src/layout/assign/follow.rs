//! Loads that follow the sum of an MMA.
//!
//! In: the defining layouts. Out: other defining layouts for some tiles that are loaded. A tile
//! that is combined element by element with a sum, as a residual is, would be loaded coalesced
//! and then go through shared
//! memory to the threads that hold the sum, after conversions to a wider format too:
//!
//! ```text
//! r = load [memory]; w = f32(r) [memory]; s + convert(w, sum)
//!     =>  r = load [sum]; w = f32(r) [sum]; s + w
//! ```
//!
//! So does one that a sum begins with, handed on by branches and to the loop that adds to it.
//!
//! A warp then reads pieces of [`LEAST_BYTES`] or more instead of whole lines, and the next access
//! finds the rest of each sector in the L1 cache. The exchange, its barriers and the second copy of
//! the tile go, for which there are no registers beside a large sum.

use cranelift_entity::SecondaryMap;
use ir::{Inst, InstData, Value};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::analysis::carried::carried;
use crate::analysis::role::{Role, role};
use crate::layout::assign::Assigner;
use crate::layout::assign::backward::coalesced_bytes;
use crate::linear::interned::LayoutId;

/// Half a sector: the other half follows soon.
const LEAST_BYTES: u32 = 16;

/// The user of a value.
#[derive(Clone, Copy, Default)]
enum User {
    #[default]
    Unused,
    One(Inst),
    Several,
}

impl Assigner<'_> {
    pub(super) fn follow_sums(&mut self, order: &[Inst]) {
        let function = self.function;
        let is_sum = |inst: &&Inst| role(function.data(**inst)) == Role::Mma;
        let sums: FxHashSet<LayoutId> = order
            .iter()
            .filter(is_sum)
            .filter_map(|&inst| self.out.def_layout[function.results(inst)[0]].expand())
            .collect();
        if sums.is_empty() {
            return;
        }
        let mut users: SecondaryMap<Value, User> = SecondaryMap::new();
        for &inst in order {
            function.data(inst).for_each_operand(|value| {
                users[value] = match users[value] {
                    User::Unused => User::One(inst),
                    User::One(_) | User::Several => User::Several,
                };
            });
        }
        for &inst in order {
            if let Some((tiles, sum)) = self.combined_with(inst, &users, &sums) {
                for tile in tiles {
                    self.out.def_layout[tile] = sum.into();
                }
            }
        }
    }

    /// What a load gives and what becomes of it, element by element, until it meets a sum; and the
    /// layout of that.
    fn combined_with(
        &self,
        load: Inst,
        users: &SecondaryMap<Value, User>,
        sums: &FxHashSet<LayoutId>,
    ) -> Option<(SmallVec<[Value; 4]>, LayoutId)> {
        let data = self.function.data(load);
        let streamed = self.pipeline.is_some_and(|pipeline| pipeline.async_load(load).is_some());
        let weak = data.memory_ordering() == Some(ir::MemoryOrdering::Weak);
        let is_load =
            matches!(data, InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. }) && weak;
        if !is_load || streamed {
            return None;
        }
        let loaded = self.function.results(load)[0];
        let memory = self.out.def_layout[loaded].expand()?;
        let mut tiles: SmallVec<[Value; 4]> = smallvec![loaded];
        let mut last = loaded;
        while let User::One(user) = users[last] {
            let result = self.successor(user, last)?;
            let def_layout = self.out.def_layout[result].expand()?;
            if def_layout == memory {
                // What a loop carries is also what an iteration gives.
                if matches!(self.function.data(user), InstData::For { .. }) {
                    return None;
                }
                tiles.push(result);
                last = result;
                continue;
            }
            let bits = self.bits(loaded).max(8);
            let (memory, sum) = (&self.out.layouts[memory], &self.out.layouts[def_layout]);
            let follows =
                sums.contains(&def_layout) && coalesced_bytes(memory, sum, bits) >= LEAST_BYTES;
            return follows.then_some((tiles, def_layout));
        }
        None
    }

    /// The results and parameters that have the elements of a tile, one by one.
    fn successor(&self, user: Inst, tile: Value) -> Option<Value> {
        let function = self.function;
        match function.data(user) {
            InstData::Yield { operands } => {
                let mut pairs = carried(function, user, operands).into_iter();
                pairs.find(|&(_, operand)| operand == tile).map(|(target, _)| target)
            }
            InstData::For { init_values, body, .. } => {
                let place = init_values.iter().position(|&init| init == tile)?;
                function.block_params(*body).get(place + 1).copied()
            }
            data => {
                let &[result] = function.results(user) else { return None };
                matches!(role(data), Role::Elementwise { .. }).then_some(result)
            }
        }
    }
}
