//! Products of matrices whose pointers, extents or strides differ between tile blocks in ways that no tensor map of the
//! whole kernel describes: the producer replaces the map, or warps copy where the alignment for TMA is unknown. The emulator
//! computes what the interpreter does, and finds a map that is used before it is released and acquired.
//!
//! `sources` is the expectation: TMA where numbers that the kernel's start knows tell that 16 bytes divide the matrix's
//! addresses.

use backend_ptx::Options;
use backend_ptx::report::OperandSource;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check_within, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::fed::operand_sources;
use tilec_tests::products::{module, run_on, small, small_text};

const ARCH: &str = "sm_90a";
const MATRICES: u64 = 3;

/// Rows of multiples of 16 bytes, and odd rows, which TMA does not copy.
const SIZES: [(u64, u64, u64); 2] = [(136, 152, 136), (67, 69, 67)];

/// One way to find the matrices of a tile block, whose extents are `rows`, `n` and `depth`.
///
/// Parameters are `a`, `b`, `c`, `m`, `n`, `k`, `table` with numbers of matrices and `lengths` with 0 to 2/3 of `m`.
struct Form {
    name: &'static str,
    /// What comes before the views.
    setup: &'static str,
    /// The pointers of A, B and C.
    pointers: [&'static str; 3],
    /// What comes between the views and the product.
    guard: &'static str,
    sources: [OperandSource; 2],
}

const TMA: [OperandSource; 2] = [OperandSource::Tma; 2];
const WARPS: [OperandSource; 2] = [OperandSource::CopiedByWarps; 2];

const FORMS: &[Form] = &[
    Form {
        name: "matrices by a table",
        setup: "int at = table[z], rows = m, depth = k;",
        pointers: ["a + at * m * k", "b + (long)at * k * n", "c + z * m * n"],
        guard: "",
        sources: TMA,
    },
    Form {
        name: "one of two pointers",
        setup: "const __half *pa = z % 2 == 0 ? a : a + m * k, *pb = table[z] > 1 ? b : b + k * n; int rows = m, depth = k;",
        pointers: ["pa", "pb", "c + z * m * n"],
        guard: "",
        sources: TMA,
    },
    Form {
        name: "lengths from memory",
        setup: "int begin = table[z] * m, rows = lengths[z], depth = k;",
        pointers: ["a + (long)begin * k", "b + z * k * n", "c + (long)begin * n"],
        guard: "if (x * BM >= rows) return;",
        sources: TMA,
    },
    Form {
        name: "depths from memory",
        setup: "int rows = m, depth = lengths[z];",
        pointers: ["a + z * m * k", "b + z * k * n", "c + z * m * n"],
        guard: "",
        sources: TMA,
    },
    Form {
        name: "offsets from memory, of which nothing tells that they are divisible",
        setup: "int rows = m - 1, depth = k; long offset = (long)table[z] * m * k + lengths[z] % 2;",
        pointers: ["a + offset", "b + z * k * n", "c + z * m * n"],
        guard: "",
        sources: WARPS,
    },
];

/// Two tile blocks of a CTA share copies, and two warpgroups share a tile block.
const TILES: [(u64, u64); 2] = [(128, 128), (128, 256)];

fn source(form: &Form, (m, n): (u64, u64)) -> String {
    let [a, b, c] = form.pointers;
    format!(
        r#"
constexpr int BM = {m}, BN = {n};
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          const int* __restrict__ table, const int* __restrict__ lengths, int m, int n, int k) {{
    auto [xx, yy, zz] = ct::bid();
    int x = xx, y = yy, z = zz;
    {setup}
    ct::partition_view va{{ct::tensor_span{{{a}, ct::extents{{rows, k}}}}, ct::shape<BM, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{{b}, ct::extents{{depth, n}}}}, ct::shape<64, BN>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{{c}, ct::extents{{rows, n}}}}, ct::shape<BM, BN>{{}}}};
    {guard}
    auto sum = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
    for (int step : ct::irange(0, ct::ceildiv(depth, 64)))
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
    vc.store_masked(sum, x, y);
}}
"#,
        setup = form.setup,
        guard = form.guard
    )
}

/// A CTA computes the products of all matrices, one after the other.
const LOOP: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          const int* __restrict__ table, const int* __restrict__ lengths, int m, int n, int k) {
    auto [xx, y, z] = ct::bid();
    int x = xx;
    for (int at = 0; at < 3; ++at) {
        int rows = lengths[at];
        if (x * 128 >= rows) continue;
        ct::partition_view va{ct::tensor_span{a + table[at] * m * k, ct::extents{rows, k}}, ct::shape<128, 64>{}};
        ct::partition_view vb{ct::tensor_span{b + at * k * n, ct::extents{k, n}}, ct::shape<64, 128>{}};
        ct::partition_view vc{ct::tensor_span{c + at * m * n, ct::extents{rows, n}}, ct::shape<128, 128>{}};
        auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
        for (int step : ct::irange(0, ct::ceildiv(k, 64)))
            sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
        vc.store_masked(sum, x, y);
    }
}
"#;

