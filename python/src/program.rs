//! Programs and what came of them.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tilec::MemoryProgram;

use crate::fork;
use crate::launch::CpuKernel;

/// What a compilation came to.
#[pyclass(frozen, module = "tilec._native")]
pub struct Compilation {
    made: tilec::Compilation,
}

/// Compiles the text of a source with headers, name expressions of kernels and options of the command line.
#[pyfunction]
pub fn compile(
    py: Python<'_>,
    name: String,
    source: String,
    headers: Vec<(String, String)>,
    kernels: Vec<String>,
    options: Vec<String>,
) -> Compilation {
    let made = py.detach(|| {
        let _gate = fork::no_fork();
        let mut program = MemoryProgram::new(&name, &source);
        for (name, text) in &headers {
            program.header(name, text);
        }
        for kernel in &kernels {
            program.kernel(kernel);
        }
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        program.compile(&options)
    });
    Compilation { made }
}

/// The targets that `arch` takes.
#[pyfunction]
pub fn targets() -> Vec<&'static str> {
    tilec::targets().collect()
}

impl Compilation {
    /// Does something that may compile again.
    fn made<T: Send>(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&tilec::Compilation) -> Result<T, String> + Send,
    ) -> PyResult<T> {
        let made = py.detach(|| {
            let _gate = fork::no_fork();
            make(&self.made)
        });
        made.map_err(PyRuntimeError::new_err)
    }
}

#[pymethods]
impl Compilation {
    /// Whether there are errors.
    #[getter]
    fn has_errors(&self) -> bool {
        self.made.has_errors
    }

    /// Whether the options are wrong, not the program.
    #[getter]
    fn has_bad_options(&self) -> bool {
        self.made.has_bad_options
    }

    /// The diagnostics as text, as the command line prints them.
    #[getter]
    fn log(&self) -> &str {
        &self.made.log
    }

    /// The diagnostics as JSON, one object a line.
    #[getter]
    fn diagnostics(&self) -> &str {
        &self.made.diagnostics
    }

    /// The kernels with their parameters as JSON.
    #[getter]
    fn metadata(&self) -> Option<&str> {
        self.made.metadata.as_deref()
    }

    /// The files that were read.
    #[getter]
    fn dependencies(&self) -> Vec<String> {
        self.made.dependencies.clone()
    }

    #[getter]
    fn ptx(&self) -> Option<&str> {
        self.made.ptx.as_deref()
    }

    #[getter]
    fn tile_ir(&self) -> Option<&str> {
        self.made.tile_ir()
    }

    /// The symbol of a kernel.
    fn lowered_name(&self, expression: &str) -> Option<&str> {
        self.made.lowered_name(expression)
    }

    /// The schedule as text.
    fn schedule(&self, py: Python<'_>) -> PyResult<String> {
        self.made(py, tilec::Compilation::schedule)
    }

    /// Bytecode of the tile IR.
    fn bytecode(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.made(py, tilec::Compilation::bytecode)
    }

    /// Machine code, by `ptxas`.
    fn cubin(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.made(py, tilec::Compilation::cubin)
    }

    /// A kernel for the CPU device.
    fn cpu_kernel(&self, py: Python<'_>, name: String, sanitize: bool) -> PyResult<CpuKernel> {
        let kernel = py.detach(|| {
            let _gate = fork::no_fork();
            self.made.cpu_kernel(&name, sanitize)
        });
        kernel.map(|kernel| CpuKernel::new(kernel, sanitize)).map_err(PyValueError::new_err)
    }
}
