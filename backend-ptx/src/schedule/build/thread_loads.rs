//! Loads beside those of MMAs: what threads read from the stages of MMAs, and epilogue loads.

use cranelift_entity::EntitySet;
use ir::{Inst, Value};
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
            let Some(candidate) = self.candidate(load, LoadReader::Threads(reads)) else {
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
        let position = |inst: Inst| self.order.iter().position(|&other| other == inst);
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
            looped && own != around && around.is_some() && position(group.last_use) < position(load)
        })
    }

    /// Puts what threads read in the buffer of tiles that are loaded beside it and released after a
    /// MMA that depends on it, which no thread begins before it has read that. Without such tiles
    /// it is not an asynchronous load.
    pub fn add_read(&self, found: &mut Draft, load: Inst, candidate: &Candidate) {
        let Some(block) = self.function.inst_block(load) else { return };
        let dependent = self.dependent(block, load);
        let beside = found.rings.iter().position(|ring| {
            ring.groups.iter().all(|group| {
                let first = found.async_loads[group.loads[0]].inst;
                self.function.inst_block(first) == Some(block)
                    && found.mmas.contains_key(&group.last_use)
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
        let position = |inst: Inst| self.order.iter().position(|&other| other == inst);
        for group in &mut to.groups {
            group.loads.push(async_load);
            group.loads.sort_by_key(|&async_load| position(found.async_loads[async_load].inst));
        }
    }

    /// The instructions of a block that what one of them computes goes into, by way of others too.
    fn dependent(&self, block: ir::Block, inst: Inst) -> EntitySet<Inst> {
        let mut values: Vec<Value> = Vec::new();
        let mut found: EntitySet<Inst> = EntitySet::new();
        for &other in self.function.insts(block) {
            if other == inst || values.iter().any(|&value| self.function.takes(other, value)) {
                values.extend(self.function.results(other));
                found.insert(other);
            }
        }
        found
    }
}
