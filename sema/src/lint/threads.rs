//! Code for threads where a kernel of tile code is meant: `__global__` before a kernel that uses tile
//! functions, and launches of a kernel with more than one thread.
//!
//! Both stand in code that is not compiled here, so they are read off the tokens: names are looked up
//! where they are qualified by a namespace, and a number of threads is known where it is written in
//! the launch, computed there from constants, or is the initialiser of the constant that is.

use lang::ast::{self, DeclKind, Spaces};
use lang::base::{Applicability, Diagnostic, Name, Span};
use lang::lex::{Token, TokenKind as T};
use rustc_hash::FxHashSet;

use super::host_number::is_parameter;
use crate::Cx;
use crate::codes;
use crate::entity::{DeclName, Entity, NamespaceId, TemplateKind};
use crate::lookup::Wanted;
use crate::scope::Order;

impl<'a> Cx<'a> {
    pub(super) fn warn_of_thread_code(&mut self) {
        for (ns, decl, order) in std::mem::take(&mut self.index.thread_kernels) {
            self.warn_of_tile_functions(ns, decl, order);
        }
        self.warn_of_launches();
        self.warn_of_macro_operands();
        self.warn_of_indentation();
        self.warn_of_host_code();
    }

    /// Warns of a `__global__` function in which a tile function is named.
    fn warn_of_tile_functions(&mut self, ns: NamespaceId, decl: ast::DeclId, order: Order) {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast[ast.templated(decl)].kind else { return };
        let ast::FunctionBody::Definition(body) = function.body else { return };
        if !self.is_users_text(ast[body].span) {
            return;
        }
        let tokens = self.unit.tokens.get(ast[body].tokens.indices()).unwrap_or_default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if token.kind != T::Ident || tokens.get(at).map(|next| next.kind) != Some(T::ColonColon)
            {
                continue;
            }
            let path = path_at(tokens, at - 1);
            at += 2 * (path.len().max(1) - 1);
            if let Some((name, used)) = self.tile_function_at(ns, order, &path) {
                let kernel = ast[function.name].span;
                let mut diagnostic = Diagnostic::new(
                    codes::THREAD_KERNEL,
                    used,
                    format!(
                        "`{}` is a kernel of threads, but `{name}` is a function of tile code",
                        self.unit.sources.text(kernel)
                    ),
                )
                .secondary(kernel, "declared `__global__`");
                let specifier = self.specifier_before(ast[decl].span, kernel);
                if let Some(specifier) = specifier {
                    diagnostic = diagnostic.fix(
                        "write `__tile_global__`, which makes it a kernel of tile code",
                        Applicability::Maybe,
                        specifier,
                        "__tile_global__",
                    );
                }
                self.report(diagnostic);
                return;
            }
        }
    }

    /// The token `__global__` of a declaration.
    fn specifier_before(&self, decl: Span, name: Span) -> Option<Span> {
        let is_inside = |span: Span| decl.lo <= span.lo && span.hi <= name.lo;
        let mut tokens = self.unit.tokens.iter();
        tokens.find(|token| token.kind == T::KwGlobal && is_inside(token.span)).map(|t| t.span)
    }

    /// The function of tile code that a qualified name means, and where its last part is.
    fn tile_function_at(
        &mut self,
        ns: NamespaceId,
        order: Order,
        path: &[Token],
    ) -> Option<(String, Span)> {
        let (first, rest) = path.split_first()?;
        let (last, middle) = rest.split_last()?;
        let scope = self.namespace_scope(ns, order);
        let key = |token: &Token| DeclName::Identifier(token.name);
        let found = self.lookup_wanted(scope, key(first), Wanted::Scopes);
        let Some(Entity::Namespace(mut inner)) = found.single().cloned() else { return None };
        for token in middle {
            let found = self.lookup_in_namespace(inner, order, key(token), Wanted::Scopes);
            let Some(Entity::Namespace(next)) = found.single().cloned() else { return None };
            inner = next;
        }
        let found = self.lookup_in_namespace(inner, order, key(last), Wanted::Any);
        let is_tile = found.entities.iter().any(|entity| self.is_tile_function(entity));
        is_tile.then(|| (self.text(last.name).to_owned(), last.span))
    }

    fn is_tile_function(&self, entity: &Entity) -> bool {
        let spaces = match *entity {
            Entity::Function(function) => self.entities[function].spaces,
            Entity::Template(template)
                if self.entities[template].kind == TemplateKind::Function =>
            {
                let Some(decl) = self.entities[template].decl else { return false };
                match &self.ast[self.ast.templated(decl)].kind {
                    DeclKind::Function(function) => function.specs.spaces,
                    _ => return false,
                }
            }
            _ => return false,
        };
        spaces.has(Spaces::TILE) && !spaces.has(Spaces::DEVICE) && !spaces.has(Spaces::HOST)
    }

    /// Warns of launches of tile kernels with blocks of more than one thread.
    fn warn_of_launches(&mut self) {
        let mut kernels: FxHashSet<Name> = FxHashSet::default();
        for &(_, name, decl) in &self.index.kernels {
            if let DeclName::Identifier(name) = name
                && self.is_users_text(self.ast[decl].span)
            {
                kernels.insert(name);
            }
        }
        kernels.retain(|name| !self.index.thread_kernel_names.contains(name));
        if kernels.is_empty() {
            return;
        }
        let tokens = self.unit.tokens;
        for run in self.unit.users_tokens(0) {
            let pairs = tokens.get(run.clone()).unwrap_or_default().windows(2);
            for (at, pair) in run.zip(pairs) {
                let [first, second] = pair else { continue };
                if first.kind == T::Shl && second.kind == T::Lt && first.touches(*second) {
                    self.warn_of_launch(tokens, at, &kernels);
                }
            }
        }
    }

    fn warn_of_launch(&mut self, tokens: &[Token], at: usize, kernels: &FxHashSet<Name>) {
        let Some(kernel) = launched_name(tokens, at).filter(|token| kernels.contains(&token.name))
        else {
            return;
        };
        self.warn_of_empty_grid(tokens, at, kernel);
        let Some(block) = second_argument(tokens, at + 2) else { return };
        let (Some(first), Some(last)) = (block.first(), block.last()) else { return };
        let Some((n_threads, declared)) = self.number_of_threads(tokens, block) else { return };
        if n_threads <= 1 || !self.is_users_text(first.span) {
            return;
        }
        let span = Span { lo: first.span.lo, hi: last.span.hi };
        let name = self.text(kernel.name);
        let message = format!(
            "`{name}` is a kernel of tile code, which is launched with 1 thread a block, not {n_threads}"
        );
        let mut diagnostic = Diagnostic::new(codes::LAUNCHED_THREADS, span, message).fix(
            "write 1: the compiler chooses the number of threads",
            Applicability::Maybe,
            span,
            "1",
        );
        if let Some(declared) = declared {
            diagnostic = diagnostic.secondary(declared, "the number of threads");
        }
        self.report(diagnostic);
    }

    /// Warns of a launch whose number of tile blocks is 0.
    fn warn_of_empty_grid(&mut self, tokens: &[Token], at: usize, kernel: Token) {
        let Some(grid) = first_argument(tokens, at + 2) else { return };
        let (Some(first), Some(last)) = (grid.first(), grid.last()) else { return };
        if !self.is_users_text(first.span) {
            return;
        }
        let is_users = |token: &&Token| self.is_users_text(token.span);
        let users: Vec<Token> = tokens.iter().filter(is_users).copied().collect();
        let Some((0, declared)) = self.host_number(&users, grid) else { return };
        let span = Span { lo: first.span.lo, hi: last.span.hi };
        let name = self.text(kernel.name);
        let message = format!("the launch of `{name}` has 0 tile blocks, so it fails");
        let mut diagnostic = Diagnostic::new(codes::LAUNCH_ARGUMENTS, span, message).label("is 0");
        if let Some(declared) = declared {
            diagnostic = diagnostic.secondary(declared, "the number of tile blocks");
        }
        let quotient = match grid {
            [n, slash, size] if slash.kind == T::Slash => {
                Some([n, size].map(|token| self.unit.sources.text(token.span)))
            }
            _ => None,
        };
        let diagnostic = match quotient {
            Some([n, size]) => {
                let rounded = format!("({n} + {size} - 1) / {size}");
                diagnostic.fix(
                    format!("round up, `{rounded}`: a division of integers rounds down"),
                    Applicability::Maybe,
                    span,
                    rounded,
                )
            }
            None => diagnostic.help("launch at least one tile block"),
        };
        self.report(diagnostic);
    }

    /// The product of the numbers in an argument of a launch: `128`, `dim3(16, 16)`, or the name of a
    /// constant that is initialised so; where that is.
    fn number_of_threads(&self, tokens: &[Token], block: &[Token]) -> Option<(u64, Option<Span>)> {
        if let Some(number) = self.product_of(block) {
            return Some((number, None));
        }
        let is_users = |token: &&Token| self.is_users_text(token.span);
        let tokens: Vec<Token> = tokens.iter().filter(is_users).copied().collect();
        let known = self.host_number(&tokens, block);
        if known.is_some() {
            return known;
        }
        let [name] = block else { return None };
        let (at, value) = initializer(&tokens, *name)?;
        Some((self.product_of(value)?, Some(tokens.get(at)?.span)))
    }

    fn product_of(&self, tokens: &[Token]) -> Option<u64> {
        let inner = match tokens {
            [name, open, inner @ .., close]
                if self.text(name.name) == "dim3"
                    && matches!(open.kind, T::LParen | T::LBrace)
                    && matches!(close.kind, T::RParen | T::RBrace) =>
            {
                inner
            }
            _ => tokens,
        };
        let mut product = 1u64;
        for part in inner.split(|token| matches!(token.kind, T::Comma | T::Star)) {
            let [token] = part else { return None };
            let text = self.unit.sources.text(token.span);
            let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
            product = product.checked_mul(digits.parse().ok()?)?;
        }
        Some(product)
    }
}

