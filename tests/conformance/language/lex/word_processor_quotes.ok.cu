// case: word_processor_quotes
// spec: [lex.pptoken]
// accept: plain quotes
constexpr char text = "a"[0];
extern "C" __tile_global__ void test(int* out) { *out = text; }
