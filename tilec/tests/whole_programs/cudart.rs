//! Programs with the headers and the runtime of a CUDA toolkit, which nvcc's wheels have: how kernels are registered, by a
//! library in the place of cudart that writes down its calls (`cudart.c`), and by the toolkit's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::skip::skip;
use super::support::{files, has, text, tilec};

const PROGRAM: &str = r#"
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__device__ int total;
template <class T> __tile_global__ void scale(T *p, short by) { *p = *p * T(by); }
static __tile_global__ void count() { ct::atomic_add(&total, 1, ct::memory_order_relaxed_t{}); }
int main() {
  int n = -1;
  std::printf("%s\n", cudaGetErrorName(cudaGetDeviceCount(&n)));
  float *p = nullptr;
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 256)));
  scale<<<dim3(2, 3), 1>>>(p, short(7));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaLaunchKernel(count, 1, 1, nullptr, 0, nullptr);
  int value = 3;
  std::printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(total, &value, sizeof value)));
}
"#;

/// The folder of a toolkit that nvcc's wheels make.
fn toolkit() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["13.5", "13.3"].map(|release| {
        let named = std::env::var_os(format!("TILEC_NVCC_{}", release.replace('.', "_")));
        let named = named.map(PathBuf::from);
        named.unwrap_or_else(|| root.join("target").join(format!("nvcc-{release}")))
    });
    let found = folders.map(|folder| folder.join("nvidia/cu13"));
    let found = found.into_iter().find(|it| it.join("include/cuda_runtime.h").is_file());
    if found.is_none() {
        skip("the headers of a toolkit do not install");
    }
    found
}

/// Builds a program with the headers of a toolkit; the folder that has it.
fn built(name: &str, toolkit: &Path, options: &[&str]) -> PathBuf {
    let folder = files(name, &[("x.cu", PROGRAM)]);
    let headers = format!("-I{}", toolkit.join("include").display());
    let made = tilec(&[&["build", &headers, "x.cu", "-o", "app"], options].concat(), &folder);
    assert!(made.status.success() && made.stderr.is_empty(), "{}", text(&made.stderr));
    folder
}

