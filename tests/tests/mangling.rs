//! Symbols of kernels: those of the files in `tests/mangling` are the ones that NVIDIA's compiler
//! gives, as recorded beside them, and every symbol of the repository demangles to its kernel.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use rayon::prelude::*;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered};

const ARCH: &str = "sm_90a";

/// Symbols and source names of the kernels of a file.
fn kernels(path: &Path) -> Vec<(String, String)> {
    let compiled = compile_file(path, ARCH, Stage::Lower);
    compiled.kernels.iter().map(|kernel| (kernel.symbol.clone(), kernel.source.clone())).collect()
}

#[test]
fn symbols_are_nvccs() {
    for path in tests::files("tests/mangling", "cu") {
        let compiled = compile_file(&path, ARCH, Stage::Lower);
        assert!(!compiled.kernels.is_empty(), "{}", rendered(&compiled));
        let mut symbols: Vec<&str> =
            compiled.kernels.iter().map(|kernel| kernel.symbol.as_str()).collect();
        symbols.sort_unstable();
        let recorded = std::fs::read_to_string(path.with_extension("txt")).expect("is recorded");
        let recorded: Vec<&str> = recorded.lines().collect();
        let ours: Vec<&&str> = symbols.iter().filter(|name| !recorded.contains(name)).collect();
        let theirs: Vec<&&str> = recorded.iter().filter(|name| !symbols.contains(name)).collect();
        assert!(
            ours.is_empty() && theirs.is_empty(),
            "{}\nours: {ours:#?}\nnvcc's: {theirs:#?}",
            path.display()
        );
    }
}

/// What `c++filt` makes of symbols; `None` where there is no such program.
fn demangled(symbols: &str) -> Option<String> {
    let mut child =
        Command::new("c++filt").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let symbols = symbols.to_owned();
    // Its output may fill the pipe before it has read everything.
    let writer = std::thread::spawn(move || input.write_all(symbols.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    String::from_utf8(output.stdout).ok()
}

/// `kernel` of `void ns::kernel<int>(int*)`.
fn base_name(declaration: &str) -> &str {
    let declaration = declaration.strip_prefix("void ").unwrap_or(declaration);
    let mut from = 0;
    if declaration.starts_with("(anonymous namespace)") {
        from = "(anonymous namespace)".len();
    }
    let end = declaration[from..].find(['<', '(']).map_or(declaration.len(), |end| from + end);
    let name = declaration[..end].trim_end();
    name.rsplit("::").next().unwrap_or(name)
}

#[test]
fn every_symbol_demangles_to_its_kernel() {
    let mut paths = tests::files("tests", "cu");
    // NVIDIA's own encoding of some expressions is none that c++filt reads.
    paths.retain(|path| !path.starts_with(tests::root().join("tests/mangling")));
    paths.extend(tests::files("examples", "cu"));
    let all: Vec<(String, String, String)> = paths
        .par_iter()
        .flat_map_iter(|path| {
            let shown = path.display().to_string();
            kernels(path).into_iter().map(move |(symbol, source)| (shown.clone(), symbol, source))
        })
        .collect();
    assert!(all.len() > 100, "only {} kernels", all.len());
    let symbols: String = all.iter().map(|(_, symbol, _)| format!("{symbol}\n")).collect();
    let Some(text) = demangled(&symbols) else { return };
    let mut failures = Vec::new();
    for ((path, symbol, source), declaration) in all.iter().zip(text.lines()) {
        let is_c = !symbol.starts_with("_Z");
        if base_name(declaration) != base_name(source) || (!is_c && !declaration.contains('(')) {
            failures.push(format!("{path}: {source}: {symbol} is {declaration}"));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
