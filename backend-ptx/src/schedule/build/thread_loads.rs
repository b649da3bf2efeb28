//! Loads beside those of MMAs: what threads read from the stages of MMAs, and epilogue loads.

use cranelift_entity::EntitySet;
use ir::{Block, Function, Inst, InstData, Value};
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::{Draft, LoadReader, Search, SmemReads};
use crate::analysis::slice;
use crate::mma::async_mma::AsyncMma;
use crate::schedule::pipeline::EpilogueLoad;
use crate::target::{MAX_SWIZZLE, TILE_ALIGN};

/// Alignment of a row in a buffer.
const ROW_ALIGN: u32 = MAX_SWIZZLE;

impl Search<'_> {
    /// Lets tiles and rows that threads read behind the loops of MMAs come through the ring of
    /// those: the producer copies them while the last MMAs are computed.
    pub fn add_epilogue_loads(&self, found: &mut Draft) {
        let function = self.function;
        for &load in &self.order {
            if !matches!(function.data(load), InstData::LoadViewTko { .. }) {
                continue;
            }
            if found.async_loads.iter().any(|async_load| async_load.inst == load) {
                continue;
            }
            let result = function.results(load).first();
            let dims = |value: Value| self.module.types.dims(function.value_type(value));
            let alike = |inst: Inst, mma: &AsyncMma| {
                !mma.swapped
                    && result.map(|&tile| dims(tile)) == Some(dims(function.results(inst)[0]))
            };
            let mut mmas: SmallVec<[Inst; 4]> = smallvec![];
            mmas.extend(found.mmas.iter().filter(|(i, p)| alike(**i, p)).map(|(i, _)| *i));
            let like = mmas.into_iter().min();
            let reads = if like.is_some() { SmemReads::Tiles } else { SmemReads::Rows };
            let Ok(candidate) = self.candidate(load, LoadReader::Threads(reads)) else {
                continue;
            };
            let staged = candidate.staged;
            let rings = 0..found.rings.len();
            let behind = rings.filter(|&ring| self.is_behind(found, ring, load));
            let Some(ring) = behind.max_by_key(|&ring| found.rings[ring].bytes) else {
                continue;
            };
            let most = found.rings[ring].bytes / staged.chunk_bytes();
            if most == 0 {
                continue;
            }
            let chunks = (1 << most.ilog2()).min(staged.chunks);
            // Registers tell the buffers of a tile apart.
            if chunks < staged.chunks && candidate.axes[0] + 1 != candidate.axes.len() {
                continue;
            }
            let async_load = found.add(load, &candidate, true);
            let like = like.filter(|_| staged.rows > 1);
            found.async_loads[async_load].epilogue_load = Some(EpilogueLoad { chunks, like });
            found.async_loads[async_load].ring = ring;
        }
    }

    /// Whether a load comes after loops that use a ring, where no buffer of it is in use.
    fn is_behind(&self, found: &Draft, ring: usize, load: Inst) -> bool {
        let function = self.function;
        let position = &self.position;
        let Some(block) = function.inst_block(load) else { return false };
        let depth = slice::loops_around(function, Some(block)).len();
        found.rings[ring].groups.iter().all(|group| {
            // What is in the loads' block at any depth would come between them and their MMAs.
            let mut around = function.inst_block(group.last_use);
            let own = around;
            let looped = slice::loops_around(function, own).len() > depth;
            while around.is_some_and(|around| around != block) {
                around = around
                    .and_then(|around| function.block_owner(around))
                    .and_then(|owner| function.inst_block(owner));
            }
            looped && own != around && around.is_some() && position[group.last_use] < position[load]
        })
    }

    /// Puts what threads read in the buffer of tiles that are loaded beside it and released after a
    /// MMA that depends on it, which no thread begins before it has read that. Without such tiles
    /// it is not an asynchronous load.
    pub fn add_read(&self, found: &mut Draft, load: Inst, candidate: &Candidate) {
        let Some(block) = self.function.inst_block(load) else { return };
        let mut dependent = Dependent::of(self.function, block, load);
        let first_use = self.first_use(load);
        let beside = found.rings.iter().position(|ring| {
            ring.groups.iter().all(|group| {
                let [first, last] = [group.loads.first(), group.loads.last()]
                    .map(|end| end.map_or(load, |&end| found.async_loads[end].inst));
                // The stage is waited for at this use, and committed behind the last load.
                let is_read_before_last = first_use.is_some_and(|reader| {
                    self.position[reader] < self.position[last]
                        && self.has_mmas_between(found, block, [reader, last])
                });
                self.function.inst_block(first) == Some(block)
                    && found.mmas.contains_key(&group.last_use)
                    && self.position[load] < self.position[group.last_use]
                    && !self.has_mmas_between(found, block, [load, first])
                    && !is_read_before_last
                    && dependent.contains(group.last_use)
            })
        });
        let Some(ring) = beside else { return };
        let async_load = found.add(load, candidate, true);
        let to = &mut found.rings[ring];
        let align = if candidate.staged.rows == 1 { ROW_ALIGN } else { TILE_ALIGN };
        let offset = to.bytes.next_multiple_of(align);
        to.bytes = offset + candidate.staged.bytes();
        (found.async_loads[async_load].ring, found.async_loads[async_load].offset) = (ring, offset);
        let position = &self.position;
        for group in &mut to.groups {
            group.loads.push(async_load);
            group.loads.sort_by_key(|&async_load| position[found.async_loads[async_load].inst]);
        }
    }

    /// Whether a loop or branch with MMAs comes between two instructions of a block. The producer would hold a stage with one
    /// of the tiles while it fills those of the loop, and the consumers wait for that stage first.
    pub(super) fn has_mmas_between(&self, found: &Draft, block: Block, ends: [Inst; 2]) -> bool {
        let [from, to] = ends.map(|end| self.position[end]);
        let between = from.min(to)..from.max(to);
        let function = self.function;
        let has_mmas = |&inst: &Inst| found.mmas.keys().any(|&mma| function.is_inside(mma, inst));
        let insts = function.insts(block).iter();
        insts.filter(|&&inst| between.contains(&self.position[inst])).any(has_mmas)
    }
}

