//! Products whose steps along K are too large for two stages: they are computed in parts along K, but as they are written
//! where the pipeline cannot copy, since a part may begin beyond the tensor. The emulator computes what the interpreter
//! does, and finds reads beyond a tensor.

use backend_ptx::Options;
use backend_ptx::report::{OperandSource, of_module};
use backend_ptx::target::Target;
use ir::Module;
use tilec_tests::differential::{EXACT, check};
use tilec_tests::products::{FLOAT, Gemm, HALF, module};

/// A target, a tile whose step is computed in parts there, and where the operands come from then.
const STEPS: &[(&str, (u32, u32, u32), OperandSource)] = &[
    ("sm_90a", (128, 128, 256), OperandSource::Tma),
    ("sm_80", (128, 128, 64), OperandSource::CopiedAhead),
];

/// The sources of the operands of each product.
fn sources(module: &Module, arch: &str) -> Vec<[OperandSource; 2]> {
    let target = Target::named(arch).expect("a known target");
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &Options::default());
    assert!(found.is_empty(), "{found:?}");
    let reports = of_module(&scheduled, &target, &ptx);
    reports.iter().flat_map(|it| &it.mmas).map(|mma| [mma.a.source, mma.b.source]).collect()
}

#[test]
fn large_steps_are_computed_in_parts() {
    for &(arch, tile, source) in STEPS {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile, orders: ("rows", "rows") };
        let module = module(&gemm.source(), arch);
        let found = sources(&module, arch);
        assert!(
            !found.is_empty() && found.iter().all(|it| *it == [source; 2]),
            "{arch}: {found:?}"
        );
        let step = tile.2 as usize;
        // Whole steps, parts that begin beyond the tensor, and those where rows are not multiples of 16 bytes.
        for sizes in [(128, 128, 2 * step), (72, 136, step + 8), (33, 35, step + 3)] {
            check(&module, arch, gemm.grid(sizes), &gemm.args(sizes), EXACT);
        }
    }
}
