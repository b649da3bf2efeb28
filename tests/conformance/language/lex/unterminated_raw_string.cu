// case: unterminated_raw_string
// spec: [lex.string]
// reject: E0103 the delimiter behind the parenthesis is another one
extern "C" __tile_global__ void test(int* out) { *out = 1; }
constexpr char const* s = R"a(x)b";
