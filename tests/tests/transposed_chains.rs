//! Chained products that users write with keys as rows and queries as columns: they become the transposed ones, whose computed
//! operand stays in registers, and the emulator computes what the interpreter does. So it does where that is not possible.

use backend_ptx::Options;
use backend_ptx::passes::PASSES;
use backend_ptx::report::OperandSource;
use backend_ptx::target::Target;
use ir::Scalar;
use tilec_tests::differential::{Arg, Tolerance, check, random, zeros};
use tilec_tests::fed::operand_sources;
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";
const TOLERANCE: Tolerance = Tolerance { relative: 2e-2, absolute: 2e-2 };
/// Of queries and keys.
const LENGTH: usize = 136;

/// One way to go on with the scores `s`, keys by queries: statements in the loop, and behind it the result, columns by queries.
struct Form {
    name: &'static str,
    scores: &'static str,
    result: &'static str,
    is_transposed: bool,
}

const fn form(name: &'static str, scores: &'static str, result: &'static str) -> Form {
    Form { name, scores, result, is_transposed: true }
}

const FORMS: &[Form] = &[
    form(
        "running maxima and sums",
        "s = ct::select(step * N + key < length, s, ct::full<S>(-1e30f));
         auto next = ct::max(most, ct::reduce_max<0>(s));
         s = ct::exp(s - next);
         auto alpha = ct::exp(most - next);
         sum = sum * alpha + ct::sum<0>(s);
         most = next;
         acc = acc * alpha;",
        "acc / sum",
    ),
    form("squares", "s = s * s;", "acc"),
    form(
        "a factor of each key and each query",
        "s = s * ct::element_cast<float>(key) - ct::element_cast<float>(query);",
        "acc",
    ),
    form(
        "scores that are kept from the step before",
        "auto now = s; s = s + kept * 0.5f; kept = now;",
        "acc * 2.0f",
    ),
    form("sums along queries that other queries have", "s = s - ct::sum<1>(s) * 0.01f;", "acc"),
    Form {
        name: "steps that are left out",
        scores: "if (step == 1) { kept = s; continue; } s = s + kept;",
        result: "acc",
        is_transposed: false,
    },
];

fn source(form: &Form) -> String {
    let Form { scores, result, .. } = form;
    format!(
        r#"
constexpr int D = 64, M = 128, N = 64;
using T = __nv_bfloat16;
using S = ct::tile<float, ct::shape<N, M>>;
__tile_global__ void kernel(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, float* __restrict__ o,
                            int length) {{
    ct::partition_view vq{{ct::tensor_span{{q, ct::extents{{length, D}}}}, ct::shape<M, D>{{}}}};
    ct::partition_view vk{{ct::tensor_span{{k, ct::extents{{length, D}}}}, ct::shape<N, D>{{}}}};
    ct::partition_view vv{{ct::tensor_span{{v, ct::extents{{length, D}}}}, ct::shape<N, D>{{}}}};
    ct::partition_view vo{{ct::tensor_span{{o, ct::extents{{length, D}}}}, ct::shape<M, D>{{}}}};
    int block = ct::bid().x;
    auto queries = ct::transpose(vq.load_masked(block, 0));
    auto acc = ct::zeros<ct::tile<float, ct::shape<D, M>>>();
    auto kept = ct::zeros<S>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<1, M>>>();
    auto most = ct::full<ct::tile<float, ct::shape<1, M>>>(-1e30f);
    auto key = ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<N, 1>{{}});
    auto query = ct::reshape(ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<1, M>{{}});
    for (int step : ct::irange(0, ct::ceildiv(length, N))) {{
        auto s = ct::mma(vk.load_masked(step, 0), queries, ct::zeros<S>()) * 0.125f;
        {scores}
        acc = ct::mma(ct::transpose(vv.load_masked(step, 0)), ct::element_cast<T>(s), acc);
    }}
    vo.store_masked(ct::transpose({result}), block, 0);
}}
"#
    )
}

fn args() -> Vec<Arg> {
    let matrix = |seed| random(Scalar::BF16, LENGTH * 64, seed);
    let result = zeros(Scalar::F32, LENGTH * 64);
    vec![matrix(1), matrix(2), matrix(3), result, Arg::Number(LENGTH as u64)]
}

#[test]
fn computed_operands_stay_in_registers() {
    assert!(PASSES.iter().any(|pass| pass.name == "transposed_chains"));
    for form in FORMS {
        let module = module(&source(form), ARCH);
        let sources = operand_sources(&module, ARCH);
        let is_stored = sources.iter().flatten().any(|&source| source == OperandSource::Stored);
        assert_eq!(is_stored, !form.is_transposed, "{}: {sources:?}", form.name);
        let grid = [LENGTH.div_ceil(128) as u32, 1, 1];
        check(&module, ARCH, grid, &args(), TOLERANCE);
        let target = Target::named(ARCH).expect("a target");
        let (_, diagnostics) = backend_ptx::compile(&module, target, &Options::default());
        assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", form.name);
    }
}
