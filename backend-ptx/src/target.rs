//! The GPUs: one row per architecture.
//!
//! Everything that selection may ask of a target is a column here, so that a new GPU is a row.

use crate::ptx::types::Ty;

/// What some targets have and others lack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// `cp.async`, `ldmatrix`, `mma.sync` of f16, bf16, tf32, f64 and int8.
    Ampere,
    /// Conversions between f32 or f16 and fp8.
    Fp8Convert,
    /// `mma.sync` of fp8.
    Fp8Mma,
    /// Arithmetic on bf16 other than `fma`, atomics on bf16.
    Bf16Arithmetic,
    /// Thread-block clusters, `stmatrix` and `griddepcontrol`.
    Cluster,
    /// `wgmma`, bulk tensor copies, `setmaxnreg`: the `a` of sm_90a.
    Wgmma,
    /// `tcgen05` and bulk tensor copies: the `f` of sm_100f, which the `a` of sm_100a includes.
    Tcgen05,
    /// `tcgen05.mma` of 8-bit integers, which the family targets and sm_103a lack.
    Tcgen05Int8,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// `sm_90a`
    pub name: &'static str,
    /// 90
    pub compute: u32,
    /// Oldest PTX version that has the target and what selection uses on it.
    pub ptx: (u32, u32),
    /// Name of the target that machine code for `name` is compiled for: the same chips, with the
    /// features that portable PTX lacks. A family target (`f`) stands where NVIDIA's machine code for
    /// `name` also loads on a later chip of the family; an `a` target loads on its own chip only.
    pub machine: &'static str,
    /// Shared memory that a kernel may declare, in bytes. The assembler grants all that a CTA can have
    /// to `a` and `f` targets only; elsewhere more would be dynamic, a size that each launch has to name.
    pub max_shared: u32,
    /// Shared memory of one SM.
    pub sm_shared: u32,
    /// Streaming multiprocessors of the largest part.
    pub sms: u32,
    features: &'static [Feature],
}

/// 32-bit registers of one thread.
pub const MAX_REGISTERS: u32 = 255;
/// 32-bit registers of one SM.
pub const SM_REGISTERS: u32 = 65536;

const AMPERE: &[Feature] = &[Feature::Ampere];
const ADA: &[Feature] = &[Feature::Ampere, Feature::Fp8Convert, Feature::Fp8Mma];
const HOPPER: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
];
const HOPPER_A: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::Wgmma,
];
const BLACKWELL_A: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::Tcgen05,
    Feature::Tcgen05Int8,
];
/// Also the chips of later minor versions of the family: no feature that one of them lacks.
const BLACKWELL_F: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::Tcgen05,
];

/// All targets, oldest first.
pub const TARGETS: &[Target] = &[
    row("sm_80", 80, (8, 0), "sm_80", (48, 164), 108, AMPERE),
    row("sm_86", 86, (8, 0), "sm_86", (48, 100), 84, AMPERE),
    row("sm_87", 87, (8, 0), "sm_87", (48, 164), 16, AMPERE),
    row("sm_88", 88, (9, 0), "sm_88", (48, 100), 48, AMPERE),
    row("sm_89", 89, (8, 4), "sm_89", (48, 100), 142, ADA),
    row("sm_90", 90, (8, 4), "sm_90a", (48, 228), 132, HOPPER),
    row("sm_90a", 90, (8, 4), "sm_90a", (227, 228), 132, HOPPER_A),
    row("sm_100", 100, (8, 6), "sm_100f", (48, 228), 148, HOPPER),
    row("sm_100f", 100, (8, 8), "sm_100f", (227, 228), 148, BLACKWELL_F),
    row("sm_100a", 100, (8, 6), "sm_100a", (227, 228), 148, BLACKWELL_A),
    row("sm_103", 103, (8, 8), "sm_103a", (48, 228), 160, HOPPER),
    row("sm_103f", 103, (8, 8), "sm_103f", (227, 228), 160, BLACKWELL_F),
    row("sm_103a", 103, (8, 8), "sm_103a", (227, 228), 160, BLACKWELL_F),
    row("sm_110", 110, (9, 0), "sm_110a", (48, 228), 20, HOPPER),
    row("sm_110f", 110, (9, 0), "sm_110f", (227, 228), 20, BLACKWELL_F),
    row("sm_110a", 110, (9, 0), "sm_110a", (227, 228), 20, BLACKWELL_A),
    row("sm_120", 120, (8, 7), "sm_120f", (48, 100), 188, HOPPER),
    row("sm_120f", 120, (8, 8), "sm_120f", (99, 100), 188, HOPPER),
    row("sm_120a", 120, (8, 7), "sm_120a", (99, 100), 188, HOPPER),
    row("sm_121", 121, (8, 8), "sm_121a", (48, 100), 48, HOPPER),
    row("sm_121f", 121, (8, 8), "sm_121f", (99, 100), 48, HOPPER),
    row("sm_121a", 121, (8, 8), "sm_121a", (99, 100), 48, HOPPER),
];

