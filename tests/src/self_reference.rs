//! Programs in which what is evaluated on demand needs itself.
//!
//! In: the number of a program. Out: its text, and of those in [`answers`] what g++ says of it. Each of up to three class templates has one construct
//! of [`CONSTRUCTS`] whose expression needs that of the next, and the last needs the first: of the
//! same specialisation, which is a cycle, or of one that has a larger argument, which has no end. The
//! numbers below [`all`] name each construct by itself and each pair; above, programs are drawn.

use std::fmt::Write;

use crate::random::Random;

/// Constructs of a class template: its members, with `@` for the expression of type `int` that they
/// need, and an expression that needs them, with `%` for the class.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("static int f() noexcept(@ > 0);", "int(noexcept(%::f()))"),
    ("S() noexcept(@ > 0);", "int(noexcept(%()))"),
    ("~S() noexcept(@ > 0);", "int(noexcept(%()))"),
    ("int operator+(int) noexcept(@ > 0);", "int(noexcept(%() + 1))"),
    ("operator int() noexcept(@ > 0);", "int(noexcept(int(%())))"),
    ("static int f(int x = @);", "int(sizeof(%::f()))"),
    ("S(int x = @) {}", "int(sizeof(%(), 1))"),
    ("int x = @;", "%{}.x"),
    ("int x = @;", "int(sizeof(%{}.x))"),
    ("int x = @;", "int(noexcept(%()))"),
    ("union { int x = @; float y; };", "%{}.x"),
    ("static constexpr int v = @;", "%::v"),
    ("static constexpr auto v = @;", "%::v"),
    ("inline static const int v = @;", "%::v"),
    ("enum { v = @ };", "%::v"),
    ("enum class E { v = @ };", "int(%::E::v)"),
    ("enum E : decltype(@) { v };", "int(%::v)"),
    ("int a[@ + 1];", "int(sizeof(%))"),
    ("int a[@ + 1];", "int(sizeof(%::a))"),
    ("int a : @ + 1;", "int(sizeof(%))"),
    ("alignas(@ + 1) int a;", "int(alignof(%))"),
    ("using type = decltype(@);", "typename %::type(1)"),
    ("using type = int[@ + 1];", "int(sizeof(typename %::type))"),
    ("static decltype(@) f();", "int(sizeof(%::f()))"),
    ("static auto f() -> decltype(@);", "int(sizeof(%::f()))"),
    ("static constexpr auto f() { return @; }", "%::f()"),
    ("static constexpr int f() { return @; }", "%::f()"),
    ("static consteval int f() { return @; }", "%::f()"),
    ("static auto f() { return @; }", "int(sizeof(%::f()))"),
    ("static void f(decltype(@) x);", "int(sizeof(%::f(1), 1))"),
    ("static int f() requires (@ > 0);", "int(requires { %::f(); })"),
    ("template<class U> requires (@ > 0) static int f(U);", "int(requires { %::f(1); })"),
    ("template<class U = decltype(@)> static int f();", "int(sizeof(%::f()))"),
    ("template<int N = @> static int f();", "int(sizeof(%::f()))"),
    ("template<int N = @> struct M { static constexpr int v = N; };", "%::template M<>::v"),
    ("template<class U> static constexpr int w = @;", "%::template w<int>"),
    ("template<class U> using A = decltype(@);", "typename %::template A<int>(1)"),
    ("explicit(@ > 0) S(int) {}", "int(requires { %(1); })"),
    ("S(int) {} explicit(@ > 0) operator int();", "int(requires { int(%(1)); })"),
    ("static_assert(@ > 0); static constexpr int v = 1;", "%::v"),
    ("struct M : Number<@> {}; M m;", "int(sizeof(%))"),
    ("struct M { int x = @; }; static int f(M m = {});", "int(sizeof(%::f()))"),
    ("friend int g(S, int x = @) { return 1; }", "int(sizeof(g(%())))"),
    ("friend auto g(S) { return @; }", "int(sizeof(g(%())))"),
    ("friend int g(S) noexcept(@ > 0);", "int(noexcept(g(%())))"),
    ("S* operator->() noexcept(@ > 0); int x;", "int(noexcept(%()->x))"),
    ("virtual void f() noexcept(@ > 0);", "int(noexcept(%().f()))"),
    ("int y; auto operator<=>(const S&) const = default; int x = @;", "int(%() == %())"),
    ("static constexpr int v = [] { return @; }();", "%::v"),
    ("static constexpr auto f = [](int x = @) { return 1; };", "%::f()"),
    ("int x[Number<@>::v + 1];", "int(__is_trivially_copyable(%))"),
    ("int x = @;", "int(__is_constructible(%))"),
];

