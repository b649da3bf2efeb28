//! The examples of what CUDA 13.4 and 13.5 add: emitted PTX of several generations does what the interpreter does. That the
//! interpreter is right is compared with plain Rust computations (`examples/tests/gallery.rs`).

use backend_ptx::Options;
use backend_ptx::target::Target;
use tilec::Stage;
use tilec_tests::compile::{compile_file, rendered};
use tilec_tests::launch::{self, Sanitizer};
use tilec_tests::parameter::Parameter;

const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// A launch of an example's kernel: the folder, the kernel, the grid, and the arguments.
struct Launch {
    example: &'static str,
    kernel: &'static str,
    grid: [u32; 3],
    args: Vec<String>,
}

fn launch(example: &'static str, kernel: &'static str, grid: [u32; 3], args: &[&str]) -> Launch {
    Launch { example, kernel, grid, args: args.iter().map(|&arg| arg.to_owned()).collect() }
}

/// A list of so many bytes, from `first` up to `last`, in no order.
fn bytes(count: usize, first: usize, last: usize) -> String {
    let byte = |i: usize| (first + i * 37 % (last - first + 1)).to_string();
    let list: Vec<String> = (0..count).map(byte).collect();
    format!("u8[{count}] = [{}]", list.join(", "))
}

/// The numbers of a result's bytes.
fn numbers(bytes: &[u8], size: usize) -> Vec<f32> {
    let number = |chunk: &[u8]| match *chunk {
        // bf16 is the upper half of an f32.
        [a, b] => f32::from_le_bytes([0, 0, a, b]),
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
        _ => f32::NAN,
    };
    bytes.chunks(size).map(number).collect()
}

/// Compares the last buffer, whose numbers have so many bytes, on all targets; `has` are in the PTX of the target.
fn agrees(launch: &Launch, size: usize, tolerance: f32, has: &[(&str, &str)]) {
    let path = tilec_tests::root().join("examples").join(launch.example).join("kernel.cu");
    let parse = |text: &String| Parameter::parse(text).unwrap_or_else(|what| panic!("{what}"));
    let parameters: Vec<Parameter> = launch.args.iter().map(parse).collect();
    let is_result = |at: &usize| launch.args[*at].starts_with("out ");
    let result = (0..launch.args.len())
        .filter(|at| launch.args[*at].contains('['))
        .position(|at| is_result(&at));
    let result = result.expect("an argument is the result");
    for arch in TARGETS {
        let compiled = compile_file(&path, arch, Stage::Lower);
        let module = compiled.module.as_ref().unwrap_or_else(|| panic!("{}", rendered(&compiled)));
        let symbol = compiled.symbol(Some(launch.kernel)).unwrap_or_else(|what| panic!("{what}"));
        let wanted = launch::on_cpu(module, &symbol, launch.grid, &parameters, Sanitizer::On);
        assert!(wanted.diagnostics.is_empty(), "{:?}", wanted.diagnostics);
        let target = Target::named(arch).expect("a known target");
        let (ptx, _) = backend_ptx::compile(module, target, &Options::default());
        let text = backend_ptx::ptx::print::module_text(&ptx);
        for (_, text_of) in has.iter().filter(|(of, _)| *of == arch) {
            assert!(text.contains(text_of), "{}: no {text_of} for {arch}", launch.kernel);
        }
        let found = launch::in_emulator(&ptx, &symbol, launch.grid, &parameters)
            .unwrap_or_else(|what| panic!("{} for {arch}: {what}", launch.kernel));
        let pairs = numbers(&found.buffers[result], size).into_iter();
        let pairs = pairs.zip(numbers(&wanted.buffers[result], size)).enumerate();
        for (at, (found, wanted)) in pairs {
            let error = (found - wanted).abs();
            assert!(
                error <= tolerance,
                "{} for {arch}: {at}: {found}, not {wanted}",
                launch.kernel
            );
        }
    }
}

/// The tensor cores of sm_120a take the scales.
#[test]
fn products_of_block_scaled_numbers() {
    const MXFP8: &str = "block_scaled<__nv_fp8_e4m3, __nv_fp8_e4m3, __nv_fp8_e8m0, 32, 32, 32, 64>";
    const NVFP4: &str = "block_scaled<__nv_fp4_e2m1, unsigned char, __nv_fp8_e4m3, 16, 32, 32, 64>";
    let sizes = ["i32 = 35", "i32 = 33", "i32 = 96", "f32 = 0.5"].map(str::to_owned);
    let mut mxfp8 = launch("gemm_block_scaled", MXFP8, [2, 2, 1], &[]);
    mxfp8.args = vec![
        "e4m3[3360] = random(1)".into(),
        bytes(35 * 3, 124, 129),
        "e4m3[3168] = random(2)".into(),
        bytes(33 * 3, 124, 129),
        "out f32[1155]".into(),
    ];
    mxfp8.args.extend(sizes.clone());
    agrees(&mxfp8, 4, 1e-3, &[("sm_120a", "m16n8k32.row.col.kind::mxf8f6f4.block_scale")]);
    let mut nvfp4 = launch("gemm_block_scaled", NVFP4, [2, 2, 1], &[]);
    nvfp4.args = vec![
        bytes(35 * 48, 0, 255),
        bytes(35 * 6, 40, 70),
        bytes(33 * 48, 0, 255),
        bytes(33 * 6, 40, 70),
        "out f32[1155]".into(),
    ];
    nvfp4.args.extend(sizes);
    agrees(&nvfp4, 4, 1e-2, &[("sm_120a", "m16n8k64.row.col.kind::mxf4nvf4.block_scale")]);
}

#[test]
fn attention_with_pages() {
    let args = [
        "bf16[2048] = random(1)",
        "bf16[14336] = random(2)",
        "bf16[14336] = random(3)",
        "out bf16[2048]",
        // Two sequences of 5 and 1 pages of the seven in the pool.
        "i32[10] = [6, 0, 3, 5, 1, 4, 99, 99, 99, 99]",
        "i32[2] = [70, 3]",
        "i32 = 2",
        "i32 = 2",
        "i32 = 7",
        "i32 = 5",
        "f32 = 0.18",
    ];
    let mut launch =
        launch("attention_paged", "decode_paged<__nv_bfloat16, 64, 8, 16, 64>", [2, 2, 1], &[]);
    launch.args = args.map(str::to_owned).to_vec();
    agrees(&launch, 2, 2e-2, &[]);
}

/// The tiles of the strided view are boxes of a tensor map where the target has them.
#[test]
fn convolutions_of_a_strided_view() {
    for (step, outputs) in [(1, 3 * 68), (2, 2 * 34)] {
        let kernel = [
            "convolution_strided<__half, 32, 64, 1, 64>",
            "convolution_strided<__half, 32, 64, 2, 64>",
        ];
        let grid = [2 / step as u32, [3, 2][step - 1], 1];
        let mut launch = launch("convolution_strided", kernel[step - 1], grid, &[]);
        launch.args = vec![
            "f16[11200] = random(1)".into(),
            "f16[18432] = random(2)".into(),
            format!("out f32[{}]", outputs * 64),
            "i32 = 1".into(),
            "i32 = 5".into(),
            "i32 = 70".into(),
        ];
        agrees(
            &launch,
            4,
            1e-2,
            &[("sm_90a", "cp.async.bulk.tensor.4d"), ("sm_100a", "cp.async.bulk.tensor.4d")],
        );
    }
}
