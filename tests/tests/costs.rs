//! The cost of the examples' kernels, counted by the emulator: instructions by class, passes of
//! the shared memory's banks, sectors of global memory. A snapshot, so that a change shows in a diff
//! what it makes cheaper and dearer; no GPU is needed.
//!
//! Sizes are small, for the emulator is slow; they have no edges, so that the counts are those of
//! the ways that large problems take.

use std::fmt::Write;

use ir::Scalar;
use rayon::prelude::*;
use tilec::Stage;
use tilec_tests::compile::{compile_file, rendered};
use tilec_tests::differential::{self, Arg, random, zeros};
use tilec_tests::emulator::{self, LineCounts, Report};
use tilec_tests::parameter::Parameter;
use tilec_tests::{kernels, launch, programs};

struct Launch {
    /// The folder below `examples`, and the kernel.
    example: &'static str,
    kernel: &'static str,
    grid: [u32; 3],
    args: &'static [&'static str],
}

const fn launch(
    example: &'static str,
    kernel: &'static str,
    grid: [u32; 3],
    args: &'static [&'static str],
) -> Launch {
    Launch { example, kernel, grid, args }
}

const LAUNCHES: &[Launch] = &[
    launch(
        "attention",
        "attention<__nv_bfloat16, 64, 64, 64, false>",
        [1, 1, 1],
        &[
            "bf16[8192] = random(1)",
            "bf16[8192] = random(2)",
            "bf16[8192] = random(3)",
            "out bf16[8192]",
            "i32 = 1",
            "i32 = 1",
            "i32 = 128",
            "f32 = 0.18",
        ],
    ),
    launch(
        "convolution",
        "convolution<__half, 32, 64, 64>",
        [1, 1, 1],
        &[
            "f16[65536] = random(1)",
            "f16[36864] = random(2)",
            "out f32[65536]",
            "i32 = 32",
            "i32 = 32",
        ],
    ),
    launch(
        "dropout",
        "dropout<1024>",
        [2, 1, 1],
        &["f32[2048] = random(1)", "out f32[2048]", "i32 = 2048", "f32 = 0.25", "u32 = 7"],
    ),
    launch(
        "gemm",
        "gemm<__half, 128, 128, 32>",
        [1, 1, 1],
        &[
            "f16[8192] = random(1)",
            "f16[8192] = random(2)",
            "out f32[16384]",
            "i32 = 128",
            "i32 = 128",
            "i32 = 64",
        ],
    ),
    launch(
        "gemm_batched",
        "batched<__nv_bfloat16, 64, 64, 32>",
        [1, 1, 2],
        &[
            "bf16[8192] = random(1)",
            "bf16[8192] = random(2)",
            "out bf16[8192]",
            "i32 = 2",
            "i32 = 64",
            "i32 = 64",
            "i32 = 64",
        ],
    ),
    launch(
        "gemm_epilogue",
        "linear_gelu<__nv_bfloat16, 128, 128, 64>",
        [1, 1, 1],
        &[
            "bf16[8192] = random(1)",
            "bf16[8192] = random(2)",
            "bf16[128] = random(3)",
            "out bf16[16384]",
            "i32 = 128",
            "i32 = 128",
            "i32 = 64",
        ],
    ),
    launch(
        "gemm_quantised",
        "scaled_product<signed char, int, 64, 64, 64>",
        [1, 1, 1],
        &[
            "i8[8192] = random(1)",
            "i8[8192] = random(2)",
            "f32[64] = random(3)",
            "f32[64] = random(4)",
            "out f32[4096]",
            "i32 = 64",
            "i32 = 64",
            "i32 = 128",
        ],
    ),
    launch(
        "histogram",
        "histogram<1024>",
        [1, 1, 1],
        &["u8[1024] = iota", "inout u32[256] = zeros", "i32 = 1024"],
    ),
    launch(
        "mandelbrot",
        "mandelbrot<32>",
        [1, 1, 1],
        &[
            "out i32[1024]",
            "i32 = 32",
            "i32 = 32",
            "f32 = -2",
            "f32 = -1.5",
            "f32 = 0.1",
            "i32 = 8",
        ],
    ),
    launch(
        "norm",
        "rms_norm<__nv_bfloat16, 4096>",
        [1, 1, 1],
        &[
            "bf16[4096] = random(1)",
            "bf16[4096] = random(2)",
            "out bf16[4096]",
            "i32 = 1",
            "i32 = 4096",
            "f32 = 0.00001",
        ],
    ),
    launch(
        "quantise",
        "quantise<4096>",
        [1, 1, 1],
        &["f32[4096] = random(1)", "out e4m3[4096]", "out f32[1]", "i32 = 1", "i32 = 4096"],
    ),
    launch(
        "reduce",
        "sum_all<4096>",
        [1, 1, 1],
        &["f32[4096] = random(1)", "inout f32[1] = zeros", "i32 = 4096"],
    ),
    launch(
        "reduce",
        "sum_columns<64, 64>",
        [1, 1, 1],
        &["f32[8192] = random(1)", "inout f32[64] = zeros", "i32 = 128", "i32 = 64"],
    ),
    launch(
        "rope",
        "rope<__nv_bfloat16, 128, 16>",
        [1, 1, 1],
        &[
            "bf16[2048] = random(1)",
            "f32[1024] = random(2)",
            "f32[1024] = random(3)",
            "out bf16[2048]",
            "i32 = 16",
            "i32 = 1",
        ],
    ),
    launch(
        "row_softmax",
        "row_softmax<float, 1024>",
        [1, 1, 1],
        &["f32[1024] = random(1)", "out f32[1024]", "i32 = 1", "i32 = 1024"],
    ),
    launch(
        "row_softmax",
        "row_softmax<__half, 1024>",
        [1, 1, 1],
        &["f16[1024] = random(1)", "out f16[1024]", "i32 = 1", "i32 = 1024"],
    ),
    launch(
        "scan",
        "row_scan<float, 1024>",
        [1, 1, 1],
        &["f32[2048] = random(1)", "out f32[2048]", "i32 = 1", "i32 = 2048"],
    ),
    launch(
        "stencil",
        "heat<64>",
        [1, 1, 1],
        &["f32[4096] = random(1)", "out f32[4096]", "i32 = 64", "i32 = 64", "f32 = 0.1"],
    ),
    launch(
        "swiglu",
        "swiglu<__nv_bfloat16, 2048>",
        [1, 1, 1],
        &["bf16[4096] = random(1)", "out bf16[2048]", "i32 = 1", "i32 = 2048"],
    ),
    launch(
        "transpose",
        "transpose<float, 64>",
        [1, 1, 1],
        &["f32[4096] = random(1)", "out f32[4096]", "i32 = 64", "i32 = 64"],
    ),
    launch(
        "vector_add",
        "vectorAdd",
        [2, 1, 1],
        &["f32[2048] = random(1)", "f32[2048] = random(2)", "out f32[2048]", "u64 = 2048"],
    ),
];

