//! Graphs: work with the order between its pieces, to be submitted together.
//!
//! A node knows those that it comes after by their handles. The graph of a child node is inside of that node. To submit a graph is
//! to write it as a list, in which each action stands behind those that it comes after ([`Graph::steps`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::action::Action;
use crate::error::ErrorCode;
use crate::executable::Executable;
use crate::handle::new_handle;
use crate::queue::StreamId;

/// A graph.
#[derive(Clone)]
pub struct Graph {
    pub handle: usize,
    /// In the order in which they were added.
    pub nodes: Vec<Node>,
}

/// A node, with what the program knows it by.
#[derive(Clone)]
pub struct Node {
    pub handle: usize,
    /// The node that it is a clone of; itself, if it is not one.
    pub origin: usize,
    pub work: Work,
    /// The nodes that it comes after, in the order in which the edges were added.
    pub after: Vec<usize>,
    /// In an executable graph: a node that is switched off does nothing.
    pub is_enabled: bool,
    /// The addresses of the arguments of a kernel that the program has asked for.
    pub arguments: Arc<[usize]>,
}

/// The work of a node.
#[derive(Clone)]
pub enum Work {
    Action(Action),
    /// That of a child graph.
    Child(Graph),
}

/// `cudaGraphNodeType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum NodeKind {
    Kernel = 0,
    Copy = 1,
    Fill = 2,
    Host = 3,
    Child = 4,
    Empty = 5,
    Record = 7,
    Allocate = 10,
    Free = 11,
}

/// All graphs, by their handles.
#[derive(Default)]
pub struct Graphs {
    pub graphs: BTreeMap<usize, Graph>,
    pub executables: BTreeMap<usize, Executable>,
}

/// An action of a graph that is written as a list, with the places of those that it comes after.
pub type Step = (Action, Vec<usize>);

impl Work {
    pub fn kind(&self) -> NodeKind {
        match self {
            Work::Child(_) => NodeKind::Child,
            Work::Action(action) => match action {
                Action::Launch(_) => NodeKind::Kernel,
                Action::Copy(_) => NodeKind::Copy,
                Action::Fill(_) => NodeKind::Fill,
                Action::HostFunction(_) | Action::Callback(_) => NodeKind::Host,
                Action::Marker => NodeKind::Empty,
                Action::Record(_) => NodeKind::Record,
                Action::Allocate => NodeKind::Allocate,
                Action::Free(_) => NodeKind::Free,
            },
        }
    }

    /// What a picture calls it.
    fn name(&self) -> String {
        match self {
            Work::Child(_) => "child graph".to_owned(),
            Work::Action(Action::Marker) => "empty".to_owned(),
            Work::Action(action) => action.name(),
        }
    }
}

impl Node {
    fn new(work: Work, after: Vec<usize>) -> Node {
        let handle = new_handle();
        Node { handle, origin: handle, work, after, is_enabled: true, arguments: Arc::default() }
    }
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { handle: new_handle(), nodes: Vec::new() }
    }
}

impl Graph {
    /// Adds a node behind others, which are named once each; returns its handle.
    pub fn add(&mut self, work: Work, after: impl IntoIterator<Item = usize>) -> usize {
        let node = Node::new(work, after.into_iter().collect());
        let handle = node.handle;
        self.nodes.push(node);
        handle
    }

