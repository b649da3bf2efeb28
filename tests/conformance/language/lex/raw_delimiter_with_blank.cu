// case: raw_delimiter_with_blank
// spec: [lex.string]
// reject: E0103 a delimiter has no blanks
constexpr char const* s = R"a b(x)a b";
extern "C" __tile_global__ void test(int* out) { *out = 1; }