const fn row(
    name: &'static str,
    compute: u32,
    ptx: (u32, u32),
    machine: &'static str,
    (max_shared_kib, sm_shared_kib): (u32, u32),
    sms: u32,
    features: &'static [Feature],
) -> Target {
    Target {
        name,
        compute,
        ptx,
        machine,
        max_shared: max_shared_kib * 1024,
        sm_shared: sm_shared_kib * 1024,
        sms,
        features,
    }
}

impl Target {
    /// The target of a name such as `sm_90a`; `compute_90a` and `90a` are accepted too.
    pub fn named(name: &str) -> Option<Target> {
        let number = name.strip_prefix("sm_").or(name.strip_prefix("compute_")).unwrap_or(name);
        TARGETS.iter().find(|target| target.name.strip_prefix("sm_") == Some(number)).copied()
    }

    /// The target that machine code for this one is compiled for (see `machine`).
    pub fn for_machine_code(self) -> Target {
        Target::named(self.machine).unwrap_or(self)
    }

    /// Whether later GPUs than those of its family can run PTX of this target.
    pub fn is_portable(&self) -> bool {
        !self.name.ends_with(['a', 'f'])
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether a producer warp can feed tensor cores through shared memory.
    pub fn has_pipelines(&self) -> bool {
        self.has(Feature::Wgmma) || self.has(Feature::Tcgen05)
    }

    /// Whether add, sub, mul, min, max and comparison exist in a 16-bit float type.
    pub fn has_arithmetic(&self, ty: Ty) -> bool {
        match ty {
            Ty::Bf16 | Ty::Bf16x2 => self.has(Feature::Bf16Arithmetic),
            _ => true,
        }
    }

    /// The name under which optimisation hints for this target are written.
    pub fn hint_name(&self) -> &'static str {
        self.name.trim_end_matches(['a', 'f'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for target in TARGETS {
            assert_eq!(Target::named(target.name), Some(*target));
            assert_eq!(Target::named(&target.name[3..]), Some(*target));
        }
    }

    #[test]
    fn machine_code_is_for_the_same_chips_and_has_no_less() {
        for target in TARGETS {
            let machine = target.for_machine_code();
            assert_eq!(machine.name, target.machine);
            assert_eq!(machine.machine, machine.name);
            assert_eq!((machine.compute, machine.sms), (target.compute, target.sms));
            assert!(target.features.iter().all(|feature| machine.has(*feature)));
            assert_eq!(machine.is_portable(), target.compute < 90);
        }
    }

    #[test]
    fn other_spellings_name_targets() {
        assert_eq!(Target::named("sm_70"), None);
        assert_eq!(Target::named("compute_90a").map(|t| t.name), Some("sm_90a"));
    }
}
