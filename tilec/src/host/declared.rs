//! Functions in a list of tokens, found from the specifiers of their execution space: enough of the
//! grammar of declarations ([dcl.decl], [dcl.fct.def]) to tell name and body, and no types.
//!
//! It reads what no parser with tables of names could: the headers of the host's own library, and
//! source whose headers are missing.

use std::ops::Range;

use lang::lex::{Token, TokenKind};

use TokenKind as T;

/// For each bracket its partner; for other tokens, and brackets without one, the token itself.
pub struct Partners(Vec<u32>);

impl Partners {
    pub fn new(tokens: &[Token]) -> Partners {
        let mut partners: Vec<u32> = (0..tokens.len() as u32).collect();
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let opening = match token.kind {
                T::LParen | T::LBracket | T::LBrace => {
                    open.push(index);
                    continue;
                }
                T::RParen => T::LParen,
                T::RBracket => T::LBracket,
                T::RBrace => T::LBrace,
                _ => continue,
            };
            // A bracket that is not closed does not take the others with it.
            let Some(at) = open.iter().rposition(|&at| tokens[at].kind == opening) else {
                continue;
            };
            let partner = open[at];
            open.truncate(at);
            partners[partner] = index as u32;
            partners[index] = partner as u32;
        }
        Partners(partners)
    }

    pub fn of(&self, index: usize) -> usize {
        self.0.get(index).map_or(index, |&partner| partner as usize)
    }
}

/// What a declaration declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A function that is not a template, or an explicit specialisation.
    Function,
    Template,
    ExplicitInstantiation,
}

/// The declaration of a function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The index of the first token of its declaration.
    pub start: usize,
    /// The index of its name, of `operator` for operators.
    pub name: usize,
    pub form: Form,
    /// The index of the parenthesis that opens its parameters.
    pub parameters: usize,
    /// The execution spaces that it is declared with.
    pub spaces: Vec<TokenKind>,
    /// From `{` to `}`.
    pub body: Option<Range<usize>>,
    /// Its return type is deduced from its body, or its body has a value at compile time.
    pub needs_body: bool,
}

pub fn is_space(kind: TokenKind) -> bool {
    matches!(kind, T::KwTile | T::KwTileGlobal | T::KwGlobal | T::KwDevice | T::KwHost)
}

