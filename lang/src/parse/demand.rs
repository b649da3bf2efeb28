//! Which declarations of the compiler's headers a program can have to do with.
//!
//! A declaration of a header is *mentioned* if a name that it declares stands anywhere in the
//! program or in a mentioned declaration. A declaration that is not mentioned cannot be found by
//! any look-up of the program, and is not parsed:
//! a program pays for the part of the library that it uses.
//! An operator of a namespace needs more than its symbol: that something of the namespace is
//! mentioned too, or the namespace itself. Otherwise it has no operand ([basic.lookup.argdep]), and
//! no code sees it. A using-declaration does not open its namespace: it
//! names a declaration of another one.
//!
//! Some names are looked up though no token spells them; [`Demand::imply`] has those. A name behind
//! `.` or `->` is a member's and mentions nothing here. In the headers themselves, which are written
//! in one style, neither do names where they are declared, nor operators that stand as brackets or
//! in declarators ([`Demand::is_use`]).
//!
//! This goes by names alone, so it may find too much; what it finds never changes what the program
//! means. The diagnostics of a wrong program may name things that the program does not
//! mention (`did you mean`), so the text is parsed again, in full, before errors are shown.

mod uses;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::brackets::BracketMap;
use super::outline::Outline;
use crate::ast::TokenRange;
use crate::base::{Interner, Name};
use crate::lex::{Token, TokenKind, literal};

pub(super) use uses::ItemUses;

/// The declarations in headers that `tokens` outside of them, and the names `also`, do not reach.
pub(super) fn unmentioned(
    tokens: &[Token],
    interner: &mut Interner,
    outline: &Outline,
    headers: Headers<'_>,
    also: &[Name],
) -> Vec<TokenRange> {
    let mentions = mentioned_at(tokens, interner, outline, headers);
    unmentioned_from(mentions, None, tokens, interner, outline, headers, also)
}

/// The names that the tokens outside of declarations mention, up to the last token.
pub(super) fn mentioned_at(
    tokens: &[Token],
    interner: &mut Interner,
    outline: &Outline,
    headers: Headers<'_>,
) -> Mentions {
    let mut demand = Demand::new(tokens, interner, outline, Mentions::new(outline));
    let mut at = 0;
    for item in &outline.items {
        demand.mention_between(headers, at..item.tokens.start);
        at = item.tokens.end;
    }
    let end = tokens.len() as u32 - u32::from(tokens.last().is_some_and(is_eof));
    demand.mention_between(headers, at..end.max(at));
    Mentions { n_tokens: end, ..demand.mentions }
}

/// What the rest of a program mentions of a beginning. Which declarations are left out depends on it, and on nothing else of the program.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Mentioned {
    names: Vec<Name>,
    /// Names that are looked up though no token has them; the class of a braced list is taken before they are.
    also: Vec<Name>,
    /// Namespaces whose names stand in the program.
    namespaces: Vec<Name>,
}

impl Mentioned {
    /// What the tokens behind those that `mentions` has seen mention, and the names `also`.
    pub fn behind(
        mentions: &Mentions,
        tokens: &[Token],
        interner: &mut Interner,
        outline: &Outline,
        headers: Headers<'_>,
        also: &[Name],
    ) -> Mentioned {
        let mut demand = Demand::new(tokens, interner, outline, Mentions::default());
        demand.recorded = Some(Vec::new());
        demand.opened = Some(Vec::new());
        demand.mention_between(headers, mentions.n_tokens..tokens.len() as u32);
        let declared = |names: Vec<Name>| {
            let chain = |name: Name| mentions.chains.get(name.index());
            ordered(names, |&name| chain(name).is_some_and(|&chain| chain != 0))
        };
        let is_namespace =
            |name: &Name| outline.namespaces.iter().any(|region| region.name == *name);
        Mentioned {
            names: declared(demand.recorded.unwrap_or_default()),
            also: declared(also.to_vec()),
            namespaces: ordered(demand.opened.unwrap_or_default(), is_namespace),
        }
    }
}

