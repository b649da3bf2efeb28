//! Scales of blocks on `tcgen05`: each pair of formats agrees with the interpreter in the emulator, `ptxas` takes the code for
//! every target that has it, and the emulator finds what is left out.
//!
//! Nothing here has run on hardware.

use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, check, entry_name, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::products::{module, run_on, text};
use tilec_tests::ptxas;

const ARCH: &str = "sm_100a";

/// A product of blocks with scales, by rows of A and columns of B where no order is said.
#[derive(Clone, Copy)]
struct Scaled {
    /// The C++ names of the elements, of what holds them in memory, and of the scales.
    element: &'static str,
    stored: &'static str,
    scale: &'static str,
    /// Elements of a scale, and of one that holds them.
    block: usize,
    in_one: usize,
    tile: (u32, u32, u32),
    orders: (&'static str, &'static str),
    kind: &'static str,
}

const fn bytes(element: &'static str, tile: (u32, u32, u32)) -> Scaled {
    let (scale, orders) = ("__nv_fp8_e8m0", ("rows", "columns"));
    let kind = ".kind::mxf8f6f4.block_scale ";
    Scaled { element, stored: element, scale, block: 32, in_one: 1, tile, orders, kind }
}

const fn halves(scale: &'static str, block: usize, tile: (u32, u32, u32)) -> Scaled {
    let (element, stored, orders) = ("__nv_fp4_e2m1", "unsigned char", ("rows", "columns"));
    let kind = match block {
        16 => ".kind::mxf4nvf4.block_scale.block16 ",
        _ => ".kind::mxf4.block_scale ",
    };
    Scaled { element, stored, scale, block, in_one: 2, tile, orders, kind }
}

const E4M3: &str = "__nv_fp8_e4m3";
const E5M2: &str = "__nv_fp8_e5m2";
const E8M0: &str = "__nv_fp8_e8m0";

/// Each pair of formats that has an instruction.
const FORMATS: [Scaled; 5] = [
    bytes(E4M3, (128, 32, 64)),
    bytes(E5M2, (128, 16, 128)),
    halves(E8M0, 32, (128, 32, 128)),
    halves(E8M0, 16, (128, 16, 64)),
    halves(E4M3, 16, (128, 32, 128)),
];

impl Scaled {
    fn source(&self) -> String {
        let Scaled { element, stored, scale, block, in_one, tile: (bm, bn, bk), orders, .. } =
            *self;
        let (a, b) = orders;
        let left = if in_one == 2 { "ct::repack<T>(x, ct::integral_constant<1>{})" } else { "x" };
        let right = match (in_one, b) {
            (2, _) => "ct::transpose(ct::repack<T>(y, ct::integral_constant<1>{}))",
            _ => "y",
        };
        // Halves of bytes are along K: N x K, whose transposed product is taken.
        let of_b =
            if in_one == 2 { "ct::extents{n, k / 2}, rows{}" } else { "ct::extents{k, n}, " };
        let order_b = if in_one == 2 { String::new() } else { format!("{b}{{}}") };
        let (shape_b, index_b) = match in_one {
            2 => ("ct::shape<BN, BK / 2>", "ct::bid().y, step"),
            _ => ("ct::shape<BK, BN>", "step, ct::bid().y"),
        };
        format!(
            r#"
#include "cuda_fp4.h"
template <class T, class Stored, class S, int Block, int InOne, int BM, int BN, int BK>
__tile_global__ void k(const Stored* __restrict__ a, const unsigned char* __restrict__ as,
                       const Stored* __restrict__ b, const unsigned char* __restrict__ bs, float* __restrict__ c,
                       int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k / InOne}}, {a}{{}}}}, ct::shape<BM, BK / InOne>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, {of_b}{order_b}}}, {shape_b}{{}}}};
    ct::partition_view vas{{ct::tensor_span{{as, ct::extents{{m, k / Block}}}}, ct::shape<BM, BK / Block>{{}}}};
    ct::partition_view vbs{{ct::tensor_span{{bs, ct::extents{{n, k / Block}}}}, ct::shape<BN, BK / Block>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<BM, BN>{{}}}};
    auto acc = ct::full<ct::tile<float, ct::shape<BM, BN>>>(3.0f);
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {{
        auto x = va.load_masked(ct::bid().x, step);
        auto y = vb.load_masked({index_b});
        auto left_scale = ct::element_bitcast<S>(vas.load_masked(ct::bid().x, step));
        auto right_scale = ct::element_bitcast<S>(vbs.load_masked(ct::bid().y, step));
        acc = ct::scaled_mma({left}, left_scale, {right}, ct::transpose(right_scale), acc);
    }}
    vc.store_masked(acc, ct::bid().x, ct::bid().y);
}}
template __tile_global__ void k<{element}, {stored}, {scale}, {block}, {in_one}, {bm}, {bn}, {bk}>(
    const {stored}* __restrict__, const unsigned char* __restrict__, const {stored}* __restrict__,
    const unsigned char* __restrict__, float* __restrict__, int, int, int);
