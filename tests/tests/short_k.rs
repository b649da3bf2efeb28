//! MMAs that have less of K than an instruction of tensor cores: tensor cores compute them, with padding along K. The emulator
//! computes what the interpreter does, to the bit.
//!
//! `TILEC_PROGRAMS=400` checks so many drawn ones; `TILEC_SEED=n` begins with that one.

use backend_ptx::target::Target;
use ir::Scalar;
use ir::scalar::float;
use rayon::prelude::*;
use tilec_tests::differential::{
    Arg, EXACT, check, emulated, entry_name, float_format, interpreted,
};
use tilec_tests::products::{FLOAT, Gemm, HALF, module, text};
use tilec_tests::random::Random;

const USUAL: u64 = 60;
const TARGETS: [&str; 5] = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"];

/// A format of operands, that of their sums, and extents along K that are less than an instruction's.
type Format = ((&'static str, Scalar), (&'static str, Scalar), &'static [u32]);
const FORMATS: [Format; 7] = [
    (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT, &[8, 16]),
    (("__nv_fp8_e5m2", Scalar::F8E5M2), FLOAT, &[8, 16]),
    (("signed char", Scalar::I8), ("int", Scalar::I32), &[4, 16]),
    (HALF, FLOAT, &[4, 8]),
    (("__nv_bfloat16", Scalar::BF16), FLOAT, &[8]),
    (("__nv_tf32", Scalar::TF32), FLOAT, &[4]),
    (("double", Scalar::F64), ("double", Scalar::F64), &[2]),
];
const TENSOR_CORES: [&str; 3] = ["mma.sync", "wgmma.mma_async", "tcgen05.mma"];

fn numbers() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = number("TILEC_SEED").unwrap_or(0);
    first..first + number("TILEC_PROGRAMS").unwrap_or(USUAL)
}

/// Loops over K, with edges on every side.
#[test]
fn products_of_short_steps_are_on_tensor_cores() {
    numbers().into_par_iter().for_each(|seed| {
        let mut random = Random::new(seed);
        let (factor, sum, extents) = random.pick(&FORMATS);
        let k = random.pick(extents);
        let tile = (random.pick(&[16, 32, 64, 128]), random.pick(&[8, 16, 64]), k);
        let order = |random: &mut Random| random.pick(&["rows", "columns"]);
        let orders = (order(&mut random), order(&mut random));
        let gemm = Gemm { factor, sum, tile, orders };
        let near = |random: &mut Random, extent: u32| extent as usize + random.below(24);
        let steps = random.below(4) * k as usize + random.below(k as usize + 1);
        let sizes = (near(&mut random, tile.0), near(&mut random, tile.1), steps.max(1));
        let arch = random.pick(&TARGETS);
        let module = module(&gemm.source(), arch);
        let ptx = text(&module, arch);
        let is_fast = TENSOR_CORES.iter().any(|core| ptx.contains(core));
        assert!(is_fast, "seed {seed}, {arch}: {}", gemm.source());
        check(&module, arch, gemm.grid(sizes), &gemm.args(sizes), EXACT);
    });
}

/// One MMA that adds to what memory has.
const ONE: &str = r#"
template <class T, class C, int M, int N, int K>
__tile_global__ void one(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{M, K}}, ct::shape<M, K>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{K, N}}, ct::shape<K, N>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{M, N}}, ct::shape<M, N>{}};
    vc.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
"#;

/// Any numbers, infinities, NaN and zeros with signs: padding changes no bit of a sum.
#[test]
fn padding_changes_no_bit() {
    numbers().into_par_iter().for_each(|seed| {
        let mut random = Random::new(seed);
        // Threads fuse products and sums of f64, which the interpreter does not.
        let (factor, sum, extents) = random.pick(&FORMATS[..6]);
        let (m, n, k) = (random.pick(&[16, 64]), random.pick(&[8, 32]), random.pick(extents));
        let (t, c) = (factor.0, sum.0);
        let source = format!(
            "{ONE}template __tile_global__ void one<{t}, {c}, {m}, {n}, {k}>(\
             const {t}* __restrict__, const {t}* __restrict__, {c}* __restrict__);"
        );
        let args = vec![
            special(&mut random, factor.1, m * k),
            special(&mut random, factor.1, k * n),
            special(&mut random, sum.1, m * n),
        ];
        let arch = random.pick(&TARGETS);
        let module = module(&source, arch);
        assert!(Target::named(arch).is_some());
        let wanted = interpreted(&module, [1, 1, 1], &args).expect("it runs");
        let ptx = text(&module, arch);
        let found = emulated(&ptx, entry_name(&module), [1, 1, 1], &args).expect("it runs");
        let is_nan = |bits: u64| {
            float_format(sum.1).is_some_and(|format| float::to_f64(format, bits).is_nan())
        };
        for (at, (&found, &wanted)) in found[2].iter().zip(&wanted[2]).enumerate() {
            let same = found == wanted || is_nan(found) && is_nan(wanted);
            assert!(same, "seed {seed}, {arch}, element {at}: {found:#x}, {wanted:#x}\n{source}");
        }
    });
}

/// Elements of which many are zeros of both signs, and others any bits.
fn special(random: &mut Random, elem: Scalar, count: u32) -> Arg {
    let negative_zero = float_format(elem).map_or(0, |_| 1 << (elem.bits() - 1));
    let element = |random: &mut Random| match random.below(3) {
        0 => 0,
        1 => negative_zero,
        // Those of tf32 have 19 bits.
        _ if elem == Scalar::TF32 => random.draw() & 0xFFFF_E000,
        _ => random.draw() & elem.mask(),
    };
    Arg::Buffer(elem, (0..count).map(|_| element(random)).collect())
}
