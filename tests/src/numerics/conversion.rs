//! Conversions between formats of numbers, and what each must give: the nearest number or the neighbour that the rounding
//! names.
//!
//! The oracle lists the numbers of a format by their definition and compares: each is exact in f64, and so is the middle
//! of two. An integer is compared as one of 128 bits.

use std::fmt::Write;

use super::page::count;

/// The kernels begin with it.
pub const HEADER: &str = "\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
";

/// Elements of a tile block.
pub const TILE: usize = 256;

/// A format of floats by its definition.
#[derive(Clone, Copy)]
pub struct NumberFormat {
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
) -> NumberFormat {
    NumberFormat { name, bytes, sign, exponent_bits, fraction_bits, padding: 0, top }
}

const E8M0: NumberFormat = format("__nv_fp8_e8m0", 1, (false, 8, 0), Top::Nan);
const UE5M3: NumberFormat = format("__nv_fp8_ue5m3", 1, (false, 5, 3), Top::Nan);
const E2M1: NumberFormat = format("__nv_fp4_e2m1", 1, (true, 2, 1), Top::Numbers);
const E4M3: NumberFormat = format("__nv_fp8_e4m3", 1, (true, 4, 3), Top::Nan);
const E5M2: NumberFormat = format("__nv_fp8_e5m2", 1, (true, 5, 2), Top::Ieee);
const HALF: NumberFormat = format("__half", 2, (true, 5, 10), Top::Ieee);
const BFLOAT: NumberFormat = format("__nv_bfloat16", 2, (true, 8, 7), Top::Ieee);
const TF32: NumberFormat =
    NumberFormat { padding: 13, ..format("__nv_tf32", 4, (true, 8, 10), Top::Ieee) };
const FLOAT: NumberFormat = format("float", 4, (true, 8, 23), Top::Ieee);
const DOUBLE: NumberFormat = format("double", 8, (true, 11, 52), Top::Ieee);
const ALL: [NumberFormat; 10] = [E8M0, UE5M3, E2M1, E4M3, E5M2, HALF, BFLOAT, TF32, FLOAT, DOUBLE];

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    name: &'static str,
    bytes: usize,
    sign: bool,
}

const fn integer(name: &'static str, bytes: usize, sign: bool) -> Integer {
    Integer { name, bytes, sign }
}

const INTEGERS: [Integer; 8] = [
    integer("signed char", 1, true),
    integer("unsigned char", 1, false),
    integer("short", 2, true),
    integer("unsigned short", 2, false),
    integer("int", 4, true),
    integer("unsigned int", 4, false),
    integer("long long", 8, true),
    integer("unsigned long long", 8, false),
];

impl Integer {
    fn limits(self) -> (i128, i128) {
        let bits = 8 * self.bytes as u32 - u32::from(self.sign);
        (if self.sign { -(1 << bits) } else { 0 }, (1 << bits) - 1)
    }

    fn value(self, bits: u64) -> i128 {
        let unused = 128 - 8 * self.bytes as u32;
        let high = i128::from(bits) << unused;
        if self.sign { high >> unused } else { ((high as u128) >> unused) as i128 }
    }

    fn bits(self, value: i128) -> u64 {
        value as u64 & (u64::MAX >> (64 - 8 * self.bytes as u32))
    }
}

/// The source or the target of a conversion.
#[derive(Clone, Copy)]
pub enum NumberType {
    Float(NumberFormat),
    Integer(Integer),
}

impl NumberType {
    /// As C++ has it.
    pub fn name(self) -> &'static str {
        match self {
            NumberType::Float(format) => format.name,
            NumberType::Integer(integer) => integer.name,
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            NumberType::Float(format) => format.bytes,
            NumberType::Integer(integer) => integer.bytes,
        }
    }
}

impl NumberFormat {
    fn is(self, other: NumberFormat) -> bool {
        self.name == other.name
    }

    /// Whether a conversion may lose something, by the library's order of the formats.
    fn narrows_to(self, to: NumberFormat) -> bool {
        let rank = |format: NumberFormat| match format.name {
            "__nv_fp4_e2m1" => 0,
            "__nv_fp8_e4m3" | "__nv_fp8_e5m2" | "__nv_fp8_e8m0" | "__nv_fp8_ue5m3" => 1,
            "__half" | "__nv_bfloat16" => 2,
            "__nv_tf32" => 3,
            "float" => 4,
            _ => 5,
        };
        let is_scale = |format: NumberFormat| !format.sign;
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

/// What a conversion says of numbers that the target does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastMode {
    /// Nothing.
    Default,
    Nearest,
    Zero,
    Up,
    Down,
    Away,
    /// To the limits of an integer.
    Saturating,
}

impl CastMode {
    fn argument(self) -> &'static str {
        match self {
            CastMode::Default => "",
            CastMode::Nearest => ", ct::round_ties_to_even_t{}",
            CastMode::Zero => ", ct::round_toward_zero_t{}",
            CastMode::Up => ", ct::round_toward_positive_t{}",
            CastMode::Down => ", ct::round_toward_negative_t{}",
            CastMode::Away => ", ct::round_ties_to_away_t{}",
            CastMode::Saturating => ", ct::saturate_finite_t{}",
        }
    }

