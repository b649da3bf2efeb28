//! The bodies of reductions and scans, on many elements at once.
//!
//! In: a body, and a list of registers for each operand. Out: the code of the body once for each register. The values of
//! a body are single elements, so that each of its operations is elementwise or renames an element.

use ir::{Block, Elem, Inst, InstData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::linear::interned::LayoutId;
use crate::ptx::regs::Val;
use crate::select::{Cx, Select, Tile, Unsupported};

/// The registers of each operand.
pub type Tiles = Vec<Vec<Val>>;

impl Cx<'_> {
    /// The body of a reduction on many elements at once; one list of registers per operand.
    pub(in crate::select) fn combine(
        &mut self,
        body: Block,
        elements: &Tiles,
        accumulators: &Tiles,
    ) -> Select<Tiles> {
        let mut values: FxHashMap<Value, Tile> = FxHashMap::default();
        let params = self.function.block_params(body);
        for (i, (element, accumulator)) in elements.iter().zip(accumulators).enumerate() {
            values.insert(params[2 * i], element.as_slice().into());
            values.insert(params[2 * i + 1], accumulator.as_slice().into());
        }
        let count = elements.first().map_or(0, Vec::len);
        let results = self.combine_block(body, count, &mut values)?;
        Ok(results.iter().map(|tile| tile.to_vec()).collect())
    }

    /// A block of a body on `count` elements at once: what it yields.
    fn combine_block(
        &mut self,
        block: Block,
        count: usize,
        values: &mut FxHashMap<Value, Tile>,
    ) -> Select<Vec<Tile>> {
        for &inst in self.function.insts(block) {
            let data = self.function.data(inst);
            self.need_single_elements(inst)?;
            let mut operands: SmallVec<[Tile; 4]> = SmallVec::new();
            for operand in data.operands() {
                operands.push(match values.get(&operand) {
                    Some(tile) => tile.clone(),
                    // From outside, and the same for all.
                    None => vec![self.scalar(operand)?; count].into(),
                });
            }
            let tile: Tile = match data {
                // What only the sanitizer executes.
                InstData::Require { .. } => continue,
                InstData::Yield { .. } => return Ok(operands.to_vec()),
                InstData::If { then_block, else_block, .. } => {
                    let (then_block, else_block) = (*then_block, *else_block);
                    let chosen = self.combine_block(then_block, count, values)?;
                    let other = self.combine_block(else_block, count, values)?;
                    let branches = chosen.iter().zip(&other);
                    for (&result, (yes, no)) in self.function.results(inst).iter().zip(branches) {
                        let elem = self.elem(result);
                        let picked: Select<Vec<Val>> = (0..count)
                            .map(|i| self.choose(operands[0][i], yes[i], no[i], elem))
                            .collect();
                        values.insert(result, picked?.into());
                    }
                    continue;
                }
                InstData::Constant { value } => vec![Val::Imm(value.get(0)); count].into(),
                InstData::Poison {} => vec![Val::ZERO; count].into(),
                // Of one element there is one place.
                InstData::Reshape { .. }
                | InstData::Broadcast { .. }
                | InstData::Permute { .. }
                | InstData::Extract { .. } => operands[0].clone(),
                _ => {
                    let elems: SmallVec<[Elem; 4]> =
                        data.operands().iter().map(|&v| self.elem(v)).collect();
                    let x: SmallVec<[&[Val]; 4]> = operands.iter().map(|tile| &tile[..]).collect();
                    let result = self.elem(self.function.results(inst)[0]);
                    self.elementwise(data, &elems, result, &x)?.into()
                }
            };
            values.insert(self.function.results(inst)[0], tile);
        }
        // Only a branch may end without a yield: its `if` has no results.
        Ok(Vec::new())
    }

    /// *Requires* of an instruction in a body that all its values are single elements.
    fn need_single_elements(&self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let operands = data.operands();
        let mut values = operands.iter().chain(self.function.results(inst));
        let is_single = |&value: &Value| {
            let ty = self.function.value_type(value);
            self.module.types.as_tile(ty).is_some_and(|tile| tile.num_elems() == 1)
        };
        if values.all(is_single) {
            return Ok(());
        }
        let op = data.opcode().mnemonic();
        Err(Unsupported::op(format!("{op} of several elements in the body of a reduction")))
    }

    pub(in crate::select) fn operand_tiles(
        &mut self,
        inst: Inst,
        operands: &[Value],
    ) -> Select<Option<(LayoutId, Tiles)>> {
        let Some(at) = self.plan.anchor(inst) else { return Ok(None) };
        let used = self
            .function
            .results(inst)
            .iter()
            .any(|&result| !self.plan.required_layouts(result).is_empty());
        if !used {
            return Ok(None);
        }
        let tiles: Select<Tiles> = operands.iter().map(|&v| Ok(self.at(v, at)?.to_vec())).collect();
        Ok(Some((at, tiles?)))
    }

    /// `takes ? new : old`.
    pub(in crate::select) fn choose(
        &mut self,
        takes: Val,
        new: Val,
        old: Val,
        elem: Elem,
    ) -> Select<Val> {
        self.select_element(&[takes, new, old], elem)
    }
}
