// case: word_processor_quotes
// spec: [lex.pptoken]
// reject: E0104 E0104 typographic quotes are not quotes
constexpr char text = “a”[0];
extern "C" __tile_global__ void test(int* out) { *out = 1; }
