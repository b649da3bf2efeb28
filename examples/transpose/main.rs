//! Transposes matrices of odd sizes; every element must arrive bit for bit.

use std::process::ExitCode;

use runtime::{Device, Program};
use tilec_examples::{Example, Failure, Random, bandwidth, exact};

const PROGRAM: Program<'static> = Program {
    tir: include_str!(concat!(env!("OUT_DIR"), "/transpose.tir")),
    ptx: include_str!(concat!(env!("OUT_DIR"), "/transpose.ptx")),
};

/// Rows and columns of a tile, as in the kernel.
const TILE: usize = 64;

fn main() -> ExitCode {
    Example { name: "transpose", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    for (rows, cols) in [(1, 1), (64, 128), (100, 37), (65, 200), (1, 300)] {
        check_matrix(device, rows, cols, seed)?;
        exact(&format!("{rows}x{cols}"));
    }
    Ok(0.0)
}

fn check_matrix(device: &Device, rows: usize, cols: usize, seed: u64) -> Result<(), Failure> {
    let input = Random::new(seed).vec_f32(rows * cols);
    let (from, to) = (device.upload(&input)?, device.zeros::<f32>(input.len())?);
    let grid = [cols.div_ceil(TILE) as u32, rows.div_ceil(TILE) as u32, 1];
    let args = [(&from).into(), (&to).into(), (rows as i32).into(), (cols as i32).into()];
    let module = device.load(&PROGRAM)?;
    module.kernel("transpose<float, 64>")?.launch(grid, &args)?;
    let got: Vec<f32> = device.download(&to)?;
    for row in 0..rows {
        for column in 0..cols {
            let (got, want) = (got[column * rows + row], input[row * cols + column]);
            if got.to_bits() != want.to_bits() {
                let text = format!("{rows}x{cols}: element ({column}, {row}) is {got}, not {want}");
                return Err(Failure::Wrong(text));
            }
        }
    }
    Ok(())
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIDE: usize = 16384;
    const BLOCKS: u32 = (SIDE / TILE) as u32;
    let (from, to) = (device.zeros::<f32>(SIDE * SIDE)?, device.zeros::<f32>(SIDE * SIDE)?);
    let args = [(&from).into(), (&to).into(), (SIDE as i32).into(), (SIDE as i32).into()];
    let module = device.load(&PROGRAM)?;
    let kernel = module.kernel("transpose<float, 64>")?;
    bandwidth(device, "transpose f32 16384x16384", 8 * SIDE * SIDE, || {
        kernel.launch([BLOCKS, BLOCKS, 1], &args)
    })
}
