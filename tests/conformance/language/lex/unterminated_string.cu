// case: unterminated_string
// spec: [lex.string]
// reject: E0102 a string ends on its line
constexpr char const* text = "no end;
;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
