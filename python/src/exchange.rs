//! The exchange interface of DLPack: the functions of C by which a library says what its tensors are, without objects of Python.

use std::ffi::{CStr, c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::memory::Tensor;

/// `DLPackExchangeAPIHeader`
#[repr(C)]
struct Header {
    major: u32,
    minor: u32,
    /// An older interface.
    previous: *const Header,
}

/// `DLPackExchangeAPI` up to the function that is used.
#[repr(C)]
struct Interface {
    header: Header,
    allocate: *const c_void,
    export: *const c_void,
    import: *const c_void,
    /// `dltensor_from_py_object_no_sync`
    describe: Option<Describe>,
}

type Describe = unsafe extern "C" fn(*mut PyObject, *mut Tensor) -> c_int;

/// The interface of a library.
pub struct Exchange {
    describe: Describe,
    /// Has the interface.
    _capsule: Py<PyCapsule>,
}

impl Exchange {
    /// The interface in a capsule; none if that is something else, or has no version that is known here.
    pub fn new(given: &Bound<'_, PyAny>) -> Option<Exchange> {
        const NAME: &CStr = c"dlpack_exchange_api";
        let capsule = given.cast::<PyCapsule>().ok()?;
        let mut next = Some(capsule.pointer_checked(Some(NAME)).ok()?.cast::<Header>());
        while let Some(header) = next {
            // SAFETY: a capsule of this name has such a header, which leads to others, and they stay.
            let Header { major, previous, .. } = unsafe { header.as_ref() };
            if *major == 1 {
                // SAFETY: an interface of this version begins with the header.
                let interface = unsafe { header.cast::<Interface>().as_ref() };
                let exchange = |describe| Exchange { describe, _capsule: capsule.clone().unbind() };
                return interface.describe.map(exchange);
            }
            next = NonNull::new(previous.cast_mut());
        }
        None
    }

    /// What an object is; its shape and strides stay as long as it is not changed.
    ///
    /// # Safety
    /// The object is of the class that has the interface, or of a subclass: the function may read it as one without a check.
    pub unsafe fn describe(&self, given: &Bound<'_, PyAny>) -> PyResult<Tensor> {
        let mut tensor = MaybeUninit::<Tensor>::zeroed();
        // SAFETY: the object is alive and of the class that the function reads, as the caller says; this thread has the interpreter's
        // lock, and the function fills the tensor in.
        let status = unsafe { (self.describe)(given.as_ptr(), tensor.as_mut_ptr()) };
        if status != 0 {
            let untold = || PyBufferError::new_err("DLPack's exchange interface fails");
            return Err(PyErr::take(given.py()).unwrap_or_else(untold));
        }
        // SAFETY: all zeros is a tensor too, and this one has been filled in.
        Ok(unsafe { tensor.assume_init() })
    }
}
