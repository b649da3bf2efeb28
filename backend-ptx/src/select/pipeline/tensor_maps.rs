//! Tensor maps: whether they can describe the tensors of a pipeline, and the maps themselves.
//!
//! In: the tensor views of the pipeline's asynchronous loads. Out: a predicate that all threads hold alike, and the
//! generic addresses of the maps, which a warp of the producer builds in shared memory and publishes in global memory.
//! A map is built only where the predicate holds; a set of maps belongs to one CTA at a time.

use smallvec::{SmallVec, smallvec};

use crate::analysis::alignment::AlignmentTerm;
use crate::mma::smem_operand::map_elem;
use crate::ptx::Variable;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ftz, Part, Space, TensorMapDim, TensorMapField, Ty, Uniform};
use crate::schedule::pipeline::{MapSource, Pipeline, TensorMap};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::memory::view::View;
use crate::select::{Cx, Select, Unsupported};
use crate::target::{L2_LINE, LANES, MAP_ALIGN, MAP_BYTES, MAP_STRIDE_BITS, SM_SLOTS};

/// Sets of tensor maps, one for each SM.
pub(in crate::select) const TENSORMAP_SLOTS: u64 = SM_SLOTS as u64;
/// The barrier of the warps that gather.
const PRODUCER_BARRIER: Val = Val::Imm(15);
/// The element type of a tensor map of f32 that are rounded to tf32.
const ROUNDED_TO_TF32: u32 = 11;

