//! tilec under the name of NVIDIA's assembler: command lines of its callers, messages, exit codes, remarks, and the page
//! of all options.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const KERNEL: &str = "\
#include \"cuda_tile.h\"
#include \"cuda_fp16.h\"
namespace ct = cuda::tiles;
__tile_global__ void scale(float* x, float factor) {
    auto p = x + 128 * ct::bid().x + ct::iota<ct::tile<int, ct::shape<128>>>();
    ct::store(p, ct::load(p) * factor);
}
__tile_global__ void product(__half* a, __half* b, float* c, int n) {
    auto x = ct::partition_view{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<128, 64>{}};
    auto y = ct::partition_view{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<64, 128>{}};
    auto z = ct::partition_view{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<128, 128>{}};
    auto sums = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int k = 0; k < n / 64; ++k) sums = ct::mma(x.load(ct::bid().x, k), y.load(k, ct::bid().y), sums);
    z.store(sums, ct::bid().x, ct::bid().y);
}
";

struct Folder(PathBuf);

#[derive(Debug)]
struct Done {
    code: i32,
    out: Vec<u8>,
    err: String,
}

impl Folder {
    /// A folder with `tileiras`, which is tilec, and the bytecode of the kernels.
    fn new(name: &str) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("tileiras").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(folder.path("bin")).expect("a folder");
        fs::write(folder.path("kernels.cu"), KERNEL).expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tilec"), folder.path("bin/tileiras"))
            .expect("a link");
        let line = "build kernels.cu --emit tilebc -o kernels.bytecode";
        let done = folder.call(Path::new(env!("CARGO_BIN_EXE_tilec")), line);
        assert_eq!(done.code, 0, "{}", done.err);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn call(&self, program: &Path, line: &str) -> Done {
        let mut command = Command::new(program);
        command.args(line.split(' ').filter(|word| !word.is_empty())).current_dir(&self.0);
        if let Some(stub) = self.assembler() {
            command.env("TILEC_PTXAS", stub);
        }
        let output = command.output().expect("the program was built");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Done { code: output.status.code().unwrap_or(-1), out: output.stdout, err }
    }

    fn run(&self, line: &str) -> Done {
        self.call(&self.path("bin/tileiras"), line)
    }

    /// What a line that succeeds without a message prints.
    #[track_caller]
    fn ok(&self, line: &str) -> String {
        let done = self.run(line);
        assert!(done.code == 0 && done.err.is_empty(), "{line}: {done:?}");
        String::from_utf8(done.out).expect("text")
    }

    /// What a line says that ends with an exit code, and leaves no output behind.
    #[track_caller]
    fn refused(&self, line: &str, code: i32) -> String {
        let done = self.run(line);
        assert_eq!(done.code, code, "{line}: {}", done.err);
        assert!(!self.path("x.cubin").exists(), "{line}");
        done.err
    }

    /// The PTX in an output of the stand-in for ptxas, or nothing where the real one was called.
    fn ptx(&self, name: &str) -> Option<String> {
        let bytes = fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!bytes.is_empty(), "{name}");
        self.assembler()?;
        Some(String::from_utf8(bytes).expect("PTX"))
    }

    /// A stand-in for ptxas that copies its input behind the options it has got; none where it cannot run.
    fn assembler(&self) -> Option<PathBuf> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let path = self.path("ptxas");
            if !path.exists() {
                let script = "#!/bin/sh\n\
                    [ \"$1\" = --version ] && { echo 'stand-in, release 1.2'; exit; }\n\
                    for word; do [ \"$last\" = -o ] && to=$word; last=$word\n\
                    case $word in *.ptx) from=$word;; -o | *.cubin) ;; *) options=\"$options $word\";; esac; done\n\
                    { echo \"//$options\"; cat \"$from\"; } >\"$to\"\n";
                // Another test may be starting a process while this file is open for writing.
                let scratch = self.path("ptxas.new");
                fs::write(&scratch, script).ok()?;
                fs::set_permissions(&scratch, fs::Permissions::from_mode(0o755)).ok()?;
                fs::rename(&scratch, &path).ok()?;
            }
            Some(path)
        }
        #[cfg(not(unix))]
        None
    }
}

