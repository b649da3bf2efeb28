//! The command line as builds and people use it: nvcc's options, projects, the cache, fixes, formats
//! of diagnostics, colours, completions.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

use serde_json::Value;

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const KERNEL: &str = "\
#ifndef VALUE
#define VALUE 7
#endif
__tile_global__ void kernel(int* out) { *out = VALUE; }
template <int N> __tile_global__ void many(int* out) { *out = N; }
";

struct Folder(PathBuf);

struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("a folder");
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    #[track_caller]
    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn run(&self, line: &str, env: &[(&str, &str)]) -> Done {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(line.split(' ').filter(|word| !word.is_empty()))
            .current_dir(&self.0)
            .env_remove("TILEC_CACHE")
            .envs(env.iter().copied())
            .output()
            .expect("the program was built");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        let code = output.status.code().unwrap_or(-1);
        Done { code, out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// What a command that succeeds without a word on standard error prints.
    #[track_caller]
    fn ok(&self, line: &str) -> String {
        let done = self.run(line, &[]);
        assert!(done.code == 0 && done.err.is_empty(), "{line}: {}", done.err);
        done.out
    }
}

// ---- nvcc's command line ----

#[test]
fn a_build_made_for_nvcc() {
    let folder = Folder::new("nvcc", &[("d/x.cu", KERNEL), ("inc/h.h", "#define VALUE 9\n")]);
    // Without -o the output has nvcc's name, in this folder.
    folder.ok("-ptx -arch=compute_90 -std=c++20 --tile-only -O3 -lineinfo d/x.cu");
    assert!(folder.read("x.ptx").contains(".target sm_90\n"));
    folder.ok("-tilebc --gpu-architecture sm_80 d/x.cu -o made.tilebc");
    assert!(folder.0.join("made.tilebc").exists());
    let header = "-I inc -include h.h";
    folder.ok(&format!("-ptx {header} -gencode arch=compute_80,code=sm_80 -o y.ptx d/x.cu"));
    let ptx = folder.read("y.ptx");
    assert!(ptx.contains(".target sm_80") && ptx.contains(", 9;"), "{ptx}");
    // The host's options have no meaning here, with the values that follow them.
    folder.ok(
        "-ptx -ccbin g++ -Xcompiler -Wall -Xcompiler=-fPIC -m64 -t 4 -rdc=false -o z.ptx d/x.cu",
    );
    folder.ok("-ptx -MMD -MF z.d -MT z.ptx -o z.ptx d/x.cu");
    assert_eq!(folder.read("z.d"), "z.ptx: d/x.cu\n");
    let done = folder.run("-ptx --use_fast_math -o z.ptx d/x.cu", &[]);
    assert!(done.code == 0 && done.err.contains("--use_fast_math has no effect"), "{}", done.err);
    // An unknown command is a typing error, not a file.
    let done = folder.run("chek d/x.cu", &[]);
    assert!(done.code == 2 && done.err.contains("'check'"), "{}", done.err);
    // An option that neither has is an error.
    assert_eq!(folder.run("-ptx --no-such-option d/x.cu", &[]).code, 2);
    for version in ["--version", "-V"] {
        assert!(folder.ok(version).contains("release 13.5, V13.5.37"), "{version}");
    }
    // sm_107 is of 13.4.
    let of =
        |release| folder.run(&format!("-ptx --cuda-version={release} -arch=sm_107 d/x.cu"), &[]);
    let done = of("13.3");
    assert!(done.code != 0 && done.err.contains("it exists since 13.4"), "{}", done.err);
    assert_eq!(of("13.4").code, 0);
}

#[test]
fn machine_code_where_there_is_an_assembler() {
    let folder = Folder::new("cubin", &[("x.cu", KERNEL)]);
    let works = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let ptxas = std::env::var("TILEC_PTXAS").unwrap_or_else(|_| "ptxas".into());
    if !works(&ptxas) {
        let done = folder.run("-tilecubin -arch=sm_90 x.cu", &[]);
        assert!(done.code == 2 && done.err.contains("set TILEC_PTXAS"), "{}", done.err);
        skip("TILEC_PTXAS names no ptxas");
        return;
    }
    folder.ok("-tilecubin -arch=sm_90 -std=c++20 --tile-only x.cu");
    assert!(fs::read(folder.0.join("x.tile.cubin")).expect("nvcc's name").starts_with(b"\x7fELF"));
    let done = folder.run("-tilecubin -arch=sm_90 -Xptxas -v -o v.cubin x.cu", &[]);
    assert!(done.code == 0 && done.err.contains("registers"), "{}", done.err);
    // Commas and blanks separate the options, as with nvcc.
    for line in ["-Xptxas \"-v -O2\"", "-Xptxas=-O2,-v", "--ptxas-options=\"-O1, -v\""] {
        fs::write(folder.0.join("options.txt"), line).expect("a file");
        let done = folder.run("-tilecubin -arch=sm_90 @options.txt -o v.cubin x.cu", &[]);
        assert!(done.code == 0 && done.err.contains("registers"), "{line}: {}", done.err);
    }
    folder.ok("build x.cu --emit header --embed cubin -o x.h");
    // 127 is where an ELF file begins.
    assert!(folder.read("x.h").contains("    127,69,76,70,"));
}

// ---- projects ----

#[test]
fn a_project_has_defaults() {
    let project = "\
[build]
arch = \"sm_80\"
include = [\"inc\"]
define = [\"VALUE=FROM_HEADER\"]
options = [\"-include\", \"h.h\"]
instantiate = [\"many<3>\"]
";
    let files = [
        ("tilec.toml", project),
        ("src/k.cu", KERNEL),
        ("src/other.cu", &KERNEL.replace("many", "other")),
        ("inc/h.h", "#define FROM_HEADER 11\n"),
    ];
    let folder = Folder::new("project", &files);
    let ptx = folder.ok("build src/k.cu");
    assert!(ptx.contains(".target sm_80") && ptx.contains(", 11;"), "{ptx}");
    assert!(ptx.contains("_Z4manyILi3EEvPi"), "{ptx}");
    // Not in a file that does not have the kernel.
    let other = folder.ok("build src/other.cu");
    assert!(other.contains(", 11;") && !other.contains("_Z4many"), "{other}");
    // The command line counts before it, and it can be left out.
    let ptx = folder.ok("build src/k.cu -arch=compute_90 -DVALUE=12");
    assert!(ptx.contains(".target sm_90\n") && ptx.contains(", 12;"), "{ptx}");
    let ptx = folder.ok("build src/k.cu --no-project");
    assert!(ptx.contains(".target sm_90a") && ptx.contains(", 7;"), "{ptx}");
    folder.ok("check src/k.cu");
    // An output depends on it.
    folder.ok("build src/k.cu -MMD -o k.ptx");
    assert_eq!(folder.read("k.d"), "k.ptx: src/k.cu inc/h.h tilec.toml\n");
    folder.write("tilec.toml", "[build]\narc = \"sm_80\"\n");
    let done = folder.run("check src/k.cu", &[]);
    assert!(
        done.code == 2 && done.err.contains("tilec.toml:2:1: unknown field `arc`"),
        "{}",
        done.err
    );
    let done = folder.run("doctor", &[]);
    assert!(done.code == 2 && done.out.contains("unknown field `arc`"), "{}", done.out);
}

// ---- the cache ----

/// The entries of a cache.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = list(folder).iter().flat_map(|folder| list(folder)).collect();
    files.sort();
    files
}

#[test]
fn the_cache_gives_what_a_compilation_would() {
    let folder = Folder::new("cache", &[("k.cu", KERNEL), ("h.h", "// nothing\n")]);
    let cache = folder.0.join("cache");
    let env = [("TILEC_CACHE", cache.to_str().expect("text"))];
    let build = |line: &str| {
        let done = folder.run(line, &env);
        assert!(done.code == 0 && done.err.is_empty(), "{line}: {}", done.err);
        done.out
    };
    let plain = folder.ok("build k.cu");
    assert_eq!(build("build k.cu"), plain);
    assert_eq!(entries(&cache).len(), 1);
    // A hit: what is in the entry is what comes out.
    assert_eq!(build("build k.cu"), plain);
    assert_eq!(entries(&cache).len(), 1);
    // A hit writes the rule for make too.
    build("build k.cu -MMD -o k.ptx");
    assert_eq!((folder.read("k.ptx"), folder.read("k.d")), (plain.clone(), "k.ptx: k.cu\n".into()));
    assert_eq!(entries(&cache).len(), 1);
    // Whatever changes the output is another entry.
    for line in [
        "build k.cu -DVALUE=8",
        "build k.cu -arch=sm_80",
        "build k.cu --emit tir",
        "build k.cu -O0",
        "build k.cu -lineinfo",
        "build k.cu --kernel many<2>",
        "build k.cu -fmad=false",
    ] {
        let before = entries(&cache).len();
        assert_eq!(build(line), folder.ok(line), "{line}");
        assert_eq!(entries(&cache).len(), before + 1, "{line}");
    }
    // A broken entry is made again.
    fs::remove_dir_all(&cache).expect("it is there");
    build("build k.cu");
    let entry = entries(&cache).remove(0);
    let whole = fs::read(&entry).expect("an entry");
    for broken in [&whole[..whole.len() - 1], b"", b"tilec-cache 1\nshort", b"something else"] {
        fs::write(&entry, broken).expect("an entry");
        assert_eq!(build("build k.cu"), plain);
        assert_eq!(fs::read(&entry).expect("an entry"), whole);
    }
    let mut flipped = whole.clone();
    *flipped.last_mut().expect("not empty") ^= 1;
    fs::write(&entry, flipped).expect("an entry");
    assert_eq!(build("build k.cu"), plain);
    // What has errors or warnings is said each time.
    folder.write("bad.cu", "__tile_global__ void bad(int* p) { *p = missing; }\n");
    for _ in 0..2 {
        let done = folder.run("build bad.cu", &env);
        assert!(done.code == 1 && done.err.contains("missing"), "{}", done.err);
    }
    assert_eq!(entries(&cache).len(), 1);
    // A cache that cannot be is as good as none.
    assert_eq!(folder.run("build k.cu", &[("TILEC_CACHE", "k.cu")]).out, plain);
    let doctor = folder.run("doctor", &env).out;
    assert!(doctor.contains("1 outputs"), "{doctor}");
}

#[test]
fn the_cache_is_bounded_and_safe_under_concurrency() {
    let folder = Folder::new("cache_bound", &[("k.cu", KERNEL)]);
    let cache = folder.0.join("cache");
    let build = |value: u32, limit: &str| {
        Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["build", "k.cu", "-o", "/dev/null", &format!("-DVALUE={value}")])
            .current_dir(&folder.0)
            .envs([("TILEC_CACHE", cache.to_str().expect("text")), ("TILEC_CACHE_SIZE", limit)])
            .spawn()
            .expect("the program was built")
    };
    let all = |first: u32, limit: &str| {
        let children: Vec<_> = (0..8).map(|value| build(first + value % 4, limit)).collect();
        for mut child in children {
            assert!(child.wait().expect("a child").success());
        }
    };
    all(0, "64");
    assert_eq!(entries(&cache).len(), 4);
    assert!(entries(&cache).iter().all(|path| path.extension().is_none()), "scratch files");
    // Room for nothing: each process removes what it wrote, or another one did.
    all(10, "0");
    assert_eq!(entries(&cache).len(), 0);
}

// ---- run ----

/// Each argument is held against its parameter before anything runs.
#[test]
fn arguments_are_those_of_the_kernel() {
    let source = "\
struct Pair { int a; float b; };
enum class Mode : unsigned char { Off, On };
__tile_global__ void scale(float* x, float by, const int n, Mode mode, Pair pair, void* any) {
    if (mode == Mode::On) for (int i = 0; i < n; ++i) x[i] = x[i] * by + pair.b;
}
";
    let folder = Folder::new("arguments", &[("k.cu", source)]);
    let run = |args: &[&str]| {
        let given: Vec<String> = args.iter().map(|arg| format!("--arg {arg}")).collect();
        folder.run(&format!("run k.cu --device cpu {}", given.join(" ")), &[])
    };
    let right =
        ["f32[3]=iota>-", "f32=2", "i32=3", "u8=1", "struct={i32=1,f32=0.5}", "u8[4]=zeros"];
    let done = run(&right);
    assert_eq!((done.code, done.out.as_str()), (0, "0.5 2.5 4.5\n"), "{}", done.err);
    // Bits are the same for either sign, and an address is a number.
    for (index, arg) in [(2, "u32=3"), (3, "i8=1"), (5, "u64=0"), (5, "f64[1]=zeros")] {
        let mut args = right;
        args[index] = arg;
        assert_eq!(run(&args).code, 0, "{arg}: {}", run(&args).err);
    }
    for (index, arg, parameter, form) in [
        (0, "f64[3]=zeros", "float* x", "f32[COUNT]=INIT"),
        (0, "f32=1", "float* x", "f32[COUNT]=INIT"),
        (1, "i32=2", "float by", "f32=VALUE"),
        (2, "i64=2", "int n", "i32=VALUE"),
        (2, "i32[1]=zeros", "int n", "i32=VALUE"),
        (3, "i32=1", "Mode mode", "u8=VALUE"),
        (4, "struct={i32=1}", "Pair pair", "struct={..} of 8 bytes"),
        (5, "f32=1", "void* any", "TYPE[COUNT]=INIT"),
    ] {
        let mut args = right;
        args[index] = arg;
        let done = run(&args);
        let signature = "`scale(float* x, float by, int n, Mode mode, Pair pair, void* any)`";
        let expected = format!(
            "tilec: --arg {arg}: parameter {} of {signature} is `{parameter}`: it takes {form}\n",
            index + 1
        );
        assert_eq!((done.code, done.err), (2, expected));
    }
    // What is not an argument at all stands for a parameter too.
    for (index, arg, what, parameter, form) in [
        (3, "u8=300", "300 does not fit u8: 0 to 255", "Mode mode", "u8=VALUE"),
        (2, "i32=x", "`x` is not a value of type i32", "int n", "i32=VALUE"),
        (1, "float=2", "no type `float`; there are ", "float by", "f32=VALUE"),
        (0, "f32[2]=[1,x]", "`x` is not a value of type f32", "float* x", "f32[COUNT]=INIT"),
        (0, "f32[3]=@missing", "missing", "float* x", "f32[COUNT]=INIT"),
        (
            4,
            "struct={i32=1,f32=}",
            "is not a value of type f32",
            "Pair pair",
            "struct={..} of 8 bytes",
        ),
    ] {
        let mut args = right;
        args[index] = arg;
        let done = run(&args);
        let end = format!(
            ": parameter {} of `scale(float* x, float by, int n, Mode mode, Pair pair, void* any)` is `{parameter}`: it takes {form}\n",
            index + 1
        );
        let starts = done.err.starts_with(&format!("tilec: --arg {arg}: "));
        let is_told = starts && done.err.contains(what) && done.err.ends_with(&end);
        assert!(done.code == 2 && is_told, "{}", done.err);
    }
    let done = run(&right[..5]);
    assert!(done.code == 2 && done.err.contains("has 6 parameters, not 5"), "{}", done.err);
    assert!(done.err.contains("--arg TYPE[COUNT]=INIT  for `void* any`"), "{}", done.err);
}

#[test]
fn a_kernel_is_named_where_there_are_several() {
    let two = "__tile_global__ void one(int* p) { *p = 1; }\n\
               __tile_global__ void two(int* p, float) { *p = 2; }\n";
    let files = [("k.cu", two), ("none.cu", "int x;\n"), ("one.cu", KERNEL)];
    let folder = Folder::new("several", &files);
    assert_eq!(folder.ok("run one.cu -DVALUE=5 --device cpu --arg i32[1]>-"), "5\n");
    let done = folder.run("run k.cu --arg i32[1]", &[]);
    let expected = "tilec: --kernel NAME is needed: there are several kernels:\n  \
                    one(int* p)\n  two(int* p, float arg1)\n";
    assert_eq!((done.code, done.err.as_str()), (2, expected));
    let done = folder.run("run k.cu --kernel three --arg i32[1]", &[]);
    assert!(done.err.starts_with("tilec: no kernel `three`; there are:\n  one("), "{}", done.err);
    let done = folder.run("run none.cu", &[]);
    assert!(done.code == 2 && done.err.contains("the file has no kernel"), "{}", done.err);
}

/// Errors of the back end and of runs say of which specialisation they are, as its source has it.
#[test]
fn errors_name_the_specialisation() {
    let source = "\
template <class T, int N> __tile_global__ void array(T* p, int n) {
    T sums[N] = {};
    sums[n] = 4;
    *p = sums[n / 2];
}
template __tile_global__ void array<int, 20>(int*, int);
#include <cassert>
template <class T> __tile_global__ void checked(T* p, int n) { assert(n > 3); p[0] = p[0] / n; }
";
    let templates = "template <class T> __tile_global__ void t(T* p) {}\n";
    let folder = Folder::new("signatures", &[("k.cu", source), ("t.cu", templates)]);
    let cases = [
        (
            "build k.cu --kernel array<int,100000> -o k.ptx",
            "in kernel `array<int,100000>(int* p, int n)`",
        ),
        (
            "run k.cu --kernel checked<int> --arg i32[1] --arg i32=0",
            "kernel `checked<int>(int* p, int n)`",
        ),
        (
            "run k.cu --kernel checked<long> --sanitize --arg i64[1] --arg i32[9]",
            "parameter 2 of `checked<long>(long* p, int n)` is `int n`",
        ),
        (
            "run k.cu --kernel array<int,20> --sanitize --arg i32[1] --arg i32=70",
            "kernel `array<int, 20>(int* p, int n)`, rule 10",
        ),
        (
            "run k.cu --kernel none",
            "there are:\n  array<int, 20>(int* p, int n): --kernel 'array<int, 20>'\n  \
             checked<...>, a template",
        ),
        ("run t.cu", "the kernels are templates:\n  t<...>, a template"),
    ];
    for (command, said) in cases {
        let done = folder.run(command, &[]);
        assert!(done.code != 0 && done.err.contains(said), "{command}: {}", done.err);
        assert!(!done.err.contains("_Z"), "{command}: {}", done.err);
    }
}

/// The grammar of `--arg` is where people look for it.
#[test]
fn help_has_the_grammar_of_arguments() {
    let help = Folder::new("grammar", &[]).ok("run --help");
    for line in tilec::argument::HELP.lines().filter(|line| !line.is_empty()) {
        assert!(help.contains(line.trim()), "{line}");
    }
}

// ---- diagnostics ----

/// Nothing that a program could load is written without a kernel in it, unless that is asked for.
#[test]
fn an_output_without_kernels_is_an_error() {
    let template = "template <class T> __tile_global__ void scale(T* p) { *p = *p * 2; }\n";
    let simt = "__global__ void simt(int* p) { *p = 1; }\nint main() {}\n";
    let unused = "template <class T> __tile_global__ void scale(T* p) { *p = *p * 2; }
template <class T> void launch(T* p) { scale<T><<<1, 1>>>(p); }
int main() {}
";
    let files = [
        ("k.cu", template),
        ("host.cu", simt),
        ("unused.cu", unused),
        ("empty.cu", ""),
        ("o.h", ""),
    ];
    let folder = Folder::new("no_kernel", &files);
    let done = folder.run("build --error-format short k.cu -o k.ptx", &[]);
    let expected = "k.cu:1:41: error[E0805]: no kernel is compiled: nothing instantiates the template \
                    `scale`\n";
    assert!(done.code == 1 && done.err.starts_with(expected), "{}", done.err);
    assert!(done.err.contains("--kernel 'scale<...>'"), "{}", done.err);
    for source in ["k.cu", "host.cu", "unused.cu", "empty.cu"] {
        let commands = [
            format!("build {source} -o out.ptx"),
            format!("build {source} -o out.tilebc -w"),
            format!("build {source} --emit header -o out.h"),
            format!("-ptx -arch=sm_90 {source} -o out.ptx -include o.h"),
            format!("-fatbin -arch=sm_90 {source} -o out.fatbin"),
        ];
        for command in commands {
            let done = folder.run(&command, &[]);
            assert!(done.code != 0 && done.err.contains("E0805"), "{command}: {}", done.err);
            assert!(!done.err.contains("bug["), "{command}: {}", done.err);
            let outputs = ["out.ptx", "out.tilebc", "out.h", "out.fatbin"];
            assert!(outputs.iter().all(|name| !folder.0.join(name).exists()), "{command}");
        }
        // Some build wants the file all the same.
        folder.ok(&format!("build {source} -Wno-no-kernel -o allowed.ptx"));
        folder.ok(&format!("-ptx -arch=sm_90a -Wno-no-kernel {source} -o allowed.ptx"));
        let done = folder.run(&format!("build {source} -Wno-error=no-kernel -o allowed.ptx"), &[]);
        assert!(done.code == 0 && done.err.contains("warning[E0805]"), "{}", done.err);
        // `check` has no output that could lack kernels.
        folder.ok(&format!("check {source} -Wno-unchecked-kernel"));
    }
    let done = folder.run("build --error-format short host.cu -o host.ptx", &[]);
    let expected = "host.cu:1:1: error[E0805]: no kernel is compiled: `host.cu` has no \
                    `__tile_global__` function\n";
    assert!(done.err.starts_with(expected), "{}", done.err);
    folder.ok("build k.cu --kernel scale<float> -o k.ptx");
}

#[test]
fn kernel_templates_that_are_not_checked_are_warned_of() {
    let source = "\
template <class T> __tile_global__ void unchecked(T* p) { *p = p->missing; }
namespace n {
template <int N> __tile_global__ void checked(int* p) { *p = N; }
}
template __tile_global__ void n::checked<3>(int*);
__tile_global__ void plain(int* p) { *p = 1; }
";
    let folder = Folder::new("unchecked", &[("k.cu", source)]);
    let done = folder.run("check --error-format short k.cu", &[]);
    let expected = "k.cu:1:41: warning[E0810]: `unchecked` is checked for no template arguments\n";
    assert!(done.code == 0 && done.err.starts_with(expected), "{}", done.err);
    assert_eq!(done.err.matches("E0810").count(), 1);
    // A specialisation that is named is checked, and what is wrong with it said.
    let done = folder.run("check --error-format short k.cu --kernel unchecked<int>", &[]);
    assert!(done.code == 1 && !done.err.contains("E0810"), "{}", done.err);
    assert!(done.err.contains("k.cu:1:67: error[E0303]"), "{}", done.err);
    assert_eq!(folder.run("check -Wno-unchecked-kernel k.cu", &[]).err, "");
    assert_eq!(folder.run("check -Werror k.cu", &[]).code, 1);
}

const WRONG: &str = "\
__tile_global__ void first(int* p) { *p = missing_name; }
__tile_global__ void second(int* p) {
    *p = 1
}
__tile_global__ void third(int* p) { int count = 0; *p = coumt; }
";

#[test]
fn json_is_as_the_schema_says() {
    let folder = Folder::new("json", &[("k.cu", WRONG)]);
    let done = folder.run("check --error-format json k.cu", &[]);
    assert_eq!(done.code, 1);
    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/diagnostic.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("the schema")).expect("JSON");
    let found: Vec<Value> =
        done.err.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(found.len() >= 2, "{}", done.err);
    for value in &found {
        validate(value, &schema, &schema, "diagnostic");
        let mut broken = value.clone();
        broken["severity"] = "fatal".into();
        assert!(std::panic::catch_unwind(|| validate(&broken, &schema, &schema, "")).is_err());
    }
}

/// What a validator of JSON Schema says of lines of output: nothing if there is none here.
fn invalid(folder: &Folder, schema: &str, lines: &str) -> Option<String> {
    const VALIDATE: &str = "\
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
lines = open('lines.json').read().splitlines()
print([error.message for line in lines
       for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(line))])
";
    let found = installed(folder, "python3", &["-c", "import jsonschema"])?;
    if found.code != 0 {
        skip("jsonschema of Python is not here");
        return None;
    }
    folder.write("lines.json", lines);
    let schema = format!("{}/../docs/schemas/{schema}", env!("CARGO_MANIFEST_DIR"));
    let done = installed(folder, "python3", &["-c", VALIDATE, &schema])?;
    assert!(done.code == 0, "{}", done.err);
    Some(done.out.trim().to_owned())
}

