//! Rows of f32 as e4m3 with a scale each: every element is the nearest that there is.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Device, E4m3};
use tilec_examples::{Example, Failure, Random, bandwidth};

mod kernels {
    runtime::include_kernels!("quantise");
}

fn main() -> ExitCode {
    Example { name: "quantise", check, bench }.main()
}

/// The value of an e4m3 number: four bits of exponent, three of fraction, no infinity.
fn value(bits: u8) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 3 & 15), f64::from(bits & 7));
    let magnitude = match exponent {
        0 => fraction / 512.0,
        _ => (1.0 + fraction / 8.0) * f64::from(exponent - 7).exp2(),
    };
    if bits & 0x80 == 0 { magnitude } else { -magnitude }
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let kernels = Kernels::load(device)?;
    let mut worst = 0.0f64;
    for (rows, cols) in [(1, 1), (3, 1000), (2, 4096), (4, 77)] {
        let mut input = Random::new(seed).vec_f32(rows * cols);
        // A row of zeros.
        input[(rows - 1) * cols..].fill(0.0);
        let mut out = device.zeroed_array::<E4m3>(rows * cols)?;
        let mut scales = device.zeroed_array::<f32>(rows)?;
        let from = device.array(&input)?;
        let (m, n) = (rows as i32, cols as i32);
        kernels.quantise_4096(rows as u32, &from, &mut out, &mut scales, m, n)?;
        let (out, scales) = (out.to_vec(device)?, scales.to_vec(device)?);
        for (row, &scale) in scales.iter().enumerate() {
            let values = &input[row * cols..][..cols];
            let largest = values.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
            let want = if largest > 0.0 { largest / 448.0 } else { 1.0 };
            if scale.to_bits() != want.to_bits() {
                return Err(Failure::Wrong(format!("{rows}x{cols}: scale {scale}, not {want}")));
            }
            for (x, got) in values.iter().zip(&out[row * cols..]) {
                let x = f64::from(x / scale);
                let error = (value(got.0) - x).abs();
                let near = |bits: u8| bits & 0x7F == 0x7F || (value(bits) - x).abs() >= error;
                if !(0..=255).all(near) {
                    return Err(Failure::Wrong(format!("{rows}x{cols}: {x} as {}", got.0)));
                }
                worst = worst.max(error / 448.0);
            }
        }
        println!("  {rows}x{cols}: each element is the nearest of its format");
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 32768;
    const COLS: usize = 4096;
    let from = device.zeroed_array(ROWS * COLS)?;
    let mut out = device.zeroed_array(ROWS * COLS)?;
    let mut scales = device.zeroed_array(ROWS)?;
    let kernels = Kernels::load(device)?;
    bandwidth(device, "quantise 32768x4096", 5 * ROWS * COLS, || {
        let (m, n) = (ROWS as i32, COLS as i32);
        kernels.quantise_4096(ROWS as u32, &from, &mut out, &mut scales, m, n)
    })
}
