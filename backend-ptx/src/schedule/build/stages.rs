//! Stages: which loads fill one together, and where it is last used.

use ir::{Block, Effect, Function, Inst, InstData, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::{Draft, RingDraft, Search, StageGroup, WarpCopies};
use super::mma_candidates::{MmaCandidate, OperandPath};
use crate::analysis::slice;
use crate::mma::async_mma::{AsyncMma, MmaOperand, StoredOperand};
use crate::target::{Feature, TILE_ALIGN};

impl Search<'_> {
    /// Numbers asynchronous loads, and puts those together that the same MMA takes first; rows come with
    /// those whose last MMA depends on them.
    pub fn assign_rings(
        &self,
        mut candidates: FxHashMap<Inst, Candidate>,
        mma_candidates: &[MmaCandidate],
        read: FxHashMap<Inst, Candidate>,
    ) -> Draft {
        for path in mma_candidates.iter().flat_map(MmaCandidate::paths) {
            if let Some(candidate) = candidates.get_mut(&path.load) {
                candidate.map.rounds = path.rounds;
            }
        }
        let function = self.function;
        let mut found = Draft {
            async_loads: Vec::new(),
            rings: Vec::new(),
            maps: Vec::new(),
            mmas: FxHashMap::default(),
        };
        let mut number: FxHashMap<Inst, usize> = FxHashMap::default();
        for &load in self.order.iter().filter(|inst| candidates.contains_key(inst)) {
            number.insert(load, found.add(load, &candidates[&load], false));
        }
        for mma_candidate in mma_candidates {
            let operand = |path: &OperandPath| match path.to_registers {
                true => {
                    MmaOperand::SmemToRegisters(number[&path.load], candidates[&path.load].staged)
                }
                false => MmaOperand::Smem(number[&path.load], path.major),
            };
            let MmaCandidate { rank, steps, swapped, dims: (m, n, k), scales, .. } = *mma_candidate;
            let mut offset = 0;
            let [a, b] = [&mma_candidate.left, &mma_candidate.right]
                .map(|path| path.as_ref().map_or(MmaOperand::Registers, operand));
            let mut placed = |number: usize, operand: MmaOperand| {
                let Some((staged, major)) = mma_candidate.stored[number] else { return operand };
                let stored = StoredOperand { staged, major, offset };
                offset = stored.end();
                MmaOperand::RegistersToSmem(stored)
            };
            let (b, a) = (placed(1, b), placed(0, a));
            let mma = AsyncMma { rank, m, n, k, steps, swapped, a, b, scales };
            found.mmas.insert(mma_candidate.inst, mma);

            let fresh = mma_candidate.paths().map(|path| number[&path.load]);
            let mut fresh: SmallVec<[usize; 2]> = fresh
                .filter(|&async_load| found.async_loads[async_load].ring == usize::MAX)
                .collect();
            fresh.sort_unstable();
            fresh.dedup();
            let block = |async_load: usize| function.inst_block(found.async_loads[async_load].inst);
            let together = fresh.iter().all(|&async_load| block(async_load) == block(fresh[0]));
            let groups: SmallVec<[SmallVec<[usize; 2]>; 2]> = match together {
                true if !fresh.is_empty() => smallvec![fresh],
                _ => fresh.into_iter().map(|async_load| smallvec![async_load]).collect(),
            };
            for loads in groups {
                let mut bytes = 0;
                for &async_load in &loads {
                    found.async_loads[async_load].ring = found.rings.len();
                    found.async_loads[async_load].offset = bytes;
                    bytes +=
                        found.async_loads[async_load].staged.bytes().next_multiple_of(TILE_ALIGN);
                }
                let last_use = found.async_loads[loads[0]].inst;
                let group = StageGroup { loads, last_use, wait_at_load: false };
                found.rings.push(RingDraft { groups: smallvec![group], bytes });
            }
        }
        self.find_last_uses(&mut found);
        for &load in self.order.iter().filter(|inst| read.contains_key(inst)) {
            self.add_read(&mut found, load, &read[&load]);
        }
        if found.mmas.values().any(AsyncMma::has_stored) {
            self.add_read_rings(&mut found, &read);
        }
        for ring in &mut found.rings {
            ring.bytes = ring.bytes.next_multiple_of(TILE_ALIGN);
        }
        self.share_rings(&mut found);
        // Warps that gather rows copy nothing behind a loop.
        if !self.target.has(Feature::Tcgen05) && self.warps != WarpCopies::GatheredRows {
            self.add_epilogue_loads(&mut found);
        }
        found
    }

    /// An instruction between the loads of a stage group and its last use that leaves the block, so that consumers fall
    /// behind the producer, or that may write a tensor that the producer has not copied yet.
    pub fn before_last_use(&self, found: &Draft) -> Option<Inst> {
        let function = self.function;
        found.rings.iter().flat_map(|ring| &ring.groups).find_map(|group| {
            let first = found.async_loads[group.loads[0]].inst;
            let Some(block) = function.inst_block(first) else { return Some(first) };
            let from_first = function.insts(block).iter().skip_while(|&&inst| inst != first);
            let between = from_first.take_while(|&&inst| inst != group.last_use);
            let inner = !function.data(group.last_use).blocks().is_empty();
            let last = inner.then_some(&group.last_use);
            let views = || {
                group
                    .loads
                    .iter()
                    .map(|&async_load| self.loaded(found.async_loads[async_load].inst))
            };
            between.chain(last).copied().find(|&inst| {
                slice::leaves(function, inst)
                    || views().any(|view| view.is_none_or(|view| self.writes_to(inst, view)))
            })
        })
    }

    /// The view that a load is of.
    fn loaded(&self, load: Inst) -> Option<Value> {
        match self.function.data(load) {
            InstData::LoadViewTko { view, .. } => Some(*view),
            _ => None,
        }
    }

    /// Whether an instruction, or one inside of it, may write what a view shows.
    fn writes_to(&self, inst: Inst, view: Value) -> bool {
        let writes = |inst: Inst| {
            let data = self.function.data(inst);
            matches!(data.effect(), Effect::Write | Effect::ReadWrite)
                && data.accessed().is_none_or(|to| self.aliases.may_alias(to, view))
        };
        writes(inst) || self.function.insts_inside(inst).into_iter().any(writes)
    }

    /// Puts places together that can share a ring: buffers of one size that are loaded and handed
    /// back one after the other.
    fn share_rings(&self, found: &mut Draft) {
        let position = |inst: Inst| self.position[inst];
        let end = |inst: Inst| position(self.function.insts_inside(inst).pop().unwrap_or(inst));
        // Of each place in `shared`, where the last use of it ends.
        let mut ends: Vec<u32> = Vec::new();
        let mut shared: Vec<RingDraft> = Vec::new();
        for ring in std::mem::take(&mut found.rings) {
            let Some(group) = ring.groups.first() else { continue };
            let begins = position(found.async_loads[group.loads[0]].inst);
            let ends_at = ring.groups.last().map_or(begins, |last| end(last.last_use));
            let follows = |(other, end): (&RingDraft, &u32)| {
                let alike = |before: &StageGroup| {
                    let staged = |&async_load: &usize| found.async_loads[async_load].staged;
                    before.loads.iter().map(staged).eq(group.loads.iter().map(staged))
                };
                other.bytes == ring.bytes && *end < begins && other.groups.iter().all(alike)
            };
            match shared.iter().zip(&ends).position(follows) {
                Some(other) => {
                    shared[other].groups.extend(ring.groups);
                    ends[other] = ends_at;
                }
                None => {
                    shared.push(ring);
                    ends.push(ends_at);
                }
            }
        }
        for (number, ring) in shared.iter().enumerate() {
            for &async_load in ring.groups.iter().flat_map(|group| &group.loads) {
                found.async_loads[async_load].ring = number;
            }
        }
        found.rings = shared;
    }

    fn find_last_uses(&self, found: &mut Draft) {
        let function = self.function;
        let Draft { async_loads, rings, mmas, .. } = found;
        let mut readers: Vec<SmallVec<[Inst; 2]>> = vec![smallvec![]; async_loads.len()];
        for &inst in self.order.iter().filter(|inst| mmas.contains_key(inst)) {
            for load in
                [mmas[&inst].a, mmas[&inst].b].into_iter().filter_map(MmaOperand::async_load)
            {
                readers[load].push(inst);
            }
        }
        for group in rings.iter_mut().flat_map(|ring| &mut ring.groups) {
            let Some(block) = function.inst_block(group.last_use) else { continue };
            let readers = group.loads.iter().flat_map(|&load| &readers[load]);
            // What reads them, or what is in their block around it.
            let mut uses: SmallVec<[Inst; 4]> = smallvec![];
            for &reader in readers {
                let use_ = enclosing(function, reader, block);
                group.wait_at_load |= use_.is_some_and(|use_| use_ != reader);
                uses.extend(use_);
            }
            if let Some(last) = uses.into_iter().max_by_key(|&use_| self.position[use_]) {
                group.last_use = last;
            }
        }
    }
}

/// The instruction of a block that is another one, or that it is in.
fn enclosing(function: &Function, inst: Inst, block: Block) -> Option<Inst> {
    let mut at = inst;
    loop {
        let own = function.inst_block(at)?;
        if own == block {
            return Some(at);
        }
        at = function.block_owner(own)?;
    }
}
