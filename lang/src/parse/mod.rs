//! Tokens to syntax tree: a recursive-descent parser of C++20 with CUDA's extensions.
//!
//! In: the tokens after preprocessing. Out: a [`TranslationUnit`] and the diagnostics. Invariants:
//! any token list gives a tree (errors become error nodes), no input makes the parser panic, loop
//! or overflow the stack, and the tree does not depend on anything but the tokens.
//!
//! Where the grammar needs to know what a name is, the parser asks a declared-names table
//! ([`names`]); where it needs to look ahead, it skips over tokens without building nodes
//! ([`probe`]) and then parses once, forward. Follows Annex A of the standard; each function
//! names its production.
//!
//! Function bodies are skipped by their braces; [`parse_body`] parses one when it is needed, in
//! the scope where it stands. So a host function that no kernel reaches costs a table look-up, and
//! may contain anything. For the same reason a declaration at namespace scope that cannot be
//! parsed becomes a silent [`DeclKind::Unparsed`], unless it clearly has to do with tiles.
//!
//! Start reading at [`parse`], then `decl.rs`, `declarator.rs`, `expr.rs`.

pub mod codes;
pub mod names;
mod words;

pub use beginning::{Beginning, Trees};
pub use demand::Headers;
pub use indentation::{note_braces, note_comments};

mod angle;
mod beginning;
mod brackets;
mod demand;
mod indentation;
mod outline;
mod parser;
mod preview;
mod probe;
mod report;
mod typo;

mod attr;
mod body;
mod class;
mod control;
mod decl;
mod declarator;
mod enumeration;
mod expr;
mod extension;
mod function;
mod hint;
mod init_declarator;
mod initializer;
mod lambda;
mod literal;
mod namespace;
mod nominations;
mod operator_name;
mod primary;
mod qualified;
mod requires;
mod specifier;
mod stmt;
mod template;
mod unary;
mod using;

use std::ops::Range;
use std::sync::Arc;

use crate::ast::{
    Ast, AttributeKind, BodyId, BodyState, DeclId, DeclKind, ExprId, ParsedBody, Stmt, StmtId,
    StmtKind, TokenRange, UnparsedDecl,
};
use crate::base::{Diagnostic, Diagnostics, Facts, Interner, Name, Pos, Span};
use crate::lex::{KeywordTable, Token, TokenKind};

use brackets::BracketMap;
use names::NameTable;
use parser::Parser;
use words::Words;

/// A parsed translation unit: what all later stages read.
pub struct TranslationUnit {
    /// All tokens; the last one is `Eof`. Token ranges in the tree index this list.
    pub tokens: Vec<Token>,
    pub ast: Ast,
    pub names: NameTable,
    /// The declarations at namespace scope, in order.
    pub decls: Vec<DeclId>,
    /// Declarations of headers that nothing mentions, and that were not parsed: tokens in order.
    pub left_out: Vec<TokenRange>,
    /// Where tokens of headers stand that are not the program's, in order; none if that is not known.
    pub headers: Vec<Range<u32>>,
    /// What is known of the declarations that copies have in common.
    pub facts: Arc<Facts>,
    brackets: BracketMap,
    words: Words,
    /// The declarations at the beginning whose bodies are all parsed, in which strings of attributes are interned.
    n_ready: usize,
    /// The tokens that were parsed, without the `Eof` behind them.
    n_parsed: usize,
    /// What counts against the limit on the parser's steps.
    n_steps: u64,
}

/// Which declarations are parsed.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    All,
    /// Those of headers only if something mentions a name that they declare.
    Mentioned {
        headers: Headers<'a>,
        /// What will be asked for later by [`parse_name`].
        requests: &'a [String],
    },
}

/// Parses a translation unit, except for the bodies of its functions.
pub fn parse(tokens: Vec<Token>, interner: &mut Interner) -> (TranslationUnit, Diagnostics) {
    parse_extent(tokens, interner, Extent::All)
}

