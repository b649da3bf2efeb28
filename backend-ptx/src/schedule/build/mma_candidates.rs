//! MMAs that could take asynchronous loads, and how their operands come from loads.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Inst, InstData, Rounding, Scalar, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::Search;
use crate::cost::registers::MAX_FETCHED_ROWS;
use crate::mma::smem_operand::Major;
use crate::target::{Feature, K_STEP_BYTES, MAX_COLUMNS, MAX_ROWS, WGMMA_ROWS};

/// An MMA that could take asynchronous loads.
pub(super) struct MmaCandidate {
    pub inst: Inst,
    pub rank: usize,
    /// M, N and K of the MMA that is computed, the transposed one if `swapped`.
    pub dims: (u32, u32, u32),
    pub swapped: bool,
    /// Instructions along K.
    pub steps: u32,
    /// Whether the A operand may be computed.
    pub computed: bool,
    pub left: Option<OperandPath>,
    pub right: OperandPath,
}

impl MmaCandidate {
    pub fn paths(&self) -> impl Iterator<Item = &OperandPath> {
        self.left.iter().chain([&self.right])
    }
}

/// How an operand comes from a load: through which values, and with which axis contiguous.
#[derive(Clone)]
pub(super) struct OperandPath {
    pub load: Inst,
    pub major: Major,
    /// Whether the instruction cannot read it in this order, so that threads fetch it.
    pub to_registers: bool,
    /// Whether it is rounded to tf32.
    pub rounds: bool,
    /// The load's tile and what permutes, reshapes and the rounding make of it.
    pub values: SmallVec<[Value; 4]>,
}