impl<'a> Cx<'a> {
    /// Computes the tensor views of the pipeline's maps, and whether maps can describe them: known
    /// at once, or a test that comes out alike in all threads.
    pub fn tma_applies(&mut self, pipeline: &'a Pipeline) -> Select<Val> {
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        if !pipeline.has_tma() {
            self.epilogue_tma_applies = Val::ZERO;
            return Ok(Val::ZERO);
        }
        let (wrong, rows) = self.misalignment(pipeline, false)?;
        if pipeline.pairs.is_some() {
            let rest = self.b.def(Op::And { ty: Ty::B64 }, &[rows, Val::Imm(L2_LINE - 1)]);
            let op = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U64 };
            self.is_pitch_misaligned = self.b.def(op, &[rest, Val::ZERO]);
        }
        let (epilogue_misalignment, _) = self.misalignment(pipeline, true)?;
        let fit = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U64 };
        self.epilogue_tma_applies = self.b.def(fit, &[epilogue_misalignment, Val::ZERO]);
        let mut possible = self.b.def(fit, &[wrong, Val::ZERO]);
        for &test in &pipeline.tests {
            let holds = self.scalar(test)?;
            possible = self.and_pred(possible, holds);
        }
        if pipeline.cp_async_warps().is_some() {
            // Data copied with `cp.async` is not shared, and those threads have no time for
            // epilogue loads.
            self.is_pitch_misaligned = self.and_pred(self.is_pitch_misaligned, possible);
            self.epilogue_tma_applies = self.and_pred(self.epilogue_tma_applies, possible);
        }
        Ok(possible)
    }

    /// Bits that are set where a map cannot describe its tensor, of those for epilogue loads alone or of all others;
    /// and the bits of all distances between rows that had to be looked at.
    pub(in crate::select) fn misalignment(
        &mut self,
        pipeline: &Pipeline,
        of_epilogue: bool,
    ) -> Select<(Val, Val)> {
        let mut low = Val::ZERO;
        let mut high = Val::ZERO;
        let mut rows = Val::ZERO;
        let mut all_aligned = true;
        let pairs = pipeline.pairs.is_some() && !of_epilogue;
        for (number, map) in pipeline.maps.iter().enumerate() {
            if pipeline.is_for_epilogue_loads(number) != of_epilogue {
                continue;
            }
            if map.source == MapSource::Replaced {
                for term in &pipeline.map_terms[number] {
                    all_aligned = false;
                    let bytes = self.aligned_number(*term)?;
                    low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, bytes]);
                }
                continue;
            }
            let view = self.view(map.view)?;
            let bytes = map.elem.bytes();
            // Lanes copy from any address that 16 bytes divide.
            let is_built = pipeline.is_built(number);
            for (i, &dim) in map.dims.iter().enumerate() {
                let dim = view.dims[dim];
                if is_built && !dim.is_short {
                    let beyond = self.b.def(Op::Shr { ty: Ty::U64 }, &[dim.extent, Val::u32(31)]);
                    high = self.b.def(Op::Or { ty: Ty::B64 }, &[high, beyond]);
                }
                if is_built && i > 0 && !dim.is_stride_short {
                    let shift = Val::u32(MAP_STRIDE_BITS - bytes.ilog2());
                    let beyond = self.b.def(Op::Shr { ty: Ty::U64 }, &[dim.stride, shift]);
                    high = self.b.def(Op::Or { ty: Ty::B64 }, &[high, beyond]);
                }
                if i > 0 && (!map.aligned || pairs) {
                    let stride =
                        self.b.mul_int(Ty::S64, dim.stride, Val::u32(bytes), Exact::NEITHER);
                    rows = self.b.def(Op::Or { ty: Ty::B64 }, &[rows, stride]);
                }
            }
            if !map.aligned {
                all_aligned = false;
                low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, view.base]);
            }
        }
        if !all_aligned {
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, rows]);
        }
        let mask = Val::Imm(u64::from(MAP_ALIGN - 1));
        let low = self.b.def(Op::And { ty: Ty::B64 }, &[low, mask]);
        Ok((self.b.def(Op::Or { ty: Ty::B64 }, &[low, high]), rows))
    }

    /// The value of a term that must be divisible.
    fn aligned_number(&mut self, AlignmentTerm { value, unit }: AlignmentTerm) -> Select<Val> {
        let number = self.scalar(value)?;
        let number = self.unsigned_64(number, value);
        Ok(self.b.mul_int(Ty::S64, number, Val::u32(unit), Exact::NEITHER))
    }

    /// The generic address of a tensor map. Where registers are few, that of the first one is known alone.
    pub(in crate::select) fn map_address(&mut self, map: usize) -> Option<Val> {
        let is_alone = self.cp_async_producer.as_ref().is_some_and(|it| it.tma.is_some());
        if !is_alone {
            return self.maps.get(map).copied();
        }
        let first = *self.maps.first()?;
        Some(self.b.def(Op::Add { ty: Ty::U64 }, &[first, Val::u32(map as u32 * MAP_BYTES)]))
    }

    /// Builds the tensor maps in this SM's part of global memory, by one warp, and leaves that to
    /// its first lane. Gives the generic address of each map. It is shorter where other code is for the same tensors too.
    pub fn build_maps(&mut self, pipeline: &Pipeline, short: bool) -> Select<Vec<Val>> {
        let maps = self.publish_maps(pipeline, short)?;
        self.acquire_maps(pipeline, &maps);
        Ok(maps)
    }

    /// Builds the tensor maps by the first of the warps that gather, for all of them.
    pub(in crate::select) fn build_maps_for_warps(
        &mut self,
        pipeline: &Pipeline,
    ) -> Select<Vec<Val>> {
        let number = self.copying_warp();
        let is_other = self.compare(Cmp::Ne, Ty::U32, number, Val::ZERO);
        let built = self.b.label();
        self.b.branch_if(is_other, false, Uniform::Yes, built);
        self.publish_maps(pipeline, false)?;
        self.b.place(built);
        let threads = Val::u32(pipeline.producer_warps() * LANES);
        self.b.emit(Op::BarSyncCount {}, &[], &[PRODUCER_BARRIER.into(), threads.into()]);
        let maps = self.map_addresses(pipeline, None);
        self.acquire_maps(pipeline, &maps);
        Ok(maps)
    }

    fn publish_maps(&mut self, pipeline: &Pipeline, short: bool) -> Select<Vec<Val>> {
        let by_lanes = short && have_same_fields(pipeline);
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(31)]);
        let word = self.b.def(Op::Shl { ty: Ty::B32 }, &[lane, Val::u32(2)]);
        let (base, own) = self.map_scratch(pipeline);
        let word = self.b.def(Op::Add { ty: Ty::U32 }, &[base, word]);
        for map in 0..pipeline.maps.len() as u32 {
            let at = self.b.mem(word, (pipeline.smem.maps + map * MAP_BYTES) as i32);
            let zero = self.b.reg(Val::ZERO, Class::B32);
            self.store_shared(None, at, &[zero.into()], 4);
        }
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
        let first = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        let first = self.b.def(first, &[lane, Val::ZERO]);
        if by_lanes {
            self.write_maps_by_lanes(pipeline, lane, base)?;
        } else {
            self.write_maps(pipeline, first, base)?;
        }
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
        Ok(self.map_addresses(pipeline, Some((base, own))))
    }

    /// The generic addresses of the maps; publishes them, if they are at a place in shared memory.
    fn map_addresses(
        &mut self,
        pipeline: &Pipeline,
        built: Option<(Val, Option<Val>)>,
    ) -> Vec<Val> {
        let bytes = pipeline.maps.len() as u64 * u64::from(MAP_BYTES);
        let of_sm = u64::from(pipeline.tiles_per_cta()) * bytes;
        let symbol = self.b.named_variable(Variable {
            name: format!("{}_maps", self.name),
            space: Space::Global,
            align: MAP_BYTES,
            bytes: TENSORMAP_SLOTS * u64::from(pipeline.per_sm) * of_sm,
            init: Vec::new(),
            visible: false,
        });
        let start = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        let set = self.tensormap_slot(pipeline);
        let op = Op::Mul { part: Part::Wide, ty: Ty::U32 };
        let offset = self.b.def(op, &[set, Val::Imm(of_sm)]);
        let mut start = self.b.def(Op::Add { ty: Ty::U64 }, &[start, offset]);
        if let Some((_, Some(own))) = built {
            let own = self.b.def(element::cvt(Ty::U64, Ty::U32), &[own]);
            start = self.b.def(Op::Add { ty: Ty::U64 }, &[start, own]);
        }
        let generic = self.b.def(Op::Cvta { space: Space::Global }, &[start]);
        let length = Operand::from(Val::u32(MAP_BYTES));
        let mut maps = Vec::new();
        for number in 0..pipeline.maps.len() {
            let offset = number as u32 * MAP_BYTES;
            if let Some((base, _)) = built
                && pipeline.is_built(number)
            {
                let to = self.b.mem(start, offset as i32);
                let from = self.b.mem(base, (pipeline.smem.maps + offset) as i32);
                self.b.emit(Op::TensorMapPublish {}, &[], &[to, from, length.clone()]);
            }
            let map = self.b.def(Op::Add { ty: Ty::U64 }, &[generic, Val::u32(offset)]);
            maps.push(map);
        }
        maps
    }

    /// Lets this warp see the maps that have been published.
    fn acquire_maps(&mut self, pipeline: &Pipeline, maps: &[Val]) {
        for (number, &at) in maps.iter().enumerate() {
            if pipeline.is_built(number) {
                let at = self.b.mem(at, 0);
                let length = Val::u32(MAP_BYTES).into();
                self.b.emit(Op::TensorMapAcquire {}, &[], &[at, length]);
            }
        }
    }

    /// Where this producer puts maps together, but for the offset that is the same for all producers; and the offset of its
    /// own, where each tile block of the CTA has a producer.
    pub(in crate::select) fn map_scratch(&mut self, pipeline: &Pipeline) -> (Val, Option<Val>) {
        let bytes = pipeline.maps.len() as u64 * u64::from(MAP_BYTES);
        let own = self.tile_in_cta.map(|tile_in_cta| {
            self.b.mul_int(Ty::U32, tile_in_cta, Val::Imm(bytes), Exact::NEITHER)
        });
        let base = self.scratch_address();
        match own {
            Some(own) => (self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]), Some(own)),
            None => (base, None),
        }
    }

    /// Writes each map after the other, by one lane. Of those that are replaced that is the rest.
    fn write_maps(&mut self, pipeline: &Pipeline, first: Val, base: Val) -> Select<()> {
        let maps = pipeline.maps.iter().enumerate();
        for (number, map) in maps.filter(|(number, _)| !pipeline.is_copied_by_lanes(*number)) {
            let at = self.b.mem(base, (pipeline.smem.maps + number as u32 * MAP_BYTES) as i32);
            let described = match pipeline.is_for_epilogue_loads(number) {
                true => self.and_pred(first, self.epilogue_tma_applies),
                false => first,
            };
            let guard = described.reg().map(|pred| Guard { pred, negated: false });
            let fields = match map.source {
                MapSource::Replaced => self.fields_that_stay(map)?,
                MapSource::Kernel | MapSource::Threads => {
                    let view = self.view(map.view)?;
                    self.map_fields(map, &view)?
                }
            };
            for field in fields {
                self.write_field(guard, &at, field.op, field.number, field.val);
            }
        }
        Ok(())
    }

    /// Writes all maps at once, by a lane each: there is half as much code, where there are two that have the same fields.
    fn write_maps_by_lanes(&mut self, pipeline: &Pipeline, lane: Val, base: Val) -> Select<()> {
        let fields_of = |map: &TensorMap| {
            let view = self.view(map.view)?;
            self.map_fields(map, &view)
        };
        let maps: Vec<Vec<MapField>> =
            pipeline.maps.iter().map(fields_of).collect::<Select<_>>()?;
        let own = self.b.mul_int(Ty::U32, lane, Val::u32(MAP_BYTES), Exact::BOTH);
        let at = self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]);
        let at = self.b.mem(at, pipeline.smem.maps as i32);
        let writes = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 };
        let writes = self.b.def(writes, &[lane, Val::u32(maps.len() as u32)]);
        let guard = writes.reg().map(|pred| Guard { pred, negated: false });
        for (number, field) in maps[0].iter().enumerate() {
            let mut val = field.val;
            for (other, fields) in (1..).zip(&maps[1..]) {
                let is_this = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
                let is_this = self.b.def(is_this, &[lane, Val::u32(other)]);
                let ty = if field.is_wide() { Ty::B64 } else { Ty::B32 };
                let new = fields[number].val;
                if new != val {
                    val = self.b.def(Op::Selp { ty }, &[new, val, is_this]);
                }
            }
            self.write_field(guard, &at, field.op, field.number, val);
        }
        Ok(())
    }

    pub(in crate::select) fn write_field(
        &mut self,
        guard: Option<Guard>,
        at: &Operand,
        op: Op,
        number: Option<u32>,
        val: Val,
    ) {
        let mut operands: SmallVec<[Operand; 3]> = smallvec![at.clone()];
        operands.extend(number.map(|number| Operand::from(Val::u32(number))));
        operands.push(val.into());
        self.b.emit_if(guard, op, &[], &operands);
    }

    /// What is written to a map that describes a view.
    pub(in crate::select) fn map_fields(
        &mut self,
        map: &TensorMap,
        view: &View,
    ) -> Select<Vec<MapField>> {
        let elem = if map.rounds { Some(ROUNDED_TO_TF32) } else { map_elem(map.elem) };
        let elem = elem.ok_or_else(|| Unsupported::op(format!("a tensor map of {}", map.elem)))?;
        let rank = map.dims.len() as u32;
        let is_empty = self.is_empty_tensor(map, view);
        let base = self.base_of_map(view, is_empty);
        let of_map = [
            (TensorMapField::Address, Ty::B64, base),
            (TensorMapField::Rank, Ty::B32, Val::u32(rank - 1)),
            (TensorMapField::Elem, Ty::B32, Val::u32(elem)),
            (TensorMapField::Interleave, Ty::B32, Val::ZERO),
            (TensorMapField::Swizzle, Ty::B32, Val::u32(map.swizzle)),
            (TensorMapField::Fill, Ty::B32, Val::ZERO),
        ];
        let mut fields: Vec<MapField> = of_map
            .into_iter()
            .map(|(field, ty, val)| MapField {
                op: Op::TensorMapField { field, ty },
                number: None,
                val,
            })
            .collect();
        for (i, (&dim, &bound)) in (0..).zip(map.dims.iter().zip(&map.bounds)) {
            let dim = view.dims[dim];
            let extent = self.b.def(element::cvt(Ty::U32, Ty::U64), &[dim.extent]);
            let extent = self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(1), extent, is_empty]);
            let mut of_dim: SmallVec<[(TensorMapDim, Ty, u32, Val); 4]> = smallvec![
                (TensorMapDim::Box, Ty::B32, i, Val::u32(bound)),
                (TensorMapDim::Extent, Ty::B32, i, extent),
                (TensorMapDim::Step, Ty::B32, i, Val::u32(1)),
            ];
            if i > 0 {
                let bytes = Val::u32(map.elem.bytes());
                let stride = self.b.mul_int(Ty::S64, dim.stride, bytes, Exact::NEITHER);
                of_dim.push((TensorMapDim::Stride, Ty::B64, i - 1, stride));
            }
            fields.extend(of_dim.into_iter().map(|(field, ty, number, val)| MapField {
                op: Op::TensorMapDim { field, ty },
                number: Some(number),
                val,
            }));
        }
        Ok(fields)
    }

    /// Whether a tensor has an extent of 0: known at once, or a predicate.
    fn is_empty_tensor(&mut self, map: &TensorMap, view: &View) -> Val {
        let dims = map.dims.iter().map(|&dim| view.dims[dim]);
        let mut least = Val::u32(1);
        for dim in dims.filter(|dim| !dim.is_filled) {
            let extent = self.b.def(element::cvt(Ty::U32, Ty::U64), &[dim.extent]);
            least = match least.imm() {
                Some(1) => extent,
                _ => self.b.def(Op::Min { ty: Ty::U32 }, &[extent, least]),
            };
        }
        self.compare(Cmp::Eq, Ty::U32, least, Val::ZERO)
    }

    /// The address that is written to a map: that of the tensor, or of an element of zeros in place of an empty tensor. A
    /// map with an extent of 0 describes nothing, and a copy through it does not complete; one in which all extents are 1
    /// reads zeros at each coordinate, which is what an empty tensor is padded with.
    fn base_of_map(&mut self, view: &View, is_empty: Val) -> Val {
        if is_empty.imm() == Some(0) {
            return view.base;
        }
        let symbol = self.b.named_variable(Variable {
            name: format!("{}_zero_element", self.name),
            space: Space::Global,
            align: MAP_ALIGN,
            bytes: u64::from(MAP_ALIGN),
            init: Vec::new(),
            visible: false,
        });
        let zero = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        self.b.def(Op::Selp { ty: Ty::B64 }, &[zero, view.base, is_empty])
    }
}