    /// As the page has it.
    fn name(self) -> &'static str {
        match self {
            CastMode::Default => "",
            CastMode::Nearest => "ties_to_even",
            CastMode::Zero => "toward_zero",
            CastMode::Up => "toward_positive",
            CastMode::Down => "toward_negative",
            CastMode::Away => "ties_to_away",
            CastMode::Saturating => "saturate_finite",
        }
    }

    /// Those of a conversion between floats, by the table of the library.
    fn of(from: NumberFormat, to: NumberFormat) -> &'static [CastMode] {
        use CastMode::{Away, Default, Down, Nearest, Up, Zero};
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
fn nearest_numbers(to: NumberFormat, numbers: &[(u64, f64)], magnitude: f64) -> [(u64, f64); 2] {
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
fn expected(to: NumberFormat, numbers: &[(u64, f64)], mode: CastMode, value: f64) -> Expected {
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
        CastMode::Zero => false,
        CastMode::Up => !negative,
        CastMode::Down => negative,
        CastMode::Away => magnitude >= middle,
        CastMode::Default if to.is(E8M0) => true,
        CastMode::Default | CastMode::Nearest | CastMode::Saturating => {
            magnitude > middle || magnitude == middle && is_even
        }
    };
    Expected::Bits(sign | if up { high } else { low })
}

/// The right integer for a float; `None` stands for NaN.
fn expected_integer(to: Integer, mode: CastMode, value: Option<f64>) -> Expected {
    let (least, most) = to.limits();
    // Beyond 128 bits it is cut off there, which is beyond both limits, too.
    let whole = value.map_or(0, |value| value.trunc() as i128);
    let is_there = value.is_some() && (least..=most).contains(&whole);
    // Otherwise undefined (1.7.2).
    if !is_there && mode != CastMode::Saturating {
        return Expected::Open;
    }
    Expected::Bits(to.bits(whole.clamp(least, most)))
}

/// Of a wider format those around the limits of integers, and around numbers of theirs.
fn inputs_for_integers(from: NumberFormat) -> Vec<u64> {
    let mut points = vec![0.0, f64::INFINITY, f64::NAN, 1e-40, 1e300, 0.5, 0.75, 1.5, 2.5];
    for power in 0..=65 {
        let power = 2f64.powi(power);
        points.extend([power, power - 1.0, power - 0.5, power + 0.5, power + 1.0, 1.5 * power]);
    }
    around(from, &points)
}

/// The numbers of a format next to some, with both signs.
fn around(from: NumberFormat, points: &[f64]) -> Vec<u64> {
    let mut inputs = Vec::new();
    for &point in points {
        let bits = from.bits(point);
        let step = 1 << from.padding;
        for near in [bits.saturating_sub(step), bits, bits + step] {
            let negative = near | 1 << (8 * from.bytes - 1);
            inputs.extend([near, negative]);
        }
    }
    inputs
}

/// Of a wider format those around the numbers of `to` and the middles of them.
fn inputs_for_floats(from: NumberFormat, to: NumberFormat) -> Vec<u64> {
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
    around(from, &points)
}

/// A conversion that the library has.
pub struct Conversion {
    pub from: NumberType,
    pub to: NumberType,
    pub mode: CastMode,
}

impl Conversion {
    /// Each pair of formats of floats in each mode; floats to integers; integers of 16 bits and fewer to floats.
    pub fn all() -> Vec<Conversion> {
        let mut all = Vec::new();
        for (from, to) in ALL.into_iter().flat_map(|from| ALL.map(|to| (from, to))) {
            if !from.is(to) {
                let (from_type, to_type) = (NumberType::Float(from), NumberType::Float(to));
                let modes = CastMode::of(from, to).iter();
                all.extend(modes.map(|&mode| Conversion { from: from_type, to: to_type, mode }));
            }
        }
        for (from, to) in ALL.into_iter().flat_map(|from| INTEGERS.map(|to| (from, to))) {
            // Formats of eight bits and tf32 have no saturating conversion.
            let is_basic = [HALF, BFLOAT, FLOAT, DOUBLE].iter().any(|basic| basic.is(from));
            let modes: &[CastMode] = if is_basic {
                &[CastMode::Default, CastMode::Saturating]
            } else {
                &[CastMode::Default]
            };
            let (from, to) = (NumberType::Float(from), NumberType::Integer(to));
            all.extend(modes.iter().map(|&mode| Conversion { from, to, mode }));
        }
        for from in INTEGERS.into_iter().filter(|from| from.bytes <= 2) {
            all.extend(ALL.map(|to| Conversion {
                from: NumberType::Integer(from),
                to: NumberType::Float(to),
                mode: CastMode::Default,
            }));
        }
        all
    }

