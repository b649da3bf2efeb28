//! Programs that include the headers of toolkits and host libraries: here small ones that look like those.
//! `tests/real_headers` does it with the real ones.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

/// A toolkit and a library: nothing of theirs that no kernel names needs to make sense.
const FILES: &[(&str, &str)] = &[
    (
        "tk/cuda_runtime_api.h",
        "typedef struct CUstream_st* cudaStream_t;\n#define CUDART_VERSION 13030\n",
    ),
    (
        "tk/cuda_runtime.h",
        "#include \"cuda_runtime_api.h\"\n#include \"cuda_fp16.h\"\n#define __host__ __location__(host)\n__host__ ??? nonsense {{ ;;; }}\n",
    ),
    (
        "tk/cuda_fp16.h",
        "#ifndef FP16\n#define FP16\nstruct __half { int wrong; };\n#include \"cuda_fp16.hpp\"\n#endif\n",
    ),
    ("tk/cuda_fp16.hpp", "__device__ __half operator+(const __half& a, const __half& b);\n"),
    (
        "tk/cuda_bf16.h",
        "#pragma once\nstruct __nv_bfloat16 { int wrong; };\n#include \"cuda_bf16.hpp\"\n",
    ),
    (
        "tk/cuda_bf16.hpp",
        "__device__ bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b);\n\
         __device__ __nv_bfloat16 operator-(const __nv_bfloat16& a);\n",
    ),
    (
        "tk/cuda_fp8.h",
        "#pragma once\nstruct __nv_fp8_e4m3 { int wrong; };\n#include <cuda_fp8.hpp>\n",
    ),
    (
        "tk/cuda_fp8.hpp",
        "__device__ bool operator==(const __nv_fp8_e4m3&, const __nv_fp8_e4m3&);\n",
    ),
    ("tk/crt/cuda_tile.h", "namespace cuda::tiles { struct wrong; template <class> int tile; }\n"),
    (
        "tk/cub/cub.cuh",
        "template <class T> __device__ void f() { asm volatile(\"x\" :: \"r\"()); }\n#define CUB 1\n",
    ),
    (
        "tk/cuda/std/mdspan",
        "#pragma once\nnamespace cuda { namespace std { inline namespace __4 {\n\
         using size_t = decltype(sizeof(0)); template <class T, size_t N> struct array { T wrong; };\n\
         template <class T> inline constexpr bool is_integral_v = T::wrong;\n\
         template <class I, size_t... E> struct extents {\n\
           static_assert(is_integral_v<I>); static constexpr size_t rank() { return sizeof...(E); }\n\
           static constexpr array<I, sizeof...(E)> all{I(E)...}; };\n\
         namespace ranges { inline constexpr int swap = 3; struct strange { static constexpr int value = 7; }; } } } }\n",
    ),
    // libstdc++ has `std::__atomic_impl` too, and it is a namespace.
    (
        "tk/cuda/atomic",
        "#pragma once\n#include <atomic>\nnamespace cuda { namespace std { inline namespace __4 {\n\
         enum thread_scope { system, device };\n\
         template <class T, thread_scope> struct impl { T value; };\n\
         template <class T, thread_scope S = system> using __atomic_impl = impl<T, S>; } }\n\
         inline namespace __4 { using std::thread_scope;\n\
         template <class T, thread_scope S = thread_scope::system>\n\
         struct atomic : public ::cuda::std::__atomic_impl<T, S> {}; } }\n",
    ),
    ("tk/bits/c++config.h", ""),
    (
        "tk/atomic",
        "#pragma once\nnamespace std { namespace __atomic_impl { struct strange; } struct foreign {}; }\n",
    ),
    (
        "lib/util.h",
        "#pragma once\n#include <stranger>\nnamespace util { constexpr int half(int n) { return n / 2; }\n\
         inline unknown host(strange<int> s) { return s ? 1; } }\n",
    ),
    (
        "lib/stranger",
        "#pragma once\ntemplate <class T> class strange { T* volatile* p; ~strange() noexcept(false); };\n",
    ),
    ("tk/base.h", "namespace testing { struct Test { virtual void SetUp(); }; }\n"),
    ("lib/fixture.h", "#pragma once\n#include <base.h>\n"),
    (
        "lib/versioned.h",
        "#include <absent.h>\n#if ABSENT < 3\n#error \"ABSENT 3 is needed\"\n#endif\n",
    ),
    (
        "lib/kernels.h",
        "#pragma once\n#include \"cuda_tile.h\"\n__tile__ inline int twice(int n) { return n + n; }\n",
    ),
];

