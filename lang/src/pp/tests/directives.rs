//! [cpp.cond], [cpp.error], [cpp.line], [cpp.pragma].

use super::*;

fn is_true(condition: &str) -> bool {
    let text = format!("#if {condition}\nyes\n#else\nno\n#endif");
    let outcome = run(&text);
    assert_eq!(outcome.codes(), [""; 0], "{condition}: {:?}", outcome.messages());
    outcome.line() == "yes"
}

fn condition_codes(condition: &str) -> Vec<&'static str> {
    codes_of(&format!("#if {condition}\n#endif"))
}

#[test]
fn arithmetic() {
    for condition in [
        "1",
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "10 - 3 - 2 == 5",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "1 << 4 == 16 && -16 >> 2 == -4",
        "~0 == -1 && !0 && -1 < 0",
        "-1 > 0u",
        "0xffffffff > 0 && -1 < 0xffffffff",
        "9223372036854775807 + 1 < 0",
        "18446744073709551615u == -1",
        "1 ? 2 : 3",
        "0 ? 0 : 1 ? 1 : 0",
        "(2 || 1/0) && (0 && 1/0) == 0",
        "1 ? 1 : 1/0",
        "'a' == 97 && '\\n' == 10 && '\\377' < 0",
        "true && !false && !undefined_name",
        "1 or 0 and 0",
        "not 0 xor 0",
        "6 & 3 ^ 1 | 8",
        "(-9223372036854775807 - 1) / -1 < 0",
        "(0 ? -1 : 0u) - 1 > 0",
        "1'000 == 1000 && 0b11 == 3 && 010 == 8",
        "this == 0",
    ] {
        assert!(is_true(condition), "{condition}");
    }
    for condition in ["0", "1 == 2", "!1", "(1, 0)", "(1, 0) == 0 ? 0 : 0", "1 ? 1, 0 : 1"] {
        assert!(!is_true(condition), "{condition}");
    }
}

#[test]
fn malformed_conditions() {
    for condition in ["", "1 +", "(1", "1)", "1 2", "= 1", "1.0", "\"a\"", "FOO(1)", "1, 2", "@"] {
        let codes = condition_codes(condition);
        assert_eq!(codes.len(), 1, "{condition}");
        assert!(codes == ["condition-syntax"] || codes == ["stray-character"], "{condition}");
    }
    assert_eq!(condition_codes("1/0"), ["condition-division-by-zero"]);
    assert_eq!(condition_codes("1 || 2 % 0"), [""; 0]);
    assert_eq!(condition_codes("99999999999999999999"), ["integer-too-large"]);
    assert_eq!(condition_codes("defined"), ["condition-syntax"]);
    assert_eq!(condition_codes("defined(X"), ["condition-syntax"]);
    assert_eq!(condition_codes("'"), ["unterminated-literal"]);
}

#[test]
fn macros_in_conditions() {
    let text = "#define A 3\n#define EMPTY\n#define F(x) (x + 1)\n#if F(A) == 4 && defined A && defined(F) && !defined(B) EMPTY\nyes\n#endif";
    assert_eq!(expand(text), "yes");
    assert_eq!(expand("#define D defined(X)\n#define X\n#if D\nyes\n#endif"), "yes");
    assert_eq!(expand("#define X Y\n#define Y X\n#if X\n#else\nno\n#endif"), "no");
}

#[test]
fn feature_tests() {
    for condition in [
        "defined(__has_include) && defined __has_cpp_attribute",
        "__has_include(<cuda_tile.h>) && !__has_include(<vector>)",
        "!__has_include(\"nowhere.h\")",
        "__has_cpp_attribute(nodiscard) == 201907L",
        "__has_cpp_attribute(__noreturn__)",
        "__has_cpp_attribute(cutile::hint)",
        "!__has_builtin(__builtin_expect) && !__has_attribute(x)",
    ] {
        assert!(is_true(condition), "{condition}");
    }
    assert_eq!(expand("#define H <cuda_tile.h>\n#if __has_include(H)\nyes\n#endif"), "yes");
    assert_eq!(condition_codes("__has_include()"), ["builtin-macro"]);
    assert_eq!(condition_codes("__has_include(x)"), ["builtin-macro"]);
    assert_eq!(condition_codes("__has_include(<x>"), ["builtin-macro"]);
    // Not called, it is a name like any other.
    assert_eq!(condition_codes("__has_builtin"), [""; 0]);
}