    /// Whether all numbers of the source are tried.
    pub fn is_exhaustive(&self) -> bool {
        self.from.bytes() <= 2
    }

    /// Every number of a source of 16 bits and fewer; else those around the numbers where results change.
    pub fn inputs(&self) -> Vec<u64> {
        match (self.from, self.to) {
            _ if self.is_exhaustive() => (0..1 << (8 * self.from.bytes())).collect(),
            (NumberType::Float(from), NumberType::Float(to)) => inputs_for_floats(from, to),
            (NumberType::Float(from), NumberType::Integer(_)) => inputs_for_integers(from),
            (NumberType::Integer(_), _) => Vec::new(),
        }
    }

    pub fn kernel(&self, name: &str) -> String {
        let (from, to) = (self.from.name(), self.to.name());
        // A wider target takes each mode, to no effect.
        let argument = self.mode.argument();
        format!(
            "extern \"C\" __tile_global__ void {name}({from} const* p, {to}* out) {{\n    \
             auto i = int(ct::bid().x) * {TILE} + ct::iota<ct::tile<int, ct::shape<{TILE}>>>();\n    \
             ct::store(out + i, ct::element_cast<{to}>(ct::load(p + i){argument}));\n}}\n"
        )
    }

    /// The right result for an input; `numbers` are those of the target, if it is a float of 16 bits or fewer.
    fn right(&self, numbers: &[(u64, f64)], input: u64) -> Expected {
        match (self.from, self.to) {
            (NumberType::Float(from), NumberType::Float(to)) => match from.value(input) {
                Some(value) => expected(to, numbers, self.mode, value),
                // The format has one number for it (1.7.2).
                None if to.top == Top::Numbers => Expected::Open,
                None => Expected::Nan,
            },
            (NumberType::Float(from), NumberType::Integer(to)) => {
                expected_integer(to, self.mode, from.value(input))
            }
            (NumberType::Integer(from), NumberType::Float(to)) => {
                expected(to, numbers, self.mode, from.value(input) as f64)
            }
            (NumberType::Integer(_), NumberType::Integer(_)) => Expected::Open,
        }
    }

    /// How many inputs have a result that the reference does not leave open, or the first result that is wrong.
    ///
    /// # Errors
    /// The wrong result.
    pub fn check(&self, inputs: &[u64], results: &[u64]) -> Result<u64, String> {
        let numbers = self.numbers();
        let mut count = 0;
        for (&input, &result) in inputs.iter().zip(results) {
            let right = match self.right(&numbers, input) {
                Expected::Open => continue,
                Expected::Nan => None,
                Expected::Bits(bits) => Some(bits),
            };
            count += 1;
            let is_nan = match self.to {
                NumberType::Float(to) => to.value(result).is_none(),
                NumberType::Integer(_) => false,
            };
            if !right.map_or(is_nan, |right| right == result) {
                let names = format!("{} to {} {:?}", self.from.name(), self.to.name(), self.mode);
                return Err(format!("{names}: {input:#x} gives {result:#x}, not {right:x?}"));
            }
        }
        Ok(count)
    }

    /// The numbers of a target of 16 bits and fewer; wider formats have every number.
    fn numbers(&self) -> Vec<(u64, f64)> {
        match self.to {
            NumberType::Float(to) if to.bytes <= 2 => to.numbers(),
            NumberType::Float(_) | NumberType::Integer(_) => Vec::new(),
        }
    }

    /// How many inputs are tried, and whether a result is defined for each.
    fn counts(&self) -> (u64, u64) {
        let (inputs, numbers) = (self.inputs(), self.numbers());
        let is_open = |input: &&u64| matches!(self.right(&numbers, **input), Expected::Open);
        (inputs.len() as u64, inputs.iter().filter(|input| !is_open(input)).count() as u64)
    }
}

/// The conversions that `tests/tests/low_precision.rs` tries, as a table.
pub fn table() -> String {
    let mut table = "| from | to | mode | inputs | with a result | all numbers |\n\
                     | --- | --- | --- | --: | --: | --- |\n"
        .to_owned();
    for conversion in Conversion::all() {
        let (inputs, defined) = conversion.counts();
        let all = if conversion.is_exhaustive() { "yes" } else { "" };
        let (from, to) = (conversion.from.name(), conversion.to.name());
        let (mode, inputs, defined) = (conversion.mode.name(), count(inputs), count(defined));
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{from}` | `{to}` | {mode} | {inputs} | {defined} | {all} |");
    }
    table
}
