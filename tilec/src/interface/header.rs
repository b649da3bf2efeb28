//! A header with the kernels of a file and functions that launch them, for hosts in C99 or C++:
//! `--emit header`.
//!
//! The image is in the header, and the driver is found at run time, so a host needs neither a file
//! beside it nor a library. Sizes are LP64, which the header checks where it matters.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sema::signature::{Number, ParameterType, Pointee};
use sema::ty::fundamental::{FloatKind, IntKind};

use super::Kernel;
use super::name::{unique, unless_reserved};

/// The part that all headers have in common, guarded.
const LAUNCHER: &str = include_str!("launcher.h");

/// What the header is made from besides the kernels.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The source file, for the comment at the top.
    pub path: &'a str,
    /// What the names of the header begin with: `vector_add`.
    pub prefix: &'a str,
    pub arch: &'a str,
    /// PTX or a cubin.
    pub image: &'a [u8],
}

/// Keywords of C and C++, what the standard headers define as macros, and the names that the
/// functions use themselves.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "concept",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "module",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "nullptr",
    "operator",
    "or",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "xor",
    "grid",
    "stream",
    "arguments",
    "NULL",
    "linux",
    "unix",
];

/// The text of the header.
pub fn header(source: Source<'_>, kernels: &[Kernel<'_>]) -> String {
    let mut out = String::with_capacity(LAUNCHER.len() + 5 * source.image.len());
    // Writing to a string cannot fail.
    let _ = write_header(&mut out, source, kernels);
    out
}

fn write_header(out: &mut String, source: Source<'_>, kernels: &[Kernel<'_>]) -> std::fmt::Result {
    let Source { path, prefix, arch, image } = source;
    let guard = format!("TILEC_{}_H", prefix.to_ascii_uppercase());
    writeln!(out, "/* Launchers of the kernels in {path}, written by tilec for {arch}.")?;
    writeln!(out, " *")?;
    writeln!(out, " *     {prefix}_module module;")?;
    writeln!(out, " *     if ({prefix}_load(&module) != 0) ...")?;
    if let Some(kernel) = kernels.first() {
        let name = &kernel.identifier;
        writeln!(out, " *     {prefix}_{name}(&module, tilec_grid_of(1, 1, 1), NULL, ...);")?;
    }
    writeln!(out, " *     {prefix}_unload(&module);")?;
    writeln!(out, " */\n#ifndef {guard}\n#define {guard}\n\n{LAUNCHER}")?;
    if uses_long(kernels) {
        writeln!(out, "/* `long` has 8 bytes in a kernel. */")?;
        writeln!(out, "typedef char {prefix}_long_has_8_bytes[sizeof(long) == 8 ? 1 : -1];\n")?;
    }
    write_image(out, prefix, image)?;
    let members: Vec<String> = kernels
        .iter()
        .map(|kernel| unless_reserved(&kernel.identifier, &["module"]))
        .map(|name| unless_reserved(&name, RESERVED))
        .collect();
    writeln!(out, "typedef struct {prefix}_module {{\n    tilec_module module;")?;
    for member in &members {
        writeln!(out, "    void *{member};")?;
    }
    writeln!(out, "}} {prefix}_module;\n")?;
    writeln!(out, "/* Loads the kernels in the current context; ends with {prefix}_unload. */")?;
    writeln!(out, "static inline tilec_result {prefix}_load({prefix}_module *self) {{")?;
    writeln!(out, "    tilec_result result = tilec_load(&self->module, {prefix}_image);")?;
    for (member, kernel) in members.iter().zip(kernels) {
        let symbol = &kernel.signature.symbol;
        writeln!(out, "    if (result == 0)")?;
        write!(out, "        result = self->module.driver.get_function(&self->{member}, ")?;
        writeln!(out, "self->module.handle,\n            \"{symbol}\");")?;
    }
    writeln!(out, "    return result;\n}}\n")?;
    writeln!(out, "static inline tilec_result {prefix}_unload({prefix}_module *self) {{")?;
    writeln!(out, "    return tilec_unload(&self->module);\n}}\n")?;
    writeln!(
        out,
        "static inline const char *{prefix}_error_string(const {prefix}_module *self, tilec_result result) {{"
    )?;
    writeln!(out, "    return tilec_error_string(&self->module, result);\n}}")?;
    let mut taken: BTreeSet<String> =
        ["module", "load", "unload", "error_string", "image"].map(String::from).into();
    for (member, kernel) in members.iter().zip(kernels) {
        let name = unique(&kernel.identifier, &mut taken);
        write_launcher(out, prefix, &name, member, kernel)?;
    }
    writeln!(out, "\n#endif /* {guard} */")
}

