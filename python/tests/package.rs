//! The Python package: its own tests with the real Python, on the CPU device and against the driver that prints what reaches it, and
//! the examples of its page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The extension module, which cargo has built for this test: beside it.
fn module() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    let folder = test.parent().expect("it is in a folder").to_path_buf();
    let folders = [folder.clone(), folder.join("..")];
    let listed = folders.iter().filter_map(|folder| fs::read_dir(folder).ok());
    let is_module = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libtilec_native") && name.ends_with(".so")
    };
    let all = listed.flatten().flatten().map(|entry| entry.path()).filter(is_module);
    let newest = all.max_by_key(|path| fs::metadata(path).and_then(|it| it.modified()).ok());
    newest.expect("cargo has built the module").canonicalize().expect("its path")
}

/// A folder with the package as a wheel has it.
fn installed(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python").join(name);
    let package = folder.join("tilec");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&package).expect("a folder");
    for entry in fs::read_dir(root().join("python/tilec")).expect("the package").flatten() {
        // A module that `maturin develop` leaves is another one.
        if entry.path().is_file() && entry.path().extension().is_none_or(|it| it != "so") {
            fs::copy(entry.path(), package.join(entry.file_name())).expect("a copy");
        }
    }
    std::os::unix::fs::symlink(module(), package.join("_native.abi3.so")).expect("a link");
    folder
}

/// Whether there is a Python that the package is for.
fn has_python() -> bool {
    let is_new = "import sys; sys.exit(sys.version_info < (3, 9))";
    Command::new("python3").args(["-c", is_new]).status().is_ok_and(|status| status.success())
}

/// Whether that Python has modules.
fn has_modules(names: &str) -> bool {
    let mut python = Command::new("python3");
    let found = python.args(["-c", &format!("import {names}")]).output();
    has_python() && found.is_ok_and(|output| output.status.success())
}

#[test]
fn the_package_passes_its_tests() {
    if !has_python() {
        skip("Python 3.9 or later is not here");
        return;
    }
    let folder = installed("tests");
    let mut python = Command::new("python3");
    python
        .args(["-m", "unittest", "discover", "-s", "python/tests"])
        .current_dir(root())
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("XDG_CACHE_HOME", folder.join("cache"));
    let driver = folder.join("libcuda.so.1");
    let source = root().join("tilec/tests/header/driver.c");
    let mut gcc = Command::new("gcc");
    let made = gcc.args(["-shared", "-fPIC", "-o"]).arg(&driver).arg(source).status();
    if made.is_ok_and(|status| status.success()) {
        python.env("TILEC_STUB_DRIVER", &driver);
    } else {
        skip("gcc or g++ is not here");
    }
    let output = python.output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn kernels_run_under_jax() {
    if !has_modules("jax, flatbuffers") {
        skip("jax of Python is not here");
        return;
    }
    let mut python = Command::new("python3");
    python.args(["python/checks/frameworks", "jax", "arrays"]).current_dir(root());
    let output = python.env("PYTHONPATH", installed("jax")).env("TILEC_CACHE", "").output();
    let output = output.expect("python runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    for part in ["jax", "arrays"] {
        let is_ok = |line: &str| line.starts_with(&format!("{part}: ok, "));
        assert!(printed.lines().any(is_ok), "{printed}");
    }
    assert!(!printed.contains("without jax.export"), "{printed}");
}

/// The blocks of the page that are run, with what each prints.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut before = "";
    for (number, text) in page.split("```python\n").enumerate() {
        if number > 0 && !before.trim_end().ends_with("-->") {
            let (code, rest) = text.split_once("```\n").expect("its end");
            let printed = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split_once("```"));
            blocks.push((code.to_owned(), printed.map_or("", |(text, _)| text).to_owned()));
        }
        before = text;
    }
    blocks
}

#[test]
fn the_page_is_right() {
    if !has_python() {
        skip("Python 3.9 or later is not here");
        return;
    }
    let page = fs::read_to_string(root().join("docs/python.md")).expect("the page");
    let blocks = blocks(&page);
    assert!(blocks.len() >= 6, "the page has examples");
    let folder = installed("page");
    let script = folder.join("page.py");
    let separator = "-----";
    let text: String =
        blocks.iter().map(|(code, _)| format!("{code}\nprint('{separator}')\n")).collect();
    fs::write(&script, text).expect("a file");
    let mut python = Command::new("python3");
    python.arg(&script).env("PYTHONPATH", &folder).env("TILEC_CACHE", "");
    let output = python.output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected: String =
        blocks.iter().map(|(_, printed)| format!("{printed}{separator}\n")).collect();
    assert_eq!(printed, expected);
}

/// The block of a page that is a file of this name.
fn file(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("<!-- file: {name} -->\n```")).expect("the block");
    let (_, rest) = rest.split_once('\n').expect("its language");
    rest.split_once("```\n").expect("its end").0.to_owned()
}

#[test]
fn the_book_is_right() {
    if !has_modules("numpy") {
        skip("numpy of Python is not here");
        return;
    }
    let page = fs::read_to_string(root().join("docs/book/src/build.md")).expect("the chapter");
    let folder = installed("book");
    for name in ["scale.cu", "scale.py"] {
        fs::write(folder.join(name), file(&page, name)).expect("a file");
    }
    let mut python = Command::new("python3");
    python.arg("scale.py").current_dir(&folder).env("TILEC_CACHE", "");
    let output = python.output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(page.contains(&format!("$ python3 scale.py\n{printed}```")), "{printed}");
}
