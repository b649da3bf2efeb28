//! The operations that streams can be told.

use std::ffi::c_void;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::copy::{Copy, Fill};
use crate::device::{self, Kind, lost};
use crate::error::ErrorCode;
use crate::kernel::Kernel;
use crate::launch;
use crate::queue::{Operation, StreamId};
use crate::sanitize;

/// An operation.
#[derive(Clone)]
pub enum Action {
    /// Nothing: others come after it.
    Marker,
    /// The stream allocates memory, which it has had from the beginning: what uses that comes after it.
    Allocate,
    /// An event notes the time.
    Record(Arc<OnceLock<Instant>>),
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
    /// Which thread runs it; none runs a marker.
    pub fn runner(&self) -> Option<Runner> {
        match self {
            Action::Marker | Action::Allocate | Action::Record(_) => None,
            Action::Launch(_) | Action::Copy(_) | Action::Fill(_) | Action::Free(_) => {
                Some(Runner::Device)
            }
            Action::HostFunction(_) | Action::Callback(_) => Some(Runner::Host),
        }
    }

    /// A marker is complete.
    pub fn mark(&self) {
        if let Action::Record(time) = self {
            // A graph records an event of its own each time.
            let _ = time.set(Instant::now());
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
            unsafe { function(stream, lost.map_or(0, |code| code.0), data) };
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
                unsafe { function(*data) };
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
