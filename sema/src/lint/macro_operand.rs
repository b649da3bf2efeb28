//! Macros without parentheses: `#define CEIL_DIV(a, b) ((a) + (b)-1) / b` divides by the first operand of `b` alone.
//!
//! In: the tokens behind preprocessing, which know the macro and the argument that they come from. Out: warnings at the uses
//! where an operator beside the tokens of a call, or of an argument, takes only a part of them.
//!
//! Invariant: tokens of a call or of an argument are judged only where they are an expression by themselves, so that a macro
//! that stands for a part of one is not reported, and only macros of the user's files are.

use lang::base::{Applicability, Diagnostic, ExpansionKind, Pos, Span};
use lang::lex::{Token, TokenKind as T};
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::codes;

/// How strongly an operator binds: the conditional operator least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
}

/// The operators of an expression that are in no parentheses.
struct Operators {
    /// The one that binds least.
    least: Strength,
    /// Whether one of them divides.
    divides: bool,
    has_fraction: bool,
}

/// Tokens of one call or argument.
struct MacroTokens {
    start: usize,
    end: usize,
    is_argument: bool,
}

/// Tokens of macros that are looked at. Calls of calls have a number of tokens that doubles with each.
const MOST_TOKENS: usize = 20_000;
/// Expansions inside of each other that are followed.
const DEEPEST: usize = 64;

