//! Misspelt keywords.

use super::codes;
use super::parser::Parser;
use super::specifier::{is_builtin_word, space_flag, spec_flag};
use crate::base::{Applicability, Diagnostic, Name};
use crate::lex::{Token, TokenKind, token::KEYWORDS};

impl Parser<'_> {
    /// `cosnt int x`, `__tile_gloabl__ void k()`: an unknown word one typing error from a
    /// specifier, before another specifier.
    pub fn misspelt_specifier(&self) -> Option<&'static str> {
        let word = self.token();
        let is_specifier = |kind| {
            spec_flag(kind).is_some()
                || space_flag(kind).is_some()
                || is_builtin_word(kind)
                || matches!(kind, TokenKind::KwAuto | TokenKind::KwConst | TokenKind::KwVolatile)
        };
        if word.kind != TokenKind::Ident
            || !is_specifier(self.peek_kind(1))
            || self.names.lookup(word.name, self.scope, self.index()).is_some()
        {
            return None;
        }
        self.misspelt_keyword(word.name)
            .filter(|&(_, kind)| is_specifier(kind))
            .map(|(keyword, _)| keyword)
    }

    /// Reports and skips a misspelt specifier.
    pub fn skip_misspelt_specifier(&mut self) -> bool {
        let Some(keyword) = self.misspelt_specifier() else { return false };
        self.report_certain(self.not_declared(self.token(), keyword));
        self.bump();
        true
    }

    /// Reports and skips a word that is declared nowhere and stands before the specifiers of a
    /// declaration: a macro, `API int f();`, of a header that is not there.
    pub fn skip_unknown_macro(&mut self) -> bool {
        let word = self.token();
        if self.names.lookup(word.name, self.scope, self.index()).is_some()
            || self.words.intrinsic(word.name).is_some()
            || !self.look_ahead(Parser::probe_specifiers_behind_word)
        {
            return false;
        }
        let message = format!("`{}` is not declared", self.interner.text(word.name));
        self.report(
            Diagnostic::new(codes::EXPECTED_TYPE, word.span, message)
                .label("only specifiers can precede the type")
                .help("if it is a macro, include the header that defines it"),
        );
        self.bump();
        true
    }

    /// Whether specifiers with a type of their own stand behind the word at the cursor, so that it
    /// is not a type itself.
    fn probe_specifiers_behind_word(&mut self) -> bool {
        use TokenKind as T;
        self.bump();
        loop {
            match self.kind() {
                kind if is_builtin_word(kind) || kind == T::KwAuto => return true,
                kind if kind == T::KwConst
                    || spec_flag(kind).is_some()
                    || space_flag(kind).is_some() =>
                {
                    self.bump();
                }
                // `API Type name(`: two names are a type and a declarator already.
                T::Ident => {
                    return self.peek_kind(1) == T::Ident
                        && matches!(self.peek_kind(2), T::LParen | T::Semi | T::Eq | T::LBrace);
                }
                _ => return false,
            }
        }
    }

    /// An unknown word that should probably be a keyword.
    pub fn not_declared(&self, word: Token, keyword: &str) -> Diagnostic {
        let text = self.interner.text(word.name);
        let message = format!("`{text}` is not declared; did you mean `{keyword}`?");
        Diagnostic::new(codes::MISSPELT_KEYWORD, word.span, message).fix(
            format!("write `{keyword}`"),
            Applicability::Maybe,
            word.span,
            keyword,
        )
    }

    /// Adds a fix if an unknown word is a misspelt keyword.
    pub fn suggest_keyword(&self, diagnostic: Diagnostic, token: Token) -> Diagnostic {
        match self.misspelt_keyword(token.name) {
            Some((keyword, _)) => diagnostic.fix(
                format!("write `{keyword}`"),
                Applicability::Maybe,
                token.span,
                keyword,
            ),
            None => diagnostic,
        }
    }

    /// The keyword that a word is one typing error away from.
    pub fn misspelt_keyword(&self, word: Name) -> Option<(&'static str, TokenKind)> {
        let text = self.interner.text(word);
        KEYWORDS.iter().copied().find(|(keyword, _)| is_one_typo(text, keyword))
    }
}

/// Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.
/// Short words have too many neighbours to guess.
fn is_one_typo(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if b.len() < 4 || a == b {
        return false;
    }
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let suffix_matches = |x: &[u8], y: &[u8]| x == y;
    let (ra, rb) = (&a[prefix..], &b[prefix..]);
    match (ra.len(), rb.len()) {
        (m, n) if m == n && m > 0 => {
            suffix_matches(&ra[1..], &rb[1..])
                || m >= 2 && ra[0] == rb[1] && ra[1] == rb[0] && suffix_matches(&ra[2..], &rb[2..])
        }
        (m, n) if m == n + 1 => suffix_matches(&ra[1..], rb),
        (m, n) if m + 1 == n => suffix_matches(ra, &rb[1..]),
        _ => false,
    }
}
