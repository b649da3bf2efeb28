//! Kernels as hosts call them: launchers in other languages, made from the parameters' types.
//!
//! In: a [`Compiled`] program with PTX. Out: [`json`] for tools, [`rust`] for cargo, [`header`] for
//! C and C++. Each shows the same [`Kernel`]s in the same order; names are made unique here, so
//! that a kernel is called by the same identifier everywhere.

pub mod header;
pub mod json;
mod name;
pub mod rust;

use std::collections::BTreeSet;
use std::path::Path;

use sema::signature::{KernelSignature, Number, Parameter};
use sema::ty::fundamental::{FloatKind, IntKind};

use crate::driver::Compiled;

/// A kernel with what a launch needs.
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    pub signature: &'a KernelSignature,
    /// The source name as an identifier: `gemm_half_64_64_32`.
    pub identifier: String,
    /// The parameters' names as identifiers, no two the same.
    pub parameter_names: Vec<String>,
    /// Threads of one tile block.
    pub threads: u32,
}

impl Kernel<'_> {
    /// The parameters with their identifiers.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Parameter)> {
        self.parameter_names.iter().map(String::as_str).zip(&self.signature.parameters)
    }
}

/// The kernels of a compiled program.
///
/// # Errors
/// The program is tile IR, which has the types of values but not those of the source.
pub fn kernels(compiled: &Compiled) -> Result<Vec<Kernel<'_>>, String> {
    if compiled.signatures.is_empty() && !compiled.kernels.is_empty() {
        return Err("launchers are made from C++ source: tile IR has no parameter types".into());
    }
    let mut taken = BTreeSet::new();
    let kernels = compiled.signatures.iter().map(|signature| {
        let launch = compiled.launches.iter().find(|launch| launch.symbol == signature.symbol);
        let mut names = BTreeSet::new();
        let parameters = signature.parameters.iter();
        Kernel {
            signature,
            identifier: name::unique(&name::identifier(&signature.source), &mut taken),
            parameter_names: parameters
                .map(|parameter| name::unique(&name::identifier(&parameter.name), &mut names))
                .collect(),
            threads: launch.map_or(1, |launch| launch.threads),
        }
    });
    Ok(kernels.collect())
}

/// The stem of a path as an identifier: what the names of a header begin with.
pub fn stem_identifier(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default();
    name::identifier(&stem.to_string_lossy())
}

/// How a number is called in tilec's `--arg` and in the JSON form: `f32`, `u64`, `bf16`.
pub(crate) fn number_name(number: Number) -> String {
    match number {
        Number::Bool => "bool".into(),
        Number::Int(kind) => int_name(kind),
        Number::Float(kind) => float_name(kind).into(),
    }
}

/// `i32`, `u64`: Rust's names too.
fn int_name(kind: IntKind) -> String {
    format!("{}{}", if kind.is_signed() { 'i' } else { 'u' }, kind.bits())
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "f16",
        FloatKind::BF16 => "bf16",
        FloatKind::TF32 => "tf32",
        FloatKind::E4M3 => "e4m3",
        FloatKind::E5M2 => "e5m2",
        FloatKind::E8M0 => "e8m0",
        FloatKind::UE5M3 => "ue5m3",
        FloatKind::E2M1 => "e2m1",
        FloatKind::F32 => "f32",
        // A kernel has no `long double` parameter; on the device it is a double.
        FloatKind::F64 | FloatKind::LongDouble => "f64",
    }
}
