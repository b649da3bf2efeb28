//! Bytes to a module, by the reader of bytecode.
#![no_main]

use std::sync::Arc;

use lang::base::{SourceMap, Span};
use libfuzzer_sys::fuzz_target;
use tilec_fuzz::ir_module::survives;
use tilec_fuzz::{show, within_limits};

fuzz_target!(|data: &[u8]| {
    within_limits(data, || {
        let mut map = SourceMap::new();
        // As the driver does: there are no lines to show.
        let file = map.add_file("kernel.tilebc", Arc::from(""), false, Span::NONE);
        let base = map.file(file.expect("one file fits")).base;
        let (module, found) = ir::bytecode::read(data, Span::new(base, base));
        assert_eq!(module.is_none(), found.has_errors(), "a module, or what is wrong");
        show(&map, found.iter());
        survives(&map, module);
    });
});
