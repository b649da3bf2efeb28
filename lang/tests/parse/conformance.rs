//! Every program of the conformance suite parses, bodies and all, without a diagnostic.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{parse_text, repository};

fn programs(root: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(root) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, out);
        } else if path.extension().is_some_and(|ext| ext == "cu") {
            out.push(path);
        }
    }
}

#[test]
fn library_headers_parse() {
    let mut parsed = parse_text(
        "#include <cuda_tile.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n\
         #include <cuda_fp8.h>\n#include <cuda_tf32.h>\n",
    );
    parsed.parse_all_bodies();
    assert_eq!(parsed.messages(), Vec::<String>::new());
    assert_eq!(parsed.messages_set_aside(), Vec::<String>::new());
}

#[test]
fn conformance_programs_parse() {
    let mut paths = Vec::new();
    programs(&repository().join("../shared/conformance"), &mut paths);
    if paths.is_empty() {
        programs(Path::new("/work/shared/conformance"), &mut paths);
    }
    let mut failures = Vec::new();
    for path in &paths {
        // A case that must be rejected may also be rejected here.
        if path.parent().is_some_and(|dir| dir.ends_with("reject"))
            && !path.to_string_lossy().ends_with(".ok.cu")
        {
            continue;
        }
        let text = fs::read_to_string(path).expect("readable");
        let mut parsed = parse_text(&text);
        parsed.parse_bodies();
        for message in parsed.messages().into_iter().chain(parsed.messages_set_aside()) {
            failures.push(format!("{}: {message}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
