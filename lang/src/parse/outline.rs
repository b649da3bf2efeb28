//! The outline of a header: where its declarations at namespace scope start and end, and which
//! names each may declare, found without parsing them.
//!
//! In: the tokens of a header and their brackets. Out: an [`Item`] for every declaration that can be
//! left out as long as none of its names is mentioned. Everything that gives no item stays:
//! namespaces,
//! using-directives, pragmas, and whatever has a shape that is not understood here. Invariants: the
//! names of an item include all that the declaration declares at namespace scope, and the template
//! or class that it specialises or whose member it defines; an item ends where the parser ends the
//! declaration. The tests parse every header of the library in full and compare.

use super::brackets::BracketMap;
use crate::ast::TokenRange;
use crate::base::{Interner, Name};
use crate::lex::{Token, TokenKind};

/// A declaration that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub tokens: TokenRange,
    /// The end of its names in [`Outline::names`]; they start where those of the one before end.
    /// A `static_assert` has none.
    pub names_end: u32,
    /// The innermost namespace around, if it is not the global one: an index of
    /// [`Outline::namespaces`].
    pub namespace: Option<u32>,
    /// A function that is called by a symbol.
    pub is_operator: bool,
    /// A using-declaration.
    pub is_using: bool,
}

/// A namespace where it is opened; inline ones count as what is around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub name: Name,
    pub parent: Option<u32>,
}

/// The items of some headers, in order.
#[derive(Default)]
pub(super) struct Outline {
    pub items: Vec<Item>,
    /// Identifiers; of an operator the first token of its symbol, of a literal operator its suffix.
    pub names: Vec<Name>,
    pub namespaces: Vec<Region>,
}

impl Outline {
    /// Adds the declarations of a header whose tokens are `range`. Returns whether it leaves no
    /// bracket open.
    pub fn add(
        &mut self,
        tokens: &[Token],
        brackets: &BracketMap,
        interner: &mut Interner,
        range: TokenRange,
    ) -> bool {
        let end = range.end.min(tokens.len() as u32);
        let mut scanner = Scanner {
            tokens,
            brackets,
            interner,
            end,
            at: range.start,
            names: &mut self.names,
            namespaces: &mut self.namespaces,
            around: Vec::new(),
            is_balanced: true,
            is_operator: false,
        };
        while scanner.at < end {
            let start = scanner.at;
            if scanner.region() {
                continue;
            }
            let n_names = scanner.names.len();
            scanner.is_operator = false;
            let shape = scanner.item();
            match shape {
                Some(Shape::Declaration | Shape::Using) if scanner.names.len() > n_names => {}
                Some(Shape::Assertion) => scanner.names.truncate(n_names),
                Some(Shape::Declaration | Shape::Using | Shape::Kept) => {
                    scanner.names.truncate(n_names);
                    continue;
                }
                None => {
                    scanner.names.truncate(n_names);
                    return false;
                }
            }
            let names_end = scanner.names.len() as u32;
            let tokens = TokenRange { start, end: scanner.at };
            let namespace = scanner.namespace();
            let is_operator = scanner.is_operator;
            let is_using = matches!(shape, Some(Shape::Using));
            self.items.push(Item { tokens, names_end, namespace, is_operator, is_using });
        }
        scanner.is_balanced && scanner.around.is_empty()
    }
}

/// What was moved over.
enum Shape {
    /// Can be left out, if it has names.
    Declaration,
    /// A using-declaration, which can be left out as well.
    Using,
    /// A `static_assert`: the library's tests of itself.
    Assertion,
    Kept,
}

struct Scanner<'a> {
    tokens: &'a [Token],
    brackets: &'a BracketMap,
    interner: &'a mut Interner,
    end: u32,
    at: u32,
    names: &'a mut Vec<Name>,
    namespaces: &'a mut Vec<Region>,
    /// The namespace in each open brace.
    around: Vec<Option<u32>>,
    /// Every `}` had its `{`.
    is_balanced: bool,
    /// Whether the item declares an operator.
    is_operator: bool,
}

/// What stands before the cursor in a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Identifier(Name),
    /// `x<...>`, by `x`.
    TemplateId(Name),
    Token(TokenKind),
}

impl Before {
    fn name(self) -> Option<Name> {
        match self {
            Before::Identifier(name) | Before::TemplateId(name) => Some(name),
            Before::Token(_) => None,
        }
    }
}

/// How far a declaration has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Specifiers and declarators.
    Head,
    /// Behind the class-key of a class or enumeration.
    Class,
    /// Behind the parameters of a function or guide.
    Function,
    /// Behind the `=`.
    Initializer,
}

