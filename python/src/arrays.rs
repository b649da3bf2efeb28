//! Arrays in host memory of classes that the buffer protocol describes in full: their launches on the CPU device, without the package.
//!
//! The package names such classes once a program uses them (`tilec/_cpu.py`). It looks at arguments that do not fit, and says why they do not.

use std::sync::{PoisonError, RwLock};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyTuple, PyType};

use crate::argument::{Number, Parameter};
use crate::gpu::{GpuKernel, Value};
use crate::memory::{Buffer, Range};

static CLASSES: RwLock<Vec<Py<PyType>>> = RwLock::new(Vec::new());

/// Names a class; its subclasses may have other protocols.
#[pyfunction]
pub fn host_arrays(class: Py<PyType>) {
    CLASSES.write().unwrap_or_else(PoisonError::into_inner).push(class);
}

fn is_host_array(given: &Bound<'_, PyAny>) -> bool {
    let class = given.get_type();
    let classes = CLASSES.read().unwrap_or_else(PoisonError::into_inner);
    classes.iter().any(|known| known.is(&class))
}

/// The bytes of a parameter: the first ones of a word, or what Python has made.
pub enum Passed {
    Word([u8; 8], usize),
    Bytes(PyBackedBytes),
}

impl Passed {
    fn address(address: u64) -> Passed {
        Passed::Word(address.to_le_bytes(), size_of::<u64>())
    }

    pub fn bytes(&self) -> &[u8] {
        match self {
            Passed::Word(word, size) => &word[..*size],
            Passed::Bytes(bytes) => bytes,
        }
    }
}

/// The arguments of a launch.
pub struct HostArguments {
    pub values: Vec<Passed>,
    pub ranges: Vec<Range>,
    /// Keep the memory there.
    _buffers: Vec<Buffer>,
}

/// An address that no array of no elements has: zero is that of no array.
const EMPTY: u64 = 8;

/// The bytes of all parameters and the memory that they are to; None if an argument is not a number or an array of a known class, or
/// does not fit.
pub fn given(
    kernel: &GpuKernel,
    arguments: &Bound<'_, PyTuple>,
) -> PyResult<Option<HostArguments>> {
    let parameters = kernel.parameters();
    if arguments.len() != parameters.len() {
        return Ok(None);
    }
    let (mut values, mut ranges) = (Vec::with_capacity(parameters.len()), Vec::new());
    let mut buffers = Vec::with_capacity(parameters.len());
    for (index, (parameter, given)) in parameters.iter().zip(arguments).enumerate() {
        values.push(match parameter {
            Parameter::Object => return Ok(None),
            Parameter::Number(number) => match kernel.number(index, *number, &given)? {
                Value::Word(bits) => {
                    Passed::Word(bits.to_le_bytes(), number.map_or(0, Number::bytes))
                }
                Value::Bytes(bytes) => Passed::Bytes(bytes),
            },
            Parameter::Pointer { .. } if given.is_none() => Passed::address(0),
            Parameter::Pointer { bytes, formats, is_const, .. } => {
                if !is_host_array(&given) {
                    return Ok(None);
                }
                let buffer = match Buffer::new(&given) {
                    Ok(buffer) => buffer,
                    // The package tells this error with the name of the parameter, or knows another way to the memory.
                    Err(error) if error.is_instance_of::<PyException>(given.py()) => {
                        return Ok(None);
                    }
                    Err(error) => return Err(error),
                };
                let mut range = buffer.range();
                let is_writable = *is_const || !range.is_read_only;
                if !buffer.is_of(*bytes, formats) || !buffer.contiguous() || !is_writable {
                    return Ok(None);
                }
                if range.bytes == 0 && range.address == 0 {
                    range.address = EMPTY;
                }
                ranges.push(range);
                buffers.push(buffer);
                Passed::address(range.address)
            }
        });
    }
    Ok(Some(HostArguments { values, ranges, _buffers: buffers }))
}
