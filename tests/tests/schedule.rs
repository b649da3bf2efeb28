//! Schedules as text: those of the examples are recorded, a text compiles to what its source compiles to, and an edited
//! one is carried out as it stands.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use backend_ptx::Options;
use backend_ptx::ptx::print::module_text;
use backend_ptx::schedule::{ScheduledModule, parse, print};
use backend_ptx::target::Target;
use ir::Module;
use lang::base::Pos;
use tilec::Stage;
use tilec_tests::compile::{compile_file, with_stack};
use tilec_tests::differential::{Arg, EXACT, difference, emulated, interpreted};
use tilec_tests::products::{FLOAT, Gemm, HALF, all, attention_args, module};

const ARCH: &str = "sm_90a";
/// The widest line of a schedule.
const COLUMNS: usize = 120;

fn target(arch: &str) -> Target {
    Target::named(arch).expect("a known target")
}

/// The text of a module with its schedules.
fn text(module: &Module, arch: &str) -> String {
    let target = target(arch);
    print::text(&backend_ptx::schedule(module, target, &Options::default(), None), &target)
}

fn read(text: &str, arch: &str) -> ScheduledModule<'static> {
    let (scheduled, found) = parse::parse(text, Pos(1), &target(arch));
    scheduled.unwrap_or_else(|| panic!("{found:?}\n{text}"))
}

/// The PTX of a scheduled module without the lines of comments, which tell of spans.
fn ptx_of(scheduled: &ScheduledModule<'_>, arch: &str) -> String {
    let options = Options { verify: true, ..Options::default() };
    let (ptx, found) = backend_ptx::compile_scheduled(scheduled, target(arch), &options);
    assert!(!found.has_errors(), "{found:?}");
    module_text(&ptx)
}

/// That a module's schedule reads back, and compiles to what the module compiles to: all but the code for tensors that no
/// tensor map describes, where that is of the module from before a pass.
fn survives(module: &Module, arch: &str) -> String {
    let text = text(module, arch);
    let scheduled = read(&text, arch);
    assert_eq!(print::text(&scheduled, &target(arch)), text);
    let mut compiled = backend_ptx::schedule(module, target(arch), &Options::default(), None);
    compiled.forget_unpipelined();
    assert_eq!(ptx_of(&scheduled, arch), ptx_of(&compiled, arch), "{text}");
    text
}

/// The `schedule` blocks of a text.
fn blocks(text: &str) -> Vec<&str> {
    let parts = text.split("\n  schedule ").skip(1);
    parts.map(|part| part.split_once("\n  }\n").expect("a block ends").0).collect()
}

