//! Gradients of attention with and without a causal mask, in bf16.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Bf16, Device, Error};
use tilec_examples::{Example, Failure, Random, compare, throughput, widened};

mod kernels {
    runtime::include_kernels!("attention_backward");
}

/// Elements of a head, rows of a tile block and of one of `row_products`, as in the kernels.
const D: usize = 64;
const ROWS: usize = 64;
const PRODUCT_ROWS: usize = 32;

/// 1/sqrt(D).
const SCALE: f32 = 0.125;

fn main() -> ExitCode {
    Example { name: "attention_backward", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (heads, length) in [(1, 1), (2, 64), (1, 100), (1, 129)] {
        for causal in [false, true] {
            worst = worst.max(check_gradients(device, seed, heads, length, causal)?);
        }
    }
    Ok(worst)
}

/// Matrices of one head.
struct Gradients {
    dq: Vec<f64>,
    dk: Vec<f64>,
    dv: Vec<f64>,
}

fn dot(x: &[f32], y: &[f32]) -> f64 {
    x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
}

/// `to += factor * row`.
fn add(to: &mut [f64], factor: f64, row: &[f32]) {
    for (to, value) in to.iter_mut().zip(row) {
        *to += factor * f64::from(*value);
    }
}

/// The gradients of one head by the chain rule, a query at a time.
fn gradients([q, k, v, d_o]: [&[f32]; 4], causal: bool) -> Gradients {
    let zeros = || vec![0.0; q.len()];
    let mut sums = Gradients { dq: zeros(), dk: zeros(), dv: zeros() };
    for (row, (query, d_o)) in q.chunks(D).zip(d_o.chunks(D)).enumerate() {
        let seen = if causal { row + 1 } else { k.len() / D };
        let keys = || k.chunks(D).take(seen);
        let weights: Vec<f64> =
            keys().map(|key| (dot(query, key) * f64::from(SCALE)).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let p: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        let dp: Vec<f64> = v.chunks(D).take(seen).map(|value| dot(d_o, value)).collect();
        let mean: f64 = p.iter().zip(&dp).map(|(p, dp)| p * dp).sum();
        for (index, key) in keys().enumerate() {
            let ds = p[index] * (dp[index] - mean) * f64::from(SCALE);
            let at = index * D..(index + 1) * D;
            add(&mut sums.dv[at.clone()], p[index], d_o);
            add(&mut sums.dk[at], ds, query);
            add(&mut sums.dq[row * D..(row + 1) * D], ds, key);
        }
    }
    sums
}

/// Queries, keys, values, and the gradient of the output.
type Inputs = [Array<Bf16>; 4];

/// What the kernels compute on the way to gradients.
struct Buffers {
    o: Array<Bf16>,
    logs: Array<f32>,
    sums: Array<f32>,
    gradients: [Array<Bf16>; 3],
}

impl Buffers {
    fn new(device: &Device, heads: usize, length: usize) -> Result<Buffers, Error> {
        let matrix = || device.zeroed_array(heads * length * D);
        Ok(Buffers {
            o: matrix()?,
            logs: device.zeroed_array(heads * length.next_multiple_of(4))?,
            sums: device.zeroed_array(heads * length.next_multiple_of(4))?,
            gradients: [matrix()?, matrix()?, matrix()?],
        })
    }
}

fn bench(device: &Device) -> Result<(), Failure> {
    const HEADS: usize = 64;
    const LENGTH: usize = 4096;
    let mut random = Random::new(1);
    let mut matrix = || device.array(&random.vec_bf16(HEADS * LENGTH * D));
    let inputs = [matrix()?, matrix()?, matrix()?, matrix()?];
    let kernels = Kernels::load(device)?;
    let mut buffers = Buffers::new(device, HEADS, LENGTH)?;
    // Five products are needed; recomputing the scores and their gradients makes seven.
    let all = 10.0 * (HEADS * LENGTH * LENGTH * D) as f64;
    for (causal, operations) in [(false, all), (true, all / 2.0)] {
        forward(&kernels, &inputs, &mut buffers, (HEADS, LENGTH), causal)?;
        let what = format!("gradients 64 x 4096 x 64, causal {causal}");
        throughput(device, &what, operations, || {
            backward(&kernels, &inputs, &mut buffers, (HEADS, LENGTH), causal)
        })?;
    }
    Ok(())
}

fn forward(
    kernels: &Kernels,
    [q, k, v, _]: &Inputs,
    buffers: &mut Buffers,
    (heads, length): (usize, usize),
    causal: bool,
) -> Result<(), Error> {
    let grid = (heads as u32, length.div_ceil(ROWS) as u32);
    let Buffers { o, logs, .. } = buffers;
    let (heads, length) = (heads as i32, length as i32);
    match causal {
        false => {
            kernels.forward_nv_bfloat16_64_64_32_false(grid, q, k, v, o, logs, heads, length, SCALE)
        }
        true => {
            kernels.forward_nv_bfloat16_64_64_32_true(grid, q, k, v, o, logs, heads, length, SCALE)
        }
    }
}

fn backward(
    kernels: &Kernels,
    [q, k, v, d_o]: &Inputs,
    buffers: &mut Buffers,
    (heads, length): (usize, usize),
    causal: bool,
) -> Result<(), Error> {
    let grid = (heads as u32, length.div_ceil(ROWS) as u32);
    let Buffers { o, logs, sums, gradients: [dq, dk, dv] } = buffers;
    let product_grid = (heads as u32, length.div_ceil(PRODUCT_ROWS) as u32);
    let (h, n) = (heads as i32, length as i32);
    kernels.row_products_nv_bfloat16_64_32(product_grid, o, d_o, sums, h, n)?;
    match causal {
        false => {
            kernels.key_gradients_nv_bfloat16_64_32_64_false(
                grid, q, k, v, d_o, logs, sums, dk, dv, h, n, SCALE,
            )?;
            kernels.query_gradients_nv_bfloat16_64_64_32_false(
                grid, q, k, v, d_o, logs, sums, dq, h, n, SCALE,
            )
        }
        true => {
            kernels.key_gradients_nv_bfloat16_64_32_64_true(
                grid, q, k, v, d_o, logs, sums, dk, dv, h, n, SCALE,
            )?;
            kernels.query_gradients_nv_bfloat16_64_64_32_true(
                grid, q, k, v, d_o, logs, sums, dq, h, n, SCALE,
            )
        }
    }
}

fn check_gradients(
    device: &Device,
    seed: u64,
    heads: usize,
    length: usize,
    causal: bool,
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let data = [(); 4].map(|()| random.vec_bf16(heads * length * D));
    let inputs = [
        device.array(&data[0])?,
        device.array(&data[1])?,
        device.array(&data[2])?,
        device.array(&data[3])?,
    ];
    let kernels = Kernels::load(device)?;
    let mut buffers = Buffers::new(device, heads, length)?;
    forward(&kernels, &inputs, &mut buffers, (heads, length), causal)?;
    backward(&kernels, &inputs, &mut buffers, (heads, length), causal)?;

    let data = data.map(|matrix| widened(&matrix));
    let mut want = [Vec::new(), Vec::new(), Vec::new()];
    for head in 0..heads {
        let at = head * length * D..(head + 1) * length * D;
        let of_head = gradients([0, 1, 2, 3].map(|i: usize| &data[i][at.clone()]), causal);
        for (all, one) in want.iter_mut().zip([of_head.dq, of_head.dk, of_head.dv]) {
            all.extend(one);
        }
    }
    let mut worst = 0.0f64;
    for (name, (got, want)) in ["dQ", "dK", "dV"].iter().zip(buffers.gradients.iter().zip(&want)) {
        let got = widened(&got.to_vec(device)?);
        let what = format!("{name} of {heads} heads of {length}, causal {causal}");
        worst = worst.max(compare(&what, &got, |i| want[i], 1.0, 1e-2)?);
    }
    Ok(worst)
}
