//! Graphs that can be launched, and what of them can be changed: the work of nodes, not their order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::action::{Action, Blocks};
use crate::error::ErrorCode;
use crate::graph::{Graph, Step, Work};
use crate::launch::fits_together;
use crate::queue::{OpId, Point};

/// A graph that can be launched.
pub struct Executable {
    graph: Graph,
    /// The graph as a list, once a launch has asked for it since the last change.
    steps: Option<Arc<[Step]>>,
    pub flags: u64,
    /// The end of its last launch, which the next one comes after.
    pub end: Point,
}

/// Why an executable graph cannot be updated: `cudaGraphExecUpdateResultInfo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    pub why: Difference,
    /// The node of the other graph, 0 if it is not about one.
    pub node: usize,
    /// The node of the other graph that this node comes after where it should not, 0 for another reason.
    pub from: usize,
}

/// The difference between two graphs, by the numbers of `cudaGraphExecUpdateResult`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Difference {
    Topology = 2,
    Kind = 3,
    Parameters = 5,
}

impl Executable {
    /// A graph that can be launched, from one that can be changed.
    ///
    /// # Errors
    /// Its nodes come after each other in a cycle.
    pub fn new(graph: Graph, flags: u64) -> Result<Executable, ErrorCode> {
        let steps = Some(graph.steps()?.into());
        Ok(Executable { graph, steps, flags, end: Point { op: OpId::MAX, ..Point::default() } })
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph as a list: many changes of nodes make it once.
    ///
    /// # Errors
    /// None of a graph that could be instantiated: changes leave its edges as they are.
    pub fn steps(&mut self) -> Result<Arc<[Step]>, ErrorCode> {
        if let Some(steps) = &self.steps {
            return Ok(steps.clone());
        }
        let steps: Arc<[Step]> = self.graph.steps()?.into();
        self.steps = Some(steps.clone());
        Ok(steps)
    }

    /// Changes the work of nodes, not what they come after.
    ///
    /// # Errors
    /// Those of the change.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut Graph) -> Result<(), ErrorCode>,
    ) -> Result<(), ErrorCode> {
        self.steps = None;
        change(&mut self.graph)
    }

    /// Gives a node other work.
    ///
    /// # Errors
    /// The graph has no such node, or the work is of another kind.
    pub fn set_work(&mut self, node: usize, work: Work) -> Result<(), ErrorCode> {
        self.change(|graph| {
            let node = graph
                .holder(node)
                .and_then(|graph| graph.own(node))
                .ok_or(ErrorCode::INVALID_VALUE)?;
            node.work.may_become(&work)?;
            let work = work.instead_of(&node.work)?;
            match (&mut node.work, &work) {
                (Work::Child(child), Work::Child(new)) => child.take_work(new),
                (old, _) => *old = work,
            }
            Ok(())
        })
    }
}

impl Work {
    /// The work with what other parameters do not change: blocks of a cooperative launch may wait for each other.
    ///
    /// # Errors
    /// The blocks of such a launch do not all run at a time.
    pub fn instead_of(mut self, old: &Work) -> Result<Work, ErrorCode> {
        if let (Work::Action(Action::Launch(launch)), Work::Action(Action::Launch(old))) =
            (&mut self, old)
            && old.blocks == Blocks::Cooperative
            && let Some(launch) = Arc::get_mut(launch)
        {
            fits_together(&launch.kernel, launch.grid)?;
            launch.blocks = old.blocks;
        }
        Ok(self)
    }

    /// Whether an executable graph can have other work in the place of this one.
    ///
    /// # Errors
    /// The work is of another kind, or its memory is of another kind or has several rows.
    pub fn may_become(&self, other: &Work) -> Result<(), ErrorCode> {
        let may = match (self, other) {
            (Work::Action(Action::Copy(old)), Work::Action(Action::Copy(new))) => {
                old.resembles(new)
            }
            (Work::Action(Action::Fill(old)), Work::Action(Action::Fill(new))) => {
                old.resembles(new)
            }
            (Work::Child(old), Work::Child(new)) => {
                return old.may_become(new).map_err(|_| ErrorCode::INVALID_VALUE);
            }
            (old, new) => old.kind() == new.kind(),
        };
        if may { Ok(()) } else { Err(ErrorCode::INVALID_VALUE) }
    }
}

