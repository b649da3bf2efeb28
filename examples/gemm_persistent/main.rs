//! Products by a grid of few blocks that take several tiles each, in f16.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{
    Example, Failure, Random, compare, product, product_scale, throughput, widened_f16,
};

mod kernels {
    runtime::include_kernels!("gemm_persistent");
}

/// Blocks in the grid: fewer than tiles, so that blocks take several.
const BLOCKS: u32 = 3;

fn main() -> ExitCode {
    Example { name: "gemm_persistent", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for [m, n, k] in [[1, 1, 1], [64, 64, 64], [150, 70, 50], [33, 40, 700]] {
        let mut random = Random::new(seed);
        let (a, b) = (random.vec_f16(m * k), random.vec_f16(k * n));
        let mut c = device.zeroed_array(m * n)?;
        Kernels::load(device)?.persistent_gemm_half_128_128_64(
            BLOCKS,
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
    const SIZE: usize = 4096;
    /// One for each SM of an H200.
    const SMS: u32 = 132;
    let data = Random::new(1).vec_f16(SIZE * SIZE);
    let (a, b) = (device.array(&data)?, device.array(&data)?);
    let mut c = device.zeroed_array(SIZE * SIZE)?;
    let kernels = Kernels::load(device)?;
    let size = SIZE as i32;
    throughput(device, "gemm_persistent f16 4096^3", 2.0 * (SIZE as f64).powi(3), || {
        kernels.persistent_gemm_half_128_128_64(SMS, &a, &b, &mut c, size, size, size)
    })
}
