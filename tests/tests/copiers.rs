//! Products of tensors that the copy engine cannot take: threads copy into the same rings, by words or by
//! elements. The PTX does what the interpreter says, and the emulator would find what is left out.

use backend_ptx::Options;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check_on, random, zeros};
use tilec_tests::emulator::{FindingKind, Report};
use tilec_tests::products::{
    BFLOAT, FLOAT, Gemm, HALF, SUMS_OF_TF32, module, rounded_to_tf32, run_on, run_starved, small,
    small_text,
};

const ARCH: &str = "sm_90a";
/// A tile whose neighbours share a CTA, and two that have one to themselves.
const SMALL: (u32, u32, u32) = (64, 64, 64);
const LARGE: [(u32, u32, u32); 2] = [(128, 256, 64), (256, 128, 16)];

/// Whether the code of a kernel has threads that copy, and then no other code for the same tensors.
fn has_copiers(text: &str) -> bool {
    assert_ne!(text.contains("cp.async.wait_group"), text.contains(" mma.sync"), "{text}");
    text.contains("cp.async.wait_group")
}

fn agrees(source: &str, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    let module = module(source, ARCH);
    assert!(has_copiers(&small_text(&module, ARCH)), "{source}");
    check_on(&module, small(ARCH), &Options::default(), grid, args, tolerance);
}

/// How often a product executes the instructions of a kind.
fn executed(report: &Report, name: &str) -> u64 {
    let lines = report.lines.values().filter(|(text, _)| text.contains(name));
    lines.map(|(_, counts)| counts.issued).sum()
}

/// A product whose operands begin so many elements behind what is aligned.
fn product_agrees(gemm: &Gemm, sizes: (usize, usize, usize), behind: [usize; 2]) {
    let (source, args) = shifted(gemm, sizes, behind);
    agrees(&source, gemm.grid(sizes), &args, EXACT);
}

/// The same, for what its instructions are.
fn run(gemm: &Gemm, sizes: (usize, usize, usize), behind: [usize; 2]) -> Report {
    let (source, args) = shifted(gemm, sizes, behind);
    let module = module(&source, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let report = run_on(&name, &small_text(&module, ARCH), gemm.grid(sizes), &args);
    assert!(report.findings.is_empty(), "{}", report.describe());
    report
}

fn shifted(
    gemm: &Gemm,
    (m, n, k): (usize, usize, usize),
    [a, b]: [usize; 2],
) -> (String, Vec<Arg>) {
    let source = gemm.source().replace("tensor_span{a,", &format!("tensor_span{{a + {a},"));
    let source = source.replace("tensor_span{b,", &format!("tensor_span{{b + {b},"));
    let mut args = gemm.args((m, n, k));
    args[0] = random(gemm.factor.1, m * k + a, 3);
    args[1] = random(gemm.factor.1, k * n + b, 4);
    (source, args)
}

#[test]
fn rows_of_any_number_of_elements() {
    for orders in
        [("rows", "rows"), ("rows", "columns"), ("columns", "rows"), ("columns", "columns")]
    {
        // By 2, 4 and 8 bytes, with an edge on every side.
        for (tile, more) in [SMALL, (64, 64, 32), (64, 64, 16)].into_iter().zip([1, 2, 4]) {
            let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders };
            let (m, n, k) = (tile.0 as usize, tile.1 as usize, 2 * tile.2 as usize);
            product_agrees(&gemm, (m + more, n + more, k + more), [0, 0]);
            product_agrees(&gemm, (m, 2 * n, k + 1), [0, 0]);
        }
    }
}

#[test]
fn large_tiles_alone_and_in_pairs() {
    for (tile, orders) in [(LARGE[0], ("rows", "rows")), (LARGE[1], ("columns", "columns"))] {
        let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile, orders };
        let (m, n, k) = (2 * tile.0 as usize - 1, 2 * tile.1 as usize, 2 * tile.2 as usize);
        for more in [1, 4] {
            product_agrees(&gemm, (m, n + more, k + more), [0, 0]);
        }
        // Data copied by threads is not shared.
        let report = run(&gemm, (m, n, k + 1), [1, 0]);
        assert_eq!(executed(&report, "bulk.tensor"), 0);
    }
    // More chunks than lanes have last elements of rows for.
    let orders = ("columns", "rows");
    let wide = Gemm { factor: HALF, sum: FLOAT, tile: (512, 64, 16), orders };
    product_agrees(&wide, (2 * 512 + 1, 64, 2 * 16), [0, 0]);
}

#[test]
fn addresses_that_rows_do_not_tell_of() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: SMALL, orders: ("rows", "columns") };
    let sizes = (2 * 64, 64, 3 * 64);
    assert_eq!(executed(&run(&gemm, sizes, [0, 0]), "cp.async.ca"), 0);
    for behind in [1, 2, 4] {
        product_agrees(&gemm, sizes, [behind, 0]);
    }
    product_agrees(&gemm, sizes, [1, 3]);
    product_agrees(&gemm, sizes, [8, 8]);
}

/// What divides both address and rows decides how many instructions copy a tile of 8 KiB.
#[test]
fn as_many_bytes_as_possible_at_a_time() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: SMALL, orders: ("rows", "columns") };
    let warps = 32;
    for (behind, bytes) in [(4, 8), (2, 4)] {
        let report = run(&gemm, (64, 64, 64), [behind, behind]);
        assert_eq!(executed(&report, "cp.async.ca"), 2 * (8 << 10) / (bytes * warps), "{bytes}");
    }
    // Every second row of an odd number of elements begins within a word.
    let report = run(&gemm, (64, 64, 64 * 3 + 1), [0, 0]);
    assert!(executed(&report, "prmt") > 0);
}

