//! Collects `docs/errors/E*.md` into a table, so that the binary explains its codes by itself, and
//! lexes the headers of the library, so that no compilation has to.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    fs::write(out.join("error_pages.rs"), error_pages()).expect("OUT_DIR is writable");
    let headers = stdlib::HEADERS.iter().map(|(_, text)| *text);
    let image = lang::lex::image::write(headers).expect("the headers can be represented");
    fs::write(out.join("headers.tokens"), image).expect("OUT_DIR is writable");
}

fn error_pages() -> String {
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
    table
}
