//! The checker's state, and how it reports.
//!
//! [`Cx`] owns everything that checking makes and borrows the syntax. The parts of the checker
//! are `impl Cx` blocks, each beside its concept: `lookup`, `check::ty`, `template::deduce`, ...
//!
//! # Tentative checking
//!
//! Substitution failure is not an error ([temp.deduct.general]/8): [`Cx::tentatively`] runs a piece of
//! checking and turns the first error in its *immediate context* into `Err`. An instantiation on
//! the way (a class, the body of a function with a deduced return type) is outside
//! of the
//! immediate context; it runs under [`Cx::instantiating`], and its errors are errors.

use std::ops::Range;
use std::rc::Rc;

use lang::ast::{Ast, DeclId, TypeExprId};
use lang::base::{
    Code, Diagnostic, Diagnostics, Facts, Interner, Name, NoteKind, Pos, Severity, SourceMap, Span,
};
use lang::lex::Token;
use lang::pp::Release;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::declare_class::Home;
use crate::check::enter::DeclIndex;
use crate::concept::normal::Normal;
use crate::entity::{ClassId, DeclName, Entities, FunctionId, NamespaceId, TemplateId};
use crate::evaluate::Evaluations;
use crate::facts::SharedFacts;
use crate::scope::{Order, ScopeId, Scopes, TemplateHead};
use crate::template::deduce::Deductions;
use crate::template::pack::Pattern;
use crate::template::signature::Signature;
use crate::template::unify::Bases;
use crate::template::walk::{Mention, Nested};
use crate::ty::{Args, Ty, Types};
use crate::typed::TypedArena;
use crate::uses::{Interrupt, Uses};

/// What is checked: a parsed translation unit. Every body that tile code may need is parsed.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    pub ast: &'a Ast,
    pub tokens: &'a [Token],
    /// Where tokens of headers stand that are not the program's, in order; none if that is not known.
    pub headers: &'a [Range<u32>],
    /// What other units know of the declarations that this one has in common with them.
    pub facts: &'a Facts,
    /// The declarations at global scope.
    pub decls: &'a [DeclId],
    pub names: &'a Interner,
    pub sources: &'a SourceMap,
}

impl Unit<'_> {
    /// Where the tokens of the program are, run by run, each with `margin` tokens of the headers around it.
    pub(crate) fn users_tokens(self, margin: usize) -> Vec<Range<usize>> {
        let n_tokens = self.tokens.len();
        let starts =
            std::iter::once(0).chain(self.headers.iter().map(|header| header.end as usize));
        let ends = self.headers.iter().map(|header| header.start as usize).chain([n_tokens]);
        let mut runs: Vec<Range<usize>> = Vec::with_capacity(self.headers.len() + 1);
        for (start, end) in starts.zip(ends).filter(|(start, end)| start < end) {
            let (start, end) = (start.saturating_sub(margin), (end + margin).min(n_tokens));
            match runs.last_mut().filter(|before| start < before.end) {
                Some(before) => before.end = end,
                None => runs.push(start..end),
            }
        }
        runs
    }
}

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Kernels that are wanted besides those in the source.
    pub kernels: Vec<Requested>,
    /// Specialisations of kernel templates that host code instantiates.
    pub launched: Vec<Launched>,
    /// Those in the source are checked, and nothing is made of them.
    pub only_requested: bool,
    /// `--expt-relaxed-constexpr`: tile code may call `constexpr` host functions.
    pub relaxed_constexpr: bool,
    /// The release of CUDA whose tile language is checked against.
    pub release: Release,
    /// The preview of tile libraries is switched on.
    pub simt_preview: bool,
    /// A header was not found: what cannot be read may be right all the same.
    pub has_missing_headers: bool,
    /// The source has errors of syntax: warnings of bodies could follow from them.
    pub is_misread: bool,
    /// Record what names mean, for an editor: see [`uses`](crate::uses).
    pub record_uses: bool,
    /// With `record_uses`: the identifier that stands where the user is writing. Checking ends once
    /// its place is known.
    pub marker: Option<String>,
    /// With `record_uses`: the name of the function in a call. Checking ends once its candidates are
    /// judged.
    pub watched: Option<Span>,
    /// Raised from outside when the result is no longer wanted.
    pub interrupt: Interrupt,
}

/// A kernel named by the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requested {
    /// As users write it: `gemm<__half, 64, 64, 32>`.
    pub text: String,
    /// Where the text stands, or [`Pos::NONE`].
    pub at: Pos,
}