#[test]
fn formats_of_one_and_four_bytes() {
    let formats = [
        (("signed char", Scalar::I8), ("int", Scalar::I32), 128),
        (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT, 64),
        (("__nv_tf32", Scalar::TF32), FLOAT, 32),
    ];
    for (factor, sum, bk) in formats {
        let gemm = Gemm { factor, sum, tile: (64, 64, bk), orders: ("rows", "columns") };
        for more in [1, 2, 4, 8] {
            product_agrees(&gemm, (2 * 64 + 1, 64 - 1, bk as usize + more), [0, 0]);
        }
    }
}

/// Tiles that products take from registers are in the same buffers.
#[test]
fn factors_that_threads_fetch() {
    let (factor, sum) = (("signed char", Scalar::I8), ("int", Scalar::I32));
    let gemm = Gemm { factor, sum, tile: (128, 64, 128), orders: ("columns", "columns") };
    for more in [1, 4] {
        product_agrees(&gemm, (128 + more, 64 + more, 128 + more), [0, 0]);
    }
}

#[test]
fn what_is_rounded_on_the_way() {
    let (source, args) = rounded_to_tf32("columns", (72, 80, 37));
    agrees(&source, [2, 2, 1], &args, SUMS_OF_TF32);
}

/// Rows beside the operands, of elements that are longer than words.
#[test]
fn rows_of_long_elements() {
    let source = r#"
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, const double* __restrict__ s,
                       float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vs{ct::tensor_span{s, ct::extents{ct::ceildiv(k, 64), n}}, ct::shape<1, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc * ct::element_cast<float>(vs.load_masked(step, y)));
    vc.store_masked(acc, x, y);
}
"#;
    let (m, n, k) = (130, 67, 2 * 64 + 1);
    let args = [
        random(Scalar::F16, m * k, 3),
        random(Scalar::F16, k * n, 4),
        random(Scalar::F64, 3 * n, 5),
        zeros(Scalar::F32, m * n),
        Arg::Number(m as u64),
        Arg::Number(n as u64),
        Arg::Number(k as u64),
    ];
    agrees(source, [2, 2, 1], &args, Tolerance { relative: 1e-5, absolute: 1e-3 });
}

/// Coordinates of 64 bits, of which a tensor map has 32.
#[test]
fn extents_beyond_those_of_tensor_maps() {
    let source = r#"
using pair = ct::extents<long long, ct::dynamic_extent, ct::dynamic_extent>;
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, long long k) {
    ct::partition_view va{ct::tensor_span{a, pair{1, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, pair{k, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, 2))
        acc = ct::mma(va.load_masked(0, step), vb.load_masked(step, 0), acc);
    vc.store_masked(acc, ct::bid().x, 0);
}
"#;
    let args = [
        random(Scalar::F16, 128, 3),
        random(Scalar::F16, 128 * 64, 4),
        zeros(Scalar::F32, 64 * 64),
        Arg::Number(1 << 33),
    ];
    agrees(source, [1, 1, 1], &args, EXACT);
}

/// Rings of three and of eight buffers, filled by four warps one of which is starved.
#[test]
fn a_warp_that_is_late_keeps_its_buffers() {
    for tile in [(128, 128, 128), LARGE[1]] {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders: ("rows", "columns") };
        let sizes = (tile.0 as usize, tile.1 as usize, 9 * tile.2 as usize + 4);
        let module = module(&gemm.source(), ARCH);
        let ptx = small_text(&module, ARCH);
        assert!(has_copiers(&ptx));
        let name = module.entries.values().next().expect("a kernel").name.clone();
        for warp in 8..12 {
            let report = run_starved(Some(warp), &name, &ptx, [1, 1, 1], &gemm.args(sizes));
            assert!(report.findings.is_empty(), "warp {warp}: {}", report.describe());
        }
    }
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    for more in [1, 2] {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile: SMALL, orders: ("rows", "rows") };
        // More steps than the ring has buffers.
        let sizes = (2 * 64, 64 + more, 9 * 64 + more);
        let module = module(&gemm.source(), ARCH);
        let ptx = small_text(&module, ARCH);
        let name = module.entries.values().next().expect("a kernel").name.clone();
        let run = |text: &str| gemm.run_grid(sizes, gemm.grid(sizes), &name, text);
        assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());

        // Of the role that copies, which is the last one.
        let begin = ptx.find("cp.async.ca").expect("copies");
        let (rest, copier) = ptx.split_at(begin);
        let without = |part: &str| {
            assert!(copier.contains(part), "no {part}");
            let lines = copier.lines().filter(|line| !line.contains(part));
            format!("{rest}{}", lines.collect::<Vec<_>>().join("\n"))
        };
        for (part, kind) in [
            ("fence.proxy.async", FindingKind::Unfenced),
            ("cp.async.wait_group", FindingKind::UnwrittenMemory),
            ("mbarrier.arrive", FindingKind::Deadlock),
        ] {
            let report = run(&without(part));
            assert!(report.has(kind), "{part}: {}", report.describe());
        }
    }
}
