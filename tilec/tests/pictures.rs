//! The pictures of the documents are what `tilec draw` draws of the code beside them.
//!
//! A row names a picture in `docs/book/src/pictures`, the page and the file of it that the picture is of (the block behind
//! `<!-- file: NAME -->`, or a file of the repository), and the words of the command. `TILEC_BLESS=1` draws them all
//! again, as `just pictures` does. Cases are pictures as text, and errors, of which parts are compared.

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

/// What `tilec draw` says: the title, the description and the picture as text, or the error.
struct Case {
    /// A file of the repository, or the text of `kernel.cu`.
    source: &'static str,
    words: &'static str,
    is_drawn: bool,
    says: &'static [&'static str],
}

const COPY: &str = "#include \"cuda_tile.h\"
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class F, int N>
__tile_global__ void lots(const int* in, int* out, const int* where) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{64, N}}, ct::shape<8, 4>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{64, N}}, ct::shape<8, 4>{}};
    int column = where[ct::bid().x];
    auto tile = from.load_masked(ct::bid().x, 0);
    to.store_masked(tile, ct::bid().x, column);
}
__tile_global__ void deep(const int* in, int* out) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{3, 2, 5}}, ct::shape<2, 2, 4>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{3, 2, 5}}, ct::shape<2, 2, 4>{}};
    auto tile = from.load_masked(1, 0, ct::bid().x);
    to.store_masked(tile, 1, 0, ct::bid().x);
}
__tile_global__ void strided(const float* in, float* out) {
    auto span = ct::tensor_span{in, ct::extents{10}};
    ct::strided_view from{span, ct::shape<4>{}, ct::strides<unsigned, 2>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{20}}, ct::shape<4>{}};
    auto tile = from.load_masked(ct::bid().x);
    to.store_masked(tile, ct::bid().x);
}
";

const COLUMN_MAJOR: &str = "#include \"cuda_fp16.h\"
#include \"cuda_tile.h\"
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void col(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int m, int n,
                         int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    c = ct::assume_aligned(c, 16_ic);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}, ct::layout_left{}}, ct::shape<128, 32>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<32, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    auto [i, j, z] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, 32))) {
        auto left = va.load_masked(i, step);
        auto right = vb.load_masked(step, j);
        acc = ct::mma(left, right, acc);
    }
    vc.store_masked(acc, i, j);
}
";

const PERSISTENT: &str = "--kernel persistent_gemm<__half,128,128,64> --grid 132 --arg f16[16777216] --arg f16[16777216] \
     --arg out:f32[16777216] --arg i32=4096 --arg i32=4096 --arg i32=4096";
const LOTS: &str = "--kernel lots<void(*)(int),16> --arg i32[1024] --arg out:i32[1024]";
const DEEP: &str = "--kernel deep --grid 2 --arg i32[30] --arg out:i32[30]";