/// Parses what `extent` says of a translation unit, except for the bodies of its functions.
///
/// The meaning of a correct program does not depend on the extent. The diagnostics of a program
/// need all of it:
/// a header's names serve to guess what was meant.
pub fn parse_extent(
    mut tokens: Vec<Token>,
    interner: &mut Interner,
    extent: Extent<'_>,
) -> (TranslationUnit, Diagnostics) {
    parser::close(&mut tokens, interner);
    let mut diagnostics = Diagnostics::new();
    let brackets = BracketMap::new(&tokens, &mut diagnostics);
    let words = Words::new(interner);
    let (left_out, headers) = match extent {
        Extent::All => (Vec::new(), Vec::new()),
        Extent::Mentioned { headers, requests } => {
            let also = request_names(requests, interner);
            let outline = demand::outline(&tokens, &brackets, interner, headers);
            let left_out = demand::unmentioned(&tokens, interner, &outline, headers, &also);
            (left_out, headers.regions())
        }
    };
    let mut unit = TranslationUnit {
        tokens,
        ast: Ast::new(),
        names: NameTable::new(),
        decls: Vec::new(),
        left_out,
        headers,
        facts: Arc::default(),
        brackets,
        words,
        n_ready: 0,
        n_parsed: 0,
        n_steps: 0,
    };
    diagnostics.extend(unit.parse_declarations(interner));
    (unit, diagnostics)
}

/// The names in what will be asked for by [`parse_name`].
fn request_names(requests: &[String], interner: &mut Interner) -> Vec<Name> {
    let mut names = Vec::new();
    for request in requests {
        let keywords = KeywordTable::new(interner);
        let mut ignored = Diagnostics::new();
        let lexed = crate::lex::lex(request, Pos::NONE, &keywords, interner, &mut ignored);
        names.extend(lexed.tokens.iter().map(|token| token.name));
    }
    names
}

/// Parses what stands behind a part of a translation unit that was parsed by itself. `unit` is a
/// [`TranslationUnit::fork`] of that part, which [`TranslationUnit::is_closed`]; `tokens` are all of them.
pub fn parse_on(
    unit: &mut TranslationUnit,
    tokens: Vec<Token>,
    interner: &mut Interner,
) -> Diagnostics {
    unit.tokens = tokens;
    parser::close(&mut unit.tokens, interner);
    let mut diagnostics = Diagnostics::new();
    unit.brackets.extend(&unit.tokens, unit.n_parsed, &mut diagnostics);
    diagnostics.extend(unit.parse_declarations(interner));
    diagnostics
}

/// Whether a limit was hit, so that the tree lacks the rest: more errors would only follow from it.
pub fn is_cut_off<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> bool {
    let limits = [codes::NESTING_TOO_DEEP.id, codes::TOO_COMPLEX.id];
    diagnostics.into_iter().any(|found| limits.contains(&found.code.id))
}

/// Parses a function body, or returns what an earlier call found.
///
/// The block is a compound statement, a `Try` for a function-try-block, or an `Error`.
pub fn parse_body(
    unit: &mut TranslationUnit,
    interner: &mut Interner,
    body: BodyId,
    diagnostics: &mut Diagnostics,
) -> StmtId {
    if let BodyState::Parsed(parsed) = &unit.ast[body].state {
        return parsed.block;
    }
    let range = unit.ast[body].tokens;
    let (scope, depth) = (unit.ast[body].scope, unit.ast[body].depth);
    let end = range.indices().end.min(unit.tokens.len() - 1);
    let mut parser = Parser::new(unit, interner, range.indices().start.min(end), end);
    parser.enter(scope);
    parser.start_at_depth(depth);
    let parsed = parser.parse_function_body();
    diagnostics.extend(parser.finish());
    let block = parsed.block;
    unit.ast[body].state = BodyState::Parsed(parsed);
    block
}

/// Parses an *id-expression* that is not part of the source, such as the name of a kernel on the
/// command line, in global scope. The text stands at a position; at [`Pos::NONE`] it has the end of
/// the source for its span.
pub fn parse_name(
    unit: &mut TranslationUnit,
    interner: &mut Interner,
    (text, at): (&str, Pos),
    diagnostics: &mut Diagnostics,
) -> ExprId {
    let keywords = KeywordTable::new(interner);
    let lexed = crate::lex::lex(text, at, &keywords, interner, diagnostics);
    let start = unit.tokens.len();
    let end = unit.tokens.last().map_or(Span::NONE, |eof| eof.span);
    let placed = |token: Token| if at == Pos::NONE { Token { span: end, ..token } } else { token };
    unit.tokens.extend(lexed.tokens.into_iter().map(placed));
    unit.brackets.extend(&unit.tokens, start, &mut Diagnostics::new());
    let end = unit.tokens.len() - 1;
    let mut parser = Parser::new(unit, interner, start, end);
    let name = parser.parse_assignment_expr();
    diagnostics.extend(parser.finish());
    name
}

