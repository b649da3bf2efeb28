// case: mixed_string_prefixes
// spec: [lex.string]
// accept: one without prefix takes that of the other
extern "C" __tile_global__ void test(int* out) { *out = sizeof(u"a" "b"); }
