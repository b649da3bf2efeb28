// case: character_beyond_its_type
// spec: [lex.ccon]
// reject: E0110 U+1F600 is not a single char16_t
extern "C" __tile_global__ void test(int* out) { *out = u'\U0001F600' != 0; }
