//! Products of e4m3 and of int8 matrices with scales, against f64 and exact integers.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Device, E4m3};
use tilec_examples::{Example, Failure, Random, compare, product, product_scale, throughput};

mod kernels {
    runtime::include_kernels!("gemm_quantised");
}

/// Rows and columns of a tile, as in the kernel.
const TILE: usize = 64;

fn main() -> ExitCode {
    Example { name: "gemm_quantised", check, bench }.main()
}

fn grid(m: usize, n: usize) -> (u32, u32) {
    (m.div_ceil(TILE) as u32, n.div_ceil(TILE) as u32)
}

fn e4m3(random: &mut Random, len: usize) -> Vec<E4m3> {
    random.vec_f32(len).into_iter().map(E4m3::from_f32).collect()
}

fn int8(random: &mut Random, len: usize) -> Vec<i8> {
    random.vec_f32(len).into_iter().map(|x| (x * 127.0) as i8).collect()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for [m, n, k] in [[1, 1, 1], [64, 64, 128], [70, 130, 50], [33, 65, 200]] {
        let mut random = Random::new(seed);
        let (rows, columns) = (random.vec_f32(m), random.vec_f32(n));
        let (row_scale, column_scale) = (device.array(&rows)?, device.array(&columns)?);
        let scaled = |sums: Vec<f64>| {
            let scale = |i: usize| f64::from(rows[i / n]) * f64::from(columns[i % n]);
            sums.into_iter().enumerate().map(|(i, sum)| sum * scale(i)).collect::<Vec<f64>>()
        };
        let (mi, ni, ki) = (m as i32, n as i32, k as i32);
        let kernels = Kernels::load(device)?;
        let mut d = device.zeroed_array(m * n)?;

        let (a, b) = (e4m3(&mut random, m * k), e4m3(&mut random, n * k));
        kernels.scaled_product_nv_fp8_e4m3_float_64_64_64(
            grid(m, n),
            &device.array(&a)?,
            &device.array(&b)?,
            &row_scale,
            &column_scale,
            &mut d,
            mi,
            ni,
            ki,
        )?;
        let a: Vec<f32> = a.iter().map(|x| x.to_f32()).collect();
        let b: Vec<f32> = b.iter().map(|x| x.to_f32()).collect();
        let want = scaled(product([m, n, k], |row, i| a[row * k + i], |i, col| b[col * k + i]));
        let what = format!("e4m3 {m}x{n}x{k}");
        let scale = product_scale(k);
        // Tensor cores add products of fp8 with some 14 bits.
        worst = worst.max(compare(&what, &d.to_vec(device)?, |i| want[i], scale, 1e-3)?);

        let (a, b) = (int8(&mut random, m * k), int8(&mut random, n * k));
        kernels.scaled_product_signed_char_int_64_64_64(
            grid(m, n),
            &device.array(&a)?,
            &device.array(&b)?,
            &row_scale,
            &column_scale,
            &mut d,
            mi,
            ni,
            ki,
        )?;
        let (a, b) = (|row, i| f32::from(a[row * k + i]), |i, column| f32::from(b[column * k + i]));
        let want = scaled(product([m, n, k], a, b));
        // The sums are exact; three roundings of f32 are left.
        let (what, scale) = (format!("int8 {m}x{n}x{k}"), 127.0 * 127.0 * k as f64);
        worst = worst.max(compare(&what, &d.to_vec(device)?, |i| want[i], scale, 3e-7)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIZE: usize = 4096;
    let mut random = Random::new(1);
    let scales = device.array(&random.vec_f32(SIZE))?;
    let mut d = device.zeroed_array(SIZE * SIZE)?;
    let kernels = Kernels::load(device)?;
    let (size, operations) = (SIZE as i32, 2.0 * (SIZE as f64).powi(3));
    let a = device.array(&e4m3(&mut random, SIZE * SIZE))?;
    throughput(device, "gemm_quantised e4m3 4096^3", operations, || {
        let (grid, scale) = (grid(SIZE, SIZE), &scales);
        kernels.scaled_product_nv_fp8_e4m3_float_64_64_64(
            grid, &a, &a, scale, scale, &mut d, size, size, size,
        )
    })?;
    let a = device.array(&int8(&mut random, SIZE * SIZE))?;
    throughput(device, "gemm_quantised int8 4096^3", operations, || {
        let (grid, scale) = (grid(SIZE, SIZE), &scales);
        kernels.scaled_product_signed_char_int_64_64_64(
            grid, &a, &a, scale, scale, &mut d, size, size, size,
        )
    })
}
