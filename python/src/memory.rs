//! The memory of arrays: the buffer protocol, DLPack, and the words that a kernel reads and writes.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::AtomicU64;

use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tilec::HostMemory;

/// Bytes of this process that a kernel may reach.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub address: u64,
    pub bytes: usize,
    pub is_read_only: bool,
}

/// `Py_buffer`, which is part of the stable interface from Python 3.11 on and is the same in 3.9 and 3.10.
#[repr(C)]
struct PyBuffer {
    buf: *mut c_void,
    obj: *mut PyObject,
    len: isize,
    itemsize: isize,
    readonly: c_int,
    ndim: c_int,
    format: *mut c_char,
    shape: *mut isize,
    strides: *mut isize,
    suboffsets: *mut isize,
    internal: *mut c_void,
}

unsafe extern "C" {
    fn PyObject_GetBuffer(object: *mut PyObject, view: *mut PyBuffer, flags: c_int) -> c_int;
    fn PyBuffer_Release(view: *mut PyBuffer);
}

/// `PyBUF_FULL_RO`
const ALL_OF_IT: c_int = 0x0100 | 0x0010 | 0x0008 | 0x0004;

/// An array by the buffer protocol; it stays where it is while this is there.
#[pyclass(frozen, module = "tilec._native")]
pub struct Buffer {
    view: Box<PyBuffer>,
}

// SAFETY: the view is read alone, and released by the thread that holds the interpreter's lock.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    pub fn range(&self) -> Range {
        let view = &self.view;
        let bytes = usize::try_from(view.len).unwrap_or_default();
        Range { address: view.buf as u64, bytes, is_read_only: view.readonly != 0 }
    }

    /// Whether the elements have this size and one of these formats.
    pub fn is_of(&self, bytes: isize, formats: &str) -> bool {
        let format = match NonNull::new(self.view.format) {
            // SAFETY: a format is a string that stays with the view.
            Some(format) => unsafe { CStr::from_ptr(format.as_ptr()) }.to_bytes(),
            None => b"B",
        };
        let native = |format: &[u8]| matches!(format.first(), Some(b'@' | b'=' | b'<'));
        let format = if native(format) { &format[1..] } else { format };
        self.view.itemsize == bytes && matches!(format, [code] if formats.as_bytes().contains(code))
    }
}

#[pymethods]
impl Buffer {
    #[new]
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Buffer> {
        let mut view = Box::new(PyBuffer {
            buf: null_mut(),
            obj: null_mut(),
            len: 0,
            itemsize: 1,
            readonly: 0,
            ndim: 0,
            format: null_mut(),
            shape: null_mut(),
            strides: null_mut(),
            suboffsets: null_mut(),
            internal: null_mut(),
        });
        // SAFETY: the object is alive, and the view is released once, when this is dropped.
        match unsafe { PyObject_GetBuffer(object.as_ptr(), &mut *view, ALL_OF_IT) } {
            0 => Ok(Buffer { view }),
            _ => Err(PyErr::fetch(object.py())),
        }
    }

    #[getter]
    fn address(&self) -> usize {
        self.view.buf as usize
    }

    #[getter]
    fn nbytes(&self) -> isize {
        self.view.len
    }

    #[getter]
    fn itemsize(&self) -> isize {
        self.view.itemsize
    }

    #[getter]
    fn readonly(&self) -> bool {
        self.view.readonly != 0
    }

    #[getter]
    fn format(&self) -> String {
        // SAFETY: a format is null or a string that stays with the view.
        let text = NonNull::new(self.view.format).map(|it| unsafe { CStr::from_ptr(it.as_ptr()) });
        text.map_or_else(|| "B".to_owned(), |text| text.to_string_lossy().into_owned())
    }

