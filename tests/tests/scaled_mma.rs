//! `scaled_mma` against exact sums of rational numbers: each pair of formats of CUDA 13.5, as the interpreter and as emitted
//! PTX, which multiplies the scaled numbers or has instructions that take the scales.
//!
//! The oracle knows the formats by their definitions: a number is an integer times a power of two, and so is each
//! product with its scales. Sums are integers of 128 bits.

use ir::Scalar;
use ir::scalar::FloatFormat;
use ir::scalar::float;
use tilec::Stage;
use tilec_tests::compile::{compile_text, rendered};
use tilec_tests::differential::{Arg, emulated, interpreted, zeros};
use tilec_tests::ptxas;

/// Without instructions for scales, with them, and with tensor memory.
const TARGETS: [&str; 5] = ["sm_80", "sm_90a", "sm_100a", "sm_107a", "sm_120a"];

/// A format: its C++ name, whether it has a sign, bits of exponent and fraction, and the largest byte that is a number,
/// without the sign.
#[derive(Clone, Copy)]
struct Format(&'static str, bool, u32, u32, u8);

const E4M3: Format = Format("__nv_fp8_e4m3", true, 4, 3, 0x7E);
const E5M2: Format = Format("__nv_fp8_e5m2", true, 5, 2, 0x7B);
const E2M1: Format = Format("__nv_fp4_e2m1", true, 2, 1, 7);
const E8M0: Format = Format("__nv_fp8_e8m0", false, 8, 0, 0xFE);
const UE5M3: Format = Format("__nv_fp8_ue5m3", false, 5, 3, 0xFE);

/// The elements of a row, and the scale of all.
type ScaledRow<'a> = (&'a [u8], u8);

/// An integer times a power of two.
#[derive(Clone, Copy)]
struct Number(i128, i32);

impl Format {
    fn number(self, bits: u8) -> Number {
        let Format(_, has_sign, exponent_bits, fraction_bits, _) = self;
        let fraction = i128::from(bits & ((1 << fraction_bits) - 1));
        let field = i32::from(bits) >> fraction_bits & ((1 << exponent_bits) - 1);
        let bias = (1 << (exponent_bits - 1)) - 1 + fraction_bits as i32;
        // Powers of two have no subnormal numbers.
        let (magnitude, exponent) = match field {
            0 if fraction_bits > 0 => (fraction, 1 - bias),
            _ => (fraction + (1 << fraction_bits), field - bias),
        };
        let is_negative = has_sign && bits >> (exponent_bits + fraction_bits) & 1 == 1;
        Number(if is_negative { -magnitude } else { magnitude }, exponent)
    }

    /// Any numbers: scales that are powers of two near 1, others whatever their bits.
    fn any(self, random: &mut Random) -> u8 {
        let Format(name, has_sign, exponent_bits, fraction_bits, largest) = self;
        if name == E8M0.0 {
            return 119 + random.below(16) as u8;
        }
        let is_negative = has_sign && random.below(2) == 1;
        let sign = if is_negative { 1 << (exponent_bits + fraction_bits) } else { 0 };
        random.below(u64::from(largest) + 1) as u8 | sign
    }