/// The matrix of B is another one in each step.
const PAGES: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          const int* __restrict__ table, const int* __restrict__ lengths, int m, int n, int k) {
    auto [x, y, z] = ct::bid();
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        ct::partition_view vb{ct::tensor_span{b + table[step] * 64 * n, ct::extents{64, n}}, ct::shape<64, 128>{}};
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(0, y), sum);
    }
    vc.store_masked(sum, x, y);
}
"#;

/// Strides that 16 bytes do not divide.
const STATIC: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          const int* __restrict__ table, const int* __restrict__ lengths, int m, int n, int k) {
    auto [x, y, z] = ct::bid();
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, 67_ic}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
    vc.store_masked(sum, x, y);
}
"#;

fn args((m, n, k): (u64, u64, u64)) -> Vec<Arg> {
    let table = (0..MATRICES).map(|z| (z * 2 + 1) % MATRICES).collect();
    let lengths = (0..MATRICES).map(|z| z * m / MATRICES).collect();
    let sizes = [m * k, k.next_multiple_of(64) * n, m * n].map(|size| (size * MATRICES) as usize);
    let mut args = vec![
        random(Scalar::F16, sizes[0], 1),
        random(Scalar::F16, sizes[1], 2),
        zeros(Scalar::F32, sizes[2]),
        Arg::Buffer(Scalar::I32, table),
        Arg::Buffer(Scalar::I32, lengths),
    ];
    args.extend([m, n, k].map(Arg::Number));
    args
}

/// The producer has too few registers for the view that it writes to a map.
const MOST_SPILLED: u32 = 8;

fn agrees(module: &Module, (bm, bn): (u64, u64), sizes: (u64, u64, u64), matrices: u64) {
    let grid = [sizes.0.div_ceil(bm), sizes.1.div_ceil(bn), matrices].map(|it| it as u32);
    // A CTA computes tile blocks of several matrices.
    let options = Options::default();
    check_within(module, small(ARCH), &options, grid, &args(sizes), EXACT, MOST_SPILLED);
}

#[test]
fn maps_are_replaced_for_each_matrix() {
    for form in FORMS {
        for (tile, sizes) in TILES.into_iter().zip(SIZES) {
            let module = module(&source(form, tile), ARCH);
            // Accumulators that fill the registers leave none to warps that copy.
            let expected = match tile.1 {
                256 if form.sources == WARPS => [OperandSource::Registers, OperandSource::Tma],
                _ => form.sources,
            };
            assert_eq!(operand_sources(&module, ARCH), [expected], "{} in {tile:?}", form.name);
            agrees(&module, tile, sizes, MATRICES);
        }
    }
}

#[test]
fn maps_are_replaced_in_a_loop_over_matrices() {
    let module = module(LOOP, ARCH);
    assert_eq!(operand_sources(&module, ARCH), [TMA]);
    for sizes in SIZES {
        agrees(&module, (128, 128), sizes, 1);
    }
}

#[test]
fn warps_copy_what_each_step_finds_elsewhere_and_odd_static_rows() {
    for source in [PAGES, STATIC] {
        let module = module(source, ARCH);
        assert_eq!(operand_sources(&module, ARCH), [WARPS], "{source}");
        for (m, n, k) in [(136, 152, 72), (67, 133, 67)] {
            agrees(&module, (128, 128), (m, n, k), 1);
        }
    }
}

/// The map that is used is the one that was written.
#[test]
fn a_map_that_is_not_released_or_acquired_is_found() {
    let module = module(LOOP, ARCH);
    let text = small_text(&module, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| run_on(&name, text, [1, 1, 1], &args((128, 128, 64)));
    assert!(run(&text).findings.is_empty(), "{}", run(&text).describe());
    for fence in ["release.gpu;", "acquire.gpu"] {
        let fence = format!("fence.proxy.tensormap::generic.{fence}");
        assert!(text.contains(&fence), "no {fence}");
        let lines = text.lines().map(|line| if line.contains(&fence) { "" } else { line });
        let report = run(&lines.collect::<Vec<_>>().join("\n"));
        assert!(report.has(FindingKind::Unfenced), "{fence}: {}", report.describe());
    }
}
