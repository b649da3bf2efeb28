//! The exact result of an operation.

use astro_float_num::{BigFloat, Consts, RoundingMode as BigRounding, Sign};
use ir::Rounding;
use ir::scalar::FloatFormat;
use rustc_apfloat::{Float, Round, ieee};
use smallvec::{SmallVec, smallvec};

use super::exact::{Answer, Exact, Real};
use super::sample::Operands;
use super::subject::{Operation, Subject};

/// Bits of the numbers in which f64 functions are computed: 107 more than they have.
const PRECISION: usize = 160;

/// Results that are right: one, or two next to the flushed numbers.
pub type Answers = SmallVec<[Answer; 2]>;

/// Computes answers; keeps the digits of pi and the like between them.
pub struct Oracle {
    constants: Consts,
}

impl Oracle {
    /// # Errors
    /// If there is no memory for the constants.
    pub fn new() -> Result<Oracle, String> {
        let constants = Consts::new().map_err(|error| format!("{error:?}"))?;
        Ok(Oracle { constants })
    }

    /// The answers that a subject may give, the exact one first; empty where the reference leaves
    /// the result open.
    pub fn answers(&mut self, subject: &Subject, operands: &Operands) -> Answers {
        let format = subject.format;
        // Libraries differ on signalling NaN; the language has none.
        let quiet = |bits| if format.is_nan(bits) { format.canonical_nan() } else { bits };
        let x =
            operands.map(|bits| if subject.flush { flushed(format, bits) } else { quiet(bits) });
        if is_unspecified(subject, &x) {
            return Answers::new();
        }
        let result = subject.result_format();
        let answer = match subject.operation {
            Operation::Convert(to) => Exact::of_bits(format, x[0]).round(to),
            Operation::Add | Operation::Sub | Operation::Mul | Operation::Div | Operation::Fma => {
                Answer::exactly(arithmetic(subject, &x))
            }
            Operation::Sqrt if subject.rounding.is_ieee() => root(subject, x[0]),
            _ if format == FloatFormat::F64 => self.function(subject.operation, &x),
            _ => {
                let value = |bits| {
                    f64::from_bits(Exact::of_bits(format, bits).round(FloatFormat::F64).nearest)
                };
                let [a, b, _] = x.map(value);
                Exact::of_f64(in_f64(subject.operation, a, b)).round(result)
            }
        };
        if !subject.flush {
            return smallvec![answer];
        }
        let unflushed = answer;
        let flushed = Answer::exactly(flushed(result, answer.nearest));
        let answer = if flushed.nearest == answer.nearest { answer } else { flushed };
        // Whether a result next to the smallest normal number is subnormal may be asked before or
        // after rounding, of a result that is itself approximate.
        let smallest = 1 << result.fraction_bits();
        let magnitude = unflushed.nearest & (result.sign_bit() - 1);
        if magnitude.abs_diff(smallest) <= 2 {
            let zero = Answer::exactly(answer.nearest & result.sign_bit());
            return smallvec![answer, unflushed, zero];
        }
        smallvec![answer]
    }

    /// A function of f64 with far more than its precision.
    fn function(&mut self, operation: Operation, x: &Operands) -> Answer {
        let [a, b, _] = x.map(f64::from_bits);
        let rough = in_f64(operation, a, b);
        let operands = if operation.operands() == 2 { &x[..2] } else { &x[..1] };
        let all_finite = operands
            .iter()
            .all(|&bits| matches!(Exact::of_bits(FloatFormat::F64, bits), Exact::Finite(_)));
        // Special cases are right in every library, overflow is far from a tie, and the rest is
        // exact by itself.
        let is_exact = matches!(operation, Operation::Rem | Operation::Ceil | Operation::Floor);
        if !all_finite || !rough.is_finite() || is_exact {
            return Exact::of_f64(rough).round(FloatFormat::F64);
        }
        let (p, rm, cc) = (PRECISION, BigRounding::None, &mut self.constants);
        let [x, y, _] = x.map(|bits| big(Exact::of_bits(FloatFormat::F64, bits)));
        let exact = match operation {
            Operation::Exp => x.exp(p, rm, cc),
            Operation::Exp2 => BigFloat::from_f64(2.0, p).pow(&x, p, rm, cc),
            Operation::Log => x.ln(p, rm, cc),
            Operation::Log2 => x.log2(p, rm, cc),
            Operation::Sqrt => x.sqrt(p, rm),
            Operation::Rsqrt => x.sqrt(p, rm).reciprocal(p, rm),
            Operation::Sin => x.sin(p, rm, cc),
            Operation::Cos => x.cos(p, rm, cc),
            Operation::Tan => x.tan(p, rm, cc),
            Operation::Sinh => x.sinh(p, rm, cc),
            Operation::Cosh => x.cosh(p, rm, cc),
            Operation::Tanh => x.tanh(p, rm, cc),
            Operation::Pow => {
                let power = x.abs().pow(&y, p, rm, cc);
                if rough.is_sign_negative() { power.neg() } else { power }
            }
            _ => angle(&x, &y, a, b, cc),
        };
        match exact_of(&exact) {
            // What is out of the range of the big numbers too.
            Exact::Nan | Exact::Infinity { .. } | Exact::Zero { .. } => {
                Exact::of_f64(rough).round(FloatFormat::F64)
            }
            exact @ Exact::Finite(_) => exact.round(FloatFormat::F64),
        }
    }
}

