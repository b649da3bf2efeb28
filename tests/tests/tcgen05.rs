//! Products on `tcgen05`: every format, shape and storage order agrees with the interpreter in the
//! emulator, `ptxas` takes the code for every target that has it, and the emulator would find what
//! is left out.
//!
//! Nothing here has run on hardware.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile};
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::products::{BFLOAT, FLOAT, Gemm, HALF, attention_args, module, text};
use tilec_tests::ptxas;

const ARCH: &str = "sm_100a";

/// A format of C++ and of the IR.
type Format = (&'static str, Scalar);

/// Formats of operands and accumulators.
const FORMATS: [(Format, Format); 7] = [
    (HALF, FLOAT),
    (BFLOAT, FLOAT),
    (("__nv_tf32", Scalar::TF32), FLOAT),
    (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT),
    (("__nv_fp8_e5m2", Scalar::F8E5M2), FLOAT),
    (("signed char", Scalar::I8), ("int", Scalar::I32)),
    (("unsigned char", Scalar::I8), ("int", Scalar::I32)),
];
const ORDERS: [&str; 2] = ["rows", "columns"];
/// Both operands contiguous along M and N.
const ORDER_OF_MN: (&str, &str) = ("columns", "rows");

/// Whether a product of this format takes operands in these orders.
fn takes(factor: Scalar, orders: (&str, &str)) -> bool {
    factor != Scalar::TF32 || orders == ("rows", "columns")
}

#[test]
fn every_format_in_every_order() {
    for (factor, sum) in FORMATS {
        for a in ORDERS {
            for b in ORDERS {
                let k = 64 / factor.1.bytes();
                let gemm = Gemm { factor, sum, tile: (64, 32, k), orders: (a, b) };
                let sizes = (72, 32, 3 * k as usize - 16);
                let module = module(&gemm.source(), ARCH);
                let used = text(&module, ARCH).contains("tcgen05.mma");
                assert_eq!(used, takes(factor.1, (a, b)), "{} {a} {b}", factor.0);
                check(&module, ARCH, gemm.grid(sizes), &gemm.args(sizes), EXACT);
            }
        }
    }
}

#[test]
fn sums_of_half_precision() {
    let e4m3 = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
    for (factor, tile, orders) in [
        (HALF, (64, 32, 32), ("rows", "rows")),
        (HALF, (128, 16, 32), ORDER_OF_MN),
        (e4m3, (64, 32, 64), ("rows", "columns")),
    ] {
        let gemm = Gemm { factor, sum: HALF, tile, orders };
        let sizes = (tile.0 as usize + 8, 32, 2 * tile.2 as usize + 16);
        let module = module(&gemm.source(), ARCH);
        assert!(text(&module, ARCH).contains("tcgen05.mma"), "{tile:?}");
        // Rounded after each instruction, which the interpreter does after each product: sums of some
        // tens differ in their last bits.
        let tolerance = Tolerance { relative: 4e-3, absolute: 0.125 };
        check(&module, ARCH, gemm.grid(sizes), &gemm.args(sizes), tolerance);
    }
}

#[test]
fn every_shape() {
    // One and two warpgroups; those share the columns of 128 rows, and blocks of rows beyond.
    for tile in [(64, 16, 32), (64, 256, 32), (128, 16, 32), (128, 64, 64), (256, 32, 32)] {
        for orders in [("rows", "columns"), ("columns", "rows")] {
            let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders };
            let sizes = (tile.0 as usize + 8, tile.1 as usize, 2 * tile.2 as usize + 8);
            let module = module(&gemm.source(), ARCH);
            assert!(text(&module, ARCH).contains("tcgen05.mma"), "{tile:?}");
            check(&module, ARCH, gemm.grid(sizes), &gemm.args(sizes), EXACT);
        }
    }
}

/// An A operand that is computed goes through tensor memory, of as many rows as an instruction
/// has.
fn computed(format: &str, sum: &str, tile: (u32, u32, u32)) -> String {
    let (bm, bn, bk) = tile;
    format!(
        r#"
template <class T, class C, int BM, int BN, int BK>
__tile_global__ void k(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{BM, k}}}}, ct::shape<BM, BK>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}, columns{{}}}}, ct::shape<BK, BN>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{BM, n}}}}, ct::shape<BM, BN>{{}}}};
    auto acc = ct::full<ct::tile<C, ct::shape<BM, BN>>>(C(3));
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {{
        auto x = va.load_masked(0, step);
        auto negative = ct::element_cast<T>(-ct::element_cast<C>(x));
        acc = ct::mma(step % 2 == 1 ? negative : x, vb.load_masked(step, ct::bid().x), acc);
    }}
    vc.store_masked(acc, 0, ct::bid().x);
}}
template __tile_global__ void k<{format}, {sum}, {bm}, {bn}, {bk}>(const {format}* __restrict__, const {format}* __restrict__,
                                                                   {sum}* __restrict__, int, int);
