//! Indices of views have any integer type, and no sign. The library gives 32 bits to all of them; other front ends do not.
//!
//! The indices of a product's loads and stores are converted to each type, and the emulator computes what the interpreter does,
//! on one target for each way of copying operands.

use ir::builder::Builder;
use ir::{InstData, Module, Overflow, Scalar, Signedness};
use tilec_tests::differential::{EXACT, check};
use tilec_tests::products::{FLOAT, Gemm, HALF, module};

const TARGETS: [&str; 5] = ["sm_80", "sm_90a", "sm_100a", "sm_103a", "sm_120a"];
const TYPES: [Scalar; 3] = [Scalar::I8, Scalar::I16, Scalar::I64];

#[test]
fn indices_of_views_have_any_integer_type() {
    for arch in TARGETS {
        let gemm = Gemm { factor: HALF, sum: FLOAT, tile: (64, 64, 64), orders: ("rows", "rows") };
        let module = module(&gemm.source(), arch);
        for scalar in TYPES {
            let changed = with_indices(module.clone(), scalar);
            for sizes in [(128, 192, 256), (72, 136, 72)] {
                check(&changed, arch, gemm.grid(sizes), &gemm.args(sizes), EXACT);
            }
        }
    }
}

/// The module with indices of an integer type other than `i32`, from which they are converted.
fn with_indices(mut module: Module, scalar: Scalar) -> Module {
    let ty = module.types.scalar(scalar);
    let mut n_changed = 0;
    for (_, function) in module.entries.iter_mut() {
        for inst in function.insts_in_order() {
            let mut data = function.data(inst).clone();
            let (InstData::LoadViewTko { index, .. } | InstData::StoreViewTko { index, .. }) =
                &mut data
            else {
                continue;
            };
            let mut b = Builder::before(function, &mut module.types, inst);
            for value in index.iter_mut() {
                *value = match scalar.bits() > 32 {
                    true => b.exti(*value, Signedness::Unsigned, ty),
                    false => b.trunci(*value, Overflow::None, ty),
                };
                n_changed += 1;
            }
            *function.data_mut(inst) = data;
        }
    }
    assert!(n_changed >= 6, "the indices of two loads and a store are changed");
    module
}
