//! The commands of the README's tour, as a reader types them.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of the first block of a language behind a mark.
fn block<'a>(page: &'a str, mark: &str, language: &str) -> &'a str {
    let (_, rest) = page.split_once(mark).expect("the mark");
    let (_, rest) = rest.split_once(&format!("```{language}\n")).expect("the block");
    rest.split_once("```").expect("its end").0
}

/// Commands whose line is complete: `...` stands for what a reader adds.
fn commands(tour: &str) -> Vec<String> {
    let tour = tour.replace("\\\n", " ");
    let lines = tour.lines().map(|line| line.split(" # ").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.contains("...")).map(str::to_owned).collect()
}

#[test]
fn the_commands_of_the_tour_succeed() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let kernel = block(&page, "<!-- file: softmax.cu -->", "cpp");
    std::fs::write(folder.join("kernel.cu"), kernel).expect("the kernel");
    let commands = commands(block(&page, "## Use it", "sh"));
    assert!(commands.len() >= 6, "{commands:?}");
    let programs = Path::new(env!("CARGO_BIN_EXE_tilec")).parent().expect("its folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    for command in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&folder).env("PATH", &path);
        let output = shell.output().expect("sh starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{said}");
    }
    for name in ["kernel.ptx", "result.npy", "layout.svg"] {
        let written = std::fs::read(folder.join(name)).unwrap_or_default();
        assert!(!written.is_empty(), "{name}");
    }
}
