//! The beginning of translation units: headers that program after program includes.
//!
//! In: the tokens of a beginning. Out: what does not depend on the text behind it. The brackets and the outline are made once; a tree
//! is made once for each choice of declarations that programs mention, with the bodies of the compiler's own headers. A unit that
//! begins so shares the tree ([`Beginning::parse`]). All beginnings of a process keep their trees in one place ([`Trees`]).
//!
//! Invariants: the unit is the one that [`parse_extent`](super::parse_extent) makes of all its tokens, but for the ids of nodes. A tree
//! depends on the beginning and on the choice alone, not on the programs before: [`Beginning::new`] interns each name that any of
//! its trees has.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHasher;

use super::brackets::BracketMap;
use super::demand::{self, Headers, ItemUses, Mentioned, Mentions};
use super::outline::Outline;
use super::parser;
use super::words::Words;
use super::{TranslationUnit, parse, parse_body, request_names};
use crate::ast::{Ast, BodyId, BodyState, DeclKind, TokenRange};
use crate::base::{Cache, Diagnostics, Interner, Name};
use crate::lex::Token;

/// The trees of beginnings, of which a few are kept in all: one of the whole library takes megabytes.
pub struct Trees {
    kept: Mutex<Cache<Tree>>,
    n_beginnings: AtomicU64,
}

/// The beginning of translation units.
pub struct Beginning {
    /// Closed by an `Eof`.
    tokens: Vec<Token>,
    own: Vec<Range<u32>>,
    foreign: Vec<Range<u32>>,
    /// With all names of all trees.
    interner: Interner,
    brackets: BracketMap,
    outline: Outline,
    mentions: Mentions,
    uses: ItemUses,
    /// The names that programs mention, with the declarations that are left out for them.
    choices: Mutex<Cache<Arc<Choice>>>,
    trees: Arc<Trees>,
    /// Tells the trees of this beginning from those of others.
    number: u64,
}

/// The declarations that are left out where these names are mentioned.
struct Choice {
    mentioned: Mentioned,
    left_out: Vec<TokenRange>,
}

/// Choices of a beginning that are kept.
const MOST_CHOICES: usize = 8;

/// The parsed parts of a beginning, without tokens and brackets; none if a text behind it could belong to its last declaration or
/// something is wrong with it.
#[derive(Clone)]
struct Tree {
    beginning: u64,
    left_out: Vec<TokenRange>,
    unit: Option<Arc<TranslationUnit>>,
}

impl Default for Trees {
    fn default() -> Self {
        Trees { kept: Mutex::new(Cache::new(Trees::CAPACITY)), n_beginnings: AtomicU64::new(0) }
    }
}

impl Trees {
    /// Trees that are kept.
    pub const CAPACITY: usize = 8;

    /// How many trees there are.
    pub fn n_kept(&self) -> usize {
        self.kept().values().count()
    }

    /// What is known of the declarations of all of them.
    pub fn n_facts(&self) -> usize {
        let kept = self.kept();
        kept.values().filter_map(|tree| tree.unit.as_ref()).map(|unit| unit.facts.len()).sum()
    }

    fn kept(&self) -> MutexGuard<'_, Cache<Tree>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beginning {
    /// The beginning that consists of `tokens`; `None` if a unit cannot go on from it. `interner` gets the names that its trees need.
    pub fn new(
        tokens: &[Token],
        interner: &mut Interner,
        headers: Headers<'_>,
        trees: Arc<Trees>,
    ) -> Option<Beginning> {
        let (mut all, mut found) = parse(tokens.to_vec(), interner);
        if !found.is_empty() || !all.is_closed() {
            return None;
        }
        let mut next = 0;
        while next < all.ast.bodies.len() {
            parse_body(&mut all, interner, BodyId::from_u32(next as u32), &mut found);
            next += 1;
        }
        all.ast.decls.keys().for_each(|id| all.intern_strings(interner, id));
        let TranslationUnit { tokens, mut brackets, .. } = all;
        let outline = demand::outline(&tokens, &brackets, interner, headers);
        let mentions = demand::mentioned_at(&tokens, interner, &outline, headers);
        let uses = ItemUses::new(&tokens, interner, &outline, headers);
        interner.share();
        brackets.share(tokens.len() - 1);
        Some(Beginning {
            tokens,
            own: headers.own.to_vec(),
            foreign: headers.foreign.to_vec(),
            interner: interner.clone(),
            brackets,
            outline,
            mentions,
            uses,
            choices: Mutex::new(Cache::new(MOST_CHOICES)),
            number: trees.n_beginnings.fetch_add(1, Ordering::Relaxed),
            trees,
        })
    }

    /// Parses the declarations of a unit that its program mentions, as far as headers are concerned. The tokens are those of the
    /// beginning and more; the interner is a copy of the one that the beginning was made with. The tokens come back if that cannot
    /// be done.
    ///
    /// # Errors
    /// The unit has to be parsed as a whole.
    pub fn parse(
        &self,
        mut tokens: Vec<Token>,
        interner: &mut Interner,
        headers: Headers<'_>,
        requests: &[String],
    ) -> Result<(TranslationUnit, Diagnostics), Vec<Token>> {
        if *headers.own != *self.own || *headers.foreign != *self.foreign {
            // A header further down has an outline too.
            return Err(tokens);
        }
        parser::close(&mut tokens, interner);
        let mut diagnostics = Diagnostics::new();
        let mut brackets = self.brackets.clone();
        brackets.extend(&tokens, self.n_tokens(), &mut diagnostics);
        let also = request_names(requests, interner);
        let left_out = self.left_out(&tokens, interner, headers, &also);
        let Some(tree) = self.tree(&left_out) else { return Err(tokens) };
        let mut unit = TranslationUnit { tokens, brackets, ..tree.fork() };
        diagnostics.extend(unit.parse_declarations(interner));
        unit.left_out = left_out;
        unit.headers = headers.regions();
        Ok((unit, diagnostics))
    }

