//! Products fed by a producer warp: the PTX for sm_90a and sm_100a, executed by the emulator, does
//! what the interpreter says, and the emulator would find a missing wait.

use backend_ptx::Options;
use backend_ptx::report::OperandSource;
use backend_ptx::target::Target;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, check_on, random, whole, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::fed::{BOTH, Unit, WGMMA, agrees, operand_sources};
use tilec_tests::products::{
    BFLOAT, FLOAT, Gemm, HALF, SUMS_OF_TF32, attention_args, module, rounded_to_tf32, text,
};

/// A product gives what the interpreter gives, for a problem of these sizes.
fn product_agrees(gemm: &Gemm, sizes: (usize, usize, usize)) {
    product_agrees_on(&BOTH, gemm, sizes);
}

fn product_agrees_on(units: &[Unit], gemm: &Gemm, sizes: (usize, usize, usize)) {
    agrees(units, &gemm.source(), gemm.grid(sizes), &gemm.args(sizes), EXACT);
}

#[test]
fn all_storage_orders_and_an_edge_on_every_side() {
    for a in ["rows", "columns"] {
        for b in ["rows", "columns"] {
            let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 64), orders: (a, b) };
            product_agrees(&gemm, (72, 40, 136));
        }
    }
}

#[test]
fn spans_of_32_64_and_128_bytes_and_several_chunks() {
    for tile in [(64, 16, 16), (64, 64, 32), (64, 128, 128), (128, 32, 64), (256, 16, 32)] {
        for orders in [("rows", "rows"), ("columns", "columns")] {
            let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile, orders };
            product_agrees(&gemm, (tile.0 as usize, tile.1 as usize + 8, 3 * tile.2 as usize - 8));
        }
    }
}

#[test]
fn bytes_are_contiguous_along_k() {
    let gemm = Gemm {
        factor: ("signed char", Scalar::I8),
        sum: ("int", Scalar::I32),
        tile: (64, 32, 64),
        orders: ("rows", "columns"),
    };
    product_agrees(&gemm, (64, 48, 160));
    for factor in [("__nv_fp8_e4m3", Scalar::F8E4M3FN), ("__nv_fp8_e5m2", Scalar::F8E5M2)] {
        let orders = ("rows", "columns");
        product_agrees(&Gemm { factor, sum: FLOAT, tile: (64, 32, 64), orders }, (72, 40, 160));
    }
    let factor = ("__nv_tf32", Scalar::TF32);
    product_agrees(
        &Gemm { factor, sum: FLOAT, tile: (64, 32, 32), orders: ("rows", "columns") },
        (72, 40, 80),
    );
}

/// `wgmma` reads operands of 8 and 32 bits that are contiguous along K. One that is not goes
/// through
/// registers: A as it is, B as the A operand of the transposed product.
#[test]
fn factors_of_other_orders_are_fetched_by_threads() {
    // One block of 64 rows and columns, and two warpgroups; one step along K, two, and four.
    let tiles = [(64, 64, 2), (64, 128, 1), (128, 64, 4)];
    let formats = [
        (("signed char", Scalar::I8), ("int", Scalar::I32), &tiles[..]),
        (("__nv_tf32", Scalar::TF32), FLOAT, &tiles[..]),
        (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT, &tiles[..1]),
        (("__nv_fp8_e5m2", Scalar::F8E5M2), FLOAT, &tiles[1..2]),
    ];
    for (factor, sum, tiles) in formats {
        for &(m, n, steps) in tiles {
            let tile = (m, n, steps * 32 / factor.1.bytes());
            // Edges on every side, and a tail of K.
            let sizes = (m as usize + 16, n as usize + 32, 2 * tile.2 as usize + 16);
            for orders in [("rows", "rows"), ("columns", "columns")] {
                let gemm = Gemm { factor, sum, tile, orders };
                agrees(&[WGMMA], &gemm.source(), gemm.grid(sizes), &gemm.args(sizes), EXACT);
            }
        }
    }
}

#[test]
fn few_rows_are_columns_of_the_transposed_product() {
    let byte = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
    let cases = [
        (HALF, (8, 64, 32), ("rows", "rows")),
        (BFLOAT, (16, 128, 32), ("columns", "columns")),
        (byte, (32, 64, 64), ("rows", "columns")),
        (byte, (16, 64, 64), ("rows", "rows")),
    ];
    for (factor, tile, orders) in cases {
        let gemm = Gemm { factor, sum: FLOAT, tile, orders };
        let sizes = (tile.0 as usize + 16, tile.1 as usize + 16, 2 * tile.2 as usize + 16);
        agrees(&[WGMMA], &gemm.source(), gemm.grid(sizes), &gemm.args(sizes), EXACT);
    }
}

