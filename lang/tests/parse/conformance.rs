//! Every program of the conformance suite parses, bodies and all, without a diagnostic.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{parse_text, repository};

const HEADERS: &str = "#include <cuda_tile.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n\
                       #include <cuda_fp8.h>\n#include <cuda_tf32.h>\n";

#[test]
fn library_headers_parse() {
    let mut parsed = parse_text(HEADERS);
    parsed.parse_all_bodies();
    assert_eq!(parsed.messages(), Vec::<String>::new());
    assert_eq!(parsed.messages_set_aside(), Vec::<String>::new());
}

/// The suite is shared beside the repository; where it is not, there is nothing to do.
#[test]
fn conformance_programs_parse() {
    let mut folders: Vec<PathBuf> = ["../shared/conformance", "../../shared/conformance"]
        .into_iter()
        .filter_map(|path| fs::read_dir(repository().join(path)).ok())
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut failures = Vec::new();
    for folder in &folders {
        check_folder(folder, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Parses the programs of a folder at once, each in a namespace, so that the headers are read
/// once.
fn check_folder(folder: &Path, failures: &mut Vec<String>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("readable").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut text = String::from(HEADERS);
    let mut starts = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let name = path.to_string_lossy();
        // A case that must be rejected may also be rejected here.
        let is_rejected = folder.ends_with("reject") && !name.ends_with(".ok.cu");
        if !name.ends_with(".cu") || is_rejected {
            continue;
        }
        starts.push((text.lines().count(), path));
        let program = fs::read_to_string(path).expect("readable");
        text.push_str(&format!("namespace case_{index} {{\n{program}\n}}\n"));
    }
    let mut parsed = parse_text(&text);
    parsed.parse_bodies();
    for message in parsed.messages().into_iter().chain(parsed.messages_set_aside()) {
        let line = message.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(0);
        let case = starts.iter().rev().find(|(start, _)| *start < line);
        let case = case.map_or(folder.display(), |(_, path)| path.display());
        failures.push(format!("{case}: {message}"));
    }
}