/// A specialisation of a kernel template that host code instantiates, as the symbols of its object
/// have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launched {
    /// Its name from the global scope: `::ns::gemm<float, 64>`.
    pub text: String,
    /// Which of the arguments in the name are elements of packs: no name says where a pack ends that is not the last
    /// parameter.
    pub packs: Vec<Range<usize>>,
    /// The symbol that a host compiler gives it.
    pub symbol: String,
    /// Where the host code first mentions the template.
    pub span: Span,
}

/// Instantiations nested deeper than this are an error.
pub const MAX_INSTANTIATION_DEPTH: usize = 1024;

/// Declarations in a row of which each needs the one before it: aliases of aliases, bases of bases. The stack that this
/// takes grows with it.
pub const MAX_RESOLVING_DEPTH: usize = 20_000;

/// Instantiations and substitutions of one translation unit, a bound on time and memory: a template
/// that needs two others doubles their number with each level.
pub const MAX_INSTANTIATIONS: u32 = 1 << 16;

/// Expressions, statements, variables, members and elements of packs that a translation unit may
/// consist of once templates are instantiated, besides some for each token of it.
pub const MAX_NODES: usize = 1 << 20;
pub const NODES_PER_TOKEN: usize = 4;

/// Members of classes have more to remember than others.
pub const NODES_PER_MEMBER: usize = 8;

/// Scalars in the values of constants, all together.
pub const MAX_CONSTANT_SCALARS: usize = 1 << 22;

/// Declarations for which there is room from the beginning.
const MOST_EXPECTED: usize = 1 << 13;

/// One instantiation under way.
#[derive(Clone, Debug)]
pub struct Instantiation {
    /// `tile<float, 4>`, made only when something is reported.
    pub what: Instantiated,
    /// Where it is required.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instantiated {
    Class(crate::entity::ClassId),
    Function(crate::entity::FunctionId),
    Variable(crate::entity::VarId),
    Template(crate::entity::TemplateId, crate::ty::Args),
}

/// A function whose body is to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queued {
    pub function: FunctionId,
    /// Where it is used.
    pub span: Span,
    /// How many instantiations led to this use, each from the body of the one before.
    pub depth: usize,
}

/// Where findings go just now.
enum Sink {
    /// Substitution: the first error makes it fail.
    Tentative(Diagnostics),
    /// Outside of the immediate context of what surrounds it.
    Hard,
}