/// Sums of f16 are pairs in words of the accumulator; those of the transposed product are pairs of rows. These sums are
/// exact in f16.
#[test]
fn sums_of_f16_are_pairs_in_words() {
    let byte = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
    let cases = [
        (HALF, (64, 32, 64), ("rows", "rows"), &BOTH[..]),
        (HALF, (128, 128, 32), ("columns", "columns"), &BOTH),
        (HALF, (256, 64, 32), ("rows", "columns"), &BOTH),
        (HALF, (8, 64, 32), ("rows", "rows"), &[WGMMA]),
        (HALF, (16, 128, 32), ("columns", "rows"), &[WGMMA]),
        (byte, (64, 32, 64), ("rows", "columns"), &BOTH),
        (byte, (64, 64, 64), ("rows", "rows"), &[WGMMA]),
        (byte, (64, 64, 64), ("columns", "columns"), &[WGMMA]),
        (byte, (16, 64, 64), ("rows", "columns"), &[WGMMA]),
    ];
    for (factor, tile, orders, units) in cases {
        let gemm = Gemm { factor, sum: HALF, tile, orders };
        let sizes = (tile.0 as usize + 16, tile.1 as usize + 16, 2 * tile.2 as usize + 16);
        let mut args = gemm.args(sizes);
        args[0] = whole(factor.1, sizes.0 * sizes.2, 1);
        args[1] = whole(factor.1, sizes.2 * sizes.1, 2);
        agrees(units, &gemm.source(), gemm.grid(sizes), &args, EXACT);
    }
}

/// The copy engine rounds, to nearest even, what the program does behind the load.
#[test]
fn floats_are_rounded_to_tf32_on_the_way() {
    for (order, units) in [("rows", &[WGMMA][..]), ("columns", &BOTH)] {
        let (source, args) = rounded_to_tf32(order, (72, 80, 36));
        agrees(units, &source, [2, 2, 1], &args, SUMS_OF_TF32);
    }
}

#[test]
fn batches_of_one_are_no_dimension() {
    let source = r#"
template <int BM, int BN, int BK>
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    int batches = ct::num_blocks().z;
    ct::partition_view va{ct::tensor_span{a, ct::extents{batches, m, k}}, ct::shape<1, BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{batches, k, n}}, ct::shape<1, BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{batches, m, n}}, ct::shape<1, BM, BN>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(z, x, step), vb.load_masked(z, step, y), acc);
    vc.store_masked(acc, z, x, y);
}
template __tile_global__ void k<128, 32, 32>(const __half* __restrict__, const __half* __restrict__, float* __restrict__,
                                             int, int, int);
"#;
    let (batches, m, n, k) = (3, 136, 40, 72);
    let args = [
        random(Scalar::F16, batches * m * k, 1),
        random(Scalar::F16, batches * k * n, 2),
        zeros(Scalar::F32, batches * m * n),
        Arg::Number(m as u64),
        Arg::Number(n as u64),
        Arg::Number(k as u64),
    ];
    agrees(&BOTH, source, [2, 2, 3], &args, EXACT);
}

#[test]
fn tensors_that_cannot_be_copied_take_the_other_way() {
    // Rows of 77 elements are not aligned, nor is a base four bytes on.
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 32), orders: ("rows", "rows") };
    product_agrees(&gemm, (66, 34, 77));
}

#[test]
fn the_ring_goes_around_often() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 16, 16), orders: ("rows", "rows") };
    product_agrees(&gemm, (64, 16, 16 * 37));
    // And not at all.
    product_agrees(&gemm, (64, 16, 0));
}

#[test]
fn tile_blocks_beyond_the_sms_are_done_by_others() {
    // 150 tile blocks in two dimensions; a target has 132 SMs.
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 16, 16), orders: ("rows", "rows") };
    product_agrees(&gemm, (3 * 64, 50 * 16, 40));
}

