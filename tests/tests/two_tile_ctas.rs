//! Two neighbouring tile blocks in one CTA: the PTX for a GPU of two SMs, so that a few tile blocks
//! are enough, does what the interpreter says, and the emulator would find what is left out.

use backend_ptx::Options;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check_on, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::products::{
    BFLOAT, FLOAT, Gemm, HALF, module, run_on, run_starved, small, small_text,
};

const ARCH: &str = "sm_90a";
const TWO_TILES: &str = "two tile blocks per CTA";

/// A kernel gives, with one or two tiles in a CTA, what the interpreter gives.
fn agrees(source: &str, two_tiles: bool, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    let module = module(source, ARCH);
    assert_eq!(small_text(&module, ARCH).contains(TWO_TILES), two_tiles, "{source}");
    check_on(&module, small(ARCH), &Options::default(), grid, args, tolerance);
}

fn product_agrees(gemm: &Gemm, sizes: (usize, usize, usize)) {
    agrees(&gemm.source(), true, gemm.grid(sizes), &gemm.args(sizes), EXACT);
}

/// How many boxes are copied for a product.
fn copies(gemm: &Gemm, sizes: (usize, usize, usize)) -> u64 {
    let module = module(&gemm.source(), ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let report = gemm.run_grid(sizes, gemm.grid(sizes), &name, &small_text(&module, ARCH));
    assert!(report.findings.is_empty(), "{}", report.describe());
    let copies = report.lines.values().filter(|(name, _)| name.contains("bulk.tensor"));
    copies.map(|(_, counts)| counts.issued).sum()
}

#[test]
fn what_both_need_is_copied_once() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 64), orders: ("rows", "rows") };
    let steps = 2;
    // Two rows: neighbours have the same columns. One row: they have the same rows of A.
    assert_eq!(copies(&gemm, (2 * 64, 4 * 64, 64 * steps)), (2 + 1) * 4 * steps as u64);
    assert_eq!(copies(&gemm, (64, 8 * 64, 64 * steps)), (2 + 1) * 4 * steps as u64);
    // Three rows: the second pair has nothing in common; the last two are for an SM each.
    assert_eq!(copies(&gemm, (3 * 64, 2 * 64, 64 * steps)), (3 + 4 + 4) * steps as u64);
    // Of four columns of three, two units have the end of one and the beginning of another.
    assert_eq!(copies(&gemm, (3 * 64, 4 * 64, 64 * steps)), (4 * 3 + 2 * 4) * steps as u64);
    // As many tile blocks as SMs: each has its own.
    assert_eq!(copies(&gemm, (2 * 64, 64, 64 * steps)), 4 * steps as u64);
}

#[test]
fn grids_that_are_no_multiples_of_two() {
    let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile: (64, 64, 32), orders: ("rows", "rows") };
    // Of 1 to 9 tile blocks: rounds of pairs, and a last one of one or two for each SM.
    for blocks in 1..=9 {
        product_agrees(&gemm, (64 * blocks - 8, 64, 72));
    }
    // Columns of five: the ring is handed over from one member to the other and on from there.
    product_agrees(&gemm, (5 * 64 - 8, 7 * 64 - 8, 40));
    // More steps than the ring has buffers, and none.
    for k in [32 * 21 + 8, 0] {
        product_agrees(&gemm, (3 * 64 - 8, 3 * 64 - 8, k));
    }
}

#[test]
fn all_storage_orders_and_other_tiles() {
    for (a, b) in [("rows", "columns"), ("columns", "rows"), ("columns", "columns")] {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 64), orders: (a, b) };
        product_agrees(&gemm, (3 * 64 - 8, 3 * 64 - 8, 136));
    }
    for tile in [(128, 64, 64), (64, 128, 64), (128, 128, 64), (256, 64, 64), (64, 256, 64)] {
        let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile, orders: ("rows", "rows") };
        product_agrees(&gemm, (2 * tile.0 as usize + 8, 2 * tile.1 as usize - 8, 72));
    }
}

#[test]
fn other_formats() {
    let formats = [
        (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT, 128),
        (("signed char", Scalar::I8), ("int", Scalar::I32), 128),
        (("__nv_tf32", Scalar::TF32), FLOAT, 32),
    ];
    for (factor, sum, bk) in formats {
        let gemm = Gemm { factor, sum, tile: (64, 64, bk), orders: ("rows", "columns") };
        product_agrees(&gemm, (3 * 64, 2 * 64 - 16, bk as usize + 16));
    }
}

#[test]
fn tensors_that_cannot_be_copied_take_the_other_way() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 32), orders: ("rows", "rows") };
    product_agrees(&gemm, (3 * 64 - 1, 2 * 64 - 1, 77));
}

