//! Tensors of other libraries on GPUs: where each library keeps what a launch needs, so that no protocol is gone through for each launch.
//!
//! The package describes a library once a program uses it (`tilec/_cuda.py`): the classes of its tensors, their attributes, its element
//! types, and its functions for the current stream and for writes.

use std::ffi::c_int;
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// A tensor that fits a parameter.
pub struct GpuTensor {
    pub address: u64,
    pub ordinal: c_int,
}

/// An attribute by the names that lead to it, or a method that is called.
#[derive(FromPyObject)]
pub struct Attribute(Vec<Py<PyString>>, bool);

/// A condition for a launch: an attribute has this value.
#[derive(FromPyObject)]
pub struct Condition(Attribute, bool);

/// A library.
#[derive(FromPyObject)]
pub struct Library {
    #[pyo3(item)]
    classes: Vec<Py<PyType>>,
    /// Objects of the library that stand for an element type, with the compiler's name of it.
    #[pyo3(item)]
    elements: Vec<(Py<PyAny>, String)>,
    #[pyo3(item)]
    dtype: Attribute,
    #[pyo3(item)]
    address: Attribute,
    /// The number of the GPU.
    #[pyo3(item)]
    ordinal: Attribute,
    #[pyo3(item)]
    conditions: Vec<Condition>,
    /// The address of the current stream on a GPU.
    #[pyo3(item)]
    stream: Py<PyAny>,
    /// Is told each tensor that a kernel may have written.
    #[pyo3(item)]
    note_write: Option<Py<PyAny>>,
}

/// A library that is in use.
#[derive(Clone)]
pub struct Framework(Arc<Library>);

static LIBRARIES: RwLock<Vec<Framework>> = RwLock::new(Vec::new());

/// Describes a library by a dictionary.
#[pyfunction]
pub fn framework(library: Library) {
    let mut libraries = LIBRARIES.write().unwrap_or_else(PoisonError::into_inner);
    libraries.push(Framework(Arc::new(library)));
}

/// The library of an object that is a tensor; none of a subclass, which may mean something else.
pub fn of(given: &Bound<'_, PyAny>) -> Option<Framework> {
    let class = given.get_type();
    let libraries = LIBRARIES.read().unwrap_or_else(PoisonError::into_inner);
    libraries.iter().find(|it| it.0.classes.iter().any(|known| known.is(&class))).cloned()
}

impl Attribute {
    fn of<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (last, path) = match (&self.0[..], self.1) {
            ([path @ .., last], true) => (Some(last), path),
            (path, _) => (None, path),
        };
        let mut found = object.clone();
        for name in path {
            found = found.getattr(name)?;
        }
        match last {
            Some(method) => found.call_method0(method),
            None => Ok(found),
        }
    }
}

impl Framework {
    pub fn is(&self, other: &Framework) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The tensor, if it is on a GPU, has elements of this type, lies in a row and is not empty.
    pub fn tensor(&self, given: &Bound<'_, PyAny>, element: &str) -> PyResult<Option<GpuTensor>> {
        let library = &self.0;
        let dtype = library.dtype.of(given)?;
        if !library.elements.iter().any(|(known, name)| known.is(&dtype) && name == element) {
            return Ok(None);
        }
        for Condition(attribute, wanted) in &library.conditions {
            if attribute.of(given)?.is_truthy()? != *wanted {
                return Ok(None);
            }
        }
        let address: u64 = library.address.of(given)?.extract()?;
        let ordinal: c_int = library.ordinal.of(given)?.extract()?;
        Ok((address != 0).then_some(GpuTensor { address, ordinal }))
    }

    /// The current stream of the library on a GPU.
    pub fn stream(&self, py: Python<'_>, ordinal: c_int) -> PyResult<u64> {
        self.0.stream.bind(py).call1((ordinal,))?.extract()
    }

    /// Whether the library wants to know of writes.
    pub fn has_versions(&self) -> bool {
        self.0.note_write.is_some()
    }

    pub fn note_write(&self, tensor: &Bound<'_, PyAny>) -> PyResult<()> {
        match &self.0.note_write {
            Some(note) => note.bind(tensor.py()).call1((tensor,)).map(|_| ()),
            None => Ok(()),
        }
    }
}
