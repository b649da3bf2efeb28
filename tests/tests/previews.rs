//! The preview of tile libraries of CUDA 13.5: a call of a function that a library has is an op of Tile IR, in the bytes
//! that nvcc 13.5 writes for it, and a file with it says so. Without a library nothing can run it.

use std::sync::Arc;

use ir::bytecode::{self, Version};
use lang::base::{SourceLoader, Span};
use tilec::{Session, Stage};
use tilec_tests::compile::{Sources, with_stack};
use tilec_tests::differential::{Arg, interpreted};
use tilec_tests::header::session;

const HEADER: &str = "\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;
";

fn preview() -> Session {
    session(&["--tile-preview=simt".to_owned()], &[]).expect("the options are known")
}

/// A kernel that loads `v`, and then does `body`, behind declarations.
fn kernel(declarations: &str, body: &str) -> String {
    format!(
        "{HEADER}{declarations}\nextern \"C\" __tile_global__ void test(float* p) {{\n    \
         auto i = ct::iota<ct::tile<int, ct::shape<16>>>();\n    T v = ct::load(p + i);\n    {body}\n}}\n"
    )
}

fn compile(text: &str, stage: Stage) -> tilec::Compiled {
    let sources = Sources(vec![("kernel.cu", text.to_owned())]);
    with_stack(|| tilec::compile(&preview(), &sources, "kernel.cu", stage))
}

fn lowered(text: &str) -> ir::Module {
    let compiled = compile(text, Stage::Lower);
    let found = tilec_tests::compile::rendered(&compiled);
    compiled.module.unwrap_or_else(|| panic!("{found}"))
}

/// The lines with a call.
fn calls(text: &str) -> Vec<String> {
    let text = ir::print::module(&lowered(text));
    let lines = text.lines().map(str::trim).filter(|line| line.contains("preview$call"));
    lines.map(str::to_owned).collect()
}

const FOREIGN: &str = "__experimental_foreign_decl__";

/// What nvcc 13.5 makes of these, but for the names of values.
#[test]
fn calls_become_the_op() {
    let tile = "tile<16xf32>";
    for (declarations, body, expected) in [
        (
            format!("{FOREIGN} __experimental_foreign_name__(\"lib_negate\") T negate(T x);"),
            "ct::store(p + i, negate(v));",
            format!("\"lib_negate\", T, T, V, Z : token, token, {tile}, {tile} -> token, token, {tile}"),
        ),
        (
            format!("{FOREIGN} void sink(T x);"),
            "sink(v);",
            format!("\"sink\", T, T, V : token, token, {tile} -> token, token"),
        ),
        (
            format!("namespace b {{ {FOREIGN} void f(int); }}"),
            "b::f(1);",
            "\"b::f\", T, T, V : token, token, tile<i32> -> token, token".to_owned(),
        ),
        (
            format!("{FOREIGN} float f(bool b, char c, ct::tile<bool, ct::shape<4>> d);"),
            "*p = f(true, 3, ct::full<ct::tile<bool, ct::shape<4>>>(true));",
            "\"f\", T, T, V, V, V, Z : token, token, tile<i8>, tile<i8>, tile<4xi8>, tile<f32> -> token, token, tile<f32>"
                .to_owned(),
        ),
        (
            format!("{FOREIGN} ct::experimental::multi_outputs<int, bool, T, float*, float> f(int);"),
            "auto r = f(1); *p = r.F4;",
            format!(
                "\"f\", T, T, V, Z, Z, Z, Z, Z : token, token, tile<i32>, tile<i32>, tile<i8>, {tile}, tile<ptr<f32>>, \
                 tile<f32> -> token, token, tile<i32>, tile<i8>, {tile}, tile<ptr<f32>>, tile<f32>"
            ),
        ),
        (
            format!(
                "template <ct::experimental::fixedString S, long long N, class A, class B, class C>\n{FOREIGN} void f(T x);"
            ),
            "f<\"hello\", -5, float, bool, int*>(v);",
            format!(
                "\"f\" const_args = [\"hello\", -5, f32, i8, ptr<i32>], T, T, V : token, token, {tile} -> token, token"
            ),
        ),
        // Classes around a float are that float; numbers of four bits have a byte each.
        (
            format!("template <class A, class B> {FOREIGN} void f(__half h, __nv_fp8_e4m3 e, ct::tile<__nv_fp4_e2m1, ct::shape<4>> d);"),
            "f<__half, __nv_bfloat16>(__half(1.0f), __nv_fp8_e4m3(1.0f), ct::full<ct::tile<__nv_fp4_e2m1, ct::shape<4>>>(__nv_fp4_e2m1(1.0f)));",
            "\"f\" const_args = [f16, bf16], T, T, V, V, V : token, token, tile<f16>, tile<f8E4M3FN>, tile<4xi8> -> token, token"
                .to_owned(),
        ),
        // The object of a reference is in memory.
        (
            format!("{FOREIGN} void f(float& s);"),
            "float q = 1; f(q); *p = q;",
            "\"f\", T, T, V : token, token, tile<ptr<f32>> -> token, token".to_owned(),
        ),
    ] {
        let found = calls(&kernel(&declarations, body));
        let [line] = &found[..] else { panic!("{found:?}") };
        let (_, call) = line.split_once("preview$call ").expect("the op");
        let (operands, types) = call.split_once(" : ").expect("types");
        let (wanted, wanted_types) = expected.split_once(" : ").expect("types");
        assert_eq!(types, wanted_types, "{line}");
        let shape = |text: &str| -> Vec<String> {
            let (front, values) = text.split_at(text.find(", %").or(text.find(", T")).unwrap_or(text.len()));
            [front.to_owned()].into_iter().chain(values.matches(", ").map(str::to_owned)).collect()
        };
        assert_eq!(shape(operands), shape(wanted), "{line}");
    }
}

