//! Operands of `wgmma` that the consumers compute and write to shared memory.
//!
//! In: an MMA whose B operand is computed, and the loads that threads could read from stages. Out: the place of the operand
//! in the operand buffer, and stages for the loads that only such operands need. A computed A operand goes there too,
//! unless it depends on another MMA: the MMA reads no registers then, and is in flight while the next operands are computed.

use cranelift_entity::EntitySet;
use ir::{Effect, Inst, InstData, Scalar, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::{Draft, LoadCandidates, RingDraft, Search, StageGroup};
use super::mma_candidates::MmaCandidate;
use super::thread_loads::Dependent;
use crate::analysis::slice;
use crate::mma::is_mma;
use crate::mma::smem_operand::{Major, Staged};
use crate::schedule::refusal::Refusals;
use crate::target::TILE_ALIGN;

/// An operand of an MMA as a value of the program.
#[derive(Clone, Copy)]
pub(super) struct ComputedOperand {
    pub value: Value,
    pub elem: Scalar,
    /// Its dimension along K.
    pub k_dim: usize,
    /// Its extents along M or N and along K.
    pub extents: (u32, u32),
    /// Whether the instruction reads it in both orders.
    pub transposable: bool,
}

impl Search<'_> {
    /// How an operand lies in the operand buffer: contiguous along the axis along which it is loaded, if rows along that
    /// are long enough.
    pub fn stored_operand(
        &self,
        operand: &ComputedOperand,
        loads: &LoadCandidates,
    ) -> Option<(Staged, Major)> {
        let majors: SmallVec<[Major; 3]> = match operand.transposable {
            true => smallvec![self.loaded_major(operand, loads), Major::K, Major::Mn],
            false => smallvec![Major::K],
        };
        let (mn, k) = operand.extents;
        let place = |major| Some((Staged::operand(operand.elem, major, mn, k)?, major));
        majors.into_iter().find_map(place)
    }

    /// The axis that is contiguous in the memory that an operand is computed from, or in its last dimension.
    fn loaded_major(&self, operand: &ComputedOperand, loads: &LoadCandidates) -> Major {
        let function = self.function;
        let dims = |value| self.module.types.dims(function.value_type(value));
        let major = |is_k| if is_k { Major::K } else { Major::Mn };
        let mut seen: EntitySet<Value> = EntitySet::new();
        let mut pending: Vec<(Value, usize)> = vec![(operand.value, operand.k_dim)];
        while let Some((value, k_dim)) = pending.pop() {
            let Some(inst) = function.def_inst(value).filter(|_| seen.insert(value)) else {
                continue;
            };
            let data = function.data(inst);
            match data {
                InstData::LoadViewTko { .. } => {
                    let candidate = loads.found.get(&inst);
                    let inner =
                        candidate.map_or(dims(value).len() - 1, |candidate| candidate.axes[0]);
                    return major(inner == k_dim);
                }
                InstData::Permute { source, permutation } => {
                    pending.push((*source, permutation[k_dim] as usize));
                }
                InstData::Reshape { source } => {
                    let same = same_dim(dims(value), dims(*source), k_dim);
                    pending.extend(same.map(|dim| (*source, dim)));
                }
                _ if is_mma(data) || !data.blocks().is_empty() => {}
                // Element by element, where an operand has the same extents.
                _ if matches!(data.effect(), Effect::Pure | Effect::Partial) => {
                    let alike = data.operands().into_iter().filter(|&it| dims(it) == dims(value));
                    let alike: SmallVec<[Value; 4]> = alike.collect();
                    pending.extend(alike.into_iter().rev().map(|it| (it, k_dim)));
                }
                _ => {}
            }
        }
        major(operand.k_dim + 1 == dims(operand.value).len())
    }

    /// Takes out the MMAs that read no stage and whose operands come from no stage.
    pub fn retain_fed(
        &self,
        mma_candidates: &mut Vec<MmaCandidate>,
        read: &FxHashMap<Inst, Candidate>,
        refusals: &mut Refusals,
    ) {
        mma_candidates.retain(|candidate| {
            let is_fed = candidate.paths().next().is_some() || self.is_fed_by(candidate.inst, read);
            if !is_fed {
                let refused = refusals.entry(candidate.inst).or_default();
                refused.whole = refused.whole.or(refused.b);
            }
            is_fed
        });
    }

    /// Whether operands of an MMA in a loop are computed from loads of an iteration that threads can read from stages.
    fn is_fed_by(&self, mma: Inst, read: &FxHashMap<Inst, Candidate>) -> bool {
        let function = self.function;
        let block = function.inst_block(mma);
        let mut seen: EntitySet<Value> = EntitySet::new();
        let mut pending: SmallVec<[Value; 8]> = function.data(mma).operands()[..2].into();
        while let Some(value) = pending.pop() {
            let Some(inst) = function.def_inst(value).filter(|_| seen.insert(value)) else {
                continue;
            };
            if read.contains_key(&inst) && function.inst_block(inst) == block {
                return !slice::loops_around(function, block).is_empty();
            }
            if !is_mma(function.data(inst)) {
                pending.extend(function.data(inst).operands());
            }
        }
        false
    }

    /// Gives the loads of loops that threads read and no ring has taken rings of their own: those that the same MMA
    /// depends on first fill a stage together.
    pub fn add_read_rings(&self, found: &mut Draft, read: &FxHashMap<Inst, Candidate>) {
        let function = self.function;
        let mut groups: Vec<(Inst, SmallVec<[Inst; 2]>)> = Vec::new();
        for &load in self.order.iter().filter(|inst| read.contains_key(inst)) {
            let is_placed = found.async_loads.iter().any(|async_load| async_load.inst == load);
            let Some(block) = function.inst_block(load).filter(|_| !is_placed) else { continue };
            if slice::loops_around(function, Some(block)).is_empty() {
                continue;
            }
            let mut dependent = Dependent::of(function, block, load);
            let insts = function.insts(block).iter().copied();
            let mut mmas = insts.filter(|inst| found.mmas.contains_key(inst));
            let Some(mma) = mmas.find(|&mma| dependent.contains(mma)) else { continue };
            let together = groups.iter_mut().find(|(other, loads)| {
                *other == mma && !self.has_mmas_between(found, block, [loads[0], load])
            });
            match together {
                Some((_, loads)) => loads.push(load),
                None => groups.push((mma, smallvec![load])),
            }
        }
        for (mma, loads) in groups {
            let mut group = StageGroup { loads: smallvec![], last_use: mma, wait_at_load: false };
            let mut bytes = 0u32;
            for load in loads {
                let candidate = &read[&load];
                let number = found.add(load, candidate, true);
                let offset = bytes.next_multiple_of(TILE_ALIGN);
                let async_load = &mut found.async_loads[number];
                (async_load.ring, async_load.offset) = (found.rings.len(), offset);
                bytes = offset + candidate.staged.bytes();
                group.loads.push(number);
            }
            found.rings.push(RingDraft { groups: smallvec![group], bytes });
        }
    }
}

/// The dimension of `to` that is a dimension of `from`, where the two differ by dimensions of one element.
fn same_dim(from: &[u32], to: &[u32], dim: usize) -> Option<usize> {
    let wide = |dims: &[u32]| -> SmallVec<[(usize, u32); 4]> {
        dims.iter().copied().enumerate().filter(|&(_, extent)| extent > 1).collect()
    };
    let (from, to) = (wide(from), wide(to));
    let is_same = from.iter().map(|it| it.1).eq(to.iter().map(|it| it.1));
    let at = from.iter().position(|it| it.0 == dim).filter(|_| is_same)?;
    Some(to[at].0)
}
