//! [cpp.include], the command line, tokens on their way out, documentation comments.

use super::*;

fn run_files(files: &[(&'static str, &'static str)], options: &PpOptions) -> Outcome {
    run_with(&Files(files.iter().copied().collect()), options)
}

#[test]
fn search_order() {
    let files = [
        ("main.cu", "#include \"sub/a.h\"\n#include <b.h>\n#include <c.h>\n"),
        ("sub/a.h", "#include \"b.h\"\n"),
        ("sub/b.h", "sub_b\n"),
        ("inc/b.h", "inc_b\n"),
        ("sys/b.h", "sys_b\n"),
        ("sys/c.h", "sys_c\n#warning quiet\n#include \"d.h\"\n"),
        ("sys/d.h", "sys_d\n#warning quiet too\n"),
    ];
    let mut options = options();
    options.include_dirs.push("inc".into());
    options.system_dirs.push("sys".into());
    let outcome = run_files(&files, &options);
    assert_eq!(outcome.codes(), [""; 0]);
    assert_eq!(outcome.line(), "sub_b inc_b sys_c sys_d");
    let deps: Vec<_> =
        outcome.result.dependencies.iter().map(|d| (d.path.to_string(), d.is_system)).collect();
    let expected = [
        ("main.cu", false),
        ("sub/a.h", false),
        ("sub/b.h", false),
        ("inc/b.h", false),
        ("sys/c.h", true),
        ("sys/d.h", true),
    ];
    assert_eq!(deps, expected.map(|(path, is_system)| (path.to_string(), is_system)));
    assert!(outcome.result.includes.iter().all(|include| include.file.is_some()));
    assert_eq!(outcome.result.main_file, Some(FileId(0)));
}

#[test]
fn include_next_goes_on_behind() {
    let files = [
        ("main.cu", "#include <x.h>\n"),
        ("a/x.h", "a_x\n#include_next <x.h>\n#if __has_include_next(<x.h>)\nmore\n#endif\n"),
        ("b/x.h", "b_x\n"),
    ];
    let mut options = options();
    options.include_dirs.extend(["a".into(), "b".into()]);
    assert_eq!(run_files(&files, &options).line(), "a_x b_x more");
}

#[test]
fn embedded_headers_are_found_last() {
    assert_eq!(
        expand("#include <cuda_tile.h>\n#include \"cuda_tile.h\"\nGENERAL"),
        "int detail; int cuda_tile; 1 / 1"
    );
    let outcome = run("#include <cuda_tile.h>");
    assert_eq!(outcome.result.dependencies.len(), 1);
    assert!(outcome.result.includes.iter().all(|include| !include.span.is_none()));
}

#[test]
fn a_file_is_entered_once() {
    let files = [
        (
            "main.cu",
            "#include \"g.h\"\n#include \"g.h\"\n#include \"o.h\"\n#include \"./o.h\"\n#include \"d/../d.h\"\n#include \"d.h\"\n#include \"n.h\"\n#include \"n.h\"\n",
        ),
        ("g.h", "// guarded\n#ifndef G_H\n#define G_H\n#if 1\ng\n#else\n#endif\n#endif // G_H\n"),
        ("o.h", "#pragma once\no\n"),
        ("d.h", "#if !defined(D_H)\n#define D_H\nd\n#endif\n"),
        ("d/../d.h", "#if !defined(D_H)\n#define D_H\nd\n#endif\n"),
        ("n.h", "#ifndef N_H\n#define N_H\nn\n#else\nagain\n#endif\n"),
    ];
    let outcome = run_files(&files, &options());
    assert_eq!(outcome.line(), "g o d n again");
    let entered = |path: &str| outcome.map.files().iter().filter(|f| &*f.path == path).count();
    assert_eq!((entered("g.h"), entered("o.h"), entered("n.h")), (1, 1, 2));
    assert_eq!(entered("d.h") + entered("d/../d.h"), 1);
}

#[test]
fn missing_headers() {
    let files = [
        (
            "main.cu",
            "#include \"helpr.h\"\n#include <vector>\n#include <cuda_tiel.h>\n#include \"lib/utl.h\"\n#include \"zzz\"\n",
        ),
        ("helper.h", ""),
        ("lib/util.h", ""),
    ];
    let outcome = run_files(&files, &options());
    assert_eq!(
        outcome.codes(),
        [
            "missing-header",
            "missing-system-header",
            "missing-system-header",
            "missing-header",
            "missing-header",
        ]
    );
    let fixes: Vec<_> = outcome
        .result
        .diagnostics
        .iter()
        .map(|d| d.fixes.first().map_or("", |fix| fix.edits[0].text.as_str()))
        .collect();
    assert_eq!(fixes, ["\"helper.h\"", "", "<cuda_tile.h>", "\"lib/util.h\"", ""]);
    assert_eq!(outcome.result.diagnostics.iter().nth(1).unwrap().severity, Severity::Remark);
    let missing = run_files(&[], &options());
    assert_eq!(missing.codes(), ["missing-header"]);
    assert_eq!(missing.result.tokens.len(), 1);
}

