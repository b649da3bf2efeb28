//! Mutating a text: a few edits of its tokens, drawn from a seeded sequence of numbers.

use std::ops::Range;

use lang::base::{Diagnostics, Pos};
use lang::lex::token::new_interner;
use lang::lex::{KeywordTable, TokenKind};

/// SplitMix64: all that is wanted of it is that equal seeds give equal sequences.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }
}

/// Tokens that change what is around them, for insertion.
const DICTIONARY: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ">>",
    ";",
    ",",
    ":",
    "::",
    "...",
    "=",
    "&",
    "&&",
    "*",
    "->",
    ".",
    "#",
    "##",
    "\"",
    "'",
    "/*",
    "\\",
    "0",
    "-1",
    "1e999",
    "0xffffffffffffffffu",
    "template",
    "typename",
    "requires",
    "concept",
    "decltype",
    "sizeof",
    "auto",
    "const",
    "static",
    "constexpr",
    "consteval",
    "operator",
    "this",
    "friend",
    "using",
    "namespace",
    "struct",
    "enum",
    "union",
    "new",
    "delete",
    "throw",
    "try",
    "catch",
    "goto",
    "return",
    "if",
    "else",
    "for",
    "do",
    "while",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "void",
    "int",
    "float",
    "bool",
    "__tile__",
    "__tile_global__",
    "__host__",
    "__device__",
    "extern",
    "inline",
    "virtual",
    "co_await",
    "asm",
    "noexcept",
    "alignas",
    "static_assert",
    "explicit",
    "mutable",
    "volatile",
];

/// One of the edits of the mutation test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edit {
    Delete,
    /// A run of tokens goes, up to a statement or two.
    DeleteRun,
    Double,
    DoubleRun,
    /// With its neighbour.
    SwapNeighbours,
    /// With any other.
    Swap,
    /// By any other of the file.
    Replace,
    /// A token of the dictionary.
    Insert,
}

const EDITS: &[Edit] = &[
    Edit::Delete,
    Edit::DeleteRun,
    Edit::Double,
    Edit::DoubleRun,
    Edit::SwapNeighbours,
    Edit::Swap,
    Edit::Replace,
    Edit::Insert,
];

/// The longest run of tokens that is deleted or doubled.
const LONGEST_RUN: usize = 12;

/// `text` with one to three edits.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return text.to_owned();
    }
    // Blanks and comments before each token stay where they are.
    let mut blanks = Vec::new();
    let mut words = Vec::new();
    let mut end = 0;
    for token in tokens {
        blanks.push(text.get(end..token.start).unwrap_or_default());
        end = token.end;
        words.push(text.get(token).unwrap_or_default().to_owned());
    }
    for _ in 0..=random.below(3) {
        apply(EDITS[random.below(EDITS.len())], &mut words, random);
    }
    let mut mutated = String::with_capacity(text.len() + 64);
    for (blank, word) in blanks.iter().zip(&words) {
        mutated.push_str(blank);
        mutated.push_str(word);
    }
    mutated.push_str(text.get(end..).unwrap_or_default());
    mutated
}

fn apply(edit: Edit, words: &mut [String], random: &mut Random) {
    let at = random.below(words.len());
    let run = at..(at + 1 + random.below(LONGEST_RUN)).min(words.len());
    let other = random.below(words.len());
    match edit {
        Edit::Delete => words[at].clear(),
        Edit::DeleteRun => words[run].iter_mut().for_each(String::clear),
        Edit::Double => words[at] = format!("{0} {0}", words[at]),
        Edit::DoubleRun => {
            let doubled = words[run.clone()].join(" ");
            let last = run.end - 1;
            words[last] = format!("{} {doubled}", words[last]);
        }
        Edit::SwapNeighbours => words.swap(at, (at + 1).min(words.len() - 1)),
        Edit::Swap => words.swap(at, other),
        Edit::Replace => words[at] = words[other].clone(),
        Edit::Insert => {
            let word = DICTIONARY[random.below(DICTIONARY.len())];
            words[at] = format!("{word} {}", words[at]);
        }
    }
}

/// Where the tokens are.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut interner = new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let lexed = lang::lex::lex(text, Pos::NONE, &keywords, &mut interner, &mut Diagnostics::new());
    let offset = |pos: Pos| (pos.0 - Pos::NONE.0) as usize;
    lexed
        .tokens
        .iter()
        .filter(|token| token.kind != TokenKind::Eof)
        .map(|token| offset(token.span.lo)..offset(token.span.hi))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Random, mutate, tokens};

    const SOURCE: &str = "int f(int x) { return x + 1; } // text\n";

    #[test]
    fn equal_seeds_give_equal_mutants() {
        let all = || (0..50).map(|seed| mutate(SOURCE, &mut Random::new(seed))).collect::<Vec<_>>();
        assert_eq!(all(), all());
        assert!(all().iter().any(|mutant| mutant != SOURCE));
    }

    #[test]
    fn tokens_are_found_where_they_are() {
        let words: Vec<&str> =
            tokens("a  + /**/b").into_iter().map(|at| &"a  + /**/b"[at]).collect();
        assert_eq!(words, ["a", "+", "b"]);
    }
}
