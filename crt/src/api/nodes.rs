//! The nodes of graphs: how they are added, and their parameters.

use std::ffi::c_void;
use std::sync::Arc;

use super::graphs::{Handle, graphs};
use super::memory::{Copy3D, copy_of_slices};
use super::{api, put, symbols};
use crate::action::{Action, Blocks, HostFunction};
use crate::copy::{Copy, Direction, Element, Fill, Rows};
use crate::error::ErrorCode;
use crate::graph::{NodeKind, Work};
use crate::launch::{Dim3, prepare};

/// `cudaKernelNodeParams`.
#[derive(Clone, Copy)]
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
#[derive(Clone, Copy)]
#[repr(C)]
pub struct HostParams {
    function: Option<unsafe extern "C" fn(*mut c_void)>,
    data: *mut c_void,
}

/// `cudaMemsetParams`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct FillParams {
    to: *mut c_void,
    pitch: usize,
    value: u32,
    element: u32,
    width: usize,
    height: usize,
}

/// `cudaMemcpyNodeParams`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct CopyParams {
    flags: i32,
    reserved: [i32; 3],
    copy: Copy3D,
}

/// `cudaChildGraphNodeParams`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ChildParams {
    graph: Handle,
    ownership: i32,
}

/// `cudaGraphNodeParams`.
#[repr(C)]
pub struct NodeParams {
    kind: i32,
    reserved: [i32; 3],
    of: ParamsOfKind,
    reserved_too: i64,
}

/// The parameters of a node, of which its kind says which they are.
#[repr(C)]
union ParamsOfKind {
    reserved: [i64; 29],
    kernel: KernelParams,
    copy: CopyParams,
    fill: FillParams,
    host: HostParams,
    child: ChildParams,
}

