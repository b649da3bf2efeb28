//! MMAs that could take asynchronous loads, and how their operands come from loads.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Inst, InstData, Rounding, Scalar, Value, ValueDef};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::{LoadCandidates, Search};
use super::stored_operands::ComputedOperand;
use crate::analysis::affine::tile::{TileSearch, Unfit};
use crate::analysis::carried::carried;
use crate::cost::registers::MAX_FETCHED_ROWS;
use crate::mma::async_mma::BlockScales;
use crate::mma::smem_operand::{Major, Staged};
use crate::schedule::refusal::{MmaRefusals, Refusal, Refusals, Requirement};
use crate::target::{Feature, K_STEP_BYTES, MAX_COLUMNS, MAX_ROWS, WGMMA_ROWS};

/// An MMA that could take asynchronous loads.
#[derive(Clone)]
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
    /// None if threads write it to the operand buffer.
    pub right: Option<OperandPath>,
    /// The places in the operand buffer of A and of B.
    pub stored: [Option<(Staged, Major)>; 2],
    pub scales: Option<BlockScales>,
}

impl MmaCandidate {
    pub fn paths(&self) -> impl Iterator<Item = &OperandPath> {
        self.left.iter().chain(&self.right)
    }

    /// Where the refusals of the operands of this form are.
    fn sides<'a>(
        &self,
        refusals: &'a mut Refusals,
    ) -> (&'a mut Option<Refusal>, &'a mut Option<Refusal>) {
        let MmaRefusals { a, b, .. } = refusals.entry(self.inst).or_default();
        if self.swapped { (b, a) } else { (a, b) }
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

/// The extents of an MMA: M, N and K, and those of the batch.
struct MmaExtents<'a> {
    dims: (u32, u32, u32),
    batches: &'a [u32],
}

/// An MMA and where its operands come from.
struct MmaOperands<'a> {
    inst: Inst,
    dims: (u32, u32, u32),
    from: Scalar,
    steps: u32,
    lhs: Value,
    rhs: Value,
    a: &'a Result<OperandPath, Refusal>,
    b: &'a Result<OperandPath, Refusal>,
    transposable: bool,
    scales: Option<BlockScales>,
    loads: &'a LoadCandidates,
}

/// Whether threads may write operands of an MMA to shared memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandStores {
    No,
    Allowed,
}

