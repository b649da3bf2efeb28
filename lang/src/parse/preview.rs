//! Specifiers of a preview of a release, which tilec does not have: those of functions that a tile library has
//! (`--tile-preview=simt` of CUDA 13.5).

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
        let message = "a foreign function belongs to a preview of CUDA 13.5 (`--tile-preview=simt`), which tilec does not \
                       have";
        self.report_certain(
            Diagnostic::new(codes::PREVIEW, self.span(), message)
                .help("define the function as `__tile__`, which needs no library"),
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