/// The state of the checker.
pub struct Cx<'a> {
    pub unit: Unit<'a>,
    pub ast: &'a Ast,
    pub names: &'a Interner,
    pub options: Options,
    pub types: Types,
    pub entities: Entities,
    pub scopes: Scopes,
    pub typed: TypedArena,
    pub check: crate::check::State,
    pub global: NamespaceId,
    /// What is recorded for an editor, if anything.
    pub uses: Option<Box<Uses>>,
    /// The instantiations under way, outermost first.
    pub instantiations: Vec<Instantiation>,
    /// Nested substitutions and constraint checks besides.
    pub(crate) instantiation_depth: usize,
    /// The declarations that could not be read, once an error asks for them.
    pub(crate) unparsed: std::cell::OnceCell<Vec<lang::ast::DeclId>>,
    /// The meanings of names of structured bindings of namespaces, which no lambda captures.
    pub(crate) static_parts: FxHashSet<crate::typed::ExprId>,
    /// Of functions that blocks declare with default arguments of their own, the functions of namespaces that they are.
    pub(crate) block_functions: FxHashMap<FunctionId, FunctionId>,
    /// The names of functions that classes define as friends, with the classes, once asked.
    pub(crate) friend_definers:
        std::cell::OnceCell<FxHashMap<crate::entity::DeclName, Vec<crate::lookup::adl::ClassPath>>>,
    /// How many declarations that others need are being resolved.
    pub(crate) resolving_depth: usize,
    /// Of the function whose body is being checked: how long the chain of uses is that led to it.
    pub(crate) queue_depth: usize,
    /// The functions that led to the one whose body is checked, each with the place of its use in the one before.
    pub(crate) reached_through: Vec<(FunctionId, Span)>,
    /// Instantiations were nested too deeply or too many; what else is found follows from that.
    pub(crate) gave_up: bool,
    /// Instantiations and substitutions so far.
    pub(crate) n_instantiations: u32,
    /// Elements of the packs expanded so far.
    pub(crate) n_elements: usize,
    /// Members of the classes completed so far.
    pub(crate) n_members: usize,
    /// Steps that constant evaluations have taken so far, all together.
    pub(crate) constexpr_steps: u32,
    /// Steps that the next of them may take.
    pub(crate) constexpr_step_limit: u32,
    /// Scalars in their values.
    pub(crate) constant_scalars: usize,
    /// Operations that lowering has made so far.
    pub(crate) n_lowered: usize,
    pub(crate) index: DeclIndex,
    /// Functions whose bodies are to be checked.
    pub(crate) queue: Vec<Queued>,
    /// Classes and enumerations by declaration and the scope that owns them.
    pub(crate) type_decls: FxHashMap<(DeclId, Home), Ty>,
    /// Classes that only an elaborated type declares.
    pub(crate) elaborated: FxHashMap<(NamespaceId, Name), Ty>,
    /// The first alias of a type.
    pub(crate) aliases_of: FxHashMap<Ty, DeclId>,
    /// The host functions whose declarations mean nothing here, each with the error: it is reported
    /// where tile code calls the function.
    pub(crate) unusable: FxHashMap<FunctionId, Box<Diagnostic>>,
    pub(crate) template_scopes: FxHashMap<(ScopeId, TemplateHead, Args), ScopeId>,
    /// The bases of complete classes, of all levels.
    pub(crate) bases_of: FxHashMap<ClassId, Rc<Bases>>,
    pub(crate) mention_cache: FxHashMap<(Pattern, Nested), Rc<[Mention]>>,
    pub(crate) pattern_sizes: FxHashMap<Pattern, usize>,
    /// The types of template parameters as written, in the scope around the template; none where they depend on parameters.
    pub(crate) parameter_types: FxHashMap<(TypeExprId, ScopeId), Option<Ty>>,
    /// What deduction saw of a guide candidate, for partial ordering.
    pub(crate) guide_signatures: FxHashMap<FunctionId, Rc<Signature>>,
    pub(crate) deductions: Deductions,
    pub(crate) normal_forms: FxHashMap<TemplateId, Rc<Normal>>,
    pub(crate) evaluations: Evaluations,
    /// The point of instantiation of what is instantiated just now: the last declaration that it sees by
    /// argument-dependent lookup.
    pub(crate) point: Order,
    /// How many classes are being completed.
    pub(crate) n_in_progress: u32,
    /// The classes whose `n_open` counts what is under way, as often as it counts.
    pub(crate) open_classes: Vec<ClassId>,
    /// Where a specialisation of a class template was named first.
    pub(crate) required_at: FxHashMap<ClassId, Span>,
    /// Whether the definition of a concept is free of its own name.
    pub(crate) well_founded: FxHashMap<TemplateId, bool>,
    /// Whether functions throw, as written or implied.
    pub(crate) noexcept_cache: FxHashMap<FunctionId, bool>,
    /// Functions that are known to override a virtual one.
    pub(crate) overriders: FxHashSet<FunctionId>,
    /// The polymorphic class that declares functions of a name, or `None` for several.
    pub(crate) overridable: FxHashMap<DeclName, Option<ClassId>>,
    /// The normal form of a concept, by the scope of its parameters.
    pub(crate) normal_concepts: FxHashMap<ScopeId, Rc<Normal>>,
    /// How many conjuncts of concepts hold before the first that fails, and whether none does.
    pub(crate) concept_progress: FxHashMap<(TemplateId, Args), (u32, bool)>,
    pub(crate) requires_cache: FxHashMap<FunctionId, Result<(), Box<Diagnostic>>>,
    pub(crate) shared_facts: SharedFacts,
    diagnostics: Diagnostics,
    /// Findings in instantiations.
    reported: FxHashSet<(Code, Span, String)>,
    /// The specialisations that findings of the user's files were first in, by code, place, and where they are required.
    reported_in: FxHashMap<(Code, Span, Span), Instantiated>,
    /// Mistakes in declarations that only tentative checks have needed so far; the first other check that needs such a
    /// declaration reports them.
    unreported: FxHashMap<DeclId, Diagnostics>,
    sinks: Vec<Sink>,
}