api! {
    /// Adds a node of any kind that this library has.
    fn cudaGraphAddNode(node: *mut Handle, graph: Handle, after: *const Handle, edges: *const c_void, count: usize, params: *const NodeParams) {
        plain_edges(edges, count)?;
        let work = work_of(params)?;
        add(node, graph, (after, count), work)
    }

    /// Adds the launch of a kernel.
    fn cudaGraphAddKernelNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const KernelParams) {
        add(node, graph, (after, count), launch_of(params)?)
    }

    /// Adds a node that does nothing.
    fn cudaGraphAddEmptyNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize) {
        add(node, graph, (after, count), Work::Action(Action::Marker))
    }

    /// Adds a call of a host function.
    fn cudaGraphAddHostNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const HostParams) {
        add(node, graph, (after, count), call_of(params)?)
    }

    /// Adds a copy between pitched pointers.
    fn cudaGraphAddMemcpyNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const Copy3D) {
        add(node, graph, (after, count), copy_of(params)?)
    }

    /// Adds a copy.
    fn cudaGraphAddMemcpyNode1D(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        add(node, graph, (after, count), row_of(to as u64, from as u64, bytes, direction)?)
    }

    /// Adds a copy to a variable.
    fn cudaGraphAddMemcpyNodeToSymbol(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, direction: Direction) {
        let to = symbols::part(symbol, offset, bytes)?;
        add(node, graph, (after, count), row_of(to, from as u64, bytes, direction)?)
    }

    /// Adds a copy from a variable.
    fn cudaGraphAddMemcpyNodeFromSymbol(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, to: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, direction: Direction) {
        let from = symbols::part(symbol, offset, bytes)?;
        add(node, graph, (after, count), row_of(to as u64, from, bytes, direction)?)
    }

    /// Adds a fill with elements of one, two or four bytes.
    fn cudaGraphAddMemsetNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, params: *const FillParams) {
        add(node, graph, (after, count), fill_of(params)?)
    }

    /// Adds a copy of a graph, whose nodes run between what is before and what is behind the node.
    fn cudaGraphAddChildGraphNode(node: *mut Handle, graph: Handle, after: *const Handle, count: usize, child: Handle) {
        add(node, graph, (after, count), child_of(child)?)
    }

    /// The graph inside of a node.
    fn cudaGraphChildGraphNodeGetGraph(node: Handle, graph: *mut Handle) {
        match &graphs().node(node as usize)?.work {
            Work::Child(child) => put(graph, child.handle as Handle),
            Work::Action(_) => Err(ErrorCode::INVALID_VALUE),
        }
    }

    /// Kernel, grid and arguments. The addresses of the arguments are the node's, until it gets other ones.
    fn cudaGraphKernelNodeGetParams(node: Handle, params: *mut KernelParams) {
        let mut graphs = graphs();
        let node = graphs.node(node as usize)?;
        let Work::Action(Action::Launch(launch)) = &node.work else { return Err(ErrorCode::INVALID_VALUE) };
        if node.arguments.is_empty() {
            node.arguments = launch.arguments.iter().map(|argument| argument.as_ptr() as usize).collect();
        }
        let dim3 = |[x, y, z]: [u32; 3]| Dim3 { x, y, z };
        put(params, KernelParams {
            kernel: launch.kernel.stub() as *const c_void,
            grid: dim3(launch.grid),
            block: dim3(launch.block),
            bytes: launch.shared,
            arguments: node.arguments.as_ptr().cast(),
            extra: std::ptr::null(),
        })
    }

    /// Sets kernel, grid and arguments of a node.
    fn cudaGraphKernelNodeSetParams(node: Handle, params: *const KernelParams) {
        set(node, launch_of(params)?)
    }

    /// Both ends and the extent of a copy.
    fn cudaGraphMemcpyNodeGetParams(node: Handle, params: *mut Copy3D) {
        match &graphs().node(node as usize)?.work {
            Work::Action(Action::Copy(copy)) => put(params, Copy3D::of(copy)),
            _ => Err(ErrorCode::INVALID_VALUE),
        }
    }

    /// Sets both ends and the extent of a copy.
    fn cudaGraphMemcpyNodeSetParams(node: Handle, params: *const Copy3D) {
        set(node, copy_of(params)?)
    }

    /// Sets both ends and the bytes of a copy.
    fn cudaGraphMemcpyNodeSetParams1D(node: Handle, to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        set(node, row_of(to as u64, from as u64, bytes, direction)?)
    }

    /// The destination and the value of a fill.
    fn cudaGraphMemsetNodeGetParams(node: Handle, params: *mut FillParams) {
        let mut graphs = graphs();
        let Work::Action(Action::Fill(fill)) = &graphs.node(node as usize)?.work else { return Err(ErrorCode::INVALID_VALUE) };
        let (to, [width, height, _], element) = fill.parts();
        let (value, bytes) = (element.value(), element.bytes());
        let (width, element) = (width / bytes, bytes as u32);
        put(params, FillParams { to: to.address as *mut c_void, pitch: to.pitch, value, element, width, height })
    }

    /// Sets what a node fills, and with what.
    fn cudaGraphMemsetNodeSetParams(node: Handle, params: *const FillParams) {
        set(node, fill_of(params)?)
    }

    /// The function of a node, and what it is called with.
    fn cudaGraphHostNodeGetParams(node: Handle, params: *mut HostParams) {
        match &graphs().node(node as usize)?.work {
            Work::Action(Action::HostFunction(called)) => put(params, HostParams { function: Some(called.function), data: called.data }),
            _ => Err(ErrorCode::INVALID_VALUE),
        }
    }

    /// Sets the function of a node, and what it is called with.
    fn cudaGraphHostNodeSetParams(node: Handle, params: *const HostParams) {
        set(node, call_of(params)?)
    }

    /// Sets the parameters of a node, of the kind that it is of.
    fn cudaGraphNodeSetParams(node: Handle, params: *const NodeParams) {
        set(node, work_of(params)?)
    }

    /// Sets kernel, grid and arguments of a launch in an executable graph. Launches of the graph before that keep theirs, as for all such functions.
    fn cudaGraphExecKernelNodeSetParams(executable: Handle, node: Handle, params: *const KernelParams) {
        set_in(executable, node, launch_of(params)?)
    }

    /// Sets both ends of a copy of one row in an executable graph. Each end stays in memory of its kind.
    fn cudaGraphExecMemcpyNodeSetParams(executable: Handle, node: Handle, params: *const Copy3D) {
        set_in(executable, node, copy_of(params)?)
    }

    /// As `cudaGraphExecMemcpyNodeSetParams`.
    fn cudaGraphExecMemcpyNodeSetParams1D(executable: Handle, node: Handle, to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        set_in(executable, node, row_of(to as u64, from as u64, bytes, direction)?)
    }

    /// Sets what a node fills in an executable graph: one row.
    fn cudaGraphExecMemsetNodeSetParams(executable: Handle, node: Handle, params: *const FillParams) {
        set_in(executable, node, fill_of(params)?)
    }

    /// Sets the function of a node in an executable graph.
    fn cudaGraphExecHostNodeSetParams(executable: Handle, node: Handle, params: *const HostParams) {
        set_in(executable, node, call_of(params)?)
    }

    /// Gives the child graph in an executable graph the parameters of another graph of the same form.
    fn cudaGraphExecChildGraphNodeSetParams(executable: Handle, node: Handle, child: Handle) {
        set_in(executable, node, child_of(child)?)
    }

    /// Sets the parameters of a node in an executable graph, of the kind that it is of.
    fn cudaGraphExecNodeSetParams(executable: Handle, node: Handle, params: *const NodeParams) {
        set_in(executable, node, work_of(params)?)
    }

    /// Switches a kernel, a copy or a fill in an executable graph on or off: off, the node does nothing.
    fn cudaGraphNodeSetEnabled(executable: Handle, node: Handle, is_enabled: u32) {
        let mut graphs = graphs();
        graphs.executable(executable as usize)?.change(|graph| {
            let node = graph.holder(node as usize).and_then(|graph| graph.own(node as usize));
            let node = node.ok_or(ErrorCode::INVALID_VALUE)?;
            if !matches!(node.work.kind(), NodeKind::Kernel | NodeKind::Copy | NodeKind::Fill) {
                return Err(ErrorCode::INVALID_VALUE);
            }
            node.is_enabled = is_enabled != 0;
            Ok(())
        })
    }

    /// Whether a node of an executable graph is switched on.
    fn cudaGraphNodeGetEnabled(executable: Handle, node: Handle, is_enabled: *mut u32) {
        let mut graph = graphs().executable(executable as usize)?.graph().clone();
        let node = graph.holder(node as usize).and_then(|graph| graph.own(node as usize));
        put(is_enabled, u32::from(node.ok_or(ErrorCode::INVALID_VALUE)?.is_enabled))
    }
}