/// Runs a product with pairs of CTAs; gives its boxes that were copied for one CTA and for both.
fn copies(gemm: &Gemm, (m, n, k): (usize, usize, usize)) -> (u64, u64) {
    let module = module(&gemm.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let report = gemm.run_grid((m, n, k), gemm.grid((m, n, k)), &name, &ptx);
    assert!(report.findings.is_empty(), "{}", report.describe());
    let issued = |multicast: bool| {
        let copies = report.lines.values().filter(|(name, _)| name.contains("bulk.tensor"));
        let kind = copies.filter(|(name, _)| name.contains("multicast") == multicast);
        kind.map(|(_, counts)| counts.issued).sum()
    };
    (issued(false), issued(true))
}

#[test]
fn neighbours_copy_once_what_both_need() {
    for orders in [("rows", "rows"), ("columns", "rows"), ("rows", "columns")] {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (128, 256, 64), orders };
        // Two rows of tile blocks: neighbours have the same columns, so B is shared. Of its boxes a
        // CTA copies half, of those of A all. B has a box for each 64 columns, A for as many rows, or
        // two where one would do.
        let sizes = (2 * 128, 2 * 256 - 8, 128 - 8);
        let (alone, shared) = copies(&gemm, sizes);
        let of_b = if orders.1 == "rows" { 4 } else { 2 };
        assert_eq!((alone, shared), (4 * 2 * 2, 4 * 2 * of_b / 2), "{orders:?}");
        product_agrees_on(&[WGMMA], &gemm, sizes);
    }
    let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile: (128, 256, 64), orders: ("rows", "rows") };
    // Three rows: every other pair has nothing in common; the last tile block has no neighbour.
    product_agrees_on(&[WGMMA], &gemm, (3 * 128, 3 * 256 - 8, 72));
    // One row: neighbours share A.
    let (alone, shared) = copies(&gemm, (128, 2 * 256, 72));
    assert_eq!((alone, shared), (2 * 2 * 4, 2 * 2));
}

#[test]
fn pairs_are_for_large_tiles_and_rows_that_are_no_multiples_of_lines() {
    let gemm = |tile| Gemm { factor: BFLOAT, sum: FLOAT, tile, orders: ("rows", "rows") };
    let large = gemm((128, 256, 64));
    assert!(copies(&large, (256, 256, 72)).1 > 0);
    assert_eq!(copies(&large, (256, 256, 64)).1, 0);
    assert_eq!(copies(&gemm((128, 128, 64)), (256, 256, 72)).1, 0);
}

/// The grid has a row of two tile blocks, and more of A than of B is copied: the CTAs of a pair have
/// tile blocks beside each other, not below.
#[test]
fn pairs_have_the_tile_blocks_that_share_most() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (256, 128, 16), orders: ("columns", "rows") };
    let sizes = (2 * 256, 2 * 128 - 8, 32 - 8);
    // A is a box for each 64 rows, B one for as many columns.
    assert_eq!(copies(&gemm, sizes), (4 * 2 * 2, 4 * 2 * 4 / 2));
    product_agrees_on(&[WGMMA], &gemm, sizes);
    // The last column of three has no other beside it, and of three rows the last.
    product_agrees_on(&[WGMMA], &gemm, (2 * 256 - 8, 3 * 128 - 8, 24));
    product_agrees_on(&[WGMMA], &gemm, (3 * 256, 2 * 128 - 8, 24));
}

