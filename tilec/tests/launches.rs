//! Kernels that host code launches, and kernels that `--kernel` names, where nothing is built: `check`, `run` and `tune`.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

/// The argument is known to a host compiler alone.
const HOST: &str = "\
#include <vector>
namespace n {
enum class Mode { a, b };
template <class T, int N, Mode M = Mode::b> __tile_global__ void fill(T* p, T v) { *p = v + N; }
}
template <class T> __tile_global__ void member(T* p) { *p = p->missing; }
template <class T> __tile_global__ void unused(T* p) { *p = p->missing; }
void launch(std::vector<float*>& all) {
    n::fill<float, 3><<<1, 1>>>(all.front(), 2.f);
#ifdef TWO
    n::fill<double, 4><<<1, 1>>>((double*)all.front(), 2.0);
#endif
#ifdef MEMBER
    member<<<1, 1>>>(all[0]);
#endif
}
";

struct Folder(PathBuf);

struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("launches").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        for (path, text) in files {
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
        command.args(words).current_dir(&self.0);
        for variable in ["TILEC_CACHE", "NVCC_CCBIN", "CUDA_HOME", "CUDA_PATH"] {
            command.env_remove(variable);
        }
        command
    }

    fn run(&self, words: &[&str]) -> Done {
        done(&mut self.command(words))
    }

    /// Makes a program of a shell script.
    fn script(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
        let made = Command::new("chmod").arg("+x").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()));
        path.to_string_lossy().into_owned()
    }
}

fn done(command: &mut Command) -> Done {
    let output = command.output().expect("the program was built");
    let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
    let code = output.status.code().unwrap_or(-1);
    Done { code, out: text(&output.stdout), err: text(&output.stderr) }
}

fn has_host_compiler() -> bool {
    let runs = Command::new("g++").arg("--version").output().is_ok();
    if !runs {
        skip("g++ is not here");
    }
    runs
}

const CHECK: &[&str] = &["check", "--error-format", "short", "k.cu"];

fn with<'w>(words: &[&'w str], more: &[&'w str]) -> Vec<&'w str> {
    [words, more].concat()
}

#[test]
fn what_is_launched_is_checked() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("check", &[("k.cu", HOST)]);
    let found = folder.run(&with(CHECK, &["-DMEMBER"]));
    assert!(found.code == 1 && found.err.contains("k.cu:6:64: error[E0303]"), "{}", found.err);
    // Only the syntax of kernels that are not launched is checked.
    let found = folder.run(CHECK);
    assert_eq!(found.code, 0, "{}", found.err);
    assert_eq!(found.err.matches("E0810").count(), 2, "{}", found.err);
    assert!(!found.err.contains("`fill`"), "{}", found.err);
    // What the host code has wrong a build would not compile either.
    let broken = Folder::new("broken", &[("k.cu", &HOST.replace("all.front()", "all.missing()"))]);
    let found = broken.run(CHECK);
    assert!(found.code == 1 && found.err.contains("k.cu:9:8: error[E0808]"), "{}", found.err);
}

#[test]
fn without_a_host_compiler_a_note_says_so() {
    let folder = Folder::new("no-host", &[("k.cu", HOST)]);
    let found = folder.run(&["check", "k.cu", "-DMEMBER", "-ccbin", "/nowhere/g++"]);
    assert_eq!(found.code, 0, "{}", found.err);
    let notes = "note: host code uses it, but the host compiler /nowhere/g++ does not run";
    // `unused` is not used.
    assert_eq!(found.err.matches("E0810").count(), 3, "{}", found.err);
    assert_eq!(found.err.matches(notes).count(), 2, "{}", found.err);
    let found = folder.run(&["run", "k.cu", "-ccbin", "/nowhere/g++", "--device", "cpu"]);
    let why = "which of them host code launches is not known: the host compiler /nowhere/g++ does not run\n";
    assert!(found.code == 2 && found.err.ends_with(why), "{}", found.err);
}

