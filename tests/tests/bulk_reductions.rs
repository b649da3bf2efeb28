//! Atomic reductions of views in bulk: the PTX does what the interpreter does, at edges of tensors, where several tile blocks
//! reduce the same places, among other accesses, and behind products; schedules have them as data.

use std::fmt::Write;

use backend_ptx::cost::model::OpKind;
use backend_ptx::launch::evaluate::Launch;
use backend_ptx::schedule::parse;
use backend_ptx::target::Target;
use backend_ptx::{CostAnalysis, Options, compile};
use ir::{Module, Scalar};
use lang::base::Pos;
use tilec::Stage;
use tilec_tests::compile::compile_text;
use tilec_tests::differential::{Arg, EXACT, check, random};
use tilec_tests::reductions::{AMONG_OTHERS, HEAD, SPLIT_K, STEPS, TYPES, operations, reduce};
use tilec_tests::round_trip::schedules;

const INSTRUCTION: &str = "cp.reduce.async.bulk";

fn module(source: &str, arch: &str) -> Module {
    let source = format!("{HEAD}{source}");
    let compiled = compile_text(&source, arch, Stage::Lower);
    let errors: Vec<_> = compiled.diagnostics.iter().map(|d| d.message.clone()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    compiled.module.expect("a module")
}

fn ptx(module: &Module, arch: &str) -> String {
    let target = Target::named(arch).expect("a known target");
    let options = Options { verify: true, ..Options::default() };
    let (ptx, found) = compile(module, target, &options);
    assert!(found.is_empty(), "{found:#?}");
    backend_ptx::ptx::print::module_text(&ptx)
}

/// Each operation of each type, with a tensor that ends inside of a tile; once with rows that 16 bytes do not divide.
#[test]
fn each_operation_of_each_type() {
    for (ty, elem) in TYPES {
        for operation in operations(elem) {
            let source = reduce(ty, operation);
            for arch in ["sm_90", "sm_90a", "sm_100a"] {
                let module = module(&source, arch);
                let text = ptx(&module, arch);
                assert!(text.contains(INSTRUCTION), "{ty} {operation}\n{text}");
                assert!(schedules(&module, arch).contains(" = bulk, rows of "));
                if arch != "sm_90a" && *operation != "add" {
                    continue;
                }
                for (rows, cols) in [(100, 72), (64, 67)] {
                    let args = [
                        random(elem, 64 * 64, 3),
                        random(elem, rows * cols, 5),
                        Arg::Number(rows as u64),
                        Arg::Number(cols as u64),
                    ];
                    let blocks = [2 * rows.div_ceil(64) as u32, cols.div_ceil(64) as u32, 1];
                    check(&module, arch, blocks, &args, EXACT);
                }
            }
        }
    }
}

#[test]
fn strided_views() {
    for arch in ["sm_90a", "sm_100a"] {
        let module = module(STEPS, arch);
        assert!(ptx(&module, arch).contains(INSTRUCTION));
        let (rows, cols) = (104, 50);
        let args = [
            random(Scalar::F32, 64 * 32, 3),
            random(Scalar::F32, rows * cols, 5),
            Arg::Number(rows as u64),
            Arg::Number(cols as u64),
        ];
        check(&module, arch, [3, 5, 1], &args, EXACT);
    }
}

#[test]
fn among_other_accesses() {
    for arch in ["sm_90a", "sm_100a"] {
        let module = module(AMONG_OTHERS, arch);
        let text = ptx(&module, arch);
        assert!(text.contains("cp.async.bulk.wait_group 0") && text.contains("fence.proxy.async;"));
        let args = [
            random(Scalar::F32, 64 * 64, 3),
            random(Scalar::F32, 2 * 64 * 64, 5),
            random(Scalar::F32, 2 * 64 * 64, 7),
        ];
        check(&module, arch, [2, 1, 1], &args, EXACT);
    }
}

#[test]
fn sums_of_products() {
    for (arch, engine) in [
        ("sm_90a", "wgmma"),
        ("sm_100a", "tcgen05"),
        ("sm_90", "mma.sync"),
        ("sm_120a", "mma.sync"),
    ] {
        let module = module(SPLIT_K, arch);
        let text = ptx(&module, arch);
        assert!(text.contains(INSTRUCTION) && text.contains(engine), "{arch}");
        let schedule = schedules(&module, arch);
        assert!(schedule.contains("reduce %") && schedule.contains("partition consumer"));
        for (m, n, k) in [(128, 128, 256), (150, 136, 200), (128, 130, 64)] {
            let args = [
                random(Scalar::F16, m * k, 3),
                random(Scalar::F16, n * k, 5),
                random(Scalar::F32, m * n, 7),
                Arg::Number(m as u64),
                Arg::Number(n as u64),
                Arg::Number(k as u64),
            ];
            let blocks = [m.div_ceil(128) as u32, n.div_ceil(128) as u32, 2];
            check(&module, arch, blocks, &args, EXACT);
        }
    }
}

/// The rows of a reduction are in the slices of warps that a store at an edge, which needs less, takes again.
#[test]
fn stores_at_edges_take_their_slices() {
    let source = r#"
extern "C" __tile_global__ void k(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b, float* __restrict__ c,
                                    float* __restrict__ d, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64_ic, 128_ic}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{128_ic, 64_ic}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
    ct::partition_view vd{ct::tensor_span{d, ct::extents{64, n}}, ct::shape<64, 64>{}};
    ct::tile<float, ct::shape<64, 64>> sum{};
    for (int step : ct::irange(0, 2)) sum = ct::mma(va.load(0, step), vb.load(step, 0), sum);
    vc.atomic_add(sum, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 0);
    vd.store_masked(sum, 0, 0);
}
"#;
    for arch in ["sm_90a", "sm_100a", "sm_120a"] {
        let module = module(source, arch);
        assert!(ptx(&module, arch).contains(INSTRUCTION), "{arch}");
        for n in [63, 64, 33] {
            let args = [
                random(Scalar::BF16, 64 * 128, 3),
                random(Scalar::BF16, 128 * 64, 5),
                random(Scalar::F32, 64 * 64, 7),
                random(Scalar::F32, 64 * 64, 9),
                Arg::Number(n),
            ];
            check(&module, arch, [1, 1, 1], &args, EXACT);
        }
    }
}

