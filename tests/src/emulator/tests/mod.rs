//! Semantics of the PTX manual, family by family, and what the emulator finds.

mod arithmetic;
mod bulk;
mod copies;
mod findings;
mod floats;
mod matrices;
mod memory;
mod syntax;
mod tensor_memory;
mod warps;

use super::{Launch, Memory, Report, launch};

/// A kernel with this body and declarations of a few registers of each kind. Its parameters are
/// `a`, `b` and `c`, in `%rd0`, `%rd1` and `%rd2`.
fn kernel(threads: u32, body: &str) -> String {
    format!(
        ".version 8.4\n.target sm_90a\n.address_size 64\n\
         .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)\n\
         .reqntid {threads}, 1, 1\n{{\n\
         .reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<32>;\n\
         ld.param.u64 %rd0, [a];\nld.param.u64 %rd1, [b];\nld.param.u64 %rd2, [c];\n\
         mov.u32 %r0, %tid.x;\n\
         // body\n{body}\n}}\n"
    )
}

/// The number of the body's first line in the text of [`kernel`].
const FIRST_LINE: u32 = 16;

/// Runs a body with an input and an output buffer of so many bytes; returns the output.
fn run(threads: u32, body: &str, input: &[u8], output: usize) -> (Vec<u8>, Report) {
    let mut memory = Memory::new();
    let args = [memory.alloc(input), memory.alloc(&vec![0; output]), 0];
    let text = kernel(threads, body);
    let report = launch(&text, &Launch::new("k", [1, 1, 1], &args), &mut memory);
    let report = report.unwrap_or_else(|what| panic!("{what}\n{text}"));
    (memory.bytes(args[1]).to_vec(), report)
}

/// As [`run`], without findings.
fn clean(threads: u32, body: &str, input: &[u8], output: usize) -> Vec<u8> {
    let (bytes, report) = run(threads, body, input, output);
    assert!(report.findings.is_empty(), "{}\n{}", report.describe(), kernel(threads, body));
    bytes
}

/// What an instruction gives for operands of 32 or 64 bits. In its text `$d` stands for the result
/// and `$a`, `$b`, `$c`, `$e` for the operands.
fn apply(text: &str, class: (&str, &str, u64), operands: &[(u64, &str, &str, u64)]) -> u64 {
    let (result, result_type, result_bits) = class;
    let mut body = String::new();
    let mut input = Vec::new();
    let mut text = text.replace("$d", result);
    for (i, (bits, register, ty, size)) in operands.iter().enumerate() {
        let offset = input.len() as u64;
        input.extend_from_slice(&bits.to_le_bytes());
        let register = register.replace('#', &(i + 4).to_string());
        body.push_str(&format!("ld.global.{ty} {register}, [%rd0+{offset}];\n"));
        assert!(*size <= 64);
        text = text.replace(["$a", "$b", "$c", "$e"][i], &register);
    }
    body.push_str(&format!("{text};\nst.global.{result_type} [%rd1], {result};\n"));
    let out = clean(1, &body, &input, 8);
    u64::from_le_bytes(out.try_into().expect("8 bytes")) & (u64::MAX >> (64 - result_bits))
}

/// [`apply`] with everything in 32-bit registers.
fn apply32(text: &str, operands: &[u32]) -> u32 {
    let operands: Vec<_> =
        operands.iter().map(|&bits| (u64::from(bits), "%r#", "b32", 32)).collect();
    apply(text, ("%r1", "b32", 32), &operands) as u32
}

/// [`apply`] with everything in 64-bit registers.
fn apply64(text: &str, operands: &[u64]) -> u64 {
    let operands: Vec<_> = operands.iter().map(|&bits| (bits, "%rd#", "b64", 64)).collect();
    apply(text, ("%rd3", "b64", 64), &operands)
}

/// [`apply`] with everything in 16-bit registers.
fn apply16(text: &str, operands: &[u16]) -> u16 {
    let operands: Vec<_> =
        operands.iter().map(|&bits| (u64::from(bits), "%h#", "b16", 16)).collect();
    apply(text, ("%h1", "b16", 16), &operands) as u16
}

/// Little-endian words.
fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes")))
        .collect()
}

fn bytes_of(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
