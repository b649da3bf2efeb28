//! Look-ahead: moves over tokens as a production would, without building nodes or reporting.
//!
//! All questions of the kind "is this a declaration or an expression?" (`[stmt.ambig]`,
//! `[dcl.ambig.res]`) are answered here. Each function is linear in the tokens it moves over:
//! brackets are skipped in one step and template argument lists are remembered.

use super::parser::{Greater, Parser};
use super::qualified::{NameClass, NameMode, NameUse};
use super::specifier::is_builtin_word;
use crate::lex::TokenKind;

/// How sure look-ahead is that something is a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Certainty {
    No,
    /// A member of something dependent: a value by `[temp.res]/3` unless only a type can stand
    /// here.
    Dependent,
    /// A name that is declared nowhere.
    Maybe,
    Yes,
}

/// How a `<...>` is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ListScan {
    /// It is a template argument list; only its end is wanted.
    Certain,
    /// It may be less-than: `&&`, `||` and the like speak against a list.
    Tentative,
}

/// Whether a declarator that is looked for has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    Abstract,
    Optional,
    Required,
}

/// Where a declaration would stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Namespace,
    Class,
    Block,
}

/// What look-ahead saw of a declarator.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct DeclaratorShape {
    pub has_name: bool,
    /// Starts with `*`, `&`, `&&` or is nested in parentheses.
    pub has_operator: bool,
    /// Ends in a parameter list or array bound.
    pub has_suffix: bool,
}