/// All accesses before the call are before it, and those behind it wait for both of its tokens.
#[test]
fn memory_is_ordered_through_the_call() {
    let text = kernel(
        &format!("{FOREIGN} void f(float* p);"),
        "f(p); ct::store(p + i, ct::load(p + i) + v);",
    );
    let text = ir::print::module(&lowered(&text));
    let line = |what: &str| {
        text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}\n{text}"))
    };
    let call = line("preview$call");
    let (results, _) = call.trim().split_once(" = ").expect("results");
    let ordered = line(&format!("join_tokens {results}"));
    let (token, _) = ordered.trim().split_once(" = ").expect("a result");
    let behind = text.split("preview$call").nth(1).expect("what is behind");
    assert!(behind.contains(&format!("token={token}")), "{text}");
}

/// The bytes of nvcc 13.5 (opcode, results, flags, name, template arguments, operands), but for the numbers of types,
/// strings and values.
#[test]
fn bytecode_is_that_of_nvcc() {
    let declarations = format!(
        "template <ct::experimental::fixedString S, class E, long N> {FOREIGN} T negate(T x);"
    );
    let module =
        lowered(&kernel(&declarations, "ct::store(p + i, negate<\"hello\", float, -1>(v));"));
    let bytes = bytecode::write(&module, Version::V13_5).expect("13.5 has it");
    assert_eq!(bytes[8..12], [13, 5, 1, 0], "the header says that there is preview content");
    let at = bytes.windows(3).position(|some| some == [0x82, 0x80, 0x01]).expect("the opcode");
    let call = &bytes[at + 3..];
    // Three results, no flags, three template arguments: a text, a type, -1; four operands.
    assert_eq!((call[0], call[4], call[6]), (3, 0, 3), "{call:x?}");
    assert_eq!(
        (&call[7..9], &call[10..12], &call[13..16]),
        (&[0xE4, 1][..], &[0xDB, 1][..], &[0xD1, 1, 1][..])
    );
    assert_eq!(call[16], 4);
    let (read, found) = bytecode::read(&bytes, Span::NONE);
    let read = read.unwrap_or_else(|| panic!("{found:?}"));
    assert!(read.has_preview);
    assert_eq!(ir::print::module(&read), {
        let (again, _) =
            bytecode::read(&bytecode::write(&read, Version::V13_5).expect("again"), Span::NONE);
        ir::print::module(&again.expect("it is read"))
    });
    // Not in files that do not say so, and not before 13.5.
    let mut silent = bytes.clone();
    silent[10] = 0;
    let (none, found) = bytecode::read(&silent, Span::NONE);
    assert!(none.is_none());
    let message = "preview$call is of a preview, and the header does not say so";
    assert!(found.iter().any(|found| found.message.starts_with(message)), "{found:?}");
    let old = bytecode::write(&module, Version::V13_4).expect_err("13.4 does not have it");
    assert!(
        old.iter().any(|found| found.message.contains("needs bytecode version 13.5")),
        "{old:?}"
    );
}

/// One file, whatever its name.
struct File(Vec<u8>);

impl SourceLoader for File {
    fn load(&self, _: &str) -> Option<Arc<str>> {
        None
    }

    fn load_bytes(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }
}

/// Bytecode with a preview is refused where the preview is switched off.
#[test]
fn files_of_the_preview_need_the_option() {
    let module = lowered(&kernel(&format!("{FOREIGN} void f(T);"), "f(v);"));
    let bytes = bytecode::write(&module, Version::V13_5).expect("13.5 has it");
    let file = File(bytes);
    for (options, is_read) in [(preview(), true), (session(&[], &[]).expect("known"), false)] {
        let compiled = tilec::compile(&options, &file, "x.tilebc", Stage::Lower);
        assert_eq!(compiled.module.is_some(), is_read);
        let messages: Vec<&str> =
            compiled.diagnostics.iter().map(|found| &found.message[..]).collect();
        let refusal = "the file has preview content, and the preview is switched off";
        assert_eq!(
            messages.iter().any(|message| message.starts_with(refusal)),
            !is_read,
            "{messages:?}"
        );
    }
}

/// PTX cannot name what only a library has, and the CPU device has no library: each says which function is meant.
#[test]
fn nothing_runs_without_the_library() {
    let text = kernel(&format!("{FOREIGN} T negate(T);"), "ct::store(p + i, negate(v));");
    let compiled = compile(&text, Stage::Ptx);
    let found: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|found| format!("{}: {}", found.code.id, found.message))
        .collect();
    let message =
        "E0701: `negate` is a function of a tile library: bytecode has the call, PTX does not";
    assert_eq!(found, [message]);
    let span = compiled.diagnostics.iter().next().map(|found| found.primary.span).expect("one");
    assert_eq!(compiled.map.text(span), "negate(v)");
    let args = [Arg::Buffer(ir::Scalar::F32, vec![0; 16])];
    let trap = interpreted(&lowered(&text), [1, 1, 1], &args).expect_err("there is no library");
    assert!(trap.contains("`negate` is a function of a tile library"), "{trap}");
}

/// The option belongs to 13.5.
#[test]
fn earlier_releases_do_not_have_it() {
    let flags = ["--tile-preview=simt".to_owned()];
    let error = session(&flags, &["--cuda-version=13.4"]).err();
    assert_eq!(error.as_deref(), Some("`--tile-preview` belongs to CUDA 13.5, and 13.4 is chosen"));
}
