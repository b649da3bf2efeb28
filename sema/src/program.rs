//! A translation unit checked as a whole: the kernels in it, and all that they reach.
//!
//! In: the parsed unit. Out: a [`Checked`] program, whose kernels [`Checked::lower`] turns into one
//! IR module. It is checked in steps, so that an editor can ask between them; what it asks meanwhile
//! is answered by another checker of the same unit ([`Checked::beside`]), so that neither the order of
//! checking nor what is found depends on questions. Roots are the kernels that the main file defines, those that it instantiates
//! explicitly, the specialisations that host code instantiates, and those asked for by name.

use lang::ast;
use lang::base::{Diagnostics, Interner, Pos, SourceMap};
use lang::parse::{TranslationUnit, parse_name};

use crate::check::set_aside::SetAside;
use crate::cx::{Cx, Launched, Options, Requested, Unit};
use crate::entity::FunctionId;
use crate::focus::Focus;
use crate::lower::Lowering;
use crate::needed::Needed;
use crate::signature::KernelSignature;
use crate::unit::Kernel;
use crate::{demangled, dump, mangle, source_name};

/// A kernel's symbol and the name it has in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelName {
    pub symbol: String,
    /// `vectorAdd`, `gemm<__half, 64, 64, 32>`
    pub source: String,
    /// Its name from the global scope: `ns::gemm<__half, 64, 64, 32>`.
    pub path: String,
    /// Other names that it was asked for by.
    pub aliases: Vec<String>,
}

impl KernelName {
    /// A kernel that has no other name than its symbol.
    pub fn of_symbol(symbol: String) -> KernelName {
        let (source, path) = (symbol.clone(), symbol.clone());
        KernelName { symbol, source, path, aliases: Vec::new() }
    }

    /// Whether `name`, as written by a user, means this kernel; blanks do not count.
    pub fn is_called(&self, name: &str) -> bool {
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        let name = squeeze(name);
        let own = [&self.symbol, &self.source, &self.path];
        own.into_iter().chain(&self.aliases).any(|known| squeeze(known) == name)
    }
}

/// A checked program.
pub struct Checked<'a> {
    cx: Cx<'a>,
    /// The kernels, in the order of the source, then of the request.
    kernels: Vec<Kernel>,
    setup: Setup<'a>,
    progress: Progress,
}

/// What a program is checked from.
#[derive(Clone, Copy)]
struct Setup<'a> {
    unit: Unit<'a>,
    options: &'a Options,
    requests: &'a [(String, ast::ExprId)],
    launched: &'a [(Launched, Option<ast::ExprId>)],
    /// What was found before.
    found: &'a Diagnostics,
    needed: &'a Needed,
}

/// How far checking is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    New,
    /// The next body in the queue.
    Body(usize),
    Done,
}

