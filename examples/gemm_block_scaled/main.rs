//! Products of block-scaled numbers, mxfp8 and nvfp4, against f64 sums of the numbers that the bits stand for.

use std::process::ExitCode;

use kernels::Kernels;
use runtime::{Array, Device, E4m3, Error};
use tilec_examples::{Example, Failure, Random, compare, product, throughput};

mod kernels {
    runtime::include_kernels!("gemm_block_scaled");
}

/// Rows and columns of a tile, as in the kernel.
const TILE: usize = 32;

/// A block-scaled format.
#[derive(Clone, Copy)]
enum Format {
    Mxfp8,
    Nvfp4,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::Mxfp8 => "mxfp8",
            Format::Nvfp4 => "nvfp4",
        }
    }

    /// Numbers that a scale stands for, and numbers in a byte.
    fn sizes(self) -> (usize, usize) {
        match self {
            Format::Mxfp8 => (32, 1),
            Format::Nvfp4 => (16, 2),
        }
    }
}

/// The number that bits of a format with a sign, no infinity, and so many bits of exponent and fraction stand for.
fn decode(bits: u8, exponent_bits: u32, fraction_bits: u32) -> f32 {
    let fraction = f32::from(bits & ((1 << fraction_bits) - 1)) / 2f32.powi(fraction_bits as i32);
    let exponent = i32::from(bits >> fraction_bits & ((1 << exponent_bits) - 1));
    let bias = (1 << (exponent_bits - 1)) - 1;
    let magnitude = match exponent {
        0 => fraction * 2f32.powi(1 - bias),
        _ => (1.0 + fraction) * 2f32.powi(exponent - bias),
    };
    if bits >> (exponent_bits + fraction_bits) & 1 == 1 { -magnitude } else { magnitude }
}

/// A matrix of rows x k numbers as it is in memory, and the numbers times their scales.
struct Matrix {
    bytes: Vec<u8>,
    scales: Vec<u8>,
    numbers: Vec<f32>,
}

impl Matrix {
    fn random(random: &mut Random, format: Format, rows: usize, k: usize) -> Matrix {
        let (block, in_byte) = format.sizes();
        let bytes: Vec<u8> = (0..rows * k / in_byte)
            .map(|_| match (format, random.next_u32() as u8) {
                // These two are NaN.
                (Format::Mxfp8, bits @ (0x7F | 0xFF)) => bits ^ 1,
                (_, bits) => bits,
            })
            .collect();
        let scales: Vec<u8> = (0..rows * k / block)
            .map(|_| match format {
                // From 2^-8 to 2^7, and positive numbers from 2^-3 to 15.
                Format::Mxfp8 => 119 + (random.next_u32() % 16) as u8,
                Format::Nvfp4 => 32 + (random.next_u32() % 56) as u8,
            })
            .collect();
        let number = |i: usize| match format {
            Format::Mxfp8 => decode(bytes[i], 4, 3) * 2f32.powi(i32::from(scales[i / block]) - 127),
            Format::Nvfp4 => {
                decode(bytes[i / 2] >> (4 * (i % 2)) & 15, 2, 1) * decode(scales[i / block], 4, 3)
            }
        };
        let numbers = (0..rows * k).map(number).collect();
        Matrix { bytes, scales, numbers }
    }
}

/// A matrix on a device: its numbers and its scales.
enum Operand {
    Mxfp8(Array<E4m3>, Array<u8>),
    Nvfp4(Array<u8>, Array<u8>),
}

impl Operand {
    fn new(device: &Device, format: Format, matrix: &Matrix) -> Result<Operand, Error> {
        let scales = device.array(&matrix.scales)?;
        Ok(match format {
            Format::Mxfp8 => {
                let numbers: Vec<E4m3> = matrix.bytes.iter().map(|&bits| E4m3(bits)).collect();
                Operand::Mxfp8(device.array(&numbers)?, scales)
            }
            Format::Nvfp4 => Operand::Nvfp4(device.array(&matrix.bytes)?, scales),
        })
    }
}

fn main() -> ExitCode {
    Example { name: "gemm_block_scaled", check, bench }.main()
}

fn block_scaled(
    kernels: &Kernels,
    (a, b): (&Operand, &Operand),
    d: &mut Array<f32>,
    [m, n, k]: [usize; 3],
    alpha: f32,
) -> Result<(), Error> {
    let grid = (m.div_ceil(TILE) as u32, n.div_ceil(TILE) as u32);
    let (m, n, k) = (m as i32, n as i32, k as i32);
    match (a, b) {
        (Operand::Mxfp8(a, a_scale), Operand::Mxfp8(b, b_scale)) => kernels
            .block_scaled_nv_fp8_e4m3_nv_fp8_e4m3_nv_fp8_e8m0_32_32_32_64(
                grid, a, a_scale, b, b_scale, d, m, n, k, alpha,
            ),
        (Operand::Nvfp4(a, a_scale), Operand::Nvfp4(b, b_scale)) => kernels
            .block_scaled_nv_fp4_e2m1_unsigned_char_nv_fp8_e4m3_16_32_32_64(
                grid, a, a_scale, b, b_scale, d, m, n, k, alpha,
            ),
        _ => unreachable!("both matrices have one format"),
    }
}

fn check(device: &Device, seed: u64) -> Result<f64, Failure> {
    const ALPHA: f32 = 0.375;
    let kernels = Kernels::load(device)?;
    let mut worst = 0.0f64;
    for [m, n, k] in [[1, 1, 32], [32, 64, 128], [35, 33, 96], [70, 40, 160]] {
        for format in [Format::Mxfp8, Format::Nvfp4] {
            let mut random = Random::new(seed);
            let a = Matrix::random(&mut random, format, m, k);
            let b = Matrix::random(&mut random, format, n, k);
            let mut d = device.zeroed_array(m * n)?;
            let operands = (&Operand::new(device, format, &a)?, &Operand::new(device, format, &b)?);
            block_scaled(&kernels, operands, &mut d, [m, n, k], ALPHA)?;
            let of = |matrix: &Matrix, row: usize, i: usize| matrix.numbers[row * k + i];
            let want = product([m, n, k], |row, i| of(&a, row, i), |i, column| of(&b, column, i));
            // Numbers differ by powers of two, so the bound is of the largest result.
            let largest = want.iter().fold(0.0f64, |largest, sum| largest.max(sum.abs()));
            let (what, alpha) = (format!("{} {m}x{n}x{k}", format.name()), f64::from(ALPHA));
            let got = d.to_vec(device)?;
            let error = compare(&what, &got, |i| want[i] * alpha, largest * alpha, 1e-5)?;
            worst = worst.max(error);
        }
    }
    Ok(worst)
}

fn bench(device: &Device) -> Result<(), Failure> {
    const SIZE: usize = 1024;
    let kernels = Kernels::load(device)?;
    let mut d = device.zeroed_array(SIZE * SIZE)?;
    for format in [Format::Mxfp8, Format::Nvfp4] {
        let matrix = Matrix::random(&mut Random::new(1), format, SIZE, SIZE);
        let operand = Operand::new(device, format, &matrix)?;
        let what = format!("block_scaled {} 1024^3", format.name());
        throughput(device, &what, 2.0 * (SIZE as f64).powi(3), || {
            block_scaled(&kernels, (&operand, &operand), &mut d, [SIZE; 3], 1.0)
        })?;
    }
    Ok(())
}
