//! A 3x3 convolution that takes each pixel or every second one, in f16, against an f64 computation of the rounded inputs.
//! The filter stays inside of the image.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Device, Error, F16};
use tilec_examples::{Example, Failure, Random, compare, product_scale, throughput, widened_f16};

mod kernels {
    runtime::include_kernels!("convolution_strided");
}

/// Channels in and out, and pixels of a block, as in the kernel.
const C: usize = 32;
const K: usize = 64;
const PIXELS: usize = 64;

fn main() -> ExitCode {
    Example { name: "convolution_strided", check, bench }.main()
}

/// How often the filter fits in a row or column of so many pixels.
fn outputs(pixels: usize, step: usize) -> usize {
    (pixels - 3) / step + 1
}

fn convolution(
    kernels: &Kernels,
    image: &Array<F16>,
    filter: &Array<F16>,
    out: &mut Array<f32>,
    [images, height, width]: [usize; 3],
    step: usize,
) -> Result<(), Error> {
    let blocks = outputs(width, step).div_ceil(PIXELS) as u32;
    let grid = (blocks, outputs(height, step) as u32, images as u32);
    let (images, height, width) = (images as i32, height as i32, width as i32);
    match step {
        1 => kernels
            .convolution_strided_half_32_64_1_64(grid, image, filter, out, images, height, width),
        _ => kernels
            .convolution_strided_half_32_64_2_64(grid, image, filter, out, images, height, width),
    }
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let kernels = Kernels::load(device)?;
    let mut worst = 0.0f64;
    for (step, sizes) in
        [(1, [1, 3, 3]), (1, [2, 5, 70]), (2, [1, 3, 4]), (2, [2, 7, 10]), (2, [1, 4, 134])]
    {
        let [images, height, width] = sizes;
        let mut random = Random::new(seed);
        let image = random.vec_f16(images * height * width * C);
        let filter = random.vec_f16(9 * C * K);
        let (rows, columns) = (outputs(height, step), outputs(width, step));
        let mut out = device.zeroed_array(images * rows * columns * K)?;
        let arrays = (device.array(&image)?, device.array(&filter)?);
        convolution(&kernels, &arrays.0, &arrays.1, &mut out, sizes, step)?;

        let (image, filter) = (widened_f16(&image), widened_f16(&filter));
        let mut want = vec![0.0f64; images * rows * columns * K];
        for (pixel, sums) in want.chunks_mut(K).enumerate() {
            let (n, y, x) =
                (pixel / (rows * columns), pixel / columns % rows * step, pixel % columns * step);
            for tap in 0..9 {
                let (from_y, from_x) = (y + tap / 3, x + tap % 3);
                let values = &image[((n * height + from_y) * width + from_x) * C..][..C];
                for (value, weights) in values.iter().zip(filter[tap * C * K..].chunks(K)) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += f64::from(*value) * f64::from(*weight);
                    }
                }
            }
        }
        let what = format!("{images} images of {height}x{width}, every {step}");
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
    for step in [1, 2] {
        let operations = 2.0 * (IMAGES * SIDE * SIDE * 9 * C * K / (step * step)) as f64;
        let what = format!("convolution_strided 64 images of 112x112, every {step}");
        throughput(device, &what, operations, || {
            convolution(&kernels, &image, &filter, &mut out, [IMAGES, SIDE, SIDE], step)
        })?;
    }
    Ok(())
}
