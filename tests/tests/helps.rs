//! The code in the help texts of the library's headers compiles: each piece between backticks is an
//! expression over the names that help texts use.

use std::fs;
use std::path::{Path, PathBuf};

use lang::base::Severity;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_text, rendered};

const HEAD: &str = "\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include \"cuda_tile.h\"
using namespace cuda::tiles;
using namespace cuda::tiles::literals;
";

/// What `x` and `y` may be; `mask` and `index` have their shapes.
const OPERANDS: [(&str, &str); 9] = [
    ("int", "8"),
    ("float", "8"),
    ("bool", "8"),
    ("int", "4, 1"),
    ("float", "2, 4"),
    ("float", "2, 4, 4"),
    ("float", "1, 2"),
    ("float", "1"),
    ("float", "16, 16"),
];

/// Names of entities alone, which are not expressions.
fn is_expression(code: &str) -> bool {
    code.contains(['(', '{']) && !code.starts_with('#')
}

/// The code of a help with arguments for its placeholders: the type of `x`, that of its elements, and the lengths of `x`.
fn with_arguments(code: &str) -> String {
    let mut lengths = ["2", "4"].into_iter();
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        out.push_str(before);
        let doubled = ["{{", "}}"].iter().find_map(|two| brace.strip_prefix(two));
        let (argument, after) = match (doubled, brace.split_once('}')) {
            (Some(after), _) => (&brace[..1], after),
            (None, Some(("{", after))) => (lengths.next().unwrap_or("1"), after),
            (None, Some((name, after)))
                if name.contains("element of") || name == "{_O" || name == "{_E" =>
            {
                ("float", after)
            }
            (None, Some((name, after))) if name.contains("shape of") => ("elements", after),
            (None, Some((_, after))) => ("tile<float, elements>", after),
            (None, None) => panic!("a brace without its partner: {code}"),
        };
        out.push_str(argument);
        rest = after;
    }
    out + rest
}

/// The pieces of code in a help text, with the header that has it.
fn pieces() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![tests::root().join("stdlib/include")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("the folder is there");
        for path in entries.map(|entry| entry.expect("readable").path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("headers are text");
            for attribute in text.split("[[tilec::help(").skip(1) {
                let help = attribute.split('"').nth(1).unwrap_or_default();
                let codes = help.split('`').skip(1).step_by(2).map(with_arguments);
                found.extend(codes.filter(|code| is_expression(code)).map(|c| (path.clone(), c)));
            }
            let comments: Vec<&str> = text.lines().map(str::trim).collect();
            for (at, line) in comments.iter().enumerate() {
                let Some((_, help)) = line.split_once("/// Help: ") else { continue };
                let rest = comments[at + 1..].iter().map_while(|line| line.strip_prefix("/// "));
                let help: Vec<&str> = [help].into_iter().chain(rest).collect();
                let help = help.join(" ");
                let codes = help.split('`').skip(1).step_by(2).map(str::to_owned);
                found.extend(codes.filter(|code| is_expression(code)).map(|c| (path.clone(), c)));
            }
        }
    }
    found.sort();
    found.dedup_by(|a, b| a.1 == b.1);
    found
}

/// A program with a piece of code where `x` is of a type.
fn program(code: &str, (element, shape): (&str, &str)) -> String {
    format!(
        "{HEAD}
__tile_global__ void kernel({element}* q, int n, int rows, int columns, int i, int j) {{
    using elements = shape<{shape}>;
    auto x = full<tile<{element}, elements>>({element}(1));
    [[maybe_unused]] auto y = x;
    [[maybe_unused]] auto values = x, a = x, b = x, acc = x;
    [[maybe_unused]] auto index = full<tile<int, elements>>(1);
    [[maybe_unused]] auto p = q + index;
    [[maybe_unused]] auto pointers = p;
    [[maybe_unused]] auto mask = index > 0;
    [[maybe_unused]] auto padding = {element}(0);
    [[maybe_unused]] partition_view v{{tensor_span{{q, extents{{rows, columns}}}}, elements{{}}}};
    static_cast<void>({code});
}}
"
    )
}

#[test]
fn code_in_helps_compiles() {
    let pieces = pieces();
    assert!(pieces.len() >= 60, "{} pieces", pieces.len());
    let mut failures = Vec::new();
    for (path, code) in pieces {
        let header: &Path = path.strip_prefix(tests::root()).unwrap_or(&path);
        let mut last = String::new();
        let compiles = OPERANDS.iter().any(|operand| {
            let elements = operand.1.split(',').count();
            // The view has two axes.
            let text = match elements {
                2 => program(&code, *operand),
                _ => program(&code, *operand).replace("partition_view v{", "// {"),
            };
            let compiled = compile_text(&text, "sm_90a", Stage::Lower);
            let is_fine = !compiled.diagnostics.iter().any(|d| d.severity >= Severity::Error);
            last = rendered(&compiled);
            is_fine
        });
        if !compiles {
            failures.push(format!("{}: `{code}`\n{last}", header.display()));
        }
    }
    assert!(failures.is_empty(), "{} pieces\n{}", failures.len(), failures.join("\n"));
}
