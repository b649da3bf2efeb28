//! Tensor maps of tensors that are not the same for all tile blocks.
//!
//! The thread that copies writes the pointer, the extents and the strides of a view to the map in shared memory, when the
//! view is known. The map in global memory, which copies in flight may still read, is overwritten when they have arrived:
//!
//! ```text
//! write the fields of the tensor; await all stages that have been filled; copy the map; release it, acquire it
//! ```
//!
//! In: the views of maps that are replaced one after the other. Out: maps that copies behind it can use. A map is written
//! by the thread that copies through it, so no other thread waits for it (PTX ISA, "fence.proxy.tensormap").

use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Space, Ty, Uniform, Vector};
use crate::schedule::body::{self, MapId};
use crate::schedule::pipeline::{Pipeline, TensorMap};
use crate::select::memory::view::{View, ViewDim};
use crate::select::pipeline::ring_state::PipelineState;
use crate::select::pipeline::tensor_maps::MapField;
use crate::select::{Cx, Select, Unsupported};
use crate::target::MAP_BYTES;

/// Bytes of shared memory that are copied at a time, and words of these.
const CHUNK: u32 = 16;
const WORDS: u32 = 4;

impl Cx<'_> {
    /// Replaces a map, the last one of those in a row: then all of them are there for copies.
    pub(in crate::select) fn replace_map(
        &mut self,
        pipeline: &Pipeline,
        map: MapId,
        (before, behind): (&[body::Op], &[body::Op]),
    ) -> Select<()> {
        let (base, _) = self.map_scratch(pipeline);
        let at = self.b.mem(base, (pipeline.smem.maps + map as u32 * MAP_BYTES) as i32);
        for field in self.fields_of_tensor(&pipeline.maps[map])? {
            self.write_field(None, &at, field.op, field.number, field.val);
        }
        if matches!(behind.first(), Some(body::Op::ReplaceMap { .. })) {
            return Ok(());
        }
        let in_a_row = before.iter().rev().map_while(|op| match op {
            body::Op::ReplaceMap { map } => Some(*map),
            _ => None,
        });
        let maps: Vec<MapId> = in_a_row.chain([map]).collect();
        for (ring, stages) in pipeline.rings.iter().map(|ring| ring.stages).enumerate() {
            self.await_filled_stages(pipeline, ring, stages);
        }
        for &map in &maps {
            self.copy_map(pipeline, map)?;
        }
        self.b.emit(Op::TensorMapRelease {}, &[], &[]);
        for map in maps {
            let at = self.published_map(map)?;
            let at = self.b.mem(at, 0);
            self.b.emit(Op::TensorMapAcquire {}, &[], &[at, Val::u32(MAP_BYTES).into()]);
        }
        Ok(())
    }

    /// The fields of a map that is replaced that follow from the tile alone.
    pub(in crate::select) fn fields_that_stay(&mut self, map: &TensorMap) -> Select<Vec<MapField>> {
        let dim = ViewDim {
            extent: Val::ZERO,
            stride: Val::ZERO,
            is_short: true,
            is_filled: true,
            is_stride_short: true,
            extent_divisor: 1,
            stride_divisor: 1,
        };
        let view = View { base: Val::ZERO, dims: vec![dim; map.dims.len()], base_divisor: 1 };
        let mut fields = self.map_fields(map, &view)?;
        fields.retain(|field| !field.is_of_tensor());
        Ok(fields)
    }

    /// The other fields, of the view at hand.
    fn fields_of_tensor(&mut self, map: &TensorMap) -> Select<Vec<MapField>> {
        let view = self.view(map.view)?;
        let mut fields = self.map_fields(map, &view)?;
        fields.retain(MapField::is_of_tensor);
        Ok(fields)
    }

    /// Waits until all that was copied to the stages of a ring has arrived.
    fn await_filled_stages(&mut self, pipeline: &Pipeline, ring: usize, stages: u32) {
        let (full, _) = pipeline.ring_barriers(ring);
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let number = self.variable(Class::B32, Val::ZERO);
        let head = self.b.loop_head();
        self.b.place(head);
        // Stages from the next one on were filled in the phase before, or never: then no wait takes time.
        let is_before = self.compare(Cmp::Ge, Ty::U32, number.into(), stage.into());
        let before = self.flag(is_before);
        let phase = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), before]);
        self.wait_for_phase(number.into(), full, phase);
        self.change(Op::Add { ty: Ty::U32 }, number, Val::u32(1));
        let more = self.compare(Cmp::Lt, Ty::U32, number.into(), Val::u32(stages));
        self.b.branch_if(more, false, Uniform::Yes, head);
    }

    /// Copies a map to global memory.
    fn copy_map(&mut self, pipeline: &Pipeline, map: MapId) -> Select<()> {
        let (base, _) = self.map_scratch(pipeline);
        let to = self.published_map(map)?;
        for offset in (0..MAP_BYTES).step_by(CHUNK as usize) {
            let from = pipeline.smem.maps + map as u32 * MAP_BYTES + offset;
            let from = self.b.mem(base, from as i32);
            let words = self.load_shared(from, WORDS, CHUNK / WORDS);
            let to = self.b.mem(to, offset as i32);
            let store = Op::store(Space::Generic, Vector::V4, Ty::B32);
            self.b.emit(store, &[], &[to, Operand::Vec(words.into())]);
        }
        Ok(())
    }

    /// Where a map is in global memory.
    fn published_map(&mut self, map: MapId) -> Select<Val> {
        let address = self.maps.get(map).copied();
        address.ok_or_else(|| Unsupported::op("a stream without a tensor map"))
    }
}
