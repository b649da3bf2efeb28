//! Inputs: all of them where they are few, else boundaries first and then random ones.
//!
//! An input follows from its number alone, so that a run can be repeated and split.

use ir::scalar::FloatFormat;

use super::exact::Exact;
use super::subject::{Operation, Subject};

/// The operands of one evaluation; those that the operation lacks are zero.
pub type Operands = [u64; 3];

/// The inputs of a subject.
pub struct Sample {
    subject: Subject,
    boundary: Vec<Operands>,
    exhaustive: bool,
    /// The first so many are taken in any case: zeros, infinities and their like.
    kept: usize,
    /// Of so many of the others one is taken.
    stride: usize,
    count: usize,
}

/// splitmix64 of a number.
fn mix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number of [0, 1).
fn unit(state: u64) -> f64 {
    (mix(state) >> 11) as f64 / (1u64 << 53) as f64
}

fn nearest(format: FloatFormat, x: f64) -> u64 {
    Exact::of_f64(x).round(format).nearest
}

fn value(format: FloatFormat, bits: u64) -> f64 {
    match Exact::of_bits(format, bits) {
        Exact::Nan => f64::NAN,
        Exact::Infinity { negative } => {
            if negative {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }
        }
        number @ (Exact::Zero { .. } | Exact::Finite(_)) => {
            f64::from_bits(number.round(FloatFormat::F64).nearest)
        }
    }
}

impl Sample {
    /// `random` inputs and the boundaries; all inputs where the subject allows.
    pub fn new(subject: Subject, random: usize) -> Sample {
        if subject.is_exhaustive() {
            let count = 1 << subject.format.storage_bits();
            let boundary = Vec::new();
            return Sample { subject, boundary, exhaustive: true, kept: 0, stride: 1, count };
        }
        let boundary = boundary(&subject);
        let count = boundary.len() + random;
        // Pairs and triples of them are many.
        let is_unary = subject.operation.operands() == 1;
        let kept = if is_unary { special(subject.format).len() } else { 0 };
        Sample { subject, boundary, exhaustive: false, kept, stride: 1, count }
    }

