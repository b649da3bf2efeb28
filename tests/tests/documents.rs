//! The pages of `docs/errors` are what they say they are: the first block of a page is reported
//! with the page's code and nothing else, and every further block is the same, corrected.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use lang::base::{Code, Severity};
use tilec::warning::WarningOptions;
use tilec::{Compiled, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{Sources, with_stack};

/// Codes whose example is not a program that reports them here, with the reason.
const UNTRIED: &[(&str, &str)] = &[
    ("E0207", "is abridged"),
    ("E0213", "is generated"),
    ("E0322", "is about the command line"),
    ("E0405", "is the reason in a note of another error"),
    ("E0414", "is the reason in a note of another error"),
    ("E0418", "needs thousands of declarations"),
    ("E0580", "guards what no known program reaches"),
    ("E0585", "is generated"),
    ("E0589", "needs a wrong installation"),
    ("E0590", "is generated"),
    ("E0599", "is a defect of the compiler"),
    ("E0605", "is reported of modules that were not read from text"),
    ("E0626", "is generated"),
    ("E0640", "is about bytecode"),
    ("E0641", "is about bytecode"),
    ("E0642", "is about bytecode"),
    ("E0643", "is about bytecode"),
    ("E0644", "is about bytecode"),
    ("E0645", "is about bytecode"),
    ("E0646", "is about bytecode"),
    ("E0647", "is about bytecode"),
    ("E0648", "is about bytecode"),
    ("E0649", "is about bytecode"),
    ("E0701", "depends on the target"),
    ("E0703", "is about Tile IR"),
    ("E0710", "is a remark"),
    ("E0711", "is a remark"),
    ("E0712", "is a remark"),
    ("E0720", "is about schedules"),
    ("E0790", "is a defect of the compiler"),
    ("E0801", "is reported by a run"),
    ("E0802", "is reported by a run"),
    ("E0803", "is about the command line"),
    ("E0804", "is about the command line"),
    ("E0805", "is about the command line"),
    ("E0806", "is about the command line"),
    ("E0807", "is about the command line"),
    ("E0808", "is about host code"),
    ("E0809", "is about host code"),
    ("E0810", "is about the command line"),
    ("E0811", "is about whole programs"),
    ("E0812", "is about whole programs"),
    ("E0813", "is about whole programs"),
    ("E0814", "is about whole programs"),
    ("E0815", "is about whole programs"),
    ("E0817", "is about whole programs"),
    ("E0818", "is about whole programs"),
];

/// Codes whose example shows what is wrong with the compiler. Each must fail here; once it does
/// not, its row goes.
const KNOWN_BUGS: &[(&str, &str)] = &[];

/// Codes whose example ends the compiler, so that it cannot be tried.
const FATAL: &[(&str, &str)] = &[];

/// The pages of lexer and preprocessor are tried in `lang`.
const FIRST_OF_PARSER: &str = "E0200";

/// Pages before it are compiled as far as tile IR.
const FIRST_OF_BACK_END: &str = "E0700";

/// The code blocks of a page: the file that they would be, and their text.
fn blocks(page: &str) -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    for part in page.split("```").skip(1).step_by(2) {
        let (language, text) = part.split_once('\n').unwrap_or_default();
        let name = match language {
            "cpp" => "kernel.cu",
            "mlir" => "kernel.tir",
            "text" => continue,
            other => panic!("a block of `{other}`"),
        };
        blocks.push((name, text.to_owned()));
    }
    blocks
}

fn compile(id: &str, name: &'static str, text: String) -> Compiled {
    let wants_ptx = id >= FIRST_OF_BACK_END;
    // An example for a target says so.
    let arch = if text.contains("--arch sm_80") { "sm_80" } else { "sm_90a" };
    let mut session = tilec_tests::compile::session(arch);
    session.preprocessor.simt_preview = text.contains("--tile-preview=simt");
    // Pages show warnings that are off too.
    session.warnings = WarningOptions::new(&warnings_of(id), false);
    let sources = Sources(vec![(name, text)]);
    let stage = if wants_ptx { Stage::Ptx } else { Stage::Lower };
    with_stack(|| tilec::compile(&session, &sources, name, stage))
}

/// What turns the warning of a page on.
fn warnings_of(id: &str) -> Vec<String> {
    let code = tests::codes().find(|code| code.id == id && code.severity == Severity::Warning);
    code.map(|code| code.slug.to_owned()).into_iter().collect()
}

