//! Ops that move elements: every format, ranks from 0 to 8, tiles within a thread and across warps.

use ir::{Builder, DenseConstant, Opcode, Scalar, Type, Value};

use super::{Buffers, Cell, Kernel, count, read, sample, stored, write};
use crate::differential::{Arg, EXACT};

/// A shape of every rank, and some that are cut otherwise.
const SHAPES: [&[u32]; 11] = [
    &[],
    &[256],
    &[32, 64],
    &[1, 8],
    &[4, 8, 16],
    &[2, 1, 4, 8],
    &[2, 4, 2, 4, 2],
    &[2, 2, 2, 2, 2, 2],
    &[1, 2, 1, 4, 1, 2, 2],
    &[2, 2, 2, 2, 2, 2, 2, 2],
    &[1024],
];

type Make = fn(&mut Builder<'_>, Value) -> Vec<Value>;

const OPS: [(Opcode, Make); 8] = [
    (Opcode::Broadcast, broadcast),
    (Opcode::Reshape, reshape),
    (Opcode::Permute, permute),
    (Opcode::Extract, extract),
    (Opcode::Insert, insert),
    (Opcode::Cat, cat),
    (Opcode::Pack, pack),
    (Opcode::Unpack, unpack),
];

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &elem in Scalar::ALL {
        for (op, make) in OPS {
            cells.push(Cell::new(op, op.mnemonic(), elem, kernel(elem, make)));
        }
        cells.push(Cell::new(Opcode::Constant, "constant", elem, constants(elem)));
        if elem.is_int() {
            cells.push(Cell::new(Opcode::Iota, "iota", elem, iota(elem)));
        }
        cells.push(Cell::new(Opcode::Poison, "poison", elem, poison(elem)));
    }
    cells
}

/// A kernel with what `make` gives of a tile of each shape.
fn kernel(elem: Scalar, make: Make) -> Kernel {
    // Elements of four bits come in pairs.
    let fits = |shape: &&[u32]| elem.bits() >= 8 || shape.iter().any(|&extent| extent > 1);
    let shapes = || SHAPES.into_iter().filter(fits);
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 2048, 3));
    // The formats and sizes of the results, from a kernel that is thrown away.
    let mut results = Vec::new();
    crate::kernels::kernel("alone", &[ir::Elem::Ptr(stored(elem))], |b, p| {
        for shape in shapes() {
            let tile = read(b, p[0], elem, shape);
            for value in make(b, tile) {
                let ty = b.value_type(value);
                results.push((b.types.elem_scalar(ty).unwrap_or(elem), count(b, ty)));
            }
        }
    });
    let outputs: Vec<usize> =
        results.into_iter().map(|(elem, count)| buffers.output(elem, count)).collect();
    buffers.kernel(EXACT, |b, p| {
        let mut outputs = outputs.iter();
        for shape in shapes() {
            let tile = read(b, p[input], elem, shape);
            for (value, &output) in make(b, tile).into_iter().zip(&mut outputs) {
                write(b, p[output], value);
            }
        }
    })
}

fn dims(b: &Builder<'_>, value: Value) -> Vec<u32> {
    b.types.dims(b.value_type(value)).to_vec()
}

/// Every dimension of size one grows.
fn broadcast(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let grown: Vec<u32> = dims(b, tile).iter().map(|&dim| if dim == 1 { 8 } else { dim }).collect();
    b.types.with_dims(ty, &grown).map(|grown| b.broadcast(tile, grown)).into_iter().collect()
}

/// Flat, and with the dimensions in reverse order.
fn reshape(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let shape = dims(b, tile);
    let reversed: Vec<u32> = shape.iter().rev().copied().collect();
    let flat = vec![shape.iter().product()];
    let types: Vec<Type> =
        [reversed, flat].iter().filter_map(|shape| b.types.with_dims(ty, shape)).collect();
    types.into_iter().map(|to| b.reshape(tile, to)).collect()
}

/// Reversed, and rotated.
fn permute(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let rank = dims(b, tile).len() as u32;
    let reversed = b.permute(tile, (0..rank).rev().collect());
    let rotated = b.permute(tile, (0..rank).map(|dim| (dim + 1) % rank.max(1)).collect());
    vec![reversed, rotated]
}

