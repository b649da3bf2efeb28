//! Products whose operands are cast to f32 first, the ways that people write them: those of formats that tensor cores multiply
//! become products of these formats, fed by a pipeline, and the emulator computes what the interpreter does.

use backend_ptx::Options;
use backend_ptx::target::Target;
use ir::{Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check, random, zeros};
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";

/// A product of `A` and `B`, each computed from `x` or `y`, what its view gives.
struct Form {
    name: &'static str,
    elems: [(&'static str, Scalar); 2],
    tiles: [&'static str; 2],
    /// Whether tensor cores have a product of the same terms.
    narrowed: bool,
}

const HALF: (&str, Scalar) = ("__half", Scalar::F16);
const BF16: (&str, Scalar) = ("__nv_bfloat16", Scalar::BF16);
const E4M3: (&str, Scalar) = ("__nv_fp8_e4m3", Scalar::F8E4M3FN);
const INT8: (&str, Scalar) = ("signed char", Scalar::I8);
const UINT8: (&str, Scalar) = ("unsigned char", Scalar::I8);
const INT16: (&str, Scalar) = ("short", Scalar::I16);
const E5M2: (&str, Scalar) = ("__nv_fp8_e5m2", Scalar::F8E5M2);
const FLOAT: (&str, Scalar) = ("float", Scalar::F32);

const CAST: [&str; 2] = ["ct::element_cast<float>(x)", "ct::element_cast<float>(y)"];

const FORMS: &[Form] = &[
    Form { name: "f16", elems: [HALF, HALF], tiles: CAST, narrowed: true },
    Form { name: "bf16", elems: [BF16, BF16], tiles: CAST, narrowed: true },
    Form { name: "int8 by bf16", elems: [INT8, BF16], tiles: CAST, narrowed: true },
    Form { name: "unsigned int8 by bf16", elems: [UINT8, BF16], tiles: CAST, narrowed: true },
    Form { name: "e5m2 by bf16", elems: [E5M2, BF16], tiles: CAST, narrowed: true },
    Form { name: "int16 by f16", elems: [INT16, HALF], tiles: CAST, narrowed: false },
    Form { name: "int16 by bf16", elems: [INT16, BF16], tiles: CAST, narrowed: false },
    Form { name: "e4m3 by f16", elems: [E4M3, HALF], tiles: CAST, narrowed: true },
    Form {
        name: "transposed twice behind the cast",
        elems: [HALF, HALF],
        tiles: [
            "ct::permute(ct::permute(ct::element_cast<float>(x), ct::dimension_map<1, 0>{}), ct::dimension_map<1, 0>{})",
            "ct::element_cast<float>(y)",
        ],
        narrowed: true,
    },
    Form {
        name: "reshaped behind the cast",
        elems: [BF16, BF16],
        tiles: [
            "ct::reshape(ct::element_cast<float>(x), ct::shape<64, 64>{})",
            "ct::reshape(ct::reshape(ct::element_cast<float>(y), ct::shape<1, 64, 64>{}), ct::shape<64, 64>{})",
        ],
        narrowed: true,
    },
    Form {
        name: "masked behind the cast",
        elems: [HALF, HALF],
        tiles: [
            "ct::select(ct::broadcast(rows, ct::shape<64, 64>{}) < 40, ct::element_cast<float>(x), \
             ct::zeros<ct::tile<float, ct::shape<64, 64>>>())",
            CAST[1],
        ],
        narrowed: true,
    },
    Form {
        name: "a matrix of ones",
        elems: [HALF, HALF],
        tiles: ["ct::full<ct::tile<float, ct::shape<64, 64>>>(1.0f)", CAST[1]],
        narrowed: true,
    },
    Form {
        name: "a number that f16 and bf16 lack",
        elems: [HALF, HALF],
        tiles: ["ct::full<ct::tile<float, ct::shape<64, 64>>>(1.00048828125f)", CAST[1]],
        narrowed: false,
    },
    Form { name: "f16 by bf16", elems: [HALF, BF16], tiles: CAST, narrowed: false },
    Form { name: "f32", elems: [HALF, FLOAT], tiles: [CAST[0], "y"], narrowed: false },
    Form {
        name: "scaled in f32",
        elems: [HALF, HALF],
        tiles: ["ct::element_cast<float>(x) * 0.5f", CAST[1]],
        narrowed: false,
    },
];

fn source(form: &Form) -> String {
    let [(ta, _), (tb, _)] = form.elems;
    let [a, b] = form.tiles;
    format!(
        r#"
__tile_global__ void gemm(const {ta}* __restrict__ a, const {tb}* __restrict__ b, float* __restrict__ c,
                          int m, int n, int k) {{
    auto [bx, by, bz] = ct::bid();
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    auto rows = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<64, 1>{{}});
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {{
        auto x = va.load_masked(bx, step);
        auto y = vb.load_masked(step, by);
        sum = ct::mma({a}, {b}, sum);
    }}
    vc.store_masked(sum, bx, by);
}}
"#
    )
}

/// Whether a pipeline feeds the product.
fn is_fed(module: &Module) -> bool {
    let target = Target::named(ARCH).expect("a known target");
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    scheduled.schedules.values().any(|schedule| schedule.pipeline.is_some())
}

#[test]
fn products_of_widened_operands_reach_tensor_cores() {
    let mut wrong = Vec::new();
    for form in FORMS {
        let module = module(&source(form), ARCH);
        if is_fed(&module) != form.narrowed {
            wrong.push(form.name);
            continue;
        }
        for (m, n, k) in [(72, 64, 80), (33, 35, 67)] {
            let sizes = [m * k, k * n].map(|size: u64| size as usize);
            let mut args = vec![
                random(form.elems[0].1, sizes[0], 1),
                random(form.elems[1].1, sizes[1], 2),
                zeros(Scalar::F32, (m * n) as usize),
            ];
            args.extend([m, n, k].map(Arg::Number));
            let grid = [m.div_ceil(64), n.div_ceil(64), 1].map(|it| it as u32);
            for arch in [ARCH, "sm_80"] {
                check(&module, arch, grid, &args, EXACT);
            }
        }
    }
    assert!(wrong.is_empty(), "fed, or not, against what is expected: {wrong:?}");
}
