//! Launches on the CPU device.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use tilec::{CpuRun, HostMemory};

use crate::fork;
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
        let run = py.detach(|| {
            let values: Vec<&[u8]> = values.iter().map(|value| &**value).collect();
            // SAFETY: the caller holds the arrays until this returns.
            let memory =
                unsafe { host_memory(&ranges, self.sanitize) }.map_err(Stopped::Refused)?;
            run(&self.kernel, grid, &values, &memory)
        });
        match run {
            Ok(CpuRun { output, log, diagnostics }) => Ok((output, log, diagnostics)),
            Err(Stopped::Refused(message)) => Err(PyValueError::new_err(message)),
            Err(Stopped::Panicked) => {
                Err(PyRuntimeError::new_err("this is a bug in tilec; please report it"))
            }
        }
    }
}

/// Runs a kernel without the interpreter's lock.
pub fn run(
    kernel: &tilec::CpuKernel,
    grid: [u32; 3],
    values: &[&[u8]],
    memory: &[HostMemory],
) -> Result<CpuRun, Stopped> {
    let launch = || kernel.launch(grid, values, memory);
    let is_one = grid == [1; 3];
    let done = catch_unwind(AssertUnwindSafe(|| match (is_one, fork::pool()) {
        (false, Some(pool)) => pool.install(launch),
        _ => launch(),
    }));
    done.map_err(|_| Stopped::Panicked)?.map_err(Stopped::Refused)
}
