//! Products whose matrices are found through pointers that depend on the tile block, the ways that people write them:
//! their operands come from TMA, and the emulator computes what the interpreter does, for strides that 16 bytes divide
//! and for others.
//!
//! `fed` is the expectation: whether the offset is a sum of products of a block's number, or what follows from it and
//! cannot be negative, with numbers that are the same for all tile blocks.

use backend_ptx::Options;
use backend_ptx::target::Target;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check, check_on, random, zeros};
use tilec_tests::products::{module, small};

const ARCH: &str = "sm_90a";
/// Batches and heads of a batch.
const BATCHES: u64 = 2;
const HEADS: u64 = 2;

/// Rows of multiples of 16 bytes, and odd rows, which TMA does not copy.
const SIZES: [(u64, u64, u64); 2] = [(72, 64, 72), (33, 35, 67)];

/// One way to find the matrices of a tile block. Parameters are `a`, `b`, `c`, `heads`, `m`, `n`, `k` and `table`.
struct Form {
    name: &'static str,
    /// What comes before the views.
    setup: &'static str,
    /// The pointers of A, B and C.
    pointers: [&'static str; 3],
    fed: bool,
}

const fn form(
    name: &'static str,
    setup: &'static str,
    pointers: [&'static str; 3],
    fed: bool,
) -> Form {
    Form { name, setup, pointers, fed }
}

const FORMS: &[Form] = &[
    form("int", "int at = z;", ["a + at * m * k", "b + at * k * n", "c + at * m * n"], true),
    form(
        "long long",
        "long long at = z;",
        ["a + at * m * k", "b + at * k * n", "c + at * m * n"],
        true,
    ),
    form(
        "size_t",
        "unsigned long at = z;",
        [
            "a + at * (unsigned long)m * (unsigned long)k",
            "b + at * (unsigned long)k * (unsigned long)n",
            "c + at * (unsigned long)m * (unsigned long)n",
        ],
        true,
    ),
    form(
        "a stride computed first",
        "long sa = (long)m * k, sb = (long)k * n, sc = (long)m * n;",
        ["a + sa * (long)z", "b + (long)z * sb", "c + z * sc"],
        true,
    ),
    form(
        "two offsets",
        "long batch = z / heads, head = z % heads;",
        [
            "a + batch * heads * m * k + head * m * k",
            "b + (batch * heads * k * n + head * k * n)",
            "c + (batch * heads + head) * m * n",
        ],
        true,
    ),
    form(
        "the number of a head in a batch",
        "int batch = z / heads, head = z % heads; int at = batch * heads + head;",
        ["a + (long)at * (m * k)", "b + (long)at * (k * n)", "c + (long)at * (m * n)"],
        true,
    ),
    form(
        "an index advanced twice",
        "auto pa = a + (z / heads) * heads * m * k; pa += (z % heads) * m * k;",
        ["pa", "&b[(long)z * k * n]", "c + z * m * n"],
        true,
    ),
    form(
        "rows of the tile block",
        "",
        ["a + (z * m) * k", "b + z * k * n", "c + z * (m * n)"],
        true,
    ),
    form(
        "a shared matrix",
        "int group = z / heads;",
        ["a + z * m * k", "b + group * k * n", "c + z * m * n"],
        true,
    ),
    // The number may be negative as far as the compiler knows: maps are replaced.
    form(
        "a table",
        "int at = table[z];",
        ["a + at * m * k", "b + at * k * n", "c + z * m * n"],
        true,
    ),
    // Threads load A, and TMA B.
    form(
        "from behind",
        "int at = z;",
        ["a + (3 * m * k - at * m * k)", "b + at * k * n", "c + at * m * n"],
        true,
    ),
    form(
        "a negative divisor",
        "int at = z / -heads;",
        ["a + (3 + at) * m * k", "b + 2 * k * n + (long)at * k * n", "c + z * m * n"],
        true,
    ),
];

/// A product of matrices of which there is one for each `z`.
fn source(form: &Form) -> String {
    let [a, b, c] = form.pointers;
    format!(
        r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          const int* __restrict__ table, int heads, int m, int n, int k) {{
    auto [x, y, zz] = ct::bid();
    int z = static_cast<int>(zz);
    {setup}
    ct::partition_view va{{ct::tensor_span{{{a}, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{{b}, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{{c}, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
    vc.store_masked(sum, x, y);
}}
"#,
        setup = form.setup
    )
}

/// Whether a pipeline feeds the product.
fn is_fed(module: &Module) -> bool {
    let target = Target::named(ARCH).expect("a known target");
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    scheduled.schedules.values().any(|schedule| schedule.pipeline.is_some())
}

fn args((m, n, k): (u64, u64, u64)) -> Vec<Arg> {
    let count = BATCHES * HEADS;
    let table = (0..count).map(|z| (z * 5 + 1) % count).collect();
    let sizes = [m * k, k * n, m * n].map(|size| (size * count) as usize);
    let mut args = vec![
        random(Scalar::F16, sizes[0], 1),
        random(Scalar::F16, sizes[1], 2),
        zeros(Scalar::F32, sizes[2]),
        Arg::Buffer(Scalar::I32, table),
    ];
    args.extend([HEADS, m, n, k].map(Arg::Number));
    args
}

/// Matrices of a batch as one tensor, with tile blocks for matrices that the batch lacks.
const MISSING: &str = r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c,
                          int count, int m, int n, int k) {
    auto [x, y, z] = ct::bid();
    ct::partition_view va{ct::tensor_span{a, ct::extents{count, m, k}}, ct::shape<1, 64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, 64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{count + 1, m, n}}, ct::shape<1, 64, 64>{}};
    auto sum = ct::full<ct::tile<float, ct::shape<1, 64, 64>>>(1.0f);
    for (int step : ct::irange(0, ct::ceildiv(k, 64)))
        sum = ct::mma(va.load_masked(z, x, step), vb.load_masked(z, step, y), sum);
    vc.store_masked(sum, z, x, y);
}
"#;

#[test]
fn matrices_outside_of_a_batch_are_zero() {
    let module = module(MISSING, ARCH);
    assert!(is_fed(&module));
    for (m, n, k) in [(64, 64, 72), (33, 35, 67)] {
        let sizes = [m * k, k * n].map(|size| size as usize);
        let mut args = vec![
            random(Scalar::F16, sizes[0], 1),
            random(Scalar::F16, sizes[1], 2),
            zeros(Scalar::F32, (2 * m * n) as usize),
        ];
        args.extend([1, m, n, k].map(Arg::Number));
        check(&module, ARCH, [1, 1, 2], &args, EXACT);
    }
}

/// On `tcgen05`, where the operands of other forms of these products come from TMA.
#[test]
fn offsets_of_blocks_are_right_in_tensor_memory() {
    for form in FORMS.iter().step_by(3) {
        let module = module(&source(form), "sm_100a");
        for (m, n, k) in SIZES {
            let grid = [m.div_ceil(64), n.div_ceil(64), BATCHES * HEADS];
            check(&module, "sm_100a", grid.map(|it| it as u32), &args((m, n, k)), EXACT);
        }
    }
}

#[test]
fn offsets_of_blocks_are_dimensions() {
    let mut wrong = Vec::new();
    for form in FORMS {
        let module = module(&source(form), ARCH);
        if is_fed(&module) != form.fed {
            wrong.push(form.name);
            continue;
        }
        for (m, n, k) in SIZES {
            let grid = [m.div_ceil(64), n.div_ceil(64), BATCHES * HEADS];
            let (grid, args) = (grid.map(|it| it as u32), args((m, n, k)));
            check(&module, ARCH, grid, &args, EXACT);
            // A CTA computes tile blocks of several matrices.
            check_on(&module, small(ARCH), &Options::default(), grid, &args, EXACT);
        }
    }
    assert!(wrong.is_empty(), "fed, or not, against what is expected: {wrong:?}");
}