    /// A node of this graph itself.
    pub fn own(&mut self, handle: usize) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|node| node.handle == handle)
    }

    /// The graph with a node: this one, or one of a child node.
    pub fn holder(&mut self, node: usize) -> Option<&mut Graph> {
        if self.own(node).is_some() {
            return Some(self);
        }
        self.children().find_map(|child| child.holder(node))
    }

    /// The graph with a handle: this one, or one of a child node.
    pub fn find(&mut self, handle: usize) -> Option<&mut Graph> {
        if self.handle == handle {
            return Some(self);
        }
        self.children().find_map(|child| child.find(handle))
    }

    fn children(&mut self) -> impl Iterator<Item = &mut Graph> {
        self.nodes.iter_mut().filter_map(|node| match &mut node.work {
            Work::Child(child) => Some(child),
            Work::Action(_) => None,
        })
    }

    /// Removes a node, and the edges to it and from it.
    pub fn remove(&mut self, handle: usize) {
        self.nodes.retain(|node| node.handle != handle);
        for node in &mut self.nodes {
            node.after.retain(|before| *before != handle);
        }
    }

    /// The same graph with new handles.
    pub fn with_new_handles(&self) -> Graph {
        let names: BTreeMap<usize, usize> =
            self.nodes.iter().map(|node| (node.handle, new_handle())).collect();
        let name = |handle: usize| names.get(&handle).copied();
        let with_new_handles = self.nodes.iter().filter_map(|node| {
            let work = match &node.work {
                Work::Action(action) => Work::Action(action.clone()),
                Work::Child(child) => Work::Child(child.with_new_handles()),
            };
            let after = node.after.iter().filter_map(|before| name(*before)).collect();
            let (handle, origin) = (name(node.handle)?, node.handle);
            Some(Node { handle, origin, work, after, ..node.clone() })
        });
        Graph { handle: new_handle(), nodes: with_new_handles.collect() }
    }

    /// Some nodes, and all that come before them.
    pub fn before(&self, nodes: &BTreeSet<usize>) -> BTreeSet<usize> {
        let after: BTreeMap<usize, &[usize]> =
            self.nodes.iter().map(|node| (node.handle, node.after.as_slice())).collect();
        let mut found = nodes.clone();
        let mut rest: Vec<usize> = nodes.iter().copied().collect();
        while let Some(node) = rest.pop() {
            let before = after.get(&node).into_iter().copied().flatten();
            rest.extend(before.filter(|before| found.insert(**before)));
        }
        found
    }

    /// The edges, each from a node to one that comes after it.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.nodes.iter().flat_map(|node| node.after.iter().map(|before| (*before, node.handle)))
    }

    /// The nodes, each behind those that it comes after; otherwise in the order in which they were added. None if there is a cycle.
    fn sorted(&self) -> Option<Vec<&Node>> {
        let places: BTreeMap<usize, usize> =
            self.nodes.iter().enumerate().map(|(place, node)| (node.handle, place)).collect();
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut awaited: Vec<usize> = vec![0; self.nodes.len()];
        for (from, to) in self.edges() {
            let (from, to) = (*places.get(&from)?, *places.get(&to)?);
            behind[from].push(to);
            awaited[to] += 1;
        }
        let mut ready: BTreeSet<usize> =
            (0..awaited.len()).filter(|place| awaited[*place] == 0).collect();
        let mut sorted = Vec::with_capacity(self.nodes.len());
        while let Some(place) = ready.pop_first() {
            sorted.push(&self.nodes[place]);
            for &next in &behind[place] {
                awaited[next] -= 1;
                if awaited[next] == 0 {
                    ready.insert(next);
                }
            }
        }
        (sorted.len() == self.nodes.len()).then_some(sorted)
    }

    /// The first node that comes after itself, of the graph or else of one in it.
    pub fn in_cycle(&self) -> Option<usize> {
        if self.sorted().is_some() {
            return self.nodes.iter().find_map(|node| match &node.work {
                Work::Child(child) => child.in_cycle(),
                Work::Action(_) => None,
            });
        }
        let comes_after_itself = |start: &&Node| {
            let mut seen = BTreeSet::new();
            let mut next = start.after.clone();
            while let Some(handle) = next.pop() {
                if seen.insert(handle) {
                    next.extend(
                        self.nodes.iter().filter(|it| it.handle == handle).flat_map(|it| &it.after),
                    );
                }
            }
            seen.contains(&start.handle)
        };
        self.nodes.iter().find(comes_after_itself).map(|node| node.handle)
    }

    /// The graph as a list.
    ///
    /// # Errors
    /// Nodes come after each other in a cycle.
    pub fn steps(&self) -> Result<Vec<Step>, ErrorCode> {
        let mut steps = Vec::with_capacity(self.nodes.len());
        self.write(&[], &mut steps)?;
        Ok(steps)
    }

    /// Adds the steps of the graph, which come after some others; returns those at its ends.
    fn write(&self, start: &[usize], steps: &mut Vec<Step>) -> Result<Vec<usize>, ErrorCode> {
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        let mut ends: BTreeSet<usize> = BTreeSet::new();
        for node in self.sorted().ok_or(ErrorCode::INVALID_VALUE)? {
            let before: BTreeSet<usize> = node.after.iter().copied().collect();
            let mut after: Vec<usize> =
                before.iter().filter_map(|before| places.get(before).copied()).collect();
            ends.retain(|end| !after.contains(end));
            if after.is_empty() {
                after = start.to_vec();
            }
            let action = match &node.work {
                _ if !node.is_enabled => Action::Marker,
                Work::Action(action) => action.clone(),
                Work::Child(child) => {
                    after = child.write(&after, steps)?;
                    Action::Marker
                }
            };
            steps.push((action, after));
            places.insert(node.handle, steps.len() - 1);
            ends.insert(steps.len() - 1);
        }
        Ok(if self.nodes.is_empty() { start.to_vec() } else { ends.into_iter().collect() })
    }

    /// The graph in the language of Graphviz.
    pub fn drawn(&self) -> String {
        let mut text = String::from("digraph graph_1 {\n");
        self.draw(&mut text);
        text.push_str("}\n");
        text
    }

    fn draw(&self, text: &mut String) {
        for node in &self.nodes {
            let (handle, name) = (node.handle, node.work.name());
            text.push_str(&format!("  node_{handle} [label=\"{name}\"];\n"));
            if let Work::Child(child) = &node.work {
                text.push_str(&format!("  subgraph cluster_{handle} {{\n"));
                child.draw(text);
                text.push_str("  }\n");
            }
        }
        for (from, to) in self.edges() {
            text.push_str(&format!("  node_{from} -> node_{to};\n"));
        }
    }
}

