//! Programs that use a class before its closing brace.
//!
//! In: the rows of `tests/self_reference/incomplete.txt`. Out: programs, each with the answer of g++ and
//! clang where they agree. A row is the members of a class, each tried in every one of [`FRAMES`], or
//! the text of a program; and an expression that needs them.

use std::fmt::Write;

/// What programs begin with.
const PRELUDE: &str = "template<class T> T&& declval();
struct Empty {};
template<class T> struct Size { static constexpr int v = sizeof(T); };
template<class T> struct TypeOf { using type = T*; };
template<class T> struct ArrayOf { using type = char[sizeof(T)]; };
";

/// Classes that have the members `#`: the text, the name inside and the name outside.
const FRAMES: &[(&str, &str, &str)] = &[
    ("struct A : Empty { int x; # };", "A", "A"),
    ("template<class T> struct A : Empty { int x; # };", "A", "A<int>"),
    ("template<class T> struct A; template<> struct A<int> : Empty { int x; # };", "A", "A<int>"),
    ("struct O { struct A : Empty { int x; # }; };", "A", "O::A"),
    ("template<class T> struct O { struct A : Empty { int x; # }; };", "A", "O<int>::A"),
    ("union A { int x; # };", "A", "A"),
];

const ROWS: &str = include_str!("../self_reference/incomplete.txt");

/// A program and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub text: String,
    /// Whether g++ and clang accept it, or tilec for a reason; `None` where they differ.
    pub is_accepted: Option<bool>,
}

/// All programs, in the order of the rows.
///
/// # Panics
/// A row is none.
pub fn programs() -> Vec<Program> {
    let rows = ROWS.lines().filter(|line| !line.starts_with('#'));
    rows.flat_map(|row| {
        let mut parts = row.splitn(3, " | ");
        let mut part = || parts.next().expect("a row has three parts");
        let (answers, members, needs) = (part(), part(), part());
        let is_whole = answers.len() == 1;
        assert!(is_whole || answers.len() == FRAMES.len(), "{row}");
        let answers = answers.chars().enumerate();
        answers.map(move |(index, answer)| {
            let text = match is_whole {
                true => text(members, needs, ""),
                false => {
                    let (frame, inner, outer) = FRAMES[index];
                    text(&frame.replace('#', &members.replace('@', inner)), needs, outer)
                }
            };
            let is_accepted = match answer {
                'A' | 'a' => Some(true),
                'R' | 'r' => Some(false),
                _ => None,
            };
            Program { text, is_accepted }
        })
    })
    .collect()
}

fn text(declarations: &str, needs: &str, class: &str) -> String {
    let mut text = format!("{PRELUDE}{declarations}\n");
    let needs = needs.replace('%', class);
    let _ = writeln!(text, "__tile_global__ void kernel(int* out) {{ out[0] = {needs}; }}");
    text
}
