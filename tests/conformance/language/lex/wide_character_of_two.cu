// case: wide_character_of_two
// spec: [lex.ccon]
// reject: E0110 a literal with a prefix holds one character
extern "C" __tile_global__ void test(int* out) { *out = u'ab'; }
