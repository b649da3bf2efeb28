//! Graphs as wholes: by capture or without nodes, their copies, and launches.

use std::ffi::{CStr, c_char, c_void};
use std::sync::MutexGuard;

use super::stream::{Stream, id};
use super::{api, put};
use crate::device::ready;
use crate::error::ErrorCode;
use crate::executable::Executable;
use crate::graph::{Graph, Graphs};
use crate::handle::new_handle;
use crate::process::{lock, process};
use crate::queue::{self, CaptureMode, capture};

/// `cudaGraph_t`, `cudaGraphExec_t` and `cudaGraphNode_t`.
pub(super) type Handle = *mut c_void;

/// `cudaGraphInstantiateParams`.
#[repr(C)]
pub struct InstantiateParams {
    flags: u64,
    stream: Stream,
    node: Handle,
    result: i32,
}

/// `cudaGraphExecUpdateResultInfo`.
#[repr(C)]
pub struct UpdateResult {
    result: i32,
    node: Handle,
    from: Handle,
}

/// `cudaGraphInstantiateSuccess`.
const SUCCESS: i32 = 0;
/// `cudaGraphInstantiateError`: the result of the call says what is wrong.
const ERROR: i32 = 1;
/// `cudaGraphInstantiateInvalidStructure`, of a graph with a cycle.
const INVALID_STRUCTURE: i32 = 2;
/// `cudaGraphInstantiateNodeOperationNotSupported`, of a graph that a kernel would launch.
const NODE_NOT_SUPPORTED: i32 = 3;
/// `cudaGraphInstantiateFlagAutoFreeOnLaunch`.
const AUTO_FREE: u64 = 1;
/// `cudaGraphInstantiateFlagDeviceLaunch`.
const DEVICE_LAUNCH: u64 = 4;
/// These, and those of an upload and of the priorities of nodes.
const ALL_FLAGS: u64 = 15;