/// The image as numbers, which no compiler has a limit for; a zero ends it, as the driver wants PTX.
fn write_image(out: &mut String, prefix: &str, image: &[u8]) -> std::fmt::Result {
    writeln!(out, "static const unsigned char {prefix}_image[] = {{")?;
    for line in image.chunks(24) {
        out.push_str("    ");
        for byte in line {
            write!(out, "{byte},")?;
        }
        out.push('\n');
    }
    writeln!(out, "    0}};\n")
}

fn write_launcher(
    out: &mut String,
    prefix: &str,
    name: &str,
    member: &str,
    kernel: &Kernel<'_>,
) -> std::fmt::Result {
    let mut taken = BTreeSet::from(["self".to_owned()]);
    let mut declared = Vec::new();
    let mut passed = Vec::new();
    let mut notes = Vec::new();
    for (name, parameter) in kernel.parameters() {
        let name = unique(&unless_reserved(name, RESERVED), &mut taken);
        match parameter.ty {
            ParameterType::Number(number) => {
                declared.push(format!("{} {name}", number_type(number)));
                passed.push(format!("&{name}"));
            }
            ParameterType::Pointer { pointee, is_const } => {
                let ty = match pointee {
                    Pointee::Number(number) => number_type(number),
                    Pointee::Object { .. } | Pointee::Opaque => "void",
                };
                let qualifier = if is_const { "const " } else { "" };
                declared.push(format!("{qualifier}{ty} *{name}"));
                passed.push(format!("&{name}"));
            }
            ParameterType::Object { size, .. } => {
                declared.push(format!("const void *{name}"));
                notes.push(format!(
                    "`{name}` points to the {size} bytes of a {}",
                    parameter.spelling
                ));
                passed.push(format!("(void *){name}"));
            }
        }
    }
    // The user's spelling cannot end the comment: `*/` is in no type.
    writeln!(out, "\n/* {}", kernel.signature.declaration())?;
    for note in notes {
        writeln!(out, " * {note}.")?;
    }
    writeln!(out, " * Pointers are device memory. */")?;
    writeln!(out, "static inline tilec_result {prefix}_{name}(")?;
    write!(out, "    const {prefix}_module *self, tilec_grid grid, tilec_stream stream")?;
    for parameter in &declared {
        write!(out, ",\n    {parameter}")?;
    }
    writeln!(out, ") {{")?;
    let arguments = match passed.is_empty() {
        true => "NULL".to_owned(),
        false => {
            writeln!(out, "    void *arguments[{}];", passed.len())?;
            for (index, argument) in passed.iter().enumerate() {
                let cast = if argument.starts_with('&') { "(void *)" } else { "" };
                writeln!(out, "    arguments[{index}] = {cast}{argument};")?;
            }
            "arguments".to_owned()
        }
    };
    writeln!(
        out,
        "    return tilec_launch(&self->module, self->{member}, grid, stream, {arguments});\n}}"
    )
}

fn number_type(number: Number) -> &'static str {
    match number {
        Number::Bool => "bool",
        Number::Int(kind) => match kind {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar | IntKind::Char8 => "unsigned char",
            IntKind::Char16 => "uint16_t",
            IntKind::Char32 => "uint32_t",
            IntKind::WChar => "wchar_t",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            // Not among the numbers of 64 bits.
            IntKind::Int128 | IntKind::UInt128 => "void",
        },
        Number::Float(kind) => match kind {
            FloatKind::F16 => "tilec_f16",
            FloatKind::BF16 => "tilec_bf16",
            FloatKind::TF32 => "tilec_tf32",
            FloatKind::E4M3 => "tilec_e4m3",
            FloatKind::E5M2 => "tilec_e5m2",
            FloatKind::E8M0 => "tilec_e8m0",
            FloatKind::UE5M3 => "tilec_ue5m3",
            FloatKind::E2M1 => "tilec_e2m1",
            FloatKind::F32 => "float",
            FloatKind::F64 | FloatKind::LongDouble => "double",
        },
    }
}

fn uses_long(kernels: &[Kernel<'_>]) -> bool {
    let is_long =
        |number: Number| matches!(number, Number::Int(IntKind::Long) | Number::Int(IntKind::ULong));
    kernels.iter().flat_map(|kernel| &kernel.signature.parameters).any(|p| match p.ty {
        ParameterType::Number(number) => is_long(number),
        ParameterType::Pointer { pointee: Pointee::Number(number), .. } => is_long(number),
        ParameterType::Pointer { .. } | ParameterType::Object { .. } => false,
    })
}
