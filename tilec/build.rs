//! Collects `docs/errors/E*.md` into a table, so that the binary explains its codes by itself.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let docs = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"))
        .join("../docs/errors")
        .canonicalize()
        .expect("docs/errors is part of the repository");
    println!("cargo::rerun-if-changed={}", docs.display());
    let mut pages: Vec<_> = fs::read_dir(&docs)
        .expect("docs/errors is readable")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let mut table = String::from("const ERROR_PAGES: &[(&str, &str)] = &[\n");
    for page in pages {
        let code = page.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        writeln!(table, "    ({code:?}, include_str!({:?})),", page.display().to_string())
            .expect("writing to a string");
    }
    table.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("error_pages.rs");
    fs::write(out, table).expect("OUT_DIR is writable");
}