    /// Whether the elements lie in a row, the last axis first.
    #[getter]
    pub fn contiguous(&self) -> bool {
        let view = &self.view;
        let (Some(shape), Some(strides)) = (NonNull::new(view.shape), NonNull::new(view.strides))
        else {
            return true;
        };
        let rank = usize::try_from(view.ndim).unwrap_or_default();
        // SAFETY: both have as many numbers as there are axes.
        let (shape, strides) = unsafe {
            (
                std::slice::from_raw_parts(shape.as_ptr(), rank),
                std::slice::from_raw_parts(strides.as_ptr(), rank),
            )
        };
        let axes =
            shape.iter().zip(strides).map(|(&extent, &stride)| (extent as i64, stride as i64));
        view.suboffsets.is_null() && is_contiguous(axes, view.itemsize as i64)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: Python drops its objects with its lock held, and this was filled in by `new`.
        unsafe { PyBuffer_Release(&mut *self.view) }
    }
}

/// Whether axes, each with its extent and its stride, have the last one first.
fn is_contiguous(axes: impl DoubleEndedIterator<Item = (i64, i64)> + Clone, itemsize: i64) -> bool {
    let mut step = itemsize;
    let mut in_a_row = true;
    for (extent, stride) in axes.clone().rev() {
        in_a_row &= extent == 1 || stride == step;
        step = step.saturating_mul(extent);
    }
    in_a_row || axes.clone().any(|(extent, _)| extent == 0)
}

/// `DLTensor`
#[repr(C)]
pub struct Tensor {
    data: *mut c_void,
    pub device_type: i32,
    pub device_id: i32,
    ndim: i32,
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

impl Tensor {
    pub fn address(&self) -> usize {
        (self.data as usize).wrapping_add(self.byte_offset as usize)
    }

    /// The extents of the axes; an empty slice of a tensor without axes.
    ///
    /// # Safety
    /// The shape has as many numbers as there are axes, or is null.
    unsafe fn extents(&self) -> &[i64] {
        // SAFETY: as the caller says.
        unsafe { self.numbers(self.shape) }.unwrap_or_default()
    }

    /// Whether the elements lie in a row, the last axis first.
    ///
    /// # Safety
    /// Shape and strides have as many numbers as there are axes, or are null.
    pub unsafe fn is_contiguous(&self) -> bool {
        // SAFETY: as the caller says.
        let (extents, strides) = unsafe { (self.extents(), self.numbers(self.strides)) };
        let axes = |strides: &[i64]| {
            is_contiguous(extents.iter().copied().zip(strides.iter().copied()), 1)
        };
        strides.is_none_or(axes)
    }

    /// # Safety
    /// There are as many numbers as axes, or the pointer is null.
    unsafe fn numbers(&self, from: *const i64) -> Option<&[i64]> {
        let rank = usize::try_from(self.ndim).unwrap_or_default();
        // SAFETY: as the caller says.
        let numbers = || unsafe { std::slice::from_raw_parts(from, rank) };
        (rank > 0 && !from.is_null()).then(numbers)
    }
}

/// The beginning of `DLManagedTensorVersioned`
#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    manager: *mut c_void,
    deleter: *mut c_void,
    flags: u64,
    tensor: Tensor,
}

/// `DLPACK_FLAG_BITMASK_READ_ONLY`
const READ_ONLY: u64 = 1;

/// Address, bytes, device type and number, code and bits of the elements, whether they lie in a row, and whether they may not be
/// written.
type Described = (usize, usize, i32, i32, u8, u8, bool, bool);

