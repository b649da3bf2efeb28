//! The results of a variant: what its formulas say, what the interpreter says, and what the emulator or a GPU says of its PTX.
//!
//! The formulas are the oracle. They compute with `f64`; roundings of intermediate values are in the tolerance.

use backend_ptx::ptx::PtxModule;

use super::formula::{NumberArray, define};
use super::{SizedLaunch, Variant};
use crate::launch::{Sanitizer, in_emulator, on_cpu};
use crate::parameter::Parameter;
use tilec::argument::ElementType;

/// How far results of an element type may be from their formulas, relative to the larger of the result and the root of
/// the mean square of all results.
const TOLERANCES: &[(&str, f64)] = &[("f32", 1e-4), ("f16", 1e-2), ("bf16", 1e-2)];

/// The types whose products tensor cores add with fewer digits than the `f32` accumulator has, and the tolerance on a GPU.
const ADDED_ROUGHLY: (&[&str], f64) = (&["e4m3", "e5m2"], 4e-3);

/// The wrong results of a kernel, in the interpreter and in the emulator as each of these programs; empty if
/// nothing is.
///
/// # Errors
/// A header that makes no sense.
pub fn check(
    variant: &Variant,
    (module, programs, symbol): (&ir::Module, &[(&str, &PtxModule)], &str),
) -> Result<Vec<String>, String> {
    let launch = variant.small()?;
    let parameters = parameters(&launch)?;
    let wanted = wanted(variant, &launch, &parameters)?;
    let mut wrong = Vec::new();
    let left = on_cpu(module, symbol, launch.grid, &parameters, Sanitizer::On);
    wrong.extend(left.diagnostics.iter().map(|found| format!("interpreter: {}", found.message)));
    wrong.extend(differences((variant, 0.0), &wanted, &left.buffers, "interpreter"));
    for (name, ptx) in programs {
        match in_emulator(ptx, symbol, launch.grid, &parameters) {
            Ok(left) => wrong.extend(differences((variant, 0.0), &wanted, &left.buffers, name)),
            Err(what) => wrong.push(format!("{name}: {what}")),
        }
    }
    Ok(wrong)
}

/// What is wrong with the buffers that a launch on the small sizes left on a GPU; `by` names it.
///
/// # Errors
/// A header that makes no sense.
pub fn check_buffers(variant: &Variant, left: &[Vec<u8>], by: &str) -> Result<Vec<String>, String> {
    let launch = variant.small()?;
    let parameters = parameters(&launch)?;
    let wanted = wanted(variant, &launch, &parameters)?;
    let (types, tolerance) = ADDED_ROUGHLY;
    let mut buffers = parameters.iter().flat_map(Parameter::buffers);
    let is_rough = buffers.any(|buffer| types.contains(&buffer.ty.name));
    let at_least = if is_rough { tolerance } else { 0.0 };
    Ok(differences((variant, at_least), &wanted, left, by))
}

/// The parameters of a launch with their data.
///
/// # Errors
/// A text that is not a parameter.
pub fn parameters(launch: &SizedLaunch) -> Result<Vec<Parameter>, String> {
    let parse = |(name, text): &(String, String)| {
        Parameter::parse(text).map_err(|what| format!("{name}: {what}"))
    };
    launch.args.iter().map(parse).collect()
}

/// A result: the number of its buffer, the type of the elements and their values.
struct WantedBuffer {
    name: String,
    buffer: usize,
    ty: ElementType,
    array: NumberArray,
}

fn wanted(
    variant: &Variant,
    launch: &SizedLaunch,
    parameters: &[Parameter],
) -> Result<Vec<WantedBuffer>, String> {
    let mut names = launch.names.clone();
    let mut buffers = Vec::new();
    for ((name, text), parameter) in launch.args.iter().zip(parameters) {
        let is_object = matches!(parameter, Parameter::Object { .. });
        for (number, buffer) in parameter.buffers().into_iter().enumerate() {
            let name = if is_object { format!("{name}{number}") } else { name.clone() };
            let values: Vec<f64> = numbers(buffer.ty, buffer.bytes)?;
            names.arrays.insert(name.clone(), NumberArray { extents: vec![values.len()], values });
            buffers.push((name, buffer.ty));
        }
        if let Parameter::Scalar { .. } = parameter {
            let value = text.split_once('=').and_then(|(_, value)| value.trim().parse().ok());
            names.numbers.extend(value.map(|value: f64| (name.clone(), value)));
        }
    }
    for text in &variant.lets {
        let (name, array) = define(text, &names)?;
        names.arrays.insert(name, array);
    }
    let result = |text: &String| {
        let (name, array) = define(text, &names)?;
        let buffer = buffers.iter().position(|(known, _)| *known == name);
        let buffer = buffer.ok_or_else(|| format!("no parameter `{name}`"))?;
        Ok(WantedBuffer { name, buffer, ty: buffers[buffer].1, array })
    };
    variant.results.iter().map(result).collect()
}

/// The elements of a buffer.
fn numbers(ty: ElementType, bytes: &[u8]) -> Result<Vec<f64>, String> {
    let number = |element: &[u8]| {
        let float = ty.float_value(element);
        float
            .or_else(|| ty.show(element).parse().ok())
            .ok_or_else(|| format!("not a number: {}", ty.show(element)))
    };
    bytes.chunks_exact(ty.bytes).map(number).collect()
}

/// The results that are not within the tolerances of their types, which are at least `at_least`.
fn differences(
    (variant, at_least): (&Variant, f64),
    wanted: &[WantedBuffer],
    left: &[Vec<u8>],
    by: &str,
) -> Vec<String> {
    let difference = |wanted: &WantedBuffer| {
        let name = &wanted.name;
        let found = left.get(wanted.buffer).map(|bytes| numbers(wanted.ty, bytes));
        let found = match found {
            Some(Ok(found)) => found,
            Some(Err(what)) => return Some(format!("{by}: {name}: {what}")),
            None => return Some(format!("{by}: {name}: there is no result")),
        };
        let values = &wanted.array.values;
        if found.len() != values.len() {
            return Some(format!("{by}: {name}: {} elements, not {}", found.len(), values.len()));
        }
        let squares: f64 = values.iter().map(|value| value * value).sum();
        let scale = (squares / values.len() as f64).sqrt();
        let row = TOLERANCES.iter().find(|(ty, _)| *ty == wanted.ty.name);
        let tolerance = variant.within.unwrap_or(row.map_or(0.0, |(_, tolerance)| *tolerance));
        let tolerance = tolerance.max(at_least);
        let is_wrong = |found: f64, value: f64| {
            let is_near = (found - value).abs() <= tolerance * value.abs().max(scale);
            !is_near
        };
        let at = found.iter().zip(values).position(|(&found, &value)| is_wrong(found, value))?;
        Some(format!("{by}: {name}: element {at} is {} instead of {}", found[at], values[at]))
    };
    wanted.iter().filter_map(difference).collect()
}
