//! `docs/ir.md` says what the op table says.

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads and blesses its golden file")]
fn the_op_reference_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ir.md");
    let text = tilec_ir::reference::text();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).expect("docs/ir.md can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "docs/ir.md is stale: run with BLESS=1 and look at the difference");
}