/// Checks a unit: parses the bodies that tile code may need, finds the kernels, checks them.
///
/// The result is that of `consume` on the checked program. Should either need a body that is not
/// parsed, which names alone did not tell ([`Needed`]), both are done again with the body parsed.
pub fn check<T>(
    unit: &mut TranslationUnit,
    interner: &mut Interner,
    sources: &SourceMap,
    options: Options,
    mut consume: impl FnMut(&mut Checked<'_>) -> T,
) -> T {
    check_in_steps(unit, interner, sources, options, |checked| {
        checked.finish();
        consume(checked)
    })
}

/// Checks a unit as [`check`] does, but leaves it to `run` when: the program that it gets is still to
/// be checked, by [`Checked::step`].
pub fn check_in_steps<T>(
    unit: &mut TranslationUnit,
    interner: &mut Interner,
    sources: &SourceMap,
    options: Options,
    mut run: impl FnMut(&mut Checked<'_>) -> T,
) -> T {
    let mut found = Diagnostics::new();
    let mut requests = Vec::new();
    for Requested { text, at } in &options.kernels {
        requests.push((text.clone(), parse_name(unit, interner, (text, *at), &mut found)));
    }
    let mut launched = Vec::new();
    for kernel in &options.launched {
        let mut problems = Diagnostics::new();
        let name = parse_name(unit, interner, (&kernel.text, Pos::NONE), &mut problems);
        launched.push((kernel.clone(), (!problems.has_errors()).then_some(name)));
    }
    let mut needed = Needed::parse(unit, interner, sources);
    loop {
        let mut checked = Checked::new(Setup {
            unit: Unit {
                ast: &unit.ast,
                tokens: &unit.tokens,
                headers: &unit.headers,
                facts: &unit.facts,
                decls: &unit.decls,
                names: interner,
                sources,
            },
            options: &options,
            requests: &requests,
            launched: &launched,
            found: &found,
            needed: &needed,
        });
        let value = run(&mut checked);
        let missing = checked.cx.check.set_aside.take_missing();
        if missing.is_empty() {
            return value;
        }
        needed.parse_missing(&missing, unit, interner, sources);
    }
}

impl<'a> Checked<'a> {
    fn new(setup: Setup<'a>) -> Checked<'a> {
        let mut cx = Cx::new(setup.unit, setup.options.clone());
        cx.check.set_aside = SetAside::new(setup.needed.withheld().clone());
        if cx.options.record_uses {
            let marker = cx.options.marker.take();
            let watched = cx.options.watched;
            cx.record_uses(marker.as_deref(), watched);
        }
        let found = || setup.found.iter().chain(setup.needed.found().iter());
        let is_cut_off = lang::parse::is_cut_off(found());
        for diagnostic in found() {
            cx.report(diagnostic.clone());
        }
        let progress = if is_cut_off { Progress::Done } else { Progress::New };
        Checked { cx, kernels: Vec::new(), setup, progress }
    }

    /// Checks what is next: first the declarations, then one body after the other, at last what
    /// concerns the whole program. Whether there is more to check.
    pub fn step(&mut self) -> bool {
        match self.progress {
            Progress::New => {
                self.kernels = self.cx.begin_unit(self.setup.requests, self.setup.launched);
                self.progress = Progress::Body(0);
            }
            Progress::Body(next) if self.cx.check_queued(next) => {
                self.progress = Progress::Body(next + 1);
            }
            Progress::Body(_) => {
                // If the check was cancelled, skip the end-of-unit diagnostics.
                if !self.cx.is_interrupted() {
                    self.cx.finish_unit();
                }
                self.progress = Progress::Done;
            }
            Progress::Done => {}
        }
        self.progress != Progress::Done
    }

    /// Checks what is still to be checked.
    pub fn finish(&mut self) {
        while self.step() {}
    }

    /// The same program, and nothing of it checked: for a question that does not wait for the rest.
    /// This one does not change by what is asked of that.
    pub fn beside(&self) -> Checked<'a> {
        Checked::new(self.setup)
    }

    /// Of a program of which nothing is checked, checks what it takes to know a place; whether it is
    /// known then.
    pub fn focus(&mut self, focus: Focus) -> bool {
        if self.progress != Progress::New || !self.step() {
            return false;
        }
        self.cx.check_around(focus) && !self.is_incomplete()
    }

    /// The checker's state, for questions about what was checked.
    pub fn cx(&mut self) -> &mut Cx<'a> {
        &mut self.cx
    }

    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// Whether a body is missing, so that this will be done again: what was found means nothing.
    pub fn is_incomplete(&self) -> bool {
        self.cx.check.set_aside.has_missing()
    }

    /// Everything reported so far, taken out.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        self.cx.take_diagnostics()
    }

    /// The kernels as tile IR; what cannot be lowered is reported.
    pub fn lower(&mut self) -> ir::Module {
        let mut lowering = self.lowering();
        while self.lower_next(&mut lowering) {}
        lowering.finish()
    }

    /// The same, with notes for the sanitizer: it computes what [`Checked::lower`]'s module does.
    pub fn lower_observed(&mut self) -> ir::Module {
        let mut lowering = self.lowering().observed();
        while self.lower_next(&mut lowering) {}
        lowering.finish()
    }

    /// The kernels, to be lowered one by one.
    pub fn lowering(&self) -> Lowering {
        let kernels = self.kernels.iter();
        Lowering::new(kernels.map(|kernel| (kernel.function, kernel.symbol.clone())))
    }

    /// Lowers the next kernel; whether there was one.
    pub fn lower_next(&mut self, lowering: &mut Lowering) -> bool {
        lowering.step(&mut self.cx)
    }

    /// The names of the user's kernel templates of which no specialisation was checked.
    pub fn uninstantiated_kernels(&self) -> Vec<lang::base::Span> {
        self.cx.check.uninstantiated_kernels.clone()
    }

    pub fn kernel_names(&mut self) -> Vec<KernelName> {
        let mut names = Vec::with_capacity(self.kernels.len());
        for kernel in &self.kernels {
            let mangled = mangle::function(&mut self.cx, kernel.function);
            let path = match source_name::source_name(&mangled) {
                Some(name) => name.without_last(self.cx.n_defaults(kernel.function)),
                None => self.cx.kernel_path(kernel.function),
            };
            names.push(KernelName {
                symbol: kernel.symbol.clone().unwrap_or(mangled),
                source: kernel.source.clone(),
                path,
                aliases: kernel.aliases.clone(),
            });
        }
        names
    }

    /// What a host passes to each kernel, in the order of [`Checked::kernel_names`].
    pub fn kernel_signatures(&mut self) -> Vec<KernelSignature> {
        let names = self.kernel_names();
        let kernels = self.functions().into_iter().zip(names);
        kernels.map(|(id, name)| self.cx.kernel_signature(id, name.symbol, name.source)).collect()
    }

    /// What the symbol of each kernel demangles to, in the order of [`Checked::kernel_names`].
    pub fn kernel_declarations(&mut self) -> Vec<String> {
        let kernels = self.functions();
        kernels.into_iter().map(|kernel| demangled::function(&mut self.cx, kernel)).collect()
    }

    /// The typed program as text.
    pub fn dump(&self) -> String {
        dump::program(&self.cx, &self.functions())
    }

    fn functions(&self) -> Vec<FunctionId> {
        self.kernels.iter().map(|kernel| kernel.function).collect()
    }
}
