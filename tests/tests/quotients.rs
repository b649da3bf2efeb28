//! Quotients that are not computed by dividing. Those of f32 that are computed in groups are those of IEEE 754,
//! to the bit: of usual numbers, of the ends of the ranges that count as usual, of zeros, infinities, NaN and
//! subnormals. Approximate ones look at their divisors only where those can be subnormal. Those of integers by constants are exact, and no `div` or `rem` is left.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::Scalar;
use rayon::prelude::*;
use tilec::Stage;
use tilec_tests::compile::compile_text;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, zeros};

const COUNT: usize = 4096;

const SOURCE: &str = r#"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ each,
                       float* __restrict__ shared, float* __restrict__ known) {
    auto at = ct::iota<ct::tile<int, ct::shape<4096>>>();
    auto x = ct::load(a + at);
    ct::store(each + at, x / ct::load(b + at));
    auto rows = ct::reshape(x, ct::shape<32, 128>{});
    auto divisors = ct::reshape(ct::load(b + ct::iota<ct::tile<int, ct::shape<32>>>()), ct::shape<32, 1>{});
    auto places = ct::reshape(at, ct::shape<32, 128>{});
    ct::store(shared + places, rows / divisors);
    ct::store(known + at, x / 3.0f);
}
"#;

/// Numbers of every kind, most of them usual.
fn numbers(seed: u64, exponents: std::ops::Range<u32>) -> Arg {
    let ends = [-64i32, 64, -32, 32].map(|exponent| ((exponent + 127) as u32) << 23);
    let special = [
        0,
        1,
        0x3F80_0000,
        0x3FFF_FFFF,
        0x007F_FFFF,
        0x0080_0000,
        0x7F80_0000,
        0x7FC0_0000,
        0x7F7F_FFFF,
    ];
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as u32
    };
    let bits = (0..COUNT).map(|index| {
        let sign = next() << 31;
        let mantissa = match next() % 4 {
            0 => 0x007F_FFFF - next() % 4,
            1 => next() % 8,
            _ => next() & 0x007F_FFFF,
        };
        let exponent = exponents.start + next() % (exponents.end - exponents.start);
        let bits = match next() % 32 {
            0 => special[next() as usize % special.len()],
            1 => ends[next() as usize % ends.len()].wrapping_add(next() % 3).wrapping_sub(1),
            2 => next() >> 1,
            // Groups of zeros too.
            _ if index % 64 < 16 => 0,
            _ => exponent << 23 | mantissa,
        };
        u64::from(bits | sign)
    });
    Arg::Buffer(Scalar::F32, bits.collect())
}

fn positive(arg: Arg) -> Arg {
    match arg {
        Arg::Buffer(elem, bits) => {
            Arg::Buffer(elem, bits.into_iter().map(|bits| bits & 0x7FFF_FFFF).collect())
        }
        Arg::Number(_) => arg,
    }
}

/// One unit in the last place below and above the reciprocal of each significand, a Newton step gives the
/// reciprocal or a number of which only two significands get wrong quotients: those that
/// `quotient.rs` sends another way.
#[test]
fn a_newton_step_misses_no_reciprocal_that_matters() {
    const ONE: u32 = 127 << 23;
    let step = |b: f32, s: f32| s.mul_add((-b).mul_add(s, 1.0), s);
    let missed = |significand: u32| {
        let b = f32::from_bits(ONE | significand);
        let r = (1.0 / f64::from(b)) as f32;
        let near = [r.to_bits() - 1, r.to_bits(), r.to_bits() + 1].map(f32::from_bits);
        near.into_iter()
            .map(move |s| step(b, s))
            .filter(move |&found| found != r)
            .map(move |r| (b, r))
    };
    let missed: Vec<(f32, f32)> = (0..1 << 23u32).into_par_iter().flat_map_iter(missed).collect();
    assert_eq!(missed.len(), 33);
    let is_wrong = |b: f32, r: f32, significand: u32| {
        let a = f32::from_bits(ONE | significand);
        let q = a * r;
        b.mul_add(q, -a).mul_add(-r, q) != a / b
    };
    let spoils = |&&(b, r): &&(f32, f32)| {
        (0..1 << 23u32).into_par_iter().any(|significand| is_wrong(b, r, significand))
    };
    let spoiled: Vec<u32> =
        missed.iter().filter(spoils).map(|(b, _)| b.to_bits() | 0xFF80_0000).collect();
    assert_eq!(spoiled, [0xFFFF_FFFD, 0xFFFF_FFFF, 0xFFFF_FFFF]);
}

