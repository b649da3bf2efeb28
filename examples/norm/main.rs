//! Layer norm and RMS norm in bf16, against f64 computations of the rounded inputs.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::Device;
use tilec_examples::{Example, Failure, Random, bandwidth, compare, widened};

mod kernels {
    runtime::include_kernels!("norm");
}

const EPSILON: f32 = 1e-5;

fn main() -> ExitCode {
    Example { name: "norm", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (rows, cols) in [(1, 1), (3, 1000), (5, 4096), (7, 77)] {
        let mut random = Random::new(seed);
        let (input, weight) = (random.vec_bf16(rows * cols), random.vec_bf16(cols));
        let bias = random.vec_bf16(cols);
        let (x, w, b) = (device.array(&input)?, device.array(&weight)?, device.array(&bias)?);
        let mut out = device.zeroed_array(rows * cols)?;
        let (grid, m, n) = (rows as u32, rows as i32, cols as i32);
        let kernels = Kernels::load(device)?;
        kernels.rms_norm_nv_bfloat16_4096(grid, &x, &w, &mut out, m, n, EPSILON)?;
        let rms = widened(&out.to_vec(device)?);
        kernels.layer_norm_nv_bfloat16_4096(grid, &x, &w, &b, &mut out, m, n, EPSILON)?;
        let layer = widened(&out.to_vec(device)?);

        let (input, weight, bias) = (widened(&input), widened(&weight), widened(&bias));
        let mut wanted_rms = Vec::new();
        let mut wanted_layer = Vec::new();
        for row in input.chunks(cols) {
            let row: Vec<f64> = row.iter().map(|&x| f64::from(x)).collect();
            let of = |values: &[f64]| values.iter().sum::<f64>() / cols as f64;
            let squares: Vec<f64> = row.iter().map(|x| x * x).collect();
            let mean = of(&row);
            let centred: Vec<f64> = row.iter().map(|x| (x - mean) * (x - mean)).collect();
            let scale = 1.0 / (of(&squares) + f64::from(EPSILON)).sqrt();
            let layer_scale = 1.0 / (of(&centred) + f64::from(EPSILON)).sqrt();
            for (i, x) in row.iter().enumerate() {
                let (w, b) = (f64::from(weight[i]), f64::from(bias[i]));
                wanted_rms.push(x * scale * w);
                wanted_layer.push((x - mean) * layer_scale * w + b);
            }
        }
        // Values up to 4, rounded to 8 bits.
        let what = format!("{rows}x{cols}");
        worst = worst.max(compare(&format!("rms {what}"), &rms, |i| wanted_rms[i], 1.0, 8e-3)?);
        let error = compare(&format!("layer {what}"), &layer, |i| wanted_layer[i], 1.0, 1.6e-2)?;
        worst = worst.max(error);
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 32768;
    const COLS: usize = 4096;
    let mut random = Random::new(1);
    let x = device.array(&random.vec_bf16(ROWS * COLS))?;
    let (w, b) = (device.array(&random.vec_bf16(COLS))?, device.array(&random.vec_bf16(COLS))?);
    let mut out = device.zeroed_array(ROWS * COLS)?;
    let kernels = Kernels::load(device)?;
    let (grid, m, n) = (ROWS as u32, ROWS as i32, COLS as i32);
    bandwidth(device, "rms_norm 32768x4096", 4 * ROWS * COLS, || {
        kernels.rms_norm_nv_bfloat16_4096(grid, &x, &w, &mut out, m, n, EPSILON)
    })?;
    bandwidth(device, "layer_norm 32768x4096", 4 * ROWS * COLS, || {
        kernels.layer_norm_nv_bfloat16_4096(grid, &x, &w, &b, &mut out, m, n, EPSILON)
    })
}
