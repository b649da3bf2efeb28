//! SIMT kernels on the GPU: their launches say how many threads a block has, and how much shared memory is added.

use std::ffi::c_void;

use cudarc::driver::sys;
use cudarc::driver::sys::CUfunction_attribute as A;

use super::{Gpu, GpuFunction, GpuStream, check};
use crate::action::KernelLaunch;
use crate::error::ErrorCode;

/// What a launch of a kernel may ask for.
pub struct Most {
    pub threads: u32,
    /// Bytes of shared memory that the launch adds.
    pub shared: u32,
}

impl Gpu {
    /// Enqueues a SIMT kernel.
    ///
    /// # Errors
    /// What the driver says.
    pub fn launch_threads(
        &self,
        function: GpuFunction,
        launch: &KernelLaunch,
        stream: GpuStream,
    ) -> Result<(), ErrorCode> {
        self.enter()?;
        let KernelLaunch { grid: [x, y, z], block: [bx, by, bz], shared, .. } = *launch;
        let bytes = launch.arguments.iter().map(|bytes| bytes.as_ptr().cast_mut().cast());
        let mut pointers: Vec<*mut c_void> = bytes.collect();
        // SAFETY: there is an argument for each parameter, with as many bytes, which the driver copies.
        check(unsafe {
            let (arguments, none) = (pointers.as_mut_ptr(), std::ptr::null_mut());
            let stream = stream.0;
            sys::cuLaunchKernel(function.0, x, y, z, bx, by, bz, shared, stream, arguments, none)
        })
    }

    /// What a launch of a kernel may ask for.
    pub fn most(&self, function: GpuFunction) -> Most {
        let value = |which| self.function_attribute(function, which).max(0) as u32;
        Most {
            threads: value(A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            shared: value(A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES),
        }
    }

    /// Sets an attribute of a kernel, which has the number of the runtime API's in the driver's.
    ///
    /// # Errors
    /// The attribute is unknown, or the driver refuses the value.
    pub fn set_attribute(
        &self,
        function: GpuFunction,
        attribute: i32,
        value: i32,
    ) -> Result<(), ErrorCode> {
        let which = match attribute {
            8 => A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            9 => A::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
            _ => return Err(ErrorCode::INVALID_VALUE),
        };
        self.enter()?;
        // SAFETY: the function is one of a module that stays.
        check(unsafe { sys::cuFuncSetAttribute(function.0, which, value) })
    }

    /// How many blocks of a SIMT kernel a multiprocessor holds at a time.
    ///
    /// # Errors
    /// What the driver says.
    pub fn occupancy_of_threads(
        &self,
        function: GpuFunction,
        threads: i32,
        bytes: usize,
    ) -> Result<i32, ErrorCode> {
        self.enter()?;
        let mut blocks = 0;
        // SAFETY: an out-pointer to a local.
        check(unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                function.0,
                threads,
                bytes,
            )
        })?;
        Ok(blocks)
    }
}
