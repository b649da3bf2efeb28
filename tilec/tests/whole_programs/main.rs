//! Whole programs of `tests/programs`, each built by one command and run on the CPU device.
//!
//! A program is a file, or a folder of files. Its lines `//> TEXT` are its output, `//! stderr: TEXT` begins a line that it
//! writes to standard error, `//! build: OPTIONS` are options of its build, `//! warns: CODES` has the codes of the warnings that the
//! build prints, `//! exit: N` is its exit code, `//! findings: N` says how many mistakes the sanitizer finds where mistakes are what the program shows.
//! [`gpu`] has them on a GPU, [`sanitizer`] has the faulty programs of `tests/faulty_programs`, [`libraries`] what is not an executable,
//! [`projects`] builds of many files, [`debugging`] gdb.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::Path;
use std::process::Command;
use std::{fs, thread};

mod cmake;
mod cudart;
mod debugging;
mod gpu;
mod libraries;
mod projects;
mod sanitizer;
#[path = "../../../tests/src/share.rs"]
mod share;
mod simt;
#[path = "../../../tests/src/skip.rs"]
mod skip;
mod support;

use skip::skip;
use support::{Program, files, has, library, programs, scratch, text, tilec};

/// Every one, or every third of those that another test has at another level of optimisation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    All,
    Third,
}

impl Share {
    /// The share of a list.
    fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let step = if self == Share::All { 1 } else { 3 };
        all.into_iter().step_by(step).collect()
    }
}

