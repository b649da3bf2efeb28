//! The layouts of row numbers in the warp that gathers rows.
//!
//! A lane has so many neighbours of such a tile as one copy takes, four by TMA and one by lanes, and the warp has no other
//! threads:
//!
//! ```text
//! register r of lane l    number  r % 4 + 4 l + 128 (r / 4)  of the tile, or  l + 32 r
//! ```
//!
//! In: the tiles that the numbers of gathered rows follow from, and layouts of the consumers. Out: the same with the layouts in
//! which the warp computes these tiles, each in as many as it takes, so that no element moves from lane to lane.

use cranelift_entity::packed_option::PackedOption;
use ir::{Function, InstData, Module, Value};

use crate::layout::assign::{Assignment, operand_layout};
use crate::linear::blocked::{blocked, row_major_order};
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::schedule::pipeline::{Pipeline, RowGather};

/// The layout of a tile of row numbers, the same in each of `1 << warp_bits` warps.
pub fn layout_of_rows(shape: &[u32], gather: RowGather, warp_bits: u32) -> LinearLayout {
    let of_warp = blocked(shape, gather.rows(), &row_major_order(shape.len()), 0);
    of_warp.replicate_warps(1 << warp_bits)
}

impl Assignment {
    /// Has the warp that gathers rows compute their numbers, and the scalars that they follow from.
    pub fn require_rows(&mut self, function: &Function, module: &Module, pipeline: &Pipeline) {
        let dims = |value: Value| module.types.dims(function.value_type(value));
        let results = function.insts_in_order().into_iter().flat_map(|inst| function.results(inst));
        let tiles = results.copied().filter(|&result| pipeline.row_numbers.contains(result));
        let tiles: Vec<Value> = tiles.collect();
        for &tile in &tiles {
            self.def_layout[tile] = PackedOption::default();
            self.required_layouts[tile].clear();
        }
        let mut pending: Vec<(Value, LayoutId)> = Vec::new();
        for load in &pipeline.async_loads {
            let Some(gather) = load.gather else { continue };
            let InstData::LoadViewTko { index, .. } = function.data(load.inst) else { continue };
            for &index in index {
                let layout = match dims(index) {
                    [] => LinearLayout::replicated(&[], self.warp_bits),
                    shape => layout_of_rows(shape, gather, self.warp_bits),
                };
                pending.push((index, self.layouts.intern(layout)));
            }
        }
        while let Some((value, at)) = pending.pop() {
            if self.required_layouts[value].contains(&at) {
                continue;
            }
            if dims(value).is_empty() {
                self.def_layout[value] = at.into();
            }
            self.required_layouts[value].push(at);
            let Some(inst) = function.def_inst(value) else { continue };
            let data = function.data(inst);
            for operand in data.operands() {
                if module.types.as_tile(function.value_type(operand)).is_none() {
                    continue;
                }
                let layout = match dims(operand) {
                    [] => Some(LinearLayout::replicated(&[], self.warp_bits)),
                    shape => operand_layout(data, &self.layouts[at], shape),
                };
                pending.extend(layout.map(|layout| (operand, self.layouts.intern(layout))));
            }
        }
        for tile in tiles {
            if let [only] = self.required_layouts[tile][..] {
                self.def_layout[tile] = only.into();
            }
        }
    }
}
