//! Builds of many files: by make and ninja, at once, and again.

use std::path::Path;

use crate::libraries::run;
use crate::skip::skip;
use crate::support::{files, has};

/// Two of three sources with kernels have a header in common, and an instantiation.
const HEADER: &str = "\
#pragma once
#include <cuda_runtime.h>
#include <cuda_tile.h>
template <class T> __tile_global__ void add(T *p, T by) { *p = *p + by; }
template <class T> void added(T *p, T by) { add<<<1, 1>>>(p, by); }
";
const FIRST: &str = "#include \"add.h\"\nvoid first(int *p) { added(p, 1); }\n";
const SECOND: &str = "#include \"add.h\"\nvoid second(int *p) { added(p, 20); }\n";
const THIRD: &str = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
static __tile_global__ void twice(int *p) { *p = 2 * *p; }
void third(int *p) { twice<<<1, 1>>>(p); }
";
const MAIN: &str = "\
#include <cstdio>
#include <cuda_runtime.h>
void first(int *p);
void second(int *p);
void third(int *p);
int main() {
  int *p, value = 0;
  cudaMallocManaged(&p, sizeof(int));
  *p = 0;
  first(p), second(p), third(p);
  cudaDeviceSynchronize();
  value = *p;
  cudaFree(p);
  std::printf(\"%d\\n\", value);
}
";
const MAKEFILE: &str = "\
objects := main.o first.o second.o third.o
app: $(objects)
\t@tilec $^ -o $@
%.o: %.cu
\t@echo $<
\t@tilec -MD -MF $*.d -c $< -o $@
-include $(objects:.o=.d)
";
const NINJA: &str = "\
rule cu
  command = tilec -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
  description = $in
rule link
  command = tilec $in -o $out
build main.o: cu main.cu
build first.o: cu first.cu
build second.o: cu second.cu
build third.o: cu third.cu
build app: link main.o first.o second.o third.o
";

fn project(name: &str) -> std::path::PathBuf {
    let texts = [
        ("add.h", HEADER),
        ("first.cu", FIRST),
        ("second.cu", SECOND),
        ("third.cu", THIRD),
        ("main.cu", MAIN),
        ("Makefile", MAKEFILE),
        ("build.ninja", NINJA),
    ];
    files(name, &texts)
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    lines
}

/// `make -j8` compiles all at once; then there is nothing to do; a header makes the objects that include it, of the same bytes.
#[test]
fn make_builds_at_once_and_only_what_changed() {
    for tool in ["make", "g++"] {
        if !has(tool) {
            return skip(&format!("{tool} is not here"));
        }
    }
    let folder = project("make_parallel");
    let made = run("make -s -j8 app; ./app", &folder);
    assert_eq!(sorted(&made), ["42", "first.cu", "main.cu", "second.cu", "third.cu"]);
    let again = "make -q app; cp first.o before.o; touch -d '+2 seconds' add.h; make -s -j8; cmp first.o before.o; ./app";
    assert_eq!(sorted(&run(again, &folder)), ["42", "first.cu", "second.cu"]);
}

/// ninja keeps the dependencies itself.
#[test]
fn ninja_has_no_work_behind_a_build() {
    for tool in ["ninja", "g++"] {
        if !has(tool) {
            return skip(&format!("{tool} is not here"));
        }
    }
    let folder = project("ninja");
    assert!(run("ninja -j8; ./app", &folder).ends_with("42\n"));
    assert!(Path::new(&folder).join("app").exists());
    assert_eq!(run("ninja", &folder), "ninja: no work to do.\n");
    let changed = run("touch -d '+2 seconds' add.h; ninja -n", &folder);
    for step in ["] first.cu\n", "] second.cu\n", "] tilec main.o"] {
        assert!(changed.contains(step), "{step}: {changed}");
    }
    assert!(!changed.contains("third.cu") && !changed.contains("main.cu"), "{changed}");
}
