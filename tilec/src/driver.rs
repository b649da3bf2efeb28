//! The pipeline: a source file to checked program, tile IR and PTX.
//!
//! Each stage runs only if the one before found no errors, and everything found is in one list in
//! the order of the stages.

use lang::base::{Diagnostics, Interner, SourceLoader, SourceMap};
use lang::parse::TranslationUnit;
use lang::pp::{Dependency, preprocess};

use crate::session::Session;

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    Parse,
    Check,
    Lower,
    Ptx,
}

/// What came of a compilation.
pub struct Compiled {
    pub map: SourceMap,
    pub interner: Interner,
    pub diagnostics: Diagnostics,
    pub dependencies: Vec<Dependency>,
    pub unit: TranslationUnit,
    /// The tile IR after the passes, with the source name of each entry.
    pub module: Option<ir::Module>,
    pub kernels: Vec<sema::KernelName>,
    pub ptx: Option<String>,
}

/// Compiles `path` up to `stage`.
pub fn compile(
    session: &Session,
    loader: &dyn SourceLoader,
    path: &str,
    stage: Stage,
) -> Compiled {
    let mut map = SourceMap::new();
    let mut interner = Interner::new();
    let source = preprocess(&mut map, &mut interner, loader, &session.preprocessor, path);
    let mut diagnostics = source.diagnostics;
    let (mut unit, found) = lang::parse::parse(source.tokens, &mut interner);
    diagnostics.extend(found);

    let mut module = None;
    let mut kernels = Vec::new();
    if stage >= Stage::Check {
        let options = sema::Options { kernels: session.kernels.clone(), ..Default::default() };
        let mut checked = sema::check(&mut unit, &mut interner, &map, options);
        diagnostics.extend(checked.take_diagnostics());
        if stage >= Stage::Lower && !diagnostics.has_errors() {
            module = Some(checked.lower());
            kernels = checked.kernel_names();
            diagnostics.extend(checked.take_diagnostics());
        }
    }
    if let Some(module) = module.as_mut().filter(|_| !diagnostics.has_errors()) {
        optimize(session, module, &mut diagnostics);
    }
    let mut ptx = None;
    if stage >= Stage::Ptx
        && !diagnostics.has_errors()
        && let Some(module) = &module
    {
        let (text, found) = emit_ptx(session, module, &kernels);
        diagnostics.extend(found);
        ptx = Some(text);
    }
    Compiled {
        map,
        interner,
        diagnostics,
        dependencies: source.dependencies,
        unit,
        module,
        kernels,
        ptx,
    }
}
