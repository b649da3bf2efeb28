//! The clients in `editors/`, run for real: Neovim without a screen, and what the VS Code extension
//! relies on, under Node. Where a program is not installed its test says so and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a program is there; says so if it is not.
fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        crate::skip::skip(&format!("{program} is not here"));
    }
    is_there
}

const KERNEL: &str = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
    __tile_global__ void iotas(int* p, int n) {\n    \
    auto at = ct::iota<ct::tile<int, ct::shape<32>>>();\n    \
    ct::store(p + at, at * nz);\n}\n";

#[test]
fn neovim() {
    if !has("nvim") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-neovim");
    fs::create_dir_all(&folder).expect("a folder");
    let (kernel, result) = (folder.join("kernel.cu"), folder.join("result.json"));
    fs::write(&kernel, KERNEL).expect("a file");
    let _ = fs::remove_file(&result);
    let client = root().join("editors/nvim");
    let status = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n"])
        .arg("--cmd")
        .arg(format!("set runtimepath+={}", client.display()))
        .arg("-c")
        .arg(format!("luafile {}", client.join("test.lua").display()))
        .env("TILEC", env!("CARGO_BIN_EXE_tilec"))
        .env("KERNEL", &kernel)
        .env("RESULT", &result)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .output()
        .expect("it is there");
    let said = String::from_utf8_lossy(&status.stderr).into_owned();
    let text = fs::read_to_string(&result).unwrap_or_else(|_| panic!("no result: {said}"));
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert!(result["mistake"][0].as_str().is_some_and(|m| m.contains("`nz`")), "{result}\n{said}");
    assert_eq!(result["line"], "    ct::store(p + at, at * n);", "{result}");
    assert!(
        result["hover"].as_str().is_some_and(|text| text.contains("tile<int, 32>")),
        "{result}"
    );
    assert!(result["completions"].as_u64().is_some_and(|n| n > 0), "{result}");
    assert_eq!(result["renamed"][1], "    ct::store(p + index, index * n);", "{result}");
    assert_eq!(result["ptx"], true, "{result}");
    assert_eq!(result["marked_nothing"], 0, "{result}");
    let marked = result["marked"].as_str().unwrap_or_default();
    assert!(marked.contains("st.global") && !marked.contains(".visible"), "{result}");
    let first = marked.lines().next().unwrap_or_default();
    assert_eq!(result["shown"], first, "{result}");
    // The lenses, and what choosing one does: 32 multiples of 3, of the text as it is in the editor.
    let lenses = result["lenses"].as_array().expect("a list");
    for title in ["show tile IR", "show PTX", "run on CPU"] {
        assert!(lenses.iter().any(|lens| lens == title), "{result}");
    }
    let multiples: Vec<String> = (0..32).map(|n| (3 * n).to_string()).collect();
    let ran = result["ran"].as_str().unwrap_or_default();
    assert_eq!(ran.split_whitespace().collect::<Vec<_>>(), multiples, "{result}");
    assert_eq!(result["tile_ir"], true, "{result}");
}

#[test]
fn visual_studio_code() {
    if !has("node") {
        return;
    }
    for script in ["protocol.js", "extension.js"] {
        let output = Command::new("node")
            .arg(root().join("editors/vscode/test").join(script))
            .env("TILEC", env!("CARGO_BIN_EXE_tilec"))
            .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/lsp-cache"))
            .output()
            .expect("it is there");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {said}");
    }
}

#[test]
#[ignore = "fetches vsce from npm; .ci/run asks for it"]
fn the_extension_is_packaged() {
    if !has("npm") {
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tilec.vsix");
    let _ = fs::remove_file(&file);
    let output = Command::new(root().join("editors/vscode/package"))
        .arg(&file)
        .output()
        .expect("part of the repository");
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(75) {
        crate::skip::skip("vsce of npm does not install");
        return;
    }
    assert!(output.status.success(), "{said}");
    let list = Command::new("python3").args(["-m", "zipfile", "-l"]).arg(&file).output();
    let list = list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned());
    let list = list.expect("Python is here: it fetches ptxas");
    for name in [
        "extension.vsixmanifest",
        "extension/package.json",
        "extension/src/extension.js",
        "extension/language-configuration.json",
        "extension/node_modules/vscode-languageclient/package.json",
    ] {
        assert!(list.contains(name), "{name} is missing:\n{list}");
    }
    for name in ["extension/test", "extension/package\n", "@vscode/vsce"] {
        assert!(!list.contains(name), "{name} is not part of it:\n{list}");
    }
}
