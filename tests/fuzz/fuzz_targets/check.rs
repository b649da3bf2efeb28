//! Bytes to tile IR: the whole front end with the library's headers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilec::{Session, Stage};
use tilec_fuzz::{PATH, Source, show, within_limits};

tilec_fuzz::mutate_tokens_too!();

fuzz_target!(|data: &[u8]| {
    let source = Source::new(data);
    within_limits(source.text().as_bytes(), || {
        let session = Session::for_target("sm_90a").expect("a target");
        let compiled = tilec::compile(&session, &source, PATH, Stage::Lower);
        show(&compiled.map, compiled.diagnostics.iter());
    });
});
