//! Instructions with regions: `if`, `for`, `loop`, `reduce` and `scan`.
//!
//! A body is made with the terminator that hands the carried values on as they are; then comes what
//! it computes, and the terminator hands over some of that.

use ir::{Block, Literal, Opcode, Overflow, Scalar, Type, Value};
use smallvec::SmallVec;

use super::{Generator, NUMBERS};

impl Generator {
    pub(super) fn region(&mut self, op: Opcode, depth: usize) {
        let carried: Vec<Value> = (0..self.random.below(3))
            .map(|_| {
                let ty = self.tile_type(NUMBERS);
                self.value(ty)
            })
            .collect();
        let types: Vec<Type> = carried.iter().map(|&value| self.value_type(value)).collect();
        let (results, blocks) = match op {
            Opcode::If => {
                let ty = self.module.types.scalar(Scalar::I1);
                let condition = self.value(ty);
                let mut b = self.builder();
                let parts = b.open_if(condition, &types);
                for block in [parts.then_block, parts.else_block] {
                    b.switch_to(block);
                    b.yield_(carried.iter().copied());
                }
                (parts.results, vec![(parts.then_block, vec![]), (parts.else_block, vec![])])
            }
            Opcode::For => {
                let scalar = self.random.pick(&[Scalar::I8, Scalar::I32, Scalar::I64]);
                let ty = self.module.types.scalar(scalar);
                let bounds = match self.buffers.is_empty() {
                    true => [(); 3].map(|()| self.value(ty)),
                    // A few turns, or none.
                    false => [(0, 2), (0, 5), (1, 2)].map(|(least, choices)| {
                        let bits = least + self.random.below(choices) as u64;
                        self.builder().const_bits(ty, bits)
                    }),
                };
                let unsigned = self.random.one_in(3);
                let mut b = self.builder();
                let parts = b.open_for(bounds[0], bounds[1], bounds[2], unsigned, &carried);
                b.switch_to(parts.body);
                b.continue_(parts.carried.iter().copied());
                let mut visible = parts.carried.to_vec();
                visible.push(parts.induction);
                (parts.results, vec![(parts.body, visible)])
            }
            _ => {
                let mut b = self.builder();
                let parts = b.open_loop(&carried, &types);
                b.switch_to(parts.body);
                b.break_(parts.carried.iter().copied());
                (parts.results, vec![(parts.body, parts.carried.to_vec())])
            }
        };
        for (block, visible) in blocks {
            let outside = self.values.len();
            self.values.extend(visible);
            let budget = self.random.below(5);
            self.block(block, budget, depth + 1);
            self.end_with_others(block, &types);
            self.values.truncate(outside);
        }
        self.values.extend(results);
    }

    /// Lets the terminator of a block hand over values that the block made.
    fn end_with_others(&mut self, block: Block, types: &[Type]) {
        let Some(end) = self.function().terminator(block) else { return };
        for (index, &ty) in types.iter().enumerate() {
            let fitting: Vec<Value> =
                self.values.iter().copied().filter(|&value| self.value_type(value) == ty).collect();
            if fitting.is_empty() {
                continue;
            }
            let chosen = self.random.pick(&fitting);
            let mut at = 0;
            self.function().data_mut(end).for_each_operand_mut(|operand| {
                if at == index {
                    *operand = chosen;
                }
                at += 1;
            });
        }
    }

    pub(super) fn combination(&mut self, op: Opcode) {
        let shape = self.random.pick(&[&[4][..], &[8], &[2, 4], &[2, 2, 2]]);
        let dim = self.random.below(shape.len()) as u32;
        let count = if op == Opcode::Reduce { 1 + self.random.below(2) } else { 1 };
        let (mut operands, mut identities) = (Vec::new(), SmallVec::new());
        for _ in 0..count {
            let elem = self.random.pick(&[Scalar::I8, Scalar::I32, Scalar::F32, Scalar::F16]);
            let ty = self.module.types.tile(shape, elem);
            operands.push(self.value(ty));
            identities.push(Literal { elem, bits: self.random.draw() & elem.mask() });
        }
        let reverse = self.random.one_in(2);
        let swaps = self.random.one_in(2);
        let mut b = self.builder();
        let parts = if op == Opcode::Reduce {
            b.open_reduce(&operands, dim, identities)
        } else {
            b.open_scan(&operands, dim, reverse, identities)
        };
        b.switch_to(parts.body);
        let mut sums = Vec::new();
        for pair in parts.params.chunks(2) {
            let (x, acc) = if swaps { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            let is_float = b.types.elem_scalar(b.value_type(x)).is_some_and(Scalar::is_float);
            sums.push(if is_float {
                b.maxf(x, acc, swaps, false)
            } else {
                b.addi(x, acc, Overflow::None)
            });
        }
        b.yield_(sums);
        self.values.extend(parts.results);
    }
}