    /// Numbers whose products and sums f32 has: multiples of a half up to 6.
    fn small(self, random: &mut Random) -> u8 {
        loop {
            let bits = self.any(random);
            let Number(integer, exponent) = self.number(bits);
            let twice = exponent + 1;
            let is_multiple = twice >= 0 || integer % (1 << -twice) == 0;
            let value = integer as f64 * 2f64.powi(exponent);
            if is_multiple && value.abs() <= 6.0 {
                return bits;
            }
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

#[derive(Clone, Copy)]
struct Case {
    element: Format,
    scale: Format,
    block: usize,
    /// Batches of elements and of scales; 0 for matrices of rank 2.
    batches: (usize, usize),
    shape: (usize, usize, usize),
    /// The kind of the instruction of sm_120a.
    kind: Option<&'static str>,
}

const fn case(
    element: Format,
    scale: Format,
    block: usize,
    batches: (usize, usize),
    shape: (usize, usize, usize),
    kind: Option<&'static str>,
) -> Case {
    Case { element, scale, block, batches, shape, kind }
}

const MXF8: Option<&str> = Some(".kind::mxf8f6f4.block_scale.scale_vec::1X");
const TWO: Option<&str> = Some(".kind::mxf4nvf4.block_scale.scale_vec::2X");
const FOUR: Option<&str> = Some(".kind::mxf4nvf4.block_scale.scale_vec::4X");

const CASES: [Case; 10] = [
    case(E4M3, E8M0, 32, (0, 0), (16, 8, 32), MXF8),
    case(E4M3, E8M0, 32, (0, 0), (64, 32, 128), MXF8),
    case(E5M2, E8M0, 32, (2, 1), (16, 16, 64), MXF8),
    case(E2M1, E8M0, 32, (0, 0), (32, 16, 128), TWO),
    case(E2M1, E8M0, 16, (2, 2), (16, 8, 64), FOUR),
    case(E2M1, E4M3, 16, (0, 0), (32, 32, 128), FOUR),
    case(E2M1, E4M3, 16, (2, 1), (16, 8, 64), FOUR),
    case(E2M1, UE5M3, 16, (0, 0), (16, 16, 64), None),
    case(E2M1, UE5M3, 32, (0, 0), (16, 8, 64), None),
    // Less than an instruction of sm_120a takes.
    case(E2M1, E4M3, 16, (0, 0), (8, 8, 32), None),
];

impl Case {
    fn count(&self) -> usize {
        self.batches.0.max(1)
    }

    fn source(&self) -> String {
        let (m, n, k) = self.shape;
        let s = k / self.block;
        let (elements, scales) = match self.batches {
            (0, _) => (String::new(), String::new()),
            (elements, scales) => (format!("{elements}, "), format!("{scales}, ")),
        };
        let (e, f) = (self.element.0, self.scale.0);
        format!(
            "#include <cuda_fp4.h>\n#include <cuda_fp8.h>\n#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\n\
             template <class S, class E> __tile__ auto matrix(E* p) {{\n    \
                 return ct::load(p + ct::iota<ct::tile<int, S>>());\n}}\n\
             template <auto... N> using S = ct::shape<N...>;\n\
             extern \"C\" __tile_global__ void test({e} const* a, {f} const* x, {e} const* b, {f} const* y,\n    \
                 float const* c, float* d) {{\n    \
                 auto r = ct::scaled_mma(matrix<S<{elements}{m}, {k}>>(a), matrix<S<{scales}{m}, {s}>>(x),\n        \
                     matrix<S<{elements}{k}, {n}>>(b), matrix<S<{scales}{s}, {n}>>(y), matrix<S<{elements}{m}, {n}>>(c));\n    \
                 ct::store(d + ct::iota<ct::tile<int, S<{elements}{m}, {n}>>>(), r);\n}}\n"
        )
    }

    /// Elements and scales of A, of B, and C.
    fn args(&self, mut pick: impl FnMut(Format) -> u8) -> Vec<Arg> {
        let (m, n, k) = self.shape;
        let (s, batches, of_scales) = (k / self.block, self.count(), self.batches.1.max(1));
        let mut bytes = |format: Format, count: usize| {
            Arg::Buffer(Scalar::I8, (0..count).map(|_| u64::from(pick(format))).collect())
        };
        let c = (0..batches * m * n).map(|i| u64::from(((i % 7) as f32 - 3.0).to_bits()));
        vec![
            bytes(self.element, batches * m * k),
            bytes(self.scale, of_scales * m * s),
            bytes(self.element, batches * k * n),
            bytes(self.scale, of_scales * s * n),
            Arg::Buffer(Scalar::F32, c.collect()),
            zeros(Scalar::F32, batches * m * n),
        ]
    }

    /// Each exact sum, and the sum of the magnitudes that it is made of.
    fn sums(&self, args: &[Arg]) -> Vec<(f64, f64)> {
        /// Below every exponent.
        const UNIT: i32 = -60;
        let bits = |arg: usize, at: usize| match &args[arg] {
            Arg::Buffer(_, bits) => bits[at],
            Arg::Number(_) => unreachable!("all are buffers"),
        };
        let (m, n, k) = self.shape;
        let s = k / self.block;
        let number = |format: Format, arg: usize, at: usize| format.number(bits(arg, at) as u8);
        let mut sums = Vec::new();
        for at in 0..self.count() * m * n {
            let (batch, row, column) = (at / (m * n), at / n % m, at % n);
            let scales = batch % self.batches.1.max(1);
            let c = float::to_f64(FloatFormat::F32, bits(4, at)) as i128;
            let (mut sum, mut size) = (c << -UNIT, c.abs() << -UNIT);
            for i in 0..k {
                let block = i / self.block;
                let numbers = [
                    number(self.element, 0, (batch * m + row) * k + i),
                    number(self.scale, 1, (scales * m + row) * s + block),
                    number(self.element, 2, (batch * k + i) * n + column),
                    number(self.scale, 3, (scales * s + block) * n + column),
                ];
                let product: i128 = numbers.iter().map(|number| number.0).product();
                let exponent: i32 = numbers.iter().map(|number| number.1).sum();
                let term = product << (exponent - UNIT);
                (sum, size) = (sum + term, size + term.abs());
            }
            let value = |units: i128| units as f64 * 2f64.powi(UNIT);
            sums.push((value(sum), value(size)));
        }
        sums
    }
}

/// A case, compiled for each target.
struct Programs {
    /// Target and text.
    texts: Vec<(&'static str, String)>,
    module: ir::Module,
}

impl Programs {
    fn new(case: &Case) -> Programs {
        let source = case.source();
        let (mut texts, mut lowered) = (Vec::new(), None);
        for arch in TARGETS {
            let compiled = compile_text(&source, arch, Stage::Ptx);
            let text = compiled.ptx.clone().unwrap_or_else(|| panic!("{}", rendered(&compiled)));
            // The pinned assembler does not know sm_107a.
            if arch != "sm_107a"
                && let Some(Err(log)) = ptxas::assemble(&text, arch)
            {
                panic!("{arch}: {log}\n{text}");
            }
            texts.push((arch, text));
            lowered = lowered.or(compiled.module);
        }
        Programs { texts, module: lowered.expect("it was lowered") }
    }

    /// The results by the interpreter and, for the first targets, the emulator, and where they are from.
    fn run(&self, args: &[Arg], n_targets: usize) -> Vec<(String, Vec<f64>)> {
        let mut all = Vec::new();
        let left = interpreted(&self.module, [1, 1, 1], args).expect("the interpreter runs it");
        all.push(("interpreter".to_owned(), left));
        for (arch, text) in &self.texts[..n_targets] {
            let left = emulated(text, "test", [1, 1, 1], args)
                .unwrap_or_else(|what| panic!("{what}\n{text}"));
            all.push(((*arch).to_owned(), left));
        }
        let value = |&bits: &u64| float::to_f64(FloatFormat::F32, bits);
        let d =
            |left: &Vec<Vec<u64>>| left.last().expect("the results").iter().map(value).collect();
        all.iter().map(|(name, left)| (name.clone(), d(left))).collect()
    }
}

/// The results of a case, whose instructions are those that it names.
fn results(case: &Case, args: &[Arg]) -> Vec<(String, Vec<f64>)> {
    let programs = Programs::new(case);
    for (arch, text) in &programs.texts {
        let scaled = text.lines().find(|line| line.contains("block_scale"));
        if *arch == "sm_120a" {
            let kind = case.kind.is_none_or(|kind| scaled.is_some_and(|line| line.contains(kind)));
            assert!(kind && case.kind.is_some() == scaled.is_some(), "{scaled:?}\n{text}");
        } else {
            assert_eq!(scaled, None);
        }
    }
    programs.run(args, programs.texts.len())
}

/// Compares with the exact sums; the bound is that of f32 sums in any order, or no error at all.
fn check(pick: impl Fn(Format, &mut Random) -> u8, is_exact: bool) {
    for (number, case) in CASES.iter().enumerate() {
        let mut random = Random(number as u64 + 1);
        let args = case.args(|format| pick(format, &mut random));
        let sums = case.sums(&args);
        for (name, results) in results(case, &args) {
            for (at, (result, (sum, size))) in results.iter().zip(&sums).enumerate() {
                let (k, is_interpreter) = (case.shape.2 as f64, name == "interpreter");
                // The interpreter sums in f64 and rounds once.
                let bound = size * k * 2f64.powi(if is_interpreter { -53 } else { -24 });
                let is_near = (result - sum).abs() <= bound;
                let rounded = |sum: f64| f64::from(sum as f32);
                let is_rounded = (rounded(sum - bound)..=rounded(sum + bound)).contains(result);
                let is_right = match (is_exact, is_interpreter) {
                    (true, _) => result == sum,
                    (false, true) => is_rounded,
                    (false, false) => is_near,
                };
                assert!(is_right, "case {number}, {name}: element {at} is {result}, not {sum}");
            }
        }
    }
}

#[test]
fn sums_that_f32_has_are_exact() {
    check(Format::small, true);
}

#[test]
fn sums_of_any_numbers_are_near_the_exact_ones() {
    check(Format::any, false);
}

/// Every number of a format of elements times every scale is exact: rows of numbers with a scale each, times the unit
/// matrix.
#[test]
fn each_number_with_each_scale() {
    for (element, scale, block) in
        [(E4M3, E8M0, 32), (E5M2, E8M0, 32), (E2M1, E8M0, 16), (E2M1, E4M3, 16), (E2M1, UE5M3, 32)]
    {
        let case = case(element, scale, block, (0, 0), (64, 32, 32), None);
        let (m, n, k) = case.shape;
        let Format(_, has_sign, exponent_bits, fraction_bits, largest) = element;
        let sign = 1u8 << (exponent_bits + fraction_bits);
        let mut elements: Vec<u8> = (0..=largest).collect();
        if has_sign {
            elements.extend((0..=largest).map(|bits| bits | sign));
        }
        elements.resize(elements.len().next_multiple_of(k), 0);
        let product = |number: u8, factor: u8| {
            let (Number(integer, exponent), Number(factor, power)) =
                (element.number(number), scale.number(factor));
            f64::from(((integer * factor) as f64 * 2f64.powi(exponent + power)) as f32)
        };
        let rows = (0..=scale.4)
            .flat_map(|scale| elements.chunks_exact(k).map(move |chunk| (chunk, scale)));
        // A target without scales multiplies scaled numbers of f32, of which one may be infinite.
        let (rows, large): (Vec<ScaledRow<'_>>, Vec<ScaledRow<'_>>) =
            rows.partition(|(chunk, scale)| {
                chunk.iter().all(|&number| product(number, *scale).is_finite())
            });
        let unit = (1..=element.4).find(|&bits| {
            let Number(integer, exponent) = element.number(bits);
            integer as f64 * 2f64.powi(exponent) == 1.0
        });
        let one = (0..=scale.4).find(|&bits| {
            let Number(integer, exponent) = scale.number(bits);
            integer as f64 * 2f64.powi(exponent) == 1.0
        });
        let (unit, one) = (unit.expect("each has 1"), one.expect("each has 1"));
        let programs = Programs::new(&case);
        let everywhere = rows.chunks(m).map(|some| (some, programs.texts.len()));
        let interpreted = large.chunks(m).map(|some| (some, 0));
        for (some, n_targets) in everywhere.chain(interpreted) {
            let row = |index: usize| some.get(index).copied().unwrap_or((&elements[..k], one));
            let bytes = |bytes: Vec<u8>| {
                Arg::Buffer(Scalar::I8, bytes.into_iter().map(u64::from).collect())
            };
            let args = [
                bytes((0..m).flat_map(|index| row(index).0.to_vec()).collect()),
                bytes((0..m).flat_map(|index| vec![row(index).1; k / block]).collect()),
                bytes((0..k * n).map(|at| if at / n == at % n { unit } else { 0 }).collect()),
                bytes(vec![one; k / block * n]),
                zeros(Scalar::F32, m * n),
                zeros(Scalar::F32, m * n),
            ];
            for (name, results) in programs.run(&args, n_targets) {
                for (at, &result) in results.iter().enumerate() {
                    let (numbers, factor) = row(at / n);
                    let number = numbers[at % n];
                    assert_eq!(
                        result,
                        product(number, factor),
                        "{name}: {} {number:#x} times {} {factor:#x}",
                        element.0,
                        scale.0
                    );
                }
            }
        }
    }
}

/// A scale that is NaN makes its row NaN, and no other.
#[test]
fn scales_that_are_nan() {
    for case in CASES {
        let mut random = Random(1);
        let mut args = case.args(|format| format.small(&mut random));
        let Arg::Buffer(_, scales) = &mut args[1] else { unreachable!("scales are a buffer") };
        scales[0] = if case.scale.1 { 0x7F } else { 0xFF };
        let (m, n, _) = case.shape;
        for (name, results) in results(&case, &args) {
            for (at, result) in results.iter().enumerate() {
                let batch = at / (m * n);
                let is_there = at / n % m == 0 && batch % case.batches.1.max(1) == 0;
                assert_eq!(result.is_nan(), is_there, "{} {name}: {at}", case.scale.0);
            }
        }
    }
}
