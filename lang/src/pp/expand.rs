//! Where tokens come from: the stack of files and macro expansions, and macro calls in it.
//!
//! A macro is disabled as long as the frame with its replacement is on the stack. A token that
//! names a disabled macro when it is read is marked [`TokenFlags::NO_EXPAND`] for good: the "blue
//! paint" of [cpp.rescan]. A frame is dropped when the token behind its last one is read, so in
//! the case that paragraph 4 leaves unspecified (a call that starts in a replacement and ends
//! behind it) the macro may be called again, as in GCC and Clang.

use std::sync::Arc;

use crate::base::{Diagnostic, FileId, Pos, Span};
use crate::codes;
use crate::lex::{Lexed, Token, TokenFlags, TokenKind};

use super::macros::{MacroId, Shape};
use super::substitute::Arguments;
use super::world::Origin;
use super::{Embedded, MAX_CALL_DEPTH, Preprocessor};

pub(super) enum Frame {
    File(Box<FileFrame>),
    Tokens(TokenFrame),
}

/// An open file.
pub(super) struct FileFrame {
    pub id: FileId,
    pub lexed: Arc<Lexed>,
    /// The index of the next token; never behind the `Eof`.
    pub at: usize,
    /// How many conditionals were open when the file was entered.
    pub n_outer_conditionals: usize,
    /// The place in the search order behind that where the file was found, for `#include_next`.
    pub next_index: usize,
    /// What identifies the file for `#pragma once`.
    pub identity: Box<str>,
    pub origin: Origin,
    /// Whether it is there for host code.
    pub is_foreign: bool,
    /// Whether its directives alone are read.
    pub is_skimmed: bool,
}

/// A run of tokens in the pool.
pub(super) struct TokenFrame {
    start: usize,
    at: usize,
    end: usize,
    /// The macro that these tokens replace, disabled until they are read.
    expansion_of: Option<MacroId>,
    /// Whether reading ends here and not in the frame below.
    is_barrier: bool,
}

/// What became of a token that names a macro.
enum Call {
    /// Replaced: the next token is the first of the replacement.
    Entered,
    /// A macro that makes one token of itself.
    Became(Token),
    /// No call after all.
    Not,
}