"#
        )
    }

    /// Numbers whose sums f32 has.
    fn args(&self, (m, n, k): (usize, usize, usize), signed: bool) -> Vec<Arg> {
        let elements = |count: usize, seed: u64| match self.element {
            E4M3 => random(Scalar::F8E4M3FN, count, seed),
            E5M2 => random(Scalar::F8E5M2, count, seed),
            _ => bytes_of(count / 2, seed, |at| at & 0xFF),
        };
        let scales = |count: usize, seed: u64| match self.scale {
            E8M0 => bytes_of(count, seed, |at| 126 + at % 3),
            // 0, 0.5, 1, 1.5, 2, and each with a sign.
            _ => bytes_of(count, seed, |at| {
                let sign = if signed && at / 8 % 3 == 0 { 0x80 } else { 0 };
                [0x30, 0x38, 0x3C, 0x40, 0x30, 0x38, 0x3C, 0][at as usize % 8] | sign
            }),
        };
        vec![
            elements(m * k, 1),
            scales(m * k / self.block, 2),
            elements(n * k, 3),
            scales(n * k / self.block, 4),
            zeros(Scalar::F32, m * n),
            Arg::Number(m as u64),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ]
    }

    fn grid(&self, (m, n, _): (usize, usize, usize)) -> [u32; 3] {
        [(m as u32).div_ceil(self.tile.0), (n as u32).div_ceil(self.tile.1), 1]
    }

    /// Compares with the interpreter.
    fn check(&self, sizes: (usize, usize, usize), signed: bool) {
        let module = module(&self.source(), ARCH);
        let ptx = text(&module, ARCH);
        assert!(ptx.contains(self.kind), "{} {:?}: {ptx}", self.element, self.tile);
        check(&module, ARCH, self.grid(sizes), &self.args(sizes, signed), EXACT);
    }
}

/// Bytes of a sequence of numbers.
fn bytes_of(count: usize, seed: u64, byte: impl Fn(u64) -> u64) -> Arg {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    Arg::Buffer(Scalar::I8, (0..count).map(|_| byte(next())).collect())
}

#[test]
fn every_pair_of_formats() {
    for product in FORMATS {
        let (m, n, k) = product.tile;
        product.check((m as usize + 8, n as usize + 8, 2 * k as usize + 32), false);
    }
}

#[test]
fn bytes_in_every_order() {
    for orders in [("rows", "rows"), ("columns", "columns"), ("columns", "rows")] {
        let product = Scaled { orders, ..bytes(E4M3, (128, 32, 64)) };
        product.check((144, 32, 96), false);
    }
}

/// Rows that 16 bytes do not divide, which no bulk copy brings.
#[test]
fn rows_without_alignment() {
    Scaled { orders: ("rows", "rows"), ..bytes(E4M3, (128, 32, 64)) }.check((144, 40, 96), false);
    halves(E4M3, 16, (128, 32, 128)).check((136, 40, 272), true);
}

#[test]
fn every_shape() {
    // One, two and four scales of a row, several columns of cells, and two instructions for the rows.
    for tile in [(128, 16, 32), (128, 128, 64), (256, 32, 64)] {
        bytes(E4M3, tile).check((tile.0 as usize, tile.1 as usize, 2 * tile.2 as usize), false);
    }
    halves(E8M0, 16, (256, 16, 128)).check((256, 16, 256), false);
    // A map describes these tensors in any case, so that the kernel has no second form with all operands in registers.
    for product in [bytes(E4M3, (128, 256, 128)), halves(E4M3, 16, (128, 256, 128))] {
        let (m, n, k) = product.tile;
        let aligned = "a = ct::assume_aligned(a, 16_ic);\n    b = ct::assume_aligned(b, 16_ic);\n    \
                       k = ct::assume_divisible(k, 128_ic);\n    ct::partition_view va";
        let source = product.source().replacen("ct::partition_view va", aligned, 1);
        let sizes = (m as usize + 8, n as usize, 2 * k as usize);
        let module = module(&source, ARCH);
        assert!(text(&module, ARCH).contains(product.kind));
        check(&module, ARCH, product.grid(sizes), &product.args(sizes, true), EXACT);
    }
}

