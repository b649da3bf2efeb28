//! Products on `tcgen05`: every format, shape and storage order agrees with the interpreter in the
//! emulator, `ptxas` takes the code for every target that has it, and the emulator would find what
//! is left out.
//!
//! Nothing here has run on hardware.

use ir::Scalar;
use tilec_tests::differential::{EXACT, check};
use tilec_tests::emulator::FindingKind;
use tilec_tests::products::{BFLOAT, FLOAT, Gemm, HALF, module, text};
use tilec_tests::ptxas;

const ARCH: &str = "sm_100a";

/// Formats of factors and sums.
const FORMATS: [((&str, Scalar), (&str, Scalar)); 7] = [
    (HALF, FLOAT),
    (BFLOAT, FLOAT),
    (("__nv_tf32", Scalar::TF32), FLOAT),
    (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT),
    (("__nv_fp8_e5m2", Scalar::F8E5M2), FLOAT),
    (("signed char", Scalar::I8), ("int", Scalar::I32)),
    (("unsigned char", Scalar::I8), ("int", Scalar::I32)),
];
const ORDERS: [&str; 2] = ["rows", "columns"];
/// Both factors contiguous along M and N.
const ORDER_OF_MN: (&str, &str) = ("columns", "rows");

/// Whether a product of this format takes factors in these orders.
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
                let sizes = (72, 48, 3 * k as usize - 16);
                let module = module(&gemm.source(), ARCH);
                let used = text(&module, ARCH).contains("tcgen05.mma");
                assert_eq!(used, takes(factor.1, (a, b)), "{} {a} {b}", factor.0);
                check(&module, ARCH, gemm.grid(sizes), &gemm.args(sizes), EXACT);
            }
        }
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
            ptx.replace("], 64;\n    tcgen05.relinquish", "], 32;\n    tcgen05.relinquish"),
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
