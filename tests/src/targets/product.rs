//! Matrix products: every row of the type table, in shapes from one element to many instructions,
//! batched and not.

use ir::{Opcode, Scalar, Signedness};

use super::{Buffers, Cell, Kernel, read, sample, write};
use crate::differential::EXACT;

/// Rows, columns and depth, in rows of the table of their own.
const SHAPES: [(&str, &[[u32; 3]]); 3] = [
    ("", &[[16, 8, 64], [64, 64, 32], [32, 128, 64]]),
    (
        ", smaller than an instruction",
        &[[1, 1, 1], [2, 4, 8], [16, 4, 2], [1, 64, 16], [8, 8, 8], [16, 16, 4], [64, 1, 32]],
    ),
    (", thin", &[[16, 8, 16], [128, 8, 16], [16, 256, 32]]),
];

/// Matrices of one product.
const BATCHES: u32 = 4;

pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for &elem in Scalar::ALL {
        for acc in [Scalar::F16, Scalar::F32, Scalar::F64, Scalar::I32] {
            let op = if acc == Scalar::I32 { Opcode::MmaI } else { Opcode::MmaF };
            for (kind, shapes) in SHAPES {
                let row = format!("{} to {acc}{kind}", op.mnemonic());
                cells.push(Cell::new(op, row, elem, kernel(op, elem, acc, None, shapes)));
            }
            let row = format!("{} to {acc}, batched", op.mnemonic());
            let shapes = &[[16, 8, 32], [2, 4, 8], [32, 32, 16]];
            cells.push(Cell::new(op, row, elem, kernel(op, elem, acc, Some(BATCHES), shapes)));
        }
        for acc in [Scalar::F32, Scalar::F16] {
            let row = format!("mmaf_scaled to {acc}");
            cells.push(Cell::new(Opcode::MmaFScaled, row, elem, scaled(elem, acc)));
        }
    }
    cells
}

fn kernel(
    op: Opcode,
    elem: Scalar,
    acc: Scalar,
    batches: Option<u32>,
    shapes: &[[u32; 3]],
) -> Kernel {
    let mut buffers = Buffers::default();
    let a = buffers.input(sample::exact(elem, 1 << 14, 11));
    let b = buffers.input(sample::exact(elem, 1 << 14, 12));
    let c = buffers.input(sample::exact(acc, 1 << 14, 13));
    let signs: &[[Signedness; 2]] = if op == Opcode::MmaI {
        use Signedness::{Signed, Unsigned};
        &[[Signed, Signed], [Signed, Unsigned], [Unsigned, Signed], [Unsigned, Unsigned]]
    } else {
        &[[Signedness::Signed; 2]]
    };
    let outputs: Vec<usize> = shapes
        .iter()
        .flat_map(|[m, n, _]| signs.iter().map(move |_| m * n * batches.unwrap_or(1)))
        .map(|size| buffers.output(acc, size))
        .collect();
    buffers.kernel(EXACT, |builder, p| {
        let mut outputs = outputs.iter();
        for &[m, n, k] in shapes {
            let dims = |rows: u32, columns: u32| -> Vec<u32> {
                batches.into_iter().chain([rows, columns]).collect()
            };
            let lhs = read(builder, p[a], elem, &dims(m, k));
            let rhs = read(builder, p[b], elem, &dims(k, n));
            let sum = read(builder, p[c], acc, &dims(m, n));
            for (&[left, right], &output) in signs.iter().zip(&mut outputs) {
                let product = if op == Opcode::MmaI {
                    builder.mmai(lhs, rhs, sum, left, right)
                } else {
                    builder.mmaf(lhs, rhs, sum, false)
                };
                write(builder, p[output], product);
            }
        }
    })
}

/// Scales of powers of two for blocks of 32 elements.
fn scaled(elem: Scalar, acc: Scalar) -> Kernel {
    let mut buffers = Buffers::default();
    let a = buffers.input(sample::exact(elem, 1 << 13, 11));
    let b = buffers.input(sample::exact(elem, 1 << 13, 12));
    let c = buffers.input(sample::exact(acc, 1 << 12, 13));
    let scale = Scalar::F8E8M0FNU;
    let scales = |seed: u64| {
        let bits = (0..256).map(|at| 126 + (at * seed / 3) % 3).collect();
        crate::differential::Arg::Buffer(scale, bits)
    };
    let (scale_a, scale_b) = (buffers.input(scales(5)), buffers.input(scales(7)));
    let shapes = [[16, 8, 64], [64, 32, 64], [2, 4, 32]];
    let outputs = shapes.map(|[m, n, _]| buffers.output(acc, m * n));
    buffers.kernel(EXACT, |builder, p| {
        for ([m, n, k], output) in shapes.into_iter().zip(outputs) {
            let lhs = read(builder, p[a], elem, &[m, k]);
            let rhs = read(builder, p[b], elem, &[k, n]);
            let sum = read(builder, p[c], acc, &[m, n]);
            let lhs_scale = read(builder, p[scale_a], scale, &[m, k / 32]);
            let rhs_scale = read(builder, p[scale_b], scale, &[k / 32, n]);
            let product = builder.mmaf_scaled(lhs, rhs, sum, lhs_scale, rhs_scale);
            write(builder, p[output], product);
        }
    })
}