/// A square root in any of the precise roundings, from the integer root of the significand: 64 bits
/// of it, and whether that is all.
fn root(subject: &Subject, x: u64) -> Answer {
    let format = subject.format;
    let exact = Exact::of_bits(format, x);
    let Exact::Finite(real) = exact else {
        let is_invalid = matches!(exact, Exact::Nan | Exact::Infinity { negative: true });
        return Answer::exactly(if is_invalid { format.canonical_nan() } else { x });
    };
    if real.negative {
        return Answer::exactly(format.canonical_nan());
    }
    // x = s * 2^k with an even k; the low bit of a float's significand is free.
    let k = real.exponent - 127;
    let (s, k) = if k % 2 == 0 { (real.significand, k) } else { (real.significand >> 1, k + 1) };
    let root = s.isqrt();
    let is_exact = root * root == s;
    let shift = root.leading_zeros();
    let significand = root << shift | u128::from(!is_exact);
    let exponent = k / 2 + 127 - shift as i32;
    let answer = Exact::Finite(Real { negative: false, significand, exponent }).round(format);
    match subject.rounding {
        Rounding::NearestEven => answer,
        Rounding::PositiveInf if !is_exact && answer.residual > 0.0 => {
            Answer::exactly(answer.nearest + 1)
        }
        Rounding::Zero | Rounding::NegativeInf if !is_exact && answer.residual < 0.0 => {
            Answer::exactly(answer.nearest - 1)
        }
        _ => Answer::exactly(answer.nearest),
    }
}

/// `atan2(y, x)` of finite numbers that are not zero.
fn angle(y: &BigFloat, x: &BigFloat, y_value: f64, x_value: f64, cc: &mut Consts) -> BigFloat {
    let (p, rm) = (PRECISION, BigRounding::None);
    let slope = y.abs().div(&x.abs(), p, rm).atan(p, rm, cc);
    let angle = if x_value < 0.0 { cc.pi(p, rm).sub(&slope, p, rm) } else { slope };
    if y_value < 0.0 { angle.neg() } else { angle }
}

fn big(exact: Exact) -> BigFloat {
    match exact {
        Exact::Finite(real) => {
            let words = [real.significand as u64, (real.significand >> 64) as u64];
            let sign = if real.negative { Sign::Neg } else { Sign::Pos };
            BigFloat::from_words(&words, sign, real.exponent + 1)
        }
        Exact::Nan | Exact::Infinity { .. } | Exact::Zero { .. } => {
            BigFloat::from_f64(0.0, PRECISION)
        }
    }
}

fn exact_of(x: &BigFloat) -> Exact {
    let Some((words, _, sign, exponent, _)) = x.as_raw_parts() else { return Exact::Nan };
    let negative = sign == Sign::Neg;
    // Least significant word first; the most significant bit is set.
    let word = |from_top: usize| words.len().checked_sub(from_top).map_or(0, |i| words[i]);
    let significand = u128::from(word(1)) << 64 | u128::from(word(2));
    if significand == 0 {
        return Exact::Zero { negative };
    }
    let shift = significand.leading_zeros();
    Exact::Finite(Real {
        negative,
        significand: significand << shift,
        exponent: exponent - 1 - shift as i32,
    })
}

