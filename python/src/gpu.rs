//! Launches on a GPU.
//!
//! In: the arguments of a user. Tensors of the libraries that [`Framework`]s describe and Python's numbers become the bytes of their
//! parameters here, so that a launch takes a few microseconds; `tilec/_argument.py` has made the others into bytes. Out: a launch that
//! the driver has in its queue.

use std::ffi::{CString, c_int, c_void};
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::{PyDict, PyTuple};

use crate::argument::{Declared, Number, Parameter};
use crate::driver::{Context, Driver, Handle, driver};
use crate::fork;
use crate::framework::{self, Framework};

/// A kernel with what the driver has made of it.
pub struct Image {
    symbol: CString,
    ptx: CString,
    /// Functions by their contexts.
    functions: RwLock<Vec<(Context, usize)>>,
}

impl Image {
    fn function(&self, driver: &Driver, context: Context) -> Result<usize, String> {
        let find = |functions: &Vec<(Context, usize)>| {
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
        let function = driver.kernel(&self.ptx, &self.symbol, context)?;
        // A context at an address where another one was.
        functions.retain(|known| known.0.handle != context.handle);
        functions.push((context, function));
        Ok(function)
    }

    /// Queues a launch on a GPU, or on that of the current context.
    ///
    /// # Safety
    /// There are as many parameters as the kernel has, of their sizes.
    unsafe fn launch(
        &self,
        grid: [u32; 3],
        parameters: &mut [*mut c_void],
        streams: &Streams,
        ordinal: Option<c_int>,
    ) -> Result<(), String> {
        let driver = driver().ok_or("there is no CUDA driver")?;
        let entered = driver.enter(ordinal)?;
        let function = self.function(driver, entered.context)?;
        // A stream that is captured cannot wait for one that is not: the caller orders what it captures.
        let is_alone = streams.before.is_empty() && streams.after.is_empty();
        let is_captured = !is_alone && driver.is_capturing(streams.launch)?;
        let (before, after): (&[u64], &[u64]) = match is_captured {
            true => (&[], &[]),
            false => (&streams.before, &streams.after),
        };
        for &other in before {
            driver.order(other, streams.launch)?;
        }
        // SAFETY: the function is of the context that is current, and the rest as the caller says.
        unsafe { driver.launch(function, grid, parameters, streams.launch) }?;
        for &other in after {
            driver.order(streams.launch, other)?;
        }
        Ok(())
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

/// The streams of a launch.
struct Streams {
    /// The one that has the launch.
    launch: u64,
    /// Those that the launch waits for.
    before: Vec<u64>,
    /// Those that wait for the launch.
    after: Vec<u64>,
}

fn addresses(values: &[&[u8]]) -> Vec<*mut c_void> {
    values.iter().map(|value| value.as_ptr().cast_mut().cast()).collect()
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
pub enum Value {
    Word(u64),
    Bytes(PyBackedBytes),
}

impl GpuKernel {
    pub fn image(&self) -> Arc<Image> {
        Arc::clone(&self.image)
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The bytes of a number.
    pub fn number(
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

    /// The bytes of all parameters with what else a launch needs, if each pointer takes a tensor of a known framework and all are on
    /// one GPU, or None.
    fn values<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Option<Given<'py>>> {
        let mut values = Vec::with_capacity(self.parameters.len());
        let mut ordinal = None;
        let (mut frameworks, mut written) = (Vec::<Framework>::new(), Vec::<Vec<_>>::new());
        for (index, (parameter, given)) in self.parameters.iter().zip(arguments).enumerate() {
            let value = match parameter {
                Parameter::Object => return Ok(None),
                Parameter::Number(number) => self.number(index, *number, &given)?,
                Parameter::Pointer { .. } if given.is_none() => Value::Word(0),
                Parameter::Pointer { element, is_const, .. } => {
                    let Some(found) = framework::of(&given) else { return Ok(None) };
                    let tensor = found.tensor(element);
                    let Some(tensor) =
                        tensor.or_else(|error| self.explained(index, &given, error))?
                    else {
                        return Ok(None);
                    };
                    let framework = found.framework;
                    if *ordinal.get_or_insert(tensor.ordinal) != tensor.ordinal {
                        return Ok(None);
                    }
                    let has_versions = !is_const && framework.has_versions();
                    let known = frameworks.iter().position(|known| known.is(&framework));
                    let place = known.unwrap_or_else(|| {
                        frameworks.push(framework);
                        written.push(Vec::new());
                        frameworks.len() - 1
                    });
                    if has_versions {
                        written[place].push(given);
                    }
                    Value::Word(tensor.address)
                }
            };
            values.push(value);
        }
        Ok(ordinal.map(|ordinal| Given { values, ordinal, frameworks, written }))
    }

    /// Raises what a framework raised about a tensor: where the package, which names the parameter, finds the same fault, as that says.
    fn explained<T>(&self, index: usize, given: &Bound<'_, PyAny>, error: PyErr) -> PyResult<T> {
        if error.is_instance_of::<PyException>(given.py()) {
            self.convert.bind(given.py()).call1((index, given))?;
        }
        Err(error)
    }
}

impl GpuKernel {
    /// Queues a launch and returns true, or returns false if the package has to look at the arguments: if an array is not a tensor on
    /// a GPU of a known library, or does not fit. The stream is the current one of the first tensor's library if none is given.
    fn is_launched(
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
        let streams = match stream {
            // A user that names a stream has the others wait.
            Some(launch) => Streams { launch, before: Vec::new(), after: Vec::new() },
            None => given.streams(py)?,
        };
        let Given { values, ordinal, frameworks, written } = given;
        let done = py.detach(|| {
            let address = |value: &Value| match value {
                Value::Word(word) => std::ptr::from_ref(word).cast_mut().cast(),
                Value::Bytes(bytes) => bytes.as_ptr().cast_mut().cast(),
            };
            let mut parameters: Vec<*mut c_void> = values.iter().map(address).collect();
            // SAFETY: each parameter has a value, of at least its size.
            unsafe { self.image.launch(grid, &mut parameters, &streams, Some(ordinal)) }
        });
        done.map_err(|message| failed(py, message))?;
        for (framework, tensors) in frameworks.into_iter().zip(written) {
            if !tensors.is_empty() {
                framework.note_writes(py, tensors)?;
            }
        }
        Ok(true)
    }
}

/// The arguments of a launch.
struct Given<'py> {
    values: Vec<Value>,
    ordinal: c_int,
    /// The libraries of the tensors, that of the first one before the others.
    frameworks: Vec<Framework>,
    /// What each of them is to know as written.
    written: Vec<Vec<Bound<'py, PyAny>>>,
}

impl Given<'_> {
    /// The streams of a launch: the current one of the first tensor's library has it. The tensors of other libraries are made, and
    /// used afterwards, in theirs.
    fn streams(&self, py: Python<'_>) -> PyResult<Streams> {
        let streams = self.frameworks.iter().map(|framework| framework.stream(py, self.ordinal));
        let streams: Vec<u64> = streams.collect::<PyResult<_>>()?;
        let launch = streams.first().copied().unwrap_or_default();
        let mut others = streams;
        others.retain(|&other| !is_same_stream(other, launch));
        Ok(Streams { launch, before: others.clone(), after: others })
    }
}

/// Whether two addresses are of one stream: the legacy default one has two.
fn is_same_stream(one: u64, other: u64) -> bool {
    const LEGACY: u64 = 1;
    one == other || one.max(other) == LEGACY
}

/// The package's error for launches.
fn failed(py: Python<'_>, message: String) -> PyErr {
    let error = || py.import("tilec._errors")?.getattr("LaunchError")?.call1((message,));
    error().map_or_else(|raised| raised, PyErr::from_value)
}

#[pymethods]
impl GpuKernel {
    /// A kernel of PTX by its symbol.
    #[new]
    fn new(
        symbol: &str,
        ptx: &str,
        parameters: Vec<Declared>,
        convert: Py<PyAny>,
    ) -> PyResult<GpuKernel> {
        let text = |text: &str| CString::new(text).map_err(PyErr::from);
        let functions = RwLock::default();
        let image = Arc::new(Image { symbol: text(symbol)?, ptx: text(ptx)?, functions });
        let parameters = parameters.into_iter().map(Parameter::new).collect();
        Ok(GpuKernel { image, parameters, convert })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.convert)
    }

    /// Queues a launch and returns true, or returns false if the package has to look at the arguments.
    fn launch_tensors(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        arguments: &Bound<'_, PyTuple>,
        stream: Option<u64>,
    ) -> PyResult<bool> {
        self.is_launched(py, grid, arguments, stream)
    }

    /// Queues a launch on the bytes of the parameters in the first stream. It waits for the second ones, and the third ones wait for it.
    fn launch(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        values: Vec<PyBackedBytes>,
        streams: (u64, Vec<u64>, Vec<u64>),
        ordinal: Option<c_int>,
    ) -> PyResult<()> {
        let (launch, mut before, mut after) = streams;
        for others in [&mut before, &mut after] {
            others.sort_unstable();
            others.dedup_by(|one, other| is_same_stream(*one, *other));
            others.retain(|&other| !is_same_stream(other, launch));
        }
        let streams = Streams { launch, before, after };
        let done = py.detach(|| {
            let values: Vec<&[u8]> = values.iter().map(|value| &**value).collect();
            // SAFETY: the package has made a value for each parameter, of its size.
            unsafe { self.image.launch(grid, &mut addresses(&values), &streams, ordinal) }
        });
        done.map_err(|message| failed(py, message))
    }
}

/// A kernel of the package with its grid, to be called with arguments.
///
/// The garbage collector visits what it has. As a tuple, it cannot be changed, so each cycle has another object that the collector clears.
#[pyclass(frozen, subclass, module = "tilec._native")]
pub struct Launcher {
    #[pyo3(get)]
    kernel: Py<PyAny>,
    #[pyo3(get)]
    grid: Py<PyAny>,
    on_gpu: Py<GpuKernel>,
    /// None if the grid is a function of the arguments.
    counts: Option<[u32; 3]>,
}

#[pymethods]
impl Launcher {
    #[new]
    fn new(kernel: Py<PyAny>, grid: Bound<'_, PyAny>, on_gpu: Py<GpuKernel>) -> PyResult<Launcher> {
        let counts = if grid.is_callable() { None } else { Some(grid.extract()?) };
        Ok(Launcher { kernel, grid: grid.unbind(), on_gpu, counts })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.kernel)?;
        visit.call(&self.grid)?;
        visit.call(&self.on_gpu)
    }

    /// Launches, or leaves what the package has to look at to the method `launch_otherwise` of the package's class.
    #[pyo3(signature = (*arguments, stream = None, sanitize = None))]
    fn __call__(
        this: &Bound<'_, Launcher>,
        arguments: &Bound<'_, PyTuple>,
        stream: Option<&Bound<'_, PyAny>>,
        sanitize: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (py, launcher) = (this.py(), this.get());
        let sanitize = sanitize.map_or(Ok(false), |it| it.is_truthy())?;
        let options = if stream.is_some() || sanitize {
            let options = PyDict::new(py);
            options.set_item(intern!(py, "stream"), stream)?;
            options.set_item(intern!(py, "sanitize"), sanitize)?;
            Some(options)
        } else {
            None
        };
        if let (Some(counts), None) = (launcher.counts, &options)
            && launcher.on_gpu.get().is_launched(py, counts, arguments, None)?
        {
            return Ok(());
        }
        let launch = this.getattr(intern!(py, "launch_otherwise"))?;
        launch.call(arguments, options.as_ref()).map(|_| ())
    }
}

/// The compute capability of the first GPU; None where there is none.
#[pyfunction]
pub fn gpu(py: Python<'_>) -> Option<(c_int, c_int)> {
    py.detach(|| driver().and_then(Driver::compute))
}

/// Waits for what is queued: in the current context, and in those that launches were in.
#[pyfunction]
pub fn synchronize(py: Python<'_>) -> PyResult<()> {
    let done = py.detach(|| driver().ok_or("there is no CUDA driver")?.synchronize());
    done.map_err(|message| failed(py, message))
}
