//! [cpp.replace]: macros and their expansion.

use super::*;

#[test]
fn objects_and_functions() {
    assert_eq!(expand("#define N 4\nint a[N];"), "int a[4];");
    assert_eq!(expand("#define F(x, y) x+y\nF(1, 2) F (3,4)"), "1+2 3+4");
    assert_eq!(expand("#define F() 1\nF() F\n()"), "1 1");
    assert_eq!(expand("#define F(x) [x]\nF F(F) F((1,2))"), "F [F] [(1,2)]");
    assert_eq!(expand("#define F (x)\nF"), "(x)");
    assert_eq!(expand("#define F(x) <x>\nF() F( )"), "< > < >");
    assert_eq!(expand("#define long int\nlong"), "int");
    assert_eq!(expand("#define A 1\n#undef A\n#undef A\nA"), "A");
    assert_eq!(expand("#define EMPTY\nx EMPTY y EMPTY"), "x y");
}

#[test]
fn cpp_stringize_example() {
    let text = r#"
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
 == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
"#;
    let expected = concat!(
        r#"printf("x" "1" "= %d, x" "2" "= %s", x1, x2); "#,
        r#"fputs("strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n", s); "#,
        r#""vers2.h" "hello"; "hello" ", world""#
    );
    assert_eq!(expand(text), expected);
}

#[test]
fn cpp_concat_examples() {
    let text = r"
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
join(x, y)";
    assert_eq!(expand(text), "\"x ## y\"");
    let text = r"
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),
 t(10,,), t(,11,), t(,,12), t(,,) };";
    assert_eq!(expand(text), "int j[] = { 123, 45, 67, 89, 10, 11, 12, };");
}

#[test]
fn cpp_rescan_example() {
    let text = r"
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
 (f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };";
    let expected = concat!(
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); ",
        "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); ",
        "int i[] = { 1, 23, 4, 5, }; ",
        "char c[2][6] = { \"hello\", \"\" };"
    );
    assert_eq!(expand(text), expected);
}