/// The calls of an object are those of Clang's host code, in their order: a fat binary, its kernels and variables, the end.
#[test]
fn kernels_are_registered_as_clang_registers_them() {
    let Some(toolkit) = toolkit() else { return };
    if !(has("g++") && has("gcc")) {
        return skip("gcc or g++ is not here");
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/whole_programs/cudart.c");
    let library = files("cudart_double", &[]);
    let made = Command::new("gcc")
        .args(["-shared", "-fPIC", "-Wall", "-Werror", "-o", "libdouble.so"])
        .arg(source)
        .current_dir(&library)
        .status();
    assert!(made.expect("gcc starts").success());
    let folder = built(
        "cudart_calls",
        &toolkit,
        &["--cudart=none", &format!("-L{}", library.display()), "-ldouble", "-arch=sm_90a"],
    );
    let done = Command::new(folder.join("app")).env("LD_LIBRARY_PATH", &library).output();
    let done = done.expect("the program starts");
    let expected = "\
fat binary: 0x466243b1 1, 0xba55ed50, for sm_90a
kernel _Z5countv twice
kernel _Z5scaleIfEvPT_s twice
variable total of 4 bytes
end
cudaSuccess
cudaSuccess
launch _Z5scaleIfEvPT_s 2x3x1 of 1x1x1: 7
cudaSuccess
launch _Z5countv 1x1x1 of 1x1x1
copy to total
cudaSuccess
unregister
";
    assert_eq!(text(&done.stdout), expected, "{}", text(&done.stderr));
}

/// The toolkit's runtime, static and shared, in a program of tilec and in one that nvcc links: all start and say that there
/// is no driver, or run.
#[test]
fn programs_are_linked_with_a_toolkits_runtime() {
    let Some(toolkit) = toolkit() else { return };
    if !has("g++") {
        return skip("g++ is not here");
    }
    let library = toolkit.join("lib");
    let run = |path: PathBuf| {
        let done = Command::new(path).env("LD_LIBRARY_PATH", &library).output();
        let done = done.expect("the program starts");
        let said = text(&done.stdout);
        let first = said.lines().next().unwrap_or_default();
        let is_known =
            ["cudaSuccess", "cudaErrorNoDevice", "cudaErrorInsufficientDriver"].contains(&first);
        assert!(is_known && said.lines().all(|line| line == first), "{said}");
        assert!(done.status.success(), "{:?}", done.status);
        first.to_owned()
    };
    let with_static = run(built("cudart_static", &toolkit, &[]).join("app"));
    let folder = built("cudart_shared", &toolkit, &["--cudart", "shared"]);
    assert_eq!(run(folder.join("app")), with_static);
    // An object of tilec beside one of nvcc, which compiles and links the rest.
    let nvcc = toolkit.join("bin/nvcc");
    let is_there =
        Command::new(&nvcc).arg("--version").output().is_ok_and(|it| it.status.success());
    if !is_there {
        return skip("nvcc of NVIDIA is not here");
    }
    let part = PROGRAM
        .replace("int main()", "int part()")
        .replace("value)));\n}", "value)));\n  return 0;\n}");
    let main = "#include <cuda_runtime.h>\n__global__ void own(int *p) { *p = 1; }\nint part();\n\
                int main() {\n  own<<<1, 1>>>(nullptr);\n  cudaGetLastError();\n  return part();\n}\n";
    let folder = files("cudart_nvcc", &[("part.cu", &part), ("main.cu", main)]);
    let headers = format!("-I{}", toolkit.join("include").display());
    let made = tilec(&["build", "-c", &headers, "part.cu", "-o", "part.o"], &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let linked = Command::new(&nvcc)
        .args(["-arch=sm_90", "main.cu", "part.o", "-o", "app"])
        .current_dir(&folder)
        .output()
        .expect("nvcc starts");
    assert!(linked.status.success(), "{}", text(&linked.stderr));
    let done = Command::new(folder.join("app")).output().expect("the program starts");
    assert!(text(&done.stdout).starts_with(&with_static), "{}", text(&done.stdout));
    assert!(done.status.success(), "{:?}", done.status);
}

/// Objects of two runtimes are not linked, and a toolkit without a runtime is an error that says where it was looked for.
#[test]
fn runtimes_are_not_mixed() {
    let Some(toolkit) = toolkit() else { return };
    if !has("g++") {
        return skip("g++ is not here");
    }
    let other = PROGRAM.replace("int main()", "void other()");
    let folder = files("cudart_mixed", &[("x.cu", PROGRAM), ("y.cu", &other)]);
    let headers = format!("-I{}", toolkit.join("include").display());
    for words in
        [&["build", "-c", &headers, "x.cu", "-o", "x.o"][..], &["build", "-c", "y.cu", "-o", "y.o"]]
    {
        let made = tilec(words, &folder);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    let made = tilec(&["build", "x.o", "y.o", "-o", "app"], &folder);
    let said = text(&made.stderr);
    assert!(said.starts_with("error[E0815]: the program has objects of two runtimes"), "{said}");
    assert!(said.contains("`y.o` is made for the run-time library of tilec"), "{said}");

    fs::create_dir_all(folder.join("toolkit/include/crt")).expect("a folder");
    for name in ["cuda_runtime.h", "crt/host_defines.h"] {
        fs::write(folder.join("toolkit/include").join(name), "#pragma once\n").expect("a header");
    }
    let made = tilec(&["build", "-Itoolkit/include", "x.o", "-o", "app"], &folder);
    let said = text(&made.stderr);
    assert!(
        said.starts_with("error[E0814]: the runtime of the toolkit, `libcudart_static.a`"),
        "{said}"
    );
    assert!(said.contains("looked for toolkit/include/../lib64/libcudart_static.a"), "{said}");
}
