//! Operands that a branch chooses, the ways that users write them: where both sides load a tile of one tensor, one load behind
//! the branch brings it through a pipeline, and the emulator computes what the interpreter does. Branches that only look like it
//! stay, and compute the same too.

use backend_ptx::report::OperandSource;
use ir::Scalar;
use tilec_tests::differential::{Arg, check_each_pass, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];

/// One way to write the steps of the loop.
struct Form {
    name: &'static str,
    step: &'static str,
    /// Whether TMA brings both operands.
    is_fed: bool,
}

const FORMS: &[Form] = &[
    Form {
        name: "without a mask inside",
        step: "
        bool whole = (x + 1) * 64 <= m && (y + 1) * 64 <= n && (step + 1) * 64 <= k;
        auto p = whole ? va.load(x, step) : va.load_masked(x, step);
        auto q = whole ? vb.load(step, y) : vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);",
        is_fed: true,
    },
    Form {
        name: "another tile of the same tensor",
        step: "
        auto p = (step & 1) == 0 ? va.load_masked(x, step) : va.load_masked(0, step * step % 2);
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: false,
    },
    Form {
        name: "the next tile of the same tensor",
        step: "
        auto p = x == 0 ? va.load_masked(x, step) : va.load_masked(x - 1, step);
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: true,
    },
    Form {
        name: "another padding",
        step: "
        auto p = x == 0 ? va.load_masked(x, step) : va.load_masked(ct::view_padding_negative_zero_t{}, x, step);
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: false,
    },
    Form {
        name: "a tile of another tensor",
        step: "
        auto p = x == 0 ? va.load_masked(x, step) : ve.load_masked(x, step);
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: false,
    },
    Form {
        name: "a load on one side",
        step: "
        auto p = step != 1 ? va.load_masked(x, step) : ct::zeros<ct::tile<__half, ct::shape<64, 64>>>();
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: false,
    },
    Form {
        name: "negative on one side",
        step: "
        auto p = step == 1 ? va.load_masked(x, step) : -va.load_masked(x, step);
        acc = ct::mma(p, vb.load_masked(step, y), acc);",
        is_fed: false,
    },
];

fn source(form: &Form) -> String {
    let step = form.step;
    format!(
        r"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, const __half* __restrict__ e,
                          float* __restrict__ c, int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view ve{{ct::tensor_span{{e, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    int x = static_cast<int>(ct::bid().x), y = static_cast<int>(ct::bid().y);
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step) {{{step}
    }}
    vc.store_masked(acc, x, y);
}}
"
    )
}

#[test]
fn tiles_that_both_sides_load_are_loaded_behind_the_branch() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        let found = operand_sources(&module, ARCH);
        assert_eq!(found == [[OperandSource::Tma; 2]], form.is_fed, "{}: {found:?}", form.name);
        // Whole tiles and edges, and rows that TMA does not copy.
        for (m, n, k) in [(136_usize, 72_usize, 184_usize), (65, 35, 63)] {
            let mut args = vec![random(Scalar::F16, m * k, 1), random(Scalar::F16, k * n, 2)];
            args.extend([random(Scalar::F16, m * k, 3), zeros(Scalar::F32, m * n)]);
            args.extend([m, n, k].map(|size| Arg::Number(size as u64)));
            let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
            check_each_pass(&module, form.name, &TARGETS, grid, &args);
        }
    }
}
