//! The coverage of the API reference, entity by entity: `docs/api-coverage.md`, and of what later releases add:
//! `docs/api-coverage-13.5.md`.
//!
//! In: lists of entities in `tests/conformance/library`, and the `// rows:` and `// refuses:` lines of the conformance
//! cases. A case that names no row of a list fails. `just bless` writes the pages.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tilec_tests as tests;
use tilec_tests::conformance::{Conformance, Kind};

/// A list of entities and its page.
struct Table {
    rows: &'static str,
    page: &'static str,
    /// What the list was made from, beside the repository.
    reference: &'static str,
    title: &'static str,
    about: &'static str,
    /// So many rows no case uses, no case runs and no case shows to refuse: the numbers can only fall.
    missing: [usize; 3],
}

const TABLES: &[Table] = &[
    Table {
        rows: "tests/conformance/library/rows.txt",
        page: "docs/api-coverage.md",
        reference: "api.tsv",
        title: "The library, entity by entity",
        about: "The rows are the entities and overloads of chapter 2 of the CUDA Tile C++ API reference.",
        missing: [0, 0, 0],
    },
    Table {
        rows: "tests/conformance/library/rows-13.5.txt",
        page: "docs/api-coverage-13.5.md",
        reference: "api-13.5.tsv",
        title: "The library since CUDA 13.4, entity by entity",
        about: "The rows are the entities and overloads that CUDA 13.4 and 13.5 add or change.",
        missing: [0, 0, 0],
    },
];

const USES: &str = "\
A case *uses* a row if it does not compile without that entity; at least one of the cases of a function, an operator or a member runs. A case *refuses* a row if its program violates the constraint of that row and the compiler reports an error or a `requires` expression is false.
The files are in `tests/conformance`.
";

struct Section {
    title: String,
    rows: Vec<Row>,
}

struct Row {
    id: String,
    name: String,
    kind: String,
    is_constrained: bool,
}

impl Row {
    /// Whether it does something when a program runs.
    fn is_executed(&self) -> bool {
        matches!(self.kind.as_str(), "function" | "operator" | "member")
    }
}

/// Names of cases, as paths below `tests/conformance`.
#[derive(Default)]
struct Covered {
    uses: Vec<String>,
    /// Those of `uses` that run.
    runs: Vec<String>,
    refuses: Vec<String>,
}

fn read_rows(table: &Table) -> Vec<Section> {
    let rows = table.rows;
    let text = fs::read_to_string(tests::root().join(rows)).expect("the table is there");
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            sections.push(Section { title: title.to_owned(), rows: Vec::new() });
            continue;
        }
        let mut parts = line.splitn(4, " | ").map(str::to_owned);
        let (Some(id), Some(name), Some(kind)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("{rows}: {line}");
        };
        let section = sections.last_mut().expect("a row stands below a title");
        section.rows.push(Row { id, name, kind, is_constrained: parts.next().is_some() });
    }
    sections
}

/// The rows of all lists.
fn all_rows() -> Vec<Section> {
    TABLES.iter().flat_map(read_rows).collect()
}

/// Every case under the rows of all lists that it names, and what is wrong with such names.
fn read_cases() -> (BTreeMap<String, Covered>, Vec<String>) {
    let sections = all_rows();
    let rows = sections.iter().flat_map(|section| &section.rows);
    let mut covered: BTreeMap<String, Covered> =
        rows.map(|row| (row.id.clone(), Covered::default())).collect();
    let mut unknown = Vec::new();
    let root = tests::root().join("tests/conformance");
    for path in tests::files("tests/conformance", "cu") {
        // What else may be wrong with a case is the conformance test's.
        let Ok(case) = Conformance::read(&path) else { continue };
        let shown = path.strip_prefix(&root).expect("below the root").display().to_string();
        for (ids, is_use) in [(&case.rows, true), (&case.refuses, false)] {
            for id in ids {
                match covered.get_mut(id) {
                    None => unknown.push(format!("{shown}: no row `{id}` in a list")),
                    Some(covered) if is_use => {
                        if matches!(case.kind, Kind::Runs) {
                            covered.runs.push(shown.clone());
                        }
                        covered.uses.push(shown.clone());
                    }
                    Some(covered) => covered.refuses.push(shown.clone()),
                }
            }
        }
    }
    (covered, unknown)
}

fn links(paths: &[String]) -> String {
    let link = |path: &String| {
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        format!("[{name}](../tests/conformance/{path})")
    };
    paths.iter().map(link).collect::<Vec<_>>().join(" ")
}

