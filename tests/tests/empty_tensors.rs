//! Products of tensors without elements: one extent of one tensor is 0, and the loop and the grid go on as if it were not.
//!
//! Masked loads of such a tensor give padding, and masked stores to it do nothing. A copy through a tensor map with an extent of
//! 0 does not complete, which the emulator finds; results are those of the interpreter. Of tiles of pointers whose mask holds for
//! no element there are also those behind the last row and the last column.

use ir::Scalar;
use rayon::prelude::*;
use tilec_tests::differential::{
    Arg, EXACT, check, difference, emulated, entry_name, interpreted, random, zeros,
};
use tilec_tests::products::{HALF, module, text};

/// Two ways to multiply that TMA feeds.
const BY_TMA: [&str; 2] = ["sm_90a", "sm_100a"];
const ALL: [&str; 3] = ["sm_90a", "sm_100a", "sm_80"];
const TMA_COPY: &str = "cp.async.bulk.tensor";

/// The extents of A, B, the tile that is added behind the loop, and C, which a launch gives one by one.
const EXTENTS: usize = 8;

/// Of views: `ORDER_A`, `ORDER_B` are the storage orders.
const VIEWS: &str = r#"
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ r, float* __restrict__ c,
                          int ma, int ka, int kb, int nb, int mr, int nr, int mc, int nc, int steps) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{ma, ka}, ORDER_A{}}, ct::shape<BM, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{kb, nb}, ORDER_B{}}, ct::shape<64, BN>{}};
    ct::partition_view vr{ct::tensor_span{r, ct::extents{mr, nr}}, ct::shape<BM, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{mc, nc}}, ct::shape<BM, BN>{}};
    auto [x, y, z] = ct::bid();
    auto sum = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
    for (int step = 0; step < steps; ++step)
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
    vc.store_masked(sum + vr.load_masked(x, y), x, y);
}
"#;

/// Of batches, whose number is the first extent of A and of B; the views of a tile block have no batch of their own.
const BATCHED: &str = r#"
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ r, float* __restrict__ c,
                          int za, int ka, int zb, int nb, int ma, int kb, int mc, int nc, int steps) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{za, ma, ka}}, ct::shape<1, BM, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{zb, kb, nb}}, ct::shape<1, 64, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{mc, nc}}, ct::shape<BM, BN>{}};
    auto [x, y, z] = ct::bid();
    auto sum = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
    for (int step = 0; step < steps; ++step)
        sum = ct::mma(ct::reshape(va.load_masked(0, x, step), ct::shape<BM, 64>{}),
                      ct::reshape(vb.load_masked(0, step, y), ct::shape<64, BN>{}), sum);
    vc.store_masked(sum, x, y);
}
"#;

/// Of tensors that depend on the tile block, whose maps are replaced.
const REPLACED: &str = r#"
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, const int* __restrict__ lengths, float* __restrict__ c,
                          int ma, int ka, int kb, int nb, int mr, int nr, int mc, int nc, int steps) {
    auto [x, y, z] = ct::bid();
    for (int at = 0; at < 3; ++at) {
        int other = lengths[at];
        ct::partition_view va{ct::tensor_span{a + other * 512, ct::extents{ma * other, ka}}, ct::shape<BM, 64>{}};
        ct::partition_view vb{ct::tensor_span{b + other * 512, ct::extents{kb, nb * (1 - at % 2)}}, ct::shape<64, BN>{}};
        ct::partition_view vc{ct::tensor_span{c + at * 128 * 128, ct::extents{mc, nc}}, ct::shape<BM, BN>{}};
        auto sum = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
        for (int step = 0; step < steps; ++step)
            sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
        vc.store_masked(sum, x, y);
    }
}
"#;

