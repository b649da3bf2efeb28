//! Projects of CMake whose CUDA compiler is tilec, `-DCMAKE_CUDA_COMPILER=tilec`, as users write them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::skip::skip;
use super::support::{has, library, scratch, text};

const PROJECT: &str = "\
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX CUDA)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CUDA_STANDARD 20)

add_library(kernels STATIC src/kernels.cu)
target_include_directories(kernels PUBLIC include)
target_compile_definitions(kernels PUBLIC WIDTH=64)
target_compile_options(kernels PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall -lineinfo>)

add_library(shared SHARED src/shared.cu)
target_link_libraries(shared PUBLIC kernels)
set_target_properties(kernels PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_executable(app src/main.cpp)
target_link_libraries(app PRIVATE kernels)
add_executable(cuda_app src/main.cu)
target_link_libraries(cuda_app PRIVATE shared)
enable_testing()
add_test(NAME app COMMAND app)
add_test(NAME cuda_app COMMAND cuda_app)
";

const HEADER: &str = "\
#pragma once
int filled(int value);
int doubled(int value);
";

const KERNELS: &str = "\
#include <cuda_tile.h>
#include \"kernels.h\"
namespace ct = cuda::tiles;
using tile = ct::tile<int, ct::shape<WIDTH>>;
__tile_global__ void fill(int *p, int value) { ct::store(p + ct::iota<tile>(), ct::full<tile>(value)); }
int filled(int value) {
  int *p, result[WIDTH];
  if (cudaMalloc(&p, sizeof result) != cudaSuccess)
    return -1;
  fill<<<1, 1>>>(p, value);
  cudaMemcpy(result, p, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return result[WIDTH - 1];
}
";

const SHARED: &str = "\
#include <cuda_tile.h>
#include \"kernels.h\"
__tile_global__ void twice(int *p) { *p = *p * 2; }
int doubled(int value) {
  int *p, result = filled(value);
  cudaMalloc(&p, sizeof result);
  cudaMemcpy(p, &result, sizeof result, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(p);
  cudaMemcpy(&result, p, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return result;
}
";

const MAIN: &str = "\
#include <cstdio>
#include \"kernels.h\"
int main() {
#ifdef NDEBUG
  std::printf(\"release %d\\n\", filled(42));
#else
  std::printf(\"debug %d\\n\", filled(42));
#endif
}
";

const CUDA_MAIN: &str = "\
#include <cstdio>
#include <cuda_tile.h>
#include \"kernels.h\"
template <class T> __tile_global__ void add(T *p, T by) { *p = *p + by; }
int main() {
  int *p, result = doubled(21);
  cudaMallocManaged(&p, sizeof(int));
  *p = result;
  add<<<1, 1>>>(p, 1);
  cudaDeviceSynchronize();
  std::printf(\"%d\\n\", *p);
  return *p != 43;
}
";

/// Writes the project.
fn project(name: &str, lists: &str) -> PathBuf {
    let folder = scratch(name);
    for part in ["src", "include"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    for (path, text) in [
        ("CMakeLists.txt", lists),
        ("include/kernels.h", HEADER),
        ("src/kernels.cu", KERNELS),
        ("src/shared.cu", SHARED),
        ("src/main.cpp", MAIN),
        ("src/main.cu", CUDA_MAIN),
    ] {
        fs::write(folder.join(path), text).expect("a file");
    }
    folder
}

/// Runs a command in a folder; its output, which is shown if it fails.
fn run(folder: &Path, words: &[&str]) -> String {
    let done = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .env("TILEC_RUNTIME", library())
        .env("TILEC_DEVICE", "cpu")
        .env_remove("CUDA_PATH")
        .env_remove("CUDAFLAGS")
        .output()
        .expect("the program starts");
    let said = text(&done.stdout) + &text(&done.stderr);
    assert!(done.status.success(), "{words:?}\n{said}");
    text(&done.stdout)
}

/// Whether programs are here; the first that is not is noted.
fn are_here(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| !has(program));
    missing.inspect(|program| skip(&format!("{program} is not here"))).is_none()
}

const COMPILER: &str = concat!("-DCMAKE_CUDA_COMPILER=", env!("CARGO_BIN_EXE_tilec"));

/// Configures, builds and runs the project with a generator.
fn check(name: &str, generator: &str, configuration: &str, more: &[&str], lists: &str) -> PathBuf {
    let folder = project(name, lists);
    let kind = format!("-DCMAKE_BUILD_TYPE={configuration}");
    let configure = ["cmake", "-S", ".", "-B", "build", "-G", generator, COMPILER, &kind];
    let said = run(&folder, &[&configure[..], more].concat());
    for line in [
        "The CUDA compiler identification is NVIDIA 13.5",
        "Detecting CUDA compiler ABI info - done",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    run(&folder, &["cmake", "--build", "build"]);
    let word = configuration.to_lowercase();
    assert_eq!(run(&folder, &["build/app"]), format!("{word} 42\n"));
    assert_eq!(run(&folder, &["build/cuda_app"]), "43\n");
    folder
}

#[test]
fn projects_are_built_by_ninja() {
    if !are_here(&["cmake", "ninja", "g++"]) {
        return;
    }
    let folder = check("cmake_ninja", "Ninja", "Debug", &[], PROJECT);
    // What reads a header is compiled again if that changes, and nothing else.
    fs::write(folder.join("include/kernels.h"), format!("{HEADER}// changed\n")).expect("written");
    let said = run(&folder, &["ninja", "-C", "build", "-n"]);
    assert!(
        said.contains("Building CUDA object CMakeFiles/kernels.dir/src/kernels.cu.o"),
        "{said}"
    );
    run(&folder, &["ninja", "-C", "build"]);
    assert!(run(&folder, &["ninja", "-C", "build"]).contains("no work to do"));
    run(&folder, &["ctest", "--test-dir", "build"]);
}

/// Separable compilation has a step of device code, which has nothing to do.
#[test]
fn projects_are_built_by_make() {
    if !are_here(&["cmake", "make", "g++"]) {
        return;
    }
    let lists = PROJECT.replace(
        "set(CMAKE_CXX_STANDARD",
        "set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)\nset(CMAKE_CXX_STANDARD",
    );
    check("cmake_make", "Unix Makefiles", "Release", &["-DCMAKE_CUDA_ARCHITECTURES=90a"], &lists);
}
