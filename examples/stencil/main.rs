//! Steps of the heat equation, against an f64 computation.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare};

mod kernels {
    runtime::include_kernels!("stencil");
}

/// Rows and columns of a block, as in the kernel.
const TILE: usize = 64;
const RATE: f32 = 0.5;

fn main() -> ExitCode {
    Example { name: "stencil", check, bench }.main()
}

fn grid(rows: usize, cols: usize) -> (u32, u32) {
    (cols.div_ceil(TILE) as u32, rows.div_ceil(TILE) as u32)
}

fn step(grid: &[f64], rows: usize, cols: usize) -> Vec<f64> {
    let mut next = grid.to_vec();
    for row in 1..rows.saturating_sub(1) {
        for col in 1..cols.saturating_sub(1) {
            let at = row * cols + col;
            let around = grid[at - 1] + grid[at + 1] + grid[at - cols] + grid[at + cols];
            next[at] = grid[at] + f64::from(RATE) * (0.25 * around - grid[at]);
        }
    }
    next
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    const STEPS: usize = 4;
    let kernels = Kernels::load(device)?;
    let mut worst = 0.0f64;
    for (rows, cols) in [(1, 1), (2, 90), (64, 64), (65, 70)] {
        let input = Random::new(seed).vec_f32(rows * cols);
        let mut want: Vec<f64> = input.iter().map(|&x| f64::from(x)).collect();
        let (mut from, mut to) = (device.array(&input)?, device.zeroed_array(input.len())?);
        for _ in 0..STEPS {
            kernels.heat_64(grid(rows, cols), &from, &mut to, rows as i32, cols as i32, RATE)?;
            std::mem::swap(&mut from, &mut to);
            want = step(&want, rows, cols);
        }
        let what = format!("{rows}x{cols}");
        worst = worst.max(compare(&what, &from.to_vec(device)?, |i| want[i], 1.0, 1e-6)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIDE: usize = 16384;
    let from = device.zeroed_array(SIDE * SIDE)?;
    let mut to = device.zeroed_array(SIDE * SIDE)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "stencil 16384x16384", 8 * SIDE * SIDE, || {
        kernels.heat_64(grid(SIDE, SIDE), &from, &mut to, SIDE as i32, SIDE as i32, RATE)
    })
}
