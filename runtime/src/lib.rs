//! Launching tile kernels from Rust, on the CPU device or on a CUDA GPU, behind one API.
//!
//! A compiled program is a [`Program`]: the tile IR that the CPU device executes and the PTX that
//! the CUDA driver loads, both made by `tilec`. A [`Device`] turns it into a [`Module`], whose
//! [`Kernel`]s are launched over a grid of tile blocks with buffers and scalars.
//!
//! ```no_run
//! # use tilec_runtime as runtime;
//! use runtime::{Device, Program};
//! # const TIR: &str = ""; const PTX: &str = "";
//! let device = Device::best();
//! let module = device.load(&Program { tir: TIR, ptx: PTX })?;
//! let input = device.upload(&[1.0f32, 2.0, 3.0])?;
//! let output = device.zeros::<f32>(3)?;
//! module.kernel("scale")?.launch([1, 1, 1], &[(&input).into(), (&output).into(), 2.0f32.into()])?;
//! let result: Vec<f32> = device.download(&output)?;
//! # Ok::<(), runtime::Error>(())
//! ```
//!
//! CUDA is found when the program runs: nothing of it is needed to build, and where there is no
//! driver [`Device::best`] is the CPU. A launch is synchronous on the CPU and queued on CUDA;
//! [`Device::download`] and [`Device::synchronize`] wait for what is queued.

mod array;
mod buffer;
mod cpu;
mod cuda;
mod device;
mod error;
mod launch;

pub use array::{Array, Bf16, E4m3, E5m2, F16, Tf32};
pub use buffer::{Buffer, Element};
/// Typed launchers name its traits.
pub use bytemuck;
pub use cuda::{DriverInfo, GpuInfo, driver_info};
pub use device::{Device, Module, Program};
pub use error::Error;
pub use launch::{Arg, Grid, Kernel, KernelInfo, Scalar};

/// Includes the launchers that `tilec::Build` has written to `OUT_DIR` for `NAME.cu`.
#[macro_export]
macro_rules! include_kernels {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));
    };
}
