//! tilec in builds of make, CMake and ninja, each by the real tool in a folder of its own. The host
//! programs run against the driver that prints what reaches it.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use std::{fs, str};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

const DRIVER: &str = include_str!("header/driver.c");
const TILEC: &str = env!("CARGO_BIN_EXE_tilec");

/// What the host of `examples/make` makes the driver do.
const LAUNCHES: [&str; 2] = [
    "launch _Z5scalePKfPf grid 2 1 1 block 1 1 1 shared 0 stream 0 attributes 0 extra 0: \
     0000000000001000 0000000000002000",
    "launch _Z6offsetPKfPff grid 2 1 1 block 1 1 1 shared 0 stream 0 attributes 0 extra 0: \
     0000000000002000 0000000000002000 3f000000",
];

struct Folder(PathBuf);

impl Folder {
    /// A folder with the files of `examples/make`, if the tools are here.
    fn new(name: &str, tools: &[&str]) -> Option<Folder> {
        if let Some(missing) = tools.iter().find(|tool| !has(tool)) {
            skip(&format!("{missing} is not here"));
            return None;
        }
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&folder.0);
        let example = root().join("examples/make");
        for path in ["Makefile", "host.c", "scale.cu", "offset.cu", "include/factor.h"] {
            let text = fs::read_to_string(example.join(path)).expect("part of the repository");
            folder.write(path, &text);
        }
        folder.write("driver.c", DRIVER);
        fs::create_dir_all(folder.0.join("lib")).expect("a folder");
        folder.run("gcc", &["-shared", "-fPIC", "-o", "lib/libcuda.so.1", "driver.c"]);
        Some(folder)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Changes a file and makes it newer than all outputs, whatever the file system's clock shows.
    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.join(path)).expect("a file");
        assert!(text.contains(from), "{path}");
        self.write(path, &text.replace(from, to));
        let file = fs::File::open(self.0.join(path)).expect("a file");
        file.set_modified(SystemTime::now() + Duration::from_secs(2)).expect("a time");
    }

    fn time(&self, path: &str) -> SystemTime {
        let found = fs::metadata(self.0.join(path)).and_then(|found| found.modified());
        found.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn try_run(&self, program: &str, args: &[&str]) -> (bool, String) {
        let output = Command::new(program)
            .args(args)
            .current_dir(&self.0)
            .env("LD_LIBRARY_PATH", "lib")
            .env("SIZES", "88,884,")
            .env_remove("MAKEFLAGS")
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    }

    #[track_caller]
    fn run(&self, program: &str, args: &[&str]) -> String {
        let (success, output) = self.try_run(program, args);
        assert!(success, "{program} {args:?}:\n{output}");
        output
    }

    /// The host launches both kernels.
    #[track_caller]
    fn host_launches(&self, host: &str) {
        let output = self.run(host, &["0x1000", "0x2000"]);
        let launches: Vec<&str> = output.lines().filter(|l| l.starts_with("launch")).collect();
        assert_eq!(launches, LAUNCHES);
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace")
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn make_rebuilds_what_changed() {
    let Some(folder) = Folder::new("make", &["make", "gcc"]) else { return };
    let tilec = format!("TILEC={TILEC}");
    let make = |args: &[&str]| folder.run("make", &[&[tilec.as_str()], args].concat());
    // Nothing is built yet.
    make(&["-j4", "check"]);
    make(&["-j4"]);
    folder.host_launches("build/host");
    assert!(make(&["-j4"]).contains("Nothing to be done"));
    let values = fs::read(folder.0.join("build/scale.npy")).expect("the output of the run");
    let floats: Vec<f32> = values[values.len() - 32..]
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")))
        .collect();
    assert_eq!(floats, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]);

    // A header that one kernel reads: that one is compiled again, the other is not.
    let (scale, offset) = (folder.time("build/scale.ptx"), folder.time("build/offset.ptx"));
    folder.edit("include/factor.h", "2.0f", "3.0f");
    let output = make(&["-j4"]);
    assert!(output.contains("build scale.cu") && !output.contains("build offset.cu"), "{output}");
    assert!(folder.time("build/scale.ptx") > scale);
    assert_eq!(folder.time("build/offset.ptx"), offset);
    // A header that is gone stops make only where it is still included.
    folder.edit("scale.cu", "#include \"factor.h\"", "#define FACTOR 4");
    fs::remove_file(folder.0.join("include/factor.h")).expect("it was there");
    make(&[]);

    // An error leaves the outputs as they were and stops make.
    let before = folder.time("build/offset.ptx");
    folder.edit("offset.cu", "+ by)", "+ bye)");
    let (success, output) = folder.try_run("make", &[&tilec, "-j4"]);
    assert!(!success && output.contains("did you mean `by`"), "{output}");
    assert_eq!(folder.time("build/offset.ptx"), before);
    let files = fs::read_dir(folder.0.join("build")).expect("a folder");
    let scratch = |name: &String| name.ends_with(".tmp");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(scratch).count(), 0);
}

