//! Which loads can be asynchronous loads, and which MMAs run on `wgmma` or `tcgen05` for it.
//!
//! The two depend on each other: an MMA wants its B operand from an asynchronous load (the left one may
//! be computed), and a load is an asynchronous load if all its uses are such MMAs. So all candidates
//! are assumed first, and those that do not hold are taken out until nothing changes.
//!
//! What rounds f32 to tf32 behind a load, to nearest even, TMA does on the way
//! (measured: bit for bit but for the payload of a NaN).
//!
//! Right and left are the instruction's: where it cannot read the B operand in its order, but
//! could the left one, where the right one is computed and the left one is not, or where there are
//! fewer rows than it has, the transposed MMA is wished for.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{
    Effect, Function, HintKey, Inst, InstData, MemoryOrdering, Module, PaddingValue, Rounding,
    Scalar, TypeKind, Value,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::analysis::slice;
use crate::cost::registers::MAX_FETCHED_ROWS;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::chain::{is_chained, mmas_behind};
use crate::mma::smem_operand::{Major, Staged};
use crate::pipeline::{AsyncLoad, EpilogueLoad, StageLoads, StageRing};
use crate::target::{
    Feature, K_STEP_BYTES, L2_LINE, MAP_ALIGN, MAX_COLUMNS, MAX_MAP_RANK, MAX_ROWS, MAX_SWIZZLE,
    TILE_ALIGN, Target, WGMMA_ROWS,
};

/// What a tensor map describes: a tensor and the box that is copied of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// The tensor view.
    pub view: Value,
    pub elem: Scalar,
    /// Tensor dimensions in the order of the map: the contiguous one first.
    pub dims: SmallVec<[usize; 5]>,
    /// Extents of the box in that order.
    pub bounds: SmallVec<[u32; 5]>,
    /// The swizzle, as a tensor map has it.
    pub swizzle: u32,
    /// Whether base and strides are known to be divisible by 16 bytes.
    pub aligned: bool,
    /// Whether strides are known to be divisible by the 128 bytes of a line of the L2 cache.
    pub is_pitch_line_aligned: bool,
    /// Whether TMA rounds f32 to tf32.
    pub rounds: bool,
}

/// The result of the search.
pub struct Found {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<StageRing>,
    pub maps: Vec<TensorMap>,
    pub mmas: FxHashMap<Inst, AsyncMma>,
}

impl Found {
    /// A further asynchronous load, of no ring yet.
    fn add(&mut self, load: Inst, candidate: &Candidate, by_threads: bool) -> usize {
        let map = self.maps.iter().position(|map| *map == candidate.map);
        let map = map.unwrap_or_else(|| {
            self.maps.push(candidate.map.clone());
            self.maps.len() - 1
        });
        let (staged, axes) = (candidate.staged, candidate.axes.clone());
        let outer = (1..axes.len()).find(|&dim| candidate.map.bounds[dim] > 1).unwrap_or(1);
        self.async_loads.push(AsyncLoad {
            inst: load,
            epilogue_load: None,
            ring: usize::MAX,
            offset: 0,
            map,
            axes,
            staged,
            by_threads,
            boxes_per_chunk: 1,
            outer,
        });
        self.async_loads.len() - 1
    }
}

/// Alignment of a row in a buffer.
const ROW_ALIGN: u32 = MAX_SWIZZLE;

/// What threads read from buffers, beside what MMAs do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SmemReads {
    Nothing,
    Rows,
    /// Tiles of two dimensions too.
    Tiles,
}

/// A load that could be an asynchronous load.
struct Candidate {
    map: TensorMap,
    /// The tile's dimensions in the order of the map's: the one contiguous in memory first.
    axes: SmallVec<[usize; 5]>,
    staged: Staged,
}

/// An MMA that could take asynchronous loads.
struct MmaCandidate {
    inst: Inst,
    rank: usize,
    /// M, N and K of the MMA that is computed, the transposed one if `swapped`.
    dims: (u32, u32, u32),
    swapped: bool,
    /// Instructions along K.
    steps: u32,
    /// Whether the A operand may be computed.
    computed: bool,
    left: Option<OperandPath>,
    right: OperandPath,
}

impl MmaCandidate {
    fn paths(&self) -> impl Iterator<Item = &OperandPath> {
        self.left.iter().chain([&self.right])
    }
}

/// How an operand comes from a load: through which values, and with which axis contiguous.
#[derive(Clone)]
struct OperandPath {
    load: Inst,
    major: Major,
    /// Whether the instruction cannot read it in this order, so that threads fetch it.
    to_registers: bool,
    /// Whether it is rounded to tf32.
    rounds: bool,
    /// The load's tile and what permutes, reshapes and the rounding make of it.
    values: SmallVec<[Value; 4]>,
}