/// Each start of the compiler takes milliseconds of every build.
#[test]
fn the_host_compiler_is_asked_for_its_version_once() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("asked", &[("k.cu", HOST)]);
    let compiler = folder.script("cxx", "echo \"$@\" >> asked\nexec g++ \"$@\"");
    let found = folder.run(&["build", "--emit", "ptx", "-o", "k.ptx", "k.cu", "-ccbin", &compiler]);
    assert_eq!(found.code, 0, "{}", found.err);
    let asked =
        fs::read_to_string(folder.0.join("asked")).expect("what the compiler was started with");
    assert_eq!(asked.lines().filter(|words| *words == "--version").count(), 1, "{asked}");
    assert_eq!(asked.lines().count(), 3, "{asked}");
}

/// A kernel may have addresses among its arguments, also of parts of objects. The symbols are those of nvcc 13.3 and of
/// g++; Clang gives others, or does not allow such arguments.
#[test]
fn addresses_of_parts_are_arguments() {
    if !has_host_compiler() {
        return;
    }
    let source = "#include <cuda_tile.h>\n\
        int arr[4]; struct S { int a; int q[3]; } s;\n\
        template <int* P> __tile_global__ void ptr(int* p) { cuda::tiles::store(p, 1); }\n\
        template <auto* P> __tile_global__ void any(int* p) { cuda::tiles::store(p, 1); }\n\
        template <int& P> __tile_global__ void ref(int* p) { cuda::tiles::store(p, 1); }\n\
        template <int S::*P> __tile_global__ void mem(int* p) { cuda::tiles::store(p, 1); }\n\
        void f() { ptr<arr><<<1, 1>>>(0); ptr<&arr[1]><<<1, 1>>>(0); any<&s.a><<<1, 1>>>(0); any<&arr><<<1, 1>>>(0);\n\
        ref<arr[2]><<<1, 1>>>(0); ref<s.q[1]><<<1, 1>>>(0); mem<&S::a><<<1, 1>>>(0); }\n";
    let folder = Folder::new("addresses", &[("k.cu", source)]);
    let found = folder.run(&["build", "k.cu", "-ccbin", "g++", "-o", "k.ptx"]);
    assert_eq!((found.code, found.err.as_str()), (0, ""));
    let ptx = fs::read_to_string(folder.0.join("k.ptx")).expect("the PTX");
    let entries = ptx.lines().filter_map(|line| line.split_once(".entry ")?.1.split('(').next());
    let mut entries: Vec<&str> = entries.collect();
    entries.sort_unstable();
    let symbols = [
        "_Z3anyIXadL_Z3arrEEEvPi",
        "_Z3anyIXaddtL_Z1sE1aEEvPi",
        "_Z3memIXadL_ZN1S1aEEEEvPi",
        "_Z3ptrIXadL_Z3arrEEEvPi",
        "_Z3ptrIXadixL_Z3arrELl1EEEvPi",
        "_Z3refIXixL_Z3arrELl2EEEvPi",
        "_Z3refIXixdtL_Z1sE1qLl1EEEvPi",
    ];
    assert_eq!(entries, symbols);
}

/// A file without such launches costs no start of a host compiler, and neither does one whose kernel is named.
#[test]
fn a_host_compiler_starts_only_where_it_is_needed() {
    // The braces behind the constraint are a body, so that the kernel behind it is not a template.
    let plain = "#include <vector>\ntemplate <class T> void first(T) requires(sizeof(T) > 2) { }\n\
                 __tile_global__ void k(float* p) { *p = 3; }\n\
                 template <class T> __tile_global__ void t(T* p) { *p = 1; }\n\
                 template __tile_global__ void t<int>(int*);\n\
                 void launch(float* p) { k<<<1, 1>>>(p); }\n";
    let folder = Folder::new("starts", &[("plain.cu", plain), ("k.cu", HOST)]);
    let compiler = folder.script("c++", "touch started\nexec false");
    let launch = ["--device", "cpu", "-ccbin", &compiler, "--arg", "f32[1]"];
    folder.run(&["check", "plain.cu", "-ccbin", &compiler]);
    folder.run(&with(&["run", "plain.cu", "--kernel", "k"], &launch));
    let named = with(&["run", "k.cu", "--kernel", "n::fill<float, 5>"], &launch);
    let found = folder.run(&with(&named, &["--arg", "f32=1"]));
    assert_eq!((found.code, found.err.as_str()), (0, ""));
    assert!(!folder.0.join("started").exists());
    folder.run(&["check", "k.cu", "-ccbin", &compiler]);
    assert!(folder.0.join("started").exists());
}

