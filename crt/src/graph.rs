//! Graphs: operations with the order between them, to be submitted together.

use std::collections::{BTreeMap, BTreeSet};

use crate::action::Action;
use crate::handle::new_handle;
use crate::queue::{Point, StreamId};

/// A graph. Nodes come after others that were added before them.
#[derive(Clone, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

/// A node, with what the program knows it by.
#[derive(Clone)]
pub struct Node {
    pub handle: usize,
    pub action: Action,
    pub after: BTreeSet<usize>,
}

/// A graph that can be launched.
#[derive(Clone)]
pub struct Executable {
    pub graph: Graph,
    /// The end of its last launch, which the next one comes after.
    pub end: Point,
}

/// All graphs, by their handles.
#[derive(Default)]
pub struct Graphs {
    pub graphs: BTreeMap<usize, Graph>,
    pub executables: BTreeMap<usize, Executable>,
}

impl Graph {
    /// Adds a node; returns its number.
    pub fn add(&mut self, action: Action, after: BTreeSet<usize>) -> usize {
        self.nodes.push(Node { handle: new_handle(), action, after });
        self.nodes.len() - 1
    }

    /// The number of the node with a handle.
    pub fn node(&self, handle: usize) -> Option<usize> {
        self.nodes.iter().position(|node| node.handle == handle)
    }

    /// Some nodes, and all that come before them.
    pub fn before(&self, nodes: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = nodes.clone();
        let mut rest: Vec<usize> = nodes.iter().copied().collect();
        while let Some(node) = rest.pop() {
            rest.extend(self.nodes[node].after.iter().filter(|before| found.insert(**before)));
        }
        found
    }

    /// The nodes as `queue::submit_nodes` takes them.
    pub fn actions(&self) -> Vec<(Action, Vec<usize>)> {
        let nodes = self.nodes.iter();
        nodes.map(|node| (node.action.clone(), node.after.iter().copied().collect())).collect()
    }
}

/// A stream for each node, such that the nodes of a stream come after each other: the first node behind another one is in its
/// stream.
pub fn chains<T>(nodes: &[(T, Vec<usize>)]) -> Vec<StreamId> {
    let mut continued = BTreeSet::new();
    let mut chains: Vec<StreamId> = Vec::with_capacity(nodes.len());
    for (_, after) in nodes {
        let free = after.iter().find(|before| continued.insert(**before));
        chains.push(free.map_or_else(|| StreamId(new_handle()), |&before| chains[before]));
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_a_chain_are_in_order() {
        // 0 -> 1 -> 3, 0 -> 2 -> 3, 3 -> 4
        let nodes = [vec![], vec![0], vec![0], vec![1, 2], vec![3]].map(|after| ((), after));
        let chains = chains(&nodes);
        assert_eq!(chains[0], chains[1]);
        assert_ne!(chains[1], chains[2]);
        assert_eq!((chains[1], chains[3]), (chains[3], chains[4]));
    }
}
