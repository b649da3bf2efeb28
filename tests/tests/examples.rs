//! The PTX of the examples, as the compiler makes it from their sources: assembles for three
//! generations without a warning, of ptxas or of ours, and without a spill, and is the same every time.

use std::path::Path;

use backend_ptx::target::Target;
use lang::base::Severity;
use tilec::warning::WarningOptions;
use tilec::{Compiled, FileLoader, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered, session, with_stack};

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

/// An example as PTX, with the warnings of what costs time.
fn with_warnings(path: &Path, arch: &str) -> Compiled {
    let mut session = session(arch);
    session.warnings = WarningOptions::new(&["performance".to_owned()], false);
    let path = path.to_string_lossy().into_owned();
    with_stack(|| tilec::compile(&session, &FileLoader, &path, Stage::Ptx))
}

#[test]
fn the_examples_assemble_without_spills() {
    let kernels = tests::example_kernels();
    assert!(kernels.len() >= 4);
    for path in kernels {
        for arch in ["sm_80", "sm_90a", "sm_100a"] {
            let first = with_warnings(&path, arch);
            let n_warnings = first.diagnostics.iter().filter(|d| d.severity == Severity::Warning);
            assert_eq!(n_warnings.count(), 0, "{}", rendered(&first));
            let ptx = first.ptx.as_deref().unwrap_or_else(|| panic!("{}", rendered(&first)));
            let again = compile_file(&path, arch, Stage::Ptx);
            assert!(again.ptx.as_deref() == Some(ptx), "{}: not deterministic", path.display());
            if let Some(Err(log)) = tests::ptxas::assemble(ptx, arch) {
                panic!("{} for {arch}:\n{log}", path.display());
            }
        }
    }
}