#[test]
fn the_kernel_that_is_launched_is_run() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("run", &[("k.cu", HOST)]);
    let launch = ["--device", "cpu", "--arg", "out:f32[1]>-", "--arg", "f32=2"];
    let found = folder.run(&with(&["run", "k.cu"], &launch));
    assert_eq!((found.code, found.out.as_str(), found.err.as_str()), (0, "5\n", ""));
    let found = folder.run(&with(&["run", "k.cu", "-DTWO"], &launch));
    let expected = "tilec: --kernel NAME is needed: there are several kernels:\n  \
                    fill<double, 4>(double* p, double v): --kernel 'n::fill<double, 4>'\n  \
                    fill<float, 3>(float* p, float v): --kernel 'n::fill<float, 3>'\n";
    assert!(found.code == 2 && found.err.starts_with(expected), "{}", found.err);
    // As the error says.
    let found = folder.run(&with(&["run", "k.cu", "--kernel", "n::fill<float, 3>"], &launch));
    assert_eq!((found.code, found.out.as_str()), (0, "5\n"), "{}", found.err);
}

/// Each name that the list gives is taken, whatever is among the arguments.
#[test]
fn names_that_are_listed_are_taken() {
    let source = "\
namespace n {
enum class Mode : char { a, b };
struct Pair { int x, y; };
template <Pair P, Mode M, class T, class... Ts> __tile_global__ void k(T* p) { *p = P.y; }
template __tile_global__ void k<Pair{1, 2}, Mode::b, int>(int*);
template __tile_global__ void k<Pair{3, -4}, Mode::a, unsigned long, Pair, int*>(unsigned long*);
namespace inner { __tile_global__ void plain(int* p) { *p = 9; } }
}
template <auto V> __tile_global__ void value(decltype(V)* p) { *p = V; }
template __tile_global__ void value<true>(bool*);
template __tile_global__ void value<'c'>(char*);
template __tile_global__ void value<-1.5f>(float*);
";
    let folder = Folder::new("listed", &[("k.cu", source)]);
    let found = folder.run(&["run", "k.cu", "--device", "cpu"]);
    let names: Vec<&str> = found
        .err
        .lines()
        .filter_map(|line| line.split_once("--kernel '")?.1.strip_suffix('\''))
        .collect();
    assert_eq!(names.len(), 6, "{}", found.err);
    for name in names {
        let found = folder.run(&["run", "k.cu", "--device", "cpu", "--kernel", name]);
        // The kernel is found; what is missing are its arguments.
        assert!(found.code == 2 && found.err.contains("parameter"), "{name}: {}", found.err);
    }
}

#[test]
fn what_a_launch_leaves_open_is_tuned() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("tune", &[("k.cu", HOST)]);
    let launch = ["--device", "cpu", "--arg", "out:f32[1]", "--arg", "f32=2", "--rounds", "2"];
    let tune = with(&["tune", "k.cu", "--param", "N=1,2"], &launch);
    let found = folder.command(&tune).env("XDG_CACHE_HOME", &folder.0).output().expect("it runs");
    let (out, err) =
        (String::from_utf8_lossy(&found.stdout), String::from_utf8_lossy(&found.stderr));
    assert!(found.status.success(), "{err}");
    assert!(out.contains("n::fill<float, 1>") && out.contains("n::fill<float, 2>"), "{out}");
    let found = folder.run(&with(&["tune", "k.cu", "-DTWO", "--param", "N=1,2"], &launch));
    assert!(
        found.code == 2 && found.err.contains("--kernel 'n::fill<double, 4>'"),
        "{}",
        found.err
    );
    let found = folder.run(&with(&["tune", "k.cu", "-DMEMBER", "--param", "N=1,2"], &launch));
    assert!(
        found.code == 2 && found.err.contains("`tilec check k.cu` shows where"),
        "{}",
        found.err
    );
}