#[test]
fn scales_with_signs() {
    for tile in [(128, 16, 64), (256, 32, 128)] {
        halves(E4M3, 16, tile).check((tile.0 as usize, tile.1 as usize, 256), true);
    }
}

/// An A operand that is computed, with scales that are computed too.
#[test]
fn computed_operands_and_scales() {
    let product = bytes(E4M3, (128, 16, 64));
    let source = product.source().replace(
        "ct::scaled_mma(x, left_scale,",
        "ct::scaled_mma(step % 2 == 1 ? ct::element_cast<T>(-ct::element_cast<float>(x)) : x,\n            \
         step % 3 == 1 ? ct::ones<ct::tile<S, ct::shape<BM, BK / Block>>>() : left_scale,",
    );
    let module = module(&source, ARCH);
    let ptx = text(&module, ARCH);
    assert!(ptx.contains(product.kind) && ptx.contains("tcgen05.st.sync.aligned.16x128b"), "{ptx}");
    let sizes = (128, 16, 256);
    check(&module, ARCH, product.grid(sizes), &product.args(sizes, false), EXACT);
}

#[test]
fn the_assembler_takes_it_for_every_target() {
    for arch in ["sm_100a", "sm_103a", "sm_110a"] {
        for product in FORMATS {
            let module = module(&product.source(), arch);
            let ptx = text(&module, arch);
            assert!(ptx.contains(product.kind), "{arch}: {}", product.element);
            if let Some(Err(log)) = ptxas::assemble(&ptx, arch) {
                panic!("{arch}: {log}\n{ptx}");
            }
        }
    }
}

#[test]
fn scales_that_no_instruction_reads_go_another_way() {
    // 64 rows are less than an instruction with scales has.
    for product in [halves("__nv_fp8_ue5m3", 16, (128, 32, 128)), bytes(E4M3, (64, 32, 64))] {
        let module = module(&product.source(), ARCH);
        assert!(!text(&module, ARCH).contains("block_scale"), "{}", product.scale);
    }
}

/// The first place of a part changed.
fn with(ptx: &str, part: &str, other: &str) -> String {
    assert!(ptx.contains(part), "no {part} in {ptx}");
    ptx.replacen(part, other, 1)
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    let product = bytes(E4M3, (128, 16, 32));
    let sizes = (128, 16, 32 * 12);
    let module = module(&product.source(), ARCH);
    let ptx = text(&module, ARCH);
    let args = product.args(sizes, false);
    let run = |text: &str| run_on(entry_name(&module), text, product.grid(sizes), &args);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    let of_scales = "tcgen05.st.sync.aligned.32x32b";
    let without: String = ptx
        .lines()
        .filter(|line| !line.contains(of_scales))
        .map(|line| format!("{line}\n"))
        .collect();
    // Powers of two, 128 rows of 16 columns, formats of e4m3, the first of the scales.
    let descriptor = 2 << 17 | 1 << 23 | 1 << 27;
    let number = |bits: u32| format!(", {};", bits as i32);
    let cases = [
        ("the stores of scales", without, FindingKind::UnwrittenMemory),
        (
            "the format of scales",
            with(&ptx, &number(descriptor), &number(descriptor & !(1 << 23))),
            FindingKind::UndefinedResult,
        ),
        (
            "the scales of the next 32 elements",
            with(&ptx, &number(descriptor), &number(descriptor | 1 << 31)),
            FindingKind::UndefinedResult,
        ),
        ("the kind", with(&ptx, "kind::mxf8f6f4", "kind::mxf4"), FindingKind::UndefinedResult),
    ];
    for (what, text, kind) in cases {
        let report = run(&text);
        assert!(report.has(kind), "{what}: {}", report.describe());
    }
}