const CASES: &[Case] = &[
    Case {
        source: COPY,
        words: "view LOTS --line 10 --grid 8 --arg i32[8]",
        is_drawn: true,
        says: &["The tile depends on values that are not known: give the contents of the buffer."],
    },
    Case {
        source: COPY,
        words: "blocks LOTS --grid 8 --arg i32[8]",
        is_drawn: false,
        says: &["the tile depends on values that are not known: give the contents of the buffer"],
    },
    Case {
        source: COPY,
        words: "blocks LOTS --grid 8 --arg i32[8]=full(2)",
        is_drawn: true,
        says: &["lots<void(*)(int),16>: the order of tile blocks", "\n     -     -     7     -\n"],
    },
    Case {
        source: COPY,
        words: "blocks LOTS --grid 20000 --arg i32[20000]=zeros",
        is_drawn: true,
        says: &[
            "20000 tile blocks run in ",
            "The picture is of the first 16384 tile blocks of 20000.",
        ],
    },
    Case {
        source: COPY,
        words: "blocks LOTS --grid 4194304,2097152,2097152 --arg i32[8]",
        is_drawn: false,
        says: &["CUDA launches at most 65535 blocks in direction y, not 2097152"],
    },
    // 3 x 2 x 5 elements in tiles of 2 x 2 x 4: the last tile has 1 x 2 x 1 of them.
    Case {
        source: COPY,
        words: "blocks DEEP",
        is_drawn: true,
        says: &["The picture is the slice with index 0 of the first dimension."],
    },
    Case {
        source: COPY,
        words: "view DEEP --line 16",
        is_drawn: true,
        says: &[
            "The view has 2x1x2 tiles; the picture is the slice with index 0 of the first dimension.",
            "The last tile has 2 of 16 elements inside of the tensor.",
            "tile (0, 0, 1)    no block         4 of 16 elements are inside",
        ],
    },
    Case {
        source: COPY,
        words: "view --kernel strided --grid 5 --arg f32[10] --arg out:f32[20] --line 22",
        is_drawn: true,
        says: &[
            "The view has 5 tiles.",
            "Tiles overlap by 2 elements, and are drawn side by side.",
        ],
    },
    Case {
        source: COLUMN_MAJOR,
        words: "swizzle --kernel col --line 16",
        is_drawn: true,
        says: &["the tile has 32 rows (dimension 1) of 128 elements of f16 (dimension 0)."],
    },
    Case {
        source: COLUMN_MAJOR,
        words: "swizzle --kernel col --line 17",
        is_drawn: true,
        says: &["the tile has 32 rows (dimension 0) of 128 elements of f16 (dimension 1)."],
    },
    Case {
        source: COLUMN_MAJOR,
        words: "layout --kernel col -arch=sm_100a --line 18",
        is_drawn: true,
        says: &["The tile is in tensor memory; this is the layout of its loads."],
    },
    Case {
        source: COLUMN_MAJOR,
        words: "layout --kernel col --line 18",
        is_drawn: true,
        says: &["The tile is spread over "],
    },
    Case {
        source: "tests/conformance/library/views/gather_scatter.cu",
        words: "view --kernel test --arg i32[16] --arg i32[2]=[3,1] --arg out:i32[36] --arg i32[48] --line 71",
        is_drawn: false,
        says: &["a gather/scatter view has no grid of tiles"],
    },
];

