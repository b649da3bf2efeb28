//! Kernels in the assembly of host code.
//!
//! In: files with the tile IR and the fat binary, and what kernels are known by. Out: assembly to add, which any assembler of GNU's
//! syntax takes, and C++ to add to the source before. The layout of the table is that of `crt::registry`.
//!
//! ```text
//! table    = u32 version, u32 kernels, u32 variables, u32 0, address of kernel rows, address of variable rows,
//!            address and u64 length of the tile IR, of the fat binary, and of the fat binary of SIMT kernels
//! kernel   = address of the stub, address of its key, symbol, declaration in the source, sizes
//! sizes    = null for a tile kernel; for a SIMT kernel the address of u32 parameters, u32 bytes of each
//! variable = address of the host's variable, symbol, u64 bytes, u64 place: of tile kernels, of SIMT kernels, the host's
//! ```

use std::fmt::Write as _;
use std::path::Path;

/// The version of the layout.
const VERSION: u32 = 3;

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
    /// Of a SIMT kernel the bytes of each parameter.
    pub simt: Option<Vec<u32>>,
}

/// A variable of the object.
pub struct VariableRow {
    /// The host's variable.
    pub shadow: String,
    /// That of the device.
    pub symbol: String,
    pub bytes: u64,
    pub place: Place,
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the program of tile kernels.
    Tile = 0,
    /// In that of SIMT kernels.
    Simt = 1,
    /// It is the host's, and kernels reach it.
    Managed = 2,
}

/// What is added to the source: the table is registered before anything that could launch a kernel. The runtime of a toolkit
/// has to be initialised before that: `tilec_cudart.h` registers with it.
pub fn registration(with_toolkit: bool) -> String {
    if with_toolkit {
        return format!(
            "\n# 1 \"<tilec>/registration\" 3\n\
             extern \"C\" {{ extern __attribute__((visibility(\"hidden\"))) char const {TABLE}[]; }}\n\
             namespace {{ __attribute__((constructor, used)) void __tilec_register_object() \
             {{ static __tilec_cudart_object object; \
             __tilec_register_with_cudart({TABLE}, &object); \
             std::atexit([] {{ __tilec_unregister_with_cudart(&object); }}); }} }}\n"
        );
    }
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
    /// One of SIMT kernels; empty if there are none.
    pub simt: &'a Path,
}

/// What is added to the assembly.
pub fn assembly(
    kernels: &[KernelRow],
    variables: &[VariableRow],
    Files { image, code, simt }: &Files<'_>,
) -> String {
    let files = [("image", image), ("code", code), ("simt", simt)];
    let sections: String = files.iter().map(|(name, file)| section(name, file)).collect();
    let mut text = format!("\n{sections}");
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
    let mut sizes = String::from("\t.balign 4\n");
    for (number, KernelRow { stub, key, symbol, name, simt }) in kernels.iter().enumerate() {
        let (symbol, name) = (string(symbol), string(name));
        let label = simt.as_ref().map(|simt| {
            let label = format!(".Ltilec_sizes{number}");
            let words: Vec<String> =
                [simt.len() as u32].iter().chain(simt).map(u32::to_string).collect();
            let _ = writeln!(sizes, "{label}:\n\t.4byte {}", words.join(", "));
            label
        });
        let label = label.unwrap_or_else(|| "0".to_owned());
        let _ = writeln!(rows, "\t.8byte {stub}, {key}, {symbol}, {name}, {label}");
    }
    rows.push_str(".Ltilec_variables:\n");
    for VariableRow { shadow, symbol, bytes, place } in variables {
        let (symbol, place) = (string(symbol), *place as u32);
        let _ = writeln!(rows, "\t.8byte {shadow}, {symbol}, {bytes}, {place}");
    }
    let (n_kernels, n_variables) = (kernels.len(), variables.len());
    let _ = write!(
        text,
        "{strings}{sizes}\t.section .data.rel.ro.tilec,\"aw\"\n\t.balign 8\n{rows}{TABLE}:\n\
         \t.4byte {VERSION}, {n_kernels}, {n_variables}, 0\n\
         \t.8byte .Ltilec_kernels, .Ltilec_variables\n\
         \t.8byte .Ltilec_image, .Ltilec_image_end - .Ltilec_image\n\
         \t.8byte .Ltilec_code, .Ltilec_code_end - .Ltilec_code\n\
         \t.8byte .Ltilec_simt, .Ltilec_simt_end - .Ltilec_simt\n"
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
