//! Attention's gradients and decoding for sm_90a: every product of the examples' and benchmarks'
//! sources is fed by the producer, and the emulator agrees with the interpreter.

use ir::Scalar;
use tilec_tests::differential::{Arg, Tolerance, check, random, zeros};
use tilec_tests::products::{module, text};

const ARCH: &str = "sm_90a";
const TOLERANCE: Tolerance = Tolerance { relative: 1e-2, absolute: 1e-2 };

/// A source without the instances that it names itself, with this one.
fn source(path: &str, end: &str, instance: &str) -> String {
    let text = std::fs::read_to_string(tilec_tests::root().join(path)).expect("a source");
    let (templates, _) = text.split_once(end).expect("instances at the end");
    format!("{templates}\nusing bf16 = __nv_bfloat16;\ntemplate __tile_global__ void {instance};\n")
}

/// Checks a kernel with so many products on `wgmma`.
fn agrees(source: &str, products: usize, grid: [u32; 3], args: &[Arg]) {
    let module = module(source, ARCH);
    let ptx = text(&module, ARCH);
    assert_eq!(ptx.matches("wgmma.commit_group").count(), products, "{source}");
    check(&module, ARCH, grid, args, TOLERANCE);
}

fn float(value: f32) -> Arg {
    Arg::Number(u64::from(value.to_bits()))
}

/// Checks a kernel of gradients of `D` columns for a length, each of its tile blocks `rows` rows.
fn gradients(kernel: &str, (d, rows, step): (usize, usize, usize), causal: bool, length: usize) {
    const POINTER: &str = "const bf16* __restrict__";
    let keys = kernel == "key_gradients";
    let (tiles, results, products) = match keys {
        true => ((step, rows), 2, 4),
        false => ((rows, step), 1, 3),
    };
    let pointers = [POINTER; 4].join(", ");
    let floats = ["const float* __restrict__"; 2].join(", ");
    let outputs = vec!["bf16* __restrict__"; results].join(", ");
    let instance = format!(
        "{kernel}<bf16, {d}, {}, {}, {causal}>({pointers}, {floats}, {outputs}, int, int, float)",
        tiles.0, tiles.1
    );
    let source =
        source("examples/attention_backward/kernel.cu", "// Tiles of BLOCK rows", &instance);
    let matrix = |seed| random(Scalar::BF16, length * d, seed);
    let mut args = vec![matrix(1), matrix(2), matrix(3), matrix(4)];
    let padded = length.next_multiple_of(4);
    args.extend([random(Scalar::F32, padded, 5), random(Scalar::F32, padded, 6)]);
    args.extend(vec![zeros(Scalar::BF16, length * d); results]);
    args.extend([Arg::Number(1), Arg::Number(length as u64), float(0.125)]);
    agrees(&source, products, [1, length.div_ceil(rows) as u32, 1], &args);
}

#[test]
fn gradients_of_keys_and_values() {
    gradients("key_gradients", (64, 64, 64), false, 71);
    gradients("key_gradients", (64, 128, 64), true, 136);
    gradients("key_gradients", (128, 128, 64), false, 136);
}

#[test]
fn gradients_of_queries() {
    gradients("query_gradients", (64, 64, 64), true, 136);
    gradients("query_gradients", (128, 128, 64), true, 136);
}

#[test]
fn decoding_follows_a_table_of_lengths() {
    let (d, group, capacity, lengths) = (64, 8, 264, [264, 130, 0]);
    let pointers = ["const bf16* __restrict__"; 3].join(", ");
    let floats = ["float* __restrict__"; 2].join(", ");
    let instance = format!(
        "part<bf16, {d}, 64, {group}, 128>({pointers}, {floats}, const int* __restrict__, int, int, int, int, float)"
    );
    let source = source("tests/gpu/bench/decode.cu", "using bf16", &instance);
    let all = lengths.len();
    let splits = 2;
    let args = [
        random(Scalar::BF16, all * group * d, 1),
        random(Scalar::BF16, all * capacity * d, 2),
        random(Scalar::BF16, all * capacity * d, 3),
        zeros(Scalar::F32, splits * all * group * d),
        zeros(Scalar::F32, splits * all * group),
        Arg::Buffer(Scalar::I32, lengths.to_vec()),
        Arg::Number(all as u64),
        Arg::Number(1),
        Arg::Number(capacity as u64),
        Arg::Number(splits as u64),
        float(0.18),
    ];
    // The second product runs beside the next first one, which another one precedes.
    agrees(&source, 4, [all as u32, splits as u32, 1], &args);
}

#[test]
fn products_run_beside_a_mask_for_some_tiles() {
    let (d, heads, length) = (64, 2, 192);
    let kernel = |causal: bool| {
        let pointers = ["const bf16* __restrict__"; 3].join(", ");
        let instance = format!(
            "attention<bf16, {d}, 64, 64, {causal}>({pointers}, bf16* __restrict__, int, int, int, float)"
        );
        source("tests/gpu/bench/attention.cu", "#define ATTENTION", &instance)
    };
    // Nothing waits for all products that does not without the mask.
    let waits = |source: &str| {
        text(&module(source, ARCH), ARCH).matches("wgmma.wait_group.sync.aligned 0").count()
    };
    assert_eq!(waits(&kernel(true)), waits(&kernel(false)));
    let matrix = |heads, seed| random(Scalar::BF16, heads * length * d, seed);
    let args = [
        matrix(heads, 1),
        matrix(1, 2),
        matrix(1, 3),
        zeros(Scalar::BF16, heads * length * d),
        Arg::Number(heads as u64),
        Arg::Number(1),
        Arg::Number(length as u64),
        float(0.18),
    ];
    agrees(&kernel(true), 4, [heads as u32, length as u32 / 64, 1], &args);
}
