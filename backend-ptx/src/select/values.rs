//! The registers of values: what [`Cx`] knows of a value, and its tile in each layout that assignment requires.
//!
//! In: a value, and how its elements are computed in a layout. Out: a register per element that a thread holds. A tile
//! is set once for a layout; [`Cx::at`] gives it when the MMA or the conversion that it comes from is done. Only the
//! accumulators of 16 bits of `wgmma` are kept in words of two elements, which [`Cx::at`] takes apart.

use ir::{Elem, Inst, Value};
use smallvec::SmallVec;

use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::select::{Cx, Select, Tile, Unsupported};

/// The selector of a permutation that leaves the bytes of a word where they are.
const BYTES_IN_ORDER: u32 = 0x3210;

impl<'a> Cx<'a> {
    pub fn elem(&self, value: Value) -> Elem {
        // The verifier has seen to it that operands of tile type are tiles.
        self.module.types.elem(self.function.value_type(value)).unwrap_or(Elem::Ptr(ir::Scalar::I8))
    }

    pub fn dims(&self, value: Value) -> &'a [u32] {
        self.module.types.dims(self.function.value_type(value))
    }

    pub fn is_tile(&self, value: Value) -> bool {
        self.module.types.as_tile(self.function.value_type(value)).is_some()
    }

    pub fn layout(&self, id: LayoutId) -> LinearLayout {
        self.plan.layouts[id].clone()
    }

    /// How many elements a thread has of a tile in a layout.
    pub(in crate::select) fn num_registers(&self, id: LayoutId) -> usize {
        self.plan.layouts[id].num_registers() as usize
    }

    /// The one value that all elements are known to have.
    pub fn known(&self, value: Value) -> Option<u64> {
        self.facts.get(value).bounds.value().map(|known| known as u64)
    }

    /// How many values are held in a layout.
    pub fn required_count(&self, layout: LayoutId) -> usize {
        self.tiles.keys().filter(|(_, id)| *id == layout).count()
    }

    /// The registers of a value in a layout that assignment has required.
    pub fn at(&mut self, value: Value, layout: LayoutId) -> Select<Tile> {
        let tile = self.held_at(value, layout)?;
        Ok(self.unpacked(value, layout, tile))
    }

    /// The same in words, as MMAs accumulate elements of 16 bits.
    pub fn words_at(&mut self, value: Value, layout: LayoutId) -> Select<Vec<Val>> {
        let tile = self.held_at(value, layout)?;
        Ok(match tile.len() < self.num_registers(layout) {
            true => tile.to_vec(),
            false => self.pack_words(&tile, self.elem(value).bits() / 8),
        })
    }

    /// The registers of a value, of elements or of words.
    fn held_at(&mut self, value: Value, layout: LayoutId) -> Select<Tile> {
        self.finish(value)?;
        self.finish_conversion(value, layout)?;
        self.tiles.get(&(value, layout)).cloned().ok_or_else(|| {
            Unsupported::new(
                crate::codes::MALFORMED_PTX,
                format!("{value} was not provided in layout {}", self.plan.layouts[layout]),
            )
        })
    }

    /// The elements of a tile that may be in words, as accumulators of 16 bits are.
    ///
    /// For `ptxas` the halves of a word are names of its register, and it may place them in front of the wait for the MMA that
    /// writes it; then each MMA of the loop is waited for. The result of an instruction stays behind the wait.
    fn unpacked(&mut self, value: Value, layout: LayoutId, tile: Tile) -> Tile {
        if tile.len() == self.num_registers(layout) {
            return tile;
        }
        let word = |cx: &mut Self, word: Val| match word.reg() {
            Some(_) if cx.is_in_loop() => {
                cx.b.def(Op::Prmt {}, &[word, word, Val::u32(BYTES_IN_ORDER)])
            }
            _ => word,
        };
        let words: Vec<Val> = tile.iter().map(|&val| word(self, val)).collect();
        self.unpack_words(&words, self.elem(value).bits() / 8).into()
    }

    /// The register of a value that has one element.
    pub fn scalar(&mut self, value: Value) -> Select<Val> {
        let layout = LinearLayout::replicated(self.dims(value), self.plan.warp_bits);
        let id = self.plan.layouts.intern(layout);
        Ok(self.at(value, id)?[0])
    }

    pub fn set(&mut self, value: Value, layout: LayoutId, tile: impl Into<Tile>) {
        self.tiles.insert((value, layout), tile.into());
    }

    /// The value in every layout required of it: in its defining layout, converted to the others, or computed
    /// in each.
    pub fn materialize(
        &mut self,
        value: Value,
        mut compute: impl FnMut(&mut Self, LayoutId) -> Select<Vec<Val>>,
    ) -> Select<()> {
        let required_layouts: SmallVec<[LayoutId; 2]> = self.plan.required_layouts(value).into();
        match self.plan.def_layout(value) {
            Some(def_layout) if !required_layouts.is_empty() => {
                let tile = compute(self, def_layout)?;
                self.set_def_layout(value, def_layout, tile)
            }
            Some(_) => Ok(()),
            None => {
                for layout in required_layouts {
                    let tile = compute(self, layout)?;
                    self.set(value, layout, tile);
                }
                Ok(())
            }
        }
    }

    /// Sets a value in its defining layout and in the others required.
    pub fn set_def_layout(
        &mut self,
        value: Value,
        def_layout: LayoutId,
        tile: Vec<Val>,
    ) -> Select<()> {
        let tile: Tile = tile.into();
        self.set(value, def_layout, tile.clone());
        let required_layouts: SmallVec<[LayoutId; 2]> = self.plan.required_layouts(value).into();
        if self.in_flight.contains(value)
            && required_layouts.iter().any(|&other| other != def_layout)
        {
            self.drain_early()?;
        }
        for other in required_layouts {
            if other != def_layout {
                let elements = self.unpacked(value, def_layout, tile.clone());
                self.begin_conversion(value, &elements, (def_layout, other))?;
            }
        }
        Ok(())
    }

    /// Gives the results of a failed instruction some value, so that selection can go on.
    pub(in crate::select) fn materialize_zeros(&mut self, inst: Inst) {
        for &result in self.function.results(inst) {
            let required_layouts: SmallVec<[LayoutId; 2]> =
                self.plan.required_layouts(result).into();
            for layout in required_layouts {
                let count = self.plan.layouts[layout].num_registers() as usize;
                self.set(result, layout, vec![Val::ZERO; count]);
            }
        }
    }
}
