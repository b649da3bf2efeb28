//! Host code that uses kernels and tile functions in a way that the host compiler rejects: it calls a kernel as a function,
//! calls a `__tile__` function, or launches a kernel with too few or too many arguments. [`super::host_memory`] looks at the
//! memory that it passes.
//!
//! In: the tokens of host bodies, which are not parsed here, and the declarations of the unit. Out: warnings.
//!
//! Invariant: a name counts only where all declarations of it in the user's files are of one kind, and a call only where
//! argument-dependent lookup cannot find another function.

use lang::ast::{self, DeclId, DeclKind, FunctionKind, Spaces, SpecFlags};
use lang::base::{Applicability, Diagnostic, Name, Span};
use lang::lex::{Token, TokenKind as T};
use rustc_hash::{FxHashMap, FxHashSet};

use super::counted;
use super::threads::launched_name;
use crate::Cx;
use crate::codes;

/// What the declarations of a name are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Uncalled {
    Kernel,
    Tile,
}

/// A function that host code cannot call.
struct Uncallable {
    kind: Uncalled,
    decls: Vec<DeclId>,
}

/// A function body that is host code.
struct HostBody {
    tokens: ast::TokenRange,
    decl: DeclId,
    name: Option<Name>,
    /// Whether it may not be called by tile code too.
    is_certain: bool,
}

/// The specifiers of functions that are not host code.
const NOT_OF_HOST: [Spaces; 4] =
    [Spaces::TILE, Spaces::TILE_GLOBAL, Spaces::DEVICE, Spaces::GLOBAL];

/// How many arguments a function takes.
struct ParameterCount {
    fewest: usize,
    /// `None` with a pack or `...`.
    most: Option<usize>,
}

impl ParameterCount {
    fn takes(&self, n: usize) -> bool {
        self.fewest <= n && self.most.is_none_or(|most| n <= most)
    }
}