/// What is known of the values of a kernel.
pub struct Known<'a> {
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    /// What the producer can compute.
    pub producer_slice: &'a SecondaryMap<Value, bool>,
}

struct Search<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    aliases: &'a AliasMap,
    target: &'a Target,
    producer_slice: &'a SecondaryMap<Value, bool>,
    order: Vec<Inst>,
}

/// What an asynchronous load is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Products,
    Threads(SmemReads),
}

/// All asynchronous loads of a kernel and the MMAs that take them, with what else of these kinds they
/// depend on; `None` if there are none.
pub fn find_async_loads(
    module: &Module,
    function: &Function,
    known: &Known<'_>,
    target: &Target,
    reads: SmemReads,
) -> Option<Found> {
    let order = function.insts_in_order();
    let &Known { facts, aliases, producer_slice } = known;
    let search = Search { module, function, facts, aliases, target, producer_slice, order };
    let all = |reader: Reader| -> FxHashMap<Inst, Candidate> {
        let loads = search.order.iter();
        loads.filter_map(|&inst| Some((inst, search.candidate(inst, reader)?))).collect()
    };
    let mut candidates = all(Reader::Products);
    let mut mma_candidates: Vec<MmaCandidate> = Vec::new();
    for &inst in &search.order {
        mma_candidates.extend(search.mma_candidate(inst, &candidates));
    }
    search.prune_to_fixpoint(&mut candidates, &mut mma_candidates);
    if mma_candidates.is_empty() {
        return None;
    }
    let mut read = all(Reader::Threads(reads));
    read.retain(|load, _| !candidates.contains_key(load));
    let found = search.assign_rings(candidates, &mma_candidates, read);
    search.reaches_last_uses(&found).then_some(found)
}