    /// About `count` of the inputs, evenly spread, and the special ones.
    pub fn thinned(self, count: usize) -> Sample {
        // An odd stride meets every kind of random input, which alternate, and both parities of a
        // significand.
        let stride = self.count.div_ceil(count) | 1;
        Sample { stride, count: self.kept + (self.count - self.kept).div_ceil(stride), ..self }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The operands of this number.
    pub fn operands(&self, index: usize) -> Operands {
        let index = match index.checked_sub(self.kept) {
            Some(beyond) => self.kept + beyond * self.stride,
            None => index,
        };
        if self.exhaustive {
            return [index as u64, 0, 0];
        }
        match self.boundary.get(index) {
            Some(operands) => *operands,
            None => random(&self.subject, index as u64),
        }
    }
}

/// Zeros, the smallest and largest numbers of each kind, one, and what lies next to them.
fn special(format: FloatFormat) -> Vec<u64> {
    let mask = u64::MAX >> (64 - format.storage_bits());
    let infinity = format.infinity().unwrap_or(format.max_finite());
    let min_normal = nearest(format, f64::MIN_POSITIVE).max(1 << format.fraction_bits());
    let centres = [0, min_normal, format.one(), format.max_finite(), infinity];
    let mut bits: Vec<u64> = centres
        .iter()
        .flat_map(|&centre| [centre.wrapping_sub(1) & mask, centre, centre + 1])
        .chain([0.5, 2.0, 3.0, 0.1, 10.0, 1.5, 1e-3, 1e3, 7.0, 100.0].map(|x| nearest(format, x)))
        .collect();
    bits.extend(bits.clone().iter().map(|bits| bits ^ format.sign_bit()));
    bits.push(format.canonical_nan());
    if format == FloatFormat::Tf32 {
        bits.iter_mut().for_each(|bits| *bits &= !0x1FFF);
    }
    bits.sort_unstable();
    bits.dedup();
    bits
}

fn boundary(subject: &Subject) -> Vec<Operands> {
    let format = subject.format;
    let special = special(format);
    match subject.operation.operands() {
        1 => {
            let mut all = special;
            all.extend(thresholds(subject));
            all.into_iter().map(|x| [x, 0, 0]).collect()
        }
        2 => special.iter().flat_map(|&x| special.iter().map(move |&y| [x, y, 0])).collect(),
        _ => {
            let few: Vec<u64> = special.iter().copied().step_by(3).collect();
            let pairs = few.iter().flat_map(|&x| few.iter().map(move |&y| (x, y)));
            pairs.flat_map(|(x, y)| few.iter().map(move |&z| [x, y, z])).collect()
        }
    }
}

/// Where a function of one operand overflows, vanishes, or is ill-conditioned.
fn thresholds(subject: &Subject) -> Vec<u64> {
    let format = subject.format;
    let around = |x: f64| {
        let bits = nearest(format, x);
        (0..7).map(move |step| (bits + step).saturating_sub(3))
    };
    let mut points: Vec<f64> = Vec::new();
    match subject.operation {
        Operation::Exp | Operation::Sinh | Operation::Cosh => {
            let limits = [128.0, -126.0, -149.0, -150.0, 1024.0, -1022.0, -1074.0, -1075.0];
            points.extend(limits.map(|power: f64| power * std::f64::consts::LN_2));
        }
        Operation::Exp2 => {
            points.extend([128.0, -126.0, -149.0, -150.0, 1024.0, -1022.0, -1074.0, -1075.0])
        }
        Operation::Sin | Operation::Cos | Operation::Tan => {
            // Where the result is nearly zero or infinite, the reduction is all.
            let quarters = (1..2000).chain((11..31).map(|k| 1 << k));
            points.extend(quarters.map(|k| f64::from(k) * std::f64::consts::FRAC_PI_2));
        }
        _ => {}
    }
    // Every power of two.
    let step = if format == FloatFormat::F64 { 16.0 } else { 2.0 };
    let smallest = if format == FloatFormat::Tf32 { 1 << 13 } else { 1 };
    let mut power = value(format, smallest);
    while power.is_finite() && power <= value(format, format.max_finite()) {
        points.push(power);
        power *= step;
    }
    let both = points.into_iter().flat_map(|x| [x, -x]);
    both.flat_map(|x| around(x).collect::<Vec<_>>()).collect()
}

/// The interval where a function of one operand is neither constant nor out of range.
fn domain(subject: &Subject) -> (f64, f64) {
    let is_double = subject.format == FloatFormat::F64;
    let (small, large) = if is_double { (-1076.0, 1025.0) } else { (-151.0, 129.0) };
    let ln2 = std::f64::consts::LN_2;
    match subject.operation {
        Operation::Exp => (small * ln2, large * ln2),
        Operation::Exp2 => (small, large),
        Operation::Sinh | Operation::Cosh => (-large * ln2, large * ln2),
        Operation::Tanh => {
            if is_double {
                (-20.0, 20.0)
            } else {
                (-10.0, 10.0)
            }
        }
        Operation::Log | Operation::Log2 => (0.25, 4.0),
        Operation::Sqrt | Operation::Rsqrt => (0.0, 4.0),
        Operation::Sin | Operation::Cos | Operation::Tan => (-300.0, 300.0),
        _ => (-1000.0, 1000.0),
    }
}

fn random(subject: &Subject, index: u64) -> Operands {
    let format = subject.format;
    let mask = u64::MAX >> (64 - format.storage_bits());
    let padding = if format == FloatFormat::Tf32 { !0x1FFF } else { u64::MAX };
    let any = |stream: u64| mix(index << 3 | stream) & mask & padding;
    let uniform = |low: f64, high: f64, stream: u64| low + (high - low) * unit(index << 3 | stream);
    // A number of this order of magnitude.
    let sized = |exponent: f64, stream: u64| {
        let sign = if mix(index << 3 | stream) & 1 == 0 { 1.0 } else { -1.0 };
        nearest(format, sign * exponent.exp2())
    };
    let kind = index % 4;
    match subject.operation.operands() {
        1 => {
            let bits = match kind {
                0 => any(0),
                // Logarithms and roots have positive operands only.
                1 => any(0) & (mask >> 1),
                2 => {
                    let (low, high) = domain(subject);
                    nearest(format, uniform(low, high, 0))
                }
                _ => sized(uniform(-20.0, 20.0, 0), 1),
            };
            [bits & padding, 0, 0]
        }
        2 if subject.operation == Operation::Pow && kind != 0 => {
            // Exponents for which the power is a number.
            let double = format == FloatFormat::F64;
            let target =
                if double { uniform(-1080.0, 1030.0, 1) } else { uniform(-155.0, 130.0, 1) };
            let base = match kind {
                1 => any(0) & (mask >> 1),
                2 => nearest(format, uniform(0.5, 2.0, 0)),
                _ => nearest(format, -uniform(0.0, 30.0, 0).round()),
            };
            let exponent = target / value(format, base).abs().log2();
            let exponent = if kind == 3 { exponent.round() } else { exponent };
            [base, nearest(format, exponent), 0]
        }
        _ => {
            let x = any(0);
            let size = value(format, x).abs().log2();
            let near = |stream: u64| {
                if size.is_finite() {
                    sized(size + uniform(-13.0, 13.0, stream), stream + 1)
                } else {
                    any(stream)
                }
            };
            match kind {
                0 => [x, any(1), any(2)],
                1 => [x, near(1), any(3)],
                // A sum with a product of its size.
                2 => {
                    let y = sized(uniform(-8.0, 8.0, 1), 2);
                    [x, y, sized(size.clamp(-2000.0, 2000.0) + uniform(-13.0, 13.0, 3), 4)]
                }
                _ => {
                    let ordinary = |stream| sized(uniform(-12.0, 12.0, stream), stream + 1);
                    [ordinary(0), ordinary(2), ordinary(4)]
                }
            }
        }
    }
}
