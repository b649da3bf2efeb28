//! Conversions among the formats of floats give the nearest number or the neighbour that the rounding names, with every
//! mode that the library takes: every number of 16 bits and fewer, and of wider formats those around each boundary, as
//! the interpreter and as emitted PTX.
//!
//! The oracle lists the numbers of a format by their definition and compares: each is exact in f64, and so is the middle
//! of two.

use runtime::{Arg, Device, Program};
use tilec::Stage;
use tilec_tests::compile::{compile_text, rendered};
use tilec_tests::emulator;

const HEADER: &str = "\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
";

/// Elements of a tile block.
const TILE: usize = 256;

/// A format by its definition.
#[derive(Clone, Copy)]
struct Format {
    name: &'static str,
    bytes: usize,
    sign: bool,
    exponent_bits: u32,
    fraction_bits: u32,
    /// Low bits of the word without a value.
    padding: u32,
    top: Top,
}

/// What the greatest exponent stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Top {
    /// Infinity and NaN.
    Ieee,
    /// NaN, where all bits are set.
    Nan,
    Numbers,
}

const fn format(
    name: &'static str,
    bytes: usize,
    (sign, exponent_bits, fraction_bits): (bool, u32, u32),
    top: Top,
) -> Format {
    Format { name, bytes, sign, exponent_bits, fraction_bits, padding: 0, top }
}

const E8M0: Format = format("__nv_fp8_e8m0", 1, (false, 8, 0), Top::Nan);
const UE5M3: Format = format("__nv_fp8_ue5m3", 1, (false, 5, 3), Top::Nan);
const E2M1: Format = format("__nv_fp4_e2m1", 1, (true, 2, 1), Top::Numbers);
const E4M3: Format = format("__nv_fp8_e4m3", 1, (true, 4, 3), Top::Nan);
const E5M2: Format = format("__nv_fp8_e5m2", 1, (true, 5, 2), Top::Ieee);
const HALF: Format = format("__half", 2, (true, 5, 10), Top::Ieee);
const BFLOAT: Format = format("__nv_bfloat16", 2, (true, 8, 7), Top::Ieee);
const TF32: Format = Format { padding: 13, ..format("__nv_tf32", 4, (true, 8, 10), Top::Ieee) };
const FLOAT: Format = format("float", 4, (true, 8, 23), Top::Ieee);
const DOUBLE: Format = format("double", 8, (true, 11, 52), Top::Ieee);
const ALL: [Format; 10] = [E8M0, UE5M3, E2M1, E4M3, E5M2, HALF, BFLOAT, TF32, FLOAT, DOUBLE];

impl Format {
    fn is(self, other: Format) -> bool {
        self.name == other.name
    }

    /// Whether a conversion may lose something, by the library's order of the formats.
    fn narrows_to(self, to: Format) -> bool {
        let rank = |format: Format| match format.name {
            "__nv_fp4_e2m1" => 0,
            "__nv_fp8_e4m3" | "__nv_fp8_e5m2" | "__nv_fp8_e8m0" | "__nv_fp8_ue5m3" => 1,
            "__half" | "__nv_bfloat16" => 2,
            "__nv_tf32" => 3,
            "float" => 4,
            _ => 5,
        };
        let is_scale = |format: Format| !format.sign;
        rank(self) >= rank(to) || is_scale(to) || is_scale(self) && to.is(HALF)
    }

    /// The number that bits are; `None` for NaN.
    fn value(self, bits: u64) -> Option<f64> {
        let bits = bits >> self.padding;
        let fraction = bits & ((1 << self.fraction_bits) - 1);
        let all = (1 << self.exponent_bits) - 1;
        let field = bits >> self.fraction_bits & all;
        let negative = self.sign && bits >> (self.fraction_bits + self.exponent_bits) & 1 == 1;
        let sign = if negative { -1.0 } else { 1.0 };
        let full = (1 << self.fraction_bits) - 1;
        match self.top {
            Top::Ieee if field == all => {
                return (fraction == 0).then_some(sign * f64::INFINITY);
            }
            Top::Nan if field == all && fraction == full => return None,
            _ => {}
        }
        let bias = (1 << (self.exponent_bits - 1)) - 1;
        let steps = 2f64.powi(self.fraction_bits as i32);
        // Powers of two have no subnormal numbers.
        let magnitude = if field == 0 && self.fraction_bits > 0 {
            fraction as f64 / steps * 2f64.powi(1 - bias)
        } else {
            (1.0 + fraction as f64 / steps) * 2f64.powi(field as i32 - bias)
        };
        Some(sign * magnitude)
    }

