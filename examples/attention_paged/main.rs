//! A step of decoding whose keys and values are in pages of a pool, in bf16, against an f64 softmax of the tokens in
//! their order.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Bf16, Device, Error};
use tilec_examples::{Example, Failure, Random, bandwidth, compare, widened};

mod kernels {
    runtime::include_kernels!("attention_paged");
}

/// Elements of a head, heads that share keys, and slots of a page, as in the kernel.
const D: usize = 64;
const GROUP: usize = 8;
const PAGE: usize = 16;

/// 1/sqrt(D), for exponentials to base 2.
const SCALE: f32 = std::f32::consts::LOG2_E / 8.0;

fn main() -> ExitCode {
    Example { name: "attention_paged", check, bench }.main()
}

/// The pages of a pool in any order.
fn shuffled(random: &mut Random, pages: usize) -> Vec<i32> {
    let mut order: Vec<i32> = (0..pages as i32).collect();
    for last in (1..pages).rev() {
        order.swap(last, random.next_u32() as usize % (last + 1));
    }
    order
}

/// What a launch reads: queries, keys, values, the table of pages and the tokens of each sequence.
struct Cache {
    q: Array<Bf16>,
    k: Array<Bf16>,
    v: Array<Bf16>,
    table: Array<i32>,
    lengths: Array<i32>,
}

fn decode(
    kernels: &Kernels,
    cache: &Cache,
    o: &mut Array<Bf16>,
    [sequences, kv_heads, pages, max_pages]: [usize; 4],
) -> Result<(), Error> {
    let Cache { q, k, v, table, lengths } = cache;
    kernels.decode_paged_nv_bfloat16_64_8_16_64(
        (sequences as u32, kv_heads as u32),
        q,
        k,
        v,
        o,
        table,
        lengths,
        sequences as i32,
        kv_heads as i32,
        pages as i32,
        max_pages as i32,
        SCALE,
    )
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (kv_heads, lengths) in [(1, &[1][..]), (2, &[70, 128, 3]), (1, &[16, 17, 65])] {
        worst = worst.max(check_lengths(device, seed, kv_heads, lengths)?);
    }
    Ok(worst)
}

fn check_lengths(
    device: &Device,
    seed: u64,
    kv_heads: usize,
    lengths: &[i32],
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let sequences = lengths.len();
    let used = |length: i32| (length as usize).div_ceil(PAGE);
    let max_pages = lengths.iter().map(|&length| used(length)).max().unwrap_or(0);
    // Some pages of the pool belong to none of the sequences.
    let pages = lengths.iter().map(|&length| used(length)).sum::<usize>() + 3;
    let mut free = shuffled(&mut random, pages);
    // Numbers of pages that are not read would be far outside of the pool.
    let mut table = vec![1 << 20; sequences * max_pages];
    for (row, &length) in table.chunks_mut(max_pages).zip(lengths) {
        let taken = free.split_off(free.len() - used(length));
        row[..taken.len()].copy_from_slice(&taken);
    }
    let q = random.vec_bf16(sequences * kv_heads * GROUP * D);
    let slots = pages * PAGE * kv_heads * D;
    let (k, v) = (random.vec_bf16(slots), random.vec_bf16(slots));
    let mut o = device.zeroed_array(q.len())?;
    let cache = Cache {
        q: device.array(&q)?,
        k: device.array(&k)?,
        v: device.array(&v)?,
        table: device.array(&table)?,
        lengths: device.array(lengths)?,
    };
    let sizes = [sequences, kv_heads, pages, max_pages];
    decode(&Kernels::load(device)?, &cache, &mut o, sizes)?;

    let (q, k, v) = (widened(&q), widened(&k), widened(&v));
    let mut want = vec![0.0f64; q.len()];
    for (head, (query, out)) in q.chunks(D).zip(want.chunks_mut(D)).enumerate() {
        let (sequence, kv_head) = (head / GROUP / kv_heads, head / GROUP % kv_heads);
        let place = |token: usize| {
            let page = table[sequence * max_pages + token / PAGE] as usize;
            ((page * PAGE + token % PAGE) * kv_heads + kv_head) * D
        };
        let mut sum = 0.0;
        for token in 0..lengths[sequence] as usize {
            let (key, value) = (&k[place(token)..][..D], &v[place(token)..][..D]);
            let dot: f64 = query.iter().zip(key).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
            let weight = (dot * f64::from(SCALE)).exp2();
            sum += weight;
            for (out, value) in out.iter_mut().zip(value) {
                *out += weight * f64::from(*value);
            }
        }
        out.iter_mut().for_each(|out| *out /= sum);
    }
    let got = widened(&o.to_vec(device)?);
    let what = format!("{kv_heads} heads of keys, sequences of {lengths:?}");
    compare(&what, &got, |i| want[i], 1.0, 1e-2)
}

/// Each key and value of full sequences is read once.
fn bench(device: &Device) -> Result<(), Failure> {
    const SEQUENCES: usize = 8;
    const KV_HEADS: usize = 8;
    const LENGTH: usize = 4096;
    const PAGES: usize = SEQUENCES * LENGTH / PAGE;
    let mut random = Random::new(1);
    let len = PAGES * PAGE * KV_HEADS * D;
    let cache = Cache {
        q: device.array(&random.vec_bf16(SEQUENCES * KV_HEADS * GROUP * D))?,
        k: device.array(&random.vec_bf16(len))?,
        v: device.array(&random.vec_bf16(len))?,
        table: device.array(&shuffled(&mut random, PAGES))?,
        lengths: device.array(&[LENGTH as i32; SEQUENCES])?,
    };
    let mut o = device.zeroed_array(SEQUENCES * KV_HEADS * GROUP * D)?;
    let kernels = Kernels::load(device)?;
    let bytes = 2 * len * size_of::<Bf16>();
    bandwidth(device, "decode_paged 8 sequences x 8 heads x 4096 x 64", bytes, || {
        decode(&kernels, &cache, &mut o, [SEQUENCES, KV_HEADS, PAGES, LENGTH / PAGE])
    })
}