/// Where the user's tokens initialise the variable that a name means, and by what.
pub(super) fn initializer(tokens: &[Token], used: Token) -> Option<(usize, &[Token])> {
    let name = used.name;
    if is_changed(tokens, name) {
        return None;
    }
    let mut uses = tokens.windows(2).enumerate().filter_map(|(at, pair)| match pair {
        [token, next] if token.kind == T::Ident && token.name == name => {
            matches!(next.kind, T::Eq | T::LParen | T::LBrace).then_some(at)
        }
        _ => None,
    });
    // Its one initialiser: with two, one may be of another variable.
    let (Some(at), None) = (uses.next(), uses.next()) else { return None };
    let place = tokens.iter().position(|token| token.span == used.span)?;
    if !is_in_scope(tokens.get(at..place)?) || is_parameter(tokens.get(at..place)?, name) {
        return None;
    }
    let rest = tokens.get(at + 1..)?;
    let (open, behind) = rest.split_first()?;
    let end = behind.iter().position(|token| match open.kind {
        T::Eq => matches!(token.kind, T::Semi | T::Comma),
        T::LParen => token.kind == T::RParen,
        _ => token.kind == T::RBrace,
    })?;
    Some((at, behind.get(..end)?))
}

/// Whether the block in which tokens begin is around their end.
fn is_in_scope(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    tokens.iter().all(|token| {
        let inner = match token.kind {
            T::LBrace => depth.checked_add(1),
            T::RBrace => depth.checked_sub(1),
            _ => Some(depth),
        };
        depth = inner.unwrap_or(depth);
        inner.is_some()
    })
}

