//! Launchers in Rust over the `runtime` crate: one method a kernel, its parameters' types checked by
//! the Rust compiler.
//!
//! A pointer to numbers is an `Array` of them, `&` where the kernel only reads and `&mut` where it
//! may write; any other pointer is a `Buffer`. An object of class type is any plain Rust type of
//! its size.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sema::signature::{Number, ParameterType, Pointee};
use sema::ty::fundamental::FloatKind;

use super::name::{snake_case, unique, unless_reserved};
use super::{Kernel, int_name};

/// What the generated text refers to.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The source file, for the comment at the top.
    pub source: &'a str,
    /// The stem of the program files in `OUT_DIR`.
    pub stem: &'a str,
    pub arch: &'a str,
    /// How the user's crate calls the runtime: `tilec_runtime`.
    pub runtime: &'a str,
}

/// Strict and reserved keywords, and what the methods name themselves.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "grid", "if",
    "impl", "in", "let", "load", "loop", "macro", "match", "mod", "move", "mut", "override",
    "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
    "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The file that a user's crate includes.
pub fn launchers(names: Names<'_>, kernels: &[Kernel<'_>]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_file(&mut out, names, kernels);
    out
}

fn write_file(out: &mut String, names: Names<'_>, kernels: &[Kernel<'_>]) -> std::fmt::Result {
    let Names { source, stem, arch, runtime } = names;
    writeln!(out, "// Launchers of the kernels in {source}, written by tilec for {arch}.\n")?;
    writeln!(out, "/// Tile IR for the CPU device, and PTX for {arch}.")?;
    writeln!(out, "pub const PROGRAM: {runtime}::Program<'static> = {runtime}::Program {{")?;
    for form in ["tir", "ptx"] {
        writeln!(out, "    {form}: include_str!(concat!(env!(\"OUT_DIR\"), \"/{stem}.{form}\")),")?;
    }
    writeln!(out, "}};\n")?;
    writeln!(out, "/// The properties of each kernel, in the order of the source.")?;
    writeln!(out, "#[allow(dead_code)]")?;
    writeln!(out, "pub const KERNELS: &[{runtime}::KernelInfo] = &[")?;
    for kernel in kernels {
        let (name, symbol) = (&kernel.signature.source, &kernel.signature.symbol);
        let threads = kernel.threads;
        write!(out, "    {runtime}::KernelInfo {{ name: {name:?}, symbol: {symbol:?}, ")?;
        writeln!(out, "threads: {threads} }},")?;
    }
    writeln!(out, "];\n")?;
    let mut taken = BTreeSet::new();
    let methods: Vec<String> = kernels
        .iter()
        .map(|kernel| {
            unique(&unless_reserved(&snake_case(&kernel.identifier), RESERVED), &mut taken)
        })
        .collect();
    writeln!(out, "/// The kernels of {source}, loaded on a device.")?;
    writeln!(out, "#[derive(Debug)]\npub struct Kernels {{")?;
    for method in &methods {
        writeln!(out, "    {method}: {runtime}::Kernel,")?;
    }
    writeln!(out, "}}\n\n#[allow(dead_code)]\nimpl Kernels {{")?;
    writeln!(out, "    /// Loads the program.\n    ///\n    /// # Errors")?;
    writeln!(out, "    /// The driver refuses it.")?;
    writeln!(
        out,
        "    pub fn load(device: &{runtime}::Device) -> Result<Kernels, {runtime}::Error> {{"
    )?;
    writeln!(out, "        let module = device.load(&PROGRAM)?;\n        Ok(Kernels {{")?;
    for (method, kernel) in methods.iter().zip(kernels) {
        writeln!(out, "            {method}: module.kernel({:?})?,", kernel.signature.symbol)?;
    }
    writeln!(out, "        }})\n    }}")?;
    for (method, kernel) in methods.iter().zip(kernels) {
        write_method(out, runtime, method, kernel)?;
    }
    writeln!(out, "}}")
}

fn write_method(
    out: &mut String,
    runtime: &str,
    method: &str,
    kernel: &Kernel<'_>,
) -> std::fmt::Result {
    let mut generics = Vec::new();
    let mut declared = Vec::new();
    let mut checks = Vec::new();
    let mut passed = Vec::new();
    for (name, parameter) in kernel.parameters() {
        let name = unless_reserved(&snake_case(name), RESERVED);
        let (ty, arg) = match parameter.ty {
            ParameterType::Number(number) => {
                (number_type(runtime, number), format!("{name}.into()"))
            }
            ParameterType::Pointer { pointee, is_const } => {
                let reference = if is_const { "&" } else { "&mut " };
                let ty = match pointee {
                    Pointee::Number(number) => {
                        format!("{reference}{runtime}::Array<{}>", number_type(runtime, number))
                    }
                    Pointee::Object { .. } | Pointee::Opaque => {
                        format!("{reference}{runtime}::Buffer")
                    }
                };
                let arg = if is_const { name.clone() } else { format!("(&*{name})") };
                (ty, format!("{arg}.into()"))
            }
            ParameterType::Object { size, .. } => {
                let generic = format!("Object{}", generics.len() + 1);
                checks.push(format!(
                    "const {{ assert!(size_of::<{generic}>() == {size}, \"`{}` has {size} bytes\") }};",
                    parameter.spelling
                ));
                let ty = format!("&{generic}");
                generics.push(format!("{generic}: {runtime}::bytemuck::NoUninit"));
                (ty, format!("{runtime}::Arg::object({name})"))
            }
        };
        declared.push(format!("{name}: {ty}"));
        passed.push(arg);
    }
    let generics = match generics.is_empty() {
        true => String::new(),
        false => format!("<{}>", generics.join(", ")),
    };
    writeln!(out, "\n    /// `{}`", kernel.signature.declaration())?;
    writeln!(
        out,
        "    ///\n    /// `grid` counts tile blocks; on a GPU each has {} threads.",
        kernel.threads
    )?;
    writeln!(
        out,
        "    ///\n    /// # Errors\n    /// A driver error, or on the CPU device a trap."
    )?;
    writeln!(out, "    #[allow(clippy::too_many_arguments)]")?;
    writeln!(out, "    pub fn {method}{generics}(\n        &self,")?;
    writeln!(out, "        grid: impl Into<{runtime}::Grid>,")?;
    for parameter in &declared {
        writeln!(out, "        {parameter},")?;
    }
    writeln!(out, "    ) -> Result<(), {runtime}::Error> {{")?;
    for check in &checks {
        writeln!(out, "        {check}")?;
    }
    let args = passed.join(", ");
    writeln!(out, "        self.{method}.launch(grid.into().0, &[{args}])\n    }}")
}

fn number_type(runtime: &str, number: Number) -> String {
    let float = |name: &str| format!("{runtime}::{name}");
    match number {
        Number::Bool => "bool".into(),
        Number::Int(kind) => int_name(kind),
        Number::Float(kind) => match kind {
            FloatKind::F16 => float("F16"),
            FloatKind::BF16 => float("Bf16"),
            FloatKind::TF32 => float("Tf32"),
            FloatKind::E4M3 => float("E4m3"),
            FloatKind::E5M2 => float("E5m2"),
            FloatKind::E8M0 => float("E8m0"),
            FloatKind::UE5M3 => float("Ue5m3"),
            FloatKind::E2M1 => float("E2m1"),
            FloatKind::F32 => "f32".into(),
            FloatKind::F64 | FloatKind::LongDouble => "f64".into(),
        },
    }
}
