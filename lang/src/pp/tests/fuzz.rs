//! Every input is preprocessed with no panic, no hang, an end, spans in bounds, well-formed tokens.

use super::*;
use crate::base::Pos;

/// A small generator of pseudo-random numbers (xorshift), the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Fragments that have something to do with each other.
const FRAGMENTS: &[&str] = &[
    "#define ",
    "#undef ",
    "#if ",
    "#ifdef ",
    "#ifndef ",
    "#elif ",
    "#else\n",
    "#endif\n",
    "#include ",
    "#line 3 \"f\"\n",
    "#pragma unroll 4\n",
    "#pragma once\n",
    "#error x\n",
    "#",
    "##",
    "\n",
    "\n",
    "\n",
    " ",
    "\\\n",
    "\\",
    "F",
    "F(",
    "G(",
    "X",
    "A B",
    "a",
    "b",
    "(",
    ")",
    ",",
    "...",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "defined ",
    "defined(X)",
    "__has_include(",
    "__has_cpp_attribute(",
    "_Pragma(\"unroll\")",
    "<cuda_tile.h>",
    "\"main.cu\"",
    "\"str\"",
    "\"",
    "'c'",
    "'",
    "R\"(",
    "R\"x(y)x\"",
    ")\"",
    "/*",
    "*/",
    "//",
    "///",
    "1",
    "0",
    "0x",
    "1e+",
    "1.5f",
    "10_ic",
    "089",
    "1'0",
    "<",
    ">",
    "<:",
    "<::",
    "%:%:",
    "+",
    "-",
    "*",
    "/ 0",
    "% 0",
    "&&",
    "||",
    "?",
    ":",
    "==",
    "<<",
    ">>",
    "é",
    "“",
    "\\u00e9",
    "\u{feff}",
    "\r\n",
    "\t",
    "\0",
    "@",
    "`",
    "(x)",
    "(x, ...)",
    "#x",
    "x##",
    "#__VA_OPT__(",
];

fn check(text: &str) {
    let outcome = run(text);
    let result = &outcome.result;
    let bound = result.tokens.last().map(|eof| eof.kind);
    assert_eq!(bound, Some(TokenKind::Eof), "{text:?}");
    for token in &result.tokens {
        assert!(token.span.lo <= token.span.hi, "{token:?} of {text:?}");
        let range = outcome.map.entry_range(token.span.lo);
        let is_inside = range.is_some_and(|(lo, hi)| lo <= token.span.lo && token.span.hi <= hi);
        assert!(is_inside, "{token:?} of {text:?}");
        let resolved = outcome.map.resolve(token.span);
        assert!(outcome.map.file_offset(resolved.lo).is_some(), "{token:?} of {text:?}");
        assert!(!matches!(token.kind, TokenKind::PpNumber | TokenKind::Unknown), "{text:?}");
        let spelling = outcome.interner.text(token.name);
        match token.kind {
            TokenKind::IntLit
            | TokenKind::FloatLit
            | TokenKind::UserDefinedInt
            | TokenKind::UserDefinedFloat => {
                assert!(literal::number(spelling).is_ok(), "{spelling} of {text:?}");
            }
            TokenKind::CharLit | TokenKind::UserDefinedChar => {
                assert!(literal::character(spelling).is_ok(), "{spelling} of {text:?}");
            }
            TokenKind::StringLit | TokenKind::UserDefinedString => {
                assert!(literal::string(&[spelling]).is_ok(), "{spelling} of {text:?}");
            }
            _ => {}
        }
    }
    for diagnostic in result.diagnostics.iter() {
        let span = outcome.map.resolve(diagnostic.primary.span);
        assert!(span.lo == Pos::NONE || outcome.map.file_offset(span.lo).is_some(), "{text:?}");
    }
}

#[test]
fn fragments_in_any_order() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..600 {
        let len = 1 + random.below(60);
        let text: String = (0..len).map(|_| FRAGMENTS[random.below(FRAGMENTS.len())]).collect();
        check(&text);
    }
}

#[test]
fn bytes_in_any_order() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..250 {
        let len = random.below(200);
        let bytes: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
        check(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn every_truncation_of_a_program() {
    let text = "#define S(x, ...) #x __VA_OPT__(x ## __VA_ARGS__)\n#if defined(S) && (1 + 2 == 3)\n\
                /* c */ auto s = R\"d(raw\\\n)d\"_x; // é\n#elif __has_include(<x>)\n#endif\n\
                S(a, b) S((1, 'c'), \"\\u00e9\")\n#pragma unroll 4\n_Pragma(\"unroll\") 0x1p-3f\n";
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        check(&text[..end]);
        check(&text[end..]);
    }
}

#[test]
fn long_inputs_are_linear() {
    let n = 8_000;
    for fragment in [
        "(",
        "R\"(",
        "/*",
        "\"",
        "'",
        "\\\n",
        "#if 1\n",
        "#if 0\n",
        "-",
        "F(",
        "<:",
        "é“",
        "“1",
        "¿1",
        "\\u00bf¿1",
        "\\u201c“1",
        "##",
        "#define A A A\nA\n",
        "a\\\nb ",
        "#else\n",
    ] {
        check(&fragment.repeat(n));
        let condition =
            format!("#define F(x) x\n#if {}\n#endif", fragment.replace('\n', " ").repeat(n));
        check(&condition);
    }
}