impl Search<'_> {
    fn candidate(&self, load: Inst, reader: Reader) -> Option<Candidate> {
        let InstData::LoadViewTko { view, index, ordering, hints, .. } = self.function.data(load)
        else {
            return None;
        };
        let refused = hints.get(self.target.compute, HintKey::AllowTma) == Some(0);
        if refused || *ordering != MemoryOrdering::Weak || self.is_ordered_after_writes(load, *view)
        {
            return None;
        }
        let ty = self.function.value_type(*view);
        let (tensor_type, tile, padding, dim_map) = match self.module.types.kind(ty) {
            TypeKind::PartitionView(view) => (view.tensor, &view.tile, view.padding, &view.dim_map),
            TypeKind::StridedView(view) => (view.tensor, &view.tile, view.padding, &view.dim_map),
            TypeKind::GatherScatterView(_)
            | TypeKind::Token
            | TypeKind::Tile(_)
            | TypeKind::TensorView(_) => return None,
        };
        if !matches!(padding, None | Some(PaddingValue::Zero)) {
            return None;
        }
        let producer_slice = |value: &Value| self.producer_slice[*value];
        if !index.iter().all(producer_slice)
            || !slice::follows(self.function, self.producer_slice, load)
        {
            return None;
        }
        let tensor_view = match self.function.def_data(*view)? {
            InstData::MakePartitionView { tensor_view }
            | InstData::MakeStridedView { tensor_view } => *tensor_view,
            _ => return None,
        };
        if !slice::is_invariant(self.function, tensor_view) {
            return None;
        }
        let tensor = self.module.types.as_tensor_view(tensor_type)?;
        let contiguous = |dim: &usize| tensor.strides[dim_map[*dim] as usize] == Some(1);
        let mut inner_dims = (0..tile.len()).filter(contiguous);
        let (inner, None) = (inner_dims.next()?, inner_dims.next()) else { return None };
        let mut others = (0..tile.len()).filter(|&dim| dim != inner && tile[dim] > 1);
        let staged = match (reader, others.next(), others.next()) {
            (Reader::Products | Reader::Threads(SmemReads::Tiles), Some(outer), None) => {
                Staged::new(tensor.elem, tile[inner], tile[outer])?
            }
            (Reader::Threads(SmemReads::Rows | SmemReads::Tiles), None, None) => {
                Staged::row(tensor.elem, tile[inner])?
            }
            _ => return None,
        };

        let mut axes: SmallVec<[usize; 5]> = smallvec![inner];
        axes.extend((0..tile.len()).filter(|&dim| dim != inner));
        let dims: SmallVec<[usize; 5]> = axes.iter().map(|&dim| dim_map[dim] as usize).collect();
        let mut bounds: SmallVec<[u32; 5]> = axes.iter().map(|&dim| tile[dim]).collect();
        bounds[0] = staged.row_elems();
        if dims.len() != tensor.shape.len() || dims.len() > MAX_MAP_RANK {
            return None;
        }
        let (aligned, is_pitch_line_aligned) =
            self.alignment(tensor_view, &dims, tensor.elem.bytes())?;
        let map = TensorMap {
            view: tensor_view,
            elem: tensor.elem,
            dims,
            bounds,
            swizzle: staged.map_swizzle(),
            aligned,
            is_pitch_line_aligned,
            rounds: false,
        };
        Some(Candidate { map, axes, staged })
    }

    /// Whether base and strides are known to be divisible by 16 bytes, `None` if they are known not to be;
    /// and strides by a line of the L2 cache.
    fn alignment(&self, tensor_view: Value, dims: &[usize], bytes: u32) -> Option<(bool, bool)> {
        let InstData::MakeTensorView { base, dynamic_strides, .. } =
            self.function.def_data(tensor_view)?
        else {
            return None;
        };
        let tensor = self.module.types.as_tensor_view(self.function.value_type(tensor_view))?;
        let mut known = self.facts.get(*base).divisor() >= u64::from(MAP_ALIGN);
        let mut is_pitch_line_aligned = true;
        let mut dynamic = dynamic_strides.iter();
        for (dim, stride) in tensor.strides.iter().enumerate() {
            let divisor = match stride {
                Some(stride) => {
                    let stride = (stride * i64::from(bytes)).unsigned_abs();
                    if dim != dims[0] && stride % u64::from(MAP_ALIGN) != 0 {
                        return None;
                    }
                    if stride % L2_LINE == 0 { L2_LINE } else { u64::from(MAP_ALIGN) }
                }
                None => self.facts.get(*dynamic.next()?).divisor().saturating_mul(u64::from(bytes)),
            };
            known &= dim == dims[0] || divisor >= u64::from(MAP_ALIGN);
            is_pitch_line_aligned &= dim == dims[0] || divisor % L2_LINE == 0;
        }
        Some((known, is_pitch_line_aligned))
    }

    /// Whether something before a load, in this block or an earlier iteration, may have written
    /// what it reads or let the program know that somebody else did.
    fn is_ordered_after_writes(&self, load: Inst, view: Value) -> bool {
        let loops = slice::loops_around(self.function, self.function.inst_block(load));
        let mut before = true;
        self.order.iter().any(|&inst| {
            before &= inst != load;
            let data = self.function.data(inst);
            let again = || loops.iter().any(|&around| self.function.is_inside(inst, around));
            let writes = match data.effect() {
                Effect::Write => data.accessed().is_none_or(|to| self.aliases.may_alias(to, view)),
                Effect::ReadWrite => {
                    let relaxed = matches!(
                        data.memory_ordering(),
                        Some(MemoryOrdering::Weak | MemoryOrdering::Relaxed)
                    );
                    !relaxed || data.accessed().is_none_or(|to| self.aliases.may_alias(to, view))
                }
                _ => false,
            };
            inst != load && writes && (before || again())
        })
    }

    fn mma_candidate(
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
                && (!swapped || mmas_behind(self.function, given).is_empty());
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
        let few = m < 64 && wgmma && !is_chained(self.function, inst);
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
    fn prune_to_fixpoint(
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

    /// Numbers asynchronous loads, and puts those together that the same MMA takes first; rows come with
    /// those whose last MMA depends on them.
    fn assign_rings(
        &self,
        mut candidates: FxHashMap<Inst, Candidate>,
        mma_candidates: &[MmaCandidate],
        read: FxHashMap<Inst, Candidate>,
    ) -> Found {
        for path in mma_candidates.iter().flat_map(MmaCandidate::paths) {
            if let Some(candidate) = candidates.get_mut(&path.load) {
                candidate.map.rounds = path.rounds;
            }
        }
        let function = self.function;
        let mut found = Found {
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
            let MmaCandidate { rank, steps, swapped, dims: (m, n, k), .. } = *mma_candidate;
            let a = mma_candidate.left.as_ref().map_or(MmaOperand::Registers, operand);
            let mma =
                AsyncMma { rank, m, n, k, steps, swapped, a, b: operand(&mma_candidate.right) };
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
                let group = StageLoads { loads, last_use, wait_at_load: false };
                let stage_loads = smallvec![group];
                found.rings.push(StageRing { stage_loads, stages: 0, bytes, offset: 0 });
            }
        }
        self.find_last_uses(&mut found);
        for &load in self.order.iter().filter(|inst| read.contains_key(inst)) {
            self.add_read(&mut found, load, &read[&load]);
        }
        for ring in &mut found.rings {
            ring.bytes = ring.bytes.next_multiple_of(TILE_ALIGN);
        }
        self.share_rings(&mut found);
        if !self.target.has(Feature::Tcgen05) {
            self.add_epilogue_loads(&mut found);
        }
        found
    }

    /// Whether nothing comes between the loads of a place and its last use that would skip that, so
    /// that consumers lag behind the producer, or write what the producer may not have copied yet.
    fn reaches_last_uses(&self, found: &Found) -> bool {
        let function = self.function;
        let stage_loads = found.rings.iter().flat_map(|ring| &ring.stage_loads);
        stage_loads.into_iter().all(|group| {
            let first = found.async_loads[group.loads[0]].inst;
            let Some(block) = function.inst_block(first) else { return false };
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
            !between.chain(last).any(|&inst| {
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
        self.order
            .iter()
            .filter(|&&other| other == inst || self.function.is_inside(other, inst))
            .any(|&other| {
                let data = self.function.data(other);
                matches!(data.effect(), Effect::Write | Effect::ReadWrite)
                    && data.accessed().is_none_or(|to| self.aliases.may_alias(to, view))
            })
    }

    /// Lets tiles and rows that threads read behind the loops of MMAs come through the ring of
    /// those: the producer copies them while the last MMAs are computed.
    fn add_epilogue_loads(&self, found: &mut Found) {
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
            let Some(candidate) = self.candidate(load, Reader::Threads(reads)) else { continue };
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
    fn is_behind(&self, found: &Found, ring: usize, load: Inst) -> bool {
        let function = self.function;
        let position = |inst: Inst| self.order.iter().position(|&other| other == inst);
        let Some(block) = function.inst_block(load) else { return false };
        let depth = slice::loops_around(function, Some(block)).len();
        found.rings[ring].stage_loads.iter().all(|group| {
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
    fn add_read(&self, found: &mut Found, load: Inst, candidate: &Candidate) {
        let Some(block) = self.function.inst_block(load) else { return };
        let dependent = self.dependent(block, load);
        let beside = found.rings.iter().position(|ring| {
            ring.stage_loads.iter().all(|group| {
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
        for group in &mut to.stage_loads {
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

    /// Puts places together that can share a ring: buffers of one size that are loaded and handed
    /// back one after the other.
    fn share_rings(&self, found: &mut Found) {
        let position = |inst: Inst| self.order.iter().position(|&other| other == inst);
        let end = |inst: Inst| {
            let inside = |&other: &Inst| other == inst || self.function.is_inside(other, inst);
            self.order.iter().rposition(inside)
        };
        let mut shared: Vec<StageRing> = Vec::new();
        for ring in std::mem::take(&mut found.rings) {
            let Some(group) = ring.stage_loads.first() else { continue };
            let begins = position(found.async_loads[group.loads[0]].inst);
            let follows = |other: &&mut StageRing| {
                let ends = other.stage_loads.last().and_then(|last| end(last.last_use));
                let alike = |before: &StageLoads| {
                    let staged = |&async_load: &usize| found.async_loads[async_load].staged;
                    before.loads.iter().map(staged).eq(group.loads.iter().map(staged))
                };
                other.bytes == ring.bytes && other.stage_loads.iter().all(alike) && ends < begins
            };
            match shared.iter_mut().find(follows) {
                Some(other) => other.stage_loads.extend(ring.stage_loads),
                None => shared.push(ring),
            }
        }
        for (number, ring) in shared.iter().enumerate() {
            for &async_load in ring.stage_loads.iter().flat_map(|group| &group.loads) {
                found.async_loads[async_load].ring = number;
            }
        }
        found.rings = shared;
    }

    fn find_last_uses(&self, found: &mut Found) {
        let function = self.function;
        let Found { rings, mmas, .. } = found;
        for group in rings.iter_mut().flat_map(|ring| &mut ring.stage_loads) {
            let block = function.inst_block(group.last_use);
            let uses = |inst: Inst| {
                mmas.get(&inst).is_some_and(|mma| {
                    let mut read = [mma.a, mma.b].into_iter().filter_map(MmaOperand::async_load);
                    read.any(|async_load| group.loads.contains(&async_load))
                })
            };
            let Some(block) = block else { continue };
            for &inst in function.insts(block) {
                let inner = !function.data(inst).blocks().is_empty();
                let inside = inner
                    && self.order.iter().any(|&use_| uses(use_) && function.is_inside(use_, inst));
                group.wait_at_load |= inside;
                if uses(inst) || inside {
                    group.last_use = inst;
                }
            }
        }
    }
}