/// What two CTAs owe each other, left out.
#[test]
fn the_emulator_finds_what_pairs_leave_out() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (128, 256, 64), orders: ("rows", "rows") };
    // More steps than the ring has buffers.
    let sizes = (256, 256, 64 * 7 + 8);
    let module = module(&gemm.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| gemm.run_grid(sizes, gemm.grid(sizes), &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    // All buffers are handed back to the first CTA, none to the second.
    let to_first = |line: &str| match line.rsplit_once(", ") {
        Some((rest, _)) if line.contains("mapa") => format!("{rest}, 0;\n"),
        _ => format!("{line}\n"),
    };
    let report = run(&ptx.lines().map(to_first).collect::<String>());
    assert!(report.has(FindingKind::Deadlock), "{}", report.describe());
    // The CTA leaves before the other has handed back.
    let last = ptx.rfind("\tbarrier.cluster.arrive").expect("a last barrier");
    let report =
        run(&format!("{}{}", &ptx[..last], &ptx[last..].replace("barrier.cluster", "// ")));
    assert!(report.has(FindingKind::BarrierMisuse), "{}", report.describe());
}

#[test]
fn a_left_factor_that_is_computed_comes_from_registers() {
    let source = r#"
template <class T, class Order, int BM, int BN, int BK>
__tile_global__ void k(const T* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{BM, k}, Order{}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{BM, n}}, ct::shape<BM, BN>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {
        auto x = ct::element_cast<__half>(va.load_masked(0, step) * T(2));
        acc = ct::mma(x, vb.load_masked(step, ct::bid().x), acc);
    }
    vc.store_masked(acc, 0, ct::bid().x);
}
"#;
    // Of 4 bytes and of 1, in both orders, 1 chunk and 2, one warpgroup and two.
    for (name, format) in [("float", Scalar::F32), ("signed char", Scalar::I8)] {
        for (order, m, k) in [("rows", 128, 32), ("columns", 64, 64)] {
            let kernel = format!(
                "{source}template __tile_global__ void k<{name}, {order}, {m}, 32, {k}>(const {name}* __restrict__, \
                 const __half* __restrict__, float* __restrict__, int, int);"
            );
            let args = [
                random(format, m * 144, 1),
                random(Scalar::F16, 144 * 40, 2),
                zeros(Scalar::F32, m * 40),
                Arg::Number(40),
                Arg::Number(144),
            ];
            // Of 64 rows we do not know how they lie in tensor memory.
            let units = if m == 64 { &BOTH[..1] } else { &BOTH };
            agrees(units, &kernel, [2, 1, 1], &args, EXACT);
            // Its tiles come through a buffer too, which threads read.
            let ptx = text(&module(&kernel, WGMMA.arch), WGMMA.arch);
            assert!(ptx.matches("cp.async.bulk.tensor").count() >= 2, "{ptx}");
        }
    }
}

/// `wgmma` takes only the A operand from registers. Weights of four bits, two in a byte, with a
/// scale
/// for each column and step: odd numbers of tile blocks, and a tail of columns.
#[test]
fn a_right_factor_that_is_computed_is_the_left_one_of_the_transposed_product() {
    let source = r#"
template <class T, int BM, int BN, int BK>
__tile_global__ void k(const T* __restrict__ a, const unsigned char* __restrict__ w, const T* __restrict__ scales,
                       float* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vw{ct::tensor_span{w, ct::extents{k / 2, n}}, ct::shape<BK / 2, BN>{}};
    ct::partition_view vs{ct::tensor_span{scales, ct::extents{k / BK, n}}, ct::shape<1, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    using Half = ct::shape<BK / 2, 1, BN>;
    for (int step : ct::irange(0, k / BK)) {
        auto pair = vw.load_masked(step, ct::bid().y);
        auto low = ct::reshape(ct::element_cast<T>(pair & (unsigned char)15), Half{});
        auto high = ct::reshape(ct::element_cast<T>(pair >> (unsigned char)4), Half{});
        auto b = (ct::reshape(ct::cat<1>(low, high), ct::shape<BK, BN>{}) - T(8.0f)) * vs.load_masked(step, ct::bid().y);
        acc = ct::mma(va.load_masked(ct::bid().x, step), b, acc);
    }
    vc.store_masked(acc, ct::bid().x, ct::bid().y);
}
"#;
    // One warpgroup and two, fewer rows than an instruction has and more.
    for ((bm, bn, bk), grid) in
        [((64, 64, 32), (3, 2)), ((128, 128, 64), (2, 2)), ((16, 128, 32), (2, 2))]
    {
        let kernel = format!(
            "{source}template __tile_global__ void k<__half, {bm}, {bn}, {bk}>(const __half* __restrict__, \
             const unsigned char* __restrict__, const __half* __restrict__, float* __restrict__, int, int, int);"
        );
        let (m, n, k) = (grid.0 as usize * bm - 8, grid.1 as usize * bn - 16, 11 * bk);
        let args = [
            random(Scalar::F16, m * k, 1),
            random(Scalar::I8, k / 2 * n, 2),
            random(Scalar::F16, k / bk * n, 3),
            zeros(Scalar::F32, m * n),
            Arg::Number(m as u64),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ];
        let near = Tolerance { relative: 1e-5, absolute: 1e-2 };
        agrees(&[WGMMA], &kernel, [grid.0, grid.1, 1], &args, near);
    }
}

#[test]
fn a_factor_from_outside_the_loop_stays_in_its_buffer() {
    // Two products that depend on each other, as in attention: the second takes what the first
    // gave, from registers.
    let source = r#"
template <int S, int D>
__tile_global__ void k(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                       float* __restrict__ o, int rows_, int length) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{rows_, D}}, ct::shape<64, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{D, length}, columns{}}, ct::shape<D, S>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, D}}, ct::shape<S, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{rows_, D}}, ct::shape<64, D>{}};
    auto query = vq.load_masked(ct::bid().x, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, D>>>();
    for (int step : ct::irange(0, ct::ceildiv(length, S))) {
        auto score = ct::mma(query, vk.load_masked(0, step), ct::zeros<ct::tile<float, ct::shape<64, S>>>());
        auto p = ct::element_cast<__half>(ct::min(score, 2.0f));
        acc = acc * 0.5f;
        acc = ct::mma(p, vv.load_masked(step, 0), acc);
    }
    vo.store_masked(acc, ct::bid().x, 0);
}
template __tile_global__ void k<32, 64>(const __half* __restrict__, const __half* __restrict__, const __half* __restrict__,
                                        float* __restrict__, int, int);
