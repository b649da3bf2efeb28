//! Every public entity of the library is documented, and `docs/api` is what its comments say.

use std::fs;

use tilec_tests as tests;
use tilec_tests::api_pages::{HEADERS, Public, compile_library, index, page, page_name, public};

const ROWS: &[&str] =
    &["tests/conformance/library/rows.txt", "tests/conformance/library/rows-13.5.txt"];
const FOLDER: &str = "docs/api";

/// A row of the table of the reference's entities.
struct Row {
    id: String,
    name: String,
    kind: String,
}

/// Rows that the library does not have yet: the list can only become shorter.
const MISSING: &[&str] =
    &["13.5-43 experimental::fixedString (class)", "13.5-44 experimental::multi_outputs (class)"];

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for table in ROWS {
        let text = fs::read_to_string(tests::root().join(table)).expect("the table is there");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '=']));
        let row = |line: &str| {
            let mut parts = line.splitn(4, " | ").map(str::to_owned);
            Some(Row { id: parts.next()?, name: parts.next()?, kind: parts.next()? })
        };
        rows.extend(lines.map(|line| row(line).unwrap_or_else(|| panic!("{table}: {line}"))));
    }
    rows
}

/// The classes that a view inherits its members from.
const OF_VIEWS: &[&str] = &["__view_interface", "__view_reductions"];

/// The names under which a row may be documented: its own, and of a member of a view those of the classes that have
/// it.
fn names_of(row: &str) -> Vec<String> {
    let mut names = vec![row.to_owned()];
    if let Some((class, member)) = row.split_once("::")
        && class.ends_with("_view")
    {
        names.extend(OF_VIEWS.iter().map(|class| format!("{class}::{member}")));
    }
    names
}

/// Whether an entity is the one of a row, which may name it by the end of its path. A conversion
/// function's target is a template parameter of any name, a specialisation is its template's.
fn is_named(item: &Public<'_>, name: &str) -> bool {
    let plain = |path: &str| -> String {
        let path = path.split_once("operator ").map_or(path, |(scope, _)| scope);
        let is_specialisation = path.ends_with('>') && !path.contains("operator");
        let end = if is_specialisation { path.find('<') } else { None };
        path[..end.unwrap_or(path.len())].to_owned()
    };
    let (path, name) = (plain(&item.path), plain(name));
    path == name || path.strip_suffix(&name).is_some_and(|scope| scope.ends_with("::"))
}

/// Whether a row is a member that the wrappers of enumerators inherit; the comment of their `type`
/// says so.
fn is_inherited(name: &str) -> bool {
    let Some((class, member)) = name.split_once("::") else { return false };
    let is_member = matches!(member, "value_type" | "value" | "operator()");
    class.ends_with("_constant") && (is_member || member.starts_with("operator "))
}

#[test]
fn every_public_entity_is_documented() {
    let compiled = compile_library();
    let entities = compiled.entities();
    let all = public(&compiled, &entities);
    let is_documented =
        |item: &Public<'_>| item.entity.doc.as_ref().is_some_and(|doc| !doc.is_empty());
    // What is declared twice is documented once.
    let missing: Vec<&str> = all
        .iter()
        .filter(|item| !is_documented(item))
        .filter(|item| !all.iter().any(|other| other.path == item.path && is_documented(other)))
        .map(|item| item.path.as_str())
        .collect();
    assert!(missing.is_empty(), "{} without a comment:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_entity_of_the_reference_is_documented() {
    let compiled = compile_library();
    let entities = compiled.entities();
    let all = public(&compiled, &entities);
    let mut missing = Vec::new();
    for row in rows() {
        // What the reference shows for exposition has no name that a program may use; hints are
        // attributes.
        let is_nameless =
            matches!(row.kind.as_str(), "exposition" | "hint") || row.name.contains('-');
        if is_nameless && !row.name.starts_with("operator") || is_inherited(&row.name) {
            continue;
        }
        let mut documented = all.iter().filter(|item| item.entity.doc.is_some());
        let names = names_of(&row.name);
        if !documented.any(|item| names.iter().any(|name| is_named(item, name))) {
            missing.push(format!("{} {} ({})", row.id, row.name, row.kind));
        }
    }
    assert_eq!(missing, MISSING, "rows without a comment");
}

#[test]
fn the_pages_say_what_the_comments_say() {
    let compiled = compile_library();
    let entities = compiled.entities();
    let all = public(&compiled, &entities);
    let pages = HEADERS.iter().map(|header| (page_name(header), page(header, &all)));
    let pages = pages.chain([("README.md".to_owned(), index(&all))]);
    let folder = tests::root().join(FOLDER);
    let bless = std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always");
    let mut stale = Vec::new();
    for (name, text) in pages.filter(|(_, text)| text.contains("```") || text.contains("| --- |")) {
        let path = folder.join(&name);
        if bless {
            fs::create_dir_all(&folder).expect("the folder is writable");
            fs::write(&path, text).expect("the page is writable");
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "out of date: {stale:?}: run `just bless` and read the diff");
}
