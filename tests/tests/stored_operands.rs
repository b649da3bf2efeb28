//! Operands that threads compute and write to shared memory for `wgmma`: the tiles that they are computed from come by
//! bulk tensor copies, the emulator computes what the interpreter does, and it would find a missing fence or barrier.

use backend_ptx::report::OperandSource;
use ir::Scalar;
use tilec_tests::differential::{Arg, Tolerance, check, random, zeros};
use tilec_tests::emulator::FindingKind;
use tilec_tests::fed::operand_sources;
use tilec_tests::products::{module, run_on, text};

const ARCH: &str = "sm_90a";

/// A product of `A` and `B`, each computed from `x` or `y`, what its view gives.
struct Form {
    name: &'static str,
    elems: [(&'static str, Scalar); 2],
    /// The layout of B in memory.
    order_b: &'static str,
    tile: (u64, u64, u64),
    computed: [&'static str; 2],
    sources: [OperandSource; 2],
}

const FLOAT: (&str, Scalar) = ("float", Scalar::F32);
const BF16: (&str, Scalar) = ("__nv_bfloat16", Scalar::BF16);
const INT8: (&str, Scalar) = ("signed char", Scalar::I8);
const BOTH: [OperandSource; 2] = [OperandSource::TmaStored, OperandSource::TmaStored];
const TO_BF16: [&str; 2] =
    ["ct::element_cast<__nv_bfloat16>(x)", "ct::element_cast<__nv_bfloat16>(y)"];

const FORMS: &[Form] = &[
    Form {
        name: "f32 by rows",
        elems: [FLOAT, FLOAT],
        order_b: "rows",
        tile: (128, 64, 64),
        computed: TO_BF16,
        sources: BOTH,
    },
    Form {
        name: "f32, B by columns",
        elems: [FLOAT, FLOAT],
        order_b: "columns",
        tile: (64, 128, 32),
        computed: TO_BF16,
        sources: BOTH,
    },
    Form {
        name: "int8 and bf16 squares",
        elems: [INT8, BF16],
        order_b: "columns",
        tile: (128, 128, 64),
        computed: ["ct::element_cast<__nv_bfloat16>(x)", "y * y"],
        sources: BOTH,
    },
    Form {
        name: "e4m3, which is contiguous along K",
        elems: [FLOAT, FLOAT],
        order_b: "rows",
        tile: (64, 32, 64),
        computed: ["ct::element_cast<__nv_fp8_e4m3>(x)", "ct::element_cast<__nv_fp8_e4m3>(y)"],
        sources: BOTH,
    },
    Form {
        name: "a matrix of ones of eight columns",
        elems: [BF16, BF16],
        order_b: "rows",
        tile: (64, 8, 64),
        computed: ["x", "ct::full<ct::tile<__nv_bfloat16, ct::shape<64, 8>>>(1.0f)"],
        sources: [OperandSource::Tma, OperandSource::Stored],
    },
];

fn source(form: &Form) -> String {
    let [(ta, _), (tb, _)] = form.elems;
    let [a, b] = form.computed;
    let (m, n, k) = form.tile;
    let order = form.order_b;
    format!(
        r#"
__tile_global__ void gemm(const {ta}* __restrict__ a, const {tb}* __restrict__ b, float* __restrict__ c,
                          int m, int n, int k) {{
    auto [bx, by, bz] = ct::bid();
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<{m}, {k}>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}, {order}{{}}}}, ct::shape<{k}, {n}>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<{m}, {n}>{{}}}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<{m}, {n}>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, {k}))) {{
        auto x = va.load_masked(bx, step);
        auto y = vb.load_masked(step, by);
        sum = ct::mma({a}, {b}, sum);
    }}
    vc.store_masked(sum, bx, by);
}}
"#
    )
}

fn args(form: &Form, (m, n, k): (u64, u64, u64)) -> Vec<Arg> {
    let sizes = [m * k, k * n].map(|size| size as usize);
    let mut args = vec![
        random(form.elems[0].1, sizes[0], 1),
        random(form.elems[1].1, sizes[1], 2),
        zeros(Scalar::F32, (m * n) as usize),
    ];
    args.extend([m, n, k].map(Arg::Number));
    args
}

fn grid(form: &Form, (m, n, _): (u64, u64, u64)) -> [u32; 3] {
    [m.div_ceil(form.tile.0), n.div_ceil(form.tile.1), 1].map(|it| it as u32)
}

/// What sums of products may differ by, which are added in another order.
const SUMS: Tolerance = Tolerance { relative: 1e-5, absolute: 1e-3 };

#[test]
fn operands_that_threads_compute_go_through_shared_memory() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        assert_eq!(operand_sources(&module, ARCH), [form.sources], "{}", form.name);
        // One step, steps beyond both buffers and all stages, edges, and rows that TMA cannot describe.
        for sizes in [(72, 64, 16), (136, 72, 720), (33, 35, 67)] {
            check(&module, ARCH, grid(form, sizes), &args(form, sizes), SUMS);
        }
    }
}

/// Both operands of the second product are computed in an iteration, one from the first product.
#[test]
fn a_product_of_a_product_is_stored() {
    let source = r#"
__tile_global__ void k(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64, n}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 64))) {
        auto x = va.load_masked(0, step);
        auto y = vb.load_masked(step, ct::bid().x);
        auto inner = ct::mma(x, y, ct::zeros<ct::tile<float, ct::shape<64, 64>>>());
        acc = ct::mma(x, ct::element_cast<__half>(inner * 0.125f), acc);
    }
    vc.store_masked(acc, 0, ct::bid().x);
}
"#;
    let module = module(source, ARCH);
    let second = [OperandSource::Tma, OperandSource::Stored];
    assert_eq!(operand_sources(&module, ARCH), [[OperandSource::Tma; 2], second]);
    for (n, k) in [(64, 64), (80, 328)] {
        let args = [
            random(Scalar::F16, 64 * k, 1),
            random(Scalar::F16, k * n, 2),
            zeros(Scalar::F32, 64 * n),
            Arg::Number(n as u64),
            Arg::Number(k as u64),
        ];
        let tolerance = Tolerance { relative: 1e-2, absolute: 1e-1 };
        check(&module, ARCH, [n.div_ceil(64) as u32, 1, 1], &args, tolerance);
    }
}

#[test]
fn the_emulator_finds_what_is_left_out() {
    let form = &FORMS[0];
    let sizes = (128, 64, 64 * 9);
    let module = module(&source(form), ARCH);
    let ptx = text(&module, ARCH);
    let name = module.entries.values().next().expect("a kernel").name.clone();
    let run = |text: &str| run_on(&name, text, grid(form, sizes), &args(form, sizes));
    assert!(run(&ptx).findings.is_empty(), "{}", run(&ptx).describe());
    let cases = [
        ("fence.proxy.async.shared::cta", FindingKind::Unfenced),
        ("bar.sync 1", FindingKind::Race),
        ("wgmma.wait_group.sync.aligned 0", FindingKind::Race),
    ];
    for (part, kind) in cases {
        assert!(ptx.contains(part), "no {part}");
        let left_out: String = ptx
            .lines()
            .map(|line| if line.contains(part) { "\n".to_owned() } else { format!("{line}\n") })
            .collect();
        let report = run(&left_out);
        assert!(report.has(kind), "{part}: {}", report.describe());
    }
}
