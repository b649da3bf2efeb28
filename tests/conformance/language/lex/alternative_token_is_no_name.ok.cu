// case: alternative_token_is_no_name
// spec: [lex.digraph]
// accept: another name
#define AND &&
extern "C" __tile_global__ void test(int* out) { *out = 1 AND 1; }
