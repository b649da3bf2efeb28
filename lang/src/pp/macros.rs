//! Macro definitions: `#define` and `#undef` ([cpp.replace]), and the table of macros.
//!
//! A replacement list is compiled once into [`Piece`]s, so that a call need not look for
//! parameters and operators again. Its operators are checked here; a definition with an error is
//! dropped.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::base::{Diagnostic, Interner, Name, Span};
use crate::codes;
use crate::lex::{Token, TokenFlags, TokenKind};

use super::builtin::{BUILTINS, Builtin};
use super::world::Origin;
use super::{MacroDefinition, Preprocessor};

/// A macro that was defined, perhaps not in force any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MacroId(u32);

#[derive(Clone)]
pub(super) struct Macro {
    pub text: Arc<str>,
    pub name_span: Span,
    pub shape: Shape,
    pub replacement: Arc<Replacement>,
    /// Whether its replacement is being read.
    pub disabled: bool,
    /// Whether it comes with the compiler.
    pub is_embedded: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Object,
    /// The rest parameter of a variadic macro is the last one.
    Function {
        parameters: Box<[Name]>,
        is_variadic: bool,
    },
    Builtin(Builtin),
}

/// What a macro stands for.
#[derive(Default)]
pub(super) struct Replacement {
    pub pieces: Vec<Piece>,
    /// From the first to the last token.
    pub span: Span,
}

/// An element of a replacement list. The token of each is the one that was written there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    Token(Token),
    Parameter {
        token: Token,
        index: u16,
    },
    /// `#parameter`
    Stringize {
        token: Token,
        index: u16,
    },
    /// `__VA_OPT__(...)` or `#__VA_OPT__(...)`; the next `len` pieces are in its parentheses.
    VaOpt {
        token: Token,
        len: u32,
        stringize: bool,
    },
    /// `##`
    Paste(Token),
}

impl Piece {
    pub fn token(self) -> Token {
        match self {
            Piece::Token(token)
            | Piece::Parameter { token, .. }
            | Piece::Stringize { token, .. }
            | Piece::VaOpt { token, .. }
            | Piece::Paste(token) => token,
        }
    }

    /// Whether [cpp.replace] paragraph 2 takes the two for identical.
    fn is_like(self, other: Piece, is_first: bool) -> bool {
        let (left, right) = (self.token(), other.token());
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
            && left.name == right.name
            && (is_first || left.has_leading_space() == right.has_leading_space())
    }
}

/// The macros by name.
#[derive(Clone)]
pub(super) struct MacroTable {
    /// By the index of the name: the macro's id plus one, or 0.
    slots: Vec<u32>,
    all: Vec<Macro>,
    /// `#pragma push_macro`.
    saved: Vec<(Name, Option<MacroId>)>,
}

impl MacroTable {
    pub fn with_builtins(interner: &mut Interner) -> MacroTable {
        let mut table = MacroTable { slots: Vec::new(), all: Vec::new(), saved: Vec::new() };
        for &(text, builtin) in BUILTINS {
            table.define(
                interner.intern(text),
                Macro {
                    text: text.into(),
                    name_span: Span::NONE,
                    shape: Shape::Builtin(builtin),
                    replacement: Arc::default(),
                    disabled: false,
                    is_embedded: true,
                },
            );
        }
        table
    }

    /// The macro that `name` names now.
    pub fn get(&self, name: Name) -> Option<MacroId> {
        let slot = *self.slots.get(name.index())?;
        slot.checked_sub(1).map(MacroId)
    }

    /// Whether a name stands for something else than itself.
    pub fn is_replaced(&self, name: Name) -> bool {
        let specifier = Shape::Builtin(Builtin::Specifier);
        self.get(name).is_some_and(|id| self[id].shape != specifier)
    }

    fn define(&mut self, name: Name, definition: Macro) {
        let id = MacroId(self.all.len() as u32);
        self.all.push(definition);
        self.set(name, Some(id));
    }

    fn set(&mut self, name: Name, id: Option<MacroId>) {
        let index = name.index();
        if self.slots.len() <= index {
            self.slots.resize(index + 1, 0);
        }
        self.slots[index] = id.map_or(0, |id| id.0 + 1);
    }

    pub fn save(&mut self, name: Name) {
        self.saved.push((name, self.get(name)));
    }