impl Parser<'_> {
    /// Whether a statement that starts here is a declaration. `[stmt.ambig]`: what could be a
    /// declaration is one.
    pub fn at_declaration(&mut self) -> bool {
        use TokenKind as T;
        match self.kind() {
            T::KwStatic
            | T::KwExtern
            | T::KwTypedef
            | T::KwConstexpr
            | T::KwConsteval
            | T::KwConstinit
            | T::KwThreadLocal
            | T::KwMutable
            | T::KwRegister
            | T::KwInline
            | T::KwFriend
            | T::KwVirtual
            | T::KwExplicit
            | T::KwTemplate
            | T::KwNamespace
            | T::KwUsing
            | T::KwStaticAssert
            | T::KwConcept
            | T::KwAlignas
            | T::KwStruct
            | T::KwClass
            | T::KwUnion
            | T::KwEnum
            | T::KwAuto
            | T::KwConst
            | T::KwVolatile
            | T::KwGlobal
            | T::KwDevice
            | T::KwHost
            | T::KwTile
            | T::KwTileGlobal
            | T::KwShared
            | T::KwConstant
            | T::KwManaged => true,
            _ => self.look_ahead(Parser::probe_declaration),
        }
    }

    fn probe_declaration(&mut self) -> bool {
        use TokenKind as T;
        let is_name = matches!(self.kind(), T::Ident | T::ColonColon);
        let certainty = self.skip_type_specifiers();
        if certainty == Certainty::No {
            return false;
        }
        match self.kind() {
            T::Ident => true,
            T::LParen => {
                certainty == Certainty::Yes && self.probe_init_declarator(Follow::Statement)
            }
            T::LBrace => false,
            T::Star | T::Amp => match certainty {
                Certainty::Yes => true,
                Certainty::Maybe => self.probe_init_declarator(Follow::Heuristic),
                Certainty::Dependent | Certainty::No => false,
            },
            T::AmpAmp => certainty == Certainty::Yes,
            T::ColonColon => self.probe_init_declarator(Follow::Statement),
            // `int;` declares nothing, but is not an expression either.
            _ => certainty == Certainty::Yes && !is_name,
        }
    }

    fn probe_init_declarator(&mut self, follow: Follow) -> bool {
        use TokenKind as T;
        let Some(shape) = self.skip_declarator(Naming::Required) else { return false };
        if !shape.has_name {
            return false;
        }
        match self.kind() {
            T::Eq | T::Semi => true,
            // `T(a), b = 1;` declares two variables, `T(a), b++;` none: `[stmt.ambig]/1`.
            T::Comma => {
                self.bump();
                follow == Follow::Statement && self.probe_init_declarator(follow)
            }
            T::LBrace | T::Colon | T::LParen => follow == Follow::Statement,
            _ => false,
        }
    }

    /// Whether a condition starts with a declaration: `if (T x = e)`, `if (auto [a, b] = e)`.
    pub fn at_condition_declaration(&mut self) -> bool {
        self.look_ahead(|p| {
            while matches!(p.kind(), TokenKind::KwStatic | TokenKind::KwConstexpr) {
                p.bump();
            }
            if p.skip_type_specifiers() == Certainty::No {
                return false;
            }
            if p.at_structured_binding() {
                return true;
            }
            // `int x)` lacks its initialiser, which is reported as that.
            let is_plain = p.at(TokenKind::Ident) && p.peek_kind(1) == TokenKind::RParen;
            let named = p.skip_declarator(Naming::Required).is_some_and(|shape| shape.has_name);
            named && (is_plain || matches!(p.kind(), TokenKind::Eq | TokenKind::LBrace))
        })
    }

    /// Whether the cursor is at the `[`, `&[` or `&&[` of a structured binding.
    pub fn at_structured_binding(&self) -> bool {
        match self.kind() {
            TokenKind::LBracket => {
                self.peek_kind(1) == TokenKind::Ident
                    && matches!(self.peek_kind(2), TokenKind::Comma | TokenKind::RBracket)
            }
            TokenKind::Amp | TokenKind::AmpAmp => {
                self.peek_kind(1) == TokenKind::LBracket && self.peek_kind(2) == TokenKind::Ident
            }
            _ => false,
        }
    }

    /// Whether the `(` at the cursor opens a parameter list and not an initialiser.
    /// `[dcl.ambig.res]/1`
    pub fn at_parameter_list(&mut self, place: Place) -> bool {
        use TokenKind as T;
        if place == Place::Class {
            return true;
        }
        self.look_ahead(|p| {
            p.bump();
            match p.kind() {
                T::RParen | T::Ellipsis => return true,
                T::LBracket if p.peek_kind(1) == T::LBracket => return true,
                _ => {}
            }
            let certainty = p.skip_param_specifiers();
            if certainty == Certainty::Yes && p.at(T::Ident) {
                // A type and a name: no expression starts like that.
                return true;
            }
            let Some(shape) = p.skip_declarator(Naming::Optional) else { return false };
            // `T...` was taken as a pack; a second `...` is C's.
            p.eat(T::Ellipsis);
            let ends = matches!(p.kind(), T::Comma | T::RParen | T::Eq);
            match certainty {
                Certainty::No => false,
                // `T(a), 4` begins like a parameter and is not one.
                Certainty::Yes => ends && p.rest_may_be_parameters(),
                Certainty::Dependent | Certainty::Maybe => {
                    ends && (place == Place::Namespace || shape.has_name && !shape.has_operator)
                }
            }
        })
    }

    /// Whether what follows a possible parameter can be the rest of a parameter list.
    fn rest_may_be_parameters(&mut self) -> bool {
        use TokenKind as T;
        while self.eat(T::Comma) {
            if self.at(T::Ellipsis) || self.at(T::LBracket) {
                return true;
            }
            let certainty = self.skip_param_specifiers();
            if certainty == Certainty::No {
                return false;
            }
            if certainty == Certainty::Yes && self.at(T::Ident) {
                return true;
            }
            if self.skip_declarator(Naming::Optional).is_none() {
                return false;
            }
            self.eat(T::Ellipsis);
        }
        matches!(self.kind(), T::RParen | T::Eq)
    }

    fn skip_param_specifiers(&mut self) -> Certainty {
        while matches!(self.kind(), TokenKind::KwRegister | TokenKind::KwThis) {
            self.bump();
        }
        self.skip_type_specifiers()
    }

    /// Moves over an attribute of any spelling. False when there is none.
    fn skip_attribute(&mut self) -> bool {
        match self.kind() {
            TokenKind::LBracket if self.peek_kind(1) == TokenKind::LBracket => self.skip_group(),
            TokenKind::KwAlignas => {
                self.bump();
                self.at(TokenKind::LParen) && self.skip_group()
            }
            TokenKind::Ident if self.at_vendor_attribute() => {
                self.bump();
                self.skip_group()
            }
            _ => false,
        }
    }

    /// Whether a type-id starts here and is followed by `)`: a cast or `sizeof (T)`.
    pub fn type_id_before_paren(&mut self) -> Certainty {
        self.type_id_before(|p| p.at(TokenKind::RParen))
    }

    /// Whether a type-id starts here and ends a template argument.
    pub fn type_id_before_separator(&mut self) -> Certainty {
        self.type_id_before(|p| {
            p.greater == Greater::ClosesList && p.at_greater()
                || matches!(p.kind(), TokenKind::Comma | TokenKind::Ellipsis | TokenKind::RParen)
        })
    }

    fn type_id_before(&mut self, at_end: impl FnOnce(&Self) -> bool) -> Certainty {
        self.look_ahead(|p| {
            let certainty = p.skip_type_specifiers();
            if certainty == Certainty::No {
                return Certainty::No;
            }
            let Some(shape) = p.skip_declarator(Naming::Abstract) else { return Certainty::No };
            if !at_end(p) {
                return Certainty::No;
            }
            if shape.has_operator {
                // Nothing but a type ends in `*` or `&`.
                return Certainty::Yes;
            }
            match certainty {
                Certainty::Maybe | Certainty::Dependent if shape.has_suffix => Certainty::No,
                _ => certainty,
            }
        })
    }

    /// Moves over *type-specifier*s.
    pub fn skip_type_specifiers(&mut self) -> Certainty {
        use TokenKind as T;
        let mut certainty = Certainty::No;
        let mut is_qualified = false;
        loop {
            match self.kind() {
                T::KwConst | T::KwVolatile | T::KwRestrict => {
                    self.bump();
                    is_qualified = true;
                }
                T::Ident | T::ColonColon
                    if is_qualified
                        && certainty == Certainty::No
                        && !self.at_word(self.words.extension)
                        && !self.at_vendor_attribute() =>
                {
                    // `const x` can only be a type, whatever `x` is.
                    if self.skip_type_name() == Certainty::No {
                        let _ = self.name_path(NameUse::Type, NameMode::Skip);
                    }
                    certainty = Certainty::Yes;
                }
                kind if is_builtin_word(kind) || kind == T::KwAuto => {
                    self.bump();
                    certainty = Certainty::Yes;
                }
                T::KwTypename => {
                    self.bump();
                    if self.name_path(NameUse::Type, NameMode::Skip).is_none() {
                        return Certainty::No;
                    }
                    certainty = Certainty::Yes;
                }
                T::KwStruct | T::KwClass | T::KwUnion | T::KwEnum => {
                    self.bump();
                    if self.name_path(NameUse::Tag, NameMode::Skip).is_none() {
                        return Certainty::No;
                    }
                    certainty = Certainty::Yes;
                }
                T::KwDecltype if certainty == Certainty::No => {
                    if let Some(path) = self.name_path(NameUse::Type, NameMode::Skip) {
                        certainty = match path.class {
                            NameClass::Value => return Certainty::No,
                            _ => Certainty::Dependent,
                        };
                        continue;
                    }
                    self.bump();
                    if !self.at(T::LParen) || !self.skip_group() {
                        return Certainty::No;
                    }
                    certainty = Certainty::Yes;
                }
                T::Ident if self.at_word(self.words.extension) => {
                    self.bump();
                }
                T::KwGridConstant => {
                    self.bump();
                }
                _ if self.skip_attribute() => {}
                T::Ident | T::ColonColon if certainty == Certainty::No => {
                    certainty = self.skip_type_name();
                    if certainty == Certainty::No {
                        return Certainty::No;
                    }
                }
                _ if is_qualified => return Certainty::Yes,
                _ => return certainty,
            }
        }
    }

    fn skip_type_name(&mut self) -> Certainty {
        let token = self.token();
        if token.kind == TokenKind::Ident {
            if token.name == self.words.float128 {
                self.bump();
                return Certainty::Yes;
            }
            if self.is_type_operator(token.name) && self.peek_kind(1) == TokenKind::LParen {
                self.bump();
                return if self.skip_group() { Certainty::Yes } else { Certainty::No };
            }
        }
        let saved = self.cursor();
        let Some(path) = self.name_path(NameUse::Expression, NameMode::Skip) else {
            return Certainty::No;
        };
        let certainty = self.certainty_of(path.class);
        if certainty == Certainty::No {
            self.seek(saved);
        }
        certainty
    }

    fn certainty_of(&mut self, class: NameClass) -> Certainty {
        match class {
            NameClass::Type | NameClass::TypeTemplate => Certainty::Yes,
            NameClass::Concept => {
                if self.skip_constrained_placeholder() {
                    Certainty::Yes
                } else {
                    Certainty::No
                }
            }
            NameClass::Namespace | NameClass::Value => Certainty::No,
            NameClass::Dependent => Certainty::Dependent,
            NameClass::Unknown => {
                // `Unknown auto` is a constrained placeholder.
                if self.skip_constrained_placeholder() { Certainty::Yes } else { Certainty::Maybe }
            }
        }
    }

    /// Moves over the `auto` or `decltype(auto)` behind a concept.
    fn skip_constrained_placeholder(&mut self) -> bool {
        if self.eat(TokenKind::KwAuto) {
            return true;
        }
        if self.at(TokenKind::KwDecltype) && self.peek_kind(2) == TokenKind::KwAuto {
            self.bump();
            return self.skip_group();
        }
        false
    }

    /// Moves over `*`, `&`, `&&`, `A::*` with their qualifiers. Whether there were any.
    pub fn skip_pointer_operators(&mut self) -> bool {
        use TokenKind as T;
        let mut any = false;
        loop {
            match self.kind() {
                T::Star | T::Amp | T::AmpAmp => {
                    self.bump();
                    any = true;
                }
                T::KwConst | T::KwVolatile | T::KwRestrict if any => {
                    self.bump();
                }
                T::Ident | T::ColonColon => {
                    let saved = self.cursor();
                    let is_member_pointer = self.name_path(NameUse::Type, NameMode::Skip).is_some()
                        && self.at(T::ColonColon)
                        && self.peek_kind(1) == T::Star;
                    if !is_member_pointer {
                        self.seek(saved);
                        return any;
                    }
                    self.bump();
                    self.bump();
                    any = true;
                }
                _ => return any,
            }
        }
    }

    /// Moves over a declarator. `None` when there is no such declarator.
    pub fn skip_declarator(&mut self, naming: Naming) -> Option<DeclaratorShape> {
        let level = self.descend_quietly()?;
        let shape = self.skip_declarator_here(naming);
        self.leave(level);
        shape
    }

    fn skip_declarator_here(&mut self, naming: Naming) -> Option<DeclaratorShape> {
        use TokenKind as T;
        while self.skip_attribute() {}
        let has_operator = self.skip_pointer_operators();
        let mut shape = DeclaratorShape { has_operator, ..DeclaratorShape::default() };
        if self.at(T::Ellipsis) {
            if naming == Naming::Abstract {
                return Some(shape);
            }
            self.bump();
        }
        match self.kind() {
            T::LParen if self.at_nested_declarator(naming) => {
                let close = self.closing()?;
                self.bump();
                let inner = self.skip_declarator(naming)?;
                if self.index() != close {
                    return None;
                }
                self.bump();
                shape.has_name = inner.has_name;
                shape.has_operator |= inner.has_operator;
            }
            T::Ident | T::ColonColon | T::KwOperator if naming != Naming::Abstract => {
                self.name_path(NameUse::Declarator, NameMode::Skip)?;
                shape.has_name = true;
            }
            _ => {}
        }
        if naming == Naming::Required && !shape.has_name {
            return None;
        }
        loop {
            match self.kind() {
                _ if self.skip_attribute() => {}
                T::LBracket => {
                    if !self.skip_group() {
                        return Some(shape);
                    }
                    shape.has_suffix = true;
                }
                T::LParen if self.at_parameter_list(Place::Block) => {
                    if !self.skip_group() {
                        return None;
                    }
                    self.skip_function_suffix();
                    shape.has_suffix = true;
                }
                _ => return Some(shape),
            }
        }
    }

    /// Whether the `(` at the cursor holds a declarator and not parameters.
    pub fn at_nested_declarator(&mut self, naming: Naming) -> bool {
        let Some(level) = self.descend_quietly() else { return false };
        let found = self.probe_nested_declarator(naming);
        self.leave(level);
        found
    }

    fn probe_nested_declarator(&mut self, naming: Naming) -> bool {
        use TokenKind as T;
        self.look_ahead(|p| {
            p.bump();
            match p.kind() {
                T::Star | T::Amp | T::AmpAmp => true,
                T::LParen => p.at_nested_declarator(naming),
                T::LBracket => p.peek_kind(1) != T::LBracket && naming == Naming::Abstract,
                T::Ident | T::ColonColon => {
                    if p.skip_pointer_operators() {
                        return true;
                    }
                    if naming == Naming::Abstract {
                        return false;
                    }
                    // `(x)` with a type `x` would be a parameter list.
                    match p.name_path(NameUse::Declarator, NameMode::Skip) {
                        None => false,
                        Some(path) => {
                            naming == Naming::Required
                                || !matches!(
                                    path.class,
                                    NameClass::Type | NameClass::TypeTemplate | NameClass::Concept
                                )
                        }
                    }
                }
                T::KwOperator => naming != Naming::Abstract,
                _ => false,
            }
        })
    }

    /// Moves over what may follow a parameter list: qualifiers, `noexcept(e)`, `-> T`.
    fn skip_function_suffix(&mut self) {
        use TokenKind as T;
        loop {
            match self.kind() {
                T::KwConst | T::KwVolatile | T::Amp | T::AmpAmp => {
                    self.bump();
                }
                T::KwNoexcept | T::KwThrow => {
                    self.bump();
                    if self.at(T::LParen) && !self.skip_group() {
                        return;
                    }
                }
                T::Arrow => {
                    self.bump();
                    self.skip_type_specifiers();
                    self.skip_pointer_operators();
                }
                _ => return,
            }
        }
    }
}

/// What may follow a declarator for the statement to be a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow {
    /// Any initialiser.
    Statement,
    /// Only what an expression would hardly have: `a * b;` and `a * b = c` declare.
    Heuristic,
}
