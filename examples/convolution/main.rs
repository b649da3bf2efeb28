//! A 3x3 convolution in f16, against an f64 computation of the rounded inputs.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, compare, product_scale, throughput, widened_f16};

mod kernels {
    runtime::include_kernels!("convolution");
}

/// Channels in and out, and pixels of a block, as in the kernel.
const C: usize = 32;
const K: usize = 64;
const PIXELS: usize = 64;

fn main() -> ExitCode {
    Example { name: "convolution", check, bench }.main()
}

fn grid(images: usize, height: usize, width: usize) -> (u32, u32) {
    ((height * width).div_ceil(PIXELS) as u32, images as u32)
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (images, height, width) in [(1, 1, 1), (2, 7, 9), (1, 16, 8), (1, 5, 23)] {
        let mut random = Random::new(seed);
        let image = random.vec_f16(images * height * width * C);
        let filter = random.vec_f16(9 * C * K);
        let mut out = device.zeroed_array(images * height * width * K)?;
        Kernels::load(device)?.convolution_half_32_64_64(
            grid(images, height, width),
            &device.array(&image)?,
            &device.array(&filter)?,
            &mut out,
            height as i32,
            width as i32,
        )?;
        let (image, filter) = (widened_f16(&image), widened_f16(&filter));
        let mut want = vec![0.0f64; images * height * width * K];
        for (pixel, sums) in want.chunks_mut(K).enumerate() {
            let (first, x) = (pixel / (height * width) * height, pixel % width);
            let y = pixel / width % height;
            for tap in 0..9 {
                let (from_y, from_x) = (y + tap / 3, x + tap % 3);
                if !(1..=height).contains(&from_y) || !(1..=width).contains(&from_x) {
                    continue;
                }
                let values = &image[((first + from_y - 1) * width + from_x - 1) * C..][..C];
                for (value, weights) in values.iter().zip(filter[tap * C * K..].chunks(K)) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += f64::from(*value) * f64::from(*weight);
                    }
                }
            }
        }
        let what = format!("{images} images of {height}x{width}");
        let error = compare(&what, &out.to_vec(device)?, |i| want[i], product_scale(9 * C), 1e-2)?;
        worst = worst.max(error);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const IMAGES: usize = 64;
    const SIDE: usize = 112;
    let mut random = Random::new(1);
    let image = device.array(&random.vec_f16(IMAGES * SIDE * SIDE * C))?;
    let filter = device.array(&random.vec_f16(9 * C * K))?;
    let mut out = device.zeroed_array(IMAGES * SIDE * SIDE * K)?;
    let kernels = Kernels::load(device)?;
    let operations = 2.0 * (IMAGES * SIDE * SIDE * 9 * C * K) as f64;
    throughput(device, "convolution 64 images of 112x112, 32 to 64", operations, || {
        let (grid, side) = (grid(IMAGES, SIDE, SIDE), SIDE as i32);
        kernels.convolution_half_32_64_64(grid, &image, &filter, &mut out, side, side)
    })
}
