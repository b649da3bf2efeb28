// case: character_beyond_its_type
// spec: [lex.ccon]
// accept: a char32_t holds it
extern "C" __tile_global__ void test(int* out) { *out = U'\U0001F600' != 0; }