#[test]
fn are_rounded_correctly() {
    let compiled = compile_text(SOURCE, "sm_90a", Stage::Lower);
    let module = compiled.module.expect("it compiles");
    let target = Target::named("sm_90a").expect("a known target");
    let (ptx, _) = compile(&module, target, &Options::default());
    let text = backend_ptx::ptx::print::module_text(&ptx);
    assert!(text.contains("rcp.rn.f32") && text.contains("rcp.approx.ftz.f32"));
    // The emulator's approximation is the nearest number, so that it would not miss this test.
    assert!(text.contains(&0xFFFF_FFFD_u32.to_string()));
    let args = |a: Arg, b: Arg| [a, b].into_iter().chain((0..3).map(|_| zeros(Scalar::F32, COUNT)));
    for seed in [0x9E37_79B9_7F4A_7C15, 0x1234_5678_9ABC_DEF1] {
        let usual = args(numbers(seed, 117..137), positive(numbers(seed + 2, 117..137)));
        check(&module, "sm_90a", [1, 1, 1], &usual.collect::<Vec<_>>(), EXACT);
        let wide = args(numbers(seed, 1..255), numbers(seed + 2, 80..170));
        check(&module, "sm_90a", [1, 1, 1], &wide.collect::<Vec<_>>(), EXACT);
    }
}

/// Approximate quotients, and whether their divisors cannot be subnormal.
const APPROXIMATE: [(&str, bool); 9] = [
    ("1.0f + ct::exp2(y)", true),
    ("ct::exp2(y) + ct::abs(y) + 0.5f", true),
    ("ct::max(y, 1e-30f)", true),
    (
        "ct::broadcast(ct::reshape(1.0f + ct::exp2(y), ct::shape<1, 256>{}), ct::shape<1, 256>{})",
        true,
    ),
    ("y", false),
    ("1.0f + y", false),
    ("1e-40f + ct::exp2(y)", false),
    ("2.0f + ct::exp2(y) + -2.0f", false),
    ("ct::min(ct::exp2(y), 1.0f)", false),
];

#[test]
fn approximate_ones_scale_only_what_can_be_subnormal() {
    let target = Target::named("sm_90a").expect("a known target");
    for (divisor, normal) in APPROXIMATE {
        let source = format!(
            "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
             __tile_global__ void k(const float* __restrict__ a, const float* __restrict__ b, \
             float* __restrict__ q) {{\n    auto at = ct::iota<ct::tile<int, ct::shape<256>>>();\n    \
             auto y = ct::load(b + at);\n    auto divisor = ct::reshape({divisor}, ct::shape<256>{{}});\n    \
             ct::store(q + at, ct::div(ct::load(a + at), divisor, ct::round_approximate_t{{}}));\n}}\n"
        );
        let module = compile_text(&source, "sm_90a", Stage::Lower).module.expect("it compiles");
        let (ptx, _) = compile(&module, target, &Options::default());
        let text = backend_ptx::ptx::print::module_text(&ptx);
        assert_eq!(text.contains("div.approx"), !normal, "{divisor}");
        assert_eq!(text.contains("rcp.approx.ftz"), normal, "{divisor}");
        let args = [numbers(7, 100..150), numbers(9, 120..132), zeros(Scalar::F32, COUNT)];
        let two_units = Tolerance { relative: 2.4e-7, absolute: 1e-44 };
        check(&module, "sm_90a", [1, 1, 1], &args, two_units);
    }
}

