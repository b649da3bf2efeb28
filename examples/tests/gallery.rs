//! Every example runs on the CPU device and agrees with its plain Rust computation.

use std::process::Command;

macro_rules! examples {
    ($($name:ident)*) => {
        /// The examples, by the names of their folders.
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(#[test]
        fn $name() {
            run(env!(concat!("CARGO_BIN_EXE_", stringify!($name))));
        })*
    };
}

examples! {
    attention attention_backward attention_paged convolution convolution_strided dropout gemm
    gemm_batched gemm_block_scaled gemm_epilogue gemm_persistent gemm_quantised gemm_split_k
    histogram mandelbrot norm quantise reduce rope row_softmax scan stencil swiglu transpose
    vector_add
}

fn run(program: &str) {
    let output = Command::new(program).args(["--device", "cpu"]).output().expect("it was built");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    // A line for each case, with what was tried and what it was held to; then the verdict and the time.
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    let Some((verdict, cases)) = lines.split_last() else { panic!("it prints nothing") };
    assert!(verdict.contains(" on cpu: pass, ") && verdict.ends_with(" s"), "{verdict}");
    let has_sizes =
        |case: &&str| case.starts_with("  ") && case.contains(|c: char| c.is_ascii_digit());
    assert!(cases.len() >= 2 && cases.iter().all(has_sizes), "{text}");
}

/// A folder with a kernel has a row here, in `Cargo.toml`, in `build.rs`, in the gallery's page and in the
/// script that runs the examples on a GPU.
#[test]
fn no_example_is_left_out() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).expect("the package");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let kernels =
        names.filter(|path| path.join("kernel.cu").exists() && path.join("main.rs").exists());
    let mut names: Vec<String> =
        kernels.map(|path| path.file_name().expect("a name").to_string_lossy().into()).collect();
    names.sort();
    assert_eq!(names, NAMES);
    for (path, before, after) in
        [("build.rs", "    \"", "\","), ("README.md", "[", "]("), ("../tests/gpu/run", " ", " ")]
    {
        let text = std::fs::read_to_string(folder.join(path)).expect("a file").replace('\n', " \n");
        for name in NAMES {
            assert!(text.contains(&format!("{before}{name}{after}")), "{path} lacks {name}");
        }
    }
}

/// Each kernel of an example has its figure: `fn bench` and what follows it name it, and the script for a GPU
/// asks for the figures.
#[test]
fn every_kernel_is_measured() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("a file");
    // A launcher is `vector_add` where the kernel is `vectorAdd`.
    let squeezed = |text: &str| text.replace('_', "").to_lowercase();
    for name in NAMES {
        let (source, main) = (read(&format!("{name}/kernel.cu")), read(&format!("{name}/main.rs")));
        let (_, bench) = main.split_once("fn bench(").unwrap_or_else(|| panic!("{name}: no bench"));
        let declared = source.split("__tile_global__ void ").skip(1);
        let kernels: Vec<&str> =
            declared.filter_map(|rest| rest.split(['<', '(']).next()).collect();
        assert!(!kernels.is_empty(), "{name} has no kernel");
        for kernel in kernels {
            let is_named = squeezed(bench).contains(&squeezed(kernel));
            assert!(is_named, "{name}: {kernel} is not measured");
        }
    }
    assert!(read("../tests/gpu/run").contains("--device all --seeds 3 --bench"));
}
