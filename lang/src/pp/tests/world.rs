//! Headers of toolkits and host libraries: what is read of them, and which comes first.

use super::*;

/// A toolkit, the library of a host compiler, a third-party one, and one with tile code.
const FILES: [(&str, &str); 16] = [
    ("tk/cuda_runtime_api.h", "int runtime;\n#define RUNTIME 1\n"),
    ("tk/cuda_tile.h", "int theirs;\n#define THEIRS 1\n#define GENERAL 2\n#undef GENERAL\n"),
    ("tk/crt/../cuda_tile.h", "#define THEIRS 1\n"),
    ("tk/crt/inner.h", "#include \"../cuda_tile.h\"\n#define __global__ hidden\nint inner;\n"),
    (
        "tk/bad.h",
        "/* a\n#error in a comment\n*/\nconst char* s = R\"(\n#error in a string\n)\";\nint x = '\n",
    ),
    (
        "host/vector",
        "#include <bits/alloc.h>\n#include \"cuda_tile.h\"\nclass vector {\n#define VECTOR 1\n",
    ),
    ("host/bits/alloc.h", "#define ALLOC 1\nint alloc;\n"),
    ("lib/math.hpp", "int pure;\n#define PURE 1\n#include \"kernels.hpp\"\n"),
    ("lib/nested.hpp", "#include <vector>\nint nested;\n"),
    ("lib/kernels.hpp", "__tile__ int f();\n"),
    ("lib/words.hpp", "KERNEL void k();\n"),
    ("lib/not_words.hpp", "int not_words;\n"),
    ("sys/plain.h", "int plain;\n#define PLAIN 1\n"),
    ("sys/tiles.h", "#include \"cuda_tile.h\"\nint tiles;\n"),
    ("beside.h", "int beside;\n"),
    ("own/cuda_tile.h", "int replaced;\n"),
];

fn read(reading: Reading, text: &'static str) -> Outcome {
    let dirs = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut options = options();
    options.include_dirs = dirs(&["lib", "tk"]);
    options.system_dirs = dirs(&["sys"]);
    options.host_dirs = dirs(&["host"]);
    options.reading = reading;
    let mut files: Vec<(&str, &str)> = FILES.to_vec();
    files.push(("main.cu", text));
    run_with(&Files(files.into_iter().collect()), &options)
}

fn line(reading: Reading, text: &'static str) -> String {
    let outcome = read(reading, text);
    assert_eq!(outcome.codes(), Vec::<&str>::new(), "{:?}\n{text}", outcome.messages());
    outcome.line()
}

#[test]
fn of_foreign_headers_the_directives_are_obeyed() {
    let text =
        "#include <vector>\n#include <plain.h>\n#include <math.hpp>\nVECTOR ALLOC PLAIN PURE";
    assert_eq!(
        line(Reading::Program, text),
        "int detail; int cuda_tile; __tile__ int f(); 1 1 1 1"
    );
    assert_eq!(
        line(Reading::Libraries, text),
        "int detail; int cuda_tile; int pure; __tile__ int f(); 1 1 1 1"
    );
    let whole = "int alloc; int detail; int cuda_tile; class vector { int plain; int pure; __tile__ int f(); 1 1 1 1";
    assert_eq!(line(Reading::All, text), whole);
    assert_eq!(line(Reading::Program, "#include <bad.h>\nx"), "x");
}

#[test]
fn what_the_program_does_not_see_is_counted() {
    let n = |text| read(Reading::Program, text).result.n_skimmed;
    assert_eq!(n("#include \"beside.h\"\n#include \"kernels.hpp\""), 0);
    assert_eq!(n("#include <vector>\n#include <math.hpp>"), 2);
    // A header that is read in full includes one that is not.
    assert_eq!(read(Reading::Libraries, "#include <nested.hpp>").result.n_skimmed, 1);
    assert_eq!(read(Reading::All, "#include <nested.hpp>").result.n_skimmed, 0);
    // The toolkit's own may declare more than the compiler's.
    assert_eq!(n("#include <cuda_tile.h>"), 1);
}

#[test]
fn tile_code_is_read() {
    assert_eq!(
        line(Reading::Program, "#include <tiles.h>"),
        "int detail; int cuda_tile; int tiles;"
    );
    assert_eq!(line(Reading::Program, "#include \"beside.h\""), "int beside;");
    let text = "#define TILE __tile_global__\n#define KERNEL extern TILE\n#include <words.hpp>\n#include <not_words.hpp>";
    assert_eq!(line(Reading::Program, text), "extern __tile_global__ void k();");
    assert_eq!(line(Reading::Program, "#define KERNEL extern\n#include <words.hpp>"), "");
}

#[test]
fn the_compilers_own_headers_come_first() {
    let own = "int detail; int cuda_tile;";
    let text = "#include <cuda_tile.h>\nTHEIRS GENERAL";
    assert_eq!(line(Reading::Program, text), format!("{own} 1 1 / 1"));
    assert_eq!(line(Reading::All, text), format!("{own} 1 1 / 1"));
    // Beside a header of the toolkit, and past its macros of the language's words.
    let text = "#include <crt/inner.h>\n__global__ THEIRS";
    assert_eq!(line(Reading::Program, text), format!("{own} __global__ 1"));
    // In a folder that is not a toolkit, the user's own choice.
    let mut options = options();
    options.include_dirs = vec!["own".to_owned()];
    let mut files: Vec<(&str, &str)> = FILES.to_vec();
    files.push(("main.cu", "#include <cuda_tile.h>"));
    let outcome = run_with(&Files(files.into_iter().collect()), &options);
    assert_eq!(outcome.line(), "int replaced;");
}

#[test]
fn the_tokens_of_foreign_headers_are_known() {
    let outcome = read(Reading::All, "int a;\n#include <plain.h>\nint b;\n#include <vector>\n};");
    let texts: Vec<String> = outcome
        .result
        .foreign
        .iter()
        .map(|range| {
            let tokens = &outcome.result.tokens[range.start as usize..range.end as usize];
            tokens
                .iter()
                .map(|token| outcome.interner.text(token.name))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(texts, ["int plain ;", "int alloc ;", "class vector {"]);
}