"#
    )
}

#[test]
fn computed_left_factors_of_every_format() {
    for (factor, sum) in FORMATS {
        let k = 64 / factor.1.bytes();
        // Two warpgroups share the steps along K, and of 256 rows the rows.
        let tiles =
            if factor == HALF { vec![(128, 32, 2 * k), (256, 16, k)] } else { vec![(128, 16, k)] };
        for tile in tiles {
            let module = module(&computed(factor.0, sum.0, tile), ARCH);
            let ptx = text(&module, ARCH);
            assert!(ptx.contains("tcgen05.st.sync.aligned.16x128b"), "{} {tile:?}", factor.0);
            let (m, n, k) = (tile.0 as usize, 24, 3 * k as usize - 16);
            let args = [
                random(factor.1, m * k, 1),
                random(factor.1, k * n, 2),
                zeros(sum.1, m * n),
                Arg::Number(n as u64),
                Arg::Number(k as u64),
            ];
            check(&module, ARCH, [(n as u32).div_ceil(tile.1), 1, 1], &args, EXACT);
        }
    }
}

const ATTENTION: &str = r#"
template <int Q, int S, int D>
__tile_global__ void k(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                       float* __restrict__ o, int rows_, int length) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{rows_, D}}, ct::shape<Q, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{D, length}, columns{}}, ct::shape<D, S>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, D}}, ct::shape<S, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{rows_, D}}, ct::shape<Q, D>{}};
    auto query = vq.load_masked(ct::bid().x, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<Q, D>>>();
    auto max = ct::full<ct::tile<float, ct::shape<Q, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<Q, 1>>>();
    for (int step : ct::irange(0, ct::ceildiv(length, S))) {
        auto score = ct::mma(query, vk.load_masked(0, step), ct::zeros<ct::tile<float, ct::shape<Q, S>>>());
        auto next = ct::max(max, ct::reduce_max<1>(score));
        auto p = ct::exp2(score - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        acc = ct::mma(ct::element_cast<__half>(p), vv.load_masked(step, 0), acc * alpha);
    }
    vo.store_masked(acc / (sum + 1.0f), ct::bid().x, 0);
}
template __tile_global__ void k<128, 32, 64>(const __half* __restrict__, const __half* __restrict__,
                                             const __half* __restrict__, float* __restrict__, int, int);
"#;

#[test]
fn a_product_takes_what_another_one_gave() {
    let module = module(ATTENTION, ARCH);
    let ptx = text(&module, ARCH);
    assert!(ptx.contains("tcgen05.st.sync.aligned.16x128b"), "{ptx}");
    for length in [24, 200] {
        let args = attention_args(136, length, 64);
        check(&module, ARCH, [2, 1, 1], &args, Tolerance { relative: 1e-4, absolute: 1e-3 });
    }
}

#[test]
fn remarks_name_the_way() {
    let module = module(ATTENTION, ARCH);
    let target = Target::named(ARCH).expect("a known target");
    let (_, remarks) = compile(&module, target, &Options { remarks: true, ..Options::default() });
    let said: Vec<&str> = remarks.iter().map(|remark| remark.message.as_str()).collect();
    let products = [
        "the product of 128x64 by 64x32 of f16 runs on `tcgen05`, A from bulk tensor copies, B from \
         bulk tensor copies, the sum in tensor memory",
        "the product of 128x32 by 32x64 of f16 runs on `tcgen05`, A from registers through tensor \
         memory, B from bulk tensor copies, the sum in tensor memory",
    ];
    assert_eq!(said[1..], products);
}

#[test]
fn the_assembler_takes_it_for_every_target() {
    let mut products: Vec<Gemm> = Vec::new();
    for (factor, sum) in FORMATS {
        for tile in [(64, 32, 64), (128, 64, 32)] {
            products.push(Gemm { factor, sum, tile, orders: ("rows", "columns") });
        }
    }
    for (tile, orders) in [((128, 256, 64), ("rows", "rows")), ((256, 128, 64), ORDER_OF_MN)] {
        products.push(Gemm { factor: HALF, sum: FLOAT, tile, orders });
        products.push(Gemm { factor: HALF, sum: HALF, tile, orders });
    }
    for arch in ["sm_100a", "sm_103a", "sm_110a"] {
        for gemm in &products {
            let module = module(&gemm.source(), arch);
            let ptx = text(&module, arch);
            // sm_103a has no product of 8-bit integers.
            let lacks = gemm.factor.1 == Scalar::I8 && arch == "sm_103a";
            assert_eq!(ptx.contains("tcgen05.mma"), !lacks, "{arch}: {}", gemm.factor.0);
            if let Some(Err(log)) = ptxas::assemble(&ptx, arch) {
                panic!("{arch}: {log}\n{ptx}");
            }
        }
    }
}

/// Every line with a part taken out.
fn without(ptx: &str, part: &str) -> String {
    assert!(ptx.contains(part), "no {part}");
    ptx.lines().filter(|line| !line.contains(part)).map(|line| format!("{line}\n")).collect()
}

/// The first place of a part changed.
fn with(ptx: &str, part: &str, other: &str) -> String {
    assert!(ptx.contains(part), "no {part}");
    ptx.replacen(part, other, 1)
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (128, 64, 16), orders: ("rows", "rows") };
    let sizes = (128, 64, 16 * 24);
    let module = module(&gemm.source(), ARCH);
    let ptx = text(&module, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| gemm.run(sizes, &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());

    let commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64";
    let arrive = "mbarrier.arrive.shared::cta.b64 _,";
    // The second commit of the text is that of the accumulators, the first that of a buffer.
    let second = ptx.match_indices(commit).nth(1).expect("two commits").0;
    let (before, after) = ptx.split_at(second);
    // 128 rows of 64 columns of f16: a descriptor of 128 rows, and of rows that do not exist.
    let descriptor = 1 << 4 | 1 << 16 | 8 << 17 | 8 << 24;
    let number = |bits: u32| format!(", {bits};");
    // A: rows of 32 bytes, eight of them 256 bytes apart; then without its version.
    let of_a = 3u64 << 62 | 16 << 32 | 1 << 16;
    let shared = |bits: u64| format!(", {};", bits as i64);
    let cases = [
        ("the wait for stores", without(&ptx, "tcgen05.wait::st"), FindingKind::InFlight),
        ("the wait for loads", without(&ptx, "tcgen05.wait::ld"), FindingKind::InFlight),
        ("fences before", without(&ptx, "fence::before_thread_sync"), FindingKind::Race),
        ("fences after", without(&ptx, "fence::after_thread_sync"), FindingKind::Race),
        ("the stores", without(&ptx, "tcgen05.st."), FindingKind::UnwrittenMemory),
        ("the commits", without(&ptx, commit), FindingKind::Deadlock),
        ("waiting for a buffer's products", with(&ptx, commit, arrive), FindingKind::Race),
        (
            "waiting for the sum",
            format!("{before}{}", with(after, commit, arrive)),
            FindingKind::Race,
        ),
        ("taking columns", without(&ptx, "tcgen05.alloc"), FindingKind::TensorMemory),
        ("giving columns back", without(&ptx, "tcgen05.dealloc"), FindingKind::TensorMemory),
        (
            "the other half of the columns",
            ptx.replace("], 64;\n\ttcgen05.relinquish", "], 32;\n\ttcgen05.relinquish"),
            FindingKind::TensorMemory,
        ),
        ("the warp's lanes", ptx.replace(", 96;", ", 32;"), FindingKind::TensorMemory),
        (
            "a row of the descriptor",
            with(&ptx, &number(descriptor), &number(descriptor | 1 << 24)),
            FindingKind::UndefinedResult,
        ),
        (
            "the version of a shared memory descriptor",
            with(&ptx, &shared(of_a | 1 << 46), &shared(of_a)),
            FindingKind::UndefinedResult,
        ),
        (
            "the kind of the product",
            with(&ptx, "kind::f16", "kind::i8"),
            FindingKind::UndefinedResult,
        ),
    ];
    for (what, text, kind) in cases {
        assert!(text != ptx, "{what} is still there");
        let report = run(&text);
        assert!(report.has(kind), "{what}: {}", report.describe());
    }
}
