//! The shared parts of the examples: their command line, random data, comparison.
//!
//! Each example runs its kernel on one device or on all, for a few sizes and seeds, and compares
//! with a plain Rust computation. It prints a line for each case, with its sizes and the bound that its errors were held
//! to, and then that it passed and the time. Exit code 1 and a line that says where on disagreement.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use runtime::{Bf16, Device, Error, F16};

/// `--device cpu|cuda|all`, by default the best there is; `--seeds N`; `--bench`.
pub struct Options {
    pub devices: Vec<Device>,
    pub seeds: u64,
    /// Also measure, on a GPU.
    pub bench: bool,
}

impl Options {
    /// Reads the command line; `Err` is what to tell the user.
    pub fn from_args() -> Result<Options, String> {
        let mut options = Options { devices: vec![Device::best()], seeds: 1, bench: false };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--bench" => options.bench = true,
                "--seeds" => {
                    let count = args.next().and_then(|text| text.parse().ok());
                    options.seeds = count.ok_or("--seeds needs a number")?;
                }
                "--device" => {
                    let cuda = || Device::cuda(0).map_err(|error| error.to_string());
                    options.devices = match args.next().as_deref() {
                        Some("cpu") => vec![Device::cpu()],
                        Some("cuda") => vec![cuda()?],
                        Some("all") => vec![Device::cpu(), cuda()?],
                        _ => return Err("--device needs cpu, cuda or all".into()),
                    };
                }
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(options)
    }
}

/// An example whose body is a check and a measurement.
pub struct Example {
    pub name: &'static str,
    /// Runs the kernels for several sizes; the largest error.
    pub check: fn(&Device, u64) -> Result<f64, Failure>,
    /// Prints what the kernels reach on a GPU.
    pub bench: fn(&Device) -> Result<(), Failure>,
}

impl Example {
    /// Checks for each seed on each device of the command line, and measures if that was asked.
    pub fn run(&self, options: &Options) -> Result<(), Failure> {
        for device in &options.devices {
            let start = Instant::now();
            let mut worst = 0.0f64;
            for seed in 0..options.seeds {
                worst = worst.max((self.check)(device, seed)?);
            }
            let (name, kind, time) = (self.name, device.kind(), start.elapsed().as_secs_f64());
            println!("{name} on {kind}: pass, largest error {worst:.1e}, {time:.2} s");
            if options.bench && device.kind() == "cuda" {
                (self.bench)(device)?;
            }
        }
        Ok(())
    }

    /// Does so for the options of the command line.
    pub fn main(&self) -> ExitCode {
        let options = Options::from_args().map_err(Failure::Usage);
        match options.and_then(|options| self.run(&options)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("{failure:?}");
                ExitCode::FAILURE
            }
        }
    }
}

#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Runtime(Error),
    /// The device disagrees with the reference.
    Wrong(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Runtime(error)
    }
}

/// Reproducible random numbers: splitmix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF0)
    }

    /// Uniform in [-1, 1), with 24 bits.
    pub fn next_f32(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    pub fn vec_f32(&mut self, len: usize) -> Vec<f32> {
        (0..len).map(|_| self.next_f32()).collect()
    }

    pub fn vec_bf16(&mut self, len: usize) -> Vec<Bf16> {
        (0..len).map(|_| Bf16(Half::Bf16.round(self.next_f32()))).collect()
    }

    pub fn vec_f16(&mut self, len: usize) -> Vec<F16> {
        (0..len).map(|_| F16(Half::F16.round(self.next_f32()))).collect()
    }

    /// Any bits at all.
    pub fn next_u32(&mut self) -> u32 {
        let high = (self.next_f32() * 32768.0) as i32 as u32;
        let low = (self.next_f32() * 32768.0) as i32 as u32;
        high << 16 ^ low & 0xFFFF
    }
}

/// The values of bf16 numbers, which are exact.
pub fn widened(values: &[Bf16]) -> Vec<f32> {
    values.iter().map(|value| Half::Bf16.widen(value.0)).collect()
}

/// The values of f16 numbers, which are exact.
pub fn widened_f16(values: &[F16]) -> Vec<f32> {
    values.iter().map(|value| Half::F16.widen(value.0)).collect()
}

/// The m x n product of matrices that are given by their elements: `a(row, i)` and `b(i, column)`.
pub fn product(
    [m, n, k]: [usize; 3],
    a: impl Fn(usize, usize) -> f32,
    b: impl Fn(usize, usize) -> f32,
) -> Vec<f64> {
    let mut sums = vec![0.0; m * n];
    for row in 0..m {
        for i in 0..k {
            let factor = f64::from(a(row, i));
            for column in 0..n {
                sums[row * n + column] += factor * f64::from(b(i, column));
            }
        }
    }
    sums
}