/// A product whose rows are normalised by sums over all threads of a tile block, and whose number of
/// steps is `STEPS`.
const NORMALISED: &str = r#"
__tile_global__ void kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                            int m, int n, int k, int* count) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, STEPS))
        acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);
    auto columns = ct::sum<0>(acc);
    auto all = ct::sum<0>(ct::sum<1>(acc));
    if (x > 0)
        acc = acc + columns;
    vc.store_masked(acc - all, x, y);
    AFTER
}
"#;

fn normalised(steps: &str, after: &str) -> String {
    NORMALISED.replace("STEPS", steps).replace("AFTER", after)
}

fn normalised_args((m, n, k): (usize, usize, usize)) -> Vec<Arg> {
    let number = |size: usize| Arg::Number(size as u64);
    vec![
        random(Scalar::F16, m * k, 5),
        random(Scalar::F16, k * n, 6),
        zeros(Scalar::F32, m * n),
        number(m),
        number(n),
        number(k),
        zeros(Scalar::I32, 1),
    ]
}

const ABOUT: Tolerance = Tolerance { relative: 1e-4, absolute: 1e-2 };

#[test]
fn threads_of_one_tile_block_meet_without_the_others() {
    let sizes = (3 * 64, 3 * 64 - 8, 72);
    let args = normalised_args(sizes);
    agrees(&normalised("ct::ceildiv(k, 32)", ""), true, [3, 3, 1], &args, ABOUT);
}

#[test]
fn what_depends_on_the_tile_block_or_on_others_has_one_tile_per_cta() {
    let args = normalised_args((3 * 64, 2 * 64, 96));
    // As many steps as the row says.
    let source = normalised("ct::min(static_cast<int>(x) + 1, ct::ceildiv(k, 32))", "");
    agrees(&source, false, [3, 2, 1], &args, ABOUT);
    // A tile block may wait for another.
    let waits = "while (ct::atomic_add(count, 1, ct::memory_order_relaxed_t{}) < 0) {}";
    let source = normalised("ct::ceildiv(k, 32)", waits);
    agrees(&source, false, [3, 2, 1], &args, ABOUT);
}

#[test]
fn kernels_with_atomics_share_a_cta() {
    let args = normalised_args((3 * 64, 2 * 64, 96));
    let adds = "ct::atomic_add(count, 1, ct::memory_order_relaxed_t{});";
    agrees(&normalised("ct::ceildiv(k, 32)", adds), true, [3, 2, 1], &args, ABOUT);
}

/// Tile blocks of a persistent kernel run one behind another, so that one may not wait for a later one.
#[test]
fn a_kernel_that_waits_for_others_is_not_persistent() {
    for (after, is_persistent) in [
        ("", true),
        ("ct::atomic_add(count, 1, ct::memory_order_relaxed_t{});", true),
        (
            "for (int i = 0; i < k; ++i) ct::atomic_add(count, i, ct::memory_order_relaxed_t{});",
            true,
        ),
        ("while (ct::atomic_add(count, 1, ct::memory_order_relaxed_t{}) < 0) {}", false),
    ] {
        let module = module(&normalised("ct::ceildiv(k, 32)", after), ARCH);
        assert_eq!(small_text(&module, ARCH).contains("persistent"), is_persistent, "{after}");
    }
}

/// A product of operands that threads compute, or of which they do not; behind the loop it adds a row, and stores by
/// pointers.
const COMPUTED: &str = r#"
__tile_global__ void kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                            int m, int n, int k, const float* __restrict__ bias) {
    using C = ct::shape<ROWS, 64>;
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<ROWS, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 64>{}};
    ct::partition_view row{ct::tensor_span{bias, ct::extents{1, n}}, ct::shape<1, 64>{}};
    int x = ct::bid().x, y = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, C>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 32))) {
        auto left = va.load_masked(x, step);
        auto right = vb.load_masked(step, y);
        acc = ct::mma(LEFT, RIGHT, acc);
    }
    auto i = ROWS * x + ct::iota<ct::tile<int, ct::shape<ROWS, 1>>>();
    auto j = 64 * y + ct::iota<ct::tile<int, ct::shape<1, 64>>>();
    ct::store_masked(c + (i * n + j), acc + row.load_masked(0, y), (i < m) & (j < n));
}
"#;

fn computed(rows: u32, left: &str, right: &str) -> String {
    let source = COMPUTED.replace("ROWS", &rows.to_string());
    source.replace("LEFT", left).replace("RIGHT", right)
}

fn computed_args((m, n, k): (usize, usize, usize)) -> Vec<Arg> {
    let mut args = normalised_args((m, n, k));
    args[6] = random(Scalar::F32, n, 7);
    args
}

const COMPUTED_LEFT: &str = "ct::max(left, ct::zeros<decltype(left)>())";
const COMPUTED_RIGHT: &str = "ct::max(right, ct::zeros<decltype(right)>())";

