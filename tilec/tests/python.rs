//! The Python package: its own tests with the real Python, on the CPU device and against the driver
//! that prints what reaches it.

use std::fs;
use std::path::Path;
use std::process::Command;

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

#[test]
fn the_package_passes_its_tests() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|out| out.status.success()) {
        skip("python3 is not here");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace");
    let mut python = Command::new("python3");
    python
        .args(["-m", "unittest", "discover", "-s", "python/tests"])
        .current_dir(root)
        .env("PYTHONPATH", root.join("python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TILEC", env!("CARGO_BIN_EXE_tilec"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    fs::create_dir_all(&folder).expect("a folder");
    let driver = folder.join("libcuda.so.1");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/header/driver.c");
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