#[test]
fn a_validator_of_schemas_takes_json_and_sarif() {
    let folder = Folder::new("schemas", &[("k.cu", WRONG)]);
    let json = folder.run("check --error-format json k.cu", &[]).err;
    let Some(found) = invalid(&folder, "diagnostic.schema.json", &json) else { return };
    assert_eq!(found, "[]");
    let sarif = folder.run("check --error-format sarif k.cu", &[]).err;
    let sarif: Value = serde_json::from_str(&sarif).expect("one log");
    let found = invalid(&folder, "sarif.schema.json", &sarif.to_string());
    assert_eq!(found.as_deref(), Some("[]"));
    // It finds what is wrong.
    let broken = json.replace("\"error\"", "\"fatal\"");
    let found = invalid(&folder, "diagnostic.schema.json", &broken).unwrap_or_default();
    assert!(found.contains("'fatal' is not one of"), "{found}");
}

const PRODUCTS: &str = r#"
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
__tile_global__ void viewed(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64, k}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step : ct::irange(0, k / 64))
        sum = ct::mma(va.load(0, step), vb.load(step, 0), sum);
    vc.store(sum, 0, 0);
}
__tile_global__ void pointed(const __half* a, float* c) {
    auto i = ct::iota<ct::tile<int, ct::shape<4096>>>();
    auto x = ct::reshape(ct::load(a + i), ct::shape<64, 64>{});
    ct::store(c + i, ct::reshape(ct::mma(x, x, ct::zeros<ct::tile<float, ct::shape<64, 64>>>()), ct::shape<4096>{}));
}
"#;