    fn count(self) -> u64 {
        1 << (u32::from(self.sign) + self.exponent_bits + self.fraction_bits + self.padding)
    }

    /// The numbers from zero up, but infinity, with their bits.
    fn numbers(self) -> Vec<(u64, f64)> {
        let positive = self.count() >> u32::from(self.sign);
        let all = (0..positive).map(|bits| (bits, self.value(bits)));
        all.filter_map(|(bits, value)| Some((bits, value?)))
            .filter(|(_, value)| value.is_finite())
            .collect()
    }

    /// The bits of a number that the format has.
    fn bits(self, value: f64) -> u64 {
        match self.name {
            "double" => value.to_bits(),
            "float" => u64::from((value as f32).to_bits()),
            "__nv_tf32" => u64::from((value as f32).to_bits() & !0x1FFF),
            _ => unreachable!("formats of 16 bits are tried whole"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Default,
    Nearest,
    Zero,
    Up,
    Down,
    Away,
}

impl Mode {
    fn argument(self) -> &'static str {
        match self {
            Mode::Default => "",
            Mode::Nearest => ", ct::round_ties_to_even_t{}",
            Mode::Zero => ", ct::round_toward_zero_t{}",
            Mode::Up => ", ct::round_toward_positive_t{}",
            Mode::Down => ", ct::round_toward_negative_t{}",
            Mode::Away => ", ct::round_ties_to_away_t{}",
        }
    }

    /// Those of a conversion, by the table of the library.
    fn of(from: Format, to: Format) -> &'static [Mode] {
        use Mode::{Away, Default, Down, Nearest, Up, Zero};
        match to.name {
            "__nv_fp8_e8m0" => &[Default, Zero, Up],
            _ if to.bytes == 1 => &[Default, Nearest],
            _ if !from.narrows_to(to) => &[Default, Nearest, Zero, Down, Up, Away],
            "float" => &[Default, Nearest, Zero, Down, Up],
            "__nv_tf32" if from.is(FLOAT) => &[Default, Nearest, Zero, Away],
            _ => &[Default, Nearest, Zero],
        }
    }
}

enum Expected {
    Bits(u64),
    Nan,
    /// The reference leaves it open.
    Open,
}

/// The numbers of a format next to a magnitude, with their bits: the largest one that is not above it, and the one behind
/// that. Behind the largest number of all stands the one that would follow, with the bits of infinity.
fn nearest_numbers(to: Format, numbers: &[(u64, f64)], magnitude: f64) -> [(u64, f64); 2] {
    if to.bytes <= 2 {
        let above = numbers.partition_point(|&(_, number)| number <= magnitude).max(1);
        let (last, largest) = numbers[numbers.len() - 1];
        let next = (last + (1 << to.padding), largest + (largest - numbers[numbers.len() - 2].1));
        return [numbers[above - 1], numbers.get(above).copied().unwrap_or(next)];
    }
    // A multiple of the unit in the last place: the least one of normal numbers, or that of the magnitude.
    let most = (1 << (to.exponent_bits - 1)) - 1;
    let exponent = (1 - most..=most).rev().find(|&exponent| 2f64.powi(exponent) <= magnitude);
    let unit = 2f64.powi(exponent.unwrap_or(1 - most) - to.fraction_bits as i32);
    let steps = (magnitude / unit).floor().min(2f64.powi(to.fraction_bits as i32 + 1) - 1.0);
    let lower = steps * unit;
    [(to.bits(lower), lower), (to.bits(lower) + (1 << to.padding), lower + unit)]
}

/// The right result for a number that is not NaN; `numbers` are those of `to`, if it has 16 bits or fewer.
fn expected(to: Format, numbers: &[(u64, f64)], mode: Mode, value: f64) -> Expected {
    // A power of two is the neighbour of the magnitude (`cvt.satfinite.ue8m0x2`).
    if to.is(UE5M3) && value < 0.0 {
        return Expected::Nan;
    }
    if to.is(DOUBLE) {
        return Expected::Bits(value.to_bits());
    }
    let negative = value.is_sign_negative() && to.sign;
    let sign = if negative { to.count() >> 1 } else { 0 };
    let magnitude = value.abs();
    if let Some(&(last, largest)) = numbers.last()
        && magnitude > largest
    {
        if to.is(E5M2) {
            // Open (1.7.2).
            return Expected::Open;
        }
        // The others without infinity saturate.
        if to.top != Top::Ieee {
            return Expected::Bits(sign | last);
        }
    }
    let infinity = ((1 << to.exponent_bits) - 1) << (to.fraction_bits + to.padding);
    if magnitude.is_infinite() {
        return Expected::Bits(sign | infinity);
    }
    let [(low, lower), (high, upper)] = nearest_numbers(to, numbers, magnitude);
    // Below the least power of two stands none.
    if magnitude <= lower {
        return Expected::Bits(sign | low);
    }
    let middle = lower + (upper - lower) / 2.0;
    let is_even = high & (1 << to.padding) == 0;
    let up = match mode {
        Mode::Zero => false,
        Mode::Up => !negative,
        Mode::Down => negative,
        Mode::Away => magnitude >= middle,
        Mode::Default if to.is(E8M0) => true,
        Mode::Default | Mode::Nearest => magnitude > middle || magnitude == middle && is_even,
    };
    Expected::Bits(sign | if up { high } else { low })
}

/// Every number of a format of 16 bits and fewer; else those around the numbers of `to` and the middles of them.
fn inputs(from: Format, to: Format) -> Vec<u64> {
    if from.bytes <= 2 {
        return (0..1 << (8 * from.bytes)).collect();
    }
    let mut points = vec![0.0, f64::INFINITY, f64::NAN, 1e-300, 1e300, 1e-40, 3e38, 3.4028236e38];
    if to.bytes <= 2 {
        let numbers = to.numbers();
        let stride = numbers.len() / 1024 + 1;
        for pair in numbers.windows(2).step_by(stride) {
            points.extend([pair[0].1, pair[0].1 + (pair[1].1 - pair[0].1) / 2.0, pair[1].1]);
        }
    } else {
        // The binades of float, with numbers of `to` at both ends of each, and subnormal ones.
        let narrower = if to.is(DOUBLE) { from } else { to };
        let fraction = narrower.fraction_bits as i32;
        for exponent in -126 - fraction..=127 {
            let unit = 2f64.powi(exponent.max(-126) - fraction);
            let first = 2f64.powi(exponent);
            let places = [0.0, 0.5, 1.0, 1.5, 2.0].map(|steps| first + steps * unit);
            points.extend(places.into_iter().chain([2.0 * first - unit / 2.0]));
        }
    }
    let mut inputs = Vec::new();
    for point in points {
        let bits = from.bits(point);
        let step = 1 << from.padding;
        for near in [bits.saturating_sub(step), bits, bits + step] {
            let negative = near | 1 << (8 * from.bytes - 1);
            inputs.extend([near, negative]);
        }
    }
    inputs
}

struct Conversion {
    from: Format,
    to: Format,
    mode: Mode,
}

impl Conversion {
    fn all() -> Vec<Conversion> {
        let mut all = Vec::new();
        for (from, to) in ALL.into_iter().flat_map(|from| ALL.map(|to| (from, to))) {
            if !from.is(to) {
                all.extend(Mode::of(from, to).iter().map(|&mode| Conversion { from, to, mode }));
            }
        }
        all
    }

