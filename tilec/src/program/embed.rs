//! Kernels in the assembly of host code.
//!
//! In: files with the tile IR and the fat binary, and what kernels are known by. Out: assembly to add, which any assembler of GNU's
//! syntax takes, and C++ to add to the source before. The layout of the table is that of `crt::registry`.
//!
//! ```text
//! table    = u32 version, u32 kernels, u32 variables, u32 0, address of kernel rows, address of variable rows,
//!            address and u64 length of the tile IR, address and u64 length of the fat binary
//! kernel   = address of the stub, address of its key, symbol, declaration in the source
//! variable = address of the host's variable, symbol, u64 bytes
//! ```

use std::fmt::Write as _;
use std::path::Path;

/// The version of the layout.
const VERSION: u32 = 1;

/// The label of the table, which is local to the object.
pub const TABLE: &str = "__tilec_table";

/// A kernel of the object.
pub struct KernelRow {
    /// The symbols of the stub and of its key.
    pub stub: String,
    pub key: String,
    /// The entry of the tile IR.
    pub symbol: String,
    /// Its declaration in the source.
    pub name: String,
}

/// What is added to the source: the table is registered before anything that could launch a kernel.
pub fn registration() -> String {
    format!(
        "\n# 1 \"<tilec>/registration\" 3\n\
         extern \"C\" {{ void __tilec_register(void const *);\n\
         extern __attribute__((visibility(\"hidden\"))) char const {TABLE}[]; }}\n\
         namespace {{ __attribute__((constructor(101), used)) void __tilec_register_object() \
         {{ __tilec_register({TABLE}); }} }}\n"
    )
}

/// The files that an object carries.
pub struct Files<'a> {
    /// Tile IR.
    pub image: &'a Path,
    /// A fat binary.
    pub code: &'a Path,
}

/// What is added to the assembly.
pub fn assembly(
    kernels: &[KernelRow],
    variables: &[(&String, &u64)],
    Files { image, code }: &Files<'_>,
) -> String {
    let mut text = format!("\n{}{}", section("image", image), section("code", code));
    let mut strings = String::from("\t.section .tilec.strings,\"a\"\n");
    let mut n_strings = 0;
    let mut string = |value: &str| {
        let label = format!(".Ltilec_string{n_strings}");
        n_strings += 1;
        let bytes: Vec<String> = value.bytes().chain([0]).map(|byte| byte.to_string()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(strings, "{label}:\n\t.byte {}", bytes.join(","));
        label
    };
    let mut rows = String::from(".Ltilec_kernels:\n");
    for KernelRow { stub, key, symbol, name } in kernels {
        let (symbol, name) = (string(symbol), string(name));
        let _ = writeln!(rows, "\t.8byte {stub}, {key}, {symbol}, {name}");
    }
    rows.push_str(".Ltilec_variables:\n");
    for (variable, size) in variables {
        let symbol = string(variable);
        let _ = writeln!(rows, "\t.8byte {variable}, {symbol}, {size}");
    }
    let (n_kernels, n_variables) = (kernels.len(), variables.len());
    let _ = write!(
        text,
        "{strings}\t.section .data.rel.ro.tilec,\"aw\"\n\t.balign 8\n{rows}{TABLE}:\n\
         \t.4byte {VERSION}, {n_kernels}, {n_variables}, 0\n\
         \t.8byte .Ltilec_kernels, .Ltilec_variables\n\
         \t.8byte .Ltilec_image, .Ltilec_image_end - .Ltilec_image\n\
         \t.8byte .Ltilec_code, .Ltilec_code_end - .Ltilec_code\n"
    );
    text
}

/// A file as a section, between two labels.
fn section(name: &str, file: &Path) -> String {
    let path = file.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "\t.section .tilec.{name},\"a\"\n\t.balign 16\n\
         .Ltilec_{name}:\n\t.incbin \"{path}\"\n.Ltilec_{name}_end:\n\t.byte 0\n"
    )
}
