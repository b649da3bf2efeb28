//! nvcc's command line as builds type it: outputs, targets, names, what is refused, and the page of
//! all options.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, str};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const KERNEL: &str = "\
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define SPECIFIC 1
#else
#define SPECIFIC 0
#endif
__tile_global__ void kernel(int* out) { out[0] = __CUDA_ARCH__; out[1] = SPECIFIC; }
";

struct Folder(PathBuf);

struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("nvcc").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        for (path, text) in files {
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    #[track_caller]
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run_with(&self, line: &str, env: &[(&str, &str)]) -> Done {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(line.split(' ').filter(|word| !word.is_empty()))
            .current_dir(&self.0)
            .env_remove("TILEC_CACHE")
            .env_remove("NVCC_PREPEND_FLAGS")
            .env_remove("NVCC_APPEND_FLAGS")
            .envs(env.iter().copied())
            .output()
            .expect("the program was built");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        let code = output.status.code().unwrap_or(-1);
        Done { code, out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn run(&self, line: &str) -> Done {
        self.run_with(line, &[])
    }

    /// What a line that succeeds without a word on standard error prints.
    #[track_caller]
    fn ok(&self, line: &str) -> String {
        let done = self.run(line);
        assert!(done.code == 0 && done.err.is_empty(), "{line}: {}", done.err);
        done.out
    }

    /// What a line says that is refused, and writes nothing.
    #[track_caller]
    fn refused(&self, line: &str) -> String {
        let before = self.files();
        let done = self.run(line);
        assert_eq!(done.code, 2, "{line}: {}", done.err);
        assert_eq!(self.files(), before, "{line}");
        done.err
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.0)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.sort();
        files
    }
}

/// `.target` of PTX.
fn target(ptx: &str) -> &str {
    let line = ptx.lines().find_map(|line| line.strip_prefix(".target "));
    line.unwrap_or("none")
}

/// The assembler, or nothing with a word that the test was skipped.
fn ptxas() -> Option<String> {
    let ptxas = std::env::var("TILEC_PTXAS").unwrap_or_else(|_| "ptxas".into());
    let works = Command::new(&ptxas).arg("--version").output().is_ok();
    if !works {
        skip("TILEC_PTXAS names no ptxas");
    }
    works.then_some(ptxas)
}

/// What nvcc 13.3.73 and 13.5.37 define for an option, as `nvcc --dryrun --enable-tile` lists it.
#[test]
fn options_define_what_they_define_for_nvcc() {
    const MACROS: &[&str] = &[
        "__CUDACC_DEBUG__",
        "__CUDACC_RELAXED_CONSTEXPR__",
        "__CUDACC_EXTENDED_LAMBDA__",
        "__CUDACC_RDC__",
        "CUDA_API_PER_THREAD_DEFAULT_STREAM",
        "__CUDACC_EWP__",
        "__NV_LEGACY_LAUNCH",
        "__USE_FAST_MATH__",
        "__NV_NO_HOST_COMPILER_CHECK",
    ];
    let lines = MACROS.iter().map(|name| format!("#ifdef {name}\nis \"{name}\" {name}\n#endif\n"));
    let folder = Folder::new("macros", &[("k.cu", &lines.collect::<String>())]);
    for (options, expected) in [
        ("", ""),
        ("-G", "__CUDACC_DEBUG__"),
        ("--expt-relaxed-constexpr", "__CUDACC_RELAXED_CONSTEXPR__"),
        ("--extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
        ("-extended-lambda -expt-extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
        ("-rdc=true", "__CUDACC_RDC__"),
        ("--relocatable-device-code true", "__CUDACC_RDC__"),
        ("-rdc=true -rdc=false", ""),
        ("-default-stream per-thread", "CUDA_API_PER_THREAD_DEFAULT_STREAM"),
        ("-default-stream legacy", ""),
        ("-ewp", "__CUDACC_EWP__"),
        ("-allow-unsupported-compiler", "__NV_NO_HOST_COMPILER_CHECK"),
        ("-safety-compat", "__NV_LEGACY_LAUNCH"),
        ("-use_fast_math -ftz=true -prec-div=false -prec-sqrt=false -fmad=false", ""),
        ("-rdc=true -U__CUDACC_RDC__", ""),
        ("-G -rdc=true", "__CUDACC_DEBUG__ __CUDACC_RDC__"),
    ] {
        for command in ["-E", "build --emit preprocessed"] {
            let made = folder.run(&format!("{command} {options} k.cu"));
            assert_eq!(made.code, 0, "{options}: {}", made.err);
            let lines = made.out.lines().filter_map(|line| line.strip_prefix("is \""));
            let found: Vec<&str> = lines.filter_map(|line| line.strip_suffix("\" 1")).collect();
            assert_eq!(found.join(" "), expected, "{command} {options}");
        }
    }
}

/// As the host compiler of nvcc preprocesses tile code, its options count there: those that nvcc hands on, and those of
/// `-Xcompiler`.
#[test]
fn options_of_the_host_compiler_count_in_tile_code() {
    const MACROS: &[&str] =
        &["__OPTIMIZE__", "__NO_INLINE__", "__EXCEPTIONS", "__GXX_RTTI", "_OPENMP", "A", "B", "C"];
    let lines = MACROS.iter().map(|name| format!("#ifdef {name}\n\"{name}\" is {name};\n#endif\n"));
    let text = lines.collect::<String>() + "#if __has_include(<own.h>)\nfound;\n#endif\n";
    let folder = Folder::new(
        "host-options",
        &[("k.cu", &text), ("x/own.h", ""), ("forced.h", "#define B 2\n")],
    );
    for (options, expected) in [
        ("", "__NO_INLINE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("-O0", "__NO_INLINE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("-O3 -g -pg", "__OPTIMIZE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("--optimize 2", "__OPTIMIZE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("-O3 -O0", "__NO_INLINE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("-O0 -Xcompiler -Wall,-O1", "__OPTIMIZE__ 1 __EXCEPTIONS 1 __GXX_RTTI 1"),
        ("-noeh", "__NO_INLINE__ 1 __GXX_RTTI 1"),
        ("-forward-unknown-to-host-compiler -fno-rtti -O1", "__OPTIMIZE__ 1 __EXCEPTIONS 1"),
        (
            "-Xcompiler -fopenmp -O2 -Xcompiler -fno-rtti",
            "__OPTIMIZE__ 1 __EXCEPTIONS 1 _OPENMP 201511",
        ),
        ("-Xcompiler -fno-rtti,-DA=1 -DA=3 -noeh -O1", "__OPTIMIZE__ 1 A 3"),
        ("-UA -Xcompiler -fno-rtti,-DA=1 -noeh -O1", "__OPTIMIZE__ 1"),
        ("-Xcompiler -fno-rtti,-include,forced.h -noeh -O1", "__OPTIMIZE__ 1 B 2"),
        ("-Xcompiler=-fno-rtti -Xcompiler -Ix -noeh -O1", "__OPTIMIZE__ 1 found"),
        ("-Xcompiler -fno-rtti,-isystem -Xcompiler x -noeh -O1", "__OPTIMIZE__ 1 found"),
    ] {
        let made = folder.run(&format!("-E {options} k.cu"));
        assert_eq!(made.code, 0, "{options}: {}", made.err);
        let lines = made.out.lines().filter(|line| line.starts_with('"') || *line == "found;");
        let found: Vec<String> =
            lines.map(|line| line.replace(" is ", " ").replace(['"', ';'], "")).collect();
        assert_eq!(found.join(" "), expected, "{options}");
    }
}

/// The host compiler gets the options that nvcc would hand on to it, and no others.
#[test]
fn the_host_compiler_gets_what_nvcc_hands_on() {
    let source = "template <int N> __tile_global__ void k(int* p) { *p = N; }\n\
                  void run(int* p) { k<3><<<1, 1>>>(p); }\n";
    let folder = Folder::new("handed", &[("k.cu", source)]);
    let compiler = folder.path("c++");
    let script = "#!/bin/sh\ncase $1 in --version) echo \"$VERSION\";; *) echo \"$@\" >>told; exit 1;; esac\n";
    fs::write(&compiler, script).expect("a script");
    assert!(
        Command::new("chmod").arg("+x").arg(&compiler).status().is_ok_and(|done| done.success())
    );
    const ASKED: &[&str] = &[
        "-O2",
        "-g",
        "-pg",
        "-fno-exceptions",
        "-ftemplate-depth=50",
        "-stdlib=libc++",
        "-march=native",
    ];
    for (options, version, expected) in [
        ("", "gcc", ""),
        ("-O2 -g -pg -noeh", "gcc", "-O2 -g -pg -fno-exceptions"),
        (
            "-O0 -ftemplate-depth 50 -Xcompiler -march=native",
            "gcc",
            "-ftemplate-depth=50 -march=native",
        ),
        ("-O3 -O=2", "gcc", "-O2"),
        ("-stdlib=libc++", "gcc", ""),
        ("-stdlib libc++", "clang version 21.1.0", ""),
        ("-stdlib=libc++", "clang version 22.1.0", "-stdlib=libc++"),
    ] {
        let told = folder.path("told");
        let _ = fs::remove_file(&told);
        let line = format!("-ptx {options} -ccbin {} k.cu", compiler.display());
        assert_eq!(folder.run_with(&line, &[("VERSION", version)]).code, 1, "{line}");
        let told = fs::read_to_string(&told).expect("the host compiler was started");
        let words: Vec<&str> = told.split_whitespace().collect();
        let found: Vec<&str> = ASKED.iter().copied().filter(|word| words.contains(word)).collect();
        assert_eq!(found.join(" "), expected, "{options}: {told}");
        assert!(!words.contains(&"-O3") && !words.contains(&"-O0"), "{told}");
    }
}

/// Host code that compiles only as it is optimised is compiled as it is optimised.
#[test]
fn host_code_may_count_on_the_optimiser() {
    if Command::new("g++").arg("--version").output().is_err() {
        return skip("g++ is not here");
    }
    let source = "template <int N> __tile_global__ void k(int* p) { *p = N; }\n\
                  #ifdef __OPTIMIZE__\n\
                  extern void wrong() __attribute__((error(\"too small\")));\n\
                  inline int checked(int n) { if (n < 3) wrong(); return n; }\n\
                  void run(int* p) { k<__OPTIMIZE__><<<checked(4), 1>>>(p); }\n\
                  #endif\n\
                  void other(int* p) { k<7><<<1, 1>>>(p); }\n";
    let folder = Folder::new("optimised", &[("k.cu", source)]);
    let symbols = |options: &str| {
        let made = folder.ok(&format!("-tilecubin --emit=tir {options} k.cu -o -"));
        made.matches("entry @_Z1kILi").count()
    };
    assert_eq!((symbols("-O2"), symbols("-O0")), (2, 1));
}

/// Host code sees what tile code sees.
#[test]
fn a_host_compiler_sees_the_macros_of_options() {
    if Command::new("g++").arg("--version").output().is_err() {
        return skip("g++ is not here");
    }
    let source = "template <int N> __tile_global__ void k(int* p) { *p = N; }\n\
                  #ifndef __CUDACC_EXTENDED_LAMBDA__\n#define __CUDACC_EXTENDED_LAMBDA__ 0\n#endif\n\
                  void run(int* p) { k<__CUDACC_EXTENDED_LAMBDA__><<<1, 1>>>(p); }\n";
    let folder = Folder::new("host-macros", &[("k.cu", source)]);
    for (options, symbol) in [("", "_Z1kILi0EEvPi"), ("--extended-lambda", "_Z1kILi1EEvPi")] {
        let made = folder.ok(&format!("build --emit tir {options} k.cu"));
        assert!(made.contains(&format!("entry @{symbol}(")), "{options}: {made}");
    }
}

#[test]
fn a_chip_is_compiled_for_with_all_its_features() {
    let folder = Folder::new("targets", &[("k.cu", KERNEL)]);
    for (options, expected, arch, specific) in [
        ("-arch=sm_80", "sm_80", 800, 0),
        ("-arch=sm_90a", "sm_90a", 900, 1),
        ("-arch=compute_90", "sm_90", 900, 0),
        ("-arch=compute_90a", "sm_90a", 900, 1),
        ("-gencode arch=compute_90a,code=sm_90a", "sm_90a", 900, 1),
        ("-gencode arch=compute_80,code=compute_80", "sm_80", 800, 0),
        ("-arch=compute_80 -code=sm_80", "sm_80", 800, 0),
        ("-arch=compute_100f", "sm_100f", 1000, 0),
    ] {
        folder.ok(&format!("-ptx {options} k.cu"));
        let ptx = folder.read("k.ptx");
        assert_eq!(target(&ptx), expected, "{options}");
        assert!(ptx.contains(&format!(", {arch};")), "{options}: {ptx}");
        assert!(ptx.contains(&format!(", {specific};")), "{options}: {ptx}");
    }
    // Portable PTX is what nvcc would make of these; a note says that it is not.
    for (options, expected, portable) in [
        ("-arch=sm_90", "sm_90a", "compute_90"),
        ("-gencode arch=compute_90,code=sm_90", "sm_90a", "compute_90"),
        ("-gencode arch=compute_90,code=[sm_90,compute_90]", "sm_90a", "compute_90"),
        ("--gpu-architecture sm_100", "sm_100f", "compute_100"),
        ("-arch=sm_121", "sm_121a", "compute_121"),
    ] {
        let done = folder.run(&format!("-ptx {options} k.cu"));
        assert!(done.code == 0, "{}", done.err);
        assert!(done.err.starts_with("tilec: note: the PTX is for "), "{}", done.err);
        assert!(done.err.contains(&format!("--arch={portable} asks for")), "{}", done.err);
        let ptx = folder.read("k.ptx");
        assert_eq!(target(&ptx), expected, "{options}");
        // The macros are those of the name as written.
        assert!(ptx.contains(", 0;") || ptx.contains(" 0;"), "{options}: {ptx}");
    }
    let macros = |options: &str| folder.ok(&format!("-E {options} k.cu -o -"));
    assert!(macros("-arch=sm_90").contains("out[0] = 900; out[1] = 0;"));
    let both = "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90";
    fs::write(folder.path("list.cu"), "int list[] = {__CUDA_ARCH_LIST__};\n").expect("a file");
    assert!(folder.ok(&format!("-E {both} list.cu")).contains("{800,900}"), "nvcc's list");
}

/// The PTX that is handed to `ptxas`, by a program in its place.
#[test]
fn machine_code_of_sm_90_is_that_of_sm_90a() {
    let Some(ptxas) = ptxas() else { return };
    let folder = Folder::new("ptxas", &[("k.cu", KERNEL)]);
    let script =
        format!("#!/bin/sh\ncat \"$2\" >> handed\necho \"$1\" >> handed\nexec {ptxas} \"$@\"\n");
    fs::write(folder.path("ptxas"), script).expect("a file");
    make_executable(&folder.path("ptxas"));
    let own = folder.path("ptxas");
    let handed = |line: &str| {
        let _ = fs::remove_file(folder.path("handed"));
        let done = folder.run_with(line, &[("TILEC_PTXAS", own.to_str().expect("text"))]);
        assert!(done.code == 0 && done.err.is_empty(), "{line}: {}", done.err);
        folder.read("handed")
    };
    // Without the line that reads a macro.
    fs::write(folder.path("k.cu"), "__tile_global__ void k(int* p) { *p = 3; }\n").expect("a file");
    let specific = handed("-tilecubin -arch=sm_90a -o a.cubin k.cu");
    assert!(specific.contains("-arch=sm_90a") && specific.contains(".target sm_90a"));
    for line in [
        "-tilecubin -arch=sm_90 -o b.cubin k.cu",
        "-cubin -gencode arch=compute_90,code=sm_90 -o b.cubin k.cu",
        "-cubin -arch=compute_90 -code=sm_90 -o b.cubin k.cu",
        "build k.cu --arch sm_90 --emit cubin -o b.cubin",
        "build k.cu --arch sm_90 -o b.cubin",
    ] {
        assert_eq!(handed(line), specific, "{line}");
        assert!(folder.bytes("b.cubin") == folder.bytes("a.cubin"), "{line}");
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a file of ours");
}

/// The last value counts, with a warning as nvcc gives it, and a flag may come from several places.
#[test]
fn options_may_be_repeated() {
    let folder = Folder::new("repeated", &[("k.cu", KERNEL)]);
    for line in [
        "-std=c++20 -std=c++20",
        "-lineinfo -lineinfo",
        "-G -lineinfo",
        "-lineinfo -src-in-ptx -G -G",
        "-w -w",
        "-fmad=true -fmad=true",
        "-MD -MD -MP -MP -MF k.d -MF k.d",
        "-MMD -MMD",
        "-fmax-errors=3 -fmax-errors=3",
        "--enable-tile --enable-tile",
        "-ptx -ptx",
    ] {
        folder.ok(&format!("-ptx -arch=compute_90 {line} k.cu"));
    }
    for line in ["-M -M", "-MM -MM"] {
        folder.ok(&format!("-arch=compute_90 {line} k.cu"));
    }
    let lines = [("NVCC_PREPEND_FLAGS", "-lineinfo"), ("NVCC_APPEND_FLAGS", "-lineinfo -MF b.d")];
    let found = folder.run_with("-ptx -arch=compute_90 -lineinfo -MD -MF a.d k.cu", &lines);
    assert!(found.code == 0 && found.err.contains("`b.d` replaces `a.d`"), "{}", found.err);
    assert!(folder.0.join("b.d").exists() && !folder.0.join("a.d").exists());
}

/// nvcc names the rule for make by the source; the output may have another stem.
#[test]
fn rules_have_the_names_that_nvcc_gives_them() {
    if ptxas().is_none() {
        return;
    }
    let folder = Folder::new("rules", &[("k.cu", KERNEL), ("out/keep", "")]);
    folder.ok("-MMD -tilecubin -arch=sm_90 --tile-only k.cu");
    assert!(folder.0.join("k.d").exists() && folder.0.join("k.tile.cubin").exists());
    folder.ok("-MMD -tilecubin -arch=sm_90 --tile-only -odir out k.cu");
    assert!(folder.0.join("out/k.d").exists());
    folder.ok("-MMD -tilecubin -arch=sm_90 --tile-only -o out/z.cubin k.cu");
    assert!(folder.0.join("out/z.d").exists());
}

/// Probes of build systems write to standard input.
#[test]
fn standard_input_is_a_source() {
    let source = "#include <cuda_tile.h>\n#include \"value.h\"\n\
                  template <int N> __tile_global__ void k(int* p) { cuda::tiles::store(p, N); }\n\
                  void f() { k<VALUE><<<1, 1>>>(nullptr); }\n";
    let folder = Folder::new("stdin", &[("value.h", "#define VALUE 3\n")]);
    let run = |line: &str, text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(line.split(' '))
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, err) = run("-x cu -E -arch=compute_90 -", "int a = __LINE__;\n");
    assert!(code == Some(0) && out.ends_with("int a = 1;\n"), "{out}{err}");
    let (code, _, err) = run("-x cu -ptx -arch=compute_90 -MMD - -o k.ptx", source);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let ptx = fs::read_to_string(folder.0.join("k.ptx")).expect("the PTX");
    assert!(ptx.contains(".entry _Z1kILi3EEvPi("), "{ptx}");
    assert_eq!(fs::read_to_string(folder.0.join("k.d")).expect("the rule"), "k.ptx: value.h\n");
    assert_eq!(run("-x cu -ptx -arch=compute_90 -", source).0, Some(0));
    assert!(folder.0.join("stdin.ptx").exists());
    let (code, _, err) = run("check -", "__tile_global__ void k(int* p) { *p = b; }\n");
    assert!(code == Some(1) && err.contains("-:1:39"), "{err}");
}

/// The images of a fat binary: kind, compute capability, flags.
fn images(file: &[u8]) -> Vec<(u16, u32, u64)> {
    let u64_at = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("8 bytes"));
    let u32_at = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("4 bytes"));
    let (mut at, mut found) = (16, Vec::new());
    assert_eq!(u64_at(8) as usize + 16, file.len());
    while at < file.len() {
        let kind = u16::from_le_bytes([file[at], file[at + 1]]);
        found.push((kind, u32_at(at + 28), u64_at(at + 40)));
        at += u32_at(at + 4) as usize + u64_at(at + 8) as usize;
    }
    found
}

#[test]
fn a_fat_binary_has_all_targets() {
    if ptxas().is_none() {
        return;
    }
    let folder = Folder::new("fatbin", &[("k.cu", KERNEL)]);
    folder.ok("-fatbin -arch=sm_90 -std=c++20 --tile-only k.cu");
    let flags = |file: &[u8]| {
        let all = images(file);
        all.iter()
            .map(|(kind, compute, flags)| format!("{kind}:{compute}:{flags:x}"))
            .collect::<Vec<_>>()
    };
    // Machine code of the chip, portable PTX.
    assert_eq!(flags(&folder.bytes("k.tile.fatbin")), ["2:90:100011", "1:90:11"]);
    folder
        .ok("-tilefatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
         -gencode arch=compute_100,code=[sm_100,compute_100] -o all.fatbin k.cu");
    let expected = ["2:80:11", "2:90:100011", "2:100:1200011", "1:100:11"];
    assert_eq!(flags(&folder.bytes("all.fatbin")), expected);
    // Each image is compiled with its own macros.
    let text = String::from_utf8_lossy(&folder.bytes("all.fatbin")).into_owned();
    assert!(text.contains(".target sm_100\n") && text.contains(", 1000;"), "portable PTX");
    // One target is all that other outputs hold.
    let both = "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90";
    let error = folder.refused(&format!("-cubin {both} -o x.cubin k.cu"));
    assert!(error.contains("there are 2: sm_80, sm_90; -fatbin takes several"), "{error}");
    let error = folder.refused("-cubin -arch=compute_90 -o x.cubin k.cu");
    assert!(error.contains("needs a chip such as sm_90"), "{error}");
    folder.ok("-fatbin -arch=all-major -o major.fatbin k.cu");
    let computes: Vec<u32> =
        images(&folder.bytes("major.fatbin")).iter().map(|(_, compute, _)| *compute).collect();
    assert_eq!(computes, [80, 90, 100, 110, 120, 120]);
    // Chips without tile code are left out, as nvcc leaves them out.
    let done = folder.run(
        "-fatbin -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90 -o new.fatbin k.cu",
    );
    assert!(done.code == 0, "{}", done.err);
    assert!(
        done.err.contains("nothing is made for compute_75, which has no tile code"),
        "{}",
        done.err
    );
    assert_eq!(flags(&folder.bytes("new.fatbin")), ["2:90:100011"]);
    let error = folder.refused("-fatbin -arch=sm_75 -o x.fatbin k.cu");
    assert!(error.contains("--arch=sm_75: tile code needs sm_80 or a later chip"), "{error}");
    // NVIDIA's tool reads it, and would have written the same.
    let Some(tools) = std::env::var_os("TILEC_CUDA_BIN").map(PathBuf::from) else {
        skip("fatbinary of NVIDIA is not here");
        return;
    };
    for target in ["sm_80", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121", "sm_100a"] {
        folder.ok(&format!("-cubin -arch={target} -o one.cubin k.cu"));
        let arch = target.replace("sm_", "compute_");
        folder.ok(&format!("-fatbin -gencode arch={arch},code={target} -o ours.fatbin k.cu"));
        let flags = images(&folder.bytes("ours.fatbin"))[0].2;
        let suffix = match flags & 0x30_0000 {
            0x10_0000 => "a",
            0x20_0000 => "f",
            _ => "",
        };
        let number = target.trim_start_matches("sm_").trim_end_matches('a');
        let done = Command::new(tools.join("fatbinary"))
            .args(["--create=theirs.fatbin", "-64", "--compress=false"])
            .arg(format!("--image3=kind=elf,sm={number}{suffix},file=one.cubin"))
            .current_dir(&folder.0)
            .status();
        assert!(done.is_ok_and(|it| it.success()), "fatbinary");
        // PTX it would strip of comments.
        assert!(folder.bytes("ours.fatbin") == folder.bytes("theirs.fatbin"), "{target}");
    }
}

#[test]
fn outputs_are_what_they_are_called() {
    let files = [("d/x.cu", KERNEL), ("y.cu", &KERNEL.replace("kernel", "other"))];
    let folder = Folder::new("names", &files);
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.ok("-ptx -arch=compute_90 d/x.cu y.cu");
    assert!(folder.read("x.ptx").contains("6kernel") && folder.read("y.ptx").contains("5other"));
    folder.ok("-tilebc d/x.cu y.cu -odir out");
    assert!(folder.bytes("out/x.tilebc").starts_with(b"\x7fTileIR"));
    assert!(folder.bytes("out/y.tilebc").starts_with(b"\x7fTileIR"));
    folder.ok("d/x.cu -o named.tilebc");
    assert!(folder.bytes("named.tilebc").starts_with(b"\x7fTileIR"));
    folder.ok("build y.cu -o named.ptx");
    assert!(folder.read("named.ptx").contains(".version"));
    folder.ok("build y.cu -o named.tir");
    assert!(folder.read("named.tir").contains("entry @"));
    folder.ok("build y.cu --emit ptx -o with_no_extension");
    assert!(folder.read("with_no_extension").contains(".version"));
    folder.ok("build y.cu -o /dev/null");
    for (line, why) in [
        ("build y.cu -o k.dll", "k.dll: tilec writes libraries of Linux"),
        ("build y.cu -c", "--emit=object needs -o FILE"),
        ("build y.cu d/x.cu -c -o both.o", "several inputs"),
        ("-r -o x.o d/x.cu", "-r is not supported"),
        ("--lib -Xlinker -s -o x.a y.cu", "a static library is not linked"),
        ("-ptx -o x.cubin d/x.cu", "x.cubin: the name says cubin, and the options ask for ptx"),
        ("-cubin -o x.ptx d/x.cu", "x.ptx: the name says ptx, and the options ask for cubin"),
        ("-ptx d/x.cu y.cu -o both.ptx", "several inputs"),
        ("-ptx --no-such-option d/x.cu", "--no-such-option"),
        ("-ptx -fPIC d/x.cu", "-f"),
    ] {
        let error = folder.refused(line);
        assert!(error.contains(why), "{line}: {error}");
    }
}

#[test]
fn options_come_from_files_and_the_environment() {
    let files = [
        ("k.cu", "__tile_global__ void k(int* p) { *p = A + B; }\n"),
        ("options", "-DA=30 @more\n"),
        ("more", "'-DB=12' -arch=compute_90\n-ptx\n"),
        ("circle", "@circle"),
    ];
    let folder = Folder::new("files", &files);
    folder.ok("@options k.cu");
    assert!(folder.read("k.ptx").contains(", 42;"));
    folder.ok("-optf options -o o.ptx k.cu");
    assert!(folder.read("o.ptx").contains(", 42;"));
    assert!(folder.refused("@circle k.cu").contains("nested more than"));
    assert!(folder.refused("-ptx @missing k.cu").contains("missing: "));
    let env = [("NVCC_PREPEND_FLAGS", "-DA=1 -arch=compute_80"), ("NVCC_APPEND_FLAGS", "-DB=2")];
    let done = folder.run_with("-ptx -o e.ptx k.cu", &env);
    assert!(done.code == 0, "{}", done.err);
    let ptx = folder.read("e.ptx");
    assert!(target(&ptx) == "sm_80" && ptx.contains(", 3;"), "{ptx}");
}

#[test]
fn commands_are_printed_on_request() {
    let folder = Folder::new("dryrun", &[("k.cu", KERNEL)]);
    let done = folder.run("-ptx --dryrun -arch=compute_90 k.cu");
    assert_eq!((done.code, done.out.as_str()), (0, ""));
    assert!(
        done.err.starts_with("#$ tilec build ") || done.err.contains("tilec build --emit=ptx"),
        "{}",
        done.err
    );
    assert!(!folder.path("k.ptx").exists());
    let done = folder.run("-ptx -v -arch=compute_90 k.cu");
    assert!(done.code == 0 && done.err.starts_with("#$ "), "{}", done.err);
    assert!(folder.path("k.ptx").exists());
    assert!(folder.ok("--list-gpu-arch").lines().any(|line| line == "compute_90"));
    assert!(folder.ok("--list-gpu-code").lines().any(|line| line == "sm_121"));
    let both = folder.ok("--list-gpu-code --list-gpu-arch");
    assert!(both.contains("arch=compute_90,code=[sm_90,compute_90]"), "{both}");
}

/// What CMake, Meson, Bazel's rules_cuda and PyTorch's extension builder put around their inputs.
#[test]
fn lines_of_build_systems() {
    let folder = Folder::new("systems", &[("d/x.cu", KERNEL)]);
    fs::create_dir_all(folder.path("CMakeFiles/k.dir")).expect("a folder");
    for line in [
        // CMake 3.25: CUDA_PTX_COMPILATION, and the same for a fat binary.
        "-forward-unknown-to-host-compiler -DNAME=1 --options-file empty.rsp -O3 -DNDEBUG -std=c++20 \
         --generate-code=arch=compute_90,code=[compute_90] -MD -MT k.ptx -MF CMakeFiles/k.dir/x.ptx.d \
         -x cu -ptx d/x.cu -o k.ptx",
        "-forward-unknown-to-host-compiler -O3 -std=c++20 -arch=native -MD -MT k.tilebc \
         -MF x.d -tilebc d/x.cu -o k.tilebc",
        // CMake 4.4, position-independent code with hidden symbols.
        "-forward-unknown-to-host-compiler -ccbin=/usr/bin/g++ -DNAME=\"k\" -Iinclude -isystem sys -O2 \
         -g -DNDEBUG -std=c++20 --generate-code=arch=compute_90a,code=[compute_90a] -Xcompiler=-fPIC \
         -Xcompiler=-fvisibility=hidden --enable-tile -Xcompiler=-Wall,-Wextra -lineinfo -MD -MT k.ptx \
         -MF k.ptx.d -x cu -ptx d/x.cu -o k.ptx",
        // Meson 1.12.
        "-DNDEBUG -Ilibf.so.p -Xcompiler=-Wall,-Winvalid-pch,-Wextra --std=c++20 -O2 -lineinfo -g \
         -DNAME=\"m\" --enable-tile -Xcompiler=-fPIC -Xcompiler=-pthread -Iinc -gencode \
         arch=compute_90,code=compute_90 --extended-lambda -I.. -I. -MD -MT k.ptx -MF k.d -ptx -o \
         k.ptx d/x.cu",
        // Meson 1.3.
        "-Xcompiler=-Wall,-fdiagnostics-color=always -O2 -g --std=c++20 -gencode \
         arch=compute_90,code=compute_90 -MD -MQ k.ptx -MF k.d -ptx -o k.ptx d/x.cu",
        // rules_cuda.
        "-x cu -ccbin gcc -Xcompiler -fPIC -I . -I external/cuda/include -isystem inc -DX=1 \
         -std=c++20 --enable-tile -rdc=false -ptx --expt-relaxed-constexpr -gencode \
         arch=compute_80,code=compute_80 -o k.ptx d/x.cu",
        // torch.utils.cpp_extension.
        "--generate-dependencies-with-compile --dependency-output x.d -DTORCH_EXTENSION_NAME=x \
         -DTORCH_API_INCLUDE_EXTENSION_H -I/none/torch/include -isystem /none/include/python3.11 \
         -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ \
         -D__CUDA_NO_BFLOAT16_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__ \
         --expt-relaxed-constexpr -gencode=arch=compute_90,code=compute_90 \
         --compiler-options -fPIC -std=c++20 -ptx d/x.cu -o k.ptx",
        // Its setuptools build, whose quotes the shell leaves.
        "-MD -MF x.d -I/none/torch/include -ptx d/x.cu -o k.ptx -D__CUDA_NO_HALF_OPERATORS__ \
         --expt-relaxed-constexpr --compiler-options '-fPIC' -O2 --enable-tile \
         -DTORCH_API_INCLUDE_EXTENSION_H -DTORCH_EXTENSION_NAME=x \
         -gencode=arch=compute_90,code=compute_90 -std=c++20",
    ] {
        fs::write(folder.path("empty.rsp"), "\n").expect("a file");
        let done = folder.run(line);
        assert!(done.code == 0, "{line}: {}", done.err);
        // What nvcc says too, where there is no GPU.
        let native = "tilec: note: there is no GPU: -arch=native stands for sm_90a\n";
        let said = done.err.strip_prefix(native).filter(|_| line.contains("-arch=native"));
        assert!(said.unwrap_or(&done.err).is_empty(), "{line}: {}", done.err);
    }
    assert_eq!(folder.read("k.d"), "k.ptx: d/x.cu\n");
}

/// What host code launches depends on options of the host compiler: in all the ways in which builds write them.
#[test]
fn options_reach_the_host_compiler() {
    if Command::new("g++").arg("--version").output().is_err() {
        return skip("g++ is not here");
    }
    let text = "template <int N> __tile_global__ void k(int* p) { *p = N; }\n\
                void run(int* p) { k<COUNT><<<1, 1>>>(p); }\n";
    let folder = Folder::new("host", &[("k.cu", text)]);
    let nvcc = "--emit=tir -o k.tir k.cu";
    for (line, count) in [
        (format!("{nvcc} -Xcompiler -Wall,-DCOUNT=3"), 3),
        // PyTorch's setuptools extension has quotes that the shell leaves.
        (format!("{nvcc} --compiler-options '-DCOUNT=4'"), 4),
        (format!("{nvcc} -Xcompiler=\"-DCOUNT=5\",-Wall"), 5),
        (
            format!(
                "{nvcc} -forward-unknown-to-host-compiler -DONE=1 -fdollars-in-identifiers -imacros=m.h"
            ),
            6,
        ),
        (
            format!(
                "{nvcc} --forward-unknown-opts -Wl,-z,defs -DCOUNT=7 -Xcudafe --diag_suppress=177"
            ),
            7,
        ),
    ] {
        fs::write(folder.path("m.h"), "#define COUNT 6\n").expect("a file");
        let line = line.replace("-imacros=m.h", "--imacros=m.h");
        folder.ok(&line);
        let tir = folder.read("k.tir");
        assert!(tir.contains(&format!("entry @_Z1kILi{count}EEvPi(")), "{line}: {tir}");
    }
}

#[test]
fn the_page_has_all_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/nvcc.md");
    let text = fs::read_to_string(&path).expect("the page");
    let marker = "rewrites what follows -->\n";
    let at = text.find(marker).expect("a marker") + marker.len();
    let expected = format!("{}\n{}", &text[..at], tilec::cli::nvcc_page());
    if std::env::var_os("TILEC_BLESS").is_some() || std::env::var_os("INSTA_UPDATE").is_some() {
        fs::write(&path, &expected).expect("the page is writable");
    }
    assert!(text == expected, "docs/nvcc.md is not what the table says: `just bless`");
}