impl<'a> Cx<'a> {
    pub fn new(unit: Unit<'a>, options: Options) -> Cx<'a> {
        let mut entities = Entities::default();
        let global = entities.namespaces.push(Default::default());
        let mut cx = Cx {
            unit,
            ast: unit.ast,
            names: unit.names,
            options,
            types: Types::new(),
            entities,
            scopes: Scopes::default(),
            typed: TypedArena::default(),
            check: Default::default(),
            global,
            uses: None,
            instantiations: Vec::new(),
            instantiation_depth: 0,
            unparsed: std::cell::OnceCell::new(),
            static_parts: FxHashSet::default(),
            block_functions: FxHashMap::default(),
            friend_definers: std::cell::OnceCell::new(),
            resolving_depth: 0,
            queue_depth: 0,
            reached_through: Vec::new(),
            gave_up: false,
            n_instantiations: 0,
            n_elements: 0,
            n_members: 0,
            constexpr_steps: 0,
            constexpr_step_limit: crate::constexpr::STEP_LIMIT,
            constant_scalars: 0,
            n_lowered: 0,
            index: DeclIndex::default(),
            queue: Vec::new(),
            type_decls: FxHashMap::default(),
            elaborated: FxHashMap::default(),
            aliases_of: FxHashMap::default(),
            unusable: FxHashMap::default(),
            template_scopes: FxHashMap::default(),
            bases_of: FxHashMap::default(),
            mention_cache: FxHashMap::default(),
            pattern_sizes: FxHashMap::default(),
            parameter_types: FxHashMap::default(),
            guide_signatures: FxHashMap::default(),
            deductions: Deductions::default(),
            normal_forms: FxHashMap::default(),
            evaluations: Evaluations::default(),
            point: Order::END,
            n_in_progress: 0,
            open_classes: Vec::new(),
            required_at: FxHashMap::default(),
            well_founded: FxHashMap::default(),
            noexcept_cache: FxHashMap::default(),
            overriders: FxHashSet::default(),
            overridable: FxHashMap::default(),
            normal_concepts: FxHashMap::default(),
            concept_progress: FxHashMap::default(),
            requires_cache: FxHashMap::default(),
            shared_facts: SharedFacts::default(),
            diagnostics: Diagnostics::new(),
            reported: FxHashSet::default(),
            reported_in: FxHashMap::default(),
            unreported: FxHashMap::default(),
            sinks: Vec::new(),
        };
        cx.reserve();
        cx
    }

    /// Makes room for about as much as kernels make of so many declarations, so that arenas are not moved as they grow.
    fn reserve(&mut self) {
        let n_decls = self.ast.decls.len().min(MOST_EXPECTED);
        self.typed.exprs.reserve(n_decls);
        self.typed.stmts.reserve(n_decls / 8);
        self.typed.locals.reserve(n_decls / 8);
        self.scopes.reserve(n_decls);
        self.entities.functions.reserve(n_decls / 8);
        self.entities.templates.reserve(n_decls / 8);
        self.entities.classes.reserve(n_decls / 16);
        self.types.reserve(n_decls / 4);
        self.index.reserve(n_decls / 4);
    }

    /// The global scope as seen at the end of the translation unit.
    pub fn global_scope(&mut self) -> ScopeId {
        self.namespace_scope(self.global, Order::END)
    }

    pub fn text(&self, name: Name) -> &'a str {
        self.names.text(name)
    }

    /// Whether an error has been reported so far.
    /// Where the errors that were reported are.
    pub(crate) fn error_spans(&self) -> Vec<Span> {
        let is_error = |found: &&Diagnostic| found.severity >= Severity::Error;
        self.diagnostics.iter().filter(is_error).map(|found| found.primary.span).collect()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Everything reported so far, taken out, but for errors that follow from one which was found later.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        let mut found = std::mem::take(&mut self.diagnostics);
        let is_cause =
            |found: &Diagnostic| found.severity >= Severity::Error && !found.is_consequence;
        if found.iter().any(is_cause) {
            found.retain(|found| !found.is_consequence);
        }
        found
    }

    /// How many findings there are so far.
    pub(crate) fn n_reported(&self) -> usize {
        self.diagnostics.len()
    }

    /// Takes back findings that follow from a later one.
    pub(crate) fn forget_reported(&mut self, range: Range<usize>) {
        let later = self.diagnostics.split_off(range.end);
        self.diagnostics.truncate(range.start);
        self.diagnostics.extend(later);
    }

