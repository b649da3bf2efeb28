//! Products in parts along K, the ways that users write them: parts that follow each other are multiplied at once, so that a
//! pipeline brings the whole operands, and the emulator computes what the interpreter does. Products that only look like it
//! stay in parts, and compute the same too.

use backend_ptx::report::OperandSource;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, check_each_pass, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];

/// One way to write the steps of the loop.
struct Form {
    name: &'static str,
    /// What stands in the loop.
    step: &'static str,
    /// Products of a step, and where their operands come from if that is from shared memory to which TMA copies.
    products: usize,
    is_fed: bool,
}

const fn one_product(name: &'static str, step: &'static str) -> Form {
    Form { name, step, products: 1, is_fed: true }
}

const fn in_parts(name: &'static str, step: &'static str, products: usize) -> Form {
    Form { name, step, products, is_fed: false }
}

const FORMS: &[Form] = &[
    one_product(
        "four parts of both tiles",
        r#"
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
#pragma unroll
        for (int part = 0; part < 4; ++part)
            acc = ct::mma(ct::extract(p, ct::shape<64, 16>{}, 0, part), ct::extract(q, ct::shape<16, 64>{}, part, 0), acc);"#,
    ),
    one_product(
        "parts of a tile, and tiles of a quarter",
        r#"
        auto p = va.load_masked(x, step);
#pragma unroll
        for (int part = 0; part < 4; ++part)
            acc = ct::mma(ct::extract(p, ct::shape<64, 16>{}, 0, part), vb16.load_masked(4 * step + part, y), acc);"#,
    ),
    one_product(
        "halves of A joined by cat",
        r#"
        auto p = ct::cat<1>(va32.load_masked(x, 2 * step), va32.load_masked(x, 2 * step + 1));
        acc = ct::mma(p, vb.load_masked(step, y), acc);"#,
    ),
    one_product(
        "halves of B joined by cat",
        r#"
        auto q = ct::cat<0>(vb32.load_masked(2 * step, y), vb32.load_masked(2 * step + 1, y));
        acc = ct::mma(va.load_masked(x, step), q, acc);"#,
    ),
    one_product(
        "quarters joined by cat",
        r#"
        auto q = ct::cat<0>(ct::cat<0>(vb16.load_masked(4 * step, y), vb16.load_masked(4 * step + 1, y)),
                            ct::cat<0>(vb16.load_masked(4 * step + 2, y), vb16.load_masked(4 * step + 3, y)));
        acc = ct::mma(va.load_masked(x, step), q, acc);"#,
    ),
    one_product(
        "transposed parts",
        r#"
        auto p = va.load_masked(x, step);
        auto q = ct::permute(vb.load_masked(step, y), ct::dimension_map<1, 0>{});
#pragma unroll
        for (int part = 0; part < 2; ++part)
            acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, part),
                          ct::permute(ct::extract(q, ct::shape<64, 32>{}, 0, part), ct::dimension_map<1, 0>{}), acc);"#,
    ),
    one_product(
        "a second half of A where there is one",
        r#"
        auto low = va32.load_masked(x, 2 * step);
        auto high = 2 * step + 1 < ct::ceildiv(k, 32) ? va32.load_masked(x, 2 * step + 1)
                                                      : ct::zeros<ct::tile<__half, ct::shape<64, 32>>>();
        acc = ct::mma(ct::cat<1>(low, high), vb.load_masked(step, y), acc);"#,
    ),
    one_product(
        "a second half of B where there is one",
        r#"
        auto low = vb32.load_masked(2 * step, y);
        auto high = 2 * step + 1 < ct::ceildiv(k, 32) ? vb32.load_masked(2 * step + 1, y)
                                                      : ct::zeros<ct::tile<__half, ct::shape<32, 64>>>();
        acc = ct::mma(va.load_masked(x, step), ct::cat<0>(low, high), acc);"#,
    ),
    in_parts(
        "a second half that is left out where there is one",
        r#"
        auto low = va32.load_masked(x, 2 * step);
        auto high = 2 * step + 1 < ct::ceildiv(k, 64) ? va32.load_masked(x, 2 * step + 1)
                                                      : ct::zeros<ct::tile<__half, ct::shape<64, 32>>>();
        acc = ct::mma(ct::cat<1>(low, high), vb.load_masked(step, y), acc);"#,
        1,
    ),
    in_parts(
        "a second half of the columns that there are rows of",
        r#"
        auto low = va32.load_masked(x, 2 * step);
        auto high = 2 * step + 1 < ct::ceildiv(m, 32) ? va32.load_masked(x, 2 * step + 1)
                                                      : ct::zeros<ct::tile<__half, ct::shape<64, 32>>>();
        acc = ct::mma(ct::cat<1>(low, high), vb.load_masked(step, y), acc);"#,
        1,
    ),
    in_parts(
        "ones where there is no second half",
        r#"
        auto low = va32.load_masked(x, 2 * step);
        auto high = 2 * step + 1 < ct::ceildiv(k, 32) ? va32.load_masked(x, 2 * step + 1)
                                                      : ct::ones<ct::tile<__half, ct::shape<64, 32>>>();
        acc = ct::mma(ct::cat<1>(low, high), vb.load_masked(step, y), acc);"#,
        1,
    ),
    in_parts(
        "parts in another order",
        r#"
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 1), ct::extract(q, ct::shape<32, 64>{}, 1, 0), acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 0), ct::extract(q, ct::shape<32, 64>{}, 0, 0), acc);"#,
        2,
    ),
    in_parts(
        "parts that do not belong together",
        r#"
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 0), ct::extract(q, ct::shape<32, 64>{}, 1, 0), acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 1), ct::extract(q, ct::shape<32, 64>{}, 0, 0), acc);"#,
        2,
    ),
    in_parts(
        "a sum that is used between",
        r#"
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 0), ct::extract(q, ct::shape<32, 64>{}, 0, 0), acc);
        acc = ct::select(acc > 20.0f, acc * 0.5f, acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 1), ct::extract(q, ct::shape<32, 64>{}, 1, 0), acc);"#,
        2,
    ),
    in_parts(
        "the second and the third quarter",
        r#"
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
        acc = ct::mma(ct::extract(p, ct::shape<64, 16>{}, 0, 1), ct::extract(q, ct::shape<16, 64>{}, 1, 0), acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 16>{}, 0, 2), ct::extract(q, ct::shape<16, 64>{}, 2, 0), acc);"#,
        2,
    ),
    in_parts(
        "halves of A joined the other way around",
        r#"
        auto p = ct::cat<1>(va32.load_masked(x, 2 * step + 1), va32.load_masked(x, 2 * step));
        acc = ct::mma(p, vb.load_masked(step, y), acc);"#,
        1,
    ),
    in_parts(
        "halves of other rows",
        r#"
        auto p = ct::cat<1>(va32.load_masked(x, 2 * step), va32.load_masked(0, 2 * step + 1));
        acc = ct::mma(p, vb.load_masked(step, y), acc);"#,
        1,
    ),
];

