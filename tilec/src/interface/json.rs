//! The kernels of a program as JSON: `--emit metadata`.
//!
//! ```json
//! {"version":1,"arch":"sm_90a","kernels":[
//!   {"name":"gemm<__half, 64>","symbol":"_Z4gemm...","identifier":"gemm_half_64","threads":128,
//!    "parameters":[{"name":"a","type":"const __half *","kind":"pointer","element":"f16","const":true},
//!                  {"name":"n","type":"int","kind":"number","element":"i32"},
//!                  {"name":"s","type":"Shape","kind":"object","size":16,"align":8}]}]}
//! ```
//!
//! `element` is absent for pointers to `void`, to functions and to classes.

use sema::signature::{Parameter, ParameterType, Pointee};
use serde_json::{Value, json};

use super::{Kernel, number_name};

/// The number in `version`: raised when something that is there changes its meaning.
const VERSION: u32 = 1;

/// One line of JSON with all kernels.
pub fn metadata(arch: &str, kernels: &[Kernel<'_>]) -> String {
    let shown: Vec<Value> = kernels
        .iter()
        .map(|kernel| {
            json!({
                "name": kernel.signature.source,
                "symbol": kernel.signature.symbol,
                "identifier": kernel.identifier,
                "threads": kernel.threads,
                "parameters": kernel.signature.parameters.iter().map(parameter).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{}\n", json!({ "version": VERSION, "arch": arch, "kernels": shown }))
}

fn parameter(parameter: &Parameter) -> Value {
    let mut value = json!({ "name": parameter.name, "type": parameter.spelling });
    let mut set = |key: &str, of: Value| value[key] = of;
    match parameter.ty {
        ParameterType::Number(number) => {
            set("kind", "number".into());
            set("element", number_name(number).into());
        }
        ParameterType::Pointer { pointee, is_const } => {
            set("kind", "pointer".into());
            set("const", is_const.into());
            match pointee {
                Pointee::Number(number) => set("element", number_name(number).into()),
                Pointee::Object { size, align } => {
                    set("size", size.into());
                    set("align", align.into());
                }
                Pointee::Opaque => {}
            }
        }
        ParameterType::Object { size, align } => {
            set("kind", "object".into());
            set("size", size.into());
            set("align", align.into());
        }
    }
    value
}