fn folder(name: &str, main: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("headers_{name}"));
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in FILES.iter().chain([&("main.cu", main)]) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// Whether the program is accepted, and what is said, in each way of naming the folders.
fn check(name: &str, main: &str) -> Vec<(bool, String)> {
    compile(&folder(name, main))
}

fn compile(folder: &Path) -> Vec<(bool, String)> {
    let run = |way: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["build", "-o", "main.ptx", "--error-format", "short"])
            .args([way, "tk", way, "lib", "main.cu"])
            .current_dir(folder)
            .output()
            .expect("the program was built");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    vec![run("-I"), run("-isystem")]
}

#[track_caller]
fn accepted(name: &str, main: &str, symbols: &[&str]) {
    for (success, said) in check(name, main) {
        assert!(success && said.is_empty(), "{name}: {said}");
    }
    let ptx = folder_text(name);
    let mut entries: Vec<&str> =
        ptx.lines().filter_map(|line| line.split_once(".entry ")?.1.split('(').next()).collect();
    entries.sort_unstable();
    assert_eq!(entries, symbols, "{name}");
}

fn folder_text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("headers_{name}"));
    fs::read_to_string(folder.join("main.ptx")).expect("the PTX")
}

#[test]
fn host_headers_cost_nothing() {
    let main = "
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <stranger>
#include <util.h>
#include \"cuda_tile.h\"
#if CUB != 1 || CUDART_VERSION != 13030
#error the macros are there
#endif
struct Host { strange<int> s; Host() : s{} {} };
__tile_global__ void k(int* x) { *x = 1; }
";
    accepted("host", main, &["_Z1kPi"]);
}

/// Headers of a toolkit refuse to be compiled by the nvcc of another release.
#[test]
fn macros_name_the_release_of_the_toolkit() {
    // An nvcc before 13 has no tile code: the release is then that of tilec.
    for (headers, minor) in [("13000", 0), ("13020", 2), ("13050", 5), ("12080", 5)] {
        let main = format!(
            "
#include <cuda_runtime_api.h>
#include \"cuda_tile.h\"
#if CUDART_VERSION != {headers} || __CUDACC_VER_MAJOR__ != 13 || __CUDACC_VER_MINOR__ != {minor}
#error another release
#endif
#if __CUDA_API_VER_MINOR__ != {minor}
#error another release
#endif
__tile_global__ void k(int* x) {{ *x = 1; }}
"
        );
        let folder = folder("release", &main);
        let api = format!("# define NO\n#define CUDART_VERSION  {headers}\n");
        fs::write(folder.join("tk/cuda_runtime_api.h"), api).expect("a file");
        for (success, said) in compile(&folder) {
            assert!(success && said.is_empty(), "{headers}: {said}");
        }
    }
}

#[test]
fn the_tile_library_and_the_scalar_types_are_ours() {
    let main = "
#include <crt/cuda_tile.h>
#include <cuda_fp16.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__half* x) { ct::store(x, ct::load(x) + __half(1.0f)); }
";
    accepted("ours", main, &["_Z1kP6__half"]);
    // A kernel that needs something else of the toolkit has them too.
    let main = "
#include <cuda_runtime.h>
#include <crt/cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__half* x, cudaStream_t) { ct::store(x, ct::load(x) + __half(1.0f)); }
";
    accepted("both", main, &["_Z1kP6__halfP11CUstream_st"]);
}

/// A header of the toolkit defines in a second one what it declares: where the first is ours, the second is not read.
#[test]
fn second_halves_of_own_headers_are_ours() {
    let main = "
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda/std/mdspan>
#include <cuda/std/array>
#include <concepts>
#include \"cuda_tile.h\"
__tile_global__ void k(__half* x, __nv_bfloat16* y, cudaStream_t) {
    x[0] = x[1] + x[2];
    x[3] = cuda::std::extents<int, 5>::rank() > 0 && y[0] < y[1] ? -x[4] : x[5];
    y[2] = -y[3];
}
";
    accepted("halves", main, &["_Z1kP6__halfP13__nv_bfloat16P11CUstream_st"]);
}