impl Scanner<'_> {
    fn kind(&self, at: u32) -> TokenKind {
        if at >= self.end {
            return TokenKind::Eof;
        }
        self.tokens.get(at as usize).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn here(&self) -> TokenKind {
        self.kind(self.at)
    }

    fn identifier(&self, at: u32) -> Option<Name> {
        let token = self.tokens.get(at as usize)?;
        (at < self.end && token.kind == TokenKind::Ident).then_some(token.name)
    }

    /// Moves behind the bracket that closes the one at the cursor.
    fn skip_group(&mut self) -> Option<()> {
        let close = self.brackets.closing(self.at).filter(|&close| close < self.end)?;
        self.at = close + 1;
        Some(())
    }

    /// Moves over the tokens between declarations.
    fn region(&mut self) -> bool {
        use TokenKind as T;
        let start = self.at;
        match self.here() {
            T::Semi => self.at += 1,
            T::RBrace => {
                self.at += 1;
                self.is_balanced &= self.around.pop().is_some();
            }
            T::PragmaStart => {
                while !matches!(self.here(), T::PragmaEnd | T::Eof) {
                    self.at += 1;
                }
                self.at += 1;
            }
            T::KwExtern
                if self.kind(start + 1) == T::StringLit && self.kind(start + 2) == T::LBrace =>
            {
                self.at += 3;
                self.around.push(self.namespace());
            }
            T::KwNamespace => self.open_namespace(start + 1),
            T::KwInline if self.kind(start + 1) == T::KwNamespace => self.open_namespace(start + 2),
            _ => {}
        }
        self.at > start
    }

    /// The namespace at the cursor.
    fn namespace(&self) -> Option<u32> {
        self.around.last().copied().flatten()
    }

    /// Moves behind the `{` of a namespace, or to the `=` or `;` of what is none.
    fn open_namespace(&mut self, start: u32) {
        let mut is_inline = start > self.at + 1;
        let mut namespace = self.namespace();
        self.at = start;
        loop {
            match self.here() {
                TokenKind::Ident => {
                    if let Some(name) = self.identifier(self.at).filter(|_| !is_inline) {
                        let region = Region { name, parent: namespace };
                        namespace = Some(self.namespaces.len() as u32);
                        self.namespaces.push(region);
                    }
                    is_inline = false;
                }
                TokenKind::KwInline => is_inline = true,
                TokenKind::ColonColon => {}
                TokenKind::LBracket => match self.skip_group() {
                    Some(()) => continue,
                    None => return,
                },
                TokenKind::LBrace => {
                    self.at += 1;
                    self.around.push(namespace);
                    return;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Moves over one declaration and notes its names. `None` when it does not end.
    fn item(&mut self) -> Option<Shape> {
        use TokenKind as T;
        let shape = match self.here() {
            T::KwStaticAssert => {
                self.skip_to_semi()?;
                Shape::Assertion
            }
            T::KwUsing => self.using()?,
            T::KwTypedef => {
                let start = self.at;
                self.skip_to_semi()?;
                for at in start..self.at {
                    if let Some(name) = self.identifier(at) {
                        self.names.push(name);
                    }
                }
                Shape::Declaration
            }
            // An alias of a namespace.
            T::Eq => {
                self.skip_to_semi()?;
                Shape::Kept
            }
            _ => {
                self.declaration()?;
                Shape::Declaration
            }
        };
        Some(shape)
    }

    /// Moves behind the next `;` outside of brackets.
    fn skip_to_semi(&mut self) -> Option<()> {
        loop {
            match self.here() {
                TokenKind::Semi => {
                    self.at += 1;
                    return Some(());
                }
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => self.skip_group()?,
                TokenKind::RBrace | TokenKind::Eof | TokenKind::PragmaStart => return None,
                _ => self.at += 1,
            }
        }
    }

    /// *using-declaration*, *alias-declaration*, *using-directive*, *using-enum-declaration*
    fn using(&mut self) -> Option<Shape> {
        let start = self.at;
        if matches!(self.kind(start + 1), TokenKind::KwNamespace | TokenKind::KwEnum) {
            self.skip_to_semi()?;
            return Some(Shape::Kept);
        }
        if matches!(self.kind(start + 2), TokenKind::Eq | TokenKind::LBracket)
            && let Some(name) = self.identifier(start + 1)
        {
            self.names.push(name);
            self.skip_to_semi()?;
            return Some(Shape::Declaration);
        }
        self.skip_to_semi()?;
        for at in start..self.at {
            if self.kind(at) == TokenKind::KwOperator {
                self.operator(at + 1);
            } else if self.kind(at + 1) != TokenKind::ColonColon
                && let Some(name) = self.identifier(at)
            {
                self.names.push(name);
            }
        }
        Some(Shape::Using)
    }

    /// The name of an operator, whose symbol is at `at`. Returns the index behind it.
    fn operator(&mut self, at: u32) -> u32 {
        let Some(&token) = self.tokens.get(at as usize).filter(|_| at < self.end) else {
            return at;
        };
        match token.kind {
            TokenKind::StringLit => {
                self.names.extend(self.identifier(at + 1));
                at + 2
            }
            TokenKind::UserDefinedString => {
                let spelling = self.interner.text(token.name).trim_start_matches('"').to_owned();
                self.names.push(self.interner.intern(&spelling));
                at + 1
            }
            TokenKind::LParen | TokenKind::LBracket => at + 2,
            _ => {
                self.names.push(token.name);
                at + 1
            }
        }
    }

    /// *simple-declaration*, *function-definition*, *template-declaration*, *deduction-guide*
    fn declaration(&mut self) -> Option<()> {
        use TokenKind as T;
        let mut part = Part::Head;
        let mut before = Before::Token(T::Semi);
        // Which declares one thing only.
        let is_template = self.here() == T::KwTemplate;
        loop {
            let here = self.here();
            if part == Part::Head && matches!(here, T::Eq | T::Semi | T::Comma | T::LBracket) {
                self.declare(before);
            }
            match here {
                T::Semi => {
                    self.at += 1;
                    return Some(());
                }
                T::LBrace => {
                    if part == Part::Head {
                        self.declare(before);
                    }
                    self.skip_group()?;
                    let goes_on = match part {
                        Part::Head | Part::Class | Part::Initializer => true,
                        // A member initialiser, before the body.
                        Part::Function => matches!(self.here(), T::Comma | T::LBrace | T::KwCatch),
                    };
                    if !goes_on {
                        return Some(());
                    }
                    if part == Part::Class {
                        part = Part::Head;
                    }
                    before = Before::Token(T::RBrace);
                    continue;
                }
                T::LParen => {
                    if part == Part::Head {
                        self.declare(before);
                        if before.name().is_some() || before == Before::Token(T::KwOperator) {
                            part = Part::Function;
                        } else if self.opens_declarator() {
                            self.declare_in_group();
                        }
                    }
                    self.skip_group()?;
                    before = Before::Token(T::RParen);
                    continue;
                }
                T::LBracket => {
                    let is_attribute = self.kind(self.at + 1) == T::LBracket;
                    if part == Part::Head && before.name().is_none() && !is_attribute {
                        // A structured binding.
                        self.declare_in_group();
                    }
                    self.skip_group()?;
                    before = Before::Token(T::RBracket);
                    continue;
                }
                T::Lt if part != Part::Initializer => {
                    self.skip_template_list()?;
                    before = match before {
                        Before::Identifier(name) => Before::TemplateId(name),
                        Before::Token(T::KwOperator) => before,
                        Before::TemplateId(_) | Before::Token(_) => Before::Token(T::Gt),
                    };
                    continue;
                }
                T::ColonColon if part == Part::Head => {
                    // The class of a member, or the namespace of a type: the former counts.
                    if let Before::TemplateId(_) = before {
                        self.declare(before);
                    }
                    before = Before::Token(here);
                }
                T::Eq => {
                    part = Part::Initializer;
                    before = Before::Token(here);
                }
                T::KwRequires => {
                    self.requires(before)?;
                    before = Before::Token(here);
                    continue;
                }
                T::KwConcept if part == Part::Head => {
                    let name = self.identifier(self.at + 1)?;
                    self.names.push(name);
                    self.at += 1;
                    before = Before::Token(here);
                }
                T::KwClass | T::KwStruct | T::KwUnion | T::KwEnum if part == Part::Head => {
                    self.class_head()?;
                    part = Part::Class;
                    before = Before::Token(here);
                    continue;
                }
                T::KwOperator if part != Part::Initializer => {
                    // A literal operator is called by its suffix.
                    self.is_operator = self.kind(self.at + 1).is_punctuator();
                    self.at = self.operator(self.at + 1);
                    before = Before::Token(T::KwOperator);
                    continue;
                }
                T::Comma => {
                    if !is_template && part == Part::Initializer {
                        part = Part::Head;
                    }
                    before = Before::Token(here);
                }
                T::RParen | T::RBracket | T::RBrace | T::Eof | T::PragmaStart => return None,
                T::Ident => {
                    before =
                        self.identifier(self.at).map_or(Before::Token(here), Before::Identifier);
                }
                _ => before = Before::Token(here),
            }
            self.at += 1;
        }
    }

    fn declare(&mut self, what: Before) {
        if let Some(name) = what.name() {
            self.names.push(name);
        }
    }

    /// Whether the `(` at the cursor is one of `(*name)(...)` or `(name)`.
    fn opens_declarator(&self) -> bool {
        use TokenKind as T;
        match self.kind(self.at + 1) {
            T::Star | T::Amp | T::AmpAmp => true,
            T::Ident => matches!(self.kind(self.at + 2), T::RParen | T::ColonColon),
            _ => false,
        }
    }

    /// Notes all that stands in the brackets at the cursor.
    fn declare_in_group(&mut self) {
        let Some(close) = self.brackets.closing(self.at) else { return };
        for at in self.at..close {
            if let Some(name) = self.identifier(at) {
                self.names.push(name);
            }
        }
    }

    /// Moves from the class-key behind the name, and over the enumerators or members whose names
    /// belong to the scope around.
    fn class_head(&mut self) -> Option<()> {
        use TokenKind as T;
        let is_enum = self.here() == T::KwEnum;
        self.at += 1;
        let is_scoped = is_enum && matches!(self.here(), T::KwClass | T::KwStruct);
        self.at += u32::from(is_scoped);
        let mut is_named = false;
        loop {
            match self.here() {
                T::LBracket | T::LParen => self.skip_group()?,
                T::KwAlignas => self.at += 1,
                T::ColonColon => self.at += 1,
                T::Lt => self.skip_template_list()?,
                T::Ident => {
                    if let Some(name) = self.identifier(self.at) {
                        self.names.push(name);
                        is_named = true;
                    }
                    self.at += 1;
                }
                _ => break,
            }
        }
        let scoped_to_itself = if is_enum { is_scoped } else { is_named };
        if scoped_to_itself {
            return Some(());
        }
        while !matches!(self.here(), T::LBrace | T::Semi | T::Eof) {
            self.at += 1;
        }
        match self.here() {
            T::LBrace if is_enum => self.enumerators(),
            T::LBrace => self.declare_in_group(),
            _ => {}
        }
        Some(())
    }

    /// Notes the enumerators in the braces at the cursor.
    fn enumerators(&mut self) {
        let Some(close) = self.brackets.closing(self.at) else { return };
        for at in self.at + 1..close {
            if matches!(self.kind(at - 1), TokenKind::LBrace | TokenKind::Comma) {
                self.names.extend(self.identifier(at));
            }
        }
    }

    /// Moves from `requires` behind a requires-clause or a requires-expression: its brackets look like
    /// parameters, declarators or a body.
    fn requires(&mut self, before: Before) -> Option<()> {
        use TokenKind as T;
        let is_expression = matches!(
            before,
            Before::Token(T::AmpAmp | T::PipePipe | T::Bang | T::Eq | T::Lt | T::Comma)
        );
        if is_expression {
            return self.requires_expression();
        }
        self.at += 1;
        loop {
            self.constraint_operand()?;
            if !matches!(self.here(), T::AmpAmp | T::PipePipe) {
                return Some(());
            }
            self.at += 1;
        }
    }

    /// Moves behind a *requires-expression*.
    fn requires_expression(&mut self) -> Option<()> {
        self.at += 1;
        if self.here() == TokenKind::LParen {
            self.skip_group()?;
        }
        if self.here() == TokenKind::LBrace {
            self.skip_group()?;
        }
        Some(())
    }

    /// Moves behind a *primary-expression* of a requires-clause: one in brackets, a requires-expression, a
    /// literal, or a name with its qualifiers and template arguments.
    fn constraint_operand(&mut self) -> Option<()> {
        use TokenKind as T;
        match self.here() {
            T::LParen => self.skip_group(),
            T::KwRequires => self.requires_expression(),
            T::KwTrue | T::KwFalse => {
                self.at += 1;
                Some(())
            }
            _ => {
                while self.here() == T::ColonColon || self.here() == T::Ident {
                    let is_name = self.here() == T::Ident;
                    self.at += 1;
                    if is_name && self.here() == T::Lt {
                        self.skip_template_list()?;
                    }
                    if is_name && self.here() != T::ColonColon {
                        break;
                    }
                }
                Some(())
            }
        }
    }

    /// Moves behind the `>` that closes the `<` at the cursor.
    fn skip_template_list(&mut self) -> Option<()> {
        use TokenKind as T;
        let mut depth = 0u32;
        loop {
            match self.here() {
                T::Lt => depth += 1,
                T::Gt => depth = depth.saturating_sub(1),
                T::Shr => depth = depth.saturating_sub(2),
                T::LParen | T::LBracket | T::LBrace => {
                    self.skip_group()?;
                    continue;
                }
                T::Semi | T::RParen | T::RBracket | T::RBrace | T::Eof => return None,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests;
