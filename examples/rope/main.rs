//! Rotary position embedding in bf16, against an f64 computation of the rounded input.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare, widened};

mod kernels {
    runtime::include_kernels!("rope");
}

/// Elements of a head, and heads of a block, as in the kernel.
const D: usize = 128;
const HEADS: usize = 16;

fn main() -> ExitCode {
    Example { name: "rope", check, bench }.main()
}

/// Cosines and sines of the angles of each position.
fn angles(positions: usize) -> (Vec<f32>, Vec<f32>) {
    let angle = |index: usize| {
        let (position, i) = (index / (D / 2), index % (D / 2));
        position as f64 * 10000f64.powf(-2.0 * i as f64 / D as f64)
    };
    let indices = || 0..positions * D / 2;
    let cosines = indices().map(|index| angle(index).cos() as f32).collect();
    (cosines, indices().map(|index| angle(index).sin() as f32).collect())
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (positions, heads) in [(1, 1), (5, 16), (3, 21)] {
        let input = Random::new(seed).vec_bf16(positions * heads * D);
        let (cosines, sines) = angles(positions);
        let mut out = device.zeroed_array(input.len())?;
        Kernels::load(device)?.rope_nv_bfloat16_128_16(
            (positions as u32, heads.div_ceil(HEADS) as u32),
            &device.array(&input)?,
            &device.array(&cosines)?,
            &device.array(&sines)?,
            &mut out,
            positions as i32,
            heads as i32,
        )?;
        let (got, input) = (widened(&out.to_vec(device)?), widened(&input));
        let want = |index: usize| {
            let (row, i) = (index / D, index % D);
            let angle = row / heads * (D / 2) + i % (D / 2);
            let (c, s) = (f64::from(cosines[angle]), f64::from(sines[angle]));
            let at = |i: usize| f64::from(input[row * D + i]);
            if i < D / 2 { at(i) * c - at(i + D / 2) * s } else { at(i) * c + at(i - D / 2) * s }
        };
        // Values below 1.5, rounded to 8 bits.
        worst = worst.max(compare(&format!("{positions}x{heads}"), &got, want, 1.0, 4e-3)?);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const POSITIONS: usize = 32768;
    const ALL: usize = 32;
    let input = device.array(&Random::new(1).vec_bf16(POSITIONS * ALL * D))?;
    let (cosines, sines) = angles(POSITIONS);
    let (cosines, sines) = (device.array(&cosines)?, device.array(&sines)?);
    let mut out = device.zeroed_array(POSITIONS * ALL * D)?;
    let kernels = Kernels::load(device)?;
    let grid = (POSITIONS as u32, (ALL / HEADS) as u32);
    bandwidth(device, "rope 32768x32x128", POSITIONS * (ALL * D * 4 + D * 4), || {
        let (positions, heads) = (POSITIONS as i32, ALL as i32);
        kernels.rope_nv_bfloat16_128_16(grid, &input, &cosines, &sines, &mut out, positions, heads)
    })
}
