// case: unterminated_string
// spec: [lex.string]
// accept: a splice takes it to the next line
constexpr char const* text = "an end\
";
extern "C" __tile_global__ void test(int* out) { *out = 1; }
