//! Libraries of kernels: static, shared, loaded at run time, and made by make.

use std::path::Path;
use std::process::Command;

use crate::skip::skip;
use crate::support::{files, has, library, text, tilec};
use crate::{HOST, KERNEL};

/// Runs a script with `tilec` on its path; its output.
pub fn run(script: &str, folder: &Path) -> String {
    let compiler = Path::new(env!("CARGO_BIN_EXE_tilec")).parent().expect("it is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("sh")
        .args(["-ec", script])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", compiler.display()))
        .env("TILEC_RUNTIME", library())
        .env_remove("TILEC_CACHE")
        .output()
        .expect("sh");
    assert!(done.status.success(), "{}{}", text(&done.stdout), text(&done.stderr));
    text(&done.stdout)
}

/// `-lib` and a name that ends in `.a` make static libraries, whose members have the names of the sources.
#[test]
fn static_libraries_are_linked() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let other = KERNEL.replace("launched", "also_launched").replace("store", "put");
    let folder =
        files("static", &[("kernel.cu", KERNEL), ("other.cu", &other), ("host.cpp", HOST)]);
    for words in
        ["-lib kernel.cu other.cu -o libkernels.a", "build kernel.cu other.cu -o libkernels.a"]
    {
        let script = format!(
            "rm -f lib*.a; tilec {words}; ar t libkernels.a; tilec host.cpp -L. -lkernels -o app; ./app; \
             g++ host.cpp libkernels.a $TILEC_RUNTIME -lpthread -ldl -lm -o app; ./app"
        );
        assert_eq!(run(&script, &folder), "kernel.o\nother.o\n42\n42\n", "{words}");
    }
    let made = tilec(&["-lib", "kernel.cu", "-Xlinker", "-s", "-o", "x.a"], &folder);
    let said = text(&made.stderr);
    assert!(said.contains("a static library is not linked"), "{said}");
}

/// nvcc's steps for relocatable device code: tile code is whole in each source, and a kernel of another source is launched.
#[test]
fn device_code_is_whole_in_each_source() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let kernel = "#include <cuda_tile.h>\n#ifndef __CUDACC_RDC__\n#error\n#endif\n\
                  __tile_global__ void store(int *p, int value) { *p = value; }\n";
    let host = "#include <cstdio>\n#include <cuda_tile.h>\n__tile_global__ void store(int *p, int value);\n\
                int main() {\n  int *p;\n  cudaMallocManaged(&p, sizeof(int));\n  store<<<1, 1>>>(p, 42);\n  \
                cudaDeviceSynchronize();\n  std::printf(\"%d\\n\", *p);\n}\n";
    let folder = files("relocatable", &[("kernel.cu", kernel), ("main.cu", host)]);
    let script = "tilec -dc kernel.cu main.cu; tilec -arch=sm_90 -shared -dlink kernel.o main.o -o dlink.o; \
                  g++ main.o kernel.o dlink.o $TILEC_RUNTIME -lpthread -ldl -lm -o app; ./app; \
                  tilec -rdc=true main.cu kernel.cu -o app; ./app";
    assert_eq!(run(script, &folder), "42\n42\n");
}

