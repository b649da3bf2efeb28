//! Bytes to a syntax tree, every body of a function in it.
#![no_main]

use lang::base::SourceMap;
use lang::lex::token::new_interner;
use lang::parse::{parse, parse_body};
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
        let (mut map, mut interner) = (SourceMap::new(), new_interner());
        let source = preprocess(&mut map, &mut interner, &source, &options, PATH);
        let (mut unit, mut diagnostics) = parse(source.tokens, &mut interner);
        // Parsing a body may find more of them: those of local classes.
        let mut n_parsed = 0;
        while let Some(body) = unit.ast.bodies.keys().nth(n_parsed) {
            parse_body(&mut unit, &mut interner, body, &mut diagnostics);
            n_parsed += 1;
        }
        show(&map, diagnostics.iter());
        lang::ast::dump::dump(&unit.ast, &unit.tokens, &interner, &unit.decls);
    });
});
