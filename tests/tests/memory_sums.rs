//! Sums that a loop keeps in memory: each step loads a tile of C, adds a product and stores it. Where nothing else sees that
//! tile, the sum is in registers while the loop runs, and the emulator computes what the interpreter does. Loops that only
//! look like it stay as they are, and compute the same too.

use backend_ptx::Options;
use backend_ptx::report::{OperandSource, of_module};
use backend_ptx::target::Target;
use ir::{InstData, Module, Scalar};
use tilec_tests::differential::{Arg, behind, check_each_pass, random};
use tilec_tests::products::{module, text};

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];

/// One way to write the loop.
struct Form {
    name: &'static str,
    /// The type of C, and its element.
    element: (&'static str, Scalar),
    /// The loop, and what is behind it.
    steps: &'static str,
    /// Whether the sum is in registers.
    is_kept: bool,
}

const FLOAT: (&str, Scalar) = ("float", Scalar::F32);
const HALF: (&str, Scalar) = ("__half", Scalar::F16);

const fn kept(name: &'static str, steps: &'static str) -> Form {
    Form { name, element: FLOAT, steps, is_kept: true }
}

const fn in_memory(name: &'static str, steps: &'static str) -> Form {
    Form { name, element: FLOAT, steps, is_kept: false }
}

const FORMS: &[Form] = &[
    kept(
        "a product that adds to C",
        r#"
    for (int step = 0; step < steps; ++step)
        vc.store_masked(ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y)), x, y);"#,
    ),
    kept(
        "a product of its own that is added",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto product = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), zero);
        vc.store_masked(vc.load_masked(x, y) + product, x, y);
    }"#,
    ),
    kept(
        "two products a step",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto p = va.load_masked(x, step);
        auto q = vb.load_masked(step, y);
        vc.store_masked(ct::mma(p, q, ct::mma(p, q, vc.load_masked(x, y))), x, y);
    }"#,
    ),
    kept(
        "C is read behind the loop",
        r#"
    for (int step = 0; step < steps; ++step)
        vc.store_masked(ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y)), x, y);
    vc.store_masked(vc.load_masked(x, y) * 2.0f, x, y);"#,
    ),
    kept(
        "C is written before the loop",
        r#"
    vc.store_masked(zero + 3.0f, x, y);
    for (int step = 0; step < steps; ++step)
        vc.store_masked(ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y)), x, y);"#,
    ),
    Form {
        name: "C of f16",
        element: HALF,
        steps: r#"
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::element_cast<float>(vc.load_masked(x, y));
        sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
        vc.store_masked(ct::element_cast<__half>(sum), x, y);
    }"#,
        is_kept: true,
    },
    in_memory(
        "what may be another tile in each step",
        r#"
    for (int step = 0; step < steps; ++step) {
        int column = y + (step & k >> 20);
        vc.store_masked(ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, column)), x, column);
    }"#,
    ),
    in_memory(
        "the tile is read a second time",
        r#"
    auto seen = zero;
    for (int step = 0; step < steps; ++step) {
        vc.store_masked(ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y)), x, y);
        seen = seen + vc.load_masked(x, y);
    }
    vc.store_masked(seen, x, y);"#,
    ),
    in_memory(
        "another tile is written between",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y));
        vc.store_masked(zero, x, y);
        vc.store_masked(sum, x, y);
    }"#,
    ),
    in_memory(
        "an iteration that ends in front of the store",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y));
        if (step % 2 == 1) continue;
        vc.store_masked(sum, x, y);
    }"#,
    ),
    in_memory(
        "a store under a condition",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y));
        if (step % 2 == 0) vc.store_masked(sum, x, y);
    }"#,
    ),
    in_memory(
        "a loop that ends before the store",
        r#"
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y));
        if (step == 1) break;
        vc.store_masked(sum, x, y);
    }"#,
    ),
    in_memory(
        "the padding is added up",
        r#"
    auto rows = ct::zeros<ct::tile<float, ct::shape<64, 1>>>();
    for (int step = 0; step < steps; ++step) {
        auto sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), vc.load_masked(x, y));
        rows = rows + ct::sum<1>(sum);
        vc.store_masked(sum, x, y);
    }
    vc.store_masked(vc.load_masked(x, y) + rows, x, y);"#,
    ),
];

