//! Products of tensors whose rows are any distance apart, begin anywhere and end anywhere: the PTX does what the
//! interpreter says for a grid of extents, distances and addresses. TMA takes some of them, threads copy the others by
//! 8, 4 or 2 bytes or by elements; what lies between the rows of the result stays as it was.

use backend_ptx::Options;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, check_on, random};
use tilec_tests::products::{BFLOAT, FLOAT, HALF, module, small};

const ARCH: &str = "sm_90a";

/// C = A B, with the elements from a row (or column) of each to the next, and where A and B begin.
const SOURCE: &str = r#"
template <bool Rows> __tile__ auto mapping(int rows, int columns, int pitch) {
    if constexpr (Rows) return ct::layout_strided_mapping{ct::extents{rows, columns}, ct::extents{pitch, 1_ic}};
    else return ct::layout_strided_mapping{ct::extents{rows, columns}, ct::extents{1_ic, pitch}};
}
template <class T, class C, int BM, int BN, int BK, bool RowsA, bool RowsB>
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c, int m, int n, int k,
                          int pa, int pb, int pc, int ta, int tb) {
    ct::partition_view va{ct::tensor_span{a + ta, mapping<RowsA>(m, k, pa)}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b + tb, mapping<RowsB>(k, n, pb)}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, mapping<true>(m, n, pc)}, ct::shape<BM, BN>{}};
    auto [x, y, z] = ct::bid();
    using Sum = ct::tile<SUM, ct::shape<BM, BN>>;
    auto acc = ct::zeros<Sum>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), acc);
    vc.store_masked(ct::element_cast<C>(acc), x, y);
}
"#;

