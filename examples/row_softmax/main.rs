//! Softmax of rows in f32, f16 and bf16, against an f64 computation of the rounded inputs.

use std::process::ExitCode;

use runtime::{Device, Program};
use tilec_examples::{Example, Failure, Half, Random, bandwidth, compare};

const PROGRAM: Program<'static> = Program {
    tir: include_str!(concat!(env!("OUT_DIR"), "/row_softmax.tir")),
    ptx: include_str!(concat!(env!("OUT_DIR"), "/row_softmax.ptx")),
};

/// Tile blocks in the persistent grid: fewer than rows, so that blocks take several.
const BLOCKS: u32 = 7;

fn main() -> ExitCode {
    Example { name: "row_softmax", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (rows, cols) in [(1, 1), (5, 1000), (33, 1024), (20, 777)] {
        worst = worst.max(check_f32(device, rows, cols, seed)?);
        for format in [Half::F16, Half::Bf16] {
            worst = worst.max(check_half(device, format, rows, cols, seed)?);
        }
    }
    Ok(worst)
}

/// The softmax of each row in f64.
fn reference(input: &[f32], cols: usize) -> Vec<f64> {
    let mut output = Vec::with_capacity(input.len());
    for row in input.chunks(cols) {
        let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let exps: Vec<f64> = row.iter().map(|&x| (f64::from(x) - f64::from(max)).exp()).collect();
        let sum: f64 = exps.iter().sum();
        output.extend(exps.iter().map(|e| e / sum));
    }
    output
}

fn input(rows: usize, cols: usize, seed: u64) -> Vec<f32> {
    Random::new(seed).vec_f32(rows * cols).into_iter().map(|x| 8.0 * x).collect()
}

fn check_f32(device: &Device, rows: usize, cols: usize, seed: u64) -> Result<f64, Failure> {
    let input = input(rows, cols, seed);
    let (from, to) = (device.upload(&input)?, device.zeros::<f32>(input.len())?);
    let args = [(&from).into(), (&to).into(), (rows as i32).into(), (cols as i32).into()];
    let module = device.load(&PROGRAM)?;
    module.kernel("row_softmax<float, 1024>")?.launch([BLOCKS, 1, 1], &args)?;
    let got: Vec<f32> = device.download(&to)?;
    let want = reference(&input, cols);
    // exp within 2 ulp, a sum of 1024 terms in any order, one division.
    compare(&format!("f32 {rows}x{cols}"), &got, |i| want[i], 1.0, 1e-5)
}

fn check_half(
    device: &Device,
    format: Half,
    rows: usize,
    cols: usize,
    seed: u64,
) -> Result<f64, Failure> {
    let bits: Vec<u16> = input(rows, cols, seed).iter().map(|&x| format.round(x)).collect();
    let (from, to) = (device.upload(&bits)?, device.zeros::<u16>(bits.len())?);
    let args = [(&from).into(), (&to).into(), (rows as i32).into(), (cols as i32).into()];
    let module = device.load(&PROGRAM)?;
    let name = format!("row_softmax<{}, 1024>", format.cpp());
    module.kernel(&name)?.launch([BLOCKS, 1, 1], &args)?;
    let got: Vec<u16> = device.download(&to)?;
    let got: Vec<f32> = got.iter().map(|&bits| format.widen(bits)).collect();
    let rounded: Vec<f32> = bits.iter().map(|&bits| format.widen(bits)).collect();
    let want = reference(&rounded, cols);
    // Half a unit in the last place of the format, for values up to 1.
    let bound = match format {
        Half::F16 => 5e-4,
        Half::Bf16 => 4e-3,
    };
    compare(&format!("{} {rows}x{cols}", format.cpp()), &got, |i| want[i], 1.0, bound)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const ROWS: usize = 1 << 18;
    const COLS: usize = 1024;
    /// Eight for each SM of an H200.
    const GRID: [u32; 3] = [132 * 8, 1, 1];
    let (from, to) = (device.zeros::<u16>(ROWS * COLS)?, device.zeros::<u16>(ROWS * COLS)?);
    let args = [(&from).into(), (&to).into(), (ROWS as i32).into(), (COLS as i32).into()];
    let module = device.load(&PROGRAM)?;
    let kernel = module.kernel("row_softmax<__nv_bfloat16, 1024>")?;
    let what = "row_softmax bf16 262144x1024";
    bandwidth(device, what, 4 * ROWS * COLS, || kernel.launch(GRID, &args))
}
