//! Random questions of matching with values of several types: a parameter of one type stands for arguments of another
//! ([temp.deduct.type]/20, [temp.arg.nontype], [temp.func.order]).
//!
//! In: the number of a query, counted from [`super::VALUES`] on. Out: as of the other queries.

use std::fmt::Write;

use super::Query;
use crate::random::Random;

/// What these queries use besides the others' prelude: a template for values of each kind.
pub const PRELUDE: &str = "enum E { e0, e1, e2 }; enum class S : char { s0, s1, s2 }; \
template<auto> struct VA {}; template<auto...> struct VP {}; template<int> struct VI {}; template<long> struct VL {}; \
template<unsigned> struct VU {}; template<char> struct VC {}; template<bool> struct VB {}; template<short> struct VH {}; \
template<E> struct VE {}; template<S> struct VS {}; template<class T, T> struct VT {}; template<class T, T...> struct VQ {}; \
template<class, auto> struct VX {};";

/// The types of values, the template for each, and its values.
const KINDS: &[(&str, &str, [&str; 3])] = &[
    ("int", "VI", ["0", "1", "2"]),
    ("long", "VL", ["0l", "1l", "2l"]),
    ("unsigned", "VU", ["0u", "1u", "2u"]),
    ("char", "VC", ["char(0)", "char(1)", "char(2)"]),
    ("bool", "VB", ["false", "true", "true"]),
    ("short", "VH", ["short(0)", "short(1)", "short(2)"]),
    ("E", "VE", ["e0", "e1", "e2"]),
    ("S", "VS", ["S::s0", "S::s1", "S::s2"]),
];

/// A value of a kind: mostly 1, so that several agree.
fn value(random: &mut Random, kind: usize) -> &'static str {
    let number = if random.one_in(3) { random.below(3) } else { 1 };
    KINDS[kind].2[number]
}

/// A kind; integers of 32 and 64 bits are drawn most.
fn kind(random: &mut Random) -> usize {
    match random.below(3) {
        0 => random.below(KINDS.len()),
        _ => random.below(3),
    }
}

/// A specialisation of one of the templates for values, with `arg` as a value of the kind.
fn around(random: &mut Random, kind: usize, arg: &str) -> String {
    let (ty, own, _) = KINDS[kind];
    match random.below(12) {
        0..=3 => format!("VA<{arg}>"),
        4..=5 => format!("{own}<{arg}>"),
        6 => format!("VT<{ty}, {arg}>"),
        7 => format!("VP<{arg}, {arg}>"),
        8 => format!("VQ<{ty}, {arg}>"),
        9 => format!("VX<{ty}, {arg}>"),
        10 => format!("VP<{arg}>"),
        _ => {
            let other = KINDS[self::kind(random)].1;
            format!("{other}<{arg}>")
        }
    }
}

/// A pattern with a parameter for a value: the head and the pattern.
fn pattern(random: &mut Random, may_be_array: bool) -> (String, String) {
    let kind = kind(random);
    let ty = KINDS[kind].0;
    match random.below(10) {
        0..=1 => ("auto N".to_owned(), around(random, kind, "N")),
        2 => {
            let of = random.pick(&["VT<T, N>", "VQ<T, N>", "VX<T, N>", "VA<N>"]);
            ("class T, T N".to_owned(), of.to_owned())
        }
        3 => (format!("{ty}... N"), random.pick(&["VP<N...>", "VQ<int, N...>"]).to_owned()),
        4 => ("class T, T... N".to_owned(), random.pick(&["VQ<T, N...>", "VP<N...>"]).to_owned()),
        5 => ("auto N, class T".to_owned(), random.pick(&["VX<T, N>", "VT<T, N>"]).to_owned()),
        6 if may_be_array => (format!("{ty} N"), "int (&)[N]".to_owned()),
        _ => (format!("{ty} N"), around(random, kind, "N")),
    }
}

/// The query of this number.
pub fn query(random: &mut Random) -> Query {
    match random.below(5) {
        0..=1 => specializations(random),
        2 => of_values(random),
        _ => functions(random),
    }
}

/// Partial specialisations for specialisations of templates with values.
fn specializations(random: &mut Random) -> Query {
    let mut decls = "template<class> struct B { static constexpr int v = 0; };".to_owned();
    let n = random.below(3) + 1;
    for index in 1..=n {
        let (head, pattern) = pattern(random, false);
        let _ = write!(
            decls,
            " template<{head}> struct B<{pattern}> {{ static constexpr int v = {index}; }};"
        );
    }
    let kind = kind(random);
    let arg = value(random, kind);
    Query { decls, value: format!("B<{}>::v", around(random, kind, arg)) }
}

/// Partial specialisations of a template whose parameters are values.
fn of_values(random: &mut Random) -> Query {
    let kind = kind(random);
    let (primary, lists): (&str, &[(&str, &str)]) = match random.below(4) {
        0 => (
            "auto",
            &[("int N", "N"), ("long N", "N"), ("E N", "N"), ("char N", "N"), ("bool N", "N")],
        ),
        1 => (
            "auto...",
            &[
                ("int... N", "N..."),
                ("auto N", "N, N"),
                ("long N", "N"),
                ("auto N, auto... M", "N, M..."),
            ],
        ),
        2 => (
            "class T, T",
            &[
                ("int N", "int, N"),
                ("auto N", "int, N"),
                ("class T", "T, T(1)"),
                ("long N", "long, N"),
            ],
        ),
        _ => (
            "class, auto",
            &[
                ("class T, T N", "T, N"),
                ("int N", "int, N"),
                ("auto N", "int, N"),
                ("class T", "T, 1"),
                ("class T", "T, 1l"),
            ],
        ),
    };
    let mut decls = format!("template<{primary}> struct B {{ static constexpr int v = 0; }};");
    let n = random.below(3) + 1;
    for index in 1..=n {
        let (head, list) = lists[random.below(lists.len())];
        let _ = write!(
            decls,
            " template<{head}> struct B<{list}> {{ static constexpr int v = {index}; }};"
        );
    }
    let arg = value(random, kind);
    let args = match primary {
        "auto..." if random.one_in(2) => format!("{arg}, {}", value(random, kind)),
        "auto" | "auto..." => arg.to_owned(),
        _ => {
            let ty = KINDS[if random.one_in(3) { self::kind(random) } else { kind }].0;
            format!("{ty}, {arg}")
        }
    };
    Query { decls, value: format!("B<{args}>::v") }
}

/// Calls of function templates that deduce values.
fn functions(random: &mut Random) -> Query {
    let mut decls = "I<0> f(...);".to_owned();
    let n = random.below(3) + 1;
    for index in 1..=n {
        let (head, pattern) = pattern(random, true);
        let _ = write!(decls, " template<{head}> I<{index}> f({pattern});");
    }
    let kind = kind(random);
    let ty = match random.below(5) {
        0 => format!("int (&)[{}]", random.below(3) + 1),
        _ => {
            let arg = value(random, kind);
            around(random, kind, arg)
        }
    };
    let explicit = match random.below(6) {
        0 => {
            let kind = self::kind(random);
            format!("<{}>", value(random, kind))
        }
        1 => format!("<{}>", KINDS[self::kind(random)].0),
        _ => String::new(),
    };
    Query { decls, value: format!("decltype(f{explicit}(mk<{ty}>()))::v") }
}