/// Tiles that are carried, and change places in each step.
const SWAPPED: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto p = va.load_masked(x, 0);
    auto other = va.load_masked(0, 0);
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 0), ct::extract(q, ct::shape<32, 64>{}, 0, 0), acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 1), ct::extract(q, ct::shape<32, 64>{}, 1, 0), acc);
        auto last = p;
        p = other;
        other = last;
    }
    vc.store_masked(acc, x, y);
}
"#;

/// A part that is loaded in one step and multiplied in the next.
const SHIFTED: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<64, 64>{}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto p = va.load_masked(x, 0);
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {
        auto next = va.load_masked(x, 2 * step + 1);
        acc = ct::mma(ct::cat<1>(p, next), vb.load_masked(step, y), acc);
        p = next;
    }
    vc.store_masked(acc, x, y);
}
"#;

fn source(form: &Form) -> String {
    let step = form.step;
    format!(
        r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k) {{
    ct::tensor_span ta{{a, ct::extents{{m, k}}}};
    ct::tensor_span tb{{b, ct::extents{{k, n}}}};
    ct::partition_view va{{ta, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view va32{{ta, ct::shape<64, 32>{{}}}};
    ct::partition_view vb{{tb, ct::shape<64, 64>{{}}}};
    ct::partition_view vb32{{tb, ct::shape<32, 64>{{}}}};
    ct::partition_view vb16{{tb, ct::shape<16, 64>{{}}}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {{{step}
    }}
    vc.store_masked(acc, x, y);
}}
"#
    )
}

fn args(m: u64, n: u64, k: u64) -> Vec<Arg> {
    let sizes = [m * k, k * n].map(|size| size as usize);
    let mut args = vec![
        random(Scalar::F16, sizes[0], 1),
        random(Scalar::F16, sizes[1], 2),
        zeros(Scalar::F32, (m * n) as usize),
    ];
    args.extend([m, n, k].map(Arg::Number));
    args
}

/// That a kernel computes the same by all means: tile IR behind each pass in the interpreter, and PTX in the emulator.
fn agrees(module: &Module, name: &str) {
    // Whole tiles, edges whose last parts are short, and rows that TMA does not copy.
    for (m, n, k) in [(72_u64, 64_u64, 184_u64), (33, 35, 63)] {
        let args = args(m, n, k);
        let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
        check_each_pass(module, name, &TARGETS, grid, &args);
    }
}

#[test]
fn parts_that_follow_each_other_are_multiplied_at_once() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        let found = operand_sources(&module, ARCH);
        assert_eq!(found.len(), form.products, "{}: {found:?}", form.name);
        let is_fed = found.iter().all(|it| *it == [OperandSource::Tma; 2]);
        assert_eq!(is_fed, form.is_fed, "{}: {found:?}", form.name);
        agrees(&module, form.name);
    }
}

#[test]
fn parts_of_carried_tiles_are_those_of_their_iteration() {
    for (name, source) in [("swapped", SWAPPED), ("shifted", SHIFTED)] {
        agrees(&module(source, ARCH), name);
    }
}
