//! Random questions of matching: which partial specialisation is chosen, and which function template
//! a call takes ([temp.spec.partial.match], [temp.deduct], [temp.func.order]).
//!
//! In: the number of a query. Out: its text, two lines: what is declared, and an expression whose
//! value says what was chosen. The answers of [`ANSWERS`] are those of clang, where g++ does not
//! contradict it; the program `matching` asks them. A query follows from its number alone,
//! so the file has one character for each.

pub mod draw;
pub mod oracle;
pub mod pattern;
pub mod values;

use std::fmt::Write;

use lang::base::Severity;
use tilec::Stage;

use self::draw::{Binding, Kind, arguments, head, near, patterns};
use self::pattern::{Arg, Ty, is_pack, list_text};
use crate::compile::compile_text;
use crate::meaning;
use crate::random::Random;
use crate::run::DEFAULT_ARCH;

/// The answers, one character a query: a number; `x`, an error, such as an ambiguity; `-`, no
/// question, since the declarations are wrong or the oracles disagree.
pub const ANSWERS: &str = include_str!("../../matching/answers.txt");

/// The same of the queries from [`VALUES`] on.
pub const ANSWERS_OF_VALUES: &str = include_str!("../../matching/values.txt");

/// The first of the queries whose template arguments are values of several types.
pub const VALUES: u64 = 1 << 32;

/// Queries that are compiled together.
pub const BATCH: u64 = 250;

/// A number that no query has as its value.
const NEVER: u64 = 99;

/// What all queries use.
const PRELUDE: &str = "template<class...> struct Y {}; template<class...> struct V {}; \
template<int...> struct X {}; template<template<class...> class...> struct Z {}; \
template<class, int> struct A {}; template<class, class> struct Q {}; \
template<class T> struct Id { using type = T; }; template<class... T> struct D : Y<T...> {}; \
template<int N> struct I { static constexpr int v = N; }; template<class T> T mk(); struct C {};\n";

/// A query: its declarations and the value that is asked for.
#[derive(Clone, Debug)]
pub struct Query {
    pub decls: String,
    pub value: String,
}