const TARGETS: [&str; 2] = ["sm_80", "sm_90a"];

fn report(launch: &Launch, arch: &str) -> Report {
    let path = tilec_tests::root().join("examples").join(launch.example).join("kernel.cu");
    let compiled = compile_file(&path, arch, Stage::Lower);
    let module = compiled.module.as_ref().unwrap_or_else(|| panic!("{}", rendered(&compiled)));
    let symbol = compiled.symbol(Some(launch.kernel)).unwrap_or_else(|what| panic!("{what}"));
    let target = backend_ptx::target::Target::named(arch).expect("a known target");
    let (ptx, _) = backend_ptx::compile(module, target, &backend_ptx::Options::default());
    let parse = |text: &&str| Parameter::parse(text).unwrap_or_else(|what| panic!("{what}"));
    let parameters: Vec<Parameter> = launch.args.iter().map(parse).collect();
    let (report, _) = launch::emulated(&ptx, &symbol, launch.grid, &parameters)
        .unwrap_or_else(|what| panic!("{}: {what}", launch.kernel));
    let Launch { kernel, .. } = launch;
    assert!(report.findings.is_empty(), "{kernel} on {arch}: {}", report.describe());
    report
}

fn describe(report: &Report) -> String {
    let all = report.total("");
    let mut text = format!(
        "  shared memory: {} passes, {} of them conflicts\n  global memory: {} sectors, at least {}\n",
        all.wavefronts,
        all.bank_conflicts(),
        all.sectors,
        all.min_sectors
    );
    let classes = report.instructions();
    let counts: Vec<String> =
        classes.iter().map(|(class, count)| format!("{class} {count}")).collect();
    let _ = writeln!(text, "  instructions: {}: {}", all.issued, counts.join(", "));
    text
}

