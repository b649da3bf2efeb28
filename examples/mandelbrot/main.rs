//! The Mandelbrot set: every count exactly.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Device, Error};
use tilec_examples::{Example, Failure, exact, throughput};

mod kernels {
    runtime::include_kernels!("mandelbrot");
}

/// Rows and columns of a block, as in the kernel.
const TILE: usize = 32;
const LEFT: f32 = -2.0;
const TOP: f32 = -1.25;

fn main() -> ExitCode {
    Example { name: "mandelbrot", check, bench }.main()
}

fn draw(
    device: &Device,
    out: &mut Array<i32>,
    height: usize,
    width: usize,
    limit: i32,
) -> Result<(), Error> {
    let grid = (width.div_ceil(TILE) as u32, height.div_ceil(TILE) as u32);
    let (height, width) = (height as i32, width as i32);
    Kernels::load(device)?.mandelbrot_32(grid, out, height, width, LEFT, TOP, step(width), limit)
}

/// The distance of two points; a power of two, so that products with it are exact.
fn step(width: i32) -> f32 {
    2.0 / (width as u32).next_power_of_two() as f32
}

/// The steps of one point, with the roundings of the kernel.
fn count(re: f32, im: f32, limit: i32) -> i32 {
    let (mut x, mut y) = (0.0f32, 0.0f32);
    let mut count = 0;
    while count < limit && x.mul_add(x, y * y) <= 4.0 {
        (x, y) = (x.mul_add(x, (-y).mul_add(y, re)), (x + x).mul_add(y, im));
        count += 1;
    }
    count
}

fn check(device: &Device, _: u64) -> Result<f64, Failure> {
    const LIMIT: i32 = 40;
    for (height, width) in [(1, 1), (32, 64), (50, 70)] {
        let mut out = device.zeroed_array(height * width)?;
        draw(device, &mut out, height, width, LIMIT)?;
        for (index, got) in out.to_vec(device)?.into_iter().enumerate() {
            let step = step(width as i32);
            let (re, im) =
                (LEFT + step * (index % width) as f32, TOP + step * (index / width) as f32);
            let want = count(re, im, LIMIT);
            if got != want {
                let text = format!("{height}x{width}: point {index} takes {got}, not {want}");
                return Err(Failure::Wrong(text));
            }
        }
        exact(&format!("{height}x{width}"));
    }
    Ok(0.0)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIDE: usize = 4096;
    const LIMIT: i32 = 1000;
    let mut out = device.zeroed_array(SIDE * SIDE)?;
    draw(device, &mut out, SIDE, SIDE, LIMIT)?;
    let turns: f64 = out.to_vec(device)?.into_iter().map(f64::from).sum();
    let kernels = Kernels::load(device)?;
    let (blocks, side) = ((SIDE / TILE) as u32, SIDE as i32);
    throughput(device, "mandelbrot 4096x4096, 7 operations a turn", 7.0 * turns, || {
        let grid = (blocks, blocks);
        kernels.mandelbrot_32(grid, &mut out, side, side, LEFT, TOP, step(side), LIMIT)
    })
}
