//! Substitution of arguments ([cpp.subst]), `#` ([cpp.stringize]) and `##` ([cpp.concat]).
//!
//! In: a macro and the arguments of a call. Out: the tokens that replace the call, before they
//! are rescanned, with spans in expansion entries of the source map. A placemarker of
//! [cpp.concat] is a token of kind `Eof`, which no replacement otherwise holds.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::{Diagnostic, Expansion, ExpansionKind, Pos, Span};
use crate::codes;
use crate::lex::{self, Token, TokenFlags, TokenKind};

use super::Preprocessor;
use super::expand::Relocation;
use super::macros::{MacroId, Piece, Replacement, Shape};

/// The arguments of a macro call.
pub(super) struct Arguments {
    /// All arguments as written, one behind the other.
    tokens: Vec<Token>,
    /// Where each ends in `tokens`.
    ends: SmallVec<[usize; 8]>,
    /// How many commas are in the last argument for want of parameters.
    n_excess: usize,
    /// The arguments whose expansion was needed.
    expanded: Vec<Token>,
    expanded_ranges: SmallVec<[Option<(usize, usize)>; 8]>,
}

impl Arguments {
    pub fn new(tokens: Vec<Token>, expanded: Vec<Token>) -> Arguments {
        let (ends, expanded_ranges) = (SmallVec::new(), SmallVec::new());
        Arguments { tokens, ends, n_excess: 0, expanded, expanded_ranges }
    }

    /// Gives the vectors back.
    pub fn recycle(mut self, spare: &mut Vec<Vec<Token>>) {
        self.tokens.clear();
        self.expanded.clear();
        spare.extend([self.tokens, self.expanded]);
    }

    pub fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    pub fn end_argument(&mut self) {
        self.ends.push(self.tokens.len());
        self.expanded_ranges.push(None);
    }

    /// A comma for which there is no further parameter.
    pub fn push_excess_comma(&mut self, comma: Token) {
        self.n_excess += 1;
        self.push(comma);
    }

    /// The number of arguments that ended.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of arguments that the call was written with.
    pub fn n_written(&self) -> usize {
        self.ends.len() + self.n_excess
    }

    /// Makes up empty arguments for the parameters that have none.
    pub fn fill_up(&mut self, n_parameters: usize) {
        while self.len() < n_parameters {
            self.end_argument();
        }
    }

    /// An argument as written; one that was left out is empty.
    pub fn raw(&self, index: usize) -> &[Token] {
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(index).copied().unwrap_or(0);
        self.tokens.get(start.unwrap_or(0)..end).unwrap_or(&[])
    }

    /// Whether the arguments look as if a template argument list had been torn apart.
    pub fn has_angle_brackets(&self, n_wanted: usize) -> bool {
        (0..self.len()).any(|i| self.raw(i).iter().any(|t| t.kind == TokenKind::Lt)) && n_wanted > 0
    }
}

/// A call that is being replaced.
struct Call<'c> {
    id: MacroId,
    replacement: Arc<Replacement>,
    arguments: &'c mut Arguments,
    call_site: Span,
    /// `None` if the position space is used up.
    body: Option<Relocation>,
    variadic_index: Option<usize>,
    has_placemarkers: bool,
}

impl Call<'_> {
    /// A token of the replacement list at its place in the expansion.
    fn relocate(&self, token: Token) -> Token {
        let span = self.body.map_or(self.call_site, |body| body.apply(token.span));
        Token { span, ..token }
    }

    fn placemarker(&mut self, token: Token) -> Token {
        self.has_placemarkers = true;
        Token { kind: TokenKind::Eof, ..self.relocate(token) }
    }
}

