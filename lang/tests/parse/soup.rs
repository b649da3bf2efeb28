//! Any tokens give a tree: no panic, no hang, no stack overflow, spans in bounds, and the visitor
//! reaches every node once it is there.

use tilec_lang::ast::visit::{Visitor, walk_decl, walk_expr, walk_stmt};
use tilec_lang::ast::{Ast, DeclId, ExprId, StmtId};

use crate::support::{Parsed, parse_text};

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ";",
    ":",
    "::",
    "?",
    ",",
    ".",
    ".*",
    "...",
    "->",
    "->*",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "&",
    "|",
    "~",
    "!",
    "=",
    "+=",
    ">>=",
    "==",
    "<",
    ">",
    "<=",
    ">=",
    "<=>",
    "&&",
    "||",
    "<<",
    ">>",
    "++",
    "--",
    "<<<",
    ">>>",
    "[[",
    "]]",
    "int",
    "const",
    "auto",
    "class",
    "struct",
    "enum",
    "union",
    "template",
    "template<",
    "typename",
    "namespace",
    "using",
    "operator",
    "concept",
    "requires",
    "decltype",
    "decltype(",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "return",
    "goto",
    "try",
    "catch",
    "throw",
    "new",
    "delete",
    "sizeof",
    "sizeof...",
    "this",
    "static",
    "static_assert",
    "static_cast<",
    "constexpr",
    "consteval",
    "friend",
    "virtual",
    "explicit",
    "noexcept",
    "public:",
    "private",
    "extern",
    "\"C\"",
    "\"s\"",
    "1",
    "2.5f",
    "16_ic",
    "'c'",
    "T",
    "x",
    "y",
    "f",
    "tmpl",
    "tmpl<",
    "ns",
    "ns::",
    "C",
    "C<",
    "__tile__",
    "__tile_global__",
    "__attribute__((",
    "alignas(",
    "__is_same(",
    "cutile::hint",
    "cutile",
    "final",
    "override",
    "typedef",
    "asm",
    "void",
    "unsigned",
    "long",
    "\n#pragma unroll\n",
    "__underlying_type(",
    "~T",
    "T::",
    "lambda",
];

const PRELUDE: &str = "struct T { T(int); int m; template<class U> int g(); };\n\
    template<class A, int N = 1> struct tmpl { using t = A; };\n\
    namespace ns { using T = int; template<class A> int f(A); }\n\
    template<class T> concept C = true;\nint x, y; int f(int);\n";

/// Parses on a thread with the stack that test threads and many programs have.
fn parse_bounded(text: String) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let mut parsed = parse_text(&text);
        parsed.parse_all_bodies();
        parsed.dump();
        check_spans(&parsed, text.len());
        let mut counter = Counter::default();
        for &decl in &parsed.unit.decls {
            counter.visit_decl(&parsed.unit.ast, decl);
        }
        assert!(counter.n_exprs <= parsed.unit.ast.exprs.len() * 4);
    });
    thread.expect("a thread starts").join().expect("the parser does not panic");
}

fn check_spans(parsed: &Parsed, len: usize) {
    let ast = &parsed.unit.ast;
    let spans = ast
        .exprs
        .values()
        .map(|e| e.span)
        .chain(ast.decls.values().map(|d| d.span))
        .chain(ast.stmts.values().map(|s| s.span))
        .chain(ast.types.values().map(|t| t.span))
        .chain(ast.names.values().map(|n| n.span));
    for span in spans {
        assert!(span.lo <= span.hi, "{span:?} runs backwards");
        assert!(span.hi.0 as usize <= len + 2, "{span:?} is out of bounds");
    }
}

#[derive(Default)]
struct Counter {
    n_exprs: usize,
    n_stmts: usize,
    n_decls: usize,
}

impl Visitor for Counter {
    fn visit_decl(&mut self, ast: &Ast, id: DeclId) {
        self.n_decls += 1;
        walk_decl(self, ast, id);
    }