#[test]
fn callers_get_cubins() {
    let folder = Folder::new("callers");
    for line in [
        // cuTile Python, cuTile Rust, nvcc.
        "kernels.bytecode -o x.cubin --gpu-name sm_90 -O3 --lineinfo",
        "--gpu-name sm_90 --opt-level 3 --lineinfo -o x.cubin kernels.bytecode",
        "--host-arch=x86_64 --host-os=linux -arch=sm_90 kernels.bytecode -o x.cubin",
        "kernels.bytecode -o x.cubin --gpu-name sm_90 -O0 --device-debug",
    ] {
        let _ = fs::remove_file(folder.path("x.cubin"));
        folder.ok(line);
        if let Some(ptx) = folder.ptx("x.cubin") {
            assert!(ptx.contains(".target sm_90a"), "{line}");
            // A launch names one thread and no shared memory: the kernel says how many it has.
            assert!(
                ptx.contains(".reqntid 384, 1, 1") && !ptx.contains(".extern .shared"),
                "{line}"
            );
            let has_lines = line.contains("--lineinfo") || line.contains("--device-debug");
            assert_eq!(ptx.contains("kernels.cu") && ptx.contains(".loc "), has_lines, "{line}");
            assert_eq!(ptx.contains("--generate-line-info"), has_lines, "{line}");
        }
    }
    folder.ok("kernels.bytecode --gpu-name sm_80 --sanitize=memcheck");
    if let Some(ptx) = folder.ptx("elf.o") {
        assert!(ptx.contains("--sanitize=memcheck") && ptx.contains(".target sm_80"));
    }
    folder.ok("kernels.bytecode --gpu-name sm_120 -o x.cubin");
    let done = folder.run("kernels.bytecode --gpu-name sm_120 -o -");
    assert!(done.code == 0 && done.out == fs::read(folder.path("x.cubin")).expect("a file"));
    // A toolkit that only CUDA_HOME names has an assembler too.
    #[cfg(unix)]
    if let Some(stub) = folder.assembler() {
        fs::create_dir_all(folder.path("toolkit/bin")).expect("a folder");
        fs::copy(stub, folder.path("toolkit/bin/ptxas")).expect("a copy");
        let output = Command::new(folder.path("bin/tileiras"))
            .args(["kernels.bytecode", "-o", "home.cubin", "--gpu-name", "sm_90"])
            .current_dir(&folder.0)
            .env_remove("TILEC_PTXAS")
            .env("CUDA_HOME", folder.path("toolkit"))
            // Where `cat` is, and no assembler.
            .env("PATH", "/usr/bin:/bin")
            .output()
            .expect("the program was built");
        let is_elsewhere = Path::new("/usr/bin/ptxas").exists() || Path::new("/bin/ptxas").exists();
        assert!(output.status.success() || is_elsewhere, "{output:?}");
    }
    // The command of tilec reads the same line.
    let line = "tileiras kernels.bytecode -o x.cubin --gpu-name sm_90 -O3";
    let done = folder.call(Path::new(env!("CARGO_BIN_EXE_tilec")), line);
    assert!(done.code == 0 && done.err.is_empty(), "{done:?}");
}

