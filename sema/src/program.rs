//! A translation unit checked as a whole: the kernels in it, and all that they reach.
//!
//! In: the parsed unit. Out: a [`Checked`] program, whose kernels [`Checked::lower`] turns into one
//! IR module. Roots are the kernels that the main file defines, those that it instantiates
//! explicitly, and the specialisations asked for by name.

use lang::ast;
use lang::base::{Diagnostic, Diagnostics, Interner, SourceMap};
use lang::parse::{TranslationUnit, parse_name};

use crate::check::set_aside::SetAside;
use crate::cx::{Cx, Options, Unit};
use crate::entity::FunctionId;
use crate::lower::Lowering;
use crate::needed::Needed;
use crate::signature::KernelSignature;
use crate::unit::Kernel;
use crate::{demangled, dump, mangle};

/// A kernel's symbol and the name it has in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelName {
    pub symbol: String,
    /// `vectorAdd`, `gemm<__half, 64, 64, 32>`
    pub source: String,
}

/// A checked program.
pub struct Checked<'a> {
    cx: Cx<'a>,
    /// The kernels, in the order of the source, then of the request.
    kernels: Vec<Kernel>,
}

/// Checks a unit: parses the bodies that tile code may need, finds the kernels, checks them.
///
/// What `consume` makes of the checked program is the result. Should either need a body that is not
/// parsed, which names alone did not tell ([`Needed`]), both are done again with the body parsed.
pub fn check<T>(
    unit: &mut TranslationUnit,
    interner: &mut Interner,
    sources: &SourceMap,
    options: Options,
    mut consume: impl FnMut(&mut Checked<'_>) -> T,
) -> T {
    let mut diagnostics = Diagnostics::new();
    let mut requests = Vec::new();
    for text in &options.kernels {
        requests.push((text.clone(), parse_name(unit, interner, text, &mut diagnostics)));
    }
    let mut needed = Needed::parse(unit, interner, sources);
    loop {
        let found = diagnostics.iter().chain(needed.found().iter());
        let mut checked = Checked::new(
            Unit {
                ast: &unit.ast,
                tokens: &unit.tokens,
                decls: &unit.decls,
                names: interner,
                sources,
            },
            options.clone(),
            &requests,
            SetAside::new(needed.withheld().clone()),
            found.cloned().collect(),
        );
        let value = consume(&mut checked);
        let missing = checked.cx.check.set_aside.take_missing();
        if missing.is_empty() {
            return value;
        }
        needed.parse_missing(&missing, unit, interner, sources);
    }
}

impl<'a> Checked<'a> {
    fn new(
        unit: Unit<'a>,
        options: Options,
        requests: &[(String, ast::ExprId)],
        set_aside: SetAside,
        found: Vec<Diagnostic>,
    ) -> Checked<'a> {
        let mut cx = Cx::new(unit, options);
        cx.check.set_aside = set_aside;
        if cx.options.record_uses {
            let marker = cx.options.marker.take();
            let watched = cx.options.watched;
            cx.record_uses(marker.as_deref(), watched);
        }
        let is_cut_off = lang::parse::is_cut_off(&found);
        for diagnostic in found {
            cx.report(diagnostic);
        }
        let kernels = if is_cut_off { Vec::new() } else { cx.check_unit(requests) };
        Checked { cx, kernels }
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

    /// The kernels, to be lowered one by one.
    pub fn lowering(&self) -> Lowering {
        Lowering::new(self.functions())
    }

    /// Lowers the next kernel; whether there was one.
    pub fn lower_next(&mut self, lowering: &mut Lowering) -> bool {
        lowering.step(&mut self.cx)
    }

    pub fn kernel_names(&mut self) -> Vec<KernelName> {
        let mut names = Vec::with_capacity(self.kernels.len());
        for kernel in &self.kernels {
            let symbol = mangle::function(&mut self.cx, kernel.function);
            names.push(KernelName { symbol, source: kernel.source.clone() });
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
