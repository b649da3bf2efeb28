//! Boxes: the pieces in which TMA brings a tile of a tensor map.

use ir::Value;
use smallvec::{SmallVec, smallvec};

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{TensorRank, Ty};
use crate::schedule::pipeline::{AsyncLoad, PAIR};
use crate::select::{Cx, Select, Unsupported};

/// A box of an asynchronous load's tile, relative to it: its place along the contiguous axis and the other one, and
/// in the buffer.
#[derive(Clone, Copy)]
pub(in crate::select) struct TmaBox {
    pub inner: u32,
    pub outer: u32,
    pub offset: u32,
}

/// The boxes of an asynchronous load's tile.
pub(in crate::select) fn boxes(async_load: &AsyncLoad) -> SmallVec<[TmaBox; 4]> {
    let staged = async_load.staged;
    let one = |number: u32| TmaBox {
        inner: number / async_load.boxes_per_chunk * staged.row_elems(),
        outer: number % async_load.boxes_per_chunk * (staged.rows / async_load.boxes_per_chunk),
        offset: number * (staged.chunk_bytes() / async_load.boxes_per_chunk),
    };
    (0..staged.chunks * async_load.boxes_per_chunk).map(one).collect()
}

impl Cx<'_> {
    /// Where in its tensor an asynchronous load's tile begins, in the order of its map.
    pub(in crate::select) fn tile_coordinates(
        &mut self,
        async_load: &AsyncLoad,
        view: Value,
        index: &[Value],
    ) -> Select<SmallVec<[Val; 5]>> {
        let steps = self.view_steps(view);
        let mut coordinates: SmallVec<[Val; 5]> = smallvec![];
        for &dim in &async_load.axes {
            let at = self.scalar(index[dim])?;
            let at = self.low_32(at, index[dim]);
            let step = Val::u32(steps[dim]);
            coordinates.push(self.b.mul_int(Ty::U32, at, step, Exact::NEITHER));
        }
        Ok(coordinates)
    }

    /// The map of an asynchronous load and its rank.
    pub(in crate::select) fn box_source(
        &mut self,
        async_load: &AsyncLoad,
        dims: usize,
    ) -> Select<(Reg, TensorRank)> {
        let rank =
            TensorRank::of(dims).ok_or_else(|| Unsupported::op("a tensor map of that rank"))?;
        let map = self.map_address(async_load.map).and_then(Val::reg);
        let map = map.ok_or_else(|| Unsupported::op("a stream without a tensor map"))?;
        Ok((map, rank))
    }

    /// Copies a box of the tile that begins at coordinates to a buffer, or to that of both CTAs.
    pub(in crate::select) fn copy_box(
        &mut self,
        async_load: &AsyncLoad,
        (map, rank): (Reg, TensorRank),
        from: &[Val],
        (to, signal): (Val, &Operand),
        one: TmaBox,
        shared: bool,
    ) {
        let to = self.b.mem(to, one.offset as i32);
        let from =
            Operand::Tensor { map, coordinates: self.box_coordinates(async_load, from, one) };
        let signal = signal.clone();
        if shared {
            let both = Val::u32((1 << PAIR) - 1).into();
            let op = Op::BulkTensorMulticast { rank };
            self.b.emit(op, &[], &[to, from, signal, both]);
        } else {
            self.b.emit(Op::BulkTensorLoad { rank }, &[], &[to, from, signal]);
        }
    }

    /// Where a box of the tile that begins at coordinates begins.
    pub(in crate::select) fn box_coordinates(
        &mut self,
        async_load: &AsyncLoad,
        from: &[Val],
        one: TmaBox,
    ) -> Box<[Val]> {
        let mut at: Box<[Val]> = from.into();
        let add = Op::Add { ty: Ty::U32 };
        at[0] = self.b.def(add, &[at[0], Val::u32(one.inner)]);
        if one.outer > 0 {
            at[async_load.outer] = self.b.def(add, &[at[async_load.outer], Val::u32(one.outer)]);
        }
        at
    }
}