/// Several builds of the same folder at once: the last one leaves whole files.
#[test]
fn parallel_builds_leave_whole_files() {
    let Some(folder) = Folder::new("parallel", &["gcc"]) else { return };
    let line = ["build", "scale.cu", "-Iinclude", "-MMD", "-o", "scale.ptx"];
    let alone = {
        folder.run(TILEC, &line);
        fs::read(folder.0.join("scale.ptx")).expect("the output")
    };
    let start = || Command::new(TILEC).args(line).current_dir(&folder.0).spawn().expect("tilec");
    let mut children: Vec<_> = (0..6).map(|_| start()).collect();
    while children.iter_mut().any(|child| child.try_wait().expect("a child").is_none()) {
        let now = fs::read(folder.0.join("scale.ptx")).expect("there is always one");
        assert!(now == alone, "a file that is not whole");
    }
    for mut child in children {
        assert!(child.wait().expect("a child").success());
    }
}

const CMAKE: &str = r#"cmake_minimum_required(VERSION 3.20)
project(app C)
find_package(Tilec CONFIG REQUIRED)
add_executable(host host.c)
tilec_add_kernels(host scale.cu offset.cu INCLUDE_DIRECTORIES include ARCH sm_80)
tilec_add_kernels(machine_independent scale.cu EMIT ptx
    INCLUDE_DIRECTORIES include COMPILE_DEFINITIONS "UNUSED=\"a b\"" COMPILE_OPTIONS -fmad=false
    OUTPUTS ptx)
message(STATUS "ptx: ${ptx}")
"#;

fn cmake_builds(name: &str, generator: &str, tool: &str) {
    let Some(folder) = Folder::new(name, &["cmake", tool, "gcc"]) else { return };
    folder.write("CMakeLists.txt", CMAKE);
    let config = format!("-DTilec_DIR={}", root().join("cmake").display());
    let tilec = format!("-DTILEC_EXECUTABLE={TILEC}");
    let output = folder.run("cmake", &["-G", generator, "-B", "out", "-S", ".", &config, &tilec]);
    assert!(output.contains("out/machine_independent.tilec/scale.ptx"), "{output}");
    let build = || folder.run("cmake", &["--build", "out", "-j", "4"]);
    build();
    folder.host_launches("out/host");
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect("an output");
    assert!(read("out/machine_independent.tilec/scale.ptx").contains(".target sm_90a"));

    let (scale, offset) =
        (folder.time("out/host.tilec/scale.h"), folder.time("out/host.tilec/offset.h"));
    build();
    assert_eq!(folder.time("out/host.tilec/scale.h"), scale);
    let host = folder.time("out/host");
    folder.edit("include/factor.h", "2.0f", "3.0f");
    build();
    assert!(folder.time("out/host.tilec/scale.h") > scale && folder.time("out/host") > host);
    assert_eq!(folder.time("out/host.tilec/offset.h"), offset);

    folder.edit("offset.cu", "+ by)", "+ bye)");
    let (success, output) = folder.try_run("cmake", &["--build", "out"]);
    assert!(!success && output.contains("did you mean `by`"), "{output}");
}

#[test]
fn cmake_with_make() {
    cmake_builds("cmake_make", "Unix Makefiles", "make");
}

#[test]
fn cmake_with_ninja() {
    cmake_builds("cmake_ninja", "Ninja", "ninja");
}

/// The example of `docs/cmake.md` is a build as it stands there.
#[test]
fn the_example_of_the_page_builds() {
    let Some(folder) = Folder::new("cmake_page", &["cmake", "make", "gcc"]) else { return };
    let page = fs::read_to_string(root().join("docs/cmake.md")).expect("the page");
    for part in page.split("<!-- file: ").skip(1) {
        let (name, rest) = part.split_once(" -->").expect("a name");
        let block = rest.split("```").nth(1).and_then(|block| block.split_once('\n'));
        folder.write(name, block.expect("a block").1);
    }
    let package = fs::read_to_string(root().join("cmake/TilecConfig.cmake")).expect("the package");
    folder.write("path/to/tilec/cmake/TilecConfig.cmake", &package);
    let tilec = format!("-DTILEC_EXECUTABLE={TILEC}");
    folder.run("cmake", &["-B", "build", "-S", ".", &tilec]);
    folder.run("cmake", &["--build", "build"]);
    folder.run("build/app", &[]);
    for kernel in ["scale_blocked_128", "scale_blocked_256", "sum_blocked_128", "sum_blocked_256"] {
        let name = format!("build/app.tilec/{}.h", kernel.split('_').next().unwrap_or_default());
        let header = fs::read_to_string(folder.0.join(name)).expect("a header");
        assert!(header.contains(kernel), "{kernel}");
    }
}