/// With a cache, a host compiler compiles the same host code once.
#[test]
fn an_answer_is_kept() {
    if !has_host_compiler() {
        return;
    }
    let folder = Folder::new("kept", &[("k.cu", HOST)]);
    let compiler = folder
        .script("c++", "case \" $* \" in *\" -c \"*) echo x >> compiled;; esac\nexec g++ \"$@\"");
    let n_compiled =
        || fs::read_to_string(folder.0.join("compiled")).map_or(0, |text| text.lines().count());
    let check = with(CHECK, &["-ccbin", &compiler, "-DMEMBER"]);
    let run = || done(folder.command(&check).env("TILEC_CACHE", folder.0.join("cache")));
    let first = run();
    assert!(first.code == 1 && first.err.contains("E0303"), "{}", first.err);
    assert_eq!(n_compiled(), 1);
    // The body of a kernel is not the host compiler's.
    fs::write(folder.0.join("k.cu"), HOST.replace("p->missing", "p->absent")).expect("a file");
    assert!(run().err.contains("`absent`"));
    assert_eq!(n_compiled(), 1);
    fs::write(folder.0.join("k.cu"), HOST.replace("all[0]", "(int*)all[0]")).expect("a file");
    assert!(run().err.contains("`int` is not a class"));
    assert_eq!(n_compiled(), 2);
}

/// Errors in the value of `--kernel` point into it.
#[test]
fn errors_in_a_name_are_in_the_name() {
    let folder = Folder::new("names", &[("k.cu", HOST)]);
    for (name, expected) in [
        ("n::fill<flot, 3>", "--kernel:1:9: error[E0301]"),
        ("absent<3>", "--kernel:1:1: error[E0301]"),
        ("n::fil<float, 3>", "--kernel:1:4: error[E0303]"),
        ("n::fill<int, none>", "--kernel:1:14: error[E0301]"),
        ("n::fill<float>", "--kernel:1:1: error[E0322]"),
        ("n::fill<float,", "--kernel:1:15: error[E0215]"),
        ("n::Mode", "--kernel:1:1: error[E0322]"),
        ("3", "--kernel:1:1: error[E0322]"),
        ("n::fill<int, 3", "--kernel:1:15: error[E0215]"),
        // What is wrong with the template is in the template.
        ("member<float>", "k.cu:6:64: error[E0303]"),
    ] {
        let words = ["check", "k.cu", "--error-format", "short", "-ccbin", "/nowhere/g++"];
        let found = folder.run(&with(&words, &["-Wno-unchecked-kernel", "--kernel", name]));
        assert!(found.code == 1 && found.err.starts_with(expected), "{name}: {}", found.err);
    }
    let found =
        folder.run(&["check", "k.cu", "--kernel", "n::fil<float, 3>", "-ccbin", "/nowhere/g++"]);
    assert!(found.err.contains("│ n::fil<float, 3>"), "{}", found.err);
    // There is no such file to change, nor to link to.
    let found = folder.run(&[
        "check",
        "--fix=all",
        "k.cu",
        "--kernel",
        "n::fil<float, 3>",
        "-ccbin",
        "/nowhere/g++",
    ]);
    assert!(found.code == 1 && found.err.contains("E0303"), "{}", found.err);
    let sarif = [
        "check",
        "k.cu",
        "--error-format",
        "sarif",
        "--kernel",
        "n::fil<float, 3>",
        "-ccbin",
        "/nowhere/g++",
    ];
    let found = folder.run(&sarif);
    assert!(found.err.contains("E0303") && !found.err.contains("--kernel\""), "{}", found.err);
}