/// What a capsule of DLPack says, which stays with its caller: it frees the tensor.
#[pyfunction]
pub fn dlpack(capsule: &Bound<'_, PyCapsule>) -> PyResult<Described> {
    const OLD: &CStr = c"dltensor";
    const NEW: &CStr = c"dltensor_versioned";
    let (tensor, is_read_only) = if let Ok(new) = capsule.pointer_checked(Some(NEW)) {
        // SAFETY: a capsule of this name has such an object.
        let versioned = unsafe { new.cast::<Versioned>().as_ref() };
        if versioned.major != 1 {
            let major = versioned.major;
            return Err(PyBufferError::new_err(format!("DLPack {major} is not known")));
        }
        (&versioned.tensor, versioned.flags & READ_ONLY != 0)
    } else {
        // SAFETY: a capsule of this name begins with a tensor.
        (unsafe { capsule.pointer_checked(Some(OLD))?.cast::<Tensor>().as_ref() }, false)
    };
    // SAFETY: the shape has as many numbers as there are axes; strides have too, or are null.
    let (shape, contiguous) = unsafe { (tensor.extents(), tensor.is_contiguous()) };
    let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
    let bits = i64::from(tensor.bits) * i64::from(tensor.lanes);
    let bytes = elements.and_then(|count| usize::try_from(count.checked_mul(bits)? / 8).ok());
    let bytes = bytes.ok_or_else(|| PyValueError::new_err("the tensor is too large"))?;
    let address = tensor.address();
    let Tensor { device_type, device_id, code, bits, .. } = *tensor;
    Ok((address, bytes, device_type, device_id, code, bits, contiguous, is_read_only))
}

/// The words that have these bytes. Ranges that overlap are one where all of them may be written or none; a part that only read-only
/// ranges cover is apart, so that no write reaches it; with `whole` it is not, for the sanitizer takes what is apart for another object.
///
/// # Safety
/// The bytes are there until the result is used no more.
///
/// # Errors
/// A range leaves the address space.
pub unsafe fn host_memory(ranges: &[Range], whole: bool) -> Result<Vec<HostMemory>, String> {
    let words = |range: Range| {
        let first = range.address & !7;
        let n_words = (range.address + range.bytes as u64 - first).div_ceil(8) as usize;
        // SAFETY: an aligned word of which one byte is there is in one page with it. A store of a kernel replaces only its own bytes
        // of a word, atomically.
        let words = unsafe { std::slice::from_raw_parts(first as *const AtomicU64, n_words) };
        let Range { address, bytes, is_read_only } = range;
        HostMemory { address, bytes, words, is_read_only }
    };
    Ok(disjoint(ranges, whole)?.into_iter().map(words).collect())
}

/// The ranges, in order, as ones that do not overlap.
fn disjoint(ranges: &[Range], whole: bool) -> Result<Vec<Range>, String> {
    let (mut all, mut writable) = (Vec::new(), Vec::new());
    for range in ranges.iter().filter(|range| range.bytes > 0) {
        let end = range.address.checked_add(range.bytes as u64);
        let end = end.filter(|&end| i64::try_from(end).is_ok()).ok_or_else(|| {
            let Range { address, bytes, .. } = range;
            format!("an array of {bytes} bytes at {address:#x} leaves the address space")
        })?;
        all.push((range.address, end));
        if !range.is_read_only {
            writable.push((range.address, end));
        }
    }
    let (all, writable) = (united(all), united(writable));
    let range = |(start, end, is_read_only): (u64, u64, bool)| Range {
        address: start,
        bytes: (end - start) as usize,
        is_read_only,
    };
    let mut parts = Vec::new();
    if whole {
        let is_read_only = |&(start, end): &(u64, u64)| {
            !writable.iter().any(|&(first, last)| start <= first && last <= end)
        };
        parts.extend(all.iter().map(|part| (part.0, part.1, is_read_only(part))));
        return Ok(parts.into_iter().map(range).collect());
    }
    let mut writable = writable.into_iter().peekable();
    for (mut start, end) in all {
        // What may be written is inside of what is there.
        while let Some((first, last)) = writable.next_if(|part| part.0 < end) {
            parts.push((start, first, true));
            parts.push((first, last, false));
            start = last;
        }
        parts.push((start, end, true));
    }
    Ok(parts.into_iter().map(range).filter(|range| range.bytes > 0).collect())
}

/// Ranges from a start to an end, in order; those that overlap are one.
fn united(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut united: Vec<(u64, u64)> = Vec::new();
    for (start, end) in ranges {
        match united.last_mut().filter(|last| start < last.1) {
            Some(last) => last.1 = last.1.max(end),
            None => united.push((start, end)),
        }
    }
    united
}