/// Some of the names, each once.
fn ordered(mut names: Vec<Name>, is_wanted: impl Fn(&Name) -> bool) -> Vec<Name> {
    names.retain(is_wanted);
    names.sort_unstable();
    names.dedup();
    names
}

fn is_eof(token: &Token) -> bool {
    token.kind == TokenKind::Eof
}

/// The same, on from what is mentioned in front of the rest of the tokens. `uses` spares the look at the tokens of the items.
pub(super) fn unmentioned_from(
    mentions: Mentions,
    uses: Option<&ItemUses>,
    tokens: &[Token],
    interner: &mut Interner,
    outline: &Outline,
    headers: Headers<'_>,
    also: &[Name],
) -> Vec<TokenRange> {
    let rest = mentions.n_tokens..tokens.len() as u32;
    let mut demand = Demand::new(tokens, interner, outline, mentions);
    demand.mention_between(headers, rest);
    demand.mention_initializer_list();
    for &name in also {
        demand.mention(name);
    }
    while let Some(index) = demand.mentions.queue.pop() {
        if let Some(uses) = uses {
            uses.of(index).iter().for_each(|&name| demand.mention(name));
        } else if let Some(item) = outline.items.get(index as usize) {
            demand.mention_between(headers, item.tokens.start..item.tokens.end);
        }
    }
    let mut left_out: Vec<TokenRange> = Vec::new();
    for (item, is_mentioned) in outline.items.iter().zip(&demand.mentions.is_mentioned) {
        match left_out.last_mut() {
            _ if *is_mentioned => {}
            Some(last) if last.end == item.tokens.start => last.end = item.tokens.end,
            _ => left_out.push(item.tokens),
        }
    }
    left_out
}

/// The outline of the headers that were included between declarations.
pub(super) fn outline(
    tokens: &[Token],
    brackets: &BracketMap,
    interner: &mut Interner,
    headers: Headers<'_>,
) -> Outline {
    use TokenKind as T;
    let mut outline = Outline::default();
    let mut depth = 0i64;
    let mut at = 0;
    for region in headers.regions() {
        let between = tokens.get(at..region.start as usize).unwrap_or_default();
        depth += n_left_open(between);
        let before = between.last().map_or(T::Semi, |token| token.kind);
        at = region.start as usize;
        if depth != 0 || !matches!(before, T::Semi | T::RBrace | T::PragmaEnd) {
            continue;
        }
        let (n_items, n_names) = (outline.items.len(), outline.names.len());
        let range = TokenRange { start: region.start, end: region.end };
        if outline.add(tokens, brackets, interner, range) {
            at = region.end as usize;
        } else {
            outline.items.truncate(n_items);
            outline.names.truncate(n_names);
        }
    }
    outline
}

/// How many brackets are opened and not closed, less those that are closed and not opened.
fn n_left_open(tokens: &[Token]) -> i64 {
    use TokenKind as T;
    let change = |token: &Token| match token.kind {
        T::LBrace | T::LParen | T::LBracket => 1,
        T::RBrace | T::RParen | T::RBracket => -1,
        _ => 0,
    };
    tokens.iter().map(change).sum()
}

/// The tokens of headers, in order.
#[derive(Clone, Copy, Debug)]
pub struct Headers<'a> {
    /// Those of the compiler.
    pub own: &'a [Range<u32>],
    /// Those that the program includes for its host code.
    pub foreign: &'a [Range<u32>],
}

impl Headers<'_> {
    /// Runs of headers.
    pub(super) fn regions(self) -> Vec<Range<u32>> {
        let mut all: Vec<Range<u32>> = self.own.iter().chain(self.foreign).cloned().collect();
        all.sort_by_key(|range| range.start);
        let mut regions: Vec<Range<u32>> = Vec::with_capacity(all.len());
        for range in all {
            match regions.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => regions.push(range),
            }
        }
        regions
    }

    /// The origin of the token at `at`, and where what follows of the same kind ends.
    fn origin(self, at: u32) -> (Origin, u32) {
        let mut end = u32::MAX;
        for (ranges, origin) in [(self.own, Origin::Library), (self.foreign, Origin::Foreign)] {
            let after = ranges.partition_point(|range| range.end <= at);
            match ranges.get(after) {
                Some(range) if range.start <= at => return (origin, range.end),
                Some(range) => end = end.min(range.start),
                None => {}
            }
        }
        (Origin::Program, end)
    }
}