impl Preprocessor<'_> {
    /// The next token, macros expanded. `Eof` at the end of each file and at a barrier.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let mut token = self.next_unexpanded();
            if token.kind.is_word() && !token.flags.contains(TokenFlags::NO_EXPAND) {
                if let Some(id) = self.macros.get(token.name) {
                    match self.call(id, &mut token) {
                        Call::Entered => continue,
                        Call::Became(made) => token = made,
                        Call::Not => {}
                    }
                } else if token.name == self.words.pragma_operator {
                    self.pragma_operator(token);
                    continue;
                } else if token.name == self.words.pragma_msvc && self.is_called() {
                    self.pragma_of_msvc(token);
                    continue;
                } else if self.in_condition && token.name == self.words.defined {
                    return self.defined_operator(token);
                }
            }
            if self.pending_flags != TokenFlags::NONE && token.kind != TokenKind::Eof {
                token.flags = token.flags.with(self.pending_flags);
                self.pending_flags = TokenFlags::NONE;
            }
            return token;
        }
    }

    /// The next token as it stands; directives are obeyed on the way.
    pub(super) fn next_unexpanded(&mut self) -> Token {
        loop {
            match self.frames.last_mut() {
                Some(Frame::Tokens(frame)) => {
                    if frame.at < frame.end {
                        let token = self.pool[frame.at];
                        frame.at += 1;
                        return token;
                    }
                    if frame.is_barrier {
                        return self.eof(Span::NONE);
                    }
                    self.drop_token_frame();
                }
                Some(Frame::File(file)) => {
                    let token = file.lexed.tokens[file.at];
                    if token.kind == TokenKind::Eof {
                        return token;
                    }
                    file.at += 1;
                    if token.kind == TokenKind::Hash && token.starts_line() {
                        self.directive(token);
                        continue;
                    }
                    return token;
                }
                None => return self.eof(Span::NONE),
            }
        }
    }

    pub(super) fn eof(&self, span: Span) -> Token {
        let flags = TokenFlags::START_OF_LINE;
        Token { kind: TokenKind::Eof, span, name: self.words.empty, flags }
    }

    /// The innermost open file.
    pub(super) fn file_frame(&self) -> Option<&FileFrame> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::File(file) => Some(&**file),
            Frame::Tokens(_) => None,
        })
    }

    pub(super) fn n_open_files(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Frame::File(_))).count()
    }

    /// Makes `tokens` what is read next.
    pub(super) fn push_tokens(&mut self, tokens: &[Token]) {
        let start = self.pool.len();
        self.pool.extend_from_slice(tokens);
        self.push_frame(start, None, false);
    }

    /// Makes the pool from `start` on what is read next.
    fn push_frame(&mut self, start: usize, expansion_of: Option<MacroId>, is_barrier: bool) {
        let end = self.pool.len();
        self.frames.push(Frame::Tokens(TokenFrame {
            start,
            at: start,
            end,
            expansion_of,
            is_barrier,
        }));
    }

    fn drop_token_frame(&mut self) {
        if let Some(Frame::Tokens(frame)) = self.frames.pop() {
            self.pool.truncate(frame.start);
            if let Some(id) = frame.expansion_of {
                self.macros[id].disabled = false;
            }
        }
    }

    /// Appends to `out` the full expansion of `tokens` by themselves, as [cpp.subst] wants it for
    /// an argument: "as if they formed the rest of the file".
    pub(super) fn expand_tokens(&mut self, tokens: &[Token], out: &mut Vec<Token>) {
        let span = tokens.first().map_or(Span::NONE, |token| token.span);
        if self.call_depth >= MAX_CALL_DEPTH {
            if self.charge(1, span) {
                self.expansion_left = 0;
                self.report(
                    Diagnostic::new(codes::EXPANSION_LIMIT, span, "macro calls nest too deeply")
                        .label("no macro is expanded from here on")
                        .note(format!("the limit is {MAX_CALL_DEPTH} calls inside each other")),
                );
            }
            out.extend_from_slice(tokens);
            return;
        }
        self.call_depth += 1;
        let outer_flags = std::mem::replace(&mut self.pending_flags, TokenFlags::NONE);
        let start = self.pool.len();
        self.pool.extend_from_slice(tokens);
        self.push_frame(start, None, true);
        let bottom = self.frames.len();
        loop {
            let token = self.next_expanded();
            if token.kind == TokenKind::Eof {
                break;
            }
            out.push(token);
        }
        while self.frames.len() >= bottom {
            self.drop_token_frame();
        }
        self.pending_flags = outer_flags;
        self.call_depth -= 1;
    }

    /// Whether the token that names a macro with parameters is followed by `(`.
    pub(super) fn is_called(&self) -> bool {
        self.peek().is_some_and(|token| token.kind == TokenKind::LParen)
    }

    /// The token that is read next; the `#` of a directive, perhaps.
    pub(super) fn peek(&self) -> Option<Token> {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Tokens(frame) if frame.at < frame.end => {
                    return self.pool.get(frame.at).copied();
                }
                Frame::Tokens(frame) if frame.is_barrier => return None,
                Frame::Tokens(_) => {}
                Frame::File(file) => return file.lexed.tokens.get(file.at).copied(),
            }
        }
        None
    }

    /// Expands the macro that `token` names, if it is called here.
    fn call(&mut self, id: MacroId, token: &mut Token) -> Call {
        let definition = &self.macros[id];
        if definition.disabled {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
            return Call::Not;
        }
        if self.expansion_left == 0 {
            return Call::Not;
        }
        if !definition.is_embedded && !self.in_condition && self.embedded != Embedded::Outside {
            self.embedded = Embedded::Changed;
            self.result.embedded.clear();
        }
        let (n_parameters, is_variadic) = match &definition.shape {
            Shape::Object => {
                let start = self.pool.len();
                self.substitute_object(id, *token);
                self.enter(id, start, *token);
                return Call::Entered;
            }
            Shape::Builtin(builtin) => {
                let builtin = *builtin;
                return self.builtin(builtin, *token).map_or(Call::Not, Call::Became);
            }
            Shape::Function { parameters, is_variadic } => (parameters.len(), *is_variadic),
        };
        if !self.is_called() {
            return Call::Not;
        }
        let start = CallStart::of(self);
        self.next_unexpanded();
        let mut arguments = Arguments::new(self.take_vec(), self.take_vec());
        let Some(close) = self.collect(&mut arguments, n_parameters, is_variadic) else {
            self.unterminated_call(token, start);
            arguments.recycle(&mut self.spare);
            return Call::Not;
        };
        let fits = self.check_arity(id, &arguments, *token);
        arguments.fill_up(n_parameters);
        let call_site = self.join(token.span, close.span);
        let mut out = self.take_vec();
        self.substitute_function(id, &mut arguments, call_site, &mut out);
        if !fits {
            out.iter_mut().for_each(|token| token.flags = token.flags.with(TokenFlags::REPAIRED));
        }
        let start = self.pool.len();
        self.pool.extend_from_slice(&out);
        out.clear();
        self.spare.push(out);
        arguments.recycle(&mut self.spare);
        self.enter(id, start, *token);
        Call::Entered
    }

    /// Starts to read the replacement of a macro, which is the pool from `start` on.
    fn enter(&mut self, id: MacroId, start: usize, name: Token) {
        let position = TokenFlags::START_OF_LINE.with(TokenFlags::LEADING_SPACE);
        let own = name.flags.without(TokenFlags::NO_EXPAND);
        match self.pool.get_mut(start) {
            Some(first) => first.flags = first.flags.without(position).with(own),
            None => {
                self.pending_flags = self.pending_flags.with(own);
                return;
            }
        }
        self.macros[id].disabled = true;
        self.push_frame(start, Some(id), false);
    }

    /// Reads arguments up to the `)`, which it returns; the `(` has been read.
    fn collect(
        &mut self,
        arguments: &mut Arguments,
        n_parameters: usize,
        is_variadic: bool,
    ) -> Option<Token> {
        let n_open_files = self.n_open_files();
        let mut depth = 0usize;
        loop {
            let mut token = self.next_unexpanded();
            match token.kind {
                TokenKind::Eof => {
                    // The end of a header that was included between the parentheses.
                    if !token.span.is_none() && self.n_open_files() > n_open_files {
                        self.leave_file();
                        continue;
                    }
                    return None;
                }
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => {
                    arguments.end_argument();
                    return Some(token);
                }
                TokenKind::RParen => depth -= 1,
                TokenKind::Comma if depth == 0 => {
                    let is_last = arguments.len() + 1 >= n_parameters;
                    if !is_last {
                        arguments.end_argument();
                        continue;
                    }
                    if !is_variadic {
                        arguments.push_excess_comma(token);
                        continue;
                    }
                }
                _ => {
                    let id = token.kind.is_word().then(|| self.macros.get(token.name)).flatten();
                    if id.is_some_and(|id| self.macros[id].disabled) {
                        token.flags = token.flags.with(TokenFlags::NO_EXPAND);
                    }
                }
            }
            if token.starts_line() {
                // Inside a call, the end of a line is white space.
                token.flags = token.flags.without(TokenFlags::START_OF_LINE);
                token.flags = token.flags.with(TokenFlags::LEADING_SPACE);
            }
            if self.charge(1, token.span) {
                arguments.push(token);
            }
        }
    }

    fn unterminated_call(&mut self, token: &mut Token, start: CallStart) {
        let name = self.interner.text(token.name);
        let message = format!("call of macro `{name}` has no `)`");
        self.report(
            Diagnostic::new(codes::UNTERMINATED_CALL, token.span, message)
                .label("its arguments start here"),
        );
        token.flags = token.flags.with(TokenFlags::NO_EXPAND);
        start.rewind(self);
    }

    /// Whether a macro was called with as many arguments as it has parameters. If not, it is
    /// replaced all the same, with empty arguments or more in the last one, so that what follows
    /// from the mistake can be told by its tokens.
    fn check_arity(&mut self, id: MacroId, arguments: &Arguments, token: Token) -> bool {
        let definition = &self.macros[id];
        let Shape::Function { parameters, is_variadic } = &definition.shape else { return true };
        let (wanted, is_variadic) = (parameters.len(), *is_variadic);
        let definition_span = definition.name_span;
        let given = arguments.n_written();
        // `f()` gives no argument or one empty one, whichever is wanted.
        let none_given = given == 1 && arguments.raw(0).is_empty();
        let fits =
            given == wanted || (wanted == 0 && none_given) || (is_variadic && given + 1 == wanted);
        if fits {
            return true;
        }
        let name = self.interner.text(token.name);
        let given = if none_given { 0 } else { given };
        let least = if is_variadic { wanted - 1 } else { wanted };
        let at_least = if is_variadic { "at least " } else { "" };
        let plural = if least == 1 { "" } else { "s" };
        let message =
            format!("macro `{name}` takes {at_least}{least} argument{plural}, but {given} given");
        let mut error = Diagnostic::new(codes::MACRO_ARGUMENTS, token.span, message)
            .secondary(definition_span, "defined here");
        if given > wanted && arguments.has_angle_brackets(wanted) {
            error = error.help("put an argument that holds commas in parentheses, or give a type with commas a name by `using`");
        } else if given == 2 && name == "assert" {
            error = error.help("join the condition and the text, `assert(condition && \"text\")`");
        }
        self.report(error);
        false
    }

    /// The span from the start of `first` to the end of `last`, if one file or expansion holds it.
    fn join(&self, first: Span, last: Span) -> Span {
        match self.map.entry_range(first.lo) {
            Some((lo, hi)) if lo <= last.hi && last.hi <= hi && first.lo <= last.hi => {
                Span::new(first.lo, last.hi)
            }
            _ => first,
        }
    }

    /// An empty vector.
    pub(super) fn take_vec(&mut self) -> Vec<Token> {
        self.spare.pop().unwrap_or_default()
    }

    /// The operator `defined` of an `#if` condition ([cpp.cond] paragraph 1), as `0` or `1`.
    fn defined_operator(&mut self, operator: Token) -> Token {
        let mut name = self.next_unexpanded();
        let in_parentheses = name.kind == TokenKind::LParen;
        if in_parentheses {
            name = self.next_unexpanded();
        }
        let mut close = None;
        if name.kind.is_word() && in_parentheses {
            close = Some(self.next_unexpanded());
        }
        if !name.kind.is_word() || close.is_some_and(|token| token.kind != TokenKind::RParen) {
            self.report(
                Diagnostic::new(
                    codes::CONDITION_SYNTAX,
                    operator.span,
                    "`defined` is not followed by the name of a macro",
                )
                .label("expected `defined NAME` or `defined(NAME)`"),
            );
        }
        let is_defined = name.kind.is_word() && self.macros.get(name.name).is_some();
        let value = if is_defined { self.words.one } else { self.words.zero };
        Token { kind: TokenKind::PpNumber, name: value, ..operator }
    }
}

