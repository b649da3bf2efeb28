//! Programs as users write and build them: the kernels that come out are those that nvcc makes.
//!
//! `tests/real_builds` has sources with host code, their headers and build files; `commands.txt` the command lines that
//! the builds run; `record.txt` the symbols of nvcc's kernels for each (`record.py` made it). No file names a kernel
//! for the compiler's sake.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

#[path = "../../tests/src/share.rs"]
mod share;
#[path = "../../tests/src/skip.rs"]
mod skip;
use share::share;
use skip::skip;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/real_builds")
}

/// A compilation: its folder, and nvcc's arguments.
struct Build {
    folder: String,
    words: Vec<String>,
}

impl Build {
    fn source(&self) -> &str {
        self.words.iter().find(|word| word.ends_with(".cu")).expect("each command has a source")
    }

    fn name(&self) -> String {
        format!("{}/{}", self.folder, self.source())
    }
}

fn builds() -> Vec<Build> {
    let text = std::fs::read_to_string(root().join("commands.txt")).expect("commands.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let build = |line: &str| {
        let (folder, command) = line.split_once(": ").expect("a folder and a command");
        // All that these command lines quote is a quotation mark.
        let words = command.split(' ').skip(1).map(|word| word.replace('\\', ""));
        Build { folder: folder.into(), words: words.collect() }
    };
    lines.map(build).collect()
}

/// Folders whose programs include headers that the toolkit alone has.
const NEED_TOOLKIT: &[&str] = &["cuda_libs", "host_libs", "instances", "habits"];

/// Folders whose programs include headers of libraries: a file of each library, and the library's name.
const NEED_LIBRARIES: &[(&str, &[(&str, &str)])] = &[
    ("unit_tests", &[("/usr/include/gtest/gtest.h", "GoogleTest")]),
    (
        "host_libs",
        &[
            ("/usr/include/fmt/format.h", "fmt"),
            ("/usr/include/eigen3/Eigen/Core", "Eigen"),
            ("/usr/include/absl/base/config.h", "Abseil"),
        ],
    ),
];

/// The library that a folder's programs need and that is not installed.
fn missing_library(folder: &str) -> Option<&'static str> {
    let (_, libraries) = NEED_LIBRARIES.iter().find(|(name, _)| *name == folder)?;
    libraries.iter().find(|(file, _)| !Path::new(file).exists()).map(|(_, name)| *name)
}

/// The folder of the toolkit's headers, from PyPI; nothing where they do not install.
fn toolkit() -> Option<String> {
    let script = root().join("../toolkit.py");
    let output = Command::new("python3").arg(script).output().ok()?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && Path::new(&folder).is_dir()).then_some(folder)
}

/// The symbols by file; where the releases differ, by file and release.
fn record() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join("record.txt")).expect("record.txt");
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("== ") {
            Some(file) => {
                name = file.into();
                files.entry(name.clone()).or_default();
            }
            None => {
                files.entry(name.clone()).or_default().insert(line.into());
            }
        }
    }
    files
}

/// The command line with tile IR in the place of the object.
fn arguments(build: &Build) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = build.words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            // The host compiler is said by the test.
            "-o" | "-MF" | "-MT" | "-MQ" | "-ccbin" => {
                words.next();
            }
            "-c" | "-MD" => {}
            _ => kept.push(word.clone()),
        }
    }
    kept.extend(["--emit=tir".into(), "-o".into(), "-".into()]);
    kept
}

/// The kernels that the compiler makes, or what it says.
fn kernels(build: &Build, more: &[String]) -> Result<BTreeSet<String>, String> {
    kernels_with(build, more, Path::new("/nowhere"))
}

/// The same where a toolkit is installed in a folder.
fn kernels_with(build: &Build, more: &[String], home: &Path) -> Result<BTreeSet<String>, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .args(arguments(build))
        .args(more)
        .current_dir(root().join(&build.folder))
        .env_remove("TILEC_CACHE")
        .env("CUDA_HOME", home)
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || said.contains("warning[") {
        return Err(said);
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let entries = text.lines().filter_map(|line| line.trim().strip_prefix("entry @"));
    Ok(entries.filter_map(|rest| rest.split('(').next()).map(str::to_owned).collect())
}

#[test]
fn kernels_are_those_of_nvcc() {
    match first_that_runs(&["g++"]) {
        Some(_) => compare_with_record(&[]),
        None => skip("g++ is not here"),
    }
}

/// Clang as the host compiler names the same kernels.
#[test]
fn kernels_are_those_of_nvcc_by_clang() {
    match first_that_runs(&["clang++-19", "clang++"]) {
        Some(clang) => compare_with_record(&["-ccbin".into(), clang.into()]),
        None => skip("clang++ is not here"),
    }
}