/// Of tiles of pointers, some of whose masks are bounds of rows and columns.
const POINTERS: &str = r#"
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, const float* __restrict__ r, float* __restrict__ c,
                          int ma, int ka, int kb, int nb, int mr, int nr, int mc, int nc, int steps) {
    auto [x, y, z] = ct::bid();
    auto line = ct::iota<ct::tile<int, ct::shape<BM>>>() + int(x) * BM;
    auto rows_of_a = ct::reshape(line, ct::shape<BM, 1>{});
    auto columns_of_b = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>() + int(y) * BN, ct::shape<1, BN>{});
    auto along = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto nought = ct::full<ct::tile<T, ct::shape<>>>(T(0.0f));
    auto sum = ct::full<ct::tile<float, ct::shape<BM, BN>>>(1.0f);
    for (int step = 0; step < steps; ++step) {
        auto columns_of_a = ct::reshape(along + step * 64, ct::shape<1, 64>{});
        auto rows_of_b = ct::reshape(along + step * 64, ct::shape<64, 1>{});
        auto left = ct::load_masked(a + (rows_of_a * 128 + columns_of_a), (rows_of_a < ma) & (columns_of_a < ka), nought);
        auto right = ct::load_masked(b + (rows_of_b * 128 + columns_of_b), (rows_of_b < kb) & (columns_of_b < nb), nought);
        sum = ct::mma(left, right, sum);
    }
    auto none = ct::full<ct::tile<float, ct::shape<>>>(0.0f);
    sum = sum + ct::load_masked(r + (rows_of_a * 128 + columns_of_b), (rows_of_a < mr) & (columns_of_b < nr), none);
    ct::store_masked(c + (rows_of_a * 256 + columns_of_b), sum, (rows_of_a < mc) & (columns_of_b < nc));
}
"#;

/// Bounds that are constants, in place of the parameters: tile blocks beyond them have nothing to load or to store.
const CONSTANT_BOUNDS: [(&str, &str); 8] = [
    ("< ma)", "< 64)"),
    ("< ka)", "< 128)"),
    ("< kb)", "< 64)"),
    ("< nb)", "< 64)"),
    ("< mr)", "< 64)"),
    ("< nr)", "< 128)"),
    ("< mc)", "< 128)"),
    ("< nc)", "< 128)"),
];

struct Form {
    name: &'static str,
    source: &'static str,
    /// Texts of the source, and those in their place.
    changes: &'static [(&'static str, &'static str)],
    /// The usual extents: none of them is a multiple of a tile.
    extents: [u64; EXTENTS],
    /// The tile blocks of a launch along both axes.
    blocks: u32,
    targets: &'static [&'static str],
}