#[test]
fn remarks_are_data_as_the_schema_says() {
    let folder = Folder::new("remarks_json", &[("k.cu", PRODUCTS)]);
    let done = folder.run("build -arch=sm_90a --remarks=json k.cu -o k.ptx", &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/remarks.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("the schema")).expect("JSON");
    let kernels: Vec<Value> =
        done.err.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for kernel in &kernels {
        validate(kernel, &schema, &schema, "kernel");
        let mut broken = kernel.clone();
        broken["mmas"][0]["engine"] = "abacus".into();
        assert!(std::panic::catch_unwind(|| validate(&broken, &schema, &schema, "")).is_err());
    }
    let [viewed, pointed] = kernels.as_slice() else { panic!("two kernels: {}", done.err) };
    let mma = &viewed["mmas"][0];
    assert_eq!((&mma["engine"], &mma["a"]["source"]), (&"wgmma".into(), &"tma".into()));
    assert!(viewed["kernel"].as_str().is_some_and(|text| text.starts_with("viewed(")));
    let failed = &pointed["mmas"][0]["a"]["failed"];
    assert_eq!(failed["requirement"], "view_load");
    assert_eq!(failed["at"]["line"], 16);
    // For people they are text, and the last format counts.
    let text = folder.run("build -arch=sm_90a --remarks=json --remarks k.cu -o k.ptx", &[]).err;
    assert!(
        text.contains("A is not copied asynchronously: the tile must be loaded from"),
        "{text}"
    );
    let found = invalid(&folder, "remarks.schema.json", &done.err);
    assert!(found.as_deref().is_none_or(|found| found == "[]"), "{found:?}");
}