    pub fn restore(&mut self, name: Name) {
        if let Some(index) = self.saved.iter().rposition(|(saved, _)| *saved == name) {
            let (_, id) = self.saved.remove(index);
            self.set(name, id);
        }
    }
}

impl Index<MacroId> for MacroTable {
    type Output = Macro;

    fn index(&self, id: MacroId) -> &Macro {
        &self.all[id.0 as usize]
    }
}

impl IndexMut<MacroId> for MacroTable {
    fn index_mut(&mut self, id: MacroId) -> &mut Macro {
        &mut self.all[id.0 as usize]
    }
}

impl Preprocessor<'_> {
    /// `#define`, given what follows the word on its line.
    pub(super) fn define(&mut self, directive: Token, line: &[Token]) {
        let Some(name) = self.macro_name(directive, line) else { return };
        if self.is_kept_from_foreign(name) {
            return;
        }
        let body = &line[1..];
        let is_function =
            body.first().is_some_and(|t| t.kind == TokenKind::LParen && !t.has_leading_space());
        let (shape, body) = if is_function {
            match self.parameters(name, body) {
                Some(parsed) => parsed,
                None => return,
            }
        } else {
            (Shape::Object, body)
        };
        let mut compiler = Compiler::new(self, &shape);
        if !compiler.compile(body) {
            return;
        }
        let mut pieces = compiler.pieces;
        if let Some(Piece::Token(first) | Piece::Parameter { token: first, .. }) =
            pieces.first_mut()
        {
            // White space around the replacement list is not part of it.
            first.flags = first.flags.without(TokenFlags::LEADING_SPACE);
        }
        let span = match body {
            [first, .., last] => first.span.to(last.span),
            [only] => only.span,
            [] => Span::NONE,
        };
        self.check_redefinition(name, &shape, &pieces);
        self.result.macros.push(MacroDefinition {
            name: name.name,
            name_span: name.span,
            span: name.span.to(line.last().map_or(name.span, |last| last.span)),
        });
        let is_embedded = self.file_frame().is_some_and(|file| file.origin == Origin::Embedded);
        self.note_tile_word(name, body);
        self.macros.define(
            name.name,
            Macro {
                text: self.interner.text(name.name).into(),
                name_span: name.span,
                shape,
                replacement: Arc::new(Replacement { pieces, span }),
                disabled: false,
                is_embedded,
            },
        );
    }

    /// `#undef`, given what follows the word on its line.
    pub(super) fn undef(&mut self, directive: Token, line: &[Token]) {
        let Some(name) = self.macro_name(directive, line) else { return };
        self.expect_end(directive, &line[1..]);
        if self.is_kept_from_foreign(name) {
            return;
        }
        if let Some(id) = self.macros.get(name.name) {
            // The specifiers are macros of a header of nvcc's.
            if self.macros.is_replaced(name.name) {
                self.warn_if_builtin(id, name, "undefined");
            }
            self.macros.set(name.name, None);
        }
    }

    /// The name of a macro, first on the line.
    pub(super) fn macro_name(&mut self, directive: Token, line: &[Token]) -> Option<Token> {
        let directive_text = self.interner.text(directive.name);
        let Some(&name) = line.first() else {
            let message = format!("`#{directive_text}` is not followed by the name of a macro");
            let error = Diagnostic::new(codes::MACRO_NAME, directive.span, message);
            self.report(error.label("expected a name after this"));
            return None;
        };
        let text = self.interner.text(name.name);
        let reserved = [self.words.defined, self.words.va_args, self.words.va_opt];
        let label = if !name.kind.is_word() {
            "a macro name must be an identifier"
        } else if reserved.contains(&name.name) {
            "this name has its own meaning for the preprocessor"
        } else {
            return Some(name);
        };
        let message = format!("`{text}` cannot name a macro");
        self.report(Diagnostic::new(codes::MACRO_NAME, name.span, message).label(label));
        None
    }

    /// The parameter list that starts with the `(` that `line` starts with, and what follows it.
    fn parameters<'l>(&mut self, name: Token, line: &'l [Token]) -> Option<(Shape, &'l [Token])> {
        let mut parameters: SmallVec<[Name; 8]> = SmallVec::new();
        let mut seen = FxHashSet::default();
        let mut is_variadic = false;
        let mut rest = &line[1..];
        let mut last = line[0];
        let mut wants_name = false;
        loop {
            let Some((&token, after)) = rest.split_first() else {
                return self.parameter_error(last, "the parameter list has no `)`");
            };
            (last, rest) = (token, after);
            match token.kind {
                TokenKind::RParen if !wants_name => break,
                TokenKind::Ellipsis => {
                    is_variadic = true;
                    parameters.push(self.words.va_args);
                }
                _ if token.kind.is_word() => {
                    if token.name == self.words.va_args || token.name == self.words.va_opt {
                        return self.parameter_error(token, "this name cannot be a parameter");
                    }
                    if !seen.insert(token.name) {
                        return self.parameter_error(token, "duplicate parameter name");
                    }
                    parameters.push(token.name);
                    // GNU: `args...` names the rest.
                    if let Some((dots, after)) = rest.split_first()
                        && dots.kind == TokenKind::Ellipsis
                    {
                        is_variadic = true;
                        rest = after;
                    }
                }
                _ => return self.parameter_error(token, "expected the name of a parameter"),
            }
            match rest.split_first() {
                Some((token, after)) if token.kind == TokenKind::Comma && !is_variadic => {
                    (last, rest) = (*token, after);
                    wants_name = true;
                }
                Some((token, after)) if token.kind == TokenKind::RParen => {
                    rest = after;
                    break;
                }
                Some((&token, _)) if is_variadic => {
                    return self.parameter_error(token, "expected `)` after `...`");
                }
                Some((&token, _)) => return self.parameter_error(token, "expected `,` or `)`"),
                None => return self.parameter_error(last, "the parameter list has no `)`"),
            }
        }
        if parameters.len() > usize::from(u16::MAX) {
            return self.parameter_error(name, "too many parameters");
        }
        Some((Shape::Function { parameters: parameters.into_vec().into(), is_variadic }, rest))
    }

    fn parameter_error<T>(&mut self, at: Token, label: &str) -> Option<T> {
        self.report(
            Diagnostic::new(codes::MACRO_PARAMETERS, at.span, "malformed macro parameter list")
                .label(label),
        );
        None
    }

    fn check_redefinition(&mut self, name: Token, shape: &Shape, pieces: &[Piece]) {
        let Some(id) = self.macros.get(name.name) else { return };
        self.warn_if_builtin(id, name, "redefined");
        let old = &self.macros[id];
        let old_pieces = &old.replacement.pieces;
        let same = old.shape == *shape
            && old_pieces.len() == pieces.len()
            && old_pieces.iter().zip(pieces).enumerate().all(|(i, (a, b))| a.is_like(*b, i == 0));
        if same || matches!(old.shape, Shape::Builtin(_)) {
            return;
        }
        let message = format!("macro `{}` is redefined with a different definition", old.text);
        let old_span = old.name_span;
        self.report(
            Diagnostic::new(codes::MACRO_REDEFINED, name.span, message)
                .label("this definition replaces the first one")
                .secondary(old_span, "first definition")
                .help(format!("write `#undef {}` before it", self.interner.text(name.name))),
        );
    }

    fn warn_if_builtin(&mut self, id: MacroId, name: Token, done: &str) {
        if matches!(self.macros[id].shape, Shape::Builtin(_)) {
            let message = format!("built-in macro `{}` is {done}", self.macros[id].text);
            let diagnostic = Diagnostic::new(codes::BUILTIN_REDEFINED, name.span, message);
            self.report(diagnostic.help("choose another name for the macro"));
        }
    }
}

