//! The kernels that are compared.

use ir::Module;

use crate::differential::{Arg, EXACT, Tolerance};
use crate::programs::{self, Program};
use crate::targets::{self, Cell};

/// A kernel and what it is launched on.
pub struct Case {
    /// That of the kernel.
    pub name: String,
    pub module: Module,
    pub grid: [u32; 3],
    pub args: Vec<Arg>,
    pub tolerance: Tolerance,
}

/// Which kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Random programs, as many as one likes.
    Programs,
    /// Every op on every format: the cells of `docs/targets.md`.
    Targets,
}

/// Numbered kernels.
pub enum Suite {
    Programs,
    Targets(Vec<Cell>),
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Programs, Kind::Targets];

    pub fn text(self) -> &'static str {
        match self {
            Kind::Programs => "programs",
            Kind::Targets => "targets",
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.text() == name)
    }
}

impl Suite {
    pub fn new(kind: Kind) -> Suite {
        match kind {
            Kind::Programs => Suite::Programs,
            Kind::Targets => Suite::Targets(targets::cells()),
        }
    }

    /// How many kernels there are, if that has an end.
    pub fn len(&self) -> Option<u64> {
        match self {
            Suite::Programs => None,
            Suite::Targets(cells) => Some(cells.len() as u64),
        }
    }

    /// The kernel of a number.
    pub fn case(&self, number: u64) -> Option<Case> {
        match self {
            Suite::Programs => {
                let Program { module, args, grid } = programs::program(number);
                let name = programs::name(number);
                Some(Case { name, module, grid, args, tolerance: EXACT })
            }
            Suite::Targets(cells) => cells.get(usize::try_from(number).ok()?).map(|cell| Case {
                name: cell.name(),
                module: cell.module.clone(),
                grid: cell.grid,
                args: cell.args.clone(),
                tolerance: cell.tolerance,
            }),
        }
    }
}
