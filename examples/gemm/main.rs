//! Matrix products of odd sizes in f16 and bf16, against an f64 product of the rounded inputs.

use std::process::ExitCode;

use runtime::{Device, Program};
use tilec_examples::{Example, Failure, Half, Random, compare, time};

const PROGRAM: Program<'static> = Program {
    tir: include_str!(concat!(env!("OUT_DIR"), "/gemm.tir")),
    ptx: include_str!(concat!(env!("OUT_DIR"), "/gemm.ptx")),
};

const SIZES: &[[usize; 3]] =
    &[[64, 64, 64], [100, 72, 50], [129, 65, 33], [1, 1, 1], [200, 136, 264]];

fn main() -> ExitCode {
    Example { name: "gemm", check, bench }.main()
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for &size in SIZES {
        for tile in [64, 128] {
            for format in [Half::F16, Half::Bf16] {
                worst = worst.max(check_product(device, format, tile, size, seed)?);
            }
        }
    }
    Ok(worst)
}

fn kernel_name(format: Half, tile: usize) -> String {
    format!("gemm<{}, {tile}, {tile}, 32>", format.cpp())
}

fn grid(tile: usize, m: usize, n: usize) -> [u32; 3] {
    [(m.div_ceil(tile) * n.div_ceil(tile)) as u32, 1, 1]
}

fn check_product(
    device: &Device,
    format: Half,
    tile: usize,
    [m, n, k]: [usize; 3],
    seed: u64,
) -> Result<f64, Failure> {
    let mut random = Random::new(seed);
    let mut matrix =
        |len| -> Vec<u16> { random.vec_f32(len).into_iter().map(|x| format.round(x)).collect() };
    let (a, b) = (matrix(m * k), matrix(k * n));
    let (buffer_a, buffer_b) = (device.upload(&a)?, device.upload(&b)?);
    let c = device.zeros::<f32>(m * n)?;
    let args = [
        (&buffer_a).into(),
        (&buffer_b).into(),
        (&c).into(),
        (m as i32).into(),
        (n as i32).into(),
        (k as i32).into(),
    ];
    let module = device.load(&PROGRAM)?;
    module.kernel(&kernel_name(format, tile))?.launch(grid(tile, m, n), &args)?;
    let got: Vec<f32> = device.download(&c)?;
    let want = |index: usize| -> f64 {
        let (row, column) = (index / n, index % n);
        (0..k)
            .map(|i| {
                let x = format.widen(a[row * k + i]);
                let y = format.widen(b[i * n + column]);
                f64::from(x) * f64::from(y)
            })
            .sum()
    };
    // Relative to the size of a dot product of k values in [-1, 1).
    let scale = (k as f64 / 3.0).sqrt().max(1.0);
    let what = format!("{} {m}x{n}x{k}, tile {tile}, seed {seed}", format.cpp());
    compare(&what, &got, want, scale, 1e-2)
}

/// The rate of a 4096^3 product; no library is linked to compare with.
fn bench(device: &Device) -> Result<(), Failure> {
    const SIZE: usize = 4096;
    for format in [Half::F16, Half::Bf16] {
        let data: Vec<u16> =
            Random::new(1).vec_f32(SIZE * SIZE).into_iter().map(|x| format.round(x)).collect();
        let (a, b) = (device.upload(&data)?, device.upload(&data)?);
        let c = device.zeros::<f32>(SIZE * SIZE)?;
        let size = SIZE as i32;
        let args = [(&a).into(), (&b).into(), (&c).into(), size.into(), size.into(), size.into()];
        let module = device.load(&PROGRAM)?;
        let kernel = module.kernel(&kernel_name(format, 128))?;
        let elapsed = time(device, 7, 3, || kernel.launch(grid(128, SIZE, SIZE), &args))?;
        let rate = 2.0 * (SIZE as f64).powi(3) / elapsed.as_secs_f64() / 1e12;
        println!("gemm {} {SIZE}^3, tile 128x128x32: {rate:.0} TFLOP/s", format.cpp());
    }
    Ok(())
}