/// Compiles a replacement list.
struct Compiler<'c, 'a> {
    preprocessor: &'c mut Preprocessor<'a>,
    shape: &'c Shape,
    /// The parameters by name.
    indices: FxHashMap<Name, u16>,
    pieces: Vec<Piece>,
}

impl<'c, 'a> Compiler<'c, 'a> {
    fn new(preprocessor: &'c mut Preprocessor<'a>, shape: &'c Shape) -> Compiler<'c, 'a> {
        let parameters: &[Name] = match shape {
            Shape::Function { parameters, .. } => parameters,
            Shape::Object | Shape::Builtin(_) => &[],
        };
        let indices = parameters.iter().copied().zip(0..).collect();
        Compiler { preprocessor, shape, indices, pieces: Vec::new() }
    }

    /// Appends the pieces of `tokens`. Returns whether they are well-formed.
    fn compile(&mut self, tokens: &[Token]) -> bool {
        let mut at = 0;
        let mut after_paste = false;
        while let Some(&token) = tokens.get(at) {
            at += 1;
            // The operand of `##` may be a `##` itself: `a ## ## b`.
            let is_paste = token.kind == TokenKind::HashHash && !after_paste;
            after_paste = is_paste;
            if is_paste {
                if at == 1 || at == tokens.len() {
                    return self.error(
                        codes::PASTE_OPERAND,
                        token.span,
                        "`##` cannot be at either end of a macro expansion",
                        "expected a token on each side",
                    );
                }
                self.pieces.push(Piece::Paste(token));
            } else if token.kind == TokenKind::Hash && self.is_function() {
                let operand = tokens.get(at).copied();
                at += 1;
                let opens_va_opt = operand.filter(|&operand| self.is_va_opt(operand));
                if let Some(va_opt) = opens_va_opt {
                    match self.va_opt(va_opt, Some(token), &tokens[at..]) {
                        Some(used) => at += used,
                        None => return false,
                    }
                } else if let Some(index) = operand.and_then(|operand| self.parameter(operand)) {
                    self.pieces.push(Piece::Stringize { token, index });
                } else {
                    return self.error(
                        codes::STRINGIZE_OPERAND,
                        token.span,
                        "`#` is not followed by a parameter",
                        "turns a parameter of the macro into a string",
                    );
                }
            } else if self.is_va_opt(token) {
                match self.va_opt(token, None, &tokens[at..]) {
                    Some(used) => at += used,
                    None => return false,
                }
            } else if let Some(index) = self.parameter(token) {
                self.pieces.push(Piece::Parameter { token, index });
            } else {
                let words = &self.preprocessor.words;
                if token.name == words.va_args || token.name == words.va_opt {
                    let text = self.preprocessor.interner.text(token.name);
                    let message = format!("`{text}` can only be used in a variadic macro");
                    return self.error(codes::VARIADIC_NAME, token.span, &message, "");
                }
                self.pieces.push(Piece::Token(token));
            }
        }
        true
    }

