//! Which instruction a target has for the formats of an MMA.

use ir::Scalar;

use crate::mma::fragment::Fragment;
use crate::target::{Feature, Target};

/// The `mma.sync` fragment for element types, if the target has one.
pub fn fragment(from: Scalar, to: Scalar, target: &Target) -> Option<Fragment> {
    if !target.has(Feature::Ampere) {
        return None;
    }
    match (from, to) {
        (Scalar::F16, Scalar::F16 | Scalar::F32) | (Scalar::BF16, Scalar::F32) => {
            Some(Fragment::M16N8 { bits: 16 })
        }
        (Scalar::TF32, Scalar::F32) => Some(Fragment::M16N8 { bits: 32 }),
        (Scalar::I8, Scalar::I32) => Some(Fragment::M16N8 { bits: 8 }),
        (Scalar::F8E4M3FN | Scalar::F8E5M2, Scalar::F32) if target.has(Feature::Fp8Mma) => {
            Some(Fragment::M16N8 { bits: 8 })
        }
        (Scalar::F64, Scalar::F64) => Some(Fragment::M8N8K4F64),
        _ => None,
    }
}
