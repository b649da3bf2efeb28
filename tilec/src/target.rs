//! `--arch`: a target of the back end, and what the preprocessor says of it.

use backend_ptx::target::{TARGETS, Target};
use lang::pp::{ArchFeatures, CudaArch};

/// `sm_90a`, `compute_90a` or `native`, which is the newest target until a device says otherwise.
pub fn parse(arch: &str) -> Result<(Target, CudaArch), String> {
    let name = match arch {
        "native" => "sm_90a".to_string(),
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