impl Search<'_> {
    /// What an MMA could take asynchronous loads as; and what stands in the way, of all of it or of an operand.
    pub fn mma_candidate(
        &self,
        inst: Inst,
        loads: &LoadCandidates,
    ) -> (Option<MmaCandidate>, MmaRefusals) {
        let whole = |requirement| {
            (None, MmaRefusals { whole: Some(Refusal::of(requirement)), ..Default::default() })
        };
        let (lhs, rhs, acc) = match self.function.data(inst) {
            InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } => {
                (*lhs, *rhs, *acc)
            }
            InstData::MmaFScaled { .. } if !self.target.has(Feature::Tcgen05) => {
                return whole(Requirement::Unscaled);
            }
            InstData::MmaFScaled { lhs, rhs, acc, .. } => (*lhs, *rhs, *acc),
            _ => return (None, MmaRefusals::default()),
        };
        let scalar = |value| self.module.types.elem_scalar(self.function.value_type(value));
        let formats = scalar(lhs).zip(scalar(rhs)).zip(scalar(acc));
        let Some((((from, b), c), extents)) = formats.zip(self.extents(lhs, acc)) else {
            return (None, MmaRefusals::default());
        };
        let MmaExtents { dims, batches } = extents;
        let scales = BlockScales::of(self.module, self.function, inst);
        if scales.is_none() && matches!(self.function.data(inst), InstData::MmaFScaled { .. }) {
            return whole(Requirement::ElementTypes);
        }
        let Some(transposable) = self.transposable((from, b, c)) else {
            return whole(Requirement::ElementTypes);
        };
        if batches.iter().any(|&batches| batches != 1) {
            return whole(Requirement::NoBatch);
        }
        let steps = dims.2 * from.bits() / 8 / K_STEP_BYTES;
        if steps == 0 {
            return whole(Requirement::KExtent);
        }
        let path = |value, roles: [Major; 2]| {
            let batches = batches.iter().map(|_| None);
            let mut path = self.path(value, batches.chain(roles.map(Some)).collect(), loads)?;
            path.to_registers = path.major == Major::Mn && !transposable;
            Ok(path)
        };
        let a = path(lhs, [Major::Mn, Major::K]);
        let b = path(rhs, [Major::K, Major::Mn]);
        let (a, b) = (&a, &b);
        let operands =
            MmaOperands { inst, dims, from, steps, lhs, rhs, a, b, transposable, scales, loads };
        let refused = |path: &Result<OperandPath, Refusal>| match path {
            Ok(path) => loads.found.get(&path.load).and_then(|load| load.left_to_warps),
            Err(failed) => Some(*failed),
        };
        let refusals = MmaRefusals { whole: None, a: refused(a), b: refused(b) };
        let found = self.best_form(&operands);
        (found.as_ref().ok().cloned(), MmaRefusals { whole: found.err(), ..refusals })
    }

    fn extents(&self, lhs: Value, acc: Value) -> Option<MmaExtents<'_>> {
        let dims = |value| self.module.types.dims(self.function.value_type(value));
        match (dims(acc), dims(lhs)) {
            (&[ref batches @ .., m, n], &[.., k]) => Some(MmaExtents { dims: (m, n, k), batches }),
            _ => None,
        }
    }

    /// The MMA as it is or transposed; the first requirement that it fails as it is.
    fn best_form(&self, operands: &MmaOperands<'_>) -> Result<MmaCandidate, Refusal> {
        let failed = match self.form(operands, false, OperandStores::No) {
            Ok(found) => return Ok(found),
            Err(failed) => failed,
        };
        if operands.scales.is_some() {
            return Err(failed);
        }
        // Few rows are columns of the transposed MMA. Where one MMA goes on with what
        // another gave, both have whole rows in a warp instead.
        let wgmma = !self.target.has(Feature::Tcgen05);
        let few = operands.dims.0 < WGMMA_ROWS && wgmma && !self.chained.contains(operands.inst);
        // So is a B operand that is computed, or that threads fetch, the left one.
        let in_registers = |mma_candidate: &MmaCandidate| {
            mma_candidate.left.as_ref().is_none_or(|left| left.to_registers)
        };
        // What one MMA hands to another has whole rows in a warp where neither is transposed.
        let chained = self.chained.contains(operands.inst);
        let stored = || self.form(operands, false, OperandStores::Allowed).ok().filter(|_| wgmma);
        match self.form(operands, true, OperandStores::No) {
            Ok(transposed) if few || in_registers(&transposed) => {
                Ok(stored().filter(|_| chained).unwrap_or(transposed))
            }
            Ok(_) if wgmma && operands.dims.0 < WGMMA_ROWS => {
                Err(Refusal::of(Requirement::ChainedRows))
            }
            _ => stored().ok_or(failed),
        }
    }

    /// One form of an MMA, as it is or transposed.
    fn form(
        &self,
        operands: &MmaOperands<'_>,
        swapped: bool,
        stores: OperandStores,
    ) -> Result<MmaCandidate, Refusal> {
        let &MmaOperands { inst, dims: (m, n, k), from, steps, lhs, rhs, a, b, scales, .. } =
            operands;
        let (left, right, (m, n)) = if swapped { (b, a, (n, m)) } else { (a, b, (m, n)) };
        // That with scales has 128 rows.
        let least_rows = if scales.is_some() { MAX_ROWS } else { WGMMA_ROWS };
        if m < least_rows || !(self.least_columns()..=MAX_COLUMNS).contains(&n) {
            return Err(Refusal::of(Requirement::ResultExtents));
        }
        let mut stored = [None, None];
        let right = match right.clone() {
            Ok(right) if right.to_registers => {
                return Err(Refusal::at(Requirement::ContiguousK, right.load));
            }
            Ok(right) => Some(right),
            Err(failed) => {
                let is_computed = failed.requirement == Requirement::LoadedTile;
                let is_stored = stores == OperandStores::Allowed && is_computed;
                stored[1] = is_stored.then(|| self.stored_form(operands, swapped)).flatten();
                stored[1].ok_or(failed)?;
                None
            }
        };
        let given = if swapped { rhs } else { lhs };
        let computed = self.takes_computed((m, n, k), from, swapped)
            && (!swapped || !self.chained.follows_mma(self.function, given));
        let left = match left.clone() {
            Ok(left) if left.to_registers && !self.can_fetch(m) => {
                Err(Refusal::at(Requirement::ContiguousK, left.load))
            }
            left => left,
        };
        let left = match left {
            Err(failed) if !computed => return Err(failed),
            Err(failed) => {
                let is_loaded = failed.requirement == Requirement::LoadedTile
                    && !self.chained.follows_mma(self.function, given);
                if stored[1].is_some() && is_loaded {
                    stored[0] = self.stored_form(operands, !swapped);
                }
                None
            }
            Ok(left) => Some(left),
        };
        let rank = self.module.types.dims(self.function.value_type(given)).len();
        let dims = (m, n, k);
        Ok(MmaCandidate { inst, rank, dims, swapped, steps, computed, left, right, stored, scales })
    }

    /// How the right operand of the program, or its left one, lies in the operand buffer.
    fn stored_form(&self, operands: &MmaOperands<'_>, is_left: bool) -> Option<(Staged, Major)> {
        let &MmaOperands { dims: (m, n, k), from: elem, lhs, rhs, transposable, loads, .. } =
            operands;
        let (value, mn) = if is_left { (lhs, m) } else { (rhs, n) };
        let rank = self.module.types.dims(self.function.value_type(value)).len();
        let k_dim = if is_left { rank - 1 } else { rank - 2 };
        let operand = ComputedOperand { value, elem, k_dim, extents: (mn, k), transposable };
        self.stored_operand(&operand, loads)
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
            (Scalar::F16, Scalar::F16, Scalar::F16 | Scalar::F32) => Some(true),
            (Scalar::BF16, Scalar::BF16, Scalar::F32) => Some(true),
            (Scalar::TF32, Scalar::TF32, Scalar::F32) => Some(false),
            (Scalar::F8E4M3FN, Scalar::F8E4M3FN, Scalar::F16 | Scalar::F32)
            | (Scalar::F8E5M2, Scalar::F8E5M2, Scalar::F16 | Scalar::F32) => Some(tcgen05),
            (Scalar::F4E2M1FN, Scalar::F4E2M1FN, Scalar::F32) => tcgen05.then_some(false),
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
        let whole_bytes = from.bits() >= 8;
        let tensor_memory = !swapped && m >= MAX_ROWS && two_steps && whole_bytes;
        !self.target.has(Feature::Tcgen05) || tensor_memory
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
        loads: &LoadCandidates,
    ) -> Result<OperandPath, Refusal> {
        let dims = |value| self.module.types.dims(self.function.value_type(value));
        let scalar = |value| self.module.types.elem_scalar(self.function.value_type(value));
        let mut values: SmallVec<[Value; 4]> = smallvec![];
        let mut at = operand;
        let mut rounds = false;
        loop {
            values.push(at);
            let Some(inst) = self.function.def_inst(at) else {
                return Err(self.refusal_of_param(at));
            };
            let loaded = Refusal::at(Requirement::LoadedTile, inst);
            match self.function.data(inst) {
                InstData::Permute { source, permutation } => {
                    let mut before: SmallVec<[Option<Major>; 4]> = smallvec![None; roles.len()];
                    for (partition, &dim) in roles.iter().zip(permutation.iter()) {
                        before[dim as usize] = *partition;
                    }
                    roles = before;
                    at = *source;
                }
                InstData::Reshape { source } if let Some(bytes) = self.unpacked(at) => {
                    // The bytes are along K, the last dimension before permutations.
                    if roles.last() != Some(&Some(Major::K)) {
                        return Err(loaded);
                    }
                    let unpack = self.function.def_data(*source).map(|data| data.operands()[0]);
                    values.extend([*source].into_iter().chain(unpack));
                    at = bytes;
                }
                InstData::Reshape { source } => {
                    let mut kept = dims(at).iter().zip(&roles).filter(|(extent, _)| **extent > 1);
                    let mut before: SmallVec<[Option<Major>; 4]> = smallvec![];
                    for &extent in dims(*source) {
                        if extent == 1 {
                            before.push(None);
                            continue;
                        }
                        match kept.next() {
                            Some((&same, &partition)) if same == extent => before.push(partition),
                            _ => return Err(self.pointer_load(*source).unwrap_or(loaded)),
                        }
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
                InstData::LoadPtrTko { .. } => return Err(self.refusal_of_pointers(inst)),
                InstData::LoadViewTko { .. } => {
                    let candidate = loads.found.get(&inst).ok_or_else(|| loads.refused[&inst])?;
                    let major = roles[candidate.axes[0]];
                    let major = major.ok_or(Refusal::at(Requirement::UnitStride, inst))?;
                    return Ok(OperandPath {
                        load: inst,
                        major,
                        to_registers: false,
                        rounds,
                        values,
                    });
                }
                _ => return Err(loaded),
            }
        }
    }

    /// The tile of bytes of whose rows a tile has the halves, one behind the other.
    fn unpacked(&self, tile: Value) -> Option<Value> {
        let dims = |value| self.module.types.dims(self.function.value_type(value));
        let reshaped = |value| match self.function.def_data(value) {
            Some(InstData::Reshape { source }) => Some(*source),
            _ => None,
        };
        let Some(InstData::Unpack { source }) = self.function.def_data(reshaped(tile)?) else {
            return None;
        };
        let bytes = reshaped(*source)?;
        let (&[ref before @ .., elems], &[ref of_bytes @ .., of_row]) = (dims(tile), dims(bytes))
        else {
            return None;
        };
        (before == of_bytes && elems == 2 * of_row).then_some(bytes)
    }

    /// The load through pointers that a tile comes from, perhaps with another shape.
    fn pointer_load(&self, mut value: Value) -> Option<Refusal> {
        loop {
            let inst = self.function.def_inst(value)?;
            value = match self.function.data(inst) {
                InstData::Permute { source, .. } | InstData::Reshape { source } => *source,
                InstData::LoadPtrTko { .. } => return Some(self.refusal_of_pointers(inst)),
                _ => return None,
            };
        }
    }

    /// Why a load through pointers has not become one of a view.
    fn refusal_of_pointers(&self, load: Inst) -> Refusal {
        let search = TileSearch { module: self.module, function: self.function, facts: self.facts };
        match search.tile(load) {
            Ok(tile) if !tile.has_unit_stride() => Refusal::at(Requirement::UnitStride, load),
            Ok(_) => Refusal::at(Requirement::ViewLoad, load),
            Err((unfit, at)) => {
                let requirement = match unfit {
                    Unfit::Pointers => Requirement::PointerPlaces,
                    Unfit::Mask => Requirement::MaskBounds,
                    Unfit::Padding => Requirement::ZeroPadding,
                    Unfit::Start => Requirement::KnownStart,
                };
                Refusal::at(requirement, at)
            }
        }
    }

    /// Why a value that a loop carries or that the kernel is given is not loaded; where the iteration before loads it through
    /// pointers, why they do not describe a view.
    fn refusal_of_param(&self, value: Value) -> Refusal {
        if let ValueDef::Param(block, _) = self.function.def(value)
            && let Some(end) = self.function.terminator(block)
            && let InstData::Continue { operands } = self.function.data(end)
            && let Some(&(_, next)) =
                carried(self.function, end, operands).iter().find(|(to, _)| *to == value)
            && let Some(refusal) = self.pointer_load(next)
        {
            return refusal;
        }
        let owner = match self.function.def(value) {
            ValueDef::Param(block, _) => self.function.block_owner(block),
            ValueDef::Result(inst, _) => Some(inst),
        };
        Refusal { requirement: Requirement::LoadedTile, at: owner }
    }

    /// Takes out what does not hold, and says why.
    pub fn prune_to_fixpoint(
        &self,
        candidates: &mut FxHashMap<Inst, Candidate>,
        mma_candidates: &mut Vec<MmaCandidate>,
        refusals: &mut Refusals,
    ) {
        let uses = self.function.count_uses();
        loop {
            let path_uses = PathUses::of(mma_candidates);
            let mut used: EntitySet<Inst> = EntitySet::new();
            let mut shared: FxHashMap<Inst, Value> = FxHashMap::default();
            for path in mma_candidates.iter().flat_map(MmaCandidate::paths) {
                used.insert(path.load);
                let is_shared = |value: &&Value| path_uses.count[**value] != uses[**value];
                if let Some(&value) = path.values.iter().find(is_shared) {
                    shared.insert(path.load, value);
                }
            }
            let before = candidates.len();
            candidates.retain(|load, _| used.contains(*load) && !shared.contains_key(load));
            if candidates.len() == before {
                return;
            }
            let refusal = |path: &OperandPath| {
                let other =
                    shared.get(&path.load).and_then(|&value| self.other_use(value, &path_uses));
                Refusal { requirement: Requirement::ForMmas, at: other }
            };
            mma_candidates.retain_mut(|mma_candidate| {
                let (left, right) = mma_candidate.sides(refusals);
                let is_out = |path: &&OperandPath| !candidates.contains_key(&path.load);
                let lost = mma_candidate.left.as_ref().filter(is_out).map(refusal);
                *left = lost.or(*left);
                if lost.is_some() {
                    mma_candidate.left = None;
                }
                let lost = mma_candidate.right.as_ref().filter(is_out).map(refusal);
                *right = lost.or(*right);
                lost.is_none() && (mma_candidate.left.is_some() || mma_candidate.computed)
            });
        }
    }

    /// A use of a value that is neither an MMA's nor a step to one.
    fn other_use(&self, value: Value, path_uses: &PathUses) -> Option<Inst> {
        let is_path_use = |inst: Inst| {
            let result = self.function.results(inst).first();
            path_uses.mmas.contains(inst)
                || result.is_some_and(|&result| path_uses.steps.contains(result))
        };
        let mut insts = self.order.iter().copied();
        insts.find(|&inst| {
            self.function.data(inst).operands().contains(&value) && !is_path_use(inst)
        })
    }
}

/// The uses of values by MMAs that could take asynchronous loads, and by the steps of paths to them.
struct PathUses {
    count: SecondaryMap<Value, u32>,
    steps: EntitySet<Value>,
    mmas: EntitySet<Inst>,
}

impl PathUses {
    fn of(mma_candidates: &[MmaCandidate]) -> PathUses {
        let mut path_uses = PathUses {
            count: SecondaryMap::new(),
            steps: EntitySet::new(),
            mmas: EntitySet::new(),
        };
        for mma_candidate in mma_candidates {
            path_uses.mmas.insert(mma_candidate.inst);
            for path in mma_candidate.paths() {
                path_uses.count[path.values[0]] += 1;
                for pair in path.values.windows(2) {
                    if path_uses.steps.insert(pair[0]) {
                        path_uses.count[pair[1]] += 1;
                    }
                }
            }
        }
        path_uses
    }
}