/// Builds and runs programs with one host compiler.
fn check_programs(compiler: &str, options: &[&str], share: Share) {
    if !has(compiler) {
        return skip(&format!("{compiler} is not here"));
    }
    let built = scratch(&format!("{compiler}{}", options.concat()));
    let mut programs = Program::all(&programs());
    for program in &mut programs {
        program.options.extend(options.iter().map(|option| (*option).to_owned()));
    }
    assert!(programs.len() >= 40, "there are {} programs", programs.len());
    programs = share.of(programs);
    // Each is built by one command without options in any case.
    if !(compiler == "g++" && options.is_empty()) {
        programs = share::share(programs, "programs of another host compiler or level");
    }
    let (left, right) = programs.split_at(programs.len() / 2);
    // The sanitizer is that of the library: once is enough.
    let is_sanitized = compiler == "g++" && options.is_empty();
    let check_one = |program: &Program| {
        let executable = program.check(compiler, &built)?;
        if is_sanitized { sanitizer::check_right(program, &executable) } else { Ok(()) }
    };
    let check = |programs: &[Program]| -> Vec<String> {
        let checked = programs.iter().map(|it| (it, check_one(it)));
        checked.filter_map(|(it, found)| Some(format!("{}: {}", it.name, found.err()?))).collect()
    };
    let wrong = thread::scope(|scope| {
        let first = scope.spawn(|| check(left));
        let second = check(right);
        [first.join().expect("a thread"), second].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn programs_run_with_gcc() {
    check_programs("g++", &[], Share::All);
}

/// What `-O2` and warnings need.
const OPTIMISED: &[&str] = &["-Xcompiler", "-O2,-g,-fPIC,-Wall,-Wextra"];

#[test]
fn some_programs_run_with_gcc_optimised() {
    check_programs("g++", OPTIMISED, Share::Third);
}

#[test]
#[ignore = "takes minutes; `tests/run` has a third"]
fn programs_run_with_gcc_optimised() {
    check_programs("g++", OPTIMISED, Share::All);
}

#[test]
fn programs_run_with_clang() {
    match support::clang() {
        Some(compiler) => check_programs(compiler, &[], Share::All),
        None => skip("clang++ is not here"),
    }
}

pub const KERNEL: &str = "\
#include <cuda_runtime.h>
#include <cuda_tile.h>
__tile_global__ void store(int* p, int value) { *p = value; }
int launched(int value) {
  int *p, result = 0;
  cudaMalloc(&p, sizeof(int));
  store<<<1, 1>>>(p, value);
  cudaMemcpy(&result, p, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(p);
  return result;
}
";

pub const HOST: &str = "\
#include <cstdio>
int launched(int value);
int main() { std::printf(\"%d\\n\", launched(41) + 1); }
";

/// An object is one of the host compiler's, which links it in any order, and which can be in a library.
#[test]
fn objects_are_linked_by_the_host_compiler() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = files("objects", &[("kernel.cu", KERNEL), ("host.cpp", HOST)]);
    let made = tilec(&["build", "-c", "kernel.cu", "-o", "kernel.o"], &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let library = library().to_string_lossy().into_owned();
    let script = format!(
        "set -e; g++ -c host.cpp -o host.o; for objects in 'host.o kernel.o' 'kernel.o host.o'; do \
         g++ $objects {library} -lpthread -ldl -lm -o app; ./app; done; \
         ar rcs libkernel.a kernel.o; g++ host.o -L. -lkernel {library} -lpthread -ldl -lm -o app; ./app"
    );
    let done = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().expect("sh");
    assert_eq!((text(&done.stdout), text(&done.stderr)), ("42\n42\n42\n".into(), String::new()));
    // The compiler links objects and libraries itself, with the options of nvcc.
    for words in [
        &["host.o", "kernel.o", "-o", "app"][..],
        &["build", "host.cpp", "kernel.o", "-o", "app"],
        &["host.cpp", "-L.", "-lkernel", "-o", "app"],
        &["-O2", "host.cpp", "kernel.cu", "-Xlinker", "--as-needed", "-o", "app"],
    ] {
        let _ = fs::remove_file(folder.join("app"));
        let made = tilec(words, &folder);
        assert!(made.status.success(), "{words:?}: {}", text(&made.stderr));
        let done = Command::new(folder.join("app")).output().expect("the program starts");
        assert_eq!(text(&done.stdout), "42\n", "{words:?}");
    }
}

/// nvcc's command lines of two steps: `-c` names the outputs, a line without `-o` makes `a.out`.
#[test]
fn outputs_have_the_names_of_nvcc() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = files("names", &[("kernel.cu", KERNEL), ("host.cpp", HOST)]);
    for words in [&["-c", "kernel.cu", "host.cpp", "-MD"][..], &["kernel.o", "host.o"]] {
        let made = tilec(words, &folder);
        assert!(made.status.success(), "{words:?}: {}", text(&made.stderr));
    }
    for (rule, start) in [("kernel.d", "kernel.o: kernel.cu"), ("host.d", "host.o: host.cpp")] {
        let text = fs::read_to_string(folder.join(rule)).expect("a rule");
        assert!(text.starts_with(start), "{text}");
    }
    let done = Command::new(folder.join("a.out")).output().expect("the program starts");
    assert_eq!(text(&done.stdout), "42\n");
}

/// `tilec run FILE -- ARGS` is the program, with its arguments, output and exit code.
#[test]
fn programs_are_built_and_run_in_one_step() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let main = "#include <cstdio>\nint main(int n, char** words) {\n  for (int i = 1; i < n; ++i) std::printf(\"[%s]\", words[i]);\n  \
                std::printf(\"%d\\n\", launched(n));\n  return n;\n}\n";
    let folder = files("run", &[("x.cu", &format!("{KERNEL}{main}"))]);
    for (words, output, code) in [
        (&["run", "x.cu", "--", "-O2", "a b", "--"][..], "[-O2][a b][--]4\n", 4),
        (&["run", "-Xcompiler", "-O2", "x.cu", "--"], "1\n", 1),
    ] {
        let done = tilec(words, &folder);
        assert_eq!(
            (text(&done.stdout).as_str(), done.status.code()),
            (output, Some(code)),
            "{words:?}"
        );
        assert!(done.stderr.is_empty(), "{}", text(&done.stderr));
    }
    let done = tilec(&["run", "x.cu", "--kernel", "store", "--"], &folder);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        text(&done.stderr).contains("--kernel is for a kernel alone"),
        "{}",
        text(&done.stderr)
    );
}

/// What is wrong with a program is said at the user's line, with a code.
#[test]
fn errors_are_at_the_lines_of_the_user() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let start = "#include <cuda_runtime.h>\n#include <cuda_tile.h>\n\
                 __tile_global__ void k(int* p) {\n  *p = 1;\n}\n";
    for (name, source, expected) in [
        (
            "host",
            "int main() {\n  k<<<1, 1>>>(nullptr);\n  return missing;\n}\n",
            "x.cu:8:10: error[E0812]: 'missing' was not declared",
        ),
        (
            "launch",
            "int main() { k<<<1, 1>>>(3.5); }\n",
            "x.cu:6:26: error[E0812]: cannot convert 'double' to 'int*'",
        ),
        (
            "simt",
            "__global__ void simt(int* p) { *p = 1; }\nint main() {}\n",
            "x.cu:6:1: error[E0811]: the program has SIMT kernels, which tilec does not compile",
        ),
        (
            "managed",
            "__managed__ int n;\n__global__ void simt() {}\nint main() { return n; }\n",
            "x.cu:6:1: error[E0811]: managed variables in sources with SIMT kernels are not supported",
        ),
        ("kernel", "__tile_global__ void other(int* p) { p->x; }\nint main() {}\n", "x.cu:6:"),
        (
            "absent",
            "int main() {\n  void *p = nullptr;\n  cudaIpcCloseMemHandle(p);\n}\n",
            "x.cu:8:24: error[E0812]: call to 'cudaIpcCloseMemHandle' declared with attribute error: the run-time library of tilec does not have this function: docs/runtime-api.md",
        ),
        (
            "header",
            "int main() {\n  float v[4] = {};\n  return std::accumulate(v, v + 4, 0);\n}\n",
            "x.cu:8:15: error[E0812]: 'accumulate' is not a member of 'std'",
        ),
        (
            "macro",
            "#define TILE 512;\nusing Shape = cuda::tiles::shape<TILE>;\nint main() { return sizeof(Shape); }\n",
            "x.cu:7:34: error[E0152]: the macro `TILE` ends in `;`, which ends the statement here",
        ),
        (
            "container",
            "#include <vector>\nint main() {\n  std::vector<int> v(4);\n  k<<<1, 1>>>(v);\n}\n",
            "x.cu:9:15: error[E0812]: cannot convert 'std::vector<int>' to 'int*'",
        ),
        (
            "following",
            "int main() {\n  std::deque<float> v(4);\n  return v.size() + v.size();\n}\n",
            "x.cu:7:8: error[E0812]: 'deque' is not a member of 'std'",
        ),
        (
            "stream",
            "int main() {\n  cudaStream_t side = nullptr;\n  k<<<1, 1, side>>>(nullptr);\n}\n",
            "x.cu:8:13: error[E0812]: argument 3 of a launch is the number of bytes of shared memory, not `cudaStream_t`",
        ),
        (
            "value",
            "int main() {\n  int n = k<<<1, 1>>>(nullptr);\n}\n",
            "x.cu:7:11: error[E0812]: a launch has no value: kernels return nothing",
        ),
        (
            "link",
            "int nowhere();\nint main() { return nowhere(); }\n",
            "error[E0812]: the host compiler does not link the program",
        ),
        (
            "warning",
            "int main() { int a; }\n",
            "x.cu:6:18: warning[E0813]: unused variable 'a' [-Wunused-variable]",
        ),
    ] {
        let folder = files(&format!("errors_{name}"), &[("x.cu", &format!("{start}{source}"))]);
        let words = [
            "build",
            "-ccbin",
            "g++",
            "-Xcompiler",
            "-Wall",
            "--error-format",
            "short",
            "x.cu",
            "-o",
            "app",
        ];
        let made = tilec(&words, &folder);
        let said = text(&made.stderr);
        assert!(said.lines().any(|line| line.starts_with(expected)), "{name}: {said}");
        if ["header", "macro", "following"].contains(&name) {
            assert_eq!(said.matches("error").count(), 1, "{name}: {said}");
        }
        assert_eq!(made.status.code(), Some(i32::from(name != "warning")), "{name}");
        assert_eq!(folder.join("app").exists(), name == "warning", "{name}");
    }
}

/// A header that is missing is named, whatever the host compiler says of it.
#[test]
fn missing_headers_are_named() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let start =
        "#include <cuda_tile.h>\ntemplate <int N> __tile_global__ void k(int* p) { *p = N; }\n";
    for (body, header) in [
        ("return std::accumulate(p, p + 4, 0);", "numeric"),
        ("std::unordered_map<int, int> m; return m.size();", "unordered_map"),
        ("return std::mt19937{}();", "random"),
    ] {
        let source = format!("{start}int f(int* p) {{\n  k<3><<<1, 1>>>(p);\n  {body}\n}}\n");
        let folder = files(&format!("header_{header}"), &[("x.cu", &source)]);
        for words in [&["check", "x.cu"][..], &["build", "x.cu", "-o", "x.o"]] {
            let made = tilec(&[words, &["-ccbin", "g++"]].concat(), &folder);
            let said = text(&made.stderr);
            assert!(said.contains("help: `std::"), "{said}");
            assert!(said.contains(&format!("write `#include <{header}>`")), "{said}");
            assert!(said.contains("x.cu:5:"), "{said}");
            assert!(!said.contains("--kernel"), "{said}");
        }
    }
}

/// Without the library there is an error that says what to do.
#[test]
fn the_library_has_to_be_there() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let folder = files("library", &[("kernel.cu", KERNEL), ("host.cpp", HOST)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
    command.args(["build", "kernel.cu", "host.cpp", "-o", "app"]).current_dir(&folder);
    let made = command.env("TILEC_RUNTIME", "/nowhere").output().expect("the compiler starts");
    let said = text(&made.stderr);
    assert!(
        said.starts_with("error[E0814]: the run-time library `libtilecrt.a` is not there"),
        "{said}"
    );
    assert!(said.contains("looked for /nowhere"), "{said}");

    // Libraries are those of Linux.
    let made = tilec(&["build", "kernel.cu", "-o", "kernel.dll"], &folder);
    assert_eq!(made.status.code(), Some(2));
    let said = text(&made.stderr);
    assert!(said.contains("tilec writes libraries of Linux"), "{said}");
}

/// Functions of tile code have no body on the host.
#[test]
fn tile_code_called_on_the_host_ends_the_program() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let source = "#include <cuda_tile.h>\n__tile__ int f(int x) { return x; }\nint main() { return f(3); }\n";
    let folder = files("tile_code", &[("x.cu", source)]);
    let made = tilec(&["build", "x.cu", "-o", "app"], &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let done = Command::new(folder.join("app")).output().expect("the program starts");
    assert!(!done.status.success());
    let expected = "tilec: host code called `int f(int)`, which is a function of tile code\n";
    assert_eq!(text(&done.stderr), expected);
}

/// `docs/runtime-api.md` lists the functions of the library.
#[test]
fn the_page_lists_the_functions() {
    let mut page = String::from(
        "# The runtime API of whole programs\n\n\
         The functions of CUDA's runtime that the run-time library of [whole programs](programs.md) has, and what each does on the CPU \
         device.\nOn a GPU they do what CUDA's documentation says. A call of another function is an error when the program is compiled. Results are those of CUDA's documentation; where a \
         kernel\nhas failed, every function that has to do with the device returns its error until `cudaDeviceReset`.\n\n\
         <!-- generated from crate `crt` by tilec/tests/whole_programs: `just bless` rewrites it -->\n",
    );
    for (section, functions) in crt::api::SECTIONS {
        page += &format!("\n## {section}\n\n| function | on the CPU device |\n| --- | --- |\n");
        for function in *functions {
            let text = function.text.trim().replace("  ", " ");
            page += &format!("| `{}` | {text} |\n", function.name);
        }
    }
    page += "\nIn C++ the templates of `cuda_runtime.h` stand before these, such as `cudaMalloc(&pointer, bytes)` for a pointer of any type, \
             `cudaLaunchKernelEx`,\n`cudaEventCreate` and `cudaOccupancyMaxPotentialBlockSize`.\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/runtime-api.md");
    let found = fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("TILEC_BLESS").is_some() || std::env::var_os("INSTA_UPDATE").is_some() {
        fs::write(&path, &page).expect("the page is writable");
        return;
    }
    assert!(found == page, "docs/runtime-api.md is not what the table says: `just bless`");
}

/// Errors have the numbers and names of the header that programs compare with.
#[test]
fn errors_are_those_of_the_header() {
    let header =
        stdlib::HEADERS.iter().find(|(name, _)| *name == "cuda_tile/detail/runtime_types.h");
    let (_, text) = header.expect("the types of the runtime");
    for (code, name, said) in crt::ERRORS {
        let row = format!("  {} = {},\n", name.trim_end_matches('\0'), code.0);
        assert!(text.contains(&row), "{row}");
        assert!(name.ends_with('\0') && said.ends_with('\0') && said.len() > 1);
    }
}

/// `tilec doctor` says whether programs can be linked.
#[test]
fn the_doctor_knows_the_library() {
    let folder = scratch("doctor");
    let here = text(&tilec(&["doctor"], &folder).stdout);
    let line = format!("yes programs    {}: tilec build app.cu -o app\n", library().display());
    assert!(here.contains(&line), "{here}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
    let done = command.arg("doctor").env("TILEC_RUNTIME", "/nowhere").output();
    let gone = text(&done.expect("the compiler starts").stdout);
    let line = "no  programs    the run-time library `libtilecrt.a` is not there: tilec makes objects, not executables\n";
    assert!(gone.contains(line), "{gone}");
}