/// A subnormal as a zero of its sign.
fn flushed(format: FloatFormat, bits: u64) -> u64 {
    if format.is_subnormal(bits) { bits & format.sign_bit() } else { bits }
}

/// Operands for which the reference, or the manual of an approximation, promises nothing.
fn is_unspecified(subject: &Subject, x: &Operands) -> bool {
    let format = subject.format;
    match subject.operation {
        // Conversions to fp8 of what it cannot represent (1.7.2).
        Operation::Convert(to @ (FloatFormat::E4M3 | FloatFormat::E5M2)) => {
            let is_finite =
                matches!(Exact::of_bits(format, x[0]), Exact::Zero { .. } | Exact::Finite(_));
            let largest = Exact::of_bits(to, to.max_finite());
            let (Exact::Finite(largest), Exact::Finite(value)) =
                (largest, Exact::of_bits(format, x[0]))
            else {
                return !is_finite;
            };
            (value.exponent, value.significand) > (largest.exponent, largest.significand)
        }
        // `remainder` of two infinities (2.2.9).
        Operation::Rem => format.is_infinite(x[0]) && format.is_infinite(x[1]),
        // `div.approx` is for divisors between 2^-126 and 2^126.
        Operation::Div if subject.rounding == Rounding::Approx => {
            match Exact::of_bits(format, x[1]) {
                Exact::Finite(divisor) => divisor.exponent < -126 || divisor.exponent >= 126,
                Exact::Nan | Exact::Infinity { .. } | Exact::Zero { .. } => false,
            }
        }
        _ => false,
    }
}

/// The host's f64 function.
#[expect(clippy::disallowed_methods, reason = "a second opinion, not a result")]
fn in_f64(operation: Operation, x: f64, y: f64) -> f64 {
    match operation {
        Operation::Ceil => x.ceil(),
        Operation::Floor => x.floor(),
        Operation::Exp => x.exp(),
        Operation::Exp2 => x.exp2(),
        Operation::Log => x.ln(),
        Operation::Log2 => x.log2(),
        Operation::Sqrt => x.sqrt(),
        // Of -0 it is -infinity.
        Operation::Rsqrt => 1.0 / x.sqrt(),
        Operation::Sin => x.sin(),
        Operation::Cos => x.cos(),
        Operation::Tan => x.tan(),
        Operation::Sinh => x.sinh(),
        Operation::Cosh => x.cosh(),
        Operation::Tanh => x.tanh(),
        Operation::Pow => x.powf(y),
        Operation::Atan2 => x.atan2(y),
        Operation::Rem => x % y,
        Operation::Add => x + y,
        Operation::Sub => x - y,
        Operation::Mul => x * y,
        Operation::Div => x / y,
        Operation::Fma | Operation::Convert(_) => f64::NAN,
    }
}

/// IEEE arithmetic by LLVM's soft floats.
fn arithmetic(subject: &Subject, x: &Operands) -> u64 {
    match subject.format {
        FloatFormat::F16 => soft::<ieee::Half>(subject, x),
        FloatFormat::Bf16 => soft::<ieee::BFloat>(subject, x),
        FloatFormat::F64 => soft::<ieee::Double>(subject, x),
        _ => soft::<ieee::Single>(subject, x),
    }
}

fn soft<F: Float>(subject: &Subject, x: &Operands) -> u64 {
    let round = match subject.rounding {
        Rounding::Zero | Rounding::NearestIntToZero => Round::TowardZero,
        Rounding::NegativeInf => Round::TowardNegative,
        Rounding::PositiveInf => Round::TowardPositive,
        Rounding::NearestEven | Rounding::Approx | Rounding::Full => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
    };
    let [a, b, c] = x.map(|bits| F::from_bits(u128::from(bits)));
    let result = match subject.operation {
        Operation::Add => a.add_r(b, round).value,
        Operation::Sub => a.sub_r(b, round).value,
        Operation::Mul => a.mul_r(b, round).value,
        Operation::Div => a.div_r(b, round).value,
        _ => a.mul_add_r(b, c, round).value,
    };
    result.to_bits() as u64
}
