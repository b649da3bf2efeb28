//! The pictures of the documents are what `tilec draw` draws of the code beside them.
//!
//! A row names a picture in `docs/book/src/pictures`, the page and the file of it that the picture is of (the block behind
//! `<!-- file: NAME -->`, or a file of the repository), and the words of the command. `TILEC_BLESS=1` draws them all
//! again, as `just pictures` does.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

struct Row {
    picture: &'static str,
    page: &'static str,
    file: &'static str,
    words: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        picture: "axpy-view",
        page: "docs/book/src/introduction.md",
        file: "axpy.cu",
        words: "view --kernel axpy --tile %6 --grid 4 --arg f32=10 --arg f32[1000] --arg out:f32[1000] --arg i32=1000",
    },
    Row {
        picture: "scale-view",
        page: "docs/book/src/start.md",
        file: "scale.cu",
        words: "view --kernel scale --tile %6 --grid 2 --arg f32[12] --arg out:f32[12] --arg f32=0.5 --arg i32=12",
    },
    Row {
        picture: "total-view",
        page: "docs/book/src/sanitizer.md",
        file: "total.cu",
        words: "view --kernel total --grid 2 --arg f32[100] --arg out:f32[1] --arg i32=100",
    },
    Row {
        picture: "tile-layout",
        page: "docs/book/src/tiles.md",
        file: "held.cu",
        words: "layout --kernel held --line 8",
    },
    Row {
        picture: "transpose-view",
        page: "docs/book/src/memory.md",
        file: "views.cu",
        words: "view --kernel transpose<2,4> --tile %6 --grid 2,2 --arg i32[15] --arg out:i32[15] --arg i32=3 --arg i32=5",
    },
    Row {
        picture: "product-swizzle",
        page: "docs/book/src/products.md",
        file: "gemm.cu",
        words: "swizzle --kernel gemm<128,128,64> --tile %17",
    },
    Row {
        picture: "product-layout",
        page: "docs/book/src/products.md",
        file: "gemm.cu",
        words: "layout --kernel gemm<128,128,64> --line 15",
    },
    Row {
        picture: "product-blocks",
        page: "",
        file: "examples/gemm/kernel.cu",
        words: "blocks --kernel gemm<__half,128,256,64> --grid 512 --arg f16[16777216] --arg f16[16777216] \
                --arg out:f32[16777216] --arg i32=4096 --arg i32=4096 --arg i32=4096",
    },
    Row {
        picture: "gemm-timeline",
        page: "docs/book/src/cost.md",
        file: "gemm.cu",
        words: "timeline --kernel gemm<128,256> --grid 64,32 --arg bf16[67108864] --arg bf16[67108864] \
                --arg out:bf16[67108864] --arg i32=8192 --arg i32=8192 --arg i32=8192",
    },
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace")
}

fn folder() -> PathBuf {
    root().join("docs/book/src/pictures")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The block of a page that is a file.
fn block(page: &str, file: &str) -> String {
    let text = read(&root().join(page));
    let marker = format!("<!-- file: {file} -->\n");
    let (_, rest) = text.split_once(&marker).unwrap_or_else(|| panic!("{page} has no {file}"));
    let lines = rest.lines().skip(1).take_while(|line| !line.starts_with("```"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Draws the picture of a row.
fn drawn(row: &Row) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures").join(row.picture);
    fs::create_dir_all(&folder).expect("a folder");
    let source = if row.page.is_empty() {
        root().join(row.file)
    } else {
        let path = folder.join(row.file);
        fs::write(&path, block(row.page, row.file)).expect("a file");
        path
    };
    let mut words = row.words.split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .arg("draw")
        .arg(words.next().expect("what to draw"))
        .arg(source)
        .args(words)
        .args(["-arch=sm_90a", "--format", "svg"])
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{}: {errors}", row.picture);
    String::from_utf8(output.stdout).expect("SVG is UTF-8")
}

#[test]
fn pictures_are_what_the_compiler_draws() {
    let mut failures = Vec::new();
    for row in ROWS {
        let path = folder().join(format!("{}.svg", row.picture));
        let drawn = drawn(row);
        if env::var_os("TILEC_BLESS").is_some() {
            fs::create_dir_all(folder()).expect("a folder");
            fs::write(&path, &drawn).expect("a picture");
        }
        if fs::read_to_string(&path).ok().as_deref() != Some(drawn.as_str()) {
            failures.push(row.picture);
        }
    }
    assert!(failures.is_empty(), "`just pictures` draws them again: {failures:?}");
}

/// Each picture has a row, and a page that shows it with words for readers that do not see it.
#[test]
fn pictures_are_shown_with_a_text() {
    let stored: BTreeSet<String> = fs::read_dir(folder())
        .expect("the folder of pictures")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let rows: BTreeSet<String> = ROWS.iter().map(|row| format!("{}.svg", row.picture)).collect();
    assert_eq!(stored, rows, "the folder and the table");
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("docs/book/src"))
        .expect("the book")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.push(root().join("README.md"));
    let texts: Vec<String> = pages.iter().map(|page| read(page)).collect();
    for picture in &rows {
        let link = format!("pictures/{picture})");
        let is_shown = |text: &String| {
            text.lines().any(|line| {
                line.split_once("![").is_some_and(|(_, rest)| {
                    rest.contains(&link) && rest.find("](").is_some_and(|end| end >= 20)
                })
            })
        };
        assert!(texts.iter().any(is_shown), "no page shows {picture} with a text of 20 characters");
    }
}
