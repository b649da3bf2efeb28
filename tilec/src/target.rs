//! `--arch`: a target of the back end, and what the preprocessor says of it.

use backend_ptx::target::{TARGETS, Target};
use lang::pp::{ArchFeatures, CudaArch};

use crate::cli::List;
use crate::session::DEFAULT_ARCH;

/// What stands for the GPU that is here.
pub const NATIVE: &str = "native";

/// What `--arch` selects.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selected {
    /// What code is generated for.
    pub target: Target,
    /// What the preprocessor says of it. It has the features of the name as written, as nvcc has it:
    /// `-arch=sm_90` does not define the macros of `sm_90a`.
    pub arch: CudaArch,
    /// The name as written, where code is generated for more than that.
    pub widened_from: Option<&'static str>,
}

/// Reads `sm_90`, which is the chip with all its features, `compute_90`, which is PTX that later
/// GPUs run too, or `native`: the best target for the first GPU, and `sm_90a` where there is none.
///
/// # Errors
/// The name and the names that there are.
pub fn parse(arch: &str) -> Result<Selected, String> {
    let name = match arch {
        NATIVE => native().map_or(DEFAULT_ARCH, |target| target.name),
        _ => arch,
    };
    let Some(named) = Target::named(name) else {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(format!("--arch={arch}: unknown target; known targets: {}", known.join(" ")));
    };
    let features = match named.name.chars().last() {
        Some('a') => ArchFeatures::Specific,
        Some('f') => ArchFeatures::Family,
        _ => ArchFeatures::Portable,
    };
    let target = if name.starts_with("compute_") { named } else { named.for_machine_code() };
    Ok(Selected {
        target,
        arch: CudaArch { number: named.compute, features },
        widened_from: (target != named).then_some(named.name),
    })
}

/// The best target for the first GPU.
fn native() -> Option<&'static Target> {
    let gpu = runtime::driver_info().and_then(|driver| driver.gpus.into_iter().next());
    gpu.and_then(|gpu| best_for(gpu.compute))
}

/// Whether `native` stands for a GPU that is here.
pub fn has_native() -> bool {
    native().is_some()
}

/// The targets in the form of nvcc's `--list-gpu-code` and `--list-gpu-arch`.
pub fn list(list: List) -> String {
    let portable = TARGETS.iter().filter(|target| target.is_portable());
    let line = |target: &Target| {
        let (chip, number) = (target.name, target.compute);
        match (list.chips, list.architectures) {
            (true, true) => format!("arch=compute_{number},code=[{chip},compute_{number}]\n"),
            (true, false) => format!("{chip}\n"),
            (false, _) => format!("compute_{number}\n"),
        }
    };
    portable.map(line).collect()
}

/// The target for a GPU of this compute capability: its own, the one with features of its own first,
/// else the newest that later GPUs run too.
pub fn best_for((major, minor): (u32, u32)) -> Option<&'static Target> {
    let compute = major * 10 + minor;
    let own = TARGETS.iter().rev().find(|target| target.compute == compute);
    let older = TARGETS
        .iter()
        .filter(|target| target.is_portable())
        .filter(|target| target.compute < compute);
    own.or_else(|| older.max_by_key(|target| target.compute))
}

#[cfg(test)]
mod tests {
    use super::{best_for, parse};

    #[test]
    fn a_chip_is_compiled_for_with_its_own_features() {
        for (written, target, widened_from) in [
            ("sm_80", "sm_80", None),
            ("sm_90", "sm_90a", Some("sm_90")),
            ("90", "sm_90a", Some("sm_90")),
            ("sm_90a", "sm_90a", None),
            ("compute_90", "sm_90", None),
            ("compute_90a", "sm_90a", None),
            ("sm_100", "sm_100f", Some("sm_100")),
            ("sm_120", "sm_120f", Some("sm_120")),
        ] {
            let selected = parse(written).expect("a target");
            assert_eq!((selected.target.name, selected.widened_from), (target, widened_from));
        }
        // The macros are those of the name as written.
        assert_eq!(parse("sm_90").map(|it| it.arch.features), Ok(lang::pp::ArchFeatures::Portable));
        assert_eq!(
            parse("sm_90a").map(|it| it.arch.features),
            Ok(lang::pp::ArchFeatures::Specific)
        );
        assert!(parse("sm_75").is_err_and(|error| error.contains("unknown target")));
    }

    #[test]
    fn each_gpu_has_a_target_that_it_runs() {
        let name = |compute| best_for(compute).map(|target| target.name);
        assert_eq!(name((9, 0)), Some("sm_90a"));
        assert_eq!(name((8, 0)), Some("sm_80"));
        assert_eq!(name((7, 5)), None);
        // What is not known yet runs what is portable, never what is another GPU's own.
        assert!(name((19, 9)).is_some_and(|name| !name.ends_with(['a', 'f'])));
    }
}
