//! SIMT kernels beside tile kernels: what nvcc and Clang make of them, where one is here. On a GPU they are launched through the
//! driver for tests (`simt_driver.cc`).

use std::path::{Path, PathBuf};

use super::gpu::{built_with, run};
use super::skip::skip;
use super::support::{Program, clang_for_simt, files, has, scratch, text, tilec};

/// The compilers of SIMT kernels that are here, as `--simt` takes them.
fn compilers() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let installed = ["13.5", "13.3"].map(|release| {
        let folder = std::env::var_os(format!("TILEC_NVCC_{}", release.replace('.', "_")));
        let folder = folder.map(PathBuf::from);
        folder.unwrap_or_else(|| root.join("target").join(format!("nvcc-{release}")))
    });
    let installed = installed.map(|folder| folder.join("nvidia/cu13/bin/nvcc"));
    let nvcc = installed.iter().map(|path| path.to_string_lossy().into_owned());
    let nvcc = nvcc.chain(["nvcc".to_owned()]).find(|program| has(program));
    let clang = clang_for_simt().map(str::to_owned);
    if nvcc.is_none() {
        skip("nvcc of NVIDIA is not here");
    }
    if clang.is_none() {
        skip("clang++ 19 or later is not here");
    }
    nvcc.into_iter().chain(clang).collect()
}

/// The programs of `tests/simt_programs` are built, loaded and run: on the CPU device a launch is an error that names the
/// kernel, and tile kernels run.
#[test]
fn simt_programs_are_built_and_loaded() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/simt_programs");
    for (index, compiler) in compilers().iter().enumerate() {
        let built = scratch(&format!("simt_{index}"));
        for mut program in Program::all(&folder) {
            program.options.push(format!("--simt={compiler}"));
            let wrong = program.check("g++", &built).err();
            assert_eq!(wrong, None, "{} with {compiler}", program.name);
        }
    }
}

const ON_GPU: &str = r#"
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Step { char index; double by; };
extern "C" {
__constant__ float factors[2];
__global__ void threads(float *p, short n, Step step) {
  extern __shared__ float copy[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  copy[threadIdx.x] = p[i];
  __syncthreads();
  if (i < n)
    p[i] = copy[threadIdx.x] * factors[int(step.index)] + step.by;
}
__tile_global__ void add(const float *a, const float *b, float *c, int n) {
  using tile = ct::tile<int, ct::shape<64>>;
  auto i = ct::iota<tile>();
  ct::store_masked(c + i, ct::load_masked(a + i, i < n) + ct::load_masked(b + i, i < n), i < n);
}
}
int main() {
  float host[4] = {1, 2, 3, 4}, two[] = {7, 2};
  float *p;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  std::printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(factors, two, sizeof two)));
  threads<<<dim3(2, 3), dim3(8, 4), 1024>>>(p, 3, Step{1, 0.5});
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  threads<<<1, 512>>>(p, 4, Step{1, 0.5});
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  threads<<<1, 32, 64 << 10>>>(p, 4, Step{1, 0.5});
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(threads, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
  threads<<<1, 32, 64 << 10>>>(p, 1, Step{0, 1});
  add<<<1, 1>>>(p, p, p, 4);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g\n", host[0], host[1], host[2], host[3]);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, threads);
  std::printf("%d blocks of %d\n", grid, block);
}
"#;

/// Launches reach the driver with their blocks, shared memory and arguments; what the kernel may not have is an error of the call.
#[test]
fn simt_kernels_are_launched_on_a_gpu() {
    for compiler in compilers() {
        let simt = format!("--simt={compiler}");
        let Some(folder) = built_with("simt_driver.cc", "simt_gpu", ON_GPU, &[&simt]) else {
            return;
        };
        let (done, calls) = run(&folder, &[]);
        let expected = "cudaSuccess\ncudaSuccess\ncudaErrorInvalidConfiguration\ncudaErrorInvalidValue\n\
                        37 9 13 8\n528 blocks of 160\n";
        let log = calls.join("\n");
        assert_eq!(text(&done.stdout), expected, "{compiler}: {}\n{log}", text(&done.stderr));
        let launched: Vec<&str> =
            calls.iter().map(String::as_str).filter(|call| call.starts_with("launch")).collect();
        assert_eq!(
            launched,
            [
                "launch threads 2x3x1 of 8x4x1 with 1024",
                "launch threads 1x1x1 of 32x1x1 with 65536",
                "launch add 1x1x1",
            ],
            "{compiler}"
        );
        let n_images = calls.iter().filter(|call| call.starts_with("image ptx")).count();
        assert_eq!(n_images, 4, "PTX for two targets, of tile kernels and of SIMT kernels: {log}");
    }
}

