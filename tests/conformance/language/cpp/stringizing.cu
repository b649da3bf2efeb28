// case: stringizing
// spec: [cpp.stringize]
// arg: i32 = 0
// arg: out i32[8]
// expect: [1, 1, 1, 1, 1, 1, 1, 1]
// note: white space between tokens is one blank, around them none; quotes and backslashes of literals are escaped; arguments are not expanded, unless another macro does it first.
#define STR(...) #__VA_ARGS__
#define XSTR(...) STR(__VA_ARGS__)
#define INCFILE(n) vers##n
#define EMPTY

constexpr bool same(char const* a, char const* b) {
    while (*a != 0 && *a == *b) ++a, ++b;
    return *a == *b;
}

extern "C" __tile_global__ void test(int i, int* out) {
    constexpr bool found[] = {
        same(STR(  a  +/* */b ), "a + b"),
        same(STR(strncmp("abc\0d", "abc", '\4') == 0), "strncmp(\"abc\\0d\", \"abc\", '\\4') == 0"),
        same(STR('"' "\n"), "'\"' \"\\n\""),
        same(XSTR(INCFILE(2).h), "vers2.h"),
        same(STR(INCFILE(2).h), "INCFILE(2).h"),
        same(STR(), "") && same(XSTR(EMPTY), ""),
        same(STR(one,
                 two), "one, two"),
        same(STR(R"(a\b)"), "R\"(a\\b)\""),
    };
    for (int k = 0; k < 8; ++k) out[k] = found[k + i];
}
