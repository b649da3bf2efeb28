// case: raw_delimiter_too_long
// spec: [lex.string]
// reject: E0103 a delimiter has at most 16 characters
constexpr char const* s = R"abcdefghijklmnopq(x)abcdefghijklmnopq";
extern "C" __tile_global__ void test(int* out) { *out = 1; }
