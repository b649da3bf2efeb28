//! The nodes of graphs and the edges between them, as they can be asked for and changed.

use std::collections::BTreeSet;
use std::ffi::c_void;

use super::graphs::{Handle, graphs};
use super::nodes::plain_edges;
use super::{api, put};
use crate::error::ErrorCode;

/// `cudaGraphEdgeData`, of which an edge that orders whole nodes has zeros.
pub type EdgeData = [u8; 8];

api! {
    /// The nodes, or how many there are.
    fn cudaGraphGetNodes(graph: Handle, nodes: *mut Handle, count: *mut usize) {
        let found: Vec<usize> = graphs().graph(graph as usize)?.nodes.iter().map(|node| node.handle).collect();
        list(&found, (nodes, count))
    }

    /// The nodes that come after no other one, or how many there are.
    fn cudaGraphGetRootNodes(graph: Handle, nodes: *mut Handle, count: *mut usize) {
        let mut graphs = graphs();
        let roots = graphs.graph(graph as usize)?.nodes.iter().filter(|node| node.after.is_empty());
        let found: Vec<usize> = roots.map(|node| node.handle).collect();
        list(&found, (nodes, count))
    }

    /// The edges, each from a node to one that comes after it, or how many there are.
    fn cudaGraphGetEdges(graph: Handle, from: *mut Handle, to: *mut Handle, data: *mut EdgeData, count: *mut usize) {
        if from.is_null() != to.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        let edges: (Vec<usize>, Vec<usize>) = graphs().graph(graph as usize)?.edges().unzip();
        let mut room = *count.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        plain(data, room.min(edges.0.len()), from)?;
        list(&edges.0, (from, &raw mut room))?;
        list(&edges.1, (to, count))
    }

    /// The nodes that a node comes after, or how many there are.
    fn cudaGraphNodeGetDependencies(node: Handle, nodes: *mut Handle, data: *mut EdgeData, count: *mut usize) {
        let found = graphs().node(node as usize)?.after.to_vec();
        plain(data, found.len().min(*count.as_ref().ok_or(ErrorCode::INVALID_VALUE)?), nodes)?;
        list(&found, (nodes, count))
    }

    /// The nodes that come after a node, or how many there are.
    fn cudaGraphNodeGetDependentNodes(node: Handle, nodes: *mut Handle, data: *mut EdgeData, count: *mut usize) {
        let mut graphs = graphs();
        let edges = graphs.holder(node as usize)?.edges().filter(|(from, _)| *from == node as usize);
        let found: Vec<usize> = edges.map(|(_, to)| to).collect();
        plain(data, found.len().min(*count.as_ref().ok_or(ErrorCode::INVALID_VALUE)?), nodes)?;
        list(&found, (nodes, count))
    }

    /// Adds edges, each from a node to one that comes after it. One that is there already, or twice in the call, is
    /// `cudaErrorInvalidValue`.
    fn cudaGraphAddDependencies(graph: Handle, from: *const Handle, to: *const Handle, data: *const c_void, count: usize) {
        plain_edges(data, count)?;
        let pairs = pairs(from, to, count)?;
        let mut graphs = graphs();
        let graph = graphs.graph(graph as usize)?;
        let mut given = BTreeSet::new();
        for &(from, to) in &pairs {
            let after = &graph.own(to).ok_or(ErrorCode::INVALID_VALUE)?.after;
            let is_edge = after.contains(&from) || !given.insert((from, to));
            if is_edge || from == to || graph.own(from).is_none() {
                return Err(ErrorCode::INVALID_VALUE);
            }
        }
        for (from, to) in pairs {
            graph.own(to).ok_or(ErrorCode::INVALID_VALUE)?.after.push(from);
        }
        Ok(())
    }

    /// Removes edges. One that is not there is `cudaErrorInvalidValue`.
    fn cudaGraphRemoveDependencies(graph: Handle, from: *const Handle, to: *const Handle, data: *const c_void, count: usize) {
        plain_edges(data, count)?;
        let mut graphs = graphs();
        let graph = graphs.graph(graph as usize)?;
        let pairs: BTreeSet<_> = pairs(from, to, count)?.into_iter().collect();
        for &(from, to) in &pairs {
            if !graph.own(to).ok_or(ErrorCode::INVALID_VALUE)?.after.contains(&from) {
                return Err(ErrorCode::INVALID_VALUE);
            }
        }
        for (from, to) in pairs {
            graph.own(to).ok_or(ErrorCode::INVALID_VALUE)?.after.retain(|before| *before != from);
        }
        Ok(())
    }

    /// Removes a node with its edges.
    fn cudaGraphDestroyNode(node: Handle) {
        graphs().holder(node as usize)?.remove(node as usize);
        Ok(())
    }

    /// The kind of a node.
    fn cudaGraphNodeGetType(node: Handle, kind: *mut i32) {
        let found = graphs().node(node as usize)?.work.kind();
        put(kind, found as i32)
    }

    /// The graph that a node is in.
    fn cudaGraphNodeGetContainingGraph(node: Handle, graph: *mut Handle) {
        let found = graphs().holder(node as usize)?.handle;
        put(graph, found as Handle)
    }

    /// The node of a clone that stands for a node of the graph which was cloned.
    fn cudaGraphNodeFindInClone(node: *mut Handle, original: Handle, clone: Handle) {
        let mut graphs = graphs();
        let mut nodes = graphs.graph(clone as usize)?.nodes.iter();
        let found = nodes.find(|node| node.origin == original as usize && node.handle != node.origin);
        put(node, found.ok_or(ErrorCode::INVALID_VALUE)?.handle as Handle)
    }
}

/// Writes handles where the program wants them, or how many there are if it wants them nowhere. Room that is left gets null.
///
/// # Safety
/// There is room for as many handles as the count says.
unsafe fn list(
    found: &[usize],
    (handles, count): (*mut Handle, *mut usize),
) -> Result<(), ErrorCode> {
    // SAFETY: the caller's promise.
    unsafe {
        let room = *count.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        if handles.is_null() {
            return put(count, found.len());
        }
        for number in 0..room {
            handles.add(number).write(found.get(number).map_or(0, |handle| *handle) as Handle);
        }
        put(count, room.min(found.len()))
    }
}

/// Writes the data of edges where the program wants them beside nodes.
///
/// # Safety
/// There is room for so many.
unsafe fn plain(data: *mut EdgeData, count: usize, nodes: *mut Handle) -> Result<(), ErrorCode> {
    if data.is_null() {
        return Ok(());
    }
    if nodes.is_null() {
        return Err(ErrorCode::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    (0..count).for_each(|number| unsafe { data.add(number).write(EdgeData::default()) });
    Ok(())
}

/// # Safety
/// There are so many handles at both addresses.
unsafe fn pairs(
    from: *const Handle,
    to: *const Handle,
    count: usize,
) -> Result<Vec<(usize, usize)>, ErrorCode> {
    if count > 0 && (from.is_null() || to.is_null()) {
        return Err(ErrorCode::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    Ok((0..count)
        .map(|number| unsafe { (from.add(number).read() as usize, to.add(number).read() as usize) })
        .collect())
}