impl Graphs {
    /// The graph with a handle, that of a child node too.
    ///
    /// # Errors
    /// There is none.
    pub fn graph(&mut self, handle: usize) -> Result<&mut Graph, ErrorCode> {
        self.graphs
            .values_mut()
            .find_map(|graph| graph.find(handle))
            .ok_or(ErrorCode::INVALID_VALUE)
    }

    /// The graph that has a node.
    ///
    /// # Errors
    /// None has.
    pub fn holder(&mut self, node: usize) -> Result<&mut Graph, ErrorCode> {
        self.graphs
            .values_mut()
            .find_map(|graph| graph.holder(node))
            .ok_or(ErrorCode::INVALID_VALUE)
    }

    /// A node of a graph.
    ///
    /// # Errors
    /// There is none with this handle.
    pub fn node(&mut self, node: usize) -> Result<&mut Node, ErrorCode> {
        self.holder(node)?.own(node).ok_or(ErrorCode::INVALID_VALUE)
    }

    /// An executable graph.
    ///
    /// # Errors
    /// There is none with this handle.
    pub fn executable(&mut self, handle: usize) -> Result<&mut Executable, ErrorCode> {
        self.executables.get_mut(&handle).ok_or(ErrorCode::INVALID_VALUE)
    }
}

/// A stream for each step, such that the steps of a stream come after each other: the first step behind another one is in its
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
pub mod tests {
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

    pub fn free(address: u64) -> Work {
        Work::Action(Action::Free(address))
    }

    /// The addresses that a graph frees, with those in front of each.
    pub fn freed(graph: &Graph) -> Vec<(u64, BTreeSet<u64>)> {
        let steps = graph.steps().expect("the graph has no cycle");
        let mut before: Vec<BTreeSet<u64>> = Vec::new();
        let mut freed = Vec::new();
        for (action, after) in steps {
            let mut all: BTreeSet<u64> =
                after.iter().flat_map(|step| before[*step].iter().copied()).collect();
            if let Action::Free(address) = action {
                freed.push((address, all.clone()));
                all.insert(address);
            }
            before.push(all);
        }
        freed
    }

    #[test]
    fn edges_that_are_added_later_order_nodes_and_cycles_are_refused() {
        let mut graph = Graph::default();
        let [a, b, c] = [1, 2, 3].map(|address| graph.add(free(address), BTreeSet::new()));
        graph.own(a).expect("a node").after = vec![b, c];
        let order: Vec<u64> = freed(&graph).iter().map(|(address, _)| *address).collect();
        assert_eq!(order, [2, 3, 1]);
        graph.own(b).expect("a node").after.push(a);
        assert_eq!(graph.steps().err(), Some(ErrorCode::INVALID_VALUE));
        graph.remove(a);
        assert_eq!(freed(&graph).len(), 2);
    }

    #[test]
    fn a_child_graph_runs_between_what_is_before_and_behind_its_node() {
        let mut child = Graph::default();
        let first = child.add(free(10), BTreeSet::new());
        child.add(free(11), BTreeSet::from([first]));
        child.add(free(12), BTreeSet::from([first]));
        let mut graph = Graph::default();
        let before = graph.add(free(1), BTreeSet::new());
        let node = graph.add(Work::Child(child.with_new_handles()), BTreeSet::from([before]));
        graph.add(free(2), BTreeSet::from([node]));
        graph.add(Work::Child(Graph::default()), BTreeSet::from([before]));
        let freed: BTreeMap<u64, BTreeSet<u64>> = freed(&graph).into_iter().collect();
        assert_eq!(freed[&10], BTreeSet::from([1]));
        assert_eq!(freed[&12], BTreeSet::from([1, 10]));
        assert_eq!(freed[&2], BTreeSet::from([1, 10, 11, 12]));
    }
}