impl Preprocessor<'_> {
    /// Appends the replacement of a macro without parameters to the pool.
    pub(super) fn substitute_object(&mut self, id: MacroId, name: Token) {
        let replacement = Arc::clone(&self.macros[id].replacement);
        let is_plain = replacement.pieces.iter().all(|piece| matches!(piece, Piece::Token(_)));
        if !is_plain {
            let (tokens, expanded) = (self.take_vec(), self.take_vec());
            let mut none = Arguments::new(tokens, expanded);
            let mut out = self.take_vec();
            self.substitute_function(id, &mut none, name.span, &mut out);
            self.pool.extend_from_slice(&out);
            out.clear();
            self.spare.push(out);
            none.recycle(&mut self.spare);
            return;
        }
        if !self.charge(replacement.pieces.len().max(1), name.span) {
            return;
        }
        let body = self.body_entry(id, &replacement, name.span);
        self.pool.extend(replacement.pieces.iter().filter_map(|piece| match piece {
            Piece::Token(token) => {
                let span = body.map_or(name.span, |body| body.apply(token.span));
                Some(Token { span, ..*token })
            }
            _ => None,
        }));
    }

    /// Appends to `out` what replaces a call.
    pub(super) fn substitute_function(
        &mut self,
        id: MacroId,
        arguments: &mut Arguments,
        call_site: Span,
        out: &mut Vec<Token>,
    ) {
        let definition = &self.macros[id];
        let replacement = Arc::clone(&definition.replacement);
        let variadic_index = match &definition.shape {
            Shape::Function { parameters, is_variadic: true } => parameters.len().checked_sub(1),
            _ => None,
        };
        if !self.charge(replacement.pieces.len().max(1), call_site) {
            return;
        }
        let body = self.body_entry(id, &replacement, call_site);
        let mut call = Call {
            id,
            replacement: Arc::clone(&replacement),
            arguments,
            call_site,
            body,
            variadic_index,
            has_placemarkers: false,
        };
        self.substitute(&mut call, 0, replacement.pieces.len(), out);
        if call.has_placemarkers {
            out.retain(|token| token.kind != TokenKind::Eof);
        }
    }

    /// The entry that holds the tokens of a replacement list.
    fn body_entry(
        &mut self,
        id: MacroId,
        body: &Replacement,
        call_site: Span,
    ) -> Option<Relocation> {
        let from = body.span.lo;
        if body.span.is_none() {
            return None;
        }
        let expansion = Expansion {
            macro_name: self.macros[id].text.clone(),
            kind: ExpansionKind::Body,
            spelled_at: from,
            call_site,
        };
        let len = body.span.hi.0.saturating_sub(from.0) as usize;
        let to = self.map.add_expansion(expansion, len)?;
        Some(Relocation { from, to })
    }

    /// Substitutes the pieces `[at, end)`.
    fn substitute(&mut self, call: &mut Call<'_>, mut at: usize, end: usize, out: &mut Vec<Token>) {
        let replacement = Arc::clone(&call.replacement);
        let mut paste = None;
        while at < end {
            let piece = replacement.pieces[at];
            at += 1;
            let inner = at;
            if let Piece::VaOpt { len, .. } = piece {
                at += len as usize;
            }
            let is_left = at < end && matches!(replacement.pieces[at], Piece::Paste(_));
            let is_operand = paste.is_some() || is_left;
            let mark = out.len();
            match piece {
                Piece::Paste(token) => {
                    paste = Some(token);
                    continue;
                }
                Piece::Token(token) => out.push(call.relocate(token)),
                Piece::Parameter { token, index } => {
                    let index = usize::from(index);
                    let is_rest = paste.is_some() && call.variadic_index == Some(index);
                    if is_rest && self.gnu_comma(call, token, out) {
                        paste = None;
                        continue;
                    }
                    self.substitute_parameter(call, token, index, is_operand, out);
                }
                Piece::Stringize { token, index } => {
                    let argument = call.arguments.raw(index.into());
                    let text = self.stringize(argument);
                    let string = self.string_token(call, token, text);
                    out.push(string);
                }
                Piece::VaOpt { token, stringize, .. } => {
                    self.substitute_va_opt(call, token, stringize, inner, at, out);
                }
            }
            if is_operand && out.len() == mark {
                let placemarker = call.placemarker(piece.token());
                out.push(placemarker);
            }
            if let Some(operator) = paste.take() {
                self.paste(call, operator, mark, out);
            }
        }
    }

    /// Appends an argument: as written if it is an operand of `##`, else expanded.
    fn substitute_parameter(
        &mut self,
        call: &mut Call<'_>,
        token: Token,
        index: usize,
        is_operand: bool,
        out: &mut Vec<Token>,
    ) {
        let mark = out.len();
        if is_operand {
            self.append_argument(call, call.arguments.raw(index), out);
        } else {
            let (start, end) = self.expand_argument(call.arguments, index);
            let expanded = call.arguments.expanded.get(start..end).unwrap_or(&[]);
            self.append_argument(call, expanded, out);
        }
        if let Some(first) = out.get_mut(mark) {
            first.flags = place(first.flags, token.flags);
        }
    }

    /// GNU: in `, ## __VA_ARGS__` the comma goes when the rest is empty, and else nothing is
    /// pasted. Returns whether that was it.
    fn gnu_comma(&mut self, call: &mut Call<'_>, token: Token, out: &mut Vec<Token>) -> bool {
        let Some(index) = call.variadic_index else { return false };
        if out.last().is_none_or(|left| left.kind != TokenKind::Comma) {
            return false;
        }
        if call.arguments.raw(index).is_empty() {
            out.pop();
        } else {
            // Still an operand of `##`: taken as written, and expanded when it is rescanned.
            self.substitute_parameter(call, token, index, true, out);
        }
        true
    }

    fn substitute_va_opt(
        &mut self,
        call: &mut Call<'_>,
        token: Token,
        stringize: bool,
        start: usize,
        end: usize,
        out: &mut Vec<Token>,
    ) {
        // [cpp.subst] paragraph 3: what counts is whether the rest *expands* to nothing.
        let index = call.variadic_index.unwrap_or(0);
        let (expanded_start, expanded_end) = self.expand_argument(call.arguments, index);
        let present = expanded_start < expanded_end;
        if stringize {
            let mut inner = self.take_vec();
            if present {
                self.substitute(call, start, end, &mut inner);
                inner.retain(|token| token.kind != TokenKind::Eof);
            }
            let text = self.stringize(&inner);
            inner.clear();
            self.spare.push(inner);
            let string = self.string_token(call, token, text);
            out.push(string);
        } else if present {
            let mark = out.len();
            self.substitute(call, start, end, out);
            if let Some(first) = out.get_mut(mark) {
                first.flags = place(first.flags, token.flags);
            }
        }
    }

    /// The expansion of an argument, made on first use, as a range of `arguments.expanded`.
    fn expand_argument(&mut self, arguments: &mut Arguments, index: usize) -> (usize, usize) {
        match arguments.expanded_ranges.get(index) {
            None => return (0, 0),
            Some(Some(range)) => return *range,
            Some(None) => {}
        }
        let mut expanded = std::mem::take(&mut arguments.expanded);
        let start = expanded.len();
        let raw = arguments.raw(index);
        if raw.iter().any(|&token| self.may_expand(token)) {
            self.expand_tokens(raw, &mut expanded);
        } else {
            expanded.extend_from_slice(raw);
        }
        let range = (start, expanded.len());
        arguments.expanded = expanded;
        arguments.expanded_ranges[index] = Some(range);
        range
    }

    fn may_expand(&self, token: Token) -> bool {
        token.kind.is_word()
            && (self.macros.is_replaced(token.name)
                || token.name == self.words.pragma_operator
                || (self.in_condition && token.name == self.words.defined))
    }

    /// Appends tokens of an argument, each run that lies together in one entry of the source map
    /// moved to an entry of its own.
    fn append_argument(&mut self, call: &Call<'_>, tokens: &[Token], out: &mut Vec<Token>) {
        if !self.charge(tokens.len(), call.call_site) {
            return;
        }
        let mut rest = tokens;
        while let Some(&first) = rest.first() {
            let (_, entry_end) =
                self.map.entry_range(first.span.lo).unwrap_or((Pos::NONE, first.span.hi));
            let mut end = first.span.lo;
            let len = rest
                .iter()
                .take_while(|token| {
                    let fits = token.span.lo >= end && token.span.hi <= entry_end;
                    end = token.span.hi;
                    fits
                })
                .count()
                .max(1);
            let (run, after) = rest.split_at(len);
            rest = after;
            let last = run.last().map_or(first.span.hi, |token| token.span.hi);
            let expansion = Expansion {
                macro_name: self.macros[call.id].text.clone(),
                kind: ExpansionKind::Argument,
                spelled_at: first.span.lo,
                call_site: call.call_site,
            };
            let n_bytes = last.0.saturating_sub(first.span.lo.0) as usize;
            let to = self.map.add_expansion(expansion, n_bytes);
            let moved = to.map(|to| Relocation { from: first.span.lo, to });
            out.extend(run.iter().map(|&token| Token {
                span: moved.map_or(token.span, |moved| moved.apply(token.span)),
                ..token
            }));
        }
    }

    /// The spelling of a string literal that spells `tokens`.
    fn stringize(&mut self, tokens: &[Token]) -> String {
        let mut text = String::from("\"");
        for (i, token) in tokens.iter().enumerate() {
            if i > 0 && (token.has_leading_space() || token.starts_line()) {
                text.push(' ');
            }
            let spelling = self.interner.text(token.name);
            let is_quoted = token.kind.is_literal() && token.kind != TokenKind::PpNumber;
            if !is_quoted {
                text.push_str(spelling);
                continue;
            }
            for character in spelling.chars() {
                match character {
                    '"' | '\\' => text.extend(['\\', character]),
                    '\n' => text.push_str("\\n"),
                    '\r' => {}
                    _ => text.push(character),
                }
            }
        }
        text.push('"');
        text
    }

    fn string_token(&mut self, call: &Call<'_>, hash: Token, text: String) -> Token {
        let affordable = self.charge(text.len(), call.call_site);
        let name = if affordable { self.interner.intern(&text) } else { self.words.empty_string };
        // An argument may end in a lone backslash, which would escape the closing quote.
        let single = lex::lex_single(&text, hash.span, &self.keywords, self.interner);
        let name = match single {
            Some(token) if token.kind == TokenKind::StringLit => name,
            _ if !affordable => name,
            _ => {
                let message = "the result of `#` is not a valid string literal";
                self.report(Diagnostic::new(codes::STRINGIZE_OPERAND, call.call_site, message));
                self.words.empty_string
            }
        };
        Token { kind: TokenKind::StringLit, name, ..call.relocate(hash) }
    }

    /// Joins `out[mark - 1]` and `out[mark]`.
    fn paste(&mut self, call: &Call<'_>, operator: Token, mark: usize, out: &mut Vec<Token>) {
        let Some(left_at) = mark.checked_sub(1) else { return };
        let (Some(&left), Some(&right)) = (out.get(left_at), out.get(mark)) else { return };
        if right.kind == TokenKind::Eof {
            out.remove(mark);
            return;
        }
        if left.kind == TokenKind::Eof {
            out[mark].flags = place(right.flags, left.flags);
            out.remove(left_at);
            return;
        }
        let text = [self.interner.text(left.name), self.interner.text(right.name)].concat();
        let pasted = if self.charge(text.len(), call.call_site) {
            lex::lex_single(&text, left.span, &self.keywords, self.interner)
        } else {
            Some(left)
        };
        match pasted {
            Some(pasted) => {
                let flags = place(TokenFlags::NONE, left.flags);
                out[left_at] = Token { flags, ..pasted };
                out.remove(mark);
            }
            None => {
                let (left, right) = (self.interner.text(left.name), self.interner.text(right.name));
                let message = format!("pasting `{left}` and `{right}` does not form a valid token");
                let error = Diagnostic::new(codes::INVALID_PASTE, call.call_site, message)
                    .secondary(operator.span, "pasted here");
                self.report(error);
            }
        }
    }
}

/// `flags` with the white space of `at`.
fn place(flags: TokenFlags, at: TokenFlags) -> TokenFlags {
    let space = TokenFlags::LEADING_SPACE;
    let flags = flags.without(space).without(TokenFlags::START_OF_LINE);
    if at.contains(space) { flags.with(space) } else { flags }
}
