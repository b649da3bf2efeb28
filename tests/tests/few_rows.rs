//! Chained products of few rows, as steps of decode have them: they become products of 64 rows where nothing else sees the
//! rows of padding, and the emulator computes what the interpreter does. Kernels that only look like it stay as they are, and
//! compute the same too.

use backend_ptx::Options;
use backend_ptx::passes::PASSES;
use backend_ptx::report::{Engine, OperandSource, of_module};
use backend_ptx::target::Target;
use ir::{InstData, Module, Scalar};
use tilec_tests::differential::{Arg, EXACT, check, interpreted, random};
use tilec_tests::products::module;

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 3] = [ARCH, "sm_100a", "sm_80"];
/// The columns of the queries.
const COLUMNS: usize = 64;

/// One way to write the kernel: statements before the loop, in it in front of the second product, and behind it.
struct Form {
    name: &'static str,
    rows: usize,
    parts: [&'static str; 3],
    is_padded: bool,
}

const QUERY: &str = "auto query = vq.load_masked(0, 0);";
const STORE: &str = "vo.store_masked(acc, 0, 0);";

const fn padded(name: &'static str, rows: usize, parts: [&'static str; 3]) -> Form {
    Form { name, rows, parts, is_padded: true }
}

const fn left(name: &'static str, parts: [&'static str; 3]) -> Form {
    Form { name, rows: 16, parts, is_padded: false }
}

const FORMS: &[Form] = &[
    padded("tiles of views", 16, [QUERY, "", STORE]),
    padded("eight rows", 8, [QUERY, "", STORE]),
    padded("32 rows", 32, ["auto query = vq.load(0, 0);", "", "vo.store(acc, 0, 0);"]),
    padded(
        "tiles of pointers",
        16,
        [
            "auto query = ct::load(q + (row * 64 + column));",
            "",
            "ct::store(o + (row * 64 + column), acc);",
        ],
    ),
    padded(
        "tiles of pointers with masks",
        16,
        [
            "auto query = ct::load_masked(q + (row * 64 + column), ct::broadcast(row < few, ct::shape<R, 64>{}), nought);",
            "",
            "ct::store_masked(o + (row * 64 + column), acc, ct::broadcast(row < few, ct::shape<R, 64>{}));",
        ],
    ),
    padded(
        "the numbers of rows are added",
        16,
        [
            QUERY,
            "s = s + ct::element_cast<float>(row);",
            "vo.store_masked(acc + ct::element_cast<float>(row), 0, 0);",
        ],
    ),
    padded(
        "a first sum from memory",
        16,
        ["auto query = vq.load_masked(0, 0); acc = vo.load_masked(0, 0);", "", STORE],
    ),
    padded(
        "a branch, and the largest of each row",
        16,
        [
            QUERY,
            "if (step == few) s = ct::select(s < ct::reduce_max<1>(s), s, -s);",
            "vo.store_masked(acc, 0, 0);",
        ],
    ),
    left("rows are added up", [QUERY, "s = s + ct::sum<0>(s);", STORE]),
    left("the tensor has more rows", ["auto query = vmore.load_masked(0, 0);", "", STORE]),
    left("another tile of rows", ["auto query = vq.load_masked(few - 3, 0);", "", STORE]),
    left(
        "a division by what is 0 in a row of padding",
        [QUERY, "s = s + ct::element_cast<float>(100 / (16 - row));", STORE],
    ),
    left(
        "numbers of rows come from the second product",
        [
            QUERY,
            "",
            "ct::gather_scatter_view more{ct::tensor_span{o + 16 * 64, ct::extents{48, 64}}, ct::shape<R, 64>{}, ct::integral_constant<0>{}};
    auto best = ct::reshape(ct::element_cast<int>(ct::reduce_max<1>(acc)), ct::shape<R>{}) & 31;
    vo.store_masked(acc, 0, 0);
    ct::partition_view{ct::tensor_span{o + 48 * 64, ct::extents{16, 64}}, ct::shape<R, 64>{}}.store_masked(more.load(best, 0), 0, 0);",
        ],
    ),
    left(
        "rows are added atomically",
        [QUERY, "", "ct::atomic_add(o + (row * 64 + column), acc, ct::memory_order_relaxed_t{});"],
    ),
];