/// The function whose specifiers the token at `index` is one of; nothing if that declares something
/// else.
pub fn function_at(tokens: &[Token], partners: &Partners, index: usize) -> Option<Function> {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    let start = start_of(tokens, partners, index);
    let mut function = Function {
        start,
        name: 0,
        parameters: 0,
        form: form(tokens, start, index),
        spaces: Vec::new(),
        body: None,
        needs_body: false,
    };
    let mut at = behind_heads(tokens, partners, start, index);
    let mut is_deduced = false;
    // The specifiers and the name.
    let parameters = loop {
        match kind(at) {
            space if is_space(space) => function.spaces.push(space),
            T::KwConstexpr | T::KwConsteval => function.needs_body = true,
            T::KwAuto => is_deduced = true,
            T::KwLaunchBounds
            | T::KwClusterDims
            | T::KwMaxnreg
            | T::KwAlignas
            | T::KwExplicit
            | T::KwNoexcept
                if kind(at + 1) == T::LParen =>
            {
                at = partners.of(at + 1);
            }
            T::KwDecltype if kind(at + 1) == T::LParen => {
                is_deduced |= kind(at + 2) == T::KwAuto;
                at = partners.of(at + 1);
            }
            T::KwOperator => {
                function.name = at;
                at += 1;
                // `operator()` has two pairs of parentheses.
                if kind(at) == T::LParen && kind(at + 1) == T::RParen {
                    at += 2;
                }
                while !matches!(kind(at), T::LParen | T::Semi | T::LBrace | T::Eof) {
                    at += 1;
                }
                if kind(at) != T::LParen {
                    return None;
                }
                break at;
            }
            T::LBracket => {
                // Of an attribute; a closure has one too, behind which no name stands.
                let end = partners.of(at);
                if end <= at {
                    return None;
                }
                at = end;
            }
            T::LParen => {
                let before = at.checked_sub(1)?;
                let name = match kind(before) {
                    T::Ident => before,
                    T::Gt | T::Shr => name_of_template_id(tokens, partners, before)?,
                    _ => return None,
                };
                let end = partners.of(at);
                if end <= at {
                    return None;
                }
                if kind(end + 1) == T::LParen || is_attribute(tokens, name) {
                    // `__attribute__((...))`, or a macro that is not known.
                    if is_attribute(tokens, name) {
                        at = end + 1;
                        continue;
                    }
                    return None;
                }
                function.name = name;
                break at;
            }
            T::Semi | T::Eq | T::LBrace | T::RBrace | T::RParen | T::RBracket | T::Eof => {
                return None;
            }
            _ => {}
        }
        at += 1;
    };
    if at < index {
        // The specifier stands in the parameters, or behind them.
        return None;
    }
    let end = partners.of(parameters);
    if end <= parameters {
        return None;
    }
    function.parameters = parameters;
    let has_auto = tokens[parameters..end].iter().any(|token| token.kind == T::KwAuto);
    if has_auto && function.form == Form::Function {
        function.form = Form::Template;
    }
    // What is behind the parameters.
    let mut at = end + 1;
    let mut is_constraint = false;
    loop {
        match kind(at) {
            T::Semi | T::Eof | T::Comma => return Some(finish(function, is_deduced)),
            // `= default`, `= delete`
            T::Eq => return Some(finish(function, is_deduced)),
            T::RBrace | T::RParen | T::RBracket => return None,
            T::Arrow => is_deduced = kind(at + 1) == T::KwDecltype && kind(at + 3) == T::KwAuto,
            T::KwRequires if is_constraint => {
                // A requires-expression, with braces of its own.
                if kind(at + 1) == T::LParen {
                    at = partners.of(at + 1);
                }
                if kind(at + 1) == T::LBrace {
                    at = partners.of(at + 1);
                }
            }
            T::KwRequires => is_constraint = true,
            T::LParen | T::LBracket => at = partners.of(at).max(at),
            T::Colon => {
                // The initializers of members: `name(...)`, `name{...}`, up to a brace behind one.
                at += 1;
                loop {
                    match kind(at) {
                        T::LParen => at = partners.of(at).max(at),
                        T::LBrace if kind(at - 1) == T::Ident || kind(at - 1) == T::Gt => {
                            at = partners.of(at).max(at);
                        }
                        T::LBrace => break,
                        T::Semi | T::RBrace | T::Eof => return None,
                        _ => {}
                    }
                    at += 1;
                }
                continue;
            }
            T::LBrace => {
                let close = partners.of(at);
                if close <= at {
                    return None;
                }
                function.body = Some(at..close + 1);
                return Some(finish(function, is_deduced));
            }
            _ => {}
        }
        at += 1;
    }
}

fn finish(mut function: Function, is_deduced: bool) -> Function {
    function.needs_body |= is_deduced;
    function
}

fn is_attribute(tokens: &[Token], index: usize) -> bool {
    // `__attribute__((x))`: a parenthesis directly in another one.
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    kind(index + 1) == T::LParen && kind(index + 2) == T::LParen
}

/// The first token of the declaration that has the one at `index`.
fn start_of(tokens: &[Token], partners: &Partners, index: usize) -> usize {
    let mut at = index;
    while at > 0 {
        let before = at - 1;
        match tokens[before].kind {
            T::Semi | T::LBrace | T::LParen | T::LBracket => return at,
            T::Colon if before > 0 && is_access(tokens[before - 1].kind) => return at,
            T::PragmaStart | T::PragmaEnd | T::Eof => return at,
            T::RBrace => {
                let open = partners.of(before);
                // `template <Shape S = Shape{1, 2}>`: what ends a declaration is followed by another.
                if open < before
                    && matches!(tokens[at].kind, T::Gt | T::Shr | T::Comma | T::Ellipsis)
                {
                    at = open;
                    continue;
                }
                match requires_before(tokens, partners, open) {
                    Some(requires) => at = requires,
                    None => return at,
                }
            }
            T::RParen | T::RBracket => {
                let open = partners.of(before);
                if open == before {
                    return at;
                }
                at = open;
            }
            _ => at = before,
        }
    }
    at
}

fn is_access(kind: TokenKind) -> bool {
    matches!(kind, T::KwPublic | T::KwProtected | T::KwPrivate)
}

