//! Sums of all elements and of columns, added atomically, against f64 sums.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare};

mod kernels {
    runtime::include_kernels!("reduce");
}

/// Rows and columns of a block, as in `sum_columns`.
const TILE: usize = 64;

fn main() -> ExitCode {
    Example { name: "reduce", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    let kernels = Kernels::load(device)?;
    for (rows, cols) in [(1, 1), (100, 37), (64, 64), (130, 200)] {
        let input = Random::new(seed).vec_f32(rows * cols);
        let from = device.array(&input)?;
        let mut sum = device.zeroed_array(1)?;
        kernels.sum_all_4096(3, &from, &mut sum, input.len() as i32)?;
        let all: f64 = input.iter().map(|&x| f64::from(x)).sum();
        // The rounding of sums of numbers below 1, in any order.
        let (what, scale) = (format!("all of {rows}x{cols}"), (rows * cols) as f64);
        worst = worst.max(compare(&what, &sum.to_vec(device)?, |_| all, scale.sqrt(), 1e-5)?);

        let mut sums = device.zeroed_array(cols)?;
        let grid = (cols.div_ceil(TILE) as u32, rows.div_ceil(TILE) as u32);
        kernels.sum_columns_64_64(grid, &from, &mut sums, rows as i32, cols as i32)?;
        let want = |column: usize| -> f64 {
            input.iter().skip(column).step_by(cols).map(|&x| f64::from(x)).sum()
        };
        let (what, scale) = (format!("columns of {rows}x{cols}"), (rows as f64).sqrt());
        worst = worst.max(compare(&what, &sums.to_vec(device)?, want, scale, 1e-5)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 32768;
    const COLS: usize = 8192;
    const BLOCKS: u32 = 132 * 8;
    let from = device.zeroed_array(ROWS * COLS)?;
    let (mut sum, mut sums) = (device.zeroed_array(1)?, device.zeroed_array(COLS)?);
    let kernels = Kernels::load(device)?;
    bandwidth(device, "sum_all 2^28", 4 * ROWS * COLS, || {
        kernels.sum_all_4096(BLOCKS, &from, &mut sum, (ROWS * COLS) as i32)
    })?;
    bandwidth(device, "sum_columns 32768x8192", 4 * ROWS * COLS, || {
        let grid = ((COLS / TILE) as u32, (ROWS / TILE) as u32);
        kernels.sum_columns_64_64(grid, &from, &mut sums, ROWS as i32, COLS as i32)
    })
}