#[test]
fn rows_behind_the_loop_and_places_of_pointers_do_not_prevent_it() {
    let source = computed(128, "left", "right");
    agrees(&source, true, [3, 2, 1], &computed_args((3 * 128 - 8, 2 * 64 - 8, 72)), ABOUT);
}

#[test]
fn operands_that_threads_compute() {
    for (left, right) in [(COMPUTED_LEFT, "right"), ("left", COMPUTED_RIGHT)] {
        let source = computed(64, left, right);
        // No step, one, some, and more than the ring has buffers.
        for k in [0, 24, 72, 32 * 21 + 8] {
            agrees(&source, true, [3, 2, 1], &computed_args((3 * 64 - 8, 2 * 64 - 8, k)), ABOUT);
        }
    }
    // Rows that cannot be copied.
    let source = computed(64, COMPUTED_LEFT, "right");
    agrees(&source, true, [3, 2, 1], &computed_args((3 * 64 - 1, 2 * 64 - 1, 77)), ABOUT);
}

/// Accumulators that begin with what a loop without MMAs computes take registers as others do.
#[test]
fn accumulators_that_another_loop_computes_are_counted() {
    let source = |sums: usize| {
        let each = |text: &str| -> String {
            (0..sums).map(|number| text.replace('#', &number.to_string())).collect()
        };
        let source = computed(128, "left", "right").replace("64>", "128>").replace("64 *", "128 *");
        let source = source.replace(
            "auto acc = ct::zeros<ct::tile<float, C>>();",
            &format!(
                "{} for (int i : ct::irange(0, n)) {{ {} }}",
                each("auto sum# = ct::zeros<ct::tile<float, C>>();"),
                each("sum# = sum# * 0.5f + #.25f;")
            ),
        );
        let source = source.replace(
            "acc = ct::mma(left, right, acc);",
            &format!(
                "auto twice = left * __half(2); {}",
                each("sum# = ct::mma(twice, right, sum#);")
            ),
        );
        source.replace("acc + row", &format!("{} row", each("sum# +")))
    };
    for (n_accumulators, two_tiles) in [(1, true), (2, false)] {
        let source = source(n_accumulators);
        let text = small_text(&module(&source, ARCH), ARCH);
        assert_eq!(text.contains(TWO_TILES), two_tiles, "{source}");
    }
}

/// A product whose steps are added to a sum beside the accumulator.
fn promoted(tile: (u32, u32)) -> String {
    let (rows, columns) = tile;
    format!(
        r#"
__tile_global__ void kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                            int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<{rows}, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, {columns}>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<{rows}, {columns}>{{}}}};
    auto [x, y, z] = ct::bid();
    using Sum = ct::tile<float, ct::shape<{rows}, {columns}>>;
    auto sum = ct::zeros<Sum>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        sum = sum + ct::mma(va.load_masked(x, step), vb.load_masked(step, y), ct::zeros<Sum>());
    vc.store_masked(sum, x, y);
}}
"#
    )
}

/// 256 of the 224 registers of a thread would be sums of 128x128 if a warpgroup had a tile block.
#[test]
fn a_sum_beside_the_accumulator_takes_registers() {
    let (m, n, k) = (2 * 128, 2 * 128 - 8, 200);
    let number = |size: usize| Arg::Number(size as u64);
    let args = [
        random(Scalar::F16, m * k, 5),
        random(Scalar::F16, k * n, 6),
        zeros(Scalar::F32, m * n),
        number(m),
        number(n),
        number(k),
    ];
    agrees(&promoted((128, 128)), false, [2, 2, 1], &args, ABOUT);
    agrees(&promoted((64, 64)), true, [4, 4, 1], &args, ABOUT);
}

#[test]
fn tiles_that_fill_the_registers_or_have_few_rows_have_a_cta_each() {
    for tile in [(128, 256, 64), (256, 128, 64), (64, 32, 64), (128, 128, 128)] {
        let gemm = Gemm { factor: BFLOAT, sum: FLOAT, tile, orders: ("rows", "rows") };
        assert!(!small_text(&module(&gemm.source(), ARCH), ARCH).contains(TWO_TILES), "{tile:?}");
    }
}

/// Tile blocks on the diagonal, none of which has an operand in common with another.
fn diagonal() -> String {
    let all = normalised("ct::ceildiv(k, 32)", "");
    let one = all.replace("[x, y, z] = ct::bid();", "[x, u, z] = ct::bid(); auto y = x;");
    assert_ne!(one, all);
    one
}

#[test]
fn units_without_anything_in_common() {
    for blocks in [2, 4, 5, 8] {
        let args = normalised_args((blocks * 64, blocks * 64 - 8, 72));
        agrees(&diagonal(), true, [blocks as u32, 1, 1], &args, ABOUT);
    }
}

