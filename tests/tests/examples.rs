//! The PTX of the examples, as the compiler makes it from their sources: assembles for three
//! generations without a warning and without a spill, and is the same every time.

use backend_ptx::target::Target;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered};

/// ptxas grants a family target (`f`) less shared memory than an `a` target of the same chip; machine code for `sm_100` and
/// `sm_120` is that of a family.
#[test]
fn machine_code_for_families_assembles() {
    let path = tests::root().join("examples/gemm/kernel.cu");
    for arch in ["sm_100", "sm_120"] {
        let target = Target::named(arch).expect("a known target").machine;
        assert!(target.ends_with('f'));
        let compiled = compile_file(&path, target, Stage::Ptx);
        let ptx = compiled.ptx.as_deref().unwrap_or_else(|| panic!("{}", rendered(&compiled)));
        if let Some(Err(log)) = tests::ptxas::assemble(ptx, target) {
            panic!("{target}:\n{log}");
        }
    }
}

#[test]
fn the_examples_assemble_without_spills() {
    let kernels = tests::example_kernels();
    assert!(kernels.len() >= 4);
    for path in kernels {
        for arch in ["sm_80", "sm_90a", "sm_100a"] {
            let first = compile_file(&path, arch, Stage::Ptx);
            let ptx = first.ptx.as_deref().unwrap_or_else(|| panic!("{}", rendered(&first)));
            let again = compile_file(&path, arch, Stage::Ptx);
            assert!(again.ptx.as_deref() == Some(ptx), "{}: not deterministic", path.display());
            if let Some(Err(log)) = tests::ptxas::assemble(ptx, arch) {
                panic!("{} for {arch}:\n{log}", path.display());
            }
        }
    }
}
