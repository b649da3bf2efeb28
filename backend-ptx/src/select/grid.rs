//! The tile block in its grid: where it is, how many there are, and the grids that depend on this one.
//!
//! In: operations of the family `grid_ops`. Out: numbers that all threads hold alike, and the instructions for
//! launches that depend on each other.

use ir::{InstData, Value};

use crate::ptx::inst::Op;
use crate::ptx::types::{Dim, Sreg};
use crate::select::pipeline::raster_order;
use crate::select::{Cx, Select, family};
use crate::target::Feature;

impl Cx<'_> {
    /// Selects an operation of the family.
    pub(in crate::select) fn grid_inst(
        &mut self,
        data: &InstData,
        results: &[Value],
    ) -> Select<()> {
        match data {
            InstData::GetTileBlockId {} => self.tile_block_id(results),
            InstData::GetNumTileBlocks {} => self.grid_position(results, self.num_blocks()),
            InstData::GdcLaunchDependentsTko { .. } => {
                self.grid_dependency(Op::GridLaunchDependents {})
            }
            InstData::GdcWaitTko { .. } => self.grid_dependency(Op::GridWait {}),
            not_grid_ops!() => Err(family::misplaced(data)),
        }
    }

    /// The position of the tile block at hand, by its linear number where it is not the CTA's.
    fn tile_block_id(&mut self, results: &[Value]) -> Select<()> {
        match self.scheduler.map(|scheduler| scheduler.id).or(self.single) {
            Some(id) => self.position_of(id, results),
            None if raster_order::prefers_raster_along_n(self.module, self.function) => {
                self.position_along_n(results)
            }
            None => self.grid_position(results, Sreg::CtaId),
        }
    }

    /// Every thread does it for its own accesses; without such launches there is nothing to do.
    fn grid_dependency(&mut self, op: Op) -> Select<()> {
        if self.target.has(Feature::Cluster) {
            self.b.emit(op, &[], &[]);
        }
        Ok(())
    }

    fn grid_position(&mut self, results: &[Value], sreg: fn(Dim) -> Sreg) -> Select<()> {
        for (&result, dim) in results.iter().zip([Dim::X, Dim::Y, Dim::Z]) {
            self.materialize(result, |cx, _| Ok(vec![cx.b.sreg(sreg(dim))]))?;
        }
        Ok(())
    }
}