impl Graph {
    /// Whether an executable graph of this graph can have the work of another one.
    ///
    /// # Errors
    /// The graphs have other nodes or other edges, or a node has other parameters than an update can give it.
    pub fn may_become(&self, other: &Graph) -> Result<(), Misfit> {
        for (new, old) in self.pairs(other)?.into_iter().enumerate() {
            let (old, new) = (&self.nodes[old], &other.nodes[new]);
            let misfit = |why| Misfit { why, node: new.handle, from: 0 };
            if old.work.kind() != new.work.kind() {
                return Err(misfit(Difference::Kind));
            }
            match (&old.work, &new.work) {
                (Work::Child(old), Work::Child(new)) => old.may_become(new)?,
                (old, work) => {
                    old.may_become(work).map_err(|_| misfit(Difference::Parameters))?;
                }
            }
        }
        Ok(())
    }

    /// For each node of another graph the place of the node here that it is paired with. Nodes at the ends are paired in the order in
    /// which they were added, and what two paired nodes come after in the order of the edges.
    fn pairs(&self, other: &Graph) -> Result<Vec<usize>, Misfit> {
        let misfit = |node: usize, from: usize| Misfit { why: Difference::Topology, node, from };
        if self.nodes.len() != other.nodes.len() {
            return Err(misfit(0, 0));
        }
        let (here, there) = (self.places(), other.places());
        let (ends, new_ends) = (self.ends(), other.ends());
        if let Some(&more) = new_ends.get(ends.len()) {
            return Err(misfit(other.nodes[more].handle, 0));
        }
        // For each node of one graph, its partner in the other.
        let mut partners = [vec![None; self.nodes.len()], vec![None; other.nodes.len()]];
        let mut pending: Vec<(usize, usize)> = Vec::with_capacity(self.nodes.len());
        for (&old, &new) in ends.iter().zip(&new_ends) {
            (partners[0][old], partners[1][new]) = (Some(new), Some(old));
            pending.push((old, new));
        }
        while let Some((old, new)) = pending.pop() {
            let (old, new) = (&self.nodes[old], &other.nodes[new]);
            if old.after.len() != new.after.len() {
                return Err(misfit(new.handle, 0));
            }
            for (before, from) in old.after.iter().zip(&new.after) {
                let (Some(&before), Some(&after)) = (here.get(before), there.get(from)) else {
                    return Err(misfit(new.handle, *from));
                };
                match (partners[0][before], partners[1][after]) {
                    (None, None) => {
                        (partners[0][before], partners[1][after]) = (Some(after), Some(before));
                        pending.push((before, after));
                    }
                    (Some(known), _) if known == after => {}
                    _ => return Err(misfit(new.handle, *from)),
                }
            }
        }
        // A node of a cycle comes before no end.
        partners[1].iter().copied().collect::<Option<_>>().ok_or(misfit(0, 0))
    }

    /// The places of nodes by their handles.
    fn places(&self) -> BTreeMap<usize, usize> {
        self.nodes.iter().enumerate().map(|(place, node)| (node.handle, place)).collect()
    }

    /// The places of the nodes that no other one comes after.
    fn ends(&self) -> Vec<usize> {
        let before: BTreeSet<usize> = self.edges().map(|(from, _)| from).collect();
        let is_end = |place: &usize| !before.contains(&self.nodes[*place].handle);
        (0..self.nodes.len()).filter(is_end).collect()
    }