/// The instructions of a block that what one of them computes goes into, by way of others too: found as far as they are
/// asked for.
pub(super) struct Dependent<'a> {
    function: &'a Function,
    /// What comes behind those that have been looked at.
    rest: &'a [Inst],
    values: EntitySet<Value>,
    found: EntitySet<Inst>,
}

impl<'a> Dependent<'a> {
    pub fn of(function: &'a Function, block: Block, inst: Inst) -> Dependent<'a> {
        let insts = function.insts(block);
        let behind = insts.iter().position(|&other| other == inst).map_or(insts.len(), |at| at + 1);
        let mut values = EntitySet::new();
        values.extend(function.results(inst).iter().copied());
        Dependent { function, rest: &insts[behind..], values, found: EntitySet::new() }
    }

    /// Whether an instruction of the block behind the one depends on it.
    pub fn contains(&mut self, inst: Inst) -> bool {
        let mut looked_at = self.found.contains(inst);
        while !looked_at && let Some((&next, rest)) = self.rest.split_first() {
            self.rest = rest;
            if takes_any(self.function, next, &self.values) {
                self.values.extend(self.function.results(next).iter().copied());
                self.found.insert(next);
            }
            looked_at = next == inst;
        }
        self.found.contains(inst)
    }
}

/// Whether an instruction, or one in its blocks, takes one of the values.
fn takes_any(function: &Function, inst: Inst, values: &EntitySet<Value>) -> bool {
    let takes = |inst: Inst| {
        let mut found = false;
        function.data(inst).for_each_operand(|value| found |= values.contains(value));
        found
    };
    takes(inst) || function.insts_inside(inst).into_iter().any(takes)
}