#[test]
fn what_a_kernel_names_is_found() {
    let main = "
#include <util.h>
__tile_global__ void k(int* x) { *x = util::half(6); }
";
    accepted("named", main, &["_Z1kPi"]);
    let main = "
#include <kernels.h>
#include <util.h>
__tile_global__ void k(int* x) { *x = twice(util::half(6)); }
";
    accepted("tiles", main, &["_Z1kPi"]);
}

/// `cuda::std` is that of the compiler, and the toolkit's for what the compiler does not have.
/// A class of host code has its bases where a header of the project includes them.
#[test]
fn what_a_header_includes_is_found() {
    let main = "#include <fixture.h>\n\
        template <class T> class Fixture : public ::testing::Test { void SetUp() override; T* p; };\n\
        struct Runner : Fixture<short> { void go(); };\n\
        __tile_global__ void k(int* p) { *p = 1; }\n";
    accepted("nested", main, &["_Z1kPi"]);
}

#[test]
fn both_libraries_are_in_cuda_std() {
    let body = "
using Host = cuda::std::extents<int, 4, 5>;
static_assert(__is_same(cuda::std::array<int, 3>, std::array<int, 3>));
static_assert(cuda::std::is_same_v<int, int> && cuda::std::is_integral_v<long>);
static_assert(Host::rank() == 2 && __is_same(decltype(Host::all), const std::array<int, 2>));
__tile_global__ void k(int* x) {
    *x = cuda::std::numeric_limits<short>::max() + Host::all[1] + cuda::std::ranges::strange::value;
    cuda::std::ranges::swap(x[0], x[1]);
    *x = cuda::tiles::extents<int, 4, 5>::rank() + cuda::std::__4::extents<int>::rank();
}
";
    let heads = [
        "#include <cuda/std/mdspan>\n#include <cuda/std/array>\n#include <concepts>\n#include \"cuda_tile.h\"\n",
        "#include <concepts>\n#include \"cuda_tile.h\"\n#include <array>\n#include <cuda/std/mdspan>\n#include <cuda/std/limits>\n",
    ];
    for head in heads {
        accepted("cuda_std", &format!("{head}{body}"), &["_Z1kPi"]);
        let used = format!("{head}using namespace cuda::tiles;\nusing namespace cuda::std;{body}");
        accepted("cuda_std_used", &used, &["_Z1kPi"]);
    }
}

/// What is in `cuda::std` is not in `std`, whichever of their headers comes first.
#[test]
fn names_of_cuda_std_are_not_those_of_std() {
    let body = "
__tile_global__ void size(cuda::atomic<int>* x, int* n) { *n = sizeof(*x); }
struct S { cuda::atomic<int, cuda::thread_scope::device> a; cuda::std::pair<int, std::foreign> b; };
__tile_global__ void k(S* x, int* n) { *n = sizeof(x->a) + sizeof(cuda::std::numeric_limits<int>); }
";
    let heads = [
        "#include <cuda/std/utility>\n#include <cuda/atomic>\n#include <cuda/std/limits>\n#include \"cuda_tile.h\"\n",
        "#include <cuda/atomic>\n#include <cuda/std/utility>\n#include \"cuda_tile.h\"\n#include <cuda/std/limits>\n",
    ];
    let symbols = ["_Z1kP1SPi", "_Z4sizePN4cuda3__46atomicIiLNS_3std3__412thread_scopeE0EEEPi"];
    for head in heads {
        accepted("atomic", &format!("{head}{body}"), &symbols);
    }
}

#[test]
fn mistakes_of_the_program_are_told() {
    let main = "
#include <cub/cub.cuh>
#include <util.h>
__tile_global__ void k(int* x) { *x = util::third(6); }
";
    for (success, said) in check("mistake", main) {
        assert!(!success && said.starts_with("main.cu:4:45: error[E0303]"), "{said}");
        assert_eq!(said.lines().filter(|line| line.contains("error")).count(), 1, "{said}");
    }
}

/// A missing header defines no macros: a library that asks for its version does not stop the kernels.
#[test]
fn errors_of_libraries_that_follow_from_missing_headers_are_none() {
    let main = "
#include <versioned.h>
#include \"cuda_tile.h\"
__tile_global__ void k(int* x) { *x = 1; }
";
    let found = check("missing", main);
    let [(of_user, user), (of_system, system)] = &found[..] else { panic!("{found:?}") };
    assert!(
        !of_user && user.contains("lib/versioned.h:3:1: error[E0135]: \"ABSENT 3 is needed\""),
        "{user}"
    );
    assert!(*of_system && system.is_empty(), "{system}");
}