/// Accesses to tiles of views that are outside of their tensors are undefined, so one tile block accesses views, and TMA brings
/// what it loads behind the first step. Masks of pointers may hold nowhere.
const FORMS: [Form; 5] = [
    Form {
        name: "views",
        source: VIEWS,
        changes: &[],
        extents: [56, 112, 112, 48, 56, 48, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    Form {
        name: "batches",
        source: BATCHED,
        changes: &[],
        extents: [2, 112, 2, 48, 56, 112, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    Form {
        name: "replaced",
        source: REPLACED,
        changes: &[],
        extents: [56, 112, 112, 48, 0, 0, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    Form {
        name: "pointers",
        source: POINTERS,
        changes: &[],
        extents: [104, 112, 112, 112, 104, 112, 104, 112],
        blocks: 3,
        targets: &ALL,
    },
    Form {
        name: "constant bounds",
        source: POINTERS,
        changes: &CONSTANT_BOUNDS,
        extents: [0; EXTENTS],
        blocks: 3,
        targets: &ALL,
    },
];

/// Two tile blocks in a CTA, one in a CTA, one of several warpgroups.
const TILES: [(u64, u64); 3] = [(64, 64), (64, 32), (128, 256)];
const ORDERS: [(&str, &str); 3] = [("rows", "rows"), ("columns", "columns"), ("rows", "columns")];

/// Elements of each buffer: enough for every form.
const ELEMENTS_OF_BUFFER: usize = 4 * 128 * 128;

fn args(form: &Form, element: Scalar, extents: [u64; EXTENTS]) -> Vec<Arg> {
    let third = match form.name {
        "replaced" => Arg::Buffer(Scalar::I32, vec![1, 0, 1]),
        _ => random(Scalar::F32, ELEMENTS_OF_BUFFER, 3),
    };
    let mut args = vec![
        random(element, ELEMENTS_OF_BUFFER, 1),
        random(element, ELEMENTS_OF_BUFFER, 2),
        third,
        zeros(Scalar::F32, ELEMENTS_OF_BUFFER),
    ];
    args.extend(extents.map(Arg::Number));
    args.push(Arg::Number(2));
    args
}

/// Each of the extents is 0 in turn, then all are.
fn with_an_empty_one(extents: [u64; EXTENTS]) -> Vec<[u64; EXTENTS]> {
    let one = |at: usize| {
        let mut changed = extents;
        changed[at] = 0;
        changed
    };
    (0..EXTENTS).map(one).chain([extents, [0; EXTENTS]]).collect()
}

/// The launches for which the emulator and the interpreter do not agree.
fn differences(
    arch: &str,
    source: &str,
    form: &Form,
    element: Scalar,
    grid: [u32; 3],
) -> Vec<String> {
    let module = module(source, arch);
    let ptx = text(&module, arch);
    assert!(arch == "sm_80" || ptx.contains(TMA_COPY), "{arch}: {source}");
    let one = |extents: [u64; EXTENTS]| {
        let args = args(form, element, extents);
        let wanted = interpreted(&module, grid, &args).expect("the interpreter runs it");
        match emulated(&ptx, entry_name(&module), grid, &args) {
            Ok(found) => difference(&args, &found, &wanted, EXACT),
            Err(what) => Some(what),
        }
        .map(|what| format!("{}, {arch}, {extents:?}: {what}", form.name))
    };
    with_an_empty_one(form.extents).into_iter().filter_map(one).collect()
}

fn agree(form: &Form, element: (&str, Scalar), (bm, bn): (u64, u64), (a, b): (&str, &str)) {
    let mut source = form.source.replace("ORDER_A", a).replace("ORDER_B", b);
    for (from, to) in form.changes {
        assert!(source.contains(from), "{from}");
        source = source.replace(from, to);
    }
    let constants = format!("using T = {};\nconstexpr int BM = {bm}, BN = {bn};\n", element.0);
    let source = format!("{constants}{source}");
    let blocks = form.blocks.min((256 / bm) as u32);
    let grid = [blocks, blocks, 1];
    let found: Vec<String> = form
        .targets
        .into_par_iter()
        .flat_map(|arch| differences(arch, &source, form, element.1, grid))
        .collect();
    assert!(found.is_empty(), "{}\n{constants}{a} {b}", found.join("\n"));
}

#[test]
fn each_extent_of_views_and_of_masks() {
    for form in &FORMS {
        agree(form, HALF, TILES[0], ORDERS[0]);
    }
    for tile in &TILES[1..] {
        agree(&FORMS[0], HALF, *tile, ORDERS[0]);
        agree(&FORMS[3], HALF, *tile, ORDERS[0]);
    }
}

#[test]
fn every_storage_order() {
    for orders in &ORDERS[1..] {
        agree(&FORMS[0], HALF, TILES[0], *orders);
    }
}

#[test]
fn elements_of_other_lengths() {
    for element in [("__nv_fp8_e4m3", Scalar::F8E4M3FN), ("__nv_tf32", Scalar::TF32)] {
        agree(&FORMS[0], element, TILES[0], ("rows", "columns"));
    }
}

/// Queries of which a mask leaves `few`, which may be none and negative, in two chained products.
const DECODE: &str = r#"
__tile_global__ void decode(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                            float* __restrict__ o, int length, int few) {
    ct::partition_view vk{ct::tensor_span{k, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{length, 64}}, ct::shape<64, 64>{}};
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<R>>>(), ct::shape<R, 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    auto nought = ct::full<ct::tile<__half, ct::shape<>>>(__half(0.0f));
    auto one = ct::zeros<ct::tile<float, ct::shape<R, 64>>>() + 1.0f;
    auto acc = ct::zeros<ct::tile<float, ct::shape<R, 64>>>();
    auto query = ct::load_masked(q + (row * 64 + column), ct::broadcast(row < few, ct::shape<R, 64>{}), nought);
    for (int step = 0; step < ct::ceildiv(length, 64); ++step) {
        auto s = ct::mma(query, ct::transpose(vk.load_masked(step, 0)), ct::zeros<ct::tile<float, ct::shape<R, 64>>>());
        acc = ct::mma(ct::element_cast<__half>(ct::select(s > 0.0f, one, -one)), vv.load_masked(step, 0), acc);
    }
    ct::store_masked(o + (row * 64 + column), acc, ct::broadcast(row < FEW_STORED, ct::shape<R, 64>{}));
}
"#;

#[test]
fn queries_that_a_mask_leaves_out() {
    for (rows, stored) in [(16, "few"), (64, "few"), (64, "R")] {
        let decode = DECODE.replace("FEW_STORED", stored);
        let source = format!("constexpr int R = {rows};\n{decode}");
        for arch in ALL {
            let module = module(&source, arch);
            for (few, length) in [(40, 200), (0, 200), (-1_i32, 200), (16, 200), (40, 0), (0, 0)] {
                let buffer = |seed| random(Scalar::F16, 64 * 256, seed);
                let numbers = [length, u64::from(few as u32)].map(Arg::Number);
                let mut args = vec![buffer(1), buffer(2), buffer(3), zeros(Scalar::F32, 64 * 64)];
                args.extend(numbers);
                check(&module, arch, [1, 1, 1], &args, EXACT);
            }
        }
    }
}
