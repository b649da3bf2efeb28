//! Loads that could be asynchronous: those of views that a tensor map can describe, at indices that the producer can
//! compute, of memory that nothing before them may have written.

use ir::Effect;
use ir::types::TensorViewType;
use ir::{HintKey, Inst, InstData, MemoryOrdering, PaddingValue, Scalar, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use super::loads::{LoadReader, Search, SmemReads, WarpCopies};
use crate::analysis::affine::tile::has_tests;
use crate::analysis::row_numbers::{RowNumbers, RowSearch, are_row_numbers};
use crate::analysis::{alignment, slice};
use crate::mma::smem_operand::Staged;
use crate::schedule::pipeline::{MapSource, RowGather, TensorMap};
use crate::schedule::refusal::{Refusal, Requirement};
use crate::target::{Feature, L2_LINE, MAP_ALIGN, MAX_MAP_RANK};

/// A load that could be an asynchronous load.
pub(super) struct Candidate {
    pub map: TensorMap,
    /// The tile's dimensions in the order of the map's: the one contiguous in memory first.
    pub axes: SmallVec<[usize; 5]>,
    pub staged: Staged,
    /// How its rows are copied, if a tile of numbers names them.
    pub gather: Option<RowGather>,
    /// Why warps copy it, if TMA cannot.
    pub left_to_warps: Option<Refusal>,
}

/// What a view loads: its tensor, its tile, and the tensor's dimension of each of the tile's.
struct ViewTile<'a> {
    tensor: &'a TensorViewType,
    tile: &'a [u32],
    dim_map: &'a [u32],
    /// The dimension along which a tile of numbers names the places.
    sparse_dim: Option<usize>,
}

/// The dimensions of a tensor with rows that can be gathered, in their order.
const OF_ROWS: &[u32] = &[0, 1];

impl<'a> Search<'a> {
    /// The asynchronous load that a load could be, or the first requirement that it fails.
    pub fn candidate(&self, load: Inst, reader: LoadReader) -> Result<Candidate, Refusal> {
        let InstData::LoadViewTko { view, index, ordering, hints, .. } = self.function.data(load)
        else {
            return Err(Refusal::at(Requirement::ViewLoad, load));
        };
        let require = |holds: bool, requirement| {
            if holds { Ok(()) } else { Err(Refusal::at(requirement, load)) }
        };
        let is_tma = self.target.has_pipelines();
        let refused = is_tma && hints.get(self.target.compute, HintKey::AllowTma) == Some(0);
        require(!refused, Requirement::TmaAllowed)?;
        require(*ordering == MemoryOrdering::Weak, Requirement::WeakLoad)?;
        if let Some(write) = self.write_before(load, *view) {
            return Err(Refusal::at(Requirement::NoWriteBefore, write));
        }
        let view_tile =
            self.view_tile(*view, reader).map_err(|failed| Refusal::at(failed, load))?;
        let sparse_dim = view_tile.sparse_dim;
        let mut scalars = (0..).zip(index).filter(|(dim, _)| Some(*dim) != sparse_dim);
        if let Some((_, &index)) = scalars.find(|(_, index)| !self.producer_slice[**index]) {
            let at = self.function.def_inst(index).unwrap_or(load);
            return Err(Refusal::at(Requirement::KnownIndex, at));
        }
        if let Some(&numbers) = sparse_dim.and_then(|dim| index.get(dim)) {
            self.row_numbers(numbers, load)?;
            let are_copied = self.gather() != Some(RowGather::Warps)
                || self.are_copied_by_lanes(view_tile.tensor, sparse_dim, index);
            require(are_copied, Requirement::GatheredColumns)?;
        }
        let follows = slice::follows(self.function, self.producer_slice, load);
        require(follows, Requirement::KnownControl)?;
        let (tensor_view, made) = self.tensor_view(*view, load)?;
        let mut candidate = self
            .describe(&view_tile, reader, tensor_view)
            .map_err(|failed| Refusal::at(failed, made))?;
        let source = self.map_source((tensor_view, made), candidate.map.dims[0], reader);
        let source = source.ok_or_else(|| Refusal::at(Requirement::KernelTensor, made))?;
        candidate.left_to_warps = match (candidate.map.source, source) {
            (MapSource::Threads, _) => Some(Refusal::at(Requirement::StaticPitch, made)),
            (_, MapSource::Threads) => Some(Refusal::at(Requirement::KernelTensor, made)),
            _ => None,
        };
        candidate.map.source = match candidate.left_to_warps {
            Some(_) => MapSource::Threads,
            None => source,
        };
        if candidate.gather.is_some() && candidate.map.source != MapSource::Kernel {
            let pitch = |refusal: &Refusal| refusal.requirement == Requirement::StaticPitch;
            let refusal = candidate.left_to_warps.filter(pitch);
            return Err(refusal.unwrap_or(Refusal::at(Requirement::GatheredTensor, made)));
        }
        Ok(candidate)
    }

