//! The examples of `docs/errors/E02*.md` give the error that they are about, and no other.

use tilec_lang::parse::codes;

use crate::support::{parse_text, repository};

/// What is too deep or too complex is too long for a page.
const UNTRIED: &[&str] = &["E0207", "E0213"];

#[test]
fn every_code_has_a_page_with_an_example() {
    let mut failures = Vec::new();
    for code in codes::ALL.iter().filter(|code| !UNTRIED.contains(&code.id)) {
        let path = repository().join(format!("docs/errors/{}.md", code.id));
        let page = std::fs::read_to_string(&path).expect(code.id);
        assert!(page.starts_with(&format!("# {}: {} (error)", code.id, code.slug)), "{}", code.id);
        let mut examples = page.split("```").skip(1).step_by(2).filter_map(|block| {
            // What is abridged is not a program.
            block.strip_prefix("cpp\n").filter(|text| !text.contains("..."))
        });
        let wrong = examples.next().expect(code.id);
        let found = codes_of(wrong);
        if found != [code.id] {
            failures.push(format!("{}: the example gives {found:?}", code.id));
        }
        for corrected in examples {
            let found = codes_of(corrected);
            if !found.is_empty() {
                failures.push(format!("{}: the corrected example gives {found:?}", code.id));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The codes of all errors in a program, also of those in host code, which are set aside.
fn codes_of(program: &str) -> Vec<&'static str> {
    let mut parsed = parse_text(program);
    parsed.parse_all_bodies();
    let aside = parsed.unit.set_aside().flat_map(|(_, aside)| aside.diagnostics.iter());
    parsed.diagnostics.iter().chain(aside).map(|d| d.code.id).collect()
}