fn source(form: &Form, restrict: &str) -> String {
    let ((ty, _), steps) = (form.element, form.steps);
    format!(
        r#"
__tile_global__ void gemm(const __half* {restrict} a, const __half* {restrict} b, {ty}* {restrict} c, int m, int n, int k) {{
    ct::partition_view va{{ct::tensor_span{{a, ct::extents{{m, k}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    int x = ct::bid().x, y = ct::bid().y;
    int steps = k / 64;
    auto zero = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();{steps}
}}
"#
    )
}

/// Whether no loop of the kernel, as it is behind the pass, stores.
fn is_kept(module: &Module, arch: &str) -> bool {
    let scheduled = behind(module, arch, "memory_sums");
    scheduled.module().entries.values().all(|function| {
        let insts = function.insts_in_order();
        let mut loops = insts.iter().filter(|&&inst| {
            matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. })
        });
        loops.all(|&around| {
            let inside = function.insts_inside(around);
            !inside.iter().any(|&inst| matches!(function.data(inst), InstData::StoreViewTko { .. }))
        })
    })
}

/// That a kernel computes the same by all means: tile IR behind each pass in the interpreter, and PTX in the emulator.
fn agrees(module: &Module, form: &Form) {
    // No step, and one, with rows that TMA does not copy; several, with edges.
    for (m, n, k) in [(72_u64, 64_u64, 200_u64), (33, 35, 67), (64, 64, 40)] {
        let mut args = vec![
            random(Scalar::F16, (m * k) as usize, 1),
            random(Scalar::F16, (k * n) as usize, 2),
            random(form.element.1, (m * n) as usize, 3),
        ];
        args.extend([m, n, k].map(Arg::Number));
        let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
        check_each_pass(module, form.name, &TARGETS, grid, &args);
    }
}

#[test]
fn sums_in_memory_are_in_registers_while_the_loop_runs() {
    for form in FORMS {
        let module = module(&source(form, "__restrict__"), ARCH);
        assert_eq!(is_kept(&module, ARCH), form.is_kept, "{}", form.name);
        agrees(&module, form);
    }
}

#[test]
fn sums_that_operands_may_be_stay_in_memory() {
    let form = &FORMS[0];
    let source = source(form, "");
    // With a pipeline the kernel tests that they are not.
    for (arch, is_tested) in [("sm_80", false), (ARCH, true)] {
        let module = module(&source, arch);
        assert_eq!(is_kept(&module, arch), is_tested, "{arch}");
        agrees(&module, form);
    }
}

#[test]
fn operands_are_copied_by_tma() {
    let module = module(&source(&FORMS[0], "__restrict__"), ARCH);
    let target = Target::named(ARCH).expect("a known target");
    let scheduled = backend_ptx::schedule(&module, target, &Options::default(), None);
    let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &Options::default());
    assert!(found.is_empty(), "{found:?}");
    let reports = of_module(&scheduled, &target, &ptx);
    let sources: Vec<_> =
        reports.iter().flat_map(|it| &it.mmas).map(|it| [it.a.source, it.b.source]).collect();
    assert_eq!(sources, [[OperandSource::Tma; 2]]);
}

/// Threads load the sum that a loop begins with as MMAs hold it, behind a branch too: nothing goes through shared memory in
/// front of the first MMA.
#[test]
fn threads_load_the_first_sum_as_they_hold_it() {
    let loaded = "
    auto sum = vc.load_masked(x, y);
    for (int step = 0; step < steps; ++step) sum = ct::mma(va.load_masked(x, step), vb.load_masked(step, y), sum);
    vc.store_masked(sum, x, y);";
    for form in [&kept("C is loaded before the loop", loaded), &FORMS[0]] {
        let text = text(&module(&source(form, "__restrict__"), ARCH), ARCH);
        let before = text.split("wgmma.mma_async").next().unwrap_or_default();
        assert!(before.len() < text.len(), "{}: no wgmma", form.name);
        assert!(!before.contains("st.shared.v4"), "{}: {before}", form.name);
    }
}
