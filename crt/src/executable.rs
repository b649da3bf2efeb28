//! Graphs that can be launched, and what of them can be changed: the work of nodes, not their order.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::action::{Action, Blocks};
use crate::error::ErrorCode;
use crate::graph::{Graph, Node, Step, Work};
use crate::launch::fits_together;
use crate::queue::{OpId, Point};

/// A graph that can be launched.
pub struct Executable {
    graph: Graph,
    /// The graph as a list.
    steps: Arc<[Step]>,
    pub flags: u64,
    /// The end of its last launch, which the next one comes after.
    pub end: Point,
}

/// Why an executable graph cannot be updated: `cudaGraphExecUpdateResult`, and the node of the other graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    pub why: Difference,
    pub node: usize,
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
        let steps = graph.steps()?.into();
        Ok(Executable { graph, steps, flags, end: Point { op: OpId::MAX, ..Point::default() } })
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn steps(&self) -> Arc<[Step]> {
        self.steps.clone()
    }

    /// Changes the work of nodes, not what they come after.
    ///
    /// # Errors
    /// Those of the change.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut Graph) -> Result<(), ErrorCode>,
    ) -> Result<(), ErrorCode> {
        change(&mut self.graph)?;
        self.steps = self.graph.steps()?.into();
        Ok(())
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
        let misfit =
            |why, node: Option<&Node>| Misfit { why, node: node.map_or(0, |node| node.handle) };
        if self.nodes.len() != other.nodes.len() {
            return Err(misfit(Difference::Topology, other.nodes.get(self.nodes.len())));
        }
        let place = |graph: &Graph, handle: usize| {
            graph.nodes.iter().position(|node| node.handle == handle)
        };
        for (old, new) in self.nodes.iter().zip(&other.nodes) {
            let before = |graph: &Graph, node: &Node| -> BTreeSet<Option<usize>> {
                node.after.iter().map(|before| place(graph, *before)).collect()
            };
            if before(self, old) != before(other, new) {
                return Err(misfit(Difference::Topology, Some(new)));
            }
            if old.work.kind() != new.work.kind() {
                return Err(misfit(Difference::Kind, Some(new)));
            }
            match (&old.work, &new.work) {
                (Work::Child(old), Work::Child(new)) => old.may_become(new)?,
                (old, work) => {
                    old.may_become(work).map_err(|_| misfit(Difference::Parameters, Some(new)))?
                }
            }
        }
        Ok(())
    }

    /// Takes the work of a graph that [`Graph::may_become`] allows. The nodes stay those that they were.
    pub fn take_work(&mut self, other: &Graph) {
        for (node, new) in self.nodes.iter_mut().zip(&other.nodes) {
            match (&mut node.work, &new.work) {
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
            let first = graph.add(Work::Action(Action::Marker), BTreeSet::new());
            graph.add(free(address), BTreeSet::from([first]));
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
            Err(Misfit { why: Difference::Kind, node: other.nodes[0].handle })
        );
    }
}