/// The query with this number.
pub fn query(number: u64) -> Query {
    let mut random = Random::new(number.wrapping_mul(2).wrapping_add(0x5eed_0000));
    for _ in 0..4 {
        random.draw();
    }
    if number >= meaning::FIRST {
        return meaning::query(&mut random);
    }
    if number >= VALUES {
        return values::query(&mut random);
    }
    loop {
        let found = match random.below(8) {
            0..=3 => specializations(&mut random, Specialized::Class),
            4 => specializations(&mut random, Specialized::Variable),
            _ => functions(&mut random),
        };
        if let Some(query) = found {
            return query;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Specialized {
    Class,
    Variable,
}

/// Parameters of primary templates: the head, the kinds, and that of a pack at the end.
const PRIMARIES: &[(&str, &[Kind], Option<Kind>)] = &[
    ("class, class", &[Kind::Ty, Kind::Ty], None),
    ("class, class", &[Kind::Ty, Kind::Ty], None),
    ("class", &[Kind::Ty], None),
    ("class...", &[], Some(Kind::Ty)),
    ("class, class...", &[Kind::Ty], Some(Kind::Ty)),
    ("class, int...", &[Kind::Ty], Some(Kind::Number)),
    ("class, int", &[Kind::Ty, Kind::Number], None),
    ("int...", &[], Some(Kind::Number)),
    ("template<class...> class, class...", &[Kind::Template], Some(Kind::Ty)),
    ("template<class...> class...", &[], Some(Kind::Template)),
];

fn declared(names: &[&str]) -> String {
    let declared = |name: &&str| {
        draw::PARAMS.iter().find(|(param, _)| param == name).map_or("", |(_, declared)| declared)
    };
    names.iter().map(declared).collect::<Vec<_>>().join(", ")
}

/// Lists of patterns, each maybe near one before.
fn several(random: &mut Random, kinds: &[Kind], rest: Option<Kind>) -> Vec<Vec<Arg>> {
    let n = random.below(3) + 1;
    let mut all: Vec<Vec<Arg>> = Vec::new();
    while all.len() < n {
        let list = match all.last() {
            Some(known) if !random.one_in(4) => near(random, &known.clone()),
            _ => patterns(random, kinds, rest),
        };
        if all.contains(&list) {
            break;
        }
        all.push(list);
    }
    all
}

fn specializations(random: &mut Random, what: Specialized) -> Option<Query> {
    let (primary, kinds, rest) = random.pick(PRIMARIES);
    let all = several(random, kinds, rest);
    let body = |n: usize| match what {
        Specialized::Class => format!(" {{ static constexpr int v = {n}; }};"),
        Specialized::Variable => format!(" = {n};"),
    };
    let begin = match what {
        Specialized::Class => "struct B",
        Specialized::Variable => "constexpr int B",
    };
    let mut decls = format!("template<{primary}> {begin}{}", body(0));
    for (index, list) in all.iter().enumerate() {
        let names = head(random, list)?;
        let (text, body) = (list_text(list), body(index + 1));
        if names.is_empty() && what == Specialized::Variable {
            return None;
        }
        let _ = write!(decls, " template<{}> {begin}<{text}>{body}", declared(&names));
    }
    let from = random.below(all.len());
    let (args, _) = arguments(random, &all[from]);
    if args.len() < kinds.len() || rest.is_none() && args.len() != kinds.len() {
        return None;
    }
    let member = if what == Specialized::Class { "::v" } else { "" };
    Some(Query { decls, value: format!("B<{}>{member}", list_text(&args)) })
}

fn functions(random: &mut Random) -> Option<Query> {
    let n = random.below(2) + 1;
    let kinds = vec![Kind::Ty; n];
    let rest = random.one_in(3).then_some(Kind::Ty);
    let mut all = several(random, &kinds, rest);
    let mut decls = "I<0> f(...);".to_owned();
    let mut first = Vec::new();
    for (index, list) in all.iter_mut().enumerate() {
        let names = head(random, list)?;
        for arg in list.iter_mut() {
            *arg = parameter(arg.clone());
        }
        if names.is_empty() {
            return None;
        }
        let text = list_text(list);
        let _ = write!(decls, " template<{}> I<{}> f({text});", declared(&names), index + 1);
        first = if index == 0 { names } else { first };
    }
    let from = random.below(all.len());
    let (args, binding) = arguments(random, &all[from]);
    let values: Vec<String> = args.iter().map(value).collect();
    let explicit = explicit(random, &first, &binding);
    Some(Query { decls, value: format!("decltype(f{explicit}({}))::v", values.join(", ")) })
}

/// Parameters of functions are adjusted; written so, they are what they are.
fn parameter(arg: Arg) -> Arg {
    match arg {
        Arg::Ty(ty) => Arg::Ty(ty.decayed()),
        Arg::Expansion(inner) => Arg::Expansion(Box::new(parameter(*inner))),
        other => other,
    }
}

/// A value of a type; lvalues of arrays and functions, which none are returned.
fn value(arg: &Arg) -> String {
    let Arg::Ty(ty) = arg else { return "0".to_owned() };
    let ty = match ty {
        Ty::Array(..) | Ty::Function { .. } => Ty::LRef(Box::new(ty.clone())),
        _ => ty.clone(),
    };
    format!("mk<{}>()", ty.text(""))
}

/// Some template arguments that are written out.
fn explicit(random: &mut Random, names: &[&str], binding: &Binding) -> String {
    if !random.one_in(3) {
        return String::new();
    }
    let mut written: Vec<String> = Vec::new();
    for name in names {
        let n = match is_pack(name) {
            true if random.one_in(3) => random.below(3),
            true => random.below(binding.len(name) + 1),
            false => 1,
        };
        let element = |index: usize| is_pack(name).then_some(index);
        for index in 0..n {
            let other = random.one_in(5);
            written.push(match name.chars().next() {
                Some('T' | 'P') if other => random.pick(&["int", "char", "Y<int>", "int*"]).into(),
                Some('T' | 'P') => binding.ty(name, element(index)).text(""),
                Some('N' | 'M') if other => random.pick(&["1", "2", "3"]).into(),
                Some('N' | 'M') => binding.number(name, element(index)).to_string(),
                _ => binding.template(name, element(index)).unwrap_or("Y").into(),
            });
        }
        if is_pack(name) || random.one_in(2) {
            break;
        }
    }
    format!("<{}>", written.join(", "))
}

/// The lines before the first query.
pub fn prelude(numbers: &[u64]) -> String {
    match numbers.first() {
        Some(&number) if number >= meaning::FIRST => meaning::prelude(),
        _ => format!("{} {PRELUDE}", values::PRELUDE),
    }
}

/// The number of the line with the declarations of the first query.
pub fn first_line(numbers: &[u64]) -> usize {
    prelude(numbers).lines().count() + 1
}

/// Queries as a translation unit: after the prelude each is two lines, the declarations and what is
/// asked. `asked` makes the second from the number of the query and its value.
pub fn unit(numbers: &[u64], asked: impl Fn(u64, &str) -> String) -> String {
    let mut text = prelude(numbers);
    for &number in numbers {
        let Query { decls, value } = query(number);
        let asked = asked(number, &value);
        let _ = writeln!(text, "namespace q{number} {{ {decls}\n{asked} }}");
    }
    text
}

/// The line that asks whether the answer is `answer`.
pub fn question(answer: char, value: &str) -> String {
    match answer {
        'x' => format!("static_assert({value} != {NEVER}, \"\");"),
        answer => {
            let value_of_letter = answer.to_digit(36).unwrap_or_default();
            format!("static_assert({value} == {value_of_letter}, \"\");")
        }
    }
}

/// The answer that stands for a value; `X` is 33, since `x` is an error.
fn letter(value: &str) -> Option<char> {
    let number = match value {
        "true" => 1,
        "false" => 0,
        _ => value.parse().ok()?,
    };
    char::from_digit(number, 36).map(|c| c.to_ascii_uppercase())
}

/// Whether an error of the declarations is an answer.
fn asks_declarations(number: u64) -> bool {
    number >= meaning::FIRST
}

/// Whether errors of a query contradict its answer; `line` is that of its declarations.
fn is_wrong(number: u64, answer: char, line: usize, has_error: impl Fn(usize) -> bool) -> bool {
    let (declarations, asked) = (has_error(line), has_error(line + 1));
    match asks_declarations(number) {
        true => (declarations || asked) != (answer == 'x'),
        false => declarations || asked != (answer == 'x'),
    }
}

/// Lines of the text, from 1, in which our compiler finds errors.
pub fn error_lines(text: &str) -> Vec<usize> {
    let compiled = compile_text(text, DEFAULT_ARCH, Stage::Check);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity >= Severity::Error);
    errors
        .filter_map(|found| compiled.map.locate(found.primary.span.lo))
        .map(|(_, place)| place.line as usize)
        .collect()
}

/// What our compiler says of a query by itself.
pub fn errors(number: u64, answer: char) -> Vec<String> {
    let text = unit(&[number], |_, value| question(answer, value));
    let compiled = compile_text(&text, DEFAULT_ARCH, Stage::Check);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity >= Severity::Error);
    errors.map(|found| format!("{}: {}", found.message, found.primary.text)).collect()
}

/// The queries of which our compiler says something else than `answer`.
pub fn differing(numbers: &[u64], answer: impl Fn(u64) -> char) -> Vec<u64> {
    let asked: Vec<u64> = numbers.iter().copied().filter(|&number| answer(number) != '-').collect();
    let text = unit(&asked, |number, value| question(answer(number), value));
    let lines = error_lines(&text);
    let first = first_line(&asked);
    let has_error = |line: usize| lines.contains(&line);
    let differs = |(index, number): (usize, &u64)| {
        is_wrong(*number, answer(*number), first + 2 * index, has_error).then_some(*number)
    };
    asked.iter().enumerate().filter_map(differs).collect()
}