/// The part of JSON Schema that ours uses.
#[track_caller]
fn validate(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").expect("a definition");
        return validate(value, &root["$defs"][name], root, at);
    }
    if let Some(options) = schema["enum"].as_array() {
        assert!(options.contains(value), "{at}: {value} is none of {options:?}");
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => Vec::new(),
        kind => vec![kind.clone()],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.is_empty() || kinds.contains(&kind.into()), "{at}: {value} is no {kinds:?}");
    if let Value::Object(members) = value {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(members.contains_key(name.as_str().expect("a name")), "{at}: no {name}");
        }
        for (name, member) in members {
            let of = &schema["properties"][name];
            assert!(!of.is_null(), "{at}: {name} is not in the schema");
            validate(member, of, root, &format!("{at}.{name}"));
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        validate(item, &schema["items"], root, &format!("{at}[{index}]"));
    }
}

#[test]
fn sarif_is_one_log() {
    let folder =
        Folder::new("sarif", &[("a b/k.cu", WRONG), ("m.cu", &KERNEL.replace("VALUE;", "2 +;"))]);
    let done = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .args(["check", "--error-format", "sarif", "a b/k.cu", "m.cu"])
        .current_dir(&folder.0)
        .output()
        .expect("the program was built");
    assert_eq!(done.status.code(), Some(1));
    let log: Value = serde_json::from_slice(&done.stderr).expect("one JSON text");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/sarif.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("the schema")).expect("JSON");
    validate(&log, &schema, &schema, "log");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "tilec");
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    let results = run["results"].as_array().expect("results");
    let files: Vec<&str> = results
        .iter()
        .map(|result| {
            assert!(rules.contains(&result["ruleId"].as_str().expect("a code")), "{result}");
            assert_eq!(result["level"], "error");
            assert!(!result["message"]["text"].as_str().expect("text").is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            assert!(place["region"]["startLine"].as_u64() >= Some(1), "{result}");
            place["artifactLocation"]["uri"].as_str().expect("a file")
        })
        .collect();
    assert!(files.contains(&"a%20b/k.cu") && files.contains(&"m.cu"), "{files:?}");
    // A fix is a replacement.
    let fix = results
        .iter()
        .find_map(|result| result["fixes"][0]["artifactChanges"][0]["replacements"][0].as_object());
    assert!(fix.is_some_and(|fix| fix["insertedContent"]["text"].is_string()));
    // Nothing found is a log too.
    folder.write("good.cu", KERNEL);
    let done = folder.run("check --error-format sarif -Wno-unchecked-kernel good.cu", &[]);
    let log: Value = serde_json::from_str(&done.err).expect("JSON");
    assert_eq!((done.code, log["runs"][0]["results"].as_array().map(Vec::len)), (0, Some(0)));
}