#[test]
fn schedules_of_the_examples_are_as_recorded() {
    let examples = tilec_tests::root().join("examples");
    let recorded = tilec_tests::root().join("tests/suite/schedule");
    let mut names: Vec<String> = fs::read_dir(&examples)
        .expect("the examples are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| examples.join(name).join("kernel.cu").exists())
        .collect();
    names.sort();
    assert_eq!(names.len(), 25);
    let mut differ = Vec::new();
    for name in names {
        let compiled = compile_file(&examples.join(&name).join("kernel.cu"), ARCH, Stage::Lower);
        let module = compiled.module.expect("an example compiles");
        let text = survives(&module, ARCH);
        let most = if name.starts_with("gemm") { 80 } else { 140 };
        let mut found = format!("// The schedules of examples/{name}/kernel.cu for {ARCH}.\n");
        for block in blocks(&text) {
            assert!(block.lines().count() < most, "{name}: {} lines", block.lines().count());
            assert!(block.lines().all(|line| line.len() < COLUMNS), "{name}: a line is too wide");
            let _ = write!(found, "\nschedule {}\n}}\n", block.replace("\n  ", "\n"));
        }
        let path = recorded.join(format!("{name}.sched"));
        if !is_recorded(&path, &found) {
            differ.push(name);
        }
    }
    assert!(
        differ.is_empty(),
        "other schedules than recorded: {differ:?}; TILEC_BLESS=1 records them"
    );
}

/// Whether a file has a text; records it where the user asks for that.
fn is_recorded(path: &Path, text: &str) -> bool {
    if std::env::var_os("TILEC_BLESS").is_some() {
        fs::write(path, text).expect("the record is writable");
    }
    fs::read_to_string(path).is_ok_and(|known| known == text)
}

#[test]
fn schedules_of_products_read_back() {
    for arch in ["sm_90a", "sm_100a", "sm_80"] {
        for (gemm, _) in all() {
            survives(&module(&gemm.source(), arch), arch);
        }
    }
}

/// Operands that threads write to shared memory: both of a product, and one of two.
#[test]
fn schedules_of_stored_operands_read_back() {
    for name in ["gemm/f32_to_bf16", "attention/fp8_keys_values", "rows/sum_with_ones"] {
        let path = tilec_tests::root().join("tests/variants").join(name).with_extension("cu");
        let module = compile_file(&path, ARCH, Stage::Lower).module.expect("a variant compiles");
        let text = survives(&module, ARCH);
        assert!(text.contains("registers to smem") && text.contains("publish %"), "{text}");
    }
}

/// Compiles an edited schedule and runs it against the interpreter; gives its PTX.
fn runs(text: &str, edits: &[(&str, &str)], grid: [u32; 3], args: &[Arg]) -> String {
    let mut edited = text.to_owned();
    for (from, to) in edits {
        assert!(edited.contains(from), "`{from}` is not in\n{text}");
        edited = edited.replacen(from, to, 1);
    }
    let scheduled = read(&edited, ARCH);
    let ptx = ptx_of(&scheduled, ARCH);
    let module = scheduled.module();
    let entry = module.entries.values().next().map_or("", |entry| entry.name.as_str());
    let wanted = interpreted(module, grid, args).expect("the interpreter runs it");
    let found = emulated(&ptx, entry, grid, args).unwrap_or_else(|what| panic!("{what}\n{edited}"));
    if let Some(what) = difference(args, &found, &wanted, EXACT) {
        panic!("{what}\n{edited}");
    }
    ptx
}

/// A product of several steps along K, of tiles that each have a CTA.
const GEMM: Gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 32, 64), orders: ("rows", "rows") };
const SIZES: (usize, usize, usize) = (72, 40, 328);

#[test]
fn edited_stages_and_orders_are_carried_out() {
    let (grid, args) = (GEMM.grid(SIZES), GEMM.args(SIZES));
    let text = text(&module(&GEMM.source(), ARCH), ARCH);
    let plain = runs(&text, &[], grid, &args);
    let pipeline = text.lines().find(|line| line.contains("pipeline p0 =")).expect("a pipeline");
    let (before, _) = pipeline.split_once(" stages").expect("its stages");
    for stages in [2, 3, 5] {
        let other = format!("    pipeline p0 = {stages}");
        let ptx = runs(&text, &[(before, &other)], grid, &args);
        assert_ne!(ptx, plain, "{stages} stages give the same code");
    }
    let copies: Vec<&str> = text.lines().filter(|line| line.contains("copy %")).take(2).collect();
    let there = format!("{}\n{}", copies[0], copies[1]);
    let back = format!("{}\n{}", copies[1], copies[0]);
    assert_ne!(runs(&text, &[(&there, &back)], grid, &args), plain);
    // The registers that setmaxnreg names, and one tile block for each CTA.
    let ptx = runs(&text, &[("scheduler persistent", "scheduler one_tile")], grid, &args);
    assert_ne!(ptx, plain);
}

