//! From text to a dumped tree, with the smallest preprocessor that the samples need: `#include`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilec_lang::ast::{BodyId, DeclId};
use tilec_lang::base::{Diagnostics, Interner, SourceMap, Span};
use tilec_lang::lex::token::new_interner;
use tilec_lang::lex::{KeywordTable, Token, TokenKind, lex};
use tilec_lang::parse::{TranslationUnit, parse, parse_body};

pub struct Parsed {
    pub unit: TranslationUnit,
    pub interner: Interner,
    pub map: SourceMap,
    pub diagnostics: Diagnostics,
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Parses text without its function bodies.
pub fn parse_text(text: &str) -> Parsed {
    let mut map = SourceMap::new();
    let mut interner = new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let mut diagnostics = Diagnostics::new();
    let mut tokens = Vec::new();
    let mut seen = HashSet::new();
    include("input.cu", text, &mut map, &keywords, &mut interner, &mut diagnostics, &mut seen, &mut tokens);
    let (unit, found) = parse(tokens, &mut interner);
    diagnostics.extend(found);
    Parsed { unit, interner, map, diagnostics }
}

impl Parsed {
    /// Parses the bodies of all functions, also of those in bodies.
    pub fn parse_bodies(&mut self) {
        let mut next = 0;
        while next < self.unit.ast.bodies.len() {
            let body = BodyId::from_u32(next as u32);
            parse_body(&mut self.unit, &mut self.interner, body, &mut self.diagnostics);
            next += 1;
        }
    }

    pub fn dump(&self) -> String {
        let unit = &self.unit;
        tilec_lang::ast::dump::dump(&unit.ast, &unit.tokens, &self.interner, &unit.decls)
    }

    /// `LINE:COL CODE message` for each diagnostic, also of the declarations set aside.
    pub fn messages(&self) -> Vec<String> {
        let aside = self.unit.set_aside().flat_map(|(_, aside)| aside.diagnostics.iter());
        self.diagnostics
            .iter()
            .chain(aside)
            .map(|d| {
                let at = match self.map.locate(d.primary.span.lo) {
                    Some((file, at)) => {
                        let path = &self.map.file(file).path;
                        format!("{path}:{}:{}", at.line, at.col)
                    }
                    None => "?".to_owned(),
                };
                format!("{at} {} {}", d.code.id, d.message)
            })
            .collect()
    }
}

#[allow(clippy::too_many_arguments, reason = "the state of a preprocessor in a few lines")]
fn include(
    path: &str,
    text: &str,
    map: &mut SourceMap,
    keywords: &KeywordTable,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
    seen: &mut HashSet<String>,
    out: &mut Vec<Token>,
) {
    let id = map.add_file(path, Arc::from(text), false, Span::NONE).expect("sources fit");
    let base = map.file(id).base;
    let lexed = lex(text, base, keywords, interner, diagnostics);
    let mut at = 0;
    let mut directives = lexed.directives.iter().copied().peekable();
    while at < lexed.tokens.len() {
        if directives.peek() != Some(&(at as u32)) {
            if lexed.tokens[at].kind != TokenKind::Eof {
                out.push(lexed.tokens[at]);
            }
            at += 1;
            continue;
        }
        directives.next();
        let start = at + 1;
        at = start;
        while at < lexed.tokens.len() && !lexed.tokens[at].starts_line() {
            at += 1;
        }
        let words: Vec<&str> =
            lexed.tokens[start..at].iter().map(|t| interner.text(t.name)).collect();
        if words.first() == Some(&"pragma") && words.get(1) == Some(&"unroll") {
            let hash = lexed.tokens[start - 1];
            out.push(Token { kind: TokenKind::PragmaStart, ..hash });
            out.extend_from_slice(&lexed.tokens[start + 1..at]);
            out.push(Token { kind: TokenKind::PragmaEnd, ..hash });
        }
        if words.first() != Some(&"include") {
            continue;
        }
        let name: String = words[1..].concat();
        let name = name.trim_matches(['"', '<', '>']).to_owned();
        if !seen.insert(name.clone()) {
            continue;
        }
        let file = repository().join("stdlib/include").join(&name);
        if let Ok(text) = std::fs::read_to_string(file) {
            include(&name, &text, map, keywords, interner, diagnostics, seen, out);
        }
    }
}

/// The kinds of declarations at namespace scope, for tests that only look at the outline.
pub fn n_unparsed(parsed: &Parsed) -> usize {
    parsed.unit.set_aside().map(|(id, _): (DeclId, _)| id).count()
}
