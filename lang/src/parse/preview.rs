//! Specifiers of functions that a tile library has (`--tile-preview=simt` of CUDA 13.5) where the preview is switched off:
//! where it is on they are macros.

use super::Parser;
use super::codes;
use crate::base::Diagnostic;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Reports and skips `__experimental_foreign_decl__` and `__experimental_foreign_name__("name")`, once for a
    /// declaration. The declaration is that of a tile function then.
    pub fn skip_foreign_specifiers(&mut self) -> bool {
        if !self.at_foreign_specifier() {
            return false;
        }
        let message = "a function of a tile library belongs to a preview of CUDA 13.5";
        self.report_certain(
            Diagnostic::new(codes::PREVIEW, self.span(), message)
                .help("`--tile-preview=simt` switches it on"),
        );
        while self.at_foreign_specifier() {
            self.bump();
            if self.at(TokenKind::LParen) {
                self.skip_group();
            }
        }
        true
    }

    fn at_foreign_specifier(&self) -> bool {
        let name = self.token().name;
        self.at(TokenKind::Ident)
            && (name == self.words.foreign_decl || name == self.words.foreign_name)
    }
}