/// A kernel that is asked for and not there is an error, not a file with fewer kernels.
#[test]
fn a_kernel_without_a_definition_is_not_left_out_silently() {
    let declared = "template <class T> __tile_global__ void later(T* p);\n\
                    __tile_global__ void other(int* p);\n\
                    __tile_global__ void good(int* p) { *p = 1; }\n";
    let instantiated = format!("{declared}template __tile_global__ void later<int>(int* p);\n");
    let external = format!("{declared}extern template __tile_global__ void later<int>(int* p);\n");
    let files = [("k.cu", declared), ("t.cu", &instantiated), ("e.cu", &external)];
    let folder = Folder::new("undefined", &files);
    let build = |more: &[&str]| {
        folder.run(&with(&["build", "--emit", "tir", "--error-format", "short"], more))
    };
    assert_eq!(build(&["k.cu"]).code, 0);
    assert_eq!(build(&["e.cu"]).code, 0);
    let found = build(&["t.cu"]);
    assert!(found.code == 1 && found.err.starts_with("t.cu:4:31: error[E0583]"), "{}", found.err);
    for name in ["later<int>", "other"] {
        let found = build(&["k.cu", "--kernel", name]);
        assert!(
            found.code == 1 && found.err.starts_with("--kernel:1:1: error[E0583]"),
            "{}",
            found.err
        );
    }
}

/// Headers that are nowhere else are those of the toolkit that the environment names.
#[test]
fn an_installed_toolkit_is_searched_last() {
    let source = "#include <extra.h>\n#include <library/more.h>\n#include <cuda_fp16.h>\n\
                  __tile_global__ void k(int* p) { *p = EXTRA + MORE; }\n";
    let without = "#if __has_include(<other.h>)\n#error\n#endif\n#include <cuda_fp16.h>\n\
                   #ifdef EXTRA\n#error\n#endif\n\
                   __tile_global__ void k(int* p) { *p = 1; }\n";
    let asks = "#if __has_include(<library/more.h>) && __has_include(<extra.h>)\n#include <extra.h>\n#endif\n\
                __tile_global__ void k(int* p) { *p = EXTRA; }\n";
    let folder = Folder::new(
        "toolkit",
        &[
            ("k.cu", source),
            ("without.cu", without),
            ("asks.cu", asks),
            ("home/include/cuda_runtime.h", "#define EXTRA wrong\n"),
            ("home/include/cuda_fp16.h", "#define __half wrong\n"),
            ("home/include/crt/host_defines.h", ""),
            ("home/include/extra.h", "#undef EXTRA\n#define EXTRA 3\n"),
            ("home/include/cccl/library/more.h", "#define MORE 4\n"),
            ("own/extra.h", "#define EXTRA 30\n"),
        ],
    );
    let run = |file: &str, variable: &str, more: &[&str]| {
        let words = with(&["run", file, "--device", "cpu", "--arg", "i32[1]>-"], more);
        done(folder.command(&words).env(variable, folder.0.join("home")))
    };
    for variable in ["CUDA_HOME", "CUDA_PATH"] {
        let found = run("k.cu", variable, &[]);
        assert_eq!((found.code, found.out.as_str()), (0, "7\n"), "{}", found.err);
    }
    // Folders of the command line come first, and a file that needs none of it does not see it.
    let found = run("k.cu", "CUDA_HOME", &["-Iown"]);
    assert_eq!((found.code, found.out.as_str()), (0, "34\n"), "{}", found.err);
    let found = run("without.cu", "CUDA_HOME", &[]);
    assert_eq!((found.code, found.out.as_str()), (0, "1\n"), "{}", found.err);
    // `__has_include` finds what `#include` would.
    let found = run("asks.cu", "CUDA_HOME", &[]);
    assert_eq!((found.code, found.out.as_str()), (0, "3\n"), "{}", found.err);
    let found = run("k.cu", "CUDA_NOTHING", &[]);
    assert_eq!(found.code, 1, "{}", found.err);
    // The rule for make has it.
    let rule = folder.command(&["-M", "k.cu"]).env("CUDA_HOME", folder.0.join("home")).output();
    let rule = String::from_utf8_lossy(&rule.expect("it runs").stdout).into_owned();
    assert!(
        rule.contains("home/include/extra.h") && rule.contains("cccl/library/more.h"),
        "{rule}"
    );
}
