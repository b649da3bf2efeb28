//! The kernels that are compared.

use ir::Module;
use tilec::Stage;

use crate::compile::compile_text;
use crate::differential::{Arg, EXACT, Tolerance};
use crate::products::{self, Gemm, PRELUDE};
use crate::programs::{self, Program};
use crate::run::DEFAULT_ARCH;
use crate::targets::{self, Cell};
use crate::{empty_tensors, exits, gathers, reductions};

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
    /// Every op of several operands on every format, with operands that elements share.
    Broadcasts,
    /// Products of tiles from views, which pipelines feed where there are any.
    Products,
    /// Atomic reductions of views in bulk.
    Reductions,
    /// Products of tensors without elements.
    EmptyTensors,
    /// Products of rows that a list names.
    Gathers,
}

/// Numbered kernels.
pub enum Suite {
    Programs,
    Cells(Vec<Cell>),
    Products(Vec<(Gemm, (usize, usize, usize))>),
    /// The beginning of sources, and what is behind it.
    Launches(&'static str, Vec<NamedLaunch>),
}

/// A program, its name, and the targets on which its results are defined: all of them if none is named.
pub struct NamedLaunch {
    pub name: String,
    pub program: exits::Program,
    pub targets: &'static [&'static str],
}

impl NamedLaunch {
    fn everywhere((name, program): (String, exits::Program)) -> NamedLaunch {
        NamedLaunch { name, program, targets: &[] }
    }
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::Programs,
        Kind::Targets,
        Kind::Broadcasts,
        Kind::Products,
        Kind::Reductions,
        Kind::EmptyTensors,
        Kind::Gathers,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Kind::Programs => "programs",
            Kind::Targets => "targets",
            Kind::Broadcasts => "broadcasts",
            Kind::Products => "products",
            Kind::Reductions => "reductions",
            Kind::EmptyTensors => "empty_tensors",
            Kind::Gathers => "gathers",
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.text() == name)
    }
}

impl Suite {
    pub fn new(kind: Kind) -> Suite {
        let launches = |head, all: Vec<(String, exits::Program)>| {
            Suite::Launches(head, all.into_iter().map(NamedLaunch::everywhere).collect())
        };
        match kind {
            Kind::Programs => Suite::Programs,
            Kind::Targets => Suite::Cells(targets::cells()),
            Kind::Broadcasts => Suite::Cells(targets::broadcast::cells()),
            Kind::Products => Suite::Products(products::all()),
            Kind::Reductions => launches(reductions::HEAD, reductions::all()),
            Kind::EmptyTensors => Suite::Launches(PRELUDE, empty_tensors::all()),
            Kind::Gathers => launches(PRELUDE, gathers::all()),
        }
    }

    /// How many kernels there are, if that has an end.
    pub fn n_cases(&self) -> Option<u64> {
        match self {
            Suite::Programs => None,
            Suite::Cells(cells) => Some(cells.len() as u64),
            Suite::Products(all) => Some(all.len() as u64),
            Suite::Launches(_, all) => Some(all.len() as u64),
        }
    }

    /// Whether the results of a number are defined on a target.
    pub fn is_defined_on(&self, number: u64, arch: &str) -> bool {
        let Suite::Launches(_, all) = self else { return true };
        let targets = usize::try_from(number)
            .ok()
            .and_then(|number| all.get(number))
            .map(|launch| launch.targets);
        targets.is_none_or(|targets| targets.is_empty() || targets.contains(&arch))
    }

    /// The kernel of a number.
    pub fn case(&self, number: u64) -> Option<Case> {
        match self {
            Suite::Programs => {
                let Program { module, args, grid } = programs::program(number);
                let name = programs::name(number);
                Some(Case { name, module, grid, args, tolerance: EXACT })
            }
            Suite::Cells(cells) => cells.get(usize::try_from(number).ok()?).map(|cell| Case {
                name: cell.name(),
                module: cell.module.clone(),
                grid: cell.grid,
                args: cell.args.clone(),
                tolerance: cell.tolerance,
            }),
            Suite::Products(all) => {
                let (gemm, sizes) = all.get(usize::try_from(number).ok()?)?;
                let source = format!("{PRELUDE}{}", gemm.source());
                let module = compile_text(&source, DEFAULT_ARCH, Stage::Lower).module?;
                let name = module.entries.values().next()?.name.clone();
                let (grid, args) = (gemm.grid(*sizes), gemm.args(*sizes));
                Some(Case { name, module, grid, args, tolerance: EXACT })
            }
            Suite::Launches(head, all) => {
                let NamedLaunch { name, program: launch, .. } =
                    all.get(usize::try_from(number).ok()?)?;
                let source = format!("{head}{}", launch.source);
                let mut module = compile_text(&source, DEFAULT_ARCH, Stage::Lower).module?;
                // Kernels of one text have different names.
                let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
                let name = format!("k{number}_{}", name.chars().map(letter).collect::<String>());
                module.entries.values_mut().next()?.name = name.clone();
                let (grid, args) = (launch.grid, launch.args.clone());
                Some(Case { name, module, grid, args, tolerance: EXACT })
            }
        }
    }
}