    fn is_function(&self) -> bool {
        matches!(self.shape, Shape::Function { .. })
    }

    fn is_va_opt(&self, token: Token) -> bool {
        token.name == self.preprocessor.words.va_opt
            && matches!(self.shape, Shape::Function { is_variadic: true, .. })
    }

    fn parameter(&self, token: Token) -> Option<u16> {
        self.indices.get(&token.name).copied().filter(|_| token.kind.is_word())
    }

    /// `__VA_OPT__`, given what follows it. Returns how many of those tokens belong to it.
    fn va_opt(&mut self, word: Token, hash: Option<Token>, rest: &[Token]) -> Option<usize> {
        let mut depth = 0usize;
        let close = rest.iter().position(|token| {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let opens = rest.first().is_some_and(|token| token.kind == TokenKind::LParen);
        let Some(close) = close.filter(|_| opens) else {
            let message = "`__VA_OPT__` is not followed by tokens in parentheses";
            self.error(codes::VARIADIC_NAME, word.span, message, "expected `(` ... `)`");
            return None;
        };
        let inner = &rest[1..close];
        if let Some(nested) = inner.iter().find(|token| token.name == word.name) {
            let message = "`__VA_OPT__` cannot be nested";
            self.error(codes::VARIADIC_NAME, nested.span, message, "");
            return None;
        }
        let at = self.pieces.len();
        let (token, stringize) = (hash.unwrap_or(word), hash.is_some());
        self.pieces.push(Piece::VaOpt { token, len: 0, stringize });
        if !self.compile(inner) {
            return None;
        }
        let len = (self.pieces.len() - at - 1) as u32;
        self.pieces[at] = Piece::VaOpt { token, len, stringize };
        Some(close + 1)
    }

    fn error(&mut self, code: crate::base::Code, span: Span, message: &str, label: &str) -> bool {
        self.preprocessor.report(Diagnostic::new(code, span, message).label(label));
        false
    }
}