/// What is looked up without being spelled.
struct Implied {
    /// A braced list ([dcl.init.list]).
    initializer_list: Name,
    /// A range-based `for` ([stmt.ranged]).
    range_for: [Name; 6],
    /// A structured binding ([dcl.struct.bind]).
    structured_binding: [Name; 3],
    /// The types of `<=>` ([expr.spaceship]).
    orderings: [Name; 3],
    /// Operators stand in for others ([over.match.oper]/3).
    equal: Name,
    spaceship: Name,
}

impl Implied {
    fn new(interner: &mut Interner) -> Implied {
        let mut name = |text| interner.intern(text);
        Implied {
            initializer_list: name("initializer_list"),
            range_for: ["begin", "end", "!=", "==", "++", "*"].map(&mut name),
            structured_binding: ["tuple_size", "tuple_element", "get"].map(&mut name),
            orderings: ["strong_ordering", "weak_ordering", "partial_ordering"].map(&mut name),
            equal: name("=="),
            spaceship: name("<=>"),
        }
    }
}

/// The origin of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Program,
    Library,
    /// In no particular style.
    Foreign,
}

struct Demand<'a> {
    tokens: &'a [Token],
    interner: &'a mut Interner,
    outline: &'a Outline,
    implied: Implied,
    mentions: Mentions,
    /// Names that would be mentioned, instead of that.
    recorded: Option<Vec<Name>>,
    /// Names of namespaces that would be opened, instead of that; then all names are recorded.
    opened: Option<Vec<Name>>,
}

/// What is mentioned.
#[derive(Clone, Default)]
pub(super) struct Mentions {
    /// By name: the first link of those that declare it, plus one, or 0.
    chains: Vec<u32>,
    /// An item, and the next link in the same way.
    links: Vec<(u32, u32)>,
    is_mentioned: Vec<bool>,
    /// The namespaces that are mentioned, or something of them, by their last names.
    is_open: FxHashSet<Name>,
    /// Operators whose symbols are mentioned, by the namespaces that are not.
    operators: FxHashMap<Name, Vec<u32>>,
    /// Items whose tokens are still to be mentioned.
    queue: Vec<u32>,
    /// The tokens that have been looked at.
    n_tokens: u32,
}

impl Mentions {
    fn new(outline: &Outline) -> Mentions {
        let mut mentions = Mentions {
            chains: Vec::new(),
            links: Vec::with_capacity(outline.names.len()),
            is_mentioned: vec![false; outline.items.len()],
            is_open: FxHashSet::default(),
            operators: FxHashMap::default(),
            queue: Vec::new(),
            n_tokens: 0,
        };
        let mut first = 0;
        for (index, item) in outline.items.iter().enumerate() {
            for &name in outline.names.get(first..item.names_end as usize).unwrap_or_default() {
                mentions.declare(name, index as u32);
            }
            first = item.names_end as usize;
        }
        mentions
    }

    fn declare(&mut self, name: Name, item: u32) {
        let index = name.index();
        if self.chains.len() <= index {
            self.chains.resize(index + 1, 0);
        }
        let next = std::mem::replace(&mut self.chains[index], self.links.len() as u32 + 1);
        self.links.push((item, next));
    }
}

