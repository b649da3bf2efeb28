//! Products whose operands the loop loads for its next iteration, the ways that users rotate loops by hand: the iteration
//! that multiplies loads them, so that a pipeline brings them, and the emulator computes what the interpreter does. Loops
//! that only look like it stay as they are, and compute the same too.

use backend_ptx::report::OperandSource;
use ir::Scalar;
use tilec_tests::differential::{Arg, EXACT, check, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";

/// One way to write the loop.
struct Form {
    name: &'static str,
    /// The statements before the loop, the loop, and the statements behind it.
    steps: &'static str,
    /// Where the operands of each product come from, in program order.
    sources: &'static [[OperandSource; 2]],
}

const TMA: [OperandSource; 2] = [OperandSource::Tma; 2];
/// A is carried.
const CARRIED: [OperandSource; 2] = [OperandSource::Registers, OperandSource::Tma];

const FORMS: &[Form] = &[
    Form {
        name: "a product behind the loop",
        steps: r#"
    auto p = va.load_masked(x, 0);
    auto q = vb.load_masked(0, y);
    for (int step = 1; step < steps; ++step) {
        auto next_p = va.load_masked(x, step);
        auto next_q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        p = next_p;
        q = next_q;
    }
    acc = ct::mma(p, q, acc);"#,
        sources: &[TMA, TMA],
    },
    Form {
        name: "loaded if there is a next step",
        steps: r#"
    auto p = va.load_masked(x, 0);
    auto q = vb.load_masked(0, y);
    for (int step = 0; step < steps; ++step) {
        acc = ct::mma(p, q, acc);
        if (step + 1 < steps) {
            p = va.load_masked(x, step + 1);
            q = vb.load_masked(step + 1, y);
        }
    }"#,
        sources: &[TMA],
    },
    Form {
        name: "one operand, loaded if there is a next step",
        steps: r#"
    auto p = va.load_masked(x, 0);
    for (int step = 0; step < steps; ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        if (step + 1 < steps) p = va.load_masked(x, step + 1);
    }"#,
        sources: &[TMA],
    },
    Form {
        name: "a first step that is another",
        steps: r#"
    auto p = va.load_masked(x, steps - 1);
    for (int step = 0; step < steps; ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        if (step + 1 < steps) p = va.load_masked(x, step + 1);
    }"#,
        sources: &[CARRIED],
    },
    Form {
        name: "a first tile of other rows",
        steps: r#"
    auto p = va.load_masked(0, 0);
    for (int step = 0; step < steps; ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        if (step + 1 < steps) p = va.load_masked(x, step + 1);
    }"#,
        sources: &[CARRIED],
    },
    Form {
        name: "an iteration that ends in front of the load",
        steps: r#"
    auto p = va.load_masked(x, 0);
    for (int step = 0; step < steps; ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        if (step % 2 == 1 || step + 1 == steps) continue;
        p = va.load_masked(x, step + 1);
    }"#,
        sources: &[CARRIED],
    },
    Form {
        name: "loaded in each second step",
        steps: r#"
    auto p = va.load_masked(x, 0);
    for (int step = 0; step < steps; ++step) {
        auto q = vb.load_masked(step, y);
        acc = ct::mma(p, q, acc);
        if (step % 2 == 0 && step + 1 < steps) p = va.load_masked(x, step + 1);
    }"#,
        sources: &[CARRIED],
    },
];

fn source(form: &Form) -> String {
    let steps = form.steps;
    format!(
        r#"
__tile_global__ void gemm(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                          int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    auto [x, y, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    int steps = ct::ceildiv(k, 64);{steps}
    vc.store_masked(acc, x, y);
}}
"#
    )
}

#[test]
fn operands_are_loaded_where_they_are_multiplied() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        assert_eq!(operand_sources(&module, ARCH), form.sources, "{}", form.name);
        // One step, none beside the first, more than stages, edges, and rows that TMA does not copy.
        for (m, n, k) in [(64_u64, 72_u64, 56_u64), (72, 64, 128), (136, 72, 584), (33, 35, 67)] {
            let sizes = [m * k, k * n].map(|size| size as usize);
            let mut args = vec![
                random(Scalar::F16, sizes[0], 1),
                random(Scalar::F16, sizes[1], 2),
                zeros(Scalar::F32, (m * n) as usize),
            ];
            args.extend([m, n, k].map(Arg::Number));
            let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
            check(&module, ARCH, grid, &args, EXACT);
        }
    }
}