impl Cx<'_> {
    pub(super) fn warn_of_host_code(&mut self) {
        let (functions, bodies) = self.functions_and_host_bodies();
        if functions.is_empty() {
            return;
        }
        let tokens = self.unit.tokens;
        let is_kernel = |known: &Uncallable| known.kind == Uncalled::Kernel;
        let kernels: FxHashSet<Name> =
            functions.iter().filter(|(_, known)| is_kernel(known)).map(|(name, _)| *name).collect();
        for HostBody { tokens: range, decl, is_certain, .. } in bodies {
            let indices = range.indices();
            let start = self.start_of_declaration(decl, indices.start);
            let function = tokens.get(start..indices.end).unwrap_or_default();
            self.warn_of_host_memory(function, &kernels);
            let Some(body) = tokens.get(indices) else { continue };
            for (at, &token) in body.iter().enumerate() {
                if let Some((at, kernel)) = launch_at(body, at) {
                    self.check_launch_arguments(body, at, kernel, &functions);
                } else if is_certain && token.kind == T::Ident && self.is_users_text(token.span) {
                    self.check_host_call(body, at, token, &functions);
                }
            }
        }
    }

    /// The first token of a function whose body begins at `body`; the body where that is too far away.
    fn start_of_declaration(&self, decl: DeclId, body: usize) -> usize {
        const FURTHEST: usize = 400;
        let lo = self.ast[decl].span.lo;
        let first = body.saturating_sub(FURTHEST);
        let before = self.unit.tokens.get(first..body).unwrap_or_default();
        let at = before.iter().rposition(|token| token.span.lo == lo);
        at.map_or(body, |at| first + at)
    }

    /// The user's functions that host code cannot call, by their names, and the bodies of host functions.
    fn functions_and_host_bodies(&self) -> (FxHashMap<Name, Uncallable>, Vec<HostBody>) {
        let ast = self.ast;
        let mut functions: FxHashMap<Name, Uncallable> = FxHashMap::default();
        let mut others: FxHashSet<Name> = FxHashSet::default();
        let mut of_tiles: FxHashSet<Name> = FxHashSet::default();
        let mut bodies = Vec::new();
        for (id, function, is_member) in self.users_functions() {
            let specs = &function.specs;
            let name = ast[function.name].last.identifier();
            if specs.spaces.has(Spaces::TILE) {
                of_tiles.extend(name);
            }
            if let ast::FunctionBody::Definition(body) = function.body
                && !NOT_OF_HOST.into_iter().any(|space| specs.spaces.has(space))
            {
                let is_certain = !is_constant(specs) && !ast[function.name].is_qualified();
                bodies.push(HostBody { tokens: ast[body].tokens, decl: id, name, is_certain });
            }
            let Some(name) = name else { continue };
            let Some(kind) = kind_of(function).filter(|_| !is_member) else {
                others.insert(name);
                continue;
            };
            let known = functions.entry(name);
            let known = known.or_insert_with(|| Uncallable { kind, decls: Vec::new() });
            known.decls.push(id);
            if known.kind != kind {
                others.insert(name);
            }
        }
        if !functions.is_empty() {
            self.note_other_declarations(&functions, &mut others);
        }
        functions.retain(|name, _| !others.contains(name));
        for body in &mut bodies {
            // The specifier may stand in an earlier declaration alone.
            body.is_certain &= body.name.is_none_or(|name| !of_tiles.contains(&name));
        }
        (functions, bodies)
    }

    /// The functions that the user's files declare, and whether a class does.
    fn users_functions(&self) -> impl Iterator<Item = (DeclId, &ast::FunctionDecl, bool)> {
        let ast = self.ast;
        let is_users = |decl: &ast::Decl| self.is_users_text(decl.span);
        let mut member_templates: FxHashSet<DeclId> = FxHashSet::default();
        let mut functions = Vec::new();
        // There are thousands of declarations, of which few are the user's functions.
        for (id, decl) in ast.decls.iter() {
            match &decl.kind {
                DeclKind::Template(_) if decl.access.is_some() => {
                    let inner = ast.templated(id);
                    if is_users(&ast[inner]) {
                        member_templates.insert(inner);
                    }
                }
                DeclKind::Function(function) if is_users(decl) => functions.push((id, function)),
                _ => {}
            }
        }
        functions.into_iter().map(move |(id, function)| {
            let is_member = ast[id].access.is_some() || member_templates.contains(&id);
            (id, function, is_member)
        })
    }

    /// Notes the names that something else than these functions may have: a variable, a class, a member, an entity of the
    /// host's library.
    fn note_other_declarations(
        &self,
        functions: &FxHashMap<Name, Uncallable>,
        others: &mut FxHashSet<Name>,
    ) {
        let tokens = self.unit.tokens;
        let declared: FxHashSet<Span> = functions
            .values()
            .flat_map(|function| &function.decls)
            .filter_map(|&decl| match &self.ast[decl].kind {
                DeclKind::Function(function) => Some(self.ast[function.name].last.span),
                _ => None,
            })
            .collect();
        let is_std_used = |around: &[Token]| {
            matches!(around, [using, namespace, name]
                if using.kind == T::KwUsing
                    && namespace.kind == T::KwNamespace
                    && self.text(name.name) == "std"
                    && self.is_users_text(name.span))
        };
        // The token of the program that is asked about may be the first or the last of its run.
        for run in self.unit.users_tokens(2) {
            let tokens = tokens.get(run).unwrap_or_default();
            for around in tokens.windows(4) {
                let [first, before, token, after] = around else { continue };
                if token.kind == T::Ident
                    && functions.contains_key(&token.name)
                    && !declared.contains(&token.span)
                    && self.is_users_text(token.span)
                    && may_declare(first.kind, before.kind, after.kind)
                {
                    others.insert(token.name);
                }
            }
            if tokens.windows(3).any(is_std_used) {
                // The names of the host's library are not known.
                others.extend(functions.keys());
            }
        }
    }

    /// Checks the call of a function whose name is the token at `at`.
    fn check_host_call(
        &mut self,
        body: &[Token],
        at: usize,
        token: Token,
        functions: &FxHashMap<Name, Uncallable>,
    ) {
        let Some(known) = functions.get(&token.name) else { return };
        let before = at.checked_sub(1).and_then(|before| body.get(before)).map(|token| token.kind);
        if matches!(before, Some(T::Dot | T::Arrow | T::Amp)) {
            return;
        }
        let Some(open) = behind_template_arguments(body, at + 1) else { return };
        if body.get(open).map(|token| token.kind) != Some(T::LParen) {
            return;
        }
        let Some((n_arguments, close)) = arguments(body, open) else { return };
        let inside = body.get(open..close).unwrap_or_default();
        // The class of an object may bring functions of its own.
        if inside.iter().any(|token| matches!(token.kind, T::Dot | T::Arrow)) {
            return;
        }
        if !known.decls.iter().any(|&decl| self.arity(decl).is_some_and(|a| a.takes(n_arguments))) {
            return;
        }
        let diagnostic = match known.kind {
            Uncalled::Kernel => {
                let call = body
                    .get(open)
                    .zip(body.get(close))
                    .map(|(open, close)| Span { lo: open.span.lo, hi: close.span.hi });
                let before = body.get(..at).unwrap_or_default();
                self.kernel_called(token, call.unwrap_or(token.span), self.grid_in(before))
            }
            Uncalled::Tile => self.tile_function_called(token, known),
        };
        self.report(diagnostic);
    }

    /// The last variable of type `dim3` that tokens declare.
    fn grid_in(&self, tokens: &[Token]) -> Option<Name> {
        let mut declared = tokens.windows(3).filter_map(|around| {
            let [ty, name, after] = around else { return None };
            let is_declared = ty.kind == T::Ident
                && self.text(ty.name) == "dim3"
                && name.kind == T::Ident
                && matches!(after.kind, T::LParen | T::LBrace | T::Eq | T::Semi);
            is_declared.then_some(name.name)
        });
        declared.next_back()
    }

    /// A kernel before the arguments of a call; `grid` is a variable that may be the number of its tile blocks.
    fn kernel_called(&self, token: Token, arguments: Span, grid: Option<Name>) -> Diagnostic {
        let name = self.text(token.name);
        let message = format!(
            "host code calls the kernel `{name}` as a function; a kernel is launched, `{name}<<<blocks, 1>>>(...)`"
        );
        let diagnostic = Diagnostic::new(codes::KERNEL_NOT_LAUNCHED, token.span, message)
            .label("called without `<<<...>>>`");
        let written = self.unit.sources.text(Span { lo: token.span.lo, hi: arguments.lo });
        let arguments_text = self.one_line(arguments);
        let launch = |blocks: &str| format!("{written}<<<{blocks}, 1>>>{arguments_text}");
        match grid.map(|grid| self.text(grid)) {
            Some(grid) => diagnostic.fix(
                format!("write `{}`, if `{grid}` is the number of tile blocks", launch(grid)),
                Applicability::Maybe,
                Span { lo: arguments.lo, hi: arguments.lo },
                format!("<<<{grid}, 1>>>"),
            ),
            None => diagnostic.help(format!(
                "write `{}`, where `blocks` is the number of tile blocks",
                launch("blocks")
            )),
        }
    }

    fn tile_function_called(&self, token: Token, known: &Uncallable) -> Diagnostic {
        let name = self.text(token.name);
        let message = format!(
            "host code calls `{name}`, which is a `__tile__` function: only tile code can call it"
        );
        let mut diagnostic = Diagnostic::new(codes::TILE_CALL_IN_HOST_CODE, token.span, message)
            .label("called by host code");
        let [decl] = known.decls[..] else {
            return diagnostic.help("declare it `__host__ __tile__` if both may call it");
        };
        let DeclKind::Function(function) = &self.ast[decl].kind else { return diagnostic };
        let declared = self.ast[function.name].span;
        diagnostic = diagnostic.secondary(declared, "declared `__tile__`");
        let is_specifier = |token: &&Token| {
            token.kind == T::KwTile
                && self.ast[decl].span.lo <= token.span.lo
                && token.span.hi <= declared.lo
        };
        match self.unit.tokens.iter().find(is_specifier) {
            Some(specifier) => diagnostic.fix(
                "declare it `__host__ __tile__` if both may call it",
                Applicability::Maybe,
                Span { lo: specifier.span.lo, hi: specifier.span.lo },
                "__host__ ",
            ),
            None => diagnostic.help("declare it `__host__ __tile__` if both may call it"),
        }
    }

    /// Warns of fractions that a launch passes to parameters of integer type; `tokens` are the arguments in parentheses.
    fn check_launched_fractions(&mut self, decl: DeclId, tokens: &[Token]) {
        const INTEGERS: [&str; 8] =
            ["int", "unsigned", "unsigned int", "long", "long long", "short", "size_t", "char"];
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[decl].kind else { return };
        let mut found = Vec::new();
        let mut depth = 0usize;
        let mut place = 0;
        for around in tokens.windows(3) {
            let [before, token, after] = around else { continue };
            match before.kind {
                T::LParen | T::LBracket | T::LBrace => depth += 1,
                T::RParen | T::RBracket | T::RBrace => depth = depth.saturating_sub(1),
                T::Comma if depth == 1 => place += 1,
                _ => {}
            }
            let is_whole = matches!(before.kind, T::LParen | T::Comma)
                && matches!(after.kind, T::Comma | T::RParen)
                && depth == 1;
            if token.kind == T::FloatLit && is_whole && self.is_users_text(token.span) {
                found.push((place, token.span));
            }
        }
        for (place, span) in found {
            let Some(&param) = function.ty.params.get(place) else { continue };
            let DeclKind::Param(parameter) = &ast[param].kind else { continue };
            let ty = self.one_line(ast[parameter.ty].span);
            let Some(name) = parameter.name.map(|name| self.text(name.name)) else { continue };
            let written = self.unit.sources.text(span);
            let digits = written.trim_end_matches(['f', 'F', 'l', 'L']);
            let Ok(value) = digits.parse::<f64>() else { continue };
            let is_integer = INTEGERS.contains(&ty.trim_start_matches("const ").trim());
            if !is_integer || value.fract() == 0.0 || value.abs() > 1e9 {
                continue;
            }
            let becomes = value.trunc();
            let message = format!(
                "the launch passes {written} for the parameter `{ty} {name}`, which changes it to {becomes}"
            );
            let mut diagnostic = Diagnostic::new(codes::CONSTANT_CONVERSION, span, message)
                .secondary(ast[param].span, format!("parameter {} of the kernel", place + 1));
            diagnostic = match self.floating_parameter(function) {
                Some(other) => diagnostic.help(format!(
                    "`{other}` is the parameter of floating-point type: pass the arguments in the order of the parameters"
                )),
                None => diagnostic.help("pass an integer, or make the parameter `float`"),
            };
            self.report(diagnostic);
        }
    }

    /// The one parameter of a floating-point type.
    fn floating_parameter(&self, function: &ast::FunctionDecl) -> Option<String> {
        let mut found = function.ty.params.iter().filter_map(|&param| {
            let DeclKind::Param(parameter) = &self.ast[param].kind else { return None };
            let ty = self.one_line(self.ast[parameter.ty].span);
            let is_float = matches!(ty.trim_start_matches("const ").trim(), "float" | "double");
            let name = parameter.name.filter(|_| is_float)?;
            Some(self.text(name.name).to_owned())
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Compares the number of arguments of a launch with the parameters of the kernel.
    fn check_launch_arguments(
        &mut self,
        body: &[Token],
        at: usize,
        kernel: Token,
        functions: &FxHashMap<Name, Uncallable>,
    ) {
        let known = functions.get(&kernel.name).filter(|known| known.kind == Uncalled::Kernel);
        let Some(known) = known else { return };
        let Some((n_numbers, open)) = behind_launch(body, at + 2) else { return };
        if n_numbers < 2 {
            let message = format!(
                "the launch of `{}` has {} between `<<<` and `>>>`, but the numbers of tile blocks and of threads are needed",
                self.text(kernel.name),
                counted(n_numbers, "number")
            );
            let diagnostic = Diagnostic::new(codes::LAUNCH_ARGUMENTS, kernel.span, message)
                .label("launched here")
                .help("launch with one thread a block, `<<<blocks, 1>>>`");
            return self.report(diagnostic);
        }
        let Some((n_arguments, close)) = arguments(body, open) else { return };
        let arities: Option<Vec<ParameterCount>> =
            known.decls.iter().map(|&decl| self.arity(decl)).collect();
        let Some(arities) = arities else { return };
        if arities.iter().any(|arity| arity.takes(n_arguments)) {
            if let [decl] = known.decls[..] {
                self.check_launched_fractions(decl, body.get(open..=close).unwrap_or_default());
            }
            return;
        }
        let (Some(first), Some(last)) = (body.get(open), body.get(close)) else { return };
        let (Some(arity), Some(&decl)) = (arities.first(), known.decls.first()) else { return };
        let DeclKind::Function(function) = &self.ast[decl].kind else { return };
        let is_short = n_arguments < arity.fewest;
        let n_wanted = if is_short { arity.fewest } else { arity.most.unwrap_or(arity.fewest) };
        let name = self.text(kernel.name);
        let message = format!(
            "the launch of `{name}` passes {}, but the kernel has {}",
            counted(n_arguments, "argument"),
            counted(n_wanted, "parameter")
        );
        let missing = function.ty.params.get(n_arguments).filter(|_| is_short);
        let help = match missing.map(|&param| self.unit.sources.text(self.ast[param].span)) {
            Some(text) if !text.is_empty() => {
                format!("pass a value for each parameter; `{text}` has none")
            }
            _ => format!("remove {}", counted(n_arguments.saturating_sub(n_wanted), "argument")),
        };
        let span = Span { lo: first.span.lo, hi: last.span.hi };
        let diagnostic = Diagnostic::new(codes::LAUNCH_ARGUMENTS, span, message)
            .label(counted(n_arguments, "argument"))
            .secondary(self.ast[function.name].span, counted(n_wanted, "parameter"))
            .help(help);
        self.report(diagnostic);
    }

    fn arity(&self, decl: DeclId) -> Option<ParameterCount> {
        let DeclKind::Function(function) = &self.ast[decl].kind else { return None };
        let (mut fewest, mut is_open) = (0, function.ty.is_variadic);
        for &param in &function.ty.params {
            let DeclKind::Param(param) = &self.ast[param].kind else { return None };
            is_open |= param.is_pack;
            fewest += usize::from(!param.is_pack && param.default.is_none());
        }
        let most = (!is_open).then_some(function.ty.params.len());
        Some(ParameterCount { fewest, most })
    }
}

/// The kind of a function that host code cannot call.
fn kind_of(function: &ast::FunctionDecl) -> Option<Uncalled> {
    let specs = &function.specs;
    let has = |space| specs.spaces.has(space);
    if function.kind != FunctionKind::Ordinary || has(Spaces::HOST) {
        return None;
    }
    if has(Spaces::TILE_GLOBAL) {
        return Some(Uncalled::Kernel);
    }
    (has(Spaces::TILE) && !is_constant(specs)).then_some(Uncalled::Tile)
}

/// Whether tile code calls a function without `__tile__`; nvcc has options with which host code calls one of any kind.
fn is_constant(specs: &ast::DeclSpecs) -> bool {
    specs.flags.has(SpecFlags::CONSTEXPR) || specs.flags.has(SpecFlags::CONSTEVAL)
}

/// The launch whose `<<<` begins at a token, and its kernel.
pub(super) fn launch_at(tokens: &[Token], at: usize) -> Option<(usize, Token)> {
    let (first, second) = (tokens.get(at)?, tokens.get(at + 1)?);
    let is_launch = first.kind == T::Shl && second.kind == T::Lt && first.touches(*second);
    is_launch.then(|| launched_name(tokens, at)).flatten().map(|kernel| (at, kernel))
}

/// Whether a name behind two tokens and before a third may be declared there.
pub(super) fn may_declare(first: T, before: T, after: T) -> bool {
    match before {
        // `float* fill)`, but not `= &fill)`.
        T::Star | T::Amp | T::AmpAmp => is_of_type(first) || first == T::Gt,
        T::Gt => matches!(after, T::Eq | T::Semi | T::LBrace | T::Comma | T::RParen | T::Colon),
        // `using std::fill;`
        T::ColonColon => after == T::Semi,
        _ => is_of_type(before),
    }
}

/// Whether a token may be the last of a type or of what introduces a declared name.
fn is_of_type(token: T) -> bool {
    matches!(
        token,
        T::Ident
            | T::KwAuto
            | T::KwBool
            | T::KwChar
            | T::KwShort
            | T::KwInt
            | T::KwLong
            | T::KwSigned
            | T::KwUnsigned
            | T::KwFloat
            | T::KwDouble
            | T::KwVoid
            | T::KwConst
            | T::KwStruct
            | T::KwClass
            | T::KwUnion
            | T::KwEnum
            | T::KwUsing
            | T::KwTypename
            | T::KwNamespace
    )
}

/// The token behind the template arguments that may stand at `at`.
pub(super) fn behind_template_arguments(tokens: &[Token], at: usize) -> Option<usize> {
    if tokens.get(at)?.kind != T::Lt {
        return Some(at);
    }
    let mut depth = 0usize;
    for (offset, token) in tokens.get(at..)?.iter().enumerate() {
        match token.kind {
            T::Lt => depth += 1,
            T::Gt => depth = depth.checked_sub(1)?,
            T::Shr => depth = depth.checked_sub(2)?,
            T::Semi | T::LBrace | T::RBrace | T::Shl => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + offset + 1);
        }
    }
    None
}

/// The numbers in the configuration of a launch that begins at `start`, and the `(` behind its `>>>`.
pub(super) fn behind_launch(tokens: &[Token], start: usize) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut n_commas = 0;
    for (offset, token) in tokens.get(start..)?.iter().enumerate() {
        match token.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => depth = depth.checked_sub(1)?,
            T::Shr if depth == 0 => {
                let at = start + offset;
                let [close, open] = tokens.get(at + 1..at + 3)? else { return None };
                let is_end = close.kind == T::Gt && open.kind == T::LParen;
                return is_end.then_some((if offset == 0 { 0 } else { n_commas + 1 }, at + 2));
            }
            T::Comma if depth == 0 => n_commas += 1,
            T::Semi => return None,
            _ => {}
        }
    }
    None
}

/// The number of arguments between the parentheses from `open` on, and where they end; `None` where a comma may also stand
/// between template arguments, or a pack is expanded.
fn arguments(tokens: &[Token], open: usize) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut n_commas = 0;
    for (offset, token) in tokens.get(open..)?.iter().enumerate() {
        match token.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let n = if offset == 1 { 0 } else { n_commas + 1 };
                    return Some((n, open + offset));
                }
            }
            T::Comma if depth == 1 => n_commas += 1,
            T::Lt | T::Ellipsis | T::Eof => return None,
            _ => {}
        }
    }
    None
}