fn source(form: &Form) -> String {
    let Form { rows, parts: [before, inside, behind], .. } = form;
    format!(
        r#"
constexpr int R = {rows};
__tile_global__ void decode(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                            float* __restrict__ o, int length, int few, int all) {{
    ct::partition_view vq{{ct::tensor_span{{q, ct::extents{{R, 64}}}}, ct::shape<R, 64>{{}}}};
    ct::partition_view vmore{{ct::tensor_span{{q, ct::extents{{all, 64}}}}, ct::shape<R, 64>{{}}}};
    ct::partition_view vk{{ct::tensor_span{{k, ct::extents{{length, 64}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vv{{ct::tensor_span{{v, ct::extents{{length, 64}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vo{{ct::tensor_span{{o, ct::extents{{R, 64}}}}, ct::shape<R, 64>{{}}}};
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<R>>>(), ct::shape<R, 1>{{}});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{{}});
    auto nought = ct::full<ct::tile<__half, ct::shape<>>>(__half(0.0f));
    auto one = ct::zeros<ct::tile<float, ct::shape<R, 64>>>() + 1.0f;
    auto acc = ct::zeros<ct::tile<float, ct::shape<R, 64>>>();
    {before}
    for (int step = 0; step < ct::ceildiv(length, 64); ++step) {{
        auto s = ct::mma(query, ct::transpose(vk.load_masked(step, 0)), ct::zeros<ct::tile<float, ct::shape<R, 64>>>());
        {inside}
        acc = ct::mma(ct::element_cast<__half>(ct::select(s > 0.0f, one, -one)), vv.load_masked(step, 0), acc);
    }}
    {behind}
}}
"#
    )
}

fn behind<'m>(
    module: &'m Module,
    arch: &str,
    pass: &str,
) -> backend_ptx::schedule::ScheduledModule<'m> {
    let target = Target::named(arch).expect("a known target");
    backend_ptx::schedule(module, target, &Options::default(), Some(pass))
}

/// Whether all products have 64 rows behind the pass.
fn is_padded(module: &Module) -> bool {
    let scheduled = behind(module, ARCH, "few_rows");
    let module = scheduled.module();
    module.entries.values().all(|function| {
        function.insts_in_order().iter().all(|&inst| match function.data(inst) {
            InstData::MmaF { acc, .. } => module.types.dims(function.value_type(*acc))[0] == 64,
            _ => true,
        })
    })
}

/// That a kernel computes the same by all means: tile IR behind each pass in the interpreter, and PTX in the emulator.
fn agrees(module: &Module, form: &Form) {
    // No step, and one with an edge; several.
    for length in [0_usize, 40, 200] {
        let rows = form.rows.max(20);
        let mut args = vec![
            random(Scalar::F16, rows * COLUMNS, 1),
            random(Scalar::F16, length.max(1) * COLUMNS, 2),
            random(Scalar::F16, length.max(1) * COLUMNS, 3),
            // What is behind the last row stays as it is.
            random(Scalar::F32, 64 * COLUMNS, 4),
        ];
        args.extend([length, 3, rows].map(|number| Arg::Number(number as u64)));
        let grid = [1, 1, 1];
        let expected = interpreted(module, grid, &args).expect("the interpreter runs it");
        for pass in PASSES {
            let found = interpreted(behind(module, ARCH, pass.name).module(), grid, &args);
            let found = found.expect("it runs there too");
            assert_eq!(found, expected, "{} behind {}", form.name, pass.name);
        }
        for arch in TARGETS {
            check(module, arch, grid, &args, EXACT);
        }
    }
}

#[test]
fn chained_products_of_few_rows_get_64() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        assert_eq!(is_padded(&module), form.is_padded, "{}", form.name);
        agrees(&module, form);
    }
}

#[test]
fn wgmma_multiplies_them() {
    let target = Target::named(ARCH).expect("a known target");
    for form in FORMS.iter().filter(|form| form.is_padded) {
        let module = module(&source(form), ARCH);
        let scheduled = backend_ptx::schedule(&module, target, &Options::default(), None);
        let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &Options::default());
        assert!(found.is_empty(), "{}: {found:?}", form.name);
        let reports = of_module(&scheduled, &target, &ptx);
        let mmas: Vec<_> = reports.iter().flat_map(|it| &it.mmas).collect();
        assert!(mmas.len() >= 2, "{}", form.name);
        for mma in mmas {
            assert!(matches!(mma.engine, Engine::Wgmma { .. }), "{}", form.name);
            assert_eq!(mma.b.source, OperandSource::Tma, "{}", form.name);
        }
    }
}
