//! Tile blocks that outgrow a CTA's registers: a kernel that is split into parts does what the
//! interpreter does
//! in one piece.

use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, Tolerance, check, random, zeros};
use tilec_tests::products::{attention_args, module, text};

/// The most elements that a tile in registers has, from the header of the text.
fn largest_tile(ptx: &str) -> u32 {
    let layouts = ptx.lines().filter_map(|line| line.strip_prefix("// layout: "));
    let elements = |line: &str| -> u32 {
        let shape = line.split_whitespace().next().unwrap_or("1");
        shape.split('x').filter_map(|extent| extent.parse::<u32>().ok()).product()
    };
    layouts.map(elements).max().unwrap_or(1)
}

/// What a CTA has room for.
const ROOM: u32 = 128 * 256;

fn agrees(source: &str, arch: &str, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    let module = module(source, arch);
    assert!(largest_tile(&text(&module, arch)) <= ROOM, "{source}");
    check(&module, arch, grid, args, tolerance);
}

fn gemm(tile: (u32, u32, u32)) -> String {
    let (m, n, k) = tile;
    format!(
        r#"
template <int BM, int BN, int BK>
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, const float* __restrict__ bias,
                          float* __restrict__ c, int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<BM, BK>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<BK, BN>{{}}}};
    ct::partition_view vbias{{ct::tensor_span{{bias, ct::extents{{1, n}}}}, ct::shape<1, BN>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<BM, BN>{{}}}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
    vc.store_masked(acc + vbias.load_masked(0, j), i, j);
}}
template __tile_global__ void gemm<{m}, {n}, {k}>(const __half* __restrict__, const __half* __restrict__,
                                                  const float* __restrict__, float* __restrict__, int, int, int);
"#
    )
}

#[test]
fn products_are_split_along_rows_or_columns() {
    for (arch, tile, sizes) in [
        ("sm_90a", (256, 256, 16), (264, 248, 40)),
        ("sm_90a", (64, 512, 16), (72, 520, 24)),
        ("sm_90a", (512, 512, 16), (400, 300, 16)),
        ("sm_80", (256, 256, 16), (264, 248, 24)),
        ("sm_80", (16, 4096, 16), (16, 4000, 16)),
    ] {
        let (m, n, k): (usize, usize, usize) = sizes;
        let args = [
            random(Scalar::F16, m * k, 3),
            random(Scalar::F16, k * n, 4),
            random(Scalar::F32, n, 5),
            zeros(Scalar::F32, m * n),
            Arg::Number(m as u64),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ];
        let grid = [(m as u32).div_ceil(tile.0), (n as u32).div_ceil(tile.1), 1];
        agrees(&gemm(tile), arch, grid, &args, EXACT);
    }
}

/// Products that depend on each other share their rows: all of them are split along these.
#[test]
fn dependent_products_are_split_along_the_rows_they_share() {
    let source = r#"
template <int Q, int S, int D>
__tile_global__ void attend(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                            float* __restrict__ o, int queries, int length) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{queries, D}}, ct::shape<Q, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{D, length}, ct::layout_left{}}, ct::shape<D, S>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, D}}, ct::shape<S, D>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{queries, D}}, ct::shape<Q, D>{}};
    auto query = vq.load_masked(ct::bid().x, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<Q, D>>>();
    auto max = ct::full<ct::tile<float, ct::shape<Q, 1>>>(-1e30f);
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<Q>>>(), ct::shape<Q, 1>{});
    for (int step : ct::irange(0, ct::ceildiv(length, S))) {
        auto score = ct::mma(query, vk.load_masked(0, step), ct::zeros<ct::tile<float, ct::shape<Q, S>>>());
        auto next = ct::max(max, ct::reduce_max<1>(score));
        auto p = ct::exp2(score - next) * ct::element_cast<float>(row % 7 + 1);
        acc = ct::mma(ct::element_cast<__half>(p), vv.load_masked(step, 0), acc * ct::exp2(max - next));
        max = next;
    }
    vo.store_masked(acc, ct::bid().x, 0);
}
template __tile_global__ void attend<256, 128, 128>(const __half* __restrict__, const __half* __restrict__,
                                                    const __half* __restrict__, float* __restrict__, int, int);
