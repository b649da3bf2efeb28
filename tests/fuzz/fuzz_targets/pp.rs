//! Bytes to the tokens that the parser reads.
#![no_main]

use lang::base::SourceMap;
use lang::lex::TokenKind;
use lang::lex::token::new_interner;
use lang::pp::preprocess;
use libfuzzer_sys::fuzz_target;
use tilec::Session;
use tilec_fuzz::{PATH, Source, show, within_limits};

tilec_fuzz::mutate_tokens_too!();

fuzz_target!(|data: &[u8]| {
    let source = Source::new(data);
    within_limits(source.text().as_bytes(), || {
        let session = Session::for_target("sm_90a").expect("a target");
        let mut options = session.preprocessor;
        options.forced_includes.clear();
        let mut map = SourceMap::new();
        let found = preprocess(&mut map, &mut new_interner(), &source, &options, PATH);
        assert!(found.tokens.last().is_some_and(|token| token.kind == TokenKind::Eof));
        show(&map, found.diagnostics.iter());
    });
});
