// case: constant_strings
// spec: [expr.const], [lex.string]
// arg: out i32[5]
// expect: [60307, 1, 119, 111, 333]
constexpr int hash(char const* s) {
    unsigned h = 5381;
    for (; *s; ++s) h = h * 33 + static_cast<unsigned char>(*s);
    return static_cast<int>(h % 100000);
}
constexpr bool equal(char const* a, char const* b) {
    while (*a && *a == *b) ++a, ++b;
    return *a == *b;
}
constexpr char const* names[] = {"zero", "one", "two"};
constexpr char16_t wide[] = u"hi";

extern "C" __tile_global__ void test(int* out) {
    constexpr int h = hash("tile"), e = equal("ab", "ab") + 2 * equal("ab", "ac");
    out[0] = h;
    out[1] = e;
    constexpr char c = names[2][1];
    out[2] = c;
    constexpr int w = wide[1] + static_cast<int>(sizeof(wide));
    out[3] = w;
    constexpr char copy[] = "xyz";
    out[4] = copy[2] + "abc"[1] + u"q"[0];
}
