//! A launch that is looked at and not run: its kernel, compiled, and its arguments, of which sizes are enough.

use std::cell::RefCell;

use backend_ptx::CostAnalysis;
use backend_ptx::launch::evaluate::Launch;
use backend_ptx::target::Target;

use super::run::{parse_grid, session_of_kernel};
use crate::argument::{self, Parsed};
use crate::cli::LaunchArgs;
use crate::driver::{Compiled, Stage, compile};
use crate::failure::Failure;
use crate::input;
use crate::output::check;
use crate::report::Report;
use crate::session::FileLoader;

/// A kernel and its launch.
pub(super) struct Launched {
    pub compiled: Compiled,
    pub symbol: String,
    pub target: Target,
    pub launch: Launch,
}

impl Launched {
    /// Compiles the file; none if it has errors, which have been reported. Without arguments, where none are needed, the
    /// launch has none.
    ///
    /// # Errors
    /// What is wrong with the command line.
    pub fn of(
        args: &LaunchArgs,
        needs_arguments: bool,
        report: &mut Report,
    ) -> Result<Option<Launched>, Failure> {
        let files = RefCell::new(vec![args.file.clone()]);
        let read = |path: &str, limit: u64| {
            files.borrow_mut().push(path.to_owned());
            input::read_at_most(path.as_ref(), limit).map_err(String::from)
        };
        let parsed = args.args.iter().map(|spec| argument::launch::parse_sized(spec, &read));
        let parsed: Vec<Parsed> = parsed.collect();
        let files = files.into_inner();
        check([args.output.as_str()], files.iter().map(String::as_str))?;
        let grid = parse_grid(&args.grid)?;
        check_extents(grid)?;
        let session = session_of_kernel(&args.compile, &args.file, args.kernel.as_deref())?;
        let compiled = compile(&session, &FileLoader, &args.file, Stage::Lower);
        if report.show_compiled(&compiled) {
            return Ok(None);
        }
        check([args.output.as_str()], compiled.dependencies.iter().map(|file| &*file.path))?;
        let symbol = compiled.symbol(args.kernel.as_deref())?;
        let mut launch = Launch { grid, ..Launch::default() };
        if needs_arguments || !args.args.is_empty() {
            let signature = compiled.signature(&symbol);
            let arguments = argument::parameter::check(signature, parsed, &args.args)?;
            launch = argument::launch::launch(grid, &arguments);
        }
        Ok(Some(Launched { compiled, symbol, target: session.target, launch }))
    }

    /// What the back end makes of the module; none if it reports errors.
    ///
    /// # Errors
    /// Where there is no module.
    pub fn analysis(&self, report: &mut Report) -> Result<Option<CostAnalysis<'_>>, Failure> {
        let Some(module) = &self.compiled.module else {
            return Err("nothing was compiled".into());
        };
        match CostAnalysis::of(module, self.target) {
            Ok(analysis) => Ok(Some(analysis)),
            Err(diagnostics) => {
                report.show(&self.compiled.map, &diagnostics);
                Ok(None)
            }
        }
    }

    /// The kernel as the user declared it.
    pub fn declaration(&self) -> String {
        let signature = self.compiled.signature(&self.symbol);
        signature.map_or_else(|| self.symbol.clone(), |signature| signature.declaration())
    }

    /// The name of the kernel as the user wrote it, with its template arguments.
    pub fn name(&self) -> String {
        let signature = self.compiled.signature(&self.symbol);
        signature.map_or_else(|| self.symbol.clone(), |signature| signature.source.clone())
    }

    pub fn without_code(&self) -> String {
        format!("no code was made for `{}`", self.symbol)
    }
}

/// The most blocks of a grid in each direction (CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability").
const MAX_EXTENTS: [(char, u32); 3] = [('x', i32::MAX as u32), ('y', 65535), ('z', 65535)];

/// Refuses a grid that CUDA does not launch.
fn check_extents(grid: [u32; 3]) -> Result<(), String> {
    match grid.into_iter().zip(MAX_EXTENTS).find(|(extent, (_, most))| extent > most) {
        Some((extent, (direction, most))) => Err(format!(
            "--grid: CUDA launches at most {most} blocks in direction {direction}, not {extent}"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_that_cuda_does_not_launch_are_refused() {
        assert_eq!(check_extents([i32::MAX as u32, 65535, 65535]), Ok(()));
        for (grid, direction) in
            [([1 << 31, 1, 1], 'x'), ([4194304, 65536, 1], 'y'), ([1, 1, 65536], 'z')]
        {
            let error = check_extents(grid).expect_err("it is too large");
            assert!(error.contains(&format!("in direction {direction}")), "{error}");
        }
    }
}