/// What is wrong with SIMT code is said at its line, with a code.
#[test]
fn errors_of_simt_kernels_are_at_the_lines_of_the_user() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let start = "#include <cuda_tile.h>\n__device__ int total;\n\
                 __tile_global__ void k(int* p) { *p = total; }\n";
    for compiler in compilers() {
        for (name, source, expected) in [
            ("undeclared", "__global__ void simt(int* p) {\n  *p = missing;\n}\n", "x.cu:5:"),
            (
                "shared",
                "__global__ void simt(int* p) { *p = total; }\n",
                "error[E0817]: the variable `total` is used by tile kernels and by SIMT kernels",
            ),
        ] {
            let text_of = format!(
                "{start}{source}int main() {{ k<<<1, 1>>>(nullptr); simt<<<1, 1>>>(nullptr); }}\n"
            );
            let folder = files(&format!("simt_errors_{name}"), &[("x.cu", &text_of)]);
            let simt = format!("--simt={compiler}");
            let words = ["build", &simt, "--error-format", "short", "x.cu", "-o", "app"];
            let made = tilec(&words, &folder);
            let said = text(&made.stderr);
            let is_expected =
                |line: &str| line.starts_with(expected) && line.contains("error[E0817]");
            assert!(said.lines().any(is_expected), "{compiler} {name}: {said}");
            assert_eq!(made.status.code(), Some(1), "{compiler} {name}");
            assert!(!folder.join("app").exists(), "{compiler} {name}");
        }
    }
}

/// Without a compiler of SIMT kernels the first of them is an error, whose help names the option.
#[test]
fn a_compiler_of_simt_kernels_has_to_be_named_and_there() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let source = "#include <cuda_tile.h>\n__global__ void simt(int* p) { *p = 1; }\nint main() { simt<<<1, 1>>>(nullptr); }\n";
    let folder = files("simt_missing", &[("x.cu", source)]);
    let made = tilec(&["build", "x.cu", "-o", "app"], &folder);
    let said = text(&made.stderr);
    for part in
        ["error[E0811]", "x.cu:2:1", "help: name their compiler: `--simt=nvcc` or `--simt=clang`"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    // A header of the system may have one, which counts if the program uses it.
    let header = "template <class T> __global__ void of_header(T* p) { *p = 1; }\n";
    std::fs::create_dir_all(folder.join("system")).expect("a folder");
    std::fs::write(folder.join("system/header.h"), header).expect("a header");
    for (launch, expected) in [("", true), ("of_header<<<1, 1>>>((int*)nullptr);", false)] {
        let source = format!("#include <header.h>\nint main() {{ {launch} }}\n");
        std::fs::write(folder.join("y.cu"), source).expect("a source");
        let made = tilec(&["build", "-isystem", "system", "y.cu", "-o", "y"], &folder);
        let said = text(&made.stderr);
        assert_eq!(made.status.success(), expected, "{said}");
        let note = "note: `of_header<int>` is a SIMT kernel of a header of the system";
        assert!(expected || said.contains(note), "{said}");
    }
    let made = tilec(&["build", "--simt=/nowhere/nvcc", "x.cu", "-o", "app"], &folder);
    let said = text(&made.stderr);
    for part in [
        "error[E0811]: there is no `/nowhere/nvcc` for SIMT kernels",
        "x.cu:2:1",
        "--simt=/path/to/nvcc",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let made = tilec(&["build", "--simt=gcc", "x.cu", "-o", "app"], &folder);
    assert_eq!(made.status.code(), Some(2));
    assert!(
        text(&made.stderr).contains("expected nvcc, clang, or the path of one"),
        "{}",
        text(&made.stderr)
    );
}
