//! Bytes to a module, by the reader of the text form.
#![no_main]

use std::sync::Arc;

use lang::base::{SourceMap, Span};
use libfuzzer_sys::fuzz_target;
use tilec_fuzz::ir_module::survives;
use tilec_fuzz::{Source, show, within_limits};

tilec_fuzz::mutate_tokens_too!();

fuzz_target!(|data: &[u8]| {
    let source = Source::new(data);
    within_limits(source.text().as_bytes(), || {
        let mut map = SourceMap::new();
        let file = map.add_file("kernel.tir", Arc::from(source.text()), false, Span::NONE);
        let base = map.file(file.expect("one file fits")).base;
        let (module, found) = ir::parse::module(source.text(), base);
        assert_eq!(module.is_none(), found.has_errors(), "a module, or what is wrong");
        show(&map, found.iter());
        survives(&map, module);
    });
});