    fn visit_stmt(&mut self, ast: &Ast, id: StmtId) {
        self.n_stmts += 1;
        walk_stmt(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        self.n_exprs += 1;
        walk_expr(self, ast, id);
    }
}

#[test]
fn random_words() {
    let rounds = std::env::var("SOUP_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..rounds {
        let mut text = String::from(PRELUDE);
        if random.next(2) == 0 {
            text.push_str("__tile__ void body() { ");
        }
        for _ in 0..random.next(120) {
            text.push_str(WORDS[random.next(WORDS.len())]);
            text.push(' ');
        }
        parse_bounded(text);
    }
}

/// Real programs with a token taken out, doubled, or swapped for another.
#[test]
fn mutated_programs() {
    let rounds = std::env::var("SOUP_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let suite = crate::support::repository().join("tests/suite/parse");
    let mut paths: Vec<_> =
        std::fs::read_dir(suite).expect("the suite is there").flatten().map(|e| e.path()).collect();
    paths.sort();
    let texts: Vec<String> = paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .map(|text| text.split("//= tree").next().unwrap_or("").to_owned())
        .collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..rounds {
        let text = &texts[random.next(texts.len())];
        let mut words: Vec<&str> =
            text.split_inclusive([' ', '\n', '(', ')', '{', '}', ';']).collect();
        for _ in 0..=random.next(3) {
            let at = random.next(words.len());
            match random.next(3) {
                0 => {
                    words.remove(at);
                }
                1 => words.insert(at, WORDS[random.next(WORDS.len())]),
                _ => words[at] = WORDS[random.next(WORDS.len())],
            }
        }
        parse_bounded(words.concat());
    }
}

/// What nests or goes on for ever ends with one error of its own.
#[test]
fn deep_and_long_input_ends() {
    let n = 20_000;
    let cases: &[(&str, &str, &str)] = &[
        ("int v = ", "(", ""),
        ("int v = ", "-", "1;"),
        ("int v = ", "!", "1;"),
        ("int v = ", "x+", "1;"),
        ("int v = ", "x?", "1;"),
        ("int v = ", "x=", "1;"),
        ("int v = x", ".x", ";"),
        ("int v = ", "tmpl<", ""),
        ("int v = ", "x<", "1;"),
        ("int v = ", "{", ""),
        ("int v = ", "[](){return ", ""),
        ("int v = ", "(int)", "1;"),
        ("int v = ", "sizeof ", "1;"),
        ("int v = ", "f(", ""),
        ("int v = ", "x[", ""),
        ("int v = ", "new ", "int;"),
        ("int v = ", "requires{", ""),
        ("int v = ", "T(", ""),
        ("int v = ", "static_cast<", ""),
        ("int ", "*", "v;"),
        ("int ", "(", "v"),
        ("int ", "(*", "v"),
        ("int v", "[1]", ";"),
        ("int v", "(int", ""),
        ("", "namespace a {", ""),
        ("", "struct A {", ""),
        ("", "template<class T> ", "int v;"),
        ("", "template<", ""),
        ("", "template<template<", ""),
        ("", "extern \"C\" ", "int v;"),
        ("", "T::", "x;"),
        ("", "typename ", ""),
        ("", "decltype(", ""),
        ("", "__extension__ ", "int v;"),
        ("", "int a,", ""),
        ("", "operator T::", ""),
        ("", "A::operator ", ""),
        ("", "friend ", ""),
        ("", "enum A : ", ""),
        ("", "[[x(", ""),
        ("", "alignas(", ""),
        ("", "T (", ""),
        ("", "T a(T ", ""),
        ("", "}", ""),
        ("", ")", ""),
        ("void f() { ", "{", ""),
        ("void f() { ", "if (x) ", "; }"),
        ("void f() { ", "if (x) ; else ", "; }"),
        ("void f() { ", "for (;;) ", "; }"),
        ("void f() { ", "do ", ""),
        ("void f() { ", "a: ", "; }"),
        ("void f() { ", "case 1: ", "; }"),
        ("void f() { ", "try {", ""),
        ("void f() { ", "struct A { void f() {", ""),
        ("void f() { ", "T(", ""),
        ("void f() { ", "tmpl<tmpl<int>, ", ""),
        ("void f() { ", "unknown<", ""),
        ("void f() { ", "unknown<int>::", ""),
        ("void f() { ", "x<y>(", ""),
        ("void f() { ", "x<", "; }"),
        ("template<class T> concept D = ", "C<T> && ", "true;"),
        ("template<class T> requires ", "C<T> && ", "true void f();"),
        ("template<class T> requires ", "(", ""),
    ];
    for (before, repeated, after) in cases {
        let text = format!("{PRELUDE}{before}{}{after}", repeated.repeat(n));
        let start = std::time::Instant::now();
        parse_bounded(text);
        let seconds = start.elapsed().as_secs();
        assert!(seconds < 20, "`{before}{repeated}...` took {seconds} s");
    }
}