    /// That a warp that copies can compute the numbers of the rows that a load gathers.
    fn row_numbers(&self, numbers: Value, load: Inst) -> Result<(), Refusal> {
        let Search { module, function, aliases, producer_slice: slice, .. } = *self;
        if !are_row_numbers(module.types.elem(function.value_type(numbers))) {
            return Err(Refusal::at(Requirement::GatheredRows, load));
        }
        let search = RowSearch { module, function, aliases, slice };
        let added = RowNumbers::default().add(search, numbers);
        added.map_err(|at| Refusal::at(Requirement::KnownRows, at.unwrap_or(load)))
    }

    /// How rows that a tile of numbers names can be copied.
    fn gather(&self) -> Option<RowGather> {
        match self.target.has(Feature::TmaGather) {
            true => Some(RowGather::Tma),
            false => (self.warps == WarpCopies::GatheredRows).then_some(RowGather::Warps),
        }
    }

    /// Whether lanes can copy gathered rows 16 bytes at a time, as they are.
    fn are_copied_by_lanes(
        &self,
        tensor: &TensorViewType,
        sparse_dim: Option<usize>,
        index: &[Value],
    ) -> bool {
        let begins_aligned = |(dim, &column): (usize, &Value)| {
            let elements = self.facts.get(column).divisor();
            let bytes = elements.saturating_mul(u64::from(tensor.elem.bytes()));
            Some(dim) == sparse_dim || bytes >= u64::from(MAP_ALIGN)
        };
        // TMA alone rounds f32 on the way.
        tensor.elem != Scalar::F32 && index.iter().enumerate().all(begins_aligned)
    }

    /// Where the numbers of a tensor map come from; none if it cannot be one.
    fn map_source(
        &self,
        (tensor_view, made): (Value, Inst),
        contiguous: usize,
        reader: LoadReader,
    ) -> Option<MapSource> {
        let Search { module, function, facts, .. } = *self;
        if !self.target.has_pipelines() || slice::is_invariant(function, tensor_view) {
            return Some(MapSource::Kernel);
        }
        // The tests of a view are those of a map that is built once. A tile that threads could load themselves decides nothing
        // about the copies of operands.
        if has_tests(function, tensor_view) || reader != LoadReader::Mmas {
            return None;
        }
        let innermost = slice::loops_around(function, function.inst_block(made)).first().copied();
        let is_loop = |inst: &Inst| {
            matches!(function.data(*inst), InstData::For { .. } | InstData::Loop { .. })
        };
        // Copies of an iteration would wait for those of the iteration before.
        let is_repeated =
            innermost.is_some_and(|around| !function.insts_inside(around).iter().any(is_loop));
        let is_told = alignment::terms(module, function, facts, tensor_view, contiguous).is_some();
        match is_told && !is_repeated {
            true => Some(MapSource::Replaced),
            false => (self.warps == WarpCopies::AnyTensor).then_some(MapSource::Threads),
        }
    }

    /// Whether warps may copy what TMA cannot: not for what threads could load themselves, since warps copy all then.
    fn may_leave_to_warps(&self, reader: LoadReader) -> bool {
        self.warps == WarpCopies::AnyTensor && reader == LoadReader::Mmas
    }