#[test]
fn versions_are_probed() {
    let folder = Folder::new("probes");
    assert_eq!(folder.ok("--list-versions"), "13.1\n13.2\n13.3\n13.4\n13.5\n");
    let version = folder.ok("--version");
    assert!(version.contains("release 13.5") && version.contains("Build "), "{version}");
    // Another ptxas makes another cubin, which caches must not take for the same.
    if folder.assembler().is_some() {
        assert!(version.contains("stand-in, release 1.2"), "{version}");
    }
    // Modules without kernels, as cuTile Python asks which versions there are.
    fs::write(folder.path("empty.tir"), "cuda_tile.module @kernels {\n}\n").expect("a file");
    let tilec = Path::new(env!("CARGO_BIN_EXE_tilec"));
    for version in ["13.1", "13.2", "13.3", "13.4", "13.5"] {
        for (source, bytecode) in [("empty.tir", "empty.tilebc"), ("kernels.cu", "full.tilebc")] {
            let line = format!("build {source} --emit tilebc -o {bytecode}");
            let done = folder.call(tilec, &format!("{line} --tilebc-version {version}"));
            assert_eq!(done.code, 0, "{}", done.err);
            folder.ok(&format!("{bytecode} -o x.cubin --gpu-name sm_120"));
            fs::remove_file(folder.path("x.cubin")).expect("it was written");
        }
    }
    // Without a wish it is that of the release.
    assert_eq!(fs::read(folder.path("kernels.bytecode")).expect("a file")[8..10], [13, 5]);
    let line = "build kernels.cu --emit tilebc -o release.tilebc --cuda-version=13.4";
    assert_eq!(folder.call(tilec, line).code, 0);
    assert_eq!(fs::read(folder.path("release.tilebc")).expect("a file")[8..10], [13, 4]);
    // What a library would have to be linked for is marked in the header of 13.5.
    let mut preview = fs::read(folder.path("full.tilebc")).expect("a file");
    preview[10] = 1;
    fs::write(folder.path("preview.tilebc"), preview).expect("a file");
    let error = folder.refused("preview.tilebc -o x.cubin --gpu-name sm_120", 3);
    assert!(error.starts_with("error: the file has preview content"), "{error}");
    let mut later = fs::read(folder.path("empty.tilebc")).expect("a file");
    later[9] = 99;
    fs::write(folder.path("later.tilebc"), later).expect("a file");
    let error = folder.refused("later.tilebc -o x.cubin --gpu-name sm_120", 3);
    assert!(error.starts_with("error: version 13.99 is not known"), "{error}");
}