#[test]
fn fixes_are_applied() {
    let folder = Folder::new("fix", &[("k.cu", WRONG)]);
    let done = folder.run("check --fix=all k.cu", &[]);
    // What is left is an error: what is missing there is unknown.
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.contains("k.cu: 2 fixed"), "{}{}", done.out, done.err);
    let corrected = WRONG.replace("= 1\n", "= 1;\n").replace("coumt", "count");
    assert_eq!(folder.read("k.cu"), corrected);
    folder.write("k.cu", &corrected.replace("missing_name", "3"));
    assert_eq!(folder.run("check --fix k.cu", &[]).code, 0);
    // What a macro made is not in the file, and what is not certain is not done unasked.
    let text = "#define USE(x) coumt\n__tile_global__ void f(int* p) { int count = 0; *p = USE(1); }\n\
                __tile_global__ void g(int* p) { int count = 0; *p = coumt; }\n";
    folder.write("k.cu", text);
    folder.run("check --fix k.cu", &[]);
    assert_eq!(folder.read("k.cu"), text);
    folder.run("check --fix=all k.cu", &[]);
    assert!(folder.read("k.cu").starts_with("#define USE(x) coumt\n"));
    assert!(folder.read("k.cu").ends_with("*p = count; }\n"));
}

#[test]
fn errors_are_limited() {
    let many: String = (0..9)
        .map(|i| format!("__tile_global__ void f{i}(int* p) {{ *p = unknown{i}; }}\n"))
        .collect();
    let folder = Folder::new("limit", &[("k.cu", &many)]);
    let count = |line: &str| {
        let done = folder.run(&format!("check --error-format short {line} k.cu"), &[]);
        assert_eq!(done.code, 1);
        (done.err.matches("k.cu:").count(), done.err.contains("5 more errors"))
    };
    assert_eq!(count("--error-limit 4"), (4, true));
    assert_eq!(count("--error-limit 0"), (9, false));
    assert_eq!(count(""), (9, false));
}

