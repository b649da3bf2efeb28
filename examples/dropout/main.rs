//! Dropout: the elements that Philox chooses, to the bit.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, exact};

mod kernels {
    runtime::include_kernels!("dropout");
}

/// Elements of a block, as in the kernel.
const TILE: usize = 1024;

fn main() -> ExitCode {
    Example { name: "dropout", check, bench }.main()
}

/// Philox 2x32-10 of the counter `(index, 0)`: its first word.
fn philox(index: u32, mut key: u32) -> u32 {
    let (mut left, mut right) = (index, 0u32);
    for _ in 0..10 {
        let product = u64::from(left) * 0xD256_D193;
        (left, right) = ((product >> 32) as u32 ^ key ^ right, product as u32);
        key = key.wrapping_add(0x9E37_79B9);
    }
    left
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let kernels = Kernels::load(device)?;
    for (len, p) in [(1, 0.5), (1000, 0.0), (1024, 0.25), (5001, 0.9)] {
        let input = Random::new(seed).vec_f32(len);
        let mut out = device.zeroed_array(len)?;
        let key = seed as u32 + 7;
        let blocks = len.div_ceil(TILE) as u32;
        kernels.dropout_1024(blocks, &device.array(&input)?, &mut out, len as i32, p, key)?;
        for (index, (&got, x)) in out.to_vec(device)?.iter().zip(input).enumerate() {
            let uniform = (philox(index as u32, key) >> 8) as f32 / (1 << 24) as f32;
            let want = if uniform >= p { x / (1.0 - p) } else { 0.0 };
            if got != want {
                let text = format!("length {len}, p {p}: element {index} is {got}, not {want}");
                return Err(Failure::Wrong(text));
            }
        }
        exact(&format!("{len} elements, p {p}"));
    }
    Ok(0.0)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const LEN: usize = 1 << 28;
    let input = device.zeroed_array(LEN)?;
    let mut out = device.zeroed_array(LEN)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "dropout 2^28", 8 * LEN, || {
        kernels.dropout_1024((LEN / TILE) as u32, &input, &mut out, LEN as i32, 0.1, 1)
    })
}
