//! The op table against the published dialect, and the examples that show each op.
//!
//! `reference/dialect.tsv` lists the dialect's ops and fields, `reference/elements.txt` the element types that
//! each takes, `reference/section8.txt` the forms of the published examples; `docs/ir.md` is made of the table
//! and of the examples in `src/reference`.

use std::collections::BTreeSet;

use lang::base::{Pos, Span};
use tilec_ir as ir;

use ir::bytecode::{self, Version};
use ir::ops::{AttrInfo, EXTENSION};
use ir::reference::{EXAMPLES, Example, examples};
use ir::{Arity, Module, Opcode, Scalar, parse, print, verify};

const DIALECT: &str = include_str!("reference/dialect.tsv");
const ELEMENTS: &str = include_str!("reference/elements.txt");
const SECTION_8: &str = include_str!("reference/section8.txt");

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads and blesses its golden file")]
fn the_op_reference_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ir.md");
    let text = ir::reference::text();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).expect("docs/ir.md can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "docs/ir.md is stale: run with BLESS=1 and look at the difference");
}

/// The module of a text, or the codes and messages of what is wrong with it.
fn verified(text: &str) -> Result<Module, String> {
    let (module, mut found) = parse::module(text, Pos(1));
    if let Some(module) = &module {
        found.extend(verify::module(module));
    }
    match module {
        Some(module) if found.is_empty() => Ok(module),
        _ => {
            let lines: Vec<String> =
                found.iter().map(|found| format!("{} {}", found.code.id, found.message)).collect();
            Err(lines.join("\n"))
        }
    }
}

/// Reads, verifies, prints and reads back equal, as text and through bytecode.
fn round_trip(example: &Example<'_>) -> Module {
    let name = example.name;
    let fail = |text: &str, why: String| -> ! { panic!("{name}: {why}\n{text}") };
    let text = example.module();
    let module = verified(&text).unwrap_or_else(|why| fail(&text, why));
    let printed = print::module(&module);
    let again = verified(&printed).unwrap_or_else(|why| fail(&printed, why));
    assert_eq!(print::module(&again), printed, "{name}");
    let bytes = bytecode::write(&module, Version::LATEST)
        .unwrap_or_else(|found| fail(&text, format!("{found:#?}")));
    let (read, found) = bytecode::read(&bytes, Span::NONE);
    let read = read.unwrap_or_else(|| fail(&text, format!("{found:#?}")));
    assert!(verify::module(&read).is_empty(), "{name} is refused after bytecode");
    assert_eq!(bytecode::write(&read, Version::LATEST).ok(), Some(bytes), "{name}");
    module
}

fn ops_of(module: &Module) -> BTreeSet<Opcode> {
    let entries = module.entries.values();
    entries
        .flat_map(|entry| entry.insts_in_order().into_iter().map(|inst| entry.data(inst).opcode()))
        .collect()
}

#[test]
fn every_op_has_an_example_that_reads_back() {
    let examples = examples(EXAMPLES);
    let mut names: Vec<&str> = examples.iter().map(|example| example.name).collect();
    for example in &examples {
        let module = round_trip(example);
        let shown =
            Opcode::from_mnemonic(example.name).is_none_or(|op| ops_of(&module).contains(&op));
        assert!(shown, "the example of {0} has no {0}", example.name);
    }
    names.sort_unstable();
    let mut expected: Vec<&str> = Opcode::ALL.iter().map(|op| op.mnemonic()).collect();
    expected.extend(["module", "entry", "global"]);
    expected.sort_unstable();
    assert_eq!(names, expected);
}

#[test]
fn the_published_examples_read_back() {
    let listings = examples(SECTION_8);
    for listing in &listings {
        round_trip(listing);
    }
    assert_eq!(listings.len(), 34);
}

/// `name`, `name?`, `name*`.
fn operands(op: Opcode) -> String {
    let mark = |arity| match arity {
        Arity::One => "",
        Arity::Opt => "?",
        Arity::Many => "*",
    };
    let all = op.info().operands.iter();
    all.map(|operand| format!("{}{}", operand.name, mark(operand.arity)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn attributes(op: Opcode) -> String {
    let published = |attr: &&AttrInfo| op.info().field_since(attr.name) != EXTENSION;
    let mark = |attr: &AttrInfo| match attr.kind {
        ir::attrs::AttrKind::OptScope | ir::attrs::AttrKind::Hints => "?",
        _ => "",
    };
    let all = op.info().attrs.iter().filter(published);
    all.map(|attr| format!("{}{}", attr.name, mark(attr))).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_table_is_the_dialect() {
    let mut listed = BTreeSet::new();
    for line in DIALECT.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [_, name, number, expected @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let op = Opcode::from_mnemonic(name).unwrap_or_else(|| panic!("there is no {name}"));
        let info = op.info();
        let results = info.results.replace(" ..", "*").replace(',', " ").replace("  ", " ");
        assert_eq!(
            format!("{:#04X}", info.bytecode).replace('X', "x").to_lowercase(),
            number.to_lowercase()
        );
        assert_eq!([operands(op), attributes(op), results], *expected, "{name}");
        listed.insert(op);
    }
    let missing: Vec<&str> =
        Opcode::published().filter(|op| !listed.contains(op)).map(Opcode::mnemonic).collect();
    assert_eq!(missing, [""; 0], "ops that the dialect does not have");
}

/// The types that a list names: `any`, `numbers`, `LIST but LIST`, or one by one.
fn listed_types(list: &str) -> BTreeSet<String> {
    let numbers = || Scalar::ALL.iter().map(|scalar| scalar.text().to_owned());
    let (list, without) = list.split_once(" but ").unwrap_or((list, ""));
    let mut types: BTreeSet<String> = match list {
        "numbers" => numbers().collect(),
        "any" => numbers().chain(["ptr<f32>".to_owned()]).collect(),
        _ => list.split(' ').map(str::to_owned).collect(),
    };
    types.retain(|ty| without.split(' ').all(|other| other != ty));
    types
}

#[test]
fn ops_take_exactly_the_listed_element_types() {
    let mut failures = Vec::new();
    let mut probed = BTreeSet::new();
    for ty in listed_types("any") {
        let bytes = 64 * Scalar::from_text(&ty).map_or(64, Scalar::bits) / 8;
        let probes = ELEMENTS.replace("$T", &ty).replace("$B", &bytes.to_string());
        for probe in examples(&probes) {
            let (op, list) = probe.name.split_once(": ").expect("an op and its types");
            probed.insert(Opcode::from_mnemonic(op).expect("an op"));
            let found = verified(&probe.module());
            if found.is_ok() != listed_types(list).contains(&ty) {
                let why = found.err().unwrap_or_default();
                failures.push(format!("{op} {ty}: {why}\n{}", probe.text));
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n\n"), failures.len());
    let structural = [
        Opcode::Break,
        Opcode::Continue,
        Opcode::Loop,
        Opcode::Return,
        Opcode::Yield,
        Opcode::JoinTokens,
        Opcode::MakeToken,
        Opcode::GdcLaunchDependentsTko,
        Opcode::GdcWaitTko,
        Opcode::MemoryFenceAliasTko,
    ];
    let missing: Vec<&str> = Opcode::published()
        .filter(|op| !probed.contains(op) && !structural.contains(op))
        .map(Opcode::mnemonic)
        .collect();
    assert_eq!(missing, [""; 0], "ops whose element types are not tested");
}
