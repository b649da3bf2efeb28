//! Products whose sums are split among blocks and added atomically, in f16.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{
    Example, Failure, Random, compare, product, product_scale, throughput, widened_f16,
};

mod kernels {
    runtime::include_kernels!("gemm_split_k");
}

/// Rows and columns of a tile, as in the kernel.
const TILE: usize = 64;

fn main() -> ExitCode {
    Example { name: "gemm_split_k", check, bench }.main()
}

fn grid(m: usize, n: usize, parts: u32) -> (u32, u32, u32) {
    (m.div_ceil(TILE) as u32, n.div_ceil(TILE) as u32, parts)
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for [m, n, k] in [[1, 1, 1], [64, 64, 64], [150, 70, 50], [33, 40, 700]] {
        let mut random = Random::new(seed);
        let (a, b) = (random.vec_f16(m * k), random.vec_f16(k * n));
        let mut c = device.zeroed_array(m * n)?;
        Kernels::load(device)?.split_k_gemm_half_64_64_64(
            grid(m, n, 3),
            &device.array(&a)?,
            &device.array(&b)?,
            &mut c,
            m as i32,
            n as i32,
            k as i32,
        )?;
        let (got, a, b) = (c.to_vec(device)?, widened_f16(&a), widened_f16(&b));
        let want = product([m, n, k], |row, i| a[row * k + i], |i, column| b[i * n + column]);
        let what = format!("{m}x{n}x{k}");
        worst = worst.max(compare(&what, &got, |i| want[i], product_scale(k), 1e-2)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIZE: usize = 256;
    const K: usize = 65536;
    let data = Random::new(1).vec_f16(SIZE * K);
    let (a, b) = (device.array(&data)?, device.array(&data)?);
    let mut c = device.zeroed_array(SIZE * SIZE)?;
    let kernels = Kernels::load(device)?;
    let (size, k) = (SIZE as i32, K as i32);
    let operations = 2.0 * (SIZE * SIZE * K) as f64;
    for parts in [1, 8, 32] {
        let what = format!("gemm_split_k f16 256x256x65536 in {parts}");
        throughput(device, &what, operations, || {
            let grid = grid(SIZE, SIZE, parts);
            kernels.split_k_gemm_half_64_64_64(grid, &a, &b, &mut c, size, size, k)
        })?;
    }
    Ok(())
}
