//! The examples of `docs/errors/E02*.md` give the error that they are about, and no other.

use tilec_lang::parse::codes;

use crate::support::{parse_text, repository};

/// The page has no example: nothing short is too complex.
const WITHOUT_EXAMPLE: &[&str] = &["E0213"];

#[test]
fn every_code_has_a_page_with_an_example() {
    for code in codes::ALL {
        let path = repository().join(format!("docs/errors/{}.md", code.id));
        let page = std::fs::read_to_string(&path).expect(code.id);
        assert!(page.starts_with(&format!("# {}: {} (error)", code.id, code.slug)), "{}", code.id);
        let example = page.split("```").nth(1).and_then(|block| block.strip_prefix("cpp\n"));
        let Some(example) = example else {
            assert!(WITHOUT_EXAMPLE.contains(&code.id), "{} has no example", code.id);
            continue;
        };
        let mut parsed = parse_text(example);
        parsed.parse_all_bodies();
        let found: Vec<&str> = parsed.diagnostics.iter().map(|d| d.code.id).collect();
        // E0207 shows what one can do to host code, which is set aside.
        let aside = parsed.unit.set_aside().flat_map(|(_, aside)| aside.diagnostics.iter());
        let all: Vec<&str> = found.iter().copied().chain(aside.map(|d| d.code.id)).collect();
        assert_eq!(all, [code.id], "{}: {:?}", code.id, parsed.messages());
    }
}