impl Search<'_> {
    pub fn mma_candidate(
        &self,
        inst: Inst,
        candidates: &FxHashMap<Inst, Candidate>,
    ) -> Option<MmaCandidate> {
        let data = self.function.data(inst);
        let (lhs, rhs, acc) = match data {
            InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } => {
                (*lhs, *rhs, *acc)
            }
            _ => return None,
        };
        let dims = |value| self.module.types.dims(self.function.value_type(value));
        let scalar = |value| self.module.types.elem_scalar(self.function.value_type(value));
        let (&[ref batches @ .., m, n], &[.., k]) = (dims(acc), dims(lhs)) else { return None };
        if batches.iter().any(|&batches| batches != 1) {
            return None;
        }
        let from = scalar(lhs)?;
        let transposable = self.transposable((from, scalar(rhs)?, scalar(acc)?))?;
        let steps = k * from.bytes() / K_STEP_BYTES;
        if steps == 0 {
            return None;
        }
        let path = |value, roles: [Major; 2]| {
            let batches = batches.iter().map(|_| None);
            let mut path =
                self.path(value, batches.chain(roles.map(Some)).collect(), candidates)?;
            path.to_registers = path.major == Major::Mn && !transposable;
            Some(path)
        };
        let a = path(lhs, [Major::Mn, Major::K]);
        let b = path(rhs, [Major::K, Major::Mn]);
        let form = |swapped: bool| {
            let (left, right, (m, n)) = if swapped { (&b, &a, (n, m)) } else { (&a, &b, (m, n)) };
            let right = right.clone().filter(|right| !right.to_registers)?;
            let left = left.clone().filter(|left| !left.to_registers || self.can_fetch(m));
            let given = if swapped { rhs } else { lhs };
            let computed = self.takes_computed((m, n, k), from, swapped)
                && (!swapped || !self.chained.follows_mma(self.function, given));
            let fits = m >= WGMMA_ROWS && (self.least_columns()..=MAX_COLUMNS).contains(&n);
            if !fits || (left.is_none() && !computed) {
                return None;
            }
            let rank = dims(acc).len();
            Some(MmaCandidate {
                inst,
                rank,
                dims: (m, n, k),
                swapped,
                steps,
                computed,
                left,
                right,
            })
        };
        // Few rows are columns of the transposed MMA. Where one MMA goes on with what
        // another gave, both have whole rows in a warp instead.
        let wgmma = !self.target.has(Feature::Tcgen05);
        let few = m < 64 && wgmma && !self.chained.contains(inst);
        // So is a B operand that is computed, or that threads fetch, the left one.
        let in_registers = |mma_candidate: &MmaCandidate| {
            mma_candidate.left.as_ref().is_none_or(|left| left.to_registers)
        };
        form(false)
            .or_else(|| form(true).filter(|mma_candidate| few || in_registers(mma_candidate)))
    }

    /// Whether threads can fetch fragments of so many rows and hold them in registers.
    fn can_fetch(&self, rows: u32) -> bool {
        !self.target.has(Feature::Tcgen05) && rows <= MAX_FETCHED_ROWS
    }

    /// Whether the instruction for these formats of A, B and C takes operands that are contiguous
    /// along M or N; `None` if there is no instruction.
    ///
    /// `wgmma` takes them of 16 bits only (PTX ISA, "wgmma.mma_async"), `tcgen05` of 8 bits too;
    /// those of 32 bits it wants in a swizzle of its own (PTX ISA, "Transpose and Negate
    /// operations").
    fn transposable(&self, formats: (Scalar, Scalar, Scalar)) -> Option<bool> {
        let tcgen05 = self.target.has(Feature::Tcgen05);
        match formats {
            (Scalar::F16, Scalar::F16, Scalar::F32) => Some(true),
            (Scalar::F16, Scalar::F16, Scalar::F16)
            | (Scalar::F8E4M3FN, Scalar::F8E4M3FN, Scalar::F16)
            | (Scalar::F8E5M2, Scalar::F8E5M2, Scalar::F16) => tcgen05.then_some(true),
            (Scalar::BF16, Scalar::BF16, Scalar::F32) => Some(true),
            (Scalar::TF32, Scalar::TF32, Scalar::F32) => Some(false),
            (Scalar::F8E4M3FN, Scalar::F8E4M3FN, Scalar::F32) => Some(tcgen05),
            (Scalar::F8E5M2, Scalar::F8E5M2, Scalar::F32) => Some(tcgen05),
            (Scalar::I8, Scalar::I8, Scalar::I32) => {
                (!tcgen05 || self.target.has(Feature::Tcgen05Int8)).then_some(tcgen05)
            }
            _ => None,
        }
    }

    /// Whether an A operand can be computed: `wgmma` takes it from registers, `tcgen05` from tensor
    /// memory, where we know how 128 rows lie. Two warpgroups bring a step along K each, and none of the
    /// transposed MMA.
    fn takes_computed(&self, (m, _, k): (u32, u32, u32), from: Scalar, swapped: bool) -> bool {
        let two_steps = k * from.bytes() >= 2 * K_STEP_BYTES;
        !self.target.has(Feature::Tcgen05) || (!swapped && m >= MAX_ROWS && two_steps)
    }

    /// The least N of an instruction (PTX ISA, "wgmma.mma_async" and, of M = 128, "tcgen05.mma").
    fn least_columns(&self) -> u32 {
        if self.target.has(Feature::Tcgen05) { 16 } else { 8 }
    }

    /// Follows an operand, whose dimensions have these partitions (those of one element none), back to
    /// its load.
    fn path(
        &self,
        operand: Value,
        mut roles: SmallVec<[Option<Major>; 4]>,
        candidates: &FxHashMap<Inst, Candidate>,
    ) -> Option<OperandPath> {
        let dims = |value| self.module.types.dims(self.function.value_type(value));
        let scalar = |value| self.module.types.elem_scalar(self.function.value_type(value));
        let mut values: SmallVec<[Value; 4]> = smallvec![];
        let mut at = operand;
        let mut rounds = false;
        loop {
            values.push(at);
            let inst = self.function.def_inst(at)?;
            match self.function.data(inst) {
                InstData::Permute { source, permutation } => {
                    let mut before: SmallVec<[Option<Major>; 4]> = smallvec![None; roles.len()];
                    for (partition, &dim) in roles.iter().zip(permutation.iter()) {
                        before[dim as usize] = *partition;
                    }
                    roles = before;
                    at = *source;
                }
                InstData::Reshape { source } => {
                    let mut kept = dims(at).iter().zip(&roles).filter(|(extent, _)| **extent > 1);
                    let mut before: SmallVec<[Option<Major>; 4]> = smallvec![];
                    for &extent in dims(*source) {
                        if extent == 1 {
                            before.push(None);
                            continue;
                        }
                        let (&same, &partition) = kept.next()?;
                        if same != extent {
                            return None;
                        }
                        before.push(partition);
                    }
                    roles = before;
                    at = *source;
                }
                InstData::FToF { from, rounding: Rounding::NearestEven }
                    if (scalar(*from), scalar(at)) == (Some(Scalar::F32), Some(Scalar::TF32)) =>
                {
                    rounds = true;
                    at = *from;
                }
                InstData::LoadViewTko { .. } => {
                    let major = roles[candidates.get(&inst)?.axes[0]]?;
                    return Some(OperandPath {
                        load: inst,
                        major,
                        to_registers: false,
                        rounds,
                        values,
                    });
                }
                _ => return None,
            }
        }
    }

    /// Takes out what does not hold.
    pub fn prune_to_fixpoint(
        &self,
        candidates: &mut FxHashMap<Inst, Candidate>,
        mma_candidates: &mut Vec<MmaCandidate>,
    ) {
        let uses = self.function.count_uses();
        loop {
            // A value's uses by MMAs, and by the steps of paths to them.
            let mut claimed: SecondaryMap<Value, u32> = SecondaryMap::new();
            let mut steps: EntitySet<Value> = EntitySet::new();
            for path in mma_candidates.iter().flat_map(MmaCandidate::paths) {
                claimed[path.values[0]] += 1;
                for pair in path.values.windows(2) {
                    if steps.insert(pair[0]) {
                        claimed[pair[1]] += 1;
                    }
                }
            }
            let mut used: EntitySet<Inst> = EntitySet::new();
            let mut shared: EntitySet<Inst> = EntitySet::new();
            for path in mma_candidates.iter().flat_map(MmaCandidate::paths) {
                used.insert(path.load);
                if path.values.iter().any(|&value| claimed[value] != uses[value]) {
                    shared.insert(path.load);
                }
            }
            let before = candidates.len();
            candidates.retain(|&load, _| used.contains(load) && !shared.contains(load));
            if candidates.len() == before {
                return;
            }
            mma_candidates.retain_mut(|mma_candidate| {
                mma_candidate.left =
                    mma_candidate.left.take().filter(|path| candidates.contains_key(&path.load));
                let whole = mma_candidate.left.is_some() || mma_candidate.computed;
                whole && candidates.contains_key(&mma_candidate.right.load)
            });
        }
    }
}