"#;
    let args = attention_args(80, 112, 64);
    agrees(&BOTH, source, [2, 1, 1], &args, Tolerance { relative: 1e-5, absolute: 1e-3 });
}

/// Attention with this body of its loop over keys, `score` being their products with the queries.
fn attention(body: &str) -> String {
    format!(
        r#"
template <int S, int D>
__tile_global__ void k(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                       float* __restrict__ o, int rows_, int length, int first) {{
    ct::partition_view vq{{ct::tensor_span{{q, ct::extents{{rows_, D}}}}, ct::shape<64, D>{{}}}};
    ct::partition_view vk{{ct::tensor_span{{k, ct::extents{{D, length}}, columns{{}}}}, ct::shape<D, S>{{}}}};
    ct::partition_view vv{{ct::tensor_span{{v, ct::extents{{length, D}}}}, ct::shape<S, D>{{}}}};
    ct::partition_view vo{{ct::tensor_span{{o, ct::extents{{rows_, D}}}}, ct::shape<64, D>{{}}}};
    auto query = vq.load_masked(ct::bid().x, 0);
    auto acc = ct::full<ct::tile<float, ct::shape<64, D>>>(0.25f);
    auto max = ct::full<ct::tile<float, ct::shape<64, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
    for (int step : ct::irange(first, ct::ceildiv(length, S))) {{
        auto score = ct::mma(query, vk.load_masked(0, step), ct::zeros<ct::tile<float, ct::shape<64, S>>>());
        {body}
    }}
    vo.store_masked(acc / (sum + 1.0f), ct::bid().x, 0);
}}
template __tile_global__ void k<32, 64>(const __half* __restrict__, const __half* __restrict__, const __half* __restrict__,
                                        float* __restrict__, int, int, int);
"#
    )
}

/// Groups of products in a text, those of the code without streams aside.
fn groups(source: &str) -> usize {
    text(&module(source, WGMMA.arch), WGMMA.arch).matches("wgmma.commit_group").count()
}