#[test]
fn cpp_replace_variadic_example() {
    let text = r#"
#define debug(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test) ? puts(#test) : printf(__VA_ARGS__))
debug("Flag");
debug("X = %d\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);"#;
    let expected = concat!(
        r#"fprintf(stderr, "Flag"); fprintf(stderr, "X = %d\n", x); "#,
        r#"puts("The first, second, and third items."); "#,
        r#"((x>y) ? puts("x>y") : printf("x is %d but y is %d", x, y));"#
    );
    assert_eq!(expand(text), expected);
}

#[test]
fn cpp_subst_va_opt_example() {
    let text = r"
#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
F(a, b, c)
F()
F(EMP)
G(a, b, c)
G(a, )
G(a)
SDEF(foo);
SDEF(bar, 1, 2);
";
    assert_eq!(
        run(text).lines(),
        "f(0 , a, b, c)\nf(0)\nf(0)\nf(0, a , b, c)\nf(0, a)\nf(0, a)\nS foo;\nS bar = { 1, 2 };"
    );
    let text = r"
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
H2(a, b, c, d)
#define H3(X, ...) #__VA_OPT__(X##X X##X)
H3(, 0)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
H4(, 1)
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
H5C(H5A())
";
    assert_eq!(run(text).lines(), "ab, c, d\n\"\"\na b\nab");
    let text = "#define H3(X, ...) #__VA_OPT__(X##X X##X)\nH3(a,b)";
    assert_eq!(expand(text), "\"aa aa\"");
}

#[test]
fn malformed_va_opt() {
    assert_eq!(codes_of("#define A(X) __VA_OPT__(X)"), ["variadic-name"]);
    assert_eq!(codes_of("#define A(...) __VA_OPT__"), ["variadic-name"]);
    assert_eq!(codes_of("#define A(...) __VA_OPT__(x"), ["variadic-name"]);
    assert_eq!(codes_of("#define A(...) __VA_OPT__(__VA_OPT__())"), ["variadic-name"]);
    assert_eq!(codes_of("#define A(X, ...) __VA_OPT__(X ##)"), ["paste-operand"]);
    assert_eq!(codes_of("#define A __VA_ARGS__"), ["variadic-name"]);
}

#[test]
fn gnu_variadics() {
    let text = "#define E(f, ...) p(f, ## __VA_ARGS__)\nE(1) E(1,) E(1, 2, 3)";
    assert_eq!(expand(text), "p(1) p(1) p(1, 2, 3)");
    // The argument is taken as written, so the `C` in it is painted when it is rescanned.
    let text = "#define C(x, ...) <x> , ## __VA_ARGS__\nC(1, C(2))";
    assert_eq!(expand(text), "<1> , C(2)");
    assert_eq!(expand("#define E(f, a...) p(f, ##a)\nE(1) E(1, 2)"), "p(1) p(1,2)");
}

#[test]
fn a_macro_does_not_replace_itself() {
    assert_eq!(expand("#define a a b\na"), "a b");
    assert_eq!(expand("#define a b\n#define b a\na b"), "a b");
    assert_eq!(expand("#define f(x) x f\nf(1)(2)"), "1 f(2)");
    // Painted for good: the second scan does not see the macro again.
    assert_eq!(expand("#define f(x) x\n#define g f(g)\ng f(g)"), "g g");
    assert_eq!(
        expand("#define foo foo bar\n#define id(x) x\nid(foo) id(id(foo))"),
        "foo bar foo bar"
    );
    // [cpp.rescan] paragraph 4, unspecified; as GCC and Clang.
    assert_eq!(expand("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2*9*g");
    assert_eq!(
        expand(
            "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)"
        ),
        "42"
    );
}

#[test]
fn recursion_through_deferred_calls() {
    let text = r"
#define EMPTY()
#define DEFER(id) id EMPTY()
#define EXPAND(...) __VA_ARGS__
#define A() 123
DEFER(A)() | EXPAND(DEFER(A)())";
    assert_eq!(expand(text), "A () | 123");
    let text = r"
#define CAT(a, ...) a ## __VA_ARGS__
#define IIF(c) CAT(IIF_, c)
#define IIF_0(t, ...) __VA_ARGS__
#define IIF_1(t, ...) t
IIF(1)(yes, no) IIF(0)(yes, no)";
    assert_eq!(expand(text), "yes no");
}

#[test]
fn arguments_span_lines_and_hold_directives() {
    assert_eq!(expand("#define F(x) #x\nF(a\n  b)"), "\"a b\"");
    let text = "#define F(x) <x>\nF(1\n#if 0\n2\n#else\n3\n#endif\n)";
    assert_eq!(expand(text), "<1 3>");
    assert_eq!(expand("#define F(x) x\nF(\n#define Y 5\nY)"), "5");
}

#[test]
fn argument_counts() {
    assert_eq!(codes_of("#define F(x) x\nF(1,2)"), ["macro-arguments"]);
    assert_eq!(codes_of("#define F(x, y) x\nF(1)"), ["macro-arguments"]);
    assert_eq!(codes_of("#define F() x\nF(1)"), ["macro-arguments"]);
    assert_eq!(codes_of("#define F(x, y, ...) x\nF(1)"), ["macro-arguments"]);
    assert_eq!(
        run("#define F(x, y, ...) x\nF(1)").messages(),
        ["macro `F` takes at least 2 arguments, but 1 given"]
    );
    assert_eq!(codes_of("#define F(x, ...) x\nF(1)"), [""; 0]);
    let torn = run("#define CHECK(x) x\nCHECK(f<1, 2>())");
    assert_eq!(torn.result.diagnostics.iter().next().unwrap().notes.len(), 1);
}

#[test]
fn an_unterminated_call_is_left_alone() {
    let outcome = run("#define F(x) x\nF(1, 2\nint y;");
    assert_eq!(outcome.codes(), ["unterminated-macro-call"]);
    assert_eq!(outcome.line(), "F(1, 2 int y;");
    assert_eq!(codes_of("#define F(x) x\n#define G F(\nG 1"), ["unterminated-macro-call"]);
    assert_eq!(codes_of("#define F(x) x\n#if F(1\n#endif"), ["unterminated-macro-call"]);
}

#[test]
fn malformed_definitions() {
    for (text, code) in [
        ("#define", "macro-name"),
        ("#define 3", "macro-name"),
        ("#define defined", "macro-name"),
        ("#define and &&", "macro-name"),
        ("#undef __VA_ARGS__", "macro-name"),
        ("#define F(x", "macro-parameters"),
        ("#define F(x,) x", "macro-parameters"),
        ("#define F(x,x) x", "macro-parameters"),
        ("#define F(..., x) x", "macro-parameters"),
        ("#define F(1) x", "macro-parameters"),
        ("#define F(x y) x", "macro-parameters"),
        ("#define F(__VA_ARGS__) x", "macro-parameters"),
        ("#define F(x) #y", "stringize-operand"),
        ("#define F(x) #", "stringize-operand"),
        ("#define F(x) ## x", "paste-operand"),
        ("#define F x ##", "paste-operand"),
        ("#define A 1\n#define A 2", "macro-redefined"),
        ("#define A(x) x\n#define A(y) y", "macro-redefined"),
        ("#define A x y\n#define A xy", "macro-redefined"),
        ("#define __FILE__ 1", "builtin-redefined"),
        ("#undef __COUNTER__", "builtin-redefined"),
    ] {
        assert_eq!(codes_of(text), [code], "{text}");
    }
    // [cpp.replace] example: these are the same.
    let text = "#define F(a) ( a )\n#define F( a )( a )\n#define F( a )( /* x */ \\\n a ) // y\n";
    assert_eq!(codes_of(text), ["macro-redefined"; 0]);
    assert_eq!(codes_of("#define H # x\n#define H # x"), [""; 0]);
}

#[test]
fn pasting() {
    assert_eq!(
        expand("#define C(a,b) a##b\nC(<,<=) C(.,5) C(L,'x') C(1,e3) C(,)x"),
        "<<= .5 L'x' 1e3 x"
    );
    let outcome = run("#define C(a,b) a##b\nC(+,/) C(x,\"y\")");
    assert_eq!(outcome.codes(), ["invalid-paste", "invalid-paste"]);
    assert_eq!(outcome.line(), "+ / x \"y\"");
    assert_eq!(expand("#define C(a,b) a##b\n#define AB 7\nC(A,B) C(C,)(A,B)"), "7 C(A,B)");
    assert_eq!(codes_of("#define C(a,b) a##b\nC(/,/) C(/,*)"), ["invalid-paste"; 2]);
}

#[test]
fn strings_of_odd_tokens() {
    let text = "#define S(x) #x\nS('\"') S(\"\\\\\") S( a  +   b ) S(R\"(a\nb)\")";
    assert_eq!(expand(text), r#""'\"'" "\"\\\\\"" "a + b" "R\"(a\nb)\"""#);
    assert_eq!(codes_of("#define S(x) #x\nS(\\)"), ["stringize-operand"]);
}

#[test]
fn built_in_macros() {
    let text = "__LINE__ __FILE__ __COUNTER__ __COUNTER__ __INCLUDE_LEVEL__\n__LINE__";
    assert_eq!(expand(text), "1 \"main.cu\" 0 1 0 2");
    assert_eq!(expand("__cplusplus __CUDA_ARCH__ __CUDACC_VER_MAJOR__"), "202002L 900 13");
    assert_eq!(expand("#ifdef __CUDA_ARCH_FEAT_SM90_ALL\nyes\n#endif"), "yes");
    assert_eq!(expand("#define L __LINE__\n\n#define F(x) x L\nF(\na\n)"), "a 4");
    assert_eq!(expand("#line 100 \"x.cu\"\n__LINE__ __FILE__"), "100 \"x.cu\"");
    assert_eq!(expand("# 7 \"y.cu\" 2\n__LINE__ __FILE__"), "7 \"y.cu\"");
}

#[test]
fn every_token_of_a_macro_knows_its_expansion() {
    let outcome =
        run("#define SQ(x) ((x) * (x))\n#define TWICE(y) SQ(y) + y\nint i = TWICE(a + b);\n");
    let map = &outcome.map;
    let text = |span| map.text(map.resolve(span)).to_string();
    for token in &outcome.result.tokens[3..] {
        let is_outside = matches!(outcome.interner.text(token.name), ";" | "");
        assert_eq!(map.expansion(token.span.lo).is_none(), is_outside);
    }
    let tokens: Vec<_> = outcome
        .result
        .tokens
        .iter()
        .map(|t| (outcome.interner.text(t.name), text(t.span), map.text(t.span)))
        .collect();
    // `a` of the first `(x)`: the user wrote it in the call.
    assert_eq!(tokens[5], ("a", "a".to_string(), "a"));
    assert_eq!(tokens[7], ("b", "b".to_string(), "b"));
    assert_eq!(tokens[9], ("*", "TWICE(a + b)".to_string(), "*"));
    let star = outcome.result.tokens[9].span;
    let names: Vec<_> = map.backtrace(star.lo).map(|e| e.macro_name.to_string()).collect();
    assert_eq!(names, ["SQ", "TWICE"]);
    let a = outcome.result.tokens[5].span;
    let names: Vec<_> = map.backtrace(a.lo).map(|e| e.macro_name.to_string()).collect();
    assert_eq!(names, ["SQ", "TWICE"]);
    // From one argument to another: `a) * (a`.
    let b = outcome.result.tokens[7].span;
    assert_eq!(text(a.to(b)), "a + b");
}

#[test]
fn too_much_expansion_is_an_error() {
    let mut text = String::from("#define A0 x\n");
    for i in 1..64 {
        text += &format!("#define A{i} A{} A{}\n", i - 1, i - 1);
    }
    text += "A63";
    assert_eq!(codes_of(&text), ["expansion-limit"]);
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(1000), ")".repeat(1000));
    assert_eq!(codes_of(&nested), ["expansion-limit"]);
    let doubling = format!("#define D(x) x x\n{}1{}", "D(".repeat(60), ")".repeat(60));
    assert_eq!(codes_of(&doubling), ["expansion-limit"]);
    let strings = format!(
        "#define S(x) #x\n#define X(x) S(x)\n{}\"\\\"{}",
        "X(".repeat(100),
        ")".repeat(100)
    );
    assert!(
        run(&strings).codes().contains(&"expansion-limit") || !run(&strings).codes().is_empty()
    );
    let pastes = format!(
        "#define P(x, y) Q(x, y)\n#define Q(x, y) x##y\n#define R(x) P(x, x)\n{}a{}",
        "R(".repeat(60),
        ")".repeat(60)
    );
    assert_eq!(codes_of(&pastes), ["expansion-limit"]);
}
