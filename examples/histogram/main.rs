//! Counts of bytes by atomic additions, exactly.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, exact};

mod kernels {
    runtime::include_kernels!("histogram");
}

/// Elements of a block, as in the kernel.
const TILE: usize = 1024;

fn main() -> ExitCode {
    Example { name: "histogram", check, bench }.main()
}

/// Bytes of which some are much more frequent than others.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..len).map(|_| (random.next_f32().powi(3) * 128.0) as i8 as u8).collect()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let kernels = Kernels::load(device)?;
    for len in [1, 1000, 1024, 30_001] {
        let input = bytes(seed, len);
        let mut counts = device.zeroed_array(256)?;
        let blocks = len.div_ceil(TILE) as u32;
        kernels.histogram_1024(blocks, &device.array(&input)?, &mut counts, len as i32)?;
        let mut want = vec![0u32; 256];
        for byte in input {
            want[usize::from(byte)] += 1;
        }
        if counts.to_vec(device)? != want {
            return Err(Failure::Wrong(format!("counts of {len} bytes")));
        }
        exact(&format!("{len} bytes"));
    }
    Ok(0.0)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const LEN: usize = 1 << 24;
    let input = device.array(&bytes(1, LEN))?;
    let mut counts = device.zeroed_array(256)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "histogram 2^24", LEN, || {
        kernels.histogram_1024((LEN / TILE) as u32, &input, &mut counts, LEN as i32)
    })
}
