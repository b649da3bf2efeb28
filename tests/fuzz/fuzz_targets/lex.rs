//! Bytes to tokens: the tokens are in order and inside of the text.
#![no_main]

use lang::base::{Diagnostics, Pos};
use lang::lex::token::new_interner;
use lang::lex::{KeywordTable, TokenKind};
use libfuzzer_sys::fuzz_target;
use tilec_fuzz::{Source, within_limits};

fuzz_target!(|data: &[u8]| {
    let source = Source::new(data);
    within_limits(source.text().as_bytes(), || {
        let text = source.text();
        let mut interner = new_interner();
        let keywords = KeywordTable::new(&mut interner);
        let mut diagnostics = Diagnostics::new();
        let base = Pos(1);
        let lexed = lang::lex::lex(text, base, &keywords, &mut interner, &mut diagnostics);
        let mut end = base;
        for token in &lexed.tokens {
            assert!(end <= token.span.lo && token.span.lo <= token.span.hi, "tokens overlap");
            end = token.span.hi;
        }
        assert!((end.0 - base.0) as usize <= text.len(), "a token is outside of the text");
        assert!(lexed.tokens.last().is_some_and(|token| token.kind == TokenKind::Eof));
        assert!(lexed.directives.iter().all(|&hash| (hash as usize) < lexed.tokens.len()));
    });
});
