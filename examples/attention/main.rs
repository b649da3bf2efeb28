//! Attention with and without a causal mask, with groups of heads, and its decoding step, in bf16.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Bf16, Device, Error};
use tilec_examples::{Example, Failure, Random, bandwidth, compare, throughput, widened};

mod kernels {
    runtime::include_kernels!("attention");
}

/// Elements of a head, queries of a block and heads that share keys in `decode`, as in the kernels.
const D: usize = 64;
const QUERIES: usize = 64;
const GROUP: usize = 8;

/// 1/sqrt(D), for exponentials to base 2.
const SCALE: f32 = std::f32::consts::LOG2_E / 8.0;

fn main() -> ExitCode {
    Example { name: "attention", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (heads, kv_heads, length) in [(1, 1, 1), (2, 2, 64), (4, 2, 100), (3, 1, 129)] {
        for causal in [false, true] {
            let error = check_forward(device, seed, heads, kv_heads, length, causal)?;
            worst = worst.max(error);
        }
    }
    for (kv_heads, lengths) in [(1, &[1][..]), (2, &[70, 128, 3])] {
        worst = worst.max(check_decode(device, seed, kv_heads, lengths)?);
    }
    Ok(worst)
}

/// The softmax of one query's products with keys, times the values.
fn attend(query: &[f32], keys: &[f32], values: &[f32]) -> Vec<f64> {
    let dot = |key: &[f32]| -> f64 {
        query.iter().zip(key).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
    };
    let weights: Vec<f64> =
        keys.chunks(D).map(|key| (dot(key) * f64::from(SCALE)).exp2()).collect();
    let sum: f64 = weights.iter().sum();
    let mut out = vec![0.0; D];
    for (weight, value) in weights.iter().zip(values.chunks(D)) {
        for (out, value) in out.iter_mut().zip(value) {
            *out += weight / sum * f64::from(*value);
        }
    }
    out
}

fn check_forward(
    device: &Device,
    seed: u64,
    heads: usize,
    kv_heads: usize,
    length: usize,
    causal: bool,
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let q = random.vec_bf16(heads * length * D);
    let (k, v) = (random.vec_bf16(kv_heads * length * D), random.vec_bf16(kv_heads * length * D));
    let mut o = device.zeroed_array(heads * length * D)?;
    let arrays = [device.array(&q)?, device.array(&k)?, device.array(&v)?];
    let kernels = Kernels::load(device)?;
    forward(&kernels, &arrays, &mut o, [heads, kv_heads, length], causal)?;
    let got = widened(&o.to_vec(device)?);
    let (q, k, v) = (widened(&q), widened(&k), widened(&v));
    let mut want = Vec::new();
    for (index, query) in q.chunks(D).enumerate() {
        let (head, row) = (index / length, index % length);
        let first = head / (heads / kv_heads) * length * D;
        let last = first + if causal { row + 1 } else { length } * D;
        want.extend(attend(query, &k[first..last], &v[first..last]));
    }
    let what = format!("{heads} heads of {length}, {kv_heads} of keys, causal {causal}");
    compare(&what, &got, |i| want[i], 1.0, 1e-2)
}

fn forward(
    kernels: &Kernels,
    [q, k, v]: &[Array<Bf16>; 3],
    o: &mut Array<Bf16>,
    [heads, kv_heads, length]: [usize; 3],
    causal: bool,
) -> Result<(), Error> {
    let grid = (length.div_ceil(QUERIES) as u32, heads as u32);
    let (heads, kv_heads, length) = (heads as i32, kv_heads as i32, length as i32);
    match causal {
        false => kernels
            .attention_nv_bfloat16_64_64_64_false(grid, q, k, v, o, heads, kv_heads, length, SCALE),
        true => kernels
            .attention_nv_bfloat16_64_64_64_true(grid, q, k, v, o, heads, kv_heads, length, SCALE),
    }
}

fn check_decode(
    device: &Device,
    seed: u64,
    kv_heads: usize,
    lengths: &[i32],
) -> Result<f64, Failure> {
    const CAPACITY: usize = 130;
    let mut random = Random::new(seed);
    let all = lengths.len() * kv_heads;
    let q = random.vec_bf16(all * GROUP * D);
    let (k, v) = (random.vec_bf16(all * CAPACITY * D), random.vec_bf16(all * CAPACITY * D));
    let mut o = device.zeroed_array(all * GROUP * D)?;
    Kernels::load(device)?.decode_nv_bfloat16_64_8_64(
        (lengths.len() as u32, kv_heads as u32),
        &device.array(&q)?,
        &device.array(&k)?,
        &device.array(&v)?,
        &mut o,
        &device.array(lengths)?,
        lengths.len() as i32,
        kv_heads as i32,
        CAPACITY as i32,
        SCALE,
    )?;
    let got = widened(&o.to_vec(device)?);
    let (q, k, v) = (widened(&q), widened(&k), widened(&v));
    let mut want = Vec::new();
    for (index, query) in q.chunks(D).enumerate() {
        let cache = index / GROUP;
        let first = cache * CAPACITY * D;
        let last = first + lengths[cache / kv_heads] as usize * D;
        want.extend(attend(query, &k[first..last], &v[first..last]));
    }
    compare(&format!("decoding with {lengths:?}"), &got, |i| want[i], 1.0, 1e-2)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const HEADS: usize = 64;
    const LENGTH: usize = 4096;
    let mut random = Random::new(1);
    let len = HEADS * LENGTH * D;
    let arrays = [
        device.array(&random.vec_bf16(len))?,
        device.array(&random.vec_bf16(len))?,
        device.array(&random.vec_bf16(len))?,
    ];
    let mut o = device.zeroed_array(len)?;
    let kernels = Kernels::load(device)?;
    let all = 4.0 * (HEADS * LENGTH * LENGTH * D) as f64;
    for (causal, operations) in [(false, all), (true, all / 2.0)] {
        let what = format!("attention 64 x 4096 x 64, causal {causal}");
        throughput(device, &what, operations, || {
            forward(&kernels, &arrays, &mut o, [HEADS, HEADS, LENGTH], causal)
        })?;
    }
    let what = format!("attention 64 x 4096 x 64, {GROUP} heads share keys");
    throughput(device, &what, all, || {
        forward(&kernels, &arrays, &mut o, [HEADS, HEADS / GROUP, LENGTH], false)
    })?;
    bench_decode(device, &kernels, &arrays)
}

/// Each key and value of full caches is read once.
fn bench_decode(
    device: &Device,
    kernels: &Kernels,
    [q, k, v]: &[Array<Bf16>; 3],
) -> Result<(), Failure> {
    const SEQUENCES: usize = 8;
    const KV_HEADS: usize = 8;
    const CAPACITY: usize = 4096;
    let lengths = device.array(&[CAPACITY as i32; SEQUENCES])?;
    let mut o = device.zeroed_array(SEQUENCES * KV_HEADS * GROUP * D)?;
    let bytes = 2 * SEQUENCES * KV_HEADS * CAPACITY * D * size_of::<Bf16>();
    bandwidth(device, "decode 8 sequences x 8 heads x 4096 x 64", bytes, || {
        kernels.decode_nv_bfloat16_64_8_64(
            (SEQUENCES as u32, KV_HEADS as u32),
            q,
            k,
            v,
            &mut o,
            &lengths,
            SEQUENCES as i32,
            KV_HEADS as i32,
            CAPACITY as i32,
            SCALE,
        )
    })
}