    fn kernel(&self, name: &str) -> String {
        let (from, to) = (self.from.name, self.to.name);
        // A wider target takes each mode, to no effect.
        let argument = self.mode.argument();
        format!(
            "extern \"C\" __tile_global__ void {name}({from} const* p, {to}* out) {{\n    \
             auto i = int(ct::bid().x) * {TILE} + ct::iota<ct::tile<int, ct::shape<{TILE}>>>();\n    \
             ct::store(out + i, ct::element_cast<{to}>(ct::load(p + i){argument}));\n}}\n"
        )
    }

    /// The first result that is wrong.
    fn check(&self, inputs: &[u64], results: &[u64]) -> Result<(), String> {
        let Conversion { from, to, mode } = self;
        // Wider formats have every number.
        let numbers = if to.bytes <= 2 { to.numbers() } else { Vec::new() };
        for (&input, &result) in inputs.iter().zip(results) {
            let right = match from.value(input) {
                Some(value) => match expected(*to, &numbers, *mode, value) {
                    Expected::Open => continue,
                    Expected::Nan => None,
                    Expected::Bits(bits) => Some(bits),
                },
                None if to.top == Top::Numbers => continue,
                None => None,
            };
            let is_right = right.map_or(to.value(result).is_none(), |right| right == result);
            if !is_right {
                let names = format!("{} to {} {mode:?}", from.name, to.name);
                return Err(format!("{names}: {input:#x} gives {result:#x}, not {right:x?}"));
            }
        }
        Ok(())
    }
}

fn to_bytes(format: Format, numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()[..format.bytes].to_vec()).collect()
}