#[test]
fn a_product_that_waits_for_another_is_an_iteration_late() {
    let source = attention(
        "auto next = ct::max(max, ct::reduce_max<1>(score));
        auto p = ct::exp2(score - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        acc = ct::mma(ct::element_cast<__half>(p), vv.load_masked(step, 0), acc * alpha);",
    );
    // Both products of the loop, the first before it and the second behind it.
    assert_eq!(groups(&source), 4);
    let ptx = text(&module(&source, WGMMA.arch), WGMMA.arch);
    let late = ptx.rfind("wgmma.commit_group").expect("a product");
    let last = ptx[..late].rfind("wgmma.commit_group").expect("a product in the loop");
    let waits = ptx[last..].find("wgmma.wait_group.sync.aligned 0").expect("a wait");
    let beside = &ptx[last..last + waits];
    assert!(beside.contains("ex2.approx"), "nothing runs beside the second product:\n{beside}");
    // No iteration, one, two, and several.
    for (first, length) in [(2, 40), (0, 24), (0, 64), (1, 200)] {
        let mut args = attention_args(80, length, 64);
        args.push(Arg::Number(first));
        agrees(&BOTH, &source, [2, 1, 1], &args, Tolerance { relative: 1e-4, absolute: 1e-3 });
    }
}

/// The same of a loop over the numbers of keys, of which the last step may be a part, and of one that goes down.
#[test]
fn a_product_of_a_loop_with_larger_steps_or_that_goes_down_is_late() {
    let body = "auto next = ct::max(max, ct::reduce_max<1>(score));
        auto p = ct::exp2(score - next);
        auto alpha = ct::exp2(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        acc = ct::mma(ct::element_cast<__half>(p), vv.load_masked(step, 0), acc * alpha);";
    let range = "for (int step : ct::irange(first, ct::ceildiv(length, S))) {";
    for head in [
        "for (int at = S * first; at < length; at += S) { int step = at / S;",
        "for (int step = ct::ceildiv(length, S) - 1; step >= 0; --step) {",
        "for (unsigned left = ct::ceildiv(length, S); left > 0; --left) { int step = left - 1;",
    ] {
        let source = attention(body).replace(range, head);
        assert_eq!(groups(&source), 4, "{source}");
        for (first, length) in [(2, 40), (0, 24), (0, 64), (1, 200)] {
            let mut args = attention_args(80, length, 64);
            args.push(Arg::Number(first));
            agrees(&BOTH, &source, [2, 1, 1], &args, Tolerance { relative: 1e-4, absolute: 1e-3 });
        }
    }
}

/// Two CTAs on an SM, which have five tile blocks; each has tensor maps of its own and gives them back.
#[test]
fn two_ctas_on_an_sm_walk_and_acquire_tensor_maps() {
    let source = attention(
        "auto p = ct::exp2(score * 0.015625f);
        sum = sum + ct::sum<1>(p);
        acc = ct::mma(ct::element_cast<__half>(p), vv.load_masked(step, 0), acc);",
    );
    let mut target = Target::named(WGMMA.arch).expect("a known target");
    target.chip.sms = 1;
    let module = module(&source, WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    assert!(ptx.contains("2 CTAs per SM") && ptx.contains(".minnctapersm 2"));
    let mut args = attention_args(5 * 64 - 8, 72, 64);
    args.push(Arg::Number(0));
    let near = Tolerance { relative: 1e-4, absolute: 1e-3 };
    let left = check_on(&module, target, &Options::default(), [5, 1, 1], &args, near);
    let name = &module.entries.values().next().expect("a kernel").name;
    let (locks, maps) = (format!("{name}_tensormap_slots"), format!("{name}_maps"));
    let (locks, maps) = (left.variable(&locks), left.variable(&maps));
    assert!(locks.iter().all(|&byte| byte == 0), "a lock is held");
    // Since each set has a lock of four bytes.
    let sets = maps.chunks(maps.len() / (locks.len() / 4));
    let used = sets.filter(|set| set.iter().any(|&byte| byte != 0)).count();
    assert_eq!(used, 2);
}

#[test]
fn a_product_whose_sum_is_looked_at_stays_in_its_iteration() {
    // What is stored in an iteration is the sum up to it.
    let looked_at = attention(
        "acc = ct::mma(ct::element_cast<__half>(score), vv.load_masked(step, 0), acc);
        sum = sum + ct::sum<1>(acc);",
    );
    assert_eq!(groups(&looked_at), 2);
    // Left early: the product behind the loop would be of another iteration.
    let left = attention(
        "if (step == 3) break;
        acc = ct::mma(ct::element_cast<__half>(score), vv.load_masked(step, 0), acc);",
    );
    assert_eq!(groups(&left), 2);
}

/// `ptxas` cannot move anything across a rounded division: were all operands computed before the
/// first one, they would not fit in registers.
#[test]
fn divisions_of_a_whole_accumulator_do_not_spill() {
    let source = r#"
__tile_global__ void gate(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m,
                          int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 16>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<16, 256>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 256>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 16)))
        acc = ct::mma(va.load_masked(0, step), vb.load_masked(step, 0), acc);
    vc.store_masked(acc / (1.0f + ct::exp2(acc * -1.5f)), 0, 0);
}
"#;
    let (m, n, k) = (120, 248, 24);
    let args = [
        random(Scalar::F16, m * k, 1),
        random(Scalar::F16, k * n, 2),
        zeros(Scalar::F32, m * n),
        Arg::Number(m as u64),
        Arg::Number(n as u64),
        Arg::Number(k as u64),
    ];
    agrees(&BOTH, source, [1, 1, 1], &args, Tolerance { relative: 1e-5, absolute: 1e-6 });
}

