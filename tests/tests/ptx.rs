//! Emitted PTX passes the assembler: no errors, no warnings, no spills, on every generation.

use backend_ptx::target::Target;
use backend_ptx::{Options, compile, ptx};
use ir::{Module, Scalar};
use tilec_tests::{kernels, programs, ptxas};

/// Verifies, compiles and assembles a module; returns the text.
fn emit(module: &Module, arch: &str) -> String {
    let findings = ir::verify::module(module);
    assert!(findings.is_empty(), "{findings:?}");
    let target = Target::named(arch).expect("a known target");
    let (module, diagnostics) = compile(module, target, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let text = ptx::print::module_text(&module);
    if let Some(Err(log)) = ptxas::assemble(&text, arch) {
        panic!("{arch}:\n{log}");
    }
    text
}

const GENERATIONS: [&str; 4] = ["sm_80", "sm_89", "sm_90a", "sm_100a"];

#[test]
fn vector_add() {
    for masked in [false, true] {
        let module = kernels::vector_add(1024, masked);
        for arch in GENERATIONS {
            let text = emit(&module, arch);
            assert!(text.contains("ld.global.v4.b32"), "{text}");
            assert!(text.contains("st.global.v4.b32"), "{text}");
        }
    }
}

#[test]
fn row_softmax() {
    for elem in [Scalar::F32, Scalar::F16, Scalar::BF16] {
        for n in [32, 256, 4096, 8192] {
            for arch in GENERATIONS {
                emit(&kernels::row_softmax(n, elem), arch);
            }
        }
    }
}

#[test]
fn gemm() {
    let kinds = [
        (Scalar::F16, Scalar::F32),
        (Scalar::F16, Scalar::F16),
        (Scalar::BF16, Scalar::F32),
        (Scalar::TF32, Scalar::F32),
        (Scalar::F32, Scalar::F32),
        (Scalar::F64, Scalar::F64),
        (Scalar::I8, Scalar::I32),
    ];
    for (elem, acc) in kinds {
        for shape in [(64, 64, 32), (16, 16, 16), (2, 4, 8)] {
            for arch in GENERATIONS {
                emit(&kernels::gemm(elem, acc, shape), arch);
            }
        }
    }
}

#[test]
fn fragments_are_read_as_matrices() {
    let text = emit(&kernels::gemm(Scalar::F16, Scalar::F32, (64, 64, 32)), "sm_80");
    assert!(text.contains("ldmatrix.sync.aligned.m8n8.x4.shared.b16"), "{text}");
    assert!(text.contains("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"), "{text}");
    assert!(text.contains("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), "{text}");
}

#[test]
fn transpose() {
    for elem in [Scalar::I8, Scalar::BF16, Scalar::F32, Scalar::F64] {
        for n in [16, 32, 64] {
            for arch in GENERATIONS {
                emit(&kernels::transpose(elem, n), arch);
            }
        }
    }
}

#[test]
fn equal_input_gives_equal_text() {
    let text = || emit(&kernels::row_softmax(1024, Scalar::BF16), "sm_90a");
    assert_eq!(text(), text());
}

/// Compilers of PTX forget that `abs` and, of 16 bits, `neg` of the least number are itself: they
/// convert what comes out as if it had no sign, or extend it as 32,768. Found by these programs on an
/// H200.
#[test]
fn nothing_is_negated_by_what_forgets_the_least_number() {
    for (seed, arch) in [(976, "sm_80"), (1972, "sm_89"), (718, "sm_90"), (2519, "sm_90a")] {
        let text = emit(&programs::program(seed).module, arch);
        assert!(!text.contains("abs.s") && !text.contains("neg.s16"), "{text}");
    }
}
