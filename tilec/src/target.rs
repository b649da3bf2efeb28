//! `--arch`: a target of the back end, and what the preprocessor says of it.

use backend_ptx::target::{TARGETS, Target};
use lang::pp::{ArchFeatures, CudaArch};

use crate::session::DEFAULT_ARCH;

/// What stands for the GPU that is here.
pub const NATIVE: &str = "native";

/// `sm_90a`, `compute_90a` or `native`, the best target for the first GPU; `sm_90a` where there is none.
pub fn parse(arch: &str) -> Result<(Target, CudaArch), String> {
    let name = match arch {
        NATIVE => {
            let gpu = runtime::driver_info().and_then(|driver| driver.gpus.into_iter().next());
            let target = gpu.and_then(|gpu| best_for(gpu.compute));
            target.map_or(DEFAULT_ARCH, |target| target.name).to_owned()
        }
        _ => arch.replacen("compute_", "sm_", 1),
    };
    let Some(target) = Target::named(&name) else {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(format!("--arch={arch}: no such target; there are {}", known.join(" ")));
    };
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let features = match name.chars().last() {
        Some('a') => ArchFeatures::Specific,
        Some('f') => ArchFeatures::Family,
        _ => ArchFeatures::Portable,
    };
    let number = digits.parse().map_err(|_| format!("--arch={arch}: no number in it"))?;
    Ok((target, CudaArch { number, features }))
}

/// The target for a GPU of this compute capability: its own, the one with features of its own first,
/// else the newest that later GPUs run too.
pub fn best_for((major, minor): (u32, u32)) -> Option<&'static Target> {
    let compute = major * 10 + minor;
    let own = TARGETS.iter().rev().find(|target| target.compute == compute);
    let is_portable = |target: &&Target| !target.name.ends_with(['a', 'f']);
    let older = TARGETS.iter().filter(is_portable).filter(|target| target.compute < compute);
    own.or_else(|| older.max_by_key(|target| target.compute))
}

#[cfg(test)]
mod tests {
    use super::best_for;

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
