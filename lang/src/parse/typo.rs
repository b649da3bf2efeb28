//! Misspelt keywords.

use super::parser::Parser;
use crate::base::{Applicability, Diagnostic, Name};
use crate::lex::{Token, token::KEYWORDS};

impl Parser<'_> {
    /// Adds a fix if an unknown word is a misspelt keyword.
    pub fn suggest_keyword(&self, diagnostic: Diagnostic, token: Token) -> Diagnostic {
        match self.misspelt_keyword(token.name) {
            Some(keyword) => diagnostic.fix(
                format!("write `{keyword}`"),
                Applicability::Maybe,
                token.span,
                keyword,
            ),
            None => diagnostic,
        }
    }

    /// The keyword that a word is one typing error away from.
    pub fn misspelt_keyword(&self, word: Name) -> Option<&'static str> {
        let text = self.interner.text(word);
        KEYWORDS.iter().map(|&(keyword, _)| keyword).find(|keyword| is_one_typo(text, keyword))
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
