// case: raw_literal
// spec: [lex.ext]/3
// accept: the static assertions hold
constexpr int operator""_r(const char *s) {
    int n = 0;
    while (s[n])
        ++n;
    return n;
}
static_assert(123_r == 3 && 1.25_r == 4);
extern "C" __tile_global__ void test(int *p) {}
