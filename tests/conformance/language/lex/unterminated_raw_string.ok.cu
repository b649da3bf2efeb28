// case: unterminated_raw_string
// spec: [lex.string]
// accept: the same
extern "C" __tile_global__ void test(int* out) { *out = 1; }
constexpr char const* s = R"a(x)b")a";
