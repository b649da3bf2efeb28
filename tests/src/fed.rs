//! Kernels whose products a producer warp feeds, on the units that multiply.

use backend_ptx::Options;
use backend_ptx::report::{OperandSource, of_module};
use backend_ptx::target::Target;
use ir::Module;

use crate::differential::{Arg, Tolerance, check};
use crate::products::{module, text};

/// A target, and the instruction that computes its products.
#[derive(Clone, Copy)]
pub struct Unit {
    pub arch: &'static str,
    pub product: &'static str,
}

/// Of sm_90a.
pub const WGMMA: Unit = Unit { arch: "sm_90a", product: "wgmma.mma_async" };
/// Of sm_100a.
pub const TCGEN05: Unit = Unit { arch: "sm_100a", product: "tcgen05.mma" };
/// Both.
pub const BOTH: [Unit; 2] = [WGMMA, TCGEN05];

/// A jump back, in whose text before a `wgmma` that reads registers has not been waited for: `ptxas` of
/// CUDA 13.0 then gives these registers to what follows.
fn read_over_a_back_edge(ptx: &str) -> Option<&str> {
    let mut passed = Vec::new();
    let mut in_flight = false;
    ptx.lines().map(str::trim).find(|line| {
        if let Some(label) = line.strip_suffix(':') {
            passed.push(label);
        }
        if line.starts_with("wgmma.mma_async") {
            in_flight |= line.matches('{').count() == 2;
        }
        in_flight &= !line.starts_with("wgmma.wait_group.sync.aligned 0");
        let target = line.strip_suffix(';').and_then(|line| line.rsplit_once(' '));
        in_flight
            && line.contains("bra")
            && target.is_some_and(|(_, label)| passed.contains(&label))
    })
}

/// A kernel that has a pipeline gives what the interpreter gives.
///
/// # Panics
///
/// If it does not, or no producer feeds it.
pub fn agrees(units: &[Unit], source: &str, grid: [u32; 3], args: &[Arg], tolerance: Tolerance) {
    for &unit in units {
        let module = module(source, unit.arch);
        let ptx = text(&module, unit.arch);
        let fed = ptx.contains(unit.product) && ptx.contains("cp.async.bulk.tensor");
        assert!(fed, "{}: {source}", unit.arch);
        assert_eq!(read_over_a_back_edge(&ptx), None, "{}: {source}", unit.arch);
        check(&module, unit.arch, grid, args, tolerance);
    }
}

/// The sources of the operands of each product, A and B.
///
/// # Panics
///
/// If the module does not compile for the target.
pub fn operand_sources(module: &Module, arch: &str) -> Vec<[OperandSource; 2]> {
    let target = Target::named(arch).expect("a known target");
    let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
    let (ptx, found) = backend_ptx::compile_scheduled(&scheduled, target, &Options::default());
    assert!(found.is_empty(), "{found:?}");
    let reports = of_module(&scheduled, &target, &ptx);
    reports.iter().flat_map(|it| &it.mmas).map(|mma| [mma.a.source, mma.b.source]).collect()
}
