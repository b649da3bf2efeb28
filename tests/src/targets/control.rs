//! Control flow that carries tiles, and what a block knows of itself.

use ir::{Assumption, Builder, CmpPredicate, Hints, Opcode, Overflow, Scalar, Signedness, Value};

use super::{Buffers, Cell, Kernel, WEAK, read, sample, write};
use crate::differential::EXACT;
use crate::kernels;

const COUNT: u32 = 128;

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &elem in Scalar::ALL {
        cells.push(Cell::new(Opcode::If, "if", elem, branches(elem)));
        cells.push(Cell::new(Opcode::For, "for, carrying", elem, for_loop(elem)));
        cells.push(Cell::new(Opcode::Loop, "loop", elem, endless_loop(elem)));
        if elem.is_int() {
            // A step of one is minus one in i1.
            if elem.bits() >= 8 {
                cells.push(Cell::new(Opcode::For, "for, counting", elem, counting(elem)));
            }
            cells.push(Cell::new(Opcode::Assume, "assume", elem, assume(elem)));
        }
        cells.push(Cell::new(Opcode::PrintTko, "print_tko", elem, print(elem)));
    }
    let orders: [(Opcode, TokenOp); 3] = [
        (Opcode::GdcLaunchDependentsTko, |b, token| b.gdc_launch_dependents_tko(Some(token))),
        (Opcode::GdcWaitTko, |b, token| b.gdc_wait_tko(Some(token))),
        (Opcode::MemoryFenceAliasTko, |b, token| b.memory_fence_alias_tko(token)),
    ];
    for (op, order) in orders {
        cells.push(Cell::new(op, op.mnemonic(), Scalar::I32, ordered(order)));
    }
    let mut blocks = Cell::new(Opcode::GetTileBlockId, "get_tile_block_id", Scalar::I32, blocks());
    blocks.grid = [2, 3, 2];
    cells.push(blocks);
    cells.push(Cell::new(Opcode::Assert, "assert", Scalar::I1, assert()));
    cells
}