"#;
    let args = attention_args(264, 256, 128);
    agrees(source, "sm_90a", [2, 1, 1], &args, Tolerance { relative: 1e-3, absolute: 1e-2 });
}

/// Pointers, masks, positions and transposes of what is too large.
#[test]
fn tiles_that_no_product_makes_are_split_too() {
    let source = r#"
__tile_global__ void blend(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
    using Tile = ct::tile<int, ct::shape<512, 256>>;
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<512>>>(), ct::shape<512, 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<1, 256>{});
    auto inside = row < rows && column < columns;
    auto x = ct::load_masked(in + row * columns + column, inside);
    auto y = ct::select(row % 3 == column % 5, x * 2.0f, x + 1.0f);
    ct::store_masked(out + column * rows + row, y, inside);
}
"#;
    let (rows, columns) = (500, 200);
    let args = [
        random(Scalar::F32, rows * columns, 1),
        zeros(Scalar::F32, rows * columns),
        Arg::Number(rows as u64),
        Arg::Number(columns as u64),
    ];
    agrees(source, "sm_90a", [1, 1, 1], &args, EXACT);
}

/// Memory that one part would change for another one stays in one piece.
#[test]
fn what_depends_on_all_of_a_tile_is_not_split() {
    let body = |text: &str| {
        format!(
            r#"
__tile_global__ void k(float* a, float* b) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{512, 256}}}}, ct::shape<512, 256>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{512, 256}}}}, ct::shape<512, 256>{{}}}};
    auto x = va.load(0, 0);
    {text}
}}
"#
        )
    };
    let split = |source: &str| largest_tile(&text(&module(source, "sm_90a"), "sm_90a")) <= ROOM;
    // The store may change what the next part loads.
    assert!(!split(&body("vb.store(x + 1.0f, 0, 0);")));
    // Every element depends on all of them.
    assert!(!split(&body("vb.store(x - ct::sum<1>(ct::sum<0>(x)), 0, 0);")));
    // Printed once.
    let restrict = body("vb.store(x + 1.0f, 0, 0);").replace("float* ", "float* __restrict__ ");
    assert!(split(&restrict));
    assert!(!split(&restrict.replace("vb.store", "printf(\"once\\n\"); vb.store")));
}

