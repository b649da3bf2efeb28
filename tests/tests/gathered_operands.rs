//! Operands that no tensor map describes, for `wgmma`: warps of the producer gather their rows, or threads load the next
//! iteration's while the present ones are multiplied, where a load can be early; and the emulator computes what the
//! interpreter does.

use ir::{Function, Inst, InstData, Module, Scalar};
use tilec_tests::differential::{Arg, behind, check_each_pass, random};
use tilec_tests::products::module;
use tilec_tests::round_trip::schedules;

const ARCH: &str = "sm_90a";
const TARGETS: [&str; 2] = [ARCH, "sm_80"];

/// One way to write the loop.
struct Form {
    name: &'static str,
    steps: &'static str,
    source: Source,
}

/// Where an MMA has the operand from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Rows that warps of the producer gather.
    Gathered,
    /// Loads of threads, an iteration early.
    Early,
    /// Loads of threads in the same iteration.
    AtHand,
}

const FORMS: &[Form] = &[
    Form {
        name: "gathered rows",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto along = step * 64 + column;
        auto rows = ct::load_masked(a + (listed * k + along), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        acc = ct::mma(rows, vb.load_masked(step, y), acc);
    }",
        source: Source::Gathered,
    },
    Form {
        name: "gathered rows whose columns wrap around",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto along = step * 64 + column;
        auto rows = ct::load_masked(a + (listed * k + along % k), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        acc = ct::mma(rows, vb.load_masked(step, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "gathered rows whose mask compares rows in two dimensions",
        steps: r"
    auto down = ct::broadcast(ct::reshape(i, ct::shape<64, 1>{}), ct::shape<64, 64>{});
    for (int step = 0; step < steps; ++step) {
        auto along = step * 64 + column;
        auto mask = down < 40 && ct::broadcast(along < k, ct::shape<64, 64>{});
        acc = ct::mma(ct::load_masked(a + (listed * k + along), mask, nought), vb.load_masked(step, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "rows of a gather/scatter view",
        steps: r"
    ct::gather_scatter_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}, 0_ic};
    auto numbers = ct::reshape(listed, ct::shape<64>{}) + ct::element_cast<int>(i % 7 == 3) * m;
    for (int step = 0; step < steps; ++step)
        acc = ct::mma(va.load_masked(numbers, step * 64), vb.load_masked(step, y), acc);",
        source: Source::Gathered,
    },
    Form {
        name: "rows that each step finds in memory",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto of_step = ct::reshape(ct::load(list + (step % 2 * 64 + i)), ct::shape<64, 1>{});
        acc = ct::mma(ct::load(a + (of_step % m * k + column % k)), vb.load_masked(step, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "a factor of each row that a step loads",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto along = step * 64 + column;
        auto factor = ct::load(list + (step % 2 * 64 + i));
        auto rows = ct::load_masked(a + (listed * k + along), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        auto scaled = ct::element_cast<float>(rows) * ct::reshape(ct::element_cast<float>(factor % 4), ct::shape<64, 1>{});
        acc = ct::mma(ct::element_cast<__half>(scaled), vb.load_masked(step, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "rows and a factor of each that the same list gives",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto of_step = ct::reshape(ct::load(list + (step % 2 * 64 + i)), ct::shape<64, 1>{});
        auto rows = ct::load(a + (of_step % m * k + column % k));
        auto scaled = ct::element_cast<float>(rows) * ct::element_cast<float>(of_step % 4);
        acc = ct::mma(ct::element_cast<__half>(scaled), vb.load_masked(step, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "a page for both operands, of which threads load one",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        int page = ct::load(list + step) % steps;
        auto rows = ct::load(a + (own % m * k + (page * 17 + column) % k));
        acc = ct::mma(rows, vb.load_masked(page, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "a page that a table at another page gives",
        steps: r"
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<64, 64>{}};
    for (int step = 0; step < steps; ++step) {
        int page = ct::load(list + (127 - step)) % steps;
        int other = ct::load(list + (127 - page)) % steps;
        acc = ct::mma(va.load_masked(x, other), vb.load_masked(page, y), acc);
    }",
        source: Source::Early,
    },
    Form {
        name: "steps of 2, down to the edge",
        steps: r"
    for (int step = 1; step < steps; step += 2) {
        auto along = step * 64 + column;
        auto rows = ct::load_masked(a + (listed * k + along), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        acc = ct::mma(rows, vb.load_masked(step, y), acc);
    }",
        source: Source::Gathered,
    },
    Form {
        name: "an iteration that may be the last",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto along = step * 64 + column;
        auto rows = ct::load_masked(a + (listed * k + along), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        acc = ct::mma(rows, vb.load_masked(step, y), acc);
        if (step == n % 3) break;
    }",
        source: Source::Gathered,
    },
    Form {
        name: "a place that the iteration before computes",
        steps: r"
    int first = 0;
    for (int step = 0; step < steps; ++step) {
        auto along = first + column;
        auto rows = ct::load_masked(a + (listed * k + along), ct::broadcast(along < k, ct::shape<64, 64>{}), nought);
        acc = ct::mma(rows, vb.load_masked(step, y), acc);
        first = (first * 2 + 1) % 30;
    }",
        source: Source::AtHand,
    },
    Form {
        name: "rows that the iteration before stores",
        steps: r"
    for (int step = 0; step < steps; ++step) {
        auto sums = ct::load_masked(c + (own * n + y * 64 + column), own < m && y * 64 + column < n, none);
        acc = ct::mma(ct::element_cast<__half>(sums), vb.load_masked(step, y), acc);
        vc.store_masked(acc, x, y);
    }",
        source: Source::AtHand,
    },
];

fn source(form: &Form) -> String {
    let steps = form.steps;
    format!(
        r#"
__tile_global__ void gather(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n, int k,
                            const int* __restrict__ list) {{
    ct::partition_view vb{{ct::tensor_span{{b, ct::extents{{k, n}}}}, ct::shape<64, 64>{{}}}};
    ct::partition_view vc{{ct::tensor_span{{c, ct::extents{{m, n}}}}, ct::shape<64, 64>{{}}}};
    int x = ct::bid().x, y = ct::bid().y, steps = ct::ceildiv(k, 64);
    auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto column = ct::reshape(i, ct::shape<1, 64>{{}});
    auto own = x * 64 + ct::reshape(i, ct::shape<64, 1>{{}});
    auto none = ct::full<ct::tile<float, ct::shape<>>>(0.0f);
    auto listed = ct::reshape(ct::load(list + (x * 64 + i)), ct::shape<64, 1>{{}}) % m;
    auto nought = ct::full<ct::tile<__half, ct::shape<>>>(__half(0.0f));
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();{steps}
    vc.store_masked(acc, x, y);
}}
"#
    )
}

/// Whether an instruction loads through pointers, or rows of a gather/scatter view.
fn is_of_threads(module: &Module, function: &Function, inst: Inst) -> bool {
    match function.data(inst) {
        InstData::LoadPtrTko { .. } => true,
        InstData::LoadViewTko { view, .. } => {
            module.types.sparse_dim(function.value_type(*view)).is_some()
        }
        _ => false,
    }
}

/// Whether a loop loads through pointers, and multiplies nothing that it loads so in the same iteration.
fn is_early(module: &Module) -> bool {
    let scheduled = behind(module, ARCH, "prefetch_operands");
    let module = scheduled.module();
    module.entries.values().all(|function| {
        let bodies =
            function.insts_in_order().into_iter().filter_map(|inst| match *function.data(inst) {
                InstData::For { body, .. } => Some(body),
                _ => None,
            });
        bodies.into_iter().any(|body| {
            let insts = function.insts(body);
            let loads = insts.iter().filter(|&&inst| is_of_threads(module, function, inst));
            let mut any = false;
            let only_carried = loads.into_iter().all(|&load| {
                any = true;
                let tile = function.results(load)[0];
                insts.iter().filter(|&&user| function.takes(user, tile)).all(|&user| {
                    let data = function.data(user);
                    !matches!(data, InstData::MmaF { .. } | InstData::FToF { .. })
                })
            });
            any && only_carried
        })
    })
}

/// That a kernel computes the same by all means: tile IR behind each pass in the interpreter, and PTX in the emulator.
fn agrees(module: &Module, form: &Form) {
    // Three steps, and two with rows that TMA does not copy.
    for (m, n, k) in [(64_u64, 64_u64, 136_u64), (33, 35, 67)] {
        let list = (0..128_u64).map(|at| (at * 37 + 11) % 64).collect();
        let mut args = vec![
            random(Scalar::F16, (m * k) as usize, 1),
            random(Scalar::F16, (k * n) as usize, 2),
            random(Scalar::F32, (m * n) as usize, 3),
        ];
        args.extend([m, n, k].map(Arg::Number));
        args.push(Arg::Buffer(Scalar::I32, list));
        let grid = [m.div_ceil(64) as u32, n.div_ceil(64) as u32, 1];
        check_each_pass(module, form.name, &TARGETS, grid, &args);
    }
}

#[test]
fn operands_that_no_map_describes_are_gathered_or_early() {
    for form in FORMS {
        let module = module(&source(form), ARCH);
        let is_gathered = schedules(&module, ARCH).contains(", gather_by_warps\n");
        assert_eq!(is_gathered, form.source == Source::Gathered, "{}", form.name);
        assert!(
            is_gathered || is_early(&module) == (form.source == Source::Early),
            "{}",
            form.name
        );
        agrees(&module, form);
    }
}