#[test]
fn the_kernels_of_the_examples() {
    let texts: Vec<String> = LAUNCHES
        .par_iter()
        .flat_map(|launch| TARGETS.par_iter().map(move |arch| (launch, arch)))
        .map(|(launch, arch)| {
            let report = report(launch, arch);
            format!("{} of {} for {arch}\n{}", launch.kernel, launch.example, describe(&report))
        })
        .collect();
    insta::assert_snapshot!("costs", texts.concat());
}

/// What a kernel of one block over two buffers costs.
fn counted(module: &ir::Module, arch: &str, args: &[Arg]) -> LineCounts {
    let text = programs::text(module, arch).unwrap_or_else(|what| panic!("{what}"));
    let mut memory = emulator::Memory::default();
    let args: Vec<u64> = args
        .iter()
        .map(|arg| match arg {
            Arg::Number(bits) => *bits,
            Arg::Buffer(elem, bits) => memory.alloc(&differential::to_bytes(*elem, bits)),
        })
        .collect();
    let name = &module.entries.values().next().expect("a kernel").name;
    let launch = emulator::Launch::new(name, [1, 1, 1], &args);
    let report = emulator::launch(&text, &launch, &mut memory).unwrap_or_else(|e| panic!("{e}"));
    assert!(report.findings.is_empty(), "{}", report.describe());
    report.total("")
}

/// Transposes of tiles in every format: neither banks nor sectors are wasted.
#[test]
fn transposes_waste_nothing() {
    let mut wasteful = Vec::new();
    for elem in [Scalar::I8, Scalar::F16, Scalar::F32, Scalar::F64] {
        for tile in [32, 64, 128] {
            let count = (tile * tile) as usize;
            if count * elem.bytes() as usize > 1 << 16 {
                continue;
            }
            let (size, at) = (u64::from(tile), format!("{tile}x{tile} of {elem}"));
            let args =
                [random(elem, count, 1), zeros(elem, count), Arg::Number(size), Arg::Number(size)];
            for arch in TARGETS {
                let counts = counted(&kernels::transpose(elem, tile), arch, &args);
                if counts.bank_conflicts() > 0 || counts.sectors > counts.min_sectors {
                    wasteful.push(format!("{at} on {arch}: {counts:?}"));
                }
            }
        }
    }
    assert!(wasteful.is_empty(), "{} waste\n{}", wasteful.len(), wasteful.join("\n"));
}

/// Tiles whose axes are permuted, and that are folded anew: conversions between layouts that pass
/// through shared memory.
#[test]
fn conversions_have_no_conflicts() {
    let mut wasteful = Vec::new();
    let shapes: [&[u32]; 5] = [&[64, 64], &[128, 16], &[16, 256], &[8, 16, 32], &[4, 8, 8, 16]];
    for elem in [Scalar::I8, Scalar::F16, Scalar::F32, Scalar::F64] {
        for dims in shapes {
            let rank = dims.len() as u32;
            for turn in 1..rank {
                let order: Vec<u32> = (0..rank).map(|dim| (dim + turn) % rank).collect();
                let count: u32 = dims.iter().product();
                let pointers = [ir::Elem::Ptr(elem), ir::Elem::Ptr(elem)];
                let module = kernels::kernel("turned", &pointers, |b, p| {
                    let flat = b.types.tile(&[count], Scalar::I32);
                    let index = b.iota(flat);
                    let (from, to) =
                        (kernels::pointers(b, p[0], index), kernels::pointers(b, p[1], index));
                    let weak = ir::MemoryOrdering::Weak;
                    let hints = ir::Hints::new;
                    let (tile, _) = b.load_ptr_tko(from, None, None, None, weak, None, hints());
                    let shaped = b.types.tile(dims, elem);
                    let tile = b.reshape(tile, shaped);
                    let turned = b.permute(tile, order.iter().copied().collect());
                    let flat = b.types.tile(&[count], elem);
                    let turned = b.reshape(turned, flat);
                    b.store_ptr_tko(to, turned, None, None, weak, None, hints());
                });
                let args = [random(elem, count as usize, 1), zeros(elem, count as usize)];
                for arch in TARGETS {
                    let counts = counted(&module, arch, &args);
                    if counts.bank_conflicts() > 0 {
                        wasteful
                            .push(format!("{dims:?} of {elem} by {order:?} on {arch}: {counts:?}"));
                    }
                }
            }
        }
    }
    assert!(wasteful.is_empty(), "{} waste\n{}", wasteful.len(), wasteful.join("\n"));
}