/// The last half along each dimension; the numbers are known, or only at run time.
fn extract(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let shape = dims(b, tile);
    let half: Vec<u32> = shape.iter().map(|dim| (dim / 2).max(1)).collect();
    let Some(to) = b.types.with_dims(ty, &half) else { return Vec::new() };
    [true, false]
        .map(|known| {
            let at = last_half(b, &shape, known);
            b.extract(tile, at, to)
        })
        .to_vec()
}

/// The first half along each dimension in the place of the last one; the numbers are known, or only at run time.
fn insert(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let shape = dims(b, tile);
    let half: Vec<u32> = shape.iter().map(|dim| (dim / 2).max(1)).collect();
    let Some(part) = b.types.with_dims(ty, &half) else { return Vec::new() };
    let zero = b.const_i32(0);
    let first = b.extract(tile, vec![zero; shape.len()], part);
    [true, false]
        .map(|known| {
            let at = last_half(b, &shape, known);
            b.insert_(first, tile, at)
        })
        .to_vec()
}

/// The number of the last half along each dimension, known or only at run time.
fn last_half(b: &mut Builder<'_>, shape: &[u32], known: bool) -> Vec<Value> {
    let (x, _, _) = b.get_tile_block_id();
    let number = |&dim: &u32| {
        let last = b.const_i32(i32::from(dim > 1));
        if known { last } else { b.addi(x, last, ir::Overflow::None) }
    };
    shape.iter().map(number).collect()
}

/// With itself along the first and the last dimension.
fn cat(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let rank = dims(b, tile).len() as u32;
    let ends = if rank > 1 { vec![0, rank - 1] } else { (0..rank).collect() };
    ends.into_iter().map(|dim| b.cat(tile, tile, dim)).collect()
}

fn pack(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let bits = b.types.elem_scalar(ty).map_or(8, Scalar::bits);
    match dims(b, tile)[..] {
        [count] if count * bits >= 8 => {
            let bytes = b.types.tile(&[count * bits / 8], Scalar::I8);
            vec![b.pack(tile, bytes)]
        }
        _ => Vec::new(),
    }
}

fn unpack(b: &mut Builder<'_>, tile: Value) -> Vec<Value> {
    let ty = b.value_type(tile);
    let bits = b.types.elem_scalar(ty).map_or(8, Scalar::bits);
    match dims(b, tile)[..] {
        [count] if count * bits >= 8 => {
            let bytes = b.types.tile(&[count * bits / 8], Scalar::I8);
            let packed = b.pack(tile, bytes);
            vec![b.unpack(packed, ty)]
        }
        _ => Vec::new(),
    }
}

fn constants(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let (dense, splat) = (buffers.output(elem, 64), buffers.output(elem, 64));
    let Arg::Buffer(of, mut bits) = sample::numbers(elem, 64, 5) else { unreachable!() };
    if of != elem {
        // Two elements in each.
        bits = bits.iter().flat_map(|byte| [byte & 0xF, byte >> 4]).collect();
    }
    buffers.kernel(EXACT, |b, p| {
        let ty = b.types.tile(&[8, 8], elem);
        let first = bits[0];
        let values = b.constant(DenseConstant::dense(elem, bits), ty);
        write(b, p[dense], values);
        let value = b.const_bits(ty, first);
        write(b, p[splat], value);
    })
}

fn iota(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let output = buffers.output(elem, 256);
    buffers.kernel(EXACT, |b, p| {
        let ty = b.types.tile(&[256], elem);
        let numbers = b.iota(ty);
        write(b, p[output], numbers);
    })
}

/// An object that is given a value later: the poison is never read.
fn poison(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::numbers(elem, 256, 3));
    let output = buffers.output(elem, 256);
    buffers.kernel(EXACT, |b, p| {
        let tile = read(b, p[input], elem, &[256]);
        let ty = b.value_type(tile);
        let poison = b.poison(ty);
        let bools = b.types.tile(&[256], Scalar::I1);
        let (x, _, _) = b.get_tile_block_id();
        let zero = b.const_i32(0);
        let yes = b.cmpi(x, zero, ir::CmpPredicate::Equal, ir::Signedness::Signed);
        let yes = crate::kernels::splat(b, yes, &[256]);
        debug_assert_eq!(b.value_type(yes), bools);
        let chosen = b.select(yes, tile, poison);
        write(b, p[output], chosen);
    })
}