impl<'a> Demand<'a> {
    fn new(
        tokens: &'a [Token],
        interner: &'a mut Interner,
        outline: &'a Outline,
        mentions: Mentions,
    ) -> Demand<'a> {
        let implied = Implied::new(interner);
        Demand { tokens, interner, outline, implied, mentions, recorded: None, opened: None }
    }

    fn mention(&mut self, name: Name) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(name);
            return;
        }
        let mut link = self.take_chain(name);
        while let Some((item, next)) = self.link(link) {
            self.reach(item);
            link = next;
        }
    }

    /// Mentions the class of a braced list. It has no operators, so its namespace is not opened: else
    /// every program would have the operators of `std`.
    fn mention_initializer_list(&mut self) {
        let mut link = self.take_chain(self.implied.initializer_list);
        while let Some((item, next)) = self.link(link) {
            self.take(item);
            link = next;
        }
    }

    /// The first link of the items that declare a name, the first time that it is mentioned.
    fn take_chain(&mut self, name: Name) -> u32 {
        self.mentions.chains.get_mut(name.index()).map_or(0, std::mem::take)
    }

    /// An item of a chain, and the next link.
    fn link(&self, link: u32) -> Option<(u32, u32)> {
        self.mentions.links.get(link.checked_sub(1)? as usize).copied()
    }

    /// Takes an item one of whose names is mentioned.
    fn reach(&mut self, index: u32) {
        let Some(item) = self.outline.items.get(index as usize) else { return };
        let region = |at: Option<u32>| self.outline.namespaces.get(at? as usize);
        if item.is_operator
            && let Some(region) = region(item.namespace)
            && !self.mentions.is_open.contains(&region.name)
        {
            self.mentions.operators.entry(region.name).or_default().push(index);
            return;
        }
        if !self.take(index) || item.is_using {
            return;
        }
        let mut around = item.namespace;
        while let Some(region) = around.and_then(|at| self.outline.namespaces.get(at as usize)) {
            self.open(region.name);
            around = region.parent;
        }
    }

    /// Marks an item as mentioned. Returns whether it was not yet.
    fn take(&mut self, index: u32) -> bool {
        let is_mentioned = self.mentions.is_mentioned.get_mut(index as usize);
        let is_new =
            is_mentioned.is_some_and(|is_mentioned| !std::mem::replace(is_mentioned, true));
        if is_new {
            self.mentions.queue.push(index);
        }
        is_new
    }

    /// Makes the operators of a namespace candidates.
    fn open(&mut self, namespace: Name) {
        if let Some(opened) = &mut self.opened {
            opened.push(namespace);
            return;
        }
        if self.mentions.is_open.insert(namespace) {
            for index in self.mentions.operators.remove(&namespace).unwrap_or_default() {
                self.reach(index);
            }
        }
    }

    /// Mentions what stands in a range.
    fn mention_between(&mut self, headers: Headers<'_>, range: Range<u32>) {
        let mut at = range.start;
        while at < range.end {
            let (origin, end) = headers.origin(at);
            let end = end.min(range.end);
            self.mention_all(TokenRange { start: at, end }, origin);
            at = end;
        }
    }

    fn mention_all(&mut self, range: TokenRange, origin: Origin) {
        let tokens = self.tokens;
        let mut before = TokenKind::Eof;
        for index in range.indices() {
            let Some(&token) = tokens.get(index) else { return };
            let may_matter = self.opened.is_some()
                || self.mentions.chains.get(token.name.index()).is_some_and(|&chain| chain != 0);
            if may_matter && self.is_use(index, token, origin) {
                self.mention(token.name);
            }
            if origin == Origin::Program && token.kind == TokenKind::Ident {
                self.open(token.name);
            }
            self.imply(index, token, before, origin);
            before = match (before, token.kind) {
                // `auto& [a, b]`
                (TokenKind::KwAuto, TokenKind::Amp | TokenKind::AmpAmp) => before,
                (_, kind) => kind,
            };
        }
    }

    /// Whether a name or operator is looked up in namespaces where it stands.
    fn is_use(&self, index: usize, token: Token, origin: Origin) -> bool {
        use TokenKind as T;
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        let Some(previous) = before else { return true };
        // Behind a declarator or the braces of a requirement an arrow is followed by a type.
        let is_access = match previous.kind {
            T::Dot => true,
            T::Arrow => {
                let accessed = index.checked_sub(2).and_then(|at| self.tokens.get(at));
                accessed.is_some_and(|object| matches!(object.kind, T::Ident | T::KwThis))
            }
            _ => false,
        };
        if token.kind == T::Ident && is_access {
            // `x.f` is a member of `x`, but in `x.A::f`, `A` is looked up here as well.
            return self.tokens.get(index + 1).is_some_and(|next| next.kind == T::ColonColon);
        }
        if origin != Origin::Library {
            return true;
        }
        match token.kind {
            T::Ident => !self.ends_type(index - 1),
            _ if previous.kind == T::KwOperator => index < 2 || !self.ends_type(index - 2),
            T::Lt => !is_attached(token) && previous.kind != T::KwTemplate,
            T::Gt | T::Shr => !is_attached(token),
            T::Star | T::Amp | T::AmpAmp => !self.is_in_declarator(index),
            _ => true,
        }
    }

    /// Whether the token may end the type in a declaration, so that a name behind it is declared.
    fn ends_type(&self, index: usize) -> bool {
        use TokenKind as T;
        let Some(token) = self.tokens.get(index) else { return false };
        match token.kind {
            T::Ident | T::KwAuto | T::KwBool | T::KwInt | T::KwUnsigned | T::KwVoid => true,
            T::KwChar | T::KwLong | T::KwFloat | T::KwDouble => true,
            T::Gt | T::Shr | T::Ellipsis => is_attached(*token),
            T::Star | T::Amp | T::AmpAmp => self.is_in_declarator(index),
            _ => false,
        }
    }

    /// Whether a `*` or `&` stands in a declarator: behind a type, and not between two operands,
    /// where the library has blanks on both sides.
    fn is_in_declarator(&self, index: usize) -> bool {
        use TokenKind as T;
        let Some(before) = index.checked_sub(1) else { return false };
        let is_behind_type = self.ends_type(before)
            || self.tokens.get(before).is_some_and(|token| token.kind == T::KwConst);
        let touches = |at: usize| self.tokens.get(at).is_some_and(|token| is_attached(*token));
        is_behind_type && (touches(index) || touches(index + 1))
    }

    /// Mentions what is looked up because of a token without being spelled.
    fn imply(&mut self, index: usize, token: Token, before: TokenKind, origin: Origin) {
        use TokenKind as T;
        match token.kind {
            T::KwFor => self.mention_each(self.implied.range_for),
            T::LBracket if before == T::KwAuto => {
                self.mention_each(self.implied.structured_binding);
            }
            T::NotEq => self.mention(self.implied.equal),
            T::Lt | T::Gt | T::LtEq | T::GtEq if self.is_use(index, token, origin) => {
                self.mention(self.implied.spaceship);
            }
            T::Spaceship => self.mention_each(self.implied.orderings),
            T::UserDefinedInt | T::UserDefinedFloat | T::UserDefinedChar | T::UserDefinedString => {
                let suffix = suffix(token.kind, self.interner.text(token.name));
                if let Some(name) = self.interner.get(&suffix) {
                    self.mention(name);
                }
            }
            _ => {}
        }
    }

    fn mention_each<const N: usize>(&mut self, names: [Name; N]) {
        for name in names {
            self.mention(name);
        }
    }
}

/// Whether nothing stands between a token and the one before it.
fn is_attached(token: Token) -> bool {
    !token.has_leading_space() && !token.starts_line()
}

/// The suffix of a user-defined literal ([lex.ext]).
fn suffix(kind: TokenKind, spelling: &str) -> String {
    let is_number = matches!(kind, TokenKind::UserDefinedInt | TokenKind::UserDefinedFloat);
    let suffix = match literal::number(spelling) {
        Ok(literal::Number::Int(int)) if is_number => int.ud_suffix,
        Ok(literal::Number::Float(float)) if is_number => float.ud_suffix,
        Ok(_) | Err(_) => spelling.rsplit(['"', '\'']).next().map(Box::from),
    };
    suffix.unwrap_or_default().into()
}
