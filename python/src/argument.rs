//! The parameters of a kernel, and the numbers of Python that become their bytes here.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

/// What a parameter takes.
pub enum Parameter {
    Pointer { element: String, bytes: isize, formats: String, is_const: bool },
    Number(Option<Number>),
    Object,
}

/// A parameter as the package describes it: its kind, its element type, the bytes of an element, its formats in the buffer protocol,
/// and whether it is a pointer to `const`.
pub type Declared = (String, Option<String>, isize, String, bool);

impl Parameter {
    pub fn new((kind, element, bytes, formats, is_const): Declared) -> Parameter {
        let element = element.unwrap_or_default();
        match kind.as_str() {
            "pointer" => Parameter::Pointer { element, bytes, formats, is_const },
            "number" => Parameter::Number(Number::of(&element)),
            _ => Parameter::Object,
        }
    }
}

/// The elements that numbers of Python become here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Bool,
    Signed(u32),
    Unsigned(u32),
    F32,
    F64,
}

impl Number {
    pub fn of(element: &str) -> Option<Number> {
        Some(match element {
            "bool" => Number::Bool,
            "f32" | "tf32" => Number::F32,
            "f64" => Number::F64,
            _ => {
                let bits = element.get(1..)?.parse().ok()?;
                match element.get(..1)? {
                    "i" => Number::Signed(bits),
                    "u" => Number::Unsigned(bits),
                    _ => return None,
                }
            }
        })
    }

    pub fn bytes(self) -> usize {
        match self {
            Number::Bool => 1,
            Number::Signed(bits) | Number::Unsigned(bits) => (bits / 8) as usize,
            Number::F32 => 4,
            Number::F64 => 8,
        }
    }

    /// The bits of a number, if it is one of Python's own that this element has.
    pub fn bits(self, given: &Bound<'_, PyAny>) -> Option<u64> {
        if let Ok(value) = given.cast_exact::<PyBool>() {
            return (self == Number::Bool).then(|| u64::from(value.is_true()));
        }
        let is_int = given.is_exact_instance_of::<PyInt>();
        let value = if is_int && !matches!(self, Number::Signed(_) | Number::Unsigned(_)) {
            given.extract().ok()?
        } else {
            given.cast_exact::<PyFloat>().map_or(0.0, |it| it.value())
        };
        let is_number = is_int || given.is_exact_instance_of::<PyFloat>();
        match self {
            Number::F64 if is_number => Some(f64::to_bits(value)),
            Number::F32 if is_number => {
                let single = value as f32;
                (single.is_finite() || !value.is_finite()).then(|| u64::from(single.to_bits()))
            }
            Number::Signed(bits) if is_int => {
                let value: i64 = given.extract().ok()?;
                let unused = 64 - bits;
                (value << unused >> unused == value).then_some(value as u64)
            }
            Number::Unsigned(bits) if is_int => {
                let value: u64 = given.extract().ok()?;
                (bits == 64 || value >> bits == 0).then_some(value)
            }
            _ => None,
        }
    }
}
