//! The cursor: the current token, expectations, recovery, limits.
//!
//! Every production is a method of [`Parser`] in one of the sibling files. A production leaves the
//! cursor behind what it consumed; when it cannot go on it reports once, returns an error node and
//! leaves the cursor where the trouble is. Its caller resynchronises.

use rustc_hash::FxHashMap;

use super::brackets::BracketMap;
use super::names::{Binding, NameKind, NameTable, ScopeKind};
use super::words::{Intrinsic, Words, predeclared};
use super::{TranslationUnit, codes};
use crate::ast::*;
use crate::base::{Diagnostic, Diagnostics, Interner, Name, Pos, Span};
use crate::lex::{Token, TokenFlags, TokenKind};

/// How deep expressions, statements, types and declarations may nest in each other.
pub(super) const MAX_DEPTH: u32 = 256;
/// How high a tree may become: a level for each nesting and for each operator of `a + b + c + ...`,
/// which nests to the left without recursion here, but not in the passes that read the tree.
pub(super) const MAX_HEIGHT: u32 = 512;
/// Steps of the cursor allowed for each token of the input, on top of a constant. Look-ahead is
/// linear, so that real programs need fewer than ten.
const STEPS_PER_TOKEN: u64 = 200;

pub(super) struct Parser<'a> {
    pub tokens: &'a [Token],
    pub brackets: &'a BracketMap,
    pub words: &'a Words,
    /// What is not parsed, from the cursor on.
    left_out: &'a [TokenRange],
    pub ast: &'a mut Ast,
    pub names: &'a mut NameTable,
    pub interner: &'a mut Interner,
    pub diagnostics: Diagnostics,
    /// Where names are looked up and declared.
    pub scope: ScopeId,
    /// Whether `>` is an operator here and not the end of a template list.
    pub greater: Greater,
    /// Whether `name {` is a braced initialisation and not the start of some body.
    pub braces: BraceInit,
    /// Whether `auto` in a parameter invents a template parameter.
    pub placeholders: Placeholders,
    /// The parameters that were invented for the function declarator being parsed.
    pub invented: Vec<DeclId>,
    /// What [`Parser::skip_template_args`] found at a `<`: look-ahead stays linear.
    pub angle_memo: FxHashMap<(u32, bool), Option<Cursor>>,
    /// The members of the types written so far, for aliases and bases.
    pub type_scopes: FxHashMap<TypeExprId, ScopeId>,
    /// The class whose members are being parsed: the name of its constructors.
    pub current_class: Option<Name>,
    cursor: Cursor,
    /// Where the tokens to be parsed end.
    pub end: u32,
    depth: u32,
    /// The height of the highest node finished since the last [`Parser::descend`].
    height: u32,
    steps: u64,
    max_steps: u64,
    /// Where the last error was reported; a second one at the same token would only repeat it.
    pub last_error: Option<u32>,
    /// An error was reported that no unknown macro or header explains.
    pub has_certain_error: bool,
}