fn reported(compiled: &Compiled) -> BTreeSet<String> {
    let all = compiled.diagnostics.iter();
    let seen = all.filter(|diagnostic| diagnostic.severity > Severity::Remark);
    seen.map(|diagnostic| format!("{}: {}", diagnostic.code.id, diagnostic.message)).collect()
}

/// What is wrong with a page.
fn failures(id: &str, page: &str) -> Vec<String> {
    let blocks = blocks(page);
    let Some(((name, wrong), corrected)) = blocks.split_first() else {
        return vec![format!("{id}: no example")];
    };
    let mut failures = Vec::new();
    let found = reported(&compile(id, name, wrong.clone()));
    if found.is_empty() || !found.iter().all(|found| found.starts_with(id)) {
        failures.push(format!("{id}: the example reports {found:?}"));
    }
    for (name, text) in corrected {
        let found = reported(&compile(id, name, text.clone()));
        if !found.is_empty() {
            failures.push(format!("{id}: the corrected example reports {found:?}"));
        }
    }
    failures
}

#[test]
fn examples_report_their_code_and_the_fix_corrects_them() {
    let is_in = |rows: &[(&str, &str)], id: &str| rows.iter().any(|(row, _)| *row == id);
    let mut all = Vec::new();
    for path in tests::files("docs/errors", "md") {
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if id.as_str() < FIRST_OF_PARSER || is_in(UNTRIED, &id) || is_in(FATAL, &id) {
            continue;
        }
        let page = fs::read_to_string(&path).expect("the file was listed");
        let found = failures(&id, &page);
        match (is_in(KNOWN_BUGS, &id), found.is_empty()) {
            (false, _) => all.extend(found),
            (true, true) => all.push(format!("{id}: no bug any more: remove it from KNOWN_BUGS")),
            (true, false) => {}
        }
    }
    assert!(all.is_empty(), "{} failures\n{}", all.len(), all.join("\n"));
}

const WARNINGS: &str = "docs/warnings.md";

const WARNINGS_HEADER: &str = "\
# Warnings

Generated by `tests/tests/documents.rs` from `tilec/src/warning.rs`; `just bless` rewrites it.

`-WNAME` shows a warning, `-Wno-NAME` leaves it out, `-Werror=NAME` makes it an error; `-Wall`, `-Wextra`, `-Wconversion`, `-Wperformance`
and `-Weverything` show the warnings of a group. The name of a warning counts more than that of a group. `-w` leaves out all
warnings, `-Werror` makes errors of those that are shown. `#pragma GCC diagnostic`, `#pragma clang diagnostic` and
`#pragma nv_diag_suppress` do the same for a part of a file, the last one by the number that nvcc has for the warning.
A warning of a body is about every specialisation that was compiled: what depends on template arguments is not reported.

| name | code | shown | also called | nvcc |
|---|---|---|---|---|
";

/// The table of all warnings.
fn warnings_page() -> String {
    let mut page = WARNINGS_HEADER.to_owned();
    let listed = |names: &[&str]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    for row in tilec::warning::documented() {
        let groups: Vec<String> = row.groups.iter().map(|group| format!("-W{group}")).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        let shown = if row.is_on { "always".to_owned() } else { listed(&groups) };
        let others: Vec<&str> =
            row.names.iter().copied().filter(|name| *name != row.code.slug).collect();
        let Code { id, slug, .. } = row.code;
        let (others, nvcc) = (listed(&others), row.nvcc.join(", "));
        let _ =
            writeln!(page, "| `{slug}` | [{id}](errors/{id}.md) | {shown} | {others} | {nvcc} |");
    }
    page
}

#[test]
fn the_page_of_warnings_has_them_all() {
    let path = tests::root().join(WARNINGS);
    let page = warnings_page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(&path, page).expect("the page is writable");
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{WARNINGS} is out of date: run `just bless` and read the diff");
}

#[test]
fn every_page_names_its_code_and_severity() {
    for code in tests::codes() {
        let path = tests::root().join(format!("docs/errors/{}.md", code.id));
        let page = fs::read_to_string(&path).unwrap_or_default();
        let severity = match code.severity {
            Severity::Remark => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Bug => "bug",
        };
        let title = format!("# {}: {} ({severity})\n\n", code.id, code.slug);
        assert!(
            page.starts_with(&title),
            "{}: the title is not `{}`",
            path.display(),
            title.trim()
        );
        for part in ["\n## Example\n\n", "\n## What to do\n\n"] {
            assert!(page.contains(part), "{}: no `{}`", path.display(), part.trim());
        }
    }
}