fn from_bytes(format: Format, bytes: &[u8]) -> Vec<u64> {
    let number =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    bytes.chunks_exact(format.bytes).map(number).collect()
}

fn check(arch: Option<&str>) {
    // The emulator reads a module for each launch, so few kernels are in one.
    let conversions = Conversion::all();
    let failures: Vec<String> = conversions.chunks(8).flat_map(|some| wrong(some, arch)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// The first wrong result of each conversion, if there is one.
fn wrong(conversions: &[Conversion], arch: Option<&str>) -> Vec<String> {
    let mut source = HEADER.to_owned();
    for (index, conversion) in conversions.iter().enumerate() {
        source += &conversion.kernel(&format!("test_{index}"));
    }
    let stage = if arch.is_some() { Stage::Ptx } else { Stage::Lower };
    let compiled = compile_text(&source, arch.unwrap_or("sm_100a"), stage);
    assert!(!compiled.diagnostics.has_errors(), "{}", rendered(&compiled));
    let ptx = compiled.ptx.clone().unwrap_or_default();
    let device = Device::cpu();
    let module = arch.is_none().then(|| {
        let tir = compiled.tir_text();
        device.load(&Program { tir: &tir, ptx: &ptx }).expect("the program is well-formed")
    });
    let mut failures = Vec::new();
    for (index, conversion) in conversions.iter().enumerate() {
        let mut inputs = inputs(conversion.from, conversion.to);
        // The emulator is slow.
        if arch.is_some() && inputs.len() > 4096 {
            let has_effect =
                conversion.mode == Mode::Default || conversion.from.narrows_to(conversion.to);
            inputs = inputs.into_iter().step_by(if has_effect { 13 } else { 251 }).collect();
        }
        let blocks = inputs.len().div_ceil(TILE);
        let mut bytes = to_bytes(conversion.from, &inputs);
        bytes.resize(blocks * TILE * conversion.from.bytes, 0);
        let (grid, name) = ([blocks as u32, 1, 1], format!("test_{index}"));
        let size = blocks * TILE * conversion.to.bytes;
        let results = match &module {
            Some(module) => {
                let input = device.upload(&bytes).expect("memory");
                let output = device.zeros::<u8>(size).expect("memory");
                let args = [Arg::Buffer(&input), Arg::Buffer(&output)];
                let kernel = module.kernel(&name).expect("the kernel is there");
                kernel.launch(grid, &args).expect("the kernel runs");
                device.download(&output).expect("memory")
            }
            None => {
                let mut memory = emulator::Memory::default();
                let args = [memory.alloc(&bytes), memory.alloc(&vec![0; size])];
                let launch = emulator::Launch::new(&name, grid, &args);
                let report = emulator::launch(&ptx, &launch, &mut memory).expect("the kernel runs");
                assert!(report.findings.is_empty(), "{name}: {}", report.describe());
                memory.bytes(args[1]).to_vec()
            }
        };
        let results = from_bytes(conversion.to, &results);
        failures.extend(conversion.check(&inputs, &results).err());
    }
    failures
}

#[test]
fn the_interpreter_converts_exactly() {
    check(None);
}

/// Without instructions for numbers of eight bits, with them, and with those for four.
#[test]
fn emitted_ptx_converts_exactly() {
    for arch in ["sm_80", "sm_90a", "sm_100a"] {
        check(Some(arch));
    }
}