/// The bytes of an edge's data: ports at both ends, a type, and reserved ones.
const EDGE_BYTES: usize = 8;

/// That edges have no data, or only zeros: a node comes after the whole of another one.
///
/// # Safety
/// There is data for so many edges, if there is any.
pub(super) unsafe fn plain_edges(edges: *const c_void, count: usize) -> Result<(), ErrorCode> {
    if edges.is_null() {
        return Ok(());
    }
    let bytes = count.checked_mul(EDGE_BYTES).ok_or(ErrorCode::INVALID_VALUE)?;
    // SAFETY: the caller's promise.
    let data = unsafe { std::slice::from_raw_parts(edges.cast::<u8>(), bytes) };
    if data.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(ErrorCode::NOT_SUPPORTED) }
}

/// # Safety
/// The parameters are a launch, as for `cudaLaunchKernel`.
unsafe fn launch_of(params: *const KernelParams) -> Result<Work, ErrorCode> {
    // SAFETY: the caller's promise.
    let params = unsafe { params.as_ref() }.ok_or(ErrorCode::INVALID_VALUE)?;
    if !params.extra.is_null() {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    let sizes = (params.grid, params.block, params.bytes as usize);
    // SAFETY: as above.
    unsafe {
        prepare(params.kernel, sizes, Blocks::Independent, params.arguments).map(Work::Action)
    }
}

/// # Safety
/// The parameters may be read.
unsafe fn call_of(params: *const HostParams) -> Result<Work, ErrorCode> {
    // SAFETY: the caller's promise.
    let HostParams { function, data } =
        *unsafe { params.as_ref() }.ok_or(ErrorCode::INVALID_VALUE)?;
    let function = function.ok_or(ErrorCode::INVALID_VALUE)?;
    Ok(Work::Action(Action::HostFunction(HostFunction { function, data })))
}

/// # Safety
/// The parameters may be read.
unsafe fn copy_of(params: *const Copy3D) -> Result<Work, ErrorCode> {
    // SAFETY: the caller's promise.
    copied(copy_of_slices(unsafe { params.as_ref() })?)
}

fn row_of(to: u64, from: u64, bytes: usize, direction: Direction) -> Result<Work, ErrorCode> {
    copied(Copy::new(Rows::one(to), Rows::one(from), [bytes, 1, 1], direction)?)
}

/// A copy; a node cannot copy nothing.
fn copied(copy: Option<Copy>) -> Result<Work, ErrorCode> {
    copy.map(|copy| Work::Action(Action::Copy(copy))).ok_or(ErrorCode::INVALID_VALUE)
}

/// # Safety
/// The parameters may be read.
unsafe fn fill_of(params: *const FillParams) -> Result<Work, ErrorCode> {
    // SAFETY: the caller's promise.
    let params = unsafe { params.as_ref() }.ok_or(ErrorCode::INVALID_VALUE)?;
    let FillParams { to, pitch, value, element, width, height } = *params;
    let element = Element::new(value, element as usize)?;
    let width = width.checked_mul(element.bytes()).ok_or(ErrorCode::INVALID_VALUE)?;
    if height > 1 && width > pitch {
        return Err(ErrorCode::INVALID_VALUE);
    }
    let rows = Rows { address: to as u64, pitch, slice: 0 };
    let fill = Fill::new(rows, [width, height, 1], element)?.ok_or(ErrorCode::INVALID_VALUE)?;
    Ok(Work::Action(Action::Fill(fill)))
}

fn child_of(child: Handle) -> Result<Work, ErrorCode> {
    Ok(Work::Child(graphs().graph(child as usize)?.with_new_handles()))
}

/// # Safety
/// The parameters of the kind that they name may be read.
unsafe fn work_of(params: *const NodeParams) -> Result<Work, ErrorCode> {
    // SAFETY: the caller's promise.
    unsafe {
        let params = params.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        let is = |kind: NodeKind| params.kind == kind as i32;
        match () {
            () if is(NodeKind::Kernel) => launch_of(&raw const params.of.kernel),
            () if is(NodeKind::Copy) => copy_of(&raw const params.of.copy.copy),
            () if is(NodeKind::Fill) => fill_of(&raw const params.of.fill),
            () if is(NodeKind::Host) => call_of(&raw const params.of.host),
            () if is(NodeKind::Child) => child_of(params.of.child.graph),
            () if is(NodeKind::Empty) => Ok(Work::Action(Action::Marker)),
            () => Err(ErrorCode::NOT_SUPPORTED),
        }
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
    work: Work,
) -> Result<(), ErrorCode> {
    let mut graphs = graphs();
    let graph = graphs.graph(graph as usize)?;
    let mut before = Vec::with_capacity(count);
    if after.is_null() && count > 0 || node.is_null() {
        return Err(ErrorCode::INVALID_VALUE);
    }
    for number in 0..count {
        // SAFETY: the caller's promise.
        let handle = unsafe { after.add(number).read() } as usize;
        if graph.own(handle).is_none() || before.contains(&handle) {
            return Err(ErrorCode::INVALID_VALUE);
        }
        before.push(handle);
    }
    // SAFETY: as above.
    unsafe { put(node, graph.add(work, before) as Handle) }
}

/// Gives a node other work of its kind.
fn set(node: Handle, work: Work) -> Result<(), ErrorCode> {
    let mut graphs = graphs();
    let node = graphs.node(node as usize)?;
    if node.work.kind() != work.kind() {
        return Err(ErrorCode::INVALID_VALUE);
    }
    let work = work.instead_of(&node.work)?;
    (node.work, node.arguments) = (work, Arc::default());
    Ok(())
}

/// Gives a node of an executable graph other work.
fn set_in(executable: Handle, node: Handle, work: Work) -> Result<(), ErrorCode> {
    graphs().executable(executable as usize)?.set_work(node as usize, work)
}