    /// The declarations that a program does not mention.
    fn left_out(
        &self,
        tokens: &[Token],
        interner: &mut Interner,
        headers: Headers<'_>,
        also: &[Name],
    ) -> Vec<TokenRange> {
        let (mentions, outline) = (&self.mentions, &self.outline);
        let mentioned = Mentioned::behind(mentions, tokens, interner, outline, headers, also);
        let mut hasher = FxHasher::default();
        mentioned.hash(&mut hasher);
        let hash = hasher.finish();
        let choices = || self.choices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = choices().find(|known| known.mentioned == mentioned) {
            return known.left_out.clone();
        }
        let (mentions, uses) = (mentions.clone(), Some(&self.uses));
        let left_out =
            demand::unmentioned_from(mentions, uses, tokens, interner, outline, headers, also);
        let mut choices = choices();
        if choices.admits(hash) {
            choices.keep(hash, Arc::new(Choice { mentioned, left_out: left_out.clone() }));
        }
        left_out
    }

    /// The number of tokens in front of the `Eof`.
    fn n_tokens(&self) -> usize {
        self.tokens.len() - 1
    }

    /// The tree that lacks some declarations.
    fn tree(&self, left_out: &[TokenRange]) -> Option<Arc<TranslationUnit>> {
        let is_own = |tree: &Tree| tree.beginning == self.number;
        let is_wanted = |tree: &Tree| is_own(tree) && tree.left_out == left_out;
        let known = self.trees.kept().find(is_wanted);
        if let Some(known) = known {
            return known.unit;
        }
        let mut hasher = FxHasher::default();
        (self.number, left_out).hash(&mut hasher);
        let hash = hasher.finish();
        let is_admitted = {
            let mut kept = self.trees.kept();
            if !kept.values().any(is_own) {
                // The first choice is mostly that of all programs.
                kept.remember(hash);
            }
            kept.admits(hash)
        };
        if !is_admitted {
            return None;
        }
        // Other threads do not wait for this.
        let unit = self.parse_without(left_out).map(Arc::new);
        let (beginning, left_out) = (self.number, left_out.to_vec());
        self.trees.kept().keep(hash, Tree { beginning, left_out, unit: unit.clone() });
        unit
    }

    fn parse_without(&self, left_out: &[TokenRange]) -> Option<TranslationUnit> {
        let mut interner = self.interner.clone();
        let mut unit = TranslationUnit {
            tokens: self.tokens.clone(),
            ast: Ast::new(),
            names: Default::default(),
            decls: Vec::new(),
            left_out: left_out.to_vec(),
            headers: Vec::new(),
            facts: Arc::default(),
            brackets: self.brackets.clone(),
            words: Words::new(&mut interner),
            n_ready: 0,
            n_parsed: 0,
            n_steps: 0,
        };
        let found = unit.parse_declarations(&mut interner);
        if !found.is_empty() || !unit.is_closed() {
            return None;
        }
        let before = unit.fork();
        if !self.parse_bodies(&mut unit, &mut interner) {
            unit = TranslationUnit { tokens: unit.tokens, ..before };
        }
        unit.ast.share();
        let mut bodies = unit.ast.bodies.values();
        if bodies.all(|body| matches!(body.state, BodyState::Parsed(_))) {
            unit.n_ready = unit.ast.decls.len();
        }
        unit.left_out = Vec::new();
        unit.brackets = BracketMap::default();
        unit.tokens = Vec::new();
        (interner.len() == self.interner.len()).then_some(unit)
    }

    /// Parses the bodies of the compiler's own headers; whether no unit can see that they were parsed in front of its declarations.
    fn parse_bodies(&self, unit: &mut TranslationUnit, interner: &mut Interner) -> bool {
        let n_decls = unit.ast.decls.len();
        let is_own = |body: &BodyId, ast: &Ast| {
            let start = ast[*body].tokens.start;
            self.own.iter().any(|header| header.contains(&start))
        };
        let mut wrong = Vec::new();
        let mut next = 0;
        // A body may have others in it.
        while next < unit.ast.bodies.len() {
            let bodies: Vec<BodyId> = unit.ast.bodies.keys().skip(next).collect();
            next += bodies.len();
            let own: Vec<BodyId> =
                bodies.into_iter().filter(|body| is_own(body, &unit.ast)).collect();
            wrong.extend(unit.parse_ahead(&own, interner));
        }
        // Types without a name are numbered in the order of the file.
        let mut added = unit.ast.decls.values().skip(n_decls);
        let is_numbered = |kind: &DeclKind| match kind {
            DeclKind::Class(class) => class.name.is_none(),
            DeclKind::Enum(class) => class.name.is_none(),
            _ => false,
        };
        wrong.is_empty() && !added.any(|decl| is_numbered(&decl.kind))
    }
}
