//! Epilogue loads through the pipeline of a loop: the PTX for sm_90a, executed by the emulator,
//! does what the interpreter says, and the emulator would find what is left out.

use ir::Scalar;
use tilec_tests::differential::{Arg, Tolerance, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::fed::{WGMMA, agrees};
use tilec_tests::products::{module, run_on, text};

/// What is added behind the loop of a product: a row, and a tile of a type and an order.
struct Added {
    rest: &'static str,
    order: &'static str,
    /// Rows and columns of a tile block.
    tile: (u32, u32),
}

impl Added {
    /// A product whose grid does not grow.
    fn source(&self) -> String {
        r#"
constexpr int BM = ROWS, BN = COLUMNS;
using Sum = ct::tile<float, ct::shape<BM, BN>>;
__tile_global__ void add(const __half* __restrict__ a, const __half* __restrict__ b, const __half* __restrict__ bias,
                         const REST* __restrict__ rest, __half* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, BN>{}};
    ct::partition_view vrow{ct::tensor_span{bias, ct::extents{1, n}}, ct::shape<1, BN>{}};
    ct::partition_view vr{ct::tensor_span{rest, ct::extents{m, n}, ct::ORDER{}}, ct::shape<BM, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    int columns = ct::ceildiv(n, BN), tiles = ct::ceildiv(m, BM) * columns;
    for (int tile : ct::irange(static_cast<int>(ct::bid().x), tiles, static_cast<int>(ct::num_blocks().x))) {
        int i = tile / columns, j = tile % columns;
        auto sum = ct::zeros<Sum>();
        for (int step : ct::irange(0, ct::ceildiv(k, 64)))
            sum = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), sum);
        sum = sum + ct::element_cast<float>(vrow.load_masked(0, j));
        sum = sum + ct::element_cast<float>(vr.load_masked(i, j));
        vc.store_masked(ct::element_cast<__half>(sum), i, j);
    }
}
"#
        .replace("REST", self.rest)
        .replace("ORDER", self.order)
        .replace("ROWS", &self.tile.0.to_string())
        .replace("COLUMNS", &self.tile.1.to_string())
    }

    fn args(&self, (m, n, k): (usize, usize, usize)) -> Vec<Arg> {
        let rest = match self.rest {
            "float" => Scalar::F32,
            "int" => Scalar::I32,
            "signed char" => Scalar::I8,
            _ => Scalar::F16,
        };
        vec![
            random(Scalar::F16, m * k, 1),
            random(Scalar::F16, k * n, 2),
            random(Scalar::F16, n, 3),
            random(rest, m * n, 4),
            zeros(Scalar::F16, m * n),
            Arg::Number(m as u64),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ]
    }

    fn agrees(&self, sizes: (usize, usize, usize)) {
        let tolerance = Tolerance { relative: 1e-3, absolute: 1e-3 };
        agrees(&[WGMMA], &self.source(), [1, 1, 1], &self.args(sizes), tolerance);
    }
}

/// In one buffer, or in several where the tile is larger.
#[test]
fn what_follows_a_product_comes_through_its_ring() {
    let added = |rest, order, tile| Added { rest, order, tile };
    for (one, sizes) in [
        (added("float", "layout_right", (128, 128)), (136, 248, 72)),
        (added("__half", "layout_right", (64, 128)), (64, 256, 328)),
        (added("__half", "layout_left", (64, 64)), (136, 72, 64)),
        (added("int", "layout_right", (64, 64)), (64, 72, 136)),
        (added("signed char", "layout_right", (64, 64)), (64, 80, 64)),
    ] {
        let ptx = text(&module(&one.source(), WGMMA.arch), WGMMA.arch);
        assert!(ptx.contains("bar.sync %r"), "no epilogue load");
        one.agrees(sizes);
    }
}

/// A row that a view of one dimension loads.
#[test]
fn a_row_of_one_dimension_follows_a_product() {
    for tile in [(64, 64), (128, 128)] {
        let one = Added { rest: "float", order: "layout_right", tile };
        let source = one
            .source()
            .replace(
                "bias, ct::extents{1, n}}, ct::shape<1, BN>{}}",
                "bias, ct::extents{n}}, ct::shape<BN>{}}",
            )
            .replace(
                "vrow.load_masked(0, j)",
                "ct::reshape(vrow.load_masked(j), ct::shape<1, BN>{})",
            );
        let args = one.args((136, 248, 72));
        let tolerance = Tolerance { relative: 1e-3, absolute: 1e-3 };
        agrees(&[WGMMA], &source, [1, 1, 1], &args, tolerance);
    }
}