fn page(table: &Table, sections: &[Section], covered: &BTreeMap<String, Covered>) -> String {
    let note = "<!-- generated by tests/tests/api.rs from the conformance cases; `just bless` rewrites it -->";
    let mut page = format!("# {}\n\n{note}\n\n{}\n{USES}\n", table.title, table.about);
    let missing = missing(sections, covered);
    let rows: usize = sections.iter().map(|section| section.rows.len()).sum();
    let constrained = sections.iter().flat_map(|section| &section.rows);
    let constrained = constrained.filter(|row| row.is_constrained).count();
    let functions = sections.iter().flat_map(|section| &section.rows);
    let functions = functions.filter(|row| row.is_executed()).count();
    let (unused, unrun, unrefused) =
        (missing.uses.len(), missing.runs.len(), missing.refuses.len());
    let _ = writeln!(
        page,
        "Used: {} of {rows} rows. Run: {} of {functions} functions, operators and members. Refused: {} of {constrained} rows with a constraint.\n",
        rows - unused,
        functions - unrun,
        constrained - unrefused
    );
    for section in sections {
        let _ = writeln!(page, "## {}\n", section.title);
        page.push_str(
            "| row | entity | | used by | refused by |\n| --- | --- | --- | --- | --- |\n",
        );
        for Row { id, name, kind, is_constrained } in &section.rows {
            let cases = &covered[id];
            let or_missing = |cases: &[String], is_needed: bool| match cases {
                [] if is_needed => "*no case*".to_owned(),
                cases => links(cases),
            };
            let name = name.replace('|', "\\|");
            let uses = or_missing(&cases.uses, true);
            let refuses = or_missing(&cases.refuses, *is_constrained);
            let _ = writeln!(page, "| {id} | `{name}` | {kind} | {uses} | {refuses} |");
        }
        page.push('\n');
    }
    page
}

/// The rows that no case uses, those to execute that no case runs, and those with a constraint that
/// no case shows to refuse.
fn missing(sections: &[Section], covered: &BTreeMap<String, Covered>) -> Covered {
    let mut missing = Covered::default();
    for row in sections.iter().flat_map(|section| &section.rows) {
        let cases = &covered[&row.id];
        if cases.uses.is_empty() {
            missing.uses.push(format!("{} {}", row.id, row.name));
        }
        if cases.runs.is_empty() && row.is_executed() {
            missing.runs.push(format!("{} {}", row.id, row.name));
        }
        if cases.refuses.is_empty() && row.is_constrained {
            missing.refuses.push(format!("{} {}", row.id, row.name));
        }
    }
    missing
}

#[test]
fn cases_name_their_rows() {
    let (_, unknown) = read_cases();
    assert!(unknown.is_empty(), "{} wrong names\n{}", unknown.len(), unknown.join("\n"));
}

/// The tables of the reference that the rows were taken from, where they lie beside the repository:
/// their columns are an ID, a section, a name, a kind and more.
#[test]
fn the_rows_are_those_of_the_reference() {
    for table in TABLES {
        let path = tests::root().join("../shared/spec").join(table.reference);
        let Ok(reference) = fs::read_to_string(path) else {
            return tests::skip::skip("the table of the reference is not beside the repository");
        };
        let sections = read_rows(table);
        let rows = sections.iter().flat_map(|section| &section.rows);
        let rows: Vec<[&str; 3]> = rows.map(|row| [&*row.id, &*row.name, &*row.kind]).collect();
        let ids: Vec<String> = reference.lines().skip(1).map(plain_id).collect();
        let reference = reference.lines().skip(1).zip(&ids).filter_map(|(line, id)| {
            let columns: Vec<&str> = line.split('\t').collect();
            Some([id.as_str(), *columns.get(2)?, *columns.get(3)?])
        });
        assert_eq!(rows, reference.collect::<Vec<_>>());
    }
}

/// The ID of a row of the reference, whose number may begin with zeros.
fn plain_id(line: &str) -> String {
    let id = line.split('\t').next().unwrap_or_default();
    match id.rsplit_once('-') {
        Some((section, number)) => format!("{section}-{}", number.trim_start_matches('0')),
        None => id.to_owned(),
    }
}

#[test]
fn no_more_is_missing_than_is_known() {
    let (covered, _) = read_cases();
    for table in TABLES {
        let missing = missing(&read_rows(table), &covered);
        let lists = [&missing.uses, &missing.runs, &missing.refuses];
        let whats = ["no case", "no case that runs", "no case that refuses"];
        for ((list, what), known) in lists.into_iter().zip(whats).zip(table.missing) {
            assert_eq!(list.len(), known, "{}: {what}: {list:?}", table.rows);
        }
    }
}

#[test]
fn the_pages_are_written() {
    let (covered, _) = read_cases();
    for table in TABLES {
        let page = page(table, &read_rows(table), &covered);
        let path = tests::root().join(table.page);
        if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
            fs::write(&path, &page).expect("the page is writable");
        }
        let written = fs::read_to_string(&path).expect("the page is there");
        assert!(
            written == page,
            "{} is not what the cases say: `just bless` writes it",
            table.page
        );
    }
}
