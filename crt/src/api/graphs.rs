//! Graphs, by capture and node by node.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::MutexGuard;

use super::stream::{Stream, id};
use super::{api, put};
use crate::action::{Action, HostFunction};
use crate::copy::{Copy, Direction, Fill, Rows};
use crate::device::ready;
use crate::error::ErrorCode;
use crate::graph::{Executable, Graph, Graphs};
use crate::handle::new_handle;
use crate::launch::{Dim3, prepare};
use crate::process::{lock, process};
use crate::queue::{self, CaptureMode, Point, capture};

/// `cudaGraph_t`, `cudaGraphExec_t` and `cudaGraphNode_t`.
type Handle = *mut c_void;

/// `cudaKernelNodeParams`.
#[repr(C)]
pub struct KernelParams {
    kernel: *const c_void,
    grid: Dim3,
    block: Dim3,
    bytes: u32,
    arguments: *const *const c_void,
    extra: *const *const c_void,
}

/// `cudaHostNodeParams`.
#[repr(C)]
pub struct HostParams {
    function: Option<unsafe extern "C" fn(*mut c_void)>,
    data: *mut c_void,
}

/// `cudaMemsetParams`.
#[repr(C)]
pub struct FillParams {
    to: *mut c_void,
    pitch: usize,
    value: u32,
    element: u32,
    width: usize,
    height: usize,
}

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
    fn cudaGraphCreate(graph: *mut Handle, _flags: u32) {
        put(graph, keep(Graph::default()))
    }

    /// Ends a graph; executable graphs that were made of it stay.
    fn cudaGraphDestroy(graph: Handle) {
        graphs().graphs.remove(&(graph as usize)).map(drop).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// Makes a copy of the graph that can be launched.
    fn cudaGraphInstantiate(executable: *mut Handle, graph: Handle, _flags: u64) {
        instantiate(executable, graph)
    }

    /// As `cudaGraphInstantiate`.
    fn cudaGraphInstantiateWithFlags(executable: *mut Handle, graph: Handle, _flags: u64) {
        instantiate(executable, graph)
    }

    /// Nothing, if there is such a graph.
    fn cudaGraphUpload(executable: Handle, stream: Stream) {
        id(stream)?;
        of(&mut graphs(), executable).map(drop)
    }

    /// Runs the nodes, each when those before it are complete. Two launches of one executable graph do not overlap.
    fn cudaGraphLaunch(executable: Handle, stream: Stream) {
        let stream = id(stream)?;
        ready()?;
        let Executable { graph, end } = of(&mut graphs(), executable)?.clone();
        let end = queue::submit_nodes(stream, &[end], &graph.actions())?;
        if let Ok(executable) = of(&mut graphs(), executable) {
            executable.end = end;
        }
        Ok(())
    }

    /// Ends an executable graph; a launch that runs continues.
    fn cudaGraphExecDestroy(executable: Handle) {
        graphs().executables.remove(&(executable as usize)).map(drop).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// The nodes, or how many there are.
    fn cudaGraphGetNodes(graph: Handle, nodes: *mut Handle, count: *mut usize) {
        let mut graphs = graphs();
        let graph = with(&mut graphs, graph)?;
        if nodes.is_null() {
            return put(count, graph.nodes.len());
        }
        let room = *count.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        for number in 0..room {
            let handle = graph.nodes.get(number).map_or(0, |node| node.handle);
            nodes.add(number).write(handle as Handle);
        }
        put(count, room.min(graph.nodes.len()))
    }

    /// Adds the launch of a kernel.
    fn cudaGraphAddKernelNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const KernelParams) {
        add(node, graph, (after, count), launch_of(params)?)
    }

    /// Adds a node that does nothing.
    fn cudaGraphAddEmptyNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize) {
        add(node, graph, (after, count), Action::Marker)
    }

    /// Adds a call of a host function.
    fn cudaGraphAddHostNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const HostParams) {
        let HostParams { function, data } = *params.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        let function = function.ok_or(ErrorCode::INVALID_VALUE)?;
        add(node, graph, (after, count), Action::HostFunction(HostFunction { function, data }))
    }

    /// Adds a copy.
    fn cudaGraphAddMemcpyNode1D(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        let copied = Copy::new(Rows::one(to as u64), Rows::one(from as u64), [bytes, 1, 1], direction)?;
        add(node, graph, (after, count), copied.map_or(Action::Marker, Action::Copy))
    }

    /// Adds a fill with bytes; elements of more bytes are `cudaErrorNotSupported` unless these are the same.
    fn cudaGraphAddMemsetNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const FillParams) {
        let FillParams { to, pitch, value, element, width, height } = *params.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        if !matches!(element, 1 | 2 | 4) {
            return Err(ErrorCode::INVALID_VALUE);
        }
        let bytes = value.to_le_bytes();
        if bytes[..element as usize].iter().any(|byte| *byte != bytes[0]) {
            return Err(ErrorCode::NOT_SUPPORTED);
        }
        let width = width.checked_mul(element as usize).ok_or(ErrorCode::INVALID_VALUE)?;
        let rows = Rows { address: to as u64, pitch, slice: 0 };
        let filled = Fill::new(rows, [width, height, 1], bytes[0])?;
        add(node, graph, (after, count), filled.map_or(Action::Marker, Action::Fill))
    }

    /// Sets grid and arguments of a launch in an executable graph.
    fn cudaGraphExecKernelNodeSetParams(executable: Handle, node: Handle, params: *const KernelParams) {
        let action = launch_of(params)?;
        let mut graphs = graphs();
        let graph = &mut of(&mut graphs, executable)?.graph;
        let number = graph.node(node as usize).ok_or(ErrorCode::INVALID_VALUE)?;
        match &mut graph.nodes[number].action {
            launch @ Action::Launch(_) => *launch = action,
            _ => return Err(ErrorCode::INVALID_VALUE),
        }
        Ok(())
    }
}