/// The state before a call's `(`, to go back to when there is no `)`.
struct CallStart {
    n_frames: usize,
    n_directives: usize,
    at: usize,
}

impl CallStart {
    fn of(preprocessor: &Preprocessor<'_>) -> CallStart {
        let at = match preprocessor.frames.last() {
            Some(Frame::File(file)) => file.at,
            _ => usize::MAX,
        };
        let (n_frames, n_directives) = (preprocessor.frames.len(), preprocessor.n_directives);
        CallStart { n_frames, n_directives, at }
    }

    /// Goes back if nothing but tokens of one file was read.
    fn rewind(self, preprocessor: &mut Preprocessor<'_>) {
        let same = self.n_frames == preprocessor.frames.len()
            && self.n_directives == preprocessor.n_directives;
        if let Some(Frame::File(file)) = preprocessor.frames.last_mut()
            && same
            && self.at < file.at
        {
            file.at = self.at;
        }
    }
}

/// Moves spans into an expansion entry.
#[derive(Clone, Copy)]
pub(super) struct Relocation {
    /// The first position of the spelled run, and where it appears.
    pub from: Pos,
    pub to: Pos,
}

impl Relocation {
    pub fn apply(self, span: Span) -> Span {
        let moved = |pos: Pos| Pos(pos.0.wrapping_sub(self.from.0).wrapping_add(self.to.0));
        Span::new(moved(span.lo), moved(span.hi))
    }
}