/// B by columns of K needs rows of 16 bytes along K alone; what is added has others.
#[test]
fn epilogue_loads_that_no_map_describes_are_made_by_threads() {
    let one = Added { rest: "__half", order: "layout_right", tile: (64, 64) };
    let by_columns =
        one.source().replace("b, ct::extents{k, n}}", "b, ct::extents{k, n}, ct::layout_left{}}");
    for sizes in [(72, 67, 64), (64, 72, 72)] {
        let args = one.args(sizes);
        let tolerance = Tolerance { relative: 1e-3, absolute: 1e-3 };
        agrees(&[WGMMA], &by_columns, [1, 1, 1], &args, tolerance);
    }
}

/// Threads read what was copied for them by matrices, and no two rows of one meet in a bank.
#[test]
fn epilogue_loads_are_made_once_and_read_without_conflicts() {
    let one = Added { rest: "__half", order: "layout_right", tile: (64, 128) };
    let module = module(&one.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let report = run_on(&name, &ptx, [1, 1, 1], &one.args((64, 128, 64)));
    assert_eq!(report.lines.values().map(|(_, counts)| counts.bank_conflicts()).sum::<u64>(), 0);
    // Four warps read 64 x 128 elements, 256 of them at once; and as many to store the result.
    assert_eq!(report.total("ldmatrix").issued, 2 * 64 * 128 / 256);
    // However many turns there are, one asks for the boxes before: one of the row, two of the tile.
    for turns in [1, 20] {
        let report = run_on(&name, &ptx, [1, 1, 1], &one.args((64, 128, 64 * turns)));
        assert_eq!(report.total("cp.async.bulk.prefetch").issued, 3);
    }
}

/// A warpgroup releases the buffer of an epilogue load when all of its threads have read it.
#[test]
fn the_emulator_finds_an_epilogue_load_that_is_released_too_early() {
    let one = Added { rest: "float", order: "layout_right", tile: (128, 128) };
    let module = module(&one.source(), WGMMA.arch);
    let ptx = text(&module, WGMMA.arch);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let args = one.args((128, 256, 192));
    let run = |text: &str| run_on(&name, text, [1, 1, 1], &args);
    let whole = run(&ptx);
    assert!(whole.findings.is_empty(), "{}", whole.describe());
    let barrier = |line: &&str| line.contains("bar.sync %r") && line.contains(", 128;");
    let line = ptx.lines().find(barrier).expect("a barrier of a warpgroup");
    let report = run(&ptx.replace(line, ""));
    assert!(report.has(FindingKind::Race), "{}", report.describe());
}

/// Runs a kernel with a product of tile block `t`, for all of them or that of the CTA, and this behind
/// its loop.
fn behind_a_loop(blocks: &str, ctas: u32, body: &str) {
    let source = format!(
        r#"
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ r,
                       float* __restrict__ c, int tiles, int n, int k, int skipped) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{64 * tiles, k}}}}, ct::shape<64, 32>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<32, 64>{{}}}};
    ct::partition_view vr{{ct::tensor_span{{r, ct::extents{{64 * tiles, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{64 * tiles, n}}}}, ct::shape<64, 64>{{}}}};
    {blocks} {{
        auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
        int step = 0;
        for (int at = 0; at < k; at += 32, ++step) acc = ct::mma(va.load_masked(t, step), vb.load_masked(step, 0), acc);
        {body}
    }}
}}
"#
    );
    let (tiles, n, k) = (7, 64, 96);
    let args = [
        random(Scalar::F16, 64 * tiles * k, 1),
        random(Scalar::F16, k * n, 2),
        random(Scalar::F32, 64 * tiles * n, 3),
        zeros(Scalar::F32, 64 * tiles * n),
        Arg::Number(tiles as u64),
        Arg::Number(n as u64),
        Arg::Number(k as u64),
        Arg::Number(3),
    ];
    let ptx = text(&module(&source, WGMMA.arch), WGMMA.arch);
    let pipeline = ptx.lines().find(|line| line.starts_with("// pipeline:"));
    assert!(pipeline.is_some_and(|line| line.contains("epilogue load")), "{pipeline:?}");
    let near = Tolerance { relative: 1e-5, absolute: 1e-3 };
    agrees(&[WGMMA], &source, [ctas, 1, 1], &args, near);
}

#[test]
fn what_is_loaded_and_then_skipped_is_handed_back() {
    behind_a_loop(
        "for (int t : ct::irange(0, tiles))",
        1,
        "auto old = vr.load_masked(t, 0);
        if (t % skipped == 1) continue;
        vc.store_masked(acc + old, t, 0);",
    );
}

#[test]
fn what_is_loaded_is_read_before_it_is_overwritten() {
    behind_a_loop(
        "int t = ct::bid().x;",
        7,
        "auto old = vr.load_masked(t, 0);
        if (t % skipped == 1) vr.store_masked(ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), t, 0);
        vc.store_masked(acc + old, t, 0);",
    );
}