/// What is added to a sum is loaded where the sum is: an exchange would need room for a second copy,
/// which an accumulator of 128 registers a thread does not leave.
#[test]
fn a_tile_that_meets_a_sum_is_loaded_where_the_sum_is() {
    let source = r#"
__tile_global__ void add(const __half* __restrict__ a, const __half* __restrict__ b, const __half* __restrict__ rest,
                         __half* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 16>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<16, 256>{}};
    ct::partition_view vr{ct::tensor_span{rest, ct::extents{m, n}}, ct::shape<128, 256>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 256>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 16)))
        acc = ct::mma(va.load_masked(0, step), vb.load_masked(step, 0), acc);
    auto sum = acc + ct::element_cast<float>(vr.load_masked(0, 0));
    vc.store_masked(ct::element_cast<__half>(sum), 0, 0);
}
"#;
    for (m, n) in [(120, 248), (127, 251)] {
        let k = 24;
        let args = [
            random(Scalar::F16, m * k, 1),
            random(Scalar::F16, k * n, 2),
            random(Scalar::F16, m * n, 3),
            zeros(Scalar::F16, m * n),
            Arg::Number(m as u64),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ];
        agrees(&BOTH, source, [1, 1, 1], &args, Tolerance { relative: 1e-3, absolute: 1e-3 });
    }
    let loads = |text: &str| text.lines().filter(|line| line.contains(" ld.shared.")).count();
    let wgmma = WGMMA.arch;
    let plain = source.replace(" + ct::element_cast<float>(vr.load_masked(0, 0))", "");
    assert_eq!(
        loads(&text(&module(source, wgmma), wgmma)),
        loads(&text(&module(&plain, wgmma), wgmma))
    );
}

#[test]
fn control_flow_is_the_same_on_both_sides() {
    // A persistent loop, a step that is left out, an early end, and two channels in one body.
    let source = r#"
template <int BM, int BN, int BK>
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                       int m, int k, int skip, int last) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, BN}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, BN}}, ct::shape<BM, BN>{}};
    for (int row = ct::bid().x; row < ct::ceildiv(m, BM); row += ct::num_blocks().x) {
        auto acc = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
        int step = 0;
        while (true) {
            if (step * BK >= k || step == last) break;
            if (step != skip) {
                auto x = va.load_masked(row, step);
                acc = ct::mma(x, vb.load_masked(step, 0), acc);
                acc = ct::mma(x, vb.load_masked(0, 0), acc);
            }
            step += 1;
        }
        vc.store_masked(acc, row, 0);
    }
}
template __tile_global__ void k<64, 32, 32>(const __half* __restrict__, const __half* __restrict__, float* __restrict__,
                                            int, int, int, int);
"#;
    for (skip, last) in [(-1i32, -1i32), (1, -1), (0, 3), (2, 2)] {
        let args = [
            random(Scalar::F16, 200 * 136, 1),
            random(Scalar::F16, 136 * 32, 2),
            zeros(Scalar::F32, 200 * 32),
            Arg::Number(200),
            Arg::Number(136),
            Arg::Number(skip as u32 as u64),
            Arg::Number(last as u32 as u64),
        ];
        agrees(&BOTH, source, [2, 1, 1], &args, EXACT);
    }
}

#[test]
fn an_accumulator_that_is_looked_at_is_waited_for() {
    let source = r#"
template <int BM, int BN, int BK>
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{BM, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, BN}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{k / BK * BM, BN}}, ct::shape<BM, BN>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    auto before = acc;
    for (int step : ct::irange(0, k / BK)) {
        auto next = ct::mma(va.load(0, step), vb.load(step, 0), acc);
        vc.store_masked(next - before, step, 0);
        before = acc;
        acc = next;
    }
}
template __tile_global__ void k<64, 32, 32>(const __half* __restrict__, const __half* __restrict__, float* __restrict__, int);
"#;
    let args = [
        random(Scalar::F16, 64 * 128, 1),
        random(Scalar::F16, 128 * 32, 2),
        zeros(Scalar::F32, 4 * 64 * 32),
        Arg::Number(128),
    ];
    agrees(&BOTH, source, [1, 1, 1], &args, EXACT);
}