/// `a::b::c` from the token at `start`.
fn path_at(tokens: &[Token], start: usize) -> Vec<Token> {
    let mut path = Vec::new();
    let mut at = start;
    while let Some(&token) = tokens.get(at).filter(|token| token.kind == T::Ident) {
        path.push(token);
        if tokens.get(at + 1).map(|next| next.kind) != Some(T::ColonColon) {
            break;
        }
        at += 2;
    }
    path
}

/// Whether something besides an initialiser may change a variable: its name is an operand of an
/// assignment with an operation, of `++`, `--`, `&` or `>>`.
pub(super) fn is_changed(tokens: &[Token], name: Name) -> bool {
    let changes = |token: &Token| {
        matches!(
            token.kind,
            T::PlusPlus
                | T::MinusMinus
                | T::PlusEq
                | T::MinusEq
                | T::StarEq
                | T::SlashEq
                | T::PercentEq
                | T::AmpEq
                | T::PipeEq
                | T::CaretEq
                | T::ShlEq
                | T::ShrEq
        )
    };
    tokens.windows(3).any(|around| match around {
        [before, token, after] if token.kind == T::Ident && token.name == name => {
            changes(after) || matches!(before.kind, T::PlusPlus | T::MinusMinus | T::Amp | T::Shr)
        }
        _ => false,
    })
}

/// The name of the kernel before `<<<`, behind which template arguments may stand.
pub(super) fn launched_name(tokens: &[Token], launch: usize) -> Option<Token> {
    let last = launch.checked_sub(1)?;
    let token = tokens.get(last)?;
    if token.kind == T::Ident {
        return Some(*token);
    }
    if !matches!(token.kind, T::Gt) {
        return None;
    }
    let mut depth = 0usize;
    for at in (0..=last).rev() {
        match tokens.get(at)?.kind {
            T::Gt => depth += 1,
            T::Shr => depth += 2,
            T::Lt => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let name = *tokens.get(at.checked_sub(1)?)?;
                    return (name.kind == T::Ident).then_some(name);
                }
            }
            T::Semi | T::LBrace | T::RBrace => return None,
            _ => {}
        }
    }
    None
}

/// The first argument of a launch, which begins at `start`.
fn first_argument(tokens: &[Token], start: usize) -> Option<&[Token]> {
    let mut depth = 0usize;
    for at in start..tokens.len() {
        match tokens.get(at)?.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => depth = depth.checked_sub(1)?,
            T::Comma if depth == 0 => return tokens.get(start..at),
            T::Semi => return None,
            _ => {}
        }
    }
    None
}

/// The second argument of a launch, whose first begins at `start`.
fn second_argument(tokens: &[Token], start: usize) -> Option<&[Token]> {
    let mut depth = 0usize;
    let mut begin = None;
    for at in start..tokens.len() {
        match tokens.get(at)?.kind {
            T::LParen | T::LBracket | T::LBrace => depth += 1,
            T::RParen | T::RBracket | T::RBrace => depth = depth.checked_sub(1)?,
            T::Comma if depth == 0 => match begin {
                None => begin = Some(at + 1),
                Some(begin) => return tokens.get(begin..at),
            },
            T::Shr if depth == 0 && tokens.get(at + 1)?.kind == T::Gt => {
                return tokens.get(begin?..at);
            }
            T::Semi => return None,
            _ => {}
        }
    }
    None
}
