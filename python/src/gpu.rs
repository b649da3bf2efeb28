//! Launches on a GPU.
//!
//! In: the arguments of a user. Tensors of the libraries that [`Framework`]s describe and Python's numbers become the bytes of their
//! parameters here, so that a launch takes a few microseconds; `tilec/_argument.py` has made the others into bytes. Out: a launch that
//! the driver has in its queue.

use std::ffi::{CString, c_int, c_void};
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};

use crate::driver::{Driver, Handle, driver};
use crate::fork;
use crate::framework::{self, Framework, GpuTensor};

/// A kernel with what the driver has made of it.
pub struct Image {
    symbol: CString,
    ptx: CString,
    /// Functions by their contexts.
    functions: RwLock<Vec<(usize, usize)>>,
}

impl Image {
    fn function(&self, driver: &Driver, context: usize) -> Result<usize, String> {
        let find = |functions: &Vec<(usize, usize)>| {
            functions.iter().find(|found| found.0 == context).map(|found| found.1)
        };
        let found = find(&self.functions.read().unwrap_or_else(PoisonError::into_inner));
        if let Some(function) = found {
            return Ok(function);
        }
        let _gate = fork::no_fork();
        let mut functions = self.functions.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = find(&functions) {
            return Ok(function);
        }
        let function = driver.kernel(&self.ptx, &self.symbol)?;
        functions.push((context, function));
        Ok(function)
    }

    /// Queues a launch in a stream on a GPU, or on that of the current context.
    ///
    /// # Safety
    /// There are as many parameters as the kernel has, of their sizes.
    unsafe fn launch(
        &self,
        grid: [u32; 3],
        parameters: &mut [*mut c_void],
        stream: u64,
        ordinal: Option<c_int>,
    ) -> Result<(), String> {
        let driver = driver().ok_or("there is no CUDA driver")?;
        let entered = driver.enter(ordinal)?;
        let function = self.function(driver, entered.context)?;
        // SAFETY: the function is of the context that is current, and the rest as the caller says.
        unsafe { driver.launch(function, grid, parameters, stream) }
    }

    /// Queues a launch on the GPU of a stream.
    ///
    /// # Safety
    /// The values are as many as the kernel has parameters, and of their sizes.
    pub unsafe fn launch_in(
        &self,
        grid: [u32; 3],
        values: &[&[u8]],
        stream: Handle,
    ) -> Result<(), String> {
        let driver = driver().ok_or("there is no CUDA driver")?;
        let entered = driver.enter_stream(stream)?;
        let function = self.function(driver, entered.context)?;
        let mut parameters = addresses(values);
        // SAFETY: as above.
        unsafe { driver.launch(function, grid, &mut parameters, stream as u64) }
    }
}

fn addresses(values: &[&[u8]]) -> Vec<*mut c_void> {
    values.iter().map(|value| value.as_ptr().cast_mut().cast()).collect()
}

/// The elements that numbers of Python become here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Bool,
    Signed(u32),
    Unsigned(u32),
    F32,
    F64,
}

