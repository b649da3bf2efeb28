// case: literal_char
// spec: [lex.ext]/6
// accept: the static assertions hold
constexpr int operator""_h(char c) { return c; }
constexpr int operator""_h(char16_t c) { return c + 1; }
static_assert('a'_h == 'a' && u'a'_h == 'b');
extern "C" __tile_global__ void test(int *p) {}