api! {
    /// Later operations of the stream become nodes of a graph. The legacy default stream cannot be captured.
    fn cudaStreamBeginCapture(stream: Stream, mode: i32) {
        let mode = match mode {
            0 => CaptureMode::Global,
            1 => CaptureMode::ThreadLocal,
            2 => CaptureMode::Relaxed,
            _ => return Err(ErrorCode::INVALID_VALUE),
        };
        capture::begin(id(stream)?, mode, new_handle())
    }

    /// Gives the graph.
    fn cudaStreamEndCapture(stream: Stream, graph: *mut Handle) {
        put(graph, std::ptr::null_mut())?;
        put(graph, keep(capture::end(id(stream)?)?))
    }

    /// Whether operations of the stream become nodes of a graph.
    fn cudaStreamIsCapturing(stream: Stream, status: *mut i32) {
        put(status, capture::status(id(stream)?)? as i32)
    }

    /// Makes a graph without nodes.
    fn cudaGraphCreate(graph: *mut Handle, flags: u32) {
        if flags != 0 || graph.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        put(graph, keep(Graph::default()))
    }

    /// Makes a copy, whose nodes and child graphs are copies too.
    fn cudaGraphClone(clone: *mut Handle, graph: Handle) {
        let with_new_handles = graphs().graph(graph as usize)?.with_new_handles();
        if clone.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        put(clone, keep(with_new_handles))
    }

    /// Ends a graph; executable graphs that were made of it stay.
    fn cudaGraphDestroy(graph: Handle) {
        graphs().graphs.remove(&(graph as usize)).map(drop).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// Makes a copy of the graph that can be launched. Nodes in a cycle are `cudaErrorInvalidValue`.
    fn cudaGraphInstantiate(executable: *mut Handle, graph: Handle, flags: u64) {
        put(executable, instantiate(graph, flags)?)
    }

    /// As `cudaGraphInstantiate`.
    fn cudaGraphInstantiateWithFlags(executable: *mut Handle, graph: Handle, flags: u64) {
        put(executable, instantiate(graph, flags)?)
    }

    /// As `cudaGraphInstantiate`; the parameters tell the reason of an error, and a node of a cycle.
    fn cudaGraphInstantiateWithParams(executable: *mut Handle, graph: Handle, params: *mut InstantiateParams) {
        let params = params.as_mut().ok_or(ErrorCode::INVALID_VALUE)?;
        params.node = std::ptr::null_mut();
        params.result = ERROR;
        if executable.is_null() || !has_known_flags(params.flags) {
            return Err(ErrorCode::INVALID_VALUE);
        }
        if let Some(node) = graphs().graph(graph as usize)?.in_cycle() {
            (params.node, params.result) = (node as Handle, INVALID_STRUCTURE);
            return Err(ErrorCode::INVALID_VALUE);
        }
        if params.flags & DEVICE_LAUNCH != 0 {
            params.result = NODE_NOT_SUPPORTED;
        }
        let made = instantiate(graph, params.flags)?;
        params.result = SUCCESS;
        put(executable, made)
    }

    /// The flags of its instantiation.
    fn cudaGraphExecGetFlags(executable: Handle, flags: *mut u64) {
        put(flags, graphs().executable(executable as usize)?.flags)
    }

    /// Nothing, if there is such a graph.
    fn cudaGraphUpload(executable: Handle, stream: Stream) {
        id(stream)?;
        graphs().executable(executable as usize).map(drop)
    }

    /// Runs the nodes, each when those before it are complete. Two launches of one executable graph do not overlap. In a stream that is captured, the graph becomes a child graph.
    fn cudaGraphLaunch(executable: Handle, stream: Stream) {
        let stream = id(stream)?;
        ready()?;
        if queue::captured_at(stream)?.is_some() {
            let child = graphs().executable(executable as usize)?.graph().with_new_handles();
            return capture::child(stream, child);
        }
        let (steps, end) = {
            let mut graphs = graphs();
            let found = graphs.executable(executable as usize)?;
            (found.steps()?, found.end.clone())
        };
        let end = queue::submit_nodes(stream, &[end], &steps)?;
        if let Ok(executable) = graphs().executable(executable as usize) {
            executable.end = end;
        }
        Ok(())
    }

    /// Gives an executable graph the parameters of the nodes of a graph of the same form. The nodes at the ends are paired in the order in which they were added, the nodes before two paired ones in the order of the edges. Later launches have the parameters.
    fn cudaGraphExecUpdate(executable: Handle, graph: Handle, result: *mut UpdateResult) {
        let null = std::ptr::null_mut();
        let mut graphs = graphs();
        let new = graphs.graph(graph as usize)?.clone();
        let executable = graphs.executable(executable as usize)?;
        let misfit = executable.graph().may_become(&new).err();
        let said = misfit.map_or(UpdateResult { result: 0, node: null, from: null }, |misfit| UpdateResult {
            result: misfit.why as i32,
            node: misfit.node as Handle,
            from: misfit.from as Handle,
        });
        put(result, said)?;
        if misfit.is_some() {
            return Err(ErrorCode::GRAPH_UPDATE);
        }
        executable.change(|graph| {
            graph.take_work(&new);
            Ok(())
        })
    }

    /// Ends an executable graph; a launch that runs continues.
    fn cudaGraphExecDestroy(executable: Handle) {
        graphs().executables.remove(&(executable as usize)).map(drop).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// Writes the nodes and edges in the language of Graphviz; each node is called what timelines call it.
    fn cudaGraphDebugDotPrint(graph: Handle, path: *const c_char, _flags: u32) {
        if path.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        let text = graphs().graph(graph as usize)?.drawn();
        let path = CStr::from_ptr(path).to_string_lossy().into_owned();
        std::fs::write(path, text).map_err(|_| ErrorCode::OPERATING_SYSTEM)
    }
}

pub(super) fn graphs() -> MutexGuard<'static, Graphs> {
    lock(&process().graphs)
}

/// Gives a graph to the program.
fn keep(graph: Graph) -> Handle {
    let handle = graph.handle;
    graphs().graphs.insert(handle, graph);
    handle as Handle
}

/// Whether an instantiation has such flags; graphs that a kernel launches are not freed by a launch.
fn has_known_flags(flags: u64) -> bool {
    flags & !ALL_FLAGS == 0 && flags & (AUTO_FREE | DEVICE_LAUNCH) != AUTO_FREE | DEVICE_LAUNCH
}

fn instantiate(graph: Handle, flags: u64) -> Result<Handle, ErrorCode> {
    if !has_known_flags(flags) {
        return Err(ErrorCode::INVALID_VALUE);
    }
    // A kernel cannot launch a graph.
    if flags & DEVICE_LAUNCH != 0 {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    let mut graphs = graphs();
    let graph = graphs.graph(graph as usize)?.clone();
    let handle = new_handle();
    graphs.executables.insert(handle, Executable::new(graph, flags)?);
    Ok(handle as Handle)
}