    /// Takes the work of a graph that [`Graph::may_become`] allows. The nodes stay those that they were.
    pub fn take_work(&mut self, other: &Graph) {
        let Ok(pairs) = self.pairs(other) else { return };
        for (old, new) in pairs.into_iter().zip(&other.nodes) {
            match (&mut self.nodes[old].work, &new.work) {
                (Work::Child(child), Work::Child(new)) => child.take_work(new),
                (work, new) => *work = new.clone(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{free, freed};

    #[test]
    fn graphs_of_the_same_form_take_the_work_of_each_other() {
        let made = |address: u64| {
            let mut graph = Graph::default();
            let first = graph.add(Work::Action(Action::Marker), []);
            graph.add(free(address), [first]);
            graph
        };
        let (mut old, mut new) = (made(1), made(2));
        assert_eq!(old.may_become(&new), Ok(()));
        old.take_work(&new);
        assert_eq!(freed(&old)[0].0, 2);
        new.nodes[1].after.clear();
        assert_eq!(old.may_become(&new).map_err(|it| it.why), Err(Difference::Topology));
        let mut other = made(3);
        other.nodes[0].work = free(4);
        assert_eq!(
            old.may_become(&other),
            Err(Misfit { why: Difference::Kind, node: other.nodes[0].handle, from: 0 })
        );
    }

    #[test]
    fn changes_of_nodes_are_in_the_list_of_the_next_launch() {
        let mut graph = Graph::default();
        let nodes = [1, 2, 3].map(|address| graph.add(free(address), []));
        let mut executable = Executable::new(graph, 0).expect("no cycle");
        let freed = |executable: &mut Executable| -> Vec<u64> {
            let steps = executable.steps().expect("no cycle");
            let address = |(action, _): &Step| match action {
                Action::Free(address) => Some(*address),
                _ => None,
            };
            steps.iter().filter_map(address).collect()
        };
        assert_eq!(freed(&mut executable), [1, 2, 3]);
        for (node, address) in nodes.into_iter().zip([4, 5, 6]) {
            executable.set_work(node, free(address)).expect("work of the same kind");
        }
        assert!(executable.steps.is_none());
        assert_eq!(freed(&mut executable), [4, 5, 6]);
        assert!(Arc::ptr_eq(
            &executable.steps().expect("no cycle"),
            &executable.steps().expect("no cycle")
        ));
    }

    /// Two nodes and a third one behind them, added in either order and with the edges in either order.
    fn two_then_one(is_swapped: bool, edges_are_swapped: bool) -> Graph {
        let mut graph = Graph::default();
        let mut add = |address| graph.add(free(address), []);
        let [first, second] = match is_swapped {
            false => [add(1), add(2)],
            true => {
                let second = add(2);
                [add(1), second]
            }
        };
        let before = if edges_are_swapped { [second, first] } else { [first, second] };
        graph.add(Work::Action(Action::Marker), before);
        graph
    }

    #[test]
    fn nodes_are_paired_by_edges_in_their_order() {
        let old = two_then_one(false, false);
        let mut updated = old.clone();
        let new = two_then_one(true, false);
        assert_eq!(old.may_become(&new), Ok(()));
        updated.take_work(&new);
        assert_eq!(freed(&updated), freed(&old));
        // The edges are in the other order: the first node gets the work of the second one.
        updated.take_work(&two_then_one(false, true));
        let addresses = |graph: &Graph| freed(graph).iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(addresses(&updated), [2, 1]);
    }

    #[test]
    fn a_misfit_of_edges_names_the_node_of_the_other_graph() {
        let topology = |node, from| Err(Misfit { why: Difference::Topology, node, from });
        let old = two_then_one(false, false);
        let mut more = old.with_new_handles();
        more.add(free(3), []);
        assert_eq!(old.may_become(&more), topology(0, 0));
        // Another end.
        let mut ends = old.with_new_handles();
        ends.nodes[2].after.pop();
        assert_eq!(old.may_become(&ends), topology(ends.nodes[2].handle, 0));
        // a -> b, a -> c, {b, c} -> d; then c comes after b and not after a.
        let square = |of_second: usize| {
            let mut graph = Graph::default();
            let a = graph.add(free(1), []);
            let b = graph.add(free(2), [a]);
            let c = graph.add(free(3), [[a, b][of_second]]);
            graph.add(free(4), [b, c]);
            graph
        };
        let (old, new) = (square(0), square(1));
        let misfit = old.may_become(&new);
        assert_eq!(misfit, topology(new.nodes[2].handle, new.nodes[1].handle));
        // A graph with a cycle has no end.
        let mut cycle = square(0);
        let last = cycle.nodes[3].handle;
        cycle.nodes[0].after.push(last);
        assert_eq!(old.may_become(&cycle), topology(0, 0));
    }
}
