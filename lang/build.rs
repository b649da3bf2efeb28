//! Generates the LALR parsers of this crate from its `.lalrpop` grammars.
fn main() {
    lalrpop::process_src().expect("the grammars in src/ are well formed");
}
