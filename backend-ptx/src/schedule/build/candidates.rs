//! Loads that could be asynchronous: those of views that a tensor map can describe, at indices that the producer can
//! compute, of memory that nothing before them may have written.

use ir::Effect;
use ir::{HintKey, Inst, InstData, MemoryOrdering, PaddingValue, TypeKind, Value};
use smallvec::{SmallVec, smallvec};

use super::loads::{LoadReader, Search, SmemReads};
use crate::analysis::slice;
use crate::mma::smem_operand::Staged;
use crate::schedule::pipeline::TensorMap;
use crate::target::{L2_LINE, MAP_ALIGN, MAX_MAP_RANK};

/// A load that could be an asynchronous load.
pub(super) struct Candidate {
    pub map: TensorMap,
    /// The tile's dimensions in the order of the map's: the one contiguous in memory first.
    pub axes: SmallVec<[usize; 5]>,
    pub staged: Staged,
}

impl Search<'_> {
    pub fn candidate(&self, load: Inst, reader: LoadReader) -> Option<Candidate> {
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
            (LoadReader::Mmas | LoadReader::Threads(SmemReads::Tiles), Some(outer), None) => {
                Staged::new(tensor.elem, tile[inner], tile[outer])?
            }
            (LoadReader::Threads(SmemReads::Rows | SmemReads::Tiles), None, None) => {
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
}
