//! Adds two vectors and checks every element: the sum of two floats is exact to the bit.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, exact, time};

/// The program and a typed method for each kernel, written by the build script.
mod kernels {
    runtime::include_kernels!("vector_add");
}

/// Elements per tile block, as in the kernel.
const TILE: usize = 1024;

fn main() -> ExitCode {
    Example { name: "vector_add", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    for len in [1, 1000, TILE, 10_000, 1_000_003] {
        check_sums(device, len, seed)?;
        exact(&format!("{len} elements"));
    }
    Ok(0.0)
}

fn check_sums(device: &Device, len: usize, seed: u64) -> Result<(), Failure> {
    let mut random = Random::new(seed);
    let (a, b) = (random.vec_f32(len), random.vec_f32(len));
    let (mut device_a, mut device_b) = (device.array(&a)?, device.array(&b)?);
    let mut out = device.zeroed_array(len)?;
    let kernels = Kernels::load(device)?;
    let blocks = len.div_ceil(TILE) as u32;
    kernels.vector_add(blocks, &mut device_a, &mut device_b, &mut out, len as u64)?;
    let sums = out.to_vec(device)?;
    for (index, sum) in sums.iter().enumerate() {
        let want = a[index] + b[index];
        if sum.to_bits() != want.to_bits() {
            let text = format!("length {len}, seed {seed}: element {index} is {sum}, not {want}");
            return Err(Failure::Wrong(text));
        }
    }
    Ok(())
}

/// Bandwidth over 2^28 floats, against the device's own copy of as many bytes.
fn bench(device: &Device) -> Result<(), Failure> {
    const LEN: usize = 1 << 28;
    let (mut a, mut b) = (device.zeroed_array(LEN)?, device.zeroed_array(LEN)?);
    let mut out = device.zeroed_array(LEN)?;
    let kernels = Kernels::load(device)?;
    let blocks = (LEN / TILE) as u32;
    let mut ratios = Vec::new();
    for _ in 0..7 {
        let launch = || kernels.vector_add(blocks, &mut a, &mut b, &mut out, LEN as u64);
        let add = time(device, 3, 10, launch)?.as_secs_f64();
        let copy = time(device, 3, 10, || device.copy(a.buffer(), out.buffer()))?.as_secs_f64();
        let add_rate = 3.0 * 4.0 * LEN as f64 / add;
        let copy_rate = 2.0 * 4.0 * LEN as f64 / copy;
        ratios.push((add_rate / copy_rate, add_rate / 1e9, copy_rate / 1e9));
    }
    ratios.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (ratio, add, copy) = ratios[ratios.len() / 2];
    println!("vector_add 2^28: {ratio:.3} of copy bandwidth ({add:.0} against {copy:.0} GB/s)");
    Ok(())
}
