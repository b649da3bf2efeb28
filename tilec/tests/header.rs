//! `--emit header` as a C or C++ host uses it: compiled with gcc and g++ without a warning, linked
//! with nothing, and run against a driver that prints what reaches it.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const HOST: &str = include_str!("header/host.c");
const DRIVER: &str = include_str!("header/driver.c");
const KERNELS: &str = include_str!("header/kernels.cu");
const OTHER: &str = "__tile_global__ void one(float* out) { *out = 1; }\n";

/// What the host does, as the driver prints it. An argument is its bytes, the highest first.
const EXPECTED: &str = "\
init 0
context of device 40
load .versio, whole
launch _ZN3lib3mixI6__halfLi8EEEvPKT_PS2_S2_m4Modeb4Pair grid 5 6 7 block 1 1 1 shared 0 stream 7 \
attributes 0 extra 0: 0000000000001000 0000000000001010 3c00 0000000000000009 01 01 \
c0000000000000000000000000000003
launch _Z5emptyv grid 1 1 1 block 1 1 1 shared 0 stream 0 attributes 0 extra 0:
init 0
load .versio, whole
launch _Z3onePf grid 2 1 1 block 1 1 1 shared 0 stream 0 attributes 0 extra 0: 0000000000000020
unload 1
unload 1
named symbol not found
";

struct Folder(PathBuf);

impl Folder {
    /// The sources, their headers and the driver; nothing where there is no C compiler.
    fn new(name: &str) -> Option<Folder> {
        if !["gcc", "g++"].iter().all(|tool| has(tool)) {
            skip("gcc or g++ is not here");
            return None;
        }
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(folder.0.join("lib")).expect("a folder");
        let files = [("host.c", HOST), ("driver.c", DRIVER), ("kernels.cu", KERNELS)];
        for (path, text) in files.into_iter().chain([("other.cu", OTHER)]) {
            fs::write(folder.0.join(path), text).expect("a file");
        }
        let tilec = env!("CARGO_BIN_EXE_tilec");
        folder.run(tilec, "build kernels.cu --emit header -o kernels.h");
        folder.run(tilec, "build other.cu --emit header -arch=sm_80 -o other.h");
        folder.run("gcc", "-shared -fPIC -o lib/libcuda.so.1 driver.c");
        Some(folder)
    }

    #[track_caller]
    fn run(&self, program: &str, line: &str) -> String {
        let (success, output) = self.try_run(program, line, &[]);
        assert!(success, "{program} {line}:\n{output}");
        output
    }

    fn try_run(&self, program: &str, line: &str, env: &[(&str, &str)]) -> (bool, String) {
        let output = Command::new(program)
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .envs(env.iter().copied())
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect("a file")
    }
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// How to compile: the compiler with its strictest warnings.
const COMPILERS: [(&str, &str); 3] = [
    ("gcc", "-std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -o host host.c"),
    ("g++", "-std=c++11 -pedantic -Wall -Wextra -Werror -x c++ -o host host.c"),
    ("g++", "-std=c++20 -Wall -Wextra -Wpedantic -Werror -x c++ -o host host.c"),
];

#[test]
fn hosts_launch_through_the_driver() {
    let Some(folder) = Folder::new("header") else { return };
    for (compiler, line) in COMPILERS {
        folder.run(compiler, line);
        let env = [("LD_LIBRARY_PATH", "lib"), ("SIZES", "882811g,,8,")];
        let (success, output) = folder.try_run("./host", "", &env);
        assert!(success, "{compiler} {line}: {output}");
        assert_eq!(output, EXPECTED, "{compiler} {line}");
    }
}

#[test]
fn a_linked_driver_is_called_directly() {
    let Some(folder) = Folder::new("header_linked") else { return };
    let link = "-DTILEC_LINK_DRIVER -o host host.c lib/libcuda.so.1";
    folder.run("gcc", &format!("-std=c99 -pedantic -Wall -Wextra -Werror {link}"));
    let (success, output) = folder.try_run("./host", "", &[("LD_LIBRARY_PATH", "lib")]);
    assert!(success && output.starts_with("init 0\ncontext of device 40\n"), "{output}");
}

#[test]
fn what_goes_wrong_is_told() {
    let Some(folder) = Folder::new("header_errors") else { return };
    folder.run("gcc", "-o host host.c");
    let env = [("LD_LIBRARY_PATH", "lib"), ("REFUSE", "1")];
    let (success, output) = folder.try_run("./host", "", &env);
    assert!(
        !success && output.ends_with("218 a problem [ptxas: the image is refused]\n"),
        "{output}"
    );
    // Where there is a driver of its own this is another story.
    let (success, output) = folder.try_run("./host", "", &[]);
    assert!(success || output.starts_with("-1 there is no CUDA driver"), "{output}");
    // The types of arguments are those of the kernel.
    let host = folder.read("host.c").replace("(float *)0x20", "(int *)0x20");
    fs::write(folder.0.join("wrong.c"), host).expect("a file");
    let (success, output) = folder.try_run("g++", "-x c++ -o wrong wrong.c", &[]);
    assert!(
        !success && output.contains("invalid conversion") || output.contains("cannot convert"),
        "{output}"
    );
}
