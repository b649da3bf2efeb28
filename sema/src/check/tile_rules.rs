//! The restrictions of tile code: the limits of CUDA Tile C++ that are not those of C++.
//!
//! Checked over the typed bodies that a kernel reaches, after they have been checked as C++. So
//! host code is free to do anything, and a function that both sides call is judged by what it
//! does when a kernel calls it. Calls that constant evaluation has folded away are not calls.
//!
//! An error inside a library header is shown at the user's line that leads there.

use lang::ast::{self, DeclKind, Spaces};
use lang::base::{Applicability, Code, Diagnostic, Edit, Fix, NoteKind, Span};
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::codes;
use crate::entity::{BodyState, ClassId, Definition, FunctionId, FunctionOrigin, Owner, VarId};
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind, FunctionBody, HostOnly, LocalId, StmtKind};

/// The help for memory and exceptions that only the host has.
const NEW_HELP: &str =
    "use a local array, or memory that host code allocates and passes to the kernel";
const THROW_HELP: &str =
    "`assert` stops a kernel; a flag in memory tells host code what went wrong";

/// The help for a `__shared__` variable.
const SHARED_HELP: &str =
    "the compiler places what a tile block shares; use a local array or a tile";

impl Cx<'_> {
    /// Checks the bodies that functions reach, and that tile code may do what they do.
    pub fn check_tile_code(&mut self, functions: &[FunctionId]) {
        let mut walk = Walk::default();
        // What a kernel reaches is judged as the kernel's, so kernels come first.
        let (kernels, others): (Vec<FunctionId>, Vec<FunctionId>) =
            functions.iter().partition(|&&function| self.is_kernel(function));
        for function in kernels.into_iter().chain(others) {
            let span = self.entities[function].span;
            self.walk_function(function, span, &mut walk);
        }
    }

    pub(crate) fn is_kernel(&self, function: FunctionId) -> bool {
        self.entities[function].spaces.has(Spaces::TILE_GLOBAL)
    }

    /// Walks a function that is used at `span`.
    fn walk_function(&mut self, function: FunctionId, span: Span, walk: &mut Walk) {
        if !walk.seen.insert(function) {
            return;
        }
        // A body that is first needed here was led to by the calls on the way.
        self.queue_depth = walk.active.len();
        self.reached_through.push((function, span));
        self.instantiate_body(function, span);
        self.queue_depth = 0;
        if let BodyState::Checked(body) = self.entities[function].body.clone() {
            self.walk_body(function, &body, walk);
        }
        self.reached_through.pop();
    }

    fn walk_body(&mut self, function: FunctionId, body: &FunctionBody, walk: &mut Walk) {
        let (stmts, exprs) = self.typed.contents(body);
        walk.active.push(function);
        walk.on_path.insert(function);
        for &local in &body.parameters {
            self.check_local(local, walk);
        }
        for stmt in stmts {
            if let StmtKind::Local { local, .. } = self.typed.stmts[stmt].kind {
                self.check_local(local, walk);
            }
        }
        for expr in exprs {
            self.check_reached(expr, walk);
        }
        walk.active.pop();
        walk.on_path.remove(&function);
    }

    fn check_reached(&mut self, expr: ExprId, walk: &mut Walk) {
        let node = &self.typed.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        if !node.category.is_glvalue() && self.types.class_of(ty).is_some() {
            self.check_destruction(ty, span, walk);
        }
        // The variable is reported, not each call that it goes through: `std::cout << x << y`.
        if let ExprKind::Call { callee, .. } = self.typed.exprs[expr].kind
            && !self.may_be_called(callee)
            && self.begins_with_hosts_variable(expr)
        {
            return;
        }
        match self.typed.exprs[expr].kind {
            ExprKind::Call { callee, .. } => self.check_call(callee, span, walk),
            ExprKind::Construct { constructor, .. } => {
                self.check_call(constructor, span, walk);
            }
            ExprKind::HostOnly(what) => self.report_host_only(what, span, walk),
            ExprKind::Global(var) => self.check_variable_use(var, span, walk),
            ExprKind::Function(function) if self.entities[function].is_consteval => {
                let name = self.show_function(function);
                let message = format!("`{name}` is `consteval` and has no address at run time");
                let note = Advice::at(self.entities[function].span, "declared `consteval` here");
                self.report_in_tile(codes::NOT_CONSTANT, span, message, note, walk);
            }
            _ => {}
        }
    }

    /// Whether a call is one of a variable of the host's library, or of what a call of it returns.
    fn begins_with_hosts_variable(&self, call: ExprId) -> bool {
        let mut expr = call;
        loop {
            expr = match &self.typed.exprs[expr].kind {
                ExprKind::Call { arguments, .. } => match arguments.first() {
                    Some(&first) => first,
                    None => return false,
                },
                ExprKind::Load(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::Deref(inner)
                | ExprKind::Convert { operand: inner, .. }
                | ExprKind::Base { object: inner, .. } => *inner,
                // A constant may be used, but maybe not what is called of it.
                ExprKind::Global(var) => {
                    let variable = &self.entities[*var];
                    let is_object = self.types.class_of(variable.ty).is_some()
                        && !variable.is_constexpr
                        && !self.types.cv(variable.ty).is_const();
                    return is_object && self.unit.sources.in_foreign_file(variable.span.lo);
                }
                _ => return false,
            };
        }
    }

    /// A function that tile code calls, or a destructor that is called implicitly.
    fn check_call(&mut self, callee: FunctionId, span: Span, walk: &mut Walk) {
        if self.entities[callee].intrinsic.is_some() {
            return;
        }
        // Recursion that a constant ends is inlined; lowering reports any other.
        if walk.on_path.contains(&callee) {
            return;
        }
        if self.is_kernel(callee) {
            let name = self.show_function(callee);
            let message = format!("`{name}` is a kernel, which only a launch by the host runs");
            let help = "move what both need to a `__tile__` function";
            let note = Advice::at(self.entities[callee].span, help);
            self.report_in_tile(codes::KERNEL_CALL, span, message, note, walk);
            return;
        }
        if !self.may_be_called(callee) {
            let name = self.show_function(callee);
            let message = format!("`{name}` is a {} function", self.space_of(callee));
            let declared = self.entities[callee].span;
            let help = "only `__tile__` and `constexpr` functions can be called from tile code";
            let fix = self.tile_specifier(callee);
            let note = Advice { fix, ..Advice::at(declared, help) };
            let spaces = self.entities[callee].spaces;
            let is_of_threads = spaces.has(Spaces::DEVICE) && !spaces.has(Spaces::HOST);
            let code = if is_of_threads { codes::DEVICE_CALL } else { codes::HOST_CALL };
            self.report_in_tile(code, span, message, note, walk);
            return;
        }
        if self.entities[callee].foreign.is_some() {
            // Other functions than specialisations were checked where they are declared.
            let is_new = self.entities[callee].template.is_some()
                && !matches!(self.entities[callee].body, BodyState::Error);
            if is_new && !self.check_foreign(callee) {
                self.entities[callee].body = BodyState::Error;
                walk.has_reported = true;
            }
            return;
        }
        self.complete_definition(callee);
        let is_declared_only = self.entities[callee].definition == Definition::None
            && matches!(self.entities[callee].origin, FunctionOrigin::Declared(_))
            && !matches!(self.entities[callee].body, BodyState::Error);
        if is_declared_only {
            let name = self.show_function(callee);
            let message = format!("`{name}` is called but never defined");
            let note = Advice::at(self.entities[callee].span, "declared here");
            self.report_in_tile(codes::NO_DEFINITION, span, message, note, walk);
            return;
        }
        walk.calls.push(span);
        // Of the calls in headers the user's line is that of the call which led there.
        let is_users = |span: &&Span| !span.is_none() && !self.unit.sources.in_system_file(span.lo);
        let users = walk.calls.iter().rev().find(is_users).copied().unwrap_or(span);
        self.walk_function(callee, users, walk);
        walk.calls.pop();
    }

    /// Whether the execution spaces of a function include tile code. Implicit functions, and
    /// lambdas without an execution space, go
    /// where they are used.
    fn may_be_called(&mut self, function: FunctionId) -> bool {
        let entity = &self.entities[function];
        let spaces = entity.spaces;
        if spaces.intersects(tile_spaces()) {
            return true;
        }
        match entity.origin {
            FunctionOrigin::Declared(_) => {}
            FunctionOrigin::Lambda(_) => return spaces.is_empty(),
            FunctionOrigin::Implicit
            | FunctionOrigin::Inherited(_)
            | FunctionOrigin::ClosureInvoker(_)
            | FunctionOrigin::ClosureConversion(_)
            | FunctionOrigin::DeductionCandidate => return true,
        }
        if entity.definition == Definition::Defaulted || entity.is_consteval {
            return true;
        }
        // A `constexpr` function has no need of an execution space: it is the same for all.
        if entity.is_constexpr {
            return true;
        }
        // What is wrong with its body has been said.
        matches!(self.entities[function].body, BodyState::Error)
    }

    /// Declares a function of the user's for tile code, if its definition is its one declaration.
    fn tile_specifier(&self, function: FunctionId) -> Option<Fix> {
        let entity = &self.entities[function];
        let FunctionOrigin::Declared(decl) = entity.origin else { return None };
        let inner = &self.ast[self.ast.templated(decl)];
        let DeclKind::Function(written) = &inner.kind else { return None };
        let defines = match (entity.definition, &written.body) {
            (Definition::Body(body), ast::FunctionBody::Definition(own)) => body == *own,
            _ => false,
        };
        let at = inner.span.lo;
        let sources = self.unit.sources;
        let is_users = !sources.in_system_file(at) && sources.backtrace(at).next().is_none();
        (defines && is_users).then(|| Fix {
            title: "write `__tile__` before its declaration: it is compiled for tile code then"
                .to_owned(),
            edits: vec![Edit { span: Span { lo: at, hi: at }, text: "__tile__ ".to_owned() }],
            applicability: Applicability::Maybe,
        })
    }

    fn space_of(&self, function: FunctionId) -> &'static str {
        let spaces = self.entities[function].spaces;
        match (spaces.has(Spaces::HOST), spaces.has(Spaces::DEVICE)) {
            _ if spaces.has(Spaces::GLOBAL) => "__global__",
            (true, true) => "__host__ __device__",
            (false, true) => "__device__",
            (true, false) | (false, false) => "host",
        }
    }

    fn report_host_only(&mut self, what: HostOnly, span: Span, walk: &mut Walk) {
        let (code, message, help) = match what {
            HostOnly::Throw => (codes::EXCEPTION, "tile code cannot throw", THROW_HELP),
            HostOnly::Try => (codes::EXCEPTION, "tile code cannot catch exceptions", THROW_HELP),
            HostOnly::New => {
                (codes::DYNAMIC_ALLOCATION, "tile code cannot allocate with `new`", NEW_HELP)
            }
            HostOnly::Delete => {
                (codes::DYNAMIC_ALLOCATION, "tile code cannot `delete`", "free memory in host code")
            }
            HostOnly::Typeid => (
                codes::HOST_ONLY,
                "tile code has no `typeid`",
                "compare types when the kernel is compiled, by `std::is_same_v`",
            ),
            HostOnly::DynamicCast => (
                codes::HOST_ONLY,
                "tile code has no `dynamic_cast`",
                "make the type a template parameter",
            ),
            HostOnly::Asm => (
                codes::INLINE_ASSEMBLY,
                "tile code has no inline assembly",
                "call a function of tile code: the compiler chooses the instructions",
            ),
            HostOnly::Launch => (
                codes::HOST_ONLY,
                "tile code cannot launch kernels",
                "launch the kernel in host code, or move its body to a `__tile__` function",
            ),
            HostOnly::Shared => (
                codes::SHARED_MEMORY,
                "tile code has no `__shared__` memory; use a local array",
                "a local array or a tile takes its place: the compiler places what a tile block shares",
            ),
        };
        let advice = Advice { help: Some(help), ..Advice::default() };
        self.report_in_tile(code, span, message.to_owned(), advice, walk);
    }

    /// A variable with static storage that tile code names.
    fn check_variable_use(&mut self, var: VarId, span: Span, walk: &mut Walk) {
        let spaces = self.entities[var].spaces;
        let name = self.text(self.entities[var].name);
        let declared = self.entities[var].span;
        if spaces.has(Spaces::SHARED) {
            let message = format!("`{name}` is in `__shared__` memory, which tile code cannot use");
            let note = Advice::at(declared, SHARED_HELP);
            self.report_in_tile(codes::SHARED_MEMORY, span, message, note, walk);
            return;
        }
        if spaces.has(Spaces::MANAGED) {
            let message = format!("`{name}` is a __managed__ variable, which tile code cannot use");
            let note = Advice::at(declared, "pass a pointer to it to the kernel instead");
            self.report_in_tile(codes::HOST_VARIABLE, span, message, note, walk);
            return;
        }
        let is_of_tile_code = spaces.has(Spaces::TILE)
            || spaces.has(Spaces::DEVICE)
            || spaces.has(Spaces::CONSTANT)
            || self.entities[var].is_local;
        // Why a `constexpr` variable has no value has been said.
        let is_constexpr = self.entities[var].is_constexpr;
        if is_of_tile_code || is_constexpr || self.static_constant(var).is_some() {
            return;
        }
        // Why its value is not a constant has been told.
        if self.entities[var].is_constexpr {
            return;
        }
        if self.unit.sources.in_foreign_file(declared.lo) {
            let message =
                format!("tile code cannot use `{name}`, a variable of the host's library");
            let is_stream = self.show(self.entities[var].ty).contains("ostream");
            let help = is_stream.then_some("`printf` is the function that prints in tile code");
            let advice = Advice { help, ..Advice::default() };
            self.report_in_tile(codes::HOST_VARIABLE, span, message, advice, walk);
            return;
        }
        if !self.types.is_error(self.entities[var].ty) {
            let message = format!("`{name}` is a variable of the host, which tile code cannot use");
            let help = "make it `constexpr` or `__device__`, or pass it to the kernel";
            self.report_in_tile(
                codes::HOST_VARIABLE,
                span,
                message,
                Advice::at(declared, help),
                walk,
            );
        }
    }

    fn check_local(&mut self, local: LocalId, walk: &mut Walk) {
        let node = &self.typed.locals[local];
        let (ty, span) = (node.ty, node.span);
        let mut ty = self.types.strip_cv(ty);
        while let TyKind::Array(elem, _) = *self.types.kind(ty) {
            ty = self.types.strip_cv(elem);
        }
        if matches!(ty, Ty::INT128 | Ty::UINT128) {
            let message = "tile code has no 128-bit integers".to_owned();
            self.report_in_tile(codes::UNSUPPORTED_TYPE, span, message, Advice::default(), walk);
        }
        if let Some(class) = self.types.class_of(ty)
            && self.entities[class].has_virtual_base
        {
            let message =
                format!("`{}` has a virtual base, which tile code cannot have", self.show(ty));
            let note = Advice::at(self.entities[class].span, "declared here");
            self.report_in_tile(codes::VIRTUAL_BASE, span, message, note, walk);
            return;
        }
        self.check_destruction(ty, span, walk);
    }

    /// The destructors that the end of an object of the type runs, which tile code must be able to
    /// call.
    fn check_destruction(&mut self, ty: Ty, span: Span, walk: &mut Walk) {
        let ty = self.element_of(ty);
        let Some(class) = self.types.class_of(ty) else { return };
        if !self.needs_destruction(ty) || !walk.destroyed.insert(class) {
            return;
        }
        if let Some(destructor) = self.written_destructor(class) {
            self.check_call(destructor, span, walk);
        }
        if self.is_union(class) {
            return;
        }
        for part in self.subobject_types(class) {
            self.check_destruction(part, span, walk);
        }
    }

    /// The class or function of the host's library that the calls under way entered first.
    fn first_of_host(&self, walk: &Walk) -> String {
        let is_hosts = |function: &&FunctionId| {
            self.unit.sources.in_foreign_file(self.entities[**function].span.lo)
        };
        let Some(&function) = walk.active.iter().find(is_hosts) else {
            return "this part".to_owned();
        };
        match self.entities[function].owner {
            Owner::Class(class) => format!("`{}`", self.show(self.entities[class].ty)),
            Owner::Namespace(_) | Owner::Function => format!("`{}`", self.show_function(function)),
        }
    }

    /// Whether a call may go to this function, which only lowering found out: a virtual call or one
    /// through a pointer. Says why not, once.
    pub fn check_resolved_call(&mut self, function: FunctionId, span: Span) -> bool {
        if let Some(&may_call) = self.check.resolved_calls.get(&function) {
            return may_call;
        }
        // A recursive call of it is not another call.
        self.check.resolved_calls.insert(function, true);
        let mut walk = Walk::default();
        self.check_call(function, span, &mut walk);
        self.check.resolved_calls.insert(function, !walk.has_reported);
        !walk.has_reported
    }

    /// Reports at the user's line: the place itself, or the call in user code that leads to it.
    fn report_in_tile(
        &mut self,
        code: Code,
        span: Span,
        message: String,
        advice: Advice,
        walk: &mut Walk,
    ) {
        walk.has_reported = true;
        let sources = self.unit.sources;
        let in_user_code = |span: &Span| !span.is_none() && !sources.in_system_file(span.lo);
        let place = match in_user_code(&span) {
            true => span,
            false => walk.calls.iter().rev().copied().find(in_user_code).unwrap_or(span),
        };
        let is_hosts = place != span && sources.in_foreign_file(span.lo);
        let used = if is_hosts { self.first_of_host(walk) } else { String::new() };
        let message = match is_hosts {
            true => format!("tile code cannot use {used} of the host's library: {message}"),
            false => message,
        };
        let mut diagnostic = Diagnostic::new(code, place, message);
        if place != span {
            // One call of the user reaches several functions that cannot run: one report is enough.
            let is_repeated = !walk.reported.insert(place)
                || is_hosts
                    && (walk.last_of_host.is_some_and(|last| self.is_in_statement_of(last, place))
                        || !walk.of_host.insert(used));
            if is_repeated {
                return;
            }
            if is_hosts {
                walk.last_of_host = Some(place);
            }
            diagnostic = diagnostic.secondary(span, "reached in here");
        }
        if let Some((at, text)) = advice.note {
            diagnostic = diagnostic.note_at(NoteKind::DeclaredHere, at, text);
        }
        diagnostic = advice.help.into_iter().fold(diagnostic, Diagnostic::help);
        diagnostic.fixes.extend(advice.fix);
        if let Some(&function) = walk.active.last()
            && walk.active.len() > 1
        {
            let name = self.show_function(function);
            diagnostic = diagnostic.note_at(
                NoteKind::InstantiatedFrom,
                walk.calls.last().copied().unwrap_or(Span::NONE),
                format!("in `{name}`, which the kernel calls"),
            );
        }
        self.report(diagnostic);
    }
}