/// The requirements of a reduction in bulk, each with a replacement in the first kernel that breaks it.
const BROKEN: [(&str, &str, &str); 6] = [
    ("staged_elements", "64, 64", "8, 16"),
    (
        "static_pitch",
        "ct::extents{rows, cols}}, ct::shape<64, 64>",
        "ct::extents{rows, 67_ic}}, ct::shape<64, 64>",
    ),
    (
        "reduced_rows",
        "ct::shape<64, 64>{}};\n    to.atomic_add_masked(from.load(0, 0),",
        "ct::shape<2048, 2>{}};\n    to.atomic_add_masked(ct::full<ct::tile<float, ct::shape<2048, 2>>>(1.0f),",
    ),
    (
        "unit_stride",
        "ct::extents{rows, cols}}",
        "ct::layout_strided_mapping{ct::extents{rows, cols}, ct::extents{cols, rows}}}",
    ),
    (
        "static_pitch",
        "ct::extents{rows, cols}}",
        "ct::layout_strided_mapping{ct::extents{rows, cols}, ct::extents{67_ic, 1_ic}}}",
    ),
    ("global_memory", "to.atomic", "int list[4] = {1, 2, 3, 4}; rows = list[cols % 4]; to.atomic"),
];

#[test]
fn the_first_requirement_that_fails_is_named() {
    let source = reduce("float", "add");
    let mut wrong = String::new();
    for (requirement, from, to) in BROKEN {
        assert!(source.contains(from), "{from}");
        let module = module(&source.replace(from, to), "sm_90a");
        let text = ptx(&module, "sm_90a");
        let schedule = schedules(&module, "sm_90a");
        if text.contains(INSTRUCTION) || !schedule.contains(&format!(": {requirement}")) {
            let _ = writeln!(wrong, "{requirement}: {schedule}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    // Older targets have no such instruction, and say nothing of it.
    let text = schedules(&module(&source, "sm_80"), "sm_80");
    assert!(!text.contains("reduction") && !text.contains("refused"), "{text}");
}

/// A text of a schedule, a text in its place, and what is wrong with it then.
const FAULTS: [(&str, &str, &str); 6] = [
    ("rows of 512 bytes along 1", "rows of 256 bytes along 1", "rows of the tile have 512 bytes"),
    ("bytes along 1", "bytes along 0", "along dimension 1"),
    (" = bulk, rows", " = rows", "expected `bulk` here"),
    ("      reduce %", "      compute %", "a reduction in bulk is written `reduce`"),
    ("reduction %", "refused %", "expected `:` here"),
    ("      reduce %", "      // %", "is not an operation"),
];

#[test]
fn schedules_say_what_is_in_bulk() {
    let module = module(SPLIT_K, "sm_90a");
    let target = Target::named("sm_90a").expect("a known target");
    let text = schedules(&module, "sm_90a");
    for (from, to, message) in FAULTS {
        assert!(text.contains(from), "{from}\n{text}");
        let (_, found) = parse::parse(&text.replace(from, to), Pos(1), &target);
        let found: Vec<String> = found.iter().map(|it| it.message.clone()).collect();
        assert!(found.iter().any(|it| it.contains(message)), "{to}: {found:?}\n{text}");
    }
    // Without the line, threads reduce.
    let is_decision = |line: &&str| !line.trim_start().starts_with("reduction %");
    let lines: Vec<&str> = text.lines().filter(is_decision).collect();
    let by_threads = lines.join("\n").replace("      reduce %", "      compute %");
    let (read, found) = parse::parse(&by_threads, Pos(1), &target);
    let read = read.unwrap_or_else(|| panic!("{found:?}\n{by_threads}"));
    let (ptx, found) = backend_ptx::compile_scheduled(
        &read,
        target,
        &Options { verify: true, ..Options::default() },
    );
    assert!(!found.has_errors(), "{found:?}");
    let text = backend_ptx::ptx::print::module_text(&ptx);
    assert!(!text.contains(INSTRUCTION) && text.contains("red.relaxed.gpu.global.add.f32"));
}

/// Bytes that the L2 cache moves for the stores of a tile block, and instructions of warps for them.
fn stores(module: &Module, arch: &str) -> (f64, f64) {
    let target = Target::named(arch).expect("a known target");
    let analysis = CostAnalysis::of(module, target).expect("it compiles");
    let pointers = [1u64 << 20, 1 << 21, 1 << 22].map(|address| address.to_le_bytes().to_vec());
    let extents = [256u32; 3].map(|extent| extent.to_le_bytes().to_vec());
    let args = pointers.into_iter().chain(extents).collect();
    let launch = Launch { grid: [2, 2, 2], args, memory: Vec::new() };
    let model = analysis.model("reduce", &launch).expect("a model");
    let ops = model.regions.iter().flat_map(|region| &region.ops);
    let stores = ops.filter_map(|op| match &op.kind {
        OpKind::Access(access) if access.is_store => Some(access),
        _ => None,
    });
    stores.fold((0.0, 0.0), |(bytes, instructions), access| {
        (bytes + access.sector_bytes, instructions + access.instructions)
    })
}

/// The cache reads and writes what it adds to; a lane has a row, instead of some elements.
#[test]
fn the_cost_model_counts_rows() {
    let bytes = 2.0 * 4.0 * 128.0 * 128.0;
    assert_eq!(stores(&module(SPLIT_K, "sm_90a"), "sm_90a"), (bytes, 4.0));
    let (by_threads, instructions) = stores(&module(SPLIT_K, "sm_80"), "sm_80");
    assert!(by_threads >= bytes && instructions >= 256.0, "{by_threads} {instructions}");
}
