//! Look-ahead over `<...>`: the end of a template argument list. `[temp.names]/4`

use super::parser::Parser;
use super::probe::ListScan;
use super::qualified::{NameMode, NameUse};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Moves over a `<...>` list. False, with the cursor anywhere, when it is none.
    pub fn skip_template_args(&mut self, scan: ListScan) -> bool {
        let key = (self.index(), scan == ListScan::Certain);
        if let Some(&memo) = self.angle_memo.get(&key) {
            return match memo {
                Some(end) => {
                    self.seek(end);
                    true
                }
                None => false,
            };
        }
        let found = match self.descend_quietly() {
            Some(level) => {
                let found = self.scan_template_args(scan);
                self.leave(level);
                found
            }
            None => false,
        };
        let end = found.then(|| self.cursor());
        self.angle_memo.insert(key, end);
        found
    }

    fn scan_template_args(&mut self, scan: ListScan) -> bool {
        use TokenKind as T;
        self.bump();
        loop {
            match self.kind() {
                T::Gt | T::Shr => return self.eat_greater(),
                T::LParen | T::LBrace => {
                    if !self.skip_group() {
                        return false;
                    }
                }
                T::LBracket => {
                    // `[]<class T>(T x) {}`
                    if !self.skip_group() || self.at(T::Lt) && !self.skip_template_args(scan) {
                        return false;
                    }
                }
                T::KwStaticCast | T::KwConstCast | T::KwReinterpretCast | T::KwDynamicCast => {
                    self.bump();
                    if self.at(T::Lt) && !self.skip_template_args(ListScan::Certain) {
                        return false;
                    }
                }
                T::RParen | T::RBracket | T::RBrace | T::Semi | T::Eof => return false,
                T::AmpAmp | T::PipePipe | T::Eq if scan == ListScan::Tentative => {
                    // `T&&` is fine, `a && b` is not.
                    let is_reference = self.at(T::AmpAmp)
                        && (matches!(self.peek_kind(1), T::Comma | T::Ellipsis)
                            || matches!(self.peek_kind(1), T::Gt | T::Shr));
                    if !is_reference {
                        return false;
                    }
                    self.bump();
                }
                T::Ident | T::ColonColon | T::KwDecltype | T::KwOperator => {
                    if self.name_path(NameUse::Expression, NameMode::Skip).is_none() {
                        self.bump();
                    }
                }
                T::KwTypename => {
                    self.bump();
                    if self.name_path(NameUse::Type, NameMode::Skip).is_none() {
                        return false;
                    }
                }
                T::Lt if scan == ListScan::Tentative => return false,
                T::KwReturn
                | T::KwIf
                | T::KwElse
                | T::KwFor
                | T::KwWhile
                | T::KwDo
                | T::KwSwitch
                | T::KwCase
                | T::KwBreak
                | T::KwContinue
                | T::KwTry
                | T::KwUsing
                | T::KwNamespace
                | T::KwTypedef
                | T::PragmaStart => return false,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Whether what follows the `<` at the cursor reads as a template argument list with something
    /// behind it that can follow a template-id.
    pub fn looks_like_template_args(&mut self) -> bool {
        self.look_ahead(|p| {
            p.skip_template_args(ListScan::Tentative)
                && matches!(
                    p.kind(),
                    TokenKind::LParen
                        | TokenKind::LBrace
                        | TokenKind::RParen
                        | TokenKind::RBracket
                        | TokenKind::RBrace
                        | TokenKind::ColonColon
                        | TokenKind::Comma
                        | TokenKind::Semi
                        | TokenKind::Gt
                        | TokenKind::Shr
                        | TokenKind::Ellipsis
                        | TokenKind::Dot
                        | TokenKind::Eq
                        | TokenKind::EqEq
                        | TokenKind::AmpAmp
                        | TokenKind::PipePipe
                        | TokenKind::Amp
                        | TokenKind::Star
                        | TokenKind::Colon
                        | TokenKind::Question
                        | TokenKind::Ident
                        | TokenKind::KwConst
                        | TokenKind::KwAuto
                        | TokenKind::KwOperator
                        | TokenKind::Shl
                        | TokenKind::Eof
                )
        })
    }
}