    /// Reports a finding, or makes the substitution under way fail.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        match self.sinks.last_mut() {
            Some(Sink::Hard) | None
                if diagnostic.is_consequence && self.diagnostics.has_errors() => {}
            Some(Sink::Tentative(diagnostics)) => diagnostics.push(diagnostic),
            Some(Sink::Hard) | None if self.gave_up => {}
            Some(Sink::Hard) | None => {
                // What is wrong with a template whatever its arguments are is said once.
                let mistake =
                    (diagnostic.code, diagnostic.primary.span, diagnostic.message.clone());
                let is_new = self.instantiations.is_empty() || self.reported.insert(mistake);
                if is_new && !self.is_of_another_specialization(&diagnostic) {
                    self.refused_constant(diagnostic.code);
                    let mut diagnostic = self.with_advice_of_library(diagnostic);
                    // A mistake of the user's has brought in what a header of the host's library does.
                    let is_hosts = self.unit.sources.in_foreign_file(diagnostic.primary.span.lo);
                    if is_hosts && diagnostic.severity >= Severity::Error {
                        if self.diagnostics.has_errors() {
                            return;
                        }
                        diagnostic.is_consequence = true;
                    }
                    let diagnostic = self.at_users_line(diagnostic);
                    self.diagnostics.push(diagnostic);
                }
            }
        }
    }

    /// Whether another specialisation of the same function, required at the same place, had a finding with this code at this
    /// place of the user's: the messages differ in types and values alone.
    fn is_of_another_specialization(&mut self, diagnostic: &Diagnostic) -> bool {
        let span = diagnostic.primary.span;
        let Some(&Instantiation { what, span: required }) = self.instantiations.last() else {
            return false;
        };
        if !matches!(what, Instantiated::Function(_)) || self.unit.sources.in_system_file(span.lo) {
            return false;
        }
        *self.reported_in.entry((diagnostic.code, span, required)).or_insert(what) != what
    }

    /// Adds a help to the errors in a range of the findings.
    pub(crate) fn add_help(&mut self, range: Range<usize>, help: &str) {
        for (at, found) in std::mem::take(&mut self.diagnostics).into_iter().enumerate() {
            let is_meant = range.contains(&at) && found.severity >= Severity::Error;
            self.diagnostics.push(if is_meant { found.help(help) } else { found });
        }
    }

    /// Makes errors of warnings that were reported.
    pub(crate) fn make_errors(&mut self, is_meant: impl Fn(&Diagnostic) -> bool) {
        for mut found in std::mem::take(&mut self.diagnostics) {
            if is_meant(&found) {
                found.severity = Severity::Error;
            }
            self.diagnostics.push(found);
        }
    }

    /// The codes and places of the diagnostics reported so far.
    pub(crate) fn reported(&self) -> FxHashSet<(Code, Span)> {
        self.diagnostics.iter().map(|found| (found.code, found.primary.span)).collect()
    }

    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Whether errors make a substitution fail instead of being reported.
    pub fn is_tentative(&self) -> bool {
        matches!(self.sinks.last(), Some(Sink::Tentative(_)))
    }

    /// Runs `check`; the first error in its immediate context is returned instead of reported.
    pub fn tentatively<T>(
        &mut self,
        check: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        self.sinks.push(Sink::Tentative(Diagnostics::new()));
        let value = check(self);
        let Some(Sink::Tentative(diagnostics)) = self.sinks.pop() else { return Ok(value) };
        match diagnostics.into_iter().find(|d| d.severity >= lang::base::Severity::Error) {
            Some(diagnostic) => Err(Box::new(diagnostic)),
            None => Ok(value),
        }
    }

    /// Makes the entities of a declaration once. Its mistakes are not in the immediate context of the check that needs it:
    /// a tentative check fails with them and keeps them for a later one that reports.
    pub(crate) fn declaring<T>(&mut self, decl: DeclId, declare: impl FnOnce(&mut Self) -> T) -> T {
        if !self.is_tentative() {
            return declare(self);
        }
        self.sinks.push(Sink::Tentative(Diagnostics::new()));
        let value = declare(self);
        if let Some(Sink::Tentative(found)) = self.sinks.pop()
            && !found.is_empty()
        {
            found.iter().cloned().for_each(|diagnostic| self.report(diagnostic));
            self.unreported.insert(decl, found);
        }
        value
    }

    /// Reports the mistakes that tentative checks have found in a declaration.
    pub(crate) fn report_mistakes_of(&mut self, decl: DeclId) {
        if !self.is_tentative()
            && let Some(found) = self.unreported.remove(&decl)
        {
            found.into_iter().for_each(|diagnostic| self.report(diagnostic));
        }
    }

    /// Whether tentative checks have found mistakes in declarations.
    pub(crate) fn has_unreported_mistakes(&self) -> bool {
        !self.unreported.is_empty()
    }

    /// Runs checking of a declaration at namespace scope, of which no instantiation is a part.
    pub(crate) fn at_namespace_scope<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let instantiations = std::mem::take(&mut self.instantiations);
        let value = run(self);
        self.instantiations = instantiations;
        value
    }

    /// Runs `run` with one more instantiation under way.
    pub(crate) fn within_instantiation<T>(
        &mut self,
        what: Instantiated,
        span: Span,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.instantiations.push(Instantiation { what, span });
        let value = run(self);
        self.instantiations.pop();
        value
    }

    /// Runs checking that is not in the immediate context of what needs it, and is not
    /// an instantiation either.
    pub fn outside<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.sinks.push(Sink::Hard);
        let unevaluated = std::mem::take(&mut self.check.unevaluated);
        let value = run(self);
        self.check.unevaluated = unevaluated;
        self.sinks.pop();
        value
    }

    /// `tile<float, 4>`
    pub fn show_instantiated(&self, what: Instantiated) -> String {
        match what {
            Instantiated::Class(class) => self.show(self.entities[class].ty),
            Instantiated::Function(function) => self.show_function_with_values(function),
            Instantiated::Variable(var) => self.text(self.entities[var].name).to_owned(),
            Instantiated::Template(_, args) => self.show_args(args),
        }
    }

    /// For an error in the body of a library function: what the function advises for such arguments.
    fn with_advice_of_library(&mut self, mut diagnostic: Diagnostic) -> Diagnostic {
        let innermost = self.instantiations.last().map(|innermost| innermost.what);
        let Some(Instantiated::Function(function)) = innermost else { return diagnostic };
        if self.unit.sources.in_system_file(diagnostic.primary.span.lo)
            && let Some(advice) = self.advice_about_body(function)
        {
            diagnostic.notes.retain(|note| note.kind != NoteKind::Help);
            diagnostic = diagnostic.help(advice);
        }
        diagnostic
    }

    /// Points a finding in a header at the line of the user that led there, and says through which
    /// instantiation, in one note.
    fn at_users_line(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(innermost) = self.instantiations.last() else { return diagnostic };
        let sources = self.unit.sources;
        if sources.in_system_file(diagnostic.primary.span.lo) {
            let user = self.instantiations.iter().rev().map(|i| i.span);
            if let Some(span) = user.clone().find(|s| !s.is_none() && !sources.in_system_file(s.lo))
            {
                let inside = std::mem::replace(&mut diagnostic.primary.span, span);
                // Where the library says itself what to do, its text tells nothing more.
                if !diagnostic.notes.iter().any(|note| note.kind == NoteKind::Help) {
                    let text = "reported in here".to_owned();
                    diagnostic.secondary.insert(0, lang::base::Label { span: inside, text });
                }
            }
        }
        let mut text = format!("in {}", self.show_instantiated(innermost.what));
        // The numbers that a kernel is made for may be what is wrong.
        if let [(Instantiated::Function(user), _), _] = self.uses_on_the_way()[..]
            && self.n_args_to_show(user) > 0
        {
            text = format!("{text}, used by `{}`", self.show_specialisation(user));
        }
        let diagnostic = diagnostic.note_at(NoteKind::InstantiatedFrom, innermost.span, text);
        match self.outermost_use() {
            Some((function, span, levels)) => {
                let name = self.show_specialisation(function);
                let text = format!("{levels} instantiations deep, from `{name}`");
                diagnostic.note_at(NoteKind::InstantiatedFrom, span, text)
            }
            None => diagnostic,
        }
    }

    /// The functions and templates that led here, outermost first, each with the place of its use in the one before.
    pub(crate) fn uses_on_the_way(&self) -> Vec<(Instantiated, Span)> {
        let through = self.reached_through.iter();
        let mut uses: Vec<(Instantiated, Span)> =
            through.map(|&(function, span)| (Instantiated::Function(function), span)).collect();
        for level in &self.instantiations {
            // A function is among both while the body of what it uses is checked.
            if uses.last().is_none_or(|(last, _)| *last != level.what) {
                uses.push((level.what, level.span));
            }
        }
        uses
    }

    /// The function that the user's code begins with, what it uses that leads here, and how many functions and templates there
    /// are from it to here; `None` where it uses the innermost itself.
    fn outermost_use(&self) -> Option<(FunctionId, Span, usize)> {
        let uses = self.uses_on_the_way();
        match uses[..] {
            [(Instantiated::Function(outermost), _), (_, span), _, ..] => {
                Some((outermost, span, uses.len() - 1))
            }
            _ => None,
        }
    }
}