fn graphs() -> MutexGuard<'static, Graphs> {
    lock(&process().graphs)
}

/// Gives a graph a handle.
fn keep(graph: Graph) -> Handle {
    let handle = new_handle();
    graphs().graphs.insert(handle, graph);
    handle as Handle
}

fn with(graphs: &mut Graphs, graph: Handle) -> Result<&mut Graph, ErrorCode> {
    graphs.graphs.get_mut(&(graph as usize)).ok_or(ErrorCode::INVALID_VALUE)
}

fn of(graphs: &mut Graphs, executable: Handle) -> Result<&mut Executable, ErrorCode> {
    graphs.executables.get_mut(&(executable as usize)).ok_or(ErrorCode::INVALID_VALUE)
}

/// # Safety
/// The result may be written.
unsafe fn instantiate(executable: *mut Handle, graph: Handle) -> Result<(), ErrorCode> {
    let mut graphs = graphs();
    let graph = with(&mut graphs, graph)?.clone();
    let handle = new_handle();
    // SAFETY: the caller's promise.
    unsafe { put(executable, handle as Handle)? };
    let end = Point { op: queue::OpId::MAX, ..Point::default() };
    graphs.executables.insert(handle, Executable { graph, end });
    Ok(())
}

/// # Safety
/// The parameters are a launch, as for `cudaLaunchKernel`.
unsafe fn launch_of(params: *const KernelParams) -> Result<Action, ErrorCode> {
    // SAFETY: the caller's promise.
    let params = unsafe { params.as_ref() }.ok_or(ErrorCode::INVALID_VALUE)?;
    if !params.extra.is_null() {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    // SAFETY: as above.
    unsafe {
        prepare(params.kernel, (params.grid, params.block, params.bytes as usize), params.arguments)
    }
}

/// Adds a node behind others.
///
/// # Safety
/// There are so many nodes before it, and the result may be written.
unsafe fn add(
    node: *mut Handle,
    graph: Handle,
    (after, count): (*const Handle, usize),
    action: Action,
) -> Result<(), ErrorCode> {
    let mut graphs = graphs();
    let graph = with(&mut graphs, graph)?;
    let mut before = BTreeSet::new();
    for number in 0..if after.is_null() { 0 } else { count } {
        // SAFETY: the caller's promise.
        let handle = unsafe { after.add(number).read() } as usize;
        before.insert(graph.node(handle).ok_or(ErrorCode::INVALID_VALUE)?);
    }
    let number = graph.add(action, before);
    // SAFETY: as above.
    unsafe { put(node, graph.nodes[number].handle as Handle) }
}
