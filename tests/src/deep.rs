//! Programs in which one construct of the grammar is nested, or follows itself, very often.
//!
//! In: the number of a program. Out: its text. Every recursion of the compiler that a source drives is
//! driven by one of [`CONSTRUCTS`]: of the preprocessor, the parser, lookup, instantiation, constant
//! evaluation, lowering, printing of types and mangling. The diagnostics of the programs do not
//! matter here, only that the compiler answers soon.

/// How often a construct is nested.
pub const DEPTHS: &[usize] = &[100, 1_000, 10_000, 100_000];

/// What is before, what opens each level, what is inside, what closes each level, what is behind. A backtick
/// is the number of the level and `%` that of the one before, `$` the number of levels, `@` the
/// beginning of a kernel.
type Construct = [&'static str; 5];

const KERNEL: &str = "__tile_global__ void kernel(int* out) { ";

const CONSTRUCTS: &[Construct] = &[
    // Expressions.
    ["int x = ", "(", "1", ")", ";"],
    ["@int x = 0; out[0] = ", "(", "x", ")", "; }"],
    ["@int x = 0; out[0] = ", "-", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "- ", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "~!", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "++", "x", "", "; }"],
    ["@int* x = out; out[0] = ", "*&", "*x", "", "; }"],
    ["@int x = 0; out[0] = ", "x + ", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "x - (", "x", ")", "; }"],
    ["@int x = 0; out[0] = ", "x << ", "1", "", "; }"],
    ["@int x = 0; out[0] = ", "x && ", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "x || (", "x", ")", "; }"],
    ["@int x = 0; ", "x = ", "1", "", "; }"],
    ["@int x = 0; ", "x += ", "1", "", "; }"],
    ["@int x = 0; ", "x, ", "1", "", "; }"],
    ["@int x = 0; out[0] = ", "x ? 1 : ", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "x ? ", "x", " : 1", "; }"],
    ["@int x = 0; out[0] = ", "x < ", "1", "", "; }"],
    ["@int x = 0; out[0] = ", "(int)", "x", "", "; }"],
    ["@int x = 0; out[0] = ", "int(", "x", ")", "; }"],
    ["@int x = 0; out[0] = ", "int{", "x", "}", "; }"],
    ["@int x = 0; out[0] = ", "static_cast<int>(", "x", ")", "; }"],
    ["@int x = 0; out[0] = ", "(long)(char)", "x", "", "; }"],
    ["__tile__ int f(int x) { return x; } @out[0] = ", "f(", "1", ")", "; }"],
    ["__tile__ auto f(auto x) { return x; } @out[0] = ", "f(", "1", ")", "; }"],
    ["constexpr int f(int x) { return x; } constexpr int v = ", "f(", "1", ")", ";"],
    ["@out[0] = ", "out[", "0", "]", "; }"],
    ["struct S { S* s; int x; }; @S a; a.s = &a; out[0] = a", ".s[0]", "", "", ".x; }"],
    ["struct S { S* s; int x; }; @S a; a.s = &a; S* p = &a; out[0] = p", "->s", "", "", "->x; }"],
    [
        "struct S { __tile__ S f() { return *this; } int x = 1; }; @out[0] = S()",
        ".f()",
        "",
        "",
        ".x; }",
    ],
    [
        "struct S { int x = 1; __tile__ S operator+(S) const { return *this; } }; @S s; out[0] = (s",
        " + s",
        "",
        "",
        ").x; }",
    ],
    [
        "struct S { int x = 1; __tile__ S operator!() const { return *this; } }; @S s; out[0] = (",
        "!",
        "s",
        "",
        ").x; }",
    ],
    ["@out[0] = ", "sizeof(", "1", ")", "; }"],
    ["@out[0] = ", "sizeof ", "1", "", "; }"],
    ["@out[0] = ", "noexcept(", "1", ")", "; }"],
    ["@out[0] = ", "alignof(decltype(", "1", "))", "; }"],
    ["@", "decltype(", "1", ")", " x = 1; }"],
    ["@out[0] = ", "requires { ", "1", "; }", "; }"],
    ["@out[0] = ", "requires { requires ", "true", "; }", "; }"],
    ["@out[0] = ", "[&] { return ", "1", "; }()", "; }"],
    ["@auto f = ", "[=](auto x) { return ", "x", "; }", "; }"],
    ["@out[0] = ", "[x = ", "1", "] { return x; }()", "; }"],
    ["@out[0] = sizeof(\"a\"", " \"b\"", "", "", "); }"],
    ["@out[0] = sizeof(\"", "abcdefgh", "", "", "\"); }"],
    ["@out[0] = ", "1", "", "", "; }"],
    ["@out[0] = 0.", "1", "", "", "; }"],
    ["@out[0] = 0x", "f", "", "", "; }"],
    ["@out[0] = ", "true ? throw ", "1", " : 1", "; }"],
    ["@out[0] = ", "co_await ", "1", "", "; }"],
    ["@out[0] = *", "new int(", "1", ")", "; }"],
    ["@out[0] = ", "typeid(", "1", ")", "; }"],
    ["@out[0] = ", "(0, ", "1", ")", "; }"],
    ["@out[0] = ", "__builtin_constant_p(", "1", ")", "; }"],
    ["constexpr int v = ", "1 + (", "1", ")", ";"],
    ["constexpr int v = ", "true ? 1 : ", "1", "", ";"],
    ["constexpr int v = 1", " + 1", "", "", ";"],
    ["static_assert(", "!", "true", "", ");"],
    ["static_assert(true", " && true", "", "", ");"],
    ["int x = ", "1 <=> ", "1", "", ";"],
    // Initialisers.
    ["int x = ", "{", "1", "}", ";"],
    ["int x[] = {", "1, ", "1", "", "};"],
    ["constexpr int x[] = {", "1, ", "1", "", "}; @out[0] = x[0]; }"],
    ["struct S { S* s; }; S x = ", "{.s = ", "nullptr", "}", ";"],
    ["@int x", "[1]", "", "", "; }"],
    ["int x", "[1]", "", "", " = {};"],
    ["@int x", "[1]", "", "", " = {}; }"],
    ["int x", "[2]", "", "", ";"],
    // Declarators and types.
    ["int ", "*", "x", "", ";"],
    ["int ", "*const ", "x", "", " = nullptr;"],
    ["int ", "(", "x", ")", ";"],
    ["int ", "(*", "x", ")()", ";"],
    ["int ", "(*", "x", ")[1]", ";"],
    ["int f(", "int (*)(", "int", ")", ");"],
    ["auto f() ", "-> auto (*)() ", "-> int", "", ";"],
    ["struct S {}; int ", "S::*", "x", "", ";"],
    ["int ", "&&", "x", "", " = 1;"],
    ["const ", "const ", "int x", "", " = 1;"],
    ["", "unsigned ", "x", "", ";"],
    ["", "[[maybe_unused]] ", "int x", "", ";"],
    ["", "alignas(", "8", ")", " int x;"],
    ["", "alignas(8) ", "int x", "", ";"],
    ["using T = ", "decltype(", "1", ")", ";"],
    ["template<class T> struct A {}; ", "A<", "int", ">", " x;"],
    ["template<class T> struct A { T t; }; ", "A<", "int", ">", " x;"],
    ["template<class T> struct A { T t; }; @", "A<", "int", ">", " x; (void)x; }"],
    ["template<class T> using A = T; ", "A<", "int", ">", " x;"],
    ["template<class T> struct A { using type = T; }; ", "typename A<", "int", ">::type", " x;"],
    ["template<class T> constexpr int v = 1; constexpr int x = ", "v<decltype(", "1", ")>", ";"],
    ["template<class... T> struct A {}; A<", "int, ", "int", "", "> x;"],
    ["template<int... T> struct A {}; A<", "1, ", "1", "", "> x;"],
    ["template<int N> struct A {}; ", "A<sizeof(", "1", ")>", " x;"],
    ["struct A { struct B; }; ", "A::", "B", "", "* x;"],
    ["struct A {}; ", "A::", "A", "", " x;"],
    ["", "::", "x", "", ";"],
    ["int f(", "int, ", "int", "", ");"],
    ["int ", "x, ", "x", "", ";"],
    ["", "int x`; ", "", "", ""],
    // Templates.
    ["", "template<class T`> ", "void f();", "", ""],
    ["", "template<", "class", "> class", " T> void f();"],
    ["template<", "class = ", "int", "", "> void f();"],
    ["template<", "class T`, ", "class", "", "> void f();"],
    ["", "template<> ", "void f();", "", ""],
    ["template<class T> ", "requires ", "true", "", " void f();"],
    ["template<class T> requires true", " && true", "", "", " void f(T); @f(1); }"],
    ["template<class T> requires ", "(", "true", ")", " void f(T); @f(1); }"],
    ["template<class T> concept C = ", "!", "true", "", "; static_assert(C<int>);"],
    [
        "template<class T> concept C = ",
        "requires { requires ",
        "true",
        "; }",
        "; static_assert(C<int>);",
    ],
    [
        "template<class T> concept C0 = true; ",
        "template<class T> concept C` = C%<T>; ",
        "",
        "",
        "static_assert(C$<int>);",
    ],
    [
        "template<int N> struct A { static constexpr int v = A<N - 1>::v; }; template<> struct A<0> { static constexpr int v = 0; }; @out[0] = A<$>::v",
        "",
        "",
        "",
        "; }",
    ],
    ["template<int N> struct A : A<N - 1> {}; template<> struct A<0> {}; A<$> x", "", "", "", ";"],
    [
        "template<int N> __tile__ int f() { if constexpr (N > 0) return f<N - 1>(); else return 0; } @out[0] = f<$>()",
        "",
        "",
        "",
        "; }",
    ],
    [
        "template<int N> constexpr auto f() { if constexpr (N > 0) return f<N - 1>(); else return 0; } @out[0] = f<$>()",
        "",
        "",
        "",
        "; }",
    ],
    [
        "template<class T, int N> struct A { using type = typename A<T*, N - 1>::type; }; template<class T> struct A<T, 0> { using type = T; }; A<int, $>::type x",
        "",
        "",
        "",
        ";",
    ],
    [
        "template<class T, int N> __tile__ int f(T) { if constexpr (N > 0) return f<T*, N - 1>(nullptr); else return 0; } @out[0] = f<int, $>(1)",
        "",
        "",
        "",
        "; }",
    ],
    [
        "template<class... T> constexpr int f(T... t) { return (0 + ... + t); } @out[0] = f(",
        "1, ",
        "1",
        "",
        "); }",
    ],
    [
        "template<class T, class... R> constexpr int f(T t, R... r) { if constexpr (sizeof...(R) > 0) return f(r...); else return t; } @out[0] = f(",
        "1, ",
        "1",
        "",
        "); }",
    ],
    [
        "template<int... N> struct A {}; template<int N, int... R> struct M : M<N - 1, N, R...> {}; template<int... R> struct M<0, R...> {}; M<$> x",
        "",
        "",
        "",
        ";",
    ],
    ["template<int N = 0> constexpr int v = N; @out[0] = ", "v<", "1", ">", "; }"],
    [
        "template<class T> struct A { T operator->(); }; struct S { int x; }; @",
        "A<",
        "S",
        ">",
        " a; out[0] = sizeof(a->x); }",
    ],
    // Chains of declarations.
    ["struct S0 {}; ", "struct S` : S% {}; ", "", "", "@S$ x; (void)x; }"],
    ["struct S0 { int x = 1; }; ", "struct S` { S% x; }; ", "", "", "@S$ x; (void)x; }"],
    [
        "struct S0 { int x = 1; }; ",
        "struct S` : S% { int x` = 1; }; ",
        "",
        "",
        "@S$ x; out[0] = x.x; }",
    ],
    [
        "struct S0 { virtual void f(); }; ",
        "struct S` : S% { void f() override; }; ",
        "",
        "",
        "@S$* x = nullptr; (void)x; }",
    ],
    ["struct S0 {}; ", "struct S` { operator S%(); }; ", "", "", "@S0 x = S$(); }"],
    [
        "struct S0 { int x; }; ",
        "struct S` { S%* operator->(); }; ",
        "",
        "",
        "@S$ x; out[0] = sizeof(x->x); }",
    ],
    ["using T0 = int; ", "using T` = T%; ", "", "", "T$ x;"],
    ["using T0 = int; ", "using T` = T%*; ", "", "", "T$ x; @T$ y = nullptr; (void)y; }"],
    ["typedef int T0; ", "typedef T% T`[1]; ", "", "", "T$ x;"],
    [
        "template<class T> using T0 = T; ",
        "template<class T> using T` = T%<T>; ",
        "",
        "",
        "T$<int> x;",
    ],
    ["constexpr int c0 = 1; ", "constexpr int c` = c% + 1; ", "", "", "@out[0] = c$; }"],
    ["constexpr auto c0 = 1; ", "constexpr auto c` = c%; ", "", "", "@out[0] = c$; }"],
    [
        "template<class T> constexpr int c0 = 1; ",
        "template<class T> constexpr int c` = c%<T>; ",
        "",
        "",
        "@out[0] = c$<int>; }",
    ],
    ["enum { e0 = 1", ", e` = e% + 1", "", "", "}; @out[0] = e$; }"],
    ["enum E0 { e0 }; ", "enum E` : decltype(int(e%)) { e` = e% }; ", "", "", "@out[0] = e$; }"],
    [
        "__tile__ int f0() { return 1; } ",
        "__tile__ int f`() { return f%(); } ",
        "",
        "",
        "@out[0] = f$(); }",
    ],
    [
        "__tile__ auto f0() { return 1; } ",
        "__tile__ auto f`() { return f%(); } ",
        "",
        "",
        "@out[0] = f$(); }",
    ],
    [
        "__tile__ int f0(int x = 1) { return x; } ",
        "__tile__ int f`(int x = f%()) { return x; } ",
        "",
        "",
        "@out[0] = f$(); }",
    ],
    [
        "int f0() noexcept; ",
        "int f`() noexcept(noexcept(f%())); ",
        "",
        "",
        "@out[0] = noexcept(f$()); }",
    ],
    [
        "__tile__ int f0() { return 1; } ",
        "__tile__ auto f`() -> decltype(f%()) { return f%(); } ",
        "",
        "",
        "@out[0] = f$(); }",
    ],
    [
        "constexpr int f0() { return 1; } ",
        "constexpr int f`() { return f%(); } ",
        "",
        "",
        "constexpr int v = f$();",
    ],
    ["constexpr int f(int n) { return n ? f(n - 1) : 0; } constexpr int v = f($", "", "", "", ");"],
    ["constexpr int f(int n) { return n ? 1 + f(n - 1) : 0; } int x[f($", "", "", "", ")];"],
    [
        "struct L { const L* next; }; constexpr L l0{nullptr}; ",
        "constexpr L l`{&l%}; ",
        "",
        "",
        "@out[0] = l$.next != nullptr; }",
    ],
    ["namespace n0 {} ", "namespace n` = n%; ", "", "", "using namespace n$;"],
    ["namespace n0 { int x; } ", "namespace n` { using namespace n%; } ", "", "", "using n$::x;"],
    ["namespace n0 { int x; } ", "namespace n` { using n%::x; } ", "", "", "using n$::x;"],
    ["", "inline namespace n` { ", "int x;", "}", ""],
    ["", "namespace n` { ", "int x;", "}", ""],
    ["", "struct S` { ", "int x;", "};", ""],
    ["@", "struct S` { __tile__ int f() { ", "", "} };", "}"],
    ["", "extern \"C\" { ", "int x;", "}", ""],
    ["", "extern \"C\" ", "int x;", "", ""],
    ["struct S { ", "union { ", "int x;", "};", "}; S x;"],
    ["struct S { ", "struct { ", "int x;", "} x`;", "}; @S s; (void)s; }"],
    ["template<class T> struct S { ", "template<class T`> struct S` { ", "int x;", "};", "};"],
    ["struct S { ", "friend ", "int f();", "", "};"],
    ["", "class S`; ", "", "", ""],
    // Statements.
    ["@", "{ ", "out[0] = 1;", "}", "}"],
    ["@", "if (out[0]) ", "out[0] = 1;", "", "}"],
    ["@", "if (out[0]) { ", "out[0] = 1;", "}", "}"],
    ["@", "if (out[0]) ; else ", "out[0] = 1;", "", "}"],
    ["@", "if (out[0]) {} else if (out[1]) {} else ", "{ out[0] = 1; }", "", "}"],
    ["@", "if constexpr (true) ", "out[0] = 1;", "", "}"],
    ["@", "for (int i = 0; i < 1; ++i) ", "out[0] = 1;", "", "}"],
    ["@", "while (out[0]) ", "out[0] = 1;", "", "}"],
    ["@", "do ", "out[0] = 1;", " while (out[0]);", "}"],
    ["@int a[1] = {}; ", "for (int x : a) ", "out[0] = 1;", "", "}"],
    ["@", "switch (out[0]) { case 1: ", "out[0] = 1;", "}", "}"],
    ["@switch (out[0]) { ", "case `: ", "out[0] = 1;", "", "} }"],
    ["@", "l`: ", "out[0] = 1;", "", "}"],
    ["@", "try { ", "out[0] = 1;", "} catch (...) {}", "}"],
    ["@", "out[0] = 1; ", "", "", "}"],
    ["@", "; ", "", "", "}"],
    ["@int x = 0; ", "{ int x = 1; ", "out[0] = x;", "}", "}"],
    ["@", "int x` = 1; ", "", "", "}"],
    ["@int x0 = out[0]; ", "int x` = x% + 1; ", "", "", "out[0] = x$; }"],
    ["@", "static_assert(true); ", "", "", "}"],
    ["@", "if (int x` = out[0]; x`) { ", "out[0] = 1;", "}", "}"],
    // The preprocessor.
    ["", "#if 1\n", "int x;\n", "#endif\n", ""],
    ["", "#if 0\n", "int x;\n", "#endif\n", ""],
    ["#if 0\n", "#elif 0\n", "", "", "#endif\n"],
    ["#if ", "(", "1", ")", "\n`endif\n"],
    ["#if ", "-", "1", "", "\n`endif\n"],
    ["#if ", "1 + ", "1", "", "\n`endif\n"],
    ["#if ", "1 ? ", "1", " : 1", "\n`endif\n"],
    ["#if ", "!defined(A) && ", "1", "", "\n`endif\n"],
    ["#define F(x) x\nint x = ", "F(", "1", ")", ";"],
    ["#define F(x, ...) x __VA_OPT__(, F)\nint x = ", "F(", "1", ")", ";"],
    ["#define F(x) (x)\nint x = ", "F(", "1", ")", ";"],
    ["#define M0 1\n", "#define M` M%\n", "", "", "int x = M$;"],
    ["#define M0(x) x\n", "#define M`(x) M%(x)\n", "", "", "int x = M$(1);"],
    ["#define M0 1\n", "#define M` M% M%\n", "", "", "int x[] = {M$};"],
    ["#define F(x) #x\nauto x = F(", "(", "1", ")", ");"],
    ["#define F ", "(", "1", ")", "\nint x = F;"],
    ["", "\\\n", "int x;", "", ""],
    ["", "/*", "*/", "", ""],
    ["int ", "x", "", "", ";"],
    ["", "#pragma x\n", "", "", ""],
    // What ends too early, or too late.
    ["", "(", "", "", ""],
    ["", ")", "", "", ""],
    ["", "{", "", "", ""],
    ["", "[", "", "", ""],
    ["", "<", "", "", ""],
    ["x", "<", "", "", ""],
    ["template", "<", "", "", ""],
    ["@", "x<", "", "", "}"],
    ["@", "f(", "", "", "}"],
    ["@", "[", "", "", "}"],
    ["@", "[]{", "", "", "}"],
    ["@", "(int", "", "", "}"],
    ["", "struct {", "", "", ""],
    ["", "template<", "", "", ""],
    ["", "A<(", "", "", ""],
    ["", "[[", "", "", ""],
    ["int x = ", "{(", "", "", ""],
    ["", "operator ", "", "", ""],
    ["", "~", "", "", ""],
    ["", "int (", "", "", ""],
    ["@", "if (", "", "", ""],
    ["@", "else ", "", "", ""],
    ["@", "case 1: ", "", "", ""],
    ["", "#if 1\n", "", "", ""],
    ["", "#else\n", "", "", ""],
];

/// How many programs there are.
pub fn all() -> usize {
    CONSTRUCTS.len() * DEPTHS.len()
}

/// The numbers of those that a test tries: each construct at each depth, or at two depths and one in
/// sixteen at the others. Programs whose time grows with the square of the depth are not tried
/// where that is seconds.
pub fn tried(is_all: bool) -> impl Iterator<Item = usize> {
    (0..all()).filter(move |number| {
        let (construct, depth) = (number / DEPTHS.len(), number % DEPTHS.len());
        let [before, open, ..] = CONSTRUCTS[construct];
        let is_slow = |&(start, level, limit): &(&str, &str, usize)| {
            before.starts_with(start) && open.contains(level) && DEPTHS[depth] >= limit
        };
        (is_all || matches!(depth, 1 | 2) || construct % 16 == depth) && !SLOW.iter().any(is_slow)
    })
}

/// Constructs that take more than two seconds from some depth on, by how they begin and what a level has.
const SLOW: &[(&str, &str, usize)] = &[
    // The parser looks at all classes that declare a name, and at all bases.
    ("struct S0 { virtual", "override", 10_000),
    ("struct S0 {}", ": S%", 100_000),
];

/// The program with this number.
pub fn program(number: usize) -> String {
    let depth = DEPTHS[number % DEPTHS.len()];
    let [before, open, inside, close, after] = CONSTRUCTS[number / DEPTHS.len() % CONSTRUCTS.len()];
    let fixed = |text: &str| text.replace('@', KERNEL).replace('$', &depth.to_string());
    let level = |part: &str, number: usize| match part.contains(['`', '%']) {
        true => part.replace('`', &number.to_string()).replace('%', &(number - 1).to_string()),
        false => part.to_owned(),
    };
    let mut text = fixed(before);
    text.extend((1..=depth).map(|number| level(open, number)));
    text.push_str(inside);
    text.extend((1..=depth).rev().map(|number| level(close, number)));
    text.push_str(&fixed(after));
    text
}