const ATTENTION: &str = r#"
__tile_global__ void attention(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v,
                               float* __restrict__ o, int queries, int keys) {
    ct::partition_view vq{ct::tensor_span{q, ct::extents{queries, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{keys, 64}}, ct::shape<32, 64>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{keys, 64}}, ct::shape<32, 64>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{queries, 64}}, ct::shape<64, 64>{}};
    int block = static_cast<int>(ct::bid().x);
    auto query = vq.load_masked(block, 0);
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, ct::ceildiv(keys, 32))) {
        auto s = ct::mma(query, ct::transpose(vk.load_masked(step, 0)), ct::zeros<ct::tile<float, ct::shape<64, 32>>>());
        acc = ct::mma(ct::element_cast<__half>(ct::max(s, 0.0f)), vv.load_masked(step, 0), acc);
    }
    vo.store_masked(acc, block, 0);
}
"#;

#[test]
fn edited_attention_is_carried_out() {
    let (grid, args) = ([2, 1, 1], attention_args(80, 112, 64));
    let text = text(&module(ATTENTION, ARCH), ARCH);
    let plain = runs(&text, &[], grid, &args);
    let ring =
        text.lines().rfind(|line| line.contains("= 8 stages of")).expect("a pipeline in the loop");
    let fewer = ring.replace("= 8 stages", "= 4 stages");
    assert_ne!(runs(&text, &[(ring, &fewer)], grid, &args), plain);
}

#[test]
fn bad_schedules_are_errors_at_their_place() {
    let text = text(&module(&GEMM.source(), ARCH), ARCH);
    let cases = [
        ("scheduler persistent", "scheduler lazy", "expected `one_tile` here"),
        ("pipeline p0 =", "pipeline p1 =", "the next one is `p0`"),
        ("wait p0", "wait p7", "there is no such pipeline"),
        ("wait p0", "await p0", "`await` is not an operation"),
        ("warps 4", "warps 5", "`warps` is a power of two, at most 32"),
        ("target sm_90a", "target sm_80", "the schedule is for sm_80, not for sm_90a"),
        ("stages of ", "stages of 1", "bytes of shared memory"),
        ("load %", "load %9999", "there is no value `%9999"),
    ];
    for (from, to, message) in cases {
        assert!(text.contains(from), "`{from}` is not in\n{text}");
        let edited = text.replacen(from, to, 1);
        let (scheduled, found) = with_stack(|| parse::parse(&edited, Pos(1), &target(ARCH)));
        assert!(scheduled.is_none(), "{to}");
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert!(messages.iter().any(|found| found.contains(message)), "{to}: {messages:?}");
    }
}

/// A product whose operands have a scale for each 32 numbers.
const SCALED: &str = r#"
__tile_global__ void scaled(const __nv_fp8_e4m3* __restrict__ a, const __nv_fp8_e8m0* __restrict__ x,
                            const __nv_fp8_e4m3* __restrict__ b, const __nv_fp8_e8m0* __restrict__ y, float* __restrict__ c,
                            int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<32, 64>{}};
    ct::partition_view vx{ct::tensor_span{x, ct::extents{m, k / 32}}, ct::shape<128, 2>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{n, k / 32}}, ct::shape<32, 2>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 32>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 32>>>();
    for (int step : ct::irange(0, k / 64))
        acc = ct::scaled_mma(va.load(i, step), vx.load(i, step), ct::transpose(vb.load(j, step)), ct::transpose(vy.load(j, step)), acc);
    vc.store_masked(acc, i, j);
}
"#;

#[test]
fn scales_of_blocks_read_back_and_are_those_of_the_operation() {
    let arch = "sm_100a";
    let text = survives(&module(SCALED, arch), arch);
    let scales = ", scales ue8m0 for 32";
    assert!(text.contains(scales), "{text}");
    let cases = [
        ("", "the scales are not those of the operation"),
        (", scales ue8m0 for 16", "no instruction reads such scales"),
        (", scales e5m2 for 32", "expected the format of scales"),
        (", scaled", "an MMA has no such property"),
    ];
    for (to, message) in cases {
        let edited = text.replacen(scales, to, 1);
        let (scheduled, found) = with_stack(|| parse::parse(&edited, Pos(1), &target(arch)));
        assert!(scheduled.is_none(), "{to}");
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert!(messages.iter().any(|found| found.contains(message)), "{to}: {messages:?}");
    }
}