fn first_that_runs(compilers: &[&'static str]) -> Option<&'static str> {
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    compilers.iter().find(runs).copied()
}

/// Warnings that these sources have no reason for. They are compiled alone, and pass what has the right type.
const WARNINGS: [&str; 3] = ["-Wall", "-Wconversion", "-Wno-host-pointer"];

/// Compares all builds, with more arguments, with the record. None of them has a warning.
fn compare_with_record(more: &[String]) {
    let (builds, record) = (builds(), record());
    let toolkit = toolkit();
    assert!(builds.len() >= 60, "{} builds", builds.len());
    let builds = share(builds, "builds");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(build) = builds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = build.name();
            if let Some(library) = missing_library(&build.folder) {
                skip(&format!("the headers of {library} are not here"));
                continue;
            }
            let of_release = |release| record.get(&format!("{name} [{release}]"));
            let expected: Vec<&BTreeSet<String>> = match record.get(&name) {
                Some(symbols) => vec![symbols],
                None => ["13.3", "13.5"].into_iter().filter_map(of_release).collect(),
            };
            let mut more: Vec<String> =
                more.iter().cloned().chain(WARNINGS.map(str::to_owned)).collect();
            if NEED_TOOLKIT.contains(&build.folder.as_str()) {
                let Some(toolkit) = &toolkit else {
                    skip("the headers of a toolkit do not install");
                    continue;
                };
                more.push(format!("-I{toolkit}"));
            }
            let problem = match kernels(build, &more) {
                Ok(found) if expected.contains(&&found) => continue,
                Ok(found) => format!("{name}: {found:#?} instead of {expected:#?}"),
                Err(said) => format!("{name}: {said}"),
            };
            wrong.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(wrong.is_empty(), "{} of {} files:\n{}", wrong.len(), builds.len(), wrong.join("\n"));
}

/// As nvcc finds the headers of its toolkit, those of an installed one are found without an option.
#[test]
fn an_installed_toolkit_needs_no_option() {
    let (record, toolkit) = (record(), toolkit());
    let (Some(toolkit), Some(_)) = (toolkit, first_that_runs(&["g++"])) else {
        return skip("the headers of a toolkit do not install");
    };
    let home = Path::new(&toolkit).parent().expect("a folder of headers");
    let is_tried = |build: &&Build| build.folder == "instances";
    for build in builds().iter().filter(is_tried) {
        let name = build.name();
        let found = kernels_with(build, &[], home).unwrap_or_else(|said| panic!("{name}: {said}"));
        assert_eq!(Some(&found), record.get(&name), "{name}");
    }
}

/// The packages that a toolkit comes in may leave out a header that tilec has.
#[test]
fn headers_that_a_toolkit_lacks_are_found() {
    let (Some(toolkit), Some(_)) = (toolkit(), first_that_runs(&["g++"])) else {
        return skip("the headers of a toolkit do not install");
    };
    assert!(!Path::new(&toolkit).join("cuda_profiler_api.h").exists());
    let folder = std::env::temp_dir().join(format!("tilec-profiler-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = "#include <cuda_profiler_api.h>\n\
                #include <cuda_tile.h>\n\
                template <class T> __tile_global__ void one(T* p) { *p = T(1); }\n\
                void run(float* p) { cudaProfilerStart(); one<<<1, 1>>>(p); cudaProfilerStop(); }\n";
    std::fs::write(folder.join("profiled.cu"), text).expect("a source");
    for more in [&[][..], &["-I", &toolkit], &["-isystem", &toolkit]] {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["build", "profiled.cu", "--emit=tir", "-o", "-"])
            .args(more)
            .current_dir(&folder)
            .output()
            .expect("tilec runs");
        let (text, said) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(
            String::from_utf8_lossy(&text).contains("entry @_Z3oneIfEvPT_("),
            "{more:?}: {said}"
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Without a host compiler nothing is left out silently: an error names the templates that are launched.
#[test]
fn without_a_host_compiler_the_launch_is_named() {
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["build", "saxpy.cu", "-Icommon", "--emit=tir", "-ccbin", "/nowhere/g++"])
            .args(more)
            .current_dir(root().join("bench"))
            .output()
            .expect("tilec runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (done, said) = run(&[]);
    assert!(!done && said.contains("error[E0808]") && said.contains("`saxpy`"), "{said}");
    assert!(said.contains("saxpy.cu:15:") && said.contains("--kernel 'saxpy<...>'"), "{said}");
    let (done, said) = run(&["--kernel", "saxpy<64>"]);
    assert!(done && said.contains("warning[E0808]"), "{said}");
    let (done, said) = run(&["-ccbin", "/usr/bin/false"]);
    assert!(!done && said.contains("does not run"), "{said}");
}

/// What host code has wrong is told with the host compiler's words, at the user's lines.
#[test]
fn errors_in_host_code_are_the_host_compilers() {
    let folder = std::env::temp_dir().join(format!("tilec-real-builds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("broken.cu");
    let text = "#include <cuda_tile.h>\n\
                template <class T> __tile_global__ void one(T* p) {\n\
                    cuda::tiles::store(p, T(1));\n\
                }\n\
                struct Free { friend __tile_global__ void hidden(float* p) { cuda::tiles::store(p, 1.f); } };\n\
                void run(float* p) {\n\
                    one<<<1, 1>>>(undeclared);\n\
                }\n";
    let build = |text: &str| {
        std::fs::write(&source, text).expect("a source");
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(["build", "broken.cu", "--emit=tir"])
            .current_dir(&folder)
            .output()
            .expect("tilec runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    if Command::new("g++").arg("--version").output().is_ok() {
        let (done, said) = build(text);
        assert!(!done && said.contains("E0808") && said.contains("broken.cu:7:"), "{said}");
        assert!(said.contains("undeclared"), "{said}");
        // A kernel that is not a function of a namespace is not left out silently.
        let (done, said) = build(&text.replace("undeclared", "p"));
        assert!(done && said.contains("warning[E0809]") && said.contains("`hidden`"), "{said}");
        // A type that nothing outside of its function can name.
        let local = "struct Own { int a; }; Own* o = nullptr; one<<<1, 1>>>(o)";
        let local = text.replace("one<<<1, 1>>>(undeclared)", local);
        let (done, said) = build(&local);
        assert!(!done && said.contains("E0808") && said.contains("`one`"), "{said}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