impl Number {
    fn of(element: &str) -> Option<Number> {
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

    /// The bits of a number, if it is one of Python's own that this element has.
    fn bits(self, given: &Bound<'_, PyAny>) -> Option<u64> {
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

/// What a parameter takes.
enum Parameter {
    Pointer { element: String, is_const: bool },
    Number(Option<Number>),
    Object,
}

/// The launches of a kernel.
#[pyclass(frozen, module = "tilec._native")]
pub struct GpuKernel {
    image: Arc<Image>,
    parameters: Vec<Parameter>,
    /// Makes a number that is not one of Python's own, by its place, into bytes.
    convert: Py<PyAny>,
}

/// The bytes of a parameter: at most eight here, or what Python has made.
enum Value {
    Word(u64),
    Bytes(PyBackedBytes),
}

impl GpuKernel {
    pub fn image(&self) -> Arc<Image> {
        Arc::clone(&self.image)
    }

    fn number(
        &self,
        index: usize,
        number: Option<Number>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Value> {
        match number.and_then(|number| number.bits(given)) {
            Some(bits) => Ok(Value::Word(bits)),
            None => {
                Ok(Value::Bytes(self.convert.bind(given.py()).call1((index, given))?.extract()?))
            }
        }
    }

    /// The bytes of all parameters with the first tensor and those that are written, if each pointer takes a tensor of one framework
    /// on one GPU, or None.
    fn values<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Option<Given<'py>>> {
        let (mut values, mut written) = (Vec::with_capacity(self.parameters.len()), Vec::new());
        let mut first: Option<(GpuTensor, Framework)> = None;
        for (index, (parameter, given)) in self.parameters.iter().zip(arguments).enumerate() {
            let value = match parameter {
                Parameter::Object => return Ok(None),
                Parameter::Number(number) => self.number(index, *number, &given)?,
                Parameter::Pointer { .. } if given.is_none() => Value::Word(0),
                Parameter::Pointer { element, is_const } => {
                    let Some(framework) = framework::of(&given) else { return Ok(None) };
                    // An error of the library is told with the name of the parameter, by the package.
                    let Ok(Some(tensor)) = framework.tensor(&given, element) else {
                        return Ok(None);
                    };
                    if first.as_ref().is_some_and(|(it, _)| it.ordinal != tensor.ordinal) {
                        return Ok(None);
                    }
                    let address = tensor.address;
                    if !is_const && framework.has_versions() {
                        written.push((framework.clone(), given));
                    }
                    first.get_or_insert((tensor, framework));
                    Value::Word(address)
                }
            };
            values.push(value);
        }
        Ok(first.map(|(tensor, framework)| Given { values, tensor, framework, written }))
    }
}

/// The arguments of a launch.
struct Given<'py> {
    values: Vec<Value>,
    tensor: GpuTensor,
    framework: Framework,
    written: Vec<(Framework, Bound<'py, PyAny>)>,
}

/// The package's error for launches.
fn failed(py: Python<'_>, message: String) -> PyErr {
    let error = || py.import("tilec._errors")?.getattr("LaunchError")?.call1((message,));
    error().map_or_else(|raised| raised, PyErr::from_value)
}

#[pymethods]
impl GpuKernel {
    /// A kernel of PTX by its symbol; parameters are their kinds, element types, and whether they are to `const`.
    #[new]
    fn new(
        symbol: &str,
        ptx: &str,
        parameters: Vec<(String, Option<String>, bool)>,
        convert: Py<PyAny>,
    ) -> PyResult<GpuKernel> {
        let text = |text: &str| CString::new(text).map_err(PyErr::from);
        let functions = RwLock::default();
        let image = Arc::new(Image { symbol: text(symbol)?, ptx: text(ptx)?, functions });
        let parameter = |(kind, element, is_const): (String, Option<String>, bool)| {
            let element = element.unwrap_or_default();
            match kind.as_str() {
                "pointer" => Parameter::Pointer { element, is_const },
                "number" => Parameter::Number(Number::of(&element)),
                _ => Parameter::Object,
            }
        };
        let parameters = parameters.into_iter().map(parameter).collect();
        Ok(GpuKernel { image, parameters, convert })
    }

    /// Queues a launch and returns true, or returns false if the package has to look at the arguments: if an array is not a tensor on
    /// a GPU of a known library, or does not fit. The stream is the current one of the first tensor's library if none is given.
    fn launch_tensors(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        arguments: &Bound<'_, PyTuple>,
        stream: Option<u64>,
    ) -> PyResult<bool> {
        if arguments.len() != self.parameters.len() {
            return Ok(false);
        }
        let Some(given) = self.values(arguments)? else { return Ok(false) };
        let Given { values, tensor, framework, written } = given;
        let stream = match stream {
            Some(stream) => stream,
            None => framework.stream(py, tensor.ordinal)?,
        };
        let ordinal = Some(tensor.ordinal);
        let done = py.detach(|| {
            let address = |value: &Value| match value {
                Value::Word(word) => std::ptr::from_ref(word).cast_mut().cast(),
                Value::Bytes(bytes) => bytes.as_ptr().cast_mut().cast(),
            };
            let mut parameters: Vec<*mut c_void> = values.iter().map(address).collect();
            // SAFETY: each parameter has a value, of at least its size.
            unsafe { self.image.launch(grid, &mut parameters, stream, ordinal) }
        });
        done.map_err(|message| failed(py, message))?;
        for (framework, tensor) in written {
            framework.note_write(&tensor)?;
        }
        Ok(true)
    }

    /// Queues a launch on the bytes of the parameters.
    fn launch(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        values: Vec<PyBackedBytes>,
        stream: u64,
        ordinal: Option<c_int>,
    ) -> PyResult<()> {
        let done = py.detach(|| {
            let values: Vec<&[u8]> = values.iter().map(|value| &**value).collect();
            // SAFETY: the package has made a value for each parameter, of its size.
            unsafe { self.image.launch(grid, &mut addresses(&values), stream, ordinal) }
        });
        done.map_err(|message| failed(py, message))
    }
}

/// The compute capability of the first GPU; None where there is none.
#[pyfunction]
pub fn gpu(py: Python<'_>) -> Option<(c_int, c_int)> {
    py.detach(|| driver().and_then(Driver::compute))
}

/// Waits for what is queued in the current context.
#[pyfunction]
pub fn synchronize(py: Python<'_>) -> PyResult<()> {
    let done = py.detach(|| driver().ok_or("there is no CUDA driver")?.synchronize());
    done.map_err(|message| failed(py, message))
}