#[test]
fn errors_have_the_form_that_callers_read() {
    let folder = Folder::new("errors");
    fs::write(folder.path("text"), "no bytecode").expect("a file");
    let whole = fs::read(folder.path("kernels.bytecode")).expect("a file");
    fs::write(folder.path("half"), &whole[..whole.len() / 2]).expect("a file");
    let to = "-o x.cubin --gpu-name sm_90";
    for (line, code, expected) in [
        ("", 1, "error: no input file provided"),
        ("absent -o x.cubin --gpu-name sm_90", 1, "error: unable to read input file 'absent'"),
        (". -o x.cubin --gpu-name sm_90", 1, "error: unable to read input file '.'"),
        ("text -o x.cubin --gpu-name sm_90", 3, "error: input does not correspond to Tile IR"),
        ("half -o x.cubin --gpu-name sm_90", 3, "error: "),
        ("kernels.bytecode -o x.cubin", 2, "error: no GPU architecture"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_75", 1, "Cannot find option named 'sm_75'"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_90 -O4", 2, "invalid optimization level: 4"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_90 -g", 2, "error: --device-debug needs -O0"),
        ("kernels.bytecode -o no/x.cubin --gpu-name sm_90", 2, "error: cannot write no/x.cubin"),
        ("kernels.bytecode -o kernels.bytecode --gpu-name sm_90", 2, "error: the output"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_90 -l a", 5, "require the 'simt' preview"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_90 -l a --preview=simt", 5, "error: a: tilec"),
        ("kernels.bytecode -o x.cubin --gpu-name sm_90 --wat", 1, "tileiras: Unknown command"),
    ] {
        let error = folder.refused(line, code);
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert_eq!(fs::read(folder.path("kernels.bytecode")).expect("a file"), whole);
    folder.ok(&format!("kernels.bytecode {to}"));
    let done = folder.run(&format!("kernels.bytecode {to} --apply-controls=a.acf"));
    assert!(done.code == 0 && done.err.starts_with("warning: --apply-controls=a.acf"), "{done:?}");
}

#[test]
fn remarks_are_llvms() {
    let folder = Folder::new("remarks");
    let line = "kernels.bytecode -o x.cubin --gpu-name sm_90";
    folder.ok(&format!("{line} --remark-format=yaml --remarks=all --remarks-output-file=r.yaml"));
    let yaml = fs::read_to_string(folder.path("r.yaml")).expect("a file");
    let documents: Vec<&str> = yaml.split_terminator("...\n").collect();
    assert_eq!(documents.len(), 3, "{yaml}");
    for document in &documents {
        let keys: Vec<&str> = document.lines().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(keys[1..6], ["Pass", "Name", "DebugLoc", "Function", "Args"], "{document}");
    }
    assert!(
        yaml.starts_with("--- !Analysis\nPass:            Memory\nName:            KernelShape\n")
    );
    let product = documents.iter().find(|it| it.starts_with("--- !Passed\n")).expect("the product");
    assert!(
        product.contains("DebugLoc:        { File: 'kernels.cu', Line: 13, Column: "),
        "{product}"
    );
    assert!(product.contains("Pass:            Tensor-core") && product.contains("`wgmma`"));
    // On a chip without `wgmma` for portable code the reason is in a remark of what was missed.
    let only = folder.ok(&format!("{line} --remarks-passed=tensorcore"));
    assert!(only.lines().count() == 1 && only.contains("remark[passed]: "), "{only}");
    assert_eq!(folder.ok(&format!("{line} --remarks-failed=all")), "");
    assert_eq!(folder.ok(line), "");
    folder.ok(&format!("{line} --remark-format=yaml --remarks-output-file=none.yaml"));
    assert!(!folder.path("none.yaml").exists());
}

#[test]
fn the_page_has_all_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tileiras.md");
    let text = fs::read_to_string(&path).expect("the page");
    let marker = "rewrites what follows -->\n";
    let at = text.find(marker).expect("a marker") + marker.len();
    let expected = format!("{}\n{}", &text[..at], tilec::cli::tileiras_page());
    if std::env::var_os("TILEC_BLESS").is_some() || std::env::var_os("INSTA_UPDATE").is_some() {
        fs::write(&path, &expected).expect("the page is writable");
    }
    assert!(text == expected, "docs/tileiras.md is not what the table says: `just bless`");
}

/// NVIDIA's own, where there is one: every option and value of its help is in the table, for its release.
#[test]
fn the_table_has_what_tileiras_has() {
    let Some(folder) = std::env::var_os("TILEC_NVIDIA") else {
        skip("tileiras of NVIDIA is not here");
        return;
    };
    let theirs = |option: &str| {
        let done = Command::new(Path::new(&folder).join("tileiras")).arg(option).output();
        String::from_utf8_lossy(&done.expect("tileiras runs").stdout).into_owned()
    };
    let version = theirs("--version");
    let release = version.split("release 13.").nth(1).and_then(|rest| rest.split(',').next());
    let release: u8 = release.and_then(|release| release.parse().ok()).expect("a release");
    let mut expected = Vec::new();
    let mut option = String::new();
    for line in theirs("--help-hidden").lines().filter(|line| line.starts_with("  ")) {
        let word = line.split_whitespace().next().unwrap_or_default();
        if let Some(value) = word.strip_prefix('=') {
            expected.push(format!("{option}={value}"));
        } else if word.starts_with('-') {
            option = word.split('=').next().unwrap_or_default().to_owned();
            expected.push(option.clone());
        }
    }
    expected.sort();
    assert_eq!(tilec::cli::tileiras_names(release), expected);
}

/// As all programs of LLVM take them; what cannot be told has no output.
#[test]
fn options_come_from_files() {
    let folder = Folder::new("files");
    for (name, text) in [
        ("outer.txt", "@inner.txt -o x.cubin"),
        ("inner.txt", "'kernels.bytecode' --gpu-name\nsm_90"),
        ("again.txt", "@again.txt @again.txt @again.txt"),
    ] {
        fs::write(folder.path(name), text).expect("a file");
    }
    let run = |line: &str| folder.run(line);
    let missing = run("@none.txt");
    assert!(missing.code == 1 && missing.err.contains("'@none.txt'"), "{missing:?}");
    assert_eq!(run("@again.txt").code, 1);
    let done = run("@outer.txt");
    assert!(done.code == 0 && folder.path("x.cubin").exists(), "{done:?}");
    let remarks = "--remark-format=yaml --remarks=all --remarks-output-file=no/folder/r.yaml";
    let done = run(&format!("kernels.bytecode --gpu-name sm_90 -o y.cubin {remarks}"));
    assert!(done.code == 3 && !folder.path("y.cubin").exists(), "{done:?}");
}