/// What to do about an error.
#[derive(Default)]
struct Advice {
    /// At a declaration.
    note: Option<(Span, &'static str)>,
    help: Option<&'static str>,
    fix: Option<Fix>,
}

impl Advice {
    fn at(span: Span, text: &'static str) -> Advice {
        Advice { note: Some((span, text)), ..Advice::default() }
    }
}

/// The spaces of functions that tile code may call.
fn tile_spaces() -> Spaces {
    let mut spaces = Spaces::TILE;
    spaces.insert(Spaces::TILE_GLOBAL);
    spaces
}

/// A walk over the functions that kernels reach.
#[derive(Default)]
struct Walk {
    seen: FxHashSet<FunctionId>,
    /// The functions being walked, the kernel first.
    active: Vec<FunctionId>,
    /// The same: calls may be nested as deep as a program is long.
    on_path: FxHashSet<FunctionId>,
    /// The calls that led from each to the next.
    calls: Vec<Span>,
    /// The classes whose destruction has been checked.
    destroyed: FxHashSet<ClassId>,
    has_reported: bool,
    /// The places in user code from which something in a header was reported.
    reported: FxHashSet<Span>,
    /// The last of them for a function of the host's library.
    last_of_host: Option<Span>,
    /// The classes and functions of the host's library that were reported.
    of_host: FxHashSet<String>,
}