type Format = (&'static str, Scalar);

struct Product {
    factor: Format,
    sum: Format,
    result: Format,
    tile: (u32, u32, u32),
    /// Whether rows of A and of B are contiguous.
    rows: (bool, bool),
}

/// A problem: its extents, how much longer than its rows the distances between them are, and where
/// the operands begin.
struct Problem {
    sizes: (usize, usize, usize),
    apart: (usize, usize, usize),
    behind: (usize, usize),
}

const fn problem(
    sizes: (usize, usize, usize),
    apart: (usize, usize, usize),
    behind: (usize, usize),
) -> Problem {
    Problem { sizes, apart, behind }
}

fn agrees(product: &Product, problem: &Problem) {
    let Product { factor, sum, result, tile: (bm, bn, bk), rows } = product;
    let name =
        format!("gemm<{}, {}, {bm}, {bn}, {bk}, {}, {}>", factor.0, result.0, rows.0, rows.1);
    let (t, c) = (factor.0, result.0);
    let source = SOURCE.replace("SUM", sum.0)
        + &format!(
            "template __tile_global__ void {name}(const {t}* __restrict__, const {t}* __restrict__, \
             {c}* __restrict__, int, int, int, int, int, int, int, int);"
        );
    let module = module(&source, ARCH);
    let Problem { sizes: (m, n, k), apart, behind } = *problem;
    let pitch = |rows: bool, (inner, outer): (usize, usize), apart: usize| {
        let (length, count) = if rows { (inner, outer) } else { (outer, inner) };
        (length + apart, count)
    };
    let (pa, ra) = pitch(rows.0, (k, m), apart.0);
    let (pb, rb) = pitch(rows.1, (n, k), apart.1);
    let pc = n + apart.2;
    let numbers = [m, n, k, pa, pb, pc, behind.0, behind.1];
    let mut args = vec![
        random(factor.1, (pa * ra + behind.0).max(1), 3),
        random(factor.1, (pb * rb + behind.1).max(1), 4),
        random(result.1, (pc * m).max(1), 5),
    ];
    args.extend(numbers.map(|number| Arg::Number(number as u64)));
    let blocks = |size: usize, tile: u32| (size as u32).div_ceil(tile).max(1);
    let grid = [blocks(m, *bm), blocks(n, *bn), 1];
    check_on(&module, small(ARCH), &Options::default(), grid, &args, EXACT);
}

/// Two tile blocks in a CTA, pairs of CTAs, one tile block in a CTA.
const TILES: [(u32, u32, u32); 3] = [(64, 64, 64), (128, 256, 64), (64, 32, 32)];
const ORDERS: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

/// What divides the distances between rows, and the addresses: 16 bytes, 8, 4 and 2 of elements of 16 bits.
#[test]
fn rows_and_addresses_of_every_alignment() {
    let problems = [
        problem((64, 64, 192), (0, 0, 0), (0, 0)),
        problem((64, 64, 192), (4, 4, 4), (0, 0)),
        problem((64, 64, 192), (2, 6, 2), (2, 0)),
        problem((64, 64, 192), (1, 1, 1), (0, 0)),
        problem((64, 64, 192), (3, 0, 5), (0, 1)),
        problem((64, 64, 192), (0, 0, 0), (1, 3)),
        problem((128, 64, 129), (1, 2, 0), (3, 4)),
    ];
    for rows in ORDERS {
        let product = Product { factor: HALF, sum: FLOAT, result: HALF, tile: TILES[0], rows };
        for problem in &problems {
            agrees(&product, problem);
        }
    }
}

/// Extents that are not multiples of the tile, smaller ones than it is, and one.
#[test]
fn edges_on_every_side() {
    let problems = [
        problem((65, 67, 131), (1, 0, 2), (0, 0)),
        problem((63, 61, 59), (0, 1, 0), (1, 0)),
        problem((129, 66, 70), (2, 4, 1), (0, 2)),
        problem((5, 3, 7), (0, 0, 0), (0, 0)),
        problem((1, 1, 1), (4, 2, 1), (1, 1)),
        problem((70, 40, 33), (3, 3, 3), (0, 1)),
    ];
    for rows in ORDERS {
        for tile in [TILES[0], TILES[2]] {
            let product = Product { factor: BFLOAT, sum: FLOAT, result: BFLOAT, tile, rows };
            for problem in &problems {
                agrees(&product, problem);
            }
        }
    }
}

#[test]
fn large_tiles_and_their_edges() {
    let problems = [
        problem((129, 257, 65), (1, 1, 1), (0, 0)),
        problem((200, 300, 130), (2, 4, 0), (0, 2)),
        problem((128, 512, 64), (3, 5, 7), (1, 0)),
    ];
    for (rows, problem) in ORDERS.into_iter().zip(problems.iter().cycle()) {
        let product = Product { factor: HALF, sum: FLOAT, result: HALF, tile: TILES[1], rows };
        agrees(&product, problem);
        agrees(&product, &problems[0]);
    }
}

#[test]
fn nothing_to_add_up() {
    for rows in [ORDERS[0], ORDERS[3]] {
        let product = Product { factor: HALF, sum: FLOAT, result: HALF, tile: TILES[0], rows };
        agrees(&product, &problem((65, 66, 0), (1, 1, 1), (0, 0)));
        agrees(&product, &problem((64, 64, 0), (8, 8, 0), (0, 0)));
    }
}

/// Elements of one byte and of four: by words where these divide, else one by one.
#[test]
fn elements_of_other_lengths() {
    let int = ("int", Scalar::I32);
    let formats = [
        (("signed char", Scalar::I8), int, int, (64, 64, 128), ORDERS[1]),
        (("__nv_fp8_e4m3", Scalar::F8E4M3FN), FLOAT, HALF, (64, 64, 64), ORDERS[1]),
        (("__nv_tf32", Scalar::TF32), FLOAT, FLOAT, (64, 64, 32), ORDERS[1]),
    ];
    let problems = [
        problem((65, 63, 129), (0, 0, 0), (0, 0)),
        problem((64, 64, 128), (1, 2, 1), (0, 1)),
        problem((64, 130, 256), (4, 8, 2), (4, 8)),
        problem((9, 5, 3), (3, 1, 0), (2, 3)),
    ];
    for (factor, sum, result, tile, rows) in formats {
        let product = Product { factor, sum, result, tile, rows };
        for problem in &problems {
            agrees(&product, problem);
        }
    }
}