/// The `requires` of the requires-expression whose body opens at `open`.
fn requires_before(tokens: &[Token], partners: &Partners, open: usize) -> Option<usize> {
    let mut before = open.checked_sub(1)?;
    if tokens[before].kind == T::RParen {
        before = partners.of(before).checked_sub(1)?;
    }
    if tokens[before].kind != T::KwRequires {
        return None;
    }
    // A requires-clause behind the parameters of a function is followed by a brace too: that of the body.
    let outer = before.checked_sub(1).map_or(T::Eof, |at| tokens[at].kind);
    let is_operand = matches!(
        outer,
        T::KwRequires | T::AmpAmp | T::PipePipe | T::Bang | T::Eq | T::Lt | T::Comma | T::LParen
    );
    is_operand.then_some(before)
}

fn form(tokens: &[Token], start: usize, index: usize) -> Form {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    let mut form = Form::Function;
    for at in start..index {
        if kind(at) != T::KwTemplate {
            continue;
        }
        match (kind(at + 1), kind(at + 2)) {
            // Of a member of a template that is specialised, for example.
            (T::Lt, T::Gt) => {}
            (T::Lt, _) => return Form::Template,
            _ => form = Form::ExplicitInstantiation,
        }
    }
    form
}

/// The index behind `template <...>`, however many there are, up to `index`.
fn behind_heads(tokens: &[Token], partners: &Partners, start: usize, index: usize) -> usize {
    let mut behind = start;
    let mut at = start;
    while at < index {
        if tokens[at].kind == T::KwTemplate && tokens.get(at + 1).is_some_and(|t| t.kind == T::Lt) {
            let mut depth = 0i32;
            at += 1;
            while at < index {
                match tokens[at].kind {
                    T::Lt => depth += 1,
                    T::Gt => depth -= 1,
                    T::Shr => depth -= 2,
                    T::LParen | T::LBracket | T::LBrace => at = partners.of(at).max(at),
                    _ => {}
                }
                at += 1;
                if depth <= 0 {
                    break;
                }
            }
            behind = at;
        } else {
            at += 1;
        }
    }
    // What follows may be a requires-clause, which ends where the specifiers begin; only these count.
    if tokens.get(behind).is_some_and(|token| token.kind == T::KwRequires) { index } else { behind }
}

/// What stands in the place of a function's name behind the specifier at `index`, for a declaration
/// that [`function_at`] does not read.
pub fn likely_name(tokens: &[Token], index: usize) -> Option<usize> {
    let rest = tokens.get(index..)?;
    let end = rest.iter().position(|token| matches!(token.kind, T::Semi | T::LBrace | T::Eof))?;
    let pairs = rest[..end].windows(2);
    let named = |pair: &[Token]| pair[0].kind == T::Ident && pair[1].kind == T::LParen;
    pairs.into_iter().position(named).map(|at| index + at)
}

/// The name in front of the template arguments that end at `close`.
pub fn name_of_template_id(tokens: &[Token], partners: &Partners, close: usize) -> Option<usize> {
    let name = before_angles(tokens, partners, close)?;
    (tokens[name].kind == T::Ident).then_some(name)
}

/// `static_cast` or one of its likes in front of the type that ends at `close`.
pub fn cast_before(tokens: &[Token], partners: &Partners, close: usize) -> Option<usize> {
    let word = before_angles(tokens, partners, close)?;
    let is_cast = matches!(
        tokens[word].kind,
        T::KwStaticCast | T::KwReinterpretCast | T::KwConstCast | T::KwDynamicCast
    );
    is_cast.then_some(word)
}

/// What stands before the `<` whose `>` is at `close`.
fn before_angles(tokens: &[Token], partners: &Partners, close: usize) -> Option<usize> {
    let mut depth = 0i32;
    let mut at = close;
    loop {
        match tokens[at].kind {
            T::Gt => depth += 1,
            T::Shr => depth += 2,
            T::Lt => {
                depth -= 1;
                if depth == 0 {
                    return at.checked_sub(1);
                }
                if depth < 0 {
                    return None;
                }
            }
            T::RParen | T::RBracket | T::RBrace => {
                let open = partners.of(at);
                if open >= at {
                    return None;
                }
                at = open;
            }
            T::Semi | T::LBrace | T::LParen | T::LBracket | T::Eof => return None,
            _ => {}
        }
        at = at.checked_sub(1)?;
    }
}