#[test]
fn groups() {
    let text =
        |a: u32, b: u32| format!("#if {a}\n1\n#elif {b}\n2\n#elif 1\n3\n#else\n4\n#endif\n5");
    assert_eq!(expand(&text(1, 1)), "1 5");
    assert_eq!(expand(&text(0, 1)), "2 5");
    assert_eq!(expand(&text(0, 0)), "3 5");
    assert_eq!(expand("#if 0\n#if 1\n1\n#else\n2\n#endif\n#else\n3\n#endif"), "3");
    assert_eq!(expand("#ifdef A\n1\n#elifdef A\n2\n#elifndef A\n3\n#endif"), "3");
    assert_eq!(expand("#ifndef A\n1\n#else\n2\n#endif"), "1");
    // Conditions behind the chosen group are not read.
    assert_eq!(expand("#if 1\n1\n#elif 1 +\n#endif"), "1");
}

#[test]
fn a_skipped_group_may_hold_anything() {
    let text = "#if 0\ndon't \"care\n#frobnicate\n#include \"none\"\n#error\n#if ((\n#endif\n@ R\"(\n#else\n\n#endif\nR\"x()x\")\"\n#endif\nx";
    assert_eq!(expand(text), "x");
    let text = "#ifdef NO\n#define A 1\n#else\n#define A 2\n#endif\nA";
    assert_eq!(expand(text), "2");
    let outcome = run("a\n#if 0\nb\nc\n#endif\nd");
    let skipped = outcome.result.skipped[0];
    assert_eq!(outcome.map.text(skipped), "b\nc");
}

#[test]
fn unbalanced_conditionals() {
    for (text, code) in [
        ("#endif", "unbalanced-conditional"),
        ("#else", "unbalanced-conditional"),
        ("#elif 1", "unbalanced-conditional"),
        ("#if 1\n#else\n#else\n#endif", "unbalanced-conditional"),
        ("#if 1\n#else\n#elif 1\n#endif", "unbalanced-conditional"),
        ("#if 0\n#else\n#else\n#endif", "unbalanced-conditional"),
        ("#if 1", "unterminated-conditional"),
        ("#if 0\nx", "unterminated-conditional"),
        ("#ifdef", "macro-name"),
        ("#if 1\n#endif x", "extra-tokens"),
        ("#if 0\n#endif x", "extra-tokens"),
    ] {
        let text = if code == "macro-name" { format!("{text}\n#endif") } else { text.to_string() };
        assert_eq!(codes_of(&text), [code], "{text}");
    }
}

#[test]
fn messages() {
    let outcome = run("#error  this is   not C\n#warning careful\n#error\n");
    assert_eq!(outcome.codes(), ["error-directive", "warning-directive", "error-directive"]);
    assert_eq!(outcome.messages(), ["this is   not C", "careful", "#error"]);
    let outcome = run("#inclde <x>\n#frob\n#\n# /* nothing */\n");
    assert_eq!(outcome.codes(), ["unknown-directive"; 2]);
    let fixes: Vec<_> = outcome.result.diagnostics.iter().map(|d| d.fixes.len()).collect();
    assert_eq!(fixes, [1, 0]);
}

#[test]
fn pragmas() {
    let text =
        "#define N 4\n#pragma unroll N\nfor (;;);\n#pragma omp parallel\n_Pragma(\"unroll 2\") x";
    let outcome = run(text);
    assert_eq!(outcome.codes(), [""; 0]);
    let kinds: Vec<_> = outcome.result.tokens.iter().map(|token| token.kind).collect();
    assert_eq!(
        kinds[..4],
        [TokenKind::PragmaStart, TokenKind::Ident, TokenKind::IntLit, TokenKind::PragmaEnd]
    );
    assert_eq!(outcome.interner.text(outcome.result.tokens[2].name), "4");
    assert_eq!(kinds.iter().filter(|&&kind| kind == TokenKind::PragmaStart).count(), 2);
    assert_eq!(codes_of("_Pragma"), ["pragma-syntax"]);
    assert_eq!(codes_of("_Pragma(x)"), ["pragma-syntax"]);
    assert_eq!(codes_of("_Pragma(\"x\" y"), ["pragma-syntax"]);
    let text = "#define A 1\n#pragma push_macro(\"A\")\n#undef A\n#define A 2\nA\n#pragma pop_macro(\"A\")\nA";
    assert_eq!(expand(text), "2 1");
    assert_eq!(expand("#define P(x) _Pragma(#x) y\nP(omp for)"), "y");
    // The operand comes of a macro.
    assert_eq!(expand("#define S(x) #x\n#define P(x) _Pragma(S(x)) y\nP(omp for)"), "y");
    assert_eq!(
        expand("#define N 1\n#define P(x) __pragma(x) y\nP(warning(push, N)) __pragma(z)"),
        "y"
    );
    assert_eq!(expand("int __pragma;"), "int __pragma;");
}

#[test]
fn malformed_lines() {
    for text in ["#line", "#line x", "#line -1", "#line 1 x", "#line 99999999999"] {
        assert_eq!(codes_of(text), ["line-syntax"], "{text}");
    }
}
