//! Conversions between layouts as code: renaming, shuffles, and exchange through shared memory.
//!
//! In: the registers of a value in one layout. Out: its registers in another. A conversion through shared memory has two
//! halves: elements are written where the value is computed, and read where it is used, so that one barrier may serve
//! several conversions. Conversions that were begun are finished before control flow divides.

use ir::Elem;

use crate::codes;
use crate::linear::convert::{Conversion, Exchange, plan};
use crate::linear::interned::LayoutId;
use crate::linear::layout::LinearLayout;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{ShflMode, Ty};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::memory::scratch::Region;
use crate::select::{Cx, Select, Unsupported};

/// A conversion whose writing half is done.
pub struct PendingConversion {
    value: ir::Value,
    to: LayoutId,
    exchange: Exchange,
    region: Region,
    base: Val,
    /// Whether all threads have passed a barrier since.
    pub(in crate::select) published: bool,
}

impl Cx<'_> {
    fn plan_conversion(
        &self,
        elem: Elem,
        from: &LinearLayout,
        to: &LinearLayout,
    ) -> Select<Conversion> {
        let budget = self.scratch_limit;
        plan(from, to, element::bytes(elem), budget).ok_or_else(|| {
            Unsupported::new(
                codes::TILE_TOO_LARGE,
                format!(
                    "a tile of {elem} with shape {:?} does not fit shared memory",
                    from.shape()
                ),
            )
        })
    }

    /// The registers of a value in another layout, by a planned conversion.
    fn convert_by(
        &mut self,
        tile: &[Val],
        elem: Elem,
        from: &LinearLayout,
        to: &LinearLayout,
        conversion: Conversion,
    ) -> Select<Vec<Val>> {
        match conversion {
            Conversion::Rename(registers) => {
                Ok(registers.iter().map(|&r| tile[r as usize]).collect())
            }
            Conversion::Shuffle { registers, lanes, base } => {
                let lane = self.map_thread(&lanes);
                let mut out = Vec::with_capacity(registers.len());
                for (register, first) in registers.into_iter().zip(base) {
                    let source = self.b.def(Op::Xor { ty: Ty::B32 }, &[lane, Val::u32(first)]);
                    out.push(self.shuffle(tile[register as usize], elem, ShflMode::Idx, source));
                }
                Ok(out)
            }
            Conversion::Exchange(exchange) => self.exchange(tile, elem, from, to, &exchange),
        }
    }

    /// An element of another lane: `lane` is its number (`Idx`) or the XOR to it (`Bfly`).
    pub fn shuffle(&mut self, val: Val, elem: Elem, mode: ShflMode, lane: Val) -> Val {
        let word = self.to_memory(val, elem);
        let moved = match element::class(elem) {
            Class::B64 => {
                let (lo, hi) = self.b.unpack32(word);
                let (lo, hi) =
                    (self.shuffle_word(lo, mode, lane), self.shuffle_word(hi, mode, lane));
                self.b.pack32(lo, hi)
            }
            Class::B16 => {
                let wide = self.b.def(element::cvt(Ty::U32, Ty::U16), &[word]);
                let moved = self.shuffle_word(wide, mode, lane);
                self.b.def(element::cvt(Ty::U16, Ty::U32), &[moved])
            }
            Class::B32 | Class::Pred => self.shuffle_word(word, mode, lane),
        };
        self.from_memory(moved, elem)
    }

    fn shuffle_word(&mut self, word: Val, mode: ShflMode, lane: Val) -> Val {
        if word.imm().is_some() {
            return word;
        }
        let clamp = if mode == ShflMode::Up { 0 } else { 31 };
        self.b.def(Op::Shfl { mode }, &[word, lane, Val::u32(clamp), ALL_LANES])
    }

    /// Begins to convert a value: what other threads need is written to shared memory, to be read
    /// when it is used. Conversions that need no barrier are done at once.
    pub fn begin_conversion(
        &mut self,
        value: ir::Value,
        tile: &[Val],
        (from, to): (LayoutId, LayoutId),
    ) -> Select<()> {
        let elem = self.elem(value);
        let (from, target) = (self.layout(from), self.layout(to));
        match self.plan_conversion(elem, &from, &target)? {
            Conversion::Exchange(exchange)
                if exchange.passes.is_empty() && !exchange.within_warp =>
            {
                let (region, base) = self.write_side(tile, elem, &from, &exchange, 0)?;
                self.conversions.push(PendingConversion {
                    value,
                    to,
                    exchange,
                    region,
                    base,
                    published: false,
                });
                Ok(())
            }
            plan => {
                let tile = self.convert_by(tile, elem, &from, &target, plan)?;
                self.set(value, to, tile);
                Ok(())
            }
        }
    }

    /// The reading half of a conversion that was begun, if there is one.
    pub fn finish_conversion(&mut self, value: ir::Value, to: LayoutId) -> Select<()> {
        let found = self.conversions.iter().position(|c| c.value == value && c.to == to);
        let Some(index) = found else { return Ok(()) };
        if !self.conversions[index].published {
            self.barrier();
        }
        let conversion = self.conversions.remove(index);
        let (elem, layout) = (self.elem(value), self.layout(to));
        let mut out = vec![Val::ZERO; layout.num_registers() as usize];
        self.read_side(elem, &layout, &conversion.exchange, (conversion.base, 0), &mut out);
        self.scratch.read(conversion.region);
        self.set(value, to, out);
        Ok(())
    }

    /// Drops unfinished conversions, where the kernel ends.
    pub fn abandon_conversions(&mut self) {
        self.conversions.clear();
        self.scratch.abandon();
    }

    /// Finishes all conversions, before control flow divides or ends.
    pub fn finish_conversions(&mut self) -> Select<()> {
        while let Some(conversion) = self.conversions.first() {
            let (value, to) = (conversion.value, conversion.to);
            self.finish_conversion(value, to)?;
        }
        Ok(())
    }
}