impl Cx<'_> {
    pub(super) fn warn_of_macro_operands(&mut self) {
        let tokens = self.unit.tokens;
        let mut left = MOST_TOKENS;
        let mut reported: FxHashSet<Pos> = FxHashSet::default();
        for run in self.unit.users_tokens(0) {
            let (mut at, end) = (run.start, run.end);
            while at < end {
                let Some(token) = tokens.get(at) else { break };
                if self.unit.sources.expansion(token.span.lo).is_none() {
                    at += 1;
                    continue;
                }
                let call = self.calls_part(tokens, at, end.min(at + left));
                left -= call.end - at;
                if left == 0 {
                    return;
                }
                self.check_part(tokens, &call, &mut reported);
                let mut inner = call.start;
                while inner < call.end {
                    let argument = self.arguments_part(tokens, inner, call.end);
                    if argument.is_argument {
                        self.check_part(tokens, &argument, &mut reported);
                    }
                    inner = argument.end;
                }
                at = call.end;
            }
        }
    }

    /// The tokens of the outermost call that made the token at `start`.
    fn calls_part(&self, tokens: &[Token], start: usize, end: usize) -> MacroTokens {
        let call = |at: usize| {
            let token = tokens.get(at)?;
            self.unit
                .sources
                .backtrace(token.span.lo)
                .take(DEEPEST)
                .last()
                .map(|call| call.call_site)
        };
        let first = call(start);
        let end = (start + 1..end).find(|&at| call(at) != first).unwrap_or(end);
        MacroTokens { start, end, is_argument: false }
    }

    /// The tokens of the innermost expansion that made the token at `start`.
    fn arguments_part(&self, tokens: &[Token], start: usize, end: usize) -> MacroTokens {
        let sources = self.unit.sources;
        let Some(token) = tokens.get(start) else {
            return MacroTokens { start, end: start + 1, is_argument: false };
        };
        let (lo, hi) = sources.entry_range(token.span.lo).unwrap_or_default();
        let is_inside = |at: usize| {
            tokens.get(at).is_some_and(|token| lo <= token.span.lo && token.span.lo <= hi)
        };
        let end = (start + 1..end).find(|&at| !is_inside(at)).unwrap_or(end);
        let expansion = sources.expansion(token.span.lo);
        let is_argument =
            expansion.is_some_and(|expansion| expansion.kind == ExpansionKind::Argument);
        MacroTokens { start, end, is_argument }
    }

    fn check_part(&mut self, tokens: &[Token], part: &MacroTokens, reported: &mut FxHashSet<Pos>) {
        let Some(inside) = tokens.get(part.start..part.end) else { return };
        let Some(first) = inside.first() else { return };
        let before = part.start.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(part.end);
        let binds = |token: Option<&Token>| token.is_some_and(|token| level(token.kind).is_some());
        let is_prefix = before.is_some_and(|token| matches!(token.kind, T::Bang | T::Tilde));
        let is_postfix =
            after.is_some_and(|token| matches!(token.kind, T::LBracket | T::Dot | T::Arrow));
        if !binds(before) && !binds(after) && !is_prefix && !is_postfix {
            return;
        }
        let Some(operators) = operators(inside) else { return };
        let front = part.start.checked_sub(2).and_then(|at| tokens.get(at));
        let taken = match before {
            Some(token) if takes_from_right(front, token, &operators) => Some((token, "first")),
            _ => None,
        };
        let taken = taken.or_else(|| {
            let token = after.filter(|token| takes_from_left(token, &operators))?;
            Some((token, "last"))
        });
        let Some((&operator, operand)) = taken else { return };
        let sources = self.unit.sources;
        let Some(expansion) = sources.expansion(first.span.lo) else { return };
        let call = sources
            .backtrace(first.span.lo)
            .take(DEEPEST)
            .last()
            .map_or(Span::NONE, |call| call.call_site);
        let name = match part.is_argument {
            true => expansion.macro_name.clone(),
            false => {
                let outermost = sources.backtrace(first.span.lo).take(DEEPEST).last();
                outermost.unwrap_or(expansion).macro_name.clone()
            }
        };
        let of_operator = sources.expansion(operator.span.lo);
        let spelled = |span: Span| {
            let lo = sources.spelling(span.lo);
            Span { lo, hi: lo.offset(span.hi.0.saturating_sub(span.lo.0)) }
        };
        let symbol = operator.kind.text();
        let (span, message, label, cause) = match part.is_argument {
            true => {
                // The operator is the macro's own.
                let is_own = of_operator.is_some_and(|of| {
                    of.kind == ExpansionKind::Body && of.call_site == expansion.call_site
                });
                let Some(span) = self.written(inside).filter(|_| is_own) else { return };
                let text = self.one_line(span);
                let message = format!(
                    "in the macro `{name}`, the operator `{symbol}` takes only the {operand} operand of the argument `{text}`"
                );
                (span, message, "no parentheses are around the argument", spelled(operator.span))
            }
            false => {
                let is_outside = of_operator.is_none();
                let body = inside.iter().find(|token| {
                    let expansion = sources.expansion(token.span.lo);
                    expansion.is_some_and(|expansion| expansion.kind == ExpansionKind::Body)
                });
                let Some(body) = body.filter(|_| is_outside) else { return };
                let text: Vec<&str> = inside.iter().map(|token| sources.text(token.span)).collect();
                let message = format!(
                    "the operator `{symbol}` takes only the {operand} operand of `{}`, which the macro `{name}` stands for",
                    shortened(&text.join(" "))
                );
                (call, message, "no parentheses are around it", spelled(body.span))
            }
        };
        let is_users = self.is_users_text(span) && self.is_users_text(cause);
        if !is_users || !reported.insert(span.lo) {
            return;
        }
        let (title, of_definition) = match part.is_argument {
            true => (
                "put the argument in parentheses, or the parameter in the definition of the macro",
                "this operator",
            ),
            false => (
                "put the use in parentheses, or all that the definition of the macro has",
                "defined here",
            ),
        };
        let text = sources.text(span);
        let diagnostic = Diagnostic::new(codes::MACRO_PARENTHESES, span, message)
            .label(label)
            .secondary(cause, of_definition);
        let diagnostic = match text.is_empty() {
            true => diagnostic.help(title),
            false => diagnostic.fix(title, Applicability::Maybe, span, format!("({text})")),
        };
        self.report(diagnostic);
    }
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 50;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// How strongly a binary operator binds; `<` and `>` may be brackets of template arguments.
fn level(kind: T) -> Option<Strength> {
    Some(match kind {
        T::Star | T::Slash | T::Percent => Strength::Product,
        T::Plus | T::Minus => Strength::Sum,
        T::Shl | T::Shr => Strength::Shift,
        T::LtEq | T::GtEq => Strength::Relation,
        T::EqEq | T::NotEq => Strength::Equality,
        T::Amp => Strength::And,
        T::Caret => Strength::Xor,
        T::Pipe => Strength::Or,
        T::AmpAmp => Strength::LogicalAnd,
        T::PipePipe => Strength::LogicalOr,
        T::Question => Strength::Conditional,
        _ => return None,
    })
}

