//@ check
// The examples of [cpp.subst], [cpp.stringize], [cpp.concat] and [cpp.rescan]. Spellings are
// compared without blanks, whose number the standard leaves to the source.
constexpr bool equal(char const* a, char const* b) {
    while (true) {
        while (*a == ' ') ++a;
        while (*b == ' ') ++b;
        if (*a != *b) return false;
        if (*a == 0) return true;
        ++a;
        ++b;
    }
}

#define str(...) #__VA_ARGS__
#define xstr(...) str(__VA_ARGS__)

#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
static_assert(equal(xstr(f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);),
                    "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);"));
static_assert(equal(xstr(g(x+(3,4)-w) | m(f)^m(m);), "f(2 * (2+(3,4)-0,1)) | f(2 * (0,1))^m(0,1);"));
static_assert(equal(xstr(p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };),
                    "int i[] = { 1, 23, 4, 5, };"));
#undef x
#undef f
#undef g
#undef z
#undef m
#undef w
#undef t
#undef p
#undef q
#undef r

// An argument of `#` keeps its spelling, with quotes and backslashes escaped.
static_assert(equal(str(strncmp("abc\0d", "abc", '\4') == 0), "strncmp(\"abc\\0d\", \"abc\", '\\4') == 0"));
#define INCFILE(n) vers ## n
static_assert(equal(xstr(INCFILE(2).h), "vers2.h"));
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
static_assert(equal(glue(HIGH, LOW), "hello") && equal(xglue(HIGH, LOW) "", "hello, world"));
#undef LOW

#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
static_assert(equal(join(x, y), "x ## y"));

#define t(x,y,z) x ## y ## z
constexpr int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
static_assert(sizeof(j) == 7 * sizeof(int) && j[0] == 123 && j[3] == 89 && j[6] == 12);
#undef t

#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
static_assert(equal(xstr(F(a, b, c)), "f(0, a, b, c)") && equal(xstr(F()), "f(0)"));
static_assert(equal(xstr(F(EMP)), "f(0)") && equal(xstr(G(a,)), "f(0, a)"));
static_assert(equal(xstr(SDEF(foo);), "S foo;") && equal(xstr(SDEF(bar, 1, 2);), "S bar = { 1, 2 };"));
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
static_assert(equal(xstr(H2(a, b, c, d)), "ab, c, d"));
#define H3(X, ...) #__VA_OPT__(X##X X##X)
static_assert(equal(H3(, 0), ""));
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
static_assert(equal(xstr(H5C(H5A())), "ab"));
