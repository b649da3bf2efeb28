//! Holds the arguments of a command line against the parameters of the kernel.
//!
//! An argument fits a parameter if the kernel reads what the argument writes:
//!
//! | parameter | arguments that fit |
//! | --- | --- |
//! | a number, an enumeration, a class that wraps a number | a scalar of that type; of two integer types of one size, either |
//! | a pointer to a number | a buffer of that type (integers as above), or an address as a 64-bit integer |
//! | another pointer | a buffer of any type, or an address |
//! | an object | `struct=` of its size |
//!
//! Tile IR has no signatures: there the interpreter compares sizes alone.

use sema::signature::{KernelSignature, Number, ParameterType, Pointee};

use super::{Argument, ElementType, Kind, Parsed};
use crate::interface::number_name;

/// The arguments, which `specs` are the words of, if they are some and fit the parameters.
///
/// # Errors
/// The first argument that is none or does not fit, its parameter and the signature.
pub fn check(
    signature: Option<&KernelSignature>,
    parsed: Vec<Parsed>,
    specs: &[String],
) -> Result<Vec<Argument>, String> {
    let Some(signature) = signature else {
        return parsed.into_iter().collect();
    };
    let declared = signature.declaration();
    let at_parameter = |index: usize, what: &str| match signature.parameters.get(index) {
        Some(parameter) => format!(
            "{what}: parameter {} of `{declared}` is `{}`: it takes {}",
            index + 1,
            parameter.declaration(),
            forms(&parameter.ty)
        ),
        None => what.to_owned(),
    };
    let arguments = parsed.into_iter().enumerate();
    let arguments: Vec<Argument> = arguments
        .map(|(index, parsed)| parsed.map_err(|what| at_parameter(index, &what)))
        .collect::<Result<_, _>>()?;
    let (wanted, given) = (signature.parameters.len(), arguments.len());
    if wanted != given {
        let plural = if wanted == 1 { "parameter" } else { "parameters" };
        let missing = signature.parameters.iter().skip(given).map(|parameter| {
            format!("\n  --arg {}  for `{}`", forms(&parameter.ty), parameter.declaration())
        });
        let missing: String = missing.collect();
        return Err(format!("`{declared}` has {wanted} {plural}, not {given}{missing}"));
    }
    let pairs = signature.parameters.iter().zip(&arguments).zip(specs);
    for (index, ((parameter, argument), spec)) in pairs.enumerate() {
        if !fits(&parameter.ty, argument) {
            return Err(at_parameter(index, &format!("--arg {spec}")));
        }
    }
    Ok(arguments)
}

fn fits(ty: &ParameterType, argument: &Argument) -> bool {
    match (ty, argument) {
        (ParameterType::Number(number), Argument::Scalar { ty, .. }) => is_same(*number, *ty),
        (ParameterType::Pointer { pointee, .. }, Argument::Buffer(buffer)) => match pointee {
            Pointee::Number(number) => is_same(*number, buffer.ty),
            Pointee::Object { .. } | Pointee::Opaque => true,
        },
        // An address, such as the null pointer.
        (ParameterType::Pointer { .. }, Argument::Scalar { ty, .. }) => {
            ty.bytes == 8 && matches!(ty.kind, Kind::Int { .. })
        }
        (ParameterType::Object { size, .. }, Argument::Object(object)) => {
            u64::try_from(object.bytes.len()) == Ok(*size)
        }
        _ => false,
    }
}

/// Whether the kernel reads the value that the argument writes.
fn is_same(number: Number, ty: ElementType) -> bool {
    match (number, ty.kind) {
        (Number::Int(kind), Kind::Int { .. }) => kind.bits() as usize == 8 * ty.bytes,
        _ => number_name(number) == ty.name,
    }
}

/// The arguments that fit, as `--arg` takes them.
fn forms(ty: &ParameterType) -> String {
    match ty {
        ParameterType::Number(number) => format!("{}=VALUE", number_name(*number)),
        ParameterType::Pointer { pointee: Pointee::Number(number), .. } => {
            format!("{}[COUNT]=INIT", number_name(*number))
        }
        ParameterType::Pointer { .. } => "TYPE[COUNT]=INIT".into(),
        ParameterType::Object { size, .. } => format!("struct={{..}} of {size} bytes"),
    }
}
