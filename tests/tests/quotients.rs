//! Quotients of f32 that are computed in groups are those of IEEE 754, to the bit: of usual
//! numbers, of the ends of the ranges that count as usual, of zeros, infinities, NaN and subnormals.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::Scalar;
use rayon::prelude::*;
use tilec::Stage;
use tilec_tests::compile::compile_text;
use tilec_tests::differential::{Arg, EXACT, check, zeros};

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
