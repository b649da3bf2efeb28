//! SwiGLU in bf16, against an f64 computation of the rounded input.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare, widened};

mod kernels {
    runtime::include_kernels!("swiglu");
}

/// Elements of a block, as in the kernel.
const WIDTH: usize = 2048;

fn main() -> ExitCode {
    Example { name: "swiglu", check, bench }.main()
}

fn grid(rows: usize, cols: usize) -> (u32, u32) {
    (cols.div_ceil(WIDTH) as u32, rows as u32)
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (rows, cols) in [(1, 1), (3, 1000), (2, 2048), (2, 3001)] {
        let input = Random::new(seed).vec_bf16(rows * 2 * cols);
        let from = device.array(&input)?;
        let mut out = device.zeroed_array(rows * cols)?;
        let kernels = Kernels::load(device)?;
        let grid = grid(rows, cols);
        kernels.swiglu_nv_bfloat16_2048(grid, &from, &mut out, rows as i32, cols as i32)?;
        let (got, input) = (widened(&out.to_vec(device)?), widened(&input));
        let want = |index: usize| {
            let at = |part| f64::from(input[(index / cols * 2 + part) * cols + index % cols]);
            at(0) / (1.0 + (-at(0)).exp()) * at(1)
        };
        // Values below 0.75, rounded to 8 bits.
        worst = worst.max(compare(&format!("{rows}x{cols}"), &got, want, 1.0, 2.1e-3)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 8192;
    const COLS: usize = 14336;
    let from = device.array(&Random::new(1).vec_bf16(ROWS * 2 * COLS))?;
    let mut out = device.zeroed_array(ROWS * COLS)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "swiglu 8192x14336", 6 * ROWS * COLS, || {
        let grid = grid(ROWS, COLS);
        kernels.swiglu_nv_bfloat16_2048(grid, &from, &mut out, ROWS as i32, COLS as i32)
    })
}
