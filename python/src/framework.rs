//! Tensors of other libraries on GPUs: where each library keeps what a launch needs, so that no protocol is gone through for each launch.
//!
//! The package describes a library once a program uses it (`tilec/_cuda.py`): the classes of its tensors, their attributes, its element
//! types, and its functions for the current stream and for writes. A library with DLPack's [`exchange`](crate::exchange) interface answers
//! with one call of C what takes five attributes and methods of Python.

use std::ffi::c_int;
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::exchange::Exchange;

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
    /// The classes of its tensors: the one that has the exchange interface, and subclasses of it.
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
    /// Conditions that the exchange interface answers, if there is one.
    #[pyo3(item)]
    places: Vec<Condition>,
    #[pyo3(item)]
    conditions: Vec<Condition>,
    #[pyo3(item)]
    exchange: Option<Exchanged>,
    /// The address of the current stream on a GPU.
    #[pyo3(item)]
    stream: Py<PyAny>,
    /// Is told each tensor that a kernel may have written.
    #[pyo3(item)]
    note_write: Option<Py<PyAny>>,
    /// Is told all of them at once; where it raises, the other one is.
    #[pyo3(item)]
    note_writes: Option<Py<PyAny>>,
}

/// DLPack's exchange interface, what it calls GPUs for which there are kernels, and code and bits of elements with the compiler's names.
#[derive(FromPyObject)]
struct Exchanged(Py<PyAny>, i32, Vec<(u8, u8, String)>);

/// A library that is in use.
#[derive(Clone)]
pub struct Framework(Arc<Known>);

struct Known {
    library: Library,
    exchange: Option<Exchange>,
}

static LIBRARIES: RwLock<Vec<Framework>> = RwLock::new(Vec::new());

/// Describes a library by a dictionary.
#[pyfunction]
pub fn framework(py: Python<'_>, library: Library) {
    let interface = library.exchange.as_ref().map(|Exchanged(interface, ..)| interface);
    let exchange = interface.and_then(|interface| Exchange::new(interface.bind(py)));
    let mut libraries = LIBRARIES.write().unwrap_or_else(PoisonError::into_inner);
    libraries.push(Framework(Arc::new(Known { library, exchange })));
}

/// An object whose class is one of a library, which [`of`] alone makes.
pub struct Found<'a, 'py> {
    pub framework: Framework,
    given: &'a Bound<'py, PyAny>,
}

/// An object that is a tensor, with its library; none of a subclass, which may mean something else.
pub fn of<'a, 'py>(given: &'a Bound<'py, PyAny>) -> Option<Found<'a, 'py>> {
    let class = given.get_type();
    let libraries = LIBRARIES.read().unwrap_or_else(PoisonError::into_inner);
    // The class is one of those that `exchange` takes, which `Found::exchanged` relies on.
    let is_of = |it: &&Framework| it.0.library.classes.iter().any(|known| known.is(&class));
    libraries.iter().find(is_of).map(|it| Found { framework: it.clone(), given })
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

    /// The current stream of the library on a GPU.
    pub fn stream(&self, py: Python<'_>, ordinal: c_int) -> PyResult<u64> {
        self.0.library.stream.bind(py).call1((ordinal,))?.extract()
    }

    /// Whether the library wants to know of writes.
    pub fn has_versions(&self) -> bool {
        self.0.library.note_write.is_some()
    }

    /// Tells the library of tensors that may have been written.
    pub fn note_writes<'py>(
        &self,
        py: Python<'py>,
        tensors: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let Library { note_write, note_writes, .. } = &self.0.library;
        let tensors = PyTuple::new(py, tensors)?;
        if let Some(note) = note_writes {
            match note.bind(py).call1((&tensors,)) {
                Ok(_) => return Ok(()),
                Err(error) if error.is_instance_of::<PyException>(py) => {}
                Err(error) => return Err(error),
            }
        }
        if let Some(note) = note_write {
            for tensor in &tensors {
                note.bind(py).call1((tensor,))?;
            }
        }
        Ok(())
    }
}

impl Library {
    fn by_attributes(
        &self,
        given: &Bound<'_, PyAny>,
        element: &str,
    ) -> PyResult<Option<GpuTensor>> {
        let dtype = self.dtype.of(given)?;
        let is_of = self.elements.iter().any(|(known, name)| known.is(&dtype) && name == element);
        if !is_of || !all_hold(&self.places, given)? {
            return Ok(None);
        }
        let address: u64 = self.address.of(given)?.extract()?;
        let ordinal: c_int = self.ordinal.of(given)?.extract()?;
        Ok(Some(GpuTensor { address, ordinal }))
    }
}

impl Found<'_, '_> {
    /// The tensor, if it is on a GPU, has elements of this type, lies in a row and is not empty.
    pub fn tensor(&self, element: &str) -> PyResult<Option<GpuTensor>> {
        let Known { library, exchange } = &*self.framework.0;
        let found = match (exchange, &library.exchange) {
            (Some(exchange), Some(names)) => match self.exchanged(exchange, names, element) {
                // The interface may have no answer for some tensors of the class, as for nested ones of PyTorch.
                Err(error) if error.is_instance_of::<PyException>(self.given.py()) => {
                    library.by_attributes(self.given, element)?
                }
                found => found?,
            },
            _ => library.by_attributes(self.given, element)?,
        };
        let is_there = |tensor: &GpuTensor| tensor.address != 0;
        match found.filter(is_there) {
            Some(tensor) if all_hold(&library.conditions, self.given)? => Ok(Some(tensor)),
            _ => Ok(None),
        }
    }

    /// The tensor by DLPack's exchange interface of its library.
    fn exchanged(
        &self,
        exchange: &Exchange,
        Exchanged(_, device_type, elements): &Exchanged,
        element: &str,
    ) -> PyResult<Option<GpuTensor>> {
        // SAFETY: `of` has found the library by the object's class, and the interface takes all classes of its library.
        let tensor = unsafe { exchange.describe(self.given) }?;
        let format = (tensor.code, tensor.bits);
        let is_of =
            elements.iter().any(|(code, bits, name)| (*code, *bits) == format && name == element);
        if !is_of || tensor.lanes != 1 || tensor.device_type != *device_type {
            return Ok(None);
        }
        // SAFETY: shape and strides are those of the object, which nothing changes meanwhile.
        let is_contiguous = unsafe { tensor.is_contiguous() };
        let found = GpuTensor { address: tensor.address() as u64, ordinal: tensor.device_id };
        Ok(is_contiguous.then_some(found))
    }
}

fn all_hold(conditions: &[Condition], given: &Bound<'_, PyAny>) -> PyResult<bool> {
    for Condition(attribute, wanted) in conditions {
        if attribute.of(given)?.is_truthy()? != *wanted {
            return Ok(false);
        }
    }
    Ok(true)
}