/// Divisors of either sign: one, powers of two, such with factors of as many bits as they have and of one more, and
/// the ends of the range; those that fit a format.
const DIVISORS: [i128; 22] = [
    1,
    2,
    3,
    7,
    100,
    128,
    641,
    1_000_000_007,
    i32::MAX as i128,
    0x8000_0000,
    3_645_733_565,
    u32::MAX as i128,
    i64::MAX as i128,
    14_112_126_820_415_274_401,
    u64::MAX as i128,
    -1,
    -4,
    -10,
    -128,
    -i32::MAX as i128,
    i32::MIN as i128,
    i64::MIN as i128,
];

/// A kernel that divides by all of them, a row of results for each operation.
fn dividing(elem: &str, divisors: &[String]) -> String {
    let mut stores = String::new();
    for (number, divisor) in divisors.iter().enumerate() {
        for (op, result) in
            ["x / D", "x % D", "ct::ceildiv(x, D)", "ct::floordiv(x, D)"].iter().enumerate()
        {
            let row = (4 * number + op) * 256;
            let result = result.replace('D', &format!("static_cast<{elem}>({divisor})"));
            stores += &format!("    ct::store(q + {row} + at, {result});\n");
        }
    }
    format!(
        "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
         __tile_global__ void k(const {elem}* __restrict__ a, {elem}* __restrict__ q) {{\n    \
         auto at = ct::iota<ct::tile<int, ct::shape<256>>>();\n    auto x = ct::load(a + at);\n{stores}}}\n"
    )
}

#[test]
fn of_integers_by_constants_are_exact() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for (elem, scalar, signed) in [
        ("signed char", Scalar::I8, true),
        ("unsigned char", Scalar::I8, false),
        ("short", Scalar::I16, true),
        ("unsigned short", Scalar::I16, false),
        ("int", Scalar::I32, true),
        ("unsigned", Scalar::I32, false),
        ("long long", Scalar::I64, true),
        ("unsigned long long", Scalar::I64, false),
    ] {
        let bits = scalar.bits();
        let (mask, minimum) = (u64::MAX >> (64 - bits), 1u64 << (bits - 1));
        let range = match signed {
            true => -i128::from(minimum)..i128::from(minimum),
            false => 0..i128::from(mask) + 1,
        };
        let divisors: Vec<i128> =
            DIVISORS.into_iter().filter(|divisor| range.contains(divisor)).collect();
        let written: Vec<String> = divisors
            .iter()
            .map(|divisor| match signed {
                true => format!("{} - 1", divisor + 1),
                false => format!("{divisor}u"),
            })
            .collect();
        // Divisors, their multiples and neighbours, numbers of all lengths, and the ends of the range but for the
        // least one with a sign, which has no quotient by -1.
        let numbers = (0..256u64).map(|index| {
            let random = next();
            let divisor = divisors[index as usize / 3 % divisors.len()] as u64 & mask;
            let number = match index {
                0..=2 => index.wrapping_sub(1),
                3 => minimum - 1,
                4 => minimum + 1,
                5..128 => {
                    let times = if index < 75 { 1 } else { (next() & mask) / divisor };
                    (divisor * times).wrapping_add(index % 3).wrapping_sub(1)
                }
                _ => next() >> (random % 64),
            };
            if signed && number & mask == minimum { 0 } else { number & mask }
        });
        let count = 4 * divisors.len() * 256;
        let args = [Arg::Buffer(scalar, numbers.collect()), zeros(scalar, count)];
        let source = dividing(elem, &written);
        let module = compile_text(&source, "sm_90a", Stage::Lower).module.expect("it compiles");
        check(&module, "sm_90a", [1, 1, 1], &args, EXACT);
        let target = Target::named("sm_90a").expect("a known target");
        let (ptx, _) = compile(&module, target, &Options::default());
        let text = backend_ptx::ptx::print::module_text(&ptx);
        // Of 16 bits they are left as they are.
        assert_eq!(text.contains("div.") || text.contains("rem."), bits == 16, "{elem}");
    }
}
