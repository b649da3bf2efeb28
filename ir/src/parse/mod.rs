//! Tile IR text to a module.
//!
//! Reads what [`print`](crate::print) writes, the open dialect's own syntax with its `!cuda_tile.`
//! prefixes, and the spellings of the published operation list where they differ (`dense<0.0>`,
//! `print`, `negsi`, `powf`, `mulhi`, result types left out). MLIR's generic form and locations are
//! not read.
//!
//! Text goes through `token` (words), `grammar` (the shape of modules, ops and types, an LALR
//! grammar) and `build` (names to values, with `fields` reading the attributes of an op by the op
//! table). Any text gives a module or diagnostics; the module that comes out has not been verified.

mod ast;
mod build;
mod fields;
mod syntax;
mod token;

use lalrpop_util::{ParseError, lalrpop_mod};
use lang::base::{Code, Diagnostic, Diagnostics, Pos, Span};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::entities::Value;
use crate::module::Module;

lalrpop_mod!(
    #[allow(clippy::all, unused, rust_2018_idioms, reason = "generated")]
    grammar,
    "/parse/grammar.rs"
);

/// Reads a module from `text`, whose first byte is at `base`.
///
/// With an error among the diagnostics there is no module.
pub fn module(text: &str, base: Pos) -> (Option<Module>, Diagnostics) {
    let (read, diagnostics) = named_module(text, base);
    (read.map(|(module, _)| module), diagnostics)
}

/// The values that the names in an entry stand for, without their `%`; of a name that several blocks define the last.
pub type EntryNames = FxHashMap<String, Value>;

/// Reads a module from `text`, and the names in each of its entries.
pub fn named_module(text: &str, base: Pos) -> (Option<(Module, Vec<EntryNames>)>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let read = read(text, base, &mut diagnostics).filter(|_| !diagnostics.has_errors());
    (read, diagnostics)
}

/// Where things are in the source, and what is wrong with them.
struct Reporter<'a> {
    base: Pos,
    diagnostics: &'a mut Diagnostics,
}

impl Reporter<'_> {
    fn span(&self, (start, end): ast::Range) -> Span {
        Span::new(self.base.offset(start), self.base.offset(end))
    }

    fn report(&mut self, code: Code, range: ast::Range, message: impl Into<String>) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }
}

fn read(text: &str, base: Pos, diagnostics: &mut Diagnostics) -> Option<(Module, Vec<EntryNames>)> {
    let mut reporter = Reporter { base, diagnostics };
    if u32::try_from(text.len()).is_err() {
        reporter.report(codes::SYNTAX, (0, 0), "the text is longer than 4 GiB");
        return None;
    }
    let tokens = match token::tokens(text) {
        Ok(tokens) => tokens,
        Err(error) => {
            let code = if error.too_deep { codes::TOO_DEEP } else { codes::SYNTAX };
            reporter.report(code, (error.at, error.at + error.len), error.why);
            return None;
        }
    };
    let mut module = Module::new("");
    let parser = grammar::ModuleParser::new();
    match parser.parse(&mut module.types, tokens.into_iter().map(Ok::<_, _>)) {
        Ok(ast) => {
            let names = build::build(&ast, &mut module, &mut reporter);
            Some((module, names))
        }
        Err(error) => {
            let (code, range, message) = describe(error, text);
            reporter.report(code, range, message);
            None
        }
    }
}

/// Why the grammar gave up, in words.
fn describe(
    error: ParseError<u32, token::Token<'_>, syntax::SyntaxError>,
    text: &str,
) -> (Code, ast::Range, String) {
    let end = text.len() as u32;
    match error {
        ParseError::User { error } => (codes::UNKNOWN_NAME, error.range, error.message),
        ParseError::InvalidToken { location } => {
            (codes::SYNTAX, (location, location), "unexpected text".to_owned())
        }
        ParseError::UnrecognizedEof { .. } => {
            (codes::SYNTAX, (end, end), "the text ends inside the module".to_owned())
        }
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            let found = text.get(start as usize..end as usize).unwrap_or("");
            let wants_op = expected.iter().any(|name| name == "MNEMONIC");
            match token {
                token::Token::Word(_) if wants_op && expected.iter().all(|name| name != "WORD") => {
                    (codes::UNKNOWN_NAME, (start, end), format!("there is no op `{found}`"))
                }
                _ => (codes::SYNTAX, (start, end), format!("unexpected `{found}`")),
            }
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            (codes::SYNTAX, (start, end), "text after the module".to_owned())
        }
    }
}

#[cfg(test)]
mod tests;