/// Runs `tilec draw` with the words of a case, in a folder with the sources.
fn said(case: &Case, folder: &str) -> (bool, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawings").join(folder);
    fs::create_dir_all(&folder).expect("a folder");
    let source = if case.source.ends_with(".cu") {
        root().join(case.source)
    } else {
        fs::write(folder.join("kernel.cu"), case.source).expect("a file");
        folder.join("kernel.cu")
    };
    let words = [("PERSISTENT", PERSISTENT), ("LOTS", LOTS), ("DEEP", DEEP)];
    let words =
        words.iter().fold(case.words.to_owned(), |words, (name, meant)| words.replace(name, meant));
    let mut words = words.split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .arg("draw")
        .arg(words.next().expect("what to draw"))
        .arg(source)
        .args(words)
        .args((!case.words.contains("-arch")).then_some("-arch=sm_90a"))
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let is_drawn = output.status.success();
    let text = if is_drawn { output.stdout } else { output.stderr };
    (is_drawn, String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn pictures_say_what_is_so() {
    let mut failures = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let (is_drawn, text) = said(case, &number.to_string());
        let missing: Vec<&&str> = case.says.iter().filter(|part| !text.contains(**part)).collect();
        if is_drawn != case.is_drawn || !missing.is_empty() {
            failures.push(format!("{}: {missing:?} not in\n{text}", case.words));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A tile of a header and one of the kernel on lines with the same number.
#[test]
fn lines_of_headers_are_told_apart() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawings/lines");
    fs::create_dir_all(&folder).expect("a folder");
    let header = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\n__tile__ auto \
        start() { return ct::iota<ct::tile<int, ct::shape<64>>>(); }\n";
    fs::write(folder.join("helper.h"), header).expect("a file");
    let case = |words| Case {
        source: "#include \"helper.h\"\n__tile_global__ void kernel(int* out) {\n    auto i = start();\n    \
                 ct::store(out + i, i * i);\n}\n",
        words,
        is_drawn: true,
        says: &[],
    };
    let (is_drawn, text) = said(&case("layout --kernel kernel --line 4"), "lines");
    assert!(!is_drawn && text.contains(" helper.h:4: ") && text.contains(" line 4: "), "{text}");
    let (is_drawn, text) = said(&case("layout --kernel kernel --line helper.h:4"), "lines");
    assert!(is_drawn && text.contains(" of iota, helper.h:4\n"), "{text}");
    let (is_drawn, text) = said(&case("layout --kernel kernel --line kernel.cu:4"), "lines");
    assert!(!is_drawn && text.contains("choose one with --tile:\n"), "{text}");
}

/// The name of an output decides in any case.
#[test]
fn names_in_capitals_are_svg_too() {
    let case =
        Case { source: COPY, words: "view DEEP --line 16 -o x.SVG", is_drawn: true, says: &[] };
    let (is_drawn, text) = said(&case, "capitals");
    assert!(is_drawn, "{text}");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawings/capitals/x.SVG");
    assert!(read(&path).starts_with("<svg"));
}

/// The tiles that `tilec draw` lists have a name each.
#[test]
fn each_listed_tile_has_a_name() {
    let case = Case {
        source: "examples/attention/kernel.cu",
        words: "layout --kernel attention<bf16,64,64,64,true>",
        is_drawn: false,
        says: &[],
    };
    let (_, text) = said(&case, "names");
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--tile ")?.split_whitespace().next())
        .collect();
    let different: BTreeSet<&&str> = names.iter().collect();
    assert!(names.len() > 10 && different.len() == names.len(), "{text}");
}

fn of_persistent(words: &'static str) -> String {
    let case =
        Case { source: "examples/gemm_persistent/kernel.cu", words, is_drawn: true, says: &[] };
    let (is_drawn, text) = said(&case, "persistent");
    assert!(is_drawn, "{text}");
    text
}

/// Tile block `b` of 132 stores the tiles `b`, `b + 132`, ... of 32 rows of 32.
#[test]
fn each_tile_of_a_persistent_kernel_has_its_tile_block() {
    let text = of_persistent("blocks PERSISTENT");
    let rows: Vec<&str> = text.lines().skip(3).take(32).collect();
    for (row, cells) in rows.iter().enumerate() {
        let found: Vec<usize> = cells.split(' ').filter_map(|cell| cell.parse().ok()).collect();
        let expected: Vec<usize> = (0..16).map(|column| (row * 32 + column) % 132).collect();
        assert_eq!(found, expected, "{text}");
    }
    let text = of_persistent("view PERSISTENT --line 27");
    assert!(text.contains("Tile block 0 accesses 8 tiles: (0, 0), (4, 4), (8, 8), (12, 12), ..."));
    for (row, column) in [(0usize, 4), (4, 3), (4, 4), (7, 7)] {
        let (tile, block) = (format!("({row}, {column})"), (row * 32 + column) % 132);
        let expected = format!("tile {tile:12} {:16} ", format!("block {block}"));
        assert!(text.contains(&expected), "{expected} not in\n{text}");
    }
}

/// The clocks of one CTA are about those of the runs of its regions, as `tilec cost` counts them.
#[test]
fn loops_of_loops_have_their_time() {
    let svg = of_persistent("timeline PERSISTENT --format svg");
    let width = svg.split("width=\"").nth(1).and_then(|text| text.split('"').next());
    let width: f64 = width.and_then(|width| width.parse().ok()).expect("a width");
    assert!(width < 1000.0, "{width} pixels");
    let text = of_persistent("timeline PERSISTENT");
    let number = |text: &str| text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    let clocks = text.split("predicts ").nth(1).and_then(number).expect("clocks");
    let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
        .arg("cost")
        .arg(root().join("examples/gemm_persistent/kernel.cu"))
        .args(PERSISTENT.split_whitespace())
        .arg("-arch=sm_90a")
        .output()
        .expect("it runs");
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let region = |line: &str| {
        let mut cells = line.split_whitespace().skip(2).map(str::parse::<f64>);
        Some(cells.next()?.ok()? * cells.next()?.ok()?)
    };
    let (_, regions) = table.split_once("region ").expect("regions");
    let counted: f64 = regions.lines().skip(1).filter_map(region).sum();
    assert!((0.95..1.15).contains(&(clocks / counted)), "{clocks} and {counted}:\n{table}");
}
