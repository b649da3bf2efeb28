//! Text: comments, declarations, scopes, numbers.

use crate::emulator::syntax::{Operand, parse};
use crate::emulator::types::Space;

#[test]
fn a_module() {
    let source = parse(
        "// comment\n.version 8.4\n.target sm_90a, debug\n.address_size 64\n/* two\nlines */\n\
         .visible .global .align 8 .b8 table[4] = {1, 2, 3};\n.shared .align 1024 .b8 smem[230016];\n\
         .visible .entry main_(\n  .param .u64 .ptr .global .align 16 p,\n  .param .align 64 .b8 map[128])\n\
         .reqntid 384, 1, 1\n.minnctapersm 2\n.reqnctapercluster 2, 1, 1\n{\n\
         .reg .b32 %r<3>, %x;\n .reg .pred %p<2>;\n\
         $L0: @!%p0 bra $L0;\n\
         { .reg .b32 t; mov.u32 t, 5; { .reg .b32 t; mov.u32 t, %x; } add.u32 %x, t, -0x10; }\n\
         ld.shared::cluster.v2.b32 {%r0, %r1}, [%r2+-8];\n\
         cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r0], [map, {%r1, %r2}], [%r0];\n\
         ret; }\n",
    )
    .expect("PTX");
    assert_eq!(source.variables[0].init, [1, 2, 3]);
    assert_eq!((source.variables[0].bytes, source.variables[1].align), (4, 1024));
    assert_eq!(source.variables[1].space, Space::Shared);
    let kernel = &source.kernels[0];
    assert_eq!((kernel.threads, kernel.cluster), (Some([384, 1, 1]), Some([2, 1, 1])));
    assert_eq!(kernel.per_sm, Some([2, 1, 1]));
    assert_eq!(kernel.params.iter().map(|param| param.bytes).collect::<Vec<_>>(), [8, 128]);
    assert_eq!(kernel.labels, [("$L0".to_owned(), 0)]);
    assert_eq!(kernel.body[0].guard, Some(("%p0".to_owned(), true)));
    // Names of inner blocks are their own.
    let name = |text: &str| Operand::Name(text.into());
    assert_eq!(kernel.body[1].operands, [name("t@1"), Operand::Number(5)]);
    assert_eq!(kernel.body[2].operands, [name("t@2"), name("%x")]);
    assert_eq!(kernel.body[3].operands[1..], [name("t@1"), Operand::Number(-16i64 as u64)]);
    let Operand::Address { offset, .. } = &kernel.body[4].operands[1] else { panic!("an address") };
    assert_eq!(*offset, -8);
    let Operand::Address { coordinates, .. } = &kernel.body[5].operands[1] else {
        panic!("an address")
    };
    assert_eq!(coordinates.len(), 1);
    assert_eq!(kernel.body[6].line, 22);
}

#[test]
fn mistakes_are_named() {
    let error = |text: &str| parse(text).expect_err("no PTX");
    assert_eq!(error(".version 8.4\n.frob"), "line 2: expected a directive, not `.frob`");
    assert_eq!(error(".visible .entry k() { add.u32 %r0, %r1 }"), "line 1: expected `;`, not `}`");
    assert_eq!(error("12x"), "line 1: `12x` is not a number");
    assert!(error(".visible .entry k() {").starts_with("line 1: expected a name"));
}
