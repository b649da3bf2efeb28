//! Kernels of products of tensors without elements: one extent of one tensor is 0, and the loop and the grid go on as if it were
//! not.
//!
//! In: a form, a tile, storage orders. Out: a kernel and its arguments. Masked loads of such a tensor give padding, and masked
//! stores to it do nothing.

use ir::Scalar;

use crate::agreement::NamedLaunch;
use crate::differential::{Arg, random, zeros};
use crate::exits::Program;
use crate::products::HALF;

/// Two ways to multiply that TMA feeds.
const BY_TMA: [&str; 2] = ["sm_90a", "sm_100a"];
pub const ALL: [&str; 3] = ["sm_90a", "sm_100a", "sm_80"];

/// The extents of A, B, the tile that is added behind the loop, and C, which a launch gives one by one.
pub const EXTENTS: usize = 8;

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

/// A way to write products of tensors of which one has no elements.
pub struct EmptyForm {
    pub name: &'static str,
    source: &'static str,
    /// Texts of the source, and those in their place.
    changes: &'static [(&'static str, &'static str)],
    /// The usual extents: none of them is a multiple of a tile.
    pub extents: [u64; EXTENTS],
    /// The tile blocks of a launch along both axes.
    blocks: u32,
    pub targets: &'static [&'static str],
}

/// Accesses to tiles of views that are outside of their tensors are undefined, so one tile block accesses views, and TMA brings
/// what it loads behind the first step. Masks of pointers may hold nowhere.
pub const FORMS: [EmptyForm; 5] = [
    EmptyForm {
        name: "views",
        source: VIEWS,
        changes: &[],
        extents: [56, 112, 112, 48, 56, 48, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    EmptyForm {
        name: "batches",
        source: BATCHED,
        changes: &[],
        extents: [2, 112, 2, 48, 56, 112, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    EmptyForm {
        name: "replaced",
        source: REPLACED,
        changes: &[],
        extents: [56, 112, 112, 48, 0, 0, 56, 48],
        blocks: 1,
        targets: &BY_TMA,
    },
    EmptyForm {
        name: "pointers",
        source: POINTERS,
        changes: &[],
        extents: [104, 112, 112, 112, 104, 112, 104, 112],
        blocks: 3,
        targets: &ALL,
    },
    EmptyForm {
        name: "constant bounds",
        source: POINTERS,
        changes: &CONSTANT_BOUNDS,
        extents: [0; EXTENTS],
        blocks: 3,
        targets: &ALL,
    },
];

/// Two tile blocks in a CTA, one in a CTA, one of several warpgroups.
pub const TILES: [(u64, u64); 3] = [(64, 64), (64, 32), (128, 256)];
pub const ORDERS: [(&str, &str); 3] =
    [("rows", "rows"), ("columns", "columns"), ("rows", "columns")];

/// Elements of each buffer: enough for every form.
const ELEMENTS_OF_BUFFER: usize = 4 * 128 * 128;

/// What a kernel is launched on.
pub fn args(form: &EmptyForm, element: Scalar, extents: [u64; EXTENTS]) -> Vec<Arg> {
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
pub fn with_an_empty_one(extents: [u64; EXTENTS]) -> Vec<[u64; EXTENTS]> {
    let one = |at: usize| {
        let mut changed = extents;
        changed[at] = 0;
        changed
    };
    (0..EXTENTS).map(one).chain([extents, [0; EXTENTS]]).collect()
}

impl EmptyForm {
    /// The kernel behind the prelude of products.
    ///
    /// # Panics
    ///
    /// If a text that is to change is not in the source.
    pub fn source(&self, element: &str, (bm, bn): (u64, u64), (a, b): (&str, &str)) -> String {
        let mut source = self.source.replace("ORDER_A", a).replace("ORDER_B", b);
        for (from, to) in self.changes {
            assert!(source.contains(from), "{from}");
            source = source.replace(from, to);
        }
        format!("using T = {element};\nconstexpr int BM = {bm}, BN = {bn};\n{source}")
    }

    /// The tile blocks of a launch.
    pub fn grid(&self, (bm, _): (u64, u64)) -> [u32; 3] {
        let blocks = self.blocks.min((256 / bm) as u32);
        [blocks, blocks, 1]
    }
}

/// The kernels of all forms and tiles, launched on each choice of extents that are 0.
pub fn all() -> Vec<NamedLaunch> {
    let mut all = Vec::new();
    for form in &FORMS {
        // Masks of pointers are defined on every target.
        let targets: &[&str] = if form.targets == ALL { &[] } else { form.targets };
        for tile in TILES {
            if tile != TILES[0] && !matches!(form.name, "views" | "pointers") {
                continue;
            }
            let source = form.source(HALF.0, tile, ORDERS[0]);
            for extents in with_an_empty_one(form.extents) {
                let args = args(form, HALF.1, extents);
                let name = format!("{} {tile:?} {extents:?}", form.name);
                let program = Program { source: source.clone(), args, grid: form.grid(tile) };
                all.push(NamedLaunch { name, program, targets });
            }
        }
    }
    all
}
