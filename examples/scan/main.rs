//! Prefix sums of rows: integers exactly, floats against f64 sums.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare, exact};

mod kernels {
    runtime::include_kernels!("scan");
}

fn main() -> ExitCode {
    Example { name: "scan", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    let kernels = Kernels::load(device)?;
    for (rows, cols) in [(1, 1), (3, 1000), (2, 1024), (2, 2500)] {
        let mut random = Random::new(seed);
        let (grid, m, n) = (rows as u32, rows as i32, cols as i32);

        let input: Vec<i32> = (0..rows * cols).map(|_| random.next_u32() as i32).collect();
        let mut out = device.zeroed_array(input.len())?;
        kernels.row_scan_int_1024(grid, &device.array(&input)?, &mut out, m, n)?;
        let mut want = Vec::new();
        for row in input.chunks(cols) {
            want.extend(row.iter().scan(0i32, |sum, &x| {
                *sum = sum.wrapping_add(x);
                Some(*sum)
            }));
        }
        if out.to_vec(device)? != want {
            return Err(Failure::Wrong(format!("sums of integers, {rows}x{cols}")));
        }
        exact(&format!("sums of integers, {rows}x{cols}"));

        let input = random.vec_f32(rows * cols);
        let mut out = device.zeroed_array(input.len())?;
        kernels.row_scan_float_1024(grid, &device.array(&input)?, &mut out, m, n)?;
        let mut want = Vec::new();
        for row in input.chunks(cols) {
            want.extend(row.iter().scan(0f64, |sum, &x| {
                *sum += f64::from(x);
                Some(*sum)
            }));
        }
        let (what, scale) = (format!("{rows}x{cols}"), (cols as f64).sqrt());
        worst = worst.max(compare(&what, &out.to_vec(device)?, |i| want[i], scale, 1e-5)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 32768;
    const COLS: usize = 4096;
    let from = device.zeroed_array(ROWS * COLS)?;
    let mut out = device.zeroed_array(ROWS * COLS)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "scan 32768x4096", 8 * ROWS * COLS, || {
        kernels.row_scan_float_1024(ROWS as u32, &from, &mut out, ROWS as i32, COLS as i32)
    })
}
