//! The progress of a command, on a terminal and elsewhere.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "../../tests/src/skip.rs"]
mod skip;

use skip::skip;

/// Runs a command behind a terminal of its own and prints the bytes that the terminal gets.
const TERMINAL: &str = "import os, pty, sys\nstatus = pty.spawn(sys.argv[1:])\nsys.exit(os.waitstatus_to_exitcode(status))";

/// Three sources, the second of which has an error.
fn sources(name: &str) -> (PathBuf, Vec<PathBuf>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let bodies = ["*p = 1;", "*p = missing;", "*p = 3;"];
    let write = |(index, body): (usize, &&str)| {
        let path = folder.join(format!("kernel{index}.cu"));
        std::fs::write(&path, format!("__tile_global__ void k(int* p) {{ {body} }}\n"))
            .expect("a source");
        path
    };
    let files = bodies.iter().enumerate().map(write).collect();
    (folder, files)
}

fn on_terminal(words: &[&str], folder: &Path, files: &[PathBuf]) -> Output {
    let mut command = Command::new("python3");
    command.current_dir(folder).env("NO_COLOR", "1");
    command.args(["-c", TERMINAL, env!("CARGO_BIN_EXE_tilec")]).args(words).args(files);
    command
        .env("TERM", "xterm")
        .env_remove("CI")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("python3 starts")
}

/// The lines that a terminal shows in the end.
fn shown(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let line = |line: &str| line.rsplit_once("\r\x1b[K").map_or(line, |(_, rest)| rest).to_owned();
    text.lines().map(line).collect()
}

#[test]
fn a_terminal_shows_progress_until_the_next_text() {
    if Command::new("python3").arg("--version").output().is_err() {
        return skip("python3 is not here");
    }
    let (folder, files) = sources("progress");
    let object = folder.join("kernel.o").to_string_lossy().into_owned();
    for (words, what) in [
        (vec!["check"], "checking"),
        (vec!["-std=c++20", "-ptx"], "compiling"),
        (vec!["build", "--emit=shared", "-o", &object], "compiling"),
    ] {
        let output = on_terminal(&words, &folder, &files);
        let written = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {written}");
        for done in 0..3 {
            assert!(written.contains(&format!("] {done} of 3")), "{words:?}: {written}");
        }
        let lines = shown(&output.stdout);
        assert!(!lines.iter().any(|line| line.contains(what)), "{words:?}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("error")), "{words:?}: {lines:?}");
    }
}

#[test]
fn a_pipe_gets_diagnostics_alone() {
    let (_, files) = sources("progress_of_a_pipe");
    let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .arg("check")
        .args(&files)
        .env("TERM", "xterm")
        .output();
    let written = String::from_utf8(output.expect("tilec starts").stderr).expect("UTF-8");
    assert!(!written.contains('\r') && !written.contains("checking"), "{written}");
}

#[test]
fn one_file_has_no_progress() {
    if Command::new("python3").arg("--version").output().is_err() {
        return skip("python3 is not here");
    }
    let (folder, files) = sources("progress_of_one_file");
    let output = on_terminal(&["check"], &folder, &files[..1]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}
