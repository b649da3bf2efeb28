//! Reductions and scans: every format, along every dimension, one operand and two.

use ir::{
    Builder, CmpOrdering, CmpPredicate, Literal, Opcode, Overflow, Rounding, Scalar, Signedness,
    Value,
};

use super::{Buffers, Cell, Kernel, count, read, sample, write};
use crate::differential::EXACT;

/// Shapes and the dimensions along which they are reduced.
const CASES: [(&[u32], &[u32]); 6] = [
    (&[1024], &[0]),
    (&[64, 32], &[0, 1]),
    (&[4, 8, 16], &[1]),
    (&[2, 2], &[0]),
    (&[1, 4], &[0]),
    (&[2, 2, 2, 2, 2, 2, 2, 2], &[0, 3, 7]),
];

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &elem in Scalar::ALL {
        if elem.bits() < 8 && elem != Scalar::I1
            || matches!(elem, Scalar::F8E8M0FNU | Scalar::F8E5M3FNU)
        {
            continue;
        }
        for (op, row, back) in [
            (Opcode::Reduce, "reduce", false),
            (Opcode::Scan, "scan", false),
            (Opcode::Scan, "scan, reverse", true),
        ] {
            cells.push(Cell::new(op, row, elem, kernel(op, elem, back)));
        }
        cells.push(Cell::new(Opcode::Reduce, "reduce of two", elem, with_index(elem)));
    }
    cells
}

/// The larger of two, or their sum; formats without arithmetic go through f32.
fn combine(b: &mut Builder<'_>, x: Value, acc: Value, elem: Scalar, adds: bool) -> Value {
    if elem.is_int() {
        return if adds {
            b.addi(x, acc, Overflow::None)
        } else {
            b.maxi(x, acc, Signedness::Signed)
        };
    }
    if elem.is_arith_float() {
        return if adds {
            b.addf(x, acc, Rounding::NearestEven, false)
        } else {
            b.maxf(x, acc, false, false)
        };
    }
    let (ty, wide) = (b.value_type(x), b.types.scalar(Scalar::F32));
    let x = b.ftof(x, Rounding::NearestEven, wide);
    let acc = b.ftof(acc, Rounding::NearestEven, wide);
    let larger = b.maxf(x, acc, false, false);
    b.ftof(larger, Rounding::NearestEven, ty)
}

/// The bits that leave a number as it is: zero, or the lowest number.
fn identity(elem: Scalar, adds: bool) -> u64 {
    match (elem.is_int(), adds) {
        (_, true) => 0,
        (true, false) => 1 << (elem.bits() - 1),
        (false, false) => {
            let lowest = if elem == Scalar::F8E4M3FN { -448.0 } else { f64::NEG_INFINITY };
            let format = crate::differential::float_format(elem);
            format.map_or(0, |format| ir::scalar::float::from_f64(format, lowest))
        }
    }
}

fn kernel(op: Opcode, elem: Scalar, back: bool) -> Kernel {
    // Sums of narrow floats depend on their order.
    let sums = elem.is_int() || matches!(elem, Scalar::F32 | Scalar::F64);
    let ways: &[bool] = if sums { &[false, true] } else { &[false] };
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::exact(elem, 2048, 7));
    let results = |b: &mut Builder<'_>,
                   base: Value,
                   found: &mut dyn FnMut(&mut Builder<'_>, Value)| {
        for (shape, dims) in CASES {
            let tile = read(b, base, elem, shape);
            for (&dim, &adds) in dims.iter().flat_map(|dim| ways.iter().map(move |w| (dim, w))) {
                let identities =
                    || [Literal { elem, bits: identity(elem, adds) }].into_iter().collect();
                let outer = b.block();
                let parts = if op == Opcode::Scan {
                    let parts = b.open_scan(&[tile], dim, back, identities());
                    (parts.body, parts.params, parts.results)
                } else {
                    let parts = b.open_reduce(&[tile], dim, identities());
                    (parts.body, parts.params, parts.results)
                };
                let (body, params, results) = parts;
                b.switch_to(body);
                let combined = combine(b, params[0], params[1], elem, adds);
                b.yield_([combined]);
                b.switch_to(outer);
                found(b, results[0]);
            }
        }
    };
    let mut sizes = Vec::new();
    crate::kernels::kernel("alone", &[ir::Elem::Ptr(elem)], |b, p| {
        results(b, p[0], &mut |b, value| sizes.push(count(b, b.value_type(value))));
    });
    let outputs: Vec<usize> = sizes.into_iter().map(|size| buffers.output(elem, size)).collect();
    buffers.kernel(EXACT, |b, p| {
        let mut outputs = outputs.iter();
        results(b, p[input], &mut |b, value| {
            if let Some(&output) = outputs.next() {
                write(b, p[output], value);
            }
        });
    })
}

/// The largest element and its first index.
fn with_index(elem: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let input = buffers.input(sample::exact(elem, 1024, 7));
    let outputs =
        [32, 32].map(|size| (buffers.output(elem, size), buffers.output(Scalar::I32, size)));
    buffers.kernel(EXACT, |b, p| {
        let dims = [32, 32];
        let tile = read(b, p[input], elem, &dims);
        let index = super::flat_index(b, &dims);
        for (dim, (largest, place)) in (0..).zip(outputs) {
            let identities = [
                Literal { elem, bits: identity(elem, false) },
                Literal { elem: Scalar::I32, bits: 0x7FFF_FFFF },
            ];
            let parts = b.open_reduce(&[tile, index], dim, identities.into_iter().collect());
            let outer = b.block();
            b.switch_to(parts.body);
            let [x, x_acc, i, i_acc] = [0, 1, 2, 3].map(|at| parts.params[at]);
            let (larger, equal) = compare(b, x, x_acc, elem);
            let earlier = b.cmpi(i, i_acc, CmpPredicate::LessThan, Signedness::Signed);
            let tie = b.andi(equal, earlier);
            let takes = b.ori(larger, tie);
            let (value, at) = (b.select(takes, x, x_acc), b.select(takes, i, i_acc));
            b.yield_([value, at]);
            b.switch_to(outer);
            write(b, p[largest], parts.results[0]);
            write(b, p[place], parts.results[1]);
        }
    })
}

/// Whether one is larger, and whether both are equal.
fn compare(b: &mut Builder<'_>, x: Value, y: Value, elem: Scalar) -> (Value, Value) {
    if elem.is_int() {
        let larger = b.cmpi(x, y, CmpPredicate::GreaterThan, Signedness::Signed);
        return (larger, b.cmpi(x, y, CmpPredicate::Equal, Signedness::Signed));
    }
    let (mut x, mut y) = (x, y);
    if !elem.is_arith_float() {
        let wide = b.types.scalar(Scalar::F32);
        x = b.ftof(x, Rounding::NearestEven, wide);
        y = b.ftof(y, Rounding::NearestEven, wide);
    }
    let larger = b.cmpf(x, y, CmpPredicate::GreaterThan, CmpOrdering::Ordered);
    (larger, b.cmpf(x, y, CmpPredicate::Equal, CmpOrdering::Ordered))
}