/// Makes a token that is ordered after another one.
type TokenOp = fn(&mut Builder<'_>, Value) -> Value;

/// A store, then an op on tokens, then a load of what was stored by other threads.
fn ordered(order: TokenOp) -> Kernel {
    let mut buffers = Buffers::default();
    let (between, output) =
        (buffers.output(Scalar::I32, COUNT), buffers.output(Scalar::I32, COUNT));
    buffers.kernel(EXACT, |b, p| {
        let ty = b.types.tile(&[COUNT], Scalar::I32);
        let index = b.iota(ty);
        let to = kernels::pointers(b, p[between], index);
        let token = b.store_ptr_tko(to, index, None, None, WEAK, None, Hints::new());
        let token = order(b, token);
        let last = b.const_bits(ty, u64::from(COUNT - 1));
        let other = b.subi(last, index, Overflow::None);
        let from = kernels::pointers(b, p[between], other);
        let (tile, _) = b.load_ptr_tko(from, None, None, Some(token), WEAK, None, Hints::new());
        write(b, p[output], tile);
    })
}

/// One of two tiles by a condition that is known only at run time.
fn branches(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let inputs = [1, 2].map(|seed| buffers.input(sample::numbers(elem, COUNT, seed)));
    let number = buffers.number(Scalar::I32, 5);
    let outputs = [(); 2].map(|()| buffers.output(elem, COUNT));
    buffers.kernel(EXACT, |b, p| {
        let tiles = inputs.map(|input| read(b, p[input], elem, &[COUNT]));
        let ty = b.value_type(tiles[0]);
        for (bound, output) in [4, 6].into_iter().zip(outputs) {
            let bound = b.const_i32(bound);
            let yes = b.cmpi(p[number], bound, CmpPredicate::LessThan, Signedness::Signed);
            let parts = b.open_if(yes, &[ty]);
            let outer = b.block();
            b.switch_to(parts.then_block);
            b.yield_([tiles[0]]);
            b.switch_to(parts.else_block);
            b.yield_([tiles[1]]);
            b.switch_to(outer);
            write(b, p[output], parts.results[0]);
        }
    })
}

/// Two tiles that change places seven times.
fn for_loop(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let inputs = [1, 2].map(|seed| buffers.input(sample::numbers(elem, COUNT, seed)));
    let number = buffers.number(Scalar::I32, 7);
    let output = buffers.output(elem, COUNT);
    buffers.kernel(EXACT, |b, p| {
        let tiles = inputs.map(|input| read(b, p[input], elem, &[COUNT]));
        let (zero, one) = (b.const_i32(0), b.const_i32(1));
        let parts = b.open_for(zero, p[number], one, false, &tiles);
        let outer = b.block();
        b.switch_to(parts.body);
        b.continue_([parts.carried[1], parts.carried[0]]);
        b.switch_to(outer);
        write(b, p[output], parts.results[0]);
    })
}

/// Leaves in the third round, from inside of an `if`.
fn endless_loop(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let inputs = [1, 2].map(|seed| buffers.input(sample::numbers(elem, COUNT, seed)));
    let number = buffers.number(Scalar::I32, 3);
    let output = buffers.output(elem, COUNT);
    buffers.kernel(EXACT, |b, p| {
        let tiles = inputs.map(|input| read(b, p[input], elem, &[COUNT]));
        let ty = b.value_type(tiles[0]);
        let (zero, one) = (b.const_i32(0), b.const_i32(1));
        let parts = b.open_loop(&[tiles[0], tiles[1], zero], &[ty]);
        let outer = b.block();
        b.switch_to(parts.body);
        let [x, y, count] = [0, 1, 2].map(|at| parts.carried[at]);
        let next = b.addi(count, one, Overflow::None);
        let ends = b.cmpi(next, p[number], CmpPredicate::Equal, Signedness::Signed);
        let branch = b.open_if(ends, &[]);
        b.switch_to(branch.then_block);
        b.break_([x]);
        b.switch_to(branch.else_block);
        b.yield_([]);
        b.switch_to(parts.body);
        b.continue_([y, x, next]);
        b.switch_to(outer);
        write(b, p[output], parts.results[0]);
    })
}

/// Sums of the induction variable, signed and unsigned.
fn counting(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let bounds = [elem.mask().wrapping_sub(5) & elem.mask(), 3 & elem.mask(), 9 & elem.mask()];
    let bounds = bounds.map(|bound| buffers.number(elem, bound));
    let outputs = [(); 2].map(|()| buffers.output(Scalar::I64, 1));
    buffers.kernel(EXACT, |b, p| {
        let zero = b.const_i64(0);
        let one = b.const_int(elem, 1);
        let two = b.const_int(elem, 2);
        let wide = b.types.scalar(Scalar::I64);
        let ways = [(bounds[0], bounds[1], one, false), (bounds[1], bounds[2], two, true)];
        for ((from, to, step, unsigned), output) in ways.into_iter().zip(outputs) {
            let parts = b.open_for(p[from], p[to], step, unsigned, &[zero]);
            let outer = b.block();
            b.switch_to(parts.body);
            let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
            let counted = if elem == Scalar::I64 {
                parts.induction
            } else {
                b.exti(parts.induction, signedness, wide)
            };
            let sum = b.addi(parts.carried[0], counted, Overflow::None);
            b.continue_([sum]);
            b.switch_to(outer);
            let result = parts.results[0];
            b.store_ptr_tko(p[output], result, None, None, super::WEAK, None, ir::Hints::new());
        }
    })
}

fn assume(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let bits = (0..u64::from(COUNT)).map(|at| (at * 4) & 0x7C & elem.mask()).collect();
    let input = buffers.input(crate::differential::Arg::Buffer(elem, bits));
    let output = buffers.output(elem, COUNT);
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[COUNT]);
        let tile = b.assume(tile, Assumption::DivBy { divisor: 4, every: None });
        let tile = b.assume(tile, Assumption::Bounded { lower: Some(0), upper: Some(127) });
        write(b, p[output], tile);
    })
}

/// Every block writes where it is and how many there are.
fn blocks() -> Kernel {
    let mut buffers = Buffers::default();
    let output = buffers.output(Scalar::I32, 12 * 6);
    buffers.kernel(EXACT, |b, p| {
        let none = Overflow::None;
        let (x, y, z) = b.get_tile_block_id();
        let (width, height, depth) = b.get_num_tile_blocks();
        let plane = b.muli(z, height, none);
        let row = b.addi(plane, y, none);
        let row = b.muli(row, width, none);
        let number = b.addi(row, x, none);
        let six = b.const_i32(6);
        let start = b.muli(number, six, none);
        for (at, value) in (0..).zip([x, y, z, width, height, depth]) {
            let at = b.const_i32(at);
            let place = b.addi(start, at, none);
            let to = b.offset(p[output], place);
            b.store_ptr_tko(to, value, None, None, super::WEAK, None, ir::Hints::new());
        }
    })
}

fn print(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 4, 3));
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[4]);
        let format = if elem.is_int() { "%d\n" } else { "%f\n" };
        b.print_tko([tile], None, format.into());
    })
}

fn assert() -> Kernel {
    let mut buffers = Buffers::default();
    let number = buffers.number(Scalar::I32, 5);
    let output = buffers.output(Scalar::I32, COUNT);
    buffers.kernel(EXACT, |b, p| {
        let five = b.const_i32(5);
        let holds = b.cmpi(p[number], five, CmpPredicate::Equal, Signedness::Signed);
        b.assert(holds, "a.cu:3: f: n == 5".into());
        let tile = kernels::splat(b, p[number], &[COUNT]);
        write(b, p[output], tile);
    })
}