/// A shared library that a program is linked with or loads has its kernels, and the memory of the program is its memory.
#[test]
fn shared_libraries_have_the_state_of_the_program() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let part = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void twice(int *p) { *p = *p * 2; }
extern \"C\" void double_it(int *p, cudaStream_t stream) { twice<<<1, 1, 0, stream>>>(p); }
";
    let main = "\
#include <cstdio>
#include <dlfcn.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void set(int *p, int value) { *p = value; }
int main(int n, char **paths) {
  int *p, value = 21;
  cudaMalloc(&p, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  set<<<1, 1, 0, stream>>>(p, value);
  for (int i = 1; i < n; ++i) {
    void *loaded = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
      std::puts(dlerror());
      return 1;
    }
    auto run = reinterpret_cast<void (*)(int *, cudaStream_t)>(dlsym(loaded, \"double_it\"));
    run(p, stream);
  }
  cudaStreamSynchronize(stream);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf(\"%d\\n\", value);
  return cudaFree(p);
}
";
    // A program of C++ alone that loads two libraries: they have a state in common.
    let loader = "\
#include <cstdio>
#include <dlfcn.h>
int main(int, char **paths) {
  auto of = [](const char *path, const char *name) {
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return loaded ? dlsym(loaded, name) : (std::puts(dlerror()), nullptr);
  };
  auto make = reinterpret_cast<int *(*)(int)>(of(paths[1], \"make\"));
  auto take = reinterpret_cast<int (*)(int *)>(of(paths[1], \"take\"));
  auto twice = reinterpret_cast<void (*)(int *, void *)>(of(paths[2], \"double_it\"));
  int *p = make(4);
  twice(p, nullptr);
  std::printf(\"%d\\n\", take(p));
}
";
    let memory = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void set(int *p, int value) { *p = value; }
extern \"C\" int *make(int value) {
  int *p;
  cudaMalloc(&p, sizeof(int));
  set<<<1, 1>>>(p, value);
  return p;
}
extern \"C\" int take(int *p) {
  int value = 0;
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return value;
}
";
    let folder = files(
        "shared",
        &[("part.cu", part), ("main.cu", main), ("loader.cpp", loader), ("memory.cu", memory)],
    );
    let script = "\
tilec -shared -Xcompiler -fPIC part.cu -o libpart.so; tilec build part.cu -o libagain.so; tilec build memory.cu -o libmemory.so
tilec main.cu -o app -ldl; ./app; ./app ./libpart.so; ./app ./libpart.so ./libagain.so
g++ loader.cpp -ldl -o loader; ./loader ./libmemory.so ./libpart.so
";
    assert_eq!(run(script, &folder), "21\n42\n84\n8\n");
}

/// A library that the program closes stays, since launches of its kernels wait.
#[test]
fn a_library_may_be_closed_while_its_kernels_wait() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let part = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void twice(int *p) { *p = *p * 2; }
extern \"C\" void double_it(int *p, cudaStream_t stream) { twice<<<1, 1, 0, stream>>>(p); }
";
    let main = "\
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void set(int *p, int value) { *p = value; }
static void wait(void *) { usleep(50000); }
int main() {
  int *p, value = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  void *first = dlopen(\"./libpart.so\", RTLD_NOW | RTLD_LOCAL);
  auto run = reinterpret_cast<void (*)(int *, cudaStream_t)>(dlsym(first, \"double_it\"));
  cudaMalloc(&p, sizeof(int));
  set<<<1, 1, 0, stream>>>(p, 21);
  for (int i = 0; i < 2; ++i) {
    cudaLaunchHostFunc(stream, wait, nullptr);
    void *again = dlopen(\"./libpart.so\", RTLD_NOW | RTLD_LOCAL);
    run = reinterpret_cast<void (*)(int *, cudaStream_t)>(dlsym(again, \"double_it\"));
    run(p, stream);
    dlclose(again);
    if (first) dlclose(first);
    first = nullptr;
    if (const char *error = dlerror()) std::puts(error);
  }
  cudaStreamSynchronize(stream);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf(\"%d %s\\n\", value, cudaGetErrorName(cudaGetLastError()));
}
";
    let folder = files("closed", &[("part.cu", part), ("main.cu", main)]);
    let script = "tilec build part.cu -o libpart.so; tilec main.cu -o app -ldl; ./app";
    assert_eq!(run(script, &folder), "84 cudaSuccess\n");
}

/// A project of make with nvcc's rules, in which the compiler is a variable; a changed header makes what it must.
#[test]
fn projects_of_make_are_built() {
    if !has("g++") || !has("make") {
        return skip("g++ or make is not here");
    }
    let makefile = "\
NVCC ?= nvcc
NVCCFLAGS := -O2 -std=c++20 -Xcompiler -Wall
objects := main.o filter.o
app: $(objects) libhost.a
\t$(NVCC) $(objects) -L. -lhost -o $@
%.o: %.cu
\t@echo $<
\t@$(NVCC) $(NVCCFLAGS) -MD -c $< -o $@
libhost.a: host.o
\t@ar rcs $@ $<
host.o: host.cpp
\t@$(CXX) -c $< -o $@
-include $(objects:.o=.d)
";
    let filter = "\
#include \"filter.h\"
__tile_global__ void scale(float *p, float by) { *p = *p * by; }
void filter(float *p) { scale<<<1, 1>>>(p, FACTOR); }
";
    let main = "\
#include <cstdio>
#include <cuda_runtime.h>
void filter(float *p);
float start();
int main() {
  float *p, value = start();
  cudaMalloc(&p, sizeof value);
  cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice);
  filter(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf(\"%g\\n\", value);
  cudaFree(p);
}
";
    let header = "#pragma once\n#include <cuda_tile.h>\n#define FACTOR 3.0f\n";
    let folder = files(
        "make",
        &[
            ("Makefile", makefile),
            ("filter.cu", filter),
            ("filter.h", header),
            ("main.cu", main),
            ("host.cpp", "float start() { return 2.5f; }\n"),
        ],
    );
    let make = "make -s NVCC=tilec";
    assert_eq!(
        run(&format!("{make}; ./app; {make}; ./app"), &folder),
        "main.cu\nfilter.cu\n7.5\n7.5\n"
    );
    std::fs::write(folder.join("filter.h"), header.replace("3.0f", "4.0f")).expect("a file");
    // Make compares times.
    assert_eq!(
        run(&format!("touch -d '+2 seconds' filter.h; {make}; ./app"), &folder),
        "filter.cu\n10\n"
    );
}

/// A value that a variable of the environment does not have is told once, and does nothing.
#[test]
fn unknown_values_of_the_environment_are_told() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = files("environment", &[("kernel.cu", KERNEL), ("host.cpp", HOST)]);
    assert_eq!(run("tilec kernel.cu host.cpp -o app", &folder), "");
    let device = "tilec: TILEC_DEVICE=GPU has no effect: its values are `cpu` and `cuda`\n";
    let sanitizer = "tilec: TILEC_SANITIZE=yes has no effect: its values are `0` and `1`\n";
    for (variables, said) in [
        (&[("TILEC_DEVICE", "GPU")][..], device.to_owned()),
        (&[("TILEC_DEVICE", "GPU"), ("TILEC_SANITIZE", "yes")], format!("{device}{sanitizer}")),
        (&[("TILEC_DEVICE", "cpu"), ("TILEC_SANITIZE", "1")], String::new()),
        (&[("TILEC_DEVICE", ""), ("TILEC_SANITIZE", "0")], String::new()),
    ] {
        let mut program = Command::new(folder.join("app"));
        let done = program.envs(variables.iter().copied()).output().expect("the program starts");
        assert_eq!((text(&done.stdout), text(&done.stderr)), ("42\n".to_owned(), said));
    }
}
