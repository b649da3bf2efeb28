//! The operations that streams can be told.

use std::ffi::c_void;
use std::sync::Arc;

use crate::copy::{Copy, Fill};
use crate::device::{self, Kind, lost};
use crate::error::ErrorCode;
use crate::event::Stamp;
use crate::gpu::{self, Gpu};
use crate::kernel::Kernel;
use crate::launch;
use crate::queue::flow::Gate;
use crate::queue::{Operation, StreamId};
use crate::{sanitize, thread};

/// An operation.
#[derive(Clone)]
pub enum Action {
    /// Nothing: others come after it.
    Marker,
    /// The stream allocates memory, which it has had from the beginning: what uses that comes after it.
    Allocate,
    /// An event notes the time.
    Record(Arc<Stamp>),
    Launch(Arc<KernelLaunch>),
    Copy(Copy),
    Fill(Fill),
    Free(u64),
    HostFunction(HostFunction),
    Callback(Callback),
}

/// The threads that run operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Runner {
    Device,
    Host,
    /// Copies from and to pageable memory on a GPU, by calls that wait.
    Staging,
    /// Frees on a GPU, by calls that may wait for all kernels.
    Free,
}

impl Runner {
    pub const COUNT: usize = 4;
}

/// A launch of a kernel.
pub struct KernelLaunch {
    pub kernel: Arc<Kernel>,
    pub grid: [u32; 3],
    /// The threads of a block, which is one for a tile kernel.
    pub block: [u32; 3],
    /// The shared memory that the launch adds, in bytes.
    pub shared: u32,
    /// The bytes of each argument.
    pub arguments: Vec<Vec<u8>>,
    pub blocks: Blocks,
}

/// Whether the blocks of a launch may wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    Independent,
    /// They may: all run at a time.
    Cooperative,
}

/// What `cudaLaunchHostFunc` calls.
#[derive(Clone, Copy)]
pub struct HostFunction {
    pub function: unsafe extern "C" fn(*mut c_void),
    pub data: *mut c_void,
}

/// What `cudaStreamAddCallback` calls.
#[derive(Clone, Copy)]
pub struct Callback {
    pub function: unsafe extern "C" fn(*mut c_void, i32, *mut c_void),
    pub stream: *mut c_void,
    pub data: *mut c_void,
}

// SAFETY: the pointers are the program's, which has them called by another thread.
unsafe impl Send for HostFunction {}
// SAFETY: as above.
unsafe impl Send for Callback {}

impl Action {
    /// Which thread runs it, and when; none runs a marker.
    ///
    /// | action | CPU device | GPU |
    /// |---|---|---|
    /// | record | none | issued |
    /// | launch, fill, copy between what the device reaches | run in order | issued |
    /// | copy from or to pageable memory, free | run in order | run by a call that waits, when what is before is complete |
    /// | host function | beside the others | beside the others |
    pub fn runner(&self, is_on_gpu: bool) -> Option<(Runner, Gate)> {
        Some(match self {
            Action::Marker | Action::Allocate => return None,
            Action::Record(_) if !is_on_gpu => return None,
            Action::Free(_) if is_on_gpu => (Runner::Free, Gate::Complete),
            Action::Copy(copy) if is_on_gpu && copy.is_pageable() => {
                (Runner::Staging, Gate::Complete)
            }
            Action::Record(_)
            | Action::Launch(_)
            | Action::Copy(_)
            | Action::Fill(_)
            | Action::Free(_) => (Runner::Device, Gate::Issued),
            Action::HostFunction(_) | Action::Callback(_) => (Runner::Host, Gate::Complete),
        })
    }

    /// A marker is complete.
    pub fn mark(&self) {
        if let Action::Record(stamp) = self {
            stamp.note();
        }
    }

    /// Enqueues it in a stream of the driver.
    ///
    /// # Errors
    /// What the driver says.
    pub fn enqueue(&self, gpu: &Gpu, stream: gpu::GpuStream) -> Result<(), ErrorCode> {
        match self {
            Action::Launch(launch) => launch.kernel.enqueue(launch, gpu, stream),
            Action::Copy(copy) => copy.enqueue(gpu, stream),
            Action::Fill(fill) => fill.enqueue(gpu, stream),
            Action::Marker
            | Action::Allocate
            | Action::Record(_)
            | Action::Free(_)
            | Action::HostFunction(_)
            | Action::Callback(_) => Ok(()),
        }
    }

    /// Runs it; nothing runs on a device that is lost, but callbacks, which are told.
    ///
    /// # Errors
    /// What the device is lost with.
    pub fn perform(&self, operation: &Operation) -> Result<(), ErrorCode> {
        let lost = lost();
        if let Action::Callback(Callback { function, stream, data }) = *self {
            launch::show_printed();
            // SAFETY: the program has asked for the call.
            thread::as_program(|| unsafe { function(stream, lost.map_or(0, |code| code.0), data) });
            return Ok(());
        }
        if lost.is_some() {
            return Ok(());
        }
        match self {
            Action::Marker | Action::Allocate | Action::Record(_) | Action::Callback(_) => Ok(()),
            Action::Launch(launch) => launch.kernel.run(launch, operation),
            Action::Copy(copy) => copy.perform(operation),
            Action::Fill(fill) => fill.perform(operation),
            Action::Free(address) => {
                sanitize::freed_by_stream(*address, operation);
                device::free(*address, &[Kind::Device, Kind::Managed])
            }
            Action::HostFunction(HostFunction { function, data }) => {
                launch::show_printed();
                // SAFETY: the program has asked for the call.
                thread::as_program(|| unsafe { function(*data) });
                Ok(())
            }
        }
    }

    /// What a timeline calls it.
    pub fn name(&self) -> String {
        match self {
            Action::Marker => "wait".to_owned(),
            Action::Allocate => "allocation".to_owned(),
            Action::Record(_) => "event".to_owned(),
            Action::Launch(launch) => launch.kernel.name().to_owned(),
            Action::Copy(copy) => copy.name().to_owned(),
            Action::Fill(_) => "memset".to_owned(),
            Action::Free(_) => "free".to_owned(),
            Action::HostFunction(_) | Action::Callback(_) => "host function".to_owned(),
        }
    }
}

impl Operation {
    /// The stream as a timeline and messages have it.
    pub fn stream_name(&self) -> String {
        match self.stream {
            StreamId::LEGACY => "default stream".to_owned(),
            StreamId(handle) => format!("stream {handle:#x}"),
        }
    }
}
