//! The names that each declaration of a header mentions, found once for all programs that include it.
//!
//! Invariant: `mentioned(program, header) = closure(mentions(program), uses)`, where `uses` depends on the header alone: the names
//! that a declaration of a header mentions do not depend on those that were mentioned before it.

use super::{Demand, Headers, Mentions};
use crate::base::{Interner, Name};
use crate::lex::Token;
use crate::parse::outline::Outline;

/// The names that each item of an outline mentions, each once.
pub(in crate::parse) struct ItemUses {
    names: Vec<Name>,
    /// By item, the end of its names; they start where those of the one before end.
    ends: Vec<u32>,
}

impl ItemUses {
    pub fn new(
        tokens: &[Token],
        interner: &mut Interner,
        outline: &Outline,
        headers: Headers<'_>,
    ) -> ItemUses {
        let mut demand = Demand::new(tokens, interner, outline, Mentions::new(outline));
        let mut uses =
            ItemUses { names: Vec::new(), ends: Vec::with_capacity(outline.items.len()) };
        for item in &outline.items {
            demand.recorded = Some(Vec::new());
            demand.mention_between(headers, item.tokens.start..item.tokens.end);
            let mut names = demand.recorded.take().unwrap_or_default();
            names.sort_unstable();
            names.dedup();
            uses.names.append(&mut names);
            uses.ends.push(uses.names.len() as u32);
        }
        uses
    }

    pub(super) fn of(&self, item: u32) -> &[Name] {
        let item = item as usize;
        let end_of = |item: usize| self.ends.get(item).map_or(0, |&end| end as usize);
        let start = item.checked_sub(1).map_or(0, end_of);
        self.names.get(start..end_of(item)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::ast::TokenRange;
    use crate::base::{Diagnostics, Pos};
    use crate::lex::{self, KeywordTable, token::new_interner};
    use crate::parse::brackets::BracketMap;
    use crate::parse::demand::{
        Headers, ItemUses, Mentioned, mentioned_at, outline, unmentioned_from,
    };

    const HEADER: &str = "
        namespace std { template <class T> class initializer_list {}; struct strong_ordering {}; }
        namespace a { struct A { int x; }; struct B : A {}; bool operator==(A, A); B operator+(A, B); using std::strong_ordering; }
        namespace b { using C = a::B; C f(); int operator\"\"_ic(unsigned long long); auto g() { return 1_ic; } }
        struct D { int y = b::g(); }; struct E { D *begin(); D *end(); }; inline bool h(a::A x) { return x != x; }
        namespace c { inline int k(E e) { for (D &d : e) return d.y; return 0; } int operator*(a::A, D); }
        namespace c { auto m(a::A x) { return x <=> x; } }
    ";

    #[test]
    fn items_reach_what_their_tokens_reach() {
        let programs = [
            "",
            "a::A x;",
            "b::C x;",
            "int y = b::f() + 1;",
            "D d;",
            "int z = c::k(E());",
            "bool w = h({});",
            "int v = 7_ic;",
            "using namespace a; bool u = A() == A();",
            "auto t = c::m;",
            "a::A s; D r; int q = s * r;",
            "for (;;) {}",
            "int first = b::f() + 1; int second = b::f();",
            "auto u = c::m; int t;",
        ];
        let mut n_left_out = Vec::new();
        let mut choices: Vec<(Mentioned, Vec<TokenRange>)> = Vec::new();
        for program in programs {
            let text = format!("{HEADER}{program}");
            let mut interner = new_interner();
            let keywords = KeywordTable::new(&mut interner);
            let mut found = Diagnostics::new();
            let tokens = lex::lex(&text, Pos(0), &keywords, &mut interner, &mut found).tokens;
            let end =
                tokens.iter().take_while(|token| (token.span.lo.0 as usize) < HEADER.len()).count()
                    as u32;
            let own = 0..end.min(tokens.len() as u32 - 1);
            let headers = Headers { own: std::slice::from_ref(&own), foreign: &[] };
            let brackets = BracketMap::new(&tokens, &mut found);
            let outline = outline(&tokens, &brackets, &mut interner, headers);
            let uses = ItemUses::new(&tokens, &mut interner, &outline, headers);
            let mut left_out = |uses: Option<&ItemUses>| -> Vec<TokenRange> {
                let mentions =
                    mentioned_at(&tokens[..own.end as usize], &mut interner, &outline, headers);
                unmentioned_from(mentions, uses, &tokens, &mut interner, &outline, headers, &[])
            };
            let expected = left_out(None);
            assert_eq!(left_out(Some(&uses)), expected, "{program}");
            // What is mentioned tells what is left out.
            let mentions =
                mentioned_at(&tokens[..own.end as usize], &mut interner, &outline, headers);
            let mentioned =
                Mentioned::behind(&mentions, &tokens, &mut interner, &outline, headers, &[]);
            match choices.iter().find(|(known, _)| *known == mentioned) {
                Some((_, known)) => assert_eq!(*known, expected, "{program}"),
                None => choices.push((mentioned, expected.clone())),
            }
            n_left_out.push(expected.iter().map(|range| range.end - range.start).sum::<u32>());
        }
        // Two of the programs mention what others do, and `for` nothing that the header declares, as the empty program.
        assert_eq!(choices.len(), programs.len() - 3);
        // The programs reach different parts of the header.
        n_left_out.sort_unstable();
        n_left_out.dedup();
        assert!(n_left_out.len() > 6, "{n_left_out:?}");
    }
}
