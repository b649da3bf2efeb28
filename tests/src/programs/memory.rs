//! Accesses: tiles that a program writes and reads back, in another order or through a view.

use ir::{
    Builder, CmpPredicate, Hints, Inbounds, MemoryOrdering, MemoryScope, Overflow, PaddingValue,
    RmwMode, Scalar, Signedness, Value,
};

use super::{COUNT, Drawing, SHAPES, WEAK};
use crate::kernels;

impl Drawing {
    pub(super) fn access(&mut self, b: &mut Builder<'_>) {
        let (elem, base) = self.random.pick(&self.buffers.clone());
        match self.random.below(4) {
            0 => {
                let shape = self.random.pick(&SHAPES);
                let tile = self.load(b, base, shape);
                self.pool.push(tile);
            }
            1 => {
                let value = self.any();
                let ty = b.value_type(value);
                let to = b.types.with_elem(ty, elem);
                if let Some(value) = to.and_then(|to| self.converted(b, value, to)) {
                    self.store(b, base, value);
                }
            }
            2 if matches!(elem, Scalar::I32 | Scalar::I64) => self.update(b, elem, base),
            _ => self.view(b, elem, base),
        }
    }

    /// An atomic update of as many places as the tile has elements, some masked off.
    fn update(&mut self, b: &mut Builder<'_>, elem: Scalar, base: Value) {
        let shape = self.random.pick(&SHAPES);
        let ty = b.types.tile(shape, elem);
        let arg = self.of_type(b, ty);
        let index = self.indices(b, shape);
        let to = kernels::pointers(b, base, index);
        let ints = b.value_type(index);
        let bound = b.const_bits(ints, 1 + self.random.below(COUNT as usize) as u64);
        let inside = b.cmpi(index, bound, CmpPredicate::LessThan, Signedness::Signed);
        let mask = self.random.one_in(2).then_some(inside);
        let modes: Vec<RmwMode> =
            RmwMode::ALL.iter().copied().filter(|mode| *mode != RmwMode::AddF).collect();
        let mode = self.random.pick(&modes);
        let ordering = self.random.pick(&[MemoryOrdering::Relaxed, MemoryOrdering::AcqRel]);
        let scope = self.random.pick(MemoryScope::ALL);
        let token = Some(self.token);
        let none = Overflow::None;
        let (old, token) = b.atomic_rmw_tko(to, arg, mask, token, ordering, scope, mode, none);
        self.token = token;
        // What a masked element yields is open.
        let zero = b.const_bits(ty, 0);
        let old = if mask.is_some() { b.select(inside, old, zero) } else { old };
        self.pool.push(old);
    }

    /// A tile of a matrix with ragged edges, loaded or stored.
    fn view(&mut self, b: &mut Builder<'_>, elem: Scalar, base: Value) {
        let tile = self.random.pick(&[[8, 8], [4, 16], [16, 4]]);
        let (rows, columns) = (19, 21 + self.random.below(5) as i64);
        let sizes = [rows, columns].map(|size| b.const_i32(size as i32));
        let padding = Some(PaddingValue::Zero);
        let view = kernels::matrix_view(b, base, (sizes[0], sizes[1]), &tile, elem, padding);
        // The launch's number as far as there are tiles.
        let index: Vec<Value> = [rows, columns]
            .iter()
            .zip(tile)
            .map(|(&size, tile)| {
                let last = b.const_i32((size as i32 - 1) / tile as i32);
                b.mini(self.number, last, Signedness::Signed)
            })
            .collect();
        let token = Some(self.token);
        if self.random.one_in(2) {
            let (loaded, token) =
                b.load_view_tko(view, index, token, WEAK, None, Hints::new(), Inbounds::new());
            self.token = token;
            self.pool.push(loaded);
            return;
        }
        let ty = b.types.tile(&tile, elem);
        let value = self.of_type(b, ty);
        self.token =
            b.store_view_tko(value, view, index, token, WEAK, None, Hints::new(), Inbounds::new());
    }
}