    /// What a view of a type that TMA can describe loads.
    fn view_tile(&self, view: Value, reader: LoadReader) -> Result<ViewTile<'a>, Requirement> {
        let types = &self.module.types;
        let gathers = reader == LoadReader::Mmas && self.gather().is_some();
        let (tensor, tile, padding, dim_map) = match types.kind(self.function.value_type(view)) {
            TypeKind::PartitionView(view) => {
                (view.tensor, &view.tile, view.padding, &view.dim_map[..])
            }
            TypeKind::StridedView(view) => {
                (view.tensor, &view.tile, view.padding, &view.dim_map[..])
            }
            TypeKind::GatherScatterView(view) if gathers => {
                (view.tensor, &view.tile, view.padding, OF_ROWS)
            }
            TypeKind::GatherScatterView(_) => return Err(Requirement::GatheringTarget),
            TypeKind::Token | TypeKind::Tile(_) | TypeKind::TensorView(_) => {
                return Err(Requirement::DenseView);
            }
        };
        let sparse_dim = types.sparse_dim(self.function.value_type(view));
        if !matches!(padding, None | Some(PaddingValue::Zero)) {
            return Err(Requirement::ZeroPadding);
        }
        let tensor = types.as_tensor_view(tensor).ok_or(Requirement::DenseView)?;
        if let Some(dim) = sparse_dim {
            let is_contiguous = tensor.strides.get(dim) == Some(&Some(1));
            let is_of_bytes = tensor.elem.bits().is_multiple_of(8);
            if tile.len() != dim_map.len() || is_contiguous || !is_of_bytes {
                return Err(Requirement::GatheredRows);
            }
        }
        Ok(ViewTile { tensor, tile, dim_map, sparse_dim })
    }

    /// The tensor view that a view is made of, and the instruction that makes it.
    fn tensor_view(&self, view: Value, load: Inst) -> Result<(Value, Inst), Refusal> {
        let tensor_view = match self.function.def_data(view) {
            Some(
                InstData::MakePartitionView { tensor_view }
                | InstData::MakeStridedView { tensor_view }
                | InstData::MakeGatherScatterView { tensor_view },
            ) => *tensor_view,
            _ => return Err(Refusal::at(Requirement::LocalView, load)),
        };
        let made = self.function.def_inst(tensor_view).unwrap_or(load);
        let is_known = match self.target.has_pipelines() {
            true => self.producer_slice[tensor_view],
            false => slice::is_known_at_entry(self.function, tensor_view),
        };
        if !is_known {
            return Err(Refusal::at(Requirement::KernelTensor, made));
        }
        Ok((tensor_view, made))
    }

    /// The tensor map and the tile in shared memory for a view's tile.
    fn describe(
        &self,
        &ViewTile { tensor, tile, dim_map, sparse_dim }: &ViewTile<'_>,
        reader: LoadReader,
        tensor_view: Value,
    ) -> Result<Candidate, Requirement> {
        let contiguous = |dim: &usize| tensor.strides[dim_map[*dim] as usize] == Some(1);
        let mut inner_dims = (0..tile.len()).filter(contiguous);
        let (Some(inner), None) = (inner_dims.next(), inner_dims.next()) else {
            return Err(Requirement::UnitStride);
        };
        let mut others = (0..tile.len()).filter(|&dim| dim != inner && tile[dim] > 1);
        let staged = match (reader, others.next(), others.next()) {
            (LoadReader::Mmas | LoadReader::Threads(SmemReads::Tiles), Some(outer), None) => {
                Staged::new(tensor.elem, tile[inner], tile[outer])
            }
            (LoadReader::Threads(SmemReads::Rows | SmemReads::Tiles), None, None) => {
                Staged::row(tensor.elem, tile[inner])
            }
            _ => return Err(Requirement::TwoDimensions),
        };
        let staged = staged.ok_or(Requirement::TileRows)?;

        let mut axes: SmallVec<[usize; 5]> = smallvec![inner];
        axes.extend((0..tile.len()).filter(|&dim| dim != inner));
        let dims: SmallVec<[usize; 5]> = axes.iter().map(|&dim| dim_map[dim] as usize).collect();
        let mut bounds: SmallVec<[u32; 5]> = axes.iter().map(|&dim| tile[dim]).collect();
        bounds[0] = staged.row_elems();
        if sparse_dim.is_some() {
            // A copy names the rows, of which the map has one.
            bounds[1] = 1;
        }
        if dims.len() != tensor.shape.len() || dims.len() > MAX_MAP_RANK {
            return Err(Requirement::MapRank);
        }
        let alignment = self.alignment(tensor_view, &dims, tensor.elem.bytes());
        let source = match alignment {
            None if !self.may_leave_to_warps(reader) => return Err(Requirement::StaticPitch),
            None => MapSource::Threads,
            Some(_) => MapSource::Kernel,
        };
        let (aligned, is_pitch_line_aligned) = alignment.unwrap_or_default();
        let map = TensorMap {
            view: tensor_view,
            elem: tensor.elem,
            dims,
            bounds,
            swizzle: staged.map_swizzle(),
            aligned,
            is_pitch_line_aligned,
            rounds: false,
            source,
        };
        let gather = sparse_dim.and_then(|_| self.gather());
        Ok(Candidate { map, axes, staged, gather, left_to_warps: None })
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

    /// An instruction before a load, in this block or an earlier iteration, that may write the memory that the load
    /// reads, or that orders the load behind such a write of another block.
    fn write_before(&self, load: Inst, view: Value) -> Option<Inst> {
        let loops = slice::loops_around(self.function, self.function.inst_block(load));
        let mut before = true;
        self.order.iter().copied().find(|&inst| {
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
}