#[test]
fn loads_that_a_store_may_change_are_no_streams() {
    // The result is the operand of the next step; that it is not the other one is tested.
    let source = r#"
template <int N>
__tile_global__ void k(__half* a, const __half* b, int count) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{count * 64, N}}, ct::shape<64, N>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{N, N}}, ct::shape<N, N>{}};
    for (int step : ct::irange(0, count - 1)) {
        auto next = ct::mma(va.load(step, 0), vb.load(0, 0), ct::zeros<ct::tile<float, ct::shape<64, N>>>());
        va.store(ct::element_cast<__half>(next * 0.0625f), step + 1, 0);
    }
}
template __tile_global__ void k<32>(__half*, const __half*, int);
"#;
    let module = module(source, WGMMA.arch);
    assert_eq!(
        operand_sources(&module, WGMMA.arch),
        [[OperandSource::Registers, OperandSource::Tma]]
    );
    let args =
        [random(Scalar::F16, 3 * 64 * 32, 1), random(Scalar::F16, 32 * 32, 2), Arg::Number(3)];
    check(&module, WGMMA.arch, [1, 1, 1], &args, Tolerance { relative: 1e-2, absolute: 1e-2 });
}

#[test]
fn the_emulator_finds_fragments_that_are_fetched_too_early() {
    let gemm = Gemm {
        factor: ("signed char", Scalar::I8),
        sum: ("int", Scalar::I32),
        tile: (64, 64, 128),
        orders: ("rows", "rows"),
    };
    let module = module(&gemm.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| gemm.run((64, 64, 512), &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    // Registers serve again in the next iteration, before which all are waited for.
    let wait = |groups: u32| format!("wgmma.wait_group.sync.aligned {groups};");
    let committed = ptx.rfind("wgmma.commit_group").expect("a product");
    let (before, last) = ptx.split_at(committed);
    let report =
        run(&format!("{before}{}", last.replacen(&wait(0), "", 1)).replace(&wait(1), &wait(2)));
    assert!(report.has(FindingKind::InFlight), "{}", report.describe());
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 16), orders: ("rows", "rows") };
    let sizes = (64, 32, 16 * 24);
    let module = module(&gemm.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| gemm.run(sizes, &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    let without = |part: &str| -> String {
        let line = ptx.lines().find(|line| line.contains(part));
        let line = line.unwrap_or_else(|| panic!("no {part}"));
        ptx.replacen(line, "", 1)
    };
    let cases = [
        ("wgmma.fence", FindingKind::InFlight),
        ("wgmma.wait_group.sync.aligned 0", FindingKind::InFlight),
        ("wgmma.wait_group.sync.aligned 1", FindingKind::Race),
        ("bar.sync 0;", FindingKind::Race),
        ("mbarrier.arrive.expect_tx", FindingKind::Deadlock),
        ("tensormap.replace.tile.rank", FindingKind::UndefinedResult),
    ];
    for (part, kind) in cases {
        let report = run(&without(part));
        assert!(!report.findings.is_empty(), "{part} is not missed");
        assert!(report.has(kind), "{part}: {}", report.describe());
    }
    // The consumers' wait comes first in the text: the question, and the way back.
    let wait: Vec<&str> =
        ptx.lines().skip_while(|line| !line.contains("mbarrier.try_wait")).take(2).collect();
    let report = run(&ptx.replacen(&wait.join("\n"), "", 1));
    let found = report.has(FindingKind::Race) || report.has(FindingKind::UnwrittenMemory);
    assert!(found, "{}", report.describe());
}

/// A load whose product may be skipped is not copied by the producer, since no consumer would
/// release the buffer.
#[test]
fn loads_whose_product_may_be_skipped_are_no_streams() {
    let source = |between: &str| {
        format!(
            r#"
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k,
                       int skipped) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{64, k}}}}, ct::shape<64, 32>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<32, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{64, n}}}}, ct::shape<64, 64>{{}}}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 32))) {{
        auto x = va.load_masked(0, step);
        auto y = vb.load_masked(step, 0);
        {between}
        acc = ct::mma(x, y, acc);
    }}
    vc.store_masked(acc, 0, 0);
}}
"#
        )
    };
    let fed = |between: &str| {
        let text = text(&module(&source(between), WGMMA.arch), WGMMA.arch);
        text.contains("cp.async.bulk.tensor")
    };
    assert!(fed(""));
    assert!(!fed("if (step == skipped) continue;"));
    let args = [
        random(Scalar::F16, 64 * 320, 1),
        random(Scalar::F16, 320 * 64, 2),
        zeros(Scalar::F32, 64 * 64),
        Arg::Number(64),
        Arg::Number(320),
        Arg::Number(2),
    ];
    let module = module(&source("if (step == skipped) continue;"), WGMMA.arch);
    check(&module, WGMMA.arch, [1, 1, 1], &args, Tolerance { relative: 1e-5, absolute: 1e-3 });
}