#[test]
fn colours_and_width_are_the_users_choice() {
    let folder =
        Folder::new("colour", &[("k.cu", "__tile_global__ void f(int* p) { *p = ct::iota; }\n")]);
    let colored = |line: &str, env: &[(&str, &str)]| {
        folder.run(&format!("check {line} k.cu"), env).err.contains('\u{1b}')
    };
    // Standard error is not a terminal here.
    assert!(!colored("", &[]));
    assert!(colored("--color always", &[("NO_COLOR", "1")]));
    assert!(colored("", &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored("", &[("CLICOLOR_FORCE", "0")]));
    assert!(!colored("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(colored("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(!colored("--color never", &[("CLICOLOR_FORCE", "1")]));
    let notes = |columns: &str| {
        let text = folder.run("check k.cu", &[("COLUMNS", columns)]).err;
        let notes = text
            .lines()
            .skip_while(|line| !line.starts_with("  help") && !line.starts_with("  note"));
        notes.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!(notes("40") <= 40);
}

#[test]
fn each_code_is_explained() {
    let folder = Folder::new("explain", &[]);
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    let pages = fs::read_dir(pages).expect("the pages").map(|page| page.expect("a page").path());
    let mut pages: Vec<PathBuf> = pages.collect();
    pages.sort();
    for page in pages {
        let code = page.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&page).expect("a page");
        assert_eq!(folder.ok(&format!("explain {code}")).trim_end(), text.trim_end());
    }
    assert!(folder.ok("explain e0301").contains("E0301"));
    let done = folder.run("explain E9999", &[]);
    assert!(done.code == 2 && done.err.contains("E9999"), "{}: {}", done.code, done.err);
}

// ---- tile IR as a source ----

/// Each block takes the next number and leaves it in its place.
const TICKETS: &str = "\
cuda_tile.module @m {
  entry @tickets(%counter: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %old, %t0 = atomic_rmw_tko relaxed device %counter, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %place = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t1 = store_ptr_tko weak %place, %old : tile<ptr<i32>>, tile<i32> -> token
  }
}
";

/// NVIDIA's assembler of bytecode negates by arithmetic, which loses the payload of a NaN.
#[test]
fn bytecode_has_signs_as_bits_unless_nothing_is_to_be_rewritten() {
    let kernel = "extern \"C\" __tile_global__ void flip(float* x) { *x = -*x; }";
    let folder = Folder::new("signs", &[("k.cu", kernel)]);
    let text_after = |options: &str| {
        folder.ok(&format!("build k.cu {options} --emit tilebc -o k.tilebc"));
        folder.ok("build k.tilebc -O0 --emit tir -o -")
    };
    let (rewritten, plain) = (text_after("-O3"), text_after("-O0"));
    assert!(rewritten.contains("xori") && !rewritten.contains("negf"), "{rewritten}");
    assert!(plain.contains("negf") && !plain.contains("xori"), "{plain}");
}

#[test]
fn tile_ir_is_a_source_like_any_other() {
    let folder = Folder::new("tir", &[("k.tir", TICKETS)]);
    folder.ok("check k.tir");
    folder.ok("build k.tir -arch=sm_80 -o k.ptx");
    assert!(folder.read("k.ptx").contains(".visible .entry tickets("));
    folder.ok("build k.tir --emit tilebc -o k.tilebc");
    folder.ok("check k.tilebc");
    folder.ok("build k.tilebc -arch=sm_80 -o again.ptx");
    assert_eq!(folder.read("again.ptx").matches(".entry tickets(").count(), 1);
    assert!(folder.ok("build k.tilebc --emit tir -o -").contains("atomic_rmw_tko relaxed device"));
    // What is wrong is shown where it stands, of the reader and of the verifier.
    folder.write("syntax.tir", &TICKETS.replace("constant <i32: 1>", "constant i32: 1"));
    folder.write("order.tir", &TICKETS.replace("store_ptr_tko weak", "store_ptr_tko acquire"));
    for (file, place, code) in
        [("syntax.tir", "syntax.tir:4:", "E0620"), ("order.tir", "order.tir:7:", "E0608")]
    {
        for command in ["check", "build", "run --kernel tickets"] {
            let done = folder.run(&format!("{command} --error-format short {file}"), &[]);
            assert_eq!(done.code, 1, "{command} {file}: {}", done.err);
            let is_located = done.err.contains(place) && done.err.contains(code);
            assert!(is_located, "{command} {file}: {}", done.err);
        }
    }
}

#[test]
fn blocks_run_in_order_where_asked() {
    let folder = Folder::new("deterministic", &[("k.tir", TICKETS)]);
    let run = "run k.tir --kernel tickets --grid 500 --arg i32[1]=zeros --arg out:i32[500]>o.bin";
    for _ in 0..3 {
        folder.ok(&format!("{run} --deterministic"));
        let bytes = fs::read(folder.0.join("o.bin")).expect("the output");
        let number =
            |word: &[u8]| word.iter().rev().fold(0, |sum, &byte| sum << 8 | i32::from(byte));
        assert!(bytes.chunks_exact(4).map(number).eq(0..500), "{bytes:?}");
    }
    let done = folder.run(&format!("{run} --deterministic --device cuda"), &[]);
    assert!(done.code != 0 && done.err.contains("--deterministic runs on the CPU device"));
}

#[test]
fn verified_builds_are_the_same_and_are_not_cached() {
    let folder = Folder::new("verify", &[("k.cu", KERNEL)]);
    let cache = folder.0.join("cache");
    let env = [("TILEC_CACHE", cache.to_str().expect("text"))];
    let verified = folder.run("build --verify k.cu", &env);
    assert!(verified.code == 0 && verified.err.is_empty(), "{}", verified.err);
    assert_eq!(verified.out, folder.ok("build k.cu"));
    assert!(!cache.exists() || entries(&cache).is_empty());
}

// ---- what a package installs ----

#[test]
fn completions_come_from_the_options() {
    let folder = Folder::new("generate", &[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = folder.ok(&format!("generate {shell}"));
        for word in ["sanitize", "error-format", "doctor", "tilebc"] {
            assert!(text.contains(word), "{shell}: no {word}");
        }
    }
}

/// Runs a program in a folder, with the compiler on the path; nothing if it is not installed.
fn installed(folder: &Folder, program: &str, args: &[&str]) -> Option<Done> {
    let own = Path::new(env!("CARGO_BIN_EXE_tilec")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [own.to_owned()].into_iter().chain(std::env::split_paths(&path));
    let output = Command::new(program)
        .args(args)
        .current_dir(&folder.0)
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .env("HOME", &folder.0)
        .output();
    let Ok(output) = output else {
        skip(&format!("{program} is not here"));
        return None;
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    Some(Done { code: output.status.code().unwrap_or(-1), out, err })
}

#[test]
fn shells_complete_commands() {
    let folder = Folder::new("shells", &[]);
    let bash = folder.ok("generate bash");
    let asked = "COMP_WORDS=(tilec build --emi)\nCOMP_CWORD=2\n_tilec tilec --emi build\n";
    folder.write("complete.sh", &format!("{bash}\n{asked}echo \"${{COMPREPLY[@]}}\"\n"));
    if let Some(done) = installed(&folder, "bash", &["complete.sh"]) {
        assert_eq!(done.out.trim(), "--emit", "{}", done.err);
    }
    folder.write("tilec.fish", &folder.ok("generate fish"));
    let asked = "source tilec.fish; complete -C 'tilec build --emi'";
    if let Some(done) = installed(&folder, "fish", &["--no-config", "-c", asked]) {
        assert!(done.out.starts_with("--emit\t"), "{}{}", done.out, done.err);
    }
    folder.write("_tilec", &folder.ok("generate zsh"));
    // The function is there, and is what zsh asks for this command.
    let asked = "autoload -Uz compinit; compinit -D -u; source ./_tilec; \
                 (( $+functions[_tilec] )) && echo $_comps[tilec]";
    if let Some(done) = installed(&folder, "zsh", &["-f", "-c", asked]) {
        assert_eq!(done.out.trim(), "_tilec", "{}", done.err);
    }
}

#[test]
fn the_man_page_is_read_by_man() {
    let folder = Folder::new("man", &[]);
    let page = folder.ok("generate man");
    for text in [".TH tilec 1", ".SH \"TILEC RUN\"", "\\-\\-sanitize", ".SH \"TILEC DOCTOR\""] {
        assert!(page.contains(text), "no {text} in\n{page}");
    }
    folder.write("tilec.1", &page);
    if let Some(done) = installed(&folder, "groff", &["-man", "-Tutf8", "-ww", "tilec.1"]) {
        assert!(done.code == 0 && done.err.is_empty(), "{}", done.err);
    }
    if let Some(done) = installed(&folder, "man", &["--local-file", "./tilec.1"]) {
        let first = done.out.lines().find(|line| !line.is_empty()).unwrap_or_default();
        assert!(first.starts_with("tilec(1)") && first.ends_with("tilec(1)"), "{}", done.out);
        for text in ["NAME\n", "tilec check", "TILEC RUN", "--sanitize"] {
            assert!(done.out.contains(text), "no {text} in\n{}", done.out);
        }
        // It is one page.
        assert!(!done.out.contains("check(1)"), "{}", done.out);
    }
}

#[test]
fn the_doctor_says_what_is_here() {
    let folder = Folder::new("doctor", &[("tilec.toml", "[build]\n")]);
    let env = [("TILEC_PTXAS", "/nowhere/ptxas")];
    let done = folder.run("doctor", &env);
    assert_eq!(done.code, 0, "{}", done.err);
    let line = |what: &str| {
        done.out.lines().find(|line| line[4..].starts_with(what)).unwrap_or_default().to_owned()
    };
    assert!(line("compiler").starts_with("yes compiler    tilec "), "{}", done.out);
    assert!(line("ptxas").starts_with("no  ") && line("ptxas").contains("set TILEC_PTXAS"));
    assert!(line("project").starts_with("yes ") && line("project").ends_with("tilec.toml"));
    assert!(line("cache").starts_with("no  "));
    assert!(!line("driver").is_empty());
    // A program that says its version is an assembler as far as anybody knows.
    folder.write("ptxas", "#!/bin/sh\necho 'Cuda compilation tools, release 13.3, V13.3.0'\n");
    let path = folder.0.join("ptxas");
    let chmod = Command::new("chmod").arg("+x").arg(&path).status();
    if chmod.is_ok_and(|status| status.success()) {
        let out = folder.run("doctor", &[("TILEC_PTXAS", path.to_str().expect("text"))]).out;
        assert!(out.contains("release 13.3, V13.3.0: --emit cubin"), "{out}");
    }
}
