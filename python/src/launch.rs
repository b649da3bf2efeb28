//! Launches on the CPU device.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyTuple;
use tilec::{Caller, CpuRun, HostMemory};

use crate::arrays::{self, Passed};
use crate::fork;
use crate::gpu::GpuKernel;
use crate::memory::{Range, host_memory};

/// A kernel that is ready to launch.
#[pyclass(frozen, module = "tilec._native")]
pub struct CpuKernel {
    kernel: tilec::CpuKernel,
    sanitize: bool,
}

/// What stopped a launch.
pub enum Stopped {
    /// The arguments do not fit.
    Refused(String),
    Panicked,
}

/// How often Python handles the signals that came during a launch.
const PATIENCE: Duration = Duration::from_millis(20);

/// Signals that come during a launch: Python handles them on the thread that launched, which must ask it to.
struct Signals {
    caller: ThreadId,
    last: Mutex<Instant>,
    is_raised: AtomicBool,
    exception: Mutex<Option<PyErr>>,
}

impl Signals {
    fn new() -> Signals {
        Signals {
            caller: thread::current().id(),
            last: Mutex::new(Instant::now()),
            is_raised: AtomicBool::new(false),
            exception: Mutex::default(),
        }
    }

    /// Whether the launch is to stop, for the threads that run it.
    fn is_interrupted(&self) -> bool {
        if !self.is_raised.load(Ordering::Relaxed) && thread::current().id() == self.caller {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= PATIENCE {
                self.handle();
                *last = Instant::now();
            }
        }
        self.is_raised.load(Ordering::Relaxed)
    }

    /// Has Python handle its signals; the caller's thread alone does.
    fn handle(&self) {
        if let Err(exception) = Python::attach(|py| py.check_signals()) {
            *self.exception.lock().unwrap_or_else(PoisonError::into_inner) = Some(exception);
            self.is_raised.store(true, Ordering::Relaxed);
        }
    }

    fn exception(&self) -> Option<PyErr> {
        self.exception.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl CpuKernel {
    pub fn new(kernel: tilec::CpuKernel, sanitize: bool) -> CpuKernel {
        CpuKernel { kernel, sanitize }
    }

    pub fn inner(&self) -> &tilec::CpuKernel {
        &self.kernel
    }
}

#[pymethods]
impl CpuKernel {
    /// Runs tile blocks: `values` are the bytes of the parameters, `memory` has address, bytes and whether it is read only. Returns
    /// what was printed, and what stopped the kernel as text and as JSON.
    fn launch(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        values: Vec<PyBackedBytes>,
        memory: Vec<(u64, usize, bool)>,
    ) -> PyResult<(String, String, String)> {
        let range = |(address, bytes, is_read_only)| Range { address, bytes, is_read_only };
        let ranges: Vec<Range> = memory.into_iter().map(range).collect();
        let values: Vec<&[u8]> = values.iter().map(|value| &**value).collect();
        self.launched(py, grid, &values, &ranges)
    }

    /// The same on numbers and on arrays of known classes; None if the package has to look at the arguments. The other kernel knows
    /// the parameters.
    fn launch_arrays(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        arguments: &Bound<'_, PyTuple>,
        kernel: &Bound<'_, GpuKernel>,
    ) -> PyResult<Option<(String, String, String)>> {
        let kernel = kernel.get();
        let Some(given) = arrays::given(kernel, arguments)? else { return Ok(None) };
        let values: Vec<&[u8]> = given.values.iter().map(Passed::bytes).collect();
        self.launched(py, grid, &values, &given.ranges).map(Some)
    }
}

impl CpuKernel {
    /// Runs tile blocks on memory that the caller keeps until this returns.
    fn launched(
        &self,
        py: Python<'_>,
        grid: [u32; 3],
        values: &[&[u8]],
        ranges: &[Range],
    ) -> PyResult<(String, String, String)> {
        let signals = Signals::new();
        let run = py.detach(|| {
            // SAFETY: as the caller says.
            let memory = unsafe { host_memory(ranges, self.sanitize) }.map_err(Stopped::Refused)?;
            run_until_signal(&self.kernel, grid, (values, &memory), self.sanitize, &signals)
        });
        if let Some(exception) = signals.exception() {
            return Err(exception);
        }
        match run {
            Ok(CpuRun { output, log, diagnostics }) => Ok((output, log, diagnostics)),
            Err(Stopped::Refused(message)) => Err(PyValueError::new_err(message)),
            Err(Stopped::Panicked) => {
                Err(PyRuntimeError::new_err("this is a bug in tilec; please report it"))
            }
        }
    }
}

/// Runs a kernel without the interpreter's lock, on a thread that Python may not know.
pub fn run(
    kernel: &tilec::CpuKernel,
    grid: [u32; 3],
    values: &[&[u8]],
    memory: &[HostMemory],
) -> Result<CpuRun, Stopped> {
    let caller = Caller { pool: Some(&fork::pool), ..Caller::new(&|| false) };
    let launch = || kernel.launch_for(grid, values, memory, &caller);
    outcome(catch_unwind(AssertUnwindSafe(launch)))
}

/// The same, until a signal handler of Python raises an exception. A launch that has a thread of its own runs there, and this thread
/// handles signals.
fn run_until_signal(
    kernel: &tilec::CpuKernel,
    grid: [u32; 3],
    (values, memory): (&[&[u8]], &[HostMemory]),
    has_thread: bool,
    signals: &Signals,
) -> Result<CpuRun, Stopped> {
    let launch = || {
        let is_interrupted = || signals.is_interrupted();
        let caller = Caller { pool: Some(&fork::pool), ..Caller::new(&is_interrupted) };
        let run = || kernel.launch_for(grid, values, memory, &caller);
        catch_unwind(AssertUnwindSafe(run))
    };
    let pool = if has_thread { fork::pool() } else { None };
    let Some(pool) = pool else { return outcome(launch()) };
    pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        scope.spawn(move |_| _ = sender.send(launch()));
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(done) => return outcome(done),
                Err(RecvTimeoutError::Timeout) => signals.handle(),
                Err(RecvTimeoutError::Disconnected) => return Err(Stopped::Panicked),
            }
        }
    })
}

fn outcome(done: thread::Result<Result<CpuRun, String>>) -> Result<CpuRun, Stopped> {
    done.map_err(|_| Stopped::Panicked)?.map_err(Stopped::Refused)
}
