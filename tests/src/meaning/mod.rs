//! Random programs about the meaning of C++20, most of which instantiate templates and evaluate constants.
//!
//! In: the number of a query and the grammars in `tests/meaning`. Out: a query as in [`matching`](crate::matching):
//! declarations, and an expression whose value, or whether it has one, tells what they mean.
//! The program `matching` asks clang and g++.

pub mod grammar;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use self::grammar::Grammar;
use crate::matching::Query;
use crate::random::Random;

/// The first of these queries.
pub const FIRST: u64 = 1 << 33;

/// The answers of clang, where g++ does not contradict it, one character a query.
pub const ANSWERS: &str = include_str!("../../meaning/answers.txt");

/// Queries of [`ANSWERS`] that tilec answers otherwise, each with the open item of `docs/STATUS.md` that it shows.
const DIFFERENCES: &str = include_str!("../../meaning/differences.txt");

/// The text that grammars share, and the files with a rule `query`, each with its weight.
const SHARED: &str = "shared.txt";
const FILES: &[(&str, usize)] = &[
    ("overload.txt", 4),
    ("lookup.txt", 3),
    ("initialise.txt", 3),
    ("guides.txt", 2),
    ("concepts.txt", 2),
    ("expressions.txt", 3),
    ("templates.txt", 4),
    ("lambdas.txt", 2),
    ("constants.txt", 4),
    ("using.txt", 3),
    ("points.txt", 3),
];

static GRAMMARS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let only = std::env::var("TILEC_GRAMMAR").ok();
    let shared = file(SHARED);
    let read = |name: &str| Grammar::read(&format!("{shared}\n{}", file(name)));
    let mut all = Vec::new();
    for (name, weight) in FILES {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        for _ in 0..*weight {
            all.push(read(name).unwrap_or_else(|line| panic!("tests/meaning/{name}: {line}")));
        }
    }
    all
});

fn file(name: &str) -> String {
    let path = crate::root().join("tests/meaning").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers in `tests/meaning/differences.txt`, counted from [`FIRST`].
pub fn known_differences() -> BTreeSet<u64> {
    let lines = DIFFERENCES.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).filter_map(|number| number.parse().ok()).collect()
}

/// What the queries use: the lines before the first.
pub fn prelude() -> String {
    file("prelude.h")
}

/// The query that the stream of numbers gives: the rule `query` is declarations, `?=` and an expression.
pub fn query(random: &mut Random) -> Query {
    let at = random.below(GRAMMARS.len());
    let text = GRAMMARS[at].draw("query", random);
    let (decls, value) = text.split_once("?=").unwrap_or((&text, "0"));
    Query { decls: decls.trim().to_owned(), value: value.trim().to_owned() }
}

/// The files of the grammars, and the clauses that each covers, as its first line says.
pub fn grammars() -> Vec<(&'static str, String)> {
    let covers = |name: &str| {
        let text = file(name);
        text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned()
    };
    FILES.iter().map(|&(name, _)| (name, covers(name))).collect()
}
