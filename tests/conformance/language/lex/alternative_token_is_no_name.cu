// case: alternative_token_is_no_name
// spec: [lex.digraph]
// reject: E0140 `and` is an operator, not an identifier
#define and &&
extern "C" __tile_global__ void test(int* out) { *out = 1; }