/// How many programs there are of each construct by itself and of each pair.
pub fn all() -> u64 {
    let n = CONSTRUCTS.len() as u64;
    2 * (n + n * n)
}

/// The numbers of the programs whose answers are stored: each construct by itself, and each with two
/// others.
pub fn stored() -> impl Iterator<Item = u64> {
    let n = CONSTRUCTS.len() as u64;
    let pair = move |first: u64, second: u64| 2 * (n + first * n + second) + first % 2;
    let pairs = (0..n).flat_map(move |i| [pair(i, (i * 7 + 3) % n), pair(i, (i * 11 + 18) % n)]);
    (0..2 * n).chain(pairs)
}

/// What is said of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    pub number: u64,
    /// Whether tilec accepts it: as g++ does, except where the line gives a reason; `None` where g++ does
    /// not decide and no reason is given.
    pub is_accepted: Option<bool>,
}

/// What g++ 12 says with `-std=c++20`, as `tests/self_reference/ask` has asked it. A line is the number
/// of a program, `accepts`, `refuses` or `undecided`, and where tilec says something else that and why.
const ANSWERS: &str = include_str!("../self_reference/answers.txt");

/// The stored answers.
///
/// # Panics
/// A line is none.
pub fn answers() -> Vec<Answer> {
    let lines = ANSWERS.lines().filter(|line| !line.starts_with('#'));
    let answer = |line: &str| {
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|word| word.parse().ok()).expect("a number");
        let theirs = words.next().expect("an answer").trim_end_matches([',', ':']);
        let ours = (words.next() == Some("tilec")).then(|| words.next()).flatten();
        let is_accepted = match ours.unwrap_or(theirs).trim_end_matches(':') {
            "accepts" => Some(true),
            "refuses" => Some(false),
            _ => None,
        };
        Answer { number, is_accepted }
    };
    lines.map(answer).collect()
}

/// The program with this number.
pub fn program(number: u64) -> String {
    let n = CONSTRUCTS.len() as u64;
    let (grows, place) = (number % 2 == 1, number / 2);
    let (cycle, grows) = match place {
        single if single < n => (vec![single], grows),
        pair if pair < n + n * n => (vec![(pair - n) / n, (pair - n) % n], grows),
        _ => {
            let mut random = Random::new(number);
            let cycle = (0..3).map(|_| random.below(n as usize) as u64).collect();
            (cycle, random.one_in(3))
        }
    };
    text(&cycle, grows)
}

fn text(cycle: &[u64], grows: bool) -> String {
    let mut text = "template<int N> struct Number { static constexpr int v = N; };\n".to_owned();
    for index in 0..cycle.len() {
        let _ = writeln!(text, "template<class T> struct S{index};");
    }
    let of = |index: usize| CONSTRUCTS[cycle[index % cycle.len()] as usize];
    for index in 0..cycle.len() {
        let next = (index + 1) % cycle.len();
        let arg = if grows && next == 0 { "T*" } else { "T" };
        let (_, needs) = of(next);
        let needs = needs.replace('%', &format!("S{next}<{arg}>"));
        let (members, _) = of(index);
        // Constructors and friends name their class.
        let members = members.replace('@', &format!("({needs})"));
        let members = named(&members, index);
        let _ = writeln!(text, "template<class T> struct S{index} {{ {members} }};");
    }
    let asked = of(0).1.replace('%', "S0<int>").replace("typename ", "").replace("template ", "");
    let _ = writeln!(text, "__tile_global__ void kernel(int* out) {{ out[0] = {asked}; }}");
    text
}

/// `S` as a name of its own becomes `S0`.
fn named(members: &str, index: usize) -> String {
    let mut named = String::new();
    let mut before = ' ';
    let mut rest = members.chars().peekable();
    while let Some(letter) = rest.next() {
        named.push(letter);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        if letter == 'S' && !is_part(before) && !rest.peek().copied().is_some_and(is_part) {
            let _ = write!(named, "{index}");
        }
        before = letter;
    }
    named
}