#[test]
fn header_names() {
    assert_eq!(expand("#define H <cuda_tile.h>\n#include H\n"), "int detail; int cuda_tile;");
    assert_eq!(expand("#define H \"cuda_tile.h\"\n#include H\n"), "int detail; int cuda_tile;");
    for text in ["#include", "#include x", "#include <x", "#include \"\"", "#include 3"] {
        assert_eq!(codes_of(text), ["include-syntax"], "{text}");
    }
    assert_eq!(
        run("#include <sys//it's.h> // x").messages(),
        ["header <sys//it's.h> is not available"]
    );
    assert_eq!(codes_of("#include \"cuda_tile.h\" x"), ["extra-tokens"]);
}

#[test]
fn includes_end() {
    let files = [("main.cu", "#include \"main.cu\"\nx\n")];
    let outcome = run_files(&files, &options());
    assert_eq!(outcome.codes(), ["include-limit"]);
    let files = [("main.cu", "#include \"main.cu\"\n#include \"main.cu\"\n")];
    assert_eq!(run_files(&files, &options()).codes(), ["include-limit"]);
}

#[test]
fn conditionals_and_calls_do_not_leave_their_file() {
    let files = [
        ("main.cu", "#include \"open.h\"\n#include \"close.h\"\n"),
        ("open.h", "#if 1\n"),
        ("close.h", "#endif\n"),
    ];
    let codes = run_files(&files, &options()).codes();
    assert_eq!(codes, ["unterminated-conditional", "unbalanced-conditional"]);
    let files = [
        ("main.cu", "#define F(x) <x>\n#include \"call.h\"\n(1) F(\n#include \"arg.h\"\n)"),
        ("call.h", "F\n"),
        ("arg.h", "argument\n"),
    ];
    let outcome = run_files(&files, &options());
    assert_eq!(outcome.line(), "F (1) <argument>");
}

#[test]
fn the_command_line() {
    let mut options = options();
    options.macros = vec![
        MacroOption::Define("A".into()),
        MacroOption::Define("B=x y".into()),
        MacroOption::Define("F(x)=x+1".into()),
        MacroOption::Define("C=1".into()),
        MacroOption::Undefine("C".into()),
        MacroOption::Undefine("__linux__".into()),
    ];
    options.forced_includes.push("forced.h".into());
    let files = [("main.cu", "A B F(2) C __linux__ FORCED"), ("forced.h", "#define FORCED 9\n")];
    let outcome = run_files(&files, &options);
    assert_eq!(outcome.line(), "1 x y 2+1 C __linux__ 9");
    options.forced_includes = vec!["absent.h".into()];
    assert_eq!(run_files(&files, &options).codes(), ["missing-header"]);
}

#[test]
fn literals_leave_well_formed() {
    use TokenKind::*;
    let outcome = run("1 2.5f 10_ic 1.5_x 'a' \"b\" 'c'_x \"d\"_x");
    let kinds: Vec<_> = outcome.result.tokens.iter().map(|token| token.kind).collect();
    assert_eq!(
        kinds,
        [
            IntLit,
            FloatLit,
            UserDefinedInt,
            UserDefinedFloat,
            CharLit,
            StringLit,
            UserDefinedChar,
            UserDefinedString,
            Eof
        ]
    );
    let outcome = run("089 '' \"\\x\" @ \"open\n'open\nR\"(open");
    assert_eq!(
        outcome.codes(),
        [
            "invalid-number",
            "empty-character",
            "invalid-escape",
            "stray-character",
            "unterminated-literal",
            "unterminated-literal",
            "unterminated-raw-string"
        ]
    );
    assert_eq!(outcome.line(), "0 '?' \"\" \"\" '?' \"\"");
    assert_eq!(codes_of("\"\\q\" \"\\q\""), ["unknown-escape"; 2]);
    assert_eq!(codes_of("/* no end"), ["unterminated-comment"]);
}

#[test]
fn documentation_is_found_again() {
    let text = "/// Adds\n/// tiles.\nint add;\n\nint none;\n/** Stars. */ int stars; ///< after\nint last;\n";
    let outcome = run(text);
    let doc = |name: &str| {
        let at = outcome.result.tokens.iter().position(|t| outcome.interner.text(t.name) == name);
        let start = outcome.result.tokens[at.unwrap() - 1].span.lo;
        outcome.result.docs.before(&outcome.map, start)
    };
    assert_eq!(doc("add").as_deref(), Some("Adds\ntiles."));
    assert_eq!(doc("none"), None);
    assert_eq!(doc("stars").as_deref(), Some("Stars."));
    assert_eq!(doc("last"), None);
    assert_eq!(outcome.result.docs.iter().filter(|doc| doc.trailing).count(), 1);
}

#[test]
fn definitions_are_listed() {
    let outcome = run("#define A(x) x + 1\n");
    let names: Vec<_> = outcome.result.macros.iter().map(|m| outcome.map.text(m.span)).collect();
    assert_eq!(names.last(), Some(&"A(x) x + 1"));
}
