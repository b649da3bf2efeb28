// case: raw_delimiter_too_long
// spec: [lex.string]
// accept: sixteen
constexpr char const* s = R"abcdefghijklmnop(x)abcdefghijklmnop";
extern "C" __tile_global__ void test(int* out) { *out = 1; }
