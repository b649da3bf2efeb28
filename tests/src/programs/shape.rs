//! Movements of elements, reductions and products.

use ir::{Builder, Literal, Overflow, Scalar, Signedness, Value};

use super::{COUNT, Drawing, INTS};

impl Drawing {
    pub(super) fn reshape(&mut self, b: &mut Builder<'_>) {
        let x = self.any();
        let ty = b.value_type(x);
        let dims = b.types.dims(ty).to_vec();
        let rank = dims.len();
        let count: u32 = dims.iter().product();
        let made = match self.random.below(5) {
            0 => {
                let mut order: Vec<u32> = (0..rank as u32).collect();
                for at in (1..rank).rev() {
                    order.swap(at, self.random.below(at + 1));
                }
                b.permute(x, order.into_iter().collect())
            }
            1 => {
                let shapes = [vec![count], vec![count / 2, 2], vec![2, count / 2], vec![1, count]];
                let shape = &shapes[self.random.below(4)];
                match b.types.with_dims(ty, shape) {
                    Some(to) if shape.iter().product::<u32>() == count => b.reshape(x, to),
                    _ => return,
                }
            }
            2 if count * 8 <= COUNT => {
                let grown: Vec<u32> =
                    dims.iter().map(|&dim| if dim == 1 { 8 } else { dim }).collect();
                match b.types.with_dims(ty, &grown) {
                    Some(to) if grown.iter().product::<u32>() <= COUNT => b.broadcast(x, to),
                    _ => return,
                }
            }
            3 if rank > 0 && count * 2 <= COUNT => {
                let y = self.of_type(b, ty);
                let dim = self.random.below(rank) as u32;
                b.cat(x, y, dim)
            }
            _ => {
                let half: Vec<u32> = dims
                    .iter()
                    .map(|&dim| if self.random.one_in(2) { dim } else { (dim / 2).max(1) })
                    .collect();
                let Some(to) = b.types.with_dims(ty, &half) else { return };
                let indices: Vec<Value> = dims
                    .iter()
                    .zip(&half)
                    .map(|(all, part)| {
                        let last = (all / part - 1) as i32;
                        let known = b.const_i32(self.random.below(last as usize + 1) as i32);
                        if self.random.one_in(2) {
                            return known;
                        }
                        // As far as the launch's number goes.
                        let last = b.const_i32(last);
                        b.mini(self.number, last, Signedness::Signed)
                    })
                    .collect();
                b.extract(x, indices, to)
            }
        };
        self.pool.push(made);
    }

    /// A reduction, a scan, or a product of integers.
    pub(super) fn combine(&mut self, b: &mut Builder<'_>) {
        let x = self.any();
        let ty = b.value_type(x);
        let (Some(elem), rank) = (b.types.elem_scalar(ty), b.types.dims(ty).len()) else { return };
        if rank == 2 && self.random.one_in(2) {
            return self.product(b, x);
        }
        if rank == 0 || !(elem.is_int() || elem.is_arith_float()) {
            return;
        }
        let dim = self.random.below(rank) as u32;
        let adds = elem.is_int() && self.random.one_in(2);
        let bits = match (elem, adds) {
            (_, true) => 0,
            (Scalar::F16, _) => 0xFC00,
            (Scalar::BF16, _) => 0xFF80,
            (Scalar::F32, _) => 0xFF80_0000,
            (Scalar::F64, _) => 0xFFF0_0000_0000_0000,
            (int, _) => 1 << (int.bits() - 1),
        };
        let identities = [Literal { elem, bits }].into_iter().collect();
        let outer = b.block();
        let (body, params, results) = if self.random.one_in(2) {
            let parts = b.open_reduce(&[x], dim, identities);
            (parts.body, parts.params, parts.results)
        } else {
            let back = self.random.one_in(2);
            let parts = b.open_scan(&[x], dim, back, identities);
            (parts.body, parts.params, parts.results)
        };
        b.switch_to(body);
        let result = match (elem.is_int(), adds) {
            (true, true) => b.addi(params[0], params[1], Overflow::None),
            (true, false) => b.maxi(params[0], params[1], Signedness::Signed),
            // The larger of two zeros does not depend on the order.
            (false, _) => b.maxf(params[0], params[1], false, false),
        };
        b.yield_([result]);
        b.switch_to(outer);
        self.pool.push(results[0]);
    }

    /// A product of bytes, which is exact.
    fn product(&mut self, b: &mut Builder<'_>, x: Value) {
        let ty = b.value_type(x);
        let (m, k) = (b.types.dims(ty)[0], b.types.dims(ty)[1]);
        let n = self.random.pick(&[4, 8, 16]);
        if m * n > COUNT || k * n > COUNT {
            return;
        }
        let types = [[m, k], [k, n]].map(|dims| b.types.tile(&dims, Scalar::I8));
        let sums = b.types.tile(&[m, n], Scalar::I32);
        let elem = b.types.elem_scalar(ty);
        let lhs = match elem {
            Some(int) if INTS.contains(&int) => self.converted(b, x, types[0]),
            _ => None,
        };
        let lhs = lhs.unwrap_or_else(|| self.of_type(b, types[0]));
        let (rhs, acc) = (self.of_type(b, types[1]), self.of_type(b, sums));
        let signs = [self.random.pick(Signedness::ALL), self.random.pick(Signedness::ALL)];
        let product = b.mmai(lhs, rhs, acc, signs[0], signs[1]);
        self.pool.push(product);
    }
}
