//! The cursor: the current token, expectations, recovery, limits.
//!
//! Every production is a method of [`Parser`] in one of the sibling files. A production leaves the
//! cursor behind what it consumed; when it cannot go on it reports once, returns an error node and
//! leaves the cursor where the trouble is. Its caller resynchronises.

use rustc_hash::FxHashMap;

use super::names::{Binding, NameKind, NameTable, ScopeKind};
use super::words::{Intrinsic, Words, predeclared};
use super::{TranslationUnit, codes};
use crate::ast::*;
use crate::base::{
    Applicability, Code, Diagnostic, Diagnostics, Interner, Name, Pos, Span,
};
use crate::lex::{Token, TokenFlags, TokenKind};

/// How deep expressions, statements, types and declarations may nest in each other.
pub(super) const MAX_DEPTH: u32 = 256;
/// How high a tree may become: a level for each nesting and for each operator of `a + b + c + ...`,
/// which nests to the left without recursion here, but not in those who read the tree.
pub(super) const MAX_HEIGHT: u32 = 512;
/// Steps of the cursor allowed for each token of the input, on top of a constant. Look-ahead is
/// linear, so that real programs need fewer than ten.
const STEPS_PER_TOKEN: u64 = 200;

pub(super) struct Parser<'a> {
    pub tokens: &'a [Token],
    pub brackets: &'a BracketMap,
    pub words: &'a Words,
    pub ast: &'a mut Ast,
    pub names: &'a mut NameTable,
    pub interner: &'a mut Interner,
    diagnostics: Diagnostics,
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
    end: u32,
    depth: u32,
    /// The height of the highest node finished since the last [`Parser::descend`].
    height: u32,
    steps: u64,
    max_steps: u64,
    /// Where the last error was reported; a second one at the same token would only repeat it.
    last_error: Option<u32>,
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
        }
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
    fn raw(&self, pos: u32) -> Token {
        if pos < self.end
            && let Some(&token) = self.tokens.get(pos as usize)
        {
            return token;
        }
        let at = self.tokens.get(self.end as usize).or(self.tokens.last());
        let span = at.map_or(Span::NONE, |token| Span::new(token.span.lo, token.span.lo));
        let name = at.map_or_else(|| self.words.final_word, |token| token.name);
        Token { kind: TokenKind::Eof, span, name, flags: TokenFlags::START_OF_LINE }
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
            self.report(
                Diagnostic::new(codes::NESTING_TOO_DEEP, span, "nested too deep").note(format!(
                    "the limit is {MAX_DEPTH} levels of expressions, statements and types"
                )),
            );
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

    pub fn n_diagnostics(&self) -> usize {
        self.diagnostics.len()
    }

    /// Takes back the diagnostics from the `from`th on.
    pub fn split_diagnostics(&mut self, from: usize) -> Diagnostics {
        self.diagnostics.split_off(from)
    }

    pub fn extend_diagnostics(&mut self, diagnostics: Diagnostics) {
        self.diagnostics.extend(diagnostics);
    }

    /// Reports unless an error was already reported at this token.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.last_error != Some(self.cursor.pos) && self.steps < self.max_steps {
            self.last_error = Some(self.cursor.pos);
            self.diagnostics.push(diagnostic);
        }
    }

    /// Takes the current token as already complained about.
    pub fn suppress_error_here(&mut self) {
        self.last_error = Some(self.cursor.pos);
    }

    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Reports `expected WHAT, found ...` at the current token.
    pub fn error_expected(&mut self, code: Code, what: &str) {
        let span = self.span();
        let message = format!("expected {what}, found {}", self.describe_token());
        self.error(code, span, message);
    }

    /// The current token in a message.
    pub fn describe_token(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Eof if self.end as usize + 1 < self.tokens.len() => "the end of the body".into(),
            TokenKind::Eof => "the end of the file".into(),
            TokenKind::Unknown | TokenKind::Ident | TokenKind::PpNumber => {
                format!("`{}`", self.interner.text(token.name))
            }
            kind if kind.is_literal() => format!("`{}`", self.interner.text(token.name)),
            kind if kind.is_keyword() || kind.is_punctuator() => format!("`{}`", kind.text()),
            kind => format!("`{}`", kind.text()),
        }
    }

    /// Consumes a token of this kind, or reports that it is missing after `context`.
    pub fn expect(&mut self, kind: TokenKind, context: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.error_missing(kind, context);
        false
    }

    /// Reports a missing punctuator where it belongs: behind the last token.
    pub fn error_missing(&mut self, kind: TokenKind, context: &str) {
        let text = kind.text();
        let place = self.prev_span();
        let at = if place.is_none() { self.span() } else { place.after() };
        let mut diagnostic =
            Diagnostic::new(codes::EXPECTED_TOKEN, at, format!("expected `{text}` {context}"));
        let found = self.token();
        if found.kind != TokenKind::Eof && !found.starts_line() {
            diagnostic =
                diagnostic.secondary(found.span, format!("found {}", self.describe_token()));
        }
        let fix = if kind == TokenKind::Semi { Applicability::Always } else { Applicability::Maybe };
        self.report(diagnostic.fix(format!("insert `{text}`"), fix, at, text));
    }

    /// Consumes the bracket that closes the one at index `open`; when something else stands here,
    /// reports it and skips to that bracket.
    pub fn expect_closing(&mut self, open: u32, kind: TokenKind, context: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        let close = self.brackets.closing(open).filter(|&close| close < self.end);
        if kind == TokenKind::RBrace && close.is_none() {
            // The bracket map has reported it.
            self.last_error = Some(self.cursor.pos);
        }
        let message =
            format!("expected `{}` {context}, found {}", kind.text(), self.describe_token());
        let opened = self.raw(open).span;
        self.report(
            Diagnostic::new(codes::EXPECTED_TOKEN, self.span(), message)
                .secondary(opened, "opened here"),
        );
        if let Some(close) = close
            && close >= self.cursor.pos
        {
            self.seek_index(close + 1);
        }
        false
    }

    /// Skips to the end of a declaration or statement: behind the next `;` or `{...}` on this
    /// level, before a bracket that closes an outer level, or before an access specifier.
    pub fn skip_to_end_of_construct(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace => {
                    if !self.skip_group() {
                        self.bump();
                    }
                    // `struct A {} x;`, `= {...};`, `}, b{...} {...}`
                    if matches!(self.kind(), TokenKind::Semi) {
                        self.bump();
                    }
                    return;
                }
                TokenKind::LParen | TokenKind::LBracket => {
                    if !self.skip_group() {
                        self.bump();
                    }
                }
                TokenKind::RBrace | TokenKind::Eof => return,
                TokenKind::KwPublic | TokenKind::KwProtected | TokenKind::KwPrivate
                    if self.peek_kind(1) == TokenKind::Colon =>
                {
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips to a `,` or one of the closing tokens of a list on this level.
    pub fn skip_to_list_separator(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Comma
                | TokenKind::Semi
                | TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::RBrace
                | TokenKind::Eof => return,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                    if !self.skip_group() {
                        self.bump();
                    }
                }
                _ if self.at_greater() && self.greater == Greater::ClosesList => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

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

    /// Consumes an identifier, or reports that `what` is missing.
    pub fn expect_ident(&mut self, what: &str) -> Option<Ident> {
        let token = self.token();
        if token.kind == TokenKind::Ident {
            self.bump();
            return Some(Ident { name: token.name, span: token.span });
        }
        if token.kind.is_keyword() {
            let message = format!(
                "expected {what}, found the keyword `{}`",
                self.interner.text(token.name)
            );
            self.error(codes::EXPECTED_NAME, token.span, message);
        } else {
            self.error_expected(codes::EXPECTED_NAME, what);
        }
        None
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

/// An `Eof` for token lists that come without one.
pub(super) fn eof_after(last: Option<Token>, interner: &mut Interner) -> Token {
    let at = last.map_or(Pos::NONE, |token| token.span.hi);
    Token {
        span: Span::new(at, at),
        name: interner.intern(""),
        kind: TokenKind::Eof,
        flags: TokenFlags::START_OF_LINE,
    }
}

/// For each opening bracket the bracket that closes it, so that skipping a body is one step.
pub(super) struct BracketMap {
    /// By token index: the closing bracket's index, or [`BracketMap::NONE`].
    closing: Vec<u32>,
}

impl BracketMap {
    const NONE: u32 = u32::MAX;

    /// Matches all brackets. A `}` closes the innermost `{` whatever is open inside; a `)` or `]`
    /// that fits nothing inside the innermost `{` is passed over; a `;` ends every `(` and `[`
    /// that is not the head of a statement, which is where a missing `)` shows. Only unbalanced
    /// braces are reported: the other brackets are the parser's, which may never look there.
    pub fn new(tokens: &[Token], diagnostics: &mut Diagnostics) -> BracketMap {
        let mut closing = vec![BracketMap::NONE; tokens.len()];
        let mut open: Vec<(usize, OpenBracket)> = Vec::new();
        let mut previous = TokenKind::Eof;
        for (index, token) in tokens.iter().enumerate() {
            let before = std::mem::replace(&mut previous, token.kind);
            let closes = match token.kind {
                TokenKind::LParen => {
                    let is_head = matches!(
                        before,
                        TokenKind::KwFor
                            | TokenKind::KwIf
                            | TokenKind::KwSwitch
                            | TokenKind::KwWhile
                            | TokenKind::KwConstexpr
                    );
                    let bracket = if is_head { OpenBracket::Head } else { OpenBracket::Paren };
                    open.push((index, bracket));
                    continue;
                }
                TokenKind::LBracket => {
                    open.push((index, OpenBracket::Square));
                    continue;
                }
                TokenKind::LBrace => {
                    open.push((index, OpenBracket::Brace));
                    continue;
                }
                TokenKind::Semi => {
                    while open.last().is_some_and(|(_, bracket)| bracket.ends_at_semi()) {
                        open.pop();
                    }
                    continue;
                }
                TokenKind::RParen => &[OpenBracket::Paren, OpenBracket::Head][..],
                TokenKind::RBracket => &[OpenBracket::Square],
                TokenKind::RBrace => &[OpenBracket::Brace],
                _ => continue,
            };
            // Only look inside the innermost braces, unless this is a closing brace itself.
            let found = open
                .iter()
                .rposition(|(_, bracket)| closes.contains(bracket) || *bracket == OpenBracket::Brace)
                .filter(|&at| closes.contains(&open[at].1));
            let Some(found) = found else {
                if token.kind == TokenKind::RBrace {
                    diagnostics.push(Diagnostic::new(
                        codes::UNBALANCED_BRACKET,
                        token.span,
                        "this `}` closes nothing",
                    ));
                }
                continue;
            };
            closing[open[found].0] = index as u32;
            open.truncate(found);
        }
        // The outermost one: what is open inside of it follows from that.
        if let Some(&(index, _)) = open.iter().find(|(_, bracket)| *bracket == OpenBracket::Brace) {
            diagnostics.push(Diagnostic::new(
                codes::UNBALANCED_BRACKET,
                tokens[index].span,
                "this `{` is never closed",
            ));
        }
        BracketMap { closing }
    }

    pub fn closing(&self, open: u32) -> Option<u32> {
        self.closing.get(open as usize).copied().filter(|&close| close != BracketMap::NONE)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
    Brace,
    Square,
    Paren,
    /// The `(` behind `for`, `if` and the like, where a `;` may stand.
    Head,
}

impl OpenBracket {
    fn ends_at_semi(self) -> bool {
        match self {
            OpenBracket::Square | OpenBracket::Paren => true,
            OpenBracket::Brace | OpenBracket::Head => false,
        }
    }
}
