//! A linear layer with bias and GELU in one kernel, against an f64 computation of the rounded inputs.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{
    Example, Failure, Random, compare, product, product_scale, throughput, widened,
};

mod kernels {
    runtime::include_kernels!("gemm_epilogue");
}

/// Rows and columns of a tile, as in the kernel.
const TILE: usize = 128;

fn main() -> ExitCode {
    Example { name: "gemm_epilogue", check, bench }.main()
}

fn grid(m: usize, n: usize) -> (u32, u32) {
    (m.div_ceil(TILE) as u32, n.div_ceil(TILE) as u32)
}

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x)).tanh())
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for [m, n, k] in [[1, 1, 1], [64, 64, 64], [130, 70, 50], [33, 200, 136]] {
        let mut random = Random::new(seed);
        let (a, b) = (random.vec_bf16(m * k), random.vec_bf16(n * k));
        let bias = random.vec_bf16(n);
        let mut d = device.zeroed_array(m * n)?;
        let arrays = (device.array(&a)?, device.array(&b)?, device.array(&bias)?);
        Kernels::load(device)?.linear_gelu_nv_bfloat16_128_128_64(
            grid(m, n),
            &arrays.0,
            &arrays.1,
            &arrays.2,
            &mut d,
            m as i32,
            n as i32,
            k as i32,
        )?;
        let got = widened(&d.to_vec(device)?);
        let (a, b, bias) = (widened(&a), widened(&b), widened(&bias));
        let sums = product([m, n, k], |row, i| a[row * k + i], |i, column| b[column * k + i]);
        let want = |index: usize| gelu(sums[index] + f64::from(bias[index % n]));
        // The result is rounded to 8 bits; it may be 5 times the size of a product.
        let what = format!("{m}x{n}x{k}");
        worst = worst.max(compare(&what, &got, want, product_scale(k), 2e-2)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIZE: usize = 4096;
    let data = Random::new(1).vec_bf16(SIZE * SIZE);
    let (a, b) = (device.array(&data)?, device.array(&data)?);
    let bias = device.array(&data[..SIZE])?;
    let mut d = device.zeroed_array(SIZE * SIZE)?;
    let kernels = Kernels::load(device)?;
    let size = SIZE as i32;
    throughput(device, "gemm_epilogue bf16 4096^3", 2.0 * (SIZE as f64).powi(3), || {
        let grid = grid(SIZE, SIZE);
        kernels.linear_gelu_nv_bfloat16_128_128_64(grid, &a, &b, &bias, &mut d, size, size, size)
    })
}