/// A position in the token list; `split` is the second half of a `>>` whose first half closed a
/// template list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cursor {
    pub pos: u32,
    split: Option<TokenKind>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Greater {
    Operator,
    ClosesList,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BraceInit {
    Allowed,
    /// In a *requires-clause* `C {` is a concept before a body.
    StartsBody,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placeholders {
    Keep,
    Invent,
}

/// A nesting level, left again through [`Parser::leave`]: the height of the nodes before it.
#[must_use]
pub(super) struct Level(u32);

impl<'a> Parser<'a> {
    pub fn new(
        unit: &'a mut TranslationUnit,
        interner: &'a mut Interner,
        start: usize,
        end: usize,
    ) -> Parser<'a> {
        let scope = unit.names.global();
        Parser {
            tokens: &unit.tokens,
            brackets: &unit.brackets,
            words: &unit.words,
            left_out: &unit.left_out,
            ast: &mut unit.ast,
            names: &mut unit.names,
            interner,
            diagnostics: Diagnostics::new(),
            scope,
            greater: Greater::Operator,
            braces: BraceInit::Allowed,
            placeholders: Placeholders::Keep,
            invented: Vec::new(),
            angle_memo: FxHashMap::default(),
            type_scopes: FxHashMap::default(),
            current_class: None,
            cursor: Cursor { pos: start as u32, split: None },
            end: end as u32,
            depth: 0,
            height: 0,
            steps: 0,
            max_steps: 100_000 + STEPS_PER_TOKEN * (end - start) as u64,
            last_error: None,
            has_certain_error: false,
        }
    }

    /// Counts the tokens and steps of what was parsed before, so that the limit is that of the whole.
    pub fn go_on(&mut self, n_tokens: usize, n_steps: u64) {
        self.steps = n_steps;
        self.max_steps += STEPS_PER_TOKEN * n_tokens as u64;
    }

    pub fn n_steps(&self) -> u64 {
        self.steps
    }

    pub fn finish(self) -> Diagnostics {
        self.diagnostics
    }

    /// The names that exist before the first token.
    pub fn declare_builtin_names(&mut self) {
        let global = self.names.global();
        for (text, intrinsic) in predeclared() {
            let kind = match intrinsic {
                Intrinsic::Template => NameKind::TypeTemplate,
                Intrinsic::OpaqueType => NameKind::Type,
                Intrinsic::Expression | Intrinsic::Offsetof | Intrinsic::Type => continue,
            };
            let name = self.interner.intern(text);
            self.names.declare(global, name, Binding { kind, scope: None, declared_at: 0 });
        }
    }

    // Tokens.

    /// The current token.
    pub fn token(&self) -> Token {
        let token = self.raw(self.cursor.pos);
        match self.cursor.split {
            None => token,
            Some(kind) => {
                let span = Span::new(token.span.lo.offset(1), token.span.hi);
                Token { kind, span, flags: TokenFlags::NONE, ..token }
            }
        }
    }

    pub fn kind(&self) -> TokenKind {
        match self.cursor.split {
            Some(kind) => kind,
            None => self.raw(self.cursor.pos).kind,
        }
    }

    pub fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// The token `n` places further on.
    pub fn peek(&self, n: u32) -> Token {
        if n == 0 { self.token() } else { self.raw(self.cursor.pos.saturating_add(n)) }
    }

    pub fn peek_kind(&self, n: u32) -> TokenKind {
        self.peek(n).kind
    }

    /// The token at an index, `Eof` from the end of what is parsed on.
    pub fn raw(&self, pos: u32) -> Token {
        if pos < self.end
            && let Some(&token) = self.tokens.get(pos as usize)
        {
            return token;
        }
        let at = self.tokens.get(self.end as usize).or(self.tokens.last());
        let span = at.map_or(Span::NONE, |token| Span::new(token.span.lo, token.span.lo));
        let name = at.map_or_else(|| self.words.final_word, |token| token.name);
        let is_repaired = at.is_some_and(|token| token.flags.contains(TokenFlags::REPAIRED));
        let repaired = if is_repaired { TokenFlags::REPAIRED } else { TokenFlags::NONE };
        let flags = TokenFlags::START_OF_LINE.with(repaired);
        Token { kind: TokenKind::Eof, span, name, flags }
    }

    pub fn span(&self) -> Span {
        self.token().span
    }

    /// The span of the last token before the cursor.
    pub fn prev_span(&self) -> Span {
        let pos = self.cursor.pos;
        if self.cursor.split.is_some() {
            let span = self.raw(pos).span;
            return Span::new(span.lo, span.lo.offset(1));
        }
        match pos.checked_sub(1).and_then(|pos| self.tokens.get(pos as usize)) {
            Some(token) => token.span,
            None => Span::NONE,
        }
    }

    /// From `start` to the last token consumed.
    pub fn span_from(&self, start: Span) -> Span {
        let end = self.prev_span();
        if end.hi < start.lo && end.lo < start.lo { start } else { start.to(end) }
    }

    /// Consumes the current token.
    pub fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind == TokenKind::Eof {
            return token;
        }
        self.count_step();
        self.cursor = Cursor { pos: self.cursor.pos + 1, split: None };
        token
    }

    pub fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    pub fn at_word(&self, word: Name) -> bool {
        let token = self.token();
        token.kind == TokenKind::Ident && token.name == word
    }

    /// Whether the current token may end a template list: `>`, or `>>` for two of them. The other
    /// tokens that start with `>` never do, `[temp.names]/4`.
    pub fn at_greater(&self) -> bool {
        matches!(self.kind(), TokenKind::Gt | TokenKind::Shr)
    }

    /// Consumes one `>`, splitting a longer token.
    pub fn eat_greater(&mut self) -> bool {
        if self.at(TokenKind::Gt) {
            self.bump();
            return true;
        }
        if !self.at(TokenKind::Shr) {
            return false;
        }
        self.count_step();
        self.cursor.split = Some(TokenKind::Gt);
        true
    }

    // The cursor.

    pub fn cursor(&self) -> Cursor {
        self.cursor
    }

    pub fn index(&self) -> u32 {
        self.cursor.pos
    }

    pub fn seek(&mut self, cursor: Cursor) {
        self.count_step();
        self.cursor = cursor;
    }

    pub fn seek_index(&mut self, pos: u32) {
        self.seek(Cursor { pos: pos.min(self.end), split: None });
    }

    /// Runs a look-ahead and puts the cursor back.
    pub fn look_ahead<T>(&mut self, probe: impl FnOnce(&mut Parser<'a>) -> T) -> T {
        let saved = self.cursor;
        let result = probe(self);
        self.cursor = saved;
        result
    }

    pub fn range_from(&self, start: u32) -> TokenRange {
        TokenRange { start, end: self.cursor.pos.max(start) }
    }

    /// Index of the bracket that closes the one at the cursor, within what is parsed.
    pub fn closing(&self) -> Option<u32> {
        self.brackets.closing(self.cursor.pos).filter(|&close| close < self.end)
    }

    /// Skips a bracketed group at the cursor. False when it is never closed.
    pub fn skip_group(&mut self) -> bool {
        let Some(close) = self.closing() else { return false };
        self.seek_index(close + 1);
        true
    }

    /// Moves over declarations that nothing mentions. False when the one at the cursor is none.
    pub fn skip_left_out(&mut self) -> bool {
        let Some(range) = self.left_out.first().copied() else { return false };
        if range.start > self.cursor.pos {
            return false;
        }
        self.left_out = self.left_out.get(1..).unwrap_or_default();
        if range.start < self.cursor.pos {
            return self.skip_left_out();
        }
        self.seek_index(range.end);
        true
    }

    /// Whether the limit on steps was hit and reported.
    pub fn is_exhausted(&self) -> bool {
        self.steps >= self.max_steps
    }

    fn count_step(&mut self) {
        self.steps += 1;
        if self.steps == self.max_steps {
            let span = self.span();
            self.diagnostics.push(Diagnostic::new(
                codes::TOO_COMPLEX,
                span,
                "the code is too complex to parse",
            ));
        }
        if self.steps >= self.max_steps {
            // Every production stops at the end of the input.
            self.cursor = Cursor { pos: self.end, split: None };
        }
    }

    // Scopes and levels.

    pub fn enter(&mut self, scope: ScopeId) {
        self.scope = scope;
    }

    /// Starts in a construct that nests in `depth` others.
    pub fn start_at_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Opens a scope and returns the one to go back to.
    pub fn open_scope(&mut self, kind: ScopeKind) -> ScopeId {
        let outer = self.scope;
        self.scope = self.names.push_scope(kind, outer);
        outer
    }

    /// Declares a name in the innermost scope that takes declarations.
    pub fn declare(&mut self, name: Name, kind: NameKind, scope: Option<ScopeId>) {
        let target = self.names.declaring_scope(self.scope);
        self.declare_in(target, name, kind, scope);
    }

    pub fn declare_in(
        &mut self,
        target: ScopeId,
        name: Name,
        kind: NameKind,
        scope: Option<ScopeId>,
    ) {
        let declared_at = self.cursor.pos;
        self.names.declare(target, name, Binding { kind, scope, declared_at });
    }

    /// Runs `inner` one level deeper, or gives `None` after reporting the limit.
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Parser<'a>) -> T) -> Option<T> {
        let level = self.descend()?;
        let result = inner(self);
        self.leave(level);
        Some(result)
    }

    /// Goes one level deeper, unless that is too deep.
    pub fn descend(&mut self) -> Option<Level> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            self.report(Diagnostic::new(codes::NESTING_TOO_DEEP, span, "nested too deep").note(
                format!("the limit is {MAX_DEPTH} levels of expressions, statements and types"),
            ));
            // Nothing sensible follows on this level: leave the whole construct.
            self.cursor = Cursor { pos: self.end, split: None };
            self.last_error = Some(self.end);
            return None;
        }
        self.depth += 1;
        Some(Level(std::mem::take(&mut self.height)))
    }

    /// [`Parser::descend`] for look-ahead, which says "no" instead of reporting.
    pub fn descend_quietly(&mut self) -> Option<Level> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        Some(Level(self.height))
    }

    pub fn leave(&mut self, level: Level) {
        self.depth -= 1;
        self.height = level.0.max(self.height + 1);
    }

    /// Runs `inner` for a node beside those just parsed: the tree gets as high as the higher one.
    pub fn beside<T>(&mut self, inner: impl FnOnce(&mut Parser<'a>) -> T) -> T {
        let height = std::mem::take(&mut self.height);
        let result = inner(self);
        self.height = self.height.max(height);
        result
    }

    /// Accounts for a node that is put on top of those just parsed, without a [`Level`]. False,
    /// after reporting it, when the tree gets too high.
    pub fn grow(&mut self) -> bool {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return true;
        }
        let span = self.span();
        self.report(
            Diagnostic::new(codes::NESTING_TOO_DEEP, span, "too many operators in a row")
                .note(format!("the limit is {MAX_HEIGHT}, with those of the operands"))
                .help("compute the first part in a variable of its own"),
        );
        false
    }

    /// Runs `inner` where `>` and `{` have their usual meaning: inside brackets.
    pub fn bracketed<T>(&mut self, inner: impl FnOnce(&mut Parser<'a>) -> T) -> T {
        let greater = std::mem::replace(&mut self.greater, Greater::Operator);
        let braces = std::mem::replace(&mut self.braces, BraceInit::Allowed);
        let result = inner(self);
        self.greater = greater;
        self.braces = braces;
        result
    }

    /// Runs `inner` where `>` ends the list being parsed.
    pub fn in_angles<T>(&mut self, inner: impl FnOnce(&mut Parser<'a>) -> T) -> T {
        let greater = std::mem::replace(&mut self.greater, Greater::ClosesList);
        let braces = std::mem::replace(&mut self.braces, BraceInit::Allowed);
        let result = inner(self);
        self.greater = greater;
        self.braces = braces;
        result
    }

    // Diagnostics.

    /// Skips pragmas where they mean nothing.
    pub fn skip_pragmas(&mut self) {
        while self.at(TokenKind::PragmaStart) {
            while !matches!(self.kind(), TokenKind::PragmaEnd | TokenKind::Eof) {
                self.bump();
            }
            self.eat(TokenKind::PragmaEnd);
        }
    }

    // Nodes.

    pub fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.ast.exprs.push(Expr { kind, span })
    }

    pub fn ty(&mut self, kind: TypeExprKind, cv: Cv, span: Span) -> TypeExprId {
        self.ast.types.push(TypeExpr { kind, cv, span })
    }

    pub fn decl(&mut self, kind: DeclKind, span: Span) -> DeclId {
        self.ast.decls.push(Decl { kind, attrs: Vec::new(), access: None, span })
    }

    pub fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.ast.stmts.push(Stmt::new(kind, span))
    }

    pub fn error_expr(&mut self) -> ExprId {
        let span = self.span();
        self.expr(ExprKind::Error, span)
    }

    pub fn error_type(&mut self) -> TypeExprId {
        let span = self.span();
        self.ty(TypeExprKind::Error, Cv::NONE, span)
    }

    /// The current identifier, consumed.
    pub fn eat_ident(&mut self) -> Option<Ident> {
        let token = self.token();
        if token.kind != TokenKind::Ident {
            return None;
        }
        self.bump();
        Some(Ident { name: token.name, span: token.span })
    }
}

/// Closes a list of tokens by an `Eof`.
pub(super) fn close(tokens: &mut Vec<Token>, interner: &mut Interner) {
    if tokens.last().is_none_or(|token| token.kind != TokenKind::Eof) {
        tokens.push(eof_after(tokens.last().copied(), interner));
    }
}

fn eof_after(last: Option<Token>, interner: &mut Interner) -> Token {
    let at = last.map_or(Pos::NONE, |token| token.span.hi);
    Token {
        span: Span::new(at, at),
        name: interner.intern(""),
        kind: TokenKind::Eof,
        flags: TokenFlags::START_OF_LINE,
    }
}
