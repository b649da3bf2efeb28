//! Batched products, and grouped ones as a mixture of experts has them, in bf16.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Bf16, Device};
use tilec_examples::{
    Example, Failure, Random, compare, product, product_scale, throughput, widened,
};

mod kernels {
    runtime::include_kernels!("gemm_batched");
}

/// Rows and columns of a tile, as in the kernels.
const TILE: usize = 64;

fn main() -> ExitCode {
    Example { name: "gemm_batched", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = check_batched(device, seed, 3, [70, 40, 50])?;
    worst = worst.max(check_batched(device, seed, 2, [64, 128, 32])?);
    worst = worst.max(check_grouped(device, seed, &[5, 0, 130, 64], [72, 40])?);
    Ok(worst.max(check_grouped(device, seed, &[1], [1, 1])?))
}

fn check_batched(
    device: &Device,
    seed: u64,
    batches: usize,
    [m, n, k]: [usize; 3],
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let (a, b) = (random.vec_bf16(batches * m * k), random.vec_bf16(batches * k * n));
    let mut c = device.zeroed_array(batches * m * n)?;
    Kernels::load(device)?.batched_nv_bfloat16_64_64_32(
        (m.div_ceil(TILE) as u32, n.div_ceil(TILE) as u32, batches as u32),
        &device.array(&a)?,
        &device.array(&b)?,
        &mut c,
        batches as i32,
        m as i32,
        n as i32,
        k as i32,
    )?;
    let (got, a, b) = (widened(&c.to_vec(device)?), widened(&a), widened(&b));
    let mut want = Vec::new();
    for (a, b) in a.chunks(m * k).zip(b.chunks(k * n)) {
        want.extend(product([m, n, k], |row, i| a[row * k + i], |i, column| b[i * n + column]));
    }
    let what = format!("{batches} of {m}x{n}x{k}");
    compare(&what, &got, |i| want[i], product_scale(k), 2e-2)
}

/// What each block row works on: rows of one group.
struct Blocks {
    first: Array<i32>,
    count: Array<i32>,
    group: Array<i32>,
    len: usize,
}

impl Blocks {
    fn new(device: &Device, sizes: &[usize]) -> Result<Blocks, Failure> {
        let (mut first, mut count, mut group) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for (index, &size) in sizes.iter().enumerate() {
            for offset in (0..size).step_by(TILE) {
                first.push((start + offset) as i32);
                count.push((size - offset).min(TILE) as i32);
                group.push(index as i32);
            }
            start += size;
        }
        let len = first.len();
        let [first, count, group] = [&first, &count, &group].map(|list| device.array(list));
        Ok(Blocks { first: first?, count: count?, group: group?, len })
    }
}

fn check_grouped(
    device: &Device,
    seed: u64,
    sizes: &[usize],
    [n, k]: [usize; 2],
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let m: usize = sizes.iter().sum();
    let (a, b) = (random.vec_bf16(m * k), random.vec_bf16(sizes.len() * k * n));
    let mut c = device.zeroed_array(m * n)?;
    let blocks = Blocks::new(device, sizes)?;
    Kernels::load(device)?.grouped_nv_bfloat16_64_64_32(
        (blocks.len as u32, n.div_ceil(TILE) as u32),
        &device.array(&a)?,
        &device.array(&b)?,
        &mut c,
        &blocks.first,
        &blocks.count,
        &blocks.group,
        sizes.len() as i32,
        n as i32,
        k as i32,
    )?;
    let (got, a, b) = (widened(&c.to_vec(device)?), widened(&a), widened(&b));
    let mut want = Vec::new();
    let mut rows = a.as_slice();
    for (b, size) in b.chunks(k * n).zip(sizes) {
        let (mine, rest) = rows.split_at(size * k);
        let b = |i: usize, column: usize| b[i * n + column];
        want.extend(product([*size, n, k], |row, i| mine[row * k + i], b));
        rows = rest;
    }
    compare(&format!("groups of {sizes:?}"), &got, |i| want[i], product_scale(k), 2e-2)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const BATCHES: usize = 64;
    const SIZE: usize = 1024;
    let data = Random::new(1).vec_bf16(BATCHES * SIZE * SIZE);
    let (a, b) = (device.array::<Bf16>(&data)?, device.array::<Bf16>(&data)?);
    let mut c = device.zeroed_array(BATCHES * SIZE * SIZE)?;
    let kernels = Kernels::load(device)?;
    let (size, blocks) = (SIZE as i32, (SIZE / TILE) as u32);
    let operations = 2.0 * BATCHES as f64 * (SIZE as f64).powi(3);
    throughput(device, "gemm_batched bf16 64 of 1024^3", operations, || {
        let grid = (blocks, blocks, BATCHES as u32);
        let batches = BATCHES as i32;
        kernels.batched_nv_bfloat16_64_64_32(grid, &a, &b, &mut c, batches, size, size, size)
    })?;
    let groups = Blocks::new(device, &[SIZE; BATCHES])?;
    throughput(device, "gemm_grouped bf16 64 of 1024^3", operations, || {
        kernels.grouped_nv_bfloat16_64_64_32(
            (groups.len as u32, blocks),
            &a,
            &b,
            &mut c,
            &groups.first,
            &groups.count,
            &groups.group,
            BATCHES as i32,
            size,
            size,
        )
    })
}