/// What is written to a field of a tensor map.
pub(in crate::select) struct MapField {
    pub op: Op,
    /// The number of the dimension that the field is one of.
    pub number: Option<u32>,
    pub val: Val,
}

impl MapField {
    /// Whether it follows from the numbers of the tensor, and not from the tile alone.
    pub fn is_of_tensor(&self) -> bool {
        matches!(
            self.op,
            Op::TensorMapField { field: TensorMapField::Address, .. }
                | Op::TensorMapDim { field: TensorMapDim::Extent | TensorMapDim::Stride, .. }
        )
    }

    fn is_wide(&self) -> bool {
        matches!(
            self.op,
            Op::TensorMapField { ty: Ty::B64, .. } | Op::TensorMapDim { ty: Ty::B64, .. }
        )
    }
}

/// Whether maps have the same fields, which are the same where they are not in registers.
fn have_same_fields(pipeline: &Pipeline) -> bool {
    let kind = |map: &TensorMap| (map.elem, map.rounds, map.swizzle, map.dims.len());
    let same = |map: &TensorMap| kind(map) == kind(&pipeline.maps[0]);
    let of_epilogue = (0..pipeline.maps.len()).any(|map| pipeline.is_for_epilogue_loads(map));
    pipeline.maps.iter().all(same) && !of_epilogue
}