/// Threads that would wait for many elements, loaded one by one, have few of them at a time, where
/// the parts can follow
/// each other.
#[test]
fn few_elements_are_waited_for() {
    // Tiles of pointers that follow each other in their rows, or else in their columns.
    let stencil = |(first, second): (u32, u32), along_rows: bool, taps: &[&str]| {
        let (row, col) = if along_rows { ("i", "j") } else { ("j", "i") };
        let taps = taps.iter().map(|at| format!("ct::load_masked(from + {at}, inner)"));
        format!(
            r#"
__tile_global__ void step(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {{
    auto i = static_cast<int>(ct::bid().x) * {first}
        + ct::reshape(ct::iota<ct::tile<int, ct::shape<{first}>>>(), ct::shape<{first}, 1>{{}});
    auto j = static_cast<int>(ct::bid().y) * {second}
        + ct::reshape(ct::iota<ct::tile<int, ct::shape<{second}>>>(), ct::shape<1, {second}>{{}});
    auto row = {row};
    auto col = {col};
    auto inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
    auto at = row * cols + col;
    auto from = in + at;
    auto sum = {};
    ct::store_masked(out + at, sum, row < rows && col < cols);
}}
"#,
            taps.collect::<Vec<_>>().join(" + ")
        )
    };
    let five = ["0", "1", "(-1)", "cols", "(-cols)"];
    for (tile, along_rows, taps, held) in [
        ((64, 64), true, &five[..], "32x64"),
        ((128, 128), true, &five, "16x128"),
        ((128, 64), false, &five, "128x16"),
        // Too few rows for as many parts.
        ((2, 4096), true, &five, "2x1024"),
        // Few enough.
        ((32, 64), true, &five, "32x64"),
        ((64, 64), true, &five[..4], "64x64"),
    ] {
        let elements = tile.0 * tile.1;
        let source = stencil(tile, along_rows, taps);
        let largest = |source: &str| largest_tile(&text(&module(source, "sm_90a"), "sm_90a"));
        let compiled = module(&source, "sm_90a");
        let ptx = text(&compiled, "sm_90a");
        assert!(ptx.contains(&format!("// layout: {held} x")), "{ptx}");
        assert!(largest_tile(&ptx) <= 2048 || taps.len() < 5, "{ptx}");
        let sizes = [130_u64, 70];
        let count = (sizes[0] * sizes[1]) as usize;
        let [rows, cols] = sizes.map(Arg::Number);
        let args = [random(Scalar::F32, count, 3), zeros(Scalar::F32, count), rows, cols];
        check(&compiled, "sm_90a", [3, 2, 1], &args, EXACT);

        // One part may read what another one writes.
        assert_eq!(largest(&source.replace("__restrict__", "")), elements);
        // All of it would run in each part.
        let (sum, turn) =
            ("auto sum = ", "for (int k = 0; k < rows; k++) at = at + k % cols;\n    ");
        assert_eq!(largest(&source.replace(sum, &format!("{turn}{sum}"))), elements);
    }
}

/// Rows that fill the registers of an SM: what waits for other threads does so in shared memory, so
/// that a second CTA has room.
#[test]
fn rows_wait_in_shared_memory() {
    for (elem, name) in [(Scalar::BF16, "__nv_bfloat16"), (Scalar::F16, "__half")] {
        let source = format!(
            r#"
template <class T, int Cols>
__tile_global__ void softmax(const T* __restrict__ in, T* __restrict__ out, float* __restrict__ sums, int cols) {{
    ct::partition_view vi{{ct::tensor_span{{in, ct::extents{{2, cols}}}}, ct::shape<1, Cols>{{}}}};
    ct::partition_view vo{{ct::tensor_span{{out, ct::extents{{2, cols}}}}, ct::shape<1, Cols>{{}}}};
    ct::partition_view vs{{ct::tensor_span{{sums, ct::extents{{2, 1}}}}, ct::shape<1, 1>{{}}}};
    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(vi.load_masked(row, 0));
    auto e = ct::exp(x - ct::reduce_max<1>(x));
    auto sum = ct::sum<1>(e);
    vs.store_masked(sum, row, 0);
    vo.store_masked(ct::element_cast<T>(e / sum), row, 0);
}}
template __tile_global__ void softmax<{name}, 32768>(const {name}* __restrict__, {name}* __restrict__, float* __restrict__, int);
"#
        );
        for columns in [32768_usize, 20000] {
            let args = [
                random(elem, 2 * columns, 3),
                zeros(elem, 2 * columns),
                zeros(Scalar::F32, 2),
                Arg::Number(columns as u64),
            ];
            let module = module(&source, "sm_90a");
            let text = text(&module, "sm_90a");
            assert!(text.contains("// spilled: ") && text.contains(".minnctapersm 2"), "{text}");
            let tolerance = Tolerance { relative: 1e-2, absolute: 1e-9 };
            check(&module, "sm_90a", [2, 1, 1], &args, tolerance);
        }
        // No more than 48 KiB of shared memory there.
        assert!(!text(&module(&source, "sm_90"), "sm_90").contains("// spilled"));
    }
}

/// A transposition whose tile blocks are taken in another order covers its grid all the same, and
/// what is not one keeps the order of the launch.
#[test]
fn transpositions_turn_the_grid() {
    let source = |index: &str| {
        format!(
            r#"
__tile_global__ void move(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {{
    ct::partition_view vi{{ct::tensor_span{{in, ct::extents{{rows, cols}}}}, ct::shape<16, 32>{{}}}};
    ct::partition_view vo{{ct::tensor_span{{out, ct::extents{{cols, rows}}}}, ct::shape<32, 16>{{}}}};
    auto [x, y, z] = ct::bid();
    vo.store_masked(ct::transpose(vi.load_masked(y, x)), {index});
}}
"#
        )
    };
    let (rows, columns) = (50_usize, 190_usize);
    let args = [
        random(Scalar::F32, rows * columns, 3),
        zeros(Scalar::F32, rows * columns),
        Arg::Number(rows as u64),
        Arg::Number(columns as u64),
    ];
    let turned = module(&source("x, y"), "sm_90a");
    assert!(text(&turned, "sm_90a").contains("%nctaid.y"));
    check(&turned, "sm_90a", [6, 4, 1], &args, EXACT);
    let plain = module(&source("y, x"), "sm_90a");
    assert!(!text(&plain, "sm_90a").contains("%nctaid.y"));
}