impl TranslationUnit {
    /// Parses the declarations behind those that were parsed.
    fn parse_declarations(&mut self, interner: &mut Interner) -> Diagnostics {
        let end = self.tokens.len() - 1;
        let (n_parsed, n_steps) = (self.n_parsed, self.n_steps);
        let mut parser = Parser::new(self, interner, n_parsed.min(end), end);
        parser.go_on(n_parsed, n_steps);
        if n_parsed == 0 {
            parser.declare_builtin_names();
        }
        let decls = parser.parse_translation_unit();
        let n_steps = parser.n_steps();
        let diagnostics = parser.finish();
        self.decls.extend(decls);
        (self.n_parsed, self.n_steps) = (end, n_steps);
        diagnostics
    }

    /// What was parsed so far, without its tokens, for [`parse_on`].
    pub fn fork(&self) -> TranslationUnit {
        TranslationUnit {
            tokens: Vec::new(),
            ast: self.ast.clone(),
            names: self.names.clone(),
            decls: self.decls.clone(),
            left_out: self.left_out.clone(),
            headers: self.headers.clone(),
            facts: Arc::clone(&self.facts),
            brackets: self.brackets.clone(),
            words: self.words.clone(),
            n_ready: self.n_ready,
            n_parsed: self.n_parsed,
            n_steps: self.n_steps,
        }
    }

    /// How many declarations at the beginning need neither [`parse_body`] nor [`TranslationUnit::intern_strings`].
    pub fn n_ready(&self) -> usize {
        self.n_ready
    }

    /// Interns the names that the compiler's attributes of a declaration carry in strings.
    pub fn intern_strings(&self, interner: &mut Interner, id: DeclId) {
        for attr in &self.ast[id].attrs {
            if let AttributeKind::Standard { scope: Some(scope), args: Some(args), .. } = attr.kind
                && interner.text(scope) == "tilec"
            {
                for token in self.tokens.get(args.indices()).unwrap_or(&[]) {
                    let text = interner.text(token.name).trim_matches('"').to_owned();
                    interner.intern(&text);
                }
            }
        }
    }

    /// Whether what follows cannot belong to the last declaration.
    pub fn is_closed(&self) -> bool {
        let last = self.n_parsed.checked_sub(1).and_then(|last| self.tokens.get(last));
        let ends = |token: &Token| matches!(token.kind, TokenKind::Semi | TokenKind::RBrace);
        let is_read = |&decl: &DeclId| {
            !matches!(self.ast[decl].kind, DeclKind::Unparsed(_) | DeclKind::Error)
        };
        last.is_none_or(ends) && self.decls.last().is_none_or(is_read)
    }

    /// Parses bodies for all [forks](TranslationUnit::fork) to come, but for those that are wrong, which
    /// it returns: what it made of them stays in the tree, so none should be tried again.
    pub fn parse_ahead(&mut self, bodies: &[BodyId], interner: &mut Interner) -> Vec<BodyId> {
        let mut wrong = Vec::new();
        for &body in bodies {
            let mut found = Diagnostics::new();
            if matches!(self.ast[body].state, BodyState::Unparsed) {
                parse_body(self, interner, body, &mut found);
            }
            if !found.is_empty() {
                self.ast[body].state = BodyState::Unparsed;
                wrong.push(body);
            }
        }
        wrong
    }

    /// The parsed form of a body that [`parse_body`] has been called for.
    pub fn parsed_body(&self, body: BodyId) -> Option<&ParsedBody> {
        match &self.ast[body].state {
            BodyState::Parsed(parsed) => Some(parsed),
            BodyState::Unparsed => None,
        }
    }

    /// What was wrong with the declarations at namespace or class scope that were put aside
    /// because no tile code stood in them, for the day when something needs them.
    pub fn set_aside(&self) -> impl Iterator<Item = (DeclId, &UnparsedDecl)> {
        self.ast.decls.iter().filter_map(|(id, decl)| match &decl.kind {
            DeclKind::Unparsed(unparsed) => Some((id, unparsed)),
            _ => None,
        })
    }
}

impl Stmt {
    fn new(kind: StmtKind, span: crate::base::Span) -> Stmt {
        Stmt { kind, attrs: Vec::new(), pragmas: Vec::new(), span }
    }
}
