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
    /// The typed program as text.
    pub typed: Option<String>,
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
        typed: None,
        ptx,
    }
}

fn optimize(session: &Session, module: &mut ir::Module, diagnostics: &mut Diagnostics) {
    let level =
        if session.optimize { ir::pass::OptLevel::Full } else { ir::pass::OptLevel::None };
    diagnostics.extend(ir::verify::module(module));
    if !diagnostics.has_errors() {
        ir::pass::run(module, &ir::pass::Options { level, fmad: session.fmad });
    }
}

fn emit_ptx(
    session: &Session,
    module: &ir::Module,
    kernels: &[sema::KernelName],
) -> (String, Diagnostics) {
    let options = backend_ptx::Options::default();
    let (ptx, diagnostics) = backend_ptx::compile(module, &session.target, &options);
    (name_kernels(&ptx.to_string(), ".entry ", kernels), diagnostics)
}

/// Puts the source name of each kernel on a line before it, where hosts and people look for it.
fn name_kernels(text: &str, keyword: &str, kernels: &[sema::KernelName]) -> String {
    let mut named = String::with_capacity(text.len() + 64 * kernels.len());
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once(keyword) {
            let symbol = rest.split(['(', ' ']).next().unwrap_or_default();
            if let Some(kernel) = kernels.iter().find(|kernel| kernel.symbol == symbol) {
                named.push_str(&format!("// kernel: {}\n", kernel.source));
            }
        }
        named.push_str(line);
        named.push('\n');
    }
    named
}

impl Compiled {
    /// The syntax tree as text.
    pub fn ast_text(&self) -> String {
        lang::ast::dump::unit(&self.unit, &self.interner)
    }

    /// The tile IR as text, with the source names of the kernels.
    pub fn tir_text(&self) -> String {
        let Some(module) = &self.module else { return String::new() };
        name_kernels(&ir::print::module(module), "entry @", &self.kernels)
    }

    /// The symbol of a kernel named by its symbol or as in the source.
    ///
    /// # Errors
    /// The names of the kernels that there are.
    pub fn symbol(&self, name: &str) -> Result<String, String> {
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        let wanted = squeeze(name);
        let found = self
            .kernels
            .iter()
            .find(|kernel| kernel.symbol == name || squeeze(&kernel.source) == wanted);
        match found {
            Some(kernel) => Ok(kernel.symbol.clone()),
            None => {
                let known: Vec<&str> =
                    self.kernels.iter().map(|kernel| kernel.source.as_str()).collect();
                Err(format!("no kernel `{name}`; there are: {}", known.join(", ")))
            }
        }
    }
}