/// Whether a token may end an operand.
fn ends_operand(kind: T) -> bool {
    matches!(
        kind,
        T::Ident
            | T::IntLit
            | T::FloatLit
            | T::CharLit
            | T::RParen
            | T::RBracket
            | T::KwThis
            | T::KwTrue
            | T::KwFalse
    )
}

/// The operators of an expression outside of parentheses; `None` if it has none, or may be no expression.
fn operators(tokens: &[Token]) -> Option<Operators> {
    let mut found: Option<Operators> = None;
    let mut depth = 0usize;
    let mut has_angle = false;
    let mut before: Option<T> = None;
    let mut has_fraction = false;
    for token in tokens {
        let kind = token.kind;
        let is_behind_operand = before.is_some_and(ends_operand);
        match kind {
            T::LParen | T::LBracket => depth += 1,
            T::RParen | T::RBracket => depth = depth.checked_sub(1)?,
            _ if depth > 0 => {}
            T::Dot | T::Arrow | T::ColonColon | T::Colon => {}
            T::Lt | T::Gt => has_angle = true,
            T::Bang | T::Tilde if !is_behind_operand => {}
            T::PlusPlus | T::MinusMinus => {}
            _ if ends_operand(kind) => {
                // Two names are a declaration; a parenthesis may be a cast.
                if is_behind_operand && before != Some(T::RParen) {
                    return None;
                }
                has_fraction |= kind == T::FloatLit;
            }
            _ => match level(kind) {
                Some(level) if is_behind_operand => {
                    let known = found.get_or_insert(Operators {
                        least: level,
                        divides: false,
                        has_fraction: false,
                    });
                    known.least = known.least.min(level);
                    known.divides |= matches!(kind, T::Slash | T::Percent);
                }
                // A prefix.
                Some(_) if matches!(kind, T::Star | T::Amp | T::Plus | T::Minus) => {}
                _ => return None,
            },
        }
        before = Some(kind);
    }
    let is_whole = depth == 0 && before.is_some_and(ends_operand);
    let mut found = found.filter(|_| is_whole)?;
    found.has_fraction = has_fraction;
    (!has_angle || found.least == Strength::Conditional).then_some(found)
}

/// Whether the operator in front of an expression takes only its first operand, with another value than if it took all.
fn takes_from_right(front: Option<&Token>, operator: &Token, inside: &Operators) -> bool {
    let is_binary = front.is_some_and(|token| ends_operand(token.kind));
    match (operator.kind, level(operator.kind)) {
        (T::Bang | T::Tilde, _) => true,
        (T::Question, _) => false,
        // `-a * b` and `-a / b` are `-(a * b)` and `-(a / b)`.
        (T::Minus, _) if !is_binary => inside.least != Strength::Product,
        (T::Star | T::Amp, _) if !is_binary => true,
        (T::Plus, _) if !is_binary => false,
        (_, Some(level)) if is_binary => {
            let is_divided_factor =
                operator.kind == T::Star && inside.divides && !inside.has_fraction;
            let is_grouped =
                matches!(operator.kind, T::Minus | T::Slash | T::Percent | T::Shl | T::Shr)
                    || is_divided_factor;
            inside.least < level || (inside.least == level && is_grouped)
        }
        _ => false,
    }
}

/// Whether the operator behind an expression takes only its last operand.
fn takes_from_left(operator: &Token, inside: &Operators) -> bool {
    match (operator.kind, level(operator.kind)) {
        (T::LBracket | T::Dot | T::Arrow, _) => true,
        // A stream behind `condition ? void() : stream` takes what follows, on purpose.
        (T::Shl, _) if inside.least == Strength::Conditional => false,
        (T::Question, _) => inside.least == Strength::Conditional,
        (_, Some(level)) => inside.least < level,
        _ => false,
    }
}