#[test]
fn a_warp_that_is_late_finds_the_ring_as_it_was() {
    let module = module(&diagonal(), ARCH);
    let ptx = small_text(&module, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    // Warps that compute; and four that copy, where the copy engine cannot.
    for (k, warps) in [(32 * 3, [3, 7].to_vec()), (32 * 3 - 1, (8..12).collect())] {
        let args = normalised_args((8 * 64, 8 * 64, k));
        for warp in warps {
            let report = run_starved(Some(warp), &name, &ptx, [8, 1, 1], &args);
            assert!(report.findings.is_empty(), "warp {warp}: {}", report.describe());
        }
    }
}

/// The roles in the order of a text: the consumers, the TMA thread, threads that copy. The last
/// two have one code
/// where tiles are of one kind.
const CONSUMERS: usize = 0;
const ENGINE: usize = 1;
const THREADS: usize = 2;

#[test]
fn who_does_not_wait_is_early() {
    let columns = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 64), orders: ("rows", "rows") };
    let sizes = (3 * 64, 2 * 64, 64 * 10);
    let odd = (3 * 64, 2 * 64, 64 * 10 - 1);
    let [even_diagonal, odd_diagonal] =
        [0, 1].map(|less| normalised_args((12 * 64, 12 * 64, 32 * 10 - less)));
    // Where units with common operands lie between two handovers, these put them in order as
    // well.
    let runs = [
        (columns.source(), columns.grid(sizes), columns.args(sizes), 1, &[CONSUMERS, ENGINE][..]),
        (diagonal(), [12, 1, 1], even_diagonal, 0, &[CONSUMERS, ENGINE]),
        (columns.source(), columns.grid(odd), columns.args(odd), 1, &[THREADS]),
        (diagonal(), [12, 1, 1], odd_diagonal, 0, &[THREADS]),
    ];
    for (source, grid, args, in_order, roles) in runs {
        let module = module(&source, ARCH);
        let ptx = small_text(&module, ARCH);
        let name = module.entries.values().next().expect("a kernel").name.clone();
        let whole = run_on(&name, &ptx, grid, &args);
        assert!(whole.findings.is_empty(), "{}", whole.describe());
        let lines: Vec<&str> = ptx.lines().collect();
        let waits: Vec<usize> =
            (0..lines.len()).filter(|&at| lines[at].contains("mbarrier.try_wait")).collect();
        // For a full or an empty buffer, to be told, to tell: of consumers, and of each code that copies.
        let codes = if source == columns.source() { 2 } else { 3 };
        assert_eq!(waits.len(), 3 * codes);
        let of_role = |&role: &usize| waits[3 * role.min(codes - 1)..][..3].iter().copied();
        let unseen = roles.iter().flat_map(of_role).filter(|&at| {
            // The question, and the way back.
            let text = [&lines[..at], &lines[at + 2..]].concat().join("\n");
            let report = run_on(&name, &text, grid, &args);
            !report.has(FindingKind::Race) && !report.has(FindingKind::UnwrittenMemory)
        });
        assert_eq!(unseen.count(), roles.len() * in_order, "{source}");
    }
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 64), orders: ("rows", "rows") };
    // Together and, in the second unit, one after the other; more steps than the ring has buffers.
    let sizes = (3 * 64, 2 * 64, 64 * 10);
    let module = module(&gemm.source(), ARCH);
    let ptx = small_text(&module, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| gemm.run_grid(sizes, gemm.grid(sizes), &name, text);
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());

    // A warpgroup with a buffer of its own arrives for itself only.
    let line = |part: &str| {
        let lines: Vec<&str> = ptx.lines().filter(|line| line.contains(part)).collect();
        assert!(!lines.is_empty(), "no {part}");
        lines
    };
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [";
    let has_count =
        |line: &&str| !line.rsplit_once(", ").is_some_and(|(_, last)| last.starts_with('['));
    let (empty, full): (Vec<&str>, Vec<&str>) = line(arrive).into_iter().partition(has_count);
    let changed = |lines: &[&str], change: &dyn Fn(&str) -> String| {
        lines.iter().fold(ptx.clone(), |text, line| text.replace(line, &change(line)))
    };
    let once = |line: &str| format!("{}, 1;", line.rsplit_once(", ").expect("operands").0);
    for text in [changed(&empty, &once), changed(&full, &|_| String::new())] {
        let report = run(&text);
        assert!(report.has(FindingKind::Deadlock), "{}", report.describe());
    }
    // The first does not wait for boxes that only the second copies, or the other way round.
    let expects = line("mbarrier.arrive.expect_tx");
    assert_eq!(expects.len(), 1);
    let less = |line: &str| {
        let (rest, _) = line.rsplit_once(", ").expect("operands");
        format!("{rest}, 64;")
    };
    let report = run(&ptx.replace(expects[0], &less(expects[0])));
    assert!(!report.findings.is_empty(), "bytes are not missed");
}