/// The size of a sum of `k` products of numbers that are uniform in [-1, 1).
pub fn product_scale(k: usize) -> f64 {
    (k as f64 / 9.0).sqrt().max(1.0)
}

/// A 16-bit float format, as its bits travel in buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    F16,
    Bf16,
}

impl Half {
    /// The C++ name, as it stands in a kernel's template arguments.
    pub fn cpp(self) -> &'static str {
        match self {
            Half::F16 => "__half",
            Half::Bf16 => "__nv_bfloat16",
        }
    }

    /// Rounds to nearest even; finite values in the normal range only.
    pub fn round(self, value: f32) -> u16 {
        let bits = value.to_bits();
        match self {
            Half::Bf16 => ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) as u16,
            Half::F16 => {
                let sign = (bits >> 16 & 0x8000) as u16;
                let magnitude = f32::from_bits(bits & 0x7FFF_FFFF);
                if magnitude < f32::from_bits(0x3880_0000) {
                    // Below 2^-14: a multiple of 2^-24, which the float addition rounds to.
                    let aligned = magnitude + 0.5;
                    return sign | (aligned.to_bits() - 0x3F00_0000) as u16;
                }
                let bits = bits & 0x7FFF_FFFF;
                let rounded = bits + 0xFFF + (bits >> 13 & 1);
                sign | ((rounded - 0x3800_0000) >> 13) as u16
            }
        }
    }

    pub fn widen(self, bits: u16) -> f32 {
        match self {
            Half::Bf16 => f32::from_bits(u32::from(bits) << 16),
            Half::F16 => {
                let sign = u32::from(bits & 0x8000) << 16;
                let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3FF));
                let magnitude = match exponent {
                    0 => fraction as f32 * f32::from_bits(0x3380_0000),
                    31 => f32::from_bits(0x7F80_0000 | fraction << 13),
                    _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
                };
                f32::from_bits(magnitude.to_bits() | sign)
            }
        }
    }
}

/// Prints that all elements of a case are as they should be, to the bit.
pub fn exact(what: &str) {
    println!("  {what}: exact");
}

/// The largest |got - want| over `scale`, which must stay below `bound`; prints both.
///
/// # Errors
/// The first element that is further off, or a NaN that should not be there.
pub fn compare(
    what: &str,
    got: &[f32],
    want: impl Fn(usize) -> f64,
    scale: f64,
    bound: f64,
) -> Result<f64, Failure> {
    let mut worst = 0.0f64;
    for (index, &got) in got.iter().enumerate() {
        let want = want(index);
        let error = (f64::from(got) - want).abs() / scale;
        if error.is_nan() || error > bound {
            let text = format!("{what}: element {index} is {got}, not {want}");
            return Err(Failure::Wrong(text));
        }
        worst = worst.max(error);
    }
    println!("  {what}: error {worst:.1e}, bound {bound:.1e}");
    Ok(worst)
}

/// The median time of one of `launches` launches, after a warm-up.
pub fn time(
    device: &Device,
    rounds: usize,
    launches: u32,
    mut launch: impl FnMut() -> Result<(), Error>,
) -> Result<Duration, Error> {
    launch()?;
    device.synchronize()?;
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..launches {
            launch()?;
        }
        device.synchronize()?;
        times.push(start.elapsed() / launches);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

/// Prints the rate at which launches move `bytes` bytes each.
pub fn bandwidth(
    device: &Device,
    what: &str,
    bytes: usize,
    launch: impl FnMut() -> Result<(), Error>,
) -> Result<(), Failure> {
    let rate = bytes as f64 / time(device, 7, 10, launch)?.as_secs_f64() / 1e9;
    println!("{what}: {rate:.0} GB/s");
    Ok(())
}

/// Prints the rate at which launches do `operations` operations each.
pub fn throughput(
    device: &Device,
    what: &str,
    operations: f64,
    launch: impl FnMut() -> Result<(), Error>,
) -> Result<(), Failure> {
    let rate = operations / time(device, 7, 5, launch)?.as_secs_f64() / 1e12;
    println!("{what}: {rate:.1} T/s");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Half;

    #[test]
    fn half_formats_round_trip() {
        for format in [Half::F16, Half::Bf16] {
            for bits in 0..=u16::MAX {
                let value = format.widen(bits);
                if value.is_finite() {
                    assert_eq!(format.round(value), bits, "{format:?} {bits:#06x}");
                }
            }
        }
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        assert_eq!(Half::F16.round(1.0 + 1.0 / 2048.0), 0x3C00);
        assert_eq!(Half::F16.round(1.0 + 3.0 / 2048.0), 0x3C02);
        assert_eq!(Half::Bf16.round(1.0 + 1.0 / 256.0), 0x3F80);
        assert_eq!(Half::F16.round(f32::from_bits(0x3300_0001)), 1);
        assert_eq!(Half::F16.round(-0.0), 0x8000);
    }
}
